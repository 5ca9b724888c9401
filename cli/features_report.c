// SPDX-License-Identifier: MIT
#include "cli/features_report.h"

#include "cli/values.h"

#include "common/base/mem.h"

#include <ctype.h>
#include <string.h>

// --- The list of shipped models

enum { SUMMARY = 512, SHORT = 80 };

// The first sentence of the comment that a model begins with, on one line.
static void summary_of(const char *text, char to[SUMMARY])
{
    size_t n = 0;
    while (*text == '#' && n + 2 < SUMMARY) {
        text += strspn(text, "# \t");
        for (; *text && *text != '\n' && n + 2 < SUMMARY; text++)
            to[n++] = *text;
        text += *text == '\n';
        to[n++] = ' ';
    }
    for (size_t i = 0; i + 2 < n; i++)
        if (to[i] == '.' && to[i + 1] == ' ' && isupper((unsigned char)to[i + 2]))
            n = i + 1;
    while (n > 0 && strchr(" .", to[n - 1]))
        n--;
    to[n] = 0;
}

// Cuts between words, with dots at the end.
static void shorten(char *s)
{
    size_t n = SHORT;
    if (strlen(s) <= SHORT)
        return;
    while (n > 0 && s[n] != ' ')
        n--;
    memcpy(s + n, " …", sizeof " …");
}

static void list_one(FILE *out, int format, const char *name, const copse_features *f, bool first)
{
    char summary[SUMMARY] = "";
    summary_of(copse_features_text(f), summary);
    const size_t n = copse_features_count(f);
    if (format == FEATURES_JSON) {
        fprintf(out, "%s\n  {\"name\": ", first ? "" : ",");
        val_json(out, name);
        fprintf(out, ", \"features\": %zu, \"summary\": ", n);
        val_json(out, summary);
        fputc('}', out);
        return;
    }
    if (format == FEATURES_TSV) {
        fprintf(out, "%s\t%zu\t%s\n", name, n, summary);
        return;
    }
    shorten(summary);
    val_text(out, name, 24);
    fprintf(out, " %8zu  %s\n", n, summary);
}

int features_list(FILE *out, int format, copse_error *err)
{
    fputs(format == FEATURES_JSON  ? "["
          : format == FEATURES_TSV ? "name\tfeatures\tsummary\n"
                                   : "name                     features  summary\n",
          out);
    for (size_t i = 0; copse_features_shipped(i); i++) {
        copse_features *f = copse_features_read(copse_features_shipped(i), err);
        if (!f)
            return err->code;
        list_one(out, format, copse_features_shipped(i), f, i == 0);
        copse_features_free(f);
    }
    fputs(format == FEATURES_JSON ? "\n]\n" : "", out);
    return 0;
}

// --- One model

int features_report_make(features_report *r, const char *name, const copse_features *features,
                         copse_error *err)
{
    const size_t n = copse_features_count(features), most = sizeof r->use / sizeof r->use[0];
    *r = (features_report){.name = name, .features = features};
    for (; r->n < most; r->n++) {
        features_use *u = &r->use[r->n];
        u->idle = mem_zero(n, sizeof *u->idle);
        const int code = copse_features_idle(features, r->n, &u->algorithm, u->idle, err);
        if (code || !u->algorithm) {
            mem_free(u->idle);
            return code;
        }
        for (size_t i = 0; i < n; i++)
            u->idle_n += u->idle[i];
    }
    return 0;
}

void features_report_done(features_report *r)
{
    for (size_t i = 0; i < r->n; i++)
        mem_free(r->use[i].idle);
}

// The names of the columns, with something between them.
static void print_columns(FILE *out, const features_report *r, const char *between, const char *quote)
{
    static const struct {
        copse_column column;
        const char *name;
    } columns[] = {{COPSE_FORM, "FORM"},
                   {COPSE_LEMMA, "LEMMA"},
                   {COPSE_UPOS, "UPOS"},
                   {COPSE_XPOS, "XPOS"},
                   {COPSE_FEATS, "FEATS"}};
    const copse_features_reach reach = copse_features_see(r->features);
    const char *comma = "";
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        if (reach.columns >> columns[i].column & 1) {
            fprintf(out, "%s%s%s%s", comma, quote, columns[i].name, quote);
            comma = between;
        }
}

static void print_lines(FILE *out, const features_report *r)
{
    const size_t n = copse_features_count(r->features);
    int width = 8;
    for (size_t i = 0; i < n; i++) {
        const int w = val_width(copse_features_at(r->features, i).text);
        width = w > width && w <= 60 ? w : width;
    }
    fprintf(out, "\n%6s  %-*s  looks at\n", "line", width, "feature");
    for (size_t i = 0; i < n; i++) {
        const copse_feature f = copse_features_at(r->features, i);
        fprintf(out, "%6ld  ", f.line);
        val_text(out, f.text, width);
        fprintf(out, "  %s%s\n", f.words, f.advised ? " (of each guide)" : "");
    }
}

// "S0 to S2". Returns what separates it from the next.
static const char *print_depths(FILE *out, const char *comma, char letter, int n)
{
    if (n == 0)
        return comma;
    fprintf(out, n > 1 ? "%s%c0 to %c%d" : "%s%c0", comma, letter, letter, n - 1);
    return ", ";
}

static void print_reach(FILE *out, const features_report *r)
{
    const copse_features_reach reach = copse_features_see(r->features);
    const char *comma = reach.columns ? ", " : "";
    fputs("\nreads       ", out);
    print_columns(out, r, ", ", "");
    fprintf(out, "%s", reach.pos ? comma : "");
    fprintf(out, "%s", reach.pos ? "the part of speech that --pos chooses" : "");
    fprintf(out, "%s%s\n", reach.labels && (reach.columns || reach.pos) ? ", " : "",
            reach.labels ? "labels of arcs" : "");
    fputs("sees        ", out);
    comma = print_depths(out, "", 'S', reach.stack);
    comma = print_depths(out, comma, 'B', reach.buffer);
    print_depths(out, comma, 'C', reach.passed);
    fputc('\n', out);
}

static void print_use(FILE *out, const features_report *r)
{
    enum { SOME = 8 };
    const size_t n = copse_features_count(r->features);
    for (size_t a = 0; a < r->n; a++) {
        const features_use *u = &r->use[a];
        size_t said = 0;
        fprintf(out, "%-12s%-24s ", a ? "" : "algorithms", u->algorithm);
        if (!u->idle_n)
            fputs("all lines can have values", out);
        for (size_t i = 0; i < n && said < SOME; i++)
            if (u->idle[i])
                fprintf(out, "%s%ld", said++ ? ", " : "never a value: line ",
                        copse_features_at(r->features, i).line);
        if (u->idle_n > said)
            fprintf(out, " and %zu more", u->idle_n - said);
        fputc('\n', out);
    }
}

static void print_text(FILE *out, const features_report *r)
{
    val_text(out, r->name, 0);
    const size_t n = copse_features_count(r->features);
    fprintf(out, ": %zu feature%s\n", n, n == 1 ? "" : "s");
    print_lines(out, r);
    print_reach(out, r);
    print_use(out, r);
}

static void print_json_use(FILE *out, const features_report *r)
{
    for (size_t a = 0; a < r->n; a++) {
        const char *comma = "";
        fprintf(out, "%s\n    {\"name\": \"%s\", \"never\": [", a ? "," : "", r->use[a].algorithm);
        for (size_t i = 0; i < copse_features_count(r->features); i++)
            if (r->use[a].idle[i]) {
                fprintf(out, "%s%ld", comma, copse_features_at(r->features, i).line);
                comma = ", ";
            }
        fputs("]}", out);
    }
}

static void print_json(FILE *out, const features_report *r)
{
    const copse_features_reach reach = copse_features_see(r->features);
    fputs("{\n  \"name\": ", out);
    val_json(out, r->name);
    fputs(",\n  \"features\": [", out);
    for (size_t i = 0; i < copse_features_count(r->features); i++) {
        const copse_feature f = copse_features_at(r->features, i);
        fprintf(out, "%s\n    {\"line\": %ld, \"text\": ", i ? "," : "", f.line);
        val_json(out, f.text);
        fputs(", \"words\": ", out);
        val_json(out, f.words);
        fprintf(out, ", \"repeats\": %ld, \"guides\": %s}", f.repeats, f.advised ? "true" : "false");
    }
    fputs("\n  ],\n  \"columns\": [", out);
    print_columns(out, r, ", ", "\"");
    fprintf(out, "],\n  \"pos\": %s,\n  \"labels\": %s,\n", reach.pos ? "true" : "false",
            reach.labels ? "true" : "false");
    fprintf(out, "  \"stack\": %d,\n  \"buffer\": %d,\n  \"passed\": %d,\n  \"algorithms\": [", reach.stack,
            reach.buffer, reach.passed);
    print_json_use(out, r);
    fputs("\n  ]\n}\n", out);
}

static void print_tsv(FILE *out, const features_report *r)
{
    fputs("line\tfeature\twords\trepeats\tnever\n", out);
    for (size_t i = 0; i < copse_features_count(r->features); i++) {
        const copse_feature f = copse_features_at(r->features, i);
        const char *comma = "";
        fprintf(out, "%ld\t%s\t%s\t%ld\t", f.line, f.text, f.words, f.repeats);
        for (size_t a = 0; a < r->n; a++)
            if (r->use[a].idle[i]) {
                fprintf(out, "%s%s", comma, r->use[a].algorithm);
                comma = ",";
            }
        fputc('\n', out);
    }
}

void features_report_print(FILE *out, int format, const features_report *r)
{
    static void (*const print[])(FILE *, const features_report *) = {
        [FEATURES_TEXT] = print_text, [FEATURES_JSON] = print_json, [FEATURES_TSV] = print_tsv};
    print[format](out, r);
}

// --- What fires

void features_firing_begin(features_firing *f, FILE *out, int format, const copse_features *features)
{
    *f = (features_firing){.out = out, .format = format, .features = features, .width = 8, .comma = ""};
    for (size_t i = 0; i < copse_features_count(features); i++) {
        const int w = val_width(copse_features_at(features, i).text);
        f->width = w > f->width && w <= 60 ? w : f->width;
    }
    if (format == FEATURES_TSV)
        fputs("step\ttransition\tarc\tline\tfeature\tvalue\n", out);
    else if (format == FEATURES_JSON)
        fputc('[', out);
}

static void fired_json(features_firing *f, const copse_fired *x, const copse_feature *feature)
{
    if (x->step != f->step) {
        fprintf(f->out, "%s\n  {\"step\": %d, \"transition\": \"%s\", \"arc\": ", f->step ? "\n  ]}," : "",
                x->step, x->transition);
        val_json(f->out, x->arc);
        fputs(", \"features\": [", f->out);
        f->comma = "";
    }
    fprintf(f->out, "%s\n    {\"line\": %ld, \"text\": ", f->comma, feature->line);
    val_json(f->out, feature->text);
    fputs(", \"value\": ", f->out);
    val_json(f->out, x->value);
    fputc('}', f->out);
    f->comma = ",";
}

void features_fired(void *firing, const copse_fired *x)
{
    features_firing *f = firing;
    const copse_feature feature = copse_features_at(f->features, x->feature);
    if (f->format == FEATURES_JSON)
        fired_json(f, x, &feature);
    else if (f->format == FEATURES_TSV) {
        fprintf(f->out, "%d\t%s\t", x->step, x->transition);
        val_tsv(f->out, x->arc);
        fprintf(f->out, "\t%ld\t%s\t", feature.line, feature.text);
        val_tsv(f->out, x->value);
        fputc('\n', f->out);
    } else {
        if (x->step != f->step) {
            fprintf(f->out, "%s%d: %s%s", f->step ? "\n" : "", x->step, x->transition, *x->arc ? " " : "");
            val_text(f->out, x->arc, 0);
            fputc('\n', f->out);
        }
        fputs("  ", f->out);
        val_text(f->out, feature.text, f->width);
        fputs("  ", f->out);
        val_text(f->out, x->value, 0);
        fputc('\n', f->out);
    }
    f->step = x->step;
}

void features_firing_end(features_firing *f)
{
    if (f->format == FEATURES_JSON)
        fputs(f->step ? "\n  ]}\n]\n" : "]\n", f->out);
}
