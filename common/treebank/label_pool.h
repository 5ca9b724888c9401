// SPDX-License-Identifier: MIT
// Labels that outlive their model, each stored once.
#ifndef COPSE_TREEBANK_LABEL_POOL_H
#define COPSE_TREEBANK_LABEL_POOL_H

#include "common/base/arena.h"
#include "common/base/table.h"
#include "copse.h"

typedef struct label_pool {
    arena own;
    table known;
    const char **at; // [known] where each lies in own
    size_t cap;
} label_pool; // all zero is empty

// Makes the labels of a tree slices of the pool.
void pool_keep(label_pool *pool, copse_tree *tree);
void pool_done(label_pool *pool);

#endif
