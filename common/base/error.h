// SPDX-License-Identifier: MIT
// Filling a copse_error. Every message is one line and names the offending value.
#ifndef COPSE_BASE_ERROR_H
#define COPSE_BASE_ERROR_H

#include "copse.h"

#include <stdarg.h>

#if defined(__GNUC__)
#define ERR_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define ERR_PRINTF(f, a)
#endif

// Fills err (file may be NULL, line 0) and returns code, so that callers write `return err_set(...)`.
int err_set(copse_error *err, int code, const char *file, long line, const char *format, ...)
    ERR_PRINTF(5, 6);

// COPSE_EIO with "what: strerror(errno)".
int err_system(copse_error *err, const char *file, const char *what);

// Quotes a value from a file for a message: bytes that are not printable or not UTF-8 become \xNN, and the
// text is cut after about 40 characters. Returns buf.
enum { ERR_QUOTE = 360 };
const char *err_quote(char buf[ERR_QUOTE], copse_str value);

#endif
