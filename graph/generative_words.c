// SPDX-License-Identifier: MIT
// The words of a sentence as numbers of the model.
#include "graph/generative.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <string.h>

// The contexts of the byte at i: the two before it, the one before it, nothing.
enum { SPELL_LEVELS = 3 };
static uint64_t spell_context(copse_str form, size_t i, int level)
{
    uint64_t key = (uint64_t)level;
    for (size_t back = 1; back + (size_t)level < SPELL_LEVELS; back++)
        key = hash_mix(key, back <= i ? (unsigned char)form.s[i - back] : 0);
    return key;
}

// The byte at i; 0 at the end.
static unsigned spell_byte(copse_str form, size_t i)
{
    return i < form.len ? (unsigned char)form.s[i] : 0;
}

void gen_count_bytes(generative *m, copse_str form)
{
    for (size_t i = 0; i <= form.len; i++)
        for (int level = 0; level < SPELL_LEVELS; level++)
            bo_add(&m->byte, spell_context(form, i, level), spell_byte(form, i), 1);
}

double gen_spell(const generative *m, copse_str form)
{
    static const double LEAST = -1e9;
    const double even = -log(GEN_BYTES);
    double sum = 0;
    for (size_t i = 0; i <= form.len; i++) {
        bo_chain c = {.n = 0};
        for (int level = 0; level < SPELL_LEVELS; level++)
            bo_chain_add(&c, &m->byte, spell_context(form, i, level), m->smoothing);
        sum += bo_log(&c, spell_byte(form, i), even);
        if (i == 0 && form.len > 0)
            sum -= log1p(-exp(bo_log(&c, 0, even))); // the end cannot come first
    }
    return sum > LEAST ? sum : LEAST; // a number, whatever the counts are
}

int gen_tag_of(const generative *m, const copse_sentence *s, int word)
{
    const size_t tag = tab_find(&m->tags, sen_column(s, word, m->pos));
    return (int)(tag == TAB_NONE ? m->tags.n : tag);
}

static void make_room(gen_words *w, int n)
{
    const size_t need = (size_t)n + 1;
    size_t cap = w->cap;
    w->at = mem_grow(w->at, &cap, need, sizeof *w->at);
    cap = w->cap;
    w->tag = mem_grow(w->tag, &cap, need, sizeof *w->tag);
    cap = w->cap;
    w->form = mem_grow(w->form, &cap, need, sizeof *w->form);
    w->spelled = mem_grow(w->spelled, &w->cap, need, sizeof *w->spelled);
}

static void take(gen_words *w, const generative *m, const copse_sentence *s, int word)
{
    const copse_str form = sen_column(s, word, COPSE_FORM);
    const int at = ++w->n;
    w->at[at] = word;
    w->tag[at] = gen_tag_of(m, s, word);
    w->form[at] = BO_UNSEEN;
    w->spelled[at] = 0;
    if (!m->forms)
        return;
    const size_t known = tab_find(&m->words, form);
    w->form[at] = known == TAB_NONE ? BO_UNSEEN : (uint32_t)known;
    w->spelled[at] = gen_spell(m, form);
}

void gen_words_set(gen_words *w, const generative *m, const copse_sentence *s, bool whole)
{
    make_room(w, s->n);
    w->n = 0;
    w->at[0] = 0;
    w->tag[0] = (int)m->tags.n + 1;
    w->form[0] = BO_UNSEEN;
    w->spelled[0] = 0;
    for (int d = 1; d <= s->n; d++)
        if (whole || m->punctuation || !sen_is_punctuation(s, d))
            take(w, m, s, d);
    if (w->n == 0 && s->n > 0 && !whole)
        gen_words_set(w, m, s, true);
}

void gen_words_heads(const gen_words *w, const copse_tree *tree, int *head)
{
    enum { UNKNOWN = -1 };
    // For each node its number in w, or that of its nearest ancestor in w.
    int *kept = mem_alloc((size_t)tree->n + 1, sizeof *kept);
    for (int d = 1; d <= tree->n; d++)
        kept[d] = UNKNOWN;
    kept[0] = 0;
    for (int d = 1; d <= w->n; d++)
        kept[w->at[d]] = d;
    head[0] = -1;
    for (int d = 1; d <= w->n; d++) {
        int top = tree->head[w->at[d]];
        while (kept[top] == UNKNOWN)
            top = tree->head[top];
        head[d] = kept[top];
        for (int h = tree->head[w->at[d]]; kept[h] == UNKNOWN; h = tree->head[h])
            kept[h] = head[d];
    }
    mem_free(kept);
}

void gen_words_done(gen_words *w)
{
    mem_free(w->at);
    mem_free(w->tag);
    mem_free(w->form);
    mem_free(w->spelled);
    memset(w, 0, sizeof *w);
}
