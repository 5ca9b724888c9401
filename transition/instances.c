// SPDX-License-Identifier: MIT
// copse_instances: the examples that the classifiers of a parser learn from, as lines of text.
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/outside.h"
#include "common/base/report.h"
#include "common/treebank/tree.h"
#include "transition/collect.h"
#include "transition/instance_text.h"
#include "transition/train.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writing {
    tmodel m;
    const copse_instances_request *q;
    copse_environment env;
    bool *frequent[2]; // [labels of the first treebank]
    size_t labels;     // of the first treebank
    int where;         // a term that must have the symbol `value`; -1: none
    copse_str value;
    bool first;      // is this the first treebank?
    table classes;   // in the order of their numbers
    feature_ids ids; // of LIBSVM's format
    text names;      // the lines of the map about ids
    text line, symbols;
    size_t *end; // of the symbols
    uint32_t *id;
    long written;
} writing;

// --- A line

// The class of an example, as text. False if the classifier in question does not learn from it.
static bool class_text(const writing *w, transition type, int label, text *out)
{
    static const char *const names[T_TYPES] = {"SHIFT", "REDUCE", "LEFT", "RIGHT", "SWAP"};
    const bool arc = type == T_LEFT || type == T_RIGHT;
    const bool joint = arc && (size_t)label < w->labels && w->frequent[type == T_RIGHT][label];
    const int which = (int)w->q->classifier;
    if (which == COPSE_TRANSITIONS) {
        text_cat(out, names[type]);
        if (joint)
            text_cat(out, ":");
    } else if (!arc || joint || (type == T_LEFT) != (which == COPSE_LEFT_LABELS)) {
        return false;
    }
    if (joint || which != COPSE_TRANSITIONS)
        it_escape(out, tab_name(&w->m.labels, (size_t)label));
    return true;
}

// Columns in their order; the features of one are joined by '|'.
static void timbl_line(writing *w, const tparser *p, size_t n, copse_str class)
{
    const uint32_t columns = fm_columns(&w->m.features);
    size_t i = 1;
    for (uint32_t f = 0; f < columns; f++) {
        if (i == n || p->column[i] != f)
            text_cat(&w->line, "%none");
        for (bool more = false; i < n && p->column[i] == f; i++, more = true) {
            if (more)
                text_cat(&w->line, "|");
            text_add(&w->line, w->symbols.s + w->end[i - 1], w->end[i] - w->end[i - 1]);
        }
        text_cat(&w->line, " ");
    }
    text_str(&w->line, class);
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Remembers a new id for the map.
static void name_id(writing *w, const tparser *p, uint32_t id, size_t i)
{
    char head[64];
    if (p->column[i] == EX_NO_COLUMN)
        snprintf(head, sizeof head, "feature\t%u\t0\t", (unsigned)id + 1);
    else
        snprintf(head, sizeof head, "feature\t%u\t%u\t", (unsigned)id + 1, (unsigned)p->column[i] + 1);
    text_cat(&w->names, head);
    if (i == 0)
        text_cat(&w->names, "%always");
    else
        text_add(&w->names, w->symbols.s + w->end[i - 1], w->end[i] - w->end[i - 1]);
    text_cat(&w->names, "\n");
}

static void libsvm_line(writing *w, const tparser *p, size_t n, size_t class)
{
    char item[32];
    size_t known = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t before = w->ids.n, id = ids_of(&w->ids, p->key[i], p->column[i], w->first);
        if (id != UINT32_MAX)
            w->id[known++] = id;
        if (w->ids.n > before && w->q->map)
            name_id(w, p, id, i);
    }
    qsort(w->id, known, sizeof *w->id, by_number);
    snprintf(item, sizeof item, "%zu", class + 1);
    text_cat(&w->line, item);
    for (size_t i = 0; i < known; i++) {
        if (i > 0 && w->id[i] == w->id[i - 1])
            continue;
        snprintf(item, sizeof item, " %u:1", (unsigned)w->id[i] + 1);
        text_cat(&w->line, item);
    }
}

// Is the configuration one that request.where asks for?
static bool wanted(writing *w, const tparser *p, const copse_sentence *s)
{
    if (w->where < 0)
        return true;
    w->line.n = 0;
    it_term(p, s, w->where, &w->line);
    return str_equal((copse_str){w->line.s, w->line.n}, w->value);
}

static int put_example(writing *w, tparser *p, const copse_sentence *s, transition type, int label,
                       copse_writer *out, copse_error *err)
{
    const size_t n = tp_features(p);
    text class = {0};
    int code = 0;
    if (wanted(w, p, s) && class_text(w, type, label, &class)) {
        const copse_str name = {class.s, class.n};
        const size_t number = tab_add(&w->classes, name);
        w->symbols.n = w->line.n = 0;
        it_features(p, s, &w->symbols, w->end);
        if (w->q->format == COPSE_TIMBL)
            timbl_line(w, p, n, name);
        else
            libsvm_line(w, p, n, number);
        text_cat(&w->line, "\n");
        w->written++;
        code = copse_writer_bytes(out, w->line.s, w->line.n, err);
    }
    text_done(&class);
    return code;
}

// --- A treebank

// The derivation of the gold tree.
static int put_sentence(writing *w, tparser *p, const treebank *t, size_t i, const int *label,
                        copse_writer *out, copse_error *err)
{
    const tsystem *system = w->m.system;
    const int *gold = t->tree[i]->head;
    int code = 0;
    tp_start(p, &(stage_input){.sentence = t->sentence[i]}, 0);
    while (!code && !system->final(&p->config)) {
        const transition type = system->oracle(&p->config, gold);
        int head, dependent, mine = CFG_NONE;
        if (!(system->legal(&p->config) >> type & 1))
            break;
        if (type == T_LEFT || type == T_RIGHT) {
            sys_arc(system, &p->config, type, &head, &dependent);
            mine = label[dependent];
        }
        code = put_example(w, p, t->sentence[i], type, mine, out, err);
        system->apply(&p->config, type, mine);
    }
    return code;
}

// The labels of the trees as indices. A label that is new gets a new one, which no classifier knows.
static int **index_labels(tmodel *m, const treebank *t)
{
    int **label = mem_alloc(t->n, sizeof *label);
    for (size_t i = 0; i < t->n; i++) {
        label[i] = mem_alloc((size_t)t->tree[i]->n + 1, sizeof **label);
        for (int d = 1; d <= t->tree[i]->n; d++)
            label[i][d] = (int)tab_add(&m->labels, t->tree[i]->label[d]);
    }
    return label;
}

static int put_treebank(writing *w, treebank *t, const transition_options *o, copse_writer *out,
                        copse_error *err)
{
    int code = 0, **label = index_labels(&w->m, t);
    tparser p;
    if (w->first) {
        w->labels = w->m.labels.n;
        tt_frequent(&w->m, t, label, o->joint_labels, w->frequent);
    }
    tp_init(&p, &w->m);
    tp_want_columns(&p);
    p.single_root = w->m.single_root && t->single_root;
    w->end = mem_alloc(fm_most(&w->m.features) + 1, sizeof *w->end);
    w->id = mem_alloc(fm_most(&w->m.features) + 1, sizeof *w->id);
    w->written = 0;
    for (size_t i = 0; i < t->n && !code; i++)
        code = put_sentence(w, &p, t, i, label[i], out, err);
    mem_free(w->end);
    mem_free(w->id);
    tp_done(&p);
    for (size_t i = 0; i < t->n; i++)
        mem_free(label[i]);
    mem_free(label);
    return code;
}

// `TERM=VALUE` of the request.
static int read_where(writing *w, copse_error *err)
{
    const char *asked = w->q->where, *equals = asked ? strchr(asked, '=') : NULL;
    w->where = -1;
    if (!asked)
        return 0;
    if (!equals)
        return err_set(err, COPSE_EINPUT, NULL, 0, "'%s' is not TERM=VALUE, such as pos(B0)=NOUN", asked);
    w->where = fm_add_term(&w->m.features, "--where", (copse_str){asked, (size_t)(equals - asked)}, err);
    w->value = (copse_str){equals + 1, strlen(equals + 1)};
    return w->where < 0 ? w->where : 0;
}

// Reads a treebank and writes its instances.
static int put_file(writing *w, size_t i, const copse_options *options, const transition_options *o,
                    copse_error *err)
{
    treebank t = {0};
    int code = tb_read(&t, w->q->treebank[i], options->common.skip_bad, err);
    if (code)
        return code;
    tb_report(&t, w->env.report, w->env.context);
    w->first = i == 0;
    code = w->first ? tt_begin(&w->m, &t, o, err) : tt_project_like(&w->m, &t, err);
    if (!code && w->first)
        code = read_where(w, err);
    copse_writer *out = code ? NULL : copse_writer_open(w->q->output ? w->q->output[i] : NULL, err);
    if (out)
        code = put_treebank(w, &t, o, out, err);
    else
        code = code ? code : err->code;
    if (!code)
        code = copse_writer_commit(out, err);
    copse_writer_free(out);
    if (!code)
        report_line(w->env.report, w->env.context, "%s: %ld instances, %zu classes", w->q->treebank[i],
                    w->written, w->classes.n);
    tb_done(&t);
    return code;
}

// --- The map

static void map_classes(const writing *w, text *out)
{
    char head[64];
    for (size_t c = 0; c < w->classes.n; c++) {
        snprintf(head, sizeof head, "class\t%zu\t", c + 1);
        text_cat(out, head);
        text_str(out, tab_name(&w->classes, c));
        text_cat(out, "\n");
    }
}

// The lines of the feature model, without comments and spaces around them.
static void map_columns(const feature_model *m, text *out)
{
    const char *at = m->text, *const end = m->text + m->text_len;
    unsigned column = 0;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at)), *stop = newline ? newline : end;
        const char *next = newline ? newline + 1 : end, *comment = memchr(at, '#', (size_t)(stop - at));
        stop = comment ? comment : stop;
        while (at < stop && strchr(" \t\r", *at))
            at++;
        while (stop > at && strchr(" \t\r", stop[-1]))
            stop--;
        if (at < stop) {
            char head[64];
            snprintf(head, sizeof head, "column\t%u\t", ++column);
            text_cat(out, head);
            text_add(out, at, (size_t)(stop - at));
            text_cat(out, "\n");
        }
        at = next;
    }
}

static int put_map(const writing *w, copse_error *err)
{
    text out = {0};
    map_classes(w, &out);
    map_columns(&w->m.features, &out);
    if (w->names.n)
        text_add(&out, w->names.s, w->names.n);
    copse_writer *file = copse_writer_open(w->q->map, err);
    int code = file ? copse_writer_bytes(file, out.s, out.n, err) : err->code;
    if (!code)
        code = copse_writer_commit(file, err);
    copse_writer_free(file);
    text_done(&out);
    return code;
}

static int instances(const copse_options *options, const copse_instances_request *q,
                     const copse_environment *environment, copse_error *err)
{
    if (!options || !q || q->n == 0 || strcmp(options->family->name, "transition") != 0)
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "instances need options of a transition-based parser and a treebank");
    int code = copse_options_check(options, err);
    if (code)
        return code;
    copse_options *settled = options_copy(options);
    transition_options *o = settled->values;
    const long joint = opt_int(o->joint_labels, CLS_NO_LABEL); // all, whatever the learner
    topt_settle(o);
    o->joint_labels = joint;
    writing w = {.q = q};
    if (environment)
        w.env = *environment;
    for (size_t i = 0; i < q->n && !code; i++)
        code = put_file(&w, i, settled, o, err);
    if (!code && q->map)
        code = put_map(&w, err);
    tm_done(&w.m);
    mem_free(w.frequent[0]);
    mem_free(w.frequent[1]);
    tab_done(&w.classes);
    ids_done(&w.ids);
    text_done(&w.names);
    text_done(&w.line);
    text_done(&w.symbols);
    copse_options_free(settled);
    return code;
}

int copse_instances(const copse_options *options, const copse_instances_request *request,
                    const copse_environment *environment, copse_error *err)
{
    out_environment outer;
    const copse_environment *e = out_wrap(&outer, environment);
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, instances(options, request, e, err));
}
