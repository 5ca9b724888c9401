// SPDX-License-Identifier: MIT
// Help and manual pages from the option table.
#include "common/base/option.h"

#include "common/base/mem.h"
#include "common/base/text.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, HELP_COLUMN = 26, LIST_COLUMN = 10 };

// Width of UTF-8 text, counting every character as one column.
static int columns(const char *s, size_t len)
{
    int n = 0;
    for (size_t i = 0; i < len; i++)
        n += ((unsigned char)s[i] & 0xC0) != 0x80;
    return n;
}

static FILE *stream(char **words, size_t *size)
{
    FILE *out = open_memstream(words, size);
    if (!out)
        mem_fail(sizeof *out);
    return out;
}

void opt_wrap(FILE *out, const char *words, int at, int indent)
{
    bool first = true;
    for (;;) {
        words += strspn(words, " \n");
        size_t len = strcspn(words, " \n");
        if (!len)
            break;
        int wide = columns(words, len);
        if (!first && at + 1 + wide > WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            at = indent;
            first = true;
        }
        at += wide + !first;
        fprintf(out, "%s%.*s", first ? "" : " ", (int)len, words);
        first = false;
        words += len;
    }
    fputc('\n', out);
}

void opt_roff_text(FILE *out, const char *words)
{
    bool line_start = true;
    for (; *words; words++) {
        if (line_start && (*words == '.' || *words == '\''))
            fputs("\\&", out);
        line_start = *words == '\n';
        if (*words == '\\')
            fputs("\\e", out);
        else if (*words == '-')
            fputs("\\-", out);
        else
            fputc(*words, out);
    }
}

// Choices that a registry explains are listed below the option.
static bool choices_listed(const opt_row *row)
{
    const char *help = NULL;
    return row->type == OPT_CHOICE && opt_choice_at(row, 0, &help).s && help;
}

static char *choices_of(const opt_row *row, const char *separator)
{
    text all = {0};
    if (row->type == OPT_CHOICE)
        opt_choices(row, separator, &all);
    text_add(&all, "", 1);
    return all.s;
}

// A short list of choices takes the place of the value's name; a long one goes into the explanation.
static bool choices_fit(const opt_row *row)
{
    enum { LONGEST = 48 };
    char *all = choices_of(row, "|");
    const bool fit = !row->arg && row->type == OPT_CHOICE && strlen(all) <= LONGEST;
    mem_free(all);
    return fit;
}

// What --help calls the value; the caller frees it.
static char *value_name(const opt_row *row)
{
    if (row->arg)
        return mem_string(row->arg, strlen(row->arg));
    if (row->type == OPT_CHOICE && choices_fit(row))
        return choices_of(row, "|");
    const char *name = row->type == OPT_CHOICE ? "NAME" : "VALUE";
    return mem_string(name, strlen(name));
}

char *opt_explain(const opt_row *row)
{
    char *words = NULL;
    size_t size;
    FILE *out = stream(&words, &size);
    fputs(row->help, out);
    if (row->more)
        row->more(out);
    if (fclose(out) != 0)
        abort();
    return words;
}

// The help, then in brackets the allowed values and the default.
static char *explain(const opt_row *row)
{
    char *words = NULL, *help = opt_explain(row), *all = choices_of(row, ", ");
    size_t size;
    FILE *out = stream(&words, &size);
    bool range = row->allowed && (row->type == OPT_INT || row->type == OPT_REAL);
    bool choices = row->type == OPT_CHOICE && !choices_fit(row) && !choices_listed(row);
    bool def = row->def && row->type != OPT_FLAG;
    fputs(help, out);
    if (range || choices || def) {
        fprintf(out, " (%s", range ? row->allowed : choices ? all : "");
        if (def)
            fprintf(out, "%sdefault: %s", range || choices ? "; " : "", row->def);
        fputs(")", out);
    }
    if (row->type == OPT_LIST && !row->allowed)
        fputs("; may be repeated", out);
    if (fclose(out) != 0)
        abort();
    free(help);
    mem_free(all);
    return words;
}

// A line for each choice that has help of its own.
static void list_choices(FILE *out, const opt_row *row)
{
    copse_str name;
    const char *help;
    int widest = 0;
    for (size_t i = 0; (name = opt_choice_at(row, i, &help)).s; i++)
        widest = columns(name.s, name.len) > widest ? columns(name.s, name.len) : widest;
    int at = LIST_COLUMN + widest + 2;
    at = at > HELP_COLUMN ? at : HELP_COLUMN;
    for (size_t i = 0; (name = opt_choice_at(row, i, &help)).s; i++) {
        fprintf(out, "%*s%.*s%*s", LIST_COLUMN, "", (int)name.len, name.s,
                at - LIST_COLUMN - columns(name.s, name.len), "");
        opt_wrap(out, help, at, at);
    }
}

static void list_choices_roff(FILE *out, const opt_row *row)
{
    copse_str name;
    const char *help;
    for (size_t i = 0; (name = opt_choice_at(row, i, &help)).s; i++) {
        char *terminated = mem_string(name.s, name.len);
        fputs(".br\n\\fB", out);
        opt_roff_text(out, terminated);
        fputs("\\fR: ", out);
        opt_roff_text(out, help);
        fputc('\n', out);
        mem_free(terminated);
    }
}

static void help_row(FILE *out, const opt_row *row)
{
    char *head = NULL, *words = explain(row), *value = value_name(row);
    size_t size;
    FILE *h = stream(&head, &size);
    if (row->short_name)
        fprintf(h, "  -%c, --%s", row->short_name, row->long_name);
    else
        fprintf(h, "      --%s", row->long_name);
    if (row->type != OPT_FLAG)
        fprintf(h, row->implied ? "[=%s]" : " %s", value);
    if (fclose(h) != 0)
        abort();
    int wide = columns(head, size);
    fputs(head, out);
    if (wide + 2 > HELP_COLUMN)
        fprintf(out, "\n%*s", HELP_COLUMN, "");
    else
        fprintf(out, "%*s", HELP_COLUMN - wide, "");
    opt_wrap(out, words, HELP_COLUMN, HELP_COLUMN);
    if (choices_listed(row))
        list_choices(out, row);
    free(head);
    free(words);
    mem_free(value);
}

static void roff_row(FILE *out, const opt_row *row)
{
    char *words = explain(row), *value = value_name(row);
    fputs(".TP\n", out);
    if (row->short_name)
        fprintf(out, "\\fB\\-%c\\fR, ", row->short_name);
    fputs("\\fB\\-\\-", out);
    opt_roff_text(out, row->long_name);
    fputs("\\fR", out);
    if (row->type != OPT_FLAG) {
        fputs(row->implied ? "[=\\fI" : " \\fI", out);
        opt_roff_text(out, value);
        fputs(row->implied ? "\\fR]" : "\\fR", out);
    }
    fputc('\n', out);
    opt_roff_text(out, words);
    fputc('\n', out);
    if (choices_listed(row))
        list_choices_roff(out, row);
    free(words);
    mem_free(value);
}

static char *render(const opt_table *tables, void (*row_out)(FILE *, const opt_row *))
{
    char *words = NULL;
    size_t size;
    FILE *out = stream(&words, &size);
    for (; tables->rows; tables++)
        for (const opt_row *row = tables->rows; row->long_name; row++)
            row_out(out, row);
    if (fclose(out) != 0)
        abort();
    return words;
}

char *opt_help(const opt_table *tables)
{
    return render(tables, help_row);
}

char *opt_roff(const opt_table *tables)
{
    return render(tables, roff_row);
}
