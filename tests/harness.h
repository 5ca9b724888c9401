// SPDX-License-Identifier: MIT
// A test program is a list of functions: TESTS(TEST(a), TEST(b)). Each prints its name and result. The last
// line is "N passed, N failed", and the exit status is 0 only if none failed. `PROGRAM NAME` runs one test.
// CHECK records a failure and goes on; REQUIRE leaves the test.
#ifndef COPSE_TESTS_HARNESS_H
#define COPSE_TESTS_HARNESS_H

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct test_case {
    const char *name;
    void (*run)(void);
} test_case;

static int test_failures; // in the running test

// clang-format off
#define TEST(function) {#function, function}
// clang-format on

#define CHECK(condition)                                                           \
    do {                                                                           \
        if (!(condition)) {                                                        \
            test_failures++;                                                       \
            printf("  %s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
        }                                                                          \
    } while (0)

#define REQUIRE(condition)                                                         \
    do {                                                                           \
        if (!(condition)) {                                                        \
            test_failures++;                                                       \
            printf("  %s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            return;                                                                \
        }                                                                          \
    } while (0)

#define CHECK_INT(actual, expected)                                                              \
    do {                                                                                         \
        long long a_ = (long long)(actual), e_ = (long long)(expected);                          \
        if (a_ != e_) {                                                                          \
            test_failures++;                                                                     \
            printf("  %s:%d: %s is %lld, expected %lld\n", __FILE__, __LINE__, #actual, a_, e_); \
        }                                                                                        \
    } while (0)

#define CHECK_NEAR(actual, expected, tolerance)                                                  \
    do {                                                                                         \
        double a_ = (double)(actual), e_ = (double)(expected);                                   \
        if (!(fabs(a_ - e_) <= (tolerance))) {                                                   \
            test_failures++;                                                                     \
            printf("  %s:%d: %s is %.9g, expected %.9g\n", __FILE__, __LINE__, #actual, a_, e_); \
        }                                                                                        \
    } while (0)

#define CHECK_STRING(actual, expected)                                                                    \
    do {                                                                                                  \
        const char *a_ = (actual), *e_ = (expected);                                                      \
        if (strcmp(a_, e_) != 0) {                                                                        \
            test_failures++;                                                                              \
            printf("  %s:%d: %s is\n    \"%s\", expected\n    \"%s\"\n", __FILE__, __LINE__, #actual, a_, \
                   e_);                                                                                   \
        }                                                                                                 \
    } while (0)

static inline int test_run(const test_case *tests, size_t n, int argc, char **argv)
{
    int passed = 0, failed = 0;
    for (size_t i = 0; i < n; i++) {
        if (argc > 1 && strcmp(argv[1], tests[i].name) != 0)
            continue;
        test_failures = 0;
        tests[i].run();
        printf("%s %s\n", test_failures ? "FAIL" : "ok  ", tests[i].name);
        fflush(stdout);
        test_failures ? failed++ : passed++;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed || !passed;
}

#define TESTS(...)                                                          \
    int main(int argc, char **argv)                                         \
    {                                                                       \
        const test_case tests[] = {__VA_ARGS__};                            \
        return test_run(tests, sizeof tests / sizeof tests[0], argc, argv); \
    }

#endif
