// SPDX-License-Identifier: MIT
// What the rooms of the library need of the reader beyond copse.h.
#ifndef COPSE_TREEBANK_READER_H
#define COPSE_TREEBANK_READER_H

#include "copse.h"

// From now on structural problems are reported to fn and reading goes on, over NUL bytes too; the sentence
// then holds what could be made of the lines.
void rd_on_problem(copse_reader *reader, copse_problem_fn fn, void *context);

// Is the next sentence in memory already, so that reading it will not wait?
bool rd_ready(copse_reader *reader);

// Bytes handed out in sentences so far, after decompression.
uint64_t rd_bytes(const copse_reader *reader);

// The part of the file that was read, from 0 to 1; 0 where its size is not known.
double rd_share(const copse_reader *reader);

// The name for messages: the path, "<stdin>", or that of the bytes in memory.
const char *rd_name(const copse_reader *reader);

#endif
