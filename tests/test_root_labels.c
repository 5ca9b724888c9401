// SPDX-License-Identifier: MIT
// A word under the root has a label that was seen there, and no other word has one that was seen only there:
// in every transition-based parser, whatever its classifiers say, and in every model that a file can hold.
#include "tests/harness.h"
#include "tests/mad.h"
#include "tests/places.h"
#include "tests/sentences.h"
#include "tests/tinybank.h"
#include "tests/trees.h"

#include "common/treebank/reader.h"

#define UP "\xe2\x86\x91"
#define DOWN "\xe2\x86\x93"

// --- Any classifiers

typedef struct known { // a label of the treebank, and where it stands
    const char *name;
    uint8_t place;
} known;

static const known bare[] = {{"dep", LP_ELSEWHERE},
                             {"root", LP_UNDER_ROOT},
                             {"list", LP_ANYWHERE},
                             {"exd", LP_UNDER_ROOT},
                             {"obj", LP_ELSEWHERE}};
static const known marked[] = {
    {"dep" UP "root", LP_ELSEWHERE},     {"obj" UP "dep", LP_ELSEWHERE},       {"root" DOWN, LP_UNDER_ROOT},
    {"dep" UP "obj" DOWN, LP_ELSEWHERE}, {"list" UP "root" DOWN, LP_ANYWHERE}, {"obj" UP, LP_ELSEWHERE},
    {"obj" DOWN, LP_ELSEWHERE}};
enum { BARE = sizeof bare / sizeof bare[0], MARKED = sizeof marked / sizeof marked[0] };

static uint8_t place_of(copse_str label)
{
    for (size_t i = 0; i < BARE; i++)
        if (str_is(label, bare[i].name))
            return bare[i].place;
    return 0;
}

static void make_model(tmodel *m, const tsystem *system, cfg_root root, bool single_root, int pproj)
{
    copse_error err = {0};
    memset(m, 0, sizeof *m);
    m->system = system;
    m->root = root;
    m->single_root = single_root;
    m->pproj = pproj;
    m->pos = COPSE_UPOS;
    CHECK_INT(fm_parse(&m->features, "test", str("form(S0) form(B0)\npos(rc(S0)) label(S0)\n"), &err), 0);
    m->seen = mem_alloc(BARE + MARKED, 1);
    for (size_t i = 0; i < BARE + (pproj < 0 ? 0 : MARKED); i++) {
        const known *k = i < BARE ? &bare[i] : &marked[i - BARE];
        m->seen[tab_add(&m->labels, str(k->name))] = k->place;
    }
    m->root_label = 1;
    m->split_term = -1;
    m->split = mem_zero(1, sizeof *m->split);
    m->set = mem_zero(1, sizeof *m->set);
    m->sets = 1;
    tm_allow(m);
}

// All types with some labels each, in the first and the second scorers.
static void make_classifiers(tmodel *m, rng *r, int mode)
{
    enum { MOST = 2 * (BARE + MARKED) + 4 };
    classifier *d = m->set[0].classifier;
    for (int which = 0; which < CLS_COUNT; which++) {
        outcome o[MOST];
        uint32_t n = 0;
        for (uint16_t type = 0; type < T_TYPES; type++) {
            if (which == CLS_FIRST)
                o[n++] = (outcome){type, CLS_NO_LABEL};
            if ((type == T_LEFT && which != CLS_RIGHT) || (type == T_RIGHT && which != CLS_LEFT))
                for (uint16_t l = 0; l < m->labels.n; l++)
                    if (rng_below(r, 3))
                        o[n++] = (outcome){type, l};
        }
        set_decider(&d[which], o, n, n > 1 ? mad_new(n, rng_next(r), mode) : NULL);
    }
}

static void check_parses(const tmodel *m, rng *r, int sentences)
{
    tparser p;
    copse_tree *tree = copse_tree_new();
    tp_init(&p, m);
    for (int i = 0; i < sentences; i++) {
        copse_sentence *s = random_sentence(r, i < 4 ? i : (int)rng_below(r, 25), i % 2);
        tp_parse(&p, &(stage_input){.sentence = s}, tree);
        for (int d = 1; d <= tree->n; d++)
            CHECK(place_of(tree->label[d]) & lp_place(tree->head[d]));
        copse_sentence_free(s);
    }
    copse_tree_free(tree);
    tp_done(&p);
}

static void any_classifier_keeps_labels_in_their_places(void)
{
    rng r;
    rng_seed(&r, 11);
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int root = CFG_ROOT_FIRST; root <= CFG_ROOT_NONE; root++)
            for (int single = 0; single < 2; single++)
                for (int pproj = -1; pproj <= (sys_derives_all(*system) ? -1 : COPSE_PPROJ_HEAD_PATH);
                     pproj++)
                    for (int mode = 0; mode < 6; mode++) {
                        tmodel m;
                        make_model(&m, *system, (cfg_root)root, single, pproj);
                        make_classifiers(&m, &r, mode < 3 ? 0 : mode - 2);
                        check_parses(&m, &r, 12);
                        tm_done(&m);
                    }
}

// The best allowed label is taken, and scores of others speak for the transition.
static void the_best_allowed_label_is_taken(void)
{
    static const outcome first[] = {{T_SHIFT, CLS_NO_LABEL}, {T_LEFT, 0}, {T_LEFT, 1}, {T_LEFT, 2}};
    static const float score[] = {1, 4, 2, 3};
    static const uint8_t allowed[] = {LP_ELSEWHERE, LP_UNDER_ROOT, LP_ANYWHERE, LP_ANYWHERE};
    classifier_set g = {0};
    choice out;
    set_decider(&g.classifier[CLS_FIRST], first, 4, NULL);
    for (int from_root = 0; from_root < 2; from_root++) {
        const cls_labels may = {.allowed = allowed, .from_root = from_root ? 1u << T_LEFT : 0};
        cls_pick(&g, score, 1u << T_LEFT | 1u << T_SHIFT, &may, &out);
        CHECK_INT(out.type, T_LEFT);
        CHECK_INT(out.label, from_root ? 2 : 0);
        CHECK_NEAR(out.score, 4, 0);
        CHECK_NEAR(out.margin, 3, 0);
    }
    cls_done(&g);
}

// --- Trained parsers

static int train_on(tmodel *m, const char *text, const tsystem *system, const char *line, table *seen)
{
    treebank t;
    copse_error err = {0};
    const copse_environment one = {.threads = 1};
    copse_options *o = options_of("transition", line);
    options_fix(o, "algorithm", system->name);
    options_fix(o, "features", scratch_text("tiny.feat", TINY_FEATURES));
    topt_settle(o->values);
    CHECK_INT(tb_read(&t, scratch_text("places.conllu", text), false, &err), 0);
    places_note(seen, &t);
    int code = tt_train(m, &t, NULL, o, &one, &err);
    tb_done(&t);
    copse_options_free(o);
    return code;
}

static void check_trained(const tmodel *m, const table *seen, rng *r)
{
    tparser p;
    copse_tree *tree = copse_tree_new();
    tp_init(&p, m);
    for (int i = 0; i < 60; i++) {
        copse_sentence *s = random_sentence(r, (int)rng_below(r, 20), false);
        p.single_root = i % 3 ? i % 3 == 1 : m->single_root;
        tp_parse(&p, &(stage_input){.sentence = s}, tree);
        CHECK_INT(places_wrong(seen, tree), 0);
        copse_sentence_free(s);
    }
    copse_tree_free(tree);
    tp_done(&p);
}

static void trained_parsers_keep_labels_in_their_places(void)
{
    static const char *const where[] = {"first", "last", "none"};
    static const char *const mode[] = {"none", "head", "path", "head+path", "skip"};
    rng r;
    rng_seed(&r, 12);
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int root = 0; root < 3; root++)
            for (int k = 0; k < (sys_derives_all(*system) ? 1 : 5); k++)
                for (int bank = 0; bank < 2; bank++) {
                    tmodel m;
                    table seen = {0};
                    char line[160];
                    snprintf(line, sizeof line, "--root %s --joint-labels %d --exploration 0 --eps 0.1%s%s",
                             where[root], k * 2, sys_derives_all(*system) ? "" : " --pseudo-projective ",
                             sys_derives_all(*system) ? "" : mode[k]);
                    REQUIRE(train_on(&m, bank ? PLACES : TINY, *system, line, &seen) == 0);
                    check_trained(&m, &seen, &r);
                    tm_done(&m);
                    tab_done(&seen);
                }
}

// An arc that is lifted to the root and loses its mark there does not make its label one of the root's.
static void lifted_arcs_are_not_the_roots(void)
{
    // The arc 3→1 crosses the root word 2 and is lifted to the root.
    static const char odd[] = "1\ta\t_\tX\tX\t_\t3\tobl\t_\t_\n"
                              "2\tb\t_\tX\tX\t_\t0\troot\t_\t_\n"
                              "3\tc\t_\tX\tX\t_\t0\troot\t_\t_\n\n";
    tmodel m;
    table seen = {0};
    REQUIRE(train_on(&m, odd, sys_find("arc-eager"), "--pseudo-projective none --exploration 0", &seen) == 0);
    CHECK_INT(m.pproj, -1);
    CHECK_INT(m.seen[tab_find(&m.labels, str("obl"))], LP_ELSEWHERE);
    CHECK_INT(m.seen[tab_find(&m.labels, str("root"))], LP_UNDER_ROOT);
    CHECK(str_is(tab_name(&m.labels, (size_t)m.any_label), "obl")); // though root is more frequent
    tm_done(&m);
    tab_done(&seen);
}

// Where all words are root words, a parser that has to attach some elsewhere must use their labels.
static void root_words_alone_restrict_nothing(void)
{
    static const char alone[] = "1\ta\t_\tX\tX\t_\t0\troot\t_\t_\n\n1\tb\t_\tX\tX\t_\t0\tfrag\t_\t_\n\n";
    tmodel m;
    table seen = {0};
    REQUIRE(train_on(&m, alone, sys_find("arc-eager"), "--exploration 0", &seen) == 0);
    for (size_t l = 0; l < m.labels.n; l++) {
        CHECK_INT(m.seen[l], LP_ANYWHERE);
        CHECK_INT(m.allowed[l], LP_ANYWHERE);
    }
    tm_done(&m);
    tab_done(&seen);
}

// --- Files

// A model of three labels as sections; places: RLAB, or NULL for none.
static int load_labels(tmodel *m, const char *const *label, uint32_t root_label, uint32_t any_label,
                       const uint8_t *places, size_t places_n)
{
    copse_error err = {0};
    box_writer *w = box_writer_new();
    box_begin(w, "TMOD");
    box_str(w, str("arc-eager"));
    const uint32_t head[] = {CFG_ROOT_NONE, 1, COPSE_PPROJ_HEAD + 1, COPSE_UPOS, 0};
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        box_u32(w, head[i]);
    box_str(w, str(""));
    box_u32(w, root_label);
    box_u32(w, any_label);
    box_u32(w, 3);
    for (int i = 0; i < 3; i++)
        box_str(w, str(label[i]));
    box_u32(w, 1);
    box_array(w, NULL, 0, sizeof(uint64_t));
    box_begin(w, "FEAT");
    box_raw(w, "pos(S0)\n", 8);
    if (places) {
        box_begin(w, "RLAB");
        box_array(w, places, places_n, 1);
    }
    box_begin(w, "GUID");
    for (int i = 0; i < 2 * CLS_COUNT; i++)
        box_u32(w, 0);
    const char *path = scratch("places.model");
    CHECK_INT(box_save(w, path, &err), 0);
    box_writer_free(w);
    box *b = box_open(path, &err);
    CHECK(b);
    int code = b ? tm_load(m, b, &err) : COPSE_EIO;
    CHECK(code == 0 || (err.code == code && err.message[0]));
    box_close(b);
    return code;
}

static void places_are_loaded(void)
{
    static const char *const label[] = {"root", "dep", "dep" UP "dep"};
    tmodel m;
    REQUIRE(load_labels(&m, label, 0, 1, (const uint8_t[]){1, 2, 2}, 3) == 0);
    CHECK(m.seen[0] == 1 && m.seen[1] == 2 && m.seen[2] == 2);
    CHECK(m.allowed[0] == 1 && m.allowed[1] == 2 && m.allowed[2] == 3);
    tm_done(&m);
    REQUIRE(load_labels(&m, label, 1, 0, (const uint8_t[]){3, 3, 3}, 3) == 0);
    tm_done(&m);
    static const uint8_t bad[][4] = {{1, 2, 4}, {1, 1, 1}, {2, 2, 2}, {2, 1, 3}, {0, 2, 2}, {1, 0, 2}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_INT(load_labels(&m, label, 0, 1, bad[i], 3), COPSE_EMODEL);
    CHECK_INT(load_labels(&m, label, 0, 1, (const uint8_t[]){1, 2, 2, 2}, 4), COPSE_EMODEL);
    CHECK_INT(load_labels(&m, label, 0, 1, (const uint8_t[]){1, 2}, 2), COPSE_EMODEL);
}

// Older files do not say where labels stand. The rule of Universal Dependencies is known by its label.
static void older_models_load(void)
{
    static const char *const ud[] = {"root", "dep", ("root:x" DOWN)}, *const other[] = {"pred", "root", "x"};
    tmodel m;
    REQUIRE(load_labels(&m, ud, 0, 2, NULL, 0) == 0);
    CHECK(m.seen[0] == LP_UNDER_ROOT && m.seen[1] == LP_ELSEWHERE && m.seen[2] == LP_UNDER_ROOT);
    CHECK_INT(m.any_label, 1); // where the most frequent one is the root's
    tm_done(&m);
    REQUIRE(load_labels(&m, other, 0, 1, NULL, 0) == 0);
    CHECK(!m.seen && !m.allowed);
    tm_done(&m);
}

TESTS(TEST(any_classifier_keeps_labels_in_their_places), TEST(the_best_allowed_label_is_taken),
      TEST(trained_parsers_keep_labels_in_their_places), TEST(lifted_arcs_are_not_the_roots),
      TEST(root_words_alone_restrict_nothing), TEST(places_are_loaded), TEST(older_models_load))
