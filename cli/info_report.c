// SPDX-License-Identifier: MIT
// Statistics of a treebank as text, JSON and tab-separated values. Shares of nothing are 0.
#include "cli/info_report.h"

#include "cli/values.h"

#include <inttypes.h>
#include <limits.h>

enum { NAME = 26, BAR = 40 }; // width of names; width of the longest bar

info_names info_columns(const copse_stats *s)
{
    const char *title = copse_format_title(s->format);
    const bool x = s->format == COPSE_CONLLX || s->format == COPSE_CONLLX8 || s->format == COPSE_CONLLX6;
    return x ? (info_names){title, "CPOSTAG", "POSTAG"} : (info_names){title, "UPOS", "XPOS"};
}

static double share(long part, long whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

const char *info_pos(const copse_stats *s)
{
    return s->pos == COPSE_XPOS ? info_columns(s).xpos : info_columns(s).upos;
}

const char *info_bin(int bin, char buf[INFO_BIN])
{
    int low = bin ? copse_length_bin_top(bin - 1) + 1 : 1, top = copse_length_bin_top(bin);
    if (top == INT_MAX)
        snprintf(buf, INFO_BIN, "%d-", low);
    else if (low == top)
        snprintf(buf, INFO_BIN, "%d", low);
    else
        snprintf(buf, INFO_BIN, "%d-%d", low, top);
    return buf;
}

// --- text

static void row(FILE *out, const char *name, long value)
{
    fprintf(out, "%-*s%10ld\n", NAME, name, value);
}

static void row_share(FILE *out, const char *name, long part, long whole)
{
    fprintf(out, "%-*s%10ld  %6.2f %%\n", NAME, name, part, share(part, whole));
}

static void row_real(FILE *out, const char *name, double value)
{
    fprintf(out, "%-*s%10.2f\n", NAME, name, value);
}

static void print_lengths(FILE *out, const copse_stats *s)
{
    long most = 0;
    int bins = 0; // up to the last that is not empty
    char name[INFO_BIN];
    fprintf(out, "\nwords in a sentence: mean %.2f, median %g, shortest %d, longest %d\n", s->mean_length,
            s->median_length, s->shortest, s->longest);
    for (int bin = 0; bin < COPSE_LENGTH_BINS; bin++) {
        most = s->length_bins[bin] > most ? s->length_bins[bin] : most;
        bins = s->length_bins[bin] ? bin + 1 : bins;
    }
    for (int bin = 0; bin < bins; bin++) {
        long n = s->length_bins[bin];
        int width = (int)((double)n * BAR / (double)most + 0.5);
        fprintf(out, "%8s  %8ld  %6.2f %%", info_bin(bin, name), n, share(n, s->sentences));
        if (n > 0)
            fprintf(out, "  %.*s", width ? width : 1, "########################################");
        fputc('\n', out);
    }
}

static void print_counts(FILE *out, const info_report *report, const char *title, const copse_count *counts,
                         size_t n)
{
    size_t shown = report->all || n <= INFO_TOP ? n : INFO_TOP;
    long sum = 0, rest = 0;
    int width = 0;
    for (size_t i = 0; i < n; i++) {
        sum += counts[i].count;
        rest += i < shown ? 0 : counts[i].count;
        if (i < shown && val_width(counts[i].name) > width)
            width = val_width(counts[i].name);
    }
    fprintf(out, "\n%s: %zu value%s\n", title, n, n == 1 ? "" : "s");
    for (size_t i = 0; i < shown; i++) {
        fputs("  ", out);
        val_text(out, counts[i].name, width > NAME - 2 ? width : NAME - 2);
        fprintf(out, "%10ld  %6.2f %%\n", counts[i].count, share(counts[i].count, sum));
    }
    if (shown < n)
        fprintf(out, "  and %zu more with %ld, %.2f %% (--all shows them)\n", n - shown, rest,
                share(rest, sum));
}

static void print_trees(FILE *out, const copse_stats *s)
{
    fputc('\n', out);
    row_share(out, "sentences with a tree", s->annotated, s->sentences);
    row_share(out, "  with one root", s->roots[1], s->annotated);
    row_share(out, "  with two roots", s->roots[2], s->annotated);
    row_share(out, "  with three or more roots", s->roots[3], s->annotated);
    row_share(out, "  non-projective", s->nonprojective_sentences, s->annotated);
    row(out, "arcs", s->arcs);
    row_share(out, "  non-projective", s->nonprojective_arcs, s->arcs);
    row(out, "  largest degree", s->max_degree);
    row_real(out, "  mean length", s->mean_arc_length);
}

void info_print_text(FILE *out, const info_report *report)
{
    const copse_stats *s = report->stats;
    const info_names n = info_columns(s);
    fprintf(out, "file    ");
    val_text(out, report->file, 0);
    fprintf(out, "\nformat  %s\ndigest  %016" PRIx64 "\n\n", n.format, s->digest);
    row(out, "bytes", s->bytes);
    row(out, "sentences", s->sentences);
    row(out, "words", s->words);
    row(out, "multiword tokens", s->multiword);
    row(out, "empty nodes", s->empty_nodes);
    row(out, "comment lines", s->comments);
    print_lengths(out, s);
    print_trees(out, s);
    fputc('\n', out);
    row(out, "different forms", (long)s->forms_n);
    row(out, "different lemmas", (long)s->lemmas_n);
    row(out, "different FEATS", (long)s->feats_n);
    fprintf(out, "%-*s%10s\n", NAME, "--pos auto takes", info_pos(s));
    print_counts(out, report, n.upos, s->upos, s->upos_n);
    print_counts(out, report, n.xpos, s->xpos, s->xpos_n);
    print_counts(out, report, "DEPREL", s->labels, s->labels_n);
}

// --- for programs

typedef struct figure {
    const char *key;
    double value;
    int decimals;
} figure;

enum { FIGURES = 26 };

// All figures that are one number, in the order of printing; returns how many.
static int figures_of(const copse_stats *s, figure f[FIGURES])
{
    const figure all[] = {
        {"bytes", (double)s->bytes, 0},
        {"sentences", (double)s->sentences, 0},
        {"words", (double)s->words, 0},
        {"multiword_tokens", (double)s->multiword, 0},
        {"empty_nodes", (double)s->empty_nodes, 0},
        {"comments", (double)s->comments, 0},
        {"shortest", s->shortest, 0},
        {"longest", s->longest, 0},
        {"mean_length", s->mean_length, 4},
        {"median_length", s->median_length, 1},
        {"annotated", (double)s->annotated, 0},
        {"arcs", (double)s->arcs, 0},
        {"nonprojective_sentences", (double)s->nonprojective_sentences, 0},
        {"nonprojective_sentences_percent", share(s->nonprojective_sentences, s->annotated), 4},
        {"nonprojective_arcs", (double)s->nonprojective_arcs, 0},
        {"nonprojective_arcs_percent", share(s->nonprojective_arcs, s->arcs), 4},
        {"max_degree", s->max_degree, 0},
        {"mean_arc_length", s->mean_arc_length, 4},
        {"one_root", (double)s->roots[1], 0},
        {"two_roots", (double)s->roots[2], 0},
        {"three_or_more_roots", (double)s->roots[3], 0},
        {"forms", (double)s->forms_n, 0},
        {"lemmas", (double)s->lemmas_n, 0},
        {"feats", (double)s->feats_n, 0},
    };
    int n = (int)(sizeof all / sizeof all[0]);
    for (int i = 0; i < n; i++)
        f[i] = all[i];
    return n;
}

static void json_counts(FILE *out, const char *key, const copse_count *counts, size_t n)
{
    fprintf(out, ",\n  \"%s\": {", key);
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "%s\n    ", i ? "," : "");
        val_json(out, counts[i].name);
        fprintf(out, ": %ld", counts[i].count);
    }
    fprintf(out, "%s}", n ? "\n  " : "");
}

void info_print_json(FILE *out, const info_report *report)
{
    const copse_stats *s = report->stats;
    figure f[FIGURES];
    char name[INFO_BIN];
    int n = figures_of(s, f);
    fprintf(out, "{\n  \"file\": ");
    val_json(out, report->file);
    fprintf(out, ",\n  \"format\": \"%s\",\n  \"digest\": \"%016" PRIx64 "\",\n  \"pos_auto\": \"%s\"",
            info_columns(s).format, s->digest, info_pos(s));
    for (int i = 0; i < n; i++)
        fprintf(out, ",\n  \"%s\": %.*f", f[i].key, f[i].decimals, f[i].value);
    fprintf(out, ",\n  \"lengths\": {");
    for (int bin = 0; bin < COPSE_LENGTH_BINS; bin++)
        fprintf(out, "%s\"%s\": %ld", bin ? ", " : "", info_bin(bin, name), s->length_bins[bin]);
    fprintf(out, "}");
    json_counts(out, "upos", s->upos, s->upos_n);
    json_counts(out, "xpos", s->xpos, s->xpos_n);
    json_counts(out, "labels", s->labels, s->labels_n);
    fprintf(out, "\n}\n");
}

static void tsv_counts(FILE *out, const char *group, const copse_count *counts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "%s\t", group);
        val_tsv(out, counts[i].name);
        fprintf(out, "\t%ld\n", counts[i].count);
    }
}

void info_print_tsv(FILE *out, const info_report *report)
{
    const copse_stats *s = report->stats;
    figure f[FIGURES];
    char name[INFO_BIN];
    int n = figures_of(s, f);
    fprintf(out, "treebank\tfile\t");
    val_tsv(out, report->file);
    fprintf(out, "\ntreebank\tformat\t%s\ntreebank\tdigest\t%016" PRIx64 "\ntreebank\tpos_auto\t%s\n",
            info_columns(s).format, s->digest, info_pos(s));
    for (int i = 0; i < n; i++)
        fprintf(out, "treebank\t%s\t%.*f\n", f[i].key, f[i].decimals, f[i].value);
    for (int bin = 0; bin < COPSE_LENGTH_BINS; bin++)
        fprintf(out, "length\t%s\t%ld\n", info_bin(bin, name), s->length_bins[bin]);
    tsv_counts(out, "upos", s->upos, s->upos_n);
    tsv_counts(out, "xpos", s->xpos, s->xpos_n);
    tsv_counts(out, "label", s->labels, s->labels_n);
}
