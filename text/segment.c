// SPDX-License-Identifier: MIT
#include "text/segment.h"

#include "common/base/error.h"
#include "text/segment_features.h"
#include "text/segment_search.h"

#include <string.h>

void sg_cut(const sg_model *m, sg_work *work, const ch_char *c, size_t n)
{
    memset(work->ends, 0, (n + 1) * sizeof *work->ends);
    if (n == 1 || (n < SG_WHOLE && lx_get(&m->whole, sg_form_key(c, n)))) {
        work->ends[n] = true;
        return;
    }
    sg_look(work, c, n);
    sg_search(m, work, n, NULL);
}

void sg_done(sg_model *m)
{
    li_done(&m->w);
    lx_done(&m->words);
    lx_done(&m->whole);
    lx_done(&m->pairs);
}

void sg_save(const sg_model *m, box_writer *w)
{
    li_save(&m->w, "TOKB", w);
    box_begin(w, "TOKG");
    box_u32(w, (uint32_t)m->set);
    lx_save(&m->words, "TOKV", w);
    lx_save(&m->whole, "TOKR", w);
    lx_save(&m->pairs, "TOKL", w);
}

// The set of features; older models do not say it.
static int load_set(sg_model *m, const box *b, copse_error *err)
{
    cursor c;
    m->set = SG_SET_FIRST;
    if (!box_count(b, "TOKG"))
        return 0;
    if (box_find(b, "TOKG", 0, &c, err) != 0)
        return err->code;
    const uint32_t set = cur_u32(&c);
    if (!c.failed && set >= SG_SETS)
        return err_set(err, COPSE_EMODEL, box_path(b), 0,
                       "section TOKG asks for features that this version does not know");
    m->set = (sg_set)set;
    return cur_end(&c, err);
}

int sg_load(sg_model *m, const box *b, copse_error *err)
{
    int code = li_load(&m->w, "TOKB", b, err);
    code = code ? code : load_set(m, b, err);
    code = code ? code : lx_load(&m->words, "TOKV", b, err);
    code = code ? code : lx_load(&m->whole, "TOKR", b, err);
    return code ? code : lx_load(&m->pairs, "TOKL", b, err);
}
