// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "common/treebank/fault.h"
#include "tests/trees.h"
#include "common/base/mem.h"

#include <unistd.h>

enum { MOST = 6 };

static int slow_degree(const int *head, int d)
{
    int h = head[d], low = h < d ? h : d, high = h < d ? d : h, degree = 0;
    for (int k = low + 1; k < high; k++)
        degree += !tree_descends(head, k, h) && !(head[k] > low && head[k] < high);
    return degree;
}

// All vectors of heads: what the O(n) tests say is what the definitions say.
static void every_vector(void)
{
    int head[MOST + 1] = {-1}, cycle[MOST + 1], word;
    long trees[MOST + 1] = {0};
    for (int n = 1; n <= MOST; n++) {
        memset(head + 1, 0, MOST * sizeof *head);
        do {
            bool tree = slow_is_tree(head, n), loop = false;
            int roots = 0;
            for (int w = 1; w <= n; w++) {
                loop |= head[w] == w;
                roots += head[w] == 0;
            }
            tree_fault fault = tree_check(head, n, true, &word);
            CHECK_INT(fault, tree ? TREE_FINE : loop ? TREE_SELF_LOOP : TREE_CYCLE);
            int cycles = tree_cycles(head, n, cycle);
            CHECK((cycles == 0) == tree);
            for (int w = 1; w <= n; w++) {
                int on = 0; // does w come round to itself?
                for (int k = 0, back = w; k < n && back > 0; k++)
                    on |= (back = head[back]) == w;
                CHECK_INT(cycle[w] > 0, on);
                CHECK(!on || cycle[w] == cycle[head[w]]);
            }
            if (fault == TREE_CYCLE)
                CHECK(cycle[word] > 0);
            if (tree) {
                trees[n]++;
                CHECK_INT(tree_check(head, n, false, &word), roots > 1 ? TREE_SEVERAL_ROOTS : TREE_FINE);
            }
        } while (next_heads(head, n));
        long expected = 1; // Cayley: (n+1)^(n-1)
        for (int k = 1; k < n; k++)
            expected *= n + 1;
        CHECK_INT(trees[n], expected);
    }
}

static void every_tree(void)
{
    int head[MOST + 1] = {-1}, left[MOST + 1], right[MOST + 1];
    bool arc[MOST + 1];
    for (int n = 1; n <= MOST; n++) {
        long projective = 0;
        memset(head + 1, 0, MOST * sizeof *head);
        do {
            if (!slow_is_tree(head, n))
                continue;
            int bad = tree_nonprojective(head, n, arc), count = 0;
            tree_reach(head, n, left, right);
            for (int d = 1; d <= n; d++) {
                bool slow = slow_arc_is_projective(head, d);
                count += !slow;
                CHECK_INT(tree_arc_is_projective(head, n, d), slow);
                CHECK_INT(arc[d], !slow);
                CHECK_INT(left[head[d]] < d && d < right[head[d]], slow);
                int degree = tree_arc_degree(head, n, d);
                CHECK_INT(degree, slow_degree(head, d));
                CHECK_INT(degree == 0, slow);
            }
            for (int h = 0; h <= n; h++) {
                int k = h + 1;
                while (k <= n && tree_descends(head, k, h))
                    k++;
                CHECK_INT(right[h], k);
            }
            CHECK_INT(bad, count);
            CHECK_INT(tree_is_projective(head, n), count == 0);
            projective += count == 0;
        } while (next_heads(head, n));
        // Projective trees with any number of roots: C(3n, n) / (2n + 1).
        static const long known[MOST + 1] = {1, 1, 3, 12, 55, 273, 1428};
        CHECK_INT(projective, known[n]);
    }
}

static void out_of_range(void)
{
    int head[] = {-1, 0, 4, 1}, word = 0, cycle[4];
    CHECK_INT(tree_check(head, 3, true, &word), TREE_RANGE);
    CHECK_INT(word, 2);
    CHECK_INT(tree_cycles(head, 3, cycle), 0);
    head[2] = -3;
    CHECK_INT(tree_check(head, 3, true, &word), TREE_RANGE);
    head[2] = 2;
    CHECK_INT(tree_check(head, 3, true, &word), TREE_SELF_LOOP);
    CHECK_INT(word, 2);
    CHECK_INT(tree_check(head, 0, false, &word), TREE_FINE);
    CHECK(tree_is_projective(head, 0));
}

// Jan 1<-2 saw; a 3<-4 dog; which(6) .. under dog over yesterday: degree 1. A deeper case has degree 2.
static void degrees(void)
{
    int saw[] = {-1, 2, 0, 4, 2, 2, 7, 4};
    CHECK_INT(tree_arc_degree(saw, 7, 7), 1);
    CHECK_INT(tree_nonprojective(saw, 7, NULL), 1);
    // 1 → 6 passes 2 (head 0), 3 (head 7), 4 (head 3, inside: not counted), 5 (head 1).
    int two[] = {-1, 2, 0, 7, 3, 1, 1, 2};
    CHECK_INT(tree_arc_degree(two, 7, 6), 2);
    CHECK_INT(tree_arc_degree(two, 7, 2), 0);
}

static copse_sentence *sentence_of(const char *const *heads, int n, int first_line)
{
    copse_sentence *s = copse_sentence_new();
    s->text = mem_alloc(1 << 16, 1);
    s->text_cap = 1 << 16;
    for (int w = 1; w <= n; w++)
        s->text_len += (size_t)snprintf(s->text + s->text_len, s->text_cap - s->text_len,
                                        "%d\tw%d\t_\t_\t_\t_\t%s\tl%d\t_\t_\n", w, w, heads[w - 1], w);
    s->file = "f.conllu";
    s->first_line = first_line;
    sen_scan(s, NULL, NULL);
    return s;
}

static void check_reading(const char *const *heads, int n, long line, const char *message)
{
    copse_sentence *s = sentence_of(heads, n, 11);
    copse_tree *t = copse_tree_new();
    copse_error err = {0};
    CHECK_INT(s->n, n);
    int code = copse_tree_read(t, s, &err);
    CHECK_INT(code, message ? COPSE_EINPUT : COPSE_OK);
    if (message) {
        CHECK_STRING(err.message, message);
        CHECK_STRING(err.file, "f.conllu");
        CHECK_INT(err.line, line);
    }
    copse_tree_free(t);
    copse_sentence_free(s);
}

static void reading(void)
{
    check_reading((const char *[]){"2", "0", "2"}, 3, 0, NULL);
    check_reading((const char *[]){"0", "0"}, 2, 0, NULL);
    check_reading(NULL, 0, 0, NULL);
    check_reading((const char *[]){"2", "0", "x"}, 3, 13, "head 'x' of word 3 is not a number");
    check_reading((const char *[]){"2", "0", "-1"}, 3, 13, "head '-1' of word 3 is not a number");
    check_reading((const char *[]){"2", "0", "02"}, 3, 13, "head '02' of word 3 is not a number");
    check_reading((const char *[]){"2", "0", "1\x01"}, 3, 13, "head '1\\x01' of word 3 is not a number");
    check_reading((const char *[]){"2", "9", "1"}, 3, 12,
                  "head 9 of word 2 is out of range: the sentence has 3 words");
    check_reading((const char *[]){"2"}, 1, 11, "head 2 of word 1 is out of range: the sentence has 1 word");
    check_reading((const char *[]){"99999999999999999999", "0"}, 2, 11,
                  "head 99999999999999999999 of word 1 is out of range: the sentence has 2 words");
    check_reading((const char *[]){"2", "2"}, 2, 12, "word 2 is its own head");
    check_reading((const char *[]){"0", "_", "_"}, 3, 12, "word 2 has no head");
    check_reading((const char *[]){"0", "5", "1", "1", "2"}, 5, 12, "cycle: 2 -> 5 -> 2 (w2, w5)");
    check_reading((const char *[]){"4", "0", "1", "3"}, 4, 11, "cycle: 1 -> 4 -> 3 -> 1 (w1, w4, w3)");
    check_reading((const char *[]){"2", "3", "4", "5", "6", "7", "8", "9", "1"}, 9, 11,
                  "cycle: 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> ... -> 1 "
                  "(9 words: w1, w2, w3, w4, w5, w6, w7, w8, ...)");
}

static void read_values(void)
{
    copse_sentence *s = sentence_of((const char *[]){"2", "0", "2"}, 3, 1);
    copse_tree *t = copse_tree_new();
    copse_error err;
    REQUIRE(copse_tree_read(t, s, &err) == 0);
    CHECK_INT(copse_tree_length(t), 3);
    CHECK_INT(copse_tree_head(t, 1), 2);
    CHECK_INT(copse_tree_head(t, 2), 0);
    CHECK(str_is(copse_tree_label(t, 3), "l3"));
    CHECK(copse_tree_is_projective(t));
    CHECK(!t->scored);
    t->score[1] = 1;
    CHECK_INT(tree_score_bin(t, 1), 1); // not scored
    t->scored = true;
    static const float score[] = {0, 0.59F, 0.6F, 0.74F, 0.75F, 0.89F, 0.9F, 1};
    for (int i = 0; i < 8; i++) {
        t->score[1] = score[i];
        CHECK_INT(tree_score_bin(t, 1), 1 + i / 2);
    }
    tree_resize(t, 100); // growing, and all new again
    CHECK_INT(copse_tree_head(t, 1), 0);
    CHECK_INT(copse_tree_label(t, 100).len, 0);
    CHECK_INT(t->head[0], -1);
    copse_tree_free(t);
    copse_tree_free(NULL);
    copse_sentence_free(s);
}

// A cycle of words with the longest of forms still gives one whole, terminated line.
static void long_forms(void)
{
    copse_sentence *s = copse_sentence_new();
    s->text = mem_alloc(1 << 16, 1);
    s->text_cap = 1 << 16;
    for (int w = 1; w <= 12; w++) {
        s->text_len += (size_t)snprintf(s->text + s->text_len, 64, "%d\t", w);
        for (int k = 0; k < 50; k++)
            s->text_len += (size_t)snprintf(s->text + s->text_len, 64, "\xc2\x80");
        s->text_len += (size_t)snprintf(s->text + s->text_len, 64, "\t_\t_\t_\t_\t%d\t_\t_\t_\n", w % 12 + 1);
    }
    s->first_line = 1;
    s->file = "f";
    sen_scan(s, NULL, NULL);
    char buf[FAULT_SIZE];
    fault_cycle(buf, s, 1);
    CHECK(strlen(buf) < FAULT_SIZE && buf[strlen(buf) - 1] == ')');
    copse_sentence_free(s);
}

static void large(void)
{
    enum { N = 20000 };
    rng r;
    rng_seed(&r, 7);
    int *head = mem_alloc(N + 1, sizeof *head), word;
    bool *arc = mem_alloc(N + 1, sizeof *arc);
    alarm(60); // a blow-up is a failure, not a wait
    for (shape kind = 0; kind < SHAPES; kind++) {
        make_tree(&r, kind, head, N);
        CHECK_INT(tree_check(head, N, true, &word), TREE_FINE);
        int bad = tree_nonprojective(head, N, arc);
        CHECK_INT(tree_is_projective(head, N), bad == 0);
        CHECK((kind == STAR || kind == CHAIN) == (bad == 0));
        for (int i = 0; i < 100; i++) {
            int d = 1 + (int)rng_below(&r, N);
            CHECK_INT(tree_arc_degree(head, N, d) > 0, arc[d]);
            CHECK_INT(tree_arc_is_projective(head, N, d), !arc[d]);
        }
    }
    alarm(0);
    mem_free(head);
    mem_free(arc);
}

TESTS(TEST(every_vector), TEST(every_tree), TEST(out_of_range), TEST(degrees), TEST(reading),
      TEST(read_values), TEST(long_forms), TEST(large))
