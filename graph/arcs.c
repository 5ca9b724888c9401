// SPDX-License-Identifier: MIT
// The probabilities of all arcs of a sentence.
//
// Trees of first order: sums over trees (marginals.h) of the arcs' scores, divided by a temperature. If the
// model was trained log-linear, a temperature of 1 gives its own probabilities.
//
// Sums over trees with siblings and grandparents would take too long. There, the score of an arc g→d is what
// the best tree gains when d moves to g and all else stays (dec_gains). Arcs of the best tree score 0. The
// sums are those of a model of first order with these scores.
#include "graph/crf.h"
#include "graph/model.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"

#include <float.h>
#include <math.h>
#include <string.h>

// The scores of arcs, divided by temperature; what is forbidden stays so.
static void divide(const gscores *s, const double *gain, double temperature, float *arc)
{
    const size_t cells = ((size_t)s->n + 1) * ((size_t)s->n + 1);
    for (size_t i = 0; i < cells; i++) {
        const double score = (gain ? gain[i] : dec_sane(s->arc[i])) / temperature;
        arc[i] = (float)fmin(score, (double)FLT_MAX);
    }
}

// The scores of first order that stand for the model's.
static const float *simplify(gparser *p, const gs_method *method, double temperature)
{
    gscores *s = &p->s;
    const size_t N = (size_t)s->n + 1;
    if (method->order == 1 && temperature == 1)
        return s->arc;
    float *arc = arena_alloc(&s->memory, N * N, sizeof *arc);
    double *gain = NULL;
    if (method->order == 2) {
        arena_reset(&s->search);
        gain = arena_alloc(&s->memory, N * N, sizeof *gain);
        if (!dec_gains(s->arc, s->sib, method->grand ? &s->grand : NULL, s->n, p->head, gain, &s->search))
            gain = NULL;
    }
    divide(s, gain, temperature, arc);
    return arc;
}

// Probabilities of a word whose scores give none: all for the head that it has.
static void mend(const gparser *p, double *marginal)
{
    const size_t N = (size_t)p->s.n + 1;
    for (size_t d = 1; d < N; d++) {
        double sum = 0;
        for (size_t h = 0; h < N; h++)
            sum += marginal[d * N + h];
        if (sum > 0.5)
            continue;
        memset(marginal + d * N, 0, N * sizeof *marginal);
        marginal[d * N + (size_t)p->head[d]] = 1;
    }
}

const double *gp_marginals(gparser *p, double temperature, double *log_sum)
{
    const gs_method method = gs_method_for(&p->method, p->s.n);
    const size_t N = (size_t)p->s.n + 1;
    const float *arc = simplify(p, &method, temperature);
    double *marginal = arena_alloc(&p->s.memory, N * N, sizeof *marginal);
    const double sum = gc_weigh(&p->s, &method, arc, marginal);
    mend(p, marginal);
    if (log_sum)
        *log_sum = p->model->log_linear && method.order == 1 && temperature == 1 ? sum : NAN;
    return marginal;
}

// The scores of the labels of the arc into d.
static const float *label_scores(gparser *p, int d, float *room)
{
    const gmodel *m = p->model;
    const int labels = (int)m->labels.n;
    if (m->labelling == GM_TWO_STAGE)
        return p->labeller.score + (size_t)d * (size_t)labels;
    uint32_t key[GF_MOST];
    memset(room, 0, (size_t)labels * sizeof *room);
    gw_add_rows(&m->joint, key, gf_label(&p->s.words, p->head[d], d, key), labels, room);
    for (int l = 0; l < labels; l++)
        if (!lp_allowed(m->allowed, l, p->head[d]))
            room[l] = -INFINITY;
    return room;
}

// How far the label of d is above the best other one, or below it.
static float lead(gparser *p, int d)
{
    float room[GW_ROW], other = -INFINITY;
    const int labels = (int)p->model->labels.n;
    if (p->model->labelling == GM_NONE)
        return INFINITY;
    const float *score = label_scores(p, d, room);
    for (int l = 0; l < labels; l++)
        if (l != p->label[d])
            other = fmaxf(other, score[l]);
    const float by = score[p->label[d]] - other;
    return by == by ? by : 0; // no NaN
}

void gp_weigh(gparser *p, double temperature, tree_evidence *evidence)
{
    const size_t N = (size_t)p->s.n + 1;
    const double *marginal = gp_marginals(p, temperature, NULL);
    for (int d = 1; d <= p->s.n; d++)
        evidence[d] = (tree_evidence){(float)marginal[(size_t)d * N + (size_t)p->head[d]], lead(p, d)};
}

void gp_arcs(gparser *p, const stage_input *in, double temperature, stage_arcs *out)
{
    const size_t N = (size_t)in->sentence->n + 1;
    out->n = in->sentence->n;
    out->p = mem_grow(out->p, &out->cap, N * N, sizeof *out->p);
    out->p[0] = 0;
    out->log_sum = 0; // of no word: one tree, of score 0
    if (out->n == 0)
        return;
    gp_search(p, in, 0);
    memcpy(out->p, gp_marginals(p, temperature, &out->log_sum), N * N * sizeof *out->p);
}
