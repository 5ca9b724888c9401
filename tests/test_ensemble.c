// SPDX-License-Identifier: MIT
// Ensembles: right-to-left members, stacked ones, votes; as files, and damaged.
#include "tests/harness.h"
#include "tests/scratch.h"

#include "tests/assembled.h"
#include "ensemble/ensemble.h"
#include "common/model/model.h"
#include "common/base/mem.h"
#include "common/treebank/treebank.h"

static copse_error err;

static int train_on(const char *model, const char *members, const char *line,
                    const copse_environment *environment)
{
    copse_options *o = quick_ensemble(members, line);
    err = (copse_error){0};
    noisy_file(scratch("train.conllu"), 40, 21);
    const int code = copse_train(o, scratch("train.conllu"), model, environment, &err);
    copse_options_free(o);
    return code;
}

static int train(const char *model, const char *members)
{
    const copse_environment one = {.threads = 1};
    return train_on(model, members, "--folds 3", &one);
}

static bool same_files(const char *a, const char *b)
{
    size_t n = 0, m = 0;
    char *x = scratch_read(a, &n), *y = scratch_read(b, &m);
    bool same = x && y && n == m && memcmp(x, y, n) == 0;
    mem_free(x);
    mem_free(y);
    return same;
}

// The trees of a model for a treebank; the caller frees them. The model stays open, for the labels.
static copse_tree **parse_all(const copse_model *m, const treebank *t)
{
    copse_parser *p = copse_parser_new(m, NULL);
    copse_tree **tree = mem_alloc(t->n, sizeof *tree);
    for (size_t i = 0; i < t->n; i++)
        CHECK_INT(copse_parse(p, t->sentence[i], tree[i] = copse_tree_new(), &(copse_error){0}), 0);
    copse_parser_free(p);
    return tree;
}

static void free_all(copse_tree **tree, size_t n)
{
    for (size_t i = 0; i < n; i++)
        copse_tree_free(tree[i]);
    mem_free(tree);
}

// How many sentences two models parse in the same way; member chooses one of the first, or is NULL.
static size_t same_trees(const char *first, const char *member, const char *second, const char *file)
{
    size_t same = 0;
    treebank t;
    copse_model *a = copse_model_load(first, &err), *b = copse_model_load(second, &err);
    if (a && b && (!member || copse_model_member(a, member, &err) == 0) &&
        tb_read(&t, file, false, &err) == 0) {
        copse_tree **x = parse_all(a, &t), **y = parse_all(b, &t);
        for (size_t i = 0; i < t.n; i++)
            same += same_tree(x[i], y[i]);
        free_all(x, t.n);
        free_all(y, t.n);
        tb_done(&t);
    }
    copse_model_free(a);
    copse_model_free(b);
    return same;
}

// ---------------------------------------------------------------------------------------------------
// From right to left

// The file with its sentences' words in reverse order and numbered anew.
static void reversed_file(const char *path, const treebank *t)
{
    FILE *f = fopen(path, "w");
    for (size_t i = 0; i < t->n && f; i++) {
        const int n = t->sentence[i]->n;
        for (int d = n; d >= 1; d--) {
            fprintf(f, "%d", n + 1 - d);
            for (int c = COPSE_FORM; c <= COPSE_FEATS; c++) {
                copse_str s = sen_column(t->sentence[i], d, (copse_column)c);
                fprintf(f, "\t%.*s", (int)s.len, s.s);
            }
            const int h = t->tree[i]->head[d];
            const copse_str label = t->tree[i]->label[d];
            fprintf(f, "\t%d\t%.*s\t_\t_\n", h ? n + 1 - h : 0, (int)label.len, label.s);
        }
        fputc('\n', f);
    }
    if (!f || fclose(f) != 0)
        perror(path);
}

static void reverse_is_as_by_hand(void)
{
    static const char *const members[] = {"arc-eager:reverse", "graph2:reverse"};
    treebank t, test, back;
    noisy_file(scratch("test.conllu"), 60, 22);
    noisy_file(scratch("train.conllu"), 40, 21);
    REQUIRE(tb_read(&t, scratch("train.conllu"), false, &err) == 0);
    REQUIRE(tb_read(&test, scratch("test.conllu"), false, &err) == 0);
    reversed_file(scratch("reversed.conllu"), &t);
    reversed_file(scratch("reversed-test.conllu"), &test);
    tb_done(&t);
    REQUIRE(tb_read(&back, scratch("reversed-test.conllu"), false, &err) == 0);
    for (int k = 0; k < 2; k++) {
        REQUIRE(train(scratch("mirrored"), members[k]) == 0);
        REQUIRE(train_file(k ? "graph" : "transition", k ? QUICK_GRAPH : QUICK_TRANSITION,
                           scratch("reversed.conllu"), scratch("by-hand"), 1, &err) == 0);
        copse_model *a = copse_model_load(scratch("mirrored"), &err),
                    *b = copse_model_load(scratch("by-hand"), &err);
        REQUIRE(a && b);
        copse_tree **x = parse_all(a, &test), **y = parse_all(b, &back);
        size_t palindromes = 0;
        for (size_t i = 0; i < test.n; i++) {
            palindromes += same_tree(x[i], y[i]);
            tree_mirror(y[i]);
            CHECK(same_tree(x[i], y[i]));
        }
        CHECK(palindromes < test.n / 2);
        free_all(x, test.n);
        free_all(y, test.n);
        copse_model_free(a);
        copse_model_free(b);
    }
    tb_done(&test);
    tb_done(&back);
}

// ---------------------------------------------------------------------------------------------------
// Training

static void same_bytes_for_any_threads(void)
{
    static const char members[] = "arc-eager,graph1+arc-eager,arc-eager:reverse+graph1";
    const copse_environment one = {.threads = 1}, three = {.threads = 3};
    REQUIRE(train_on(scratch("one"), members, "--folds 3 --by pos", &one) == 0);
    REQUIRE(train_on(scratch("three"), members, "--folds 3 --by pos", &three) == 0);
    CHECK(same_files(scratch("one"), scratch("three")));
    REQUIRE(train_on(scratch("three"), members, "--folds 3 --by pos --seed 2", &three) == 0);
    CHECK(!same_files(scratch("one"), scratch("three")));
}

static void members_are_what_they_would_be_alone(void)
{
    noisy_file(scratch("test.conllu"), 60, 22);
    REQUIRE(train(scratch("model"), "graph1,arc-eager:reverse+graph1,covington-nonprojective") == 0);
    REQUIRE(train_file("graph", QUICK_GRAPH " --order 1", scratch("train.conllu"), scratch("alone"), 1,
                       &err) == 0);
    CHECK_INT(same_trees(scratch("model"), "graph1", scratch("alone"), scratch("test.conllu")), 60);
    CHECK(same_trees(scratch("model"), NULL, scratch("alone"), scratch("test.conllu")) < 60);
    REQUIRE(train_file("transition", QUICK_TRANSITION " --algorithm covington-nonprojective",
                       scratch("train.conllu"), scratch("alone"), 1, &err) == 0);
    CHECK_INT(
        same_trees(scratch("model"), "covington-nonprojective", scratch("alone"), scratch("test.conllu")),
        60);
}

// A stack of one member and the same recipe inside an ensemble are one parser.
static void stacks_stay_what_they_are_in_company(void)
{
    noisy_file(scratch("test.conllu"), 60, 22);
    REQUIRE(train(scratch("alone"), "graph1+arc-eager") == 0);
    REQUIRE(train(scratch("company"), "arc-standard,graph1+arc-eager,arc-eager") == 0);
    CHECK_INT(same_trees(scratch("company"), "graph1+arc-eager", scratch("alone"), scratch("test.conllu")),
              60);
    copse_model *m = copse_model_load(scratch("alone"), &err);
    REQUIRE(m != NULL);
    CHECK_INT(copse_model_member(m, "graph1", &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "has no member 'graph1', only arc-eager, graph1+arc-eager");
    copse_model_free(m);
}

// The result is the vote of what the members say alone.
static void the_vote_is_of_the_members(void)
{
    static const char *const names[] = {"arc-eager", "arc-eager:reverse", "graph1"};
    copse_tree **tree[4];
    copse_model *m[4];
    treebank t;
    noisy_file(scratch("test.conllu"), 60, 22);
    REQUIRE(train(scratch("model"), "arc-eager,arc-eager:reverse,graph1") == 0);
    REQUIRE(tb_read(&t, scratch("test.conllu"), false, &err) == 0);
    for (int k = 0; k < 4; k++) {
        REQUIRE((m[k] = copse_model_load(scratch("model"), &err)) != NULL);
        REQUIRE(k == 3 || copse_model_member(m[k], names[k], &err) == 0);
        tree[k] = parse_all(m[k], &t);
    }
    const ensemble *e = m[3]->stage[0].model;
    weights *w = wt_uniform(3);
    voter *v = vote_new(3, w, &e->vote);
    copse_tree *best = copse_tree_new();
    for (size_t i = 0; i < t.n; i++) {
        const copse_tree *voting[] = {tree[0][i], tree[1][i], tree[2][i]};
        vote_combine(v, t.sentence[i], voting, best);
        CHECK(same_tree(best, tree[3][i]));
    }
    vote_free(v);
    wt_free(w);
    copse_tree_free(best);
    for (int k = 0; k < 4; k++) {
        free_all(tree[k], t.n);
        copse_model_free(m[k]);
    }
    tb_done(&t);
}

// Guides are trained before those that see their trees, but voters stand in the order they were named: where
// votes are equal, the first one decides.
static void voters_stand_as_named(void)
{
    const char *names[3];
    ensemble e;
    REQUIRE(train(scratch("model"), "graph1+arc-eager,graph1,arc-eager") == 0);
    box *b = box_open(scratch("model"), &err);
    REQUIRE(b != NULL);
    REQUIRE(en_load(&e, b, &err) == 0);
    CHECK_STRING(e.node[0].name, "arc-eager");
    REQUIRE(e.voters == 3);
    en_voters(&e, names);
    CHECK_STRING(names[0], "graph1+arc-eager");
    CHECK_STRING(names[1], "graph1");
    CHECK_STRING(names[2], "arc-eager");
    en_done(&e);
    box_close(b);
}

static int lines_of_dev, lines_of_folds;

static void count_lines(void *context, const char *line)
{
    (void)context;
    lines_of_dev += strncmp(line, "dev: ", 5) == 0;
    lines_of_folds += strstr(line, ", fold ") != NULL;
}

// No more cross-validation than is needed; weights from dev where there is one.
static void weights_are_estimated(void)
{
    static const struct {
        const char *members, *by;
        bool dev;
        int folds, figures;
    } runs[] = {{"arc-eager,graph1", "uniform", false, 0, 0},
                {"arc-eager,graph1", "none", false, 6, 0},
                {"arc-eager,graph1", "none", true, 0, 3},
                {"arc-eager,graph1+arc-eager", "none", false, 6, 0},
                {"arc-eager,graph1+arc-eager", "none", true, 3, 3},
                {"graph1+arc-eager", "none", true, 3, 2}};
    noisy_file(scratch("test.conllu"), 60, 22);
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        const copse_environment told = {.report = count_lines, .threads = 1};
        char line[512];
        snprintf(line, sizeof line, "--folds 3 --by %s %s%s", runs[i].by, runs[i].dev ? "--dev " : "",
                 runs[i].dev ? scratch("test.conllu") : "");
        lines_of_dev = lines_of_folds = 0;
        REQUIRE(train_on(scratch("model"), runs[i].members, line, &told) == 0);
        CHECK_INT(lines_of_folds, runs[i].folds);
        CHECK_INT(lines_of_dev, runs[i].figures);
        box *b = box_open(scratch("model"), &err);
        cursor c;
        REQUIRE(b != NULL);
        CHECK_INT(box_find(b, "WGTS", 0, &c, &err) == 0, strcmp(runs[i].by, "uniform") != 0 && i < 5);
        box_close(b);
    }
}

static void errors_name_the_member(void)
{
    copse_options *o = quick_ensemble("graph1,arc-eager+graph1", "");
    options_fix(o, "transition-options", "--features no-such-features");
    noisy_file(scratch("train.conllu"), 40, 21);
    remove(scratch("none"));
    CHECK(copse_train(o, scratch("train.conllu"), scratch("none"), NULL, &err) < 0);
    copse_options_free(o);
    CHECK(strstr(err.message, "arc-eager+graph1: ") != NULL);
    CHECK(access(scratch("none"), F_OK) != 0);
    CHECK(train_on(scratch("none"), "graph1+arc-eager", "--folds 41", NULL) < 0);
    CHECK(strstr(err.message, "41 folds") != NULL);
}

// ---------------------------------------------------------------------------------------------------
// Files

// A copy of a model's members under another ENSM, written by describe.
static bool loads_with(const char *from, void (*write)(box_writer *w, int variant), int variant, int members)
{
    box *b = box_open(from, &err);
    cursor c;
    box_writer *w = box_writer_new();
    box_begin(w, "ENSM");
    write(w, variant);
    for (int i = 0; b && i < members && box_find(b, "MEMB", (size_t)i, &c, &err) == 0; i++) {
        box_begin(w, "MEMB");
        box_raw(w, c.at, (size_t)(c.end - c.at));
    }
    bool saved = b && box_save(w, scratch("changed"), &err) == 0;
    box_writer_free(w);
    box_close(b);
    err = (copse_error){0};
    copse_model *m = saved ? copse_model_load(scratch("changed"), &err) : NULL;
    const bool loaded = m != NULL;
    copse_model_free(m);
    CHECK(loaded || err.code == COPSE_EMODEL);
    return loaded;
}

static void node(box_writer *w, const char *name, uint32_t reverse, uint32_t votes, uint32_t guides,
                 uint32_t guide)
{
    box_str(w, (copse_str){name, strlen(name)});
    box_u32(w, reverse);
    box_u32(w, votes);
    box_u32(w, guides);
    for (uint32_t i = 0; i < guides; i++)
        box_u32(w, guide + i);
}

enum { VARIANTS = 17 };

// An arc-eager guide and a graph1 that sees the trees of it. Variant 0 is sound, and so is VARIANTS.
static void two_nodes(box_writer *w, int v)
{
    box_u32(w, v == 1 ? UINT32_MAX : 1);
    box_u32(w, v == 2 ? 7 : 1);
    box_u32(w, v == 3 ? 2 : 0);
    box_u32(w, v == 4 ? 3 : v == 5 ? 0 : v == 6 ? 1u << 30 : 2);
    if (v == 7) // a cycle: each sees the trees of the other
        node(w, "a", 0, 0, 1, 1);
    else
        node(w, v == 8 ? "" : v == 9 ? "a\nb" : "a", v == 10 ? 2 : 0, v == 11 ? 9 : 0, 0, 0);
    if (v == 12) // to itself
        node(w, "b", 0, 1, 1, 1);
    else if (v == 13) // to nobody, who was trained with a guide
        node(w, "b", 0, 1, 0, 0);
    else if (v == 14) // to somebody who is not there
        node(w, "b", 0, 1, 1, 40);
    else
        node(w, v == 15 ? "a" : "b", v == VARIANTS, v != 16, 1, 0);
}

static void damaged_descriptions_are_refused(void)
{
    REQUIRE(train(scratch("model"), "graph1+arc-eager") == 0);
    CHECK(loads_with(scratch("model"), two_nodes, 0, 2));
    CHECK(loads_with(scratch("model"), two_nodes, VARIANTS, 2));
    CHECK(!loads_with(scratch("model"), two_nodes, 0, 1));
    CHECK(!loads_with(scratch("model"), two_nodes, 0, 0));
    for (int v = 1; v < VARIANTS; v++)
        if (loads_with(scratch("model"), two_nodes, v, 2)) {
            printf("  variant %d\n", v);
            CHECK(false);
        }
}

// An ensemble in the place of a member.
static void ensembles_are_no_members(void)
{
    REQUIRE(train(scratch("model"), "graph1+arc-eager") == 0);
    size_t size = 0;
    char *bytes = scratch_read(scratch("model"), &size);
    REQUIRE(bytes != NULL);
    box_writer *w = box_writer_new();
    box_begin(w, "ENSM");
    two_nodes(w, 0);
    for (int i = 0; i < 2; i++) {
        box_begin(w, "MEMB");
        box_raw(w, bytes, size);
    }
    mem_free(bytes);
    REQUIRE(box_save(w, scratch("changed"), &err) == 0);
    box_writer_free(w);
    CHECK(copse_model_load(scratch("changed"), &err) == NULL);
    CHECK_STRING(err.message, "member a is no parser of a kind that this version knows");
}

static void listeners_are_not_used_alone(void)
{
    REQUIRE(train(scratch("model"), "graph1+arc-eager") == 0);
    box *b = box_open(scratch("model"), &err);
    for (size_t i = 0; i < 2; i++) {
        cursor c;
        REQUIRE(b && box_find(b, "MEMB", i, &c, &err) == 0);
        scratch_write(scratch("alone"), (const char *)c.at, (size_t)(c.end - c.at));
        copse_model *m = copse_model_load(scratch("alone"), &err);
        CHECK_INT(m != NULL, i == 0);
        copse_model_free(m);
    }
    CHECK_INT(err.code, COPSE_EMODEL);
    CHECK_STRING(err.message, "wants the trees of 1 other parsers, and has to be inside an ensemble");
    box_close(b);
}

static void bits_and_lengths_are_checked(void)
{
    size_t size = 0;
    REQUIRE(train_on(scratch("model"), "arc-eager,graph1+arc-eager", "--by none", NULL) == 0);
    char *bytes = scratch_read(scratch("model"), &size);
    REQUIRE(bytes != NULL);
    for (size_t i = 0; i < 60; i++) {
        const size_t at = i < 30 ? i * 23 : i * (size - 1) / 59;
        bytes[at] ^= (char)(1 << i % 8);
        unlink(scratch("flipped"));
        scratch_write(scratch("flipped"), bytes, size);
        copse_model *m = copse_model_load(scratch("flipped"), &err);
        CHECK(m == NULL && err.code == COPSE_EMODEL);
        copse_model_free(m);
        bytes[at] ^= (char)(1 << i % 8);
        unlink(scratch("cut"));
        scratch_write(scratch("cut"), bytes, at);
        m = copse_model_load(scratch("cut"), &err);
        CHECK(m == NULL);
        copse_model_free(m);
    }
    mem_free(bytes);
}

// ---------------------------------------------------------------------------------------------------
// Joined models

static void joined_models_vote(void)
{
    copse_model *m[3], *joined;
    treebank t;
    noisy_file(scratch("train.conllu"), 40, 21);
    noisy_file(scratch("test.conllu"), 60, 22);
    REQUIRE(train_file("graph", QUICK_GRAPH, scratch("train.conllu"), scratch("a.model"), 1, &err) == 0);
    REQUIRE(train(scratch("b.model"), "arc-standard,graph1:reverse") == 0);
    REQUIRE(tb_read(&t, scratch("test.conllu"), false, &err) == 0);
    static const char *const paths[] = {"a.model", "b.model", "a.model"};
    for (int k = 0; k < 3; k++)
        REQUIRE((m[k] = copse_model_load(scratch(paths[k]), &err)) != NULL);
    CHECK(copse_model_together(m, 0, &err) == NULL);
    CHECK_INT(copse_model_weights(m[0], NULL, &err), COPSE_EINPUT);
    CHECK_INT(copse_model_member(m[0], "a", &err), COPSE_EINPUT);
    REQUIRE((joined = copse_model_together(m, 3, &err)) != NULL);
    copse_tree **vote = parse_all(joined, &t), **major = parse_all(m[0], &t);
    for (size_t i = 0; i < t.n; i++)
        CHECK(same_tree(vote[i], major[i])); // two of three are the same
    free_all(vote, t.n);
    CHECK_INT(copse_model_member(joined, "b", &err), 0);
    vote = parse_all(joined, &t);
    size_t same = 0;
    for (size_t i = 0; i < t.n; i++)
        same += same_tree(vote[i], major[i]);
    CHECK(same < t.n);
    free_all(vote, t.n);
    free_all(major, t.n);
    copse_model_free(joined); // and those inside
    tb_done(&t);
}

static void short_and_empty_sentences(void)
{
    REQUIRE(train(scratch("model"), "arc-eager:reverse,graph1+arc-eager:reverse,graph2:reverse+arc-eager") ==
            0);
    copse_model *m = copse_model_load(scratch("model"), &err);
    REQUIRE(m != NULL);
    const copse_parse_options options = {.single_root = COPSE_ROOT_SINGLE, .scores = true};
    copse_parser *p = copse_parser_new(m, &options);
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    copse_token words[40] = {{"NO1", "NO1", "NOUN", "NOUN", NULL}};
    static const int lengths[] = {0, 1, 40, 2, 0, 3};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        int word, roots = 0;
        copse_sentence_set(s, lengths[i], words);
        CHECK_INT(copse_parse(p, s, tree, &(copse_error){0}), 0);
        CHECK_INT(copse_tree_length(tree), lengths[i]);
        CHECK_INT(tree_check(tree->head, tree->n, false, &word), TREE_FINE);
        for (int d = 1; d <= tree->n; d++) {
            roots += tree->head[d] == 0;
            CHECK(copse_tree_score(tree, d) >= 0 && copse_tree_score(tree, d) <= 1);
            CHECK(tree->label[d].len > 0);
        }
        CHECK_INT(roots, lengths[i] > 0);
    }
    copse_tree_free(tree);
    copse_sentence_free(s);
    copse_parser_free(p);
    copse_model_free(m);
}

// A sentence by chance; with over, its columns are not read but put over others.
static copse_sentence *chance_sentence(int n, bool over)
{
    rng r;
    copse_token *word = mem_zero((size_t)n, sizeof *word);
    char(*value)[2][8] = mem_alloc((size_t)n, sizeof *value);
    copse_sentence *s = copse_sentence_new();
    rng_seed(&r, 3);
    for (int i = 0; i < n; i++) {
        snprintf(value[i][0], sizeof value[i][0], "w%d", (int)rng_below(&r, 40));
        snprintf(value[i][1], sizeof value[i][1], "T%d", (int)rng_below(&r, 4));
        word[i] = (copse_token){value[i][0], value[i][0], value[i][1], value[i][1], NULL};
    }
    if (!over)
        copse_sentence_set(s, n, word);
    for (int i = 0; i < n; i++)
        word[i] = (copse_token){"other", NULL, "T0", "T1", NULL};
    if (over)
        copse_sentence_set(s, n, word);
    for (int i = 0; over && i < n; i++) {
        static const copse_column form[] = {COPSE_FORM, COPSE_LEMMA}, tag[] = {COPSE_UPOS, COPSE_XPOS};
        for (int k = 0; k < 2; k++) {
            CHECK_INT(copse_sentence_put(s, i + 1, form[k], value[i][0], &err), 0);
            CHECK_INT(copse_sentence_put(s, i + 1, tag[k], value[i][1], &err), 0);
        }
    }
    mem_free(word);
    mem_free(value);
    return s;
}

// Parsers see what lies over a sentence as if it had been read: also from right to left, and in the pieces of
// a sentence that is too long.
static void columns_lying_over_are_parsed(void)
{
    static const struct {
        const char *members;
        int words;
    } all[] = {{"arc-eager:reverse,graph2:reverse+arc-eager,graph1", 60},
               {"graph1", 4100},
               {"graph1:reverse", 4100}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        REQUIRE(train(scratch("model"), all[i].members) == 0);
        copse_model *m = copse_model_load(scratch("model"), &err);
        REQUIRE(m != NULL);
        copse_parser *p = copse_parser_new(m, NULL);
        copse_tree *tree[2] = {copse_tree_new(), copse_tree_new()};
        copse_sentence *s[2] = {chance_sentence(all[i].words, false), chance_sentence(all[i].words, true)};
        for (int k = 0; k < 2; k++)
            CHECK_INT(copse_parse(p, s[k], tree[k], &(copse_error){0}), 0);
        CHECK_INT(tree[0]->n, all[i].words);
        CHECK(same_tree(tree[0], tree[1]));
        for (int d = 1; d <= s[1]->n; d++)
            CHECK_INT(copse_sentence_put(s[1], d, COPSE_UPOS, NULL, &err), 0);
        CHECK_INT(copse_parse(p, s[1], tree[1], &(copse_error){0}), 0);
        CHECK(!same_tree(tree[0], tree[1])); // it makes a difference
        for (int k = 0; k < 2; k++) {
            copse_tree_free(tree[k]);
            copse_sentence_free(s[k]);
        }
        copse_parser_free(p);
        copse_model_free(m);
    }
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

TESTS(TEST(begin), TEST(reverse_is_as_by_hand), TEST(same_bytes_for_any_threads),
      TEST(members_are_what_they_would_be_alone), TEST(stacks_stay_what_they_are_in_company),
      TEST(the_vote_is_of_the_members), TEST(voters_stand_as_named), TEST(weights_are_estimated),
      TEST(errors_name_the_member), TEST(damaged_descriptions_are_refused), TEST(ensembles_are_no_members),
      TEST(listeners_are_not_used_alone), TEST(bits_and_lengths_are_checked), TEST(joined_models_vote),
      TEST(short_and_empty_sentences), TEST(columns_lying_over_are_parsed))
