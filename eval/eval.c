// SPDX-License-Identifier: MIT
//
// Counts right heads and labels. docs/eval.md defines every figure. This file only counts; callers compute
// the ratios.
//
// A word that does not count (punctuation, if it is left out) is ignored: its arc is in no figure, neither
// exact match nor root words nor tables. Other words may still have it as their head.
#include "eval/eval.h"
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
    size_t by_sentence_cap;
    rows labels, pos;
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

// The rows in their final order, with names; the caller owns them.
static copse_tally *rows_take(const rows *r, size_t *n)
{
    *n = r->names.n;
    if (*n == 0)
        return NULL;
    copse_tally *out = mem_alloc(*n, sizeof *out);
    uint32_t *order = tab_order(&r->names);
    for (size_t k = 0; k < *n; k++) {
        const copse_str name = tab_name(&r->names, order[k]);
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

bool eval_add(eval *ev, const copse_sentence *sentence, const copse_tree *gold, const int *head,
              const copse_str *label)
{
    copse_scores *sc = &ev->scores;
    const int n = sentence->n;
    if (n == 0)
        return false;
    if (ev->options.nonprojective_only && tree_is_projective(gold->head, n)) {
        sc->skipped_sentences++;
        return false;
    }
    uint32_t tokens = 0, heads = 0, undirected = 0, labels = 0, both = 0;
    bool same_roots = true;
    for (int w = 1; w <= n; w++) {
        if (skip_word(&ev->skip, sentence, w)) {
            sc->skipped_tokens++;
            continue;
        }
        const bool right_head = head[w] == gold->head[w];
        const bool right_label = str_equal(label[w], gold->label[w]);
        tokens++;
        heads += right_head;
        undirected += right_head || (head[w] > 0 && head[w] <= n && gold->head[head[w]] == w);
        labels += right_label;
        both += right_head && right_label;

        count_word(row_of(&ev->labels, gold->label[w], 1), right_head, right_label);
        row_of(&ev->labels, label[w], 0)->system++;
        copse_tally *pos = row_of(&ev->pos, sen_column(sentence, w, COPSE_UPOS), 1);
        count_word(pos, right_head, right_label);
        pos->system++;

        const bool gold_root = gold->head[w] == 0, root = head[w] == 0;
        sc->root_gold += gold_root;
        sc->root_system += root;
        sc->root_both += gold_root && root;
        same_roots &= gold_root == root;
    }
    sc->by_sentence = mem_grow(sc->by_sentence, &ev->by_sentence_cap, (size_t)sc->sentences + 1,
                               3 * sizeof *sc->by_sentence);
    uint32_t *row = sc->by_sentence + 3 * (size_t)sc->sentences;
    row[0] = tokens;
    row[1] = heads;
    row[2] = both;
    sc->sentences++;
    sc->tokens += tokens;
    sc->head += heads;
    sc->undirected += undirected;
    sc->label += labels;
    sc->both += both;
    sc->exact += both == tokens;
    sc->exact_unlabelled += heads == tokens;
    sc->root += same_roots;
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
    scores->labels = rows_take(&ev->labels, &scores->labels_n);
    scores->pos = rows_take(&ev->pos, &scores->pos_n);
    ev->scores.by_sentence = NULL;
    eval_free(ev);
}

void eval_free(eval *ev)
{
    if (!ev)
        return;
    mem_free(ev->scores.by_sentence);
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
    mem_free(scores->by_sentence);
    *scores = (copse_scores){0};
}
