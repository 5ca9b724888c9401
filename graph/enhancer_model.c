// SPDX-License-Identifier: MIT
// The sections of an enhancer: GENH (what it is: classes of labels and paths of candidates) and GENW
// (weights).
//
// A model is input: whatever loads writes graphs that can be read again. Classes are within rows of weights,
// fixed labels have no bars, and paths are in order.
#include "graph/enhancer.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <string.h>

void ge_done(gemodel *m)
{
    mem_free(m->class);
    mem_free(m->own);
    arena_done(&m->texts);
    gw_done(&m->weights);
    memset(m, 0, sizeof *m);
}

void ge_save(const gemodel *m, box_writer *w)
{
    box_begin(w, "GENH");
    box_u32(w, m->pos);
    box_u32(w, m->cycles);
    box_u32(w, (uint32_t)m->classes);
    for (size_t i = 0; i < m->classes; i++) {
        const ge_class *c = &m->class[i];
        box_u8(w, c->prefix);
        box_u8(w, c->source);
        if (c->prefix == GE_FIXED)
            box_str(w, c->fixed);
    }
    box_u32(w, (uint32_t)m->paths.n);
    box_array(w, m->paths.at, m->paths.n, sizeof *m->paths.at);
    gw_save(&m->weights, "GENW", w);
}

static int damaged(const box *b, const char *what, size_t value, copse_error *err)
{
    return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged description of the enhancer (%s %zu)", what,
                   value);
}

static int load_classes(gemodel *m, cursor *c, copse_error *err)
{
    const uint32_t n = cur_count(c, 2);
    if (!c->failed && (n == 0 || n > GE_MOST_CLASSES))
        return damaged(c->box, "number of classes", n, err);
    m->class = mem_zero((size_t)n + 1, sizeof *m->class);
    for (; m->classes < n && !c->failed; m->classes++) {
        ge_class *one = &m->class[m->classes];
        one->prefix = cur_u8(c);
        one->source = cur_u8(c);
        if (one->prefix == GE_FIXED)
            one->fixed = cur_name(c);
        if (one->prefix >= GE_PREFIXES || one->source >= GE_SOURCES ||
            (one->fixed.len && memchr(one->fixed.s, '|', one->fixed.len)))
            return damaged(c->box, "class", m->classes + 1, err);
    }
    return 0;
}

static int load_paths(gemodel *m, cursor *c, copse_error *err)
{
    m->paths.n = cur_count(c, sizeof *m->paths.at);
    if (!c->failed && m->paths.n > GE_MOST_PATHS)
        return damaged(c->box, "number of paths", m->paths.n, err);
    m->paths.at = cur_array(c, m->paths.n, sizeof *m->paths.at);
    for (size_t i = 1; i < m->paths.n && !c->failed; i++)
        if ((m->paths.at[i - 1] | 1) >= (m->paths.at[i] | 1))
            return damaged(c->box, "order of paths, at", i, err);
    return 0;
}

int ge_load(gemodel *m, const box *b, copse_error *err)
{
    cursor c;
    memset(m, 0, sizeof *m);
    int code = box_find(b, "GENH", 0, &c, err);
    if (code)
        return code;
    const uint32_t pos = cur_u32(&c), cycles = cur_u32(&c);
    code = load_classes(m, &c, err);
    if (!code)
        code = load_paths(m, &c, err);
    if (!code)
        code = cur_end(&c, err);
    if (!code && pos != COPSE_UPOS && pos != COPSE_XPOS)
        code = damaged(b, "column of parts of speech", pos, err);
    if (!code && cycles > 1)
        code = damaged(b, "cycles", cycles, err);
    if (!code)
        code = gw_load(&m->weights, "GENW", b, err);
    m->pos = (copse_column)pos;
    m->cycles = cycles == 1;
    if (code)
        ge_done(m);
    return code;
}
