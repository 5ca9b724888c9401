// SPDX-License-Identifier: MIT
// Sheets: every format, with the characters that are special in it.
#include "cli/sheet.h"
#include "tests/harness.h"

#include <stdlib.h>

// What a sheet looks like; the caller frees it.
static char *printed(const sheet *t, sheet_format format)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    sheet_print(out, t, format);
    fclose(out);
    return text;
}

#define CHECK_SHEET(t, format, expected)      \
    do {                                      \
        char *text_ = printed((t), (format)); \
        CHECK_STRING(text_, (expected));      \
        free(text_);                          \
    } while (0)

static sheet *plain(void)
{
    sheet *t = sheet_new("by label");
    sheet_column(t, "label", false);
    sheet_column(t, "words", true);
    sheet_column_in(t, "MST", "LAS", true);
    sheet_column_in(t, "MST", "UAS", true);
    sheet_column_in(t, "Malt parser", "LAS", true);
    sheet_text(t, "nsubj");
    sheet_count(t, 900);
    sheet_percent(t, 812, 900);
    sheet_bold(t);
    sheet_percent(t, 2, 3);
    sheet_real(t, -0.001, 2);
    sheet_text(t, "obj");
    sheet_count(t, -7);
    sheet_percent(t, 1, 0);
    sheet_note(t, "- nothing was counted");
    return t;
}

static void as_text(void)
{
    sheet *t = plain();
    CHECK_SHEET(t, SHEET_TEXT,
                "by label\n"
                "                        MST  Malt parser\n"
                "label  words    LAS     UAS          LAS\n"
                "nsubj    900  90.22*  66.67         0.00\n"
                "obj       -7      -       -            -\n"
                "- nothing was counted\n");
    sheet_free(t);
}

static void as_data(void)
{
    sheet *t = plain();
    CHECK_SHEET(t, SHEET_TSV,
                "label\twords\tmst_las\tmst_uas\tmalt_parser_las\n"
                "nsubj\t900\t90.22\t66.67\t0.00\n"
                "obj\t-7\t-\t-\t-\n");
    CHECK_SHEET(t, SHEET_JSON,
                "[\n    {\"label\": \"nsubj\", \"words\": 900, \"mst_las\": 90.22, \"mst_uas\": 66.67, "
                "\"malt_parser_las\": 0.00},\n"
                "    {\"label\": \"obj\", \"words\": -7, \"mst_las\": null, \"mst_uas\": null, "
                "\"malt_parser_las\": null}\n  ]");
    sheet_free(t);
}

static void as_markup(void)
{
    sheet *t = plain();
    CHECK_SHEET(t, SHEET_MARKDOWN,
                "**by label**\n\n"
                "| label | words | MST LAS | MST UAS | Malt parser LAS |\n"
                "|---|---:|---:|---:|---:|\n"
                "| nsubj | 900 | **90.22** | 66.67 | 0.00 |\n"
                "| obj | -7 | - | - | - |\n"
                "\n\\- nothing was counted\n");
    CHECK_SHEET(t, SHEET_LATEX,
                "\\begin{table}\n\\centering\n\\caption{by label}\n"
                "\\begin{tabular}{lrrrr}\n\\toprule\n"
                " &  & \\multicolumn{2}{c}{MST} & \\multicolumn{1}{c}{Malt parser} \\\\\n"
                "\\cmidrule(lr){3-4}\\cmidrule(lr){5-5}\n"
                "label & words & LAS & UAS & LAS \\\\\n\\midrule\n"
                "nsubj & 900 & \\textbf{90.22} & 66.67 & 0.00 \\\\\n"
                "obj & $-$7 & -- & -- & -- \\\\\n"
                "\\bottomrule\n\\end{tabular}\n"
                "\\par\\smallskip{\\footnotesize - nothing was counted\\par}\n\\end{table}\n");
    CHECK_SHEET(t, SHEET_HTML,
                "<table>\n<caption>by label</caption>\n<thead>\n"
                "<tr><th colspan=\"1\"></th><th colspan=\"1\"></th><th colspan=\"2\">MST</th>"
                "<th colspan=\"1\">Malt parser</th></tr>\n"
                "<tr><th>label</th><th class=\"number\">words</th><th class=\"number\">LAS</th>"
                "<th class=\"number\">UAS</th><th class=\"number\">LAS</th></tr>\n</thead>\n<tbody>\n"
                "<tr><td>nsubj</td><td class=\"number\">900</td>"
                "<td class=\"number\"><strong>90.22</strong></td><td class=\"number\">66.67</td>"
                "<td class=\"number\">0.00</td></tr>\n"
                "<tr><td>obj</td><td class=\"number\">-7</td><td class=\"number\">-</td>"
                "<td class=\"number\">-</td><td class=\"number\">-</td></tr>\n</tbody>\n"
                "<tfoot>\n<tr><td colspan=\"5\">- nothing was counted</td></tr>\n</tfoot>\n</table>\n");
    sheet_free(t);
}

// One cell without a title.
static void check_cell(const char *text, sheet_format format, const char *expected)
{
    sheet *t = sheet_new(NULL);
    sheet_column(t, "x", false);
    sheet_text(t, text);
    char *all = printed(t, format);
    if (!strstr(all, expected)) {
        test_failures++;
        printf("  no \"%s\" in\n%s\n", expected, all);
    }
    free(all);
    sheet_free(t);
}

static void escapes(void)
{
    check_cell("a|b*c_d\\e`f[g]<h>~&$", SHEET_MARKDOWN,
               "| a\\|b\\*c\\_d\\\\e\\`f\\[g\\]\\<h\\>\\~\\&\\$ |\n");
    check_cell("a\nb\tc", SHEET_MARKDOWN, "| a b c |\n");
    check_cell("a\xff"
               "b",
               SHEET_MARKDOWN, "| a?b |\n");
    check_cell("\\a{b}$&#_%~^<>|", SHEET_LATEX,
               "\n\\textbackslash{}a\\{b\\}\\$\\&\\#\\_\\%\\textasciitilde{}\\textasciicircum{}\\textless{}"
               "\\textgreater{}\\textbar{} \\\\\n");
    check_cell("[1] *", SHEET_LATEX, "\n{[}1{]} {*} \\\\\n"); // "\\" takes a star or bracket after it
    check_cell("--a ``b'' ?` ,,", SHEET_LATEX, "\n-{}-a `{}`b'{}' ?{}` ,{}, \\\\\n");
    check_cell("a\nb\xff", SHEET_LATEX, "\na b? \\\\\n");
    check_cell("<b> & \"c\"", SHEET_HTML, "<td>&lt;b&gt; &amp; &quot;c&quot;</td>");
    check_cell("a\tb\nc", SHEET_TSV, "x\na b c\n");
    check_cell("say \"x\\y\"\n", SHEET_JSON, "\"say \\\"x\\\\y\\\"\\u000a\"");
    check_cell("a\x1b[2J", SHEET_TEXT, "x\na\\x1b[2J\n");
}

// Wide characters take two columns of a terminal, combining ones none.
static void aligns_what_is_seen(void)
{
    sheet *t = sheet_new(NULL);
    sheet_column(t, "label", false);
    sheet_column(t, "n", true);
    sheet_text(t, "主语");
    sheet_count(t, 5);
    sheet_text(t, "a\xcc\x81");
    sheet_count(t, 10);
    CHECK_SHEET(t, SHEET_TEXT, "label   n\n主语    5\na\xcc\x81      10\n");
    sheet_free(t);
}

static void numbers(void)
{
    sheet *t = sheet_new(NULL);
    sheet_column(t, "x", true);
    sheet_real(t, (double)NAN, 2);
    sheet_real(t, (double)INFINITY, 2);
    sheet_difference(t, 1.5, 2);
    sheet_difference(t, -1.5, 2);
    sheet_difference(t, 0.004, 2);
    sheet_difference(t, -0.004, 2);
    sheet_p(t, 0.04321);
    sheet_p(t, 0.00001234);
    CHECK_SHEET(t, SHEET_TSV, "x\n-\n-\n+1.50\n-1.50\n0.00\n0.00\n0.0432\n1.2e-05\n");
    CHECK_SHEET(t, SHEET_JSON,
                "[\n    {\"x\": null},\n    {\"x\": null},\n    {\"x\": 1.50},\n    {\"x\": -1.50},\n"
                "    {\"x\": 0.00},\n    {\"x\": 0.00},\n    {\"x\": 0.0432},\n    {\"x\": 1.2e-05}\n  ]");
    sheet_free(t);
}

static void keys_differ(void)
{
    sheet *t = sheet_new(NULL);
    sheet_column_in(t, "a.b", "LAS", true);
    sheet_column_in(t, "a b", "LAS", true);
    sheet_column(t, "a/b las 2", true);
    sheet_column(t, "+/-", true);
    sheet_column(t, "Größe", true);
    CHECK_SHEET(t, SHEET_TSV, "a_b_las\ta_b_las_2\ta_b_las_2_2\tcolumn\tgröße\n");
    CHECK_SHEET(t, SHEET_JSON, "[]");
    sheet_free(t);
}

TESTS(TEST(as_text), TEST(as_data), TEST(as_markup), TEST(escapes), TEST(aligns_what_is_seen), TEST(numbers),
      TEST(keys_differ))
