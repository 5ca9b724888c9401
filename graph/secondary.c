// SPDX-License-Identifier: MIT
// Since the scores of arcs do not depend on each other, and an arc that closes a cycle closes it in every
// larger graph too, taking arcs by falling score is the same as comparing all of them in each step.
#include "graph/secondary.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 10000, NONE = -1 };

void sec_done(sec_search *s)
{
    mem_free(s->order);
    mem_free(s->first);
    mem_free(s->next);
    mem_free(s->stack);
    mem_free(s->seen);
    memset(s, 0, sizeof *s);
}

// Merge sort by falling score; equal ones stay in order. spare has room for n.
static void sort(const sec_arc *arc, size_t *order, size_t *spare, size_t n)
{
    if (n < 2)
        return;
    const size_t half = n / 2;
    sort(arc, order, spare, half);
    sort(arc, order + half, spare, n - half);
    memcpy(spare, order, half * sizeof *order);
    for (size_t i = 0, j = half, k = 0; i < half; k++)
        order[k] = j < n && arc[order[j]].score > arc[spare[i]].score ? order[j++] : spare[i++];
}

static void link_arc(sec_search *s, const sec_arc *arc, size_t i)
{
    s->next[i] = s->first[arc[i].head];
    s->first[arc[i].head] = (int)i;
}

// Is there a way from a node to another one along the arcs of the graph?
static bool reaches(sec_search *s, const sec_arc *arc, int from, int to)
{
    int n = 0, steps = 0;
    s->turn++;
    s->stack[n++] = from;
    s->seen[from] = s->turn;
    while (n > 0) {
        const int node = s->stack[--n];
        if (node == to)
            return true;
        for (int i = s->first[node]; i != NONE; i = s->next[i]) {
            if (++steps > MOST_STEPS)
                return true;
            if (s->seen[arc[i].dep] == s->turn)
                continue;
            s->seen[arc[i].dep] = s->turn;
            s->stack[n++] = arc[i].dep;
        }
    }
    return false;
}

static void prepare(sec_search *s, int n, const sec_arc *arc, size_t arcs)
{
    const size_t nodes = (size_t)n + 1;
    s->first = mem_grow(s->first, &s->first_cap, nodes, sizeof *s->first);
    s->next = mem_grow(s->next, &s->next_cap, arcs + 1, sizeof *s->next);
    s->stack = mem_grow(s->stack, &s->stack_cap, nodes, sizeof *s->stack);
    s->seen = mem_grow(s->seen, &s->seen_cap, nodes, sizeof *s->seen);
    memset(s->seen, 0, nodes * sizeof *s->seen);
    s->turn = 0;
    for (size_t i = 0; i < nodes; i++)
        s->first[i] = NONE;
    for (size_t i = 0; i < arcs; i++)
        if (arc[i].in)
            link_arc(s, arc, i);
}

void sec_add(sec_search *s, int n, sec_arc *arc, size_t arcs, bool cycles)
{
    size_t left = 0;
    s->order = mem_grow(s->order, &s->order_cap, 2 * arcs + 1, sizeof *s->order);
    for (size_t i = 0; i < arcs; i++)
        if (!arc[i].in && arc[i].score > 0)
            s->order[left++] = i;
    if (!cycles) {
        prepare(s, n, arc, arcs);
        sort(arc, s->order, s->order + arcs, left);
    }
    for (size_t k = 0; k < left; k++) {
        const size_t i = s->order[k];
        if (!cycles && reaches(s, arc, arc[i].dep, arc[i].head))
            continue;
        arc[i].in = true;
        if (!cycles)
            link_arc(s, arc, i);
    }
}
