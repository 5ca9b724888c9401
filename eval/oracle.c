// SPDX-License-Identifier: MIT
//
// The most that a combination of systems could gain: two oracles that know the gold tree (McDonald & Nivre
// 2007, section 4.4).
//
// - Whole: for each sentence, the best of the systems' parses.
// - Union: for each sentence, the best tree whose arcs are all proposed by some system. A right arc weighs
//   1, any other proposed arc 0, and the heaviest tree is found. Every system's own tree is in the union, so
//   there always is one. As in the paper, a tree may have several root words even if each system has one. So
//   the figure is a bound for any reparser of these arcs, whatever its rule for roots.
//
// With labels, an arc is right if some system proposes it with the right label; without labels, if its head
// is right. Each figure has its own choice: the parse with the most right heads need not be the one with the
// most right labelled arcs.
//
// The union has at most one arc per word and system, so sparse_best finds its best tree. dec_cle would need
// memory quadratic in the length of the sentence.
//
// Subsets are sets of bits. The best tree of a set is at least as good as that of the set without one of its
// systems, and at most as good as the number of words for which some system is right. If the two bounds are
// equal, as for most sets of most sentences, no search is needed.
#include "common/base/error.h"
#include "common/treebank/lockstep.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "eval/sparse_tree.h"
#include "common/treebank/tree.h"
#include "eval/skip.h"

#include <stdlib.h>

enum { LABELLED, UNLABELLED, SIDES };

#define EVERYBODY UINT32_MAX

typedef struct proposal { // an arc of the union
    int head, word;
    bool counts;        // it is the gold arc of a counted word
    uint32_t by[SIDES]; // the systems that propose it; those that do so with the right label
} proposal;             // without subsets there may be more systems than bits; some then share a bit

typedef struct best { // for a set of systems, in one sentence
    int whole[SIDES], united[SIDES];
} best;

typedef struct study {
    const copse_oracle_options *options;
    copse_oracle *result;
    size_t systems;
    copse_tree *gold, **tree; // [systems]
    bool *counted;            // [n+1]
    size_t counted_cap;
    proposal *arc; // [arcs] by word
    size_t arcs, arc_cap;
    sparse_arc *graph; // [arcs] the arcs of one set
    size_t graph_cap;
    best *of;  // [systems]; with subsets [2^systems], indexed by set
    arena own; // memory of the search
} study;

static int count_right(const study *s, const copse_tree *t, int side)
{
    int right = 0;
    for (int w = 1; w <= t->n; w++)
        right += s->counted[w] && t->head[w] == s->gold->head[w] &&
                 (side == UNLABELLED || str_equal(t->label[w], s->gold->label[w]));
    return right;
}

// Collects the arcs of all systems, each once.
static void gather_arcs(study *s)
{
    const int n = s->gold->n;
    s->arcs = 0;
    for (int w = 1; w <= n; w++) {
        const size_t first = s->arcs;
        for (size_t k = 0; k < s->systems; k++) {
            const copse_tree *t = s->tree[k];
            const uint32_t bit = UINT32_C(1) << k % 32;
            size_t i = first;
            while (i < s->arcs && s->arc[i].head != t->head[w])
                i++;
            if (i == s->arcs) {
                s->arc = mem_grow(s->arc, &s->arc_cap, ++s->arcs, sizeof *s->arc);
                s->arc[i] = (proposal){t->head[w], w, s->counted[w] && t->head[w] == s->gold->head[w], {0}};
            }
            s->arc[i].by[UNLABELLED] |= bit;
            if (str_equal(t->label[w], s->gold->label[w]))
                s->arc[i].by[LABELLED] |= bit;
        }
    }
}

// The weight of the best tree in the union of a set; at_least is a known lower bound.
static int best_tree(study *s, uint32_t set, int side, int at_least)
{
    size_t m = 0;
    int most = 0;
    s->graph = mem_grow(s->graph, &s->graph_cap, s->arcs, sizeof *s->graph);
    for (size_t i = 0; i < s->arcs; i++) {
        const proposal *p = &s->arc[i];
        if (!(p->by[UNLABELLED] & set))
            continue;
        const int right = p->counts && (p->by[side] & set);
        s->graph[m++] = (sparse_arc){p->head, p->word, right};
        most += right;
    }
    if (most == at_least)
        return most;
    arena_reset(&s->own);
    return sparse_best(s->graph, m, s->gold->n, &s->own);
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// b is the best of a subset, and so a lower bound for the set.
static void raise(best *to, const best *b)
{
    for (int side = 0; side < SIDES; side++) {
        to->whole[side] = larger(to->whole[side], b->whole[side]);
        to->united[side] = larger(to->united[side], b->united[side]);
    }
}

static void search(study *s, uint32_t set, best *b)
{
    for (int side = 0; side < SIDES; side++)
        b->united[side] = best_tree(s, set, side, b->united[side]);
}

static void add_up(copse_oracle_row *row, const best *b)
{
    row->whole_both += b->whole[LABELLED];
    row->whole_head += b->whole[UNLABELLED];
    row->union_both += b->united[LABELLED];
    row->union_head += b->united[UNLABELLED];
}

static void add_subsets(study *s)
{
    const uint32_t end = UINT32_C(1) << s->systems;
    for (uint32_t set = 1; set < end; set++) {
        if ((set & (set - 1)) == 0)
            continue;
        s->of[set] = (best){0};
        for (uint32_t rest = set; rest; rest &= rest - 1)
            raise(&s->of[set], &s->of[set & ~(rest & -rest)]);
        search(s, set, &s->of[set]);
    }
    for (size_t i = 0; i < s->result->subsets; i++)
        add_up(&s->result->subset[i], &s->of[s->result->subset[i].systems]);
}

static void add_sentence(study *s, const copse_sentence *sentence)
{
    copse_oracle *o = s->result;
    best all = {0};
    const eval_skip skip = {s->options->skip_punctuation, s->options->skip_tags};
    s->counted = mem_grow(s->counted, &s->counted_cap, (size_t)sentence->n + 1, sizeof *s->counted);
    for (int w = 1; w <= sentence->n; w++) {
        s->counted[w] = !skip_word(&skip, sentence, w);
        o->tokens += s->counted[w];
        o->skipped_tokens += !s->counted[w];
    }
    o->sentences++;
    gather_arcs(s);
    for (size_t k = 0; k < s->systems; k++) {
        best *b = &s->of[o->subset ? (size_t)1 << k : k];
        for (int side = 0; side < SIDES; side++)
            b->whole[side] = b->united[side] = count_right(s, s->tree[k], side);
        add_up(&o->alone[k], b);
        raise(&all, b);
    }
    if (o->subset) {
        add_subsets(s);
        all = s->of[((size_t)1 << s->systems) - 1];
    } else if (s->systems > 1) {
        search(s, EVERYBODY, &all);
    }
    add_up(&o->all, &all);
}

static int bits(uint32_t set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

// Orders sets by size, then by the first system in which they differ: the set that has it comes first.
static int compare_sets(const void *a, const void *b)
{
    const uint32_t x = ((const copse_oracle_row *)a)->systems, y = ((const copse_oracle_row *)b)->systems;
    const uint32_t differ = x ^ y;
    if (bits(x) != bits(y))
        return bits(x) < bits(y) ? -1 : 1;
    return differ == 0 ? 0 : x & (differ & -differ) ? -1 : 1;
}

static void make_subsets(copse_oracle *o)
{
    const uint32_t end = UINT32_C(1) << o->systems;
    o->subset = mem_zero(end, sizeof *o->subset);
    for (uint32_t set = 1; set < end; set++)
        if (set & (set - 1))
            o->subset[o->subsets++].systems = set;
    qsort(o->subset, o->subsets, sizeof *o->subset, compare_sets);
}

static int read_all(study *s, lockstep *files, copse_error *err)
{
    int code;
    while ((code = lock_next(files, err)) > 0) {
        if ((code = tree_read(s->gold, lock_gold(files), err)) < 0)
            return code;
        for (size_t k = 0; k < s->systems; k++)
            if ((code = tree_read(s->tree[k], lock_system(files, k), err)) < 0)
                return code;
        add_sentence(s, lock_gold(files));
    }
    return code;
}

static int read_oracle(copse_oracle *oracle, const char *gold, const char *const *systems, size_t n,
                       const copse_oracle_options *options, copse_error *err)
{
    static const copse_oracle_options none = {0};
    *oracle = (copse_oracle){0};
    study s = {.options = options ? options : &none, .result = oracle, .systems = n};
    if (n == 0 || !systems)
        return err_set(err, COPSE_EINPUT, NULL, 0, "no system is given");
    if (s.options->subsets && n > COPSE_ORACLE_MOST)
        return err_set(err, COPSE_ELIMIT, NULL, 0, "%zu systems have too many subsets: %d at most", n,
                       COPSE_ORACLE_MOST);
    lockstep *files = lock_open(gold, systems, n, err);
    if (!files)
        return err->code;
    oracle->systems = n;
    oracle->alone = mem_zero(n, sizeof *oracle->alone);
    if (s.options->subsets)
        make_subsets(oracle);
    s.of = mem_zero(s.options->subsets ? (size_t)1 << n : n, sizeof *s.of);
    s.gold = copse_tree_new();
    s.tree = mem_alloc(n, sizeof(copse_tree *));
    for (size_t k = 0; k < n; k++)
        s.tree[k] = copse_tree_new();
    const int code = read_all(&s, files, err);
    for (size_t k = 0; k < n; k++)
        copse_tree_free(s.tree[k]);
    mem_free(s.tree);
    copse_tree_free(s.gold);
    mem_free(s.counted);
    mem_free(s.arc);
    mem_free(s.graph);
    mem_free(s.of);
    arena_done(&s.own);
    lock_close(files);
    if (code < 0)
        copse_oracle_done(oracle);
    return code;
}

int copse_oracle_read(copse_oracle *oracle, const char *gold, const char *const *systems, size_t n,
                      const copse_oracle_options *options, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        *oracle = (copse_oracle){0};
        return mem_failed(&guard, err);
    }
    return mem_end(&guard, read_oracle(oracle, gold, systems, n, options, err));
}

void copse_oracle_done(copse_oracle *oracle)
{
    if (!oracle)
        return;
    mem_free(oracle->alone);
    mem_free(oracle->subset);
    *oracle = (copse_oracle){0};
}
