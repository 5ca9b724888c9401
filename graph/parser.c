// SPDX-License-Identifier: MIT
// Parsing with a trained model: scores, search, labels.
//
// A sentence too long for a method is parsed by the next cheaper one (scores.h), and one of more than GS_MOST
// words in pieces (pieces.h). Memory stays within about 140 MB a thread.
#include "graph/model.h"

#include "graph/crf.h"
#include "common/base/mem.h"
#include "common/base/watch.h"
#include "common/model/pieces.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 300 };

void gp_init(gparser *p, const gmodel *m)
{
    memset(p, 0, sizeof *p);
    p->model = m;
    p->method = m->method;
    gm_words_init(m, &p->s.words);
    p->labeller.kept = gm_labels_kept(m);
    p->labeller.labels = (int)m->labels.n;
    p->labeller.allowed = m->allowed;
}

void gp_done(gparser *p)
{
    gs_done(&p->s);
    gl_done(&p->labeller);
    mem_free(p->head);
    mem_free(p->label);
    gp_keep_done(p);
    copse_tree_free(p->piece);
}

// A number between 0 and 1 that grows with the lead of the arc into d over the next best one.
static float lead(const gparser *p, int d)
{
    const size_t N = (size_t)p->s.n + 1;
    const float *arc = p->s.arc + (size_t)d * N;
    float other = -INFINITY;
    for (int h = 0; h <= p->s.n; h++)
        if (h != p->head[d])
            other = fmaxf(other, arc[h]);
    const float share = other == -INFINITY ? 1 : 1 / (1 + expf(2 * (other - arc[p->head[d]])));
    return share >= 0 ? share : 0; // no NaN
}

// Adds the scores of labels, if the search counts them.
static void score_labels(gparser *p)
{
    const gmodel *m = p->model;
    if (m->log_linear)
        gc_labels(&p->s, &m->joint, (int)m->labels.n, m->allowed);
    else
        gs_labels(&p->s, &m->joint, (int)m->labels.n, m->allowed, NULL, 0);
}

void gp_label(gparser *p)
{
    const gmodel *m = p->model;
    const size_t N = (size_t)p->s.n + 1;
    if (m->labelling == GM_TWO_STAGE)
        gl_label(&p->labeller, &p->s.words, &m->rows, p->head, NULL, p->label);
    for (size_t d = 1; m->labelling != GM_TWO_STAGE && d < N; d++)
        p->label[d] = m->labelling == GM_JOINT ? gs_label_of(&p->s, p->head, (int)d) : 0;
}

// Scores all parts. Candidates are chosen by the pruner and the filter, unless unpruned, and always are the
// heads in `always`, which may be NULL.
static void score(gparser *p, const gs_method *method, bool unpruned, const int *always)
{
    const gmodel *m = p->model;
    gs_candidates(&p->s, unpruned ? NULL : &m->pruner, always);
    gs_filter(&p->s, unpruned ? NULL : &m->filter, m->log_linear ? GS_BOUND_LEARNING : GS_BOUND_PARSING,
              always);
    gs_keep(&p->s, p->kept);
    gs_arcs(&p->s, &m->arcs);
    watch_look();
    if (gm_searches_labels(m) && !method->sib_labels)
        score_labels(p);
    if (method->order == 2)
        gs_second(&p->s, method, &m->arcs);
    if (method->sib_labels)
        gs_label_siblings(&p->s, &m->joint, (int)m->labels.n, m->allowed, NULL, 0);
    watch_look();
}

// The candidates have no tree with the given arcs: searches with all arcs, or, in a long sentence, with those
// of a tree that has them. If the scores forbid that too, it is the result.
static void search_again(gparser *p, const gs_method *method)
{
    const int *complete = gp_complete(p, method), most = method->order == 2 ? GS_MOST_UNPRUNED_PAIRS : PIECE;
    score(p, method, p->method.unpruned || p->s.n <= most, complete);
    if (gs_search(&p->s, method, p->head) == -INFINITY)
        memcpy(p->head, complete, ((size_t)p->s.n + 1) * sizeof *p->head);
}

// Scores the parts of a sentence, or of a piece of one that begins after word at. Returns the method that
// searches it.
static gs_method score_parts(gparser *p, const stage_input *in, int at)
{
    const gmodel *m = p->model;
    const copse_sentence *s = in->sentence;
    const size_t nodes = (size_t)s->n + 1;
    const gs_method method = gs_method_for(&p->method, s->n);
    p->head = mem_grow(p->head, &p->head_cap, nodes, sizeof *p->head);
    p->label = mem_grow(p->label, &p->label_cap, nodes, sizeof *p->label);
    p->temperature = in->temperature;
    gf_words_set(&p->s.words, s, m->pos);
    if (in->guide)
        gf_guides_set(&p->s.words, in->guide, m->guides, at);
    gp_keep(p, in->given, &method);
    score(p, &method, p->method.unpruned, p->kept);
    return method;
}

static void search(gparser *p, const gs_method *method)
{
    if (gs_search(&p->s, method, p->head) == -INFINITY && p->kept)
        search_again(p, method);
}

void gp_search(gparser *p, const stage_input *in, int at)
{
    const gs_method method = score_parts(p, in, at);
    search(p, &method);
    gp_label(p);
}

// The probabilities of the arcs of the current piece, or NULL if the model has none. *log_sum: NAN if it is
// not known.
static const double *probabilities(gparser *p, double *log_sum)
{
    const gs_method method = gs_method_for(&p->method, p->s.n);
    const double *marginal = p->model->log_linear ? gc_marginals(&p->s, &method, log_sum) : NULL;
    if (!marginal || p->s.n > GC_MOST || !method.decoder->marginals)
        *log_sum = NAN;
    return marginal;
}

// The confidence in the arcs of p->head: their probabilities, if the model has them.
static void weigh(gparser *p, const double *marginal, float *score)
{
    const size_t N = (size_t)p->s.n + 1;
    for (int d = 1; d <= p->s.n; d++)
        score[d] = marginal ? (float)marginal[(size_t)d * N + (size_t)p->head[d]] : lead(p, d);
}

// Writes the current piece to tree. marginal: its arcs' probabilities, or NULL.
static void fill(gparser *p, const double *marginal, copse_tree *tree)
{
    const gmodel *m = p->model;
    tree_resize(tree, p->s.n);
    for (int d = 1; d <= p->s.n; d++) {
        tree->head[d] = p->head[d];
        tree->label[d] = tab_name(&m->labels, (size_t)p->label[d]);
    }
    if (p->scores)
        weigh(p, marginal, tree->score);
    tree->scored = p->scores;
    if (p->temperature > 0)
        gp_weigh(p, p->temperature, tree->evidence);
    tree->weighed = p->temperature > 0;
    gp_keep_tree(p, tree);
}

void gp_fill(gparser *p, copse_tree *tree)
{
    double log_sum;
    fill(p, p->scores ? probabilities(p, &log_sum) : NULL, tree);
}

static void parse_piece(void *parser, const stage_input *in, int at, copse_tree *tree)
{
    gparser *p = parser;
    if (in->sentence->n == 0) {
        tree_resize(tree, 0);
        return;
    }
    gp_search(p, in, at);
    gp_fill(p, tree);
}

void gp_parse(gparser *p, const stage_input *in, copse_tree *tree)
{
    const gmodel *m = p->model;
    if (in->sentence->n <= gs_most(&p->method)) {
        parse_piece(p, in, 0, tree);
        return;
    }
    const pieces all = {.parser = p,
                        .parse = parse_piece,
                        .words = PIECE,
                        .single_root = p->method.single_root,
                        .root = tab_name(&m->labels, (size_t)gm_root_label(m)),
                        .hung = tab_name(&m->labels, (size_t)m->any_label)};
    if (!p->piece)
        p->piece = copse_tree_new();
    pieces_parse(&all, in, p->piece, tree);
}

// The list of a sentence that has no others: its tree, of an unknown score.
static void list_one(gparser *p, const stage_input *in, stage_list *list)
{
    gp_parse(p, in, list->tree[0]);
    list->score[0] = 0;
    list->n = 1;
    list->exact = in->sentence->n == 0;
    list->log_sum = in->sentence->n == 0 ? 0 : NAN;
}

void gp_kbest(gparser *p, const stage_input *in, stage_list *list)
{
    const int n = in->sentence->n;
    const size_t N = (size_t)n + 1;
    if (n == 0 || n > gs_most(&p->method)) {
        list_one(p, in, list);
        return;
    }
    const gs_method method = score_parts(p, in, 0);
    if (p->kept)
        search(p, &method); // so that there is a tree
    const size_t k = n > GS_MOST_LIST ? 1 : (size_t)list->k;
    int *head = arena_alloc(&p->s.memory, k * N, sizeof *head);
    list->n = gs_kbest(&p->s, &method, (int)k, head, list->score, &list->exact);
    list->exact = list->exact && (list->k == 1 || n <= GS_MOST_LIST);
    const double *marginal = probabilities(p, &list->log_sum);
    for (int i = 0; i < list->n; i++) {
        memcpy(p->head, head + (size_t)i * N, N * sizeof *head);
        gp_label(p);
        fill(p, marginal, list->tree[i]);
        watch_look();
    }
}

// ---------------------------------------------------------------------------------------------------
// Behind the interface of all stages

static void *kind_load(const box *b, copse_error *err)
{
    if (stage_check(&gm_stage, b, err) != 0)
        return NULL;
    gmodel *m = mem_alloc(1, sizeof *m);
    if (gm_load(m, b, err) == 0)
        return m;
    mem_free(m);
    return NULL;
}

static void kind_free(void *model)
{
    gm_done(model);
    mem_free(model);
}

static void *kind_worker_new(const void *model, const copse_parse_options *options)
{
    gparser *p = mem_alloc(1, sizeof *p);
    gp_init(p, model);
    p->scores = options->scores;
    p->method.unpruned |= options->unpruned;
    if (options->single_root != COPSE_ROOT_AS_TRAINED)
        p->method.single_root = options->single_root == COPSE_ROOT_SINGLE;
    return p;
}

static void kind_worker_free(void *worker)
{
    gp_done(worker);
    mem_free(worker);
}

static void kind_parse(void *worker, const stage_input *in, copse_tree *tree)
{
    gp_parse(worker, in, tree);
}

static void kind_arcs(void *worker, const stage_input *in, double temperature, stage_arcs *out)
{
    gp_arcs(worker, in, temperature, out);
}

static void kind_min_risk(void *worker, const stage_input *in, double temperature, copse_tree *tree)
{
    gp_min_risk(worker, in, temperature, tree);
}

static void kind_kbest(void *worker, const stage_input *in, stage_list *list)
{
    gp_kbest(worker, in, list);
}

static stage_limits kind_limits(const void *worker, int n)
{
    const gparser *p = worker;
    return (stage_limits){.single_root = p->method.single_root,
                          .projective =
                              n <= gs_most(&p->method) && gs_method_for(&p->method, n).decoder->projective};
}

static bool kind_sums(const void *model)
{
    return ((const gmodel *)model)->log_linear;
}

static bool kind_prunes(const void *model)
{
    return !((const gmodel *)model)->method.unpruned;
}

static int kind_guides(const void *model)
{
    return ((const gmodel *)model)->guides;
}

// The columns that gf_words_set reads.
static unsigned kind_reads(const void *model)
{
    return 1U << COPSE_FORM | 1U << COPSE_LEMMA | 1U << COPSE_UPOS | 1U << COPSE_FEATS |
           sen_tag_reads(((const gmodel *)model)->pos);
}

const stage_kind gm_stage = {.name = "graph",
                             .tag = "GMOD",
                             .writes = STAGE_PARSER_WRITES,
                             .reads = kind_reads,
                             .load = kind_load,
                             .free = kind_free,
                             .worker_new = kind_worker_new,
                             .worker_free = kind_worker_free,
                             .parse = kind_parse,
                             .guides = kind_guides,
                             .sums = kind_sums,
                             .prunes = kind_prunes,
                             .arcs = kind_arcs,
                             .min_risk = kind_min_risk,
                             .kbest = kind_kbest,
                             .limits = kind_limits};
