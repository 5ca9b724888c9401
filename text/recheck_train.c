// SPDX-License-Identifier: MIT
// Learns the recheck: logistic regression over the tokens in doubt of the folds of a treebank. The rules
// and the tagger that meet a fold have learnt from the others.
#include "text/recheck_train.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/processes.h"
#include "common/base/report.h"
#include "common/model/columns.h"
#include "learn/liblinear.h"
#include "text/recheck_model.h"
#include "text/tagger_train.h"

#include <string.h>

enum {
    WORTH = 500,     // one token of so many is decided wrongly, or more
    LEAST_GAIN = 10, // one wrong decision of so many is put right, or more
    NO_FOLD = -1
};
static const double COST = 0.2, EPS = 0.001; // of LIBLINEAR

// What the treebank says about the token.
typedef enum gold { WHOLE, SPLIT, OTHER } gold; // by the rule of the choice, or by another one

typedef struct rc_example {
    rc_features f;
    int fold;
    bool first, gold; // was the token split at first, should it be
} rc_example;

// ---------------------------------------------------------------------------------------------------
// The decisions of rules over a fold

typedef struct held_out {
    const rc_plan *plan;
    raw_text text; // of the fold
    mw_model rules;
    mw_token *token; // [n] of a sentence
    size_t cap;
    text words; // of a token
} held_out;

static void hold_out(held_out *h, const rc_plan *p, int one)
{
    raw_text rest = {0};
    meter gauge;
    *h = (held_out){.plan = p};
    raw_build(&rest, p->t, p->known, &(raw_choice){.fold = p->fold, .one = one, .others = true});
    raw_build(&h->text, p->t, p->known, &(raw_choice){.fold = p->fold, .one = one});
    meter_start(&gauge, NULL, 1);
    meter_stage(&gauge, "multiword tokens", 1, 1);
    mw_train(&h->rules, &rest, p->known, p->seed, &gauge);
    raw_text_done(&rest);
}

static void held_out_done(held_out *h)
{
    raw_text_done(&h->text);
    mw_done(&h->rules);
    mem_free(h->token);
    text_done(&h->words);
}

static gold gold_of(held_out *h, const raw_token *t, const mw_token *token)
{
    const char *at = h->words.s;
    if (!t->parts)
        return WHOLE;
    if (!token->choice.rule)
        return OTHER;
    h->words.n = 0;
    if (mw_split(token->choice.rule, token->c, token->length, &h->words) != (int)t->parts)
        return OTHER;
    at = h->words.s;
    for (uint32_t i = 0; i < t->parts; i++) {
        const copse_str word = h->text.part[t->part + i];
        const char *end = memchr(at, '\n', (size_t)(h->words.s + h->words.n - at));
        if (!str_equal(word, (copse_str){at, (size_t)(end - at)}))
            return OTHER;
        at = end + 1;
    }
    return SPLIT;
}

// Token i of n in a sentence.
typedef void visitor(void *context, const mw_token *token, size_t n, size_t i, gold is);

static void walk(held_out *h, visitor *visit, void *context)
{
    const raw_text *r = &h->text;
    for (size_t from = 0, to = 0; from < r->tokens; from = to) {
        while (to < r->tokens && !r->token[to++].ends_sentence)
            ;
        const size_t n = to - from;
        h->token = mem_grow(h->token, &h->cap, n, sizeof *h->token);
        for (size_t i = 0; i < n; i++) {
            const raw_token *t = &r->token[from + i];
            h->token[i] = (mw_token){.c = r->c + t->from, .length = t->to - t->from};
        }
        mw_decide(&h->rules, h->token, n);
        for (size_t i = 0; i < n; i++)
            visit(context, h->token, n, i, gold_of(h, &r->token[from + i], &h->token[i]));
    }
}

static void count_wrong(void *context, const mw_token *token, size_t n, size_t i, gold is)
{
    size_t *wrong = context;
    (void)n;
    *wrong += is != OTHER && token[i].splits != (is == SPLIT);
}

static bool has_tags(const treebank *t)
{
    columns seen = {0};
    for (size_t i = 0; i < t->n; i++)
        columns_count(&seen, t->sentence[i]);
    return seen.with[COPSE_UPOS] + seen.with[COPSE_XPOS] + seen.with[COPSE_FEATS] > 0;
}

bool rc_is_worth(const rc_plan *p)
{
    held_out h;
    size_t wrong = 0;
    if (!has_tags(p->t))
        return false;
    hold_out(&h, p, 0);
    walk(&h, count_wrong, &wrong);
    const bool worth = wrong * WORTH >= h.text.tokens;
    held_out_done(&h);
    return worth;
}

// ---------------------------------------------------------------------------------------------------
// Examples

typedef struct lesson {
    const rc_plan *plan;
    rc_example *list; // [n]
    size_t n, cap;
    uint32_t *id;  // [2^RC_BITS] of the weights that the examples at hand have
    float *weight; // [2^RC_BITS]
} lesson;

typedef struct reader {
    rc_worker *worker;
    int fold;
    text *out;
} reader;

static void take(void *context, const mw_token *token, size_t n, size_t i, gold is)
{
    const reader *r = context;
    rc_example e;
    if (is == OTHER || !rc_in_doubt(&token[i]))
        return;
    memset(&e, 0, sizeof e);
    e.fold = r->fold;
    e.first = token[i].splits;
    e.gold = is == SPLIT;
    rc_read(r->worker, token, n, i);
    rc_see(r->worker, &token[i], &e.f);
    text_add(r->out, (const char *)&e, sizeof e);
}

// A model without weights yet; NULL on failure.
static rc_model *train_tagger(const treebank *t, uint64_t seed, const copse_environment *env,
                              copse_error *err)
{
    const tag_options none = {0};
    // A word that others are like gets a higher score whatever its tag: readings of other words would not
    // compare.
    const tag_plan plan = {.t = t, .options = &none, .seed = seed, .env = env, .first_features = true};
    rc_model *m = mem_zero(1, sizeof *m);
    m->w.bits = RC_BITS;
    if (tgm_train(&m->tagger, &plan, err) == 0)
        return m;
    rc_free(m);
    return NULL;
}

static int read_fold(void *context, size_t fold, text *result, const copse_environment *listener,
                     copse_error *err)
{
    const lesson *l = context;
    const rc_plan *p = l->plan;
    const copse_environment env = {
        .threads = 1, .progress = listener->progress, .context = listener->context, .stop = listener->stop};
    treebank part;
    held_out h;
    tb_part(&part, p->t, p->fold, (int)fold, true);
    rc_model *m = train_tagger(&part, p->seed, &env, err);
    tb_done(&part);
    if (!m)
        return err->code;
    reader r = {rc_worker_new(m), (int)fold, result};
    hold_out(&h, p, (int)fold);
    walk(&h, take, &r);
    held_out_done(&h);
    rc_worker_free(r.worker);
    rc_free(m);
    return 0;
}

static int keep(void *context, size_t fold, copse_str result, copse_error *err)
{
    lesson *l = context;
    const size_t n = result.len / sizeof *l->list;
    (void)fold;
    (void)err;
    if (n) {
        l->list = mem_grow(l->list, &l->cap, l->n + n, sizeof *l->list);
        memcpy(l->list + l->n, result.s, n * sizeof *l->list);
    }
    l->n += n;
    return 0;
}

// ---------------------------------------------------------------------------------------------------
// Weights

#define NO_ID UINT32_MAX

typedef struct sheet {
    examples ex;
    float *value; // [ex.start[ex.n]]
} sheet;

static void add_example(lesson *l, sheet *s, const rc_example *e)
{
    examples *ex = &s->ex;
    const size_t from = ex->start[ex->n];
    size_t to = from;
    for (size_t k = 0; k < e->f.keys.n; k++) {
        uint32_t *id = &l->id[e->f.keys.key[k]];
        size_t at = from;
        if (*id == NO_ID)
            *id = ex->features++;
        while (at < to && ex->feature[at] != *id)
            at++;
        if (at == to) {
            ex->feature[to] = *id;
            s->value[to++] = 0;
        }
        s->value[at] += e->f.value[k];
    }
    ex->y[ex->n++] = e->gold;
    ex->start[ex->n] = to;
}

// The examples that are not in a fold.
static void fill(lesson *l, sheet *s, int without)
{
    *s = (sheet){.ex = {.classes = 2}};
    s->ex.y = mem_alloc(l->n + 1, sizeof *s->ex.y);
    s->ex.start = mem_zero(l->n + 1, sizeof *s->ex.start);
    s->ex.feature = mem_alloc(l->n * LI_MOST_KEYS + 1, sizeof *s->ex.feature);
    s->value = mem_alloc(l->n * LI_MOST_KEYS + 1, sizeof *s->value);
    for (size_t i = 0; i < (size_t)1 << RC_BITS; i++)
        l->id[i] = NO_ID;
    for (size_t i = 0; i < l->n; i++)
        if (l->list[i].fold != without)
            add_example(l, s, &l->list[i]);
}

static void sheet_done(sheet *s)
{
    mem_free(s->ex.y);
    mem_free(s->ex.start);
    mem_free(s->ex.feature);
    mem_free(s->value);
}

// Learns from the examples that are not in a fold.
static int learn(lesson *l, int without, copse_error *err)
{
    const liblinear_options own = {.solver = 0}; // logistic regression
    const learn_options how = {.cost = COST,
                               .eps = EPS,
                               .processes = 1,
                               .seed = l->plan->seed,
                               .what = "recheck of multiword tokens",
                               .own = &own};
    sheet s;
    fill(l, &s, without);
    float *w = mem_zero((size_t)s.ex.features + 1, sizeof *w);
    const int code = learn_linear_weights(&s.ex, s.value, &how, 1, w, err);
    for (size_t i = 0; i < (size_t)1 << RC_BITS; i++)
        l->weight[i] = l->id[i] == NO_ID ? 0 : w[l->id[i]];
    mem_free(w);
    sheet_done(&s);
    return code;
}

static bool is_split(const lesson *l, const rc_example *e)
{
    float score = 0;
    for (size_t k = 0; k < e->f.keys.n; k++)
        score += e->f.value[k] * l->weight[e->f.keys.key[k]];
    return score > 0;
}

// Rechecks each fold by what the others teach. *pays: does that put enough right?
static int try_folds(lesson *l, bool *pays, copse_error *err)
{
    size_t before = 0, after = 0;
    int code = 0;
    for (int fold = 0; fold < l->plan->folds && !code; fold++) {
        code = learn(l, fold, err);
        for (size_t i = 0; i < l->n && !code; i++)
            if (l->list[i].fold == fold) {
                before += l->list[i].first != l->list[i].gold;
                after += is_split(l, &l->list[i]) != l->list[i].gold;
            }
    }
    *pays = !code && after + before / LEAST_GAIN < before;
    if (!code)
        report_line(l->plan->env->report, l->plan->env->context,
                    "multiword tokens: %zu of %zu in doubt were wrong, %zu after the recheck%s", before, l->n,
                    after, *pays ? "" : ": too little gained, left out");
    return code;
}

static int finish(rc_model **made, lesson *l, const copse_environment *env, copse_error *err)
{
    const int code = learn(l, NO_FOLD, err);
    rc_model *m = code ? NULL : train_tagger(l->plan->t, l->plan->seed, env, err);
    if (!m)
        return err->code;
    li_pack_these(&m->w, RC_BITS, l->weight);
    *made = m;
    return 0;
}

// Has every fold tokens to learn from, of both kinds? Logistic regression needs them.
static bool is_enough(const lesson *l)
{
    for (int fold = 0; fold < l->plan->folds; fold++) {
        bool kind[2] = {false, false};
        for (size_t i = 0; i < l->n; i++)
            if (l->list[i].fold != fold)
                kind[l->list[i].gold] = true;
        if (!kind[0] || !kind[1])
            return false;
    }
    return true;
}

int rc_train(rc_model **m, const rc_plan *p, copse_error *err)
{
    meter gauge;
    lesson l = {.plan = p};
    bool pays = false;
    *m = NULL;
    meter_start(&gauge, p->env, p->folds + 1);
    const copse_environment env = meter_part(&gauge, p->folds);
    l.id = mem_alloc((size_t)1 << RC_BITS, sizeof *l.id);
    l.weight = mem_alloc((size_t)1 << RC_BITS, sizeof *l.weight);
    const proc_work work = {.context = &l,
                            .n = (size_t)p->folds,
                            .processes = env.threads < p->folds ? env.threads : p->folds,
                            .work = read_fold,
                            .take = keep,
                            .listener = {.progress = env.progress, .context = env.context, .stop = env.stop}};
    int code = proc_run(&work, err);
    if (!code && is_enough(&l))
        code = try_folds(&l, &pays, err);
    copse_environment last = meter_part(&gauge, 1);
    last.report = NULL; // the lines of a tagger would seem to be those of the next stage
    if (!code && pays)
        code = finish(m, &l, &last, err);
    mem_free(l.list);
    mem_free(l.id);
    mem_free(l.weight);
    return code;
}
