// SPDX-License-Identifier: MIT
// A sentence in CoNLL-U.
#include "text/splitter.h"

#include "common/base/mem.h"

#include <string.h>

static void add_number(text *out, uint64_t n)
{
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + n % 10);
    while (n /= 10);
    text_add(out, digits + at, sizeof digits - at);
}

// White space as UDPipe writes it in MISC; \v and \f are written in the same manner.
static void add_spaces(text *out, const ch_char *c, size_t n)
{
    static const char from[] = " \t\r\n\v\f", to[] = "strnvf";
    for (size_t i = 0; i < n; i++) {
        const char *known = c[i].point && c[i].point < 0x80 ? strchr(from, (int)c[i].point) : NULL;
        if (known) {
            const char escape[2] = {'\\', to[known - from]};
            text_add(out, escape, 2);
        } else if (c[i].point == 0x85) {
            text_cat(out, "\\u0085"); // a control character
        } else {
            ch_add(out, &c[i], 1);
        }
    }
}

// Begins the next item of MISC.
static void item(text *out, bool *any, const char *name)
{
    if (*any)
        text_add(out, "|", 1);
    *any = true;
    text_cat(out, name);
}

// MISC of token i of n, and the end of the line.
static void add_misc(const sp_state *s, size_t i, size_t n, size_t spaces, text *out)
{
    const sp_token *t = &s->token[i];
    const size_t next = i + 1 < n ? t[1].from : spaces, before = i ? t->from : s->begin;
    bool any = false;
    if (next == t->to) {
        item(out, &any, "SpaceAfter=No");
    } else if (next > t->to + 1 || s->c[t->to].point != ' ') {
        item(out, &any, "SpacesAfter=");
        add_spaces(out, s->c + t->to, next - t->to);
    }
    if (before < t->from) {
        item(out, &any, "SpacesBefore=");
        add_spaces(out, s->c + before, t->from - before);
    }
    if (s->options.ranges) {
        item(out, &any, "TokenRange=");
        add_number(out, s->before + (t->from - s->begin));
        text_add(out, ":", 1);
        add_number(out, s->before + (t->to - s->begin));
    }
    if (!any)
        text_add(out, "_", 1);
    text_add(out, "\n", 1);
}

static void add_comments(sp_state *s, size_t n, text *out)
{
    if (s->paragraph)
        text_cat(out, "# newpar\n");
    text_cat(out, "# sent_id = ");
    add_number(out, (uint64_t)++s->sentences);
    text_cat(out, "\n# text = ");
    size_t from = s->token[0].from;
    for (size_t i = 0; i < n; i++)
        if (i + 1 == n || s->token[i + 1].from > s->token[i].to) {
            if (from > s->token[0].from)
                text_add(out, " ", 1);
            ch_add(out, s->c + from, s->token[i].to - from);
            from = i + 1 < n ? s->token[i + 1].from : from;
        }
    text_add(out, "\n", 1);
}

// Decides which of the first n tokens are several words.
static void decide(sp_state *s, size_t n)
{
    s->decided = mem_grow(s->decided, &s->decided_cap, n, sizeof *s->decided);
    for (size_t i = 0; i < n; i++) {
        const sp_token *t = &s->token[i];
        s->decided[i] = (mw_token){.c = s->c + t->from, .length = t->to - t->from};
    }
    if (!s->model)
        return;
    mw_decide(&s->model->words, s->decided, n);
    if (s->recheck)
        rc_decide(s->recheck, s->decided, n);
}

static const char empty[] = "\t_\t_\t_\t_\t_\t_\t_\t";

// The words of a multiword token, whose range line was written.
static void add_words(sp_state *s, uint64_t id, text *out)
{
    if (s->words.n == 0)
        return;
    const char *p = s->words.s, *end = p + s->words.n;
    while (p < end) {
        const char *line = memchr(p, '\n', (size_t)(end - p));
        add_number(out, id++);
        text_add(out, "\t", 1);
        text_add(out, p, (size_t)(line - p));
        text_add(out, empty, sizeof empty - 1);
        text_add(out, "_\n", 2);
        p = line + 1;
    }
}

void sp_write(sp_state *s, size_t n, size_t spaces, text *out)
{
    uint64_t id = 1;
    add_comments(s, n, out);
    decide(s, n);
    for (size_t i = 0; i < n; i++) {
        const mw_token *t = &s->decided[i];
        s->words.n = 0;
        const int words = t->splits ? mw_split(t->choice.rule, t->c, t->length, &s->words) : 0;
        add_number(out, id);
        if (words) {
            text_add(out, "-", 1);
            add_number(out, id + (uint64_t)words - 1);
        }
        text_add(out, "\t", 1);
        ch_add(out, t->c, t->length);
        text_add(out, empty, sizeof empty - 1);
        add_misc(s, i, n, spaces, out);
        add_words(s, id, out);
        id += words ? (uint64_t)words : 1;
    }
    text_add(out, "\n", 1);
}
