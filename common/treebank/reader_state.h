// SPDX-License-Identifier: MIT
// A reader from within: for reader.c and reader_open.c alone.
#ifndef COPSE_TREEBANK_READER_STATE_H
#define COPSE_TREEBANK_READER_STATE_H

#include "common/base/source.h"
#include "common/treebank/formats.h"
#include "common/treebank/splitter.h"

struct copse_reader {
    source *src;
    char *buf;              // [cap]
    size_t cap, start, end; // unread bytes are buf[start..end)
    size_t scanned;         // bytes after start already searched for the end of the sentence
    long tokens;            // token lines among them
    size_t before;          // bytes before the first token line
    bool comments;          // there are some in these
    size_t whole;           // length of the next stretch once its end is found, else 0
    bool eof;
    bool begun;      // the first stretch was looked at
    bool recognised; // the format was, by token lines or comments
    long line;       // of buf[start]
    uint64_t bytes;
    copse_format format;
    const fmt *from; // the adaptor; NULL: the file is CoNLL-U or CoNLL-X
    fmt_scan scan;
    fmt_reading in;
    splitter split;  // makes sentences of plain text; its next is NULL: there is none
    bool text;       // the file is plain text
    bool looks_text; // it may be plain text, but there is nothing to make sentences of it
    copse_problem_fn fn;
    void *context;
};

// Reads more bytes into the buffer: 1, 0 at the end, or negative.
int rd_fill(copse_reader *r, copse_error *err);

// Reads the next stretch completely into the buffer. Returns its length, 0 at the end of the file, or a
// negative code.
ptrdiff_t rd_ahead(copse_reader *r, copse_error *err);

// Restarts the search for the end of a stretch at the first unread byte.
void rd_look_again(copse_reader *r);

// Copies the next stretch into s, without looking at its lines.
void rd_copy_out(const copse_reader *r, size_t len, copse_sentence *s);

// Takes the format of CoNLL text from a sentence that was just scanned.
void rd_recognise(copse_reader *r, const copse_sentence *s);

#endif
