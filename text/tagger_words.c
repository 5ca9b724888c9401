// SPDX-License-Identifier: MIT
// A word as the tagger sees it: its letters, and what the books know of it.
#include "text/tagger_words.h"

#include "common/base/hash.h"

#include <string.h>

enum { SALT_FORM = 11, SALT_BEGIN = 13, SALT_END = 14, SALT_UNKNOWN = 15 };

const tg_face tg_edge_face = {1, 1, 1, 1, 1, 1, 1, 1, 1, {0}};

static void set_affixes(tg_word *w, const tg_letters *l)
{
    uint64_t begin = SALT_BEGIN, end = SALT_END, folded = SALT_END;
    w->letters = l->n;
    w->affixes = l->n < TG_AFFIX ? (int)l->n : TG_AFFIX;
    for (int i = 0; i < w->affixes; i++) {
        w->begin[i] = begin = hash_mix(begin, l->first[i]);
        const uint32_t letter = l->last[(l->n - 1 - (size_t)i) % TG_AFFIX];
        w->small[i] = tg_fold(letter);
        w->folded[i] = folded = hash_mix(folded, w->small[i]);
        w->end[i] = end = hash_mix(end, letter);
    }
    w->face.begin1 = w->affixes ? w->begin[0] : w->face.form;
    w->face.end1 = w->affixes ? w->end[0] : w->face.form;
    w->face.end2 = w->affixes ? w->end[w->affixes < 2 ? 0 : 1] : w->face.form;
    w->face.end3 = w->affixes ? w->end[w->affixes < 3 ? w->affixes - 1 : 2] : w->face.form;
}

// ---------------------------------------------------------------------------------------------------
// The book

// Which tags an entry has, rare ones left out, and the most frequent.
static void set_classes(tg_word *w, const tg_tags *tags)
{
    const tg_entry *e = &w->entry;
    int best = 0;
    w->face.class_tag = w->face.class_upos = 0;
    for (int i = 0; i < e->n; i++) {
        if (e->count[i] * 20U < e->total)
            continue;
        w->face.class_tag = hash_mix(w->face.class_tag, e->tag[i]);
        w->face.class_upos |= 1U << (tags->of[e->tag[i]][TG_UPOS] & 31);
        if (e->count[i] > e->count[best])
            best = i;
    }
    const unsigned sure = e->count[best] * 10U >= e->total * 9U ? 2 : e->count[best] * 10U >= e->total * 6U;
    w->best =
        hash_mix(e->tag[best], sure * 4 + (unsigned)((e->total > 1) + (e->total > 4) + (e->total > 16)));
}

// A form that is not in the book is known by its end, and by forms that are alike.
static void set_unknown(tg_word *w)
{
    const uint64_t end = w->caseless ? w->face.end1 : w->face.end2;
    w->best = 0;
    if (w->second) {
        const uint64_t alike = hash_mix(w->alike_class[0], w->alike_class[TGW_ALIKE / 2]);
        w->face.class_tag = hash_mix(hash_mix(SALT_UNKNOWN, alike), end);
        w->face.class_upos = hash_mix(hash_mix(SALT_UNKNOWN, w->alike_class[0]), w->face.look);
    } else {
        w->face.class_tag = hash_mix(hash_mix(SALT_UNKNOWN, w->face.end3), w->capital);
        w->face.class_upos = hash_mix(hash_mix(SALT_UNKNOWN, w->face.end2), w->face.look);
    }
}

static void clear(tg_entry *e)
{
    e->n = 0;
    e->total = 0;
}

// Finds an entry, as tg_book_find, with all that it has.
static void look(const tg_book *book, uint64_t form, uint16_t without, const tg_tags *tags, tg_entry *e)
{
    tg_book_find(book, form, without, e);
    tg_entry_settle(e, tags);
}

void tg_word_look_up(tg_word *w, const tg_sources *from, tg_own own)
{
    look(from->book, w->face.form, own.tag, from->tags, &w->entry);
    if (w->entry.n == 0)
        look(from->book, w->face.lower, own.tag, from->tags, &w->entry);
    clear(&w->listed);
    clear(&w->more[0]);
    if (from->affixes && w->capital)
        look(from->book, w->face.lower, own.tag, from->tags, &w->more[0]);
    if (!from->lexicon)
        return;
    look(from->lexicon, w->face.form, TG_EDGE, from->tags, &w->listed);
    if (w->listed.n == 0)
        look(from->lexicon, w->face.lower, TG_EDGE, from->tags, &w->listed);
}

// ---------------------------------------------------------------------------------------------------
// Stems

// The values that features have in the tags of a stem. Gender of nouns, aspect of verbs belong to the lemma:
// a stem that was seen with one value in another form tells that of this one.
static void set_lasting(tg_word *w, const tg_tags *tags)
{
    w->lastings = 0;
    for (size_t name = 0; w->stem.n && name < tags->names && name < TGW_LASTING; name++) {
        uint64_t values = 0;
        for (int i = 0; i < w->stem.n; i++) {
            const uint16_t value = tags->feature[w->stem.tag[i]][name];
            values |= value ? (uint64_t)1 << (hash_mix(1, value) & 63) : 0;
        }
        if (values)
            w->lasting[w->lastings++] = hash_mix(name, values);
    }
}

// The two longest stems that the form begins with.
static void find_stems(tg_word *w, const tg_sources *from, tg_own own)
{
    clear(&w->stem);
    w->stem_end[0] = w->stem_end[1] = 0;
    for (int i = w->affixes, n = 0; i >= 2 && n < 2; i--) {
        tg_entry e;
        tg_book_find(from->stems, w->begin[i - 1], i == own.stem ? own.tag : TG_EDGE, &e);
        if (e.n == 0)
            continue;
        tg_entry_settle(&e, from->tags);
        w->stem_upos[n] = 0;
        for (int k = 0; k < e.n; k++)
            w->stem_upos[n] |= 1U << (e.upos[k] & 31);
        if (n == 0)
            w->stem = e;
        w->stem_end[n++] = i;
    }
    set_lasting(w, from->tags);
}

// ---------------------------------------------------------------------------------------------------
// Forms that are alike

// Takes the form's own tags out of an entry, so that others speak. In the book of affixes every form counts
// once with each of its tags.
static void leave_out(tg_entry *e, const tg_entry *own)
{
    const int all = e->n;
    clear(e);
    for (int i = 0; i < all; i++) {
        unsigned count = e->count[i];
        for (int k = 0; k < own->n; k++)
            count -= own->tag[k] == e->tag[i];
        if (count == 0)
            continue;
        e->tag[e->n] = e->tag[i];
        e->count[e->n++] = (uint16_t)count;
        e->total += count;
    }
}

static uint64_t alike_class(const tg_entry *e)
{
    int best = 0;
    for (int i = 1; i < e->n; i++)
        if (e->near[i] > e->near[best])
            best = i;
    return e->n ? hash_mix(e->upos[best], e->near[best] * 10 > e->total * 8) : hash_mix(0, 0);
}

// One form says little: ends and beginnings that two others have, the longest first.
static void find_alike(tg_word *w, const tg_sources *from)
{
    enum { EACH = TGW_ALIKE / 2 };
    const int most = w->affixes < TGW_AFFIX ? w->affixes : TGW_AFFIX;
    const uint64_t *const affix[2] = {w->end, w->begin};
    tg_entry own;
    for (int i = 0; i < TGW_ALIKE; i++)
        clear(&w->more[TGW_FIRST_ALIKE + i]);
    if (w->second && w->entry.total < TGW_RARE) {
        tg_book_find(from->book, w->face.lower, TG_EDGE, &own);
        for (int side = 0; side < 2; side++)
            for (int i = most, n = 0; i > 0 && n < EACH; i--) {
                tg_entry *e = &w->more[TGW_FIRST_ALIKE + side * EACH + n];
                tg_book_find(from->affixes, affix[side][i - 1], TG_EDGE, e);
                leave_out(e, &own);
                tg_entry_settle(e, from->tags);
                if (e->total < 2)
                    clear(e);
                else
                    n++;
            }
    }
    for (int i = 0; i < TGW_ALIKE; i++)
        w->alike_class[i] = alike_class(&w->more[TGW_FIRST_ALIKE + i]);
}

// ---------------------------------------------------------------------------------------------------

uint64_t tg_form_hash(copse_str form)
{
    const uint64_t hash = hash_mix(SALT_FORM, hash_bytes(form.s, form.len));
    return hash ? hash : 1;
}

void tg_word_set(tg_word *w, const tg_sources *from, copse_str form, tg_own own)
{
    tg_letters l;
    tg_letters_read(&l, form);
    w->face.form = tg_form_hash(form);
    w->face.lower = l.lower;
    w->face.look = hash_mix(l.kinds, (uint64_t)l.first_kind);
    w->shape = l.shape;
    w->second = from->affixes != NULL;
    w->capital = l.first_kind == 'X';
    w->caseless = tg_letters_caseless(&l);
    memcpy(w->first, l.first, sizeof w->first);
    set_affixes(w, &l);
    memset(w->face.cluster, 0, sizeof w->face.cluster);
    if (from->clusters)
        clusters_find(from->clusters, form, w->face.cluster);
    tg_word_look_up(w, from, own);
    find_alike(w, from);
    if (w->entry.n)
        set_classes(w, from->tags);
    else
        set_unknown(w);
    w->listed_class = 0;
    for (int i = 0; i < w->listed.n; i++)
        w->listed_class = hash_mix(w->listed_class, w->listed.tag[i]);
    find_stems(w, from, own);
}
