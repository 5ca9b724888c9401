// SPDX-License-Identifier: MIT
#include "common/treebank/sentence.h"

#include "common/base/error.h"
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/text.h"
#include "common/base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

copse_sentence *copse_sentence_new(void)
{
    return mem_zero(1, sizeof(copse_sentence));
}

void copse_sentence_free(copse_sentence *sentence)
{
    if (!sentence)
        return;
    mem_free(sentence->text);
    mem_free(sentence->raw);
    mem_free(sentence->word);
    mem_free(sentence->own_file);
    ov_free(sentence->over);
    mem_free(sentence);
}

void sen_add_value(text *t, const char *value)
{
    size_t from = t->n;
    text_cat(t, value && *value ? value : "_");
    str_clean(t->s + from, t->n - from);
}

static void add_token(text *t, int word, const copse_token *token)
{
    const char *const values[] = {token->form, token->lemma, token->upos, token->xpos, token->feats};
    char id[16];
    snprintf(id, sizeof id, "%d\t", word);
    text_cat(t, id);
    for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
        sen_add_value(t, values[k]);
        text_cat(t, "\t");
    }
    text_cat(t, "_\t_\t_\t_\n");
}

void sen_take(copse_sentence *s, const char *bytes, size_t len)
{
    mem_scope *before = mem_into(mem_scope_of(s));
    s->text = mem_grow(s->text, &s->text_cap, len + SEN_SLACK, 1);
    mem_into(before);
    memcpy(s->text, bytes, len);
    s->text_len = len;
}

void sen_take_raw(copse_sentence *s, copse_str raw)
{
    mem_scope *before = mem_into(mem_scope_of(s));
    s->raw = mem_grow(s->raw, &s->raw_cap, raw.len + 1, 1);
    mem_into(before);
    memcpy(s->raw, raw.s, raw.len);
    s->raw_len = raw.len;
}

static void set(copse_sentence *sentence, int n, const copse_token *tokens)
{
    static const copse_token none;
    text t = {0};
    for (int i = 0; i < n && n <= SEN_MAX_LINES && t.n <= SEN_MAX_BYTES; i++)
        add_token(&t, i + 1, tokens ? &tokens[i] : &none);
    if (t.n > SEN_MAX_BYTES)
        t.n = 0;
    text_cat(&t, "\n");
    sen_take(sentence, t.s, t.n);
    text_done(&t);
    sentence->first_line = 1;
    sentence->file = "<arrays>";
    sentence->format = sentence->source = COPSE_CONLLU;
    sentence->one_tag = false;
    sen_scan(sentence, NULL, NULL);
}

void copse_sentence_set(copse_sentence *sentence, int n, const copse_token *tokens)
{
    copse_error err;
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, &err);
        sentence->n = 0;
        sentence->text_len = 0;
        return;
    }
    set(sentence, n, tokens);
    mem_end(&guard, 0);
}

int copse_sentence_length(const copse_sentence *sentence)
{
    return sentence->n;
}

copse_str copse_sentence_column(const copse_sentence *sentence, int word, copse_column column)
{
    if (word < 1 || word > sentence->n || (unsigned)column >= COPSE_COLUMNS)
        return (copse_str){"", 0};
    return sen_column(sentence, word, column);
}

long copse_sentence_line(const copse_sentence *sentence, int word)
{
    return word >= 0 && word <= sentence->n ? sen_line(sentence, word) : 0;
}

void str_clean(char *s, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (s[i] == '\t' || s[i] == '\n' || s[i] == '\r')
            s[i] = ' ';
}

bool str_equal(copse_str a, copse_str b)
{
    return a.len == b.len && memcmp(a.s, b.s, a.len) == 0;
}

bool str_is(copse_str a, const char *b)
{
    return strlen(b) == a.len && memcmp(a.s, b, a.len) == 0;
}

bool sen_is_punctuation(const copse_sentence *s, int word)
{
    return utf8_all_punctuation(sen_column(s, word, COPSE_FORM));
}

bool sen_is_upos(copse_str tag)
{
    static const char *const tags[] = {"ADJ",  "ADP",  "ADV",  "AUX",  "CCONJ", "DET",   "INTJ",
                                       "NOUN", "NUM",  "PART", "PRON", "PROPN", "PUNCT", "SCONJ",
                                       "SYM",  "VERB", "X",    "_",    "CONJ"}; // of the first version
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        if (str_is(tag, tags[i]))
            return true;
    return false;
}

bool str_next_item(copse_str *rest, copse_str *item)
{
    if (rest->len == 0)
        return false;
    const char *bar = memchr(rest->s, '|', rest->len);
    *item = (copse_str){rest->s, bar ? (size_t)(bar - rest->s) : rest->len};
    size_t used = item->len + (bar ? 1 : 0);
    *rest = (copse_str){rest->s + used, rest->len - used};
    return true;
}

bool sen_is_blank(copse_str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (line.s[i] != ' ')
            return false;
    return true;
}

size_t sen_begin(const copse_sentence *s)
{
    bool bom = s->first_line == 1 && s->text_len >= SEN_BOM && memcmp(s->text, SEN_BOM_BYTES, SEN_BOM) == 0;
    return bom ? SEN_BOM : 0;
}

bool sen_next_line(const copse_sentence *s, size_t *pos, copse_str *line)
{
    if (*pos >= s->text_len)
        return false;
    const char *begin = s->text + *pos;
    const char *end = memchr(begin, '\n', s->text_len - *pos);
    *pos = end ? (size_t)(end - s->text) + 1 : s->text_len;
    if (!end)
        end = s->text + s->text_len;
    if (end > begin && end[-1] == '\r')
        end--;
    *line = (copse_str){begin, (size_t)(end - begin)};
    return true;
}

uint64_t sen_digest(uint64_t so_far, const copse_sentence *s)
{
    return hash_mix(so_far, hash_bytes(s->text, s->text_len));
}

const char *sen_column_name(copse_format format, copse_column column)
{
    static const char *const names[2][COPSE_COLUMNS] = {
        {"ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"},
        {"ID", "FORM", "LEMMA", "CPOSTAG", "POSTAG", "FEATS", "HEAD", "DEPREL", "PHEAD", "PDEPREL"},
    };
    return names[format == COPSE_CONLLX][column];
}

// A number at the start of *p in its usual form: at most nine digits, no leading zero. Moves *p past it.
static bool number(const char **p, const char *end, int *value)
{
    const char *start = *p;
    int v = 0;
    while (*p < end && **p >= '0' && **p <= '9' && *p - start < 10)
        v = *p - start < 9 ? v * 10 + (**p - '0') : v, (*p)++;
    *value = v;
    ptrdiff_t digits = *p - start;
    return digits > 0 && digits <= 9 && (digits == 1 || *start != '0');
}

int sen_head_of(copse_str column)
{
    int head;
    const char *p = column.s, *end = column.s + column.len;
    if (column.len == 0 || (column.len == 1 && *p == '_'))
        return SEN_NO_HEAD;
    return number(&p, end, &head) && p == end ? head : SEN_BAD_HEAD;
}

typedef enum id_kind { ID_WORD, ID_RANGE, ID_EMPTY_NODE, ID_NONE } id_kind;

static id_kind read_id(copse_str column, int *a, int *b)
{
    const char *p = column.s, *end = column.s + column.len;
    if (!number(&p, end, a))
        return ID_NONE;
    if (p == end)
        return ID_WORD;
    char sign = *p++;
    if ((sign != '-' && sign != '.') || !number(&p, end, b) || p != end)
        return ID_NONE;
    return sign == '-' ? ID_RANGE : ID_EMPTY_NODE;
}

// The state of one scan.
typedef struct scan {
    copse_sentence *s;
    copse_problem_fn fn;
    void *context;
    uint32_t line;
    int last_id;   // of the last word, as written
    int range_end; // last id covered by a multiword token so far
    uint32_t range_line;
    int node; // last empty node after last_id
    int problems;
} scan;

static void report(scan *c, copse_problem_kind kind, uint32_t line, const char *message)
{
    copse_problem problem = {kind, c->s->first_line + (long)line, message};
    c->problems++;
    if (c->fn)
        c->fn(c->context, &problem);
}

// Writes the offsets of the columns of a token line to at[0..COPSE_COLUMNS]. Returns the number of columns.
static int split(const copse_sentence *s, copse_str line, uint32_t *at)
{
    const char *p = line.s, *end = line.s + line.len;
    int columns = 0;
    for (;;) {
        const char *tab = memchr(p, '\t', (size_t)(end - p));
        if (columns < COPSE_COLUMNS)
            at[columns] = (uint32_t)(p - s->text);
        columns++;
        if (columns == COPSE_COLUMNS)
            at[columns] = (uint32_t)((tab ? tab : end) - s->text) + 1;
        if (!tab)
            break;
        p = tab + 1;
    }
    for (int k = columns; k < COPSE_COLUMNS; k++) { // missing columns are empty and point past the line
        if (k == columns)
            at[k] = (uint32_t)(end - s->text) + 1;
        at[k + 1] = at[k] + 1;
    }
    return columns;
}

static void scan_word(scan *c, const uint32_t *at, int id)
{
    copse_sentence *s = c->s;
    char message[96];
    if (id != c->last_id + 1) {
        snprintf(message, sizeof message, "id %d where %d was expected", id, c->last_id + 1);
        report(c, COPSE_P_ID, c->line, message);
    }
    s->word = mem_grow(s->word, &s->word_cap, (size_t)s->n + 2, sizeof *s->word);
    sen_word *w = &s->word[++s->n];
    memcpy(w->column, at, sizeof w->column);
    w->line = c->line;
    w->id = id;
    w->self = s->n;
    w->head = sen_head_of(sen_read(s, s->n, COPSE_HEAD));
    c->last_id = id;
    c->node = 0;
}

static void scan_range(scan *c, int first, int last)
{
    char message[128];
    c->s->multiword++;
    if (first != c->last_id + 1 || last < first || first <= c->range_end) {
        snprintf(message, sizeof message, "multiword token %d-%d out of order: the next word is %d", first,
                 last, c->last_id + 1);
        report(c, COPSE_P_ID, c->line, message);
    }
    c->range_end = last;
    c->range_line = c->line;
}

static void scan_empty_node(scan *c, int word, int node)
{
    char message[96];
    c->s->empty_nodes++;
    if (word != c->last_id || node != c->node + 1) {
        snprintf(message, sizeof message, "empty node %d.%d where %d.%d was expected", word, node, c->last_id,
                 c->node + 1);
        report(c, COPSE_P_ID, c->line, message);
    }
    c->node = node;
}

static void scan_token(scan *c, copse_str line)
{
    uint32_t at[COPSE_COLUMNS + 1];
    int a = 0, b = 0, columns = split(c->s, line, at);
    char message[ERR_QUOTE + 96], quoted[ERR_QUOTE];
    copse_str id = {line.s, at[1] - 1 - at[0]};
    id_kind kind = read_id(id, &a, &b);
    if (columns != COPSE_COLUMNS) {
        snprintf(message, sizeof message, "%d column%s instead of %d%s", columns, columns == 1 ? "" : "s",
                 COPSE_COLUMNS,
                 columns == 1 && memchr(line.s, ' ', line.len) ? " (they are separated by tabs)" : "");
        report(c, COPSE_P_COLUMNS, c->line, message);
    } else if (kind == ID_NONE) {
        snprintf(message, sizeof message, "%s is not an id", err_quote(quoted, id));
        report(c, COPSE_P_ID, c->line, message);
    }
    if (kind == ID_WORD)
        scan_word(c, at, a);
    else if (kind == ID_RANGE)
        scan_range(c, a, b);
    else if (kind == ID_EMPTY_NODE)
        scan_empty_node(c, a, b);
}

int sen_scan(copse_sentence *s, copse_problem_fn fn, void *context)
{
    scan c = {.s = s, .fn = fn, .context = context};
    size_t pos = sen_begin(s);
    bool started = false;
    copse_str line;
    ov_clear(s);
    s->n = s->multiword = s->empty_nodes = s->comments = 0;
    s->start = 0;
    mem_scope *before = mem_into(mem_scope_of(s));
    s->word = mem_grow(s->word, &s->word_cap, 1, sizeof *s->word);
    mem_into(before);
    for (; sen_next_line(s, &pos, &line); c.line++) {
        if (sen_is_blank(line))
            continue;
        if (!started)
            s->start = c.line;
        started = true;
        if (line.s[0] == '#')
            s->comments++;
        else
            scan_token(&c, line);
    }
    if (c.range_end > c.last_id) {
        char message[96];
        snprintf(message, sizeof message, "multiword token ends at %d, but the last word is %d", c.range_end,
                 c.last_id);
        report(&c, COPSE_P_ID, c.range_line, message);
    }
    return c.problems;
}

void sen_mirror(copse_sentence *view, const copse_sentence *s)
{
    sen_word *word = view->word;
    size_t cap = view->word_cap;
    word = mem_grow(word, &cap, (size_t)s->n + 1, sizeof *word);
    for (int d = 1; d <= s->n; d++)
        word[d] = s->word[s->n + 1 - d];
    *view = *s;
    view->word = word;
    view->word_cap = cap;
}

void sen_mirror_done(copse_sentence *view)
{
    mem_free(view->word); // the view does not own the text
    *view = (copse_sentence){0};
}

void sen_twin(copse_sentence *twin, const copse_sentence *s)
{
    overlay *over = twin->over;
    sen_word *word = twin->word;
    size_t cap = twin->word_cap;
    word = mem_grow(word, &cap, (size_t)s->n + 1, sizeof *word);
    memcpy(word + 1, s->word + 1, (size_t)s->n * sizeof *word);
    *twin = *s;
    twin->word = word;
    twin->word_cap = cap;
    twin->over = over;
    ov_clear(twin);
    ov_put_all(twin, s->over);
}

void sen_twin_done(copse_sentence *twin)
{
    ov_free(twin->over);
    sen_mirror_done(twin);
}
