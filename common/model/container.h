// SPDX-License-Identifier: MIT
// The model file: a magic number, a format version, a table of sections with checksums. Little-endian.
// docs/model-format.md describes the bytes.
#ifndef COPSE_MODEL_CONTAINER_H
#define COPSE_MODEL_CONTAINER_H

#include "common/base/save.h"
#include "copse.h"

enum {
    BOX_VERSION = 4,
    BOX_OLDEST = 4,
    BOX_ALIGN = 64,
    BOX_MAX_SECTIONS = 4096,
    BOX_MAX_DEPTH = 4,
    BOX_MAX_NAME = 1 << 16, // bytes of a name
};

// --- Writing: sections are filled one by one, then the whole file is saved at once (atomically)
typedef struct box_writer box_writer;
box_writer *box_writer_new(void);
void box_begin(box_writer *w, const char tag[4]); // a new section; tags may repeat, box_find counts them
void box_u8(box_writer *w, uint8_t v);
void box_u32(box_writer *w, uint32_t v);
void box_u64(box_writer *w, uint64_t v);
void box_f32(box_writer *w, float v);
void box_f64(box_writer *w, double v);
void box_str(box_writer *w, copse_str s); // u32 length, bytes
void box_raw(box_writer *w, const void *bytes, size_t size);
// Numbers of 1, 2, 4 or 8 bytes, aligned in the file to their size.
void box_array(box_writer *w, const void *items, size_t n, size_t size);
// Writes the whole model to an open file or memory; the caller commits it.
int box_put(box_writer *w, save *out, copse_error *err);
int box_save(box_writer *w, const char *path, copse_error *err); // opens, puts, commits
// COPSE_EINPUT for a path that would be compressed: models are read as they lie in the file. Check this
// before training.
int box_check_path(const char *path, copse_error *err);
// The bytes that box_save would write, aligned to BOX_ALIGN; the caller frees them. NULL on failure. They
// may be stored as a section of another model.
void *box_bytes(box_writer *w, size_t *size, copse_error *err);
void box_writer_free(box_writer *w);

// --- Reading: the whole file is read into memory; checksums of all sections are verified at open
typedef struct box box;
box *box_open(const char *path, copse_error *err);
// Opens the model inside a section, in place: the outer box must stay open as long as the result. The layout
// is checked. The checksums are not verified again, since the outer ones cover every byte. At most
// BOX_MAX_DEPTH deep.
box *box_inside(const box *outer, const char tag[4], size_t nth, copse_error *err);
// Opens a model that this process has just made: bytes of box_bytes, which stay the caller's. name is for
// messages.
box *box_memory(const void *bytes, size_t size, const char *name, copse_error *err);
// Opens a model from any other memory: copies the bytes, which need no alignment, and makes the checks of
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

// A cursor over one section. A read past the end sets failed and returns zeros and empty strings. Callers
// check once at the end with cur_end, which also requires that every byte was read.
typedef struct cursor {
    const box *box;
    char tag[5];
    const unsigned char *at, *end, *base;
    bool failed;
} cursor;
// The nth section (from 0) with a tag. COPSE_EMODEL if there is none.
int box_find(const box *b, const char tag[4], size_t nth, cursor *c, copse_error *err);
uint8_t cur_u8(cursor *c);
uint32_t cur_u32(cursor *c);
uint64_t cur_u64(cursor *c);
float cur_f32(cursor *c);
double cur_f64(cursor *c);
copse_str cur_str(cursor *c); // a slice of the box's bytes
// A string that is shown or written to treebanks, such as a label. Fails unless it is UTF-8 without control
// characters (tabs included), not empty, and at most BOX_MAX_NAME bytes long.
copse_str cur_name(cursor *c);
// A u32 count; fails if the bytes left cannot hold that many items.
uint32_t cur_count(cursor *c, size_t least_bytes_each);
// In place on little-endian machines; NULL on failure.
const void *cur_array(cursor *c, size_t n, size_t size);
// Numbers whose absolute value is at most `most`, which NaN never is. cur_floats: an array, like cur_array.
double cur_bounded(cursor *c, double most); // an f64
const float *cur_floats(cursor *c, size_t n, float most);
int cur_end(cursor *c, copse_error *err); // 0 if nothing failed and nothing is left

#endif
