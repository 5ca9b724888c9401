// SPDX-License-Identifier: MIT
// The report of `copse eval` as JSON. Percentages have two decimals, and the exact counts are there too.
// Where nothing was counted there is null.
#include "cli/eval_report.h"

#include "cli/values.h"

#include <math.h>

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

static void json_number(FILE *out, const char *format, double value)
{
    if (isfinite(value))
        fprintf(out, format, value);
    else
        fputs("null", out);
}

static void json_intervals(FILE *out, const copse_bootstrap_result *b, const char *indent)
{
    fprintf(out, ",\n%s\"intervals\": {\"level\": %g, \"samples\": %ld", indent, b->level, b->samples);
    for (int f = 0; f < COPSE_FIGURES; f++) {
        fprintf(out, ", \"%s\": [", eval_figures[f].key);
        json_number(out, "%.2f", b->of[f].low);
        fputs(", ", out);
        json_number(out, "%.2f", b->of[f].high);
        fputc(']', out);
    }
    fputc('}', out);
}

static void json_confusion(FILE *out, const copse_scores *s, const char *indent)
{
    fprintf(out, ",\n%s\"confusion\": [", indent);
    for (size_t i = 0; i < s->confusion_n; i++) {
        const copse_confusion *c = &s->confusion[i];
        fprintf(out, "%s\n%s  {\"gold\": ", i ? "," : "", indent);
        val_json(out, c->gold);
        fputs(", \"system\": ", out);
        val_json(out, c->system);
        fprintf(out, ", \"words\": %ld, \"head\": %ld}", c->words, c->head);
    }
    fprintf(out, "%s%s]", s->confusion_n ? "\n" : "", s->confusion_n ? indent : "");
}

static void json_figures(FILE *out, const copse_scores *s, const char *indent)
{
    for (int f = 0; f < COPSE_FIGURES; f++) {
        fprintf(out, ",\n");
        json_ratio(out, indent, eval_figures[f].key, eval_ratio(s, f));
    }
    fprintf(out,
            ",\n%s\"counts\": {\"both\": %ld, \"head\": %ld, \"label\": %ld, \"exact\": %ld, "
            "\"exact_unlabelled\": %ld, \"root\": %ld, \"root_gold\": %ld, \"root_system\": %ld, "
            "\"root_both\": %ld, \"undirected\": %ld}",
            indent, s->both, s->head, s->label, s->exact, s->exact_unlabelled, s->root, s->root_gold,
            s->root_system, s->root_both, s->undirected);
}

// The members of one system, without the braces around them and without a newline at the end.
static void json_system(FILE *out, const eval_report *report, int k, const char *indent)
{
    const copse_scores *s = &report->scores[k];
    fprintf(out, "%s\"system\": ", indent);
    val_json(out, eval_file(report, k));
    fprintf(out, ",\n%s\"name\": ", indent);
    val_json(out, report->name[k]);
    fprintf(out, ",\n%s\"tokens\": %ld,\n%s\"sentences\": %ld", indent, s->tokens, indent, s->sentences);
    json_figures(out, s, indent);
    if (report->intervals)
        json_intervals(out, &report->intervals[k], indent);
    for (int which = 0; report->options.calibration && which < EVAL_SCORES; which++)
        json_calibration(out, s, which, indent);
    if (report->options.graph)
        json_graph(out, &s->graph, indent);
    if (report->by == BY_LABEL)
        json_table(out, eval_table_by(BY_LABEL), s->labels, s->labels_n, indent);
    if (report->by == BY_POS)
        json_table(out, eval_table_by(BY_POS), s->pos, s->pos_n, indent);
    if (report->options.confusion)
        json_confusion(out, s, indent);
}

static void json_discordance(FILE *out, const char *key, const copse_discordance *d)
{
    fprintf(out,
            "\"%s\": {\"first\": %ld, \"second\": %ld, \"chi_square\": %.6g, \"exact\": %s, \"p\": %.6g}",
            key, d->first, d->second, d->chi_square, d->exact ? "true" : "false", d->p);
}

static void json_comparison(FILE *out, const eval_report *report)
{
    const copse_significance *c = &report->comparison[1]; // first, second
    const copse_mcnemar_result *m = &report->mcnemar[1];
    fprintf(out,
            ",\n  \"comparison\": {\"las_difference\": %.2f, \"uas_difference\": %.2f, \"las_p\": "
            "%.6g, \"uas_p\": %.6g, \"samples\": %ld, \"seed\": %ld},\n  \"mcnemar\": {",
            c->las_difference, c->uas_difference, c->las_p, c->uas_p, c->samples, report->seed);
    json_discordance(out, "las", &m->las);
    fputs(", ", out);
    json_discordance(out, "uas", &m->uas);
    fputs(", ", out);
    json_discordance(out, "la", &m->la);
    fputc('}', out);
}

static void json_matrix(FILE *out, const eval_report *report, const char *key, int figure, bool mcnemar)
{
    fprintf(out, ",\n    \"%s\": [", key);
    for (int i = 0; i < report->systems; i++) {
        fputs(i ? ", [" : "[", out);
        for (int j = 0; j < report->systems; j++) {
            const eval_p_values p = eval_p(report, figure, i, j);
            fputs(j ? ", " : "", out);
            json_number(out, "%.6g", mcnemar ? p.mcnemar : p.randomised);
        }
        fputc(']', out);
    }
    fputc(']', out);
}

static void json_many(FILE *out, const eval_report *report)
{
    const copse_scores *s = &report->scores[0];
    fprintf(out, "  \"tokens\": %ld,\n  \"sentences\": %ld,\n  \"systems\": [", s->tokens, s->sentences);
    for (int k = 0; k < report->systems; k++) {
        fputs(k ? ",\n    {\n" : "\n    {\n", out);
        json_system(out, report, k, "      ");
        fputs("\n    }", out);
    }
    fprintf(out, "\n  ],\n  \"p\": {\"samples\": %ld, \"seed\": %ld", report->samples, report->seed);
    json_matrix(out, report, "las", COPSE_LAS, false);
    json_matrix(out, report, "uas", COPSE_UAS, false);
    json_matrix(out, report, "las_mcnemar", COPSE_LAS, true);
    json_matrix(out, report, "uas_mcnemar", COPSE_UAS, true);
    fputs("\n  }", out);
}

void eval_print_json(FILE *out, const eval_report *report)
{
    char convention[EVAL_CONVENTION];
    const copse_scores *s = &report->scores[0];
    fprintf(out, "{\n  \"gold\": ");
    val_json(out, report->gold);
    fprintf(out, ",\n  \"convention\": ");
    val_json(out, eval_convention(report, convention));
    fputs(",\n  \"punctuation\": ", out);
    val_json(out, report->punct->name);
    fprintf(out,
            ",\n  \"nonprojective_only\": %s,\n  \"skipped_tokens\": %ld,\n  \"skipped_sentences\": %ld,\n",
            report->options.nonprojective_only ? "true" : "false", s->skipped_tokens, s->skipped_sentences);
    if (report->systems > 2)
        json_many(out, report);
    else
        json_system(out, report, 0, "  ");
    if (report->systems == 2) {
        fprintf(out, ",\n  \"second\": {\n");
        json_system(out, report, 1, "    ");
        fputs("\n  }", out);
        json_comparison(out, report);
    }
    fprintf(out, "\n}\n");
}
