// SPDX-License-Identifier: MIT
#include "cli/study_report.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

static bool cut_end(const char *s, size_t *len, const char *end)
{
    const size_t n = strlen(end);
    if (*len <= n || memcmp(s + *len - n, end, n) != 0)
        return false;
    *len -= n;
    return true;
}

static char *short_name(const char *path)
{
    static const char *const packed[] = {".gz", ".zst"};
    static const char *const kinds[] = {".conllu", ".conllx", ".conll"};
    if (strcmp(path, "-") == 0)
        return mem_string("stdin", 5);
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    const char *name = path + begin;
    size_t len = end - begin;
    for (size_t i = 0; i < sizeof packed / sizeof packed[0]; i++)
        if (cut_end(name, &len, packed[i]))
            break;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (cut_end(name, &len, kinds[i]))
            break;
    return mem_string(name, len);
}

static bool is_taken(char *const *names, int n, const char *name)
{
    for (int k = 0; k < n; k++)
        if (strcmp(names[k], name) == 0)
            return true;
    return false;
}

char **study_names(const char *const *paths, int n)
{
    char **names = mem_alloc((size_t)n, sizeof *names);
    for (int k = 0; k < n; k++) {
        char *plain = short_name(paths[k]), *name = mem_string(plain, strlen(plain));
        const size_t size = strlen(plain) + 16;
        for (int number = 2; is_taken(names, k, name); number++) {
            name = mem_resize(name, size, 1);
            snprintf(name, size, "%s-%d", plain, number);
        }
        free(plain);
        names[k] = name;
    }
    return names;
}

void study_names_free(char **names, int n)
{
    for (int k = 0; k < n; k++)
        free(names[k]);
    free(names);
}

bool study_twice_stdin(const char *const *operand, int n)
{
    int stdins = 0;
    for (int k = 0; k < n; k++)
        stdins += strcmp(operand[k], "-") == 0;
    return stdins > 1;
}

const char *study_convention(bool skip_punctuation, long skipped, char *buf, size_t size)
{
    if (skip_punctuation)
        snprintf(buf, size, "without %ld token%s made only of Unicode punctuation (CoNLL-X convention)",
                 skipped, skipped == 1 ? "" : "s");
    else
        snprintf(buf, size, "over all tokens, punctuation included");
    return buf;
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
