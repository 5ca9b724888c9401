// SPDX-License-Identifier: MIT
// The state of a splitter, for splitter.c and splitter_write.c.
#ifndef COPSE_TEXT_SPLITTER_H
#define COPSE_TEXT_SPLITTER_H

#include "common/base/text.h"
#include "common/treebank/splitter.h"
#include "text/model.h"

enum {
    SP_MOST_TOKENS = 1000,   // a longer sentence ends, unless lines are sentences
    SP_MOST_CHARS = 200000,  // so does one with more characters, in any case
    SP_MOST_SPACES = 1000,   // more white space ends a paragraph, and what is more is dropped
    SP_MOST_TOKEN = SG_SURE, // characters of a token
    SP_PAD = 16              // characters that are kept before the sentence
};

typedef struct sp_token {
    size_t from, to; // in c
} sp_token;

typedef struct sp_state {
    const tok_model *model; // NULL: tokens are runs without white space
    const ch_table *table;
    ch_table *own; // the table, if there is no model
    copse_text_options options;
    ch_char *c; // [n] decoded
    size_t n, cap;
    size_t end;      // once ended: the text ends before this one
    size_t begin;    // the first character that was not handed out
    size_t seen;     // bytes that were decoded after it
    bool ended;      // all bytes were decoded
    sp_token *token; // [tokens] of the sentence, and some of the next
    size_t tokens, token_cap;
    size_t judged; // tokens after which it was decided whether the sentence ends
    size_t cut;    // characters before this one are in tokens
    se_state state;
    sg_work work;
    bool paragraph; // the next sentence begins one
    long sentences;
    uint64_t before;   // characters handed out
    mw_token *decided; // [n] the tokens of the sentence that is written
    size_t decided_cap;
    rc_worker *recheck; // NULL: the model has none
    text words;         // of a token
} sp_state;

// A splitter with a model, which outlives it: split of the stage.
splitter sp_with_model(const void *model, const copse_text_options *options);

// The same over one line at a time, of which the splitter, one of those above, knows nothing else. It is
// freed with the result. (splitter_lines.c)
splitter sp_by_line(splitter inner);

// Writes the first n tokens as a sentence; spaces: where the white space after it ends.
void sp_write(sp_state *s, size_t n, size_t spaces, text *out);

#endif
