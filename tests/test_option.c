// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "common/base/error.h"
#include "common/base/option.h"
#include "common/base/text.h"
#include "common/base/mem.h"

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
    {.short_name = 'o',
     .long_name = "output",
     .type = OPT_STRING,
     .offset = offsetof(common, output),
     .arg = "FILE",
     .help = "write to FILE"},
    {.short_name = 'q',
     .long_name = "quiet",
     .type = OPT_FLAG,
     .offset = offsetof(common, quiet),
     .help = "say nothing"},
    {.long_name = NULL},
};

static const opt_row own_rows[] = {
    {.long_name = "algorithm",
     .type = OPT_CHOICE,
     .offset = AT(algorithm),
     .def = "standard",
     .allowed = "eager|standard|list",
     .help = "the system",
     .stored = true},
    {.short_name = 'k',
     .long_name = "best",
     .type = OPT_INT,
     .offset = AT(k),
     .def = "1",
     .allowed = "1..64",
     .arg = "K",
     .help = "keep the K best",
     .stored = true},
    {.short_name = 'c',
     .long_name = "cost",
     .type = OPT_REAL,
     .offset = AT(cost),
     .def = "0.5",
     .allowed = "0..",
     .arg = "C",
     .help = "the cost",
     .stored = true},
    {.long_name = "any",
     .type = OPT_REAL,
     .offset = AT(any),
     .arg = "X",
     .help = "any number",
     .stored = true},
    {.long_name = "name",
     .type = OPT_STRING,
     .offset = AT(name),
     .def = "x",
     .help = "a name",
     .stored = true},
    {.short_name = 'm',
     .long_name = "model",
     .type = OPT_LIST,
     .offset = AT(models),
     .arg = "MODEL",
     .help = "a model",
     .stored = true},
    {.long_name = "hidden", .type = OPT_FLAG, .offset = AT(hidden), .help = "a flag", .stored = true},
    {.long_name = NULL},
};

static settings got;
static const opt_table tables[] = {{own_rows, &got}, {shared_rows, &got.shared}, {NULL, NULL}};
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
    opt_defaults(tables);
    return opt_parse(tables, argc, argv, operand, &operand_n, &err);
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
        opt_done(tables);                     \
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
    opt_done(tables);
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
    opt_done(tables);

    ACCEPT("-o - -k 3 -k 4 -c.5 -- --best -x --");
    CHECK_STRING(got.shared.output, "-");
    CHECK_INT(got.k, 4);
    CHECK_NEAR(got.cost, 0.5, 0);
    REQUIRE(operand_n == 3);
    CHECK_STRING(operand[0], "--best");
    CHECK_STRING(operand[1], "-x");
    CHECK_STRING(operand[2], "--");
    opt_done(tables);
}

static void lists(void)
{
    ACCEPT("-m a --model b --model=c -md");
    REQUIRE(got.models.n == 4);
    CHECK_STRING(got.models.item[0], "a");
    CHECK_STRING(got.models.item[1], "b");
    CHECK_STRING(got.models.item[2], "c");
    CHECK_STRING(got.models.item[3], "d");
    opt_done(tables);
    CHECK_INT(got.models.n, 0);
}

static void unknown_and_missing(void)
{
    REFUSE("--bogus", "unknown option '--bogus'");
    REFUSE("--bogus=3", "unknown option '--bogus'");
    REFUSE("--bes 3", "unknown option '--bes'; did you mean '--best'?"); // no abbreviations: they break when
                                                                         // options are added
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
    REFUSE("--algorithm eage", "--algorithm: 'eage' is none of eager|standard|list; did you mean 'eager'?");
    REFUSE("--algoritm eager", "unknown option '--algoritm'; did you mean '--algorithm'?");
    REFUSE("--algorithm eager|standard", "--algorithm: 'eager|standard' is none of eager|standard|list");
    REFUSE("--algorithm=", "--algorithm: '' is none of eager|standard|list");
    REFUSE("--algorithm \x1b[1m", "--algorithm: '\\x1b[1m' is none of eager|standard|list");
}

static void help_text(void)
{
    static const opt_row rows[] = {
        {.short_name = 'o',
         .long_name = "output",
         .type = OPT_STRING,
         .arg = "FILE",
         .help = "write to FILE"},
        {.long_name = "algorithm",
         .type = OPT_CHOICE,
         .def = "eager",
         .allowed = "eager|standard",
         .help = "the system"},
        {.long_name = "long",
         .type = OPT_CHOICE,
         .def = "arc-eager",
         .allowed = "arc-eager|arc-standard|covington-projective|covington-other",
         .help = "the system"},
        {.short_name = 'k',
         .long_name = "best",
         .type = OPT_INT,
         .def = "10",
         .allowed = "1..64",
         .arg = "K",
         .help = "keep so many of the best trees, which takes more memory and more time"},
        {.short_name = 'm', .long_name = "model", .type = OPT_LIST, .arg = "MODEL", .help = "a model"},
        {.long_name = "quiet", .type = OPT_FLAG, .help = "say nothing"},
        {.long_name = NULL},
    };
    static const opt_table shown[] = {{rows, NULL}, {NULL, NULL}};
    char *help = opt_help(shown);
    CHECK_STRING(help, "  -o, --output FILE       write to FILE\n"
                       "      --algorithm eager|standard\n"
                       "                          the system (default: eager)\n"
                       "      --long NAME         the system (arc-eager, arc-standard,\n"
                       "                          covington-projective, covington-other; default:\n"
                       "                          arc-eager)\n"
                       "  -k, --best K            keep so many of the best trees, which takes more\n"
                       "                          memory and more time (1..64; default: 10)\n"
                       "  -m, --model MODEL       a model; may be repeated\n"
                       "      --quiet             say nothing\n");
    free(help);
    help = opt_roff(shown);
    CHECK(strstr(help, ".TP\n\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIFILE\\fR\nwrite to FILE\n") == help);
    CHECK(strstr(help, ".TP\n\\fB\\-\\-quiet\\fR\nsay nothing\n") != NULL);
    CHECK(strstr(help, "(1..64; default: 10)") != NULL);
    free(help);
}

static void wrapping(void)
{
    char *words = NULL;
    size_t size;
    FILE *out = open_memstream(&words, &size);
    REQUIRE(out != NULL);
    for (int i = 0; i < 400; i++)
        fputs(i % 7 ? "ab" : " ", out);
    fclose(out);
    char *wrapped = NULL;
    out = open_memstream(&wrapped, &size);
    opt_wrap(out, words, 4, 4);
    fclose(out);
    int lines = 0;
    for (const char *at = wrapped; *at; at += strcspn(at, "\n") + 1) {
        CHECK(strcspn(at, "\n") <= (lines ? 80 : 76));
        CHECK(at[strcspn(at, "\n") - 1] != ' ');
        lines++;
    }
    CHECK(lines > 8);
    free(words);
    free(wrapped);

    out = open_memstream(&words, &size);
    opt_roff_text(out, ".a-b\n'c\\d.e");
    fclose(out);
    CHECK_STRING(words, "\\&.a\\-b\n\\&'c\\ed.e");
    free(words);
}

// What opt_dump adds, terminated; the caller frees it.
static char *dump(const opt_table *list)
{
    text lines = {0};
    opt_dump(list, &lines);
    text_add(&lines, "", 1);
    return lines.s;
}

static void dumps(void)
{
    ACCEPT("--best 9 --cost 0.1 --any -1e-300 --algorithm eager --hidden -m a -m b\\c -q -oF");
    mem_free((void *)(uintptr_t)got.name);
    got.name = mem_string("two\nlines = \\n", strlen("two\nlines = \\n"));
    char *lines = dump(tables);
    CHECK_STRING(lines, "algorithm=eager\nbest=9\ncost=0.1\nany=-1e-300\nname=two\\nlines = \\\\n\n"
                        "model=a\nmodel=b\\\\c\nhidden=true\n");
    mem_free(lines);
    mem_free((void *)(uintptr_t)got.name);
    got.name = mem_string("\t\x1b\xc2\x85\xff \xc3\xa9", 8);
    lines = dump(tables);
    CHECK(strstr(lines, "\nname=\\x09\\x1b\\xc2\\x85\\xff \xc3\xa9\n"));
    mem_free(lines);
    opt_done(tables);
}

static void copies(void)
{
    settings copy;
    const opt_table to[] = {{own_rows, &copy}, {shared_rows, &copy.shared}, {NULL, NULL}};
    ACCEPT("--best 9 --cost 0.1 --any -1e-300 --algorithm eager --hidden -m a -m b --name n -q -oF");
    opt_defaults(to);
    for (int i = 0; i < 2; i++) { // lists do not add up
        opt_copy(to, tables);
        char *lines = dump(tables), *same = dump(to);
        CHECK_STRING(same, lines);
        mem_free(lines);
        mem_free(same);
    }
    CHECK(copy.shared.quiet && copy.name != got.name && copy.models.item != got.models.item);
    CHECK_STRING(copy.shared.output, "F");
    CHECK_INT(copy.models.n, 2);
    opt_done(tables);
    opt_done(to);
}

static void set_and_get(void)
{
    static const char *const good[][2] = {{"best", "7"},        {"cost", "2.5"}, {"any", "-0.001"},
                                          {"name", ""},         {"name", "a b"}, {"hidden", "true"},
                                          {"algorithm", "list"}};
    ACCEPT("");
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        const opt_table *table;
        const opt_row *row = opt_find(tables, good[i][0], strlen(good[i][0]), &table);
        text value = {0};
        REQUIRE(row != NULL);
        CHECK(!opt_first_given(table) || i > 0);
        CHECK_INT(opt_set(row, table->values, good[i][1], &err), 0);
        CHECK(opt_get(row, table->values, &value));
        text_add(&value, "", 1);
        CHECK_STRING(value.s, good[i][1]);
        CHECK(!opt_is_default(row, table->values));
        text_done(&value);
    }
    const opt_table *table;
    CHECK(opt_find(tables, "bes", 3, &table) == NULL);
    const opt_row *hidden = opt_find(tables, "hidden", 6, &table),
                  *output = opt_find(tables, "output", 6, &table);
    CHECK_INT(opt_set(hidden, &got, "maybe", &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "--hidden: 'maybe' is neither true nor false");
    CHECK(got.hidden);
    text none = {0};
    CHECK(!opt_get(output, &got.shared, &none) && opt_is_default(output, &got.shared));
    opt_done(tables);
}

// Every double comes back as it was, also where the program's locale writes a comma.
static void reals_survive(void)
{
    const double values[] = {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -2.5, 123456789.123456789, 1e22};
    bool comma = setlocale(LC_ALL, "de_DE.UTF-8") != NULL; // where it is installed
    const opt_table *table;
    const opt_row *row = opt_find(tables, "any", 3, &table);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        text value = {0};
        ACCEPT("");
        got.any = values[i];
        CHECK(opt_get(row, &got, &value));
        text_add(&value, "", 1);
        CHECK(strchr(value.s, ',') == NULL);
        got.any = 0;
        CHECK_INT(opt_set(row, &got, value.s, &err), 0);
        CHECK_NEAR(got.any, values[i], 0);
        text_done(&value);
        opt_done(tables);
    }
    if (comma)
        setlocale(LC_ALL, "C");
}

typedef struct automatic {
    long rounds;
    double cost;
    int shape, colour;
} automatic;

// A registry.
static opt_choice colour_at(size_t i)
{
    static const opt_choice all[] = {{"red", "like fire"}, {"green", "like grass"}, {NULL, NULL}};
    return all[i < 2 ? i : 2];
}

static void more_rounds(FILE *out)
{
    fputs("seven", out);
}

#define OF(member) offsetof(automatic, member)
static const opt_row automatic_rows[] = {
    {.long_name = "rounds",
     .type = OPT_INT,
     .offset = OF(rounds),
     .def = "auto",
     .allowed = "0..9",
     .arg = "N",
     .help = "r; auto: ",
     .stored = true,
     .more = more_rounds},
    {.long_name = "cost",
     .type = OPT_REAL,
     .offset = OF(cost),
     .def = "auto",
     .allowed = "0.1..",
     .arg = "C",
     .help = "c",
     .stored = true},
    {.long_name = "shape",
     .type = OPT_CHOICE,
     .offset = OF(shape),
     .def = "auto",
     .allowed = "round|square",
     .help = "s",
     .stored = true},
    {.long_name = "colour",
     .type = OPT_CHOICE,
     .offset = OF(colour),
     .def = "red",
     .help = "k",
     .stored = true,
     .choices = colour_at},
    {.long_name = NULL},
};

static void values_may_be_auto(void)
{
    automatic a;
    const opt_table list[] = {{automatic_rows, &a}, {NULL, NULL}};
    const opt_row *rounds = &automatic_rows[0], *shape = &automatic_rows[2];
    opt_defaults(list);
    CHECK(opt_auto_int(a.rounds) && opt_auto_real(a.cost) && a.shape == OPT_AUTO_CHOICE);
    CHECK(opt_int(a.rounds, 5) == 5 && opt_chosen(a.shape, 1) == 1);
    char *lines = dump(list);
    CHECK_STRING(lines, "rounds=auto\ncost=auto\nshape=auto\ncolour=red\n");
    mem_free(lines);
    CHECK(opt_first_given(list) == NULL);
    CHECK_INT(opt_set(shape, &a, "square", &err), 0);
    CHECK_INT(a.shape, 1);
    CHECK(opt_first_given(list) == shape);
    CHECK_INT(opt_set(shape, &a, "oval", &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "--shape: 'oval' is none of auto|round|square");
    CHECK_INT(opt_set(shape, &a, "auto", &err), 0);
    CHECK_INT(a.shape, OPT_AUTO_CHOICE);
    CHECK_INT(opt_set(rounds, &a, "10", &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "--rounds: '10' is not a whole number in 0..9, nor auto");
    CHECK_INT(opt_set(rounds, &a, "3", &err), 0);
    CHECK_INT(opt_int(a.rounds, 5), 3);
    ACCEPT("");
    CHECK_INT(opt_set(&own_rows[1], &got, "auto", &err), COPSE_EINPUT); // not of others
    opt_done(tables);
}

// A choice that may stand alone takes no word after it.
static void choices_may_stand_alone(void)
{
    static const opt_row rows[] = {{.long_name = "shape",
                                    .type = OPT_CHOICE,
                                    .offset = OF(shape),
                                    .def = "auto",
                                    .allowed = "round|square",
                                    .implied = "square",
                                    .help = "s"},
                                   {.long_name = NULL}};
    automatic a;
    const opt_table list[] = {{rows, &a}, {NULL, NULL}};
    char *alone[] = {"test", "--shape", "round"}, *valued[] = {"test", "--shape=round"},
         *wrong[] = {"test", "--shape=oval"};
    const char *left[3];
    int operands = 0;
    opt_defaults(list);
    CHECK_INT(opt_parse(list, 3, alone, left, &operands, &err), 0);
    CHECK(a.shape == 1 && operands == 1 && strcmp(left[0], "round") == 0);
    CHECK_INT(opt_parse(list, 2, valued, left, &operands, &err), 0);
    CHECK(a.shape == 0 && operands == 0);
    CHECK_INT(opt_parse(list, 2, wrong, left, &operands, &err), COPSE_EINPUT);
    char *help = opt_help(list), *roff = opt_roff(list);
    CHECK(strstr(help, "--shape[=auto|round|square]"));
    CHECK(strstr(roff, "[=\\fIauto|round|square\\fR]"));
    free(help);
    free(roff);
}

static void registries_are_listed(void)
{
    automatic a;
    const opt_table list[] = {{automatic_rows, &a}, {NULL, NULL}};
    opt_defaults(list);
    CHECK_INT(opt_set(&automatic_rows[3], &a, "green", &err), 0);
    CHECK_INT(a.colour, 1);
    CHECK_INT(opt_set(&automatic_rows[3], &a, "blue", &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "--colour: 'blue' is none of red|green");
    char *help = opt_help(list);
    CHECK_STRING(help, "      --rounds N          r; auto: seven (0..9; default: auto)\n"
                       "      --cost C            c (0.1..; default: auto)\n"
                       "      --shape auto|round|square\n"
                       "                          s (default: auto)\n"
                       "      --colour red|green  k (default: red)\n"
                       "          red             like fire\n"
                       "          green           like grass\n");
    free(help);
    help = opt_roff(list);
    CHECK(strstr(help, ".br\n\\fBgreen\\fR: like grass\n") != NULL);
    free(help);
}

// Objects: here a text is made into its length.
static void *make_length(const char *words, copse_error *error)
{
    long *made = mem_alloc(1, sizeof *made);
    if (strchr(words, '!')) {
        mem_free(made);
        err_set(error, COPSE_EINPUT, NULL, 0, "too loud");
        return NULL;
    }
    *made = (long)strlen(words);
    return made;
}

static void *copy_length(const void *made)
{
    long *copy = mem_alloc(1, sizeof *copy);
    *copy = *(const long *)made;
    return copy;
}

static void objects(void)
{
    static const opt_class lengths = {make_length, copy_length, mem_free, NULL};
    static const opt_row rows[] = {
        {.long_name = "word", .type = OPT_OBJECT, .arg = "W", .help = "w", .stored = true, .class = &lengths},
        {.long_name = NULL},
    };
    opt_object a, b;
    const opt_table one[] = {{rows, &a}, {NULL, NULL}}, two[] = {{rows, &b}, {NULL, NULL}};
    opt_defaults(one);
    opt_defaults(two);
    CHECK(a.text == NULL && *(long *)a.made == 0);
    CHECK_INT(opt_set(rows, &a, "four", &err), 0);
    CHECK_INT(*(long *)a.made, 4);
    CHECK_INT(opt_set(rows, &a, "four!", &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "--word: too loud");
    CHECK_INT(*(long *)a.made, 4);
    opt_copy(two, one);
    CHECK(b.made != a.made && *(long *)b.made == 4);
    char *lines = dump(two);
    CHECK_STRING(lines, "word=four\n");
    mem_free(lines);
    opt_done(one);
    opt_done(two);
}

TESTS(TEST(defaults), TEST(values_may_be_auto), TEST(choices_may_stand_alone), TEST(registries_are_listed),
      TEST(objects), TEST(ways_of_writing), TEST(lists), TEST(unknown_and_missing), TEST(refused_values),
      TEST(help_text), TEST(wrapping), TEST(dumps), TEST(copies), TEST(set_and_get), TEST(reals_survive))
