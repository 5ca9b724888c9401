// SPDX-License-Identifier: MIT
//
// Numbers are put together from integers, not with printf's %f: the decimal point must not depend on the
// locale of a program that uses the library.
#include "common/base/progress.h"

#include <limits.h>
#include <stdio.h>
#include <time.h>

static const double PAUSE = 0.2; // seconds between two lines

double prog_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void prog_start(progress *p, const char *stage, double total, double now)
{
    *p = (progress){.stage = stage, .total = total, .started = now, .shown = now};
}

bool prog_due(progress *p, double done, double now)
{
    p->done = done;
    if (now - p->shown < PAUSE)
        return false;
    p->shown = now;
    return true;
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

static long whole(double x) // rounded; what no long can hold becomes the nearest that it can
{
    if (!(x > 0))
        return 0;
    return x < (double)(LONG_MAX / 2) ? (long)(x + 0.5) : LONG_MAX / 2;
}

static const char *thousands(double x, char buf[32])
{
    return prog_thousands(whole(x), buf);
}

// "3.2 s", "2 min 05 s", "3 h 07 min"; whole seconds if rough.
static const char *duration(double seconds, bool rough, char *buf, size_t size)
{
    long s = whole(seconds), tenths = whole(seconds * 10);
    if (!rough && tenths < 600)
        snprintf(buf, size, "%ld.%ld s", tenths / 10, tenths % 10);
    else if (s < 60)
        snprintf(buf, size, "%ld s", s);
    else if (s < 3600)
        snprintf(buf, size, "%ld min %02ld s", s / 60, s % 60);
    else
        snprintf(buf, size, "%ld h %02ld min", s / 3600, s / 60 % 60);
    return buf;
}

// ", 8,300/s"; slow tasks get decimals. Empty before anything was done or the clock has moved.
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

static const char *space(const char *unit) // before it
{
    return unit && *unit ? " " : "";
}

const char *prog_line(const progress *p, const char *unit, double now, char *buf, size_t size)
{
    char done[32], total[32], speed[64], left[64] = "", time[48];
    const char *name = unit ? unit : "";
    rate(p, now, speed, sizeof speed);
    if (!(p->total > 0)) {
        snprintf(buf, size, "%s: %s%s%s%s", p->stage, thousands(p->done, done), space(unit), name, speed);
        return buf;
    }
    double share = p->done / p->total;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    if (speed[0])
        snprintf(left, sizeof left, ", %s left",
                 duration((now - p->started) * (1 - share) / share, true, time, sizeof time));
    // Rounded down: 100% is said when all is done.
    snprintf(buf, size, "%s: %d%% (%s of %s%s%s)%s%s", p->stage, (int)(share * 100), thousands(p->done, done),
             thousands(p->total, total), space(unit), name, speed, left);
    return buf;
}

const char *prog_summary(const progress *p, const char *unit, double now, char *buf, size_t size)
{
    char done[32], speed[64], time[48];
    snprintf(buf, size, "%s: %s%s%s in %s%s", p->stage, thousands(p->done, done), space(unit),
             unit ? unit : "", duration(now - p->started, false, time, sizeof time),
             rate(p, now, speed, sizeof speed));
    return buf;
}
