// SPDX-License-Identifier: MIT
// All trees over a few words, and all configurations that a transition system can reach from its start.
#ifndef COPSE_TESTS_WALKS_H
#define COPSE_TESTS_WALKS_H

#include "common/base/mem.h"
#include "transition/system.h"

#include <stdlib.h>
#include <string.h>

enum { WALK_WORDS = 6 };

// Does every word reach 0? Heads are in 0..n.
static inline bool walk_is_tree(const int *head, int n)
{
    for (int w = 1; w <= n; w++) {
        int steps = 0, k = w;
        while (k > 0 && steps++ <= n)
            k = head[k];
        if (k != 0)
            return false;
    }
    return true;
}

static inline int walk_roots(const int *head, int n)
{
    int roots = 0;
    for (int w = 1; w <= n; w++)
        roots += head[w] == 0;
    return roots;
}

// Do no two arcs cross, with the root before the first word? Follows the definition, not fast.
static inline bool walk_is_projective(const int *head, int n)
{
    for (int i = 1; i <= n; i++)
        for (int k = 1; k <= n; k++) {
            const int a = i < head[i] ? i : head[i], b = i < head[i] ? head[i] : i;
            const int x = k < head[k] ? k : head[k], y = k < head[k] ? head[k] : k;
            if (a < x && x < b && b < y)
                return false;
        }
    return true;
}

// Moves head[1..n] to the next tree over n words, in some order; start with walk_first. False after the
// last.
static inline bool walk_next(int *head, int n)
{
    do {
        int w = 1;
        while (w <= n && head[w] == n)
            head[w++] = 0;
        if (w > n)
            return false;
        head[w]++;
    } while (!walk_is_tree(head, n));
    return true;
}

static inline void walk_first(int *head, int n)
{
    head[0] = CFG_NONE;
    for (int w = 1; w <= n; w++)
        head[w] = 0;
}

// Two stacks make many more configurations.
static inline bool walk_has_two_stacks(const tsystem *s)
{
    config c;
    cfg_init(&c);
    cfg_reset(&c, 1, CFG_ROOT_FIRST, false);
    s->start(&c);
    const bool two = c.other_n > 0;
    cfg_done(&c);
    return two;
}

// The heads of a final configuration; loose words get head 0.
static inline void walk_heads(const config *c, int *head)
{
    head[0] = CFG_NONE;
    for (int w = 1; w <= c->n; w++)
        head[w] = c->head[w] == CFG_NONE ? 0 : c->head[w];
}

// Does an earlier system of the list differ only in its oracle?
static inline bool walk_has_twin(const tsystem *const *s)
{
    for (const tsystem *const *e = sys_all; e < s; e++)
        if ((*e)->apply == (*s)->apply && (*e)->legal == (*s)->legal && (*e)->keep == (*s)->keep &&
            (*e)->cost == (*s)->cost)
            return true;
    return false;
}

// The configurations of a system, each once. The successors of a configuration come before it.
typedef struct walk_state {
    config c;
    uint64_t key;
    unsigned legal;
    int after[T_TYPES];
} walk_state;

typedef struct walk_graph {
    const tsystem *system;
    walk_state *state; // [n]
    size_t n, cap;
    int *slot; // [slots] a hash table of states, CFG_NONE: free
    size_t slots;
} walk_graph;

static inline uint64_t walk_key(const config *c)
{
    const uint64_t many = UINT64_C(0xd1342543de82ef95); // the key of a long configuration is a hash
    uint64_t key = 0;
    for (int i = 0; i < c->other_n; i++)
        key = (key + (uint64_t)c->other[i] + 1) * many;
    for (int w = 1; w <= c->n; w++)
        key = key * 8 + (uint64_t)(c->head[w] + 1);
    for (int i = 0; i < c->full_n; i++)
        key = key * 8 + (uint64_t)c->stack[i];
    key = key * 8 + (uint64_t)c->full_n;
    key = key * 8 + (uint64_t)c->stack_n;
    for (int i = 0; i < c->back_n; i++)
        key = key * 8 + (uint64_t)c->back[i];
    key = key * 8 + (uint64_t)c->back_n;
    key = key * 8 + (uint64_t)c->own;
    return key * 8 + (uint64_t)c->next;
}

static inline size_t walk_slot(const walk_graph *g, uint64_t key)
{
    size_t i = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (g->slots - 1);
    while (g->slot[i] != CFG_NONE && g->state[g->slot[i]].key != key)
        i = (i + 1) & (g->slots - 1);
    return i;
}

static inline int walk_visit(walk_graph *g, const config *c)
{
    const uint64_t key = walk_key(c);
    size_t i = walk_slot(g, key);
    if (g->slot[i] != CFG_NONE)
        return g->slot[i];
    walk_state s = {.key = key, .legal = g->system->legal(c)};
    for (int t = 0; t < T_TYPES; t++) {
        s.after[t] = CFG_NONE;
        if (!(s.legal >> t & 1))
            continue;
        config next;
        cfg_init(&next);
        cfg_copy(&next, c);
        g->system->apply(&next, (transition)t, 0);
        s.after[t] = walk_visit(g, &next);
        cfg_done(&next);
    }
    cfg_init(&s.c);
    cfg_copy(&s.c, c);
    g->state = mem_grow(g->state, &g->cap, g->n + 1, sizeof *g->state);
    g->state[g->n] = s;
    i = walk_slot(g, key);
    g->slot[i] = (int)g->n;
    return (int)g->n++;
}

static inline void walk_start(walk_graph *g, const tsystem *system, size_t slots)
{
    memset(g, 0, sizeof *g);
    g->system = system;
    g->slots = slots; // a power of 2, larger than the number of configurations
    g->slot = mem_alloc(g->slots, sizeof *g->slot);
    memset(g->slot, 0xff, g->slots * sizeof *g->slot);
}

static inline void walk_all(walk_graph *g, const tsystem *system, int n, cfg_root root, bool single_root)
{
    walk_start(g, system, (size_t)1 << 20);
    config c;
    cfg_init(&c);
    cfg_reset(&c, n, root, single_root);
    system->start(&c);
    walk_visit(g, &c);
    cfg_done(&c);
}

static inline void walk_done(walk_graph *g)
{
    for (size_t i = 0; i < g->n; i++)
        cfg_done(&g->state[i].c);
    mem_free(g->state);
    mem_free(g->slot);
}

// loss[i]: the words with a wrong head in the best tree reachable from state i.
static inline void walk_loss(const walk_graph *g, const int *gold, int *loss)
{
    for (size_t i = 0; i < g->n; i++) {
        const walk_state *s = &g->state[i];
        loss[i] = SYS_ILLEGAL;
        if (s->legal == 0) {
            int head[WALK_WORDS + 1];
            walk_heads(&s->c, head);
            loss[i] = 0;
            for (int w = 1; w <= s->c.n; w++)
                loss[i] += head[w] != gold[w];
        }
        for (int t = 0; t < T_TYPES; t++)
            if (s->after[t] != CFG_NONE && loss[s->after[t]] < loss[i])
                loss[i] = loss[s->after[t]];
    }
}

#endif
