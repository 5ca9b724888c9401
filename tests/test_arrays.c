// SPDX-License-Identifier: MIT
// Trees from arrays, and the evaluation of trees that never were in a file.
#include "tests/harness.h"

#include "common/base/random.h"
#include "copse.h"
#include "tests/files.h"

#include <limits.h>

static bool is(copse_str s, const char *expected)
{
    return s.len == strlen(expected) && memcmp(s.s, expected, s.len) == 0;
}

static void a_tree_is_what_the_arrays_say(void)
{
    copse_error err = {0};
    char label[] = "nsubj";
    const int heads[] = {2, 0, 5, 5, 2};
    const char *const labels[] = {label, "root", NULL, "", "a\tb\r\nc"};
    copse_tree *tree = copse_tree_new();
    CHECK_INT(copse_tree_set(tree, 5, heads, labels, &err), 0);
    label[0] = 'x'; // the tree has its own
    CHECK_INT(copse_tree_length(tree), 5);
    for (int w = 1; w <= 5; w++)
        CHECK_INT(copse_tree_head(tree, w), heads[w - 1]);
    CHECK(is(copse_tree_label(tree, 1), "nsubj"));
    CHECK(is(copse_tree_label(tree, 2), "root"));
    CHECK(is(copse_tree_label(tree, 3), "_"));
    CHECK(is(copse_tree_label(tree, 4), "_"));
    CHECK(is(copse_tree_label(tree, 5), "a b  c"));
    CHECK_NEAR(copse_tree_score(tree, 1), 0, 0);
    // Again, shorter, without labels, with two root words.
    CHECK_INT(copse_tree_set(tree, 2, (const int[]){0, 0}, NULL, &err), 0);
    CHECK_INT(copse_tree_length(tree), 2);
    CHECK(is(copse_tree_label(tree, 1), "_") && is(copse_tree_label(tree, 2), "_"));
    CHECK_INT(copse_tree_set(tree, 0, NULL, NULL, &err), 0);
    CHECK_INT(copse_tree_length(tree), 0);
    CHECK(copse_tree_is_projective(tree));
    copse_tree_free(tree);
}

static void refused(int n, const int *heads, int code, const char *message)
{
    copse_error err = {0};
    copse_tree *tree = copse_tree_new();
    CHECK_INT(copse_tree_set(tree, 1, (const int[]){0}, (const char *const[]){"old"}, &err), 0);
    CHECK_INT(copse_tree_set(tree, n, heads, NULL, &err), code);
    CHECK_INT(err.code, code);
    CHECK_INT(err.line, 0);
    CHECK_STRING(err.file, "");
    CHECK_STRING(err.message, message);
    CHECK_INT(copse_tree_length(tree), 0);
    copse_tree_free(tree);
}

static void what_is_no_tree_is_refused(void)
{
    refused(3, (const int[]){2, 0, 4}, COPSE_EINPUT,
            "head 4 of word 3 is out of range: the sentence has 3 words");
    refused(1, (const int[]){-1}, COPSE_EINPUT, "head -1 of word 1 is out of range: the sentence has 1 word");
    refused(2, (const int[]){0, INT_MIN}, COPSE_EINPUT,
            "head -2147483648 of word 2 is out of range: the sentence has 2 words");
    refused(2, (const int[]){INT_MAX, 0}, COPSE_EINPUT,
            "head 2147483647 of word 1 is out of range: the sentence has 2 words");
    refused(2, (const int[]){0, 2}, COPSE_EINPUT, "word 2 is its own head");
    refused(4, (const int[]){0, 4, 1, 2}, COPSE_EINPUT, "cycle: 2 -> 4 -> 2");
    refused(8, (const int[]){2, 3, 4, 5, 6, 7, 8, 1}, COPSE_EINPUT,
            "cycle: 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> 1");
    refused(9, (const int[]){2, 3, 4, 5, 6, 7, 8, 9, 1}, COPSE_EINPUT,
            "cycle: 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> ... -> 1 (9 words)");
    refused(-1, NULL, COPSE_EINPUT, "a tree of -1 words");
    refused(INT_MAX, NULL, COPSE_ELIMIT, "a tree of 2147483647 words (limit 1000000)");
}

// The words for a fault in an array begin like those for the same fault in a file.
static void faults_have_the_words_of_files(void)
{
    static const int heads[][3] = {{2, 0, 4}, {0, 2, 1}, {2, 3, 1}};
    copse_error err = {0}, of_array = {0};
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        char text[256];
        const int *h = heads[i];
        const int n = snprintf(text, sizeof text,
                               "1\ta\t_\t_\t_\t_\t%d\tx\t_\t_\n2\tb\t_\t_\t_\t_\t%d\tx\t_\t_\n"
                               "3\tc\t_\t_\t_\t_\t%d\tx\t_\t_\n\n",
                               h[0], h[1], h[2]);
        copse_reader *r = copse_reader_memory(text, (size_t)n, NULL, &err);
        CHECK_INT(copse_reader_next(r, s, &err), 1);
        CHECK_INT(copse_tree_read(tree, s, &err), COPSE_EINPUT);
        CHECK_INT(copse_tree_length(tree), 0);
        CHECK_INT(copse_tree_set(tree, 3, h, NULL, &of_array), COPSE_EINPUT);
        CHECK(strncmp(err.message, of_array.message, strlen(of_array.message)) == 0);
        copse_reader_close(r);
    }
    copse_tree_free(tree);
    copse_sentence_free(s);
}

// --- Evaluation

static void same_rows(const copse_tally *a, const copse_tally *b, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        CHECK_STRING(a[k].name, b[k].name);
        CHECK_INT(a[k].gold, b[k].gold);
        CHECK_INT(a[k].system, b[k].system);
        CHECK_INT(a[k].head, b[k].head);
        CHECK_INT(a[k].label, b[k].label);
        CHECK_INT(a[k].both, b[k].both);
    }
}

static void same_scores(const copse_scores *a, const copse_scores *b)
{
    CHECK_INT(a->sentences, b->sentences);
    CHECK_INT(a->tokens, b->tokens);
    CHECK_INT(a->skipped_tokens, b->skipped_tokens);
    CHECK_INT(a->skipped_sentences, b->skipped_sentences);
    CHECK_INT(a->head, b->head);
    CHECK_INT(a->label, b->label);
    CHECK_INT(a->both, b->both);
    CHECK_INT(a->exact, b->exact);
    CHECK_INT(a->exact_unlabelled, b->exact_unlabelled);
    CHECK_INT(a->root, b->root);
    CHECK_INT(a->root_gold, b->root_gold);
    CHECK_INT(a->root_system, b->root_system);
    CHECK_INT(a->root_both, b->root_both);
    CHECK_INT(a->labels_n, b->labels_n);
    CHECK_INT(a->pos_n, b->pos_n);
    if (a->labels_n == b->labels_n && a->pos_n == b->pos_n) {
        same_rows(a->labels, b->labels, a->labels_n);
        same_rows(a->pos, b->pos, a->pos_n);
    }
    CHECK(a->sentences == b->sentences &&
          (!a->sentences ||
           memcmp(a->by_sentence, b->by_sentence, (size_t)a->sentences * sizeof *a->by_sentence) == 0));
    CHECK(a->tokens == b->tokens && (!a->tokens || memcmp(a->by_word, b->by_word, (size_t)a->tokens) == 0));
}

// Another tree of a sentence: some words hang from the one before them, and some labels are others.
static void disturb(copse_tree *system, const copse_tree *gold, rng *rnd)
{
    enum { MOST = 200 };
    int heads[MOST];
    const char *labels[MOST];
    char kept[MOST][32];
    copse_error err = {0};
    const int n = copse_tree_length(gold);
    REQUIRE(n <= MOST);
    const bool chain = rng_below(rnd, 2);
    for (int w = 1; w <= n; w++) {
        const copse_str label = copse_tree_label(gold, w);
        snprintf(kept[w - 1], sizeof kept[w - 1], "%.*s", (int)label.len, label.s);
        heads[w - 1] = chain ? w - 1 : copse_tree_head(gold, w);
        labels[w - 1] = rng_below(rnd, 4) ? kept[w - 1] : "other";
    }
    CHECK_INT(copse_tree_set(system, n, heads, labels, &err), 0);
}

// Adds every sentence of gold to ev, beside a disturbed tree that is also written to the file parsed.
static void evaluate_both_ways(copse_evaluation *ev, const char *gold, const char *parsed)
{
    copse_error err = {0};
    rng rnd;
    rng_seed(&rnd, 7);
    copse_reader *r = copse_reader_open(gold, &err);
    copse_writer *w = copse_writer_open(parsed, &err);
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new(), *system = copse_tree_new();
    REQUIRE(r && w);
    while (copse_reader_next(r, s, &err) > 0) {
        CHECK_INT(copse_tree_read(tree, s, &err), 0);
        disturb(system, tree, &rnd);
        CHECK_INT(copse_evaluation_add(ev, s, tree, system, &err), 0);
        CHECK_INT(copse_writer_put(w, s, system, &err), 0);
    }
    CHECK_INT(copse_writer_commit(w, &err), 0);
    copse_tree_free(tree);
    copse_tree_free(system);
    copse_sentence_free(s);
    copse_writer_free(w);
    copse_reader_close(r);
}

static void figures_are_those_of_files(void)
{
    static const copse_eval_options options[] = {
        {0}, {.skip_punctuation = true}, {.nonprojective_only = true}};
    char gold[1024];
    snprintf(gold, sizeof gold, "%s/examples.conllu", getenv("DATA") ? getenv("DATA") : "tests/data");
    for (int i = 0; i < 4; i++) {
        const copse_eval_options *o = i < 3 ? &options[i] : NULL;
        copse_error err = {0};
        copse_scores of_files, in_memory;
        copse_evaluation *ev = copse_evaluation_new(o);
        for (int again = 0; again < 2; again++) { // it is empty after its figures were asked for
            evaluate_both_ways(ev, gold, scratch("parsed"));
            CHECK_INT(copse_evaluation_scores(ev, &in_memory, &(copse_error){0}), 0);
            CHECK_INT(copse_evaluate(&of_files, gold, scratch("parsed"), o, &err), 0);
            CHECK(in_memory.sentences > 0 && in_memory.both < in_memory.tokens);
            CHECK(in_memory.both > 0 || in_memory.skipped_sentences > 0); // few are left then
            same_scores(&in_memory, &of_files);
            copse_scores_done(&in_memory);
            copse_scores_done(&of_files);
        }
        copse_evaluation_free(ev);
    }
}

static void lengths_must_agree(void)
{
    static const copse_token tokens[] = {{.form = "a", .upos = "X"}, {.form = "b", .upos = "X"}};
    copse_error err = {0};
    copse_scores scores;
    copse_sentence *s = copse_sentence_new();
    copse_tree *two = copse_tree_new(), *one = copse_tree_new();
    copse_evaluation *ev = copse_evaluation_new(NULL);
    copse_sentence_set(s, 2, tokens);
    CHECK_INT(copse_tree_set(two, 2, (const int[]){0, 1}, NULL, &err), 0);
    CHECK_INT(copse_tree_set(one, 1, (const int[]){0}, NULL, &err), 0);
    CHECK_INT(copse_evaluation_add(ev, s, one, two, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "the sentence has 2 words, but the gold tree has 1");
    CHECK_INT(copse_evaluation_add(ev, s, two, one, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "the sentence has 2 words, but the system's tree has 1");
    CHECK_INT(copse_evaluation_add(ev, s, two, two, &err), 0);
    copse_writer *w = copse_writer_memory();
    CHECK_INT(copse_writer_put(w, s, one, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "the sentence has 2 words, but the tree has 1");
    size_t written;
    CHECK(copse_writer_data(w, &written) && written == 0);
    copse_writer_free(w);
    CHECK_INT(copse_evaluation_scores(ev, &scores, &(copse_error){0}), 0);
    CHECK_INT(scores.sentences, 1);
    CHECK_INT(scores.both, 2);
    copse_scores_done(&scores);
    CHECK_INT(copse_evaluation_scores(ev, &scores, &(copse_error){0}), 0);
    CHECK_INT(scores.sentences, 0);
    CHECK_INT(scores.labels_n, 0);
    copse_scores_done(&scores);
    copse_evaluation_free(ev);
    copse_evaluation_free(NULL);
    copse_tree_free(one);
    copse_tree_free(two);
    copse_sentence_free(s);
}

TESTS(TEST(a_tree_is_what_the_arrays_say), TEST(what_is_no_tree_is_refused),
      TEST(faults_have_the_words_of_files), TEST(figures_are_those_of_files), TEST(lengths_must_agree))
