// SPDX-License-Identifier: MIT
// Finds every problem of a treebank, in one pass.
//
// Problems have four sources: sen_scan (columns and ids, through the reader), the lines as text, the heads,
// and the graph in DEPS, which training does not look at (check_deps.h). The problems of a sentence are
// collected and delivered in the order of lines.
//
// One mistake should give one complaint. A line without its ten columns has an unknown head. Where ids are
// out of order, heads are matched to the ids as written, and a doubtful head counts as unknown. Unknown
// heads belong to no cycle, and a sentence with an unknown head is not reported as having no root.
#include "common/treebank/check.h"

#include "common/base/error.h"
#include "common/treebank/check_deps.h"
#include "common/treebank/fault.h"
#include "common/treebank/label_places.h"
#include "common/base/mem.h"
#include "common/base/outside.h"
#include "common/treebank/reader.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"
#include "common/base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- collecting

typedef struct item {
    long line;
    size_t seq;  // in order of discovery
    size_t text; // offset of the message
    copse_problem_kind kind;
} item;

typedef struct list {
    copse_problem_fn fn;
    void *context;
    item *item; // [n]
    size_t n, cap;
    char *text; // [text_len] terminated messages
    size_t text_len, text_cap;
    int total;
} list;

// A sentence of 64 MB can have tens of millions of problems. They are delivered in batches of this size,
// each in order of lines.
enum { BATCH = 1 << 16 };

static int by_line(const void *x, const void *y)
{
    const item *a = x, *b = y;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->seq < b->seq ? -1 : a->seq > b->seq;
}

static void deliver(list *l)
{
    if (l->n > 1)
        qsort(l->item, l->n, sizeof *l->item, by_line);
    for (size_t i = 0; i < l->n && l->fn; i++)
        l->fn(l->context, &(copse_problem){l->item[i].kind, l->item[i].line, l->text + l->item[i].text});
    l->n = 0;
    l->text_len = 0;
}

static void add(list *l, copse_problem_kind kind, long line, const char *message)
{
    size_t size = strlen(message) + 1;
    l->total++;
    if (l->n == BATCH)
        deliver(l);
    l->item = mem_grow(l->item, &l->cap, l->n + 1, sizeof *l->item);
    l->text = mem_grow(l->text, &l->text_cap, l->text_len + size, 1);
    memcpy(l->text + l->text_len, message, size);
    l->item[l->n] = (item){line, l->n, l->text_len, kind};
    l->n++;
    l->text_len += size;
}

static void add_structural(void *context, const copse_problem *problem)
{
    add(context, problem->kind, problem->line, problem->message);
}

static void list_done(list *l)
{
    mem_free(l->item);
    mem_free(l->text);
}

// --- the lines as text

enum { PLACES = 6 }; // places named in the complaint about a line; the rest are only counted

typedef struct places { // where in a line something is wrong
    char text[PLACES * 48];
    size_t used;
    long count;
} places;

static void note(places *p, const char *prefix, int digits, uint32_t value, size_t offset)
{
    if (p->count++ < PLACES)
        p->used +=
            (size_t)snprintf(p->text + p->used, sizeof p->text - p->used, "%s%s%0*X at byte offset %zu",
                             p->used ? ", " : "", prefix, digits, value, offset);
}

static void add_places(list *l, copse_problem_kind kind, long line, const char *what, const places *p)
{
    char message[sizeof p->text + 96], more[40] = "";
    if (p->count == 0)
        return;
    if (p->count > PLACES)
        snprintf(more, sizeof more, " and %ld more", p->count - PLACES);
    snprintf(message, sizeof message, "%s: %s%s", what, p->text, more);
    add(l, kind, line, message);
}

static void check_text(list *l, copse_str line, long number)
{
    places bad = {.count = 0}, control = {.count = 0};
    size_t i = 0, bad_end = 0;
    while (i < line.len) {
        unsigned char b = (unsigned char)line.s[i];
        if ((b >= 0x20 && b < 0x7f) || b == '\t') {
            i++;
            continue;
        }
        uint32_t c = 0;
        size_t step = utf8_decode(line.s + i, line.len - i, &c);
        if (step == 0) {
            if (bad.count == 0 || i > bad_end) // only the first of adjacent ones
                note(&bad, "0x", 2, b, i);
            bad_end = ++i;
            continue;
        }
        if (utf8_is_control(c))
            note(&control, "U+", 4, c, i);
        i += step;
    }
    add_places(l, COPSE_P_UTF8, number, "invalid UTF-8", &bad);
    add_places(l, COPSE_P_CONTROL, number, control.count == 1 ? "control character" : "control characters",
               &control);
}

// Reports empty columns of a token line that has all ten. sen_scan checks the id. A word with an empty HEAD
// has no head.
static void check_empty(list *l, const copse_sentence *s, copse_str line, long number, bool word)
{
    const char *p = line.s, *end = line.s + line.len;
    for (int column = 0; column < COPSE_COLUMNS; column++) {
        const char *tab = memchr(p, '\t', (size_t)(end - p));
        if (column != COPSE_ID && (tab ? tab : end) == p) {
            char message[64];
            snprintf(message, sizeof message, "column %s is empty",
                     sen_column_name(s->format, (copse_column)column));
            add(l, word && column == COPSE_HEAD ? COPSE_P_HEAD_NUMBER : COPSE_P_EMPTY, number, message);
        }
        p = tab ? tab + 1 : end;
    }
}

static int columns_of(copse_str line)
{
    int columns = 1;
    const char *end = line.s + line.len;
    for (const char *p = line.s; (p = memchr(p, '\t', (size_t)(end - p))); p++)
        columns++;
    return columns;
}

// --- the heads

// In place of a head: it cannot be determined; it is out of range or a self-loop.
enum { UNKNOWN = -1, NOWHERE = -2 };

typedef struct id_index {
    int id, index;
} id_index;

static int by_id(const void *x, const void *y)
{
    const id_index *a = x, *b = y;
    return (a->id > b->id) - (a->id < b->id);
}

typedef struct heads {
    const copse_sentence *s;
    list *list;
    int *head;        // [n+1] index of the head word, or UNKNOWN, NOWHERE
    long stray;       // token lines that are no word but may have been meant as one
    int unlined;      // words on lines without ten columns, or with an empty HEAD
    bool regular;     // ids are 1..n
    id_index *sorted; // [n] by id, unless regular
} heads;

// Checks all lines as text, and marks the words whose line does not give their head.
static void check_lines(heads *h)
{
    const copse_sentence *s = h->s;
    size_t pos = 0;
    uint32_t number = 0;
    int w = 1;
    copse_str line;
    for (; sen_next_line(s, &pos, &line); number++) {
        long at = s->first_line + (long)number;
        check_text(h->list, line, at);
        if (at == 1 && line.len >= SEN_BOM && memcmp(line.s, SEN_BOM_BYTES, SEN_BOM) == 0)
            line = (copse_str){line.s + SEN_BOM, line.len - SEN_BOM};
        if (sen_is_blank(line) || line.s[0] == '#')
            continue;
        h->stray++;
        bool whole = columns_of(line) == COPSE_COLUMNS;
        const bool word = w <= s->n && s->word[w].line == number;
        if (whole)
            check_empty(h->list, s, line, at, word);
        if (word) {
            bool known = whole && sen_column(s, w, COPSE_HEAD).len > 0;
            h->head[w++] = known ? 0 : UNKNOWN;
            h->unlined += !known;
        }
    }
    h->stray -= (long)s->n + s->multiword + s->empty_nodes;
    h->regular = h->stray == 0;
    for (w = 1; w <= s->n && h->regular; w++)
        h->regular = s->word[w].id == w;
}

// Sorts words by id, for sentences whose ids are not their indices.
static void sort_ids(heads *h)
{
    int n = h->s->n;
    h->sorted = mem_alloc((size_t)n, sizeof *h->sorted);
    for (int w = 1; w <= n; w++)
        h->sorted[w - 1] = (id_index){h->s->word[w].id, w};
    qsort(h->sorted, (size_t)n, sizeof *h->sorted, by_id);
}

// The index of the word with an id; UNKNOWN if several words have it, or none.
static int index_of(const heads *h, int id)
{
    if (h->regular || id == 0)
        return id;
    const id_index wanted = {id, 0}, *last = h->sorted + h->s->n - 1;
    const id_index *found = bsearch(&wanted, h->sorted, (size_t)h->s->n, sizeof *found, by_id);
    bool one = found && (found == h->sorted || found[-1].id != id) && (found == last || found[1].id != id);
    return one ? found->index : UNKNOWN;
}

// Checks each head on its own and fills h->head.
static void check_heads(heads *h)
{
    const copse_sentence *s = h->s;
    copse_sentence view = *s; // with as many words as heads may refer to
    char message[FAULT_SIZE];
    int missing = 0;
    if (!h->regular) {
        sort_ids(h);
        view.n = h->stray < INT32_MAX - s->n ? s->n + (int)h->stray : INT32_MAX;
        for (int w = 1; w <= s->n; w++)
            view.n = s->word[w].id > view.n ? s->word[w].id : view.n;
    }
    for (int w = 1; w <= s->n; w++)
        missing += h->head[w] != UNKNOWN && s->word[w].head == SEN_NO_HEAD;
    bool annotated = missing == 0 || missing < s->n - h->unlined;
    if (!annotated)
        add(h->list, COPSE_P_HEAD_NUMBER, sen_line(s, 1), CHK_NOT_ANNOTATED);
    for (int w = 1; w <= s->n; w++) {
        int head = s->word[w].head;
        if (h->head[w] == UNKNOWN)
            continue;
        h->head[w] = head >= 0 && head <= view.n ? index_of(h, head) : UNKNOWN;
        if ((head == SEN_NO_HEAD && !annotated) || (head == s->word[w].id && h->head[w] == UNKNOWN))
            continue; // the head may be another word with the same id
        int kind = fault_head(message, &view, w);
        if (kind != FAULT_FINE)
            add(h->list, (copse_problem_kind)kind, sen_line(s, w), message);
        if (kind == COPSE_P_HEAD_RANGE || kind == COPSE_P_SELF_LOOP)
            h->head[w] = NOWHERE;
    }
}

static void check_cycles(heads *h)
{
    const copse_sentence *s = h->s;
    int *cycle = mem_zero((size_t)s->n + 1, sizeof *cycle);
    char message[FAULT_SIZE];
    int found = tree_cycles(h->head, s->n, cycle);
    copse_sentence view = *s; // with heads as indices
    if (found && !h->regular) {
        view.word = mem_alloc((size_t)s->n + 1, sizeof *view.word);
        memcpy(view.word + 1, s->word + 1, (size_t)s->n * sizeof *view.word);
        for (int w = 1; w <= s->n; w++)
            view.word[w].head = h->head[w];
    }
    int seen = 0; // the numbers of cycles come in no order
    bool *said = mem_zero((size_t)found + 1, sizeof *said);
    for (int w = 1; w <= s->n && seen < found; w++) {
        if (cycle[w] == 0 || said[cycle[w]])
            continue;
        said[cycle[w]] = true;
        seen++;
        add(h->list, COPSE_P_CYCLE, sen_line(s, w), fault_cycle(message, &view, w));
    }
    mem_free(said);
    mem_free(cycle);
    if (view.word != s->word)
        mem_free(view.word);
}

static void check_roots(heads *h, bool several_roots)
{
    enum { NAMED = 10 };
    const copse_sentence *s = h->s;
    char words[NAMED * 16] = "", message[sizeof words + 64];
    size_t used = 0;
    int roots = 0, second = 0;
    bool known = h->stray == 0;
    for (int w = 1; w <= s->n; w++) {
        known &= h->head[w] != UNKNOWN;
        if (h->head[w] != 0)
            continue;
        if (++roots == 2)
            second = w;
        if (roots <= NAMED)
            used += (size_t)snprintf(words + used, sizeof words - used, "%s%d", roots > 1 ? ", " : "",
                                     s->word[w].id);
    }
    if (roots == 0 && known)
        add(h->list, COPSE_P_NO_ROOT, sen_line(s, 1), FAULT_NO_ROOT);
    if (roots > 1 && !several_roots) {
        snprintf(message, sizeof message, "%d words have head 0: %s%s", roots, words,
                 roots > NAMED ? ", ..." : "");
        add(h->list, COPSE_P_ROOTS, sen_line(s, second), message);
    }
}

// The rule of Universal Dependencies: a word is under the root if and only if its label says so. Words
// without a label, or whose head is no word, were already reported.
static void check_root_labels(heads *h)
{
    const copse_sentence *s = h->s;
    char message[FAULT_SIZE], quoted[ERR_QUOTE];
    for (int w = 1; w <= s->n; w++) {
        const copse_str label = sen_column(s, w, COPSE_DEPREL);
        const bool root = h->head[w] == 0;
        if (h->head[w] < 0 || label.len == 0 || lp_is_ud_root(label) == root)
            continue;
        if (root)
            snprintf(message, sizeof message, "word %d has head 0 and the label %s, not root", s->word[w].id,
                     err_quote(quoted, label));
        else
            snprintf(message, sizeof message, "word %d has the label %s and head %d, not 0", s->word[w].id,
                     err_quote(quoted, label), s->word[w].head);
        add(h->list, root ? COPSE_P_ROOT_LABEL : COPSE_P_ROOT_BELOW, sen_line(s, w), message);
    }
}

// Returns whether the ids are in order.
static bool examine(const copse_sentence *s, const copse_check_options *options, list *l)
{
    static const copse_check_options plain = {.ud = false};
    const copse_check_options *o = options ? options : &plain;
    heads h = {.s = s, .list = l};
    h.head = mem_zero((size_t)s->n + 1, sizeof *h.head);
    h.head[0] = UNKNOWN;
    check_lines(&h);
    if (s->n > 0) {
        check_heads(&h);
        check_cycles(&h);
        check_roots(&h, o->several_roots && !o->ud);
        if (o->ud)
            check_root_labels(&h);
    }
    mem_free(h.sorted);
    mem_free(h.head);
    return h.regular;
}

static void add_deps(void *context, long line, const char *message)
{
    add(context, COPSE_P_DEPS, line, message);
}

int chk_sentence(const copse_sentence *sentence, const copse_check_options *options, copse_problem_fn fn,
                 void *context)
{
    list l = {.fn = fn, .context = context};
    examine(sentence, options, &l);
    deliver(&l);
    list_done(&l);
    return l.total;
}

// --- a file

typedef struct tally {
    copse_problem_fn fn;
    void *context;
    copse_check_result *result;
} tally;

static void count(void *context, const copse_problem *problem)
{
    tally *t = context;
    t->result->problems[problem->kind]++;
    t->result->total++;
    if (!t->fn)
        return;
    const outside before = out_begin();
    t->fn(t->context, problem);
    out_end(before);
}

static int check_file(const char *path, const copse_check_options *options, copse_problem_fn fn,
                      void *context, copse_check_result *result, copse_error *err)
{
    copse_check_result ignored;
    if (!result)
        result = &ignored;
    *result = (copse_check_result){.sentences = 0};
    copse_reader *reader = copse_reader_open(path, err);
    if (!reader)
        return err->code;
    tally t = {fn, context, result};
    list l = {.fn = count, .context = &t};
    copse_sentence *s = copse_sentence_new();
    rd_on_problem(reader, add_structural, &l);
    int got;
    while ((got = copse_reader_next(reader, s, err)) > 0) {
        check_deps(s, examine(s, options, &l), add_deps, &l);
        deliver(&l);
        result->sentences += s->n > 0;
        result->words += s->n;
    }
    list_done(&l);
    copse_sentence_free(s);
    copse_reader_close(reader);
    return got;
}

int copse_check(const char *path, const copse_check_options *options, copse_problem_fn fn, void *context,
                copse_check_result *result, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, check_file(path, options, fn, context, result, err));
}
