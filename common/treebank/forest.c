// SPDX-License-Identifier: MIT
#include "common/treebank/forest.h"

#include "common/base/mem.h"

enum { NONE = -1 };

void forest_init(forest *f, int n)
{
    const size_t size = (size_t)n + 1;
    f->side = mem_alloc(size, sizeof *f->side);
    f->up = mem_alloc(size, sizeof *f->up);
    f->linked = mem_zero(size, sizeof *f->linked);
    for (int w = 0; w <= n; w++)
        f->side[w][0] = f->side[w][1] = f->up[w] = NONE;
}

void forest_done(forest *f)
{
    mem_free(f->side);
    mem_free(f->up);
    mem_free(f->linked);
    *f = (forest){NULL, NULL, NULL};
}

// Is it the top of a splay tree?
static bool is_top(const forest *f, int w)
{
    const int p = f->up[w];
    return p == NONE || (f->side[p][0] != w && f->side[p][1] != w);
}

// Moves w, which is not a top, one level up.
static void rotate(forest *f, int w)
{
    const int p = f->up[w], q = f->up[p], s = f->side[p][1] == w, moved = f->side[w][!s];
    if (!is_top(f, p))
        f->side[q][f->side[q][1] == p] = w;
    f->side[p][s] = moved;
    if (moved != NONE)
        f->up[moved] = p;
    f->side[w][!s] = p;
    f->up[p] = w;
    f->up[w] = q;
}

static void splay(forest *f, int w)
{
    while (!is_top(f, w)) {
        const int p = f->up[w];
        if (!is_top(f, p)) {
            const int q = f->up[p];
            rotate(f, (f->side[q][1] == p) == (f->side[p][1] == w) ? p : w);
        }
        rotate(f, w);
    }
}

// Puts the path from the root of the tree down to w, and nothing else, into one splay tree with w at its top.
static void expose(forest *f, int w)
{
    for (int below = NONE, p = w; p != NONE; below = p, p = f->up[p]) {
        splay(f, p);
        f->side[p][1] = below;
    }
    splay(f, w);
}

void forest_link(forest *f, int root, int above)
{
    expose(f, root);
    f->up[root] = above;
    f->linked[root] = true;
}

void forest_cut(forest *f, int node)
{
    if (!f->linked[node])
        return;
    expose(f, node);
    f->up[f->side[node][0]] = NONE;
    f->side[node][0] = NONE;
    f->linked[node] = false;
}

int forest_root(forest *f, int node)
{
    expose(f, node);
    while (f->side[node][0] != NONE)
        node = f->side[node][0];
    splay(f, node);
    return node;
}
