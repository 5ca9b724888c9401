// SPDX-License-Identifier: MIT
// CoNLL-X with ten columns, with eight (without PHEAD and PDEPREL), and with six (test data: no heads
// either). Where a file has fewer, each line is filled up to ten with "_" as it is read.
#include "common/base/error.h"
#include "common/treebank/formats.h"
#include "common/treebank/sentence.h"

#include <string.h>

// --- Writing

// Finds PHEAD and PDEPREL: columns of CoNLL-X, or items of MISC in CoNLL-U, where other items and DEPS are
// lost.
static void find_projective(const copse_sentence *s, int d, copse_str *phead, copse_str *pdeprel,
                            copse_lost *lost)
{
    copse_str misc = sen_column(s, d, COPSE_MISC), item;
    bool dropped = false;
    if (s->format == COPSE_CONLLX) {
        *phead = sen_column(s, d, COPSE_DEPS);
        *pdeprel = misc;
        return;
    }
    while (str_next_item(&misc, &item))
        dropped |=
            !fmt_item(item, "PHead=", phead) && !fmt_item(item, "PDeprel=", pdeprel) && !str_is(item, "_");
    lost->misc += dropped;
    lost->deps += !str_is(sen_column(s, d, COPSE_DEPS), "_");
}

static void add_projective(text *w, copse_str phead, copse_str pdeprel)
{
    text_cat(w, "\t");
    text_str(w, phead);
    text_cat(w, "\t");
    text_str(w, pdeprel);
}

// Adds a form or lemma: spaces become underscores.
static void add_without_spaces(text *t, copse_str value, copse_lost *lost)
{
    const size_t from = t->n;
    text_str(t, value);
    if (!memchr(value.s, ' ', value.len))
        return;
    lost->spaces++;
    for (size_t i = from; i < t->n; i++)
        if (t->s[i] == ' ')
            t->s[i] = '_';
}

// CPOSTAG is POSTAG where a file has one column of tags.
static copse_str cpostag(const copse_sentence *s, int d)
{
    const copse_str value = sen_column(s, d, COPSE_UPOS);
    return s->one_tag && str_is(value, "_") ? sen_column(s, d, COPSE_XPOS) : value;
}

static void add_word(text *w, const copse_sentence *s, int d, copse_column columns, copse_lost *lost)
{
    copse_str phead = {"_", 1}, pdeprel = {"_", 1};
    const copse_column most = columns < COPSE_DEPS ? columns : COPSE_DEPS;
    find_projective(s, d, &phead, &pdeprel, lost);
    text_str(w, sen_column(s, d, COPSE_ID));
    text_cat(w, "\t");
    add_without_spaces(w, sen_column(s, d, COPSE_FORM), lost);
    text_cat(w, "\t");
    add_without_spaces(w, sen_column(s, d, COPSE_LEMMA), lost);
    text_cat(w, "\t");
    text_str(w, cpostag(s, d));
    for (copse_column k = COPSE_XPOS; k < most; k++) {
        text_cat(w, "\t");
        text_str(w, sen_column(s, d, k));
    }
    if (columns == COPSE_COLUMNS) {
        add_projective(w, phead, pdeprel);
    } else {
        fmt_count_lost(&lost->projective, phead);
        fmt_count_lost(&lost->projective, pdeprel);
    }
    if (columns <= COPSE_HEAD) {
        fmt_count_lost(&lost->heads, sen_column(s, d, COPSE_HEAD));
        fmt_count_lost(&lost->labels, sen_column(s, d, COPSE_DEPREL));
    }
    text_cat(w, "\n");
}

static void write_columns(text *out, const copse_sentence *s, copse_column columns, copse_lost *lost)
{
    fmt_count_lines(s, lost);
    for (int d = 1; d <= s->n; d++)
        add_word(out, s, d, columns, lost);
    if (s->n)
        text_cat(out, "\n");
}

static void write10(text *out, const copse_sentence *s, copse_lost *lost)
{
    write_columns(out, s, COPSE_COLUMNS, lost);
}

static void write8(text *out, const copse_sentence *s, copse_lost *lost)
{
    write_columns(out, s, COPSE_DEPS, lost);
}

static void write6(text *out, const copse_sentence *s, copse_lost *lost)
{
    write_columns(out, s, COPSE_HEAD, lost);
}

// --- Reading

// Copies raw with the missing columns added to each token line.
static int fill_up(fmt_reading *r, int columns, copse_error *err)
{
    copse_str rest = r->raw, line;
    for (long at = r->line; fmt_next_line(&rest, &line); at++) {
        const bool token = !sen_is_blank(line) && line.s[0] != '#';
        const int fields = token ? fmt_fields(line) : 0;
        if (token && fields != columns)
            return err_set(err, COPSE_EINPUT, r->file, at, "%d column%s instead of %d", fields,
                           fields == 1 ? "" : "s", columns);
        text_str(&r->out, line);
        for (int k = columns; token && k < COPSE_COLUMNS; k++)
            text_cat(&r->out, "\t_");
        const char *end = line.s + line.len;
        text_add(&r->out, end, (size_t)(rest.s - end));
        if (r->out.n > SEN_MAX_BYTES)
            return err_set(err, COPSE_ELIMIT, r->file, r->line,
                           "a sentence of more than %d MB with ten columns", SEN_MAX_BYTES >> 20);
    }
    return 0;
}

static int read8(fmt_reading *r, copse_error *err)
{
    return fill_up(r, 8, err);
}

static int read6(fmt_reading *r, copse_error *err)
{
    return fill_up(r, 6, err);
}

static fmt_verdict is8(copse_str begin, bool whole)
{
    return fmt_is_conll(begin, whole, 8, 8);
}

static fmt_verdict is6(copse_str begin, bool whole)
{
    return fmt_is_conll(begin, whole, 6, 6);
}

const fmt fmt_conllx = {
    .id = COPSE_CONLLX,
    .base = COPSE_CONLLX,
    .name = "conllx",
    .title = "CoNLL-X",
    .help = "CoNLL-X",
    .write = write10,
};

const fmt fmt_conllx8 = {
    .id = COPSE_CONLLX8,
    .base = COPSE_CONLLX,
    .name = "conllx8",
    .title = "CoNLL-X with 8 columns",
    .help = "CoNLL-X without PHEAD and PDEPREL",
    .recognise = is8,
    .read = read8,
    .write = write8,
};

const fmt fmt_conllx6 = {
    .id = COPSE_CONLLX6,
    .base = COPSE_CONLLX,
    .name = "conllx6",
    .title = "CoNLL-X with 6 columns",
    .help = "CoNLL-X up to FEATS, as test data without heads",
    .recognise = is6,
    .read = read6,
    .write = write6,
};
