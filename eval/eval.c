// SPDX-License-Identifier: MIT
//
// Counts right heads and labels. docs/eval.md defines every figure. This file only counts; callers compute
// the ratios.
//
// A word that does not count (punctuation, if it is left out) is ignored: its arc is in no figure, neither
// exact match nor root words nor tables. Other words may still have it as their head.
#include "eval/eval.h"
#include "eval/confusion.h"
#include "eval/skip.h"

#include "common/base/mem.h"
#include "common/model/reliability.h"
#include "common/treebank/sentence.h"
#include "common/base/table.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <stdlib.h>

typedef struct rows { // a table of figures by name
    table names;      // counts words in gold
    copse_tally *row; // [names.n] by index in names; the name itself is set at the end
    size_t cap;
} rows;

struct eval {
    copse_eval_options options;
    eval_skip skip;
    copse_scores scores; // the counts so far, without the tables
    size_t by_sentence_cap, by_word_cap;
    rows labels, pos;
    confusion confusion;
};

eval *eval_begin(const copse_eval_options *options)
{
    eval *ev = mem_zero(1, sizeof *ev);
    if (options)
        ev->options = *options;
    ev->skip = (eval_skip){ev->options.skip_punctuation, ev->options.skip_tags};
    return ev;
}

static copse_tally *row_of(rows *r, copse_str name, long gold)
{
    const size_t known = r->names.n, i = tab_count(&r->names, name, gold);
    if (i == known) {
        r->row = mem_grow(r->row, &r->cap, i + 1, sizeof *r->row);
        r->row[i] = (copse_tally){0};
    }
    r->row[i].gold += gold;
    return &r->row[i];
}

static void count_word(copse_tally *row, bool head, bool label)
{
    row->head += head;
    row->label += label;
    row->both += head && label;
}

// The rows in their final order, with names; the caller owns them. place, which may be NULL, gets for each
// number in names its row, [n].
static copse_tally *rows_take(const rows *r, size_t *n, size_t *place)
{
    *n = r->names.n;
    if (*n == 0)
        return NULL;
    copse_tally *out = mem_alloc(*n, sizeof *out);
    uint32_t *order = tab_order(&r->names);
    for (size_t k = 0; k < *n; k++) {
        const copse_str name = tab_name(&r->names, order[k]);
        if (place)
            place[order[k]] = k;
        out[k] = r->row[order[k]];
        out[k].name = mem_string(name.s, name.len);
    }
    mem_free(order);
    return out;
}

static void rows_done(rows *r)
{
    tab_done(&r->names);
    mem_free(r->row);
}

// Adds a word that counts to the scores of its sentence, to the tables and to the list of words.
static void add_word(eval *ev, copse_sentence_scores *sum, const copse_sentence *sentence,
                     const copse_tree *gold, const int *head, const copse_str *label, int w)
{
    copse_scores *sc = &ev->scores;
    const bool right_head = head[w] == gold->head[w];
    const bool right_label = str_equal(label[w], gold->label[w]);
    const size_t word = (size_t)sc->tokens + sum->tokens;
    sc->by_word = mem_grow(sc->by_word, &ev->by_word_cap, word + 1, 1);
    sc->by_word[word] = (unsigned char)(right_head * COPSE_RIGHT_HEAD + right_label * COPSE_RIGHT_LABEL);
    sum->tokens++;
    sum->head += right_head;
    sum->undirected += right_head || (head[w] > 0 && head[w] <= sentence->n && gold->head[head[w]] == w);
    sum->label += right_label;
    sum->both += right_head && right_label;

    count_word(row_of(&ev->labels, gold->label[w], 1), right_head, right_label);
    row_of(&ev->labels, label[w], 0)->system++;
    if (ev->options.confusion)
        conf_add(&ev->confusion, tab_find(&ev->labels.names, gold->label[w]),
                 tab_find(&ev->labels.names, label[w]), right_head);
    copse_tally *pos = row_of(&ev->pos, sen_column(sentence, w, COPSE_UPOS), 1);
    count_word(pos, right_head, right_label);
    pos->system++;

    const bool gold_root = gold->head[w] == 0, root = head[w] == 0;
    sum->root_gold += gold_root;
    sum->root_system += root;
    sum->root_both += gold_root && root;
    sum->same_roots &= gold_root == root;
}

void eval_add_up(copse_scores *sum, const copse_sentence_scores *s)
{
    sum->sentences++;
    sum->tokens += s->tokens;
    sum->head += s->head;
    sum->undirected += s->undirected;
    sum->label += s->label;
    sum->both += s->both;
    sum->exact += s->both == s->tokens;
    sum->exact_unlabelled += s->head == s->tokens;
    sum->root += s->same_roots;
    sum->root_gold += s->root_gold;
    sum->root_system += s->root_system;
    sum->root_both += s->root_both;
}

bool eval_add(eval *ev, const copse_sentence *sentence, const copse_tree *gold, const int *head,
              const copse_str *label)
{
    copse_scores *sc = &ev->scores;
    copse_sentence_scores sum = {.same_roots = 1};
    if (sentence->n == 0)
        return false;
    if (ev->options.nonprojective_only && tree_is_projective(gold->head, sentence->n)) {
        sc->skipped_sentences++;
        return false;
    }
    for (int w = 1; w <= sentence->n; w++)
        if (skip_word(&ev->skip, sentence, w))
            sc->skipped_tokens++;
        else
            add_word(ev, &sum, sentence, gold, head, label, w);
    sc->by_sentence =
        mem_grow(sc->by_sentence, &ev->by_sentence_cap, (size_t)sc->sentences + 1, sizeof *sc->by_sentence);
    sc->by_sentence[sc->sentences] = sum;
    eval_add_up(sc, &sum);
    return true;
}

copse_graph_scores *eval_graph(eval *ev)
{
    return &ev->scores.graph;
}

bool eval_add_scored(eval *ev, const copse_sentence *sentence, const copse_tree *gold, const int *head,
                     const copse_str *label, const double *score, const double *label_score)
{
    if (!eval_add(ev, sentence, gold, head, label))
        return false;
    for (int w = 1; ev->options.calibration && w <= sentence->n; w++) {
        const bool right = head[w] == gold->head[w];
        if (skip_word(&ev->skip, sentence, w))
            continue;
        if (!isnan(score[w]))
            rel_add(&ev->scores.reliability, score[w], right);
        if (!isnan(label_score[w]))
            rel_add(&ev->scores.label_reliability, label_score[w],
                    right && str_equal(label[w], gold->label[w]));
    }
    return true;
}

void eval_finish(eval *ev, copse_scores *scores)
{
    *scores = ev->scores;
    size_t *place = mem_alloc(ev->labels.names.n, sizeof *place);
    scores->labels = rows_take(&ev->labels, &scores->labels_n, place);
    scores->pos = rows_take(&ev->pos, &scores->pos_n, NULL);
    conf_take(&ev->confusion, place, scores);
    mem_free(place);
    ev->scores.by_sentence = NULL;
    ev->scores.by_word = NULL;
    eval_free(ev);
}

void eval_free(eval *ev)
{
    if (!ev)
        return;
    mem_free(ev->scores.by_sentence);
    mem_free(ev->scores.by_word);
    conf_done(&ev->confusion);
    rows_done(&ev->labels);
    rows_done(&ev->pos);
    mem_free(ev);
}

void copse_scores_done(copse_scores *scores)
{
    if (!scores)
        return;
    for (size_t k = 0; k < scores->labels_n; k++)
        mem_free(scores->labels[k].name);
    for (size_t k = 0; k < scores->pos_n; k++)
        mem_free(scores->pos[k].name);
    mem_free(scores->labels);
    mem_free(scores->pos);
    mem_free(scores->confusion);
    mem_free(scores->by_sentence);
    mem_free(scores->by_word);
    *scores = (copse_scores){0};
}
