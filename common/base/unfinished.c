// SPDX-License-Identifier: MIT
//
// The temporary files of a target are `.NAME.copse-N`, N from 0, in its folder. A writer takes the first N
// that no live process has, so their number is at most that of the processes that ever wrote the target at
// the same time, however often they are killed.
//
// The owner's life is a lock: a writer holds flock on its file, and the system releases it when the process
// dies, by whatever cause. This needs no process number, which may be reused, or mean another process in
// another container or on another host. The rule that makes it safe: only the holder of the lock on the file
// that a name leads to may remove or rename that name. So
// - a writer creates the file (O_EXCL), locks it, and looks whether the name still leads to it. If not, the
//   file was taken for a leftover before it was locked, and the writer tries again;
// - a file that can be locked is a leftover. After the lock, the same look tells whether it is still the one.
// A leftover is removed, never written to: in a shared folder it may be a link to anything.
//
// Every N is tried by name, which costs the same in a huge folder as in a small one and works in a folder
// that cannot be read.
//
// Where locks fail (a file system without them), or every N is in use, the name is `.NAME.copse-PID-TIME`,
// which nobody takes for a leftover: the file of a killed process stays there. Where locks work but are not
// seen by other hosts (NFS mounted with nolock), two hosts that write one target at the same time may remove
// each other's file: unf_rename then fails, and the target stays as it was.
//
// A child process inherits the lock through fork. It keeps a leftover locked until it ends, which delays the
// removal and does no other harm. No verb of Copse forks while it writes a file.
//
// A fixed table lists the files, so that a signal handler can remove them (copse_remove_unfinished).
#include "common/base/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// A slot goes FREE → TAKEN (its path is being written) → LIVE (its path is complete) → FREE. A slot becomes
// LIVE before its file is created, so that a signal at any moment leaves no file behind.
enum { FREE, TAKEN, LIVE };

struct unfinished {
    atomic_int state;
    atomic_int fd; // -1: not created, or renamed
    bool alone;    // a name that no other process uses
    pid_t process; // a child after fork must not remove the parent's files
    char path[UNF_PATH];
};

static unfinished table[UNF_AT_ONCE];

// ---------------------------------------------------------------------------------------------------
// Files and locks. All of it may run in a signal handler.

static int open_file(const char *path, int how, mode_t mode)
{
    int fd;
    do
        fd = open(path, how | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode);
    while (fd < 0 && errno == EINTR);
    return fd;
}

// 0, or errno: EWOULDBLOCK if another holds the lock.
static int lock(int fd)
{
    int status;
    do
        status = flock(fd, LOCK_EX | LOCK_NB);
    while (status != 0 && errno == EINTR);
    return status == 0 ? 0 : errno;
}

// Does the path lead to the open file?
static bool is_at(int fd, const char *path)
{
    struct stat open_one, named;
    return fstat(fd, &open_one) == 0 && lstat(path, &named) == 0 && S_ISREG(named.st_mode) &&
           open_one.st_dev == named.st_dev && open_one.st_ino == named.st_ino;
}

// Removes a file whose writer is dead. False if a file stays there: its writer lives, or it cannot be told.
static bool remove_leftover(const char *path)
{
    int fd = open_file(path, O_WRONLY, 0); // for writing: NFS locks no other
    if (fd < 0 && errno == EACCES)
        fd = open_file(path, O_RDONLY, 0);
    if (fd < 0)
        return errno == ENOENT;
    const bool gone = lock(fd) == 0 && is_at(fd, path) && unlink(path) == 0;
    close(fd);
    return gone;
}

void copse_remove_unfinished(void)
{
    const int saved = errno;
    const pid_t self = getpid();
    for (int i = 0; i < UNF_AT_ONCE; i++) {
        unfinished *u = &table[i];
        if (atomic_load(&u->state) != LIVE || u->process != self)
            continue;
        const int fd = atomic_load(&u->fd);
        if (u->alone || (fd >= 0 && is_at(fd, u->path)))
            unlink(u->path);
        else if (fd < 0) // perhaps created a moment ago, and not yet locked
            remove_leftover(u->path);
    }
    errno = saved;
}

// ---------------------------------------------------------------------------------------------------
// Names

// The folder of the target with its slash, a dot, as much of the name as leaves room for an ending (names
// may have 255 bytes; no UTF-8 character is cut), the ending. False if it is too long.
static bool name_beside(char path[UNF_PATH], const char *target, const char *ending)
{
    enum { SHOWN = 200 };
    const char *slash = strrchr(target, '/'), *name = slash ? slash + 1 : target;
    size_t shown = strlen(name);
    if (shown > SHOWN)
        for (shown = SHOWN; shown > SHOWN - 4 && ((unsigned char)name[shown] & 0xC0) == 0x80;)
            shown--;
    const int n = snprintf(path, UNF_PATH, "%.*s.%.*s.copse-%s", (int)(name - target), target, (int)shown,
                           name, ending);
    return n >= 0 && n < UNF_PATH;
}

static bool nth_name(char path[UNF_PATH], const char *target, int n)
{
    char ending[16];
    snprintf(ending, sizeof ending, "%d", n);
    return name_beside(path, target, ending);
}

static bool own_name(char path[UNF_PATH], const char *target)
{
    struct timespec now = {0};
    char ending[48];
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(ending, sizeof ending, "%ld-%llx%08lx", (long)getpid(), (unsigned long long)now.tv_sec,
             (unsigned long)now.tv_nsec);
    return name_beside(path, target, ending);
}

// ---------------------------------------------------------------------------------------------------
// Opening

typedef enum outcome { MADE, IN_USE, NO_LOCKS, FAILED } outcome; // FAILED: see errno

// Forgets the file that was created, and removes it if asked.
static void drop(unfinished *u, bool with_file)
{
    const int fd = atomic_exchange(&u->fd, -1);
    if (with_file)
        unlink(u->path);
    close(fd);
}

// Creates and locks the file at u->path, which other processes may want at the same time.
static outcome claim(unfinished *u, mode_t mode)
{
    enum { TRIES = 100 };
    for (int i = 0; i < TRIES; i++) {
        const int fd = open_file(u->path, O_WRONLY | O_CREAT | O_EXCL, mode);
        if (fd < 0 && errno != EEXIST)
            return FAILED;
        if (fd < 0) {
            if (!remove_leftover(u->path))
                return IN_USE;
            continue;
        }
        atomic_store(&u->fd, fd);
        const int why = lock(fd);
        if (why == 0 && is_at(fd, u->path))
            return MADE;
        const bool no_locks = why != 0 && why != EWOULDBLOCK;
        drop(u, no_locks); // otherwise somebody took it for a leftover
        if (no_locks)
            return NO_LOCKS;
    }
    return IN_USE;
}

// Takes the first free name, and removes what dead processes left at those after it.
static outcome claim_first(unfinished *u, const char *target, mode_t mode)
{
    outcome how = IN_USE;
    int n = 0;
    for (; n < UNF_AT_ONCE && how == IN_USE; n++) {
        atomic_store(&u->state, TAKEN);
        if (!nth_name(u->path, target, n)) {
            errno = ENAMETOOLONG;
            return FAILED;
        }
        atomic_store(&u->state, LIVE);
        how = claim(u, mode);
    }
    char path[UNF_PATH];
    for (; how == MADE && n < UNF_AT_ONCE; n++)
        if (nth_name(path, target, n))
            remove_leftover(path);
    return how;
}

static outcome claim_alone(unfinished *u, const char *target, mode_t mode)
{
    atomic_store(&u->state, TAKEN);
    if (!own_name(u->path, target)) {
        errno = ENAMETOOLONG;
        return FAILED;
    }
    u->alone = true;
    atomic_store(&u->state, LIVE);
    atomic_store(&u->fd, open_file(u->path, O_WRONLY | O_CREAT | O_EXCL, mode));
    return atomic_load(&u->fd) >= 0 ? MADE : FAILED;
}

static unfinished *take_slot(void)
{
    for (int i = 0; i < UNF_AT_ONCE; i++) {
        int expected = FREE;
        if (atomic_compare_exchange_strong(&table[i].state, &expected, TAKEN)) {
            atomic_store(&table[i].fd, -1);
            table[i].alone = false;
            table[i].process = getpid();
            return &table[i];
        }
    }
    errno = 0;
    return NULL;
}

unfinished *unf_open(const char *target, mode_t mode)
{
    unfinished *u = take_slot();
    if (!u)
        return NULL;
    outcome how = claim_first(u, target, mode);
    if (how == IN_USE || how == NO_LOCKS)
        how = claim_alone(u, target, mode);
    if (how == MADE)
        return u;
    atomic_store(&u->state, FREE);
    return NULL;
}

int unf_descriptor(const unfinished *u)
{
    return atomic_load(&u->fd);
}

// ---------------------------------------------------------------------------------------------------
// The end. The file stays open, and so locked, until its name is gone.

int unf_rename(unfinished *u, const char *target)
{
    if (!is_at(atomic_load(&u->fd), u->path)) {
        errno = ENOENT;
        return -1;
    }
    if (rename(u->path, target) != 0)
        return -1;
    const int fd = atomic_load(&u->fd);
    atomic_store(&u->state, FREE);
    close(fd);
    return 0;
}

void unf_close(unfinished *u)
{
    if (!u)
        return;
    const int fd = atomic_load(&u->fd);
    if (u->process == getpid() && is_at(fd, u->path))
        unlink(u->path);
    atomic_store(&u->state, FREE);
    close(fd);
}
