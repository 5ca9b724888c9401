// SPDX-License-Identifier: MIT
//
// The reading half of the container. It accepts only the one layout that the writer makes: sections in the
// order of the table, each at the next multiple of BOX_ALIGN, zeros between them, and the file ends after
// the last. This rule keeps sections within the file and apart from each other, and leaves no byte
// unchecked.
//
// The file is read into memory, not mapped: a mapped file that another program shortens kills its readers
// with SIGBUS, and one that another program changes would change after it was checked. The checksums read
// every byte anyway.
//
// A section may hold a whole model in the same layout, which is opened in place. Sections begin at multiples
// of BOX_ALIGN, so the inner model is aligned as in a file of its own.
#include "common/model/container_format.h"

#include "common/base/checksum.h"
#include "common/base/error.h"
#include "common/base/hash.h"
#include "common/base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct box {
    char *path;
    const unsigned char *bytes; // [size]
    size_t size;
    size_t sections;
    void *copied;  // the bytes of the file or of box_copy; NULL for those of others
    int fd;        // the file while it is read, or -1
    int depth;     // boxes around it
    bool verified; // the checksums of these bytes were verified
    arena *copies; // arrays converted to the machine's byte order
};

static uint32_t get_u32(const unsigned char *p)
{
    return (uint32_t)hash_word(p, 4);
}

static uint64_t get_u64(const unsigned char *p)
{
    return hash_word(p, 8);
}

// --- Opening

static int refuse_other(const box *b, copse_error *err)
{
    return err_set(err, COPSE_EMODEL, b->path, 0, "is not a Copse model");
}

// Magic, version, length, and the checksum of header and table.
static int check_header(const box *b, copse_error *err)
{
    const unsigned char *h = b->bytes;
    const size_t magic = b->size < BOX_MAGIC_SIZE ? b->size : BOX_MAGIC_SIZE;
    if (memcmp(h, BOX_MAGIC, magic) != 0)
        return refuse_other(b, err);
    if (b->size < BOX_HEADER)
        return err_set(err, COPSE_EMODEL, b->path, 0, "is truncated within its header");
    uint32_t version = get_u32(h + BOX_AT_VERSION);
    if (version > BOX_VERSION)
        return err_set(err, COPSE_EMODEL, b->path, 0,
                       "was written by a newer version of Copse (format %lu; this one reads up to %d)",
                       (unsigned long)version, BOX_VERSION);
    if (version < BOX_OLDEST)
        return err_set(err, COPSE_EMODEL, b->path, 0,
                       "has a format that is no longer read (format %lu; this one reads from %d)",
                       (unsigned long)version, BOX_OLDEST);
    uint64_t length = get_u64(h + BOX_AT_LENGTH);
    if (length > b->size)
        return err_set(err, COPSE_EMODEL, b->path, 0, "is truncated: %zu of %llu bytes", b->size,
                       (unsigned long long)length);
    uint32_t n = get_u32(h + BOX_AT_COUNT);
    if (n > BOX_MAX_SECTIONS || BOX_HEADER + (uint64_t)n * BOX_ROW > length)
        return err_set(err, COPSE_EMODEL, b->path, 0, "is damaged: its header counts %lu sections",
                       (unsigned long)n);
    const size_t head_size = BOX_HEADER + (size_t)n * BOX_ROW;
    unsigned char *copy = mem_alloc(head_size, 1);
    memcpy(copy, h, head_size);
    memset(copy + BOX_AT_CHECKSUM, 0, 8);
    uint64_t sum = sum_bytes(copy, head_size);
    mem_free(copy);
    if (sum != get_u64(h + BOX_AT_CHECKSUM))
        return err_set(err, COPSE_EMODEL, b->path, 0, "is damaged: the checksum of its header is wrong");
    if (length < b->size)
        return err_set(err, COPSE_EMODEL, b->path, 0, "is damaged: %llu bytes follow its end",
                       (unsigned long long)(b->size - length));
    return 0;
}

// Checks that every section is at its place and intact. The header was checked before.
static int check_sections(const box *b, copse_error *err)
{
    uint64_t end = BOX_HEADER + (uint64_t)b->sections * BOX_ROW;
    for (size_t i = 0; i < b->sections; i++) {
        const unsigned char *row = b->bytes + BOX_HEADER + i * BOX_ROW;
        box_section s = box_section_at(b, i);
        bool fine = get_u32(row + BOX_ROW_RESERVED) == 0;
        for (int k = 0; k < 4; k++)
            fine = fine && s.tag[k] > ' ' && s.tag[k] <= '~';
        if (!fine || s.offset != box_align(end) || s.offset > b->size || s.length > b->size - s.offset)
            return err_set(err, COPSE_EMODEL, b->path, 0, "is damaged: row %zu of its table is wrong", i + 1);
        if (!box_all_zero(b->bytes + end, b->bytes + s.offset))
            return err_set(err, COPSE_EMODEL, b->path, 0, "is damaged before section %s", s.tag);
        if (!b->verified && sum_bytes(b->bytes + s.offset, (size_t)s.length) != s.checksum)
            return err_set(err, COPSE_EMODEL, b->path, 0, "is damaged in section %s", s.tag);
        end = s.offset + s.length;
    }
    if (end != b->size)
        return err_set(err, COPSE_EMODEL, b->path, 0, "is damaged: %llu bytes follow its last section",
                       (unsigned long long)(b->size - end));
    return 0;
}

static int refuse_empty(const box *b, copse_error *err)
{
    return err_set(err, COPSE_EMODEL, b->path, 0, "is empty, not a Copse model");
}

// Reads the next bytes of the file, from the one at `from` to before the one at `to`, into their places.
static int read_part(const box *b, unsigned char *bytes, size_t from, size_t to, copse_error *err)
{
    const size_t most = 1 << 30; // some systems refuse a larger read
    while (from < to) {
        const ssize_t got = read(b->fd, bytes + from, to - from < most ? to - from : most);
        if (got < 0 && errno != EINTR)
            return err_system(err, b->path, "cannot read");
        if (got == 0) // it had b->size bytes a moment ago
            return err_set(err, COPSE_EMODEL, b->path, 0, "is truncated: it ended after %zu of %zu bytes",
                           from, b->size);
        from += got > 0 ? (size_t)got : 0;
    }
    return 0;
}

// Reads a file of b->size bytes. The first ones say whether it is a model, before any room is made for it.
static int read_whole(box *b, copse_error *err)
{
    unsigned char start[BOX_MAGIC_SIZE];
    const size_t first = b->size < BOX_MAGIC_SIZE ? b->size : BOX_MAGIC_SIZE;
    int code = read_part(b, start, 0, first, err);
    if (!code && memcmp(start, BOX_MAGIC, first) != 0)
        code = refuse_other(b, err);
    if (code)
        return code;
    if (!mem_is_there((double)b->size))
        mem_fail(b->size);
    unsigned char *bytes = b->copied = mem_aligned(b->size, 1);
    memcpy(bytes, start, first);
    b->bytes = bytes;
    return read_part(b, bytes, first, b->size, err);
}

static int read_file(box *b, copse_error *err)
{
    struct stat st;
    if (fstat(b->fd, &st) != 0)
        return err_system(err, b->path, "cannot read");
    if (S_ISDIR(st.st_mode))
        return err_set(err, COPSE_EIO, b->path, 0, "is a directory");
    if (!S_ISREG(st.st_mode))
        return err_set(err, COPSE_EIO, b->path, 0, "is not a regular file, which a model must be");
    if (st.st_size == 0)
        return refuse_empty(b, err);
    if ((uintmax_t)st.st_size > PTRDIFF_MAX)
        return err_set(err, COPSE_ELIMIT, b->path, 0, "is too large for this machine");
    b->size = (size_t)st.st_size;
    return read_whole(b, err);
}

static void close_file(void *block)
{
    box *b = block;
    if (b->fd >= 0)
        close(b->fd);
    b->fd = -1;
}

static box *new_box(const char *path)
{
    box *b = mem_zero(1, sizeof *b);
    b->fd = -1;
    mem_on_release(b, close_file);
    b->path = mem_string(path, strlen(path));
    b->copies = mem_zero(1, sizeof *b->copies);
    return b;
}

// Checks the bytes of b, unless code says that it has none. Returns b, or closes it and returns NULL.
static box *accept(box *b, int code, copse_error *err)
{
    if (code == 0)
        code = check_header(b, err);
    if (code == 0) {
        b->sections = get_u32(b->bytes + BOX_AT_COUNT);
        code = check_sections(b, err);
    }
    if (code == 0)
        return b;
    box_close(b);
    return NULL;
}

box *box_open(const char *path, copse_error *err)
{
    if (!path) {
        err_set(err, COPSE_EINPUT, NULL, 0, "no model is named");
        return NULL;
    }
    box *b = new_box(path);
    // O_NONBLOCK: refuse a pipe without a writer instead of waiting for one.
    b->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    int code = b->fd < 0 ? err_system(err, path, "cannot open") : read_file(b, err);
    close_file(b);
    return accept(b, code, err);
}

box *box_inside(const box *outer, const char tag[4], size_t nth, copse_error *err)
{
    cursor c;
    if (box_find(outer, tag, nth, &c, err))
        return NULL;
    if (outer->depth + 1 >= BOX_MAX_DEPTH) {
        err_set(err, COPSE_EMODEL, outer->path, 0, "is damaged: models inside models, more than %d deep",
                BOX_MAX_DEPTH);
        return NULL;
    }
    box *b = new_box(outer->path);
    b->bytes = c.base;
    b->size = (size_t)(c.end - c.base);
    b->depth = outer->depth + 1;
    b->verified = true;
    int code = b->size == 0
                   ? err_set(err, COPSE_EMODEL, outer->path, 0, "is damaged: section %s is empty", c.tag)
                   : 0;
    return accept(b, code, err);
}

box *box_memory(const void *bytes, size_t size, const char *name, copse_error *err)
{
    box *b = new_box(name);
    b->bytes = bytes;
    b->size = size;
    b->verified = true;
    return accept(b, 0, err);
}

box *box_copy(const void *bytes, size_t size, const char *name, copse_error *err)
{
    box *b = new_box(name);
    if (size == 0)
        return accept(b, refuse_empty(b, err), err);
    b->bytes = b->copied = memcpy(mem_aligned(size, 1), bytes, size);
    b->size = size;
    return accept(b, 0, err);
}

void box_close(box *b)
{
    if (!b)
        return;
    mem_free(b->copied);
    arena_done(b->copies);
    mem_free(b->copies);
    mem_free(b->path);
    mem_free(b);
}

bool box_is_model(const char *path)
{
    struct stat st;
    char start[BOX_MAGIC_SIZE];
    if (!path || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    size_t n = 0;
    while (n < sizeof start) {
        const ssize_t got = read(fd, start + n, sizeof start - n);
        if (got == 0 || (got < 0 && errno != EINTR))
            break;
        n += got > 0 ? (size_t)got : 0;
    }
    close(fd);
    return n == BOX_MAGIC_SIZE && memcmp(start, BOX_MAGIC, BOX_MAGIC_SIZE) == 0;
}

arena *box_copies(const box *b)
{
    return b->copies;
}

const char *box_path(const box *b)
{
    return b->path;
}

size_t box_sections(const box *b)
{
    return b->sections;
}

box_section box_section_at(const box *b, size_t i)
{
    const unsigned char *row = b->bytes + BOX_HEADER + i * BOX_ROW;
    box_section s = {.offset = get_u64(row + BOX_ROW_OFFSET),
                     .length = get_u64(row + BOX_ROW_LENGTH),
                     .checksum = get_u64(row + BOX_ROW_CHECKSUM)};
    memcpy(s.tag, row + BOX_ROW_TAG, 4);
    return s;
}

size_t box_count(const box *b, const char *tag)
{
    size_t n = 0;
    for (size_t i = 0; i < box_sections(b); i++)
        n += strcmp(box_section_at(b, i).tag, tag) == 0;
    return n;
}

int box_find(const box *b, const char tag[4], size_t nth, cursor *c, copse_error *err)
{
    *c = (cursor){.box = b, .failed = true};
    memcpy(c->tag, tag, 4);
    for (size_t i = 0; i < b->sections; i++) {
        box_section s = box_section_at(b, i);
        if (memcmp(s.tag, tag, 4) != 0 || nth-- > 0)
            continue;
        c->at = c->base = b->bytes + s.offset;
        c->end = c->at + s.length;
        c->failed = false;
        return 0;
    }
    return err_set(err, COPSE_EMODEL, b->path, 0, "has no section %s", c->tag);
}
