// SPDX-License-Identifier: MIT
// A file that appears whole or not at all: written beside its place, synced, renamed. Or a buffer in memory
// with the same interface.
//
// A target that exists and is not a regular file (a pipe, /dev/full) is written directly. Symbolic links are
// followed. NULL or "-" is standard output. A name that ends in ".gz" or ".zst" is compressed. Writes are
// buffered and every one is checked. After a failure all later calls fail with the same error.
#ifndef COPSE_BASE_SAVE_H
#define COPSE_BASE_SAVE_H

#include "copse.h"

typedef struct save save;

save *save_open(const char *path, copse_error *err);
save *save_memory(void); // its writes never fail, also after commit
// The bytes in memory, *size of them: not NULL, valid until the next write. NULL and 0 if out is not in
// memory.
const void *save_data(const save *out, size_t *size);
const char *save_name(const save *out); // the path, "<stdout>" or "<memory>"
int save_write(save *out, const void *bytes, size_t size, copse_error *err);
bool save_packs(const save *out);             // is the output compressed?
int save_flush(save *out, copse_error *err);  // passes buffered bytes to the system, or to the compressor
int save_commit(save *out, copse_error *err); // flush, fsync, rename; call once
void save_free(save *out);                    // without commit: nothing remains

#endif
