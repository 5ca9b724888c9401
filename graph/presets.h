// SPDX-License-Identifier: MIT
// Presets: settings of published parsers in one word. A preset gives values to options whose own value is
// "auto"; what is given explicitly stays.
#ifndef COPSE_GRAPH_PRESETS_H
#define COPSE_GRAPH_PRESETS_H

#include "graph/options.h"

typedef struct graph_setting {
    const char *option, *value; // the option's default is auto; the last option is NULL
} graph_setting;

typedef struct graph_preset {
    const char *name; // in options
    const char *help; // one sentence, no full stop
    const graph_setting *setting;
} graph_preset;

extern const graph_preset preset_all[]; // ends with a name of NULL; the default first

// Name and help of the i-th preset, for the option that chooses one.
opt_choice preset_choice(size_t i);
// Writes what each preset sets, for --help.
void preset_explain(FILE *out);
// Gives the options that are auto the values of their preset.
void preset_apply(copse_options *options);

#endif
