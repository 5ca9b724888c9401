// SPDX-License-Identifier: MIT
// Progress of a long task as text: times and rates. Printing it is left to the command line.
#ifndef COPSE_BASE_PROGRESS_H
#define COPSE_BASE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct progress {
    double total; // units in all, 0 if unknown
    double done;
    double started; // seconds of a monotonic clock
} progress;

double prog_now(void); // seconds, monotonic

// "[###-------]  34%  1:05, 2:07 left  WHAT"; without a total "WHAT: 12,000 words, 8,300/s". WHAT is cut so
// that the line takes at most `columns` columns and fits the buffer.
const char *prog_line(const progress *p, const char *what, const char *unit, double now, int columns,
                      char *buf, size_t size);
// At the end: "reading: 26,600 words in 3.2 s, 8,300/s".
const char *prog_summary(const progress *p, const char *stage, const char *unit, double now, char *buf,
                         size_t size);

// "3.2 s", "2 min 05 s", "3 h 07 min".
const char *prog_duration(double seconds, char *buf, size_t size);
// Bytes as "24.0 MB", "1.2 GB": powers of 1000, with one decimal from a kilobyte on.
const char *prog_bytes(double bytes, char *buf, size_t size);

// 1234567 as "1,234,567".
const char *prog_thousands(long n, char buf[32]);

#endif
