// SPDX-License-Identifier: MIT
// The report of `copse eval` for programs: JSON and tab-separated values. Percentages have two decimals;
// JSON and the tables have the exact counts too. Where nothing was counted JSON has null and TSV "-".
#include "cli/eval_report.h"

#include "cli/values.h"
#include "common/base/mem.h"

#include <stdlib.h>

static void json_ratio(FILE *out, const char *before, const char *key, ratio r)
{
    double percent;
    if (ratio_percent(r, &percent))
        fprintf(out, "%s\"%s\": %.2f", before, key, percent);
    else
        fprintf(out, "%s\"%s\": null", before, key);
}

static void json_table(FILE *out, const eval_table *t, const copse_tally *rows, size_t n, const char *indent)
{
    fprintf(out, ",\n%s\"%s\": [", indent, t->key);
    for (size_t i = 0; i < n; i++) {
        const copse_tally *row = &rows[i];
        fprintf(out, "%s\n%s  {\"name\": ", i ? "," : "", indent);
        val_json(out, row->name);
        fprintf(out, ", \"gold\": %ld, \"system\": %ld, \"head\": %ld, \"label\": %ld, \"both\": %ld",
                row->gold, row->system, row->head, row->label, row->both);
        for (int c = 0; c < t->columns_n; c++)
            json_ratio(out, ", ", t->columns[c].key, t->value(row, c));
        fputc('}', out);
    }
    fprintf(out, "%s%s]", n ? "\n" : "", n ? indent : "");
}

static void json_calibration(FILE *out, const copse_scores *s, int which, const char *indent)
{
    const copse_reliability *r = eval_reliability(s, which);
    const eval_score *names = &eval_scores[which];
    const long words = eval_scored(r);
    fprintf(out, ",\n%s\"%s\": %ld", indent, names->without, s->tokens - words);
    if (words)
        fprintf(out, ",\n%s\"%s\": %.6f,\n%s\"%s\": %.6f", indent, names->ece, copse_reliability_ece(r),
                indent, names->brier, copse_reliability_brier(r));
    else
        fprintf(out, ",\n%s\"%s\": null,\n%s\"%s\": null", indent, names->ece, indent, names->brier);
    fprintf(out, ",\n%s\"%s\": [", indent, names->bins);
    for (int i = 0; i < COPSE_RELIABILITY_BINS; i++) {
        fprintf(out, "%s\n%s  {\"from\": %.1f, \"to\": %.1f, \"words\": %ld, \"right\": %ld, \"mean\": ",
                i ? "," : "", indent, i / 10.0, (i + 1) / 10.0, r->words[i], r->right[i]);
        if (r->words[i])
            fprintf(out, "%.6f}", r->sum[i] / (double)r->words[i]);
        else
            fputs("null}", out);
    }
    fprintf(out, "\n%s]", indent);
}

static void json_graph(FILE *out, const copse_graph_scores *g, const char *indent)
{
    for (int i = 0; i < GRAPH_KINDS; i++)
        for (int v = 0; v < GRAPH_VALUES; v++) {
            char key[64];
            snprintf(key, sizeof key, "%s_%s", eval_graph_kinds[i].key, eval_graph_values[v]);
            fprintf(out, ",\n");
            json_ratio(out, indent, key, eval_graph_ratio(g, i, v));
        }
    fprintf(out, ",\n%s\"graph_counts\": {", indent);
    for (int i = 0; i < GRAPH_KINDS; i++) {
        const copse_graph_arcs *a = eval_arcs(g, i);
        fprintf(out, "\"%s\": {\"gold\": %ld, \"system\": %ld, \"both\": %ld}, ", eval_graph_kinds[i].key,
                a->gold, a->system, a->both);
    }
    fprintf(out, "\"empty_gold\": %ld, \"empty_system\": %ld, \"bad\": %ld}", g->empty_gold, g->empty_system,
            g->bad);
}

// The members of one system, without the braces around them and without a newline at the end.
static void json_system(FILE *out, const eval_report *report, int k, const char *indent)
{
    const copse_scores *s = &report->scores[k];
    fprintf(out, "%s\"system\": ", indent);
    val_json(out, report->system[k]);
    fprintf(out, ",\n%s\"tokens\": %ld,\n%s\"sentences\": %ld", indent, s->tokens, indent, s->sentences);
    for (eval_figure f = 0; f < FIG_COUNT; f++) {
        fprintf(out, ",\n");
        json_ratio(out, indent, eval_figures[f].key, eval_ratio(s, f));
    }
    fprintf(out,
            ",\n%s\"counts\": {\"both\": %ld, \"head\": %ld, \"label\": %ld, \"exact\": %ld, "
            "\"exact_unlabelled\": %ld, \"root\": %ld, \"root_gold\": %ld, \"root_system\": %ld, "
            "\"root_both\": %ld, \"undirected\": %ld}",
            indent, s->both, s->head, s->label, s->exact, s->exact_unlabelled, s->root, s->root_gold,
            s->root_system, s->root_both, s->undirected);
    for (int which = 0; report->options.calibration && which < EVAL_SCORES; which++)
        json_calibration(out, s, which, indent);
    if (report->options.graph)
        json_graph(out, &s->graph, indent);
    if (report->by == BY_LABEL)
        json_table(out, eval_table_by(BY_LABEL), s->labels, s->labels_n, indent);
    if (report->by == BY_POS)
        json_table(out, eval_table_by(BY_POS), s->pos, s->pos_n, indent);
}

void eval_print_json(FILE *out, const eval_report *report)
{
    char convention[EVAL_CONVENTION];
    const copse_scores *s = &report->scores[0];
    const copse_significance *c = &report->comparison;
    fprintf(out, "{\n  \"gold\": ");
    val_json(out, report->gold);
    fprintf(out, ",\n  \"convention\": ");
    val_json(out, eval_convention(report, convention));
    fputs(",\n  \"punctuation\": ", out);
    val_json(out, report->punct->name);
    fprintf(out,
            ",\n  \"nonprojective_only\": %s,\n  \"skipped_tokens\": %ld,\n  \"skipped_sentences\": %ld,\n",
            report->options.nonprojective_only ? "true" : "false", s->skipped_tokens, s->skipped_sentences);
    json_system(out, report, 0, "  ");
    if (report->systems == 2) {
        fprintf(out, ",\n  \"second\": {\n");
        json_system(out, report, 1, "    ");
        fprintf(out,
                "\n  },\n  \"comparison\": {\"las_difference\": %.2f, \"uas_difference\": %.2f, \"las_p\": "
                "%.6g, \"uas_p\": %.6g, \"samples\": %ld, \"seed\": %ld}",
                c->las_difference, c->uas_difference, c->las_p, c->uas_p, c->samples, report->seed);
    }
    fprintf(out, "\n}\n");
}

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

static void tsv_table(FILE *out, const eval_report *report, const eval_table *t)
{
    static const char *const suffix[] = {"", "_2"};
    size_t n;
    eval_row *rows = eval_rows(report, &n);
    const int last = t->columns_n - 1;
    fprintf(out, "\nname\tgold");
    for (int k = 0; k < report->systems; k++) {
        fprintf(out, "\tsystem%s\thead%s\tlabel%s\tboth%s", suffix[k], suffix[k], suffix[k], suffix[k]);
        for (int c = 0; c < t->columns_n; c++)
            fprintf(out, "\t%s%s", t->columns[c].key, suffix[k]);
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
    mem_free(rows);
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
            const copse_reliability *r = eval_reliability(&report->scores[k], which);
            fprintf(out, "\n%s%s\twords\tright\tmean\n", eval_scores[which].bins, k ? "_2" : "");
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
    const copse_graph_scores *a = &report->scores[0].graph, *b = &report->scores[1].graph;
    for (int i = 0; i < GRAPH_KINDS; i++)
        for (int v = 0; v < GRAPH_VALUES; v++) {
            fprintf(out, "%s_%s", eval_graph_kinds[i].key, eval_graph_values[v]);
            tsv_ratio(out, eval_graph_ratio(a, i, v));
            if (report->systems == 2) {
                tsv_ratio(out, eval_graph_ratio(b, i, v));
                tsv_difference(out, eval_graph_ratio(a, i, v), eval_graph_ratio(b, i, v));
            }
            fputc('\n', out);
        }
    fprintf(out, "empty_gold\t%ld\n", a->empty_gold);
    fprintf(out, report->systems == 2 ? "empty_system\t%ld\t%ld\n" : "empty_system\t%ld\n", a->empty_system,
            b->empty_system);
}

void eval_print_tsv(FILE *out, const eval_report *report)
{
    char convention[EVAL_CONVENTION];
    const copse_scores *s = &report->scores[0];
    const eval_table *table = eval_table_by(report->by);
    fprintf(out, "gold\t");
    val_tsv(out, report->gold);
    fprintf(out, "\nsystem");
    for (int k = 0; k < report->systems; k++) {
        fputc('\t', out);
        val_tsv(out, report->system[k]);
    }
    fputs("\nconvention\t", out);
    val_tsv(out, eval_convention(report, convention));
    fputc('\n', out);
    fprintf(out, "sentences\t%ld\ntokens\t%ld\nskipped_sentences\t%ld\nskipped_tokens\t%ld\n", s->sentences,
            s->tokens, s->skipped_sentences, s->skipped_tokens);
    for (eval_figure f = 0; f < FIG_COUNT; f++) {
        double p;
        fputs(eval_figures[f].key, out);
        for (int k = 0; k < report->systems; k++)
            tsv_ratio(out, eval_ratio(&report->scores[k], f));
        if (report->systems == 2)
            tsv_difference(out, eval_ratio(&report->scores[0], f), eval_ratio(&report->scores[1], f));
        if (eval_p(report, f, &p))
            fprintf(out, "\t%.6g", p);
        fputc('\n', out);
    }
    if (report->options.calibration)
        tsv_calibration(out, report);
    if (report->options.graph)
        tsv_graph(out, report);
    if (table)
        tsv_table(out, report, table);
}
