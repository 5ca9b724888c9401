// SPDX-License-Identifier: MIT
// Finding the scripts that turn a word into a lemma. The longest stretches that both have in common divide
// the pair, again on either side (Chrupala 2008). Between them are the changes. A change becomes part of the
// new beginning, of the new ending, or a swap: each division gives a script, and whoever counts them over a
// treebank knows which of them generalises.
#include "text/edit_script.h"

#include "common/base/utf8.h"

#include <string.h>

enum { MOST_CHANGES = 12 };

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

// The script whose beginning has the first `front` changes and whose ending has the last `back`.
static bool write_way(text *t, const pair *p, size_t front, size_t back)
{
    const size_t k = p->changes;
    change first = {0, 0, 0, 0}, last = {p->n, p->n, p->m, p->m};
    t->n = 0;
    if (k - front - back > ES_SWAPS)
        return false;
    if (front)
        first = (change){0, p->change[front - 1].to, 0, p->change[front - 1].end};
    if (back)
        last = (change){p->change[k - back].from, p->n, p->change[k - back].begin, p->m};
    bool good = write_piece(t, p->word, first.to);
    text_cat(t, "\t");
    good = good && write_piece(t, p->lemma, first.end);
    text_cat(t, "\t");
    good = good && write_piece(t, p->word + last.from, last.to - last.from);
    text_cat(t, "\t");
    good = good && write_piece(t, p->lemma + last.begin, last.end - last.begin);
    size_t end = last.from;
    for (size_t i = k - back; i-- > front && good;)
        good = write_swap(t, p, p->change[i], i > 0 ? p->change[i - 1].to : 0, &end) && end >= first.to;
    return good;
}

static bool is_valid(const uint32_t *lemma, size_t m)
{
    return m > 0 && m <= ES_RESULT && lemma[0] != ' ' && lemma[m - 1] != ' ';
}

size_t es_find(es_ways *ways, const uint32_t *word, size_t n, const uint32_t *lemma, size_t m)
{
    pair p = {.word = word, .lemma = lemma, .n = n, .m = m};
    size_t found = 0;
    if (n == 0 || n > ES_WORD || !is_valid(lemma, m))
        return 0;
    divide(&p, (change){0, n, 0, m});
    for (size_t front = 0; front <= p.changes && front < 3 && !p.too_many; front++)
        for (size_t back = 0; front + back <= p.changes && found < ES_WAYS - 1; back++)
            found += write_way(&ways->script[found], &p, front, back);
    text *whole = &ways->script[found];
    whole->n = 0;
    return found + write_piece(whole, lemma, m);
}

void es_ways_done(es_ways *ways)
{
    for (size_t i = 0; i < ES_WAYS; i++)
        text_done(&ways->script[i]);
}
