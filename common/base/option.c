// SPDX-License-Identifier: MIT
// Values of options: from text, to text, copied.
#include "common/base/option.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/nearest.h"
#include "common/base/text.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static void *field(const opt_row *row, void *values)
{
    return (char *)values + row->offset;
}

static const void *const_field(const opt_row *row, const void *values)
{
    return (const char *)values + row->offset;
}

const opt_row *opt_find(const opt_table *tables, const char *name, size_t len, const opt_table **table)
{
    for (; tables->rows; tables++)
        for (const opt_row *row = tables->rows; row->long_name; row++)
            if (strlen(row->long_name) == len && memcmp(row->long_name, name, len) == 0) {
                *table = tables;
                return row;
            }
    return NULL;
}

int opt_unknown(const opt_table *tables, copse_str name, copse_error *err)
{
    char quoted[ERR_QUOTE], written[ERR_QUOTE], hint[NEAR_HINT];
    nearest n;
    near_begin(&n, name);
    for (; tables->rows; tables++)
        for (const opt_row *row = tables->rows; row->long_name; row++)
            near_try(&n, (copse_str){row->long_name, strlen(row->long_name)});
    snprintf(written, sizeof written, "--%.*s", (int)name.len, name.s);
    return err_set(err, COPSE_EINPUT, NULL, 0, "unknown option %s%s",
                   err_quote(quoted, (copse_str){written, strlen(written)}), near_hint(&n, "--", hint));
}

// A whole number in decimal; no blanks, nothing after it.
static bool read_int(const char *s, long *value)
{
    char *end;
    if (strspn(s, "+-0123456789") != strlen(s))
        return false;
    errno = 0;
    *value = strtol(s, &end, 10);
    return end != s && !*end && errno == 0;
}

// A finite decimal number. A program that uses the library may have set a locale with another decimal point,
// so this switches to the "C" locale during the call.
static bool read_real(const char *s, double *value)
{
    char *end;
    if (!*s || strspn(s, "+-.0123456789eE") != strlen(s))
        return false;
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(c);
    errno = 0;
    *value = strtod(s, &end);
    bool ok = end != s && !*end && isfinite(*value) && (errno != ERANGE || fabs(*value) < 1);
    uselocale(before);
    if (c)
        freelocale(c);
    return ok;
}

// Is value within "low..high", where either end may be missing?
static bool in_range(const char *allowed, double value)
{
    if (!allowed)
        return true;
    const char *dots = strstr(allowed, "..");
    double bound;
    bool ok = true;
    if (!dots)
        abort();
    char *low = mem_string(allowed, (size_t)(dots - allowed));
    if (*low && (!read_real(low, &bound) || value < bound))
        ok = false;
    if (dots[2] && (!read_real(dots + 2, &bound) || value > bound))
        ok = false;
    mem_free(low);
    return ok;
}

// ---------------------------------------------------------------------------------------------------
// Choices

bool opt_may_be_auto(const opt_row *row)
{
    return (row->type == OPT_INT || row->type == OPT_REAL || row->type == OPT_CHOICE) && row->def &&
           strcmp(row->def, "auto") == 0;
}

copse_str opt_choice_at(const opt_row *row, size_t i, const char **help)
{
    const char *ignored = NULL;
    help = help ? help : &ignored;
    *help = NULL;
    if (row->choices) {
        const opt_choice c = row->choices(i);
        *help = c.name ? c.help : NULL;
        return (copse_str){c.name, c.name ? strlen(c.name) : 0};
    }
    const char *at = row->allowed;
    for (; i > 0 && at; i--) {
        at = strchr(at, '|');
        at = at ? at + 1 : NULL;
    }
    return (copse_str){at, at ? strcspn(at, "|") : 0};
}

void opt_choices(const opt_row *row, const char *separator, text *out)
{
    copse_str name;
    if (opt_may_be_auto(row))
        text_cat(out, "auto");
    for (size_t i = 0; (name = opt_choice_at(row, i, NULL)).s; i++) {
        if (i || opt_may_be_auto(row))
            text_cat(out, separator);
        text_str(out, name);
    }
}

// The index of value, or -1.
static int find_choice(const opt_row *row, const char *value)
{
    copse_str name;
    for (int i = 0; (name = opt_choice_at(row, (size_t)i, NULL)).s; i++)
        if (name.len == strlen(value) && memcmp(name.s, value, name.len) == 0)
            return i;
    return -1;
}

// ---------------------------------------------------------------------------------------------------
// From text

static const char *nearest_choice(const opt_row *row, const char *value, char hint[NEAR_HINT])
{
    nearest n;
    copse_str name;
    near_begin(&n, (copse_str){value, strlen(value)});
    for (size_t i = 0; (name = opt_choice_at(row, i, NULL)).s; i++)
        near_try(&n, name);
    if (opt_may_be_auto(row))
        near_try(&n, (copse_str){"auto", 4});
    return near_hint(&n, "", hint);
}

static int bad_value(const opt_row *row, const char *value, copse_error *err)
{
    char quoted[ERR_QUOTE];
    err_quote(quoted, (copse_str){value, strlen(value)});
    if (row->type == OPT_FLAG)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--%s: %s is neither true nor false", row->long_name,
                       quoted);
    if (row->type == OPT_CHOICE) {
        text known = {0};
        char hint[NEAR_HINT];
        opt_choices(row, "|", &known);
        err_set(err, COPSE_EINPUT, NULL, 0, "--%s: %s is none of %.*s%s", row->long_name, quoted,
                (int)known.n, known.s, nearest_choice(row, value, hint));
        text_done(&known);
        return COPSE_EINPUT;
    }
    const char *kind = row->type == OPT_INT ? "a whole number" : "a number";
    const char *also = opt_may_be_auto(row) ? ", nor auto" : "";
    if (row->allowed)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--%s: %s is not %s in %s%s", row->long_name, quoted, kind,
                       row->allowed, also);
    return err_set(err, COPSE_EINPUT, NULL, 0, "--%s: %s is not %s%s", row->long_name, quoted, kind, also);
}

static void list_clear(opt_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        mem_free((void *)(uintptr_t)list->item[i]);
    mem_free(list->item);
    *list = (opt_list){0};
}

static void list_add(opt_list *list, const char *item)
{
    list->item = mem_grow(list->item, &list->cap, list->n + 1, sizeof *list->item);
    list->item[list->n++] = mem_string(item, strlen(item));
}

// s may be NULL.
static void string_set(const char **place, const char *s)
{
    const char *before = *place;
    *place = s ? mem_string(s, strlen(s)) : NULL;
    mem_free((void *)(uintptr_t)before);
}

// Takes over made.
static void object_set(const opt_row *row, opt_object *object, const char *s, void *made)
{
    string_set(&object->text, s);
    if (object->made)
        row->class->free(object->made);
    object->made = made;
}

static int set_object(const opt_row *row, opt_object *object, const char *value, copse_error *err)
{
    char message[sizeof err->message];
    void *made = row->class->make(value, err);
    if (made) {
        object_set(row, object, value, made);
        return 0;
    }
    snprintf(message, sizeof message, "--%s: %.900s", row->long_name, err->message);
    return err_set(err, COPSE_EINPUT, NULL, 0, "%s", message);
}

static int set_number(const opt_row *row, void *place, const char *value, copse_error *err)
{
    const bool is_auto = opt_may_be_auto(row) && strcmp(value, "auto") == 0;
    if (row->type == OPT_INT) {
        long v = OPT_AUTO_INT;
        if (!is_auto && (!read_int(value, &v) || !in_range(row->allowed, (double)v)))
            return bad_value(row, value, err);
        *(long *)place = v;
    } else {
        double v = (double)NAN;
        if (!is_auto && (!read_real(value, &v) || !in_range(row->allowed, v)))
            return bad_value(row, value, err);
        *(double *)place = v;
    }
    return 0;
}

int opt_set(const opt_row *row, void *values, const char *value, copse_error *err)
{
    void *place = field(row, values);
    switch (row->type) {
    case OPT_FLAG:
        if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
            return bad_value(row, value, err);
        *(bool *)place = strcmp(value, "true") == 0;
        return 0;
    case OPT_INT:
    case OPT_REAL:
        return set_number(row, place, value, err);
    case OPT_STRING:
        string_set(place, value);
        return 0;
    case OPT_CHOICE: {
        int v = find_choice(row, value);
        if (v < 0 && !(opt_may_be_auto(row) && strcmp(value, "auto") == 0))
            return bad_value(row, value, err);
        *(int *)place = v;
        return 0;
    }
    case OPT_LIST:
        list_add(place, value);
        return 0;
    case OPT_OBJECT:
        return set_object(row, place, value, err);
    }
    abort();
}

// ---------------------------------------------------------------------------------------------------
// Whole tables

// The value of an option that has no default.
static void set_nothing(const opt_row *row, void *place)
{
    switch (row->type) {
    case OPT_FLAG:
        *(bool *)place = false;
        return;
    case OPT_INT:
        *(long *)place = 0;
        return;
    case OPT_REAL:
        *(double *)place = 0;
        return;
    case OPT_STRING:
        *(const char **)place = NULL;
        return;
    case OPT_CHOICE:
        *(int *)place = 0;
        return;
    case OPT_LIST:
        *(opt_list *)place = (opt_list){0};
        return;
    case OPT_OBJECT:
        *(opt_object *)place = (opt_object){0};
        return;
    }
}

static void set_default(const opt_row *row, void *values)
{
    copse_error err;
    set_nothing(row, field(row, values));
    if (row->def && opt_set(row, values, row->def, &err) != 0)
        abort();
    if (row->type == OPT_OBJECT && !row->def) {
        opt_object *object = field(row, values);
        object->made = row->class->make("", &err);
        if (!object->made)
            abort();
    }
}

void opt_defaults(const opt_table *tables)
{
    for (; tables->rows; tables++)
        for (const opt_row *row = tables->rows; row->long_name; row++)
            set_default(row, tables->values);
}

static void copy_value(const opt_row *row, void *to, const void *from)
{
    switch (row->type) {
    case OPT_FLAG:
        *(bool *)to = *(const bool *)from;
        return;
    case OPT_INT:
        *(long *)to = *(const long *)from;
        return;
    case OPT_REAL:
        *(double *)to = *(const double *)from;
        return;
    case OPT_CHOICE:
        *(int *)to = *(const int *)from;
        return;
    case OPT_STRING:
        string_set(to, *(const char *const *)from);
        return;
    case OPT_LIST: {
        const opt_list *list = from;
        list_clear(to);
        for (size_t i = 0; i < list->n; i++)
            list_add(to, list->item[i]);
        return;
    }
    case OPT_OBJECT: {
        const opt_object *object = from;
        object_set(row, to, object->text, row->class->copy(object->made));
        return;
    }
    }
}

void opt_copy(const opt_table *to, const opt_table *from)
{
    for (; to->rows; to++, from++)
        for (const opt_row *row = to->rows; row->long_name; row++)
            copy_value(row, field(row, to->values), const_field(row, from->values));
}

void opt_done(const opt_table *tables)
{
    for (; tables->rows; tables++)
        for (const opt_row *row = tables->rows; row->long_name; row++) {
            void *place = field(row, tables->values);
            if (row->type == OPT_STRING)
                string_set(place, NULL);
            else if (row->type == OPT_LIST)
                list_clear(place);
            else if (row->type == OPT_OBJECT)
                object_set(row, place, NULL, NULL);
        }
}
