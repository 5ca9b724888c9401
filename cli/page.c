// SPDX-License-Identifier: MIT
#include "cli/page.h"

#include "cli/values.h"

static const char style[] =
    "<style>\n"
    "body { font: 16px/1.45 Helvetica, Arial, sans-serif; color: #222; max-width: 1040px; "
    "margin: 2em auto; padding: 0 1em; }\n"
    "figure { display: inline-block; margin: 0 8px 16px 0; width: 480px; max-width: 100%; "
    "vertical-align: top; }\n"
    "figure svg { width: 100%; height: auto; border: 1px solid #ddd; }\n"
    "div { overflow-x: auto; }\n"
    "table { border-collapse: collapse; margin: 0 0 1em; font-size: 14px; }\n"
    "th, td { padding: 2px 10px; text-align: right; border-bottom: 1px solid #ddd; "
    "font-variant-numeric: tabular-nums; }\n"
    "th:first-child, td:first-child { text-align: left; }\n"
    ".sheet th, .sheet td, .sheet caption { text-align: left; }\n"
    ".sheet caption { font-weight: bold; padding: 4px 0; }\n"
    ".sheet thead tr:first-child th[colspan] { text-align: center; }\n"
    ".sheet .number { text-align: right; }\n"
    ".sheet tbody td:first-child { white-space: nowrap; }\n"
    ".sheet tfoot td { border: 0; color: #555; max-width: 50em; }\n"
    "</style>\n";

void page_begin(FILE *out, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>",
          out);
    val_xml(out, title);
    fprintf(out, "</title>\n%s</head>\n<body>\n<h1>", style);
    val_xml(out, title);
    fputs("</h1>\n", out);
}

void page_end(FILE *out)
{
    fputs("</body>\n</html>\n", out);
}
