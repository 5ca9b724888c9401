// SPDX-License-Identifier: MIT
// The list of kinds of stages; a new kind is one line here. Only this file and families.c name rooms above
// common, by the tables that those define.
#include "common/model/stage.h"

#include <stddef.h>

#define STAGES(X) \
    X(tm_stage)   \
    X(gm_stage)   \
    X(ge_stage)   \
    X(gen_stage)  \
    X(en_stage)   \
    X(tok_stage)  \
    X(tag_stage)  \
    X(lem_stage)  \
    // end of the list

#define DECLARE(kind) extern const stage_kind kind;
STAGES(DECLARE)

#define ROW(kind) &(kind),
const stage_kind *const stage_kinds[] = {STAGES(ROW) NULL};

const stage_kind *stage_of(const box *b)
{
    return stage_among(stage_kinds, b);
}
