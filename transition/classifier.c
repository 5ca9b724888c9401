// SPDX-License-Identifier: MIT
#include "transition/classifier.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float *scores(const classifier *d, const uint64_t *key, size_t n, cls_scratch *s)
{
    if (d->scorer)
        sc_score(d->scorer, key, n, s->score, s->scorer);
    else
        for (uint32_t k = 0; k < d->classes; k++)
            s->score[k] = 0;
    return s->score;
}

static bool from_root(const cls_labels *may, unsigned type)
{
    return may->from_root >> type & 1;
}

static bool allows(const cls_labels *may, outcome o)
{
    return o.label == CLS_NO_LABEL || lp_allowed(may->allowed, o.label, !from_root(may, o.type));
}

// How far the best of several scores is above the next; large when there is no other.
static float lead_of(float best, float next)
{
    return next == -HUGE_VALF ? HUGE_VALF : best > next ? best - next : 0;
}

// The label of the best class for a type, or CLS_NO_LABEL, and its lead.
static int best_label(const classifier *d, transition type, const float *score, const cls_labels *may,
                      float *lead)
{
    uint32_t best = d->classes;
    float next = -HUGE_VALF;
    for (uint32_t k = 0; k < d->classes; k++) {
        if (d->outcome[k].type != type || !allows(may, d->outcome[k]))
            continue;
        if (best == d->classes || score[k] > score[best]) {
            next = best == d->classes ? next : score[best];
            best = k;
        } else if (score[k] > next) {
            next = score[k];
        }
    }
    *lead = best < d->classes ? lead_of(score[best], next) : HUGE_VALF;
    return best < d->classes ? d->outcome[best].label : CLS_NO_LABEL;
}

int cls_second(const classifier_set *g, transition type, const uint64_t *key, size_t n, const cls_labels *may,
               cls_scratch *s)
{
    const classifier *d = &g->classifier[type == T_LEFT ? CLS_LEFT : CLS_RIGHT];
    int label = best_label(d, type, scores(d, key, n, s), may, &s->lead);
    return label != CLS_NO_LABEL ? label : from_root(may, type) ? may->root : may->any;
}

int cls_label(const classifier_set *g, transition type, const uint64_t *key, size_t n, const cls_labels *may,
              cls_scratch *scratch)
{
    const classifier *d = &g->classifier[CLS_FIRST];
    int label = best_label(d, type, scores(d, key, n, scratch), may, &scratch->lead);
    return label == CLS_NO_LABEL ? cls_second(g, type, key, n, may, scratch) : label;
}

// A type never seen in training is only taken when nothing else is legal.
static transition any_legal(unsigned legal)
{
    static const transition order[] = {T_SHIFT, T_REDUCE, T_RIGHT, T_LEFT, T_SWAP};
    for (size_t i = 0; i < T_TYPES; i++)
        if (legal & 1u << order[i])
            return order[i];
    return T_SHIFT;
}

void cls_pick(const classifier_set *g, const float *score, unsigned legal, const cls_labels *may, choice *out)
{
    const classifier *d = &g->classifier[CLS_FIRST];
    int label[T_TYPES];
    float best[T_TYPES], next[T_TYPES];
    for (int t = 0; t < T_TYPES; t++) {
        label[t] = CLS_NO_LABEL;
        out->by_type[t] = best[t] = next[t] = -HUGE_VALF;
    }
    for (uint32_t k = 0; k < d->classes; k++) {
        outcome o = d->outcome[k];
        if (!(legal & 1u << o.type))
            continue;
        if (score[k] > out->by_type[o.type])
            out->by_type[o.type] = score[k];
        if (!(score[k] > next[o.type]) || !allows(may, o))
            continue;
        next[o.type] = score[k] > best[o.type] ? best[o.type] : score[k];
        if (score[k] > best[o.type]) {
            best[o.type] = score[k];
            label[o.type] = o.label;
        }
    }
    const transition first = any_legal(legal); // on ties
    float other = -HUGE_VALF;
    out->type = first;
    for (int t = 0; t < T_TYPES; t++) {
        const float mine = out->by_type[t], most = out->by_type[out->type];
        if (t == (int)first || !(mine > other))
            continue;
        other = mine > most ? most : mine;
        if (mine > most)
            out->type = (transition)t;
    }
    out->score = out->by_type[out->type];
    out->margin = other == -HUGE_VALF  ? HUGE_VALF
                  : out->score > other ? out->score - other
                                       : 0; // not the difference of two infinities
    out->lead = lead_of(best[out->type], next[out->type]);
    bool arc = out->type == T_LEFT || out->type == T_RIGHT;
    out->label = !arc ? CFG_NONE : label[out->type];
}

void cls_choose(const classifier_set *g, const uint64_t *key, size_t n, unsigned legal, const cls_labels *may,
                cls_scratch *scratch, choice *out)
{
    cls_pick(g, scores(&g->classifier[CLS_FIRST], key, n, scratch), legal, may, out);
    if (out->label == CLS_NO_LABEL)
        cls_complete(g, key, n, may, scratch, out);
}

void cls_complete(const classifier_set *g, const uint64_t *key, size_t n, const cls_labels *may,
                  cls_scratch *scratch, choice *out)
{
    out->label = cls_second(g, out->type, key, n, may, scratch);
    out->lead = fminf(out->lead, scratch->lead);
}

void cls_scratch_fit(cls_scratch *s, const classifier_set *g)
{
    for (int i = 0; i < CLS_COUNT; i++) {
        const classifier *d = &g->classifier[i];
        s->score = mem_grow(s->score, &s->score_cap, d->classes + 1, sizeof *s->score);
        s->scorer =
            mem_grow(s->scorer, &s->scorer_cap, d->scorer ? d->scorer->kind->scratch(d->scorer) : 1, 1);
    }
}

void cls_scratch_done(cls_scratch *s)
{
    mem_free(s->score);
    mem_free(s->scorer);
    memset(s, 0, sizeof *s);
}

void cls_save(const classifier_set *g, box_writer *w)
{
    for (int i = 0; i < CLS_COUNT; i++) {
        const classifier *d = &g->classifier[i];
        box_u32(w, d->classes);
        for (uint32_t k = 0; k < d->classes; k++)
            box_u32(w, (uint32_t)d->outcome[k].type << 16 | d->outcome[k].label);
        box_u32(w, d->scorer ? 1 : 0);
        if (d->scorer)
            sc_save(d->scorer, w);
    }
}

static int load_classifier(classifier *d, cursor *c, int labels, copse_error *err)
{
    d->classes = cur_count(c, 4);
    d->own = mem_alloc(d->classes, sizeof *d->own);
    d->outcome = d->own;
    bool sound = !c->failed;
    for (uint32_t k = 0; k < d->classes; k++) {
        uint32_t v = cur_u32(c);
        d->own[k] = (outcome){(uint16_t)(v >> 16), (uint16_t)v};
        sound &= d->own[k].type < T_TYPES && (d->own[k].label == CLS_NO_LABEL || d->own[k].label < labels);
    }
    uint32_t has = cur_u32(c);
    if (sound && has == 1 && !(d->scorer = sc_load(c, err)))
        return err->code;
    if (!sound || has > 1 || (d->scorer && d->scorer->classes != d->classes))
        return err_set(err, COPSE_EMODEL, box_path(c->box), 0, "damaged classifiers in section %s", c->tag);
    return 0;
}

int cls_load(classifier_set *g, cursor *c, int labels, copse_error *err)
{
    int code = 0;
    for (int i = 0; i < CLS_COUNT && !code; i++)
        code = load_classifier(&g->classifier[i], c, labels, err);
    return code;
}

void cls_done(classifier_set *g)
{
    for (int i = 0; i < CLS_COUNT; i++) {
        sc_free(g->classifier[i].scorer);
        mem_free(g->classifier[i].own);
    }
    memset(g, 0, sizeof *g);
}
