// SPDX-License-Identifier: MIT
// From options and a treebank to the sections of a model.
#include "transition/train.h"

#include "common/model/columns.h"
#include "common/model/meta.h"
#include "common/treebank/sentence.h"

#define HEAT 0.1 // of exploration

void topt_settle(transition_options *o)
{
    enum { THRESHOLD = 1000 };
    const learner *l = topt_learner(o);
    o->split_threshold = opt_int(o->split_threshold, THRESHOLD);
    o->cost = opt_real(o->cost, l->cost);
    o->eps = opt_real(o->eps, 1);
    o->exploration = topt_exploration(o);
    o->heat = opt_real(o->heat, HEAT);
    o->joint_labels = opt_int(o->joint_labels, l->joint_labels);
}

// Stores the values of options on auto that depend on the treebank.
static void note_decisions(transition_options *o, const tmodel *m)
{
    o->pproj = o->pproj == TOPT_SKIP ? TOPT_SKIP : m->pproj + 1; // -1 is TOPT_LIFT
    o->root = (int)m->root;
    o->single_root = !m->single_root;
}

static void write_model(box_writer *w, const tmodel *m, const treebank *train, const copse_options *settled)
{
    static const char *const decided[] = {"pseudo-projective", "root", "single-root",
                                          "exploration",       "cost", "eps"};
    text meta = {0};
    meta_begin(&meta, settled, "transition", train);
    meta_add(&meta, "parts-of-speech", sen_tag_name(m->pos));
    for (size_t i = 0; i < sizeof decided / sizeof decided[0]; i++)
        meta_option(&meta, settled, decided[i]);
    meta_number(&meta, "classifier-sets", (long)m->sets);
    if (m->clusters.n)
        meta_number(&meta, "words-with-clusters", (long)m->clusters.n);
    if (topt_of(settled)->drop_columns)
        meta_option(&meta, settled, "drop-columns");
    meta_save(&meta, w);
}

int tt_make(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
            const copse_environment *environment, copse_error *err)
{
    tmodel model;
    copse_options *settled = options_copy(options);
    topt_settle(settled->values);
    const int code = tt_train(&model, train, dev, settled, environment, err);
    if (!code) {
        note_decisions(settled->values, &model);
        write_model(w, &model, train, settled);
        options_save(options, w);
        columns_save(w, train);
        tm_save(&model, w);
        tm_done(&model);
    }
    copse_options_free(settled);
    return code;
}
