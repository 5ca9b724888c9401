// SPDX-License-Identifier: MIT
// From the weights of training to those of a model, a byte each.
#include "text/tagger_train.h"

#include "common/base/mem.h"

#include <math.h>
#include <string.h>

enum { MOST = 127 };

static const float GREATEST = 3; // greater weights are cut, so that small ones are finer

static float scale_of(float most)
{
    most = fminf(most, GREATEST);
    return most > 0 ? most / MOST : 1;
}

static int8_t packed(float weight, float scale)
{
    const float x = weight / scale;
    return (int8_t)lrintf(x > MOST ? MOST : x < -MOST ? -MOST : x);
}

static void pack_links(tg_links *to, const tg_dense *from)
{
    float most = 0;
    for (size_t i = 0; i < from->size; i++)
        most = fmaxf(most, fabsf(from->now[i]));
    to->scale = scale_of(most);
    to->own = mem_alloc(from->size, 1);
    for (size_t i = 0; i < from->size; i++)
        to->own[i] = packed(from->now[i], to->scale);
    to->packed = to->own;
}

static void pack_rows(tgmodel *m, const tg_data *d, const tg_cells *c)
{
    tg_row *row = mem_alloc(c->n + 1, sizeof *row);
    float most = 0;
    for (size_t i = 0; i < c->n; i++) {
        row[i] = (tg_row){d->ids.of[i], c->size[i], c->part + c->at[i], c->weight + c->at[i]};
        for (size_t k = 0; k < row[i].n; k++)
            most = fmaxf(most, fabsf(row[i].weight[k]));
    }
    tgt_make(&m->table, row, c->n, m->tags.parts, scale_of(most));
    mem_free(row);
}

void tgl_pack(tgmodel *m, const tg_data *d, const tg_cells *cells, const tg_dense *links,
              const tg_dense *relation)
{
    pack_links(&m->links, links);
    pack_rows(m, d, cells);
    memcpy(m->relation, relation->now, sizeof m->relation);
}
