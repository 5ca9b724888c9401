// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "cli/values.h"

#include <string.h>

enum { ROOTS_ONE, ROOTS_ANY };

typedef struct check_options {
    cli_common common;
    int roots; // index in the choices below
    bool ud;
} check_options;

static const opt_row rows[] = {
    {.long_name = "roots",
     .type = OPT_CHOICE,
     .offset = offsetof(check_options, roots),
     .def = "one",
     .allowed = "one|any",
     .help = "whether a sentence may have more than one word with head 0"},
    {.long_name = "ud",
     .type = OPT_FLAG,
     .offset = offsetof(check_options, ud),
     .help = "also check the rules of Universal Dependencies on roots: a word has head 0 if and only if "
             "its label is root or root:SUBTYPE, and each sentence has exactly one such word"},
    {.long_name = NULL},
};

static const char *const kinds[COPSE_P_KINDS] = {
    [COPSE_P_COLUMNS] = "wrong number of columns",
    [COPSE_P_ID] = "wrong id",
    [COPSE_P_EMPTY] = "empty column",
    [COPSE_P_HEAD_NUMBER] = "head missing or not a number",
    [COPSE_P_HEAD_RANGE] = "head out of range",
    [COPSE_P_SELF_LOOP] = "word that is its own head",
    [COPSE_P_CYCLE] = "cycle",
    [COPSE_P_NO_ROOT] = "no root",
    [COPSE_P_ROOTS] = "several roots",
    [COPSE_P_UTF8] = "invalid UTF-8",
    [COPSE_P_CONTROL] = "control characters",
    [COPSE_P_ROOT_LABEL] = "head 0, but label not root",
    [COPSE_P_ROOT_BELOW] = "label root, but head not 0",
    [COPSE_P_DEPS] = "wrong DEPS",
};

// Complaints are written in large pieces: a file that is no treebank has millions of them.
typedef struct complaints {
    char file[sizeof((copse_error *)0)->file]; // as an error would show it
    char buf[1 << 16];
    size_t used;
} complaints;

static void flush(complaints *c)
{
    fwrite(c->buf, 1, c->used, stderr);
    c->used = 0;
}

static void complain(void *context, const copse_problem *problem)
{
    enum { MOST = sizeof((copse_error *)0)->file + sizeof((copse_error *)0)->message + 64 };
    complaints *c = context;
    if (sizeof c->buf - c->used < MOST)
        flush(c);
    int len =
        snprintf(c->buf + c->used, MOST, "copse: %s:%ld: %s\n", c->file, problem->line, problem->message);
    c->used += (size_t)(len < MOST ? len : MOST - 1);
}

static const char *plural(long n)
{
    return n == 1 ? "" : "s";
}

// Prints the counts of one file, or of all files.
static void summarize(FILE *out, const char *name, const copse_check_result *r)
{
    if (name)
        fprintf(out, "%s: ", name);
    fprintf(out, "%ld sentence%s, %ld word%s, ", r->sentences, plural(r->sentences), r->words,
            plural(r->words));
    if (r->total == 0)
        fprintf(out, "no problems\n");
    else
        fprintf(out, "%ld problem%s\n", r->total, plural(r->total));
    for (int k = 0; k < COPSE_P_KINDS; k++)
        if (r->problems[k])
            fprintf(out, "%8ld  %s\n", r->problems[k], kinds[k]);
}

static void add(copse_check_result *sum, const copse_check_result *r)
{
    sum->sentences += r->sentences;
    sum->words += r->words;
    sum->total += r->total;
    for (int k = 0; k < COPSE_P_KINDS; k++)
        sum->problems[k] += r->problems[k];
}

static int run(void *options, const char **operand, int operand_n)
{
    static const char *standard_input[] = {"-"};
    static complaints c;
    const check_options *o = options;
    const char **file = operand_n ? operand : standard_input;
    const int files = operand_n ? operand_n : 1;
    const copse_check_options how = {.several_roots = o->roots == ROOTS_ANY, .ud = o->ud};
    copse_check_result sum = {.sentences = 0}, result;
    copse_error err;
    cli_text text;
    int stdins = 0, status = CLI_DONE, read = 0;
    for (int i = 0; i < files; i++)
        stdins += strcmp(file[i], "-") == 0;
    if (stdins > 1)
        return cli_usage(&verb_check, "standard input can be only one of the files");
    if (o->ud && o->roots == ROOTS_ANY)
        return cli_usage(&verb_check, "--ud wants one root: --roots any cannot be given with it");

    cli_text_open(&text);
    for (int i = 0; i < files; i++) {
        snprintf(c.file, sizeof c.file, "%s", val_path(file[i]));
        int code = copse_check(file[i], &how, complain, &c, &result, &err);
        flush(&c);
        if (code < 0) {
            status = cli_fail(&err);
            continue;
        }
        if (result.total)
            status = CLI_BAD;
        summarize(text.stream, files > 1 ? c.file : NULL, &result);
        add(&sum, &result);
        read++;
    }
    if (files > 1)
        summarize(text.stream, "all", &sum);
    if (o->common.quiet || read == 0) {
        cli_text_drop(&text);
        return status;
    }
    int written = cli_text_close(&text, o->common.output);
    return status == CLI_DONE ? written : status;
}

const cli_verb verb_check = {
    .name = "check",
    .operands = "[FILE...]",
    .least = 0,
    .most = -1,
    .summary = "find every problem in a treebank",
    .details =
        "Every problem is one line on standard error, with file and line; a summary goes to standard output "
        "unless --quiet. The status is 1 if there is any problem, and 0 if there is none.\n"
        "\n"
        "Problems are: lines that do not have ten columns, ids out of order, empty columns, heads that are "
        "not numbers or out of range, words that are their own heads, cycles, sentences without a root or "
        "with several, bytes that are not UTF-8, and control characters. Byte offsets in a line begin at 0.",
    .rows = rows,
    .size = sizeof(check_options),
    .run = run,
    .common = CLI_OUTPUT,
};
