// SPDX-License-Identifier: MIT
// Reads weights from text and matches the systems in it with the voters.
#include "ensemble/weights_internal.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "common/base/source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 2 + WT_FACTORS + 3, SYSTEMS = 1000 };
static const double LARGEST = 1e6; // of a weight, and of a coefficient's absolute value

typedef struct reading {
    const char *file;
    long line;
    copse_str rest; // of the text
    copse_str field[FIELDS];
    size_t fields;
    weights *w;        // systems are added one by one
    long *system_line; // [w->n]
    bool by, ended;
    text key;
    copse_error *err;
} reading;

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// False for a backslash without a code, or for NUL in the name of a system.
static bool read_name(copse_str s, bool system, text *out)
{
    for (size_t i = 0; i < s.len; i++) {
        char c = s.s[i];
        if (c == '\\') {
            if (s.len - i < 4 || s.s[i + 1] != 'x' || hex_digit(s.s[i + 2]) < 0 || hex_digit(s.s[i + 3]) < 0)
                return false;
            c = (char)(hex_digit(s.s[i + 2]) * 16 + hex_digit(s.s[i + 3]));
            i += 3;
            if (c == 0 && system)
                return false;
        }
        text_add(out, &c, 1);
    }
    return true;
}

static int complain(reading *r, const char *what, copse_str value)
{
    char quoted[ERR_QUOTE];
    return err_set(r->err, COPSE_EINPUT, r->file, r->line, "%s %s", what, err_quote(quoted, value));
}

// Splits the next line that is neither empty nor a comment into fields. Returns 1, 0 at the end, or
// negative.
static int next_line(reading *r)
{
    while (r->rest.len) {
        const char *end = memchr(r->rest.s, '\n', r->rest.len);
        copse_str line = {r->rest.s, end ? (size_t)(end - r->rest.s) : r->rest.len};
        const size_t used = line.len + (end != NULL);
        r->rest = (copse_str){r->rest.s + used, r->rest.len - used};
        r->line++;
        if (line.len && line.s[line.len - 1] == '\r')
            line.len--;
        if (memchr(line.s, 0, line.len))
            return err_set(r->err, COPSE_EINPUT, r->file, r->line, "a NUL byte: this is not a text file");
        if (line.len == 0 || line.s[0] == '#')
            continue;
        r->fields = 0;
        for (size_t i = 0; i <= line.len;) {
            const char *tab = i < line.len ? memchr(line.s + i, '\t', line.len - i) : NULL;
            const size_t to = tab ? (size_t)(tab - line.s) : line.len;
            if (r->fields == FIELDS)
                return err_set(r->err, COPSE_EINPUT, r->file, r->line, "more than %d fields", FIELDS);
            r->field[r->fields++] = (copse_str){line.s + i, to - i};
            i = to + 1;
        }
        return 1;
    }
    return 0;
}

static bool read_count(copse_str s, long *x)
{
    double value;
    if (!wt_read_number(s, &value) || value < 0 || value > 1e15 || floor(value) < value)
        return false;
    *x = (long)value;
    return true;
}

// Reads a weight from field `at`, and the counts behind it if they are there.
static int read_cell(reading *r, size_t at, bool negative, wt_cell *c)
{
    if (r->fields != at + 1 && r->fields != at + 3)
        return err_set(r->err, COPSE_EINPUT, r->file, r->line,
                       "%zu fields, but a line '%.*s' has %zu, or %zu with counts", r->fields,
                       (int)r->field[0].len, r->field[0].s, at + 1, at + 3);
    *c = (wt_cell){0, 0, -1};
    if (!wt_read_number(r->field[at], &c->weight))
        return complain(r, "not a number:", r->field[at]);
    if (!negative && (c->weight < 0 || r->field[at].s[0] == '-'))
        return complain(r, "a negative weight:", r->field[at]);
    if (fabs(c->weight) > LARGEST)
        return complain(r, "larger than 1000000:", r->field[at]);
    if (r->fields == at + 1)
        return 0;
    for (size_t i = 1; i < 3; i++)
        if (!read_count(r->field[at + i], i == 1 ? &c->right : &c->seen))
            return complain(r, "not a count:", r->field[at + i]);
    return 0;
}

static size_t find_system(const weights *w, const char *name)
{
    size_t i = 0;
    while (i < w->n && strcmp(w->name[i], name) != 0)
        i++;
    return i;
}

static int read_field_name(reading *r, copse_str field, bool system)
{
    if (!read_name(field, system, &r->key))
        return complain(r, "a backslash must be written \\x5c:", field);
    return 0;
}

static int read_system(reading *r)
{
    weights *w = r->w;
    wt_cell c;
    int code = r->fields < 2 ? err_set(r->err, COPSE_EINPUT, r->file, r->line, "a system without a name") : 0;
    r->key.n = 0;
    if (code || (code = read_field_name(r, r->field[1], true)) || (code = read_cell(r, 2, false, &c)))
        return code;
    text_add(&r->key, "", 1);
    if (find_system(w, r->key.s) < w->n)
        return complain(r, "a second time system", r->field[1]);
    if (w->value.n)
        return complain(r, "systems come before everything about them:", r->field[1]);
    if (w->n == SYSTEMS)
        return err_set(r->err, COPSE_ELIMIT, r->file, r->line, "more than %d systems", SYSTEMS);
    w->name = mem_resize(w->name, w->n + 1, sizeof *w->name);
    w->voter = mem_resize(w->voter, w->n + 1, sizeof *w->voter);
    w->system = mem_resize(w->system, w->n + 1, sizeof *w->system);
    r->system_line = mem_resize(r->system_line, w->n + 1, sizeof *r->system_line);
    w->name[w->n] = mem_string(r->key.s, r->key.n - 1);
    w->voter[w->n] = w->n;
    r->system_line[w->n] = r->line;
    w->system[w->n++] = c;
    return 0;
}

// "weight", the system, a value for each factor, the weight; or "feature", its name, the coefficient.
static int read_value(reading *r, bool feature)
{
    weights *w = r->w;
    const size_t names = feature ? 1 : 1 + w->factors;
    wt_cell c, *cell;
    bool is_new;
    int code;
    if (w->learned != feature || (!feature && w->factors == 0))
        return complain(r, "by says nothing of a line", r->field[0]);
    if ((code = read_cell(r, 1 + names, feature, &c)))
        return code;
    r->key.n = 0;
    if ((code = read_field_name(r, r->field[1], !feature)))
        return code;
    if (!feature) {
        text_add(&r->key, "", 1);
        const size_t system = find_system(w, r->key.s);
        if (system == w->n)
            return complain(r, "no line 'system' before this one for", r->field[1]);
        r->key.n = 0;
        wt_add_index(&r->key, system);
    }
    for (size_t i = 1; i < names; i++) {
        text_cat(&r->key, "\t");
        if ((code = read_field_name(r, r->field[1 + i], false)))
            return code;
    }
    cell = wt_cell_of(w, (copse_str){r->key.s, r->key.n}, &is_new);
    if (!is_new)
        return complain(r, feature ? "a second time feature" : "a second weight for the same of system",
                        r->field[1]);
    *cell = c;
    return 0;
}

static int read_end(reading *r)
{
    long n;
    if (r->fields != 2 || !read_count(r->field[1], &n))
        return err_set(r->err, COPSE_EINPUT, r->file, r->line, "'end' goes with one number");
    if ((size_t)n != r->w->value.n)
        return err_set(r->err, COPSE_EINPUT, r->file, r->line, "%zu weights, but there should be %ld",
                       r->w->value.n, n);
    r->ended = true;
    return 0;
}

static int read_by(reading *r)
{
    copse_error why;
    if (r->fields != 2)
        return err_set(r->err, COPSE_EINPUT, r->file, r->line, "'by' goes with one list of factors");
    if (wt_set_by(r->w, r->field[1].s, r->field[1].len, &why))
        return err_set(r->err, COPSE_EINPUT, r->file, r->line, "%s", why.message);
    r->by = true;
    return 0;
}

static int read_line(reading *r)
{
    const copse_str what = r->field[0];
    if (r->ended)
        return complain(r, "after 'end':", what);
    if (str_is(what, "by") && !r->by)
        return read_by(r);
    if (!r->by)
        return complain(r, "'by' should come first, not", what);
    if (str_is(what, "system"))
        return read_system(r);
    if (str_is(what, "weight") || str_is(what, "feature"))
        return read_value(r, what.s[0] == 'f');
    if (str_is(what, "end"))
        return read_end(r);
    return complain(r, "unknown kind of line", what);
}

static int read_all(reading *r)
{
    int code = next_line(r);
    if (code < 0)
        return code;
    if (code == 0 || r->fields != 1 || !str_is(r->field[0], WT_FIRST_LINE))
        return err_set(r->err, COPSE_EINPUT, r->file, code ? r->line : 1,
                       "the first line is not '" WT_FIRST_LINE
                       "': these are no weights that this version knows");
    while ((code = next_line(r)) > 0)
        if ((code = read_line(r)))
            return code;
    if (code == 0 && !r->ended)
        return err_set(r->err, COPSE_EINPUT, r->file, r->line, "the text is cut short: it has no line 'end'");
    if (code == 0 && r->w->n == 0)
        return err_set(r->err, COPSE_EINPUT, r->file, r->line, "there are no systems");
    return code;
}

// --- which system is which voter

static int match(reading *r, const weights *voters)
{
    weights *w = r->w;
    size_t found = 0, unknown = 0;
    char quoted[ERR_QUOTE], known[ERR_QUOTE];
    for (size_t i = voters->n; i-- > 0;) {
        if (find_system(w, voters->name[i]) < w->n)
            found++;
        else
            unknown = i;
    }
    if (found == 0 && w->n == voters->n)
        return 0; // in order
    if (found < voters->n) {
        err_quote(quoted, (copse_str){voters->name[unknown], strlen(voters->name[unknown])});
        return err_set(r->err, COPSE_EINPUT, r->file, r->system_line[0],
                       "no weights for system %s; they are for %s%s", quoted,
                       err_quote(known, (copse_str){w->name[0], strlen(w->name[0])}),
                       w->n > 1 ? " and others" : "");
    }
    for (size_t i = 0; i < w->n; i++) {
        w->voter[i] = find_system(voters, w->name[i]);
        if (w->voter[i] == voters->n)
            return err_set(r->err, COPSE_EINPUT, r->file, r->system_line[i],
                           "system %s is not among those that vote",
                           err_quote(quoted, (copse_str){w->name[i], strlen(w->name[i])}));
    }
    return 0;
}

weights *wt_parse(const char *name, copse_str whole, const char *const *systems, size_t n, copse_error *err)
{
    reading r = {.file = name, .rest = whole, .err = err, .w = mem_zero(1, sizeof *r.w)};
    weights *voters = wt_new(systems, n);
    int code = read_all(&r);
    if (code == 0)
        code = match(&r, voters);
    wt_free(voters);
    mem_free(r.system_line);
    text_done(&r.key);
    if (code == 0)
        return r.w;
    wt_free(r.w);
    return NULL;
}

weights *wt_load(const char *path, const char *const *systems, size_t n, copse_error *err)
{
    enum { CHUNK = 1 << 16, MOST = 64 << 20 };
    text whole = {0};
    weights *w = NULL;
    ptrdiff_t got = -1;
    source *src = src_open(path, err);
    while (src && whole.n <= MOST) {
        whole.s = mem_grow(whole.s, &whole.cap, whole.n + CHUNK, 1);
        if ((got = src_read(src, whole.s + whole.n, CHUNK, err)) <= 0)
            break;
        whole.n += (size_t)got;
    }
    if (got == 0)
        w = wt_parse(src_name(src), (copse_str){whole.s, whole.n}, systems, n, err);
    else if (got > 0)
        err_set(err, COPSE_ELIMIT, path, 0, "weights of more than %d MB", MOST >> 20);
    src_close(src);
    text_done(&whole);
    return w;
}
