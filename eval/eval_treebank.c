// SPDX-License-Identifier: MIT
// The accuracy of a parser on a treebank in memory, during training.
#include "eval/eval.h"

#include "common/treebank/tree.h"

eval_figures eval_treebank(const treebank *gold, eval_tree_fn tree, void *parser)
{
    copse_scores scores;
    copse_tree *scratch = copse_tree_new();
    eval *ev = eval_begin(NULL);
    for (size_t i = 0; i < gold->n; i++) {
        const copse_tree *found = tree(parser, i, scratch);
        eval_add(ev, gold->sentence[i], gold->tree[i], found->head, found->label);
    }
    eval_finish(ev, &scores);
    const double tokens = (double)scores.tokens / 100;
    const eval_figures figures = {(double)scores.both / tokens, (double)scores.head / tokens};
    copse_scores_done(&scores);
    copse_tree_free(scratch);
    return figures;
}
