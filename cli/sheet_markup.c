// SPDX-License-Identifier: MIT
// Sheets for pages and papers: Markdown, LaTeX, HTML.
#include "cli/sheet_cells.h"

#include "cli/values.h"
#include "common/base/utf8.h"

#include <string.h>

// A character of text for people; control characters become spaces, bytes that are not UTF-8 a '?'.
static size_t next(const char *s, size_t len, const char **shown, size_t *shown_len)
{
    uint32_t point;
    const size_t step = utf8_decode(s, len, &point);
    *shown = step == 0 ? "?" : utf8_is_control(point) ? " " : s;
    *shown_len = step && *shown == s ? step : 1;
    return step ? step : 1;
}

// --- Markdown: every character that may mean something has a backslash.

static void markdown(FILE *out, const char *text)
{
    const size_t len = strlen(text), digits = strspn(text, "0123456789");
    for (size_t i = 0, step; i < len; i += step) {
        const char *c;
        size_t n;
        step = next(text + i, len - i, &c, &n);
        const bool list = (i == 0 && strchr("#+-=", *c)) || (i == digits && i > 0 && strchr(".)", *c));
        if (n == 1 && (strchr("\\`*_{}[]<>|~&$", *c) || (list && text[i + 1] == ' ')))
            fputc('\\', out);
        fwrite(c, 1, n, out);
    }
}

static void markdown_row(FILE *out, const sheet *t, size_t row)
{
    for (size_t c = 0; c < t->cols; c++) {
        const sheet_cell cell = sheet_at(t, row, c);
        const char *bold = cell.bold ? "**" : "";
        fprintf(out, "| %s", bold);
        if (cell.number)
            fputs(cell.text, out);
        else
            markdown(out, cell.text ? cell.text : "-");
        fprintf(out, "%s ", bold);
    }
    fputs("|\n", out);
}

void sheet_print_markdown(FILE *out, const sheet *t)
{
    if (t->title) {
        fputs("**", out);
        markdown(out, t->title);
        fputs("**\n\n", out);
    }
    for (size_t c = 0; c < t->cols; c++) {
        fputs("| ", out);
        if (t->col[c].group) {
            markdown(out, t->col[c].group);
            fputc(' ', out);
        }
        markdown(out, t->col[c].name);
        fputc(' ', out);
    }
    fputs("|\n", out);
    for (size_t c = 0; c < t->cols; c++)
        fputs(t->col[c].number ? "|---:" : "|---", out);
    fputs("|\n", out);
    for (size_t row = 0; row < sheet_rows(t); row++)
        markdown_row(out, t, row);
    for (size_t i = 0; i < t->notes; i++) {
        fputc('\n', out);
        markdown(out, t->note[i]);
        fputc('\n', out);
    }
}

// --- LaTeX

static const char *latex_char(char c)
{
    static const struct {
        char c;
        const char *as;
    } table[] = {
        {'\\', "\\textbackslash{}"},
        {'{', "\\{"},
        {'}', "\\}"},
        {'$', "\\$"},
        {'&', "\\&"},
        {'#', "\\#"},
        {'_', "\\_"},
        {'%', "\\%"},
        {'~', "\\textasciitilde{}"},
        {'^', "\\textasciicircum{}"},
        {'<', "\\textless{}"},
        {'>', "\\textgreater{}"},
        {'|', "\\textbar{}"},
        // After the end of a row these would belong to it.
        {'[', "{[}"},
        {']', "{]}"},
        {'*', "{*}"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (table[i].c == c)
            return table[i].as;
    return NULL;
}

static void latex(FILE *out, const char *text)
{
    const size_t len = strlen(text);
    char before = 0;
    for (size_t i = 0, step; i < len; i += step) {
        const char *c;
        size_t n;
        step = next(text + i, len - i, &c, &n);
        // No ligatures: -- `` '' ,, ?` !`
        if ((*c == before && strchr("-`',", *c)) || (*c == '`' && before && strchr("?!", before)))
            fputs("{}", out);
        const char *as = n == 1 ? latex_char(*c) : NULL;
        if (as)
            fputs(as, out);
        else
            fwrite(c, 1, n, out);
        before = *c;
    }
}

static void latex_cell(FILE *out, sheet_cell cell)
{
    fputs(cell.bold ? "\\textbf{" : "", out);
    if (!cell.text)
        fputs("--", out);
    else if (!cell.number)
        latex(out, cell.text);
    else if (cell.text[0] == '-' || cell.text[0] == '+')
        fprintf(out, "$%c$%s", cell.text[0], cell.text + 1);
    else
        fputs(cell.text, out);
    fputs(cell.bold ? "}" : "", out);
}

static void latex_groups(FILE *out, const sheet *t)
{
    for (size_t c = 0, next_col; c < t->cols; c = next_col) {
        next_col = c + sheet_span(t, c);
        fputs(c ? " & " : "", out);
        if (!t->col[c].group)
            continue;
        fprintf(out, "\\multicolumn{%zu}{c}{", next_col - c);
        latex(out, t->col[c].group);
        fputc('}', out);
    }
    fputs(" \\\\\n", out);
    for (size_t c = 0; c < t->cols; c += sheet_span(t, c))
        if (t->col[c].group)
            fprintf(out, "\\cmidrule(lr){%zu-%zu}", c + 1, c + sheet_span(t, c));
    fputc('\n', out);
}

static void latex_tabular(FILE *out, const sheet *t)
{
    fputs("\\begin{tabular}{", out);
    for (size_t c = 0; c < t->cols; c++)
        fputc(t->col[c].number ? 'r' : 'l', out);
    fputs("}\n\\toprule\n", out);
    if (sheet_has_groups(t))
        latex_groups(out, t);
    for (size_t c = 0; c < t->cols; c++) {
        fputs(c ? " & " : "", out);
        latex(out, t->col[c].name);
    }
    fputs(" \\\\\n\\midrule\n", out);
    for (size_t row = 0; row < sheet_rows(t); row++) {
        for (size_t c = 0; c < t->cols; c++) {
            fputs(c ? " & " : "", out);
            latex_cell(out, sheet_at(t, row, c));
        }
        fputs(" \\\\\n", out);
    }
    fputs("\\bottomrule\n\\end{tabular}\n", out);
}

void sheet_print_latex(FILE *out, const sheet *t)
{
    if (t->title) {
        fputs("\\begin{table}\n\\centering\n\\caption{", out);
        latex(out, t->title);
        fputs("}\n", out);
    }
    latex_tabular(out, t);
    for (size_t i = 0; i < t->notes; i++) {
        fputs("\\par\\smallskip{\\footnotesize ", out);
        latex(out, t->note[i]);
        fputs("\\par}\n", out);
    }
    fputs(t->title ? "\\end{table}\n" : "", out);
}

// --- HTML

static void html_cell(FILE *out, const char *tag, bool number, const char *text, bool bold)
{
    fprintf(out, "<%s%s>%s", tag, number ? " class=\"number\"" : "", bold ? "<strong>" : "");
    val_xml(out, text);
    fprintf(out, "%s</%s>", bold ? "</strong>" : "", tag);
}

static void html_groups(FILE *out, const sheet *t)
{
    fputs("<tr>", out);
    for (size_t c = 0; c < t->cols; c += sheet_span(t, c)) {
        fprintf(out, "<th colspan=\"%zu\">", sheet_span(t, c));
        val_xml(out, t->col[c].group ? t->col[c].group : "");
        fputs("</th>", out);
    }
    fputs("</tr>\n", out);
}

void sheet_print_html(FILE *out, const sheet *t)
{
    fputs("<table>\n", out);
    if (t->title) {
        html_cell(out, "caption", false, t->title, false);
        fputc('\n', out);
    }
    fputs("<thead>\n", out);
    if (sheet_has_groups(t))
        html_groups(out, t);
    fputs("<tr>", out);
    for (size_t c = 0; c < t->cols; c++)
        html_cell(out, "th", t->col[c].number, t->col[c].name, false);
    fputs("</tr>\n</thead>\n<tbody>\n", out);
    for (size_t row = 0; row < sheet_rows(t); row++) {
        fputs("<tr>", out);
        for (size_t c = 0; c < t->cols; c++) {
            const sheet_cell cell = sheet_at(t, row, c);
            html_cell(out, "td", t->col[c].number, cell.text ? cell.text : "-", cell.bold);
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody>\n", out);
    for (size_t i = 0; i < t->notes; i++) {
        fprintf(out, "%s<tr><td colspan=\"%zu\">", i ? "" : "<tfoot>\n", t->cols);
        val_xml(out, t->note[i]);
        fprintf(out, "</td></tr>\n%s", i + 1 < t->notes ? "" : "</tfoot>\n");
    }
    fputs("</table>\n", out);
}
