// SPDX-License-Identifier: MIT
// One word a line, arcs at the left.
//
// Every word with dependents has a lane: a vertical line from its first to its last dependent, right of the
// lane of its own head. The arc to a dependent is a horizontal line from the head's lane to the dependent's
// lane, or to a short end if the dependent has none. Where this line meets another lane, it passes below it.
// The number of lanes is limited: a word without a free lane shows the number of its head instead of a line,
// and then all words are numbered.
#include "common/treebank/draw.h"

#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_LANES = 6, MAX_LANES = 48, NO_LANE = -1 };

typedef struct column {
    const copse_sentence *s;
    const copse_tree *tree;
    int n, lanes, limit;              // words, lanes in use, most lanes allowed
    int numbers, forms, tags, labels; // widths of these columns of text; numbers 0: not shown
    int *lane;            // [n+1] of each word that has dependents, else NO_LANE; the root's is not drawn
    int *first, *last;    // [n+1] what its lane spans
    unsigned char *lines; // [n+1][STRIDE]
} column;

enum { STRIDE = 2 * MAX_LANES + 2 };

static int column_of(int lane)
{
    return 1 + 2 * lane;
}

static unsigned char *cell_at(column *c, int word, int at)
{
    return &c->lines[(size_t)word * STRIDE + (size_t)at];
}

static void find_spans(column *c)
{
    for (int w = 0; w <= c->n; w++)
        c->first[w] = c->last[w] = w;
    for (int w = 1; w <= c->n; w++) {
        int h = c->tree->head[w];
        c->first[h] = w < c->first[h] ? w : c->first[h];
        c->last[h] = w > c->last[h] ? w : c->last[h];
    }
}

static bool is_free(column *c, int word, int lane)
{
    // Check the ends first: conflicts are most frequent there.
    for (int w = c->last[word]; w >= c->first[word]; w--)
        if (*cell_at(c, w, column_of(lane)))
            return false;
    return true;
}

// The leftmost lane that is free and right of the head's.
static void take_lane(column *c, int word)
{
    int h = c->tree->head[word];
    if (c->first[word] == c->last[word] || (h && c->lane[h] == NO_LANE))
        return;
    int lane = h ? c->lane[h] + 1 : 0;
    while (lane < c->limit && !is_free(c, word, lane))
        lane++;
    if (lane == c->limit)
        return;
    c->lane[word] = lane;
    c->lanes = lane + 1 > c->lanes ? lane + 1 : c->lanes;
    int at = column_of(lane);
    for (int w = c->first[word]; w <= c->last[word]; w++) {
        *cell_at(c, w, at) |= (unsigned char)(w > c->first[word] ? DRAW_UP : 0);
        *cell_at(c, w, at) |= (unsigned char)(w < c->last[word] ? DRAW_DOWN : 0);
    }
}

// Heads get their lanes before their dependents do.
static void take_lanes(column *c)
{
    int *child = mem_alloc((size_t)c->n + 1, sizeof *child);
    int *next = mem_alloc((size_t)c->n + 1, sizeof *next);
    int *queue = mem_alloc((size_t)c->n + 1, sizeof *queue);
    for (int w = 0; w <= c->n; w++) {
        child[w] = 0;
        c->lane[w] = NO_LANE;
    }
    for (int w = c->n; w >= 1; w--) {
        next[w] = child[c->tree->head[w]];
        child[c->tree->head[w]] = w;
    }
    int n = 0;
    queue[n++] = 0;
    for (int i = 0; i < n; i++)
        for (int w = child[queue[i]]; w; w = next[w]) {
            take_lane(c, w);
            queue[n++] = w;
        }
    mem_free(child);
    mem_free(next);
    mem_free(queue);
}

static bool has_line(const column *c, int word)
{
    int h = c->tree->head[word];
    return h == 0 || c->lane[h] != NO_LANE;
}

static void draw_line(column *c, int word)
{
    if (!has_line(c, word))
        return;
    int h = c->tree->head[word], from = h ? column_of(c->lane[h]) : 0;
    bool leaf = c->lane[word] == NO_LANE;
    int to = leaf ? from + (h != 0) : column_of(c->lane[word]); // a short end stays between two lanes
    *cell_at(c, word, from) |= h ? DRAW_RIGHT : DRAW_LEFT | DRAW_RIGHT;
    for (int at = from + 1; at < to; at++) {
        unsigned char *cell = cell_at(c, word, at);
        *cell |= *cell ? DRAW_BRIDGE : DRAW_LEFT | DRAW_RIGHT;
    }
    *cell_at(c, word, to) |= leaf ? DRAW_LEFT | DRAW_RIGHT : DRAW_LEFT;
}

static void put_arc(draw_text *t, copse_str label, int head, bool ascii, const char *mark)
{
    char number[32];
    draw_put(t, mark, strlen(mark));
    draw_put_word(t, label);
    int len = snprintf(number, sizeof number, " %s %d", ascii ? "<-" : "←", head);
    draw_put(t, number, (size_t)len);
}

static int widest(const column *c, copse_column which)
{
    enum { MOST = 32 }; // a longer text only widens its own line
    int width = 0;
    for (int w = 1; w <= c->n; w++) {
        int x =
            which == COPSE_DEPREL ? draw_width(c->tree->label[w]) : draw_width(sen_column(c->s, w, which));
        if (x > width && x <= MOST)
            width = x;
    }
    return width;
}

// Writes everything to the right of the lines.
static void put_word(column *c, draw_text *t, int w, const copse_tree *other, const copse_draw_options *o)
{
    copse_str form = sen_column(c->s, w, COPSE_FORM), tag = sen_column(c->s, w, COPSE_UPOS);
    copse_str label = c->tree->label[w];
    if (c->numbers) {
        char number[32];
        draw_put(t, number, (size_t)snprintf(number, sizeof number, " %*d", c->numbers, w));
    }
    draw_pad(t, 1);
    draw_put_word(t, form);
    draw_pad(t, c->forms - draw_width(form) + 2);
    if (o->tags) {
        draw_put_word(t, tag);
        draw_pad(t, c->tags - draw_width(tag) + 2);
    }
    if (has_line(c, w))
        draw_put_word(t, label);
    else
        put_arc(t, label, c->tree->head[w], o->ascii, "");
    if (other && (other->head[w] != c->tree->head[w] || !str_equal(other->label[w], label))) {
        draw_pad(t, c->labels - draw_width(label) + 2);
        put_arc(t, other->label[w], other->head[w], o->ascii, o->ascii ? "!= " : "≠ ");
    }
    draw_trim(t);
}

// Words are numbered only if something refers to the numbers.
static int number_width(const column *c, const copse_tree *other)
{
    bool needed = other != NULL;
    for (int w = 1; w <= c->n && !needed; w++)
        needed = !has_line(c, w);
    return needed ? snprintf(NULL, 0, "%d", c->n) : 0;
}

void draw_column(draw_text *t, const copse_sentence *s, const copse_tree *tree, const copse_tree *other,
                 const copse_draw_options *o)
{
    column c = {.s = s, .tree = tree, .n = tree->n};
    size_t n = (size_t)tree->n + 1;
    c.forms = widest(&c, COPSE_FORM);
    c.tags = widest(&c, COPSE_UPOS);
    c.labels = widest(&c, COPSE_DEPREL);
    int room = (o->width - c.forms - (o->tags ? c.tags + 2 : 0) - c.labels - 4) / 2;
    c.limit = room < MIN_LANES ? MIN_LANES : room > MAX_LANES ? MAX_LANES : room;
    c.lane = mem_alloc(n, sizeof *c.lane);
    c.first = mem_alloc(n, sizeof *c.first);
    c.last = mem_alloc(n, sizeof *c.last);
    c.lines = mem_zero(n, STRIDE);
    find_spans(&c);
    take_lanes(&c);
    c.numbers = number_width(&c, other);
    for (int w = 1; w <= c.n; w++)
        draw_line(&c, w);
    for (int w = 1; w <= c.n; w++) {
        for (int at = 0; at <= 2 * c.lanes; at++) {
            const char *glyph = draw_glyph(*cell_at(&c, w, at), o->ascii, "");
            draw_put(t, glyph, strlen(glyph));
        }
        put_word(&c, t, w, other, o);
    }
    mem_free(c.lane);
    mem_free(c.first);
    mem_free(c.last);
    mem_free(c.lines);
}
