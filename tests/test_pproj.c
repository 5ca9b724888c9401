// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "common/treebank/pseudo_projective.h"
#include "tests/trees.h"

#include <unistd.h>

#define UP PPROJ_UP
#define DOWN PPROJ_DOWN

static const copse_pproj modes[] = {COPSE_PPROJ_HEAD, COPSE_PPROJ_PATH, COPSE_PPROJ_HEAD_PATH};

// The transformation as it is told: look for the shortest non-projective arc, lift it, start again. Gives the
// number of lifts.
static int slow_projectivize(int *head, int n, int *from, bool *path)
{
    for (int lifts = 0;; lifts++) {
        int d = 0;
        for (int w = 1; w <= n; w++)
            if (!slow_arc_is_projective(head, w) && (!d || abs(w - head[w]) < abs(d - head[d])))
                d = w;
        if (!d)
            return lifts;
        int h = head[d];
        if (!from[d])
            from[d] = h;
        path[h] = true;
        head[d] = head[h];
    }
}

static bool all_projective(const int *head, int n)
{
    for (int w = 1; w <= n; w++)
        if (!slow_arc_is_projective(head, w))
            return false;
    return true;
}

enum { SMALL = 12 };

static copse_str name_of(int word) // a label of its own for each word
{
    static const char names[] = "abcdefghijkl";
    return (copse_str){names + word - 1, 1};
}

static void set_tree(copse_tree *t, const int *head, int n, bool one_label)
{
    tree_resize(t, n);
    for (int w = 1; w <= n; w++) {
        t->head[w] = head[w];
        t->label[w] = name_of(one_label ? 1 : w);
    }
}

static bool is_label(copse_str label, int d, int from, bool path, copse_pproj mode)
{
    char expected[32];
    snprintf(expected, sizeof expected, "%c%s%.*s%s", *name_of(d).s, from ? UP : "",
             from && mode != COPSE_PPROJ_PATH, from ? name_of(from).s : "",
             path && mode != COPSE_PPROJ_HEAD ? DOWN : "");
    return str_is(label, expected);
}

// One tree with a label for every word: there and back in all modes. Gives the words not back in place in
// path mode, where labels do not help.
static int there_and_back(copse_tree *t, const int *head, int n)
{
    int slow[SMALL + 1], from[SMALL + 1] = {0}, wrong = 0;
    bool path[SMALL + 1] = {false};
    copse_error err;
    memcpy(slow, head, ((size_t)n + 1) * sizeof *slow);
    int lifts = slow_projectivize(slow, n, from, path);
    for (int m = 0; m < 3; m++) {
        set_tree(t, head, n, false);
        CHECK_INT(copse_tree_projectivize(t, modes[m], &err), lifts);
        CHECK(all_projective(t->head, n));
        for (int w = 1; w <= n; w++) {
            CHECK_INT(t->head[w], slow[w]);
            CHECK(is_label(t->label[w], w, from[w], path[w], modes[m]));
        }
        int moved = copse_tree_deprojectivize(t, modes[m]);
        CHECK(moved >= 0 && moved <= lifts && slow_is_tree(t->head, n));
        for (int w = 1; w <= n; w++) {
            CHECK(str_equal(t->label[w], name_of(w)));
            if (modes[m] == COPSE_PPROJ_PATH)
                wrong += t->head[w] != head[w];
            else
                CHECK_INT(t->head[w], head[w]);
        }
    }
    return wrong;
}

static void every_tree(void)
{
    copse_tree *t = copse_tree_new();
    int head[SMALL + 1] = {-1}, wrong = 0, words = 0;
    for (int n = 1; n <= 6; n++) {
        memset(head + 1, 0, SMALL * sizeof *head);
        do {
            if (!slow_is_tree(head, n))
                continue;
            wrong += there_and_back(t, head, n);
            words += n;
        } while (next_heads(head, n));
    }
    CHECK(wrong * 10 < words); // most of these trees are far from any sentence's
    copse_tree_free(t);
}

static void random_trees(void)
{
    copse_tree *t = copse_tree_new();
    int head[SMALL + 1];
    rng r;
    rng_seed(&r, 5);
    for (int i = 0; i < 3000; i++) {
        int n = 7 + (int)rng_below(&r, SMALL - 6);
        make_tree(&r, i % 4 == 0 ? SHUFFLED_CHAIN : RECURSIVE, head, n);
        there_and_back(t, head, n);
    }
    copse_tree_free(t);
}

// Trees deep enough for long climbs, against the slow way.
static void deep_trees(void)
{
    enum { MOST = 70 };
    static const shape deep[] = {SHUFFLED_CHAIN, SHUFFLED_BINARY, COMB, RECURSIVE};
    copse_tree *t = copse_tree_new();
    rng r;
    rng_seed(&r, 17);
    for (int i = 0; i < 200; i++) {
        const int n = 20 + (int)rng_below(&r, MOST - 20);
        int head[MOST + 1], from[MOST + 1] = {0};
        bool path[MOST + 1] = {false};
        copse_error err;
        make_tree(&r, deep[i % 4], head, n);
        if (i % 8 >= 4) // mostly a chain in order, which some words leave
            for (int w = 1; w <= n; w++)
                head[w] = rng_below(&r, 8) ? w - 1 : (int)rng_below(&r, (unsigned)w);
        set_tree(t, head, n, true);
        const int lifts = slow_projectivize(head, n, from, path);
        CHECK_INT(copse_tree_projectivize(t, COPSE_PPROJ_HEAD_PATH, &err), lifts);
        for (int w = 1; w <= n; w++) {
            CHECK_INT(t->head[w], head[w]);
            CHECK_INT(t->label[w].len, 1 + (from[w] ? PPROJ_MARK + 1 : 0) + (path[w] ? PPROJ_MARK : 0));
        }
    }
    copse_tree_free(t);
}

// A tree that needs too many lifts is left as it was.
static void too_many_lifts(void)
{
    enum { N = 17000 }; // a quarter of the square of it
    copse_tree *t = copse_tree_new();
    copse_error err = {0};
    rng r;
    rng_seed(&r, 3);
    tree_resize(t, N);
    make_tree(&r, COMB, t->head, N);
    for (int w = 1; w <= N; w++)
        t->label[w] = name_of(1);
    CHECK_INT(copse_tree_projectivize(t, COPSE_PPROJ_HEAD, &err), COPSE_ELIMIT);
    CHECK(strstr(err.message, "17000 words"));
    CHECK(t->head[N] == N / 2 && str_equal(t->label[N], name_of(1)));
    copse_tree_free(t);
}

// Label and head of each word after the transformation of the paper's sentence.
static void paper_sentence(void)
{
    // John saw a dog yesterday which was a Yorkshire Terrier .
    static const int head[] = {-1, 2, 0, 4, 2, 2, 10, 10, 10, 10, 4, 2};
    static const char *const label[] = {"",      "nsubj", "root", "det",      "obj",       "obl:tmod",
                                        "nsubj", "cop",   "det",  "compound", "acl:relcl", "punct"};
    static const char *const terrier[] = {"acl:relcl" UP "obj", "acl:relcl" UP, "acl:relcl" UP "obj"};
    static const char *const dog[] = {"obj", "obj" DOWN, "obj" DOWN};
    enum { N = 11 };
    copse_tree *t = copse_tree_new();
    copse_error err;
    for (int m = 0; m < 3; m++) {
        tree_resize(t, N);
        for (int w = 1; w <= N; w++) {
            t->head[w] = head[w];
            t->label[w] = (copse_str){label[w], strlen(label[w])};
        }
        CHECK(!copse_tree_is_projective(t));
        CHECK_INT(copse_tree_projectivize(t, modes[m], &err), 1);
        CHECK(copse_tree_is_projective(t));
        for (int w = 1; w <= N; w++) {
            CHECK_INT(t->head[w], w == 10 ? 2 : head[w]);
            CHECK(str_is(t->label[w], w == 10 ? terrier[m] : w == 4 ? dog[m] : label[w]));
        }
        CHECK_INT(copse_tree_deprojectivize(t, modes[m]), 1);
        for (int w = 1; w <= N; w++) {
            CHECK_INT(t->head[w], head[w]);
            CHECK(str_is(t->label[w], label[w]));
        }
    }
    copse_tree_free(t);
}

// 3 hangs from 1 across the root word 2, and 5 from 3 across 4: 5 goes first to 1 and then to 2, 3 goes to 2.
static void lifted_and_passed(void)
{
    static const int head[] = {-1, 2, 0, 1, 2, 3};
    copse_tree *t = copse_tree_new();
    copse_error err;
    set_tree(t, head, 5, false);
    CHECK(copse_tree_projectivize(t, COPSE_PPROJ_HEAD_PATH, &err) >= 2);
    CHECK(str_is(t->label[3], "c" UP "a" DOWN));
    CHECK(str_is(t->label[5], "e" UP "c"));
    set_tree(t, head, 5, false);
    copse_tree_projectivize(t, COPSE_PPROJ_PATH, &err);
    CHECK(str_is(t->label[3], "c" UP DOWN));
    CHECK(str_is(t->label[5], "e" UP));
    copse_tree_free(t);
}

static void refuses_marks(void)
{
    static const int head[] = {-1, 0, 1};
    static const char *const bad[] = {"x" UP, UP, DOWN, "x" DOWN "y", "x" UP "y"};
    copse_tree *t = copse_tree_new();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        copse_error err = {0};
        set_tree(t, head, 2, false);
        t->label[2] = (copse_str){bad[i], strlen(bad[i])};
        CHECK_INT(copse_tree_projectivize(t, COPSE_PPROJ_HEAD, &err), COPSE_EINPUT);
        CHECK(strstr(err.message, bad[i]) && strstr(err.message, "word 2"));
        CHECK(str_is(t->label[2], bad[i]));
    }
    // Arrows of other kinds, and pieces of ours, are labels like any other.
    copse_error err;
    set_tree(t, head, 2, false);
    t->label[2] = (copse_str){"\xe2\x86\x90\xe2\x86", 5};
    CHECK_INT(copse_tree_projectivize(t, COPSE_PPROJ_HEAD, &err), 0);
    CHECK_INT(t->label[2].len, 5);
    copse_tree_free(t);
}

static void check_back(const int *head, int n, const char *const *label, copse_pproj mode, int word,
                       int place)
{
    copse_tree *t = copse_tree_new();
    tree_resize(t, n);
    for (int w = 1; w <= n; w++) {
        t->head[w] = head[w];
        t->label[w] = (copse_str){label[w], strlen(label[w])};
    }
    CHECK_INT(copse_tree_deprojectivize(t, mode), place != head[word]);
    CHECK_INT(t->head[word], place);
    copse_tree_free(t);
}

// Which of several words is taken, on trees such as a parser might make.
static void choices(void)
{
    // The root word 3 with 1, 5 and 6; 2 below 1, 4 below 5; 6 is lifted.
    static const int head[] = {-1, 3, 1, 0, 5, 3, 3};
    enum { N = 6 };
    const copse_pproj H = COPSE_PPROJ_HEAD, P = COPSE_PPROJ_PATH, HP = COPSE_PPROJ_HEAD_PATH;
    // 5 would make a projective arc, 1 does not.
    check_back(head, N, (const char *[]){"", "x", "y", "r", "y", "x", "d" UP "x"}, H, 6, 1);
    check_back(head, N, (const char *[]){"", "z", "y", "r", "y", "x", "d" UP "x"}, H, 6, 5);
    // Both do: the higher, then the nearer.
    check_back(head, N, (const char *[]){"", "x", "x", "r", "x", "y", "d" UP "x"}, H, 6, 1);
    check_back(head, N, (const char *[]){"", "z", "x", "r", "x", "y", "d" UP "x"}, H, 6, 4);
    // A path is followed to its end, and must be whole.
    check_back(head, N, (const char *[]){"", "x" DOWN, "y" DOWN, "r", "y", "x", "d" UP}, P, 6, 2);
    check_back(head, N, (const char *[]){"", "x", "y" DOWN, "r", "y", "x" DOWN, "d" UP}, P, 6, 5);
    // Label and path, else the label, else the path, else it stays.
    check_back(head, N, (const char *[]){"", "x", "y", "r", "x", "x" DOWN, "d" UP "x"}, HP, 6, 5);
    check_back(head, N, (const char *[]){"", "z" DOWN, "x", "r", "y", "z", "d" UP "x"}, HP, 6, 2);
    check_back(head, N, (const char *[]){"", "z" DOWN, "y", "r", "y", "z", "d" UP "x"}, HP, 6, 1);
    check_back(head, N, (const char *[]){"", "z", "y", "r", "y", "z", "d" UP "x"}, HP, 6, 3);
    // Never below itself: 5 finds its label only at 4, which hangs from it.
    check_back(head, N, (const char *[]){"", "z", "y", "r", "x", "d" UP "x", "z"}, H, 5, 3);
}

static bool has_mark(copse_str label)
{
    return pproj_bare(label) < label.len;
}

// Trees and labels of no sense at all: a tree comes back, and no mark.
static void garbage(void)
{
    static const char *const pool[] = {
        UP,
        DOWN,
        "",
        "x",
        "y",
        DOWN DOWN,
        UP "x" UP "y",
        "x" UP UP,
        "x" DOWN UP "y",
        "y" UP "x" DOWN "z",
        "x" UP "_",
        "\xe2\x86",
        "y" DOWN,
        UP "\xff",
    };
    copse_tree *t = copse_tree_new();
    rng r;
    rng_seed(&r, 11);
    for (int i = 0; i < 3000; i++) {
        int n = (int)rng_below(&r, 30);
        tree_resize(t, n);
        make_tree(&r, RECURSIVE, t->head, n);
        for (int w = 1; w <= n; w++) {
            const char *label = pool[rng_below(&r, sizeof pool / sizeof pool[0])];
            t->label[w] = (copse_str){label, strlen(label)};
        }
        copse_tree_deprojectivize(t, modes[i % 3]);
        CHECK(slow_is_tree(t->head, n));
        for (int w = 1; w <= n; w++)
            CHECK(!has_mark(t->label[w]));
    }
    tree_resize(t, 1);
    t->label[1] = (copse_str){UP DOWN, 2 * PPROJ_MARK};
    CHECK_INT(copse_tree_deprojectivize(t, COPSE_PPROJ_PATH), 0);
    CHECK(str_is(t->label[1], "_"));
    copse_tree_free(t);
}

static void set_large(copse_tree *t, rng *r, shape kind, int n, int labels)
{
    tree_resize(t, n);
    make_tree(r, kind, t->head, n);
    for (int w = 1; w <= n; w++)
        t->label[w] = (copse_str){&"abcdefghijklmnopqrstuvwxyz"[w % labels], 1};
}

static void large(void)
{
    copse_tree *t = copse_tree_new();
    copse_error err;
    rng r;
    int word;
    rng_seed(&r, 7);
    alarm(60); // a blow-up is a failure, not a wait
    for (shape kind = 0; kind < SHAPES; kind++) {
        // A comb needs n * n / 4 lifts, a shuffled chain also many.
        set_large(t, &r, kind, kind == COMB ? 2000 : kind == SHUFFLED_CHAIN ? 8000 : 20000, 26);
        int lifts = copse_tree_projectivize(t, COPSE_PPROJ_HEAD_PATH, &err);
        CHECK(kind == CHAIN || kind == STAR ? lifts == 0 : lifts > 0);
        CHECK(copse_tree_is_projective(t));
        if (kind == RECURSIVE) { // every word marked, far more than can be searched for
            copse_tree_deprojectivize(t, COPSE_PPROJ_HEAD_PATH);
            CHECK_INT(tree_check(t->head, t->n, true, &word), TREE_FINE);
            CHECK(!has_mark(t->label[t->n]));
        }
        set_large(t, &r, kind, 300, 26);
        copse_tree_projectivize(t, COPSE_PPROJ_HEAD_PATH, &err);
        copse_tree_deprojectivize(t, COPSE_PPROJ_HEAD_PATH);
        CHECK_INT(tree_check(t->head, t->n, true, &word), TREE_FINE);
    }
    alarm(0);
    copse_tree_free(t);
}

TESTS(TEST(every_tree), TEST(random_trees), TEST(deep_trees), TEST(too_many_lifts), TEST(paper_sentence),
      TEST(lifted_and_passed), TEST(refuses_marks), TEST(choices), TEST(garbage), TEST(large))
