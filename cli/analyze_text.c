// SPDX-License-Identifier: MIT
// The report of `copse analyze` for people: tables of at most 100 columns, with up to five systems side by
// side and further ones below.
#include "cli/analyze_report.h"
#include "cli/study_report.h"
#include "cli/values.h"

enum {
    NAME = 14,
    COUNT = 8,
    NUMBER = 7,
    BESIDE = 5,
    HEADING = 2 * NUMBER - 1
}; // widths; systems beside each other

static void repeat(FILE *out, char c, int times)
{
    for (int i = 0; i < times; i++)
        fputc(c, out);
}

// A system's name over its two columns. Of a long one the end is shown, after the system's number: names of
// files that are compared often begin alike.
static void put_heading(FILE *out, const analyze_report *r, int k)
{
    const char *name = r->name[k];
    char number[16] = "";
    int room = HEADING;
    if (val_width(name) > room)
        room -= snprintf(number, sizeof number, "[%d] ", k + 1);
    while (val_width(name) > room) // a character, or a byte that belongs to none
        do
            name++;
        while (((unsigned char)*name & 0xc0) == 0x80);
    repeat(out, ' ', 2 * NUMBER - HEADING + room - val_width(name));
    fputs(number, out);
    val_text(out, name, 0);
}

static void put_row(FILE *out, const analyze_report *r, int factor, const copse_analysis_row *row, int width,
                    int from, int to)
{
    val_text(out, row->name, width);
    fprintf(out, "%*ld", COUNT, row->gold);
    for (int k = from; k < to; k++)
        for (int column = 0; column < 2; column++) {
            const analyze_share s = analyze_column(r, factor, row, k, column);
            study_text_percent(out, s.part, s.whole, NUMBER);
        }
    fputc('\n', out);
}

static void put_table(FILE *out, const analyze_report *r, int factor)
{
    const analyze_factor *f = &analyze_factors[factor];
    copse_analysis_table view = analyze_view(r, factor);
    int width = NAME;
    for (size_t i = 0; i < view.rows; i++) {
        const int w = val_width(view.row[i].name);
        width = w > width ? w : width;
    }
    fprintf(out, "\n%s\n", f->title);
    for (int from = 0; from < r->systems; from += BESIDE) {
        const int to = from + BESIDE < r->systems ? from + BESIDE : r->systems;
        repeat(out, ' ', width + COUNT);
        for (int k = from; k < to; k++)
            put_heading(out, r, k);
        fprintf(out, "\n%-*s%*s", width, f->what, COUNT, "gold");
        for (int k = from; k < to; k++)
            fprintf(out, "%*s%*s", NUMBER, analyze_column_name(factor, 0), NUMBER,
                    analyze_column_name(factor, 1));
        fputc('\n', out);
        for (size_t i = 0; i < view.rows; i++)
            put_row(out, r, factor, &view.row[i], width, from, to);
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

void analyze_print_text(FILE *out, const analyze_report *r)
{
    const copse_analysis *a = r->a;
    char convention[128];
    fprintf(out, "gold    ");
    val_text(out, r->gold, 0);
    fprintf(out, "\n%s\n",
            study_convention(r->skip_punctuation, a->skipped_tokens, convention, sizeof convention));
    fprintf(out, "right: %s\n\n", r->unlabelled ? "the head, whatever the label" : "head and label");
    fprintf(out, "%-24s%9ld\n%-24s%9ld\n\n", "sentences", a->sentences, "tokens", a->tokens);
    fprintf(out, "%-24s%9s%9s\n", "system", "LAS", "UAS");
    for (int k = 0; k < r->systems; k++) {
        const int used = fprintf(out, "[%d] ", k + 1);
        val_text(out, r->name[k], 24 - used);
        study_text_percent(out, a->total[k].precise_both, a->total[k].arcs, 9);
        study_text_percent(out, a->total[k].precise_head, a->total[k].arcs, 9);
        fputc('\n', out);
    }
    for (int factor = 0; factor < COPSE_FACTORS; factor++)
        put_table(out, r, factor);
    if (r->systems > 1)
        put_agreement(out, r);
}
