// SPDX-License-Identifier: MIT
// Evaluation of trees in memory: the public object around the counting core.
#include "common/base/mem.h"
#include "common/treebank/tree.h"
#include "eval/eval.h"

#include <stdlib.h>
#include <string.h>

struct copse_evaluation {
    copse_eval_options options;
    char *skip_tags; // a copy, or NULL
    eval *ev;        // NULL: nothing was added yet
};

copse_evaluation *copse_evaluation_new(const copse_eval_options *options)
{
    copse_evaluation *evaluation = mem_zero(1, sizeof *evaluation);
    if (options)
        evaluation->options = *options;
    if (evaluation->options.skip_tags)
        evaluation->skip_tags = mem_string(options->skip_tags, strlen(options->skip_tags));
    evaluation->options.skip_tags = evaluation->skip_tags;
    return evaluation;
}

void copse_evaluation_free(copse_evaluation *evaluation)
{
    if (!evaluation)
        return;
    eval_free(evaluation->ev);
    mem_free(evaluation->skip_tags);
    mem_free(evaluation);
}

static int add(copse_evaluation *evaluation, const copse_sentence *sentence, const copse_tree *gold,
               const copse_tree *system, copse_error *err)
{
    int code = tree_fits(gold, sentence, "gold tree", err);
    if (code == 0)
        code = tree_fits(system, sentence, "system's tree", err);
    if (code)
        return code;
    if (!evaluation->ev)
        evaluation->ev = eval_begin(&evaluation->options);
    eval_add(evaluation->ev, sentence, gold, system->head, system->label);
    return 0;
}

int copse_evaluation_add(copse_evaluation *evaluation, const copse_sentence *sentence, const copse_tree *gold,
                         const copse_tree *system, copse_error *err)
{
    mem_guard guard;
    mem_begin_for(&guard, evaluation);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, add(evaluation, sentence, gold, system, err));
}

int copse_evaluation_scores(copse_evaluation *evaluation, copse_scores *scores, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        *scores = (copse_scores){0};
        return mem_failed(&guard, err);
    }
    *scores = (copse_scores){0};
    if (evaluation->ev)
        eval_finish(evaluation->ev, scores);
    evaluation->ev = NULL;
    return mem_end(&guard, 0);
}
