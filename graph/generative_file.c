// SPDX-License-Identifier: MIT
// The sections of a generative model: GENM (what it is), GENT (counts of tags), GENS (of STOP), GENF (of
// forms), GENB (of bytes of forms), GENL (of labels).
//
// A model is input: whatever counts load, probabilities are numbers from 0 to 1 and sum to 1, since they are
// computed from the counts here.
#include "graph/generative.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/label_places.h"

#include <string.h>

#define MOST_WEIGHT 700.0 // of a distance: e^700 is a number
#define LEAST_SMOOTHING 1e-9
#define MOST_SMOOTHING 1e9
#define LEAST_LONGER 1e-9

static void save_names(const table *t, box_writer *w)
{
    box_u32(w, (uint32_t)t->n);
    for (size_t i = 0; i < t->n; i++)
        box_str(w, tab_name(t, i));
}

void gen_save(const generative *m, box_writer *w)
{
    box_begin(w, "GENM");
    box_u32(w, m->variant->id);
    box_u32(w, m->projective);
    box_u32(w, m->single_root);
    box_u32(w, m->forms);
    box_u32(w, m->punctuation);
    box_u32(w, m->pos);
    box_u32(w, (uint32_t)m->any_label);
    box_u32(w, (uint32_t)m->punct_label);
    box_f64(w, m->smoothing);
    box_f64(w, m->longer);
    box_f64(w, m->top);
    for (int i = 0; i < 2 * GEN_REACH; i++)
        box_f64(w, m->reach[i / GEN_REACH][i % GEN_REACH]);
    save_names(&m->tags, w);
    save_names(&m->words, w);
    save_names(&m->labels, w);
    for (size_t i = 0; i < m->labels.n; i++)
        box_u8(w, m->allowed[i]);
    bo_save(&m->tag, "GENT", w);
    bo_save(&m->stop, "GENS", w);
    bo_save(&m->form, "GENF", w);
    bo_save(&m->byte, "GENB", w);
    bo_save(&m->label, "GENL", w);
}

static int damaged(const box *b, const char *field, unsigned value, copse_error *err)
{
    return err_set(err, COPSE_EMODEL, box_path(b), 0,
                   "damaged description of the model (section GENM): %s %u", field, value);
}

// Names, all different. shown: they are written to treebanks.
static int load_names(table *t, const char *what, uint32_t most, bool shown, cursor *c, copse_error *err)
{
    const uint32_t n = cur_count(c, 4);
    if (n > most)
        return damaged(c->box, what, n, err);
    for (uint32_t i = 0; i < n && !c->failed; i++) {
        const copse_str name = shown ? cur_name(c) : cur_str(c);
        if (c->failed)
            break;
        c->failed |= name.len > BOX_MAX_NAME;
        tab_add(t, name);
        if (t->n != i + 1)
            return err_set(
                err, COPSE_EMODEL, box_path(c->box), 0,
                "damaged description of the model (section GENM): twice the same name among the %s", what);
    }
    return 0;
}

static void load_numbers(generative *m, cursor *c)
{
    m->smoothing = cur_bounded(c, MOST_SMOOTHING);
    m->longer = cur_bounded(c, 1 - LEAST_LONGER);
    m->top = cur_bounded(c, MOST_WEIGHT);
    for (int i = 0; i < 2 * GEN_REACH; i++)
        m->reach[i / GEN_REACH][i % GEN_REACH] = cur_bounded(c, MOST_WEIGHT);
    c->failed |= m->smoothing < LEAST_SMOOTHING || m->longer < LEAST_LONGER;
}

static int load_tables(generative *m, cursor *c, copse_error *err)
{
    int code = load_names(&m->tags, "tags", GEN_MOST_TAGS, false, c, err);
    if (!code)
        code = load_names(&m->words, "forms", TAB_MAX, false, c, err);
    if (!code)
        code = load_names(&m->labels, "labels", GEN_MOST_LABELS, true, c, err);
    m->allowed = mem_zero(m->labels.n + 1, 1);
    for (size_t i = 0; i < m->labels.n && !code; i++)
        m->allowed[i] = cur_u8(c);
    return code ? code : cur_end(c, err);
}

static int load_description(generative *m, const box *b, copse_error *err)
{
    cursor c;
    int code = box_find(b, "GENM", 0, &c, err);
    if (code)
        return code;
    const uint32_t variant = cur_u32(&c), projective = cur_u32(&c), single_root = cur_u32(&c),
                   forms = cur_u32(&c), punctuation = cur_u32(&c), pos = cur_u32(&c), any_label = cur_u32(&c),
                   punct_label = cur_u32(&c);
    load_numbers(m, &c);
    code = load_tables(m, &c, err);
    if (code)
        return code;
    m->variant = gen_variant_by_id(variant);
    const uint32_t labels = (uint32_t)m->labels.n;
    const struct {
        const char *name;
        uint32_t value;
        bool fine;
    } field[] = {
        {"variant", variant, m->variant && (projective || m->variant->stops == GEN_NOTHING)},
        {"projective", projective, projective <= 1},
        {"single root", single_root, single_root <= 1},
        {"forms", forms, forms <= 1},
        {"punctuation", punctuation, punctuation <= 1},
        {"column of parts of speech", pos, pos == COPSE_UPOS || pos == COPSE_XPOS},
        {"number of labels", labels, labels > 0 && lp_sound(m->allowed, labels)},
        {"label of last resort", any_label, any_label < labels && lp_allowed(m->allowed, (int)any_label, 1)},
        {"label of punctuation", punct_label,
         punct_label < labels && lp_allowed(m->allowed, (int)punct_label, 1)},
    };
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++)
        if (!field[i].fine)
            return damaged(b, field[i].name, field[i].value, err);
    m->projective = projective;
    m->single_root = single_root;
    m->forms = forms;
    m->punctuation = punctuation;
    m->pos = (copse_column)pos;
    m->any_label = (int)any_label;
    m->punct_label = (int)punct_label;
    return 0;
}

int gen_load(generative *m, const box *b, copse_error *err)
{
    memset(m, 0, sizeof *m);
    int code = load_description(m, b, err);
    if (!code)
        code = bo_load(&m->tag, "GENT", (uint32_t)m->tags.n + 1, b, err);
    if (!code)
        code = bo_load(&m->stop, "GENS", 2, b, err);
    if (!code)
        code = bo_load(&m->form, "GENF", (uint32_t)m->words.n, b, err);
    if (!code)
        code = bo_load(&m->byte, "GENB", GEN_BYTES, b, err);
    if (!code)
        code = bo_load(&m->label, "GENL", (uint32_t)m->labels.n, b, err);
    if (code)
        gen_done(m);
    return code;
}
