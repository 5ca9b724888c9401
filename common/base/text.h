// SPDX-License-Identifier: MIT
// A growing byte string.
#ifndef COPSE_BASE_TEXT_H
#define COPSE_BASE_TEXT_H

#include "copse.h"

typedef struct text {
    char *s; // [n]
    size_t n, cap;
} text; // all zero is empty

void text_add(text *t, const char *s, size_t len);
void text_str(text *t, copse_str s);
void text_cat(text *t, const char *s);             // a terminated string
void text_hex(text *t, const char *s, size_t len); // each byte as \xNN
void text_done(text *t);

#endif
