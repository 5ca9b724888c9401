// SPDX-License-Identifier: MIT
#include "ensemble/jackknife.h"

#include "common/base/mem.h"

void cv_add_guides(treebank *guided, const treebank *t, const recipe *r, copse_tree **const *tree)
{
    tb_part(guided, t, NULL, 0, false);
    if (r->guides == 0)
        return;
    guided->guides = (int)r->guides;
    guided->guide = mem_alloc(t->n * r->guides, sizeof *guided->guide);
    for (size_t i = 0; i < t->n; i++)
        for (size_t g = 0; g < r->guides; g++)
            guided->guide[i * r->guides + g] = tree[r->guide[g]][i];
}

typedef struct task {
    const recipe *r;
    const copse_ensemble_options *o;
} task;

static int train(void *context, box_writer *w, treebank *t, int threads, copse_error *err)
{
    const task *k = context;
    copse_ensemble_options o = *k->o;
    o.threads = threads;
    return rc_train(w, k->r, t, &o, NULL, NULL, err);
}

int rc_predict(copse_tree **tree, const treebank *t, const recipe *r, const copse_ensemble_options *o,
               bool dealt, label_pool *pool, copse_crossval_result *result, copse_report_fn report,
               void *context, copse_error *err)
{
    task k = {r, o};
    const cv_job job = {.name = r->name,
                        .train = train,
                        .context = &k,
                        .reverse = r->reverse,
                        .dealt = dealt,
                        .folds = o->folds,
                        .threads = (int)o->threads,
                        .report = report,
                        .report_context = context};
    return cv_predict(&job, t, tree, NULL, pool, result, err);
}
