// SPDX-License-Identifier: MIT
#include "common/model/clusters.h"

#include "common/base/error.h"
#include "common/base/hash.h"
#include "common/base/letter_case.h"
#include "common/base/mem.h"
#include "common/base/source.h"
#include "common/base/table.h"
#include "common/base/utf8.h"
#include "common/treebank/formats.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 30, FIELDS = 3, LONGEST = 256 };

static const size_t level_bits[CLUSTERS_LEVELS] = {4, 6, 10, SIZE_MAX};

static uint32_t hash_of(copse_str s)
{
    const uint32_t hash = (uint32_t)(hash_bytes(s.s, s.len) >> 32);
    return hash ? hash : 1;
}

// ---------------------------------------------------------------------------------------------------
// Files

typedef struct pair {
    uint32_t hash, which;
    size_t line;
} pair;

typedef struct reading {
    const char *path;
    table paths;
    pair *pair; // [n]
    size_t n, cap, line;
    int fields; // of every line; 0: not known yet
} reading;

static bool all_bits(copse_str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.s[i] != '0' && s.s[i] != '1')
            return false;
    return s.len > 0;
}

// Cuts a line at tabs; returns how many fields there are, at most FIELDS + 1.
static int cut(copse_str line, copse_str field[FIELDS])
{
    copse_str more;
    int n = 0;
    while (n < FIELDS && fmt_next_field(&line, &field[n]))
        n++;
    return n + (n == FIELDS && fmt_next_field(&line, &more));
}

static int read_line(reading *r, copse_str line, copse_error *err)
{
    copse_str field[FIELDS];
    if (line.len == 0)
        return 0;
    const int n = cut(line, field);
    const bool brown = n == 3 && all_bits(field[0]) && field[1].len;
    if ((n != 2 && !brown) || (n == 2 && (field[0].len == 0 || field[1].len == 0)))
        return err_set(err, COPSE_EINPUT, r->path, (long)r->line,
                       "neither BITS<TAB>WORD<TAB>COUNT nor WORD<TAB>CLASS");
    if (r->fields && r->fields != n)
        return err_set(err, COPSE_EINPUT, r->path, (long)r->line,
                       "%d fields, but the lines before it have %d", n, r->fields);
    r->fields = n;
    r->pair = mem_grow(r->pair, &r->cap, r->n + 1, sizeof *r->pair);
    r->pair[r->n++] =
        (pair){hash_of(field[brown ? 1 : 0]), (uint32_t)tab_add(&r->paths, field[brown ? 0 : 1]), r->line};
    return 0;
}

static int by_hash(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    if (x->hash != y->hash)
        return (x->hash > y->hash) - (x->hash < y->hash);
    return (x->line > y->line) - (x->line < y->line);
}

static void settle(clusters *c, reading *r)
{
    uint32_t *hash = mem_alloc(r->n + 1, sizeof *hash), *which = mem_alloc(r->n + 1, sizeof *which);
    uint32_t *level = mem_zero(r->paths.n * CLUSTERS_LEVELS + 1, sizeof *level);
    qsort(r->pair, r->n, sizeof *r->pair, by_hash);
    for (size_t i = 0; i < r->n; i++)
        if (i == 0 || r->pair[i].hash != r->pair[i - 1].hash) {
            hash[c->n] = r->pair[i].hash;
            which[c->n++] = r->pair[i].which;
        }
    for (size_t i = 0; i < r->paths.n; i++)
        for (int k = r->fields == 3 ? 0 : CLUSTERS_LEVELS - 1; k < CLUSTERS_LEVELS; k++) {
            copse_str path = tab_name(&r->paths, i);
            path.len = path.len < level_bits[k] ? path.len : level_bits[k];
            level[i * CLUSTERS_LEVELS + (size_t)k] = hash_of(path);
        }
    c->hash = c->own[0] = hash;
    c->which = c->own[1] = which;
    c->level = c->own[2] = level;
    c->paths = r->paths.n;
}

int clusters_read(clusters *c, const char *path, copse_error *err)
{
    reading r = {.path = path};
    size_t size;
    int code = 0;
    memset(c, 0, sizeof *c);
    if (!*path)
        return 0;
    char *all = src_whole(path, MOST_BYTES, "a file of clusters", &size, err);
    if (!all)
        return err->code;
    for (copse_str rest = {all, size}, line; !code && fmt_next_line(&rest, &line);) {
        r.line++;
        code = read_line(&r, line, err);
    }
    if (!code && r.n == 0)
        code = err_set(err, COPSE_EINPUT, path, 0, "no clusters");
    if (!code)
        settle(c, &r);
    mem_free(r.pair);
    tab_done(&r.paths);
    mem_free(all);
    return code;
}

void clusters_done(clusters *c)
{
    for (size_t i = 0; i < sizeof c->own / sizeof c->own[0]; i++)
        mem_free(c->own[i]);
    memset(c, 0, sizeof *c);
}

// ---------------------------------------------------------------------------------------------------
// Looking up

// Writes a code point as UTF-8; returns its bytes.
static size_t encode(uint32_t point, char *to)
{
    const size_t n = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const unsigned char head[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = n - 1; i > 0; i--, point >>= 6)
        to[i] = (char)(0x80 | (point & 0x3F));
    to[0] = (char)(head[n] | point);
    return n;
}

// The form in lower case, if it is short, valid UTF-8 and not in lower case already; len is 0 otherwise.
static copse_str lower(copse_str form, char buffer[LONGEST])
{
    copse_str small = {buffer, 0};
    bool changes = false;
    for (size_t at = 0, len; at < form.len && small.len + 4 <= LONGEST; at += len) {
        uint32_t point;
        len = utf8_decode(form.s + at, form.len - at, &point);
        if (len == 0)
            return (copse_str){buffer, 0};
        const uint32_t to = lc_lower(point);
        changes |= to != point;
        small.len += encode(to, buffer + small.len);
    }
    return changes ? small : (copse_str){buffer, 0};
}

static const uint32_t *find(const clusters *c, copse_str form)
{
    const uint32_t hash = hash_of(form);
    size_t low = 0, high = c->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (c->hash[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->n && c->hash[low] == hash ? c->level + (size_t)c->which[low] * CLUSTERS_LEVELS : NULL;
}

void clusters_find(const clusters *c, copse_str form, uint32_t level[CLUSTERS_LEVELS])
{
    char buffer[LONGEST];
    const uint32_t *found = find(c, form);
    if (!found) {
        const copse_str small = lower(form, buffer);
        found = small.len ? find(c, small) : NULL;
    }
    for (int i = 0; i < CLUSTERS_LEVELS; i++)
        level[i] = found ? found[i] : 0;
}

static int level_of(int bits)
{
    int k = 0;
    while (k < CLUSTERS_LEVELS - 1 && level_bits[k] != (size_t)bits)
        k++;
    return k;
}

bool clusters_has_bits(int bits)
{
    return level_of(bits) < CLUSTERS_LEVELS - 1;
}

uint32_t clusters_begin(const uint32_t level[CLUSTERS_LEVELS], int bits)
{
    const uint32_t own = level[level_of(bits)];
    return own ? own : level[CLUSTERS_LEVELS - 1];
}

// ---------------------------------------------------------------------------------------------------
// Sections

void clusters_save(const clusters *c, const char *tag, box_writer *w)
{
    if (c->n == 0)
        return;
    box_begin(w, tag);
    box_u32(w, (uint32_t)c->n);
    box_u32(w, (uint32_t)c->paths);
    box_array(w, c->hash, c->n, sizeof *c->hash);
    box_array(w, c->which, c->n, sizeof *c->which);
    box_array(w, c->level, c->paths * CLUSTERS_LEVELS, sizeof *c->level);
}

int clusters_load(clusters *c, const char *tag, const box *b, copse_error *err)
{
    cursor cur;
    memset(c, 0, sizeof *c);
    if (!box_count(b, tag))
        return 0;
    const int code = box_find(b, tag, 0, &cur, err);
    if (code)
        return code;
    c->n = cur_count(&cur, 8);
    c->paths = cur_count(&cur, 4 * CLUSTERS_LEVELS);
    c->hash = cur_array(&cur, c->n, sizeof *c->hash);
    c->which = cur_array(&cur, c->n, sizeof *c->which);
    c->level = cur_array(&cur, c->paths * CLUSTERS_LEVELS, sizeof *c->level);
    for (size_t i = 0; i < c->n && !cur.failed; i++)
        if (c->which[i] >= c->paths || (i && c->hash[i - 1] >= c->hash[i]))
            return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged clusters (word %zu)", i + 1);
    return cur_end(&cur, err);
}
