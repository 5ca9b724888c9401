// SPDX-License-Identifier: MIT
#include "eval/pos_groups.h"

#include "common/base/mem.h"

#include <string.h>

static copse_str name_of(const copse_analysis_row *row)
{
    return (copse_str){row->name, strlen(row->name)};
}

static long words_in(const groups *g, const copse_analysis_table *pos)
{
    long words = 0;
    for (size_t i = 0; i < pos->rows; i++)
        words += grp_of(g, name_of(&pos->row[i])) ? pos->row[i].gold : 0;
    return words;
}

void posg_choose(groups *g, const copse_analysis_table *pos)
{
    groups penn;
    copse_error err; // the shipped texts are right
    grp_read(g, "upos", &err);
    grp_read(&penn, "penn", &err);
    const bool better = words_in(&penn, pos) > words_in(g, pos);
    grp_done(better ? g : &penn);
    if (better)
        *g = penn;
}

static void add(copse_arc_counts *to, const copse_arc_counts *c)
{
    to->arcs += c->arcs;
    to->precise_both += c->precise_both;
    to->precise_head += c->precise_head;
    to->recalled_both += c->recalled_both;
    to->recalled_head += c->recalled_head;
}

void posg_sum(copse_analysis_table *t, const groups *g, const copse_analysis_table *pos, size_t systems)
{
    t->rows = g->names.n;
    t->row = mem_zero(t->rows, sizeof *t->row);
    for (size_t i = 0; i < t->rows; i++) {
        const copse_str name = tab_name(&g->names, i);
        t->row[i].name = mem_string(name.s, name.len);
        t->row[i].of = mem_zero(systems, sizeof *t->row[i].of);
    }
    for (size_t p = 0; p < pos->rows; p++) {
        const uint64_t set = grp_of(g, name_of(&pos->row[p]));
        for (size_t i = 0; i < t->rows; i++) {
            if (!(set >> i & 1))
                continue;
            t->row[i].gold += pos->row[p].gold;
            for (size_t k = 0; k < systems; k++)
                add(&t->row[i].of[k], &pos->row[p].of[k]);
        }
    }
}
