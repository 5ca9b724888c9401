// SPDX-License-Identifier: MIT
// The tokeniser as a stage: its sections are those of segment.c (TOKB, TOKV, TOKR, TOKL), ends.c (TOKS,
// TOKT), multiword_file.c (TOKN, TOKF, TOKM) and recheck_file.c (TOKP, TOKD).
#include "text/tokeniser.h"

#include "common/base/mem.h"
#include "text/splitter.h"
#include "text/tokeniser_train.h"

static void kind_free(void *model)
{
    tok_model *m = model;
    sg_done(&m->segment);
    se_done(&m->ends);
    mw_done(&m->words);
    rc_free(m->recheck);
    mem_free(m);
}

int tok_save(const tok_model *m, box_writer *w, copse_error *err)
{
    mw_save(&m->words, w);
    sg_save(&m->segment, w);
    se_save(&m->ends, w);
    return m->recheck ? rc_save(m->recheck, w, err) : 0;
}

static void *kind_load(const box *b, copse_error *err)
{
    if (stage_check(&tok_stage, b, err) != 0)
        return NULL;
    tok_model *m = mem_zero(1, sizeof *m);
    ch_table_init(&m->table);
    if (mw_load(&m->words, &m->table, b, err) == 0 && sg_load(&m->segment, b, err) == 0 &&
        se_load(&m->ends, b, err) == 0 && rc_load(&m->recheck, b, err) == 0)
        return m;
    kind_free(m);
    return NULL;
}

static unsigned kind_reads(const void *model)
{
    (void)model;
    return 0;
}

const stage_kind tok_stage = {.name = "tokeniser",
                              .tag = "TOKN",
                              .reads = kind_reads,
                              .load = kind_load,
                              .free = kind_free,
                              .split = sp_with_model};
