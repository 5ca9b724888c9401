// SPDX-License-Identifier: MIT
#include "text/segment_search.h"

#include "text/segment_features.h"

#include <math.h>
#include <string.h>

static const float MARGIN = 1;
// No border that scores so little has ever paid; training looks at all of them.
static const float HOPELESS = 6;

int sg_seen(const sg_model *m, uint64_t form, size_t i, size_t j, const bool *gold)
{
    int seen = lx_get(&m->words, form);
    if (!gold || !seen)
        return seen;
    bool there = (i == 0 || gold[i]) && gold[j];
    for (size_t k = i + 1; k < j; k++)
        there &= !gold[k];
    return seen - there;
}

// Returns whether one of them may be a border. Training looks at all of them.
static bool score_borders(const sg_model *m, sg_work *work, size_t n, float hopeless, const bool *gold)
{
    li_keys keys;
    bool any = false;
    work->border[n] = 0;
    for (size_t i = 1; i < n; i++) {
        const size_t at = SG_AROUND + i;
        const uint64_t pair = sg_pair(work->k[at - 1], work->cls[at - 1], work->k[at], work->cls[at]);
        work->border[i] = -INFINITY;
        if (!gold && pair && !lx_get(&m->pairs, pair))
            continue;
        sg_border_keys(m, work, i, n, gold, &keys);
        work->border[i] = li_sum(&m->w, &keys);
        if (gold)
            work->border[i] += gold[i] ? -MARGIN : MARGIN;
        any |= work->border[i] > hopeless;
    }
    return any;
}

// The best last piece of what ends before j, among those of up to SG_PIECE characters.
// Pieces before which a border scores less than `hopeless` are left out.
static void try_pieces(const sg_model *m, sg_work *work, size_t j, float hopeless, const bool *gold)
{
    const uint32_t *x = work->k + SG_AROUND;
    const size_t first = j > SG_PIECE ? j - SG_PIECE : 0;
    li_keys keys;
    uint64_t key = 0;
    for (size_t i = j; i-- > first;) {
        key = sg_extend(key, x[i]);
        if (i && work->border[i] <= hopeless)
            continue;
        const uint64_t form = sg_extend(key, (uint32_t)(j - i));
        sg_piece_keys(m, work, i, j, form, sg_seen(m, form, i, j, gold), &keys);
        const double score = work->best[i] + (double)li_sum(&m->w, &keys);
        if (score > work->best[j]) {
            work->best[j] = score;
            work->from[j] = (uint16_t)i;
        }
    }
}

void sg_search(const sg_model *m, sg_work *work, size_t n, const bool *gold)
{
    const float hopeless = gold ? -INFINITY : -HOPELESS / m->w.scale;
    li_keys keys;
    size_t far = 0; // the best begin of a long piece
    memset(work->ends, 0, (n + 1) * sizeof *work->ends);
    work->ends[n] = true;
    if (!score_borders(m, work, n, hopeless, gold))
        return;
    work->best[0] = 0;
    for (size_t j = 1; j <= n; j++) {
        if (j > SG_PIECE && work->best[j - SG_PIECE - 1] > work->best[far])
            far = j - SG_PIECE - 1;
        work->best[j] = -INFINITY;
        if (j < n && work->border[j] <= hopeless)
            continue;
        try_pieces(m, work, j, hopeless, gold);
        if (j > SG_PIECE) {
            sg_long_keys(m, work, j, &keys);
            const double score = work->best[far] + (double)li_sum(&m->w, &keys);
            if (score > work->best[j]) {
                work->best[j] = score;
                work->from[j] = (uint16_t)far;
            }
        }
        work->best[j] += (double)work->border[j];
    }
    for (size_t j = n; j > 0; j = work->from[j])
        work->ends[j] = true;
}
