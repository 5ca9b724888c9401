// SPDX-License-Identifier: MIT
// Models of all kinds. A new kind of parser is one row here.
#include "ensemble/ensemble.h"
#include "common/base/error.h"
#include "graph/model.h"
#include "common/base/mem.h"
#include "transition/model.h"

#include <stdlib.h>
#include <string.h>

static const stage_kind *const kinds[] = {&tm_stage, &gm_stage, &en_stage};

struct copse_parser {
    const stage_kind *kind;
    void *parser;
};

const stage_kind *en_kind_of(const box *b)
{
    for (size_t s = 0; s < box_sections(b); s++)
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
            if (strcmp(box_section_at(b, s).tag, kinds[k]->tag) == 0)
                return kinds[k];
    return NULL;
}

copse_model *copse_model_load(const char *path, copse_error *err)
{
    box *file = box_open(path, err);
    if (!file)
        return NULL;
    const stage_kind *kind = en_kind_of(file);
    void *model = NULL;
    if (!kind)
        err_set(err, COPSE_EMODEL, path, 0, "holds no parser of a kind that this version knows");
    else
        model = kind->load(file, err);
    if (model && stage_guides(kind, model)) {
        err_set(err, COPSE_EMODEL, path, 0,
                "wants the trees of %d other parsers, and has to be inside an ensemble",
                stage_guides(kind, model));
        kind->free(model);
        model = NULL;
    }
    if (!model) {
        box_close(file);
        return NULL;
    }
    copse_model *m = mem_alloc(1, sizeof *m);
    *m = (copse_model){kind, file, model};
    return m;
}

void copse_model_free(copse_model *model)
{
    if (!model)
        return;
    model->kind->free(model->model);
    box_close(model->file);
    free(model);
}

copse_parser *copse_parser_new(const copse_model *model, const copse_parse_options *options)
{
    static const copse_parse_options plain;
    copse_parser *p = mem_alloc(1, sizeof *p);
    *p = (copse_parser){model->kind, model->kind->worker_new(model->model, options ? options : &plain)};
    return p;
}

void copse_parser_free(copse_parser *parser)
{
    if (!parser)
        return;
    parser->kind->worker_free(parser->parser);
    free(parser);
}

void copse_parse(copse_parser *parser, const copse_sentence *sentence, copse_tree *tree)
{
    parser->kind->parse(parser->parser, sentence, NULL, tree);
}
