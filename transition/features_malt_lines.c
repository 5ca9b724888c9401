// SPDX-License-Identifier: MIT
// Specifications of a feature a line: MaltParser 0's .par files, and the notation of Nivre et al. (2007).
#include "transition/features_malt.h"

#include "common/treebank/sentence.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// Calls read for every line that is not empty, with in->end at its end; comments are skipped.
static int each_line(malt_input *in, const char *comment, int (*read)(malt_input *in))
{
    const char *file_end = in->end;
    int code = 0;
    while (in->p < file_end && !code) {
        const char *stop = memchr(in->p, '\n', (size_t)(file_end - in->p));
        stop = stop ? stop : file_end;
        in->end = stop;
        malt_spaces(in);
        const size_t left = (size_t)(stop - in->p);
        if (left && !(left >= strlen(comment) && memcmp(in->p, comment, strlen(comment)) == 0)) {
            const size_t begin = malt_begin(in);
            code = malt_end(in, begin, read(in));
        }
        in->p = stop < file_end ? stop + 1 : stop;
        in->end = file_end;
    }
    return code;
}

// --- .par

// The columns of numbers after the names. All may be missing at the end of a line.
enum { PAR_OFFSET, PAR_LINEAR, PAR_HEADS, PAR_CHILDREN, PAR_SIBLINGS, PAR_SUFFIX, PAR_NUMBERS };

static int par_numbers(malt_input *in, int number[PAR_NUMBERS])
{
    memset(number, 0, PAR_NUMBERS * sizeof *number);
    for (int i = 0; i < PAR_NUMBERS; i++) {
        malt_spaces(in);
        if (in->p == in->end)
            return 0;
        const bool negative = malt_accept(in, '-');
        const int code = malt_number(in, 99, &number[i]);
        if (code)
            return code;
        number[i] = negative ? -number[i] : number[i];
        if (negative && (i == PAR_HEADS || i == PAR_SUFFIX))
            return malt_expected(in, "no negative number before this");
    }
    malt_spaces(in);
    return in->p == in->end ? 0 : malt_expected(in, "the end of the line");
}

// Writes the address that STACK, INPUT or CONTEXT and the numbers name.
static int par_address(malt_input *in, char place, const int number[PAR_NUMBERS], char address[MALT_ADDRESS])
{
    static const char *const less[] = {[PAR_LINEAR] = "prev", [PAR_CHILDREN] = "lc", [PAR_SIBLINGS] = "lsib"};
    static const char *const more[] = {
        [PAR_LINEAR] = "next", [PAR_HEADS] = "head", [PAR_CHILDREN] = "rc", [PAR_SIBLINGS] = "rsib"};
    const int offset = number[PAR_OFFSET];
    int functions = 0;
    if (offset < 0 && place != 'C')
        return malt_expected(in, "no negative offset before this");
    if (place == 'C') // LeftContext, or RightContext counted from -1
        snprintf(address, MALT_ADDRESS, offset < 0 ? "R%d" : "L%d", offset < 0 ? -offset - 1 : offset);
    else
        snprintf(address, MALT_ADDRESS, "%c%d", place, offset);
    for (int i = PAR_LINEAR; i <= PAR_SIBLINGS; i++)
        for (int k = number[i]; k != 0; k += k < 0 ? 1 : -1) {
            if (functions++ == MALT_NESTED)
                return malt_expected(in, "fewer steps before this");
            malt_around(address, k < 0 ? less[i] : more[i]);
        }
    return 0;
}

static int par_line(malt_input *in)
{
    static const struct {
        const char *name, *other, *attribute, *rest;
    } columns[] = {{"POS", "POSTAG", "pos", ")"},    {"DEP", "DEPREL", "label", ")"},
                   {"LEX", "FORM", "form", ")"},     {"LEMMA", "LEMMA", "lemma", ")"},
                   {"CPOS", "CPOSTAG", "upos", ")"}, {"FEATS", "FEATS", "feat", ",*)"}};
    const size_t all = sizeof columns / sizeof columns[0];
    char address[MALT_ADDRESS], rest[16];
    int number[PAR_NUMBERS], code;
    size_t i = 0;
    const copse_str name = malt_word(in);
    while (i < all && !str_is(name, columns[i].name) && !str_is(name, columns[i].other))
        i++;
    if (i == all)
        return malt_expected(in, "POS, DEP, LEX, LEMMA, CPOS or FEATS");
    in->p += name.len;
    malt_spaces(in);
    const copse_str place = malt_word(in);
    if (!str_is(place, "STACK") && !str_is(place, "INPUT") && !str_is(place, "CONTEXT"))
        return malt_expected(in, "STACK, INPUT or CONTEXT");
    in->p += place.len;
    const char letter = place.s[0] == 'I' ? 'B' : place.s[0];
    if ((code = par_numbers(in, number)) || (code = par_address(in, letter, number, address)))
        return code;
    const int suffix = number[PAR_SUFFIX];
    if (suffix == 0)
        return malt_term(in, columns[i].attribute, address, columns[i].rest);
    if (suffix > 20 || strcmp(columns[i].attribute, "form") != 0)
        return malt_missing(in, name.s, "such suffix: LEX, up to 20 characters");
    snprintf(rest, sizeof rest, ",%d)", suffix);
    return malt_term(in, "suffix", address, rest);
}

int malt_read_par(malt_input *in)
{
    return each_line(in, "--", par_line);
}

// --- The paper's notation: p, w, d and s_m of addresses h, l, r, σi, τi. A subscript may have _ before it.

// Reads one of two spellings, and blanks before it.
static bool accept_name(malt_input *in, const char *name, const char *other)
{
    const char *const spelling[] = {name, other};
    malt_spaces(in);
    for (int i = 0; i < 2; i++) {
        const size_t len = strlen(spelling[i]);
        if ((size_t)(in->end - in->p) >= len && memcmp(in->p, spelling[i], len) == 0) {
            in->p += len;
            return true;
        }
    }
    return false;
}

static int subscript(malt_input *in, int most, int *value)
{
    in->p += in->p < in->end && *in->p == '_';
    return malt_number(in, most, value);
}

static int paper_address(malt_input *in, char address[MALT_ADDRESS], int nested)
{
    static const struct {
        const char *name, *ours;
    } functions[] = {{"h(", "head"}, {"l(", "lc"}, {"r(", "rc"}};
    int depth, code;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        if (!accept_name(in, functions[i].name, functions[i].name))
            continue;
        if (nested == MALT_NESTED)
            return malt_expected(in, "an address nested less deeply");
        if ((code = paper_address(in, address, nested + 1)))
            return code;
        malt_around(address, functions[i].ours);
        return malt_accept(in, ')') ? 0 : malt_expected(in, "')'");
    }
    const bool stack = accept_name(in, "σ", "sigma");
    if (!stack && !accept_name(in, "τ", "tau"))
        return malt_expected(in, "an address (σ0, τ0, or h, l, r of one)");
    if ((code = subscript(in, 99, &depth)))
        return code;
    snprintf(address, MALT_ADDRESS, "%c%d", stack ? 'S' : 'B', depth);
    return 0;
}

static int paper_line(malt_input *in)
{
    static const struct {
        const char *name, *ours;
    } attributes[] = {{"p(", "pos"}, {"w(", "form"}, {"d(", "label"}};
    const size_t all = sizeof attributes / sizeof attributes[0];
    char address[MALT_ADDRESS], rest[16] = ")";
    int length = 0, code = 0;
    size_t i = 0;
    const char *begin = in->p;
    if (accept_name(in, "s_", "s") && ((code = subscript(in, 20, &length)) || !malt_accept(in, '(')))
        return code ? code : malt_expected(in, "'('");
    while (i < all && !accept_name(in, attributes[i].name, attributes[i].name))
        i++;
    if (i == all || (length && i != 1))
        return malt_expected(in, "p, w or d of an address, or s_6 of w of one");
    if (in->p > begin && *begin == 's' && length == 0)
        return malt_expected(in, "a suffix of 1 to 20 characters before this");
    if ((code = paper_address(in, address, 0)))
        return code;
    for (int k = 0; k < 1 + (length > 0); k++)
        if (!malt_accept(in, ')'))
            return malt_expected(in, "')'");
    malt_spaces(in);
    if (in->p < in->end && *in->p != '#')
        return malt_expected(in, "the end of the line");
    if (length)
        snprintf(rest, sizeof rest, ",%d)", length);
    return malt_term(in, length ? "suffix" : attributes[i].ours, address, rest);
}

int malt_read_paper(malt_input *in)
{
    return each_line(in, "#", paper_line);
}
