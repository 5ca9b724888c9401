// SPDX-License-Identifier: MIT
// Groups of labels for the error analysis (root, subject, object, coordination), or of parts of speech. The
// text has a line for each group: its name and its labels, separated by blanks. A label that ends in * stands
// for all labels with that prefix; # begins a comment. A label may be in several groups.
#ifndef COPSE_EVAL_GROUPS_H
#define COPSE_EVAL_GROUPS_H

#include "copse.h"
#include "common/base/table.h"

enum { GRP_MOST = 64 };

struct grp_label {
    char *text; // without the star
    size_t len;
    bool prefix; // it ended in a star
    unsigned group;
};

typedef struct groups {
    table names;
    struct grp_label *label; // [labels]
    size_t labels, cap;
} groups; // all zero is empty

// Reads a file, or shipped groups by their name: "ud", "upos" (models/groups). On failure g is empty.
int grp_read(groups *g, const char *path, copse_error *err);
// The same from a text; name is for messages.
int grp_parse(groups *g, const char *name, copse_str text, copse_error *err);
void grp_done(groups *g);

// The groups of a label: bit i for the i-th group of the text.
uint64_t grp_of(const groups *g, copse_str label);

#endif
