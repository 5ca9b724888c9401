// SPDX-License-Identifier: MIT
// Evaluation by cross-validation: the scores of each fold.
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/outside.h"
#include "common/model/crossval.h"
#include "common/treebank/tree.h"
#include "eval/eval.h"

typedef struct fold_scores {
    const copse_crossval_options *how;
    copse_scores *scores; // [how->folds]
} fold_scores;

static void empty(copse_scores *scores, long n)
{
    for (long k = 0; k < n; k++)
        scores[k] = (copse_scores){0};
}

static void count(void *context, const treebank *t, const int *fold, copse_tree *const *tree)
{
    const fold_scores *f = context;
    const size_t k = (size_t)f->how->folds;
    eval **of = mem_alloc(k, sizeof *of);
    for (size_t i = 0; i < k; i++)
        of[i] = eval_begin(&f->how->evaluation);
    for (size_t i = 0; i < t->n; i++)
        eval_add(of[fold[i]], t->sentence[i], t->tree[i], tree[i]->head, tree[i]->label);
    for (size_t i = 0; i < k; i++)
        eval_finish(of[i], &f->scores[i]);
    mem_free(of);
}

static int check(const copse_crossval_options *how, copse_error *err)
{
    if (!how)
        return err_set(err, COPSE_EINPUT, NULL, 0, "cross-validation needs a number of folds");
    if (cv_check_folds(how->folds, err) != 0)
        return err->code;
    if (how->split < COPSE_SPLIT_CONSECUTIVE || how->split > COPSE_SPLIT_RANDOM)
        return err_set(err, COPSE_EINPUT, NULL, 0, "there is no split %d", (int)how->split);
    if (how->evaluation.calibration || how->evaluation.graph || how->evaluation.confusion)
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "cross-validation compares neither confidences nor graphs, and counts no confusions");
    return 0;
}

static int crossval(const copse_options *options, const copse_crossval_options *how, const char *train,
                    copse_writer *predictions, copse_scores *scores, const copse_environment *environment,
                    copse_error *err)
{
    const int wrong = check(how, err);
    if (wrong)
        return wrong;
    fold_scores f = {how, scores};
    const cv_file file = {.options = options,
                          .folds = how->folds,
                          .split = (cv_split)how->split,
                          .train = train,
                          .predictions = predictions,
                          .use = count,
                          .context = &f};
    empty(scores, how->folds);
    const int code = cv_over_file(&file, environment, err);
    for (long k = 0; k < how->folds && code; k++)
        copse_scores_done(&scores[k]);
    return code;
}

int copse_crossval_scores(const copse_options *options, const copse_crossval_options *how, const char *train,
                          copse_writer *predictions, copse_scores *scores,
                          const copse_environment *environment, copse_error *err)
{
    out_environment outer;
    const copse_environment *e = out_wrap(&outer, environment);
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        empty(scores, how ? how->folds : 0);
        return mem_failed(&guard, err);
    }
    return mem_end(&guard, crossval(options, how, train, predictions, scores, e, err));
}

// ---------------------------------------------------------------------------------------------------

static int totals(const copse_options *options, long folds, const char *train, const char *predictions,
                  copse_crossval_result *result, const copse_environment *environment, copse_error *err)
{
    copse_scores *scores = mem_zero(COPSE_MOST_FOLDS, sizeof *scores);
    const copse_crossval_options how = {.folds = folds};
    copse_writer *out = predictions ? copse_writer_open(predictions, err) : NULL;
    int code = predictions && !out ? err->code : 0;
    if (!code)
        code = crossval(options, &how, train, out, scores, environment, err);
    for (long k = 0; k < folds && !code; k++) {
        const copse_scores *s = &scores[k];
        if (result)
            result->fold[k] = (copse_fold){s->sentences, s->tokens, s->head, s->both};
        copse_scores_done(&scores[k]);
    }
    if (result && !code)
        result->folds = folds;
    if (!code && out)
        code = copse_writer_commit(out, err);
    copse_writer_free(out);
    mem_free(scores);
    return code;
}

int copse_crossval(const copse_options *options, long folds, const char *train, const char *predictions,
                   copse_crossval_result *result, const copse_environment *environment, copse_error *err)
{
    out_environment outer;
    const copse_environment *e = out_wrap(&outer, environment);
    mem_guard guard;
    if (result)
        *result = (copse_crossval_result){0};
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, totals(options, folds, train, predictions, result, e, err));
}
