// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "common/base/progress.h"

#include <limits.h>

static char buf[200];

static const char *line(double total, double done, double seconds, const char *unit)
{
    progress p;
    prog_start(&p, "reading", total, 1000);
    p.done = done;
    return prog_line(&p, unit, 1000 + seconds, buf, sizeof buf);
}

static const char *summary(double done, double seconds, const char *unit)
{
    progress p;
    prog_start(&p, "reading", 0, 1000);
    p.done = done;
    return prog_summary(&p, unit, 1000 + seconds, buf, sizeof buf);
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
    CHECK_STRING(line(26600, 12000, 1.446, NULL), "reading: 45% (12,000 of 26,600), 8,299/s, 2 s left");
    CHECK_STRING(line(26600, 12000, 1.446, "words"),
                 "reading: 45% (12,000 of 26,600 words), 8,299/s, 2 s left");
    CHECK_STRING(line(1000, 999.9, 1, ""), "reading: 99% (1,000 of 1,000), 1,000/s, 0 s left");
    CHECK_STRING(line(1000, 1000, 10, ""), "reading: 100% (1,000 of 1,000), 100/s, 0 s left");
    CHECK_STRING(line(100, 120, 10, ""), "reading: 100% (120 of 100), 12/s, 0 s left");
    CHECK_STRING(line(1000, 100, 10, ""), "reading: 10% (100 of 1,000), 10/s, 1 min 30 s left");
    CHECK_STRING(line(100000, 100, 10, ""), "reading: 0% (100 of 100,000), 10/s, 2 h 46 min left");
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
    CHECK_STRING(line(100, 0, 0, NULL), "reading: 0% (0 of 100)");
    CHECK_STRING(line(100, 50, 0, NULL), "reading: 50% (50 of 100)");
    CHECK_STRING(line(100, 0, 5, NULL), "reading: 0% (0 of 100)");
    CHECK_STRING(line(0, 0, -1, NULL), "reading: 0");
    CHECK_STRING(line(1e300, 1e290, 1e-9, NULL) + strlen(buf) - 5, " left"); // and does not overflow
}

static void summaries(void)
{
    CHECK_STRING(summary(26560, 3.2, "words"), "reading: 26,560 words in 3.2 s, 8,300/s");
    CHECK_STRING(summary(26600, 0.04, NULL), "reading: 26,600 in 0.0 s, 665,000/s");
    CHECK_STRING(summary(600, 59.96, ""), "reading: 600 in 1 min 00 s, 10/s");
    CHECK_STRING(summary(36000, 3725, "words"), "reading: 36,000 words in 1 h 02 min, 9.66/s");
    CHECK_STRING(summary(0, 0, "words"), "reading: 0 words in 0.0 s");
}

static void five_lines_a_second(void)
{
    progress p;
    int shown = 0;
    prog_start(&p, "reading", 0, 50);
    CHECK(!prog_due(&p, 1, 50));
    CHECK(p.done == 1);
    CHECK(!prog_due(&p, 2, 50.1));
    CHECK(prog_due(&p, 3, 50.25));
    CHECK(p.done == 3);
    CHECK(!prog_due(&p, 4, 50.4));
    CHECK(prog_due(&p, 5, 50.5));
    prog_start(&p, "reading", 0, 50);
    for (int i = 1; i <= 10000; i++)
        shown += prog_due(&p, i, 50 + i / 1000.0);
    CHECK(shown >= 45 && shown <= 50);
}

static void small_buffers_are_respected(void)
{
    char small[8];
    progress p;
    prog_start(&p, "reading", 100, 0);
    CHECK_STRING(prog_line(&p, "words", 1, small, sizeof small), "reading");
    CHECK_STRING(prog_summary(&p, "words", 1, small, sizeof small), "reading");
}

static void the_clock_goes_on(void)
{
    double first = prog_now(), then = prog_now();
    CHECK(then >= first && then - first < 60);
}

TESTS(TEST(thousands), TEST(lines_with_a_total), TEST(lines_without_a_total), TEST(the_start_has_no_rate),
      TEST(summaries), TEST(five_lines_a_second), TEST(small_buffers_are_respected), TEST(the_clock_goes_on))
