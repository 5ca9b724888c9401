// SPDX-License-Identifier: MIT
// The options of generative models.
#ifndef COPSE_GRAPH_GENERATIVE_OPTIONS_H
#define COPSE_GRAPH_GENERATIVE_OPTIONS_H

#include "common/model/family.h"
#include "graph/generative.h"

enum { GEN_PROJECTIVE, GEN_NONPROJECTIVE };    // --decoder
enum { GEN_UNIFORM, GEN_DISTANCE };            // --tree-prior
enum { GEN_PUNCT_ALL, GEN_PUNCT_NONE };        // --punct
enum { GEN_START_HARMONIC, GEN_START_RANDOM }; // --start

typedef struct gen_options {
    int model;                             // index among gen_variants
    int decoder, tree_prior, forms, punct; // as above; forms: 0 yes, 1 no
    double smoothing;
    bool unsupervised;
    int start, open_classes; // open_classes: 0 yes, 1 no
    long iterations, most_words;
    double eps;
    int single_root, pos; // 0 yes, 1 no; 0 XPOS, 1 UPOS
} gen_options;

static inline const gen_options *gen_options_of(const copse_options *options)
{
    return options->values;
}

// The family's train function (generative_train.c).
int gen_make(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
             const copse_environment *environment, copse_error *err);

// Sets P(n) from the number of sentences and of their words.
void gen_settle_length(generative *m, double sentences, double words);

// Learns the probabilities of m, whose tags are those of t, from t without its trees. t and dev as in
// gen_make. (generative_em.c)
int gen_learn(generative *m, const treebank *t, const treebank *dev, const copse_options *options,
              const copse_environment *environment, copse_error *err);

#endif
