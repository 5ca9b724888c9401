// SPDX-License-Identifier: MIT
#include "common/base/report.h"

#include <stdio.h>

void report_line(copse_report_fn fn, void *context, const char *format, ...)
{
    char line[512];
    va_list args;
    if (!fn)
        return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    fn(context, line);
}
