// SPDX-License-Identifier: MIT
// The figures of an evaluation as ratios of its counts.
#include "copse.h"

#include <math.h>

double copse_figure_value(const copse_scores *s, copse_figure figure, long *right, long *total)
{
    const struct {
        long right, total;
    } ratio[COPSE_FIGURES] = {
        [COPSE_LAS] = {s->both, s->tokens},
        [COPSE_UAS] = {s->head, s->tokens},
        [COPSE_LA] = {s->label, s->tokens},
        [COPSE_EXACT] = {s->exact, s->sentences},
        [COPSE_EXACT_UNLABELLED] = {s->exact_unlabelled, s->sentences},
        [COPSE_ROOT] = {s->root, s->sentences},
        [COPSE_ROOT_PRECISION] = {s->root_both, s->root_system},
        [COPSE_ROOT_RECALL] = {s->root_both, s->root_gold},
        [COPSE_ROOT_F] = {2 * s->root_both, s->root_gold + s->root_system},
        [COPSE_UNDIRECTED] = {s->undirected, s->tokens},
    };
    const bool known = (int)figure >= 0 && figure < COPSE_FIGURES;
    const long part = known ? ratio[figure].right : 0, whole = known ? ratio[figure].total : 0;
    if (right)
        *right = part;
    if (total)
        *total = whole;
    return whole > 0 ? 100.0 * (double)part / (double)whole : (double)NAN;
}
