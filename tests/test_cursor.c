// SPDX-License-Identifier: MIT
// Reads from sections that check what they read: names and bounded numbers.
#include "tests/harness.h"

#include "common/base/mem.h"
#include "common/model/container.h"

static copse_error err;

// A box of one section, taken from a writer that is freed. The caller closes it.
static box *part(box_writer *w, cursor *c)
{
    size_t size = 0;
    void *bytes = box_bytes(w, &size, &err);
    box *b = box_copy(bytes, size, "made here", &err);
    mem_free(bytes);
    box_writer_free(w);
    CHECK(b && box_find(b, "PART", 0, c, &err) == 0);
    return b;
}

static bool is_name(const char *s, size_t len)
{
    cursor c;
    box_writer *w = box_writer_new();
    box_begin(w, "PART");
    box_str(w, (copse_str){s, len});
    box *b = part(w, &c);
    const copse_str name = cur_name(&c);
    const bool is = !c.failed && name.len == len && memcmp(name.s, s, len) == 0 && cur_end(&c, &err) == 0;
    CHECK(is || (c.failed && name.len == 0 && cur_end(&c, &err) == COPSE_EMODEL));
    box_close(b);
    return is;
}

static void names_can_be_shown(void)
{
    CHECK(is_name("nsubj:pass", 10));
    CHECK(is_name("\xce\xb1 \xe2\x86\x91", 6));
    CHECK(!is_name("", 0));
    CHECK(!is_name("a\tb", 3));
    CHECK(!is_name("a\n", 2));
    CHECK(!is_name("a\r", 2));
    CHECK(!is_name("a\0b", 3));
    CHECK(!is_name("\x1b[31m", 5));
    CHECK(!is_name("a\x7f", 2));
    CHECK(!is_name("a\xc2\x9b", 3)); // the C1 control that begins an escape sequence
    CHECK(!is_name("\xff", 1));
    CHECK(!is_name("\xe2\x86", 2)); // cut
    char *lengthy = mem_alloc(BOX_MAX_NAME + 1, 1);
    memset(lengthy, 'x', BOX_MAX_NAME + 1);
    CHECK(is_name(lengthy, BOX_MAX_NAME));
    CHECK(!is_name(lengthy, BOX_MAX_NAME + 1));
    mem_free(lengthy);
}

static bool are_bounded(const float *x, size_t n, float most)
{
    cursor c;
    box_writer *w = box_writer_new();
    box_begin(w, "PART");
    box_array(w, x, n, sizeof *x);
    box *b = part(w, &c);
    const float *back = cur_floats(&c, n, most);
    const bool are = back != NULL;
    CHECK(are == !c.failed);
    CHECK(!are || (memcmp(back, x, n * sizeof *x) == 0 && cur_end(&c, &err) == 0));
    box_close(b);
    return are;
}

static bool is_bounded(double x, double most)
{
    cursor c;
    box_writer *w = box_writer_new();
    box_begin(w, "PART");
    box_f64(w, x);
    box *b = part(w, &c);
    const double back = cur_bounded(&c, most);
    const bool is = !c.failed;
    CHECK_NEAR(back, is ? x : 0, 0);
    box_close(b);
    return is;
}

static void numbers_are_bounded(void)
{
    CHECK(are_bounded((float[]){0, -2, 2}, 3, 2));
    CHECK(are_bounded((float[]){9}, 0, 2));
    CHECK(!are_bounded((float[]){0, 2.1F, 0}, 3, 2));
    CHECK(!are_bounded((float[]){-2.1F}, 1, 2));
    CHECK(!are_bounded((float[]){INFINITY, 0}, 2, 1e30F));
    CHECK(!are_bounded((float[]){0, -INFINITY}, 2, 1e30F));
    CHECK(!are_bounded((float[]){0, 0, 0, 0, 0, NAN, 0}, 7, 1e30F));
    CHECK(is_bounded(-2, 2));
    CHECK(is_bounded(0, 0));
    CHECK(!is_bounded(2.1, 2));
    CHECK(!is_bounded(-INFINITY, 1e300));
    CHECK(!is_bounded(NAN, 1e300));
}

// A section that is too short fails as with any other read.
static void what_is_missing_fails(void)
{
    cursor c;
    box_writer *w = box_writer_new();
    box_begin(w, "PART");
    box_u8(w, 1);
    box *b = part(w, &c);
    CHECK(cur_name(&c).len == 0 && c.failed);
    CHECK(cur_floats(&c, 0, 1) == NULL);
    CHECK_NEAR(cur_bounded(&c, 1), 0, 0);
    CHECK_INT(cur_end(&c, &err), COPSE_EMODEL);
    CHECK_STRING(err.message, "is damaged: section PART does not hold what it says");
    box_close(b);
}

TESTS(TEST(names_can_be_shown), TEST(numbers_are_bounded), TEST(what_is_missing_fails))
