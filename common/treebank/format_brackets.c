// SPDX-License-Identifier: MIT
// Brackets of the Penn Treebank, as dependencies. Traces and the phrases that have nothing else are removed.
// The head of a phrase is the head of the child that the head rules choose (heads.h). The head of every other
// child depends on it. So coordination has no treatment of its own: the rules choose among the conjuncts, and
// all others depend on that one.
#include "common/base/error.h"
#include "common/treebank/brackets.h"
#include "common/treebank/formats.h"
#include "common/treebank/heads.h"
#include "common/treebank/sentence.h"

#include <limits.h>
#include <string.h>

// "( (S" or "(S (NP": an opening bracket, perhaps a category, another one.
static fmt_verdict recognise(copse_str begin, bool whole)
{
    size_t i = 1;
    if (begin.s[0] != '(')
        return FMT_NO;
    while (i < begin.len && !bra_is_space(begin.s[i]) && begin.s[i] != '(' && begin.s[i] != ')')
        i++;
    while (i < begin.len && bra_is_space(begin.s[i]))
        i++;
    if (i == begin.len)
        return whole ? FMT_NO : FMT_MORE;
    return begin.s[i] == '(' ? FMT_YES : FMT_NO;
}

// A stretch ends with the line of the bracket that closes the tree, or before the next tree in this line.
static size_t find_end(fmt_scan *scan, copse_str bytes)
{
    size_t i = scan->at;
    for (; i < bytes.len && !(scan->open && scan->depth <= 0); i++) {
        scan->depth += bytes.s[i] == '(' ? 1 : bytes.s[i] == ')' ? -1 : 0;
        scan->open |= bytes.s[i] == '(' || bytes.s[i] == ')';
    }
    scan->at = i;
    if (!scan->open && i >= FMT_MOST_BLANK)
        return i;
    if (!scan->open || scan->depth > 0)
        return 0;
    while (i < bytes.len && bra_is_space(bytes.s[i]) && bytes.s[i] != '\n')
        i++;
    return i < bytes.len && bytes.s[i] == '\n' ? i + 1 : i;
}

typedef struct tree {
    const heads *rules;
    bra_node *node; // [n]
    int n;
    bool phrase_labels;
} tree;

// The name of a phrase for the rules.
static copse_str category_of(const tree *t, int v)
{
    const copse_str category = t->node[v].category;
    return category.len || v ? category : (copse_str){"ROOT", 4};
}

// The child with the head of phrase v, or BRA_NONE if no word is left in it.
static int head_child(const tree *t, int v)
{
    const size_t rule = hd_rule(t->rules, category_of(t, v));
    int best = BRA_NONE, lowest = INT_MAX;
    for (int c = t->node[v].first; c != BRA_NONE; c = t->node[c].next) {
        bool right;
        if (t->node[c].lexical == BRA_NONE)
            continue;
        const int rank = hd_rank(t->rules, rule, t->node[c].category, &right);
        if (best == BRA_NONE || rank < lowest || (rank == lowest && right)) {
            best = c;
            lowest = rank;
        }
    }
    return best;
}

// Numbers the words that are no traces, and finds the head of each phrase, from the leaves up. Returns the
// number of words.
static int find_heads(tree *t)
{
    int words = 0;
    for (int v = 0; v < t->n; v++) {
        bra_node *node = &t->node[v];
        if (node->form.len && !str_is(node->category, "-NONE-")) {
            node->number = ++words;
            node->lexical = v;
        }
    }
    for (int v = t->n - 1; v >= 0; v--) {
        bra_node *node = &t->node[v];
        if (node->form.len)
            continue;
        node->with_head = head_child(t, v);
        node->lexical = node->with_head == BRA_NONE ? BRA_NONE : t->node[node->with_head].lexical;
    }
    return words;
}

// The label of the head of v, which depends on the head of its parent.
static copse_str label_of(const tree *t, int v)
{
    const bra_node *node = &t->node[v];
    if (t->phrase_labels || !hd_has_labels(t->rules))
        return node->form.len ? (copse_str){"DEP", 3} : node->category;
    const hd_arc arc = {node->category, node->functions, t->node[t->node[node->parent].with_head].category,
                        category_of(t, node->parent)};
    return hd_label(t->rules, &arc);
}

// The arc into each word: from the largest phrase that it is the head of.
static void find_arcs(tree *t)
{
    for (int v = 0; v < t->n; v++) {
        const bra_node *node = &t->node[v];
        const int above = node->parent == BRA_NONE ? BRA_NONE : t->node[node->parent].lexical;
        if (node->lexical == BRA_NONE || node->lexical == above)
            continue;
        bra_node *word = &t->node[node->lexical];
        word->head = above;
        word->label = above == BRA_NONE ? (copse_str){"ROOT", 4} : label_of(t, v);
    }
}

static int add_words(fmt_reading *r, const tree *t, copse_error *err)
{
    for (int v = 0; v < t->n; v++) {
        const bra_node *word = &t->node[v];
        if (!word->number)
            continue;
        fmt_number(&r->out, word->number);
        text_cat(&r->out, "\t");
        text_str(&r->out, word->form);
        text_cat(&r->out, "\t_");
        fmt_tags(&r->out, word->category);
        text_cat(&r->out, "\t_\t");
        fmt_number(&r->out, word->head == BRA_NONE ? 0 : t->node[word->head].number);
        text_cat(&r->out, "\t");
        fmt_value(&r->out, word->label);
        text_cat(&r->out, "\t_\t_\n");
        fmt_word_line(r, word->line);
        if (r->out.n > SEN_MAX_BYTES || word->number > SEN_MAX_LINES)
            return err_set(err, COPSE_ELIMIT, r->file, r->line,
                           "a sentence of more than %d words, or %d MB with ten columns", SEN_MAX_LINES,
                           SEN_MAX_BYTES >> 20);
    }
    text_cat(&r->out, "\n");
    return 0;
}

static int read(fmt_reading *r, copse_error *err)
{
    const int n = bra_parse(r->raw, r->file, r->line, &r->nodes, &r->nodes_cap, err);
    if (n <= 0)
        return n;
    tree t = {r->heads, r->nodes, n, r->options.phrase_labels};
    if (!find_heads(&t))
        return 0;
    find_arcs(&t);
    return add_words(r, &t, err);
}

const fmt fmt_brackets = {
    .id = COPSE_BRACKETS,
    .base = COPSE_CONLLU,
    .name = "brackets",
    .title = "Penn Treebank brackets",
    .help = "phrase structure of the Penn Treebank; can be read only",
    .one_tag = true,
    .needs_heads = true,
    .recognise = recognise,
    .end = find_end,
    .read = read,
};
