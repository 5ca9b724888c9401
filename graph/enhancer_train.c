// SPDX-License-Identifier: MIT
// Learning online, word by word: the weights move until the arcs into a word beat any other set of arcs by
// the loss, which is the number of arcs that are wrong and of those that are missing. An arc with a wrong
// label is both.
#include "graph/enhancer_train.h"

#include "common/base/mem.h"
#include "common/base/meter.h"
#include "common/base/progress.h"
#include "common/base/random.h"
#include "common/base/report.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NO_ARC = -1, NO_CLASS = -2 };

typedef struct learner {
    gemodel *m;
    const ge_plan *p;
    gweights weights;
    gw_vector change;
    ge_tree tree;
    deps graph;
    uint32_t *order; // [sentences]
    rng random;
    long wrong, arcs; // of the current round
} learner;

// A class, or none, and its score.
typedef struct choice {
    int class;
    float score;
} choice;

// The gold label of an arc that a class makes. NULL: none.
static const deps_arc *gold_arc(const learner *l, const ge_class *class, const ge_candidate *c)
{
    for (size_t i = l->graph.first[c->dep]; i < l->graph.first[c->dep + 1]; i++) {
        const deps_arc *arc = &l->graph.arc[i];
        if (arc->head == c->head && (!class || ge_class_makes(class, &l->tree, c->head, c->dep, arc->label)))
            return arc;
    }
    return NULL;
}

// The right choice for a candidate, by the weights as they are, and the worst violator. Returns its loss.
static int choose(const learner *l, const ge_candidate *c, const float *row, choice *right, choice *worst)
{
    const bool gold = gold_arc(l, NULL, c) != NULL;
    copse_str part[2];
    int loss = gold;
    *right = (choice){gold ? NO_CLASS : NO_ARC, 0};
    *worst = (choice){NO_ARC, 0};
    for (size_t i = 0; i < l->m->classes; i++) {
        const ge_class *class = &l->m->class[i];
        const float score = row[0] + row[i + 1];
        if (!ge_class_parts(class, &l->tree, c->head, c->dep, part))
            continue;
        const bool makes = gold && gold_arc(l, class, c);
        const int own = makes ? 0 : gold ? 2 : 1;
        if (makes && (right->class < 0 || score > right->score))
            *right = (choice){(int)i, score};
        if (score + (float)own > worst->score + (float)loss) {
            *worst = (choice){(int)i, score};
            loss = own;
        }
    }
    return loss;
}

static void gather(learner *l, const uint32_t *key, size_t n, int class, float by)
{
    if (class < 0)
        return;
    gw_gather(&l->weights, &l->change, key, n, 0, by);
    gw_gather(&l->weights, &l->change, key, n, class + 1, by);
}

// One step of passive-aggressive learning on the arcs into a word.
static void learn_word(learner *l, int d)
{
    ge_candidate candidate[GE_MOST_CANDIDATES];
    uint32_t key[GF_MOST];
    float row[GW_ROW];
    double lead = 0;
    int loss_all = 0;
    const size_t n = ge_candidates(&l->tree, &l->m->paths, d, candidate);
    l->change.n = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t keys = ge_features(&l->tree, &candidate[i], key);
        choice right, worst;
        memset(row, 0, (l->m->classes + 1) * sizeof *row);
        gw_add_rows(&l->weights, key, keys, (int)l->m->classes + 1, row);
        const int loss = choose(l, &candidate[i], row, &right, &worst);
        if (right.class == NO_CLASS || right.class == worst.class)
            continue; // no class makes the label, or nothing is wrong
        gather(l, key, keys, right.class, 1);
        gather(l, key, keys, worst.class, -1);
        lead += (double)right.score - (double)worst.score;
        loss_all += loss;
    }
    if (loss_all == 0)
        return;
    const double norm = gw_settle(&l->weights, &l->change);
    if (norm > 0 && lead < loss_all)
        gw_change(&l->weights, &l->change, fmin(l->p->C, (loss_all - lead) / norm));
    l->wrong += loss_all;
}

// One round over the treebank.
static void iterate(learner *l, meter *m)
{
    const treebank *t = l->p->t;
    l->wrong = l->arcs = 0;
    rng_shuffle(&l->random, l->order, t->n);
    for (size_t i = 0; i < t->n; i++) {
        const size_t at = l->order[i];
        meter_step(m);
        if (!l->p->survey->learnt[at] || !ge_tree_set(&l->tree, t->sentence[at], l->p->tree[at], l->m->pos))
            continue;
        deps_scan(&l->graph, t->sentence[at]);
        l->weights.step++;
        for (int d = 1; d <= l->tree.n; d++)
            if (deps_count(&l->graph, d))
                learn_word(l, d);
        l->arcs += (long)l->graph.first[l->tree.n + 1];
    }
}

static void begin(learner *l)
{
    const size_t n = l->p->t->n;
    gw_init(&l->weights, l->p->bits);
    l->order = mem_alloc(n, sizeof *l->order);
    for (size_t i = 0; i < n; i++)
        l->order[i] = (uint32_t)i;
    rng_seed(&l->random, l->p->seed);
}

static void end(learner *l)
{
    gw_pack(&l->weights, &l->m->weights);
    gw_done(&l->weights);
    gw_vector_done(&l->change);
    ge_tree_done(&l->tree);
    deps_done(&l->graph);
    mem_free(l->order);
}

int ge_train(gemodel *m, const ge_plan *p)
{
    learner l = {.m = m, .p = p};
    meter gauge;
    const double started = prog_now();
    char what[64];
    int done = 0;
    ge_settle(m, p);
    report_line(
        p->env->report, p->env->context,
        "graphs: %ld arcs, %ld of them secondary, %ld from empty nodes passed by; %zu classes of labels, %zu "
        "paths, %s",
        p->survey->arcs, p->survey->secondary, p->survey->empty, m->classes, m->paths.n,
        m->cycles ? "cycles" : "no cycles");
    begin(&l);
    meter_start(&gauge, p->env, (double)p->iterations);
    do {
        snprintf(what, sizeof what, "graphs, iteration %d of %ld", done + 1, p->iterations);
        meter_stage(&gauge, what, 1, (long)p->t->n);
        iterate(&l, &gauge);
        done++;
        report_line(p->env->report, p->env->context,
                    "graphs, iteration %d of %ld: loss of arcs %.2f%%; %.0f s", done, p->iterations,
                    100 * (double)l.wrong / (double)l.arcs, prog_now() - started);
    } while (done < p->iterations && !copse_stop_is_set(p->env->stop));
    end(&l);
    return done;
}
