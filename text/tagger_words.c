// SPDX-License-Identifier: MIT
#include "text/tagger_words.h"

#include "common/base/hash.h"
#include "common/base/letter_case.h"
#include "common/base/utf8.h"
#include "text/clusters.h"

#include <string.h>
double knob(const char *name, double def);

enum { SALT_FORM = 11, SALT_LOWER = 12, SALT_BEGIN = 13, SALT_END = 14, SALT_UNKNOWN = 15 };

// ---------------------------------------------------------------------------------------------------
// Letters

typedef struct letters {
    uint32_t first[TGW_AFFIX], last[TGW_AFFIX]; // in lower case; last is a ring
    size_t n;
    uint64_t lower, shape;
    unsigned kinds; // bits of those that occur
    char kind, first_kind;
} letters;

// X: upper case, x: lower case, c: another letter or mark, 9: a digit, -: a hyphen, .: anything else.
static char kind_of(uint32_t point)
{
    if (point < 0x80) {
        if (point >= 'a' && point <= 'z')
            return 'x';
        if (point >= 'A' && point <= 'Z')
            return 'X';
        return point >= '0' && point <= '9' ? '9' : point == '-' ? '-' : '.';
    }
    if (lc_is_upper(point))
        return 'X';
    if (lc_is_lower(point))
        return 'x';
    if (lc_is_letter(point) || lc_is_mark(point))
        return 'c';
    return lc_is_digit(point) ? '9' : '.';
}

static unsigned kind_bit(char kind)
{
    static const char kinds[] = "Xxc9-.";
    return 1U << (strchr(kinds, kind) - kinds);
}

static void read_letters(letters *l, copse_str form)
{
    memset(l, 0, sizeof *l);
    l->lower = SALT_LOWER;
    for (size_t at = 0; at < form.len;) {
        uint32_t point;
        size_t len = utf8_decode(form.s + at, form.len - at, &point);
        if (len == 0) {
            len = 1;
            point = 0x110000 + (unsigned char)form.s[at];
        }
        at += len;
        const char kind = kind_of(point);
        const uint32_t small = kind == '9' ? '0' : kind == 'x' ? point : lc_lower(point);
        if (l->n < TGW_AFFIX)
            l->first[l->n] = small;
        l->last[l->n % TGW_AFFIX] = small;
        l->lower = hash_mix(l->lower, small);
        if (kind != l->kind)
            l->shape = hash_mix(l->shape, (uint64_t)kind);
        l->kind = kind;
        l->kinds |= kind_bit(kind);
        if (l->n++ == 0)
            l->first_kind = kind;
    }
}

static void set_affixes(tg_word *w, const letters *l)
{
    const int n = l->n < TGW_AFFIX ? (int)l->n : TGW_AFFIX;
    uint64_t begin = SALT_BEGIN, end = SALT_END;
    for (int i = 0; i < n; i++) {
        begin = hash_mix(begin, l->first[i]);
        end = hash_mix(end, l->last[(l->n - 1 - (size_t)i) % TGW_AFFIX]);
        w->begin[i] = begin;
        w->end[i] = end;
    }
    w->begins = w->ends = n;
    w->letters = l->n;
}

// ---------------------------------------------------------------------------------------------------
// The book

// Which tags an entry has, rare ones left out, and the most frequent.
static void set_classes(tg_word *w, const tg_tags *tags)
{
    const tg_entry *e = &w->entry;
    uint32_t upos = 0, best = 0;
    w->class_tag = 0;
    for (int i = 0; i < e->n; i++) {
        if (e->count[i] * 20U < e->total)
            continue;
        w->class_tag = hash_mix(w->class_tag, e->tag[i]);
        upos |= 1U << (tags->of[e->tag[i]][TG_UPOS] & 31);
        if (e->count[i] > e->count[best])
            best = (uint32_t)i;
    }
    const unsigned sure = e->count[best] * 10U >= e->total * 9U ? 2 : e->count[best] * 10U >= e->total * 6U;
    w->class_upos = upos;
    w->best = hash_mix(e->tag[best], sure * 4 + (e->total > 1) + (e->total > 4) + (e->total > 16));
}

// A form that is not in the book is known by its end.
static void set_unknown(tg_word *w)
{
    const uint64_t end = w->ends ? w->end[w->ends < 3 ? w->ends - 1 : 2] : 0;
    w->class_tag = hash_mix(hash_mix(SALT_UNKNOWN, end), w->capital);
    w->class_upos = hash_mix(hash_mix(SALT_UNKNOWN, w->ends ? w->end[w->ends < 2 ? 0 : 1] : 0), w->look);
    w->best = 0;
}

static void find_stems(tg_word *w, const tg_sources *from, uint16_t without, int own)
{
    w->stem_end[0] = w->stem_end[1] = 0;
    w->stem[0].n = w->stem[1].n = 0;
    if (!from->stems) return;
    for (int i = w->begins, n = 0; i >= 2 && n < 2; i--) {
        tg_book_find(from->stems, w->begin[i - 1], i == own ? without : 0, &w->stem[n]);
        for (int k = 0; k < w->stem[n].n; k++)
            w->stem[n].upos[k] = from->tags->of[w->stem[n].tag[k]][TG_UPOS];
        if (w->stem[n].n)
            w->stem_end[n++] = i;
    }
    w->lastings = 0;
    for (size_t name = 0; w->stem[0].n && name < from->tags->names && w->lastings < (int)knob("NAMES", 12); name++) {
        uint64_t bits = 0;
        for (int k = 0; k < w->stem[0].n; k++) {
            const uint16_t v = from->tags->feature[w->stem[0].tag[k]][name];
            bits |= v ? (uint64_t)1 << (hash_mix(1, v) & 63) : 0;
        }
        if (bits)
            w->lasting[w->lastings++] = hash_mix(name, bits);
    }
}

int tg_stem(copse_str form, copse_str lemma)
{
    letters a, b;
    int n = 0;
    read_letters(&a, form);
    read_letters(&b, lemma);
    while (n < TGW_AFFIX && (size_t)n < a.n && (size_t)n < b.n && a.first[n] == b.first[n])
        n++;
    return n < 2 ? 0 : n;
}

void tg_word_entries(tg_word *w, const tg_sources *from, uint16_t without, int stem)
{
    find_stems(w, from, without, stem);
    tg_book_find(from->book, w->form, without, &w->entry);
    if (w->entry.n == 0)
        tg_book_find(from->book, w->lower, without, &w->entry);
    w->listed.n = 0;
    if (!from->lexicon)
        return;
    tg_book_find(from->lexicon, w->form, 0, &w->listed);
    if (w->listed.n == 0)
        tg_book_find(from->lexicon, w->lower, 0, &w->listed);
}

static void look_up(tg_word *w, const tg_sources *from, uint16_t without, int stem)
{
    tg_word_entries(w, from, without, stem);
    if (w->entry.n)
        set_classes(w, from->tags);
    else
        set_unknown(w);
    w->lexicon = 0;
    for (int i = 0; i < w->listed.n; i++)
        w->lexicon = hash_mix(w->lexicon, w->listed.tag[i]);
}

void tg_word_set(tg_word *w, const tg_sources *from, copse_str form, uint16_t without, int stem)
{
    letters l;
    read_letters(&l, form);
    w->form = hash_mix(SALT_FORM, hash_bytes(form.s, form.len));
    w->lower = l.lower;
    w->shape = l.shape;
    w->look = hash_mix(l.kinds, (uint64_t)l.first_kind);
    w->capital = l.first_kind == 'X';
    set_affixes(w, &l);
    memset(w->cluster, 0, sizeof w->cluster);
    if (from->clusters)
        clusters_find(from->clusters, form, w->cluster);
    look_up(w, from, without, stem);
}

void tg_word_edge(tg_word *w)
{
    memset(w, 0, sizeof *w);
    w->form = w->lower = w->shape = w->look = w->class_tag = w->class_upos = w->best = 1;
}

// ---------------------------------------------------------------------------------------------------
// Features

enum { STATIC = 100, CONTEXT = 200 };

size_t tg_static_keys(const tg_word *w, uint64_t *key)
{
    size_t n = 0;
    key[n++] = hash_mix(STATIC, 0);
    key[n++] = hash_mix(STATIC + 1, w->form);
    key[n++] = hash_mix(STATIC + 2, w->lower);
    key[n++] = hash_mix(STATIC + 3, w->shape);
    key[n++] = hash_mix(STATIC + 4, w->look);
    key[n++] = hash_mix(STATIC + 5, w->class_tag);
    key[n++] = hash_mix(STATIC + 6, w->class_upos);
    key[n++] = hash_mix(STATIC + 7, w->best);
    static int RARE = -1, MODE;
    if (RARE < 0) RARE = (int)knob("RARE", 1000000), MODE = (int)knob("RAREMODE", 0);
    const bool rare = (int)w->entry.total < RARE;
    for (int i = 0; i < w->begins; i++)
        if (rare || (MODE & 1 && i < 3)) key[n++] = hash_mix(STATIC + 8, w->begin[i]);
    for (int i = 0; i < w->ends; i++)
        if (rare || (MODE & 1 && i < 3)) key[n++] = hash_mix(STATIC + 9, w->end[i]);
    for (int i = 1; i < 4 && i < w->ends; i++)
        if (rare || (MODE & 1 && i < 3))key[n++] = hash_mix(hash_mix(STATIC + 10, w->look), w->end[i]);
    key[n++] = hash_mix(STATIC + 11, (uint64_t)w->begins);
    if (w->begins > 1)
        key[n++] = hash_mix(hash_mix(STATIC + 12, w->begin[1]), w->end[w->ends > 2 ? 2 : 1]);
    if (w->lexicon)
        key[n++] = hash_mix(STATIC + 13, w->lexicon);
    for (int i = 0; i < TGW_CLUSTER; i++)
        if (w->cluster[i])
            key[n++] = hash_mix(STATIC + 14 + (uint64_t)i, w->cluster[i]);
    for (int i = 0; i < w->lastings && rare; i++)
        key[n++] = hash_mix(STATIC + 40, w->lasting[i]);
    for (int i = 0; i < 2 && rare && knob("STEM", 1); i++) {
        const uint64_t rest = w->stem_end[i] ? w->letters - (size_t)w->stem_end[i] : 0, number = STATIC + 20 + 5 * (uint64_t)i;
        if (!w->stem_end[i]) continue;
        const uint64_t tail = rest ? w->end[rest < TGW_AFFIX ? rest - 1 : TGW_AFFIX - 1] : 7;
        uint64_t mask = 0;
        for (int k = 0; k < w->stem[i].n; k++)
            mask |= 1U << (w->stem[i].upos[k] & 31);
        key[n++] = hash_mix(hash_mix(number, mask), tail);
        key[n++] = hash_mix(number + 1, tail);
        key[n++] = hash_mix(hash_mix(number + 2, mask), rest);
        key[n++] = hash_mix(hash_mix(number + 3, mask), w->look);
    }
    return n;
}

static uint64_t short_end(const tg_word *w, int letters)
{
    return w->ends ? w->end[(w->ends < letters ? w->ends : letters) - 1] : w->form;
}

// A single part or two parts of words.
static uint64_t one(uint64_t number, uint64_t a)
{
    return hash_mix(CONTEXT + number, a);
}

static uint64_t two(uint64_t number, uint64_t a, uint64_t b)
{
    return hash_mix(hash_mix(CONTEXT + number, a), b);
}

size_t tg_context_keys(const tg_word *const around[2 * TGW_AROUND + 1], bool first, const tg_word *last,
                       uint64_t *key)
{
    const tg_word *b2 = around[0], *b1 = around[1], *w = around[2], *a1 = around[3], *a2 = around[4];
    size_t n = 0;
    key[n++] = one(0, b1->lower);
    key[n++] = one(1, a1->lower);
    key[n++] = one(2, b2->lower);
    key[n++] = one(3, a2->lower);
    key[n++] = two(4, b1->lower, w->lower);
    key[n++] = two(5, w->lower, a1->lower);
    key[n++] = two(6, b1->lower, a1->lower);
    key[n++] = one(7, short_end(b1, 3));
    key[n++] = one(8, short_end(a1, 3));
    key[n++] = one(9, b1->class_tag);
    key[n++] = one(10, a1->class_tag);
    key[n++] = one(11, b2->class_tag);
    key[n++] = one(12, a2->class_tag);
    key[n++] = two(13, b1->class_tag, w->class_tag);
    key[n++] = two(14, w->class_tag, a1->class_tag);
    key[n++] = two(15, b1->class_upos, a1->class_upos);
    key[n++] = two(16, a1->class_upos, a2->class_upos);
    key[n++] = two(17, b2->class_upos, b1->class_upos);
    key[n++] = two(18, short_end(b1, 3), short_end(w, 3));
    key[n++] = two(19, short_end(w, 3), short_end(a1, 3));
    key[n++] = two(20, w->look, first);
    key[n++] = two(21, hash_mix(b1->look, w->look), a1->look);
    key[n++] = two(22, b1->class_tag, short_end(w, 3));
    key[n++] = two(23, a1->class_tag, short_end(w, 3));
    key[n++] = one(24, short_end(b1, 2));
    key[n++] = one(25, short_end(a1, 2));
    key[n++] = two(26, last->form, w->class_upos);
    if (b1->cluster[0])
        key[n++] = one(27, b1->cluster[TGW_CLUSTER - 1]);
    if (a1->cluster[0])
        key[n++] = one(28, a1->cluster[TGW_CLUSTER - 1]);
    if (b1->cluster[1])
        key[n++] = one(29, b1->cluster[1]);
    if (a1->cluster[1])
        key[n++] = one(30, a1->cluster[1]);
    return n;
}

// ---------------------------------------------------------------------------------------------------
// Relations

static int share_of(uint32_t part, uint32_t total)
{
    if (part == 0)
        return 0;
    if (part == total)
        return 6;
    return part * 50 < total      ? 1
           : part * 10 < total    ? 2
           : part * 3 < total     ? 3
           : part * 3 < total * 2 ? 4
                                  : 5;
}

static int total_of(uint32_t total)
{
    return total == 0 ? 0 : total == 1 ? 1 : total < 4 ? 2 : total < 12 ? 3 : 4;
}

static int upos_of(const tg_tags *tags, uint16_t tag)
{
    return tag & 0x8000 ? tag & 0x7fff : tags->of[tag][TG_UPOS];
}

static int row_of(int kind, uint32_t part, uint32_t total)
{
    return (kind * TGR_TOTALS + total_of(total)) * TGR_SHARES + share_of(part, total);
}

void tg_relate(const tg_tags *tags, const tg_word *w, uint16_t tag, int row[TGR_KINDS])
{
    const tg_entry *const entry[2] = {&w->entry, &w->listed};
    for (int k = 0; k < 2; k++) {
        uint32_t same = 0, near = 0, total = 0;
        for (int i = 0; i < entry[k]->n; i++) {
            total += entry[k]->count[i];
            same += entry[k]->tag[i] == tag ? entry[k]->count[i] : 0U;
            near += upos_of(tags, entry[k]->tag[i]) == tags->of[tag][TG_UPOS] ? entry[k]->count[i] : 0U;
        }
        row[2 * k] = row_of(2 * k, same, total);
        row[2 * k + 1] = row_of(2 * k + 1, near, total);
    }
    uint32_t near = 0, same = 0, total = 0;
    for (int i = 0; i < w->stem[0].n; i++) {
        total += w->stem[0].count[i];
        near += w->stem[0].upos[i] == tags->of[tag][TG_UPOS] ? w->stem[0].count[i] : 0U;
        same += w->stem[0].tag[i] == tag ? w->stem[0].count[i] : 0U;
    }
    row[4] = row_of(4, near, total);
    row[5] = row_of(5, same, total);
}
