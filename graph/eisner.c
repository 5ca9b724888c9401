// SPDX-License-Identifier: MIT
// Eisner's algorithm (1996): the best projective tree, O(n³) time, 3 N² floats.
//
// Spans s..t, s < t, in the usual picture:
//   I(h, d)   incomplete: h and d are the ends, h→d, all between them is below one of the two
//   R(s, t)   complete: all of s..t is below s
//   L(s, t)   complete: all of s..t is below t
// One square matrix each. R and L are stored twice, mirrored, and I has its head first. Every maximum over
// the split r then runs along two rows:
//   I(s, t) - arc(s→t) = I(t, s) - arc(t→s) = max R[s][r] + L[t][r+1]    s <= r < t
//   R(s, t) = max I[s][r] + R[t][r]                                      s <  r <= t
//   L(s, t) = max L[s][r] + I[t][r]                                      s <= r < t
// s runs downwards and t upwards, a few t at a time: their rows stay in the cache while each row of s is
// read once for all of them. Unknown entries of row s are -INFINITY, so the loops may run on to a full
// vector; the rows are long enough for that.
//
// The root stands in front of the sentence and has spans only to its right. Single root: I(0, t) starts with
// R(0, 0).
//
// Sums are floats in a fixed order. The returned score is summed over the tree in double. Ties: backtracking
// takes the first split.
#include "graph/decode.h"

#include "graph/max_plus.h"

typedef struct eisner {
    int n;
    size_t stride;
    float *R, *L, *I; // [N][stride]
    int *stack;       // [3N + 6]
} eisner;

static void eisner_init(eisner *e, int n, arena *a)
{
    const size_t N = (size_t)n + 1, stride = (N + 2 * MAX_PLUS_WIDTH - 1) / MAX_PLUS_WIDTH * MAX_PLUS_WIDTH;
    e->n = n;
    e->stride = stride;
    // One allocation: a reset arena keeps one block. The caller has N² floats, so sizes cannot overflow.
    e->R = arena_alloc(a, 3 * N * stride * sizeof *e->R + 3 * (N + 2) * sizeof *e->stack, 1);
    e->L = e->R + N * stride;
    e->I = e->L + N * stride;
    e->stack = (int *)(e->I + N * stride);
    for (size_t i = 0; i < 3 * N * stride; i++)
        e->R[i] = -INFINITY;
    for (size_t i = 0; i < N; i++)
        e->R[i * stride + i] = e->L[i * stride + i] = 0;
}

// The spans between two words.
static inline void eisner_words(eisner *e, const float *arc, int s, int t)
{
    const size_t N = (size_t)e->n + 1, s_ = (size_t)s * e->stride, t_ = (size_t)t * e->stride;
    float *Rs = e->R + s_, *Ls = e->L + s_, *Is = e->I + s_;
    float *Rt = e->R + t_, *Lt = e->L + t_, *It = e->I + t_;
    const float meet = max_plus2(Rs + s, Lt + s + 1, t - s);
    Is[t] = meet + arc[(size_t)t * N + (size_t)s];
    It[s] = meet + arc[(size_t)s * N + (size_t)t];
    Rs[t] = Rt[s] = max_plus2(Is + s + 1, Rt + s + 1, t - s);
    Ls[t] = Lt[s] = max_plus2(Ls + s, It + s, t - s);
}

// The spans of the root that end in t.
static void eisner_root(eisner *e, const float *arc, int t, bool single_root)
{
    const size_t N = (size_t)e->n + 1;
    float *R0 = e->R, *I0 = e->I, *Rt = e->R + (size_t)t * e->stride, *Lt = e->L + (size_t)t * e->stride;
    I0[t] = (single_root ? Lt[1] : max_plus2(R0, Lt + 1, t)) + arc[(size_t)t * N];
    R0[t] = Rt[0] = max_plus2(I0 + 1, Rt + 1, t);
}

// Reads the tree off the tables. A span is (head's end, other end) and complete or not; stack holds three
// numbers for each. There are at most n + 1 spans on it, since they overlap only at their ends.
static void eisner_back(const eisner *e, bool single_root, int *head, int *stack)
{
    const size_t stride = e->stride;
    int *top = stack;
    *top++ = 0, *top++ = e->n, *top++ = 1;
    while (top > stack) {
        const int complete = *--top, d = *--top, h = *--top;
        const int s = h < d ? h : d, t = h < d ? d : h;
        const float *Rs = e->R + (size_t)s * stride, *Rt = e->R + (size_t)t * stride;
        const float *Ls = e->L + (size_t)s * stride, *Lt = e->L + (size_t)t * stride;
        if (s == t)
            continue;
        if (!complete) {
            int r = s == 0 && single_root ? 0 : s + max_plus_where(Rs + s, Lt + s + 1, t - s);
            head[d] = h;
            *top++ = s, *top++ = r, *top++ = 1;
            *top++ = t, *top++ = r + 1, *top++ = 1;
        } else {
            const float *Ih = e->I + (size_t)h * stride;
            int r = h < d ? s + 1 + max_plus_where(Ih + s + 1, Rt + s + 1, t - s)
                          : s + max_plus_where(Ls + s, Ih + s, t - s);
            *top++ = h, *top++ = r, *top++ = 0;
            *top++ = r, *top++ = d, *top++ = 1;
        }
    }
}

double dec_eisner(const float *arc, int n, bool single_root, int *head, arena *a)
{
    const size_t N = (size_t)n + 1;
    eisner e;
    head[0] = -1;
    eisner_init(&e, n, a);
    for (int low = 1, high; low <= n; low = high + 1) {
        high = low + MAX_PLUS_BLOCK - 1 < n ? low + MAX_PLUS_BLOCK - 1 : n;
        for (int s = high - 1; s >= 1; s--)
            for (int t = s < low ? low : s + 1; t <= high; t++)
                eisner_words(&e, arc, s, t);
        for (int t = low; t <= high; t++)
            eisner_root(&e, arc, t, single_root);
    }
    if (e.R[n] == -INFINITY)
        return dec_end(-INFINITY, n, head);
    eisner_back(&e, single_root, head, e.stack);
    double score = 0;
    for (int d = 1; d <= n; d++)
        score += (double)arc[(size_t)d * N + (size_t)head[d]];
    return dec_end(score, n, head);
}
