// SPDX-License-Identifier: MIT
#include "common/treebank/deps.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/utf8.h"
#include "common/treebank/sentence.h"

#include <stdlib.h>
#include <string.h>

void deps_done(deps *g)
{
    mem_free(g->first);
    mem_free(g->arc);
    memset(g, 0, sizeof *g);
}

int deps_label_compare(copse_str a, copse_str b)
{
    const size_t least = a.len < b.len ? a.len : b.len;
    const int order = least ? memcmp(a.s, b.s, least) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

int deps_compare(const deps_arc *a, const deps_arc *b)
{
    if (a->head != b->head)
        return a->head < b->head ? -1 : 1;
    return deps_label_compare(a->label, b->label);
}

static int by_order(const void *a, const void *b)
{
    return deps_compare(a, b);
}

// --- one item

enum { MOST_LABEL = 1000 }; // bytes, as for labels of trees

typedef enum verdict { ARC, EMPTY_NODE, NO_ARC } verdict;

static const char no_item[] = "is not a head, a colon and a label", no_label[] = "has no label",
                  no_number[] = "has no number as its head";

bool deps_node_of(copse_str id, deps_node *node)
{
    const char *point = memchr(id.s, '.', id.len);
    const size_t before = point ? (size_t)(point - id.s) : id.len;
    node->whole = sen_head_of((copse_str){id.s, before});
    node->part = point ? sen_head_of((copse_str){point + 1, id.len - before - 1}) : 0;
    return node->whole >= 0 && (point ? node->part > 0 : true);
}

int deps_node_compare(deps_node a, deps_node b)
{
    const int order = (a.whole > b.whole) - (a.whole < b.whole);
    return order ? order : (a.part > b.part) - (a.part < b.part);
}

// The texts before and after the colon.
static bool split(copse_str item, copse_str *head, copse_str *label)
{
    const char *colon = memchr(item.s, ':', item.len);
    const size_t before = colon ? (size_t)(colon - item.s) : item.len;
    *head = (copse_str){item.s, before};
    *label = (copse_str){colon ? colon + 1 : item.s + item.len, colon ? item.len - before - 1 : 0};
    return colon;
}

const char *deps_split(copse_str item, deps_node *head, copse_str *label)
{
    copse_str number;
    if (!split(item, &number, label))
        return no_item;
    if (label->len == 0)
        return no_label;
    return deps_node_of(number, head) ? NULL : no_number;
}

// Judges the arc from a written head. *why says what is wrong with it.
static verdict judge(const copse_sentence *s, int d, copse_str head, copse_str label, deps_arc *arc,
                     const char **why)
{
    deps_node node;
    *arc = (deps_arc){sen_head_of(head), label};
    if (label.len == 0)
        *why = no_label;
    else if (label.len > MOST_LABEL)
        *why = "has a label of more than 1000 bytes";
    else if (!utf8_is_shown(label))
        *why = "has a label that is not UTF-8 or has control characters";
    else if (deps_node_of(head, &node) && node.part)
        return EMPTY_NODE;
    else if (arc->head < 0)
        *why = no_number;
    else if (arc->head > s->n)
        *why = "has a head out of range";
    else if (arc->head == d)
        *why = "makes the word its own head";
    else
        return ARC;
    return NO_ARC;
}

// --- one word

typedef struct reading {
    deps *g;
    const copse_sentence *s;
    copse_error *err; // NULL: items that are no arcs are counted
    size_t n;         // arcs so far
} reading;

static int refuse(const reading *r, int d, copse_str item, const char *why)
{
    char quoted[ERR_QUOTE];
    if (!r->err) {
        r->g->bad++;
        return 0;
    }
    return err_set(r->err, COPSE_EINPUT, r->s->file, sen_line(r->s, d), "%s in %s of word %d %s",
                   err_quote(quoted, item), sen_column_name(r->s->format, COPSE_DEPS), d, why);
}

static int take(reading *r, int d, copse_str head, copse_str label, copse_str item)
{
    deps_arc arc;
    const char *why = NULL;
    switch (judge(r->s, d, head, label, &arc, &why)) {
    case NO_ARC:
        return refuse(r, d, item, why);
    case EMPTY_NODE:
        r->g->empty++;
        return 0;
    case ARC:
        break;
    }
    r->g->arc = mem_grow(r->g->arc, &r->g->arc_cap, r->n + 1, sizeof *r->g->arc);
    r->g->arc[r->n++] = arc;
    return 0;
}

// DEPS of CoNLL-U.
static int take_items(reading *r, int d)
{
    copse_str rest = sen_column(r->s, d, COPSE_DEPS), item, head, label;
    int code = 0;
    if (str_is(rest, "_"))
        return 0;
    while (code == 0 && str_next_item(&rest, &item)) {
        code = split(item, &head, &label) ? take(r, d, head, label, item) : refuse(r, d, item, no_item);
        if (code == 0 && rest.len == 0 && item.s + item.len != rest.s)
            code = refuse(r, d, rest, "stands after the last bar");
    }
    return code;
}

// HEAD, DEPREL, PHEAD and PDEPREL of CoNLL-X.
static int take_pair(reading *r, int d)
{
    const copse_sentence *s = r->s;
    const copse_str head = sen_column(s, d, COPSE_HEAD), second = sen_column(s, d, COPSE_DEPS);
    int code = 0;
    if (s->word[d].head != SEN_NO_HEAD)
        code = take(r, d, head, sen_column(s, d, COPSE_DEPREL), head);
    if (code == 0 && second.len && !str_is(second, "_") && sen_head_of(second) != s->word[d].head)
        code = take(r, d, second, sen_column(s, d, COPSE_MISC), second);
    return code;
}

// Puts the arcs of a word from begin on in order, each once.
static int settle(reading *r, int d, size_t begin)
{
    deps_arc *arc = r->g->arc;
    size_t kept = begin;
    int code = 0;
    if (r->n - begin < 2)
        return 0;
    qsort(arc + begin, r->n - begin, sizeof *arc, by_order);
    for (size_t i = begin; i < r->n && code == 0; i++)
        if (i == begin || deps_compare(&arc[kept - 1], &arc[i]) != 0)
            arc[kept++] = arc[i];
        else if (r->err)
            code = refuse(r, d, arc[i].label, "is the label of the same arc twice");
    r->n = kept;
    return code;
}

// --- the sentence

static int read_all(deps *g, const copse_sentence *s, copse_error *err)
{
    reading r = {g, s, err, 0};
    int code = 0;
    g->n = s->n;
    g->empty = g->bad = 0;
    g->first = mem_grow(g->first, &g->first_cap, (size_t)s->n + 2, sizeof *g->first);
    g->first[0] = 0;
    for (int d = 1; d <= s->n && code == 0; d++) {
        g->first[d] = r.n;
        code = s->format == COPSE_CONLLX ? take_pair(&r, d) : take_items(&r, d);
        if (code == 0)
            code = settle(&r, d, g->first[d]);
    }
    g->first[s->n + 1] = r.n;
    return code;
}

int deps_read(deps *g, const copse_sentence *s, copse_error *err)
{
    return read_all(g, s, err);
}

void deps_scan(deps *g, const copse_sentence *s)
{
    read_all(g, s, NULL);
}

bool deps_given(const copse_sentence *s)
{
    for (int d = 1; d <= s->n; d++) {
        const copse_str value = sen_column(s, d, COPSE_DEPS);
        if (s->format == COPSE_CONLLX || (value.len && !str_is(value, "_")))
            return true;
    }
    return false;
}
