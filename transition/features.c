// SPDX-License-Identifier: MIT
// Extraction: from a configuration to feature keys.
#include "transition/features.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/utf8.h"

#include <stdlib.h>
#include <string.h>

// The values of an undefined address, of the root, and of a word without the morphological feature. They are
// large, because labels, counts and sets of labels are small numbers or have few bits.
static const uint64_t NIL_VALUE = 0x6b79a1c3f24d8e17u, ROOT_VALUE = 0xb85f2d0e7619c43bu,
                      WITHOUT_VALUE = 0x3c914ed8a57fb265u;

static copse_str prefix_of(copse_str s, int length)
{
    size_t i = 0;
    for (uint32_t point; length > 0 && i < s.len; length--) {
        size_t step = utf8_decode(s.s + i, s.len - i, &point);
        i += step ? step : 1;
    }
    return (copse_str){s.s, i};
}

static copse_str suffix_of(copse_str s, int length)
{
    size_t i = s.len;
    for (; length > 0 && i > 0; length--) {
        i--;
        while (i > 0 && ((unsigned char)s.s[i] & 0xc0) == 0x80)
            i--;
    }
    return (copse_str){s.s + i, s.len - i};
}

static copse_str feat_name(copse_str item)
{
    const char *equals = memchr(item.s, '=', item.len);
    return (copse_str){item.s, equals ? (size_t)(equals - item.s) : item.len};
}

bool fm_find_feat(copse_str feats, copse_str wanted, copse_str *item)
{
    while (str_next_item(&feats, item))
        if (str_equal(feat_name(*item), wanted))
            return true;
    *item = (copse_str){NULL, 0};
    return false;
}

// The column that an attribute of a word alone comes from.
static copse_column column_of(fm_attribute attribute, copse_column pos)
{
    static const copse_column column[] = {
        [FM_FORM] = COPSE_FORM,   [FM_LEMMA] = COPSE_LEMMA, [FM_UPOS] = COPSE_UPOS,
        [FM_XPOS] = COPSE_XPOS,   [FM_FEATS] = COPSE_FEATS, [FM_FEAT] = COPSE_FEATS,
        [FM_PREFIX] = COPSE_FORM, [FM_SUFFIX] = COPSE_FORM, [FM_CLUSTER] = COPSE_FORM};
    return attribute == FM_POS ? pos : column[attribute];
}

unsigned fm_reads(const feature_model *m, copse_column pos)
{
    unsigned columns = m->each ? 1U << COPSE_FEATS : 0;
    for (int i = 0; i < m->tables; i++)
        columns |= sen_tag_reads(column_of(m->table[i].attribute, pos));
    return columns;
}

copse_str fm_word_text(const fm_table *t, const copse_sentence *s, int word, copse_column pos)
{
    const copse_str own = sen_tag(s, word, column_of(t->attribute, pos));
    copse_str item;
    switch (t->attribute) {
    case FM_PREFIX:
        return prefix_of(own, t->length);
    case FM_SUFFIX:
        return suffix_of(own, t->length);
    case FM_FEAT:
        fm_find_feat(own, t->name, &item);
        return item;
    case FM_CLUSTER:
        return (copse_str){NULL, 0};
    default:
        return own;
    }
}

static uint64_t word_value(const fm_table *t, const copse_sentence *s, int word, copse_column pos)
{
    const copse_str own = fm_word_text(t, s, word, pos);
    return own.s ? hash_bytes(own.s, own.len) : WITHOUT_VALUE;
}

uint32_t fm_word_cluster(const feature_model *m, const fm_table *t, const copse_sentence *s, int word)
{
    uint32_t level[CLUSTERS_LEVELS];
    if (!m->clusters)
        return 0;
    clusters_find(m->clusters, sen_column(s, word, COPSE_FORM), level);
    return clusters_begin(level, t->length);
}

// Puts clusters into their tables, where words without one have WITHOUT_VALUE already.
static void set_clusters(fm_words *w, const feature_model *m, const copse_sentence *s)
{
    const size_t tables = (size_t)m->tables;
    for (int d = 1; d <= s->n; d++) {
        uint32_t level[CLUSTERS_LEVELS];
        clusters_find(m->clusters, sen_column(s, d, COPSE_FORM), level);
        for (size_t t = 0; t < tables; t++) {
            const fm_table *of = &m->table[t];
            const uint32_t own = of->attribute == FM_CLUSTER ? clusters_begin(level, of->length) : 0;
            if (own)
                w->value[(size_t)(d + 1) * tables + t] = hash_mix(own, 1);
        }
    }
}

static void set_each(fm_words *w, const copse_sentence *s)
{
    uint32_t n = 0;
    w->each_start = mem_grow(w->each_start, &w->each_cap, (size_t)s->n + 3, sizeof *w->each_start);
    w->each_start[0] = w->each_start[1] = 0; // none for an undefined address and the root
    for (int d = 1; d <= s->n; d++) {
        copse_str feats = sen_column(s, d, COPSE_FEATS), item;
        w->each_start[d + 1] = n;
        if (n + FM_MOST_EACH > w->feat_cap) {
            size_t cap = w->feat_cap;
            w->each_name = mem_grow(w->each_name, &cap, n + FM_MOST_EACH, sizeof *w->each_name);
            w->each_pair = mem_grow(w->each_pair, &w->feat_cap, n + FM_MOST_EACH, sizeof *w->each_pair);
        }
        for (int k = 0; k < FM_MOST_EACH && !str_is(feats, "_") && str_next_item(&feats, &item); k++) {
            copse_str name = feat_name(item);
            w->each_name[n] = hash_bytes(name.s, name.len);
            w->each_pair[n++] = hash_bytes(item.s, item.len);
        }
    }
    w->each_start[s->n + 2] = n;
}

// Hashes all values of a node, and its morphological features, to one number.
static void set_whole(fm_words *w, const feature_model *m)
{
    const size_t nodes = (size_t)w->n + 2, tables = (size_t)m->tables;
    w->whole = mem_grow(w->whole, &w->whole_cap, nodes, sizeof *w->whole);
    for (size_t i = 0; i < nodes; i++) {
        uint64_t whole = 0;
        for (size_t t = 0; t < tables; t++)
            whole = hash_mix(whole, w->value[i * tables + t]);
        for (uint32_t k = m->each ? w->each_start[i] : 0; m->each && k < w->each_start[i + 1]; k++)
            whole = hash_mix(whole, w->each_pair[k]);
        w->whole[i] = whole;
    }
}

void fm_words_set(fm_words *w, const feature_model *m, const copse_sentence *s, copse_column pos)
{
    const size_t tables = (size_t)m->tables;
    w->n = s->n;
    // At least one, since a model may have no tables.
    w->value = mem_grow(w->value, &w->value_cap, ((size_t)s->n + 2) * tables + 1, sizeof *w->value);
    for (size_t t = 0; t < tables; t++) {
        w->value[t] = NIL_VALUE;
        w->value[tables + t] = ROOT_VALUE;
        for (int d = 1; d <= s->n; d++)
            w->value[(size_t)(d + 1) * tables + t] = word_value(&m->table[t], s, d, pos);
    }
    if (m->clusters)
        set_clusters(w, m, s);
    if (m->each)
        set_each(w, s);
    set_whole(w, m);
}

void fm_words_done(fm_words *w)
{
    mem_free(w->value);
    mem_free(w->whole);
    mem_free(w->each_start);
    mem_free(w->each_name);
    mem_free(w->each_pair);
    mem_free(w->guide);
    memset(w, 0, sizeof *w);
}

static int child(const config *c, int node, bool left, bool second)
{
    int d = left ? c->first[node] : c->last[node];
    if (d != CFG_NONE && second)
        d = left ? c->after[d] : c->before[d];
    return d != CFG_NONE && (d < node) == left ? d : CFG_NONE;
}

// The k-th word between S0 and B0 that has no head among these and S0 and B0. Looks only at the MOST words
// next to the end where it begins, which bounds the time.
static int free_word(const config *c, bool from_left, int k)
{
    enum { MOST = 32 };
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0), end = b == 0 ? c->n + 1 : b;
    if (s == CFG_NONE || b == CFG_NONE)
        return CFG_NONE;
    for (int i = 1; i <= MOST && s + i < end; i++) {
        const int w = from_left ? s + i : end - i, h = c->head[w];
        const bool inside = h != CFG_NONE && (h == b || (h >= s && h < end));
        if (!inside && k-- == 0)
            return w;
    }
    return CFG_NONE;
}

// The neighbour among the siblings, CFG_NONE if it is on the other side of the head.
static int beside(const config *c, int node, int neighbour)
{
    const int head = c->head[node];
    return neighbour != CFG_NONE && (neighbour < head) == (node < head) ? neighbour : CFG_NONE;
}

static int word_at_depth(const config *c, const fm_address *a)
{
    switch (a->op) {
    case FM_STACK:
        return cfg_stack(c, a->of);
    case FM_BUFFER:
        return cfg_buffer(c, a->of);
    case FM_PASSED:
        return cfg_passed(c, a->of);
    default:
        return free_word(c, a->op == FM_FREE_LEFT, a->of);
    }
}

static int address_node(const fm_address *a, const config *c, const fm_guide *guide, const int *node)
{
    if (fm_is_depth(a->op))
        return word_at_depth(c, a);
    int of = node[a->of];
    if (of == CFG_NONE)
        return CFG_NONE;
    switch (a->op) {
    case FM_HEAD:
        return of ? c->head[of] : CFG_NONE;
    case FM_LEFT_CHILD:
    case FM_LEFT_CHILD_2:
        return child(c, of, true, a->op == FM_LEFT_CHILD_2);
    case FM_RIGHT_CHILD:
    case FM_RIGHT_CHILD_2:
        return child(c, of, false, a->op == FM_RIGHT_CHILD_2);
    case FM_FIRST_CHILD:
        return c->first[of];
    case FM_LAST_CHILD:
        return c->last[of];
    case FM_LEFT_SIBLING:
        return c->before[of];
    case FM_RIGHT_SIBLING:
        return c->after[of];
    case FM_LEFT_BESIDE:
        return beside(c, of, c->before[of]);
    case FM_RIGHT_BESIDE:
        return beside(c, of, c->after[of]);
    case FM_ADVISED:
        return fm_advised_head(guide, of);
    case FM_BEFORE:
        return of > 1 ? of - 1 : CFG_NONE;
    default:
        return of && of < c->n ? of + 1 : CFG_NONE;
    }
}

static uint64_t distance_bin(int a, int b)
{
    if (a == CFG_NONE || b == CFG_NONE)
        return NIL_VALUE;
    if (a == 0 || b == 0)
        return ROOT_VALUE;
    int d = abs(a - b);
    return (uint64_t)(d < 6 ? d : d < 10 ? 6 : d < 20 ? 7 : 8);
}

// What an arc between two nodes would span: the number of words without a head, at most LOOSE, and whether
// it would cross another arc. Looks only at the MOST words after the left one, which bounds the time.
static uint64_t passed_over(const config *c, int a, int b)
{
    enum { MOST = 32, LOOSE = 3 };
    if (a == CFG_NONE || b == CFG_NONE)
        return NIL_VALUE;
    if (b == 0) // the root that stands last
        b = c->n + 1;
    if (a > b) {
        int t = a;
        a = b;
        b = t;
    }
    uint64_t loose = 0, crosses = 0;
    for (int w = a + 1; w < b && w <= a + MOST; w++) {
        const int h = c->head[w];
        loose += h == CFG_NONE && loose < LOOSE;
        crosses |= (h != CFG_NONE && (h < a || h > b)) || (c->first[w] != CFG_NONE && c->first[w] < a) ||
                   c->last[w] > b;
    }
    return loose * 2 + crosses;
}

// The values of a node, one per table.
static inline const uint64_t *values_of(const feature_model *m, const fm_words *w, int node)
{
    return w->value + (size_t)(node + 1) * (size_t)m->tables;
}

static uint64_t term_value(const feature_model *m, const fm_term *t, const fm_words *w, const config *c,
                           const fm_guide *guide, const int *node)
{
    int a = node[t->address];
    if (t->attribute < FM_LABEL)
        return values_of(m, w, a)[t->table];
    if (t->attribute == FM_DISTANCE)
        return distance_bin(a, node[t->other]);
    if (t->attribute == FM_BETWEEN)
        return passed_over(c, a, node[t->other]);
    if (t->attribute == FM_EXISTS)
        return a == CFG_NONE ? 1 : 2;
    if (a == CFG_NONE)
        return NIL_VALUE;
    if (t->attribute >= FM_ADVISED_LABEL)
        return fm_advised_value(t, guide, node, NIL_VALUE);
    switch (t->attribute) {
    case FM_LABEL:
        return a == 0 ? ROOT_VALUE : (uint64_t)(c->label[a] + 2);
    case FM_VALENCY_LEFT:
        return (uint64_t)(c->left_valency[a] < 6 ? c->left_valency[a] : 6);
    case FM_VALENCY_RIGHT:
        return (uint64_t)(c->right_valency[a] < 6 ? c->right_valency[a] : 6);
    case FM_LABELS_LEFT:
        return c->left_labels[a];
    default:
        return c->right_labels[a];
    }
}

const uint64_t fm_factor[FM_MAX_TERMS + 2] = {
    0x9e3779b97f4a7c15u, 0xc2b2ae3d27d4eb4fu, 0x165667b19e3779f9u, 0xff51afd7ed558ccdu, 0xc4ceb9fe1a85ec53u,
    0xd6e8feb86659fd93u, 0xa0761d6478bd642fu, 0xe7037ed1a0b428dbu, 0x8ebc6af09c88c6e3u, 0x589965cc75374cc3u};

static inline uint64_t stir(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

// The features of a line with feat(A, *), given the sum of its plain terms.
static size_t each_keys(const fm_line *l, const fm_words *w, const int *node, uint64_t sum, uint64_t *key)
{
    size_t n = 0;
    int a = node[l->each[0]] + 1;
    for (uint32_t i = w->each_start[a]; i < w->each_start[a + 1]; i++) {
        uint64_t one = sum + w->each_pair[i] * fm_factor[FM_MAX_TERMS];
        if (l->each[1] < 0) {
            key[n++] = stir(one);
            continue;
        }
        int b = node[l->each[1]] + 1;
        for (uint32_t j = w->each_start[b]; j < w->each_start[b + 1]; j++)
            if (w->each_name[j] == w->each_name[i]) {
                key[n++] = stir(one + w->each_pair[j] * fm_factor[FM_MAX_TERMS + 1]);
                break; // one partner each, so that fm_most holds also when a word repeats a name
            }
    }
    return n;
}

// The layout of scratch: the values of the terms, the parts they add to keys, the values of the words at the
// addresses, and the nodes at the addresses.
static uint64_t *parts(const feature_model *m, const void *scratch)
{
    return (uint64_t *)scratch + m->terms;
}

static const uint64_t **words(const feature_model *m, const void *scratch)
{
    return (const uint64_t **)(parts(m, scratch) + m->parts);
}

static int *nodes(const feature_model *m, const void *scratch)
{
    return (int *)(words(m, scratch) + m->addresses);
}

static inline size_t line_keys(const feature_model *m, int line, uint64_t sum, const fm_words *w,
                               uint64_t *key, const void *scratch)
{
    const fm_line *l = &m->line[line];
    const uint64_t *part = parts(m, scratch);
    sum += (uint64_t)(line + 1) * FM_LINE;
    for (int k = 0; k < l->n; k++)
        sum += part[l->part[k]];
    if (l->each[0] >= 0)
        return each_keys(l, w, nodes(m, scratch), sum, key);
    key[0] = stir(sum);
    return 1;
}

void fm_look(const feature_model *m, const fm_words *w, const config *c, void *scratch)
{
    uint64_t *value = scratch, *part = parts(m, scratch);
    const uint64_t **word = words(m, scratch);
    int *node = nodes(m, scratch);
    for (int i = 0; i < m->addresses; i++) {
        node[i] = m->address[i].advised ? CFG_NONE : address_node(&m->address[i], c, w->guide, node);
        word[i] = values_of(m, w, node[i]);
    }
    for (int i = 0; i < m->other_terms; i++) {
        const int t = m->other_term[i];
        value[t] = term_value(m, &m->term[t], w, c, w->guide, node);
    }
    part[0] = 0;
    for (int i = 1; i < m->word_parts; i++) {
        const fm_part *p = &m->part[i];
        part[i] = word[p->address][p->table] * p->factor;
    }
    for (int i = m->word_parts; i < m->plain_parts; i++)
        part[i] = value[m->part[i].term] * m->part[i].factor;
}

int fm_node(const feature_model *m, const void *scratch, int address)
{
    return nodes(m, scratch)[address];
}

uint64_t fm_value(const void *scratch, int term)
{
    return ((const uint64_t *)scratch)[term];
}

// Notes the column of the features first..n-1.
static inline void note_column(uint32_t *column, size_t first, size_t n, int number)
{
    for (size_t i = first; column && i < n; i++)
        column[i] = (uint32_t)number;
}

const int *fm_nodes(const feature_model *m, const void *scratch)
{
    return nodes(m, scratch);
}

bool fm_is_nil(uint64_t value)
{
    return value == NIL_VALUE;
}

bool fm_is_root(uint64_t value)
{
    return value == ROOT_VALUE;
}

// The lines about one guide. column may be NULL.
static size_t advised_keys(const feature_model *m, int which, const fm_words *w, const config *c,
                           uint64_t *key, uint32_t *column, void *scratch)
{
    const fm_guide *guide = w->guide + (size_t)which * ((size_t)w->n + 1);
    uint64_t *part = parts(m, scratch);
    int *node = nodes(m, scratch);
    size_t n = 0;
    for (int i = 0; i < m->addresses; i++)
        if (m->address[i].advised)
            node[i] = address_node(&m->address[i], c, guide, node);
    for (int i = m->plain_parts; i < m->parts; i++)
        part[i] = term_value(m, &m->term[m->part[i].term], w, c, guide, node) * m->part[i].factor;
    const uint64_t number = (uint64_t)(which + 1) * 0x8cb92ba72f3d8dd7u;
    for (int i = m->plain_lines; i < m->lines; i++) {
        const size_t first = n;
        n += line_keys(m, i, number, w, key + n, scratch);
        note_column(column, first, n, i + which * (m->lines - m->plain_lines));
    }
    return n;
}

static size_t all_advised_keys(const feature_model *m, const fm_words *w, const config *c, uint64_t *key,
                               uint32_t *column, void *scratch)
{
    size_t n = 0;
    for (int a = 0; a < m->guides; a++)
        n += advised_keys(m, a, w, c, key + n, column ? column + n : NULL, scratch);
    return n;
}

size_t fm_keys(const feature_model *m, const fm_words *w, const config *c, uint64_t *key, void *scratch)
{
    size_t n = 0;
    for (int i = 0; i < m->plain_lines; i++)
        n += line_keys(m, i, 0, w, key + n, scratch);
    return n + all_advised_keys(m, w, c, key + n, NULL, scratch);
}

size_t fm_extract(const feature_model *m, const fm_words *w, const config *c, uint64_t *key, void *scratch)
{
    fm_look(m, w, c, scratch);
    return fm_keys(m, w, c, key, scratch);
}

size_t fm_extract_columns(const feature_model *m, const fm_words *w, const config *c, uint64_t *key,
                          uint32_t *column, void *scratch)
{
    if (!column)
        return fm_extract(m, w, c, key, scratch);
    size_t n = 0;
    fm_look(m, w, c, scratch);
    for (int i = 0; i < m->plain_lines; i++) {
        const size_t first = n;
        n += line_keys(m, i, 0, w, key + n, scratch);
        note_column(column, first, n, i);
    }
    return n + all_advised_keys(m, w, c, key + n, column + n, scratch);
}

uint32_t fm_columns(const feature_model *m)
{
    return (uint32_t)(m->plain_lines + (m->lines - m->plain_lines) * m->guides);
}

size_t fm_short_keys(const feature_model *m, int line, uint64_t *key, const void *scratch)
{
    const uint64_t *part = parts(m, scratch);
    const fm_short *l = m->short_rest + line;
    const size_t left = (size_t)(m->short_rests - line), n = left < FM_SOME ? left : FM_SOME;
    for (size_t i = 0; i < n; i++, l++)
        key[i] = stir(l->number + part[l->part[0]] + part[l->part[1]] + part[l->part[2]] + part[l->part[3]]);
    return n;
}

size_t fm_long_keys(const feature_model *m, const fm_words *w, const config *c, uint64_t *key, void *scratch)
{
    size_t n = 0;
    for (int i = 0; i < m->long_rests; i++)
        n += line_keys(m, m->long_rest[i], 0, w, key + n, scratch);
    return n + all_advised_keys(m, w, c, key + n, NULL, scratch);
}

void fm_group_words(const feature_model *m, const fm_words *w, const void *scratch, uint64_t *word)
{
    const int *node = nodes(m, scratch);
    for (int i = 0; i < m->groups; i++)
        word[i] = w->whole[node[m->group[i].address] + 1];
}

size_t fm_group_keys(const feature_model *m, int group, const fm_words *w, uint64_t *key, const void *scratch)
{
    const fm_group *g = &m->group[group];
    size_t n = 0;
    for (int i = g->first; i < g->first + g->lines; i++)
        n += line_keys(m, m->alone[i], 0, w, key + n, scratch);
    return n;
}

size_t fm_most(const feature_model *m)
{
    size_t most = 0;
    for (int i = 0; i < m->lines; i++)
        most += (m->line[i].each[0] < 0 ? 1u : FM_MOST_EACH) * (size_t)(m->line[i].advised ? m->guides : 1);
    return most;
}

size_t fm_scratch(const feature_model *m)
{
    return (size_t)(m->terms + m->parts) * sizeof(uint64_t) +
           (size_t)m->addresses * (sizeof(uint64_t *) + sizeof(int));
}
