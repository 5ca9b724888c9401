// SPDX-License-Identifier: MIT
// MIRA (Crammer & Singer 2003; McDonald et al. 2005): the smallest change of the weights after which the
// gold tree outscores other trees by their loss. The search adds the loss of each arc to its score, so it
// finds the trees that violate this most. With one tree the change has a closed form; with several,
// Hildreth's algorithm finds it.
//
// With late_loss it does not: the trees are the best under the weights alone, as in the papers, and only the
// margin that they should keep is the loss.
//
// k-best: the k best trees of the decoder's list. Without a list, only the best tree.
#include "graph/trainers.h"

#include "common/base/mem.h"

#include <stdlib.h>

extern const graph_trainer trainer_mira;

// Makes a constraint for each of the k best trees: the gold tree against it. Returns how many, 0 if there is
// no list.
static int against_list(online_learner *l, const online_lesson *t, double gold)
{
    bool exact;
    int k = 0, *head = mem_alloc((size_t)l->k * t->N, sizeof *head);
    double *score = mem_alloc((size_t)l->k, sizeof *score);
    const int found = gs_list(&l->s, &t->method, l->k, head, score, &exact);
    for (int i = 0; i < found; i++)
        k += online_constrain(l, t, k, head + (size_t)i * t->N, gold, score[i]);
    mem_free(head);
    mem_free(score);
    return k;
}

static int learn(online_learner *l, const int *gold, const int *gold_label)
{
    online_lesson t;
    online_begin(l, &t, gold, gold_label, !l->late_loss);
    const double score = online_gold_score(l, &t);
    int k = l->k > 1 ? against_list(l, &t, score) : 0;
    if (k == 0)
        k = online_constrain(l, &t, 0, t.head, score, gs_score(&l->s, &t.method, t.head));
    if (k)
        online_solve(l, k);
    return online_end(&t);
}

const graph_trainer trainer_mira = {
    .name = "mira",
    .help = "MIRA: the gold tree against the k trees that violate the margin most",
    .most_order = 2,
    .takes_k = true,
    .takes_cost = true,
    .takes_loss = true,
    .searches_loss = true,
    .takes_sib_labels = true,
    .learn = learn,
};
