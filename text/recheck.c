// SPDX-License-Identifier: MIT
#include "text/recheck_model.h"

#include "common/base/mem.h"

#include <string.h>

void rc_free(rc_model *m)
{
    if (!m)
        return;
    tgm_done(&m->tagger);
    li_done(&m->w);
    box_close(m->inside);
    mem_free(m);
}

rc_worker *rc_worker_new(const rc_model *m)
{
    rc_worker *w = mem_zero(1, sizeof *w);
    w->model = m;
    w->tagger = tgw_new(&m->tagger, true);
    return w;
}

static void stretch_done(rc_stretch *s)
{
    text_done(&s->words);
    mem_free(s->form);
    mem_free(s->tag);
}

void rc_worker_free(rc_worker *w)
{
    if (!w)
        return;
    tgw_free(w->tagger);
    stretch_done(&w->whole);
    stretch_done(&w->split);
    mem_free(w);
}

// Adds the words of a token. Returns how many they are.
static int add_words(text *words, const mw_token *t, bool split)
{
    if (split)
        return mw_split(t->choice.rule, t->c, t->length, words);
    ch_add(words, t->c, t->length);
    text_add(words, "\n", 1);
    return 1;
}

// Lists the n words of the text.
static void list_forms(rc_stretch *s)
{
    const char *at = s->words.s;
    s->form = mem_grow(s->form, &s->form_cap, (size_t)s->n, sizeof *s->form);
    for (int k = 0; k < s->n; k++) {
        const char *end = memchr(at, '\n', (size_t)(s->words.s + s->words.n - at));
        s->form[k] = (copse_str){at, (size_t)(end - at)};
        at = end + 1;
    }
}

// Reads the tokens around token i, itself split or not, the others as was first decided: so the order of
// decisions does not matter.
static void read_stretch(tg_worker *tagger, rc_stretch *s, const mw_token *token, size_t n, size_t i,
                         bool split)
{
    const size_t to = n - i > RC_AROUND ? i + RC_AROUND + 1 : n;
    s->words.n = 0;
    s->n = 0;
    for (size_t k = i > RC_AROUND ? i - RC_AROUND : 0; k < to; k++) {
        const int words = add_words(&s->words, &token[k], k == i ? split : token[k].choice.score > 0);
        if (k == i) {
            s->at = s->n;
            s->parts = words;
        }
        s->n += words;
    }
    list_forms(s);
    s->reading = tgw_read(tagger, s->form, s->n);
    s->tag = mem_grow(s->tag, &s->tag_cap, (size_t)s->n, sizeof *s->tag);
    memcpy(s->tag, tagger->tag + 1, (size_t)s->n * sizeof *s->tag);
}

void rc_read(rc_worker *w, const mw_token *token, size_t n, size_t i)
{
    read_stretch(w->tagger, &w->whole, token, n, i, false);
    read_stretch(w->tagger, &w->split, token, n, i, true);
}

void rc_decide(rc_worker *w, mw_token *token, size_t n)
{
    rc_features f;
    for (size_t i = 0; i < n; i++) {
        if (!rc_in_doubt(&token[i]))
            continue;
        float score = 0;
        rc_read(w, token, n, i);
        rc_see(w, &token[i], &f);
        for (size_t k = 0; k < f.keys.n; k++)
            score += f.value[k] * li_weight(&w->model->w, f.keys.key[k]);
        token[i].splits = score > 0;
    }
}
