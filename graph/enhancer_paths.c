// SPDX-License-Identifier: MIT
// Paths in the tree, up from a word and then down, and the candidates that they lead to.
#include "graph/enhancer.h"

#include "common/base/hash.h"

enum { UP = 1, DOWN = 2 };

static uint64_t step(uint64_t hash, uint64_t label, unsigned direction)
{
    return hash_mix(hash, label + direction);
}

// The place of a path, or n.
static size_t find(const ge_paths *p, uint64_t hash)
{
    size_t low = 0, high = p->n;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if ((p->at[middle] | 1) < (hash | 1))
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->n && (p->at[low] | 1) == (hash | 1) ? low : p->n;
}

typedef struct walk {
    const ge_tree *t;
    const ge_paths *paths;
    ge_candidate *out;
    size_t n;
    int d, visits;
} walk;

// Where a walk stands.
typedef struct place {
    int node, came, near, top; // came: the node before
    int steps;
    uint64_t path, full;
} place;

static void arrive(walk *w, const place *at)
{
    if (w->n < GE_MOST_CANDIDATES && at->node != w->t->head[w->d])
        w->out[w->n++] = (ge_candidate){.head = at->node,
                                        .dep = w->d,
                                        .path = at->path,
                                        .full = at->full,
                                        .near = at->steps > 1 ? at->near : -1,
                                        .far = at->steps > 1 ? at->came : -1,
                                        .top = at->top};
}

// Goes one step on from a place; false if no known path begins like this.
static bool go(walk *w, const place *from, int node, unsigned direction, place *to)
{
    const int labelled = direction == UP ? from->node : node;
    w->visits++;
    *to = (place){.node = node,
                  .came = from->node,
                  .near = from->steps == 0 ? node : from->near,
                  .top = direction == UP ? node : from->top,
                  .steps = from->steps + 1,
                  .path = step(from->path, w->t->base[labelled], direction),
                  .full = step(from->full, w->t->full[labelled], direction)};
    const size_t i = find(w->paths, to->path);
    if (i == w->paths->n)
        return false;
    if (w->paths->at[i] & 1)
        arrive(w, to);
    return to->steps < GE_LONGEST;
}

// At most GE_LONGEST deep.
static void down(walk *w, const place *from, int except)
{
    const gf_context *c = &w->t->context;
    for (int g = c->first[from->node]; g && w->visits < GE_MOST_VISITS; g = c->next[g]) {
        place to;
        if (g != except && go(w, from, g, DOWN, &to))
            down(w, &to, 0);
    }
}

size_t ge_candidates(const ge_tree *t, const ge_paths *paths, int d, ge_candidate *out)
{
    walk w = {.t = t, .paths = paths, .out = out, .d = d};
    place at = {.node = d, .top = d};
    out[w.n++] = (ge_candidate){.head = t->head[d], .dep = d, .near = -1, .far = -1, .top = t->head[d]};
    for (int came = 0; w.visits < GE_MOST_VISITS;) {
        place up;
        down(&w, &at, came);
        if (at.node == 0 || !go(&w, &at, t->head[at.node], UP, &up))
            break;
        came = at.node;
        at = up;
    }
    return w.n;
}

size_t ge_path(const ge_tree *t, int h, int d, uint64_t hash[GE_LONGEST])
{
    int up[GE_LONGEST + 1], down[GE_LONGEST + 1], ups = 0, downs = 0, node = d;
    for (; ups < GE_LONGEST && node > 0; node = t->head[node])
        up[ups++] = node;
    up[ups++] = node; // d and the nodes above it; ups - 1 steps reach the last
    for (int i = 0; i < ups; i++) {
        downs = 0;
        for (node = h; node > 0 && node != up[i] && downs < GE_LONGEST; node = t->head[node])
            down[downs++] = node;
        if (node != up[i])
            continue;
        if (i + downs > GE_LONGEST)
            return 0;
        uint64_t path = 0;
        for (int k = 0; k < i; k++)
            hash[k] = path = step(path, t->base[up[k]], UP);
        for (int k = 0; k < downs; k++)
            hash[i + k] = path = step(path, t->base[down[downs - 1 - k]], DOWN);
        return (size_t)i + (size_t)downs;
    }
    return 0;
}
