// SPDX-License-Identifier: MIT
#include "common/base/text.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

void text_add(text *t, const char *s, size_t len)
{
    t->s = mem_grow(t->s, &t->cap, t->n + len, 1);
    if (len)
        memcpy(t->s + t->n, s, len);
    t->n += len;
}

void text_str(text *t, copse_str s)
{
    text_add(t, s.s, s.len);
}

void text_cat(text *t, const char *s)
{
    text_add(t, s, strlen(s));
}

void text_hex(text *t, const char *s, size_t len)
{
    static const char hex[] = "0123456789abcdef";
    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)s[i];
        const char code[] = {'\\', 'x', hex[c >> 4], hex[c & 15]};
        text_add(t, code, sizeof code);
    }
}

void text_done(text *t)
{
    mem_free(t->s);
    *t = (text){0};
}
