// SPDX-License-Identifier: MIT
#include "cli/eval_report.h"

#include "cli/values.h"
#include "common/base/mem.h"
#include "common/treebank/system_name.h"

#include <math.h>
#include <string.h>

const figure_name eval_figures[COPSE_FIGURES] = {
    [COPSE_LAS] = {"las", "LAS (head and label)", "LAS"},
    [COPSE_UAS] = {"uas", "UAS (head)", "UAS"},
    [COPSE_LA] = {"la", "label accuracy", "LA"},
    [COPSE_EXACT] = {"exact", "exact match", "exact"},
    [COPSE_EXACT_UNLABELLED] = {"exact_unlabelled", "exact match, unlabelled", "exact unl."},
    [COPSE_ROOT] = {"root", "root accuracy", "root"},
    [COPSE_ROOT_PRECISION] = {"root_precision", "root words, precision", "root P"},
    [COPSE_ROOT_RECALL] = {"root_recall", "root words, recall", "root R"},
    [COPSE_ROOT_F] = {"root_f", "root words, F", "root F"},
    [COPSE_UNDIRECTED] = {"undirected", "undirected accuracy", "undir."},
};

bool ratio_percent(ratio r, double *percent)
{
    *percent = r.total > 0 ? 100.0 * (double)r.right / (double)r.total : 0;
    return r.total > 0;
}

ratio eval_ratio(const copse_scores *s, int figure)
{
    ratio r;
    copse_figure_value(s, (copse_figure)figure, &r.right, &r.total);
    return r;
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

eval_p_values eval_p(const eval_report *report, int figure, int first, int second)
{
    eval_p_values p = {(double)NAN, (double)NAN};
    if (report->systems < 2 || first == second)
        return p;
    const copse_significance *c = &report->comparison[first * report->systems + second];
    const copse_mcnemar_result *m = &report->mcnemar[first * report->systems + second];
    if (figure == COPSE_LAS)
        p = (eval_p_values){c->las_p, m->las.p};
    else if (figure == COPSE_UAS)
        p = (eval_p_values){c->uas_p, m->uas.p};
    else if (figure == COPSE_LA)
        p.mcnemar = m->la.p;
    return p;
}

const char *eval_file(const eval_report *report, int k)
{
    return val_path(system_file(report->given[k]));
}

bool eval_named(const eval_report *report)
{
    bool named = report->systems > 2;
    for (int k = 0; k < report->systems; k++)
        named |= system_file(report->given[k]) != report->given[k];
    return named;
}

const char *eval_system(const eval_report *report, int k)
{
    return eval_named(report) ? report->name[k] : k == 0 ? "first" : "second";
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
        "labels",
        "label",
        4,
        {{"uas", "UAS", NULL}, {"precision", "P", NULL}, {"recall", "R", NULL}, {"f", "F", NULL}},
        label_value};
    static const eval_table pos = {"pos",
                                   "part of speech",
                                   3,
                                   {{"uas", "UAS", NULL}, {"la", "LA", NULL}, {"las", "LAS", NULL}},
                                   pos_value};
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
    const size_t systems = (size_t)report->systems;
    const copse_tally **at = mem_zero(systems, sizeof *at), **end = mem_zero(systems, sizeof *end);
    size_t most = 0;
    for (size_t k = 0; k < systems; k++) {
        const copse_scores *s = &report->scores[k];
        const size_t rows_n = labels ? s->labels_n : s->pos_n;
        at[k] = labels ? s->labels : s->pos;
        end[k] = rows_n ? at[k] + rows_n : at[k];
        most += rows_n;
    }
    // All lists are in the same order, and names that several have come with the same gold count.
    eval_row *rows = mem_zero(most, sizeof *rows);
    copse_tally *of = mem_zero(most, systems * sizeof *of);
    for (*n = 0;; (*n)++) {
        const copse_tally *next = NULL;
        for (size_t k = 0; k < systems; k++)
            if (at[k] < end[k] && (!next || compare(at[k], next) < 0))
                next = at[k];
        if (!next)
            break;
        rows[*n].of = of + *n * systems;
        for (size_t k = 0; k < systems; k++) {
            rows[*n].of[k] = (copse_tally){.name = next->name, .gold = next->gold};
            if (at[k] < end[k] && (at[k] == next || compare(at[k], next) == 0))
                rows[*n].of[k] = *at[k]++;
        }
    }
    if (*n == 0)
        mem_free(of);
    mem_free(at);
    mem_free(end);
    return rows;
}

void eval_rows_free(eval_row *rows, size_t n)
{
    if (n > 0)
        mem_free(rows[0].of);
    mem_free(rows);
}

void eval_total(const eval_report *report, copse_tally *of)
{
    static char total[] = "total";
    for (int k = 0; k < report->systems; k++) {
        const copse_scores *s = &report->scores[k];
        of[k] = (copse_tally){total, s->tokens, s->tokens, s->head, s->label, s->both};
    }
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
