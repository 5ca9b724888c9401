// SPDX-License-Identifier: MIT
// Transition systems keep given arcs: from every configuration that they reach there is a way on, and every
// derivation ends with all given arcs. For all trees that a system derives, all subsets of their arcs, and
// all derivations.
#include "tests/harness.h"
#include "tests/walks.h"

#include "common/base/random.h"

enum { EVERY = 4 }; // words up to which every derivation is tried; with two stacks there are more of them

// Counts what is due in a configuration, from scratch.
static void set_given(config *c, const int *given)
{
    c->given = given;
    c->given_root = 0;
    for (int w = 0; w <= c->n; w++)
        c->left_due[w] = c->right_due[w] = 0;
    for (int d = c->n; d >= 1; d--) {
        const int h = given[d];
        if (h == 0)
            c->given_root = d;
        else if (h != CFG_NONE && c->head[d] == CFG_NONE)
            (d < h ? c->left_due : c->right_due)[h]++;
    }
}

// All given arcs between words are there. The word given as root is the root, or could still become it.
static bool kept(const tsystem *system, const config *c, const int *given)
{
    int root = 0;
    for (int d = c->n; d >= 1; d--)
        root = given[d] == 0 ? d : root;
    for (int d = 1; d <= c->n; d++) {
        const int h = c->head[d];
        const bool may_be_root = h == 0 || h == CFG_NONE;
        if (given[d] == 0 ? !may_be_root : given[d] != CFG_NONE && given[d] != h)
            return false;
        if (c->single_root && root && root != d && (h == 0 || (h == CFG_NONE && !system->loose)))
            return false;
    }
    return true;
}

// Visits all configurations that keep leads to, after the start, which is the last in the graph.
static void check_given(const walk_graph *g, const int *given, bool nothing, bool *seen, int *todo)
{
    int n = 0;
    memset(seen, 0, g->n * sizeof *seen);
    todo[n++] = (int)g->n - 1;
    seen[g->n - 1] = true;
    while (n > 0) {
        walk_state *s = &g->state[todo[--n]];
        set_given(&s->c, given);
        const unsigned set = sys_legal(g->system, &s->c);
        s->c.given = NULL;
        if (s->legal == 0) {
            CHECK(kept(g->system, &s->c, given));
            continue;
        }
        CHECK(set != 0 && (set & ~s->legal) == 0);
        CHECK(!nothing || set == s->legal);
        for (int t = 0; t < T_TYPES; t++)
            if (set >> t & 1 && !seen[s->after[t]]) {
                seen[s->after[t]] = true;
                todo[n++] = s->after[t];
            }
    }
}

static bool derives(const tsystem *system, const int *head, int n, bool single_root)
{
    return sys_derives(system, head, n) && (!single_root || walk_roots(head, n) == 1);
}

static void pick(const int *head, int n, unsigned set, int *given)
{
    given[0] = CFG_NONE;
    for (int d = 1; d <= n; d++)
        given[d] = set >> d & 1 ? head[d] : CFG_NONE;
}

static void check_all(const tsystem *system, int n, cfg_root root, bool single_root)
{
    walk_graph g;
    int head[WALK_WORDS + 1], given[WALK_WORDS + 1];
    walk_all(&g, system, n, root, single_root);
    bool *seen = mem_alloc(g.n, sizeof *seen);
    int *todo = mem_alloc(g.n, sizeof *todo);
    walk_first(head, n);
    do {
        for (unsigned set = 0; set < 2u << n && derives(system, head, n, single_root); set += 2) {
            pick(head, n, set, given);
            check_given(&g, given, set == 0, seen, todo);
        }
    } while (walk_next(head, n));
    mem_free(seen);
    mem_free(todo);
    walk_done(&g);
}

static void every_derivation_keeps_given_arcs(void)
{
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int root = CFG_ROOT_FIRST; root <= CFG_ROOT_NONE && !walk_has_twin(system); root++)
            for (int single = 0; single < 2; single++)
                for (int n = 1; n <= EVERY - walk_has_two_stacks(*system); n++)
                    check_all(*system, n, (cfg_root)root, single);
}

static void derive_at_random(const tsystem *system, config *c, rng *r, const int *given)
{
    const int n = c->n;
    for (int steps = 0; !system->final(c); steps++) {
        const unsigned set = sys_legal(system, c);
        REQUIRE(set != 0 && steps < n * (n + 5));
        unsigned type;
        do
            type = (unsigned)rng_below(r, T_TYPES);
        while (!(set >> type & 1));
        system->apply(c, (transition)type, 0);
    }
    CHECK(kept(system, c, given));
}

// All trees of 5 words, with random subsets and derivations.
static void random_derivations_keep_given_arcs(void)
{
    enum { N = 5 };
    int head[N + 1], given[N + 1];
    config c;
    rng r;
    rng_seed(&r, 11);
    cfg_init(&c);
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int how = 0; how < 6; how++) {
            const bool single = how & 1;
            walk_first(head, N);
            do {
                for (int i = 0; i < 4 && derives(*system, head, N, single); i++) {
                    pick(head, N, (unsigned)rng_next(&r), given);
                    c.given = given;
                    cfg_reset(&c, N, (cfg_root)(how / 2), single);
                    (*system)->start(&c);
                    derive_at_random(*system, &c, &r, given);
                }
            } while (walk_next(head, N));
        }
    cfg_done(&c);
}

// Longer sentences: random trees that the system derives, from random derivations without constraints.
static void longer_sentences_keep_given_arcs(void)
{
    enum { N = 40 };
    int given[N + 1], none[N + 1];
    config c;
    rng r;
    rng_seed(&r, 12);
    cfg_init(&c);
    for (int w = 0; w <= N; w++)
        none[w] = CFG_NONE;
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int i = 0; i < 600; i++) {
            const int n = 6 + (int)rng_below(&r, N - 5);
            const bool single = i & 1;
            const cfg_root root = (cfg_root)(i % 3);
            c.given = NULL;
            cfg_reset(&c, n, root, single && !(*system)->loose);
            (*system)->start(&c);
            derive_at_random(*system, &c, &r, none);
            memcpy(given, none, sizeof given);
            int root_word = 0;
            for (int d = 1; d <= n; d++) {
                const int h = c.head[d] == CFG_NONE ? 0 : c.head[d];
                const bool again = h == 0 && single && root_word;
                if (rng_below(&r, 3) > 0 && !again)
                    given[d] = h;
                root_word = given[d] == 0 ? d : root_word;
            }
            c.given = given;
            cfg_reset(&c, n, root, single);
            (*system)->start(&c);
            derive_at_random(*system, &c, &r, given);
        }
    cfg_done(&c);
}

TESTS(TEST(every_derivation_keeps_given_arcs), TEST(random_derivations_keep_given_arcs),
      TEST(longer_sentences_keep_given_arcs))
