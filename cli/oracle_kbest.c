// SPDX-License-Identifier: MIT
// The report of `copse oracle --kbest`.
#include "cli/cli.h"
#include "cli/study_report.h"
#include "cli/study_sheet.h"
#include "cli/oracle_kbest.h"
#include "cli/values.h"
#include "common/treebank/system_name.h"

enum { NAME = 26, NUMBER = 9 }; // widths of columns

typedef struct report {
    const char *gold, *list;
    const punct *punct;
    const copse_kbest_oracle *o;
} report;

static void print_text(FILE *out, const report *r)
{
    const copse_kbest_oracle *o = r->o;
    char convention[PUNCT_TEXT];
    fprintf(out, "gold    ");
    val_text(out, val_path(r->gold), 0);
    fprintf(out, "\nlists   ");
    val_text(out, val_path(r->list), 0);
    fputc('\n', out);
    val_text(out, punct_convention(r->punct, o->skipped_tokens, convention), 0);
    fputs("\n\n", out);
    fprintf(out, "%-*s%*ld\n%-*s%*ld\n%-*s%*ld\n\n", NAME, "sentences", NUMBER, o->sentences, NAME, "tokens",
            NUMBER, o->tokens, NAME, "trees", NUMBER, o->trees);
    fprintf(out, "%-*s%*s%*s%*s\n", NAME, "best of the first", NUMBER, "LAS", NUMBER, "UAS", NUMBER, "exact");
    for (size_t i = 0; i < o->rows; i++) {
        fprintf(out, "%-*d", NAME, o->row[i].first);
        study_text_percent(out, o->row[i].both, o->tokens, NUMBER);
        study_text_percent(out, o->row[i].head, o->tokens, NUMBER);
        study_text_percent(out, o->row[i].whole, o->sentences, NUMBER);
        fputc('\n', out);
    }
}

static void print_tsv(FILE *out, const report *r)
{
    const copse_kbest_oracle *o = r->o;
    fprintf(out, "first\tlas\tuas\texact\tboth\thead\twhole\ttokens\tsentences\n");
    for (size_t i = 0; i < o->rows; i++) {
        const copse_kbest_row *row = &o->row[i];
        fprintf(out, "%d", row->first);
        study_tsv_percent(out, row->both, o->tokens);
        study_tsv_percent(out, row->head, o->tokens);
        study_tsv_percent(out, row->whole, o->sentences);
        fprintf(out, "\t%ld\t%ld\t%ld\t%ld\t%ld\n", row->both, row->head, row->whole, o->tokens,
                o->sentences);
    }
}

static void print_json(FILE *out, const report *r)
{
    const copse_kbest_oracle *o = r->o;
    fprintf(out, "{\n  \"gold\": ");
    val_json(out, val_path(r->gold));
    fprintf(out, ",\n  \"lists\": ");
    val_json(out, val_path(r->list));
    fputs(",\n  \"punctuation\": ", out);
    val_json(out, r->punct->name);
    fprintf(out,
            ",\n  \"sentences\": %ld,\n  \"tokens\": %ld,\n  \"skipped_tokens\": %ld,\n  \"trees\": %ld,\n"
            "  \"best\": [",
            o->sentences, o->tokens, o->skipped_tokens, o->trees);
    for (size_t i = 0; i < o->rows; i++) {
        fprintf(out, "%s\n    {\"first\": %d, ", i ? "," : "", o->row[i].first);
        study_json_percent(out, "las", o->row[i].both, o->tokens);
        fputs(", ", out);
        study_json_percent(out, "uas", o->row[i].head, o->tokens);
        fputs(", ", out);
        study_json_percent(out, "exact", o->row[i].whole, o->sentences);
        fputc('}', out);
    }
    fprintf(out, "\n  ]\n}\n");
}

static void print_sheet(FILE *out, const report *r, sheet_format format)
{
    const copse_kbest_oracle *o = r->o;
    char convention[PUNCT_TEXT];
    bool later = false;
    sheet *t = sheet_new(NULL);
    sheet_column(t, "best of the first", true);
    sheet_column(t, "LAS", true);
    sheet_column(t, "UAS", true);
    sheet_column(t, "exact", true);
    for (size_t i = 0; i < o->rows; i++) {
        sheet_count(t, o->row[i].first);
        sheet_percent(t, o->row[i].both, o->tokens);
        sheet_percent(t, o->row[i].head, o->tokens);
        sheet_percent(t, o->row[i].whole, o->sentences);
    }
    study_note_counted(t, val_path(r->gold), o->sentences, o->tokens,
                       punct_convention(r->punct, o->skipped_tokens, convention));
    study_put(out, t, format, &later);
}

static void print(FILE *out, const report *r, sheet_format format)
{
    if (format == SHEET_TEXT)
        print_text(out, r);
    else if (format == SHEET_JSON)
        print_json(out, r);
    else if (format == SHEET_TSV)
        print_tsv(out, r);
    else
        print_sheet(out, r, format);
}

int oracle_kbest_run(const cli_common *common, const char *gold, const char *list, sheet_format format,
                     const punct *p)
{
    const copse_oracle_options options = {.skip_punctuation = p->skip, .skip_tags = p->tags};
    copse_kbest_oracle result;
    copse_error err;
    cli_text text;
    if (copse_oracle_kbest(&result, gold, list, &options, &err) < 0)
        return cli_fail(&err);
    const report r = {gold, system_file(list), p, &result};
    cli_text_open(&text);
    print(text.stream, &r, format);
    return cli_text_close(&text, common->output);
}
