// SPDX-License-Identifier: MIT
#include "transition/instances_read.h"

#include "common/base/error.h"
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/source.h"
#include "common/treebank/sentence.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int inf_open(instance_file *f, const char *path, copse_error *err)
{
    enum { BLOCK = 1 << 16 };
    memset(f, 0, sizeof *f);
    source *in = src_open(path, err);
    if (!in)
        return err->code;
    f->name = mem_string(src_name(in), strlen(src_name(in)));
    ptrdiff_t got;
    do {
        f->bytes.s = mem_grow(f->bytes.s, &f->bytes.cap, f->bytes.n + BLOCK + 1, 1);
        got = src_read(in, f->bytes.s + f->bytes.n, BLOCK, err);
        f->bytes.n += got > 0 ? (size_t)got : 0;
    } while (got > 0);
    f->bytes.s[f->bytes.n] = 0;
    src_close(in);
    return got < 0 ? (int)got : 0;
}

void inf_close(instance_file *f)
{
    mem_free(f->name);
    text_done(&f->bytes);
}

void instance_done(instance *i)
{
    mem_free(i->key);
    mem_free(i->column);
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

// Cuts the next field off a line. False if nothing is left.
static bool next_field(copse_str *line, copse_str *field)
{
    while (line->len && is_space(*line->s)) {
        line->s++;
        line->len--;
    }
    *field = (copse_str){line->s, 0};
    while (field->len < line->len && !is_space(line->s[field->len]))
        field->len++;
    line->s += field->len;
    line->len -= field->len;
    return field->len > 0;
}

// The next line that is not empty. False at the end.
static bool next_line(instance_file *f, copse_str *line)
{
    while (f->at < f->bytes.n) {
        const char *s = f->bytes.s + f->at, *newline = memchr(s, '\n', f->bytes.n - f->at);
        *line = (copse_str){s, newline ? (size_t)(newline - s) : f->bytes.n - f->at};
        f->at += line->len + 1;
        f->line++;
        copse_str rest = *line, field;
        if (next_field(&rest, &field))
            return true;
    }
    return false;
}

// Reads "ID:VALUE": ids from 1, values 0 and 1. False if it is something else.
static bool read_pair(copse_str field, uint64_t *id, double *value)
{
    char *end;
    const char *const stop = field.s + field.len;
    if (!isdigit((unsigned char)field.s[0]))
        return false;
    *id = strtoull(field.s, &end, 10);
    if (end + 1 >= stop || *end != ':' || *id == UINT64_MAX || isspace((unsigned char)end[1]))
        return false;
    *value = strtod(end + 1, &end);
    return end == stop;
}

copse_instance_format inf_recognise(const instance_file *f)
{
    instance_file copy = *f;
    copse_str line, field;
    size_t pairs = 0;
    if (!next_line(&copy, &line))
        return COPSE_TIMBL;
    next_field(&line, &field);
    while (next_field(&line, &field)) {
        uint64_t id;
        double value;
        if (!read_pair(field, &id, &value))
            return COPSE_TIMBL;
        pairs++;
    }
    return pairs ? COPSE_LIBSVM : COPSE_TIMBL;
}

static void add(instance *i, uint64_t key, uint32_t column)
{
    i->key = mem_grow(i->key, &i->key_cap, i->n + 1, sizeof *i->key);
    i->column = mem_grow(i->column, &i->column_cap, i->n + 1, sizeof *i->column);
    i->key[i->n] = key;
    i->column[i->n++] = column;
}

// The symbols of a line; the last one is the class.
static int read_symbols(instance_file *f, copse_str line, instance *i, copse_error *err)
{
    copse_str field, last = {NULL, 0};
    while (next_field(&line, &field)) {
        if (last.s)
            add(i, hash_mix(i->n + 1, hash_bytes(last.s, last.len)), (uint32_t)i->n);
        last = field;
    }
    if (f->columns == 0)
        f->columns = (uint32_t)i->n;
    if (i->n == 0 || i->n != f->columns)
        return err_set(err, COPSE_EINPUT, f->name, f->line, "%zu columns and a class, not %u columns", i->n,
                       i->n ? (unsigned)f->columns : 1);
    i->class = last;
    return 1;
}

static int read_numbers(const instance_file *f, copse_str line, instance *i, copse_error *err)
{
    char quoted[ERR_QUOTE];
    copse_str field;
    next_field(&line, &i->class);
    while (next_field(&line, &field)) {
        uint64_t id;
        double value;
        if (!read_pair(field, &id, &value))
            return err_set(err, COPSE_EINPUT, f->name, f->line, "%s is not NUMBER:1",
                           err_quote(quoted, field));
        if (value < 0 || (value > 0 && value < 1) || !(value <= 1))
            return err_set(err, COPSE_EINPUT, f->name, f->line, "%s: values other than 0 and 1 are not known",
                           err_quote(quoted, field));
        if (value > 0)
            add(i, hash_mix(0, id), EX_NO_COLUMN);
    }
    return 1;
}

int inf_next(instance_file *f, instance *i, copse_error *err)
{
    copse_str line;
    i->n = 0;
    if (!next_line(f, &line))
        return 0;
    return f->format == COPSE_TIMBL ? read_symbols(f, line, i, err) : read_numbers(f, line, i, err);
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Adds an instance; each feature once.
static void add_example(instance_set *s, const instance *i)
{
    examples *ex = &s->ex;
    size_t at = ex->n ? ex->start[ex->n] : 0, kept = 0;
    ex->y = mem_grow(ex->y, &s->y_cap, ex->n + 1, sizeof *ex->y);
    ex->start = mem_grow(ex->start, &s->start_cap, ex->n + 2, sizeof *ex->start);
    ex->feature = mem_grow(ex->feature, &s->feature_cap, at + i->n + 1, sizeof *ex->feature);
    uint32_t *mine = ex->feature + at;
    for (size_t k = 0; k < i->n; k++)
        mine[k] = ids_of(&s->ids, i->key[k], i->column[k], true);
    qsort(mine, i->n, sizeof *mine, by_number);
    for (size_t k = 0; k < i->n; k++)
        if (kept == 0 || mine[k] != mine[kept - 1])
            mine[kept++] = mine[k];
    ex->y[ex->n] = (uint32_t)tab_add(&s->classes, i->class);
    ex->start[ex->n] = at;
    ex->start[++ex->n] = at + kept;
}

int ins_read(instance_set *s, instance_file *f, copse_error *err)
{
    instance i = {0};
    int code;
    memset(s, 0, sizeof *s);
    while ((code = inf_next(f, &i, err)) > 0)
        add_example(s, &i);
    instance_done(&i);
    if (code == 0 && s->ex.n == 0)
        code = err_set(err, COPSE_EINPUT, f->name, 0, "no instances");
    s->ex.classes = (uint32_t)s->classes.n;
    s->ex.features = s->ids.n;
    s->ex.key = s->ids.key;
    s->ex.column = s->ids.column;
    s->ex.columns = f->format == COPSE_TIMBL ? f->columns : 0;
    return code;
}

void ins_done(instance_set *s)
{
    mem_free(s->ex.y);
    mem_free(s->ex.start);
    mem_free(s->ex.feature);
    ids_done(&s->ids);
    tab_done(&s->classes);
}
