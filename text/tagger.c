// SPDX-License-Identifier: MIT
// The tagger behind the interface of all stages.
#include "text/tagger.h"

#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "text/kept.h"
#include "text/tagger_model.h"

static void kind_run(void *worker, copse_sentence *s)
{
    tg_worker *w = worker;
    const tg_tags *tags = &w->model->tags;
    const bool has_feats = kept_feats(s);
    tgw_tag(w, s);
    for (int d = 1; d <= s->n; d++) {
        const unsigned kept = w->retag ? 0 : kept_columns(s, d, has_feats);
        for (int k = 0; k < TG_COLUMNS; k++)
            if (tags->columns & ~kept & 1U << tg_column[k])
                ov_put(s, d, tg_column[k], tg_tags_value(tags, w->tag[d], k));
    }
}

static void *kind_load(const box *b, copse_error *err)
{
    if (stage_check(&tag_stage, b, err) != 0)
        return NULL;
    tgmodel *m = mem_alloc(1, sizeof *m);
    if (tgm_load(m, b, err) == 0)
        return m;
    mem_free(m);
    return NULL;
}

static void kind_free(void *model)
{
    tgm_done(model);
    mem_free(model);
}

static void *kind_worker_new(const void *model, const copse_parse_options *options)
{
    return tgw_new(model, options->retag);
}

static void kind_worker_free(void *worker)
{
    tgw_free(worker);
}

static unsigned kind_reads(const void *model)
{
    (void)model;
    return 1U << COPSE_FORM;
}

const stage_kind tag_stage = {.name = "tagger",
                              .tag = "TAGR",
                              .writes = 1U << COPSE_UPOS | 1U << COPSE_XPOS | 1U << COPSE_FEATS,
                              .reads = kind_reads,
                              .load = kind_load,
                              .free = kind_free,
                              .worker_new = kind_worker_new,
                              .worker_free = kind_worker_free,
                              .run = kind_run};
