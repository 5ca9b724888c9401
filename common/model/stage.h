// SPDX-License-Identifier: MIT
// A stage reads some columns of a sentence and writes others: a parser, a tagger. This is what every kind of
// stage offers, so that models, streams, votes and cross-validation need not know which one they have.
#ifndef COPSE_MODEL_STAGE_H
#define COPSE_MODEL_STAGE_H

#include "common/model/container.h"
#include "copse.h"

enum { STAGE_MOST_GUIDES = 8 }; // of one parser

typedef struct stage_kind {
    const char *name;  // as in META's "kind"
    const char tag[5]; // a section that only models of this kind have
    unsigned writes;   // the columns, a bit 1 << column each
    // The columns that the model looks at, in the same way. Those of the guides' trees do not count.
    unsigned (*reads)(const void *model);
    // The model in b, which stays open as long as it. Read-only then.
    void *(*load)(const box *b, copse_error *err);
    void (*free)(void *model);
    // What one thread needs. options is not NULL.
    void *(*worker_new)(const void *model, const copse_parse_options *options);
    void (*worker_free)(void *worker);
    // One of the next two is set. A parser makes a tree. guide: [guides] trees of the guides over the same
    // sentence, for a model that was trained with them; NULL for one that was not.
    void (*parse)(void *worker, const copse_sentence *sentence, const copse_tree *const *guide,
                  copse_tree *tree);
    // Any other stage puts what it predicts over the sentence.
    void (*run)(void *worker, copse_sentence *sentence);
    int (*guides)(const void *model); // how many guides' trees parse wants, 0 for most; NULL: 0 for all
} stage_kind;

// What parsers write.
#define STAGE_PARSER_WRITES (1U << COPSE_HEAD | 1U << COPSE_DEPREL)

// How many guides' trees the model wants.
static inline int stage_guides(const stage_kind *kind, const void *model)
{
    return kind->guides ? kind->guides(model) : 0;
}

// All kinds there are, NULL after the last (stages.c).
extern const stage_kind *const stage_kinds[];
// The kind of the model in b, or NULL; among all kinds, or those of another list.
const stage_kind *stage_of(const box *b);
const stage_kind *stage_among(const stage_kind *const *kinds, const box *b);

// Is the model in b of this kind? COPSE_EMODEL, and what it is instead, if not. Every load begins with it.
int stage_check(const stage_kind *kind, const box *b, copse_error *err);

#endif
