// SPDX-License-Identifier: MIT
// CoNLL-2009: ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED APRED1 APRED2
// ... The columns that begin with P hold predicted values, and there is an APRED for each predicate of the
// sentence.
//
// CoNLL-U has one of each, and the others become items of MISC: PLemma, PPOS, PFeat, PHead, PDeprel,
// FillPred, Pred, APred1 ... If the predicted columns are read, the gold ones become GLemma, GPOS, GFeat. In
// these items | is %7C and % is %25. So a file comes back byte for byte, if it has as many APREDs as words
// with a PRED.
#include "common/base/error.h"
#include "common/treebank/formats.h"
#include "common/treebank/sentence.h"

#include <limits.h>
#include <string.h>

// The columns; those before LEAST are always there.
enum { ID, FORM, LEMMA, PLEMMA, POS, PPOS, FEAT, PFEAT, HEAD, PHEAD, DEPREL, PDEPREL, FILLPRED, PRED, LEAST };

// Items of MISC by column; NULL: a column of CoNLL-U.
static const char *const key[LEAST] = {
    [PLEMMA] = "PLemma=",   [PPOS] = "PPOS=",         [PFEAT] = "PFeat=", [PHEAD] = "PHead=",
    [PDEPREL] = "PDeprel=", [FILLPRED] = "FillPred=", [PRED] = "Pred=",   [LEMMA] = "GLemma=",
    [POS] = "GPOS=",        [FEAT] = "GFeat="};
static const char apred_key[] = "APred";

// --- Reading

static void add_escaped(text *t, copse_str value)
{
    for (size_t i = 0; i < value.len; i++)
        if (value.s[i] == '|' || value.s[i] == '%')
            text_cat(t, value.s[i] == '|' ? "%7C" : "%25");
        else
            text_add(t, value.s + i, 1);
}

static void begin_item(text *t, size_t empty)
{
    if (t->n > empty)
        text_cat(t, "|");
}

static void add_item(text *t, size_t empty, const char *name, copse_str value, bool always)
{
    if (!always && (!value.len || str_is(value, "_")))
        return;
    begin_item(t, empty);
    text_cat(t, name);
    add_escaped(t, value.len ? value : (copse_str){"_", 1});
}

// Adds MISC: the columns that have none in CoNLL-U, then the APREDs, which are the rest of the line.
static void add_misc(text *t, const copse_str *column, bool predicted, copse_str rest)
{
    static const int gold_items[] = {PLEMMA, PPOS, PFEAT}, other_items[] = {LEMMA, POS, FEAT},
                     both[] = {PHEAD, PDEPREL, FILLPRED, PRED};
    const size_t empty = t->n;
    copse_str value;
    for (size_t i = 0; i < 3; i++) {
        const int k = predicted ? other_items[i] : gold_items[i];
        add_item(t, empty, key[k], column[k], predicted);
    }
    for (size_t i = 0; i < sizeof both / sizeof both[0]; i++)
        add_item(t, empty, key[both[i]], column[both[i]], false);
    for (long i = 1; fmt_next_field(&rest, &value); i++) {
        if (!value.len || str_is(value, "_"))
            continue;
        begin_item(t, empty);
        text_cat(t, apred_key);
        fmt_number(t, i);
        text_cat(t, "=");
        add_escaped(t, value);
    }
    if (t->n == empty)
        text_cat(t, "_");
    text_cat(t, "\n");
}

static void add_line(fmt_reading *r, copse_str line)
{
    const bool predicted = r->options.predicted;
    copse_str column[LEAST];
    for (int k = 0; k < LEAST; k++)
        fmt_next_field(&line, &column[k]);
    text *t = &r->out;
    text_str(t, column[ID]);
    text_cat(t, "\t");
    fmt_value(t, column[FORM]);
    text_cat(t, "\t");
    fmt_value(t, column[predicted ? PLEMMA : LEMMA]);
    fmt_tags(t, column[predicted ? PPOS : POS]);
    const copse_str others[] = {column[predicted ? PFEAT : FEAT], column[HEAD], column[DEPREL], {"_", 1}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        text_cat(t, "\t");
        fmt_value(t, others[i]);
    }
    text_cat(t, "\t");
    add_misc(t, column, predicted, line);
}

static int read(fmt_reading *r, copse_error *err)
{
    copse_str rest = r->raw, line;
    int columns = 0;
    for (long at = r->line; fmt_next_line(&rest, &line); at++) {
        if (sen_is_blank(line)) {
            text_cat(&r->out, "\n");
            continue;
        }
        const int fields = fmt_fields(line);
        if (fields < LEAST)
            return err_set(err, COPSE_EINPUT, r->file, at, "%d column%s where CoNLL-2009 has %d or more",
                           fields, fields == 1 ? "" : "s", LEAST);
        if (columns && fields != columns)
            return err_set(err, COPSE_EINPUT, r->file, at, "%d columns after lines of %d", fields, columns);
        columns = fields;
        add_line(r, line);
        if (r->out.n > SEN_MAX_BYTES)
            return err_set(err, COPSE_ELIMIT, r->file, r->line,
                           "a sentence of more than %d MB with ten columns", SEN_MAX_BYTES >> 20);
    }
    return 0;
}

static fmt_verdict recognise(copse_str begin, bool whole)
{
    return fmt_is_conll(begin, whole, LEAST, INT_MAX);
}

// --- Writing

// The number k of an item APredK=VALUE from 1 to most, with its value; 0 for another item.
static int apred(copse_str item, int most, copse_str *value)
{
    const char *equals = memchr(item.s, '=', item.len);
    const size_t before = sizeof apred_key - 1;
    if (!equals || (size_t)(equals - item.s) <= before || memcmp(item.s, apred_key, before) != 0)
        return 0;
    const copse_str number = {item.s + before, (size_t)(equals - item.s) - before};
    const int k = sen_head_of(number);
    *value = (copse_str){equals + 1, item.len - (size_t)(equals + 1 - item.s)};
    return k <= most ? k : 0;
}

// The columns of a word; s NULL: there is no value.
typedef struct columns {
    copse_str value[LEAST];
    bool item[LEAST]; // an item of MISC, with escapes
} columns;

static void set(columns *c, int k, copse_str value)
{
    c->value[k] = value;
    c->item[k] = false;
}

static void find_columns(const copse_sentence *s, int d, int most, columns *c, copse_lost *lost)
{
    const bool x = s->format == COPSE_CONLLX;
    copse_str misc = x ? (copse_str){"_", 1} : sen_column(s, d, COPSE_MISC), item, value;
    bool dropped = false;
    *c = (columns){0};
    while (str_next_item(&misc, &item)) {
        int k = 0;
        while (k < LEAST && !(key[k] && fmt_item(item, key[k], &c->value[k])))
            k++;
        if (k < LEAST)
            c->item[k] = true;
        dropped |= k == LEAST && apred(item, most, &value) <= 0 && !str_is(item, "_");
    }
    lost->misc += dropped;
    // Where the gold value is an item, the column has the predicted one.
    const copse_str own[] = {sen_column(s, d, COPSE_LEMMA), fmt_one_tag(s, d, lost),
                             sen_column(s, d, COPSE_FEATS)};
    for (int i = 0; i < 3; i++) {
        const int gold = LEMMA + 2 * i;
        set(c, c->item[gold] ? gold + 1 : gold, own[i]);
    }
    if (x) {
        set(c, PHEAD, sen_column(s, d, COPSE_DEPS));
        set(c, PDEPREL, sen_column(s, d, COPSE_MISC));
    } else {
        fmt_count_lost(&lost->deps, sen_column(s, d, COPSE_DEPS));
    }
    set(c, ID, sen_column(s, d, COPSE_ID));
    set(c, FORM, sen_column(s, d, COPSE_FORM));
    set(c, HEAD, sen_column(s, d, COPSE_HEAD));
    set(c, DEPREL, sen_column(s, d, COPSE_DEPREL));
}

// Adds a value, or "_", with escapes undone.
static void add_plain(text *t, copse_str value)
{
    if (sen_is_blank(value))
        value = (copse_str){"_", 1};
    for (size_t i = 0; i < value.len; i++) {
        const bool bar = value.len - i >= 3 && memcmp(value.s + i, "%7C", 3) == 0;
        const bool sign = value.len - i >= 3 && memcmp(value.s + i, "%25", 3) == 0;
        text_add(t, bar ? "|" : value.s + i, 1);
        i += bar || sign ? 2 : 0;
    }
}

// Adds as many APREDs as there are predicates. Items are in the order of their numbers, if this program wrote
// them; a number that comes too late is lost.
static void add_apreds(text *t, copse_str misc, int predicates, copse_lost *lost)
{
    copse_str item, value;
    int done = 0;
    while (predicates && str_next_item(&misc, &item)) {
        const int k = apred(item, predicates, &value);
        if (k <= done) {
            lost->misc += k > 0;
            continue;
        }
        for (; done < k - 1; done++)
            text_cat(t, "\t_");
        text_cat(t, "\t");
        add_plain(t, value);
        done = k;
    }
    for (; done < predicates; done++)
        text_cat(t, "\t_");
}

// The predicates, each of which has a column of APREDs; 0 if these would fill a sentence that is too large to
// be read.
static int count_predicates(const copse_sentence *s)
{
    int n = 0;
    for (int d = 1; d <= s->n && s->format == COPSE_CONLLU; d++) {
        copse_str misc = sen_column(s, d, COPSE_MISC), item, value;
        while (str_next_item(&misc, &item))
            if (fmt_item(item, key[PRED], &value)) {
                n++;
                break;
            }
    }
    return (long long)n * s->n * 2 < SEN_MAX_BYTES ? n : 0;
}

static void write(text *out, const copse_sentence *s, copse_lost *lost)
{
    const int predicates = count_predicates(s);
    columns c;
    fmt_count_lines(s, lost);
    for (int d = 1; d <= s->n; d++) {
        find_columns(s, d, predicates, &c, lost);
        for (int k = 0; k < LEAST; k++) {
            text_cat(out, k ? "\t" : "");
            (c.item[k] ? add_plain : fmt_value)(out, c.value[k]);
        }
        add_apreds(out, sen_column(s, d, COPSE_MISC), predicates, lost);
        text_cat(out, "\n");
    }
    text_cat(out, s->n ? "\n" : "");
}

const fmt fmt_conll2009 = {
    .id = COPSE_CONLL2009,
    .base = COPSE_CONLLU,
    .name = "conll2009",
    .title = "CoNLL-2009",
    .help = "CoNLL-2009 with fourteen columns or more",
    .one_tag = true,
    .recognise = recognise,
    .read = read,
    .write = write,
};
