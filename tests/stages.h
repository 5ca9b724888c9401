// SPDX-License-Identifier: MIT
// Stages that need no training: a tokeniser for which each line is a sentence of words between blanks, a
// tagger that takes the last letter of a form as its UPOS, a parser whose trees are chains labelled by UPOS,
// and a stage that copies trees into DEPS. Their models are one number.
#ifndef COPSE_TESTS_STAGES_H
#define COPSE_TESTS_STAGES_H

#include "common/base/mem.h"
#include "common/base/text.h"
#include "common/model/model.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct toy {
    uint32_t number; // tagger: put before the letter, if not 0; parser: the number of guides it needs
} toy;

typedef struct toy_worker {
    const toy *model;
    copse_sentence mirror;
} toy_worker;

static inline void *toy_load(const char *tag, const box *b, copse_error *err)
{
    cursor c;
    toy *t = mem_zero(1, sizeof *t);
    if (box_find(b, tag, 0, &c, err) == 0) {
        t->number = cur_u32(&c);
        if (cur_end(&c, err) == 0)
            return t;
    }
    mem_free(t);
    return NULL;
}

static inline void *toy_load_tagger(const box *b, copse_error *err)
{
    return toy_load("TOYT", b, err);
}

static inline void *toy_load_parser(const box *b, copse_error *err)
{
    return toy_load("TOYP", b, err);
}

static inline void *toy_load_copier(const box *b, copse_error *err)
{
    return toy_load("TOYC", b, err);
}

static inline void *toy_load_splitter(const box *b, copse_error *err)
{
    return toy_load("TOYS", b, err);
}

// Its model's number, if not 0, is the length of the longest line that it looks for.
static inline size_t toy_next(void *self, copse_str bytes, bool last, text *out)
{
    const size_t most = *(const uint32_t *)self;
    const char *end = bytes.len ? memchr(bytes.s, '\n', bytes.len) : NULL;
    size_t len = end ? (size_t)(end - bytes.s) : bytes.len, words = 0;
    if (!end && !last && !(most && len >= most))
        return 0;
    for (size_t i = 0, n; i < len; i += n) {
        char id[24];
        for (n = 0; i + n < len && bytes.s[i + n] != ' ';)
            n++;
        snprintf(id, sizeof id, "%zu\t", ++words);
        text_cat(out, id);
        text_add(out, bytes.s + i, n);
        text_cat(out, "\t_\t_\t_\t_\t_\t_\t_\t_\n");
        n += i + n < len; // the blank
    }
    text_cat(out, words ? "\n" : "");
    return len + (end != NULL);
}

static inline void toy_split_free(void *self)
{
    mem_free(self);
}

static inline splitter toy_split(const void *model, const copse_text_options *options)
{
    uint32_t *self = mem_alloc(1, sizeof *self);
    (void)options;
    *self = ((const toy *)model)->number;
    return (splitter){toy_next, toy_split_free, self};
}

static inline void toy_free(void *model)
{
    mem_free(model);
}

static inline void *toy_worker_new(const void *model, const copse_parse_options *options)
{
    (void)options;
    toy_worker *w = mem_zero(1, sizeof *w);
    w->model = model;
    return w;
}

static inline void toy_worker_free(void *worker)
{
    sen_mirror_done(&((toy_worker *)worker)->mirror);
    mem_free(worker);
}

static inline unsigned toy_reads_form(const void *model)
{
    (void)model;
    return 1U << COPSE_FORM;
}

static inline unsigned toy_reads_tag(const void *model)
{
    (void)model;
    return 1U << COPSE_FORM | 1U << COPSE_UPOS;
}

static inline unsigned toy_reads_tree(const void *model)
{
    (void)model;
    return 1U << COPSE_HEAD | 1U << COPSE_DEPREL;
}

static inline void toy_tag(void *worker, copse_sentence *s)
{
    const toy_worker *t = worker;
    for (int d = 1; d <= s->n; d++) {
        const copse_str form = sen_column(s, d, COPSE_FORM);
        char tag[16];
        const int len = t->model->number ? snprintf(tag, sizeof tag, "%u%c", (unsigned)t->model->number,
                                                    form.s[form.len - 1])
                                         : snprintf(tag, sizeof tag, "%c", form.s[form.len - 1]);
        ov_put(s, d, COPSE_UPOS, (copse_str){tag, (size_t)len});
    }
}

// It reads the words from right to left, to test views.
static inline void toy_parse(void *worker, const stage_input *in, copse_tree *tree)
{
    toy_worker *t = worker;
    const copse_sentence *s = in->sentence;
    sen_mirror(&t->mirror, s);
    tree_resize(tree, s->n);
    for (int d = 1; d <= s->n; d++) {
        const copse_str tag = sen_column(&t->mirror, s->n + 1 - d, COPSE_UPOS);
        tree->head[d] = d - 1;
        tree->label[d] = tree_keep(tree, tag);
    }
}

static inline void toy_copy(void *worker, copse_sentence *s)
{
    (void)worker;
    for (int d = 1; d <= s->n; d++) {
        const copse_str head = sen_column(s, d, COPSE_HEAD), label = sen_column(s, d, COPSE_DEPREL);
        char deps[64];
        const int len =
            snprintf(deps, sizeof deps, "%.*s:%.*s", (int)head.len, head.s, (int)label.len, label.s);
        ov_put(s, d, COPSE_DEPS, (copse_str){deps, (size_t)len});
    }
}

static inline int toy_guides(const void *model)
{
    return (int)((const toy *)model)->number;
}

static const stage_kind toy_tagger = {.name = "toy-tagger",
                                      .tag = "TOYT",
                                      .writes = 1U << COPSE_UPOS,
                                      .reads = toy_reads_form,
                                      .load = toy_load_tagger,
                                      .free = toy_free,
                                      .worker_new = toy_worker_new,
                                      .worker_free = toy_worker_free,
                                      .run = toy_tag};

static const stage_kind toy_parser = {.name = "toy-parser",
                                      .tag = "TOYP",
                                      .writes = STAGE_PARSER_WRITES,
                                      .reads = toy_reads_tag,
                                      .load = toy_load_parser,
                                      .free = toy_free,
                                      .worker_new = toy_worker_new,
                                      .worker_free = toy_worker_free,
                                      .parse = toy_parse,
                                      .guides = toy_guides};

static const stage_kind toy_copier = {.name = "toy-copier",
                                      .tag = "TOYC",
                                      .writes = 1U << COPSE_DEPS,
                                      .reads = toy_reads_tree,
                                      .load = toy_load_copier,
                                      .free = toy_free,
                                      .worker_new = toy_worker_new,
                                      .worker_free = toy_worker_free,
                                      .run = toy_copy};

static const stage_kind toy_splitter = {.name = "toy-splitter",
                                        .tag = "TOYS",
                                        .writes = 1U << COPSE_FORM,
                                        .reads = toy_reads_form,
                                        .load = toy_load_splitter,
                                        .free = toy_free,
                                        .split = toy_split};

static const stage_kind *const toy_kinds[] = {&toy_splitter, &toy_tagger, &toy_parser, &toy_copier, NULL};

// Writes the sections of a toy's model.
static inline void toy_save(box_writer *w, const stage_kind *kind, uint32_t number)
{
    box_begin(w, kind->tag);
    box_u32(w, number);
}

// A toy's model as bytes, which the caller frees.
static inline copse_str toy_bytes(const stage_kind *kind, uint32_t number)
{
    copse_error err;
    box_writer *w = box_writer_new();
    copse_str bytes = {NULL, 0};
    toy_save(w, kind, number);
    bytes.s = box_bytes(w, &bytes.len, &err);
    box_writer_free(w);
    return bytes;
}

#endif
