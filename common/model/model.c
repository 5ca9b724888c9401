// SPDX-License-Identifier: MIT
#include "common/model/model.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/system_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

copse_model *model_of(const stage_kind *kind, void *model)
{
    copse_model *m = mem_zero(1, sizeof *m);
    m->stage[0] =
        (model_stage){.kind = kind, .model = model, .name = mem_string(kind->name, strlen(kind->name))};
    m->n = 1;
    return m;
}

void copse_model_free(copse_model *model)
{
    if (!model)
        return;
    for (size_t i = 0; i < model->n; i++) {
        const model_stage *s = &model->stage[i];
        if (s->model)
            s->kind->free(s->model);
        box_close(s->inside);
        mem_free(s->name);
    }
    box_close(model->file);
    mem_free(model->called);
    mem_free(model);
}

model_stage *model_parser(copse_model *m)
{
    for (size_t i = m->n; i-- > 0;)
        if (m->stage[i].kind->parse)
            return &m->stage[i];
    return NULL;
}

bool copse_model_prunes(const copse_model *model)
{
    for (size_t i = 0; model && i < model->n; i++) {
        const model_stage *s = &model->stage[i];
        if (s->kind->prunes && s->kind->prunes(s->model))
            return true;
    }
    return false;
}

unsigned model_reads(const copse_model *m)
{
    unsigned reads = 0, written = 0;
    for (size_t i = 0; i < m->n; i++) {
        reads |= m->stage[i].kind->reads(m->stage[i].model) & ~written;
        written |= m->stage[i].kind->writes;
    }
    return reads;
}

// ---------------------------------------------------------------------------------------------------
// Loading

// Loads the last stage of m from b. who, for messages: "", or the stage's name and a blank.
static int load_stage(copse_model *m, const box *b, const char *who, const stage_kind *const *kinds,
                      copse_error *err)
{
    model_stage *s = &m->stage[m->n - 1];
    if (!(s->kind = stage_among(kinds, b)))
        return err_set(err, COPSE_EMODEL, box_path(b), 0,
                       "%sholds no parser of a kind that this version knows", who);
    if (!(s->model = s->kind->load(b, err)) || cal_load(&s->calibration, b, err) != 0)
        return err->code;
    const int guides = stage_guides(s->kind, s->model);
    if (guides)
        return err_set(err, COPSE_EMODEL, box_path(b), 0,
                       "%swants the trees of %d other parsers, and has to be inside an ensemble", who,
                       guides);
    return 0;
}

static int load_one(copse_model *m, const stage_kind *const *kinds, copse_error *err)
{
    m->n = 1;
    int code = load_stage(m, m->file, "", kinds, err);
    if (!code)
        m->stage[0].name = mem_string(m->stage[0].kind->name, strlen(m->stage[0].kind->name));
    return code;
}

// Does an earlier stage have the name?
static bool is_taken(const copse_model *m, copse_str name)
{
    for (size_t i = 0; i < m->n; i++)
        if (strlen(m->stage[i].name) == name.len && memcmp(m->stage[i].name, name.s, name.len) == 0)
            return true;
    return false;
}

static int load_next(copse_model *m, cursor *c, const stage_kind *const *kinds, copse_error *err)
{
    const copse_str name = cur_name(c);
    char who[128];
    if (c->failed || is_taken(m, name))
        return err_set(err, COPSE_EMODEL, box_path(m->file), 0, "damaged list of stages");
    model_stage *s = &m->stage[m->n++];
    s->name = mem_string(name.s, name.len);
    if (!(s->inside = box_inside(m->file, "STAG", m->n - 1, err)))
        return err->code;
    snprintf(who, sizeof who, "stage %.80s ", s->name);
    if (box_count(s->inside, "STGS"))
        return err_set(err, COPSE_EMODEL, box_path(m->file), 0, "%sis a sequence of stages itself", who);
    return load_stage(m, s->inside, who, kinds, err);
}

static int load_sequence(copse_model *m, const stage_kind *const *kinds, copse_error *err)
{
    cursor c;
    int code = box_find(m->file, "STGS", 0, &c, err);
    if (code)
        return code;
    const uint32_t n = cur_count(&c, 4);
    if (c.failed || n == 0 || n > MODEL_MOST_STAGES || box_count(m->file, "STGS") != 1 ||
        box_count(m->file, "STAG") != n)
        return err_set(err, COPSE_EMODEL, box_path(m->file), 0, "damaged list of stages");
    while (m->n < n && !code)
        code = load_next(m, &c, kinds, err);
    return code ? code : cur_end(&c, err);
}

// A calibration beside the stages of a sequence is that of the last parser, whatever that has itself.
static int load_calibration(copse_model *m, copse_error *err)
{
    model_stage *parser = model_parser(m);
    return m->stage[0].inside && parser && box_count(m->file, "CALI")
               ? cal_load(&parser->calibration, m->file, err)
               : 0;
}

copse_model *model_load_from(box *file, const stage_kind *const *kinds, copse_error *err)
{
    copse_model *m = mem_zero(1, sizeof *m);
    m->file = file;
    if (columns_load(&m->columns, file, err) == 0 &&
        (box_count(file, "STGS") ? load_sequence : load_one)(m, kinds, err) == 0 &&
        load_calibration(m, err) == 0)
        return m;
    copse_model_free(m);
    return NULL;
}

static copse_model *load_file(const char *path, copse_error *err)
{
    const char *where = system_file(path);
    box *file = box_open(where, err);
    copse_model *m = file ? model_load_from(file, stage_kinds, err) : NULL;
    if (m && where != path)
        m->called = mem_string(path, (size_t)(where - path) - 1);
    return m;
}

copse_model *copse_model_load(const char *path, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, err);
        return NULL;
    }
    copse_model *made = load_file(path, err);
    mem_end(&guard, made ? 0 : err->code);
    return made;
}

static copse_model *load_memory(const void *bytes, size_t size, const char *name, copse_error *err)
{
    box *copy = box_copy(bytes, bytes ? size : 0, name ? name : "<memory>", err);
    return copy ? model_load_from(copy, stage_kinds, err) : NULL;
}

copse_model *copse_model_from_memory(const void *bytes, size_t size, const char *name, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, err);
        return NULL;
    }
    copse_model *made = load_memory(bytes, size, name, err);
    mem_end(&guard, made ? 0 : err->code);
    return made;
}

void seq_save(box_writer *w, size_t n, const char *const *names, const copse_str *models)
{
    char meta[128];
    const int len = snprintf(meta, sizeof meta, "kind=pipeline\nversion=%s\nstages=%zu\n", COPSE_VERSION, n);
    box_begin(w, "META");
    box_raw(w, meta, (size_t)len);
    box_begin(w, "STGS");
    box_u32(w, (uint32_t)n);
    for (size_t i = 0; i < n; i++)
        box_str(w, (copse_str){names[i], strlen(names[i])});
    for (size_t i = 0; i < n; i++) {
        box_begin(w, "STAG");
        box_raw(w, models[i].s, models[i].len);
    }
}
