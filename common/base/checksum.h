// SPDX-License-Identifier: MIT
// A 64-bit checksum of bytes in files, at memory speed. docs/model-format.md defines it. It detects damage,
// not forgery: a change within one aligned word of 8 bytes is always found.
#ifndef COPSE_BASE_CHECKSUM_H
#define COPSE_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

uint64_t sum_bytes(const void *bytes, size_t size);

#endif
