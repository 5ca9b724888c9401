// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "cli/values.h"

#include "common/base/mem.h"

#include <math.h>

enum { AS_TSV, AS_JSON };

typedef struct marginals_options {
    cli_common common;
    opt_list models;
    double least;
    int format, single_root; // 0 yes, 1 no
    bool unpruned, keep_heads;
} marginals_options;

static const opt_row rows[] = {
    {.short_name = 'm',
     .long_name = "model",
     .type = OPT_LIST,
     .offset = offsetof(marginals_options, models),
     .arg = "MODEL",
     .help = "the model; must be given. Several models vote"},
    {.long_name = "least",
     .type = OPT_REAL,
     .offset = offsetof(marginals_options, least),
     .def = "0.01",
     .allowed = "0..1",
     .arg = "P",
     .help = "leave out arcs that are less probable"},
    {.long_name = "unpruned",
     .type = OPT_FLAG,
     .offset = offsetof(marginals_options, unpruned),
     .help = "graph-based parsers score every arc, not only those from likely heads: slower"},
    {.long_name = "keep-heads",
     .type = OPT_FLAG,
     .offset = offsetof(marginals_options, keep_heads),
     .help = "sum only over trees that have the heads in INPUT, for words whose HEAD is a number"},
    {.long_name = "single-root",
     .type = OPT_CHOICE,
     .offset = offsetof(marginals_options, single_root),
     .def = "auto",
     .allowed = "yes|no",
     .help = "sum over trees with exactly one root word, or over all; auto: as the model was trained"},
    {.long_name = "format",
     .type = OPT_CHOICE,
     .offset = offsetof(marginals_options, format),
     .def = "tsv",
     .allowed = "tsv|json",
     .help = "tab-separated values, or a line of JSON for each sentence"},
    {.long_name = NULL},
};

typedef struct marginals {
    const marginals_options *o;
    copse_parser *parser;
    const copse_sentence *sentence; // the one at hand
    long number;                    // of sentences so far
} marginals;

// The form of a word as a terminated string, which the caller frees; "root" for the root.
static char *form_of(const copse_sentence *s, int word)
{
    const copse_str form = word ? copse_sentence_column(s, word, COPSE_FORM) : (copse_str){"root", 4};
    return mem_string(form.s, form.len);
}

static void print_tsv(FILE *out, const marginals *m, const copse_arcs *arcs)
{
    fprintf(out, "# sentence = %ld\n", m->number);
    if (!isnan(arcs->log_sum))
        fprintf(out, "# log_sum = %.10g\n", arcs->log_sum);
    for (size_t i = 0; i < arcs->n; i++) {
        const copse_arc *a = &arcs->arc[i];
        char *form = form_of(m->sentence, a->word), *head = form_of(m->sentence, a->head);
        fprintf(out, "%ld\t%d\t", m->number, a->word);
        val_tsv(out, form);
        fprintf(out, "\t%d\t", a->head);
        val_tsv(out, head);
        fprintf(out, "\t%.6f\n", a->probability);
        mem_free(form);
        mem_free(head);
    }
}

static void print_json(FILE *out, const marginals *m, const copse_arcs *arcs)
{
    fprintf(out, "{\"sentence\": %ld, \"log_sum\": ", m->number);
    if (isnan(arcs->log_sum))
        fputs("null", out);
    else
        fprintf(out, "%.10g", arcs->log_sum);
    fputs(", \"forms\": [", out);
    for (int d = 1; d <= copse_sentence_length(m->sentence); d++) {
        char *form = form_of(m->sentence, d);
        fputs(d > 1 ? ", " : "", out);
        val_json(out, form);
        mem_free(form);
    }
    fputs("], \"arcs\": [", out);
    for (size_t i = 0; i < arcs->n; i++)
        fprintf(out, "%s{\"word\": %d, \"head\": %d, \"probability\": %.6f}", i ? ", " : "",
                arcs->arc[i].word, arcs->arc[i].head, arcs->arc[i].probability);
    fputs("]}\n", out);
}

static int print_sentence(void *context, FILE *out, copse_sentence *sentence, copse_error *err)
{
    marginals *m = context;
    copse_arcs arcs;
    const int code = copse_parse_arcs(m->parser, sentence, m->o->least, &arcs, err);
    m->number++;
    m->sentence = sentence;
    if (code == 0)
        (m->o->format == AS_JSON ? print_json : print_tsv)(out, m, &arcs);
    copse_arcs_done(&arcs);
    return code;
}

static int run(void *options, const char **operand, int operand_n)
{
    static const char head[] = "sentence\tword\tform\thead\thead_form\tprobability\n";
    const marginals_options *o = options;
    const copse_parse_options how = {.single_root = (copse_root_choice)(o->single_root - OPT_AUTO_CHOICE),
                                     .unpruned = o->unpruned,
                                     .keep_heads = o->keep_heads};
    copse_error err;
    if (o->models.n == 0)
        return cli_usage(&verb_marginals, "-m MODEL is needed");
    copse_model *model = cli_load_models(&o->models, &err);
    if (!model)
        return cli_fail(&err);
    cli_note_unpruned(&o->common, o->unpruned, model);
    marginals m = {.o = o, .parser = copse_parser_new(model, &how)};
    const cli_lines lines = {&m, o->format == AS_TSV ? head : NULL, print_sentence, NULL};
    const int code = cli_print_lines(&lines, operand_n ? operand[0] : "-", o->common.output, &err);
    copse_parser_free(m.parser);
    copse_model_free(model);
    return code ? cli_fail(&err) : CLI_DONE;
}

const cli_verb verb_marginals = {
    .name = "marginals",
    .operands = "-m MODEL [-m MODEL...] [INPUT]",
    .least = 0,
    .most = 1,
    .summary = "list the arcs of each sentence with their probabilities",
    .details =
        "INPUT is what 'copse parse' takes. For each sentence the arcs from every head to every word are "
        "listed that have at least the probability of --least. Models of the trainer crf sum over all trees, "
        "and the log of the sum over all trees is given too. The probabilities of other models are "
        "calibrated ones, see 'copse calibrate'.",
    .rows = rows,
    .size = sizeof(marginals_options),
    .run = run,
    .common = CLI_OUTPUT,
};
