// SPDX-License-Identifier: MIT
#if defined(__linux__)
#define _GNU_SOURCE // mknod
#endif
#include "tests/harness.h"
#include "tests/scratch.h"

#include "common/base/random.h"
#include "common/base/save.h"
#include "common/base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#if defined(__linux__)
#include <sys/sysmacros.h>
#endif

static copse_error err;

static int put(save *out, const char *text)
{
    return save_write(out, text, strlen(text), &err);
}

// Opens, writes text, commits and frees; the first code that is not 0.
static int save_text(const char *path, const char *text)
{
    save *out = save_open(path, &err);
    if (!out)
        return err.code;
    int code = put(out, text);
    if (code == 0)
        code = save_commit(out, &err);
    save_free(out);
    return code;
}

// A device to write to: /dev/NAME, or a node of our own for the superuser, who could otherwise lose the real
// one to the very fault these tests look for. NULL where there is none.
static const char *device(const char *name, unsigned minor)
{
    if (geteuid() != 0)
        return strcmp(name, "full") == 0 ? "/dev/full" : "/dev/null";
#if defined(__linux__)
    const char *path = scratch(name);
    int fd = -1;
    if (mknod(path, S_IFCHR | 0600, makedev(1, minor)) == 0)
        fd = open(path, O_WRONLY); // not on a file system without devices
    if (fd >= 0) {
        close(fd);
        return path;
    }
    unlink(path);
#else
    (void)minor;
#endif
    return NULL;
}

static int mode_of(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? (int)(st.st_mode & 07777) : -1;
}

static void appears_at_commit(void)
{
    scratch_make();
    save *out = save_open(scratch("new"), &err);
    REQUIRE(out);
    CHECK_INT(put(out, "one "), 0);
    CHECK_INT(put(out, "two\n"), 0);
    CHECK(access(scratch("new"), F_OK) != 0);
    CHECK_INT(scratch_entries(scratch_folder), 1); // the one beside
    CHECK_INT(save_commit(out, &err), 0);
    save_free(out);
    CHECK(scratch_holds(scratch("new"), "one two\n"));
    CHECK_INT(scratch_entries(scratch_folder), 1);
    CHECK_INT(save_text(scratch("empty"), ""), 0);
    CHECK(scratch_holds(scratch("empty"), ""));
    scratch_remove(scratch_folder);
}

static void without_commit_nothing_changes(void)
{
    scratch_make();
    scratch_write(scratch("old"), "kept", 4);
    save *a = save_open(scratch("old"), &err), *b = save_open(scratch("new"), &err);
    REQUIRE(a && b);
    CHECK_INT(put(a, "lost"), 0);
    CHECK_INT(put(b, "lost"), 0);
    save_free(a);
    save_free(b);
    save_free(NULL);
    CHECK(scratch_holds(scratch("old"), "kept"));
    CHECK_INT(scratch_entries(scratch_folder), 1);
    scratch_remove(scratch_folder);
}

static void modes_are_kept(void)
{
    scratch_make();
    mode_t before = umask(027);
    CHECK_INT(save_text(scratch("new"), "a"), 0);
    CHECK_INT(mode_of(scratch("new")), 0640);
    scratch_write(scratch("old"), "x", 1);
    chmod(scratch("old"), 0604);
    CHECK_INT(save_text(scratch("old"), "b"), 0);
    CHECK_INT(mode_of(scratch("old")), 0604);
    CHECK(scratch_holds(scratch("old"), "b"));
    umask(before);
    scratch_remove(scratch_folder);
}

static void links_are_followed(void)
{
    struct stat st;
    scratch_make();
    mkdir(scratch("folder"), 0777);
    scratch_write(scratch("folder/file"), "x", 1);
    REQUIRE(symlink("folder/file", scratch("link")) == 0);
    REQUIRE(symlink("link", scratch("link to link")) == 0);
    CHECK_INT(save_text(scratch("link to link"), "through two"), 0);
    CHECK(scratch_holds(scratch("folder/file"), "through two"));
    CHECK(lstat(scratch("link"), &st) == 0 && S_ISLNK(st.st_mode));
    CHECK_INT(scratch_entries(scratch("folder")), 1);

    REQUIRE(symlink("folder/not yet", scratch("dangling")) == 0);
    CHECK_INT(save_text(scratch("dangling"), "made"), 0);
    CHECK(scratch_holds(scratch("folder/not yet"), "made"));

    REQUIRE(symlink("ring", scratch("ring")) == 0);
    CHECK_INT(save_text(scratch("ring"), "a"), COPSE_EIO);
    scratch_remove(scratch_folder);
}

// Each gives one line that names the file as it was given, and leaves nothing.
static void bad_targets_are_refused(void)
{
    scratch_make();
    scratch_write(scratch("file"), "x", 1);
    CHECK_INT(save_text(scratch_folder, "a"), COPSE_EIO);
    CHECK_STRING(err.file, scratch_folder);
    CHECK_STRING(err.message, "is a directory");
    CHECK_INT(save_text(scratch("none/file"), "a"), COPSE_EIO);
    CHECK_STRING(err.file, scratch("none/file"));
    CHECK_STRING(err.message, "cannot create: No such file or directory");
    CHECK_INT(save_text(scratch("none/"), "a"), COPSE_EIO);
    CHECK_INT(save_text(scratch("file/below"), "a"), COPSE_EIO);
    CHECK_STRING(err.message, "cannot create: Not a directory");
    CHECK_INT(save_text("", "a"), COPSE_EIO);
    static char longest[10000];
    memset(longest, 'a', sizeof longest - 1);
    CHECK_INT(save_text(longest, "a"), COPSE_EIO);
    if (geteuid() != 0) { // the superuser may do all of it
        chmod(scratch("file"), 0444);
        CHECK_INT(save_text(scratch("file"), "a"), COPSE_EIO);
        CHECK_STRING(err.message, "cannot write: Permission denied");
        chmod(scratch("file"), 0644);
        chmod(scratch_folder, 0555);
        CHECK_INT(save_text(scratch("file"), "a"), COPSE_EIO);
        CHECK_STRING(err.message, "cannot create a file beside it: Permission denied");
        CHECK_INT(save_text(scratch("new"), "a"), COPSE_EIO);
        chmod(scratch_folder, 0755);
    }
    CHECK(scratch_holds(scratch("file"), "x"));
    CHECK_INT(scratch_entries(scratch_folder), 1);
    scratch_remove(scratch_folder);
}

static void long_names_fit(void)
{
    scratch_make();
    char name[256];
    memset(name, 'n', 255);
    name[255] = 0;
    CHECK_INT(save_text(scratch(name), "a"), 0);
    CHECK(scratch_holds(scratch(name), "a"));
    CHECK_INT(scratch_entries(scratch_folder), 1);
    scratch_remove(scratch_folder);
}

static void writes_of_all_sizes_arrive(void)
{
    scratch_make();
    enum { SIZE = 3000000 };
    char *bytes = mem_alloc(1, SIZE);
    REQUIRE(bytes);
    rng r;
    rng_seed(&r, 7);
    for (int i = 0; i < SIZE; i++)
        bytes[i] = (char)rng_next(&r);
    save *out = save_open(scratch("big"), &err);
    REQUIRE(out);
    static const size_t limit[] = {3, 100, 65535, 65536, 65537, 300000};
    for (size_t at = 0, n; at < SIZE; at += n) {
        n = (size_t)rng_below(&r, limit[rng_below(&r, 6)] + 1);
        n = n < SIZE - at ? n : SIZE - at;
        CHECK_INT(save_write(out, bytes + at, n, &err), 0);
    }
    CHECK_INT(save_commit(out, &err), 0);
    save_free(out);
    size_t size = 0;
    char *back = scratch_read(scratch("big"), &size);
    CHECK(back && size == SIZE && memcmp(back, bytes, SIZE) == 0);
    mem_free(back);
    mem_free(bytes);
    scratch_remove(scratch_folder);
}

static void several_at_once(void)
{
    enum { MANY = 80, ROOM = 64 };
    static save *out[MANY];
    int opened = 0;
    scratch_make();
    while (opened < MANY && (out[opened] = save_open(scratch("same"), &err)))
        opened++;
    CHECK_INT(opened, ROOM);
    CHECK_INT(err.code, COPSE_ELIMIT);
    for (int i = 0; i < opened; i++) {
        char text[20];
        snprintf(text, sizeof text, "writer %d", i);
        CHECK_INT(put(out[i], text), 0);
        CHECK_INT(save_commit(out[i], &err), 0);
        save_free(out[i]);
        CHECK(scratch_holds(scratch("same"), text));
    }
    CHECK_INT(scratch_entries(scratch_folder), 1);
    CHECK_INT(save_text(scratch("same"), "again"), 0);
    scratch_remove(scratch_folder);
}

static void pipes_are_written_directly(void)
{
    struct stat st;
    char back[20] = "";
    scratch_make();
    REQUIRE(mkfifo(scratch("pipe"), 0600) == 0);
    int fd = open(scratch("pipe"), O_RDONLY | O_NONBLOCK);
    REQUIRE(fd >= 0);
    CHECK_INT(save_text(scratch("pipe"), "through"), 0);
    CHECK_INT(read(fd, back, sizeof back - 1), 7);
    CHECK_STRING(back, "through");
    close(fd);
    CHECK(stat(scratch("pipe"), &st) == 0 && S_ISFIFO(st.st_mode));
    CHECK_INT(scratch_entries(scratch_folder), 1);
    const char *null = device("null", 3);
    if (null) {
        CHECK_INT(save_text(null, "gone"), 0);
        CHECK(stat(null, &st) == 0 && S_ISCHR(st.st_mode));
    }
    scratch_remove(scratch_folder);
}

static void a_full_disk_is_noticed(void)
{
    static char big[200000];
    struct stat st;
    scratch_make();
    const char *full = device("full", 7);
    save *out = full && access(full, W_OK) == 0 ? save_open(full, &err) : NULL;
    if (out) {
        CHECK_INT(save_write(out, big, sizeof big, &err), COPSE_EIO);
        err = (copse_error){0};
        CHECK_INT(put(out, "after"), COPSE_EIO); // a failure stays
        CHECK_INT(save_commit(out, &err), COPSE_EIO);
        CHECK_STRING(err.message, "cannot write: No space left on device");
        save_free(out);
        CHECK_INT(save_text(full, "a"), COPSE_EIO);
        CHECK_STRING(err.file, full);
        CHECK_STRING(err.message, "cannot write: No space left on device");
        CHECK(stat(full, &st) == 0 && S_ISCHR(st.st_mode));
    }
    scratch_remove(scratch_folder);
}

// Runs save_text(path, text) with fd as standard output.
static int with_stdout(int fd, const char *path, const char *text)
{
    fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    dup2(fd, STDOUT_FILENO);
    int code = save_text(path, text);
    if (fcntl(STDOUT_FILENO, F_GETFD) < 0)
        code = 1; // it must stay open
    dup2(kept, STDOUT_FILENO);
    close(kept);
    return code;
}

static void standard_output(void)
{
    scratch_make();
    int fd = open(scratch("out"), O_WRONLY | O_CREAT, 0600);
    CHECK_INT(with_stdout(fd, "-", "dash "), 0);
    CHECK_INT(with_stdout(fd, NULL, "null"), 0);
    close(fd);
    CHECK(scratch_holds(scratch("out"), "dash null"));
    fd = open("/dev/full", O_WRONLY);
    if (fd >= 0) {
        CHECK_INT(with_stdout(fd, "-", "a"), COPSE_EIO);
        CHECK_STRING(err.file, "<stdout>");
        CHECK_STRING(err.message, "cannot write: No space left on device");
        close(fd);
    }
    scratch_remove(scratch_folder);
}

static void nothing(int number)
{
    (void)number;
}

typedef struct slow_reader {
    int fd;
    pthread_t writer;
    char *bytes;
    size_t size;
} slow_reader;

static void *read_slowly(void *context)
{
    slow_reader *r = context;
    ssize_t n;
    const struct timespec pause = {.tv_nsec = 300000};
    do {
        nanosleep(&pause, NULL);
        pthread_kill(r->writer, SIGUSR1);
        n = read(r->fd, r->bytes + r->size, 40001);
        r->size += n > 0 ? (size_t)n : 0;
    } while (n > 0);
    return NULL;
}

// A pipe that takes little at a time, signals in between, with and without blocking.
static void short_writes_and_signals(void)
{
    enum { SIZE = 1000000 };
    struct sigaction on = {.sa_handler = nothing}, before; // no SA_RESTART
    sigaction(SIGUSR1, &on, &before);
    char *text = mem_alloc(1, SIZE + 1);
    REQUIRE(text);
    for (int i = 0; i < SIZE; i++)
        text[i] = (char)('a' + i % 23);
    text[SIZE] = 0;
    for (int blocking = 0; blocking < 2; blocking++) {
        int ends[2];
        pthread_t reader;
        REQUIRE(pipe(ends) == 0);
        if (!blocking)
            fcntl(ends[1], F_SETFL, O_NONBLOCK);
        slow_reader r = {.fd = ends[0], .writer = pthread_self(), .bytes = mem_zero(SIZE + 50000, 1)};
        REQUIRE(r.bytes && pthread_create(&reader, NULL, read_slowly, &r) == 0);
        CHECK_INT(with_stdout(ends[1], "-", text), 0);
        close(ends[1]);
        pthread_join(reader, NULL);
        CHECK(r.size == SIZE && memcmp(r.bytes, text, SIZE) == 0);
        close(ends[0]);
        mem_free(r.bytes);
    }
    mem_free(text);
    sigaction(SIGUSR1, &before, NULL);
}

static void on_signal(int number)
{
    (void)number;
    copse_remove_unfinished();
    _exit(3);
}

// Forks; the child writes a file half and is ended by a signal whose handler removes the half.
static void signals_leave_nothing(void)
{
    int status = 0;
    scratch_make();
    fflush(stdout);
    pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        struct sigaction on = {.sa_handler = on_signal};
        sigaction(SIGTERM, &on, NULL);
        int fine = save_text(scratch("whole"), "whole") == 0;
        save *out = save_open(scratch("half"), &err);
        fine = fine && out && put(out, "half") == 0 && scratch_entries(scratch_folder) == 2;
        if (fine)
            raise(SIGTERM);
        _exit(4);
    }
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    CHECK_INT(scratch_entries(scratch_folder), 1);
    CHECK(scratch_holds(scratch("whole"), "whole"));
    scratch_remove(scratch_folder);
}

static void children_leave_the_parents_files(void)
{
    scratch_make();
    save *out = save_open(scratch("file"), &err);
    REQUIRE(out);
    fflush(stdout);
    pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        copse_remove_unfinished();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    CHECK_INT(put(out, "whole"), 0);
    CHECK_INT(save_commit(out, &err), 0);
    save_free(out);
    copse_remove_unfinished();
    CHECK(scratch_holds(scratch("file"), "whole"));
    scratch_remove(scratch_folder);
}

TESTS(TEST(appears_at_commit), TEST(without_commit_nothing_changes), TEST(modes_are_kept),
      TEST(links_are_followed), TEST(bad_targets_are_refused), TEST(long_names_fit),
      TEST(writes_of_all_sizes_arrive), TEST(several_at_once), TEST(pipes_are_written_directly),
      TEST(a_full_disk_is_noticed), TEST(standard_output), TEST(short_writes_and_signals),
      TEST(signals_leave_nothing), TEST(children_leave_the_parents_files))
