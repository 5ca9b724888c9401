// SPDX-License-Identifier: MIT
// Model files as a fuzzer sees them: a list of sections that may be changed freely, some of which hold models
// themselves, and the way back to bytes with right offsets, zeros and checksums at every level.
#ifndef COPSE_TESTS_FUZZ_LAYOUT_H
#define COPSE_TESTS_FUZZ_LAYOUT_H

#include "copse.h"

enum { LAY_MOST = 64 }; // sections of a model; further ones are dropped

typedef struct lay_model lay_model;

typedef struct lay_section {
    char tag[4];
    uint8_t *bytes; // [size]; NULL if inside is set
    size_t size;
    lay_model *inside; // the model that the section holds, or NULL
} lay_section;

struct lay_model {
    lay_section section[LAY_MOST]; // [n]
    size_t n;
};

// Takes bytes apart. NULL if they do not look like a model: the magic number, and rows within the bytes.
// Checksums are not looked at.
lay_model *lay_read(const uint8_t *bytes, size_t size);
// Puts a model together; the caller frees the bytes.
uint8_t *lay_write(const lay_model *m, size_t *size);
void lay_free(lay_model *m);

lay_section lay_copy(const lay_section *s);
void lay_done(lay_section *s);

// Recomputes the checksums of bytes that look like a model, and of models inside it. Nothing else changes.
void lay_mend(uint8_t *bytes, size_t size);

#endif
