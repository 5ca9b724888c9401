// SPDX-License-Identifier: MIT
#include "eval/fold_means.h"

#include "common/base/mem.h"
#include "common/base/table.h"

#include <math.h>
#include <string.h>

fold_mean fold_mean_of(const double *value, size_t n)
{
    double sum = 0, squares = 0;
    fold_mean m = {0, NAN, NAN};
    for (size_t i = 0; i < n; i++)
        if (!isnan(value[i])) {
            sum += value[i];
            m.folds++;
        }
    if (m.folds > 0)
        m.mean = sum / (double)m.folds;
    for (size_t i = 0; i < n; i++)
        if (!isnan(value[i]))
            squares += (value[i] - m.mean) * (value[i] - m.mean);
    if (m.folds > 1)
        m.sd = sqrt(squares / (double)(m.folds - 1));
    return m;
}

static const copse_tally *table_of(const copse_scores *s, bool labels, size_t *n)
{
    *n = labels ? s->labels_n : s->pos_n;
    return labels ? s->labels : s->pos;
}

static copse_str name_of(const copse_tally *row)
{
    return (copse_str){row->name, strlen(row->name)};
}

fold_row *fold_rows(const copse_scores *scores, size_t folds, bool labels, size_t *n)
{
    table names = {0};
    size_t in_fold;
    for (size_t k = 0; k < folds; k++) {
        const copse_tally *row = table_of(&scores[k], labels, &in_fold);
        for (size_t i = 0; i < in_fold; i++)
            tab_count(&names, name_of(&row[i]), row[i].gold);
    }
    uint32_t *order = tab_order(&names), *place = mem_alloc(names.n, sizeof *place);
    fold_row *rows = mem_zero(names.n, sizeof *rows);
    for (size_t i = 0; i < names.n; i++) {
        const copse_str name = tab_name(&names, order[i]);
        place[order[i]] = (uint32_t)i;
        rows[i] = (fold_row){.name = mem_string(name.s, name.len), .of = mem_zero(folds, sizeof *rows[i].of)};
    }
    for (size_t k = 0; k < folds; k++) {
        const copse_tally *row = table_of(&scores[k], labels, &in_fold);
        for (size_t i = 0; i < in_fold; i++) {
            fold_row *r = &rows[place[tab_find(&names, name_of(&row[i]))]];
            r->gold += row[i].gold;
            r->of[k] = &row[i];
        }
    }
    *n = names.n;
    mem_free(order);
    mem_free(place);
    tab_done(&names);
    return rows;
}

void fold_rows_free(fold_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        mem_free(rows[i].name);
        mem_free(rows[i].of);
    }
    mem_free(rows);
}
