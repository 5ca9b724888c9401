// SPDX-License-Identifier: MIT
// Names of systems, for weights, ensembles and reports, taken from the file that a parser wrote or is stored
// in.
#ifndef COPSE_TREEBANK_SYSTEM_NAME_H
#define COPSE_TREEBANK_SYSTEM_NAME_H

#include <stddef.h>

// The file's name without folder and without .model, .conllu, .conllx, .conll, .gz, .zst; "stdin" for
// standard input (NULL or "-"). Owned by the caller.
char *system_name(const char *path);

// A copy of name, or NAME#2, NAME#3, ... if it is one of taken[n]. Owned by the caller.
char *system_name_unlike(const char *name, char *const *taken, size_t n);

// A system of a command is FILE or NAME=FILE. What stands before the first "=" is a name unless it is empty
// or has a slash, so a file a=b is given as ./a=b. Returns the file, a part of the text; NULL for NULL.
const char *system_file(const char *system);

// The names of n systems, all different: as given, or from their files. Freed by system_names_free.
char **system_names(const char *const *systems, size_t n);
void system_names_free(char **names, size_t n);

#endif
