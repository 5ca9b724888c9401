// SPDX-License-Identifier: MIT
// The report of `copse eval` as tab-separated values. Percentages have two decimals; the tables have the
// exact counts too. Where nothing was counted there is "-".
#include "cli/eval_report.h"

#include "cli/values.h"

#include <math.h>

static void tsv_ratio(FILE *out, ratio r)
{
    double percent;
    if (ratio_percent(r, &percent))
        fprintf(out, "\t%.2f", percent);
    else
        fprintf(out, "\t-");
}

static void tsv_difference(FILE *out, ratio first, ratio second)
{
    double a, b;
    if (ratio_percent(first, &a) && ratio_percent(second, &b))
        fprintf(out, "\t%.2f", b - a);
    else
        fprintf(out, "\t-");
}

// What is added to the names of a system's columns and tables: nothing, "_2", "_3".
static const char *suffix(int k, char buf[16])
{
    buf[0] = '\0';
    if (k > 0)
        snprintf(buf, 16, "_%d", k + 1);
    return buf;
}

static void tsv_table(FILE *out, const eval_report *report, const eval_table *t)
{
    size_t n;
    char end[16];
    eval_row *rows = eval_rows(report, &n);
    const int last = t->columns_n - 1;
    fprintf(out, "\nname\tgold");
    for (int k = 0; k < report->systems; k++) {
        suffix(k, end);
        fprintf(out, "\tsystem%s\thead%s\tlabel%s\tboth%s", end, end, end, end);
        for (int c = 0; c < t->columns_n; c++)
            fprintf(out, "\t%s%s", t->columns[c].key, end);
    }
    fprintf(out, report->systems == 2 ? "\t%s_difference\n" : "\n", t->columns[last].key);
    for (size_t i = 0; i < n; i++) {
        val_tsv(out, rows[i].of[0].name);
        fprintf(out, "\t%ld", rows[i].of[0].gold);
        for (int k = 0; k < report->systems; k++) {
            const copse_tally *row = &rows[i].of[k];
            fprintf(out, "\t%ld\t%ld\t%ld\t%ld", row->system, row->head, row->label, row->both);
            for (int c = 0; c < t->columns_n; c++)
                tsv_ratio(out, t->value(row, c));
        }
        if (report->systems == 2)
            tsv_difference(out, t->value(&rows[i].of[0], last), t->value(&rows[i].of[1], last));
        fputc('\n', out);
    }
    eval_rows_free(rows, n);
}

// A figure of all systems; "-" where there is nothing.
static void tsv_figure(FILE *out, const eval_report *report, const char *key, int which,
                       double (*figure)(const copse_reliability *))
{
    fputs(key, out);
    for (int k = 0; k < report->systems; k++) {
        const copse_reliability *r = eval_reliability(&report->scores[k], which);
        if (eval_scored(r))
            fprintf(out, "\t%.6f", figure(r));
        else
            fputs("\t-", out);
    }
    fputc('\n', out);
}

static void tsv_calibration(FILE *out, const eval_report *report)
{
    for (int which = 0; which < EVAL_SCORES; which++) {
        fputs(eval_scores[which].without, out);
        for (int k = 0; k < report->systems; k++)
            fprintf(out, "\t%ld",
                    report->scores[k].tokens - eval_scored(eval_reliability(&report->scores[k], which)));
        fputc('\n', out);
        tsv_figure(out, report, eval_scores[which].ece, which, copse_reliability_ece);
        tsv_figure(out, report, eval_scores[which].brier, which, copse_reliability_brier);
    }
    for (int k = 0; k < report->systems; k++)
        for (int which = 0; which < EVAL_SCORES; which++) {
            char end[16];
            const copse_reliability *r = eval_reliability(&report->scores[k], which);
            fprintf(out, "\n%s%s\twords\tright\tmean\n", eval_scores[which].bins, suffix(k, end));
            for (int i = 0; i < COPSE_RELIABILITY_BINS; i++) {
                fprintf(out, "%.1f-%.1f\t%ld\t%ld\t", i / 10.0, (i + 1) / 10.0, r->words[i], r->right[i]);
                if (r->words[i])
                    fprintf(out, "%.6f\n", r->sum[i] / (double)r->words[i]);
                else
                    fputs("-\n", out);
            }
        }
}

static void tsv_graph(FILE *out, const eval_report *report)
{
    const copse_scores *s = report->scores;
    for (int i = 0; i < GRAPH_KINDS; i++)
        for (int v = 0; v < GRAPH_VALUES; v++) {
            fprintf(out, "%s_%s", eval_graph_kinds[i].key, eval_graph_values[v]);
            for (int k = 0; k < report->systems; k++)
                tsv_ratio(out, eval_graph_ratio(&s[k].graph, i, v));
            if (report->systems == 2)
                tsv_difference(out, eval_graph_ratio(&s[0].graph, i, v), eval_graph_ratio(&s[1].graph, i, v));
            fputc('\n', out);
        }
    fprintf(out, "empty_gold\t%ld\nempty_system", s[0].graph.empty_gold);
    for (int k = 0; k < report->systems; k++)
        fprintf(out, "\t%ld", s[k].graph.empty_system);
    fputc('\n', out);
}

static void tsv_number(FILE *out, const char *format, double value)
{
    fputc('\t', out);
    if (isfinite(value))
        fprintf(out, format, value);
    else
        fputc('-', out);
}

static void tsv_figures(FILE *out, const eval_report *report)
{
    for (int f = 0; f < COPSE_FIGURES; f++) {
        fputs(eval_figures[f].key, out);
        for (int k = 0; k < report->systems; k++)
            tsv_ratio(out, eval_ratio(&report->scores[k], f));
        if (report->systems == 2) {
            const eval_p_values p = eval_p(report, f, 0, 1);
            tsv_difference(out, eval_ratio(&report->scores[0], f), eval_ratio(&report->scores[1], f));
            if (isfinite(p.mcnemar)) {
                tsv_number(out, "%.6g", p.randomised);
                tsv_number(out, "%.6g", p.mcnemar);
            }
        }
        fputc('\n', out);
    }
}

static void tsv_intervals(FILE *out, const eval_report *report)
{
    for (int f = 0; f < COPSE_FIGURES; f++)
        for (int end = 0; end < 2; end++) {
            fprintf(out, "%s_%s", eval_figures[f].key, end ? "high" : "low");
            for (int k = 0; k < report->systems; k++) {
                const copse_interval *i = &report->intervals[k].of[f];
                tsv_number(out, "%.2f", end ? i->high : i->low);
            }
            fputc('\n', out);
        }
}

static void tsv_matrix(FILE *out, const eval_report *report, const char *key, int figure, bool mcnemar)
{
    fprintf(out, "\n%s", key);
    for (int k = 0; k < report->systems; k++) {
        fputc('\t', out);
        val_tsv(out, report->name[k]);
    }
    fputc('\n', out);
    for (int i = 0; i < report->systems; i++) {
        val_tsv(out, report->name[i]);
        for (int j = 0; j < report->systems; j++) {
            const eval_p_values p = eval_p(report, figure, i, j);
            tsv_number(out, "%.6g", mcnemar ? p.mcnemar : p.randomised);
        }
        fputc('\n', out);
    }
}

static void tsv_confusion(FILE *out, const eval_report *report)
{
    char end[16];
    for (int k = 0; k < report->systems; k++) {
        const copse_scores *s = &report->scores[k];
        fprintf(out, "\nconfusion%s\tsystem\twords\thead\n", suffix(k, end));
        for (size_t i = 0; i < s->confusion_n; i++) {
            val_tsv(out, s->confusion[i].gold);
            fputc('\t', out);
            val_tsv(out, s->confusion[i].system);
            fprintf(out, "\t%ld\t%ld\n", s->confusion[i].words, s->confusion[i].head);
        }
    }
}

static void tsv_head(FILE *out, const eval_report *report)
{
    char convention[EVAL_CONVENTION];
    const copse_scores *s = &report->scores[0];
    fprintf(out, "gold\t");
    val_tsv(out, report->gold);
    fprintf(out, "\nsystem");
    for (int k = 0; k < report->systems; k++) {
        fputc('\t', out);
        val_tsv(out, eval_file(report, k));
    }
    if (eval_named(report)) {
        fputs("\nname", out);
        for (int k = 0; k < report->systems; k++) {
            fputc('\t', out);
            val_tsv(out, report->name[k]);
        }
    }
    fputs("\nconvention\t", out);
    val_tsv(out, eval_convention(report, convention));
    fprintf(out, "\nsentences\t%ld\ntokens\t%ld\nskipped_sentences\t%ld\nskipped_tokens\t%ld\n", s->sentences,
            s->tokens, s->skipped_sentences, s->skipped_tokens);
}

void eval_print_tsv(FILE *out, const eval_report *report)
{
    const eval_table *table = eval_table_by(report->by);
    tsv_head(out, report);
    tsv_figures(out, report);
    if (report->intervals)
        tsv_intervals(out, report);
    if (report->options.calibration)
        tsv_calibration(out, report);
    if (report->options.graph)
        tsv_graph(out, report);
    if (report->systems > 2) {
        tsv_matrix(out, report, "las_p", COPSE_LAS, false);
        tsv_matrix(out, report, "uas_p", COPSE_UAS, false);
        tsv_matrix(out, report, "las_mcnemar_p", COPSE_LAS, true);
        tsv_matrix(out, report, "uas_mcnemar_p", COPSE_UAS, true);
    }
    if (table)
        tsv_table(out, report, table);
    if (report->options.confusion)
        tsv_confusion(out, report);
}
