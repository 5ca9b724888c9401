// SPDX-License-Identifier: MIT
// Readers of plain text: a reader with the tokeniser of a model. (copse.h)
#include "common/treebank/reader.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/model/model.h"
#include "text/tokeniser.h"

// The tokeniser is the first stage.
static const model_stage *tokeniser_of(const copse_model *m)
{
    return m && m->n && m->stage[0].kind->split ? &m->stage[0] : NULL;
}

bool copse_model_reads_text(const copse_model *model)
{
    return tokeniser_of(model) != NULL;
}

// What is to be opened: a file or bytes.
typedef struct request {
    const char *path;
    bool in_memory;
    const void *bytes;
    size_t size;
    const char *name;
    const copse_model *model;
    copse_text_options options;
    bool any; // it may be a treebank too
} request;

static source *open_source(const request *q, copse_error *err)
{
    if (!q->in_memory)
        return src_open(q->path, err);
    if (q->bytes || !q->size)
        return src_memory(q->bytes, q->size, q->name);
    err_set(err, COPSE_EINPUT, q->name ? q->name : "<memory>", 0, "no bytes where %zu were promised",
            q->size);
    return NULL;
}

static copse_reader *open_text(const request *q, copse_error *err)
{
    const model_stage *t = tokeniser_of(q->model);
    splitter split = {0};
    source *src = open_source(q, err);
    if (src && t)
        split = t->kind->split(t->model, &q->options);
    else if (src && q->options.form == COPSE_TEXT_TOKENS && !q->any)
        split = tok_by_space(&q->options);
    if (src && !split.next && !q->any) {
        err_set(err, COPSE_EINPUT, src_name(src), 0,
                "plain text needs a model with a tokeniser, as 'copse train pipeline' makes them");
        src_close(src);
        src = NULL;
    }
    return rd_open_text(src, split, q->any, err);
}

static copse_reader *guarded(request *q, const copse_text_options *options, copse_error *err)
{
    mem_guard guard;
    if (options)
        q->options = *options;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, err);
        return NULL;
    }
    copse_reader *made = open_text(q, err);
    mem_end(&guard, made ? 0 : err->code);
    return made;
}

copse_reader *copse_reader_text(const char *path, const copse_model *model, const copse_text_options *options,
                                copse_error *err)
{
    return guarded(&(request){.path = path, .model = model}, options, err);
}

copse_reader *copse_reader_any(const char *path, const copse_model *model, const copse_text_options *options,
                               copse_error *err)
{
    return guarded(&(request){.path = path, .model = model, .any = true}, options, err);
}

copse_reader *copse_reader_text_memory(const void *bytes, size_t size, const char *name,
                                       const copse_model *model, const copse_text_options *options,
                                       copse_error *err)
{
    request q = {.in_memory = true, .bytes = bytes, .size = size, .name = name, .model = model};
    return guarded(&q, options, err);
}

copse_reader *copse_reader_any_memory(const void *bytes, size_t size, const char *name,
                                      const copse_model *model, const copse_text_options *options,
                                      copse_error *err)
{
    request q = {.in_memory = true, .bytes = bytes, .size = size, .name = name, .model = model};
    q.any = true;
    return guarded(&q, options, err);
}
