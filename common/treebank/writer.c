// SPDX-License-Identifier: MIT
// Writes sentences: the bytes as read, with the predicted columns replaced.
#include "common/treebank/writer.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/formats.h"
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

static int convert(copse_writer *writer, const copse_sentence *sentence, copse_format to, copse_lost *lost,
                   copse_error *err)
{
    const copse_sentence *s = sentence;
    const fmt *f = fmt_of(to);
    copse_lost ignored = {0};
    if (to == s->source && s->source != s->format && !s->overlaid)
        return save_write(writer->out, s->raw, s->raw_len, err);
    if (to == s->format)
        return put(writer, s, NULL, err);
    if (!f || !f->write)
        return err_set(err, COPSE_EINPUT, save_name(writer->out), 0, "%s cannot be written",
                       f ? f->title : "a format that is none");
    f->write(&writer->made, s, lost ? lost : &ignored);
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
