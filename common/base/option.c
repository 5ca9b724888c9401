// SPDX-License-Identifier: MIT
#include "common/base/option.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *field(const opt_row *row, void *options)
{
    return (char *)options + row->offset;
}

static const void *const_field(const opt_row *row, const void *options)
{
    return (const char *)options + row->offset;
}

static const opt_row *find_long(const opt_row *const *tables, const char *name, size_t len)
{
    for (; *tables; tables++)
        for (const opt_row *row = *tables; row->long_name; row++)
            if (strlen(row->long_name) == len && memcmp(row->long_name, name, len) == 0)
                return row;
    return NULL;
}

static const opt_row *find_short(const opt_row *const *tables, char name)
{
    for (; *tables; tables++)
        for (const opt_row *row = *tables; row->long_name; row++)
            if (name && row->short_name == name)
                return row;
    return NULL;
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
// hence the "C" locale for the length of the call.
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
    free(low);
    return ok;
}

// The index of value among "a|b|c", or -1.
static int find_choice(const char *allowed, const char *value)
{
    size_t len = strlen(value);
    int index = 0;
    for (const char *at = allowed;; at++, index++) {
        size_t n = strcspn(at, "|");
        if (n == len && memcmp(at, value, n) == 0)
            return index;
        at += n;
        if (!*at)
            return -1;
    }
}

static void list_clear(opt_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free((void *)(uintptr_t)list->item[i]);
    free(list->item);
    *list = (opt_list){0};
}

static void string_set(const char **place, char *owned)
{
    free((void *)(uintptr_t)*place);
    *place = owned;
}

static bool may_be_auto(const opt_row *row)
{
    return (row->type == OPT_INT || row->type == OPT_REAL) && row->def && strcmp(row->def, "auto") == 0;
}

static int bad_value(const opt_row *row, const char *value, copse_error *err)
{
    char quoted[ERR_QUOTE];
    err_quote(quoted, (copse_str){value, strlen(value)});
    if (row->type == OPT_CHOICE)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--%s: %s is none of %s", row->long_name, quoted,
                       row->allowed);
    const char *kind = row->type == OPT_INT ? "a whole number" : "a number";
    const char *also = may_be_auto(row) ? ", nor auto" : "";
    if (row->allowed)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--%s: %s is not %s in %s%s", row->long_name, quoted, kind,
                       row->allowed, also);
    return err_set(err, COPSE_EINPUT, NULL, 0, "--%s: %s is not %s%s", row->long_name, quoted, kind, also);
}

// Sets an option from text as it would be written on the command line.
static int set_value(const opt_row *row, void *options, const char *value, copse_error *err)
{
    void *place = field(row, options);
    bool is_auto = may_be_auto(row) && strcmp(value, "auto") == 0;
    switch (row->type) {
    case OPT_FLAG:
        *(bool *)place = strcmp(value, "true") == 0;
        return 0;
    case OPT_INT: {
        long v = OPT_AUTO_INT;
        if (!is_auto && (!read_int(value, &v) || !in_range(row->allowed, (double)v)))
            return bad_value(row, value, err);
        *(long *)place = v;
        return 0;
    }
    case OPT_REAL: {
        double v = (double)NAN;
        if (!is_auto && (!read_real(value, &v) || !in_range(row->allowed, v)))
            return bad_value(row, value, err);
        *(double *)place = v;
        return 0;
    }
    case OPT_STRING:
        string_set(place, mem_string(value, strlen(value)));
        return 0;
    case OPT_CHOICE: {
        int v = find_choice(row->allowed, value);
        if (v < 0)
            return bad_value(row, value, err);
        *(int *)place = v;
        return 0;
    }
    case OPT_LIST: {
        opt_list *list = place;
        list->item = mem_grow(list->item, &list->cap, list->n + 1, sizeof *list->item);
        list->item[list->n++] = mem_string(value, strlen(value));
        return 0;
    }
    }
    abort();
}

void opt_defaults(const opt_row *const *tables, void *options, size_t size)
{
    copse_error err;
    memset(options, 0, size);
    for (; *tables; tables++)
        for (const opt_row *row = *tables; row->long_name; row++)
            if (row->def && set_value(row, options, row->def, &err) != 0)
                abort();
}

// Is arg an option of the tables, so that it can hardly be meant as the value of the one before it?
static bool is_known(const opt_row *const *tables, const char *arg)
{
    if (arg[0] != '-' || !arg[1])
        return false;
    if (arg[1] == '-')
        return find_long(tables, arg + 2, strcspn(arg + 2, "="));
    return !arg[2] && find_short(tables, arg[1]);
}

// The value of an option that was not given in the same argument: the next argument, or NULL.
static const char *next_value(const opt_row *const *tables, const opt_row *row, int argc, char **argv, int *i)
{
    if (*i + 1 >= argc)
        return NULL;
    if ((row->type == OPT_STRING || row->type == OPT_LIST) && is_known(tables, argv[*i + 1]))
        return NULL;
    return argv[++*i];
}

static int parse_long(const opt_row *const *tables, void *options, int argc, char **argv, int *i,
                      copse_error *err)
{
    char quoted[ERR_QUOTE];
    const char *arg = argv[*i], *name = arg + 2;
    size_t len = strcspn(name, "=");
    const char *value = name[len] ? name + len + 1 : NULL;
    const opt_row *row = find_long(tables, name, len);
    if (!row)
        return err_set(err, COPSE_EINPUT, NULL, 0, "unknown option %s",
                       err_quote(quoted, (copse_str){arg, len + 2}));
    if (row->type == OPT_FLAG) {
        if (value)
            return err_set(err, COPSE_EINPUT, NULL, 0, "--%s takes no value, but %s was given",
                           row->long_name, err_quote(quoted, (copse_str){value, strlen(value)}));
        return set_value(row, options, "true", err);
    }
    if (!value)
        value = next_value(tables, row, argc, argv, i);
    if (!value)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--%s needs a value", row->long_name);
    return set_value(row, options, value, err);
}

// "-o FILE", "-oFILE", and flags put together: "-qo FILE".
static int parse_short(const opt_row *const *tables, void *options, int argc, char **argv, int *i,
                       copse_error *err)
{
    char quoted[ERR_QUOTE];
    for (const char *at = argv[*i] + 1; *at; at++) {
        const opt_row *row = find_short(tables, *at);
        if (!row)
            return err_set(err, COPSE_EINPUT, NULL, 0, "unknown option %s",
                           err_quote(quoted, (copse_str){argv[*i], strlen(argv[*i])}));
        if (row->type == OPT_FLAG) {
            set_value(row, options, "true", err);
            continue;
        }
        const char *value = at[1] ? at + 1 : next_value(tables, row, argc, argv, i);
        if (!value)
            return err_set(err, COPSE_EINPUT, NULL, 0, "-%c needs a value", row->short_name);
        return set_value(row, options, value, err);
    }
    return 0;
}

int opt_parse(const opt_row *const *tables, void *options, size_t size, int argc, char **argv,
              const char **operand, int *operand_n, copse_error *err)
{
    bool ended = false;
    opt_defaults(tables, options, size);
    *operand_n = 0;
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        int code = 0;
        if (ended || arg[0] != '-' || !arg[1])
            operand[(*operand_n)++] = arg;
        else if (strcmp(arg, "--") == 0)
            ended = true;
        else if (arg[1] == '-')
            code = parse_long(tables, options, argc, argv, &i, err);
        else
            code = parse_short(tables, options, argc, argv, &i, err);
        if (code)
            return code;
    }
    return 0;
}

void opt_done(const opt_row *const *tables, void *options)
{
    for (; *tables; tables++)
        for (const opt_row *row = *tables; row->long_name; row++) {
            if (row->type == OPT_STRING)
                string_set(field(row, options), NULL);
            else if (row->type == OPT_LIST)
                list_clear(field(row, options));
        }
}

// --- the options kept in a model

// Values may hold any byte: a newline is written as \n and a backslash as \\.
static void put_line(FILE *out, const char *name, const char *value)
{
    fprintf(out, "%s=", name);
    for (; *value; value++) {
        if (*value == '\n')
            fputs("\\n", out);
        else if (*value == '\\')
            fputs("\\\\", out);
        else
            fputc(*value, out);
    }
    fputc('\n', out);
}

static char *unescape(const char *s, size_t len)
{
    char *text = mem_string(s, len);
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        char c = s[i];
        if (c == '\\' && i + 1 < len)
            c = s[++i] == 'n' ? '\n' : s[i];
        text[n++] = c;
    }
    text[n] = 0;
    return text;
}

static void put_real(FILE *out, const char *name, double value)
{
    char text[64];
    double back = 0;
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(c);
    for (int digits = 15; digits <= 17; digits++) { // the shortest that reads back as the same number
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (read_real(text, &back) && !(back < value) && !(back > value))
            break;
    }
    uselocale(before);
    if (c)
        freelocale(c);
    put_line(out, name, text);
}

static void put_row(FILE *out, const opt_row *row, const void *options)
{
    const void *place = const_field(row, options);
    switch (row->type) {
    case OPT_FLAG:
        put_line(out, row->long_name, *(const bool *)place ? "true" : "false");
        return;
    case OPT_INT:
        if (may_be_auto(row) && opt_auto_int(*(const long *)place))
            put_line(out, row->long_name, "auto");
        else
            fprintf(out, "%s=%ld\n", row->long_name, *(const long *)place);
        return;
    case OPT_REAL:
        if (may_be_auto(row) && opt_auto_real(*(const double *)place))
            put_line(out, row->long_name, "auto");
        else
            put_real(out, row->long_name, *(const double *)place);
        return;
    case OPT_STRING:
        if (*(const char *const *)place)
            put_line(out, row->long_name, *(const char *const *)place);
        return;
    case OPT_CHOICE: {
        const char *at = row->allowed;
        for (int k = *(const int *)place; k > 0; k--)
            at += strcspn(at, "|") + 1;
        fprintf(out, "%s=%.*s\n", row->long_name, (int)strcspn(at, "|"), at);
        return;
    }
    case OPT_LIST: {
        const opt_list *list = place;
        for (size_t i = 0; i < list->n; i++)
            put_line(out, row->long_name, list->item[i]);
        return;
    }
    }
}

char *opt_dump(const opt_row *const *tables, const void *options)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    for (; *tables; tables++)
        for (const opt_row *row = *tables; row->long_name; row++)
            if (row->stored)
                put_row(out, row, options);
    if (fclose(out) != 0)
        abort();
    return text;
}

static int restore_line(const opt_row *const *tables, void *options, copse_str line, copse_error *err)
{
    char quoted[ERR_QUOTE];
    const char *sign = memchr(line.s, '=', line.len);
    size_t len = sign ? (size_t)(sign - line.s) : line.len;
    const opt_row *row = sign ? find_long(tables, line.s, len) : NULL;
    if (!row || !row->stored || memchr(line.s, 0, line.len))
        return err_set(err, COPSE_EMODEL, NULL, 0, "unknown stored option %s", err_quote(quoted, line));
    char *value = unescape(sign + 1, line.len - len - 1);
    int code = 0;
    if (row->type == OPT_FLAG && strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
        code = err_set(err, COPSE_EMODEL, NULL, 0, "stored option %s is neither true nor false",
                       err_quote(quoted, line));
    else if (set_value(row, options, value, err) != 0)
        code = err->code = COPSE_EMODEL;
    free(value);
    return code;
}

int opt_restore(const opt_row *const *tables, void *options, copse_str text, copse_error *err)
{
    for (const opt_row *const *table = tables; *table; table++)
        for (const opt_row *row = *table; row->long_name; row++)
            if (row->stored && row->type == OPT_LIST)
                list_clear(field(row, options));
    for (size_t at = 0; at < text.len;) {
        const char *s = text.s + at, *end = memchr(s, '\n', text.len - at);
        size_t len = end ? (size_t)(end - s) : text.len - at;
        int code = restore_line(tables, options, (copse_str){s, len}, err);
        if (code)
            return code;
        at += len + 1;
    }
    return 0;
}
