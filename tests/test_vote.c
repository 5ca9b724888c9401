// SPDX-License-Identifier: MIT
// Reparsing against brute force over all trees, and what must come back unchanged.
#include "tests/harness.h"

#include "tests/forest.h"
#include "tests/given_sets.h"
#include "tests/sentences.h"
#include "ensemble/vote.h"
#include "common/base/mem.h"

enum { SYSTEMS = 5, WORDS = 6 };

typedef struct round_ { // random trees and votes over n words
    int n;
    size_t systems;
    copse_sentence *s;
    copse_tree *tree[SYSTEMS];
    weights *w;
    double weight[SYSTEMS];
} round_;

static const char *const tags[] = {"A", "B", "C"};
static const char *const labels[] = {"r", "s", "z", "x",
                                     "y"}; // r and s under the root only, x and y elsewhere
static const char *const names[] = {"one", "two", "three", "four", "five"};

static copse_sentence *plain_sentence(rng *r, int n)
{
    copse_token *token = mem_zero((size_t)n, sizeof *token);
    for (int i = 0; i < n; i++) {
        token[i].form = "w";
        token[i].upos = tags[rng_below(r, 3)];
    }
    copse_sentence *s = copse_sentence_new();
    copse_sentence_set(s, n, token);
    mem_free(token);
    return s;
}

static copse_tree *random_tree(rng *r, int n, bool projective, bool single)
{
    copse_tree *t = copse_tree_new();
    tree_resize(t, n);
    do
        make_tree(r, RECURSIVE, t->head, n);
    while (n <= WORDS &&
           ((projective && !all_projective(t->head, n)) || (single && count_roots(t->head, n) > 1)));
    for (int d = 1; d <= n; d++)
        t->label[d] = str(labels[rng_below(r, 3) + (t->head[d] ? 2 : 0)]);
    return t;
}

// Weights that make ties, and weights that do not, as text.
static weights *random_weights(rng *r, size_t systems, double *weight)
{
    copse_error err;
    text t = {0};
    char line[64];
    const uint64_t kind = rng_below(r, 3);
    text_cat(&t, "copse-weights 1\nby\tnone\n");
    for (size_t i = 0; i < systems; i++) {
        weight[i] = kind == 0 ? 1 : kind == 1 ? (double)rng_below(r, 3) / 2 : (double)rng_below(r, 100) / 100;
        snprintf(line, sizeof line, "system\t%s\t%.4f\n", names[i], weight[i]);
        text_cat(&t, line);
    }
    text_cat(&t, "end\t0\n");
    weights *w = wt_parse("test", (copse_str){t.s, t.n}, names, systems, &err);
    text_done(&t);
    return w;
}

static void start(round_ *x, rng *r, int n, bool projective, bool single)
{
    x->n = n;
    x->systems = 1 + (size_t)rng_below(r, SYSTEMS);
    x->s = plain_sentence(r, n);
    for (size_t i = 0; i < x->systems; i++)
        x->tree[i] = random_tree(r, n, projective, single);
    x->w = random_weights(r, x->systems, x->weight);
}

static void finish(round_ *x)
{
    for (size_t i = 0; i < x->systems; i++)
        copse_tree_free(x->tree[i]);
    copse_sentence_free(x->s);
    wt_free(x->w);
}

// How good a tree is: few arcs that nobody proposed, then votes, then how early their first voters are.
typedef struct worth {
    int unproposed;
    double votes;
    long late;
} worth;

static worth worth_of(const round_ *x, const int *head)
{
    worth g = {0};
    for (int d = 1; d <= x->n; d++) {
        size_t first = x->systems;
        for (size_t i = x->systems; i-- > 0;)
            if (x->tree[i]->head[d] == head[d]) {
                g.votes += x->weight[i];
                first = i;
            }
        g.unproposed += first == x->systems;
        g.late += first < x->systems ? (long)first : (long)x->systems - 1;
    }
    return g;
}

static int compare(worth a, worth b)
{
    if (a.unproposed != b.unproposed)
        return a.unproposed < b.unproposed ? 1 : -1;
    if (fabs(a.votes - b.votes) > 5e-3) // they are multiples of 0.01
        return a.votes > b.votes ? 1 : -1;
    return a.late < b.late ? 1 : a.late > b.late ? -1 : 0;
}

static worth best_worth(const round_ *x, const forest *f, const vote_options *o)
{
    worth best = {.unproposed = 1000};
    for (size_t k = 0; k < f->count; k++) {
        int head[WORDS + 1];
        if ((o->decoder->projective && !f->tree[k].projective) || (o->single_root && !f->tree[k].single_root))
            continue;
        for (int d = 0; d <= x->n; d++)
            head[d] = f->tree[k].head[d];
        const worth g = worth_of(x, head);
        if (compare(g, best) > 0)
            best = g;
    }
    return best;
}

// How near the head that a system gives d is to h: the same, in the same place, or neither.
static int fit(const round_ *x, size_t i, int d, int h)
{
    const int head = x->tree[i]->head[d];
    return head == h ? 2 : (head == 0) == (h == 0);
}

static int times(const round_ *x, int words, size_t systems, int h, copse_str label)
{
    int count = 0;
    for (int d = 1; d <= words; d++)
        for (size_t i = 0; i < (d < words ? x->systems : systems); i++)
            count += fit(x, i, d, h) > 0 && str_equal(x->tree[i]->label[d], label);
    return count;
}

// The label that stands most often in the place of words below h, of equal ones the first to be so frequent;
// NULL if there is none.
static const char *most_common(const round_ *x, int h)
{
    const char *best = NULL;
    int most = 0;
    for (int d = 1; d <= x->n; d++)
        for (size_t i = 0; i < x->systems; i++) {
            const int count = fit(x, i, d, h) ? times(x, d, i + 1, h, x->tree[i]->label[d]) : 0;
            if (count > most) {
                most = count;
                best = x->tree[i]->label[d].s;
            }
        }
    return best;
}

// The label by the definition: most votes among those with the head, else in the same place, the earliest
// system's if equal; else the sentence's.
static const char *slow_label(const round_ *x, int d, int h)
{
    double most = -1;
    const char *best = NULL;
    for (int least = 2; least >= 0 && !best; least--) {
        if (least == 0 && (best = most_common(x, h)))
            break;
        for (size_t i = 0; i < x->systems; i++) {
            double sum = 0;
            if (fit(x, i, d, h) < least)
                continue;
            for (size_t k = 0; k < x->systems; k++)
                if (fit(x, k, d, h) >= least && str_equal(x->tree[k]->label[d], x->tree[i]->label[d]))
                    sum += x->weight[k];
            if (sum > most + 1e-9) {
                most = sum;
                best = x->tree[i]->label[d].s;
            }
        }
    }
    return best;
}

// Ties by the definition: another head or another label has as many votes.
static bool slow_tied(const round_ *x, int d, int h, const char *label)
{
    double votes = 0, for_label = 0;
    for (size_t i = 0; i < x->systems; i++)
        if (x->tree[i]->head[d] == h) {
            votes += x->weight[i];
            for_label += str_is(x->tree[i]->label[d], label) ? x->weight[i] : 0;
        }
    for (size_t i = 0; i < x->systems; i++) {
        const int rival = x->tree[i]->head[d];
        double sum = 0;
        for (size_t k = 0; k < x->systems; k++)
            if (x->tree[k]->head[d] == rival &&
                (rival != h || str_equal(x->tree[k]->label[d], x->tree[i]->label[d])))
                sum += x->weight[k];
        if (rival != h ? fabs(sum - votes) < 5e-3
                       : !str_is(x->tree[i]->label[d], label) && fabs(sum - for_label) < 5e-3)
            return true;
    }
    return false;
}

static bool anybody_says(const round_ *x, int d, int h)
{
    for (size_t i = 0; i < x->systems; i++)
        if (x->tree[i]->head[d] == h)
            return true;
    return false;
}

// Nothing is a tie where every system has a rank of its own.
static void check_ties(const round_ *x, const voter *v, const copse_tree *out)
{
    static const size_t equal[SYSTEMS], different[] = {0, 1, 2, 3, 4};
    long tied = 0;
    for (int d = 1; d <= x->n; d++) {
        if (!anybody_says(x, d, out->head[d]))
            return; // labels of such arcs are another matter
        tied += slow_tied(x, d, out->head[d], out->label[d].s);
    }
    CHECK_INT(vote_tied(v, out, equal), tied);
    CHECK_INT(vote_tied(v, out, different), 0);
}

static int descending(const void *x, const void *y)
{
    const double a = *(const double *)x, b = *(const double *)y;
    return (a < b) - (a > b);
}

// The votes of all trees with as few unproposed arcs as can be, best first. Returns how many.
static int all_votes(const round_ *x, const forest *f, const vote_options *o, int unproposed, double *votes)
{
    int there = 0;
    for (size_t k = 0; k < f->count; k++) {
        int head[WORDS + 1];
        if ((o->decoder->projective && !f->tree[k].projective) || (o->single_root && !f->tree[k].single_root))
            continue;
        for (int d = 0; d <= x->n; d++)
            head[d] = f->tree[k].head[d];
        const worth g = worth_of(x, head);
        if (g.unproposed == unproposed)
            votes[there++] = g.votes;
    }
    qsort(votes, (size_t)there, sizeof *votes, descending);
    return there;
}

// The list of a vote against all trees; first is the tree of the vote.
static void check_list(const round_ *x, const forest *f, const vote_options *o, voter *v,
                       const copse_tree *first, int k)
{
    enum { MOST = 40 };
    static double votes[20000];
    copse_tree *tree[MOST];
    double score[MOST];
    stage_list list = {.tree = tree, .score = score, .k = k};
    for (int i = 0; i < k; i++)
        tree[i] = copse_tree_new();
    vote_kbest(v, x->s, (const copse_tree *const *)x->tree, &list);
    const int there = all_votes(x, f, o, worth_of(x, first->head).unproposed, votes);
    CHECK(list.exact && isnan(list.log_sum));
    CHECK_INT(list.n, there < k ? there : k);
    for (int i = 0; i < list.n; i++) {
        const int *head = tree[i]->head;
        CHECK(slow_is_tree(head, x->n) && (!o->single_root || count_roots(head, x->n) == 1));
        CHECK(!o->decoder->projective || all_projective(head, x->n));
        CHECK_NEAR(score[i], worth_of(x, head).votes, 1e-9);
        CHECK_NEAR(score[i], votes[i], 1e-9);
        for (int d = 1; d <= x->n; d++)
            CHECK(str_is(tree[i]->label[d], slow_label(x, d, head[d])));
        for (int j = 0; j < i; j++)
            CHECK(memcmp(head + 1, tree[j]->head + 1, (size_t)x->n * sizeof *head) != 0);
    }
    CHECK(memcmp(tree[0]->head + 1, first->head + 1, (size_t)x->n * sizeof(int)) == 0);
    for (int i = 0; i < k; i++)
        copse_tree_free(tree[i]);
}

static void check_round(const round_ *x, const forest *f, const vote_options *o, int *needed)
{
    voter *v = vote_new(x->systems, x->w, o);
    copse_tree *out = copse_tree_new();
    vote_combine(v, x->s, (const copse_tree *const *)x->tree, out);
    CHECK_INT(out->n, x->n);
    CHECK(slow_is_tree(out->head, x->n));
    CHECK(!o->single_root || count_roots(out->head, x->n) == 1);
    CHECK(!o->decoder->projective || all_projective(out->head, x->n));
    const worth got = worth_of(x, out->head), best = best_worth(x, f, o);
    CHECK_INT(compare(got, best), 0);
    *needed += best.unproposed > 0;
    check_ties(x, v, out);
    for (int d = 1; d <= x->n; d++) {
        CHECK(str_is(out->label[d], slow_label(x, d, out->head[d])));
        CHECK(out->score[d] >= 0 && out->score[d] <= 1);
        const bool z = str_is(out->label[d], "z"), root_only = !z && out->label[d].s[0] < 'x';
        CHECK(out->head[d] == 0 ? z || root_only : !root_only || !most_common(x, 1));
    }
    check_list(x, f, o, v, out, 1 + *needed % 3);
    check_list(x, f, o, v, out, 40);
    copse_tree_free(out);
    vote_free(v);
}

// How often an arc is needed that nobody proposed: never for any tree with any roots.
static void votes_equal_brute_force(const graph_decoder *d)
{
    rng r;
    int needed[2] = {0};
    rng_seed(&r, 1);
    for (int n = 1; n <= WORDS; n++) {
        forest f;
        forest_init(&f, n);
        for (int i = 0; i < 200 / SLOWER; i++)
            for (int single = 0; single < 2; single++) {
                const vote_options o = {.decoder = d, .single_root = single};
                round_ x;
                start(&x, &r, n, i % 2, i % 4 / 2);
                check_round(&x, &f, &o, &needed[single]);
                finish(&x);
            }
        forest_done(&f);
    }
    CHECK(d->projective ? needed[0] > 20 / SLOWER : needed[0] == 0);
    CHECK(needed[1] > 20 / SLOWER);
}

static void brute_force(void)
{
    for (const graph_decoder *const *d = dec_all; *d; d++)
        votes_equal_brute_force(*d);
}

// The same trees in every option where they are allowed, several roots too, and of any length.
static void equal_systems_are_unchanged(void)
{
    static const int lengths[] = {0, 1, 2, 7, 40, 300, 4001, 20000};
    rng r;
    rng_seed(&r, 2);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        for (size_t systems = 1; systems <= 3; systems++) {
            const vote_options o = {.root_as_systems = systems == 2};
            copse_sentence *s = plain_sentence(&r, lengths[i]);
            copse_tree *t = random_tree(&r, lengths[i], false, false), *out = copse_tree_new();
            const copse_tree *trees[] = {t, t, t};
            weights *w = wt_uniform(systems);
            voter *v = vote_new(systems, w, &o);
            bool same = true;
            vote_combine(v, s, trees, out);
            for (int d = 1; d <= lengths[i]; d++)
                same = same && out->head[d] == t->head[d] && str_equal(out->label[d], t->label[d]) &&
                       !(out->score[d] < 1);
            CHECK(same);
            vote_free(v);
            wt_free(w);
            copse_tree_free(out);
            copse_tree_free(t);
            copse_sentence_free(s);
        }
}

// Of two systems that never agree the first wins, and which is first is all that matters.
static void ties_go_to_the_first(void)
{
    rng r;
    rng_seed(&r, 3);
    for (int i = 0; i < 50; i++) {
        const int n = 2 + (int)rng_below(&r, 60);
        const vote_options o = {.root_as_systems = true};
        copse_sentence *s = plain_sentence(&r, n);
        copse_tree *a = random_tree(&r, n, false, false), *b = random_tree(&r, n, false, false);
        copse_tree *out = copse_tree_new();
        weights *w = wt_uniform(2);
        voter *v = vote_new(2, w, &o);
        for (int turn = 0; turn < 2; turn++) {
            const copse_tree *pair[] = {turn ? b : a, turn ? a : b};
            vote_combine(v, s, pair, out);
            for (int d = 1; d <= n; d++)
                CHECK(out->head[d] == pair[0]->head[d] && str_equal(out->label[d], pair[0]->label[d]));
        }
        vote_free(v);
        wt_free(w);
        copse_tree_free(out);
        copse_tree_free(a);
        copse_tree_free(b);
        copse_sentence_free(s);
    }
}

// Where the best arcs are a tree, and no arc is a tie, the order of the systems makes no difference.
static void without_ties_any_order(void)
{
    rng r;
    int plain = 0, tied = 0;
    rng_seed(&r, 6);
    for (int i = 0; i < 400; i++) {
        static const size_t equal[SYSTEMS];
        const vote_options o = {.decoder = dec_for(false)};
        round_ x;
        start(&x, &r, 1 + (int)rng_below(&r, WORDS), false, false);
        weights *w = wt_given(x.weight, x.systems);
        copse_tree *out = copse_tree_new(), *back = copse_tree_new();
        voter *v = vote_new(x.systems, w, &o);
        vote_combine(v, x.s, (const copse_tree *const *)x.tree, out);
        long ties = vote_tied(v, out, equal);
        for (int d = 1; d <= x.n; d++) // somebody has more votes, but would make a cycle
            for (size_t k = 0; k < x.systems; k++) {
                double here = 0, there = 0;
                for (size_t j = 0; j < x.systems; j++) {
                    here += x.tree[j]->head[d] == out->head[d] ? x.weight[j] : 0;
                    there += x.tree[j]->head[d] == x.tree[k]->head[d] ? x.weight[j] : 0;
                }
                ties += there > here + 5e-3;
            }
        vote_free(v);
        wt_free(w);
        plain += ties == 0;
        tied += ties > 0;
        if (ties == 0) {
            const copse_tree *tree[SYSTEMS];
            double weight[SYSTEMS];
            for (size_t k = 0; k < x.systems; k++) {
                tree[k] = x.tree[x.systems - 1 - k];
                weight[k] = x.weight[x.systems - 1 - k];
            }
            w = wt_given(weight, x.systems);
            v = vote_new(x.systems, w, &o);
            vote_combine(v, x.s, tree, back);
            for (int d = 1; d <= x.n; d++)
                CHECK(back->head[d] == out->head[d] && str_equal(back->label[d], out->label[d]));
            vote_free(v);
            wt_free(w);
        }
        copse_tree_free(out);
        copse_tree_free(back);
        finish(&x);
    }
    CHECK(plain > 50 && tied > 50);
}

// Long sentences get a tree of the kind that is asked for, as far as vote.h promises it.
static void long_sentences(void)
{
    static const int lengths[] = {200, 900, 1500, 4500};
    rng r;
    rng_seed(&r, 4);
    for (size_t i = 0; i < (SLOWER > 1 ? 1 : sizeof lengths / sizeof lengths[0]); i++)
        for (int how = 0; how < 4; how++) {
            const int n = lengths[i];
            const vote_options o = {.decoder = dec_for(how & 1), .single_root = how >> 1};
            copse_sentence *s = plain_sentence(&r, n);
            copse_tree *t[3], *out = copse_tree_new();
            weights *w = wt_uniform(3);
            voter *v = vote_new(3, w, &o);
            int word;
            for (int k = 0; k < 3; k++)
                t[k] = random_tree(&r, n, false, false);
            vote_combine(v, s, (const copse_tree *const *)t, out);
            CHECK_INT(tree_check(out->head, n, !o.single_root, &word), TREE_FINE);
            CHECK(!dec_for_length(o.decoder, n)->projective || tree_is_projective(out->head, n));
            vote_free(v);
            wt_free(w);
            copse_tree_free(out);
            for (int k = 0; k < 3; k++)
                copse_tree_free(t[k]);
            copse_sentence_free(s);
        }
}

// A sure arc outweighs two unsure ones only if confidence counts.
static void confidence_counts(void)
{
    rng r;
    rng_seed(&r, 5);
    copse_sentence *s = plain_sentence(&r, 2);
    weights *w = wt_uniform(3);
    copse_tree *t[3], *out = copse_tree_new();
    for (int i = 0; i < 3; i++) {
        t[i] = copse_tree_new();
        tree_resize(t[i], 2);
        t[i]->head[i == 0 ? 1 : 2] = i == 0 ? 2 : 1;
        t[i]->scored = i != 2; // without scores an arc counts whole
        t[i]->score[1] = t[i]->score[2] = i == 0 ? 1.0F : 0.25F;
    }
    for (int confidence = 0; confidence < 2; confidence++) {
        const vote_options o = {.confidence = confidence, .single_root = true};
        voter *v = vote_new(3, w, &o);
        vote_combine(v, s, (const copse_tree *const *)t, out);
        CHECK_INT(out->head[1], 0);
        CHECK_NEAR(out->score[1], confidence ? 1.25 / 2.25 : 2.0 / 3, 1e-6);
        t[2]->scored = true;
        t[2]->score[1] = t[2]->score[2] = 0.5F;
        vote_combine(v, s, (const copse_tree *const *)t, out);
        CHECK_INT(out->head[1], confidence ? 2 : 0);
        t[2]->scored = false;
        vote_free(v);
    }
    for (int i = 0; i < 3; i++)
        copse_tree_free(t[i]);
    copse_tree_free(out);
    copse_sentence_free(s);
    wt_free(w);
}

// The trees of f that have the given heads and that the vote may find. The caller frees them.
static forest kept_trees(const forest *f, const given *g, const vote_options *o)
{
    forest kept = {.n = f->n, .tree = mem_alloc(f->count, sizeof *kept.tree)};
    for (size_t i = 0; i < f->count; i++) {
        const forest_tree *t = &f->tree[i];
        bool has = (t->projective || !o->decoder->projective) && (t->single_root || !o->single_root);
        for (int d = 1; d <= f->n; d++)
            has = has && (g->head[d] == GIVEN_NONE || g->head[d] == t->head[d]);
        if (has)
            kept.tree[kept.count++] = *t;
    }
    return kept;
}

// The best tree of those that have the given heads. Most systems have them too.
static void check_kept(rng *r, const forest *f, const vote_options *o)
{
    const int n = f->n;
    round_ x;
    given_set set;
    copse_tree *out = copse_tree_new(), *gold = random_tree(r, n, o->decoder->projective, o->single_root);
    start(&x, r, n, false, false);
    set_draw(&set, r, gold->head, n, 0.5);
    for (int d = 1; d <= n; d++)
        set.label[d] = set.head[d] != GIVEN_NONE && rng_below(r, 2) ? str("given") : set.label[d];
    for (size_t i = 0; i < x.systems; i++)
        if (rng_below(r, 4))
            given_settle(&set.g, o->single_root, str("r"), str("x"), x.tree[i]);
    forest kept = kept_trees(f, &set.g, o);
    voter *v = vote_new(x.systems, x.w, o);
    vote_keep(v, &set.g);
    vote_combine(v, x.s, (const copse_tree *const *)x.tree, out);
    CHECK(given_kept(&set.g, out->head));
    CHECK(slow_is_tree(out->head, n));
    CHECK(!o->single_root || count_roots(out->head, n) == 1);
    CHECK(!o->decoder->projective || all_projective(out->head, n));
    CHECK_INT(compare(worth_of(&x, out->head), best_worth(&x, &kept, o)), 0);
    for (int d = 1; d <= n; d++)
        CHECK(!set.label[d].s || str_is(out->label[d], "given"));
    vote_free(v);
    forest_done(&kept);
    copse_tree_free(out);
    copse_tree_free(gold);
    finish(&x);
}

static void given_heads_are_kept(void)
{
    rng r;
    rng_seed(&r, 9);
    for (int n = 1; n <= 5; n++) {
        forest f;
        forest_init(&f, n);
        for (int i = 0; i < 400 / SLOWER; i++)
            check_kept(&r, &f, &(vote_options){.decoder = dec_for(i & 1), .single_root = i & 2});
        forest_done(&f);
    }
}

TESTS(TEST(brute_force), TEST(equal_systems_are_unchanged), TEST(ties_go_to_the_first),
      TEST(without_ties_any_order), TEST(long_sentences), TEST(confidence_counts), TEST(given_heads_are_kept))
