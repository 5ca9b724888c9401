// SPDX-License-Identifier: MIT
// The section META: what a model is and what it was made from, a line "name=value" each.
#ifndef COPSE_MODEL_META_H
#define COPSE_MODEL_META_H

#include "common/base/text.h"
#include "common/model/family.h"

// The lines that every trained model begins with.
void meta_begin(text *meta, const copse_options *options, const char *kind, const treebank *train);
void meta_add(text *meta, const char *name, const char *value);
void meta_number(text *meta, const char *name, long value);
// The value of an option.
void meta_option(text *meta, const copse_options *options, const char *name);
// Writes the section, and frees the text.
void meta_save(text *meta, box_writer *w);

#endif
