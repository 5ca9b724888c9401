// SPDX-License-Identifier: MIT
// A family of trainers: what options it takes and how it trains a model. Each room that trains has one,
// beside its code; families.c lists them.
//
// The options of a family are tables (common/base/option.h) whose rows are written once. The command line,
// its help, the manual page, what a model stores and the library's copse_options all read them there.
#ifndef COPSE_MODEL_FAMILY_H
#define COPSE_MODEL_FAMILY_H

#include "common/base/option.h"
#include "common/model/container.h"
#include "common/treebank/treebank.h"

enum { FAM_TABLES = 24, FAM_NAME = 96 };

// What every family takes.
typedef struct fam_common {
    long seed;
    bool skip_bad;
    const char *dev; // a treebank whose accuracy is reported, or NULL
} fam_common;

typedef struct family {
    const char *name;     // as copse_options_new and `copse train` know it
    const char *summary;  // what `copse train` does with it, one line
    const char *crossval; // what `copse crossval` does with it, if it is alone
    const char *operands; // options that must be given, for the usage line; or NULL
    const char *details;  // paragraphs for --help and the manual page, see cli/help.c
    size_t size;          // of the struct of its values
    bool alone;           // a single parser: cross-validation and ensembles can train it
    bool stops_whole;     // asked to stop, it ends with the model that it has, if it has one
    // Fills in its tables over a struct of values, at most FAM_TABLES - 1, and returns how many.
    size_t (*tables)(void *values, opt_table *list);
    // Do the values go together? 0, or COPSE_EINPUT with a message about options, without file. Nothing that
    // is given may be without effect.
    int (*check)(const copse_options *options, copse_error *err);
    // Trains on a treebank, whose trees it may change, and writes the sections of a model. dev may be NULL;
    // environment has threads set.
    int (*train)(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
                 const copse_environment *environment, copse_error *err);
    // Of families that are alone, how long training takes beside other values and other families: about the
    // seconds for 100,000 words on one core.
    double (*effort)(const copse_options *options);
    // Of families that are alone, the names of the i-th variant: how recipes of ensembles call it (name NULL
    // after the last), and the option and the value that it stands for.
    void (*variant)(size_t i, const char **name, const char **option, const char **value);
    // The name of the variant that the values are.
    void (*variant_of)(const copse_options *options, char name[FAM_NAME]);
} family;

struct copse_options {
    const family *family;
    void *values; // the family's struct
    fam_common common;
    opt_table table[FAM_TABLES + 1]; // over values and common
};

extern const family *const fam_all[]; // ends with NULL
const family *fam_find(const char *name);

// Options from text as on a command line, "--name value --name value"; NULL on failure, message without file.
// Those that belong to whoever trains (--seed, --skip-bad, --dev) are refused.
copse_options *options_parse(const family *f, const char *text, copse_error *err);
copse_options *options_copy(const copse_options *options);
// Sets what is known to be right.
void options_fix(copse_options *options, const char *name, const char *value);
// Writes the section OPTS.
void options_save(const copse_options *options, box_writer *w);

// The threads of an environment, which may be NULL: at least 1.
int env_threads(const copse_environment *environment);

#endif
