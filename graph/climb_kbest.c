// SPDX-License-Identifier: MIT
// Good trees of second order, projective or not: a search of trees that differ in one head each, the best
// first. It starts from given trees. The best tree whose changes have not been looked at is next; its changes
// go into a list of the k best trees seen so far, as long as they are better than the last of it.
//
// The gain of a change only decides whether the new tree is scored. Trees have the scores of dec_score2 or
// dec_score_grand, so equal trees have equal scores, which finds trees that are in the list already.
#include "graph/climb.h"

#include <string.h>

enum { EACH = 4 }; // trees of which changes are looked at, times k

typedef struct entry {
    double score;
    int *head; // [N]
    bool done; // its changes were looked at
} entry;

typedef struct pool {
    climb c;
    entry *entry; // [k] sorted
    int k, n;
    int *tree;    // [N] to make new trees in
    double score; // of the tree whose changes are looked at
    double least; // the gain that a change must exceed
} pool;

// Puts p->tree into the list, if it is new and good enough.
static void pool_put(pool *p, double score)
{
    const size_t bytes = p->c.N * sizeof(int);
    int at = p->n;
    if (!(score > -INFINITY) || p->k == 0 || (p->n == p->k && score <= p->entry[p->n - 1].score))
        return;
    while (at > 0 && p->entry[at - 1].score < score)
        at--;
    for (int i = at; i > 0 && p->entry[i - 1].score == score; i--)
        if (memcmp(p->entry[i - 1].head, p->tree, bytes) == 0)
            return;
    int *head = p->entry[p->n < p->k ? p->n : p->n - 1].head; // of a free entry, or of the last
    p->n += p->n < p->k;
    memmove(p->entry + at + 1, p->entry + at, (size_t)(p->n - 1 - at) * sizeof *p->entry);
    memcpy(head, p->tree, bytes);
    p->entry[at] = (entry){.score = score, .head = head};
}

static void pool_bound(pool *p)
{
    p->least = p->n == p->k ? p->entry[p->n - 1].score - p->score : -INFINITY;
}

static void pool_visit(void *context, climb_change x)
{
    pool *p = context;
    memcpy(p->tree, p->c.head, p->c.N * sizeof *p->tree);
    p->tree[x.d] = x.g;
    climb changed = p->c;
    changed.head = p->tree;
    pool_put(p, climb_score(&changed));
    pool_bound(p);
}

static void pool_init(pool *p, arena *a)
{
    const size_t N = p->c.N, k = (size_t)p->k;
    int *heads = arena_alloc(a, (k + 1) * N, sizeof *heads);
    p->tree = heads + k * N;
    p->entry = arena_zero(a, k + 1, sizeof *p->entry);
    for (size_t i = 0; i < k; i++)
        p->entry[i].head = heads + i * N;
}

// The first tree whose changes were not looked at, or NULL.
static entry *pool_next(const pool *p)
{
    for (int i = 0; i < p->n; i++)
        if (!p->entry[i].done)
            return &p->entry[i];
    return NULL;
}

int dec_climb_kbest(const float *arc, const float *sib, const dec_grand *x, int n, bool single_root, int k,
                    int found, int *head, double *score, arena *a)
{
    const size_t N = (size_t)n + 1;
    int *base = arena_alloc(a, N, sizeof *base);
    pool p = {.k = k};
    entry *e;
    climb_init(&p.c, arc, sib, x, n, single_root, a);
    pool_init(&p, a);
    for (int i = 0; i < found; i++) {
        p.c.head = memcpy(p.tree, head + (size_t)i * N, N * sizeof *head);
        p.tree[0] = -1;
        pool_put(&p, climb_score(&p.c));
    }
    for (long i = 0; i < (long)EACH * k && (e = pool_next(&p)); i++) {
        memcpy(base, e->head, N * sizeof *base); // the list may lose it
        e->done = true;
        p.score = e->score;
        pool_bound(&p);
        climb_start(&p.c, base);
        climb_each(&p.c, &p.least, pool_visit, &p);
    }
    for (int i = 0; i < p.n; i++) {
        memcpy(head + (size_t)i * N, p.entry[i].head, N * sizeof *head);
        score[i] = p.entry[i].score;
    }
    return p.n;
}
