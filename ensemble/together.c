// SPDX-License-Identifier: MIT
// Joins models, and changes ensembles after loading.
#include "ensemble/ensemble.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/model/model.h"
#include "common/treebank/system_name.h"

#include <stdlib.h>
#include <string.h>

// The name of the model's file; NULL for joined ones.
static const char *model_file(const copse_model *m)
{
    return m->file ? box_path(m->file) : NULL;
}

// Checks that models can be joined. The ensemble will own them, so none may be named twice.
static int check_models(copse_model *const *models, size_t n, copse_error *err)
{
    if (n == 0 || !models)
        return err_set(err, COPSE_EINPUT, NULL, 0, "no models to join");
    if (n > EN_MOST)
        return err_set(err, COPSE_ELIMIT, NULL, 0, "%zu models together (limit %d)", n, EN_MOST);
    for (size_t i = 0; i < n; i++) {
        if (!models[i])
            return err_set(err, COPSE_EINPUT, NULL, 0, "model %zu of those to join is none", i + 1);
        if (models[i]->n != 1 || !models[i]->stage[0].kind->parse)
            return err_set(err, COPSE_EINPUT, model_file(models[i]), 0,
                           "is not a parser alone: only parsers can be joined");
        for (size_t k = 0; k < i; k++)
            if (models[k] == models[i])
                return err_set(err, COPSE_EINPUT, model_file(models[i]), 0,
                               "models %zu and %zu of those to join are one object", k + 1, i + 1);
    }
    return 0;
}

static copse_model *join(copse_model *const *models, size_t n, copse_error *err)
{
    if (check_models(models, n, err))
        return NULL;
    ensemble *e = mem_zero(1, sizeof *e);
    for (size_t i = 0; i < n; i++) {
        const char *called = models[i]->called, *file = model_file(models[i]);
        char *name = called ? mem_string(called, strlen(called)) : system_name(file ? file : "joined");
        en_node *node = en_add(e, name);
        mem_free(name);
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

copse_model *copse_model_together(copse_model *const *models, size_t n, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, err);
        return NULL;
    }
    copse_model *made = join(models, n, err);
    mem_end(&guard, made ? 0 : err->code);
    return made;
}

static ensemble *ensemble_of(copse_model *model, const char *for_what, copse_error *err)
{
    const model_stage *parser = model_parser(model);
    if (parser && parser->kind == &en_stage)
        return parser->model;
    err_set(err, COPSE_EINPUT, model_file(model), 0, "is one parser, not an ensemble with %s", for_what);
    return NULL;
}

static int set_weights(copse_model *model, const char *path, copse_error *err)
{
    ensemble *e = ensemble_of(model, "votes to weigh", err);
    if (!e)
        return err->code;
    const char **names = mem_alloc(e->voters, sizeof *names);
    en_voters(e, names);
    weights *w = path ? wt_load(path, names, e->voters, err) : wt_uniform(e->voters);
    mem_free(names);
    if (!w)
        return err->code;
    wt_free(e->weights);
    e->weights = w;
    model_parser(model)->calibration = (calibration){0}; // it was that of other votes
    return 0;
}

int copse_model_weights(copse_model *model, const char *path, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, set_weights(model, path, err));
}

static int choose_member(copse_model *model, const char *name, copse_error *err)
{
    ensemble *e = ensemble_of(model, "members", err);
    if (!e || en_choose(e, name ? name : "", model_file(model), err) != 0)
        return err->code;
    model_parser(model)->calibration = (calibration){0}; // it was that of the vote
    return 0;
}

int copse_model_member(copse_model *model, const char *name, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, choose_member(model, name, err));
}
