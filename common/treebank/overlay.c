// SPDX-License-Identifier: MIT
#include "common/treebank/overlay.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/text.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const copse_str nothing = {"_", 1};

void ov_put(copse_sentence *s, int word, copse_column column, copse_str value)
{
    if (!s->over && !value.s)
        return;
    mem_scope *before = mem_into(mem_scope_of(s));
    if (!s->over)
        s->over = mem_zero(1, sizeof *s->over);
    overlay *o = s->over;
    if (!o->column[column])
        o->column[column] = arena_zero(&o->own, (size_t)s->n + 1, sizeof *o->column[column]);
    if (value.s)
        value.s = arena_copy(&o->own, value.s, value.len);
    mem_into(before);
    o->column[column][word] = value;
    s->overlaid |= 1U << column;
    if (column == COPSE_HEAD)
        s->word[word].head = sen_head_of(sen_column(s, word, COPSE_HEAD));
}

void ov_put_tree(copse_sentence *s, const copse_tree *tree)
{
    for (int d = 1; d <= s->n; d++) {
        char head[16];
        const int len = snprintf(head, sizeof head, "%d", tree->head[d]);
        ov_put(s, d, COPSE_HEAD, (copse_str){head, (size_t)len});
        ov_put(s, d, COPSE_DEPREL, tree->label[d].len ? tree->label[d] : nothing);
    }
}

void ov_clear(copse_sentence *s)
{
    s->overlaid = 0;
    if (!s->over)
        return;
    memset(s->over->column, 0, sizeof s->over->column);
    arena_reset(&s->over->own);
}

// ---------------------------------------------------------------------------------------------------
// Overlays without a sentence

overlay *ov_copy(const copse_sentence *s, unsigned columns)
{
    overlay *o = NULL;
    for (int k = 0; k < COPSE_COLUMNS; k++) {
        if (!(s->overlaid & columns & 1U << k))
            continue;
        if (!o)
            o = mem_zero(1, sizeof *o);
        const copse_str *from = s->over->column[k];
        o->column[k] = arena_zero(&o->own, (size_t)s->n + 1, sizeof *from);
        for (int d = 1; d <= s->n; d++)
            if (from[d].s)
                o->column[k][d] = (copse_str){arena_copy(&o->own, from[d].s, from[d].len), from[d].len};
    }
    return o;
}

void ov_put_all(copse_sentence *s, const overlay *o)
{
    for (int k = 0; o && k < COPSE_COLUMNS; k++)
        for (int d = 1; o->column[k] && d <= s->n; d++)
            if (o->column[k][d].s)
                ov_put(s, d, (copse_column)k, o->column[k][d]);
}

void ov_free(overlay *o)
{
    if (!o)
        return;
    arena_done(&o->own);
    mem_free(o);
}

// Format: which columns have values, then for each value its length, or NONE, and its bytes.
#define NONE ((size_t)-1)

void ov_pack(text *out, const overlay *o, int n)
{
    unsigned columns = 0;
    for (int k = 0; o && k < COPSE_COLUMNS; k++)
        columns |= o->column[k] ? 1U << k : 0;
    text_add(out, (const char *)&columns, sizeof columns);
    for (int k = 0; k < COPSE_COLUMNS; k++)
        for (int d = 1; columns & 1U << k && d <= n; d++) {
            const copse_str value = o->column[k][d];
            const size_t len = value.s ? value.len : NONE;
            text_add(out, (const char *)&len, sizeof len);
            if (value.s)
                text_str(out, value);
        }
}

static copse_str unpack_value(const char **at, arena *own)
{
    size_t len;
    memcpy(&len, *at, sizeof len);
    *at += sizeof len;
    if (len == NONE)
        return (copse_str){NULL, 0};
    const copse_str value = {arena_copy(own, *at, len), len};
    *at += len;
    return value;
}

overlay *ov_unpack(const char **at, int n)
{
    unsigned columns;
    memcpy(&columns, *at, sizeof columns);
    *at += sizeof columns;
    if (!columns)
        return NULL;
    overlay *o = mem_zero(1, sizeof *o);
    for (int k = 0; k < COPSE_COLUMNS; k++) {
        if (!(columns & 1U << k))
            continue;
        o->column[k] = arena_zero(&o->own, (size_t)n + 1, sizeof *o->column[k]);
        for (int d = 1; d <= n; d++)
            o->column[k][d] = unpack_value(at, &o->own);
    }
    return o;
}

// ---------------------------------------------------------------------------------------------------
// Values from outside

static bool has_key(copse_str item, const char *key, size_t len)
{
    return item.len > len && memcmp(item.s, key, len) == 0 && item.s[len] == '=';
}

void misc_add(text *t, copse_str misc, const char *key, copse_str value)
{
    const size_t len = strlen(key);
    copse_str item;
    while (str_next_item(&misc, &item)) {
        if (str_is(item, "_") || has_key(item, key, len))
            continue;
        text_str(t, item);
        text_cat(t, "|");
    }
    text_add(t, key, len);
    text_cat(t, "=");
    text_str(t, value);
}

// Does the word exist? 0, or COPSE_EINPUT.
static int check_word(const copse_sentence *s, int word, copse_error *err)
{
    if (word >= 1 && word <= s->n)
        return 0;
    return err_set(err, COPSE_EINPUT, s->file, 0, "there is no word %d in a sentence of %d", word, s->n);
}

static int check_head(const copse_sentence *s, int word, copse_str value, copse_error *err)
{
    const int head = sen_head_of(value);
    char quoted[ERR_QUOTE];
    if (head >= 0 && head <= s->n)
        return 0;
    return err_set(err, COPSE_EINPUT, s->file, sen_line(s, word),
                   "head %s of word %d is not a number from 0 to %d", err_quote(quoted, value), word, s->n);
}

static int put(copse_sentence *sentence, int word, copse_column column, const char *value, copse_error *err)
{
    text fit = {0};
    int code = check_word(sentence, word, err);
    if (code)
        return code;
    if (column <= COPSE_ID || column >= COPSE_COLUMNS)
        return err_set(err, COPSE_EINPUT, sentence->file, sen_line(sentence, word),
                       "column %d is none that a value can be put over", (int)column + 1);
    if (value)
        sen_add_value(&fit, value);
    if (value && column == COPSE_HEAD)
        code = check_head(sentence, word, (copse_str){fit.s, fit.n}, err);
    if (!code)
        ov_put(sentence, word, column, (copse_str){fit.s, fit.n});
    text_done(&fit);
    return code;
}

int copse_sentence_put(copse_sentence *sentence, int word, copse_column column, const char *value,
                       copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, put(sentence, word, column, value, err));
}

static int put_misc(copse_sentence *sentence, int word, const char *key, const char *value, copse_error *err)
{
    copse_sentence *s = sentence;
    text fit = {0}, misc = {0};
    char quoted[ERR_QUOTE];
    int code = check_word(s, word, err);
    if (code)
        return code;
    if (s->format == COPSE_CONLLX)
        return err_set(err, COPSE_EINPUT, s->file, sen_line(s, word), "CoNLL-X has no MISC column");
    if (!key)
        key = "";
    if (!*key || strpbrk(key, "=|\t\r\n") || strcmp(key, "_") == 0)
        return err_set(err, COPSE_EINPUT, s->file, sen_line(s, word), "%s is not a key of MISC",
                       err_quote(quoted, (copse_str){key, strlen(key)}));
    if (value && strchr(value, '|'))
        return err_set(err, COPSE_EINPUT, s->file, sen_line(s, word), "%s is not a value of MISC",
                       err_quote(quoted, (copse_str){value, strlen(value)}));
    sen_add_value(&fit, value);
    misc_add(&misc, sen_column(s, word, COPSE_MISC), key, (copse_str){fit.s, fit.n});
    ov_put(s, word, COPSE_MISC, (copse_str){misc.s, misc.n});
    text_done(&fit);
    text_done(&misc);
    return 0;
}

int copse_sentence_put_misc(copse_sentence *sentence, int word, const char *key, const char *value,
                            copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, put_misc(sentence, word, key, value, err));
}
