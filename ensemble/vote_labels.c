// SPDX-License-Identifier: MIT
// Labels of the trees of a vote: the systems that proposed an arc vote on its label (vote.h).
#include "ensemble/vote_internal.h"

#include "common/base/table.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <math.h>

copse_str vote_common_label(voter *v, int h)
{
    copse_str *common = &v->common[lp_place(h)];
    table count = {0};
    long most = 0;
    if (common->len)
        return *common;
    for (int d = 1; d <= v->n; d++)
        for (size_t i = 0; i < v->systems; i++) {
            const copse_str label = v->tree[i]->label[d];
            if (lp_place(v->tree[i]->head[d]) != lp_place(h))
                continue;
            const size_t at = tab_count(&count, label, 1);
            if (count.entry[at].count > most) {
                most = count.entry[at].count;
                *common = label;
            }
        }
    tab_done(&count);
    return *common;
}

// The label of an arc that nobody proposed, from words in the same place: under the root, or elsewhere. The
// systems that have d there vote on it. If there are none, it is the most frequent label of that place.
static copse_str spare_label(voter *v, int d, int h)
{
    const double *vote = vote_row(v, d);
    double most = -1;
    copse_str best = {"", 0};
    for (size_t i = 0; i < v->systems; i++) {
        const copse_str label = v->tree[i]->label[d];
        double sum = 0;
        if (lp_place(v->tree[i]->head[d]) != lp_place(h))
            continue;
        for (size_t k = 0; k < v->systems; k++)
            if (lp_place(v->tree[k]->head[d]) == lp_place(h) && str_equal(v->tree[k]->label[d], label))
                sum += vote[k];
        if (sum > most + 1e-9 * (sum + most)) {
            most = sum;
            best = label;
        }
    }
    if (best.len == 0)
        best = vote_common_label(v, h);
    return best.len ? best : v->tree[wt_label(v->ask, v->vote, d, h)]->label[d];
}

static copse_str label_of(voter *v, int d, int h)
{
    for (size_t i = 0; i < v->systems; i++)
        if (v->tree[i]->head[d] == h)
            return v->tree[wt_label(v->ask, v->vote, d, h)]->label[d];
    return spare_label(v, d, h);
}

// The votes for an arc and its label.
typedef struct tally {
    double all, head, both; // of all systems, for the head, for head and label
    double sure;            // for the head, each times the confidence of its system
} tally;

static tally count(const voter *v, int d, int head, copse_str label)
{
    tally t = {0, 0, 0, 0};
    double all = 0;
    for (size_t i = 0; i < v->systems; i++)
        all += vote_row(v, d)[i];
    for (size_t i = 0; i < v->systems; i++) {
        const copse_tree *tree = v->tree[i];
        const double vote = all > 0 ? vote_row(v, d)[i] : 1; // nobody's vote counts: all count the same
        t.all += vote;
        if (tree->head[d] != head)
            continue;
        t.head += vote;
        t.sure += vote * (tree->scored ? vote_sane((double)tree->score[d]) : 1);
        t.both += str_equal(tree->label[d], label) ? vote : 0;
    }
    return t;
}

void vote_set_labels(voter *v, copse_tree *out)
{
    out->scored = out->label_scored = true;
    for (int d = 1; d <= v->n; d++) {
        const copse_str label = label_of(v, d, out->head[d]);
        const tally t = count(v, d, out->head[d], label);
        const double half = t.all / (2 * (double)v->systems);
        out->label[d] = tree_keep(out, label);
        out->score[d] = (float)(t.head / t.all);
        out->label_score[d] = (float)(t.both / t.all);
        out->evidence[d].sure = (float)(t.sure / t.all);
        out->evidence[d].lead = (float)log((t.both + half) / (t.head - t.both + half));
    }
}
