// SPDX-License-Identifier: MIT
#include "text/multiword.h"

#include "common/base/hash.h"
#include "common/base/letter_case.h"
#include "common/base/mem.h"
#include "common/base/text.h"
#include "common/base/utf8.h"
#include "text/segment_features.h"

#include <stdlib.h>
#include <string.h>

void mw_done(mw_model *m)
{
    mem_free(m->rule);
    arena_done(&m->texts);
    lx_done(&m->ends);
    lx_done(&m->seen);
    li_done(&m->w);
    memset(m, 0, sizeof *m);
}

// --- Rules

// The key of a cut, character by character from the end of the token inwards, or from its front.
static uint64_t begin_key(bool front)
{
    return front ? 2 : 1;
}

static uint64_t key_of_cut(const mw_rule *r, const ch_table *known, lexicon *ends)
{
    ch_char c[MW_MOST_CUT];
    size_t n = 0;
    uint64_t key = begin_key(r->front);
    for (copse_str rest = r->cut; rest.len && n < MW_MOST_CUT; n++) {
        ch_decode(known, rest, true, &c[n]);
        rest = (copse_str){rest.s + c[n].size, rest.len - c[n].size};
    }
    for (size_t i = 0; i < n; i++) {
        key = sg_extend(key, c[r->front ? i : n - 1 - i].low);
        if (ends)
            lx_count(ends, key);
    }
    return key;
}

static uint32_t count_chars(const ch_table *known, copse_str s)
{
    uint32_t n = 0;
    ch_char c;
    while (s.len && ch_decode(known, s, true, &c)) {
        s = (copse_str){s.s + c.size, s.len - c.size};
        n++;
    }
    return n;
}

// Are the words, without what is kept, what was cut off?
static bool is_copy(const mw_rule *r)
{
    size_t at = 0;
    for (size_t i = 0; i < r->words; i++) {
        const copse_str w = r->word[i];
        if (at + w.len > r->cut.len || memcmp(r->cut.s + at, w.s, w.len) != 0)
            return false;
        at += w.len;
    }
    return at == r->cut.len;
}

static bool is_vowel(uint32_t point)
{
    static const uint32_t vowels[] = {
        'a',   'e',   'i',   'o',   'u',   'y',   0x131, 0xe0,  0xe1,  0xe2,  0xe3,  0xe4,  0xe5,
        0xe6,  0xe8,  0xe9,  0xea,  0xeb,  0xec,  0xed,  0xee,  0xef,  0xf2,  0xf3,  0xf4,  0xf5,
        0xf6,  0xf8,  0xf9,  0xfa,  0xfb,  0xfc,  0xfd,  0x151, 0x171, 0x16f, 0x11b, 0x430, 0x435,
        0x438, 0x43e, 0x443, 0x44b, 0x44d, 0x44e, 0x44f, 0x451, 0x454, 0x456, 0x457, 0x3b1, 0x3b5,
        0x3b7, 0x3b9, 0x3bf, 0x3c5, 0x3c9, 0x3ac, 0x3ad, 0x3ae, 0x3af, 0x3cc, 0x3cd, 0x3ce};
    for (size_t i = 0; i < sizeof vowels / sizeof vowels[0]; i++)
        if (vowels[i] == point)
            return true;
    return false;
}

uint32_t mw_fold(uint32_t low)
{
    static const uint32_t pair[][2] = {{'t', 'd'}, {'k', 'g'},  {'p', 'b'},
                                       {'f', 'v'}, {0xe7, 'c'}, {0x11f, 'g'}};
    for (size_t i = 0; i < sizeof pair / sizeof pair[0]; i++)
        if (pair[i][0] == low)
            return pair[i][1];
    return is_vowel(low) && low != 'y' ? 'a' : low;
}

// Folded, without an apostrophe and y at the beginning.
static uint64_t folded(const ch_table *known, copse_str s, uint64_t key)
{
    ch_char c;
    bool first = true;
    while (s.len && ch_decode(known, s, true, &c)) {
        if (!first || (c.low != 'y' && c.cls != CH_APOSTROPHE))
            key = sg_extend(key, mw_fold(c.low));
        first = c.cls == CH_APOSTROPHE;
        s = (copse_str){s.s + c.size, s.len - c.size};
    }
    return sg_extend(key, ' ');
}

static uint64_t without_vowels(const ch_table *known, copse_str s, uint64_t key)
{
    ch_char c;
    while (s.len && ch_decode(known, s, true, &c)) {
        key = sg_extend(key, is_vowel(c.low) ? 'a' : c.low);
        s = (copse_str){s.s + c.size, s.len - c.size};
    }
    return sg_extend(key, ' ');
}

bool mw_finish(mw_rule *r, const ch_table *known)
{
    if (r->words < 2 || r->words > MW_MOST_WORDS || !r->cut.len)
        return false;
    if (r->kept != MW_NONE && r->kept != (r->front ? r->words - 1 : 0))
        return false;
    r->cut_size = count_chars(known, r->cut);
    r->name = hash_bytes(r->cut.s, r->cut.len);
    r->kin = without_vowels(known, r->cut, r->kept * 2U + r->front);
    r->clan = folded(known, r->cut, r->kept * 2U + r->front);
    for (size_t i = 0; i < r->words; i++) {
        if (!r->word[i].len && i != r->kept)
            return false;
        r->name = hash_mix(r->name, hash_bytes(r->word[i].s, r->word[i].len));
        r->kin = without_vowels(known, r->word[i], r->kin);
        r->clan = folded(known, r->word[i], r->clan);
    }
    r->name = hash_mix(r->name, r->kept * 2U + r->front);
    r->copies = is_copy(r);
    return r->cut_size <= MW_MOST_CUT;
}

static int by_key(const void *x, const void *y)
{
    const mw_rule *a = x, *b = y;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->name < b->name ? -1 : a->name > b->name;
}

void mw_sort(mw_model *m, const ch_table *known)
{
    for (size_t i = 0; i < m->rules; i++)
        m->rule[i].key = key_of_cut(&m->rule[i], known, &m->ends);
    if (m->rules)
        qsort(m->rule, m->rules, sizeof *m->rule, by_key);
}

// Adds the rules with a key, of a cut of n characters.
static size_t add_rules(const mw_model *m, uint64_t key, size_t n, size_t length, uint32_t *fitting,
                        size_t found)
{
    size_t low = 0, high = m->rules;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (m->rule[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < m->rules && m->rule[low].key == key && found < MW_MOST_FITTING; low++) {
        const mw_rule *r = &m->rule[low];
        if (r->cut_size == n && (r->kept == MW_NONE ? n == length : n < length))
            fitting[found++] = (uint32_t)low;
    }
    return found;
}

size_t mw_fitting(const mw_model *m, const ch_char *token, size_t length, uint32_t *fitting)
{
    size_t found = 0;
    for (int front = 0; front < 2; front++) {
        uint64_t key = begin_key(front);
        for (size_t i = 0; i < length && i < MW_MOST_CUT; i++) {
            key = sg_extend(key, token[front ? i : length - 1 - i].low);
            if (!lx_get(&m->ends, key))
                break;
            found = add_rules(m, key, i + 1, length, fitting, found);
        }
    }
    return found;
}

// --- Splitting

static bool is_upper(const ch_char *c)
{
    return c->cls == CH_UPPER;
}

// Adds a text of a rule. upper: how many of its first letters become capitals.
static void add_literal(text *words, copse_str s, size_t upper)
{
    for (uint32_t point; s.len && upper; upper--) {
        const size_t size = utf8_decode(s.s, s.len, &point);
        if (!size)
            break;
        ch_add(words, &(ch_char){.point = lc_upper(point)}, 1);
        s = (copse_str){s.s + size, s.len - size};
    }
    text_str(words, s);
}

// The words are slices of the token.
static void copy_words(const mw_rule *r, const ch_char *token, size_t length, text *words)
{
    const size_t kept = mw_kept(r, length);
    for (size_t i = 0; i < r->words; i++) {
        size_t n = i == r->kept ? kept : 0;
        for (size_t b = 0; b < r->word[i].len; b++)
            n += ((unsigned char)r->word[i].s[b] & 0xc0) != 0x80;
        ch_add(words, token, n);
        token += n;
        text_add(words, "\n", 1);
    }
}

int mw_split(const mw_rule *r, const ch_char *token, size_t length, text *words)
{
    const size_t kept = mw_kept(r, length);
    const bool capital = is_upper(&token[0]), all = length > 1 && capital && is_upper(&token[1]);
    if (r->copies) {
        copy_words(r, token, length, words);
        return r->words;
    }
    for (size_t i = 0; i < r->words; i++) {
        const size_t upper = all ? r->word[i].len : i == 0 && capital && r->kept != 0;
        if (i == r->kept && !r->front)
            ch_add(words, token, kept);
        add_literal(words, r->word[i], upper);
        if (i == r->kept && r->front)
            ch_add(words, token + r->cut_size, kept);
        text_add(words, "\n", 1);
    }
    return r->words;
}

static mw_choice choose(const mw_model *m, const mw_place *place)
{
    uint32_t fitting[MW_MOST_FITTING];
    const size_t n = m->rules ? mw_fitting(m, place->token, place->length, fitting) : 0;
    mw_choice best = {NULL, 0};
    mw_sight sight;
    li_keys k;
    if (!n || mw_is_whole(m, place, 0))
        return best;
    mw_look(m, place, NULL, &sight);
    for (size_t i = 0; i < n; i++) {
        const mw_rule *r = &m->rule[fitting[i]];
        mw_keys(m, &sight, r, &k);
        const float score = li_sum(&m->w, &k);
        if (!best.rule || score > best.score)
            best = (mw_choice){r, score};
    }
    best.score *= m->w.scale;
    return best;
}

static mw_place place_of(const mw_token *t, size_t i, size_t n)
{
    mw_place p = {.token = t[i].c, .length = t[i].length};
    if (i) {
        p.before = t[i - 1].c;
        p.before_length = t[i - 1].length;
    }
    if (i + 1 < n) {
        p.after = t[i + 1].c;
        p.after_length = t[i + 1].length;
    }
    return p;
}

void mw_decide(const mw_model *m, mw_token *token, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const mw_place place = place_of(token, i, n);
        token[i].choice = choose(m, &place);
        token[i].splits = token[i].choice.score > 0;
    }
}
