// SPDX-License-Identifier: MIT
// Bytes as a model, whose checksums are recomputed first: described, loaded, and used to parse sentences of
// 1, 3 and 12 words. Whatever loads must give trees that `copse check` accepts. mutate.c changes the inputs.
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/layout.h"

#include "common/base/utf8.h"
#include "common/treebank/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SENTENCES = 3 };
static const int lengths[SENTENCES] = {1, 3, 12};
static copse_sentence *sentence[SENTENCES];

// The words are of the made-up language of tests/generate and of others, so that some are known to the
// models.
static void make_sentences(void)
{
    static const copse_token words[] = {{"A", "a", "DET", "DT", "_"},
                                        {"dog", "dog", "NOUN", "NN", "Number=Sing"},
                                        {"sees", "see", "VERB", "VBZ", "Number=Sing|Person=3"},
                                        {"the", "the", "DET", "DT", "_"},
                                        {"old", "old", "ADJ", "JJ", "_"},
                                        {"cat", "cat", "NOUN", "NN", "Number=Sing"},
                                        {"with", "with", "ADP", "IN", "_"},
                                        {"\xc3\xa9t\xc3\xa9", "_", "X", "FW", "_"},
                                        {",", ",", "PUNCT", ",", "_"},
                                        {"and", "and", "CCONJ", "CC", "_"},
                                        {"runs", "run", "VERB", "VBZ", "_"},
                                        {".", ".", "PUNCT", ".", "_"}};
    for (int i = 0; i < SENTENCES; i++) {
        sentence[i] = copse_sentence_new();
        copse_sentence_set(sentence[i], lengths[i], words);
    }
}

// --- Describing

static void fact(void *context, const char *group, const char *name, const char *value)
{
    long *n = context;
    FUZZ_REQUIRE(utf8_is_shown((copse_str){group, strlen(group)}), "a group that cannot be shown");
    for (int i = 0; i < 2; i++) {
        const copse_str s = {i ? value : name, strlen(i ? value : name)};
        FUZZ_REQUIRE(s.len == 0 || utf8_is_shown(s), "a fact that cannot be shown: %s", s.s);
    }
    ++*n;
}

// Returns whether the file is whole.
static bool describe(const uint8_t *bytes, size_t size)
{
    copse_error err = {0};
    long facts = 0;
    const int code = copse_model_describe(fuzz_file(0, "input.model", bytes, size), fact, &facts, &err);
    if (code)
        fuzz_error(code, &err);
    FUZZ_REQUIRE(code || facts > 0, "a model without a fact");
    return code == 0;
}

// --- Parsing

static void complain(void *context, const copse_problem *problem)
{
    (void)context;
    FUZZ_REQUIRE(false, "the output has a problem: %s", problem->message);
}

// Writes the sentence with its tree, reads it again and checks it.
static void check_output(const copse_sentence *s, const copse_tree *tree)
{
    const copse_check_options options = {.several_roots = true};
    copse_error err = {0};
    copse_writer *out = copse_writer_memory();
    copse_sentence *again = copse_sentence_new();
    size_t size;
    FUZZ_REQUIRE(copse_writer_put(out, s, tree, &err) == 0, "cannot write the tree: %s", err.message);
    const void *text = copse_writer_data(out, &size);
    copse_reader *reader = copse_reader_memory(text, size, "output", &err);
    FUZZ_REQUIRE(reader && copse_reader_next(reader, again, &err) == 1, "cannot read the output: %s",
                 err.message);
    FUZZ_REQUIRE(copse_sentence_length(again) == copse_sentence_length(s), "%d words became %d",
                 copse_sentence_length(s), copse_sentence_length(again));
    chk_sentence(again, &options, complain, NULL);
    FUZZ_REQUIRE(copse_reader_next(reader, again, &err) == 0, "the output goes on");
    copse_reader_close(reader);
    copse_sentence_free(again);
    copse_writer_free(out);
}

static void parse(const copse_model *model, const copse_parse_options *options)
{
    copse_error err = {0};
    copse_parser *parser = copse_parser_new(model, options);
    copse_tree *tree = copse_tree_new();
    for (int i = 0; i < SENTENCES; i++) {
        int roots = 0;
        const int code = copse_parse(parser, sentence[i], tree, &err);
        FUZZ_REQUIRE(code == 0, "parsing fails: %s", err.message);
        fuzz_tree(tree, lengths[i]);
        for (int d = 1; d <= lengths[i]; d++) {
            const float score = copse_tree_score(tree, d);
            FUZZ_REQUIRE(score >= 0 && score <= 1, "word %d has the score %g", d, (double)score);
            roots += copse_tree_head(tree, d) == 0;
        }
        FUZZ_REQUIRE(roots == 1 || options->single_root != COPSE_ROOT_SINGLE, "%d root words", roots);
        check_output(sentence[i], tree);
    }
    copse_tree_free(tree);
    copse_parser_free(parser);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    copse_error err = {0};
    if (!sentence[0])
        make_sentences();
    uint8_t *mended = fuzz_copy(bytes, size);
    lay_mend(mended, size);
    const bool whole = describe(mended, size);
    copse_model *model = copse_model_from_memory(mended, size, "input", &err);
    free(mended);
    if (!model) {
        fuzz_error(err.code, &err);
        return 0;
    }
    FUZZ_REQUIRE(whole, "a model is loaded that cannot be described");
    // The size chooses, so that an input has one way to be used.
    const copse_parse_options options = {.single_root = (copse_root_choice)(size % 3),
                                         .scores = size / 3 % 2};
    parse(model, &options);
    copse_model_free(model);
    return 0;
}
