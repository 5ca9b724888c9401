// SPDX-License-Identifier: MIT
// Reads a gold file and the files of systems in lockstep, one sentence of each at a time. They must have the
// same sentences with the same words; where they differ, the error names the place in both. Stretches
// without words (comments at the end) are skipped and may differ.
#ifndef COPSE_TREEBANK_LOCKSTEP_H
#define COPSE_TREEBANK_LOCKSTEP_H

#include "copse.h"

typedef struct lockstep lockstep;

// A system is FILE or NAME=FILE (system_name.h). At most one of the files may be standard input (NULL or
// "-").
lockstep *lock_open(const char *gold, const char *const *systems, size_t n, copse_error *err);
// The same over open readers, which stay the caller's.
lockstep *lock_take(copse_reader *gold, copse_reader *const *systems, size_t n);
// The same for reading the files twice. Files that can be read only once (standard input, pipes, devices)
// are loaded into memory.
lockstep *lock_open_twice(const char *gold, const char *const *systems, size_t n, copse_error *err);
// Starts again from the beginning, after lock_open_twice: 0 or a negative code.
int lock_rewind(lockstep *l, copse_error *err);
void lock_close(lockstep *l);

// The next sentence of at least one word: 1, 0 at the common end, or a negative code.
int lock_next(lockstep *l, copse_error *err);

// Did lock_next fail because the files have different sentences or words?
bool lock_differs(const lockstep *l);

// From now on fn gets the gold file's stretches without words as they are skipped, so that the file can be
// copied whole. If fn does not return 0, lock_next fails with that code.
typedef int (*lock_pass_fn)(void *context, const copse_sentence *stretch, copse_error *err);
void lock_on_pass(lockstep *l, lock_pass_fn fn, void *context);

// The sentences read last, valid until the next lock_next.
const copse_sentence *lock_gold(const lockstep *l);
const copse_sentence *lock_system(const lockstep *l, size_t k);

// The readers, for those who read the files one after the other.
copse_reader *lock_gold_reader(const lockstep *l);
copse_reader *lock_system_reader(const lockstep *l, size_t k);

#endif
