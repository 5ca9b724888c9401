// SPDX-License-Identifier: MIT
// Drawings as they should be, and drawings of all small trees read back: whoever follows the lines must find
// the tree.
#include "tests/harness.h"

#include "common/treebank/draw.h"
#include "common/treebank/sentence.h"
#include "tests/trees.h"
#include "common/base/mem.h"

#include <stdlib.h>

enum { MOST = 6, ROWS = 64, COLUMNS = 400 };

// A sentence of "form head label" triples, and its tree.
typedef struct drawn {
    copse_sentence *s;
    copse_tree *tree;
} drawn;

static void add_word(copse_sentence *s, int id, const char *form, int head, const char *label)
{
    s->text = mem_grow(s->text, &s->text_cap, s->text_len + strlen(form) + strlen(label) + 256, 1);
    int len = snprintf(s->text + s->text_len, s->text_cap - s->text_len, "%d\t%s\t_\tX\t_\t_\t%d\t%s\t_\t_\n",
                       id, form, head, label);
    s->text_len += (size_t)len;
}

static drawn begin(void)
{
    drawn d = {copse_sentence_new(), copse_tree_new()};
    d.s->first_line = 1;
    d.s->file = "test";
    return d;
}

static void finish(drawn *d)
{
    copse_error err;
    d->s->text = mem_grow(d->s->text, &d->s->text_cap, d->s->text_len + 256, 1);
    d->s->text[d->s->text_len++] = '\n';
    CHECK_INT(sen_scan(d->s, NULL, NULL), 0);
    CHECK_INT(copse_tree_read(d->tree, d->s, &err), 0);
}

static drawn sentence(const char *words) // "form/head/label form/head/label"
{
    drawn d = begin();
    char form[64], label[64];
    int head, used, id = 1;
    for (; sscanf(words, " %63[^/]/%d/%63[^ ]%n", form, &head, label, &used) == 3; words += used)
        add_word(d.s, id++, form, head, label);
    finish(&d);
    return d;
}

static void forget(drawn *d)
{
    copse_sentence_free(d->s);
    copse_tree_free(d->tree);
}

static void is_drawn(const char *words, copse_draw_options how, const char *expected)
{
    drawn d = sentence(words);
    size_t length;
    char *text = copse_draw(d.s, d.tree, NULL, &how, &length);
    CHECK_STRING(text, expected);
    CHECK_INT(length, strlen(text));
    free(text);
    forget(&d);
}

static const char mary[] = "John/2/nsubj saw/0/root Mary/2/obj ./2/punct";
static const char dog[] =
    "John/2/nsubj saw/0/root a/4/det dog/2/obj yesterday/2/tmod which/8/nsubj was/8/cop "
    "small/4/relcl";

static void rows_of_words(void)
{
    is_drawn(mary, (copse_draw_options){.width = 80},
             "       root\n"
             "        │╭─punct──╮\n"
             " ╭nsubj╮│├obj╮    │\n"
             " ▼     │▼│   ▼    ▼\n"
             "John   saw  Mary  .\n");
    is_drawn(mary, (copse_draw_options){.width = 80, .tags = true, .ascii = true},
             "       root\n"
             "        |.-punct--.\n"
             " .nsubj.|+obj.    |\n"
             " v     |v|   v    v\n"
             "John   saw  Mary  .\n"
             " X      X    X    X\n");
    is_drawn(dog, (copse_draw_options){.width = 80},
             "       root       ╭─────────relcl─────────╮\n"
             "        │╭───tmod─┼─────╮                 │\n"
             "        │├──obj──╮│     │       ╭─nsubj──╮│\n"
             " ╭nsubj╮││  ╭det╮││     │       │    ╭cop┤│\n"
             " ▼     │▼│  ▼   │▼│     ▼       ▼    ▼   │▼\n"
             "John   saw  a   dog yesterday which was small\n");
}

static void words_in_a_column(void)
{
    is_drawn(mary, (copse_draw_options){.width = 18},
             " ╭─ John  nsubj\n"
             "─┤  saw   root\n"
             " ├─ Mary  obj\n"
             " ╰─ .     punct\n");
    is_drawn(dog, (copse_draw_options){.width = 80, .vertical = true, .tags = true},
             " ╭─     John       X  nsubj\n"
             "─┤      saw        X  root\n"
             " │ ╭─   a          X  det\n"
             " ├─┤    dog        X  obj\n"
             " ╰─│    yesterday  X  tmod\n"
             "   │ ╭─ which      X  nsubj\n"
             "   │ ├─ was        X  cop\n"
             "   ╰─╯  small      X  relcl\n");
    is_drawn("a/3/x b/4/y c/0/r d/3/z", (copse_draw_options){.vertical = true, .ascii = true},
             " .-   a  x\n"
             " | .- b  y\n"
             "-+ |  c  r\n"
             " `-'  d  z\n");
    is_drawn("a/0/x b/0/y", (copse_draw_options){.vertical = true}, "─ a  x\n─ b  y\n");
}

static void two_trees(void)
{
    drawn a = sentence(mary), b = sentence("John/2/nsubj saw/0/root Mary/1/obj ./2/p");
    char *text = copse_draw(a.s, a.tree, b.tree, &(copse_draw_options){.width = 80}, NULL);
    CHECK_STRING(text, " ╭─ 1 John  nsubj\n"
                       "─┤  2 saw   root\n"
                       " ├─ 3 Mary  obj    ≠ obj ← 1\n"
                       " ╰─ 4 .     punct  ≠ p ← 2\n");
    free(text);
    text = copse_draw(a.s, a.tree, a.tree, &(copse_draw_options){.width = 80}, NULL);
    CHECK(!strstr(text, "≠"));
    free(text);
    forget(&a);
    forget(&b);
}

static int width_of(const char *s)
{
    return draw_width((copse_str){s, strlen(s)});
}

static void widths(void)
{
    CHECK_INT(width_of(""), 0);
    CHECK_INT(width_of("abc"), 3);
    CHECK_INT(width_of("né"), 2);
    CHECK_INT(width_of("ne\xcc\x81"), 2); // e and a combining accent
    CHECK_INT(width_of("猫が"), 4);
    CHECK_INT(width_of("한국"), 4);
    CHECK_INT(width_of("\xff\x01z"), 3); // shown as ??z
    is_drawn("猫/2/a 見た/0/r", (copse_draw_options){.width = 80},
             " ╭a─╮r\n"
             " ▼  │▼\n"
             " 猫 見た\n");
    is_drawn("a\x02\xfe/0/r", (copse_draw_options){.vertical = true}, "─ a??  r\n");
}

// --- reading drawings back

typedef struct picture { // a drawing as cells: directions, or LETTER
    int rows;
    unsigned char cell[ROWS][COLUMNS];
} picture;

enum { LETTER = 64 };

static void read_picture(picture *p, const char *text)
{
    static const char *const box[16] = {" ", "╵", "╷", "│", "╴", "╯", "╮", "┤",
                                        "╶", "╰", "╭", "├", "─", "┴", "┬", "┼"};
    memset(p, 0, sizeof *p);
    for (int column = 0; *text; text++) {
        if (*text == '\n') {
            p->rows++;
            column = 0;
            continue;
        }
        unsigned cell = LETTER;
        size_t len = 1;
        for (unsigned k = 0; k < 16; k++)
            if (!strncmp(text, box[k], strlen(box[k]))) {
                cell = k;
                len = strlen(box[k]);
            }
        if (!strncmp(text, "▼", strlen("▼"))) {
            cell = DRAW_ARROW;
            len = strlen("▼");
        }
        p->cell[p->rows][column++] = (unsigned char)cell;
        text += len - 1;
    }
}

// The row of the word's head in the vertical form, or -1 for the root.
static int head_row(const picture *p, int row)
{
    int at = 0;
    if (p->cell[row][0])
        return -1;
    while (!(p->cell[row][at] & DRAW_RIGHT) || p->cell[row][at] & (DRAW_LEFT | LETTER))
        at++;
    for (int step = -1; step <= 1; step += 2)
        for (int r = row; p->cell[r][at] & (step < 0 ? DRAW_UP : DRAW_DOWN);) {
            r += step;
            if (p->cell[r][at] & DRAW_LEFT)
                return r;
        }
    return -2;
}

// The same for the row form: up from the arrow in this column, along the arc, to the column where it ends at
// the head; gives the column of the head's arrow, or -1.
static int head_column(const picture *p, int bottom, int column)
{
    int row = bottom - 1;
    while (row >= 0 && p->cell[row][column] && (p->cell[row][column] & (DRAW_UP | LETTER)))
        row--;
    if (row < 0 || !p->cell[row][column])
        return -1;
    int step = p->cell[row][column] & DRAW_RIGHT ? 1 : -1;
    unsigned on = step > 0 ? DRAW_RIGHT : DRAW_LEFT;
    do
        column += step;
    while (p->cell[row][column] & (on | LETTER));
    return column + step;
}

static void check_column_form(const int *head, int n, const char *text)
{
    static picture p;
    read_picture(&p, text);
    REQUIRE(p.rows == n);
    for (int w = 1; w <= n; w++)
        CHECK_INT(head_row(&p, w - 1) + 1, head[w]);
}

static void check_row_form(const int *head, int n, const char *text)
{
    static picture p;
    read_picture(&p, text);
    int bottom = p.rows - 2, word_at[COLUMNS] = {0}, column_of[ROWS] = {0}, words = 0;
    for (int column = 0; column < COLUMNS; column++)
        if (p.cell[bottom][column] == DRAW_ARROW) {
            word_at[column] = ++words;
            column_of[words] = column;
        }
    REQUIRE(words == n);
    for (int w = 1; w <= n; w++) {
        int at = head_column(&p, bottom, column_of[w]);
        CHECK_INT(at < 0 ? 0 : word_at[at], head[w]);
    }
}

static void check_both(const int *head, int n)
{
    drawn d = begin();
    for (int w = 1; w <= n; w++)
        add_word(d.s, w, w % 3 ? "a" : "word", head[w], w % 2 ? "x" : "label");
    finish(&d);
    char *text =
        copse_draw(d.s, d.tree, NULL, &(copse_draw_options){.width = COLUMNS, .vertical = true}, NULL);
    check_column_form(head, n, text);
    free(text);
    text = copse_draw(d.s, d.tree, NULL, &(copse_draw_options){.width = COLUMNS}, NULL);
    check_row_form(head, n, text);
    free(text);
    forget(&d);
}

static void every_small_tree(void)
{
    int head[MOST + 1] = {-1};
    for (int n = 1; n <= 5 && !test_failures; n++) {
        memset(head + 1, 0, MOST * sizeof *head);
        do
            if (slow_is_tree(head, n))
                check_both(head, n);
        while (next_heads(head, n) && !test_failures);
    }
}

static void random_trees(void)
{
    rng r;
    rng_seed(&r, 5);
    for (int i = 0; i < 200 && !test_failures; i++) {
        int head[32], n = 6 + (int)rng_below(&r, 12);
        make_tree(&r, (shape)rng_below(&r, SHAPES), head, n);
        check_both(head, n);
    }
}

// No lane for everything, but a line for every word.
static void very_long(void)
{
    enum { N = 20000 };
    rng r;
    rng_seed(&r, 6);
    int *head = mem_alloc(N + 1, sizeof *head);
    for (int kind = 0; kind < SHAPES; kind++) {
        make_tree(&r, (shape)kind, head, N);
        drawn d = begin();
        for (int w = 1; w <= N; w++)
            add_word(d.s, w, "w", head[w], "l");
        finish(&d);
        char *text = copse_draw(d.s, d.tree, NULL, &(copse_draw_options){.width = 80}, NULL);
        int lines = 0;
        for (const char *p = text; (p = strchr(p, '\n')); p++)
            lines++;
        CHECK_INT(lines, N);
        free(text);
        forget(&d);
    }
    mem_free(head);
}

TESTS(TEST(rows_of_words), TEST(words_in_a_column), TEST(two_trees), TEST(widths), TEST(every_small_tree),
      TEST(random_trees), TEST(very_long))
