// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "cli/values.h"

#include <math.h>

enum { AS_TSV, AS_JSON };

typedef struct lm_options {
    cli_common common;
    const char *model;
    int format;
} lm_options;

static const opt_row rows[] = {
    {.short_name = 'm',
     .long_name = "model",
     .type = OPT_STRING,
     .offset = offsetof(lm_options, model),
     .arg = "MODEL",
     .help = "the model, made by 'copse train generative'; must be given"},
    {.long_name = "format",
     .type = OPT_CHOICE,
     .offset = offsetof(lm_options, format),
     .def = "tsv",
     .allowed = "tsv|json",
     .help = "tab-separated values, or a line of JSON for each sentence and one for the file"},
    {.long_name = NULL},
};

typedef struct lm {
    const lm_options *o;
    copse_parser *parser;
    long number;           // of sentences so far
    long sentences, words; // that have a probability
    double sum;            // of their logs
} lm;

static void print_sentence(FILE *out, const lm *m, const copse_lm *p)
{
    const bool json = m->o->format == AS_JSON;
    if (!isfinite(p->log_probability)) {
        fprintf(out,
                json ? "{\"sentence\": %ld, \"words\": %d, \"log_probability\": null, \"perplexity\": null}\n"
                     : "%ld\t%d\t-\t-\n",
                m->number, p->words);
        return;
    }
    fprintf(out,
            json ? "{\"sentence\": %ld, \"words\": %d, \"log_probability\": %.10g, \"perplexity\": %.10g}\n"
                 : "%ld\t%d\t%.10g\t%.10g\n",
            m->number, p->words, p->log_probability, exp(-p->log_probability / p->words));
}

static void print_total(void *context, FILE *out)
{
    const lm *m = context;
    const bool json = m->o->format == AS_JSON;
    fprintf(out,
            json ? "{\"sentences\": %ld, \"words\": %ld, \"log_probability\": %.10g, \"perplexity\": "
                 : "# sentences %ld, words %ld, log probability %.10g, perplexity ",
            m->sentences, m->words, m->sum);
    if (m->words)
        fprintf(out, "%.10g", exp(-m->sum / (double)m->words));
    else
        fputs(json ? "null" : "-", out);
    fputs(json ? "}\n" : "\n", out);
}

static int weigh(void *context, FILE *out, copse_sentence *sentence, copse_error *err)
{
    lm *m = context;
    copse_lm p;
    const int code = copse_log_probability(m->parser, sentence, &p, err);
    if (code)
        return code;
    m->number++;
    if (isfinite(p.log_probability)) {
        m->sentences++;
        m->words += p.words;
        m->sum += p.log_probability;
    }
    print_sentence(out, m, &p);
    return 0;
}

// Is it a language model?
static int check(const lm *m, copse_error *err)
{
    copse_lm none;
    copse_sentence *empty = copse_sentence_new();
    const int code = copse_log_probability(m->parser, empty, &none, err);
    copse_sentence_free(empty);
    return code;
}

static int run(void *options, const char **operand, int operand_n)
{
    static const char head[] = "sentence\twords\tlog_probability\tperplexity\n";
    const lm_options *o = options;
    copse_error err;
    if (!o->model)
        return cli_usage(&verb_lm, "-m MODEL is needed");
    copse_model *model = copse_model_load(o->model, &err);
    if (!model)
        return cli_fail(&err);
    lm m = {.o = o, .parser = copse_parser_new(model, NULL)};
    const cli_lines lines = {&m, o->format == AS_TSV ? head : NULL, weigh, print_total};
    int code = check(&m, &err);
    if (code == 0)
        code = cli_print_lines(&lines, operand_n ? operand[0] : "-", o->common.output, &err);
    copse_parser_free(m.parser);
    copse_model_free(model);
    if (code)
        return cli_fail(&err);
    if (m.number > m.sentences && !o->common.quiet)
        cli_note("%ld sentences of more than %d words are not counted", m.number - m.sentences,
                 COPSE_MOST_ARCS);
    return CLI_DONE;
}

const cli_verb verb_lm = {
    .name = "lm",
    .operands = "-m MODEL [INPUT]",
    .least = 0,
    .most = 1,
    .summary = "give the probability of each sentence under a generative model",
    .details =
        "INPUT is what 'copse parse' takes. For each sentence the natural logarithm of its probability, "
        "summed over "
        "all its trees, is printed, with the perplexity of a word: e to the power of minus the logarithm "
        "over the "
        "number of words. The last line has the sums over all sentences, and the perplexity of the file.",
    .rows = rows,
    .size = sizeof(lm_options),
    .run = run,
    .common = CLI_OUTPUT,
};
