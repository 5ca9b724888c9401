// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "common/base/option.h"

#include <locale.h>
#include <stdlib.h>

typedef struct common {
    bool quiet;
    const char *output;
} common;

typedef struct settings {
    common shared;
    int algorithm;
    long k;
    double cost, any;
    const char *name;
    opt_list models;
    bool hidden;
} settings;

#define AT(member) offsetof(settings, member)

static const opt_row shared_rows[] = {
    {'o', "output", OPT_STRING, offsetof(common, output), NULL, NULL, "FILE", "write to FILE", false},
    {'q', "quiet", OPT_FLAG, offsetof(common, quiet), NULL, NULL, NULL, "say nothing", false},
    {0},
};

static const opt_row own_rows[] = {
    {0, "algorithm", OPT_CHOICE, AT(algorithm), "standard", "eager|standard|list", NULL, "the system", true},
    {'k', "best", OPT_INT, AT(k), "1", "1..64", "K", "keep the K best", true},
    {'c', "cost", OPT_REAL, AT(cost), "0.5", "0..", "C", "the cost", true},
    {0, "any", OPT_REAL, AT(any), NULL, NULL, "X", "any number", true},
    {0, "name", OPT_STRING, AT(name), "x", NULL, NULL, "a name", true},
    {'m', "model", OPT_LIST, AT(models), NULL, NULL, "MODEL", "a model", true},
    {0, "hidden", OPT_FLAG, AT(hidden), NULL, NULL, NULL, "a flag", true},
    {0},
};

static const opt_row *const tables[] = {own_rows, shared_rows, NULL};

static settings got;
static const char *operand[32];
static int operand_n;
static copse_error err;

// Parses the words of line, split at blanks; the strings it leaves are copies.
static int parse(const char *line)
{
    char *argv[32] = {"verb"};
    int argc = 1;
    static char kept[1024];
    snprintf(kept, sizeof kept, "%s", line);
    for (char *word = strtok(kept, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    err = (copse_error){0};
    return opt_parse(tables, &got, sizeof got, argc, argv, operand, &operand_n, &err);
}

#define ACCEPT(line)                   \
    do {                               \
        CHECK_INT(parse(line), 0);     \
        CHECK_STRING(err.message, ""); \
    } while (0)

// The line is refused with exactly this message.
#define REFUSE(line, expected)                \
    do {                                      \
        CHECK_INT(parse(line), COPSE_EINPUT); \
        CHECK_STRING(err.message, expected);  \
        CHECK_STRING(err.file, "");           \
        opt_done(tables, &got);               \
    } while (0)

static void defaults(void)
{
    memset(&got, 0xFF, sizeof got);
    ACCEPT("");
    CHECK_INT(got.algorithm, 1);
    CHECK_INT(got.k, 1);
    CHECK_NEAR(got.cost, 0.5, 0);
    CHECK_NEAR(got.any, 0, 0);
    CHECK_STRING(got.name, "x");
    CHECK(got.shared.output == NULL);
    CHECK(!got.shared.quiet && !got.hidden);
    CHECK_INT(got.models.n, 0);
    CHECK_INT(operand_n, 0);
    opt_done(tables, &got);
}

static void ways_of_writing(void)
{
    ACCEPT("--best 7 a --cost=1e2 --any -0.25 - --algorithm=list --name= -qoout --hidden b");
    CHECK_INT(got.k, 7);
    CHECK_NEAR(got.cost, 100, 0);
    CHECK_NEAR(got.any, -0.25, 0);
    CHECK_INT(got.algorithm, 2);
    CHECK_STRING(got.name, "");
    CHECK(got.shared.quiet && got.hidden);
    CHECK_STRING(got.shared.output, "out");
    REQUIRE(operand_n == 3);
    CHECK_STRING(operand[0], "a");
    CHECK_STRING(operand[1], "-");
    CHECK_STRING(operand[2], "b");
    opt_done(tables, &got);

    ACCEPT("-o - -k 3 -k 4 -c.5 -- --best -x --");
    CHECK_STRING(got.shared.output, "-");
    CHECK_INT(got.k, 4);
    CHECK_NEAR(got.cost, 0.5, 0);
    REQUIRE(operand_n == 3);
    CHECK_STRING(operand[0], "--best");
    CHECK_STRING(operand[1], "-x");
    CHECK_STRING(operand[2], "--");
    opt_done(tables, &got);
}

static void lists(void)
{
    ACCEPT("-m a --model b --model=c -md");
    REQUIRE(got.models.n == 4);
    CHECK_STRING(got.models.item[0], "a");
    CHECK_STRING(got.models.item[1], "b");
    CHECK_STRING(got.models.item[2], "c");
    CHECK_STRING(got.models.item[3], "d");
    opt_done(tables, &got);
    CHECK_INT(got.models.n, 0);
}

static void unknown_and_missing(void)
{
    REFUSE("--bogus", "unknown option '--bogus'");
    REFUSE("--bogus=3", "unknown option '--bogus'");
    REFUSE("--bes 3", "unknown option '--bes'"); // no abbreviations: they break when options are added
    REFUSE("-x", "unknown option '-x'");
    REFUSE("-qx", "unknown option '-qx'");
    REFUSE("a --best", "--best needs a value");
    REFUSE("-o", "-o needs a value");
    REFUSE("--output --quiet", "--output needs a value"); // not a file called --quiet
    REFUSE("-o -q", "-o needs a value");
    REFUSE("--model --best=3", "--model needs a value");
}

static void refused_values(void)
{
    REFUSE("--quiet=no", "--quiet takes no value, but 'no' was given");
    REFUSE("--best 0", "--best: '0' is not a whole number in 1..64");
    REFUSE("--best 65", "--best: '65' is not a whole number in 1..64");
    REFUSE("--best=", "--best: '' is not a whole number in 1..64");
    REFUSE("--best 3x", "--best: '3x' is not a whole number in 1..64");
    REFUSE("--best 0x3", "--best: '0x3' is not a whole number in 1..64");
    REFUSE("--best 1.5", "--best: '1.5' is not a whole number in 1..64");
    REFUSE("--best 99999999999999999999", "--best: '99999999999999999999' is not a whole number in 1..64");
    REFUSE("--cost -0.001", "--cost: '-0.001' is not a number in 0..");
    REFUSE("--cost nan", "--cost: 'nan' is not a number in 0..");
    REFUSE("--cost 1e999", "--cost: '1e999' is not a number in 0..");
    REFUSE("--any inf", "--any: 'inf' is not a number");
    REFUSE("--any 1,5", "--any: '1,5' is not a number");
    REFUSE("--algorithm eage", "--algorithm: 'eage' is none of eager|standard|list");
    REFUSE("--algorithm eager|standard", "--algorithm: 'eager|standard' is none of eager|standard|list");
    REFUSE("--algorithm=", "--algorithm: '' is none of eager|standard|list");
    REFUSE("--algorithm \x1b[1m", "--algorithm: '\\x1b[1m' is none of eager|standard|list");
}

static void help_text(void)
{
    static const opt_row rows[] = {
        {'o', "output", OPT_STRING, 0, NULL, NULL, "FILE", "write to FILE", false},
        {0, "algorithm", OPT_CHOICE, 0, "eager", "eager|standard", NULL, "the system", false},
        {0, "long", OPT_CHOICE, 0, "arc-eager", "arc-eager|arc-standard|covington-projective|covington-other",
         NULL, "the system", false},
        {'k', "best", OPT_INT, 0, "10", "1..64", "K",
         "keep so many of the best trees, which takes more memory and more time", false},
        {'m', "model", OPT_LIST, 0, NULL, NULL, "MODEL", "a model", false},
        {0, "quiet", OPT_FLAG, 0, NULL, NULL, NULL, "say nothing", false},
        {0},
    };
    static const opt_row *const shown[] = {rows, NULL};
    char *text = opt_help(shown);
    CHECK_STRING(text, "  -o, --output FILE       write to FILE\n"
                       "      --algorithm eager|standard\n"
                       "                          the system (default: eager)\n"
                       "      --long NAME         the system (arc-eager, arc-standard,\n"
                       "                          covington-projective, covington-other; default:\n"
                       "                          arc-eager)\n"
                       "  -k, --best K            keep so many of the best trees, which takes more\n"
                       "                          memory and more time (1..64; default: 10)\n"
                       "  -m, --model MODEL       a model; may be repeated\n"
                       "      --quiet             say nothing\n");
    free(text);
    text = opt_roff(shown);
    CHECK(strstr(text, ".TP\n\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIFILE\\fR\nwrite to FILE\n") == text);
    CHECK(strstr(text, ".TP\n\\fB\\-\\-quiet\\fR\nsay nothing\n") != NULL);
    CHECK(strstr(text, "(1..64; default: 10)") != NULL);
    free(text);
}

static void wrapping(void)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    REQUIRE(out != NULL);
    for (int i = 0; i < 400; i++)
        fputs(i % 7 ? "ab" : " ", out);
    fclose(out);
    char *wrapped = NULL;
    out = open_memstream(&wrapped, &size);
    opt_wrap(out, text, 4, 4);
    fclose(out);
    int lines = 0;
    for (const char *at = wrapped; *at; at += strcspn(at, "\n") + 1) {
        CHECK(strcspn(at, "\n") <= (lines ? 80 : 76));
        CHECK(at[strcspn(at, "\n") - 1] != ' ');
        lines++;
    }
    CHECK(lines > 8);
    free(text);
    free(wrapped);

    out = open_memstream(&text, &size);
    opt_roff_text(out, ".a-b\n'c\\d.e");
    fclose(out);
    CHECK_STRING(text, "\\&.a\\-b\n\\&'c\\ed.e");
    free(text);
}

static void dump_and_restore(void)
{
    settings back;
    ACCEPT("--best 9 --cost 0.1 --any -1e-300 --algorithm eager --hidden -m a -m b\\c -q -oF");
    free((void *)(uintptr_t)got.name);
    got.name = strdup("two\nlines = \\n");
    char *text = opt_dump(tables, &got);
    CHECK_STRING(text, "algorithm=eager\nbest=9\ncost=0.1\nany=-1e-300\nname=two\\nlines = \\\\n\n"
                       "model=a\nmodel=b\\\\c\nhidden=true\n");
    opt_defaults(tables, &back, sizeof back);
    REQUIRE(opt_restore(tables, &back, (copse_str){text, strlen(text)}, &err) == 0);
    CHECK_STRING(back.name, got.name);
    CHECK_INT(back.models.n, 2);
    CHECK(back.shared.output == NULL && !back.shared.quiet); // not stored
    char *again = opt_dump(tables, &back);
    CHECK_STRING(again, text);
    free(again);
    REQUIRE(opt_restore(tables, &back, (copse_str){text, strlen(text)}, &err) == 0); // lists do not add up
    CHECK_INT(back.models.n, 2);
    free(text);
    opt_done(tables, &got);
    opt_done(tables, &back);
}

// Every double comes back as it was, also where the program's locale writes a comma.
static void reals_survive(void)
{
    const double values[] = {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -2.5, 123456789.123456789, 1e22};
    settings back;
    bool comma = setlocale(LC_ALL, "de_DE.UTF-8") != NULL; // where it is installed
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        ACCEPT("");
        got.any = values[i];
        char *text = opt_dump(tables, &got);
        CHECK(strchr(text, ',') == NULL);
        opt_defaults(tables, &back, sizeof back);
        CHECK_INT(opt_restore(tables, &back, (copse_str){text, strlen(text)}, &err), 0);
        CHECK_NEAR(back.any, got.any, 0);
        free(text);
        opt_done(tables, &got);
        opt_done(tables, &back);
    }
    if (comma)
        setlocale(LC_ALL, "C");
}

static void damaged_store(void)
{
    const char *bad[] = {"bogus=1\n",     "best\n",         "best=0\n",   "best=\n",  "\n",
                         "algorithm=x\n", "hidden=maybe\n", "output=F\n", "cost=nan", "=\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        opt_defaults(tables, &got, sizeof got);
        err = (copse_error){0};
        CHECK_INT(opt_restore(tables, &got, (copse_str){bad[i], strlen(bad[i])}, &err), COPSE_EMODEL);
        CHECK_INT(err.code, COPSE_EMODEL);
        CHECK(err.message[0] != 0);
        opt_done(tables, &got);
    }
    const char nul[] = "name=a\0b\n";
    opt_defaults(tables, &got, sizeof got);
    CHECK_INT(opt_restore(tables, &got, (copse_str){nul, sizeof nul - 1}, &err), COPSE_EMODEL);
    CHECK_INT(opt_restore(tables, &got, (copse_str){"best=2\ncost=3", 13}, &err), 0); // no last newline
    CHECK_INT(got.k, 2);
    CHECK_NEAR(got.cost, 3, 0);
    opt_done(tables, &got);
}

typedef struct automatic {
    long rounds;
    double cost;
} automatic;

static void a_number_may_be_auto(void)
{
    static const opt_row rows[] = {
        {0, "rounds", OPT_INT, offsetof(automatic, rounds), "auto", "0..9", "N", "r", true},
        {0, "cost", OPT_REAL, offsetof(automatic, cost), "auto", "0.1..", "C", "c", true},
        {0, NULL, OPT_FLAG, 0, NULL, NULL, NULL, NULL, false},
    };
    static const opt_row *const both[] = {rows, NULL};
    automatic a, b;
    opt_defaults(both, &a, sizeof a);
    CHECK(opt_auto_int(a.rounds) && opt_auto_real(a.cost));
    char *text = opt_dump(both, &a);
    CHECK_STRING(text, "rounds=auto\ncost=auto\n");
    b = (automatic){1, 2};
    CHECK_INT(opt_restore(both, &b, (copse_str){text, strlen(text)}, &err), 0);
    CHECK(opt_auto_int(b.rounds) && opt_auto_real(b.cost));
    free(text);
    CHECK_INT(opt_restore(both, &a, (copse_str){"rounds=3\ncost=0.5\n", 18}, &err), 0);
    CHECK_INT(a.rounds, 3);
    CHECK_NEAR(a.cost, 0.5, 0);
    CHECK_INT(opt_restore(both, &a, (copse_str){"rounds=10\n", 10}, &err), COPSE_EMODEL);
    CHECK_STRING(err.message, "--rounds: '10' is not a whole number in 0..9, nor auto");
    char *help = opt_help(both);
    CHECK(strstr(help, "(0..9; default: auto)") != NULL);
    free(help);
    CHECK_INT(opt_restore(tables, &got, (copse_str){"best=auto\n", 10}, &err), COPSE_EMODEL); // of others
}

TESTS(TEST(defaults), TEST(a_number_may_be_auto), TEST(ways_of_writing), TEST(lists),
      TEST(unknown_and_missing), TEST(refused_values), TEST(help_text), TEST(wrapping),
      TEST(dump_and_restore), TEST(reals_survive), TEST(damaged_store))
