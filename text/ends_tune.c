// SPDX-License-Identifier: MIT
// How sure a classifier must be that a sentence ends: the bar with the best F1 of whole sentences on texts
// that it was not trained on.
#include "text/ends.h"

#include <math.h>

// Sentences that the model finds with both ends right, and how many it finds.
typedef struct found {
    long right, all;
} found;

static found find(const se_model *m, const raw_text *r)
{
    found f = {0};
    se_state s = {0};
    bool begun = true; // the last sentence of the text ended where this one begins
    for (size_t i = 0; i < r->tokens; i++) {
        const raw_token *t = &r->token[i];
        se_push(&s, r->c + t->from, t->to - t->from, i == 0 || t[-1].space);
        const bool ends = t->ends_paragraph || se_ends(m, &s, r->c + t->to);
        f.right += ends && t->ends_sentence && begun;
        f.all += ends;
        if (ends)
            s = (se_state){0};
        if (ends || t->ends_sentence)
            begun = ends && t->ends_sentence;
    }
    return f;
}

static const float tried[SE_BARS] = {-2,    -1.75F, -1.5F, -1.25F, -1,    -0.75F, -0.5F, -0.25F, 0,
                                     0.25F, 0.5F,   0.75F, 1,      1.25F, 1.5F,   1.75F, 2};

void se_try(const se_model *m, const raw_text *r, se_trial *trial)
{
    se_model now = *m;
    for (size_t i = 0; i < r->tokens; i++)
        trial->gold += r->token[i].ends_sentence;
    for (size_t i = 0; i < SE_BARS; i++) {
        now.bar = tried[i] / m->w.scale;
        const found f = find(&now, r);
        trial->right[i] += f.right;
        trial->all[i] += f.all;
    }
}

float se_best(const se_trial *trial)
{
    static const double slope = 0.001; // of F1, which must grow so much for each step away from 0
    double most = -1;
    float best = 0;
    for (size_t i = 0; i < SE_BARS; i++) {
        const double f1 = 2.0 * (double)trial->right[i] / (double)(trial->all[i] + trial->gold + 1);
        const double value = f1 - slope * fabs((double)tried[i]) / 0.25;
        if (value > most) {
            most = value;
            best = tried[i];
        }
    }
    return best;
}
