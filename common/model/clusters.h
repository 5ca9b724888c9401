// SPDX-License-Identifier: MIT
// Word clusters from a file: Brown paths, lines "bits<TAB>word<TAB>count", or classes, lines
// "word<TAB>class".
//
// A path stands for several clusters, of which longer ones are finer: its first 4, 6 and 10 bits and the
// whole path. A class stands for itself, and has only the last level. The parsers use them as Koo, Carreras &
// Collins 2008 do: the beginnings of paths where there are tags, whole paths where there are words.
#ifndef COPSE_MODEL_CLUSTERS_H
#define COPSE_MODEL_CLUSTERS_H

#include "common/model/container.h"

enum { CLUSTERS_LEVELS = 4 };

// The row of the option that names the file.
// clang-format off
#define CLUSTERS_ROW(at)                                                                          \
    {.long_name = "clusters", .type = OPT_STRING, .offset = (at), .arg = "FILE",                  \
     .help = "a list of words with their clusters, lines BITS<TAB>WORD<TAB>COUNT or WORD<TAB>CLASS"}
// clang-format on

typedef struct clusters {
    size_t n;              // words
    const uint32_t *hash;  // [n] sorted
    const uint32_t *which; // [n] the path or class of each
    size_t paths;
    const uint32_t *level; // [paths * CLUSTERS_LEVELS] hashes of the beginnings of each path; 0: none
    void *own[3];          // the arrays if they were read from a file of clusters
} clusters;                // all zero is empty

// Reads a file; without a name ("") there are no clusters. Of a word that comes again, the first line counts.
// COPSE_EINPUT with file and line if a line is neither.
int clusters_read(clusters *c, const char *path, copse_error *err);
void clusters_done(clusters *c);

// The clusters of a form, or else of the form in lower case; 0: none.
void clusters_find(const clusters *c, copse_str form, uint32_t level[CLUSTERS_LEVELS]);
// Is there a level of so many bits?
bool clusters_has_bits(int bits);
// Of what clusters_find found, the beginning of so many bits, of which there is a level; 0 bits: the whole. A
// class is its own beginning.
uint32_t clusters_begin(const uint32_t level[CLUSTERS_LEVELS], int bits);

// Writes a section, unless there are no clusters.
void clusters_save(const clusters *c, const char *tag, box_writer *w);
// Reads it; without one c is empty.
int clusters_load(clusters *c, const char *tag, const box *b, copse_error *err);

#endif
