// SPDX-License-Identifier: MIT
#include "common/treebank/label_pool.h"

#include "common/base/mem.h"
#include "common/treebank/tree.h"

#include <stdlib.h>

void pool_keep(label_pool *pool, copse_tree *tree)
{
    for (int d = 1; d <= tree->n; d++) {
        const size_t before = pool->known.n, i = tab_add(&pool->known, tree->label[d]);
        pool->at = mem_grow(pool->at, &pool->cap, i + 1, sizeof *pool->at);
        if (i == before)
            pool->at[i] = arena_copy(&pool->own, tree->label[d].s, tree->label[d].len);
        tree->label[d].s = pool->at[i];
    }
    arena_done(&tree->own); // nothing points there now
}

void pool_done(label_pool *pool)
{
    arena_done(&pool->own);
    tab_done(&pool->known);
    mem_free(pool->at);
    *pool = (label_pool){0};
}
