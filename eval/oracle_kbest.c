// SPDX-License-Identifier: MIT
// The oracle over lists of trees: the best of the first 1, 2, 5, 10, ... trees that a parser ranks for each
// sentence (`copse parse --kbest`). How fast it rises tells what a reranker could gain.
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/reader.h"
#include "common/treebank/sentence.h"
#include "common/treebank/system_name.h"
#include "common/treebank/tree.h"
#include "eval/skip.h"

#include <stdlib.h>
#include <string.h>

static const int steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
enum { STEPS = sizeof steps / sizeof steps[0] };

typedef struct study {
    copse_kbest_oracle *result;
    eval_skip skip;
    copse_reader *gold, *list;
    copse_sentence *gold_sentence, *listed; // listed: the next one of the list, if there is one
    bool more;                              // there is
    copse_tree *gold_tree, *tree;
    int longest; // list
} study;

// What one tree, or the best of several, has right.
typedef struct right {
    long both, head;
    bool whole;
} right;

// The number in the comment "# rank = N"; 1 for a sentence without one, which is a list of its own.
static int rank_of(const copse_sentence *s)
{
    static const char key[] = "# rank = ";
    size_t pos = sen_begin(s);
    copse_str line;
    while (sen_next_line(s, &pos, &line))
        if (line.len > sizeof key - 1 && memcmp(line.s, key, sizeof key - 1) == 0)
            return sen_head_of((copse_str){line.s + sizeof key - 1, line.len - (sizeof key - 1)});
    return 1;
}

// Reads the next sentence that has words: 1, 0 at the end, or a negative code.
static int next(copse_reader *reader, copse_sentence *s, copse_error *err)
{
    int got;
    while ((got = copse_reader_next(reader, s, err)) > 0 && s->n == 0)
        ;
    return got;
}

static int advance(study *s, copse_error *err)
{
    const int got = next(s->list, s->listed, err);
    s->more = got > 0;
    return got < 0 ? got : 0;
}

static int check_words(const study *s, copse_error *err)
{
    const copse_sentence *g = s->gold_sentence, *l = s->listed;
    if (g->n != l->n)
        return err_set(err, COPSE_EINPUT, rd_name(s->list), sen_line(l, 1), "%d words, %d in %s:%ld", l->n,
                       g->n, rd_name(s->gold), sen_line(g, 1));
    for (int w = 1; w <= g->n; w++)
        if (!str_equal(sen_read(g, w, COPSE_FORM), sen_read(l, w, COPSE_FORM)))
            return err_set(err, COPSE_EINPUT, rd_name(s->list), sen_line(l, w),
                           "another word than in %s:%ld: the lists are not of these sentences",
                           rd_name(s->gold), sen_line(g, w));
    return 0;
}

static right compare(const study *s)
{
    const copse_tree *g = s->gold_tree, *t = s->tree;
    right r = {.whole = true};
    for (int w = 1; w <= g->n; w++) {
        if (skip_word(&s->skip, s->gold_sentence, w))
            continue;
        const bool head = g->head[w] == t->head[w], both = head && str_equal(g->label[w], t->label[w]);
        r.head += head;
        r.both += both;
        r.whole &= both;
    }
    return r;
}

// Adds what the best of the first trees has right to the rows of `from` up to `to` trees.
static void add_rows(study *s, const right *best, int from, int to)
{
    for (int i = 0; i < STEPS; i++)
        if (steps[i] >= from && steps[i] <= to) {
            s->result->row[i].both += best->both;
            s->result->row[i].head += best->head;
            s->result->row[i].whole += best->whole;
        }
}

// The list of one sentence, whose first tree is in s->listed.
static int read_list(study *s, copse_error *err)
{
    right best = {0};
    int rank = 1, code = 0;
    for (; !code && s->more && rank_of(s->listed) == rank; rank++) {
        if ((code = check_words(s, err)) || (code = tree_read(s->tree, s->listed, err)))
            return code;
        const right r = compare(s);
        best.both = r.both > best.both ? r.both : best.both;
        best.head = r.head > best.head ? r.head : best.head;
        best.whole |= r.whole;
        add_rows(s, &best, rank, rank);
        code = advance(s, err);
    }
    add_rows(s, &best, rank, COPSE_MOST_KBEST);
    s->longest = rank - 1 > s->longest ? rank - 1 : s->longest;
    s->result->trees += rank - 1;
    return code;
}

static int read_sentence(study *s, copse_error *err)
{
    copse_kbest_oracle *o = s->result;
    int code = tree_read(s->gold_tree, s->gold_sentence, err);
    if (code)
        return code;
    if (!s->more)
        return err_set(err, COPSE_EINPUT, rd_name(s->gold), sen_line(s->gold_sentence, 1),
                       "more sentences than lists in %s, which has %ld", rd_name(s->list), o->sentences);
    if (rank_of(s->listed) != 1)
        return err_set(err, COPSE_EINPUT, rd_name(s->list), sen_line(s->listed, 0),
                       "the rank is %d where the list of the next sentence should begin", rank_of(s->listed));
    o->sentences++;
    for (int w = 1; w <= s->gold_tree->n; w++) {
        const bool skipped = skip_word(&s->skip, s->gold_sentence, w);
        o->tokens += !skipped;
        o->skipped_tokens += skipped;
    }
    return read_list(s, err);
}

static int read_all(study *s, copse_error *err)
{
    int got = 1, code = advance(s, err);
    while (!code && (got = next(s->gold, s->gold_sentence, err)) > 0)
        code = read_sentence(s, err);
    if (code || got < 0)
        return code ? code : got;
    if (s->more)
        return err_set(err, COPSE_EINPUT, rd_name(s->list), sen_line(s->listed, 1),
                       "more lists than sentences in %s, which has %ld", rd_name(s->gold),
                       s->result->sentences);
    while (s->result->rows < STEPS && (s->result->rows == 0 || steps[s->result->rows - 1] < s->longest))
        s->result->rows++;
    return 0;
}

static int read_oracle(copse_kbest_oracle *oracle, const char *gold, const char *list,
                       const copse_oracle_options *options, copse_error *err)
{
    study s = {.result = oracle};
    if (options)
        s.skip = (eval_skip){options->skip_punctuation, options->skip_tags};
    for (int i = 0; i < STEPS; i++)
        oracle->row[i].first = steps[i];
    s.gold = copse_reader_open(gold, err);
    s.list = s.gold ? copse_reader_open(system_file(list), err) : NULL;
    s.gold_sentence = copse_sentence_new();
    s.listed = copse_sentence_new();
    s.gold_tree = copse_tree_new();
    s.tree = copse_tree_new();
    const int code = s.list ? read_all(&s, err) : err->code;
    copse_tree_free(s.tree);
    copse_tree_free(s.gold_tree);
    copse_sentence_free(s.listed);
    copse_sentence_free(s.gold_sentence);
    copse_reader_close(s.list);
    copse_reader_close(s.gold);
    return code;
}

int copse_oracle_kbest(copse_kbest_oracle *oracle, const char *gold, const char *list,
                       const copse_oracle_options *options, copse_error *err)
{
    mem_guard guard;
    *oracle = (copse_kbest_oracle){0};
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, read_oracle(oracle, gold, list, options, err));
}
