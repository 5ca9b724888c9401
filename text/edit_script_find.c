// SPDX-License-Identifier: MIT
// Finding the scripts that turn a word into a lemma. The longest stretches that both have in common divide
// the pair, again on either side (Chrupala 2008). Between them are the changes. A change becomes part of the
// new beginning, of the new ending, or a swap: each division gives a script, and whoever counts them over a
// treebank knows which of them generalises.
#include "text/edit_script.h"

#include "common/base/utf8.h"

#include <string.h>

enum { MOST_CHANGES = 12, MOST_FRONT = 3 };

// word[from..to) becomes lemma[begin..end).
typedef struct change {
    size_t from, to, begin, end;
} change;

typedef struct pair {
    const uint32_t *word, *lemma;
    size_t n, m;
    change change[MOST_CHANGES]; // left to right
    size_t changes;
    bool too_many;
} pair;

static void add_change(pair *p, change c)
{
    if (c.from == c.to && c.begin == c.end)
        return;
    if (p->changes == MOST_CHANGES)
        p->too_many = true;
    else
        p->change[p->changes++] = c;
}

// The longest common stretch inside c, the leftmost of equal ones.
static change longest(const pair *p, change c)
{
    uint16_t run[2][ES_RESULT + 1];
    change best = {c.from, c.from, c.begin, c.begin};
    memset(run, 0, sizeof run);
    for (size_t i = c.from; i < c.to; i++) {
        const uint16_t *before = run[i % 2];
        uint16_t *now = run[(i + 1) % 2];
        for (size_t j = c.begin; j < c.end; j++) {
            const size_t at = j - c.begin + 1;
            now[at] = p->word[i] == p->lemma[j] ? (uint16_t)(before[at - 1] + 1) : 0;
            if (now[at] > best.to - best.from)
                best = (change){i + 1 - now[at], i + 1, j + 1 - now[at], j + 1};
        }
    }
    return best;
}

static void divide(pair *p, change c)
{
    const change same = longest(p, c);
    if (same.from == same.to || p->too_many) {
        add_change(p, c);
        return;
    }
    divide(p, (change){c.from, same.from, c.begin, same.begin});
    divide(p, (change){same.to, c.to, same.end, c.end});
}

// ---------------------------------------------------------------------------------------------------
// Writing

static bool write_piece(text *t, const uint32_t *points, size_t n)
{
    char bytes[4];
    if (n > ES_PIECE)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (points[i] >= ES_BYTE || utf8_is_control(points[i]))
            return false;
        text_add(t, bytes, es_encode(&points[i], 1, bytes));
    }
    return true;
}

// The occurrences of word[from..to) to the right of it, up to end.
static int count_right(const uint32_t *word, size_t from, size_t to, size_t end)
{
    int count = 0;
    for (size_t i = from + 1; i + (to - from) <= end; i++)
        count += memcmp(word + i, word + from, (to - from) * sizeof *word) == 0;
    return count;
}

// Writes a change as a swap. What is only added takes a neighbour along, which lies between left and *end.
// *end becomes the place of the swap.
static bool write_swap(text *t, const pair *p, change c, size_t left, size_t *end)
{
    if (c.from == c.to && c.from > left) {
        c.from--;
        c.begin--;
    } else if (c.from == c.to) {
        c.to++;
        c.end++;
    }
    if (c.to > *end)
        return false;
    const int nth = count_right(p->word, c.from, c.to, *end);
    const char number[3] = {'\t', (char)('0' + nth), 0};
    text_cat(t, "\t");
    if (nth >= ES_NTH || !write_piece(t, p->word + c.from, c.to - c.from))
        return false;
    text_cat(t, "\t");
    if (!write_piece(t, p->lemma + c.begin, c.end - c.begin))
        return false;
    text_cat(t, number);
    *end = c.from;
    return true;
}

// The beginning with the first `front` changes, and the script whose ending has the last `back`.
static bool write_way(es_ways *ways, const pair *p, size_t front, size_t back, int accent)
{
    text *first_text = &ways->front[ways->n], *t = &ways->script[ways->n];
    const size_t k = p->changes;
    const char number[3] = {'\t', (char)('0' + accent), 0};
    change first = {0, 0, 0, 0}, last = {p->n, p->n, p->m, p->m};
    first_text->n = t->n = 0;
    if (k - front - back > ES_SWAPS)
        return false;
    if (front)
        first = (change){0, p->change[front - 1].to, 0, p->change[front - 1].end};
    if (back)
        last = (change){p->change[k - back].from, p->n, p->change[k - back].begin, p->m};
    bool good = write_piece(first_text, p->word, first.to);
    text_cat(first_text, "\t");
    good = good && write_piece(first_text, p->lemma, first.end);
    good = good && write_piece(t, p->word + last.from, last.to - last.from);
    text_cat(t, "\t");
    good = good && write_piece(t, p->lemma + last.begin, last.end - last.begin);
    text_cat(t, number);
    size_t end = last.from;
    for (size_t i = k - back; i-- > front && good;)
        good = write_swap(t, p, p->change[i], i > 0 ? p->change[i - 1].to : 0, &end) && end >= first.to;
    return good;
}

static void write_ways(es_ways *ways, pair *p, int accent)
{
    p->changes = 0;
    divide(p, (change){0, p->n, 0, p->m});
    for (size_t front = 0; front <= p->changes && front < MOST_FRONT && !p->too_many; front++)
        for (size_t back = 0; front + back <= p->changes && ways->n < ES_WAYS - 1; back++)
            ways->n += write_way(ways, p, front, back, accent);
}

// Takes the accents off. Returns the vowel that had the only one, from the right and from 1; 0 if there are
// more or none, or if it is too far.
static int take_accent(const uint32_t *from, size_t n, uint32_t *to)
{
    int vowel = 0, at = 0, count = 0;
    for (size_t i = n; i-- > 0;) {
        to[i] = es_bare(from[i]);
        vowel += es_takes_accent(to[i]);
        if (to[i] != from[i]) {
            at = vowel;
            count++;
        }
    }
    return count == 1 && at <= ES_ACCENTS ? at : 0;
}

static bool is_valid(const uint32_t *lemma, size_t m)
{
    return m > 0 && m <= ES_RESULT && lemma[0] != ' ' && lemma[m - 1] != ' ';
}

void es_find(es_ways *ways, const uint32_t *word, size_t n, const uint32_t *lemma, size_t m)
{
    pair p = {.word = word, .lemma = lemma, .n = n, .m = m};
    uint32_t bare_word[ES_WORD], bare_lemma[ES_WORD];
    ways->n = 0;
    if (n == 0 || n > ES_WORD || m > ES_WORD || !is_valid(lemma, m))
        return;
    write_ways(ways, &p, 0);
    const int accent = take_accent(lemma, m, bare_lemma);
    if (accent) {
        take_accent(word, n, bare_word);
        p = (pair){.word = bare_word, .lemma = bare_lemma, .n = n, .m = m};
        write_ways(ways, &p, accent);
    }
    text *whole = &ways->script[ways->n];
    ways->front[ways->n].n = whole->n = 0;
    text_cat(&ways->front[ways->n], "\t");
    ways->n += write_piece(whole, lemma, m);
}

void es_ways_done(es_ways *ways)
{
    for (size_t i = 0; i < ES_WAYS; i++) {
        text_done(&ways->front[i]);
        text_done(&ways->script[i]);
    }
}
