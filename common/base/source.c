// SPDX-License-Identifier: MIT
#include "common/base/source.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

struct source {
    char *name;
    int fd;           // -1: memory
    const char *next; // [left] bytes in memory not yet read
    size_t left;
    double size, taken; // bytes of the file, 0: not known, and those of them that were read
    gzFile gz;          // owns fd when not NULL
    ZSTD_DStream *zstd;
    char *packed; // [packed_cap] compressed bytes
    size_t packed_cap;
    ZSTD_inBuffer in;
    size_t frame; // what zstd still wants of the frame at hand; 0 between frames
};

static bool ends_in(const char *path, const char *end)
{
    size_t n = strlen(path), k = strlen(end);
    return n > k && strcmp(path + n - k, end) == 0;
}

source *src_open(const char *path, copse_error *err)
{
    bool standard = !path || strcmp(path, "-") == 0;
    const char *name = standard ? "<stdin>" : path;
    int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) < 0) {
        err_system(err, name, "cannot open");
        if (fd > 0)
            close(fd);
        return NULL;
    }
    if (S_ISDIR(st.st_mode)) {
        err_set(err, COPSE_EIO, name, 0, "is a directory, not a file");
        if (!standard)
            close(fd);
        return NULL;
    }
    source *src = mem_zero(1, sizeof *src);
    src->name = mem_string(name, strlen(name));
    src->fd = fd;
    src->size = S_ISREG(st.st_mode) ? (double)st.st_size : 0;
    if (!standard && ends_in(path, ".gz")) {
        src->gz = gzdopen(fd, "rb");
        if (src->gz)
            gzbuffer(src->gz, 128 << 10);
        else
            err_set(err, COPSE_EIO, name, 0, "cannot set up decompression");
    } else if (!standard && ends_in(path, ".zst")) {
        src->zstd = ZSTD_createDStream();
        src->packed_cap = ZSTD_DStreamInSize();
        src->packed = mem_alloc(src->packed_cap, 1);
        src->in.src = src->packed;
        if (!src->zstd)
            err_set(err, COPSE_EIO, name, 0, "cannot set up decompression");
    } else {
        return src;
    }
    if (src->gz || src->zstd)
        return src;
    src_close(src);
    return NULL;
}

source *src_memory(const void *bytes, size_t size, const char *name)
{
    source *src = mem_zero(1, sizeof *src);
    if (!name)
        name = "<memory>";
    src->name = mem_string(name, strlen(name));
    src->fd = -1;
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

static ptrdiff_t read_gz(source *src, void *buf, size_t size, copse_error *err)
{
    int got = gzread(src->gz, buf, (unsigned)(size > 1 << 30 ? 1 << 30 : size));
    int code = Z_OK;
    const char *why = gzerror(src->gz, &code);
    src->taken = (double)gzoffset(src->gz);
    // gzread gives what it has of a truncated file first, and the complaint with the last bytes.
    if (got < 0 || (code != Z_OK && code != Z_STREAM_END))
        return code == Z_ERRNO
                   ? err_system(err, src->name, "cannot read")
                   : err_set(err, COPSE_EINPUT, src->name, 0, "damaged or truncated gzip file: %s", why);
    return got;
}

// The decoder may hold output back when buf is full, so it is asked again before more bytes are read.
static ptrdiff_t read_zstd(source *src, void *buf, size_t size, copse_error *err)
{
    ZSTD_outBuffer out = {buf, size, 0};
    for (;;) {
        if (src->in.pos < src->in.size || src->frame) {
            src->frame = ZSTD_decompressStream(src->zstd, &out, &src->in);
            if (ZSTD_isError(src->frame))
                return err_set(err, COPSE_EINPUT, src->name, 0, "damaged zstd file: %s",
                               ZSTD_getErrorName(src->frame));
            if (out.pos > 0)
                return (ptrdiff_t)out.pos;
        }
        if (src->in.pos < src->in.size)
            continue;
        ptrdiff_t got = read_plain(src, src->packed, src->packed_cap, err);
        if (got == 0 && src->frame)
            return err_set(err, COPSE_EINPUT, src->name, 0, "truncated zstd file");
        if (got <= 0)
            return got;
        src->in.size = (size_t)got;
        src->in.pos = 0;
    }
}

ptrdiff_t src_read(source *src, void *buf, size_t size, copse_error *err)
{
    return src->fd < 0 ? read_memory(src, buf, size)
           : src->gz   ? read_gz(src, buf, size, err)
           : src->zstd ? read_zstd(src, buf, size, err)
                       : read_plain(src, buf, size, err);
}

double src_share(const source *src)
{
    return src->size > 0 ? src->taken / src->size : 0;
}

const char *src_name(const source *src)
{
    return src->name;
}

void src_close(source *src)
{
    if (!src)
        return;
    if (src->gz)
        gzclose(src->gz);
    else if (src->fd > STDIN_FILENO)
        close(src->fd);
    ZSTD_freeDStream(src->zstd);
    free(src->packed);
    free(src->name);
    free(src);
}
