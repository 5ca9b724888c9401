// SPDX-License-Identifier: MIT
#include "cli/values.h"

#include "common/base/utf8.h"
#include "common/treebank/draw.h"

#include <string.h>

typedef struct step { // one character of a value, or a byte that belongs to none
    size_t len;
    uint32_t point;
    bool valid, plain; // plain: valid and no control character
} step;

static step next(const char *s, size_t len)
{
    step c = {0};
    c.len = utf8_decode(s, len, &c.point);
    c.valid = c.len > 0;
    c.len = c.valid ? c.len : 1;
    c.plain = c.valid && !utf8_is_control(c.point);
    return c;
}

static int put(FILE *out, const char *value)
{
    const size_t len = strlen(value);
    int width = 0;
    for (size_t i = 0; i < len;) {
        step c = next(value + i, len - i);
        width += c.plain ? draw_width((copse_str){value + i, c.len}) : 4 * (int)c.len;
        for (size_t k = 0; k < c.len && out; k++)
            fprintf(out, c.plain ? "%c" : "\\x%02x", (unsigned char)value[i + k]);
        i += c.len;
    }
    return width;
}

void val_text(FILE *out, const char *value, int width)
{
    int used = put(out, value);
    if (used < width)
        fprintf(out, "%*s", width - used, "");
}

int val_width(const char *value)
{
    return put(NULL, value);
}

void val_json(FILE *out, const char *value)
{
    const size_t len = strlen(value);
    fputc('"', out);
    for (size_t i = 0; i < len;) {
        step c = next(value + i, len - i);
        if (!c.valid)
            fputs("\\ufffd", out);
        else if (!c.plain)
            fprintf(out, "\\u%04x", (unsigned)c.point);
        else if (c.point == '"' || c.point == '\\')
            fprintf(out, "\\%c", (char)c.point);
        else
            fwrite(value + i, 1, c.len, out);
        i += c.len;
    }
    fputc('"', out);
}

void val_tsv(FILE *out, const char *value)
{
    const size_t len = strlen(value);
    for (size_t i = 0; i < len;) {
        step c = next(value + i, len - i);
        if (c.plain)
            fwrite(value + i, 1, c.len, out);
        else
            fputs(c.valid ? " " : "\xef\xbf\xbd", out);
        i += c.len;
    }
}

void val_xml(FILE *out, const char *value)
{
    const size_t len = strlen(value);
    for (size_t i = 0; i < len;) {
        step c = next(value + i, len - i);
        if (!c.plain || c.point == 0xfffe || c.point == 0xffff)
            fputs("\xef\xbf\xbd", out);
        else if (c.point == '<')
            fputs("&lt;", out);
        else if (c.point == '>')
            fputs("&gt;", out);
        else if (c.point == '&')
            fputs("&amp;", out);
        else if (c.point == '"')
            fputs("&quot;", out);
        else
            fwrite(value + i, 1, c.len, out);
        i += c.len;
    }
}

const char *val_path(const char *path)
{
    return path && strcmp(path, "-") != 0 ? path : "<stdin>";
}
