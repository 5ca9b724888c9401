// SPDX-License-Identifier: MIT
// Passes a sentence through the stages of a model, on one thread.
#include "common/model/model.h"

#include "common/base/mem.h"
#include "common/treebank/overlay.h"
#include "common/treebank/tree.h"

#include <stdlib.h>

struct copse_parser {
    const copse_model *model;
    copse_parse_options options;
    mem_scope *memory;               // of the workers, which are given up when memory runs out
    bool ready;                      // the workers are there
    void *worker[MODEL_MOST_STAGES]; // [stages]
};

// All memory of the workers.
static void drop_workers(void *block)
{
    copse_parser *p = block;
    mem_scope_free(p->memory);
}

copse_parser *copse_parser_new(const copse_model *model, const copse_parse_options *options)
{
    if (!model)
        return NULL;
    copse_parser *p = mem_zero(1, sizeof *p);
    p->model = model;
    if (options)
        p->options = *options;
    p->memory = mem_scope_new();
    mem_on_release(p, drop_workers);
    return p;
}

void copse_parser_free(copse_parser *parser)
{
    if (!parser)
        return;
    for (size_t i = 0; parser->ready && i < parser->model->n; i++)
        parser->model->stage[i].kind->worker_free(parser->worker[i]);
    drop_workers(parser);
    mem_free(parser);
}

static void make_workers(copse_parser *p)
{
    for (size_t i = 0; i < p->model->n; i++)
        p->worker[i] = p->model->stage[i].kind->worker_new(p->model->stage[i].model, &p->options);
    p->ready = true;
}

// A parser's tree, with calibrated scores if they are wanted.
static void parse_with(copse_parser *parser, size_t i, const copse_sentence *sentence, copse_tree *tree)
{
    const model_stage *s = &parser->model->stage[i];
    stage_input in = {.sentence = sentence};
    if (parser->options.scores)
        in.temperature = cal_temperature(&s->calibration);
    s->kind->parse(parser->worker[i], &in, tree);
    if (parser->options.scores)
        cal_apply(&s->calibration, tree);
}

static void run_stages(copse_parser *parser, copse_sentence *sentence, copse_tree *tree)
{
    const copse_model *m = parser->model;
    bool parsed = false;
    if (!parser->ready)
        make_workers(parser);
    for (size_t i = 0; i < m->n; i++) {
        const stage_kind *kind = m->stage[i].kind;
        if (kind->parse)
            parse_with(parser, i, sentence, tree);
        else
            kind->run(parser->worker[i], sentence);
        if (kind->parse && i + 1 < m->n) // later stages see the tree
            ov_put_tree(sentence, tree);
        parsed |= kind->parse != NULL;
    }
    copse_error none;
    if (!parsed && tree_read(tree, sentence, &none) != 0)
        tree_resize(tree, 0);
}

int copse_parse(copse_parser *parser, copse_sentence *sentence, copse_tree *tree, copse_error *err)
{
    mem_guard guard;
    mem_begin_in(&guard, parser->memory);
    if (setjmp(guard.at)) {
        const int code = mem_failed(&guard, err);
        parser->ready = false;
        tree_resize(tree, 0);
        return code;
    }
    run_stages(parser, sentence, tree);
    return mem_end(&guard, 0);
}
