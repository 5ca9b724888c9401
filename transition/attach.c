// SPDX-License-Identifier: MIT
// Attaches loose words by the classifiers' decisions, for systems that do not meet words in sentence order.
// With single_root all words but one must get a head, but a derivation can end with several loose words.
//
// Each loose word, from the first to the last, becomes B0 once more, with no word behind it. It meets the
// nodes on its left that it can be linked to without crossing an arc, the nearest first, until it has a head.
// REDUCE goes on to the next node. It is not legal where a tree ends: at a loose word, where LEFT or RIGHT
// must be chosen, at the root word, and at the last node. This is arc-eager's unshifting (Nivre &
// Fernández-González 2014), from the left. A loose word before the root word can remain; finish.c attaches it
// by the scores.
//
// No oracle covers this phase, because the trees are wrong already. Exploration collects examples in it all
// the same, so that the classifiers are trained for these decisions.
#include "transition/model.h"

#include "common/base/watch.h"

static bool can_meet(const config *c, int s, int d)
{
    if (s == 0)
        return c->roots == 0;
    while (s > 0 && s != d)
        s = c->head[s];
    return s != d;
}

// The legal transitions between S0 and d, which is not given as the root word. waiting: the nodes at the
// bottom of the stack that d does not meet.
static unsigned legal(const config *c, int d, int waiting)
{
    const int s = cfg_stack(c, 0);
    const bool loose = s != 0 && c->head[s] == CFG_NONE;
    if (s == 0)
        return (cfg_given_root(c) ? 0 : 1u << T_RIGHT) | 1u << T_REDUCE; // d need not be the root word
    if (loose)
        return 1u << T_RIGHT | (s == cfg_given_root(c) ? 0 : 1u << T_LEFT);
    for (int i = c->stack_n - 2; i >= waiting && c->head[s] != 0; i--)
        if (can_meet(c, c->stack[i], d))
            return 1u << T_RIGHT | 1u << T_REDUCE;
    return 1u << T_RIGHT;
}

static void attach_word(tparser *p, int d, tp_watch *watch, void *context)
{
    config *c = &p->config;
    const int waiting = p->model->system->arrange(c, d);
    c->back_n = 0;
    cfg_put_back(c, d);
    c->next = c->n + 1;
    for (; c->head[d] == CFG_NONE && c->stack_n > waiting; c->stack_n--) {
        if (!can_meet(c, cfg_stack(c, 0), d))
            continue;
        const unsigned set = legal(c, d, waiting);
        const size_t n = tp_features(p);
        choice next;
        const cls_labels may = tp_labels(p);
        cls_choose(tp_set(p), p->key, n, set, &may, &p->cls, &next);
        if (watch)
            watch(context, p, n, set, &next);
        if (next.type == T_REDUCE)
            continue;
        int head, dependent;
        sys_arc(p->model->system, c, next.type, &head, &dependent);
        p->score[dependent] = tp_confidence(next.margin);
        p->lead[dependent] = next.lead;
        cfg_arc(c, head, dependent, next.label);
    }
}

void tp_attach(tparser *p, tp_watch *watch, void *context)
{
    config *c = &p->config;
    if (!c->single_root || !p->model->system->arrange)
        return;
    for (int d = 1; d <= c->n && c->n - c->attached + c->roots > 1; d++)
        if (c->head[d] == CFG_NONE && d != cfg_given_root(c)) {
            watch_look();
            attach_word(p, d, watch, context);
        }
    c->back_n = 0;
}
