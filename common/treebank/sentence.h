// SPDX-License-Identifier: MIT
// A sentence: its bytes as read, and the offsets of each word's columns in them.
//
// The text is one stretch of the file: leftover blank lines, comments, token lines, and the blank line that
// ends them. The stretches joined together are the file. So a writer that copies the text and replaces only
// predicted columns cannot lose anything. Predicted values lie in an overlay (overlay.h).
#ifndef COPSE_TREEBANK_SENTENCE_H
#define COPSE_TREEBANK_SENTENCE_H

#include "common/treebank/overlay.h"

enum {
    SEN_NO_HEAD = -1,         // the column is "_", empty or missing
    SEN_BAD_HEAD = -2,        // not a number in its usual form (no sign, no leading zero, at most 9 digits)
    SEN_MAX_BYTES = 64 << 20, // a longer stretch is refused (COPSE_ELIMIT)
    SEN_MAX_LINES = 1000000,  // and one with more token lines
    SEN_SLACK = 16,           // bytes allocated past text; missing columns point there
};

// A byte order mark may stand before the first line of a file.
#define SEN_BOM_BYTES "\xef\xbb\xbf"
enum { SEN_BOM = 3 };

typedef struct sen_word {
    uint32_t column[COPSE_COLUMNS + 1]; // offsets in text; column k ends one byte before column k+1 begins
    uint32_t line;                      // 0-based, counted from the first line of text
    int id;                             // as written; equals the index in a sentence without problems
    int head;                           // as written, or from the overlay; or SEN_NO_HEAD, SEN_BAD_HEAD
    int self;                           // its index in the sentence as read; a view may give it another index
} sen_word;

struct copse_sentence {
    char *text; // [text_len], text_cap of at least text_len + SEN_SLACK
    size_t text_len, text_cap;
    long first_line;     // 1-based line in the file of the first line of text
    const char *file;    // as shown in messages
    char *own_file;      // the name of the file it was read from, owned; NULL: none
    copse_format format; // COPSE_CONLLU or COPSE_CONLLX
    copse_format source; // of the file; if it is another, text was made from raw
    char *raw;           // [raw_len] then: the stretch of the file
    size_t raw_len, raw_cap;
    bool one_tag;   // its file has one column of tags, which is XPOS
    int n;          // words
    sen_word *word; // [n+1]; word[0] is not used
    size_t word_cap;
    int multiword, empty_nodes, comments; // lines of these kinds
    uint32_t start;                       // 0-based line of text with the first comment or token
    unsigned overlaid;                    // columns with values in the overlay, a bit 1 << column each
    overlay *over;                        // the overlay; NULL until a value was put there
};

// Copies a stretch of a file into the sentence. sen_scan comes next.
void sen_take(copse_sentence *s, const char *bytes, size_t len);

// Keeps the stretch of the file beside the text that was made from it.
void sen_take_raw(copse_sentence *s, copse_str raw);

// Splits text into words. Calls fn for every structural problem (columns, ids). A line with a problem still
// becomes a word if its id is a number; its missing columns are empty. Returns the number of problems.
int sen_scan(copse_sentence *s, copse_problem_fn fn, void *context);

// A column of a word as it is in the text.
static inline copse_str sen_read(const copse_sentence *s, int word, copse_column column)
{
    const sen_word *w = &s->word[word];
    return (copse_str){s->text + w->column[column], w->column[column + 1] - 1 - w->column[column]};
}

// A column of a word: the value in the overlay, else the text.
static inline copse_str sen_column(const copse_sentence *s, int word, copse_column column)
{
    if (s->overlaid & 1U << column) {
        const copse_str value = s->over->column[column][s->word[word].self];
        if (value.s)
            return value;
    }
    return sen_read(s, word, column);
}

// Stands for a column of parts of speech: XPOS, but UPOS where that is "_".
#define SEN_XPOS_OR_UPOS ((copse_column)COPSE_COLUMNS)

// A column of a word; it may be SEN_XPOS_OR_UPOS.
static inline copse_str sen_tag(const copse_sentence *s, int word, copse_column column)
{
    if (column != SEN_XPOS_OR_UPOS)
        return sen_column(s, word, column);
    const copse_str xpos = sen_column(s, word, COPSE_XPOS);
    return xpos.len == 1 && xpos.s[0] == '_' ? sen_column(s, word, COPSE_UPOS) : xpos;
}

// The columns that sen_tag reads, a bit 1 << column each.
static inline unsigned sen_tag_reads(copse_column column)
{
    return column == SEN_XPOS_OR_UPOS ? 1U << COPSE_XPOS | 1U << COPSE_UPOS : 1U << column;
}

// Is this number, read from a model, a column of parts of speech? And its name, for people.
static inline bool sen_is_tag(uint32_t column)
{
    return column == COPSE_UPOS || column == COPSE_XPOS || column == SEN_XPOS_OR_UPOS;
}

static inline const char *sen_tag_name(copse_column column)
{
    return column == COPSE_UPOS ? "UPOS" : column == COPSE_XPOS ? "XPOS" : "XPOS, or UPOS where that is _";
}

static inline long sen_line(const copse_sentence *s, int word)
{
    return s->first_line + (long)(word ? s->word[word].line : s->start);
}

// Makes view the sentence with its words in reverse order. view shares the text and overlay of s, which must
// outlive it and not change. view is all zero at first and can be reused. Do not write a view: its words
// keep their lines and ids from s.
void sen_mirror(copse_sentence *view, const copse_sentence *s);
void sen_mirror_done(copse_sentence *view);

// Makes twin the same sentence with its own copy of the overlay: values put over twin do not affect s. s must
// outlive twin. The twin of a view does not know heads that lie over it. twin is all zero at first and can be
// reused.
void sen_twin(copse_sentence *twin, const copse_sentence *s);
void sen_twin_done(copse_sentence *twin);

// Offset of the first line of text: past a byte order mark.
size_t sen_begin(const copse_sentence *s);

// The line at offset *pos of text without its end (LF or CR LF); moves *pos past it. False at the end of
// text.
bool sen_next_line(const copse_sentence *s, size_t *pos, copse_str *line);

// Empty or spaces only.
bool sen_is_blank(copse_str line);

// Updates the digest of a treebank with one more sentence; it starts from 0.
uint64_t sen_digest(uint64_t so_far, const copse_sentence *s);

// Adds a value in a form that is valid in a line: "_" for NULL and "", spaces for tabs and line ends.
void sen_add_value(struct text *t, const char *value);

// The number in a column HEAD, or SEN_NO_HEAD, SEN_BAD_HEAD.
int sen_head_of(copse_str column);

// Does the form of a word consist only of Unicode punctuation? By this convention of CoNLL-X, scores and
// losses leave punctuation out.
bool sen_is_punctuation(const copse_sentence *s, int word);

// Is this one of the universal parts of speech, of either version of UD, or "_"?
bool sen_is_upos(copse_str tag);

// The name of a column in the sentence's format: "UPOS" or "CPOSTAG".
const char *sen_column_name(copse_format format, copse_column column);

// Makes a value valid in a column: tabs and line ends become spaces.
void str_clean(char *s, size_t len);

bool str_equal(copse_str a, copse_str b);
bool str_is(copse_str a, const char *b);

// Cuts the next item off a list separated by bars (FEATS, MISC). False if nothing is left.
bool str_next_item(copse_str *rest, copse_str *item);

#endif
