// SPDX-License-Identifier: MIT
// The registry of learners, and through them of scorers: a new learner is one line here.
#include "learn/learner.h"

#include "common/base/error.h"

#include <string.h>

#define LEARNERS(X) \
    X(liblinear)    \
    X(libsvm)       \
    X(memory)       \
    // end of the list

#define DECLARE(name) extern const learner learn_##name;
LEARNERS(DECLARE)
#define ADDRESS(name) &learn_##name,
const learner *const learn_all[] = {LEARNERS(ADDRESS) NULL};
_Static_assert(sizeof learn_all / sizeof learn_all[0] <= LEARN_MOST + 1, "LEARN_MOST is too small");

opt_choice learn_choice(size_t i)
{
    const size_t n = sizeof learn_all / sizeof learn_all[0] - 1;
    return i < n ? (opt_choice){learn_all[i]->name, learn_all[i]->help} : (opt_choice){NULL, NULL};
}

void sc_save(const scorer *s, box_writer *w)
{
    box_u32(w, s->kind->id);
    s->kind->save(s, w);
}

scorer *sc_load(cursor *c, copse_error *err)
{
    uint32_t id = cur_u32(c);
    for (size_t i = 0; learn_all[i]; i++)
        if (learn_all[i]->scorer->id == id && !c->failed)
            return learn_all[i]->scorer->load(c, err);
    err_set(err, COPSE_EMODEL, box_path(c->box), 0, "unknown kind of scorer %u in section %s", id, c->tag);
    return NULL;
}

void sc_free(scorer *s)
{
    if (s)
        s->kind->free(s);
}
