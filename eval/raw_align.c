// SPDX-License-Identifier: MIT
//
// Pairs of words. Words that are tokens are a pair if they stand for the same characters. Words of a
// multiword token have no characters of their own: around one, both files are cut where neither has a token
// across the cut, and the words in between are paired by the longest common subsequence of their forms.
#include "eval/raw.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <string.h>

// Pairs of words compared in one stretch, at most. Stretches of real text have a few dozen.
enum { MOST_COMPARED = 1 << 22 };

typedef struct side {
    const raw_file *file;
    size_t at;   // the next word
    size_t from; // where the stretch begins
} side;

typedef struct aligner {
    side gold, system;
    size_t *gold_of;
    unsigned char *skips; // a bit for each pair of words in the stretch: is the one of gold skipped?
    size_t skips_cap;
    uint32_t *length; // two rows of lengths of subsequences
    size_t length_cap;
} aligner;

static const raw_word *next_word(const side *s)
{
    return &s->file->word[s->at];
}

static const raw_span *next_span(const side *s)
{
    return &s->file->token[next_word(s)->token];
}

static bool at_end(const side *s)
{
    return s->at == s->file->words;
}

// --- The longest common subsequence

static bool same_form(const aligner *a, size_t g, size_t s)
{
    return a->gold.file->word[g].form == a->system.file->word[s].form;
}

// Fills skips for the last n words of gold's stretch and m of the system's, from the end of both. Of two
// equally long subsequences, the one that skips a word of gold first is taken.
static void compare(aligner *a, size_t n, size_t m)
{
    const size_t g = a->gold.at - n, s = a->system.at - m, bytes = (n * m + 7) / 8;
    a->skips = mem_grow(a->skips, &a->skips_cap, bytes, 1);
    memset(a->skips, 0, bytes);
    a->length = mem_grow(a->length, &a->length_cap, 2 * (m + 1), sizeof *a->length);
    memset(a->length, 0, 2 * (m + 1) * sizeof *a->length);
    uint32_t *now = a->length, *below = now + m + 1; // [m+1] rows i and i+1
    for (size_t i = n; i-- > 0;) {
        for (size_t j = m; j-- > 0;) {
            const bool skip = below[j] >= now[j + 1];
            if (same_form(a, g + i, s + j))
                now[j] = below[j + 1] + 1;
            else
                now[j] = skip ? below[j] : now[j + 1];
            a->skips[(i * m + j) / 8] |= (unsigned char)(skip << (i * m + j) % 8);
        }
        uint32_t *const row = now;
        now = below;
        below = row;
    }
}

static int too_long(const aligner *a, copse_error *err)
{
    const side *g = &a->gold, *s = &a->system;
    const size_t n = g->at - g->from, m = s->at - s->from;
    return err_set(err, COPSE_ELIMIT, g->file->name, g->file->token[g->file->word[g->from].token].line,
                   "multiword tokens join %zu words here and %zu in %s: too many to compare", n, m,
                   s->file->name);
}

// Pairs the words of the stretch.
static int pair_stretch(aligner *a, copse_error *err)
{
    size_t g = a->gold.from, s = a->system.from;
    for (; g < a->gold.at && s < a->system.at && same_form(a, g, s); g++, s++)
        a->gold_of[s] = g;
    const size_t n = a->gold.at - g, m = a->system.at - s;
    if (n == 0 || m == 0)
        return 0;
    if (n > MOST_COMPARED / m)
        return too_long(a, err);
    compare(a, n, m);
    for (size_t i = 0, j = 0; i < n && j < m;) {
        if (same_form(a, g + i, s + j))
            a->gold_of[s + j++] = g + i++;
        else if (a->skips[(i * m + j) / 8] >> (i * m + j) % 8 & 1)
            i++;
        else
            j++;
    }
    return 0;
}

// --- Stretches

// Takes the words that begin before the end of the stretch, multiword tokens whole. These may move the end.
static bool extend(side *s, size_t *end)
{
    const size_t before = s->at;
    for (; !at_end(s); s->at++) {
        const raw_word *w = next_word(s);
        const bool inside = s->at > s->from && w->multiword && w->token == w[-1].token;
        if (next_span(s)->begin >= *end && !inside)
            break;
        if (w->multiword && next_span(s)->end > *end)
            *end = next_span(s)->end;
    }
    return s->at > before;
}

// A word of a multiword token is next. Words of the other file that begin before it have no partner;
// otherwise a stretch is taken and paired.
static int align_multiword(aligner *a, copse_error *err)
{
    side *g = &a->gold, *s = &a->system;
    const bool in_gold = next_word(g)->multiword, both = in_gold && next_word(s)->multiword;
    side *first = in_gold ? g : s, *other = in_gold ? s : g;
    if (!both && next_span(other)->begin < next_span(first)->begin) {
        other->at++;
        return 0;
    }
    size_t end = next_span(first)->end;
    g->from = g->at;
    s->from = s->at;
    first->at++; // also if the token has no characters
    do
        extend(g, &end);
    while (extend(s, &end));
    return pair_stretch(a, err);
}

static int align(aligner *a, copse_error *err)
{
    side *g = &a->gold, *s = &a->system;
    while (!at_end(g) && !at_end(s)) {
        const raw_span *x = next_span(g), *y = next_span(s);
        if (next_word(g)->multiword || next_word(s)->multiword) {
            if (align_multiword(a, err))
                return err->code;
        } else if (x->begin == y->begin && x->end == y->end) {
            a->gold_of[s->at++] = g->at++;
        } else if (x->begin <= y->begin) {
            g->at++;
        } else {
            s->at++;
        }
    }
    return 0;
}

int raw_align(const raw_file *gold, const raw_file *system, size_t *gold_of, copse_error *err)
{
    aligner a = {.gold.file = gold, .system.file = system, .gold_of = gold_of};
    for (size_t w = 0; w < system->words; w++)
        gold_of[w] = RAW_UNPAIRED;
    const int code = align(&a, err);
    mem_free(a.skips);
    mem_free(a.length);
    return code;
}
