// SPDX-License-Identifier: MIT
#include "cli/analyze_report.h"
#include "cli/cli.h"
#include "cli/punct.h"
#include "common/base/error.h"
#include "common/base/mem.h"
#include "cli/study_report.h"
#include "cli/values.h"
#include "common/treebank/system_name.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct analyze_options {
    cli_common common;
    opt_object punct;
    int format;
    bool unlabelled;
    const char *groups, *pos_groups, *plots;
} analyze_options;

static const opt_row rows[] = {
    {.long_name = "plots",
     .type = OPT_STRING,
     .offset = offsetof(analyze_options, plots),
     .arg = "DIR",
     .help = "write the figures as SVG to DIR, created if missing, and a page with all of them, index.html"},
    {.long_name = "unlabelled",
     .type = OPT_FLAG,
     .offset = offsetof(analyze_options, unlabelled),
     .help = "in text and figures count an arc as right if its head is (json and tsv have both)"},
    {.long_name = "groups",
     .type = OPT_STRING,
     .offset = offsetof(analyze_options, groups),
     .def = "ud",
     .arg = "NAME|FILE",
     .help = "groups of labels: a file, or ddt, penn2malt, prague, talbanken, tiger, ud"},
    {.long_name = "pos-groups",
     .type = OPT_STRING,
     .offset = offsetof(analyze_options, pos_groups),
     .arg = "NAME|FILE",
     .help =
         "groups of parts of speech: a file, penn or upos; by default the one of these that has more of the "
         "words"},
    PUNCT_ROW(offsetof(analyze_options, punct)),
    {.long_name = "format",
     .type = OPT_CHOICE,
     .offset = offsetof(analyze_options, format),
     .def = "text",
     .allowed = SHEET_CHOICES,
     .help = "output format"},
    {.long_name = NULL},
};

static int make_folder(const char *path, copse_error *err)
{
    struct stat st;
    if (mkdir(path, 0777) == 0)
        return 0;
    if (errno != EEXIST)
        return err_system(err, path, "cannot make the folder");
    if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode))
        return err_set(err, COPSE_EIO, path, 0, "not a folder");
    return 0;
}

// One file of the folder; figure -1 is the page, and diagrams come after the figures.
static int write_plot(const char *folder, int figure, const analyze_report *report)
{
    const int diagram = figure - ANALYZE_FIGURES;
    const char *name = figure < 0     ? "index"
                       : diagram >= 0 ? analyze_diagram_file(diagram)
                                      : analyze_figure_file(figure),
               *end = figure < 0 ? "html" : "svg";
    const size_t size = strlen(folder) + strlen(name) + 8;
    char *path = mem_alloc(size, 1);
    cli_text text;
    snprintf(path, size, "%s/%s.%s", folder, name, end);
    cli_text_open(&text);
    if (figure < 0)
        analyze_print_page(text.stream, report);
    else if (diagram >= 0)
        analyze_print_diagram(text.stream, report, diagram);
    else
        analyze_print_figure(text.stream, report, figure);
    const int status = cli_text_close(&text, path);
    mem_free(path);
    return status;
}

static int write_plots(const char *folder, const analyze_report *report)
{
    copse_error err;
    if (make_folder(folder, &err) < 0)
        return cli_fail(&err);
    int status = CLI_DONE;
    for (int figure = ANALYZE_FIGURES + ANALYZE_DIAGRAMS - 1; figure >= -1 && status == CLI_DONE; figure--)
        if (figure < ANALYZE_FIGURES || analyze_has_diagram(report, figure - ANALYZE_FIGURES))
            status = write_plot(folder, figure, report); // the page last
    return status;
}

// The reliability of the systems' confidences, from the files once more. NULL if they cannot be read twice,
// or if Score in MISC is something else.
static copse_scores *read_scores(const char **operand, int systems, const copse_analysis_options *wanted)
{
    const copse_eval_options options = {
        .skip_punctuation = wanted->skip_punctuation, .skip_tags = wanted->skip_tags, .calibration = true};
    copse_error ignored;
    struct stat st;
    for (int i = 0; i <= systems; i++)
        if (stat(i ? system_file(operand[i]) : operand[i], &st) != 0 || !S_ISREG(st.st_mode))
            return NULL;
    copse_scores *scores = mem_zero((size_t)systems, sizeof *scores);
    if (copse_evaluate_all(scores, operand[0], operand + 1, (size_t)systems, &options, &ignored) == 0)
        return scores;
    mem_free(scores);
    return NULL;
}

static void print(FILE *out, const analyze_report *r, sheet_format format)
{
    if (format == SHEET_TEXT)
        analyze_print_text(out, r);
    else if (format == SHEET_JSON)
        analyze_print_json(out, r);
    else if (format == SHEET_TSV)
        analyze_print_tsv(out, r);
    else
        analyze_print_sheets(out, r, format);
}

static int run(void *options, const char **operand, int operand_n)
{
    const analyze_options *o = options;
    const punct *p = punct_of(&o->punct);
    const copse_analysis_options wanted = {
        .skip_punctuation = p->skip, .skip_tags = p->tags, .groups = o->groups, .pos_groups = o->pos_groups};
    const int systems = operand_n - 1;
    if (study_twice_stdin(operand, operand_n))
        return cli_usage(&verb_analyze, "standard input can be only one of the files");
    if (o->plots && !o->plots[0])
        return cli_usage(&verb_analyze, "--plots needs the name of a folder");
    copse_analysis a;
    copse_error err;
    cli_text text;
    if (copse_analyze(&a, operand[0], operand + 1, (size_t)systems, &wanted, &err) < 0)
        return cli_fail(&err);
    copse_scores *scores = o->plots ? read_scores(operand, systems, &wanted) : NULL;
    char **names = system_names(operand + 1, (size_t)systems);
    const char **file = mem_alloc((size_t)systems, sizeof *file);
    for (int k = 0; k < systems; k++)
        file[k] = val_path(system_file(operand[k + 1]));
    const analyze_report report = {val_path(operand[0]), file, names, systems, p, o->unlabelled, &a, scores};
    int status = o->plots ? write_plots(o->plots, &report) : CLI_DONE;
    if (status == CLI_DONE) {
        cli_text_open(&text);
        print(text.stream, &report, (sheet_format)o->format);
        status = cli_text_close(&text, o->common.output);
    }
    for (int k = 0; scores && k < systems; k++)
        copse_scores_done(&scores[k]);
    mem_free(scores);
    mem_free(file);
    system_names_free(names, (size_t)systems);
    copse_analysis_done(&a);
    return status;
}

const cli_verb verb_analyze = {
    .name = "analyze",
    .operands = "GOLD SYSTEM...",
    .least = 2,
    .most = -1,
    .summary = "show where systems err: by length, place in the tree, tag and label",
    .details =
        "The error analysis of McDonald and Nivre (2007) for any number of systems: accuracy by sentence "
        "length, part of speech and group of them; precision and recall by arc length, distance to the root, "
        "number of "
        "siblings, degree of non-projectivity, label and group of labels; agreement between systems. SYSTEM "
        "is FILE or NAME=FILE. The files must have the same sentences and words, and every sentence must be "
        "a tree.\n"
        "\n"
        "A line of a file of groups has the name of a group and its labels or tags, separated by blanks. A "
        "label "
        "that ends in * stands for all labels with that beginning; # begins a comment.",
    .rows = rows,
    .size = sizeof(analyze_options),
    .run = run,
    .common = CLI_OUTPUT,
};
