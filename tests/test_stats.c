// SPDX-License-Identifier: MIT
// Figures computed by hand.
#include "tests/harness.h"

#include "copse.h"
#include "tests/files.h"
#include "common/base/mem.h"

#include <limits.h>

#define W(id, form, lemma, upos, xpos, feats, head, label) \
    id "\t" form "\t" lemma "\t" upos "\t" xpos "\t" feats "\t" head "\t" label "\t_\t_\n"

// Lengths 1, 3, 4, 6. The third sentence has no heads. The second has two roots,
// the last two arcs that are not projective.
static const char small[] = "# newdoc\n# text = a\n" W("1", "Yes", "yes", "X", "UH", "_", "0", "root") "\n" W(
    "1", "a", "a", "DET", "DT", "Def=Ind", "2", "det")
    W("2", "dog", "dog", "NOUN", "NN", "Number=Sing", "0", "root")
        W("3", ".", "_", "PUNCT", ".", "_", "0",
          "punct") "\n\n"
                   "1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n" W("1", "de", "de", "DET", "DT", "_", "_", "_")
                       W("2", "el", "el", "DET", "DT", "_", "_", "_")
                           W("3", "dog", "dog", "NOUN", "NN", "Number=Sing", "_", "_")
                               W("4", "_", "_", "PUNCT", ".", "_", "_",
                                 "_") "\n" W("1", "a", "a", "DET", "DT", "Def=Ind", "4", "det")
                                   W("2", "dog", "dog", "NOUN", "NN", "Number=Sing", "0",
                                     "root") "2.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n" W("3", "dogs", "dog", "NOUN",
                                                                                  "NNS", "Number=Plur", "6",
                                                                                  "obj")
                                       W("4", "b", "b", "X", "UH", "_", "2", "dep")
                                           W("5", "c", "c", "X", "UH", "_", "2", "dep")
                                               W("6", "d", "d", "X", "UH", "_", "2", "dep") "\n# the end\n";

static void a_small_treebank(void)
{
    copse_stats s;
    copse_error err;
    REQUIRE(copse_stats_read(&s, scratch_text("small", small), &err) == 0);
    CHECK_INT(s.format, COPSE_CONLLU);
    CHECK_INT(s.bytes, sizeof small - 1);
    CHECK_INT(s.sentences, 4);
    CHECK_INT(s.words, 14);
    CHECK_INT(s.multiword, 1);
    CHECK_INT(s.empty_nodes, 1);
    CHECK_INT(s.comments, 3);
    CHECK_INT(s.annotated, 3);
    CHECK_INT(s.arcs, 10);
    CHECK_INT(s.length_bins[0], 1);
    CHECK_INT(s.length_bins[1], 2);
    CHECK_INT(s.length_bins[2], 1);
    CHECK_INT(s.shortest, 1);
    CHECK_INT(s.longest, 6);
    CHECK_NEAR(s.mean_length, 3.5, 1e-12);
    CHECK_NEAR(s.median_length, 3.5, 1e-12);
    // In the last sentence 4→1 spans word 2, which hangs from 0, and word 3, which hangs from 6; 6→3 spans 4
    // and 5, which hang from 2. All others are projective.
    CHECK_INT(s.nonprojective_arcs, 2);
    CHECK_INT(s.nonprojective_sentences, 1);
    CHECK_INT(s.max_degree, 2);
    CHECK_INT(s.roots[1], 2);
    CHECK_INT(s.roots[2], 1);
    CHECK_INT(s.roots[3], 0);
    CHECK_NEAR(s.mean_arc_length, (1 + 3 + 3 + 2 + 3 + 4) / 6.0, 1e-12);
    CHECK_INT(s.forms_n, 11); // Yes a dog . de el _ dogs b c d
    CHECK_INT(s.lemmas_n, 8);
    CHECK_INT(s.feats_n, 3);
    CHECK_INT(s.pos, COPSE_XPOS);
    copse_stats_done(&s);
}

static void check_counts(const copse_count *counts, size_t n, const char *expected)
{
    char text[512] = "";
    size_t used = 0;
    for (size_t i = 0; i < n; i++)
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%s %ld\n", counts[i].name, counts[i].count);
    CHECK_STRING(text, expected);
}

static void names_by_frequency(void)
{
    copse_stats s;
    copse_error err;
    REQUIRE(copse_stats_read(&s, scratch_text("small", small), &err) == 0);
    check_counts(s.labels, s.labels_n, "dep 3\nroot 3\ndet 2\nobj 1\npunct 1\n");
    check_counts(s.upos, s.upos_n, "DET 4\nNOUN 4\nX 4\nPUNCT 2\n");
    check_counts(s.xpos, s.xpos_n, "DT 4\nUH 4\nNN 3\n. 2\nNNS 1\n");
    copse_stats_done(&s);
}

static void an_empty_file_is_all_zero(void)
{
    const char *const empty[] = {"", "\n\n", "# nothing\n"};
    for (size_t i = 0; i < 3; i++) {
        copse_stats s;
        copse_error err;
        REQUIRE(copse_stats_read(&s, scratch_text("empty", empty[i]), &err) == 0);
        CHECK_INT(s.sentences, 0);
        CHECK_INT(s.words, 0);
        CHECK_INT(s.comments, i == 2);
        CHECK(s.mean_length == 0 && s.median_length == 0 && s.mean_arc_length == 0);
        CHECK_INT(s.shortest, 0);
        CHECK_INT(s.labels_n + s.upos_n + s.xpos_n + s.forms_n, 0);
        CHECK_INT(s.pos, COPSE_UPOS);
        copse_stats_done(&s);
    }
}

static void the_column_for_parts_of_speech(void)
{
    CHECK_INT(copse_pos_auto(0), COPSE_UPOS);
    CHECK_INT(copse_pos_auto(1), COPSE_UPOS);
    CHECK_INT(copse_pos_auto(2), COPSE_XPOS);
    CHECK_INT(copse_pos_auto(200), COPSE_XPOS);
    CHECK_INT(copse_pos_auto(201), COPSE_UPOS);
}

static void lengths_fall_into_their_bins(void)
{
    char *text = mem_alloc(6000, 64);
    size_t used = 0;
    const int lengths[] = {100, 101, 75, 76, 1, 2, 500};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        for (int w = 1; w <= lengths[i]; w++)
            used += (size_t)sprintf(text + used, "%d\tw\t_\tX\t_\t_\t%d\tdep\t_\t_\n", w, w - 1);
        text[used++] = '\n';
    }
    copse_stats s;
    copse_error err;
    REQUIRE(copse_stats_read(&s, scratch_bytes("bins", text, used), &err) == 0);
    for (int bin = 0; bin < COPSE_LENGTH_BINS; bin++) {
        int low = bin ? copse_length_bin_top(bin - 1) + 1 : 1, top = copse_length_bin_top(bin);
        long expected = 0;
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
            expected += lengths[i] >= low && lengths[i] <= top;
        CHECK(low <= top);
        CHECK_INT(s.length_bins[bin], expected);
    }
    CHECK_INT(copse_length_bin_top(COPSE_LENGTH_BINS - 1), INT_MAX);
    CHECK_NEAR(s.median_length, 76, 0);
    CHECK_NEAR(s.mean_arc_length, 1, 1e-12);
    CHECK_INT(s.nonprojective_arcs, 0);
    CHECK_INT(s.max_degree, 0);
    copse_stats_done(&s);
    mem_free(text);
}

static void the_digest_tells_bytes_apart(void)
{
    copse_stats a, b, c;
    copse_error err;
    char other[sizeof small];
    memcpy(other, small, sizeof small);
    other[sizeof small - 3] = 'D'; // in the last comment
    REQUIRE(copse_stats_read(&a, scratch_text("small", small), &err) == 0);
    REQUIRE(copse_stats_read(&b, scratch_text("again", small), &err) == 0);
    REQUIRE(copse_stats_read(&c, scratch_text("other", other), &err) == 0);
    CHECK(a.digest == b.digest);
    CHECK(a.digest != c.digest);
    copse_stats_done(&a);
    copse_stats_done(&b);
    copse_stats_done(&c);
}

static void failures(void)
{
    copse_stats s;
    copse_error err;
    CHECK_INT(copse_stats_read(&s, "/nonexistent/file", &err), COPSE_EIO);
    copse_stats_done(&s);
    CHECK_INT(copse_stats_read(&s, scratch_text("bad", "1\ta\n\n"), &err), COPSE_EINPUT);
    CHECK_INT(err.line, 1);
    CHECK_STRING(err.message, "2 columns instead of 10");
    copse_stats_done(&s);
}

TESTS(TEST(a_small_treebank), TEST(names_by_frequency), TEST(an_empty_file_is_all_zero),
      TEST(the_column_for_parts_of_speech), TEST(lengths_fall_into_their_bins),
      TEST(the_digest_tells_bytes_apart), TEST(failures))
