// SPDX-License-Identifier: MIT
// Groups of labels, as the error analysis has them (root, subject, object, coordination): a text with a line
// for each group, its name and its labels separated by blanks. A label that ends in * stands for all that
// begin so; # begins a comment. A label may be in several groups.
#ifndef COPSE_EVAL_GROUPS_H
#define COPSE_EVAL_GROUPS_H

#include "copse.h"
#include "common/base/table.h"

enum { GRP_MOST = 64 };

typedef struct groups {
    table names;
    struct grp_label {
        char *text; // without the star
        size_t len;
        bool prefix; // it had one
        unsigned group;
    } * label; // [labels]
    size_t labels, cap;
} groups; // all zero has none

// From a file; NULL: the one for Universal Dependencies that is compiled in. On failure g is empty.
int grp_read(groups *g, const char *path, copse_error *err);
// The same from a text; name is for messages.
int grp_parse(groups *g, const char *name, copse_str text, copse_error *err);
void grp_done(groups *g);

// The groups that a label is in: bit i for the group that is i-th in the text.
uint64_t grp_of(const groups *g, copse_str label);

#endif
