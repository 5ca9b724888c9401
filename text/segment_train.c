// SPDX-License-Identifier: MIT
// Learning where tokens end: online, over all runs in random order, with a margin (Taskar et al. 2004) and a
// step for each weight (AdaGrad), and the average of the weights at the end.
#include "text/segment_disguise.h"
#include "text/segment_features.h"
#include "text/segment_search.h"

#include "common/base/mem.h"
#include "common/base/random.h"

#include <string.h>

enum { DISGUISED = 2 }; // one run of so many is learnt from with made-up words

// A run of characters, or a part of one.
typedef struct run {
    const ch_char *c;
    uint32_t n;
    uint32_t text, at; // the text, and where it begins there
} run;

typedef struct lesson {
    const sg_lesson *of;
    run *run; // [n]
    size_t n, cap;
    bool **ends; // [texts][n of the text] a token ends before this character
    sg_letters letters;
    ch_char *guise; // [SG_BLOCK + 2 SG_AROUND] a run with made-up words
    rng random;
} lesson;

static void mark_ends(lesson *l)
{
    l->ends = mem_zero(l->of->n, sizeof *l->ends);
    for (size_t k = 0; k < l->of->n; k++) {
        const raw_text *r = l->of->texts[k];
        l->ends[k] = mem_zero(r->n + 1, sizeof **l->ends);
        for (size_t i = 0; i < r->tokens; i++)
            l->ends[k][r->token[i].to] = l->ends[k][r->token[i].from] = true;
    }
}

// Cuts a text into runs; what is longer than a block is cut at the end of a token or anywhere.
static void take_runs(lesson *l, size_t k)
{
    const raw_text *r = l->of->texts[k];
    bool *ends = l->ends[k];
    for (size_t i = RAW_PAD; i < r->n - RAW_PAD;) {
        if (ch_is_space(&r->c[i])) {
            i++;
            continue;
        }
        size_t j = i, last = i;
        while (j < r->n && j - i < SG_BLOCK && !ch_is_space(&r->c[j]))
            if (ends[++j])
                last = j;
        if (!ch_is_space(&r->c[j]) && last > i)
            j = last;
        ends[j] = true;
        l->run = mem_grow(l->run, &l->cap, l->n + 1, sizeof *l->run);
        l->run[l->n++] = (run){r->c + i, (uint32_t)(j - i), (uint32_t)k, (uint32_t)i};
        i = j;
    }
}

static void count_pair(sg_model *m, const ch_char *a, const ch_char *b)
{
    const uint64_t pair = sg_pair(a->low, a->cls, b->low, b->cls);
    if (pair)
        lx_count(&m->pairs, pair);
}

// Counts the forms of tokens, and finds the runs that are always one token.
static void count_forms(sg_model *m, const lesson *l)
{
    lexicon one = {0}, cut = {0};
    for (size_t i = 0; i < l->n; i++) {
        const run *r = &l->run[i];
        const bool *ends = l->ends[r->text] + r->at;
        const uint64_t key = sg_form_key(r->c, r->n);
        size_t from = 0;
        for (size_t j = 1; j <= r->n; j++)
            if (ends[j]) {
                if (r->text == 0 && j - from <= SG_PIECE)
                    lx_count(&m->words, sg_form_key(r->c + from, j - from));
                if (j < r->n)
                    count_pair(m, &r->c[j - 1], &r->c[j]);
                if (j == r->n)
                    lx_count(from ? &cut : &one, key);
                from = j;
            }
    }
    for (size_t i = 0; i < l->n; i++) {
        const uint64_t key = sg_form_key(l->run[i].c, l->run[i].n);
        if (l->run[i].n < SG_WHOLE && lx_get(&one, key) > 1 && !lx_get(&cut, key))
            lx_count(&m->whole, key);
    }
    lx_done(&one);
    lx_done(&cut);
}

static void change_piece(sg_model *m, const sg_work *work, const bool *gold, size_t i, size_t j, float by)
{
    li_keys keys;
    if (j - i > SG_PIECE) {
        sg_long_keys(m, work, j, &keys);
    } else {
        uint64_t form = 0;
        for (size_t q = j; q-- > i;)
            form = sg_extend(form, work->k[SG_AROUND + q]);
        form = sg_extend(form, (uint32_t)(j - i));
        sg_piece_keys(m, work, i, j, form, sg_seen(m, form, i, j, gold), &keys);
    }
    li_adapt(&m->w, &keys, by);
}

// Moves the weights by all borders and pieces of one answer that the other does not have.
static void change(sg_model *m, const sg_work *work, size_t n, const bool *gold, const bool *mine,
                   const bool *other, float by)
{
    li_keys keys;
    for (size_t i = 0, j = 1; j <= n; j++) {
        if (!mine[j])
            continue;
        bool same = (i == 0 || other[i]) && other[j];
        for (size_t k = i + 1; k < j; k++)
            same &= !other[k];
        if (!same)
            change_piece(m, work, gold, i, j, by);
        if (!other[j]) {
            sg_border_keys(m, work, j, n, gold, &keys);
            li_adapt(&m->w, &keys, by);
        }
        i = j;
    }
}

// The run, with made-up words once in a while.
static const ch_char *see(lesson *l, const run *r, const bool *gold)
{
    if (rng_below(&l->random, DISGUISED) != 0)
        return r->c;
    memcpy(l->guise, r->c - SG_AROUND, (r->n + 2 * SG_AROUND) * sizeof *l->guise);
    ch_char *c = l->guise + SG_AROUND;
    return sg_disguise(&l->letters, c, r->n, gold, &l->random) ? c : r->c;
}

static void learn_run(sg_model *m, sg_work *work, lesson *l, const run *r)
{
    const bool *gold = l->ends[r->text] + r->at;
    if (r->n < 2)
        return;
    sg_look(work, see(l, r, gold), r->n);
    sg_search(m, work, r->n, gold);
    if (memcmp(work->ends + 1, gold + 1, r->n) != 0) {
        change(m, work, r->n, gold, gold, work->ends, 1);
        change(m, work, r->n, gold, work->ends, gold, -1);
    }
    li_step(&m->w);
}

void sg_train(sg_model *m, const sg_lesson *of)
{
    lesson l = {.of = of};
    sg_work *work = mem_alloc(1, sizeof *work);
    memset(m, 0, sizeof *m);
    m->set = SG_SETS - 1;
    rng_seed(&l.random, of->seed);
    li_init(&m->w, of->bits);
    mark_ends(&l);
    for (size_t k = 0; k < of->n; k++)
        take_runs(&l, k);
    count_forms(m, &l);
    sg_letters_take(&l.letters, of->texts[0]);
    l.guise = mem_alloc(SG_BLOCK + 2 * SG_AROUND, sizeof *l.guise);
    uint32_t *order = mem_alloc(l.n + 1, sizeof *order);
    for (size_t i = 0; i < l.n; i++)
        order[i] = (uint32_t)i;
    for (int round = 0; round < of->runs * of->rounds; round++) {
        if (round && round % of->rounds == 0)
            li_next_run(&m->w);
        rng_shuffle(&l.random, order, l.n);
        for (size_t i = 0; i < l.n; i++)
            learn_run(m, work, &l, &l.run[order[i]]);
        meter_step(of->meter);
    }
    li_pack(&m->w);
    lx_pack(&m->words);
    lx_pack(&m->whole);
    lx_pack(&m->pairs);
    sg_letters_done(&l.letters);
    mem_free(l.guise);
    mem_free(order);
    mem_free(work);
    for (size_t k = 0; k < of->n; k++)
        mem_free(l.ends[k]);
    mem_free(l.ends);
    mem_free(l.run);
}
