// SPDX-License-Identifier: MIT
#include "transition/features_words.h"

#include "common/base/mem.h"

#include <stdio.h>
#include <stdlib.h>

void fw_number(text *out, long n)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%ld", n);
    text_cat(out, digits);
}

static const char *address_name(fm_op op)
{
    const fm_address_word *w = fm_address_words;
    while (w->name && w->op != op)
        w++;
    return w->name;
}

void fw_address(text *out, const feature_model *m, int address)
{
    int closing = 0;
    const fm_address *a = &m->address[address];
    for (; !fm_is_depth(a->op); a = &m->address[a->of], closing++) {
        text_cat(out, address_name(a->op));
        text_cat(out, "(");
    }
    text_cat(out, address_name(a->op));
    fw_number(out, a->of);
    while (closing-- > 0)
        text_cat(out, ")");
}

// The word of an attribute; *right: it is the one of the right side.
static const fm_attribute_word *attribute_word(fm_attribute attribute, bool *right)
{
    const fm_attribute_word *w = fm_attribute_words;
    while (w->name && w->attribute != attribute &&
           !(w->argument == FM_ARG_SIDE && w->attribute + 1 == attribute))
        w++;
    *right = w->attribute != attribute;
    return w;
}

void fw_term(text *out, const feature_model *m, int term)
{
    const fm_term *t = &m->term[term];
    bool right;
    const fm_attribute_word *w = attribute_word(t->attribute, &right);
    text_cat(out, w->name);
    text_cat(out, "(");
    fw_address(out, m, t->address);
    const int length = t->table >= 0 ? m->table[t->table].length : 0;
    if (w->argument != FM_ARG_NONE && (w->argument != FM_ARG_BITS || length))
        text_cat(out, ",");
    if (w->argument == FM_ARG_ADDRESS)
        fw_address(out, m, t->other);
    else if (w->argument == FM_ARG_SIDE)
        text_cat(out, right ? "right" : "left");
    else if (w->argument == FM_ARG_LENGTH || (w->argument == FM_ARG_BITS && length))
        fw_number(out, length);
    else if (w->argument == FM_ARG_FEATURE)
        text_str(out, m->table[t->table].name);
    text_cat(out, ")");
}

void fw_line(text *out, const feature_model *m, const fm_line *line)
{
    const char *between = "";
    for (int k = 0; k < line->n; k++, between = " ") {
        text_cat(out, between);
        fw_term(out, m, line->term[k]);
    }
    for (int k = 0; k < 2 && line->each[k] >= 0; k++, between = " ") {
        text_cat(out, between);
        text_cat(out, "feat(");
        fw_address(out, m, line->each[k]);
        text_cat(out, ",*)");
    }
}

static int by_place(const void *a, const void *b)
{
    const fm_line *x = *(const fm_line *const *)a, *y = *(const fm_line *const *)b;
    return (x->at > y->at) - (x->at < y->at);
}

const fm_line **fw_lines(const feature_model *m)
{
    const fm_line **line = mem_alloc((size_t)m->lines, sizeof *line);
    for (int i = 0; i < m->lines; i++)
        line[i] = &m->line[i];
    qsort(line, (size_t)m->lines, sizeof *line, by_place);
    return line;
}

// --- In words

static void ordinal(text *out, int n)
{
    const bool teen = n / 10 % 10 == 1;
    fw_number(out, n);
    text_cat(out, !teen && n % 10 == 1   ? "st"
                  : !teen && n % 10 == 2 ? "nd"
                  : !teen && n % 10 == 3 ? "rd"
                                         : "th");
}

static void depth_words(text *out, const fm_address *a)
{
    static const struct {
        const char *first, *others; // the first one; what the others are counted in
    } words[] = {[FM_STACK] = {"the top of the stack", " word of the stack"},
                 [FM_BUFFER] = {"the front of the buffer", " word of the buffer"},
                 [FM_PASSED] = {"the word met last (the top of the other stack)",
                                "-last word met (word of the other stack)"},
                 [FM_FREE_LEFT] = {"the first free word between", " free word between"},
                 [FM_FREE_RIGHT] = {"the last free word between", "-last free word between"}};
    if (a->of == 0) {
        text_cat(out, words[a->op].first);
        return;
    }
    text_cat(out, "the ");
    ordinal(out, a->of + 1);
    text_cat(out, words[a->op].others);
}

static void address_words(text *out, const feature_model *m, int address)
{
    static const char *const words[] = {[FM_HEAD] = "the head of ",
                                        [FM_LEFT_CHILD] = "the leftmost child before ",
                                        [FM_RIGHT_CHILD] = "the rightmost child after ",
                                        [FM_LEFT_CHILD_2] = "the 2nd child before ",
                                        [FM_RIGHT_CHILD_2] = "the 2nd-last child after ",
                                        [FM_FIRST_CHILD] = "the first child of ",
                                        [FM_LAST_CHILD] = "the last child of ",
                                        [FM_LEFT_SIBLING] = "the sibling before ",
                                        [FM_RIGHT_SIBLING] = "the sibling after ",
                                        [FM_LEFT_BESIDE] = "the same-side sibling before ",
                                        [FM_RIGHT_BESIDE] = "the same-side sibling after ",
                                        [FM_BEFORE] = "the word before ",
                                        [FM_AFTER] = "the word after ",
                                        [FM_ADVISED] = "the guide's head of "};
    const fm_address *a = &m->address[address];
    for (; !fm_is_depth(a->op); a = &m->address[a->of])
        text_cat(out, words[a->op]);
    depth_words(out, a);
}

// What stands before the address, and between the addresses of a term that has two.
static const struct attribute_phrase {
    const char *before, *between;
} phrases[] = {[FM_FORM] = {"the form of ", NULL},
               [FM_LEMMA] = {"the lemma of ", NULL},
               [FM_POS] = {"the part of speech of ", NULL},
               [FM_UPOS] = {"the universal part of speech of ", NULL},
               [FM_XPOS] = {"the language's own part of speech of ", NULL},
               [FM_FEATS] = {"all morphological features of ", NULL},
               [FM_FEAT] = {"the morphological feature ", NULL},
               [FM_PREFIX] = {"characters that begin ", NULL},
               [FM_SUFFIX] = {"characters that end ", NULL},
               [FM_CLUSTER] = {"the cluster of ", NULL},
               [FM_LABEL] = {"the label of ", NULL},
               [FM_VALENCY_LEFT] = {"the number of children before ", NULL},
               [FM_VALENCY_RIGHT] = {"the number of children after ", NULL},
               [FM_LABELS_LEFT] = {"the set of labels of the children before ", NULL},
               [FM_LABELS_RIGHT] = {"the set of labels of the children after ", NULL},
               [FM_DISTANCE] = {"the distance from ", " to "},
               [FM_BETWEEN] = {"what an arc would pass over between ", " and "},
               [FM_EXISTS] = {"whether there is ", NULL},
               [FM_ADVISED_LABEL] = {"the guide's label of ", NULL},
               [FM_ADVISED_SURE] = {"how sure the guide is of ", NULL},
               [FM_ADVISED_ARC] = {"the guide's arc between ", " and "},
               [FM_ADVISED_SIDE] = {"where the guide has the head of ", ", seen from "},
               [FM_ADVISED_FIRST] = {"where the guide has the first child of ", ", seen from "},
               [FM_ADVISED_LAST] = {"where the guide has the last child of ", ", seen from "}};

static void term_words(text *out, const feature_model *m, const fm_term *t)
{
    const fm_table *table = t->table >= 0 ? &m->table[t->table] : NULL;
    if (table && table->length) {
        text_cat(out, t->attribute == FM_CLUSTER ? "the first " : "the ");
        fw_number(out, table->length);
        text_cat(out, t->attribute == FM_CLUSTER ? " bits of " : " ");
    }
    text_cat(out, phrases[t->attribute].before);
    if (table && table->name.len) {
        text_str(out, table->name);
        text_cat(out, " of ");
    }
    address_words(out, m, t->address);
    if (t->other >= 0) {
        text_cat(out, phrases[t->attribute].between);
        address_words(out, m, t->other);
    }
}

void fw_line_words(text *out, const feature_model *m, const fm_line *line)
{
    const char *between = "";
    for (int k = 0; k < line->n; k++, between = "; ") {
        text_cat(out, between);
        term_words(out, m, &m->term[line->term[k]]);
    }
    if (line->each[0] < 0)
        return;
    text_cat(out, between);
    text_cat(out, line->each[1] < 0 ? "each morphological feature of "
                                    : "each morphological feature that both have: ");
    address_words(out, m, line->each[0]);
    if (line->each[1] >= 0) {
        text_cat(out, " and ");
        address_words(out, m, line->each[1]);
    }
}
