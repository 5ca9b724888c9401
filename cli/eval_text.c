// SPDX-License-Identifier: MIT
// The report of `copse eval` on one or two systems for people: aligned columns, "-" where nothing was
// counted.
#include "cli/eval_report.h"

#include "cli/study_report.h"
#include "cli/values.h"
#include "common/base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 24, NUMBER = 9 }; // widths of columns

static void put_percent(FILE *out, ratio r)
{
    double percent;
    if (ratio_percent(r, &percent))
        fprintf(out, "%*.2f", NUMBER, percent);
    else
        fprintf(out, "%*s", NUMBER, "-");
}

static void put_difference(FILE *out, int width, ratio first, ratio second)
{
    double a, b;
    if (!ratio_percent(first, &a) || !ratio_percent(second, &b))
        fprintf(out, "%*s", width, "-");
    else if (b - a > -0.005 && b - a < 0.005) // no sign on what is shown as zero
        fprintf(out, "%*.2f", width, 0.0);
    else
        fprintf(out, "%+*.2f", width, b - a);
}

void eval_print_head(FILE *out, const eval_report *report)
{
    char convention[EVAL_CONVENTION];
    fprintf(out, "gold    ");
    val_text(out, report->gold, 0);
    for (int k = 0; k < report->systems; k++) {
        fprintf(out, "\n%-8s", report->systems != 2 ? "system" : k == 0 ? "first" : "second");
        val_text(out, val_path(report->given[k]), 0);
    }
    fputc('\n', out);
    val_text(out, eval_convention(report, convention), 0);
    fputs("\n\n", out);
    fprintf(out, "%-*s%*ld\n", NAME, "sentences", NUMBER, report->scores[0].sentences);
    fprintf(out, "%-*s%*ld\n\n", NAME, "tokens", NUMBER, report->scores[0].tokens);
}

static void print_figures(FILE *out, const eval_report *report)
{
    for (int f = 0; f < COPSE_FIGURES; f++) {
        const ratio r = eval_ratio(&report->scores[0], f);
        fprintf(out, "%-*s", NAME, eval_figures[f].text);
        put_percent(out, r);
        if (f != COPSE_ROOT_F) // this figure's counts are sums and tell nothing
            fprintf(out, "   %ld of %ld", r.right, r.total);
        fputc('\n', out);
    }
}

// A system's name over a column: the width that it needs.
static int column(const eval_report *report, int k)
{
    const int width = val_width(eval_system(report, k)) + 2;
    return width > NUMBER ? width : NUMBER;
}

static void put_heading(FILE *out, const char *name, int width)
{
    fprintf(out, "%*s", width - val_width(name), "");
    val_text(out, name, 0);
}

static void put_p(FILE *out, double p)
{
    if (isnan(p))
        fprintf(out, "%*s", NUMBER, "");
    else
        fprintf(out, p < 0.0001 ? "%*.1e" : "%*.4f", NUMBER, p);
}

static void print_comparison(FILE *out, const eval_report *report)
{
    const int wide = NUMBER + 3;
    fprintf(out, "%-*s", NAME, "");
    for (int k = 0; k < 2; k++)
        put_heading(out, eval_system(report, k), column(report, k));
    fprintf(out, "%*s%*s%*s\n", wide, "difference", NUMBER, "p", NUMBER, "McNemar");
    for (int f = 0; f < COPSE_FIGURES; f++) {
        const ratio value[] = {eval_ratio(&report->scores[0], f), eval_ratio(&report->scores[1], f)};
        const eval_p_values p = eval_p(report, f, 0, 1);
        fprintf(out, "%-*s", NAME, eval_figures[f].text);
        for (int k = 0; k < 2; k++) {
            fprintf(out, "%*s", column(report, k) - NUMBER, "");
            put_percent(out, value[k]);
        }
        put_difference(out, wide, value[0], value[1]);
        if (isfinite(p.mcnemar)) {
            put_p(out, p.randomised);
            put_p(out, p.mcnemar);
        }
        fputc('\n', out);
    }
    fprintf(out, "p: approximate randomisation over sentences, two-sided, %ld samples, seed %ld\n",
            report->samples, report->seed);
    fputs("McNemar: p of McNemar's test over words, two-sided\n", out);
}

static void print_graph(FILE *out, const eval_report *report, int k)
{
    const copse_graph_scores *g = &report->scores[k].graph;
    fprintf(out, "\ngraph%s", report->systems == 2 ? ", " : "");
    val_text(out, report->systems == 2 ? eval_system(report, k) : "", NAME - (report->systems == 2 ? 7 : 5));
    fprintf(out, "%*s%*s%*s%*s%*s%*s\n", NUMBER, "P", NUMBER, "R", NUMBER, "F", NUMBER, "gold", NUMBER,
            "system", NUMBER, "both");
    for (int i = 0; i < GRAPH_KINDS; i++) {
        const copse_graph_arcs *a = eval_arcs(g, i);
        fprintf(out, "%-*s", NAME, eval_graph_kinds[i].text);
        for (int v = 0; v < GRAPH_VALUES; v++)
            put_percent(out, eval_graph_ratio(g, i, v));
        fprintf(out, "%*ld%*ld%*ld\n", NUMBER, a->gold, NUMBER, a->system, NUMBER, a->both);
    }
    fprintf(out, "arcs from empty nodes, passed by: %ld in gold, %ld in system", g->empty_gold,
            g->empty_system);
    fprintf(out, g->bad ? "; items of the system that are no arcs: %ld\n" : "\n", g->bad);
}

static void print_row(FILE *out, const eval_report *report, const eval_table *t, const eval_row *row,
                      int width)
{
    val_text(out, row->of[0].name, width);
    fprintf(out, "%*ld", NUMBER, row->of[0].gold);
    for (int k = 0; k < report->systems; k++) {
        if (report->by == BY_LABEL)
            fprintf(out, "%*ld", NUMBER, row->of[k].system);
        for (int c = 0; c < t->columns_n; c++)
            put_percent(out, t->value(&row->of[k], c));
    }
    if (report->systems == 2)
        put_difference(out, NUMBER, t->value(&row->of[0], t->columns_n - 1),
                       t->value(&row->of[1], t->columns_n - 1));
    fputc('\n', out);
}

// The line over the columns that names their system.
static void print_group_names(FILE *out, const eval_report *report, const eval_table *t, int width)
{
    const int columns = t->columns_n + (report->by == BY_LABEL);
    char *first = study_fitting(eval_system(report, 0), columns * NUMBER - 1);
    char *second = study_fitting(eval_system(report, 1), columns * NUMBER - 1);
    const int used = val_width(first) + 1 > NUMBER ? val_width(first) + 1 : NUMBER;
    fprintf(out, "%*s", width + NUMBER, "");
    put_heading(out, first, used);
    put_heading(out, second, (columns + 1) * NUMBER - used);
    fputc('\n', out);
    mem_free(first);
    mem_free(second);
}

static void print_table(FILE *out, const eval_report *report, const eval_table *t)
{
    size_t n;
    eval_row *rows = eval_rows(report, &n);
    copse_tally total[2];
    int width = val_width(t->title);
    for (size_t i = 0; i < n; i++) {
        const int w = val_width(rows[i].of[0].name);
        width = w > width ? w : width;
    }
    fputc('\n', out);
    if (report->systems == 2)
        print_group_names(out, report, t, width);
    val_text(out, t->title, width);
    fprintf(out, "%*s", NUMBER, "gold");
    for (int k = 0; k < report->systems; k++) {
        if (report->by == BY_LABEL)
            fprintf(out, "%*s", NUMBER, "given");
        for (int c = 0; c < t->columns_n; c++)
            fprintf(out, "%*s", NUMBER, t->columns[c].text);
    }
    if (report->systems == 2)
        fprintf(out, "%*s%s", NUMBER - (int)strlen(t->columns[t->columns_n - 1].text), "+/- ",
                t->columns[t->columns_n - 1].text);
    fputc('\n', out);
    for (size_t i = 0; i < n; i++)
        print_row(out, report, t, &rows[i], width);
    eval_total(report, total);
    print_row(out, report, t, &(eval_row){total}, width);
    eval_rows_free(rows, n);
}

// One of the two items of a system.
static void print_reliability(FILE *out, const copse_scores *scores, int which)
{
    const copse_reliability *r = eval_reliability(scores, which);
    const long words = eval_scored(r);
    fprintf(out, "\n%s: ", eval_scores[which].item);
    if (words == 0) {
        fprintf(out, "no word has this item in MISC; 'copse parse --scores' writes it\n");
        return;
    }
    fprintf(out, "%ld words", words);
    if (scores->tokens > words)
        fprintf(out, ", %ld without it", scores->tokens - words);
    fprintf(out, "\n%-*s%*s%*s%*s\n", NUMBER, "from-to", NUMBER, "words", NUMBER, "mean", NUMBER, "right");
    for (int i = 0; i < COPSE_RELIABILITY_BINS; i++) {
        const double n = (double)r->words[i];
        fprintf(out, "%.1f-%.1f  %*ld", i / 10.0, (i + 1) / 10.0, NUMBER, r->words[i]);
        if (r->words[i])
            fprintf(out, "%*.4f%*.4f", NUMBER, r->sum[i] / n, NUMBER, (double)r->right[i] / n);
        fputc('\n', out);
    }
    fprintf(out, "expected calibration error %.4f, Brier score %.4f\n", copse_reliability_ece(r),
            copse_reliability_brier(r));
}

static void print_calibration(FILE *out, const eval_report *report)
{
    for (int k = 0; k < report->systems; k++) {
        if (report->systems == 2) {
            fputc('\n', out);
            val_text(out, eval_system(report, k), 0);
            fputs(" system", out);
        }
        for (int which = 0; which < EVAL_SCORES; which++)
            print_reliability(out, &report->scores[k], which);
    }
}

void eval_print_text(FILE *out, const eval_report *report)
{
    const eval_table *table = eval_table_by(report->by);
    eval_print_head(out, report);
    if (report->systems == 2)
        print_comparison(out, report);
    else
        print_figures(out, report);
    for (int k = 0; report->options.graph && k < report->systems; k++)
        print_graph(out, report, k);
    if (table)
        print_table(out, report, table);
    if (report->options.calibration)
        print_calibration(out, report);
    eval_print_extras(out, report, SHEET_TEXT);
}
