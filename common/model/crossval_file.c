// SPDX-License-Identifier: MIT
// Cross-validation of a family's parser over a file.
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/model/crossval.h"
#include "common/model/family.h"

#include <stdlib.h>

enum { READING = 1 }; // per cent of the time

// Writes the whole file with the predicted trees; sentences that were left out pass through unchanged.
static int write_predictions(copse_writer *out, const treebank *t, copse_tree *const *tree, copse_error *err)
{
    int code = 0;
    size_t rest = 0;
    for (size_t i = 0; i <= t->n && !code; i++) {
        for (; rest < t->rest_n && t->rest_at[rest] == i && !code; rest++)
            code = copse_writer_put(out, t->rest[rest], NULL, err);
        if (i < t->n && !code)
            code = copse_writer_put(out, t->sentence[i], tree[i], err);
    }
    return code;
}

static int train_fold(void *context, box_writer *w, treebank *t, const copse_environment *environment,
                      copse_error *err)
{
    const copse_options *options = context;
    return options->family->train(options, w, t, NULL, environment, err);
}

// Predicts, shows the predictions to the caller and writes them.
static int validate(const cv_file *f, const treebank *t, const copse_environment *environment,
                    copse_error *err)
{
    const copse_options *options = f->options;
    label_pool pool = {0};
    copse_crossval_result result;
    const cv_job job = {.name = options->family->name,
                        .train = train_fold,
                        .context = (void *)(uintptr_t)options,
                        .split = f->split,
                        .seed = (uint64_t)options->common.seed,
                        .folds = f->folds,
                        .env = *environment};
    copse_tree **tree = mem_zero(t->n, sizeof *tree);
    int code = cv_predict(&job, t, tree, NULL, &pool, &result, err);
    if (!code) {
        int *fold = cv_folds(t->n, job.folds, job.split, job.seed);
        f->use(f->context, t, fold, tree);
        mem_free(fold);
    }
    if (!code && f->predictions)
        code = write_predictions(f->predictions, t, tree, err);
    for (size_t i = 0; i < t->n; i++)
        copse_tree_free(tree[i]);
    mem_free(tree);
    pool_done(&pool);
    return code;
}

static int check(const copse_options *options, copse_error *err)
{
    if (!options)
        return err_set(err, COPSE_EINPUT, NULL, 0, "cross-validation needs options");
    if (options->common.dev)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--dev has no meaning for cross-validation");
    return options_check_member(options, err);
}

int cv_over_file(const cv_file *f, const copse_environment *environment, copse_error *err)
{
    const int wrong = check(f->options, err);
    if (wrong)
        return wrong;
    treebank t;
    meter m;
    meter_start(&m, environment, 100);
    m.env.threads = env_threads(environment);
    copse_reader *reader = copse_reader_open(f->train, err);
    int code = reader ? tb_take(&t, reader, f->options->common.skip_bad, &m, READING, err) : err->code;
    copse_reader_close(reader);
    if (code)
        return code;
    tb_report(&t, m.env.report, m.env.context);
    const copse_environment rest = meter_part(&m, 100 - READING);
    code = validate(f, &t, &rest, err);
    tb_done(&t);
    return code;
}
