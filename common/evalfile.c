// SPDX-License-Identifier: MIT
//
// Evaluation of files: the gold file and the systems' files are read in lockstep, one sentence of each at a
// time, and must agree in their words. Stretches without words (comments at the end) are passed over, so
// they may differ.
#include "complaint.h"
#include "error.h"
#include "eval.h"
#include "mem.h"
#include "reader.h"
#include "sentence.h"
#include "tree.h"

#include <stdlib.h>
#include <string.h>

typedef struct side { // a file
    copse_reader *reader;
    copse_sentence *sentence;
    long sentences; // with words, so far
} side;

typedef struct answer { // a system
    side file;
    eval *ev;
    int *head;        // [n+1]
    copse_str *label; // [n+1]
    size_t cap;
} answer;

static int side_open(side *f, const char *path, copse_error *err)
{
    f->sentence = copse_sentence_new();
    f->reader = copse_reader_open(path, err);
    return f->reader ? 0 : err->code;
}

static void side_close(side *f)
{
    copse_reader_close(f->reader);
    copse_sentence_free(f->sentence);
}

// 1 with a sentence that has words, 0 at the end, or a negative code.
static int side_next(side *f, copse_error *err)
{
    int got;
    while ((got = copse_reader_next(f->reader, f->sentence, err)) > 0 && f->sentence->n == 0)
        ;
    f->sentences += got > 0;
    return got;
}

static int more_sentences(const side *longer, const side *shorter, copse_error *err)
{
    return err_set(err, COPSE_EINPUT, rd_name(longer->reader), sen_line(longer->sentence, 1),
                   "more sentences than in %s, which has %ld", rd_name(shorter->reader), shorter->sentences);
}

// The system's sentence must have the gold one's words.
static int same_words(const side *gold, const side *system, copse_error *err)
{
    const copse_sentence *g = gold->sentence, *s = system->sentence;
    const int common = g->n < s->n ? g->n : s->n;
    char here[ERR_QUOTE], there[ERR_QUOTE];
    int w = 1;
    while (w <= common && str_equal(sen_column(g, w, COPSE_FORM), sen_column(s, w, COPSE_FORM)))
        w++;
    if (w <= common) {
        err_quote(here, sen_column(s, w, COPSE_FORM));
        err_quote(there, sen_column(g, w, COPSE_FORM));
    }
    const char *gold_name = rd_name(gold->reader), *name = rd_name(system->reader);
    if (g->n != s->n && w > common)
        return err_set(err, COPSE_EINPUT, name, sen_line(s, 1),
                       "the sentence has %d word%s, but in %s:%ld it has %d", s->n, s->n == 1 ? "" : "s",
                       gold_name, sen_line(g, 1), g->n);
    if (g->n != s->n)
        return err_set(err, COPSE_EINPUT, name, sen_line(s, w),
                       "word %d is %s, but in %s:%ld it is %s (the sentences have %d and %d words)", w, here,
                       gold_name, sen_line(g, w), there, s->n, g->n);
    if (w <= common)
        return err_set(err, COPSE_EINPUT, name, sen_line(s, w), "word %d is %s, but in %s:%ld it is %s", w,
                       here, gold_name, sen_line(g, w), there);
    return 0;
}

// The gold heads and labels. Comparing heads needs no tree, so that a treebank with a cycle can still be
// evaluated against; asking which arcs are projective does.
static int gold_tree(copse_tree *tree, const copse_sentence *s, bool must_be_tree, copse_error *err)
{
    if (must_be_tree)
        return copse_tree_read(tree, s, err);
    char text[CMP_SIZE];
    tree_resize(tree, s->n);
    for (int w = 1; w <= s->n; w++) {
        const int fault = cmp_head(text, s, w);
        if (fault != CMP_FINE && fault != COPSE_P_SELF_LOOP)
            return err_set(err, COPSE_EINPUT, s->file, sen_line(s, w), "%s", text);
        tree->head[w] = s->word[w].head;
        tree->label[w] = sen_column(s, w, COPSE_DEPREL);
    }
    return 0;
}

static void add_answer(answer *a, const copse_sentence *gold, const copse_tree *tree)
{
    const copse_sentence *s = a->file.sentence;
    if ((size_t)s->n + 1 > a->cap) {
        size_t cap = a->cap;
        a->head = mem_grow(a->head, &cap, (size_t)s->n + 1, sizeof *a->head);
        a->label = mem_grow(a->label, &a->cap, (size_t)s->n + 1, sizeof *a->label);
    }
    for (int w = 1; w <= s->n; w++) {
        a->head[w] = s->word[w].head;
        a->label[w] = sen_column(s, w, COPSE_DEPREL);
    }
    eval_add(a->ev, gold, tree, a->head, a->label);
}

// One sentence of each file: 1, 0 at the common end, or a negative code.
static int step(side *gold, answer *answers, size_t n, copse_tree *tree, bool must_be_tree, copse_error *err)
{
    const int got = side_next(gold, err);
    if (got < 0)
        return got;
    int code = got ? gold_tree(tree, gold->sentence, must_be_tree, err) : 0;
    for (size_t i = 0; i < n && code == 0; i++) {
        const int also = side_next(&answers[i].file, err);
        if (also < 0)
            code = also;
        else if (got && !also)
            code = more_sentences(gold, &answers[i].file, err);
        else if (also && !got)
            code = more_sentences(&answers[i].file, gold, err);
        else if (got)
            code = same_words(gold, &answers[i].file, err);
        if (code == 0 && got)
            add_answer(&answers[i], gold->sentence, tree);
    }
    return code < 0 ? code : got;
}

static bool is_stdin(const char *path)
{
    return !path || strcmp(path, "-") == 0;
}

int copse_evaluate_all(copse_scores *scores, const char *gold, const char *const *systems, size_t n,
                       const copse_eval_options *options, copse_error *err)
{
    int code = 0, stdins = is_stdin(gold);
    side truth = {0};
    copse_tree *tree = copse_tree_new();
    answer *answers = mem_zero(n, sizeof *answers);
    for (size_t i = 0; i < n; i++) {
        scores[i] = (copse_scores){0};
        stdins += is_stdin(systems[i]);
    }
    if (stdins > 1) {
        code = err_set(err, COPSE_EINPUT, NULL, 0, "standard input can be only one of the files");
        goto done;
    }
    code = side_open(&truth, gold, err);
    for (size_t i = 0; i < n && code == 0; i++) {
        answers[i].ev = eval_begin(options);
        code = side_open(&answers[i].file, systems[i], err);
    }
    if (code < 0)
        goto done;
    const bool must_be_tree = options && options->nonprojective_only;
    while ((code = step(&truth, answers, n, tree, must_be_tree, err)) > 0)
        ;
    for (size_t i = 0; i < n && code == 0; i++) {
        eval_finish(answers[i].ev, &scores[i]);
        answers[i].ev = NULL;
    }
done:
    for (size_t i = 0; i < n; i++) {
        side_close(&answers[i].file);
        eval_free(answers[i].ev);
        free(answers[i].head);
        free(answers[i].label);
    }
    free(answers);
    side_close(&truth);
    copse_tree_free(tree);
    return code;
}

int copse_evaluate(copse_scores *scores, const char *gold, const char *system,
                   const copse_eval_options *options, copse_error *err)
{
    return copse_evaluate_all(scores, gold, &system, 1, options, err);
}
