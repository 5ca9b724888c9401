// SPDX-License-Identifier: MIT
// Makes a seed of a model, or of the sequence of several: shrink MODEL... SEED. The tables of graph-based
// weights are cut to the least size that the format has, and the descriptions to a few letters, which makes
// the model a bad parser and a fast input.
#include "tests/fuzz/layout.h"

#include "graph/weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STAGES = 4, MOST_TEXT = 48, TABLE_HEAD = 64, LEAST = TABLE_HEAD + (1 << GW_LEAST_BITS) + GW_ROW };

static void shrink(lay_model *m)
{
    static const char *const tables[] = {"GCAN", "GFIL", "GARC", "GJNT", "GLAB"};
    for (size_t i = 0; i < m->n; i++) {
        lay_section *s = &m->section[i];
        if (s->inside)
            shrink(s->inside);
        if ((memcmp(s->tag, "META", 4) == 0 || memcmp(s->tag, "OPTS", 4) == 0) && s->size > MOST_TEXT)
            s->size = MOST_TEXT;
        for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++)
            if (memcmp(s->tag, tables[k], 4) == 0 && s->size > LEAST) {
                s->bytes[0] = GW_LEAST_BITS; // little-endian
                s->size = LEAST;
            }
    }
}

static lay_model *read_model(const char *path)
{
    enum { MOST = 1 << 26 };
    uint8_t *bytes = malloc(MOST);
    FILE *in = fopen(path, "rb");
    if (!bytes || !in) {
        perror(path);
        exit(1);
    }
    const size_t size = fread(bytes, 1, MOST, in);
    fclose(in);
    lay_model *m = lay_read(bytes, size);
    free(bytes);
    if (!m) {
        fprintf(stderr, "shrink: %s is no model\n", path);
        exit(1);
    }
    shrink(m);
    return m;
}

static void add_section(lay_model *m, const char tag[4], const void *bytes, size_t size, lay_model *inside)
{
    lay_section *s = &m->section[m->n++];
    *s = (lay_section){.size = size, .inside = inside};
    memcpy(s->tag, tag, 4);
    if (inside)
        return;
    if (!(s->bytes = malloc(size)))
        exit(1);
    memcpy(s->bytes, bytes, size);
}

// The models as the stages of one, with the names a, b, ...
static lay_model *sequence(char **paths, int n)
{
    static const char meta[] = "kind=pipeline\nversion=0\n";
    uint8_t list[4 + 5 * MOST_STAGES] = {(uint8_t)n}; // a count, then strings of one letter
    for (int i = 0; i < n; i++) {
        list[4 + 5 * i] = 1;
        list[8 + 5 * i] = (uint8_t)('a' + i);
    }
    lay_model *m = calloc(1, sizeof *m);
    if (!m)
        exit(1);
    add_section(m, "META", meta, sizeof meta - 1, NULL);
    add_section(m, "STGS", list, (size_t)(4 + 5 * n), NULL);
    for (int i = 0; i < n; i++)
        add_section(m, "STAG", NULL, 0, read_model(paths[i]));
    return m;
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc - 2 > MOST_STAGES) {
        fprintf(stderr, "usage: shrink MODEL... SEED\n");
        return 2;
    }
    size_t size;
    const char *seed = argv[argc - 1];
    lay_model *m = argc == 3 ? read_model(argv[1]) : sequence(argv + 1, argc - 2);
    uint8_t *small = lay_write(m, &size);
    FILE *out = fopen(seed, "wb");
    const bool written = out && fwrite(small, 1, size, out) == size;
    if (!out || fclose(out) != 0 || !written) {
        perror(seed);
        return 1;
    }
    free(small);
    lay_free(m);
    return 0;
}
