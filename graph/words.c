// SPDX-License-Identifier: MIT
// A sentence as numbers: the values of each word, hashed once.
#include "graph/feature_sets.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BITS = 63 };

void gf_fixed_word(gf_word *w, uint64_t value)
{
    memset(w, 0, sizeof *w);
    for (int v = 0; v < GF_VALUES; v++)
        w->v[v] = hash_mix(value, (uint64_t)v);
}

static uint64_t column_hash(const copse_sentence *s, int word, copse_column column)
{
    copse_str value = sen_column(s, word, column);
    return hash_bytes(value.s, value.len);
}

uint64_t gf_affix(copse_str form, int length, bool last)
{
    size_t at = last ? form.len : 0;
    while (length-- > 0 && (last ? at > 0 : at < form.len)) {
        at = last ? at - 1 : at + 1;
        while (last ? at > 0 && ((unsigned char)form.s[at] & 0xc0) == 0x80
                    : at < form.len && ((unsigned char)form.s[at] & 0xc0) == 0x80)
            at = last ? at - 1 : at + 1;
    }
    return last ? hash_bytes(form.s + at, form.len - at) : hash_bytes(form.s, at);
}

static void set_items(gf_words *w, gf_word *word, copse_str feats, uint32_t *items)
{
    copse_str item;
    word->items = *items;
    if (str_is(feats, "_"))
        return;
    while (word->items_n < GF_MOST_ITEMS && str_next_item(&feats, &item)) {
        const char *equals = memchr(item.s, '=', item.len);
        size_t name = equals ? (size_t)(equals - item.s) : item.len;
        w->item[*items] = (gf_item){hash_bytes(item.s, name), hash_bytes(item.s, item.len)};
        if (name == 4 && memcmp(item.s, "Case", 4) == 0)
            word->v[GF_CASE] = w->item[*items].pair;
        word->items_n++;
        ++*items;
    }
}

static void set_bit(gf_words *w, gf_word *word)
{
    int b = 0;
    while (b < w->coarse_n && w->coarse[b] != word->v[GF_COARSE])
        b++;
    if (b == w->coarse_n && b < MOST_BITS)
        w->coarse[w->coarse_n++] = word->v[GF_COARSE];
    word->bit = b < MOST_BITS ? (uint64_t)1 << b : 0;
}

static void set_word(gf_words *w, const copse_sentence *s, int d, copse_column pos, uint32_t *items)
{
    gf_word *word = &w->word[d + 1];
    copse_str form = sen_column(s, d, COPSE_FORM), coarse = sen_column(s, d, COPSE_UPOS);
    memset(word, 0, sizeof *word);
    word->v[GF_FORM] = hash_bytes(form.s, form.len);
    bool has_lemma = !str_is(sen_column(s, d, COPSE_LEMMA), "_");
    word->v[GF_LEMMA] = has_lemma ? column_hash(s, d, COPSE_LEMMA) : word->v[GF_FORM];
    const copse_str tag = sen_tag(s, d, pos);
    word->v[GF_POS] = hash_bytes(tag.s, tag.len);
    word->v[GF_COARSE] = hash_bytes(coarse.s, coarse.len);
    word->v[GF_FEATS] = column_hash(s, d, COPSE_FEATS);
    word->v[GF_PREFIX] = gf_affix(form, 5, false);
    word->v[GF_SUFFIX] = gf_affix(form, 3, true);
    word->v[GF_CASE] = str_is(sen_column(s, d, COPSE_FEATS), "_") ? word->v[GF_LEMMA] : 1;
    word->uncounted = sen_is_punctuation(s, d);
    gf_classify(word, form, coarse);
    set_items(w, word, sen_column(s, d, COPSE_FEATS), items);
    set_bit(w, word);
}

// Where words stand among verbs and punctuation. After set_counts.
static void set_places(gf_words *w)
{
    const int n = w->n;
    int last = 0; // the punctuation before, or the root
    for (int d = 1; d <= n; d++) {
        w->word[d + 1].v[GF_PLACE] =
            hash_mix(gf_few(w->verbs[d], 3), gf_few(w->verbs[n + 1] - w->verbs[d + 1], 3));
        w->word[d + 1].v[GF_CLAUSE] =
            hash_mix(w->word[last + 1].v[GF_FORM], gf_few(w->verbs[d] - w->verbs[last], 2));
        last = w->word[d + 1].punct ? d : last;
    }
    last = n + 1;
    for (int d = n; d >= 1; d--) {
        uint64_t *clause = &w->word[d + 1].v[GF_CLAUSE];
        *clause = hash_mix(
            *clause, hash_mix(w->word[last + 1].v[GF_FORM], gf_few(w->verbs[last] - w->verbs[d + 1], 2)));
        last = w->word[d + 1].punct ? d : last;
    }
}

static void set_counts(gf_words *w)
{
    w->verbs[0] = w->puncts[0] = w->conjs[0] = 0;
    for (int i = 0; i <= w->n; i++) {
        const gf_word *word = &w->word[i + 1];
        w->verbs[i + 1] = w->verbs[i] + word->verb;
        w->puncts[i + 1] = w->puncts[i] + word->punct;
        w->conjs[i + 1] = w->conjs[i] + word->conj;
    }
}

void gf_words_set(gf_words *w, const copse_sentence *s, copse_column pos)
{
    size_t nodes = (size_t)s->n + 2, cap;
    if (!w->set)
        w->set = gf_set_all[0];
    w->n = s->n;
    w->coarse_n = 0;
    w->guides = 0;
    w->label = NULL;
    w->all = mem_grow(w->all, &w->word_cap, nodes + 3, sizeof *w->all);
    w->word = w->all + 1;
    w->item = mem_grow(w->item, &w->item_cap, nodes * GF_MOST_ITEMS, sizeof *w->item);
    w->head = mem_grow(w->head, &w->head_cap, nodes * GF_PAIRS, sizeof *w->head);
    w->dep = mem_grow(w->dep, &w->dep_cap, nodes * GF_PAIRS, sizeof *w->dep);
    w->end = mem_grow(w->end, &w->end_cap, nodes * GF_ENDS, sizeof *w->end);
    for (int i = 0; i < 3; i++) {
        w->sib[i] = mem_grow(w->sib[i], &w->sib_cap[i], nodes * GF_SIBLINGS, sizeof *w->sib[i]);
        w->grand[i] = mem_grow(w->grand[i], &w->grand_cap[i], nodes * GF_GRANDS, sizeof *w->grand[i]);
    }
    cap = w->count_cap;
    w->verbs = mem_grow(w->verbs, &cap, nodes, sizeof *w->verbs);
    cap = w->count_cap;
    w->puncts = mem_grow(w->puncts, &cap, nodes, sizeof *w->puncts);
    w->conjs = mem_grow(w->conjs, &w->count_cap, nodes, sizeof *w->conjs);
    gf_fixed_word(&w->all[0], 0xb1);
    gf_fixed_word(&w->word[0], 0xb0);
    gf_fixed_word(&w->word[1], 0x7007);
    gf_fixed_word(&w->word[s->n + 2], 0xe0);
    gf_fixed_word(&w->word[s->n + 3], 0xe1);
    uint32_t items = 0;
    for (int d = 1; d <= s->n; d++)
        set_word(w, s, d, pos, &items);
    set_counts(w);
    set_places(w);
    gf_halves_set(w);
    if (w->set->prepare)
        w->set->prepare(w, s);
}

void gf_words_done(gf_words *w)
{
    mem_free(w->all);
    mem_free(w->item);
    mem_free(w->head);
    mem_free(w->dep);
    mem_free(w->end);
    for (int i = 0; i < 3; i++) {
        mem_free(w->sib[i]);
        mem_free(w->grand[i]);
    }
    mem_free(w->verbs);
    mem_free(w->puncts);
    mem_free(w->conjs);
    mem_free(w->guide);
    mem_free(w->own);
    mem_free(w->cluster);
    memset(w, 0, sizeof *w);
}
