// SPDX-License-Identifier: MIT
// The templates are those of McDonald's thesis (Table 1 of McDonald et al. 2005, and McDonald & Pereira 2006
// for siblings), without the back-off variants that the six treebanks do not miss, and with what they ask
// for: lemmas, whole FEATS and each of their items, coarse parts of speech, counts of what stands between.
#include "gfeature.h"
#include "gkey.h"

#include "hash.h"
#include "mem.h"
#include "sentence.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BITS = 63 };

// --------------------------------------------------------------------------------------------------------------------
// Words

static void fixed_word(gf_word *w, uint64_t value)
{
    memset(w, 0, sizeof *w);
    for (int v = 0; v < GF_VALUES; v++)
        w->v[v] = hash_mix(value, (uint64_t)v);
}

static uint64_t column_hash(const copse_sentence *s, int word, copse_column column)
{
    copse_str value = sen_column(s, word, column);
    return hash_bytes(value.s, value.len);
}

// The first or last bytes of a form: whole characters, up to length of them.
static uint64_t affix(copse_str form, int length, bool last)
{
    size_t at = last ? form.len : 0;
    while (length-- > 0 && (last ? at > 0 : at < form.len)) {
        at = last ? at - 1 : at + 1;
        while (last ? at > 0 && ((unsigned char)form.s[at] & 0xc0) == 0x80
                    : at < form.len && ((unsigned char)form.s[at] & 0xc0) == 0x80)
            at = last ? at - 1 : at + 1;
    }
    return last ? hash_bytes(form.s + at, form.len - at) : hash_bytes(form.s, at);
}

static bool is_punctuation(copse_str form)
{
    for (size_t i = 0; i < form.len; i++) {
        unsigned char c = (unsigned char)form.s[i];
        if (c > 0x7e || c <= ' ' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
            (c >= 'a' && c <= 'z'))
            return false;
    }
    return form.len > 0;
}

static void set_items(gf_words *w, gf_word *word, copse_str feats, uint32_t *items)
{
    copse_str item;
    word->items = *items;
    if (str_is(feats, "_"))
        return;
    while (word->items_n < GF_MOST_ITEMS && str_next_item(&feats, &item)) {
        const char *equals = memchr(item.s, '=', item.len);
        size_t name = equals ? (size_t)(equals - item.s) : item.len;
        w->item[*items] = (gf_item){hash_bytes(item.s, name), hash_bytes(item.s, item.len)};
        if (name == 4 && memcmp(item.s, "Case", 4) == 0)
            word->v[GF_CASE] = w->item[*items].pair;
        word->items_n++;
        ++*items;
    }
}

static void set_bit(gf_words *w, gf_word *word)
{
    int b = 0;
    while (b < w->coarse_n && w->coarse[b] != word->v[GF_COARSE])
        b++;
    if (b == w->coarse_n && b < MOST_BITS)
        w->coarse[w->coarse_n++] = word->v[GF_COARSE];
    word->bit = b < MOST_BITS ? (uint64_t)1 << b : 0;
}

static void set_word(gf_words *w, const copse_sentence *s, int d, copse_column pos, uint32_t *items)
{
    gf_word *word = &w->word[d + 1];
    copse_str form = sen_column(s, d, COPSE_FORM), coarse = sen_column(s, d, COPSE_UPOS);
    memset(word, 0, sizeof *word);
    word->v[GF_FORM] = hash_bytes(form.s, form.len);
    bool has_lemma = !str_is(sen_column(s, d, COPSE_LEMMA), "_");
    word->v[GF_LEMMA] = has_lemma ? column_hash(s, d, COPSE_LEMMA) : word->v[GF_FORM];
    word->v[GF_POS] = column_hash(s, d, pos);
    word->v[GF_COARSE] = hash_bytes(coarse.s, coarse.len);
    word->v[GF_FEATS] = column_hash(s, d, COPSE_FEATS);
    word->v[GF_PREFIX] = affix(form, 5, false);
    word->v[GF_SUFFIX] = affix(form, 3, true);
    word->v[GF_CASE] = str_is(sen_column(s, d, COPSE_FEATS), "_") ? word->v[GF_LEMMA] : 1;
    word->punct = str_is(coarse, "PUNCT") || is_punctuation(form);
    word->verb = coarse.len > 0 && coarse.s[0] == 'V';
    word->conj = str_is(coarse, "CCONJ") || str_is(coarse, "CONJ");
    set_items(w, word, sen_column(s, d, COPSE_FEATS), items);
    set_bit(w, word);
}

// --------------------------------------------------------------------------------------------------------------------
// Halves of templates

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
#define NONE         \
    {                \
        0,           \
        {            \
            {        \
                0, 0 \
            }        \
        }            \
    }
#define ONE(a)       \
    {                \
        1,           \
        {            \
            {        \
                0, a \
            }        \
        }            \
    }
#define TWO(a, b)    \
    {                \
        2,           \
        {            \
            {0, a},  \
            {        \
                0, b \
            }        \
        }            \
    }
#define BEFORE(a)     \
    {                 \
        2,            \
        {             \
            {0, a},   \
            {         \
                -1, a \
            }         \
        }             \
    }
#define AFTER(a)     \
    {                \
        2,           \
        {            \
            {0, a},  \
            {        \
                1, a \
            }        \
        }            \
    }
#define AROUND(a)            \
    {                        \
        3,                   \
        {                    \
            {0, a}, {-1, a}, \
            {                \
                1, a         \
            }                \
        }                    \
    }

static const struct {
    side head, dep;
} pairs[] = {
    // the cheap ones, that choose candidates
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
static const side ends[] = {{2, {{0, P}, {-1, L}}},
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
                            AROUND(C)};
static const struct {
    side head, sib, dep;
} siblings[] = {
    {ONE(P), ONE(P), ONE(P)}, {NONE, ONE(P), ONE(P)},         {NONE, ONE(L), ONE(L)},
    {ONE(L), ONE(P), ONE(P)}, {ONE(P), ONE(L), ONE(P)},       {ONE(P), ONE(P), ONE(L)},
    {ONE(C), ONE(C), ONE(C)}, {ONE(P), TWO(C, M), TWO(C, M)}, {NONE, ONE(L), ONE(P)},
    {NONE, ONE(P), ONE(L)},   {ONE(C), TWO(C, K), TWO(C, K)}, {NONE, TWO(C, K), TWO(C, K)},
};
_Static_assert(sizeof pairs / sizeof pairs[0] == GF_PAIRS, "count of pair templates");
_Static_assert(sizeof ends / sizeof ends[0] == GF_ENDS, "count of end templates");
_Static_assert(sizeof siblings / sizeof siblings[0] == GF_SIBLINGS, "count of sibling templates");

// base tells heads from dependents from siblings: values at the same place never cancel.
static uint64_t half(const side *s, const gf_word *word, size_t base)
{
    uint64_t sum = 0;
    for (int i = 0; i < s->n; i++)
        sum += (word[s->v[i].at].v[s->v[i].value] ^ base * GK_BIN) * gk_factor[(size_t)i + base];
    return sum;
}

static void set_halves(gf_words *w)
{
    size_t nodes = (size_t)w->n + 1;
    gf_word none;
    gf_word around[3];
    fixed_word(&none, 0x51b);
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
    }
}

static uint64_t few(uint32_t count, uint32_t most)
{
    return count < most ? count : most;
}

// Where words stand among verbs and punctuation. After set_counts.
static void set_places(gf_words *w)
{
    const int n = w->n;
    int last = 0; // the punctuation before, or the root
    for (int d = 1; d <= n; d++) {
        w->word[d + 1].v[GF_PLACE] = hash_mix(few(w->verbs[d], 3), few(w->verbs[n + 1] - w->verbs[d + 1], 3));
        w->word[d + 1].v[GF_CLAUSE] =
            hash_mix(w->word[last + 1].v[GF_FORM], few(w->verbs[d] - w->verbs[last], 2));
        last = w->word[d + 1].punct ? d : last;
    }
    last = n + 1;
    for (int d = n; d >= 1; d--) {
        uint64_t *clause = &w->word[d + 1].v[GF_CLAUSE];
        *clause = hash_mix(*clause,
                           hash_mix(w->word[last + 1].v[GF_FORM], few(w->verbs[last] - w->verbs[d + 1], 2)));
        last = w->word[d + 1].punct ? d : last;
    }
}

static void set_counts(gf_words *w)
{
    w->verbs[0] = w->puncts[0] = w->conjs[0] = 0;
    for (int i = 0; i <= w->n; i++) {
        const gf_word *word = &w->word[i + 1];
        w->verbs[i + 1] = w->verbs[i] + word->verb;
        w->puncts[i + 1] = w->puncts[i] + word->punct;
        w->conjs[i + 1] = w->conjs[i] + word->conj;
    }
}

void gf_words_set(gf_words *w, const copse_sentence *s, copse_column pos)
{
    size_t nodes = (size_t)s->n + 2, cap;
    w->n = s->n;
    w->coarse_n = 0;
    w->all = mem_grow(w->all, &w->word_cap, nodes + 3, sizeof *w->all);
    w->word = w->all + 1;
    w->item = mem_grow(w->item, &w->item_cap, nodes * GF_MOST_ITEMS, sizeof *w->item);
    w->head = mem_grow(w->head, &w->head_cap, nodes * GF_PAIRS, sizeof *w->head);
    w->dep = mem_grow(w->dep, &w->dep_cap, nodes * GF_PAIRS, sizeof *w->dep);
    w->end = mem_grow(w->end, &w->end_cap, nodes * GF_ENDS, sizeof *w->end);
    for (int i = 0; i < 3; i++)
        w->sib[i] = mem_grow(w->sib[i], &w->sib_cap[i], nodes * GF_SIBLINGS, sizeof *w->sib[i]);
    cap = w->count_cap;
    w->verbs = mem_grow(w->verbs, &cap, nodes, sizeof *w->verbs);
    cap = w->count_cap;
    w->puncts = mem_grow(w->puncts, &cap, nodes, sizeof *w->puncts);
    w->conjs = mem_grow(w->conjs, &w->count_cap, nodes, sizeof *w->conjs);
    fixed_word(&w->all[0], 0xb1);
    fixed_word(&w->word[0], 0xb0);
    fixed_word(&w->word[1], 0x7007);
    fixed_word(&w->word[s->n + 2], 0xe0);
    fixed_word(&w->word[s->n + 3], 0xe1);
    uint32_t items = 0;
    for (int d = 1; d <= s->n; d++)
        set_word(w, s, d, pos, &items);
    set_counts(w);
    set_places(w);
    set_halves(w);
}

void gf_words_done(gf_words *w)
{
    free(w->all);
    free(w->item);
    free(w->head);
    free(w->dep);
    free(w->end);
    for (int i = 0; i < 3; i++)
        free(w->sib[i]);
    free(w->verbs);
    free(w->puncts);
    free(w->conjs);
    memset(w, 0, sizeof *w);
}

// --------------------------------------------------------------------------------------------------------------------
// Extraction

int gf_bin(int distance)
{
    static const int8_t bin[] = {0, 0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 6};
    return distance < 16 ? bin[distance] : distance < 26 ? 7 : 8;
}

size_t gf_end(const gf_words *w, int word, bool as_head, bool right, int bin, uint32_t *key)
{
    const uint64_t *half = w->end + (size_t)word * GF_ENDS;
    uint64_t add = as_head * gk_factor[7] + right * GK_RIGHT;
    size_t n = 0;
    for (int t = 0; t < GF_ENDS; t++) {
        n = gk_two(half[t] + add, bin, key, n);
    }
    return n;
}

static size_t between(const gf_words *w, int h, int d, uint64_t add, uint32_t *key)
{
    int low = h < d ? h : d, high = h < d ? d : h;
    uint64_t bits = 0;
    size_t n = 0;
    const uint64_t hp = w->word[h + 1].v[GF_POS] * gk_factor[0], dp = w->word[d + 1].v[GF_POS] * gk_factor[3];
    const uint64_t hc = w->word[h + 1].v[GF_COARSE] * gk_factor[0],
                   dc = w->word[d + 1].v[GF_COARSE] * gk_factor[3];
    for (int i = low + 1; i < high; i++)
        bits |= w->word[i + 1].bit;
    for (; bits; bits &= bits - 1) {
        uint64_t b = w->coarse[__builtin_ctzll(bits)] * gk_factor[1];
        key[n++] = gk_stir(hp + dp + b + add + 300 * GK_TEMPLATE);
        key[n++] = gk_stir(dp + b + add + 301 * GK_TEMPLATE);
    }
    uint32_t verbs = w->verbs[high] - w->verbs[low + 1], puncts = w->puncts[high] - w->puncts[low + 1],
             conjs = w->conjs[high] - w->conjs[low + 1];
    uint64_t v = (verbs < 3 ? verbs : 3) * gk_factor[4], p = (puncts < 4 ? puncts : 4) * gk_factor[5],
             c = (conjs < 2 ? conjs : 2) * gk_factor[6];
    key[n++] = gk_stir(hp + dp + v + add + 302 * GK_TEMPLATE);
    key[n++] = gk_stir(hp + dp + p + add + 303 * GK_TEMPLATE);
    key[n++] = gk_stir(hp + dp + c + add + 304 * GK_TEMPLATE);
    key[n++] = gk_stir(hc + dc + v + p + c + add + 305 * GK_TEMPLATE);
    return n;
}

static size_t morphology(const gf_words *w, int h, int d, uint64_t add, int bin, uint32_t *key)
{
    const gf_word *hw = &w->word[h + 1], *dw = &w->word[d + 1];
    const gf_item *hi = w->item + hw->items, *di = w->item + dw->items;
    const uint64_t hp = hw->v[GF_POS] * gk_factor[0] + add, dp = dw->v[GF_POS] * gk_factor[3] + add;
    const uint64_t both = hw->v[GF_COARSE] * gk_factor[0] + dw->v[GF_COARSE] * gk_factor[3] + add;
    size_t n = 0;
    for (uint32_t j = 0; j < dw->items_n; j++) {
        uint64_t x = hp + di[j].pair * gk_factor[4] + 310 * GK_TEMPLATE;
        n = gk_two(x, bin, key, n);
    }
    for (uint32_t i = 0; i < hw->items_n; i++) {
        uint64_t x = dp + hi[i].pair * gk_factor[1] + 311 * GK_TEMPLATE;
        n = gk_two(x, bin, key, n);
        for (uint32_t j = 0; j < dw->items_n; j++) {
            key[n++] =
                gk_stir(both + hi[i].pair * gk_factor[1] + di[j].pair * gk_factor[4] + 312 * GK_TEMPLATE);
            if (hi[i].name == di[j].name) {
                uint64_t same = hi[i].pair == di[j].pair ? gk_factor[5] : gk_factor[6];
                key[n++] = gk_stir(hp - add + dp + same + hi[i].name + 313 * GK_TEMPLATE);
            }
        }
    }
    return n;
}

size_t gf_cheap(const gf_words *w, int h, int d, uint32_t *key)
{
    const uint64_t *head = w->head + (size_t)h * GF_PAIRS, *dep = w->dep + (size_t)d * GF_PAIRS;
    const bool right = h < d;
    const int low = right ? h : d, high = right ? d : h;
    const uint64_t add = right * GK_RIGHT + (uint64_t)(gf_bin(high - low) + 1) * GK_BIN;
    const uint64_t v = few(w->verbs[high] - w->verbs[low + 1], 2),
                   p = few(w->puncts[high] - w->puncts[low + 1], 2);
    size_t n = 0;
    for (int t = 0; t < GF_CHEAP; t++)
        key[n++] = gk_stir(head[t] + dep[t] + add);
    key[n++] = gk_stir(head[0] + dep[0] + right * GK_RIGHT);
    key[n++] = gk_stir(head[1] + dep[1] + right * GK_RIGHT + (3 * v + p + 1) * gk_factor[6]);
    return n;
}

size_t gf_pair(const gf_words *w, int h, int d, uint32_t *key)
{
    const uint64_t *head = w->head + (size_t)h * GF_PAIRS, *dep = w->dep + (size_t)d * GF_PAIRS;
    const bool right = h < d;
    const uint64_t add = right * GK_RIGHT;
    const int bin = gf_bin(right ? d - h : h - d);
    size_t n = 0;
    for (int t = 0; t < GF_PAIRS; t++) {
        uint64_t x = head[t] + dep[t] + add;
        n = gk_two(x, bin, key, n);
    }
    n += between(w, h, d, add, key + n);
    return n + morphology(w, h, d, add, bin, key + n);
}

size_t gf_arc(const gf_words *w, int h, int d, uint32_t *key)
{
    const bool right = h < d;
    const int bin = gf_bin(right ? d - h : h - d);
    size_t n = gf_end(w, h, true, right, bin, key);
    n += gf_end(w, d, false, right, bin, key + n);
    return n + gf_pair(w, h, d, key + n);
}

size_t gf_sibling(const gf_words *w, int h, int s, int d, uint32_t *key)
{
    const bool right = h < d, none = s == h;
    const uint64_t *head = w->sib[0] + (size_t)h * GF_SIBLINGS, *dep = w->sib[2] + (size_t)d * GF_SIBLINGS,
                   *sib = w->sib[1] + (size_t)(none ? w->n + 1 : s) * GF_SIBLINGS;
    const uint64_t add = right * GK_RIGHT;
    const int bin = gf_bin(s < d ? d - s : s - d);
    size_t n = 0;
    for (int t = 0; t < 3; t++)
        n = gk_two(head[t] + sib[t] + dep[t] + add, bin, key, n);
    for (int t = 3; t < GF_SIBLINGS; t++)
        key[n++] = gk_stir(head[t] + sib[t] + dep[t] + add);
    if (none)
        return n;
    const gf_word *hw = &w->word[h + 1], *sw = &w->word[s + 1], *dw = &w->word[d + 1];
    uint64_t x = hw->v[GF_POS] * gk_factor[0] + add + 320 * GK_TEMPLATE;
    for (uint32_t i = 0; i < sw->items_n; i++)
        for (uint32_t j = 0; j < dw->items_n; j++) {
            const gf_item *a = &w->item[sw->items + i], *b = &w->item[dw->items + j];
            if (a->name == b->name)
                key[n++] = gk_stir(x + a->pair * gk_factor[2] + b->pair * gk_factor[4]);
        }
    return n;
}
