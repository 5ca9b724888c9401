// SPDX-License-Identifier: MIT
// Calibrates a model anew: parses a treebank, fits the maps, and writes the model with another section CALI.
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/outside.h"
#include "common/model/family.h"
#include "common/model/model.h"
#include "common/treebank/overlay.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------
// Writing

// Copies the section at a place of b.
static int copy_section(const box *b, size_t at, box_writer *w, copse_error *err)
{
    const box_section section = box_section_at(b, at);
    size_t nth = 0;
    cursor c;
    for (size_t i = 0; i < at; i++)
        nth += strcmp(box_section_at(b, i).tag, section.tag) == 0;
    const int code = box_find(b, section.tag, nth, &c, err);
    if (code)
        return code;
    box_begin(w, section.tag);
    box_raw(w, c.at, (size_t)(c.end - c.at));
    return 0;
}

// All sections of b but its calibration, then the new one.
static int copy_with(const box *b, const calibration *c, box_writer *w, copse_error *err)
{
    int code = 0;
    for (size_t i = 0; i < box_sections(b) && !code; i++)
        if (strcmp(box_section_at(b, i).tag, "CALI") != 0)
            code = copy_section(b, i, w, err);
    cal_save(c, w);
    return code;
}

static int write_model(const copse_model *m, const calibration *c, const char *output, copse_error *err)
{
    box_writer *w = box_writer_new();
    int code = copy_with(m->file, c, w, err);
    if (!code)
        code = box_save(w, output, err);
    box_writer_free(w);
    return code;
}

// ---------------------------------------------------------------------------------------------------

// Passes all sentences through the stages before the parser.
static void prepare(const copse_model *m, const model_stage *parser, const treebank *t)
{
    const copse_parse_options options = {0};
    copse_tree *tree = copse_tree_new();
    for (const model_stage *s = m->stage; s < parser; s++) {
        void *worker = s->kind->worker_new(s->model, &options);
        for (size_t i = 0; i < t->n; i++) {
            if (s->kind->run) {
                s->kind->run(worker, t->sentence[i]);
                continue;
            }
            s->kind->parse(worker, &(stage_input){.sentence = t->sentence[i]}, tree);
            ov_put_tree(t->sentence[i], tree);
        }
        s->kind->worker_free(worker);
    }
    copse_tree_free(tree);
}

static void fill(copse_calibration *result, const calibration *c)
{
    *result = (copse_calibration){.sentences = (long)c->sentences,
                                  .words = (long)c->words,
                                  .isotonic = c->isotonic,
                                  .temperature = c->temperature,
                                  .ece_before = c->before[0],
                                  .ece_after = c->after[0],
                                  .label_ece_before = c->before[1],
                                  .label_ece_after = c->after[1]};
}

static int fit(calibration *c, const copse_model *m, const model_stage *parser, const treebank *t,
               const copse_environment *environment, copse_error *err)
{
    const copse_stop *stop = environment ? environment->stop : NULL;
    cal_sample sample = {0};
    prepare(m, parser, t);
    cal_observe(&sample, parser->kind, parser->model, t, env_threads(environment), stop);
    const bool fitted = cal_fit(c, &sample, CAL_VERB);
    cal_sample_done(&sample);
    if (copse_stop_is_set(stop))
        return err_set(err, COPSE_ESTOPPED, NULL, 0, "stopped before the model was calibrated");
    if (!fitted)
        return err_set(err, COPSE_EINPUT, t->name, 0, "%ld words are too few for a calibration (at least %d)",
                       t->words, CAL_LEAST_WORDS);
    return 0;
}

static int calibrate(const char *path, const char *gold, bool skip_bad, const char *output,
                     const copse_environment *environment, copse_calibration *result, copse_error *err)
{
    treebank t = {0};
    calibration c;
    if (!path || !output)
        return err_set(err, COPSE_EINPUT, NULL, 0, "calibrating needs a model and a place for the new one");
    if (box_check_path(output, err) != 0)
        return err->code;
    copse_model *m = copse_model_load(path, err);
    const model_stage *parser = m ? model_parser(m) : NULL;
    int code = m ? 0 : err->code;
    if (m && !parser)
        code = err_set(err, COPSE_EINPUT, path, 0, "has no parser whose scores could be calibrated");
    if (!code)
        code = tb_read(&t, gold, skip_bad, err);
    if (!code)
        code = fit(&c, m, parser, &t, environment, err);
    if (!code)
        code = write_model(m, &c, output, err);
    if (!code && result)
        fill(result, &c);
    tb_done(&t);
    copse_model_free(m);
    return code;
}

int copse_calibrate(const char *model, const char *gold, bool skip_bad, const char *output,
                    const copse_environment *environment, copse_calibration *result, copse_error *err)
{
    out_environment outer;
    const copse_environment *e = out_wrap(&outer, environment);
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, calibrate(model, gold, skip_bad, output, e, result, err));
}
