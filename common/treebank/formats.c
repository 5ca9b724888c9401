// SPDX-License-Identifier: MIT
#include "common/treebank/formats.h"

#include "common/base/mem.h"
#include "common/treebank/sentence.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

// In the order of copse_format. Those that cannot be written come last.
#define FORMATS(X) \
    X(conllu)      \
    X(conllx)      \
    X(conllx8)     \
    X(conllx6)     \
    X(conll2009)   \
    X(mst)         \
    X(mst_plain)   \
    X(brackets)

#define DECLARE(name) extern const fmt fmt_##name;
#define ENTER(name) &fmt_##name,
FORMATS(DECLARE)
static const fmt *const all[] = {FORMATS(ENTER) NULL};

enum { COUNT = sizeof all / sizeof all[0] - 1 };
_Static_assert((int)COUNT == (int)COPSE_FORMATS, "a format without a line in FORMATS or in copse_format");

const fmt *fmt_at(size_t i)
{
    return i < COUNT ? all[i] : NULL;
}

const fmt *fmt_of(copse_format id)
{
    return (unsigned)id < COUNT ? all[id] : NULL;
}

opt_choice fmt_source(size_t i)
{
    return i < COUNT ? (opt_choice){all[i]->name, all[i]->help} : (opt_choice){NULL, NULL};
}

opt_choice fmt_target(size_t i)
{
    if (i == 0)
        return (opt_choice){"same", "that of the input, byte for byte"};
    return i <= COUNT && all[i - 1]->write ? fmt_source(i - 1) : (opt_choice){NULL, NULL};
}

const char *copse_format_name(copse_format format)
{
    const fmt *f = fmt_of(format);
    return f ? f->name : "";
}

const char *copse_format_title(copse_format format)
{
    const fmt *f = fmt_of(format);
    return f ? f->title : "";
}

// ---------------------------------------------------------------------------------------------------
// Lines and fields

bool fmt_next_line(copse_str *rest, copse_str *line)
{
    if (rest->len == 0)
        return false;
    const char *end = memchr(rest->s, '\n', rest->len);
    const size_t len = end ? (size_t)(end - rest->s) : rest->len, step = len + (end != NULL);
    *line = (copse_str){rest->s, len && rest->s[len - 1] == '\r' ? len - 1 : len};
    *rest = (copse_str){rest->s + step, rest->len - step};
    return true;
}

bool fmt_next_field(copse_str *rest, copse_str *field)
{
    if (!rest->s)
        return false;
    const char *tab = memchr(rest->s, '\t', rest->len);
    const size_t len = tab ? (size_t)(tab - rest->s) : rest->len;
    *field = (copse_str){rest->s, len};
    *rest = tab ? (copse_str){tab + 1, rest->len - len - 1} : (copse_str){NULL, 0};
    return true;
}

int fmt_fields(copse_str line)
{
    int fields = 1;
    for (const char *p = line.s, *end = p + line.len;
         fields < INT_MAX && (p = memchr(p, '\t', (size_t)(end - p))); p++)
        fields++;
    return fields;
}

// Does a line begin with an id: 1 if it is the first, else any, or that of a multiword token or empty node?
static bool is_id(copse_str line, bool first, bool *word)
{
    copse_str id;
    fmt_next_field(&line, &id);
    *word = !memchr(id.s, '-', id.len) && !memchr(id.s, '.', id.len);
    if (*word)
        return first ? str_is(id, "1") : sen_head_of(id) > 0;
    return id.len > 0 && id.s[0] >= '0' && id.s[0] <= '9';
}

fmt_verdict fmt_is_conll(copse_str begin, bool whole, int least, int most)
{
    copse_str rest = begin, line;
    int words = 0;
    while (words < 2 && fmt_next_line(&rest, &line)) {
        if (rest.len == 0 && !whole && begin.s[begin.len - 1] != '\n')
            return FMT_MORE; // the line may go on
        if (sen_is_blank(line) && words)
            return FMT_YES;
        if (sen_is_blank(line) || line.s[0] == '#')
            continue;
        const int fields = fmt_fields(line);
        bool word;
        if (!is_id(line, words == 0, &word) || (words == 0 && (fields < least || fields > most)))
            return FMT_NO;
        words += word;
    }
    return words == 2 || (words && whole) ? FMT_YES : whole ? FMT_NO : FMT_MORE;
}

// ---------------------------------------------------------------------------------------------------
// Values

void fmt_number(text *t, long n)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%ld", n);
    text_cat(t, digits);
}

void fmt_value(text *t, copse_str value)
{
    text_str(t, sen_is_blank(value) ? (copse_str){"_", 1} : value);
}

void fmt_count_lost(long *count, copse_str value)
{
    *count += value.len && !str_is(value, "_");
}

void fmt_count_lines(const copse_sentence *s, copse_lost *lost)
{
    lost->comments += s->comments;
    lost->multiword += s->multiword;
    lost->empty_nodes += s->empty_nodes;
}

copse_str fmt_one_tag(const copse_sentence *s, int word, copse_lost *lost)
{
    const copse_str upos = sen_column(s, word, COPSE_UPOS), xpos = sen_column(s, word, COPSE_XPOS);
    if (!xpos.len || str_is(xpos, "_"))
        return upos;
    if (!str_equal(upos, xpos))
        fmt_count_lost(&lost->tags, upos);
    return xpos;
}

void fmt_tags(text *t, copse_str tag)
{
    text_cat(t, "\t");
    fmt_value(t, sen_is_upos(tag) ? tag : (copse_str){"_", 1});
    text_cat(t, "\t");
    fmt_value(t, tag);
}

void fmt_word_line(fmt_reading *r, size_t line)
{
    r->lines = mem_grow(r->lines, &r->lines_cap, r->lines_n + 1, sizeof *r->lines);
    r->lines[r->lines_n++] = (uint32_t)line;
}
