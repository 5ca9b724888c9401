// SPDX-License-Identifier: MIT
// Searches are total: whatever the scores, NaN and infinities included, they end, stay within their arrays
// and give a tree of the kind asked for. Where every tree has a forbidden arc, they say so and give the
// chain.
#include "tests/harness.h"

#include "ensemble/vote.h"
#include "graph/crf.h"
#include "graph/decoders.h"
#include "graph/labeller.h"
#include "common/treebank/sentence.h"
#include "tests/forest.h"

#include <float.h>

enum { LONGEST = 70, LABELS = 20 };

// How scores are drawn. NAN_HOLES and LEAST_HOLES differ only in what forbids.
typedef enum hostile {
    ALL_NAN,
    ALL_LEAST,   // -INFINITY
    ALL_MOST,    // INFINITY
    ALL_HUGE,    // 3e38: sums overflow
    ALL_LOW,     // -3e38
    HUGE_OR_LOW, // differences overflow
    DENORMAL,
    NAN_ROWS, // one block in two is NaN
    NAN_HOLES,
    LEAST_HOLES,
    MOST_HOLES,
    ANYTHING,
    HOSTILE
} hostile;

static float anything(rng *r)
{
    static const float odd[] = {NAN,     INFINITY, -INFINITY, 3e38F,   -3e38F,
                                FLT_MAX, -FLT_MAX, 1e-45F,    -1e-45F, 0};
    const uint64_t x = rng_below(r, 2 * sizeof odd / sizeof odd[0]);
    return x < sizeof odd / sizeof odd[0] ? odd[x] : (float)(rng_unit(r) * 20 - 10);
}

// Fills blocks of row numbers each.
static void draw_hostile(rng *r, hostile kind, float *x, size_t n, size_t row)
{
    for (size_t i = 0; i < n; i++) {
        const float plain = (float)(rng_unit(r) * 20 - 10);
        const uint64_t hole = rng_below(r, 3);
        switch (kind) {
        case ALL_NAN:
            x[i] = NAN;
            break;
        case ALL_LEAST:
            x[i] = -INFINITY;
            break;
        case ALL_MOST:
            x[i] = INFINITY;
            break;
        case ALL_HUGE:
            x[i] = 3e38F;
            break;
        case ALL_LOW:
            x[i] = -3e38F;
            break;
        case HUGE_OR_LOW:
            x[i] = hole ? 3e38F : -3e38F;
            break;
        case DENORMAL:
            x[i] = (float)hole * 1e-45F;
            break;
        case NAN_ROWS:
            x[i] = i / row % 2 ? NAN : plain;
            break;
        case NAN_HOLES:
        case LEAST_HOLES:
            x[i] = hole ? plain : kind == NAN_HOLES ? NAN : -INFINITY;
            break;
        case MOST_HOLES:
            x[i] = hole ? plain : INFINITY;
            break;
        default:
            x[i] = anything(r);
        }
    }
}

static int draw_length(rng *r, int i)
{
    static const int border[] = {15, 16, 17, 31, 32, 33, 40};
    return i % 13 ? i % 13 : border[rng_below(r, sizeof border / sizeof border[0])];
}

// Scores of all kinds over n words.
typedef struct scores {
    int n;
    size_t N;
    hostile kind;
    float *arc, *sib;
    dec_grand grand;
    arena memory, search;
} scores;

// What a search reads without having written it looks like nonsense.
static void spoil(arena *a)
{
    enum { BYTES = 1 << 18 };
    arena_reset(a);
    if (SLOWER > 1)
        return; // the sanitizer sees it by itself
    memset(arena_alloc(a, BYTES, 1), 0x7e, BYTES);
    arena_reset(a);
}

static void scores_draw(scores *s, rng *r, int i)
{
    const hostile kind = (hostile)(i % HOSTILE);
    s->n = draw_length(r, i / HOSTILE);
    s->N = (size_t)s->n + 1;
    s->kind = kind;
    arena_reset(&s->memory);
    s->arc = arena_alloc(&s->memory, s->N * s->N, sizeof *s->arc);
    s->sib = arena_alloc(&s->memory, s->N * s->N * s->N, sizeof *s->sib);
    draw_hostile(r, kind, s->arc, s->N * s->N, s->N);
    draw_hostile(r, rng_below(r, 2) ? kind : (hostile)rng_below(r, HOSTILE), s->sib, s->N * s->N * s->N,
                 s->N);
    dec_grand_init(&s->grand, s->arc, s->n, &s->memory);
    draw_hostile(r, rng_below(r, 2) ? kind : (hostile)rng_below(r, HOSTILE), s->grand.score,
                 s->grand.at[s->grand.arcs], s->N);
    spoil(&s->search);
}

static void scores_done(scores *s)
{
    arena_done(&s->memory);
    arena_done(&s->search);
}

static bool is_chain(const int *head, int n)
{
    for (int d = 1; d <= n; d++)
        if (head[d] != d - 1)
            return false;
    return true;
}

static void check_tree(const graph_decoder *d, int n, bool single, const int *head, double score)
{
    int word;
    CHECK(head[0] == -1);
    REQUIRE(tree_check(head, n, !single, &word) == TREE_FINE);
    CHECK(!d || !d->projective || tree_is_projective(head, n));
    CHECK(!isnan(score));
    CHECK(score > -INFINITY || is_chain(head, n));
}

static void forget(int *head, int n)
{
    for (int w = 0; w <= n; w++)
        head[w] = INT32_MAX;
}

static void best_trees(void)
{
    rng r;
    scores s = {0};
    rng_seed(&r, 1);
    for (int i = 0; i < 2400 / SLOWER; i++) {
        scores_draw(&s, &r, i);
        for (const graph_decoder *const *d = dec_all; *d; d++)
            for (int single = 0; single < 2; single++) {
                int head[LONGEST];
                forget(head, s.n);
                double score = (*d)->arcs(s.arc, s.n, single, head, &s.search);
                check_tree(*d, s.n, single, head, score);
                spoil(&s.search);
                forget(head, s.n);
                score = (*d)->siblings(s.arc, s.sib, s.n, single, head, &s.search);
                check_tree(*d, s.n, single, head, score);
                spoil(&s.search);
                forget(head, s.n);
                score = (*d)->grandparents(s.arc, s.sib, &s.grand, single, head, &s.search);
                check_tree(*d, s.n, single, head, score);
                spoil(&s.search);
            }
    }
    scores_done(&s);
}

// Hill climbing begins with any tree, with forbidden arcs too.
static void climbing(void)
{
    rng r;
    scores s = {0};
    rng_seed(&r, 2);
    for (int i = 0; i < 2400 / SLOWER; i++) {
        int head[LONGEST], before[LONGEST];
        scores_draw(&s, &r, i);
        const bool single = rng_below(&r, 2);
        const dec_grand *x = rng_below(&r, 2) ? &s.grand : NULL;
        do
            make_tree(&r, RECURSIVE, head, s.n);
        while (single && count_roots(head, s.n) > 1);
        memcpy(before, head, sizeof head);
        const double score = dec_climb2(s.arc, s.sib, x, s.n, single, head, 2 * s.n, &s.search);
        int word;
        CHECK_INT(tree_check(head, s.n, !single, &word), TREE_FINE);
        CHECK(!isnan(score));
        if (score == -INFINITY)
            CHECK(memcmp(before + 1, head + 1, (size_t)s.n * sizeof *head) == 0);
    }
    scores_done(&s);
}

enum { LISTED = 8 };

// A list that a decoder gave. An exact one has numbers alone; infinite sums of other lists stay in order.
static void check_list(const graph_decoder *d, const scores *s, bool single, bool exact, int found,
                       const int *head, const double *score)
{
    CHECK(found >= 0 && found <= LISTED);
    for (int k = 0; k < found; k++) {
        const int *tree = head + (size_t)k * s->N;
        check_tree(d, s->n, single, tree, score[k]);
        CHECK(exact ? isfinite(score[k]) : !isnan(score[k]));
        CHECK(k == 0 || score[k] <= score[k - 1]);
        for (int j = 0; j < k; j++)
            CHECK(memcmp(head + (size_t)j * s->N, tree, s->N * sizeof *tree) != 0);
    }
}

static void lists_of_trees(void)
{
    rng r;
    scores s = {0};
    rng_seed(&r, 3);
    for (int i = 0; i < 900 / SLOWER; i++) {
        scores_draw(&s, &r, i);
        for (const graph_decoder *const *d = dec_all; *d; d++)
            for (int single = 0; single < 2; single++) {
                static int head[LISTED * LONGEST];
                double score[LISTED];
                int found = (*d)->kbest(s.arc, s.n, single, LISTED, head, score, &s.search);
                CHECK(found > 0 || s.kind != ALL_MOST);
                check_list(*d, &s, single, true, found, head, score);
                spoil(&s.search);
                found = (*d)->kbest_siblings(s.arc, s.sib, s.n, single, LISTED, head, score, &s.search);
                check_list(*d, &s, single, (*d)->exact, found, head, score);
                spoil(&s.search);
                found =
                    (*d)->kbest_grandparents(s.arc, s.sib, &s.grand, single, LISTED, head, score, &s.search);
                check_list(*d, &s, single, (*d)->exact, found, head, score);
                spoil(&s.search);
            }
    }
    scores_done(&s);
}

static void check_shares(const double *marginal, size_t N, double log_sum)
{
    bool fine = !isnan(log_sum) && log_sum < INFINITY;
    for (size_t i = 0; i < N * N; i++)
        fine = fine && marginal[i] >= 0 && marginal[i] <= 1;
    CHECK(fine);
}

static void sums_over_trees(void)
{
    rng r;
    scores s = {0};
    static double marginal[LONGEST * LONGEST];
    rng_seed(&r, 4);
    for (int i = 0; i < 1800 / SLOWER; i++) {
        scores_draw(&s, &r, i);
        for (const graph_decoder *const *d = dec_all; *d; d++)
            for (int single = 0; single < 2; single++) {
                const double sum = (*d)->marginals(s.arc, s.n, single, marginal, &s.search);
                check_shares(marginal, s.N, sum);
                spoil(&s.search);
            }
    }
    scores_done(&s);
}

static bool same_number(double x, double y)
{
    return x == y || fabs(x - y) < 1e-9;
}

// NaN forbids exactly as -INFINITY does.
static void nan_forbids(void)
{
    rng r;
    scores s = {0};
    rng_seed(&r, 5);
    for (int i = 0; i < 600 / SLOWER; i++) {
        scores_draw(&s, &r, i / 2 * HOSTILE + (i % 2 ? NAN_HOLES : NAN_ROWS));
        float *plain = arena_alloc(&s.memory, s.N * s.N, sizeof *plain);
        for (size_t k = 0; k < s.N * s.N; k++)
            plain[k] = isnan(s.arc[k]) ? -INFINITY : s.arc[k];
        for (size_t k = 0; k < s.N * s.N * s.N; k++)
            s.sib[k] = (float)rng_unit(&r);
        for (const graph_decoder *const *d = dec_all; *d; d++)
            for (int single = 0; single < 2; single++) {
                int head[2][LONGEST];
                static double marginal[2][LONGEST * LONGEST];
                double score[2];
                for (int k = 0; k < 2; k++, spoil(&s.search))
                    score[k] = (*d)->arcs(k ? plain : s.arc, s.n, single, head[k], &s.search);
                CHECK(score[0] == score[1] && memcmp(head[0], head[1], s.N * sizeof *head[0]) == 0);
                for (int k = 0; k < 2; k++, spoil(&s.search))
                    score[k] = (*d)->siblings(k ? plain : s.arc, s.sib, s.n, single, head[k], &s.search);
                CHECK(score[0] == score[1] && memcmp(head[0], head[1], s.N * sizeof *head[0]) == 0);
                for (int k = 0; k < 2; k++, spoil(&s.search)) {
                    dec_grand_init(&s.grand, k ? plain : s.arc, s.n, &s.memory);
                    score[k] =
                        (*d)->grandparents(k ? plain : s.arc, s.sib, &s.grand, single, head[k], &s.search);
                }
                CHECK(score[0] == score[1] && memcmp(head[0], head[1], s.N * sizeof *head[0]) == 0);
                for (int k = 0; k < 2; k++, spoil(&s.search))
                    score[k] = (*d)->marginals(k ? plain : s.arc, s.n, single, marginal[k], &s.search);
                CHECK(same_number(score[0], score[1]) &&
                      memcmp(marginal[0], marginal[1], s.N * s.N * sizeof *marginal[0]) == 0);
            }
    }
    scores_done(&s);
}

// ---------------------------------------------------------------------------------------------------
// With features: weights of any kind, from the pruner to the labels

static copse_sentence *draw_sentence(rng *r, int n)
{
    static const char *const word[] = {"a", "b", "c", ",", "d"};
    copse_token token[LONGEST] = {0};
    for (int i = 0; i < n; i++) {
        token[i].form = word[rng_below(r, 5)];
        token[i].upos = rng_below(r, 2) ? "NOUN" : "VERB";
        token[i].feats = rng_below(r, 2) ? "Case=Nom|Number=Sing" : "_";
    }
    copse_sentence *s = copse_sentence_new();
    copse_sentence_set(s, n, token);
    return s;
}

static void draw_weights(rng *r, gweights *w, int i)
{
    gw_init(w, GW_LEAST_BITS);
    draw_hostile(r, (hostile)(i % HOSTILE), w->now, ((size_t)1 << w->bits) + GW_ROW, 16);
}

typedef struct parts {
    gweights pruner, filter, arcs, joint, rows;
    uint8_t allowed[LABELS];
} parts;

static void parts_draw(parts *p, rng *r, int i)
{
    draw_weights(r, &p->pruner, rng_below(r, 2) ? i : (int)rng_below(r, HOSTILE));
    draw_weights(r, &p->filter, rng_below(r, 2) ? i : (int)rng_below(r, HOSTILE));
    draw_weights(r, &p->arcs, i);
    draw_weights(r, &p->joint, rng_below(r, 2) ? i : (int)rng_below(r, HOSTILE));
    draw_weights(r, &p->rows, rng_below(r, 2) ? i : (int)rng_below(r, HOSTILE));
    for (int l = 0; l < LABELS; l++)
        p->allowed[l] = l == 3 ? LP_UNDER_ROOT : LP_ELSEWHERE;
}

static void parts_done(parts *p)
{
    gw_done(&p->pruner);
    gw_done(&p->filter);
    gw_done(&p->arcs);
    gw_done(&p->joint);
    gw_done(&p->rows);
}

static void parse_hostile(gscores *s, labeller *g, const parts *p, const gs_method *method, bool log_linear)
{
    int head[LONGEST], label[LONGEST], word;
    gs_candidates(s, &p->pruner, NULL);
    gs_filter(s, &p->filter, GS_BOUND_PARSING, NULL);
    gs_arcs(s, &p->arcs);
    if (log_linear)
        gc_labels(s, &p->joint, LABELS, p->allowed);
    else
        gs_labels(s, &p->joint, LABELS, p->allowed, NULL, 0);
    if (method->order == 2)
        gs_second(s, method, &p->arcs);
    forget(head, s->n);
    const double score = gs_search(s, method, head);
    CHECK(!isnan(score) && head[0] == -1);
    REQUIRE(tree_check(head, s->n, !method->single_root, &word) == TREE_FINE);
    gl_label(g, &s->words, &p->rows, head, NULL, label);
    for (int d = 1; d <= s->n; d++) {
        const int joint = s->label[(size_t)d * ((size_t)s->n + 1) + (size_t)head[d]];
        CHECK(joint >= 0 && joint < LABELS);
        CHECK(label[d] >= 0 && label[d] < LABELS && lp_allowed(p->allowed, label[d], head[d]));
    }
    if (method->order == 1)
        check_shares(gc_marginals(s, method, NULL), (size_t)s->n + 1, 0);
}

static void parsing(void)
{
    rng r;
    gscores s = {0};
    labeller g = {.kept = GL_KEPT, .labels = LABELS};
    rng_seed(&r, 6);
    for (int i = 0; i < 600 / SLOWER; i++) {
        parts p;
        const int n = i % 2 ? draw_length(&r, i) : 27 + (int)rng_below(&r, 30);
        const bool second = rng_below(&r, 3) > 0;
        const bool projective = rng_below(&r, 2), single = rng_below(&r, 2);
        const gs_method method = {.order = second ? 2 : 1,
                                  .decoder = dec_for(projective),
                                  .single_root = single,
                                  .grand = second && rng_below(&r, 2)};
        copse_sentence *sentence = draw_sentence(&r, n);
        parts_draw(&p, &r, i);
        g.allowed = p.allowed;
        gf_words_set(&s.words, sentence, COPSE_UPOS);
        parse_hostile(&s, &g, &p, &method, !second && rng_below(&r, 2));
        parts_done(&p);
        copse_sentence_free(sentence);
    }
    gs_done(&s);
    gl_done(&g);
}

// ---------------------------------------------------------------------------------------------------
// Votes

enum { SYSTEMS = 3 };

static void draw_votes(rng *r, int i, int n, copse_tree **tree, double *weight)
{
    static const double odd[] = {0, 1, 1e-300, 1e300, DBL_MAX, 5e-324, 1e20};
    for (int k = 0; k < SYSTEMS; k++) {
        tree[k] = copse_tree_new();
        tree_resize(tree[k], n);
        make_tree(r, RECURSIVE, tree[k]->head, n);
        for (int d = 1; d <= n; d++)
            tree[k]->label[d] = (copse_str){rng_below(r, 2) ? "x" : "y", 1};
        tree[k]->scored = rng_below(r, 3) > 0;
        draw_hostile(r, (hostile)(i % HOSTILE), tree[k]->score, (size_t)n + 1, 3);
        weight[k] = odd[rng_below(r, sizeof odd / sizeof odd[0])];
    }
}

static void votes(void)
{
    rng r;
    rng_seed(&r, 7);
    for (int i = 0; i < 1800 / SLOWER; i++) {
        const int n = draw_length(&r, i);
        const vote_options o = {.decoder = dec_for(rng_below(&r, 2)),
                                .single_root = rng_below(&r, 2),
                                .confidence = rng_below(&r, 2)};
        copse_tree *tree[SYSTEMS], *out = copse_tree_new();
        double weight[SYSTEMS];
        int word;
        draw_votes(&r, i, n, tree, weight);
        copse_sentence *s = draw_sentence(&r, n);
        weights *w = wt_given(weight, SYSTEMS);
        voter *v = vote_new(SYSTEMS, w, &o);
        vote_combine(v, s, (const copse_tree *const *)tree, out);
        CHECK_INT(tree_check(out->head, n, !o.single_root, &word), TREE_FINE);
        CHECK(!o.decoder->projective || tree_is_projective(out->head, n));
        for (int d = 1; d <= n; d++)
            CHECK(out->score[d] >= 0 && out->score[d] <= 1 && out->label[d].len == 1);
        vote_free(v);
        wt_free(w);
        copse_sentence_free(s);
        for (int k = 0; k < SYSTEMS; k++)
            copse_tree_free(tree[k]);
        copse_tree_free(out);
    }
}

TESTS(TEST(best_trees), TEST(climbing), TEST(lists_of_trees), TEST(sums_over_trees), TEST(nan_forbids),
      TEST(parsing), TEST(votes))
