// SPDX-License-Identifier: MIT
#include "cli/study_report.h"

#include "cli/values.h"
#include "common/base/mem.h"
#include "common/treebank/system_name.h"

#include <stdlib.h>
#include <string.h>

char *study_fitting(const char *name, int width)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    size_t len = strlen(name);
    char *copy = mem_alloc(len + sizeof ellipsis, 1);
    memcpy(copy, name, len + 1);
    while (len > 0 && val_width(copy) > width) {
        do // a character, or a byte that belongs to none
            len--;
        while (len > 0 && ((unsigned char)name[len] & 0xc0) == 0x80);
        memcpy(copy + len, ellipsis, sizeof ellipsis);
    }
    return copy;
}

void study_text_name(FILE *out, const char *name, int width)
{
    char *fitting = study_fitting(name, width);
    val_text(out, fitting, width);
    mem_free(fitting);
}

bool study_twice_stdin(const char *const *operand, int n)
{
    int stdins = 0;
    for (int k = 0; k < n; k++)
        stdins += strcmp(system_file(operand[k]), "-") == 0;
    return stdins > 1;
}

static double percent(long part, long whole)
{
    return 100.0 * (double)part / (double)whole;
}

void study_text_percent(FILE *out, long part, long whole, int width)
{
    if (whole > 0)
        fprintf(out, "%*.2f", width, percent(part, whole));
    else
        fprintf(out, "%*s", width, "-");
}

void study_tsv_percent(FILE *out, long part, long whole)
{
    if (whole > 0)
        fprintf(out, "\t%.2f", percent(part, whole));
    else
        fputs("\t-", out);
}

void study_json_percent(FILE *out, const char *key, long part, long whole)
{
    if (whole > 0)
        fprintf(out, "\"%s\": %.2f", key, percent(part, whole));
    else
        fprintf(out, "\"%s\": null", key);
}
