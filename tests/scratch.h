// SPDX-License-Identifier: MIT
// A temporary folder under TMPDIR (or /tmp) for one test, and helpers for its files.
#ifndef COPSE_TESTS_SCRATCH_H
#define COPSE_TESTS_SCRATCH_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/base/mem.h"

enum { SCRATCH_PATH = 1024 };
static char scratch_folder[SCRATCH_PATH / 2];

// Makes the folder. Ends the test program with status 1 if that fails.
static inline void scratch_make(void)
{
    const char *base = getenv("TMPDIR");
    snprintf(scratch_folder, sizeof scratch_folder, "%s/copse-test-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(scratch_folder)) {
        perror(scratch_folder);
        exit(1);
    }
}

// A path in the folder, which is made at first use. Four paths are valid at a time.
static inline const char *scratch(const char *name)
{
    static char path[4][SCRATCH_PATH];
    static int turn;
    if (!scratch_folder[0])
        scratch_make();
    char *p = path[turn++ % 4];
    snprintf(p, SCRATCH_PATH, "%s/%s", scratch_folder, name);
    return p;
}

static inline int scratch_entries(const char *folder) // without . and ..
{
    DIR *dir = opendir(folder);
    int n = 0;
    if (!dir)
        return -1;
    for (struct dirent *e; (e = readdir(dir));)
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(dir);
    return n;
}

// Removes the folder with all files and subfolders.
static inline void scratch_remove(const char *folder)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return;
    for (struct dirent *e; (e = readdir(dir));) {
        char path[2 * SCRATCH_PATH];
        struct stat st;
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, e->d_name) >= sizeof path)
            continue;
        if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode))
            scratch_remove(path);
        else
            unlink(path);
    }
    closedir(dir);
    rmdir(folder);
}

static inline void scratch_write(const char *path, const void *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(bytes, 1, size, f) != size || fclose(f) != 0) {
        perror(path);
        exit(1);
    }
}

// The whole file, terminated; the caller frees it. NULL if it does not exist.
static inline char *scratch_read(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    size_t cap = 1 << 16, n = 0, got;
    if (!f)
        return NULL;
    char *bytes = mem_alloc(1, cap + 1);
    while (bytes && (got = fread(bytes + n, 1, cap - n, f)) > 0) {
        n += got;
        if (n == cap)
            bytes = mem_resize(bytes, 1, (cap *= 2) + 1);
    }
    fclose(f);
    if (!bytes)
        exit(1);
    bytes[n] = 0;
    if (size)
        *size = n;
    return bytes;
}

// Does the file hold exactly this text?
static inline int scratch_holds(const char *path, const char *text)
{
    size_t size = 0;
    char *bytes = scratch_read(path, &size);
    int same = bytes && size == strlen(text) && memcmp(bytes, text, size) == 0;
    mem_free(bytes);
    return same;
}

#endif
