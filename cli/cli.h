// SPDX-License-Identifier: MIT
// The interface that verbs share. A verb is one file in this folder and one line in CLI_VERBS.
#ifndef COPSE_CLI_CLI_H
#define COPSE_CLI_CLI_H

#include "copse.h"
#include "common/base/option.h"
#include "common/model/family.h"
#include "common/base/progress.h"

// The common options. Every verb takes --quiet, --threads and --help, so scripts can rely on them. A verb
// that runs in parallel sets CLI_THREADS; for the others --help says that they use a single thread.
enum {
    CLI_OUTPUT = 1,  // -o, --output FILE
    CLI_THREADS = 2, // more than one thread pays
};

typedef struct cli_verb cli_verb;

typedef struct cli_common {
    const cli_verb *verb;
    copse_options *train; // of verbs that train, or NULL
    bool help;
    bool quiet;
    long threads;       // at least 1
    const char *output; // -o; NULL: standard output
} cli_common;

struct cli_verb {
    const char *name;     // "eval", or "train transition"
    const char *operands; // "GOLD SYSTEM [SYSTEM]" for the usage line
    int least, most;      // operands; most -1: any number
    const char *summary;  // one line
    const char *details;  // paragraphs for --help and the manual, or NULL; see help.c
    const opt_row *rows;  // its own options, or NULL
    const family *family; // the family whose options it takes too, or NULL; where the verb has one of the
                          // same name, the family's is called --train-NAME
    bool all_of_family;   // also the options that are not kept in models (--dev)
    bool (*takes)(const opt_row *row); // of the family's options, only these; NULL: all
    size_t size;                       // of the options struct; its first member is a cli_common
    int (*run)(void *options, const char **operand, int operand_n); // the exit status
    unsigned common;                                                // CLI_OUTPUT | ...
};

enum { CLI_DONE = 0, CLI_BAD = 1, CLI_USAGE = 2 };

// Prints "copse: FILE:LINE: message" and returns CLI_BAD.
int cli_fail(const copse_error *err);
// Prints "copse: VERB: message; try 'copse VERB --help'" and returns CLI_USAGE. verb may be NULL.
int cli_usage(const cli_verb *verb, const char *format, ...);
// The same for a value that a function of the library refused; but without memory it is a failure, not a
// wrong command. what: before the message.
int cli_refuse(const cli_verb *verb, const char *what, const copse_error *err);
// Prints "copse: message": a note, not a failure.
void cli_note(const char *format, ...);

// Text for -o FILE or standard output, kept in memory until it is complete:
//     cli_text out;
//     cli_text_open(&out);
//     fprintf(out.stream, ...);
//     return cli_text_close(&out, options->common.output);
// cli_text_close writes, checks and reports errors: CLI_DONE or CLI_BAD. cli_text_drop discards the text.
typedef struct cli_text {
    FILE *stream;
    struct cli_kept *kept; // what is freed when memory runs out
} cli_text;
void cli_text_open(cli_text *text);
int cli_text_close(cli_text *text, const char *path);
void cli_text_drop(cli_text *text);
// Writes the text so far, and begins anew: for output that is too long for memory. The caller commits.
int cli_text_flush(cli_text *text, copse_writer *out, copse_error *err);

// Prints something about each sentence of a file that has words, as soon as it was read (lines.c). Returns 0
// or a negative code; the output appears whole or not at all.
typedef struct cli_lines {
    void *context;
    const char *head; // printed first; or NULL
    int (*sentence)(void *context, FILE *out, copse_sentence *sentence, copse_error *err);
    void (*end)(void *context, FILE *out); // after the last; or NULL
} cli_lines;
int cli_print_lines(const cli_lines *lines, const char *input, const char *output, copse_error *err);

// Loads models (models.c); several are joined. NULL on failure.
copse_model *cli_load_models(const opt_list *paths, copse_error *err);
extern const char *cli_program; // what the program was called as; main sets it
// The model to use where none is named: that of COPSE_MODEL, or the installed one. Adds it to the list, and
// says which one it is, unless quiet. CLI_DONE, or CLI_USAGE if there is none.
int cli_default_model(const cli_common *common, opt_list *models);
// Says so, unless quiet, if --unpruned was given and no parser of the model prunes.
void cli_note_unpruned(const cli_common *common, bool unpruned, const copse_model *model);

// Flushes and checks standard output, for printf. main does so after every verb; a verb calls it if it must
// know earlier. CLI_DONE or CLI_BAD.
int cli_flush(void);

// Progress on standard error: an environment for long work. On a terminal the last line shows the progress
// and rewrites itself, with the lines of the work above it. Elsewhere only these lines are printed; with
// quiet, nothing. unit: for work that writes its result to standard output, what it counts ("words"); then
// no line is shown where it would mix with the result, and lines are notes. NULL: training.
// cli_progress_stop must be called before other messages.
copse_environment cli_progress_start(const cli_common *common, const char *unit);
void cli_progress_stop(void);
void cli_progress_wipe(void);        // erases an unfinished line from the terminal, before a message
void cli_progress_interrupted(void); // the same in a signal handler
// The last line, unless quiet: "STAGE: 26,600 words in 3.2 s, 8,300/s".
void cli_progress_summary(const cli_common *common, const char *stage, double done);
// The last line of training: the name, the size of the output if there is one, time and memory.
void cli_progress_written(const cli_common *common, const char *name);

// Signals that end the process: see signals.c. While a verb runs, the message says that nothing was written
// to the file of -o. (main.c calls these.)
void cli_signals_install(void);
void cli_signals_begin(const cli_common *common);
void cli_signals_end(void);
// For training that can stop early with a model: Ctrl-C sets the stop, and only a second Ctrl-C ends the
// process. Valid until cli_signals_unstop, which frees the stop.
const copse_stop *cli_signals_stop(const cli_common *common);
void cli_signals_unstop(void);

// Complains if standard input is given for more than one file. second may be NULL.
int cli_check_input(const cli_verb *verb, const char *first, const char *second);
// Checks before long work that its output file can be written. An existing file that is not regular is not
// opened: opening a pipe is an event for its other end.
int cli_check_output(const char *path, copse_error *err);
// Makes a folder, which may be there already. 0 or a negative code.
int cli_make_folder(const char *path, copse_error *err);

// A verb with its options, all set to their defaults.
enum { CLI_TABLES = FAM_TABLES + 3, CLI_RENAMED = 8, CLI_TAKEN = 64 };
typedef struct cli_call {
    cli_common *options;          // the verb's struct
    opt_table tables[CLI_TABLES]; // the verb's own rows, the family's, the common ones
    opt_row shared[8], family[8]; // rows made for it
    opt_row *renamed[FAM_TABLES]; // [renamed_n] copies of the family's rows, with some other names
    size_t renamed_n;
    char name[CLI_RENAMED][32]; // [names_n] these names
    size_t names_n;
    opt_row taken[CLI_TAKEN]; // of verbs that take some options of a family
} cli_call;
void cli_open(cli_call *call, const cli_verb *verb);
void cli_close(cli_call *call);

// A verb is one file and one line here. `train` and `crossval` are made for every family.
#define CLI_VERBS(X)  \
    X(parse)          \
    X(marginals)      \
    X(lm)             \
    X(combine)        \
    X(weigh)          \
    X(calibrate)      \
    X(check)          \
    X(info)           \
    X(convert)        \
    X(eval)           \
    X(oracle)         \
    X(analyze)        \
    X(study)          \
    X(instances)      \
    X(classify)       \
    X(projectivize)   \
    X(deprojectivize) \
    X(draw)           \
    X(features)       \
    // end of the list

const cli_verb *cli_verb_at(size_t i); // NULL after the last
// The verb that word[0..n-1] begins with, and how many words its name takes; NULL: none. Options may stand
// between the words of the name, which are then moved to the front. (main.c)
const cli_verb *cli_find(int n, char **word, int *words);
// Runs a whole command line and flushes standard output: the exit status of the program.
int cli_command(int argc, char **argv);
// The verb for a family, with a name that lives as long as the program. (train.c, crossval.c)
cli_verb cli_train_verb(const family *f, const char *name);
cli_verb cli_crossval_verb(const family *f, const char *name);

void cli_print_overview(FILE *out);
void cli_print_help(FILE *out, const cli_verb *verb);
void cli_print_manual(FILE *out);

#define CLI_DECLARE(name) extern const cli_verb verb_##name;
CLI_VERBS(CLI_DECLARE)

#endif
