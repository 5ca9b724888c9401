// SPDX-License-Identifier: MIT
// A lexicon from a file: lines FORM<TAB>UPOS[<TAB>XPOS[<TAB>FEATS]].
//
// A line with all columns that the treebank fills gives the form a tag, which may be a new one. Otherwise the
// lexicon knows only the UPOS of the form.
#include "text/tagger_train.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/source.h"
#include "common/treebank/formats.h"

#include <string.h>

enum { MOST_BYTES = 1 << 30, FIELDS = 1 + TG_COLUMNS };

typedef struct reading {
    tgmodel *m;
    const char *path;
    long line;
    tg_sighting *seen; // [n]
    size_t n, cap;
} reading;

static int bad(const reading *r, const char *what, copse_error *err)
{
    return err_set(err, COPSE_EINPUT, r->path, r->line, "%s; a line is FORM<TAB>UPOS[<TAB>XPOS[<TAB>FEATS]]",
                   what);
}

// The tag of a line of n fields: a whole one, or the UPOS alone; TG_EDGE if the treebank does not know that.
static uint16_t tag_of(tg_tags *tags, const copse_str field[FIELDS], int n)
{
    copse_str value[TG_COLUMNS];
    bool whole = true;
    for (int k = 0; k < TG_COLUMNS; k++) {
        const bool filled = tags->columns & 1U << tg_column[k], given = k + 1 < n && field[k + 1].len;
        value[k] = given && filled ? field[k + 1] : (copse_str){"_", 1};
        whole &= given || !filled;
    }
    const uint16_t tag = whole ? tg_tags_add(tags, value) : TG_EDGE;
    const size_t upos = tab_find(&tags->value[TG_UPOS], value[TG_UPOS]);
    return tag != TG_EDGE ? tag : upos == TAB_NONE || upos == 0 ? TG_EDGE : (uint16_t)(TGB_UPOS | upos);
}

static void add(reading *r, uint64_t hash, uint16_t tag)
{
    r->seen = mem_grow(r->seen, &r->cap, r->n + 1, sizeof *r->seen);
    r->seen[r->n++] = (tg_sighting){(uint32_t)(hash >> 32), tag};
}

static int read_line(reading *r, copse_str line, copse_error *err)
{
    copse_str field[FIELDS];
    int n = 0;
    tg_letters letters;
    if (line.len == 0)
        return 0;
    for (copse_str one; fmt_next_field(&line, &one); n++) {
        if (n == FIELDS)
            return bad(r, "more than 4 fields", err);
        if (n && !tgd_storable(one))
            return bad(r, "a value that cannot be a tag", err);
        field[n] = one;
    }
    if (n < 2 || field[0].len == 0)
        return bad(r, "no form and tag", err);
    const uint16_t tag = tag_of(&r->m->tags, field, n);
    if (tag == TG_EDGE)
        return 0;
    tg_letters_read(&letters, field[0]);
    add(r, tg_form_hash(field[0]), tag);
    add(r, letters.lower, tag);
    return 0;
}

int tgd_lexicon(tgmodel *m, const char *path, copse_error *err)
{
    reading r = {.m = m, .path = path};
    size_t size;
    int code = 0;
    char *all = src_whole(path, MOST_BYTES, "a lexicon", &size, err);
    if (!all)
        return err->code;
    for (copse_str rest = {all, size}, line; !code && fmt_next_line(&rest, &line);) {
        r.line++;
        code = read_line(&r, line, err);
    }
    if (!code)
        tg_book_make(&m->lexicon, r.seen, r.n, 1);
    m->listed = !code;
    mem_free(r.seen);
    mem_free(all);
    return code;
}
