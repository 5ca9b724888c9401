// SPDX-License-Identifier: MIT
// Text of a made-up language, as a treebank and as a tokeniser that was trained on it. Words are made of
// syllables; nouns may have the ending -ki, which is a word of its own, and "du" is "de le" before a noun.
// Sentences begin with a capital and end with . or ?, and "dr." stands before names.
#ifndef COPSE_TESTS_TOKENS_H
#define COPSE_TESTS_TOKENS_H

#include "copse.h"
#include "common/base/random.h"
#include "common/base/text.h"
#include "common/model/model.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tokens_maker {
    text out;
    rng random;
    int id;
} tokens_maker;

static inline void tokens_tagged(tokens_maker *m, const char *form, const char *upos, bool space)
{
    char line[256];
    snprintf(line, sizeof line, "%d\t%s\t%s\t%s\t_\t_\t%d\t%s\t_\t%s\n", m->id, form, form, upos, m->id > 1,
             m->id > 1 ? "dep" : "root", space ? "_" : "SpaceAfter=No");
    m->id++;
    text_cat(&m->out, line);
}

static inline void tokens_line(tokens_maker *m, const char *form, bool space)
{
    tokens_tagged(m, form, "X", space);
}

static inline void tokens_range(tokens_maker *m, const char *form, bool space, const char *first,
                                const char *second)
{
    char line[160];
    snprintf(line, sizeof line, "%d-%d\t%s\t_\t_\t_\t_\t_\t_\t_\t%s\n", m->id, m->id + 1, form,
             space ? "_" : "SpaceAfter=No");
    text_cat(&m->out, line);
    tokens_line(m, first, true);
    tokens_line(m, second, true);
}

static inline void tokens_word(tokens_maker *m, char *word, bool capital)
{
    static const char *const syllable[] = {"ba", "do", "ri", "mu", "te", "lan", "so", "pe", "nu", "gar"};
    const int n = 1 + (int)rng_below(&m->random, 3);
    *word = 0;
    for (int i = 0; i <= n; i++)
        strcat(word, syllable[rng_below(&m->random, 10)]);
    if (capital)
        *word = (char)toupper((unsigned char)*word);
}

static inline void tokens_sentence(tokens_maker *m)
{
    char word[64], joined[80];
    const int n = 3 + (int)rng_below(&m->random, 6);
    m->id = 1;
    if (rng_below(&m->random, 6) == 0)
        text_cat(&m->out, "# newpar\n");
    for (int i = 0; i < n; i++) {
        const bool last = i + 1 == n;
        tokens_word(m, word, i == 0);
        switch (i ? rng_below(&m->random, 8) : 9) {
        case 0:
            snprintf(joined, sizeof joined, "%ski", word);
            tokens_range(m, joined, !last, word, "ki");
            break;
        case 1:
            tokens_range(m, "du", true, "de", "le");
            tokens_line(m, word, !last);
            break;
        case 2:
            tokens_word(m, word, true);
            tokens_line(m, "dr.", true);
            tokens_line(m, word, !last);
            break;
        case 3:
            tokens_line(m, word, last ? false : false);
            if (!last)
                tokens_line(m, ",", true);
            break;
        default:
            tokens_line(m, word, !last);
        }
    }
    tokens_line(m, rng_below(&m->random, 4) ? "." : "?", true);
    text_add(&m->out, "\n", 1);
}

// A treebank of n sentences; the caller calls text_done.
static inline text tokens_treebank(int n, uint64_t seed)
{
    tokens_maker m = {.id = 1};
    rng_seed(&m.random, seed);
    for (int i = 0; i < n; i++)
        tokens_sentence(&m);
    return m.out;
}

// A token of which neither its letters nor its neighbours say whether it is two words: after "Bo" and any
// noun it is a noun and the word "la", after "Ki" and any noun a verb that ends so.
static inline void tokens_doubt(tokens_maker *m, bool splits, bool tags)
{
    char noun[64], stem[64], token[80];
    m->id = 1;
    tokens_word(m, noun, false);
    tokens_word(m, stem, false);
    snprintf(token, sizeof token, "%sla", stem);
    tokens_tagged(m, splits ? "Bo" : "Ki", tags ? (splits ? "DET" : "PRON") : "_", true);
    tokens_tagged(m, noun, tags ? "NOUN" : "_", true);
    if (splits) {
        char range[160];
        snprintf(range, sizeof range, "3-4\t%s\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n", token);
        text_cat(&m->out, range);
        tokens_tagged(m, stem, tags ? "NOUN" : "_", true);
        tokens_tagged(m, "la", tags ? "AUX" : "_", true);
    } else {
        tokens_tagged(m, token, tags ? "VERB" : "_", false);
    }
    tokens_tagged(m, ".", tags ? "PUNCT" : "_", true);
    text_add(&m->out, "\n", 1);
}

// A treebank of n sentences with such tokens, with or without UPOS.
static inline text tokens_doubts(int n, uint64_t seed, bool tags)
{
    tokens_maker m = {.id = 1};
    rng_seed(&m.random, seed);
    for (int i = 0; i < n; i++)
        tokens_doubt(&m, rng_below(&m.random, 2), tags);
    return m.out;
}

// A tokeniser trained on a treebank; NULL on failure.
static inline copse_model *tokens_model_with(copse_str bank, const copse_environment *environment,
                                             copse_writer **bytes, copse_error *err)
{
    copse_options *o = copse_options_new("tokeniser", err);
    copse_reader *r = copse_reader_memory(bank.s, bank.len, NULL, err);
    copse_writer *w = copse_writer_memory();
    copse_model *made = NULL;
    size_t size;
    if (o && r && w && copse_train_stream(o, r, w, environment, err) == 0) {
        const void *data = copse_writer_data(w, &size);
        made = copse_model_from_memory(data, size, NULL, err);
    }
    copse_reader_close(r);
    copse_options_free(o);
    if (bytes)
        *bytes = w;
    else
        copse_writer_free(w);
    return made;
}

static inline copse_model *tokens_model(copse_str bank, copse_writer **bytes, copse_error *err)
{
    return tokens_model_with(bank, NULL, bytes, err);
}

// The sentences of a text, by a tokeniser trained on n sentences of a language; NUL-terminated.
static inline text tokens_split(void (*add_sentence)(tokens_maker *), int n, uint64_t seed, const char *input)
{
    tokens_maker m = {.id = 1};
    copse_error err = {0};
    text out = {0};
    rng_seed(&m.random, seed);
    for (int i = 0; i < n; i++)
        add_sentence(&m);
    copse_model *model = tokens_model((copse_str){m.out.s, m.out.n}, NULL, &err);
    if (!model) {
        fprintf(stderr, "no tokeniser: %s\n", err.message);
        exit(1);
    }
    const model_stage *stage = &model->stage[0];
    splitter s = stage->kind->split(stage->model, &(copse_text_options){0});
    const copse_str bytes = {input, strlen(input)};
    for (size_t at = 0, taken = 1; at < bytes.len && taken; at += taken)
        taken = s.next(s.self, (copse_str){bytes.s + at, bytes.len - at}, true, &out);
    s.free(s.self);
    copse_model_free(model);
    text_done(&m.out);
    text_add(&out, "", 1);
    return out;
}

#endif
