// SPDX-License-Identifier: MIT
// The wrapped functions. -Wl,--wrap=NAME sends a call of NAME to __wrap_NAME; __real_NAME is the true one.
#include "tests/faults/inject.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sanitizer/common_interface_defs.h>

injection inject;

// ---------------------------------------------------------------------------------------------------
// Counting

// A hash of the return addresses above, by frame pointers.
__attribute__((no_sanitize("address", "undefined"), noinline)) static uint64_t stack_hash(void)
{
    enum { DEEPEST = 32, LONGEST = 1 << 16 };
    uint64_t hash = 0;
    void **frame = __builtin_frame_address(0);
    for (int i = 0; i < DEEPEST; i++) {
        hash = (hash ^ (uint64_t)frame[1]) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29;
        void **up = frame[0];
        if (up <= frame || up - frame > LONGEST || (uintptr_t)up % sizeof up || (void *)up == inject.bottom)
            break;
        frame = up;
    }
    return hash;
}

static bool fails(inject_kind kind)
{
    if (inject.mode == INJECT_OFF || kind != inject.kind)
        return false;
    if (inject.mode != INJECT_COUNT && inject.mode != INJECT_ONCE && inject.mode != INJECT_ONWARD)
        return false;
    const size_t call = __atomic_add_fetch(&inject.shared->calls, 1, __ATOMIC_RELAXED);
    if (inject.mode == INJECT_COUNT) {
        if (call <= INJECT_MOST)
            inject.shared->stack[call - 1] = stack_hash();
        return false;
    }
    const bool now = inject.mode == INJECT_ONCE ? call == inject.at : call >= inject.at;
    if (now && inject.trace && call == inject.at)
        __sanitizer_print_stack_trace();
    return now;
}

static size_t shortened(size_t n)
{
    return inject.mode == INJECT_SHORT && n > 1 ? 1 : n;
}

#define FAIL(kind, code, value)     \
    do {                            \
        if (fails(INJECT_##kind)) { \
            errno = (code);         \
            return value;           \
        }                           \
    } while (0)

// Every second call of the function. Each function counts for itself: poll and read in turn would never end
// if every second call of them together failed.
#define INTERRUPT                                                                                     \
    do {                                                                                              \
        static unsigned turn;                                                                         \
        if (inject.mode == INJECT_EINTR && __atomic_fetch_add(&turn, 1, __ATOMIC_RELAXED) % 2 == 0) { \
            errno = EINTR;                                                                            \
            return -1;                                                                                \
        }                                                                                             \
    } while (0)

// WRAP(type, name, parameters): declares the true function and begins the one in its place.
#define WRAP(type, name, ...)        \
    type __real_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__)

// ---------------------------------------------------------------------------------------------------
// Memory

WRAP(void *, malloc, size_t n)
{
    FAIL(alloc, ENOMEM, NULL);
    return __real_malloc(n);
}

WRAP(void *, calloc, size_t n, size_t size)
{
    FAIL(alloc, ENOMEM, NULL);
    return __real_calloc(n, size);
}

WRAP(void *, realloc, void *p, size_t n)
{
    FAIL(alloc, ENOMEM, NULL);
    return __real_realloc(p, n);
}

WRAP(void *, aligned_alloc, size_t unit, size_t n)
{
    FAIL(alloc, ENOMEM, NULL);
    return __real_aligned_alloc(unit, n);
}

WRAP(FILE *, open_memstream, char **bytes, size_t *size)
{
    FAIL(alloc, ENOMEM, NULL);
    return __real_open_memstream(bytes, size);
}

WRAP(void *, mmap, void *at, size_t n, int protection, int flags, int fd, off_t offset)
{
    FAIL(mmap, ENOMEM, MAP_FAILED);
    return __real_mmap(at, n, protection, flags, fd, offset);
}

// ---------------------------------------------------------------------------------------------------
// Files

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    FAIL(open, EMFILE, -1);
    return __real_open(path, flags, mode);
}

WRAP(ssize_t, read, int fd, void *bytes, size_t n)
{
    INTERRUPT;
    FAIL(read, EIO, -1);
    return __real_read(fd, bytes, shortened(n));
}

// Messages always get through.
WRAP(ssize_t, write, int fd, const void *bytes, size_t n)
{
    if (fd != STDERR_FILENO) {
        INTERRUPT;
        FAIL(write, ENOSPC, -1);
        n = shortened(n);
    }
    return __real_write(fd, bytes, n);
}

WRAP(int, fflush, FILE *stream)
{
    if (stream != stderr && __fpending(stream))
        FAIL(write, ENOSPC, EOF);
    return __real_fflush(stream);
}

WRAP(int, fsync, int fd)
{
    FAIL(fsync, EIO, -1);
    return __real_fsync(fd);
}

WRAP(int, rename, const char *from, const char *to)
{
    FAIL(rename, EIO, -1);
    return __real_rename(from, to);
}

WRAP(int, stat, const char *path, struct stat *st)
{
    FAIL(stat, EACCES, -1);
    return __real_stat(path, st);
}

WRAP(int, fstat, int fd, struct stat *st)
{
    FAIL(stat, EIO, -1);
    return __real_fstat(fd, st);
}

// The descriptor is closed all the same, as on Linux.
WRAP(int, close, int fd)
{
    const int status = __real_close(fd);
    FAIL(close, EIO, -1);
    return status;
}

WRAP(int, fchmod, int fd, mode_t mode)
{
    FAIL(other, EPERM, -1);
    return __real_fchmod(fd, mode);
}

WRAP(int, dup, int fd)
{
    FAIL(other, EMFILE, -1);
    return __real_dup(fd);
}

WRAP(ssize_t, readlink, const char *path, char *bytes, size_t n)
{
    FAIL(other, EIO, -1);
    return __real_readlink(path, bytes, n);
}

WRAP(int, poll, struct pollfd *watch, nfds_t n, int timeout)
{
    INTERRUPT;
    return __real_poll(watch, n, timeout);
}

// ---------------------------------------------------------------------------------------------------
// Processes and threads

WRAP(int, pipe, int *ends)
{
    FAIL(process, EMFILE, -1);
    return __real_pipe(ends);
}

WRAP(pid_t, fork, void)
{
    FAIL(process, EAGAIN, -1);
    return __real_fork();
}

WRAP(pid_t, waitpid, pid_t pid, int *status, int options)
{
    INTERRUPT;
    return __real_waitpid(pid, status, options);
}

WRAP(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
     void *context)
{
    if (fails(INJECT_thread))
        return EAGAIN;
    return __real_pthread_create(thread, attributes, run, context);
}
