// SPDX-License-Identifier: MIT
#include "cli/chart.h"

#include "common/base/mem.h"
#include "cli/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 480,
    LEFT = 62,  // of a chart of lines: where the plot begins
    RIGHT = 18, // free at the right
    TOP = 38,
    PLOT = 220, // height of the plot of lines
    ROW = 24,   // of dots
    LEGEND = 24,
    FONT = 15,
    LONGEST = 44, // characters of a name in the legend
    LONGEST_ROW = 22
};

typedef struct frame { // the plot, in pixels, and what its axes stand for
    double left, top, width, height;
    int low, high;        // per cent
    double x_low, x_high; // of lines
} frame;

static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#000000"};
static const char *const dashes[] = {"", "8 3", "2 3", "9 3 2 3"};
enum { COLOURS = sizeof colours / sizeof colours[0], DASHES = sizeof dashes / sizeof dashes[0], MARKERS = 6 };

// How many bytes of a text are shown if at most most characters are.
static size_t shown(const char *s, int most)
{
    size_t i = 0;
    for (int n = 0; s[i]; i++)
        if (((unsigned char)s[i] & 0xc0) != 0x80 && n++ == most)
            break;
    return i;
}

// The approximate width of a text that is cut after most characters.
static double text_width(const char *s, int most)
{
    const int width = val_width(s);
    return 0.58 * FONT * (width < most ? width : most);
}

static void put_text(FILE *out, double x, double y, const char *anchor, const char *more, const char *s)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>", x, y, anchor, more);
    val_xml(out, s);
    fputs("</text>\n", out);
}

// A name from outside; it may be of any length.
static void put_name(FILE *out, double x, double y, const char *anchor, const char *s, int most)
{
    const size_t len = shown(s, most - 1), all = strlen(s);
    const bool cut = len < all && shown(s, most) < all;
    char *name = mem_string(s, cut ? len : all);
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    val_xml(out, name);
    fputs(cut ? "\xe2\x80\xa6</text>\n" : "</text>\n", out);
    mem_free(name);
}

static void put_line(FILE *out, double x1, double y1, double x2, double y2, const char *colour)
{
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x1, y1, x2, y2,
            colour);
}

static void put_marker(FILE *out, int k, double x, double y)
{
    static const char *const path[MARKERS] = {
        NULL,                                                   // a disc
        "M-4,-4H4V4H-4Z",                                       // square
        "M0,-5.2L4.9,3.6H-4.9Z",                                // triangle
        "M0,-5.6L5.2,0L0,5.6L-5.2,0Z",                          // diamond
        "M0,5.2L4.9,-3.6H-4.9Z",                                // triangle on its head
        "M-1.6,-5H1.6V-1.6H5V1.6H1.6V5H-1.6V1.6H-5V-1.6H-1.6Z", // cross
    };
    const char *colour = colours[k % COLOURS];
    if (path[k % MARKERS])
        fprintf(out, "<path transform=\"translate(%.1f,%.1f)\" d=\"%s\" fill=\"%s\"/>\n", x, y,
                path[k % MARKERS], colour);
    else
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.4\" fill=\"%s\"/>\n", x, y, colour);
}

static void put_stroke(FILE *out, int k)
{
    fprintf(out, " fill=\"none\" stroke=\"%s\" stroke-width=\"2\"", colours[k % COLOURS]);
    if (dashes[k % DASHES][0])
        fprintf(out, " stroke-dasharray=\"%s\"", dashes[k % DASHES]);
}

// Lays the legend out in rows and returns its height. out may be NULL, for measuring.
static double put_legend(FILE *out, const chart *c, double top, bool with_lines)
{
    double x = 14, y = top;
    for (int k = 0; k < c->series_n; k++) {
        const double sample = with_lines ? 34 : 14,
                     width = sample + 6 + text_width(c->series[k], LONGEST) + 16;
        if (x > 14 && x + width > WIDTH) {
            x = 14;
            y += LEGEND;
        }
        if (out && with_lines) {
            fprintf(out, "<path d=\"M%.1f,%.1fh%.1f\"", x, y, sample);
            put_stroke(out, k);
            fputs("/>\n", out);
        }
        if (out) {
            put_marker(out, k, x + sample / 2, y);
            put_name(out, x + sample + 6, y + 5, "start", c->series[k], LONGEST);
        }
        x += width;
    }
    return y - top + LEGEND;
}

static void put_begin(FILE *out, const chart *c, double height)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" width=\"%d\" height=\"%.0f\" "
            "role=\"img\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"%d\" "
            "fill=\"#222222\">\n<title>",
            WIDTH, height, WIDTH, height, FONT);
    val_xml(out, c->title);
    fprintf(out, "</title>\n<rect width=\"%d\" height=\"%.0f\" fill=\"#ffffff\"/>\n", WIDTH, height);
    put_text(out, WIDTH / 2.0, 23, "middle", " font-size=\"17\" font-weight=\"bold\"", c->title);
}

static bool has_bar(const chart_point *p)
{
    return p->low < p->high;
}

// An error bar with short ends, upright or lying. Bars of series stand a little apart, so that equal ones can
// be seen.
static void put_bar(FILE *out, int k, double x1, double y1, double x2, double y2)
{
    const double end = 3, dx = x1 < x2 ? 0 : end, dy = end - dx;
    fprintf(out,
            "<path d=\"M%.1f,%.1fL%.1f,%.1fM%.1f,%.1fL%.1f,%.1fM%.1f,%.1fL%.1f,%.1f\" fill=\"none\" "
            "stroke=\"%s\" stroke-opacity=\"0.6\"/>\n",
            x1, y1, x2, y2, x1 - dx, y1 - dy, x1 + dx, y1 + dy, x2 - dx, y2 - dy, x2 + dx, y2 + dy,
            colours[k % COLOURS]);
}

// The range of the per cent axis: whole tens around the data, at least thirty wide.
static void take_range(frame *f, const chart *c)
{
    double low = 100, high = 0;
    for (int i = 0; i < c->series_n * c->point_n; i++)
        if (c->point[i].there) {
            const chart_point *p = &c->point[i];
            low = fmin(low, has_bar(p) ? p->low : p->y);
            high = fmax(high, has_bar(p) ? p->high : p->y);
        }
    if (low > high) {
        low = 0;
        high = 100;
    }
    f->low = 10 * (int)floor(low / 10);
    f->high = 10 * (int)ceil(high / 10);
    while (f->high - f->low < 30) {
        if (f->high < 100)
            f->high += 10;
        if (f->low > 0 && f->high - f->low < 30)
            f->low -= 10;
    }
}

static int percent_step(const frame *f)
{
    return f->high - f->low > 60 ? 20 : 10;
}

static int first_percent(const frame *f)
{
    const int step = percent_step(f);
    return (f->low + step - 1) / step * step;
}

static double place_y(const frame *f, double percent)
{
    return f->top + f->height * (f->high - percent) / (f->high - f->low);
}

static double place_x(const frame *f, double x)
{
    return f->left + f->width * (x - f->x_low) / (f->x_high - f->x_low);
}

static void put_percent_axis(FILE *out, const frame *f, const char *label)
{
    char number[16], turned[64];
    const double middle = f->top + f->height / 2;
    for (int p = first_percent(f); p <= f->high; p += percent_step(f)) {
        const double y = place_y(f, p);
        put_line(out, f->left, y, f->left + f->width, y, "#dddddd");
        snprintf(number, sizeof number, "%d", p);
        put_text(out, f->left - 7, y + 5, "end", "", number);
    }
    snprintf(turned, sizeof turned, " transform=\"rotate(-90 16 %.1f)\"", middle);
    put_text(out, 16, middle, "middle", turned, label);
}

static void put_tick(FILE *out, const frame *f, double x, const char *number)
{
    const double bottom = f->top + f->height, at = place_x(f, x);
    put_line(out, at, bottom, at, bottom + 5, "#444444");
    put_text(out, at, bottom + 20, "middle", "", number);
}

// Ticks at whole numbers, at most a dozen; the open one as "31+".
static void put_number_axis(FILE *out, const frame *f, const chart *c)
{
    static const int steps[] = {1, 2, 5, 10, 20, 50};
    const double bottom = f->top + f->height;
    char number[32];
    size_t s = 0;
    while (s + 1 < sizeof steps / sizeof steps[0] && (f->x_high - f->x_low) / steps[s] > 10.5)
        s++;
    const int first = steps[s] * (int)ceil(f->x_low / steps[s]);
    const bool open = c->open >= 0 && c->open <= f->x_high;
    for (int x = first; x <= f->x_high; x += steps[s]) {
        if (open && c->open - x < 0.8 * steps[s])
            continue;
        snprintf(number, sizeof number, "%d", x);
        put_tick(out, f, x, number);
    }
    const double begin = c->point_n > 0 ? c->point[0].x : first;
    if (begin == floor(begin) && first - begin > 0.6 * steps[s]) { // 1, where the ticks are 5, 10, ...
        snprintf(number, sizeof number, "%.0f", begin);
        put_tick(out, f, begin, number);
    }
    if (open) {
        snprintf(number, sizeof number, "%.0f+", floor(c->open));
        put_tick(out, f, c->open, number);
    }
    put_text(out, f->left + f->width / 2, bottom + 43, "middle", "", c->x_label);
}

static void put_edges(FILE *out, const frame *f)
{
    put_line(out, f->left, f->top, f->left, f->top + f->height, "#444444");
    put_line(out, f->left, f->top + f->height, f->left + f->width, f->top + f->height, "#444444");
}

static void put_series(FILE *out, const frame *f, const chart *c, int k)
{
    const chart_point *p = c->point + (size_t)k * (size_t)c->point_n;
    int there = 0;
    for (int i = 0; i < c->point_n; i++)
        there += p[i].there;
    if (there > 1) {
        const char *verb = "M";
        fputs("<path d=\"", out);
        for (int i = 0; i < c->point_n; i++)
            if (p[i].there) {
                fprintf(out, "%s%.1f,%.1f", verb, place_x(f, p[i].x), place_y(f, p[i].y));
                verb = "L";
            }
        fputc('"', out);
        put_stroke(out, k);
        fputs("/>\n", out);
    }
    const double aside = fmin(2, 8.0 / c->series_n) * (k - (c->series_n - 1) / 2.0);
    for (int i = 0; i < c->point_n; i++) {
        const double x = place_x(f, p[i].x);
        if (p[i].there && has_bar(&p[i]))
            put_bar(out, k, x + aside, place_y(f, p[i].high), x + aside, place_y(f, p[i].low));
        if (p[i].there)
            put_marker(out, k, x, place_y(f, p[i].y));
    }
}

// The ranges of both axes of lines.
static void take_ranges(frame *f, const chart *c)
{
    take_range(f, c);
    if (c->diagonal) {
        f->low = 0;
        f->high = 100;
        f->x_high = 100;
        return;
    }
    if (c->point_n > 0) {
        f->x_low = c->point[0].x;
        f->x_high = c->point[c->point_n - 1].x;
    }
    const double margin = f->x_high > f->x_low ? 0.03 * (f->x_high - f->x_low) : 1;
    f->x_low -= margin;
    f->x_high += margin;
}

void chart_lines(FILE *out, const chart *c)
{
    frame f = {
        .left = LEFT, .top = TOP, .width = WIDTH - LEFT - RIGHT, .height = PLOT, .x_low = 0, .x_high = 1};
    if (c->diagonal)
        f.height = f.width;
    const double legend = f.top + f.height + 66;
    take_ranges(&f, c);
    put_begin(out, c, legend + put_legend(NULL, c, 0, true) - 6);
    put_percent_axis(out, &f, c->y_label);
    put_number_axis(out, &f, c);
    put_edges(out, &f);
    if (c->diagonal)
        put_line(out, place_x(&f, 0), place_y(&f, 0), place_x(&f, 100), place_y(&f, 100), "#888888");
    for (int k = 0; k < c->series_n; k++)
        put_series(out, &f, c, k);
    put_legend(out, c, legend, true);
    fputs("</svg>\n", out);
}

// The marks of a row differ a little in height, so that equal ones can be seen.
static void put_dots(FILE *out, const frame *f, const chart *c, int i)
{
    const double middle = f->top + ROW * (i + 0.5), apart = fmin(3, 12.0 / c->series_n);
    for (int k = 0; k < c->series_n; k++) {
        const chart_point *p = &c->point[(size_t)k * (size_t)c->point_n + (size_t)i];
        const double y = middle + apart * (k - (c->series_n - 1) / 2.0), unit = f->width / (f->high - f->low);
        if (p->there && has_bar(p))
            put_bar(out, k, f->left + unit * (p->low - f->low), y, f->left + unit * (p->high - f->low), y);
        if (p->there)
            put_marker(out, k, f->left + unit * (p->y - f->low), y);
    }
}

void chart_dots(FILE *out, const chart *c)
{
    frame f = {.left = 30, .top = TOP, .height = ROW * (c->point_n > 0 ? c->point_n : 1)};
    char number[16];
    for (int i = 0; i < c->point_n; i++)
        f.left = fmax(f.left, fmin(text_width(c->row[i], LONGEST_ROW) + 20, WIDTH / 2.0));
    f.width = WIDTH - RIGHT - f.left;
    const double bottom = f.top + f.height, legend = bottom + 66;
    take_range(&f, c);
    put_begin(out, c, legend + put_legend(NULL, c, 0, false) - 6);
    for (int i = 0; i < c->point_n; i++) {
        if (i % 2 == 0)
            fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"#f3f3f3\"/>\n",
                    f.left, f.top + ROW * i, f.width, ROW);
        put_name(out, f.left - 8, f.top + ROW * (i + 0.5) + 4.5, "end", c->row[i], LONGEST_ROW);
    }
    for (int p = first_percent(&f); p <= f.high; p += percent_step(&f)) {
        const double x = f.left + f.width * (p - f.low) / (f.high - f.low);
        put_line(out, x, f.top, x, bottom, "#dddddd");
        snprintf(number, sizeof number, "%d", p);
        put_text(out, x, bottom + 20, "middle", "", number);
    }
    put_edges(out, &f);
    put_text(out, f.left + f.width / 2, bottom + 43, "middle", "", c->y_label);
    for (int i = 0; i < c->point_n; i++)
        put_dots(out, &f, c, i);
    put_legend(out, c, legend, false);
    fputs("</svg>\n", out);
}
