// SPDX-License-Identifier: MIT
#include "common/treebank/blemish.h"

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/base/utf8.h"

#include <stdio.h>
#include <string.h>

static const struct {
    copse_problem_kind kind;
    const char *one, *many;
} names[] = {
    {COPSE_P_EMPTY, "empty column", "empty columns"},
    {COPSE_P_ROOTS, "sentence with several roots", "sentences with several roots"},
    {COPSE_P_UTF8, "line that is not UTF-8", "lines that are not UTF-8"},
    {COPSE_P_CONTROL, "line with control characters", "lines with control characters"},
};
enum { KINDS = sizeof names / sizeof names[0] };

bool blem_stops(copse_problem_kind kind)
{
    for (int i = 0; i < KINDS; i++)
        if (names[i].kind == kind)
            return false;
    return true;
}

void blem_add(blemishes *b, const copse_problem *problem)
{
    if (b->count[problem->kind]++ == 0)
        b->line[problem->kind] = problem->line;
}

void blem_join(blemishes *b, const blemishes *later)
{
    for (int k = 0; k < COPSE_P_KINDS; k++) {
        if (b->count[k] == 0)
            b->line[k] = later->line[k];
        b->count[k] += later->count[k];
    }
    if (b->labels == 0) {
        b->label_line = later->label_line;
        b->written = later->written;
        b->learnt = later->learnt;
    }
    b->labels += later->labels;
}

// --- labels

enum { MOST = 1000 }; // bytes of a label; marks of lifted arcs may double it, and models limit names

static copse_str clean(arena *own, copse_str label)
{
    static const char unknown[] = "\xef\xbf\xbd"; // U+FFFD
    enum { SIZE = sizeof unknown - 1 };
    if (label.len == 0)
        return (copse_str){"_", 1};
    char buf[MOST];
    size_t n = 0;
    for (size_t i = 0, step; i < label.len; i += step ? step : 1) {
        uint32_t c;
        step = utf8_decode(label.s + i, label.len - i, &c);
        const bool sound = step > 0 && !utf8_is_control(c);
        const size_t size = sound ? step : SIZE;
        if (n + size > MOST)
            break;
        memcpy(buf + n, sound ? label.s + i : unknown, size);
        n += size;
    }
    return (copse_str){arena_copy(own, buf, n), n};
}

copse_str blem_label(blemishes *b, arena *own, copse_str label, long line)
{
    if (label.len <= MOST && utf8_is_shown(label))
        return label;
    const copse_str cleaned = clean(own, label);
    if (b->labels++ == 0) {
        b->label_line = line;
        b->written = label;
        b->learnt = cleaned;
    }
    return cleaned;
}

// --- the report

static void say_kinds(const blemishes *b, text *out)
{
    char item[128];
    const char *before = "";
    for (int i = 0; i < KINDS; i++) {
        const long count = b->count[names[i].kind], line = b->line[names[i].kind];
        if (count == 0)
            continue;
        snprintf(item, sizeof item, "%s%ld %s (%sline %ld)", before, count,
                 count == 1 ? names[i].one : names[i].many, count == 1 ? "" : "first in ", line);
        text_cat(out, item);
        before = ", ";
    }
}

static void say_labels(const blemishes *b, text *out)
{
    char item[2 * ERR_QUOTE + 128], written[ERR_QUOTE], learnt[ERR_QUOTE];
    snprintf(item, sizeof item, "%ld label%s cleaned (line %ld: %s is learnt as %s)", b->labels,
             b->labels == 1 ? " is" : "s are", b->label_line, err_quote(written, b->written),
             err_quote(learnt, b->learnt));
    text_cat(out, item);
}

void blem_report(const blemishes *b, const char *name, copse_report_fn report, void *context)
{
    long total = 0;
    text line = {0};
    for (int i = 0; i < KINDS; i++)
        total += b->count[names[i].kind];
    if ((total == 0 && b->labels == 0) || !report)
        return;
    text_cat(&line, name);
    text_cat(&line, total ? ": problems that do not stop training: " : ": ");
    say_kinds(b, &line);
    text_cat(&line, total && b->labels ? "; " : "");
    if (b->labels)
        say_labels(b, &line);
    if (total)
        text_cat(&line, total == 1 ? "; copse check shows it" : "; copse check lists them");
    text_add(&line, "", 1);
    report(context, line.s);
    text_done(&line);
}
