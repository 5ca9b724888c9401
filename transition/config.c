// SPDX-License-Identifier: MIT
#include "transition/config.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

void cfg_init(config *c)
{
    memset(c, 0, sizeof *c);
}

void cfg_done(config *c)
{
    mem_free(c->left_labels); // all arrays lie in this block
    cfg_init(c);
}

enum { INT_ARRAYS = 13 }; // of [n+2]; stack, other and back need that many, the others one less

// Makes room for n words, in one block so that a copy is cheap. Growing loses the contents.
static void reserve(config *c, int n)
{
    const size_t need = (size_t)n + 2;
    if (c->left_labels && c->cap >= need)
        return;
    const size_t cap = c->left_labels ? need + need / 2 : need;
    mem_free(c->left_labels);
    c->left_labels = mem_alloc(cap, 2 * sizeof(uint64_t) + INT_ARRAYS * sizeof(int));
    c->right_labels = c->left_labels + cap;
    int *ints = (int *)(c->right_labels + cap);
    int **const array[INT_ARRAYS] = {
        &c->stack,  &c->other, &c->back,         &c->head,          &c->label,    &c->first,    &c->last,
        &c->before, &c->after, &c->left_valency, &c->right_valency, &c->left_due, &c->right_due};
    for (size_t i = 0; i < INT_ARRAYS; i++)
        *array[i] = ints + i * cap;
    c->cap = cap;
}

// Counts the words that lack their given heads: all of them.
static void count_due(config *c)
{
    c->given_root = 0;
    for (int w = 0; w <= c->n; w++)
        c->left_due[w] = c->right_due[w] = 0;
    for (int d = c->n; d >= 1; d--) {
        const int h = c->given[d];
        if (h == 0)
            c->given_root = d;
        else if (h != CFG_NONE)
            (d < h ? c->left_due : c->right_due)[h]++;
    }
}

void cfg_reset(config *c, int n, cfg_root root, bool single_root)
{
    reserve(c, n);
    c->n = n;
    c->root = root;
    c->single_root = single_root;
    c->stack_n = c->full_n = 0;
    c->back_n = c->other_n = 0;
    c->next = 1;
    c->roots = c->attached = c->own = 0;
    for (int w = 0; w <= n; w++) {
        c->head[w] = c->label[w] = CFG_NONE;
        c->first[w] = c->last[w] = c->before[w] = c->after[w] = CFG_NONE;
        c->left_valency[w] = c->right_valency[w] = 0;
        c->left_labels[w] = c->right_labels[w] = 0;
    }
    if (c->given)
        count_due(c);
    if (root == CFG_ROOT_FIRST)
        cfg_push(c, 0);
}

void cfg_copy(config *to, const config *from)
{
    const int n = from->n;
    reserve(to, n);
    to->n = n;
    to->root = from->root;
    to->single_root = from->single_root;
    to->stack_n = from->stack_n;
    to->full_n = from->full_n;
    to->back_n = from->back_n;
    to->other_n = from->other_n;
    to->next = from->next;
    to->roots = from->roots;
    to->attached = from->attached;
    to->own = from->own;
    const size_t bytes = ((size_t)n + 1) * sizeof(int), long_bytes = ((size_t)n + 1) * sizeof(uint64_t);
    memcpy(to->stack, from->stack, (size_t)from->full_n * sizeof(int));
    memcpy(to->back, from->back, (size_t)from->back_n * sizeof(int));
    memcpy(to->other, from->other, (size_t)from->other_n * sizeof(int));
    memcpy(to->head, from->head, bytes);
    memcpy(to->label, from->label, bytes);
    memcpy(to->first, from->first, bytes);
    memcpy(to->last, from->last, bytes);
    memcpy(to->before, from->before, bytes);
    memcpy(to->after, from->after, bytes);
    memcpy(to->left_valency, from->left_valency, bytes);
    memcpy(to->right_valency, from->right_valency, bytes);
    to->given = from->given;
    to->given_root = from->given_root;
    if (from->given) {
        memcpy(to->left_due, from->left_due, bytes);
        memcpy(to->right_due, from->right_due, bytes);
    }
    memcpy(to->left_labels, from->left_labels, long_bytes);
    memcpy(to->right_labels, from->right_labels, long_bytes);
}

void cfg_arc(config *c, int head, int dependent, int label)
{
    c->head[dependent] = head;
    c->label[dependent] = label;
    c->attached++;
    c->roots += head == 0;
    if (c->given && head != 0 && c->given[dependent] == head)
        (dependent < head ? c->left_due : c->right_due)[head]--;

    // Finds the siblings around the dependent, from the outermost child on its side of the head inwards.
    int before, after;
    if (dependent < head) {
        before = CFG_NONE;
        after = c->first[head];
        while (after != CFG_NONE && after < dependent) {
            before = after;
            after = c->after[after];
        }
    } else {
        before = c->last[head];
        after = CFG_NONE;
        while (before != CFG_NONE && before > dependent) {
            after = before;
            before = c->before[before];
        }
    }
    c->before[dependent] = before;
    c->after[dependent] = after;
    *(before == CFG_NONE ? &c->first[head] : &c->after[before]) = dependent;
    *(after == CFG_NONE ? &c->last[head] : &c->before[after]) = dependent;

    const uint64_t bit = label < 0 ? 0 : (uint64_t)1 << (label % 64);
    if (dependent < head) {
        c->left_valency[head]++;
        c->left_labels[head] |= bit;
    } else {
        c->right_valency[head]++;
        c->right_labels[head] |= bit;
    }
}

void cfg_push(config *c, int node)
{
    c->stack[c->stack_n++] = node;
    c->full_n = c->stack_n;
}

int cfg_pop(config *c)
{
    const int node = c->stack[--c->stack_n];
    c->full_n = c->stack_n;
    return node;
}

void cfg_change_stacks(config *c)
{
    int *const stack = c->stack, n = c->stack_n;
    c->stack = c->other;
    c->other = stack;
    c->stack_n = c->full_n = c->other_n;
    c->other_n = n;
}

int cfg_take(config *c)
{
    const int node = cfg_buffer(c, 0);
    if (c->back_n > 0)
        c->back_n--;
    else
        c->next++;
    return node;
}

void cfg_put_back(config *c, int node)
{
    c->back[c->back_n++] = node;
}
