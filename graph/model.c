// SPDX-License-Identifier: MIT
// The sections of a graph model: GMOD (what the parser is), GSET (more of that, where it is not as usual),
// CLUS (clusters of words, if it has some), GCAN (weights of the pruner), GFIL (of the filter), GARC (of
// arcs, siblings and grandparents), GJNT (of labels in the search), GLAB (of labels of a tree).
//
// A model is input: whatever loads can be parsed with. Labels are within rows of weights and fit for a
// column, there is one for each place, and scales are bounded (weights.h).
#include "graph/model.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"

#include <stdlib.h>
#include <string.h>

void gm_done(gmodel *m)
{
    tab_done(&m->labels);
    clusters_done(&m->clusters);
    mem_free(m->allowed);
    gw_done(&m->pruner);
    gw_done(&m->filter);
    gw_done(&m->arcs);
    gw_done(&m->joint);
    gw_done(&m->rows);
    memset(m, 0, sizeof *m);
}

// What GMOD does not say. Older models, and all with the usual settings, have no such section.
static void save_settings(const gmodel *m, box_writer *w)
{
    const gs_method *x = &m->method;
    if (m->set == gf_set_all[0] && !x->unpruned && !x->sib_labels && !x->hill.from && !x->hill.bounded &&
        m->search_labels == gm_labels_by_default(m->labelling, m->log_linear))
        return;
    box_begin(w, "GSET");
    box_u32(w, x->unpruned);
    box_u32(w, m->search_labels);
    box_u32(w, x->sib_labels);
    box_u32(w, x->hill.from);
    box_u32(w, x->hill.bounded);
    box_u32(w, (uint32_t)x->hill.most);
    box_str(w, (copse_str){m->set->name, strlen(m->set->name)});
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
    save_settings(m, w);
    clusters_save(&m->clusters, "CLUS", w);
    if (!m->method.unpruned) {
        gw_save(&m->pruner, "GCAN", w);
        gw_save(&m->filter, "GFIL", w);
    }
    gw_save(&m->arcs, "GARC", w);
    if (gm_searches_labels(m))
        gw_save(&m->joint, "GJNT", w);
    if (m->labelling == GM_TWO_STAGE)
        gw_save(&m->rows, "GLAB", w);
}

// A number of a section that must hold for the parser.
typedef struct field {
    const char *name;
    uint32_t value;
    bool fine;
} field;

static int damaged(const box *b, const char *section, const char *name, unsigned value, copse_error *err)
{
    return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged description of the parser (section %s): %s %u",
                   section, name, value);
}

static int check_fields(const box *b, const char *section, const field *f, size_t n, copse_error *err)
{
    for (size_t i = 0; i < n; i++)
        if (!f[i].fine)
            return damaged(b, section, f[i].name, f[i].value, err);
    return 0;
}

static int load_labels(gmodel *m, cursor *c, copse_error *err)
{
    const uint32_t labels = cur_count(c, 5);
    if (!c->failed && (labels == 0 || labels > GM_MOST_LABELS))
        return damaged(c->box, "GMOD", "number of labels", labels, err);
    m->allowed = mem_zero((size_t)labels + 1, 1);
    for (uint32_t i = 0; i < labels; i++) {
        tab_add(&m->labels, cur_name(c));
        m->allowed[i] = cur_u8(c);
        if (!c->failed && m->labels.n != i + 1)
            return damaged(c->box, "GMOD", "twice the same label, number", i + 1, err);
    }
    return 0;
}

static int load_head(gmodel *m, const box *b, copse_error *err)
{
    cursor c;
    int code = box_find(b, "GMOD", 0, &c, err);
    if (code)
        return code;
    const uint32_t order = cur_u32(&c), id = cur_u32(&c), single_root = cur_u32(&c), grand = cur_u32(&c),
                   log_linear = cur_u32(&c), pos = cur_u32(&c), labelling = cur_u32(&c),
                   any_label = cur_u32(&c), guides = cur_u32(&c);
    code = load_labels(m, &c, err);
    if (!code)
        code = cur_end(&c, err);
    if (code)
        return code;
    const graph_decoder *decoder = dec_by_id(id);
    const size_t labels = m->labels.n;
    if (!decoder)
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "unknown decoder %u", (unsigned)id);
    const field fields[] = {
        {"order", order, (order == 1 || order == 2) && dec_has(decoder, (int)order, false)},
        {"single root", single_root, single_root <= 1},
        {"grandparents", grand, grand < order && dec_has(decoder, (int)order, grand)},
        {"log-linear", log_linear, log_linear == 0 || (log_linear == 1 && order == 1)},
        {"column of parts of speech", pos, sen_is_tag(pos)},
        {"way of labelling", labelling, labelling <= GM_NONE && (labelling != GM_NONE || labels == 1)},
        {"places of labels are wrong; number of labels", (uint32_t)labels, lp_sound(m->allowed, labels)},
        {"label of last resort", any_label, any_label < labels && lp_allowed(m->allowed, (int)any_label, 1)},
        {"number of guides", guides, guides <= GF_MOST_GUIDES},
    };
    code = check_fields(b, "GMOD", fields, sizeof fields / sizeof fields[0], err);
    if (code)
        return code;
    m->method =
        (gs_method){.order = (int)order, .decoder = decoder, .single_root = single_root, .grand = grand};
    m->log_linear = log_linear;
    m->pos = (copse_column)pos;
    m->labelling = (gm_labels)labelling;
    m->any_label = (int)any_label;
    m->guides = (int)guides;
    return 0;
}

static int load_settings(gmodel *m, const box *b, copse_error *err)
{
    enum { MOST_CHANGES = 1 << 30 };
    cursor c;
    gs_method *x = &m->method;
    m->set = gf_set_all[0];
    m->search_labels = gm_labels_by_default(m->labelling, m->log_linear);
    if (!box_count(b, "GSET"))
        return 0;
    int code = box_find(b, "GSET", 0, &c, err);
    if (code)
        return code;
    char quoted[ERR_QUOTE];
    const uint32_t unpruned = cur_u32(&c), labels = cur_u32(&c), sib_labels = cur_u32(&c), from = cur_u32(&c),
                   bounded = cur_u32(&c), most = cur_u32(&c);
    const copse_str name = cur_name(&c);
    code = cur_end(&c, err);
    if (code)
        return code;
    m->set = gf_set_find(name);
    if (!m->set)
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "unknown feature set %s", err_quote(quoted, name));
    const bool climbs = x->order == 2 && x->decoder->climb;
    const field fields[] = {
        {"grandparents, which the feature set lacks,", x->grand, !x->grand || m->set->grand},
        {"unpruned", unpruned, unpruned <= 1},
        {"labels in the search", labels,
         labels <= 1 && (m->labelling == GM_TWO_STAGE || labels == (m->labelling == GM_JOINT))},
        {"labels by siblings", sib_labels, sib_labels == 0 || (sib_labels == 1 && labels && x->order == 2)},
        {"start of hill climbing", from, from == 0 || (from < DEC_STARTS && climbs)},
        {"bounded hill climbing", bounded, bounded == 0 || (bounded == 1 && climbs)},
        {"number of changes", most, bounded ? most <= MOST_CHANGES : most == 0},
    };
    code = check_fields(b, "GSET", fields, sizeof fields / sizeof fields[0], err);
    x->unpruned = unpruned;
    x->sib_labels = sib_labels;
    x->hill = (dec_climbing){(dec_start)from, bounded, (int)most};
    m->search_labels = labels;
    return code;
}

int gm_load(gmodel *m, const box *b, copse_error *err)
{
    memset(m, 0, sizeof *m);
    int code = load_head(m, b, err);
    if (!code)
        code = load_settings(m, b, err);
    if (!code)
        code = clusters_load(&m->clusters, "CLUS", b, err);
    if (!code)
        gm_use_clusters(m);
    if (!code && !m->method.unpruned)
        code = gw_load(&m->pruner, "GCAN", b, err);
    if (!code && !m->method.unpruned)
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
