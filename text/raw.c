// SPDX-License-Identifier: MIT
#include "text/raw.h"

#include "common/base/mem.h"
#include "common/base/random.h"
#include "common/base/text.h"
#include "common/treebank/sentence.h"

#include <stdlib.h>
#include <string.h>

// One line of a sentence.
typedef struct raw_line {
    int first, last; // ids
    copse_str form, lemma, upos;
    bool space;
} raw_line;

static void add_char(raw_text *r, ch_char c)
{
    r->c = mem_grow(r->c, &r->cap, r->n + 1, sizeof *r->c);
    r->c[r->n++] = c;
}

static void add_point(raw_text *r, const ch_table *table, uint32_t point, int times)
{
    for (int i = 0; i < times; i++)
        add_char(r, ch_of(table, point));
}

static void add_form(raw_text *r, const ch_table *table, copse_str form)
{
    ch_char c;
    while (form.len && ch_decode(table, form, true, &c)) {
        add_char(r, c);
        form = (copse_str){form.s + c.size, form.len - c.size};
    }
}

// The columns of a token line; false for empty nodes and what is none.
static bool read_line(copse_str line, raw_line *l)
{
    const char *p = line.s, *end = line.s + line.len;
    copse_str column[COPSE_COLUMNS];
    for (int k = 0; k < COPSE_COLUMNS; k++) {
        const char *tab = p ? memchr(p, '\t', (size_t)(end - p)) : NULL;
        if (!p)
            return false;
        column[k] = (copse_str){p, (size_t)((tab ? tab : end) - p)};
        p = tab ? tab + 1 : NULL;
    }
    char id[24] = {0};
    if (column[COPSE_ID].len >= sizeof id || memchr(column[COPSE_ID].s, '.', column[COPSE_ID].len))
        return false;
    memcpy(id, column[COPSE_ID].s, column[COPSE_ID].len);
    char *rest;
    l->first = l->last = (int)strtol(id, &rest, 10);
    if (*rest == '-')
        l->last = (int)strtol(rest + 1, NULL, 10);
    l->form = column[COPSE_FORM];
    l->lemma = column[COPSE_LEMMA];
    l->upos = column[COPSE_UPOS];
    l->space = true;
    for (copse_str misc = column[COPSE_MISC], item; str_next_item(&misc, &item);)
        l->space &= !str_is(item, "SpaceAfter=No");
    return true;
}

static bool begins(copse_str line, const char *with)
{
    return line.len >= strlen(with) && memcmp(line.s, with, strlen(with)) == 0;
}

static bool begins_paragraph(copse_str line)
{
    return begins(line, "# newpar") || begins(line, "# newdoc");
}

static void end_paragraph(raw_text *r, const ch_table *table)
{
    if (!r->tokens || r->token[r->tokens - 1].ends_paragraph)
        return;
    raw_token *last = &r->token[r->tokens - 1];
    if (last->space)
        r->n--;
    last->ends_paragraph = last->space = true;
    add_point(r, table, '\n', 2);
}

static void add_token(raw_text *r, const ch_table *table, const raw_line *l)
{
    r->token = mem_grow(r->token, &r->token_cap, r->tokens + 1, sizeof *r->token);
    raw_token *t = &r->token[r->tokens++];
    *t = (raw_token){.from = (uint32_t)r->n, .part = (uint32_t)r->parts, .space = l->space};
    t->lemma = l->lemma;
    t->upos = l->upos;
    add_form(r, table, l->form);
    t->to = (uint32_t)r->n;
    if (l->space)
        add_point(r, table, ' ', 1);
}

static void add_part(raw_text *r, const raw_line *l)
{
    raw_token *t = &r->token[r->tokens - 1];
    r->part = mem_grow(r->part, &r->part_cap, r->parts + 1, sizeof *r->part);
    r->part[r->parts++] = l->form;
    if (!t->parts++) {
        t->lemma = l->lemma;
        t->upos = l->upos;
    }
}

static void add_sentence(raw_text *r, const copse_sentence *s, const ch_table *table)
{
    size_t pos = sen_begin(s);
    const size_t before = r->tokens;
    int covered = 0;
    copse_str line;
    raw_line l;
    while (sen_next_line(s, &pos, &line)) {
        if (begins_paragraph(line))
            end_paragraph(r, table);
        if (sen_is_blank(line) || line.s[0] == '#' || !read_line(line, &l))
            continue;
        if (l.last > l.first)
            covered = l.last;
        if (l.last > l.first || l.first > covered)
            add_token(r, table, &l);
        else
            add_part(r, &l);
    }
    if (r->tokens > before)
        r->token[r->tokens - 1].ends_sentence = true;
}

// Is the space at i next to a character of a script without spaces, or between two that are no letters of
// another one?
static bool is_spread(const raw_text *r, size_t i)
{
    const ch_char *a = &r->c[i - 1], *b = &r->c[i + 1];
    return ch_is_dense(a) || ch_is_dense(b) || !ch_is_word(a) || !ch_is_word(b);
}

// Takes such spaces out.
static void draw_together(raw_text *r)
{
    size_t n = RAW_PAD;
    for (size_t k = 0; k < r->tokens; k++) {
        raw_token *t = &r->token[k];
        const size_t next = k + 1 < r->tokens ? t[1].from : r->n, length = t->to - t->from;
        t->space = t->space && (t->ends_paragraph || k + 1 == r->tokens || !is_spread(r, t->to));
        memmove(r->c + n, r->c + t->from, length * sizeof *r->c);
        const size_t space = t->space ? next - t->to : 0;
        memmove(r->c + n + length, r->c + t->to, space * sizeof *r->c);
        t->from = (uint32_t)n;
        t->to = (uint32_t)(n + length);
        n += length + space;
    }
    r->n = n;
}

void raw_build(raw_text *r, const treebank *t, const ch_table *table, const raw_choice *choice)
{
    add_point(r, table, '\n', RAW_PAD);
    for (size_t i = 0; i < t->n; i++)
        if (!choice || !choice->fold || (choice->fold[i] == choice->one) != choice->others)
            add_sentence(r, t->sentence[i], table);
    if (choice && choice->dense)
        draw_together(r);
    end_paragraph(r, table);
    add_point(r, table, ' ', RAW_PAD);
}

void raw_text_done(raw_text *r)
{
    mem_free(r->c);
    mem_free(r->token);
    mem_free(r->part);
    memset(r, 0, sizeof *r);
}

void raw_break_lines(raw_text *r, const ch_table *table, uint64_t seed)
{
    enum { WITHIN = 30, BETWEEN = 10 };
    rng random;
    rng_seed(&random, seed);
    for (size_t i = 0; i < r->tokens; i++) {
        const raw_token *t = &r->token[i];
        if (t->space && !t->ends_paragraph && rng_below(&random, t->ends_sentence ? BETWEEN : WITHIN) == 0)
            r->c[t->to] = ch_of(table, '\n');
    }
}

bool raw_is_spread(const raw_text *r)
{
    size_t apart = 0, together = 0;
    for (size_t i = 0; i + 1 < r->tokens; i++) {
        const raw_token *t = &r->token[i];
        if (ch_is_dense(&r->c[t->to - 1]) && ch_is_dense(&r->c[t[1].from]))
            t->space ? apart++ : together++;
    }
    return apart > 100 && together * 100 < apart;
}

void raw_write(const raw_text *r, text *out)
{
    ch_add(out, r->c + RAW_PAD, r->n - 2 * RAW_PAD);
}
