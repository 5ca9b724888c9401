// SPDX-License-Identifier: MIT
// The temporary file beside a target while it is written: found and removed by the next writer of the same
// target if its own writer was killed.
#ifndef COPSE_BASE_UNFINISHED_H
#define COPSE_BASE_UNFINISHED_H

#include "copse.h"

#include <sys/types.h>

enum { UNF_PATH = 4096, UNF_AT_ONCE = 64 };

typedef struct unfinished unfinished;

// Creates an empty temporary file with this mode (less the umask) and opens it for writing, after removing
// those that dead processes left for the same target. NULL with errno, or with 0 there if UNF_AT_ONCE are
// open already. Allocates nothing. The working directory must not change until the end.
unfinished *unf_open(const char *target, mode_t mode);
int unf_descriptor(const unfinished *u);
// Makes it the target. 0, or -1 with errno: nothing has changed (ENOENT: another program removed the file).
int unf_rename(unfinished *u, const char *target);
// Closes the file and removes it, unless it was renamed or belongs to the parent process. NULL is fine.
void unf_close(unfinished *u);

#endif
