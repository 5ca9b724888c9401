// SPDX-License-Identifier: MIT
// Small languages; the first byte says which: f a feature model, m a specification of MaltParser's, g groups
// of labels, r recipes of an ensemble, w factors of weights, 0 to 3 the options of a family.
#include "tests/fuzz/fuzz.h"

#include "common/base/mem.h"
#include "common/model/family.h"
#include "ensemble/recipe.h"
#include "ensemble/weights.h"
#include "eval/groups.h"
#include "transition/features.h"
#include "transition/features_malt.h"
#include "transition/features_words.h"

#include <stdlib.h>
#include <string.h>

// The lines written out are the same model.
static void same_lines(const feature_model *m)
{
    copse_error err = {0};
    feature_model again;
    text out = {0}, other = {0}, words = {0};
    for (int i = 0; i < m->lines; i++) {
        fw_line(&out, m, &m->line[i]);
        text_cat(&out, "\n");
        fw_line_words(&words, m, &m->line[i]);
    }
    FUZZ_REQUIRE(words.n > 0, "%d lines without words", m->lines);
    const int code = fm_parse(&again, "again", (copse_str){out.s, out.n}, &err);
    FUZZ_REQUIRE(code == 0 && again.lines == m->lines, "written out: %s", err.message);
    for (int i = 0; i < again.lines; i++) {
        fw_line(&other, &again, &again.line[i]);
        text_cat(&other, "\n");
    }
    FUZZ_REQUIRE(other.n == out.n && memcmp(other.s, out.s, out.n) == 0, "lines differ: %.*s", (int)out.n,
                 out.s);
    fm_done(&again);
    text_done(&out);
    text_done(&other);
    text_done(&words);
}

// What MaltParser can have comes back from each of its formats.
static void there_and_back(const feature_model *m)
{
    for (int format = COPSE_MALT_XML; format <= COPSE_MALT_PAPER; format++) {
        const copse_malt_options leave_out = {.format = (copse_malt_format)format, .leave_out = true},
                                 exact = {.format = (copse_malt_format)format};
        copse_error err = {0};
        text spec = {0}, lines = {0};
        if (malt_write(&spec, m, &leave_out, &err) == 0) {
            const int code = malt_read(&lines, "spec", (copse_str){spec.s, spec.n}, &exact, &err);
            FUZZ_REQUIRE(code == 0, "%ld: %s in %.*s", err.line, err.message, (int)spec.n, spec.s);
        } else
            fuzz_error(err.code, &err);
        text_done(&spec);
        text_done(&lines);
    }
}

// A specification in any format.
static void malt(copse_str from)
{
    const copse_malt_options how = {.leave_out = true};
    copse_error err = {0};
    text lines = {0};
    feature_model m;
    int code = malt_read(&lines, "input", from, &how, &err);
    if (code)
        fuzz_error(code, &err);
    else {
        code = fm_parse(&m, "lines", (copse_str){lines.s, lines.n}, &err);
        FUZZ_REQUIRE(code == 0 || code == COPSE_ELIMIT, "%ld: %s", err.line, err.message);
        if (code == 0) {
            there_and_back(&m);
            fm_done(&m);
        }
    }
    text_done(&lines);
}

static void features(copse_str lines)
{
    copse_error err = {0};
    feature_model m;
    const int code = fm_parse(&m, "input", lines, &err);
    if (code) {
        fuzz_error(code, &err);
        return;
    }
    const int before = m.lines;
    const int term = fm_add_term(&m, "input", lines, &err);
    if (term < 0)
        fuzz_error(term, &err);
    FUZZ_REQUIRE(term < m.terms && m.lines == before, "term %d of %d", term, m.terms);
    same_lines(&m);
    there_and_back(&m);
    fm_done(&m);
}

static void label_groups(copse_str lines)
{
    copse_error err = {0};
    groups g;
    const int code = grp_parse(&g, "input", lines, &err);
    if (code) {
        fuzz_error(code, &err);
        return;
    }
    FUZZ_REQUIRE(g.names.n <= GRP_MOST, "%zu groups", g.names.n);
    for (size_t i = 0; i < g.labels; i++) {
        const copse_str label = {g.label[i].text, g.label[i].len};
        FUZZ_REQUIRE(grp_of(&g, label) >> g.label[i].group & 1, "a label is not in its group");
    }
    grp_done(&g);
}

static void same_value(void *context, const copse_option *option)
{
    copse_options *o = context, *other = copse_options_copy(o);
    copse_error err = {0};
    char *value = copse_options_get(o, option->name);
    if (value) {
        const int code = copse_options_set(other, option->name, value, &err);
        FUZZ_REQUIRE(code == 0, "--%s refuses its own value '%s': %s", option->name, value, err.message);
        char *again = copse_options_get(other, option->name);
        // A list gains an item.
        FUZZ_REQUIRE(again && (strcmp(again, value) == 0 || strlen(again) > strlen(value)),
                     "--%s has the value '%s', then '%s'", option->name, value, again ? again : "");
        free(again);
    }
    free(value);
    copse_options_free(other);
}

static void options(const family *f, const char *words)
{
    copse_error err = {0};
    copse_options *o = options_parse(f, words, &err);
    if (!o) {
        fuzz_error(err.code, &err);
        return;
    }
    copse_options_each(o, same_value, o);
    copse_options_free(o);
}

// The text as the members of an ensemble.
static void recipes(const char *words)
{
    copse_error err = {0};
    copse_options *o = copse_options_new("ensemble", &err);
    int code = copse_options_set(o, "members", words, &err);
    plan p = {0};
    if (!code && !(code = copse_options_check(o, &err))) {
        code = plan_make(&p, o, &err);
        for (size_t i = 0; i < p.n && !code; i++)
            for (size_t k = 0; k < p.recipe[i].guides; k++)
                FUZZ_REQUIRE(p.recipe[i].guide[k] < i, "recipe %zu sees recipe %zu", i, p.recipe[i].guide[k]);
        plan_done(&p);
    }
    if (code)
        fuzz_error(code, &err);
    copse_options_free(o);
}

static void factors(const char *by)
{
    copse_error err = {0};
    const int code = copse_weigh_check(by, &err);
    if (code)
        fuzz_error(code, &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const unsigned which = fuzz_byte(&bytes, &size);
    char *words = fuzz_string(bytes, size);
    uint8_t *exact = fuzz_copy(bytes, size);
    const copse_str lines = {(const char *)exact, size};
    if (which == 'f')
        features(lines);
    else if (which == 'm')
        malt(lines);
    else if (which == 'g')
        label_groups(lines);
    else if (which == 'r')
        recipes(words);
    else if (which == 'w')
        factors(words);
    else // '0' to '3', and whatever else
        options(fam_all[which % 4], words);
    free(exact);
    free(words);
    return 0;
}
