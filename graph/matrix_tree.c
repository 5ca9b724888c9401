// SPDX-License-Identifier: MIT
// Sums over all trees (McDonald & Satta 2007; Koo et al. 2007; Smith & Smith 2007).
//
// With weights w(h, d) = e^score, the Laplacian of words 1..n, a column for each dependent,
//   Q(d, d) = Σ w(h, d) over h = 0..n,   Q(h, d) = -w(h, d),
// has the sum over all trees as its determinant (Tutte), and marginals are differences of entries of its
// inverse. These differences are useless where the best arcs make a cycle: if two words prefer each other by
// 40, the inverse has entries of e^40, and their difference is noise. So the determinant is computed without
// subtractions (Grassmann, Taksar & Heyman 1985). Gaussian elimination of column k leaves a smaller
// Laplacian, that of the other words with the weights
//   w'(h, d) = w(h, d) + w(h, k) w(k, d) / D(k),   D(k) = Σ w(h, k) over the heads that are left,
// and the determinant is the product of all D(k). All terms are positive, and in logs they may be of any
// size.
//
// Single root: only the part of the determinant that is linear in the weights of the root's arcs is wanted.
// So w(0, k) does not count in D(k), except for the last word, where nothing else is left. (Koo et al. get
// the same number from a changed row.) A word that only the root can govern must be the last.
//
// Marginals are derivatives with respect to scores, computed backwards over the same steps. From q'(h, d),
// the marginals of the smaller Laplacian, the share of the second term in w'(h, d) goes through k:
//   v(h, d) = q'(h, d) w(h, k) w(k, d) / (D(k) w'(h, d))
//   q(k, d) = Σ v(h, d) over h
//   q(h, k) = Σ v(h, d) over d  +  (1 - Σ v(h', d) over h' and d) w(h, k) / D(k)
// The program keeps q / w: it is the same for all w that an arc has had on the way, and w' is no longer
// needed. The only subtraction is of numbers of about 1, and its error stays an error of a probability.
#include "graph/marginals.h"

#include <string.h>

typedef struct elimination {
    int n;
    size_t N;
    bool single_root;
    double *w;     // [d*N + h] logs: the weight of each arc just before one of its words was eliminated
    double *total; // [n+1] log D(k)
    int *node;     // [n+1] the root, then the words in reverse order of elimination
} elimination;

static void init(elimination *e, const double *arc, int n, bool single_root, arena *a)
{
    const size_t N = (size_t)n + 1;
    *e = (elimination){n, N, single_root, NULL, NULL, NULL};
    // One object: an arena that is reset keeps one block.
    e->w = arena_alloc(a, (N * N + N) * sizeof *e->w + N * sizeof *e->node, 1);
    e->total = e->w + N * N;
    e->node = (int *)(e->total + N);
    for (size_t d = 0; d < N; d++) {
        e->node[d] = (int)d;
        for (size_t h = 0; h < N; h++)
            e->w[d * N + h] = d == 0 || h == d ? -INFINITY : arc[d * N + h];
    }
}

// The heads that count in D of the word at place i of node stand at places from this one to i - 1.
static int first_head(const elimination *e, int i)
{
    return e->single_root && i > 1 ? 1 : 0;
}

static double sum_of_heads(const elimination *e, int i)
{
    const double *w = e->w + (size_t)e->node[i] * e->N;
    double sum = -INFINITY;
    for (int j = first_head(e, i); j < i; j++)
        sum = mar_add(sum, w[e->node[j]]);
    return sum;
}

// Moves a word that has a head to place i, the last that is left. False if no word has one.
static bool choose(elimination *e, int i)
{
    for (int j = i; j >= 1; j--) {
        const int word = e->node[j];
        e->node[j] = e->node[i];
        e->node[i] = word;
        e->total[word] = sum_of_heads(e, i);
        if (e->total[word] != -INFINITY)
            return true;
    }
    return false;
}

static void eliminate(elimination *e, int i)
{
    const int k = e->node[i];
    const double *from = e->w + (size_t)k * e->N;
    for (int j = 1; j < i; j++) {
        const int d = e->node[j];
        double *to = e->w + (size_t)d * e->N;
        const double share = to[k] - e->total[k];
        if (share == -INFINITY)
            continue;
        for (int l = 0; l < i; l++) {
            const int h = e->node[l];
            if (h != d)
                to[h] = mar_add(to[h], share + from[h]);
        }
    }
}

// q is log(marginal / weight) of the arcs between the words before place i; those of the word at place i are
// added.
static void bring_back(const elimination *e, int i, double *q, double *through)
{
    const int k = e->node[i];
    const double *from = e->w + (size_t)k * e->N;
    double left = 1;
    memset(through, 0, e->N * sizeof *through);
    for (int j = 1; j < i; j++) {
        const int d = e->node[j];
        const double share = e->w[(size_t)d * e->N + (size_t)k] - e->total[k];
        const double *to = q + (size_t)d * e->N;
        double sum = 0;
        for (int l = 0; l < i && share != -INFINITY; l++) {
            const int h = e->node[l];
            const double v = to[h] + from[h] + share;
            if (h == d || !(v > MAR_LEAST))
                continue;
            const double by = exp(v);
            through[h] += by;
            sum += by;
        }
        left -= sum;
        q[(size_t)d * e->N + (size_t)k] = sum > 0 ? log(sum) - share - e->total[k] : -INFINITY;
    }
    for (int l = 0; l < i; l++) {
        const int h = e->node[l];
        const double own = l < first_head(e, i) ? 0 : left * exp(from[h] - e->total[k]);
        const double p = own + through[h];
        q[(size_t)k * e->N + (size_t)h] = p > 0 ? log(p) - from[h] : -INFINITY;
    }
}

double mar_matrix_tree_logs(const double *arc, int n, bool single_root, double *marginal, arena *a)
{
    elimination e;
    double log_sum = 0;
    init(&e, arc, n, single_root, a);
    memset(marginal, 0, e.N * e.N * sizeof *marginal);
    for (int i = n; i >= 1; i--) {
        if (!choose(&e, i))
            return -INFINITY;
        log_sum += e.total[e.node[i]];
        eliminate(&e, i);
    }
    double *q = marginal, *through = arena_alloc(a, e.N, sizeof *through);
    for (int i = 1; i <= n; i++)
        bring_back(&e, i, q, through);
    for (size_t d = 1; d < e.N; d++)
        for (size_t h = 0; h < e.N; h++)
            marginal[d * e.N + h] = h == d ? 0 : mar_share(exp(q[d * e.N + h] + arc[d * e.N + h]));
    return log_sum;
}

double mar_matrix_tree(const float *arc, int n, bool single_root, double *marginal, arena *a)
{
    const size_t N = (size_t)n + 1;
    double *sane = arena_alloc(a, N * N, sizeof *sane);
    for (size_t k = 0; k < N * N; k++)
        sane[k] = dec_sane(arc[k]);
    return mar_matrix_tree_logs(sane, n, single_root, marginal, a);
}
