// SPDX-License-Identifier: MIT
// CoNLL-U, from CoNLL-X. PHEAD and PDEPREL become the MISC items PHead and PDeprel.
#include "common/treebank/formats.h"
#include "common/treebank/sentence.h"

#include <string.h>

static void add_word(text *w, const copse_sentence *s, int d)
{
    copse_str phead = sen_column(s, d, COPSE_DEPS), pdeprel = sen_column(s, d, COPSE_MISC);
    bool has_phead = !str_is(phead, "_"), has_pdeprel = !str_is(pdeprel, "_");
    for (copse_column k = COPSE_ID; k <= COPSE_DEPREL; k++) {
        text_str(w, sen_column(s, d, k));
        text_cat(w, "\t");
    }
    text_cat(w, has_phead || has_pdeprel ? "_\t" : "_\t_");
    if (has_phead) {
        text_cat(w, "PHead=");
        text_str(w, phead);
    }
    if (has_phead && has_pdeprel)
        text_cat(w, "|");
    if (has_pdeprel) {
        text_cat(w, "PDeprel=");
        text_str(w, pdeprel);
    }
    text_cat(w, "\n");
}

// Adds all comments: in CoNLL-U they stand before the words, wherever they were.
static void add_comments(text *w, const copse_sentence *s)
{
    size_t pos = sen_begin(s);
    copse_str line;
    while (sen_next_line(s, &pos, &line))
        if (line.len && line.s[0] == '#') {
            text_str(w, line);
            text_cat(w, "\n");
        }
}

static void write(text *out, const copse_sentence *s, copse_lost *lost)
{
    (void)lost; // it has a place for everything
    if (s->comments)
        add_comments(out, s);
    for (int d = 1; d <= s->n; d++)
        add_word(out, s, d);
    if (s->n)
        text_cat(out, "\n");
}

const fmt fmt_conllu = {
    .id = COPSE_CONLLU,
    .base = COPSE_CONLLU,
    .name = "conllu",
    .title = "CoNLL-U",
    .help = "CoNLL-U",
    .write = write,
};
