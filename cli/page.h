// SPDX-License-Identifier: MIT
// Pages for a browser: one self-contained file with figures and tables.
#ifndef COPSE_CLI_PAGE_H
#define COPSE_CLI_PAGE_H

#include <stdio.h>

// The head of the page, and its title as a heading.
void page_begin(FILE *out, const char *title);
void page_end(FILE *out);

#endif
