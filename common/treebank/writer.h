// SPDX-License-Identifier: MIT
// What the rooms of the library need of the writer beyond copse.h.
#ifndef COPSE_TREEBANK_WRITER_H
#define COPSE_TREEBANK_WRITER_H

#include "common/base/save.h"

// Hands what was written so far to the system, so that a program that waits for it gets it.
int wr_flush(copse_writer *writer, copse_error *err);

// Where it writes to.
save *wr_target(copse_writer *writer);

#endif
