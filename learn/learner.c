// SPDX-License-Identifier: MIT
// The registries of learners and of scorers.
#include "learn/learner.h"

#include "common/base/error.h"

#include <string.h>

static const learner *const learners[] = {&learn_liblinear, &learn_libsvm};
static const scorer_kind *const kinds[] = {&scorer_linear, &scorer_svm};

const learner *learn_find(const char *name)
{
    for (size_t i = 0; i < sizeof learners / sizeof learners[0]; i++)
        if (strcmp(learners[i]->name, name) == 0)
            return learners[i];
    return NULL;
}

void sc_save(const scorer *s, box_writer *w)
{
    box_u32(w, s->kind->id);
    s->kind->save(s, w);
}

scorer *sc_load(cursor *c, copse_error *err)
{
    uint32_t id = cur_u32(c);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i]->id == id && !c->failed)
            return kinds[i]->load(c, err);
    err_set(err, COPSE_EMODEL, box_path(c->box), 0, "unknown kind of scorer %u in section %s", id, c->tag);
    return NULL;
}

void sc_free(scorer *s)
{
    if (s)
        s->kind->free(s);
}
