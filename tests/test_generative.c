// SPDX-License-Identifier: MIT
// Generative models against all trees: sums, best trees, probabilities of arcs; the mass of all sentences;
// what loads.
#include "common/base/mem.h"
#include "common/treebank/given.h"
#include "common/treebank/tree.h"
#include "graph/generative.h"
#include "graph/marginals.h"
#include "tests/harness.h"
#include "tests/language.h"
#include "tests/scratch.h"
#include "tests/trained.h"
#include "tests/trees.h"

enum { MOST = 6, NODES = MOST + 1 };

// A model trained with a line of options, and loaded. Ends the program if that fails.
static generative *trained(const char *line)
{
    copse_error err = {0};
    generative *m = NULL;
    lang_file(scratch("train.conllu"), 60, 3, true);
    if (train_file("generative", line, scratch("train.conllu"), scratch("model"), 1, &err) == 0) {
        box *b = box_open(scratch("model"), &err);
        m = b ? gen_stage.load(b, &err) : NULL;
        box_close(b); // nothing in the model points into it
    }
    if (!m) {
        printf("%s: %s\n", line, err.message);
        exit(1);
    }
    return m;
}

// A sentence of the language, with words that it does not know.
static copse_sentence *random_words(rng *r, int n)
{
    static const char *const tag[] = {"DET", "ADJ", "NOUN", "VERB", "ADV", "NEW"};
    static const char *const form[] = {"DE1", "AD2", "NO3", "VE4", "unheard", "."};
    copse_token token[MOST];
    copse_sentence *s = copse_sentence_new();
    for (int i = 0; i < n; i++) {
        const char *pos = tag[rng_below(r, 6)];
        token[i] = (copse_token){form[rng_below(r, 6)], NULL, pos, pos, NULL};
    }
    copse_sentence_set(s, n, token);
    return s;
}

static int roots(const int *head, int n)
{
    int all = 0;
    for (int d = 1; d <= n; d++)
        all += head[d] == 0;
    return all;
}

static bool is_allowed(const generative *m, const int *head, int n)
{
    if (!slow_is_tree(head, n) || (m->single_root && roots(head, n) != 1))
        return false;
    for (int d = 1; m->projective && d <= n; d++)
        if (!slow_arc_is_projective(head, d))
            return false;
    return true;
}

typedef struct brute {
    double sum, best;
    double arc[NODES * NODES]; // [d*N + h] shares
} brute;

static void all_trees(gen_scores *s, brute *b)
{
    const int n = s->words.n;
    int head[NODES] = {-1};
    *b = (brute){.sum = -INFINITY, .best = -INFINITY};
    for (int i = 0; i < NODES * NODES; i++)
        b->arc[i] = -INFINITY;
    do {
        if (!is_allowed(s->m, head, n))
            continue;
        const double p = gen_log_tree(s, head);
        b->sum = mar_add(b->sum, p);
        b->best = fmax(b->best, p);
        for (int d = 1; d <= n; d++)
            b->arc[d * (n + 1) + head[d]] = mar_add(b->arc[d * (n + 1) + head[d]], p);
    } while (next_heads(head, n));
}

static void compare(gen_scores *s, const copse_sentence *sentence)
{
    static brute b;
    double marginal[NODES * NODES];
    int head[NODES];
    gen_scores_set(s, sentence, NULL);
    const int n = s->words.n;
    all_trees(s, &b);
    CHECK_NEAR(gen_sum(s), b.sum, 1e-9);
    CHECK_NEAR(gen_marginals(s, marginal), b.sum, 1e-9);
    for (int d = 1; d <= n; d++)
        for (int h = 0; h <= n; h++)
            CHECK_NEAR(marginal[d * (n + 1) + h], exp(b.arc[d * (n + 1) + h] - b.sum), 1e-9);
    gen_best(s, head);
    CHECK(is_allowed(s->m, head, n));
    CHECK_NEAR(gen_log_tree(s, head), b.best, s->m->projective ? 1e-9 : 1e-5); // dec_cle has floats
}

static const char *const lines[] = {
    "",
    "--model a --single-root no",
    "--model b --forms no",
    "--model d --single-root no --smoothing 0.5",
    "--model c --single-root no --punct none",
    "--decoder nonprojective",
    "--decoder nonprojective --single-root no --tree-prior uniform",
    "--decoder nonprojective --forms no --smoothing 20",
};
enum { LINES = sizeof lines / sizeof lines[0] };

static void sums_over_all_trees(void)
{
    rng r;
    rng_seed(&r, 8);
    for (int i = 0; i < LINES; i++) {
        generative *m = trained(lines[i]);
        gen_scores s = {.m = m, .scale = 1};
        for (int n = 1; n <= (i == 0 || i == 6 ? MOST : MOST - 1); n++) {
            copse_sentence *sentence = random_words(&r, n);
            compare(&s, sentence);
            copse_sentence_free(sentence);
        }
        gen_scores_done(&s);
        gen_stage.free(m);
    }
}

// ---------------------------------------------------------------------------------------------------
// The mass of all sentences

// A toy grammar of tags X and Y, and of unseen ones.
enum { TAGS = 2, SYMBOLS = TAGS + 1, LONG = 60 };

static generative *toy(const char *line, const gen_variant *v)
{
#define ALONE "1\tx\t_\tX\tX\t_\t0\troot\t_\t_\n\n1\ty\t_\tY\tY\t_\t0\troot\t_\t_\n\n"
    static const char bank[] = ALONE ALONE ALONE ALONE ALONE ALONE
        "1\tx\t_\tX\tX\t_\t0\troot\t_\t_\n2\ty\t_\tY\tY\t_\t1\tdep\t_\t_\n\n"
        "1\ty\t_\tY\tY\t_\t2\tdep\t_\t_\n2\tx\t_\tX\tX\t_\t0\troot\t_\t_\n\n"
        "1\ty\t_\tY\tY\t_\t0\troot\t_\t_\n2\ty\t_\tY\tY\t_\t0\troot\t_\t_\n\n";
    char all[256];
    copse_error err = {0};
    snprintf(all, sizeof all, "--pos upos --forms no --model %s %s", v->name, line);
    scratch_write(scratch("toy.conllu"), bank, strlen(bank));
    if (train_file("generative", all, scratch("toy.conllu"), scratch("toy"), 1, &err) != 0) {
        printf("%s\n", err.message);
        exit(1);
    }
    box *b = box_open(scratch("toy"), &err);
    generative *m = gen_stage.load(b, &err);
    box_close(b);
    return m;
}

// The probability of all sentences of n words, one by one.
static double mass_of_sentences(gen_scores *s, int n)
{
    static const char *const name[] = {"X", "Y", "Z"};
    copse_sentence *sentence = copse_sentence_new();
    copse_token token[MOST] = {{0}};
    double sum = 0;
    int all = 1;
    for (int i = 0; i < n; i++)
        all *= SYMBOLS;
    for (int code = 0; code < all; code++) {
        for (int i = 0, rest = code; i < n; i++, rest /= SYMBOLS)
            token[i] = (copse_token){.form = "w", .upos = name[rest % SYMBOLS]};
        copse_sentence_set(sentence, n, token);
        gen_scores_set(s, sentence, NULL);
        sum += exp(gen_sum(s));
    }
    copse_sentence_free(sentence);
    return sum;
}

// The probability that a side of a head makes m words, and that a word with its subtree is m words: the
// generating process, without any sentence.
typedef struct masses {
    double side[SYMBOLS + 1][2][SYMBOLS + 1][LONG + 1]; // [head][side][context][m]
    double word[SYMBOLS][LONG + 1];
} masses;

static double side_mass(const generative *m, const masses *x, int h, int side, int context, int words)
{
    const gen_head at = {h, BO_UNSEEN, side, context};
    double stop[2], sum = 0;
    bo_chain c;
    gen_log_stop(m, &at, stop);
    gen_tag_chain(m, &at, &c);
    for (int t = 0; t < SYMBOLS; t++)
        for (int own = 1; own <= words; own++)
            sum +=
                exp(stop[0] + gen_log_tag(m, &c, t)) * x->word[t][own] * x->side[h][side][1 + t][words - own];
    return sum + (words == 0 ? exp(stop[1]) : 0);
}

static void fill_masses(const generative *m, masses *x)
{
    memset(x, 0, sizeof *x);
    for (int words = 0; words <= LONG; words++) {
        for (int t = 0; t < SYMBOLS && words; t++)
            for (int left = 0; left < words; left++)
                x->word[t][words] += x->side[t][HA_LEFT][0][left] * x->side[t][HA_RIGHT][0][words - 1 - left];
        for (int context = SYMBOLS; context >= 0; context--)
            for (int h = 0; h <= SYMBOLS; h++)
                for (int side = 0; side < 2; side++)
                    x->side[h][side][context][words] = side_mass(m, x, h, side, context, words);
    }
}

static void all_sentences_have_mass_one(void)
{
    static masses x;
    for (const gen_variant *const *v = gen_variants; *v; v++)
        for (int single = 0; single < 2; single++) {
            generative *m = toy(single ? "--single-root yes" : "", *v);
            gen_scores s = {.m = m, .scale = 1};
            double sum = 0;
            CHECK_INT(m->single_root, single);
            fill_masses(m, &x);
            for (int n = 1; n <= 5; n++)
                CHECK_NEAR(mass_of_sentences(&s, n) / x.side[SYMBOLS][HA_RIGHT][0][n], 1, 1e-9);
            for (int n = 0; n <= LONG; n++)
                sum += x.side[SYMBOLS][HA_RIGHT][0][n];
            CHECK(sum > 0.999 && sum < 1 + 1e-9);
            gen_scores_done(&s);
            gen_stage.free(m);
        }
}

static void all_sentences_of_a_length_have_its_mass(void)
{
    for (int single = 0; single < 2; single++) {
        generative *m = toy(single ? "--decoder nonprojective --single-root yes"
                                   : "--decoder nonprojective --tree-prior uniform",
                            gen_variants[0]);
        gen_scores s = {.m = m, .scale = 1};
        for (int n = 1; n <= 5; n++)
            CHECK_NEAR(mass_of_sentences(&s, n), (1 - m->longer) * pow(m->longer, n - 1), 1e-9);
        gen_scores_done(&s);
        gen_stage.free(m);
    }
}

// One tag, one sentence of one word, smoothing 1: 7/8 for the tag and for each STOP.
static void by_hand(void)
{
    static const char bank[] = "1\tx\t_\tX\tX\t_\t0\troot\t_\t_\n\n";
    copse_error err = {0};
    copse_lm lm;
    copse_sentence *s = copse_sentence_new();
    scratch_write(scratch("one.conllu"), bank, strlen(bank));
    REQUIRE(train_file("generative", "--pos upos --forms no --model a --smoothing 1", scratch("one.conllu"),
                       scratch("one"), 1, &err) == 0);
    copse_model *m = copse_model_load(scratch("one"), &err);
    REQUIRE(m);
    copse_parser *p = copse_parser_new(m, NULL);
    copse_sentence_set(s, 1, &(copse_token){.form = "any", .upos = "X"});
    CHECK_INT(copse_log_probability(p, s, &lm, &err), 0);
    CHECK_INT(lm.words, 1);
    CHECK_NEAR(lm.log_probability, 3 * log(7.0 / 8), 1e-12);
    copse_parser_free(p);
    copse_model_free(m);
    copse_sentence_free(s);
}

// All forms of one or two bytes, where training has forms of one.
static void forms_have_mass_one(void)
{
    generative *m = trained("--smoothing 0.01");
    double one = 0, sum = 0;
    char text[2];
    for (int a = 1; a < 256; a++) {
        text[0] = (char)a;
        one += exp(gen_spell(m, (copse_str){text, 1}));
    }
    CHECK(one < 1);
    bo_done(&m->byte);
    for (int a = 'a'; a <= 'e'; a++)
        gen_count_bytes(m, (copse_str){&(char){(char)a}, 1});
    bo_settle(&m->byte);
    for (int a = 1; a < 256; a++) {
        text[0] = (char)a;
        sum += exp(gen_spell(m, (copse_str){text, 1}));
        for (int b = 1; b < 256; b++) {
            text[1] = (char)b;
            sum += exp(gen_spell(m, (copse_str){text, 2}));
        }
    }
    CHECK(sum > 0.99 && sum < 1 + 1e-9);
    gen_stage.free(m);
}

// ---------------------------------------------------------------------------------------------------
// The stage

static void same_after_loading(void)
{
    copse_error err = {0};
    rng r;
    rng_seed(&r, 4);
    generative *m = trained(""), again;
    box_writer *w = box_writer_new();
    size_t size;
    gen_save(m, w);
    void *bytes = box_bytes(w, &size, &err);
    box *b = box_memory(bytes, size, "again", &err);
    REQUIRE(b && gen_load(&again, b, &err) == 0);
    gen_scores one = {.m = m, .scale = 1}, two = {.m = &again, .scale = 1};
    for (int i = 0; i < 20; i++) {
        copse_sentence *s = random_words(&r, 6);
        gen_scores_set(&one, s, NULL);
        gen_scores_set(&two, s, NULL);
        CHECK(gen_sum(&one) == gen_sum(&two));
        copse_sentence_free(s);
    }
    gen_scores_done(&one);
    gen_scores_done(&two);
    gen_done(&again);
    gen_stage.free(m);
    box_close(b);
    box_writer_free(w);
    mem_free(bytes);
}

// It learns the language: most heads and labels of unseen sentences are right.
static void learns_the_language(void)
{
    copse_error err = {0};
    copse_scores scores;
    lang_file(scratch("train.conllu"), 200, 1, false);
    lang_file(scratch("new.conllu"), 50, 2, false);
    REQUIRE(train_file("generative", "", scratch("train.conllu"), scratch("model"), 1, &err) == 0);
    copse_model *m = copse_model_load(scratch("model"), &err);
    REQUIRE(m &&
            copse_parse_file(m, NULL, scratch("new.conllu"), scratch("out.conllu"), NULL, NULL, &err) == 0);
    REQUIRE(copse_evaluate(&scores, scratch("new.conllu"), scratch("out.conllu"), NULL, &err) == 0);
    CHECK((double)scores.head > 0.9 * (double)scores.tokens);
    CHECK((double)scores.both > 0.85 * (double)scores.tokens);
    copse_scores_done(&scores);
    copse_model_free(m);
}

// Marks that are not generated hang on the word before them, or on the first word.
static void punctuation_hangs_on_words(void)
{
    copse_error err = {0};
    generative *m = trained("--punct none");
    const copse_parse_options plain = {.scores = true};
    void *worker = gen_stage.worker_new(m, &plain);
    copse_tree *tree = copse_tree_new();
    copse_sentence *s = copse_sentence_new();
    static const copse_token token[] = {
        {"(", NULL, "PUNCT", "PUNCT", NULL}, {"NO1", NULL, "NOUN", "NOUN", NULL},
        {",", NULL, "PUNCT", "PUNCT", NULL}, {"-", NULL, "PUNCT", "PUNCT", NULL},
        {"VE1", NULL, "VERB", "VERB", NULL}, {".", NULL, "PUNCT", "PUNCT", NULL}};
    copse_sentence_set(s, 6, token);
    gen_stage.parse(worker, &(stage_input){.sentence = s}, tree);
    int words = 0;
    CHECK_INT(tree->head[1], 2);
    CHECK_INT(tree->head[2], 5);
    CHECK_INT(tree->head[3], 2);
    CHECK_INT(tree->head[4], 2);
    CHECK_INT(tree->head[5], 0);
    CHECK_INT(tree->head[6], 5);
    gen_stage.log_probability(worker, &(stage_input){.sentence = s}, &words);
    CHECK_INT(words, 2);
    // Marks alone are words.
    copse_sentence_set(s, 3, (const copse_token[]){token[0], token[2], token[5]});
    gen_stage.parse(worker, &(stage_input){.sentence = s}, tree);
    int where;
    CHECK_INT(tree_check(tree->head, 3, true, &where), TREE_FINE);
    copse_sentence_free(s);
    copse_tree_free(tree);
    gen_stage.worker_free(worker);
    gen_stage.free(m);
    (void)err;
}

// Probabilities of arcs sum to 1 for each word, also of punctuation; given heads are kept.
static void arcs_and_given_heads(void)
{
    rng r;
    rng_seed(&r, 9);
    for (int i = 0; i < LINES; i++) {
        generative *m = trained(lines[i]);
        const copse_parse_options plain = {.scores = true};
        void *worker = gen_stage.worker_new(m, &plain);
        copse_sentence *s = random_words(&r, MOST);
        copse_tree *tree = copse_tree_new();
        stage_arcs arcs = {0};
        int head[NODES], where;
        copse_str label[NODES] = {{0}};
        gen_stage.arcs(worker, &(stage_input){.sentence = s}, 2, &arcs);
        for (int d = 1; d <= MOST; d++) {
            double sum = 0;
            for (int h = 0; h <= MOST; h++)
                sum += stage_arc(&arcs, h, d);
            CHECK_NEAR(sum, 1, 1e-9);
        }
        for (int d = 0; d <= MOST; d++)
            head[d] = GIVEN_NONE;
        head[2] = 6;
        head[4] = 3;
        label[4] = (copse_str){"given", 5};
        const given fixed = {MOST, head, label, 0};
        gen_stage.parse(worker, &(stage_input){.sentence = s, .given = &fixed}, tree);
        CHECK_INT(tree->head[2], 6);
        CHECK_INT(tree->head[4], 3);
        CHECK(tree->label[4].len == 5 && tree->label[2].len > 0);
        CHECK_INT(tree_check(tree->head, MOST, true, &where), TREE_FINE);
        gen_stage.min_risk(worker, &(stage_input){.sentence = s, .given = &fixed}, 1, tree);
        CHECK_INT(tree->head[2], 6);
        CHECK_INT(tree_check(tree->head, MOST, true, &where), TREE_FINE);
        mem_free(arcs.p);
        copse_tree_free(tree);
        copse_sentence_free(s);
        gen_stage.worker_free(worker);
        gen_stage.free(m);
    }
}

// 1,200 words are parsed in pieces, 300 have a probability.
static void long_sentences(void)
{
    generative *m = trained("");
    const copse_parse_options plain = {0};
    void *worker = gen_stage.worker_new(m, &plain);
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    copse_token *token = mem_zero(1200, sizeof *token);
    int words, where;
    for (int i = 0; i < 1200; i++)
        token[i] = (copse_token){.form = "NO1", .upos = "NOUN", .xpos = i % 9 ? "NOUN" : "VERB"};
    copse_sentence_set(s, 1200, token);
    gen_stage.parse(worker, &(stage_input){.sentence = s}, tree);
    CHECK_INT(tree_check(tree->head, 1200, false, &where), TREE_FINE);
    copse_sentence_set(s, 300, token);
    const double p = gen_stage.log_probability(worker, &(stage_input){.sentence = s}, &words);
    CHECK_INT(words, 300);
    CHECK(p < -300 && p > -1e5);
    mem_free(token);
    copse_tree_free(tree);
    copse_sentence_free(s);
    gen_stage.worker_free(worker);
    gen_stage.free(m);
}

// Counts that are no counts do not load.
static void hostile_counts(void)
{
    static const struct {
        uint64_t context[2];
        uint32_t outcome[2];
        double count[2];
        bool fine;
    } row[] = {
        {{5, 9}, {0, 1}, {1, 2}, true},         {{5, 5}, {0, 1}, {1, 2}, true},
        {{9, 5}, {0, 1}, {1, 2}, false},        {{5, 5}, {1, 1}, {1, 2}, false},
        {{5, 9}, {0, 3}, {1, 2}, false},        {{5, 9}, {0, 1}, {1, 0}, false},
        {{5, 9}, {0, 1}, {-1, 2}, false},       {{5, 9}, {0, 1}, {1, NAN}, false},
        {{5, 9}, {0, 1}, {1, 1e300}, false},    {{5, 9}, {0, 1}, {1, INFINITY}, false},
        {{5, 9}, {0, 1}, {1e-300, 1e15}, true},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        copse_error err = {0};
        backoff b;
        size_t size;
        box_writer *w = box_writer_new();
        box_begin(w, "TEST");
        box_u32(w, 2);
        for (int k = 0; k < 2; k++) {
            box_u64(w, row[i].context[k]);
            box_u32(w, row[i].outcome[k]);
            box_f64(w, row[i].count[k]);
        }
        void *bytes = box_bytes(w, &size, &err);
        box *file = box_memory(bytes, size, "test", &err);
        REQUIRE(file);
        CHECK_INT(bo_load(&b, "TEST", 3, file, &err), row[i].fine ? 0 : COPSE_EMODEL);
        if (row[i].fine)
            bo_done(&b);
        box_close(file);
        box_writer_free(w);
        mem_free(bytes);
    }
}

// The interpolation by hand, and sums over all outcomes.
static void backing_off(void)
{
    backoff b = {0};
    bo_chain c = {.n = 0};
    bo_add(&b, 1, 0, 2);
    bo_add(&b, 1, 1, 1);
    bo_add(&b, 1, 0, 1);
    bo_add(&b, 2, 2, 4);
    bo_settle(&b);
    bo_chain_add(&c, &b, 7, 0.5); // never counted
    bo_chain_add(&c, &b, 1, 0.5); // keep 4/5
    bo_chain_add(&c, &b, 2, 1);   // keep 4/5
    CHECK_INT(c.n, 2);
    CHECK_NEAR(exp(bo_log(&c, 0, log(0.25))), 0.8 * 0.75 + 0.2 * 0.2 * 0.25, 1e-12);
    CHECK_NEAR(exp(bo_log(&c, 2, log(0.25))), 0.2 * (0.8 + 0.2 * 0.25), 1e-12);
    double sum = 0;
    for (uint32_t o = 0; o < 4; o++)
        sum += exp(bo_log(&c, o, log(0.25)));
    CHECK_NEAR(sum, 1, 1e-12);
    CHECK_NEAR(bo_log(&c, BO_UNSEEN, -1e6), log(0.04) - 1e6, 1e-6);
    bo_done(&b);
}

TESTS(TEST(backing_off), TEST(hostile_counts), TEST(sums_over_all_trees), TEST(all_sentences_have_mass_one),
      TEST(all_sentences_of_a_length_have_its_mass), TEST(by_hand), TEST(forms_have_mass_one),
      TEST(same_after_loading), TEST(learns_the_language), TEST(punctuation_hangs_on_words),
      TEST(arcs_and_given_heads), TEST(long_sentences))
