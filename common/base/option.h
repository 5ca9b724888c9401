// SPDX-License-Identifier: MIT
// One row per option drives parsing, --help with live defaults, the manual page, the options stored in
// models, and access by name in the library.
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
    OPT_OBJECT, // opt_object: a text that is turned into an object when it is set
} opt_type;

// A number or choice whose default is "auto" accepts that word: the program decides the value later.
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
// The value, or `otherwise` if it is "auto".
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
    // Gives an option inside the object a value if it has none; NULL: there are none.
    void (*offer)(void *made, const char *name, const char *value);
} opt_class;

typedef struct opt_object {
    const char *text; // as it was set; NULL: never set
    void *made;       // never NULL once defaults are set
} opt_object;

// One value of an OPT_CHOICE, as listed by a registry; the name is NULL after the last.
typedef struct opt_choice {
    const char *name, *help;
} opt_choice;

typedef struct opt_row {
    char short_name;       // 0: none
    const char *long_name; // NULL ends a table
    opt_type type;
    size_t offset;       // in the struct of the table's values
    const char *def;     // default as the user would write it; NULL: none (0, NULL, false); also "auto"
    const char *allowed; // OPT_CHOICE: "a|b|c"; numbers: "1..64", open ends "0.."; lists: "1" if
                         // --help should not say that the option may be repeated; NULL: any
    const char *arg;     // what --help calls the value: "FILE", "N"; NULL for flags and choices
    const char *implied; // OPT_CHOICE: its value where the option stands alone; another one needs "=", as in
                         // --name=VALUE; NULL: the option needs a value
    const char *help;    // one sentence, no full stop
    bool stored;         // kept in a model's OPTS section
    opt_choice (*choices)(size_t i); // OPT_CHOICE: a registry, instead of allowed
    void (*more)(FILE *out);         // prints the rest of the help, where a registry knows it; or NULL
    const opt_class *class;          // OPT_OBJECT
} opt_row;

// Rows, and the struct that holds their values. A list of tables ends with one that has no rows.
typedef struct opt_table {
    const opt_row *rows;
    void *values; // may be NULL where only rows are needed
} opt_table;

// Finds the row with a name, and its table. NULL if there is none.
const opt_row *opt_find(const opt_table *tables, const char *name, size_t len, const opt_table **table);

// COPSE_EINPUT for an unknown name, given without "--". The message suggests the nearest known one.
int opt_unknown(const opt_table *tables, copse_str name, copse_error *err);

// Sets all values to their defaults, whatever they hold now. Aborts on a default that its own row forbids.
void opt_defaults(const opt_table *tables);
// Copies all values of `from` to `to`. Both have the same rows, and `to` already holds defaults or other
// values.
void opt_copy(const opt_table *to, const opt_table *from);
void opt_done(const opt_table *tables);

// Sets an option from text as on the command line ("true" and "false" for flags; a list gains one item). On
// failure returns COPSE_EINPUT, message without file, and the value is unchanged.
int opt_set(const opt_row *row, void *values, const char *value, copse_error *err);
// Appends the value as the user would write it. Returns false, and adds nothing, if the option has no value.
bool opt_get(const opt_row *row, const void *values, struct text *out);
bool opt_is_default(const opt_row *row, const void *values);
// The first option of a table that differs from its default, or NULL.
const opt_row *opt_first_given(const opt_table *table);

bool opt_may_be_auto(const opt_row *row);
// The i-th choice, not counting "auto"; s is NULL after the last. *help is set to the choice's help if a
// registry lists it, else to NULL; help may be NULL.
copse_str opt_choice_at(const opt_row *row, size_t i, const char **help);
// All choices, "auto" first if it is allowed, joined by the separator.
void opt_choices(const opt_row *row, const char *separator, struct text *out);

// Sets values from argv[1..argc-1]; options that are not given keep their values. Operands are moved to
// operand[0..*operand_n-1] (room for argc). "--" ends options; "-" is an operand. If an option is given
// twice, the last value holds, except for lists. Accepts "--name VALUE", "--name=VALUE", "-oVALUE", "-o
// VALUE". On failure returns COPSE_EINPUT, message without file; some options may be set. (option_line.c)
int opt_parse(const opt_table *tables, int argc, char **argv, const char **operand, int *operand_n,
              copse_error *err);

// Writes the stored options as "name=value\n" lines; a newline in a value becomes \n and a backslash \\.
void opt_dump(const opt_table *tables, struct text *out);

// The option lines of --help, wrapped at 80 columns, each ended by a newline. The caller frees the string.
// (option_help.c)
char *opt_help(const opt_table *tables);
// The same as roff for a manual page.
char *opt_roff(const opt_table *tables);
// The help sentence with what the registries add; the caller frees it.
char *opt_explain(const opt_row *row);

// Writes words from column `at` on, breaking at spaces so that no line passes column 80. Further lines are
// indented by indent. Ends with a newline. A word longer than a line is not broken.
void opt_wrap(FILE *out, const char *words, int at, int indent);
// Writes words, escaping what roff would take as markup.
void opt_roff_text(FILE *out, const char *words);

#endif
