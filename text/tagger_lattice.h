// SPDX-License-Identifier: MIT
// Candidates for the tags of some words in a row, the best sequence of them, and sums over all sequences.
//
// The score of a sequence is the sum of the scores of its tags, of its pairs and of its triples. Before the
// first word stand two given tags, after the last one the edge, unless the words go on.
#ifndef COPSE_TEXT_TAGGER_LATTICE_H
#define COPSE_TEXT_TAGGER_LATTICE_H

#include "text/tagger_links.h"

enum { TGL_MOST = 24 }; // candidates of a word

typedef struct tg_lattice {
    int n;              // words
    uint16_t before[2]; // the tags before the first word, the nearer one last
    bool ends;          // the edge follows the last word
    uint32_t *first;    // [n+1] the candidates of word i are from first[i] to first[i+1] - 1
    uint16_t *tag;      // [first[n]] candidates
    float *score;       // [first[n]]
    uint16_t *best;     // [n] the best sequence, of candidates counted from first[i]
    // What follows belongs to the search.
    size_t *pairs;        // [n+2] pairs of candidates of words i-1 and i begin at pairs[i]
    float *pair;          // [pairs[n]] scores
    float *inside;        // the best score, or
    uint8_t *from;        // [pairs[n]] the candidate of word i-2
    double *ahead, *back; // [pairs[n]] sums over what comes before a pair and after it, each word's scaled
    double *triple;       // [] exponentials
    size_t first_cap, tag_cap, score_cap, best_cap, pairs_cap, pair_cap, inside_cap, from_cap, ahead_cap,
        back_cap, triple_cap;
} tg_lattice; // all zero is empty

void tgl_start(tg_lattice *l, uint16_t before2, uint16_t before1); // no words
void tgl_word(tg_lattice *l);                                      // one more word, without candidates
void tgl_candidate(tg_lattice *l, uint16_t tag, float score);      // one more of the last word
void tgl_done(tg_lattice *l);

// Finds the best sequence; of equal ones, the first.
void tgl_best(tg_lattice *l, const tg_links *links, const tg_tags *tags);
// The score of the sequence that was found.
double tgl_best_score(const tg_lattice *l, const tg_links *links, const tg_tags *tags);

// Sums over all sequences: returns the log of the sum of their exponentials. visit is called for every tag,
// pair and triple with its probability: tag[2] of word i, and tag[1], tag[0] of the words before it (a place
// among candidates, or -1 for a given tag); n says how many count. Probabilities below least are left out.
typedef void tgl_visit(void *context, int word, int n, const int place[3], const uint16_t tag[3], double p);
double tgl_sums(tg_lattice *l, const tg_links *links, const tg_tags *tags, double least, tgl_visit *visit,
                void *context);

#endif
