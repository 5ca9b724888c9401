// SPDX-License-Identifier: MIT
// Weights of votes as text: read, written, read again, and used to weigh the votes of three trees.
#include "tests/fuzz/fuzz.h"

#include "common/base/text.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"
#include "ensemble/weights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SYSTEMS = 3, WORDS = 5 };
static const char *const names[SYSTEMS] = {"ae", "g2", "cn"};

static copse_sentence *sentence;
static copse_tree *tree[SYSTEMS];

// The same for every input.
static void make_trees(void)
{
    static const copse_token words[WORDS] = {{"A", "a", "DET", "DT", "_"},
                                             {"dog", "dog", "NOUN", "NN", "Number=Sing"},
                                             {"sees", "see", "VERB", "VBZ", "_"},
                                             {"it", "it", "PRON", "PRP", "_"},
                                             {".", ".", "PUNCT", ".", "_"}};
    static const int heads[SYSTEMS][WORDS] = {{2, 3, 0, 3, 3}, {2, 3, 0, 3, 4}, {3, 3, 0, 2, 3}};
    static const char *const labels[WORDS] = {"det", "nsubj", "root", "obj", "punct"};
    copse_error err = {0};
    sentence = copse_sentence_new();
    copse_sentence_set(sentence, WORDS, words);
    for (int k = 0; k < SYSTEMS; k++) {
        tree[k] = copse_tree_new();
        copse_tree_set(tree[k], WORDS, heads[k], labels, &err);
    }
}

static void vote(const weights *w)
{
    double votes[(WORDS + 1) * SYSTEMS] = {0};
    wt_scratch *x = wt_scratch_new(w);
    wt_votes(x, sentence, (const copse_tree *const *)tree, votes);
    for (int d = 1; d <= WORDS; d++)
        for (int k = 0; k < SYSTEMS; k++) {
            const double v = votes[d * SYSTEMS + k];
            FUZZ_REQUIRE(isfinite(v) && v >= 0, "the vote of system %d for word %d is %g", k, d, v);
            const size_t label = wt_label(x, votes, d, copse_tree_head(tree[k], d));
            FUZZ_REQUIRE(label < SYSTEMS, "label of system %zu", label);
        }
    wt_scratch_free(x);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    copse_error err = {0};
    if (!sentence)
        make_trees();
    uint8_t *exact = fuzz_copy(bytes, size);
    weights *w = wt_parse("input", (copse_str){(const char *)exact, size}, names, SYSTEMS, &err);
    free(exact);
    if (!w) {
        fuzz_error(err.code, &err);
        return 0;
    }
    vote(w);
    text first = {0}, second = {0};
    wt_print(w, &first);
    weights *again = wt_parse("printed", (copse_str){first.s, first.n}, names, SYSTEMS, &err);
    FUZZ_REQUIRE(again, "weights cannot be read again: line %ld: %s", err.line, err.message);
    wt_print(again, &second);
    FUZZ_REQUIRE(first.n == second.n && memcmp(first.s, second.s, first.n) == 0,
                 "weights change when they are read again");
    text_done(&first);
    text_done(&second);
    wt_free(again);
    wt_free(w);
    return 0;
}
