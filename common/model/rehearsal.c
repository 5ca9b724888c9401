// SPDX-License-Identifier: MIT
#include "common/model/rehearsal.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/report.h"
#include "common/model/crossval.h"

// With halves a graph-based parser was too sure of new text, since more data make larger margins, and a
// transition-based one too unsure, since it is right more often with as large a margin.
enum { FOLDS = 5 };

// Parses the held-out part with the model in w.
static int observe(box_writer *w, const treebank *held, cal_sample *s, const copse_environment *environment,
                   copse_error *err)
{
    size_t size;
    void *bytes = box_bytes(w, &size, err);
    box *b = bytes ? box_memory(bytes, size, "the model of the rehearsal", err) : NULL;
    const stage_kind *kind = b ? stage_of(b) : NULL;
    void *model = kind ? kind->load(b, err) : NULL;
    if (model) {
        cal_observe(s, kind, model, held, env_threads(environment), environment->stop);
        kind->free(model);
    } else if (b && !kind) {
        err_set(err, COPSE_EMODEL, box_path(b), 0, "holds no parser of a kind that this version knows");
    }
    box_close(b);
    mem_free(bytes);
    return model ? 0 : err->code;
}

int reh_observe(const copse_options *options, const treebank *t, cal_sample *s,
                const copse_environment *environment, copse_error *err)
{
    copse_options *light = options_copy(options);
    box_writer *w = box_writer_new();
    int *fold = cv_folds(t->n, FOLDS, CV_DEALT, 0);
    treebank most, held;
    copse_environment quiet = *environment;
    quiet.report = NULL;
    if (options->family->lighten)
        options->family->lighten(light);
    tb_part(&most, t, fold, FOLDS - 1, true);
    tb_part(&held, t, fold, FOLDS - 1, false);
    int code = options->family->train(light, w, &most, NULL, &quiet, err);
    if (!code)
        code = observe(w, &held, s, &quiet, err);
    tb_done(&most);
    tb_done(&held);
    mem_free(fold);
    box_writer_free(w);
    copse_options_free(light);
    return code;
}

// ---------------------------------------------------------------------------------------------------

static void tell(const copse_environment *environment, const calibration *c)
{
    if (c->fitted)
        report_line(environment->report, environment->context,
                    "calibrated on %llu words: expected calibration error %.4f, was %.4f",
                    (unsigned long long)c->words, c->after[0], c->before[0]);
}

// Trains, then rehearses if the sample is still empty.
static int train(const copse_options *options, box_writer *w, treebank *t, const treebank *dev,
                 const copse_environment *environment, copse_error *err)
{
    const family *f = options->family;
    const bool observes = f->observes && f->observes(options, t->n);
    treebank copy = {0};
    meter m;
    const double share = 0.7; // of the time, for the training itself
    if (observes)
        return f->train(options, w, t, dev, environment, err);
    tb_part(&copy, t, NULL, 0, false); // training may change trees
    meter_start(&m, environment, 1);
    const copse_environment first = meter_part(&m, share);
    int code = f->train(options, w, t, dev, &first, err);
    if (!code && !copse_stop_is_set(environment->stop)) {
        const copse_environment second = meter_part(&m, 1 - share);
        report_line(environment->report, environment->context,
                    "training once more on four fifths, to calibrate scores");
        code = reh_observe(options, &copy, options->common.sample, &second, err);
        if (code == COPSE_ESTOPPED)
            code = 0;
    }
    tb_done(&copy);
    return code;
}

int reh_train(const copse_options *options, box_writer *w, treebank *t, const treebank *dev,
              const copse_environment *environment, copse_error *err)
{
    if (options->common.calibrate != 0 || !options_make_parser(options))
        return options->family->train(options, w, t, dev, environment, err);
    if (t->n < CAL_LEAST_SENTENCES) {
        report_line(environment->report, environment->context,
                    "%zu sentences are too few to calibrate scores (at least %d)", t->n, CAL_LEAST_SENTENCES);
        return options->family->train(options, w, t, dev, environment, err);
    }
    cal_sample sample = {0};
    calibration c;
    copse_options *own = options_copy(options);
    own->common.sample = &sample;
    const int code = train(own, w, t, dev, environment, err);
    if (!code && copse_stop_is_set(environment->stop)) {
        report_line(environment->report, environment->context, "stopped: scores are not calibrated");
    } else if (!code) {
        cal_fit(&c, &sample, CAL_TRAINING);
        cal_save(&c, w);
        tell(environment, &c);
    }
    cal_sample_done(&sample);
    copse_options_free(own);
    return code;
}
