// SPDX-License-Identifier: MIT
#include "eval/graph_scores.h"

#include "common/treebank/sentence.h"

enum { EVERY_HEAD = -2 }; // is no head

// The arcs into one word, sorted, without those from one head.
typedef struct list {
    const deps_arc *arc;
    size_t n;
    int except;
} list;

static list arcs_of(const deps *g, int word, int except)
{
    const size_t n = deps_count(g, word);
    return (list){n ? g->arc + g->first[word] : NULL, n, except}; // a graph without arcs has no array
}

// Moves *i to the next arc of the list that counts; false at the end. Unlabelled: the first arc of a head.
static bool settle(const list *l, size_t *i, bool labels)
{
    while (*i < l->n &&
           (l->arc[*i].head == l->except || (!labels && *i > 0 && l->arc[*i - 1].head == l->arc[*i].head)))
        ++*i;
    return *i < l->n;
}

static void count(copse_graph_arcs *to, const list *gold, const list *system, bool labels)
{
    size_t i = 0, k = 0;
    for (;;) {
        const bool more_gold = settle(gold, &i, labels), more_system = settle(system, &k, labels);
        if (!more_gold && !more_system)
            return;
        int order = more_gold ? -1 : 1;
        if (more_gold && more_system) {
            const deps_arc *a = &gold->arc[i], *b = &system->arc[k];
            order = labels ? deps_compare(a, b) : (a->head > b->head) - (a->head < b->head);
        }
        to->gold += order <= 0;
        to->system += order >= 0;
        to->both += order == 0;
        i += order <= 0;
        k += order >= 0;
    }
}

static void count_word(copse_graph_scores *sc, const graph_pair *p, int w)
{
    const deps_arc tree = {p->head[w], p->label[w]};
    const list gold = arcs_of(p->gold, w, EVERY_HEAD), system = arcs_of(p->system, w, EVERY_HEAD);
    const list second = arcs_of(p->gold, w, p->gold_head[w]), own = arcs_of(p->system, w, p->head[w]);
    const list copied = {&tree, tree.head >= 0, EVERY_HEAD};
    count(&sc->labelled, &gold, &system, true);
    count(&sc->unlabelled, &gold, &system, false);
    count(&sc->secondary, &second, &own, true);
    count(&sc->secondary_unlabelled, &second, &own, false);
    count(&sc->copied, &gold, &copied, true);
    count(&sc->copied_unlabelled, &gold, &copied, false);
}

void graph_scores_add(copse_graph_scores *sc, const graph_pair *p, const eval_skip *skip)
{
    for (int w = 1; w <= p->gold->n; w++)
        if (!skip_word(skip, p->sentence, w))
            count_word(sc, p, w);
    sc->empty_gold += p->gold->empty;
    sc->empty_system += p->system->empty;
    sc->bad += p->system->bad;
    sc->labelled.system += p->system->bad;
    sc->unlabelled.system += p->system->bad;
}
