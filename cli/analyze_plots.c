// SPDX-License-Identifier: MIT
// The figures of `copse analyze` and their points.
//
// Values that few arcs have make wild lines. Neighbouring values are merged until a point stands for at
// least ANALYZE_POINT gold arcs; it is drawn at their mean. A tail with fewer arcs is left out, and so is a
// point whose share would be of fewer than ANALYZE_LEAST arcs.
#include "cli/analyze_report.h"
#include "cli/chart.h"
#include "common/base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef enum share { ACCURACY, PRECISION, RECALL } share;

static const struct figure {
    const char *file;
    copse_factor factor;
    share share;
    const char *title, *x_label;
} figures[ANALYZE_FIGURES] = {
    {"sentence-length", COPSE_BY_SENTENCE_LENGTH, ACCURACY, "Accuracy by sentence length",
     "words in the sentence, by tens"},
    {"arc-length-precision", COPSE_BY_ARC_LENGTH, PRECISION, "Precision by arc length",
     "predicted arc length"},
    {"arc-length-recall", COPSE_BY_ARC_LENGTH, RECALL, "Recall by arc length", "gold arc length"},
    {"root-distance-precision", COPSE_BY_ROOT_DISTANCE, PRECISION, "Precision by distance to the root",
     "predicted distance"},
    {"root-distance-recall", COPSE_BY_ROOT_DISTANCE, RECALL, "Recall by distance to the root",
     "gold distance"},
    {"siblings-precision", COPSE_BY_SIBLINGS, PRECISION, "Precision by number of siblings",
     "predicted siblings"},
    {"siblings-recall", COPSE_BY_SIBLINGS, RECALL, "Recall by number of siblings", "gold siblings"},
    {"nonprojectivity-precision", COPSE_BY_NONPROJECTIVITY, PRECISION, "Precision by non-projectivity",
     "predicted degree"},
    {"nonprojectivity-recall", COPSE_BY_NONPROJECTIVITY, RECALL, "Recall by non-projectivity", "gold degree"},
    {"pos", COPSE_BY_POS, ACCURACY, "Accuracy by part of speech", NULL},
    {"pos-groups", COPSE_BY_POS_GROUP, ACCURACY, "Accuracy by group of parts of speech", NULL},
    {"groups-precision", COPSE_BY_GROUP, PRECISION, "Precision by group of labels", NULL},
    {"groups-recall", COPSE_BY_GROUP, RECALL, "Recall by group of labels", NULL},
};

const char *analyze_figure_file(int figure)
{
    return figures[figure].file;
}

static chart_point share_point(const analyze_report *r, const copse_analysis_row *row, int system, share s)
{
    const analyze_share a = s == PRECISION ? analyze_precision(row, system, r->unlabelled)
                                           : analyze_recall(row, system, r->unlabelled);
    const bool there = a.whole >= ANALYZE_LEAST;
    return (chart_point){.y = there ? 100.0 * (double)a.part / (double)a.whole : 0, .there = there};
}

// Merges rows of numbers; merged and x have room for all rows. x[i] is the place of row i.
static int merge_rows(const analyze_report *r, const copse_analysis_table *t, copse_analysis_row *merged,
                      double *x)
{
    const size_t systems = (size_t)r->systems;
    int n = 0;
    copse_arc_counts *of = NULL;
    copse_analysis_row bin = {0};
    double sum = 0;
    for (size_t i = 0; i < t->rows; i++) {
        const copse_analysis_row *row = &t->row[i];
        if (!of) {
            of = mem_zero(systems, sizeof *of);
            bin = (copse_analysis_row){.of = of};
        }
        // The last bin of sentence lengths is open; it is drawn as wide as the others.
        const double middle = t == &r->a->table[COPSE_BY_SENTENCE_LENGTH] ? row->low + 4.5 : row->low;
        sum += middle * (double)row->gold;
        bin.gold += row->gold;
        for (size_t k = 0; k < systems; k++) {
            of[k].arcs += row->of[k].arcs;
            of[k].precise_both += row->of[k].precise_both;
            of[k].precise_head += row->of[k].precise_head;
            of[k].recalled_both += row->of[k].recalled_both;
            of[k].recalled_head += row->of[k].recalled_head;
        }
        if (bin.gold < (i + 1 < t->rows ? ANALYZE_POINT : ANALYZE_LEAST))
            continue;
        x[n] = sum / (double)bin.gold;
        merged[n++] = bin;
        sum = 0;
        of = NULL;
    }
    mem_free(of);
    return n;
}

// c has what all figures share; a copy takes the rest.
static void draw_numbers(FILE *out, const analyze_report *r, const struct figure *f, chart c)
{
    const copse_analysis_table *t = &r->a->table[f->factor];
    copse_analysis_row *row = mem_zero(t->rows, sizeof *row);
    double *x = mem_alloc(t->rows, sizeof *x);
    c.point_n = merge_rows(r, t, row, x);
    chart_point *point = mem_alloc((size_t)c.point_n * (size_t)r->systems, sizeof *point);
    for (int k = 0; k < r->systems; k++)
        for (int i = 0; i < c.point_n; i++) {
            chart_point *p = &point[k * c.point_n + i];
            *p = share_point(r, &row[i], k, f->share);
            p->x = x[i];
        }
    c.point = point;
    c.open = -1;
    if (t->rows && t->row[t->rows - 1].high == INT_MAX && f->factor != COPSE_BY_SENTENCE_LENGTH)
        c.open = t->row[t->rows - 1].low;
    chart_lines(out, &c);
    for (int i = 0; i < c.point_n; i++)
        mem_free(row[i].of);
    mem_free(row);
    mem_free(x);
    mem_free(point);
}

static void draw_names(FILE *out, const analyze_report *r, const struct figure *f, chart c)
{
    enum { MOST = 24 }; // rows
    const copse_analysis_table *t = &r->a->table[f->factor];
    const copse_analysis_row *row[MOST];
    const char *name[MOST];
    c.point_n = 0;
    for (size_t i = 0; i < t->rows && c.point_n < MOST; i++)
        if (t->row[i].gold >= ANALYZE_LEAST) {
            name[c.point_n] = t->row[i].name;
            row[c.point_n++] = &t->row[i];
        }
    chart_point *point = mem_alloc((size_t)c.point_n * (size_t)r->systems, sizeof *point);
    for (int k = 0; k < r->systems; k++)
        for (int i = 0; i < c.point_n; i++)
            point[k * c.point_n + i] = share_point(r, row[i], k, f->share);
    c.point = point;
    c.row = name;
    chart_dots(out, &c);
    mem_free(point);
}

void analyze_print_figure(FILE *out, const analyze_report *r, int figure)
{
    static const char *const labelled[] = {"LAS (%)", "labelled precision (%)", "labelled recall (%)"};
    static const char *const unlabelled[] = {"UAS (%)", "unlabelled precision (%)", "unlabelled recall (%)"};
    const struct figure *f = &figures[figure];
    const chart c = {.title = f->title,
                     .x_label = f->x_label,
                     .y_label = r->unlabelled ? unlabelled[f->share] : labelled[f->share],
                     .series = r->name,
                     .series_n = r->systems};
    if (f->x_label)
        draw_numbers(out, r, f, c);
    else
        draw_names(out, r, f, c);
}

// ---------------------------------------------------------------------------------------------------
// Reliability diagrams

static const copse_reliability *reliability_of(const analyze_report *r, int system, int diagram)
{
    const copse_scores *s = &r->scores[system];
    return diagram ? &s->label_reliability : &s->reliability;
}

bool analyze_has_diagram(const analyze_report *r, int diagram)
{
    for (int k = 0; r->scores && k < r->systems; k++)
        for (int i = 0; i < COPSE_RELIABILITY_BINS; i++)
            if (reliability_of(r, k, diagram)->words[i])
                return true;
    return false;
}

const char *analyze_diagram_file(int diagram)
{
    return diagram ? "reliability-labels" : "reliability-heads";
}

// A bin with enough words is a point: their mean confidence, and the share that is right.
void analyze_print_diagram(FILE *out, const analyze_report *r, int diagram)
{
    enum { BINS = COPSE_RELIABILITY_BINS };
    chart_point *point = mem_zero((size_t)r->systems * BINS, sizeof *point);
    for (int k = 0; k < r->systems; k++)
        for (int i = 0; i < BINS; i++) {
            const copse_reliability *of = reliability_of(r, k, diagram);
            const double words = (double)of->words[i];
            if (of->words[i] >= ANALYZE_LEAST)
                point[k * BINS + i] = (chart_point){
                    .x = 100 * of->sum[i] / words, .y = 100 * (double)of->right[i] / words, .there = true};
        }
    const chart c = {.title = diagram ? "Reliability of heads and labels" : "Reliability of heads",
                     .x_label = diagram ? "LabelScore, mean of a bin (%)" : "Score, mean of a bin (%)",
                     .y_label = diagram ? "head and label right (%)" : "head right (%)",
                     .series = r->name,
                     .series_n = r->systems,
                     .point = point,
                     .point_n = BINS,
                     .open = -1,
                     .diagonal = true};
    chart_lines(out, &c);
    mem_free(point);
}
