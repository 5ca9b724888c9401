// SPDX-License-Identifier: MIT
//
// Numbers are formatted from integers, not with printf's %f, because the decimal point must not depend on
// the locale of a program that uses the library.
#include "common/base/progress.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

double prog_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

const char *prog_thousands(long n, char buf[32])
{
    unsigned long rest = n < 0 ? 0 - (unsigned long)n : (unsigned long)n;
    char *at = buf + 31;
    int digits = 0;
    *at = 0;
    do {
        if (digits && digits % 3 == 0)
            *--at = ',';
        *--at = (char)('0' + rest % 10);
        rest /= 10;
        digits++;
    } while (rest);
    if (n < 0)
        *--at = '-';
    return at;
}

static long whole(double x) // rounded, and clamped to what a long can hold
{
    if (!(x > 0))
        return 0;
    return x < (double)(LONG_MAX / 2) ? (long)(x + 0.5) : LONG_MAX / 2;
}

static const char *thousands(double x, char buf[32])
{
    return prog_thousands(whole(x), buf);
}

const char *prog_duration(double seconds, char *buf, size_t size)
{
    long s = whole(seconds), tenths = whole(seconds * 10);
    if (tenths < 600)
        snprintf(buf, size, "%ld.%ld s", tenths / 10, tenths % 10);
    else if (s < 3600)
        snprintf(buf, size, "%ld min %02ld s", s / 60, s % 60);
    else
        snprintf(buf, size, "%ld h %02ld min", s / 3600, s / 60 % 60);
    return buf;
}

// "0:07", "12:30", "1:02:03".
static const char *clock_of(double seconds, char *buf, size_t size)
{
    const long s = whole(seconds);
    if (s < 3600)
        snprintf(buf, size, "%ld:%02ld", s / 60, s % 60);
    else
        snprintf(buf, size, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    return buf;
}

const char *prog_bytes(double bytes, char *buf, size_t size)
{
    static const char *const unit[] = {"kB", "MB", "GB", "TB"};
    size_t u = 0;
    long tenths = whole(bytes / 100);
    if (bytes < 999.5) {
        snprintf(buf, size, "%ld bytes", whole(bytes));
        return buf;
    }
    for (; tenths >= 10000 && u + 1 < sizeof unit / sizeof *unit; u++)
        tenths = (tenths + 500) / 1000;
    snprintf(buf, size, "%ld.%ld %s", tenths / 10, tenths % 10, unit[u]);
    return buf;
}

// ", 8,300/s"; slow tasks get decimals. Empty until something is done and the clock has moved.
static const char *rate(const progress *p, double now, char *buf, size_t size)
{
    double per_second = now > p->started ? p->done / (now - p->started) : 0;
    char number[32];
    if (!(per_second > 0))
        buf[0] = 0;
    else if (per_second >= 9.95)
        snprintf(buf, size, ", %s/s", thousands(per_second, number));
    else
        snprintf(buf, size, ", %ld.%02ld/s", whole(per_second * 100) / 100, whole(per_second * 100) % 100);
    return buf;
}

static const char *space(const char *unit) // before a unit, if there is one
{
    return unit && *unit ? " " : "";
}

// The line before WHAT, if the total is known.
static void bar(const progress *p, double now, char *buf, size_t size)
{
    enum { WIDTH = 10 };
    static const double SOON = 0.01; // below this share the time left is not estimated
    char marks[WIDTH + 1] = "", time[32], left[48] = "", rest[32];
    double share = p->done / p->total;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    for (int i = 0; i < WIDTH; i++)
        marks[i] = i < (int)(share * WIDTH) ? '#' : '-';
    if (share >= SOON)
        snprintf(left, sizeof left, ", %s left",
                 clock_of((now - p->started) * (1 - share) / share, rest, sizeof rest));
    // Rounded down: 100% appears only when all is done.
    snprintf(buf, size, "[%s] %3d%%  %s%s  ", marks, (int)(share * 100),
             clock_of(now - p->started, time, sizeof time), left);
}

const char *prog_line(const progress *p, const char *what, const char *unit, double now, int columns,
                      char *buf, size_t size)
{
    char done[32], speed[64], head[160] = "";
    if (p->total > 0) {
        bar(p, now, head, sizeof head);
        snprintf(buf, size, "%s%s", head, what);
    } else {
        snprintf(buf, size, "%s: %s%s%s%s", what, thousands(p->done, done), space(unit), unit ? unit : "",
                 rate(p, now, speed, sizeof speed));
    }
    if (columns >= 0 && strlen(buf) > (size_t)columns)
        buf[columns] = 0;
    return buf;
}

const char *prog_summary(const progress *p, const char *stage, const char *unit, double now, char *buf,
                         size_t size)
{
    char done[32], speed[64], time[48];
    snprintf(buf, size, "%s: %s%s%s in %s%s", stage, thousands(p->done, done), space(unit), unit ? unit : "",
             prog_duration(now - p->started, time, sizeof time), rate(p, now, speed, sizeof speed));
    return buf;
}
