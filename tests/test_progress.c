// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "common/base/progress.h"

#include <limits.h>

static char buf[200];

static const char *line(double total, double done, double seconds, const char *unit)
{
    const progress p = {total, done, 1000};
    return prog_line(&p, "reading", unit, 1000 + seconds, 79, buf, sizeof buf);
}

static const char *summary(double done, double seconds, const char *unit)
{
    const progress p = {0, done, 1000};
    return prog_summary(&p, "reading", unit, 1000 + seconds, buf, sizeof buf);
}

static void thousands(void)
{
    char b[32];
    CHECK_STRING(prog_thousands(0, b), "0");
    CHECK_STRING(prog_thousands(999, b), "999");
    CHECK_STRING(prog_thousands(1000, b), "1,000");
    CHECK_STRING(prog_thousands(1234567, b), "1,234,567");
    CHECK_STRING(prog_thousands(-1234, b), "-1,234");
    CHECK_STRING(prog_thousands(-999, b), "-999");
    if (LONG_MAX == 9223372036854775807) {
        CHECK_STRING(prog_thousands(LONG_MAX, b), "9,223,372,036,854,775,807");
        CHECK_STRING(prog_thousands(LONG_MIN, b), "-9,223,372,036,854,775,808");
    }
}

static void lines_with_a_total(void)
{
    CHECK_STRING(line(26600, 12000, 1.446, NULL), "[####------]  45%  0:01, 0:02 left  reading");
    CHECK_STRING(line(1000, 999.9, 1, ""), "[#########-]  99%  0:01, 0:00 left  reading");
    CHECK_STRING(line(1000, 1000, 10, ""), "[##########] 100%  0:10, 0:00 left  reading");
    CHECK_STRING(line(100, 120, 10, ""), "[##########] 100%  0:10, 0:00 left  reading");
    CHECK_STRING(line(100, -1, 10, ""), "[----------]   0%  0:10  reading");
    CHECK_STRING(line(1000, 100, 10, ""), "[#---------]  10%  0:10, 1:30 left  reading");
    CHECK_STRING(line(100000, 1000, 100, ""), "[----------]   1%  1:40, 2:45:00 left  reading");
    CHECK_STRING(line(100000, 900, 3700, ""), "[----------]   0%  1:01:40  reading");
}

// What does not fit is cut off the end.
static void lines_fit(void)
{
    const progress p = {100, 45, 1000};
    for (int columns = 0; columns < 60; columns++) {
        prog_line(&p, "a long name of a stage", NULL, 1010, columns, buf, sizeof buf);
        CHECK(strlen(buf) <= (size_t)columns);
    }
    CHECK_STRING(buf, "[####------]  45%  0:10, 0:12 left  a long name of a stage");
}

static void sizes_and_times(void)
{
    CHECK_STRING(prog_bytes(0, buf, sizeof buf), "0 bytes");
    CHECK_STRING(prog_bytes(999, buf, sizeof buf), "999 bytes");
    CHECK_STRING(prog_bytes(1000, buf, sizeof buf), "1.0 kB");
    CHECK_STRING(prog_bytes(999940, buf, sizeof buf), "999.9 kB");
    CHECK_STRING(prog_bytes(999960, buf, sizeof buf), "1.0 MB");
    CHECK_STRING(prog_bytes(24.04e6, buf, sizeof buf), "24.0 MB");
    CHECK_STRING(prog_bytes(1.25e9, buf, sizeof buf), "1.3 GB");
    CHECK_STRING(prog_bytes(7e15, buf, sizeof buf), "7000.0 TB");
    CHECK_STRING(prog_duration(3.24, buf, sizeof buf), "3.2 s");
    CHECK_STRING(prog_duration(192, buf, sizeof buf), "3 min 12 s");
    CHECK_STRING(prog_duration(11220, buf, sizeof buf), "3 h 07 min");
}

static void lines_without_a_total(void)
{
    CHECK_STRING(line(0, 12000, 1.5, NULL), "reading: 12,000, 8,000/s");
    CHECK_STRING(line(0, 12000, 1.5, "words"), "reading: 12,000 words, 8,000/s");
    CHECK_STRING(line(0, 3, 2, "trees"), "reading: 3 trees, 1.50/s");
    CHECK_STRING(line(0, 1, 20, "trees"), "reading: 1 trees, 0.05/s");
}

// Before anything happened there is no rate; nothing is divided by zero.
static void the_start_has_no_rate(void)
{
    CHECK_STRING(line(100, 0, 0, NULL), "[----------]   0%  0:00  reading");
    CHECK_STRING(line(100, 50, 0, NULL), "[#####-----]  50%  0:00, 0:00 left  reading");
    CHECK_STRING(line(0, 0, -1, NULL), "reading: 0");
    CHECK(strlen(line(1e300, 1e299, 1e290, NULL)) <= 79); // and does not overflow
}

static void summaries(void)
{
    CHECK_STRING(summary(26560, 3.2, "words"), "reading: 26,560 words in 3.2 s, 8,300/s");
    CHECK_STRING(summary(26600, 0.04, NULL), "reading: 26,600 in 0.0 s, 665,000/s");
    CHECK_STRING(summary(600, 59.96, ""), "reading: 600 in 1 min 00 s, 10/s");
    CHECK_STRING(summary(36000, 3725, "words"), "reading: 36,000 words in 1 h 02 min, 9.66/s");
    CHECK_STRING(summary(0, 0, "words"), "reading: 0 words in 0.0 s");
}

static void small_buffers_are_respected(void)
{
    char small[8];
    const progress p = {0, 100, 0};
    CHECK_STRING(prog_line(&p, "reading", "words", 1, 79, small, sizeof small), "reading");
    CHECK_STRING(prog_summary(&p, "reading", "words", 1, small, sizeof small), "reading");
}

static void the_clock_goes_on(void)
{
    double first = prog_now(), then = prog_now();
    CHECK(then >= first && then - first < 60);
}

TESTS(TEST(thousands), TEST(lines_with_a_total), TEST(lines_fit), TEST(sizes_and_times),
      TEST(lines_without_a_total), TEST(the_start_has_no_rate), TEST(summaries),
      TEST(small_buffers_are_respected), TEST(the_clock_goes_on))
