// SPDX-License-Identifier: MIT
#include "common/treebank/render.h"

#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdlib.h>
#include <string.h>

// Adds the text from *done up to a column of a word; the column itself is passed over.
static void up_to(text *t, const copse_sentence *s, size_t *done, int word, copse_column column)
{
    size_t from = s->word[word].column[column];
    text_add(t, s->text + *done, from - *done);
    *done = from + sen_column(s, word, column).len;
}

static size_t digits(char buf[12], unsigned v)
{
    char reversed[12];
    size_t n = 0;
    do
        reversed[n++] = (char)('0' + v % 10);
    while (v /= 10);
    for (size_t i = 0; i < n; i++)
        buf[i] = reversed[n - 1 - i];
    return n;
}

// A score in 0..1 with four decimals, with a point whatever the locale.
static void add_number(text *t, float score)
{
    char number[12] = {0};
    const unsigned v = score > 0 ? (unsigned)((score < 1 ? score : 1.0F) * 10000 + 0.5F) : 0;
    text_add(t, number, digits(number, v / 10000));
    text_cat(t, ".");
    for (unsigned unit = 1000; unit; unit /= 10)
        text_add(t, number, digits(number, v / unit % 10));
}

// MISC without an earlier score, and the new one behind it.
static void add_score(text *t, copse_str misc, float score)
{
    static const char key[] = "Score=";
    copse_str item;
    while (str_next_item(&misc, &item)) {
        if (str_is(item, "_") || (item.len >= sizeof key - 1 && memcmp(item.s, key, sizeof key - 1) == 0))
            continue;
        text_str(t, item);
        text_cat(t, "|");
    }
    text_cat(t, key);
    add_number(t, score);
}

void render_sentence(text *t, const copse_sentence *s, const copse_tree *tree, bool scores)
{
    size_t done = 0;
    for (int d = 1; d <= s->n; d++) {
        char head[12] = {0};
        up_to(t, s, &done, d, COPSE_HEAD);
        text_add(t, head, digits(head, (unsigned)tree->head[d]));
        up_to(t, s, &done, d, COPSE_DEPREL);
        text_str(t, tree->label[d].len ? tree->label[d] : (copse_str){"_", 1});
        if (scores) {
            up_to(t, s, &done, d, COPSE_MISC);
            add_score(t, sen_column(s, d, COPSE_MISC), tree->score[d]);
        }
    }
    text_add(t, s->text + done, s->text_len - done);
}
