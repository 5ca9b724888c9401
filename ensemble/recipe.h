// SPDX-License-Identifier: MIT
// Recipes: parsers by name, and the plan that training an ensemble follows.
//
//     members = recipe , recipe , ...
//     recipe  = parser [+ parser ...]            the first one sees the trees of the others
//     parser  = NAME [:reverse] [:seed=N]        reverse: it reads from right to left
//
// NAME is a variant of a family (a transition system, graph1 or graph2 for the order of a graph-based
// parser), or the family itself, which is then trained as its options say.
#ifndef COPSE_ENSEMBLE_RECIPE_H
#define COPSE_ENSEMBLE_RECIPE_H

#include "common/model/family.h"

typedef struct recipe {
    char *name; // in a canonical spelling
    copse_options *options;
    bool seeded; // its name has a seed
    bool reverse;
    size_t votes; // its place among the members, from 1 on; 0: a guide only
    size_t guides;
    size_t *guide; // [guides] recipes before this one whose trees it sees
} recipe;

// Every parser to be trained, once each; guides come before their bases.
typedef struct plan {
    recipe *recipe; // [n]
    size_t n;
    size_t members; // how many of them vote
} plan;

// Makes the plan from the options of an ensemble or a stacked parser. Fails for unknown names, members named
// twice and options that do not go together. plan_done is due in any case.
int plan_make(plan *p, const copse_options *options, copse_error *err);
void plan_done(plan *p);

// Trains a recipe on t, which has the trees of its guides, and writes the sections of its model. t may be
// changed. Errors name the recipe.
int recipe_train(const recipe *r, box_writer *w, treebank *t, const copse_environment *environment,
                 copse_error *err);

#endif
