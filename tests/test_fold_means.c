// SPDX-License-Identifier: MIT
// Means over folds, worked out by hand.
#include "tests/harness.h"

#include "eval/fold_means.h"

#include <math.h>

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-12;
}

static void means_and_deviations(void)
{
    const double four[] = {2, 4, 4, 6}; // squares 4 0 0 4
    const fold_mean m = fold_mean_of(four, 4);
    CHECK_INT(m.folds, 4);
    CHECK(near(m.mean, 4) && near(m.sd, sqrt(8.0 / 3)));
    const double same[] = {71.25, 71.25, 71.25};
    CHECK(near(fold_mean_of(same, 3).mean, 71.25) && near(fold_mean_of(same, 3).sd, 0));
}

static void folds_without_the_figure_do_not_count(void)
{
    const double some[] = {NAN, 50, NAN, 100}, one[] = {NAN, 30}, none[] = {NAN, NAN};
    CHECK_INT(fold_mean_of(some, 4).folds, 2);
    CHECK(near(fold_mean_of(some, 4).mean, 75) && near(fold_mean_of(some, 4).sd, sqrt(1250)));
    CHECK_INT(fold_mean_of(one, 2).folds, 1);
    CHECK(near(fold_mean_of(one, 2).mean, 30) && isnan(fold_mean_of(one, 2).sd));
    CHECK_INT(fold_mean_of(none, 2).folds, 0);
    CHECK(isnan(fold_mean_of(none, 2).mean) && isnan(fold_mean_of(none, 2).sd));
    CHECK_INT(fold_mean_of(NULL, 0).folds, 0);
}

static void rows_of_all_folds(void)
{
    copse_tally first[] = {{"obj", 5, 4, 3, 2, 1}, {"nsubj", 3, 3, 3, 3, 3}};
    copse_tally second[] = {{"nsubj", 2, 2, 1, 1, 1}, {"det", 2, 2, 2, 2, 2}, {"amod", 0, 1, 0, 0, 0}};
    copse_tally tag[] = {{"NOUN", 7, 7, 6, 5, 4}};
    const copse_scores scores[] = {{.labels = first, .labels_n = 2, .pos = tag, .pos_n = 1},
                                   {.labels = second, .labels_n = 3}};
    size_t n;
    fold_row *rows = fold_rows(scores, 2, true, &n);
    REQUIRE(n == 4);
    CHECK_STRING(rows[0].name, "nsubj"); // as many as obj
    CHECK_STRING(rows[1].name, "obj");
    CHECK_STRING(rows[2].name, "det");
    CHECK_STRING(rows[3].name, "amod");
    CHECK_INT(rows[0].gold, 5);
    CHECK(rows[0].of[0] == &first[1] && rows[0].of[1] == &second[0]);
    CHECK(rows[1].of[0] == &first[0] && rows[1].of[1] == NULL);
    CHECK(rows[3].of[0] == NULL && rows[3].of[1] == &second[2]);
    fold_rows_free(rows, n);
    rows = fold_rows(scores, 2, false, &n);
    REQUIRE(n == 1);
    CHECK_INT(rows[0].gold, 7);
    CHECK(rows[0].of[1] == NULL);
    fold_rows_free(rows, n);
    rows = fold_rows(scores, 0, true, &n);
    CHECK_INT(n, 0);
    fold_rows_free(rows, n);
}

TESTS(TEST(means_and_deviations), TEST(folds_without_the_figure_do_not_count), TEST(rows_of_all_folds))
