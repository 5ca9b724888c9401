// SPDX-License-Identifier: MIT
// Cross-validation of one parser over a file.
#include "ensemble/jackknife.h"

#include "common/base/mem.h"
#include "common/base/report.h"

#include <stdlib.h>

// The whole file with the predicted trees; what was left out goes through as it is.
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

int copse_crossval(const char *train, const char *predictions, const copse_crossval_options *options,
                   copse_crossval_result *result, copse_report_fn report, void *context, copse_error *err)
{
    const copse_transition_options *transition = options->transition;
    const copse_ensemble_options o = {.folds = options->folds,
                                      .threads = options->threads,
                                      .seed = transition ? transition->seed : options->graph->seed,
                                      .transition = transition,
                                      .graph = options->graph};
    const recipe r = {.name = transition ? "transition" : "graph",
                      .algorithm = transition ? transition->algorithm : NULL,
                      .order = transition ? 0 : options->graph->order,
                      .seed = -1};
    treebank t;
    label_pool pool = {0};
    int code = tb_read(&t, train, transition ? transition->skip_bad : options->graph->skip_bad, err);
    if (code)
        return code;
    tb_report(&t, report, context);
    copse_tree **tree = mem_zero(t.n, sizeof *tree);
    code = rc_predict(tree, &t, &r, &o, false, &pool, result, report, context, err);
    if (!code && predictions)
        code = write_predictions(predictions, &t, tree, err);
    for (size_t i = 0; i < t.n; i++)
        copse_tree_free(tree[i]);
    free(tree);
    pool_done(&pool);
    tb_done(&t);
    return code;
}
