// SPDX-License-Identifier: MIT
// The tree as the enhancer sees it: labels hashed, dependents by label, the texts that labels may end with.
#include "graph/enhancer.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/utf8.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <string.h>

enum { MOST_SUFFIX = 64, MOST_CONJUNCTS = 8, RELATIVE_BIT = 31 };

// Labels whose presence among the dependents of a word is one bit each.
static const char *const marked[] = {"case",  "mark",  "cc",   "fixed", "nsubj", "csubj", "obj",
                                     "iobj",  "obl",   "expl", "aux",   "cop",   "conj",  "xcomp",
                                     "ccomp", "advcl", "acl",  "det",   "amod",  "nmod",  "advmod"};
enum { CASE, MARK, CC, FIXED, MARKED = sizeof marked / sizeof marked[0] };
_Static_assert((int)MARKED < (int)RELATIVE_BIT, "bits of labels");

static uint64_t hash_of(const char *label)
{
    return hash_bytes(label, strlen(label));
}

static copse_str base_of(copse_str label)
{
    const char *colon = memchr(label.s, ':', label.len);
    return (copse_str){label.s, colon ? (size_t)(colon - label.s) : label.len};
}

// --- the texts of suffixes

// A text as part of a label, in small letters of ASCII; s is NULL if it cannot be one.
static copse_str fit(ge_tree *t, copse_str from)
{
    bool small = true;
    if (from.len == 0 || from.len > MOST_SUFFIX || !utf8_is_shown(from) || str_is(from, "_"))
        return (copse_str){NULL, 0};
    for (size_t i = 0; i < from.len; i++) {
        if (from.s[i] == '|' || from.s[i] == ':' || from.s[i] == ' ')
            return (copse_str){NULL, 0};
        small &= !(from.s[i] >= 'A' && from.s[i] <= 'Z');
    }
    if (small)
        return from;
    char *to = arena_copy(&t->own, from.s, from.len);
    for (size_t i = 0; i < from.len; i++)
        if (to[i] >= 'A' && to[i] <= 'Z')
            to[i] = (char)(to[i] - 'A' + 'a');
    return (copse_str){to, from.len};
}

static copse_str joined(ge_tree *t, copse_str a, char with, copse_str b)
{
    if (!a.s || !b.s)
        return (copse_str){NULL, 0};
    char *to = arena_alloc(&t->own, a.len + b.len + 1, 1);
    memcpy(to, a.s, a.len);
    to[a.len] = with;
    memcpy(to + a.len + 1, b.s, b.len);
    return (copse_str){to, a.len + b.len + 1};
}

// The text of a function word: its lemma, or the forms of a fixed expression, "because_of".
static copse_str word_text(ge_tree *t, const copse_sentence *s, int word)
{
    if (!(t->below[word] & 1U << FIXED)) {
        const copse_str lemma = sen_column(s, word, COPSE_LEMMA);
        return fit(t, str_is(lemma, "_") ? sen_column(s, word, COPSE_FORM) : lemma);
    }
    const uint64_t fixed = hash_of(marked[FIXED]);
    copse_str all = fit(t, sen_column(s, word, COPSE_FORM));
    int steps = 0;
    for (int c = t->context.first[word]; c && all.s && steps < MOST_SUFFIX; c = t->context.next[c], steps++)
        if (t->base[c] == fixed)
            all = joined(t, all, '_', fit(t, sen_column(s, c, COPSE_FORM)));
    return all.len <= MOST_SUFFIX ? all : (copse_str){NULL, 0};
}

// The function word of a word, or of the first conjunct above that has one; or 0.
static int inherited(const ge_tree *t, int word, ge_source which)
{
    const uint64_t conj = hash_of("conj");
    int found = t->function[word][which];
    for (int i = 0; !found && i < MOST_CONJUNCTS && word && t->base[word] == conj; i++) {
        word = t->head[word];
        found = word ? t->function[word][which] : 0;
    }
    return found;
}

// The coordinating conjunction of a conjunct: its own, or that of the nearest conjunct after it, or before.
static int conjunction(const ge_tree *t, int word)
{
    int found = t->function[word][GE_CC], steps = 0;
    for (int c = t->context.next[word]; c && !found && steps < MOST_CONJUNCTS;
         c = t->context.next[c], steps++)
        if (t->base[c] == t->base[word])
            found = t->function[c][GE_CC];
    for (int c = t->context.before[word]; c && !found && steps < 2 * MOST_CONJUNCTS;
         c = t->context.before[c], steps++)
        if (t->base[c] == t->base[word])
            found = t->function[c][GE_CC];
    return found;
}

static copse_str case_feature(ge_tree *t, const copse_sentence *s, int word)
{
    static const char name[] = "Case=";
    copse_str rest = sen_column(s, word, COPSE_FEATS), item;
    while (str_next_item(&rest, &item))
        if (item.len >= sizeof name && memcmp(item.s, name, sizeof name - 1) == 0)
            return fit(t, (copse_str){item.s + sizeof name - 1, item.len - (sizeof name - 1)});
    return (copse_str){NULL, 0};
}

static void set_suffixes(ge_tree *t, const copse_sentence *s, int d)
{
    copse_str *to = t->suffix[d];
    memset(to, 0, sizeof t->suffix[d]);
    int from[GE_FUNCTIONS];
    for (int i = GE_CASE; i < GE_CC; i++)
        from[i] = inherited(t, d, (ge_source)i);
    from[GE_CC] = conjunction(t, d);
    for (int i = GE_CASE; i <= GE_CC; i++)
        if (from[i])
            to[i] = (i == GE_LAST_CASE || i == GE_LAST_MARK) && from[i] == from[i - 1]
                        ? to[i - 1]
                        : word_text(t, s, from[i]);
    if (from[GE_CASE] && !(t->below[from[GE_CASE]] & 1U << FIXED))
        to[GE_CASE_FORM] = fit(t, sen_column(s, from[GE_CASE], COPSE_FORM));
    to[GE_FEATURE] = case_feature(t, s, d);
    to[GE_CASE_FEATURE] = joined(t, to[GE_CASE], ':', to[GE_FEATURE]);
    to[GE_LAST_CASE_FEATURE] = from[GE_LAST_CASE] == from[GE_CASE]
                                   ? to[GE_CASE_FEATURE]
                                   : joined(t, to[GE_LAST_CASE], ':', to[GE_FEATURE]);
}

static void set_relatives(ge_tree *t)
{
    for (int d = 1; d <= t->n; d++) {
        const int r = t->relative[d];
        if (!r)
            continue;
        t->suffix[d][GE_RELATIVE] = t->suffix[r][GE_CASE];
        t->suffix[d][GE_RELATIVE_FEATURE] = t->suffix[r][GE_CASE_FEATURE];
    }
}

// --- the tree

static void make_room(ge_tree *t, int n)
{
    const size_t nodes = (size_t)n + 1;
    t->n = n;
    t->head = mem_grow(t->head, &t->head_cap, nodes, sizeof *t->head);
    t->label = mem_grow(t->label, &t->label_cap, nodes, sizeof *t->label);
    t->full = mem_grow(t->full, &t->full_cap, nodes, sizeof *t->full);
    t->base = mem_grow(t->base, &t->base_cap, nodes, sizeof *t->base);
    t->below = mem_grow(t->below, &t->below_cap, nodes, sizeof *t->below);
    t->relative = mem_grow(t->relative, &t->relative_cap, nodes, sizeof *t->relative);
    t->function = mem_grow(t->function, &t->function_cap, nodes, sizeof *t->function);
    t->suffix = mem_grow(t->suffix, &t->suffix_cap, nodes, sizeof *t->suffix);
    memset(t->below, 0, nodes * sizeof *t->below);
    memset(t->relative, 0, nodes * sizeof *t->relative);
    memset(t->function, 0, nodes * sizeof *t->function);
    memset(t->suffix[0], 0, sizeof t->suffix[0]);
    arena_reset(&t->own);
}

static bool is_relative(const copse_sentence *s, int word)
{
    copse_str rest = sen_column(s, word, COPSE_FEATS), item;
    while (str_next_item(&rest, &item))
        if (str_is(item, "PronType=Rel") || str_is(item, "PronType=Int,Rel"))
            return true;
    return false;
}

// Marks a relative pronoun at its head and at the head of that.
static void set_relative(ge_tree *t, int word)
{
    for (int i = 0, h = t->head[word]; i < 2 && h; i++, h = t->head[h]) {
        t->below[h] |= 1U << RELATIVE_BIT;
        if (!t->relative[h])
            t->relative[h] = word;
    }
}

// Marks a word with a label of the list at its head: the first and the last case and mark, the first cc.
static void set_function(ge_tree *t, int word, int label)
{
    static const ge_source first[] = {[CASE] = GE_CASE, [MARK] = GE_MARK, [CC] = GE_CC};
    int *function = t->function[t->head[word]];
    t->below[t->head[word]] |= 1U << label;
    if (label > CC)
        return;
    if (!function[first[label]])
        function[first[label]] = word;
    if (label != CC)
        function[first[label] + 1] = word;
}

static void set_labels(ge_tree *t, const copse_sentence *s)
{
    uint64_t hash[MARKED];
    for (int i = 0; i < MARKED; i++)
        hash[i] = hash_of(marked[i]);
    t->label[0] = (copse_str){"", 0};
    t->full[0] = t->base[0] = 0;
    for (int d = 1; d <= t->n; d++) {
        const copse_str base = base_of(t->label[d]);
        t->full[d] = hash_bytes(t->label[d].s, t->label[d].len);
        t->base[d] = hash_bytes(base.s, base.len);
        for (int i = 0; i < MARKED; i++)
            if (t->base[d] == hash[i])
                set_function(t, d, i);
        if (is_relative(s, d))
            set_relative(t, d);
    }
}

bool ge_tree_set(ge_tree *t, const copse_sentence *s, const copse_tree *tree, copse_column pos)
{
    int word;
    make_room(t, s->n);
    t->head[0] = -1;
    for (int d = 1; d <= s->n; d++) {
        t->head[d] = tree ? tree->head[d] : s->word[d].head;
        t->label[d] = tree ? tree->label[d] : sen_column(s, d, COPSE_DEPREL);
    }
    if (s->n == 0 || tree_check(t->head, s->n, true, &word) != TREE_FINE)
        return false;
    gf_words_set(&t->words, s, pos);
    gf_context_set(&t->context, t->head, s->n);
    set_labels(t, s);
    for (int d = 1; d <= s->n; d++)
        set_suffixes(t, s, d);
    set_relatives(t);
    return true;
}

void ge_tree_done(ge_tree *t)
{
    mem_free(t->head);
    mem_free(t->label);
    mem_free(t->full);
    mem_free(t->base);
    mem_free(t->below);
    mem_free(t->relative);
    mem_free(t->function);
    mem_free(t->suffix);
    gf_words_done(&t->words);
    gf_context_done(&t->context);
    arena_done(&t->own);
    memset(t, 0, sizeof *t);
}
