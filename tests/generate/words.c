// SPDX-License-Identifier: MIT
#include "tests/generate/words.h"

#include "common/base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void w_clear(words *s)
{
    s->n = s->order_n = 0;
    s->root = NOWHERE;
}

void w_done(words *s)
{
    mem_free(s->at);
    mem_free(s->order);
}

int w_new(words *s, const char *upos, const char *xpos, const char *lemma, const char *form)
{
    s->at = mem_grow(s->at, &s->cap, (size_t)s->n + 1, sizeof *s->at);
    word *w = &s->at[s->n];
    *w = (word){.upos = upos, .xpos = xpos, .head = NOWHERE, .person = 3};
    w->before = w->before_last = w->after = w->after_last = w->next = NOWHERE;
    snprintf(w->form, sizeof w->form, "%s", form);
    snprintf(w->lemma, sizeof w->lemma, "%s", lemma);
    return s->n++;
}

void w_hang(words *s, int w, int head, const char *label)
{
    s->at[w].head = head;
    s->at[w].label = label;
}

static void append(words *s, int w, int *first, int *last)
{
    if (*last == NOWHERE)
        *first = w;
    else
        s->at[*last].next = w;
    *last = w;
}

void w_before(words *s, int w, int host)
{
    append(s, w, &s->at[host].before, &s->at[host].before_last);
}

void w_after(words *s, int w, int host)
{
    append(s, w, &s->at[host].after, &s->at[host].after_last);
}

void w_front(words *s, int w, int host)
{
    word *h = &s->at[host];
    s->at[w].next = h->before;
    h->before = w;
    if (h->before_last == NOWHERE)
        h->before_last = w;
}

w_list w_take_before(words *s, int host)
{
    word *h = &s->at[host];
    const w_list list = {h->before, h->before_last};
    h->before = h->before_last = NOWHERE;
    return list;
}

void w_give_before(words *s, int host, w_list list)
{
    if (list.first == NOWHERE)
        return;
    append(s, list.first, &s->at[host].before, &s->at[host].before_last);
    s->at[host].before_last = list.last;
}

static void lay_out(words *s, int w) // as deep as clauses are nested, which the grammar bounds
{
    for (int k = s->at[w].before; k != NOWHERE; k = s->at[k].next)
        lay_out(s, k);
    s->order[s->order_n++] = w;
    for (int k = s->at[w].after; k != NOWHERE; k = s->at[k].next)
        lay_out(s, k);
}

int w_order(words *s)
{
    s->order = mem_grow(s->order, &s->order_cap, (size_t)s->n, sizeof *s->order);
    s->order_n = 0;
    lay_out(s, s->root);
    int kept = 0;
    for (int i = 0; i < s->order_n; i++) {
        const word *w = &s->at[s->order[i]];
        if (w->closing && i + 1 < s->order_n && s->at[s->order[i + 1]].glued)
            continue;
        s->order[kept++] = s->order[i];
    }
    s->order_n = kept;
    int id = 0, sub = 0;
    for (int i = 0; i < kept; i++) {
        word *w = &s->at[s->order[i]];
        if (w->empty) {
            w->sub = ++sub;
        } else {
            id++;
            w->sub = sub = 0;
        }
        w->id = id;
    }
    return id;
}

static bool descends(const words *s, int w, int ancestor)
{
    while (w != NOWHERE && w != ancestor)
        w = s->at[w].head;
    return w == ancestor;
}

bool w_nonprojective(const words *s)
{
    for (int i = 0; i < s->order_n; i++) {
        int d = s->order[i], h = s->at[d].head;
        if (s->at[d].empty || h == NOWHERE)
            continue;
        bool right = s->at[h].id < s->at[d].id;
        int low = right ? s->at[h].id : s->at[d].id, high = right ? s->at[d].id : s->at[h].id;
        for (int k = 0; k < s->order_n; k++) {
            const word *w = &s->at[s->order[k]];
            if (w->id > low && w->id < high && !w->empty && !descends(s, s->order[k], h))
                return true;
        }
    }
    return false;
}
