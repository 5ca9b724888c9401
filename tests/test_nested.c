// SPDX-License-Identifier: MIT
// Models inside models: the same bytes and the same answers as on their own, aligned, bounded, and refused
// where they are damaged.
#include "tests/harness.h"
#include "tests/scratch.h"

#include "common/model/container_format.h"
#include "common/base/mem.h"

static copse_error err;

enum { NUMBERS = 1000 };

// A model of two sections whose numbers begin with first.
static box_writer *small(uint32_t first)
{
    uint32_t numbers[NUMBERS];
    for (uint32_t i = 0; i < NUMBERS; i++)
        numbers[i] = first + i;
    box_writer *w = box_writer_new();
    box_begin(w, "META");
    box_raw(w, "kind=small\n", 11);
    box_begin(w, "NUMB");
    box_u8(w, 1);
    box_array(w, numbers, NUMBERS, sizeof *numbers);
    return w;
}

static void check_small(const box *b, uint32_t first)
{
    cursor c;
    CHECK_INT(box_sections(b), 2);
    REQUIRE(box_find(b, "NUMB", 0, &c, &err) == 0);
    CHECK_INT((uintptr_t)c.base % BOX_ALIGN, 0);
    CHECK_INT(cur_u8(&c), 1);
    const uint32_t *back = cur_array(&c, NUMBERS, sizeof *back);
    REQUIRE(back != NULL);
    CHECK_INT(back[0], first);
    CHECK_INT(back[NUMBERS - 1], first + NUMBERS - 1);
    CHECK_INT(cur_end(&c, &err), 0);
}

// A section that holds a model.
static int nest(box_writer *w, box_writer *inner)
{
    size_t size;
    void *bytes = box_bytes(inner, &size, &err);
    if (!bytes)
        return err.code;
    box_begin(w, "MEMB");
    box_raw(w, bytes, size);
    mem_free(bytes);
    return 0;
}

// An outer model with a section of 3 bytes and two models inside.
static void save_outer(const char *path)
{
    box_writer *w = box_writer_new(), *a = small(7), *b = small(90);
    box_begin(w, "ODDS");
    box_raw(w, "abc", 3);
    CHECK_INT(nest(w, a), 0);
    CHECK_INT(nest(w, b), 0);
    CHECK_INT(box_save(w, path, &err), 0);
    box_writer_free(a);
    box_writer_free(b);
    box_writer_free(w);
}

static void bytes_are_those_of_the_file(void)
{
    size_t n = 0, m = 0;
    box_writer *w = small(3);
    REQUIRE(box_save(w, scratch("small"), &err) == 0);
    char *file = scratch_read(scratch("small"), &n), *bytes = box_bytes(w, &m, &err);
    REQUIRE(file && bytes);
    CHECK_INT(m, n);
    CHECK(n == m && memcmp(file, bytes, n) == 0);
    CHECK_INT((uintptr_t)bytes % BOX_ALIGN, 0);
    box *b = box_memory(bytes, m, "made here", &err);
    REQUIRE(b != NULL);
    CHECK_STRING(box_path(b), "made here");
    check_small(b, 3);
    box_close(b);
    mem_free(file);
    mem_free(bytes);
    box_writer_free(w);
}

static void models_inside_are_models(void)
{
    save_outer(scratch("outer"));
    box *outer = box_open(scratch("outer"), &err);
    REQUIRE(outer != NULL);
    CHECK_INT(box_sections(outer), 3);
    for (size_t i = 0; i < 2; i++) {
        box *b = box_inside(outer, "MEMB", i, &err);
        REQUIRE(b != NULL);
        CHECK_STRING(box_path(b), box_path(outer));
        check_small(b, i ? 90 : 7);
        box_close(b);
    }
    CHECK(box_inside(outer, "MEMB", 2, &err) == NULL);
    CHECK_INT(err.code, COPSE_EMODEL);
    CHECK(box_inside(outer, "ODDS", 0, &err) == NULL);
    CHECK_INT(err.code, COPSE_EMODEL);
    box_close(outer);
}

static void every_flipped_bit_is_refused(void)
{
    size_t size = 0;
    save_outer(scratch("outer"));
    char *bytes = scratch_read(scratch("outer"), &size);
    REQUIRE(bytes != NULL);
    for (size_t at = 0; at < size; at += 1 + at % 7) {
        bytes[at] ^= (char)(1 << at % 8);
        unlink(scratch("flipped"));
        scratch_write(scratch("flipped"), bytes, size);
        box *b = box_open(scratch("flipped"), &err);
        CHECK(b == NULL);
        box_close(b);
        bytes[at] ^= (char)(1 << at % 8);
    }
    mem_free(bytes);
}

// A section whose bytes are sound, but are no whole model.
static void what_is_inside_is_checked(void)
{
    size_t size = 0;
    box_writer *w = small(1);
    unsigned char *bytes = box_bytes(w, &size, &err);
    box_writer_free(w);
    REQUIRE(bytes != NULL);
    for (size_t cut = 0; cut <= size + 64; cut += 1 + cut / 9) {
        box_writer *outer = box_writer_new();
        box_begin(outer, "MEMB");
        box_raw(outer, bytes, cut < size ? cut : size);
        for (size_t i = size; i < cut; i++)
            box_u8(outer, 0);
        if (cut == size)
            box_u8(outer, 0);
        REQUIRE(box_save(outer, scratch("outer"), &err) == 0);
        box_writer_free(outer);
        box *b = box_open(scratch("outer"), &err);
        REQUIRE(b != NULL);
        err.code = 0;
        CHECK(box_inside(b, "MEMB", 0, &err) == NULL);
        CHECK_INT(err.code, COPSE_EMODEL);
        CHECK_STRING(err.file, scratch("outer"));
        box_close(b);
    }
    mem_free(bytes);
}

static void depth_is_bounded(void)
{
    box_writer *w = small(5);
    for (int depth = 0; depth < BOX_MAX_DEPTH; depth++) {
        box_writer *outer = box_writer_new();
        REQUIRE(nest(outer, w) == 0);
        box_writer_free(w);
        w = outer;
    }
    REQUIRE(box_save(w, scratch("deep"), &err) == 0);
    box_writer_free(w);
    box *b[BOX_MAX_DEPTH + 1];
    int n = 0;
    for (b[0] = box_open(scratch("deep"), &err); b[n] && n < BOX_MAX_DEPTH; n++)
        b[n + 1] = box_inside(b[n], "MEMB", 0, &err);
    CHECK_INT(n, BOX_MAX_DEPTH);
    CHECK(b[n] == NULL);
    CHECK(strstr(err.message, "deep") != NULL);
    while (n > 0)
        box_close(b[--n]);
}

static void too_many_sections_are_refused(void)
{
    size_t size;
    box_writer *w = box_writer_new(), *outer = box_writer_new();
    for (int i = 0; i <= BOX_MAX_SECTIONS; i++)
        box_begin(w, "NONE");
    CHECK(box_bytes(w, &size, &err) == NULL);
    CHECK_INT(err.code, COPSE_ELIMIT);
    CHECK_INT(nest(outer, w), COPSE_ELIMIT);
    box_writer_free(w);
    box_writer_free(outer);
}

static void clean(void)
{
    scratch_remove(scratch_folder);
}

static void begin(void)
{
    scratch_make();
    atexit(clean);
    CHECK(scratch_entries(scratch_folder) == 0);
}

TESTS(TEST(begin), TEST(bytes_are_those_of_the_file), TEST(models_inside_are_models),
      TEST(every_flipped_bit_is_refused), TEST(what_is_inside_is_checked), TEST(depth_is_bounded),
      TEST(too_many_sections_are_refused))
