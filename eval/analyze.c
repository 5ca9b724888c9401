// SPDX-License-Identifier: MIT
//
// The error analysis of McDonald & Nivre (2007), for any number of systems.
//
// Every factor assigns each arc of a tree to a row. Recall counts the gold arcs by their rows in the gold
// tree, precision the system's arcs by their rows in its own tree. An arc is right if the gold tree has it.
// If a factor depends on the word alone (sentence length, part of speech), both equal the accuracy. This
// file only counts; callers compute the ratios.
//
// Each number has its own row up to some limit, and all larger numbers share one, so that memory does not
// grow with the input.
#include "eval/agreement.h"
#include "eval/analyze_each.h"
#include "eval/arc_shape.h"
#include "common/base/error.h"
#include "eval/pos_groups.h"
#include "eval/skip.h"
#include "common/treebank/lockstep.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static const struct { // for the factors that are numbers
    int first, width, rows;
} scale[] = {
    [COPSE_BY_SENTENCE_LENGTH] = {1, 10, 11}, [COPSE_BY_ARC_LENGTH] = {1, 1, 31},
    [COPSE_BY_ROOT_DISTANCE] = {1, 1, 21},    [COPSE_BY_SIBLINGS] = {0, 1, 17},
    [COPSE_BY_NONPROJECTIVITY] = {0, 1, 11},
};
enum { NUMBERS = sizeof scale / sizeof scale[0] };

typedef struct counts {   // a table being filled
    long *gold;           // [rows]
    copse_arc_counts *of; // [rows][systems]
    size_t rows, cap;
} counts;

typedef struct view { // a tree and the shape of its arcs
    copse_tree *tree;
    arcshape shape;
} view;

typedef struct work {
    const copse_analysis_options *options;
    copse_analysis *result;
    size_t systems;
    view gold, *system; // [systems]
    counts table[COPSE_FACTORS];
    table labels, pos;
    groups groups, pos_groups;
    uint64_t *member; // [labels.n] the groups of each label
    size_t member_cap;
    int *by_head, *by_both;   // [systems] opinions on a word
    const analyze_each *each; // or NULL
} work;

static void make_rows(counts *c, size_t rows, size_t systems)
{
    if (rows <= c->rows)
        return;
    if (rows > c->cap) {
        size_t cap = c->cap;
        c->gold = mem_grow(c->gold, &cap, rows, sizeof *c->gold);
        c->of = mem_grow(c->of, &c->cap, rows, systems * sizeof *c->of);
    }
    for (size_t i = c->rows; i < rows; i++) {
        c->gold[i] = 0;
        for (size_t k = 0; k < systems; k++)
            c->of[i * systems + k] = (copse_arc_counts){0};
    }
    c->rows = rows;
}

static size_t number_row(int factor, int value)
{
    const int row = (value - scale[factor].first) / scale[factor].width;
    return (size_t)(row < scale[factor].rows ? row : scale[factor].rows - 1);
}

// The row of the arc into a word, for a factor that is a number.
static size_t shape_row(const view *v, int factor, int w)
{
    const int h = v->tree->head[w];
    const int value[] = {
        [COPSE_BY_SENTENCE_LENGTH] = v->tree->n,         [COPSE_BY_ARC_LENGTH] = h < w ? w - h : h - w,
        [COPSE_BY_ROOT_DISTANCE] = v->shape.distance[w], [COPSE_BY_SIBLINGS] = v->shape.siblings[w],
        [COPSE_BY_NONPROJECTIVITY] = v->shape.degree[w],
    };
    return number_row(factor, value[factor]);
}

static void count_gold(work *a, int factor, size_t row)
{
    make_rows(&a->table[factor], row + 1, a->systems);
    a->table[factor].gold[row]++;
}

static void count_recalled(work *a, int factor, size_t row, size_t k)
{
    copse_arc_counts *c = &a->table[factor].of[row * a->systems + k];
    c->recalled_head += a->by_head[k] == 0;
    c->recalled_both += a->by_both[k] == 0;
}

static void count_proposed(work *a, int factor, size_t row, size_t k)
{
    make_rows(&a->table[factor], row + 1, a->systems);
    copse_arc_counts *c = &a->table[factor].of[row * a->systems + k];
    c->arcs++;
    c->precise_head += a->by_head[k] == 0;
    c->precise_both += a->by_both[k] == 0;
}

// The row of a label; its groups are looked up when it is new.
static size_t label_row(work *a, copse_str label, long gold)
{
    const size_t known = a->labels.n, i = tab_count(&a->labels, label, gold);
    if (i == known) {
        a->member = mem_grow(a->member, &a->member_cap, i + 1, sizeof *a->member);
        a->member[i] = grp_of(&a->groups, label);
    }
    return i;
}

static bool is_measured(const work *a)
{
    bool all = a->gold.shape.measured;
    for (size_t k = 0; k < a->systems; k++)
        all = all && a->system[k].shape.measured;
    return all;
}

// Sets each system's opinion on a word: 0 if it is right, else the number, from 1, of the first system with
// the same opinion.
static void take_opinions(work *a, int w)
{
    const copse_tree *gold = a->gold.tree;
    for (size_t k = 0; k < a->systems; k++) {
        const copse_tree *t = a->system[k].tree;
        a->by_head[k] = a->by_both[k] = (int)k + 1;
        for (size_t i = 0; i < k; i++) {
            const copse_tree *other = a->system[i].tree;
            if (other->head[w] != t->head[w])
                continue;
            a->by_head[k] = a->by_head[i];
            if (str_equal(other->label[w], t->label[w]))
                a->by_both[k] = a->by_both[i];
        }
        if (t->head[w] != gold->head[w])
            continue;
        a->by_head[k] = 0;
        if (str_equal(t->label[w], gold->label[w]))
            a->by_both[k] = 0;
    }
}

static void count_labels(work *a, int w)
{
    const size_t row = label_row(a, a->gold.tree->label[w], 1);
    count_gold(a, COPSE_BY_LABEL, row);
    for (size_t i = 0; i < a->groups.names.n; i++)
        if (a->member[row] >> i & 1)
            count_gold(a, COPSE_BY_GROUP, i);
    for (size_t k = 0; k < a->systems; k++) {
        const size_t own = label_row(a, a->system[k].tree->label[w], 0);
        count_recalled(a, COPSE_BY_LABEL, row, k);
        count_proposed(a, COPSE_BY_LABEL, own, k);
        for (size_t i = 0; i < a->groups.names.n; i++) {
            if (a->member[row] >> i & 1)
                count_recalled(a, COPSE_BY_GROUP, i, k);
            if (a->member[own] >> i & 1)
                count_proposed(a, COPSE_BY_GROUP, i, k);
        }
    }
}

static void count_word(work *a, const copse_sentence *s, int w, bool measured)
{
    take_opinions(a, w);
    agree_add(a->result, a->by_head, a->by_both);
    for (size_t k = 0; k < a->systems; k++) {
        copse_arc_counts *total = &a->result->total[k];
        total->arcs++;
        total->precise_head += a->by_head[k] == 0;
        total->precise_both += a->by_both[k] == 0;
    }
    for (int factor = 0; factor < NUMBERS; factor++) {
        if (factor == COPSE_BY_NONPROJECTIVITY && !measured)
            continue;
        const size_t row = shape_row(&a->gold, factor, w);
        count_gold(a, factor, row);
        for (size_t k = 0; k < a->systems; k++) {
            count_recalled(a, factor, row, k);
            count_proposed(a, factor, shape_row(&a->system[k], factor, w), k);
        }
    }
    const size_t pos = tab_count(&a->pos, sen_column(s, w, COPSE_UPOS), 1);
    count_gold(a, COPSE_BY_POS, pos);
    for (size_t k = 0; k < a->systems; k++) {
        count_recalled(a, COPSE_BY_POS, pos, k);
        count_proposed(a, COPSE_BY_POS, pos, k);
    }
    count_labels(a, w);
}

static int take_view(view *v, const copse_sentence *s, copse_error *err)
{
    const int code = tree_read(v->tree, s, err);
    if (code == 0)
        shape_take(&v->shape, v->tree->head, v->tree->n);
    return code;
}

static int read_all(work *a, lockstep *files, copse_error *err)
{
    copse_analysis *result = a->result;
    const eval_skip skip = {a->options->skip_punctuation, a->options->skip_tags};
    int code;
    while ((code = lock_next(files, err)) > 0) {
        const copse_sentence *s = lock_gold(files);
        code = take_view(&a->gold, s, err);
        for (size_t k = 0; k < a->systems && code == 0; k++)
            code = take_view(&a->system[k], lock_system(files, k), err);
        if (code < 0)
            break;
        const bool measured = is_measured(a);
        result->sentences++;
        result->unmeasured += !measured;
        for (int w = 1; w <= s->n; w++) {
            if (skip_word(&skip, s, w)) {
                result->skipped_tokens++;
                continue;
            }
            result->tokens++;
            count_word(a, s, w, measured);
        }
        if (a->each) {
            const counts *c = &a->table[a->each->factor];
            a->each->take(a->each->context, c->gold, c->of, c->rows);
        }
    }
    return code;
}

static copse_analysis_row take_row(const work *a, int factor, size_t i, copse_str name)
{
    const counts *c = &a->table[factor];
    copse_analysis_row row = {.name = mem_string(name.s, name.len), .gold = c->gold[i]};
    row.of = mem_alloc(a->systems, sizeof *row.of);
    for (size_t k = 0; k < a->systems; k++)
        row.of[k] = c->of[i * a->systems + k];
    return row;
}

static bool is_empty(const work *a, int factor, size_t i)
{
    long sum = a->table[factor].gold[i];
    for (size_t k = 0; k < a->systems; k++)
        sum += a->table[factor].of[i * a->systems + k].arcs;
    return sum == 0;
}

// The name of a row of numbers, and its ends.
static copse_str number_name(int factor, size_t i, char name[32], int *low, int *high)
{
    const int width = scale[factor].width;
    *low = scale[factor].first + (int)i * width;
    *high = (int)i + 1 < scale[factor].rows ? *low + width - 1 : INT_MAX;
    int len = snprintf(name, 32, "%d", *low);
    if (*high == INT_MAX)
        len = snprintf(name, 32, "%d-", *low);
    else if (*high > *low)
        len = snprintf(name, 32, "%d-%d", *low, *high);
    return (copse_str){name, (size_t)len};
}

static void finish_numbers(const work *a, int factor, copse_analysis_table *t)
{
    t->row = mem_alloc(a->table[factor].rows, sizeof *t->row);
    for (size_t i = 0; i < a->table[factor].rows; i++) {
        char name[32];
        int low, high;
        if (is_empty(a, factor, i))
            continue;
        const copse_str shown = number_name(factor, i, name, &low, &high);
        copse_analysis_row *row = &t->row[t->rows++];
        *row = take_row(a, factor, i, shown);
        row->low = low;
        row->high = high;
    }
}

static void finish_names(const work *a, int factor, const table *names, copse_analysis_table *t)
{
    uint32_t *order = tab_order(names);
    t->row = mem_alloc(names->n, sizeof *t->row);
    for (size_t i = 0; i < names->n; i++)
        t->row[t->rows++] = take_row(a, factor, order[i], tab_name(names, order[i]));
    mem_free(order);
}

static void name_rows(const work *a)
{
    const analyze_each *each = a->each;
    const table *const names[COPSE_FACTORS] = {
        [COPSE_BY_POS] = &a->pos, [COPSE_BY_LABEL] = &a->labels, [COPSE_BY_GROUP] = &a->groups.names};
    for (size_t i = 0; i < a->table[each->factor].rows; i++) {
        char number[32];
        int low = 0, high = 0;
        const copse_str name = names[each->factor] ? tab_name(names[each->factor], i)
                                                   : number_name((int)each->factor, i, number, &low, &high);
        each->name(each->context, i, name, low, high == INT_MAX);
    }
}

static void finish(work *a)
{
    copse_analysis *result = a->result;
    for (int factor = 0; factor < NUMBERS; factor++)
        finish_numbers(a, factor, &result->table[factor]);
    finish_names(a, COPSE_BY_POS, &a->pos, &result->table[COPSE_BY_POS]);
    if (!a->options->pos_groups)
        posg_choose(&a->pos_groups, &result->table[COPSE_BY_POS]);
    posg_sum(&result->table[COPSE_BY_POS_GROUP], &a->pos_groups, &result->table[COPSE_BY_POS], a->systems);
    finish_names(a, COPSE_BY_LABEL, &a->labels, &result->table[COPSE_BY_LABEL]);
    make_rows(&a->table[COPSE_BY_GROUP], a->groups.names.n, a->systems);
    copse_analysis_table *t = &result->table[COPSE_BY_GROUP];
    t->row = mem_alloc(a->groups.names.n, sizeof *t->row);
    for (size_t i = 0; i < a->groups.names.n; i++)
        t->row[t->rows++] = take_row(a, COPSE_BY_GROUP, i, tab_name(&a->groups.names, i));
    for (size_t k = 0; k < a->systems; k++) {
        result->total[k].recalled_head = result->total[k].precise_head;
        result->total[k].recalled_both = result->total[k].precise_both;
    }
}

static void begin(work *a)
{
    a->result->systems = a->systems;
    a->result->total = mem_zero(a->systems, sizeof *a->result->total);
    agree_begin(a->result);
    a->gold.tree = copse_tree_new();
    a->system = mem_zero(a->systems, sizeof *a->system);
    for (size_t k = 0; k < a->systems; k++)
        a->system[k].tree = copse_tree_new();
    a->by_head = mem_alloc(a->systems, sizeof *a->by_head);
    a->by_both = mem_alloc(a->systems, sizeof *a->by_both);
}

static void view_done(view *v)
{
    copse_tree_free(v->tree);
    shape_done(&v->shape);
}

static void work_done(work *a)
{
    view_done(&a->gold);
    for (size_t k = 0; k < a->systems; k++)
        view_done(&a->system[k]);
    mem_free(a->system);
    for (int factor = 0; factor < COPSE_FACTORS; factor++) {
        mem_free(a->table[factor].gold);
        mem_free(a->table[factor].of);
    }
    tab_done(&a->labels);
    tab_done(&a->pos);
    mem_free(a->member);
    mem_free(a->by_head);
    mem_free(a->by_both);
}

int analyze_with(copse_analysis *result, const char *gold, const char *const *systems, size_t n,
                 const copse_analysis_options *options, const analyze_each *each, copse_error *err)
{
    static const copse_analysis_options none = {0};
    work a = {.options = options ? options : &none, .result = result, .systems = n, .each = each};
    *result = (copse_analysis){0};
    if (n == 0 || !systems)
        return err_set(err, COPSE_EINPUT, NULL, 0, "no system is given");
    int code = grp_read(&a.groups, a.options->groups ? a.options->groups : "ud", err);
    if (code == 0 && a.options->pos_groups)
        code = grp_read(&a.pos_groups, a.options->pos_groups, err);
    if (code < 0) {
        grp_done(&a.groups);
        return code;
    }
    lockstep *files = lock_open(gold, systems, n, err);
    if (files) {
        begin(&a);
        code = read_all(&a, files, err);
        if (code == 0)
            finish(&a);
        if (code == 0 && each)
            name_rows(&a);
        work_done(&a);
    }
    lock_close(files);
    grp_done(&a.groups);
    grp_done(&a.pos_groups);
    if (files && code == 0)
        return 0;
    copse_analysis_done(result);
    return err->code;
}

int copse_analyze(copse_analysis *result, const char *gold, const char *const *systems, size_t n,
                  const copse_analysis_options *options, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        *result = (copse_analysis){0};
        return mem_failed(&guard, err);
    }
    return mem_end(&guard, analyze_with(result, gold, systems, n, options, NULL, err));
}

void copse_analysis_done(copse_analysis *analysis)
{
    if (!analysis)
        return;
    for (int factor = 0; factor < COPSE_FACTORS; factor++) {
        copse_analysis_table *t = &analysis->table[factor];
        for (size_t i = 0; i < t->rows; i++) {
            mem_free(t->row[i].name);
            mem_free(t->row[i].of);
        }
        mem_free(t->row);
    }
    mem_free(analysis->total);
    mem_free(analysis->pair);
    mem_free(analysis->majority_both);
    mem_free(analysis->majority_head);
    *analysis = (copse_analysis){0};
}
