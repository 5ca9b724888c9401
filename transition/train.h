// SPDX-License-Identifier: MIT
// Training a transition-based parser.
#ifndef COPSE_TRANSITION_TRAIN_H
#define COPSE_TRANSITION_TRAIN_H

#include "transition/model.h"
#include "transition/options.h"

// Sets the options on auto that do not depend on the treebank.
void topt_settle(transition_options *o);

// Trains with options that are settled. Changes the trees of the treebank (pseudo-projective transformation).
// dev, whose accuracy is reported in the end, and environment may be NULL.
int tt_train(tmodel *m, treebank *t, const treebank *dev, const copse_options *settled,
             const copse_environment *environment, copse_error *err);

// Sets up the model from the options and the treebank, whose trees become projective if the system needs
// that.
int tt_begin(tmodel *m, treebank *t, const transition_options *o, copse_error *err);
// --- Labels (train_labels.c)

// Notes where the labels of the trees stand, as flags in the counts of seen: before the trees become
// projective.
void tt_note_places(const treebank *t, table *seen);
// Gives the model its labels, with their places. Returns those of the trees as indices, [sentences][n+1],
// which the caller frees.
int **tt_index_labels(tmodel *m, const treebank *t, const table *seen);
// Marks the `joint` most frequent labels of each direction: frequent[0] [labels] for LEFT, frequent[1] for
// RIGHT. label: [sentences][n+1] indices in m->labels. The caller frees the arrays.
void tt_frequent(const tmodel *m, const treebank *t, int *const *label, long joint, bool *frequent[2]);

// --- Trees (train_trees.c)

// Makes the trees projective if the system needs that, unless arcs are skipped: wanted is a topt_pproj or
// OPT_AUTO_CHOICE. Sets m->pproj.
int tt_project(tmodel *m, treebank *t, int wanted, copse_error *err);

// Makes the trees of another treebank projective in the same way. Marked labels that the model does not have
// lose their marks.
int tt_project_like(const tmodel *m, treebank *t, copse_error *err);

// --- Files (train_file.c)

// The family's train function: writes the sections of a model file.
int tt_make(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
            const copse_environment *environment, copse_error *err);

#endif
