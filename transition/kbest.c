// SPDX-License-Identifier: MIT
// The k best trees of a greedy parser, approximately.
//
// The parser takes the best transition in every configuration. A rival derivation leaves it at one step,
// takes another transition there, and goes on greedily. It costs what the other transition scored below the
// best one. Rivals leave rivals in turn, at later steps, and their costs add up. Derivations are made in the
// order of their costs, and trees that were found before are dropped. So each tree takes one parse, from the
// step where its derivation leaves another; up to there transitions are repeated without being scored.
//
// The score of a tree is minus its cost, 0 for the greedy one. It is no sum over all trees' derivations, and
// a rival's greedy end may miss a better one: the list is not exact. Rivals do not go back (reconsider.c).
#include "transition/model.h"

#include "common/base/mem.h"
#include "common/base/watch.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRIES = 3,           // derivations for each tree that is wanted: some give a tree that is there already
    MOST_STEPS = 1 << 21 // of all derivations: 70 MB, and as much again for rivals
};

typedef struct derivation {
    tp_trace trace;
    double cost;
} derivation;

typedef struct rival {
    double cost;
    size_t of, step; // the derivation that it leaves, and where
    transition type;
} rival;

typedef struct lister {
    tparser *p;
    stage_list *list;
    derivation *made; // [made_n]
    size_t made_n, made_cap;
    rival *heap; // [heap_n] the cheapest at 0
    size_t heap_n, heap_cap;
} lister;

void tp_trace_add(tparser *p, const choice *next)
{
    tp_trace *t = p->trace;
    tp_taken step = {.type = next->type, .label = next->label, .margin = next->margin, .lead = next->lead};
    for (int k = 0; k < T_TYPES; k++)
        step.below[k] = k == (int)next->type ? HUGE_VALF : next->score - next->by_type[k];
    t->step = mem_grow(t->step, &t->cap, t->n + 1, sizeof *t->step);
    t->step[t->n++] = step;
}

// Is a cheaper than b? Ties: the derivation that was made first, then the earlier step.
static bool before(const rival *a, const rival *b)
{
    if (a->cost != b->cost)
        return a->cost < b->cost;
    if (a->of != b->of)
        return a->of < b->of;
    return a->step != b->step ? a->step < b->step : a->type < b->type;
}

static void heap_add(lister *l, rival one)
{
    l->heap = mem_grow(l->heap, &l->heap_cap, l->heap_n + 1, sizeof *l->heap);
    size_t i = l->heap_n++;
    for (; i > 0 && before(&one, &l->heap[(i - 1) / 2]); i = (i - 1) / 2)
        l->heap[i] = l->heap[(i - 1) / 2];
    l->heap[i] = one;
}

static rival heap_take(lister *l)
{
    const rival top = l->heap[0], last = l->heap[--l->heap_n];
    size_t i = 0;
    for (size_t child = 1; child < l->heap_n; child = 2 * i + 1) {
        if (child + 1 < l->heap_n && before(&l->heap[child + 1], &l->heap[child]))
            child++;
        if (!before(&l->heap[child], &last))
            break;
        l->heap[i] = l->heap[child];
        i = child;
    }
    l->heap[i] = last;
    return top;
}

// Adds the rivals of a derivation that leave it at step `from` or later.
static void add_rivals(lister *l, size_t of, size_t from)
{
    const derivation *d = &l->made[of];
    for (size_t i = from; i < d->trace.n; i++)
        for (int t = 0; t < T_TYPES; t++)
            if (isfinite(d->trace.step[i].below[t]))
                heap_add(l, (rival){d->cost + fmax(d->trace.step[i].below[t], 0), of, i, (transition)t});
}

static derivation *make(lister *l, double cost)
{
    l->made = mem_grow(l->made, &l->made_cap, l->made_n + 1, sizeof *l->made);
    l->made[l->made_n] = (derivation){.cost = cost};
    return &l->made[l->made_n++];
}

static void apply(tparser *p, const tp_taken *step)
{
    if (step->label != CFG_NONE) {
        int head, dependent;
        sys_arc(p->model->system, &p->config, step->type, &head, &dependent);
        p->score[dependent] = tp_confidence(step->margin);
        p->lead[dependent] = step->lead;
    }
    p->model->system->apply(&p->config, step->type, step->label);
}

// Repeats the steps of a derivation up to a rival's, and takes the rival's transition.
static void leave(lister *l, const rival *r, tp_trace *trace)
{
    tparser *p = l->p;
    const tp_trace *old = &l->made[r->of].trace;
    p->steps = 0;
    cfg_reset(&p->config, p->config.n, p->config.root, p->config.single_root);
    p->model->system->start(&p->config);
    trace->step = mem_grow(trace->step, &trace->cap, r->step + 1, sizeof *trace->step);
    memcpy(trace->step, old->step, r->step * sizeof *trace->step);
    for (size_t i = 0; i < r->step; i++)
        apply(p, &old->step[i]);
    tp_taken taken = {.type = r->type, .label = CFG_NONE, .margin = -old->step[r->step].below[r->type]};
    if (r->type == T_LEFT || r->type == T_RIGHT) {
        const size_t n = tp_features(p);
        const cls_labels may = tp_labels(p);
        taken.label = tp_kept_label(p, r->type, cls_label(tp_set(p), r->type, p->key, n, &may, &p->cls));
        taken.lead = p->cls.lead;
    }
    for (int t = 0; t < T_TYPES; t++)
        taken.below[t] = HUGE_VALF; // it is not left at this step again
    apply(p, &taken);
    trace->step[r->step] = taken;
    trace->n = r->step + 1;
}

// Takes the tree of the finished derivation into the list, unless it is there.
static void take_tree(lister *l, double cost)
{
    stage_list *list = l->list;
    copse_tree *tree = list->tree[list->n];
    tp_end(l->p, tree);
    for (int i = 0; i < list->n; i++)
        if (memcmp(list->tree[i]->head, tree->head, ((size_t)tree->n + 1) * sizeof *tree->head) == 0)
            return;
    list->score[list->n++] = cost > 0 ? -cost : 0;
}

static void add_rival(lister *l, const rival *r)
{
    tparser *p = l->p;
    derivation *d = make(l, r->cost);
    tp_trace trace = {0};
    leave(l, r, &trace);
    p->trace = &trace;
    tp_derive(p);
    p->trace = NULL;
    d->trace = trace;
    take_tree(l, r->cost);
    add_rivals(l, l->made_n - 1, r->step + 1);
}

void tp_kbest(tparser *p, const stage_input *in, stage_list *list)
{
    lister l = {.p = p, .list = list};
    list->n = 0;
    list->exact = false;
    list->log_sum = NAN;
    derivation *first = make(&l, 0);
    tp_start(p, in, 0);
    tp_trace trace = {0};
    p->trace = &trace;
    do
        tp_derive(p);
    while (tp_go_back(p));
    p->trace = NULL;
    first->trace = trace;
    take_tree(&l, 0);
    add_rivals(&l, 0, 0);
    const size_t room = MOST_STEPS / (l.made[0].trace.n + 1), wanted = (size_t)list->k * TRIES;
    for (size_t tries = wanted < room ? wanted : room; list->n < list->k && l.heap_n > 0 && tries > 0;
         tries--) {
        const rival next = heap_take(&l);
        watch_look();
        add_rival(&l, &next);
    }
    for (size_t i = 0; i < l.made_n; i++)
        mem_free(l.made[i].trace.step);
    mem_free(l.made);
    mem_free(l.heap);
}
