// SPDX-License-Identifier: MIT
// The public interface at its edges: every function with the NULL and the empty values that copse.h allows,
// and what it says then. lint.sh looks that no function is missing here.
#include "copse.h"
#include "tests/files.h"
#include "tests/harness.h"
#include "common/base/mem.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

// Two sentences, the second with an arc that is not projective.
static const char BANK[] = "1\tthe\tthe\tDET\tD\t_\t2\tdet\t_\t_\n"
                           "2\tdog\tdog\tNOUN\tN\t_\t3\tnsubj\t_\t_\n"
                           "3\tsleeps\tsleep\tVERB\tV\t_\t0\troot\t_\t_\n"
                           "\n"
                           "1\twhat\twhat\tPRON\tW\t_\t4\tobj\t_\t_\n"
                           "2\tsay\tsay\tVERB\tV\t_\t0\troot\t_\t_\n"
                           "3\tyou\tyou\tPRON\tR\t_\t4\tnsubj\t_\t_\n"
                           "4\tsaw\tsee\tVERB\tV\t_\t2\tccomp\t_\t_\n"
                           "\n";

// Nothing on standard input, from now on and again from its start.
static void empty_stdin(void)
{
    const int fd = open("/dev/null", O_RDONLY);
    if (fd < 0 || dup2(fd, STDIN_FILENO) < 0)
        exit(1);
    close(fd);
}

#define CHECK_STR(actual, expected)                        \
    do {                                                   \
        const copse_str s_ = (actual);                     \
        CHECK_INT(s_.len, strlen(expected));               \
        CHECK(s_.s &&memcmp(s_.s, expected, s_.len) == 0); \
    } while (0)

// The call is refused with this code and a message that has a part.
#define REFUSED(call, expected, part)                                                     \
    do {                                                                                  \
        err = (copse_error){0};                                                           \
        CHECK_INT(call, expected);                                                        \
        CHECK_INT(err.code, expected);                                                    \
        if (!strstr(err.message, part))                                                   \
            printf("  %s:%d: '%s' has no '%s'\n", __FILE__, __LINE__, err.message, part); \
        CHECK(strstr(err.message, part) != NULL);                                         \
    } while (0)

// A constructor gives NULL with this code and a message that has a part.
#define REFUSED_NEW(call, expected, part) REFUSED((call) ? 0 : err.code, expected, part)

// A sentence read from text, or a new one for NULL; with its tree if that is not NULL.
static copse_sentence *sentence_of(const char *text, copse_tree *tree)
{
    copse_error err;
    copse_sentence *s = copse_sentence_new();
    copse_reader *r = copse_reader_memory(text, text ? strlen(text) : 0, NULL, &err);
    if (!r || (text && copse_reader_next(r, s, &err) != 1) || (tree && copse_tree_read(tree, s, &err) != 0))
        exit(1);
    copse_reader_close(r);
    return s;
}

// ---------------------------------------------------------------------------------------------------

static void errors_and_stops(void)
{
    copse_error err = {.code = COPSE_EINPUT, .line = 3, .file = "f", .message = "wrong"};
    char buf[32] = "old";
    CHECK_STRING(copse_version(), COPSE_VERSION);
    CHECK_STRING(copse_error_text(&err, buf, sizeof buf), "f:3: wrong");
    CHECK_STRING(copse_error_text(NULL, buf, sizeof buf), "");
    CHECK(copse_error_text(&err, NULL, 0) == NULL);
    CHECK_STRING(copse_error_text(&(copse_error){0}, buf, sizeof buf), "");
    copse_stop_set(NULL);
    CHECK(!copse_stop_is_set(NULL));
    copse_stop_free(NULL);
    copse_stop *stop = copse_stop_new();
    CHECK(!copse_stop_is_set(stop));
    copse_stop_set(stop);
    CHECK(copse_stop_is_set(stop));
    copse_stop_free(stop);
}

static void sentences(void)
{
    copse_error err = {0};
    copse_sentence *s = copse_sentence_new();
    copse_sentence_free(NULL);
    CHECK_INT(copse_sentence_length(s), 0);
    CHECK_STR(copse_sentence_column(s, 1, COPSE_FORM), "");
    CHECK_INT(copse_sentence_line(s, 0), 0);
    CHECK_INT(copse_sentence_line(s, 1), 0);
    REFUSED(copse_sentence_put(s, 1, COPSE_FORM, "x", &err), COPSE_EINPUT, "no word 1");
    REFUSED(copse_sentence_put_misc(s, 1, "k", "v", &err), COPSE_EINPUT, "no word 1");
    CHECK_INT(copse_sentence_reduce_tags(s, &err), 0); // there is none

    copse_sentence_set(s, 0, NULL);
    CHECK_INT(copse_sentence_length(s), 0);
    copse_sentence_set(s, -5, NULL);
    CHECK_INT(copse_sentence_length(s), 0);
    copse_sentence_set(s, INT_MAX, NULL);
    CHECK_INT(copse_sentence_length(s), 0);
    copse_sentence_set(s, 2, NULL);
    CHECK_INT(copse_sentence_length(s), 2);
    CHECK_STR(copse_sentence_column(s, 2, COPSE_FORM), "_");
    copse_sentence_set(s, 1, &(copse_token){.form = "", .upos = "X"});
    CHECK_STR(copse_sentence_column(s, 1, COPSE_FORM), "_");
    CHECK_STR(copse_sentence_column(s, 1, COPSE_UPOS), "X");

    const int beyond[] = {INT_MIN, -1, 0, 2, INT_MAX};
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        CHECK_STR(copse_sentence_column(s, beyond[i], COPSE_FORM), "");
        CHECK_INT(copse_sentence_line(s, beyond[i]), beyond[i] == 0 ? 1 : 0);
        REFUSED(copse_sentence_put(s, beyond[i], COPSE_FORM, "x", &err), COPSE_EINPUT, "no word");
    }
    CHECK_STR(copse_sentence_column(s, 1, COPSE_COLUMNS), "");
    REFUSED(copse_sentence_put(s, 1, COPSE_COLUMNS, "x", &err), COPSE_EINPUT, "column 11");
    CHECK_INT(copse_sentence_put(s, 1, COPSE_LEMMA, NULL, &err), 0);
    CHECK_INT(copse_sentence_put(s, 1, COPSE_LEMMA, "", &err), 0);
    CHECK_STR(copse_sentence_column(s, 1, COPSE_LEMMA), "_");
    REFUSED(copse_sentence_put_misc(s, 1, NULL, "v", &err), COPSE_EINPUT, "'' is not a key");
    REFUSED(copse_sentence_put_misc(s, 1, "", "v", &err), COPSE_EINPUT, "'' is not a key");
    CHECK_INT(copse_sentence_put_misc(s, 1, "k", NULL, &err), 0);
    CHECK_STR(copse_sentence_column(s, 1, COPSE_MISC), "k=_");
    copse_sentence_free(s);
}

// A value of 65 MB: the whole sentence is too large.
static void a_sentence_that_is_too_large(void)
{
    const size_t size = (size_t)65 << 20;
    char *form = mem_alloc(1, size + 1);
    copse_sentence *s = copse_sentence_new();
    REQUIRE(form != NULL);
    memset(form, 'x', size);
    form[size] = 0;
    copse_sentence_set(s, 1, &(copse_token){.form = form});
    CHECK_INT(copse_sentence_length(s), 0);
    copse_sentence_free(s);
    mem_free(form);
}

static void readers(void)
{
    copse_error err = {0};
    copse_sentence *s = copse_sentence_new();
    copse_reader_close(NULL);
    empty_stdin();
    copse_reader *r = copse_reader_open(NULL, &err);
    REQUIRE(r != NULL);
    CHECK_INT(copse_reader_next(r, s, &err), 0);
    CHECK_INT(copse_reader_format(r), COPSE_CONLLU);
    copse_reader_close(r);
    REFUSED_NEW(copse_reader_open("", &err), COPSE_EIO, "cannot open");
    r = copse_reader_memory(NULL, 0, NULL, &err);
    REQUIRE(r != NULL);
    CHECK_INT(copse_reader_next(r, s, &err), 0);
    CHECK_INT(copse_reader_next(r, s, &err), 0);
    copse_reader_close(r);
    REFUSED_NEW(copse_reader_memory(NULL, 7, NULL, &err), COPSE_EINPUT, "no bytes where 7");
    CHECK_STRING(err.file, "<memory>");

    const copse_read_options none = {.forced = true, .format = COPSE_FORMATS};
    const copse_read_options lacking = {.forced = true, .format = COPSE_BRACKETS, .head_rules = "/nowhere/x"};
    r = copse_reader_open_with(NULL, NULL, &err);
    REQUIRE(r);
    copse_reader_close(r);
    r = copse_reader_memory_with(NULL, 0, NULL, NULL, &err);
    REQUIRE(r);
    CHECK_INT(copse_reader_format(r), COPSE_CONLLU);
    copse_reader_close(r);
    REFUSED_NEW(copse_reader_open_with("", NULL, &err), COPSE_EIO, "cannot open");
    REFUSED_NEW(copse_reader_memory_with(NULL, 7, NULL, NULL, &err), COPSE_EINPUT, "no bytes where 7");
    REFUSED_NEW(copse_reader_memory_with(NULL, 0, NULL, &none, &err), COPSE_EINPUT, "format 8 is none");
    REFUSED_NEW(copse_reader_memory_with(NULL, 0, NULL, &lacking, &err), COPSE_EIO, "cannot open");
    CHECK_STRING(copse_format_name(COPSE_CONLLX8), "conllx8");
    CHECK_STRING(copse_format_title(COPSE_CONLLX8), "CoNLL-X with 8 columns");
    CHECK_STRING(copse_format_name(COPSE_FORMATS), "");
    CHECK_STRING(copse_format_title((copse_format)-1), "");
    copse_sentence_free(s);
}

// A sentence says where it is from also when its reader is gone.
static void sentences_outlive_readers(void)
{
    static const char text[] = "1\ta\t_\t_\t_\t_\t7\t_\t_\t_\n\n";
    copse_error err = {0};
    copse_sentence *s = copse_sentence_new();
    copse_tree *t = copse_tree_new();
    const char *const name[] = {"first", "another"};
    for (int i = 0; i < 2; i++) {
        copse_reader *r = copse_reader_memory(text, sizeof text - 1, name[i], &err);
        REQUIRE(r != NULL);
        CHECK_INT(copse_reader_next(r, s, &err), 1);
        copse_reader_close(r);
        REFUSED(copse_tree_read(t, s, &err), COPSE_EINPUT, "7");
        CHECK_STRING(err.file, name[i]);
        CHECK_INT(err.line, 1);
    }
    copse_tree_free(t);
    copse_sentence_free(s);
}

static void trees(void)
{
    copse_error err = {0};
    copse_tree *t = copse_tree_new();
    copse_tree_free(NULL);
    copse_sentence *none = copse_sentence_new(), *s = sentence_of(BANK, t);
    CHECK_INT(copse_tree_length(t), 3);
    const int beyond[] = {INT_MIN, -1, 0, 4, INT_MAX};
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        CHECK_INT(copse_tree_head(t, beyond[i]), -1);
        CHECK_STR(copse_tree_label(t, beyond[i]), "");
        CHECK(copse_tree_score(t, beyond[i]) == 0);
    }
    CHECK(copse_tree_score(t, 1) == 0); // none were asked for
    CHECK(copse_tree_label_score(t, 1) == 0 && copse_tree_label_score(t, -1) == 0);
    CHECK_INT(copse_tree_read(t, none, &err), 0);
    CHECK_INT(copse_tree_length(t), 0);
    CHECK_INT(copse_tree_set(t, 0, NULL, NULL, &err), 0);
    REFUSED(copse_tree_set(t, 2, NULL, NULL, &err), COPSE_EINPUT, "without heads");
    REFUSED(copse_tree_set(t, -1, NULL, NULL, &err), COPSE_EINPUT, "-1 words");
    REFUSED(copse_tree_set(t, INT_MAX, NULL, NULL, &err), COPSE_ELIMIT, "limit");
    CHECK(copse_tree_is_projective(t));
    CHECK_INT(copse_tree_projectivize(t, COPSE_PPROJ_HEAD, &err), 0);
    CHECK_INT(copse_tree_deprojectivize(t, COPSE_PPROJ_HEAD), 0);
    CHECK_INT(copse_tree_set(t, 1, &(int){0}, (const char *const[]){NULL}, &err), 0);
    CHECK_STR(copse_tree_label(t, 1), "_");
    CHECK_INT(copse_tree_set(t, 1, &(int){0}, NULL, &err), 0);
    CHECK_STR(copse_tree_label(t, 1), "_");
    copse_tree_free(t);
    copse_sentence_free(s);
    copse_sentence_free(none);
}

static void writers(void)
{
    copse_error err = {0};
    size_t size = 9;
    copse_tree *t = copse_tree_new(), *three = copse_tree_new();
    copse_sentence *none = copse_sentence_new(), *s = sentence_of(BANK, three);
    copse_writer_free(NULL);
    copse_writer *w = copse_writer_memory();
    CHECK(copse_writer_data(w, NULL) != NULL);
    CHECK(copse_writer_data(w, &size) != NULL);
    CHECK_INT(copse_writer_put(w, none, NULL, &err), 0);
    CHECK_INT(copse_writer_put(w, none, t, &err), 0);
    CHECK_INT(copse_writer_convert(w, none, COPSE_CONLLX, NULL, &err), 0);
    CHECK_INT(copse_writer_bytes(w, NULL, 0, &err), 0);
    REFUSED(copse_writer_bytes(w, NULL, 3, &err), COPSE_EINPUT, "no bytes where 3");
    REFUSED(copse_writer_put(w, s, t, &err), COPSE_EINPUT, "the sentence has 3 words, but the tree has 0");
    REFUSED(copse_writer_put(w, none, three, &err), COPSE_EINPUT, "0 words, but the tree has 3");
    copse_writer_data(w, &size);
    CHECK_INT(size, 0);
    CHECK_INT(copse_writer_convert(w, s, COPSE_CONLLX, NULL, &err), 0);
    CHECK_INT(copse_writer_commit(w, &err), 0);
    CHECK_INT(copse_writer_commit(w, &err), 0);
    copse_writer_free(w);

    w = copse_writer_open(NULL, &err); // standard output, to which nothing is written
    REQUIRE(w != NULL);
    size = 9;
    CHECK(copse_writer_data(w, &size) == NULL);
    CHECK_INT(size, 0);
    CHECK(copse_writer_data(w, NULL) == NULL);
    CHECK_INT(copse_writer_commit(w, &err), 0);
    REFUSED(copse_writer_commit(w, &err), COPSE_EIO, "cannot write");
    copse_writer_free(w);
    REFUSED_NEW(copse_writer_open("", &err), COPSE_EIO, "cannot create");
    copse_remove_unfinished();
    copse_tree_free(t);
    copse_tree_free(three);
    copse_sentence_free(none);
    copse_sentence_free(s);
}

static void checks_and_statistics(void)
{
    copse_error err = {0};
    copse_check_result result;
    copse_stats stats;
    const char *bank = scratch_text("bank", BANK);
    empty_stdin();
    CHECK_INT(copse_check(NULL, NULL, NULL, NULL, &result, &err), 0);
    CHECK_INT(result.sentences, 0);
    CHECK_INT(copse_check(bank, NULL, NULL, NULL, NULL, &err), 0);
    REFUSED(copse_check("", NULL, NULL, NULL, NULL, &err), COPSE_EIO, "cannot open");
    copse_stats_done(NULL);
    CHECK_INT(copse_stats_read(&stats, NULL, &err), 0);
    CHECK_INT(stats.words, 0);
    copse_stats_done(&stats);
    copse_stats_done(&stats);
    CHECK_INT(copse_length_bin_top(-1), 0);
    CHECK_INT(copse_length_bin_top(0), 1);
    CHECK_INT(copse_length_bin_top(COPSE_LENGTH_BINS - 1), INT_MAX);
    CHECK_INT(copse_length_bin_top(COPSE_LENGTH_BINS), INT_MAX);
    CHECK_INT(copse_pos_auto(0), COPSE_UPOS);
    CHECK_INT(copse_pos_auto(2), COPSE_XPOS);
}

static void raw_text(const char *bank)
{
    copse_error err = {0}, why = {0};
    copse_scores scores = {0};
    copse_raw_scores raw = {0};
    const copse_raw_count nothing = {0};
    const char *none = NULL, *same = bank;
    REFUSED(copse_evaluate_raw(NULL, bank, NULL, 0, &err), COPSE_EINPUT, "no system");
    REFUSED(copse_evaluate_raw(&raw, NULL, &none, 1, &err), COPSE_EINPUT, "only one of the files");
    REFUSED(copse_evaluate_raw(&raw, bank, &none, 1, &err), COPSE_EINPUT, "the text ends");
    REFUSED(copse_evaluate_either(NULL, NULL, bank, NULL, 0, NULL, NULL, &err), COPSE_EINPUT, "no system");
    REFUSED(copse_evaluate_either(&scores, &raw, bank, &none, 1, NULL, &why, &err), COPSE_EINPUT,
            "the text ends");
    CHECK(strstr(why.message, "more sentences") != NULL);
    CHECK_INT(copse_evaluate_either(&scores, &raw, bank, &same, 1, NULL, NULL, &err), 0);
    CHECK_INT(scores.tokens, 7);
    copse_scores_done(&scores);
    CHECK_STRING(copse_raw_figure_name((copse_raw_figure)-1), "");
    CHECK_STRING(copse_raw_figure_name(COPSE_RAW_TOKENS), "Tokens");
    CHECK(copse_raw_precision(&nothing) == 0 && copse_raw_recall(&nothing) == 0 &&
          copse_raw_f1(&nothing) == 0);
}

static void evaluation(void)
{
    copse_error err = {0};
    copse_scores scores = {0}, other = {0};
    copse_significance difference;
    copse_mcnemar_result words;
    copse_bootstrap_result intervals;
    const char *bank = scratch_text("bank", BANK);
    copse_scores_done(NULL);
    copse_evaluation_free(NULL);
    REFUSED(copse_evaluate(&scores, NULL, NULL, NULL, &err), COPSE_EINPUT, "only one of the files");
    empty_stdin();
    REFUSED(copse_evaluate(&scores, bank, NULL, NULL, &err), COPSE_EINPUT, "more sentences");
    REFUSED(copse_evaluate_stream(&scores, NULL, NULL, NULL, &err), COPSE_EINPUT, "two readers");
    REFUSED(copse_evaluate_all(NULL, bank, NULL, 0, NULL, &err), COPSE_EINPUT, "no system");
    REFUSED(copse_evaluate_all(&scores, bank, NULL, 1, NULL, &err), COPSE_EINPUT, "no system");
    CHECK_INT(scores.tokens, 0);
    raw_text(bank);

    copse_evaluation *e = copse_evaluation_new(NULL);
    copse_sentence *none = copse_sentence_new();
    copse_tree *t = copse_tree_new();
    CHECK_INT(copse_evaluation_scores(e, &scores, &(copse_error){0}), 0);
    CHECK_INT(scores.sentences, 0);
    CHECK_INT(copse_evaluation_add(e, none, t, t, &err), 0);
    copse_sentence *s = sentence_of(BANK, NULL);
    REFUSED(copse_evaluation_add(e, s, t, t, &err), COPSE_EINPUT, "gold tree has 0");
    CHECK_INT(copse_evaluation_scores(e, &other, &(copse_error){0}), 0);
    CHECK_INT(copse_compare(&difference, &scores, &other, 1, 0, &err), 0);
    CHECK(difference.las_p == 1);
    REFUSED(copse_compare(&difference, &scores, &other, 0, 0, &err), COPSE_EINPUT, "at least 1");
    CHECK_INT(copse_mcnemar(&words, &scores, &other, &err), 0);
    CHECK(words.las.p == 1);
    CHECK_INT(copse_bootstrap(&intervals, &scores, 1, 0.95, 0, &err), 0);
    CHECK(isnan(intervals.of[COPSE_LAS].low));
    REFUSED(copse_bootstrap(&intervals, &scores, 1, 0, 0, &err), COPSE_EINPUT, "between 0 and 1");
    CHECK(isnan(copse_figure_value(&scores, COPSE_LAS, NULL, NULL)));
    copse_scores_done(&scores);
    copse_scores_done(&other);
    copse_evaluation_free(e);
    copse_sentence_free(none);
    copse_sentence_free(s);
    copse_tree_free(t);
}

static void studies(void)
{
    copse_error err = {0};
    copse_oracle oracle;
    copse_analysis analysis;
    const char *bank = scratch_text("bank", BANK);
    copse_oracle_done(NULL);
    copse_analysis_done(NULL);
    REFUSED(copse_oracle_read(&oracle, bank, NULL, 0, NULL, &err), COPSE_EINPUT, "no system");
    REFUSED(copse_oracle_read(&oracle, bank, NULL, 2, NULL, &err), COPSE_EINPUT, "no system");
    REFUSED(copse_analyze(&analysis, bank, NULL, 0, NULL, &err), COPSE_EINPUT, "no system");
    REFUSED(copse_analyze(&analysis, bank, NULL, 2, NULL, &err), COPSE_EINPUT, "no system");
    CHECK_INT(copse_oracle_read(&oracle, bank, &bank, 1, NULL, &err), 0);
    CHECK_INT(oracle.all.union_both, 7);
    copse_oracle_done(&oracle);
    copse_oracle_done(&oracle);
    copse_kbest_oracle lists;
    CHECK_INT(copse_oracle_kbest(&lists, bank, bank, NULL, &err), 0); // trees without a rank are lists of one
    CHECK_INT(lists.rows, 1);
    CHECK_INT(lists.row[0].both, 7);
    CHECK_INT(lists.row[0].whole, lists.sentences);
    empty_stdin();
    REFUSED(copse_oracle_kbest(&lists, bank, NULL, NULL, &err), COPSE_EINPUT, "more sentences than lists");
    CHECK_INT(copse_analyze(&analysis, bank, &bank, 1, NULL, &err), 0);
    CHECK_INT(analysis.tokens, 7);
    copse_analysis_done(&analysis);
    copse_analysis_done(&analysis);
}

static void count_option(void *context, const copse_option *option)
{
    (void)option;
    ++*(int *)context;
}

static void options(void)
{
    copse_error err = {0};
    int seen = 0;
    CHECK(copse_family_name(0) != NULL);
    CHECK(copse_family_name((size_t)-1) == NULL);
    REFUSED_NEW(copse_options_new(NULL, &err), COPSE_EINPUT, "unknown family ''; there are transition");
    REFUSED_NEW(copse_options_new("", &err), COPSE_EINPUT, "unknown family ''");
    copse_options_free(NULL);
    CHECK(copse_options_copy(NULL) == NULL);
    CHECK(copse_options_get(NULL, "seed") == NULL);
    REFUSED(copse_options_set(NULL, "seed", "1", &err), COPSE_EINPUT, "no options");
    REFUSED(copse_options_check(NULL, &err), COPSE_EINPUT, "no options");
    copse_options_each(NULL, count_option, &seen);
    CHECK_INT(seen, 0);

    for (size_t i = 0; copse_family_name(i); i++) {
        copse_options *made = copse_options_new(copse_family_name(i), &err), *o = copse_options_copy(made);
        copse_options_free(made);
        REQUIRE(o != NULL);
        copse_options_each(o, NULL, NULL);
        copse_options_each(o, count_option, &seen);
        CHECK(seen > 3);
        CHECK(copse_options_get(o, NULL) == NULL);
        CHECK(copse_options_get(o, "") == NULL);
        REFUSED(copse_options_set(o, NULL, "1", &err), COPSE_EINPUT, "unknown option");
        REFUSED(copse_options_set(o, "", "1", &err), COPSE_EINPUT, "unknown option");
        REFUSED(copse_options_set(o, "seed", NULL, &err), COPSE_EINPUT, "--seed needs a value");
        REFUSED(copse_options_set(o, "seed", "", &err), COPSE_EINPUT, "seed");
        char *seed = copse_options_get(o, "seed");
        REQUIRE(seed != NULL);
        CHECK_STRING(seed, "1");
        free(seed);
        if (i < 2) // the others want to be told which parsers
            CHECK_INT(copse_options_check(o, &err), 0);
        copse_options_free(o);
    }
}

// ---------------------------------------------------------------------------------------------------

// The bytes of a model trained on BANK, in a writer; NULL on failure.
static copse_writer *trained(copse_error *err)
{
    copse_options *o = copse_options_new("transition", err);
    copse_reader *r = copse_reader_memory(BANK, sizeof BANK - 1, NULL, err);
    copse_writer *w = copse_writer_memory();
    const int code = copse_train_stream(o, r, w, NULL, err);
    copse_options_free(o);
    copse_reader_close(r);
    if (!code)
        return w;
    copse_writer_free(w);
    return NULL;
}

static copse_model *loaded(copse_error *err)
{
    size_t size;
    copse_writer *w = trained(err);
    const void *bytes = w ? copse_writer_data(w, &size) : NULL;
    copse_model *m = w ? copse_model_from_memory(bytes, size, NULL, err) : NULL;
    copse_writer_free(w);
    return m;
}

static void training(void)
{
    copse_error err = {0};
    copse_crossval_result result;
    copse_options *o = copse_options_new("transition", &err);
    copse_reader *r = copse_reader_memory(NULL, 0, NULL, &err);
    copse_writer *w = copse_writer_memory();
    const char *model = scratch("model");
    empty_stdin();
    REFUSED(copse_train(NULL, NULL, NULL, NULL, &err), COPSE_EINPUT, "needs options");
    REFUSED(copse_train(o, NULL, NULL, NULL, &err), COPSE_EINPUT, "a place for the model");
    REFUSED(copse_train(o, NULL, model, NULL, &err), COPSE_EINPUT, "no sentence to train on");
    CHECK_STRING(err.file, "<stdin>");
    CHECK(access(model, F_OK) != 0);
    REFUSED(copse_train_stream(NULL, r, w, NULL, &err), COPSE_EINPUT, "needs options");
    REFUSED(copse_train_stream(o, NULL, w, NULL, &err), COPSE_EINPUT, "a reader");
    REFUSED(copse_train_stream(o, r, NULL, NULL, &err), COPSE_EINPUT, "a writer");
    REFUSED(copse_train_stream(o, r, w, NULL, &err), COPSE_EINPUT, "no sentence to train on");
    REFUSED(copse_crossval(NULL, 2, NULL, NULL, NULL, NULL, &err), COPSE_EINPUT, "needs options");
    REFUSED(copse_crossval(o, 2, NULL, NULL, NULL, NULL, &err), COPSE_EINPUT, "no sentence to train on");
    const char *bank = scratch_text("bank", BANK);
    REFUSED(copse_crossval(o, 0, bank, NULL, &result, NULL, &err), COPSE_EINPUT, "0 folds");
    CHECK_INT(result.fold[0].words, 0);
    CHECK_INT(copse_crossval(o, 2, bank, NULL, NULL, NULL, &err), 0);
    copse_scores scores[2];
    const copse_crossval_options how = {.folds = 2, .split = COPSE_SPLIT_RANDOM}, none = {0};
    REFUSED(copse_crossval_scores(o, NULL, bank, NULL, NULL, NULL, &err), COPSE_EINPUT, "number of folds");
    REFUSED(copse_crossval_scores(o, &none, bank, NULL, NULL, NULL, &err), COPSE_EINPUT, "0 folds");
    REFUSED(copse_crossval_scores(NULL, &how, bank, NULL, scores, NULL, &err), COPSE_EINPUT, "needs options");
    CHECK_INT(scores[1].sentences, 0);
    CHECK_INT(copse_crossval_scores(o, &how, bank, NULL, scores, NULL, &err), 0);
    CHECK(scores[0].sentences == 1 && scores[1].sentences == 1);
    copse_scores_done(&scores[0]);
    copse_scores_done(&scores[1]);
    copse_options_free(o);
    copse_reader_close(r);
    copse_writer_free(w);
}

static void count_right(void *context, const copse_answer *answer)
{
    *(int *)context += answer->right && strcmp(answer->chosen, "SHIFT") == 0;
}

static void learners(void)
{
    copse_error err = {0};
    copse_options *o = copse_options_new("transition", &err), *graph = copse_options_new("graph", &err);
    const char *bank = scratch_text("bank", BANK), *lines = scratch("lines"), *none = NULL;
    copse_instances_request q = {.treebank = &none, .output = &lines, .n = 1};
    copse_classify_request c = {.train = lines, .test = lines};
    copse_classify_result result;
    int shifts = 0;
    REFUSED(copse_instances(NULL, &q, NULL, &err), COPSE_EINPUT, "instances need options");
    REFUSED(copse_instances(o, NULL, NULL, &err), COPSE_EINPUT, "instances need options");
    REFUSED(copse_instances(graph, &q, NULL, &err), COPSE_EINPUT, "instances need options");
    empty_stdin();
    REFUSED(copse_instances(o, &q, NULL, &err), COPSE_EINPUT, "no sentence to train on");
    q.treebank = &bank;
    q.where = "pos(B0)";
    REFUSED(copse_instances(o, &q, NULL, &err), COPSE_EINPUT, "is not TERM=VALUE");
    q.where = NULL;
    CHECK(access(lines, F_OK) != 0);
    CHECK_INT(copse_instances(o, &q, NULL, &err), 0);
    REFUSED(copse_classify(NULL, &c, NULL, NULL, &err), COPSE_EINPUT, "needs options");
    REFUSED(copse_classify(o, NULL, NULL, NULL, &err), COPSE_EINPUT, "needs options");
    CHECK_INT(copse_options_set(o, "learner", "memory", &err), 0);
    CHECK_INT(copse_classify(o, &c, NULL, NULL, &err), 0);
    c.fn = count_right;
    c.context = &shifts;
    CHECK_INT(copse_classify(o, &c, &result, NULL, &err), 0);
    CHECK_INT(result.instances, 14);
    CHECK_INT(result.right, 14);
    CHECK(shifts > 0);
    const char *broken = scratch_text("broken", "a b C\na C\n"); // the treebank is no longer needed
    c.test = broken;
    REFUSED(copse_classify(o, &c, &result, NULL, &err), COPSE_EINPUT, "2 columns and a class");
    c.train = broken;
    REFUSED(copse_classify(o, &c, &result, NULL, &err), COPSE_EINPUT, "1 columns and a class, not 2");
    CHECK_INT(err.line, 2);
    copse_options_free(o);
    copse_options_free(graph);
}

static void count_fact(void *context, const char *group, const char *name, const char *value)
{
    *(int *)context += group && name && value;
}

static void models(void)
{
    copse_error err = {0};
    int facts = 0;
    copse_model_free(NULL);
    CHECK(!copse_model_prunes(NULL));
    CHECK(!copse_is_model(NULL));
    CHECK(!copse_is_model(""));
    REFUSED(copse_model_describe(NULL, NULL, NULL, &err), COPSE_EINPUT, "no model is named");
    REFUSED_NEW(copse_model_load(NULL, &err), COPSE_EINPUT, "no model is named");
    REFUSED_NEW(copse_model_load("", &err), COPSE_EIO, "cannot open");
    REFUSED_NEW(copse_model_from_memory(NULL, 0, NULL, &err), COPSE_EMODEL, "empty");
    REFUSED_NEW(copse_model_from_memory(NULL, 9, NULL, &err), COPSE_EMODEL, "empty");

    size_t size;
    copse_writer *w = trained(&err);
    REQUIRE(w != NULL);
    const void *bytes = copse_writer_data(w, &size);
    const char *path = scratch_bytes("kept", bytes, size);
    copse_writer_free(w);
    CHECK(copse_is_model(path));
    CHECK_INT(copse_model_describe(path, NULL, NULL, &err), 0);
    CHECK_INT(copse_model_describe(path, count_fact, &facts, &err), 0);
    CHECK(facts > 5);
    copse_model *a = copse_model_load(path, &err), *b = copse_model_load(path, &err);
    REQUIRE(a && b);
    REFUSED(copse_model_weights(a, NULL, &err), COPSE_EINPUT, "not an ensemble");
    REFUSED(copse_model_member(a, NULL, &err), COPSE_EINPUT, "not an ensemble");
    REFUSED_NEW(copse_model_together(NULL, 0, &err), COPSE_EINPUT, "no models");
    REFUSED_NEW(copse_model_together(NULL, 2, &err), COPSE_EINPUT, "no models");
    REFUSED_NEW(copse_model_together((copse_model *const[]){a, NULL}, 2, &err), COPSE_EINPUT, "model 2");
    REFUSED_NEW(copse_model_together((copse_model *const[]){a, a}, 2, &err), COPSE_EINPUT, "one object");
    copse_model *both = copse_model_together((copse_model *const[]){a, b}, 2, &err);
    REQUIRE(both != NULL);
    CHECK_INT(copse_model_weights(both, NULL, &err), 0);
    CHECK(!copse_model_prunes(both)); // transition-based
    REFUSED(copse_model_member(both, NULL, &err), COPSE_EINPUT, "has no member '', only kept");
    REFUSED(copse_model_member(both, "", &err), COPSE_EINPUT, "has no member ''");
    copse_model_free(both);
}

static void parsing(void)
{
    copse_error err = {0};
    long words = 9;
    copse_model *m = loaded(&err);
    REQUIRE(m != NULL);
    copse_parser_free(NULL);
    CHECK(copse_parser_new(NULL, NULL) == NULL);
    copse_parser *p = copse_parser_new(m, NULL);
    copse_sentence *s = copse_sentence_new();
    copse_tree *t = copse_tree_new();
    CHECK_INT(copse_parse(p, s, t, &(copse_error){0}), 0); // nothing was ever read into it
    CHECK_INT(copse_tree_length(t), 0);
    copse_sentence_set(s, 0, NULL);
    CHECK_INT(copse_parse(p, s, t, &(copse_error){0}), 0);
    CHECK_INT(copse_tree_length(t), 0);
    copse_sentence_set(s, 2, NULL);
    CHECK_INT(copse_parse(p, s, t, &(copse_error){0}), 0);
    CHECK_INT(copse_tree_length(t), 2);
    CHECK(copse_tree_score(t, 1) == 0);

    copse_reader *in = copse_reader_memory(NULL, 0, NULL, &err);
    copse_writer *out = copse_writer_memory();
    copse_lm lm;
    REFUSED(copse_log_probability(p, s, &lm, &err), COPSE_EINPUT, "is no language model");
    CHECK_INT(lm.words, 0);
    REFUSED(copse_parse_stream(NULL, NULL, in, out, NULL, &words, &err), COPSE_EINPUT, "needs a model");
    CHECK_INT(words, 0);
    REFUSED(copse_parse_stream(m, NULL, NULL, out, NULL, NULL, &err), COPSE_EINPUT, "a reader");
    REFUSED(copse_parse_stream(m, NULL, in, NULL, NULL, NULL, &err), COPSE_EINPUT, "a writer");
    CHECK_INT(copse_parse_stream(m, NULL, in, out, NULL, NULL, &err), 0);
    empty_stdin();
    words = 9;
    REFUSED(copse_parse_file(NULL, NULL, NULL, NULL, NULL, &words, &err), COPSE_EINPUT, "needs a model");
    CHECK_INT(words, 0);
    CHECK_INT(copse_parse_file(m, NULL, NULL, NULL, NULL, NULL, &err), 0);
    copse_reader_close(in);
    copse_writer_free(out);
    copse_parser_free(p);
    copse_sentence_free(s);
    copse_tree_free(t);
    copse_model_free(m);
}

static void is_drawn(char *text, const char *expected);

// The model has no tokeniser: tests/test_reader_text.c has one.
static void plain_text(void)
{
    copse_error err = {0};
    copse_model *m = loaded(&err);
    const copse_text_options tokens = {.form = COPSE_TEXT_TOKENS};
    copse_sentence *s = copse_sentence_new();
    REQUIRE(m != NULL);
    CHECK(!copse_model_reads_text(m));
    CHECK(!copse_model_reads_text(NULL));
    empty_stdin();
    REFUSED_NEW(copse_reader_text(NULL, m, NULL, &err), COPSE_EINPUT, "a tokeniser");
    REFUSED_NEW(copse_reader_text(NULL, NULL, NULL, &err), COPSE_EINPUT, "a tokeniser");
    REFUSED_NEW(copse_reader_text_memory(NULL, 0, NULL, NULL, NULL, &err), COPSE_EINPUT, "a tokeniser");
    REFUSED_NEW(copse_reader_text_memory(NULL, 1, NULL, NULL, &tokens, &err), COPSE_EINPUT, "no bytes");
    copse_reader *r = copse_reader_text_memory("a b\n", 4, NULL, NULL, &tokens, &err);
    REQUIRE(r != NULL);
    CHECK(copse_reader_is_text(r));
    CHECK_INT(copse_reader_next(r, s, &err), 1);
    CHECK_INT(copse_sentence_length(s), 2);
    copse_reader_close(r);
    r = copse_reader_text(NULL, NULL, &tokens, &err);
    REQUIRE(r != NULL);
    CHECK_INT(copse_reader_next(r, s, &err), 0);
    copse_reader_close(r);
    r = copse_reader_any(NULL, NULL, NULL, &err);
    REQUIRE(r != NULL);
    CHECK(!copse_reader_is_text(r));
    copse_reader_close(r);
    REFUSED_NEW(copse_reader_any_memory(NULL, 1, NULL, m, NULL, &err), COPSE_EINPUT, "no bytes");
    r = copse_reader_any_memory(NULL, 0, NULL, m, NULL, &err);
    REQUIRE(r != NULL);
    CHECK_INT(copse_reader_next(r, s, &err), 0);
    copse_reader_close(r);
    copse_sentence_free(s);
    copse_model_free(m);
}

static void rendering(void)
{
    size_t length = 9;
    copse_tree *t = copse_tree_new(), *none = copse_tree_new();
    copse_sentence *s = sentence_of(BANK, t), *empty = copse_sentence_new();
    is_drawn(copse_render(s, t, COPSE_RENDER_TEXT, true, &length), "the dog sleeps\n");
    CHECK_INT(length, 15);
    is_drawn(copse_render(s, NULL, COPSE_RENDER_TEXT, false, NULL), "the dog sleeps\n");
    is_drawn(copse_render(empty, none, COPSE_RENDER_JSON, true, &length), "");
    CHECK_INT(length, 0);
    is_drawn(copse_render(empty, NULL, COPSE_RENDER_CONLL, true, NULL), "");
    char *json = copse_render(s, none, COPSE_RENDER_JSON, true, NULL);
    is_drawn(copse_render(s, NULL, COPSE_RENDER_JSON, false, NULL), json);
    CHECK(strstr(json, "\"head\": 3, \"deprel\": \"nsubj\""));
    free(json);
    copse_tree_free(t);
    copse_tree_free(none);
    copse_sentence_free(s);
    copse_sentence_free(empty);
}

static void listing(void)
{
    copse_error err = {0};
    copse_model *m = loaded(&err);
    REQUIRE(m != NULL);
    copse_parser *p = copse_parser_new(m, NULL);
    copse_sentence *s = copse_sentence_new();
    copse_tree *t[3] = {copse_tree_new(), copse_tree_new(), copse_tree_new()};
    copse_ranked rank[3];
    copse_kbest list;
    copse_arcs arcs;
    REFUSED(copse_parse_kbest(p, s, 0, t, rank, &list, &err), COPSE_EINPUT, "0 best trees");
    REFUSED(copse_parse_kbest(p, s, COPSE_MOST_KBEST + 1, t, rank, &list, &err), COPSE_EINPUT, "1001");
    CHECK_INT(copse_parse_kbest(p, s, 3, t, rank, &list, &err), 0); // nothing was ever read into it
    CHECK_INT(list.n, 1);
    CHECK_INT(copse_tree_length(t[0]), 0);
    copse_sentence_set(s, 2, NULL);
    CHECK_INT(copse_parse_kbest(p, s, 3, t, rank, &list, &err), 0);
    REQUIRE(list.n > 1);
    CHECK_NEAR(rank[0].probability + rank[1].probability + (list.n > 2 ? rank[2].probability : 0), 1, 1e-9);
    CHECK(rank[0].score >= rank[1].score && !list.exact && !list.normalised);
    CHECK_INT(copse_tree_length(t[1]), 2);
    CHECK_INT(copse_parse_arcs(p, s, 0, &arcs, &err), 0);
    CHECK(arcs.n >= 2 && arcs.arc[0].word == 1 && isnan(arcs.log_sum));
    copse_arcs_done(&arcs);
    copse_arcs_done(&arcs);
    copse_arcs_done(NULL);
    copse_sentence_set(s, COPSE_MOST_ARCS + 1, NULL);
    REFUSED(copse_parse_arcs(p, s, 0, &arcs, &err), COPSE_ELIMIT, "4001 words");
    CHECK_INT(arcs.n, 0);
    for (int i = 0; i < 3; i++)
        copse_tree_free(t[i]);
    copse_parser_free(p);
    copse_sentence_free(s);
    copse_model_free(m);
}

static void calibrating(void)
{
    copse_error err = {0};
    copse_calibration result;
    CHECK(copse_reliability_ece(NULL) == 0 && copse_reliability_brier(NULL) == 0);
    CHECK(copse_reliability_ece(&(copse_reliability){0}) == 0);
    REFUSED(copse_calibrate(NULL, NULL, false, NULL, NULL, &result, &err), COPSE_EINPUT, "needs a model");
    REFUSED(copse_calibrate("no", NULL, false, NULL, NULL, NULL, &err), COPSE_EINPUT,
            "a place for the new one");
    REFUSED(copse_calibrate("no.model", NULL, false, "x.gz", NULL, NULL, &err), COPSE_EINPUT, "compressed");
    REFUSED(copse_calibrate("no.model", NULL, false, "x", NULL, NULL, &err), COPSE_EIO, "cannot open");
}

static void combining(void)
{
    copse_error err = {0};
    copse_combine_result result = {.words = 9};
    const char *const nobody[] = {NULL};
    REFUSED(copse_combine(NULL, 0, NULL, NULL, &result, &err), COPSE_EINPUT, "no files");
    CHECK_INT(result.words, 0);
    REFUSED(copse_combine(NULL, 2, NULL, NULL, NULL, &err), COPSE_EINPUT, "no files");
    empty_stdin();
    CHECK_INT(copse_combine(nobody, 1, NULL, NULL, NULL, &err), 0);
    REFUSED(copse_combine(nobody, 1, &(copse_combine_options){.weights = ""}, NULL, NULL, &err), COPSE_EIO,
            "cannot open");
    REFUSED(copse_weigh_check(NULL, &err), COPSE_EINPUT, "unknown factor ''; there are none");
    REFUSED(copse_weigh_check("", &err), COPSE_EINPUT, "unknown factor ''");
    CHECK_INT(copse_weigh_check("none", &err), 0);
    REFUSED(copse_weigh(NULL, nobody, 1, NULL, NULL, &err), COPSE_EINPUT, "unknown factor ''");
    REFUSED(copse_weigh(NULL, NULL, 0, "none", NULL, &err), COPSE_EINPUT, "no systems");
    REFUSED(copse_weigh(NULL, NULL, 2, "none", NULL, &err), COPSE_EINPUT, "no systems");
    REFUSED(copse_weigh(NULL, nobody, 1, "none", NULL, &err), COPSE_EINPUT, "only one of the files");
    const char *empty = scratch_text("empty", "");
    REFUSED(copse_weigh(empty, nobody, 1, "none", NULL, &err), COPSE_EINPUT, "no sentences");
}

// What was drawn is this; it is freed.
static void is_drawn(char *text, const char *expected)
{
    CHECK_STRING(text, expected);
    free(text);
}

static void drawing(void)
{
    size_t length = 9;
    copse_tree *t = copse_tree_new(), *none = copse_tree_new();
    copse_sentence *s = sentence_of(BANK, t), *empty = copse_sentence_new();
    char *text = copse_draw(s, t, NULL, NULL, &length);
    CHECK(strstr(text, "the") && strstr(text, "root"));
    CHECK_INT(length, strlen(text));
    is_drawn(copse_draw(s, t, NULL, &(copse_draw_options){.width = INT_MIN}, NULL), text);
    free(text);
    is_drawn(copse_draw(empty, none, NULL, NULL, &length), "");
    CHECK_INT(length, 0);
    const copse_draw_options wide = {.width = INT_MAX};
    is_drawn(copse_draw(s, none, NULL, &wide, NULL), "");
    is_drawn(copse_draw(empty, t, NULL, &wide, NULL), "");
    is_drawn(copse_draw(s, t, none, &wide, NULL), "");
    length = 9;
    is_drawn(copse_draw_beside(s, NULL, NULL, 0, NULL, &length), "");
    CHECK_INT(length, 0);
    is_drawn(copse_draw_beside(s, (const copse_tree *const[]){t, none}, NULL, 2, &wide, NULL), "");
    is_drawn(copse_draw_beside(empty, (const copse_tree *const[]){t}, NULL, 1, &wide, NULL), "");
    is_drawn(copse_draw_beside(empty, (const copse_tree *const[]){none}, NULL, 1, NULL, NULL), "\n");
    text = copse_draw_beside(s, (const copse_tree *const[]){t, t}, NULL, 2, NULL, &length);
    CHECK(strstr(text, "dog") && length == strlen(text));
    is_drawn(copse_draw_beside(s, (const copse_tree *const[]){t, t}, (const char *const[]){NULL, ""}, 2,
                               &(copse_draw_options){.width = INT_MIN}, NULL),
             text);
    free(text);
    copse_tree_free(t);
    copse_tree_free(none);
    copse_sentence_free(s);
    copse_sentence_free(empty);
}

static void count_fired(void *context, const copse_fired *fired)
{
    *(size_t *)context += fired->value[0] != 0;
}

static void feature_models(void)
{
    copse_error err;
    size_t i = 0, fired = 0;
    const char *algorithm = NULL;
    bool idle[1];
    while (copse_features_shipped(i))
        i++;
    CHECK(i > 0);
    CHECK_STRING(copse_features_default(NULL), "arc-eager");
    CHECK(copse_features_default("") == NULL);
    empty_stdin();
    REFUSED_NEW(copse_features_read(NULL, &err), COPSE_EINPUT, "no features");
    empty_stdin();
    REFUSED_NEW(copse_features_from_malt(NULL, NULL, &err), COPSE_EINPUT, "no features");
    REFUSED_NEW(copse_features_to_malt(NULL, NULL, &err), COPSE_EINPUT, "no feature model");
    copse_features_free(NULL);
    CHECK_STRING(copse_features_text(NULL), "");
    CHECK_INT(copse_features_count(NULL), 0);
    CHECK_INT(copse_features_see(NULL).stack, 0);
    CHECK_INT(copse_features_idle(NULL, 0, &algorithm, idle, &err), 0);
    CHECK(algorithm != NULL);
    CHECK_INT(copse_features_idle(NULL, 1000, &algorithm, idle, &err), 0);
    CHECK(algorithm == NULL);
    copse_features *f = copse_features_read(scratch_text("one.feat", "form(S0)"), &err);
    REQUIRE(f);
    CHECK_STRING(copse_features_at(f, 0).text, "form(S0)");
    char *spec = copse_features_to_malt(f, NULL, &err);
    CHECK(spec && strstr(spec, "InputColumn(FORM, Stack[0])"));
    free(spec);
    copse_sentence *s = sentence_of(BANK, NULL), *none = copse_sentence_new();
    REFUSED(copse_features_fire(NULL, NULL, s, count_fired, &fired, &err), COPSE_EINPUT, "no feature model");
    REFUSED(copse_features_fire(f, NULL, NULL, count_fired, &fired, &err), COPSE_EINPUT, "no sentence");
    CHECK_INT(copse_features_fire(f, NULL, none, count_fired, &fired, &err), 0);
    CHECK_INT(fired, 0);
    CHECK_INT(copse_features_fire(f, NULL, s, count_fired, &fired, &err), 0);
    CHECK(fired > 3);
    copse_sentence_free(s);
    copse_sentence_free(none);
    copse_features_free(f);
}

TESTS(TEST(errors_and_stops), TEST(sentences), TEST(a_sentence_that_is_too_large), TEST(readers),
      TEST(sentences_outlive_readers), TEST(trees), TEST(writers), TEST(checks_and_statistics),
      TEST(evaluation), TEST(studies), TEST(options), TEST(training), TEST(learners), TEST(models),
      TEST(parsing), TEST(plain_text), TEST(rendering), TEST(listing), TEST(calibrating), TEST(combining),
      TEST(feature_models), TEST(drawing))
