// SPDX-License-Identifier: MIT
// The whole study on one page: claims, tables, figures, what was run. No times and no dates, so that the same
// study gives the same bytes.
#include "cli/study_score.h"

#include "cli/page.h"
#include "cli/values.h"
#include "common/base/mem.h"
#include "common/base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

extern const char study_program[];

char *study_file_name(const study_results *r, const char *name, size_t bank, const char *end)
{
    text t = {0};
    text_cat(&t, name);
    if (bank != STUDY_NONE) {
        text_cat(&t, "-");
        text_cat(&t, r->p->bank[bank].name);
    }
    text_cat(&t, end);
    text_add(&t, "", 1);
    return t.s;
}

// The two formats differ in how they write these.
typedef struct markup {
    void (*heading)(FILE *out, const char *words);
    void (*paragraph)(FILE *out, const char *words);
    sheet_format sheets;
    bool html;
} markup;

static void html_heading(FILE *out, const char *words)
{
    fputs("<h2>", out);
    val_xml(out, words);
    fputs("</h2>\n", out);
}

static void html_paragraph(FILE *out, const char *words)
{
    fputs("<p>", out);
    val_xml(out, words);
    fputs("</p>\n", out);
}

static void md_heading(FILE *out, const char *words)
{
    fprintf(out, "## %s\n\n", words);
}

static void md_paragraph(FILE *out, const char *words)
{
    fprintf(out, "%s\n\n", words);
}

static const markup html = {html_heading, html_paragraph, SHEET_HTML, true};
static const markup markdown = {md_heading, md_paragraph, SHEET_MARKDOWN, false};

static void put_sheet(FILE *out, const markup *m, sheet *t)
{
    if (!t)
        return;
    fputs(m->html ? "<div class=\"sheet\">\n" : "", out);
    sheet_print(out, t, m->sheets);
    fputs(m->html ? "</div>\n" : "\n", out);
    sheet_free(t);
}

// ---------------------------------------------------------------------------------------------------
// What was run

static sheet *treebanks_sheet(const study_results *r)
{
    sheet *t = sheet_new("Treebanks");
    bool halved = false;
    static const char *const columns[] = {"sentences", "words", "digest"};
    sheet_column(t, "treebank", false);
    for (int i = 0; i < 6; i++)
        sheet_column_in(t, i < 3 ? "training" : "evaluation", columns[i % 3], i % 3 < 2);
    for (size_t b = 0; b < r->p->banks; b++) {
        const study_part *part[] = {&r->p->bank[b].train, &r->p->bank[b].gold};
        sheet_text(t, r->p->bank[b].name);
        for (int i = 0; i < 2; i++) {
            copse_stats stats;
            copse_error ignored;
            char digest[32];
            if (copse_stats_read(&stats, part[i]->file, &ignored) < 0) {
                sheet_none(t);
                sheet_none(t);
                sheet_none(t);
                continue;
            }
            sheet_count(t, stats.sentences);
            sheet_count(t, stats.words);
            snprintf(digest, sizeof digest, "%016" PRIx64, stats.digest);
            sheet_text(t, digest);
            copse_stats_done(&stats);
        }
        halved |= r->p->bank[b].halved;
    }
    if (halved)
        sheet_note(t, "Without TEST, weights of votes are from the first half of DEV, and systems are "
                      "evaluated on the second.");
    return t;
}

static sheet *systems_sheet(const study_results *r)
{
    sheet *t = sheet_new("Systems");
    sheet_column(t, "name", false);
    sheet_column(t, "command", false);
    for (size_t i = 0; i < r->s->systems; i++) {
        const study_system *s = &r->s->system[i];
        text command = {0};
        if (s->kind == STUDY_SUBSET)
            continue;
        for (size_t k = 0; k < s->command.n; k++) {
            text_cat(&command, k ? " " : "copse ");
            text_cat(&command, s->command.word[k]);
        }
        text_add(&command, "", 1);
        sheet_text(t, s->name);
        sheet_text(t, command.s);
        text_done(&command);
    }
    return t;
}

// ---------------------------------------------------------------------------------------------------
// The page

static void put_tables(FILE *out, const study_results *r, const markup *m)
{
    for (size_t i = 0; i < r->s->tables; i++) {
        const study_table *t = &r->s->table[i];
        if (study_table_is_cost(t))
            continue;
        for (size_t b = 0; b < (study_sheet_is_one(t) ? 1 : r->p->banks); b++)
            put_sheet(out, m, study_sheet(r, t, b));
    }
}

// Costs change from run to run, and so are no part of the page.
static void put_costs(FILE *out, const study_results *r, const markup *m)
{
    for (size_t i = 0; i < r->s->tables; i++) {
        const study_table *t = &r->s->table[i];
        if (!study_table_is_cost(t))
            continue;
        char *name = study_table_name(t);
        if (m->html) {
            fprintf(out, "<p><a href=\"%s.md\">", name);
            val_xml(out, t->title);
            fputs("</a></p>\n", out);
        } else {
            fprintf(out, "[%s](%s.md)\n\n", t->title, name);
        }
        mem_free(name);
    }
}

static void put_figures(FILE *out, const study_results *r, const markup *m)
{
    if (r->s->figures)
        m->paragraph(out, "Error bars hold 95 % of 1,000 samples of the sentences, drawn with replacement.");
    for (size_t i = 0; i < r->s->figures; i++) {
        const study_figure *f = &r->s->figure[i];
        for (size_t b = 0; b < (f->pooled ? 1 : r->p->banks); b++) {
            if (m->html) {
                fputs("<figure>\n", out);
                study_draw(out, r, f, b);
                fputs("</figure>\n", out);
                continue;
            }
            char *file = study_file_name(r, f->name, f->pooled ? STUDY_NONE : b, ".svg");
            fprintf(out, "![%s](%s)\n", f->title, file);
            mem_free(file);
        }
    }
    fputs(m->html || !r->s->figures ? "" : "\n", out);
}

static void put_all(FILE *out, const study_results *r, const markup *m)
{
    const study *s = r->s;
    char line[128];
    if (s->paper)
        m->paragraph(out, s->paper);
    for (size_t i = 0; i < s->abouts; i++)
        m->paragraph(out, s->about[i]);
    if (s->claims) {
        m->heading(out, "What holds");
        put_sheet(out, m, study_claims(r));
    }
    if (s->tables)
        m->heading(out, "Tables");
    put_tables(out, r, m);
    put_costs(out, r, m);
    if (s->figures)
        m->heading(out, "Figures");
    put_figures(out, r, m);
    m->heading(out, "What was run");
    put_sheet(out, m, treebanks_sheet(r));
    put_sheet(out, m, systems_sheet(r));
    snprintf(line, sizeof line, "Copse %s, sources %s.", copse_version(), study_program);
    m->paragraph(out, line);
}

void study_print_html(FILE *out, const study_results *r)
{
    page_begin(out, r->s->title);
    put_all(out, r, &html);
    page_end(out);
}

void study_print_markdown(FILE *out, const study_results *r)
{
    fprintf(out, "# %s\n\n", r->s->title);
    put_all(out, r, &markdown);
}
