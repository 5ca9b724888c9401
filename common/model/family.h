// SPDX-License-Identifier: MIT
// A family of trainers: its options and how it trains a model. Each room that trains defines its family
// beside its code; families.c lists them.
//
// The options of a family are tables (common/base/option.h) whose rows are written once. The command line,
// its help, the manual page, the options stored in models and the library's copse_options all read these
// rows.
#ifndef COPSE_MODEL_FAMILY_H
#define COPSE_MODEL_FAMILY_H

#include "common/base/option.h"
#include "common/model/container.h"
#include "common/treebank/treebank.h"

enum { FAM_TABLES = 24, FAM_NAME = 96 };

// Options that every family takes.
typedef struct fam_common {
    long seed;
    bool skip_bad;
    const char *dev; // a treebank whose accuracy is reported, or NULL
    int calibrate;   // 0 yes, 1 no
    // Where a trainer puts its evidence for sentences that it parsed without having trained on them; no
    // option. NULL: none is wanted.
    struct cal_sample *sample;
} fam_common;

typedef struct family {
    const char *name;     // for copse_options_new and `copse train`
    const char *summary;  // what `copse train NAME` does, one line
    const char *crossval; // what `copse crossval NAME` does, one line; NULL: there is no such verb
    const char *operands; // options that must be given, for the usage line; or NULL
    const char *details;  // paragraphs for --help and the manual page, see cli/help.c
    size_t size;          // of the struct of its values
    bool alone;           // a single parser: ensembles can have it as a member
    bool stops_whole;     // when stopped, it ends with the model trained so far, if there is one
    // Fills in its tables over a struct of values, at most FAM_TABLES - 1, and returns how many.
    size_t (*tables)(void *values, opt_table *list);
    // Are the values compatible? Returns 0, or COPSE_EINPUT with a message about options, without file. An
    // option that is given but has no effect is an error.
    int (*check)(const copse_options *options, copse_error *err);
    // Trains on a treebank, whose trees it may change, and writes the sections of a model. dev may be NULL;
    // environment has threads set.
    int (*train)(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
                 const copse_environment *environment, copse_error *err);
    // Does training with these options on n sentences fill the sample by itself? NULL: never. Otherwise
    // training is rehearsed on a part of the treebank.
    bool (*observes)(const copse_options *options, size_t n);
    // Makes the options of a rehearsal cheaper, without changing how sure the parser is. NULL: not possible.
    void (*lighten)(copse_options *options);
    // Do the options make a parser, which cross-validation and ensembles can use? Returns like check; NULL:
    // always.
    int (*check_member)(const copse_options *options, copse_error *err);
    // Does it train without heads and labels, with these options? NULL: never.
    bool (*headless)(const copse_options *options);
    // If alone: the relative cost of training, about the seconds for 100,000 words on one core.
    double (*effort)(const copse_options *options);
    // If alone: the i-th variant. name is what recipes of ensembles call it (NULL after the last); option
    // and value are what it stands for.
    void (*variant)(size_t i, const char **name, const char **option, const char **value);
    // The name of the variant that the options select.
    void (*variant_of)(const copse_options *options, char name[FAM_NAME]);
} family;

// Option rows that every family of parsers has, over int fields of its struct: 0 yes, 1 no; 0 XPOS, 1 UPOS.
// clang-format off
#define FAM_SINGLE_ROOT(at)                                                                              \
    {.long_name = "single-root", .type = OPT_CHOICE, .offset = (at), .def = "auto", .allowed = "yes|no", \
     .help = "exactly one root word in every sentence; auto: yes if every training sentence has one",    \
     .stored = true}
#define FAM_POS(at)                                                                                      \
    {.long_name = "pos", .type = OPT_CHOICE, .offset = (at), .def = "auto", .allowed = "xpos|upos",      \
     .help = "the column of parts of speech; auto: XPOS/POSTAG if it has from 2 to 200 values, else "    \
             "UPOS/CPOSTAG",                                                                             \
     .stored = true}
// Not stored, so that models trained without it are the same bytes as before it was there; META says if it is
// on.
#define FAM_DROP_COLUMNS(at)                                                                             \
    {.long_name = "drop-columns", .type = OPT_INT, .offset = (at), .def = "0", .allowed = "0..100",      \
     .arg = "PERCENT",                                                                                   \
     .help = "learn from PERCENT of the sentences as if some of LEMMA, XPOS/POSTAG, FEATS and, seldom, " \
             "UPOS/CPOSTAG were missing, so that the parser copes with input that lacks them; 0: never"}
// clang-format on

// The column that --pos chooses.
static inline copse_column fam_pos(int chosen, const treebank *t)
{
    return chosen == OPT_AUTO_CHOICE ? tb_pos_column(t) : chosen == 0 ? COPSE_XPOS : COPSE_UPOS;
}

struct copse_options {
    const family *family;
    void *values; // the family's struct
    fam_common common;
    opt_table table[FAM_TABLES + 1]; // over values and common
};

extern const family *const fam_all[]; // ends with NULL
const family *fam_find(const char *name);

// Reads options from text as on a command line, "--name value --name value". NULL on failure, message
// without file. Refuses the options that belong to the caller who trains (--seed, --skip-bad, --dev).
copse_options *options_parse(const family *f, const char *text, copse_error *err);
copse_options *options_copy(const copse_options *options);
// The value of an option as text, which the caller frees with mem_free; NULL as for copse_options_get.
char *options_value(const copse_options *options, const char *name);
// Sets an option to a value that is known to be valid.
void options_fix(copse_options *options, const char *name, const char *value);
// Sets an option that is a text wherever it is not set: in the options, and in those of members inside them.
// Options that do not have it stay as they are.
void options_offer(copse_options *options, const char *name, const char *value);
// Writes the section OPTS.
void options_save(const copse_options *options, box_writer *w);

// The checks of a family and of what makes a parser, for cross-validation and ensembles.
int options_check_member(const copse_options *options, copse_error *err);
// Do the options make a parser alone, not a parser inside a sequence?
bool options_make_parser(const copse_options *options);

// The number of threads of an environment (which may be NULL), at least 1.
int env_threads(const copse_environment *environment);

#endif
