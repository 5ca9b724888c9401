// SPDX-License-Identifier: MIT
// The features of a word, static ones and those of its context, and how tags relate to the books.
#include "common/base/hash.h"
#include "text/tagger_words.h"

enum { STATIC = 100, CONTEXT = 200 };
enum { STATIC_END = 3, STATIC_STEM = 20, STEM_STEP = 5, STATIC_LASTING = 40, STATIC_FOLDED = 50 };
enum { STATIC_INNER = 60, STATIC_TAIL = 61, STATIC_LASTING_END = 63 };
enum { STATIC_LETTER = 70, STATIC_REPEATED = 74 };
enum {
    FOLDED_END = 7,  // letters of the longest folded end
    INNER = 3,       // letters inside a word that are looked at together
    TAIL = 3,        // the first letters after a stem, at most
    LASTING_END = 3, // letters of the longest end beside the values of a stem
};

static size_t affix_keys(const tg_word *w, uint64_t *key)
{
    size_t n = 0;
    for (int i = 0; i < w->affixes; i++) {
        key[n++] = hash_mix(STATIC + 8, w->begin[i]);
        key[n++] = hash_mix(STATIC + 9, w->end[i]);
    }
    for (int i = 1; i < FOLDED_END && i < w->affixes; i++)
        key[n++] = hash_mix(STATIC + STATIC_FOLDED, w->folded[i]);
    for (int i = 1; i <= STATIC_END && i < w->affixes; i++)
        key[n++] = hash_mix(hash_mix(STATIC + 10, w->face.look), w->end[i]);
    return n;
}

// Letters in a row anywhere before the last one: of several endings, those that stand inside the word.
static size_t inner_keys(const tg_word *w, uint64_t *key)
{
    size_t n = 0;
    for (int i = 1; i + INNER <= w->affixes; i++) {
        uint64_t letters = STATIC + STATIC_INNER;
        for (int k = 0; k < INNER; k++)
            letters = hash_mix(letters, w->small[i + k]);
        key[n++] = letters;
    }
    return n;
}

// The first letters of what follows a stem: the first of several endings.
static size_t tail_keys(const tg_word *w, int stem, uint64_t *key)
{
    const size_t rest = w->letters - (size_t)w->stem_end[stem];
    uint64_t letters = hash_mix(STATIC + STATIC_TAIL + (uint64_t)stem, w->stem_upos[stem]);
    size_t n = 0;
    for (size_t i = rest; rest <= TG_AFFIX && i > 0 && n < TAIL; i--)
        key[n++] = letters = hash_mix(letters, w->small[i - 1]);
    return n;
}

// The values that features have with the stem, all of them, beside ends: an ending may be one case of
// feminine nouns and another one of neuter ones.
static size_t lasting_keys(const tg_word *w, uint64_t *key)
{
    uint64_t all = STATIC + STATIC_LASTING_END;
    size_t n = 0;
    for (int i = 0; i < w->lastings; i++)
        all = hash_mix(all, w->lasting[i]);
    for (int i = 0; i < LASTING_END && i < w->affixes && w->lastings; i++)
        key[n++] = hash_mix(all, w->end[i]);
    return n;
}

// What follows the stems, and what is known of them.
static size_t stem_keys(const tg_word *w, uint64_t *key)
{
    size_t n = 0;
    for (int i = 0; i < w->lastings; i++)
        key[n++] = hash_mix(STATIC + STATIC_LASTING, w->lasting[i]);
    n += lasting_keys(w, key + n);
    for (int i = 0; i < 2 && w->stem_end[i]; i++) {
        const uint64_t number = STATIC + STATIC_STEM + STEM_STEP * (uint64_t)i, upos = w->stem_upos[i];
        const size_t rest = w->letters - (size_t)w->stem_end[i];
        const uint64_t tail = rest ? w->end[rest < TG_AFFIX ? rest - 1 : TG_AFFIX - 1] : 0;
        key[n++] = hash_mix(hash_mix(number, upos), tail);
        key[n++] = hash_mix(number + 1, tail);
        if (rest)
            key[n++] =
                hash_mix(hash_mix(number + 4, upos), w->folded[rest < TG_AFFIX ? rest - 1 : TG_AFFIX - 1]);
        key[n++] = hash_mix(hash_mix(number + 2, upos), rest);
        key[n++] = hash_mix(hash_mix(number + 3, upos), w->face.look);
        n += tail_keys(w, i, key + n);
    }
    return n;
}

// Where letters have no case, a letter may be a word or a part of one: a Chinese character has its meaning in
// any place. And which letters are repeated: Chinese verbs and adverbs are doubled.
static size_t letter_keys(const tg_word *w, uint64_t *key)
{
    size_t n = 0;
    uint64_t repeated = STATIC + STATIC_REPEATED;
    if (!w->caseless || w->letters > TGW_LETTERS)
        return 0;
    for (int i = 0; i < w->affixes; i++) {
        uint64_t same = 0;
        while (w->first[same] != w->first[i])
            same++;
        repeated = hash_mix(repeated, same);
        key[n++] = hash_mix(STATIC + STATIC_LETTER, w->first[i]);
    }
    key[n++] = hash_mix(hash_mix(STATIC + STATIC_LETTER + 1, w->face.begin1), w->letters);
    key[n++] = hash_mix(hash_mix(STATIC + STATIC_LETTER + 2, w->face.end1), w->letters);
    key[n++] = repeated;
    return n;
}

size_t tg_static_keys(const tg_word *w, uint64_t key[TGW_STATIC])
{
    size_t n = 0;
    key[n++] = hash_mix(STATIC, 0);
    key[n++] = hash_mix(STATIC + 1, w->face.form);
    key[n++] = hash_mix(STATIC + 2, w->face.lower);
    key[n++] = hash_mix(STATIC + 3, w->shape);
    key[n++] = hash_mix(STATIC + 4, w->face.look);
    key[n++] = hash_mix(STATIC + 5, w->face.class_tag);
    key[n++] = hash_mix(STATIC + 6, w->face.class_upos);
    key[n++] = hash_mix(STATIC + 7, w->best);
    key[n++] = hash_mix(STATIC + 11, (uint64_t)w->affixes);
    if (w->affixes > 1)
        key[n++] = hash_mix(hash_mix(STATIC + 12, w->begin[1]), w->face.end3);
    if (w->listed_class)
        key[n++] = hash_mix(STATIC + 13, w->listed_class);
    for (int i = 0; i < CLUSTERS_LEVELS; i++)
        if (w->face.cluster[i])
            key[n++] = hash_mix(STATIC + 14 + (uint64_t)i, w->face.cluster[i]);
    if (w->entry.total < TGW_RARE) {
        n += affix_keys(w, key + n);
        n += inner_keys(w, key + n);
        n += stem_keys(w, key + n);
        if (w->second)
            n += letter_keys(w, key + n);
    }
    return n;
}

_Static_assert((int)TGW_STATIC >= 11 + CLUSTERS_LEVELS + 2 * TG_AFFIX + FOLDED_END + STATIC_END +
                                      (TG_AFFIX - INNER) + TGW_LASTING + LASTING_END + 2 * (5 + TAIL) +
                                      (TGW_LETTERS + 3),
               "room for static features");

// ---------------------------------------------------------------------------------------------------
// Context

static inline uint64_t one(uint64_t number, uint64_t a)
{
    return hash_mix(CONTEXT + number, a);
}

static inline uint64_t two(uint64_t number, uint64_t a, uint64_t b)
{
    return hash_mix(hash_mix(CONTEXT + number, a), b);
}

static size_t cluster_keys(const tg_face *before, const tg_face *after, uint64_t *key)
{
    size_t n = 0;
    for (int i = 1; i < CLUSTERS_LEVELS; i += 2) {
        if (before->cluster[i])
            key[n++] = one(30 + (uint64_t)i, before->cluster[i]);
        if (after->cluster[i])
            key[n++] = one(40 + (uint64_t)i, after->cluster[i]);
    }
    return n;
}

size_t tg_context_keys(const tg_face *const around[2 * TGW_AROUND + 1], bool first, const tg_face *last,
                       uint64_t key[TGW_CONTEXT])
{
    const tg_face *b2 = around[0], *b1 = around[1], *w = around[2], *a1 = around[3], *a2 = around[4];
    size_t n = 0;
    key[n++] = one(0, b1->lower);
    key[n++] = one(1, a1->lower);
    key[n++] = one(2, b2->lower);
    key[n++] = one(3, a2->lower);
    key[n++] = two(4, b1->lower, w->lower);
    key[n++] = two(5, w->lower, a1->lower);
    key[n++] = two(6, b1->lower, a1->lower);
    key[n++] = one(7, b1->end3);
    key[n++] = one(8, a1->end3);
    key[n++] = one(9, b1->class_tag);
    key[n++] = one(10, a1->class_tag);
    key[n++] = one(11, b2->class_tag);
    key[n++] = one(12, a2->class_tag);
    key[n++] = two(13, b1->class_tag, w->class_tag);
    key[n++] = two(14, w->class_tag, a1->class_tag);
    key[n++] = two(15, b1->class_upos, a1->class_upos);
    key[n++] = two(16, a1->class_upos, a2->class_upos);
    key[n++] = two(17, b2->class_upos, b1->class_upos);
    key[n++] = two(18, b1->end3, w->end3);
    key[n++] = two(19, w->end3, a1->end3);
    key[n++] = two(20, w->look, first);
    key[n++] = two(21, hash_mix(b1->look, w->look), a1->look);
    key[n++] = two(22, b1->class_tag, w->end3);
    key[n++] = two(23, a1->class_tag, w->end3);
    key[n++] = one(24, b1->end2);
    key[n++] = one(25, a1->end2);
    key[n++] = two(26, last->form, w->class_upos);
    key[n++] = two(27, b1->end1, w->begin1);
    key[n++] = two(28, w->end1, a1->begin1);
    key[n++] = one(29, b1->end1);
    key[n++] = one(50, a1->begin1);
    return n + cluster_keys(b1, a1, key + n);
}

_Static_assert((int)TGW_CONTEXT >= 31 + CLUSTERS_LEVELS, "room for features of the context");

// ---------------------------------------------------------------------------------------------------
// Relations

static int share_of(uint32_t part, uint32_t total)
{
    if (part == 0)
        return 0;
    if (part == total)
        return TGR_SHARES - 1;
    return part * 50 < total      ? 1
           : part * 10 < total    ? 2
           : part * 3 < total     ? 3
           : part * 3 < total * 2 ? 4
                                  : 5;
}

static int total_of(uint32_t total)
{
    return total < 2 ? (int)total : total < 4 ? 2 : total < 12 ? 3 : 4;
}

int tg_relation_row(int kind, uint32_t part, uint32_t total)
{
    return (kind * TGR_TOTALS + total_of(total)) * TGR_SHARES + share_of(part, total);
}

// A tag and its UPOS in one entry.
static int relate(const tg_entry *e, int kind, uint16_t tag, uint16_t upos, int row[2])
{
    uint32_t same = 0, near = 0;
    for (int i = 0; i < e->n && !same; i++) {
        if (e->upos[i] == upos)
            near = e->near[i];
        if (e->tag[i] == tag)
            same = e->count[i];
    }
    row[0] = tg_relation_row(kind, same, e->total);
    row[1] = tg_relation_row(kind + 1, near, e->total);
    return 2;
}

int tg_relate(const tg_tags *tags, const tg_word *w, uint16_t tag, int row[TGR_FIRST_KINDS])
{
    const tg_entry *const entry[TGR_FIRST_KINDS / 2] = {&w->entry, &w->listed, &w->stem};
    const uint16_t upos = tags->of[tag][TG_UPOS];
    int n = 0;
    for (int k = 0; k < TGR_FIRST_KINDS / 2; k++)
        n += relate(entry[k], 2 * k, tag, upos, row + n);
    return n;
}

int tg_relate_more(const tg_tags *tags, const tg_word *w, uint16_t tag, int row[TGR_KINDS - TGR_FIRST_KINDS])
{
    const uint16_t upos = tags->of[tag][TG_UPOS];
    int n = 0;
    for (int k = 0; k < TGW_MORE; k++)
        if (w->more[k].n)
            n += relate(&w->more[k], TGR_FIRST_KINDS + 2 * k, tag, upos, row + n);
    return n;
}
