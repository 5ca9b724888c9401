// SPDX-License-Identifier: MIT
#include "common/treebank/check_deps.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/deps.h"
#include "common/treebank/sentence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct checking {
    const copse_sentence *s;
    bool ids_known;
    check_deps_fn fn;
    void *context;
    deps_node *empty; // [empty_n] the empty nodes, in order
    size_t empty_n, empty_cap;
    // The column at hand
    long line;
    copse_str id;
    deps_node node;
} checking;

static void complain(const checking *c, copse_str item, const char *what)
{
    char quoted[ERR_QUOTE], message[ERR_QUOTE + 160];
    snprintf(message, sizeof message, "%s in DEPS of %s %.*s %s", err_quote(quoted, item),
             c->node.part ? "node" : "word", (int)c->id.len, c->id.s, what);
    c->fn(c->context, c->line, message);
}

static int by_node(const void *a, const void *b)
{
    return deps_node_compare(*(const deps_node *)a, *(const deps_node *)b);
}

static bool exists(const checking *c, deps_node node)
{
    if (node.part == 0)
        return node.whole <= c->s->n;
    return c->empty_n && bsearch(&node, c->empty, c->empty_n, sizeof node, by_node);
}

// One complaint for an item that is no arc. True: it is one.
static bool check_item(const checking *c, copse_str item, deps_node *head, copse_str *label)
{
    const char *why = deps_split(item, head, label);
    if (!why && c->ids_known && deps_node_compare(*head, c->node) == 0)
        why = c->node.part ? "makes the node its own head" : "makes the word its own head";
    else if (!why && c->ids_known && !exists(c, *head))
        why = "has a head that is not in the sentence";
    if (why)
        complain(c, item, why);
    return !why;
}

static void check_column(const checking *c, copse_str rest)
{
    copse_str item, last = {NULL, 0}, label, last_label = {NULL, 0};
    deps_node head, last_head = {0, 0};
    bool ordered = true;
    if (rest.len == 0 || str_is(rest, "_"))
        return;
    if (rest.s[rest.len - 1] == '|') {
        complain(c, rest, "ends with a bar");
        rest.len--;
    }
    while (str_next_item(&rest, &item)) {
        if (!check_item(c, item, &head, &label))
            continue;
        int order = last.s ? deps_node_compare(last_head, head) : -1;
        order = order ? order : deps_label_compare(last_label, label);
        if (order == 0)
            complain(c, item, "is there twice");
        else if (order > 0 && ordered)
            complain(c, item, "is out of order");
        ordered = ordered && order <= 0;
        last = item;
        last_head = head;
        last_label = label;
    }
}

// ---------------------------------------------------------------------------------------------------

// The k-th column of a line that has all ten; *columns counts them.
static copse_str column_of(copse_str line, int k, int *columns)
{
    copse_str found = {line.s, 0};
    const char *p = line.s, *end = line.s + line.len;
    for (*columns = 0;; ++*columns) {
        const char *tab = memchr(p, '\t', (size_t)(end - p));
        if (*columns == k)
            found = (copse_str){p, (size_t)((tab ? tab : end) - p)};
        if (!tab)
            break;
        p = tab + 1;
    }
    ++*columns;
    return found;
}

// Calls use for every word and empty node, with its column DEPS.
static void each_node(checking *c, void (*use)(checking *c, copse_str arcs))
{
    size_t pos = 0;
    copse_str line;
    for (long number = c->s->first_line; sen_next_line(c->s, &pos, &line); number++) {
        int columns;
        if (number == 1 && line.len >= SEN_BOM && memcmp(line.s, SEN_BOM_BYTES, SEN_BOM) == 0)
            line = (copse_str){line.s + SEN_BOM, line.len - SEN_BOM};
        if (sen_is_blank(line) || line.s[0] == '#')
            continue;
        const copse_str arcs = column_of(line, COPSE_DEPS, &columns);
        c->id = column_of(line, COPSE_ID, &columns);
        c->line = number;
        if (columns == COPSE_COLUMNS && deps_node_of(c->id, &c->node))
            use(c, arcs);
    }
}

static void keep_empty(checking *c, copse_str arcs)
{
    (void)arcs;
    if (c->node.part == 0)
        return;
    c->empty = mem_grow(c->empty, &c->empty_cap, c->empty_n + 1, sizeof *c->empty);
    c->empty[c->empty_n++] = c->node;
}

static void check_node(checking *c, copse_str arcs)
{
    check_column(c, arcs);
}

void check_deps(const copse_sentence *s, bool ids_known, check_deps_fn fn, void *context)
{
    checking c = {.s = s, .ids_known = ids_known, .fn = fn, .context = context};
    if (s->format != COPSE_CONLLU)
        return;
    if (s->empty_nodes > 0)
        each_node(&c, keep_empty);
    if (c.empty_n > 1)
        qsort(c.empty, c.empty_n, sizeof *c.empty, by_node);
    each_node(&c, check_node);
    mem_free(c.empty);
}
