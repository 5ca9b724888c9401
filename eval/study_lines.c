// SPDX-License-Identifier: MIT
// Loops: `for NAME in VALUE...` repeats the lines up to its `end` for every value, with {NAME} replaced.
#include "eval/study_lines.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 20000, DEEPEST = 8 };

typedef struct raw_line {
    long at;
    char *text;
} raw_line;

typedef struct reading {
    arena *memory;
    const char *name;
    raw_line *line; // [lines] without comments and empty ones
    size_t lines, cap;
    study_take_fn take;
    void *context;
    size_t taken; // lines after unrolling
    study_binding let[DEEPEST];
    size_t lets;
} reading;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

// Takes a line without its comment and the blanks around it. "#" inside a word is no comment.
static void add_line(reading *r, long at, copse_str line)
{
    bool quoted = false;
    size_t len = 0;
    for (; len < line.len && !(line.s[len] == '#' && !quoted && (len == 0 || is_blank(line.s[len - 1])));
         len++)
        quoted ^= line.s[len] == '"';
    while (len > 0 && is_blank(line.s[len - 1]))
        len--;
    size_t from = 0;
    while (from < len && is_blank(line.s[from]))
        from++;
    if (from == len)
        return;
    r->line = mem_grow(r->line, &r->cap, r->lines + 1, sizeof *r->line);
    r->line[r->lines++] = (raw_line){at, arena_copy(r->memory, line.s + from, len - from)};
}

bool study_split(arena *memory, const char *line, study_words *words)
{
    char *copy = arena_copy(memory, line, strlen(line)), *to = copy;
    words->word = arena_alloc(memory, strlen(line) / 2 + 1, sizeof *words->word);
    words->n = 0;
    for (const char *at = line; *at;) {
        bool quoted = false;
        while (is_blank(*at))
            at++;
        if (!*at)
            break;
        words->word[words->n++] = to;
        for (; *at && (quoted || !is_blank(*at)); at++)
            if (*at == '"')
                quoted = !quoted;
            else
                *to++ = *at;
        if (quoted)
            return false;
        const bool ends = !*at;
        at += !ends;
        *to++ = 0;
    }
    return true;
}

// The text with {NAME} replaced by the value of each variable.
static int put_values(reading *r, const raw_line *line, const char **result, copse_error *err)
{
    char quoted[ERR_QUOTE];
    text out = {0};
    int code = 0;
    for (const char *at = line->text; *at && !code;) {
        const size_t plain = strcspn(at, "{");
        text_add(&out, at, plain);
        at += plain;
        if (!*at)
            break;
        const size_t len = strcspn(at + 1, "}");
        size_t i = r->lets;
        while (i > 0 &&
               !(strlen(r->let[i - 1].variable) == len && memcmp(r->let[i - 1].variable, at + 1, len) == 0))
            i--;
        if (!at[1 + len] || i == 0)
            code = err_set(err, COPSE_EINPUT, r->name, line->at, "%s is not the variable of a loop around it",
                           err_quote(quoted, (copse_str){at, len + 1 + (at[1 + len] != 0)}));
        else
            text_cat(&out, r->let[i - 1].value);
        at += len + 1 + (at[1 + len] != 0);
    }
    *result = arena_copy(r->memory, out.s ? out.s : "", out.n);
    text_done(&out);
    return code;
}

static bool begins(const char *line, const char *word)
{
    const size_t len = strlen(word);
    return strncmp(line, word, len) == 0 && (!line[len] || is_blank(line[len]));
}

// The line of the `end` that belongs to the loop at line i, or lines.
static size_t find_end(const reading *r, size_t i)
{
    size_t depth = 0;
    for (; i < r->lines; i++) {
        depth += begins(r->line[i].text, "for");
        depth -= begins(r->line[i].text, "end");
        if (depth == 0)
            break;
    }
    return i;
}

static int take_lines(reading *r, size_t from, size_t to, copse_error *err);

static int take_loop(reading *r, const raw_line *line, const study_line *head, size_t from, size_t to,
                     copse_error *err)
{
    const study_words *w = &head->words;
    if (w->n < 4 || strcmp(w->word[2], "in") != 0)
        return err_set(err, COPSE_EINPUT, r->name, line->at, "a loop is written 'for NAME in VALUE...'");
    if (r->lets == DEEPEST)
        return err_set(err, COPSE_ELIMIT, r->name, line->at, "more than %d loops in each other", DEEPEST);
    int code = 0;
    r->lets++;
    for (size_t i = 3; i < w->n && !code; i++) {
        r->let[r->lets - 1] = (study_binding){w->word[1], w->word[i]};
        code = take_lines(r, from, to, err);
    }
    r->lets--;
    return code;
}

static int make_line(reading *r, const raw_line *raw, study_line *line, copse_error *err)
{
    *line = (study_line){.at = raw->at, .template = raw->text, .lets = r->lets};
    study_binding *let = arena_alloc(r->memory, r->lets + 1, sizeof *let);
    memcpy(let, r->let, r->lets * sizeof *let);
    line->let = let;
    const int code = put_values(r, raw, &line->text, err);
    if (code == 0 && !study_split(r->memory, line->text, &line->words))
        return err_set(err, COPSE_EINPUT, r->name, raw->at, "a quote is not closed");
    return code;
}

static int take_lines(reading *r, size_t from, size_t to, copse_error *err)
{
    int code = 0;
    for (size_t i = from; i < to && !code; i++) {
        const raw_line *raw = &r->line[i];
        study_line line;
        if (++r->taken > MOST_LINES)
            return err_set(err, COPSE_ELIMIT, r->name, raw->at, "the loops make more than %d lines",
                           MOST_LINES);
        if ((code = make_line(r, raw, &line, err)) < 0)
            break;
        if (line.words.n == 0)
            continue;
        if (strcmp(line.words.word[0], "for") == 0) {
            const size_t end = find_end(r, i);
            if (end >= to)
                return err_set(err, COPSE_EINPUT, r->name, raw->at, "the loop has no 'end'");
            code = take_loop(r, raw, &line, i + 1, end, err);
            i = end;
        } else if (strcmp(line.words.word[0], "end") == 0) {
            code = err_set(err, COPSE_EINPUT, r->name, raw->at, "'end' without a loop");
        } else {
            code = r->take(r->context, &line, err);
        }
    }
    return code;
}

int study_lines(arena *memory, const char *name, copse_str all, study_take_fn take, void *context,
                copse_error *err)
{
    reading r = {.memory = memory, .name = name, .take = take, .context = context};
    int code = 0;
    for (long at = 1; all.len > 0 && !code; at++) {
        const char *end = memchr(all.s, '\n', all.len);
        const size_t len = end ? (size_t)(end - all.s) : all.len, step = len + (end != NULL);
        if (memchr(all.s, 0, len))
            code = err_set(err, COPSE_EINPUT, name, at, "a NUL byte: this is not a text file");
        else
            add_line(&r, at, (copse_str){all.s, len});
        all = (copse_str){all.s + step, all.len - step};
    }
    if (!code)
        code = take_lines(&r, 0, r.lines, err);
    mem_free(r.line);
    return code;
}
