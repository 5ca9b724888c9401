// SPDX-License-Identifier: MIT
// Graph models as files: the same bytes for the same seed, the same trees after loading, damage refused, any
// length parsed.
#include "common/model/container.h"
#include "copse.h"
#include "graph/train.h"
#include "tests/harness.h"
#include "tests/language.h"
#include "tests/scratch.h"
#include "tests/trained.h"
#include "common/treebank/tree.h"
#include "common/base/mem.h"

#define PLAIN "--iterations 3 --runs 2 --hash-bits 14 --label-loss 1"

// Options of which the last ones hold.
static int train_on(const char *model, const char *line, const copse_environment *environment,
                    copse_error *err)
{
    copse_options *o = options_of("graph", line);
    const int code = copse_train(o, scratch("train.conllu"), model, environment, err);
    copse_options_free(o);
    return code;
}

static int train(const char *model, const char *line, copse_error *err)
{
    const copse_environment one = {.threads = 1};
    lang_file(scratch("train.conllu"), 80, 21, strstr(line, "--decoder nonprojective") != NULL);
    return train_on(model, line, &one, err);
}

static int same_files(const char *a, const char *b)
{
    size_t n = 0, m = 0;
    char *x = scratch_read(a, &n), *y = scratch_read(b, &m);
    int same = x && y && n == m && memcmp(x, y, n) == 0;
    mem_free(x);
    mem_free(y);
    return same;
}

static void same_seed_same_bytes(void)
{
    copse_error err;
    CHECK_INT(train(scratch("a"), PLAIN, &err), 0);
    CHECK_INT(train(scratch("b"), PLAIN, &err), 0);
    CHECK(same_files(scratch("a"), scratch("b")));
    CHECK_INT(train(scratch("b"), PLAIN " --seed 2", &err), 0);
    CHECK(!same_files(scratch("a"), scratch("b")));
}

// Runs count, threads do not.
static void runs_go_side_by_side(void)
{
    copse_error err;
    CHECK_INT(train(scratch("a"), PLAIN " --runs 3", &err), 0);
    for (int threads = 2; threads <= 4; threads++) {
        const copse_environment several = {.threads = threads};
        CHECK_INT(train_on(scratch("b"), PLAIN " --runs 3", &several, &err), 0);
        CHECK(same_files(scratch("a"), scratch("b")));
    }
    CHECK_INT(train(scratch("b"), PLAIN " --runs 1", &err), 0);
    CHECK(!same_files(scratch("a"), scratch("b")));
}

// Parses what it was trained on and compares with the gold trees, labels too if labelled.
static long mistakes(const char *model, bool labelled)
{
    copse_error err;
    copse_model *m = copse_model_load(model, &err);
    treebank t;
    long wrong = 0;
    if (!m || tb_read(&t, scratch("train.conllu"), false, &err) != 0)
        return -1;
    const copse_parse_options scores = {.scores = true};
    copse_parser *p = copse_parser_new(m, &scores);
    copse_tree *tree = copse_tree_new();
    for (size_t i = 0; i < t.n; i++) {
        CHECK_INT(copse_parse(p, t.sentence[i], tree, &(copse_error){0}), 0);
        for (int d = 1; d <= tree->n; d++) {
            copse_str a = tree->label[d], b = t.tree[i]->label[d];
            bool same = a.len == b.len && memcmp(a.s, b.s, a.len) == 0;
            wrong += tree->head[d] != t.tree[i]->head[d] || (labelled && !same);
            CHECK(tree->score[d] >= 0 && tree->score[d] <= 1);
            if (!labelled)
                CHECK(a.len == 1 && a.s[0] == '_');
        }
    }
    copse_tree_free(tree);
    copse_parser_free(p);
    tb_done(&t);
    copse_model_free(m);
    return wrong;
}

static void all_kinds_learn_and_load(void)
{
    static const char *const labels[] = {"two-stage", "joint", "none"};
    copse_error err;
    for (int order = 1; order <= 2; order++)
        for (int decoder = 0; dec_choice((size_t)decoder).name; decoder++)
            for (int l = 0; l < 3; l++) {
                char line[256];
                snprintf(line, sizeof line,
                         "--iterations 6 --runs 2 --hash-bits 16 --order %d --decoder %s --labels %s", order,
                         dec_choice((size_t)decoder).name, labels[l]);
                CHECK_INT(train(scratch("m"), line, &err), 0);
                CHECK_INT(mistakes(scratch("m"), l < 2), 0);
            }
}

// Sentences of two words in either order, the verb being the root: all there is to learn are arcs from the
// root.
static void write_pairs(const char *path)
{
    FILE *f = fopen(path, "w");
    for (int i = 0; i < 20; i++)
        fputs(i % 2 ? "1\trains\train\tVERB\tV\t_\t0\troot\t_\t_\n2\tit\tit\tPRON\tP\t_\t1\tnsubj\t_\t_\n\n"
                    : "1\tit\tit\tPRON\tP\t_\t2\tnsubj\t_\t_\n2\trains\train\tVERB\tV\t_\t0\troot\t_\t_\n\n",
              f);
    fclose(f);
}

static void all_trainers_learn(void)
{
    copse_error err;
    for (const graph_trainer *const *t = trainer_all; *t; t++)
        for (int order = 1; order <= (*t)->most_order; order++) {
            const copse_environment one = {.threads = 1};
            char line[256];
            snprintf(line, sizeof line,
                     "--iterations 8 --runs 2 --hash-bits 16 --single-root yes --trainer %s --order %d",
                     (*t)->name, order);
            CHECK_INT(train(scratch("m"), line, &err), 0);
            CHECK_INT(mistakes(scratch("m"), true), 0);
            write_pairs(scratch("train.conllu"));
            CHECK_INT(train_on(scratch("m"), line, &one, &err), 0);
            CHECK_INT(mistakes(scratch("m"), true), 0);
        }
}

static bool all_zero(const gweights *w)
{
    for (size_t i = 0; i < ((size_t)1 << w->bits) + GW_ROW; i++)
        if (w->packed && w->packed[i])
            return false;
    return true;
}

// A step is enough to learn from. What it learns is in the model.
static void one_sentence_once_is_learnt(void)
{
    static const char *const labels[] = {"two-stage", "joint"};
    copse_error err;
    FILE *f = fopen(scratch("train.conllu"), "w");
    fputs("1\ta\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\tdog\t_\tNOUN\t_\t_\t3\tnsubj\t_\t_\n"
          "3\tsees\t_\tVERB\t_\t_\t0\troot\t_\t_\n4\ther\t_\tPRON\t_\t_\t3\tobj\t_\t_\n\n",
          f);
    fclose(f);
    for (const graph_trainer *const *t = trainer_all; *t; t++)
        for (int l = 0; l < 2; l++) {
            char line[256];
            const copse_environment one = {.threads = 1};
            gmodel m;
            snprintf(line, sizeof line, "--iterations 1 --runs 1 --hash-bits 16 --trainer %s --labels %s",
                     (*t)->name, labels[l]);
            REQUIRE(train_on(scratch("m"), line, &one, &err) == 0);
            box *b = box_open(scratch("m"), &err);
            REQUIRE(b && gm_load(&m, b, &err) == 0);
            CHECK(!all_zero(&m.arcs) && !all_zero(&m.pruner) && !all_zero(&m.filter));
            CHECK(!gm_searches_labels(&m) || !all_zero(&m.joint));
            CHECK(m.labelling != GM_TWO_STAGE || !all_zero(&m.rows));
            gm_done(&m);
            box_close(b);
            CHECK_INT(mistakes(scratch("m"), true), 0);
        }
}

static void loaded_parses_as_saved(void)
{
    copse_error err;
    treebank t;
    gmodel made, loaded;
    gparser p, q;
    gt_iterations iterations;
    const copse_environment one = {.threads = 1};
    copse_options *o = options_of("graph", "--iterations 1 --runs 1 --hash-bits 12 --label-bits 11 --cost 1 "
                                           "--grandparents no");
    gopt_settle(o);
    lang_file(scratch("train.conllu"), 60, 22, true);
    REQUIRE(tb_read(&t, scratch("train.conllu"), false, &err) == 0);
    REQUIRE(gtrain(&made, &t, NULL, o, &one, &iterations, &err) == 0);
    copse_options_free(o);
    CHECK_INT(iterations.finished, 1);
    CHECK_INT(iterations.kept, 0);
    CHECK(!made.method.decoder->projective);
    box_writer *w = box_writer_new();
    gm_save(&made, w);
    CHECK_INT(box_save(w, scratch("m"), &err), 0);
    box_writer_free(w);
    box *b = box_open(scratch("m"), &err);
    REQUIRE(b != NULL);
    REQUIRE(gm_load(&loaded, b, &err) == 0);
    gp_init(&p, &made);
    gp_init(&q, &loaded);
    p.scores = q.scores = true;
    copse_tree *x = copse_tree_new(), *y = copse_tree_new();
    for (size_t i = 0; i < t.n; i++) {
        gp_parse(&p, &(stage_input){.sentence = t.sentence[i]}, x);
        gp_parse(&q, &(stage_input){.sentence = t.sentence[i]}, y);
        for (int d = 1; d <= x->n; d++)
            CHECK(x->head[d] == y->head[d] && x->score[d] == y->score[d] &&
                  x->label[d].len == y->label[d].len &&
                  memcmp(x->label[d].s, y->label[d].s, x->label[d].len) == 0);
    }
    copse_tree_free(x);
    copse_tree_free(y);
    gp_done(&p);
    gp_done(&q);
    gm_done(&loaded);
    box_close(b);
    gm_done(&made);
    tb_done(&t);
}

// Confidences cost time, and a tree without them says so.
static void scores_are_there_if_asked_for(void)
{
    copse_error err;
    for (int crf = 0; crf < 2; crf++) {
        REQUIRE(train(scratch("m"), crf ? PLAIN " --label-loss auto --trainer crf" : PLAIN, &err) == 0);
        copse_model *m = copse_model_load(scratch("m"), &err);
        copse_sentence *s = copse_sentence_new();
        copse_tree *tree = copse_tree_new();
        copse_sentence_set(
            s, 2, (copse_token[]){{"DE1", "DE1", "DET", "DET", NULL}, {"NO1", "NO1", "NOUN", "NOUN", NULL}});
        for (int asked = 1; asked >= 0; asked--) {
            const copse_parse_options options = {.scores = asked};
            copse_parser *p = copse_parser_new(m, &options);
            CHECK_INT(copse_parse(p, s, tree, &(copse_error){0}), 0);
            CHECK(tree->scored == asked);
            CHECK((copse_tree_score(tree, 1) > 0) == asked);
            copse_parser_free(p);
        }
        copse_tree_free(tree);
        copse_sentence_free(s);
        copse_model_free(m);
    }
}

// A decoder need not have all searches.
static void order_is_that_of_the_decoder(void)
{
    graph_decoder plain_arcs = *dec_for(true);
    plain_arcs.grandparents = NULL;
    CHECK(dec_has(&plain_arcs, 2, false) && !dec_has(&plain_arcs, 2, true));
    plain_arcs.siblings = NULL;
    CHECK(dec_has(&plain_arcs, 1, false) && !dec_has(&plain_arcs, 2, false));
}

// A GMOD section with one number changed, and weights that are not there.
static int load_changed(int field, uint32_t value, bool weights)
{
    static const uint32_t sound[] = {2, 1, 1, 1, 0, COPSE_UPOS, GM_TWO_STAGE, 0};
    copse_error err;
    gmodel m;
    box_writer *w = box_writer_new();
    box_begin(w, "GMOD");
    for (int i = 0; i < 8; i++)
        box_u32(w, i == field ? value : sound[i]);
    box_u32(w, field == 13 ? value : 0);
    box_u32(w, field == 8 ? value : 2);
    for (int i = 0; i < 2; i++) {
        box_str(w, (copse_str){i ? "root" : "dep", 3});
        box_u8(w, field == 9 ? (uint8_t)value : i ? LP_UNDER_ROOT : LP_ELSEWHERE);
    }
    static const int8_t numbers[(1 << GW_LEAST_BITS) + GW_ROW];
    for (int i = 0; i < 5 && weights; i++) {
        static const char *const tags[] = {"GCAN", "GFIL", "GARC", "GJNT", "GLAB"};
        box_begin(w, tags[i]);
        box_u32(w, field == 10 ? value : GW_LEAST_BITS);
        box_f32(w, field == 11 ? -1.0F : 1.0F);
        box_u32(w, field == 12 ? value : 8);
        for (int k = 12; k < 64; k++)
            box_u8(w, 0);
        box_array(w, numbers, (1 << GW_LEAST_BITS) + GW_ROW, sizeof *numbers);
    }
    CHECK_INT(box_save(w, scratch("changed"), &err), 0);
    box_writer_free(w);
    box *b = box_open(scratch("changed"), &err);
    int code = b ? gm_load(&m, b, &err) : 1;
    if (code == 0)
        gm_done(&m);
    box_close(b);
    return code;
}

static void damage_is_refused(void)
{
    CHECK_INT(load_changed(-1, 0, true), 0);
    static const struct {
        int field;
        uint32_t value;
    } bad[] = {{0, 0},          {0, 1},  {0, 3},  {1, UINT32_MAX}, {2, 7},  {3, 2},  {4, 1},       {4, 2},
               {5, COPSE_FORM}, {6, 3},  {7, 2},  {8, 0},          {8, 1},  {8, 3},  {8, 1 << 30}, {9, 0},
               {9, 1},          {10, 7}, {10, 9}, {10, 60},        {11, 0}, {12, 0}, {12, 16},     {13, 9}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_INT(load_changed(bad[i].field, bad[i].value, true), COPSE_EMODEL);
    CHECK_INT(load_changed(-1, 0, false), COPSE_EMODEL);
    for (const graph_decoder *const *d = dec_all; *d; d++)
        CHECK_INT(load_changed(1, (*d)->id, true), dec_has(*d, 2, true) ? 0 : COPSE_EMODEL);
}

static void bits_and_lengths_are_checked(void)
{
    copse_error err;
    size_t size = 0;
    REQUIRE(train(scratch("m"), PLAIN, &err) == 0);
    char *bytes = scratch_read(scratch("m"), &size);
    REQUIRE(bytes != NULL);
    for (size_t i = 0; i < 60; i++) {
        size_t at = i * (size - 1) / 59;
        bytes[at] ^= (char)(1 << i % 8);
        scratch_write(scratch("flipped"), bytes, size);
        copse_model *m = copse_model_load(scratch("flipped"), &err);
        CHECK(m == NULL && err.code == COPSE_EMODEL);
        copse_model_free(m);
        bytes[at] ^= (char)(1 << i % 8);
        scratch_write(scratch("cut"), bytes, at);
        m = copse_model_load(scratch("cut"), &err);
        CHECK(m == NULL);
        copse_model_free(m);
    }
    mem_free(bytes);
}

static void any_length_gets_a_tree(void)
{
    static const int lengths[] = {1, 2, 255, 257, 4001};
    static const copse_token words[] = {{"DE1", "DE1", "DET", "DET", NULL},
                                        {"NO1", "NO1", "NOUN", "NOUN", "Case=Nom"}};
    copse_error err;
    REQUIRE(train(scratch("m"), PLAIN, &err) == 0);
    copse_model *m = copse_model_load(scratch("m"), &err);
    REQUIRE(m != NULL);
    copse_parser *p = copse_parser_new(m, NULL);
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        copse_token *token = mem_alloc(1, (size_t)lengths[i] * sizeof *token);
        int word;
        for (int d = 0; d < lengths[i]; d++)
            token[d] = words[d % 2];
        copse_sentence_set(s, lengths[i], token);
        CHECK_INT(copse_parse(p, s, tree, &(copse_error){0}), 0);
        CHECK_INT(copse_tree_length(tree), lengths[i]);
        CHECK_INT(tree_check(tree->head, tree->n, false, &word), TREE_FINE);
        for (int d = 1; d <= tree->n; d++)
            CHECK((tree->head[d] == 0) ==
                  (tree->label[d].len == 4 && memcmp(tree->label[d].s, "root", 4) == 0));
        mem_free(token);
    }
    copse_tree_free(tree);
    copse_sentence_free(s);
    copse_parser_free(p);
    copse_model_free(m);
}

static copse_stop *stop;
static int lines;

// Stops after the second iteration.
static void stop_in_time(void *context, const char *line)
{
    (void)context;
    if (strncmp(line, "iteration 2 ", 12) == 0)
        copse_stop_set(stop);
    lines += strncmp(line, "stopped: ", 9) == 0 && strstr(line, "iteration 2") != NULL;
}

static void training_can_be_stopped(void)
{
    copse_error err;
    copse_environment environment = {.threads = 1};
    environment.stop = stop = copse_stop_new();
    copse_stop_set(stop);
    remove(scratch("stopped"));
    lang_file(scratch("train.conllu"), 80, 21, false);
    CHECK_INT(train_on(scratch("stopped"), PLAIN, &environment, &err), COPSE_ESTOPPED);
    CHECK(strstr(err.message, "first iteration") != NULL);
    CHECK(access(scratch("stopped"), F_OK) != 0);
    copse_stop_free(stop);
    environment.stop = stop = copse_stop_new();
    CHECK_INT(train_on(scratch("two"), PLAIN " --iterations 2", &environment, &err), 0);
    environment.report = stop_in_time;
    CHECK_INT(train_on(scratch("stopped"), PLAIN " --iterations 50", &environment, &err), 0);
    CHECK_INT(lines, 1);
    size_t n = 0, m = 0;
    char *a = scratch_read(scratch("two"), &n), *b = scratch_read(scratch("stopped"), &m);
    REQUIRE(a && b);
    box *x = box_memory(a, n, "two", &err), *y = box_memory(b, m, "stopped", &err);
    REQUIRE(x && y && box_sections(x) == box_sections(y));
    for (size_t i = 0; i < box_sections(x); i++) // the number of iterations is an option
        if (strcmp(box_section_at(x, i).tag, "OPTS") != 0)
            CHECK(box_section_at(x, i).checksum == box_section_at(y, i).checksum);
    box_close(x);
    box_close(y);
    mem_free(a);
    mem_free(b);
    copse_stop_free(stop);
}

// The first iteration of the highest LAS that lines tell, and whether it is the last one; and the one that a
// last line says was kept.
typedef struct told {
    double best;
    int iteration, last, kept;
} told;

static void listen(void *context, const char *line)
{
    told *t = context;
    const char *las = strstr(line, "; LAS ");
    if (sscanf(line, "iteration %d of", &t->last) == 1 && las && strtod(las + 6, NULL) > t->best) {
        t->best = strtod(las + 6, NULL);
        t->iteration = t->last;
    }
    sscanf(line, "kept: the model is that of iteration %d", &t->kept);
}

static int same_weights(const char *a, const char *b)
{
    copse_error err;
    box *x = box_open(a, &err), *y = box_open(b, &err);
    int same = x && y && box_sections(x) == box_sections(y);
    for (size_t i = 0; same && i < box_sections(x); i++) {
        const box_section p = box_section_at(x, i), q = box_section_at(y, i);
        same = p.tag[0] != 'G' || p.checksum == q.checksum;
    }
    box_close(x);
    box_close(y);
    return same;
}

// With development data the model is that of the best iteration, as if training had ended there.
static void best_iteration_is_kept(void)
{
    copse_error err;
    int earlier = 0;
    lang_file(scratch("train.conllu"), 12, 24, true);
    lang_file(scratch("dev.conllu"), 60, 25, true);
    for (int seed = 1; seed <= 6; seed++) {
        char line[128], dev[1024];
        told t = {.best = -1}, quiet = {0};
        copse_environment environment = {.threads = 1, .report = listen, .context = &t};
        snprintf(line, sizeof line, "--runs 2 --hash-bits 10 --seed %d --iterations", seed);
        snprintf(dev, sizeof dev, "%s 5 --dev %s", line, scratch("dev.conllu"));
        REQUIRE(train_on(scratch("best"), dev, &environment, &err) == 0);
        CHECK(t.last == 5 && t.kept == t.iteration);
        earlier += t.iteration < 5;
        environment.report = NULL; // nobody listens, and the same is kept
        REQUIRE(train_on(scratch("unheard"), dev, &environment, &err) == 0);
        CHECK(same_files(scratch("best"), scratch("unheard")));
        environment = (copse_environment){.threads = 1, .report = listen, .context = &quiet};
        snprintf(dev, sizeof dev, "%s %d", line, t.iteration);
        REQUIRE(train_on(scratch("short"), dev, &environment, &err) == 0);
        CHECK(same_weights(scratch("best"), scratch("short")) && quiet.kept == 0);
        snprintf(dev, sizeof dev, "%s 5 --keep last --dev %s", line, scratch("dev.conllu"));
        REQUIRE(train_on(scratch("last"), dev, &environment, &err) == 0);
        CHECK(same_weights(scratch("best"), scratch("last")) == (t.iteration == 5) && quiet.kept == 0);
    }
    CHECK(earlier > 0); // otherwise nothing was tested
}

static void wrong_options_are_named(void)
{
    static const char *const wrong[][3] = {
        {"trainer", "svm", "--trainer: 'svm' is none of mira|factored-mira|perceptron|crf"},
        {"order", "3", "--order: '3' is none of auto|1|2"},
        {"hash-bits", "60", "--hash-bits: '60' is not a whole number in 8..26"},
        {"k", "many", "--k: 'many' is not a whole number in 1..100"},
        {"colour", "red", "unknown option '--colour'"}};
    copse_error err;
    copse_options *o = options_of("graph", "");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK_INT(copse_options_set(o, wrong[i][0], wrong[i][1], &err), COPSE_EINPUT);
        CHECK_STRING(err.message, wrong[i][2]);
    }
    options_fix(o, "trainer", "crf");
    options_fix(o, "order", "2");
    CHECK_INT(copse_train(o, scratch("train.conllu"), scratch("x"), NULL, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "--trainer crf is of first order: --order 2 has no meaning for it");
    copse_options_free(o);
}

static void clean(void)
{
    scratch_remove(scratch_folder);
}

static void begin(void)
{
    scratch_make();
    atexit(clean);
    CHECK(scratch_entries(scratch_folder) == 0);
}

TESTS(TEST(begin), TEST(same_seed_same_bytes), TEST(runs_go_side_by_side), TEST(all_kinds_learn_and_load),
      TEST(all_trainers_learn), TEST(one_sentence_once_is_learnt), TEST(loaded_parses_as_saved),
      TEST(scores_are_there_if_asked_for), TEST(order_is_that_of_the_decoder), TEST(damage_is_refused),
      TEST(bits_and_lengths_are_checked), TEST(any_length_gets_a_tree), TEST(training_can_be_stopped),
      TEST(best_iteration_is_kept), TEST(wrong_options_are_named))
