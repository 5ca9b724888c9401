// SPDX-License-Identifier: MIT
// The k best projective trees, exactly and in order: the lazy algorithm of Huang & Chiang (2005, Algorithm
// 3) on the spans of Eisner's (eisner.c has the notation). A projective tree has one derivation, so no tree
// comes twice.
//
// First the best score of every span is computed, O(n³). Then the derivations of a span are made on demand,
// best first. A derivation is a split r and the ranks i, j of the two parts' derivations. A heap holds the
// candidates. It starts with every split at ranks (0, 0). When (r, i, j) is taken, (r, i, j+1) goes in, and
// (r, i+1, 0) if j is 0. So each candidate goes in once, after one that is no worse. A stack instead of
// recursion makes the next derivations of parts. A further tree needs at most one new derivation of each
// span of the last tree: O(n) derivations a tree, besides the heaps of spans opened for the first time, O(n)
// each.
//
// Scores are on a grid (grid.h): sums are exact. Ties: the smaller r, then the smaller i, then j.
#include "graph/decode.h"

#include "graph/grid.h"

#include <string.h>

typedef enum kind { R, L, I } kind; // I(h, d) has its head first; R and L have s <= t

typedef struct derivation {
    double score;
    int r, i, j;
} derivation;

typedef struct span {
    int kind, s, t;   // I: h, d
    derivation *list; // found, best first
    derivation *heap; // candidates, the best first
    int found, found_cap, waiting, waiting_cap;
    bool expanded; // the candidates after the last of the list are in the heap
} span;

typedef struct kbest {
    int n;
    bool single_root;
    size_t N;
    const float *arc;
    double grid;
    double *best[3]; // [N][N] of kind; R and L mirrored
    span **open;     // [3][N][N]
    arena *a;
} kbest;

static double arc_score(const kbest *b, int h, int d)
{
    return grid_round(b->grid, b->arc[(size_t)d * b->N + (size_t)h]);
}

static double best_sum(const double *x, const double *y, int len)
{
    double best = -INFINITY;
    for (int i = 0; i < len; i++)
        best = x[i] + y[i] > best ? x[i] + y[i] : best;
    return best;
}

// The best scores of all spans.
static void kbest_inside(kbest *b)
{
    const size_t N = b->N;
    for (int t = 1; t <= b->n; t++) {
        double *Rt = b->best[R] + (size_t)t * N, *Lt = b->best[L] + (size_t)t * N,
               *It = b->best[I] + (size_t)t * N;
        for (int s = t - 1; s >= 0; s--) {
            double *Rs = b->best[R] + (size_t)s * N, *Ls = b->best[L] + (size_t)s * N,
                   *Is = b->best[I] + (size_t)s * N;
            const double meet = best_sum(Rs + s, Lt + s + 1, s == 0 && b->single_root ? 1 : t - s);
            Is[t] = meet + arc_score(b, s, t);
            Rs[t] = Rt[s] = best_sum(Is + s + 1, Rt + s + 1, t - s);
            if (s == 0)
                continue;
            It[s] = meet + arc_score(b, t, s);
            Ls[t] = Lt[s] = best_sum(Ls + s, It + s, t - s);
        }
    }
}

// The two parts of a span that is split at r, and what it adds to their scores.
static double kbest_parts(const kbest *b, const span *v, int r, int part[2][3])
{
    const int s = v->s, t = v->t;
    double own = 0;
    switch (v->kind) {
    case I:
        memcpy(part[0], (int[]){R, s < t ? s : t, r}, sizeof part[0]);
        memcpy(part[1], (int[]){L, r + 1, s < t ? t : s}, sizeof part[1]);
        own = arc_score(b, s, t);
        break;
    case R:
        memcpy(part[0], (int[]){I, s, r}, sizeof part[0]);
        memcpy(part[1], (int[]){R, r, t}, sizeof part[1]);
        break;
    default:
        memcpy(part[0], (int[]){L, s, r}, sizeof part[0]);
        memcpy(part[1], (int[]){I, t, r}, sizeof part[1]);
    }
    return own;
}

static bool before(const derivation *x, const derivation *y)
{
    if (x->score != y->score)
        return x->score > y->score;
    if (x->r != y->r)
        return x->r < y->r;
    return x->i != y->i ? x->i < y->i : x->j < y->j;
}

static derivation *kbest_grow(kbest *b, derivation *items, int *cap, int used)
{
    if (used < *cap)
        return items;
    *cap = *cap ? 2 * *cap : 4;
    derivation *more = arena_alloc(b->a, (size_t)*cap, sizeof *more);
    if (used)
        memcpy(more, items, (size_t)used * sizeof *more);
    return more;
}

static void heap_down(derivation *heap, int size, int at)
{
    for (int child; (child = 2 * at + 1) < size; at = child) {
        if (child + 1 < size && before(&heap[child + 1], &heap[child]))
            child++;
        if (!before(&heap[child], &heap[at]))
            return;
        derivation x = heap[at];
        heap[at] = heap[child];
        heap[child] = x;
    }
}

static void heap_put(kbest *b, span *v, derivation x)
{
    v->heap = kbest_grow(b, v->heap, &v->waiting_cap, v->waiting);
    int at = v->waiting++;
    while (at > 0 && before(&x, &v->heap[(at - 1) / 2])) {
        v->heap[at] = v->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    v->heap[at] = x;
}

// Returns the span. A new one is opened: every split becomes a candidate; a single word is found at once.
static span *kbest_open(kbest *b, const int *part)
{
    const size_t N = b->N;
    const int s = part[1], t = part[2], low = s < t ? s : t, high = s < t ? t : s;
    span **place = &b->open[((size_t)part[0] * N + (size_t)s) * N + (size_t)t];
    span *v = *place;
    if (v)
        return v;
    v = *place = arena_zero(b->a, 1, sizeof *v);
    v->kind = part[0], v->s = s, v->t = t;
    v->expanded = true;
    if (s == t) {
        v->list = kbest_grow(b, NULL, &v->found_cap, 0);
        v->list[v->found++] = (derivation){0};
        return v;
    }
    const int splits = v->kind == I && s == 0 && b->single_root ? 1 : high - low;
    v->waiting_cap = splits + 2;
    v->heap = arena_alloc(b->a, (size_t)v->waiting_cap, sizeof *v->heap);
    for (int k = 0; k < splits; k++) {
        const int r = v->kind == R ? low + 1 + k : low + k;
        int p[2][3];
        double score = kbest_parts(b, v, r, p);
        for (int i = 0; i < 2; i++)
            score += b->best[p[i][0]][(size_t)p[i][1] * N + (size_t)p[i][2]];
        if (score > -INFINITY)
            v->heap[v->waiting++] = (derivation){.score = score, .r = r};
    }
    for (int at = v->waiting / 2 - 1; at >= 0; at--)
        heap_down(v->heap, v->waiting, at);
    return v;
}

// Is the derivation of that rank found, or known not to exist? Otherwise the span goes on the stack.
static bool kbest_ready(span *v, int rank, span ***top)
{
    if (v->found > rank || (v->expanded && !v->waiting))
        return true;
    *(*top)++ = v;
    return false;
}

// Finds one more derivation of the span, if there is one.
static void kbest_next(kbest *b, span *goal, span **stack)
{
    span **top = stack;
    *top++ = goal;
    while (top > stack) {
        span *v = top[-1];
        if (!v->expanded) {
            const derivation last = v->list[v->found - 1];
            int p[2][3];
            double own = kbest_parts(b, v, last.r, p);
            span *x = kbest_open(b, p[0]), *y = kbest_open(b, p[1]);
            if ((last.j == 0 && !kbest_ready(x, last.i + 1, &top)) || !kbest_ready(y, last.j + 1, &top))
                continue;
            if (last.j == 0 && x->found > last.i + 1)
                heap_put(
                    b, v,
                    (derivation){own + x->list[last.i + 1].score + y->list[0].score, last.r, last.i + 1, 0});
            if (y->found > last.j + 1)
                heap_put(b, v,
                         (derivation){own + x->list[last.i].score + y->list[last.j + 1].score, last.r, last.i,
                                      last.j + 1});
            v->expanded = true;
        }
        if (v->waiting) {
            const derivation best = v->heap[0];
            // The parts' derivations are needed when this one is read or expanded.
            int p[2][3];
            kbest_parts(b, v, best.r, p);
            span *x = kbest_open(b, p[0]), *y = kbest_open(b, p[1]);
            if (!kbest_ready(x, best.i, &top) || !kbest_ready(y, best.j, &top))
                continue;
            v->list = kbest_grow(b, v->list, &v->found_cap, v->found);
            v->list[v->found++] = best;
            v->heap[0] = v->heap[--v->waiting];
            heap_down(v->heap, v->waiting, 0);
            v->expanded = false;
        }
        top--;
    }
}

// Reads a tree off the derivations.
static void kbest_read(kbest *b, span *goal, int rank, int *head, span **spans, int *ranks)
{
    int top = 0;
    head[0] = -1;
    spans[top] = goal;
    ranks[top++] = rank;
    while (top > 0) {
        const span *v = spans[--top];
        if (v->s == v->t)
            continue;
        const derivation *x = &v->list[ranks[top]];
        int p[2][3];
        kbest_parts(b, v, x->r, p);
        if (v->kind == I)
            head[v->t] = v->s;
        spans[top] = kbest_open(b, p[0]);
        ranks[top++] = x->i;
        spans[top] = kbest_open(b, p[1]);
        ranks[top++] = x->j;
    }
}

int dec_eisner_kbest(const float *arc, int n, bool single_root, int k, int *head, double *score, arena *a)
{
    const size_t N = (size_t)n + 1;
    kbest b = {.n = n, .single_root = single_root, .N = N, .arc = arc, .grid = grid_of(arc, n), .a = a};
    double *best = arena_alloc(a, 3 * N * N, sizeof *best);
    for (size_t i = 0; i < 3 * N * N; i++)
        best[i] = -INFINITY;
    for (int i = 0; i < 3; i++)
        b.best[i] = best + (size_t)i * N * N;
    for (size_t i = 0; i < N; i++)
        b.best[R][i * N + i] = b.best[L][i * N + i] = 0;
    b.open = arena_zero(a, 3 * N * N, sizeof(span *));
    kbest_inside(&b);
    // A chain of parts has at most two spans for each word, and each may leave one more on the stack.
    span **stack = arena_alloc(a, 4 * N + 4, sizeof *stack);
    int *ranks = arena_alloc(a, 4 * N + 4, sizeof *ranks);
    span *goal = kbest_open(&b, (int[]){R, 0, n});
    int count = 0;
    while (count < k) {
        if (goal->found <= count)
            kbest_next(&b, goal, stack);
        if (goal->found <= count)
            break;
        score[count] = goal->list[count].score;
        kbest_read(&b, goal, count, head + (size_t)count * N, stack, ranks);
        count++;
    }
    return count;
}
