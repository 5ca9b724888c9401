// SPDX-License-Identifier: MIT
// The sweep: every 4-byte word of small models is replaced by numbers that hurt, and the models are used.
#ifndef COPSE_TESTS_SWEEP_SWEEP_H
#define COPSE_TESTS_SWEEP_SWEEP_H

#include "copse.h"

typedef struct sweep_model {
    unsigned char *bytes; // [size], to be freed by mem_free
    size_t size;
} sweep_model;

// The models (models.c), each trained in memory on a few sentences. The name of the i-th, NULL after the
// last.
const char *sweep_name(size_t i);
bool sweep_is_slow(size_t i); // at parsing long sentences
// Trains the i-th. Ends the program with a message if that fails.
sweep_model sweep_train(size_t i);

// Makes all checksums of a model right again, those of models inside it first (mend.c). Stops where the
// layout makes no sense.
void sweep_mend(unsigned char *bytes, size_t size);
// Names the place of a byte: "GUID 40", "MEMB 2 TMOD 12", "header 8".
// Returns how many bytes the section, or the header, has before it.
size_t sweep_where(const unsigned char *bytes, size_t size, size_t at, char *name, size_t room);

// Sentences to parse, the longest last (attempt.c).
enum { SWEEP_SENTENCES = 4 };
typedef struct sweep_text {
    copse_sentence *sentence[SWEEP_SENTENCES];
    copse_tree *tree;
} sweep_text;
void sweep_text_init(sweep_text *t);
void sweep_text_done(sweep_text *t);

typedef enum sweep_result { SWEEP_LOADED, SWEEP_REFUSED, SWEEP_WRONG } sweep_result;
// Loads a model and parses the first n sentences. Loading fails with COPSE_EMODEL and one line, or `copse
// check` finds nothing wrong with the output; otherwise the result is SWEEP_WRONG and why says what is wrong.
sweep_result sweep_attempt(const sweep_text *t, size_t n, const unsigned char *bytes, size_t size, char *why,
                           size_t room);

#endif
