// SPDX-License-Identifier: MIT
// What the fuzz targets share. A target is a file of this folder with a function LLVMFuzzerTestOneInput: it
// gets any bytes, and ends the process if Copse does with them what it must never do.
#ifndef COPSE_TESTS_FUZZ_H
#define COPSE_TESTS_FUZZ_H

#include "copse.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

// A promise of Copse. Where it is broken, the line goes to standard error and the process aborts.
#define FUZZ_REQUIRE(condition, ...)                      \
    do {                                                  \
        if (!(condition))                                 \
            fuzz_broken(__FILE__, __LINE__, __VA_ARGS__); \
    } while (0)

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
_Noreturn void
fuzz_broken(const char *file, int line, const char *format, ...);

// A failure has a negative code, and a message of one line that can be shown.
void fuzz_error(int code, const copse_error *err);

// The tree has n words, heads within the sentence, no cycle, and a label for each word.
void fuzz_tree(const copse_tree *tree, int n);

// A path in a folder of this process, below TMPDIR (or /tmp), that is removed when the process ends well. The
// paths are valid until then.
enum { FUZZ_FILES = 8 };
const char *fuzz_path(int which, const char *name);
// Puts bytes into such a file.
const char *fuzz_file(int which, const char *name, const void *bytes, size_t size);

// The next byte of an input, which chooses among the ways to use the rest; 0 if there is none.
static inline unsigned fuzz_byte(const uint8_t **bytes, size_t *size)
{
    if (*size == 0)
        return 0;
    ++*bytes;
    --*size;
    return (*bytes)[-1];
}

// A copy of exactly this size, so that a read past its end is found; the caller frees it. Not NULL.
uint8_t *fuzz_copy(const uint8_t *bytes, size_t size);
char *fuzz_string(const uint8_t *bytes, size_t size); // terminated

#endif
