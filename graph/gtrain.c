// SPDX-License-Identifier: MIT
// Rounds over the treebank, in a new order each. Trees and labels are learnt side by side: the labeller from
// gold trees.
#include "gtrain.h"

#include "error.h"
#include "eval.h"
#include "gcrf.h"
#include "mem.h"
#include "progress.h"
#include "random.h"
#include "report.h"
#include "sentence.h"
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct trainer {
    gmodel *m;
    const treebank *t;
    const gtrain_options *o;
    gweights arcs, joint, rows; // while training
    glearner learner;
    glabeller labeller;
    int **label;     // [sentences][n+1] gold labels as indices
    uint32_t *order; // [sentences]
    rng random;
    long heads_wrong, labels_wrong;
} trainer;

static bool stopped(const gtrain_options *o)
{
    return o->stop && *o->stop;
}

// The labels of the treebank: their names, where they may stand, and the gold ones as indices.
static int number_labels(trainer *r, copse_error *err)
{
    gmodel *m = r->m;
    const treebank *t = r->t;
    uint8_t flags[GM_MOST_LABELS] = {0};
    bool elsewhere = false;
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
            flags[at] |= tree->head[d] ? GS_ELSEWHERE : GS_UNDER_ROOT;
            elsewhere |= tree->head[d] != 0;
        }
    }
    m->allowed = mem_zero(m->labels.n + 1, 1);
    for (size_t l = 0; l < m->labels.n; l++) {
        m->allowed[l] = elsewhere ? flags[l] : GS_ELSEWHERE | GS_UNDER_ROOT;
        if (m->labels.entry[l].count > m->labels.entry[m->any_label].count)
            m->any_label = (int)l;
    }
    return 0;
}

static void begin(trainer *r)
{
    gmodel *m = r->m;
    const gtrain_options *o = r->o;
    gw_init(&r->arcs, o->hash_bits);
    if (gm_searches_labels(m))
        gw_init(&r->joint, o->label_bits);
    if (m->labelling == GM_TWO_STAGE)
        gw_init(&r->rows, o->label_bits);
    r->learner = (glearner){.method = m->method,
                            .trainer = o->trainer,
                            .k = o->k,
                            .most = o->most,
                            .punctuation = o->punctuation,
                            .label_loss = (float)o->label_loss,
                            .arcs = &r->arcs,
                            .labels = gm_searches_labels(m) ? &r->joint : NULL,
                            .labels_n = (int)m->labels.n,
                            .allowed = m->allowed};
    r->labeller = (glabeller){.kept = GL_KEPT, .labels = (int)m->labels.n, .allowed = m->allowed};
    r->order = mem_alloc(r->t->n, sizeof *r->order);
    for (size_t i = 0; i < r->t->n; i++)
        r->order[i] = (uint32_t)i;
    rng_seed(&r->random, o->seed);
}

static void end(trainer *r)
{
    gw_done(&r->arcs);
    gw_done(&r->joint);
    gw_done(&r->rows);
    gt_done(&r->learner);
    gl_done(&r->labeller);
    for (size_t i = 0; r->label && i < r->t->n; i++)
        free(r->label[i]);
    free(r->label);
    free(r->order);
}

// Sentence i, with what advisors say of it.
static void set_words(trainer *r, size_t i)
{
    gf_words *w = &r->learner.s.words;
    gf_words_set(w, r->t->sentence[i], r->m->pos);
    if (r->t->advisors)
        gf_advice_set(w, tb_advice(r->t, i), r->t->advisors, 0);
}

// The pruner comes first: a few rounds are enough for what it has to tell apart.
static void learn_candidates(trainer *r)
{
    enum { BITS = 18, ROUNDS = 3 };
    gscores *s = &r->learner.s;
    gw_vector change = {0};
    gweights pruner;
    gw_init(&pruner, BITS < r->o->hash_bits ? BITS : r->o->hash_bits);
    for (int round = 0; round < ROUNDS; round++) {
        rng_shuffle(&r->random, r->order, r->t->n);
        for (size_t i = 0; i < r->t->n && !stopped(r->o); i++) {
            const copse_sentence *one = r->t->sentence[r->order[i]];
            if (one->n > GS_MOST)
                continue;
            pruner.step++;
            set_words(r, r->order[i]);
            gs_learn_candidates(s, &pruner, &change, r->t->tree[r->order[i]]->head);
        }
    }
    gw_pack(&pruner, &r->m->pruner);
    r->learner.pruner = &r->m->pruner;
    gw_vector_done(&change);
    gw_done(&pruner);
}

// One round. False if it was stopped.
static bool iterate(trainer *r)
{
    const gmodel *m = r->m;
    r->heads_wrong = r->labels_wrong = 0;
    rng_shuffle(&r->random, r->order, r->t->n);
    for (size_t i = 0; i < r->t->n; i++) {
        const size_t at = r->order[i];
        const copse_sentence *s = r->t->sentence[at];
        const int *gold = r->t->tree[at]->head;
        if (stopped(r->o))
            return false;
        if (s->n > GS_MOST)
            continue;
        r->arcs.step++;
        r->joint.step++;
        r->rows.step++;
        set_words(r, at);
        r->heads_wrong += gt_learn(&r->learner, gold, gm_searches_labels(m) ? r->label[at] : NULL);
        if (m->labelling == GM_TWO_STAGE)
            r->labels_wrong +=
                gl_learn(&r->labeller, &r->learner.s.words, &r->rows, gold, r->label[at], r->o->most);
    }
    if (r->o->trainer == GT_CRF)
        gc_end_round(&r->learner);
    return true;
}

// The averaged weights so far become the model's.
static void keep(trainer *r)
{
    gmodel *m = r->m;
    gw_done(&m->arcs);
    gw_done(&m->joint);
    gw_done(&m->rows);
    gw_pack(&r->arcs, &m->arcs);
    if (gm_searches_labels(m))
        gw_pack(&r->joint, &m->joint);
    if (m->labelling == GM_TWO_STAGE)
        gw_pack(&r->rows, &m->rows);
}

static void evaluate(const gmodel *m, const treebank *dev, char *text, size_t size)
{
    gparser p;
    copse_scores scores;
    copse_tree *tree = copse_tree_new();
    eval *ev = eval_begin(NULL);
    gp_init(&p, m);
    for (size_t i = 0; i < dev->n; i++) {
        gp_parse(&p, dev->sentence[i], tb_advice(dev, i), tree);
        eval_add(ev, dev->sentence[i], dev->tree[i], tree->head, tree->label);
    }
    eval_finish(ev, &scores);
    double all = (double)scores.tokens;
    snprintf(text, size, "; LAS %.2f, UAS %.2f", 100 * (double)scores.both / all,
             100 * (double)scores.head / all);
    copse_scores_done(&scores);
    copse_tree_free(tree);
    gp_done(&p);
}

static void report(const trainer *r, int iteration, double started)
{
    char dev[64] = "", labels[64] = "";
    const gtrain_options *o = r->o;
    const double words = (double)r->t->words, now = prog_now(), each = (now - started) / iteration;
    if (!o->report)
        return;
    if (r->m->labelling == GM_TWO_STAGE)
        snprintf(labels, sizeof labels, ", labels %.2f%%", 100 * (double)r->labels_wrong / words);
    if (o->dev)
        evaluate(r->m, o->dev, dev, sizeof dev);
    report_line(o->report, o->report_context,
                "iteration %d of %d: loss of heads %.2f%%%s; %.0f s, %.0f s left%s", iteration, o->iterations,
                100 * (double)r->heads_wrong / words, labels, now - started,
                each * (o->iterations - iteration), dev);
}

static void describe(const trainer *r)
{
    static const char *const labelling[] = {"labels of the tree", "labels with the arcs", "no labels"};
    const gmodel *m = r->m;
    report_line(r->o->report, r->o->report_context, "order %d%s, %s, %zu labels, %s", m->method.order,
                m->method.grand ? " with grandparents" : "",
                m->method.projective ? "projective" : "non-projective", m->labels.n, labelling[m->labelling]);
}

int gtrain(gmodel *m, const treebank *t, const gtrain_options *o, int *finished, copse_error *err)
{
    trainer r = {.m = m, .t = t, .o = o};
    memset(m, 0, sizeof *m);
    *finished = 0;
    m->labelling = o->labelling;
    m->pos = o->pos < 0 ? tb_pos_column(t) : (copse_column)o->pos;
    m->method.order = o->order;
    m->method.grand = o->grandparents;
    m->advisors = t->advisors;
    m->method.single_root = o->single_root < 0 ? t->single_root : o->single_root;
    m->method.projective = o->projective < 0 ? tb_is_projective(t) : o->projective;
    m->log_linear = o->trainer == GT_CRF;
    m->trail = o->trainer == GT_PERCEPTRON ? 0 : GS_TRAIL; // the perceptron knows no margin
    if (m->log_linear)
        m->trail = GC_TRAIL;
    int code = number_labels(&r, err);
    if (!code) {
        begin(&r);
        describe(&r);
        const double started = prog_now();
        learn_candidates(&r);
        while (*finished < o->iterations && iterate(&r)) {
            keep(&r);
            report(&r, ++*finished, started);
        }
        if (*finished == 0)
            code = err_set(err, COPSE_EINPUT, NULL, 0, "stopped before the first iteration was finished");
    }
    end(&r);
    if (code)
        gm_done(m);
    return code;
}
