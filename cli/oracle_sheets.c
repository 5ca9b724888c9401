// SPDX-License-Identifier: MIT
// The report of `copse oracle` for papers.
#include "cli/oracle_report.h"
#include "cli/study_sheet.h"
#include "cli/values.h"

static void put_two(sheet *t, const oracle_report *r, long both, long head)
{
    sheet_percent(t, both, r->o->tokens);
    sheet_percent(t, head, r->o->tokens);
}

static sheet *systems(const oracle_report *r)
{
    char convention[PUNCT_TEXT];
    const copse_oracle *o = r->o;
    sheet *t = sheet_new(NULL);
    sheet_column(t, "", true);
    sheet_column(t, "system", false);
    sheet_column(t, "LAS", true);
    sheet_column(t, "UAS", true);
    for (size_t k = 0; k < o->systems; k++) {
        sheet_count(t, (long)k + 1);
        sheet_text(t, r->name[k]);
        put_two(t, r, o->alone[k].whole_both, o->alone[k].whole_head);
    }
    sheet_text(t, "");
    sheet_text(t, "best whole parse");
    put_two(t, r, o->all.whole_both, o->all.whole_head);
    sheet_text(t, "");
    sheet_text(t, "best tree in the union");
    put_two(t, r, o->all.union_both, o->all.union_head);
    study_note_counted(t, val_path(r->operand[0]), o->sentences, o->tokens,
                       punct_convention(r->punct, o->skipped_tokens, convention));
    return t;
}

static sheet *subsets(const oracle_report *r)
{
    const copse_oracle *o = r->o;
    sheet *t = sheet_new("subsets of the systems, by their numbers");
    sheet_column(t, "systems", false);
    for (int i = 0; i < 4; i++)
        sheet_column_in(t, i < 2 ? "best whole parse" : "best tree in the union", i % 2 ? "UAS" : "LAS",
                        true);
    for (size_t i = 0; i < o->subsets; i++) {
        const copse_oracle_row *row = &o->subset[i];
        char set[4 * COPSE_ORACLE_MOST] = "";
        int used = 0;
        for (int k = 0; k < COPSE_ORACLE_MOST; k++)
            if (row->systems >> k & 1)
                used += snprintf(set + used, sizeof set - (size_t)used, "%s%d", used ? " " : "", k + 1);
        sheet_text(t, set);
        put_two(t, r, row->whole_both, row->whole_head);
        put_two(t, r, row->union_both, row->union_head);
    }
    return t;
}

void oracle_print_sheets(FILE *out, const oracle_report *r, sheet_format format)
{
    bool later = false;
    study_put(out, systems(r), format, &later);
    if (r->o->subsets)
        study_put(out, subsets(r), format, &later);
}
