// SPDX-License-Identifier: MIT
// Recipes: parsers by name, and the plan that training an ensemble follows.
//
//     members = recipe , recipe , ...
//     recipe  = parser [+ parser ...]            the first one listens to the trees of the others
//     parser  = NAME [:reverse] [:seed=N]        reverse: it reads from right to left
//
// NAME is a transition system, graph1 or graph2 (the order of a graph-based parser), or transition or graph,
// which are what `copse train` trains by default.
#ifndef COPSE_ENSEMBLE_RECIPE_H
#define COPSE_ENSEMBLE_RECIPE_H

#include "common/model/container.h"
#include "common/treebank/treebank.h"

typedef struct recipe {
    char *name;            // in one spelling, whichever way it was written
    const char *algorithm; // of a transition-based parser, else NULL
    long order;            // of a graph-based one
    long seed;             // -1: as the options say
    bool reverse;
    size_t votes; // its place among the members, from 1 on; 0: a guide only
    size_t guides;
    size_t *guide; // [guides] recipes before this one whose trees it listens to
} recipe;

// Every parser that has to be trained, once, guides before those that listen to them.
typedef struct plan {
    recipe *recipe; // [n]
    size_t n;
    size_t members; // how many of them vote
} plan;

// From o->members. Fails for names that nobody knows and members named twice.
int plan_make(plan *p, const copse_ensemble_options *o, copse_error *err);
void plan_done(plan *p);

// Trains a recipe on t, which has the trees of its guides, and writes the sections of its model. t may
// be changed. Errors name the recipe.
int rc_train(box_writer *w, const recipe *r, treebank *t, const copse_ensemble_options *o,
             copse_report_fn report, void *context, copse_error *err);

#endif
