// SPDX-License-Identifier: MIT
// Words in a row, arcs above them.
//
// Arcs meet a word at three columns: the arc from its head comes down with an arrow in the middle, and the
// arcs to its dependents leave at both sides of that. So every line can be followed, and arcs cross only
// where the tree is not projective. An arc lies one level above the highest of the shorter arcs that overlap
// it.
#include "common/treebank/draw.h"

#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdlib.h>
#include <string.h>

typedef struct arc {
    int word;            // the dependent
    int low, high;       // columns of its ends; of the label for a root
    int span;            // words
    int level;           // 1..
    int label_at, label; // column and width of the label
} arc;

typedef struct row {
    const copse_sentence *s;
    const copse_tree *tree;
    int n, width, levels;
    int *start, *cell;    // [n+1] first column of a word's cell, and its width
    arc *arcs;            // [n]
    unsigned char *lines; // [levels+1][width] directions of lines; row 0 has the arrows
} row;

static int middle(const row *r, int word)
{
    return r->start[word] + (r->cell[word] - 1) / 2;
}

static int by_span(const void *a, const void *b)
{
    const arc *x = a, *y = b;
    return x->span != y->span ? (x->span > y->span) - (x->span < y->span)
                              : (x->word > y->word) - (x->word < y->word);
}

static int by_width(const void *a, const void *b)
{
    const arc *x = a, *y = b;
    int p = x->high - x->low, q = y->high - y->low;
    // Root arcs come last, above everything they touch.
    bool x_root = x->span == 0, y_root = y->span == 0;
    if (x_root != y_root)
        return x_root - y_root;
    return p != q ? (p > q) - (p < q) : (x->word > y->word) - (x->word < y->word);
}

static void set_ends(const row *r, arc *a)
{
    int head = r->tree->head[a->word], m = middle(r, a->word);
    if (head == 0) {
        a->low = m - (a->label - 1) / 2;
        a->high = a->low + a->label - 1;
    } else if (head < a->word) {
        a->low = middle(r, head) + 1;
        a->high = m;
    } else {
        a->low = m;
        a->high = middle(r, head) - 1;
    }
}

static void shift(row *r, int from, int by)
{
    for (int w = from; w <= r->n; w++)
        r->start[w] += by;
}

// Places the words so that every label fits on its arc. False if the row would be too wide.
static bool place_words(row *r, const copse_draw_options *o)
{
    int at = 0;
    for (int w = 1; w <= r->n; w++) {
        int width = draw_width(sen_column(r->s, w, COPSE_FORM));
        int tag = o->tags ? draw_width(sen_column(r->s, w, COPSE_UPOS)) : 0;
        width = tag > width ? tag : width;
        r->cell[w] = width < 3 ? 3 : width;
        r->start[w] = at;
        at += r->cell[w] + 1;
        if (at - 1 > o->width)
            return false;
        int head = r->tree->head[w];
        r->arcs[w - 1] =
            (arc){.word = w, .span = head ? abs(head - w) : 0, .label = draw_width(r->tree->label[w])};
    }
    qsort(r->arcs, (size_t)r->n, sizeof *r->arcs, by_span);
    for (int i = 0; i < r->n; i++) {
        arc *a = &r->arcs[i];
        int head = r->tree->head[a->word];
        set_ends(r, a);
        if (head == 0 && a->low < 0)
            shift(r, 1, -a->low);
        int lack = a->label - (a->high - a->low - 1);
        if (head != 0 && lack > 0)
            shift(r, head > a->word ? head : a->word, lack);
        if (r->start[r->n] > o->width)
            return false;
    }
    r->width = r->start[r->n] + r->cell[r->n];
    for (int i = 0; i < r->n; i++) {
        set_ends(r, &r->arcs[i]);
        if (r->arcs[i].high >= r->width)
            r->width = r->arcs[i].high + 1;
    }
    return r->width <= o->width;
}

static void set_levels(row *r)
{
    qsort(r->arcs, (size_t)r->n, sizeof *r->arcs, by_width);
    for (int i = 0; i < r->n; i++) {
        arc *a = &r->arcs[i];
        a->level = 1;
        for (int k = 0; k < i; k++) {
            const arc *b = &r->arcs[k];
            int apart = a->span == 0 && b->span == 0; // keeps two labels apart
            if (b->low <= a->high + apart && a->low <= b->high + apart && b->level >= a->level)
                a->level = b->level + 1;
        }
        r->levels = a->level > r->levels ? a->level : r->levels;
    }
}

static unsigned char *cell_at(row *r, int level, int column)
{
    return &r->lines[(size_t)level * (size_t)r->width + (size_t)column];
}

static void draw_arc(row *r, const arc *a)
{
    int head = r->tree->head[a->word], m = middle(r, a->word);
    for (int level = 1; level < a->level; level++)
        *cell_at(r, level, m) |= DRAW_UP | DRAW_DOWN;
    *cell_at(r, 0, m) |= DRAW_ARROW;
    if (head == 0)
        return;
    int from = a->low == m ? a->high : a->low;
    for (int level = 0; level < a->level; level++)
        *cell_at(r, level, from) |= DRAW_UP | DRAW_DOWN;
    *cell_at(r, a->level, a->low) |= DRAW_DOWN | DRAW_RIGHT;
    *cell_at(r, a->level, a->high) |= DRAW_DOWN | DRAW_LEFT;
    for (int column = a->low + 1; column < a->high; column++)
        *cell_at(r, a->level, column) |= DRAW_LEFT | DRAW_RIGHT;
}

// Are these columns of a level free of vertical lines?
static bool is_clear(row *r, int level, int from, int to)
{
    for (int column = from; column <= to; column++)
        if (*cell_at(r, level, column) & (DRAW_UP | DRAW_DOWN))
            return false;
    return true;
}

// Places the label in the middle of the arc, or as near as vertical lines allow; if possible not right
// beside one.
static void place_label(row *r, arc *a)
{
    if (a->span == 0) {
        a->label_at = a->low;
        return;
    }
    int centre = a->low + 1 + (a->high - a->low - 1 - a->label) / 2;
    a->label_at = centre;
    for (int margin = 1; margin >= 0; margin--)
        for (int off = 0; off < a->high - a->low; off++)
            for (int side = -1; side <= 1; side += 2) {
                int at = centre + side * off, end = at + a->label - 1;
                if (at <= a->low || end >= a->high)
                    continue;
                int from = at - margin > a->low ? at - margin : at,
                    to = end + margin < a->high ? end + margin : end;
                if (is_clear(r, a->level, from, to)) {
                    a->label_at = at;
                    return;
                }
            }
}

static void write_lines(row *r, draw_text *t, bool ascii)
{
    for (int level = r->levels; level >= 0; level--) {
        for (int column = 0; column < r->width;) {
            const arc *here = NULL;
            for (int i = 0; i < r->n && !here && level; i++)
                if (r->arcs[i].level == level && r->arcs[i].label_at == column && r->arcs[i].label > 0)
                    here = &r->arcs[i];
            if (here) {
                draw_put_word(t, r->tree->label[here->word]);
                column += here->label;
            } else {
                const char *glyph = draw_glyph(*cell_at(r, level, column), ascii, ascii ? "v" : "▼");
                draw_put(t, glyph, strlen(glyph));
                column++;
            }
        }
        draw_trim(t);
    }
}

static void write_words(const row *r, draw_text *t, copse_column which)
{
    int column = 0;
    for (int w = 1; w <= r->n; w++) {
        copse_str text = sen_column(r->s, w, which);
        int width = draw_width(text), at = r->start[w] + (r->cell[w] - width) / 2;
        if (width == 2 && r->cell[w] == 3)
            at = r->start[w] + 1; // with the arrow over its first letter
        draw_pad(t, at - column);
        draw_put_word(t, text);
        column = at + width;
    }
    draw_trim(t);
}

bool draw_row(draw_text *t, const copse_sentence *s, const copse_tree *tree, const copse_draw_options *o)
{
    row r = {.s = s, .tree = tree, .n = tree->n};
    if (tree->n > o->width / 2)
        return false;
    r.start = mem_alloc((size_t)r.n + 1, sizeof *r.start);
    r.cell = mem_alloc((size_t)r.n + 1, sizeof *r.cell);
    r.arcs = mem_alloc((size_t)r.n, sizeof *r.arcs);
    bool fits = place_words(&r, o);
    if (fits) {
        set_levels(&r);
        r.lines = mem_zero((size_t)(r.levels + 1) * (size_t)r.width, 1);
        for (int i = 0; i < r.n; i++)
            draw_arc(&r, &r.arcs[i]);
        for (int i = 0; i < r.n; i++)
            place_label(&r, &r.arcs[i]);
        write_lines(&r, t, o->ascii);
        write_words(&r, t, COPSE_FORM);
        if (o->tags)
            write_words(&r, t, COPSE_UPOS);
    }
    mem_free(r.start);
    mem_free(r.cell);
    mem_free(r.arcs);
    mem_free(r.lines);
    return fits;
}
