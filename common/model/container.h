// SPDX-License-Identifier: MIT
// The model file: a magic number, a format version, a table of sections with checksums. Little-endian.
// docs/model-format.md describes the bytes.
#ifndef COPSE_MODEL_CONTAINER_H
#define COPSE_MODEL_CONTAINER_H

#include "common/base/save.h"
#include "copse.h"

enum { BOX_VERSION = 4, BOX_OLDEST = 4, BOX_ALIGN = 64, BOX_MAX_SECTIONS = 4096, BOX_MAX_DEPTH = 4 };

// --- writing: sections are appended to, then the whole is saved at once (atomically)
typedef struct box_writer box_writer;
box_writer *box_writer_new(void);
void box_begin(box_writer *w, const char tag[4]); // a new section; tags may repeat (first is found first)
void box_u8(box_writer *w, uint8_t v);
void box_u32(box_writer *w, uint32_t v);
void box_u64(box_writer *w, uint64_t v);
void box_f32(box_writer *w, float v);
void box_f64(box_writer *w, double v);
void box_str(box_writer *w, copse_str s); // u32 length, bytes
void box_raw(box_writer *w, const void *bytes, size_t size);
void box_array(box_writer *w, const void *items, size_t n,
               size_t size); // numbers of 1, 2, 4 or 8 bytes, aligned in file to size
// The whole model, to a file or to memory that is open; the caller commits it.
int box_put(box_writer *w, save *out, copse_error *err);
int box_save(box_writer *w, const char *path, copse_error *err); // opens, puts, commits
// Models are mapped as they are: COPSE_EINPUT for a path that would be compressed. Better known before than
// after training.
int box_check_path(const char *path, copse_error *err);
// The bytes that box_save would write, aligned to BOX_ALIGN; the caller frees them. NULL on failure. A
// section of another model may hold them as they are.
void *box_bytes(box_writer *w, size_t *size, copse_error *err);
void box_writer_free(box_writer *w);

// --- reading: the file is mapped; checksums of all sections are verified at open
typedef struct box box;
box *box_open(const char *path, copse_error *err);
// The model inside a section, where it lies: the outer box stays open as long as it. The layout is checked;
// the checksums are not verified again, since the outer one covers every byte. At most BOX_MAX_DEPTH deep.
box *box_inside(const box *outer, const char tag[4], size_t nth, copse_error *err);
// A model in memory that this process has just made: bytes of box_bytes, which stay the caller's. name is for
// messages.
box *box_memory(const void *bytes, size_t size, const char *name, copse_error *err);
// A model from anywhere else in memory: a copy of the bytes, which need no alignment, with the checks of
// box_open.
box *box_copy(const void *bytes, size_t size, const char *name, copse_error *err);
void box_close(box *b);
const char *box_path(const box *b);
bool box_is_model(const char *path); // does the file begin with the magic number?

typedef struct box_section {
    char tag[5];
    uint64_t offset, length, checksum;
} box_section;
size_t box_sections(const box *b);
box_section box_section_at(const box *b, size_t i);
size_t box_count(const box *b, const char *tag); // sections with this tag

// A cursor over one section. A read past the end sets failed and gives zeros and empty strings; callers check
// once at the end with cur_end, which also wants every byte read.
typedef struct cursor {
    const box *box;
    char tag[5];
    const unsigned char *at, *end, *base;
    bool failed;
} cursor;
int box_find(const box *b, const char tag[4], size_t nth, cursor *c,
             copse_error *err); // COPSE_EMODEL if it is not there
uint8_t cur_u8(cursor *c);
uint32_t cur_u32(cursor *c);
uint64_t cur_u64(cursor *c);
float cur_f32(cursor *c);
double cur_f64(cursor *c);
copse_str cur_str(cursor *c); // a slice of the mapped file
uint32_t cur_count(cursor *c,
                   size_t least_bytes_each); // a u32 count; fails if the bytes left cannot hold so many
const void *cur_array(cursor *c, size_t n,
                      size_t size);       // in place on little-endian machines; NULL on failure
int cur_end(cursor *c, copse_error *err); // 0 if nothing failed and nothing is left

#endif
