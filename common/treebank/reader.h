// SPDX-License-Identifier: MIT
// Functions of the reader for other rooms, beyond copse.h.
#ifndef COPSE_TREEBANK_READER_H
#define COPSE_TREEBANK_READER_H

#include "common/base/source.h"
#include "common/treebank/splitter.h"
#include "copse.h"

// Opens a file that may be plain text. The reader then owns the source and the splitter, which makes its
// sentences; on failure they are freed. any: the file may also be a treebank, told by its content, and if the
// splitter's next is NULL it must be one. src may be NULL: err was set when it was opened.
copse_reader *rd_open_text(source *src, splitter split, bool any, copse_error *err);

// From now on structural problems are reported to fn and reading goes on, also past NUL bytes. The sentence
// then holds what could be read of its lines.
void rd_on_problem(copse_reader *reader, copse_problem_fn fn, void *context);

// Is the next sentence already in memory, so that reading it will not block?
bool rd_ready(copse_reader *reader);

// Bytes handed out in sentences so far, after decompression.
uint64_t rd_bytes(const copse_reader *reader);

// The share of the file that was read, from 0 to 1; 0 if its size is unknown.
double rd_share(const copse_reader *reader);

// The name for messages: the path, "<stdin>", or that of the bytes in memory.
const char *rd_name(const copse_reader *reader);

#endif
