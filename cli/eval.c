// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "cli/eval_report.h"
#include "cli/study_report.h"
#include "cli/values.h"
#include "common/base/mem.h"
#include "common/treebank/system_name.h"

#include <string.h>

static const double LEVEL = 0.95; // of confidence intervals

typedef struct eval_options {
    cli_common common;
    opt_object punct;
    int by, format; // indices in the choices below
    bool raw, nonprojective, calibration, graph, confusion, intervals;
    long samples, seed;
} eval_options;

static const opt_row rows[] = {
    PUNCT_ROW(offsetof(eval_options, punct)),
    {.long_name = "raw",
     .type = OPT_FLAG,
     .offset = offsetof(eval_options, raw),
     .help =
         "score raw text, as the CoNLL 2018 shared task does: the default if the sentences or words differ"},
    {.long_name = "by",
     .type = OPT_CHOICE,
     .offset = offsetof(eval_options, by),
     .def = "none",
     .allowed = "none|label|pos",
     .help = "add a table by gold label or by gold part of speech (UPOS, CPOSTAG)"},
    {.long_name = "nonprojective",
     .type = OPT_FLAG,
     .offset = offsetof(eval_options, nonprojective),
     .help = "count only sentences whose gold tree has a non-projective arc"},
    {.long_name = "calibration",
     .type = OPT_FLAG,
     .offset = offsetof(eval_options, calibration),
     .help = "compare the confidences that 'copse parse --scores' writes with the share of right words"},
    {.long_name = "graph",
     .type = OPT_FLAG,
     .offset = offsetof(eval_options, graph),
     .help = "compare the graphs in DEPS too (in CoNLL-X: the tree, and PHEAD with PDEPREL)"},
    {.long_name = "confusion",
     .type = OPT_FLAG,
     .offset = offsetof(eval_options, confusion),
     .help =
         "show which labels are given for which, the 20 most frequent confusions (json and tsv have all)"},
    {.long_name = "intervals",
     .type = OPT_FLAG,
     .offset = offsetof(eval_options, intervals),
     .help = "add 95 % confidence intervals of all figures; of more than two systems they are always shown"},
    {.long_name = "format",
     .type = OPT_CHOICE,
     .offset = offsetof(eval_options, format),
     .def = "text",
     .allowed = SHEET_CHOICES,
     .help = "output format"},
    {.long_name = "samples",
     .type = OPT_INT,
     .offset = offsetof(eval_options, samples),
     .def = "10000",
     .allowed = "1..10000000",
     .arg = "N",
     .help = "number of random samples for p-values and intervals"},
    {.long_name = "seed",
     .type = OPT_INT,
     .offset = offsetof(eval_options, seed),
     .def = "1",
     .allowed = "0..",
     .arg = "N",
     .help = "random seed of these samples"},
    {.long_name = NULL},
};

static void print(FILE *out, const eval_report *report, int format)
{
    if (format == SHEET_JSON)
        eval_print_json(out, report);
    else if (format == SHEET_TSV)
        eval_print_tsv(out, report);
    else if (format == SHEET_TEXT && report->systems < 3)
        eval_print_text(out, report);
    else
        eval_print_sheets(out, report, (sheet_format)format);
}

static copse_discordance turned(copse_discordance d)
{
    const long first = d.first;
    d.first = d.second;
    d.second = first;
    return d;
}

// Compares all pairs of systems: copse_compare and copse_mcnemar of the first and the second, and the other
// way round, which differs in signs only.
static int compare_all(eval_report *r, copse_error *err)
{
    const int n = r->systems;
    int code = 0;
    for (int i = 0; i < n && code == 0; i++)
        for (int k = i + 1; k < n && code == 0; k++) {
            copse_significance *c = &r->comparison[i * n + k], *back = &r->comparison[k * n + i];
            copse_mcnemar_result *m = &r->mcnemar[i * n + k], *other = &r->mcnemar[k * n + i];
            code = copse_compare(c, &r->scores[i], &r->scores[k], r->samples, (uint64_t)r->seed, err);
            if (code == 0)
                code = copse_mcnemar(m, &r->scores[i], &r->scores[k], err);
            *back = *c;
            back->las_difference = -c->las_difference;
            back->uas_difference = -c->uas_difference;
            *other = (copse_mcnemar_result){turned(m->las), turned(m->uas), turned(m->la)};
        }
    return code;
}

static int find_intervals(eval_report *r, copse_error *err)
{
    int code = 0;
    for (int k = 0; r->intervals && k < r->systems && code == 0; k++)
        code = copse_bootstrap(&r->intervals[k], &r->scores[k], r->samples, LEVEL, (uint64_t)r->seed, err);
    return code;
}

// The first option given that raw text cannot be scored with; NULL: none.
static const char *words_only(const eval_options *o)
{
    const punct *p = punct_of(&o->punct);
    return p->skip || p->tags ? "--punct"
           : o->by != BY_NONE ? "--by"
           : o->nonprojective ? "--nonprojective"
           : o->calibration   ? "--calibration"
           : o->graph         ? "--graph"
           : o->confusion     ? "--confusion"
           : o->intervals     ? "--intervals"
                              : NULL;
}

enum { WORDS, RAW }; // which scores there are

// Computes the scores: WORDS, RAW or a negative code. Says why raw text is scored if nobody asked for it.
static int evaluate(eval_report *r, const char **operand, const eval_options *o, copse_error *err)
{
    char text[sizeof(copse_error)];
    copse_error why;
    const size_t n = (size_t)r->systems;
    if (o->raw)
        return copse_evaluate_raw(r->raw, operand[0], r->given, n, err) < 0 ? err->code : RAW;
    const int code =
        copse_evaluate_either(r->scores, r->raw, operand[0], r->given, n, &r->options, &why, err);
    if (code != RAW)
        return code;
    const char *option = words_only(o);
    if (option) {
        const size_t used = strlen(why.message);
        *err = why;
        snprintf(err->message + used, sizeof err->message - used, "; raw text is scored without %s", option);
        return err->code;
    }
    if (!o->common.quiet)
        cli_note("%s: scored as raw text", copse_error_text(&why, text, sizeof text));
    return RAW;
}

// Compares the systems by their scores of words.
static int compare(eval_report *r, copse_error *err)
{
    const int code = compare_all(r, err);
    return code < 0 ? code : find_intervals(r, err);
}

static int report_on(eval_report *r, const char **operand, const eval_options *o)
{
    copse_error err;
    cli_text text;
    int status = CLI_DONE;
    const int scores = evaluate(r, operand, o, &err);
    if (scores < 0)
        return cli_fail(&err);
    if (scores == WORDS && compare(r, &err) < 0)
        status = cli_fail(&err);
    if (status == CLI_DONE) {
        cli_text_open(&text);
        if (scores == RAW)
            eval_print_raw(text.stream, r, (sheet_format)o->format);
        else
            print(text.stream, r, o->format);
        status = cli_text_close(&text, o->common.output);
    }
    for (int k = 0; k < r->systems; k++)
        copse_scores_done(&r->scores[k]);
    return status;
}

static int run(void *options, const char **operand, int operand_n)
{
    const eval_options *o = options;
    const size_t n = (size_t)operand_n - 1;
    if (study_twice_stdin(operand, operand_n))
        return cli_usage(&verb_eval, "standard input can be only one of the files");
    if (o->raw && words_only(o))
        return cli_usage(&verb_eval, "--raw: raw text is scored without %s", words_only(o));
    char **name = system_names(operand + 1, n);
    eval_report report = {
        .gold = val_path(operand[0]),
        .given = operand + 1,
        .name = name,
        .systems = (int)n,
        .options = {.skip_punctuation = punct_of(&o->punct)->skip,
                    .skip_tags = punct_of(&o->punct)->tags,
                    .nonprojective_only = o->nonprojective,
                    .calibration = o->calibration,
                    .graph = o->graph,
                    .confusion = o->confusion},
        .punct = punct_of(&o->punct),
        .by = o->by,
        .scores = mem_zero(n, sizeof *report.scores),
        .raw = mem_zero(n, sizeof *report.raw),
        .comparison = mem_zero(n, n * sizeof *report.comparison),
        .mcnemar = mem_zero(n, n * sizeof *report.mcnemar),
        .intervals = o->intervals || n > 2 ? mem_zero(n, sizeof *report.intervals) : NULL,
        .samples = o->samples,
        .seed = o->seed,
    };
    const int status = report_on(&report, operand, o);
    mem_free(report.scores);
    mem_free(report.raw);
    mem_free(report.comparison);
    mem_free(report.mcnemar);
    mem_free(report.intervals);
    system_names_free(name, n);
    return status;
}

const cli_verb verb_eval = {
    .name = "eval",
    .operands = "GOLD SYSTEM...",
    .least = 2,
    .most = -1,
    .summary = "score parsed files against the gold one, and compare them",
    .details =
        "SYSTEM is FILE, or NAME=FILE to give it a name. A word of SYSTEM without a usable head is wrong. "
        "Files "
        "with other sentences or words than GOLD, but the same text apart from spaces, are scored as raw "
        "text: "
        "F1 of tokens, sentences, words, tags, lemmas and arcs, as the CoNLL 2018 shared task defines them. "
        "With two systems the differences are shown, and for "
        "LAS and UAS the p-value: the probability that chance alone makes a difference as large, by "
        "approximate randomisation over sentences, two-sided, and by McNemar's test over words. With more, "
        "there are tables of all figures, of their confidence intervals (bootstrap over sentences), and of "
        "the p-values of all pairs.",
    .rows = rows,
    .size = sizeof(eval_options),
    .run = run,
    .common = CLI_OUTPUT,
};
