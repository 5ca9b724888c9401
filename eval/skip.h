// SPDX-License-Identifier: MIT
// Words that do not count in evaluation: punctuation, by one of several conventions.
#ifndef COPSE_EVAL_SKIP_H
#define COPSE_EVAL_SKIP_H

#include "copse.h"

typedef struct eval_skip {
    bool punctuation; // words whose form is all Unicode punctuation
    const char
        *tags; // words with one of these in XPOS/POSTAG or UPOS/CPOSTAG, separated by blanks; NULL: none
} eval_skip;

bool skip_word(const eval_skip *skip, const copse_sentence *gold, int word);

#endif
