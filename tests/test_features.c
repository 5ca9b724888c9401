// SPDX-License-Identifier: MIT
// The language of feature models.
#include "tests/harness.h"
#include "tests/files.h"
#include "tests/sentences.h"

#include "transition/features.h"
#include "common/base/mem.h"

static int parse(feature_model *m, const char *text, copse_error *err)
{
    return fm_parse(m, "f", str(text), err);
}

static void every_address_is_read(void)
{
    static const struct {
        const char *text;
        fm_op op;
        int of;
    } top[] = {{"S0", FM_STACK, 0},  {"S99", FM_STACK, 99},   {"B1", FM_BUFFER, 1},
               {"C0", FM_PASSED, 0}, {"L2", FM_FREE_LEFT, 2}, {"R0", FM_FREE_RIGHT, 0}};
    static const struct {
        const char *name;
        fm_op op;
    } functions[] = {{"head", FM_HEAD},         {"lc", FM_LEFT_CHILD},     {"rc", FM_RIGHT_CHILD},
                     {"lc2", FM_LEFT_CHILD_2},  {"rc2", FM_RIGHT_CHILD_2}, {"ls", FM_LEFT_SIBLING},
                     {"rs", FM_RIGHT_SIBLING},  {"prev", FM_BEFORE},       {"next", FM_AFTER},
                     {"first", FM_FIRST_CHILD}, {"last", FM_LAST_CHILD},   {"lsib", FM_LEFT_BESIDE},
                     {"rsib", FM_RIGHT_BESIDE}};
    feature_model m;
    copse_error err;
    char text[64];
    for (size_t i = 0; i < sizeof top / sizeof top[0]; i++) {
        snprintf(text, sizeof text, "pos(%s)", top[i].text);
        REQUIRE(parse(&m, text, &err) == 0);
        CHECK_INT(m.addresses, 1);
        CHECK_INT(m.address[0].op, top[i].op);
        CHECK_INT(m.address[0].of, top[i].of);
        fm_done(&m);
    }
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        snprintf(text, sizeof text, "pos( %s ( head(B2) ) )", functions[i].name);
        REQUIRE(parse(&m, text, &err) == 0);
        CHECK_INT(m.addresses, 3);
        CHECK_INT(m.address[1].op, FM_HEAD);
        CHECK_INT(m.address[1].of, 0);
        CHECK_INT(m.address[2].op, functions[i].op);
        CHECK_INT(m.address[2].of, 1);
        CHECK_INT(m.term[0].address, 2);
        fm_done(&m);
    }
}

static void every_attribute_is_read(void)
{
    static const struct {
        const char *text;
        fm_attribute attribute;
        bool of_word;
    } all[] = {{"form(S0)", FM_FORM, true},
               {"lemma(S0)", FM_LEMMA, true},
               {"pos(S0)", FM_POS, true},
               {"upos(S0)", FM_UPOS, true},
               {"xpos(S0)", FM_XPOS, true},
               {"feats(S0)", FM_FEATS, true},
               {"feat(S0,Number[psor])", FM_FEAT, true},
               {"prefix(S0,20)", FM_PREFIX, true},
               {"suffix(S0, 1)", FM_SUFFIX, true},
               {"label(S0)", FM_LABEL, false},
               {"valency(S0,left)", FM_VALENCY_LEFT, false},
               {"valency(S0,right)", FM_VALENCY_RIGHT, false},
               {"labels(S0,left)", FM_LABELS_LEFT, false},
               {"labels(S0,right)", FM_LABELS_RIGHT, false},
               {"distance(S0,B0)", FM_DISTANCE, false},
               {"between(S0,B0)", FM_BETWEEN, false},
               {"exists(S0)", FM_EXISTS, false}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        feature_model m;
        copse_error err;
        REQUIRE(parse(&m, all[i].text, &err) == 0);
        CHECK_INT(m.lines, 1);
        CHECK_INT(m.terms, 1);
        CHECK_INT(m.term[0].attribute, all[i].attribute);
        CHECK_INT(m.tables, all[i].of_word);
        CHECK(!m.each);
        fm_done(&m);
    }
}

static void everything_is_evaluated_once(void)
{
    feature_model m;
    copse_error err;
    REQUIRE(parse(&m,
                  "# a comment\r\n\n"
                  "pos(S0) form(lc(S0)) # after a line\n"
                  "  \t pos(S0)\tpos(lc(S0))\r\n"
                  "pos( S0 )prefix(S0,2) prefix(S0,3)\n"
                  "suffix(S0,2) feat(S0,*) feat(B0,*)\n"
                  "feat(S0,Case) feat(S0,Tense) feat(B0,Case)",
                  &err) == 0);
    CHECK_INT(m.lines, 5);
    CHECK_INT(m.addresses, 3); // S0, lc(S0), B0
    CHECK_INT(m.tables, 7);    // pos, form, two prefixes, suffix, Case, Tense
    CHECK_INT(m.terms, 9);
    CHECK(m.each);
    CHECK_INT(m.line[3].n, 1);
    CHECK_INT(fm_most(&m), 4 + FM_MOST_EACH);
    CHECK_INT(fm_add_term(&m, "--split-by", str("pos(S0)"), &err), 0);
    CHECK_INT(m.terms, 9);
    CHECK_INT(fm_add_term(&m, "--split-by", str(" label(S1) "), &err), 9);
    CHECK_INT(m.terms, 10);
    CHECK_INT(m.lines, 5);
    CHECK(fm_add_term(&m, "--split-by", str("label(S1) label(S0)"), &err) < 0);
    CHECK_STRING(err.message, "column 11: expected one term with one value, such as pos(S0), found 'label'");
    CHECK(fm_add_term(&m, "--split-by", str("feat(S0,*)"), &err) < 0);
    CHECK(fm_add_term(&m, "--split-by", str(""), &err) < 0);
    fm_done(&m);
}

#define AN_ADDRESS                                                                                 \
    "an address (S0, B0, C0, L0, R0, or head, lc, rc, lc2, rc2, first, last, ls, rs, lsib, rsib, " \
    "prev, next, advised of one)"
#define AN_ATTRIBUTE                                                                                     \
    "an attribute (form, lemma, pos, upos, xpos, feats, feat, prefix, suffix, cluster, label, valency, " \
    "labels, distance, between, exists, advised-label, advised-sure, advised-arc, advised-side, "        \
    "advised-first, advised-last)"

static void mistakes_are_pointed_at(void)
{
    static const struct {
        const char *text;
        long line;
        const char *message;
    } wrong[] = {
        {"", 0, "no features"},
        {"# nothing\n\n", 0, "no features"},
        {"pos(S0)\npoz(S0)", 2, "column 1: expected " AN_ATTRIBUTE ", found 'poz'"},
        {"\n\n  pos(S0) pos(T0)", 3, "column 15: expected " AN_ADDRESS ", found 'T0'"},
        {"pos(S0", 1, "column 7: expected ')', found the end of the line"},
        {"pos(S0\r\npos(B0)", 1, "column 8: expected ')', found the end of the line"},
        {"pos S0", 1, "column 5: expected '(', found 'S0'"},
        {"pos()", 1, "column 5: expected " AN_ADDRESS ", found ')'"},
        {"pos(S100)", 1, "column 5: expected " AN_ADDRESS ", found 'S100'"},
        {"pos(S)", 1, "column 5: expected " AN_ADDRESS ", found 'S'"},
        {"pos(lc S0)", 1, "column 8: expected '(', found 'S0'"},
        {"pos(lc(S0)", 1, "column 11: expected ')', found the end of the line"},
        {"pos(lc(S0, B0))", 1, "column 10: expected ')', found ','"},
        {"pos(S0,2)", 1, "column 7: expected ')', found ',2'"},
        {"prefix(S0)", 1, "column 10: expected ',', found ')'"},
        {"prefix(S0,0)", 1, "column 11: expected a length from 1 to 20, found '0'"},
        {"suffix(S0,21)", 1, "column 11: expected a length from 1 to 20, found '21'"},
        {"suffix(S0,1x)", 1, "column 11: expected a length from 1 to 20, found '1x'"},
        {"suffix(S0,-1)", 1, "column 11: expected a length from 1 to 20, found '-1'"},
        {"valency(S0,up)", 1, "column 12: expected left or right, found 'up'"},
        {"distance(S0,)", 1, "column 13: expected " AN_ADDRESS ", found ')'"},
        {"feat(S0,)", 1, "column 9: expected the name of a morphological feature, or *, found ')'"},
        {"feat(S0,*) feat(S0,*)  feat(B0,*)", 1,
         "column 24: expected at most two feat(ADDRESS, *) in a line, found 'feat'"},
        {"pos(S0) pos(S1) pos(S2) pos(S3) pos(S4) pos(S5) pos(S6) pos(S7) pos(S8)", 1,
         "column 65: expected at most 8 terms in a line, found 'pos'"},
        {"pos(S0) \xc3\xa9(S0)", 1, "column 9: expected " AN_ATTRIBUTE ", found '\xc3\xa9'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        feature_model m;
        copse_error err = {0};
        CHECK_INT(parse(&m, wrong[i].text, &err), COPSE_EINPUT);
        CHECK_INT(err.line, wrong[i].line);
        CHECK_STRING(err.file, "f");
        CHECK_STRING(err.message, wrong[i].message);
        CHECK(!m.text); // nothing to free
    }
}

static void deep_nesting_is_refused(void)
{
    char text[4000] = "pos(";
    feature_model m;
    copse_error err;
    for (int i = 0; i < 500; i++)
        strcat(text, "head(");
    CHECK_INT(parse(&m, text, &err), COPSE_EINPUT);
    CHECK(strstr(err.message, "nested less deeply"));
}

// Compiles a model of n lines that a function writes; 0 or a code.
static int compile_many(size_t n, int (*line)(char *to, size_t room, size_t i), copse_error *err)
{
    enum { LONGEST = 64 };
    char *all = mem_alloc(n, LONGEST);
    size_t len = 0;
    feature_model m;
    for (size_t i = 0; i < n; i++)
        len += (size_t)line(all + len, LONGEST, i);
    const int code = fm_parse(&m, "many", (copse_str){all, len}, err);
    if (code == 0)
        fm_done(&m);
    mem_free(all);
    return code;
}

static int same_line(char *to, size_t room, size_t i)
{
    (void)i;
    return snprintf(to, room, "pos(S0)\n");
}

static int new_terms(char *to, size_t room, size_t i)
{
    const char where = i < 2000 ? 'S' : 'B';
    const size_t k = i / 20 % 100, length = i % 20 + 1;
    return snprintf(to, room, "prefix(%c%zu,%zu) suffix(%c%zu,%zu)\n", where, k, length, where, k, length);
}

static int new_addresses(char *to, size_t room, size_t i)
{
    static const char *const op[] = {"head", "lc", "rc", "lc2", "rc2", "ls", "rs", "prev", "next", "advised"};
    return snprintf(to, room, "form(%s(%s(%s(S%zu))))\n", op[i % 10], op[i / 10 % 10], op[i / 100 % 10],
                    i / 1000);
}

// Compiling takes time in the square of these numbers.
static void sizes_are_limited(void)
{
    copse_error err = {0};
    CHECK_INT(compile_many(FM_MOST, same_line, &err), 0);
    CHECK_INT(compile_many(FM_MOST + 1, same_line, &err), COPSE_ELIMIT);
    CHECK_STRING(err.message, "more than 4096 features");
    CHECK_INT(compile_many(FM_MOST / 2, new_terms, &err), 0);
    CHECK_INT(compile_many(FM_MOST / 2 + 1, new_terms, &err), COPSE_ELIMIT);
    CHECK_STRING(err.message, "more than 4096 different terms");
    CHECK_INT(compile_many(3000, new_addresses, &err), 0);
    CHECK_INT(compile_many(4000, new_addresses, &err), COPSE_ELIMIT);
    CHECK_STRING(err.message, "more than 4096 different addresses");
}

static void no_cut_does_harm(void)
{
    static const char text[] = "feat(S0,*) feat(lc(S0),Case) distance(S0,B0) # x\nprefix(next(B0),3)\n";
    for (size_t n = 0; n < sizeof text; n++) {
        feature_model m;
        copse_error err;
        char *part = mem_alloc(n, 1); // exactly so many bytes, for a sanitizer
        memcpy(part, text, n);
        if (fm_parse(&m, "f", (copse_str){part, n}, &err) == 0)
            fm_done(&m);
        mem_free(part);
    }
}

static void shipped_models_compile(void)
{
    size_t i = 0;
    bool malt = false;
    for (; fm_shipped(i); i++) {
        feature_model m;
        copse_error err;
        CHECK_INT(fm_read(&m, fm_shipped(i), strcmp(fm_shipped(i), "advice") == 0, &err), 0);
        CHECK_STRING(m.name, fm_shipped(i));
        CHECK(m.lines > 0);
        if (strcmp(m.name, "malt-standard") == 0) {
            malt = true;
            CHECK_INT(m.lines, 14);
            CHECK_INT(m.terms, 14);
            CHECK_INT(m.addresses, 10); // S0 S1 B0-B3 h(S0) l(S0) r(S0) l(B0)
        }
        fm_done(&m);
    }
    CHECK(i > 0 && malt);
}

static void files_are_read(void)
{
    feature_model m;
    copse_error err;
    REQUIRE(fm_read(&m, scratch_text("my.feat", "pos(S0)\npos(B0)\n"), 0, &err) == 0);
    CHECK_INT(m.lines, 2);
    fm_done(&m);
    const char *path = scratch_text("bad.feat", "pos(S0)\npos(Z)\n");
    CHECK_INT(fm_read(&m, path, 0, &err), COPSE_EINPUT);
    CHECK_STRING(err.file, path);
    CHECK_INT(err.line, 2);
    CHECK_INT(fm_read(&m, scratch("none.feat"), 0, &err), COPSE_EIO);
    char *large = mem_alloc(1 << 20, 1);
    memset(large, ' ', 1 << 20);
    CHECK_INT(fm_read(&m, scratch_bytes("large.feat", large, 1 << 20), 0, &err), COPSE_ELIMIT);
    mem_free(large);
}

static void columns_that_are_read(void)
{
    static const struct {
        const char *text;
        unsigned columns; // besides the part of speech
    } all[] = {{"form(S0)", 1U << COPSE_FORM},
               {"lemma(S0) distance(S0,B0)", 1U << COPSE_LEMMA},
               {"upos(S0) label(S0)", 1U << COPSE_UPOS},
               {"xpos(S0)", 1U << COPSE_XPOS},
               {"feats(S0)", 1U << COPSE_FEATS},
               {"feat(S0,Case)", 1U << COPSE_FEATS},
               {"feat(S0,*)", 1U << COPSE_FEATS},
               {"prefix(S0,2)", 1U << COPSE_FORM},
               {"cluster(S0) cluster(B0,4)", 1U << COPSE_FORM},
               {"suffix(S0,2) lemma(B0)", 1U << COPSE_FORM | 1U << COPSE_LEMMA},
               {"label(S0)", 0}};
    feature_model m;
    copse_error err;
    char text[64];
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        REQUIRE(parse(&m, all[i].text, &err) == 0);
        CHECK_INT(fm_reads(&m, COPSE_XPOS), all[i].columns);
        fm_done(&m);
        snprintf(text, sizeof text, "%s\npos(B1)\n", all[i].text);
        REQUIRE(parse(&m, text, &err) == 0);
        CHECK_INT(fm_reads(&m, COPSE_UPOS), all[i].columns | 1U << COPSE_UPOS);
        fm_done(&m);
    }
}

TESTS(TEST(every_address_is_read), TEST(every_attribute_is_read), TEST(everything_is_evaluated_once),
      TEST(mistakes_are_pointed_at), TEST(deep_nesting_is_refused), TEST(sizes_are_limited),
      TEST(no_cut_does_harm), TEST(shipped_models_compile), TEST(files_are_read), TEST(columns_that_are_read))
