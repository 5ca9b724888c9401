// SPDX-License-Identifier: MIT
// The sections of a tagger: TAGR (tags, relations, words), TAGA (affixes), TAGF (features), TAGL (links),
// TAGX (a lexicon) and TAGC (clusters). A model without TAGA has the first set of features.
#include "text/tagger_model.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <string.h>

#define MOST_WEIGHT 1e9 // of a relation

void tgm_done(tgmodel *m)
{
    tg_tags_done(&m->tags);
    tg_book_done(&m->book);
    tg_book_done(&m->lexicon);
    tg_book_done(&m->stems);
    tg_book_done(&m->affixes);
    clusters_done(&m->clusters);
    tgt_done(&m->table);
    mem_free(m->links.own);
    mem_free(m->links.now);
    memset(m, 0, sizeof *m);
}

tg_sources tgm_sources(const tgmodel *m)
{
    return (tg_sources){.tags = &m->tags,
                        .book = &m->book,
                        .stems = &m->stems,
                        .affixes = m->second ? &m->affixes : NULL,
                        .lexicon = m->listed ? &m->lexicon : NULL,
                        .clusters = m->clusters.n ? &m->clusters : NULL};
}

static void save_links(const tg_links *l, box_writer *w)
{
    box_begin(w, "TAGL");
    box_u32(w, (uint32_t)l->bits);
    box_f32(w, l->scale);
    box_array(w, l->packed, (size_t)1 << l->bits, sizeof *l->packed);
}

static int rows_of(const tgmodel *m)
{
    return m->second ? TGR_ROWS : TGR_FIRST_ROWS;
}

void tgm_save(const tgmodel *m, box_writer *w)
{
    box_begin(w, "TAGR");
    box_u32(w, (uint32_t)rows_of(m));
    for (int i = 0; i < rows_of(m); i++)
        box_f32(w, m->relation[i]);
    tg_tags_save(&m->tags, w);
    tg_book_save(&m->book, w);
    tg_book_save(&m->stems, w);
    if (m->second) {
        box_begin(w, "TAGA");
        tg_book_save(&m->affixes, w);
    }
    box_begin(w, "TAGF");
    tgt_save(&m->table, w);
    save_links(&m->links, w);
    if (m->listed) {
        box_begin(w, "TAGX");
        tg_book_save(&m->lexicon, w);
    }
    clusters_save(&m->clusters, "TAGC", w);
}

static int load_links(tg_links *l, const box *b, copse_error *err)
{
    cursor c;
    int code = box_find(b, "TAGL", 0, &c, err);
    if (code)
        return code;
    const uint32_t bits = cur_u32(&c);
    l->scale = cur_f32(&c);
    if (!c.failed && (bits < TGL_LEAST_BITS || bits > TGL_MOST_BITS))
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged links of the tagger (2^%u weights)", bits);
    if (!c.failed && !(l->scale > 0 && l->scale <= TGT_MOST_SCALE))
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged links of the tagger (scale %g)",
                       (double)l->scale);
    l->bits = (int)bits;
    l->packed = c.failed ? NULL : cur_array(&c, (size_t)1 << bits, sizeof *l->packed);
    return cur_end(&c, err);
}

static int load_words(tgmodel *m, const box *b, copse_error *err)
{
    cursor c;
    int code = box_find(b, "TAGR", 0, &c, err);
    if (code)
        return code;
    const uint32_t rows = cur_u32(&c);
    m->second = box_count(b, "TAGA") > 0;
    if (!c.failed && rows != (uint32_t)rows_of(m))
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged description of the tagger (%u relations)",
                       rows);
    for (int i = 0; i < rows_of(m); i++) {
        m->relation[i] = cur_f32(&c);
        c.failed |= !(m->relation[i] >= (float)-MOST_WEIGHT && m->relation[i] <= (float)MOST_WEIGHT);
    }
    code = tg_tags_load(&m->tags, &c, err);
    if (!code && !c.failed)
        code = tg_book_load(&m->book, &c, &m->tags, false, err);
    if (!code && !c.failed)
        code = tg_book_load(&m->stems, &c, &m->tags, false, err);
    return code ? code : cur_end(&c, err);
}

// A book that has a section to itself.
static int load_book(tg_book *book, const char *tag, const tgmodel *m, const box *b, copse_error *err)
{
    cursor c;
    int code = box_find(b, tag, 0, &c, err);
    if (!code)
        code = tg_book_load(book, &c, &m->tags, book == &m->lexicon, err);
    return code ? code : cur_end(&c, err);
}

static int load_rest(tgmodel *m, const box *b, copse_error *err)
{
    cursor c;
    int code = box_find(b, "TAGF", 0, &c, err);
    if (!code)
        code = tgt_load(&m->table, &c, m->tags.parts, err);
    if (!code)
        code = cur_end(&c, err);
    if (!code)
        code = load_links(&m->links, b, err);
    m->listed = box_count(b, "TAGX") > 0;
    if (!code && m->second)
        code = load_book(&m->affixes, "TAGA", m, b, err);
    if (!code && m->listed)
        code = load_book(&m->lexicon, "TAGX", m, b, err);
    if (!code)
        code = clusters_load(&m->clusters, "TAGC", b, err);
    return code;
}

int tgm_load(tgmodel *m, const box *b, copse_error *err)
{
    memset(m, 0, sizeof *m);
    int code = load_words(m, b, err);
    if (!code)
        code = load_rest(m, b, err);
    if (code)
        tgm_done(m);
    return code;
}
