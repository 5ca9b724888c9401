// SPDX-License-Identifier: MIT
#include "eval/arc_shape.h"

#include "common/base/mem.h"
#include "common/treebank/tree.h"

#include <stdlib.h>

// Climbs from each word to one whose distance is known, and fills in the distances on the way.
static void take_distances(arcshape *s, const int *head, int n)
{
    for (int w = 1; w <= n; w++)
        s->distance[w] = -1;
    s->distance[0] = 0;
    for (int w = 1; w <= n; w++) {
        int steps = 0, top = w;
        for (; s->distance[top] < 0; top = head[top])
            steps++;
        const int known = s->distance[top];
        for (int at = w; at != top; at = head[at])
            s->distance[at] = known + steps--;
    }
}

void shape_take(arcshape *s, const int *head, int n)
{
    const double too_long = 1e7; // steps; only a malicious sentence needs more
    const size_t need = (size_t)n + 1;
    if (need > s->cap) {
        s->cap = 2 * need;
        s->distance = mem_resize(s->distance, 4 * s->cap, sizeof *s->distance);
        s->siblings = s->distance + s->cap;
        s->degree = s->siblings + s->cap;
        s->below = s->degree + s->cap;
    }
    s->crossing = mem_grow(s->crossing, &s->crossing_cap, need, sizeof *s->crossing);
    take_distances(s, head, n);
    for (int w = 0; w <= n; w++)
        s->below[w] = 0;
    for (int w = 1; w <= n; w++)
        s->below[head[w]]++;
    const int crossing = tree_nonprojective(head, n, s->crossing);
    s->measured = (double)crossing * n < too_long;
    for (int w = 1; w <= n; w++) {
        s->siblings[w] = s->below[head[w]] - 1;
        s->degree[w] = s->measured && s->crossing[w] ? tree_arc_degree(head, n, w) : 0;
    }
}

void shape_done(arcshape *s)
{
    mem_free(s->distance);
    mem_free(s->crossing);
    *s = (arcshape){0};
}
