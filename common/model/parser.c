// SPDX-License-Identifier: MIT
// Passes a sentence through the stages of a model, on one thread.
#include "common/model/model.h"

#include "common/base/mem.h"
#include "common/treebank/overlay.h"
#include "common/treebank/tree.h"

#include <stdlib.h>

struct copse_parser {
    const copse_model *model;
    void *worker[MODEL_MOST_STAGES]; // [stages]
};

copse_parser *copse_parser_new(const copse_model *model, const copse_parse_options *options)
{
    static const copse_parse_options plain;
    if (!model)
        return NULL;
    copse_parser *p = mem_zero(1, sizeof *p);
    p->model = model;
    for (size_t i = 0; i < model->n; i++)
        p->worker[i] = model->stage[i].kind->worker_new(model->stage[i].model, options ? options : &plain);
    return p;
}

void copse_parser_free(copse_parser *parser)
{
    if (!parser)
        return;
    for (size_t i = 0; i < parser->model->n; i++)
        parser->model->stage[i].kind->worker_free(parser->worker[i]);
    mem_free(parser);
}

void copse_parse(copse_parser *parser, copse_sentence *sentence, copse_tree *tree)
{
    const copse_model *m = parser->model;
    bool parsed = false;
    for (size_t i = 0; i < m->n; i++) {
        const stage_kind *kind = m->stage[i].kind;
        if (kind->parse)
            kind->parse(parser->worker[i], sentence, NULL, tree);
        else
            kind->run(parser->worker[i], sentence);
        if (kind->parse && i + 1 < m->n) // later stages see the tree
            ov_put_tree(sentence, tree);
        parsed |= kind->parse != NULL;
    }
    copse_error none;
    if (!parsed && copse_tree_read(tree, sentence, &none) != 0)
        tree_resize(tree, 0);
}
