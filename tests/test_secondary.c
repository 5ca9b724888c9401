// SPDX-License-Identifier: MIT
// Adding secondary arcs, against the plainest way and against all graphs.
#include "tests/harness.h"

#include "common/base/random.h"
#include "graph/secondary.h"

enum { WORDS = 6, NODES = WORDS + 1, ARCS = NODES * NODES };

// Is there a way along arcs in the graph? By trying steps until nothing changes.
static bool reaches(const sec_arc *arc, size_t arcs, int from, int to)
{
    bool seen[NODES] = {false};
    seen[from] = true;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < arcs; i++)
            if (arc[i].in && seen[arc[i].head] && !seen[arc[i].dep])
                more = seen[arc[i].dep] = true;
    }
    return seen[to];
}

static void slow_add(sec_arc *arc, size_t arcs, bool cycles)
{
    for (;;) {
        size_t best = arcs;
        for (size_t i = 0; i < arcs; i++)
            if (!arc[i].in && arc[i].score > 0 && (best == arcs || arc[i].score > arc[best].score) &&
                (cycles || !reaches(arc, arcs, arc[i].dep, arc[i].head)))
                best = i;
        if (best == arcs)
            return;
        arc[best].in = true;
    }
}

// A random tree over n words and all other arcs as candidates, each kept with a chance of one half.
static size_t random_graph(rng *r, int n, bool rightward, sec_arc *arc)
{
    size_t arcs = 0;
    for (int d = 1; d <= n; d++) {
        const int h = (int)rng_below(r, (uint64_t)d);
        arc[arcs++] = (sec_arc){h, d, 1, true};
        for (int g = 0; g <= n; g++)
            if (g != d && g != h && (g < d || !rightward) && rng_below(r, 2))
                arc[arcs++] = (sec_arc){g, d, (float)rng_below(r, 9) - 4, false};
    }
    return arcs;
}

static void each_step_takes_the_best(void)
{
    rng r;
    sec_search s = {0};
    rng_seed(&r, 1);
    for (int round = 0; round < 3000; round++) {
        sec_arc fast[ARCS], slow[ARCS];
        const int n = 1 + (int)rng_below(&r, WORDS);
        const bool cycles = rng_below(&r, 2);
        const size_t arcs = random_graph(&r, n, false, fast);
        memcpy(slow, fast, sizeof fast);
        sec_add(&s, n, fast, arcs, cycles);
        slow_add(slow, arcs, cycles);
        for (size_t i = 0; i < arcs; i++)
            REQUIRE(fast[i].in == slow[i].in);
        for (size_t i = 0; i < arcs && !cycles; i++)
            REQUIRE(!fast[i].in || !reaches(fast, arcs, fast[i].dep, fast[i].head));
    }
    sec_done(&s);
}

// Where no cycle can arise, the best of all graphs over the tree is found.
static void finds_the_best_graph(void)
{
    rng r;
    sec_search s = {0};
    rng_seed(&r, 2);
    for (int round = 0; round < 300; round++) {
        sec_arc arc[ARCS];
        const int n = 1 + (int)rng_below(&r, 5);
        const size_t arcs = random_graph(&r, n, true, arc);
        float best = 0, found = 0;
        size_t open[ARCS], opens = 0;
        for (size_t i = 0; i < arcs; i++)
            if (!arc[i].in)
                open[opens++] = i;
        for (unsigned long graph = 0; graph < 1UL << opens; graph++) {
            float score = 0;
            for (size_t k = 0; k < opens; k++)
                score += graph >> k & 1 ? arc[open[k]].score : 0;
            best = score > best ? score : best;
        }
        sec_add(&s, n, arc, arcs, false);
        for (size_t k = 0; k < opens; k++)
            found += arc[open[k]].in ? arc[open[k]].score : 0;
        CHECK_NEAR(found, best, 0);
    }
    sec_done(&s);
}

static void arcs_that_do_not_raise_the_score_stay_out(void)
{
    sec_search s = {0};
    sec_arc arc[] = {{0, 1, 1, true}, {1, 2, 1, true}, {0, 2, 0, false}, {2, 1, -1, false}};
    sec_add(&s, 2, arc, 4, true);
    CHECK(!arc[2].in && !arc[3].in);
    sec_add(&s, 0, arc, 0, false);
    sec_done(&s);
}

TESTS(TEST(each_step_takes_the_best), TEST(finds_the_best_graph),
      TEST(arcs_that_do_not_raise_the_score_stay_out))
