// SPDX-License-Identifier: MIT
// Going back. With single_root all words but one must get a head, but Covington's algorithm can end with
// several loose words. One of them should have been linked on the way, and was not.
//
// So the parser goes back. Among the arcs that the classifiers refused and that would have given a now loose
// word its head, it makes the one that was refused by the smallest margin. The derivation continues from
// there, and all later decisions are made anew. This happens at most twice, so that the time stays a small
// multiple. Words that are loose even then are left to attach.c and finish.c. Training does not go back: it
// was no gain.
#include "transition/model.h"

#include "common/base/mem.h"

#include <math.h>

void tp_note(tparser *p, const choice *next)
{
    enum { MOST = 1 << 20 }; // there can be n²/2; the parser cannot go back to later ones
    const config *c = &p->config;
    if (p->steps == MOST)
        return;
    p->step = mem_grow(p->step, &p->step_cap, p->steps + 1, sizeof *p->step);
    p->step[p->steps++] = (tp_step){
        .type = next->type,
        .label = next->label,
        .s = cfg_stack(c, 0),
        .b = cfg_buffer(c, 0),
        .left = next->score - next->by_type[T_LEFT],
        .right = next->score - next->by_type[T_RIGHT],
    };
}

// The step with the arc that was refused by the smallest margin and would attach a loose word; the number of
// steps if there is none. Arcs that are not legal or were never seen have an infinite margin.
static size_t least_refused(const tparser *p, transition *type)
{
    const int *head = p->config.head;
    float least = HUGE_VALF;
    size_t best = p->steps;
    for (size_t i = 0; i < p->steps; i++) {
        const tp_step *t = &p->step[i];
        if (t->s <= 0 || t->b <= 0) // the root does not join trees
            continue;
        if (head[t->s] == CFG_NONE && t->left < least) {
            best = i;
            least = t->left;
            *type = T_LEFT;
        }
        if (head[t->b] == CFG_NONE && t->right < least) {
            best = i;
            least = t->right;
            *type = T_RIGHT;
        }
    }
    return best;
}

// The changed step is the last of the trace. It has no rivals: it was forced.
static void change_trace(tp_trace *trace, size_t at, const tp_step *step, float lead)
{
    tp_taken *taken = &trace->step[at];
    const float below = taken->below[step->type];
    *taken = (tp_taken){.type = step->type, .label = step->label, .margin = -below, .lead = lead};
    for (int t = 0; t < T_TYPES; t++)
        taken->below[t] = HUGE_VALF;
    trace->n = at + 1;
}

static void change_step(tparser *p, size_t at, transition type)
{
    const tmodel *m = p->model;
    config *c = &p->config;
    cfg_reset(c, c->n, c->root, c->single_root);
    m->system->start(c);
    for (size_t i = 0; i < at; i++)
        m->system->apply(c, p->step[i].type, p->step[i].label);
    tp_step *t = &p->step[at];
    const size_t n = tp_features(p);
    const cls_labels may = tp_labels(p);
    int head, dependent;
    sys_arc(m->system, c, type, &head, &dependent);
    p->score[dependent] = tp_confidence(type == T_LEFT ? -t->left : -t->right);
    t->type = type;
    t->label = tp_kept_label(p, type, cls_label(tp_set(p), type, p->key, n, &may, &p->cls));
    p->lead[dependent] = p->cls.lead;
    t->left = t->right = HUGE_VALF; // never change this step again
    p->steps = at + 1;
    if (p->trace)
        change_trace(p->trace, at, t, p->cls.lead);
    m->system->apply(c, type, t->label);
}

bool tp_go_back(tparser *p)
{
    enum { MOST = 2 };
    const config *c = &p->config;
    transition type = T_LEFT;
    if (p->returns == MOST || !c->single_root || c->n - c->attached + c->roots <= 1)
        return false;
    const size_t at = least_refused(p, &type);
    if (at == p->steps)
        return false;
    p->returns++;
    change_step(p, at, type);
    return true;
}
