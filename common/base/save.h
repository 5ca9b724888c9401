// SPDX-License-Identifier: MIT
// A file that appears whole or not at all: written beside its place, synced, renamed.
//
// A target that exists and is not a regular file (a pipe, /dev/full) is written directly; a symbolic link is
// followed. NULL or "-" is standard output. Writes are buffered; every one is checked. After a failure all
// later calls fail with the same error.
#ifndef COPSE_BASE_SAVE_H
#define COPSE_BASE_SAVE_H

#include "copse.h"

typedef struct save save;

save *save_open(const char *path, copse_error *err);
int save_write(save *out, const void *bytes, size_t size, copse_error *err);
int save_flush(save *out, copse_error *err);  // hands what is buffered to the system
int save_commit(save *out, copse_error *err); // flush, fsync, rename; call once
void save_free(save *out);                    // without commit: nothing remains

#endif
