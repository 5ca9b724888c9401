// SPDX-License-Identifier: MIT
// The models of the sweep, as small as they can be: three sentences, few features, tables of 2^8 weights.
#include "tests/sweep/sweep.h"

#include "common/base/mem.h"
#include "common/model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The second sentence has a non-projective arc, and a word with two heads.
static const char BANK[] = "1\tthe\tthe\tDET\tD\tDef=Yes\t2\tdet\t_\t_\n"
                           "2\tdog\tdog\tNOUN\tN\tNumber=Sing\t3\tnsubj\t_\t_\n"
                           "3\tsleeps\tsleep\tVERB\tV\tNumber=Sing\t0\troot\t_\t_\n"
                           "4\there\there\tADV\tA\t_\t3\tadvmod\t_\t_\n"
                           "\n"
                           "1\twhat\twhat\tPRON\tW\t_\t4\tobj\t4:obj\t_\n"
                           "2\tsay\tsay\tVERB\tV\t_\t0\troot\t0:root\t_\n"
                           "3\tyou\tyou\tPRON\tR\t_\t4\tnsubj\t2:nsubj:say|4:nsubj\t_\n"
                           "4\tsaw\tsee\tVERB\tV\tTense=Past\t2\tccomp\t2:ccomp\t_\n"
                           "\n"
                           "1\tyes\tyes\tINTJ\tI\t_\t0\troot\t_\t_\n"
                           "\n";

static const char FEATURES[] = "form(S0) form(B0)\npos(S0) pos(B0)\npos(B1) pos(S1)\nlabel(S0)\nform(B0)\n"
                               "label(lc(S0)) distance(S0,B0)\nfeat(S0,*)\n";
static const char CLUSTERS[] = "0010\tdog\t3\n0011\tsay\t2\n01\tthe\t9\n011011\tsleeps\t1\n1\tyou\t4\n";
static const char ADVISED[] = "pos(S0) pos(B0)\nadvised-arc(S0,B0)\nadvised-label(B0)\nlabel(S0)\n";

enum { SETTINGS = 8 };
#define SMALL                                \
    {"hash-bits", "8"}, {"iterations", "2"}, \
    {                                        \
        "runs", "1"                          \
    }
#define LABELS            \
    {                     \
        "label-bits", "8" \
    }
#define FEATURE_FILE "FEATURES" // stands for the path of a feature model
#define CLUSTER_FILE "CLUSTERS" // and this for that of a list of clusters

typedef struct recipe {
    const char *name, *family;
    const char *set[SETTINGS][2]; // options
    bool sequence;                // the model as the one stage of a sequence
    bool slow;                    // parsing a long sentence takes milliseconds
} recipe;

static const recipe recipes[] = {
    {"arc-eager", "transition", {{"algorithm", "arc-eager"}, {"features", FEATURE_FILE}}, false, false},
    {"arc-standard",
     "transition",
     {{"algorithm", "arc-standard"},
      {"features", FEATURE_FILE},
      {"root", "first"},
      {"pseudo-projective", "head+path"},
      {"joint-labels", "100"}},
     false,
     false},
    {"arc-hybrid", "transition", {{"algorithm", "arc-hybrid"}, {"features", FEATURE_FILE}}, false, false},
    {"swap",
     "transition",
     {{"algorithm", "swap-lazy"}, {"features", FEATURE_FILE}, {"root", "last"}},
     false,
     false},
    {"covington",
     "transition",
     {{"algorithm", "covington-nonprojective"},
      {"features", FEATURE_FILE},
      {"split-by", "pos(B0)"},
      {"split-threshold", "2"}},
     false,
     false},
    {"covington-projective",
     "transition",
     {{"algorithm", "covington-projective"},
      {"features", FEATURE_FILE},
      {"root", "last"},
      {"pseudo-projective", "path"},
      {"single-root", "no"}},
     false,
     false},
    {"libsvm", "transition", {{"learner", "libsvm"}, {"features", FEATURE_FILE}}, false, false},
    {"memory",
     "transition",
     {{"learner", "memory"}, {"features", FEATURE_FILE}, {"mvdm-least", "2"}},
     false,
     false},
    {"memory-overlap",
     "transition",
     {{"learner", "memory"},
      {"features", FEATURE_FILE},
      {"metric", "overlap"},
      {"vote", "exponential"},
      {"feature-weights", "gain-ratio"},
      {"joint-labels", "0"}},
     false,
     false},
    {"libsvm-rbf",
     "transition",
     {{"learner", "libsvm"}, {"kernel", "rbf"}, {"features", FEATURE_FILE}},
     false,
     false},
    {"libsvm-linear",
     "transition",
     {{"learner", "libsvm"}, {"kernel", "linear"}, {"features", FEATURE_FILE}},
     false,
     false},
    {"graph1", "graph", {{"order", "1"}, SMALL, LABELS}, false, true},
    {"graph1-projective",
     "graph",
     {{"order", "1"}, {"decoder", "projective"}, SMALL, {"labels", "joint"}, LABELS},
     false,
     true},
    {"graph2", "graph", {{"order", "2"}, {"decoder", "projective"}, SMALL, LABELS}, false, true},
    {"graph2-grandparents",
     "graph",
     {{"order", "2"}, {"grandparents", "yes"}, {"decoder", "nonprojective"}, SMALL, LABELS},
     false,
     true},
    {"mst2005", "graph", {{"preset", "mst2005"}, SMALL, LABELS}, false, true},
    {"mst2006",
     "graph",
     {{"preset", "mst2006"}, {"climb-from", "both"}, {"decoder", "nonprojective"}, SMALL, LABELS},
     false,
     true},
    {"joint-siblings",
     "graph",
     {{"labels", "joint"},
      {"joint-siblings", "yes"},
      {"climb-most", "3"},
      {"decoder", "nonprojective"},
      SMALL,
      LABELS},
     false,
     true},
    {"crf", "graph", {{"trainer", "crf"}, {"order", "1"}, SMALL}, false, true},
    {"several-heads", "graph", {{"heads", "several"}, {"order", "1"}, SMALL, LABELS}, false, true},
    {"arc-eager-clusters",
     "transition",
     {{"algorithm", "arc-eager"}, {"clusters", CLUSTER_FILE}, {"cutoff", "1"}},
     false,
     false},
    {"graph-clusters",
     "graph",
     {{"order", "2"}, {"decoder", "projective"}, {"clusters", CLUSTER_FILE}, SMALL, LABELS},
     false,
     true},
    {"generative", "generative", {{"pos", "upos"}}, false, true},
    {"generative-nonprojective",
     "generative",
     {{"decoder", "nonprojective"}, {"punct", "none"}, {"single-root", "no"}},
     false,
     true},
    {"generative-unsupervised",
     "generative",
     {{"unsupervised", "true"}, {"model", "c"}, {"iterations", "3"}},
     false,
     true},
    {"lemmatiser", "lemmatiser", {{NULL, NULL}}, false, false},
    {"sequence", "transition", {{"features", FEATURE_FILE}}, true, false},
    {"stack",
     "stack",
     {{"base", "arc-eager"},
      {"guide", "graph1"},
      {"transition-options", "--features " FEATURE_FILE},
      {"graph-options", "--hash-bits 8 --label-bits 8 --iterations 1 --runs 1"}},
     false,
     true},
    {"stack-graph",
     "stack",
     {{"base", "graph1"},
      {"guide", "covington-nonprojective:reverse"},
      {"transition-options", "--features " FEATURE_FILE},
      {"graph-options", "--hash-bits 8 --label-bits 8 --iterations 1 --runs 1"}},
     false,
     true},
    {"ensemble",
     "ensemble",
     {{"members", "arc-eager,covington-nonprojective:reverse,arc-standard"},
      {"by", "pos"},
      {"confidence", "true"},
      {"transition-options", "--features " FEATURE_FILE}},
     false,
     false},
    {"tagger", "tagger", {{NULL}}, false, false},
    {"tagger-clusters", "tagger", {{"clusters", CLUSTER_FILE}}, false, false},
    {"ensemble-learned",
     "ensemble",
     {{"members", "arc-eager,arc-standard"},
      {"by", "learned"},
      {"decoder", "projective"},
      {"transition-options", "--features " FEATURE_FILE}},
     false,
     false},
};

const char *sweep_name(size_t i)
{
    return i < sizeof recipes / sizeof recipes[0] ? recipes[i].name : NULL;
}

bool sweep_is_slow(size_t i)
{
    return recipes[i].slow;
}

static void require(bool fine, const recipe *r, const copse_error *err)
{
    if (fine)
        return;
    printf("%s cannot be trained: %s\n", r->name, err->message);
    exit(1);
}

// A temporary file, which a word in the values of options stands for.
typedef struct given_file {
    const char *word;
    char path[32];
} given_file;

// Writes it; its name replaces the X's of path.
static void write_file(char *path, const char *text)
{
    const int fd = mkstemp(path);
    if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text) || close(fd) != 0) {
        perror(path);
        exit(1);
    }
}

static void write_files(const recipe *r, given_file file[2])
{
    const bool advised = strcmp(r->family, "stack") == 0 && strncmp(r->set[0][1], "arc", 3) == 0;
    write_file(file[0].path, advised ? ADVISED : FEATURES);
    write_file(file[1].path, CLUSTERS);
}

// The value with the path of a file in its place.
static const char *filled(const char *value, const given_file file[2])
{
    static char text[512];
    for (int i = 0; i < 2; i++) {
        const char *at = strstr(value, file[i].word);
        if (!at)
            continue;
        snprintf(text, sizeof text, "%.*s%s", (int)(at - value), value, file[i].path);
        return text;
    }
    return value;
}

// Adds a calibration. Training needs more sentences for one.
static sweep_model with_calibration(const sweep_model *bare, copse_error *err)
{
    calibration c = {
        .fitted = true, .isotonic = true, .words = 1000, .temperature = 0.5, .label_temperature = 2};
    sweep_model m = {NULL, 0};
    cursor at;
    box *b = box_memory(bare->bytes, bare->size, "bare", err);
    box_writer *w = box_writer_new();
    for (size_t i = 0; b && i < box_sections(b); i++) {
        size_t nth = 0;
        for (size_t k = 0; k < i; k++)
            nth += strcmp(box_section_at(b, k).tag, box_section_at(b, i).tag) == 0;
        if (box_find(b, box_section_at(b, i).tag, nth, &at, err) == 0) {
            box_begin(w, box_section_at(b, i).tag);
            box_raw(w, at.at, (size_t)(at.end - at.at));
        }
    }
    c.head = (iso_map){.n = 3, .x = {0.1, 0.5, 0.9}, .y = {0.2, 0.4, 0.8}};
    c.both = (iso_map){.n = 2, .x = {0, 1}, .y = {0.1, 0.7}};
    cal_save(&c, w);
    m.bytes = box_bytes(w, &m.size, err);
    box_writer_free(w);
    box_close(b);
    return m;
}

// Puts a model into a sequence of one stage.
static sweep_model in_sequence(const void *bytes, size_t size, copse_error *err)
{
    static const char *const name[] = {"parser"};
    sweep_model m = {NULL, 0};
    box_writer *w = box_writer_new();
    seq_save(w, 1, name, &(copse_str){bytes, size});
    m.bytes = box_bytes(w, &m.size, err);
    box_writer_free(w);
    return m;
}

sweep_model sweep_train(size_t i)
{
    const recipe *r = &recipes[i];
    const copse_environment one = {.threads = 1};
    copse_error err = {0};
    given_file file[2] = {{FEATURE_FILE, "/tmp/copse-sweep-XXXXXX"},
                          {CLUSTER_FILE, "/tmp/copse-sweep-XXXXXX"}};
    write_files(r, file);
    copse_options *o = copse_options_new(r->family, &err);
    require(o, r, &err);
    for (size_t k = 0; k < SETTINGS && r->set[k][0]; k++)
        require(copse_options_set(o, r->set[k][0], filled(r->set[k][1], file), &err) == 0, r, &err);
    copse_reader *in = copse_reader_memory(BANK, strlen(BANK), "bank", &err);
    require(in, r, &err);
    copse_writer *out = copse_writer_memory();
    const int code = copse_train_stream(o, in, out, &one, &err);
    unlink(file[0].path);
    unlink(file[1].path);
    require(code == 0, r, &err);
    sweep_model m;
    const void *bytes = copse_writer_data(out, &m.size);
    m.bytes = memcpy(mem_alloc(m.size, 1), bytes, m.size);
    if (r->sequence || strcmp(r->name, "crf") == 0) {
        const sweep_model bare = m;
        m = with_calibration(&bare, &err);
        require(m.bytes, r, &err);
        mem_free(bare.bytes);
    }
    if (r->sequence) {
        const sweep_model inner = m;
        m = in_sequence(inner.bytes, inner.size, &err);
        require(m.bytes, r, &err);
        mem_free(inner.bytes);
    }
    copse_writer_free(out);
    copse_reader_close(in);
    copse_options_free(o);
    return m;
}
