// SPDX-License-Identifier: MIT
#include "common/treebank/render.h"

#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdlib.h>
#include <string.h>

// Adds the text from *done up to a column of a word, and skips the column itself.
static void up_to(text *t, const copse_sentence *s, size_t *done, int word, copse_column column)
{
    const size_t from = s->word[word].column[column];
    text_add(t, s->text + *done, from - *done);
    *done = from + sen_read(s, word, column).len;
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

// A confidence: 0..1 with four decimals and a point in any locale.
static copse_str confidence(char number[16], float score)
{
    const unsigned v = score > 0 ? (unsigned)((score < 1 ? score : 1.0F) * 10000 + 0.5F) : 0;
    size_t n = digits(number, v / 10000);
    number[n++] = '.';
    for (unsigned unit = 1000; unit; unit /= 10)
        number[n++] = (char)('0' + v / unit % 10);
    return (copse_str){number, n};
}

// Adds the confidence in the arc into d, and in arc and label if that is known, as items of MISC.
static void add_scores(text *t, copse_str misc, const copse_tree *tree, int d)
{
    char number[16];
    if (!tree->label_scored) {
        misc_add(t, misc, "Score", confidence(number, tree->score[d]));
        return;
    }
    text both = {0};
    misc_add(&both, misc, "Score", confidence(number, tree->score[d]));
    misc_add(t, (copse_str){both.s, both.n}, "LabelScore", confidence(number, tree->label_score[d]));
    text_done(&both);
}

static void add_column(text *t, const copse_sentence *s, int d, copse_column column, const copse_tree *tree,
                       bool scores)
{
    char head[12] = {0};
    if (tree && column == COPSE_HEAD)
        text_add(t, head, digits(head, (unsigned)tree->head[d]));
    else if (tree && column == COPSE_DEPREL)
        text_str(t, tree->label[d].len ? tree->label[d] : (copse_str){"_", 1});
    else if (scores && column == COPSE_MISC)
        add_scores(t, sen_column(s, d, COPSE_MISC), tree, d);
    else
        text_str(t, sen_column(s, d, column));
}

// Adds the text from offset done on, with the columns replaced.
static void render_from(text *t, const copse_sentence *s, size_t done, const copse_tree *tree, bool scores)
{
    unsigned changed = s->overlaid;
    if (tree && tree->n != s->n)
        tree = NULL;
    scores = scores && tree;
    changed |= tree ? 1U << COPSE_HEAD | 1U << COPSE_DEPREL : 0;
    changed |= scores ? 1U << COPSE_MISC : 0;
    for (int d = 1; changed && d <= s->n; d++)
        for (copse_column k = COPSE_FORM; k < COPSE_COLUMNS; k++)
            if (changed & 1U << k) {
                up_to(t, s, &done, d, k);
                add_column(t, s, d, k, tree, scores);
            }
    if (done < s->text_len)
        text_add(t, s->text + done, s->text_len - done);
}

void render_sentence(text *t, const copse_sentence *s, const copse_tree *tree, bool scores)
{
    render_from(t, s, 0, tree, scores);
}

// Where the first line begins that is not blank and, if past_comments, no comment.
static size_t first_line(const copse_sentence *s, bool past_comments)
{
    size_t pos = sen_begin(s), begin = pos;
    copse_str line;
    while (sen_next_line(s, &pos, &line)) {
        if (!sen_is_blank(line) && !(past_comments && line.s[0] == '#'))
            return begin;
        begin = pos;
    }
    return begin;
}

// Ends the last line, and adds a blank one if there is none.
static void end_sentence(text *t)
{
    if (t->n && t->s[t->n - 1] != '\n')
        text_cat(t, "\n");
    const size_t n = t->n;
    const bool blank =
        n >= 2 && (t->s[n - 2] == '\n' || (n >= 3 && t->s[n - 2] == '\r' && t->s[n - 3] == '\n'));
    if (n && !blank)
        text_cat(t, "\n");
}

void render_version(text *t, const copse_sentence *s, const copse_tree *tree, bool scores, copse_str comments,
                    bool again)
{
    const size_t from = again ? first_line(s, false) : 0, tokens = first_line(s, true);
    text_add(t, s->text + from, tokens - from);
    text_str(t, comments);
    render_from(t, s, tokens, tree, scores);
    end_sentence(t);
}
