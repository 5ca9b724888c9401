// SPDX-License-Identifier: MIT
// What tells abbreviations and initials from words at the end of a sentence, whatever their letters are: how
// often the word was a token with the mark after it and without (after Kiss & Strunk 2006), its length and
// the case of its letters, what stands around the run, and single letters with stops between them.
#include "text/segment_features.h"
#include "text/segment_search.h"

enum {
    MOST_LENGTH = 7,  // of a word
    MOST_INITIALS = 2 // more look alike
};

static uint64_t two(uint64_t a, uint64_t b)
{
    return a << 32 | b;
}

static bool is_letter(uint8_t cls)
{
    return cls >= CH_UPPER && cls < CH_DIGIT;
}

// How often the piece from i up to j was a token, where it was not looked at.
static uint64_t seen(const sg_model *m, const sg_work *work, size_t i, size_t j, const bool *gold)
{
    uint64_t form = 0;
    if (j - i > SG_PIECE)
        return 0;
    for (size_t q = j; q-- > i;)
        form = sg_extend(form, work->k[SG_AROUND + q]);
    return sg_often(sg_seen(m, sg_extend(form, (uint32_t)(j - i)), i, j, gold));
}

// A number of initials, and whether there is nothing but them up to the end of the run.
static unsigned initials(size_t n, bool alone)
{
    return (n < MOST_INITIALS ? (unsigned)n : MOST_INITIALS) * 2 + alone;
}

// Single letters with stops between them that end before i, with a stop after the last or not.
static unsigned initials_before(const uint8_t *cls, size_t i)
{
    size_t n = 0, j = i;
    for (; n < MOST_LENGTH; n++) {
        const size_t at = j && cls[j - 1] == CH_STOP ? j - 1 : j;
        if ((n && at == j) || !at || !is_letter(cls[at - 1]) || (at > 1 && sg_is_word(cls[at - 2])))
            break;
        j = at - 1;
    }
    return initials(n, j == 0);
}

// Those that begin at i, with a stop before the first or not.
static unsigned initials_after(const uint8_t *cls, size_t i, size_t end)
{
    size_t n = 0, j = i;
    for (; n < MOST_LENGTH; n++) {
        const size_t at = j < end && cls[j] == CH_STOP ? j + 1 : j;
        if ((n && at == j) || at >= end || !is_letter(cls[at]) || (at + 1 < end && sg_is_word(cls[at + 1])))
            break;
        j = at + 1;
    }
    return initials(n, j == end || (j + 1 == end && cls[j] == CH_STOP));
}

static void add_initials(const sg_model *m, const sg_work *work, size_t i, size_t n, li_keys *k)
{
    const uint8_t *cls = work->cls + SG_AROUND;
    const unsigned before = initials_before(cls, i), after = initials_after(cls, i, n);
    const uint64_t marks = two(cls[i], cls[i - 1]);
    if (before < 2 && after < 2)
        return;
    li_add(&m->w, k, 50, two(before, after), marks);
    li_add(&m->w, k, 51, two(before, after), marks ^ (uint64_t)(work->next + 1) << 16);
    li_add(&m->w, k, 52, two(before, after), two(cls[i], cls[i + 1]) ^ (uint64_t)work->k[SG_AROUND + i] << 8);
}

void sg_word_keys(const sg_model *m, const sg_work *work, size_t i, size_t n, const bool *gold, li_keys *k)
{
    const linear *w = &m->w;
    const uint8_t *cls = work->cls + SG_AROUND;
    const uint32_t mark = work->k[SG_AROUND + i];
    const size_t from = work->left_from[i];
    if (cls[i] == CH_STOP || cls[i - 1] == CH_STOP)
        add_initials(m, work, i, n, k);
    if (sg_is_word(cls[i]))
        return;
    const uint64_t tail = work->right_to[i] == n ? work->next + 1 : 0; // 0: the run goes on with letters
    const uint64_t length = i - from < MOST_LENGTH ? i - from : MOST_LENGTH;
    const uint64_t tokens = seen(m, work, from, i, gold) * 8 + seen(m, work, from, i + 1, gold);
    const uint64_t word = sg_shape(cls + from, i - from < 10 ? i - from : 10) * 8 + length;
    li_add(w, k, 53, tokens, two(mark, tail));
    li_add(w, k, 54, tokens, two(mark, tail << 8 | length));
    li_add(w, k, 55, word, two(mark, tail << 8 | cls[i + 1]));
    li_add(w, k, 56, word, two(mark, tail << 8 | work->before));
}
