// SPDX-License-Identifier: MIT
// Times of the decoders on random scores: milliseconds a sentence by length, and how they grow between the
// two longest lengths (1 linear, 2 square, ...). Single root; the best of several runs. `decoders MEGABYTES`
// leaves out second-order scores that take more (600 unless told).
#include "graph/decode.h"
#include "common/base/mem.h"
#include "common/base/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { K = 5, HEADS = 18 };

static struct {
    int n;
    float *arc, *sib;
    float *few; // arc with HEADS heads a word and the word before it, the others forbidden
    int *head;
    double score[K];
    arena a;
} in;

static void cle(void)
{
    dec_cle(in.arc, in.n, true, in.head, &in.a);
}

static void cle_kbest(void)
{
    dec_cle_kbest(in.arc, in.n, true, K, in.head, in.score, &in.a);
}

static void eisner(void)
{
    dec_eisner(in.arc, in.n, true, in.head, &in.a);
}

static void eisner_kbest(void)
{
    dec_eisner_kbest(in.arc, in.n, true, K, in.head, in.score, &in.a);
}

static void eisner2(void)
{
    dec_eisner2(in.arc, in.sib, in.n, true, in.head, &in.a);
}

static void eisner2_kbest(void)
{
    dec_eisner2_kbest(in.arc, in.sib, in.n, true, K, in.head, in.score, &in.a);
}

// Scores of grandparents for the arcs that are left.
static dec_grand grandparents(void)
{
    dec_grand x;
    dec_grand_init(&x, in.few, in.n, &in.a);
    for (size_t i = 0; i < x.at[x.arcs]; i++)
        x.score[i] = in.sib[i % ((size_t)in.n * (size_t)in.n)];
    return x;
}

static void eisner_grand(void)
{
    const dec_grand x = grandparents();
    dec_eisner_grand(in.few, in.sib, &x, true, in.head, &in.a);
}

static void eisner_grand_kbest(void)
{
    const dec_grand x = grandparents();
    dec_eisner_grand_kbest(in.few, in.sib, &x, true, K, in.head, in.score, &in.a);
}

// From a chain, one change after the other up to n.
static void climb(void)
{
    for (int w = 1; w <= in.n; w++)
        in.head[w] = w - 1;
    dec_climb2(in.arc, in.sib, NULL, in.n, true, in.head, in.n, &in.a);
}

// From a chain.
static void climb_kbest(void)
{
    for (int w = 1; w <= in.n; w++)
        in.head[w] = w - 1;
    dec_climb_kbest(in.arc, in.sib, NULL, in.n, true, K, 1, in.head, in.score, &in.a);
}

static const struct decoder {
    const char *name;
    void (*run)(void);
    int longest;
    bool second_order;
} decoders[] = {
    {"cle", cle, 2000, false},
    {"cle, 5 best", cle_kbest, 1000, false},
    {"eisner", eisner, 1000, false},
    {"eisner, 5 best", eisner_kbest, 500, false},
    {"eisner2", eisner2, 500, true},
    {"eisner2, 5 best", eisner2_kbest, 500, true},
    {"climb, n changes", climb, 200, true},
    {"climb, 5 best", climb_kbest, 200, true},
    {"eisner, grandp.", eisner_grand, 500, true},
    {"grandp., 5 best", eisner_grand_kbest, 500, true},
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The best of runs that take a fifth of a second together, at least three of them.
static double seconds(void (*run)(void))
{
    double best = INFINITY, start = now();
    for (int i = 0; i < 3 || now() - start < 0.2; i++) {
        arena_reset(&in.a);
        double t = now();
        run();
        t = now() - t;
        best = t < best ? t : best;
    }
    return best;
}

static void fill(float *scores, size_t n, rng *r)
{
    for (size_t i = 0; i < n; i++)
        scores[i] = (float)(rng_next(r) >> 44) / 65536 - 8;
}

// Forbids at random.
static void thin(const float *arc, int n, float *few, rng *r)
{
    const size_t N = (size_t)n + 1;
    for (size_t d = 0; d < N; d++)
        for (size_t h = 0; h < N; h++)
            few[d * N + h] = h + 1 == d || rng_below(r, (uint64_t)N) < HEADS ? arc[d * N + h] : -INFINITY;
}

int main(int argc, char **argv)
{
    static const int lengths[] = {10, 25, 50, 100, 200, 500, 1000, 2000};
    enum { LENGTHS = sizeof lengths / sizeof *lengths, DECODERS = sizeof decoders / sizeof *decoders };
    const double megabytes = argc > 1 ? strtod(argv[1], NULL) : 600;
    double time[DECODERS][LENGTHS] = {{0}};
    rng r;
    rng_seed(&r, 1);
    for (int j = 0; j < LENGTHS; j++) {
        const size_t N = (size_t)lengths[j] + 1;
        const bool fits = 4e-6 * (double)(N * N * N) <= megabytes;
        in.n = lengths[j];
        in.arc = mem_alloc(N * N, sizeof *in.arc);
        in.sib = fits ? mem_alloc(N * N * N, sizeof *in.sib) : NULL;
        in.head = mem_zero(K * N, sizeof *in.head);
        fill(in.arc, N * N, &r);
        in.few = mem_alloc(N * N, sizeof *in.few);
        thin(in.arc, in.n, in.few, &r);
        if (fits)
            fill(in.sib, N * N * N, &r);
        for (int i = 0; i < DECODERS; i++)
            if (lengths[j] <= decoders[i].longest && (fits || !decoders[i].second_order))
                time[i][j] = seconds(decoders[i].run);
        mem_free(in.arc);
        mem_free(in.few);
        mem_free(in.sib);
        mem_free(in.head);
    }
    arena_done(&in.a);
    printf("%-18s", "ms a sentence, n =");
    for (int j = 0; j < LENGTHS; j++)
        printf(" %9d", lengths[j]);
    printf("   growth\n");
    for (int i = 0; i < DECODERS; i++) {
        int last = 0;
        printf("%-18s", decoders[i].name);
        for (int j = 0; j < LENGTHS; j++)
            if (time[i][j] > 0)
                printf(" %9.4f", 1e3 * time[i][last = j]);
            else
                printf(" %9s", "-");
        printf("   n^%.2f\n",
               log(time[i][last] / time[i][last - 1]) / log((double)lengths[last] / lengths[last - 1]));
    }
    return 0;
}
