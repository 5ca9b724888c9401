// SPDX-License-Identifier: MIT
#include "common/treebank/system_name.h"

#include "common/base/mem.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool cut_ending(const char *name, size_t *len)
{
    static const char *const endings[] = {".model", ".conllu", ".conllx", ".conll", ".gz", ".zst"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t n = strlen(endings[i]);
        if (*len > n && memcmp(name + *len - n, endings[i], n) == 0) {
            *len -= n;
            return true;
        }
    }
    return false;
}

char *system_name(const char *path)
{
    if (!path || strcmp(path, "-") == 0)
        return mem_string("stdin", 5);
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    size_t len = end - begin;
    while (cut_ending(path + begin, &len))
        ;
    return mem_string(path + begin, len);
}

const char *system_file(const char *system)
{
    const size_t len = system ? strcspn(system, "=/") : 0;
    return len > 0 && system[len] == '=' ? system + len + 1 : system;
}

// The name that is given, or that of the file.
static char *name_of(const char *system)
{
    const char *file = system_file(system);
    return file != system ? mem_string(system, (size_t)(file - system) - 1) : system_name(system);
}

static bool is_taken(const char *name, char *const *taken, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(taken[i], name) == 0)
            return true;
    return false;
}

char *system_name_unlike(const char *name, char *const *taken, size_t n)
{
    const size_t size = strlen(name) + 24;
    char *unlike = mem_alloc(size, 1);
    snprintf(unlike, size, "%s", name);
    for (size_t number = 2; is_taken(unlike, taken, n); number++)
        snprintf(unlike, size, "%s#%zu", name, number);
    return unlike;
}

char **system_names(const char *const *systems, size_t n)
{
    char **names = mem_zero(n, sizeof *names);
    for (size_t i = 0; i < n; i++) {
        char *name = name_of(systems[i]);
        names[i] = system_name_unlike(name, names, i);
        mem_free(name);
    }
    return names;
}

void system_names_free(char **names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        mem_free(names[i]);
    mem_free(names);
}
