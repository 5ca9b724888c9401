// SPDX-License-Identifier: MIT
#include "cli/analyze_report.h"

#include "common/base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const int arc_tops[] = {1, 2, 6, INT_MAX}, distance_tops[] = {1, 2, 3, 4, 5, 6, INT_MAX},
                 sibling_tops[] = {0, 1, 2, 3, 4, 5, INT_MAX}, degree_tops[] = {0, 1, INT_MAX};

const analyze_factor analyze_factors[COPSE_FACTORS] = {
    [COPSE_BY_SENTENCE_LENGTH] = {"sentence_length", "accuracy by sentence length", "words", true, NULL},
    [COPSE_BY_ARC_LENGTH] = {"arc_length", "precision and recall by arc length", "length", false, arc_tops},
    [COPSE_BY_ROOT_DISTANCE] = {"root_distance", "precision and recall by distance to the root", "distance",
                                false, distance_tops},
    [COPSE_BY_SIBLINGS] = {"siblings", "precision and recall by number of siblings", "siblings", false,
                           sibling_tops},
    [COPSE_BY_NONPROJECTIVITY] = {"nonprojectivity", "precision and recall by degree of non-projectivity",
                                  "degree", false, degree_tops},
    [COPSE_BY_POS] = {"pos", "accuracy by part of speech", "part of speech", true, NULL},
    [COPSE_BY_POS_GROUP] = {"pos_group", "accuracy by group of parts of speech", "group", true, NULL},
    [COPSE_BY_LABEL] = {"label", "precision and recall by label", "label", false, NULL},
    [COPSE_BY_GROUP] = {"group", "precision and recall by group of labels", "group", false, NULL},
};

static void add_counts(copse_arc_counts *to, const copse_arc_counts *c)
{
    to->arcs += c->arcs;
    to->precise_both += c->precise_both;
    to->precise_head += c->precise_head;
    to->recalled_both += c->recalled_both;
    to->recalled_head += c->recalled_head;
}

static void name_bin(copse_analysis_row *bin, int low, int top)
{
    char name[32];
    int len = snprintf(name, sizeof name, "%d", low);
    if (top == INT_MAX)
        len = snprintf(name, sizeof name, "%d-", low);
    else if (top > low)
        len = snprintf(name, sizeof name, "%d-%d", low, top);
    bin->name = mem_string(name, (size_t)len);
    bin->low = low;
    bin->high = top;
}

copse_analysis_table analyze_view(const analyze_report *report, int factor)
{
    const copse_analysis_table *all = &report->a->table[factor];
    const size_t systems = (size_t)report->systems;
    const int *top = analyze_factors[factor].top;
    copse_analysis_table view = {.row = mem_zero(all->rows, sizeof *view.row)};
    int end = INT_MIN;
    for (size_t i = 0; i < all->rows; i++) {
        const copse_analysis_row *row = &all->row[i];
        if (!top || row->low > end) { // the next bin, or one after it
            copse_analysis_row *bin = &view.row[view.rows++];
            int low = row->low;
            for (size_t t = 0; top && row->low > end; t++) {
                low = t == 0 ? top[0] : end + 1;
                end = top[t];
            }
            if (top)
                name_bin(bin, low, end);
            else
                bin->name = mem_string(row->name, strlen(row->name));
            bin->of = mem_zero(systems, sizeof *bin->of);
        }
        copse_analysis_row *bin = &view.row[view.rows - 1];
        bin->gold += row->gold;
        for (size_t k = 0; k < systems; k++)
            add_counts(&bin->of[k], &row->of[k]);
    }
    return view;
}

void analyze_view_done(copse_analysis_table *view)
{
    for (size_t i = 0; i < view->rows; i++) {
        mem_free(view->row[i].name);
        mem_free(view->row[i].of);
    }
    mem_free(view->row);
    *view = (copse_analysis_table){0};
}

analyze_share analyze_precision(const copse_analysis_row *row, int system, bool unlabelled)
{
    const copse_arc_counts *c = &row->of[system];
    return (analyze_share){unlabelled ? c->precise_head : c->precise_both, c->arcs};
}

analyze_share analyze_recall(const copse_analysis_row *row, int system, bool unlabelled)
{
    const copse_arc_counts *c = &row->of[system];
    return (analyze_share){unlabelled ? c->recalled_head : c->recalled_both, row->gold};
}

analyze_share analyze_column(const analyze_report *report, int factor, const copse_analysis_row *row,
                             int system, int column)
{
    if (analyze_factors[factor].accuracy)
        return analyze_recall(row, system, column == 1);
    return column == 0 ? analyze_precision(row, system, report->unlabelled)
                       : analyze_recall(row, system, report->unlabelled);
}

const char *analyze_column_name(int factor, int column)
{
    if (analyze_factors[factor].accuracy)
        return column == 0 ? "LAS" : "UAS";
    return column == 0 ? "P" : "R";
}
