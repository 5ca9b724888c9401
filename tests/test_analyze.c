// SPDX-License-Identifier: MIT
// Every table of the error analysis on a case counted by hand, the shapes of arcs against their definitions,
// and groups of labels.
#include "eval/arc_shape.h"
#include "eval/groups.h"

#include "tests/files.h"
#include "tests/harness.h"
#include "tests/trees.h"
#include "common/base/mem.h"

#include <limits.h>

// A file from words FORM/POS/HEAD/LABEL, a sentence a line. The caller frees the path.
static char *make(const char *name, const char *text)
{
    char *copy = mem_string(text, strlen(text)), *line_end, *path;
    const char *at = scratch(name);
    path = mem_string(at, strlen(at));
    FILE *f = fopen(path, "w");
    if (!f)
        abort();
    for (char *line = strtok_r(copy, "\n", &line_end); line; line = strtok_r(NULL, "\n", &line_end)) {
        int id = 0;
        char *word_end, *field_end;
        for (char *word = strtok_r(line, " ", &word_end); word; word = strtok_r(NULL, " ", &word_end)) {
            const char *form = strtok_r(word, "/", &field_end), *pos = strtok_r(NULL, "/", &field_end);
            const char *head = strtok_r(NULL, "/", &field_end), *label = strtok_r(NULL, "/", &field_end);
            fprintf(f, "%d\t%s\t_\t%s\t_\t_\t%s\t%s\t_\t_\n", ++id, form, pos, head, label);
        }
        fprintf(f, "\n");
    }
    mem_free(copy);
    fclose(f);
    return path;
}

static int analyze(copse_analysis *a, const char *gold, const char *first, const char *second,
                   const copse_analysis_options *options, copse_error *err)
{
    char *path[] = {make("gold", gold), make("first", first), second ? make("second", second) : NULL};
    const int code = copse_analyze(a, path[0], (const char *const *)path + 1, second ? 2 : 1, options, err);
    for (int i = 0; i < 3; i++)
        mem_free(path[i]);
    return code;
}

// A row of a table as "NAME GOLD: ARCS BOTH/HEAD BOTH/HEAD; ..." with, for each system, what is precise and
// what is recalled.
static const char *shown(const copse_analysis *a, copse_factor factor, size_t i)
{
    static char buf[512];
    if (i >= a->table[factor].rows)
        return "no row";
    const copse_analysis_row *row = &a->table[factor].row[i];
    size_t n = (size_t)snprintf(buf, sizeof buf, "%s %ld:", row->name, row->gold);
    for (size_t k = 0; k < a->systems; k++) {
        const copse_arc_counts *c = &row->of[k];
        n += (size_t)snprintf(buf + n, sizeof buf - n, "%s %ld %ld/%ld %ld/%ld", k ? ";" : "", c->arcs,
                              c->precise_both, c->precise_head, c->recalled_both, c->recalled_head);
    }
    return buf;
}

static void check_table(const copse_analysis *a, copse_factor factor, const char *const *expected)
{
    size_t n = 0;
    for (; expected[n]; n++)
        CHECK_STRING(shown(a, factor, n), expected[n]);
    CHECK_INT(a->table[factor].rows, n);
}

static const char gold_text[] = "John/N/2/nsubj hit/V/0/root the/D/4/det ball/N/2/obj ./PUNCT/2/punct\n";
// Right: John, hit; the head of ball.
static const char first_text[] = "John/N/2/nsubj hit/V/0/root the/D/2/det ball/N/2/conj ./PUNCT/4/obj\n";
// Right: John, hit, the.
static const char second_text[] = "John/N/2/nsubj hit/V/0/root the/D/4/det ball/N/0/obj ./PUNCT/4/punct\n";

static void shapes_of_arcs(void)
{
    copse_analysis a;
    copse_error err;
    REQUIRE(analyze(&a, gold_text, first_text, second_text, NULL, &err) == 0);
    CHECK(a.systems == 2 && a.sentences == 1 && a.tokens == 5 && a.skipped_tokens == 0 && a.unmeasured == 0);
    CHECK(a.total[0].arcs == 5 && a.total[0].precise_both == 2 && a.total[0].precise_head == 3);
    CHECK(a.total[1].arcs == 5 && a.total[1].recalled_both == 3 && a.total[1].recalled_head == 3);
    check_table(&a, COPSE_BY_SENTENCE_LENGTH, (const char *const[]){"1-10 5: 5 2/3 2/3; 5 3/3 3/3", NULL});
    check_table(&a, COPSE_BY_ARC_LENGTH,
                (const char *const[]){"1 2: 3 1/1 1/1; 3 2/2 2/2", "2 2: 2 1/2 1/2; 1 1/1 1/1",
                                      "3 1: 0 0/0 0/0; 0 0/0 0/0", "4 0: 0 0/0 0/0; 1 0/0 0/0", NULL});
    check_table(&a, COPSE_BY_ROOT_DISTANCE,
                (const char *const[]){"1 1: 1 1/1 1/1; 2 1/1 1/1", "2 3: 3 1/2 1/2; 3 2/2 1/1",
                                      "3 1: 1 0/0 0/0; 0 0/0 1/1", NULL});
    check_table(&a, COPSE_BY_SIBLINGS,
                (const char *const[]){"0 2: 2 1/1 1/1; 1 1/1 2/2", "1 0: 0 0/0 0/0; 4 2/2 0/0",
                                      "2 3: 3 1/2 1/2; 0 0/0 1/1", NULL});
    check_table(&a, COPSE_BY_NONPROJECTIVITY, (const char *const[]){"0 5: 5 2/3 2/3; 5 3/3 3/3", NULL});
    copse_analysis_done(&a);
    CHECK(!a.total && !a.pair && a.table[0].rows == 0);
}

static void names_of_arcs(void)
{
    copse_analysis a;
    copse_error err;
    REQUIRE(analyze(&a, gold_text, first_text, second_text, NULL, &err) == 0);
    check_table(&a, COPSE_BY_POS,
                (const char *const[]){"N 2: 2 1/2 1/2; 2 1/1 1/1", "D 1: 1 0/0 0/0; 1 1/1 1/1",
                                      "PUNCT 1: 1 0/0 0/0; 1 0/0 0/0", "V 1: 1 1/1 1/1; 1 1/1 1/1", NULL});
    check_table(&a, COPSE_BY_LABEL,
                (const char *const[]){"det 1: 1 0/0 0/0; 1 1/1 1/1", "nsubj 1: 1 1/1 1/1; 1 1/1 1/1",
                                      "obj 1: 1 0/0 0/1; 1 0/0 0/0", "punct 1: 0 0/0 0/0; 1 0/0 0/0",
                                      "root 1: 1 1/1 1/1; 1 1/1 1/1", "conj 0: 1 0/1 0/0; 0 0/0 0/0", NULL});
    check_table(&a, COPSE_BY_GROUP,
                (const char *const[]){"root 1: 1 1/1 1/1; 1 1/1 1/1", "subject 1: 1 1/1 1/1; 1 1/1 1/1",
                                      "object 1: 1 0/0 0/1; 1 0/0 0/0",
                                      "coordination 0: 1 0/1 0/0; 0 0/0 0/0", "CCD 0: 0 0/0 0/0; 0 0/0 0/0",
                                      "CJJ 0: 1 0/1 0/0; 0 0/0 0/0", NULL});
    copse_analysis_done(&a);
}

// Two nouns, one of them wrong, and a verb; the tags decide which scheme is taken.
static void groups_of_parts_of_speech(void)
{
    static const char *const expected[] = {"verb 1: 1 1/1 1/1",        "noun 2: 2 1/2 1/2",
                                           "pronoun 0: 0 0/0 0/0",     "adjective 0: 0 0/0 0/0",
                                           "adverb 1: 1 1/1 1/1",      "adposition 0: 0 0/0 0/0",
                                           "conjunction 0: 0 0/0 0/0", NULL};
    static const char *const texts[][2] = {
        {"John/PROPN/2/nsubj hit/AUX/0/root balls/NOUN/2/obj hard/ADV/2/advmod ,/PUNCT/2/punct\n",
         "John/PROPN/2/nsubj hit/AUX/0/root balls/NOUN/2/x hard/ADV/2/advmod ,/PUNCT/1/punct\n"},
        {"John/NNP/2/nsubj hit/VBD/0/root balls/NNS/2/obj hard/RB/2/advmod ,/,/2/punct\n",
         "John/NNP/2/nsubj hit/VBD/0/root balls/NNS/2/x hard/RB/2/advmod ,/,/1/punct\n"},
    };
    copse_analysis a;
    copse_error err;
    for (int scheme = 0; scheme < 2; scheme++) {
        REQUIRE(analyze(&a, texts[scheme][0], texts[scheme][1], NULL, NULL, &err) == 0);
        check_table(&a, COPSE_BY_POS_GROUP, expected);
        copse_analysis_done(&a);
        const copse_analysis_options given = {.pos_groups = scheme ? "penn" : "upos"};
        REQUIRE(analyze(&a, texts[scheme][0], texts[scheme][1], NULL, &given, &err) == 0);
        check_table(&a, COPSE_BY_POS_GROUP, expected);
        copse_analysis_done(&a);
        const copse_analysis_options other = {.pos_groups = scheme ? "upos" : "penn"};
        REQUIRE(analyze(&a, texts[scheme][0], texts[scheme][1], NULL, &other, &err) == 0);
        CHECK_INT(a.table[COPSE_BY_POS_GROUP].row[1].gold, 0);
        copse_analysis_done(&a);
    }
    const copse_analysis_options missing = {.pos_groups = "/nowhere/groups"};
    CHECK(analyze(&a, gold_text, gold_text, NULL, &missing, &err) < 0);
    CHECK_STRING(err.file, "/nowhere/groups");
}

static void shipped_groups(void)
{
    static const char *const name[] = {"ud",    "upos",      "penn", "prague",
                                       "tiger", "talbanken", "ddt",  "penn2malt"};
    copse_error err;
    groups g;
    for (size_t i = 0; i < sizeof name / sizeof name[0]; i++) {
        CHECK_INT(grp_read(&g, name[i], &err), 0);
        CHECK(g.names.n >= 3);
        grp_done(&g);
    }
}

static void agreement(void)
{
    copse_analysis a;
    copse_error err;
    REQUIRE(analyze(&a, gold_text, first_text, second_text, NULL, &err) == 0);
    REQUIRE(a.pairs == 1);
    const copse_agreement *b = &a.pair[0].both, *h = &a.pair[0].head;
    CHECK(a.pair[0].first == 0 && a.pair[0].second == 1);
    CHECK_INT(h->same, 3); // John, hit, the full stop
    CHECK(h->both_right == 2 && h->first_right == 1 && h->second_right == 1 && h->neither_right == 1);
    CHECK_INT(b->same, 2);
    CHECK(b->both_right == 2 && b->first_right == 0 && b->second_right == 1 && b->neither_right == 2);
    const copse_majority *mb = a.majority_both, *mh = a.majority_head;
    CHECK(mb[2].words == 2 && mb[2].right == 2 && mb[2].some_right == 2);
    CHECK(mb[1].words == 3 && mb[1].right == 0 && mb[1].some_right == 1);
    CHECK(mh[2].words == 3 && mh[2].right == 2 && mh[2].some_right == 2);
    CHECK(mh[1].words == 2 && mh[1].right == 1 && mh[1].some_right == 2); // of "ball" the first is right
    copse_analysis_done(&a);
}

// Three systems: two that err alike outvote the one that is right.
static void a_wrong_majority(void)
{
    char *path[] = {make("g", "a/X/0/r b/X/1/x c/X/1/x\n"), make("1", "a/X/0/r b/X/1/x c/X/2/x\n"),
                    make("2", "a/X/0/r b/X/1/y c/X/2/x\n"), make("3", "a/X/0/r b/X/1/x c/X/1/x\n")};
    copse_analysis a;
    copse_error err;
    REQUIRE(copse_analyze(&a, path[0], (const char *const *)path + 1, 3, NULL, &err) == 0);
    CHECK_INT(a.pairs, 3);
    CHECK(a.pair[1].first == 0 && a.pair[1].second == 2 && a.pair[2].first == 1);
    CHECK(a.majority_head[3].words == 2 && a.majority_head[3].right == 2);
    CHECK(a.majority_head[2].words == 1 && a.majority_head[2].right == 0 &&
          a.majority_head[2].some_right == 1);
    CHECK(a.majority_both[3].words == 1 && a.majority_both[2].words == 2 && a.majority_both[2].right == 1);
    CHECK_INT(a.majority_both[2].some_right, 2);
    copse_analysis_done(&a);
    for (int i = 0; i < 4; i++)
        mem_free(path[i]);
}

static void without_punctuation(void)
{
    copse_analysis a;
    copse_error err;
    const copse_analysis_options options = {.skip_punctuation = true};
    REQUIRE(analyze(&a, gold_text, first_text, NULL, &options, &err) == 0);
    CHECK(a.tokens == 4 && a.skipped_tokens == 1 && a.pairs == 0);
    // The full stop still is a sibling, and its own arc is not there.
    check_table(&a, COPSE_BY_SIBLINGS, (const char *const[]){"0 2: 1 1/1 1/1", "2 2: 3 1/2 1/2", NULL});
    check_table(&a, COPSE_BY_LABEL,
                (const char *const[]){"det 1: 1 0/0 0/0", "nsubj 1: 1 1/1 1/1", "obj 1: 0 0/0 0/1",
                                      "root 1: 1 1/1 1/1", "conj 0: 1 0/1 0/0", NULL});
    copse_analysis_done(&a);
}

static void nonprojective_arcs(void)
{
    const char *gold = "John/N/2/sbj saw/V/0/root a/D/4/det dog/N/2/obj yesterday/R/2/adv which/P/7/sbj "
                       "was/V/4/rel a/D/10/det Yorkshire/N/10/nn Terrier/N/7/prd\n";
    const char *system = "John/N/2/sbj saw/V/0/root a/D/4/det dog/N/2/obj yesterday/R/2/adv which/P/7/sbj "
                         "was/V/2/rel a/D/10/det Yorkshire/N/10/nn Terrier/N/7/prd\n";
    copse_analysis a;
    copse_error err;
    REQUIRE(analyze(&a, gold, system, gold, NULL, &err) == 0);
    check_table(&a, COPSE_BY_NONPROJECTIVITY,
                (const char *const[]){"0 9: 10 9/9 9/9; 9 9/9 9/9", "1 1: 0 0/0 0/0; 1 1/1 1/1", NULL});
    copse_analysis_done(&a);
}

// 120 words in a chain from the left, and all below the first: what is large falls into the last rows.
static void large_numbers(void)
{
    static char chain[4096], star[4096];
    size_t c = 0, s = 0;
    for (int w = 1; w <= 120; w++) {
        c += (size_t)snprintf(chain + c, sizeof chain - c, "w/X/%d/x ", w - 1);
        s += (size_t)snprintf(star + s, sizeof star - s, "w/X/%d/x ", w > 1);
    }
    copse_analysis a;
    copse_error err;
    REQUIRE(analyze(&a, chain, star, NULL, NULL, &err) == 0);
    CHECK_STRING(shown(&a, COPSE_BY_SENTENCE_LENGTH, 0), "101- 120: 120 2/2 2/2");
    CHECK_INT(a.table[COPSE_BY_ARC_LENGTH].rows, 31);
    CHECK_STRING(shown(&a, COPSE_BY_ARC_LENGTH, 0), "1 120: 2 2/2 2/2");
    CHECK_STRING(shown(&a, COPSE_BY_ARC_LENGTH, 30), "31- 0: 89 0/0 0/0");
    CHECK_INT(a.table[COPSE_BY_ARC_LENGTH].row[30].low, 31);
    CHECK_INT(a.table[COPSE_BY_ARC_LENGTH].row[30].high, INT_MAX);
    CHECK_INT(a.table[COPSE_BY_ROOT_DISTANCE].rows, 21);
    CHECK_STRING(shown(&a, COPSE_BY_ROOT_DISTANCE, 1), "2 1: 119 1/1 1/1");
    CHECK_STRING(shown(&a, COPSE_BY_ROOT_DISTANCE, 20), "21- 100: 0 0/0 0/0");
    CHECK_INT(a.table[COPSE_BY_SIBLINGS].rows, 2);
    CHECK_STRING(shown(&a, COPSE_BY_SIBLINGS, 1), "16- 0: 119 1/1 0/0");
    copse_analysis_done(&a);
}

static int slow_degree(const int *head, int d)
{
    const int h = head[d], low = h < d ? h : d, high = h < d ? d : h;
    int degree = 0;
    for (int k = low + 1; k < high; k++)
        degree += !tree_descends(head, k, h) && !(head[k] > low && head[k] < high);
    return degree;
}

// Arcs of all trees of up to six words, and of random ones, against the definitions.
static void shapes_by_definition(void)
{
    rng r;
    rng_seed(&r, 5);
    arcshape taken = {0};
    int trees = 0;
    for (int turn = 0; turn < 3000; turn++) {
        int head[41];
        const int n = turn < 1500 ? 1 + turn % 6 : 1 + (int)rng_below(&r, 40);
        make_tree(&r, (shape)rng_below(&r, SHAPES), head, n);
        shape_take(&taken, head, n);
        trees += taken.measured;
        for (int d = 1; d <= n; d++) {
            int distance = 0, siblings = -1;
            for (int at = d; at > 0; at = head[at])
                distance++;
            for (int w = 1; w <= n; w++)
                siblings += head[w] == head[d];
            CHECK_INT(taken.distance[d], distance);
            CHECK_INT(taken.siblings[d], siblings);
            CHECK_INT(taken.degree[d], slow_degree(head, d));
        }
    }
    CHECK_INT(trees, 3000);
    shape_done(&taken);
}

// A sentence for which degrees would take a square of its length: everything else is counted.
static void too_long_for_degrees(void)
{
    enum { WORDS = 60000 };
    const char *at = scratch("long");
    char *path = mem_string(at, strlen(at));
    FILE *f = fopen(path, "w");
    REQUIRE(f);
    int *head = mem_alloc(WORDS + 1, sizeof *head);
    rng r;
    rng_seed(&r, 3);
    make_tree(&r, SHUFFLED_CHAIN, head, WORDS);
    for (int w = 1; w <= WORDS; w++)
        fprintf(f, "%d\tw\t_\tX\t_\t_\t%d\tx\t_\t_\n", w, head[w]);
    fputs("\n1\ta\t_\tX\t_\t_\t0\tx\t_\t_\n\n", f);
    fclose(f);
    copse_analysis a;
    copse_error err;
    REQUIRE(copse_analyze(&a, path, (const char *const[]){path}, 1, NULL, &err) == 0);
    CHECK_INT(a.unmeasured, 1);
    CHECK_INT(a.tokens, WORDS + 1);
    check_table(&a, COPSE_BY_NONPROJECTIVITY, (const char *const[]){"0 1: 1 1/1 1/1", NULL});
    CHECK_INT(a.table[COPSE_BY_SIBLINGS].row[0].gold, WORDS + 1);
    copse_analysis_done(&a);
    mem_free(head);
    mem_free(path);
}

static copse_str text_of(const char *s)
{
    return (copse_str){s, strlen(s)};
}

static void groups_of_labels(void)
{
    groups g;
    copse_error err;
    REQUIRE(grp_read(&g, "ud", &err) == 0);
    REQUIRE(g.names.n == 6);
    CHECK_STRING(tab_name(&g.names, 0).s, "root");
    CHECK_STRING(tab_name(&g.names, 3).s, "coordination");
    CHECK_INT(grp_of(&g, text_of("root")), 1);
    CHECK_INT(grp_of(&g, text_of("nsubj")), 2);
    CHECK_INT(grp_of(&g, text_of("nsubj:pass")), 2);
    CHECK_INT(grp_of(&g, text_of("csubj:outer")), 2);
    CHECK_INT(grp_of(&g, text_of("iobj")), 4);
    CHECK_INT(grp_of(&g, text_of("cc:preconj")), 8 + 16);
    CHECK_INT(grp_of(&g, text_of("conj")), 8 + 32);
    CHECK_INT(grp_of(&g, text_of("ccomp")), 0);
    CHECK_INT(grp_of(&g, text_of("")), 0);
    grp_done(&g);
    REQUIRE(grp_parse(&g, "x", text_of("# nothing\n\n  a  x y*\t# z\r\nb y\n"), &err) == 0);
    CHECK_INT(g.names.n, 2);
    CHECK_INT(grp_of(&g, text_of("y")), 3);
    CHECK_INT(grp_of(&g, text_of("yy")), 1);
    CHECK_INT(grp_of(&g, text_of("z")), 0);
    grp_done(&g);
    REQUIRE(grp_parse(&g, "x", text_of("all *"), &err) == 0);
    CHECK_INT(grp_of(&g, text_of("")), 1);
    grp_done(&g);
    REQUIRE(grp_parse(&g, "x", text_of(""), &err) == 0);
    CHECK_INT(grp_of(&g, text_of("x")), 0);
    grp_done(&g);
}

static void bad_groups(void)
{
    static const char *const bad[][2] = {
        {"a x\n\na y\n", "f:3: group 'a' is there already"},
        {"a\n", "f:1: group 'a' has no label"},
        {"b x\na # x\n", "f:2: group 'a' has no label"},
        {"a x*y\n", "f:1: label 'x*y' has a star that is not at its end"},
    };
    copse_error err;
    groups g;
    char buf[2048];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(grp_parse(&g, "f", text_of(bad[i][0]), &err) < 0);
        CHECK_STRING(copse_error_text(&err, buf, sizeof buf), bad[i][1]);
        CHECK(g.labels == 0 && g.names.n == 0);
    }
    char many[1024];
    size_t n = 0;
    for (int i = 0; i < 65; i++)
        n += (size_t)snprintf(many + n, sizeof many - n, "g%d x\n", i);
    CHECK_INT(grp_parse(&g, "f", text_of(many), &err), COPSE_ELIMIT);
    CHECK_STRING(err.message, "group 'g64' is one too many: 64 at most");
    copse_analysis a;
    const copse_analysis_options options = {.groups = "/nowhere/groups"};
    CHECK(analyze(&a, gold_text, gold_text, NULL, &options, &err) < 0);
    CHECK_STRING(err.file, "/nowhere/groups");
}

static void an_empty_file(void)
{
    copse_analysis a;
    copse_error err;
    REQUIRE(analyze(&a, "", "", NULL, NULL, &err) == 0);
    CHECK(a.tokens == 0 && a.table[COPSE_BY_LABEL].rows == 0 && a.table[COPSE_BY_GROUP].rows == 6 &&
          a.table[COPSE_BY_POS_GROUP].rows == 7);
    copse_analysis_done(&a);
}

// Trees are needed on both sides; the result is then empty.
static void no_trees(void)
{
    copse_analysis a;
    copse_error err;
    CHECK_INT(analyze(&a, "a/X/0/r b/X/3/x c/X/2/x\n", "a/X/0/r b/X/1/x c/X/1/x\n", NULL, NULL, &err),
              COPSE_EINPUT);
    CHECK_STRING(err.message, "cycle: 2 -> 3 -> 2 (b, c)");
    CHECK_INT(analyze(&a, "a/X/0/r b/X/1/x\n", "a/X/0/r b/X/_/x\n", NULL, NULL, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "word 2 has no head");
    CHECK_INT(err.line, 2);
    CHECK(!a.total && !a.pair && a.systems == 0);
    CHECK_INT(analyze(&a, "a/X/0/r b/X/1/x\n", "a/X/0/r c/X/1/x\n", NULL, NULL, &err), COPSE_EINPUT);
    CHECK(strstr(err.message, "word 2 is 'c', but in "));
}

TESTS(TEST(shapes_of_arcs), TEST(names_of_arcs), TEST(agreement), TEST(a_wrong_majority),
      TEST(without_punctuation), TEST(nonprojective_arcs), TEST(large_numbers), TEST(shapes_by_definition),
      TEST(too_long_for_degrees), TEST(groups_of_labels), TEST(groups_of_parts_of_speech),
      TEST(shipped_groups), TEST(bad_groups), TEST(an_empty_file), TEST(no_trees))
