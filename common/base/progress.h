// SPDX-License-Identifier: MIT
// How far a long task is, as text. Knows clocks and rates; printing is the command line's business.
#ifndef COPSE_BASE_PROGRESS_H
#define COPSE_BASE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct progress {
    const char *stage; // "reading", "iteration 3 of 10"
    double total;      // units in all, 0 if not known
    double done;
    double started, shown; // seconds of a monotonic clock
} progress;

double prog_now(void); // seconds, monotonic
void prog_start(progress *p, const char *stage, double total, double now);
bool prog_due(progress *p, double done,
              double now); // true at most five times a second, and marks it as shown

// "reading: 45% (12,000 of 26,600), 8,300/s, 2 s left"; without a total "reading: 12,000, 8,300/s".
const char *prog_line(const progress *p, const char *unit, double now, char *buf, size_t size);
// At the end: "reading: 26,600 words in 3.2 s, 8,300/s".
const char *prog_summary(const progress *p, const char *unit, double now, char *buf, size_t size);

// 1234567 as "1,234,567".
const char *prog_thousands(long n, char buf[32]);

#endif
