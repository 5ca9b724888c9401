// SPDX-License-Identifier: MIT
// Options as text: values as the user would write them, and the lines stored in models.
#include "common/base/option.h"

#include "common/base/text.h"
#include "common/base/utf8.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

static const void *const_field(const opt_row *row, const void *values)
{
    return (const char *)values + row->offset;
}

static void print_real(text *out, double value)
{
    char number[64];
    double back = 0;
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(c);
    for (int digits = 15; digits <= 17; digits++) { // the fewest digits that read back as the same number
        snprintf(number, sizeof number, "%.*g", digits, value);
        back = strtod(number, NULL);
        if (!(back < value) && !(back > value))
            break;
    }
    uselocale(before);
    if (c)
        freelocale(c);
    text_cat(out, number);
}

static void print_int(text *out, long value)
{
    char number[32];
    snprintf(number, sizeof number, "%ld", value);
    text_cat(out, number);
}

static bool is_auto(const opt_row *row, const void *place)
{
    return opt_may_be_auto(row) && (row->type == OPT_INT    ? opt_auto_int(*(const long *)place)
                                    : row->type == OPT_REAL ? opt_auto_real(*(const double *)place)
                                                            : *(const int *)place == OPT_AUTO_CHOICE);
}

bool opt_get(const opt_row *row, const void *values, text *out)
{
    const void *place = const_field(row, values);
    if (is_auto(row, place)) {
        text_cat(out, "auto");
        return true;
    }
    switch (row->type) {
    case OPT_FLAG:
        text_cat(out, *(const bool *)place ? "true" : "false");
        return true;
    case OPT_INT:
        print_int(out, *(const long *)place);
        return true;
    case OPT_REAL:
        print_real(out, *(const double *)place);
        return true;
    case OPT_CHOICE:
        text_str(out, opt_choice_at(row, (size_t) * (const int *)place, NULL));
        return true;
    case OPT_STRING:
    case OPT_OBJECT: {
        const char *s =
            row->type == OPT_STRING ? *(const char *const *)place : ((const opt_object *)place)->text;
        if (s)
            text_cat(out, s);
        return s;
    }
    case OPT_LIST: {
        const opt_list *list = place;
        for (size_t i = 0; i < list->n; i++) {
            text_cat(out, i ? " " : "");
            text_cat(out, list->item[i]);
        }
        return list->n;
    }
    }
    abort();
}

// The value, as text, of an option without a default; NULL if it has no value.
static const char *nothing(const opt_row *row)
{
    switch (row->type) {
    case OPT_FLAG:
        return "false";
    case OPT_INT:
    case OPT_REAL:
        return "0";
    case OPT_CHOICE:
    case OPT_STRING:
    case OPT_LIST:
    case OPT_OBJECT:
        return NULL;
    }
    return NULL;
}

bool opt_is_default(const opt_row *row, const void *values)
{
    text now = {0};
    const char *def = row->def ? row->def : nothing(row);
    const bool has = opt_get(row, values, &now);
    const bool same =
        has ? def && now.n == strlen(def) && (now.n == 0 || memcmp(now.s, def, now.n) == 0) : !def;
    text_done(&now);
    return same;
}

const opt_row *opt_first_given(const opt_table *table)
{
    for (const opt_row *row = table->rows; row->long_name; row++)
        if (!opt_is_default(row, table->values))
            return row;
    return NULL;
}

// A value is text on one line: \n, \\, and \xNN for other control characters and bytes that are not UTF-8.
static void put_line(text *out, const char *name, copse_str value)
{
    text_cat(out, name);
    text_cat(out, "=");
    for (size_t i = 0, step; i < value.len; i += step) {
        uint32_t c = 0;
        step = utf8_decode(value.s + i, value.len - i, &c);
        if (c == '\n' || c == '\\')
            text_cat(out, c == '\n' ? "\\n" : "\\\\");
        else if (step > 0 && !utf8_is_control(c))
            text_add(out, value.s + i, step);
        else
            text_hex(out, value.s + i, step = step ? step : 1);
    }
    text_cat(out, "\n");
}

static void dump_row(const opt_row *row, const void *values, text *out)
{
    if (row->type == OPT_LIST) {
        const opt_list *list = const_field(row, values);
        for (size_t i = 0; i < list->n; i++)
            put_line(out, row->long_name, (copse_str){list->item[i], strlen(list->item[i])});
        return;
    }
    text value = {0};
    if (opt_get(row, values, &value))
        put_line(out, row->long_name, (copse_str){value.s, value.n});
    text_done(&value);
}

void opt_dump(const opt_table *tables, text *out)
{
    for (; tables->rows; tables++)
        for (const opt_row *row = tables->rows; row->long_name; row++)
            if (row->stored)
                dump_row(row, tables->values, out);
}
