// SPDX-License-Identifier: MIT
// The page of `copse analyze --plots`: one self-contained file with all figures and tables.
#include "cli/analyze_report.h"
#include "cli/page.h"
#include "cli/study_report.h"
#include "cli/values.h"

static void put_share(FILE *out, long part, long whole)
{
    fputs("<td>", out);
    study_text_percent(out, part, whole, 0);
    fputs("</td>", out);
}

static void put_cell(FILE *out, const char *tag, const char *attributes, const char *text)
{
    fprintf(out, "<%s%s>", tag, attributes);
    val_xml(out, text);
    fprintf(out, "</%s>", tag);
}

static void put_heading(FILE *out, const char *title)
{
    fprintf(out, "<h3>%c%s</h3>\n", title[0] >= 'a' && title[0] <= 'z' ? title[0] - 'a' + 'A' : title[0],
            title + 1);
}

static void put_table(FILE *out, const analyze_report *r, int factor)
{
    const analyze_factor *f = &analyze_factors[factor];
    copse_analysis_table view = analyze_view(r, factor);
    put_heading(out, f->title);
    fputs("<div><table>\n<tr><th></th><th></th>", out);
    for (int k = 0; k < r->systems; k++)
        put_cell(out, "th", " colspan=\"2\"", r->name[k]);
    fprintf(out, "</tr>\n<tr><th>%s</th><th>gold</th>", f->what);
    for (int k = 0; k < r->systems; k++)
        fprintf(out, "<th>%s</th><th>%s</th>", analyze_column_name(factor, 0),
                analyze_column_name(factor, 1));
    fputs("</tr>\n", out);
    for (size_t i = 0; i < view.rows; i++) {
        fputs("<tr>", out);
        put_cell(out, "td", "", view.row[i].name);
        fprintf(out, "<td>%ld</td>", view.row[i].gold);
        for (int k = 0; k < r->systems; k++)
            for (int column = 0; column < 2; column++) {
                const analyze_share s = analyze_column(r, factor, &view.row[i], k, column);
                put_share(out, s.part, s.whole);
            }
        fputs("</tr>\n", out);
    }
    fputs("</table></div>\n", out);
    if (factor == COPSE_BY_NONPROJECTIVITY && r->a->unmeasured)
        fprintf(out, "<p>Sentences left out because too many of their arcs cross: %ld.</p>\n",
                r->a->unmeasured);
    analyze_view_done(&view);
}

static void put_systems(FILE *out, const analyze_report *r)
{
    fputs("<table>\n<tr><th>system</th><th>file</th><th>LAS</th><th>UAS</th></tr>\n", out);
    for (int k = 0; k < r->systems; k++) {
        const copse_arc_counts *total = &r->a->total[k];
        fputs("<tr>", out);
        put_cell(out, "td", "", r->name[k]);
        put_cell(out, "td", "", r->file[k]);
        put_share(out, total->precise_both, total->arcs);
        put_share(out, total->precise_head, total->arcs);
        fputs("</tr>\n", out);
    }
    fputs("</table>\n", out);
}

static void put_agreement(FILE *out, const analyze_report *r)
{
    const copse_analysis *a = r->a;
    const char *what = r->unlabelled ? "the head" : "head and label";
    fprintf(out, "<h3>Agreement of two systems on %s, per cent of the tokens</h3>\n", what);
    fputs(
        "<div><table>\n<tr><th>first</th><th>second</th><th>same</th><th>both right</th><th>first right</th>"
        "<th>second right</th><th>neither right</th></tr>\n",
        out);
    for (size_t i = 0; i < a->pairs; i++) {
        const copse_pair *pair = &a->pair[i];
        const copse_agreement *g = r->unlabelled ? &pair->head : &pair->both;
        fputs("<tr>", out);
        put_cell(out, "td", "", r->name[pair->first]);
        put_cell(out, "td", "", r->name[pair->second]);
        const long parts[] = {g->same, g->both_right, g->first_right, g->second_right, g->neither_right};
        for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++)
            put_share(out, parts[p], a->tokens);
        fputs("</tr>\n", out);
    }
    fprintf(out, "</table></div>\n<h3>Tokens by how many systems say the same of %s</h3>\n", what);
    fputs("<table>\n<tr><th>agreed</th><th>tokens</th><th>share</th>"
          "<th>they are right</th><th>some system is right</th></tr>\n",
          out);
    for (int size = 1; size <= r->systems; size++) {
        const copse_majority *m = r->unlabelled ? &a->majority_head[size] : &a->majority_both[size];
        if (m->words == 0)
            continue;
        fprintf(out, "<tr><td>%d of %d</td><td>%ld</td>", size, r->systems, m->words);
        put_share(out, m->words, a->tokens);
        put_share(out, m->right, m->words);
        put_share(out, m->some_right, m->words);
        fputs("</tr>\n", out);
    }
    fputs("</table>\n", out);
}

void analyze_print_page(FILE *out, const analyze_report *r)
{
    char convention[PUNCT_TEXT];
    page_begin(out, "Error analysis");
    fputs("<p>Gold: ", out);
    val_xml(out, r->gold);
    fprintf(out, ". %ld sentences, %ld tokens, ", r->a->sentences, r->a->tokens);
    val_xml(out, punct_convention(r->punct, r->a->skipped_tokens, convention));
    fprintf(out, ". Right: %s.</p>\n", r->unlabelled ? "the head, whatever the label" : "head and label");
    put_systems(out, r);
    fprintf(out,
            "<h2>Figures</h2>\n<p>Precision is over the arcs a system predicts, by what they are in its own "
            "tree; recall is over the gold arcs, by what they are in the gold tree. Numbers that few arcs "
            "have are merged with their neighbours until a point stands for at least %d gold arcs, and drawn "
            "at their mean; points of fewer than %d arcs are left out.</p>\n",
            ANALYZE_POINT, ANALYZE_LEAST);
    for (int i = 0; i < ANALYZE_FIGURES; i++) {
        fputs("<figure>\n", out);
        analyze_print_figure(out, r, i);
        fputs("</figure>\n", out);
    }
    for (int i = 0; i < ANALYZE_DIAGRAMS; i++) {
        if (!analyze_has_diagram(r, i))
            continue;
        fputs("<figure>\n", out);
        analyze_print_diagram(out, r, i);
        fputs("</figure>\n", out);
    }
    fputs("<h2>Tables</h2>\n<p>P: precision, R: recall.</p>\n", out);
    for (int factor = 0; factor < COPSE_FACTORS; factor++)
        put_table(out, r, factor);
    if (r->systems > 1)
        put_agreement(out, r);
    page_end(out);
}
