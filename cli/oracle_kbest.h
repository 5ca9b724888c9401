// SPDX-License-Identifier: MIT
// `copse oracle --kbest`: the best of the first trees in the lists of a parser.
#ifndef COPSE_CLI_ORACLE_KBEST_H
#define COPSE_CLI_ORACLE_KBEST_H

#include "cli/cli.h"
#include "cli/punct.h"
#include "cli/sheet.h"

// Returns the exit status.
int oracle_kbest_run(const cli_common *common, const char *gold, const char *list, sheet_format format,
                     const punct *p);

#endif
