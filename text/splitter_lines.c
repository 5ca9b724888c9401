// SPDX-License-Identifier: MIT
// Text of which each line is a sentence: a splitter gets one line at a time, as if it were all of the text.
// So a program that writes a line and waits gets its sentence. Blank lines go with the line after them.
#include "text/splitter.h"

#include "common/base/mem.h"

#include <string.h>

enum { MOST_LINE = SPL_MOST / 2 }; // bytes; a longer line is cut

typedef struct by_line {
    splitter inner;
    size_t left;   // bytes of the current line that were not taken
    bool sentence; // it had one
} by_line;

static bool is_blank(const ch_table *table, copse_str line)
{
    ch_char c;
    while (line.len && ch_decode(table, line, true, &c) && ch_is_space(&c))
        line = (copse_str){line.s + c.size, line.len - c.size};
    return !line.len;
}

// The length of the next line with its end and the blank lines before it; 0: it is not all there.
static size_t find_line(sp_state *s, copse_str bytes, bool last)
{
    const size_t most = bytes.len < MOST_LINE ? bytes.len : MOST_LINE;
    size_t at = 0, len = most;
    for (const char *end; (end = memchr(bytes.s + at, '\n', most - at));) {
        const copse_str line = {bytes.s + at, (size_t)(end - bytes.s) - at};
        at += line.len + 1;
        if (!is_blank(s->table, line))
            return at;
        s->paragraph = true;
    }
    if (bytes.len <= MOST_LINE)
        return last ? bytes.len : 0;
    while (len > most - 4 && (bytes.s[len] & 0xc0) == 0x80) // not inside a character
        len--;
    return len;
}

// The next line is a text of its own.
static void begin_line(sp_state *s)
{
    for (int i = 0; i < SP_PAD; i++)
        s->c[i] = ch_of(s->table, '\n');
    s->n = s->begin = s->cut = SP_PAD;
    s->seen = s->tokens = s->judged = 0;
    s->ended = false;
    s->state = (se_state){0};
}

static size_t next(void *self, copse_str bytes, bool last, text *out)
{
    by_line *l = self;
    const size_t before = out->n;
    if (!l->left && bytes.len)
        l->left = find_line(l->inner.self, bytes, last);
    if (!l->left)
        return 0;
    const size_t taken = l->inner.next(l->inner.self, (copse_str){bytes.s, l->left}, true, out);
    l->left -= taken;
    l->sentence |= out->n > before;
    if (!l->left) {
        sp_state *s = l->inner.self;
        s->paragraph = !l->sentence; // the end of the line is none of a paragraph
        l->sentence = false;
        begin_line(s);
    }
    return taken;
}

static void free_both(void *self)
{
    by_line *l = self;
    l->inner.free(l->inner.self);
    mem_free(l);
}

splitter sp_by_line(splitter inner)
{
    by_line *l = mem_zero(1, sizeof *l);
    l->inner = inner;
    return (splitter){next, free_both, l};
}
