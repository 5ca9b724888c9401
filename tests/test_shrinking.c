// SPDX-License-Identifier: MIT
// Model files that another program shortens or rewrites while they are open or being read, and files larger
// than memory.
#include "tests/harness.h"
#include "tests/scratch.h"

#include "common/model/container.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { NUMBERS = 1 << 20 };

static copse_error err;

static void save_numbers(const char *path)
{
    uint32_t *numbers = mem_alloc(NUMBERS, sizeof *numbers);
    for (uint32_t i = 0; i < NUMBERS; i++)
        numbers[i] = i * 2654435761u;
    box_writer *w = box_writer_new();
    box_begin(w, "NUMB");
    box_array(w, numbers, NUMBERS, sizeof *numbers);
    CHECK_INT(box_save(w, path, &err), 0);
    box_writer_free(w);
    mem_free(numbers);
}

static bool is_whole(const box *b)
{
    cursor c;
    if (box_find(b, "NUMB", 0, &c, &err) < 0)
        return false;
    const uint32_t *numbers = cur_array(&c, NUMBERS, sizeof *numbers);
    bool same = numbers && cur_end(&c, &err) == 0;
    for (uint32_t i = 0; i < NUMBERS && same; i++)
        same = numbers[i] == i * 2654435761u;
    return same;
}

static void shortened_after_it_was_opened(void)
{
    scratch_make();
    save_numbers(scratch("model"));
    box *b = box_open(scratch("model"), &err);
    REQUIRE(b);
    CHECK_INT(truncate(scratch("model"), 0), 0);
    CHECK(is_whole(b));
    box_close(b);
    CHECK(!box_open(scratch("model"), &err));
    CHECK_STRING(err.message, "is empty, not a Copse model");
    scratch_remove(scratch_folder);
}

typedef struct rewriter {
    const char *path, *bytes;
    size_t size;
    atomic_bool enough;
} rewriter;

// Shortens the file to a part and fills it again, over and over.
static void *rewrite(void *context)
{
    rewriter *r = context;
    const int fd = open(r->path, O_WRONLY);
    for (size_t i = 0; fd >= 0 && !atomic_load(&r->enough); i++) {
        const size_t part = i * 7919 * 64 % r->size;
        if (ftruncate(fd, (off_t)part) != 0 ||
            pwrite(fd, r->bytes + part, r->size - part, (off_t)part) != (ssize_t)(r->size - part))
            break;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); // whole for a while
    }
    close(fd);
    return NULL;
}

// Each time the file is whole, or refused in one line that names it.
static void shortened_while_it_is_read(void)
{
    enum { TIMES = 200 };
    pthread_t thread;
    scratch_make();
    rewriter r = {.path = scratch("model")};
    save_numbers(r.path);
    r.bytes = scratch_read(r.path, &r.size);
    REQUIRE(r.bytes && pthread_create(&thread, NULL, rewrite, &r) == 0);
    for (int i = 0; i < TIMES; i++) {
        err = (copse_error){0};
        box *b = box_open(r.path, &err);
        if (b) {
            CHECK(is_whole(b));
        } else {
            CHECK_INT(err.code, COPSE_EMODEL);
            CHECK_STRING(err.file, r.path);
            CHECK(strncmp(err.message, "is truncated", 12) == 0 || strncmp(err.message, "is empty", 8) == 0 ||
                  strncmp(err.message, "is damaged", 10) == 0);
        }
        box_close(b);
    }
    atomic_store(&r.enough, true);
    pthread_join(thread, NULL);
    mem_free((char *)(uintptr_t)r.bytes);
    scratch_remove(scratch_folder);
}

static int open_guarded(const char *path)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, &err);
    box *b = box_open(path, &err);
    const int code = b ? 0 : err.code;
    box_close(b);
    return mem_end(&guard, code);
}

// A file with a hole: it has the size, and takes no room.
static void larger_than_memory(void)
{
    const off_t size = (off_t)1 << 43; // 8 TB, which most file systems allow
    scratch_make();
    scratch_write(scratch("model"), "COPSE\r\n\x1a", 8);
    scratch_write(scratch("other"), "COPSA\r\n\x1a", 8);
    const int before = dup(0);
    close(before);
    if (truncate(scratch("model"), size) == 0 && truncate(scratch("other"), size) == 0) {
        CHECK_INT(open_guarded(scratch("model")), COPSE_EMEMORY);
        CHECK_INT(open_guarded(scratch("other")), COPSE_EMODEL);
        CHECK_STRING(err.message, "is not a Copse model");
    }
    const int after = dup(0);
    close(after);
    CHECK_INT(after, before); // no descriptor stays open
    scratch_remove(scratch_folder);
}

TESTS(TEST(shortened_after_it_was_opened), TEST(shortened_while_it_is_read), TEST(larger_than_memory))
