// SPDX-License-Identifier: MIT
#include "tests/harness.h"
#include "tests/scratch.h"

#include "common/base/checksum.h"
#include "common/model/container_format.h"
#include "common/base/random.h"
#include "common/base/mem.h"

#include <fcntl.h>

static copse_error err;

static copse_str str(const char *s)
{
    return (copse_str){s, strlen(s)};
}

static void put_u64(char *at, uint64_t v, int size)
{
    for (int i = 0; i < size; i++)
        at[i] = (char)(unsigned char)(v >> (8 * i));
}

// A small model of three sections, the second empty.
static void save_small(const char *path)
{
    static const uint16_t numbers[] = {1, 2, 65535};
    box_writer *w = box_writer_new();
    box_begin(w, "OPTS");
    box_str(w, str("order=2\n"));
    box_begin(w, "NONE");
    box_begin(w, "WGHT");
    box_u8(w, 9);
    box_array(w, numbers, 3, 2);
    CHECK_INT(box_save(w, path, &err), 0);
    box_writer_free(w);
}

static char *small_bytes(size_t *size)
{
    save_small(scratch("small"));
    return scratch_read(scratch("small"), size);
}

// Opens a file that must be refused as no model; false if it was not.
static bool refused(const char *path)
{
    err = (copse_error){0};
    box *b = box_open(path, &err);
    bool is_refused = !b && err.code == COPSE_EMODEL && err.message[0] && !strchr(err.message, '\n') &&
                      strcmp(err.file, path) == 0;
    box_close(b);
    return is_refused;
}

static bool refused_bytes(const void *bytes, size_t size)
{
    unlink(scratch("changed")); // some file systems sync a file that is truncated and written again
    scratch_write(scratch("changed"), bytes, size);
    return refused(scratch("changed"));
}

static void everything_comes_back(void)
{
    const double reals[] = {0.5, -1e300, 0};
    const uint64_t wide[] = {1, UINT64_MAX};
    const float weights[] = {1.5f, -2.25f};
    const char bytes[] = {'r', 'a', 'w'};
    scratch_make();
    box_writer *w = box_writer_new();
    box_begin(w, "AAAA");
    box_u8(w, 255);
    box_u32(w, 0xfedcba98u);
    box_u64(w, 0xfedcba9876543210u);
    box_f32(w, -1.25f);
    box_f64(w, 1e-300);
    box_str(w, str("caf\xc3\xa9"));
    box_str(w, str(""));
    box_raw(w, bytes, 3);
    box_begin(w, "BBBB");
    box_u8(w, 1);
    box_array(w, reals, 3, 8);
    box_u8(w, 2);
    box_array(w, weights, 2, 4);
    box_array(w, wide, 2, 8);
    box_array(w, bytes, 3, 1);
    box_array(w, NULL, 0, 8);
    box_begin(w, "AAAA");
    box_u32(w, 77);
    CHECK_INT(box_save(w, scratch("model"), &err), 0);
    box_writer_free(w);

    box *b = box_open(scratch("model"), &err);
    cursor c;
    REQUIRE(b);
    CHECK_STRING(box_path(b), scratch("model"));
    CHECK_INT(box_sections(b), 3);
    CHECK_STRING(box_section_at(b, 1).tag, "BBBB");
    CHECK_INT(box_section_at(b, 1).offset % BOX_ALIGN, 0);
    CHECK_INT(box_section_at(b, 2).length, 4);
    CHECK_INT(box_find(b, "AAAA", 0, &c, &err), 0);
    CHECK_INT(cur_u8(&c), 255);
    CHECK_INT(cur_u32(&c), 0xfedcba98u);
    CHECK(cur_u64(&c) == 0xfedcba9876543210u);
    CHECK(cur_f32(&c) == -1.25f);
    CHECK(cur_f64(&c) == 1e-300);
    copse_str s = cur_str(&c);
    CHECK(s.len == 5 && memcmp(s.s, "caf\xc3\xa9", 5) == 0);
    CHECK_INT(cur_str(&c).len, 0);
    const char *raw = cur_array(&c, 3, 1);
    CHECK(raw && memcmp(raw, "raw", 3) == 0);
    CHECK_INT(cur_end(&c, &err), 0);

    CHECK_INT(box_find(b, "BBBB", 0, &c, &err), 0);
    CHECK_INT(cur_u8(&c), 1);
    const void *p = cur_array(&c, 3, 8);
    CHECK(p && memcmp(p, reals, sizeof reals) == 0 && (uintptr_t)p % 8 == 0);
    CHECK_INT(cur_u8(&c), 2);
    p = cur_array(&c, 2, 4);
    CHECK(p && memcmp(p, weights, sizeof weights) == 0 && (uintptr_t)p % 4 == 0);
    p = cur_array(&c, 2, 8);
    CHECK(p && memcmp(p, wide, sizeof wide) == 0);
    p = cur_array(&c, 3, 1);
    CHECK(p && memcmp(p, bytes, 3) == 0);
    CHECK(cur_array(&c, 0, 8) != NULL);
    CHECK_INT(cur_end(&c, &err), 0);

    CHECK_INT(box_find(b, "AAAA", 1, &c, &err), 0);
    CHECK_INT(cur_u32(&c), 77);
    CHECK_INT(cur_end(&c, &err), 0);
    CHECK_INT(box_find(b, "AAAA", 2, &c, &err), COPSE_EMODEL);
    CHECK_INT(cur_u32(&c), 0);
    CHECK_INT(box_find(b, "ZZZZ", 0, &c, &err), COPSE_EMODEL);
    CHECK_STRING(err.message, "has no section ZZZZ");
    box_close(b);
    box_close(NULL);
    box_writer_free(NULL);
    scratch_remove(scratch_folder);
}

// The bytes themselves, as docs/model-format.md lays them out.
static void the_layout_is_the_documented_one(void)
{
    static const char head[] = "COPSE\r\n\x1a\4\0\0\0\3\0\0\0";
    size_t size = 0;
    scratch_make();
    char *b = small_bytes(&size);
    REQUIRE(b && size == 200);
    CHECK(memcmp(b, head, 16) == 0);
    CHECK_INT(b[16], (char)200);
    CHECK(memcmp(b + 32, "OPTS\0\0\0\0\x80\0\0\0\0\0\0\0\x0c\0\0\0\0\0\0\0", 24) == 0);
    CHECK(memcmp(b + 64, "NONE\0\0\0\0\xc0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24) == 0);
    CHECK(memcmp(b + 96, "WGHT\0\0\0\0\xc0\0\0\0\0\0\0\0\x08\0\0\0\0\0\0\0", 24) == 0);
    CHECK(memcmp(b + 128, "\x08\0\0\0order=2\n\0\0\0\0", 16) == 0);
    CHECK(memcmp(b + 192, "\x09\0\1\0\2\0\xff\xff", 8) == 0);
    uint64_t sum = sum_bytes(b + 192, 8);
    char stored[8];
    put_u64(stored, sum, 8);
    CHECK(memcmp(b + 120, stored, 8) == 0);
    mem_free(b);
    scratch_remove(scratch_folder);
}

static void the_same_model_has_the_same_bytes(void)
{
    size_t size = 0;
    scratch_make();
    char *first = small_bytes(&size), *second = small_bytes(&size);
    CHECK(first && second && memcmp(first, second, size) == 0);
    mem_free(first);
    mem_free(second);
    scratch_remove(scratch_folder);
}

static void empty_models_are_models(void)
{
    cursor c;
    scratch_make();
    box_writer *w = box_writer_new();
    CHECK_INT(box_save(w, scratch("none"), &err), 0);
    box_begin(w, "LAST");
    CHECK_INT(box_save(w, scratch("last"), &err), 0);
    box_writer_free(w);
    box *b = box_open(scratch("none"), &err);
    REQUIRE(b);
    CHECK_INT(box_sections(b), 0);
    box_close(b);
    b = box_open(scratch("last"), &err);
    REQUIRE(b);
    CHECK_INT(box_find(b, "LAST", 0, &c, &err), 0);
    CHECK_INT(cur_end(&c, &err), 0);
    box_close(b);
    scratch_remove(scratch_folder);
}

static void every_truncation_is_refused(void)
{
    size_t size = 0;
    scratch_make();
    char *b = small_bytes(&size);
    REQUIRE(b);
    for (size_t n = 0; n < size; n++) {
        CHECK(refused_bytes(b, n));
        CHECK(strstr(err.message, n ? "is truncated" : "is empty"));
    }
    CHECK_STRING(err.message, "is truncated: 199 of 200 bytes");
    char *longer = mem_zero(size + 1, 1);
    REQUIRE(longer);
    memcpy(longer, b, size);
    CHECK(refused_bytes(longer, size + 1));
    CHECK_STRING(err.message, "is damaged: 1 bytes follow its end");
    mem_free(longer);
    mem_free(b);
    scratch_remove(scratch_folder);
}

static void every_flipped_bit_is_refused(void)
{
    size_t size = 0;
    scratch_make();
    char *b = small_bytes(&size);
    REQUIRE(b);
    int accepted = 0;
    int fd = open(scratch("small"), O_RDWR);
    REQUIRE(fd >= 0);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        const off_t at = (off_t)(bit / 8);
        char flipped = (char)(b[at] ^ 1 << bit % 8);
        REQUIRE(pwrite(fd, &flipped, 1, at) == 1);
        accepted += !refused(scratch("small"));
        if (at >= 192)
            CHECK_STRING(err.message, "is damaged in section WGHT");
        REQUIRE(pwrite(fd, &b[at], 1, at) == 1);
    }
    CHECK_INT(accepted, 0);
    box *whole = box_open(scratch("small"), &err);
    CHECK(whole != NULL);
    box_close(whole);
    close(fd);
    mem_free(b);
    scratch_remove(scratch_folder);
}

// Files whose header checksum is right and whose table lies: what damage cannot make but malice can.
static void lying_tables_are_refused(void)
{
    static const struct {
        int at, size; // of the field
        uint64_t value;
    } lies[] = {
        {BOX_AT_COUNT, 4, 0},
        {BOX_AT_COUNT, 4, 2},
        {BOX_AT_COUNT, 4, 4},
        {BOX_AT_COUNT, 4, 5},
        {BOX_AT_COUNT, 4, 0xffffffff},
        {BOX_AT_LENGTH, 8, 0},
        {BOX_AT_LENGTH, 8, 31},
        {BOX_AT_LENGTH, 8, 128},
        {BOX_AT_LENGTH, 8, UINT64_MAX},
        {32, 1, 0},
        {32, 1, 0xff},
        {36, 4, 1},
        {40, 8, 0},
        {40, 8, 64},
        {40, 8, 129},
        {40, 8, 192},
        {40, 8, UINT64_MAX - 63},
        {40, 8, 1ull << 63},
        {48, 8, 13},
        {48, 8, 72},
        {48, 8, 73},
        {48, 8, UINT64_MAX},
        {48, 8, 0},
        {104, 8, 256},
        {112, 8, 7},
        {112, 8, 9},
        {112, 8, UINT64_MAX - 191},
    };
    size_t size = 0;
    scratch_make();
    char *whole = small_bytes(&size), changed[200];
    REQUIRE(whole && size == sizeof changed);
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        memcpy(changed, whole, size);
        put_u64(changed + lies[i].at, lies[i].value, lies[i].size);
        put_u64(changed + BOX_AT_CHECKSUM, 0, 8);
        put_u64(changed + BOX_AT_CHECKSUM, sum_bytes(changed, 128), 8);
        CHECK(refused_bytes(changed, size));
    }
    mem_free(whole);
    scratch_remove(scratch_folder);
}

// Sections within the file and with true checksums, but not where they belong.
static void misplaced_sections_are_refused(void)
{
    static const struct {
        int row;
        uint64_t offset, length;
    } places[] = {
        {0, 128, 12},                            // the true place: this one is accepted
        {0, 129, 11}, {0, 64, 76},  {0, 0, 140}, // unaligned, over the table, over the header
        {1, 128, 0},  {1, 128, 12}, {1, 192, 8}, // over another section
        {2, 128, 72}, {2, 0, 200},  {2, 199, 1},
    };
    size_t size = 0;
    scratch_make();
    char *whole = small_bytes(&size), changed[200];
    REQUIRE(whole && size == sizeof changed);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        memcpy(changed, whole, size);
        char *row = changed + BOX_HEADER + places[i].row * BOX_ROW;
        put_u64(row + BOX_ROW_OFFSET, places[i].offset, 8);
        put_u64(row + BOX_ROW_LENGTH, places[i].length, 8);
        // A section over the table covers its own checksum, which cannot be made true; the others are.
        put_u64(row + BOX_ROW_CHECKSUM, sum_bytes(changed + places[i].offset, (size_t)places[i].length), 8);
        put_u64(changed + BOX_AT_CHECKSUM, 0, 8);
        put_u64(changed + BOX_AT_CHECKSUM, sum_bytes(changed, 128), 8);
        CHECK(refused_bytes(changed, size) == (i > 0));
    }
    mem_free(whole);
    scratch_remove(scratch_folder);
}

static void garbage_is_refused(void)
{
    static const char text[] = "# sent_id = 1\n1\tTrees\ttree\tNOUN\t_\t_\t0\troot\t_\t_\n\n";
    char bytes[600];
    rng r;
    rng_seed(&r, 4);
    scratch_make();
    CHECK(refused_bytes(text, sizeof text - 1));
    CHECK_STRING(err.message, "is not a Copse model");
    for (int i = 0; i < 500; i++) {
        size_t size = 1 + (size_t)rng_below(&r, sizeof bytes);
        for (size_t k = 0; k < size; k++)
            bytes[k] = (char)rng_next(&r);
        if (i % 2) // with a true start the rest is looked at
            memcpy(bytes, "COPSE\r\n\x1a\2\0\0\0\2\0\0\0", size < 16 ? size : 16);
        CHECK(refused_bytes(bytes, size));
    }
    scratch_remove(scratch_folder);
}

static void text_transfers_are_noticed(void)
{
    size_t size = 0, n = 0;
    scratch_make();
    char *b = small_bytes(&size), changed[400];
    REQUIRE(b);
    for (size_t i = 0; i < size; i++)
        if (b[i] != '\r')
            changed[n++] = b[i];
    CHECK(refused_bytes(changed, n));
    CHECK_STRING(err.message, "is not a Copse model");
    n = 0;
    for (size_t i = 0; i < size; i++) {
        if (b[i] == '\n')
            changed[n++] = '\r';
        changed[n++] = b[i];
    }
    CHECK(refused_bytes(changed, n));
    CHECK_STRING(err.message, "is not a Copse model");
    mem_free(b);
    scratch_remove(scratch_folder);
}

static void other_versions_are_named(void)
{
    size_t size = 0;
    scratch_make();
    char *b = small_bytes(&size);
    REQUIRE(b);
    b[BOX_AT_VERSION] = 7;
    CHECK(refused_bytes(b, size));
    CHECK_STRING(err.message, "was written by a newer version of Copse (format 7; this one reads up to 4)");
    b[BOX_AT_VERSION] = 0;
    CHECK(refused_bytes(b, size));
    CHECK_STRING(err.message, "has a format that is no longer read (format 0; this one reads from 4)");
    mem_free(b);
    scratch_remove(scratch_folder);
}

static void what_is_no_file_is_refused(void)
{
    scratch_make();
    CHECK(!box_open(scratch_folder, &err) && err.code == COPSE_EIO);
    CHECK_STRING(err.message, "is a directory");
    CHECK(!box_open(scratch("missing"), &err) && err.code == COPSE_EIO);
    CHECK_STRING(err.message, "cannot open: No such file or directory");
    REQUIRE(mkfifo(scratch("pipe"), 0600) == 0);
    CHECK(!box_open(scratch("pipe"), &err) && err.code == COPSE_EIO);
    CHECK(!box_open("/dev/null", &err) && err.code == COPSE_EIO);
    save_small(scratch("model"));
    if (geteuid() != 0) {
        chmod(scratch("model"), 0);
        CHECK(!box_open(scratch("model"), &err) && err.code == COPSE_EIO);
        CHECK_STRING(err.message, "cannot open: Permission denied");
        chmod(scratch("model"), 0600);
    }
    CHECK(box_is_model(scratch("model")));
    scratch_write(scratch("short"), "COPSE\r\n", 7);
    CHECK(!box_is_model(scratch("short")));
    CHECK(!box_is_model(scratch("missing")));
    CHECK(!box_is_model(scratch("pipe")));
    CHECK(!box_is_model(scratch_folder));
    CHECK(!box_is_model(NULL));
    scratch_remove(scratch_folder);
}

// A section with this content is read by each kind of read with one byte too few; none succeeds.
static void cursors_stay_inside(void)
{
    scratch_make();
    box_writer *w = box_writer_new();
    for (int size = 0; size < 8; size++) {
        box_begin(w, "PART");
        box_raw(w, "\xff\xff\xff\xff\xff\xff\xff\xff", (size_t)size);
    }
    box_begin(w, "NUMS");
    box_u32(w, 3);
    box_raw(w, "abcdefghijk", 11);
    box_begin(w, "PADS");
    box_raw(w, "\0\0\0x\0\0\0\0", 8);
    CHECK_INT(box_save(w, scratch("model"), &err), 0);
    box_writer_free(w);
    box *b = box_open(scratch("model"), &err);
    cursor c;
    REQUIRE(b);
#define SHORT(size, read)                                    \
    do {                                                     \
        CHECK_INT(box_find(b, "PART", (size), &c, &err), 0); \
        CHECK(!(read));                                      \
        CHECK(c.failed);                                     \
        CHECK_INT(cur_u8(&c), 0); /* a failure stays */      \
        CHECK_INT(cur_end(&c, &err), COPSE_EMODEL);          \
    } while (0)
    SHORT(0, cur_u8(&c));
    SHORT(3, cur_u32(&c));
    SHORT(7, cur_u64(&c));
    SHORT(3, cur_f32(&c) != 0);
    SHORT(7, cur_f64(&c) != 0);
    SHORT(3, cur_str(&c).len);
    SHORT(7, cur_str(&c).len); // a length without the bytes
    SHORT(7, cur_count(&c, 1));
    SHORT(7, cur_count(&c, 0));
    SHORT(7, cur_array(&c, 8, 1));
    SHORT(7, cur_array(&c, 4, 2));
    SHORT(7, cur_array(&c, SIZE_MAX, 1));
    SHORT(7, cur_array(&c, SIZE_MAX / 4 + 2, 4)); // the product overflows to 4
    SHORT(7, cur_array(&c, 1, 3));
    SHORT(7, cur_array(&c, 1, 0));
#undef SHORT
    CHECK_STRING(err.message, "is damaged: section PART does not hold what it says");

    box_find(b, "NUMS", 0, &c, &err);
    CHECK_INT(cur_count(&c, 3), 3);
    CHECK_INT(cur_end(&c, &err), COPSE_EMODEL);
    CHECK_STRING(err.message, "is damaged: section NUMS has 11 bytes too many");
    box_find(b, "NUMS", 0, &c, &err);
    CHECK_INT(cur_count(&c, 4), 0); // 11 bytes do not hold three of four
    CHECK(c.failed);
    box_find(b, "PADS", 0, &c, &err);
    cur_u8(&c);
    CHECK(!cur_array(&c, 1, 4)); // the padding is not zero
    box_close(b);
    scratch_remove(scratch_folder);
}

static void failed_saves_leave_nothing(void)
{
    scratch_make();
    box_writer *w = box_writer_new();
    box_begin(w, "DATA");
    box_u32(w, 1);
    CHECK_INT(box_save(w, scratch("none/model"), &err), COPSE_EIO);
    CHECK_INT(box_save(w, scratch_folder, &err), COPSE_EIO);
    if (geteuid() != 0 && access("/dev/full", W_OK) == 0) // the superuser could lose the device to a fault
        CHECK_INT(box_save(w, "/dev/full", &err), COPSE_EIO);
    for (int i = 0; i < BOX_MAX_SECTIONS; i++)
        box_begin(w, "MORE");
    CHECK_INT(box_save(w, scratch("many"), &err), COPSE_ELIMIT);
    CHECK_INT(scratch_entries(scratch_folder), 0);
    box_writer_free(w);
    scratch_remove(scratch_folder);
}

static void large_arrays_come_back(void)
{
    enum { N = 1 << 18 };
    uint32_t *items = mem_alloc(1, N * sizeof *items);
    cursor c;
    rng r;
    REQUIRE(items);
    rng_seed(&r, 8);
    for (int i = 0; i < N; i++)
        items[i] = (uint32_t)rng_next(&r);
    scratch_make();
    box_writer *w = box_writer_new();
    box_begin(w, "WGHT");
    box_u32(w, N);
    box_array(w, items, N, 4);
    CHECK_INT(box_save(w, scratch("model"), &err), 0);
    box_writer_free(w);
    box *b = box_open(scratch("model"), &err);
    REQUIRE(b);
    CHECK_INT(box_find(b, "WGHT", 0, &c, &err), 0);
    CHECK_INT(cur_count(&c, 4), N);
    const void *back = cur_array(&c, N, 4);
    CHECK(back && memcmp(back, items, N * sizeof *items) == 0);
    CHECK_INT(cur_end(&c, &err), 0);
    box_close(b);
    mem_free(items);
    scratch_remove(scratch_folder);
}

TESTS(TEST(everything_comes_back), TEST(the_layout_is_the_documented_one),
      TEST(the_same_model_has_the_same_bytes), TEST(empty_models_are_models),
      TEST(every_truncation_is_refused), TEST(every_flipped_bit_is_refused), TEST(lying_tables_are_refused),
      TEST(misplaced_sections_are_refused), TEST(garbage_is_refused), TEST(text_transfers_are_noticed),
      TEST(other_versions_are_named), TEST(what_is_no_file_is_refused), TEST(cursors_stay_inside),
      TEST(failed_saves_leave_nothing), TEST(large_arrays_come_back))
