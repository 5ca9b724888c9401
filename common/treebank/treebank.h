// SPDX-License-Identifier: MIT
// A treebank in memory, for training: sentences that have columns and a tree, with their trees.
#ifndef COPSE_TREEBANK_TREEBANK_H
#define COPSE_TREEBANK_TREEBANK_H

#include "copse.h"
#include "common/base/meter.h"
#include "common/treebank/blemish.h"

typedef struct treebank {
    copse_sentence **sentence; // [n] of at least one word
    copse_tree **tree;         // [n] labels are slices of the sentences, or cleaned
    size_t n, cap;
    long words;
    long skipped;     // malformed sentences left out
    uint64_t digest;  // of the whole file
    bool single_root; // every tree has one root word
    long nonprojective_arcs;
    bool mixed;         // predicted values lie over the columns, and trainers learn from both (drop.h)
    int guides;         // parsers whose trees are features in training
    copse_tree **guide; // [n][guides] their trees, owned; NULL without guides
    arena labels;       // the cleaned ones
    blemishes blemish;  // of the sentences and comments
    char *name;         // the reader's name, which the sentences point to
    // The rest of the file: malformed sentences that were left out, comments after the last sentence.
    copse_sentence **rest; // [rest_n]
    size_t *rest_at;       // [rest_n] each stands before sentence rest_at[i], or at the end
    size_t rest_n, rest_cap;
    const struct treebank *from; // owner of the sentences, name and guides' trees; NULL: this one
    bool mirrored;               // sentences are views on those of `from`; guides' trees are owned
} treebank;

// Reads a whole file. At the first sentence without columns or without a tree it fails with file, line and
// the message of `copse check`, or, if skip_bad, skips and counts such sentences. Other problems are counted
// (blemish.h). Fails if no sentence is left.
int tb_read(treebank *t, const char *path, bool skip_bad, copse_error *err);
// The same for the rest of an open reader, which stays the caller's. Reading is a stage of m, which may be
// NULL.
int tb_take(treebank *t, copse_reader *reader, bool skip_bad, meter *m, double share, copse_error *err);
// The same without reading heads and labels: every word hangs on the root, and its label is empty.
int tb_take_words(treebank *t, copse_reader *reader, bool skip_bad, meter *m, double share, copse_error *err);
void tb_done(treebank *t);

// The sentences i with fold[i] == one or, if others is set, all other sentences; there must be at least one.
// All sentences if fold is NULL. The part borrows sentences and guides' trees from t, which must outlive it.
// Trees are copies, which a trainer may change. Counts are those of the part. (treebank_part.c)
void tb_part(treebank *part, const treebank *t, const int *fold, int one, bool others);
// The treebank with all sentences, their trees and the guides' trees in reverse order. t outlives it.
void tb_mirror(treebank *mirror, const treebank *t);
// Appends a sentence and its tree, takes ownership of both, and updates the counts.
void tb_add(treebank *t, copse_sentence *s, copse_tree *tree);

// Reports one line about the treebank, and its blemishes.
void tb_report(const treebank *t, copse_report_fn report, void *context);
// Reports one line about the blemishes, if there are any.
void tb_report_blemishes(const treebank *t, copse_report_fn report, void *context);

// The guides' trees for sentence i: [guides], or NULL.
const copse_tree *const *tb_guide_trees(const treebank *t, size_t i);

// Should a parser search only projective trees? Yes below 7 non-projective arcs in 1000: there a
// non-projective search gains few crossing arcs and makes more wrong ones.
bool tb_is_projective(const treebank *t);

// The column used as part of speech: XPOS if it has between 2 and 200 values, else UPOS.
copse_column tb_pos_column(const treebank *t);

#endif
