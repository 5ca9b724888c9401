// SPDX-License-Identifier: MIT
// Stems are made of syllables by random numbers with a seed of their own, each only once.
#include "tests/generate/lexicon.h"

#include "common/base/hash.h"
#include "common/base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN = 1 << 14, LEXICON_SEED = 20060608 };

// Words of the grammar itself and their like; stems must differ from them.
static const char *const reserved[] = {"in",  "sor", "tra", "vun", "per", "mid", "al", "ed", "or",  "ma",
                                       "che", "sa",  "dum", "fo",  "te",  "ni",  "ya", "es", "vol", "pot",
                                       "l",   "un",  "d",   "k",   "m",   "t",   "ol", "n",  "v",   "chu"};

static const struct {
    size_t size;
    const char *lemma_end; // the ending of the dictionary form; NULL: by gender
} lists[LEX_LISTS] = {
    [LEX_THING] = {2400, NULL},       [LEX_TOOL] = {250, NULL},       [LEX_PART] = {250, NULL},
    [LEX_NAME] = {700, ""},           [LEX_ADJECTIVE] = {700, "o"},   [LEX_ADVERB] = {160, "es"},
    [LEX_INTRANSITIVE] = {300, "ir"}, [LEX_TRANSITIVE] = {500, "ir"}, [LEX_DITRANSITIVE] = {40, "ir"},
    [LEX_CLAUSAL] = {80, "ir"},       [LEX_CONTROL] = {60, "ir"},
};

// True if the string was not there yet; the table holds hashes only, which is enough to keep stems apart.
static bool add_new(uint64_t *seen, const char *s)
{
    uint64_t h = hash_bytes(s, strlen(s)) | 1;
    size_t i = h % SEEN;
    while (seen[i] && seen[i] != h)
        i = (i + 1) % SEEN;
    if (seen[i])
        return false;
    seen[i] = h;
    return true;
}

static void syllable(rng *r, char *out, size_t size, bool first)
{
    static const char *const onset[] = {"b", "br", "d",  "dr", "f",  "fl", "g", "gr", "h",
                                        "j", "k",  "kl", "l",  "m",  "n",  "p", "pl", "r",
                                        "s", "sk", "st", "t",  "tr", "v",  "z"};
    static const char *const inner[] = {"b", "d", "l", "m", "n",  "r",  "s",
                                        "t", "v", "k", "š", "ll", "nt", "rd"};
    static const char *const nucleus[] = {"a", "a", "e", "e", "i", "o", "o", "u", "au", "ei", "é", "ö"};
#define ANY(a) (a)[rng_below(r, sizeof(a) / sizeof *(a))]
    const char *vowel = ANY(nucleus), *begin = first ? ANY(onset) : ANY(inner);
    size_t at = strlen(out);
    snprintf(out + at, size - at, "%s%s", begin, vowel);
}

static char *make_stem(rng *r, uint64_t *seen, size_t rank)
{
    static const char *const coda[] = {"l",  "m",  "n",  "r", "s", "t",  "k",
                                       "nd", "rt", "lm", "f", "b", "sk", "g"};
    char stem[64];
    do {
        stem[0] = 0;
        // Frequent words are short.
        uint64_t more = rng_below(r, 10), syllables = rank < 12 ? 1 : more < 2 ? 1 : more < 8 ? 2 : 3;
        for (uint64_t i = 0; i < syllables; i++)
            syllable(r, stem, sizeof stem, i == 0);
        size_t at = strlen(stem);
        snprintf(stem + at, sizeof stem - at, "%s", ANY(coda));
    } while (!add_new(seen, stem));
    return mem_string(stem, strlen(stem));
}

static char *make_lemma(lex_list list, const lexeme *x)
{
    const char *end = lists[list].lemma_end;
    if (!end)
        end = lex_ending(x->gender, NUMBER_SING, CASE_NOM);
    char lemma[80];
    snprintf(lemma, sizeof lemma, "%s%s", x->stem, end);
    return mem_string(lemma, strlen(lemma));
}

void lex_init(lexicon *l)
{
    rng r;
    rng_seed(&r, LEXICON_SEED);
    uint64_t *seen = mem_zero(SEEN, sizeof *seen);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        add_new(seen, reserved[i]);
    size_t largest = 0;
    for (int k = 0; k < LEX_LISTS; k++) {
        size_t n = l->size[k] = lists[k].size;
        l->list[k] = mem_alloc(n, sizeof *l->list[k]);
        for (size_t i = 0; i < n; i++) {
            lexeme *x = &l->list[k][i];
            x->stem = make_stem(&r, seen, i);
            x->gender = (int)rng_below(&r, GENDERS);
            if (k == LEX_NAME)
                x->stem[0] = (char)(x->stem[0] - 'a' + 'A'); // onsets are ASCII
            x->lemma = make_lemma((lex_list)k, x);
        }
        largest = n > largest ? n : largest;
    }
    mem_free(seen);
    l->zipf = mem_alloc(largest, sizeof *l->zipf);
    uint64_t sum = 0;
    for (size_t i = 0; i < largest; i++)
        l->zipf[i] = sum += ((uint64_t)1 << 32) / (i + 6);
}

void lex_done(lexicon *l)
{
    for (int k = 0; k < LEX_LISTS; k++) {
        for (size_t i = 0; i < l->size[k]; i++) {
            mem_free(l->list[k][i].stem);
            mem_free(l->list[k][i].lemma);
        }
        mem_free(l->list[k]);
    }
    mem_free(l->zipf);
}

const lexeme *lex_pick(const lexicon *l, lex_list list, rng *r)
{
    size_t low = 0, high = l->size[list] - 1;
    uint64_t x = rng_below(r, l->zipf[high]);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (x < l->zipf[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return &l->list[list][low];
}

const char *lex_ending(int gender, int number, int grammatical_case)
{
    static const char *const endings[GENDERS][2][5] = {
        {{"o", "o", "on", "os", "om"}, {"oi", "oi", "oin", "ois", "oim"}},
        {{"a", "a", "an", "as", "am"}, {"ai", "ai", "ain", "ais", "aim"}},
        {{"e", "e", "e", "er", "em"}, {"ei", "ei", "ei", "eir", "eim"}}, // neuters do not tell Acc from Nom
    };
    return endings[gender][number][grammatical_case];
}

const char *lex_name_ending(int grammatical_case)
{
    static const char *const endings[] = {"", "", "en", "es", "em"};
    return endings[grammatical_case];
}

const char *lex_verb_ending(int tense, int person, int number)
{
    static const char *const endings[2][2][3] = {
        {{"im", "is", "it"}, {"ims", "iss", "int"}},
        {{"avim", "avis", "avit"}, {"avims", "aviss", "avint"}},
    };
    return endings[tense][number][person - 1];
}
