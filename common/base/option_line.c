// SPDX-License-Identifier: MIT
// Options on a command line.
#include "common/base/error.h"
#include "common/base/option.h"

#include <string.h>

static const opt_row *find_short(const opt_table *tables, char name, const opt_table **table)
{
    for (; tables->rows; tables++)
        for (const opt_row *row = tables->rows; row->long_name; row++)
            if (name && row->short_name == name) {
                *table = tables;
                return row;
            }
    return NULL;
}

// Is arg an option of the tables? Then it is hardly meant as the value of the option before it.
static bool is_known(const opt_table *tables, const char *arg)
{
    const opt_table *table;
    if (arg[0] != '-' || !arg[1])
        return false;
    if (arg[1] == '-')
        return opt_find(tables, arg + 2, strcspn(arg + 2, "="), &table);
    return !arg[2] && find_short(tables, arg[1], &table);
}

// The value of an option whose own argument holds none: the next argument, or NULL.
static const char *next_value(const opt_table *tables, const opt_row *row, int argc, char **argv, int *i)
{
    if (*i + 1 >= argc)
        return NULL;
    if ((row->type == OPT_STRING || row->type == OPT_LIST) && is_known(tables, argv[*i + 1]))
        return NULL;
    return argv[++*i];
}

static int parse_long(const opt_table *tables, int argc, char **argv, int *i, copse_error *err)
{
    char quoted[ERR_QUOTE];
    const opt_table *table = NULL;
    const char *arg = argv[*i], *name = arg + 2;
    size_t len = strcspn(name, "=");
    const char *value = name[len] ? name + len + 1 : NULL;
    const opt_row *row = opt_find(tables, name, len, &table);
    if (!row)
        return opt_unknown(tables, (copse_str){name, len}, err);
    if (row->type == OPT_FLAG) {
        if (value)
            return err_set(err, COPSE_EINPUT, NULL, 0, "--%s takes no value, but %s was given",
                           row->long_name, err_quote(quoted, (copse_str){value, strlen(value)}));
        return opt_set(row, table->values, "true", err);
    }
    if (!value)
        value = row->implied ? row->implied : next_value(tables, row, argc, argv, i);
    if (!value)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--%s needs a value", row->long_name);
    return opt_set(row, table->values, value, err);
}

// "-o FILE", "-oFILE", and combined flags: "-qo FILE".
static int parse_short(const opt_table *tables, int argc, char **argv, int *i, copse_error *err)
{
    char quoted[ERR_QUOTE];
    for (const char *at = argv[*i] + 1; *at; at++) {
        const opt_table *table = NULL;
        const opt_row *row = find_short(tables, *at, &table);
        if (!row)
            return err_set(err, COPSE_EINPUT, NULL, 0, "unknown option %s",
                           err_quote(quoted, (copse_str){argv[*i], strlen(argv[*i])}));
        if (row->type == OPT_FLAG) {
            opt_set(row, table->values, "true", err);
            continue;
        }
        const char *value = at[1] ? at + 1 : next_value(tables, row, argc, argv, i);
        if (!value)
            return err_set(err, COPSE_EINPUT, NULL, 0, "-%c needs a value", row->short_name);
        return opt_set(row, table->values, value, err);
    }
    return 0;
}

int opt_parse(const opt_table *tables, int argc, char **argv, const char **operand, int *operand_n,
              copse_error *err)
{
    bool ended = false;
    *operand_n = 0;
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        int code = 0;
        if (ended || arg[0] != '-' || !arg[1])
            operand[(*operand_n)++] = arg;
        else if (strcmp(arg, "--") == 0)
            ended = true;
        else if (arg[1] == '-')
            code = parse_long(tables, argc, argv, &i, err);
        else
            code = parse_short(tables, argc, argv, &i, err);
        if (code)
            return code;
    }
    return 0;
}
