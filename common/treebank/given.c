// SPDX-License-Identifier: MIT
// Given arcs are part of a projective tree if and only if no two of them cross (an arc from 0 begins before
// the first word) and no arc covers the top of its own component. A top is a word without a given head; the
// arc to its head would cross the one that covers it. Tops of other components that are covered can be
// attached to the head of the innermost arc over them (given_complete).
#include "common/treebank/given.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/fault.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdlib.h>
#include <string.h>

void given_done(given *g)
{
    mem_free(g->head);
    mem_free(g->label);
    *g = (given){0};
}

static void resize(given *g, int n)
{
    const size_t need = (size_t)n + 1;
    if (need > g->cap) {
        const size_t cap = need < 2 * g->cap ? 2 * g->cap : need;
        g->head = mem_resize(g->head, cap, sizeof *g->head);
        g->label = mem_resize(g->label, cap, sizeof *g->label);
        g->cap = cap;
    }
    g->n = n;
    for (int w = 0; w <= n; w++) {
        g->head[w] = GIVEN_NONE;
        g->label[w] = (copse_str){NULL, 0};
    }
}

int given_read(given *g, const copse_sentence *s, copse_error *err)
{
    char buf[FAULT_SIZE];
    resize(g, s->n);
    for (int w = 1; w <= s->n; w++) {
        const copse_str column = sen_read(s, w, COPSE_HEAD), label = sen_read(s, w, COPSE_DEPREL);
        const int head = sen_head_of(column);
        if (head == SEN_NO_HEAD)
            continue;
        if (fault_column(buf, column, s->word[w].id, s->n) != FAULT_FINE)
            return err_set(err, COPSE_EINPUT, s->file, sen_line(s, w), "%s", buf);
        g->head[w] = head;
        if (label.len > 0 && !str_is(label, "_"))
            g->label[w] = label;
    }
    return 0;
}

bool given_any(const given *g)
{
    for (int w = 1; w <= g->n; w++)
        if (g->head[w] != GIVEN_NONE)
            return true;
    return false;
}

int given_root(const given *g)
{
    for (int w = 1; w <= g->n; w++)
        if (g->head[w] == 0)
            return w;
    return 0;
}

bool given_kept(const given *g, const int *head)
{
    for (int w = 1; w <= g->n; w++)
        if (g->head[w] != GIVEN_NONE && g->head[w] != head[w])
            return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Arcs that no projective tree has

// top[w]: the word without a given head that w descends from, or 0.
static void find_tops(const int *head, int n, int *top)
{
    top[0] = 0;
    for (int w = 1; w <= n; w++)
        top[w] = head[w] == GIVEN_NONE ? w : GIVEN_NONE;
    for (int w = 1; w <= n; w++) {
        int k = w;
        while (top[k] == GIVEN_NONE)
            k = head[k];
        const int found = top[k];
        for (k = w; top[k] == GIVEN_NONE; k = head[k])
            top[k] = found;
    }
}

void given_by_left(const int *head, int n, int *first, int *next)
{
    const size_t size = (size_t)n + 1;
    int *by_right = mem_zero(size, 2 * sizeof *by_right), *after = by_right + size;
    for (int d = 1; d <= n; d++)
        if (head[d] != GIVEN_NONE) {
            after[d] = by_right[given_right(head, d)];
            by_right[given_right(head, d)] = d;
        }
    for (int w = 0; w <= n; w++)
        first[w] = 0;
    for (int r = 1; r <= n; r++)
        for (int d = by_right[r]; d; d = after[d]) {
            const int left = head[d] < d ? head[d] : d;
            next[d] = first[left];
            first[left] = d;
        }
    mem_free(by_right);
}

// Marks arcs that no projective tree has, so that the others do not cross: rival[d] is the dependent of the
// arc that h→d crosses, d itself if the arc covers the top of its own component, 0 if it may stay. Returns
// how many are marked.
static int find_crossing(const int *head, int n, int *rival)
{
    const size_t size = (size_t)n + 1;
    int *memory = mem_alloc(4 * size, sizeof *memory), *top = memory, *stack = memory + size;
    int *first = memory + 2 * size, *next = memory + 3 * size, depth = 0, marked = 0;
    find_tops(head, n, top);
    given_by_left(head, n, first, next);
    for (int w = 0; w <= n; w++)
        rival[w] = 0;
    for (int l = 0; l <= n; l++)
        for (int d = first[l]; d; d = next[d]) {
            const int t = top[d];
            while (depth > 0 && given_right(head, stack[depth - 1]) <= l)
                depth--;
            if (t > l && t < given_right(head, d))
                rival[d] = d;
            else if (depth > 0 && given_right(head, d) > given_right(head, stack[depth - 1]))
                rival[d] = stack[depth - 1];
            else
                stack[depth++] = d;
            marked += rival[d] != 0;
        }
    mem_free(memory);
    return marked;
}

void given_uncross(given *to, const given *from)
{
    enum { ROUNDS = 8 }; // a word whose arc is left out becomes a top, which another arc may cover
    const int n = from->n;
    int *rival = mem_alloc((size_t)n + 1, sizeof *rival), rounds = 0;
    given_part(to, from, 0, n);
    while (find_crossing(to->head, n, rival) > 0) {
        const bool last = ++rounds > ROUNDS;
        for (int d = 1; d <= n; d++)
            if (rival[d] || last) {
                to->head[d] = GIVEN_NONE;
                to->label[d] = (copse_str){NULL, 0};
            }
    }
    mem_free(rival);
}

// ---------------------------------------------------------------------------------------------------
// The check

static int refuse_crossing(const given *g, const copse_sentence *s, int d, int rival, copse_error *err)
{
    const char *const why = "but the parser makes only projective trees";
    const long line = sen_line(s, d);
    if (rival != d)
        return err_set(err, COPSE_EINPUT, s->file, line,
                       "the given arc from %d to %d crosses the one from %d to %d, %s", g->head[d], d,
                       g->head[rival], rival, why);
    int top = d;
    while (g->head[top] != GIVEN_NONE)
        top = g->head[top];
    return err_set(err, COPSE_EINPUT, s->file, line,
                   "the given arc from %d to %d crosses any arc to word %d, from which both descend, %s",
                   g->head[d], d, top, why);
}

static int check_projective(const given *g, const copse_sentence *s, copse_error *err)
{
    int *rival = mem_alloc((size_t)g->n + 1, sizeof *rival), code = 0;
    if (find_crossing(g->head, g->n, rival) > 0)
        for (int d = 1; d <= g->n && code == 0; d++)
            if (rival[d])
                code = refuse_crossing(g, s, d, rival[d], err);
    mem_free(rival);
    return code;
}

static int check_cycles(const given *g, const copse_sentence *s, copse_error *err)
{
    char buf[FAULT_SIZE];
    int *cycle = mem_alloc((size_t)g->n + 1, sizeof *cycle), word = 1;
    const int cycles = tree_cycles(g->head, g->n, cycle);
    while (cycles && !cycle[word])
        word++;
    mem_free(cycle);
    return cycles == 0 ? 0
                       : err_set(err, COPSE_EINPUT, s->file, sen_line(s, word), "given heads: %s",
                                 fault_array(buf, g->head, g->n, word));
}

int given_check(const given *g, const copse_sentence *s, bool single_root, bool projective, copse_error *err)
{
    const int code = check_cycles(g, s, err), root = given_root(g);
    if (code != 0)
        return code;
    for (int d = root + 1; d <= g->n && root && single_root; d++)
        if (g->head[d] == 0)
            return err_set(err, COPSE_EINPUT, s->file, sen_line(s, d),
                           "head 0 is given for word %d and word %d, but trees must have one root word", root,
                           d);
    return projective ? check_projective(g, s, err) : 0;
}

// ---------------------------------------------------------------------------------------------------
// The same arcs elsewhere

void given_mirror(given *to, const given *from)
{
    const int n = from->n;
    resize(to, n);
    for (int d = 1; d <= n; d++) {
        const int h = from->head[d];
        to->head[n + 1 - d] = h > 0 ? n + 1 - h : h;
        to->label[n + 1 - d] = from->label[d];
    }
}

void given_part(given *to, const given *from, int at, int n)
{
    resize(to, n);
    for (int d = 1; d <= n; d++) {
        const int h = from->head[at + d];
        if (h != 0 && (h <= at || h > at + n))
            continue;
        to->head[d] = h ? h - at : 0;
        to->label[d] = from->label[at + d];
    }
}
