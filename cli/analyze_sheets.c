// SPDX-License-Identifier: MIT
// The report of `copse analyze` for papers: the tables of the text, with all systems side by side.
#include "cli/analyze_report.h"
#include "cli/study_sheet.h"

static sheet *totals(const analyze_report *r)
{
    char convention[PUNCT_TEXT];
    sheet *t = sheet_new(NULL);
    sheet_column(t, "system", false);
    sheet_column(t, "LAS", true);
    sheet_column(t, "UAS", true);
    for (int k = 0; k < r->systems; k++) {
        const copse_arc_counts *all = &r->a->total[k];
        sheet_text(t, r->name[k]);
        sheet_percent(t, all->precise_both, all->arcs);
        sheet_percent(t, all->precise_head, all->arcs);
    }
    study_note_counted(t, r->gold, r->a->sentences, r->a->tokens,
                       punct_convention(r->punct, r->a->skipped_tokens, convention));
    sheet_note(t, r->unlabelled ? "right: the head, whatever the label" : "right: head and label");
    return t;
}

static sheet *by_factor(const analyze_report *r, int factor)
{
    const analyze_factor *f = &analyze_factors[factor];
    copse_analysis_table view = analyze_view(r, factor);
    sheet *t = sheet_new(f->title);
    sheet_column(t, f->what, false);
    sheet_column(t, "gold", true);
    for (int k = 0; k < r->systems; k++)
        for (int column = 0; column < 2; column++)
            sheet_column_in(t, r->name[k], analyze_column_name(factor, column), true);
    for (size_t i = 0; i < view.rows; i++) {
        sheet_text(t, view.row[i].name);
        sheet_count(t, view.row[i].gold);
        for (int k = 0; k < r->systems; k++)
            for (int column = 0; column < 2; column++) {
                const analyze_share s = analyze_column(r, factor, &view.row[i], k, column);
                sheet_percent(t, s.part, s.whole);
            }
    }
    if (factor == COPSE_BY_NONPROJECTIVITY && r->a->unmeasured) {
        char note[96];
        snprintf(note, sizeof note, "sentences left out because too many of their arcs cross: %ld",
                 r->a->unmeasured);
        sheet_note(t, note);
    }
    analyze_view_done(&view);
    return t;
}

static sheet *pairs(const analyze_report *r)
{
    static const char *const names[] = {"same", "both right", "first right", "second right", "neither right"};
    const copse_analysis *a = r->a;
    sheet *t =
        sheet_new(r->unlabelled ? "agreement of two systems on the head, per cent of the tokens"
                                : "agreement of two systems on head and label, per cent of the tokens");
    sheet_column(t, "first", false);
    sheet_column(t, "second", false);
    for (int i = 0; i < 5; i++)
        sheet_column(t, names[i], true);
    for (size_t i = 0; i < a->pairs; i++) {
        const copse_agreement *g = r->unlabelled ? &a->pair[i].head : &a->pair[i].both;
        const long words[] = {g->same, g->both_right, g->first_right, g->second_right, g->neither_right};
        sheet_text(t, r->name[a->pair[i].first]);
        sheet_text(t, r->name[a->pair[i].second]);
        for (int c = 0; c < 5; c++)
            sheet_percent(t, words[c], a->tokens);
    }
    return t;
}

static sheet *majorities(const analyze_report *r)
{
    const copse_analysis *a = r->a;
    sheet *t = sheet_new(r->unlabelled ? "tokens by how many systems say the same of the head"
                                       : "tokens by how many systems say the same of head and label");
    sheet_column(t, "agreed", true);
    sheet_column(t, "tokens", true);
    sheet_column(t, "share", true);
    sheet_column(t, "they: right", true);
    sheet_column(t, "some: right", true);
    for (int size = 1; size <= r->systems; size++) {
        const copse_majority *m = r->unlabelled ? &a->majority_head[size] : &a->majority_both[size];
        if (m->words == 0)
            continue;
        sheet_count(t, size);
        sheet_count(t, m->words);
        sheet_percent(t, m->words, a->tokens);
        sheet_percent(t, m->right, m->words);
        sheet_percent(t, m->some_right, m->words);
    }
    return t;
}

void analyze_print_sheets(FILE *out, const analyze_report *r, sheet_format format)
{
    bool later = false;
    study_put(out, totals(r), format, &later);
    for (int factor = 0; factor < COPSE_FACTORS; factor++)
        study_put(out, by_factor(r, factor), format, &later);
    if (r->systems > 1) {
        study_put(out, pairs(r), format, &later);
        study_put(out, majorities(r), format, &later);
    }
}
