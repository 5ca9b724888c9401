// SPDX-License-Identifier: MIT
// The recheck of tokens of which the rules of multiword.h are in doubt whether they are several words.
//
// A tagger reads the words around such a token twice: with the token as one word, and split. A log-linear
// classifier decides anew. It sees how sure the rules are, how likely the tagger finds either reading, and
// the tags that it gives to the words of both.
#ifndef COPSE_TEXT_RECHECK_H
#define COPSE_TEXT_RECHECK_H

#include "common/model/container.h"
#include "text/multiword.h"

typedef struct rc_model rc_model;
void rc_free(rc_model *m);

// What one stream of text needs; the model outlives it.
typedef struct rc_worker rc_worker;
rc_worker *rc_worker_new(const rc_model *m);
void rc_worker_free(rc_worker *w);
// Decides anew about the tokens of a sentence that are in doubt, after mw_decide.
void rc_decide(rc_worker *w, mw_token *token, size_t n);

// (recheck_file.c)
int rc_save(const rc_model *m, box_writer *w, copse_error *err);
// *m is NULL if the model has no recheck.
int rc_load(rc_model **m, const box *b, copse_error *err);

#endif
