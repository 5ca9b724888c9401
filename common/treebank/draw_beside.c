// SPDX-License-Identifier: MIT
// Several trees of one sentence side by side. Each is drawn from top to bottom, so that a word has the same
// line in all.
#include "common/treebank/draw.h"

#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdlib.h>
#include <string.h>

// The next line of a drawing, without its end.
static copse_str next_line(const draw_text *t, size_t *at)
{
    const char *start = t->s + *at, *end = memchr(start, '\n', t->len - *at);
    *at = (size_t)(end - t->s) + 1;
    return (copse_str){start, (size_t)(end - start)};
}

static int width_of(const draw_text *t)
{
    int width = 0;
    for (size_t at = 0; at < t->len;) {
        const int own = draw_width(next_line(t, &at));
        width = own > width ? own : width;
    }
    return width;
}

static bool differ(const copse_tree *const *tree, size_t n, int w)
{
    for (size_t i = 1; i < n; i++)
        if (tree[i]->head[w] != tree[0]->head[w] || !str_equal(tree[i]->label[w], tree[0]->label[w]))
            return true;
    return false;
}

// Is there a tree, and are all as long as the sentence?
static bool all_fit(const copse_sentence *s, const copse_tree *const *tree, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (tree[i]->n != s->n)
            return false;
    return n > 0;
}

static char *draw(const copse_sentence *sentence, const copse_tree *const *trees, const char *const *names,
                  size_t n, const copse_draw_options *options, size_t *length)
{
    enum { GAP = 3 };
    copse_draw_options narrow = draw_settle(options);
    const bool ascii = narrow.ascii;
    draw_text all = {0};
    draw_put(&all, "", 0);
    if (length)
        *length = 0;
    if (!all_fit(sentence, trees, n))
        return all.s;
    draw_text *one = mem_zero(n, sizeof *one);
    size_t *at = mem_zero(n, sizeof *at);
    int *width = mem_zero(n, sizeof *width);
    narrow.width = narrow.width / (int)n - GAP;
    for (size_t i = 0; i < n; i++) {
        const char *given = names && names[i] ? names[i] : "";
        const copse_str name = {given, strlen(given)};
        draw_column(&one[i], sentence, trees[i], NULL, &narrow);
        width[i] = width_of(&one[i]);
        width[i] = draw_width(name) > width[i] ? draw_width(name) : width[i];
        draw_pad(&all, i ? GAP : 2);
        draw_put_word(&all, name);
        draw_pad(&all, width[i] - draw_width(name));
    }
    draw_trim(&all);
    for (int w = 1; w <= copse_tree_length(trees[0]); w++) {
        const char *mark = !differ(trees, n, w) ? "  " : ascii ? "! " : "≠ ";
        draw_put(&all, mark, strlen(mark));
        for (size_t i = 0; i < n; i++) {
            const copse_str line = next_line(&one[i], &at[i]);
            draw_pad(&all, i ? GAP : 0);
            draw_put(&all, line.s, line.len);
            draw_pad(&all, width[i] - draw_width(line));
        }
        draw_trim(&all);
    }
    for (size_t i = 0; i < n; i++)
        mem_free(one[i].s);
    mem_free(one);
    mem_free(at);
    mem_free(width);
    if (length)
        *length = all.len;
    return all.s;
}

char *copse_draw_beside(const copse_sentence *sentence, const copse_tree *const *trees,
                        const char *const *names, size_t n, const copse_draw_options *options, size_t *length)
{
    copse_error err;
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, &err);
        return NULL;
    }
    char *drawn = draw(sentence, trees, names, n, options, length);
    mem_end(&guard, 0);
    return mem_give(drawn);
}
