// SPDX-License-Identifier: MIT
//
// The file is written under a temporary name in the target's folder (unfinished.c) and renamed at commit. The
// rename is atomic, so other processes see the old file or the new one. The new file gets the mode of the old
// one; owner and hard links are not kept. A file without write permission is refused although a rename could
// replace it: somebody protected it on purpose.
#include "common/base/save.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/pack.h"
#include "common/base/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 64 << 10 };

struct save {
    char *name;   // for messages
    char *target; // the final path, links followed; NULL: written directly
    int fd;
    unfinished *beside; // the temporary file, which owns fd; or NULL
    int error;          // errno of the first failed write, or 0
    bool is_standard;   // standard output: never closed
    bool is_memory;     // all bytes stay in the buffer, which grows
    bool is_done;       // committed, or given up
    packer *packer;     // or NULL
    char *buffer;       // [cap] bytes not yet written, used of them
    size_t used, cap;
};

// --- Opening

static size_t folder_length(const char *path) // including the last slash
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

// Follows a chain of symbolic links to its last path, where no file need exist. NULL if the chain is too
// long.
static char *follow_links(const char *path)
{
    enum { MOST_LINKS = 64 };
    char *at = mem_string(path, strlen(path));
    char link[UNF_PATH];
    for (int i = 0; i < MOST_LINKS; i++) {
        ssize_t n = readlink(at, link, sizeof link);
        if (n < 0)
            return at;
        size_t keep = link[0] == '/' ? 0 : folder_length(at);
        if (keep + (size_t)n >= sizeof link)
            break;
        at = mem_resize(at, keep + (size_t)n + 1, 1);
        memcpy(at + keep, link, (size_t)n);
        at[keep + (size_t)n] = 0;
    }
    mem_free(at);
    return NULL;
}

// Creates the temporary file for out->target. old: the file it will replace, or NULL.
static int open_beside(save *out, const struct stat *old, copse_error *err)
{
    out->beside = unf_open(out->target, old ? 0600 : 0666);
    if (!out->beside && errno == 0)
        return err_set(err, COPSE_ELIMIT, out->name, 0, "more than %d files are being written at once",
                       UNF_AT_ONCE);
    if (!out->beside)
        return err_system(err, out->name, old ? "cannot create a file beside it" : "cannot create");
    out->fd = unf_descriptor(out->beside);
    if (old && fchmod(out->fd, old->st_mode & 0777) != 0)
        return err_system(err, out->name, "cannot set the permissions of the new file");
    return 0;
}

static int open_path(save *out, const char *path, copse_error *err)
{
    struct stat st;
    bool exists = stat(path, &st) == 0;
    if (!exists && errno != ENOENT)
        return err_system(err, path, "cannot create");
    if (exists && S_ISDIR(st.st_mode))
        return err_set(err, COPSE_EIO, path, 0, "is a directory");
    if (exists && !S_ISREG(st.st_mode)) {
        do
            out->fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
        while (out->fd < 0 && errno == EINTR);
        return out->fd < 0 ? err_system(err, path, "cannot open for writing") : 0;
    }
    if (exists && access(path, W_OK) != 0)
        return err_system(err, path, "cannot write");
    out->target = follow_links(path);
    if (!out->target || strlen(out->target) >= UNF_PATH) {
        errno = ENAMETOOLONG;
        return err_system(err, path, "cannot create");
    }
    if (!out->target[folder_length(out->target)])
        return err_set(err, COPSE_EIO, path, 0, "cannot create: not the name of a file");
    return open_beside(out, exists ? &st : NULL, err);
}

// Closes the file and removes the temporary one if it still exists.
static void give_up(save *out)
{
    if (out->beside)
        unf_close(out->beside);
    else if (out->fd >= 0 && !out->is_standard)
        close(out->fd);
    out->beside = NULL;
    out->fd = -1;
    out->is_done = true;
}

static void release(void *block)
{
    give_up(block);
}

static save *new_save(const char *name)
{
    save *out = mem_zero(1, sizeof *out);
    out->fd = -1;
    mem_on_release(out, release);
    out->name = mem_string(name, strlen(name));
    out->buffer = mem_alloc(BUFFER, 1);
    out->cap = BUFFER;
    return out;
}

static int write_packed(void *context, const void *bytes, size_t size, copse_error *err);

save *save_open(const char *path, copse_error *err)
{
    bool standard = !path || strcmp(path, "-") == 0;
    save *out = new_save(standard ? "<stdout>" : path);
    out->is_standard = standard;
    if (standard)
        out->fd = STDOUT_FILENO;
    if (!standard && open_path(out, path, err) < 0) {
        save_free(out);
        return NULL;
    }
    const pack_kind kind = standard ? PACK_NONE : pack_of(path);
    if (kind != PACK_NONE)
        out->packer = pack_new(kind, write_packed, out);
    return out;
}

bool save_packs(const save *out)
{
    return out->packer;
}

save *save_memory(void)
{
    save *out = new_save("<memory>");
    out->is_memory = true;
    return out;
}

const void *save_data(const save *out, size_t *size)
{
    *size = out->is_memory ? out->used : 0;
    return out->is_memory ? out->buffer : NULL;
}

const char *save_name(const save *out)
{
    return out->name;
}

// --- Writing

// Keeps the first error: nothing is committed after it.
static int write_failed(save *out, copse_error *err)
{
    if (!out->error)
        out->error = errno ? errno : EIO;
    errno = out->error;
    return err_system(err, out->name, "cannot write");
}

static int write_all(save *out, const char *bytes, size_t size, copse_error *err)
{
    const size_t most = 1 << 30; // some systems refuse a larger write
    while (size > 0) {
        ssize_t n = write(out->fd, bytes, size < most ? size : most);
        if (n >= 0) {
            bytes += n;
            size -= (size_t)n;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            // Standard output may be shared with a program that made it non-blocking.
            struct pollfd wait = {.fd = out->fd, .events = POLLOUT};
            poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            return write_failed(out, err);
        }
    }
    return 0;
}

static int write_packed(void *context, const void *bytes, size_t size, copse_error *err)
{
    return write_all(context, bytes, size, err);
}

static int write_out(save *out, const void *bytes, size_t size, copse_error *err)
{
    return out->packer ? pack_write(out->packer, bytes, size, err) : write_all(out, bytes, size, err);
}

int save_flush(save *out, copse_error *err)
{
    if (out->is_memory)
        return 0;
    if (out->error)
        return write_failed(out, err);
    size_t used = out->used;
    out->used = 0;
    return write_out(out, out->buffer, used, err);
}

int save_write(save *out, const void *bytes, size_t size, copse_error *err)
{
    if (out->error)
        return write_failed(out, err);
    if (out->is_memory) {
        out->buffer = mem_grow(out->buffer, &out->cap, out->used + size, 1);
    } else {
        int code = size > out->cap - out->used ? save_flush(out, err) : 0;
        if (code < 0)
            return code;
        if (size >= out->cap)
            return write_out(out, bytes, size, err);
    }
    if (size)
        memcpy(out->buffer + out->used, bytes, size);
    out->used += size;
    return 0;
}

// --- The end

static int sync_file(int fd)
{
    int status;
    do
        status = fsync(fd);
    while (status != 0 && errno == EINTR);
    return status;
}

// Syncs the folder, without which a rename is not safe on disk. Two failures are ignored: systems that
// cannot sync a folder return EINVAL, and a folder with write but no read permission cannot be opened.
static int sync_folder(const save *out)
{
    char folder[UNF_PATH] = ".";
    const size_t n = folder_length(out->target); // shorter than UNF_PATH: open_path checked it
    if (n)
        memcpy(folder, out->target, n);
    folder[n ? n : 1] = 0;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    int status = sync_file(fd), saved = errno;
    close(fd);
    errno = saved;
    return status != 0 && errno != EINVAL ? -1 : 0;
}

// Closes a duplicate of the descriptor and checks the result: some systems report a full disk only then.
// Standard output stays open, and a temporary file stays locked until it is renamed.
static int close_checked(save *out)
{
    const int fd = dup(out->fd);
    if (fd < 0)
        return errno == EBADF ? -1 : 0;
    return close(fd) != 0 && errno != EINTR ? -1 : 0;
}

// Puts the temporary file in the target's place.
static int replace_target(save *out, copse_error *err)
{
    if (unf_rename(out->beside, out->target) != 0)
        return err_system(err, out->name, "cannot replace");
    out->beside = NULL;
    out->fd = -1;
    return sync_folder(out) != 0 ? err_system(err, out->name, "written, but its folder cannot be synced") : 0;
}

int save_commit(save *out, copse_error *err)
{
    if (out->is_memory)
        return 0;
    int code = save_flush(out, err);
    if (code == 0 && out->packer)
        code = pack_end(out->packer, err);
    if (code == 0 && out->target && sync_file(out->fd) != 0)
        code = write_failed(out, err);
    if (code == 0 && close_checked(out) != 0)
        code = write_failed(out, err);
    if (code == 0 && out->target)
        code = replace_target(out, err);
    give_up(out);
    return code;
}

void save_free(save *out)
{
    if (!out)
        return;
    if (!out->is_done)
        give_up(out);
    pack_free(out->packer);
    mem_free(out->buffer);
    mem_free(out->target);
    mem_free(out->name);
    mem_free(out);
}
