// SPDX-License-Identifier: MIT
// Sentences to test parsers: from a string, or random.
#ifndef COPSE_TESTS_SENTENCES_H
#define COPSE_TESTS_SENTENCES_H

#include "common/base/mem.h"
#include "common/base/random.h"
#include "common/treebank/sentence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline copse_str str(const char *s)
{
    return (copse_str){s, strlen(s)};
}

// Words separated by blanks, their columns by slashes: "the/the/DET/DT/Case=Nom cat//NOUN".
static inline copse_sentence *sentence_of(const char *words)
{
    char *copy = mem_string(words, strlen(words)), *rest = copy;
    copse_token token[64] = {{0}};
    int n = 0;
    while (*rest) {
        const char **column[] = {&token[n].form, &token[n].lemma, &token[n].upos, &token[n].xpos,
                                 &token[n].feats};
        size_t length = strcspn(rest, " ");
        char *word = rest;
        rest += length + (rest[length] != 0);
        word[length] = 0;
        for (size_t k = 0; k < sizeof column / sizeof column[0] && word; k++) {
            char *slash = strchr(word, '/');
            if (slash)
                *slash = 0;
            *column[k] = word;
            word = slash ? slash + 1 : NULL;
        }
        n++;
    }
    copse_sentence *s = copse_sentence_new();
    copse_sentence_set(s, n, token);
    mem_free(copy);
    return s;
}

// n words from a small vocabulary, with distinct forms if distinct is set.
static inline copse_sentence *random_sentence(rng *r, int n, bool distinct)
{
    static const char *const tags[] = {"NOUN", "VERB", "DET", "ADP", "PUNCT"};
    static const char *const feats[] = {"_", "Case=Nom", "Case=Acc|Number=Sing", "Number=Plur|Tense=Past",
                                        ""};
    copse_token *token = mem_zero((size_t)n, sizeof *token);
    char(*form)[16] = mem_alloc((size_t)n, sizeof *form);
    for (int i = 0; i < n; i++) {
        const unsigned which = (unsigned)rng_below(r, 9);
        snprintf(form[i], sizeof form[i], "w%u", distinct ? (unsigned)i : which);
        token[i] =
            (copse_token){form[i], form[i], tags[rng_below(r, 5)], tags[which % 5], feats[rng_below(r, 5)]};
    }
    copse_sentence *s = copse_sentence_new();
    copse_sentence_set(s, n, token);
    mem_free(token);
    mem_free(form);
    return s;
}

#endif
