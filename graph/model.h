// SPDX-License-Identifier: MIT
// A graph-based parser that has been trained.
#ifndef COPSE_GRAPH_MODEL_H
#define COPSE_GRAPH_MODEL_H

#include "graph/labeller.h"
#include "graph/scores.h"
#include "common/model/stage.h"
#include "common/base/table.h"
#include "common/treebank/tree.h"

// Where labels come from: a second stage labels the tree, or the search finds them with the arcs, or there
// are none.
typedef enum gm_labels { GM_TWO_STAGE, GM_JOINT, GM_NONE } gm_labels;

typedef struct gmodel {
    gs_method method;
    copse_column pos;
    gm_labels labelling;
    table labels;     // by index
    uint8_t *allowed; // [labels] see gs_labels
    int any_label;    // the most frequent one that is not under the root
    int guides;       // number of guides it was trained with
    bool log_linear;  // scores are logs of weights of arcs, and trees have probabilities (crf.h)
    const gf_set *set;
    clusters clusters;  // empty: none
    gf_set clustered;   // the set with features of clusters, if there are some
    bool search_labels; // the search scores the best label of each arc: it finds better trees
    gweights pruner;    // see pruner.c; empty if the method is unpruned
    gweights filter;    // see filter.c; the same
    gweights arcs;      // and siblings
    gweights joint;     // of labels in the search, see gm_searches_labels
    gweights rows;      // of labels in the second stage; empty except for GM_TWO_STAGE
} gmodel;

enum { GM_MOST_LABELS = GW_ROW };

// Does the search score labels where the options do not say?
static inline bool gm_labels_by_default(gm_labels labelling, bool log_linear)
{
    return labelling == GM_JOINT || (labelling == GM_TWO_STAGE && !log_linear);
}

static inline bool gm_searches_labels(const gmodel *m)
{
    return m->search_labels;
}

// The pruner and the filter for gs_candidates and gs_filter: NULL if the method is unpruned.
static inline const gweights *gm_pruner(const gmodel *m)
{
    return m->method.unpruned ? NULL : &m->pruner;
}

static inline const gweights *gm_filter(const gmodel *m)
{
    return m->method.unpruned ? NULL : &m->filter;
}

// How many labels of a word the second stage considers.
static inline int gm_labels_kept(const gmodel *m)
{
    return m->method.unpruned ? GL_KEPT_UNPRUNED : GL_KEPT;
}

// After the set and the clusters are there: makes the set with both.
static inline void gm_use_clusters(gmodel *m)
{
    if (m->clusters.n)
        gf_set_with_clusters(&m->clustered, m->set);
}

// What the parser extracts of words.
static inline void gm_words_init(const gmodel *m, gf_words *w)
{
    w->set = m->clusters.n ? &m->clustered : m->set;
    w->clusters = &m->clusters;
}

void gm_done(gmodel *m);
// A label for words under the root. (keep.c)
int gm_root_label(const gmodel *m);
void gm_save(const gmodel *m, box_writer *w); // its sections
int gm_load(gmodel *m, const box *b, copse_error *err);

// What one thread needs to parse. Fits any sentence; memory is kept between sentences.
typedef struct gparser {
    const gmodel *model;
    gs_method method;
    bool scores; // are wanted: probabilities, if the model has them; otherwise trees are not scored
    gscores s;
    labeller labeller;
    int *head, *label; // [n+1] of the current piece
    size_t head_cap, label_cap;
    double temperature;        // of evidence for the current piece; 0: none is wanted
    copse_tree *piece;         // of a long sentence; NULL until there is one
    const struct given *given; // of the current piece, or NULL (keep.c)
    const int *kept;           // [n+1] the given heads that the method can have, -1: not given; or NULL
    struct gp_kept *memory;    // of keep.c
} gparser;

extern const stage_kind gm_stage;

void gp_init(gparser *p, const gmodel *m);
void gp_done(gparser *p);
// Searches the tree of a sentence, or of a piece of one that begins after word at: p->head, p->label, and the
// scores in p->s. At most GS_MOST words, at least one.
void gp_search(gparser *p, const stage_input *in, int at);
// After gp_search, for any tree in p->head: its labels in p->label, and the tree with both.
void gp_label(gparser *p);
void gp_fill(gparser *p, copse_tree *tree);
// Prepares the parser to keep given heads, or none if g is NULL: p->kept, and the labels in p->s and
// p->labeller. g must outlive the search. (keep.c)
void gp_keep(gparser *p, const struct given *g, const gs_method *method);
// A tree of the kind that the method searches, with the heads in p->kept, which are not NULL.
const int *gp_complete(gparser *p, const gs_method *method);
// Puts what is given into the tree of the current piece.
void gp_keep_tree(const gparser *p, copse_tree *tree);
void gp_keep_done(gparser *p);
// After gp_search: the probability of each arc, [d*N + h], with scores divided by temperature. Lives until
// the next sentence. log_sum: as in stage_arcs, or NULL. (arcs.c)
const double *gp_marginals(gparser *p, double temperature, double *log_sum);
// After gp_search: evidence for the arcs of the tree and for their labels, [n+1]. (arcs.c)
void gp_weigh(gparser *p, double temperature, tree_evidence *evidence);
// The same for a sentence, see stage_kind.
void gp_arcs(gparser *p, const stage_input *in, double temperature, stage_arcs *out);
// The tree with the most arcs that are expected to be right, see stage_kind. (risk.c)
void gp_min_risk(gparser *p, const stage_input *in, double temperature, copse_tree *tree);
// Parses a sentence. The labels of tree are slices of the model.
void gp_parse(gparser *p, const stage_input *in, copse_tree *tree);

// The k best trees, as stage_kind.kbest. A sentence of more than GS_MOST_LIST words has one; if it is parsed
// in pieces, the score of its tree is 0.
void gp_kbest(gparser *p, const stage_input *in, stage_list *list);

#endif
