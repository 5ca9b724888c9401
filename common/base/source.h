// SPDX-License-Identifier: MIT
// Bytes from a file, standard input, a compressed file, or memory.
#ifndef COPSE_BASE_SOURCE_H
#define COPSE_BASE_SOURCE_H

#include "copse.h"

typedef struct source source;

// NULL or "-": standard input. Refuses directories. Decompresses names that end in ".gz" or ".zst".
source *src_open(const char *path, copse_error *err);

// The bytes stay the caller's and outlive the source; they may be NULL if size is 0. They are never
// decompressed. name is for messages (NULL: "<memory>").
source *src_memory(const void *bytes, size_t size, const char *name);

// Up to size bytes: the number read, 0 at the end, negative on failure (truncated or damaged archives too).
ptrdiff_t src_read(source *src, void *buf, size_t size, copse_error *err);

// The whole of a file, terminated, which the caller frees; NULL on failure. A file of most bytes or
// more is refused; what says what it is: "a file of head rules". *size is without the terminator.
char *src_whole(const char *path, size_t most, const char *what, size_t *size, copse_error *err);

// The share of the file that was read, from 0 to 1; 0 if its size is unknown.
double src_share(const source *src);

const char *src_name(const source *src); // the path, "<stdin>", or the name given
void src_close(source *src);

#endif
