// SPDX-License-Identifier: MIT
// Formats of treebanks. CoNLL-U and CoNLL-X are what sentences are made of (sentence.h). Any other format is
// an adaptor: it turns each stretch of a file into CoNLL text as it is read, and a sentence into its own text
// as it is written. A format is one file, format_NAME.c, and one line in formats.c.
#ifndef COPSE_TREEBANK_FORMATS_H
#define COPSE_TREEBANK_FORMATS_H

#include "common/base/option.h"
#include "common/base/text.h"

#include <string.h>

typedef enum fmt_verdict { FMT_NO, FMT_MORE, FMT_YES } fmt_verdict; // MORE: too few bytes to say

// A stretch of a file on its way to CoNLL text. The reader owns one; what read keeps in it stays for the
// next.
typedef struct fmt_reading {
    copse_str raw;    // the stretch, without a byte order mark
    const char *file; // for messages
    long line;        // of the first byte of raw
    copse_read_options options;
    struct heads *heads; // the head rules, if the format needs any
    text out;            // the CoNLL text
    uint32_t *lines;     // [lines_n] by word from 0: its line, counted from 0 in raw; none: as in out
    size_t lines_n, lines_cap;
    struct bra_node *nodes; // of brackets
    size_t nodes_cap;
} fmt_reading;

// Bytes of blank lines that may be a stretch of their own, so that their number is not limited.
enum { FMT_MOST_BLANK = 1 << 20 };

// Where the search for the end of a stretch stands. All zero at first.
typedef struct fmt_scan {
    size_t at; // bytes looked at
    long depth;
    bool open;
} fmt_scan;

typedef struct fmt {
    copse_format id;
    copse_format base;               // of the text that read makes: COPSE_CONLLU or COPSE_CONLLX
    const char *name, *title, *help; // "conllx", "CoNLL-X"; one line
    bool one_tag;                    // it has one column of tags: XPOS, and also CPOSTAG in CoNLL-X
    bool needs_heads;                // reading needs head rules
    // Does a file begin like this? begin: its first bytes, all of them if whole; no blank line is first.
    // NULL: it is not told by this function.
    fmt_verdict (*recognise)(copse_str begin, bool whole);
    // The length of the next stretch, or 0 if bytes do not hold all of it. NULL: a blank line ends it, and
    // lines that begin with # are comments.
    size_t (*end)(fmt_scan *scan, copse_str bytes);
    // Turns raw into out. NULL: the file is CoNLL text itself.
    int (*read)(fmt_reading *r, copse_error *err);
    // Adds the sentence to out, and to lost what has no place there. NULL: it cannot be written.
    void (*write)(text *out, const copse_sentence *s, copse_lost *lost);
} fmt;

const fmt *fmt_of(copse_format id); // NULL if there is none
const fmt *fmt_at(size_t i);        // in the order of copse_format; NULL after the last

// The choices of --from and --to: all formats, and "same" with those that can be written. The order is that
// of copse_format.
opt_choice fmt_source(size_t i);
opt_choice fmt_target(size_t i);

// --- What adaptors share

// The next line of rest without its end (LF or CR LF); rest moves past it. False if nothing is left.
bool fmt_next_line(copse_str *rest, copse_str *line);
// The next field of a line, which has one more than tabs. After the last one rest->s is NULL, and the answer
// is false.
bool fmt_next_field(copse_str *rest, copse_str *field);
int fmt_fields(copse_str line);
// Do the first two token lines begin with ids, and has the first from least to most columns?
fmt_verdict fmt_is_conll(copse_str begin, bool whole, int least, int most);

void fmt_number(text *t, long n);
// A value, or "_" if it is empty or has spaces alone.
void fmt_value(text *t, copse_str value);
// Counts a value that has no place: nothing if it is "_" or empty.
void fmt_count_lost(long *count, copse_str value);
// The tag for a format that has one: XPOS, or UPOS where there is none. The other one is counted if it
// differs.
copse_str fmt_one_tag(const copse_sentence *s, int word, copse_lost *lost);
// UPOS and XPOS, each after a tab, for a tag of unknown kind: UPOS is "_" unless it is a universal one.
void fmt_tags(text *t, copse_str tag);
// Counts what formats without room for more than words and one tree leave out: comments, multiword tokens,
// empty nodes.
void fmt_count_lines(const copse_sentence *s, copse_lost *lost);
// Says that the next word of out stands in this line of raw, counted from 0.
void fmt_word_line(fmt_reading *r, size_t line);

// An item of MISC with this key (which includes "="): its value, or false.
static inline bool fmt_item(copse_str item, const char *key, copse_str *value)
{
    const size_t k = strlen(key);
    if (item.len <= k || memcmp(item.s, key, k) != 0)
        return false;
    *value = (copse_str){item.s + k, item.len - k};
    return true;
}

#endif
