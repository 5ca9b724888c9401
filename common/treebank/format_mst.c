// SPDX-License-Identifier: MIT
// MSTParser's own format: for each sentence a line of words, one of tags, one of labels (in labelled files)
// and one of heads, with tabs between the values, and a blank line at the end.
#include "common/base/error.h"
#include "common/treebank/formats.h"
#include "common/treebank/sentence.h"

#include <limits.h>
#include <string.h>

enum { WORDS, TAGS, LABELS, HEADS, LINES };
static const char *const line_name[LINES] = {"words", "tags", "labels", "heads"};

// --- Reading

// Splits a stretch into its lines. Returns how many there are: up to one more than LINES. at: of the first.
static int split(copse_str raw, copse_str line[LINES + 1], size_t *at)
{
    int n = 0;
    copse_str one;
    for (*at = 0; n <= LINES && fmt_next_line(&raw, &one);) {
        if (!sen_is_blank(one))
            line[n++] = one;
        else if (n)
            break;
        else
            ++*at;
    }
    return n;
}

static bool all_numbers(copse_str line)
{
    copse_str field;
    while (fmt_next_field(&line, &field))
        if (sen_head_of(field) < 0)
            return false;
    return true;
}

// The whole first sentence: three or four lines of as many values, the last of which are numbers.
static fmt_verdict recognise(copse_str begin, bool whole)
{
    copse_str line[LINES + 1], one, rest = begin;
    size_t at;
    bool ended = whole;
    for (int n = 0; !ended && n <= LINES && fmt_next_line(&rest, &one); n++)
        ended = sen_is_blank(one) && rest.s[-1] == '\n';
    const int n = split(begin, line, &at);
    if (n > LINES || fmt_is_conll(begin, whole, 2, INT_MAX) == FMT_YES)
        return FMT_NO;
    for (int i = 1; i < n - !ended; i++) // the last line may go on
        if (fmt_fields(line[i]) != fmt_fields(line[0]))
            return FMT_NO;
    if (!ended)
        return FMT_MORE;
    return n >= LINES - 1 && all_numbers(line[n - 1]) ? FMT_YES : FMT_NO;
}

// A stretch ends with a blank line, or with the one before if the file ends. (A word may begin with #: no
// line is a comment.)
static size_t find_end(fmt_scan *scan, copse_str bytes)
{
    while (scan->at < bytes.len) {
        const char *begin = bytes.s + scan->at, *end = memchr(begin, '\n', bytes.len - scan->at);
        if (!end)
            break;
        copse_str line = {begin, (size_t)(end - begin)};
        line.len -= line.len && line.s[line.len - 1] == '\r';
        const bool blank = sen_is_blank(line);
        scan->at = (size_t)(end + 1 - bytes.s);
        if (blank && scan->open)
            return scan->at;
        scan->open |= !blank;
    }
    return scan->open || scan->at < FMT_MOST_BLANK ? 0 : scan->at;
}

// Sorts the lines into slots; a slot without a line has s NULL.
static int sort_lines(const fmt_reading *r, copse_str slot[LINES], long at[LINES], copse_error *err)
{
    copse_str line[LINES + 1];
    size_t first;
    const int n = split(r->raw, line, &first);
    if (n == 1 || n > LINES)
        return err_set(err, COPSE_EINPUT, r->file, r->line + (long)first,
                       "%s where a sentence has lines of words, tags, labels and heads",
                       n == 1 ? "one line" : "more than four lines");
    for (int k = 0, i = 0; k < LINES; k++) {
        const bool there = i < n && (k <= TAGS || n == LINES || (k == HEADS && n == LINES - 1));
        at[k] = r->line + (long)first + i;
        slot[k] = there ? line[i++] : (copse_str){NULL, 0};
        if (there && fmt_fields(slot[k]) != fmt_fields(slot[WORDS]))
            return err_set(err, COPSE_EINPUT, r->file, at[k], "%d %s for %d words", fmt_fields(slot[k]),
                           line_name[k], fmt_fields(slot[WORDS]));
    }
    if (n && fmt_fields(slot[WORDS]) > SEN_MAX_LINES)
        return err_set(err, COPSE_ELIMIT, r->file, at[WORDS], "a sentence of more than %d words",
                       SEN_MAX_LINES);
    return n;
}

static void add_next(text *t, copse_str *line)
{
    copse_str field = {"_", 1};
    fmt_next_field(line, &field);
    text_cat(t, "\t");
    fmt_value(t, field);
}

static int read(fmt_reading *r, copse_error *err)
{
    copse_str slot[LINES] = {{NULL, 0}}, tag;
    long at[LINES] = {0};
    const int lines = sort_lines(r, slot, at, err);
    if (lines <= 0)
        return lines;
    for (int d = 1; slot[WORDS].s; d++) {
        fmt_number(&r->out, d);
        add_next(&r->out, &slot[WORDS]);
        fmt_next_field(&slot[TAGS], &tag);
        text_cat(&r->out, "\t_");
        fmt_tags(&r->out, tag);
        text_cat(&r->out, "\t_");
        add_next(&r->out, &slot[HEADS]);
        add_next(&r->out, &slot[LABELS]);
        text_cat(&r->out, "\t_\t_\n");
        fmt_word_line(r, (size_t)(at[lines > 2 ? HEADS : WORDS] - r->line));
        if (r->out.n > SEN_MAX_BYTES)
            return err_set(err, COPSE_ELIMIT, r->file, r->line,
                           "a sentence of more than %d MB with ten columns", SEN_MAX_BYTES >> 20);
    }
    text_cat(&r->out, "\n");
    return 0;
}

// --- Writing

static void add_head(text *out, const copse_sentence *s, int d, copse_lost *lost)
{
    const copse_str head = sen_column(s, d, COPSE_HEAD);
    const bool unknown = sen_head_of(head) < 0; // MSTParser reads numbers alone
    lost->unknown += unknown;
    fmt_value(out, unknown ? (copse_str){"0", 1} : head);
}

static void count_lost(const copse_sentence *s, int d, copse_lost *lost)
{
    const bool x = s->format == COPSE_CONLLX;
    fmt_count_lost(&lost->lemmas, sen_column(s, d, COPSE_LEMMA));
    fmt_count_lost(&lost->feats, sen_column(s, d, COPSE_FEATS));
    fmt_count_lost(x ? &lost->projective : &lost->deps, sen_column(s, d, COPSE_DEPS));
    fmt_count_lost(x ? &lost->projective : &lost->misc, sen_column(s, d, COPSE_MISC));
}

static void write_lines(text *out, const copse_sentence *s, bool labels, copse_lost *lost)
{
    fmt_count_lines(s, lost);
    for (int k = WORDS; k < LINES && s->n; k++) {
        if (k == LABELS && !labels)
            continue;
        for (int d = 1; d <= s->n; d++) {
            text_cat(out, d > 1 ? "\t" : "");
            if (k == HEADS)
                add_head(out, s, d, lost);
            else
                fmt_value(out, k == WORDS  ? sen_column(s, d, COPSE_FORM)
                               : k == TAGS ? fmt_one_tag(s, d, lost)
                                           : sen_column(s, d, COPSE_DEPREL));
        }
        text_cat(out, "\n");
    }
    for (int d = 1; d <= s->n; d++) {
        count_lost(s, d, lost);
        if (!labels)
            fmt_count_lost(&lost->labels, sen_column(s, d, COPSE_DEPREL));
    }
    text_cat(out, s->n ? "\n" : "");
}

static void write(text *out, const copse_sentence *s, copse_lost *lost)
{
    write_lines(out, s, true, lost);
}

static void write_plain(text *out, const copse_sentence *s, copse_lost *lost)
{
    write_lines(out, s, false, lost);
}

const fmt fmt_mst = {
    .id = COPSE_MST,
    .base = COPSE_CONLLU,
    .name = "mst",
    .title = "MSTParser's format",
    .help = "MSTParser's lines of words, tags, labels and heads",
    .one_tag = true,
    .recognise = recognise,
    .end = find_end,
    .read = read,
    .write = write,
};

const fmt fmt_mst_plain = {
    .id = COPSE_MST_UNLABELLED,
    .base = COPSE_CONLLU,
    .name = "mst-unlabelled",
    .title = "MSTParser's format without labels",
    .help = "the same without labels",
    .one_tag = true,
    .end = find_end,
    .read = read,
    .write = write_plain,
};
