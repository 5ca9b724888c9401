// SPDX-License-Identifier: MIT
// A treebank in memory, for training: sentences that passed the checks, and their trees.
#ifndef COPSE_TREEBANK_TREEBANK_H
#define COPSE_TREEBANK_TREEBANK_H

#include "copse.h"
#include "common/base/meter.h"

typedef struct treebank {
    copse_sentence **sentence; // [n] of at least one word
    copse_tree **tree;         // [n] labels are slices of the sentences
    size_t n, cap;
    long words;
    long skipped;     // malformed sentences left out
    uint64_t digest;  // of the whole file
    bool single_root; // every tree has one root word
    long nonprojective_arcs;
    int guides;         // parsers whose trees the one in training sees
    copse_tree **guide; // [n][guides] their trees, owned; NULL without guides
    char *name;         // the reader's, which the sentences point to
    // What is in the file besides: malformed sentences that were left out, comments after the last one.
    copse_sentence **rest; // [rest_n]
    size_t *rest_at;       // [rest_n] each stands before sentence rest_at[i], or at the end
    size_t rest_n, rest_cap;
    const struct treebank *from; // whose sentences, name and guides' trees these are; NULL: its own
    bool mirrored;               // the sentences are views on those of `from`, the guides' trees are its own
} treebank;

// Reads a file whole. The first malformed sentence fails with its file and line, in the words of `copse
// check`, or is skipped and counted. Fails if no sentence is left.
int tb_read(treebank *t, const char *path, bool skip_bad, copse_error *err);
// The same from what is left of an open reader, which stays the caller's. Reading is a stage of m, which may
// be NULL.
int tb_take(treebank *t, copse_reader *reader, bool skip_bad, meter *m, double share, copse_error *err);
void tb_done(treebank *t);

// The sentences i of a treebank with fold[i] == one, or with the flag all others, of which there must be one.
// All, if fold is NULL.
// Sentences and guides' trees are lent by t, which outlives the part; trees are copies, which a trainer may
// change. What is known of the whole is counted anew. (treebank_part.c)
void tb_part(treebank *part, const treebank *t, const int *fold, int one, bool others);
// The treebank with every sentence in reverse order, its trees and the guides' with it. t outlives it.
void tb_mirror(treebank *mirror, const treebank *t);
// Puts a sentence with its tree, its own now, at the end; the counts grow.
void tb_add(treebank *t, copse_sentence *s, copse_tree *tree);

// A line on what was read.
void tb_report(const treebank *t, copse_report_fn report, void *context);

// The guides' trees for sentence i: [guides], or NULL.
const copse_tree *const *tb_guide_trees(const treebank *t, size_t i);

// Are projective trees what should be searched? Yes below 7 non-projective arcs in 1000: then the few
// crossing arcs that are found cost more wrong ones.
bool tb_is_projective(const treebank *t);

// The column used as part of speech: XPOS if it has between 2 and 200 values, else UPOS.
copse_column tb_pos_column(const treebank *t);

#endif
