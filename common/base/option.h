// SPDX-License-Identifier: MIT
// One row per option drives parsing, --help with live defaults, the manual page, the options kept in models,
// and the library's options by name.
#ifndef COPSE_BASE_OPTION_H
#define COPSE_BASE_OPTION_H

#include "copse.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

struct text; // common/base/text.h

typedef enum opt_type {
    OPT_FLAG,   // bool; no value
    OPT_INT,    // long
    OPT_REAL,   // double
    OPT_STRING, // const char *: a copy, freed by opt_done
    OPT_CHOICE, // int: the index among the choices
    OPT_LIST,   // opt_list: may be repeated; has no default
    OPT_OBJECT, // opt_object: a text that is made into something else when it is set
} opt_type;

// A number or a choice whose default is "auto" takes that word for a value: somebody else decides.
#define OPT_AUTO_INT LONG_MIN
enum { OPT_AUTO_CHOICE = -1 };
static inline bool opt_auto_int(long value)
{
    return value == OPT_AUTO_INT;
}
static inline bool opt_auto_real(double value)
{
    return isnan(value);
}
// The value, or what it is if somebody else has to decide.
static inline long opt_int(long value, long otherwise)
{
    return opt_auto_int(value) ? otherwise : value;
}
static inline double opt_real(double value, double otherwise)
{
    return opt_auto_real(value) ? otherwise : value;
}
static inline int opt_chosen(int value, int otherwise)
{
    return value == OPT_AUTO_CHOICE ? otherwise : value;
}

typedef struct opt_list {
    const char **item; // [n] copies; freed by opt_done
    size_t n, cap;
} opt_list;

// How the text of an OPT_OBJECT becomes an object. make gets "" where no value was given.
typedef struct opt_class {
    void *(*make)(const char *text, copse_error *err); // NULL on failure, message without file
    void *(*copy)(const void *made);
    void (*free)(void *made);
} opt_class;

typedef struct opt_object {
    const char *text; // as it was set; NULL: not at all
    void *made;       // never NULL once defaults are set
} opt_object;

// One of the values of an OPT_CHOICE, as registries list them; the name is NULL after the last.
typedef struct opt_choice {
    const char *name, *help;
} opt_choice;

typedef struct opt_row {
    char short_name;       // 0: none
    const char *long_name; // NULL ends a table
    opt_type type;
    size_t offset;       // in the struct of the table's values
    const char *def;     // default as it would be written; NULL: none (0, NULL, false); also "auto"
    const char *allowed; // OPT_CHOICE: "a|b|c"; numbers: "1..64", open ends "0.."; lists: "1" if
                         // --help is not to say that it may be repeated; NULL: any
    const char *arg;     // what --help calls the value: "FILE", "N"; NULL for flags and choices
    const char *help;    // one sentence, no full stop
    bool stored;         // kept in a model's OPTS section
    opt_choice (*choices)(size_t i); // OPT_CHOICE: a registry, instead of allowed
    void (*more)(FILE *out);         // the rest of the help, where a registry knows it; or NULL
    const opt_class *class;          // OPT_OBJECT
} opt_row;

// Rows, and the struct that holds their values. A list of tables ends with one that has no rows.
typedef struct opt_table {
    const opt_row *rows;
    void *values; // may be NULL where only rows are looked at
} opt_table;

// The row of a name, and the table it stands in; NULL if there is none.
const opt_row *opt_find(const opt_table *tables, const char *name, size_t len, const opt_table **table);

// COPSE_EINPUT for a name, without "--", that no row has, with the one that was probably meant.
int opt_unknown(const opt_table *tables, copse_str name, copse_error *err);

// Sets all values to their defaults, whatever they are now. A default that its own row forbids aborts.
void opt_defaults(const opt_table *tables);
// Makes the values of `to`, which has defaults or other values, copies of those of `from`, which has the same
// rows.
void opt_copy(const opt_table *to, const opt_table *from);
void opt_done(const opt_table *tables);

// Sets an option from text as it would be written on the command line ("true" and "false" for flags; a list
// gets one more item). On failure COPSE_EINPUT, message without file, and the value is as it was.
int opt_set(const opt_row *row, void *values, const char *value, copse_error *err);
// Adds the value as it would be written. False, and nothing is added: it has none.
bool opt_get(const opt_row *row, const void *values, struct text *out);
bool opt_is_default(const opt_row *row, const void *values);
// The first option of a table that is not as by default, or NULL.
const opt_row *opt_first_given(const opt_table *table);

bool opt_may_be_auto(const opt_row *row);
// The i-th choice, "auto" not among them; s is NULL after the last. The help of a registry's choice goes to
// *help, which is NULL for others; help may be NULL.
copse_str opt_choice_at(const opt_row *row, size_t i, const char **help);
// All choices, "auto" first if it is allowed, with a separator between them.
void opt_choices(const opt_row *row, const char *separator, struct text *out);

// Sets values from argv[1..argc-1]; those that are not named stay. Operands are moved to
// operand[0..*operand_n-1] (room for argc). "--" ends options; "-" is an operand. Of an option given twice
// the last value holds, except for lists. "--name VALUE", "--name=VALUE", "-oVALUE", "-o VALUE". On failure:
// COPSE_EINPUT, message without file, and some may be set. (option_line.c)
int opt_parse(const opt_table *tables, int argc, char **argv, const char **operand, int *operand_n,
              copse_error *err);

// The stored options as "name=value\n" lines, a newline in a value as \n and a backslash as \\.
void opt_dump(const opt_table *tables, struct text *out);

// The option lines of --help, each ended by a newline, wrapped at 80 columns; returned memory is the
// caller's. (option_help.c)
char *opt_help(const opt_table *tables);
// The same as roff for a manual page.
char *opt_roff(const opt_table *tables);
// The sentence of help with what the registries add; the caller frees it.
char *opt_explain(const opt_row *row);

// Writes words from column `at` on, broken at spaces so that no line passes column 80, further lines indented
// by indent; ends with a newline. A word longer than a line is not broken.
void opt_wrap(FILE *out, const char *words, int at, int indent);
// Writes words with what roff would take as markup escaped.
void opt_roff_text(FILE *out, const char *words);

#endif
