// SPDX-License-Identifier: MIT
#include "common/base/source.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct source {
    char *name;
    int fd;           // -1: memory
    const char *next; // [left] bytes in memory not yet read
    size_t left;
    double size, taken; // bytes of the file (0: unknown), and how many were read
    unpacker *packed;   // owns fd when not NULL
};

enum { PIECE = 1 << 16 }; // bytes of a whole file that are asked for at once

static void release(void *block)
{
    const source *src = block;
    if (!src->packed && src->fd > STDIN_FILENO)
        close(src->fd);
}

static source *new_source(const char *name)
{
    source *src = mem_zero(1, sizeof *src);
    src->fd = -1;
    mem_on_release(src, release);
    src->name = mem_string(name, strlen(name));
    return src;
}

static source *refuse(source *src)
{
    src_close(src);
    return NULL;
}

source *src_open(const char *path, copse_error *err)
{
    const bool standard = !path || strcmp(path, "-") == 0;
    source *src = new_source(standard ? "<stdin>" : path);
    struct stat st;
    src->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (src->fd < 0 || fstat(src->fd, &st) < 0) {
        err_system(err, src->name, "cannot open");
        return refuse(src);
    }
    if (S_ISDIR(st.st_mode)) {
        err_set(err, COPSE_EIO, src->name, 0, "is a directory, not a file");
        return refuse(src);
    }
    src->size = S_ISREG(st.st_mode) ? (double)st.st_size : 0;
    const pack_kind kind = standard ? PACK_NONE : pack_of(path);
    if (kind != PACK_NONE)
        src->packed = unpack_new(kind, src->fd, src->name);
    return src;
}

source *src_memory(const void *bytes, size_t size, const char *name)
{
    source *src = new_source(name ? name : "<memory>");
    src->next = bytes;
    src->left = size;
    return src;
}

static ptrdiff_t read_memory(source *src, void *buf, size_t size)
{
    if (size > src->left)
        size = src->left;
    if (size == 0)
        return 0;
    memcpy(buf, src->next, size);
    src->next += size;
    src->left -= size;
    return (ptrdiff_t)size;
}

static ptrdiff_t read_plain(source *src, void *buf, size_t size, copse_error *err)
{
    for (;;) {
        ssize_t got = read(src->fd, buf, size);
        if (got >= 0) {
            src->taken += (double)got;
            return got;
        }
        if (errno != EINTR)
            return err_system(err, src->name, "cannot read");
    }
}

ptrdiff_t src_read(source *src, void *buf, size_t size, copse_error *err)
{
    return src->fd < 0   ? read_memory(src, buf, size)
           : src->packed ? unpack_read(src->packed, buf, size, err)
                         : read_plain(src, buf, size, err);
}

double src_share(const source *src)
{
    const double taken = src->packed ? unpack_taken(src->packed) : src->taken;
    return src->size > 0 ? taken / src->size : 0;
}

const char *src_name(const source *src)
{
    return src->name;
}

void src_close(source *src)
{
    if (!src)
        return;
    release(src);
    unpack_free(src->packed);
    mem_free(src->name);
    mem_free(src);
}

char *src_whole(const char *path, size_t most, const char *what, size_t *size, copse_error *err)
{
    source *src = src_open(path, err);
    if (!src)
        return NULL;
    char *bytes = NULL;
    size_t cap = 0;
    ptrdiff_t got = 1;
    *size = 0;
    while (*size < most && got > 0) {
        bytes = mem_grow(bytes, &cap, *size + PIECE + 1, 1);
        const size_t wanted = most - *size < PIECE ? most - *size : PIECE;
        got = src_read(src, bytes + *size, wanted, err);
        *size += got > 0 ? (size_t)got : 0;
    }
    bytes[*size] = 0;
    if (*size == most)
        got = err_set(err, COPSE_ELIMIT, src_name(src), 0, "%s of %zu MB or more", what, most >> 20);
    if (got < 0) {
        mem_free(bytes);
        bytes = NULL;
    }
    src_close(src);
    return bytes;
}
