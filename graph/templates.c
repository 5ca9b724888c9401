// SPDX-License-Identifier: MIT
// The templates of arcs, siblings and grandparents, and their halves: what each word gives to them, summed
// once for a sentence.
//
// They are those of McDonald et al. 2005 (Table 1) and McDonald & Pereira 2006 (siblings), and similar ones
// for grandparents. Back-off variants that made no difference on the treebanks tried are left out. Lemmas,
// whole FEATS, coarse parts of speech, wider surroundings and the place among verbs and punctuation are
// added.
#include "graph/features.h"
#include "graph/key.h"

// A side of a template: up to four values of the word or of its neighbours.
typedef struct side {
    uint8_t n;
    struct {
        int8_t at; // 0 the word, -1 and 1 its neighbours
        uint8_t value;
    } v[4];
} side;

#define F GF_FORM
#define L GF_LEMMA
#define P GF_POS
#define C GF_COARSE
#define M GF_FEATS
#define K GF_CASE
// clang-format off
#define NONE      {0, {{0, 0}}}
#define ONE(a)    {1, {{0, a}}}
#define TWO(a, b) {2, {{0, a}, {0, b}}}
#define BEFORE(a) {2, {{0, a}, {-1, a}}}
#define AFTER(a)  {2, {{0, a}, {1, a}}}
#define AROUND(a) {3, {{0, a}, {-1, a}, {1, a}}}
// clang-format on

static const struct {
    side head, dep;
} pairs[] = {
    // the cheap ones, for the pruner
    {ONE(P), ONE(P)},
    {ONE(C), ONE(C)},
    {ONE(L), ONE(P)},
    {ONE(P), ONE(L)},
    {TWO(P, M), ONE(P)},
    {ONE(P), TWO(P, M)},
    {ONE(P), AFTER(P)},
    {ONE(P), BEFORE(P)},
    {BEFORE(P), ONE(P)},
    {AFTER(P), ONE(P)},
    {TWO(C, GF_CLAUSE), TWO(C, GF_CLAUSE)},
    // the others
    {ONE(F), ONE(F)},
    {ONE(F), ONE(P)},
    {ONE(P), ONE(F)},
    {ONE(L), ONE(L)},
    {TWO(L, P), TWO(L, P)},
    {AFTER(P), BEFORE(P)},
    {BEFORE(P), BEFORE(P)},
    {AFTER(P), AFTER(P)},
    {BEFORE(P), AFTER(P)},
    {AROUND(P), AROUND(P)},
    {TWO(P, M), TWO(P, M)},
    {ONE(L), TWO(C, M)},
    {TWO(C, M), ONE(L)},
    {TWO(L, C), TWO(C, K)},
    {TWO(C, K), TWO(C, K)},
    {ONE(P), TWO(P, GF_SUFFIX)},
    {TWO(P, GF_SUFFIX), ONE(P)},
    {TWO(C, GF_PREFIX), TWO(C, GF_PREFIX)},
    {AROUND(C), AROUND(C)},
    {AFTER(C), BEFORE(C)},
    {BEFORE(C), BEFORE(C)},
    {AFTER(C), AFTER(C)},
    {ONE(L), AFTER(C)},
    {ONE(L), BEFORE(C)},
    {TWO(P, GF_PLACE), ONE(P)},
    {ONE(P), TWO(P, GF_PLACE)},
    {{3, {{0, P}, {1, P}, {2, P}}}, ONE(P)},
    {{3, {{0, P}, {-1, P}, {-2, P}}}, ONE(P)},
    {ONE(P), {3, {{0, P}, {1, P}, {2, P}}}},
    {ONE(P), {3, {{0, P}, {-1, P}, {-2, P}}}},
};
static const side ends[] = {
    {2, {{0, P}, {-1, L}}},
    {2, {{0, P}, {1, L}}},
    TWO(P, GF_PLACE),
    TWO(P, GF_CLAUSE),
    TWO(L, GF_CLAUSE),
    {3, {{0, P}, {1, P}, {2, P}}},
    {3, {{0, P}, {-1, P}, {-2, P}}},
    ONE(P),
    ONE(F),
    ONE(L),
    AROUND(P),
    TWO(P, M),
    TWO(P, L),
    AROUND(C),
};
static const struct {
    side head, sib, dep;
} siblings[] = {
    {ONE(P), ONE(P), ONE(P)}, {NONE, ONE(P), ONE(P)},         {NONE, ONE(L), ONE(L)},
    {ONE(L), ONE(P), ONE(P)}, {ONE(P), ONE(L), ONE(P)},       {ONE(P), ONE(P), ONE(L)},
    {ONE(C), ONE(C), ONE(C)}, {ONE(P), TWO(C, M), TWO(C, M)}, {NONE, ONE(L), ONE(P)},
    {NONE, ONE(P), ONE(L)},   {ONE(C), TWO(C, K), TWO(C, K)}, {NONE, TWO(C, K), TWO(C, K)},
};
// The first two are used with the distance of the outer words too.
static const struct {
    side grand, head, dep;
} grands[] = {
    {ONE(P), ONE(P), ONE(P)},       {ONE(P), NONE, ONE(P)},         {ONE(L), NONE, ONE(L)},
    {ONE(L), NONE, ONE(P)},         {ONE(P), NONE, ONE(L)},         {ONE(L), ONE(P), ONE(P)},
    {ONE(P), ONE(L), ONE(P)},       {ONE(P), ONE(P), ONE(L)},       {ONE(C), ONE(C), ONE(C)},
    {ONE(L), ONE(L), ONE(P)},       {ONE(P), ONE(L), ONE(L)},       {ONE(L), ONE(L), ONE(L)},
    {ONE(C), ONE(C), TWO(C, K)},    {ONE(C), TWO(C, K), TWO(C, K)}, {TWO(C, K), ONE(C), TWO(C, K)},
    {ONE(C), TWO(C, M), TWO(C, M)},
};
_Static_assert(sizeof pairs / sizeof pairs[0] == GF_PAIRS, "count of pair templates");
_Static_assert(sizeof ends / sizeof ends[0] == GF_ENDS, "count of end templates");
_Static_assert(sizeof siblings / sizeof siblings[0] == GF_SIBLINGS, "count of sibling templates");
_Static_assert(sizeof grands / sizeof grands[0] == GF_GRANDS, "count of grandparent templates");

// base separates heads, dependents and siblings, so values at the same place never cancel.
static uint64_t half(const side *s, const gf_word *word, size_t base)
{
    uint64_t sum = 0;
    for (int i = 0; i < s->n; i++)
        sum += (word[s->v[i].at].v[s->v[i].value] ^ base * GK_BIN) * gk_factor[(size_t)i + base];
    return sum;
}

void gf_halves_set(gf_words *w)
{
    size_t nodes = (size_t)w->n + 1;
    gf_word none;
    gf_word around[3];
    gf_fixed_word(&none, 0x51b);
    around[0] = around[1] = around[2] = none;
    for (size_t i = 0; i <= nodes; i++) {
        const gf_word *word = i < nodes ? &w->word[i + 1] : &around[1];
        for (size_t t = 0; t < GF_SIBLINGS; t++)
            w->sib[1][i * GF_SIBLINGS + t] = half(&siblings[t].sib, word, 2);
        if (i == nodes)
            break;
        for (size_t t = 0; t < GF_PAIRS; t++) {
            w->head[i * GF_PAIRS + t] = half(&pairs[t].head, word, 0) + (t + 1) * GK_TEMPLATE;
            w->dep[i * GF_PAIRS + t] = half(&pairs[t].dep, word, 3);
        }
        for (size_t t = 0; t < GF_ENDS; t++)
            w->end[i * GF_ENDS + t] = half(&ends[t], word, 0) + (t + 101) * GK_TEMPLATE;
        for (size_t t = 0; t < GF_SIBLINGS; t++) {
            w->sib[0][i * GF_SIBLINGS + t] = half(&siblings[t].head, word, 0) + (t + 201) * GK_TEMPLATE;
            w->sib[2][i * GF_SIBLINGS + t] = half(&siblings[t].dep, word, 4);
        }
        for (size_t t = 0; t < GF_GRANDS; t++) {
            w->grand[0][i * GF_GRANDS + t] = half(&grands[t].grand, word, 2);
            w->grand[1][i * GF_GRANDS + t] = half(&grands[t].head, word, 0) + (t + 601) * GK_TEMPLATE;
            w->grand[2][i * GF_GRANDS + t] = half(&grands[t].dep, word, 4);
        }
    }
}
