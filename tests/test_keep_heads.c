// SPDX-License-Identifier: MIT
// Trained models of all kinds keep the heads and labels in their input: files, sequences of stages, votes,
// stacks, pieces of long sentences; and refuse heads that no tree has.
#include "tests/harness.h"
#include "tests/scratch.h"

#include "tests/assembled.h"
#include "tests/language.h"
#include "tests/trees.h"
#include "common/model/model.h"
#include "common/treebank/treebank.h"

static copse_error err;
static const copse_environment one = {.threads = 1};

// Trains on a treebank with crossing arcs, or without.
static const char *trained(const char *name, const char *kind, const char *line, bool crossing)
{
    if (crossing)
        noisy_file(scratch("train.conllu"), 25, 21);
    else
        lang_file(scratch("train.conllu"), 25, 21, false);
    copse_options *o =
        strcmp(kind, "ensemble") == 0 ? quick_ensemble(line, "--folds 3") : options_of(kind, line);
    if (copse_train(o, scratch("train.conllu"), scratch(name), &one, &err) != 0)
        printf("  %s %s: %s\n", kind, line, err.message);
    copse_options_free(o);
    return scratch(name);
}

static int parse_with(const copse_model *m, const char *in, const char *out, copse_parse_options options)
{
    options.keep_heads = true;
    return copse_parse_file(m, &options, in, out, &one, NULL, &err);
}

// Copies a file; each word loses its head with probability 1 - share, its label with probability 1 - labels.
static void mask(const char *from, const char *to, double share, double labels, uint64_t seed)
{
    treebank t;
    rng r;
    FILE *f = fopen(to, "w");
    rng_seed(&r, seed);
    REQUIRE(f && tb_read(&t, from, false, &err) == 0);
    for (size_t i = 0; i < t.n; i++) {
        const copse_sentence *s = t.sentence[i];
        for (int d = 1; d <= s->n; d++) {
            const copse_str form = sen_column(s, d, COPSE_FORM), upos = sen_column(s, d, COPSE_UPOS),
                            label = t.tree[i]->label[d];
            fprintf(f, "%d\t%.*s\t_\t%.*s\t%.*s\t_", d, (int)form.len, form.s, (int)upos.len, upos.s,
                    (int)upos.len, upos.s);
            if (rng_unit(&r) >= share)
                fprintf(f, "\t_\t_\t_\t_\n");
            else if (rng_unit(&r) >= labels)
                fprintf(f, "\t%d\t_\t_\t_\n", t.tree[i]->head[d]);
            else
                fprintf(f, "\t%d\t%.*s%s\t_\t_\n", t.tree[i]->head[d], (int)label.len, label.s,
                        rng_below(&r, 8) ? "" : ":new");
        }
        fputc('\n', f);
    }
    tb_done(&t);
    fclose(f);
}

// Does each word of the parsed file have the head and label that it had before, where it had one? All
// sentences have trees.
static void check_kept(const char *before, const char *parsed)
{
    copse_reader *r = copse_reader_open(before, &err);
    copse_sentence *s = copse_sentence_new();
    treebank t;
    REQUIRE(r && tb_read(&t, parsed, false, &err) == 0);
    for (size_t i = 0; copse_reader_next(r, s, &err) > 0; i++)
        for (int d = 1; d <= s->n; d++) {
            const copse_str label = sen_column(s, d, COPSE_DEPREL);
            if (s->word[d].head != SEN_NO_HEAD)
                CHECK_INT(t.tree[i]->head[d], s->word[d].head);
            if (!str_is(label, "_"))
                CHECK(str_equal(t.tree[i]->label[d], label));
            CHECK(!str_is(t.tree[i]->label[d], "_"));
        }
    tb_done(&t);
    copse_sentence_free(s);
    copse_reader_close(r);
}

static bool same_files(const char *a, const char *b)
{
    size_t n = 0, m = 0;
    char *x = scratch_read(a, &n), *y = scratch_read(b, &m);
    const bool same = x && y && n == m && memcmp(x, y, n) == 0;
    mem_free(x);
    mem_free(y);
    return same;
}

// All trees of a list and the probabilities of arcs keep what is given in a file.
static void check_lists(const copse_model *m, const char *path)
{
    enum { K = 4 };
    const copse_parse_options keep = {.keep_heads = true};
    copse_parser *p = copse_parser_new(m, &keep);
    copse_reader *r = copse_reader_open(path, &err);
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree[K];
    copse_ranked rank[K];
    copse_kbest list;
    copse_arcs arcs;
    for (int i = 0; i < K; i++)
        tree[i] = copse_tree_new();
    while (r && copse_reader_next(r, s, &err) > 0) {
        CHECK_INT(copse_parse_kbest(p, s, K, tree, rank, &list, &err), 0);
        CHECK(list.n >= 1);
        for (int i = 0; i < list.n; i++)
            for (int d = 1; d <= s->n; d++)
                CHECK(s->word[d].head == SEN_NO_HEAD || tree[i]->head[d] == s->word[d].head);
        CHECK_INT(copse_parse_arcs(p, s, 0, &arcs, &err), 0);
        for (size_t i = 0; i < arcs.n; i++) {
            const int h = s->word[arcs.arc[i].word].head;
            CHECK(h == SEN_NO_HEAD || (h == arcs.arc[i].head && !(arcs.arc[i].probability < 1)));
        }
        copse_arcs_done(&arcs);
    }
    for (int i = 0; i < K; i++)
        copse_tree_free(tree[i]);
    copse_sentence_free(s);
    copse_reader_close(r);
    copse_parser_free(p);
}

// Some heads, all and none.
static void check_model(const copse_model *m, bool crossing)
{
    static const copse_decode decode[] = {COPSE_DECODE_BEST, COPSE_DECODE_MIN_RISK};
    if (crossing)
        noisy_file(scratch("gold.conllu"), 20, 22);
    else
        lang_file(scratch("gold.conllu"), 20, 22, false);
    for (int k = 0; k < 4; k++) {
        mask(scratch("gold.conllu"), scratch("some"), 0.25 * (k + 1), k % 2 ? 1 : 0.5, (uint64_t)k);
        for (int how = 0; how < 2; how++) {
            REQUIRE(parse_with(m, scratch("some"), scratch("out"),
                               (copse_parse_options){.decode = decode[how]}) == 0);
            check_kept(scratch("some"), scratch("out"));
            CHECK_INT(same_files(scratch("some"), scratch("out")), k == 3);
        }
        if (k == 1)
            check_lists(m, scratch("some"));
    }
    mask(scratch("gold.conllu"), scratch("none"), 0, 0, 1);
    REQUIRE(copse_parse_file(m, NULL, scratch("none"), scratch("free"), &one, NULL, &err) == 0);
    REQUIRE(parse_with(m, scratch("none"), scratch("out"), (copse_parse_options){0}) == 0);
    CHECK(same_files(scratch("free"), scratch("out")));
}

typedef struct model_kind {
    const char *family, *line;
    bool crossing;
} model_kind;

static void every_kind_of_model_keeps_heads(void)
{
    static const model_kind kinds[] = {
        {"transition", QUICK_TRANSITION " --algorithm arc-eager --pseudo-projective head", true},
        {"transition", QUICK_TRANSITION " --algorithm arc-standard --pseudo-projective head+path", true},
        {"transition", QUICK_TRANSITION " --algorithm covington-nonprojective", true},
        {"transition", QUICK_TRANSITION " --algorithm covington-projective --pseudo-projective none", false},
        {"transition", QUICK_TRANSITION " --algorithm multi-pass --pseudo-projective none", false},
        {"transition", QUICK_TRANSITION " --algorithm planar --pseudo-projective none", true},
        {"transition", QUICK_TRANSITION " --algorithm two-planar", true},
        {"graph", QUICK_GRAPH " --order 1 --decoder nonprojective", true},
        {"graph", QUICK_GRAPH " --order 2 --decoder nonprojective", true},
        {"graph", QUICK_GRAPH " --order 2 --decoder projective", false},
        {"graph", "--iterations 1 --hash-bits 12 --trainer crf --decoder nonprojective", true},
        {"generative", "", false},
        {"generative", "--decoder nonprojective", true},
        {"ensemble", "arc-eager,arc-eager:reverse,graph1", true},
        {"ensemble", "graph1+arc-eager:reverse", false},
        {"ensemble", "covington-nonprojective+graph2:reverse", true},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        copse_model *m =
            copse_model_load(trained("model", kinds[i].family, kinds[i].line, kinds[i].crossing), &err);
        const int failures = test_failures;
        REQUIRE(m);
        check_model(m, kinds[i].crossing);
        if (test_failures > failures)
            printf("  with %s %s\n", kinds[i].family, kinds[i].line);
        copse_model_free(m);
    }
}

// The second parser of a sequence gets the heads of the input, not those that the first has put over it.
static void sequences_keep_the_input(void)
{
    static const char *const names[] = {"first", "second"};
    copse_str bytes[2];
    box_writer *w = box_writer_new();
    trained("first.model", "transition", QUICK_TRANSITION " --algorithm covington-nonprojective", true);
    trained("second.model", "graph", QUICK_GRAPH " --order 1 --decoder nonprojective", true);
    bytes[0].s = scratch_read(scratch("first.model"), &bytes[0].len);
    bytes[1].s = scratch_read(scratch("second.model"), &bytes[1].len);
    seq_save(w, 2, names, bytes);
    REQUIRE(box_save(w, scratch("model"), &err) == 0);
    box_writer_free(w);
    for (int i = 0; i < 2; i++)
        mem_free((void *)bytes[i].s);
    copse_model *both = copse_model_load(scratch("model"), &err),
                *second = copse_model_load(scratch("second.model"), &err);
    REQUIRE(both && second);
    noisy_file(scratch("gold.conllu"), 30, 22);
    mask(scratch("gold.conllu"), scratch("some"), 0.5, 0.5, 3);
    REQUIRE(parse_with(both, scratch("some"), scratch("out"), (copse_parse_options){0}) == 0);
    check_kept(scratch("some"), scratch("out"));
    REQUIRE(parse_with(second, scratch("some"), scratch("alone"), (copse_parse_options){0}) == 0);
    CHECK(same_files(scratch("alone"), scratch("out")));
    copse_model_free(both);
    copse_model_free(second);
}

// Writes a sentence of n words with heads from a random tree, most of them outside a piece.
static void long_file(const char *path, int n, shape which)
{
    rng r;
    int *head = mem_alloc((size_t)n + 1, sizeof *head);
    FILE *f = fopen(path, "w");
    rng_seed(&r, 4);
    make_tree(&r, which, head, n);
    for (int d = 1, root = 0; d <= n && f; d++) {
        const bool again = head[d] == 0 && root;
        root |= head[d] == 0;
        if (rng_below(&r, 4) == 0 || again)
            fprintf(f, "%d\tw%d\t_\tT1\tT1\t_\t_\t_\t_\t_\n", d, d % 7);
        else
            fprintf(f, "%d\tw%d\t_\tT1\tT1\t_\t%d\t%s\t_\t_\n", d, d % 7, head[d], d % 3 ? "l1" : "new");
    }
    if (f)
        fprintf(f, "\n");
    if (!f || fclose(f) != 0)
        perror(path);
    mem_free(head);
}

static void long_sentences_keep_heads(void)
{
    static const model_kind kinds[] = {
        {"transition", QUICK_TRANSITION " --algorithm arc-eager --pseudo-projective head", true},
        {"transition", QUICK_TRANSITION " --algorithm covington-nonprojective", true},
        {"transition", QUICK_TRANSITION " --algorithm two-planar", true},
        {"graph", QUICK_GRAPH " --order 1 --decoder nonprojective", true},
        {"generative", "", true},
        {"ensemble", "arc-eager,arc-eager:reverse,arc-standard", true},
    };
    static const shape shapes[] = {RECURSIVE, CHAIN};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        copse_model *m = copse_model_load(trained("model", kinds[i].family, kinds[i].line, true), &err);
        REQUIRE(m);
        for (size_t k = 0; k < 2; k++) {
            long_file(scratch("long"), 4100, shapes[k]);
            REQUIRE(parse_with(m, scratch("long"), scratch("out"),
                               (copse_parse_options){.single_root = COPSE_ROOT_SINGLE}) == 0);
            check_kept(scratch("long"), scratch("out"));
        }
        copse_model_free(m);
    }
}

static void refused(const copse_model *m, const char *heads, const char *message)
{
    const copse_parse_options keep = {.keep_heads = true};
    copse_parser *p = copse_parser_new(m, &keep);
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    FILE *f = fopen(scratch("bad"), "w");
    REQUIRE(f);
    fprintf(f, "# a comment\n");
    char copy[256], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", heads);
    int d = 1;
    for (char *head = strtok_r(copy, " ", &rest); head; head = strtok_r(NULL, " ", &rest), d++)
        fprintf(f, "%d\tw\t_\tT1\tT1\t_\t%s\t_\t_\t_\n", d, head);
    fprintf(f, "\n");
    fclose(f);
    copse_reader *r = copse_reader_open(scratch("bad"), &err);
    REQUIRE(r && copse_reader_next(r, s, &err) == 1);
    err = (copse_error){0};
    CHECK_INT(copse_parse(p, s, tree, &err), message ? COPSE_EINPUT : 0);
    if (message) {
        char text[1200];
        snprintf(text, sizeof text, "%ld: %s", err.line, err.message);
        CHECK_STRING(text, message);
        CHECK(strstr(err.file, "/bad") != NULL);
        CHECK_INT(copse_tree_length(tree), 0);
    } else {
        CHECK_INT(copse_tree_length(tree), d - 1);
    }
    copse_reader_close(r);
    copse_parser_free(p);
    copse_sentence_free(s);
    copse_tree_free(tree);
}

static void heads_that_no_tree_has_are_refused(void)
{
    copse_model *any = copse_model_load(
        trained("any", "graph", QUICK_GRAPH " --order 1 --decoder nonprojective --single-root no", true),
        &err);
    copse_model *strict =
        copse_model_load(trained("strict", "transition",
                                 QUICK_TRANSITION " --single-root yes --pseudo-projective none", false),
                         &err);
    REQUIRE(any && strict);
    refused(any, "2 _ 0 _", NULL);
    refused(any, "0 _ 0 _", NULL);
    refused(any, "3 4 _ _", NULL);
    refused(any, "2 3 1 _", "2: given heads: cycle: 1 -> 2 -> 3 -> 1");
    refused(any, "_ _ 3 _", "4: word 3 is its own head");
    refused(any, "_ 5 _ _", "3: head 5 of word 2 is out of range: the sentence has 4 words");
    refused(any, "_ 99999999999 _",
            "3: head 99999999999 of word 2 is out of range: the sentence has 3 words");
    refused(any, "_ x", "3: head 'x' of word 2 is not a number");
    refused(any, "-1 _", "2: head '-1' of word 1 is not a number");
    refused(strict, "0 _ 0 _", "4: head 0 is given for word 1 and word 3, but trees must have one root word");
    refused(strict, "3 4 _ _",
            "3: the given arc from 4 to 2 crosses the one from 3 to 1, but the parser makes only projective "
            "trees");
    refused(strict, "3 0 _ _",
            "2: the given arc from 3 to 1 crosses the one from 0 to 2, but the parser makes "
            "only projective trees");
    refused(strict, "3 _ 2 _",
            "2: the given arc from 3 to 1 crosses any arc to word 2, from which both descend, but the parser "
            "makes only projective trees");
    refused(strict, "2 0 2 3", NULL);
    copse_model_free(any);
    copse_model_free(strict);
}

TESTS(TEST(every_kind_of_model_keeps_heads), TEST(sequences_keep_the_input), TEST(long_sentences_keep_heads),
      TEST(heads_that_no_tree_has_are_refused))
