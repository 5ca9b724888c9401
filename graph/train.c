// SPDX-License-Identifier: MIT
// Training makes rounds over the treebank, each in a new order. Trees and labels are learnt side by side;
// the labeller learns from gold trees.
//
// The result of online learning depends on the order of the sentences. Several runs, which differ in nothing
// else, go side by side, and the model is the mean of their weights: what they agree on stays, what is
// chance cancels out.
#include "graph/train.h"

#include "common/base/error.h"
#include "eval/eval.h"
#include "common/base/mem.h"
#include "common/base/meter.h"
#include "common/base/parallel.h"
#include "common/base/progress.h"
#include "common/base/random.h"
#include "common/base/report.h"
#include "common/treebank/drop.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3 }; // of the pruner and of the filter
// Their time, relative to an iteration.
static const double PRUNER_SHARE = 0.4, FILTER_SHARE = 0.6;

typedef struct run {
    gweights arcs, joint, rows;
    online_learner learner;
    labeller labeller;
    uint32_t *order; // [sentences]
    rng random;
    dropper drop;
    uint64_t round;                 // over the sentences, those for the pruner and the filter included
    long heads_wrong, labels_wrong; // in the last round
    bool stopped;                   // before that was finished
} run;

// The weights of a model that are trained round by round, and their accuracy.
typedef struct kept {
    gweights arcs, joint, rows;
    double las;    // on the development data
    int iteration; // 0: there are none
} kept;

typedef struct trainer {
    gmodel *m;
    const treebank *t, *dev;
    const graph_options *o;
    const graph_trainer *trainer;
    copse_environment env;
    uint64_t seed;
    int **label;          // [sentences][n+1] gold labels as indices
    run *run;             // [o->runs]
    bool chooses;         // the best iteration on dev, not the last
    eval_figures figures; // of the last iteration on dev
    kept best;            // so far, if it chooses
    meter meter;
} trainer;

static bool stopped(const trainer *r)
{
    return copse_stop_is_set(r->env.stop);
}

// The labels of the treebank: their names, where they may stand, and the gold ones as indices.
static int number_labels(trainer *r, copse_error *err)
{
    gmodel *m = r->m;
    const treebank *t = r->t;
    uint8_t flags[GM_MOST_LABELS] = {0};
    r->label = mem_zero(t->n, sizeof *r->label);
    for (size_t i = 0; i < t->n; i++) {
        const copse_tree *tree = t->tree[i];
        r->label[i] = mem_alloc((size_t)tree->n + 1, sizeof **r->label);
        for (int d = 1; d <= tree->n; d++) {
            copse_str name = m->labelling == GM_NONE ? (copse_str){"_", 1} : tree->label[d];
            size_t at = tab_count(&m->labels, name, tree->head[d] != 0);
            if (at >= GM_MOST_LABELS)
                return err_set(err, COPSE_ELIMIT, t->name, sen_line(t->sentence[i], d),
                               "more than %d different labels", GM_MOST_LABELS);
            r->label[i][d] = (int)at;
            flags[at] |= lp_place(tree->head[d]);
        }
    }
    m->allowed = mem_zero(m->labels.n + 1, 1);
    memcpy(m->allowed, flags, m->labels.n);
    lp_settle(m->allowed, m->labels.n);
    for (size_t l = 0; l < m->labels.n; l++)
        if (m->labels.entry[l].count > m->labels.entry[m->any_label].count)
            m->any_label = (int)l;
    return 0;
}

static void begin_run(const trainer *r, run *u, uint64_t seed)
{
    const gmodel *m = r->m;
    const graph_options *o = r->o;
    gw_init(&u->arcs, (int)o->hash_bits);
    if (gm_searches_labels(m))
        gw_init(&u->joint, (int)o->label_bits);
    if (m->labelling == GM_TWO_STAGE)
        gw_init(&u->rows, (int)o->label_bits);
    u->learner = (online_learner){.method = m->method,
                                  .trainer = r->trainer,
                                  .k = (int)o->k,
                                  .C = o->cost,
                                  .punctuation = o->loss_punct == 0,
                                  .late_loss = r->trainer->searches_loss && o->loss_in_search == 1,
                                  .label_loss = (float)o->label_loss,
                                  .pruner = gm_pruner(m),
                                  .filter = gm_filter(m),
                                  .arcs = &u->arcs,
                                  .labels = gm_searches_labels(m) ? &u->joint : NULL,
                                  .labels_n = (int)m->labels.n,
                                  .allowed = m->allowed};
    gm_words_init(m, &u->learner.s.words);
    u->labeller = (labeller){.kept = gm_labels_kept(m),
                             .labels = (int)m->labels.n,
                             .allowed = m->allowed,
                             .late_loss = u->learner.late_loss};
    u->order = mem_alloc(r->t->n, sizeof *u->order);
    for (size_t i = 0; i < r->t->n; i++)
        u->order[i] = (uint32_t)i;
    rng_seed(&u->random, seed);
    drop_init(&u->drop, o->drop_columns, r->t->mixed, seed);
}

// The first run uses the seed itself, the others use numbers far from other seeds.
static void begin(trainer *r)
{
    r->run = mem_zero((size_t)r->o->runs, sizeof *r->run);
    for (int i = 0; i < r->o->runs; i++)
        begin_run(r, &r->run[i], r->seed + (uint64_t)i * 0x9e3779b97f4a7c15u);
}

static void end(trainer *r)
{
    for (int i = 0; r->run && i < r->o->runs; i++) {
        run *u = &r->run[i];
        gw_done(&u->arcs);
        gw_done(&u->joint);
        gw_done(&u->rows);
        online_done(&u->learner);
        gl_done(&u->labeller);
        mem_free(u->order);
        drop_done(&u->drop);
    }
    mem_free(r->run);
    for (size_t i = 0; r->label && i < r->t->n; i++)
        mem_free(r->label[i]);
    mem_free(r->label);
}

// Sets sentence i as it looks in this round, with the trees of its guides.
static void set_words(const trainer *r, run *u, size_t i)
{
    gf_words *w = &u->learner.s.words;
    const drop_look look = drop_draw(&u->drop, u->round, i);
    gf_words_set(w, drop_from(&u->drop, r->t->sentence[i], look), r->m->pos);
    if (r->t->guides)
        gf_guides_set(w, tb_guide_trees(r->t, i), r->t->guides, 0);
}

// Trains the pruner or the filter, small models of likely heads, and packs it into packed. A few rounds are
// enough.
static void learn_heads(trainer *r, run *u, int bits, bool filter, gweights *packed)
{
    gscores *s = &u->learner.s;
    gw_vector change = {0};
    gweights w;
    gw_init(&w, bits < r->o->hash_bits ? bits : (int)r->o->hash_bits);
    meter_stage(&r->meter, filter ? "filter" : "pruner", filter ? FILTER_SHARE : PRUNER_SHARE,
                ROUNDS * (long)r->t->n);
    for (int round = 0; round < ROUNDS; round++) {
        rng_shuffle(&u->random, u->order, r->t->n);
        u->round++;
        for (size_t i = 0; i < r->t->n && !stopped(r); i++) {
            const size_t at = u->order[i];
            const int *gold = r->t->tree[at]->head;
            meter_step(&r->meter);
            if (r->t->sentence[at]->n > GS_MOST)
                continue;
            w.step++;
            set_words(r, u, at);
            if (filter) {
                gs_candidates(s, &r->m->pruner, gold);
                gs_learn_filter(s, &w, &change, gold);
            } else
                gs_learn_candidates(s, &w, &change, gold);
        }
    }
    gw_pack(&w, packed);
    gw_vector_done(&change);
    gw_done(&w);
}

// Trains the pruner, then, on the heads that it keeps, the filter: once for all runs.
static void learn_candidates(trainer *r)
{
    enum { PRUNER_BITS = 18, FILTER_BITS = 20 };
    learn_heads(r, &r->run[0], PRUNER_BITS, false, &r->m->pruner);
    learn_heads(r, &r->run[0], FILTER_BITS, true, &r->m->filter);
}

// One round of one run.
static void iterate_one(void *context, size_t which, int thread)
{
    trainer *r = context;
    const gmodel *m = r->m;
    run *u = &r->run[which];
    (void)thread;
    u->heads_wrong = u->labels_wrong = 0;
    rng_shuffle(&u->random, u->order, r->t->n);
    u->round++;
    for (size_t i = 0; i < r->t->n; i++) {
        const size_t at = u->order[i];
        const int *gold = r->t->tree[at]->head;
        u->stopped = stopped(r);
        if (u->stopped)
            return;
        meter_step(&r->meter);
        if (r->t->sentence[at]->n > gs_most(&m->method))
            continue;
        u->arcs.step++;
        u->joint.step++;
        u->rows.step++;
        set_words(r, u, at);
        u->heads_wrong += online_learn(&u->learner, gold, gm_searches_labels(m) ? r->label[at] : NULL);
        if (m->labelling == GM_TWO_STAGE)
            u->labels_wrong +=
                gl_learn(&u->labeller, &u->learner.s.words, &u->rows, gold, r->label[at], r->o->cost);
    }
    if (r->trainer->end_round)
        r->trainer->end_round(&u->learner);
}

// How many runs a thread makes one after the other: the time of an iteration.
static double rounds(const trainer *r)
{
    const long threads = r->env.threads, turns = (r->o->runs + threads - 1) / threads;
    return (double)turns;
}

// One round of all runs. False if it was stopped.
static bool iterate(trainer *r, int number)
{
    char what[64];
    snprintf(what, sizeof what, "iteration %d of %ld", number, r->o->iterations);
    meter_stage(&r->meter, what, rounds(r), r->o->runs * (long)r->t->n);
    par_for((size_t)r->o->runs, r->env.threads, iterate_one, r);
    for (int i = 0; i < r->o->runs; i++)
        if (r->run[i].stopped)
            return false;
    return true;
}

// The model's weights become the mean over all runs of their weights, each averaged over all steps so far.
static void keep_one(const trainer *r, size_t offset, gweights *packed)
{
    const gweights *each[GT_MOST_RUNS];
    for (int i = 0; i < r->o->runs; i++)
        each[i] = (const gweights *)((const char *)&r->run[i] + offset);
    gw_done(packed);
    gw_pack_mean(each, (size_t)r->o->runs, packed);
}

static void keep(trainer *r)
{
    gmodel *m = r->m;
    keep_one(r, offsetof(run, arcs), &m->arcs);
    if (gm_searches_labels(m))
        keep_one(r, offsetof(run, joint), &m->joint);
    if (m->labelling == GM_TWO_STAGE)
        keep_one(r, offsetof(run, rows), &m->rows);
}

typedef struct dev_parser {
    gparser p;
    const treebank *dev;
} dev_parser;

static const copse_tree *parse_dev(void *parser, size_t i, copse_tree *tree)
{
    dev_parser *d = parser;
    const stage_input in = {.sentence = d->dev->sentence[i], .guide = tb_guide_trees(d->dev, i)};
    gp_parse(&d->p, &in, tree);
    return tree;
}

static eval_figures evaluate(const gmodel *m, const treebank *dev)
{
    dev_parser d = {.dev = dev};
    gp_init(&d.p, m);
    const eval_figures figures = eval_treebank(dev, parse_dev, &d);
    gp_done(&d.p);
    return figures;
}

// Moves weights out of the model or back into it; from is left empty.
static void move(gweights *to, gweights *from)
{
    gw_done(to);
    *to = *from;
    memset(from, 0, sizeof *from);
}

// Keeps the weights of an iteration if no earlier one was at least as good.
static void remember(trainer *r, int iteration)
{
    kept *b = &r->best;
    if (!r->chooses || (b->iteration && r->figures.las <= b->las))
        return;
    b->las = r->figures.las;
    b->iteration = iteration;
    move(&b->arcs, &r->m->arcs);
    move(&b->joint, &r->m->joint);
    move(&b->rows, &r->m->rows);
}

// Gives the model the best weights that were kept. Returns their iteration, or 0.
static int recall(trainer *r)
{
    kept *b = &r->best;
    if (b->iteration) {
        move(&r->m->arcs, &b->arcs);
        move(&r->m->joint, &b->joint);
        move(&r->m->rows, &b->rows);
    }
    return b->iteration;
}

static void report(const trainer *r, int iteration, double started)
{
    char dev[64] = "", labels[64] = "";
    const graph_options *o = r->o;
    const double words = (double)r->t->words * (double)o->runs, now = prog_now(),
                 each = (now - started) / iteration;
    long heads_wrong = 0, labels_wrong = 0;
    if (!r->env.report)
        return;
    for (int i = 0; i < o->runs; i++) {
        heads_wrong += r->run[i].heads_wrong;
        labels_wrong += r->run[i].labels_wrong;
    }
    if (r->m->labelling == GM_TWO_STAGE)
        snprintf(labels, sizeof labels, ", labels %.2f%%", 100 * (double)labels_wrong / words);
    if (r->dev)
        snprintf(dev, sizeof dev, "; LAS %.2f, UAS %.2f", r->figures.las, r->figures.uas);
    report_line(r->env.report, r->env.context,
                "iteration %d of %ld: loss of heads %.2f%%%s; %.0f s, %.0f s left%s", iteration,
                o->iterations, 100 * (double)heads_wrong / words, labels, now - started,
                each * (double)(o->iterations - iteration), dev);
}

// All rounds.
static void learn(trainer *r, gt_iterations *iterations)
{
    const double started = prog_now();
    const double before = r->m->method.unpruned ? 0 : PRUNER_SHARE + FILTER_SHARE;
    meter_start(&r->meter, &r->env, before + (double)r->o->iterations * rounds(r));
    if (!r->m->method.unpruned)
        learn_candidates(r);
    while (iterations->finished < r->o->iterations && iterate(r, iterations->finished + 1)) {
        keep(r);
        if (r->dev && (r->chooses || r->env.report))
            r->figures = evaluate(r->m, r->dev);
        report(r, ++iterations->finished, started);
        remember(r, iterations->finished);
    }
    iterations->kept = recall(r);
}

static void describe(const trainer *r)
{
    static const char *const labelling[] = {"labels of the tree", "labels with the arcs", "no labels"};
    const gmodel *m = r->m;
    const bool usual = m->set == gf_set_all[0];
    report_line(r->env.report, r->env.context, "order %d%s, %s, %zu labels, %s%s%s%s", m->method.order,
                m->method.grand ? " with grandparents" : "", m->method.decoder->name, m->labels.n,
                labelling[m->labelling], usual ? "" : ", features ", usual ? "" : m->set->name,
                m->method.unpruned ? ", unpruned" : "");
}

// Sets up the model before training, from the options and the treebank.
static void settle_model(trainer *r)
{
    const graph_options *o = r->o;
    const treebank *t = r->t;
    gmodel *m = r->m;
    memset(m, 0, sizeof *m);
    m->labelling = (gm_labels)o->labels;
    m->pos = drop_pos(o->drop_columns, fam_pos(o->pos, t));
    m->method.order = gopt_order(o);
    m->method.grand = gopt_grand(o);
    m->method.unpruned = o->unpruned == 0;
    m->method.sib_labels = o->joint_siblings == 0;
    m->method.hill = (dec_climbing){.from = (dec_start)opt_chosen(o->climb_from, DEC_FROM_PROJECTIVE),
                                    .bounded = !opt_auto_int(o->climb_most),
                                    .most = (int)opt_int(o->climb_most, 0)};
    m->set = gf_set_all[o->features];
    m->guides = t->guides;
    m->method.single_root = o->single_root == OPT_AUTO_CHOICE ? t->single_root : o->single_root == 0;
    m->method.decoder = o->decoder == OPT_AUTO_CHOICE ? dec_for(tb_is_projective(t)) : dec_all[o->decoder];
    m->log_linear = r->trainer->log_linear;
    m->search_labels = gopt_searches_labels(o);
}

// Climbing from elsewhere, or not as far, has no meaning if the treebank chose a decoder that does not climb.
static int check_climbing(const trainer *r, copse_error *err)
{
    const gs_method *m = &r->m->method;
    if ((!m->hill.from && !m->hill.bounded) || m->decoder->climb)
        return 0;
    return err_set(err, COPSE_EINPUT, r->t->name, 0,
                   "--%s has no meaning for --decoder %s, which is the one for this treebank",
                   m->hill.from ? "climb-from" : "climb-most", m->decoder->name);
}

int gtrain(gmodel *m, const treebank *t, const treebank *dev, const copse_options *settled,
           const copse_environment *environment, gt_iterations *iterations, copse_error *err)
{
    const graph_options *o = gopt_of(settled);
    trainer r = {.m = m,
                 .t = t,
                 .dev = dev,
                 .o = o,
                 .trainer = trainer_all[o->trainer],
                 .chooses = dev && opt_chosen(o->keep, 0) == 0,
                 .seed = (uint64_t)settled->common.seed};
    if (environment)
        r.env = *environment;
    r.env.threads = env_threads(environment);
    *iterations = (gt_iterations){0, 0};
    settle_model(&r);
    int code = check_climbing(&r, err);
    if (!code && o->clusters)
        code = clusters_read(&m->clusters, o->clusters, err);
    gm_use_clusters(m);
    if (!code)
        code = number_labels(&r, err);
    if (!code) {
        begin(&r);
        describe(&r);
        learn(&r, iterations);
        if (iterations->finished == 0)
            code = err_set(err, COPSE_ESTOPPED, NULL, 0, "stopped before the first iteration was finished");
    }
    end(&r);
    if (code)
        gm_done(m);
    return code;
}
