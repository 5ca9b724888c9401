// SPDX-License-Identifier: MIT
#include "ensemble/observe.h"

#include "common/base/mem.h"
#include "common/base/meter.h"
#include "common/model/rehearsal.h"
#include "common/treebank/tree.h"
#include "ensemble/jackknife.h"

#include <string.h>

enum { FOLDS = 5 };

static size_t voter_at(const plan *p, size_t place)
{
    size_t k = 0;
    while (p->recipe[k].votes != place)
        k++;
    return k;
}

// The only parser that votes.
static int observe_base(cal_sample *s, const en_observation *o, copse_error *err)
{
    const recipe *r = &o->plan->recipe[voter_at(o->plan, 1)];
    treebank guided, mirror;
    add_guides(&guided, o->t, r, o->tree);
    if (r->reverse)
        tb_mirror(&mirror, &guided);
    const int code = reh_observe(r->options, r->reverse ? &mirror : &guided, s, &o->env, err);
    if (r->reverse)
        tb_done(&mirror);
    tb_done(&guided);
    return code;
}

// Fills tree for a fifth of the sentences, by a parser trained on the others.
static int parse_part(const en_observation *o, size_t k, copse_tree **tree, const copse_environment *env,
                      copse_error *err)
{
    recipe light = o->plan->recipe[k];
    treebank guided;
    light.options = options_copy(light.options);
    if (light.options->family->lighten)
        light.options->family->lighten(light.options);
    add_guides(&guided, o->t, &light, o->tree);
    const int code = jackknife_once(tree, &guided, &light, FOLDS, o->pool, env, err);
    tb_done(&guided);
    copse_options_free(light.options);
    return code;
}

// The vote on all sentences that every voter has a tree for.
static void observe_vote(cal_sample *s, const en_observation *o, copse_tree **const *tree)
{
    const size_t n = o->e->voters;
    voter *v = vote_new(n, o->e->weights, &o->e->vote);
    const copse_tree **voting = mem_alloc(n, sizeof *voting);
    copse_tree *out = copse_tree_new();
    for (size_t i = 0; i < o->t->n; i++) {
        size_t have = 0;
        for (; have < n && tree[have][i]; have++)
            voting[have] = tree[have][i];
        if (have < n)
            continue;
        vote_combine(v, o->t->sentence[i], voting, out);
        out->weighed = true; // as in parsing
        cal_add(s, o->t->tree[i], out);
    }
    copse_tree_free(out);
    mem_free(voting);
    vote_free(v);
}

static double cost_of(const recipe *r)
{
    copse_options *light = options_copy(r->options);
    if (light->family->lighten)
        light->family->lighten(light);
    const double cost = light->family->effort(light);
    copse_options_free(light);
    return cost;
}

static int observe_votes(cal_sample *s, const en_observation *o, copse_error *err)
{
    const size_t n = o->e->voters;
    copse_tree ***tree = mem_zero(n, sizeof *tree); // [voters][sentences]
    bool *own = mem_zero(n, sizeof *own);
    double cost = 0;
    meter m;
    int code = 0;
    for (size_t i = 0; i < n; i++)
        cost += o->tree[voter_at(o->plan, i + 1)] ? 0 : cost_of(&o->plan->recipe[voter_at(o->plan, i + 1)]);
    meter_start(&m, &o->env, cost + 1);
    m.env.threads = o->env.threads;
    for (size_t i = 0; i < n && !code; i++) {
        const size_t k = voter_at(o->plan, i + 1);
        tree[i] = o->tree[k];
        if (tree[i])
            continue;
        own[i] = true;
        tree[i] = mem_zero(o->t->n, sizeof *tree[i]);
        const copse_environment part = meter_part(&m, cost_of(&o->plan->recipe[k]));
        code = parse_part(o, k, tree[i], &part, err);
    }
    if (!code)
        observe_vote(s, o, tree);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; own[i] && j < o->t->n; j++)
            copse_tree_free(tree[i][j]);
        if (own[i])
            mem_free(tree[i]);
    }
    mem_free(tree);
    mem_free(own);
    return code;
}

int en_observe(cal_sample *s, const en_observation *o, copse_error *err)
{
    return (o->e->voters == 1 ? observe_base : observe_votes)(s, o, err);
}

double en_observe_effort(const plan *p, bool (*has_trees)(const void *context, size_t k), const void *context)
{
    double sum = 0;
    for (size_t k = 0; k < p->n; k++)
        if (p->recipe[k].votes && !has_trees(context, k))
            sum += cost_of(&p->recipe[k]);
    return sum;
}
