// SPDX-License-Identifier: MIT
// Graph-based parsers of random weights, and sentences for them.
#ifndef COPSE_TESTS_RANDOM_GRAPH_H
#define COPSE_TESTS_RANDOM_GRAPH_H

#include "graph/model.h"
#include "tests/forest.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"

enum { BITS = 9, LENGTH = (1 << BITS) + GW_ROW, SHORT = 5 }; // SHORT: words of which all trees are tried

typedef struct random_model {
    gweights arcs, pruner, filter;
    gmodel m;
} random_model;

static inline void random_weights(gweights *w, rng *r)
{
    gw_init(w, BITS);
    for (size_t i = 0; i < LENGTH; i++)
        w->now[i] = (float)(rng_unit(r) - 0.5) / 4;
}

static inline void random_model_make(random_model *x, rng *r, gs_method method, bool log_linear)
{
    random_weights(&x->arcs, r);
    random_weights(&x->pruner, r);
    random_weights(&x->filter, r);
    x->m = (gmodel){.method = method, .pos = COPSE_UPOS, .labelling = GM_NONE, .log_linear = log_linear};
    tab_add(&x->m.labels, (copse_str){"_", 1});
    gw_pack(&x->arcs, &x->m.arcs);
    gw_pack(&x->pruner, &x->m.pruner);
    gw_pack(&x->filter, &x->m.filter);
}

static inline void random_model_done(random_model *x)
{
    gm_done(&x->m);
    gw_done(&x->arcs);
    gw_done(&x->pruner);
    gw_done(&x->filter);
}

static inline copse_sentence *sentence_of(int n)
{
    copse_token *token = mem_alloc((size_t)n + 1, sizeof *token);
    copse_sentence *s = copse_sentence_new();
    for (int d = 0; d < n; d++)
        token[d] = (copse_token){d % 3 ? "a" : "b", "a", d % 2 ? "NOUN" : "VERB", "NOUN", NULL};
    copse_sentence_set(s, n, token);
    mem_free(token);
    return s;
}

#endif
