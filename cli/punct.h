// SPDX-License-Identifier: MIT
// The option --punct of the verbs that score: which tokens do not count.
#ifndef COPSE_CLI_PUNCT_H
#define COPSE_CLI_PUNCT_H

#include "common/base/option.h"

typedef struct punct {
    char *name; // as given: "all", "none", "english", "tags=, ."
    bool skip;  // for skip_punctuation and skip_tags of the library's options
    char *tags; // NULL: none
} punct;

extern const opt_class punct_class;

// The row of the option, for an opt_object at offset.
#define PUNCT_ROW(at)                                                                                     \
    {                                                                                                     \
        .long_name = "punct", .type = OPT_OBJECT, .offset = (at), .def = "all",                           \
        .arg = "all|none|english|tags=LIST", .class = &punct_class,                                       \
        .help =                                                                                           \
            "count all tokens, or leave out those of Unicode punctuation only (none, the convention of "  \
            "CoNLL-X), those with one of the tags '' `` , . : (english), or with one of the given tags, " \
            "separated by blanks"                                                                         \
    }

const punct *punct_of(const opt_object *option);

// "over all tokens, punctuation included". A long list of tags is cut.
enum { PUNCT_TEXT = 256 };
const char *punct_convention(const punct *p, long skipped, char buf[PUNCT_TEXT]);

#endif
