// SPDX-License-Identifier: MIT
// The section META: what a model is and how it was made, a line "name=value" each.
#ifndef COPSE_MODEL_META_H
#define COPSE_MODEL_META_H

#include "common/base/text.h"
#include "common/model/family.h"

// Adds the lines that begin the META of every trained model.
void meta_begin(text *meta, const copse_options *options, const char *kind, const treebank *train);
void meta_add(text *meta, const char *name, const char *value);
void meta_number(text *meta, const char *name, long value);
// Adds a line with the value of an option.
void meta_option(text *meta, const copse_options *options, const char *name);
// Writes the section, and frees the text.
void meta_save(text *meta, box_writer *w);

#endif
