// SPDX-License-Identifier: MIT
// The sections of a transition model: TMOD (what the parser is), RLAB (where its labels may stand), FEAT (its
// features, as text), CLUS (clusters of words, if it has some), a GUID for each set of classifiers.
#include "transition/model.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/pseudo_projective.h"
#include "common/treebank/sentence.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LABELS = CLS_NO_LABEL };

void tm_done(tmodel *m)
{
    fm_done(&m->features);
    clusters_done(&m->clusters);
    tab_done(&m->labels);
    mem_free(m->seen);
    mem_free(m->allowed);
    for (uint32_t i = 0; i < m->sets; i++)
        cls_done(&m->set[i]);
    mem_free(m->set);
    mem_free(m->split);
    mem_free(m->split_by);
    memset(m, 0, sizeof *m);
}

copse_str tm_own_label(const tmodel *m, size_t label)
{
    const copse_str name = tab_name(&m->labels, label);
    return m->pproj >= 0 ? pproj_own(name) : name;
}

void tm_allow(tmodel *m)
{
    m->allowed = mem_alloc(m->labels.n, 1);
    for (size_t l = 0; l < m->labels.n; l++) {
        const bool lifted = m->pproj >= 0 && pproj_is_lifted(tab_name(&m->labels, l));
        m->allowed[l] = lifted && m->seen[l] & LP_ELSEWHERE ? LP_ANYWHERE : m->seen[l];
    }
}

static copse_str text_of(const char *s)
{
    return (copse_str){s, strlen(s)};
}

void tm_save(const tmodel *m, box_writer *w)
{
    box_begin(w, "TMOD");
    box_str(w, text_of(m->system->name));
    box_u32(w, m->root);
    box_u32(w, m->single_root);
    box_u32(w, (uint32_t)(m->pproj + 1));
    box_u32(w, m->pos);
    box_u32(w, (uint32_t)m->guides);
    box_str(w, text_of(m->split_by ? m->split_by : ""));
    box_u32(w, (uint32_t)m->root_label);
    box_u32(w, (uint32_t)m->any_label);
    box_u32(w, (uint32_t)m->labels.n);
    for (size_t i = 0; i < m->labels.n; i++)
        box_str(w, tab_name(&m->labels, i));
    box_u32(w, m->sets);
    box_array(w, m->split, m->sets - 1, sizeof *m->split);
    if (m->seen) {
        box_begin(w, "RLAB");
        box_array(w, m->seen, m->labels.n, 1);
    }
    box_begin(w, "FEAT");
    box_raw(w, m->features.text, m->features.text_len);
    clusters_save(&m->clusters, "CLUS", w);
    for (uint32_t i = 0; i < m->sets; i++) {
        box_begin(w, "GUID");
        cls_save(&m->set[i], w);
    }
}

// The numbers of TMOD, all within their bounds.
static bool load_numbers(tmodel *m, cursor *c)
{
    uint32_t root = cur_u32(c), single_root = cur_u32(c), pproj = cur_u32(c), pos = cur_u32(c),
             guides = cur_u32(c);
    copse_str split_by = cur_str(c);
    m->split_by = split_by.len ? mem_string(split_by.s, split_by.len) : NULL;
    uint32_t root_label = cur_u32(c), any_label = cur_u32(c), labels = cur_count(c, 4);
    for (uint32_t i = 0; i < labels; i++)
        tab_add(&m->labels, cur_name(c));
    m->sets = cur_u32(c);
    if (c->failed || root > CFG_ROOT_NONE || single_root > 1 || pproj > COPSE_PPROJ_HEAD_PATH + 1u ||
        !sen_is_tag(pos) || labels == 0 || labels > MOST_LABELS || guides > FM_MOST_GUIDES ||
        m->labels.n != labels || root_label >= labels || any_label >= labels || m->sets == 0 ||
        m->sets > BOX_MAX_SECTIONS || (m->sets > 1 && !m->split_by))
        return false;
    m->root = (cfg_root)root;
    m->single_root = single_root;
    m->pproj = (int)pproj - 1;
    m->pos = (copse_column)pos;
    m->guides = (int)guides;
    m->root_label = (int)root_label;
    m->any_label = (int)any_label;
    return true;
}

static bool ascends(const uint64_t *value, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        if (value[i] <= value[i - 1])
            return false;
    return true;
}

static int load_head(tmodel *m, const box *b, copse_error *err)
{
    cursor c;
    int code = box_find(b, "TMOD", 0, &c, err);
    if (code)
        return code;
    copse_str name = cur_str(&c);
    char quoted[ERR_QUOTE], *terminated = mem_string(name.s, name.len);
    m->system = sys_find(terminated);
    mem_free(terminated);
    if (!m->system)
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "unknown algorithm %s", err_quote(quoted, name));
    bool sound = load_numbers(m, &c);
    uint32_t sets = sound ? m->sets : 0;
    const uint64_t *split = sound ? cur_array(&c, sets - 1, sizeof *split) : NULL;
    m->sets = 0;
    if (!sound || c.failed || !ascends(split, sets - 1) || box_count(b, "GUID") != sets)
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged description of the parser");
    m->split = mem_alloc(sets, sizeof *m->split);
    if (sets > 1)
        memcpy(m->split, split, (sets - 1) * sizeof *split);
    m->set = mem_zero(sets, sizeof *m->set);
    m->sets = sets;
    return cur_end(&c, err);
}

// Older models do not say where their labels were seen. If the root label is that of Universal Dependencies,
// so is the treebank, and its rule applies; otherwise the places stay unknown.
static void guess_places(tmodel *m)
{
    const size_t n = m->labels.n;
    if (!lp_is_ud_root(tm_own_label(m, (size_t)m->root_label)))
        return;
    m->seen = mem_alloc(n, 1);
    for (size_t l = 0; l < n; l++)
        m->seen[l] = lp_place(lp_is_ud_root(tm_own_label(m, l)) ? 0 : 1);
    lp_settle(m->seen, n);
    for (size_t l = 0; l < n && !lp_allowed(m->seen, m->any_label, 1); l++)
        if (lp_allowed(m->seen, (int)l, 1))
            m->any_label = (int)l;
}

static int load_places(tmodel *m, const box *b, copse_error *err)
{
    const size_t n = m->labels.n;
    cursor c;
    if (!box_count(b, "RLAB")) {
        guess_places(m);
    } else {
        int code = box_find(b, "RLAB", 0, &c, err);
        const uint8_t *seen = code ? NULL : cur_array(&c, n, 1);
        if (code || (code = cur_end(&c, err)))
            return code;
        if (!lp_sound(seen, n) || !lp_allowed(seen, m->root_label, 0) || !lp_allowed(seen, m->any_label, 1))
            return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged places of labels");
        m->seen = mem_alloc(n, 1);
        memcpy(m->seen, seen, n);
    }
    if (m->seen)
        tm_allow(m);
    return 0;
}

// The clusters that terms of the feature model are about. Older models have none of both.
static int load_clusters(tmodel *m, const box *b, copse_error *err)
{
    const int code = clusters_load(&m->clusters, "CLUS", b, err);
    if (code)
        return code;
    if (fm_has_clusters(&m->features) != (m->clusters.n > 0))
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged description of the parser (section CLUS)");
    m->features.clusters = m->clusters.n ? &m->clusters : NULL;
    return 0;
}

// The feature model and the term that splits. Text that does not compile is damage here, not bad input.
static int load_features(tmodel *m, const box *b, copse_error *err)
{
    cursor c;
    int code = box_find(b, "FEAT", 0, &c, err);
    if (code)
        return code;
    copse_str lines = {(const char *)c.at, (size_t)(c.end - c.at)};
    code = fm_parse(&m->features, box_path(b), lines, err);
    m->features.guides = m->guides;
    m->split_term = -1;
    if (!code && m->split_by) {
        m->split_term = fm_add_term(&m->features, box_path(b), text_of(m->split_by), err);
        code = m->split_term < 0 ? m->split_term : 0;
    }
    if (code)
        err->code = code = COPSE_EMODEL;
    return code ? code : load_clusters(m, b, err);
}

int tm_load(tmodel *m, const box *b, copse_error *err)
{
    cursor c;
    memset(m, 0, sizeof *m);
    int code = load_head(m, b, err);
    if (!code)
        code = load_places(m, b, err);
    if (!code)
        code = load_features(m, b, err);
    for (uint32_t i = 0; i < m->sets && !code; i++)
        if (!(code = box_find(b, "GUID", i, &c, err)) &&
            !(code = cls_load(&m->set[i], &c, (int)m->labels.n, err)))
            code = cur_end(&c, err);
    if (code)
        tm_done(m);
    return code;
}
