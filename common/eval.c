// SPDX-License-Identifier: MIT
//
// Counting right heads and labels. docs/eval.md defines every figure; only counts are made here, and the
// ratios are left to whoever shows them.
//
// A word that does not count (punctuation, when it is left out) is invisible: its arc enters no figure, also
// not exact match, the root words and the tables. Other words may still have it as their head.
#include "eval.h"

#include "mem.h"
#include "sentence.h"
#include "tally.h"
#include "tree.h"
#include "utf8.h"

#include <stdlib.h>

struct eval {
    copse_eval_options options;
    copse_scores scores; // the counts so far; the tables are elsewhere
    size_t by_sentence_cap;
    tally_table labels, pos;
};

eval *eval_begin(const copse_eval_options *options)
{
    eval *ev = mem_zero(1, sizeof *ev);
    if (options)
        ev->options = *options;
    return ev;
}

static void count_word(copse_tally *row, bool head, bool label)
{
    row->gold++;
    row->head += head;
    row->label += label;
    row->both += head && label;
}

void eval_add(eval *ev, const copse_sentence *sentence, const copse_tree *gold, const int *head,
              const copse_str *label)
{
    copse_scores *sc = &ev->scores;
    const int n = sentence->n;
    if (n == 0)
        return;
    if (ev->options.nonprojective_only && tree_is_projective(gold->head, n)) {
        sc->skipped_sentences++;
        return;
    }
    uint32_t tokens = 0, heads = 0, labels = 0, both = 0;
    bool same_roots = true;
    for (int w = 1; w <= n; w++) {
        if (ev->options.skip_punctuation && utf8_all_punctuation(sen_column(sentence, w, COPSE_FORM))) {
            sc->skipped_tokens++;
            continue;
        }
        const bool right_head = head[w] == gold->head[w];
        const bool right_label = str_equal(label[w], gold->label[w]);
        tokens++;
        heads += right_head;
        labels += right_label;
        both += right_head && right_label;

        count_word(tally_of(&ev->labels, gold->label[w]), right_head, right_label);
        tally_of(&ev->labels, label[w])->system++;
        copse_tally *pos = tally_of(&ev->pos, sen_column(sentence, w, COPSE_UPOS));
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
    sc->label += labels;
    sc->both += both;
    sc->exact += both == tokens;
    sc->exact_unlabelled += heads == tokens;
    sc->root += same_roots;
}

void eval_finish(eval *ev, copse_scores *scores)
{
    *scores = ev->scores;
    scores->labels = tally_take(&ev->labels, &scores->labels_n);
    scores->pos = tally_take(&ev->pos, &scores->pos_n);
    ev->scores.by_sentence = NULL;
    eval_free(ev);
}

void eval_free(eval *ev)
{
    if (!ev)
        return;
    free(ev->scores.by_sentence);
    tally_done(&ev->labels);
    tally_done(&ev->pos);
    free(ev);
}

void copse_scores_done(copse_scores *scores)
{
    tally_rows_free(scores->labels, scores->labels_n);
    tally_rows_free(scores->pos, scores->pos_n);
    free(scores->by_sentence);
    *scores = (copse_scores){0};
}
