// SPDX-License-Identifier: MIT
// The option table as text for people: --help and the manual page.
#include "common/base/option.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, HELP_COLUMN = 26 };

// Columns of UTF-8 text, taking every character as one wide.
static int columns(const char *s, size_t len)
{
    int n = 0;
    for (size_t i = 0; i < len; i++)
        n += ((unsigned char)s[i] & 0xC0) != 0x80;
    return n;
}

static FILE *stream(char **text, size_t *size)
{
    FILE *out = open_memstream(text, size);
    if (!out)
        abort();
    return out;
}

void opt_wrap(FILE *out, const char *text, int at, int indent)
{
    bool first = true;
    for (;;) {
        text += strspn(text, " \n");
        size_t len = strcspn(text, " \n");
        if (!len)
            break;
        int wide = columns(text, len);
        if (!first && at + 1 + wide > WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            at = indent;
            first = true;
        }
        at += wide + !first;
        fprintf(out, "%s%.*s", first ? "" : " ", (int)len, text);
        first = false;
        text += len;
    }
    fputc('\n', out);
}

void opt_roff_text(FILE *out, const char *text)
{
    bool line_start = true;
    for (; *text; text++) {
        if (line_start && (*text == '.' || *text == '\''))
            fputs("\\&", out);
        line_start = *text == '\n';
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else
            fputc(*text, out);
    }
}

static bool choices_fit(const opt_row *row)
{
    enum { LONGEST = 48 };
    return !row->arg && row->allowed && strlen(row->allowed) <= LONGEST;
}

// Short lists of choices stand in place of the value; long ones are put into the explanation.
static const char *value_name(const opt_row *row)
{
    if (row->arg)
        return row->arg;
    if (row->type != OPT_CHOICE)
        return "VALUE";
    return choices_fit(row) ? row->allowed : "NAME";
}

// The sentence of help, then in brackets what may be written and what holds if nothing is.
static char *explain(const opt_row *row)
{
    char *text = NULL;
    size_t size;
    FILE *out = stream(&text, &size);
    bool range = row->allowed && (row->type == OPT_INT || row->type == OPT_REAL);
    bool choices = row->type == OPT_CHOICE && row->allowed && !choices_fit(row);
    bool def = row->def && row->type != OPT_FLAG;
    fputs(row->help, out);
    if (range || choices || def) {
        fputs(" (", out);
        if (range)
            fputs(row->allowed, out);
        for (const char *c = row->allowed; choices && *c; c++)
            fputs(*c == '|' ? ", " : (char[]){*c, 0}, out);
        if (def)
            fprintf(out, "%sdefault: %s", range || choices ? "; " : "", row->def);
        fputs(")", out);
    }
    if (row->type == OPT_LIST && !row->allowed)
        fputs("; may be repeated", out);
    if (fclose(out) != 0)
        abort();
    return text;
}

static void help_row(FILE *out, const opt_row *row)
{
    char *head = NULL, *text = explain(row);
    size_t size;
    FILE *h = stream(&head, &size);
    if (row->short_name)
        fprintf(h, "  -%c, --%s", row->short_name, row->long_name);
    else
        fprintf(h, "      --%s", row->long_name);
    if (row->type != OPT_FLAG)
        fprintf(h, " %s", value_name(row));
    if (fclose(h) != 0)
        abort();
    int wide = columns(head, size);
    fputs(head, out);
    if (wide + 2 > HELP_COLUMN)
        fprintf(out, "\n%*s", HELP_COLUMN, "");
    else
        fprintf(out, "%*s", HELP_COLUMN - wide, "");
    opt_wrap(out, text, HELP_COLUMN, HELP_COLUMN);
    free(head);
    free(text);
}

static void roff_row(FILE *out, const opt_row *row)
{
    char *text = explain(row);
    fputs(".TP\n", out);
    if (row->short_name)
        fprintf(out, "\\fB\\-%c\\fR, ", row->short_name);
    fputs("\\fB\\-\\-", out);
    opt_roff_text(out, row->long_name);
    fputs("\\fR", out);
    if (row->type != OPT_FLAG) {
        fputs(" \\fI", out);
        opt_roff_text(out, value_name(row));
        fputs("\\fR", out);
    }
    fputc('\n', out);
    opt_roff_text(out, text);
    fputc('\n', out);
    free(text);
}

static char *render(const opt_row *const *tables, void (*row_out)(FILE *, const opt_row *))
{
    char *text = NULL;
    size_t size;
    FILE *out = stream(&text, &size);
    for (; *tables; tables++)
        for (const opt_row *row = *tables; row->long_name; row++)
            row_out(out, row);
    if (fclose(out) != 0)
        abort();
    return text;
}

char *opt_help(const opt_row *const *tables)
{
    return render(tables, help_row);
}

char *opt_roff(const opt_row *const *tables)
{
    return render(tables, roff_row);
}
