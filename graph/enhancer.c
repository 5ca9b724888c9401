// SPDX-License-Identifier: MIT
// Finds the graph of a sentence and writes it; behind the interface of all stages.
#include "graph/enhancer.h"

#include "common/base/mem.h"
#include "common/base/watch.h"
#include "common/treebank/sentence.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

void ge_enhancer_done(enhancer *e)
{
    ge_tree_done(&e->tree);
    sec_done(&e->search);
    mem_free(e->arc);
    mem_free(e->class);
    mem_free(e->of_word);
    text_done(&e->out);
    memset(e, 0, sizeof *e);
}

int ge_best(const gemodel *m, const ge_tree *t, const ge_candidate *c, const float *row, float *score)
{
    int best = -1;
    copse_str part[2];
    *score = -FLT_MAX;
    for (size_t i = 0; i < m->classes; i++)
        if (row[i + 1] > *score && ge_class_parts(&m->class[i], t, c -> head, c -> dep, part)) {
            *score = row[i + 1];
            best = (int)i;
        }
    if (best >= 0)
        *score += row[0];
    return best;
}

// Scores the candidates for arcs into d and appends them.
static size_t score_word(enhancer *e, int d, size_t arcs)
{
    const gemodel *m = e->model;
    ge_candidate candidate[GE_MOST_CANDIDATES];
    uint32_t key[GF_MOST];
    float row[GW_ROW];
    const size_t n = ge_candidates(&e->tree, &m->paths, d, candidate);
    e->arc = mem_grow(e->arc, &e->arc_cap, arcs + n, sizeof *e->arc);
    e->class = mem_grow(e->class, &e->class_cap, arcs + n, sizeof *e->class);
    for (size_t i = 0; i < n; i++) {
        const ge_candidate *c = &candidate[i];
        const size_t keys = ge_features(&e->tree, c, key);
        float score;
        memset(row, 0, (m->classes + 1) * sizeof *row);
        gw_add_rows(&m->weights, key, keys, (int)m->classes + 1, row);
        e->class[arcs + i] = ge_best(m, &e->tree, c, row, &score);
        e->arc[arcs + i] = (sec_arc){c->head, d, score, i == 0};
    }
    return arcs + n;
}

// Takes the arcs of the tree that score below zero out of the graph, where the word has another head.
static void drop_heads(enhancer *e)
{
    for (int d = 1; d <= e->tree.n; d++) {
        bool other = false;
        for (size_t i = e->of_word[d] + 1; i < e->of_word[d + 1]; i++)
            other |= e->arc[i].in;
        e->arc[e->of_word[d]].in = !other || e->arc[e->of_word[d]].score > 0;
    }
}

void ge_enhance(enhancer *e)
{
    const int n = e->tree.n;
    size_t arcs = 0;
    e->of_word = mem_grow(e->of_word, &e->of_word_cap, (size_t)n + 2, sizeof *e->of_word);
    for (int d = 1; d <= n; d++) {
        e->of_word[d] = arcs;
        arcs = score_word(e, d, arcs);
        if (d % 1000 == 0)
            watch_look();
    }
    e->of_word[n + 1] = arcs;
    sec_add(&e->search, n, e->arc, arcs, e->model->cycles);
    drop_heads(e);
}

// --- writing

static const ge_class as_tree = {GE_OWN, GE_PLAIN, {NULL, 0}};

static void write_label(enhancer *e, size_t i)
{
    const int c = e->class[i];
    ge_class_write(&e->out, c < 0 ? &as_tree : &e->model->class[c], &e -> tree, e -> arc[i].head,
                   e->arc[i].dep);
}

// The next arc of a word in the graph by head, after the head last; or none, at the end.
static size_t next_arc(const enhancer *e, int d, int last)
{
    size_t best = e->of_word[d + 1];
    for (size_t i = e->of_word[d]; i < e->of_word[d + 1]; i++)
        if (e->arc[i].in && e->arc[i].head > last &&
            (best == e->of_word[d + 1] || e->arc[i].head < e->arc[best].head))
            best = i;
    return best;
}

// DEPS of CoNLL-U: all arcs by head.
static void put_graph(enhancer *e, copse_sentence *s, int d)
{
    size_t i;
    e->out.n = 0;
    for (int last = -1; (i = next_arc(e, d, last)) < e->of_word[d + 1]; last = e->arc[i].head) {
        char head[24];
        snprintf(head, sizeof head, "%s%d:", e->out.n ? "|" : "", e->arc[i].head);
        text_cat(&e->out, head);
        write_label(e, i);
    }
    ov_put(s, d, COPSE_DEPS, (copse_str){e->out.s, e->out.n});
}

// PHEAD and PDEPREL of CoNLL-X: the best secondary arc, if there is one.
static void put_second(enhancer *e, copse_sentence *s, int d)
{
    size_t best = 0;
    char head[16];
    for (size_t i = e->of_word[d] + 1; i < e->of_word[d + 1]; i++)
        if (e->arc[i].in && (best == 0 || e->arc[i].score > e->arc[best].score))
            best = i;
    if (best == 0)
        return;
    const int len = snprintf(head, sizeof head, "%d", e->arc[best].head);
    ov_put(s, d, COPSE_DEPS, (copse_str){head, (size_t)len});
    e->out.n = 0;
    write_label(e, best);
    ov_put(s, d, COPSE_MISC, (copse_str){e->out.s, e->out.n});
}

static void kind_run(void *worker, copse_sentence *s)
{
    enhancer *e = worker;
    if (!ge_tree_set(&e->tree, s, NULL, e->model->pos))
        return;
    ge_enhance(e);
    for (int d = 1; d <= s->n; d++)
        (s->format == COPSE_CONLLX ? put_second : put_graph)(e, s, d);
}

// --- the stage

static void *kind_load(const box *b, copse_error *err)
{
    if (stage_check(&ge_stage, b, err) != 0)
        return NULL;
    gemodel *m = mem_alloc(1, sizeof *m);
    if (ge_load(m, b, err) == 0)
        return m;
    mem_free(m);
    return NULL;
}

static void kind_free(void *model)
{
    ge_done(model);
    mem_free(model);
}

static void *kind_worker_new(const void *model, const copse_parse_options *options)
{
    enhancer *e = mem_zero(1, sizeof *e);
    (void)options;
    e->model = model;
    return e;
}

static void kind_worker_free(void *worker)
{
    ge_enhancer_done(worker);
    mem_free(worker);
}

static unsigned kind_reads(const void *model)
{
    return 1U << COPSE_FORM | 1U << COPSE_LEMMA | 1U << COPSE_UPOS | 1U << COPSE_FEATS | 1U << COPSE_HEAD |
           1U << COPSE_DEPREL | 1U << ((const gemodel *)model)->pos;
}

const stage_kind ge_stage = {.name = "enhancer",
                             .tag = "GENH",
                             .writes = 1U << COPSE_DEPS,
                             .reads = kind_reads,
                             .load = kind_load,
                             .free = kind_free,
                             .worker_new = kind_worker_new,
                             .worker_free = kind_worker_free,
                             .run = kind_run};
