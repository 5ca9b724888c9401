// SPDX-License-Identifier: MIT
// One row per option drives parsing, --help with live defaults, the manual page, and the options kept in
// models.
#ifndef COPSE_BASE_OPTION_H
#define COPSE_BASE_OPTION_H

#include "copse.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

typedef enum opt_type {
    OPT_FLAG,   // bool; no value
    OPT_INT,    // long
    OPT_REAL,   // double
    OPT_STRING, // const char *: a copy, freed by opt_done
    OPT_CHOICE, // int: the index in choices
    OPT_LIST,   // opt_list: may be repeated; has no default
} opt_type;

// A number whose default is "auto" takes that word for a value: somebody else decides.
#define OPT_AUTO_INT LONG_MIN
static inline bool opt_auto_int(long value)
{
    return value == OPT_AUTO_INT;
}
static inline bool opt_auto_real(double value)
{
    return isnan(value);
}

typedef struct opt_list {
    const char **item; // [n] copies; freed by opt_done
    size_t n, cap;
} opt_list;

// One of the values of an OPT_CHOICE, as registries list them; the name is NULL after the last.
typedef struct opt_choice {
    const char *name, *help;
} opt_choice;

typedef struct opt_row {
    char short_name;       // 0: none
    const char *long_name; // NULL ends a table
    opt_type type;
    size_t offset;       // in the verb's options struct
    const char *def;     // default as it would be written; NULL: none (0, NULL, false); numbers: also "auto"
    const char *allowed; // OPT_CHOICE: "a|b|c"; numbers: "1..64", open ends "0.."; lists: "1" if
                         // --help is not to say that it may be repeated; NULL: any
    const char *arg;     // what --help calls the value: "FILE", "N"; NULL for flags and choices
    const char *help;    // one sentence, no full stop
    bool stored;         // kept in a model's OPTS section
} opt_row;

// Fills options (size bytes, cleared first) with defaults. A default that its own row forbids aborts.
void opt_defaults(const opt_row *const *tables, void *options, size_t size);

// Fills options (size bytes, cleared first) with defaults, then from argv[1..argc-1]. Several tables may
// apply: tables is NULL-terminated. Operands are moved to operand[0..*operand_n-1] (room for argc). "--" ends
// options; "-" is an operand. Of an option given twice the last value holds, except for lists.
// "--name VALUE", "--name=VALUE", "-oVALUE", "-o VALUE". On failure: COPSE_EINPUT, message without file;
// opt_done is due in any case.
int opt_parse(const opt_row *const *tables, void *options, size_t size, int argc, char **argv,
              const char **operand, int *operand_n, copse_error *err);
void opt_done(const opt_row *const *tables, void *options);

// The option lines of --help, each ended by a newline, wrapped at 80 columns; returned memory is the
// caller's.
char *opt_help(const opt_row *const *tables);
// The same as roff for a manual page.
char *opt_roff(const opt_row *const *tables);

// Writes text from column `at` on, broken at spaces so that no line passes column 80, further lines indented
// by indent; ends with a newline. A word longer than a line is not broken.
void opt_wrap(FILE *out, const char *text, int at, int indent);
// Writes text with what roff would take as markup escaped.
void opt_roff_text(FILE *out, const char *text);

// Stored options as "name=value\n" lines, and back. Options that the text does not name keep their value,
// except lists, which become empty; unknown names and bad values fail, with options partly changed.
char *opt_dump(const opt_row *const *tables, const void *options);
int opt_restore(const opt_row *const *tables, void *options, copse_str text, copse_error *err);

#endif
