// SPDX-License-Identifier: MIT
// Training a model on a treebank, for any family.
#include "common/base/error.h"
#include "common/base/save.h"
#include "common/base/report.h"
#include "common/model/rehearsal.h"
#include "common/treebank/writer.h"
#include "common/base/mem.h"
#include "common/base/outside.h"
#include "common/treebank/reader.h"

enum { READING = 1 }; // per cent of the time

// Reads the treebanks, trains, and writes the sections of a model.
static int train(const copse_options *options, copse_reader *reader, box_writer *w,
                 const copse_environment *environment, copse_error *err)
{
    const fam_common *common = &options->common;
    treebank t = {0}, d = {0};
    meter m;
    meter_start(&m, environment, 100);
    m.env.threads = env_threads(environment);
    const family *f = options->family;
    const bool headless = f->headless && f->headless(options);
    int code = (headless ? tb_take_words : tb_take)(&t, reader, common->skip_bad, &m, READING, err);
    if (code)
        return code;
    tb_report(&t, m.env.report, m.env.context);
    if (common->dev)
        code = tb_read(&d, common->dev, common->skip_bad, err);
    if (common->dev && !code)
        tb_report_blemishes(&d, m.env.report, m.env.context);
    const copse_environment rest = meter_part(&m, 100 - READING);
    if (!code)
        code = (headless ? f->train : reh_train)(options, w, &t, common->dev ? &d : NULL, &rest, err);
    tb_done(&d);
    tb_done(&t);
    return code;
}

// Trains and returns the sections of a model; NULL on failure.
static box_writer *sections(const copse_options *options, copse_reader *reader,
                            const copse_environment *environment, copse_error *err)
{
    box_writer *w = box_writer_new();
    if (copse_options_check(options, err) == 0 && train(options, reader, w, environment, err) == 0)
        return w;
    box_writer_free(w);
    return NULL;
}

static int train_stream(const copse_options *options, copse_reader *reader, copse_writer *model,
                        const copse_environment *environment, copse_error *err)
{
    if (!options || !reader || !model)
        return err_set(err, COPSE_EINPUT, NULL, 0, "training needs options, a reader and a writer");
    if (save_packs(wr_target(model)))
        return box_check_path(save_name(wr_target(model)), err);
    box_writer *w = sections(options, reader, environment, err);
    const int code = w ? box_put(w, wr_target(model), err) : err->code;
    box_writer_free(w);
    return code;
}

int copse_train_stream(const copse_options *options, copse_reader *reader, copse_writer *model,
                       const copse_environment *environment, copse_error *err)
{
    out_environment outer;
    const copse_environment *e = out_wrap(&outer, environment);
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        if (reader)
            rd_on_problem(reader, NULL, NULL); // it stays the caller's
        return mem_failed(&guard, err);
    }
    return mem_end(&guard, train_stream(options, reader, model, e, err));
}

static int train_file(const copse_options *options, const char *treebank_file, const char *model,
                      const copse_environment *environment, copse_error *err)
{
    if (!options || !model)
        return err_set(err, COPSE_EINPUT, NULL, 0, "training needs options and a place for the model");
    if (box_check_path(model, err) != 0)
        return err->code;
    copse_reader *reader = copse_reader_open(treebank_file, err);
    box_writer *w = reader ? sections(options, reader, environment, err) : NULL;
    const int code = w ? box_save(w, model, err) : err->code;
    box_writer_free(w);
    copse_reader_close(reader);
    return code;
}

int copse_train(const copse_options *options, const char *treebank_file, const char *model,
                const copse_environment *environment, copse_error *err)
{
    out_environment outer;
    const copse_environment *e = out_wrap(&outer, environment);
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, train_file(options, treebank_file, model, e, err));
}
