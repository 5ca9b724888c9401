// SPDX-License-Identifier: MIT
// Writing the lines of MaltParser 0's .par files.
//
// COLUMN  STACK|INPUT|CONTEXT  OFFSET  LINEAR  HEADS  CHILDREN  SIBLINGS  SUFFIX, with tabs between. From the
// word at OFFSET, the numbers go LINEAR words on (back if negative), then HEADS heads up, then CHILDREN times
// to the rightmost child (leftmost if negative), then SIBLINGS siblings to the right (left if negative).
#include "transition/features_malt.h"

#include <stdio.h>

// The steps, the last one first: siblings, children, heads, linear.
enum { SIBLINGS, CHILDREN, HEADS, LINEAR, STEPS };

// What an address adds to the steps, the outer function first.
typedef struct move {
    int step, by;
} move;

static int moves_of(fm_op op, move to[2])
{
    static const struct {
        int n;
        move move[2];
    } all[] = {[FM_HEAD] = {1, {{HEADS, 1}}},
               [FM_LEFT_CHILD] = {1, {{CHILDREN, -1}}},
               [FM_RIGHT_CHILD] = {1, {{CHILDREN, 1}}},
               [FM_LEFT_CHILD_2] = {2, {{SIBLINGS, 1}, {CHILDREN, -1}}},
               [FM_RIGHT_CHILD_2] = {2, {{SIBLINGS, -1}, {CHILDREN, 1}}},
               [FM_LEFT_BESIDE] = {1, {{SIBLINGS, -1}}},
               [FM_RIGHT_BESIDE] = {1, {{SIBLINGS, 1}}},
               [FM_BEFORE] = {1, {{LINEAR, -1}}},
               [FM_AFTER] = {1, {{LINEAR, 1}}},
               [FM_ADVISED] = {0, {{0, 0}}}};
    to[0] = all[op].move[0];
    to[1] = all[op].move[1];
    return all[op].n;
}

// Sets number[] from the functions around an address, and *base to what they stand around. False if there
// is no such order of steps.
static bool steps_of(const feature_model *m, int address, int number[STEPS], const fm_address **base)
{
    const fm_address *a = &m->address[address];
    int at = 0; // steps before this one are over
    for (; !fm_is_depth(a->op); a = &m->address[a->of]) {
        move moves[2];
        const int n = moves_of(a->op, moves);
        if (n == 0)
            return false;
        for (int i = 0; i < n; i++) {
            int *sum = &number[moves[i].step];
            if (moves[i].step < at || (*sum != 0 && (*sum < 0) != (moves[i].by < 0)))
                return false;
            at = moves[i].step;
            *sum += moves[i].by;
        }
    }
    *base = a;
    return a->op != FM_PASSED;
}

static const char *column_of(fm_attribute attribute)
{
    switch (attribute) {
    case FM_POS:
    case FM_XPOS:
        return "POS";
    case FM_UPOS:
        return "CPOS";
    case FM_LEMMA:
        return "LEMMA";
    case FM_LABEL:
        return "DEP";
    case FM_FORM:
    case FM_SUFFIX:
        return "LEX";
    case FM_EACH_FEAT:
        return "FEATS";
    default:
        return NULL;
    }
}

int malt_write_par(text *out, const feature_model *m, const fm_line *line, const char **why)
{
    char row[128];
    int number[STEPS] = {0}, suffix = 0, address = line->each[0];
    const fm_address *base;
    fm_attribute attribute = FM_EACH_FEAT;
    *why = "a .par file has no conjunctions";
    if (line->n + (line->each[0] >= 0) + (line->each[1] >= 0) != 1)
        return MALT_CANNOT;
    if (line->n) {
        const fm_term *t = &m->term[line->term[0]];
        attribute = t->attribute;
        address = t->address;
        suffix = attribute == FM_SUFFIX ? m->table[t->table].length : 0;
    }
    *why = "a .par file has no such term";
    if (!column_of(attribute))
        return MALT_CANNOT;
    *why = "a .par file has no such address";
    if (!steps_of(m, address, number, &base))
        return MALT_CANNOT;
    const bool right = base->op == FM_FREE_RIGHT;
    snprintf(row, sizeof row, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\n", column_of(attribute),
             base->op == FM_STACK    ? "STACK"
             : base->op == FM_BUFFER ? "INPUT"
                                     : "CONTEXT",
             right ? -base->of - 1 : base->of, number[LINEAR], number[HEADS], number[CHILDREN],
             number[SIBLINGS], suffix);
    text_cat(out, row);
    return 0;
}
