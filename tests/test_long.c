// SPDX-License-Identifier: MIT
// Very long sentences: parsed in pieces where the method is quadratic, watched all the time.
#include "tests/harness.h"
#include "tests/sentences.h"
#include "tests/tinybank.h"

#include "common/base/mem.h"
#include "common/base/text.h"
#include "common/base/watch.h"
#include "common/treebank/tree.h"

#include <unistd.h>

enum { LONG = 5 * TP_MOST_QUADRATIC / 2 + 7, PIECE = 1000 };

// One sentence of n words.
static const char *long_file(int n)
{
    static const char *const word[] = {"the\tthe\tDET\tD", "dog\tdog\tNOUN\tN", "saw\tsee\tVERB\tV",
                                       "a\ta\tDET\tD", "house\thouse\tNOUN\tN"};
    text t = {0};
    char line[128];
    for (int d = 1; d <= n; d++) {
        snprintf(line, sizeof line, "%d\t%s\t_\t_\t_\t_\t_\n", d, word[((d % 5) * (d % 5) + d / 7) % 5]);
        text_cat(&t, line);
    }
    text_add(&t, "\n", 2);
    const char *path = scratch_text("long.conllu", t.s);
    text_done(&t);
    return path;
}

static copse_sentence *long_sentence(int n)
{
    copse_error err;
    copse_reader *r = copse_reader_open(long_file(n), &err);
    copse_sentence *s = copse_sentence_new();
    CHECK(copse_reader_next(r, s, &err) == 1 && s->n == n);
    copse_reader_close(r);
    return s;
}

static void check_pieces(const copse_tree *tree, bool single_root)
{
    int word, root = 0, hang = 0;
    CHECK_INT(tree->n, LONG);
    CHECK_INT(tree_check(tree->head, tree->n, !single_root, &word), TREE_FINE);
    for (int d = 1; d <= tree->n; d++) {
        const int h = tree->head[d];
        CHECK(tree->label[d].len > 0 && tree->score[d] >= 0 && tree->score[d] <= 1);
        if (h == 0 && !root)
            root = d;
        if (h == 0 || (h - 1) / PIECE == (d - 1) / PIECE)
            continue;
        CHECK_INT(h, root);
        hang++;
    }
    CHECK_INT(hang, single_root ? (LONG - 1) / PIECE : 0);
}

static void covington_in_pieces(void)
{
    static const char *const names[] = {"covington-nonprojective", "covington-projective"};
    copse_sentence *s = long_sentence(LONG);
    copse_tree *tree = copse_tree_new();
    for (int i = 0; i < 4; i++) {
        tmodel m;
        tparser p;
        copse_error err = {0};
        REQUIRE(tiny_train(&m, sys_find(names[i % 2]), TINY_OPTIONS, &err) == 0);
        tp_init(&p, &m);
        p.single_root = i >= 2;
        p.scores = true;
        tp_parse(&p, &(stage_input){.sentence = s}, tree);
        CHECK(tree->scored);
        check_pieces(tree, p.single_root);
        if (i % 2)
            CHECK(copse_tree_is_projective(tree) || m.pproj >= 0 || p.single_root);
        tp_done(&p);
        tm_done(&m);
    }
    copse_tree_free(tree);
    copse_sentence_free(s);
}

// A guide's arcs that leave the piece are not seen.
static void guides_of_a_piece(void)
{
    static const int head[] = {0, 2, 3, 0, 2, 4, 5};
    feature_model m = {.guides = 1};
    fm_words w = {.n = 3};
    copse_tree *guide = copse_tree_new();
    copse_error err;
    REQUIRE(copse_tree_set(guide, 6, head + 1, NULL, &err) == 0);
    fm_guides_set(&w, &m, (const copse_tree *const[]){guide}, 2); // words 3, 4, 5
    CHECK_INT(w.guide[1].head, 0);
    CHECK_INT(w.guide[2].head, CFG_NONE);
    CHECK_INT(w.guide[3].head, 2);
    CHECK(w.guide[2].first == 3 && w.guide[2].last == 3 && w.guide[0].last == 1);
    mem_free(w.guide);
    copse_tree_free(guide);
}

// ---------------------------------------------------------------------------------------------------
// Watching

typedef struct seen {
    int calls;
    double last;
    copse_stop *stop; // set when more than a third is done; or NULL
} seen;

static void see(void *context, double done)
{
    seen *s = context;
    CHECK(done >= s->last && done <= 1);
    s->calls++;
    s->last = done;
}

static void parts_of_the_work(void)
{
    seen s = {0};
    watcher w = {.tell = see, .context = &s, .share = 1};
    watch_at(1, 2); // nobody looks
    CHECK_INT(s.calls, 0);
    watch_set(&w);
    const watch_span all = watch_begin(1, 2);
    CHECK(s.last == 0.5);
    const watch_span half = watch_begin(1, 4);
    watch_at(1, 2);
    CHECK(s.last == 0.5 + 0.5 * (0.25 + 0.125));
    watch_end(half);
    watch_at(1, 1);
    CHECK(s.last == 1);
    watch_end(all);
    CHECK(w.from == 0 && w.share == 1);
    watch_set(NULL);
}

static void stop_leaves(void)
{
    copse_stop *stop = copse_stop_new();
    watcher w = {.stop = stop, .share = 1};
    copse_error err = {0};
    mem_guard guard;
    watch_set(&w);
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        CHECK_INT(mem_failed(&guard, &err), COPSE_ESTOPPED);
    } else {
        watch_look();
        copse_stop_set(stop);
        watch_look();
        CHECK(false);
    }
    watch_set(NULL);
    watch_look();
    copse_stop_free(stop);
}

static void on_progress(void *context, const copse_progress *p)
{
    seen *s = context;
    see(s, p->total > 0 ? p->done / p->total : 0);
    if (s->stop && s->last > 1.0 / 3)
        copse_stop_set(s->stop);
}

// One sentence: progress is told within it, and it is left in the middle.
static void stop_in_a_sentence(void)
{
    static const char *const names[] = {"arc-eager", "covington-nonprojective"};
    char in[256], out[256];
    snprintf(in, sizeof in, "%s", long_file(900000));
    snprintf(out, sizeof out, "%s", scratch("out"));
    for (int i = 0; i < 2; i++) {
        tmodel m;
        copse_error err = {0};
        seen s = {.stop = copse_stop_new()};
        long words = -1;
        REQUIRE(tiny_train(&m, sys_find(names[i]), TINY_OPTIONS, &err) == 0);
        CHECK_INT(tiny_save(&m, scratch("model"), &err), 0);
        tm_done(&m);
        copse_model *model = copse_model_load(scratch("model"), &err);
        REQUIRE(model);
        const copse_environment e = {.threads = 2, .stop = s.stop, .progress = on_progress, .context = &s};
        CHECK_INT(copse_parse_file(model, NULL, in, out, &e, &words, &err), COPSE_ESTOPPED);
        CHECK(s.calls > 1 && s.last < 1 && words == 0);
        CHECK(access(out, F_OK) != 0);
        copse_model_free(model);
        copse_stop_free(s.stop);
    }
}

TESTS(TEST(covington_in_pieces), TEST(guides_of_a_piece), TEST(parts_of_the_work), TEST(stop_leaves),
      TEST(stop_in_a_sentence))
