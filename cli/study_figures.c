// SPDX-License-Identifier: MIT
// The figures of a study: accuracy over a factor of the error analysis, or over the variable of a loop. Error
// bars are intervals of the bootstrap over sentences.
#include "cli/study_score.h"

#include "cli/analyze_report.h"
#include "cli/chart.h"
#include "common/base/mem.h"
#include "common/base/table.h"
#include "eval/analyze_each.h"
#include "eval/resample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct points { // of a chart, before they have places
    resample_count *count;
    size_t counts, cap;
    size_t units;
} points;

static void add_count(points *p, size_t unit, size_t share, long part, long whole)
{
    if (whole <= 0)
        return;
    p->count = mem_grow(p->count, &p->cap, p->counts + 1, sizeof *p->count);
    p->count[p->counts++] =
        (resample_count){(uint32_t)unit, (uint32_t)share, (uint32_t)part, (uint32_t)whole};
}

// Fills in y and the error bar of each share; those of fewer than ANALYZE_LEAST words are left out.
static void place(const points *p, chart_point *point, size_t shares)
{
    uint64_t *part = mem_zero(shares, sizeof *part), *whole = mem_zero(shares, sizeof *whole);
    double *low = mem_alloc(shares, sizeof *low), *high = mem_alloc(shares, sizeof *high);
    for (size_t i = 0; i < p->counts; i++) {
        part[p->count[i].share] += p->count[i].part;
        whole[p->count[i].share] += p->count[i].whole;
    }
    resample_shares(p->count, p->counts, p->units, shares, STUDY_SAMPLES, STUDY_SEED, low, high);
    for (size_t i = 0; i < shares; i++) {
        point[i].there = whole[i] >= ANALYZE_LEAST;
        if (!point[i].there)
            continue;
        point[i].y = 100 * (double)part[i] / (double)whole[i];
        if (!isnan(low[i])) {
            point[i].low = 100 * low[i];
            point[i].high = 100 * high[i];
        }
    }
    mem_free(part);
    mem_free(whole);
    mem_free(low);
    mem_free(high);
}

// ---------------------------------------------------------------------------------------------------
// Over a factor

typedef struct by_factor {
    study_what what;
    size_t systems;
    points p; // shares are row * systems + system, with rows numbered over all files
    table rows;
    long *gold; // [rows.n]
    int *low;   // [rows.n]
    size_t gold_cap, low_cap;
    int open; // the lowest number of the last row that has no upper end; -1: none
    // of the file that is being read:
    points own;               // with its own rows
    long *gold_before;        // [before]
    copse_arc_counts *before; // [befores][systems]
    size_t befores, before_cap, gold_before_cap;
} by_factor;

static void take_sentence(void *context, const long *gold, const copse_arc_counts *of, size_t rows)
{
    by_factor *f = context;
    const size_t n = f->systems;
    if (rows > f->befores) {
        f->gold_before = mem_grow(f->gold_before, &f->gold_before_cap, rows, sizeof *gold);
        f->before = mem_grow(f->before, &f->before_cap, rows * n, sizeof *of);
        memset(f->gold_before + f->befores, 0, (rows - f->befores) * sizeof *gold);
        memset(f->before + f->befores * n, 0, (rows - f->befores) * n * sizeof *of);
        f->befores = rows;
    }
    for (size_t i = 0; i < rows * n; i++) {
        const copse_arc_counts *now = &of[i], *was = &f->before[i];
        const long whole = gold[i / n] - f->gold_before[i / n];
        if (f->what == STUDY_PRECISION)
            add_count(&f->own, f->own.units, i, now->precise_both - was->precise_both, now->arcs - was->arcs);
        else if (f->what == STUDY_UAS)
            add_count(&f->own, f->own.units, i, now->recalled_head - was->recalled_head, whole);
        else
            add_count(&f->own, f->own.units, i, now->recalled_both - was->recalled_both, whole);
    }
    memcpy(f->gold_before, gold, rows * sizeof *gold);
    memcpy(f->before, of, rows * n * sizeof *of);
    f->own.units++;
}

// A row of this file: its counts join those of the row with the same name.
static void take_name(void *context, size_t row, copse_str name, int low, bool open)
{
    by_factor *f = context;
    const size_t n = f->systems, known = f->rows.n, at = tab_add(&f->rows, name);
    if (at == known) {
        f->gold = mem_grow(f->gold, &f->gold_cap, at + 1, sizeof *f->gold);
        f->low = mem_grow(f->low, &f->low_cap, at + 1, sizeof *f->low);
        f->gold[at] = 0;
        f->low[at] = low;
    }
    if (open)
        f->open = low;
    f->gold[at] += row < f->befores ? f->gold_before[row] : 0;
    for (size_t i = 0; i < f->own.counts; i++) {
        const resample_count *c = &f->own.count[i];
        if (c->share / n == row)
            add_count(&f->p, f->p.units + c->unit, at * n + c->share % n, c->part, c->whole);
    }
}

static void read_bank(by_factor *f, const study_results *r, const study_figure *figure, size_t bank)
{
    size_t *system;
    const char **file;
    const copse_analysis_options options = {.skip_punctuation = r->punct->skip, .skip_tags = r->punct->tags};
    const analyze_each each = {figure->factor, take_sentence, take_name, f};
    copse_analysis a;
    copse_error ignored;
    const size_t n = study_present(r, bank, figure->system, figure->systems, &system, &file);
    if (n == figure->systems &&
        analyze_with(&a, study_gold(r->p, bank, system[0])->file, file, n, &options, &each, &ignored) == 0)
        copse_analysis_done(&a);
    f->p.units += f->own.units;
    f->own.counts = f->own.units = f->befores = 0;
    mem_free(system);
    mem_free(file);
}

static bool is_number(const study_figure *f)
{
    return f->factor <= COPSE_BY_NONPROJECTIVITY;
}

static double middle(const study_figure *f, int low)
{
    return f->factor == COPSE_BY_SENTENCE_LENGTH ? low + 4.5 : low;
}

static int by_low(const void *a, const void *b, const int *low)
{
    const size_t i = *(const size_t *)a, j = *(const size_t *)b;
    return (low[i] > low[j]) - (low[i] < low[j]);
}

// The rows of numbers in their order.
static size_t *sorted_rows(const by_factor *f)
{
    size_t *order = mem_alloc(f->rows.n, sizeof *order);
    for (size_t i = 0; i < f->rows.n; i++) { // few: by insertion
        size_t at = i;
        for (; at > 0 && by_low(&i, &order[at - 1], f->low) < 0; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return order;
}

// Merges neighbouring rows until a point stands for ANALYZE_POINT gold arcs. point_of[row] is the point of a
// row, or STUDY_NONE; x[] the place of each point. Returns how many points there are.
static size_t merge_numbers(const by_factor *f, const study_figure *figure, size_t *point_of, double *x)
{
    size_t *order = sorted_rows(f), n = 0, first = 0;
    double sum = 0;
    long gold = 0;
    for (size_t i = 0; i < f->rows.n; i++) {
        const size_t row = order[i];
        point_of[row] = STUDY_NONE;
        sum += middle(figure, f->low[row]) * (double)f->gold[row];
        gold += f->gold[row];
        if (gold < (i + 1 < f->rows.n ? ANALYZE_POINT : ANALYZE_LEAST))
            continue;
        for (; first <= i; first++)
            point_of[order[first]] = n;
        x[n++] = sum / (double)gold;
        sum = 0;
        gold = 0;
    }
    mem_free(order);
    return n;
}

// Names by descending gold count, those of a few arcs left out; groups as in their file.
static size_t choose_names(const by_factor *f, const study_figure *figure, size_t *point_of,
                           const char **name)
{
    enum { MOST = 24 };
    size_t n = 0;
    for (size_t i = 0; i < f->rows.n; i++) {
        f->rows.entry[i].count = f->gold[i];
        point_of[i] = STUDY_NONE;
    }
    uint32_t *order = tab_order(&f->rows);
    for (size_t i = 0; i < f->rows.n && n < MOST; i++) {
        const size_t row = figure->factor == COPSE_BY_GROUP ? i : order[i];
        if (f->gold[row] < ANALYZE_LEAST)
            continue;
        name[n] = tab_name(&f->rows, row).s;
        point_of[row] = n++;
    }
    mem_free(order);
    return n;
}

static void draw_factor(FILE *out, by_factor *f, const study_figure *figure, chart *c)
{
    const size_t rows = f->rows.n, n = f->systems;
    if (n == 0)
        return;
    size_t *point_of = mem_alloc(rows, sizeof *point_of), kept = 0;
    double *x = mem_zero(rows, sizeof *x);
    const char **name = mem_zero(rows, sizeof *name);
    const size_t points_n =
        is_number(figure) ? merge_numbers(f, figure, point_of, x) : choose_names(f, figure, point_of, name);
    for (size_t i = 0; i < f->p.counts; i++) { // rows become points
        resample_count count = f->p.count[i];
        const size_t at = point_of[count.share / n];
        if (at == STUDY_NONE)
            continue;
        count.share = (uint32_t)(count.share % n * points_n + at);
        f->p.count[kept++] = count;
    }
    f->p.counts = kept;
    chart_point *point = mem_zero(n * points_n, sizeof *point);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < points_n; i++)
            point[k * points_n + i].x = x[i];
    place(&f->p, point, n * points_n);
    c->point = point;
    c->point_n = (int)points_n;
    c->row = name;
    c->open = f->open >= 0 && figure->factor != COPSE_BY_SENTENCE_LENGTH ? f->open : -1;
    (is_number(figure) ? chart_lines : chart_dots)(out, c);
    mem_free(point);
    mem_free(point_of);
    mem_free(x);
    mem_free(name);
}

static void over_factor(FILE *out, const study_results *r, const study_figure *figure, size_t bank, chart *c)
{
    by_factor f = {.what = figure->show.what, .systems = figure->systems, .open = -1};
    for (size_t b = 0; b < r->p->banks; b++)
        if (figure->pooled || b == bank)
            read_bank(&f, r, figure, b);
    char **series = mem_alloc(f.systems, sizeof *series);
    for (size_t i = 0; i < f.systems; i++)
        series[i] = (char *)r->s->system[figure->system[i]].name;
    c->series = series;
    c->series_n = (int)f.systems;
    draw_factor(out, &f, figure, c);
    mem_free(series);
    mem_free(f.p.count);
    mem_free(f.own.count);
    mem_free(f.gold);
    mem_free(f.low);
    mem_free(f.gold_before);
    mem_free(f.before);
    tab_done(&f.rows);
}

// ---------------------------------------------------------------------------------------------------
// Over a variable

typedef struct by_variable {
    table series; // names without the variable
    double *x;    // [xs] ascending
    size_t xs;
} by_variable;

// The name of a system's series: its pattern with the values of all other variables.
static size_t series_of(by_variable *v, const study_system *system, const char *variable)
{
    char name[256] = "";
    size_t n = 0;
    for (const char *at = system->pattern; *at && n + 100 < sizeof name;) {
        const size_t len = strcspn(at + 1, "}");
        if (*at != '{') {
            name[n++] = *at++;
            continue;
        }
        char other[100];
        snprintf(other, sizeof other, "%.*s", (int)len, at + 1);
        const char *value = strcmp(other, variable) == 0 ? NULL : study_value(system, other);
        n += (size_t)snprintf(name + n, sizeof name - n, "%.90s", value ? value : "");
        at += len + 2;
    }
    while (n > 0 && strchr("-_.+", name[n - 1]))
        n--;
    const size_t from = strspn(name, "-_.+");
    return tab_add(&v->series, n > from ? (copse_str){name + from, n - from} : (copse_str){"all", 3});
}

static double x_of(const study_system *system, const char *variable)
{
    return strtod(study_value(system, variable), NULL);
}

static void collect_x(by_variable *v, const study_results *r, const study_figure *figure)
{
    v->x = mem_alloc(figure->systems, sizeof *v->x);
    for (size_t i = 0; i < figure->systems; i++) {
        const double x = x_of(&r->s->system[figure->system[i]], figure->variable);
        size_t at = 0;
        while (at < v->xs && v->x[at] < x)
            at++;
        if (at < v->xs && !(v->x[at] > x))
            continue;
        memmove(v->x + at + 1, v->x + at, (v->xs - at) * sizeof *v->x);
        v->x[at] = x;
        v->xs++;
    }
}

// The point of a system: its figure, with the interval.
static chart_point point_of(const study_results *r, const study_figure *figure, size_t bank, size_t system)
{
    const copse_scores *s = study_scores_of(r, bank, system, figure->show);
    const copse_figure which = study_figure_of(figure->show.what);
    copse_bootstrap_result *spread = mem_alloc(1, sizeof *spread);
    copse_error ignored;
    chart_point point = {.x = x_of(&r->s->system[system], figure->variable), .there = s != NULL};
    if (s) {
        point.y = copse_figure_value(s, which, NULL, NULL);
        if (copse_bootstrap(spread, s, STUDY_SAMPLES, 0.95, STUDY_SEED, &ignored) == 0) {
            point.low = spread->of[which].low;
            point.high = spread->of[which].high;
        }
    }
    mem_free(spread);
    return point;
}

static void over_variable(FILE *out, const study_results *r, const study_figure *figure, size_t bank,
                          chart *c)
{
    by_variable v = {0};
    size_t *of = mem_alloc(figure->systems, sizeof *of);
    collect_x(&v, r, figure);
    for (size_t i = 0; i < figure->systems; i++)
        of[i] = series_of(&v, &r->s->system[figure->system[i]], figure->variable);
    chart_point *point = mem_zero(v.series.n * v.xs, sizeof *point);
    char **series = mem_alloc(v.series.n, sizeof *series);
    for (size_t i = 0; i < v.series.n * v.xs; i++)
        point[i].x = v.x[i % v.xs];
    for (size_t i = 0; i < v.series.n; i++)
        series[i] = (char *)tab_name(&v.series, i).s;
    for (size_t i = 0; i < figure->systems; i++) {
        const chart_point p = point_of(r, figure, bank, figure->system[i]);
        size_t at = 0;
        while (at + 1 < v.xs && v.x[at] < p.x)
            at++;
        point[of[i] * v.xs + at] = p;
    }
    c->point = point;
    c->point_n = (int)v.xs;
    c->series = series;
    c->series_n = (int)v.series.n;
    chart_lines(out, c);
    mem_free(point);
    mem_free(series);
    mem_free(of);
    mem_free(v.x);
    tab_done(&v.series);
}

void study_draw(FILE *out, const study_results *r, const study_figure *f, size_t bank)
{
    char title[512], y[64];
    static const char *const axis[COPSE_FACTORS] = {
        [COPSE_BY_SENTENCE_LENGTH] = "words in the sentence, by tens",
        [COPSE_BY_ARC_LENGTH] = "arc length",
        [COPSE_BY_ROOT_DISTANCE] = "distance to the root",
        [COPSE_BY_SIBLINGS] = "siblings",
        [COPSE_BY_NONPROJECTIVITY] = "degree of non-projectivity",
    };
    const study_what what = f->show.what;
    snprintf(title, sizeof title, "%s%s%s", f->title, r->p->banks > 1 && !f->pooled ? ", " : "",
             r->p->banks > 1 && !f->pooled ? r->p->bank[bank].name : "");
    snprintf(y, sizeof y, "%s (%%)",
             what == STUDY_PRECISION ? "labelled precision"
             : what == STUDY_RECALL  ? "labelled recall"
                                     : study_measure_title(what));
    chart c = {.title = title,
               .x_label = f->axis[0]    ? f->axis
                          : f->variable ? f->variable
                                        : axis[f->factor],
               .y_label = y,
               .open = -1};
    if (f->variable)
        over_variable(out, r, f, bank, &c);
    else
        over_factor(out, r, f, bank, &c);
}
