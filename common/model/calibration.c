// SPDX-License-Identifier: MIT
#include "common/model/calibration.h"

#include "common/base/mem.h"
#include "common/base/text.h"
#include "common/model/reliability.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <string.h>

void cal_sample_done(cal_sample *s)
{
    mem_free(s->word);
    memset(s, 0, sizeof *s);
}

// The evidence for an arc. A parser that gives none has its score, and no lead of labels.
static tree_evidence evidence_at(const copse_tree *tree, int d)
{
    return tree->weighed ? tree->evidence[d] : (tree_evidence){tree->score[d], INFINITY};
}

void cal_add(cal_sample *s, const copse_tree *gold, const copse_tree *tree)
{
    if (!tree->weighed && !tree->scored)
        return;
    s->word = mem_grow(s->word, &s->cap, s->n + (size_t)tree->n, sizeof *s->word);
    for (int d = 1; d <= tree->n; d++) {
        const bool head = tree->head[d] == gold->head[d];
        const tree_evidence e = evidence_at(tree, d);
        s->word[s->n++] = (cal_word){.sure = e.sure,
                                     .lead = e.lead,
                                     .head = head,
                                     .both = head && str_equal(tree->label[d], gold->label[d]),
                                     .sentence = s->sentences};
    }
    s->sentences++;
}

#define USUAL 0.3 // about the temperature of labels that is fitted as a rule

// A number from 0 to 1, whatever the evidence is.
static double share_of(double x)
{
    return x > 0 ? x < 1 ? x : 1 : 0; // no NaN
}

// The share of the label among those of its arc.
static double label_share(double lead, double temperature)
{
    return share_of(1 / (1 + exp(-lead / temperature)));
}

static double evidence_both(double sure, double lead, double label_temperature)
{
    return share_of(sure) * label_share(lead, label_temperature);
}

// ---------------------------------------------------------------------------------------------------
// Fitting

// The loss of a temperature of labels: the log-likelihood of labels of right arcs.
static double label_loss(const cal_sample *s, double temperature)
{
    double loss = 0;
    for (size_t i = 0; i < s->n; i++) {
        const cal_word *w = &s->word[i];
        const double p = label_share((double)w->lead, temperature);
        if (w->head)
            loss -= log(fmax(w->both ? p : 1 - p, 1e-6));
    }
    return loss;
}

// The best of temperatures in steps of a tenth of an octave.
static double best_label_temperature(const cal_sample *s)
{
    double best = 1, least = INFINITY;
    for (int i = -60; i <= 60; i++) {
        const double temperature = exp2((double)i / 10), loss = label_loss(s, temperature);
        if (loss < least) {
            least = loss;
            best = temperature;
        }
    }
    return best;
}

typedef enum what { HEAD, BOTH } what;

static double evidence_of(const calibration *c, const cal_word *w, what x)
{
    return x == HEAD ? share_of((double)w->sure)
                     : evidence_both((double)w->sure, (double)w->lead, c->label_temperature);
}

// Fits a map to the words of sentences whose number is `odd` modulo 2; 2: to all.
static void fit_map(const calibration *c, const cal_sample *s, what x, uint32_t odd, iso_map *map)
{
    iso_point *point = mem_alloc(s->n + 1, sizeof *point);
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        const cal_word *w = &s->word[i];
        if (odd == 2 || w->sentence % 2 == odd)
            point[n++] = (iso_point){evidence_of(c, w, x), x == HEAD ? w->head : w->both};
    }
    if (n == 0)
        point[n++] = (iso_point){1, true};
    if (c->isotonic)
        iso_fit(map, point, n);
    else
        iso_fit_logistic(map, point, n);
    mem_free(point);
}

// The errors before and after, each half of the sentences with the map of the other half.
static void test_map(calibration *c, const cal_sample *s, what x)
{
    copse_reliability before = {0}, after = {0};
    for (uint32_t odd = 0; odd < 2; odd++) {
        iso_map map;
        fit_map(c, s, x, !odd, &map);
        for (size_t i = 0; i < s->n; i++) {
            const cal_word *w = &s->word[i];
            const double evidence = evidence_of(c, w, x);
            if (w->sentence % 2 != odd)
                continue;
            rel_add(&before, evidence, x == HEAD ? w->head : w->both);
            rel_add(&after, iso_at(&map, evidence), x == HEAD ? w->head : w->both);
        }
    }
    c->before[x] = rel_ece(&before);
    c->after[x] = rel_ece(&after);
}

bool cal_fit(calibration *c, const cal_sample *s, cal_source source)
{
    memset(c, 0, sizeof *c);
    if (s->n < CAL_LEAST_WORDS)
        return false;
    c->source = source;
    c->isotonic = s->n >= CAL_LEAST_ISOTONIC;
    c->sentences = s->sentences;
    c->words = s->n;
    c->temperature = s->temperature > 0 ? s->temperature : 1;
    c->label_temperature = best_label_temperature(s);
    fit_map(c, s, HEAD, 2, &c->head);
    fit_map(c, s, BOTH, 2, &c->both);
    test_map(c, s, HEAD);
    test_map(c, s, BOTH);
    c->fitted = true;
    return true;
}

// ---------------------------------------------------------------------------------------------------

void cal_certify(const calibration *c, copse_tree *tree)
{
    for (int d = 1; d <= tree->n; d++) {
        tree_evidence *e = &tree->evidence[d];
        *e = evidence_at(tree, d);
        const double sure = (double)e->sure, lead = (double)e->lead;
        const double head = iso_at(&c->head, share_of(sure));
        const double both = iso_at(&c->both, evidence_both(sure, lead, c->label_temperature));
        *e = (tree_evidence){(float)head, (float)fmin(head, both)}; // both are no likelier than one of them
    }
}

void cal_apply(const calibration *c, copse_tree *tree)
{
    if (!tree->weighed && !(c->fitted && tree->scored))
        return;
    if (c->fitted)
        cal_certify(c, tree);
    for (int d = 1; d <= tree->n; d++) {
        const tree_evidence *e = &tree->evidence[d];
        if (c->fitted) {
            tree->score[d] = e->sure;
            tree->label_score[d] = e->lead;
        } else if (!tree->label_scored) {
            tree->label_score[d] = tree->score[d] * (float)label_share((double)e->lead, USUAL);
        }
    }
    tree->label_scored = true;
    tree->weighed = false;
}
