// SPDX-License-Identifier: MIT
// A small artificial language whose trees and labels follow from its parts of speech: a verb is the root;
// nouns depend on it (subjects before, objects after), determiners and adjectives on the next noun, adverbs
// on the verb. A learner that cannot learn it is broken. With `crossing` a particle at the end may depend on
// the first noun, across the verb.
#ifndef COPSE_TESTS_LANGUAGE_H
#define COPSE_TESTS_LANGUAGE_H

#include "copse.h"
#include "common/base/random.h"

#include <stdio.h>

enum { LANG_MOST = 24, LANG_TEXT = 24 };
enum { LANG_ROOT, LANG_SUBJECT, LANG_OBJECT, LANG_DET, LANG_MOD, LANG_ADV, LANG_FAR, LANG_LABELS };
static const char *const lang_label[] = {"root", "nsubj", "obj", "det", "amod", "advmod", "far"};

typedef struct lang_sentence {
    int n;
    int head[LANG_MOST + 1], label[LANG_MOST + 1];
    copse_token token[LANG_MOST + 1]; // [1..n]
    char form[LANG_MOST + 1][LANG_TEXT];
} lang_sentence;

static inline int lang_word(lang_sentence *s, rng *r, const char *upos, const char *feats)
{
    int d = ++s->n;
    snprintf(s->form[d], LANG_TEXT, "%c%c%d", upos[0], upos[1], (int)rng_below(r, 9));
    s->token[d] = (copse_token){s->form[d], s->form[d], upos, upos, feats};
    return d;
}

// Adds a noun with its determiner and adjectives; returns its number.
static inline int lang_noun(lang_sentence *s, rng *r, const char *feats)
{
    int first = s->n + 1, det = (int)rng_below(r, 2), adjectives = (int)rng_below(r, 3);
    if (det)
        lang_word(s, r, "DET", NULL);
    for (int i = 0; i < adjectives; i++)
        lang_word(s, r, "ADJ", "Degree=Pos");
    int noun = lang_word(s, r, "NOUN", feats);
    for (int d = first; d < noun; d++) {
        s->head[d] = noun;
        s->label[d] = d == first && det ? LANG_DET : LANG_MOD;
    }
    return noun;
}

static inline void lang_make(lang_sentence *s, rng *r, bool crossing)
{
    int subject, object = 0, adverb = 0;
    s->n = 0;
    s->head[0] = -1;
    subject = lang_noun(s, r, "Case=Nom|Number=Sing");
    if (rng_below(r, 2))
        adverb = lang_word(s, r, "ADV", NULL);
    int verb = lang_word(s, r, "VERB", "Number=Sing");
    if (rng_below(r, 3))
        object = lang_noun(s, r, "Case=Acc|Number=Plur");
    s->head[verb] = 0;
    s->label[verb] = LANG_ROOT;
    s->head[subject] = verb;
    s->label[subject] = LANG_SUBJECT;
    if (adverb) {
        s->head[adverb] = verb;
        s->label[adverb] = LANG_ADV;
    }
    if (object) {
        s->head[object] = verb;
        s->label[object] = LANG_OBJECT;
    }
    if (crossing && rng_below(r, 2)) {
        int last = lang_word(s, r, "PART", NULL);
        s->head[last] = subject;
        s->label[last] = LANG_FAR;
    }
}

// A treebank of n such sentences as a file.
static inline void lang_file(const char *path, int n, uint64_t seed, bool crossing)
{
    rng r;
    lang_sentence s;
    FILE *f = fopen(path, "w");
    rng_seed(&r, seed);
    for (int i = 0; i < n && f; i++) {
        lang_make(&s, &r, crossing);
        for (int d = 1; d <= s.n; d++)
            fprintf(f, "%d\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t_\t_\n", d, s.form[d], s.form[d], s.token[d].upos,
                    s.token[d].upos, s.token[d].feats ? s.token[d].feats : "_", s.head[d],
                    lang_label[s.label[d]]);
        fputc('\n', f);
    }
    if (!f || fclose(f) != 0)
        perror(path);
}

#endif
