// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "cli/info_report.h"
#include "cli/study_sheet.h"
#include "cli/values.h"

#include <string.h>

typedef struct info_options {
    cli_common common;
    int format; // index in the choices below
    bool all;
} info_options;

static const opt_row rows[] = {
    {.long_name = "all",
     .type = OPT_FLAG,
     .offset = offsetof(info_options, all),
     .help =
         "show all parts of speech and labels, not only the 20 most frequent (JSON and TSV always have all)"},
    {.long_name = "format",
     .type = OPT_CHOICE,
     .offset = offsetof(info_options, format),
     .def = "text",
     .allowed = SHEET_CHOICES,
     .help = "output format"},
    {.long_name = NULL},
};

// The facts of a model come group by group.
typedef struct facts {
    FILE *out;
    sheet_format format;
    char group[32]; // the group of the last fact
    sheet *sheet;   // that of the group, in Markdown and LaTeX; NULL: none yet
    bool later;     // sheets have been printed
} facts;

static void tell_sheet(facts *f, const char *group, const char *name, const char *value)
{
    if (f->sheet && strcmp(f->group, group) != 0) {
        study_put(f->out, f->sheet, f->format, &f->later);
        f->sheet = NULL;
    }
    if (!f->sheet) {
        f->sheet = sheet_new(group);
        sheet_column(f->sheet, "name", false);
        sheet_column(f->sheet, "value", false);
    }
    sheet_text(f->sheet, name);
    sheet_text(f->sheet, value);
}

static void tell(void *context, const char *group, const char *name, const char *value)
{
    enum { NAME = 24 };
    facts *f = context;
    bool same = strcmp(f->group, group) == 0;
    if (f->format > SHEET_TSV) {
        tell_sheet(f, group, name, value);
    } else if (f->format == SHEET_JSON) {
        if (same)
            fputs(",\n    {\"name\": ", f->out);
        else
            fprintf(f->out, "%s,\n  \"%s\": [\n    {\"name\": ", f->group[0] ? "\n  ]" : "", group);
        val_json(f->out, name);
        fputs(", \"value\": ", f->out);
        val_json(f->out, value);
        fputc('}', f->out);
    } else if (f->format == SHEET_TSV) {
        fprintf(f->out, "%s\t", group);
        val_tsv(f->out, name);
        fputc('\t', f->out);
        val_tsv(f->out, value);
        fputc('\n', f->out);
    } else {
        if (!same)
            fprintf(f->out, "\n%s\n", group);
        fputs("  ", f->out);
        val_text(f->out, name, NAME);
        fputs(" ", f->out);
        val_text(f->out, value, 0);
        fputc('\n', f->out);
    }
    snprintf(f->group, sizeof f->group, "%s", group);
}

static int print_model_sheets(FILE *out, const char *path, sheet_format format, copse_error *err)
{
    facts f = {.out = out, .format = format};
    const int code = copse_model_describe(path, tell, &f, err);
    if (f.sheet)
        study_put(out, f.sheet, format, &f.later);
    return code;
}

static int print_model(FILE *out, const char *path, sheet_format format, copse_error *err)
{
    facts f = {.out = out, .format = format};
    if (format > SHEET_TSV)
        return print_model_sheets(out, path, format, err);
    fputs(format == SHEET_JSON ? "{\n  \"file\": " : format == SHEET_TSV ? "model\tfile\t" : "file    ", out);
    (format == SHEET_JSON ? val_json : val_tsv)(out, path);
    fputs(format == SHEET_JSON ? "" : "\n", out);
    int code = copse_model_describe(path, tell, &f, err);
    if (format == SHEET_JSON)
        fputs(f.group[0] ? "\n  ]\n}\n" : "\n}\n", out);
    return code;
}

static int print_treebank(FILE *out, const char *path, const info_options *o, copse_error *err)
{
    static void (*const print[])(FILE *, const info_report *) = {
        [SHEET_TEXT] = info_print_text,
        [SHEET_JSON] = info_print_json,
        [SHEET_TSV] = info_print_tsv,
    };
    copse_stats stats;
    info_report report = {val_path(path), &stats, o->all};
    int code = copse_stats_read(&stats, path, err);
    if (code == 0 && o->format > SHEET_TSV)
        info_print_sheets(out, &report, (sheet_format)o->format);
    else if (code == 0)
        print[o->format](out, &report);
    copse_stats_done(&stats);
    return code;
}

static int run(void *options, const char **operand, int operand_n)
{
    const info_options *o = options;
    const char *path = operand_n ? operand[0] : "-";
    copse_error err;
    cli_text text;
    cli_text_open(&text);
    int code = copse_is_model(path) ? print_model(text.stream, path, (sheet_format)o->format, &err)
                                    : print_treebank(text.stream, path, o, &err);
    if (code == 0)
        return cli_text_close(&text, o->common.output);
    cli_text_drop(&text);
    return cli_fail(&err);
}

const cli_verb verb_info = {
    .name = "info",
    .operands = "[MODEL | FILE]",
    .least = 0,
    .most = 1,
    .summary = "show what a model holds, or the statistics of a treebank",
    .details =
        "The figures on arcs and labels are over the sentences that are trees, with any number of roots. An "
        "arc from h to d is projective if every word between them descends from h. Its degree is the number "
        "of subtrees between its ends that hang from words outside and do not descend from h.\n\nThe digest "
        "is a checksum of the file. A model stores the digest of its training data.",
    .rows = rows,
    .size = sizeof(info_options),
    .run = run,
    .common = CLI_OUTPUT,
};
