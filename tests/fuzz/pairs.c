// SPDX-License-Identifier: MIT
// A gold file and up to three systems' files through eval, oracle and analyze, combine, or weigh. The first
// byte chooses among them and their options. The files are separated by the byte 1e; an empty one is the gold
// file again.
#include "tests/fuzz/fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEPARATOR = 0x1e, MOST = 3, MOST_LEARNT = 2000 };

typedef struct files {
    const uint8_t *bytes[MOST + 1]; // the gold file first
    size_t size[MOST + 1];
    const char *path[MOST + 1];
    size_t n; // systems, at least 1
} files;

static void cut(files *f, const uint8_t *bytes, size_t size)
{
    static const char *const name[] = {"gold.conllu", "a.conllu", "b.conllu", "c.conllu"};
    size_t parts = 0;
    for (bool more = true; more && parts <= MOST; parts++) {
        const uint8_t *end = parts < MOST && size ? memchr(bytes, SEPARATOR, size) : NULL;
        const size_t len = end ? (size_t)(end - bytes) : size;
        f->bytes[parts] = len ? bytes : f->bytes[0];
        f->size[parts] = len || parts == 0 ? len : f->size[0];
        more = end != NULL;
        bytes += len + more;
        size -= len + more;
    }
    if (parts == 1) {
        f->bytes[1] = f->bytes[0];
        f->size[1] = f->size[0];
        parts = 2;
    }
    f->n = parts - 1;
    for (size_t i = 0; i < parts; i++)
        f->path[i] = fuzz_file((int)i, name[i], f->bytes[i], f->size[i]);
}

static bool fine(int code, const copse_error *err)
{
    if (code)
        fuzz_error(code, err);
    return code == 0;
}

// --- Evaluation

static void sound_scores(const copse_scores *s)
{
    FUZZ_REQUIRE(s->both <= s->head && s->both <= s->label && s->head <= s->tokens && s->label <= s->tokens,
                 "%ld of %ld words are right, %ld heads, %ld labels", s->both, s->tokens, s->head, s->label);
    FUZZ_REQUIRE(s->exact <= s->exact_unlabelled && s->exact_unlabelled <= s->sentences,
                 "%ld exact sentences", s->exact);
    long gold = 0;
    for (size_t i = 0; i < s->labels_n; i++)
        gold += s->labels[i].gold;
    FUZZ_REQUIRE(gold == s->tokens, "labels of %ld words of %ld", gold, s->tokens);
    const copse_graph_arcs *const arcs[] = {&s->graph.labelled,  &s->graph.unlabelled,
                                            &s->graph.secondary, &s->graph.secondary_unlabelled,
                                            &s->graph.copied,    &s->graph.copied_unlabelled};
    for (size_t i = 0; i < sizeof arcs / sizeof arcs[0]; i++)
        FUZZ_REQUIRE(arcs[i]->both <= arcs[i]->gold && arcs[i]->both <= arcs[i]->system, "%ld arcs of %ld",
                     arcs[i]->both, arcs[i]->gold);
}

static void evaluate_raw(const files *f)
{
    copse_error err = {0};
    copse_raw_scores scores[MOST];
    if (!fine(copse_evaluate_raw(scores, f->path[0], f->path + 1, f->n, &err), &err))
        return;
    for (size_t k = 0; k < f->n; k++)
        for (int i = 0; i < COPSE_RAW_FIGURES; i++) {
            const copse_raw_count *c = &scores[k].of[i];
            FUZZ_REQUIRE(c->right <= c->aligned && c->aligned <= c->gold &&
                             (c->right <= c->system || i == COPSE_RAW_TOKENS || i == COPSE_RAW_SENTENCES),
                         "%ld right of %ld and %ld", c->right, c->gold, c->system);
        }
}

static void evaluate(const files *f, unsigned how)
{
    const copse_eval_options options = {
        .skip_punctuation = how & 1, .nonprojective_only = how & 2, .graph = how & 4};
    copse_error err = {0};
    copse_scores scores[MOST], streamed;
    copse_significance difference;
    const int code = copse_evaluate_all(scores, f->path[0], f->path + 1, f->n, &options, &err);
    if (!fine(code, &err))
        return;
    for (size_t k = 0; k < f->n; k++)
        sound_scores(&scores[k]);
    if (f->n > 1 && scores[0].tokens &&
        fine(copse_compare(&difference, &scores[0], &scores[1], 20, 1, &err), &err))
        FUZZ_REQUIRE(difference.las_p >= 0 && difference.las_p <= 1 && isfinite(difference.las_difference),
                     "significance %g", difference.las_p);
    copse_reader *gold = copse_reader_memory(f->bytes[0], f->size[0], "gold", &err);
    copse_reader *system = copse_reader_memory(f->bytes[1], f->size[1], "system", &err);
    FUZZ_REQUIRE(gold && system && copse_evaluate_stream(&streamed, gold, system, &options, &err) == 0,
                 "memory is evaluated otherwise: %s", err.message);
    FUZZ_REQUIRE(streamed.both == scores[0].both && streamed.tokens == scores[0].tokens,
                 "other scores from memory");
    copse_scores_done(&streamed);
    copse_reader_close(gold);
    copse_reader_close(system);
    for (size_t k = 0; k < f->n; k++)
        copse_scores_done(&scores[k]);
}

// --- Studies

static void study(const files *f, unsigned how)
{
    const copse_oracle_options options = {.skip_punctuation = how & 1, .subsets = how & 4};
    copse_error err = {0};
    copse_oracle o;
    if (fine(copse_oracle_read(&o, f->path[0], f->path + 1, f->n, &options, &err), &err)) {
        for (size_t k = 0; k < o.systems; k++)
            FUZZ_REQUIRE(o.alone[k].whole_both <= o.all.whole_both && o.all.whole_both <= o.all.union_both &&
                             o.all.union_both <= o.tokens && o.all.union_head <= o.tokens &&
                             o.all.union_both <= o.all.union_head,
                         "an oracle of %ld words in %ld", o.all.union_both, o.tokens);
        copse_oracle_done(&o);
    }
    const copse_analysis_options analysis = {.skip_punctuation = how & 1};
    copse_analysis a;
    if (!fine(copse_analyze(&a, f->path[0], f->path + 1, f->n, &analysis, &err), &err))
        return;
    FUZZ_REQUIRE(a.systems == f->n && a.pairs == f->n * (f->n - 1) / 2, "%zu pairs", a.pairs);
    for (size_t k = 0; k < a.systems; k++)
        FUZZ_REQUIRE(a.total[k].precise_both <= a.total[k].precise_head &&
                         a.total[k].precise_head == a.total[k].recalled_head && a.total[k].arcs == a.tokens,
                     "%ld arcs of %ld", a.total[k].arcs, a.tokens);
    copse_analysis_done(&a);
}

// --- Votes

// The combined file has trees wherever the first file has words.
static void read_combined(const char *path, long words)
{
    copse_error err = {0};
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    copse_reader *reader = copse_reader_open(path, &err);
    int code = -1;
    FUZZ_REQUIRE(reader, "cannot open what was combined: %s", err.message);
    while ((code = copse_reader_next(reader, s, &err)) > 0) {
        FUZZ_REQUIRE(copse_tree_read(tree, s, &err) == 0, "combined to no tree: %s", err.message);
        fuzz_tree(tree, copse_sentence_length(s));
        words -= copse_sentence_length(s);
    }
    FUZZ_REQUIRE(code == 0 && words == 0, "cannot read what was combined: %d, %ld words", code, words);
    copse_reader_close(reader);
    copse_tree_free(tree);
    copse_sentence_free(s);
}

static void combine(const files *f, const char *weights, unsigned how)
{
    const copse_combine_options options = {.weights = weights,
                                           .decoder = how & 8 ? "projective" : NULL,
                                           .single_root = how & 16   ? COPSE_ROOT_SINGLE
                                                          : how & 32 ? COPSE_ROOT_ANY
                                                                     : COPSE_ROOT_AS_TRAINED,
                                           .confidence = how & 64,
                                           .scores = how & 128};
    copse_combine_result result;
    copse_error err = {0};
    const char *out = fuzz_path(4, "combined.conllu");
    if (fine(copse_combine(f->path + 1, f->n, &options, out, &result, &err), &err))
        read_combined(out, result.words);
}

static void weigh(const files *f, unsigned how)
{
    static const char *const by[] = {
        "none", "pos", "label,length", "agreement", "score,pos", "siblings,degree", "learned"};
    const size_t all = f->size[0] <= MOST_LEARNT ? 7 : 6; // large files would take long to learn from
    const char *out = fuzz_path(5, "weights.txt");
    copse_error err = {0};
    if (fine(copse_weigh(f->path[0], f->path + 1, f->n, by[how % all], out, &err), &err))
        combine(f, out, how);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const unsigned how = fuzz_byte(&bytes, &size), options = how >> 2;
    files f = {0};
    uint8_t *exact = fuzz_copy(bytes, size);
    cut(&f, exact, size);
    switch (how & 3) {
    case 0:
        evaluate(&f, options);
        evaluate_raw(&f);
        break;
    case 1:
        study(&f, options);
        break;
    case 2:
        combine(&f, options & 1 ? "uniform" : "independent", options);
        break;
    default:
        weigh(&f, options);
        break;
    }
    free(exact);
    return 0;
}
