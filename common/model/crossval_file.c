// SPDX-License-Identifier: MIT
// Cross-validation of one parser over a file.
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/outside.h"
#include "common/model/crossval.h"
#include "common/model/family.h"

#include <stdlib.h>

enum { READING = 1 }; // per cent of the time

// Writes the whole file with the predicted trees; sentences that were left out pass through unchanged.
static int write_predictions(const char *path, const treebank *t, copse_tree *const *tree, copse_error *err)
{
    copse_writer *out = copse_writer_open(path, err);
    int code = out ? 0 : err->code;
    size_t rest = 0;
    for (size_t i = 0; i <= t->n && !code; i++) {
        for (; rest < t->rest_n && t->rest_at[rest] == i && !code; rest++)
            code = copse_writer_put(out, t->rest[rest], NULL, err);
        if (i < t->n && !code)
            code = copse_writer_put(out, t->sentence[i], tree[i], err);
    }
    if (!code)
        code = copse_writer_commit(out, err);
    copse_writer_free(out);
    return code;
}

static int train_fold(void *context, box_writer *w, treebank *t, const copse_environment *environment,
                      copse_error *err)
{
    const copse_options *options = context;
    return options->family->train(options, w, t, NULL, environment, err);
}

static int validate(const copse_options *options, long folds, const treebank *t, const char *predictions,
                    copse_crossval_result *result, const copse_environment *environment, copse_error *err)
{
    label_pool pool = {0};
    const cv_job job = {.name = options->family->name,
                        .train = train_fold,
                        .context = (void *)(uintptr_t)options,
                        .folds = folds,
                        .env = *environment};
    copse_tree **tree = mem_zero(t->n, sizeof *tree);
    int code = cv_predict(&job, t, tree, NULL, &pool, result, err);
    if (!code && predictions)
        code = write_predictions(predictions, t, tree, err);
    for (size_t i = 0; i < t->n; i++)
        copse_tree_free(tree[i]);
    mem_free(tree);
    pool_done(&pool);
    return code;
}

static int crossval(const copse_options *options, long folds, const char *train, const char *predictions,
                    copse_crossval_result *result, const copse_environment *environment, copse_error *err)
{
    treebank t;
    copse_crossval_result ignored;
    if (!result)
        result = &ignored;
    *result = (copse_crossval_result){0};
    if (!options)
        return err_set(err, COPSE_EINPUT, NULL, 0, "cross-validation needs options");
    if (!options->family->alone)
        return err_set(err, COPSE_EINPUT, NULL, 0, "cross-validation is of a single parser");
    if (options->common.dev)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--dev has no meaning for cross-validation");
    meter m;
    meter_start(&m, environment, 100);
    m.env.threads = env_threads(environment);
    int code = options_check_member(options, err);
    if (code)
        return code;
    copse_reader *reader = copse_reader_open(train, err);
    code = reader ? tb_take(&t, reader, options->common.skip_bad, &m, READING, err) : err->code;
    copse_reader_close(reader);
    if (code)
        return code;
    tb_report(&t, m.env.report, m.env.context);
    const copse_environment rest = meter_part(&m, 100 - READING);
    code = validate(options, folds, &t, predictions, result, &rest, err);
    tb_done(&t);
    return code;
}

int copse_crossval(const copse_options *options, long folds, const char *train, const char *predictions,
                   copse_crossval_result *result, const copse_environment *environment, copse_error *err)
{
    out_environment outer;
    const copse_environment *e = out_wrap(&outer, environment);
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, crossval(options, folds, train, predictions, result, e, err));
}
