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

static bool read_swap(es_swap *s, copse_str *rest, es_pool *pool)
{
    if (!read_piece(&s->from, rest, pool) || !skip_tab(rest) || !read_piece(&s->to, rest, pool) ||
        !skip_tab(rest) || rest->len == 0)
        return false;
    s->nth = rest->s[0] - '0';
    return s->from.n > 0 && s->nth >= 0 && s->nth < ES_NTH && skip_tab(rest);
}

bool es_read(es_script *s, copse_str t, es_pool *pool)
{
    memset(s, 0, sizeof *s);
    if (!read_piece(&s->cut_front, &t, pool))
        return false;
    if (t.len == 0) {
        s->whole = true;
        s->add_back = s->cut_front;
        return is_value(pool->point + s->add_back.at, s->add_back.n);
    }
    if (!skip_tab(&t) || !read_piece(&s->add_front, &t, pool) || !skip_tab(&t) ||
        !read_piece(&s->cut_back, &t, pool) || !skip_tab(&t) || !read_piece(&s->add_back, &t, pool))
        return false;
    for (; t.len > 0; s->swaps++)
        if (s->swaps == ES_SWAPS || !skip_tab(&t) || !read_swap(&s->swap[s->swaps], &t, pool))
            return false;
    return true;
}

static void write_piece(text *out, es_piece piece, const es_pool *pool)
{
    char bytes[4];
    for (uint32_t i = 0; i < piece.n; i++)
        text_add(out, bytes, es_encode(&pool->point[piece.at + i], 1, bytes));
}

void es_write(text *out, const es_script *s, const es_pool *pool)
{
    if (!s->whole) {
        write_piece(out, s->cut_front, pool);
        text_cat(out, "\t");
        write_piece(out, s->add_front, pool);
        text_cat(out, "\t");
        write_piece(out, s->cut_back, pool);
        text_cat(out, "\t");
    }
    write_piece(out, s->add_back, pool);
    for (int i = 0; i < s->swaps; i++) {
        const char nth[] = {'\t', (char)('0' + s->swap[i].nth), 0};
        text_cat(out, "\t");
        write_piece(out, s->swap[i].from, pool);
        text_cat(out, "\t");
        write_piece(out, s->swap[i].to, pool);
        text_cat(out, nth);
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

size_t es_apply(const es_script *s, const uint32_t *pool, const uint32_t *word, size_t n, uint32_t *lemma)
{
    size_t place[ES_SWAPS], at = 0;
    if (s->whole)
        return put(lemma, 0, pool + s->add_back.at, s->add_back.n);
    if (n > ES_WORD || n < s->cut_front.n + s->cut_back.n ||
        !is_at(word + n - s->cut_back.n, pool + s->cut_back.at, s->cut_back.n) ||
        !is_at(word, pool + s->cut_front.at, s->cut_front.n))
        return 0;
    size_t from = s->cut_front.n, end = n - s->cut_back.n;
    for (int i = 0; i < s->swaps; i++) {
        if (!find_swap(&s->swap[i], pool, word, from, end, &place[i]))
            return 0;
        end = place[i];
    }
    at = put(lemma, at, pool + s->add_front.at, s->add_front.n);
    for (int i = s->swaps; i-- > 0;) {
        at = put(lemma, at, word + from, place[i] - from);
        at = put(lemma, at, pool + s->swap[i].to.at, s->swap[i].to.n);
        from = place[i] + s->swap[i].from.n;
    }
    at = put(lemma, at, word + from, n - s->cut_back.n - from);
    at = put(lemma, at, pool + s->add_back.at, s->add_back.n);
    return is_value(lemma, at) ? at : 0;
}
