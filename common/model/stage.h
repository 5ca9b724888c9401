// SPDX-License-Identifier: MIT
// What every kind of parser offers, so that streams, votes and servers need not know which one they have.
#ifndef COPSE_MODEL_STAGE_H
#define COPSE_MODEL_STAGE_H

#include "common/model/container.h"
#include "copse.h"

typedef struct stage_kind {
    const char *name;  // as in META's "kind"
    const char tag[5]; // a section that only models of this kind have
    // The model in b, which stays open as long as it. Read-only then.
    void *(*load)(const box *b, copse_error *err);
    void (*free)(void *model);
    // What one thread needs. options is not NULL.
    void *(*parser_new)(const void *model, const copse_parse_options *options);
    void (*parser_free)(void *parser);
    // guide: [guides] trees of the guides over the same sentence, for a model that was trained with
    // them; NULL for one that was not.
    void (*parse)(void *parser, const copse_sentence *sentence, const copse_tree *const *guide,
                  copse_tree *tree);
    int (*guides)(const void *model); // how many guides' trees parse wants, 0 for most
} stage_kind;

// Is the model in b of this kind? COPSE_EMODEL, and what it is instead, if not. Every load begins with it.
int stage_check(const stage_kind *kind, const box *b, copse_error *err);

#endif
