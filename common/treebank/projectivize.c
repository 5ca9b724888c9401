// SPDX-License-Identifier: MIT
// Pseudo-projective transformation (Nivre & Nilsson 2005). deprojectivize.c is the inverse.
//
// A lift moves a word d from its head h to the head g of h. Lifts are made one at a time, always of the
// shortest non-projective arc (of equally short ones, the one with the leftmost dependent), until none is
// left. The naive way checks all arcs after every lift. Here a lift costs little, because little changes:
//   - d's subtree leaves h and stays below g and everything above. So only h loses descendants and no word
//     gains any: only arcs out of h, and the new arc g→d, can change.
//   - Let left[h] and right[h] be the nearest words on each side that do not descend from h. An arc h→d is
//     projective if left[h] < d < right[h]. A lift only moves these two closer to h. So a non-projective arc
//     stays non-projective until it is lifted itself, and each word is in the queue at most once.
//   - To move left[h] and right[h], words near h are asked whether they descend from d. Short climbs answer
//     most. Where trees are deep, a forest of link-cut trees does. It has some of the arcs of the tree: a
//     lift cuts the old arc of d if it is there, and a question links what it needs.
#include "common/treebank/pseudo_projective.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/forest.h"
#include "common/treebank/tree.h"

#include <stdlib.h>
#include <string.h>

// Lifts, and words passed while looking for what a lift changes: some seconds. No tree of 10,000 words needs
// as many lifts; a shuffled chain of 100,000 words needs half of them.
enum { MAX_STEPS = 1 << 26 };
enum { SHORT_CLIMB = 8, FOREST_STEPS = 16 }; // what a question to the forest counts

typedef struct lifting {
    int n;
    int *head;       // [n+1]
    int *left;       // [n+1] see above
    int *right;      // [n+1]
    int *dependents; // [n+1] how many
    int *from;       // [n+1] the original head of a lifted word, else 0
    bool *path;      // [n+1] an arc was lifted past the arc of this word
    uint64_t *queue; // [queue_n] a min-heap of the non-projective arcs: length, dependent
    size_t queue_n;
    forest arcs; // some arcs of the tree, all with present heads; empty until the first long climb
    long steps;  // see MAX_STEPS
} lifting;

enum { WAYS = 4 }; // children of a node of the heap

static uint64_t key_of(const lifting *l, int d)
{
    return (uint64_t)abs(d - l->head[d]) << 32 | (uint64_t)d;
}

static void push(lifting *l, int d)
{
    const uint64_t key = key_of(l, d);
    size_t i = l->queue_n++;
    for (; i > 0 && l->queue[(i - 1) / WAYS] > key; i = (i - 1) / WAYS)
        l->queue[i] = l->queue[(i - 1) / WAYS];
    l->queue[i] = key;
}

// Puts the key in the place of the first one.
static void replace_first(lifting *l, uint64_t key)
{
    const size_t n = l->queue_n;
    size_t i = 0;
    for (size_t child; (child = WAYS * i + 1) < n; i = child) {
        const size_t end = child + WAYS < n ? child + WAYS : n;
        for (size_t other = child + 1; other < end; other++)
            child = l->queue[other] < l->queue[child] ? other : child;
        if (l->queue[child] >= key)
            break;
        l->queue[i] = l->queue[child];
    }
    l->queue[i] = key;
}

static bool crossing(const lifting *l, int d)
{
    int h = l->head[d];
    return d < l->left[h] || d > l->right[h];
}

// d was just lifted from h, and p was below h. Is p below d now?
static bool went_along(lifting *l, int p, int h, int d)
{
    int top = p;
    for (int i = 0; i < SHORT_CLIMB && top != d && top != h; i++)
        top = l->head[top];
    if (top == d || top == h)
        return top == d;
    if (!l->arcs.up)
        forest_init(&l->arcs, l->n);
    l->steps += FOREST_STEPS;
    const int other = forest_root(&l->arcs, h); // d is a root, so p comes to d or to the tree of h
    for (top = forest_root(&l->arcs, p); top != d && top != other; top = forest_root(&l->arcs, p)) {
        forest_link(&l->arcs, top, l->head[top]);
        l->steps += FOREST_STEPS;
    }
    return top == d;
}

// d was just lifted from h. Moves reach (left[h] or right[h]) to the first word below d, and queues the arcs
// out of h that now cross it. next is left for step -1 and right for step 1. A step from p to next[p] skips
// only words below p: no dependents of h and, if p is not below d, no words below d.
static void draw_in(lifting *l, int h, int d, int step, const int *next, int *reach)
{
    const int end = *reach;
    int p = h + step;
    for (; p != end && !went_along(l, p, h, d) && l->steps < MAX_STEPS; p = next[p])
        l->steps++;
    *reach = p;
    for (; p != end; p = next[p])
        if (l->head[p] == h)
            push(l, p);
}

// Lifts the first of the queue.
static void lift(lifting *l)
{
    const int d = (int)(l->queue[0] & 0xffffffff), h = l->head[d], g = l->head[h];
    if (!l->from[d])
        l->from[d] = h;
    l->path[h] = true;
    l->head[d] = g;
    l->dependents[h]--;
    l->dependents[g]++;
    replace_first(l, crossing(l, d) ? key_of(l, d) : l->queue[--l->queue_n]);
    if (l->arcs.up)
        forest_cut(&l->arcs, d);
    if (l->dependents[d] > 0) { // d itself is already beyond the reach of h
        draw_in(l, h, d, -1, l->left, &l->left[h]);
        draw_in(l, h, d, 1, l->right, &l->right[h]);
    }
}

// The number of lifts, or COPSE_ELIMIT.
static int lift_all(lifting *l, copse_error *err)
{
    int lifts = 0;
    tree_reach(l->head, l->n, l->left, l->right);
    for (int d = 1; d <= l->n; d++) {
        l->dependents[l->head[d]]++;
        if (crossing(l, d))
            push(l, d);
    }
    for (; l->queue_n > 0 && l->steps < MAX_STEPS; l->steps++, lifts++)
        lift(l);
    if (l->queue_n > 0)
        return err_set(err, COPSE_ELIMIT, NULL, 0,
                       "a tree of %d words that needs more than %d steps to become projective; leave it out",
                       l->n, MAX_STEPS);
    return lifts;
}

size_t pproj_bare(copse_str label)
{
    size_t i = 0;
    while (i + PPROJ_MARK <= label.len && memcmp(label.s + i, PPROJ_UP, PPROJ_MARK) != 0 &&
           memcmp(label.s + i, PPROJ_DOWN, PPROJ_MARK) != 0)
        i++;
    return i + PPROJ_MARK <= label.len ? i : label.len;
}

static copse_str marked(copse_tree *t, const lifting *l, int d, copse_pproj mode)
{
    const copse_str own = t->label[d], none = {"", 0};
    const copse_str from = l->from[d] && mode != COPSE_PPROJ_PATH ? t->label[l->from[d]] : none;
    const size_t up = l->from[d] ? PPROJ_MARK : 0;
    const size_t down = l->path[d] && mode != COPSE_PPROJ_HEAD ? PPROJ_MARK : 0;
    if (up + down == 0)
        return own;
    copse_str label = {NULL, own.len + up + from.len + down};
    char *at = tree_own(t, label.len);
    label.s = at;
    memcpy(at, own.s, own.len);
    memcpy(at += own.len, PPROJ_UP, up);
    memcpy(at += up, from.s, from.len);
    memcpy(at += from.len, PPROJ_DOWN, down);
    return label;
}

static int projectivize(copse_tree *tree, copse_pproj mode, copse_error *err)
{
    const int n = tree->n;
    const size_t size = (size_t)n + 1;
    for (int w = 1; w <= n; w++) {
        char quoted[ERR_QUOTE];
        if (pproj_bare(tree->label[w]) < tree->label[w].len)
            return err_set(err, COPSE_EINPUT, NULL, 0,
                           "label %s of word %d has a mark of lifted arcs "
                           "(" PPROJ_UP " or " PPROJ_DOWN ") already",
                           err_quote(quoted, tree->label[w]), w);
    }
    int *numbers = mem_zero(5 * size, sizeof *numbers);
    lifting l = {.n = n, .head = numbers, .left = numbers + size, .right = numbers + 2 * size};
    l.dependents = numbers + 3 * size;
    l.from = numbers + 4 * size;
    l.path = mem_zero(size, sizeof *l.path);
    l.queue = mem_alloc(size, sizeof *l.queue);
    memcpy(l.head, tree->head, size * sizeof *l.head);
    int lifts = lift_all(&l, err);
    if (lifts > 0) {
        // New labels are built from other words' labels: build all before replacing any.
        copse_str *label = mem_alloc(size, sizeof *label);
        for (int w = 1; w <= n; w++)
            label[w] = marked(tree, &l, w, mode);
        memcpy(tree->label + 1, label + 1, (size_t)n * sizeof *label);
        memcpy(tree->head, l.head, size * sizeof *l.head);
        mem_free(label);
    }
    mem_free(numbers);
    mem_free(l.path);
    mem_free(l.queue);
    forest_done(&l.arcs);
    return lifts;
}

int copse_tree_projectivize(copse_tree *tree, copse_pproj mode, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, projectivize(tree, mode, err));
}
