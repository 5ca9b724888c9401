// SPDX-License-Identifier: MIT
// MaltParser's feature specifications, from and to text.
//
//   XML    <feature>Merge(InputColumn(POSTAG, Stack[0]), OutputColumn(DEPREL, ldep(Input[0])))</feature>
//   par    a line of MaltParser 0: POS  STACK  0  0  0  0  0  0
//   paper  a line in the notation of Nivre et al. (2007): d(l(σ0))
//
// Reading makes text in the language of docs/features.md, one line a feature.
#ifndef COPSE_TRANSITION_FEATURES_MALT_H
#define COPSE_TRANSITION_FEATURES_MALT_H

#include "common/base/text.h"
#include "transition/features.h"

enum {
    MALT_CANNOT = 1,    // a code: the other side has no such feature; err says which
    MALT_NESTED = 20,   // functions around an address
    MALT_ADDRESS = 160, // bytes of an address: MALT_NESTED functions of at most "head()", and C99
};

// The intervals of MaltParser's Distance and NumOf that our distance and valency have.
#define MALT_DISTANCES "0|1|2|3|4|5|6|10|20"
#define MALT_NUMBERS "0|1|2|3|4|5|6"

typedef struct malt_input { // a specification that is read
    const char *name, *start, *p, *end;
    const copse_malt_options *how;
    bool lookahead; // it has Lookahead: of the words in Input, MaltParser means those that were swapped back
    text *out;
    int features;      // so far
    int terms, merged; // of the feature at hand: terms so far, functions Merge so far
    copse_error *err;
} malt_input;

// Adds the lines of a specification to out. 0 or a negative code.
int malt_read(text *out, const char *name, copse_str from, const copse_malt_options *how, copse_error *err);
int malt_read_xml(malt_input *in);
int malt_read_par(malt_input *in);
int malt_read_paper(malt_input *in);
// Reads a feature in functional notation: 0, MALT_CANNOT, or negative.
int malt_read_feature(malt_input *in);

// Writes the specification. 0 or a negative code.
int malt_write(text *out, const feature_model *m, const copse_malt_options *how, copse_error *err);
// A line of a model, added to out: 0, or MALT_CANNOT and *why.
int malt_write_par(text *out, const feature_model *m, const fm_line *line, const char **why);

// For readers. Expected: COPSE_EINPUT; missing: MALT_CANNOT; both at p.
int malt_expected(malt_input *in, const char *what);
int malt_missing(malt_input *in, const char *at, const char *what);
void malt_spaces(malt_input *in); // line ends too
bool malt_accept(malt_input *in, char c);
int malt_expect(malt_input *in, char c);   // 0 or COPSE_EINPUT
copse_str malt_word(const malt_input *in); // letters, digits, _
// A number up to most: 0 or COPSE_EINPUT.
int malt_number(malt_input *in, int most, int *value);
// Puts a function of ours around an address: rsib around lc(S0) gives lc2(S0).
void malt_around(char address[MALT_ADDRESS], const char *function);
// Begins a feature; then ends it, given how reading it went: a feature that is missing is left out and
// reported if that is wanted. 0 or a negative code.
size_t malt_begin(malt_input *in);
int malt_end(malt_input *in, size_t begin, int code);
// Adds a term of the feature at hand: "attribute(address" and the rest, such as ",2)". 0 or MALT_CANNOT.
int malt_term(malt_input *in, const char *attribute, const char *address, const char *rest);

#endif
