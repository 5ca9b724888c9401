// SPDX-License-Identifier: MIT
// Eisner's algorithm with adjacent siblings (Eisner 1996; McDonald & Pereira 2006): the best projective tree
// of the second-order model, O(n³) time, 4 N² floats besides the scores.
//
// Spans are those of first order (eisner.c) and S(s, t): s and t are adjacent siblings with a head outside,
// and all words between are below one of the two. The dependents of a head are taken from the inside out:
//   S(s, t) = max R(s, r) + L(r+1, t)                                                     s <= r < t
//   I(s, t) = arc(s→t) + max { L(s+1, t) + sib(s→t, none),
//                              max I(s, r) + S(r, t) + sib(s→t, r)  }                     s <  r < t
//   I(t, s) the mirror image: R(s, t-1) + sib(t→s, none) or I(t, r) + S(s, r) + sib(t→s, r)
//   R(s, t) = max I(s, r) + R(r, t),  L(s, t) = max L(s, r) + I(t, r)
// (The printed Fig. 11 of McDonald et al. 2007 differs for complete spans and the first dependent.) S is
// mirrored like R and L, and the siblings of one arc lie side by side, so all maxima run along rows and
// every entry of sib is read at most once. Single root: its word has no siblings.
//
// Sums, score and ties as in first order; having no sibling wins a tie.
#include "graph/decode.h"

#include "graph/max_plus.h"

typedef struct eisner2 {
    int n;
    bool single_root;
    size_t N, stride;
    const float *arc, *sib;
    float *R, *L, *I, *S; // [N][stride]
    int *stack;           // [3N + 6]
} eisner2;

static void eisner2_init(eisner2 *e, const float *arc, const float *sib, int n, bool single_root, arena *a)
{
    const size_t N = (size_t)n + 1, stride = (N + 2 * MAX_PLUS_WIDTH - 1) / MAX_PLUS_WIDTH * MAX_PLUS_WIDTH;
    *e = (eisner2){.n = n, .single_root = single_root, .N = N, .stride = stride, .arc = arc, .sib = sib};
    e->R = arena_alloc(a, 4 * N * stride * sizeof *e->R + 3 * (N + 2) * sizeof *e->stack, 1);
    e->L = e->R + N * stride;
    e->I = e->L + N * stride;
    e->S = e->I + N * stride;
    e->stack = (int *)(e->S + N * stride);
    for (size_t i = 0; i < 4 * N * stride; i++)
        e->R[i] = -INFINITY;
    for (size_t i = 0; i < N; i++)
        e->R[i * stride + i] = e->L[i * stride + i] = 0;
}

static const float *siblings(const eisner2 *e, int h, int d)
{
    return e->sib + ((size_t)d * e->N + (size_t)h) * e->N;
}

// The spans between two words.
static inline void eisner2_words(eisner2 *e, int s, int t)
{
    const size_t N = e->N, s_ = (size_t)s * e->stride, t_ = (size_t)t * e->stride;
    float *Rs = e->R + s_, *Ls = e->L + s_, *Is = e->I + s_, *Ss = e->S + s_;
    float *Rt = e->R + t_, *Lt = e->L + t_, *It = e->I + t_, *St = e->S + t_;
    const float *right = siblings(e, s, t), *left = siblings(e, t, s);
    Ss[t] = St[s] = max_plus2(Rs + s, Lt + s + 1, t - s);
    const float first = Lt[s + 1] + right[s];
    const float later = max_plus3(Is + s + 1, St + s + 1, right + s + 1, t - s - 1);
    Is[t] = (first > later ? first : later) + e->arc[(size_t)t * N + (size_t)s];
    const float last = Rs[t - 1] + left[t];
    const float sooner = max_plus3(It + s + 1, Ss + s + 1, left + s + 1, t - s - 1);
    It[s] = (last > sooner ? last : sooner) + e->arc[(size_t)s * N + (size_t)t];
    Rs[t] = Rt[s] = max_plus2(Is + s + 1, Rt + s + 1, t - s);
    Ls[t] = Lt[s] = max_plus2(Ls + s, It + s, t - s);
}

// The spans of the root that end in t.
static void eisner2_root(eisner2 *e, int t)
{
    const size_t T = (size_t)t * e->stride;
    float *R0 = e->R, *I0 = e->I, *Rt = e->R + T, *Lt = e->L + T, *St = e->S + T;
    const float *sib = siblings(e, 0, t);
    float best = Lt[1] + sib[0];
    if (!e->single_root) {
        float later = max_plus3(I0 + 1, St + 1, sib + 1, t - 1);
        best = best > later ? best : later;
    }
    I0[t] = best + e->arc[(size_t)t * e->N];
    R0[t] = Rt[0] = max_plus2(I0 + 1, Rt + 1, t);
}

// The sibling with which I(h, d) is best, h for none.
static int eisner2_sibling(const eisner2 *e, int h, int d)
{
    const int s = h < d ? h : d, t = h < d ? d : h;
    const float *sib = siblings(e, h, d);
    const float *Ih = e->I + (size_t)h * e->stride, *Sd = e->S + (size_t)d * e->stride;
    float best = sib[h] + (h < d ? e->L[(size_t)t * e->stride + (size_t)s + 1]
                                 : e->R[(size_t)s * e->stride + (size_t)t - 1]);
    int sibling = h;
    if (isnan(best))
        best = -INFINITY;
    for (int r = s + 1; r < t && !(h == 0 && e->single_root); r++)
        if (Ih[r] + Sd[r] + sib[r] > best) {
            best = Ih[r] + Sd[r] + sib[r];
            sibling = r;
        }
    return sibling;
}

enum { INCOMPLETE, COMPLETE, SIBLINGS };

// Reads the tree off the tables. A span is (head's end, other end, kind); stack holds three numbers for
// each. There are at most n + 1 spans on it, since they overlap only at their ends.
static void eisner2_back(const eisner2 *e, int *head, int *stack)
{
    int *top = stack;
    *top++ = 0, *top++ = e->n, *top++ = COMPLETE;
    while (top > stack) {
        const int kind = *--top, d = *--top, h = *--top;
        const int s = h < d ? h : d, t = h < d ? d : h;
        const float *Rs = e->R + (size_t)s * e->stride, *Rt = e->R + (size_t)t * e->stride;
        const float *Ls = e->L + (size_t)s * e->stride, *Lt = e->L + (size_t)t * e->stride;
        const float *Ih = e->I + (size_t)h * e->stride;
        int r;
        if (s == t)
            continue;
        switch (kind) {
        case INCOMPLETE:
            head[d] = h;
            r = eisner2_sibling(e, h, d);
            if (r == h) {
                *top++ = d, *top++ = h < d ? h + 1 : h - 1, *top++ = COMPLETE;
            } else {
                *top++ = h, *top++ = r, *top++ = INCOMPLETE;
                *top++ = r, *top++ = d, *top++ = SIBLINGS;
            }
            break;
        case COMPLETE:
            r = h < d ? s + 1 + max_plus_where(Ih + s + 1, Rt + s + 1, t - s)
                      : s + max_plus_where(Ls + s, Ih + s, t - s);
            *top++ = h, *top++ = r, *top++ = INCOMPLETE;
            *top++ = r, *top++ = d, *top++ = COMPLETE;
            break;
        default:
            r = s + max_plus_where(Rs + s, Lt + s + 1, t - s);
            *top++ = s, *top++ = r, *top++ = COMPLETE;
            *top++ = t, *top++ = r + 1, *top++ = COMPLETE;
        }
    }
}

double dec_eisner2(const float *arc, const float *sib, int n, bool single_root, int *head, arena *a)
{
    eisner2 e;
    head[0] = -1;
    eisner2_init(&e, arc, sib, n, single_root, a);
    for (int low = 1, high; low <= n; low = high + 1) {
        high = low + MAX_PLUS_BLOCK - 1 < n ? low + MAX_PLUS_BLOCK - 1 : n;
        for (int s = high - 1; s >= 1; s--)
            for (int t = s < low ? low : s + 1; t <= high; t++)
                eisner2_words(&e, s, t);
        for (int t = low; t <= high; t++)
            eisner2_root(&e, t);
    }
    if (e.R[n] == -INFINITY)
        return dec_end(-INFINITY, n, head);
    eisner2_back(&e, head, e.stack);
    return dec_end(dec_score2(arc, sib, n, head), n, head);
}

// Each word looks for the nearest dependent of its head on the way to it: at most as many steps as the arc
// is long.
double dec_score2(const float *arc, const float *sib, int n, const int *head)
{
    const size_t N = (size_t)n + 1;
    double score = 0;
    for (int d = 1; d <= n; d++) {
        const int h = head[d], step = h < d ? -1 : 1;
        const size_t at = (size_t)d * N + (size_t)h;
        int s = d + step;
        while (s != h && head[s] != h)
            s += step;
        score += (double)arc[at] + (double)sib[at * N + (size_t)s];
    }
    return score;
}
