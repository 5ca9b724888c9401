// SPDX-License-Identifier: MIT
// Several parsers as one. The nodes are parsers; a node may see the trees of nodes before it, its guides
// (stacking: Nivre & McDonald 2008). In the end a vote of some nodes gives the tree (reparsing: Sagae &
// Lavie 2006).
//
// A stacked parser is an ensemble in which only the base votes, so its tree is the result. A node may read
// its sentences from right to left. Several models joined for `copse parse -m A -m B` are an ensemble too,
// whose nodes are the models.
#ifndef COPSE_ENSEMBLE_ENSEMBLE_H
#define COPSE_ENSEMBLE_ENSEMBLE_H

#include "common/model/container.h"
#include "common/model/stage.h"
#include "ensemble/vote.h"

enum { EN_MOST = 256 }; // nodes

typedef struct en_node {
    char *name;
    const stage_kind *kind;
    void *model;
    box *inside;        // the section that holds the model, or
    copse_model *whole; // the model that it was taken from; both freed with the node
    bool reverse;       // it reads from right to left
    size_t votes;       // its place among the voters, from 1 on; 0: it has no vote
    bool needed;        // it votes, or it is a guide of a needed node
    size_t guides;
    size_t *guide; // [guides] nodes before this one
} en_node;

typedef struct ensemble {
    en_node *node; // [n]
    size_t n;
    size_t voters;
    weights *weights; // of the voters, in their order
    vote_options vote;
} ensemble;

extern const stage_kind en_stage;

// Adds a node without guides, and returns it: valid until the next one is added.
en_node *en_add(ensemble *e, const char *name);
// Finds the nodes that are needed and counts the voters. Call it after the last node and every change of
// votes.
void en_settle(ensemble *e);
// Fills names[voters] with the names of the voters.
void en_voters(const ensemble *e, const char **names);
// Only the node of this name votes from now on.
int en_choose(ensemble *e, const char *name, const char *file, copse_error *err);
void en_done(ensemble *e);

// The section of the ensemble itself; its models are sections MEMB in the order of nodes, its weights the
// text of a section WGTS, which may be missing.
void en_save(const ensemble *e, box_writer *w);
int en_load(ensemble *e, const box *b, copse_error *err);

// What one thread needs. Memory is kept between sentences.
typedef struct en_parser {
    const ensemble *e;
    void **parser;                 // [n] NULL if the node is not needed
    copse_tree **tree;             // [n] of each node
    copse_sentence *mirror;        // the sentence from right to left
    struct given *mirrored_given;  // and its given heads
    copse_tree **mirrored;         // [most guides] and the guides' trees
    const copse_tree **guide_tree; // [most guides] the guides' trees for the node at hand
    const copse_tree **voting;     // [voters]
    voter *voter;                  // NULL if only one node votes
    bool scores;
    bool single_root; // the vote gives one root word
} en_parser;

en_parser *en_parser_new(const ensemble *e, const copse_parse_options *options);
// The trees of all nodes that are needed, in p->tree.
void en_parse_nodes(en_parser *p, const stage_input *in);
void en_parse(en_parser *p, const stage_input *in, copse_tree *tree);
// Probabilities of arcs, and the tree of least risk, see stage_kind. (risk.c)
void en_arcs(en_parser *p, const stage_input *in, double temperature, stage_arcs *out);
void en_min_risk(en_parser *p, const stage_input *in, double temperature, copse_tree *tree);
// What node k parses, once its guides have parsed the sentence of `in`: valid until the next node's.
// temperature: of the evidence, see stage_input.
stage_input en_input(en_parser *p, size_t k, const stage_input *in, double temperature);
// The k best trees of the vote, as stage_kind.kbest; those of the base if only it votes.
void en_kbest(en_parser *p, const stage_input *in, stage_list *list);
// Are all voters joined models with calibrations, and is evidence wanted?
bool en_is_certain(const ensemble *e, const stage_input *in);
// The temperature of a model that was joined with others, if it is calibrated.
double en_temperature(const en_node *node, double otherwise);
void en_parser_free(en_parser *p);

#endif
