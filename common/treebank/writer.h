// SPDX-License-Identifier: MIT
// Functions of the writer for other rooms, beyond copse.h.
#ifndef COPSE_TREEBANK_WRITER_H
#define COPSE_TREEBANK_WRITER_H

#include "common/base/save.h"

// Passes everything written so far to the system, so that a waiting program receives it.
int wr_flush(copse_writer *writer, copse_error *err);

// The file or memory it writes to.
save *wr_target(copse_writer *writer);

#endif
