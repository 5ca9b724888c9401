// SPDX-License-Identifier: MIT
// Feature models of the papers, in words, and from and to MaltParser's specifications.
#include "tests/harness.h"
#include "tests/files.h"
#include "tests/sentences.h"

#include "common/base/mem.h"
#include "transition/features_malt.h"
#include "transition/features_public.h"
#include "transition/features_words.h"
#include "transition/system.h"

// The lines of a model, each in its only form, sorted.
typedef struct lines {
    char **line;
    size_t n;
} lines;

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static lines lines_of(const copse_features *f)
{
    lines l = {mem_alloc(copse_features_count(f) + 16, sizeof *l.line), copse_features_count(f)};
    for (size_t i = 0; i < l.n; i++) {
        const char *t = copse_features_at(f, i).text;
        l.line[i] = mem_string(t, strlen(t));
    }
    qsort(l.line, l.n, sizeof *l.line, by_text);
    return l;
}

static void lines_done(lines *l)
{
    for (size_t i = 0; i < l->n; i++)
        mem_free(l->line[i]);
    mem_free(l->line);
}

static void drop(lines *l, const char *line)
{
    size_t i = 0;
    while (i < l->n && strcmp(l->line[i], line) != 0)
        i++;
    REQUIRE(i < l->n);
    mem_free(l->line[i]);
    l->line[i] = l->line[--l->n];
    qsort(l->line, l->n, sizeof *l->line, by_text);
}

static void add(lines *l, const char *line)
{
    l->line[l->n++] = mem_string(line, strlen(line));
    qsort(l->line, l->n, sizeof *l->line, by_text);
}

static void check_same(const lines *a, const lines *b)
{
    CHECK_INT(a->n, b->n);
    for (size_t i = 0; i < a->n && i < b->n; i++)
        CHECK_STRING(a->line[i], b->line[i]);
}

static copse_features *shipped(const char *name)
{
    copse_error err = {0};
    copse_features *f = copse_features_read(name, &err);
    if (!f)
        printf("  %s: %s\n", name, err.message);
    return f;
}

// --- The models of Nivre et al. (2007)

// Reads a specification from memory; NULL after a failure, which is in err.
static char *converted(const char *from, copse_malt_format format, bool leave_out, copse_error *err)
{
    const copse_malt_options how = {.format = format, .leave_out = leave_out};
    text out = {0};
    const int code = malt_read(&out, "spec", str(from), &how, err);
    text_add(&out, "", 1);
    if (code == 0)
        return out.s;
    CHECK_INT(err->code, code);
    text_done(&out);
    return NULL;
}

// The lines of converted text.
static lines lines_from(const char *from, copse_malt_format format)
{
    copse_error err = {0};
    char *own = converted(from, format, false, &err);
    feature_model m;
    lines l = {0};
    CHECK(own != NULL);
    if (!own) {
        printf("  %s\n", err.message);
        return l;
    }
    CHECK_INT(fm_parse(&m, "spec", str(own), &err), 0);
    l.line = mem_alloc((size_t)m.lines + 16, sizeof *l.line);
    for (int i = 0; i < m.lines; i++) {
        text t = {0};
        fw_line(&t, &m, &m.line[i]);
        text_add(&t, "", 1);
        l.line[l.n++] = t.s;
    }
    qsort(l.line, l.n, sizeof *l.line, by_text);
    fm_done(&m);
    mem_free(own);
    return l;
}

// Section 3.2 of the paper, as it is printed.
static void the_standard_model_is_the_paper_s(void)
{
    copse_features *f = shipped("malt-standard");
    REQUIRE(f);
    lines paper = lines_from("p(σ1)\nw(h(σ0))\nd(l(σ0))\n"
                             "p(σ0)\nw(σ0)\nd(σ0)\n"
                             "p(τ0)\nw(τ0)\nd(r(σ0))\n"
                             "p(τ1)\nw(τ1)\nd(l(τ0))\n"
                             "p(τ2)\np(τ3)\n",
                             COPSE_MALT_AUTO),
          ours = lines_of(f);
    CHECK_INT(ours.n, 14);
    check_same(&ours, &paper);
    lines_done(&paper);
    lines_done(&ours);
    copse_features_free(f);
}

// Table 3: "-x" is omitted from the standard model, "+x" added.
static void tuned_models_are_those_of_table_3(void)
{
    static const struct {
        const char *name;
        const char *changes[16];
    } models[] = {
        {"malt-bulgarian",
         {"-form(head(S0))", "-form(S0)", "-form(B0)", "-form(B1)", "+suffix(head(S0),6)", "+suffix(S0,6)",
          "+suffix(B0,6)", "+suffix(B1,6)"}},
        {"malt-danish", {"-form(head(S0))", "+suffix(head(S0),6)", "-form(B1)"}},
        {"malt-german", {"-form(head(S0))", "-form(B1)", "+pos(S2)"}},
        {"malt-turkish", // and stems for forms, section 4.2.10
         {"-pos(S1)", "-pos(B2)", "-pos(B3)", "-form(head(S0))", "-form(B1)", "-form(S0)", "-form(B0)",
          "+lemma(S0)", "+lemma(B0)"}},
        {"malt-morphology", // no model of the paper
         {"+lemma(S0)", "+lemma(B0)", "+upos(S0)", "+upos(B0)", "+feat(S0,*)", "+feat(B0,*)"}},
    };
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        copse_features *standard = shipped("malt-standard"), *tuned = shipped(models[i].name);
        REQUIRE(standard && tuned);
        lines expected = lines_of(standard), ours = lines_of(tuned);
        for (const char *const *c = models[i].changes; *c; c++)
            (**c == '-' ? drop : add)(&expected, *c + 1);
        check_same(&ours, &expected);
        lines_done(&expected);
        lines_done(&ours);
        copse_features_free(standard);
        copse_features_free(tuned);
    }
}

// The features that MaltParser has for arc-eager where none are given, in an order of our own.
static const char eager[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<!-- words, then labels, then parts of speech -->\n"
    "<featuremodels>\n"
    " <featuremodel name='eager'>\n"
    "  <feature>InputColumn(FORM, head(Stack[0]))</feature>\n"
    "  <feature> InputColumn( FORM , Stack[ 0 ] ) </feature>\n"
    "  <feature>InputColumn(FORM,Input[0])</feature><feature>InputColumn(FORM,Input[1])</feature>\n"
    "  <feature>OutputColumn(DEPREL, ldep(Stack[0]))</feature>\n"
    "  <feature>OutputColumn(DEPREL, rdep(Stack[0]))</feature>\n"
    "  <feature>OutputColumn(DEPREL, ldep(Input[0]))</feature>\n"
    "  <feature>OutputColumn(DEPREL, Stack[0])</feature>\n"
    "  <feature>Merge(InputColumn(POSTAG, Input[0]), OutputColumn(DEPREL, ldep(Input[0])))</feature>\n"
    "  <feature>Merge(InputColumn(POSTAG, Stack[0]), OutputColumn(DEPREL, Stack[0]))</feature>\n"
    "  <feature>Merge3(InputColumn(POSTAG, Stack[0]), OutputColumn(DEPREL, ldep(Stack[0])),\n"
    "                  OutputColumn(DEPREL, rdep(Stack[0])))</feature>\n"
    "  <feature>Merge(InputColumn(POSTAG, Stack[0]), InputColumn(POSTAG, Input[0]))</feature>\n"
    "  <feature>Merge3(InputColumn(POSTAG, Stack[1]), InputColumn(POSTAG, Stack[0]), InputColumn(POSTAG, "
    "Input[0]))</feature>\n"
    "  <feature>Merge3(InputColumn(POSTAG, Stack[0]), InputColumn(POSTAG, Input[0]), InputColumn(POSTAG, "
    "Input[1]))</feature>\n"
    "  <feature>Merge3(InputColumn(POSTAG, Input[0]), InputColumn(POSTAG, Input[1]), InputColumn(POSTAG, "
    "Input[2]))</feature>\n"
    "  <feature>Merge3(InputColumn(POSTAG, Input[1]), InputColumn(POSTAG, Input[2]), InputColumn(POSTAG, "
    "Input[3]))</feature>\n"
    "  <feature>InputColumn(POSTAG, Input[3])</feature>\n"
    "  <feature>InputColumn(POSTAG, Input[2])</feature>\n"
    "  <feature>InputColumn(POSTAG, Input[1])</feature>\n"
    "  <feature>InputColumn(POSTAG, Input[0])</feature>\n"
    "  <feature>InputColumn(POSTAG, Stack[0])</feature>\n"
    "  <feature>InputColumn(POSTAG, Stack[1])</feature>\n"
    " </featuremodel>\n"
    "</featuremodels>\n";

static void maltparser_s_default_is_the_standard_model_and_conjunctions(void)
{
    copse_features *f = shipped("malt-standard");
    REQUIRE(f);
    lines expected = lines_of(f), got = lines_from(eager, COPSE_MALT_AUTO);
    add(&expected, "pos(S0) pos(B0)");
    add(&expected, "pos(S1) pos(S0) pos(B0)");
    add(&expected, "pos(S0) pos(B0) pos(B1)");
    add(&expected, "pos(B0) pos(B1) pos(B2)");
    add(&expected, "pos(B1) pos(B2) pos(B3)");
    add(&expected, "pos(S0) label(lc(S0)) label(rc(S0))");
    add(&expected, "pos(S0) label(S0)");
    add(&expected, "pos(B0) label(lc(B0))");
    CHECK_INT(got.n, 22);
    check_same(&got, &expected);
    lines_done(&expected);
    lines_done(&got);
    copse_features_free(f);
}

// --- Conversion

static void every_function_is_read(void)
{
    static const struct {
        const char *from, *to;
    } all[] = {
        {"InputColumn(FORM, Stack[0])", "form(S0)"},
        {"InputColumn(LEMMA, Input[3])", "lemma(B3)"},
        {"InputColumn(CPOSTAG, Left[0])", "upos(S0)"},
        {"InputColumn(UPOSTAG, Right[1])", "upos(B1)"},
        {"InputColumn(POSTAG, LeftContext[0])", "pos(L0)"},
        {"InputColumn(XPOSTAG, RightContext[2])", "pos(R2)"},
        {"InputColumn(FEATS, Lookahead[0])", "feats(B0)"},
        {"OutputColumn(DEPREL, Stack[99])", "label(S99)"},
        {"InputColumn(FORM, ActiveStack[1])", "form(S1)"},
        {"InputColumn(FORM, InactiveStack[0])", "form(C0)"},
        {"InputColumn(FORM, head(Stack[0]))", "form(head(S0))"},
        {"InputColumn(FORM, ldep(rdep(Stack[0])))", "form(lc(rc(S0)))"},
        {"InputColumn(FORM, rdep2(Stack[0]))", "form(rc(S0))"},
        {"InputColumn(FORM, lsib(Stack[0]))", "form(lsib(S0))"},
        {"InputColumn(FORM, rsib(ldep(Stack[0])))", "form(lc2(S0))"},
        {"InputColumn(FORM, lsib(rdep(Stack[0])))", "form(rc2(S0))"},
        {"InputColumn(FORM, lsib(ldep(Stack[0])))", "form(lsib(lc(S0)))"},
        {"InputColumn(FORM, rsib(rsib(ldep(Stack[0]))))", "form(rsib(lc2(S0)))"},
        {"InputColumn(FORM, pred(succ(Input[0])))", "form(prev(next(B0)))"},
        {"Split(InputColumn(FEATS, Input[0]),\\|)", "feat(B0,*)"},
        {"Split(InputColumn(FEATS, Input[0]), |)", "feat(B0,*)"},
        {"Prefix(InputColumn(FORM, Input[0]), 3)", "prefix(B0,3)"},
        {"Suffix(InputColumn(FORM, Input[0]), 20)", "suffix(B0,20)"},
        {"Suffix(InputColumn(FORM, Input[0]), 0)", "form(B0)"},
        {"Exists(ldep(Stack[0]))", "exists(lc(S0))"},
        {"Distance(Stack[0], Input[0], 0|1|2|3|4|5|6|10|20)", "distance(S0,B0)"},
        {"NumOf(Stack[0], ldep, 0|1|2|3|4|5|6)", "valency(S0,left)"},
        {"NumOf(Input[0], rdep, 0|1|2|3|4|5|6)", "valency(B0,right)"},
        {"Merge(Merge(Exists(Stack[0]), Exists(Stack[1])), Merge3(Exists(Stack[2]), Exists(Stack[3]), "
         "Exists(Stack[4])))",
         "exists(S0) exists(S1) exists(S2) exists(S3) exists(S4)"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char xml[512];
        snprintf(xml, sizeof xml,
                 "<featuremodels><featuremodel><feature>%s</feature></featuremodel></featuremodels>",
                 all[i].from);
        lines got = lines_from(xml, COPSE_MALT_XML);
        CHECK_INT(got.n, 1);
        if (got.n)
            CHECK_STRING(got.line[0], all[i].to);
        lines_done(&got);
    }
}

#define XML(feature)                                                               \
    "<featuremodels>\n<featuremodel name=\"m\">\n<feature>" feature "</feature>\n" \
    "</featuremodel>\n</featuremodels>\n"
#define A_FEATURE \
    "a feature (InputColumn, OutputColumn, Merge, Merge3, Split, Prefix, Suffix, Exists, Distance, NumOf)"

static void mistakes_are_pointed_at(void)
{
    static const struct {
        const char *from;
        long line;
        const char *message;
    } wrong[] = {
        {"<featuremodels></featuremodels>", 1, "column 16: expected <featuremodel>, found '<'"},
        {"<featuremodels><featuremodel></featuremodel></featuremodels>", 0, "no features"},
        {"<featuremodel>", 1, "column 1: expected <featuremodels>, found '<featuremodel'"},
        {"<featuremodels\n", 2, "column 1: expected '>', found the end"},
        {"<featuremodels><featuremodel name=x>", 1, "column 35: expected a value in quotes, found 'x'"},
        {"<featuremodels><featuremodel name='x>", 1,
         "column 35: expected an end to what begins here, found ''x'"},
        {"<featuremodels><!-- ", 1, "column 16: expected an end to what begins here, found '<'"},
        {"<!DOCTYPE x [<!ENTITY a 'b'>]><featuremodels>", 1,
         "column 2: expected featuremodels, featuremodel or feature, found '!DOCTYPE'"},
        {"<featuremodels><featuremodel><submodel name='T.TRANS'>", 1,
         "column 30: expected one model for all decisions, no submodel, found '<submodel'"},
        {"<featuremodels><featuremodel><feature/>", 1,
         "column 30: expected <feature> or </featuremodel>, found '<feature'"},
        {"<featuremodels><featuremodel><feature>Exists(Stack[0])", 1,
         "column 39: expected an end to what begins here, found 'Exists'"},
        {"<featuremodels><featuremodel><feature>Exists(Stack[0])<b>", 1,
         "column 55: expected </feature>, found '<b'"},
        {"<featuremodels><featuremodel><feature>Exists(Stack[0])</feature></featuremodel><featuremodel>", 1,
         "column 80: expected </featuremodels>, found '<featuremodel'"},
        {XML("Exists(Stack[0])") "x", 6, "column 1: expected nothing after </featuremodels>, found 'x'"},
        {XML(""), 3, "column 10: expected " A_FEATURE ", found the end"},
        {XML("Column(FORM, Stack[0])"), 3, "column 10: expected " A_FEATURE ", found 'Column'"},
        {XML("InputColumn(FORM, Stack[0]) 2"), 3, "column 38: expected </feature>, found '2'"},
        {XML("InputColumn(FORM, Stack[0]"), 3, "column 36: expected ')', found the end"},
        {XML("InputColumn(FORM Stack[0])"), 3, "column 27: expected ',', found 'Stack'"},
        {XML("InputColumn(WORD, Stack[0])"), 3,
         "column 22: expected FORM, LEMMA, CPOSTAG, POSTAG, UPOSTAG, XPOSTAG or FEATS, found 'WORD'"},
        {XML("OutputColumn(FORM, Stack[0])"), 3, "column 23: expected DEPREL, found 'FORM'"},
        {XML("InputColumn(FORM, Stack[100])"), 3, "column 34: expected a number from 0 to 99, found '100'"},
        {XML("InputColumn(FORM, Stack[-1])"), 3, "column 34: expected a number from 0 to 99, found '-1'"},
        {XML("InputColumn(FORM, &#83;tack[0])"), 3,
         "column 28: expected an address (Stack[0], Input[0], Lookahead[0], Left[0], Right[0], "
         "LeftContext[0], "
         "RightContext[0], ActiveStack[0], InactiveStack[0], or head, ldep, rdep, lsib, rsib, pred, succ of "
         "one), found '&'"},
        {XML("Merge(Exists(Stack[0]))"), 3, "column 32: expected ',', found ')'"},
        {XML("NumOf(Stack[0], sib, 0)"), 3, "column 26: expected ldep, rdep or dep, found 'sib'"},
        {"POS STACK 0\nPOZ STACK 0", 2,
         "column 1: expected POS, DEP, LEX, LEMMA, CPOS or FEATS, found 'POZ'"},
        {"POS TOP 0", 1, "column 5: expected STACK, INPUT or CONTEXT, found 'TOP'"},
        {"POS STACK x", 1, "column 11: expected a number from 0 to 99, found 'x'"},
        {"POS STACK -1", 1, "column 13: expected no negative offset before this, found the end"},
        {"POS STACK 0 0 -1", 1, "column 17: expected no negative number before this, found the end"},
        {"POS STACK 0 0 0 0 0 0 0", 1, "column 23: expected the end of the line, found '0'"},
        {"POS STACK 0 9 9 9", 1, "column 18: expected fewer steps before this, found the end"},
        {"p(σ0)\np(x0)", 2, "column 3: expected an address (σ0, τ0, or h, l, r of one), found 'x0'"},
        {"q(σ0)", 1, "column 1: expected p, w or d of an address, or s_6 of w of one, found 'q'"},
        {"s_6(p(σ0))", 1, "column 7: expected p, w or d of an address, or s_6 of w of one, found 'σ0'"},
        {"s_0(w(σ0))", 1, "column 7: expected a suffix of 1 to 20 characters before this, found 'σ0'"},
        {"p(σ0) p(σ1)", 1, "column 8: expected the end of the line, found 'p'"},
        {"", 0, "no features"},
        {"\n -- \n", 0, "no features"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        copse_error err = {0};
        char *got = converted(wrong[i].from, COPSE_MALT_AUTO, true, &err); // not even with leave_out
        CHECK(!got);
        CHECK_INT(err.line, wrong[i].line);
        CHECK_STRING(err.message, wrong[i].message);
        mem_free(got);
    }
}

static void keep_line(void *context, const char *line)
{
    text *t = context;
    text_cat(t, line);
    text_cat(t, "\n");
}

static void what_copse_lacks_is_named(void)
{
    static const struct {
        const char *from, *message;
    } lacks[] = {
        {XML("InputColumn(FORM, anc(Stack[0]))"), "column 28: Copse has no anc"},
        {XML("InputColumn(PHEAD, Stack[0])"), "column 22: Copse has no PHEAD"},
        {XML("InputArc(PHEAD, Stack[0], Input[0])"), "column 10: Copse has no InputArc"},
        {XML("Merge(Exists(Stack[0]), OutputTable(PPPATH, Stack[0]))"),
         "column 34: Copse has no OutputTable"},
        {XML("Suffix(InputColumn(LEMMA, Stack[0]), 2)"), "column 17: Copse has no part of this column"},
        {XML("Suffix(InputColumn(FORM, Stack[0]), 21)"),
         "column 10: Copse has no prefix or suffix of more than 20 characters"},
        {XML("Split(InputColumn(FEATS, Stack[0]), ,)"), "column 10: Copse has no Split but by \\|"},
        {XML("Merge(Exists(Stack[0]), Split(InputColumn(FEATS, Stack[0]), \\|))"),
         "column 34: Copse has no Split within Merge"},
        {XML("Distance(Stack[0], Input[0], 0|1|2|5)"),
         "column 39: Copse has no intervals but 0|1|2|3|4|5|6|10|20"},
        {XML("NumOf(Stack[0], ldep, 0|1)"), "column 32: Copse has no intervals but 0|1|2|3|4|5|6"},
        {XML("NumOf(Stack[0], dep, 0|1|2|3|4|5|6)"),
         "column 26: Copse has no number of the children on both sides"},
        {XML("Merge(InputColumn(FORM, Lookahead[0]), InputColumn(FORM, Input[0]))"),
         "column 67: Copse has no Input beside Lookahead: the words that were swapped back alone"},
    };
    for (size_t i = 0; i < sizeof lacks / sizeof lacks[0]; i++) {
        copse_error err = {0};
        CHECK(!converted(lacks[i].from, COPSE_MALT_AUTO, false, &err));
        CHECK_INT(err.line, 3);
        CHECK_STRING(err.message, lacks[i].message);
    }
    copse_error err = {0};
    CHECK(!converted("POS STACK 0\nDEP STACK 0 0 0 0 0 3\n", COPSE_MALT_AUTO, false, &err));
    CHECK_STRING(err.message, "column 1: Copse has no such suffix: LEX, up to 20 characters");
}

static void what_copse_lacks_can_be_left_out(void)
{
    text said = {0}, out = {0};
    copse_error err = {0};
    const copse_malt_options how = {.leave_out = true, .report = keep_line, .context = &said};
    const char *from = "<featuremodels><featuremodel>\n"
                       "<feature>Exists(Stack[0])</feature>\n"
                       "<feature>Merge(Exists(Stack[0]), InputColumn(FORM, anc(Stack[0])))</feature>\n"
                       "<feature>Exists(Stack[1])</feature>\n"
                       "</featuremodel></featuremodels>\n";
    CHECK_INT(malt_read(&out, "spec", str(from), &how, &err), 0);
    text_add(&out, "", 1);
    text_add(&said, "", 1);
    CHECK_STRING(out.s, "exists(S0)\nexists(S1)\n");
    CHECK_STRING(said.s, "spec:3: left out: column 52: Copse has no anc\n");
    text_done(&out);
    text_done(&said);
}

// A feature with ever more functions, and with ever more merges.
static void deep_nesting_is_refused(void)
{
    static const char *const open[] = {"Exists(", "Merge(", "Merge(Exists(Stack[0]),"},
                             *const more[] = {"head(", "Merge(", "Merge(Exists(Stack[0]),"};
    for (size_t i = 0; i < 3; i++) {
        text t = {0};
        copse_error err = {0};
        text_cat(&t, "<featuremodels><featuremodel><feature>");
        text_cat(&t, open[i]);
        for (int k = 0; k < 100000; k++)
            text_cat(&t, more[i]);
        text_cat(&t, "</feature></featuremodel></featuremodels>");
        text_add(&t, "", 1);
        CHECK(!converted(t.s, COPSE_MALT_XML, false, &err));
        CHECK(strstr(err.message, i == 0 ? "nested less deeply" : "more than 8 values"));
        text_done(&t);
    }
}

static void too_many_features_are_refused(void)
{
    text t = {0};
    copse_error err = {0};
    for (int i = 0; i <= FM_MOST; i++)
        text_cat(&t, "POS\tSTACK\t0\n");
    text_add(&t, "", 1);
    CHECK(!converted(t.s, COPSE_MALT_PAR, false, &err));
    CHECK_INT(err.line, FM_MOST + 1);
    CHECK(strstr(err.message, "at most 4096 features"));
    text_done(&t);
}

static void par_files_are_read(void)
{
    lines got = lines_from("POS\tSTACK\n"
                           "-- a comment\n"
                           "POS\tINPUT\t2\n"
                           "\n"
                           "CPOS\tINPUT\t0\t-1\r\n"
                           "LEMMA\tINPUT\t0\t1\n"
                           "LEX\tSTACK\t0\t0\t1\n"
                           "DEP\tSTACK\t0\t0\t0\t-1\n"
                           "DEP\tSTACK\t0\t0\t1\t1\t0\n"
                           "DEP\tSTACK\t0\t0\t0\t-1\t1\n"
                           "DEP\tSTACK\t0\t0\t0\t0\t-1\n"
                           "LEX STACK 1 0 0 0 0 4\n"
                           "FEATS\tSTACK\t0\t0\t0\t0\t0\t0\n"
                           "POS\tCONTEXT\t1\n"
                           "POS\tCONTEXT\t-1",
                           COPSE_MALT_AUTO);
    static const char *const expected[] = {"feat(S0,*)",      "form(head(S0))",  "label(lc(S0))",
                                           "label(lc2(S0))",  "label(lsib(S0))", "label(rc(head(S0)))",
                                           "lemma(next(B0))", "pos(B2)",         "pos(L1)",
                                           "pos(R0)",         "pos(S0)",         "suffix(S1,4)",
                                           "upos(prev(B0))"};
    CHECK_INT(got.n, sizeof expected / sizeof expected[0]);
    for (size_t i = 0; i < got.n && i < sizeof expected / sizeof expected[0]; i++)
        CHECK_STRING(got.line[i], expected[i]);
    lines_done(&got);
}

// Every shipped model, written and read again: what was not left out is there again.
static void models_come_back(void)
{
    static const copse_malt_options ways[] = {
        {.format = COPSE_MALT_XML, .structures = COPSE_MALT_NIVRE, .leave_out = true},
        {.format = COPSE_MALT_XML, .structures = COPSE_MALT_COVINGTON, .leave_out = true},
        {.format = COPSE_MALT_XML, .structures = COPSE_MALT_STACK, .conllu = true, .leave_out = true},
        {.format = COPSE_MALT_XML, .structures = COPSE_MALT_TWO_PLANAR, .leave_out = true},
        {.format = COPSE_MALT_PAR, .leave_out = true},
        {.format = COPSE_MALT_PAPER, .leave_out = true}};
    size_t written = 0, whole = 0;
    for (size_t i = 0; copse_features_shipped(i); i++)
        for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
            copse_features *f = shipped(copse_features_shipped(i));
            copse_error err = {0};
            text said = {0};
            copse_malt_options how = ways[k];
            how.report = keep_line;
            how.context = &said;
            REQUIRE(f);
            char *spec = copse_features_to_malt(f, &how, &err);
            if (!spec) {
                CHECK_STRING(err.message, "no feature can be written");
                CHECK(strcmp(copse_features_shipped(i), "advice") == 0 ||
                      strcmp(copse_features_shipped(i), "clusters") == 0);
            } else {
                lines all = lines_of(f),
                      got = lines_from(spec, ways[k].format != COPSE_MALT_PAPER ? COPSE_MALT_AUTO
                                                                                : COPSE_MALT_PAPER);
                size_t left_out = 0;
                for (size_t c = 0; c < said.n; c++)
                    left_out += said.s[c] == '\n';
                CHECK_INT(got.n + left_out, all.n);
                for (size_t a = 0, g = 0; g < got.n; a++, g++) { // all that came back is in the model
                    while (a < all.n && strcmp(all.line[a], got.line[g]) != 0)
                        a++;
                    CHECK(a < all.n);
                }
                written += got.n;
                whole += left_out == 0;
                lines_done(&all);
                lines_done(&got);
            }
            free(spec);
            text_done(&said);
            copse_features_free(f);
        }
    CHECK(written > 1000);
    CHECK(whole >= 5 * 5); // the models of the paper
}

static void everything_that_can_be_written_comes_back(void)
{
    static const char model[] =
        "form(S0) lemma(B0) upos(first(S0))\n" // not written
        "form(S1)\nlemma(B1)\nupos(S0)\npos(B2)\nfeats(S0)\nfeat(B0,*)\n"
        "prefix(S0,3)\nsuffix(B0,20)\nlabel(S0)\nvalency(S0,left)\nvalency(B0,right)\n"
        "distance(S0,B0)\nexists(lc(S0))\nform(head(S0))\nform(lc2(S0))\nform(rc2(B0))\n"
        "form(lsib(S0))\nform(rsib(S0))\nform(prev(S0))\nform(next(next(B0)))\nform(L0)\n"
        "form(R3)\npos(S0) pos(B0) pos(B1) pos(B2)\n"
        "pos(S0) pos(S1) pos(S2) pos(S3) pos(B0) pos(B1) pos(B2) label(lc(rc(S0)))\n";
    copse_error err = {0};
    feature_model m;
    text spec = {0}, said = {0};
    const copse_malt_options how = {.leave_out = true, .report = keep_line, .context = &said};
    REQUIRE(fm_parse(&m, "f", str(model), &err) == 0);
    CHECK_INT(malt_write(&spec, &m, &how, &err), 0);
    text_add(&spec, "", 1);
    text_add(&said, "", 1);
    CHECK_STRING(said.s,
                 "f:1: left out: form(S0) lemma(B0) upos(first(S0)) cannot be written: MaltParser has no "
                 "such address\n");
    lines got = lines_from(spec.s, COPSE_MALT_XML);
    CHECK_INT(got.n, (size_t)m.lines - 1);
    char *back = converted(spec.s, COPSE_MALT_XML, false, &err);
    REQUIRE(back);
    CHECK_STRING(strchr(back, '\n') + 1, strchr(model, '\n') + 1); // after the name; after the first line
    mem_free(back);
    lines_done(&got);
    text_done(&spec);
    text_done(&said);
    fm_done(&m);
}

static void what_maltparser_lacks_is_named(void)
{
    static const struct {
        const char *model;
        copse_malt_options how;
        const char *why;
    } lacks[] = {
        {"labels(S0,left)", {.format = COPSE_MALT_XML}, "MaltParser has no such term"},
        {"between(S0,B0)", {.format = COPSE_MALT_XML}, "MaltParser has no such term"},
        {"feat(S0,Case)", {.format = COPSE_MALT_XML}, "MaltParser has no such term"},
        {"advised-label(S0)", {.format = COPSE_MALT_XML}, "MaltParser has no such term"},
        {"pos(advised(S0))", {.format = COPSE_MALT_XML}, "MaltParser has no such address"},
        {"pos(ls(S0))", {.format = COPSE_MALT_XML}, "MaltParser has no such address"},
        {"pos(C0)", {.format = COPSE_MALT_XML}, "MaltParser has no such address for these algorithms"},
        {"pos(L0)",
         {.format = COPSE_MALT_XML, .structures = COPSE_MALT_NIVRE},
         "MaltParser has no such address for these algorithms"},
        {"pos(S0) feat(S0,*)", {.format = COPSE_MALT_XML}, "MaltParser does not merge Split"},
        {"feat(S0,*) feat(B0,*)", {.format = COPSE_MALT_XML}, "MaltParser does not merge Split"},
        {"pos(S0) pos(B0)", {.format = COPSE_MALT_PAR}, "a .par file has no conjunctions"},
        {"prefix(S0,2)", {.format = COPSE_MALT_PAR}, "a .par file has no such term"},
        {"pos(head(lc(S0)))", {.format = COPSE_MALT_PAR}, "a .par file has no such address"},
        {"pos(lc(rc(S0)))", {.format = COPSE_MALT_PAR}, "a .par file has no such address"},
        {"pos(C0)", {.format = COPSE_MALT_PAR}, "a .par file has no such address"},
        {"pos(S0) pos(B0)", {.format = COPSE_MALT_PAPER}, "the paper has no conjunctions"},
        {"lemma(S0)", {.format = COPSE_MALT_PAPER}, "the paper has no such term"},
        {"pos(lc2(S0))", {.format = COPSE_MALT_PAPER}, "the paper has no such address"},
    };
    for (size_t i = 0; i < sizeof lacks / sizeof lacks[0]; i++) {
        copse_error err = {0};
        feature_model m;
        text out = {0};
        char lines_before[96], message[256];
        snprintf(lines_before, sizeof lines_before, "pos(S0)\n\n%s\n", lacks[i].model);
        snprintf(message, sizeof message, "%s cannot be written: %s", lacks[i].model, lacks[i].why);
        REQUIRE(fm_parse(&m, "f", str(lines_before), &err) == 0);
        CHECK_INT(malt_write(&out, &m, &lacks[i].how, &err), COPSE_EINPUT);
        CHECK_INT(err.line, 3);
        CHECK_STRING(err.message, message);
        text_done(&out);
        fm_done(&m);
    }
}

// --- What a model looks at

static void lines_are_put_in_words(void)
{
    copse_features *f = shipped("malt-german");
    REQUIRE(f);
    CHECK_STRING(copse_features_at(f, 0).text, "pos(S2)");
    CHECK_STRING(copse_features_at(f, 0).words, "the part of speech of the 3rd word of the stack");
    CHECK_STRING(copse_features_at(f, 7).words,
                 "the label of the leftmost child before the top of the stack");
    CHECK_INT(copse_features_at(f, 0).repeats, 0);
    const copse_features_reach r = copse_features_see(f);
    CHECK_INT(r.columns, 1U << COPSE_FORM);
    CHECK(r.pos && r.labels);
    CHECK_INT(r.stack, 3);
    CHECK_INT(r.buffer, 4);
    CHECK_INT(r.passed, 0);
    copse_features_free(f);
}

static copse_features *model_of(const char *features)
{
    return shipped(scratch_text("own.feat", features));
}

static void repeated_lines_are_found(void)
{
    copse_features *f = model_of("pos(S0) pos(B0)\npos(S0)\n# x\npos(B0)  pos(S0)\nfeat(S0,*) feat(B0,*)\n"
                                 "feat( B0,*) feat(S0,*)\npos(S0) pos(S0)\npos(S0)\nadvised-label(S0)\n");
    static const long repeats[] = {0, 0, 1, 0, 5, 0, 2, 0};
    REQUIRE(f);
    CHECK_INT(copse_features_count(f), 8);
    for (size_t i = 0; i < 8; i++)
        CHECK_INT(copse_features_at(f, i).repeats, repeats[i]);
    CHECK(copse_features_at(f, 7).advised);
    copse_features_free(f);
}

static void idle_of(const copse_features *f, const char *algorithm, bool *idle)
{
    copse_error err = {0};
    const char *name = "";
    bool found = false;
    for (size_t i = 0; !found; i++) {
        REQUIRE(copse_features_idle(f, i, &name, idle, &err) == 0 && name);
        found = strcmp(name, algorithm) == 0;
    }
}

// The paper's footnote 8: with arc-eager, the next input token has no head. Its children to the right are
// another matter here: words can come back to the buffer, and the root stands at its end.
static void lines_that_never_have_a_value_are_found(void)
{
    copse_features *f =
        model_of("label(B0)\nlabel(rc(B0))\nlabel(lc(B0))\npos(C0)\npos(head(S0))\nlabel(S0)\n"
                 "pos(S0) distance(S0,C1)\nfeat(C0,*)\nexists(C0)\nadvised-label(C0)\npos(S20)\n"
                 "pos(last(B0))\npos(rsib(lc(S0)))\n");
    static const bool eager_idle[] = {1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0},
                      standard_idle[] = {1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0},
                      covington_idle[] = {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    bool idle[13];
    REQUIRE(f);
    REQUIRE(copse_features_count(f) == 13);
    idle_of(f, "arc-eager", idle);
    for (size_t i = 0; i < 13; i++)
        CHECK_INT(idle[i], eager_idle[i]);
    idle_of(f, "arc-standard", idle);
    for (size_t i = 0; i < 13; i++)
        CHECK_INT(idle[i], standard_idle[i]);
    idle_of(f, "covington-nonprojective", idle);
    for (size_t i = 0; i < 13; i++)
        CHECK_INT(idle[i], covington_idle[i]);
    copse_features_free(f);
}

// --- What fires

static void keep_fired(void *context, const copse_fired *x)
{
    text *t = context;
    char line[160];
    snprintf(line, sizeof line, "%d %s [%s] %zu: %s\n", x->step, x->transition, x->arc, x->feature, x->value);
    text_cat(t, line);
}

static copse_sentence *read_sentence(const char *conllu, copse_reader **reader)
{
    copse_error err = {0};
    copse_sentence *s = copse_sentence_new();
    *reader = copse_reader_memory(conllu, strlen(conllu), "memory", &err);
    CHECK(*reader && copse_reader_next(*reader, s, &err) == 1);
    return s;
}

static void what_fires_is_shown(void)
{
    static const char conllu[] = "1\tBig\tbig\tADJ\t_\tDegree=Pos\t2\tamod\t_\t_\n"
                                 "2\tdogs\tdog\tNOUN\t_\tCase=Nom|Number=Plur\t3\tnsubj\t_\t_\n"
                                 "3\tbark\tbark\tVERB\t_\tNumber=Plur\t0\troot\t_\t_\n\n";
    copse_features *f = model_of("form(S0) pos(B0)\nlabel(lc(B0))\nsuffix(B0,3) distance(S0,B0)\n"
                                 "feat(S0,*) feat(B0,*)\nvalency(B0,left) labels(B0,left)\nexists(S1)\n");
    copse_reader *reader;
    copse_sentence *s = read_sentence(conllu, &reader);
    copse_error err = {0};
    text t = {0};
    REQUIRE(f);
    CHECK_INT(copse_features_fire(f, "arc-eager", s, keep_fired, &t, &err), 0);
    text_add(&t, "", 1);
    CHECK(strstr(t.s, "1 SHIFT [] 0: - ADJ\n1 SHIFT [] 1: -\n1 SHIFT [] 2: Big -\n1 SHIFT [] 4: 0 none\n"
                      "1 SHIFT [] 5: no\n"
                      "2 LEFT [dogs -amod-> Big] 0: Big NOUN\n2 LEFT [dogs -amod-> Big] 1: -\n"
                      "2 LEFT [dogs -amod-> Big] 2: ogs 1\n") == t.s);
    CHECK(strstr(t.s, "4 LEFT [bark -nsubj-> dogs] 3: Number=Plur=Plur\n"));
    CHECK(strstr(t.s, ": 1 amod\n"));
    CHECK(strstr(t.s, "[ROOT -root-> bark]"));
    CHECK_INT(copse_features_fire(f, "no-such", s, keep_fired, &t, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "no such algorithm: no-such");
    text_done(&t);
    copse_sentence_free(s);
    copse_reader_close(reader);
    copse_features_free(f);
}

// Every system derives a non-projective tree, lifted if it must be, and the shipped models fire.
static void every_system_shows_its_features(void)
{
    static const char conllu[] = "1\ta\ta\tX\tY\tF=1\t3\tx\t_\t_\n2\tb\tb\tX\tY\t_\t4\ty\t_\t_\n"
                                 "3\tc\tc\tX\tY\tF=1|G=2\t4\tz\t_\t_\n4\td\td\tX\tY\tF=2\t0\troot\t_\t_\n"
                                 "5\te\te\tX\tY\t_\t3\tx\t_\t_\n\n";
    for (size_t i = 0; sys_all[i]; i++)
        for (size_t k = 0; copse_features_shipped(k); k++) {
            copse_features *f = shipped(copse_features_shipped(k));
            copse_reader *reader;
            copse_sentence *s = read_sentence(conllu, &reader);
            copse_error err = {0};
            text t = {0};
            REQUIRE(f);
            CHECK_INT(copse_features_fire(f, sys_all[i]->name, s, keep_fired, &t, &err), 0);
            CHECK((t.n > 0) == !copse_features_at(f, 0).advised);
            text_done(&t);
            copse_sentence_free(s);
            copse_reader_close(reader);
            copse_features_free(f);
        }
}

TESTS(TEST(the_standard_model_is_the_paper_s), TEST(tuned_models_are_those_of_table_3),
      TEST(maltparser_s_default_is_the_standard_model_and_conjunctions), TEST(every_function_is_read),
      TEST(mistakes_are_pointed_at), TEST(what_copse_lacks_is_named), TEST(what_copse_lacks_can_be_left_out),
      TEST(deep_nesting_is_refused), TEST(too_many_features_are_refused), TEST(par_files_are_read),
      TEST(models_come_back), TEST(everything_that_can_be_written_comes_back),
      TEST(what_maltparser_lacks_is_named), TEST(lines_are_put_in_words), TEST(repeated_lines_are_found),
      TEST(lines_that_never_have_a_value_are_found), TEST(what_fires_is_shown),
      TEST(every_system_shows_its_features))
