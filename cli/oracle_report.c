// SPDX-License-Identifier: MIT
// The report of `copse oracle` as text, JSON and tab-separated values.
#include "cli/oracle_report.h"

#include "cli/study_report.h"
#include "cli/values.h"
#include "common/treebank/system_name.h"

enum { NAME = 26, NUMBER = 9 }; // widths of columns

// --- text

static void text_figures(FILE *out, const oracle_report *r, const char *name, long both, long head)
{
    val_text(out, name, NAME);
    study_text_percent(out, both, r->o->tokens, NUMBER);
    study_text_percent(out, head, r->o->tokens, NUMBER);
    fputc('\n', out);
}

// Prints systems by their numbers: "1 3 4".
static int text_set(FILE *out, uint32_t set)
{
    int width = 0;
    for (int k = 0; set >> k; k++)
        if (set >> k & 1)
            width += fprintf(out, "%s%d", width ? " " : "", k + 1);
    return width;
}

static void text_subsets(FILE *out, const oracle_report *r)
{
    const copse_oracle *o = r->o;
    fprintf(out, "\nsubsets of the systems, by their numbers\n%-*s%*s%*s\n", NAME, "", 2 * NUMBER,
            "best whole parse", 2 * NUMBER + 6, "best tree in the union");
    fprintf(out, "%-*s%*s%*s%*s%*s\n", NAME, "", NUMBER, "LAS", NUMBER, "UAS", NUMBER + 6, "LAS", NUMBER,
            "UAS");
    for (size_t i = 0; i < o->subsets; i++) {
        const copse_oracle_row *row = &o->subset[i];
        const int used = text_set(out, row->systems);
        fprintf(out, "%*s", used < NAME ? NAME - used : 1, "");
        study_text_percent(out, row->whole_both, o->tokens, NUMBER);
        study_text_percent(out, row->whole_head, o->tokens, NUMBER);
        study_text_percent(out, row->union_both, o->tokens, NUMBER + 6);
        study_text_percent(out, row->union_head, o->tokens, NUMBER);
        fputc('\n', out);
    }
}

// The column of systems with their numbers.
static int names_width(const oracle_report *r)
{
    int width = NAME;
    for (size_t k = 0; k < r->o->systems; k++) {
        const int w = snprintf(NULL, 0, "%zu ", k + 1) + val_width(r->name[k]);
        width = w > width ? w : width;
    }
    return width < STUDY_COLUMNS - 2 * NUMBER ? width : STUDY_COLUMNS - 2 * NUMBER;
}

static void print_text(FILE *out, const oracle_report *r)
{
    const copse_oracle *o = r->o;
    char convention[PUNCT_TEXT];
    fprintf(out, "gold    ");
    val_text(out, val_path(r->operand[0]), 0);
    fputc('\n', out);
    val_text(out, punct_convention(r->punct, o->skipped_tokens, convention), 0);
    fputs("\n\n", out);
    fprintf(out, "%-*s%*ld\n%-*s%*ld\n\n", NAME, "sentences", NUMBER, o->sentences, NAME, "tokens", NUMBER,
            o->tokens);
    const int width = names_width(r);
    fprintf(out, "%-*s%*s%*s\n", width, "", NUMBER, "LAS", NUMBER, "UAS");
    for (size_t k = 0; k < o->systems; k++) {
        const int used = fprintf(out, "%zu ", k + 1);
        study_text_name(out, r->name[k], width - used);
        study_text_percent(out, o->alone[k].whole_both, o->tokens, NUMBER);
        study_text_percent(out, o->alone[k].whole_head, o->tokens, NUMBER);
        fputc('\n', out);
    }
    fputc('\n', out);
    text_figures(out, r, "best whole parse", o->all.whole_both, o->all.whole_head);
    text_figures(out, r, "best tree in the union", o->all.union_both, o->all.union_head);
    if (o->subsets)
        text_subsets(out, r);
}

// --- tab-separated values

static void tsv_row(FILE *out, const oracle_report *r, const char *what, const copse_oracle_row *row)
{
    const long counts[] = {row->whole_both, row->whole_head, row->union_both, row->union_head};
    fprintf(out, "\t%s", what);
    for (int i = 0; i < 4; i++)
        study_tsv_percent(out, counts[i], r->o->tokens);
    for (int i = 0; i < 4; i++)
        fprintf(out, "\t%ld", counts[i]);
    fputc('\n', out);
}

static void tsv_names(FILE *out, const oracle_report *r, uint32_t set, bool everybody)
{
    const char *before = "";
    for (size_t k = 0; k < r->o->systems; k++)
        if (everybody || set >> k & 1) {
            fputs(before, out);
            val_tsv(out, r->name[k]);
            before = " ";
        }
}

static void print_tsv(FILE *out, const oracle_report *r)
{
    const copse_oracle *o = r->o;
    fprintf(out, "gold\t");
    val_tsv(out, val_path(r->operand[0]));
    fputs("\npunctuation\t", out);
    val_tsv(out, r->punct->name);
    fprintf(out, "\nsentences\t%ld\ntokens\t%ld\nskipped_tokens\t%ld\n\n", o->sentences, o->tokens,
            o->skipped_tokens);
    fprintf(out, "systems\tset\twhole_las\twhole_uas\tunion_las\tunion_uas\twhole_both\twhole_head\t"
                 "union_both\tunion_head\n");
    for (size_t k = 0; k < o->systems; k++) {
        val_tsv(out, r->name[k]);
        tsv_row(out, r, "one", &o->alone[k]);
    }
    for (size_t i = 0; i < o->subsets; i++) {
        tsv_names(out, r, o->subset[i].systems, false);
        tsv_row(out, r, "subset", &o->subset[i]);
    }
    tsv_names(out, r, 0, true);
    tsv_row(out, r, "all", &o->all);
}

// --- JSON

static void json_row(FILE *out, const oracle_report *r, const copse_oracle_row *row)
{
    const long tokens = r->o->tokens;
    fprintf(out, "\"whole\": {");
    study_json_percent(out, "las", row->whole_both, tokens);
    fputs(", ", out);
    study_json_percent(out, "uas", row->whole_head, tokens);
    fprintf(out, ", \"both\": %ld, \"head\": %ld}, \"union\": {", row->whole_both, row->whole_head);
    study_json_percent(out, "las", row->union_both, tokens);
    fputs(", ", out);
    study_json_percent(out, "uas", row->union_head, tokens);
    fprintf(out, ", \"both\": %ld, \"head\": %ld}", row->union_both, row->union_head);
}

static void json_subsets(FILE *out, const oracle_report *r)
{
    const copse_oracle *o = r->o;
    fprintf(out, ",\n  \"subsets\": [");
    for (size_t i = 0; i < o->subsets; i++) {
        const char *before = "";
        fprintf(out, "%s\n    {\"systems\": [", i ? "," : "");
        for (size_t k = 0; k < o->systems; k++)
            if (o->subset[i].systems >> k & 1) {
                fputs(before, out);
                val_json(out, r->name[k]);
                before = ", ";
            }
        fprintf(out, "], ");
        json_row(out, r, &o->subset[i]);
        fputc('}', out);
    }
    fprintf(out, "\n  ]");
}

static void print_json(FILE *out, const oracle_report *r)
{
    const copse_oracle *o = r->o;
    fprintf(out, "{\n  \"gold\": ");
    val_json(out, val_path(r->operand[0]));
    fputs(",\n  \"punctuation\": ", out);
    val_json(out, r->punct->name);
    fprintf(out, ",\n  \"sentences\": %ld,\n  \"tokens\": %ld,\n  \"skipped_tokens\": %ld,\n  \"systems\": [",
            o->sentences, o->tokens, o->skipped_tokens);
    for (size_t k = 0; k < o->systems; k++) {
        fprintf(out, "%s\n    {\"name\": ", k ? "," : "");
        val_json(out, r->name[k]);
        fprintf(out, ", \"file\": ");
        val_json(out, val_path(system_file(r->operand[k + 1])));
        fputs(", ", out);
        study_json_percent(out, "las", o->alone[k].whole_both, o->tokens);
        fputs(", ", out);
        study_json_percent(out, "uas", o->alone[k].whole_head, o->tokens);
        fprintf(out, ", \"both\": %ld, \"head\": %ld}", o->alone[k].whole_both, o->alone[k].whole_head);
    }
    fprintf(out, "\n  ],\n  ");
    json_row(out, r, &o->all);
    if (o->subsets)
        json_subsets(out, r);
    fprintf(out, "\n}\n");
}

void oracle_print(FILE *out, const oracle_report *r, sheet_format format)
{
    if (format == SHEET_TEXT)
        print_text(out, r);
    else if (format == SHEET_JSON)
        print_json(out, r);
    else if (format == SHEET_TSV)
        print_tsv(out, r);
    else
        oracle_print_sheets(out, r, format);
}
