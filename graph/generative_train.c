// SPDX-License-Identifier: MIT
// Estimates a generative model from a treebank: by counting, or (generative_em.c) without its trees.
#include "graph/generative_options.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/report.h"
#include "common/model/columns.h"
#include "common/model/meta.h"
#include "common/treebank/label_places.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"
#include "eval/eval.h"

#include <string.h>

static const double SMOOTHING = 3, SMOOTHING_EM = 0.01;

// ---------------------------------------------------------------------------------------------------
// What the options leave open

static void settle(generative *m, const gen_options *o, const treebank *t)
{
    const bool em = o->unsupervised, given = o->model != OPT_AUTO_CHOICE;
    m->projective = opt_chosen(o->decoder, GEN_PROJECTIVE) == GEN_PROJECTIVE;
    m->variant = given ? gen_variants[o->model] : gen_variants[!m->projective ? 0 : em ? 1 : 2];
    m->forms = opt_chosen(o->forms, em) == 0;
    m->punctuation = opt_chosen(o->punct, em ? GEN_PUNCT_NONE : GEN_PUNCT_ALL) == GEN_PUNCT_ALL;
    m->smoothing = opt_real(o->smoothing, em ? SMOOTHING_EM : SMOOTHING);
    m->pos = fam_pos(o->pos, t);
    m->single_root = o->single_root == OPT_AUTO_CHOICE ? em || t->single_root : o->single_root == 0;
}

// ---------------------------------------------------------------------------------------------------
// Alphabets

static int number_tags(generative *m, const treebank *t, copse_error *err)
{
    for (size_t i = 0; i < t->n; i++)
        for (int d = 1; d <= t->sentence[i]->n; d++) {
            const copse_str tag = sen_column(t->sentence[i], d, m->pos);
            if (tag.len > BOX_MAX_NAME)
                return err_set(err, COPSE_ELIMIT, t->name, sen_line(t->sentence[i], d),
                               "a part of speech of more than %d bytes", BOX_MAX_NAME);
            tab_add(&m->tags, tag);
            if (m->tags.n > GEN_MOST_TAGS)
                return err_set(err, COPSE_ELIMIT, t->name, sen_line(t->sentence[i], d),
                               "more than %d different parts of speech", GEN_MOST_TAGS);
        }
    return 0;
}

static void number_forms(generative *m, const treebank *t)
{
    for (size_t i = 0; m->forms && i < t->n; i++)
        for (int d = 1; d <= t->sentence[i]->n; d++) {
            const copse_str form = sen_column(t->sentence[i], d, COPSE_FORM);
            const size_t known = m->words.n;
            if (form.len > BOX_MAX_NAME || tab_add(&m->words, form) < known)
                continue;
            gen_count_bytes(m, form);
        }
}

// The most frequent label that may stand elsewhere than under the root.
static int most_frequent(const generative *m, const long *count)
{
    int best = -1;
    for (int l = 0; l < (int)m->labels.n; l++)
        if (lp_allowed(m->allowed, l, 1) && (best < 0 || count[l] > count[best]))
            best = l;
    return best;
}

static int number_labels(generative *m, const treebank *t, copse_error *err)
{
    m->allowed = mem_zero(GEN_MOST_LABELS, 1);
    long *below = mem_zero(GEN_MOST_LABELS, sizeof *below), *marks = mem_zero(GEN_MOST_LABELS, sizeof *marks);
    int code = 0;
    for (size_t i = 0; i < t->n && !code; i++) {
        const copse_tree *tree = t->tree[i];
        for (int d = 1; d <= tree->n && !code; d++) {
            const size_t at = tab_add(&m->labels, tree->label[d]);
            if (at >= GEN_MOST_LABELS) {
                code = err_set(err, COPSE_ELIMIT, t->name, sen_line(t->sentence[i], d),
                               "more than %d different labels", GEN_MOST_LABELS);
                break;
            }
            m->allowed[at] |= lp_place(tree->head[d]);
            below[at] += tree->head[d] != 0;
            marks[at] += tree->head[d] != 0 && sen_is_punctuation(t->sentence[i], d);
        }
    }
    if (!code) {
        lp_settle(m->allowed, m->labels.n);
        m->any_label = most_frequent(m, below);
        m->punct_label = most_frequent(m, marks);
    }
    mem_free(below);
    mem_free(marks);
    return code;
}

// Without trees there are three labels.
static void name_labels(generative *m)
{
    static const char *const name[] = {"root", "dep", "punct"};
    m->allowed = mem_zero(4, 1);
    for (size_t i = 0; i < sizeof name / sizeof name[0]; i++) {
        tab_add(&m->labels, (copse_str){name[i], strlen(name[i])});
        m->allowed[i] = i == 0 ? LP_UNDER_ROOT : LP_ELSEWHERE;
    }
    m->any_label = 1;
    m->punct_label = 2;
}

// ---------------------------------------------------------------------------------------------------
// Lengths and distances

// Each distance weighs 1 over it, as the first one of its class.
static void reach_harmonic(generative *m)
{
    for (int d = 2, last = -1; d < 64; d++) {
        const int at = gen_reach_class(1, d);
        if (at != last)
            m->reach[0][at] = m->reach[1][at] = -log(d - 1);
        last = at;
    }
}

typedef struct reaches {
    double arcs[2][GEN_REACH], pairs[GEN_REACH]; // pairs: one way
    double roots, words, sentences;
} reaches;

static void count_reach(reaches *r, const gen_words *w, const int *head)
{
    r->words += w->n;
    r->sentences++;
    for (int d = 1; d <= w->n; d++) {
        if (head[d] == 0)
            r->roots++;
        else
            r->arcs[head[d] < d][gen_reach_class(head[d], d)]++;
        if (d > 1)
            r->pairs[gen_reach_class(1, d)] += w->n - d + 1;
    }
}

// The weight of a distance is the share of the pairs of words at that distance that are arcs.
static void settle_reach(generative *m, const reaches *r)
{
    for (int at = 0; at < GEN_REACH; at++)
        for (int side = 0; side < 2; side++)
            m->reach[side][at] = log((r->arcs[side][at] + 0.5) / (r->pairs[at] + 1));
    m->top = log((r->roots + 0.5) / (r->words + 1));
}

void gen_settle_length(generative *m, double sentences, double words)
{
    const double least = 1e-6, longer = words > 0 ? 1 - sentences / words : 0;
    m->longer = longer < least ? least : longer > 1 - least ? 1 - least : longer;
}

// ---------------------------------------------------------------------------------------------------

static void count_labels(generative *m, const gen_words *w, const copse_tree *tree, const int *head)
{
    for (int d = 1; d <= w->n; d++) {
        const uint32_t label = (uint32_t)tab_find(&m->labels, tree->label[w->at[d]]);
        if (lp_allowed(m->allowed, (int)label, head[d]))
            gen_count_label(m, w->tag[head[d]], w->tag[d], head[d] < d, label);
    }
}

static void count(generative *m, const gen_options *o, const treebank *t)
{
    gen_words w = {0};
    reaches r = {0};
    int *head = NULL;
    size_t cap = 0;
    for (size_t i = 0; i < t->n; i++) {
        gen_words_set(&w, m, t->sentence[i], false);
        head = mem_grow(head, &cap, (size_t)w.n + 1, sizeof *head);
        gen_words_heads(&w, t->tree[i], head);
        gen_count_tree(m, &w, head);
        count_labels(m, &w, t->tree[i], head);
        count_reach(&r, &w, head);
    }
    if (opt_chosen(o->tree_prior, GEN_DISTANCE) == GEN_DISTANCE)
        settle_reach(m, &r);
    gen_settle_length(m, r.sentences, r.words);
    gen_settle(m);
    gen_words_done(&w);
    mem_free(head);
}

typedef struct dev_parser {
    void *worker;
    const treebank *dev;
} dev_parser;

static const copse_tree *parse_dev(void *context, size_t i, copse_tree *tree)
{
    const dev_parser *d = context;
    gen_stage.parse(d->worker, &(stage_input){.sentence = d->dev->sentence[i]}, tree);
    return tree;
}

static void report_dev(const generative *m, const treebank *dev, const copse_environment *env)
{
    const copse_parse_options plain = {0};
    dev_parser d = {gen_stage.worker_new(m, &plain), dev};
    const eval_figures f = eval_treebank(dev, parse_dev, &d);
    report_line(env->report, env->context, "development data: LAS %.2f, UAS %.2f", f.las, f.uas);
    gen_stage.worker_free(d.worker);
}

static void describe(const generative *m, const copse_environment *env)
{
    report_line(env->report, env->context, "model %s, %s trees, %zu parts of speech, %zu forms, %zu labels",
                m->variant->name, m->projective ? "projective" : "all", m->tags.n, m->words.n, m->labels.n);
}

static int estimate(generative *m, const copse_options *options, const treebank *t, const treebank *dev,
                    const copse_environment *env, copse_error *err)
{
    const gen_options *o = gen_options_of(options);
    settle(m, o, t);
    int code = number_tags(m, t, err);
    if (code)
        return code;
    number_forms(m, t);
    if (o->unsupervised) {
        name_labels(m);
        if (opt_chosen(o->tree_prior, GEN_DISTANCE) == GEN_DISTANCE)
            reach_harmonic(m);
        describe(m, env);
        return gen_learn(m, t, dev, options, env, err);
    }
    code = number_labels(m, t, err);
    if (code)
        return code;
    describe(m, env);
    count(m, o, t);
    if (dev && env->report)
        report_dev(m, dev, env);
    return 0;
}

static void write_model(box_writer *w, const generative *m, const treebank *train,
                        const copse_options *options)
{
    text meta = {0};
    meta_begin(&meta, options, "generative", train);
    meta_add(&meta, "parts-of-speech", m->pos == COPSE_XPOS ? "XPOS" : "UPOS");
    meta_add(&meta, "model", m->variant->name);
    meta_add(&meta, "decoder", m->projective ? "projective" : "nonprojective");
    meta_add(&meta, "single-root", m->single_root ? "yes" : "no");
    meta_add(&meta, "forms", m->forms ? "yes" : "no");
    meta_add(&meta, "punctuation", m->punctuation ? "all" : "none");
    meta_number(&meta, "labels", (long)m->labels.n);
    meta_save(&meta, w);
    options_save(options, w);
    columns_save(w, train);
    gen_save(m, w);
}

int gen_make(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
             const copse_environment *environment, copse_error *err)
{
    generative m = {0};
    const int code = estimate(&m, options, train, dev, environment, err);
    if (!code)
        write_model(w, &m, train, options);
    gen_done(&m);
    return code;
}
