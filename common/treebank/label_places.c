// SPDX-License-Identifier: MIT
#include "common/treebank/label_places.h"

#include <string.h>

static unsigned all_places(const uint8_t *places, size_t labels)
{
    unsigned all = 0;
    for (size_t l = 0; l < labels; l++)
        all |= places[l];
    return all;
}

void lp_settle(uint8_t *places, size_t labels)
{
    if (all_places(places, labels) != LP_ANYWHERE)
        memset(places, LP_ANYWHERE, labels);
}

bool lp_sound(const uint8_t *places, size_t labels)
{
    return all_places(places, labels) == LP_ANYWHERE;
}

bool lp_is_ud_root(copse_str label)
{
    return label.len >= 4 && memcmp(label.s, "root", 4) == 0 && (label.len == 4 || label.s[4] == ':');
}
