// SPDX-License-Identifier: MIT
// Features in MaltParser's functional notation: Merge(InputColumn(POSTAG, Stack[0]), OutputColumn(DEPREL,
// Input[0])).
#include "transition/features_malt.h"

#include "common/treebank/sentence.h"

#include <stdio.h>
#include <string.h>

typedef struct row { // a name of MaltParser's and ours; NULL: we have none
    const char *name, *ours;
} row;

static const row *find(const row *rows, copse_str name)
{
    while (rows->name && !str_is(name, rows->name))
        rows++;
    return rows->name ? rows : NULL;
}

int malt_expect(malt_input *in, char c)
{
    const char what[] = {'\'', c, '\'', 0};
    return malt_accept(in, c) ? 0 : malt_expected(in, what);
}

// Complains about a name that MaltParser has and we do not.
static int no_such(malt_input *in, copse_str name)
{
    char what[64];
    snprintf(what, sizeof what, "%.*s", (int)(name.len < 40 ? name.len : 40), name.s);
    return malt_missing(in, name.s, what);
}

// Stack[0]: the name has been read.
static int read_place(malt_input *in, const row *place, copse_str name, char address[MALT_ADDRESS])
{
    int depth, code = malt_expect(in, '[');
    if (code || (code = malt_number(in, 99, &depth)) || (code = malt_expect(in, ']')))
        return code;
    if (!place->ours)
        return no_such(in, name);
    if (in->lookahead && strcmp(place->name, "Input") == 0)
        return malt_missing(in, name.s, "Input beside Lookahead: the words that were swapped back alone");
    snprintf(address, MALT_ADDRESS, "%s%d", place->ours, depth);
    return 0;
}

static int read_address(malt_input *in, char address[MALT_ADDRESS], int nested)
{
    static const row places[] = {{"Stack", "S"},        {"Input", "B"},       {"Lookahead", "B"},
                                 {"Left", "S"},         {"Right", "B"},       {"LeftContext", "L"},
                                 {"RightContext", "R"}, {"ActiveStack", "S"}, {"InactiveStack", "C"},
                                 {NULL, NULL}};
    // rdep2 differs from rdep only for the root.
    static const row functions[] = {{"head", "head"}, {"ldep", "lc"},   {"rdep", "rc"},   {"rdep2", "rc"},
                                    {"lsib", "lsib"}, {"rsib", "rsib"}, {"pred", "prev"}, {"succ", "next"},
                                    {"anc", NULL},    {"panc", NULL},   {"ldesc", NULL},  {"pldesc", NULL},
                                    {"rdesc", NULL},  {"prdesc", NULL}, {NULL, NULL}};
    malt_spaces(in);
    const copse_str name = malt_word(in);
    const row *place = find(places, name), *function = find(functions, name);
    if (!place && !function)
        return malt_expected(in, "an address (Stack[0], Input[0], Lookahead[0], Left[0], Right[0], "
                                 "LeftContext[0], RightContext[0], ActiveStack[0], InactiveStack[0], or "
                                 "head, ldep, rdep, lsib, rsib, pred, "
                                 "succ of one)");
    if (nested > MALT_NESTED)
        return malt_expected(in, "an address nested less deeply");
    in->p += name.len;
    if (place)
        return read_place(in, place, name, address);
    int code = malt_expect(in, '(');
    if (code || (code = read_address(in, address, nested + 1)) || (code = malt_expect(in, ')')))
        return code;
    if (!function->ours)
        return no_such(in, name);
    malt_around(address, function->ours);
    return 0;
}

// The column and the address of InputColumn( and OutputColumn(, to the end.
static int read_column(malt_input *in, bool output, const char **attribute, char address[MALT_ADDRESS])
{
    static const row columns[] = {
        {"FORM", "form"},  {"LEMMA", "lemma"}, {"CPOSTAG", "upos"}, {"UPOSTAG", "upos"}, {"UPOS", "upos"},
        {"POSTAG", "pos"}, {"XPOSTAG", "pos"}, {"XPOS", "pos"},     {"FEATS", "feats"},  {"ID", NULL},
        {"HEAD", NULL},    {"DEPREL", NULL},   {"PHEAD", NULL},     {"PDEPREL", NULL},   {"DEPS", NULL},
        {"MISC", NULL},    {NULL, NULL}};
    static const row outputs[] = {{"DEPREL", "label"}, {"HEAD", NULL}, {NULL, NULL}};
    int code = malt_expect(in, '(');
    if (code)
        return code;
    malt_spaces(in);
    const copse_str name = malt_word(in);
    const row *column = find(output ? outputs : columns, name);
    if (!column)
        return malt_expected(in,
                             output ? "DEPREL" : "FORM, LEMMA, CPOSTAG, POSTAG, UPOSTAG, XPOSTAG or FEATS");
    in->p += name.len;
    if ((code = malt_expect(in, ',')) || (code = read_address(in, address, 0)) ||
        (code = malt_expect(in, ')')))
        return code;
    *attribute = column->ours;
    return column->ours ? 0 : no_such(in, name);
}

static int input_column(malt_input *in, copse_str name)
{
    const char *attribute;
    char address[MALT_ADDRESS];
    const int code = read_column(in, name.s[0] == 'O', &attribute, address);
    return code ? code : malt_term(in, attribute, address, ")");
}

// Reads "(InputColumn(COLUMN, ADDRESS)," where the column must be the one that is wanted.
static int read_within(malt_input *in, const char *wanted, char address[MALT_ADDRESS])
{
    const char *attribute, *at;
    int code = malt_expect(in, '(');
    if (code)
        return code;
    malt_spaces(in);
    at = in->p;
    const copse_str name = malt_word(in);
    if (!str_is(name, "InputColumn"))
        return malt_expected(in, "InputColumn");
    in->p += name.len;
    if ((code = read_column(in, false, &attribute, address)) || (code = malt_expect(in, ',')))
        return code;
    return strcmp(attribute, wanted) == 0 ? 0 : malt_missing(in, at, "part of this column");
}

// Split(InputColumn(FEATS, A), \|)
static int split(malt_input *in, copse_str name)
{
    char address[MALT_ADDRESS];
    int code = read_within(in, "feats", address);
    if (code)
        return code;
    malt_spaces(in);
    const char *bar = in->p;
    in->p += in->p < in->end && *in->p == '\\';
    if ((code = malt_expect(in, '|'))) {
        in->p = bar;
        return malt_missing(in, name.s, "Split but by \\|");
    }
    return (code = malt_expect(in, ')')) ? code : malt_term(in, "feat", address, ",*)");
}

// Prefix(InputColumn(FORM, A), 3); 0 is the whole form.
static int affix(malt_input *in, copse_str name)
{
    char address[MALT_ADDRESS], rest[16];
    int length, code = read_within(in, "form", address);
    if (code || (code = malt_number(in, 1000, &length)) || (code = malt_expect(in, ')')))
        return code;
    if (length > 20)
        return malt_missing(in, name.s, "prefix or suffix of more than 20 characters");
    snprintf(rest, sizeof rest, ",%d)", length);
    return length ? malt_term(in, name.s[0] == 'P' ? "prefix" : "suffix", address, rest)
                  : malt_term(in, "form", address, ")");
}

static int exists(malt_input *in, copse_str name)
{
    char address[MALT_ADDRESS];
    (void)name;
    int code = malt_expect(in, '(');
    if (code || (code = read_address(in, address, 0)) || (code = malt_expect(in, ')')))
        return code;
    return malt_term(in, "exists", address, ")");
}

// Reads the intervals "0|1|2)" of a number. We have one way to divide them.
static int read_intervals(malt_input *in, const char *wanted)
{
    int number, code = 0;
    malt_spaces(in);
    const char *begin = in->p;
    do
        code = malt_number(in, 1000000, &number);
    while (!code && malt_accept(in, '|'));
    const size_t len = (size_t)(in->p - begin);
    if (code || (code = malt_expect(in, ')')))
        return code;
    if (len == strlen(wanted) && memcmp(begin, wanted, len) == 0)
        return 0;
    char what[80];
    snprintf(what, sizeof what, "intervals but %s", wanted);
    return malt_missing(in, begin, what);
}

static int distance(malt_input *in, copse_str name)
{
    char address[MALT_ADDRESS], other[MALT_ADDRESS], rest[MALT_ADDRESS + 4];
    (void)name;
    int code = malt_expect(in, '(');
    if (code || (code = read_address(in, address, 0)) || (code = malt_expect(in, ',')) ||
        (code = read_address(in, other, 0)) || (code = malt_expect(in, ',')) ||
        (code = read_intervals(in, MALT_DISTANCES)))
        return code;
    snprintf(rest, sizeof rest, ",%s)", other);
    return malt_term(in, "distance", address, rest);
}

// NumOf(A, ldep, 0|1|2)
static int num_of(malt_input *in, copse_str name)
{
    static const row relations[] = {{"ldep", ",left)"}, {"rdep", ",right)"}, {"dep", NULL}, {NULL, NULL}};
    char address[MALT_ADDRESS];
    (void)name;
    int code = malt_expect(in, '(');
    if (code || (code = read_address(in, address, 0)) || (code = malt_expect(in, ',')))
        return code;
    malt_spaces(in);
    const copse_str relation = malt_word(in);
    const row *r = find(relations, relation);
    if (!r)
        return malt_expected(in, "ldep, rdep or dep");
    in->p += relation.len;
    if ((code = malt_expect(in, ',')) || (code = read_intervals(in, MALT_NUMBERS)))
        return code;
    return r->ours ? malt_term(in, "valency", address, r->ours)
                   : malt_missing(in, relation.s, "number of the children on both sides");
}

static int unknown(malt_input *in, copse_str name)
{
    return no_such(in, name);
}

static int merge(malt_input *in, copse_str name);

// A feature function. It is called when its name has been read.
typedef struct feature_row {
    const char *name;
    int (*read)(malt_input *in, copse_str name);
} feature_row;

static const feature_row feature_rows[] = {{"InputColumn", input_column},
                                           {"OutputColumn", input_column},
                                           {"Merge", merge},
                                           {"Merge3", merge},
                                           {"Split", split},
                                           {"Prefix", affix},
                                           {"Suffix", affix},
                                           {"Exists", exists},
                                           {"Distance", distance},
                                           {"NumOf", num_of},
                                           {"InputArc", unknown},
                                           {"InputArcDir", unknown},
                                           {"InputTable", unknown},
                                           {"OutputTable", unknown},
                                           {"OutputArc", unknown}};

int malt_read_feature(malt_input *in)
{
    malt_spaces(in);
    const copse_str name = malt_word(in);
    size_t i = 0, n = sizeof feature_rows / sizeof feature_rows[0];
    while (i < n && !str_is(name, feature_rows[i].name))
        i++;
    if (i == n)
        return malt_expected(in,
                             "a feature (InputColumn, OutputColumn, Merge, Merge3, Split, Prefix, Suffix, "
                             "Exists, Distance, NumOf)");
    in->p += name.len;
    return feature_rows[i].read(in, name);
}

// Merge(FEATURE, FEATURE), Merge3(FEATURE, FEATURE, FEATURE), of which a feature has fewer than terms.
static int merge(malt_input *in, copse_str name)
{
    const int parts = name.len == strlen("Merge3") ? 3 : 2;
    if (++in->merged > FM_MAX_TERMS)
        return malt_missing(in, name.s, "feature of more than 8 values");
    int code = malt_expect(in, '(');
    for (int i = 0; i < parts && !code; i++) {
        malt_spaces(in);
        const copse_str part = malt_word(in);
        if (str_is(part, "Split"))
            return malt_missing(in, part.s, "Split within Merge");
        if ((code = malt_read_feature(in)) == 0)
            code = malt_expect(in, i + 1 < parts ? ',' : ')');
    }
    return code;
}
