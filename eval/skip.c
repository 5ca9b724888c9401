// SPDX-License-Identifier: MIT
#include "eval/skip.h"

#include "common/treebank/sentence.h"

#include <string.h>

static bool is_listed(const char *tags, copse_str tag)
{
    for (;;) {
        tags += strspn(tags, " \t");
        const size_t len = strcspn(tags, " \t");
        if (len == 0)
            return false;
        if (len == tag.len && memcmp(tags, tag.s, len) == 0)
            return true;
        tags += len;
    }
}

bool skip_word(const eval_skip *skip, const copse_sentence *gold, int word)
{
    if (skip->punctuation && sen_is_punctuation(gold, word))
        return true;
    return skip->tags && (is_listed(skip->tags, sen_column(gold, word, COPSE_XPOS)) ||
                          is_listed(skip->tags, sen_column(gold, word, COPSE_UPOS)));
}
