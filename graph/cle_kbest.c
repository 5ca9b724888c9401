// SPDX-License-Identifier: MIT
// The k best trees, projective or not, exactly and in order, O(k n²): Camerini, Fratta & Maffioli (1980).
//
// A set of trees is given by required and banned arcs; A is a best tree of the set. Its second best tree is
// A with one arc e exchanged (below). This tree splits the set in two: the trees without e, of which it is
// the best, and those with e, of which A is the best. A heap orders the sets by their second best trees and
// so gives the trees in order; a tree costs two contractions.
//
// Contraction is as in cle.c. Let e(c) be the arc that node c (a word or a cycle) chooses, and w(c, f) the
// weight of an arc f into c, in the row of c. Take c with e(c) in A, and another arc f into c that does not
// come from below c in A. Replacing e(c) by f and opening c at the end of f gives a tree, worse than A by
// w(c, e(c)) - w(c, f). The best of these trees is the second best. Proof: in a tree T take an outermost c
// with e(c) in A but not in T. T is worse than A by at least the difference of any arc of T into c. For one
// such c there is an arc that does not come from below it, since T reaches all words from the root.
//
// The contraction must find A even when other trees are as good, so arcs of A win ties. Differences must be
// exact, so scores are on a grid (grid.h). A row keeps only the best arc from each word. Other arcs from the
// word that e(c) comes from are weighed anew: w(c, h→d) is the score of h→d less the choices of all nodes in
// c that hold d. The array chosen keeps their sum for each word.
//
// Single root: pairs, as in cle.c. Exchanging e(c) for an arc from the root adds a second root word unless
// e(c) comes from the root itself. Trees with one root word come first; the search stops after them.
#include "graph/decode.h"

#include "graph/grid.h"

#include <string.h>

// A set of trees: those of the set it was split from, with one arc required or banned.
typedef struct tree_set {
    const struct tree_set *whole; // NULL all trees
    int d, h;                     // h→d
    bool required;                // or banned
    const int *tree;              // [N] A
    double score;                 // of A
    int *second;                  // [N] NULL if there is none
    double second_score;
    int out;     // the word whose arc in A is not in second
    long number; // breaks ties
} tree_set;

typedef struct kcle {
    int n;
    size_t N;
    bool single_root;
    const double *arc; // [N][N] of d, h: on the grid
    double *graph;     // [N][N] the same for a set
    double *row;       // [N/2][N] of cycles, as in cle.c
    int *enter;        // [N/2][N]
    int nodes, rows, length;
    const int *A; // [N] the tree that wins ties, NULL none yet
    // of nodes [2N]
    int *up, *at, *from, *to, *path;
    double *value;
    bool *on_path, *done;
    // of words [N]
    int *top, *next;
    int *order, *below; // place in the preorder of A, and the size of the subtree
    double *chosen;     // sum of the choices of all nodes within the top one that hold the word
    // the best exchange so far: this arc replaces the choice of node
    double loss;
    int node, exchange_from, exchange_to;
} kcle;

static void kcle_init(kcle *c, const float *arc, int n, bool single_root, arena *a)
{
    const size_t N = (size_t)n + 1, nodes = 2 * N;
    const double grid = grid_of(arc, n);
    *c = (kcle){.n = n, .N = N, .single_root = single_root};
    double *rounded = arena_alloc(a, 2 * N * N, sizeof *rounded);
    for (size_t d = 1; d < N; d++)
        for (size_t h = 0; h < N; h++)
            rounded[d * N + h] = d == h ? -INFINITY : grid_round(grid, arc[d * N + h]);
    c->arc = rounded;
    c->graph = rounded + N * N;
    c->row = arena_alloc(a, N / 2 * N, sizeof *c->row);
    c->enter = arena_alloc(a, N / 2 * N, sizeof *c->enter);
    c->value = arena_alloc(a, nodes + N, sizeof *c->value);
    c->chosen = c->value + nodes;
    c->on_path = arena_alloc(a, 2 * nodes, sizeof *c->on_path);
    c->done = c->on_path + nodes;
    int *ints = arena_alloc(a, 5 * nodes + 4 * N, sizeof *ints);
    int **by_node[] = {&c->up, &c->at, &c->from, &c->to, &c->path};
    for (size_t i = 0; i < sizeof by_node / sizeof *by_node; i++, ints += nodes)
        *by_node[i] = ints;
    int **by_word[] = {&c->order, &c->below, &c->top, &c->next};
    for (size_t i = 0; i < sizeof by_word / sizeof *by_word; i++, ints += N)
        *by_word[i] = ints;
}

// The preorder of A.
static void kcle_preorder(kcle *c)
{
    int *stack = c->path, *child = c->from, *sister = c->to; // not in use yet
    int top = 0, place = 0;
    for (int w = 0; w <= c->n; w++)
        child[w] = -1;
    for (int d = c->n; d >= 1; d--) {
        sister[d] = child[c->A[d]];
        child[c->A[d]] = d;
    }
    c->order[0] = place++;
    stack[top++] = 0;
    while (top > 0) {
        int w = stack[top - 1], d = child[w];
        if (d < 0) {
            c->below[w] = place - c->order[w];
            top--;
            continue;
        }
        child[w] = sister[d];
        c->order[d] = place++;
        stack[top++] = d;
    }
}

// Prepares the contraction of the graph of a set; NULL: of all trees.
static void kcle_start(kcle *c, const tree_set *set)
{
    const size_t N = c->N;
    memcpy(c->graph + N, c->arc + N, (N - 1) * N * sizeof *c->graph);
    c->A = set ? set->tree : NULL;
    if (c->A)
        kcle_preorder(c);
    for (; set && set->whole; set = set->whole) {
        double *row = c->graph + (size_t)set->d * N, keep = row[set->h];
        for (size_t h = 0; h < N && set->required; h++)
            row[h] = -INFINITY;
        row[set->h] = set->required ? keep : -INFINITY;
    }
    c->nodes = c->n + 1;
    c->rows = 0;
    memset(c->on_path, 0, 4 * N * sizeof *c->on_path); // and done
    for (int w = 0; w <= c->n; w++) {
        c->up[w] = 0;
        c->at[w] = -1;
        c->top[w] = c->next[w] = w;
        c->chosen[w] = 0;
    }
    c->done[0] = true;
    c->loss = INFINITY;
}

static const double *row_of(const kcle *c, int node)
{
    return c->at[node] < 0 ? c->graph + (size_t)node * c->N : c->row + (size_t)c->at[node] * c->N;
}

static int enters_at(const kcle *c, int node, int h)
{
    return c->at[node] < 0 ? node : c->enter[(size_t)c->at[node] * c->N + (size_t)h];
}

static void kcle_offer(kcle *c, double loss, int node, int from, int to)
{
    if (loss < c->loss) {
        c->loss = loss;
        c->node = node;
        c->exchange_from = from;
        c->exchange_to = to;
    }
}

// Looks for the best arc to exchange for the choice of node, which is an arc of A.
static void kcle_exchange(kcle *c, int node)
{
    const int from = c->from[node], to = c->to[node], start = c->order[to];
    const unsigned size = (unsigned)c->below[to];
    const double *row = row_of(c, node), value = c->value[node];
    for (int h = c->single_root && from ? 1 : 0; h <= c->n; h++)
        if (value - row[h] < c->loss && h != from && (unsigned)(c->order[h] - start) >= size)
            kcle_offer(c, value - row[h], node, h, enters_at(c, node, h));
    for (int d = c->next[to]; d != to; d = c->next[d])
        kcle_offer(c, value - (c->graph[(size_t)d * c->N + (size_t)from] - c->chosen[d]), node, from, d);
}

// The chosen arc of a node: the best in its row; an arc of A wins ties. False if there is none.
static bool kcle_choose(kcle *c, int node, int word)
{
    const double *row = row_of(c, node);
    double best = -INFINITY;
    int from = -1;
    for (int h = c->single_root ? 1 : 0; h <= c->n; h++)
        if (row[h] > best) {
            best = row[h];
            from = h;
        }
    if (from < 0 && row[0] > best) {
        best = row[0];
        from = 0;
    }
    if (from < 0)
        return false;
    int w = word;
    do {
        const int h = c->A ? c->A[w] : from;
        const bool comparable = !c->single_root || (h == 0) == (from == 0);
        if (row[h] == best && comparable && enters_at(c, node, h) == w)
            from = h;
        w = c->next[w];
    } while (w != word);
    c->from[node] = from;
    c->to[node] = enters_at(c, node, from);
    c->value[node] = best;
    if (c->A && c->A[c->to[node]] == from)
        kcle_exchange(c, node);
    return true;
}

// Merges the row of m into row r, or, if it is the first, copies it.
static void kcle_merge(kcle *c, int r, int m, bool first)
{
    const double *from = row_of(c, m), value = c->value[m];
    double *row = c->row + (size_t)r * c->N;
    int *enter = c->enter + (size_t)r * c->N;
    for (int h = 0; h <= c->n; h++) {
        double x = from[h] - value;
        bool better = first || x > row[h];
        int at = enters_at(c, m, h);
        row[h] = better ? x : row[h];
        enter[h] = better ? at : enter[h];
    }
}

// Joins the words of the path from start on into one ring, which belongs to node. Returns one of them.
static int kcle_join(kcle *c, int start, int node)
{
    const int ring = c->to[c->path[start]];
    for (int i = start; i < c->length; i++) {
        const int m = c->path[i], word = c->to[m];
        int w = word;
        do {
            c->chosen[w] += c->value[m];
            c->top[w] = node;
            w = c->next[w];
        } while (w != word);
        c->up[m] = node;
        c->on_path[m] = false;
        if (i > start) {
            const int after = c->next[ring];
            c->next[ring] = c->next[word];
            c->next[word] = after;
        }
    }
    return ring;
}

// Contracts the end of the path, from the node first on, into one node. Returns one of its words.
static int kcle_contract(kcle *c, int first)
{
    const int node = c->nodes++;
    int start = c->length - 1, base = c->length - 1;
    while (c->path[start] != first)
        start--;
    while (base > start && c->at[c->path[base]] < 0)
        base--; // reuse the row of a cycle inside
    const int r = c->at[c->path[base]] < 0 ? c->rows++ : c->at[c->path[base]];
    kcle_merge(c, r, c->path[base], true);
    for (int i = c->length - 1; i >= start; i--)
        if (i != base)
            kcle_merge(c, r, c->path[i], false);
    const int ring = kcle_join(c, start, node);
    int w = ring;
    do {
        const int h = c->A ? c->A[w] : 0;
        const size_t at = (size_t)r * c->N + (size_t)h;
        if (c->A && c->top[h] != node && c->graph[(size_t)w * c->N + (size_t)h] - c->chosen[w] == c->row[at])
            c->enter[at] = w;
        c->row[(size_t)r * c->N + (size_t)w] = -INFINITY;
        w = c->next[w];
    } while (w != ring);
    c->at[node] = r;
    c->length = start;
    return ring;
}

// Contracts until every word has its choice. False if there is no tree.
static bool kcle_run(kcle *c)
{
    for (int word = 1; word <= c->n; word++) {
        int w = word;
        c->length = 0;
        while (!c->done[c->top[w]]) {
            const int node = c->top[w];
            if (!kcle_choose(c, node, w))
                return false;
            c->path[c->length++] = node;
            c->on_path[node] = true;
            w = c->from[node];
            if (c->on_path[c->top[w]])
                w = kcle_contract(c, c->top[w]);
        }
        for (int i = 0; i < c->length; i++) {
            c->on_path[c->path[i]] = false;
            c->done[c->path[i]] = true;
        }
    }
    return true;
}

// Opens the cycles, the newest first, as in cle.c, and copies the tree.
static void kcle_open(kcle *c, int *head)
{
    bool *settled = c->on_path; // no longer needed, all false
    for (int node = c->nodes - 1; node > c->n; node--)
        if (!settled[node])
            for (int inside = c->to[node]; inside != node; inside = c->up[inside]) {
                c->from[inside] = c->from[node];
                c->to[inside] = c->to[node];
                settled[inside] = true;
            }
    head[0] = -1;
    memcpy(head + 1, c->from + 1, (size_t)c->n * sizeof *head);
}

// Finds the second best tree of a set.
static void kcle_second(kcle *c, tree_set *set, arena *a)
{
    kcle_start(c, set);
    if (!kcle_run(c) || c->loss == INFINITY)
        return;
    set->out = c->to[c->node];
    set->second_score = set->score - c->loss;
    set->second = arena_alloc(a, c->N, sizeof *set->second);
    c->from[c->node] = c->exchange_from;
    c->to[c->node] = c->exchange_to;
    kcle_open(c, set->second);
}

static bool before(const tree_set *x, const tree_set *y)
{
    return x->second_score != y->second_score ? x->second_score > y->second_score : x->number < y->number;
}

static void heap_put(tree_set **heap, int *size, tree_set *x)
{
    int at = (*size)++;
    for (; at > 0 && before(x, heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = x;
}

static tree_set *heap_take(tree_set **heap, int *size)
{
    tree_set *best = heap[0], *x = heap[--*size];
    int at = 0;
    for (int child; (child = 2 * at + 1) < *size; at = child) {
        if (child + 1 < *size && before(heap[child + 1], heap[child]))
            child++;
        if (!before(heap[child], x))
            break;
        heap[at] = heap[child];
    }
    heap[at] = x;
    return best;
}

int dec_cle_kbest(const float *arc, int n, bool single_root, int k, int *head, double *score, arena *a)
{
    const size_t N = (size_t)n + 1;
    kcle c;
    if (k <= 0)
        return 0;
    kcle_init(&c, arc, n, single_root, a);
    kcle_start(&c, NULL);
    if (!kcle_run(&c))
        return 0;
    kcle_open(&c, head);
    int roots = 0, count = 1, waiting = 0;
    score[0] = 0;
    for (size_t d = 1; d < N; d++) {
        roots += head[d] == 0;
        score[0] += c.arc[d * N + (size_t)head[d]];
    }
    if (single_root && roots > 1)
        return 0;
    long number = 0;
    tree_set **heap = arena_alloc(a, 2 * (size_t)k + 1, sizeof(tree_set *));
    tree_set *sets = arena_alloc(a, 2 * (size_t)k + 1, sizeof *sets);
    sets[number++] = (tree_set){.tree = head, .score = score[0]};
    for (size_t fresh = 0; count < k; count++) {
        for (; fresh < (size_t)number; fresh++) {
            kcle_second(&c, &sets[fresh], a);
            if (sets[fresh].second)
                heap_put(heap, &waiting, &sets[fresh]);
        }
        if (!waiting)
            break;
        const tree_set *s = heap_take(heap, &waiting);
        int *tree = head + (size_t)count * N;
        memcpy(tree, s->second, N * sizeof *tree);
        score[count] = s->second_score;
        const int d = s->out, h = s->tree[d];
        sets[number] =
            (tree_set){.whole = s, .d = d, .h = h, .tree = tree, .score = s->second_score, .number = number};
        number++;
        sets[number] = (tree_set){.whole = s,
                                  .d = d,
                                  .h = h,
                                  .required = true,
                                  .tree = s->tree,
                                  .score = s->score,
                                  .number = number};
        number++;
    }
    return count;
}
