// SPDX-License-Identifier: MIT
// The plan of a feature model: made once from its lines, used for every configuration.
//
// A term adds its value times the factor of its place to a key. The same terms stand at the same places of
// many lines, so these parts are computed once per configuration. Many lines are about one word only, such
// as form(S0) or feat(S0,*). Those about the word at one address form a group: the sum of their weights can
// be reused whenever the same word is there.
#include "transition/features.h"

#include "common/base/mem.h"

#include <stdlib.h>

// The kinds of parts, in their order: of words alone, of configurations, of guides.
static int part_kind(const fm_term *t)
{
    return t->advised ? 2 : t->attribute >= FM_LABEL ? 1 : 0;
}

static int part_for(feature_model *m, size_t *cap, int term, int place)
{
    const uint64_t factor = fm_factor[place];
    for (int i = 1; i < m->parts; i++)
        if (m->part[i].term == term && m->part[i].factor == factor)
            return i;
    m->part = mem_grow(m->part, cap, (size_t)m->parts + 1, sizeof *m->part);
    m->part[m->parts] = (fm_part){term, m->term[term].address, m->term[term].table, factor};
    return m->parts++;
}

static void make_parts(feature_model *m)
{
    size_t cap = 0;
    int *const end[] = {&m->word_parts, &m->plain_parts, &m->parts};
    m->part = mem_grow(m->part, &cap, 1, sizeof *m->part);
    m->part[0] = (fm_part){0, 0, 0, 0};
    m->parts = 1;
    for (int kind = 0; kind < 3; kind++) {
        for (int i = 0; i < m->lines; i++)
            for (int k = 0; k < m->line[i].n; k++)
                if (part_kind(&m->term[m->line[i].term[k]]) == kind)
                    m->line[i].part[k] = part_for(m, &cap, m->line[i].term[k], k);
        *end[kind] = m->parts;
    }
}

static void list_terms(feature_model *m)
{
    m->other_term = mem_alloc((size_t)m->terms, sizeof *m->other_term);
    for (int i = 0; i < m->terms; i++)
        if (part_kind(&m->term[i]) == 1 || m->term[i].asked)
            m->other_term[m->other_terms++] = i;
}

// The address of the only word that a line depends on, or -1.
static int only_address(const feature_model *m, const fm_line *l)
{
    int only = l->each[0];
    if (l->advised || (l->each[1] >= 0 && l->each[1] != only))
        return -1;
    for (int k = 0; k < l->n; k++) {
        const fm_term *t = &m->term[l->term[k]];
        if (t->attribute >= FM_LABEL || (only >= 0 && t->address != only))
            return -1;
        only = t->address;
    }
    return only;
}

static void make_groups(feature_model *m)
{
    const size_t lines = (size_t)m->plain_lines;
    int alone = 0, *only = mem_alloc(lines, sizeof *only);
    m->group = mem_alloc((size_t)m->addresses, sizeof *m->group);
    m->alone = mem_alloc(lines, sizeof *m->alone);
    m->short_rest = mem_alloc(lines, sizeof *m->short_rest);
    m->long_rest = mem_alloc(lines, sizeof *m->long_rest);
    for (int i = 0; i < m->plain_lines; i++) {
        const fm_line *l = &m->line[i];
        only[i] = only_address(m, l);
        if (only[i] < 0 && (l->n > 4 || l->each[0] >= 0))
            m->long_rest[m->long_rests++] = i;
        else if (only[i] < 0)
            m->short_rest[m->short_rests++] =
                (fm_short){(uint64_t)(i + 1) * FM_LINE, {l->part[0], l->part[1], l->part[2], l->part[3]}};
    }
    for (int a = 0; a < m->addresses; a++) {
        const int first = alone;
        for (int i = 0; i < m->plain_lines; i++)
            if (only[i] == a)
                m->alone[alone++] = i;
        if (alone > first)
            m->group[m->groups++] = (fm_group){a, first, alone - first};
    }
    mem_free(only);
}

void fm_plan(feature_model *m)
{
    fm_plan_done(m);
    make_parts(m);
    list_terms(m);
    make_groups(m);
}

void fm_plan_done(feature_model *m)
{
    mem_free(m->part);
    mem_free(m->other_term);
    mem_free(m->group);
    mem_free(m->alone);
    mem_free(m->short_rest);
    mem_free(m->long_rest);
    m->part = NULL;
    m->other_term = m->alone = m->long_rest = NULL;
    m->group = NULL;
    m->short_rest = NULL;
    m->parts = m->other_terms = m->groups = m->short_rests = m->long_rests = 0;
}
