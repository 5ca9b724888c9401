// SPDX-License-Identifier: MIT
// Writing MaltParser's specifications.
#include "transition/features_malt.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "transition/features_words.h"

#include <stdio.h>
#include <string.h>

typedef struct malt_output {
    text *out;
    const feature_model *m;
    copse_malt_format format;
    const char *const *places; // by fm_op, up to FM_FREE_RIGHT; NULL: none
    bool conllu;
    const char *missing; // why a line cannot be written, after MALT_CANNOT
} malt_output;

static int cannot(malt_output *o, const char *why)
{
    o->missing = why;
    return MALT_CANNOT;
}

// --- XML

// MaltParser's functions around an address, the outer one first; NULL: none.
static const char *const around[][2] = {[FM_HEAD] = {"head", NULL},
                                        [FM_LEFT_CHILD] = {"ldep", NULL},
                                        [FM_RIGHT_CHILD] = {"rdep", NULL},
                                        [FM_LEFT_CHILD_2] = {"rsib", "ldep"},
                                        [FM_RIGHT_CHILD_2] = {"lsib", "rdep"},
                                        [FM_FIRST_CHILD] = {NULL, NULL},
                                        [FM_LAST_CHILD] = {NULL, NULL},
                                        [FM_LEFT_SIBLING] = {NULL, NULL},
                                        [FM_RIGHT_SIBLING] = {NULL, NULL},
                                        [FM_LEFT_BESIDE] = {"lsib", NULL},
                                        [FM_RIGHT_BESIDE] = {"rsib", NULL},
                                        [FM_BEFORE] = {"pred", NULL},
                                        [FM_AFTER] = {"succ", NULL},
                                        [FM_ADVISED] = {NULL, NULL}};

static int xml_address(malt_output *o, int address)
{
    const fm_address *a = &o->m->address[address];
    int closing = 0;
    for (; !fm_is_depth(a->op); a = &o->m->address[a->of]) {
        if (!around[a->op][0])
            return cannot(o, "MaltParser has no such address");
        for (int i = 0; i < 2 && around[a->op][i]; i++, closing++) {
            text_cat(o->out, around[a->op][i]);
            text_cat(o->out, "(");
        }
    }
    if (!o->places[a->op])
        return cannot(o, "MaltParser has no such address for these algorithms");
    text_cat(o->out, o->places[a->op]);
    text_cat(o->out, "[");
    fw_number(o->out, a->of);
    text_cat(o->out, "]");
    while (closing-- > 0)
        text_cat(o->out, ")");
    return 0;
}

// "before ADDRESS after"
static int xml_around(malt_output *o, const char *before, int address, const char *after)
{
    text_cat(o->out, before);
    const int code = xml_address(o, address);
    text_cat(o->out, after);
    return code;
}

static int xml_affix(malt_output *o, const fm_term *t)
{
    text_cat(o->out, t->attribute == FM_PREFIX ? "Prefix(" : "Suffix(");
    const int code = xml_around(o, "InputColumn(FORM, ", t->address, "), ");
    fw_number(o->out, o->m->table[t->table].length);
    text_cat(o->out, ")");
    return code;
}

static int xml_term(malt_output *o, const fm_term *t)
{
    int code;
    switch (t->attribute) {
    case FM_FORM:
        return xml_around(o, "InputColumn(FORM, ", t->address, ")");
    case FM_LEMMA:
        return xml_around(o, "InputColumn(LEMMA, ", t->address, ")");
    case FM_UPOS:
        return xml_around(o, o->conllu ? "InputColumn(UPOSTAG, " : "InputColumn(CPOSTAG, ", t->address, ")");
    case FM_POS:
    case FM_XPOS:
        return xml_around(o, o->conllu ? "InputColumn(XPOSTAG, " : "InputColumn(POSTAG, ", t->address, ")");
    case FM_FEATS:
        return xml_around(o, "InputColumn(FEATS, ", t->address, ")");
    case FM_PREFIX:
    case FM_SUFFIX:
        return xml_affix(o, t);
    case FM_LABEL:
        return xml_around(o, "OutputColumn(DEPREL, ", t->address, ")");
    case FM_VALENCY_LEFT:
        return xml_around(o, "NumOf(", t->address, ", ldep, " MALT_NUMBERS ")");
    case FM_VALENCY_RIGHT:
        return xml_around(o, "NumOf(", t->address, ", rdep, " MALT_NUMBERS ")");
    case FM_DISTANCE:
        code = xml_around(o, "Distance(", t->address, ", ");
        return code ? code : xml_around(o, "", t->other, ", " MALT_DISTANCES ")");
    case FM_EXISTS:
        return xml_around(o, "Exists(", t->address, ")");
    default:
        return cannot(o, "MaltParser has no such term");
    }
}

// n terms: one, two or three at once, the first three of more in a Merge3 of their own.
static int xml_terms(malt_output *o, const int *term, int n)
{
    const fm_term *const all = o->m->term;
    const int merged = n > 3 ? n - 2 : 0; // terms of the first part
    text_cat(o->out, n == 1 ? "" : n == 2 ? "Merge(" : "Merge3(");
    int code = merged ? xml_terms(o, term, merged) : xml_term(o, &all[term[0]]);
    for (int i = merged ? merged : 1; i < n && !code; i++) {
        text_cat(o->out, ", ");
        code = xml_term(o, &all[term[i]]);
    }
    text_cat(o->out, n == 1 ? "" : ")");
    return code;
}

static int xml_line(malt_output *o, const fm_line *line)
{
    int code;
    text_cat(o->out, "\t\t<feature>");
    if (line->each[0] < 0)
        code = xml_terms(o, line->term, line->n);
    else if (line->n || line->each[1] >= 0)
        code = cannot(o, "MaltParser does not merge Split");
    else
        code = xml_around(o, "Split(InputColumn(FEATS, ", line->each[0], "), \\|)");
    text_cat(o->out, "</feature>\n");
    return code;
}

// A name for the model: the file's, without folders and ending.
static void xml_name(text *out, const char *name)
{
    const char *slash = strrchr(name, '/'), *p = slash ? slash + 1 : name, *dot = strrchr(p, '.');
    for (const char *stop = dot && dot > p ? dot : p + strlen(p); p < stop; p++)
        text_add(out, strchr("<>&\"'", *p) || (unsigned char)*p < ' ' ? "_" : p, 1);
}

// --- The paper's notation

static int paper_address(malt_output *o, const fm_address *a)
{
    static const char *const names[] = {
        [FM_HEAD] = "h(", [FM_LEFT_CHILD] = "l(", [FM_RIGHT_CHILD] = "r(", [FM_ADVISED] = NULL};
    int closing = 0;
    for (; !fm_is_depth(a->op); a = &o->m->address[a->of], closing++) {
        if (!names[a->op])
            return cannot(o, "the paper has no such address");
        text_cat(o->out, names[a->op]);
    }
    if (a->op != FM_STACK && a->op != FM_BUFFER)
        return cannot(o, "the paper has no such address");
    text_cat(o->out, a->op == FM_STACK ? "σ" : "τ");
    fw_number(o->out, a->of);
    while (closing-- > 0)
        text_cat(o->out, ")");
    return 0;
}

static int paper_line(malt_output *o, const fm_line *line)
{
    if (line->n != 1 || line->each[0] >= 0)
        return cannot(o, line->n ? "the paper has no conjunctions" : "the paper has no such term");
    const fm_term *t = &o->m->term[line->term[0]];
    const bool suffix = t->attribute == FM_SUFFIX;
    if (suffix) {
        text_cat(o->out, "s_");
        fw_number(o->out, o->m->table[t->table].length);
        text_cat(o->out, "(");
    } else if (t->attribute != FM_POS && t->attribute != FM_FORM && t->attribute != FM_LABEL) {
        return cannot(o, "the paper has no such term");
    }
    text_cat(o->out, t->attribute == FM_POS ? "p(" : t->attribute == FM_LABEL ? "d(" : "w(");
    const int code = paper_address(o, &o->m->address[t->address]);
    text_cat(o->out, suffix ? "))\n" : ")\n");
    return code;
}

// --- All formats

static int write_line(malt_output *o, const fm_line *line)
{
    return o->format == COPSE_MALT_PAR     ? malt_write_par(o->out, o->m, line, &o->missing)
           : o->format == COPSE_MALT_PAPER ? paper_line(o, line)
                                           : xml_line(o, line);
}

// Writes a line, or leaves it out and says so.
static int put_line(malt_output *o, const fm_line *line, const copse_malt_options *how, copse_error *err)
{
    const size_t begin = o->out->n;
    if (write_line(o, line) == 0)
        return 0;
    text what = {0};
    o->out->n = begin;
    fw_line(&what, o->m, line);
    text_add(&what, "", 1);
    const int code =
        err_set(err, COPSE_EINPUT, o->m->name, line->at, "%s cannot be written: %s", what.s, o->missing);
    text_done(&what);
    if (!how->leave_out)
        return code;
    char said[sizeof(copse_error)];
    snprintf(said, sizeof said, "%s:%d: left out: %s", o->m->name, line->at, err->message);
    if (how->report)
        how->report(how->context, said);
    return 0;
}

static const char *const *places_of(const feature_model *m, copse_malt_structures structures)
{
    static const char *const nivre[] = {[FM_STACK] = "Stack", [FM_BUFFER] = "Input", [FM_FREE_RIGHT] = NULL};
    static const char *const covington[] = {[FM_STACK] = "Left",
                                            [FM_BUFFER] = "Right",
                                            [FM_FREE_LEFT] = "LeftContext",
                                            [FM_FREE_RIGHT] = "RightContext"};
    static const char *const stack[] = {
        [FM_STACK] = "Stack", [FM_BUFFER] = "Lookahead", [FM_FREE_RIGHT] = NULL};
    static const char *const planes[] = {[FM_STACK] = "ActiveStack",
                                         [FM_BUFFER] = "Input",
                                         [FM_PASSED] = "InactiveStack",
                                         [FM_FREE_RIGHT] = NULL};
    bool free_words = false;
    for (int i = 0; i < m->addresses; i++)
        free_words |= m->address[i].op == FM_FREE_LEFT || m->address[i].op == FM_FREE_RIGHT;
    if (structures == COPSE_MALT_ANY)
        structures = free_words ? COPSE_MALT_COVINGTON : COPSE_MALT_NIVRE;
    switch (structures) {
    case COPSE_MALT_COVINGTON:
        return covington;
    case COPSE_MALT_STACK:
        return stack;
    case COPSE_MALT_TWO_PLANAR:
        return planes;
    default:
        return nivre;
    }
}

int malt_write(text *out, const feature_model *m, const copse_malt_options *how, copse_error *err)
{
    malt_output o = {.out = out,
                     .m = m,
                     .format = how->format ? how->format : COPSE_MALT_XML,
                     .places = places_of(m, how->structures),
                     .conllu = how->conllu};
    const bool xml = o.format == COPSE_MALT_XML;
    if (xml) {
        text_cat(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<featuremodels>\n\t<featuremodel name=\"");
        xml_name(out, m->name);
        text_cat(out, "\">\n");
    }
    const size_t begin = out->n;
    const fm_line **line = fw_lines(m);
    int code = 0;
    for (int i = 0; i < m->lines && !code; i++)
        code = put_line(&o, line[i], how, err);
    mem_free(line);
    if (!code && out->n == begin)
        return err_set(err, COPSE_EINPUT, m->name, 0, "no feature can be written");
    if (xml)
        text_cat(out, "\t</featuremodel>\n</featuremodels>\n");
    return code;
}
