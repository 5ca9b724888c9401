// SPDX-License-Identifier: MIT
#include "cli/eval_report.h"

#include "common/base/mem.h"

#include <string.h>

const figure_name eval_figures[FIG_COUNT] = {
    [FIG_LAS] = {"las", "LAS (head and label)"},
    [FIG_UAS] = {"uas", "UAS (head)"},
    [FIG_LA] = {"la", "label accuracy"},
    [FIG_EXACT] = {"exact", "exact match"},
    [FIG_EXACT_UNLABELLED] = {"exact_unlabelled", "exact match, unlabelled"},
    [FIG_ROOT] = {"root", "root accuracy"},
    [FIG_ROOT_PRECISION] = {"root_precision", "root words, precision"},
    [FIG_ROOT_RECALL] = {"root_recall", "root words, recall"},
    [FIG_ROOT_F] = {"root_f", "root words, F"},
    [FIG_UNDIRECTED] = {"undirected", "undirected accuracy"},
};

bool ratio_percent(ratio r, double *percent)
{
    *percent = r.total > 0 ? 100.0 * (double)r.right / (double)r.total : 0;
    return r.total > 0;
}

ratio eval_ratio(const copse_scores *s, eval_figure figure)
{
    switch (figure) {
    case FIG_LAS:
        return (ratio){s->both, s->tokens};
    case FIG_UAS:
        return (ratio){s->head, s->tokens};
    case FIG_LA:
        return (ratio){s->label, s->tokens};
    case FIG_EXACT:
        return (ratio){s->exact, s->sentences};
    case FIG_EXACT_UNLABELLED:
        return (ratio){s->exact_unlabelled, s->sentences};
    case FIG_ROOT:
        return (ratio){s->root, s->sentences};
    case FIG_ROOT_PRECISION:
        return (ratio){s->root_both, s->root_system};
    case FIG_ROOT_RECALL:
        return (ratio){s->root_both, s->root_gold};
    case FIG_ROOT_F:
        return (ratio){2 * s->root_both, s->root_gold + s->root_system};
    case FIG_UNDIRECTED:
        return (ratio){s->undirected, s->tokens};
    case FIG_COUNT:
        break;
    }
    return (ratio){0, 0};
}

const graph_kind eval_graph_kinds[GRAPH_KINDS] = {
    {"graph", "arcs, labelled"},          {"graph_unlabelled", "arcs"},
    {"secondary", "secondary, labelled"}, {"secondary_unlabelled", "secondary"},
    {"copied", "tree copied, labelled"},  {"copied_unlabelled", "tree copied"},
};
const char *const eval_graph_values[GRAPH_VALUES] = {"precision", "recall", "f"};

const copse_graph_arcs *eval_arcs(const copse_graph_scores *g, int kind)
{
    const copse_graph_arcs *const all[] = {&g->labelled,  &g->unlabelled,
                                           &g->secondary, &g->secondary_unlabelled,
                                           &g->copied,    &g->copied_unlabelled};
    return all[kind];
}

ratio eval_graph_ratio(const copse_graph_scores *graph, int kind, int value)
{
    const copse_graph_arcs *a = eval_arcs(graph, kind);
    const ratio values[] = {{a->both, a->system}, {a->both, a->gold}, {2 * a->both, a->gold + a->system}};
    return values[value];
}

bool eval_p(const eval_report *report, eval_figure figure, double *p)
{
    *p = figure == FIG_LAS ? report->comparison.las_p : report->comparison.uas_p;
    return report->systems == 2 && (figure == FIG_LAS || figure == FIG_UAS);
}

static ratio label_value(const copse_tally *row, int column)
{
    const ratio values[] = {
        {row->head, row->gold},
        {row->both, row->system},
        {row->both, row->gold},
        {2 * row->both, row->gold + row->system},
    };
    return values[column];
}

static ratio pos_value(const copse_tally *row, int column)
{
    const ratio values[] = {{row->head, row->gold}, {row->label, row->gold}, {row->both, row->gold}};
    return values[column];
}

const eval_table *eval_table_by(int by)
{
    static const eval_table labels = {
        "labels", "label", 4, {{"uas", "UAS"}, {"precision", "P"}, {"recall", "R"}, {"f", "F"}}, label_value};
    static const eval_table pos = {
        "pos", "part of speech", 3, {{"uas", "UAS"}, {"la", "LA"}, {"las", "LAS"}}, pos_value};
    return by == BY_LABEL ? &labels : by == BY_POS ? &pos : NULL;
}

// The order of rows in copse_scores.
static int compare(const copse_tally *a, const copse_tally *b)
{
    if (a->gold != b->gold)
        return a->gold > b->gold ? -1 : 1;
    return strcmp(a->name, b->name);
}

eval_row *eval_rows(const eval_report *report, size_t *n)
{
    const bool labels = report->by == BY_LABEL;
    const copse_tally *at[2] = {0};
    size_t left[2] = {0};
    for (int k = 0; k < report->systems; k++) {
        at[k] = labels ? report->scores[k].labels : report->scores[k].pos;
        left[k] = labels ? report->scores[k].labels_n : report->scores[k].pos_n;
    }
    // Both lists are in the same order, and names that both have come with the same gold count.
    eval_row *rows = mem_zero(left[0] + left[1], sizeof *rows);
    for (*n = 0; left[0] || left[1]; (*n)++) {
        const int order = !left[0] ? 1 : !left[1] ? -1 : compare(at[0], at[1]);
        const bool take[2] = {order <= 0, order >= 0};
        char *name = take[0] ? at[0]->name : at[1]->name;
        for (int k = 0; k < 2; k++) {
            rows[*n].of[k].name = name;
            if (!take[k])
                continue;
            rows[*n].of[k] = *at[k]++;
            left[k]--;
        }
    }
    return rows;
}

const char *eval_convention(const eval_report *report, char buf[EVAL_CONVENTION])
{
    const copse_scores *s = &report->scores[0];
    const size_t used = strlen(punct_convention(report->punct, s->skipped_tokens, buf));
    if (report->options.nonprojective_only)
        snprintf(buf + used, EVAL_CONVENTION - used,
                 "; only the %ld sentence%s with a non-projective arc, of %ld", s->sentences,
                 s->sentences == 1 ? "" : "s", s->sentences + s->skipped_sentences);
    return buf;
}

// ---------------------------------------------------------------------------------------------------
// Calibration

const eval_score eval_scores[EVAL_SCORES] = {
    {"Score", "ece", "brier", "calibration", "without_score"},
    {"LabelScore", "label_ece", "label_brier", "label_calibration", "without_label_score"},
};

const copse_reliability *eval_reliability(const copse_scores *scores, int which)
{
    return which ? &scores->label_reliability : &scores->reliability;
}

long eval_scored(const copse_reliability *r)
{
    long words = 0;
    for (int i = 0; i < COPSE_RELIABILITY_BINS; i++)
        words += r->words[i];
    return words;
}
