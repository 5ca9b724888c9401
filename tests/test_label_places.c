// SPDX-License-Identifier: MIT
// Words under the root have labels that were seen there, and no others have labels that were seen only there:
// graph-based parsers with any weights, ensembles, stacked and reversed parsers, models joined.
#include "tests/harness.h"
#include "tests/files.h"
#include "tests/places.h"
#include "tests/sentences.h"
#include "tests/trained.h"

#include "graph/train.h"
#include "common/base/mem.h"

// --- Graph-based parsers

static void shuffle_weights(gweights *w, rng *r)
{
    const size_t n = w->own ? ((size_t)1 << w->bits) + GW_ROW : 0;
    for (size_t i = 0; i < n; i++)
        w->own[i] = (int8_t)((int)rng_below(r, 255) - 127);
}

static int train_graph(gmodel *m, const char *line, table *places)
{
    const copse_environment one = {.threads = 1};
    copse_error err = {0};
    treebank t;
    gt_iterations finished;
    copse_options *o = options_of("graph", line);
    gopt_settle(o);
    CHECK_INT(tb_read(&t, scratch_text("train.conllu", PLACES), false, &err), 0);
    places_note(places, &t);
    const int code = gtrain(m, &t, NULL, o, &one, &finished, &err);
    tb_done(&t);
    copse_options_free(o);
    return code;
}

static void check_graph(const gmodel *m, const table *places, rng *r, const int *length, int lengths)
{
    gparser p;
    copse_tree *tree = copse_tree_new();
    gp_init(&p, m);
    for (int i = 0; i < lengths; i++) {
        copse_sentence *s = random_sentence(r, length[i], false);
        for (int single = 0; single < 2; single++) {
            p.method.single_root = single;
            gp_parse(&p, &(stage_input){.sentence = s}, tree);
            CHECK_INT(places_wrong(places, tree), 0);
        }
        copse_sentence_free(s);
    }
    copse_tree_free(tree);
    gp_done(&p);
}

static void any_weights_keep_labels_in_their_places(void)
{
    static const char *const kinds[] = {
        "--order 1 --labels two-stage", "--order 2 --labels two-stage",
        "--order 1 --labels joint",     "--order 2 --labels joint --decoder nonprojective",
        "--trainer crf --labels joint", "--trainer crf --labels two-stage"};
    static const int length[] = {0, 1, 2, 3, 9, 30, 300};
    rng r;
    rng_seed(&r, 31);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (int seed = 0; seed < 3; seed++) {
            gmodel m;
            table places = {0};
            char line[160];
            memset(&m, 0, sizeof m);
            snprintf(line, sizeof line, "%s --iterations 1 --runs 1 --hash-bits 10 --label-bits 12",
                     kinds[k]);
            REQUIRE(train_graph(&m, line, &places) == 0);
            shuffle_weights(&m.arcs, &r);
            shuffle_weights(&m.joint, &r);
            shuffle_weights(&m.rows, &r);
            check_graph(&m, &places, &r, length, sizeof length / sizeof length[0]);
            gm_done(&m);
            tab_done(&places);
        }
}

// A sentence that is parsed in pieces: with one root word the roots of later ones become words like others.
static void pieces_keep_labels_in_their_places(void)
{
    static const int length[] = {GS_MOST + 1};
    rng r;
    gmodel m;
    table places = {0};
    rng_seed(&r, 32);
    memset(&m, 0, sizeof m);
    REQUIRE(train_graph(&m, "--order 1 --iterations 1 --runs 1 --hash-bits 10", &places) == 0);
    shuffle_weights(&m.rows, &r);
    check_graph(&m, &places, &r, length, 1);
    gm_done(&m);
    tab_done(&places);
}

// --- Ensembles

static const char *treebank_file(table *places)
{
    enum { TIMES = 8 };
    char *text = mem_zero(TIMES * sizeof PLACES, 1);
    treebank t;
    copse_error err;
    for (int i = 0; i < TIMES; i++)
        strcat(text, PLACES);
    const char *path = scratch_text("train.conllu", text);
    mem_free(text);
    CHECK_INT(tb_read(&t, path, false, &err), 0);
    places_note(places, &t);
    tb_done(&t);
    return path;
}

static void check_model(copse_model *m, const table *places, rng *r)
{
    copse_tree *tree = copse_tree_new();
    for (int choice = COPSE_ROOT_AS_TRAINED; choice <= COPSE_ROOT_ANY; choice++) {
        const copse_parse_options options = {.single_root = (copse_root_choice)choice};
        copse_parser *p = copse_parser_new(m, &options);
        for (int i = 0; i < 40; i++) {
            copse_sentence *s = random_sentence(r, (int)rng_below(r, 16), false);
            CHECK_INT(copse_parse(p, s, tree, &(copse_error){0}), 0);
            CHECK_INT(places_wrong(places, tree), 0);
            copse_sentence_free(s);
        }
        copse_parser_free(p);
    }
    copse_tree_free(tree);
}

static void ensembles_keep_labels_in_their_places(void)
{
    static const char *const members[] = {
        "graph1,arc-eager,arc-standard:reverse",
        "arc-eager+graph1,covington-nonprojective,graph2+arc-eager:reverse"};
    copse_error err = {0};
    table places = {0};
    rng r;
    rng_seed(&r, 33);
    const copse_environment one = {.threads = 1};
    char *train = mem_string(treebank_file(&places), strlen(scratch("train.conllu")));
    for (size_t k = 0; k < sizeof members / sizeof members[0]; k++) {
        copse_options *o = options_of("ensemble", "--folds 2");
        options_fix(o, "members", members[k]);
        options_fix(o, "graph-options", "--iterations 1 --runs 1 --hash-bits 10");
        options_fix(o, "transition-options", "--exploration 0 --eps 0.1");
        REQUIRE(copse_train(o, train, scratch("ensemble.model"), &one, &err) == 0);
        copse_options_free(o);
        copse_model *m = copse_model_load(scratch("ensemble.model"), &err);
        REQUIRE(m);
        check_model(m, &places, &r);
        copse_model_free(m);
    }
    mem_free(train);
    tab_done(&places);
}

static void joined_models_keep_labels_in_their_places(void)
{
    copse_error err = {0};
    table places = {0};
    rng r;
    rng_seed(&r, 34);
    char *train = mem_string(treebank_file(&places), strlen(scratch("train.conllu")));
    copse_model *m[2];
    REQUIRE(train_file("graph", "--order 1 --iterations 1 --runs 1 --hash-bits 10", train, scratch("a.model"),
                       1, &err) == 0);
    REQUIRE(train_file("transition", "--algorithm covington-projective --exploration 0 --single-root no",
                       train, scratch("b.model"), 1, &err) == 0);
    REQUIRE((m[0] = copse_model_load(scratch("a.model"), &err)) != NULL);
    REQUIRE((m[1] = copse_model_load(scratch("b.model"), &err)) != NULL);
    copse_model *both = copse_model_together(m, 2, &err);
    REQUIRE(both);
    check_model(both, &places, &r);
    copse_model_free(both);
    mem_free(train);
    tab_done(&places);
}

TESTS(TEST(any_weights_keep_labels_in_their_places), TEST(pieces_keep_labels_in_their_places),
      TEST(ensembles_keep_labels_in_their_places), TEST(joined_models_keep_labels_in_their_places))
