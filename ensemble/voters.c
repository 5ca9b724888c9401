// SPDX-License-Identifier: MIT
// Models joined, and what may be changed in an ensemble after it was loaded.
#include "ensemble/ensemble.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/model/model.h"
#include "common/treebank/system_name.h"

#include <stdlib.h>

copse_model *copse_model_together(copse_model *const *models, size_t n, copse_error *err)
{
    if (n == 0 || n > EN_MOST) {
        err_set(err, COPSE_ELIMIT, NULL, 0, "%zu models together (limit %d)", n, EN_MOST);
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        if (models[i]->n != 1 || !models[i]->stage[0].kind->parse) {
            err_set(err, COPSE_EINPUT, box_path(models[i]->file), 0,
                    "is not a parser alone: only parsers can be joined");
            return NULL;
        }
    ensemble *e = mem_zero(1, sizeof *e);
    for (size_t i = 0; i < n; i++) {
        char *name = system_name(models[i]->file ? box_path(models[i]->file) : "joined");
        en_node *node = en_add(e, name);
        free(name);
        node->kind = models[i]->stage[0].kind;
        node->model = models[i]->stage[0].model;
        node->whole = models[i];
        node->votes = i + 1;
    }
    en_settle(e);
    e->weights = wt_uniform(n);
    e->vote.root_as_systems = true;
    copse_model *m = model_of(&en_stage, e);
    for (size_t i = 0; i < n; i++)
        columns_add(&m->columns, &models[i]->columns);
    return m;
}

static ensemble *ensemble_of(copse_model *model, const char *for_what, copse_error *err)
{
    const model_stage *parser = model_parser(model);
    if (parser && parser->kind == &en_stage)
        return parser->model;
    err_set(err, COPSE_EINPUT, box_path(model->file), 0, "is one parser, not an ensemble with %s", for_what);
    return NULL;
}

int copse_model_weights(copse_model *model, const char *path, copse_error *err)
{
    ensemble *e = ensemble_of(model, "votes to weigh", err);
    if (!e)
        return err->code;
    const char **names = mem_alloc(e->voters, sizeof *names);
    en_voters(e, names);
    weights *w = path ? wt_load(path, names, e->voters, err) : wt_uniform(e->voters);
    free(names);
    if (!w)
        return err->code;
    wt_free(e->weights);
    e->weights = w;
    return 0;
}

int copse_model_member(copse_model *model, const char *name, copse_error *err)
{
    ensemble *e = ensemble_of(model, "members", err);
    return e ? en_choose(e, name, model->file ? box_path(model->file) : NULL, err) : err->code;
}
