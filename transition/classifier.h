// SPDX-License-Identifier: MIT
// The classifiers of a transition-based parser: from the features of a configuration to a transition and a
// label.
//
// The first scorer chooses the type of transition, together with the label if that is a frequent one.
// Otherwise a second scorer, one for each type, chooses the label. So the many rare labels cost no time
// until one is needed. With no frequent labels, type and label are chosen in two steps; if all labels are
// frequent, jointly. With a split (MaltParser's division of the training data by the value of a feature)
// there is one such set per value, and one for all rare values.
#ifndef COPSE_TRANSITION_CLASSIFIER_H
#define COPSE_TRANSITION_CLASSIFIER_H

#include "common/treebank/label_places.h"
#include "learn/learner.h"
#include "transition/system.h"

typedef struct outcome {
    uint16_t type;  // a transition
    uint16_t label; // CLS_NO_LABEL for types that make no arc, or where a second scorer decides
} outcome;

enum { CLS_NO_LABEL = 0xffff };

typedef struct classifier { // a scorer and what its classes mean
    scorer *scorer;         // NULL when there is one class, or none
    const outcome *outcome; // [classes]
    uint32_t classes;
    outcome *own; // the same array, if the classifier owns it
} classifier;

enum { CLS_FIRST, CLS_LEFT, CLS_RIGHT, CLS_COUNT };

typedef struct classifier_set {
    classifier classifier[CLS_COUNT];
} classifier_set;

typedef struct cls_scratch {
    float *score; // [most classes]
    void *scorer; // what scorers need
    size_t score_cap, scorer_cap;
    float lead; // of the label that cls_second or cls_label chose last, over the next best one
} cls_scratch;

typedef struct choice {
    transition type;
    int label;              // CFG_NONE without an arc
    float score;            // of the type chosen
    float margin;           // to the best other legal type; large when there is none
    float lead;             // of the label over the next best one of the type; large when there is none
    float by_type[T_TYPES]; // scores of the types; -HUGE_VAL where not legal or not known
} choice;

// The labels that the arcs of a configuration may get.
typedef struct cls_labels {
    const uint8_t *allowed; // [labels] flags of label_places.h; NULL: all of them
    unsigned from_root;     // bit (1 << type) for each type whose arc would come from the root
    int root, any;          // labels for arcs that no classifier knows: from the root, from a word
} cls_labels;

// Chooses the best legal transition by the classifiers' scores, and its best allowed label. A class whose
// label is not allowed still counts for its type, because training uses the gold label even where the head
// is wrong. legal must not be 0.
void cls_choose(const classifier_set *g, const uint64_t *key, size_t n, unsigned legal, const cls_labels *may,
                cls_scratch *scratch, choice *out);
// The same in two steps. cls_pick chooses by the first scorer's scores; the label is CLS_NO_LABEL if the
// second scorer has to choose it. cls_second chooses that label.
void cls_pick(const classifier_set *g, const float *score, unsigned legal, const cls_labels *may,
              choice *out);
int cls_second(const classifier_set *g, transition type, const uint64_t *key, size_t n, const cls_labels *may,
               cls_scratch *scratch);
// Completes a choice of cls_pick without a label.
void cls_complete(const classifier_set *g, const uint64_t *key, size_t n, const cls_labels *may,
                  cls_scratch *scratch, choice *out);
// The best label for a type that was not the classifiers' choice.
int cls_label(const classifier_set *g, transition type, const uint64_t *key, size_t n, const cls_labels *may,
              cls_scratch *scratch);

void cls_scratch_fit(cls_scratch *s, const classifier_set *g);
void cls_scratch_done(cls_scratch *s);
void cls_save(const classifier_set *g, box_writer *w); // as one section begun by the caller
int cls_load(classifier_set *g, cursor *c, int labels, copse_error *err);
void cls_done(classifier_set *g);

#endif
