// SPDX-License-Identifier: MIT
// Whatever a classifier says, a system ends, soon, in a well-formed tree.
#include "tests/harness.h"

#include "common/base/random.h"
#include "tests/walks.h"
#include "transition/features.h"
#include "common/base/mem.h"

static const cfg_root roots[] = {CFG_ROOT_FIRST, CFG_ROOT_LAST, CFG_ROOT_NONE};

static int most_transitions(const tsystem *s, int n)
{
    return s->linear * n + s->squared * n * (n + 1) / 2;
}

// What must hold of any configuration.
static void check_state(const tsystem *s, const config *c)
{
    const unsigned set = s->legal(c);
    CHECK((set == 0) == s->final(c));
    CHECK(set >> T_TYPES == 0);
    int attached = 0, at_root = 0;
    for (int w = 1; w <= c->n; w++) {
        attached += c->head[w] != CFG_NONE;
        at_root += c->head[w] == 0;
    }
    CHECK_INT(c->attached, attached);
    CHECK_INT(c->roots, at_root);
    CHECK(!c->single_root || at_root <= 1);
    for (int t = T_LEFT; t <= T_RIGHT; t++)
        if (set >> t & 1) {
            int h, d;
            sys_arc(s, c, (transition)t, &h, &d);
            CHECK(h >= 0 && d > 0 && c->head[d] == CFG_NONE);
        }
}

static void check_final(const tsystem *s, const config *c)
{
    int head[1024];
    walk_heads(c, head);
    CHECK(walk_is_tree(head, c->n));
    if (s->projective)
        CHECK(walk_is_projective(head, c->n));
    if (c->single_root && c->n > 0 && !s->loose)
        CHECK_INT(walk_roots(head, c->n), 1);
}

static void walk_everywhere(const tsystem *s, int most)
{
    for (int n = 0; n <= most; n++)
        for (int r = 0; r < 3; r++)
            for (int single = 0; single < 2; single++) {
                walk_graph g;
                walk_all(&g, s, n, roots[r], single);
                int *left = mem_alloc(g.n, sizeof *left); // the longest way to the end
                for (size_t i = 0; i < g.n && !test_failures; i++) {
                    check_state(s, &g.state[i].c);
                    if (g.state[i].legal == 0)
                        check_final(s, &g.state[i].c);
                    left[i] = 0;
                    for (int t = 0; t < T_TYPES; t++)
                        if (g.state[i].after[t] != CFG_NONE && left[g.state[i].after[t]] >= left[i])
                            left[i] = left[g.state[i].after[t]] + 1;
                }
                if (!test_failures)
                    CHECK(left[g.n - 1] <= most_transitions(s, n));
                if (test_failures)
                    printf("  %s, %d words, root %d, single %d: %zu states\n", s->name, n, r, single, g.n);
                mem_free(left);
                walk_done(&g);
            }
}

static void walk_at_random(const tsystem *s)
{
    rng random;
    rng_seed(&random, 3);
    config c;
    cfg_init(&c);
    for (int round = 0; round < 1500 && !test_failures; round++) {
        const int n = round < 30 ? 100 : (int)rng_below(&random, 31);
        const uint64_t likely = rng_below(&random, T_TYPES); // some walks prefer one transition
        cfg_reset(&c, n, roots[round % 3], round / 3 % 2);
        s->start(&c);
        int steps = 0;
        while (!s->final(&c) && steps <= most_transitions(s, n)) {
            check_state(s, &c);
            const unsigned set = s->legal(&c);
            uint64_t t = likely;
            if (rng_below(&random, 3) == 0 || !(set >> t & 1))
                do
                    t = rng_below(&random, T_TYPES);
                while (!(set >> t & 1));
            s->apply(&c, (transition)t, (int)rng_below(&random, 70));
            steps++;
        }
        CHECK(s->final(&c));
        CHECK(steps <= most_transitions(s, n));
        check_final(s, &c);
    }
    cfg_done(&c);
}

// The longest sentences whose configurations can all be visited: fewer of them are in reach of a system that
// makes only projective trees.
static void all_walks(void)
{
    for (const tsystem *const *s = sys_all; *s; s++)
        walk_everywhere(*s, (*s)->projective ? 5 : 4);
}

static void random_walks(void)
{
    for (const tsystem *const *s = sys_all; *s; s++)
        walk_at_random(*s);
}

static void systems_are_found_by_name(void)
{
    size_t n = 0;
    for (const tsystem *const *s = sys_all; *s; s++, n++) {
        CHECK(sys_find((*s)->name) == *s);
        CHECK_STRING(sys_choice(n).name, (*s)->name);
        CHECK(sys_choice(n).help && sys_choice(n).help[0]);
    }
    CHECK(n >= 4);
    CHECK(sys_choice(n).name == NULL && sys_choice(n + 1).name == NULL);
    CHECK_STRING(sys_all[0]->name, "arc-eager");
    CHECK(sys_find("covington-nonprojective") && !sys_find("covington-nonprojective")->projective);
    CHECK(sys_find("arc") == NULL);
    CHECK(sys_find("") == NULL);
}

// Whatever is registered can be trained with the defaults.
static void default_features_are_shipped(void)
{
    for (const tsystem *const *s = sys_all; *s; s++) {
        bool shipped = false;
        for (size_t i = 0; fm_shipped(i); i++)
            shipped |= strcmp(fm_shipped(i), sys_features(*s)) == 0;
        CHECK(shipped);
    }
    tsystem other = *sys_find("arc-standard");
    other.name = "other";
    CHECK_STRING(sys_features(&other), "other");
    other.features = "arc-standard";
    CHECK_STRING(sys_features(&other), "arc-standard");
}

TESTS(TEST(systems_are_found_by_name), TEST(default_features_are_shipped), TEST(all_walks),
      TEST(random_walks))
