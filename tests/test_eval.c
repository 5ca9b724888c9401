// SPDX-License-Identifier: MIT
// Every figure of the evaluation on cases counted by hand.
#include "eval/eval.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include "tests/harness.h"
#include "common/base/mem.h"

#include <stdlib.h>
#include <unistd.h>

// A file for a test. Written from a short notation: words as FORM/POS/HEAD/LABEL, a sentence a line; a line
// that begins with # is copied. The path is deleted by drop.
typedef struct temporary {
    char path[64];
} temporary;

static void make(temporary *t, const char *text)
{
    snprintf(t->path, sizeof t->path, "/tmp/copse-test-XXXXXX");
    int fd = mkstemp(t->path);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    if (!f) {
        perror(t->path);
        exit(1);
    }
    char *copy = mem_string(text, strlen(text)), *line_end;
    for (char *line = strtok_r(copy, "\n", &line_end); line; line = strtok_r(NULL, "\n", &line_end)) {
        if (line[0] == '#') {
            fprintf(f, "%s\n", line);
            continue;
        }
        int id = 0;
        char *word_end, *field_end;
        for (char *word = strtok_r(line, " ", &word_end); word; word = strtok_r(NULL, " ", &word_end)) {
            const char *form = strtok_r(word, "/", &field_end), *pos = strtok_r(NULL, "/", &field_end);
            const char *head = strtok_r(NULL, "/", &field_end), *label = strtok_r(NULL, "/", &field_end);
            fprintf(f, "%d\t%s\t_\t%s\t_\t_\t%s\t%s\t_\t_\n", ++id, form, pos, head, label);
        }
        fprintf(f, "\n");
    }
    mem_free(copy);
    fclose(f);
}

static void drop(temporary *t)
{
    unlink(t->path);
}

static int evaluate(copse_scores *scores, const char *gold, const char *system, copse_eval_options options,
                    copse_error *err)
{
    temporary g, s;
    make(&g, gold);
    make(&s, system);
    int code = copse_evaluate(scores, g.path, s.path, &options, err);
    drop(&g);
    drop(&s);
    if (code < 0) { // stands for the random names in messages
        for (char *at; (at = strstr(err->message, s.path)) != NULL;) {
            memmove(at + 6, at + strlen(s.path), strlen(at + strlen(s.path)) + 1);
            memcpy(at, "SYSTEM", 6);
        }
        for (char *at; (at = strstr(err->message, g.path)) != NULL;) {
            memmove(at + 4, at + strlen(g.path), strlen(at + strlen(g.path)) + 1);
            memcpy(at, "GOLD", 4);
        }
        if (strcmp(err->file, g.path) == 0)
            snprintf(err->file, sizeof err->file, "GOLD");
        if (strcmp(err->file, s.path) == 0)
            snprintf(err->file, sizeof err->file, "SYSTEM");
    }
    return code;
}

static void check_row(const copse_tally *row, const char *name, long gold, long system, long head, long label,
                      long both)
{
    CHECK_STRING(row->name, name);
    if (row->gold != gold || row->system != system || row->head != head || row->label != label ||
        row->both != both)
        printf("  row %s is %ld %ld %ld %ld %ld\n", name, row->gold, row->system, row->head, row->label,
               row->both);
    CHECK(row->gold == gold && row->system == system);
    CHECK(row->head == head && row->label == label && row->both == both);
}

static void check_sentence(const copse_sentence_scores *s, uint32_t tokens, uint32_t head, uint32_t label,
                           uint32_t both)
{
    CHECK_INT(s->tokens, tokens);
    CHECK_INT(s->head, head);
    CHECK_INT(s->label, label);
    CHECK_INT(s->both, both);
}

static const char two_gold[] = "John/N/2/sbj hit/V/0/root the/D/4/det ball/N/2/obj ./PUNCT/2/p\n"
                               "She/N/2/sbj ran/V/0/root home/N/2/adv !/PUNCT/2/p\n";
// Wrong: the head of "the", the label of "ball", both of ".", the head of "!".
static const char two_system[] = "John/N/2/sbj hit/V/0/root the/D/2/det ball/N/2/adv ./PUNCT/4/obj\n"
                                 "She/N/2/sbj ran/V/0/root home/N/2/adv !/PUNCT/3/p\n";

static void all_tokens(void)
{
    copse_scores s;
    copse_error err;
    REQUIRE(evaluate(&s, two_gold, two_system, (copse_eval_options){0}, &err) == 0);
    CHECK_INT(s.sentences, 2);
    CHECK_INT(s.tokens, 9);
    CHECK_INT(s.skipped_tokens, 0);
    CHECK_INT(s.skipped_sentences, 0);
    CHECK_INT(s.head, 6);  // all but the . !
    CHECK_INT(s.label, 7); // all but ball .
    CHECK_INT(s.both, 5);
    CHECK_INT(s.exact, 0);
    CHECK_INT(s.exact_unlabelled, 0);
    CHECK_INT(s.root, 2);
    CHECK_INT(s.root_gold, 2);
    CHECK_INT(s.root_system, 2);
    CHECK_INT(s.root_both, 2);
    check_sentence(&s.by_sentence[0], 5, 3, 3, 2);
    check_sentence(&s.by_sentence[1], 4, 3, 4, 3);
    // John hit the ball . She ran home !
    const unsigned char right[] = {3, 3, 2, 1, 0, 3, 3, 3, 2};
    CHECK(memcmp(s.by_word, right, sizeof right) == 0);
    CHECK(!s.confusion);
    REQUIRE(s.labels_n == 6 && s.pos_n == 4);
    check_row(&s.labels[0], "p", 2, 1, 0, 1, 0);
    check_row(&s.labels[1], "root", 2, 2, 2, 2, 2);
    check_row(&s.labels[2], "sbj", 2, 2, 2, 2, 2);
    check_row(&s.labels[3], "adv", 1, 2, 1, 1, 1);
    check_row(&s.labels[4], "det", 1, 1, 0, 1, 0);
    check_row(&s.labels[5], "obj", 1, 1, 1, 0, 0);
    check_row(&s.pos[0], "N", 4, 4, 4, 3, 3);
    check_row(&s.pos[1], "PUNCT", 2, 2, 0, 1, 0);
    check_row(&s.pos[2], "V", 2, 2, 2, 2, 2);
    check_row(&s.pos[3], "D", 1, 1, 0, 1, 0);
    copse_scores_done(&s);
    CHECK(!s.labels && !s.by_sentence && s.tokens == 0);
}

static void confused_labels(void)
{
    copse_scores s;
    copse_error err;
    REQUIRE(evaluate(&s, two_gold, two_system, (copse_eval_options){.confusion = true}, &err) == 0);
    static const struct {
        const char *gold, *system;
        long words, head;
    } expected[] = {{"root", "root", 2, 2}, {"sbj", "sbj", 2, 2}, {"adv", "adv", 1, 1}, {"det", "det", 1, 0},
                    {"obj", "adv", 1, 1},   {"p", "obj", 1, 0},   {"p", "p", 1, 0}};
    REQUIRE(s.confusion_n == 7);
    for (size_t i = 0; i < 7; i++) {
        CHECK_STRING(s.confusion[i].gold, expected[i].gold);
        CHECK_STRING(s.confusion[i].system, expected[i].system);
        CHECK_INT(s.confusion[i].words, expected[i].words);
        CHECK_INT(s.confusion[i].head, expected[i].head);
    }
    copse_scores_done(&s);
    CHECK(!s.confusion && s.confusion_n == 0);
}

static void figures_of_scores(void)
{
    copse_scores s;
    copse_error err;
    long right, total;
    REQUIRE(evaluate(&s, two_gold, two_system, (copse_eval_options){0}, &err) == 0);
    CHECK_NEAR(copse_figure_value(&s, COPSE_LAS, &right, &total), 500.0 / 9, 1e-9);
    CHECK(right == 5 && total == 9);
    CHECK_NEAR(copse_figure_value(&s, COPSE_LA, NULL, NULL), 700.0 / 9, 1e-9);
    CHECK_NEAR(copse_figure_value(&s, COPSE_ROOT_F, &right, &total), 100, 0);
    CHECK(right == 4 && total == 4);
    CHECK(isnan(copse_figure_value(&s, COPSE_FIGURES, &right, &total)) && total == 0);
    copse_scores_done(&s);
    CHECK(isnan(copse_figure_value(&s, COPSE_LAS, NULL, NULL)));
}

static void without_punctuation(void)
{
    copse_scores s;
    copse_error err;
    REQUIRE(evaluate(&s, two_gold, two_system, (copse_eval_options){.skip_punctuation = true}, &err) == 0);
    CHECK_INT(s.sentences, 2);
    CHECK_INT(s.tokens, 7);
    CHECK_INT(s.skipped_tokens, 2);
    CHECK_INT(s.head, 6);
    CHECK_INT(s.label, 6);
    CHECK_INT(s.both, 5);
    CHECK_INT(s.exact, 1); // the second: its only error is in "!"
    CHECK_INT(s.exact_unlabelled, 1);
    CHECK_INT(s.root, 2);
    check_sentence(&s.by_sentence[0], 4, 3, 3, 2);
    check_sentence(&s.by_sentence[1], 3, 3, 3, 3);
    // Nothing of "." and "!" remains: no row p, no PUNCT, and no system's obj.
    REQUIRE(s.labels_n == 5 && s.pos_n == 3);
    check_row(&s.labels[0], "root", 2, 2, 2, 2, 2);
    check_row(&s.labels[1], "sbj", 2, 2, 2, 2, 2);
    check_row(&s.labels[2], "adv", 1, 2, 1, 1, 1);
    check_row(&s.labels[3], "det", 1, 1, 0, 1, 0);
    check_row(&s.labels[4], "obj", 1, 0, 1, 0, 0);
    copse_scores_done(&s);
}

static void punctuation_is_by_form(void)
{
    // A "$" tagged as punctuation counts, a ":" tagged as a symbol does not; a word may hang from a ":".
    const char *gold = "$/PUNCT/0/root 5/X/3/num :/SYM/1/p ./X/0/root\n";
    const char *system = "$/PUNCT/0/root 5/X/3/num :/SYM/0/q ./X/1/p\n";
    copse_scores s;
    copse_error err;
    REQUIRE(evaluate(&s, gold, system, (copse_eval_options){.skip_punctuation = true}, &err) == 0);
    CHECK_INT(s.tokens, 2);
    CHECK_INT(s.skipped_tokens, 2);
    CHECK_INT(s.both, 2);
    CHECK_INT(s.exact, 1);
    CHECK_INT(s.root, 1); // that ":" and "." are roots in one of them is not seen
    CHECK_INT(s.root_gold, 1);
    CHECK_INT(s.root_system, 1);
    copse_scores_done(&s);
    // A sentence of nothing but punctuation has nothing wrong.
    REQUIRE(evaluate(&s, "./X/0/root\n", "./X/_/_\n", (copse_eval_options){.skip_punctuation = true}, &err) ==
            0);
    CHECK_INT(s.sentences, 1);
    CHECK_INT(s.tokens, 0);
    CHECK_INT(s.exact, 1);
    CHECK_INT(s.root, 1);
    CHECK_INT(s.labels_n, 0);
    CHECK_INT(s.by_sentence[0].tokens, 0);
    copse_scores_done(&s);
}

static void without_tags(void)
{
    // A tag is in the list only whole: neither P nor PUNCTX is PUNCT.
    const char *gold = "$/PUNCT/0/root a/P/1/x :/SYM/1/p b/PUNCTX/1/x\n";
    copse_scores s;
    copse_error err;
    REQUIRE(evaluate(&s, gold, gold, (copse_eval_options){.skip_tags = "PUNCT"}, &err) == 0);
    CHECK_INT(s.tokens, 3);
    CHECK_INT(s.skipped_tokens, 1);
    CHECK_INT(s.root_gold, 0);
    copse_scores_done(&s);
    REQUIRE(evaluate(&s, gold, gold, (copse_eval_options){.skip_tags = "  SYM\tX PUNCT "}, &err) == 0);
    CHECK_INT(s.tokens, 2);
    copse_scores_done(&s);
    REQUIRE(evaluate(&s, gold, gold, (copse_eval_options){.skip_tags = ""}, &err) == 0);
    CHECK_INT(s.tokens, 4);
    copse_scores_done(&s);
    // Yamada and Matsumoto's five: "$" and brackets count.
    const char *english = "$/$/0/root a/''/1/p b/``/1/p c/,/1/p d/./1/p e/:/1/p f/-LRB-/1/p\n";
    REQUIRE(evaluate(&s, english, english, (copse_eval_options){.skip_tags = COPSE_ENGLISH_PUNCTUATION},
                     &err) == 0);
    CHECK_INT(s.tokens, 2);
    CHECK_INT(s.skipped_tokens, 5);
    copse_scores_done(&s);
}

static void exact_match(void)
{
    const char *gold = "a/X/0/r b/X/1/x\nc/X/0/r d/X/1/x\ne/X/2/x f/X/0/r\n";
    const char *system = "a/X/0/r b/X/1/x\nc/X/0/r d/X/1/y\ne/X/0/x f/X/1/r\n";
    copse_scores s;
    copse_error err;
    REQUIRE(evaluate(&s, gold, system, (copse_eval_options){0}, &err) == 0);
    CHECK_INT(s.exact, 1);
    CHECK_INT(s.exact_unlabelled, 2);
    CHECK_INT(s.head, 4);
    CHECK_INT(s.label, 5);
    CHECK_INT(s.both, 3);
    copse_scores_done(&s);
}

// Links in either direction: 1→2 for 2→1 counts, and so do right heads; a root does not turn round, nor does
// a head that is out of range.
static void undirected(void)
{
    copse_scores s;
    copse_error err;
    REQUIRE(evaluate(&s, "a/X/2/x b/X/0/x c/X/2/x d/X/3/x", "a/X/0/x b/X/1/x c/X/4/x d/X/9/x",
                     (copse_eval_options){0}, &err) == 0);
    CHECK_INT(s.head, 0);
    CHECK_INT(s.undirected, 2); // b, c
    copse_scores_done(&s);
    REQUIRE(evaluate(&s, "a/X/2/x b/X/0/x c/X/2/x", "a/X/2/x b/X/3/x c/X/0/x", (copse_eval_options){0},
                     &err) == 0);
    CHECK_INT(s.head, 1);
    CHECK_INT(s.undirected, 2); // a, b
    copse_scores_done(&s);
}

static void roots(void)
{
    // Gold roots {1}, {1, 3}, {2}, {1}; the system's {1}, {1}, {1}, {1, 2}.
    const char *gold = "a/X/0/r b/X/1/x\na/X/0/r b/X/1/x c/X/0/r\na/X/2/x b/X/0/r\na/X/0/r b/X/1/x\n";
    const char *system = "a/X/0/r b/X/1/x\na/X/0/r b/X/1/x c/X/1/r\na/X/0/x b/X/1/r\na/X/0/r b/X/0/x\n";
    copse_scores s;
    copse_error err;
    REQUIRE(evaluate(&s, gold, system, (copse_eval_options){0}, &err) == 0);
    CHECK_INT(s.root, 1);
    CHECK_INT(s.root_gold, 5);
    CHECK_INT(s.root_system, 5);
    CHECK_INT(s.root_both, 3);
    copse_scores_done(&s);
}

static const char john_gold[] =
    "John/N/2/sbj saw/V/0/root a/D/4/det dog/N/2/obj yesterday/R/2/adv which/P/7/sbj "
    "was/V/4/rel a/D/10/det Yorkshire/N/10/nn Terrier/N/7/prd\n";
static const char john_system[] =
    "John/N/2/sbj saw/V/0/root a/D/4/det dog/N/2/obj yesterday/R/2/adv which/P/7/sbj "
    "was/V/2/rel a/D/10/det Yorkshire/N/10/nn Terrier/N/7/prd\n";

static void nonprojective_sentences(void)
{
    char gold[1024], system[1024];
    snprintf(gold, sizeof gold, "%s%s", two_gold, john_gold);
    snprintf(system, sizeof system, "%s%s", two_system, john_system);
    copse_scores s;
    copse_error err;
    REQUIRE(evaluate(&s, gold, system, (copse_eval_options){.nonprojective_only = true}, &err) == 0);
    CHECK_INT(s.sentences, 1);
    CHECK_INT(s.skipped_sentences, 2);
    CHECK_INT(s.tokens, 10);
    CHECK_INT(s.skipped_tokens, 0);
    CHECK_INT(s.head, 9);
    CHECK_INT(s.both, 9);
    CHECK_INT(s.label, 10);
    CHECK_INT(s.exact, 0);
    copse_scores_done(&s);
    // That the system's tree is not projective does not matter.
    REQUIRE(evaluate(&s, john_system, john_gold, (copse_eval_options){.nonprojective_only = true}, &err) ==
            0);
    CHECK_INT(s.sentences, 0);
    CHECK_INT(s.skipped_sentences, 1);
    copse_scores_done(&s);
}

static void against_itself(void)
{
    copse_scores s;
    copse_error err;
    REQUIRE(evaluate(&s, two_gold, two_gold, (copse_eval_options){0}, &err) == 0);
    CHECK(s.tokens == 9 && s.head == 9 && s.label == 9 && s.both == 9);
    CHECK(s.exact == 2 && s.exact_unlabelled == 2 && s.root == 2);
    CHECK(s.root_gold == 2 && s.root_system == 2 && s.root_both == 2);
    for (size_t i = 0; i < s.labels_n; i++)
        CHECK(s.labels[i].gold == s.labels[i].system && s.labels[i].gold == s.labels[i].both);
    copse_scores_done(&s);
}

static void bad_system_heads(void)
{
    const char *gold = "a/X/0/r b/X/1/x c/X/1/x d/X/1/x e/X/1/x f/X/1/x\n";
    const char *system = "a/X/_/_ b/X/x/x c/X/99/x d/X/99999999999999999999/x e/X/-1/x f/X/6/x\n";
    copse_scores s;
    copse_error err;
    REQUIRE(evaluate(&s, gold, system, (copse_eval_options){0}, &err) == 0);
    CHECK_INT(s.tokens, 6);
    CHECK_INT(s.head, 0);
    CHECK_INT(s.both, 0);
    CHECK_INT(s.label, 5);
    CHECK_INT(s.root, 0);
    CHECK_INT(s.root_gold, 1);
    CHECK_INT(s.root_system, 0);
    REQUIRE(s.labels_n == 3);
    check_row(&s.labels[0], "x", 5, 5, 0, 5, 0);
    check_row(&s.labels[1], "r", 1, 0, 0, 0, 0);
    check_row(&s.labels[2], "_", 0, 1, 0, 0, 0);
    copse_scores_done(&s);
}

static void expect(const char *gold, const char *system, bool nonprojective, const char *text)
{
    copse_scores s;
    copse_error err = {0};
    char buf[2048] = "no error";
    if (evaluate(&s, gold, system, (copse_eval_options){.nonprojective_only = nonprojective}, &err) != 0) {
        CHECK_INT(err.code, COPSE_EINPUT);
        copse_error_text(&err, buf, sizeof buf);
    }
    CHECK_STRING(buf, text);
    copse_scores_done(&s); // also after a failure
}

static void bad_gold_heads(void)
{
    const char *system = "a/X/0/r b/X/1/x\n";
    expect("a/X/0/r b/X/_/x\n", system, false, "GOLD:2: word 2 has no head");
    expect("#c\na/X/0/r b/X/x/x\n", system, false, "GOLD:3: head 'x' of word 2 is not a number");
    expect("a/X/0/r b/X/9/x\n", system, false,
           "GOLD:2: head 9 of word 2 is out of range: the sentence has 2 words");
    expect("a/X/0/r b/X/9/x\n", system, true,
           "GOLD:2: head 9 of word 2 is out of range: the sentence has 2 words");
}

static void gold_cycles(void)
{
    // Heads can be compared without a tree; asking for non-projective ones needs it.
    const char *gold = "a/X/2/x b/X/1/x c/X/3/x d/X/0/r\n";
    copse_scores s;
    copse_error err;
    REQUIRE(evaluate(&s, gold, gold, (copse_eval_options){0}, &err) == 0);
    CHECK_INT(s.both, 4);
    copse_scores_done(&s);
    CHECK_INT(evaluate(&s, gold, gold, (copse_eval_options){.nonprojective_only = true}, &err), COPSE_EINPUT);
    CHECK_STRING(err.file, "GOLD");
    CHECK(err.line >= 1 && err.line <= 3);
    CHECK_INT(s.sentences, 0);
}

static void files_that_do_not_match(void)
{
    expect("a/X/0/r dog/X/1/x\n", "#c\na/X/0/r dogs/X/1/x\n", false,
           "SYSTEM:3: word 2 is 'dogs', but in GOLD:2 it is 'dog'");
    expect("a/X/0/r b/X/1/x\n", "a/X/0/r\n", false,
           "SYSTEM:1: the sentence has 1 word, but in GOLD:1 it has 2");
    expect("a/X/0/r\n", "#c\na/X/0/r b/X/1/x\n", false,
           "SYSTEM:2: the sentence has 2 words, but in GOLD:1 it has 1");
    expect("can/X/0/r not/X/1/x\n", "cannot/X/0/r\n", false,
           "SYSTEM:1: word 1 is 'cannot', but in GOLD:1 it is 'can' (the sentences have 1 and 2 words)");
    expect("a/X/0/r\nb/X/0/r\n", "a/X/0/r\n", false, "GOLD:3: more sentences than in SYSTEM, which has 1");
    expect("a/X/0/r\n", "a/X/0/r\n#c\nb/X/0/r\n", false,
           "SYSTEM:4: more sentences than in GOLD, which has 1");
    expect("a/X/0/r\n", "", false, "GOLD:1: more sentences than in SYSTEM, which has 0");
}

static void nothing_to_count(void)
{
    copse_scores s;
    copse_error err;
    REQUIRE(evaluate(&s, "", "", (copse_eval_options){0}, &err) == 0);
    CHECK(s.sentences == 0 && s.tokens == 0 && s.labels_n == 0 && s.pos_n == 0);
    copse_scores_done(&s);
    // Comments at the end are a stretch without words, in one file or the other.
    REQUIRE(evaluate(&s, "a/X/0/r\n#end\n", "a/X/0/r\n", (copse_eval_options){0}, &err) == 0);
    CHECK_INT(s.sentences, 1);
    copse_scores_done(&s);
    REQUIRE(evaluate(&s, "a/X/0/r\n", "#begin\na/X/0/r\n#end\n", (copse_eval_options){0}, &err) == 0);
    CHECK_INT(s.sentences, 1);
    CHECK_INT(s.both, 1);
    copse_scores_done(&s);
}

static void files_that_are_not_there(void)
{
    copse_scores s = {.tokens = 7};
    copse_error err;
    temporary g;
    make(&g, two_gold);
    CHECK_INT(copse_evaluate(&s, g.path, "/nowhere/at/all", NULL, &err), COPSE_EIO);
    CHECK_INT(s.tokens, 0);
    CHECK_STRING(err.file, "/nowhere/at/all");
    CHECK_INT(copse_evaluate(&s, "/nowhere/at/all", g.path, NULL, &err), COPSE_EIO);
    CHECK_INT(copse_evaluate(&s, "-", NULL, NULL, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "standard input can be only one of the files");
    CHECK_INT(copse_evaluate(&s, g.path, g.path, NULL, &err), 0);
    copse_scores_done(&s);
    drop(&g);
}

static void several_systems(void)
{
    temporary g, a, b;
    copse_scores s[2];
    copse_error err;
    make(&g, two_gold);
    make(&a, two_system);
    make(&b, two_gold);
    const char *systems[] = {a.path, b.path};
    CHECK_INT(copse_evaluate_all(s, g.path, systems, 2, NULL, &err), 0);
    CHECK_INT(s[0].both, 5);
    CHECK_INT(s[1].both, 9);
    copse_significance c;
    CHECK_INT(copse_compare(&c, &s[0], &s[1], 1000, 1, &err), 0);
    CHECK_NEAR(c.las_difference, 100.0 * 4 / 9, 1e-12);
    CHECK_NEAR(c.las_p, 0.5, 0.06); // two sentences: both swapped or none, of four
    copse_scores_done(&s[0]);
    copse_scores_done(&s[1]);
    drop(&b);
    make(&b, "John/N/2/sbj\n"); // the second does not match: no scores at all
    systems[1] = b.path;
    CHECK_INT(copse_evaluate_all(s, g.path, systems, 2, NULL, &err), COPSE_EINPUT);
    CHECK_STRING(err.file, b.path);
    CHECK(s[0].tokens == 0 && !s[0].by_sentence && !s[1].by_sentence);
    drop(&g);
    drop(&a);
    drop(&b);
}

static void many_labels(void)
{
    enum { N = 5000 };
    const size_t size = (size_t)N * 40;
    char *gold = mem_alloc(1, size), *system = mem_alloc(1, size);
    size_t g = 0, y = 0;
    REQUIRE(gold && system);
    for (int i = 0; i < N; i++) { // the system shifts every label by one
        g += (size_t)snprintf(gold + g, size - g, "w/X/0/label%d ", i);
        y += (size_t)snprintf(system + y, size - y, "w/X/0/label%d ", i + 1);
    }
    copse_scores s;
    copse_error err;
    CHECK_INT(evaluate(&s, gold, system, (copse_eval_options){0}, &err), 0);
    CHECK_INT(s.labels_n, N + 1);
    CHECK_INT(s.label, 0);
    CHECK_INT(s.head, N);
    check_row(&s.labels[0], "label0", 1, 0, 1, 0, 0);
    check_row(&s.labels[1], "label1", 1, 1, 1, 0, 0);
    check_row(&s.labels[N], "label5000", 0, 1, 0, 0, 0);
    copse_scores_done(&s);
    mem_free(gold);
    mem_free(system);
}

static void trees_in_memory(void)
{
    temporary g;
    copse_error err;
    copse_scores s;
    make(&g, john_gold);
    copse_reader *reader = copse_reader_open(g.path, &err);
    copse_sentence *sentence = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    CHECK_INT(copse_reader_next(reader, sentence, &err), 1);
    CHECK_INT(copse_tree_read(tree, sentence, &err), 0);
    int head[11];
    copse_str label[11];
    for (int w = 1; w <= 10; w++) {
        head[w] = 2;
        label[w] = copse_tree_label(tree, w);
    }
    head[2] = 0;
    eval *ev = eval_begin(NULL);
    eval_add(ev, sentence, tree, head, label); // right: John saw dog yesterday
    eval_add(ev, sentence, tree, tree->head, tree->label);
    eval_finish(ev, &s);
    CHECK_INT(s.sentences, 2);
    CHECK_INT(s.tokens, 20);
    CHECK_INT(s.head, 14);
    CHECK_INT(s.both, 14);
    CHECK_INT(s.label, 20);
    CHECK_INT(s.exact, 1);
    copse_scores_done(&s);
    ev = eval_begin(NULL);
    eval_add(ev, sentence, tree, head, label);
    eval_free(ev);
    eval_free(NULL);
    copse_tree_free(tree);
    copse_sentence_free(sentence);
    copse_reader_close(reader);
    drop(&g);
}

typedef struct answers { // the gold tree for even sentences, for others one that hangs all words on the
                         // second
    const treebank *gold;
} answers;

static const copse_tree *answer(void *parser, size_t i, copse_tree *scratch)
{
    const answers *a = parser;
    if (i % 2 == 0)
        return a->gold->tree[i];
    tree_copy(scratch, a->gold->tree[i]);
    for (int w = 1; w <= scratch->n; w++)
        scratch->head[w] = w == 2 ? 0 : 2;
    scratch->label[2] = (copse_str){"other", 5};
    return scratch;
}

static void treebanks_in_memory(void)
{
    temporary g;
    copse_error err;
    treebank t;
    make(&g, "a/X/2/x b/X/0/root c/X/1/x\na/X/2/x b/X/0/root c/X/1/x d/X/3/x e/X/2/x\n");
    REQUIRE(tb_read(&t, g.path, false, &err) == 0);
    answers a = {&t};
    const eval_figures figures = eval_treebank(&t, answer, &a);
    CHECK_NEAR(figures.uas, 100 * 6.0 / 8, 1e-9);
    CHECK_NEAR(figures.las, 100 * 5.0 / 8, 1e-9);
    tb_done(&t);
    drop(&g);
}

TESTS(TEST(all_tokens), TEST(confused_labels), TEST(figures_of_scores), TEST(without_punctuation),
      TEST(punctuation_is_by_form), TEST(without_tags), TEST(exact_match), TEST(undirected), TEST(roots),
      TEST(nonprojective_sentences), TEST(against_itself), TEST(bad_system_heads), TEST(bad_gold_heads),
      TEST(gold_cycles), TEST(files_that_do_not_match), TEST(nothing_to_count),
      TEST(files_that_are_not_there), TEST(several_systems), TEST(many_labels), TEST(trees_in_memory),
      TEST(treebanks_in_memory))
