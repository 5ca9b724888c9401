// SPDX-License-Identifier: MIT
//
// Evaluation of files. The gold file and the systems' files are read in lockstep, one sentence of each at a
// time, and must have the same words.
#include "common/treebank/deps.h"
#include "common/treebank/fault.h"
#include "common/base/error.h"
#include "eval/eval.h"
#include "eval/graph_scores.h"
#include "eval/raw.h"
#include "common/treebank/lockstep.h"
#include "common/base/mem.h"
#include "common/treebank/misc_share.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <stdlib.h>

typedef struct answer { // of a system
    eval *ev;
    int *head;        // [n+1]
    copse_str *label; // [n+1]
    double *score;    // [n+1] probabilities of heads
    double *both;     // [n+1] and of heads with labels
    size_t cap;
    deps graph;
} answer;

typedef struct truth {
    const copse_sentence *sentence;
    const char *file;
    copse_tree *tree;
    deps graph; // if graphs are compared
} truth;

// Reads the gold heads and labels. Comparing heads needs no tree, so a gold file with a cycle can be used.
// Finding projective arcs does need one.
static int gold_tree(copse_tree *tree, const copse_sentence *s, bool must_be_tree, copse_error *err)
{
    if (must_be_tree)
        return tree_read(tree, s, err);
    char message[FAULT_SIZE];
    tree_resize(tree, s->n);
    for (int w = 1; w <= s->n; w++) {
        const int fault = fault_head(message, s, w);
        if (fault != FAULT_FINE && fault != COPSE_P_SELF_LOOP)
            return err_set(err, COPSE_EINPUT, s->file, sen_line(s, w), "%s", message);
        tree->head[w] = s->word[w].head;
        tree->label[w] = sen_column(s, w, COPSE_DEPREL);
    }
    return 0;
}

static void make_room(answer *a, size_t nodes)
{
    if (nodes <= a->cap)
        return;
    size_t head = a->cap, label = a->cap, score = a->cap;
    a->head = mem_grow(a->head, &head, nodes, sizeof *a->head);
    a->label = mem_grow(a->label, &label, nodes, sizeof *a->label);
    a->score = mem_grow(a->score, &score, nodes, sizeof *a->score);
    a->both = mem_grow(a->both, &a->cap, nodes, sizeof *a->both);
}

static void add_graph(answer *a, const copse_sentence *s, const truth *gold,
                      const copse_eval_options *options)
{
    deps_scan(&a->graph, s);
    const graph_pair pair = {.sentence = gold->sentence,
                             .gold = &gold->graph,
                             .system = &a->graph,
                             .gold_head = gold->tree->head,
                             .head = a->head,
                             .label = a->label};
    graph_scores_add(eval_graph(a->ev), &pair, &(eval_skip){options->skip_punctuation, options->skip_tags});
}

static int add_answer(answer *a, const copse_sentence *s, const truth *gold,
                      const copse_eval_options *options, copse_error *err)
{
    make_room(a, (size_t)s->n + 1);
    for (int w = 1; w <= s->n; w++) {
        a->head[w] = s->word[w].head;
        a->label[w] = sen_column(s, w, COPSE_DEPREL);
        a->score[w] = a->both[w] = NAN;
        if (options->calibration && (misc_share(s, w, "Score", &a->score[w], err) < 0 ||
                                     misc_share(s, w, "LabelScore", &a->both[w], err) < 0))
            return err->code;
    }
    if (eval_add_scored(a->ev, gold->sentence, gold->tree, a->head, a->label, a->score, a->both) &&
        options->graph)
        add_graph(a, s, gold, options);
    return 0;
}

static void answer_done(answer *a)
{
    mem_free(a->head);
    mem_free(a->label);
    mem_free(a->score);
    mem_free(a->both);
    deps_done(&a->graph);
}

// Reads the gold tree and, if asked for, the graph of a sentence.
static int read_truth(truth *t, const copse_sentence *s, const copse_eval_options *options, copse_error *err)
{
    t->sentence = s;
    t->file = s->file;
    const int code = gold_tree(t->tree, s, options->nonprojective_only, err);
    return code == 0 && options->graph ? deps_read(&t->graph, s, err) : code;
}

// Are there graphs to compare, if they were asked for?
static int check_graphs(const copse_scores *scores, const copse_eval_options *options, const char *gold,
                        copse_error *err)
{
    if (!options->graph || scores->tokens == 0 || scores->graph.labelled.gold > 0)
        return 0;
    return err_set(err, COPSE_EINPUT, gold, 0, "no word has a graph in DEPS");
}

// Evaluates n systems.
static int evaluate(copse_scores *scores, lockstep *files, size_t n, const copse_eval_options *options,
                    copse_error *err)
{
    static const copse_eval_options everything;
    truth gold = {.tree = copse_tree_new()};
    answer *answers = mem_zero(n, sizeof *answers);
    int code;
    options = options ? options : &everything;
    for (size_t k = 0; k < n; k++)
        answers[k].ev = eval_begin(options);
    while ((code = lock_next(files, err)) > 0) {
        code = read_truth(&gold, lock_gold(files), options, err);
        for (size_t k = 0; k < n && code >= 0; k++)
            code = add_answer(&answers[k], lock_system(files, k), &gold, options, err);
        if (code < 0)
            break;
    }
    for (size_t k = 0; k < n; k++) {
        if (code == 0)
            eval_finish(answers[k].ev, &scores[k]);
        else
            eval_free(answers[k].ev);
        answer_done(&answers[k]);
    }
    mem_free(answers);
    copse_tree_free(gold.tree);
    deps_done(&gold.graph);
    if (code == 0)
        code = check_graphs(&scores[0], options, gold.file, err);
    for (size_t k = 0; k < n && code; k++)
        copse_scores_done(&scores[k]);
    return code;
}

static void empty(copse_scores *scores, size_t n)
{
    for (size_t k = 0; k < n; k++)
        scores[k] = (copse_scores){0};
}

static int evaluate_files(copse_scores *scores, const char *gold, const char *const *systems, size_t n,
                          const copse_eval_options *options, copse_error *err)
{
    if (n == 0 || !systems)
        return err_set(err, COPSE_EINPUT, NULL, 0, "no system is given");
    empty(scores, n);
    lockstep *files = lock_open(gold, systems, n, err);
    const int code = files ? evaluate(scores, files, n, options, err) : err->code;
    lock_close(files);
    return code;
}

int copse_evaluate_all(copse_scores *scores, const char *gold, const char *const *systems, size_t n,
                       const copse_eval_options *options, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        empty(scores, n);
        return mem_failed(&guard, err);
    }
    return mem_end(&guard, evaluate_files(scores, gold, systems, n, options, err));
}

int copse_evaluate(copse_scores *scores, const char *gold, const char *system,
                   const copse_eval_options *options, copse_error *err)
{
    return copse_evaluate_all(scores, gold, &system, 1, options, err);
}

static int evaluate_readers(copse_scores *scores, copse_reader *gold, copse_reader *system,
                            const copse_eval_options *options, copse_error *err)
{
    empty(scores, 1);
    if (!gold || !system)
        return err_set(err, COPSE_EINPUT, NULL, 0, "two readers are needed");
    lockstep *files = lock_take(gold, &system, 1);
    const int code = evaluate(scores, files, 1, options, err);
    lock_close(files);
    return code;
}

int copse_evaluate_stream(copse_scores *scores, copse_reader *gold, copse_reader *system,
                          const copse_eval_options *options, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        empty(scores, 1);
        return mem_failed(&guard, err);
    }
    return mem_end(&guard, evaluate_readers(scores, gold, system, options, err));
}

// --- Raw text

static int evaluate_raw(copse_raw_scores *scores, const char *gold, const char *const *systems, size_t n,
                        copse_error *err)
{
    if (n == 0 || !systems)
        return err_set(err, COPSE_EINPUT, NULL, 0, "no system is given");
    lockstep *files = lock_open(gold, systems, n, err);
    const int code = files ? raw_evaluate(scores, files, n, err) : err->code;
    lock_close(files);
    return code;
}

static void empty_raw(copse_raw_scores *scores, size_t n)
{
    for (size_t k = 0; k < n; k++)
        scores[k] = (copse_raw_scores){0};
}

int copse_evaluate_raw(copse_raw_scores *scores, const char *gold, const char *const *systems, size_t n,
                       copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        empty_raw(scores, n);
        return mem_failed(&guard, err);
    }
    const int code = evaluate_raw(scores, gold, systems, n, err);
    if (code < 0)
        empty_raw(scores, n);
    return mem_end(&guard, code);
}

// Words first. If the files do not have the same ones, they are read again for the scores of raw text.
static int evaluate_either(copse_scores *scores, copse_raw_scores *raw, const char *gold,
                           const char *const *systems, size_t n, const copse_eval_options *options,
                           copse_error *why, copse_error *err)
{
    if (n == 0 || !systems)
        return err_set(err, COPSE_EINPUT, NULL, 0, "no system is given");
    lockstep *files = lock_open_twice(gold, systems, n, err);
    if (!files)
        return err->code;
    int code = evaluate(scores, files, n, options, err);
    if (code < 0 && lock_differs(files)) {
        *why = *err;
        code = lock_rewind(files, err);
        if (code == 0)
            code = raw_evaluate(raw, files, n, err);
        code = code == 0 ? 1 : code;
    }
    lock_close(files);
    return code;
}

int copse_evaluate_either(copse_scores *scores, copse_raw_scores *raw, const char *gold,
                          const char *const *systems, size_t n, const copse_eval_options *options,
                          copse_error *why, copse_error *err)
{
    copse_error nowhere;
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        empty(scores, n);
        empty_raw(raw, n);
        return mem_failed(&guard, err);
    }
    empty(scores, n);
    empty_raw(raw, n);
    const int code = evaluate_either(scores, raw, gold, systems, n, options, why ? why : &nowhere, err);
    if (code < 0)
        empty_raw(raw, n);
    return mem_end(&guard, code);
}
