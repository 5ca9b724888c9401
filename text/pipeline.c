// SPDX-License-Identifier: MIT
// Trains a pipeline: every stage on all of the treebank, and each later stage on what earlier ones will give
// it on new text. A tagger is nearly always right on sentences that it has learnt from. So tags and lemmas
// for the later stages are jackknifed: each part of the treebank gets those of models of the other parts.
#include "text/pipeline.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/report.h"
#include "common/base/text.h"
#include "common/model/crossval.h"
#include "common/model/meta.h"
#include "common/model/rehearsal.h"
#include "common/treebank/sentence.h"
#include "text/lemmatiser.h"
#include "text/tokeniser.h"

#include <string.h>

typedef struct assembly {
    const copse_options *options;
    const pipeline_options *o;
    copse_options *parser; // NULL: none
    treebank *train;
    const treebank *dev;
    copse_environment env;
    long folds; // 0: the stages learn from gold columns
    columns seen;
    pipe_stages stages;
    meter meter;
} assembly;

// How long training takes, relative to the other stages; for parsers about the seconds for 100,000 words.
enum { TOKENISER_EFFORT = 5, TAGGER_EFFORT = 10, LEMMATISER_EFFORT = 5, PARSER_EFFORT = 200, DEV_EFFORT = 2 };

// ---------------------------------------------------------------------------------------------------
// The stages of the model

static void add(pipe_stages *stages, const char *name, size_t len, const void *bytes, size_t size)
{
    char *copy = mem_alloc(size, 1);
    memcpy(copy, bytes, size);
    stages->name[stages->n] = mem_string(name, len);
    stages->model[stages->n++] = (copse_str){copy, size};
}

// Adds the stages of a sequence.
static int add_sequence(pipe_stages *stages, const box *b, copse_error *err)
{
    cursor list;
    int code = box_find(b, "STGS", 0, &list, err);
    const uint32_t n = code ? 0 : cur_u32(&list);
    for (uint32_t i = 0; i < n && !code; i++) {
        const copse_str name = cur_name(&list);
        cursor c;
        code = box_find(b, "STAG", i, &c, err);
        if (!code && stages->n == MODEL_MOST_STAGES)
            code = err_set(err, COPSE_ELIMIT, NULL, 0, "more than %d stages", MODEL_MOST_STAGES);
        if (!code)
            add(stages, name.s, name.len, c.at, (size_t)(c.end - c.at));
    }
    return code;
}

int pipe_add(pipe_stages *stages, const char *name, box_writer *w, copse_error *err)
{
    size_t size;
    void *bytes = box_bytes(w, &size, err);
    box *b = bytes ? box_memory(bytes, size, name, err) : NULL;
    int code = b ? 0 : err->code;
    box_writer_free(w);
    if (b && box_count(b, "STGS"))
        code = add_sequence(stages, b, err);
    else if (b)
        add(stages, name, strlen(name), bytes, size);
    box_close(b);
    mem_free(bytes);
    return code;
}

void pipe_done(pipe_stages *stages)
{
    for (size_t i = 0; i < stages->n; i++) {
        mem_free(stages->name[i]);
        mem_free((void *)(uintptr_t)stages->model[i].s);
    }
    *stages = (pipe_stages){0};
}

void pipe_save(const pipe_stages *stages, box_writer *w)
{
    seq_save(w, stages->n, (const char *const *)stages->name, stages->model);
}

// ---------------------------------------------------------------------------------------------------
// Training the stages

static bool has(const assembly *a, copse_column column)
{
    return a->seen.with[column] > 0;
}

static bool has_tags(const assembly *a)
{
    return has(a, COPSE_UPOS) || has(a, COPSE_XPOS) || has(a, COPSE_FEATS);
}

static int tag(void *context, box_writer *w, treebank *t, const copse_environment *environment,
               copse_error *err)
{
    const assembly *a = context;
    const tag_plan plan = {
        .t = t, .options = &a->o->tagger, .seed = (uint64_t)a->options->common.seed, .env = environment};
    return tag_train(&plan, w, err);
}

static int lemmatise(void *context, box_writer *w, treebank *t, const copse_environment *environment,
                     copse_error *err)
{
    const assembly *a = context;
    const lem_plan plan = {.t = t, .seed = (uint64_t)a->options->common.seed, .env = environment};
    return lem_train(&plan, w, err);
}

static int tokenise(void *context, box_writer *w, treebank *t, const copse_environment *environment,
                    copse_error *err)
{
    const assembly *a = context;
    const tok_plan plan = {.t = t, .seed = (uint64_t)a->options->common.seed, .env = environment};
    return tok_train(&plan, w, err);
}

// A stage that learns from the treebank alone.
typedef struct step {
    const stage_kind *kind;
    int (*train)(void *context, box_writer *w, treebank *t, const copse_environment *environment,
                 copse_error *err);
    double effort;
} step;

// A model that was trained until it was stopped is none.
static int check_stop(const assembly *a, copse_error *err)
{
    return copse_stop_is_set(a->env.stop)
               ? err_set(err, COPSE_ESTOPPED, NULL, 0, "stopped before all stages were trained")
               : 0;
}

// Trains a stage on all sentences.
static int train_one(assembly *a, const step *s, copse_error *err)
{
    text meta = {0};
    box_writer *w = box_writer_new();
    const copse_environment env = meter_part(&a->meter, s->effort);
    report_line(env.report, env.context, "training the %s", s->kind->name);
    meta_begin(&meta, a->options, s->kind->name, a->train);
    meta_save(&meta, w);
    int code = s->train(a, w, a->train, &env, err);
    code = code ? code : check_stop(a, err);
    if (code)
        box_writer_free(w);
    return code ? code : pipe_add(&a->stages, s->kind->name, w, err);
}

// Lets models of other parts of the treebank run over each part.
static int jackknife(assembly *a, const step *s, overlay **over, copse_error *err)
{
    copse_tree **tree = mem_zero(a->train->n, sizeof *tree); // there are none
    label_pool pool = {0};
    copse_crossval_result result;
    const cv_job job = {.name = s->kind->name,
                        .train = s->train,
                        .context = a,
                        .split = CV_DEALT,
                        .folds = a->folds,
                        .env = meter_part(&a->meter, s->effort * (double)(a->folds - 1))};
    const int code = cv_predict(&job, a->train, tree, over, &pool, &result, err);
    pool_done(&pool);
    mem_free(tree);
    return code;
}

// Trains a stage whose output later stages read, and puts over the sentences what they will get of it.
static int train_annotator(assembly *a, const step *s, copse_error *err)
{
    const size_t n = a->train->n;
    overlay **over = mem_zero(n, sizeof *over);
    int code = a->folds ? jackknife(a, s, over, err) : 0;
    code = code ? code : train_one(a, s, err);
    for (size_t i = 0; i < n; i++) {
        if (!code)
            ov_put_all(a->train->sentence[i], over[i]);
        ov_free(over[i]);
    }
    mem_free(over);
    return code;
}

static double parser_effort(const assembly *a)
{
    if (!a->parser)
        return 0;
    const double each = a->parser->family->effort ? a->parser->family->effort(a->parser) : PARSER_EFFORT;
    return a->options->common.calibrate == 0 ? 1.4 * each : each;
}

static int train_parser(assembly *a, copse_error *err)
{
    const copse_environment env = meter_part(&a->meter, parser_effort(a));
    box_writer *w = box_writer_new();
    a->train->mixed = a->o->tags == PIPE_MIXED;
    report_line(env.report, env.context, "training the parser");
    int code = reh_train(a->parser, w, a->train, a->dev, &env, err);
    code = code ? code : check_stop(a, err);
    if (code)
        box_writer_free(w);
    return code ? code : pipe_add(&a->stages, "parser", w, err);
}

static int train_all(assembly *a, copse_error *err)
{
    const step tokeniser = {&tok_stage, tokenise, TOKENISER_EFFORT},
               tagger = {&tag_stage, tag, TAGGER_EFFORT},
               lemmatiser = {&lem_stage, lemmatise, LEMMATISER_EFFORT};
    int code = train_one(a, &tokeniser, err);
    if (!code && has_tags(a))
        code = train_annotator(a, &tagger, err);
    if (!code && has(a, COPSE_LEMMA))
        code = train_annotator(a, &lemmatiser, err);
    if (!code && a->dev)
        code = pipe_annotate(&a->stages, 1, a->dev, a->env.threads, err);
    if (!code && a->parser)
        code = train_parser(a, err);
    return code;
}

// ---------------------------------------------------------------------------------------------------

// Says which columns the model will not write.
static void tell_missing(const assembly *a)
{
    text names = {0};
    for (copse_column k = COLUMNS_FIRST; k <= COLUMNS_LAST; k++)
        if (!has(a, k)) {
            text_cat(&names, names.n ? ", " : "");
            text_cat(&names, sen_column_name(a->train->sentence[0]->format, k));
        }
    if (names.n)
        report_line(a->env.report, a->env.context,
                    "%s: no word has a value in %.*s: the model leaves that out", a->train->name,
                    (int)names.n, names.s);
    text_done(&names);
}

static void look(assembly *a)
{
    for (size_t i = 0; i < a->train->n; i++)
        columns_count(&a->seen, a->train->sentence[i]);
    tell_missing(a);
    const long most = (long)a->train->n;
    a->folds = a->o->tags == PIPE_GOLD ? 0 : a->o->folds < most ? a->o->folds : most;
    if (a->folds == 1)
        a->folds = 0;
}

static double all_effort(const assembly *a)
{
    const double times = a->folds ? (double)a->folds : 1;
    return TOKENISER_EFFORT + (has_tags(a) ? TAGGER_EFFORT * times : 0) +
           (has(a, COPSE_LEMMA) ? LEMMATISER_EFFORT * times : 0) + parser_effort(a) + DEV_EFFORT;
}

int pipe_train(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
               const copse_environment *environment, copse_error *err)
{
    assembly a = {.options = options, .o = popt_of(options), .train = train, .dev = dev, .env = *environment};
    int code = popt_parser(options, &a.parser, err);
    if (code)
        return code;
    look(&a);
    meter_start(&a.meter, environment, all_effort(&a));
    code = train_all(&a, err);
    if (!code) {
        pipe_save(&a.stages, w);
        options_save(options, w);
        columns_save(w, train);
        const copse_environment last = meter_part(&a.meter, DEV_EFFORT);
        if (dev && environment->report)
            code = pipe_report(&a.stages, dev, &last, err);
    }
    pipe_done(&a.stages);
    copse_options_free(a.parser);
    return code;
}
