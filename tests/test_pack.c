// SPDX-License-Identifier: MIT
#if defined(__linux__)
#define _GNU_SOURCE // mknod
#endif
// Files compressed by their names: what is written comes back, appears whole or not at all, and full disks
// are noticed.
#include "tests/harness.h"
#include "tests/scratch.h"

#include "common/base/mem.h"
#include "common/base/random.h"
#include "common/base/save.h"
#include "common/base/source.h"

#if defined(__linux__)
#include <sys/sysmacros.h>
#endif

static copse_error err;
static const char *const ends[] = {"file", "file.gz", "file.zst", "file.conllu.gz"};

// Bytes that are hard or easy to compress.
static char *bytes_of(size_t size, bool easy)
{
    rng r;
    char *bytes = mem_alloc(size, 1);
    rng_seed(&r, size);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)(easy ? i / 100 : rng_below(&r, 256));
    return bytes;
}

static bool reads_as(const char *path, const char *bytes, size_t size)
{
    source *src = src_open(path, &err);
    size_t n = 0;
    char *back = mem_alloc(size + 1, 1);
    ptrdiff_t got = src ? 1 : -1;
    while (got > 0 && n <= size) {
        got = src_read(src, back + n, size + 1 - n, &err);
        n += got > 0 ? (size_t)got : 0;
    }
    const bool same =
        got == 0 && n == size && memcmp(back, bytes, size) == 0 && (size == 0 || src_share(src) > 0.99);
    src_close(src);
    mem_free(back);
    return same;
}

static bool round_trip(const char *path, size_t size, size_t step, bool easy)
{
    char *bytes = bytes_of(size, easy);
    save *out = save_open(path, &err);
    int code = out ? 0 : err.code;
    for (size_t at = 0; at < size && !code; at += step) {
        code = save_write(out, bytes + at, at + step < size ? step : size - at, &err);
        if (!code && at % 3 == 0)
            code = save_flush(out, &err);
    }
    CHECK(access(path, F_OK) != 0);
    if (!code)
        code = save_commit(out, &err);
    save_free(out);
    const bool same = !code && reads_as(path, bytes, size);
    unlink(path);
    mem_free(bytes);
    return same;
}

static void all_sizes_come_back(void)
{
    static const size_t sizes[] = {0, 1, 100, 65535, 65536, 65537, 300000, 3000000};
    for (size_t e = 0; e < sizeof ends / sizeof ends[0]; e++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            for (size_t step = 7; step < 10000000; step *= 211)
                if (sizes[i] / step < 50000)
                    for (int easy = 0; easy < 2; easy++)
                        CHECK(round_trip(scratch(ends[e]), sizes[i], step, easy));
}

static void names_decide(void)
{
    char *bytes = bytes_of(100000, true);
    size_t size[3];
    for (int e = 0; e < 3; e++) {
        save *out = save_open(scratch(ends[e]), &err);
        CHECK_INT(save_packs(out), e > 0);
        CHECK(save_write(out, bytes, 100000, &err) == 0 && save_commit(out, &err) == 0);
        save_free(out);
        mem_free(scratch_read(scratch(ends[e]), &size[e]));
    }
    CHECK(size[0] == 100000 && size[1] < 10000 && size[2] < 10000);
    mem_free(bytes);
    save *standard = save_open("-", &err);
    CHECK(!save_packs(standard));
    save_free(standard);
}

static void without_commit_nothing_appears(void)
{
    const char *path = scratch("never.gz");
    char *bytes = bytes_of(1000000, false);
    save *out = save_open(path, &err);
    CHECK_INT(save_write(out, bytes, 1000000, &err), 0);
    save_free(out);
    CHECK(access(path, F_OK) != 0);
    mem_free(bytes);
}

// A full device with this path; of our own for the superuser, who could lose the real one to a fault.
static bool make_full(const char *path)
{
    if (geteuid() != 0)
        return access("/dev/full", W_OK) == 0 && symlink("/dev/full", path) == 0;
#if defined(__linux__)
    return mknod(path, S_IFCHR | 0600, makedev(1, 7)) == 0 && access(path, W_OK) == 0;
#else
    return false;
#endif
}

static void a_full_disk_is_noticed(void)
{
    for (int e = 1; e < 3; e++)
        for (size_t size = 0; size <= 1000000; size = size * 1000 + 1000) {
            char name[32];
            snprintf(name, sizeof name, "full%s", strchr(ends[e], '.'));
            const char *path = scratch(name);
            if (!make_full(path))
                return;
            char *bytes = bytes_of(size, false);
            save *out = save_open(path, &err);
            REQUIRE(out);
            int code = save_write(out, bytes, size, &err);
            if (!code)
                code = save_commit(out, &err);
            CHECK_INT(code, COPSE_EIO);
            save_free(out);
            unlink(path);
            mem_free(bytes);
        }
}

static void clean(void)
{
    scratch_remove(scratch_folder);
    CHECK(true);
}

TESTS(TEST(all_sizes_come_back), TEST(names_decide), TEST(without_commit_nothing_appears),
      TEST(a_full_disk_is_noticed), TEST(clean))
