// SPDX-License-Identifier: MIT
// Compressed files, both ways. The only file that knows zlib and zstd.
#ifndef COPSE_BASE_PACK_H
#define COPSE_BASE_PACK_H

#include "copse.h"

typedef enum pack_kind { PACK_NONE, PACK_GZIP, PACK_ZSTD } pack_kind;

// By the end of a file's name: ".gz", ".zst".
pack_kind pack_of(const char *path);

// --- Reading. The unpacker takes over fd, on failure too: NULL. name is for messages and outlives it.
typedef struct unpacker unpacker;
unpacker *unpack_new(pack_kind kind, int fd, const char *name, copse_error *err);
// Up to size bytes: the number read, 0 at the end, negative on failure (truncated or damaged archives too).
ptrdiff_t unpack_read(unpacker *u, void *buf, size_t size, copse_error *err);
double unpack_taken(const unpacker *u); // compressed bytes that were read
void unpack_free(unpacker *u);          // closes fd

// --- Writing: compressed bytes go to write, which returns 0 or a negative code. The same bytes in, the same
// bytes out. The library of a kind that fails otherwise is out of memory: that aborts.
typedef struct packer packer;
packer *pack_new(pack_kind kind,
                 int (*write)(void *context, const void *bytes, size_t size, copse_error *err),
                 void *context);
int pack_write(packer *p, const void *bytes, size_t size, copse_error *err);
int pack_end(packer *p, copse_error *err); // the last bytes; call once
void pack_free(packer *p);

#endif
