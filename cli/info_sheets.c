// SPDX-License-Identifier: MIT
// The report of `copse info` on a treebank for papers.
#include "cli/info_report.h"
#include "cli/study_sheet.h"

#include <inttypes.h>

static void row(sheet *t, const char *name, long value)
{
    sheet_text(t, name);
    sheet_count(t, value);
    sheet_none(t);
}

static void row_share(sheet *t, const char *name, long part, long whole)
{
    sheet_text(t, name);
    sheet_count(t, part);
    sheet_percent(t, part, whole);
}

static void row_real(sheet *t, const char *name, double value)
{
    sheet_text(t, name);
    sheet_real(t, value, 2);
    sheet_none(t);
}

static sheet *figures(const info_report *report)
{
    const copse_stats *s = report->stats;
    char note[96];
    sheet *t = sheet_new(NULL);
    sheet_column(t, "", false);
    sheet_column(t, report->file, true);
    sheet_column(t, "%", true);
    row(t, "bytes", s->bytes);
    row(t, "sentences", s->sentences);
    row(t, "words", s->words);
    row(t, "multiword tokens", s->multiword);
    row(t, "empty nodes", s->empty_nodes);
    row(t, "comment lines", s->comments);
    row_real(t, "mean words in a sentence", s->mean_length);
    row_real(t, "median", s->median_length);
    row(t, "shortest", s->shortest);
    row(t, "longest", s->longest);
    row_share(t, "sentences with a tree", s->annotated, s->sentences);
    row_share(t, "with one root", s->roots[1], s->annotated);
    row_share(t, "with two roots", s->roots[2], s->annotated);
    row_share(t, "with three or more roots", s->roots[3], s->annotated);
    row_share(t, "non-projective sentences", s->nonprojective_sentences, s->annotated);
    row(t, "arcs", s->arcs);
    row_share(t, "non-projective arcs", s->nonprojective_arcs, s->arcs);
    row(t, "largest degree", s->max_degree);
    row_real(t, "mean length of arcs", s->mean_arc_length);
    row(t, "different forms", (long)s->forms_n);
    row(t, "different lemmas", (long)s->lemmas_n);
    row(t, "different FEATS", (long)s->feats_n);
    snprintf(note, sizeof note, "%s, digest %016" PRIx64 "; --pos auto takes %s", info_columns(s).format,
             s->digest, info_pos(s));
    sheet_note(t, note);
    return t;
}

static sheet *lengths(const copse_stats *s)
{
    char name[INFO_BIN];
    int bins = 0; // up to the last that is not empty
    sheet *t = sheet_new("words in a sentence");
    sheet_column(t, "words", false);
    sheet_column(t, "sentences", true);
    sheet_column(t, "%", true);
    for (int bin = 0; bin < COPSE_LENGTH_BINS; bin++)
        bins = s->length_bins[bin] ? bin + 1 : bins;
    for (int bin = 0; bin < bins; bin++)
        row_share(t, info_bin(bin, name), s->length_bins[bin], s->sentences);
    return t;
}

static sheet *counts(const info_report *report, const char *title, const copse_count *count, size_t n)
{
    const size_t shown = report->all || n <= INFO_TOP ? n : INFO_TOP;
    long sum = 0;
    char note[96];
    sheet *t = sheet_new(title);
    sheet_column(t, title, false);
    sheet_column(t, "words", true);
    sheet_column(t, "%", true);
    for (size_t i = 0; i < n; i++)
        sum += count[i].count;
    for (size_t i = 0; i < shown; i++)
        row_share(t, count[i].name, count[i].count, sum);
    snprintf(note, sizeof note, "%zu of %zu values%s", shown, n, shown < n ? "; --all shows them" : "");
    sheet_note(t, note);
    return t;
}

void info_print_sheets(FILE *out, const info_report *report, sheet_format format)
{
    const copse_stats *s = report->stats;
    bool later = false;
    study_put(out, figures(report), format, &later);
    study_put(out, lengths(s), format, &later);
    study_put(out, counts(report, info_columns(s).upos, s->upos, s->upos_n), format, &later);
    study_put(out, counts(report, info_columns(s).xpos, s->xpos, s->xpos_n), format, &later);
    study_put(out, counts(report, "DEPREL", s->labels, s->labels_n), format, &later);
}
