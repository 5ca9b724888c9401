// SPDX-License-Identifier: MIT
// The search for the best way to cut a run.
#ifndef COPSE_TEXT_SEGMENT_SEARCH_H
#define COPSE_TEXT_SEGMENT_SEARCH_H

#include "text/segment.h"

// Fills in work->ends for the run that was looked at. gold: the right borders, in training: every other
// border gets a bonus and the right ones a malus, and pieces were seen once less often where they stand; or
// NULL.
void sg_search(const sg_model *m, sg_work *work, size_t n, const bool *gold);

// How often a piece was seen, in training without the place that is looked at.
int sg_seen(const sg_model *m, uint64_t form, size_t i, size_t j, const bool *gold);

#endif
