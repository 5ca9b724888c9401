// SPDX-License-Identifier: MIT
// Reading and writing compressed files. The only module that uses zlib and zstd.
#ifndef COPSE_BASE_PACK_H
#define COPSE_BASE_PACK_H

#include "copse.h"

typedef enum pack_kind { PACK_NONE, PACK_GZIP, PACK_ZSTD } pack_kind;

// The kind by the ending of a file's name: ".gz", ".zst".
pack_kind pack_of(const char *path);

// --- Reading. The unpacker takes over fd; if memory runs out in unpack_new, fd is still the caller's. name
// is for messages and outlives the unpacker.
typedef struct unpacker unpacker;
unpacker *unpack_new(pack_kind kind, int fd, const char *name);
// Up to size bytes: the number read, 0 at the end, negative on failure (truncated or damaged archives too).
ptrdiff_t unpack_read(unpacker *u, void *buf, size_t size, copse_error *err);
double unpack_taken(const unpacker *u); // compressed bytes read so far
void unpack_free(unpacker *u);          // closes fd

// --- Writing. Compressed bytes go to write, which returns 0 or a negative code. Equal input gives equal
// output. A failure of the compression library means that memory ran out; it stays for all later calls.
typedef struct packer packer;
packer *pack_new(pack_kind kind,
                 int (*write)(void *context, const void *bytes, size_t size, copse_error *err),
                 void *context);
int pack_write(packer *p, const void *bytes, size_t size, copse_error *err);
int pack_end(packer *p, copse_error *err); // writes the last bytes; call once
void pack_free(packer *p);

#endif
