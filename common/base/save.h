// SPDX-License-Identifier: MIT
// A file that appears whole or not at all: written beside its place, synced, renamed. Or memory, for those
// who write to either.
//
// A target that exists and is not a regular file (a pipe, /dev/full) is written directly; a symbolic link is
// followed. NULL or "-" is standard output. What goes to a name that ends in ".gz" or ".zst" is compressed.
// Writes are buffered; every one is checked. After a failure all
// later calls fail with the same error.
#ifndef COPSE_BASE_SAVE_H
#define COPSE_BASE_SAVE_H

#include "copse.h"

typedef struct save save;

save *save_open(const char *path, copse_error *err);
save *save_memory(void); // its writes never fail, and it may be written to after commit too
// What a save in memory holds, *size bytes: not NULL, valid until the next write. NULL and 0 of another.
const void *save_data(const save *out, size_t *size);
const char *save_name(const save *out); // the path, "<stdout>" or "<memory>"
int save_write(save *out, const void *bytes, size_t size, copse_error *err);
bool save_packs(const save *out);             // is what is written compressed?
int save_flush(save *out, copse_error *err);  // hands what is buffered to the system, or to the compressor
int save_commit(save *out, copse_error *err); // flush, fsync, rename; call once
void save_free(save *out);                    // without commit: nothing remains

#endif
