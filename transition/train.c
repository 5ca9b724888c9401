// SPDX-License-Identifier: MIT
// Training: examples from the gold derivations, then rounds of exploration.
//
// First the static oracle derives every sentence. Then, in each round of exploration, models trained on one
// half of the sentences parse the other half and follow wrong choices too. The dynamic oracle labels every
// configuration they reach with its best transition. In the end the classifiers are trained on all
// configurations collected. A model that parses its own training data makes too few errors to learn from;
// with halves it makes the errors it makes on new text.
#include "transition/train.h"

#include "transition/collect.h"
#include "common/base/error.h"
#include "eval/eval.h"
#include "common/base/mem.h"
#include "common/base/meter.h"
#include "common/base/random.h"
#include "common/base/report.h"
#include "common/treebank/drop.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FOLDS = 2, FEW_SENTENCES = 10 }; // smaller treebanks are not explored

typedef struct trainer {
    tmodel *m;
    const treebank *t;
    const transition_options *o;
    const treebank *dev;
    copse_environment env;
    uint64_t seed;
    collection col;
    int **label;       // [sentences][n+1] gold labels as indices
    bool *frequent[2]; // [labels] decided together with LEFT, with RIGHT
    rng random;
    dropper drop;
    meter meter;
} trainer;

// Shares of the time, relative to training on all examples.
static const double GOLD_SHARE = 0.1, EXPLORE_SHARE = 0.1, HALF_SHARE = 0.4;

// The training target for a transition. The label is the gold one even where the head is not: it is the best
// guess.
static outcome target_of(const tparser *p, transition type, const int *gold_label)
{
    int head, dependent;
    if (type != T_LEFT && type != T_RIGHT)
        return (outcome){(uint16_t)type, CLS_NO_LABEL};
    sys_arc(p->model->system, &p->config, type, &head, &dependent);
    return (outcome){(uint16_t)type, (uint16_t)gold_label[dependent]};
}

// A parser for the training data. It allows several roots if the trees have them: oracles need trees that
// can be derived.
static void start_parser(const trainer *r, tparser *p)
{
    tp_init(p, r->m);
    tp_want_columns(p);
    p->single_root &= r->t->single_root;
}

static void start_sentence(trainer *r, tparser *p, size_t i, drop_look look)
{
    const copse_sentence *s = drop_from(&r->drop, r->t->sentence[i], look);
    tp_start(p, &(stage_input){.sentence = s, .guide = tb_guide_trees(r->t, i)}, 0);
}

// Follows the static oracle. A tree that the system cannot derive is there only with --pseudo-projective
// skip. Arcs that its oracle finds out of reach are then never made, so that their dependents stay loose and
// what they block is out of reach too. With single_root the last phase may join such words: where the oracle
// has no legal transition for this, the derivation is left.
static void gold_derivation(trainer *r, tparser *p, size_t i, drop_look look)
{
    const tsystem *system = r->m->system;
    const int *gold = r->t->tree[i]->head;
    for (start_sentence(r, p, i, look); !system->final(&p->config);) {
        size_t n = tp_features(p);
        transition type = system->oracle(&p->config, gold);
        if (!(system->legal(&p->config) >> type & 1))
            break;
        outcome target = target_of(p, type, r->label[i]);
        col_add(&r->col, p->key, n, p->column, target, tp_split_value(p), (uint32_t)i);
        system->apply(&p->config, type, target.label == CLS_NO_LABEL ? CFG_NONE : target.label);
    }
}

static void gold_round(trainer *r, tparser *p)
{
    meter_stage(&r->meter, "gold derivations", GOLD_SHARE, (long)r->t->n);
    for (size_t i = 0; i < r->t->n; i++) {
        const drop_look look = drop_draw(&r->drop, 0, i);
        meter_step(&r->meter);
        gold_derivation(r, p, i, (drop_look){.own = look.own});
        if (look.lacks)
            gold_derivation(r, p, i, look);
    }
}

// The dynamic oracle's best: of the transitions that cost least, the one the model likes best.
static transition best_of(const int *cost, const choice *next)
{
    int best = -1;
    for (int t = 0; t < T_TYPES; t++) {
        if (cost[t] == SYS_ILLEGAL)
            continue;
        if (best < 0 || cost[t] < cost[best] ||
            (cost[t] == cost[best] && next->by_type[t] > next->by_type[best]))
            best = t;
    }
    return (transition)best;
}

// Draws a transition by the model's scores, wrong ones too: the probability of each falls with its distance
// from the best.
static transition wander(trainer *r, const choice *next)
{
    double weight[T_TYPES], sum = 0;
    for (int t = 0; t < T_TYPES; t++) {
        double gap = next->by_type[t] - next->score;
        weight[t] = isfinite(next->by_type[t]) ? exp(gap / r->o->heat) : 0;
        sum += weight[t];
    }
    if (!(sum > 0))
        return next->type;
    double at = rng_unit(&r->random) * sum;
    for (int t = 0; t < T_TYPES; t++) {
        if (weight[t] > 0 && at < weight[t])
            return (transition)t;
        at -= weight[t];
    }
    return next->type;
}

// The costs of the dynamic oracle. With single_root many transitions cost nothing only because the last
// phase can still mend the tree. Transitions that need no mending cost less than those.
static void costs_of(tparser *p, const int *gold, int cost[T_TYPES])
{
    config *c = &p->config;
    int plain[T_TYPES];
    p->model->system->cost(c, gold, cost);
    if (!c->single_root || c->next > c->n)
        return;
    c->single_root = false;
    p->model->system->cost(c, gold, plain);
    c->single_root = true;
    for (int t = 0; t < T_TYPES; t++)
        if (cost[t] != SYS_ILLEGAL)
            cost[t] = 2 * cost[t] + (plain[t] > 0);
}

// The transition to learn. Where words can change places, or a pass can make up for another, nearly every
// transition can be mended later, and what the model likes best among those would lead it astray: the
// oracle's way on is taken if nothing is better.
static transition best_for(tparser *p, const int *gold, const choice *next)
{
    const tsystem *system = p->model->system;
    int cost[T_TYPES];
    costs_of(p, gold, cost);
    const transition best = best_of(cost, next);
    const transition canonical = system->patient ? system->oracle(&p->config, gold) : best;
    return cost[canonical] == cost[best] ? canonical : best;
}

typedef struct attaching {
    trainer *r;
    size_t sentence;
    long seen;
} attaching;

// Can d still get its gold head, or a gold child, if it passes S0? Words on its right meet it later only if
// they have no head.
static bool has_hope(const config *c, int d, const int *gold)
{
    const int g = gold[d];
    if (g == 0 || (g > d && c->head[g] == CFG_NONE))
        return true;
    for (int i = 0; i < c->stack_n - 1; i++) {
        const int k = c->stack[i];
        if (k == g || (k != 0 && c->head[k] == CFG_NONE && gold[k] == d))
            return true;
    }
    return false;
}

// Collects the best transition where loose words are attached, if one is known to be best.
static void learn_to_attach(void *context, const tparser *p, size_t n, unsigned legal, const choice *next)
{
    attaching *j = context;
    const config *c = &p->config;
    const int *gold = j->r->t->tree[j->sentence]->head;
    const int s = cfg_stack(c, 0), d = cfg_buffer(c, 0);
    transition best;
    (void)next;
    if (gold[d] == s)
        best = T_RIGHT;
    else if (s != 0 && gold[s] == d && legal >> T_LEFT & 1)
        best = T_LEFT;
    else if (legal >> T_REDUCE & 1 && has_hope(c, d, gold))
        best = T_REDUCE;
    else if (legal >> T_LEFT & 1 && has_hope(c, d, gold) != (gold[s] == 0 || gold[s] > d))
        best = has_hope(c, d, gold) ? T_LEFT : T_RIGHT;
    else
        return;
    col_add(&j->r->col, p->key, n, p->column, target_of(p, best, j->r->label[j->sentence]), tp_split_value(p),
            (uint32_t)j->sentence);
    j->seen++;
}

// Parses a sentence and collects every configuration that is off the gold derivation or on which the model is
// wrong. Returns their number.
static long explore_sentence(trainer *r, tparser *p, size_t i, drop_look look)
{
    const tsystem *system = r->m->system;
    const int *gold = r->t->tree[i]->head;
    long off = 0;
    bool strayed = false;
    for (start_sentence(r, p, i, look); !system->final(&p->config);) {
        choice next;
        size_t n = tp_features(p);
        tp_choose(p, n, &next);
        const transition best = best_for(p, gold, &next);
        const outcome target = target_of(p, best, r->label[i]);
        if (strayed || best != next.type) {
            col_add(&r->col, p->key, n, p->column, target, tp_split_value(p), (uint32_t)i);
            off++;
        }
        transition type = wander(r, &next);
        strayed = strayed || type != system->oracle(&p->config, gold);
        int label = type == next.type ? next.label : CFG_NONE;
        if ((type == T_LEFT || type == T_RIGHT) && label == CFG_NONE) {
            const cls_labels may = tp_labels(p);
            label = cls_label(tp_set(p), type, p->key, n, &may, &p->cls);
        }
        system->apply(&p->config, type, label);
    }
    attaching j = {r, i, 0};
    tp_attach(p, learn_to_attach, &j);
    return off + j.seen;
}

// Explores the sentences of one fold. Returns the number of configurations collected.
static long explore(trainer *r, tparser *p, uint32_t fold, int round)
{
    long off = 0;
    meter_stage(&r->meter, "exploring", EXPLORE_SHARE, (long)(r->t->n / FOLDS));
    for (size_t i = fold; i < r->t->n; i += FOLDS) {
        const drop_look look = drop_draw(&r->drop, (uint64_t)round, i);
        meter_step(&r->meter);
        off += explore_sentence(r, p, i, (drop_look){.own = look.own});
        if (look.lacks)
            off += explore_sentence(r, p, i, look);
    }
    return off;
}

// ---------------------------------------------------------------------------------------------------
// Classifiers

typedef struct wanted {
    const collection *c;
    const tmodel *m;
    bool **frequent; // [2][labels] decided together with LEFT, with RIGHT
    uint32_t set;
    int classifier;
    uint32_t without; // all examples but those of this fold; FOLDS: all
} wanted;

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool take(void *context, size_t i, outcome *as)
{
    const wanted *w = context;
    outcome o = w->c->target[i];
    if (w->c->origin[i] % FOLDS == w->without)
        return false;
    if (w->m->sets > 1) {
        const uint64_t *at = bsearch(&w->c->split[i], w->m->split, w->m->sets - 1, sizeof *at, by_value);
        if ((at ? (uint32_t)(at - w->m->split) + 1 : 0) != w->set)
            return false;
    }
    bool frequent = o.label != CLS_NO_LABEL && w->frequent[o.type == T_RIGHT][o.label];
    if (w->classifier == CLS_FIRST) {
        as->label = frequent ? o.label : CLS_NO_LABEL;
        return true;
    }
    return o.type == (w->classifier == CLS_LEFT ? T_LEFT : T_RIGHT) && o.label != CLS_NO_LABEL && !frequent;
}

static int train_classifier(trainer *r, uint32_t number, int which, uint32_t without, copse_error *err)
{
    static const char *const names[] = {"transitions", "labels of left arcs", "labels of right arcs"};
    static const double share[] = {0.9, 0.07, 0.03}; // of the time
    classifier *d = &r->m->set[number].classifier[which];
    wanted w = {&r->col, r->m, r->frequent, number, which, without};
    selection s;
    const learn_options learn = {.cost = r->o->cost,
                                 .eps = r->o->eps,
                                 .processes = r->env.threads,
                                 .seed = r->seed,
                                 .what = names[which],
                                 .meter = &r->meter,
                                 .own = &r->o->own[r->o->learner]};
    if (copse_stop_is_set(r->env.stop))
        return err_set(err, COPSE_ESTOPPED, NULL, 0, "stopped before the model was trained");
    meter_stage(&r->meter, names[which], share[which] * (without == FOLDS ? 1 : HALF_SHARE) / r->m->sets, 0);
    col_select(&r->col, take, &w, (int)r->o->cutoff, &s);
    d->own = s.outcome;
    d->outcome = d->own;
    d->classes = s.ex.classes;
    int code = 0;
    if (s.ex.classes > 1) {
        if (number == 0)
            report_line(r->env.report, r->env.context, "  %s: %zu examples, %u features, %u classes",
                        learn.what, s.ex.n, s.ex.features, s.ex.classes);
        d->scorer = topt_learner(r->o)->train(&s.ex, &learn, err);
        code = d->scorer ? 0 : err->code;
    }
    selection_done(&s);
    return code;
}

// without: a fold to leave out, or FOLDS for none.
static int train_sets(trainer *r, uint32_t without, copse_error *err)
{
    int code = 0;
    for (uint32_t g = 0; g < r->m->sets && !code; g++) {
        cls_done(&r->m->set[g]);
        for (int which = 0; which < CLS_COUNT && !code; which++)
            code = train_classifier(r, g, which, without, err);
    }
    return code;
}

// The accuracy on the development set, after a round.
typedef struct dev_parser {
    tparser p;
    const treebank *dev;
} dev_parser;

static const copse_tree *parse_dev(void *parser, size_t i, copse_tree *tree)
{
    dev_parser *d = parser;
    const stage_input in = {.sentence = d->dev->sentence[i], .guide = tb_guide_trees(d->dev, i)};
    tp_parse(&d->p, &in, tree);
    return tree;
}

static void report_dev(const trainer *r)
{
    dev_parser d = {.dev = r->dev};
    if (!r->dev)
        return;
    tp_init(&d.p, r->m);
    const eval_figures figures = eval_treebank(r->dev, parse_dev, &d);
    tp_done(&d.p);
    report_line(r->env.report, r->env.context, "dev: LAS %.2f, UAS %.2f over all tokens", figures.las,
                figures.uas);
}

// ---------------------------------------------------------------------------------------------------

// One set of classifiers for each value of the split feature that has at least threshold examples, after the
// one for all others. Each is a section of the model.
static int find_splits(trainer *r, copse_error *err)
{
    enum { MOST = BOX_MAX_SECTIONS - 16 };
    size_t n = r->col.n, kept = 0;
    uint64_t *values = mem_alloc(n, sizeof *values);
    memcpy(values, r->col.split, n * sizeof *values);
    qsort(values, n, sizeof *values, by_value);
    for (size_t i = 0, j; i < n; i = j) {
        for (j = i; j < n && values[j] == values[i]; j++)
            ;
        if ((long)(j - i) >= r->o->split_threshold)
            values[kept++] = values[i];
    }
    mem_free(r->m->split);
    r->m->split = mem_resize(values, kept ? kept : 1, sizeof *values);
    r->m->sets = (uint32_t)kept + 1;
    mem_free(r->m->set);
    r->m->set = mem_zero(r->m->sets, sizeof *r->m->set);
    if (kept <= MOST)
        return 0;
    return err_set(err, COPSE_ELIMIT, NULL, 0, "%zu values of %s have %ld examples or more (limit %d)", kept,
                   r->o->split_by, r->o->split_threshold, MOST);
}

// One round of exploration: each fold is parsed by a model that has not seen it, which errs as on new text.
static int explore_round(trainer *r, int round, copse_error *err)
{
    long off = 0;
    int code = 0;
    for (uint32_t fold = 0; fold < FOLDS && !code; fold++) {
        if ((code = train_sets(r, fold, err)))
            break;
        tparser p;
        start_parser(r, &p);
        off += explore(r, &p, fold, round);
        tp_done(&p);
    }
    report_line(r->env.report, r->env.context, "  %ld configurations off the gold derivations", off);
    return code;
}

static int train_rounds(trainer *r, copse_error *err)
{
    const int rounds = r->t->n >= FEW_SENTENCES ? (int)r->o->exploration : 0;
    tparser p;
    meter_start(&r->meter, &r->env, GOLD_SHARE + rounds * FOLDS * (HALF_SHARE + EXPLORE_SHARE) + 1);
    start_parser(r, &p);
    r->col.columns = fm_columns(&r->m->features);
    gold_round(r, &p);
    tp_done(&p);
    int code = r->m->split_by ? find_splits(r, err) : 0;
    for (int round = 1; round <= rounds && !code; round++) {
        report_line(r->env.report, r->env.context, "exploration %d of %d: %zu configurations, %u features",
                    round, rounds, r->col.n, r->col.ids.n);
        code = explore_round(r, round, err);
    }
    report_line(r->env.report, r->env.context, "training on %zu configurations, %u features", r->col.n,
                r->col.ids.n);
    col_close(&r->col);
    if (!code)
        code = train_sets(r, FOLDS, err);
    tm_allow(r->m); // not before: exploring with allowed labels only was no gain
    if (!code)
        report_dev(r);
    return code;
}

// The feature model, with clusters and the term that splits.
static int begin_features(tmodel *m, const treebank *t, const transition_options *o, copse_error *err)
{
    int code = fm_read(&m->features, o->features ? o->features : sys_features(m->system), t->guides, err);
    if (!code && o->clusters)
        code = clusters_read(&m->clusters, o->clusters, err);
    if (!code && m->clusters.n)
        code = fm_use_clusters(&m->features, &m->clusters, err);
    if (!code && o->split_by) {
        m->split_by = mem_string(o->split_by, strlen(o->split_by));
        copse_str term = {m->split_by, strlen(m->split_by)};
        m->split_term = fm_add_term(&m->features, "--split-by", term, err);
        code = m->split_term < 0 ? m->split_term : 0;
    }
    if (!code && !m->clusters.n && fm_has_clusters(&m->features))
        code = err_set(err, COPSE_EINPUT, NULL, 0, "features of clusters need --clusters");
    return code;
}

int tt_begin(tmodel *m, treebank *t, const transition_options *o, copse_error *err)
{
    memset(m, 0, sizeof *m);
    m->system = topt_system(o);
    m->root = o->root == OPT_AUTO_CHOICE ? m->system->root : (cfg_root)o->root;
    m->single_root = o->single_root == OPT_AUTO_CHOICE ? t->single_root : o->single_root == 0;
    m->pos = drop_pos(o->drop_columns, fam_pos(o->pos, t));
    m->guides = t->guides;
    m->split_term = -1;
    m->sets = 1;
    m->set = mem_zero(1, sizeof *m->set);
    m->split = mem_zero(1, sizeof *m->split);
    const int code = begin_features(m, t, o, err);
    return code ? code : tt_project(m, t, o->pproj, err);
}

int tt_train(tmodel *m, treebank *t, const treebank *dev, const copse_options *settled,
             const copse_environment *environment, copse_error *err)
{
    const uint64_t seed = (uint64_t)settled->common.seed;
    trainer r = {.m = m, .t = t, .o = topt_of(settled), .dev = dev, .seed = seed};
    if (environment)
        r.env = *environment;
    r.env.threads = env_threads(environment);
    table seen = {0};
    tt_note_places(t, &seen);
    int code = tt_begin(m, t, r.o, err);
    if (code) {
        tab_done(&seen);
        tm_done(m);
        return code;
    }
    rng_seed(&r.random, seed);
    drop_init(&r.drop, r.o->drop_columns, t->mixed, seed);
    r.label = tt_index_labels(m, t, &seen);
    tab_done(&seen);
    tt_frequent(m, t, r.label, r.o->joint_labels, r.frequent);
    if (m->labels.n >= CLS_NO_LABEL)
        code = err_set(err, COPSE_ELIMIT, t->name, 0, "%zu different labels (limit %d)", m->labels.n,
                       CLS_NO_LABEL - 1);
    else
        code = train_rounds(&r, err);
    for (size_t i = 0; i < t->n; i++)
        mem_free(r.label[i]);
    mem_free(r.label);
    mem_free(r.frequent[0]);
    mem_free(r.frequent[1]);
    col_done(&r.col);
    drop_done(&r.drop);
    if (code)
        tm_done(m);
    return code;
}
