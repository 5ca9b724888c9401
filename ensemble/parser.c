// SPDX-License-Identifier: MIT
// Parsing with an ensemble: every node in its order, then the vote. It costs what the nodes cost.
#include "ensemble/ensemble.h"
#include "ensemble/certainty.h"
#include "common/model/model.h"

#include "common/base/mem.h"
#include "common/base/watch.h"
#include "common/treebank/given.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <stdlib.h>

en_parser *en_parser_new(const ensemble *e, const copse_parse_options *options)
{
    const copse_parse_options inner = {
        .single_root = options->single_root, .scores = true, .unpruned = options->unpruned};
    en_parser *p = mem_zero(1, sizeof *p);
    vote_options vote = e->vote;
    size_t most = 0;
    p->e = e;
    p->scores = options->scores;
    p->parser = mem_zero(e->n, sizeof *p->parser);
    p->tree = mem_zero(e->n, sizeof *p->tree);
    for (size_t k = 0; k < e->n; k++) {
        const en_node *node = &e->node[k];
        if (!node->needed)
            continue;
        p->parser[k] = node->kind->worker_new(node->model, &inner);
        p->tree[k] = copse_tree_new();
        most = node->guides > most ? node->guides : most;
    }
    p->mirror = mem_zero(1, sizeof *p->mirror);
    p->mirrored_given = mem_zero(1, sizeof *p->mirrored_given);
    p->mirrored = mem_zero(most + 1, sizeof *p->mirrored); // most is usually 0
    p->guide_tree = mem_zero(most + 1, sizeof *p->guide_tree);
    for (size_t a = 0; a < most; a++)
        p->mirrored[a] = copse_tree_new();
    p->voting = mem_zero(e->voters, sizeof *p->voting);
    if (options->single_root != COPSE_ROOT_AS_TRAINED) {
        vote.single_root = options->single_root == COPSE_ROOT_SINGLE;
        vote.root_as_systems = false;
    }
    p->single_root = vote.single_root;
    if (e->voters > 1)
        p->voter = vote_new(e->voters, e->weights, &vote);
    return p;
}

void en_parser_free(en_parser *p)
{
    if (!p)
        return;
    for (size_t k = 0; k < p->e->n; k++) {
        if (p->parser[k])
            p->e->node[k].kind->worker_free(p->parser[k]);
        copse_tree_free(p->tree[k]);
    }
    for (size_t a = 0; p->mirrored[a]; a++)
        copse_tree_free(p->mirrored[a]);
    sen_mirror_done(p->mirror);
    vote_free(p->voter);
    mem_free(p->mirror);
    given_done(p->mirrored_given);
    mem_free(p->mirrored_given);
    mem_free(p->parser);
    mem_free(p->tree);
    mem_free(p->mirrored);
    mem_free(p->guide_tree);
    mem_free(p->voting);
    mem_free(p);
}

// The calibration of a model that was joined with others, or NULL.
static const calibration *own_calibration(const en_node *node)
{
    const calibration *c = node->whole ? &model_parser(node->whole)->calibration : NULL;
    return c && c->fitted ? c : NULL;
}

bool en_is_certain(const ensemble *e, const stage_input *in)
{
    for (size_t k = 0; k < e->n; k++)
        if (e->node[k].votes && !own_calibration(&e->node[k]))
            return false;
    return in->temperature > 0;
}

double en_temperature(const en_node *node, double otherwise)
{
    const calibration *own = own_calibration(node);
    return own ? cal_temperature(own) : otherwise;
}

stage_input en_input(en_parser *p, size_t k, const stage_input *in, double temperature)
{
    const en_node *node = &p->e->node[k];
    for (size_t a = 0; a < node->guides; a++) {
        p->guide_tree[a] = p->tree[node->guide[a]];
        if (node->reverse) {
            tree_copy(p->mirrored[a], p->guide_tree[a]);
            tree_mirror(p->mirrored[a]);
            p->guide_tree[a] = p->mirrored[a];
        }
    }
    return (stage_input){.sentence = node->reverse ? p->mirror : in->sentence,
                         .guide = node->guides ? p->guide_tree : NULL,
                         .given = in->given && node->reverse ? p->mirrored_given : in->given,
                         .temperature = temperature};
}

static void parse_node(en_parser *p, size_t k, const stage_input *in, double temperature, copse_tree *tree)
{
    const stage_input here = en_input(p, k, in, temperature);
    p->e->node[k].kind->parse(p->parser[k], &here, tree);
    if (p->e->node[k].reverse)
        tree_mirror(tree);
}

// The list of a node; of a kind without lists only its tree, whose score is not known.
static void list_node(en_parser *p, size_t k, const stage_input *in, stage_list *list)
{
    const en_node *node = &p->e->node[k];
    const stage_input here = en_input(p, k, in, in->temperature);
    if (node->kind->kbest) {
        node->kind->kbest(p->parser[k], &here, list);
    } else {
        node->kind->parse(p->parser[k], &here, list->tree[0]);
        stage_list_one(list);
    }
    for (int i = 0; i < list->n && node->reverse; i++)
        tree_mirror(list->tree[i]);
}

// Reverses the sentence if a needed node reads from right to left.
static void start(en_parser *p, const stage_input *in)
{
    if (p->voter)
        vote_keep(p->voter, in->given);
    for (size_t k = 0; k < p->e->n; k++)
        if (p->e->node[k].needed && p->e->node[k].reverse) {
            sen_mirror(p->mirror, in->sentence);
            if (in->given)
                given_mirror(p->mirrored_given, in->given);
            return;
        }
}

// The temperature of a node's evidence.
static double temperature_of(const en_parser *p, size_t k, const stage_input *in, bool certain)
{
    const en_node *node = &p->e->node[k];
    if (!node->votes || !(in->temperature > 0))
        return 0;
    return certain ? en_temperature(node, 1) : p->voter ? 0 : in->temperature;
}

void en_parse_nodes(en_parser *p, const stage_input *in)
{
    const bool certain = en_is_certain(p->e, in);
    start(p, in);
    for (size_t k = 0; k < p->e->n; k++) {
        if (!p->e->node[k].needed)
            continue;
        parse_node(p, k, in, temperature_of(p, k, in, certain), p->tree[k]);
        if (certain && p->e->node[k].votes)
            cal_certify(own_calibration(&p->e->node[k]), p->tree[k]);
    }
}

// Parses with all nodes that are needed. If only one votes, list is its list, or tree its tree if list is
// NULL.
static void parse_all(en_parser *p, const stage_input *in, copse_tree *tree, stage_list *list)
{
    const ensemble *e = p->e;
    const bool certain = en_is_certain(e, in);
    start(p, in);
    for (size_t k = 0; k < e->n; k++) {
        const en_node *node = &e->node[k];
        if (!node->needed)
            continue;
        const bool last = node->votes && !p->voter;
        const watch_span before = watch_begin((long)k, (long)e->n);
        if (last && list)
            list_node(p, k, in, list);
        else
            parse_node(p, k, in, temperature_of(p, k, in, certain), last ? tree : p->tree[k]);
        if (certain && last && !list)
            cal_apply(own_calibration(node), tree);
        else if (certain && node->votes && !last)
            cal_certify(own_calibration(node), p->tree[k]);
        watch_end(before);
        if (node->votes)
            p->voting[node->votes - 1] = p->tree[k];
    }
}

void en_parse(en_parser *p, const stage_input *in, copse_tree *tree)
{
    parse_all(p, in, tree, NULL);
    if (p->voter) {
        vote_combine(p->voter, in->sentence, p->voting, tree);
        tree->weighed = in->temperature > 0;
        if (en_is_certain(p->e, in))
            cert_pool(p->voting, p->e->voters, tree);
    }
    tree->scored = p->scores;
}

void en_kbest(en_parser *p, const stage_input *in, stage_list *list)
{
    parse_all(p, in, NULL, list);
    if (p->voter)
        vote_kbest(p->voter, in->sentence, p->voting, list);
    for (int i = 0; i < list->n; i++) {
        list->tree[i]->scored = p->scores;
        list->tree[i]->weighed |= p->voter && in->temperature > 0;
        if (p->voter && en_is_certain(p->e, in))
            cert_pool(p->voting, p->e->voters, list->tree[i]);
    }
}

// ---------------------------------------------------------------------------------------------------
// The interface of stages

static void *kind_load(const box *b, copse_error *err)
{
    ensemble *e = mem_alloc(1, sizeof *e);
    if (en_load(e, b, err) == 0)
        return e;
    mem_free(e);
    return NULL;
}

static void kind_free(void *model)
{
    en_done(model);
    mem_free(model);
}

static void *kind_worker_new(const void *model, const copse_parse_options *options)
{
    return en_parser_new(model, options);
}

static void kind_worker_free(void *worker)
{
    en_parser_free(worker);
}

static void kind_parse(void *worker, const stage_input *in, copse_tree *tree)
{
    en_parse(worker, in, tree);
}

static bool kind_prunes(const void *model)
{
    const ensemble *e = model;
    bool prunes = false;
    for (size_t k = 0; k < e->n; k++) {
        const en_node *node = &e->node[k];
        prunes |= node->needed && node->kind->prunes && node->kind->prunes(node->model);
    }
    return prunes;
}

// If one parser has the vote, it decides.
static bool kind_sums(const void *model)
{
    const ensemble *e = model;
    bool sums = e->voters == 1;
    for (size_t k = 0; k < e->n; k++)
        if (e->node[k].votes)
            sums &= e->node[k].kind->sums && e->node[k].kind->sums(e->node[k].model);
    return sums;
}

static void kind_arcs(void *worker, const stage_input *in, double temperature, stage_arcs *out)
{
    en_arcs(worker, in, temperature, out);
}

static void kind_min_risk(void *worker, const stage_input *in, double temperature, copse_tree *tree)
{
    en_min_risk(worker, in, temperature, tree);
}

static void kind_kbest(void *worker, const stage_input *in, stage_list *list)
{
    en_kbest(worker, in, list);
}

// One root word, if the vote or any parser that is needed makes trees of that kind. Arcs that a projective
// parser lacks are grafted into its tree, so that only the last one of all decides.
static stage_limits kind_limits(const void *worker, int n)
{
    const en_parser *p = worker;
    const ensemble *e = p->e;
    stage_limits all = {.single_root = p->single_root};
    for (size_t k = 0; k < e->n; k++) {
        const en_node *node = &e->node[k];
        if (!node->needed || !node->kind->limits)
            continue;
        const stage_limits one = node->kind->limits(p->parser[k], n);
        all.single_root |= one.single_root;
        all.projective |= one.projective && node->votes && !p->voter;
    }
    if (p->voter && e->vote.decoder)
        all.projective = dec_for_length(e->vote.decoder, n)->projective;
    return all;
}

static unsigned kind_reads(const void *model)
{
    const ensemble *e = model;
    unsigned reads = 0;
    for (size_t k = 0; k < e->n; k++)
        if (e->node[k].needed)
            reads |= e->node[k].kind->reads(e->node[k].model);
    return reads;
}

const stage_kind en_stage = {.name = "ensemble",
                             .tag = "ENSM",
                             .writes = STAGE_PARSER_WRITES,
                             .reads = kind_reads,
                             .load = kind_load,
                             .free = kind_free,
                             .worker_new = kind_worker_new,
                             .worker_free = kind_worker_free,
                             .parse = kind_parse,
                             .sums = kind_sums,
                             .prunes = kind_prunes,
                             .arcs = kind_arcs,
                             .min_risk = kind_min_risk,
                             .kbest = kind_kbest,
                             .limits = kind_limits};
