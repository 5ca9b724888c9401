// SPDX-License-Identifier: MIT
// Numbers are put into bins, each named by its least value. Every factor takes a few steps per word and
// system, whatever the shape of the tree; the shapes are measured once a sentence.
#include "ensemble/factor.h"

#include "common/treebank/sentence.h"

#include <string.h>

// The name of the bin of value: from[0] < from[1] < ... are where bins begin, 0 after the last.
static void add_bin(text *out, const int *from, int value)
{
    char digits[12];
    size_t n = 0;
    while (from[1] && value >= from[1])
        from++;
    for (int v = from[0]; v; v /= 10)
        digits[n++] = (char)('0' + v % 10);
    while (n)
        text_add(out, &digits[--n], 1);
    if (!from[1])
        text_cat(out, "+");
    else if (from[1] > from[0] + 1)
        text_cat(out, "..");
}

static void by_pos(text *out, const proposals *p, size_t system, int d)
{
    (void)system;
    text_str(out, sen_column(p->s, d, COPSE_UPOS));
}

static void by_label(text *out, const proposals *p, size_t system, int d)
{
    text_str(out, p->tree[system]->label[d]);
}

void fac_length(text *out, int h, int d)
{
    static const int from[] = {1, 2, 3, 4, 5, 7, 10, 15, 0};
    if (h == 0)
        text_cat(out, "root");
    else
        add_bin(out, from, h < d ? d - h : h - d);
}

static void by_length(text *out, const proposals *p, size_t system, int d)
{
    fac_length(out, p->tree[system]->head[d], d);
}

void fac_direction(text *out, int h, int d)
{
    text_cat(out, h == 0 ? "root" : h < d ? "right" : "left");
}

static void by_direction(text *out, const proposals *p, size_t system, int d)
{
    fac_direction(out, p->tree[system]->head[d], d);
}

static void by_root_distance(text *out, const proposals *p, size_t system, int d)
{
    static const int from[] = {1, 2, 3, 4, 5, 6, 7, 0};
    const int *head = p->tree[system]->head;
    int steps = 0;
    for (int w = d; w > 0 && steps < 7; w = head[w])
        steps++;
    add_bin(out, from, steps);
}

// 0 is a bin of its own; from has those after it.
static void add_count(text *out, const int *from, int value)
{
    if (value == 0)
        text_cat(out, "0");
    else
        add_bin(out, from, value);
}

static void by_siblings(text *out, const proposals *p, size_t system, int d)
{
    static const int from[] = {1, 2, 3, 4, 5, 6, 0};
    add_count(out, from, p->shape[system].siblings[d]);
}

static void by_degree(text *out, const proposals *p, size_t system, int d)
{
    static const int from[] = {1, 2, 0};
    if (p->shape[system].measured)
        add_count(out, from, p->shape[system].degree[d]);
    else
        text_cat(out, "none");
}

static void by_sentence_length(text *out, const proposals *p, size_t system, int d)
{
    static const int from[] = {1, 6, 11, 16, 21, 31, 41, 61, 0};
    (void)system;
    (void)d;
    add_bin(out, from, p->s->n);
}

void fac_pattern(text *out, const proposals *p, int h, int d)
{
    for (size_t i = 0; i < p->n; i++)
        text_cat(out, p->tree[i]->head[d] == h ? "1" : "0");
}

static void by_agreement(text *out, const proposals *p, size_t system, int d)
{
    fac_pattern(out, p, p->tree[system]->head[d], d);
}

void fac_score(text *out, const copse_tree *t, int d)
{
    static const char *const bins[] = {"0.0", "0.1", "0.2", "0.3", "0.4", "0.5",
                                       "0.6", "0.7", "0.8", "0.9", "0.95"};
    const float x = t->score[d];
    if (!t->scored)
        text_cat(out, "none");
    else
        text_cat(out, bins[x >= 0.95F ? 10 : x >= 0.9F ? 9 : x > 0 ? (int)(x * 10) : 0]);
}

static void by_score(text *out, const proposals *p, size_t system, int d)
{
    fac_score(out, p->tree[system], d);
}

const factor fac_all[] = {
    {"pos", "part of speech of the dependent, UPOS or CPOSTAG", by_pos, false},
    {"label", "label that the system gives", by_label, false},
    {"length", "words from head to dependent, in bins", by_length, false},
    {"direction", "left or right of the head", by_direction, false},
    {"root-distance", "arcs from the root in the system's tree, in bins", by_root_distance, false},
    {"siblings", "other words with the same head in the system's tree, in bins", by_siblings, true},
    {"degree", "degree of non-projectivity in the system's tree, in bins", by_degree, true},
    {"sentence-length", "words of the sentence, in bins", by_sentence_length, false},
    {"agreement", "which systems give the word this head", by_agreement, false},
    {"score", "the system's confidence, in bins", by_score, false},
    {NULL, NULL, NULL, false},
};

const factor *fac_find(const char *name, size_t len)
{
    for (const factor *f = fac_all; f->name; f++)
        if (strlen(f->name) == len && memcmp(f->name, name, len) == 0)
            return f;
    return NULL;
}
