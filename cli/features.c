// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "cli/features_report.h"
#include "cli/values.h"

#include <stdlib.h>
#include <string.h>

typedef struct features_options {
    cli_common common;
    int format;
    const char *from_malt;
    int to_malt, structures, columns;
    bool leave_out;
    const char *show, *algorithm;
    long sentence;
} features_options;

#define AT(member) offsetof(features_options, member)
static const opt_row rows[] = {
    {.long_name = "format",
     .type = OPT_CHOICE,
     .offset = AT(format),
     .def = "text",
     .allowed = "text|json|tsv",
     .help = "output format, but of conversions"},
    {.long_name = "from-malt",
     .type = OPT_STRING,
     .offset = AT(from_malt),
     .arg = "FILE",
     .help = "read MaltParser's feature specification: XML, .par, or the notation of the paper; without "
             "--to-malt and --show, write it as a feature model"},
    {.long_name = "to-malt",
     .type = OPT_CHOICE,
     .offset = AT(to_malt),
     .def = "auto",
     .allowed = "xml|par|paper",
     .help = "write the feature model as MaltParser's specification; auto: do not"},
    {.long_name = "for",
     .type = OPT_CHOICE,
     .offset = AT(structures),
     .def = "auto",
     .allowed = "nivre|covington|stack|two-planar",
     .help = "the algorithms of MaltParser that --to-malt xml writes for; auto: covington for models with L0 "
             "or R0, else nivre"},
    {.long_name = "columns",
     .type = OPT_CHOICE,
     .offset = AT(columns),
     .def = "conllx",
     .allowed = "conllx|conllu",
     .help = "the names of the columns that --to-malt xml writes"},
    {.long_name = "leave-out",
     .type = OPT_FLAG,
     .offset = AT(leave_out),
     .help = "leave out features that a conversion cannot express, with a line on standard error for each; "
             "without it they are errors"},
    {.long_name = "show",
     .type = OPT_STRING,
     .offset = AT(show),
     .arg = "TREEBANK",
     .help = "show the features of each configuration in the derivation of a sentence's tree"},
    {.long_name = "algorithm",
     .type = OPT_STRING,
     .offset = AT(algorithm),
     .arg = "NAME",
     .help = "the transition system of --show, as in 'copse train transition' (default: arc-eager)"},
    {.long_name = "sentence",
     .type = OPT_INT,
     .offset = AT(sentence),
     .def = "auto",
     .allowed = "1..",
     .arg = "N",
     .help = "which sentence of the treebank --show shows; auto: 1"},
    {.long_name = NULL},
};

static void report(void *context, const char *line)
{
    const features_options *o = context;
    if (!o->common.quiet)
        cli_note("%s", line);
}

static copse_malt_options malt_options(const features_options *o)
{
    return (copse_malt_options){.format = o->to_malt == OPT_AUTO_CHOICE
                                              ? COPSE_MALT_AUTO
                                              : (copse_malt_format)(o->to_malt + COPSE_MALT_XML),
                                .structures = o->structures == OPT_AUTO_CHOICE
                                                  ? COPSE_MALT_ANY
                                                  : (copse_malt_structures)(o->structures + COPSE_MALT_NIVRE),
                                .conllu = o->columns == 1,
                                .leave_out = o->leave_out,
                                .report = report,
                                .context = (void *)o};
}

// Options that say nothing without another one. NULL: all is well.
static const char *misplaced(const features_options *o, int operand_n)
{
    const bool to = o->to_malt != OPT_AUTO_CHOICE, from = o->from_malt != NULL;
    if (from && operand_n)
        return "--from-malt takes the place of the operand";
    if (to && o->show)
        return "--to-malt and --show do not go together";
    if (to && !from && !operand_n)
        return "--to-malt needs a feature model";
    if (o->to_malt != 0 && (o->structures != OPT_AUTO_CHOICE || o->columns))
        return "--for and --columns are for --to-malt xml";
    if (o->leave_out && !to && !from)
        return "--leave-out is for conversions";
    if (!o->show && (o->algorithm || !opt_auto_int(o->sentence)))
        return "--algorithm and --sentence are for --show";
    if (o->algorithm && !copse_features_default(o->algorithm))
        return "--algorithm takes the name of a transition system, see 'copse train transition --help'";
    if (o->format != FEATURES_TEXT && (to || (from && !o->show)))
        return "--format is not for conversions";
    return NULL;
}

// Notes on standard error what is likely a mistake.
static void warn(const features_options *o, const features_report *r)
{
    const char *name = r->name;
    for (size_t i = 0; i < copse_features_count(r->features) && !o->common.quiet; i++) {
        const copse_feature f = copse_features_at(r->features, i);
        size_t idle = 0;
        for (size_t a = 0; a < r->n; a++)
            idle += r->use[a].idle[i];
        if (f.repeats)
            cli_note("%s:%ld: repeats line %ld", name, f.line, f.repeats);
        if (r->n && idle == r->n)
            cli_note("%s:%ld: never has a value, whatever the algorithm", name, f.line);
    }
}

static int explain(FILE *out, const features_options *o, const char *name, const copse_features *features,
                   copse_error *err)
{
    features_report r;
    const int code = features_report_make(&r, name, features, err);
    if (!code) {
        warn(o, &r);
        features_report_print(out, o->format, &r);
    }
    features_report_done(&r);
    return code;
}

// Moves to the sentence with the number, among those that have words: 0 or a code.
static int find_sentence(copse_reader *in, copse_sentence *s, long number, const char *file, copse_error *err)
{
    long at = 0;
    int code;
    while ((code = copse_reader_next(in, s, err)) > 0)
        if (copse_sentence_length(s) > 0 && ++at == number)
            return 0;
    if (code < 0)
        return code;
    *err = (copse_error){.code = COPSE_EINPUT};
    snprintf(err->file, sizeof err->file, "%s", val_path(file));
    snprintf(err->message, sizeof err->message, "there is no sentence %ld", number);
    return err->code;
}

static int show(FILE *out, const features_options *o, const copse_features *features, copse_error *err)
{
    features_firing firing;
    copse_sentence *s = copse_sentence_new();
    copse_reader *in = copse_reader_open(o->show, err);
    int code = in ? find_sentence(in, s, opt_int(o->sentence, 1), o->show, err) : err->code;
    if (!code) {
        features_firing_begin(&firing, out, o->format, features);
        code = copse_features_fire(features, o->algorithm, s, features_fired, &firing, err);
        features_firing_end(&firing);
    }
    copse_reader_close(in);
    copse_sentence_free(s);
    return code;
}

static int write_text(FILE *out, char *s, const copse_error *err)
{
    if (!s)
        return err->code;
    fputs(s, out);
    free(s);
    return 0;
}

static int print(FILE *out, const features_options *o, const char *operand, copse_error *err)
{
    const copse_malt_options how = malt_options(o);
    copse_malt_options from = how;
    from.format = COPSE_MALT_AUTO;
    const char *name = operand ? operand : copse_features_default(o->algorithm);
    copse_features *f =
        o->from_malt ? copse_features_from_malt(o->from_malt, &from, err) : copse_features_read(name, err);
    if (!f)
        return err->code;
    int code = 0;
    if (o->show)
        code = show(out, o, f, err);
    else if (o->to_malt != OPT_AUTO_CHOICE)
        code = write_text(out, copse_features_to_malt(f, &how, err), err);
    else if (o->from_malt)
        fputs(copse_features_text(f), out);
    else
        code = explain(out, o, name, f, err);
    copse_features_free(f);
    return code;
}

static int run(void *options, const char **operand, int operand_n)
{
    const features_options *o = options;
    const char *wrong = misplaced(o, operand_n);
    copse_error err;
    cli_text text;
    if (wrong)
        return cli_usage(&verb_features, "%s", wrong);
    cli_text_open(&text);
    const bool list = !operand_n && !o->from_malt && !o->show;
    const int code = list ? features_list(text.stream, o->format, &err)
                          : print(text.stream, o, operand_n ? operand[0] : NULL, &err);
    if (code == 0)
        return cli_text_close(&text, o->common.output);
    cli_text_drop(&text);
    return cli_fail(&err);
}

const cli_verb verb_features = {
    .name = "features",
    .operands = "[NAME | FILE]",
    .least = 0,
    .most = 1,
    .summary = "list, explain, check and convert feature models of transition-based parsers",
    .details =
        "Without operand: the shipped feature models. With one: what each of its lines looks at, which "
        "columns it reads, how deep it sees, and which lines can never have a value with each "
        "algorithm, found by trying derivations. A line that cannot be read is an error with line and "
        "column; repeated lines are noted on standard error.\n\nMaltParser's specifications are read "
        "with --from-malt and written with --to-malt: xml is the format of MaltParser 1, par that of "
        "MaltParser 0, paper the notation of Nivre et al. (2007). What the other side does not have "
        "is an error that names the line, or left out with --leave-out.",
    .rows = rows,
    .size = sizeof(features_options),
    .run = run,
    .common = CLI_OUTPUT,
};
