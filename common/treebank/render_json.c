// SPDX-License-Identifier: MIT
// Sentences as JSON, one line each, and as plain text. docs/parse.md describes the members.
#include "common/treebank/render.h"

#include "common/base/mem.h"
#include "common/base/utf8.h"
#include "common/treebank/formats.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------
// The lines of a sentence

typedef enum line_kind { LINE_BLANK, LINE_COMMENT, LINE_RANGE, LINE_EMPTY, LINE_WORD } line_kind;

typedef struct line {
    line_kind kind;
    copse_str text;
    copse_str column[COPSE_COLUMNS]; // of tokens; of words with the values over them
    int word;                        // its index
    int from, to;                    // the ids of a range
} line;

typedef struct walk {
    const copse_sentence *s;
    size_t pos;
    int word; // the last one
} walk;

static walk walk_begin(const copse_sentence *s)
{
    return (walk){s, sen_begin(s), 0};
}

static int number(copse_str s)
{
    const int n = sen_head_of(s);
    return n < 0 ? 0 : n;
}

// What kind of token the id makes the line, and its columns.
static void look_at_token(walk *w, line *l)
{
    copse_str rest = l->text;
    for (int k = 0; k < COPSE_COLUMNS; k++) {
        l->column[k] = (copse_str){"", 0};
        if (rest.s)
            fmt_next_field(&rest, &l->column[k]);
    }
    const copse_str id = l->column[COPSE_ID];
    const char *dash = id.len ? memchr(id.s, '-', id.len) : NULL;
    l->kind = dash ? LINE_RANGE : id.len && memchr(id.s, '.', id.len) ? LINE_EMPTY : LINE_WORD;
    if (dash) {
        l->from = number((copse_str){id.s, (size_t)(dash - id.s)});
        l->to = number((copse_str){dash + 1, (size_t)(id.s + id.len - dash - 1)});
    }
    if (l->kind != LINE_WORD || w->word == w->s->n)
        return;
    l->word = ++w->word;
    for (copse_column k = COPSE_FORM; k < COPSE_COLUMNS; k++)
        l->column[k] = sen_column(w->s, l->word, k);
}

static bool walk_next(walk *w, line *l)
{
    if (!sen_next_line(w->s, &w->pos, &l->text))
        return false;
    l->word = l->from = l->to = 0;
    l->kind = sen_is_blank(l->text) ? LINE_BLANK : l->text.s[0] == '#' ? LINE_COMMENT : LINE_WORD;
    if (l->kind == LINE_WORD)
        look_at_token(w, l);
    return true;
}

static bool misc_item(const line *l, const char *key, copse_str *value)
{
    copse_str rest = l->column[COPSE_MISC], item;
    while (str_next_item(&rest, &item))
        if (fmt_item(item, key, value))
            return true;
    return false;
}

// ---------------------------------------------------------------------------------------------------
// Plain text

// Calls put for each token as it stands in the text: a multiword token once.
static void each_token(const copse_sentence *s, void (*put)(text *t, const line *l), text *t)
{
    walk w = walk_begin(s);
    line l;
    int covered = 0; // words up to this id belong to the last multiword token
    while (walk_next(&w, &l)) {
        if (l.kind == LINE_RANGE) {
            covered = l.to;
            put(t, &l);
        } else if (l.kind == LINE_WORD && (!l.word || s->word[l.word].id > covered)) {
            put(t, &l);
        }
    }
}

static void put_apart(text *t, const line *l)
{
    const copse_str form = l->column[COPSE_FORM];
    for (size_t i = 0; i < form.len; i++)
        text_add(t, form.s[i] == ' ' ? "_" : form.s + i, 1);
    text_add(t, " ", 1);
}

void render_tokens(text *t, const copse_sentence *s)
{
    const size_t before = t->n;
    each_token(s, put_apart, t);
    if (t->n > before)
        t->s[t->n - 1] = '\n';
}

static void put_spaced(text *t, const line *l)
{
    copse_str value;
    text_str(t, l->column[COPSE_FORM]);
    if (!misc_item(l, "SpaceAfter=", &value) || !str_is(value, "No"))
        text_add(t, " ", 1);
}

// The text of a sentence without the comment that gives it.
static void spell(text *t, const copse_sentence *s)
{
    each_token(s, put_spaced, t);
    if (t->n && t->s[t->n - 1] == ' ')
        t->n--;
}

// ---------------------------------------------------------------------------------------------------
// JSON

static void put_string(text *t, copse_str s)
{
    char escape[16];
    text_add(t, "\"", 1);
    for (size_t i = 0, len; i < s.len; i += len) {
        uint32_t point = 0;
        len = utf8_decode(s.s + i, s.len - i, &point);
        if (!len) {
            text_cat(t, "\xef\xbf\xbd");
            len = 1;
        } else if (utf8_is_control(point)) {
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)point);
            text_cat(t, escape);
        } else {
            text_add(t, "\\", point == '"' || point == '\\');
            text_add(t, s.s + i, len);
        }
    }
    text_add(t, "\"", 1);
}

static void put_key(text *t, const char *key)
{
    const char last = t->s[t->n - 1];
    text_cat(t, last == '{' || last == '[' ? "\"" : ", \"");
    text_cat(t, key);
    text_cat(t, "\": ");
}

static void put_value(text *t, const char *key, copse_str value)
{
    put_key(t, key);
    put_string(t, value);
}

static void put_number(text *t, const char *key, long n)
{
    put_key(t, key);
    fmt_number(t, n);
}

static void put_share(text *t, const char *key, float score)
{
    char digits[32];
    const int v = score > 0 ? (int)((score < 1 ? score : 1.0F) * 10000 + 0.5F) : 0;
    snprintf(digits, sizeof digits, "%d.%04d", v / 10000, v % 10000);
    put_key(t, key);
    text_cat(t, digits);
}

// A comment "# key = value": the value. key is "": the comment without its sign.
static bool comment_value(copse_str comment, const char *key, copse_str *value)
{
    copse_str c = {comment.s + 1, comment.len - 1};
    const size_t n = strlen(key);
    while (c.len && (c.s[0] == ' ' || c.s[0] == '\t')) {
        c.s++;
        c.len--;
    }
    if (c.len < n || memcmp(c.s, key, n) != 0)
        return false;
    c = (copse_str){c.s + n, c.len - n};
    while (n && c.len && c.s[0] == ' ') {
        c.s++;
        c.len--;
    }
    if (n && (!c.len || c.s[0] != '='))
        return false;
    for (bool first = true; n && c.len && (first || c.s[0] == ' '); first = false) {
        c.s++;
        c.len--;
    }
    *value = c;
    return true;
}

// Comments that have members of their own.
static const struct named {
    const char *key, *member;
    bool number;
} named[] = {{"sent_id", "sent_id", false},       {"text", "text", false}, {"newdoc id", "newdoc", false},
             {"newpar id", "newpar", false},      {"rank", "rank", true},  {"score", "score", true},
             {"probability", "probability", true}};
enum { NAMED = sizeof named / sizeof named[0], TEXT = 1 };

typedef struct comment_set {
    copse_str value[NAMED]; // s is NULL: not there. The first of several
    bool of_list[NAMED];    // it came with the list of trees, which gives valid numbers
    text others;            // strings, separated by commas
} comment_set;

static void take_comment(comment_set *c, copse_str comment, bool of_list)
{
    copse_str value;
    for (size_t i = 0; i < NAMED; i++)
        if ((!named[i].number || of_list) && !c->value[i].s && comment_value(comment, named[i].key, &value)) {
            c->value[i] = value;
            return;
        }
    comment_value(comment, "", &value);
    text_cat(&c->others, c->others.n ? ", " : "");
    put_string(&c->others, value);
}

static void put_comments(text *t, const copse_sentence *s, copse_str more)
{
    comment_set c = {0};
    walk w = walk_begin(s);
    line l;
    copse_str one;
    while (walk_next(&w, &l))
        if (l.kind == LINE_COMMENT)
            take_comment(&c, l.text, false);
    while (fmt_next_line(&more, &one))
        take_comment(&c, one, true);
    text spelt = {0};
    if (!c.value[TEXT].s) {
        spell(&spelt, s);
        c.value[TEXT] = (copse_str){spelt.n ? spelt.s : "", spelt.n};
    }
    for (size_t i = 0; i < NAMED; i++) {
        if (!c.value[i].s)
            continue;
        put_key(t, named[i].member);
        if (named[i].number)
            text_str(t, c.value[i]);
        else
            put_string(t, c.value[i]);
    }
    if (c.others.n) {
        put_key(t, "comments");
        text_cat(t, "[");
        text_add(t, c.others.s, c.others.n);
        text_cat(t, "]");
    }
    text_done(&spelt);
    text_done(&c.others);
}

static void put_id(text *t, const line *l)
{
    text_cat(t, "\"id\": ");
    if (l->kind == LINE_RANGE) {
        text_cat(t, "[");
        fmt_number(t, l->from);
        text_cat(t, ", ");
        fmt_number(t, l->to);
        text_cat(t, "]");
    } else if (l->kind == LINE_EMPTY) {
        put_string(t, l->column[COPSE_ID]);
    } else {
        fmt_number(t, number(l->column[COPSE_ID]));
    }
}

static void put_columns(text *t, const copse_sentence *s, const line *l, const copse_tree *tree)
{
    static const char *const names[2][COPSE_COLUMNS] = {
        {"id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc"},
        {"id", "form", "lemma", "cpostag", "postag", "feats", "head", "deprel", "phead", "pdeprel"}};
    for (copse_column k = COPSE_FORM; k < COPSE_COLUMNS; k++) {
        const char *name = names[s->format == COPSE_CONLLX][k];
        const bool parsed = tree && l->word;
        const copse_str value = parsed && k == COPSE_DEPREL ? tree->label[l->word] : l->column[k];
        const int head = parsed ? tree->head[l->word] : sen_head_of(value);
        if (k == COPSE_FORM) {
            put_value(t, name, value);
        } else if (k == COPSE_HEAD && head >= 0) {
            put_number(t, name, head);
        } else if (!value.len || (str_is(value, "_") && !(k == COPSE_LEMMA && str_is(l->column[1], "_")))) {
            put_key(t, name);
            text_cat(t, "null");
        } else {
            put_value(t, name, value);
        }
    }
}

// Where the token stands in the text, if MISC says so.
static void put_place(text *t, const line *l)
{
    copse_str range;
    if (!misc_item(l, "TokenRange=", &range))
        return;
    const char *colon = range.len ? memchr(range.s, ':', range.len) : NULL;
    const copse_str from = {range.s, colon ? (size_t)(colon - range.s) : 0},
                    to = {range.s + from.len + 1, colon ? range.len - from.len - 1 : 0};
    for (size_t i = 0; i < range.len; i++)
        if (range.s + i != colon && (range.s[i] < '0' || range.s[i] > '9'))
            return;
    if (!from.len || !to.len || (from.len > 1 && from.s[0] == '0') || (to.len > 1 && to.s[0] == '0'))
        return;
    put_key(t, "start");
    text_str(t, from);
    put_key(t, "end");
    text_str(t, to);
}

static void put_token(text *t, const copse_sentence *s, const line *l, const copse_tree *tree, bool scores)
{
    text_cat(t, t->s[t->n - 1] == '[' ? "{" : ", {");
    put_id(t, l);
    if (l->kind == LINE_RANGE)
        put_value(t, "form", l->column[COPSE_FORM]);
    else
        put_columns(t, s, l, tree);
    if (l->kind == LINE_RANGE && !str_is(l->column[COPSE_MISC], "_") && l->column[COPSE_MISC].len)
        put_value(t, "misc", l->column[COPSE_MISC]);
    put_place(t, l);
    if (scores && l->word) {
        put_share(t, "score", tree->score[l->word]);
        if (tree->label_scored)
            put_share(t, "label_score", tree->label_score[l->word]);
    }
    text_cat(t, "}");
}

void render_json(text *t, const copse_sentence *s, const copse_tree *tree, bool scores, copse_str comments)
{
    walk w = walk_begin(s);
    line l;
    if (!s->n)
        return;
    if (tree && tree->n != s->n)
        tree = NULL;
    text_cat(t, "{");
    put_comments(t, s, comments);
    put_key(t, "tokens");
    text_cat(t, "[");
    while (walk_next(&w, &l))
        if (l.kind > LINE_COMMENT)
            put_token(t, s, &l, tree, scores && tree);
    text_cat(t, "]}\n");
}

// ---------------------------------------------------------------------------------------------------

void render_as(text *t, const copse_sentence *s, const copse_tree *tree, copse_rendering as, bool scores)
{
    if (as == COPSE_RENDER_JSON)
        render_json(t, s, tree, scores, (copse_str){"", 0});
    else if (as == COPSE_RENDER_TEXT)
        render_tokens(t, s);
    else
        render_sentence(t, s, tree, scores && s->format == COPSE_CONLLU);
}

char *copse_render(const copse_sentence *sentence, const copse_tree *tree, copse_rendering as, bool scores,
                   size_t *length)
{
    copse_error ignored;
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, &ignored);
        return NULL;
    }
    text t = {0};
    render_as(&t, sentence, tree, as, scores);
    if (length)
        *length = t.n;
    text_add(&t, "", 1);
    mem_end(&guard, 0);
    return mem_give(t.s);
}
