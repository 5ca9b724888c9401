// SPDX-License-Identifier: MIT
#include "common/model/pieces.h"

#include "common/base/watch.h"
#include "common/treebank/given.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

// Copies the piece whose word 1 is word at + 1 of the sentence into tree.
static void take(const pieces *p, const copse_tree *piece, int at, int *root, copse_tree *tree)
{
    for (int d = 1; d <= piece->n; d++) {
        const int h = piece->head[d];
        const bool hang = h == 0 && *root && p->single_root;
        tree->head[at + d] = h ? at + h : hang ? *root : 0;
        tree->label[at + d] = hang ? p->hung : piece->label[d];
        tree->score[at + d] = piece->score[d];
        tree->evidence[at + d] = piece->evidence[d];
        if (h == 0 && !*root)
            *root = at + d;
    }
}

void pieces_parse(const pieces *p, const stage_input *in, copse_tree *piece, copse_tree *tree)
{
    const copse_sentence *s = in->sentence;
    given within = {0};
    int root = 0;
    tree_resize(tree, s->n);
    for (int at = 0; at < s->n; at += p->words) {
        const watch_span before = watch_begin(at / p->words, (s->n + p->words - 1) / p->words);
        copse_sentence part = *s; // a view: nothing in it is owned
        part.word = s->word + at;
        part.n = s->n - at < p->words ? s->n - at : p->words;
        if (in->given)
            given_part(&within, in->given, at, part.n);
        const stage_input here = {.sentence = &part,
                                  .guide = in->guide,
                                  .given = in->given ? &within : NULL,
                                  .temperature = in->temperature};
        p->parse(p->parser, &here, at, piece);
        take(p, piece, at, &root, tree);
        tree->scored = piece->scored;
        tree->weighed = piece->weighed;
        watch_end(before);
    }
    if (in->given)
        given_settle(in->given, p->single_root, p->root, p->hung, tree);
    given_done(&within);
}
