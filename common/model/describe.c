// SPDX-License-Identifier: MIT
// Describes a model file as a list of facts. Knows the container and the sections that all stages share:
// META and OPTS (text, one "name=value" a line), FEAT (a feature model), WGTS (weights of votes), COLS
// (counts of values), CALI (a calibration), MEMB and STAG (a model inside, whose META, OPTS and CALI are
// listed). Of all other sections it gives the size.
#include "common/model/calibration.h"
#include "common/model/columns.h"
#include "common/model/stage.h"
#include "common/base/mem.h"
#include "common/base/outside.h"
#include "common/base/utf8.h"
#include "common/treebank/sentence.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct teller {
    copse_fact_fn fn;
    void *context;
} teller;

bool copse_is_model(const char *path)
{
    return path && strcmp(path, "-") != 0 && box_is_model(path);
}

// A terminated copy that can be shown: '?' for every control character and every byte that is not UTF-8.
static char *shown(const char *s, size_t len)
{
    char *copy = mem_alloc(len + 1, 1);
    size_t i = 0, out = 0;
    while (i < len) {
        uint32_t c = 0;
        size_t step = utf8_decode(s + i, len - i, &c);
        if (step == 0 || utf8_is_control(c)) {
            copy[out++] = '?';
            i += step ? step : 1;
            continue;
        }
        memcpy(copy + out, s + i, step);
        out += step;
        i += step;
    }
    copy[out] = 0;
    return copy;
}

static void say(const teller *t, const char *group, const char *name, const char *value)
{
    const outside before = out_begin();
    t->fn(t->context, group, name, value);
    out_end(before);
}

static void tell_number(const teller *t, const char *group, const char *name, uint64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, value);
    say(t, group, name, text);
}

static void tell_lines(const teller *t, const char *group, const char *p, const char *end)
{
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop)
            stop = end;
        const char *equals = memchr(p, '=', (size_t)(stop - p));
        char *name = shown(p, (size_t)((equals ? equals : stop) - p));
        char *value = equals ? shown(equals + 1, (size_t)(stop - equals - 1)) : shown("", 0);
        if (stop > p)
            say(t, group, name, value);
        mem_free(name);
        mem_free(value);
        p = stop < end ? stop + 1 : end;
    }
}

// The lines of a feature model, numbered, without comments.
static void tell_features(const teller *t, const char *group, const char *p, const char *end)
{
    uint64_t n = 0;
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop)
            stop = end;
        const char *comment = memchr(p, '#', (size_t)(stop - p)), *last = comment ? comment : stop;
        while (p < last && (*p == ' ' || *p == '\t'))
            p++;
        while (last > p && (last[-1] == ' ' || last[-1] == '\t' || last[-1] == '\r'))
            last--;
        if (last > p) {
            char number[32], *text = shown(p, (size_t)(last - p));
            snprintf(number, sizeof number, "%" PRIu64, ++n);
            say(t, group, number, text);
            mem_free(text);
        }
        p = stop < end ? stop + 1 : end;
    }
}

static int tell_text(const teller *t, const box *b, const char *tag, const char *group,
                     void (*tell)(const teller *, const char *group, const char *p, const char *end),
                     copse_error *err)
{
    for (size_t i = 0, nth = 0; i < box_sections(b); i++) {
        cursor c;
        if (strcmp(box_section_at(b, i).tag, tag) != 0)
            continue;
        int got = box_find(b, tag, nth++, &c, err);
        if (got < 0)
            return got;
        tell(t, group, (const char *)c.at, (const char *)c.end);
    }
    return 0;
}

// What the weights depend on, and each system's own weight. There may be thousands of other weights: only
// their number is given.
static void tell_weights(const teller *t, const char *group, const char *p, const char *end)
{
    uint64_t others = 0;
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop)
            stop = end;
        const char *tab = memchr(p, '\t', (size_t)(stop - p));
        const size_t len = tab ? (size_t)(tab - p) : 0;
        if ((len == 2 && memcmp(p, "by", len) == 0) || (len == 6 && memcmp(p, "system", len) == 0)) {
            char *name = shown(p, len), *words = mem_string(tab + 1, (size_t)(stop - tab - 1));
            for (char *c = words; (c = strchr(c, '\t'));)
                *c = ' ';
            char *value = shown(words, strlen(words));
            say(t, group, name, value);
            mem_free(name);
            mem_free(words);
            mem_free(value);
        } else if ((len == 6 && memcmp(p, "weight", len) == 0) ||
                   (len == 7 && memcmp(p, "feature", len) == 0)) {
            others++;
        }
        p = stop < end ? stop + 1 : end;
    }
    tell_number(t, group, "weights for values", others);
}

static void tell_real(const teller *t, const char *group, const char *name, double x)
{
    char value[32];
    snprintf(value, sizeof value, "%.4f", x);
    say(t, group, name, value);
}

// Whether and how the scores of a model of one stage are calibrated.
static int tell_calibration(const teller *t, const box *b, const char *group, copse_error *err)
{
    calibration c;
    const int code = cal_load(&c, b, err);
    if (code)
        return code;
    if (!c.fitted) {
        if (stage_of(b))
            say(t, group, "calibrated", "no");
        return 0;
    }
    say(t, group, "calibrated",
        c.source == CAL_TRAINING ? "on sentences held out of the training data" : "by copse calibrate");
    tell_number(t, group, "sentences", c.sentences);
    tell_number(t, group, "words", c.words);
    say(t, group, "regression", c.isotonic ? "isotonic" : "logistic");
    tell_real(t, group, "temperature", c.temperature);
    tell_real(t, group, "temperature of labels", c.label_temperature);
    tell_real(t, group, "ECE before", c.before[0]);
    tell_real(t, group, "ECE after", c.after[0]);
    tell_real(t, group, "ECE of labels before", c.before[1]);
    tell_real(t, group, "ECE of labels after", c.after[1]);
    return 0;
}

// The models in the sections with a tag, as groups "WHAT 1", "WHAT 1 option", ...
static int tell_inside(const teller *t, const box *b, const char *tag, const char *what, copse_error *err)
{
    const size_t n = box_count(b, tag);
    int got = 0;
    for (size_t i = 0; i < n && got == 0; i++) {
        char group[48];
        box *inside = box_inside(b, tag, i, err);
        if (!inside)
            return err->code;
        snprintf(group, sizeof group, "%s %zu", what, i + 1);
        got = tell_text(t, inside, "META", group, tell_lines, err);
        snprintf(group, sizeof group, "%s %zu option", what, i + 1);
        if (got == 0)
            got = tell_text(t, inside, "OPTS", group, tell_lines, err);
        snprintf(group, sizeof group, "%s %zu calibration", what, i + 1);
        if (got == 0 && box_count(inside, "CALI"))
            got = tell_calibration(t, inside, group, err);
        box_close(inside);
    }
    return got;
}

// The models inside, where loading looks for them. Elsewhere such sections mean nothing and may hold
// anything.
static int tell_models(const teller *t, const box *b, copse_error *err)
{
    const stage_kind *kind = stage_of(b);
    if (box_count(b, "STGS"))
        return tell_inside(t, b, "STAG", "stage", err);
    return kind && strcmp(kind->tag, "ENSM") == 0 ? tell_inside(t, b, "MEMB", "member", err) : 0;
}

// How often the columns have a value in the training data, if the model says.
static int tell_columns(const teller *t, const box *b, copse_error *err)
{
    columns c;
    const int code = columns_load(&c, b, err);
    for (copse_column k = COLUMNS_FIRST; c.words && k <= COLUMNS_LAST && !code; k++) {
        char value[80];
        snprintf(value, sizeof value, "%" PRIu64 " of %" PRIu64 " words (%.1f%%)", c.with[k], c.words,
                 100 * columns_share(&c, k));
        say(t, "columns", sen_column_name(COPSE_CONLLU, k), value);
    }
    return code;
}

// The columns that a model of one stage reads; nothing if it cannot be loaded.
static void tell_reads(const teller *t, const box *b)
{
    copse_error ignored;
    const stage_kind *kind = stage_of(b);
    void *model = kind ? kind->load(b, &ignored) : NULL;
    const unsigned reads = model ? kind->reads(model) : 0;
    char names[128] = "";
    size_t len = 0;
    for (copse_column k = COPSE_ID; k < COPSE_COLUMNS; k++)
        if (reads & 1U << k)
            len += (size_t)snprintf(names + len, sizeof names - len, "%s%s", len ? " " : "",
                                    sen_column_name(COPSE_CONLLU, k));
    if (!model)
        return;
    say(t, "columns", "read", names);
    kind->free(model);
}

static void ignore(void *context, const char *group, const char *name, const char *value)
{
    (void)context;
    (void)group;
    (void)name;
    (void)value;
}

static int describe(const char *path, copse_fact_fn fn, void *context, copse_error *err)
{
    const teller t = {fn ? fn : ignore, context};
    box *b = box_open(path, err);
    if (!b)
        return err->code;
    _Static_assert(BOX_OLDEST == BOX_VERSION, "a file that opens may have another version: ask the box");
    tell_number(&t, "model", "format version", BOX_VERSION);
    tell_number(&t, "model", "sections", box_sections(b));
    for (size_t i = 0; i < box_sections(b); i++) {
        box_section s = box_section_at(b, i);
        char *tag = shown(s.tag, strlen(s.tag));
        tell_number(&t, "section", tag, s.length);
        mem_free(tag);
    }
    int got = tell_text(&t, b, "META", "meta", tell_lines, err);
    if (got == 0)
        got = tell_text(&t, b, "OPTS", "option", tell_lines, err);
    if (got == 0)
        got = tell_columns(&t, b, err);
    if (got == 0)
        tell_reads(&t, b);
    if (got == 0)
        got = tell_calibration(&t, b, "calibration", err);
    if (got == 0)
        got = tell_text(&t, b, "FEAT", "feature", tell_features, err);
    if (got == 0)
        got = tell_text(&t, b, "WGTS", "weights", tell_weights, err);
    if (got == 0)
        got = tell_models(&t, b, err);
    box_close(b);
    return got;
}

int copse_model_describe(const char *path, copse_fact_fn fn, void *context, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, describe(path, fn, context, err));
}
