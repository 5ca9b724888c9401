// SPDX-License-Identifier: MIT
// The temporary files of killed processes: removed by the next writer of the same target, which touches no
// file of a live process and none of another target.
#include "tests/harness.h"
#include "tests/scratch.h"

#include "common/base/mem.h"
#include "common/base/save.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

static copse_error err;

static int put(save *out, const char *text)
{
    return save_write(out, text, strlen(text), &err);
}

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

static bool is_there(const char *name)
{
    struct stat st;
    return lstat(scratch(name), &st) == 0;
}

// Another process that has begun to write a file: it writes a byte to `ready` and waits for one from `go`.
typedef struct writer {
    pid_t pid;
    int ready, go;
} writer;

static void be_writer(const char *path, int files, int ready, int go)
{
    char byte = 0;
    save *out[64];
    bool fine = true;
    for (int i = 0; i < files; i++) {
        out[i] = save_open(path, &err);
        fine = fine && out[i] && put(out[i], "theirs") == 0 && save_flush(out[i], &err) == 0;
    }
    fine = fine && write(ready, "r", 1) == 1 && read(go, &byte, 1) == 1;
    for (int i = 0; i < files && fine; i++)
        fine = save_commit(out[i], &err) == 0;
    _exit(fine ? 0 : 1);
}

static writer start_writer(const char *path, int files)
{
    int ready[2], go[2];
    char byte;
    if (pipe(ready) != 0 || pipe(go) != 0)
        abort();
    fflush(stdout);
    writer w = {fork(), ready[0], go[1]};
    if (w.pid < 0)
        abort();
    if (w.pid == 0) {
        close(ready[0]);
        close(go[1]);
        be_writer(path, files, ready[1], go[0]);
    }
    close(ready[1]);
    close(go[0]);
    CHECK_INT(read(w.ready, &byte, 1), 1);
    return w;
}

// Lets it commit, or kills it. Its status.
static int end_writer(writer *w, bool commit)
{
    int status = -1;
    if (commit)
        CHECK_INT(write(w->go, "g", 1), 1);
    else
        kill(w->pid, SIGKILL);
    waitpid(w->pid, &status, 0);
    close(w->ready);
    close(w->go);
    return status;
}

static void the_file_of_a_killed_process_is_removed(void)
{
    scratch_make();
    scratch_write(scratch("file"), "old", 3);
    for (int i = 0; i < 10; i++) {
        writer w = start_writer(scratch("file"), 1);
        end_writer(&w, false);
        CHECK(is_there(".file.copse-0"));
        CHECK_INT(scratch_entries(scratch_folder), 2); // one leftover, however often
        CHECK(scratch_holds(scratch("file"), "old"));
    }
    save *out = save_open(scratch("file"), &err);
    REQUIRE(out);
    CHECK_INT(scratch_entries(scratch_folder), 2);
    save_free(out);
    CHECK_INT(scratch_entries(scratch_folder), 1);
    scratch_remove(scratch_folder);
}

static void two_writers_live_side_by_side(void)
{
    scratch_make();
    for (int theirs_last = 0; theirs_last < 2; theirs_last++) {
        writer w = start_writer(scratch("file"), 1);
        save *out = save_open(scratch("file"), &err);
        REQUIRE(out);
        CHECK_INT(put(out, "ours"), 0);
        CHECK(is_there(".file.copse-0") && is_there(".file.copse-1"));
        if (!theirs_last)
            CHECK_INT(end_writer(&w, true), 0);
        CHECK_INT(save_commit(out, &err), 0);
        save_free(out);
        CHECK(scratch_holds(scratch("file"), "ours"));
        if (theirs_last) {
            CHECK_INT(save_text(scratch("file"), "again"), 0);
            CHECK_INT(end_writer(&w, true), 0);
            CHECK(scratch_holds(scratch("file"), "theirs"));
        }
        CHECK_INT(scratch_entries(scratch_folder), 1);
    }
    scratch_remove(scratch_folder);
}

static void many_leftovers_go_at_once(void)
{
    scratch_make();
    writer a = start_writer(scratch("file"), 20), b = start_writer(scratch("file"), 20);
    end_writer(&a, false);
    CHECK_INT(scratch_entries(scratch_folder), 40);
    CHECK_INT(save_text(scratch("file"), "one"), 0);
    CHECK_INT(scratch_entries(scratch_folder), 21); // those of the living stay
    end_writer(&b, false);
    CHECK_INT(save_text(scratch("file"), "two"), 0);
    CHECK_INT(scratch_entries(scratch_folder), 1);
    CHECK(scratch_holds(scratch("file"), "two"));
    scratch_remove(scratch_folder);
}

static void nothing_else_is_touched(void)
{
    static const char *const others[] = {
        ".file.copse-64", ".file.copse-",  ".file.copse-00", ".file.copse-0x", ".file.copse-0.gz",
        ".file2.copse-0", ".fil.copse-0",  ".file.0.tmp",    "file.copse-0",   ".file.copse-1-2",
        ".file",          ".file.copse.0", ".other.copse-0", "precious"};
    enum { OTHERS = sizeof others / sizeof others[0] };
    scratch_make();
    for (int i = 0; i < OTHERS; i++)
        scratch_write(scratch(others[i]), "kept", 4);
    // At names of ours: a folder, a pipe, links.
    REQUIRE(mkdir(scratch(".file.copse-0"), 0777) == 0 && mkfifo(scratch(".file.copse-1"), 0600) == 0);
    REQUIRE(symlink("precious", scratch(".file.copse-2")) == 0);
    REQUIRE(link(scratch("precious"), scratch(".file.copse-3")) == 0); // a leftover as far as one can see
    CHECK_INT(save_text(scratch("file"), "new"), 0);
    for (int i = 0; i < OTHERS; i++)
        CHECK(scratch_holds(scratch(others[i]), "kept"));
    CHECK(is_there(".file.copse-0") && is_there(".file.copse-1") && is_there(".file.copse-2"));
    CHECK(!is_there(".file.copse-3"));
    CHECK_INT(scratch_entries(scratch_folder), OTHERS + 3 + 1);
    CHECK(scratch_holds(scratch("file"), "new"));
    scratch_remove(scratch_folder);
}

// With every name in use a writer takes one of its own.
static void more_writers_than_names(void)
{
    scratch_make();
    writer w = start_writer(scratch("file"), 64);
    save *out = save_open(scratch("file"), &err);
    REQUIRE(out);
    CHECK_INT(scratch_entries(scratch_folder), 65);
    CHECK_INT(put(out, "ours"), 0);
    CHECK_INT(save_commit(out, &err), 0);
    save_free(out);
    CHECK(scratch_holds(scratch("file"), "ours"));
    out = save_open(scratch("file"), &err);
    REQUIRE(out);
    copse_remove_unfinished();
    CHECK_INT(scratch_entries(scratch_folder), 65);
    save_free(out);
    CHECK_INT(end_writer(&w, true), 0);
    CHECK_INT(scratch_entries(scratch_folder), 1);
    scratch_remove(scratch_folder);
}

// A child that outlives its parent holds the lock as long as it lives; then the file is a leftover too.
static void children_inherit_the_lock(void)
{
    int hold[2], told[2];
    char byte;
    scratch_make();
    REQUIRE(pipe(hold) == 0 && pipe(told) == 0);
    fflush(stdout);
    pid_t parent = fork();
    REQUIRE(parent >= 0);
    if (parent == 0) {
        const save *out = save_open(scratch("file"), &err);
        close(hold[1]);
        if (!out || fork() != 0)
            raise(SIGKILL);
        _exit(write(told[1], "r", 1) == 1 && read(hold[0], &byte, 1) == 0 ? 0 : 1);
    }
    waitpid(parent, NULL, 0);
    REQUIRE(read(told[0], &byte, 1) == 1);
    CHECK_INT(save_text(scratch("file"), "ours"), 0);
    CHECK(is_there(".file.copse-0"));
    close(hold[1]); // the child ends
    for (int i = 0; i < 1000 && is_there(".file.copse-0"); i++) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        CHECK_INT(save_text(scratch("file"), "ours"), 0);
    }
    CHECK_INT(scratch_entries(scratch_folder), 1);
    close(hold[0]);
    close(told[0]);
    close(told[1]);
    scratch_remove(scratch_folder);
}

static void a_child_gives_up_nothing_of_its_parent(void)
{
    int status = -1;
    scratch_make();
    save *out = save_open(scratch("file"), &err);
    REQUIRE(out);
    fflush(stdout);
    pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        save_free(out);
        _exit(0);
    }
    waitpid(child, &status, 0);
    CHECK_INT(status, 0);
    CHECK_INT(put(out, "whole"), 0);
    CHECK_INT(save_commit(out, &err), 0);
    save_free(out);
    CHECK(scratch_holds(scratch("file"), "whole"));
    scratch_remove(scratch_folder);
}

// Somebody removes the temporary file, or puts another in its place: nothing half-written is renamed.
static void a_file_that_was_taken_away(void)
{
    scratch_make();
    scratch_write(scratch("file"), "old", 3);
    for (int another = 0; another < 2; another++) {
        save *out = save_open(scratch("file"), &err);
        REQUIRE(out);
        CHECK_INT(put(out, "new"), 0);
        unlink(scratch(".file.copse-0"));
        if (another)
            scratch_write(scratch(".file.copse-0"), "hal", 3);
        CHECK_INT(save_commit(out, &err), COPSE_EIO);
        CHECK_STRING(err.message, "cannot replace: No such file or directory");
        save_free(out);
        CHECK(scratch_holds(scratch("file"), "old"));
        CHECK_INT(scratch_entries(scratch_folder), 1 + another);
    }
    CHECK_INT(save_text(scratch("file"), "new"), 0);
    CHECK_INT(scratch_entries(scratch_folder), 1);
    scratch_remove(scratch_folder);
}

// Long names share their temporary names, which keeps them apart all the same. No character is cut.
static void long_names_share(void)
{
    char a[256], b[256];
    scratch_make();
    for (int i = 0; i < 254; i += 2)
        memcpy(a + i, "\xc3\xa4", 2);
    memcpy(a + 251, "xyz", 4);
    memcpy(b, a, sizeof a);
    a[0] = b[0] = 'a', a[1] = b[1] = 'b', a[2] = b[2] = 'c';
    memmove(a + 3, a + 4, 251), memmove(b + 3, b + 4, 251); // an odd start, so that byte 200 is inside one
    b[250] = 'q';
    save *one = save_open(scratch(a), &err), *two = save_open(scratch(b), &err);
    REQUIRE(one && two);
    CHECK_INT(put(one, "one"), 0);
    CHECK_INT(put(two, "two"), 0);
    CHECK_INT(scratch_entries(scratch_folder), 2);
    CHECK(save_commit(one, &err) == 0 && save_commit(two, &err) == 0);
    CHECK(scratch_holds(scratch(a), "one") && scratch_holds(scratch(b), "two"));
    save_free(one);
    save_free(two);
    CHECK_INT(scratch_entries(scratch_folder), 2);
    scratch_remove(scratch_folder);
}

// Writers that begin, commit, give up and die at the same time: no commit fails, nothing is half-written, and
// nothing stays.
static void a_crowd(void)
{
    enum { WRITERS = 6, ROUNDS = 150 };
    pid_t pid[WRITERS];
    scratch_make();
    fflush(stdout);
    for (int i = 0; i < WRITERS; i++) {
        pid[i] = fork();
        REQUIRE(pid[i] >= 0);
        if (pid[i] > 0)
            continue;
        for (int k = 0; k < ROUNDS; k++) {
            save *out = save_open(scratch("file"), &err);
            if (!out || put(out, "wh") < 0 || save_flush(out, &err) < 0 || put(out, "ole") < 0)
                _exit(1);
            if ((k + i) % 3 && save_commit(out, &err) < 0)
                _exit(2);
            save_free(out);
        }
        save_open(scratch("file"), &err);
        raise(SIGKILL);
    }
    for (int i = 0; i < WRITERS; i++) {
        int status = 0;
        waitpid(pid[i], &status, 0);
        CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    }
    CHECK(scratch_holds(scratch("file"), "whole"));
    CHECK(scratch_entries(scratch_folder) <= WRITERS + 1);
    CHECK_INT(save_text(scratch("file"), "last"), 0);
    CHECK_INT(scratch_entries(scratch_folder), 1);
    scratch_remove(scratch_folder);
}

static int fail_half_way(const char *path)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, &err);
    save *out = save_open(path, &err);
    if (!out || put(out, "half") < 0)
        return mem_end(&guard, COPSE_EIO);
    mem_fail(12345);
}

// When memory runs out, the descriptor, the file and its slot go with the block.
static void no_memory_leaves_nothing(void)
{
    scratch_make();
    const int before = dup(0);
    close(before);
    for (int i = 0; i < 100; i++)
        CHECK_INT(fail_half_way(scratch(i % 3 == 0   ? "file"
                                        : i % 3 == 1 ? "file.gz"
                                                     : "file.zst")),
                  COPSE_EMEMORY);
    const int after = dup(0);
    close(after);
    CHECK_INT(after, before);
    CHECK_INT(scratch_entries(scratch_folder), 0);
    scratch_remove(scratch_folder);
}

// A folder that cannot be listed, where names are enough.
static void folders_that_cannot_be_read(void)
{
    scratch_make();
    REQUIRE(mkdir(scratch("closed"), 0777) == 0);
    chmod(scratch("closed"), 0333);
    writer w = start_writer(scratch("closed/file"), 1);
    end_writer(&w, false);
    CHECK(is_there("closed/.file.copse-0"));
    CHECK_INT(save_text(scratch("closed/file"), "new"), 0);
    CHECK(!is_there("closed/.file.copse-0"));
    chmod(scratch("closed"), 0777);
    CHECK_INT(scratch_entries(scratch("closed")), 1);
    scratch_remove(scratch_folder);
}

TESTS(TEST(the_file_of_a_killed_process_is_removed), TEST(two_writers_live_side_by_side),
      TEST(many_leftovers_go_at_once), TEST(nothing_else_is_touched), TEST(more_writers_than_names),
      TEST(children_inherit_the_lock), TEST(a_child_gives_up_nothing_of_its_parent),
      TEST(a_file_that_was_taken_away), TEST(long_names_share), TEST(a_crowd), TEST(no_memory_leaves_nothing),
      TEST(folders_that_cannot_be_read))
