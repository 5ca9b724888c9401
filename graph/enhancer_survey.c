// SPDX-License-Identifier: MIT
// What an enhancer needs to know before it learns weights: which graphs there are, which classes make their
// labels, which paths their secondary arcs have.
#include "graph/enhancer_train.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/table.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_PATH = 1, LEAST_CLASS = 2, FEW_ARCS = 1000 };

// --- the graphs

// Has the graph a cycle? Words without heads left are taken out, one by one.
static bool is_cyclic(const deps *g)
{
    const size_t nodes = (size_t)g->n + 1;
    int *left = mem_zero(nodes, sizeof *left), *ready = mem_alloc(nodes, sizeof *ready);
    int taken = 0, n = 0;
    for (int d = 1; d <= g->n; d++) // arcs out of a node
        for (size_t i = g->first[d]; i < g->first[d + 1]; i++)
            left[g->arc[i].head]++;
    for (int d = 0; d <= g->n; d++)
        if (left[d] == 0)
            ready[n++] = d;
    while (taken < n) {
        const int d = ready[taken++];
        for (size_t i = d ? g->first[d] : 0; i < (d ? g->first[d + 1] : 0); i++)
            if (--left[g->arc[i].head] == 0)
                ready[n++] = g->arc[i].head;
    }
    mem_free(left);
    mem_free(ready);
    return n <= g->n;
}

static void count(ge_survey *s, const deps *g, const copse_tree *tree)
{
    s->sentences++;
    s->empty += g->empty;
    s->arcs += (long)g->first[g->n + 1];
    for (int d = 1; d <= g->n; d++)
        for (size_t i = g->first[d]; i < g->first[d + 1]; i++)
            s->secondary += g->arc[i].head != tree->head[d];
    s->cycles = s->cycles || is_cyclic(g);
}

int ge_look(ge_survey *s, const treebank *t, bool skip_bad, copse_error *err)
{
    deps g = {0};
    int code = 0;
    *s = (ge_survey){.learnt = mem_zero(t->n, sizeof *s->learnt)};
    for (size_t i = 0; i < t->n && code == 0; i++) {
        if (!deps_given(t->sentence[i]))
            continue;
        code = deps_read(&g, t->sentence[i], err);
        if (code && skip_bad) {
            s->skipped++;
            code = 0;
            continue;
        }
        if (code)
            break;
        s->learnt[i] = true;
        count(s, &g, t->tree[i]);
    }
    deps_done(&g);
    if (code == 0 && s->secondary == 0)
        code = err_set(err, COPSE_EINPUT, t->name, 0, "%s: --heads several has nothing to learn from",
                       s->arcs ? "no word has a second head" : "no word has a graph in DEPS");
    if (code) {
        mem_free(s->learnt);
        s->learnt = NULL;
    }
    return code;
}

// --- passes over all arcs

typedef struct pass {
    const ge_plan *p;
    gemodel *m;
    table classes, chosen; // by name, see class_name
    uint64_t *path;        // [paths]
    size_t paths, path_cap;
    ge_paths kept; // whole paths, while beginnings are added
} pass;

// Calls fn for all arcs that are learnt from.
static void for_arcs(pass *a, void (*fn)(pass *, const ge_tree *, int d, const deps_arc *))
{
    ge_tree tree = {0};
    deps g = {0};
    for (size_t i = 0; i < a->p->t->n; i++) {
        const copse_sentence *s = a->p->t->sentence[i];
        if (!a->p->survey->learnt[i] || !ge_tree_set(&tree, s, a->p->tree[i], a->p->pos))
            continue;
        deps_scan(&g, s);
        for (int d = 1; d <= g.n; d++)
            for (size_t k = g.first[d]; k < g.first[d + 1]; k++)
                fn(a, &tree, d, &g.arc[k]);
    }
    deps_done(&g);
    ge_tree_done(&tree);
}

// --- classes

// A class as text: prefix, source, fixed part.
static copse_str class_name(text *out, ge_prefix prefix, ge_source source, copse_str fixed)
{
    const char head[] = {(char)('0' + prefix), (char)('0' + source)};
    out->n = 0;
    text_add(out, head, sizeof head);
    if (prefix == GE_FIXED)
        text_str(out, fixed);
    return (copse_str){out->s, out->n};
}

// The label without what the source puts behind it; s is NULL if it does not end like that.
static copse_str without(const ge_tree *t, int h, int d, ge_source source, copse_str label)
{
    const ge_class any = {GE_FIXED, (uint8_t)source, {"", 0}};
    copse_str part[2];
    if (source == GE_PLAIN)
        return label;
    if (!ge_class_parts(&any, t, h, d, part) || label.len < part[1].len + 2)
        return (copse_str){NULL, 0};
    const size_t len = label.len - part[1].len - 1;
    return label.s[len] == ':' && memcmp(label.s + len + 1, part[1].s, part[1].len) == 0
               ? (copse_str){label.s, len}
               : (copse_str){NULL, 0};
}

// Calls fn with the name of each class that makes the label of an arc.
static void for_classes(pass *a, const ge_tree *t, int d, const deps_arc *arc,
                        void (*fn)(pass *, copse_str name, void *), void *context)
{
    text name = {0};
    for (ge_source s = GE_PLAIN; s < GE_SOURCES; s++) {
        const copse_str rest = without(t, arc->head, d, s, arc->label);
        if (!rest.s)
            continue;
        if (str_equal(rest, t->label[d]))
            fn(a, class_name(&name, GE_OWN, s, rest), context);
        if (t->head[d] && str_equal(rest, t->label[t->head[d]]))
            fn(a, class_name(&name, GE_ABOVE, s, rest), context);
        if (!memchr(rest.s, '|', rest.len))
            fn(a, class_name(&name, GE_FIXED, s, rest), context);
    }
    text_done(&name);
}

static void count_class(pass *a, copse_str name, void *context)
{
    (void)context;
    tab_count(&a->classes, name, 1);
}

static void count_classes(pass *a, const ge_tree *t, int d, const deps_arc *arc)
{
    for_classes(a, t, d, arc, count_class, NULL);
}

// Of the classes that make a label, the most frequent one is chosen, the first of equal ones.
static void prefer_class(pass *a, copse_str name, void *context)
{
    size_t *best = context, i = tab_find(&a->classes, name);
    if (*best == TAB_NONE || a->classes.entry[i].count > a->classes.entry[*best].count)
        *best = i;
}

static void choose_class(pass *a, const ge_tree *t, int d, const deps_arc *arc)
{
    size_t best = TAB_NONE;
    for_classes(a, t, d, arc, prefer_class, &best);
    if (best != TAB_NONE)
        tab_count(&a->chosen, tab_name(&a->classes, best), 1);
}

static void add_class(gemodel *m, copse_str name)
{
    ge_class *c = &m->class[m->classes++];
    *c = (ge_class){.prefix = (uint8_t)(name.s[0] - '0'), .source = (uint8_t)(name.s[1] - '0')};
    if (c->prefix == GE_FIXED)
        c->fixed = (copse_str){arena_copy(&m->texts, name.s + 2, name.len - 2), name.len - 2};
}

// The classes that were chosen, by falling frequency; the label of the tree is always among them. In a larger
// treebank fixed labels that were seen once are left out.
static void settle_classes(pass *a)
{
    gemodel *m = a->m;
    const bool few = a->p->survey->arcs < FEW_ARCS;
    for_arcs(a, count_classes);
    for_arcs(a, choose_class);
    tab_count(&a->chosen, (copse_str){"00", 2}, TAB_MAX);
    uint32_t *order = tab_order(&a->chosen);
    m->class = mem_zero(a->chosen.n, sizeof *m->class);
    for (size_t i = 0; i < a->chosen.n && m->classes < GE_MOST_CLASSES; i++)
        if (few || a->chosen.entry[order[i]].count >= LEAST_CLASS)
            add_class(m, tab_name(&a->chosen, order[i]));
    mem_free(order);
}

// --- paths

static void add_path(pass *a, uint64_t path)
{
    a->path = mem_grow(a->path, &a->path_cap, a->paths + 1, sizeof *a->path);
    a->path[a->paths++] = path;
}

static void count_path(pass *a, const ge_tree *t, int d, const deps_arc *arc)
{
    uint64_t hash[GE_LONGEST];
    const size_t n = arc->head == t->head[d] ? 0 : ge_path(t, arc->head, d, hash);
    if (n)
        add_path(a, hash[n - 1] | 1);
}

static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void add_beginnings(pass *a, const ge_tree *t, int d, const deps_arc *arc)
{
    uint64_t hash[GE_LONGEST];
    const size_t n = arc->head == t->head[d] ? 0 : ge_path(t, arc->head, d, hash);
    const uint64_t whole = n ? hash[n - 1] | 1 : 0;
    if (!n || !bsearch(&whole, a->kept.at, a->kept.n, sizeof whole, by_value))
        return;
    for (size_t i = 0; i + 1 < n; i++)
        add_path(a, hash[i] & ~(uint64_t)1);
}

// Sorts the paths and keeps those that come often enough, each once; a whole path comes after a beginning
// with the same hash, and is kept in its place.
static void sort_paths(pass *a, size_t least)
{
    size_t kept = 0;
    qsort(a->path, a->paths, sizeof *a->path, by_value);
    for (size_t i = 0, next; i < a->paths; i = next) {
        for (next = i + 1; next < a->paths && a->path[next] == a->path[i]; next++)
            ;
        const bool whole = next < a->paths && a->path[next] == (a->path[i] | 1);
        if (next - i >= least && !whole)
            a->path[kept++] = a->path[i];
    }
    a->paths = kept;
}

static void settle_paths(pass *a)
{
    for_arcs(a, count_path);
    sort_paths(a, LEAST_PATH);
    if (a->paths > GE_MOST_PATHS / GE_LONGEST)
        a->paths = GE_MOST_PATHS / GE_LONGEST;
    uint64_t *whole = a->path;
    a->kept = (ge_paths){whole, a->paths};
    a->path = NULL;
    a->path_cap = a->paths = 0;
    for_arcs(a, add_beginnings);
    for (size_t i = 0; i < a->kept.n; i++)
        add_path(a, whole[i]);
    sort_paths(a, 1);
    mem_free(whole);
    a->m->own = a->path;
    a->m->paths = (ge_paths){a->path, a->paths};
}

void ge_settle(gemodel *m, const ge_plan *p)
{
    memset(m, 0, sizeof *m);
    m->pos = p->pos;
    m->cycles = p->survey->cycles;
    pass a = {.p = p, .m = m};
    settle_classes(&a);
    settle_paths(&a);
    tab_done(&a.classes);
    tab_done(&a.chosen);
}
