// SPDX-License-Identifier: MIT
// Joins the trees that a derivation left apart. With single_root only one word may be attached to the root,
// but Covington's algorithm can end with several words without a head, and attach.c can leave some of them.
// This file gives a head to all but one.
//
// Notation: a loose word has no head; the top of a word is the loose word or root word it descends from. A
// loose word d may be attached to any word with another top, which closes no cycle. The projective system has
// made no arc over a loose word, so the words with the same top are neighbours. There only words visible from
// d are candidates: the last word before d's tree and its heads to the left, the first word after this tree
// and its heads to the right. The top of the neighbouring tree is always among them, and the tree stays
// projective.
//
// The classifiers score a pair. The two words are laid out as S0 and B0, as in the configuration in which the
// algorithm met them, but with all arcs made since. The margin of the pair is the score of the arc less the
// better score of SHIFT and REDUCE. So a loose word takes one classification for each candidate, and two when
// the root word must be found too; only the nearest candidates are tried.
#include "transition/model.h"

#include "common/base/mem.h"
#include "common/base/watch.h"

#include <math.h>
#include <stdlib.h>

typedef struct attacher {
    tparser *p;
    config *c;
    int *top;       // [n+1]
    int *candidate; // [n]
} attacher;

static bool is_loose(const attacher *j, int word)
{
    return j->c->head[word] == CFG_NONE;
}

// Puts all words on the stack in their order, so that any two become S0 and B0 by changing counts.
static void lay_out(config *c)
{
    int k = 0;
    if (c->root == CFG_ROOT_FIRST)
        c->stack[k++] = 0;
    for (int w = 1; w <= c->n; w++)
        c->stack[k++] = w;
    c->back_n = 0;
}

static void find_tops(attacher *j)
{
    const config *c = j->c;
    for (int w = 0; w <= c->n; w++)
        j->top[w] = 0;
    for (int w = 1; w <= c->n; w++) {
        int k = w;
        while (j->top[k] == 0 && c->head[k] > 0)
            k = c->head[k];
        const int top = j->top[k] ? j->top[k] : k;
        for (k = w; k != top && j->top[k] == 0; k = c->head[k])
            j->top[k] = top;
        j->top[top] = top;
    }
}

// Makes the pair S0 and B0 (a root that stands last is behind all words) and returns the number of features.
static size_t face(attacher *j, int head, int dependent, transition *arc)
{
    config *c = j->c;
    const int first = c->root == CFG_ROOT_FIRST;
    const int h = head == 0 && !first ? c->n + 1 : head;
    const int left = h < dependent ? h : dependent, right = h < dependent ? dependent : h;
    *arc = h < dependent ? T_RIGHT : T_LEFT;
    c->next = right;
    c->full_n = right - 1 + first;
    c->stack_n = left + first;
    if (j->p->model->system->arrange) {
        j->p->model->system->arrange(c, right);
        while (cfg_stack(c, 0) != left)
            c->stack_n--;
    }
    return tp_features(j->p);
}

static float margin(attacher *j, int head, int dependent)
{
    transition arc;
    const size_t n = face(j, head, dependent, &arc);
    const cls_labels may = tp_labels(j->p);
    choice asked;
    cls_choose(tp_set(j->p), j->p->key, n, 1u << T_SHIFT | 1u << T_REDUCE | 1u << arc, &may, &j->p->cls,
               &asked);
    const float other = fmaxf(asked.by_type[T_SHIFT], asked.by_type[T_REDUCE]);
    return isfinite(other) && isfinite(asked.by_type[arc]) ? asked.by_type[arc] - other : asked.by_type[arc];
}

// Finds the candidates for the head of d, the nearest first. Returns their number: at least one if there are
// several tops, and at most MOST, which bounds the time for long sentences with many loose words.
static int find_candidates(attacher *j, int d)
{
    enum { MOST = 64 };
    const config *c = j->c;
    int n = 0;
    if (!j->p->model->system->projective) {
        for (int k = 1; k <= c->n && n < MOST - 1; k++) {
            if (d - k >= 1 && j->top[d - k] != d)
                j->candidate[n++] = d - k;
            if (d + k <= c->n && j->top[d + k] != d)
                j->candidate[n++] = d + k;
        }
        return n;
    }
    int before = d, after = d;
    while (before > 0 && j->top[before] == d)
        before--;
    while (after <= c->n && j->top[after] == d)
        after++;
    for (int k = before; k > 0 && n < MOST / 2; k = c->head[k] < k ? c->head[k] : 0)
        j->candidate[n++] = k;
    for (int k = after <= c->n ? after : 0; k > 0 && n < MOST; k = k < c->head[k] ? c->head[k] : 0)
        j->candidate[n++] = k;
    return n;
}

static int best_head(attacher *j, int d, float *how)
{
    watch_look();
    const int n = find_candidates(j, d);
    int best = j->candidate[0];
    *how = -HUGE_VALF;
    for (int i = 0; i < n; i++) {
        const float m = margin(j, j->candidate[i], d);
        if (m > *how) {
            *how = m;
            best = j->candidate[i];
        }
    }
    return best;
}

// Chooses the root word if there is none: the word whose margin under the root exceeds that of its best
// other head most. Without a root in the configuration, the word whose best other head has the lowest
// margin.
static int find_root(attacher *j)
{
    const config *c = j->c;
    int root = 0;
    float most = -HUGE_VALF;
    for (int d = 1; d <= c->n; d++) {
        if (!is_loose(j, d))
            continue;
        float elsewhere;
        best_head(j, d, &elsewhere);
        const float gain = (c->root == CFG_ROOT_NONE ? 0 : margin(j, 0, d)) - elsewhere;
        if (root == 0 || gain > most) {
            root = d;
            most = gain;
        }
    }
    return root;
}

static void attach(attacher *j, int d)
{
    float how;
    transition arc;
    const int head = best_head(j, d, &how), top = j->top[head];
    const size_t n = face(j, head, d, &arc);
    const cls_labels may = tp_labels(j->p);
    const int label = cls_label(tp_set(j->p), arc, j->p->key, n, &may, &j->p->cls);
    j->p->score[d] = tp_confidence(how);
    j->p->lead[d] = j->p->cls.lead;
    cfg_arc(j->c, head, d, label);
    for (int w = 1; w <= j->c->n; w++)
        if (j->top[w] == d)
            j->top[w] = top;
}

void tp_finish(tparser *p)
{
    config *c = &p->config;
    const int n = c->n, loose = n - c->attached;
    if (!c->single_root || loose + c->roots <= 1)
        return;
    attacher j = {.p = p, .c = c};
    j.top = mem_alloc((size_t)n + 1, 2 * sizeof *j.top);
    j.candidate = j.top + n + 1;
    lay_out(c);
    find_tops(&j);
    const int root = c->roots ? 0 : cfg_given_root(c) ? cfg_given_root(c) : find_root(&j);
    for (int d = 1; d <= n; d++)
        if (is_loose(&j, d) && d != root)
            attach(&j, d);
    mem_free(j.top);
}
