// SPDX-License-Identifier: MIT
// A gold file and the files of systems, read in lockstep: one sentence of each at a time. They must have the
// same sentences with the same words; where they part, the error names the place in both. Stretches without
// words (comments at the end) are passed over, so they may differ.
#ifndef COPSE_TREEBANK_LOCKSTEP_H
#define COPSE_TREEBANK_LOCKSTEP_H

#include "copse.h"

typedef struct lockstep lockstep;

// Standard input (NULL or "-") can be only one of the files.
lockstep *lock_open(const char *gold, const char *const *systems, size_t n, copse_error *err);
// The same over open readers, which stay the caller's.
lockstep *lock_take(copse_reader *gold, copse_reader *const *systems, size_t n);
// The same for files that are read twice. Those that give their bytes only once (standard input, pipes,
// devices) are read into memory at once.
lockstep *lock_open_twice(const char *gold, const char *const *systems, size_t n, copse_error *err);
// From the beginning again, after lock_open_twice: 0 or a negative code.
int lock_rewind(lockstep *l, copse_error *err);
void lock_close(lockstep *l);

// The next sentence of at least one word: 1, 0 at the common end, or a negative code.
int lock_next(lockstep *l, copse_error *err);

// From now on fn is given the gold file's stretches without words as they are passed over, so that the file
// can be copied whole. If it does not return 0, lock_next fails with that code.
typedef int (*lock_pass_fn)(void *context, const copse_sentence *stretch, copse_error *err);
void lock_on_pass(lockstep *l, lock_pass_fn fn, void *context);

// What was read last, valid until the next.
const copse_sentence *lock_gold(const lockstep *l);
const copse_sentence *lock_system(const lockstep *l, size_t k);

#endif
