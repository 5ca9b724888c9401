// SPDX-License-Identifier: MIT
#include "cli/study_sheet.h"

#include "common/base/mem.h"

#include <string.h>

void study_put(FILE *out, sheet *t, sheet_format format, bool *later)
{
    if (*later)
        fputc('\n', out);
    *later = true;
    sheet_print(out, t, format);
    sheet_free(t);
}

void study_note_counted(sheet *t, const char *gold, long sentences, long tokens, const char *convention)
{
    const size_t size = strlen(gold) + strlen(convention) + 128;
    char *note = mem_alloc(size, 1);
    snprintf(note, size, "%s: %ld sentence%s, %ld token%s, %s", gold, sentences, sentences == 1 ? "" : "s",
             tokens, tokens == 1 ? "" : "s", convention);
    sheet_note(t, note);
    mem_free(note);
}
