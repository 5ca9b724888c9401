// SPDX-License-Identifier: MIT
#include "eval/confusion.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

typedef struct pair {
    size_t gold, system;
} pair;

void conf_add(confusion *c, size_t gold, size_t system, bool right_head)
{
    const pair p = {gold, system};
    const size_t known = c->pairs.n, i = tab_count(&c->pairs, (copse_str){(const char *)&p, sizeof p}, 1);
    if (i == known) {
        c->head = mem_grow(c->head, &c->cap, i + 1, sizeof *c->head);
        c->head[i] = 0;
    }
    c->head[i] += right_head;
}

static int compare(const void *left, const void *right)
{
    const copse_confusion *a = left, *b = right;
    if (a->words != b->words)
        return a->words > b->words ? -1 : 1;
    const int by_gold = strcmp(a->gold, b->gold);
    return by_gold ? by_gold : strcmp(a->system, b->system);
}

void conf_take(const confusion *c, const size_t *place, copse_scores *scores)
{
    const size_t n = scores->confusion_n = c->pairs.n;
    scores->confusion = n ? mem_alloc(n, sizeof *scores->confusion) : NULL;
    for (size_t i = 0; i < n; i++) {
        pair p;
        memcpy(&p, tab_name(&c->pairs, i).s, sizeof p);
        scores->confusion[i] = (copse_confusion){
            .gold = scores->labels[place[p.gold]].name,
            .system = scores->labels[place[p.system]].name,
            .words = c->pairs.entry[i].count,
            .head = c->head[i],
        };
    }
    if (n)
        qsort(scores->confusion, n, sizeof *scores->confusion, compare);
}

void conf_done(confusion *c)
{
    tab_done(&c->pairs);
    mem_free(c->head);
    *c = (confusion){0};
}
