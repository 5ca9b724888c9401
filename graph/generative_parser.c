// SPDX-License-Identifier: MIT
// The generative model as a stage: the best tree of a sentence, the probabilities of arcs, and the
// probability of the sentence.
//
// A sentence of more than MOST words is parsed in pieces (pieces.h). Punctuation that the model does not
// generate hangs on the nearest word before it that is generated, or else on the first one: no arc crosses
// another because of it.
#include "graph/generative.h"

#include "common/base/mem.h"
#include "common/model/pieces.h"
#include "common/treebank/given.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"
#include "graph/decode.h"

#include <string.h>

enum { MOST = 1000, PIECE = 300 };

typedef struct parser {
    const generative *m;
    gen_scores s;
    bool scores; // are wanted
    int *head;   // [n+1] over the words that are generated
    double *marginal;
    size_t head_cap, marginal_cap;
    copse_tree *piece; // of a long sentence; NULL until there is one
} parser;

static double *room_for_marginals(parser *p, int n)
{
    const size_t N = (size_t)n + 1;
    p->marginal = mem_grow(p->marginal, &p->marginal_cap, N * N, sizeof *p->marginal);
    return p->marginal;
}

static bool is_single_rooted(const parser *p)
{
    return p->s.single_root || p->m->single_root;
}

static const int *given_heads(const stage_input *in)
{
    return in->given && in->given->n == in->sentence->n ? in->given->head : NULL;
}

// Writes the heads over the generated words to the tree of the sentence.
static void place_words(const parser *p, copse_tree *tree)
{
    const generative *m = p->m;
    const gen_words *w = &p->s.words;
    for (int d = 1; d <= w->n; d++) {
        const int h = p->head[d], label = gen_label(m, w->tag[h], w->tag[d], h < d);
        tree->head[w->at[d]] = w->at[h];
        tree->label[w->at[d]] = tab_name(&m->labels, (size_t)label);
    }
}

static void place_punctuation(const parser *p, copse_tree *tree)
{
    const gen_words *w = &p->s.words;
    int next = 1; // the first generated word that is not before d
    for (int d = 1; d <= tree->n; d++) {
        while (next <= w->n && w->at[next] < d)
            next++;
        if (next <= w->n && w->at[next] == d)
            continue;
        tree->head[d] = w->at[next > 1 ? next - 1 : 1];
        tree->label[d] = tab_name(&p->m->labels, (size_t)p->m->punct_label);
        tree->score[d] = 1;
        tree->evidence[d] = (tree_evidence){.sure = 1};
    }
}

// The probabilities of the arcs, and their evidence at a temperature above 0.
static void weigh(parser *p, double temperature, copse_tree *tree)
{
    const gen_words *w = &p->s.words;
    double *marginal = room_for_marginals(p, w->n);
    gen_heat(&p->s, temperature > 0 ? temperature : 1);
    gen_marginals(&p->s, marginal);
    gen_heat(&p->s, 1);
    for (int d = 1; d <= w->n; d++) {
        const int at = w->at[d], h = p->head[d];
        tree->score[at] = (float)marginal[(size_t)d * ((size_t)w->n + 1) + (size_t)h];
        tree->evidence[at] = (tree_evidence){
            .sure = tree->score[at], .lead = (float)gen_label_lead(p->m, w->tag[h], w->tag[d], h < d)};
    }
}

static copse_str root_label(const generative *m)
{
    const int tags = (int)m->tags.n;
    return tab_name(&m->labels, (size_t)gen_label(m, tags + 1, tags, HA_RIGHT));
}

// Finishes the heads, and fills in the tree.
static void fill(parser *p, const stage_input *in, copse_tree *tree)
{
    place_words(p, tree);
    place_punctuation(p, tree);
    if (p->scores || in->temperature > 0)
        weigh(p, in->temperature, tree);
    tree->scored = p->scores;
    tree->weighed = in->temperature > 0;
    if (in->given)
        given_settle(in->given, is_single_rooted(p), root_label(p->m),
                     tab_name(&p->m->labels, (size_t)p->m->any_label), tree);
}

static void parse_piece(void *worker, const stage_input *in, int at, copse_tree *tree)
{
    parser *p = worker;
    const copse_sentence *s = in->sentence;
    const int *fixed = given_heads(in);
    (void)at;
    tree_resize(tree, s->n);
    if (s->n == 0)
        return;
    gen_scores_set(&p->s, s, fixed);
    p->head = mem_grow(p->head, &p->head_cap, (size_t)s->n + 1, sizeof *p->head);
    gen_best(&p->s, p->head);
    fill(p, in, tree);
}

// ---------------------------------------------------------------------------------------------------
// Behind the interface of all stages

static void *kind_load(const box *b, copse_error *err)
{
    if (stage_check(&gen_stage, b, err) != 0)
        return NULL;
    generative *m = mem_alloc(1, sizeof *m);
    if (gen_load(m, b, err) == 0)
        return m;
    mem_free(m);
    return NULL;
}

static void kind_free(void *model)
{
    gen_done(model);
    mem_free(model);
}

static void *kind_worker_new(const void *model, const copse_parse_options *options)
{
    parser *p = mem_zero(1, sizeof *p);
    p->m = model;
    p->scores = options->scores;
    p->s.m = model;
    p->s.scale = 1;
    p->s.single_root = options->single_root == COPSE_ROOT_SINGLE;
    return p;
}

static void kind_worker_free(void *worker)
{
    parser *p = worker;
    gen_scores_done(&p->s);
    mem_free(p->head);
    mem_free(p->marginal);
    copse_tree_free(p->piece);
    mem_free(p);
}

static void kind_parse(void *worker, const stage_input *in, copse_tree *tree)
{
    parser *p = worker;
    const generative *m = p->m;
    if (in->sentence->n <= MOST) {
        parse_piece(p, in, 0, tree);
        return;
    }
    const pieces all = {.parser = p,
                        .parse = parse_piece,
                        .words = PIECE,
                        .single_root = is_single_rooted(p),
                        .root = root_label(m),
                        .hung = tab_name(&m->labels, (size_t)m->any_label)};
    if (!p->piece)
        p->piece = copse_tree_new();
    pieces_parse(&all, in, p->piece, tree);
}

// Probabilities over the generated words, at the places of the sentence's words.
static void spread(const parser *p, const double *marginal, stage_arcs *out, const copse_tree *tree)
{
    const gen_words *w = &p->s.words;
    const size_t N = (size_t)out->n + 1, inner = (size_t)w->n + 1;
    for (int d = 1; d <= out->n; d++)
        out->p[(size_t)d * N + (size_t)tree->head[d]] = 1; // of punctuation
    for (int d = 1; d <= w->n; d++) {
        double *row = out->p + (size_t)w->at[d] * N;
        row[tree->head[w->at[d]]] = 0;
        for (int h = 0; h <= w->n; h++)
            row[w->at[h]] = marginal[(size_t)d * inner + (size_t)h];
    }
}

static void kind_arcs(void *worker, const stage_input *in, double temperature, stage_arcs *out)
{
    parser *p = worker;
    const copse_sentence *s = in->sentence;
    stage_arcs_fit(out, s->n);
    if (s->n == 0)
        return;
    copse_tree *tree = copse_tree_new();
    tree_resize(tree, s->n);
    gen_scores_set(&p->s, s, given_heads(in));
    double *marginal = room_for_marginals(p, p->s.words.n);
    gen_heat(&p->s, temperature);
    const double sum = gen_marginals(&p->s, marginal);
    gen_heat(&p->s, 1);
    out->log_sum = temperature == 1 ? sum : gen_sum(&p->s);
    place_punctuation(p, tree);
    spread(p, marginal, out, tree);
    copse_tree_free(tree);
}

// The tree whose arcs have the highest sum of probabilities.
static void kind_min_risk(void *worker, const stage_input *in, double temperature, copse_tree *tree)
{
    parser *p = worker;
    const int n = in->sentence->n;
    tree_resize(tree, n);
    if (n == 0)
        return;
    gen_scores_set(&p->s, in->sentence, given_heads(in));
    p->head = mem_grow(p->head, &p->head_cap, (size_t)n + 1, sizeof *p->head);
    double *marginal = room_for_marginals(p, p->s.words.n);
    gen_heat(&p->s, temperature);
    gen_marginals(&p->s, marginal);
    gen_heat(&p->s, 1);
    const size_t all = ((size_t)p->s.words.n + 1) * ((size_t)p->s.words.n + 1);
    arena_reset(&p->s.arena);
    float *worth = arena_alloc(&p->s.arena, all, sizeof *worth);
    for (size_t i = 0; i < all; i++)
        worth[i] = marginal[i] > 0 ? (float)marginal[i] : -INFINITY;
    if ((p->m->projective ? dec_eisner : dec_cle)(worth, p->s.words.n, is_single_rooted(p), p->head,
                                                  &p->s.arena) == -INFINITY)
        gen_best(&p->s, p->head);
    fill(p, in, tree);
}

static bool kind_sums(const void *model)
{
    (void)model;
    return true;
}

// The pieces of a long sentence are grafted together, so that arcs between them may cross.
static stage_limits kind_limits(const void *worker, int n)
{
    const parser *p = worker;
    return (stage_limits){.single_root = is_single_rooted(p), .projective = p->m->projective && n <= MOST};
}

static double kind_log_probability(void *worker, const stage_input *in, int *words)
{
    parser *p = worker;
    *words = 0;
    if (in->sentence->n == 0)
        return 0;
    gen_words_set(&p->s.words, p->m, in->sentence, false);
    *words = p->s.words.n;
    if (*words > STAGE_MOST_ARCS)
        return NAN;
    gen_scores_set(&p->s, in->sentence, NULL);
    return gen_sum(&p->s);
}

static unsigned kind_reads(const void *model)
{
    const generative *m = model;
    return (m->forms || !m->punctuation ? 1U << COPSE_FORM : 0) | 1U << m->pos;
}

const stage_kind gen_stage = {.name = "generative",
                              .tag = "GENM",
                              .writes = STAGE_PARSER_WRITES,
                              .reads = kind_reads,
                              .load = kind_load,
                              .free = kind_free,
                              .worker_new = kind_worker_new,
                              .worker_free = kind_worker_free,
                              .parse = kind_parse,
                              .sums = kind_sums,
                              .arcs = kind_arcs,
                              .min_risk = kind_min_risk,
                              .limits = kind_limits,
                              .log_probability = kind_log_probability};
