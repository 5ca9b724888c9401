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
    copse_reader *in;
    copse_writer *out;
    copse_parser *parser;
    copse_sentence *sentence;
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

static void print_total(FILE *out, const lm *m)
{
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

static int weigh(lm *m, cli_text *text, copse_error *err)
{
    copse_lm p;
    const int code = copse_log_probability(m->parser, m->sentence, &p, err);
    if (code)
        return code;
    m->number++;
    if (isfinite(p.log_probability)) {
        m->sentences++;
        m->words += p.words;
        m->sum += p.log_probability;
    }
    print_sentence(text->stream, m, &p);
    return cli_text_flush(text, m->out, err);
}

static int weigh_all(lm *m, copse_error *err)
{
    static const char head[] = "sentence\twords\tlog_probability\tperplexity\n";
    copse_lm none;
    cli_text text;
    int got = 1, code = copse_log_probability(m->parser, m->sentence, &none, err); // is it a language model?
    if (code == 0 && m->o->format == AS_TSV)
        code = copse_writer_bytes(m->out, head, sizeof head - 1, err);
    cli_text_open(&text);
    while (code == 0 && (got = copse_reader_next(m->in, m->sentence, err)) > 0)
        if (copse_sentence_length(m->sentence) > 0)
            code = weigh(m, &text, err);
    code = code ? code : got;
    if (code == 0) {
        print_total(text.stream, m);
        code = cli_text_flush(&text, m->out, err);
    }
    cli_text_drop(&text);
    return code;
}

static int run(void *options, const char **operand, int operand_n)
{
    const lm_options *o = options;
    copse_error err;
    if (!o->model)
        return cli_usage(&verb_lm, "-m MODEL is needed");
    copse_model *model = copse_model_load(o->model, &err);
    if (!model)
        return cli_fail(&err);
    lm m = {.o = o, .sentence = copse_sentence_new(), .parser = copse_parser_new(model, NULL)};
    m.in = copse_reader_open(operand_n ? operand[0] : "-", &err);
    m.out = m.in ? copse_writer_open(o->common.output, &err) : NULL;
    int code = m.out ? weigh_all(&m, &err) : err.code;
    if (code == 0)
        code = copse_writer_commit(m.out, &err);
    copse_writer_free(m.out);
    copse_reader_close(m.in);
    copse_sentence_free(m.sentence);
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
