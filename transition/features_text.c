// SPDX-License-Identifier: MIT
// The language of feature models: from text to tables.
#include "transition/features.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/source.h"
#include "common/base/text.h"
#include "common/base/utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The text at hand. column and line are 1-based, for messages.
typedef struct input {
    const char *name, *p, *end, *line_start;
    long line;
    feature_model *m;
    size_t address_cap, table_cap, term_cap, line_cap;
    copse_error *err;
} input;

static int expected(input *in, const char *what)
{
    char quoted[ERR_QUOTE];
    uint32_t point;
    const char *stop = in->p + utf8_decode(in->p, (size_t)(in->end - in->p), &point);
    stop += stop == in->p && stop < in->end;
    while (stop < in->end && stop - in->p < 20 && isalnum((unsigned char)*stop))
        stop++;
    bool nothing = in->p >= in->end || *in->p == '\n' || *in->p == '\r';
    return err_set(in->err, COPSE_EINPUT, in->name, in->line, "column %ld: expected %s, found %s",
                   (long)(in->p - in->line_start) + 1, what,
                   nothing ? "the end of the line"
                           : err_quote(quoted, (copse_str){in->p, (size_t)(stop - in->p)}));
}

static void spaces(input *in)
{
    while (in->p < in->end && (*in->p == ' ' || *in->p == '\t' || *in->p == '\r'))
        in->p++;
}

static bool accept(input *in, char c)
{
    spaces(in);
    if (in->p < in->end && *in->p == c) {
        in->p++;
        return true;
    }
    return false;
}

// A run of letters, digits, and the characters of feature names such as Number[psor].
static copse_str name_at(const input *in)
{
    const char *stop = in->p;
    while (stop < in->end &&
           (isalnum((unsigned char)*stop) || *stop == '_' || *stop == '[' || *stop == ']' || *stop == '-'))
        stop++;
    return (copse_str){in->p, (size_t)(stop - in->p)};
}

static bool small_number(copse_str s, int most, int *value)
{
    *value = 0;
    if (s.len == 0 || s.len > 3)
        return false;
    for (size_t i = 0; i < s.len; i++) {
        if (!isdigit((unsigned char)s.s[i]))
            return false;
        *value = *value * 10 + (s.s[i] - '0');
    }
    return *value <= most;
}

static int too_many(input *in, const char *what)
{
    return err_set(in->err, COPSE_ELIMIT, in->name, in->line, "more than %d %s", FM_MOST, what);
}

// Returns the index, or negative.
static int add_address(input *in, fm_address a)
{
    feature_model *m = in->m;
    for (int i = 0; i < m->addresses; i++)
        if (m->address[i].op == a.op && m->address[i].of == a.of)
            return i;
    if (m->addresses == FM_MOST)
        return too_many(in, "different addresses");
    m->address = mem_grow(m->address, &in->address_cap, (size_t)m->addresses + 1, sizeof *m->address);
    m->address[m->addresses] = a;
    return m->addresses++;
}

const fm_address_word fm_address_words[] = {
    {"S", FM_STACK},          {"B", FM_BUFFER},          {"C", FM_PASSED},          {"L", FM_FREE_LEFT},
    {"R", FM_FREE_RIGHT},     {"head", FM_HEAD},         {"lc", FM_LEFT_CHILD},     {"rc", FM_RIGHT_CHILD},
    {"lc2", FM_LEFT_CHILD_2}, {"rc2", FM_RIGHT_CHILD_2}, {"first", FM_FIRST_CHILD}, {"last", FM_LAST_CHILD},
    {"ls", FM_LEFT_SIBLING},  {"rs", FM_RIGHT_SIBLING},  {"lsib", FM_LEFT_BESIDE},  {"rsib", FM_RIGHT_BESIDE},
    {"prev", FM_BEFORE},      {"next", FM_AFTER},        {"advised", FM_ADVISED},   {NULL, FM_STACK}};

static int expected_address(input *in)
{
    text what = {0};
    text_cat(&what, "an address (");
    for (const fm_address_word *w = fm_address_words; w->name; w++) {
        text_cat(&what, w == fm_address_words ? "" : w->op == FM_HEAD ? ", or " : ", ");
        text_cat(&what, w->name);
        text_cat(&what, fm_is_depth(w->op) ? "0" : "");
    }
    text_add(&what, " of one)", sizeof " of one)"); // with its end
    const int code = expected(in, what.s);
    text_done(&what);
    return code;
}

// Is name the letter of w and a depth?
static bool is_depth(const fm_address_word *w, copse_str name, int *depth)
{
    return fm_is_depth(w->op) && name.len && name.s[0] == w->name[0] &&
           small_number((copse_str){name.s + 1, name.len - 1}, 99, depth);
}

// Reads an address. Returns its index, or negative.
static int read_address(input *in, int depth)
{
    spaces(in);
    const copse_str name = name_at(in);
    const fm_address_word *w = fm_address_words;
    int k = 0;
    while (w->name && !is_depth(w, name, &k) && (fm_is_depth(w->op) || !str_is(name, w->name)))
        w++;
    if (!w->name)
        return expected_address(in);
    in->p += name.len;
    if (fm_is_depth(w->op))
        return add_address(in, (fm_address){w->op, k, false});
    if (!accept(in, '('))
        return expected(in, "'('");
    if (depth > 20)
        return expected(in, "an address nested less deeply");
    const int of = read_address(in, depth + 1);
    if (of < 0)
        return of;
    if (!accept(in, ')'))
        return expected(in, "')'");
    return add_address(in, (fm_address){w->op, of, w->op == FM_ADVISED || in->m->address[of].advised});
}

static int add_table(input *in, fm_table t)
{
    feature_model *m = in->m;
    for (int i = 0; i < m->tables; i++)
        if (m->table[i].attribute == t.attribute && m->table[i].length == t.length &&
            str_equal(m->table[i].name, t.name))
            return i;
    m->table = mem_grow(m->table, &in->table_cap, (size_t)m->tables + 1, sizeof *m->table);
    m->table[m->tables] = t;
    return m->tables++;
}

// Returns the index, or negative.
static int add_term(input *in, fm_term t)
{
    feature_model *m = in->m;
    for (int i = 0; i < m->terms; i++)
        if (m->term[i].attribute == t.attribute && m->term[i].address == t.address &&
            m->term[i].other == t.other && m->term[i].table == t.table)
            return i;
    if (m->terms == FM_MOST)
        return too_many(in, "different terms");
    m->term = mem_grow(m->term, &in->term_cap, (size_t)m->terms + 1, sizeof *m->term);
    m->term[m->terms] = t;
    return m->terms++;
}

const fm_attribute_word fm_attribute_words[] = {{"form", FM_FORM, FM_ARG_NONE},
                                                {"lemma", FM_LEMMA, FM_ARG_NONE},
                                                {"pos", FM_POS, FM_ARG_NONE},
                                                {"upos", FM_UPOS, FM_ARG_NONE},
                                                {"xpos", FM_XPOS, FM_ARG_NONE},
                                                {"feats", FM_FEATS, FM_ARG_NONE},
                                                {"feat", FM_FEAT, FM_ARG_FEATURE},
                                                {"prefix", FM_PREFIX, FM_ARG_LENGTH},
                                                {"suffix", FM_SUFFIX, FM_ARG_LENGTH},
                                                {"cluster", FM_CLUSTER, FM_ARG_BITS},
                                                {"label", FM_LABEL, FM_ARG_NONE},
                                                {"valency", FM_VALENCY_LEFT, FM_ARG_SIDE},
                                                {"labels", FM_LABELS_LEFT, FM_ARG_SIDE},
                                                {"distance", FM_DISTANCE, FM_ARG_ADDRESS},
                                                {"between", FM_BETWEEN, FM_ARG_ADDRESS},
                                                {"exists", FM_EXISTS, FM_ARG_NONE},
                                                {"advised-label", FM_ADVISED_LABEL, FM_ARG_NONE},
                                                {"advised-sure", FM_ADVISED_SURE, FM_ARG_NONE},
                                                {"advised-arc", FM_ADVISED_ARC, FM_ARG_ADDRESS},
                                                {"advised-side", FM_ADVISED_SIDE, FM_ARG_ADDRESS},
                                                {"advised-first", FM_ADVISED_FIRST, FM_ARG_ADDRESS},
                                                {"advised-last", FM_ADVISED_LAST, FM_ARG_ADDRESS},
                                                {NULL, FM_FORM, FM_ARG_NONE}};

static int read_argument(input *in, fm_argument kind, fm_term *t, fm_table *table)
{
    if (kind == FM_ARG_NONE)
        return 0;
    if (!accept(in, ','))
        return kind == FM_ARG_BITS ? 0 : expected(in, "','");
    if (kind == FM_ARG_ADDRESS)
        return (t->other = read_address(in, 0)) < 0 ? t->other : 0;
    spaces(in);
    copse_str name = name_at(in);
    if (kind == FM_ARG_LENGTH && (!small_number(name, 20, &table->length) || table->length < 1))
        return expected(in, "a length from 1 to 20");
    if (kind == FM_ARG_BITS && (!small_number(name, 20, &table->length) || !clusters_has_bits(table->length)))
        return expected(in, "4, 6 or 10 bits");
    if (kind == FM_ARG_SIDE && !str_is(name, "left") && !str_is(name, "right"))
        return expected(in, "left or right");
    if (kind == FM_ARG_SIDE && str_is(name, "right"))
        t->attribute++;
    if (kind == FM_ARG_FEATURE && accept(in, '*')) {
        t->attribute = FM_EACH_FEAT;
        return 0;
    }
    if (kind == FM_ARG_FEATURE && !name.len)
        return expected(in, "the name of a morphological feature, or *");
    table->name = kind == FM_ARG_FEATURE ? name : (copse_str){"", 0};
    in->p += name.len;
    return 0;
}

static int expected_attribute(input *in)
{
    text what = {0};
    text_cat(&what, "an attribute (");
    for (const fm_attribute_word *w = fm_attribute_words; w->name; w++) {
        text_cat(&what, w == fm_attribute_words ? "" : ", ");
        text_cat(&what, w->name);
    }
    text_add(&what, ")", 2); // with its end
    const int code = expected(in, what.s);
    text_done(&what);
    return code;
}

// Reads a term into t, and into table if it depends on the word alone.
static int read_term(input *in, fm_term *t, fm_table *table)
{
    const copse_str name = name_at(in);
    const fm_attribute_word *w = fm_attribute_words;
    while (w->name && !str_is(name, w->name))
        w++;
    if (!w->name)
        return expected_attribute(in);
    in->p += name.len;
    if (!accept(in, '('))
        return expected(in, "'('");
    *t = (fm_term){w->attribute, read_address(in, 0), -1, -1, false, false};
    *table = (fm_table){w->attribute, 0, {"", 0}};
    int code = t->address < 0 ? t->address : read_argument(in, w->argument, t, table);
    if (code)
        return code;
    t->advised = w->attribute >= FM_ADVISED_LABEL || in->m->address[t->address].advised ||
                 (t->other >= 0 && in->m->address[t->other].advised);
    return accept(in, ')') ? 0 : expected(in, "')'");
}

// Adds a term other than feat(A, *). Returns its index, or negative.
static int keep_term(input *in, fm_term t, fm_table table)
{
    if (t.attribute < FM_LABEL)
        t.table = add_table(in, table);
    return add_term(in, t);
}

// start is where the term begins, for messages.
static int add_to_line(input *in, const char *start, fm_line *l, fm_term t, fm_table table)
{
    const bool full = t.attribute == FM_EACH_FEAT ? l->each[1] >= 0 : l->n == FM_MAX_TERMS;
    if (full) {
        in->p = start;
        return expected(in, t.attribute == FM_EACH_FEAT ? "at most two feat(ADDRESS, *) in a line"
                                                        : "at most 8 terms in a line");
    }
    l->advised |= t.advised;
    if (t.attribute == FM_EACH_FEAT) {
        l->each[l->each[0] >= 0] = t.address;
        in->m->each = true;
        return 0;
    }
    const int index = keep_term(in, t, table);
    l->term[l->n++] = index;
    return index < 0 ? index : 0;
}

static int read_line(input *in)
{
    fm_line l = {.at = (int)in->line, .each = {-1, -1}};
    feature_model *m = in->m;
    in->line_start = in->p;
    for (spaces(in); in->p < in->end && *in->p != '\n' && *in->p != '#'; spaces(in)) {
        fm_term term;
        fm_table table;
        const char *start = in->p;
        int code = read_term(in, &term, &table);
        if (code || (code = add_to_line(in, start, &l, term, table)))
            return code;
    }
    while (in->p < in->end && *in->p != '\n')
        in->p++;
    in->p += in->p < in->end;
    if (l.n == 0 && l.each[0] < 0)
        return 0;
    if (m->lines == FM_MOST)
        return too_many(in, "features");
    m->line = mem_grow(m->line, &in->line_cap, (size_t)m->lines + 1, sizeof *m->line);
    m->line[m->lines++] = l;
    if (!l.advised) { // move it before the advised lines
        for (int i = m->lines - 1; i > m->plain_lines; i--)
            m->line[i] = m->line[i - 1];
        m->line[m->plain_lines++] = l;
    }
    return 0;
}

int fm_parse(feature_model *m, const char *name, copse_str from, copse_error *err)
{
    memset(m, 0, sizeof *m);
    m->name = mem_string(name, strlen(name));
    m->text = mem_string(from.s, from.len);
    m->text_len = from.len;
    input in = {.name = m->name, .p = m->text, .end = m->text + from.len, .m = m, .err = err};
    int code = 0;
    while (in.p < in.end && !code) {
        in.line++;
        code = read_line(&in);
    }
    if (!code && m->lines == 0)
        code = err_set(err, COPSE_EINPUT, name, 0, "no features");
    if (code)
        fm_done(m);
    else
        fm_plan(m);
    return code;
}

int fm_add_term(feature_model *m, const char *name, copse_str from, copse_error *err)
{
    size_t addresses = (size_t)m->addresses, tables = (size_t)m->tables, terms = (size_t)m->terms;
    input in = {.name = name,
                .p = from.s,
                .end = from.s + from.len,
                .line_start = from.s,
                .m = m,
                .err = err,
                .address_cap = addresses,
                .table_cap = tables,
                .term_cap = terms};
    fm_term term;
    fm_table table;
    spaces(&in);
    int code = read_term(&in, &term, &table);
    if (code)
        return code;
    spaces(&in);
    if (in.p != in.end || term.attribute == FM_EACH_FEAT || term.advised)
        return expected(&in, "one term with one value, such as pos(S0)");
    const int index = keep_term(&in, term, table);
    if (index < 0)
        return index;
    m->term[index].asked = true;
    fm_plan(m);
    return index;
}

void fm_done(feature_model *m)
{
    mem_free(m->name);
    mem_free(m->text);
    mem_free(m->address);
    mem_free(m->table);
    mem_free(m->term);
    mem_free(m->line);
    fm_plan_done(m);
    memset(m, 0, sizeof *m);
}

// The shipped models are compiled in: the Makefile makes their table from models/features/*.feat.
extern const struct fm_file {
    const char *name, *text;
} fm_files[];

const char *fm_shipped(size_t i)
{
    return fm_files[i].name;
}

int fm_read_file(const char *path, char **all, size_t *size, copse_error *err)
{
    enum { MOST = 1 << 20 };
    source *src = src_open(path, err);
    ptrdiff_t got = src ? 1 : err->code;
    *all = mem_alloc(MOST, 1);
    *size = 0;
    while (got > 0 && *size < MOST && (got = src_read(src, *all + *size, MOST - *size, err)) > 0)
        *size += (size_t)got;
    src_close(src);
    if (got < 0)
        return (int)got;
    return *size < MOST ? 0 : err_set(err, COPSE_ELIMIT, path, 0, "a feature model of more than 1 MB");
}

// The text of a shipped model, or NULL.
static const char *shipped_text(const char *name)
{
    const struct fm_file *f = fm_files;
    while (f->name && strcmp(f->name, name) != 0)
        f++;
    return f->text;
}

// Adds the lines of a shipped model.
static int add_lines(feature_model *m, const char *shipped, copse_error *err)
{
    const char *more = shipped_text(shipped);
    const size_t size = m->text_len + 1 + strlen(more);
    char *name = mem_string(m->name, strlen(m->name)), *all = mem_zero(size + 1, 1);
    snprintf(all, size + 1, "%.*s\n%s", (int)m->text_len, m->text, more); // less than 1 MB and twice as much
    fm_done(m);
    int code = fm_parse(m, name, (copse_str){all, size}, err);
    mem_free(all);
    mem_free(name);
    return code;
}

int fm_read_any(feature_model *m, const char *name_or_file, copse_error *err)
{
    const char *shipped = shipped_text(name_or_file);
    char *own = NULL;
    size_t size = shipped ? strlen(shipped) : 0;
    int code = shipped ? 0 : fm_read_file(name_or_file, &own, &size, err);
    if (!code)
        code = fm_parse(m, name_or_file, (copse_str){shipped ? shipped : own, size}, err);
    mem_free(own);
    return code;
}

int fm_read(feature_model *m, const char *name_or_file, int guides, copse_error *err)
{
    int code = fm_read_any(m, name_or_file, err);
    if (code)
        return code;
    if (guides == 0 && m->lines > m->plain_lines) {
        fm_done(m);
        return err_set(err, COPSE_EINPUT, name_or_file, 0,
                       "has features of advice, which only a stacked parser gets");
    }
    if (guides && m->lines == m->plain_lines)
        code = add_lines(m, "advice", err);
    if (!code)
        m->guides = guides;
    return code;
}

bool fm_has_clusters(const feature_model *m)
{
    for (int i = 0; i < m->tables; i++)
        if (m->table[i].attribute == FM_CLUSTER)
            return true;
    return false;
}

int fm_use_clusters(feature_model *m, const clusters *c, copse_error *err)
{
    const int guides = m->guides;
    const int code = !fm_has_clusters(m) ? add_lines(m, "clusters", err) : 0;
    if (!code) {
        m->guides = guides;
        m->clusters = c;
    }
    return code;
}
