// SPDX-License-Identifier: MIT
// The structured perceptron (Collins 2002): where the best tree is wrong, one step of a fixed size from its
// features to those of the gold tree.
#include "graph/trainers.h"

#include <math.h>

extern const graph_trainer trainer_perceptron;

static int learn(online_learner *l, const int *gold, const int *gold_label)
{
    online_lesson t;
    online_begin(l, &t, gold, gold_label, false);
    if (online_constrain(l, &t, 0, t.head, -INFINITY, 0))
        online_apply(l, &l->change[0], 1);
    return online_end(&t);
}

const graph_trainer trainer_perceptron = {
    .name = "perceptron",
    .help = "the gold tree against the best one, in steps of a fixed size",
    .most_order = 2,
    .takes_sib_labels = true,
    .learn = learn,
};
