// SPDX-License-Identifier: MIT
// The report of `copse eval` on raw text.
#include "cli/eval_report.h"

#include "cli/study_sheet.h"
#include "cli/values.h"

#include <math.h>

static const char scored[] = "raw text, scored as the CoNLL 2018 shared task defines it";

static void print_head(FILE *out, const eval_report *report)
{
    fprintf(out, "gold    ");
    val_text(out, report->gold, 0);
    for (int k = 0; k < report->systems; k++) {
        fputs("\nsystem  ", out);
        val_text(out, eval_file(report, k), 0);
    }
    fprintf(out, "\n%s\n\n", scored);
}

// Among the words that were found, as the official scorer shows it.
static double aligned_accuracy(const copse_raw_scores *scores, int figure)
{
    const copse_raw_count *c = &scores->of[figure];
    if (figure <= COPSE_RAW_WORDS)
        return (double)NAN;
    return c->aligned ? 100 * (double)c->right / (double)c->aligned : 0;
}

static sheet *one_system(const eval_report *report)
{
    static const char *const columns[] = {"precision", "recall", "F1",    "aligned accuracy",
                                          "right",     "gold",   "system"};
    const copse_raw_scores *scores = &report->raw[0];
    sheet *t = sheet_new(NULL);
    sheet_column(t, "figure", false);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        sheet_column(t, columns[i], true);
    for (int f = 0; f < COPSE_RAW_FIGURES; f++) {
        const copse_raw_count *c = &scores->of[f];
        sheet_text(t, copse_raw_figure_name((copse_raw_figure)f));
        sheet_real(t, copse_raw_precision(c), 2);
        sheet_real(t, copse_raw_recall(c), 2);
        sheet_real(t, copse_raw_f1(c), 2);
        sheet_real(t, aligned_accuracy(scores, f), 2);
        sheet_count(t, c->right);
        sheet_count(t, c->gold);
        sheet_count(t, c->system);
    }
    return t;
}

static bool is_best(const eval_report *report, int figure, int k)
{
    const double own = copse_raw_f1(&report->raw[k].of[figure]);
    for (int i = 0; i < report->systems; i++)
        if (copse_raw_f1(&report->raw[i].of[figure]) > own)
            return false;
    return true;
}

static sheet *many_systems(const eval_report *report)
{
    sheet *t = sheet_new(NULL);
    sheet_column(t, "F1", false);
    for (int k = 0; k < report->systems; k++)
        sheet_column(t, report->name[k], true);
    for (int f = 0; f < COPSE_RAW_FIGURES; f++) {
        sheet_text(t, copse_raw_figure_name((copse_raw_figure)f));
        for (int k = 0; k < report->systems; k++) {
            sheet_real(t, copse_raw_f1(&report->raw[k].of[f]), 2);
            if (is_best(report, f, k))
                sheet_bold(t);
        }
    }
    return t;
}

static void json_system(FILE *out, const copse_raw_scores *scores)
{
    for (int f = 0; f < COPSE_RAW_FIGURES; f++)
        fprintf(out, "%s\"%s\": %.2f", f ? ", " : "", copse_raw_figure_name((copse_raw_figure)f),
                copse_raw_f1(&scores->of[f]));
}

static void print_json(FILE *out, const eval_report *report)
{
    if (report->systems == 1) {
        fputc('{', out);
        json_system(out, &report->raw[0]);
        fputs("}\n", out);
        return;
    }
    fputs("{\"systems\": [", out);
    for (int k = 0; k < report->systems; k++) {
        fputs(k ? ",\n  {\"name\": " : "\n  {\"name\": ", out);
        val_json(out, report->name[k]);
        fputs(", ", out);
        json_system(out, &report->raw[k]);
        fputc('}', out);
    }
    fputs("\n]}\n", out);
}

void eval_print_raw(FILE *out, const eval_report *report, sheet_format format)
{
    bool later = false;
    if (format == SHEET_JSON) {
        print_json(out, report);
        return;
    }
    sheet *t = report->systems == 1 ? one_system(report) : many_systems(report);
    if (format == SHEET_TEXT)
        print_head(out, report);
    else
        sheet_note(t, scored);
    study_put(out, t, format, &later);
}
