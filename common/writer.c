// SPDX-License-Identifier: MIT
// Sentences out again: the bytes as read, with the predicted columns put in their places.
#include "mem.h"
#include "save.h"
#include "sentence.h"
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct copse_writer {
    save *out;
    char *made; // [made_n] text of a sentence that is put together before it is written
    size_t made_n, made_cap;
};

copse_writer *copse_writer_open(const char *path, copse_error *err)
{
    save *out = save_open(path, err);
    if (!out)
        return NULL;
    copse_writer *w = mem_zero(1, sizeof *w);
    w->out = out;
    return w;
}

void copse_writer_free(copse_writer *writer)
{
    if (!writer)
        return;
    save_free(writer->out);
    free(writer->made);
    free(writer);
}

int copse_writer_commit(copse_writer *writer, copse_error *err)
{
    return save_commit(writer->out, err);
}

int copse_writer_bytes(copse_writer *writer, const void *bytes, size_t size, copse_error *err)
{
    return save_write(writer->out, bytes, size, err);
}

static void add_bytes(copse_writer *w, const char *s, size_t len)
{
    w->made = mem_grow(w->made, &w->made_cap, w->made_n + len, 1);
    memcpy(w->made + w->made_n, s, len);
    w->made_n += len;
}

static void add_str(copse_writer *w, copse_str s)
{
    add_bytes(w, s.s, s.len);
}

static void add(copse_writer *w, const char *s)
{
    add_bytes(w, s, strlen(s));
}

static int write_made(copse_writer *w, copse_error *err)
{
    size_t n = w->made_n;
    w->made_n = 0;
    return save_write(w->out, w->made, n, err);
}

// Adds the text from *done up to a column of a word, then value in the column's place.
static void replace(copse_writer *w, const copse_sentence *s, size_t *done, int word, copse_column column,
                    copse_str value)
{
    size_t from = s->word[word].column[column];
    add_bytes(w, s->text + *done, from - *done);
    add_str(w, value);
    *done = from + sen_column(s, word, column).len;
}

int copse_writer_put(copse_writer *writer, const copse_sentence *sentence, const copse_tree *tree,
                     copse_error *err)
{
    const copse_sentence *s = sentence;
    if (!tree)
        return save_write(writer->out, s->text, s->text_len, err);
    size_t done = 0;
    for (int d = 1; d <= s->n; d++) {
        char head[16];
        int len = snprintf(head, sizeof head, "%d", tree->head[d]);
        replace(writer, s, &done, d, COPSE_HEAD, (copse_str){head, (size_t)len});
        replace(writer, s, &done, d, COPSE_DEPREL, tree->label[d].len ? tree->label[d] : (copse_str){"_", 1});
    }
    add_bytes(writer, s->text + done, s->text_len - done);
    return write_made(writer, err);
}

// ---------------------------------------------------------------------------------------------------
// The other format. CoNLL-X's PHEAD and PDEPREL travel through CoNLL-U as the MISC items below.

static const char phead_key[] = "PHead=", pdeprel_key[] = "PDeprel=";

// Cuts the next item off a list separated by bars.
static copse_str next_item(copse_str *rest)
{
    const char *bar = memchr(rest->s, '|', rest->len);
    copse_str item = {rest->s, bar ? (size_t)(bar - rest->s) : rest->len};
    size_t used = item.len + (bar ? 1 : 0);
    *rest = (copse_str){rest->s + used, rest->len - used};
    return item;
}

static bool take(copse_str item, const char *key, copse_str *value)
{
    size_t k = strlen(key);
    if (item.len <= k || memcmp(item.s, key, k) != 0)
        return false;
    *value = (copse_str){item.s + k, item.len - k};
    return true;
}

// A form or lemma as CoNLL-X can have it: underscores for spaces.
static void add_without_spaces(copse_writer *w, copse_str s, copse_lost *lost)
{
    size_t from = w->made_n;
    add_str(w, s);
    if (!memchr(s.s, ' ', s.len))
        return;
    lost->spaces++;
    for (size_t i = from; i < w->made_n; i++)
        if (w->made[i] == ' ')
            w->made[i] = '_';
}

static void add_word_conllx(copse_writer *w, const copse_sentence *s, int d, copse_lost *lost)
{
    copse_str phead = {"_", 1}, pdeprel = {"_", 1}, misc = sen_column(s, d, COPSE_MISC);
    bool dropped = false;
    while (misc.len) {
        copse_str item = next_item(&misc);
        dropped |= !take(item, phead_key, &phead) && !take(item, pdeprel_key, &pdeprel) && !str_is(item, "_");
    }
    lost->misc += dropped;
    lost->deps += !str_is(sen_column(s, d, COPSE_DEPS), "_");
    for (copse_column k = COPSE_ID; k <= COPSE_DEPREL; k++) {
        if (k == COPSE_FORM || k == COPSE_LEMMA)
            add_without_spaces(w, sen_column(s, d, k), lost);
        else
            add_str(w, sen_column(s, d, k));
        add(w, "\t");
    }
    add_str(w, phead);
    add(w, "\t");
    add_str(w, pdeprel);
    add(w, "\n");
}

static void add_word_conllu(copse_writer *w, const copse_sentence *s, int d)
{
    copse_str phead = sen_column(s, d, COPSE_DEPS), pdeprel = sen_column(s, d, COPSE_MISC);
    bool has_phead = !str_is(phead, "_"), has_pdeprel = !str_is(pdeprel, "_");
    for (copse_column k = COPSE_ID; k <= COPSE_DEPREL; k++) {
        add_str(w, sen_column(s, d, k));
        add(w, "\t");
    }
    add(w, has_phead || has_pdeprel ? "_\t" : "_\t_");
    if (has_phead) {
        add(w, phead_key);
        add_str(w, phead);
    }
    if (has_phead && has_pdeprel)
        add(w, "|");
    if (has_pdeprel) {
        add(w, pdeprel_key);
        add_str(w, pdeprel);
    }
    add(w, "\n");
}

// Comments stand before the words in CoNLL-U, wherever they were.
static void add_comments(copse_writer *w, const copse_sentence *s)
{
    size_t pos = sen_begin(s);
    copse_str line;
    while (sen_next_line(s, &pos, &line))
        if (line.len && line.s[0] == '#') {
            add_str(w, line);
            add(w, "\n");
        }
}

int copse_writer_convert(copse_writer *writer, const copse_sentence *sentence, copse_format to,
                         copse_lost *lost, copse_error *err)
{
    const copse_sentence *s = sentence;
    if (s->format == to)
        return copse_writer_put(writer, s, NULL, err);
    if (to == COPSE_CONLLX) {
        lost->comments += s->comments;
        lost->multiword += s->multiword;
        lost->empty_nodes += s->empty_nodes;
    } else if (s->comments) {
        add_comments(writer, s);
    }
    for (int d = 1; d <= s->n; d++) {
        if (to == COPSE_CONLLX)
            add_word_conllx(writer, s, d, lost);
        else
            add_word_conllu(writer, s, d);
    }
    if (s->n)
        add(writer, "\n");
    return write_made(writer, err);
}
