// SPDX-License-Identifier: MIT
// Runs a fuzz target on files, without libFuzzer: TARGET FILE... or TARGET FOLDER. Prints "ok NAME" for each
// and how many there were; an input that fails ends the process, its name is on standard error.
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int ran;

static void run_file(const char *path)
{
    enum { MOST = 1 << 22 };
    FILE *in = fopen(path, "rb");
    uint8_t *bytes = malloc(MOST);
    if (!in || !bytes) {
        perror(path);
        exit(1);
    }
    const size_t size = fread(bytes, 1, MOST, in);
    fclose(in);
    fprintf(stderr, "%s\n", path);
    uint8_t *exact = fuzz_copy(bytes, size);
    free(bytes);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    printf("ok   %s\n", path);
    fflush(stdout);
    ran++;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void run(const char *path)
{
    struct stat st;
    struct dirent **entry = NULL;
    if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode)) {
        run_file(path);
        return;
    }
    const int n = scandir(path, &entry, NULL, by_name);
    if (n < 0) {
        perror(path);
        exit(1);
    }
    for (int i = 0; i < n; i++) {
        char inside[4096];
        snprintf(inside, sizeof inside, "%s/%s", path, entry[i]->d_name);
        if (entry[i]->d_name[0] != '.')
            run_file(inside);
        free(entry[i]);
    }
    free(entry);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        run(argv[i]);
    printf("%d passed, 0 failed\n", ran);
    return ran ? 0 : 1;
}
