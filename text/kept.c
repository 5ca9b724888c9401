// SPDX-License-Identifier: MIT
#include "text/kept.h"

static bool has_value(const copse_sentence *s, int word, copse_column column)
{
    const copse_str value = sen_read(s, word, column);
    return value.len && !str_is(value, "_");
}

bool kept_feats(const copse_sentence *s)
{
    for (int d = 1; d <= s->n; d++)
        if (has_value(s, d, COPSE_FEATS))
            return true;
    return false;
}

unsigned kept_columns(const copse_sentence *s, int word, bool has_feats)
{
    static const copse_column column[] = {COPSE_LEMMA, COPSE_UPOS, COPSE_XPOS, COPSE_FEATS};
    unsigned kept = 0;
    for (size_t i = 0; i < sizeof column / sizeof column[0]; i++)
        if (has_value(s, word, column[i]))
            kept |= 1U << column[i];
    if (has_feats && kept & (1U << COPSE_UPOS | 1U << COPSE_XPOS))
        kept |= 1U << COPSE_FEATS;
    return kept;
}
