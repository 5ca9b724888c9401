// SPDX-License-Identifier: MIT
// Learning where sentences end: logistic regression, online, with a step for each weight (AdaGrad).
#include "text/ends.h"

#include "common/base/mem.h"
#include "common/base/random.h"

#include <math.h>
#include <string.h>

// A sentence in a text.
typedef struct span {
    uint32_t text, token;
} span;

typedef struct spans {
    span *span; // [n]
    size_t n, cap;
} spans;

static void take_spans(spans *s, const se_lesson *of)
{
    for (size_t k = 0; k < of->n; k++) {
        const raw_text *r = of->texts[k];
        for (size_t i = 0; i < r->tokens; i++) {
            if (i && !r->token[i - 1].ends_sentence)
                continue;
            s->span = mem_grow(s->span, &s->cap, s->n + 1, sizeof *s->span);
            s->span[s->n++] = (span){(uint32_t)k, (uint32_t)i};
        }
    }
}

// One step towards the truth after the last token.
static void learn(se_model *m, const se_state *s, const ch_char *after, bool ends)
{
    li_keys k;
    se_keys(m, s, after, &k);
    const double p = 1 / (1 + exp(-(double)li_sum(&m->w, &k)));
    const double by = (ends ? 1 : 0) - p;
    if (fabs(by) > 1e-3)
        li_adapt(&m->w, &k, (float)by);
    li_step(&m->w);
}

static void learn_sentence(se_model *m, const raw_text *r, size_t token)
{
    se_state s = {0};
    for (size_t i = token; i < r->tokens; i++) {
        const raw_token *t = &r->token[i];
        se_push(&s, r->c + t->from, t->to - t->from, i == 0 || t[-1].space);
        if (!t->ends_paragraph)
            learn(m, &s, r->c + t->to, t->ends_sentence);
        if (t->ends_sentence)
            return;
    }
}

void se_train(se_model *m, const se_lesson *of)
{
    spans all = {0};
    rng random;
    memset(m, 0, sizeof *m);
    rng_seed(&random, of->seed);
    li_init(&m->w, of->bits);
    take_spans(&all, of);
    uint32_t *order = mem_alloc(all.n + 1, sizeof *order);
    for (size_t i = 0; i < all.n; i++)
        order[i] = (uint32_t)i;
    for (int round = 0; round < of->rounds; round++) {
        rng_shuffle(&random, order, all.n);
        for (size_t i = 0; i < all.n; i++)
            learn_sentence(m, of->texts[all.span[order[i]].text], all.span[order[i]].token);
        meter_step(of->meter);
    }
    li_pack(&m->w);
    mem_free(order);
    mem_free(all.span);
}
