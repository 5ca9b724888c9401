// SPDX-License-Identifier: MIT
// Reading and applying edit scripts.
#include "text/edit_script.h"

#include "common/base/mem.h"
#include "common/base/utf8.h"

#include <string.h>

size_t es_decode(copse_str word, uint32_t *points)
{
    size_t n = 0;
    for (size_t i = 0; i < word.len; n++) {
        if (n == ES_WORD)
            return 0;
        const size_t step = utf8_decode(word.s + i, word.len - i, &points[n]);
        if (step == 0)
            points[n] = ES_BYTE + (unsigned char)word.s[i];
        i += step ? step : 1;
    }
    return n;
}

static size_t encode_one(uint32_t p, char *to)
{
    if (p < 0x80 || p >= ES_BYTE) {
        to[0] = (char)(p < 0x80 ? p : p - ES_BYTE);
        return 1;
    }
    const size_t more = p < 0x800 ? 1 : p < 0x10000 ? 2 : 3;
    static const unsigned char head[] = {0, 0xc0, 0xe0, 0xf0};
    for (size_t i = more; i > 0; i--, p >>= 6)
        to[i] = (char)(0x80 | (p & 0x3f));
    to[0] = (char)(head[more] | p);
    return more + 1;
}

size_t es_encode(const uint32_t *points, size_t n, char *bytes)
{
    size_t at = 0;
    for (size_t i = 0; i < n; i++)
        at += encode_one(points[i], bytes + at);
    return at;
}

// ---------------------------------------------------------------------------------------------------
// Reading

void es_pool_done(es_pool *pool)
{
    mem_free(pool->point);
    memset(pool, 0, sizeof *pool);
}

// A value neither begins nor ends with a space.
static bool is_value(const uint32_t *lemma, size_t n)
{
    return n > 0 && lemma[0] != ' ' && lemma[n - 1] != ' ';
}

// Reads a piece up to the next tab or the end.
static bool read_piece(es_piece *piece, copse_str *rest, es_pool *pool)
{
    size_t i = 0;
    *piece = (es_piece){(uint32_t)pool->n, 0};
    pool->point = mem_grow(pool->point, &pool->cap, pool->n + 1, sizeof *pool->point); // never NULL
    while (i < rest->len && rest->s[i] != '\t') {
        uint32_t point;
        const size_t step = utf8_decode(rest->s + i, rest->len - i, &point);
        if (step == 0 || utf8_is_control(point) || piece->n == ES_PIECE || pool->n >= UINT32_MAX)
            return false;
        pool->point = mem_grow(pool->point, &pool->cap, pool->n + 1, sizeof *pool->point);
        pool->point[pool->n++] = point;
        piece->n++;
        i += step;
    }
    *rest = (copse_str){rest->s + i, rest->len - i};
    return true;
}

static bool skip_tab(copse_str *rest)
{
    if (rest->len == 0)
        return false;
    *rest = (copse_str){rest->s + 1, rest->len - 1};
    return true;
}

// Two pieces.
static bool read_pair(es_piece *first, es_piece *second, copse_str *rest, es_pool *pool)
{
    return read_piece(first, rest, pool) && skip_tab(rest) && read_piece(second, rest, pool);
}

bool es_read_front(es_front *f, copse_str t, es_pool *pool)
{
    return read_pair(&f->cut, &f->add, &t, pool) && t.len == 0;
}

// A number below most, of one digit.
static bool read_digit(int *number, copse_str *rest, int most)
{
    if (!skip_tab(rest) || rest->len == 0)
        return false;
    *number = rest->s[0] - '0';
    *rest = (copse_str){rest->s + 1, rest->len - 1};
    return *number >= 0 && *number < most;
}

static bool read_swap(es_swap *s, copse_str *rest, es_pool *pool)
{
    return skip_tab(rest) && read_pair(&s->from, &s->to, rest, pool) && s->from.n > 0 &&
           read_digit(&s->nth, rest, ES_NTH);
}

bool es_read(es_script *s, copse_str t, es_pool *pool)
{
    memset(s, 0, sizeof *s);
    if (!read_piece(&s->cut, &t, pool))
        return false;
    if (t.len == 0) {
        s->whole = true;
        s->add = s->cut;
        return is_value(pool->point + s->add.at, s->add.n);
    }
    if (!skip_tab(&t) || !read_piece(&s->add, &t, pool) || !read_digit(&s->accent, &t, ES_ACCENTS + 1))
        return false;
    for (; t.len > 0; s->swaps++)
        if (s->swaps == ES_SWAPS || !read_swap(&s->swap[s->swaps], &t, pool))
            return false;
    return true;
}

static void write_piece(text *out, es_piece piece, const es_pool *pool)
{
    char bytes[4];
    for (uint32_t i = 0; i < piece.n; i++)
        text_add(out, bytes, es_encode(&pool->point[piece.at + i], 1, bytes));
}

static void write_digit(text *out, int number)
{
    const char digit[] = {'\t', (char)('0' + number), 0};
    text_cat(out, digit);
}

static void write_pair(text *out, es_piece first, es_piece second, const es_pool *pool)
{
    write_piece(out, first, pool);
    text_cat(out, "\t");
    write_piece(out, second, pool);
}

void es_write_front(text *out, const es_front *f, const es_pool *pool)
{
    write_pair(out, f->cut, f->add, pool);
}

void es_write(text *out, const es_script *s, const es_pool *pool)
{
    if (s->whole) {
        write_piece(out, s->add, pool);
        return;
    }
    write_pair(out, s->cut, s->add, pool);
    write_digit(out, s->accent);
    for (int i = 0; i < s->swaps; i++) {
        text_cat(out, "\t");
        write_pair(out, s->swap[i].from, s->swap[i].to, pool);
        write_digit(out, s->swap[i].nth);
    }
}

// ---------------------------------------------------------------------------------------------------
// Applying

static bool is_at(const uint32_t *word, const uint32_t *piece, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (word[i] != piece[i])
            return false;
    return true;
}

static size_t put(uint32_t *to, size_t at, const uint32_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[at + i] = from[i];
    return at + n;
}

// Finds what a swap replaces between begin and end; false if it is not there.
static bool find_swap(const es_swap *s, const uint32_t *pool, const uint32_t *word, size_t begin, size_t end,
                      size_t *at)
{
    int nth = s->nth;
    for (size_t i = end; i >= begin + s->from.n; i--) {
        *at = i - s->from.n;
        if (is_at(word + *at, pool + s->from.at, s->from.n) && nth-- == 0)
            return true;
    }
    return false;
}

// Vowels with an accent and without.
static const uint16_t accents[][2] = {{0x3ac, 0x3b1}, {0x3ad, 0x3b5}, {0x3ae, 0x3b7}, {0x3af, 0x3b9},
                                      {0x3cc, 0x3bf}, {0x3cd, 0x3c5}, {0x3ce, 0x3c9}, {0x390, 0x3ca},
                                      {0x3b0, 0x3cb}, {0x386, 0x391}, {0x388, 0x395}, {0x389, 0x397},
                                      {0x38a, 0x399}, {0x38c, 0x39f}, {0x38e, 0x3a5}, {0x38f, 0x3a9}};
enum { ACCENTS = sizeof accents / sizeof accents[0] };

uint32_t es_bare(uint32_t point)
{
    for (int i = 0; point >= 0x386 && point <= 0x3ce && i < ACCENTS; i++)
        if (accents[i][0] == point)
            return accents[i][1];
    return point;
}

// The row of a vowel without accent, or ACCENTS.
static int row_of(uint32_t point)
{
    int k = 0;
    while (k < ACCENTS && accents[k][1] != point)
        k++;
    return k;
}

bool es_takes_accent(uint32_t point)
{
    return point >= 0x386 && point <= 0x3ce && row_of(point) < ACCENTS;
}

// Sets the accent on a vowel; false if there are not so many.
static bool set_accent(uint32_t *lemma, size_t n, int vowel)
{
    for (size_t i = n; i-- > 0;)
        if (es_takes_accent(lemma[i]) && --vowel == 0) {
            lemma[i] = accents[row_of(lemma[i])][0];
            return true;
        }
    return false;
}

// Everything but the accent.
static size_t edit(const es_front *front, const es_script *s, const uint32_t *pool, const uint32_t *word,
                   size_t n, uint32_t *lemma)
{
    size_t place[ES_SWAPS], at = 0;
    const size_t off = s->cut.n + s->any;
    if (n < front->cut.n + off || !is_at(word + n - s->cut.n, pool + s->cut.at, s->cut.n) ||
        !is_at(word, pool + front->cut.at, front->cut.n))
        return 0;
    size_t from = front->cut.n, end = n - off;
    for (int i = 0; i < s->swaps; i++) {
        if (!find_swap(&s->swap[i], pool, word, from, end, &place[i]))
            return 0;
        end = place[i];
    }
    at = put(lemma, at, pool + front->add.at, front->add.n);
    for (int i = s->swaps; i-- > 0;) {
        at = put(lemma, at, word + from, place[i] - from);
        at = put(lemma, at, pool + s->swap[i].to.at, s->swap[i].to.n);
        from = place[i] + s->swap[i].from.n;
    }
    at = put(lemma, at, word + from, n - off - from);
    return put(lemma, at, pool + s->add.at, s->add.n);
}

// Edits the word without accents and sets one.
static size_t edit_bare(const es_front *front, const es_script *s, const uint32_t *pool, const uint32_t *word,
                        size_t n, uint32_t *lemma)
{
    uint32_t bare[ES_WORD] = {0};
    for (size_t i = 0; i < n; i++)
        bare[i] = es_bare(word[i]);
    const size_t made = edit(front, s, pool, bare, n, lemma);
    return set_accent(lemma, made, s->accent) ? made : 0;
}

size_t es_apply(const es_front *front, const es_script *s, const uint32_t *pool, const uint32_t *word,
                size_t n, uint32_t *lemma)
{
    static const uint32_t nothing[1];
    if (!pool) // scripts without characters
        pool = nothing;
    if (s->whole) {
        const size_t at = put(lemma, 0, pool + front->add.at, front->add.n);
        return put(lemma, at, pool + s->add.at, s->add.n);
    }
    if (n == 0 || n > ES_WORD)
        return 0;
    const size_t made = (s->accent ? edit_bare : edit)(front, s, pool, word, n, lemma);
    return is_value(lemma, made) ? made : 0;
}
