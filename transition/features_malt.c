// SPDX-License-Identifier: MIT
// What the readers of MaltParser's specifications share.
#include "transition/features_malt.h"

#include "common/base/error.h"
#include "common/base/utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// The line of a place in the text, and its first byte.
static long line_of(const malt_input *in, const char *at, const char **begin)
{
    long line = 1;
    *begin = in->start;
    for (const char *p = in->start; p < at; p++)
        if (*p == '\n') {
            line++;
            *begin = p + 1;
        }
    return line;
}

int malt_expected(malt_input *in, const char *what)
{
    char quoted[ERR_QUOTE];
    uint32_t point;
    const char *begin, *stop = in->p + utf8_decode(in->p, (size_t)(in->end - in->p), &point);
    stop += stop == in->p && stop < in->end;
    while (stop < in->end && stop - in->p < 20 && isalnum((unsigned char)*stop))
        stop++;
    const long line = line_of(in, in->p, &begin);
    return err_set(in->err, COPSE_EINPUT, in->name, line, "column %ld: expected %s, found %s",
                   (long)(in->p - begin) + 1, what,
                   in->p >= in->end ? "the end"
                   : *in->p == '\n' || *in->p == '\r'
                       ? "the end of the line"
                       : err_quote(quoted, (copse_str){in->p, (size_t)(stop - in->p)}));
}

int malt_missing(malt_input *in, const char *at, const char *what)
{
    const char *begin;
    const long line = line_of(in, at, &begin);
    err_set(in->err, COPSE_EINPUT, in->name, line, "column %ld: Copse has no %s", (long)(at - begin) + 1,
            what);
    return MALT_CANNOT;
}

void malt_spaces(malt_input *in)
{
    while (in->p < in->end && (*in->p == ' ' || *in->p == '\t' || *in->p == '\r' || *in->p == '\n'))
        in->p++;
}

bool malt_accept(malt_input *in, char c)
{
    malt_spaces(in);
    const bool there = in->p < in->end && *in->p == c;
    in->p += there;
    return there;
}

copse_str malt_word(const malt_input *in)
{
    const char *stop = in->p;
    while (stop < in->end && (isalnum((unsigned char)*stop) || *stop == '_'))
        stop++;
    return (copse_str){in->p, (size_t)(stop - in->p)};
}

int malt_number(malt_input *in, int most, int *value)
{
    char what[48];
    malt_spaces(in);
    const char *p = in->p;
    *value = 0;
    for (; p < in->end && isdigit((unsigned char)*p) && *value <= most; p++)
        *value = *value * 10 + (*p - '0');
    if (p > in->p && *value <= most) {
        in->p = p;
        return 0;
    }
    snprintf(what, sizeof what, "a number from 0 to %d", most);
    return malt_expected(in, what);
}

void malt_around(char address[MALT_ADDRESS], const char *function)
{
    const size_t len = strlen(address), before = strlen(function) + 1;
    if ((strcmp(function, "rsib") == 0 && strncmp(address, "lc(", 3) == 0) ||
        (strcmp(function, "lsib") == 0 && strncmp(address, "rc(", 3) == 0)) {
        memmove(address + 3, address + 2, len - 1);
        address[2] = '2';
        return;
    }
    memmove(address + before, address, len); // MALT_ADDRESS has room for MALT_NESTED of them
    memcpy(address, function, before - 1);
    address[before - 1] = '(';
    memcpy(address + before + len, ")", 2);
}

size_t malt_begin(malt_input *in)
{
    in->terms = 0;
    return in->out->n;
}

int malt_end(malt_input *in, size_t begin, int code)
{
    if (code == 0) {
        text_cat(in->out, "\n");
        if (in->features++ < FM_MOST)
            return 0;
        char what[32];
        snprintf(what, sizeof what, "at most %d features", FM_MOST);
        return malt_expected(in, what);
    }
    in->out->n = begin;
    if (code < 0 || !in->how->leave_out)
        return code < 0 ? code : COPSE_EINPUT;
    char line[sizeof(copse_error)];
    snprintf(line, sizeof line, "%s:%ld: left out: %s", in->err->file, in->err->line, in->err->message);
    if (in->how->report)
        in->how->report(in->how->context, line);
    return 0;
}

int malt_term(malt_input *in, const char *attribute, const char *address, const char *rest)
{
    if (in->terms++ == FM_MAX_TERMS)
        return malt_missing(in, in->p, "feature of more than 8 values");
    text_cat(in->out, in->terms > 1 ? " " : "");
    text_cat(in->out, attribute);
    text_cat(in->out, "(");
    text_cat(in->out, address);
    text_cat(in->out, rest);
    return 0;
}

// XML begins with a tag. In the paper's notation the first feature has a parenthesis.
static copse_malt_format format_of(copse_str from)
{
    size_t i = 0;
    while (i < from.len && strchr(" \t\r\n", from.s[i]) && from.s[i])
        i++;
    if (i < from.len && from.s[i] == '<')
        return COPSE_MALT_XML;
    while (i < from.len && from.s[i] == '#') {
        const char *end = memchr(from.s + i, '\n', from.len - i);
        i = end ? (size_t)(end - from.s) + 1 : from.len;
    }
    const char *end = memchr(from.s + i, '\n', from.len - i);
    const size_t len = end ? (size_t)(end - from.s) - i : from.len - i;
    return memchr(from.s + i, '(', len) ? COPSE_MALT_PAPER : COPSE_MALT_PAR;
}

static bool contains(copse_str all, const char *word)
{
    const size_t len = strlen(word);
    for (size_t i = 0; i + len <= all.len; i++)
        if (memcmp(all.s + i, word, len) == 0)
            return true;
    return false;
}

int malt_read(text *out, const char *name, copse_str from, const copse_malt_options *how, copse_error *err)
{
    static int (*const readers[])(malt_input *) = {[COPSE_MALT_XML] = malt_read_xml,
                                                   [COPSE_MALT_PAR] = malt_read_par,
                                                   [COPSE_MALT_PAPER] = malt_read_paper};
    if (from.len >= 3 && memcmp(from.s, "\xef\xbb\xbf", 3) == 0) // a byte order mark
        from = (copse_str){from.s + 3, from.len - 3};
    malt_input in = {.name = name,
                     .start = from.s,
                     .p = from.s,
                     .end = from.s + from.len,
                     .how = how,
                     .lookahead = contains(from, "Lookahead["),
                     .out = out,
                     .err = err};
    const int code = readers[how->format ? how->format : format_of(from)](&in);
    if (code)
        return code;
    return in.features ? 0 : err_set(err, COPSE_EINPUT, name, 0, "no features");
}
