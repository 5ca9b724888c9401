// SPDX-License-Identifier: MIT
#include "cli/crossval_report.h"

#include "cli/eval_report.h"
#include "cli/values.h"
#include "eval/fold_means.h"

#include <math.h>
#include <string.h>

static const struct {
    int figure;
    const char *key, *text;
} columns[] = {{COPSE_LAS, "las", "LAS"},
               {COPSE_UAS, "uas", "UAS"},
               {COPSE_LA, "la", "LA"},
               {COPSE_EXACT, "exact", "exact"}};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static bool for_programs(sheet_format format)
{
    return format == SHEET_JSON || format == SHEET_TSV;
}

// NAN if nothing was counted.
static double percent(ratio r)
{
    double value;
    return ratio_percent(r, &value) ? value : NAN;
}

static copse_scores add_up(const crossval_report *r)
{
    copse_scores all = {0};
    for (long k = 0; k < r->how->folds; k++) {
        const copse_scores *s = &r->fold[k];
        all.sentences += s->sentences;
        all.tokens += s->tokens;
        all.both += s->both;
        all.head += s->head;
        all.label += s->label;
        all.exact += s->exact;
        all.skipped_tokens += s->skipped_tokens;
    }
    return all;
}

static fold_mean mean_of(const crossval_report *r, int column)
{
    double value[COPSE_MOST_FOLDS];
    for (long k = 0; k < r->how->folds; k++)
        value[k] = percent(eval_ratio(&r->fold[k], columns[column].figure));
    return fold_mean_of(value, (size_t)r->how->folds);
}

// ---------------------------------------------------------------------------------------------------
// The folds

static sheet *folds_begin(const crossval_report *r, sheet_format format)
{
    char title[96];
    snprintf(title, sizeof title, "Cross-validation, %s, %ld folds (%s)", r->family, r->how->folds, r->split);
    sheet *t = sheet_new(format == SHEET_TEXT ? NULL : title);
    sheet_column(t, "fold", format == SHEET_JSON); // elsewhere rows of means have names
    sheet_column(t, "sentences", true);
    sheet_column(t, "words", true);
    for (int c = 0; c < COLUMNS; c++)
        sheet_column(t, columns[c].text, true);
    return t;
}

static void add_scores(sheet *t, const copse_scores *s)
{
    sheet_count(t, s->sentences);
    sheet_count(t, s->tokens);
    for (int c = 0; c < COLUMNS; c++) {
        const ratio r = eval_ratio(s, columns[c].figure);
        sheet_percent(t, r.right, r.total);
    }
}

// A row without counts, which text leaves empty.
static void add_means(sheet *t, const crossval_report *r, bool sd, sheet_format format)
{
    sheet_text(t, sd ? "sd" : "mean");
    for (int i = 0; i < 2; i++) {
        if (format == SHEET_TSV)
            sheet_none(t);
        else
            sheet_text(t, "");
    }
    for (int c = 0; c < COLUMNS; c++) {
        const fold_mean m = mean_of(r, c);
        sheet_real(t, sd ? m.sd : m.mean, 2);
    }
}

static void add_folds(sheet *t, const crossval_report *r)
{
    for (long k = 0; k < r->how->folds; k++) {
        sheet_count(t, k + 1);
        add_scores(t, &r->fold[k]);
    }
}

static void print_folds(FILE *out, const crossval_report *r, sheet_format format)
{
    const copse_scores all = add_up(r);
    char note[PUNCT_TEXT];
    sheet *t = folds_begin(r, format);
    add_folds(t, r);
    add_means(t, r, false, format);
    add_means(t, r, true, format);
    sheet_text(t, "all");
    add_scores(t, &all);
    if (r->punct->skip || r->punct->tags)
        sheet_note(t, punct_convention(r->punct, all.skipped_tokens, note));
    sheet_print(out, t, format);
    sheet_free(t);
}

// ---------------------------------------------------------------------------------------------------
// Means by label or part of speech

static fold_mean mean_of_row(const fold_row *row, size_t folds, const eval_table *table, int column)
{
    double value[COPSE_MOST_FOLDS];
    for (size_t k = 0; k < folds; k++)
        value[k] = row->of[k] ? percent(table->value(row->of[k], column)) : NAN;
    return fold_mean_of(value, folds);
}

static long folds_with(const fold_row *row, size_t folds)
{
    long n = 0;
    for (size_t k = 0; k < folds; k++)
        n += row->of[k] && row->of[k]->gold > 0;
    return n;
}

static void print_table(FILE *out, const crossval_report *r, sheet_format format)
{
    const eval_table *table = eval_table_by(r->by);
    const size_t folds = (size_t)r->how->folds;
    size_t n;
    fold_row *rows = fold_rows(r->fold, folds, r->by == BY_LABEL, &n);
    sheet *t = sheet_new(NULL);
    sheet_column(t, for_programs(format) ? "name" : table->title, false);
    sheet_column(t, "gold", true);
    sheet_column(t, "folds", true);
    for (int c = 0; c < table->columns_n; c++) {
        const figure_name *name = &table->columns[c];
        sheet_column_in(t, for_programs(format) ? name->key : name->text, "mean", true);
        sheet_column_in(t, for_programs(format) ? name->key : name->text, "sd", true);
    }
    for (size_t i = 0; i < n; i++) {
        sheet_text(t, rows[i].name);
        sheet_count(t, rows[i].gold);
        sheet_count(t, folds_with(&rows[i], folds));
        for (int c = 0; c < table->columns_n; c++) {
            const fold_mean m = mean_of_row(&rows[i], folds, table, c);
            sheet_real(t, m.mean, 2);
            sheet_real(t, m.sd, 2);
        }
    }
    sheet_note(t, "means over the folds in which the figure exists; folds: those that have it in gold");
    sheet_print(out, t, format);
    sheet_free(t);
    fold_rows_free(rows, n);
}

// ---------------------------------------------------------------------------------------------------

static void json_number(FILE *out, double value)
{
    if (isnan(value))
        fputs("null", out);
    else
        fprintf(out, "%.2f", value);
}

// The means, standard deviations or figures over all words, as one object.
static void json_row(FILE *out, const crossval_report *r, const char *name)
{
    const copse_scores all = add_up(r);
    fprintf(out, "  \"%s\": {", name);
    for (int c = 0; c < COLUMNS; c++) {
        const fold_mean m = mean_of(r, c);
        fprintf(out, "%s\"%s\": ", c ? ", " : "", columns[c].key);
        json_number(out, name[0] == 'm'   ? m.mean
                         : name[0] == 's' ? m.sd
                                          : percent(eval_ratio(&all, columns[c].figure)));
    }
    fputs("},\n", out);
}

static void print_json(FILE *out, const crossval_report *r)
{
    const copse_scores all = add_up(r);
    sheet *t = folds_begin(r, SHEET_JSON);
    add_folds(t, r);
    fprintf(out, "{\n  \"family\": \"%s\",\n  \"split\": \"%s\",\n  \"punctuation\": ", r->family, r->split);
    val_json(out, r->punct->name);
    fprintf(out, ",\n  \"sentences\": %ld,\n  \"words\": %ld,\n", all.sentences, all.tokens);
    json_row(out, r, "mean");
    json_row(out, r, "sd");
    json_row(out, r, "all");
    fputs("  \"folds\": ", out);
    sheet_print(out, t, SHEET_JSON);
    if (r->by != BY_NONE) {
        fprintf(out, ",\n  \"%s\": ", eval_table_by(r->by)->key);
        print_table(out, r, SHEET_JSON);
    }
    fputs("\n}\n", out);
    sheet_free(t);
}

void crossval_print(FILE *out, const crossval_report *report, sheet_format format)
{
    if (format == SHEET_JSON) {
        print_json(out, report);
        return;
    }
    print_folds(out, report, format);
    if (report->by == BY_NONE)
        return;
    fputc('\n', out);
    print_table(out, report, format);
}
