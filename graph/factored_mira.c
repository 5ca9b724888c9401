// SPDX-License-Identifier: MIT
// Factored MIRA (McDonald et al. 2005): for each word, the score of its gold head against that of each other
// head. Constraints are written as trees, so that second order can learn from them too.
//
// Every wrong head of a word should score less than the right one, also those that make no tree of the
// others' gold heads: it is the arcs that are told apart, and arcs from the root are in no tree with one root
// word but the gold one. Scores change with every word's step, the table of them does not: each word sees the
// weights of the sentence's start.
#include "graph/trainers.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

extern const graph_trainer trainer_factored_mira;

static int learn(online_learner *l, const int *gold, const int *gold_label)
{
    online_lesson t;
    online_begin(l, &t, gold, gold_label, true);
    const double score = online_gold_score(l, &t);
    online_neighbour *near = mem_alloc(t.N, sizeof *near);
    memcpy(t.head, gold, t.N * sizeof *t.head);
    for (int d = 1; d <= t.n; d++) {
        const int found = online_neighbours(l, &t, t.head, d, d, false, near);
        int k = 0;
        for (int i = 0; i < found; i++) {
            t.head[d] = near[i].h;
            k += online_constrain(l, &t, k, t.head, score, near[i].score);
        }
        t.head[d] = gold[d];
        if (k)
            online_solve(l, k);
    }
    free(near);
    return online_end(&t);
}

const graph_trainer trainer_factored_mira = {
    .name = "factored-mira",
    .help = "the gold head of each word against each other head, with a margin",
    .most_order = 2,
    .takes_cost = true,
    .takes_loss = true,
    .learn = learn,
};
