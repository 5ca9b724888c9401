// SPDX-License-Identifier: MIT
#include "common/base/pack.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

static bool ends_in(const char *path, const char *end)
{
    size_t n = strlen(path), k = strlen(end);
    return n > k && strcmp(path + n - k, end) == 0;
}

pack_kind pack_of(const char *path)
{
    return ends_in(path, ".gz") ? PACK_GZIP : ends_in(path, ".zst") ? PACK_ZSTD : PACK_NONE;
}

// About what the libraries allocate for a stream, for messages.
enum { STREAM = 256 << 10 };

static int no_memory(copse_error *err)
{
    return err_set(err, COPSE_EMEMORY, NULL, 0, "out of memory: the compression library could not allocate");
}

static bool is_no_memory(size_t zstd_code)
{
    return ZSTD_getErrorCode(zstd_code) == ZSTD_error_memory_allocation;
}

// ---------------------------------------------------------------------------------------------------
// Reading

struct unpacker {
    const char *name;
    int fd;
    gzFile gz; // owns fd when not NULL
    ZSTD_DStream *zstd;
    char *packed; // [packed_cap] compressed bytes
    size_t packed_cap;
    ZSTD_inBuffer in;
    size_t frame; // bytes that zstd still expects of the current frame; 0 between frames
    double taken;
};

static void unpack_release(void *block)
{
    unpacker *u = block;
    if (u->gz)
        gzclose(u->gz);
    else if (u->fd >= 0)
        close(u->fd);
    ZSTD_freeDStream(u->zstd);
}

unpacker *unpack_new(pack_kind kind, int fd, const char *name)
{
    unpacker *u = mem_zero(1, sizeof *u);
    u->name = name;
    u->fd = -1;
    mem_on_release(u, unpack_release);
    if (kind == PACK_GZIP) {
        u->gz = gzdopen(fd, "rb");
        if (u->gz)
            gzbuffer(u->gz, 128 << 10);
    } else {
        u->packed_cap = ZSTD_DStreamInSize();
        u->packed = mem_alloc(u->packed_cap, 1);
        u->in.src = u->packed;
        u->zstd = ZSTD_createDStream();
    }
    if (!u->gz && !u->zstd)
        mem_fail(STREAM);
    u->fd = fd; // the caller's until all memory is there
    return u;
}

static ptrdiff_t read_gz(unpacker *u, void *buf, size_t size, copse_error *err)
{
    int got = gzread(u->gz, buf, (unsigned)(size > 1 << 30 ? 1 << 30 : size));
    int code = Z_OK;
    const char *why = gzerror(u->gz, &code);
    u->taken = (double)gzoffset(u->gz);
    if (code == Z_MEM_ERROR)
        return no_memory(err);
    // Of a truncated file gzread first returns the data; it reports the error only with the last bytes.
    if (got < 0 || (code != Z_OK && code != Z_STREAM_END))
        return code == Z_ERRNO
                   ? err_system(err, u->name, "cannot read")
                   : err_set(err, COPSE_EINPUT, u->name, 0, "damaged or truncated gzip file: %s", why);
    return got;
}

// More compressed bytes for zstd: 1, 0 at the end, or negative.
static int fill(unpacker *u, copse_error *err)
{
    ssize_t got;
    do
        got = read(u->fd, u->packed, u->packed_cap);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return err_system(err, u->name, "cannot read");
    u->in.size = (size_t)got;
    u->in.pos = 0;
    u->taken += (double)got;
    return got > 0;
}

// The decoder may hold output back when buf is full, so this drains it before reading more bytes.
static ptrdiff_t read_zstd(unpacker *u, void *buf, size_t size, copse_error *err)
{
    ZSTD_outBuffer out = {buf, size, 0};
    for (;;) {
        if (u->in.pos < u->in.size || u->frame) {
            u->frame = ZSTD_decompressStream(u->zstd, &out, &u->in);
            if (ZSTD_isError(u->frame))
                return is_no_memory(u->frame) ? no_memory(err)
                                              : err_set(err, COPSE_EINPUT, u->name, 0,
                                                        "damaged zstd file: %s", ZSTD_getErrorName(u->frame));
            if (out.pos > 0)
                return (ptrdiff_t)out.pos;
        }
        if (u->in.pos < u->in.size)
            continue;
        const int got = fill(u, err);
        if (got == 0 && u->frame)
            return err_set(err, COPSE_EINPUT, u->name, 0, "truncated zstd file");
        if (got <= 0)
            return got;
    }
}

ptrdiff_t unpack_read(unpacker *u, void *buf, size_t size, copse_error *err)
{
    return u->gz ? read_gz(u, buf, size, err) : read_zstd(u, buf, size, err);
}

double unpack_taken(const unpacker *u)
{
    return u->taken;
}

void unpack_free(unpacker *u)
{
    if (!u)
        return;
    unpack_release(u);
    mem_free(u->packed);
    mem_free(u);
}

// ---------------------------------------------------------------------------------------------------
// Writing

enum { OUT = 128 << 10 };

struct packer {
    int (*write)(void *context, const void *bytes, size_t size, copse_error *err);
    void *context;
    bool gzip;
    z_stream gz;
    ZSTD_CStream *zstd;
    int broken; // the code of the library's failure, after which it must not be called; or 0
    char out[OUT];
};

static void pack_release(void *block)
{
    packer *p = block;
    if (p->gzip)
        deflateEnd(&p->gz);
    ZSTD_freeCStream(p->zstd);
}

packer *pack_new(pack_kind kind,
                 int (*write)(void *context, const void *bytes, size_t size, copse_error *err), void *context)
{
    enum { WINDOW = 15, GZIP_HEADER = 16, MEMORY = 8, LEVEL = 3 };
    packer *p = mem_zero(1, sizeof *p);
    p->write = write;
    p->context = context;
    p->gzip = kind == PACK_GZIP;
    mem_on_release(p, pack_release);
    if (p->gzip) {
        if (deflateInit2(&p->gz, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW + GZIP_HEADER, MEMORY,
                         Z_DEFAULT_STRATEGY) != Z_OK)
            mem_fail(STREAM);
    } else {
        p->zstd = ZSTD_createCStream();
        if (!p->zstd || ZSTD_isError(ZSTD_CCtx_setParameter(p->zstd, ZSTD_c_compressionLevel, LEVEL)) ||
            ZSTD_isError(ZSTD_CCtx_setParameter(p->zstd, ZSTD_c_checksumFlag, 1)))
            mem_fail(STREAM);
    }
    return p;
}

// The failure of a library stays: nothing that follows would be right.
static int pack_failed(packer *p, int code, copse_error *err)
{
    p->broken = code;
    return code == COPSE_EMEMORY ? no_memory(err)
                                 : err_set(err, code, NULL, 0, "the compression library failed");
}

static int deflate_all(packer *p, int how, copse_error *err)
{
    int state, code = 0;
    do {
        p->gz.next_out = (Bytef *)p->out;
        p->gz.avail_out = OUT;
        state = deflate(&p->gz, how);
        if (state == Z_STREAM_ERROR)
            return pack_failed(p, COPSE_EIO, err);
        code = p->write(p->context, p->out, OUT - p->gz.avail_out, err);
    } while (!code && (p->gz.avail_out == 0 || (how == Z_FINISH && state != Z_STREAM_END)));
    return code;
}

static int zstd_all(packer *p, ZSTD_inBuffer in, ZSTD_EndDirective how, copse_error *err)
{
    size_t left;
    int code = 0;
    do {
        ZSTD_outBuffer out = {p->out, OUT, 0};
        left = ZSTD_compressStream2(p->zstd, &out, &in, how);
        if (ZSTD_isError(left))
            return pack_failed(p, is_no_memory(left) ? COPSE_EMEMORY : COPSE_EIO, err);
        code = p->write(p->context, p->out, out.pos, err);
    } while (!code && (how == ZSTD_e_end ? left > 0 : in.pos < in.size));
    return code;
}

int pack_write(packer *p, const void *bytes, size_t size, copse_error *err)
{
    const char *at = bytes;
    int code = 0;
    if (p->broken)
        return pack_failed(p, p->broken, err);
    if (!p->gzip)
        return zstd_all(p, (ZSTD_inBuffer){bytes, size, 0}, ZSTD_e_continue, err);
    while (size > 0 && !code) {
        const size_t n = size < INT_MAX ? size : INT_MAX;
        p->gz.next_in = (Bytef *)(uintptr_t)at;
        p->gz.avail_in = (uInt)n;
        code = deflate_all(p, Z_NO_FLUSH, err);
        at += n;
        size -= n;
    }
    return code;
}

int pack_end(packer *p, copse_error *err)
{
    if (p->broken)
        return pack_failed(p, p->broken, err);
    return p->gzip ? deflate_all(p, Z_FINISH, err) : zstd_all(p, (ZSTD_inBuffer){"", 0, 0}, ZSTD_e_end, err);
}

void pack_free(packer *p)
{
    if (!p)
        return;
    pack_release(p);
    mem_free(p);
}
