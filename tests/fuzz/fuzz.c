// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include "common/base/utf8.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Noreturn void fuzz_broken(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    fprintf(stderr, "%s:%d: ", file, line);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    abort();
}

void fuzz_error(int code, const copse_error *err)
{
    FUZZ_REQUIRE(code < 0 && code >= COPSE_EMEMORY, "the code is %d", code);
    FUZZ_REQUIRE(err->code == code, "the code is %d, the error's %d", code, err->code);
    FUZZ_REQUIRE(code != COPSE_EMEMORY, "memory ran out on a small input: %s", err->message);
    FUZZ_REQUIRE(utf8_is_shown((copse_str){err->message, strlen(err->message)}),
                 "a message that cannot be shown: %s", err->message);
}

void fuzz_tree(const copse_tree *tree, int n)
{
    FUZZ_REQUIRE(copse_tree_length(tree) == n, "a tree of %d words for %d", copse_tree_length(tree), n);
    for (int d = 1; d <= n; d++) {
        int steps = 0;
        const int h = copse_tree_head(tree, d);
        FUZZ_REQUIRE(h >= 0 && h <= n && h != d, "word %d of %d has the head %d", d, n, h);
        for (int a = h; a > 0; a = copse_tree_head(tree, a))
            FUZZ_REQUIRE(++steps <= n, "word %d of %d is above a cycle", d, n);
        FUZZ_REQUIRE(copse_tree_label(tree, d).s, "word %d of %d has no label", d, n);
    }
}

// --- Files

static char folder[512];
static char path[FUZZ_FILES][640];

static void remove_files(void)
{
    for (int i = 0; i < FUZZ_FILES; i++)
        if (path[i][0])
            unlink(path[i]);
    rmdir(folder);
}

static void make_folder(void)
{
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/copse-fuzz-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(folder) || atexit(remove_files) != 0) {
        perror(folder);
        exit(1);
    }
}

const char *fuzz_path(int which, const char *name)
{
    if (!folder[0])
        make_folder();
    snprintf(path[which], sizeof path[which], "%s/%.64s", folder, name);
    return path[which];
}

const char *fuzz_file(int which, const char *name, const void *bytes, size_t size)
{
    const char *to = fuzz_path(which, name);
    const int fd = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    size_t done = 0;
    ssize_t got = 0;
    while (fd >= 0 && done < size && (got = write(fd, (const char *)bytes + done, size - done)) > 0)
        done += (size_t)got;
    if (fd < 0 || done < size || close(fd) != 0) {
        perror(to);
        exit(1);
    }
    return to;
}

// --- Copies

static void *exactly(const uint8_t *bytes, size_t size, size_t more)
{
    char *copy = malloc(size + more ? size + more : 1);
    if (!copy)
        exit(1);
    if (size)
        memcpy(copy, bytes, size);
    return copy;
}

uint8_t *fuzz_copy(const uint8_t *bytes, size_t size)
{
    return exactly(bytes, size, 0);
}

char *fuzz_string(const uint8_t *bytes, size_t size)
{
    char *copy = exactly(bytes, size, 1);
    copy[size] = 0;
    return copy;
}
