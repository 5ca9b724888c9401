// SPDX-License-Identifier: MIT
// The inverse of pseudo-projective transformation (projectivize.c): moves each word marked ↑ to a word below
// its present head.
//
// Words are visited from the top, breadth first and left to right, so everything above a word is in its
// place before the word moves. Let d be a lifted word and g its present head. Its former head may be any
// word x below g that is not below d. The marks grade these candidates:
//   head       x has the label h of d↑h
//   path       all arcs from g down to x have ↓
//   head+path  best both, else the label, else the path
// Among candidates of the best grade, those that make the arc x→d non-projective come first, since a
// projective arc would not have been lifted. Then, with a path, the lowest, because d was lifted along the
// whole path; without one the highest, as in Nivre & Nilsson's breadth-first search. Then the nearest to d.
// If no candidate has a grade, d stays.
//
// The last three preferences are ours. The paper takes the first in breadth-first order;
// docs/projectivize.md has the figures for both.
#include "common/treebank/pseudo_projective.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdlib.h>
#include <string.h>

// About a second. Natural sentences need some hundreds of steps; beyond the limit words stay where they are.
enum { MAX_STEPS = 1 << 27 };

typedef struct mark {
    copse_str own, from; // d and h of d↑h
    uint64_t own_hash, from_hash;
    bool up, down;
} mark;

typedef struct restoring {
    copse_pproj mode;
    int n;
    int *head;     // [n+1] the tree's own
    mark *mark;    // [n+1]
    int *first;    // [n+1] leftmost dependent, or 0
    int *next;     // [n+1] next dependent of the same head, or 0
    int *order;    // [n+1] words in their final place, from the top
    int *found;    // [n+1] words below the present head
    int *depth;    // [n+1] of words found
    bool *on_path; // [n+1] of words found
    long steps;    // taken so far
} restoring;

typedef struct candidate {
    int word, grade, depth, length;
    bool projective;
} candidate;

copse_str pproj_own(copse_str label)
{
    const size_t bare = pproj_bare(label);
    return bare == 0 && label.len > 0 ? (copse_str){"_", 1} : (copse_str){label.s, bare};
}

// Splits a label: the text before the first mark, the text after the first ↑, whether there is a ↓.
static mark read_mark(copse_str label)
{
    mark m = {.own = pproj_own(label), .from = {"", 0}};
    for (size_t at = pproj_bare(label); at < label.len;) {
        copse_str rest = {label.s + at + PPROJ_MARK, label.len - at - PPROJ_MARK};
        rest.len = pproj_bare(rest);
        if (memcmp(label.s + at, PPROJ_DOWN, PPROJ_MARK) == 0) {
            m.down = true;
        } else {
            if (!m.up)
                m.from = rest;
            m.up = true;
        }
        at += PPROJ_MARK + rest.len;
    }
    m.own_hash = hash_bytes(m.own.s, m.own.len);
    m.from_hash = hash_bytes(m.from.s, m.from.len);
    return m;
}

bool pproj_is_lifted(copse_str label)
{
    return read_mark(label).up;
}

static int grade(const restoring *r, int d, int x)
{
    const mark *m = &r->mark[d], *other = &r->mark[x];
    bool label = r->mode != COPSE_PPROJ_PATH && m->from.len > 0 && m->from_hash == other->own_hash &&
                 str_equal(m->from, other->own);
    bool path = r->mode != COPSE_PPROJ_HEAD && r->on_path[x];
    return 2 * label + path;
}

// Would the arc x→d be projective? Like tree_arc_is_projective, but d still has another head; words below d
// would move with it.
static bool would_be_projective(restoring *r, int x, int d)
{
    const int *head = r->head, low = x < d ? x : d, high = x < d ? d : x;
    for (int k = low + 1; k < high && r->steps < MAX_STEPS; k++, r->steps++) {
        if (head[k] >= low && head[k] <= high)
            continue;
        int top = k;
        while (top > 0 && top != x && top != d) {
            top = head[top];
            r->steps++;
        }
        if (top == 0)
            return false;
    }
    return true;
}

static bool is_better(const candidate *a, const candidate *b)
{
    if (a->grade != b->grade)
        return a->grade > b->grade;
    if (a->projective != b->projective)
        return b->projective;
    if (a->depth != b->depth)
        return a->grade & 1 ? a->depth > b->depth : a->depth < b->depth;
    return a->length != b->length ? a->length < b->length : a->word < b->word;
}

// The word to attach d to, or 0.
static int find_head(restoring *r, int d)
{
    const int g = r->head[d];
    int found = 0;
    candidate best = {0};
    if (r->steps >= MAX_STEPS)
        return 0;
    for (int k = r->first[g]; k; k = r->next[k]) {
        if (k == d)
            continue;
        r->found[found++] = k;
        r->depth[k] = 1;
        r->on_path[k] = r->mark[k].down;
    }
    for (int i = 0; i < found && r->steps < MAX_STEPS; i++, r->steps++) {
        int x = r->found[i];
        for (int k = r->first[x]; k; k = r->next[k]) {
            r->found[found++] = k;
            r->depth[k] = r->depth[x] + 1;
            r->on_path[k] = r->on_path[x] && r->mark[k].down;
        }
        candidate c = {.word = x, .grade = grade(r, d, x), .depth = r->depth[x], .length = abs(x - d)};
        if (c.grade == 0 || !is_better(&c, &best)) // not even if the arc were non-projective
            continue;
        c.projective = would_be_projective(r, x, d);
        if (is_better(&c, &best))
            best = c;
    }
    return r->steps < MAX_STEPS ? best.word : 0;
}

static void hang(restoring *r, int d, int h)
{
    int *link = &r->first[h];
    for (; *link && *link < d; link = &r->next[*link])
        r->steps++;
    r->next[d] = *link;
    *link = d;
    r->head[d] = h;
}

static int restore(restoring *r)
{
    int moved = 0, ordered = 1;
    r->order[0] = 0;
    for (int i = 0; i < ordered; i++) {
        int g = r->order[i], *link = &r->first[g], d;
        while ((d = *link) != 0) {
            int h = r->mark[d].up ? find_head(r, d) : 0;
            r->mark[d].up = false; // move each word once: it is visited again below its new head
            if (h) {
                *link = r->next[d];
                hang(r, d, h);
                moved++;
            } else {
                link = &r->next[d];
            }
        }
        for (int k = r->first[g]; k; k = r->next[k])
            r->order[ordered++] = k;
    }
    return moved;
}

int pproj_restore(copse_tree *tree, copse_pproj mode)
{
    const int n = tree->n;
    const size_t size = (size_t)n + 1;
    int marked = 0, moved = 0;
    mark *marks = mem_alloc(size, sizeof *marks);
    marks[0] = read_mark((copse_str){"", 0});
    for (int w = 1; w <= n; w++) {
        marks[w] = read_mark(tree->label[w]);
        marked += marks[w].up;
    }
    if (marked > 0) {
        int *numbers = mem_zero(5 * size, sizeof *numbers);
        restoring r = {.mode = mode, .n = n, .head = tree->head, .mark = marks};
        r.first = numbers;
        r.next = numbers + size;
        r.order = numbers + 2 * size;
        r.found = numbers + 3 * size;
        r.depth = numbers + 4 * size;
        r.on_path = mem_zero(size, sizeof *r.on_path);
        for (int w = n; w >= 1; w--) {
            r.next[w] = r.first[r.head[w]];
            r.first[r.head[w]] = w;
        }
        moved = restore(&r);
        mem_free(numbers);
        mem_free(r.on_path);
    }
    for (int w = 1; w <= n; w++)
        tree->label[w] = marks[w].own;
    mem_free(marks);
    return moved;
}

int copse_tree_deprojectivize(copse_tree *tree, copse_pproj mode)
{
    copse_error err;
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, &err);
    return mem_end(&guard, pproj_restore(tree, mode));
}
