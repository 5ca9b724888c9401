// SPDX-License-Identifier: MIT
// Sentences as text in memory: the bytes as read, with the predicted columns put in their places.
#ifndef COPSE_RENDER_H
#define COPSE_RENDER_H

#include "copse.h"

typedef struct text {
    char *s; // [n]
    size_t n, cap;
} text; // all zero is empty

void text_add(text *t, const char *s, size_t len);
void text_str(text *t, copse_str s);
void text_cat(text *t, const char *s); // a terminated string
void text_done(text *t);

// A sentence with the tree's heads and labels, and if scores the confidence of each arc as the MISC item
// Score.
void render_sentence(text *t, const copse_sentence *s, const copse_tree *tree, bool scores);

#endif
