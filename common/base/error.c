// SPDX-License-Identifier: MIT
#include "common/base/error.h"

#include "common/base/utf8.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int err_set(copse_error *err, int code, const char *file, long line, const char *format, ...)
{
    va_list args;
    err->code = code;
    err->line = line;
    snprintf(err->file, sizeof err->file, "%s", file ? file : "");
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    return code;
}

int err_system(copse_error *err, const char *file, const char *what)
{
    return err_set(err, COPSE_EIO, file, 0, "%s: %s", what, strerror(errno));
}

const char *err_quote(char buf[ERR_QUOTE], copse_str value)
{
    enum { SHOWN = 40 };
    size_t i = 0, out = 0, shown = 0;
    buf[out++] = '\'';
    while (i < value.len && shown < SHOWN) {
        uint32_t c;
        size_t len = utf8_decode(value.s + i, value.len - i, &c);
        if (len == 0) {
            out += (size_t)snprintf(buf + out, 5, "\\x%02x", (unsigned char)value.s[i]);
            i++;
        } else if (utf8_is_control(c)) {
            for (size_t k = 0; k < len; k++)
                out += (size_t)snprintf(buf + out, 5, "\\x%02x", (unsigned char)value.s[i + k]);
            i += len;
        } else {
            memcpy(buf + out, value.s + i, len);
            out += len;
            i += len;
        }
        shown++;
    }
    snprintf(buf + out, ERR_QUOTE - out, "%s", i < value.len ? "...'" : "'");
    return buf;
}

const char *copse_error_text(const copse_error *err, char *buf, size_t size)
{
    if (!err || !err->file[0])
        snprintf(buf, size, "%s", err ? err->message : "");
    else if (err->line > 0)
        snprintf(buf, size, "%s:%ld: %s", err->file, err->line, err->message);
    else
        snprintf(buf, size, "%s: %s", err->file, err->message);
    return buf;
}

const char *copse_version(void)
{
    return COPSE_VERSION;
}
