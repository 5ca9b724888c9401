// SPDX-License-Identifier: MIT
// Treebanks derived from another: a part of its sentences, for cross-validation, and all sentences in
// reverse order, for parsers that read from right to left.
#include "common/treebank/treebank.h"

#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <string.h>

static void begin(treebank *t, const treebank *from)
{
    memset(t, 0, sizeof *t);
    t->single_root = true;
    t->from = from;
    t->name = from->name;
    t->skipped = from->skipped;
    t->mixed = from->mixed;
    t->guides = from->guides;
    if (from->guide)
        t->guide = mem_alloc(from->n * (size_t)from->guides, sizeof *t->guide);
}

void tb_part(treebank *part, const treebank *t, const int *fold, int one, bool others)
{
    const size_t k = (size_t)t->guides;
    begin(part, t);
    for (size_t i = 0; i < t->n; i++) {
        if (fold && (fold[i] == one) == others)
            continue;
        copse_tree *tree = copse_tree_new();
        tree_copy(tree, t->tree[i]);
        if (t->guide)
            memcpy(part->guide + part->n * k, t->guide + i * k, k * sizeof *t->guide);
        part->digest = sen_digest(part->digest, t->sentence[i]);
        tb_add(part, t->sentence[i], tree);
    }
    if (part->n == t->n)
        part->digest = t->digest; // includes comments after the last sentence
}

void tb_mirror(treebank *mirror, const treebank *t)
{
    begin(mirror, t);
    mirror->mirrored = true;
    mirror->digest = t->digest; // identifies the training data
    for (size_t i = 0; i < t->n; i++) {
        copse_tree *tree = copse_tree_new();
        copse_sentence *view = mem_zero(1, sizeof *view);
        sen_mirror(view, t->sentence[i]);
        tree_copy(tree, t->tree[i]);
        tree_mirror(tree);
        tb_add(mirror, view, tree);
    }
    for (size_t i = 0; t->guide && i < t->n * (size_t)t->guides; i++) {
        mirror->guide[i] = copse_tree_new();
        tree_copy(mirror->guide[i], t->guide[i]);
        tree_mirror(mirror->guide[i]);
    }
}
