// SPDX-License-Identifier: MIT
// The object behind copse_features.
#ifndef COPSE_TRANSITION_FEATURES_PUBLIC_H
#define COPSE_TRANSITION_FEATURES_PUBLIC_H

#include "transition/features.h"

struct copse_features {
    feature_model m;
    const fm_line **line;   // [n] in the order of the text
    copse_feature *feature; // [n] the same lines
    size_t n;
};

#endif
