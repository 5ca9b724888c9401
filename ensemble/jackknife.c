// SPDX-License-Identifier: MIT
#include "ensemble/jackknife.h"

#include "common/base/mem.h"

void add_guides(treebank *guided, const treebank *t, const recipe *r, copse_tree **const *tree)
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

static int train(void *context, box_writer *w, treebank *t, const copse_environment *environment,
                 copse_error *err)
{
    return recipe_train(context, w, t, environment, err);
}

static int predict(copse_tree **tree, const treebank *t, const recipe *r, long folds, long only,
                   label_pool *pool, const copse_environment *environment, copse_error *err)
{
    copse_crossval_result result;
    const cv_job job = {.name = r->name,
                        .train = train,
                        .context = (void *)(uintptr_t)r,
                        .reverse = r->reverse,
                        .split = CV_DEALT,
                        .folds = folds,
                        .only = only,
                        .env = *environment};
    return cv_predict(&job, t, tree, NULL, pool, &result, err);
}

int jackknife(copse_tree **tree, const treebank *t, const recipe *r, long folds, label_pool *pool,
              const copse_environment *environment, copse_error *err)
{
    return predict(tree, t, r, folds, 0, pool, environment, err);
}

int jackknife_once(copse_tree **tree, const treebank *t, const recipe *r, long folds, label_pool *pool,
                   const copse_environment *environment, copse_error *err)
{
    return predict(tree, t, r, folds, 1, pool, environment, err);
}
