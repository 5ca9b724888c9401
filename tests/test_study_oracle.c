// SPDX-License-Identifier: MIT
// The two oracles against their definitions: all trees of up to six words, all choices of whole parses.
#include "graph/decode.h"
#include "eval/sparse_tree.h"

#include "tests/files.h"
#include "tests/forest.h"
#include "tests/harness.h"
#include "common/base/mem.h"

enum { SYSTEMS = 4, MOST = 6, SENTENCES = 60 };

typedef struct parse {
    int head[MOST + 1];
    int label[MOST + 1]; // 0, 1
} parse;

typedef struct example { // a sentence, its gold parse and the systems'
    int n;
    parse of[SYSTEMS + 1]; // the last is the gold one
} example;

// A random tree that keeps many arcs of another.
static void vary(rng *r, const parse *from, parse *to, int n)
{
    make_tree(r, (shape)rng_below(r, SHAPES), to->head, n);
    for (int w = 1; w <= n; w++) {
        const int had = to->head[w];
        to->label[w] = rng_below(r, 3) == 0;
        if (from && rng_below(r, 3) > 0) {
            to->head[w] = from->head[w];
            to->label[w] = rng_below(r, 4) == 0 ? 1 - from->label[w] : from->label[w];
            to->head[w] = slow_is_tree(to->head, n) ? to->head[w] : had;
        }
    }
}

static void make_examples(rng *r, example *e, int count)
{
    for (int i = 0; i < count; i++) {
        e[i].n = i % 10 == 0 ? MOST : 1 + (int)rng_below(r, MOST - 1);
        vary(r, NULL, &e[i].of[SYSTEMS], e[i].n);
        for (int k = 0; k < SYSTEMS; k++)
            vary(r, &e[i].of[SYSTEMS], &e[i].of[k], e[i].n);
    }
}

static char *write_parses(const example *e, int count, int k)
{
    char name[32];
    snprintf(name, sizeof name, "%d.conllu", k);
    char *path = mem_string(scratch(name), strlen(scratch(name)));
    FILE *f = fopen(path, "w");
    if (!f)
        abort();
    for (int i = 0; i < count; i++) {
        for (int w = 1; w <= e[i].n; w++) // every third word is punctuation
            fprintf(f, "%d\t%s\t_\tX\t_\t_\t%d\t%c\t_\t_\n", w, w % 3 ? "w" : ".", e[i].of[k].head[w],
                    "xy"[e[i].of[k].label[w]]);
        fputc('\n', f);
    }
    fclose(f);
    return path;
}

typedef struct files {
    char *gold;
    char *system[SYSTEMS];
} files;

static files write_files(const example *e, int count)
{
    files f = {.gold = write_parses(e, count, SYSTEMS)};
    for (int k = 0; k < SYSTEMS; k++)
        f.system[k] = write_parses(e, count, k);
    return f;
}

static void files_done(files *f)
{
    mem_free(f->gold);
    for (int k = 0; k < SYSTEMS; k++)
        mem_free(f->system[k]);
}

static bool right(const example *e, int k, int w, bool labelled, bool skip)
{
    const parse *gold = &e->of[SYSTEMS];
    return !(skip && w % 3 == 0) && e->of[k].head[w] == gold->head[w] &&
           (!labelled || e->of[k].label[w] == gold->label[w]);
}

static int slow_whole(const example *e, uint32_t set, bool labelled, bool skip)
{
    int best = 0;
    for (int k = 0; k < SYSTEMS; k++) {
        int score = 0;
        for (int w = 1; w <= e->n && set >> k & 1; w++)
            score += right(e, k, w, labelled, skip);
        best = score > best ? score : best;
    }
    return best;
}

// Over all trees: each arc must be somebody's.
static int slow_union(const example *e, const forest *f, uint32_t set, bool labelled, bool skip)
{
    int best = -1;
    int worth[MOST + 1][MOST + 1]; // -1: nobody's
    for (int w = 1; w <= e->n; w++) {
        for (int h = 0; h <= e->n; h++)
            worth[w][h] = -1;
        for (int k = 0; k < SYSTEMS; k++)
            if (set >> k & 1) {
                int *value = &worth[w][e->of[k].head[w]];
                const int now = right(e, k, w, labelled, skip);
                *value = now > *value ? now : *value;
            }
    }
    for (size_t i = 0; i < f->count; i++) {
        int score = 0;
        for (int w = 1; w <= e->n && score >= 0; w++) {
            const int value = worth[w][f->tree[i].head[w]];
            score = value < 0 ? -1 : score + value;
        }
        best = score > best ? score : best;
    }
    return best;
}

static void check_row(const copse_oracle_row *row, const example *e, int count, const forest *forests,
                      uint32_t set, bool skip)
{
    long whole[2] = {0}, united[2] = {0};
    for (int i = 0; i < count; i++)
        for (int labelled = 0; labelled < 2; labelled++) {
            whole[labelled] += slow_whole(&e[i], set, labelled, skip);
            united[labelled] += slow_union(&e[i], &forests[e[i].n], set, labelled, skip);
        }
    CHECK_INT(row->whole_head, whole[0]);
    CHECK_INT(row->whole_both, whole[1]);
    CHECK_INT(row->union_head, united[0]);
    CHECK_INT(row->union_both, united[1]);
}

static void brute_force(void)
{
    static example e[SENTENCES];
    const int count = SENTENCES / (SLOWER > 1 ? 3 : 1);
    forest forests[MOST + 1];
    rng r;
    rng_seed(&r, 7);
    for (int n = 1; n <= MOST; n++)
        forest_init(&forests[n], n);
    for (int skip = 0; skip < 2; skip++) {
        make_examples(&r, e, count);
        files f = write_files(e, count);
        copse_oracle o;
        copse_error err;
        const copse_oracle_options options = {.skip_punctuation = skip, .subsets = true};
        REQUIRE(copse_oracle_read(&o, f.gold, (const char *const *)f.system, SYSTEMS, &options, &err) == 0);
        CHECK_INT(o.sentences, count);
        CHECK_INT(o.subsets, 11);
        CHECK_INT(o.subset[0].systems, 3);
        CHECK_INT(o.subset[1].systems, 5);
        CHECK_INT(o.subset[2].systems, 9);
        CHECK_INT(o.subset[3].systems, 6);
        CHECK_INT(o.subset[10].systems, 15);
        for (size_t i = 0; i < o.subsets; i++)
            check_row(&o.subset[i], e, count, forests, o.subset[i].systems, skip);
        check_row(&o.all, e, count, forests, 15, skip);
        for (int k = 0; k < SYSTEMS; k++)
            check_row(&o.alone[k], e, count, forests, 1U << k, skip);
        copse_oracle_done(&o);
        // Without subsets the same of all systems.
        const copse_oracle_options plain = {.skip_punctuation = skip};
        REQUIRE(copse_oracle_read(&o, f.gold, (const char *const *)f.system, SYSTEMS, &plain, &err) == 0);
        check_row(&o.all, e, count, forests, 15, skip);
        CHECK(!o.subset && o.subsets == 0);
        copse_oracle_done(&o);
        files_done(&f);
    }
    for (int n = 1; n <= MOST; n++)
        forest_done(&forests[n]);
}

static void one_system_is_evaluation(void)
{
    static example e[SENTENCES];
    rng r;
    rng_seed(&r, 11);
    make_examples(&r, e, SENTENCES);
    files f = write_files(e, SENTENCES);
    for (int skip = 0; skip < 2; skip++) {
        copse_oracle o;
        copse_scores s;
        copse_error err;
        const copse_oracle_options options = {.skip_punctuation = skip};
        const copse_eval_options same = {.skip_punctuation = skip};
        REQUIRE(copse_oracle_read(&o, f.gold, (const char *const *)f.system, 1, &options, &err) == 0);
        REQUIRE(copse_evaluate(&s, f.gold, f.system[0], &same, &err) == 0);
        CHECK_INT(o.tokens, s.tokens);
        CHECK_INT(o.sentences, s.sentences);
        CHECK_INT(o.skipped_tokens, s.skipped_tokens);
        CHECK_INT(o.alone[0].whole_both, s.both);
        CHECK_INT(o.alone[0].whole_head, s.head);
        CHECK(o.all.whole_both == s.both && o.all.union_both == s.both);
        CHECK(o.all.whole_head == s.head && o.all.union_head == s.head);
        copse_scores_done(&s);
        copse_oracle_done(&o);
    }
    files_done(&f);
}

static void gold_among_systems(void)
{
    static example e[SENTENCES];
    rng r;
    rng_seed(&r, 13);
    make_examples(&r, e, SENTENCES);
    files f = write_files(e, SENTENCES);
    const char *const systems[] = {f.system[0], f.gold, f.system[1]};
    copse_oracle o;
    copse_error err;
    REQUIRE(copse_oracle_read(&o, f.gold, systems, 3, NULL, &err) == 0);
    CHECK(o.tokens > 0);
    CHECK_INT(o.all.whole_both, o.tokens);
    CHECK_INT(o.all.whole_head, o.tokens);
    CHECK_INT(o.all.union_both, o.tokens);
    CHECK_INT(o.all.union_head, o.tokens);
    CHECK(o.alone[0].whole_both < o.tokens);
    copse_oracle_done(&o);
    files_done(&f);
}

// More systems than a set has bits: the gold tree is the last, and alone has the right arcs.
static void many_systems(void)
{
    enum { MANY = 70 };
    const char *systems[MANY];
    char *bad =
        mem_string(scratch_text("bad", "1\ta\t_\tX\t_\t_\t2\tx\t_\t_\n2\tb\t_\tX\t_\t_\t0\tx\t_\t_\n\n"),
                   strlen(scratch("bad")));
    char *good =
        mem_string(scratch_text("good", "1\ta\t_\tX\t_\t_\t0\tr\t_\t_\n2\tb\t_\tX\t_\t_\t1\tx\t_\t_\n\n"),
                   strlen(scratch("good")));
    for (int k = 0; k < MANY; k++)
        systems[k] = k == MANY - 1 ? good : bad;
    copse_oracle o;
    copse_error err;
    REQUIRE(copse_oracle_read(&o, good, systems, MANY, NULL, &err) == 0);
    CHECK_INT(o.all.union_both, 2);
    CHECK_INT(o.alone[0].whole_head, 0);
    copse_oracle_done(&o);
    CHECK_INT(copse_oracle_read(&o, good, systems, 13, &(copse_oracle_options){.subsets = true}, &err),
              COPSE_ELIMIT);
    CHECK_STRING(err.message, "13 systems have too many subsets: 12 at most");
    CHECK(!o.alone && !o.subset && o.systems == 0);
    mem_free(bad);
    mem_free(good);
}

// A case in which the right arcs of two systems do not go together: the words 1 to 3 are a chain in gold, and
// nobody has a head outside of it for its first word.
static void arcs_that_exclude_each_other(void)
{
    const char *format =
        "1\ta\t_\tX\t_\t_\t%d\tx\t_\t_\n2\tb\t_\tX\t_\t_\t%d\tx\t_\t_\n3\tc\t_\tX\t_\t_\t%d\tx\t_\t_\n\n";
    const int head[3][3] = {{0, 1, 2}, {3, 1, 0}, {2, 0, 2}};
    char *path[3];
    for (int k = 0; k < 3; k++) {
        char text[256], name[8];
        snprintf(text, sizeof text, format, head[k][0], head[k][1], head[k][2]);
        snprintf(name, sizeof name, "x%d", k);
        const char *at = scratch_text(name, text);
        path[k] = mem_string(at, strlen(at));
    }
    copse_oracle o;
    copse_error err;
    REQUIRE(copse_oracle_read(&o, path[0], (const char *const *)path + 1, 2, NULL, &err) == 0);
    CHECK_INT(o.all.union_head, 1); // 1→2 of the first and 2→3 of the second leave nothing for word 1
    CHECK_INT(o.all.whole_head, 1);
    copse_oracle_done(&o);
    for (int k = 0; k < 3; k++)
        mem_free(path[k]);
}

// The sparse search against the dense one, with weights of any size and arcs that are missing.
static void sparse_is_dense(void)
{
    enum { WORDS = 40 };
    static float dense[(WORDS + 1) * (WORDS + 1)];
    static sparse_arc arc[(WORDS + 1) * (WORDS + 1)];
    rng r;
    arena a = {0};
    int trees = 0, none = 0;
    rng_seed(&r, 17);
    for (int turn = 0; turn < 4000 / SLOWER; turn++) {
        const int n = 1 + (int)rng_below(&r, WORDS), N = n + 1, most = turn % 3 ? 1000 : 1;
        const uint64_t density = 2 + rng_below(&r, 12);
        size_t m = 0;
        int head[WORDS + 1];
        for (int d = 0; d <= n; d++)
            for (int h = 0; h <= n; h++) {
                dense[d * N + h] = -INFINITY;
                if (d == 0 || d == h || rng_below(&r, (uint64_t)N) > density)
                    continue;
                const int weight = (int)rng_below(&r, (uint64_t)most + 1);
                dense[d * N + h] = (float)weight;
                arc[m++] = (sparse_arc){h, d, weight};
            }
        const double expected = dec_cle(dense, n, false, head, &a);
        const int actual = sparse_best(arc, m, n, &a);
        if (expected < 0) {
            CHECK_INT(actual, SPARSE_NO_TREE);
            none++;
        } else {
            CHECK_NEAR(actual, expected, 0);
            trees++;
        }
        arena_reset(&a);
    }
    CHECK(trees > 20 && none > 20);
    arena_done(&a);
}

static char *long_parse(const char *name, int n, int step)
{
    const char *at = scratch(name);
    char *path = mem_string(at, strlen(at));
    FILE *f = fopen(path, "w");
    if (!f)
        abort();
    for (int w = 1; w <= n; w++) {
        const int h = step > 0 ? (w > step ? w - step : 0) : (w < n ? w + 1 : 0);
        fprintf(f, "%d\tw\t_\tX\t_\t_\t%d\tx\t_\t_\n", w, h);
    }
    fputc('\n', f);
    fclose(f);
    return path;
}

// A sentence for which a square of numbers would be 40 GB: chains forwards, backwards, and by twos.
static void a_long_sentence(void)
{
    enum { WORDS = 100000 };
    char *path[] = {long_parse("g", WORDS, 1), long_parse("a", WORDS, 2), long_parse("b", WORDS, 0),
                    long_parse("c", WORDS, 3)};
    copse_oracle o;
    copse_error err;
    REQUIRE(copse_oracle_read(&o, path[0], (const char *const *)path + 1, 3, NULL, &err) == 0);
    CHECK_INT(o.tokens, WORDS);
    CHECK_INT(o.all.union_head, 1); // no system has an arc between neighbours in the right direction
    copse_oracle_done(&o);
    const char *const two[] = {path[1], path[0]};
    REQUIRE(copse_oracle_read(&o, path[2], two, 2, NULL, &err) == 0);
    CHECK_INT(o.all.union_head, 0);
    copse_oracle_done(&o);
    for (int k = 0; k < 4; k++)
        mem_free(path[k]);
}

TESTS(TEST(brute_force), TEST(one_system_is_evaluation), TEST(gold_among_systems), TEST(many_systems),
      TEST(arcs_that_exclude_each_other), TEST(sparse_is_dense), TEST(a_long_sentence))
