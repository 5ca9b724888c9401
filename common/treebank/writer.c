// SPDX-License-Identifier: MIT
// Writes sentences: the bytes as read, with the predicted columns replaced.
#include "common/treebank/writer.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/render.h"
#include "common/base/save.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdlib.h>
#include <string.h>

struct copse_writer {
    save *out;
    text made; // the sentence being composed
};

static copse_writer *new_writer(save *out)
{
    copse_writer *w = mem_zero(1, sizeof *w);
    w->out = out;
    return w;
}

static copse_writer *open_file(const char *path, copse_error *err)
{
    save *out = save_open(path, err);
    return out ? new_writer(out) : NULL;
}

copse_writer *copse_writer_open(const char *path, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, err);
        return NULL;
    }
    copse_writer *made = open_file(path, err);
    mem_end(&guard, made ? 0 : err->code);
    return made;
}

copse_writer *copse_writer_memory(void)
{
    return new_writer(save_memory());
}

const void *copse_writer_data(const copse_writer *writer, size_t *size)
{
    size_t ignored;
    return save_data(writer->out, size ? size : &ignored);
}

void copse_writer_free(copse_writer *writer)
{
    if (!writer)
        return;
    save_free(writer->out);
    text_done(&writer->made);
    mem_free(writer);
}

save *wr_target(copse_writer *writer)
{
    return writer->out;
}

// After a failed allocation nothing remains of the sentence that was being composed.
static int writer_failed(copse_writer *w, mem_guard *guard, copse_error *err)
{
    w->made.n = 0;
    return mem_failed(guard, err);
}

static int commit(copse_writer *writer, copse_error *err)
{
    return save_commit(writer->out, err);
}

int copse_writer_commit(copse_writer *writer, copse_error *err)
{
    mem_guard guard;
    mem_begin_for(&guard, writer);
    if (setjmp(guard.at))
        return writer_failed(writer, &guard, err);
    return mem_end(&guard, commit(writer, err));
}

static int write_bytes(copse_writer *writer, const void *bytes, size_t size, copse_error *err)
{
    if (!bytes && size)
        return err_set(err, COPSE_EINPUT, save_name(writer->out), 0, "no bytes where %zu were promised",
                       size);
    return save_write(writer->out, bytes, size, err);
}

int copse_writer_bytes(copse_writer *writer, const void *bytes, size_t size, copse_error *err)
{
    mem_guard guard;
    mem_begin_for(&guard, writer);
    if (setjmp(guard.at))
        return writer_failed(writer, &guard, err);
    return mem_end(&guard, write_bytes(writer, bytes, size, err));
}

int wr_flush(copse_writer *writer, copse_error *err)
{
    return save_flush(writer->out, err);
}

static int write_made(copse_writer *w, copse_error *err)
{
    size_t n = w->made.n;
    w->made.n = 0;
    return save_write(w->out, w->made.s, n, err);
}

static int put(copse_writer *writer, const copse_sentence *sentence, const copse_tree *tree, copse_error *err)
{
    const copse_sentence *s = sentence;
    if (!tree && !s->overlaid)
        return save_write(writer->out, s->text, s->text_len, err);
    const int code = tree ? tree_fits(tree, s, "tree", err) : 0;
    if (code < 0)
        return code;
    render_sentence(&writer->made, s, tree, false);
    return write_made(writer, err);
}

int copse_writer_put(copse_writer *writer, const copse_sentence *sentence, const copse_tree *tree,
                     copse_error *err)
{
    mem_guard guard;
    mem_begin_for(&guard, writer);
    if (setjmp(guard.at))
        return writer_failed(writer, &guard, err);
    return mem_end(&guard, put(writer, sentence, tree, err));
}

// ---------------------------------------------------------------------------------------------------
// Conversion to the other format. In CoNLL-U, PHEAD and PDEPREL of CoNLL-X are kept as the MISC items below.

static const char phead_key[] = "PHead=", pdeprel_key[] = "PDeprel=";

static bool take(copse_str item, const char *key, copse_str *value)
{
    size_t k = strlen(key);
    if (item.len <= k || memcmp(item.s, key, k) != 0)
        return false;
    *value = (copse_str){item.s + k, item.len - k};
    return true;
}

// Adds a form or lemma for CoNLL-X: spaces become underscores.
static void add_without_spaces(text *w, copse_str s, copse_lost *lost)
{
    size_t from = w->n;
    text_str(w, s);
    if (!memchr(s.s, ' ', s.len))
        return;
    lost->spaces++;
    for (size_t i = from; i < w->n; i++)
        if (w->s[i] == ' ')
            w->s[i] = '_';
}

static void add_word_conllx(text *w, const copse_sentence *s, int d, copse_lost *lost)
{
    copse_str phead = {"_", 1}, pdeprel = {"_", 1}, misc = sen_column(s, d, COPSE_MISC), item;
    bool dropped = false;
    while (str_next_item(&misc, &item))
        dropped |= !take(item, phead_key, &phead) && !take(item, pdeprel_key, &pdeprel) && !str_is(item, "_");
    lost->misc += dropped;
    lost->deps += !str_is(sen_column(s, d, COPSE_DEPS), "_");
    for (copse_column k = COPSE_ID; k <= COPSE_DEPREL; k++) {
        if (k == COPSE_FORM || k == COPSE_LEMMA)
            add_without_spaces(w, sen_column(s, d, k), lost);
        else
            text_str(w, sen_column(s, d, k));
        text_cat(w, "\t");
    }
    text_str(w, phead);
    text_cat(w, "\t");
    text_str(w, pdeprel);
    text_cat(w, "\n");
}

static void add_word_conllu(text *w, const copse_sentence *s, int d)
{
    copse_str phead = sen_column(s, d, COPSE_DEPS), pdeprel = sen_column(s, d, COPSE_MISC);
    bool has_phead = !str_is(phead, "_"), has_pdeprel = !str_is(pdeprel, "_");
    for (copse_column k = COPSE_ID; k <= COPSE_DEPREL; k++) {
        text_str(w, sen_column(s, d, k));
        text_cat(w, "\t");
    }
    text_cat(w, has_phead || has_pdeprel ? "_\t" : "_\t_");
    if (has_phead) {
        text_cat(w, phead_key);
        text_str(w, phead);
    }
    if (has_phead && has_pdeprel)
        text_cat(w, "|");
    if (has_pdeprel) {
        text_cat(w, pdeprel_key);
        text_str(w, pdeprel);
    }
    text_cat(w, "\n");
}

// Adds all comments: in CoNLL-U they stand before the words, wherever they were.
static void add_comments(text *w, const copse_sentence *s)
{
    size_t pos = sen_begin(s);
    copse_str line;
    while (sen_next_line(s, &pos, &line))
        if (line.len && line.s[0] == '#') {
            text_str(w, line);
            text_cat(w, "\n");
        }
}

static int convert(copse_writer *writer, const copse_sentence *sentence, copse_format to, copse_lost *lost,
                   copse_error *err)
{
    const copse_sentence *s = sentence;
    copse_lost ignored = {0};
    if (!lost)
        lost = &ignored;
    if (s->format == to)
        return put(writer, s, NULL, err);
    if (to == COPSE_CONLLX) {
        lost->comments += s->comments;
        lost->multiword += s->multiword;
        lost->empty_nodes += s->empty_nodes;
    } else if (s->comments) {
        add_comments(&writer->made, s);
    }
    for (int d = 1; d <= s->n; d++) {
        if (to == COPSE_CONLLX)
            add_word_conllx(&writer->made, s, d, lost);
        else
            add_word_conllu(&writer->made, s, d);
    }
    if (s->n)
        text_cat(&writer->made, "\n");
    return write_made(writer, err);
}

int copse_writer_convert(copse_writer *writer, const copse_sentence *sentence, copse_format to,
                         copse_lost *lost, copse_error *err)
{
    mem_guard guard;
    mem_begin_for(&guard, writer);
    if (setjmp(guard.at))
        return writer_failed(writer, &guard, err);
    return mem_end(&guard, convert(writer, sentence, to, lost, err));
}
