// SPDX-License-Identifier: MIT
// What a treebank says about lemmas.
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "text/lemma_train.h"

#include <string.h>

void lem_survey_done(lem_survey *s)
{
    mem_free(s->type);
    lem_counts_done(&s->known);
    memset(s, 0, sizeof *s);
}

// "_" is no lemma, but that of the word "_".
static bool has_lemma(copse_str form, copse_str lemma)
{
    return form.len && lemma.len && (!str_is(lemma, "_") || str_is(form, "_"));
}

static uint64_t key_of(const lem_token *t, copse_str lemma)
{
    return hash_mix(lem_token_key(t), hash_bytes(lemma.s, lemma.len) + t->first);
}

static void add_type(lem_survey *s, lem_counts *index, const lem_token *t, copse_str lemma)
{
    const uint64_t key = key_of(t, lemma);
    uint32_t at = lem_counted(index, key);
    if (at == 0) {
        s->type = mem_grow(s->type, &s->cap, s->n + 1, sizeof *s->type);
        s->type[s->n++] = (lem_type){.token = *t, .lemma = lemma, .recipe.script = LEM_NONE};
        at = lem_count(index, key, (uint32_t)s->n);
    }
    s->type[at - 1].count++;
    s->words++;
}

static void collect(lem_survey *s, const treebank *t)
{
    lem_counts index = {0};
    for (size_t i = 0; i < t->n; i++) {
        const copse_sentence *one = t->sentence[i];
        bool first = true;
        for (int d = 1; d <= one->n; d++) {
            const lem_token token = lem_token_read(one, d, first);
            const copse_str lemma = sen_read(one, d, COPSE_LEMMA);
            first = first && !lem_has_letter(token.form);
            if (has_lemma(token.form, lemma))
                add_type(s, &index, &token, lemma);
        }
    }
    lem_counts_done(&index);
}

// Does I become dotless i? Lemmas of words that begin with I tell.
static bool is_turkic(const lem_survey *s)
{
    static const char dotless[] = "\xc4\xb1";
    long with = 0, without = 0;
    for (size_t i = 0; i < s->n; i++) {
        const copse_str lemma = s->type[i].lemma;
        if (s->type[i].token.form.s[0] != 'I')
            continue;
        with += lemma.s[0] == 'i';
        without += lemma.len >= 2 && memcmp(lemma.s, dotless, 2) == 0;
    }
    return without > with;
}

// Counts how many forms have each lemma, and how many readings of a form do.
static void count_known(lem_survey *s, const lem_model *m)
{
    lem_counts seen = {0};
    lem_word w;
    uint32_t lemma[ES_WORD];
    for (size_t i = 0; i < s->n; i++) {
        lem_type *t = &s->type[i];
        lem_token token = t->token;
        uint64_t key[LEM_KNOWN];
        token.first = false;
        const size_t n = es_decode(t->lemma, lemma);
        t->lemma_hash = n ? lem_hash_points(lemma, n) : 0;
        if (n == 0 || !lem_take(m, &w, &token) || lem_count(&seen, key_of(&token, t->lemma), 1) > 1)
            continue;
        lem_known_keys(&w, t->lemma_hash, key);
        if (lem_count(&s->known, key[LEM_KNOWN_PAIR], 1) == 1)
            lem_count(&s->known, key[LEM_KNOWN_LEMMA], 1);
        if (lem_count(&s->known, key[LEM_KNOWN_PAIR_POS], 1) == 1)
            lem_count(&s->known, key[LEM_KNOWN_LEMMA_POS], 1);
    }
    lem_counts_done(&seen);
}

void lem_look(lem_survey *s, lem_model *m, const treebank *t)
{
    collect(s, t);
    m->turkic = is_turkic(s);
    count_known(s, m);
}
