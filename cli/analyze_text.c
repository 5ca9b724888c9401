// SPDX-License-Identifier: MIT
// The report of `copse analyze` for people: tables of at most STUDY_COLUMNS columns. As many systems as fit
// stand side by side; the others follow below.
#include "cli/analyze_report.h"
#include "cli/study_report.h"
#include "cli/values.h"
#include "common/base/mem.h"

#include <stdlib.h>

enum { NAME = 14, COUNT = 8, NUMBER = 7, TOTAL = 9, TOTAL_NAME = 24 }; // widths

static void repeat(FILE *out, char c, int times)
{
    for (int i = 0; i < times; i++)
        fputc(c, out);
}

// A table's widths.
typedef struct layout {
    int names; // the column of names
    int room;  // for systems
} layout;

static layout lay_out(const copse_analysis_table *t)
{
    layout l = {NAME, 0};
    for (size_t i = 0; i < t->rows; i++) {
        const int w = val_width(t->row[i].name);
        l.names = w > l.names ? w : l.names;
    }
    l.room = STUDY_COLUMNS - l.names - COUNT;
    l.room = l.room > 2 * NUMBER ? l.room : 2 * NUMBER;
    return l;
}

// The width of a system's two columns: what its name needs, as far as the table has room.
static int pair_width(const analyze_report *r, int k, int room)
{
    const int w = val_width(r->name[k]) + 1;
    return w > room ? room : w > 2 * NUMBER ? w : 2 * NUMBER;
}

// The first system that no longer fits beside those starting at from.
static int first_below(const analyze_report *r, int from, int room)
{
    int used = 0, k = from;
    while (k < r->systems && (used += pair_width(r, k, room)) <= room)
        k++;
    return k > from ? k : from + 1;
}

// A system's name over its two columns. A name that must be cut comes after the system's number, since names
// of compared files often begin alike.
static void put_heading(FILE *out, const analyze_report *r, int k, int room)
{
    const int width = pair_width(r, k, room) - 1;
    char number[16] = "";
    int used = 0;
    if (val_width(r->name[k]) > width)
        used = snprintf(number, sizeof number, "[%d] ", k + 1);
    char *name = study_fitting(r->name[k], width - used);
    repeat(out, ' ', 1 + width - used - val_width(name));
    fputs(number, out);
    val_text(out, name, 0);
    mem_free(name);
}

static void put_row(FILE *out, const analyze_report *r, int factor, const copse_analysis_row *row,
                    const layout *l, int from, int to)
{
    val_text(out, row->name, l->names);
    fprintf(out, "%*ld", COUNT, row->gold);
    for (int k = from; k < to; k++)
        for (int column = 0; column < 2; column++) {
            const analyze_share s = analyze_column(r, factor, row, k, column);
            study_text_percent(out, s.part, s.whole, column ? NUMBER : pair_width(r, k, l->room) - NUMBER);
        }
    fputc('\n', out);
}

static void put_table(FILE *out, const analyze_report *r, int factor)
{
    const analyze_factor *f = &analyze_factors[factor];
    copse_analysis_table view = analyze_view(r, factor);
    const layout l = lay_out(&view);
    fprintf(out, "\n%s\n", f->title);
    for (int from = 0, to; from < r->systems; from = to) {
        to = first_below(r, from, l.room);
        repeat(out, ' ', l.names + COUNT);
        for (int k = from; k < to; k++)
            put_heading(out, r, k, l.room);
        fprintf(out, "\n%-*s%*s", l.names, f->what, COUNT, "gold");
        for (int k = from; k < to; k++)
            fprintf(out, "%*s%*s", pair_width(r, k, l.room) - NUMBER, analyze_column_name(factor, 0), NUMBER,
                    analyze_column_name(factor, 1));
        fputc('\n', out);
        for (size_t i = 0; i < view.rows; i++)
            put_row(out, r, factor, &view.row[i], &l, from, to);
        if (to < r->systems)
            fputc('\n', out);
    }
    if (factor == COPSE_BY_NONPROJECTIVITY && r->a->unmeasured)
        fprintf(out, "without %ld sentence%s with too many crossing arcs\n", r->a->unmeasured,
                r->a->unmeasured == 1 ? "" : "s");
    analyze_view_done(&view);
}

static void put_agreement(FILE *out, const analyze_report *r)
{
    const copse_analysis *a = r->a;
    const char *what = r->unlabelled ? "the head" : "head and label";
    enum { WIDE = 13 };
    fprintf(out, "\nagreement of two systems on %s, per cent of the tokens\n", what);
    fprintf(out, "%-*s%*s%*s%*s%*s%*s\n", NAME, "systems", WIDE, "same", WIDE, "both right", WIDE,
            "first right", WIDE, "second right", WIDE + 1, "neither right");
    for (size_t i = 0; i < a->pairs; i++) {
        const copse_pair *pair = &a->pair[i];
        const copse_agreement *g = r->unlabelled ? &pair->head : &pair->both;
        char systems[48];
        snprintf(systems, sizeof systems, "[%zu] [%zu]", pair->first + 1, pair->second + 1);
        fprintf(out, "%-*s", NAME, systems);
        study_text_percent(out, g->same, a->tokens, WIDE);
        study_text_percent(out, g->both_right, a->tokens, WIDE);
        study_text_percent(out, g->first_right, a->tokens, WIDE);
        study_text_percent(out, g->second_right, a->tokens, WIDE);
        study_text_percent(out, g->neither_right, a->tokens, WIDE + 1);
        fputc('\n', out);
    }
    fprintf(out, "\ntokens by how many systems say the same of %s\n", what);
    fprintf(out, "%-*s%*s%*s%*s%*s\n", NAME, "agreed", COUNT, "tokens", WIDE, "share", WIDE, "they: right",
            WIDE, "some: right");
    for (int size = 1; size <= r->systems; size++) {
        const copse_majority *m = r->unlabelled ? &a->majority_head[size] : &a->majority_both[size];
        if (m->words == 0)
            continue;
        fprintf(out, "%d of %-*d%*ld", size, NAME - 5 - (size > 9) - (size > 99), r->systems, COUNT,
                m->words);
        study_text_percent(out, m->words, a->tokens, WIDE);
        study_text_percent(out, m->right, m->words, WIDE);
        study_text_percent(out, m->some_right, m->words, WIDE);
        fputc('\n', out);
    }
}

// The systems with their scores, and the numbers by which other tables call them.
static void put_totals(FILE *out, const analyze_report *r)
{
    int width = TOTAL_NAME;
    for (int k = 0; k < r->systems; k++) {
        const int w = snprintf(NULL, 0, "[%d] ", k + 1) + val_width(r->name[k]);
        width = w > width ? w : width;
    }
    width = width < STUDY_COLUMNS - 2 * TOTAL ? width : STUDY_COLUMNS - 2 * TOTAL;
    fprintf(out, "%-*s%*s%*s\n", width, "system", TOTAL, "LAS", TOTAL, "UAS");
    for (int k = 0; k < r->systems; k++) {
        const copse_arc_counts *all = &r->a->total[k];
        const int used = fprintf(out, "[%d] ", k + 1);
        study_text_name(out, r->name[k], width - used);
        study_text_percent(out, all->precise_both, all->arcs, TOTAL);
        study_text_percent(out, all->precise_head, all->arcs, TOTAL);
        fputc('\n', out);
    }
}

void analyze_print_text(FILE *out, const analyze_report *r)
{
    const copse_analysis *a = r->a;
    char convention[PUNCT_TEXT];
    fprintf(out, "gold    ");
    val_text(out, r->gold, 0);
    fputc('\n', out);
    val_text(out, punct_convention(r->punct, a->skipped_tokens, convention), 0);
    fputc('\n', out);
    fprintf(out, "right: %s\n\n", r->unlabelled ? "the head, whatever the label" : "head and label");
    fprintf(out, "%-*s%*ld\n%-*s%*ld\n\n", TOTAL_NAME, "sentences", TOTAL, a->sentences, TOTAL_NAME, "tokens",
            TOTAL, a->tokens);
    put_totals(out, r);
    for (int factor = 0; factor < COPSE_FACTORS; factor++)
        put_table(out, r, factor);
    if (r->systems > 1)
        put_agreement(out, r);
}
