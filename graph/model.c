// SPDX-License-Identifier: MIT
// The sections of a graph model: GMOD (what the parser is), GCAN (weights of the pruner), GARC (weights of
// arcs, siblings and grandparents), GJNT (of labels in the search), GLAB (of labels of a tree).
#include "graph/model.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

void gm_done(gmodel *m)
{
    tab_done(&m->labels);
    mem_free(m->allowed);
    gw_done(&m->pruner);
    gw_done(&m->filter);
    gw_done(&m->arcs);
    gw_done(&m->joint);
    gw_done(&m->rows);
    memset(m, 0, sizeof *m);
}

void gm_save(const gmodel *m, box_writer *w)
{
    box_begin(w, "GMOD");
    box_u32(w, (uint32_t)m->method.order);
    box_u32(w, m->method.decoder->id);
    box_u32(w, m->method.single_root);
    box_u32(w, m->method.grand);
    box_u32(w, m->log_linear);
    box_u32(w, m->pos);
    box_u32(w, m->labelling);
    box_u32(w, (uint32_t)m->any_label);
    box_u32(w, (uint32_t)m->guides);
    box_u32(w, (uint32_t)m->labels.n);
    for (size_t i = 0; i < m->labels.n; i++) {
        box_str(w, tab_name(&m->labels, i));
        box_u8(w, m->allowed[i]);
    }
    gw_save(&m->pruner, "GCAN", w);
    gw_save(&m->filter, "GFIL", w);
    gw_save(&m->arcs, "GARC", w);
    if (gm_searches_labels(m))
        gw_save(&m->joint, "GJNT", w);
    if (m->labelling == GM_TWO_STAGE)
        gw_save(&m->rows, "GLAB", w);
}

static int load_head(gmodel *m, const box *b, copse_error *err)
{
    cursor c;
    int code = box_find(b, "GMOD", 0, &c, err);
    if (code)
        return code;
    uint32_t order = cur_u32(&c), id = cur_u32(&c), single_root = cur_u32(&c), grand = cur_u32(&c),
             log_linear = cur_u32(&c), pos = cur_u32(&c), labelling = cur_u32(&c), any_label = cur_u32(&c),
             guides = cur_u32(&c);
    const graph_decoder *decoder = dec_by_id(id);
    uint32_t labels = cur_count(&c, 5);
    m->allowed = mem_zero((size_t)labels + 1, 1);
    for (uint32_t i = 0; i < labels; i++) {
        tab_add(&m->labels, cur_str(&c));
        m->allowed[i] = cur_u8(&c);
    }
    if (!c.failed && !decoder)
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "unknown decoder %u", (unsigned)id);
    if (c.failed || order < 1 || order > 2 || single_root > 1 || grand >= order ||
        !dec_has(decoder, (int)order, grand) || log_linear > 1 || (log_linear && order > 1) ||
        (pos != COPSE_UPOS && pos != COPSE_XPOS) || labelling > GM_NONE || labels == 0 ||
        labels > GM_MOST_LABELS || m->labels.n != labels || any_label >= labels || guides > GF_MOST_GUIDES ||
        !lp_sound(m->allowed, labels) || !lp_allowed(m->allowed, (int)any_label, 1))
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged description of the parser");
    m->method = (gs_method){(int)order, decoder, single_root, grand};
    m->log_linear = log_linear;
    m->pos = (copse_column)pos;
    m->labelling = (gm_labels)labelling;
    m->any_label = (int)any_label;
    m->guides = (int)guides;
    return cur_end(&c, err);
}

int gm_load(gmodel *m, const box *b, copse_error *err)
{
    memset(m, 0, sizeof *m);
    int code = load_head(m, b, err);
    if (!code)
        code = gw_load(&m->pruner, "GCAN", b, err);
    if (!code)
        code = gw_load(&m->filter, "GFIL", b, err);
    if (!code)
        code = gw_load(&m->arcs, "GARC", b, err);
    if (!code && gm_searches_labels(m))
        code = gw_load(&m->joint, "GJNT", b, err);
    if (!code && m->labelling == GM_TWO_STAGE)
        code = gw_load(&m->rows, "GLAB", b, err);
    if (code)
        gm_done(m);
    return code;
}
