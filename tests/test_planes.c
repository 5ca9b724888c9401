// SPDX-License-Identifier: MIT
// Arcs in one plane and in two, against trying all choices; and losses in sentences too long for
// test_oracles.c.
#include "tests/harness.h"

#include "common/base/random.h"
#include "tests/walks.h"
#include "transition/planes.h"

#ifdef COPSE_ARENA_MALLOC
enum { SLOWER = 8 };
#else
enum { SLOWER = 1 };
#endif

// Do no arcs between words cross in the same plane? plane has a bit for each dependent.
static bool fits(const int *head, int n, unsigned plane)
{
    for (int i = 1; i <= n; i++)
        for (int k = 1; k <= n; k++) {
            const int a = i < head[i] ? i : head[i], b = i < head[i] ? head[i] : i;
            const int x = k < head[k] ? k : head[k], y = k < head[k] ? head[k] : k;
            if (a > 0 && x > 0 && a < x && x < b && b < y && (plane >> i & 1) == (plane >> k & 1))
                return false;
        }
    return true;
}

static bool fits_somehow(const int *head, int n)
{
    bool fit = false;
    for (unsigned plane = 0; plane < 1u << n && !fit; plane++) // the last word is in plane 0
        fit = fits(head, n, plane);
    return fit;
}

static void planes_are_found(void)
{
    long trees = 0, planar = 0, two = 0;
    int head[WALK_WORDS + 1];
    for (int n = 1; n <= WALK_WORDS; n++) {
        walk_first(head, n);
        do {
            const bool one = fits(head, n, 0), both = one || fits_somehow(head, n);
            CHECK(planes_fit(head, n, 1) == one);
            CHECK(planes_fit(head, n, 2) == both);
            trees++;
            planar += one;
            two += both;
        } while (walk_next(head, n));
    }
    CHECK(planar < two && two < trees); // 6 words are needed for a tree that is not two-planar
}

// Some heads are missing.
static void parts_of_trees_fit_too(void)
{
    enum { N = WALK_WORDS };
    int head[N + 1], part[N + 1];
    rng r;
    rng_seed(&r, 3);
    walk_first(head, N);
    do {
        for (int w = 0; w <= N; w++)
            part[w] = w > 0 && rng_below(&r, 4) ? head[w] : CFG_NONE;
        CHECK(planes_fit(part, N, 1) == fits(part, N, 0));
        CHECK(planes_fit(part, N, 2) == fits_somehow(part, N));
    } while (walk_next(head, N));
}

// The trees that a system reaches are those that it says it derives.
static void systems_derive_what_they_say(void)
{
    for (const tsystem *const *s = sys_all; *s; s++)
        for (int n = 1; n <= 4; n++)
            for (int root = CFG_ROOT_FIRST; root <= CFG_ROOT_NONE; root++) {
                walk_graph g;
                int head[WALK_WORDS + 1];
                walk_all(&g, *s, n, (cfg_root)root, false);
                int *loss = mem_alloc(g.n, sizeof *loss);
                walk_first(head, n);
                do {
                    walk_loss(&g, head, loss);
                    CHECK((loss[g.n - 1] == 0) == sys_derives(*s, head, n));
                } while (walk_next(head, n));
                mem_free(loss);
                walk_done(&g);
            }
}

static void random_tree(rng *r, int *head, int n)
{
    do {
        walk_first(head, n);
        for (int w = 1; w <= n; w++)
            head[w] = (int)rng_below(r, (uint64_t)n + 1);
    } while (!walk_is_tree(head, n));
}

// A configuration in the middle of a random derivation of 6 words.
static void stop_somewhere(const tsystem *s, rng *r, config *c)
{
    cfg_reset(c, WALK_WORDS, (cfg_root)rng_below(r, 3), rng_below(r, 2));
    s->start(c);
    while (c->next < WALK_WORDS - 1 || rng_below(r, 3)) {
        const unsigned set = s->legal(c);
        const unsigned type = (unsigned)rng_below(r, T_TYPES);
        if (c->next > WALK_WORDS)
            break;
        if (set >> type & 1)
            s->apply(c, (transition)type, 0);
    }
}

// Any gold tree, also one that is not two-planar.
static void losses_of_longer_sentences_are_exact(void)
{
    static const char *const names[] = {"planar", "two-planar"};
    rng r;
    rng_seed(&r, 5);
    config c;
    cfg_init(&c);
    for (int i = 0; i < 150 / SLOWER; i++) {
        const int planes = 1 + i % 2;
        int gold[WALK_WORDS + 1];
        walk_graph g;
        walk_start(&g, sys_find(names[i % 2]), (size_t)1 << 20);
        stop_somewhere(g.system, &r, &c);
        walk_visit(&g, &c);
        int *loss = mem_alloc(g.n, sizeof *loss);
        for (int k = 0; k < 10; k++) {
            random_tree(&r, gold, WALK_WORDS);
            walk_loss(&g, gold, loss);
            CHECK_INT(planes_loss(&c, gold, planes), loss[g.n - 1]);
        }
        mem_free(loss);
        walk_done(&g);
    }
    cfg_done(&c);
}

TESTS(TEST(planes_are_found), TEST(parts_of_trees_fit_too), TEST(systems_derive_what_they_say),
      TEST(losses_of_longer_sentences_are_exact))
