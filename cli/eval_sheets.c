// SPDX-License-Identifier: MIT
// The report of `copse eval` as sheets: for papers, and for people if there are more than two systems.
#include "cli/eval_report.h"
#include "cli/study_sheet.h"

#include "common/base/mem.h"

#include <math.h>
#include <string.h>

static void put_ratio(sheet *t, ratio r)
{
    sheet_percent(t, r.right, r.total);
}

static void put_difference(sheet *t, ratio first, ratio second)
{
    double a, b;
    const bool known = ratio_percent(first, &a) && ratio_percent(second, &b);
    sheet_difference(t, known ? b - a : (double)NAN, 2);
}

// What was counted, as a note.
static void note_counted(sheet *t, const eval_report *report)
{
    char convention[EVAL_CONVENTION];
    const copse_scores *s = &report->scores[0];
    study_note_counted(t, report->gold, s->sentences, s->tokens, eval_convention(report, convention));
}

static void note_samples(sheet *t, const char *what, const eval_report *report)
{
    char note[256];
    snprintf(note, sizeof note, "%s, %ld samples, seed %ld", what, report->samples, report->seed);
    sheet_note(t, note);
}

static const char randomised[] = "p: approximate randomisation over sentences, two-sided",
                  mcnemar[] = "McNemar: p of McNemar's test over words, two-sided";

static sheet *one_system(const eval_report *report)
{
    sheet *t = sheet_new(NULL);
    sheet_column(t, "figure", false);
    sheet_column(t, report->name[0], true);
    sheet_column(t, "right", true);
    sheet_column(t, "of", true);
    for (int f = 0; f < COPSE_FIGURES; f++) {
        const ratio r = eval_ratio(&report->scores[0], f);
        sheet_text(t, eval_figures[f].text);
        put_ratio(t, r);
        if (f == COPSE_ROOT_F) { // this figure's counts are sums and tell nothing
            sheet_none(t);
            sheet_none(t);
            continue;
        }
        sheet_count(t, r.right);
        sheet_count(t, r.total);
    }
    return t;
}

static sheet *two_systems(const eval_report *report)
{
    sheet *t = sheet_new(NULL);
    sheet_column(t, "figure", false);
    sheet_column(t, report->name[0], true);
    sheet_column(t, report->name[1], true);
    sheet_column(t, "difference", true);
    sheet_column(t, "p", true);
    sheet_column(t, "McNemar", true);
    for (int f = 0; f < COPSE_FIGURES; f++) {
        const ratio first = eval_ratio(&report->scores[0], f), second = eval_ratio(&report->scores[1], f);
        const eval_p_values p = eval_p(report, f, 0, 1);
        sheet_text(t, eval_figures[f].text);
        put_ratio(t, first);
        put_ratio(t, second);
        put_difference(t, first, second);
        sheet_p(t, p.randomised);
        sheet_p(t, p.mcnemar);
    }
    note_samples(t, randomised, report);
    sheet_note(t, mcnemar);
    return t;
}

static bool is_best(const eval_report *report, int figure, int k)
{
    double own, other;
    bool best = ratio_percent(eval_ratio(&report->scores[k], figure), &own);
    for (int i = 0; i < report->systems && best; i++)
        best = !ratio_percent(eval_ratio(&report->scores[i], figure), &other) || other <= own;
    return best;
}

static sheet *many_systems(const eval_report *report)
{
    sheet *t = sheet_new(NULL);
    sheet_column(t, "system", false);
    for (int f = 0; f < COPSE_FIGURES; f++)
        sheet_column(t, eval_figures[f].head, true);
    for (int k = 0; k < report->systems; k++) {
        sheet_text(t, report->name[k]);
        for (int f = 0; f < COPSE_FIGURES; f++) {
            put_ratio(t, eval_ratio(&report->scores[k], f));
            if (is_best(report, f, k))
                sheet_bold(t);
        }
    }
    return t;
}

// The p-values of all pairs of systems.
static sheet *matrix(const eval_report *report, int figure, bool by_words)
{
    char title[64];
    snprintf(title, sizeof title, "p-values of %s, %s", eval_figures[figure].head,
             by_words ? "McNemar's test" : "randomisation");
    sheet *t = sheet_new(title);
    sheet_column(t, "", false);
    for (int k = 0; k < report->systems; k++)
        sheet_column(t, report->name[k], true);
    for (int i = 0; i < report->systems; i++) {
        sheet_text(t, report->name[i]);
        for (int j = 0; j < report->systems; j++) {
            const eval_p_values p = eval_p(report, figure, i, j);
            sheet_p(t, by_words ? p.mcnemar : p.randomised);
        }
    }
    if (by_words)
        sheet_note(t, mcnemar);
    else
        note_samples(t, randomised, report);
    return t;
}

static sheet *intervals(const eval_report *report)
{
    char title[64];
    snprintf(title, sizeof title, "confidence intervals, %g %%", 100 * report->intervals[0].level);
    sheet *t = sheet_new(title);
    sheet_column(t, "figure", false);
    if (report->systems > 1)
        sheet_column(t, "system", false);
    sheet_column(t, "value", true);
    sheet_column(t, "from", true);
    sheet_column(t, "to", true);
    for (int f = 0; f < COPSE_FIGURES; f++)
        for (int k = 0; k < report->systems; k++) {
            sheet_text(t, eval_figures[f].text);
            if (report->systems > 1)
                sheet_text(t, report->name[k]);
            put_ratio(t, eval_ratio(&report->scores[k], f));
            sheet_real(t, report->intervals[k].of[f].low, 2);
            sheet_real(t, report->intervals[k].of[f].high, 2);
        }
    note_samples(t, "bootstrap over sentences, percentiles", report);
    return t;
}

// The columns of the table of one or two systems; of more, only the last of each.
static void table_row(sheet *s, const eval_report *report, const eval_table *t, const copse_tally *of)
{
    const int last = t->columns_n - 1;
    sheet_text(s, of[0].name);
    sheet_count(s, of[0].gold);
    for (int k = 0; k < report->systems; k++) {
        if (report->by == BY_LABEL && report->systems < 3)
            sheet_count(s, of[k].system);
        for (int c = report->systems < 3 ? 0 : last; c <= last; c++)
            put_ratio(s, t->value(&of[k], c));
    }
    if (report->systems == 2)
        put_difference(s, t->value(&of[0], last), t->value(&of[1], last));
}

static sheet *table_by(const eval_report *report, const eval_table *t)
{
    size_t n;
    char title[64];
    const int last = t->columns_n - 1;
    eval_row *rows = eval_rows(report, &n);
    copse_tally *total = mem_alloc((size_t)report->systems, sizeof *total);
    snprintf(title, sizeof title, "%s%sby %s", report->systems < 3 ? "" : t->columns[last].text,
             report->systems < 3 ? "" : " ", t->title);
    sheet *s = sheet_new(title);
    sheet_column(s, t->title, false);
    sheet_column(s, "gold", true);
    for (int k = 0; k < report->systems; k++) {
        const char *group = report->systems == 2 ? report->name[k] : NULL;
        if (report->systems > 2) {
            sheet_column(s, report->name[k], true);
            continue;
        }
        if (report->by == BY_LABEL)
            sheet_column_in(s, group, "given", true);
        for (int c = 0; c <= last; c++)
            sheet_column_in(s, group, t->columns[c].text, true);
    }
    if (report->systems == 2)
        sheet_column(s, "difference", true);
    for (size_t i = 0; i < n; i++)
        table_row(s, report, t, rows[i].of);
    eval_total(report, total);
    table_row(s, report, t, total);
    eval_rows_free(rows, n);
    mem_free(total);
    return s;
}

// A sheet about one system: its name is in the title if there are others.
static sheet *sheet_of(const eval_report *report, int k, const char *title)
{
    if (report->systems == 1)
        return sheet_new(title);
    const size_t size = strlen(title) + strlen(report->name[k]) + 8;
    char *whole = mem_alloc(size, 1);
    snprintf(whole, size, "%s, %s", title, report->name[k]);
    sheet *t = sheet_new(whole);
    mem_free(whole);
    return t;
}

static long gold_words(const copse_scores *s, const char *label)
{
    for (size_t i = 0; i < s->labels_n; i++)
        if (s->labels[i].name == label) // the names of confusions are those of rows
            return s->labels[i].gold;
    return 0;
}

static sheet *confusions(const eval_report *report, int k)
{
    const copse_scores *s = &report->scores[k];
    long kinds = 0, shown = 0;
    char note[128];
    sheet *t = sheet_of(report, k, "labels confused");
    sheet_column(t, "gold", false);
    sheet_column(t, "given", false);
    sheet_column(t, "words", true);
    sheet_column(t, "of gold", true);
    sheet_column(t, "head right", true);
    for (size_t i = 0; i < s->confusion_n; i++) {
        const copse_confusion *c = &s->confusion[i];
        if (c->gold == c->system)
            continue;
        kinds++;
        if (shown == EVAL_CONFUSIONS)
            continue;
        shown++;
        sheet_text(t, c->gold);
        sheet_text(t, c->system);
        sheet_count(t, c->words);
        sheet_percent(t, c->words, gold_words(s, c->gold));
        sheet_percent(t, c->head, c->words);
    }
    snprintf(note, sizeof note, "%ld of %ld tokens have another label; %ld of %ld kinds are shown",
             s->tokens - s->label, s->tokens, shown, kinds);
    sheet_note(t, note);
    return t;
}

static sheet *graph(const eval_report *report, int k)
{
    const copse_graph_scores *g = &report->scores[k].graph;
    char note[160];
    sheet *t = sheet_of(report, k, "graph");
    sheet_column(t, "arcs", false);
    for (int v = 0; v < GRAPH_VALUES; v++)
        sheet_column(t, v == 0 ? "P" : v == 1 ? "R" : "F", true);
    sheet_column(t, "gold", true);
    sheet_column(t, "system", true);
    sheet_column(t, "both", true);
    for (int i = 0; i < GRAPH_KINDS; i++) {
        const copse_graph_arcs *a = eval_arcs(g, i);
        sheet_text(t, eval_graph_kinds[i].text);
        for (int v = 0; v < GRAPH_VALUES; v++)
            put_ratio(t, eval_graph_ratio(g, i, v));
        sheet_count(t, a->gold);
        sheet_count(t, a->system);
        sheet_count(t, a->both);
    }
    snprintf(note, sizeof note, "arcs from empty nodes, passed by: %ld in gold, %ld in system; no arcs: %ld",
             g->empty_gold, g->empty_system, g->bad);
    sheet_note(t, note);
    return t;
}

static sheet *calibration(const eval_report *report, int k, int which)
{
    const copse_reliability *r = eval_reliability(&report->scores[k], which);
    char text[160];
    sheet *t = sheet_of(report, k, eval_scores[which].item);
    sheet_column(t, "from-to", false);
    sheet_column(t, "words", true);
    sheet_column(t, "mean", true);
    sheet_column(t, "right", true);
    for (int i = 0; i < COPSE_RELIABILITY_BINS; i++) {
        const double n = (double)r->words[i];
        snprintf(text, sizeof text, "%.1f-%.1f", i / 10.0, (i + 1) / 10.0);
        sheet_text(t, text);
        sheet_count(t, r->words[i]);
        sheet_real(t, r->words[i] ? r->sum[i] / n : (double)NAN, 4);
        sheet_real(t, r->words[i] ? (double)r->right[i] / n : (double)NAN, 4);
    }
    snprintf(text, sizeof text, "expected calibration error %.4f, Brier score %.4f, %ld tokens without it",
             copse_reliability_ece(r), copse_reliability_brier(r), report->scores[k].tokens - eval_scored(r));
    sheet_note(t, text);
    return t;
}

static void put_extras(FILE *out, const eval_report *report, sheet_format format, bool *later)
{
    if (report->intervals)
        study_put(out, intervals(report), format, later);
    for (int k = 0; report->options.confusion && k < report->systems; k++)
        study_put(out, confusions(report, k), format, later);
}

void eval_print_extras(FILE *out, const eval_report *report, sheet_format format)
{
    bool later = true;
    put_extras(out, report, format, &later);
}

static void put_matrices(FILE *out, const eval_report *report, sheet_format format, bool *later)
{
    study_put(out, matrix(report, COPSE_LAS, false), format, later);
    study_put(out, matrix(report, COPSE_UAS, false), format, later);
    study_put(out, matrix(report, COPSE_LAS, true), format, later);
    study_put(out, matrix(report, COPSE_UAS, true), format, later);
}

void eval_print_sheets(FILE *out, const eval_report *report, sheet_format format)
{
    const eval_table *table = eval_table_by(report->by);
    bool later = false;
    sheet *t = report->systems == 1   ? one_system(report)
               : report->systems == 2 ? two_systems(report)
                                      : many_systems(report);
    if (format == SHEET_TEXT)
        eval_print_head(out, report);
    else
        note_counted(t, report);
    study_put(out, t, format, &later);
    if (report->systems > 2)
        put_matrices(out, report, format, &later);
    for (int k = 0; report->options.graph && k < report->systems; k++)
        study_put(out, graph(report, k), format, &later);
    if (table)
        study_put(out, table_by(report, table), format, &later);
    for (int k = 0; report->options.calibration && k < report->systems; k++)
        for (int which = 0; which < EVAL_SCORES; which++)
            study_put(out, calibration(report, k, which), format, &later);
    put_extras(out, report, format, &later);
}
