// SPDX-License-Identifier: MIT
// Scratch files for tests: a folder made at first use and removed at exit.
#ifndef COPSE_TESTS_FILES_H
#define COPSE_TESTS_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/base/mem.h"

static char scratch_folder[64];

static inline void scratch_remove(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf '%s'", scratch_folder);
    if (system(command) != 0)
        fprintf(stderr, "cannot remove %s\n", scratch_folder);
}

// The path of a scratch file; two names can be in use at once.
static inline const char *scratch(const char *name)
{
    static char path[2][256];
    static int turn;
    if (!scratch_folder[0]) {
        strcpy(scratch_folder, "/tmp/copse-test-XXXXXX");
        if (!mkdtemp(scratch_folder))
            abort();
        atexit(scratch_remove);
    }
    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", scratch_folder, name);
    return path[turn];
}

// Writes a scratch file and returns its path.
static inline const char *scratch_bytes(const char *name, const void *bytes, size_t size)
{
    const char *path = scratch(name);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(bytes, 1, size, f) != size || fclose(f) != 0)
        abort();
    return path;
}

static inline const char *scratch_text(const char *name, const char *text)
{
    return scratch_bytes(name, text, strlen(text));
}

// A whole file in memory, terminated; the caller frees it.
static inline char *slurp(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    size_t n = 0, cap = 1 << 16, got;
    char *text = mem_alloc(1, cap);
    if (!f || !text)
        abort();
    while ((got = fread(text + n, 1, cap - n - 1, f)) > 0) {
        n += got;
        if (cap - n < 2 && !(text = mem_resize(text, 1, cap *= 2)))
            abort();
    }
    fclose(f);
    text[n] = 0;
    if (size)
        *size = n;
    return text;
}

#endif
