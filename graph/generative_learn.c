// SPDX-License-Identifier: MIT
// Unsupervised training: rounds of expectation maximisation, and their accuracy on development data.
#include "graph/generative_em.h"
#include "graph/generative_options.h"

#include "common/base/error.h"
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/meter.h"
#include "common/base/report.h"
#include "common/base/table.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdio.h>

typedef struct learner {
    em e;
    generative *m;
    const gen_options *o;
    const treebank *dev;
    const copse_environment *env;
    meter meter;
} learner;

// Is the sentence punctuation alone, which is not generated?
static bool is_left_out(const generative *m, const gen_words *w, const copse_sentence *s)
{
    return !m->punctuation && sen_is_punctuation(s, w->at[1]);
}

// Takes the sentences that are short enough.
static int take(learner *l, const treebank *t, copse_error *err)
{
    gen_words w = {0};
    for (size_t i = 0; i < t->n; i++) {
        gen_words_set(&w, l->m, t->sentence[i], false);
        if (w.n <= l->o->most_words && !is_left_out(l->m, &w, t->sentence[i]))
            em_add(&l->e, w.tag + 1, w.n);
    }
    gen_words_done(&w);
    if (l->e.n == 0)
        return err_set(err, COPSE_EINPUT, t->name, 0, "no sentence of at most %ld words to learn from",
                       l->o->most_words);
    gen_settle_length(l->m, (double)l->e.n, (double)l->e.start[l->e.n]);
    report_line(l->env->report, l->env->context, "%zu sentences of at most %ld words, %zu words", l->e.n,
                l->o->most_words, l->e.start[l->e.n]);
    return 0;
}

typedef struct accuracy {
    long words, directed, undirected;
} accuracy;

// Links that are right, and those that are right in one of the two directions.
static void compare(accuracy *a, const int *gold, const int *head, int n)
{
    a->words += n;
    for (int d = 1; d <= n; d++) {
        const bool right = head[d] == gold[d];
        a->directed += right;
        a->undirected += right || (head[d] && gold[head[d]] == d);
    }
}

static accuracy evaluate(const generative *m, const treebank *dev, long most_words)
{
    accuracy a = {0};
    gen_scores s = {.m = m, .scale = 1};
    int *head = mem_alloc((size_t)most_words + 1, sizeof *head),
        *gold = mem_alloc((size_t)most_words + 1, sizeof *gold);
    for (size_t i = 0; i < dev->n; i++) {
        gen_words_set(&s.words, m, dev->sentence[i], false);
        if (s.words.n > most_words || is_left_out(m, &s.words, dev->sentence[i]))
            continue;
        gen_scores_set(&s, dev->sentence[i], NULL);
        gen_best(&s, head);
        gen_words_heads(&s.words, dev->tree[i], gold);
        compare(&a, gold, head, s.words.n);
    }
    gen_scores_done(&s);
    mem_free(head);
    mem_free(gold);
    return a;
}

static void report(const learner *l, int iteration, double likelihood)
{
    char dev[96] = "";
    if (!l->env->report)
        return;
    if (l->dev) {
        em_fill(&l->e, l->m);
        const accuracy a = evaluate(l->m, l->dev, l->o->most_words);
        const double words = a.words ? (double)a.words / 100 : 1;
        snprintf(dev, sizeof dev, "; directed %.2f, undirected %.2f of %ld words", (double)a.directed / words,
                 (double)a.undirected / words, a.words);
    }
    report_line(l->env->report, l->env->context, "iteration %d: log likelihood %.6f%s", iteration, likelihood,
                dev);
}

// The weight of each tag as a head: the square of the share of different forms among its words. Closed
// classes, whose few forms come again and again, are mostly function words, and these have few dependents.
// The caller frees the weights.
static double *open_classes(const generative *m, const treebank *t)
{
    key_set seen = {0};
    double *forms = mem_zero(m->tags.n + 1, sizeof *forms), *words = mem_zero(m->tags.n + 1, sizeof *words);
    for (size_t i = 0; i < t->n; i++)
        for (int d = 1; d <= t->sentence[i]->n; d++) {
            const int tag = gen_tag_of(m, t->sentence[i], d);
            const copse_str form = sen_column(t->sentence[i], d, COPSE_FORM);
            words[tag]++;
            forms[tag] += key_add(&seen, hash_mix(hash_bytes(form.s, form.len), (uint64_t)tag));
        }
    for (size_t k = 0; k < m->tags.n; k++)
        forms[k] = pow(forms[k] / words[k], 2);
    key_done(&seen);
    mem_free(words);
    return forms;
}

static void start(learner *l, const treebank *t, uint64_t seed)
{
    rng r;
    double *weight = NULL;
    rng_seed(&r, seed);
    if (l->o->start == GEN_START_RANDOM)
        em_start_random(&l->e, &r);
    else if (opt_chosen(l->o->open_classes, 0) == 0)
        em_start_harmonic(&l->e, weight = open_classes(l->m, t));
    else
        em_start_harmonic(&l->e, NULL);
    mem_free(weight);
}

// All rounds; the start is round 0. Returns false if it was stopped before the first was finished. At the end
// of a climb rounding can make the likelihood fall: then there is nothing left to gain.
static bool learn(learner *l)
{
    double before = em_expect(&l->e), gain = INFINITY;
    report(l, 0, before);
    for (int i = 1; i <= l->o->iterations && gain > 0 && gain >= l->o->eps * fabs(before); i++) {
        if (copse_stop_is_set(l->env->stop))
            return i > 1;
        meter_step(&l->meter);
        em_maximise(&l->e);
        const double now = em_expect(&l->e);
        gain = now - before;
        before = now;
        if (gain > 0)
            report(l, i, now);
    }
    return true;
}

int gen_learn(generative *m, const treebank *t, const treebank *dev, const copse_options *options,
              const copse_environment *environment, copse_error *err)
{
    learner l = {.m = m, .o = gen_options_of(options), .dev = dev, .env = environment};
    if (!em_fits(m))
        return err_set(err, COPSE_ELIMIT, t->name, 0,
                       "--model %s has too many probabilities with %zu parts of speech; try --pos upos",
                       m->variant->name, m->tags.n);
    em_init(&l.e, m);
    int code = take(&l, t, err);
    if (!code) {
        meter_start(&l.meter, environment, (double)l.o->iterations);
        meter_stage(&l.meter, "expectation maximisation", (double)l.o->iterations, l.o->iterations);
        start(&l, t, (uint64_t)options->common.seed);
        if (!learn(&l))
            code = err_set(err, COPSE_ESTOPPED, NULL, 0, "stopped before the first iteration was finished");
        else
            em_fill(&l.e, m);
    }
    em_done(&l.e);
    return code;
}
