// SPDX-License-Identifier: MIT
// The probabilities of arcs that several calibrated parsers propose, without data on how they err together.
//
// A parser gives its own proposal for a word the probability p, and shares 1 - p equally between the other
// proposals and the case that none is right. The result is a logarithmic pool (Genest & Zidek 1986): the
// product of what n parsers give a proposal, to the power of n^(-2/3), normalised. A power of 1/n would be
// right for parsers that all know the same, 1 for parsers that know quite different things.
#ifndef COPSE_ENSEMBLE_CERTAINTY_H
#define COPSE_ENSEMBLE_CERTAINTY_H

#include "copse.h"

// Sets the scores of out, the result of a vote, and those of its labels. The evidence of the n trees holds
// probabilities: sure of the head, lead of head and label.
void cert_pool(const copse_tree *const *tree, size_t n, copse_tree *out);

#endif
