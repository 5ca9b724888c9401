// SPDX-License-Identifier: MIT
// SVMs in model files. Input is not trusted: every index is checked once, at loading.
#include "learn/svm_scorer.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <limits.h>
#include <stdlib.h>

void svm_save(const scorer *s, box_writer *w)
{
    const svm *m = (const svm *)s;
    const uint32_t coefs = m->collapsed ? 0 : m->pair_start[svm_pairs(m->k)];
    const uint32_t nodes = m->list_start[m->features];
    box_u32(w, m->base.classes);
    box_u32(w, m->kernel);
    box_u32(w, m->degree);
    box_f64(w, m->gamma);
    box_f64(w, m->coef0);
    box_u32(w, m->k);
    box_u32(w, m->l);
    box_u32(w, m->features);
    box_u32(w, m->slots);
    box_u32(w, m->collapsed);
    box_u32(w, nodes);
    box_u32(w, coefs);
    box_array(w, m->label, m->k, sizeof *m->label);
    box_array(w, m->bias, svm_pairs(m->k), sizeof *m->bias);
    box_array(w, m->slot_key, m->slots, sizeof *m->slot_key);
    box_array(w, m->slot, m->slots, sizeof *m->slot);
    box_array(w, m->list_start, (size_t)m->features + 1, sizeof *m->list_start);
    box_array(w, m->list, nodes, sizeof *m->list);
    if (m->collapsed) {
        box_array(w, m->weight, nodes, sizeof *m->weight);
        return;
    }
    box_array(w, m->pair_start, svm_pairs(m->k) + 1, sizeof *m->pair_start);
    box_array(w, m->pair_sv, coefs, sizeof *m->pair_sv);
    box_array(w, m->pair_coef, coefs, sizeof *m->pair_coef);
}

// Do the n+1 numbers ascend from 0 to last?
static bool ascends(const uint32_t *start, size_t n, uint32_t last)
{
    for (size_t i = 0; i < n; i++)
        if (start[i] > start[i + 1])
            return false;
    return start[0] == 0 && start[n] == last;
}

// Does every feature have a slot? Searches end at an empty slot: there are enough of them, and not too many
// slots between two. Chance makes runs of a few hundred.
static bool sound_slots(const svm *m)
{
    enum { MOST_RUN = 4096 };
    uint32_t used = 0, run = 0;
    for (uint32_t i = 0; i < m->slots; i++) {
        run = m->slot[i] == SVM_EMPTY ? 0 : run + 1;
        used += run > 0;
        if ((run > 0 && m->slot[i] >= m->features) || run > MOST_RUN)
            return false;
    }
    return used == m->features && used < m->slots - m->slots / 4;
}

// Is every index in its range?
static bool sound(const svm *m, uint32_t nodes, uint32_t coefs)
{
    for (uint32_t a = 0; a < m->k; a++)
        if (m->label[a] >= m->base.classes)
            return false;
    if (!sound_slots(m) || !ascends(m->list_start, m->features, nodes))
        return false;
    const size_t end = m->collapsed ? svm_pairs(m->k) : m->l;
    for (uint32_t f = 0; f < m->features; f++)
        for (uint32_t p = m->list_start[f]; p < m->list_start[f + 1]; p++)
            if (m->list[p] >= end || (p > m->list_start[f] && m->list[p] <= m->list[p - 1]))
                return false;
    if (!m->collapsed && !ascends(m->pair_start, svm_pairs(m->k), coefs))
        return false;
    for (uint32_t i = 0; i < coefs; i++)
        if (m->pair_sv[i] >= m->l)
            return false;
    return true;
}

static bool read_svm(svm *m, cursor *c)
{
    m->base = (scorer){&scorer_svm, cur_u32(c)};
    m->kernel = cur_u32(c);
    m->degree = cur_u32(c);
    m->gamma = cur_bounded(c, SVM_MOST_OPTION);
    m->coef0 = cur_bounded(c, SVM_MOST_OPTION);
    m->k = cur_u32(c);
    m->l = cur_u32(c);
    m->features = cur_u32(c);
    m->slots = cur_u32(c);
    const uint32_t collapsed = cur_u32(c), nodes = cur_u32(c), coefs = cur_u32(c);
    m->collapsed = collapsed != 0;
    // Every support vector has a coefficient, so the memory allocated is proportional to the section.
    if (c->failed || m->k < 1 || m->k > m->base.classes || m->k > SVM_MAX_CLASSES || m->kernel > KERNEL_RBF ||
        m->degree > SVM_MAX_DEGREE || m->gamma < 0 || m->l > coefs || nodes > INT_MAX || m->slots < 2 ||
        m->slots > 1u << 31 || (m->slots & (m->slots - 1)) != 0 || collapsed > (m->kernel == KERNEL_LINEAR) ||
        (m->collapsed && coefs != 0))
        return false;
    m->label = cur_array(c, m->k, sizeof *m->label);
    m->bias = cur_floats(c, svm_pairs(m->k), SVM_MOST_BIAS);
    m->slot_key = cur_array(c, m->slots, sizeof *m->slot_key);
    m->slot = cur_array(c, m->slots, sizeof *m->slot);
    m->list_start = cur_array(c, (size_t)m->features + 1, sizeof *m->list_start);
    m->list = cur_array(c, nodes, sizeof *m->list);
    if (m->collapsed) {
        m->weight = cur_floats(c, nodes, SVM_MOST);
        return !c->failed && sound(m, nodes, coefs);
    }
    m->pair_start = cur_array(c, svm_pairs(m->k) + 1, sizeof *m->pair_start);
    m->pair_sv = cur_array(c, coefs, sizeof *m->pair_sv);
    m->pair_coef = cur_floats(c, coefs, SVM_MOST);
    return !c->failed && sound(m, nodes, coefs);
}

void svm_free(scorer *s)
{
    svm *m = (svm *)s;
    if (!m)
        return;
    arena_done(&m->own);
    mem_free(m);
}

scorer *svm_load(cursor *c, copse_error *err)
{
    svm *m = mem_zero(1, sizeof *m);
    if (read_svm(m, c) && svm_derive(m))
        return &m->base;
    svm_free(&m->base);
    err_set(err, COPSE_EMODEL, box_path(c->box), 0,
            "damaged model: section %s does not hold a support vector machine", c->tag);
    return NULL;
}
