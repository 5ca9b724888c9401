// SPDX-License-Identifier: MIT
#include "text/tagger_score.h"

#include "common/base/mem.h"

#include <float.h>
#include <math.h>
#include <string.h>

void tgs_done(tg_scorer *s)
{
    mem_free(s->tag);
    mem_free(s->score);
    mem_free(s->upos);
    mem_free(s->marked);
    mem_free(s->more);
    mem_free(s->more_upos);
    memset(s, 0, sizeof *s);
}

// What scores depend on.
typedef struct evidence {
    const tg_tags *tags;
    const float *relation, *sum;
    float scale;
    const tg_word *word;
    const tg_limit *limit;
} evidence;

static inline float part_score(const evidence *e, uint16_t tag)
{
    const tg_tags *tags = e->tags;
    const float *sum = e->sum;
    float score = 0;
    for (uint32_t i = tags->first[tag]; i < tags->first[tag + 1]; i++)
        score += sum[tags->part[i]];
    return score * e->scale;
}

static bool fits(const evidence *e, uint16_t tag)
{
    for (int k = 0; e->limit && k < TG_COLUMNS; k++)
        if (e->limit->fixed[k] && e->tags->of[tag][k] != e->limit->value[k])
            return false;
    return true;
}

static float row_sum(const float *relation, const int *row, int rows)
{
    float score = 0;
    for (int k = 0; k < rows; k++)
        score += relation[row[k]];
    return score;
}

float tgs_relation(const tg_tags *tags, const float *relation, const tg_word *w, uint16_t tag)
{
    int row[TGR_KINDS];
    const int rows = tg_relate(tags, w, tag, row);
    return row_sum(relation, row, rows + tg_relate_more(tags, w, tag, row + rows));
}

void tgs_room(tg_scorer *s, size_t n)
{
    s->tag = mem_grow(s->tag, &s->tag_cap, n, sizeof *s->tag);
    s->score = mem_grow(s->score, &s->score_cap, n, sizeof *s->score);
    if (n > s->marks) {
        mem_free(s->marked);
        mem_free(s->more);
        s->marked = mem_zero(n, sizeof *s->marked);
        s->more = mem_zero(n, sizeof *s->more);
        s->marks = n;
    }
}

static void add(tg_scorer *s, uint16_t tag, float score)
{
    s->tag[s->n] = tag;
    s->score[s->n++] = score;
}

// The tags of the entries of a form.
static void score_listed(tg_scorer *s, const evidence *e)
{
    const tg_entry *const entry[2] = {&e->word->entry, &e->word->listed};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < entry[k]->n; i++) {
            const uint16_t tag = entry[k]->tag[i];
            bool is_new = tag < e->tags->n && fits(e, tag);
            for (size_t j = 0; j < s->n; j++)
                is_new &= s->tag[j] != tag;
            if (is_new)
                add(s, tag, part_score(e, tag) + tgs_relation(e->tags, e->relation, e->word, tag));
        }
}

// Marks the tags in entries of the word, or takes the marks away.
static void mark(tg_scorer *s, const evidence *e, bool on)
{
    const tg_word *w = e->word;
    const tg_entry *const entry[] = {&w->entry, &w->listed, &w->stem};
    for (size_t k = 0; k < sizeof entry / sizeof entry[0]; k++)
        for (int i = 0; i < entry[k]->n; i++)
            if (entry[k]->tag[i] < e->tags->n)
                s->marked[entry[k]->tag[i]] = on;
}

// Spreads what the other entries say of tags and of UPOS, or takes it away. There are many tags in them: so
// each is looked at once, and not each for each tag. What they add to all tags alike is left out.
static void spread(tg_scorer *s, const evidence *e, bool on)
{
    for (int k = 0; k < TGW_MORE; k++) {
        const tg_entry *more = &e->word->more[k];
        const int kind = TGR_FIRST_KINDS + 2 * k;
        const float same = e->relation[tg_relation_row(kind, 0, more->total)],
                    near = e->relation[tg_relation_row(kind + 1, 0, more->total)];
        for (int i = 0; i < more->n; i++) {
            float *tag = &s->more[more->tag[i]], *upos = &s->more_upos[more->upos[i]];
            *tag = on ? *tag + e->relation[tg_relation_row(kind, more->count[i], more->total)] - same : 0;
            if (more->leads[i])
                *upos = on ? *upos + e->relation[tg_relation_row(kind + 1, more->near[i], more->total)] - near
                           : 0;
        }
    }
}

static void make_room_for_upos(tg_scorer *s, size_t values)
{
    s->upos = mem_grow(s->upos, &s->upos_cap, values, sizeof *s->upos);
    if (values <= s->more_values)
        return;
    mem_free(s->more_upos);
    s->more_upos = mem_zero(values, sizeof *s->more_upos);
    s->more_values = values;
}

// The score of a tag; upos: what the relations of its UPOS add if it is in none of the first entries.
static float tag_score(const tg_scorer *s, const evidence *e, uint16_t tag, float *upos)
{
    int row[TGR_FIRST_KINDS];
    float relation = *upos;
    if (s->marked[tag] || relation == FLT_MAX) {
        const int rows = tg_relate(e->tags, e->word, tag, row);
        relation = row_sum(e->relation, row, rows);
    }
    if (!s->marked[tag])
        *upos = relation;
    return part_score(e, tag) + relation;
}

// All tags. Those in no entry differ in their relation only by UPOS.
static void score_all(tg_scorer *s, const evidence *e)
{
    const size_t values = e->tags->value[TG_UPOS].n;
    make_room_for_upos(s, values);
    for (size_t u = 0; u < values; u++)
        s->upos[u] = FLT_MAX; // not known yet
    mark(s, e, true);
    spread(s, e, true);
    for (size_t t = 1; t < e->tags->n; t++) {
        const uint16_t tag = (uint16_t)t, upos = e->tags->of[t][TG_UPOS];
        if (!e->limit || fits(e, tag))
            add(s, tag, tag_score(s, e, tag, &s->upos[upos]) + s->more[tag] + s->more_upos[upos]);
    }
    spread(s, e, false);
    mark(s, e, false);
}

void tgs_score(tg_scorer *s, const tg_tags *tags, const float *relation, const tg_word *w, const float *sum,
               float scale, const tg_limit *limit)
{
    evidence e = {tags, relation, sum, scale, w, limit};
    s->n = 0;
    tgs_room(s, tags->n);
    if (w->entry.total >= TGS_FREQUENT)
        score_listed(s, &e);
    if (s->n == 0)
        score_all(s, &e);
    e.limit = NULL;
    if (s->n == 0)
        score_all(s, &e);
}

bool tgs_prune(const tg_scorer *s, float margin, size_t most, uint16_t also, tg_lattice *l)
{
    float best[TGL_MOST + 1] = {0};
    size_t n = 0, also_at = s->n;
    bool kept = false;
    tgl_word(l);
    if (most == 0)
        return false;
    for (size_t i = 0; i < s->n; i++) { // the best scores, falling
        if (s->tag[i] == also)
            also_at = i;
        if (n == most && s->score[i] <= best[most - 1])
            continue;
        size_t at = n < most ? n++ : most - 1;
        for (; at > 0 && best[at - 1] < s->score[i]; at--)
            best[at] = best[at - 1];
        best[at] = s->score[i];
    }
    const float last = n ? best[n - 1] : 0, least = fmaxf(last, best[0] - margin);
    for (size_t i = 0, taken = 0; i < s->n; i++) {
        const bool fine = s->score[i] >= least && taken < most;
        if (!fine && i != also_at)
            continue;
        taken += fine;
        kept |= fine && i == also_at;
        tgl_candidate(l, s->tag[i], s->score[i]);
    }
    return kept || also_at == s->n;
}
