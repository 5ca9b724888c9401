// SPDX-License-Identifier: MIT
// The sections of a lemmatiser: LEMM (scripts and what is known) and LEMW (weights).
//
// A model is input: scripts are read piece by piece and checked, numbers of scripts are within the list, and
// any bytes are weights. The score of a candidate is a sum of less than 2^9 weights, each within 2^14 times
// the scale, so that no sum overflows.
#include "text/lemma.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <string.h>

void lem_done(lem_model *m)
{
    es_pool_done(&m->pool);
    mem_free(m->script);
    mem_free(m->front);
    mem_free(m->back);
    mem_free(m->own_seen);
    mem_free(m->by_end.shelf);
    mem_free(m->by_end.item);
    mem_free(m->by_begin.shelf);
    mem_free(m->by_begin.item);
    lem_map_done(&m->lexicon);
    lem_map_done(&m->known);
    mem_free(m->own_weight);
    memset(m, 0, sizeof *m);
}

void lem_save(const lem_model *m, box_writer *w)
{
    text script = {0};
    box_begin(w, "LEMM");
    box_u32(w, m->turkic);
    box_u32(w, m->scripts);
    box_u32(w, m->general);
    box_u32(w, m->proven);
    for (uint32_t i = 0; i < m->scripts; i++) {
        script.n = 0;
        es_write(&script, &m->script[i], &m->pool);
        box_str(w, (copse_str){script.s, script.n});
    }
    box_array(w, m->seen, m->general, sizeof *m->seen);
    box_u64(w, m->seen_upos);
    box_u32(w, m->fronts);
    box_u32(w, m->openings);
    for (uint32_t i = 0; i < m->fronts; i++) {
        script.n = 0;
        es_write_front(&script, &m->front[i], &m->pool);
        box_str(w, (copse_str){script.s, script.n});
    }
    lem_map_save(&m->lexicon, w);
    lem_map_save(&m->known, w);
    box_begin(w, "LEMW");
    box_u32(w, (uint32_t)m->bits);
    box_f32(w, m->scale);
    box_array(w, m->weight, (size_t)1 << m->bits, sizeof *m->weight);
    text_done(&script);
}

static int damaged(const box *b, const char *what, size_t value, copse_error *err)
{
    return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged lemmatiser (%s %zu)", what, value);
}

static int load_scripts(lem_model *m, cursor *c, copse_error *err)
{
    const uint32_t n = cur_count(c, 4);
    m->general = cur_u32(c);
    m->proven = cur_u32(c);
    if (c->failed)
        return 0;
    if (n > LEM_MOST_SCRIPTS || m->general > n || m->proven > m->general)
        return damaged(c->box, "number of scripts", n, err);
    m->script = mem_alloc((size_t)n + 1, sizeof *m->script);
    for (; m->scripts < n && !c->failed; m->scripts++)
        if (!es_read(&m->script[m->scripts], cur_str(c), &m->pool) && !c->failed)
            return damaged(c->box, "script", m->scripts, err);
    m->seen = cur_array(c, m->general, sizeof *m->seen);
    m->seen_upos = cur_u64(c);
    return 0;
}

static int load_fronts(lem_model *m, cursor *c, copse_error *err)
{
    const uint32_t n = cur_count(c, 4);
    m->openings = cur_u32(c);
    if (c->failed)
        return 0;
    if (n == 0 || n > LEM_MOST_FRONTS || m->openings > n)
        return damaged(c->box, "number of beginnings", n, err);
    m->front = mem_alloc(n, sizeof *m->front);
    for (; m->fronts < n && !c->failed; m->fronts++)
        if (!es_read_front(&m->front[m->fronts], cur_str(c), &m->pool) && !c->failed)
            return damaged(c->box, "beginning", m->fronts, err);
    return 0;
}

static int load_weights(lem_model *m, const box *b, copse_error *err)
{
    cursor c;
    int code = box_find(b, "LEMW", 0, &c, err);
    if (code)
        return code;
    const uint32_t bits = cur_u32(&c);
    m->scale = cur_f32(&c);
    if (!c.failed && (bits < LEM_LEAST_BITS || bits > LEM_MOST_BITS))
        return damaged(b, "bits of weights", bits, err);
    if (!c.failed && !(m->scale > 0 && m->scale < 1e6F))
        return damaged(b, "scale of weights", 0, err);
    m->bits = (int)bits;
    if (!c.failed)
        m->weight = cur_array(&c, (size_t)1 << bits, sizeof *m->weight);
    return cur_end(&c, err);
}

int lem_load(lem_model *m, const box *b, copse_error *err)
{
    cursor c;
    memset(m, 0, sizeof *m);
    int code = box_find(b, "LEMM", 0, &c, err);
    if (code)
        return code;
    const uint32_t turkic = cur_u32(&c);
    code = load_scripts(m, &c, err);
    if (!code)
        code = load_fronts(m, &c, err);
    if (!code) {
        lem_map_load(&m->lexicon, &c, true, m->scripts ? lem_recipes(m) : 1);
        lem_map_load(&m->known, &c, false, 0);
        code = cur_end(&c, err);
    }
    if (!code && turkic > 1)
        code = damaged(b, "kind of case", turkic, err);
    if (!code)
        code = load_weights(m, b, err);
    m->turkic = turkic == 1;
    if (code)
        lem_done(m);
    else
        lem_settle(m);
    return code;
}
