// SPDX-License-Identifier: MIT
// The mutator of models for libFuzzer. It takes a model apart, changes a section or the list of sections, at
// the top or in a model inside, and lays the file out again, so that changes get past the table and the
// checksums.
#include "tests/fuzz/layout.h"

#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most); // of libFuzzer
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t most, unsigned seed);

// --- Chance

static uint64_t state;

static size_t below(size_t n) // from 0 to n - 1; 0 if n is 0
{
    state += 0x9e3779b97f4a7c15U;
    uint64_t x = state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return n ? (size_t)((x ^ x >> 31) % n) : 0;
}

static void put(uint8_t *p, uint64_t v, size_t size)
{
    for (size_t i = 0; i < size; i++)
        p[i] = (uint8_t)(v >> 8 * i);
}

static uint32_t get_u32(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

// --- Changes of a section's bytes

// Makes room for by more bytes at a place, or takes -by away.
static void resize(lay_section *s, size_t at, ptrdiff_t by)
{
    const size_t size = (size_t)((ptrdiff_t)s->size + by);
    uint8_t *bytes = calloc(size ? size : 1, 1);
    if (!bytes)
        exit(1);
    memcpy(bytes, s->bytes, at);
    const size_t from = by < 0 ? at + (size_t)-by : at, to = by > 0 ? at + (size_t)by : at;
    memcpy(bytes + to, s->bytes + from, s->size - from);
    free(s->bytes);
    s->bytes = bytes;
    s->size = size;
}

// A place for a number of so many bytes: at its beginning as a rule, where counts are, and aligned as a rule.
static size_t place(const lay_section *s, size_t size)
{
    size_t last = s->size - size;
    if (last > 128 && below(3))
        last = 128;
    const size_t at = below(last + 1);
    return below(8) ? at / 4 * 4 : at;
}

static void change_bytes(lay_section *s)
{
    const size_t room = s->size + 1 + below(16);
    uint8_t *bytes = calloc(room, 1);
    if (!bytes)
        exit(1);
    if (s->size)
        memcpy(bytes, s->bytes, s->size);
    s->size = LLVMFuzzerMutate(bytes, s->size, below(4) && s->size ? s->size : room);
    free(s->bytes);
    s->bytes = bytes;
}

// Numbers at the edges: of whole numbers and of floats.
static void change_u32(lay_section *s)
{
    static const uint32_t edge[] = {0,          1,          2,          3,          0x7f,       0xff,
                                    0x100,      0xffff,     0x10000,    0x7fffffff, 0x80000000, 0xfffffffe,
                                    0xffffffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f61b1e6, 0xff61b1e6,
                                    1,          0x00800000, 0x3f800000, 0xbf800000};
    if (s->size < 4)
        return;
    uint8_t *at = s->bytes + place(s, 4);
    const uint32_t before = get_u32(at), near = before + (uint32_t)below(9) - 4;
    put(at, below(3) ? edge[below(sizeof edge / sizeof edge[0])] : near, 4);
}

static void change_u64(lay_section *s)
{
    static const uint64_t edge[] = {0,
                                    1,
                                    UINT64_MAX,
                                    INT64_MAX,
                                    0x7ff0000000000000U,
                                    0xfff0000000000000U,
                                    0x7ff8000000000000U,
                                    0x7fefffffffffffffU,
                                    0x8000000000000000U,
                                    0x3ff0000000000000U,
                                    0x47efffffe0000000U};
    if (s->size >= 8)
        put(s->bytes + place(s, 8), edge[below(sizeof edge / sizeof edge[0])], 8);
}

static void change_size(lay_section *s)
{
    static const size_t by[] = {1, 2, 4, 8, 12, 16, 64};
    const size_t n = by[below(sizeof by / sizeof by[0])], at = below(s->size + 1) / 4 * 4;
    if (below(2))
        resize(s, at, (ptrdiff_t)n);
    else if (at + n <= s->size)
        resize(s, at, -(ptrdiff_t)n);
}

// Finds a length followed by as many printable bytes, from a random place on. s->size: there is none.
static size_t find_string(const lay_section *s)
{
    const size_t start = below(s->size < 2048 ? s->size : 2048);
    for (size_t at = start; at + 4 < s->size; at++) {
        const uint32_t len = get_u32(s->bytes + at);
        bool text = len > 0 && len < 256 && len <= s->size - at - 4;
        for (uint32_t i = 0; i < len && text; i++)
            text = s->bytes[at + 4 + i] >= ' ';
        if (text)
            return at;
    }
    return s->size;
}

// Another text in the place of a string, with its length.
static void change_string(lay_section *s)
{
    static const char *const odd[] = {"",
                                      "\n",
                                      "\t",
                                      "a\tb",
                                      "\x1b[31m",
                                      "\xff",
                                      "\xc2\x85",
                                      "_",
                                      "root",
                                      "root:x",
                                      "nsubj",
                                      "a\nb",
                                      " ",
                                      "0",
                                      "a|b",
                                      "obj\xe2\x86\x91nmod",
                                      "obj\xe2\x86\x93",
                                      "\xe2\x86\x91",
                                      "\x7f"};
    if (s->size < 5)
        return;
    const size_t at = find_string(s);
    if (at == s->size)
        return;
    const uint32_t before = get_u32(s->bytes + at);
    uint8_t text[300];
    size_t len = before;
    memcpy(text, s->bytes + at + 4, len);
    if (below(2)) {
        const char *other = odd[below(sizeof odd / sizeof odd[0])];
        len = strlen(other);
        memcpy(text, other, len);
    } else {
        len = LLVMFuzzerMutate(text, len, sizeof text);
    }
    resize(s, at + 4, (ptrdiff_t)len - (ptrdiff_t)before);
    memcpy(s->bytes + at + 4, text, len);
    put(s->bytes + at, len, 4);
}

static void change_section(lay_section *s)
{
    static void (*const changes[])(lay_section *) = {change_bytes, change_u32,  change_u32,   change_u32,
                                                     change_u64,   change_size, change_string};
    changes[below(sizeof changes / sizeof changes[0])](s);
}

// --- Changes of the list

static void insert(lay_model *m, size_t at, lay_section s)
{
    if (m->n == LAY_MOST) {
        lay_done(&s);
        return;
    }
    memmove(m->section + at + 1, m->section + at, (m->n - at) * sizeof *m->section);
    m->section[at] = s;
    m->n++;
}

static void drop(lay_model *m, size_t at)
{
    lay_done(&m->section[at]);
    m->n--;
    memmove(m->section + at, m->section + at + 1, (m->n - at) * sizeof *m->section);
}

static void change_list(lay_model *m)
{
    const size_t a = below(m->n), b = below(m->n);
    switch (below(4)) {
    case 0:
        insert(m, b, lay_copy(&m->section[a]));
        break;
    case 1:
        drop(m, a);
        break;
    case 2: {
        const lay_section kept = m->section[a];
        m->section[a] = m->section[b];
        m->section[b] = kept;
        break;
    }
    default: // the contents of one under the tag of the other
        memcpy(m->section[a].tag, m->section[b].tag, 4);
        break;
    }
}

// Text that no parser reads: changes elsewhere are worth more.
static bool is_description(const lay_section *s)
{
    return memcmp(s->tag, "META", 4) == 0 || memcmp(s->tag, "OPTS", 4) == 0;
}

static void change(lay_model *m)
{
    if (m->n == 0)
        return;
    lay_section *s = &m->section[below(m->n)];
    for (int tries = 0; tries < 3 && is_description(s); tries++)
        s = &m->section[below(m->n)];
    if (s->inside && below(8))
        change(s->inside);
    else if (below(12) == 0)
        change_list(m);
    else if (!s->inside)
        change_section(s);
}

// --- What libFuzzer calls

// Lays the model out into bytes. Returns 0, and writes nothing, if it is too long.
static size_t lay_out(lay_model *m, uint8_t *to, size_t most)
{
    size_t size;
    uint8_t *bytes = lay_write(m, &size);
    lay_free(m);
    if (size > most)
        size = 0;
    memcpy(to, bytes, size);
    free(bytes);
    return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed)
{
    state = seed;
    lay_model *m = below(32) ? lay_read(bytes, size) : NULL;
    if (!m)
        return LLVMFuzzerMutate(bytes, size, most);
    for (size_t changes = 1 + below(3); changes > 0; changes--)
        change(m);
    const size_t after = lay_out(m, bytes, most);
    return after ? after : size;
}

// A random section, at the top or in a model inside. NULL: the model has none.
static lay_section *any_section(lay_model *m)
{
    lay_section *s = m->n ? &m->section[below(m->n)] : NULL;
    return s && s->inside && below(4) ? any_section(s->inside) : s;
}

// The section of a with the tag of another one; any of them if there is none.
static lay_section *same_tag(lay_model *m, const char tag[4])
{
    for (size_t i = 0; i < m->n; i++) {
        lay_section *s = &m->section[i], *inner = s->inside && below(2) ? same_tag(s->inside, tag) : NULL;
        if (inner || memcmp(s->tag, tag, 4) == 0)
            return inner ? inner : s;
    }
    return NULL;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t most, unsigned seed)
{
    state = seed;
    lay_model *m = lay_read(a, a_size), *other = lay_read(b, b_size);
    const lay_section *from = m && other ? any_section(other) : NULL;
    lay_section *to = from ? same_tag(m, from->tag) : NULL;
    if (from && !to)
        to = any_section(m);
    size_t size = 0;
    if (to) {
        lay_section copy = lay_copy(from);
        lay_done(to);
        *to = copy;
        size = lay_out(m, out, most);
        m = NULL;
    }
    lay_free(m);
    lay_free(other);
    return size;
}
