// SPDX-License-Identifier: MIT
// Chu-Liu-Edmonds: the best tree of all, projective or not (Chu & Liu 1965, Edmonds 1967; McDonald et al.
// 2005), in O(n²) for dense graphs (Tarjan 1977), without recursion.
//
// A node is a word 1..n or, from n + 1 on, a contracted cycle. A path grows against the direction of the
// arcs. Its newest node chooses its best arc from outside. If the arc comes from the root or from a node
// that is done, the whole path is done. If it comes from the path, the cycle is contracted into one node,
// which chooses next. Otherwise the node it comes from joins the path. Every node chooses once and is
// contracted at most once, each in O(n).
//
// Only arcs into a cycle are merged; columns remain words. The row of a cycle has, for each head outside, the
// best arc into the cycle and the word at which it enters. The score of this arc is relative to the arc of
// the cycle that it would replace, so the score of the cycle itself is never added up. A word's row is its
// row of arc, read in place; only cycles have rows of their own, in double.
//
// Single root: an arc weighs the pair (arcs from the root, score), fewer first. The algorithm holds in any
// ordered group. No arc of a cycle comes from the root, so contraction never changes the first part of a
// pair. Comparing pairs then means: choose an arc from the root only where there is no other. If the tree
// found has two words on the root, every tree has.
//
// A forbidden arc is -INFINITY in the row of a cycle, even if it is NaN in the scores. An arc of INFINITY
// weighs FLT_MAX when it is chosen, so that differences from it are numbers.
//
// Ties: the first head of a row; among the words of a cycle, the one whose member was merged first.
#include "graph/decode.h"

#include <string.h>

typedef struct cle {
    int n;
    size_t N;
    bool single_root;
    const float *arc; // [N][N] of d, h
    int nodes;        // so far
    double *row;      // [n/2][N] of cycles: best arc in from h, relative to the arc it replaces
    int *enter;       // [n/2][N] the word where it enters
    int rows;         // so far
    // of nodes [2n]
    int *up;       // the cycle that the node went into, 0 none
    int *at;       // its row, -1 a word
    int *from;     // the chosen arc: from this word
    int *to;       // to this one
    double *value; // what the arc weighed in the row
    bool *on_path, *done;
    int *path; // [2n] nodes
    int length;
    // of words [N]
    int *top;  // the outermost node that holds the word
    int *next; // the words of a top node as a ring
} cle;

static void cle_init(cle *c, const float *arc, int n, bool single_root, arena *a)
{
    const size_t N = (size_t)n + 1, nodes = 2 * N, rows = N / 2;
    *c = (cle){.n = n, .N = N, .single_root = single_root, .arc = arc, .nodes = n + 1};
    // One allocation, the widest type first: a reset arena keeps one block. The caller already has N²
    // floats, so sizes cannot overflow.
    const size_t doubles = rows * N + nodes, ints = rows * N + 5 * nodes + 2 * N;
    c->row = arena_alloc(a, doubles * sizeof *c->row + ints * sizeof(int) + 2 * nodes * sizeof(bool), 1);
    c->value = c->row + rows * N;
    c->enter = (int *)(c->value + nodes);
    c->up = c->enter + rows * N;
    c->at = c->up + nodes;
    c->from = c->at + nodes;
    c->to = c->from + nodes;
    c->path = c->to + nodes;
    c->top = c->path + nodes;
    c->next = c->top + N;
    c->on_path = (bool *)(c->next + N);
    c->done = c->on_path + nodes;
    memset(c->on_path, 0, 2 * nodes * sizeof *c->on_path);
    memset(c->up, 0, nodes * sizeof *c->up);
    for (int w = 0; w <= n; w++) {
        c->at[w] = -1;
        c->top[w] = c->next[w] = w;
    }
    c->done[0] = true;
}

// The chosen arc of a node: the best in its row. False if there is none.
static bool cle_choose(cle *c, int node)
{
    const int first = c->single_root ? 1 : 0;
    double best = -INFINITY;
    int from = -1;
    if (c->at[node] < 0) {
        const float *row = c->arc + (size_t)node * c->N;
        float most = -INFINITY;
        for (int h = first; h <= c->n; h++)
            if (row[h] > most && h != node) {
                most = row[h];
                from = h;
            }
        if (from < 0 && row[0] > most) {
            most = row[0];
            from = 0;
        }
        best = (double)most;
        c->to[node] = node;
    } else {
        const double *row = c->row + (size_t)c->at[node] * c->N;
        for (int h = first; h <= c->n; h++)
            if (row[h] > best) {
                best = row[h];
                from = h;
            }
        if (from < 0 && row[0] > best) {
            best = row[0];
            from = 0;
        }
        if (from >= 0)
            c->to[node] = c->enter[(size_t)c->at[node] * c->N + (size_t)from];
    }
    c->from[node] = from;
    c->value[node] = best < INFINITY ? best : (double)FLT_MAX;
    return from >= 0;
}

// Returns the row of the cycle that m goes into; it starts as the row of m.
static int cle_base(cle *c, int m)
{
    const int n = c->n, r = c->at[m] < 0 ? c->rows++ : c->at[m];
    const double value = c->value[m];
    double *row = c->row + (size_t)r * c->N;
    int *enter = c->enter + (size_t)r * c->N;
    if (c->at[m] < 0)
        for (int h = 0; h <= n; h++) {
            const double x = (double)c->arc[(size_t)m * c->N + (size_t)h] - value;
            row[h] = x > -INFINITY ? x : -INFINITY;
            enter[h] = m;
        }
    else
        for (int h = 0; h <= n; h++)
            row[h] -= value;
    return r;
}

// Row r takes those entries of node m's row that are better.
static void cle_merge(cle *c, int r, int m)
{
    const int n = c->n;
    const double value = c->value[m];
    double *row = c->row + (size_t)r * c->N;
    int *enter = c->enter + (size_t)r * c->N;
    if (c->at[m] < 0) {
        const float *from = c->arc + (size_t)m * c->N;
        for (int h = 0; h <= n; h++) {
            double x = (double)from[h] - value;
            bool better = x > row[h];
            row[h] = better ? x : row[h];
            enter[h] = better ? m : enter[h];
        }
    } else {
        const double *from = c->row + (size_t)c->at[m] * c->N;
        const int *into = c->enter + (size_t)c->at[m] * c->N;
        for (int h = 0; h <= n; h++) {
            double x = from[h] - value;
            bool better = x > row[h];
            row[h] = better ? x : row[h];
            enter[h] = better ? into[h] : enter[h];
        }
    }
}

// Contracts the end of the path, from the node first on, into one node.
static int cle_contract(cle *c, int first)
{
    const int node = c->nodes++;
    int start = c->length - 1, base = c->length - 1;
    while (c->path[start] != first)
        start--;
    while (base > start && c->at[c->path[base]] < 0)
        base--; // reuse the row of a cycle inside
    const int r = cle_base(c, c->path[base]);
    for (int i = c->length - 1; i >= start; i--)
        if (i != base)
            cle_merge(c, r, c->path[i]);
    int ring = c->to[c->path[start]]; // a word of the first member; its ring takes in the others
    for (int i = start; i < c->length; i++) {
        int m = c->path[i], word = c->to[m];
        c->up[m] = node;
        c->on_path[m] = false;
        if (i > start) {
            int after = c->next[ring];
            c->next[ring] = c->next[word];
            c->next[word] = after;
        }
    }
    int w = ring;
    do {
        c->top[w] = node;
        c->row[(size_t)r * c->N + (size_t)w] = -INFINITY;
        w = c->next[w];
    } while (w != ring);
    c->at[node] = r;
    c->length = start;
    return node;
}

// Grows the path from a word until it is done. False if there is no tree.
static bool cle_grow(cle *c, int word)
{
    int node = c->top[word];
    c->length = 0;
    while (!c->done[node]) {
        if (!cle_choose(c, node))
            return false;
        c->path[c->length++] = node;
        c->on_path[node] = true;
        node = c->top[c->from[node]];
        if (c->on_path[node])
            node = cle_contract(c, node);
    }
    while (c->length > 0) {
        node = c->path[--c->length];
        c->on_path[node] = false;
        c->done[node] = true;
    }
    return true;
}

// Opens the cycles, newest first. An arc that enters a cycle replaces the choices of all nodes inside that
// hold its word.
static void cle_open(cle *c)
{
    bool *settled = c->on_path; // no longer needed, all false
    for (int node = c->nodes - 1; node > c->n; node--)
        if (!settled[node])
            for (int inside = c->to[node]; inside != node; inside = c->up[inside]) {
                c->from[inside] = c->from[node];
                c->to[inside] = c->to[node];
                settled[inside] = true;
            }
}

double dec_cle(const float *arc, int n, bool single_root, int *head, arena *a)
{
    cle c;
    head[0] = -1;
    cle_init(&c, arc, n, single_root, a);
    for (int w = 1; w <= n; w++)
        if (!cle_grow(&c, w))
            return dec_end(-INFINITY, n, head);
    cle_open(&c);
    double score = 0;
    int roots = 0;
    for (int d = 1; d <= n; d++) {
        head[d] = c.from[d];
        roots += head[d] == 0;
        score += (double)arc[(size_t)d * c.N + (size_t)head[d]];
    }
    return dec_end(single_root && roots > 1 ? -INFINITY : score, n, head);
}
