// SPDX-License-Identifier: MIT
// The sections of the recheck: TOKP (a tagger, as a model of its own) and TOKD (weights). A model has
// both or none.
#include "text/recheck_model.h"

#include "common/base/error.h"
#include "common/base/mem.h"

int rc_save(const rc_model *m, box_writer *w, copse_error *err)
{
    size_t size;
    box_writer *inside = box_writer_new();
    tgm_save(&m->tagger, inside);
    void *bytes = box_bytes(inside, &size, err);
    box_writer_free(inside);
    if (!bytes)
        return err->code;
    box_begin(w, "TOKP");
    box_raw(w, bytes, size);
    mem_free(bytes);
    li_save(&m->w, "TOKD", w);
    return 0;
}

int rc_load(rc_model **made, const box *b, copse_error *err)
{
    *made = NULL;
    if (!box_count(b, "TOKP") && !box_count(b, "TOKD"))
        return 0;
    rc_model *m = mem_zero(1, sizeof *m);
    m->inside = box_inside(b, "TOKP", 0, err);
    int code = m->inside ? tgm_load(&m->tagger, m->inside, err) : err->code;
    code = code ? code : li_load(&m->w, "TOKD", b, err);
    if (code)
        rc_free(m);
    else
        *made = m;
    return code;
}
