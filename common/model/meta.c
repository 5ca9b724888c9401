// SPDX-License-Identifier: MIT
#include "common/model/meta.h"
#include "common/base/mem.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void meta_add(text *meta, const char *name, const char *value)
{
    text_cat(meta, name);
    text_cat(meta, "=");
    text_cat(meta, value);
    text_cat(meta, "\n");
}

void meta_number(text *meta, const char *name, long value)
{
    char number[32];
    snprintf(number, sizeof number, "%ld", value);
    meta_add(meta, name, number);
}

void meta_option(text *meta, const copse_options *options, const char *name)
{
    char *value = options_value(options, name);
    meta_add(meta, name, value ? value : "");
    mem_free(value);
}

void meta_begin(text *meta, const copse_options *options, const char *kind, const treebank *train)
{
    char digest[32];
    snprintf(digest, sizeof digest, "%016" PRIx64, train->digest);
    meta_add(meta, "kind", kind);
    meta_add(meta, "version", COPSE_VERSION);
    meta_option(meta, options, "seed");
    meta_add(meta, "treebank-digest", digest);
    meta_number(meta, "sentences", (long)train->n);
    meta_number(meta, "words", train->words);
    meta_number(meta, "skipped", train->skipped);
}

void meta_save(text *meta, box_writer *w)
{
    box_begin(w, "META");
    box_raw(w, meta->s, meta->n);
    text_done(meta);
}
