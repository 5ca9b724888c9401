// SPDX-License-Identifier: MIT
// Lines that report on long work.
#ifndef COPSE_BASE_REPORT_H
#define COPSE_BASE_REPORT_H

#include "copse.h"
#include "common/base/error.h"

// Hands a line to fn, which may be NULL.
void report_line(copse_report_fn fn, void *context, const char *format, ...) ERR_PRINTF(3, 4);

#endif
