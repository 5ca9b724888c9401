// SPDX-License-Identifier: MIT
// Parsers with word clusters: words that were not seen are parsed as those of their clusters, models hold the
// clusters, and damaged ones are refused.
#include "tests/files.h"
#include "tests/harness.h"

#include "common/base/error.h"
#include "common/base/random.h"
#include "common/base/text.h"
#include "common/model/clusters.h"
#include "common/treebank/tree.h"
#include "common/treebank/treebank.h"
#include "ensemble/options.h"
#include "graph/options.h"
#include "tests/sentences.h"
#include "tests/trained.h"
#include "text/pipeline.h"
#include "transition/features.h"
#include "transition/options.h"

// A language whose words look alike: only their clusters tell verbs, nouns, and modifiers of nouns.
enum { VERB, NOUN, MODIFIER, KINDS, VOCABULARY = 30, SEEN = 24, LETTERS = 6 };
typedef struct language {
    char form[KINDS][VOCABULARY][LETTERS + 1];
} language;

static const char *const path_of[KINDS] = {"00101", "1101001", "1110"};

static void language_make(language *l)
{
    rng r;
    rng_seed(&r, 3);
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < VOCABULARY; i++) {
            for (int c = 0; c < LETTERS; c++)
                l->form[k][i][c] = (char)('a' + rng_below(&r, 26));
            l->form[k][i][LETTERS] = 0;
        }
}

// The name of a file with the clusters of all words.
static const char *clusters_file(const language *l, const char *name, bool brown)
{
    text all = {0};
    char line[64];
    for (int i = 0; i < VOCABULARY; i++)
        for (int k = 0; k < KINDS; k++) {
            if (brown)
                snprintf(line, sizeof line, "%s\t%s\t%d\n", path_of[k], l->form[k][i], i + 1);
            else
                snprintf(line, sizeof line, "%s\tC%d\n", l->form[k][i], k);
            text_cat(&all, line);
        }
    const char *path = scratch_bytes(name, all.s, all.n);
    text_done(&all);
    return path;
}

// n sentences of words first to last - 1 of each kind: a verb, a noun and a modifier, in any order.
static const char *bank_file(const language *l, const char *name, int n, int first, int last, uint64_t seed)
{
    static const char *const label[KINDS] = {"root", "obj", "amod"};
    text all = {0};
    rng r;
    rng_seed(&r, seed);
    for (int i = 0; i < n; i++) {
        int kind[KINDS] = {VERB, NOUN, MODIFIER}, place[KINDS];
        for (int k = KINDS - 1; k > 0; k--) {
            const int other = (int)rng_below(&r, (uint64_t)k + 1), kept = kind[k];
            kind[k] = kind[other];
            kind[other] = kept;
        }
        for (int d = 0; d < KINDS; d++)
            place[kind[d]] = d + 1;
        for (int d = 0; d < KINDS; d++) {
            char line[96];
            const int word = first + (int)rng_below(&r, (uint64_t)(last - first));
            snprintf(line, sizeof line, "%d\t%s\t_\tX\tX\t_\t%d\t%s\t_\t_\n", d + 1, l->form[kind[d]][word],
                     kind[d] == VERB ? 0 : place[kind[d] - 1], label[kind[d]]);
            text_cat(&all, line);
        }
        text_cat(&all, "\n");
    }
    const char *path = scratch_bytes(name, all.s, all.n);
    text_done(&all);
    return path;
}

// The share of words of a treebank with the right head and label.
static double accuracy(const char *model_file, const char *bank)
{
    copse_error err = {0};
    treebank t;
    long right = 0;
    copse_model *m = copse_model_load(model_file, &err);
    if (!m || tb_read(&t, bank, false, &err) != 0) {
        printf("  %s\n", err.message);
        return -1;
    }
    copse_parser *p = copse_parser_new(m, NULL);
    copse_tree *tree = copse_tree_new();
    for (size_t i = 0; i < t.n; i++) {
        CHECK_INT(copse_parse(p, t.sentence[i], tree, &err), 0);
        for (int d = 1; d <= tree->n; d++)
            right += tree->head[d] == t.tree[i]->head[d] && str_equal(tree->label[d], t.tree[i]->label[d]);
    }
    const double share = (double)right / (double)t.words;
    copse_tree_free(tree);
    copse_parser_free(p);
    copse_model_free(m);
    tb_done(&t);
    return share;
}

static const struct way {
    const char *family, *options;
    double least; // accuracy on words of known clusters
} ways[] = {{"transition", "", 0.97},
            {"transition", "--algorithm swap-lazy", 0.97},
            {"transition", "--learner memory", 0.8}, // what words look like counts as well
            {"transition", "--features malt-standard --split-by cluster(B0,4) --split-threshold 20", 0.97},
            {"graph", "--iterations 4 --hash-bits 16", 0.97},
            {"graph", "--iterations 4 --hash-bits 16 --order 1 --labels joint", 0.97},
            {"graph", "--iterations 4 --hash-bits 16 --preset mst2006", 0.97},
            {"graph", "--iterations 4 --hash-bits 16 --trainer crf", 0.97}};
enum { WAYS = sizeof ways / sizeof ways[0] };

// Trains in one of the ways, with clusters unless the file is NULL.
static int train_way(const struct way *way, const char *list, const char *bank, const char *model,
                     copse_error *err)
{
    char line[1024];
    const bool splits = !list && strstr(way->options, "split");
    snprintf(line, sizeof line, "--calibrate no %s%s %s", list ? "--clusters " : "", list ? list : "",
             splits ? "" : way->options);
    return train_file(way->family, line, bank, model, 1, err);
}

static void clusters_stand_for_words(void)
{
    language l;
    char train[256], unseen[256], seen[256], file[2][256], model[256];
    language_make(&l);
    snprintf(train, sizeof train, "%s", bank_file(&l, "train.conllu", 150, 0, SEEN, 1));
    snprintf(seen, sizeof seen, "%s", bank_file(&l, "seen.conllu", 40, 0, SEEN, 2));
    snprintf(unseen, sizeof unseen, "%s", bank_file(&l, "unseen.conllu", 40, SEEN, VOCABULARY, 2));
    snprintf(file[0], sizeof file[0], "%s", clusters_file(&l, "brown", true));
    snprintf(file[1], sizeof file[1], "%s", clusters_file(&l, "classes", false));
    snprintf(model, sizeof model, "%s", scratch("clustered.model"));
    for (int i = 0; i < WAYS; i++) {
        copse_error err;
        for (int k = 0; k < 2; k++) {
            CHECK_INT(train_way(&ways[i], file[k], train, model, &err), 0);
            CHECK(accuracy(model, unseen) > ways[i].least);
            CHECK(accuracy(model, seen) > 0.97);
        }
        CHECK_INT(train_way(&ways[i], NULL, train, model, &err), 0);
        CHECK(accuracy(model, unseen) < 0.5);
    }
}

// The base of a stack and the members of an ensemble.
static void members_have_clusters(void)
{
    language l;
    copse_error err;
    char train[256], unseen[256], file[256], line[1024];
    language_make(&l);
    snprintf(train, sizeof train, "%s", bank_file(&l, "train.conllu", 100, 0, SEEN, 1));
    snprintf(unseen, sizeof unseen, "%s", bank_file(&l, "unseen.conllu", 40, SEEN, VOCABULARY, 2));
    snprintf(file, sizeof file, "%s", clusters_file(&l, "brown", true));
    copse_options *o = options_of("stack", "--base arc-eager --guide graph1");
    snprintf(line, sizeof line, "--clusters %s", file);
    options_fix(o, "transition-options", line);
    options_fix(o, "graph-options", "--hash-bits 12 --iterations 1 --runs 1");
    CHECK_INT(copse_train(o, train, scratch("stack.model"), NULL, &err), 0);
    CHECK(accuracy(scratch("stack.model"), unseen) > 0.97);
    copse_options_free(o);
}

// --- the feature language

static void terms_have_values(void)
{
    clusters c;
    feature_model m;
    copse_error err;
    fm_words w = {0};
    CHECK_INT(clusters_read(&c,
                            scratch_text("brown", "0000111\tcat\t3\n0000110\tDog\t2\n0000110\tdog\t2\n"
                                                  "01\tran\t9\n"),
                            &err),
              0);
    CHECK_INT(fm_parse(&m, "f", str("cluster(S0) cluster(S0,6)\ncluster( B0 , 4 )\n"), &err), 0);
    CHECK(fm_has_clusters(&m) && m.tables == 3 && fm_reads(&m, COPSE_UPOS) == 1U << COPSE_FORM);
    CHECK_INT(fm_use_clusters(&m, &c, &err), 0);
    CHECK_INT(m.lines, 2); // none were added
    copse_sentence *s = sentence_of("cat Cat dog Dog ran bird");
    fm_words_set(&w, &m, s, COPSE_UPOS);
    const uint64_t *cat = w.value + 6, *upper = cat + 3, *dog = upper + 3, *upper_dog = dog + 3,
                   *ran = upper_dog + 3, *bird = ran + 3;
    for (int t = 0; t < 3; t++) {
        CHECK(cat[t] == upper[t] && dog[t] == upper_dog[t] && ran[t] != cat[t] && bird[t] != cat[t]);
        CHECK((cat[t] == dog[t]) == (m.table[t].length != 0));
        CHECK(ran[t] == ran[0] && bird[t] == bird[0]);
    }
    fm_words_done(&w);
    copse_sentence_free(s);
    fm_done(&m);
    clusters_done(&c);
}

static void terms_are_checked(void)
{
    static const char *const wrong[] = {"cluster(S0,5)", "cluster(S0,)", "cluster(S0 4)", "cluster(4)",
                                        "cluster(S0,100)"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        feature_model m;
        copse_error err;
        CHECK_INT(fm_parse(&m, "f", str(wrong[i]), &err), COPSE_EINPUT);
        CHECK_INT(err.line, 1);
    }
}

static void lines_are_added(void)
{
    feature_model m;
    clusters c;
    copse_error err;
    CHECK_INT(clusters_read(&c, scratch_text("brown", "01\tran\t9\n"), &err), 0);
    CHECK_INT(fm_read(&m, "arc-eager", 2, &err), 0);
    const int plain = m.plain_lines, all = m.lines;
    CHECK_INT(fm_use_clusters(&m, &c, &err), 0);
    CHECK(m.plain_lines > plain && m.lines - m.plain_lines == all - plain && m.guides == 2);
    CHECK(m.clusters == &c && fm_has_clusters(&m));
    fm_done(&m);
    clusters_done(&c);
}

// --- what goes wrong

static void bad_files_are_refused(void)
{
    static const char neither[] = "neither BITS<TAB>WORD<TAB>COUNT nor WORD<TAB>CLASS";
    static const struct {
        const char *text;
        long line;
        const char *message;
    } bad[] = {{"0101\tword\t3\nword\t7\n", 2, "2 fields, but the lines before it have 3"},
               {"word\n", 1, neither},
               {"a\tb\n\t7\n", 2, neither},
               {"", 0, "no clusters"},
               {"a\tb\tc\td\n", 1, neither},
               {"01x1\tword\t3\n", 1, neither}};
    static const char *const families[] = {"transition", "graph", "tagger"};
    language l;
    char bank[256], line[600], path[256];
    copse_error err;
    language_make(&l);
    snprintf(bank, sizeof bank, "%s", bank_file(&l, "bank.conllu", 5, 0, SEEN, 1));
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++) {
        for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
            snprintf(path, sizeof path, "%s", scratch_text("bad", bad[i].text));
            snprintf(line, sizeof line, "--clusters %s", path);
            CHECK_INT(train_file(families[f], line, bank, scratch("m"), 1, &err), COPSE_EINPUT);
            CHECK_STRING(err.file, path);
            CHECK_INT(err.line, bad[i].line);
            CHECK_STRING(err.message, bad[i].message);
        }
        snprintf(line, sizeof line, "--clusters %s", scratch("nowhere"));
        CHECK_INT(train_file(families[f], line, bank, scratch("m"), 1, &err), COPSE_EIO);
        CHECK_INT(train_file(families[f], "--clusters=", bank, scratch("m"), 1, &err), 0);
    }
    snprintf(line, sizeof line, "--features %s", scratch_text("my.feat", "pos(S0) cluster(B0)\n"));
    CHECK_INT(train_file("transition", line, bank, scratch("m"), 1, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "features of clusters need --clusters");
    CHECK_INT(train_file("transition", "--split-by cluster(B0,4)", bank, scratch("m"), 1, &err),
              COPSE_EINPUT);
}

// Lines that are odd and fine: any bytes, a long word, a word twice, empty lines, no line end.
static void odd_files_are_read(void)
{
    clusters c;
    copse_error err;
    text all = {0};
    uint32_t level[CLUSTERS_LEVELS], first[CLUSTERS_LEVELS];
    text_cat(&all, "0000\ttwice\t1\r\n\n1111\ttwice\t2\n0000\t\xff\xfe\t1\n0101\t");
    for (int i = 0; i < 100000; i++)
        text_cat(&all, "x");
    text_cat(&all, "\t1\n0000\tlast\t1");
    CHECK_INT(clusters_read(&c, scratch_bytes("odd", all.s, all.n), &err), 0);
    CHECK_INT(c.n, 4);
    clusters_find(&c, str("twice"), first);
    clusters_find(&c, str("last"), level);
    CHECK(memcmp(level, first, sizeof level) == 0);
    clusters_find(&c, str("\xff\xfe"), level);
    CHECK(memcmp(level, first, sizeof level) == 0);
    clusters_find(&c, str("none"), level);
    for (int k = 0; k < CLUSTERS_LEVELS; k++)
        CHECK(level[k] == 0 && first[k] != 0);
    clusters_done(&c);
    text_done(&all);
}

typedef struct part {
    char tag[5];
    unsigned char *bytes;
    size_t size;
} part;
enum { MOST_PARTS = 16 };

static size_t parts_of(const char *model, part *p)
{
    copse_error err = {0};
    box *b = box_open(model, &err);
    const size_t n = b ? box_sections(b) : 0;
    for (size_t i = 0; i < n && i < MOST_PARTS; i++) {
        cursor c;
        memcpy(p[i].tag, box_section_at(b, i).tag, sizeof p[i].tag);
        CHECK_INT(box_find(b, p[i].tag, 0, &c, &err), 0);
        p[i].size = (size_t)(c.end - c.at);
        p[i].bytes = mem_alloc(p[i].size, 1);
        memcpy(p[i].bytes, c.at, p[i].size);
    }
    box_close(b);
    return n;
}

// Parses with the parts as a model, part `which` cut or grown to `size`. False if it is refused.
static bool survives(const part *p, size_t parts, size_t which, size_t size)
{
    static const unsigned char more[8] = {0};
    copse_error err = {0};
    size_t bytes_n = 0;
    box_writer *w = box_writer_new();
    for (size_t i = 0; i < parts; i++) {
        if (i == which && size == SIZE_MAX)
            continue;
        box_begin(w, p[i].tag);
        box_raw(w, p[i].bytes, i == which && size < p[i].size ? size : p[i].size);
        if (i == which && size > p[i].size)
            box_raw(w, more, size - p[i].size);
    }
    void *bytes = box_bytes(w, &bytes_n, &err);
    box_writer_free(w);
    copse_model *m = copse_model_from_memory(bytes, bytes_n, "crafted", &err);
    mem_free(bytes);
    if (!m) {
        CHECK(err.code == COPSE_EMODEL && err.message[0] && !strchr(err.message, '\n'));
        return false;
    }
    copse_parser *parser = copse_parser_new(m, NULL);
    copse_sentence *s = sentence_of("a//X b//X Abc//X d//X");
    copse_tree *tree = copse_tree_new();
    CHECK_INT(copse_parse(parser, s, tree, &err), 0);
    copse_tree_free(tree);
    copse_sentence_free(s);
    copse_parser_free(parser);
    copse_model_free(m);
    return true;
}

// Replaces each word of a section by odd numbers.
static void replace_words(part *p, size_t parts, size_t which, int *refused)
{
    static const uint32_t odd[] = {0, 1, 3, 0x7fffffff, 0xffffffff};
    for (size_t at = 0; at + 4 <= p[which].size; at += 4)
        for (size_t x = 0; x < sizeof odd / sizeof odd[0]; x++) {
            unsigned char kept[4];
            memcpy(kept, p[which].bytes + at, 4);
            memcpy(p[which].bytes + at, &odd[x], 4);
            *refused += !survives(p, parts, which, p[which].size);
            memcpy(p[which].bytes + at, kept, 4);
        }
}

static void hostile_sections_are_refused(void)
{
    static const struct way small[] = {{"transition", "", 0}, {"graph", "--hash-bits 8 --iterations 1", 0}};
    language l;
    char bank[256], file[256], model[256];
    language_make(&l);
    snprintf(bank, sizeof bank, "%s", bank_file(&l, "bank.conllu", 12, 0, SEEN, 1));
    snprintf(model, sizeof model, "%s", scratch("small.model"));
    snprintf(file, sizeof file, "%s", scratch_text("few", "0000110\ta\t1\n000010\tb\t1\n11\tabc\t3\n"));
    for (int i = 0; i < 2; i++) {
        part p[MOST_PARTS];
        copse_error err;
        int refused = 0;
        size_t which = 0;
        REQUIRE(train_way(&small[i], file, bank, model, &err) == 0);
        const size_t parts = parts_of(model, p);
        while (which < parts && strcmp(p[which].tag, "CLUS") != 0)
            which++;
        REQUIRE(which < parts && parts <= MOST_PARTS && survives(p, parts, which, p[which].size));
        replace_words(p, parts, which, &refused);
        CHECK(refused > 20);
        for (size_t size = 0; size < p[which].size; size++)
            CHECK(!survives(p, parts, which, size));
        CHECK(!survives(p, parts, which, p[which].size + 1) && !survives(p, parts, which, p[which].size + 4));
        CHECK(survives(p, parts, which, SIZE_MAX) == (i == 1)); // terms of clusters without clusters
        for (size_t k = 0; k < parts; k++)
            mem_free(p[k].bytes);
    }
}

// --- pipelines

// The file that the parser of a pipeline gets; options of pipelines are as on the command line.
static copse_options *parser_of(const char *parser, const char *parser_options)
{
    copse_error err = {0};
    copse_options *o = copse_options_new("pipeline", &err), *made = NULL;
    options_fix(o, "parser", parser);
    options_fix(o, "clusters", "my words");
    if (parser_options)
        options_fix(o, "parser-options", parser_options);
    CHECK_INT(popt_parser(o, &made, &err), 0);
    copse_options_free(o);
    return made;
}

static void pipelines_share_theirs(void)
{
    copse_options *o = parser_of("graph", "--hash-bits 20");
    CHECK_STRING(gopt_of(o)->clusters, "my words");
    copse_options_free(o);
    o = parser_of("transition", "--clusters other");
    CHECK_STRING(topt_of(o)->clusters, "other");
    copse_options_free(o);
    o = parser_of("transition", "--clusters=");
    CHECK_STRING(topt_of(o)->clusters, "");
    copse_options_free(o);
    copse_options_free(parser_of("generative", NULL));
    o = parser_of("graph2,arc-eager", NULL);
    copse_options *copy = options_copy(o);
    const ensemble_options *e = eopt_of(copy);
    CHECK_STRING(topt_of(eopt_of_members(e, fam_find("transition")))->clusters, "my words");
    CHECK_STRING(gopt_of(eopt_of_members(e, fam_find("graph")))->clusters, "my words");
    copse_options_free(copy);
    copse_options_free(o);
}

TESTS(TEST(clusters_stand_for_words), TEST(members_have_clusters), TEST(terms_have_values),
      TEST(terms_are_checked), TEST(lines_are_added), TEST(bad_files_are_refused), TEST(odd_files_are_read),
      TEST(hostile_sections_are_refused), TEST(pipelines_share_theirs))
