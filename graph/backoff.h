// SPDX-License-Identifier: MIT
// Probabilities of outcomes in contexts, from counts with back-off.
//
// The probability of an outcome is interpolated along a chain of contexts, from the finest to the coarsest:
//   p(o) = keep · count(o) / total + (1 - keep) · p'(o),   keep = total / (total + smoothing · types)
// where types is the number of outcomes seen in the context, and p' that of the next coarser context (Witten
// & Bell 1991). Below the coarsest is a base that the caller gives. If the base sums to 1 over all outcomes,
// so does p, whatever the counts are.
#ifndef COPSE_GRAPH_BACKOFF_H
#define COPSE_GRAPH_BACKOFF_H

#include "common/model/container.h"

enum { BO_LEVELS = 5 };      // of a chain
#define BO_MOST_COUNT 1e15   // of one event, in a model
#define BO_UNSEEN UINT32_MAX // an outcome that was never counted
#define BO_NONE ((size_t)-1) // no such context

typedef struct bo_event {
    uint64_t context;
    double count; // above 0
    uint32_t outcome;
} bo_event;

typedef struct backoff {
    bo_event *event; // [n] after bo_settle by context, then outcome
    size_t n, cap;
    uint32_t *slot; // [slots] of events while counting, of contexts afterwards: index + 1, or 0 where free
    size_t slots;
    uint32_t *start; // [contexts+1] the events of each context
    double *total;   // [contexts]
    size_t contexts; // 0 while counting
} backoff;           // all zero is empty

// Counts an outcome; by is above 0. Not after bo_settle.
void bo_add(backoff *b, uint64_t context, uint32_t outcome, double by);
// Sums up. Afterwards b is read-only.
void bo_settle(backoff *b);
void bo_done(backoff *b);

// The section of settled counts.
void bo_save(const backoff *b, const char tag[4], box_writer *w);
// Loads and settles it. Counts must be numbers above 0, events sorted, outcomes less than `outcomes`.
int bo_load(backoff *b, const char tag[4], uint32_t outcomes, const box *file, copse_error *err);

// A chain of contexts, finest first. Contexts that were never counted are left out.
typedef struct bo_chain {
    int n;
    struct bo_level {
        const bo_event *event; // [events]
        uint32_t events;
        double keep, total;
    } level[BO_LEVELS];
} bo_chain; // n is 0 at first

// Adds the next coarser context, at most BO_LEVELS. smoothing is at least 0.
void bo_chain_add(bo_chain *c, const backoff *b, uint64_t context, double smoothing);
// The log of the probability; log_base is that of the base.
double bo_log(const bo_chain *c, uint32_t outcome, double log_base);

#endif
