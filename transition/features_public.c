// SPDX-License-Identifier: MIT
// Feature models for users of the library: their lines, and conversion from and to MaltParser's.
#include "transition/features_public.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "transition/features_malt.h"
#include "transition/features_words.h"
#include "transition/system.h"

#include <stdlib.h>
#include <string.h>

const char *copse_features_shipped(size_t i)
{
    return fm_shipped(i);
}

const char *copse_features_default(const char *algorithm)
{
    const tsystem *system = sys_find(algorithm ? algorithm : "arc-eager");
    return system ? sys_features(system) : NULL;
}

static const char *terminated(text *t)
{
    text_add(t, "", 1);
    return t->s;
}

static int by_number(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

// The terms of a line in order, and its feat(A,*). Lines with the same terms have the same content.
typedef struct content {
    int term[FM_MAX_TERMS + 3];
    size_t at; // which line
} content;

static content content_of(const fm_line *l, size_t at)
{
    content c = {.at = at};
    memset(c.term, 0xff, sizeof c.term);
    memcpy(c.term, l->term, (size_t)l->n * sizeof *c.term);
    qsort(c.term, (size_t)l->n, sizeof *c.term, by_number);
    const int a = l->each[0], b = l->each[1];
    c.term[FM_MAX_TERMS] = b >= 0 && b < a ? b : a;
    c.term[FM_MAX_TERMS + 1] = b >= 0 && b < a ? a : b;
    c.term[FM_MAX_TERMS + 2] = l->n;
    return c;
}

static int by_content(const void *a, const void *b)
{
    const content *x = a, *y = b;
    const int order = memcmp(x->term, y->term, sizeof x->term);
    return order ? order : (x->at > y->at) - (x->at < y->at);
}

static void find_repeats(copse_features *f)
{
    content *c = mem_alloc(f->n, sizeof *c);
    for (size_t i = 0; i < f->n; i++)
        c[i] = content_of(f->line[i], i);
    qsort(c, f->n, sizeof *c, by_content);
    for (size_t i = 1, first = 0; i < f->n; i++) {
        first = memcmp(c[i].term, c[first].term, sizeof c->term) == 0 ? first : i;
        if (first != i)
            f->feature[c[i].at].repeats = f->line[c[first].at]->at;
    }
    mem_free(c);
}

// Takes the model, which has been compiled.
static copse_features *make(feature_model m)
{
    copse_features *f = mem_zero(1, sizeof *f);
    f->m = m;
    f->n = (size_t)m.lines;
    f->feature = mem_zero(f->n, sizeof *f->feature);
    f->line = fw_lines(&f->m);
    for (size_t i = 0; i < f->n; i++) {
        text own = {0}, words = {0};
        fw_line(&own, &f->m, f->line[i]);
        fw_line_words(&words, &f->m, f->line[i]);
        f->feature[i] = (copse_feature){.line = f->line[i]->at,
                                        .text = terminated(&own),
                                        .words = terminated(&words),
                                        .advised = f->line[i]->advised};
    }
    find_repeats(f);
    return f;
}

static copse_features *read_model(const char *name_or_file, copse_error *err)
{
    feature_model m;
    return fm_read_any(&m, name_or_file ? name_or_file : "-", err) ? NULL : make(m);
}

copse_features *copse_features_read(const char *name_or_file, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, err);
        return NULL;
    }
    copse_features *made = read_model(name_or_file, err);
    mem_end(&guard, made ? 0 : err->code);
    return made;
}

void copse_features_free(copse_features *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->n; i++) {
        mem_free((void *)f->feature[i].text);
        mem_free((void *)f->feature[i].words);
    }
    mem_free(f->feature);
    mem_free(f->line);
    fm_done(&f->m);
    mem_free(f);
}

const char *copse_features_text(const copse_features *f)
{
    return f ? f->m.text : "";
}

size_t copse_features_count(const copse_features *f)
{
    return f ? f->n : 0;
}

copse_feature copse_features_at(const copse_features *f, size_t i)
{
    return f->feature[i];
}

copse_features_reach copse_features_see(const copse_features *f)
{
    copse_features_reach r = {0};
    if (!f)
        return r;
    r.columns = fm_reads(&f->m, COPSE_ID) & ~(1U << COPSE_ID);
    for (int i = 0; i < f->m.tables; i++)
        r.pos |= f->m.table[i].attribute == FM_POS;
    for (int i = 0; i < f->m.terms; i++) {
        const fm_attribute a = f->m.term[i].attribute;
        r.labels |= a == FM_LABEL || a == FM_LABELS_LEFT || a == FM_LABELS_RIGHT;
    }
    for (int i = 0; i < f->m.addresses; i++) {
        const fm_address *a = &f->m.address[i];
        int *most = a->op == FM_STACK    ? &r.stack
                    : a->op == FM_BUFFER ? &r.buffer
                    : a->op == FM_PASSED ? &r.passed
                                         : NULL;
        if (most && *most <= a->of)
            *most = a->of + 1;
    }
    return r;
}

// --- MaltParser's

static const copse_malt_options plain = {.format = COPSE_MALT_AUTO};

static copse_features *from_malt(const char *file, const copse_malt_options *how, copse_error *err)
{
    char *all;
    size_t size;
    text lines = {0};
    feature_model m;
    char quoted[ERR_QUOTE];
    const char *name = strcmp(file, "-") == 0 ? "<stdin>" : file;
    int code = fm_read_file(file, &all, &size, err);
    text_cat(&lines, "# Converted from MaltParser's ");
    text_cat(&lines, err_quote(quoted, (copse_str){name, strlen(name)}));
    text_cat(&lines, ".\n");
    if (!code)
        code = malt_read(&lines, name, (copse_str){all, size}, how, err);
    if (!code && (code = fm_parse(&m, name, (copse_str){lines.s, lines.n}, err)))
        err->line = 0; // it is of the lines, and not of the file
    mem_free(all);
    text_done(&lines);
    return code ? NULL : make(m);
}

copse_features *copse_features_from_malt(const char *file, const copse_malt_options *options,
                                         copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, err);
        return NULL;
    }
    copse_features *made = from_malt(file ? file : "-", options ? options : &plain, err);
    mem_end(&guard, made ? 0 : err->code);
    return made;
}

static char *to_malt(const copse_features *f, const copse_malt_options *how, copse_error *err)
{
    text out = {0};
    int code = f ? 0 : err_set(err, COPSE_EINPUT, NULL, 0, "no feature model");
    if (!code)
        code = malt_write(&out, &f->m, how, err);
    if (code) {
        text_done(&out);
        return NULL;
    }
    text_add(&out, "", 1);
    return out.s;
}

char *copse_features_to_malt(const copse_features *features, const copse_malt_options *options,
                             copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, err);
        return NULL;
    }
    char *made = to_malt(features, options ? options : &plain, err), *given = NULL;
    if (made && !(given = mem_give(made)))
        err_set(err, COPSE_EMEMORY, NULL, 0, "out of memory");
    mem_end(&guard, given ? 0 : err->code);
    return given;
}
