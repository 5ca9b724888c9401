// SPDX-License-Identifier: MIT
// Files of instances, as `copse instances` writes them and TiMBL and LIBSVM read them.
#ifndef COPSE_TRANSITION_INSTANCES_READ_H
#define COPSE_TRANSITION_INSTANCES_READ_H

#include "common/base/table.h"
#include "common/base/text.h"
#include "transition/collect.h"

typedef struct instance_file { // the whole file in memory
    char *name;
    text bytes;
    copse_instance_format format;
    uint32_t columns; // COPSE_TIMBL: symbols of a line; 0: not known yet
    size_t at;        // the next line
    long line;        // its number, from 0
} instance_file;

typedef struct instance {
    copse_str class;
    uint64_t *key;    // [n]
    uint32_t *column; // [n] or EX_NO_COLUMN
    size_t n, key_cap, column_cap;
} instance; // all zero is an empty one

// Reads the file; NULL or "-" is standard input.
int inf_open(instance_file *f, const char *path, copse_error *err);
// The format, recognised by the first line: LIBSVM's if all its fields but the first are NUMBER:NUMBER.
copse_instance_format inf_recognise(const instance_file *f);
// The next line that is not empty: 1; 0 at the end; negative on failure.
int inf_next(instance_file *f, instance *i, copse_error *err);
void inf_close(instance_file *f);
void instance_done(instance *i);

// All lines as examples. classes: the names of their classes, by number.
typedef struct instance_set {
    examples ex;
    feature_ids ids;
    table classes;
    size_t y_cap, start_cap, feature_cap;
} instance_set;
int ins_read(instance_set *s, instance_file *f, copse_error *err);
void ins_done(instance_set *s);

#endif
