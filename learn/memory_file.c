// SPDX-License-Identifier: MIT
// Instance bases in model files. Input is not trusted: every index is checked once, at loading.
#include "learn/memory.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <math.h>

void mbl_save(const scorer *s, box_writer *w)
{
    const memory *m = (const memory *)s;
    const uint32_t profiles = m->first_profile[m->columns], listed = m->profile_at[profiles];
    const uint32_t votes = m->row_at[m->rows];
    box_u32(w, m->base.classes);
    box_u32(w, m->metric);
    box_u32(w, m->weighting);
    box_u32(w, m->k);
    box_u32(w, m->vote);
    box_f64(w, m->decay);
    box_f64(w, m->power);
    box_u32(w, m->columns);
    box_u32(w, m->slots.n);
    box_u32(w, profiles);
    box_u32(w, listed);
    box_u32(w, m->rows);
    box_u32(w, votes);
    box_array(w, m->class_count, m->base.classes, sizeof *m->class_count);
    box_array(w, m->empty, m->columns, sizeof *m->empty);
    box_array(w, m->weight, m->columns, sizeof *m->weight);
    box_array(w, m->symbols, m->columns, sizeof *m->symbols);
    box_array(w, m->profiles, m->columns, sizeof *m->profiles);
    box_array(w, m->slots.key, m->slots.n, sizeof *m->slots.key);
    box_array(w, m->slots.column, m->slots.n, sizeof *m->slots.column);
    box_array(w, m->slots.symbol, m->slots.n, sizeof *m->slots.symbol);
    box_array(w, m->profile_at, (size_t)profiles + 1, sizeof *m->profile_at);
    box_array(w, m->profile_class, listed, sizeof *m->profile_class);
    box_array(w, m->profile_count, listed, sizeof *m->profile_count);
    box_array(w, m->row, (size_t)m->rows * m->columns, sizeof *m->row);
    box_array(w, m->row_at, (size_t)m->rows + 1, sizeof *m->row_at);
    box_array(w, m->row_class, votes, sizeof *m->row_class);
    box_array(w, m->row_count, votes, sizeof *m->row_count);
}

// Are these n lists of classes and counts, none of them empty, classes ascending, that end at last?
static bool sound_lists(const uint32_t *at, size_t n, uint32_t last, const uint32_t *class,
                        const uint32_t *count, uint32_t classes)
{
    if (at[0] != 0 || at[n] != last)
        return false;
    for (size_t i = 0; i < n; i++)
        if (at[i] >= at[i + 1] || at[i + 1] > last)
            return false;
    for (size_t i = 0; i < n; i++)
        for (uint32_t j = at[i]; j < at[i + 1]; j++)
            if (class[j] >= classes || count[j] == 0 || (j > at[i] && class[j] <= class[j - 1]))
                return false;
    return true;
}

// Searches end at an empty slot: there are enough of them, and not too many slots between two. Chance makes
// runs of a few hundred.
static bool sound_slots(const memory *m)
{
    enum { MOST_RUN = 4096 };
    const mbl_slots *s = &m->slots;
    uint32_t used = 0, run = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        run = s->column[i] == MBL_NONE ? 0 : run + 1;
        used += run > 0;
        if (run == 0)
            continue;
        if (run > MOST_RUN || s->column[i] >= m->columns ||
            (s->symbol[i] != MBL_NONE && s->symbol[i] >= m->symbols[s->column[i]]))
            return false;
    }
    return used < s->n - s->n / 4;
}

// Rows have symbols of their columns and ascend, so that none is there twice.
static bool sound_rows(const memory *m)
{
    for (uint32_t r = 0; r < m->rows; r++) {
        const uint32_t *row = m->row + (size_t)r * m->columns;
        bool above = r == 0;
        for (uint32_t f = 0; f < m->columns; f++) {
            if (row[f] >= m->symbols[f] || (!above && row[f] < row[(ptrdiff_t)f - (ptrdiff_t)m->columns]))
                return false;
            above = above || row[f] > row[(ptrdiff_t)f - (ptrdiff_t)m->columns];
        }
        if (!above)
            return false;
    }
    return true;
}

// Are all numbers in their ranges? Every symbol is in some row, and no sum of counts overflows.
static bool sound(const memory *m, uint32_t profiles, uint32_t listed, uint32_t votes)
{
    uint64_t all_profiles = 0, instances = 0, classed = 0;
    for (uint32_t f = 0; f < m->columns; f++) {
        if (!(m->weight[f] >= 0 && m->weight[f] <= MBL_MOST) || m->profiles[f] > m->symbols[f] ||
            m->symbols[f] > m->rows)
            return false;
        all_profiles += m->profiles[f];
    }
    if (all_profiles != profiles || !sound_slots(m) ||
        !sound_lists(m->profile_at, profiles, listed, m->profile_class, m->profile_count, m->base.classes) ||
        !sound_lists(m->row_at, m->rows, votes, m->row_class, m->row_count, m->base.classes) ||
        !sound_rows(m))
        return false;
    for (uint32_t i = 0; i < votes; i++)
        instances += m->row_count[i];
    for (uint32_t c = 0; c < m->base.classes; c++)
        classed += m->class_count[c];
    return instances <= UINT32_MAX && classed == instances;
}

static bool read_memory(memory *m, cursor *c)
{
    m->base = (scorer){&scorer_memory, cur_u32(c)};
    m->metric = cur_u32(c);
    m->weighting = cur_u32(c);
    m->k = cur_u32(c);
    m->vote = cur_u32(c);
    m->decay = cur_bounded(c, MBL_MOST);
    m->power = cur_bounded(c, MBL_MOST);
    m->columns = cur_u32(c);
    m->slots.n = cur_u32(c);
    const uint32_t profiles = cur_u32(c), listed = cur_u32(c);
    m->rows = cur_u32(c);
    const uint32_t votes = cur_u32(c);
    if (c->failed || m->base.classes < 1 || m->base.classes > MBL_MOST_CLASSES || m->metric > MBL_MVDM ||
        m->weighting > MBL_SHARED_VARIANCE || m->k < 1 || m->k > MBL_MOST_K || m->vote > MBL_EXPONENTIAL ||
        m->decay < 0 || m->power < 0 || m->columns > MBL_MOST_COLUMNS || m->slots.n < 2 ||
        m->slots.n > 1u << 31 || (m->slots.n & (m->slots.n - 1)) != 0 || m->rows < 1)
        return false;
    m->class_count = cur_array(c, m->base.classes, sizeof *m->class_count);
    m->empty = cur_array(c, m->columns, sizeof *m->empty);
    m->weight = cur_array(c, m->columns, sizeof *m->weight);
    m->symbols = cur_array(c, m->columns, sizeof *m->symbols);
    m->profiles = cur_array(c, m->columns, sizeof *m->profiles);
    m->slots.key = cur_array(c, m->slots.n, sizeof *m->slots.key);
    m->slots.column = cur_array(c, m->slots.n, sizeof *m->slots.column);
    m->slots.symbol = cur_array(c, m->slots.n, sizeof *m->slots.symbol);
    m->profile_at = cur_array(c, (size_t)profiles + 1, sizeof *m->profile_at);
    m->profile_class = cur_array(c, listed, sizeof *m->profile_class);
    m->profile_count = cur_array(c, listed, sizeof *m->profile_count);
    m->row = cur_array(c, (size_t)m->rows * m->columns, sizeof *m->row);
    m->row_at = cur_array(c, (size_t)m->rows + 1, sizeof *m->row_at);
    m->row_class = cur_array(c, votes, sizeof *m->row_class);
    m->row_count = cur_array(c, votes, sizeof *m->row_count);
    return !c->failed && sound(m, profiles, listed, votes);
}

void mbl_free(scorer *s)
{
    memory *m = (memory *)s;
    if (!m)
        return;
    mem_free(m->node);
    arena_done(&m->own);
    mem_free(m);
}

scorer *mbl_load(cursor *c, copse_error *err)
{
    memory *m = mem_zero(1, sizeof *m);
    if (read_memory(m, c)) {
        mbl_derive(m);
        return &m->base;
    }
    mbl_free(&m->base);
    err_set(err, COPSE_EMODEL, box_path(c->box), 0,
            "damaged model: section %s does not hold an instance base", c->tag);
    return NULL;
}
