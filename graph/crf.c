// SPDX-License-Identifier: MIT
// Training ascends the gradient of the log-likelihood of gold trees: the features of the gold tree minus
// their expectation over all trees. With joint labels the sum runs over labels too: the weight of an arc is
// the sum of the weights of its labels, and the probability of a label is that of its arc times its share
// among the labels of the arc.
//
// Each weight has its own step size (AdaGrad, Duchi et al. 2011), which falls with the sum of its squared
// gradients. Between rounds all weights shrink, and those that the next round does not restore vanish. So
// scores do not grow until the whole treebank is certain, and probabilities stay calibrated.
#include "graph/crf.h"

#include "graph/marginals.h"
#include "graph/trainers.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <string.h>

extern const graph_trainer trainer_crf;

// A step is RATE times the gradient, divided by the root of DELTA plus the sum of squared gradients so far.
// Parts of the gradient smaller than LEAST are skipped to save time. After each round every weight loses the
// share SHRINK.
#define RATE 0.5
#define DELTA 300.0
#define LEAST 0.001
#define SHRINK 0.2

// Scores of the labels of h→d, -INFINITY where a label is not allowed. Returns the log of the sum of
// e^score.
static double score_labels(const gscores *s, const gweights *w, int h, int d, int labels,
                           const uint8_t *allowed, float *score)
{
    uint32_t key[GF_MOST];
    double sum = -INFINITY;
    const int only = gs_only(s->only, d);
    memset(score, 0, (size_t)labels * sizeof *score);
    gw_add_rows(w, key, gf_label(&s->words, h, d, key), labels, score);
    for (int l = 0; l < labels; l++) {
        if (only < 0 ? !lp_allowed(allowed, l, h) : l != only)
            score[l] = -INFINITY;
        sum = mar_add(sum, (double)score[l]);
    }
    return sum;
}

void gc_labels(gscores *s, const gweights *w, int labels, const uint8_t *allowed)
{
    const size_t N = (size_t)s->n + 1;
    float score[GW_ROW];
    s->label = arena_zero(&s->memory, N * N, sizeof *s->label);
    for (int d = 1; d <= s->n; d++)
        for (int h = 0; h <= s->n; h++) {
            const size_t at = (size_t)d * N + (size_t)h;
            if (s->arc[at] == -INFINITY)
                continue;
            s->arc[at] += (float)score_labels(s, w, h, d, labels, allowed, score);
            for (int l = 1; l < labels; l++)
                if (score[l] > score[s->label[at]])
                    s->label[at] = (uint16_t)l;
        }
}

double gc_label_share(const gscores *s, const gweights *w, int h, int d, int labels, const uint8_t *allowed)
{
    float score[GW_ROW], best = -INFINITY;
    const double sum = score_labels(s, w, h, d, labels, allowed, score);
    for (int l = 0; l < labels; l++)
        best = fmaxf(best, score[l]);
    return mar_share(exp((double)best - sum));
}

// Normalises over the heads of each word by itself, whether they make a tree or not.
static double weigh_heads(const float *arc, int n, double *marginal)
{
    const size_t N = (size_t)n + 1;
    double all = 0;
    memset(marginal, 0, N * N * sizeof *marginal);
    for (size_t d = 1; d < N; d++) {
        double sum = -INFINITY;
        for (size_t h = 0; h < N; h++)
            sum = mar_add(sum, dec_sane(arc[d * N + h]));
        for (size_t h = 0; h < N; h++)
            marginal[d * N + h] = mar_share(exp(dec_sane(arc[d * N + h]) - sum));
        all += sum;
    }
    return all;
}

const double *gc_marginals(gscores *s, const gs_method *method, double *log_sum)
{
    const size_t N = (size_t)s->n + 1;
    double *marginal = arena_alloc(&s->memory, N * N, sizeof *marginal), sum;
    arena_reset(&s->search);
    if (s->n > GC_MOST || !method->decoder->marginals)
        sum = weigh_heads(s->arc, s->n, marginal);
    else
        sum = method->decoder->marginals(s->arc, s->n, method->single_root, marginal, &s->search);
    if (log_sum)
        *log_sum = sum;
    return marginal;
}

double gc_weigh(gscores *s, const gs_method *method, const float *arc, double *marginal)
{
    arena_reset(&s->search);
    if (s->n <= GC_MOST && method->decoder->marginals) {
        const double sum = method->decoder->marginals(arc, s->n, method->single_root, marginal, &s->search);
        if (sum > -INFINITY)
            return sum;
    }
    weigh_heads(arc, s->n, marginal);
    return NAN;
}

// Gathers the gradient of the labels of an arc of probability p. gold is -1 if the arc is not gold.
static void gather_labels(online_learner *l, gw_vector *v, int h, int d, double p, int gold, double least)
{
    float score[GW_ROW];
    uint32_t key[GF_MOST];
    const gf_words *w = &l->s.words;
    const double sum = score_labels(&l->s, l->labels, h, d, l->labels_n, l->allowed, score);
    const size_t n = gf_label(w, h, d, key);
    for (int label = 0; label < l->labels_n; label++) {
        const double by = (label == gold) - p * exp((double)score[label] - sum);
        if (fabs(by) > least)
            gw_gather(l->labels, v, key, n, label, (float)by);
    }
}

// Gathers the gradient, given the marginals.
static void gather(online_learner *l, online_change *c, const double *marginal, const int *gold,
                   const int *gold_label, double least)
{
    const size_t N = (size_t)l->s.n + 1;
    uint32_t key[GF_MOST];
    c->arcs.n = c->labels.n = 0;
    for (int d = 1; d <= l->s.n; d++)
        for (int h = 0; h <= l->s.n; h++) {
            const double p = marginal[(size_t)d * N + (size_t)h], by = (h == gold[d]) - p;
            if (fabs(by) > least)
                gw_gather(l->arcs, &c->arcs, key, gf_arc(&l->s.words, h, d, key), 0, (float)by);
            if (gold_label && (p > least || h == gold[d]))
                gather_labels(l, &c->labels, h, d, p, h == gold[d] ? gold_label[d] : -1, least);
        }
    gw_settle(l->arcs, &c->arcs);
    if (gold_label)
        gw_settle(l->labels, &c->labels);
}

// The trees that the gold tree is compared with: those of the method, or more if the gold tree is not among
// them. A gold tree out of reach would pull the weights for ever.
static gs_method method_of(const online_learner *l, const int *gold)
{
    const int n = l->s.words.n;
    gs_method m = gs_method_for(&l->method, n);
    int roots = 0;
    for (int d = 1; d <= n; d++)
        roots += gold[d] == 0;
    if (m.decoder->projective && !tree_is_projective(gold, n))
        m.decoder = dec_for(false);
    m.single_root = m.single_root && roots == 1;
    return m;
}

int gc_gradient(online_learner *l, const int *gold, const int *gold_label, double least, online_change *c)
{
    const int n = l->s.words.n;
    const size_t N = (size_t)n + 1;
    int wrong = 0;
    gs_candidates(&l->s, l->pruner, gold);
    gs_filter(&l->s, l->filter, GS_BOUND_LEARNING, gold);
    gs_arcs(&l->s, l->arcs);
    if (gold_label)
        gc_labels(&l->s, l->labels, l->labels_n, l->allowed);
    const gs_method method = method_of(l, gold);
    const double *marginal = gc_marginals(&l->s, &method, NULL);
    for (int d = 1; d <= n; d++)
        wrong += marginal[(size_t)d * N + (size_t)gold[d]] < 0.5;
    gather(l, c, marginal, gold, gold_label, least);
    return wrong;
}

static int learn(online_learner *l, const int *gold, const int *gold_label)
{
    online_change *c = online_change_at(l, 0);
    const int wrong = gc_gradient(l, gold, gold_label, LEAST, c);
    gw_adapt(l->arcs, &c->arcs, RATE, DELTA);
    if (gold_label)
        gw_adapt(l->labels, &c->labels, RATE, DELTA);
    return wrong;
}

static void end_round(online_learner *l)
{
    gw_shrink(l->arcs, SHRINK);
    if (l->labels)
        gw_shrink(l->labels, SHRINK);
}

const graph_trainer trainer_crf = {
    .name = "crf",
    .help = "maximise the probability of the gold tree; arcs get probabilities; order 1 only",
    .most_order = 1,
    .log_linear = true,
    .learn = learn,
    .end_round = end_round,
};
