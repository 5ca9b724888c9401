// SPDX-License-Identifier: MIT
// Evidence for a calibration: the parses of sentences whose trees are known.
#include "common/base/mem.h"
#include "common/base/parallel.h"
#include "common/model/calibration.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <math.h>

enum {
    TEMPERED = 400,   // sentences that the temperature is fitted to
    LONGEST = 200,    // words of these
    TEMPERATURES = 12 // tried
};
#define COLDEST 0.05
#define HOTTEST 20.0
#define UNLIKELY 1e-4 // a probability no smaller counts for a gold head, so that a pruned one does not decide

typedef struct observer {
    const stage_kind *kind;
    const treebank *t;
    size_t step;   // every step-th sentence
    void **worker; // [threads]
    int threads;
    double temperature;
    stage_arcs *arcs;  // [threads]
    double *loss;      // [t->n] of each sentence
    copse_tree **tree; // [t->n]
} observer;

static void open_workers(observer *o, const void *model)
{
    const copse_parse_options options = {.scores = true};
    o->worker = mem_alloc((size_t)o->threads, sizeof *o->worker);
    o->arcs = mem_zero((size_t)o->threads, sizeof *o->arcs);
    for (int i = 0; i < o->threads; i++)
        o->worker[i] = o->kind->worker_new(model, &options);
}

static void close_workers(observer *o)
{
    for (int i = 0; i < o->threads; i++) {
        o->kind->worker_free(o->worker[i]);
        mem_free(o->arcs[i].p);
    }
    mem_free(o->worker);
    mem_free(o->arcs);
}

static stage_input input_at(const observer *o, size_t i)
{
    return (stage_input){
        .sentence = o->t->sentence[i], .guide = tb_guide_trees(o->t, i), .temperature = o->temperature};
}

// The log loss of the gold heads of a sentence.
static void lose(void *context, size_t k, int thread)
{
    const observer *o = context;
    const size_t i = k * o->step, N = (size_t)o->t->sentence[i]->n + 1;
    o->loss[i] = 0;
    if (o->t->sentence[i]->n > LONGEST)
        return;
    const stage_input in = input_at(o, i);
    o->kind->arcs(o->worker[thread], &in, o->temperature, &o->arcs[thread]);
    for (size_t d = 1; d < N; d++)
        o->loss[i] -= log(fmax(o->arcs[thread].p[d * N + (size_t)o->t->tree[i]->head[d]], UNLIKELY));
}

static double loss_at(observer *o, double log_temperature)
{
    double sum = 0;
    o->temperature = exp(log_temperature);
    par_for((o->t->n + o->step - 1) / o->step, o->threads, lose, o);
    for (size_t i = 0; i < o->t->n; i += o->step)
        sum += o->loss[i];
    return sum;
}

// Golden section search for the temperature of least loss.
static double best_temperature(observer *o, const copse_stop *stop)
{
    const double golden = 0.6180339887498949;
    double low = log(COLDEST), high = log(HOTTEST);
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = loss_at(o, a), at_b = loss_at(o, b);
    for (int i = 2; i < TEMPERATURES && !copse_stop_is_set(stop); i++) {
        if (at_a <= at_b) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - golden * (high - low);
            at_a = loss_at(o, a);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + golden * (high - low);
            at_b = loss_at(o, b);
        }
    }
    return exp(at_a <= at_b ? a : b);
}

static void parse_one(void *context, size_t i, int thread)
{
    const observer *o = context;
    const stage_input in = input_at(o, i);
    o->kind->parse(o->worker[thread], &in, o->tree[i]);
}

void cal_observe(cal_sample *s, const stage_kind *kind, const void *model, const treebank *t, int threads,
                 const copse_stop *stop)
{
    observer o = {.kind = kind, .t = t, .step = (t->n + TEMPERED - 1) / TEMPERED, .threads = threads};
    open_workers(&o, model);
    o.temperature = 1;
    if (kind->arcs && !(s->temperature > 0)) {
        o.loss = mem_zero(t->n, sizeof *o.loss);
        s->temperature = best_temperature(&o, stop);
        mem_free(o.loss);
    }
    if (s->temperature > 0)
        o.temperature = s->temperature;
    o.tree = mem_alloc(t->n, sizeof *o.tree);
    for (size_t i = 0; i < t->n; i++)
        o.tree[i] = copse_tree_new();
    par_for(t->n, threads, parse_one, &o);
    for (size_t i = 0; i < t->n; i++) {
        cal_add(s, t->tree[i], o.tree[i]);
        copse_tree_free(o.tree[i]);
    }
    mem_free(o.tree);
    close_workers(&o);
}
