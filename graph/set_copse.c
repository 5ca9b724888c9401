// SPDX-License-Identifier: MIT
// The set copse: the functions of features.c and label_features.c.
#include "graph/feature_sets.h"

extern const gf_set gf_set_copse;
const gf_set gf_set_copse = {
    .name = "copse",
    .help = "forms, lemmas, both tags, morphology, what stands around and between, grandparents",
    .end = gfc_end,
    .pair = gfc_pair,
    .sibling = gfc_sibling,
    .grand = gfc_grand,
    .label_own = gfc_label_own,
    .label_arc = gfc_label_arc,
    .label_sibling = gfc_label_sibling,
    .label_context = gfc_label_context,
    .label_pair = gfc_label_pair,
};
