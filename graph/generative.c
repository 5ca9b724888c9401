// SPDX-License-Identifier: MIT
// Counts and probabilities of single decisions.
#include "graph/generative.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/treebank/label_places.h"

#include <math.h>
#include <string.h>

static const gen_variant variant_a = {.name = "a",
                                      .help = "dependents and STOP depend on the head and the side",
                                      .id = 1,
                                      .dependents = GEN_NOTHING,
                                      .stops = GEN_NOTHING};
static const gen_variant variant_b = {
    .name = "b",
    .help = "STOP also on whether the head has a dependent on that side (Klein & Manning 2004)",
    .id = 2,
    .dependents = GEN_NOTHING,
    .stops = GEN_VALENCE};
static const gen_variant variant_c = {.name = "c",
                                      .help = "both also on the tag of the dependent before (Eisner 1996)",
                                      .id = 3,
                                      .dependents = GEN_BEFORE,
                                      .stops = GEN_BEFORE};
static const gen_variant variant_d = {.name = "d",
                                      .help = "both also on whether there is a dependent before",
                                      .id = 4,
                                      .dependents = GEN_VALENCE,
                                      .stops = GEN_VALENCE};

const gen_variant *const gen_variants[] = {&variant_a, &variant_b, &variant_c, &variant_d, NULL};

const gen_variant *gen_variant_by_id(uint32_t id)
{
    for (const gen_variant *const *v = gen_variants; *v; v++)
        if ((*v)->id == id)
            return *v;
    return NULL;
}

opt_choice gen_variant_choice(size_t i)
{
    const size_t n = sizeof gen_variants / sizeof gen_variants[0] - 1;
    return i < n ? (opt_choice){gen_variants[i]->name, gen_variants[i]->help} : (opt_choice){NULL, NULL};
}

void gen_done(generative *m)
{
    tab_done(&m->tags);
    tab_done(&m->words);
    tab_done(&m->labels);
    bo_done(&m->tag);
    bo_done(&m->stop);
    bo_done(&m->form);
    bo_done(&m->byte);
    bo_done(&m->label);
    mem_free(m->allowed);
    memset(m, 0, sizeof *m);
}

// ---------------------------------------------------------------------------------------------------
// Contexts, finest first

// The last level is the coarsest.
typedef struct levels {
    uint64_t key[BO_LEVELS];
    int n;
} levels;

static void add(levels *l, int level, uint64_t head, uint64_t form, uint64_t context)
{
    l->key[l->n++] = hash_mix(hash_mix(hash_mix((uint64_t)level, head), form), context);
}

static uint64_t reduced(gen_context kind, int context)
{
    return kind == GEN_NOTHING ? 0 : kind == GEN_VALENCE ? context > 0 : (uint64_t)context;
}

// The contexts of a decision of a head.
static levels of_head(const generative *m, gen_context kind, const gen_head *h, bool stop)
{
    enum { FORM = 1, TAG, VALENCE, HEAD, SIDE };
    levels l = {.n = 0};
    const uint64_t side = (uint64_t)h->side, head = 2 * (uint64_t)h->tag + side;
    if (m->forms && h->form != BO_UNSEEN)
        add(&l, FORM, head, (uint64_t)h->form + 1, reduced(kind, h->context));
    add(&l, TAG, head, 0, reduced(kind, h->context));
    if (kind == GEN_BEFORE)
        add(&l, VALENCE, head, 0, h->context > 0);
    if (kind != GEN_NOTHING && !stop)
        add(&l, HEAD, head, 0, 0);
    add(&l, SIDE, side, 0, stop ? reduced(kind == GEN_NOTHING ? kind : GEN_VALENCE, h->context) : 0);
    return l;
}

static levels of_form(const generative *m, const gen_words *w, int h, int d)
{
    enum { HEAD_FORM = 10, HEAD_TAG, TAG };
    levels l = {.n = 0};
    const uint64_t head = 2 * (uint64_t)w->tag[h] + (h < d), tag = (uint64_t)w->tag[d];
    (void)m;
    if (w->form[h] != BO_UNSEEN)
        add(&l, HEAD_FORM, head, (uint64_t)w->form[h] + 1, tag);
    add(&l, HEAD_TAG, head, 0, tag);
    add(&l, TAG, 0, 0, tag);
    return l;
}

static levels of_label(const generative *m, int head_tag, int tag, int side)
{
    enum { PAIR = 20, DEPENDENT, ANY };
    levels l = {.n = 0};
    const bool root = head_tag == (int)m->tags.n + 1;
    add(&l, PAIR, 2 * (uint64_t)head_tag + (uint64_t)side, 0, (uint64_t)tag);
    add(&l, DEPENDENT, 2 * (uint64_t)root + (uint64_t)side, 0, (uint64_t)tag);
    add(&l, ANY, root, 0, 0);
    return l;
}

static void count(backoff *b, const levels *l, uint32_t outcome, double by)
{
    for (int i = 0; i < l->n; i++)
        bo_add(b, l->key[i], outcome, by);
}

static void chain(const generative *m, const backoff *b, const levels *l, bo_chain *c)
{
    c->n = 0;
    for (int i = 0; i < l->n; i++)
        bo_chain_add(c, b, l->key[i], m->smoothing);
}

// ---------------------------------------------------------------------------------------------------
// Counting

void gen_count_tag(generative *m, const gen_head *h, int tag, double by)
{
    const levels l = of_head(m, m->variant->dependents, h, false);
    count(&m->tag, &l, (uint32_t)tag, by);
}

void gen_count_stop(generative *m, const gen_head *h, bool stop, double by)
{
    const bool root = h->tag == (int)m->tags.n + 1;
    if (root && (h->context == 0 || m->single_root))
        return; // no decision
    const levels l = of_head(m, m->variant->stops, h, true);
    count(&m->stop, &l, stop, by);
}

void gen_count_label(generative *m, int head_tag, int tag, int side, uint32_t label)
{
    const levels l = of_label(m, head_tag, tag, side);
    count(&m->label, &l, label, 1);
}

static void count_form(generative *m, const gen_words *w, int h, int d)
{
    const levels l = of_form(m, w, h, d);
    if (m->forms && w->form[d] != BO_UNSEEN)
        count(&m->form, &l, w->form[d], 1);
}

// Counts that a head makes d; context is what it last made on that side.
static void count_arc(generative *m, const gen_words *w, int h, int d, int *context)
{
    const gen_head at = {w->tag[h], w->form[h], h < d, *context};
    gen_count_stop(m, &at, false, 1);
    gen_count_tag(m, &at, w->tag[d], 1);
    count_form(m, w, h, d);
    *context = 1 + w->tag[d];
}

void gen_count_tree(generative *m, const gen_words *w, const int *head)
{
    const size_t nodes = (size_t)w->n + 1;
    int *context = mem_zero(2 * nodes, sizeof *context); // [side][n+1]
    for (int d = w->n; d >= 1; d--)
        if (head[d] > d)
            count_arc(m, w, head[d], d, &context[head[d]]);
    for (int d = 1; d <= w->n; d++)
        if (head[d] < d)
            count_arc(m, w, head[d], d, &context[nodes + (size_t)head[d]]);
    for (int h = 0; h <= w->n; h++)
        for (int side = h == 0; side < 2; side++) {
            const gen_head at = {w->tag[h], w->form[h], side, context[(size_t)side * nodes + (size_t)h]};
            gen_count_stop(m, &at, true, 1);
        }
    mem_free(context);
}

void gen_settle(generative *m)
{
    bo_settle(&m->tag);
    bo_settle(&m->stop);
    bo_settle(&m->form);
    bo_settle(&m->byte);
    bo_settle(&m->label);
}

// ---------------------------------------------------------------------------------------------------
// Probabilities

void gen_tag_chain(const generative *m, const gen_head *h, bo_chain *c)
{
    const levels l = of_head(m, m->variant->dependents, h, false);
    chain(m, &m->tag, &l, c);
}

double gen_log_tag(const generative *m, const bo_chain *c, int tag)
{
    return bo_log(c, (uint32_t)tag, -log((double)m->tags.n + 1));
}

void gen_log_stop(const generative *m, const gen_head *h, double log_stop[2])
{
    bo_chain c;
    const bool root = h->tag == (int)m->tags.n + 1;
    if (root && (h->context == 0 || m->single_root)) {
        log_stop[0] = h->context == 0 ? 0 : -INFINITY;
        log_stop[1] = h->context == 0 ? -INFINITY : 0;
        return;
    }
    const levels l = of_head(m, m->variant->stops, h, true);
    chain(m, &m->stop, &l, &c);
    log_stop[0] = bo_log(&c, 0, -log(2));
    log_stop[1] = bo_log(&c, 1, -log(2));
}

double gen_log_form(const generative *m, const gen_words *w, int h, int d)
{
    bo_chain c;
    if (!m->forms)
        return 0;
    const levels l = of_form(m, w, h, d);
    chain(m, &m->form, &l, &c);
    return bo_log(&c, w->form[d], w->spelled[d]);
}

int gen_reach_class(int h, int d)
{
    static const int most[GEN_REACH - 1] = {1, 2, 3, 4, 5, 7, 10, 15, 30}; // of each class but the last
    const int distance = h < d ? d - h : h - d;
    int at = 0;
    while (at < GEN_REACH - 1 && distance > most[at])
        at++;
    return at;
}

double gen_log_reach(const generative *m, int h, int d)
{
    return h == 0 ? m->top : m->reach[h < d][gen_reach_class(h, d)];
}

// The best label and the two highest log probabilities.
static int best_label(const generative *m, int head_tag, int tag, int side, double most[2])
{
    bo_chain c;
    const bool root = head_tag == (int)m->tags.n + 1;
    const levels l = of_label(m, head_tag, tag, side);
    int best = -1;
    most[0] = most[1] = -INFINITY;
    chain(m, &m->label, &l, &c);
    for (int i = 0; i < (int)m->labels.n; i++) {
        if (!lp_allowed(m->allowed, i, !root))
            continue;
        const double p = bo_log(&c, (uint32_t)i, -log((double)m->labels.n));
        if (best < 0 || p > most[0]) {
            best = i;
            most[1] = most[0];
            most[0] = p;
        } else if (p > most[1])
            most[1] = p;
    }
    return best;
}

int gen_label(const generative *m, int head_tag, int tag, int side)
{
    double most[2];
    return best_label(m, head_tag, tag, side, most);
}

double gen_label_lead(const generative *m, int head_tag, int tag, int side)
{
    double most[2];
    best_label(m, head_tag, tag, side, most);
    return most[1] > -INFINITY ? most[0] - most[1] : 0;
}
