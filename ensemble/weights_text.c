// SPDX-License-Identifier: MIT
// Weights as text (docs/weights.md): lines of fields separated by tabs; the first field says what the line
// is. Names and values are written as they are, except for backslashes, control characters and bytes that are
// not UTF-8 (\xNN).
// weights_read.c reads the text.
#include "ensemble/weights_internal.h"

#include "common/base/utf8.h"

#include <math.h>
#include <string.h>

// --- numbers and names

double wt_rounded(double x)
{
    return floor(x * 1e6 + 0.5) / 1e6;
}

void wt_add_number(text *out, double x)
{
    const double scaled = floor(fabs(x) * 1e6 + 0.5);
    const unsigned long long v = (unsigned long long)scaled;
    if (x < 0 && v > 0)
        text_cat(out, "-");
    wt_add_index(out, (size_t)(v / 1000000));
    text_cat(out, ".");
    for (unsigned long long unit = 100000; unit; unit /= 10)
        wt_add_index(out, (size_t)(v / unit % 10));
}

// One division of two whole numbers, hence the nearest double.
bool wt_read_number(copse_str s, double *x)
{
    double value = 0, unit = 1;
    size_t digits = 0, i = s.len && s.s[0] == '-';
    bool point = false;
    for (; i < s.len; i++) {
        if (s.s[i] == '.' && !point && digits) {
            point = true;
        } else if (s.s[i] >= '0' && s.s[i] <= '9' && digits < 15) {
            value = value * 10 + (s.s[i] - '0');
            unit *= point ? 10 : 1;
            digits++;
        } else {
            return false;
        }
    }
    if (!digits || s.s[s.len - 1] == '.')
        return false;
    *x = (s.s[0] == '-' ? -value : value) / unit;
    return true;
}

static void add_name(text *out, copse_str s)
{
    for (size_t i = 0, step; i < s.len; i += step) {
        uint32_t c = 0;
        step = utf8_decode(s.s + i, s.len - i, &c);
        if (step > 0 && !utf8_is_control(c) && c != '\\')
            text_add(out, s.s + i, step);
        else
            text_hex(out, s.s + i, step = step ? step : 1);
    }
}

// --- writing

static void add_cell(text *out, const wt_cell *c)
{
    text_cat(out, "\t");
    wt_add_number(out, c->weight);
    if (c->seen >= 0) {
        text_cat(out, "\t");
        wt_add_index(out, (size_t)c->right);
        text_cat(out, "\t");
        wt_add_index(out, (size_t)c->seen);
    }
    text_cat(out, "\n");
}

// A key of wt_key: the number of the system becomes its name.
static void add_key(const weights *w, text *out, copse_str key)
{
    size_t system = 0, i = 0;
    for (; i < key.len && key.s[i] != '\t'; i++)
        system = system * 10 + (size_t)(key.s[i] - '0');
    text_cat(out, "weight\t");
    add_name(out, (copse_str){w->name[system], strlen(w->name[system])});
    while (i < key.len) {
        size_t end = ++i;
        while (end < key.len && key.s[end] != '\t')
            end++;
        text_cat(out, "\t");
        add_name(out, (copse_str){key.s + i, end - i});
        i = end;
    }
}

void wt_print(const weights *w, text *out)
{
    text_cat(out, WT_FIRST_LINE "\nby\t");
    wt_add_by(w, out);
    text_cat(out, "\n");
    for (size_t i = 0; i < w->n; i++) {
        text_cat(out, "system\t");
        add_name(out, (copse_str){w->name[i], strlen(w->name[i])});
        add_cell(out, &w->system[i]);
    }
    for (size_t i = 0; i < w->value.n; i++) {
        const copse_str key = tab_name(&w->value, i);
        if (w->learned) {
            text_cat(out, "feature\t");
            add_name(out, key);
        } else {
            add_key(w, out, key);
        }
        add_cell(out, &w->cell[i]);
    }
    text_cat(out, "end\t");
    wt_add_index(out, w->value.n);
    text_cat(out, "\n");
}
