// SPDX-License-Identifier: MIT
// Names of parsers, and the plan that is made of them.
#include "tests/harness.h"

#include "tests/assembled.h"
#include "ensemble/recipe.h"
#include "common/base/mem.h"

static copse_error err;
static plan made;

static int make(const char *members)
{
    copse_options *o = quick_ensemble(members, "");
    err = (copse_error){0};
    const int code = plan_make(&made, o, &err);
    copse_options_free(o);
    if (code)
        plan_done(&made);
    return code;
}

// Has recipe i an option with this value?
static bool has(size_t i, const char *name, const char *value)
{
    char *is = copse_options_get(made.recipe[i].options, name);
    const bool same = is && strcmp(is, value) == 0;
    free(is);
    return same;
}

static void names_are_read(void)
{
    REQUIRE(make("arc-standard,covington-projective:reverse,graph1:seed=7,graph2:seed=4294967295:reverse,"
                 "transition,graph") == 0);
    REQUIRE(made.n == 6);
    CHECK_STRING(made.recipe[0].name, "arc-standard");
    CHECK(has(0, "algorithm", "arc-standard") && has(0, "seed", "1") && !made.recipe[0].seeded);
    CHECK(!made.recipe[0].reverse && made.recipe[0].votes);
    CHECK(has(1, "algorithm", "covington-projective"));
    CHECK(made.recipe[1].reverse);
    CHECK(has(2, "order", "1") && has(2, "seed", "7") && made.recipe[2].seeded);
    CHECK(has(2, "hash-bits", "12")); // as the ensemble's options for the family say
    CHECK_STRING(made.recipe[3].name, "graph2:reverse:seed=4294967295"); // one spelling
    CHECK_STRING(made.recipe[4].name, "arc-eager");
    CHECK_STRING(made.recipe[5].name, "graph2");
    plan_done(&made);
}

static void guides_come_first_and_once(void)
{
    REQUIRE(make("graph2+arc-eager+arc-eager:reverse,arc-eager,arc-eager+graph2") == 0);
    REQUIRE(made.n == 5);
    static const char *const names[] = {"arc-eager", "arc-eager:reverse",
                                        "graph2+arc-eager+arc-eager:reverse", "graph2", "arc-eager+graph2"};
    static const int places[] = {2, 0, 1, 0, 3}; // as they were named
    for (size_t i = 0; i < 5; i++) {
        CHECK_STRING(made.recipe[i].name, names[i]);
        CHECK_INT(made.recipe[i].votes, places[i]);
        for (size_t g = 0; g < made.recipe[i].guides; g++)
            CHECK(made.recipe[i].guide[g] < i);
    }
    CHECK_INT(made.recipe[2].guides, 2);
    CHECK_INT(made.recipe[2].guide[0], 0);
    CHECK_INT(made.recipe[2].guide[1], 1);
    CHECK_INT(made.recipe[4].guide[0], 3);
    plan_done(&made);
}

static void wrong_names_are_refused(void)
{
    static const char *const wrong[][2] = {
        {"", "''"},
        {"graph3", "'graph3'"},
        {"graph2,", "''"},
        {",graph2", "''"},
        {"graph2+", "''"},
        {"+graph2", "''"},
        {"graph2:", "'graph2:'"},
        {"graph2:backwards", "'graph2:backwards'"},
        {"graph2:reverse:reverse", "once"},
        {"graph2:seed=1:seed=2", "once"},
        {"graph2:seed=", "seed=N"},
        {"graph2:seed=x", "seed=N"},
        {"graph2:seed=-1", "seed=N"},
        {"graph2:seed=4294967296", "seed=N"},
        {"graph2:seed=99999999999999999999", "seed=N"},
        {"graph2, arc-eager", "' arc-eager'"},
        {"graph2,graph1,graph", "'graph2' is named twice"},
        {"graph2+graph1,graph1,graph2+graph1", "named twice"},
        {"graph2+graph1+graph1", "guide twice"},
        {"graph2+graph1+graph1:seed=1+graph1:seed=2+graph1:seed=3+graph1:seed=4+"
         "graph1:seed=5+graph1:seed=6+graph1:seed=7+graph1:seed=8",
         "more than 8 guides"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK_INT(make(wrong[i][0]), COPSE_EINPUT);
        CHECK(strstr(err.message, wrong[i][1]) != NULL);
    }
}

static void weights_are_checked_too(void)
{
    copse_options *o = quick_ensemble("graph1,graph2", "");
    CHECK_INT(copse_options_check(o, &err), 0);
    options_fix(o, "by", "pos,label");
    CHECK_INT(copse_options_check(o, &err), 0);
    options_fix(o, "by", "weather");
    CHECK_INT(copse_options_check(o, &err), COPSE_EINPUT);
    CHECK(strstr(err.message, "weather") != NULL);
    copse_options_free(o);
}

// Options of a family are checked for each member that takes them.
static void combinations_are_checked(void)
{
    copse_options *o = quick_ensemble("graph1", "");
    options_fix(o, "graph-options", "--trainer crf");
    CHECK_INT(copse_options_check(o, &err), 0);
    options_fix(o, "members", "graph1,graph2");
    CHECK_INT(copse_options_check(o, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "graph2: --trainer crf is of first order: --order 2 has no meaning for it");
    CHECK_INT(copse_options_set(o, "graph-options", "--trainer svm", &err), COPSE_EINPUT);
    CHECK_STRING(err.message,
                 "--graph-options: --trainer: 'svm' is none of mira|factored-mira|perceptron|crf");
    CHECK_INT(copse_options_set(o, "graph-options", "--seed 3", &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "--graph-options: --seed is an option for all parsers together");
    copse_options_free(o);
}

TESTS(TEST(combinations_are_checked), TEST(names_are_read), TEST(guides_come_first_and_once),
      TEST(wrong_names_are_refused), TEST(weights_are_checked_too))
