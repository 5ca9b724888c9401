// SPDX-License-Identifier: MIT
#include "common/treebank/brackets.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <string.h>

typedef struct parsing {
    copse_str rest;
    const char *file;
    long line; // of the first byte of rest
    long first_line;
    bra_node *node;   // *nodes
    bra_node **nodes; // the caller's, up to date whenever memory may run out
    size_t *cap;
    int n;
    int open;   // the innermost node that is not closed, or BRA_NONE
    int depth;  // nodes that are not closed
    bool fresh; // the bracket was just opened: a category may follow
    copse_error *err;
} parsing;

static int wrong(const parsing *p, const char *before, copse_str value, const char *after)
{
    char quoted[ERR_QUOTE];
    return err_set(p->err, COPSE_EINPUT, p->file, p->line, "%s%s%s", before,
                   value.len ? err_quote(quoted, value) : "", after);
}

static int open_node(parsing *p)
{
    if (p->depth >= BRA_MAX_DEPTH)
        return err_set(p->err, COPSE_ELIMIT, p->file, p->line, "more than %d brackets within each other",
                       BRA_MAX_DEPTH);
    if (p->n >= BRA_MAX_NODES)
        return err_set(p->err, COPSE_ELIMIT, p->file, p->line, "a tree of more than %d brackets",
                       BRA_MAX_NODES);
    if (p->open == BRA_NONE && p->n)
        return wrong(p, "a second tree where one should end", (copse_str){"", 0}, "");
    if (p->open != BRA_NONE && p->node[p->open].form.len)
        return wrong(p, "a bracket beside the word ", p->node[p->open].form, "");
    *p->nodes = p->node = mem_grow(p->node, p->cap, (size_t)p->n + 1, sizeof *p->node);
    p->node[p->n] = (bra_node){.category = {"", 0},
                               .functions = {"", 0},
                               .form = {"", 0},
                               .parent = p->open,
                               .first = BRA_NONE,
                               .next = BRA_NONE,
                               .last = BRA_NONE,
                               .lexical = BRA_NONE,
                               .with_head = BRA_NONE,
                               .head = BRA_NONE,
                               .line = (uint32_t)(p->line - p->first_line)};
    if (p->open != BRA_NONE) {
        bra_node *parent = &p->node[p->open];
        if (parent->last == BRA_NONE)
            parent->first = p->n;
        else
            p->node[parent->last].next = p->n;
        parent->last = p->n;
    }
    p->open = p->n++;
    p->depth++;
    p->fresh = true;
    return 0;
}

static int close_node(parsing *p)
{
    if (p->open == BRA_NONE)
        return wrong(p, "a closing bracket that none was opened for", (copse_str){"", 0}, "");
    const bra_node *node = &p->node[p->open];
    if (node->first == BRA_NONE && !node->form.len)
        return wrong(p, "nothing between the brackets", (copse_str){"", 0}, "");
    p->open = node->parent;
    p->depth--;
    p->fresh = false;
    return 0;
}

// Splits NP-SBJ-1 and NP=2. A label that begins with - is a category as a whole: -LRB-, -NONE-.
static void set_label(bra_node *node, copse_str label)
{
    size_t end = 1;
    while (end < label.len && label.s[0] != '-' && !strchr("-=|", label.s[end]))
        end++;
    if (label.s[0] == '-')
        end = label.len;
    node->category = (copse_str){label.s, end};
    node->functions = (copse_str){label.s + end, label.len - end};
}

static int take_atom(parsing *p, copse_str atom)
{
    if (p->open == BRA_NONE)
        return wrong(p, "", atom, " stands outside the brackets");
    bra_node *node = &p->node[p->open];
    if (p->fresh)
        set_label(node, atom);
    else if (node->form.len || node->first != BRA_NONE)
        return wrong(p, "the word ", atom, " has no bracket with a tag of its own");
    else if (!node->category.len)
        return wrong(p, "the word ", atom, " has no tag");
    else
        node->form = atom;
    if (!p->fresh)
        node->line = (uint32_t)(p->line - p->first_line);
    p->fresh = false;
    return 0;
}

// Takes a bracket or an atom from rest, which does not begin with a space.
static int take(parsing *p)
{
    const char c = p->rest.s[0];
    size_t len = 1;
    while (c != '(' && c != ')' && len < p->rest.len && !bra_is_space(p->rest.s[len]) &&
           p->rest.s[len] != '(' && p->rest.s[len] != ')')
        len++;
    const copse_str atom = {p->rest.s, len};
    p->rest = (copse_str){p->rest.s + len, p->rest.len - len};
    return c == '(' ? open_node(p) : c == ')' ? close_node(p) : take_atom(p, atom);
}

int bra_parse(copse_str raw, const char *file, long line, bra_node **nodes, size_t *cap, copse_error *err)
{
    parsing p = {.rest = raw,
                 .file = file,
                 .line = line,
                 .first_line = line,
                 .node = *nodes,
                 .nodes = nodes,
                 .cap = cap,
                 .open = BRA_NONE,
                 .err = err};
    int code = 0;
    while (code == 0 && p.rest.len) {
        if (bra_is_space(p.rest.s[0])) {
            p.line += p.rest.s[0] == '\n';
            p.rest = (copse_str){p.rest.s + 1, p.rest.len - 1};
            continue;
        }
        code = take(&p);
    }
    if (code == 0 && p.open != BRA_NONE) {
        p.line = line + (long)p.node[0].line;
        code = wrong(&p, "the bracket that is opened here is not closed", (copse_str){"", 0}, "");
    }
    return code < 0 ? code : p.n;
}
