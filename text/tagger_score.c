// SPDX-License-Identifier: MIT
#include "text/tagger_score.h"

#include "common/base/mem.h"

#include <float.h>
#include <string.h>

void tgs_done(tg_scorer *s)
{
    mem_free(s->tag);
    mem_free(s->score);
    mem_free(s->upos);
    memset(s, 0, sizeof *s);
}

static inline float part_score(const tg_tags *tags, uint16_t tag, const float *sum)
{
    float score = 0;
    for (uint32_t i = tags->first[tag]; i < tags->first[tag + 1]; i++)
        score += sum[tags->part[i]];
    return score;
}

static bool fits(const tg_tags *tags, uint16_t tag, const tg_limit *limit)
{
    for (int k = 0; limit && k < TG_COLUMNS; k++)
        if (limit->fixed[k] && tags->of[tag][k] != limit->value[k])
            return false;
    return true;
}

static float relation_score(const tg_tags *tags, const float *relation, const tg_word *w, uint16_t tag)
{
    int row[TGR_KINDS];
    float score = 0;
    tg_relate(tags, w, tag, row);
    for (int k = 0; k < TGR_KINDS; k++)
        score += relation[row[k]];
    return score;
}

static void add(tg_scorer *s, uint16_t tag, float score)
{
    s->tag[s->n] = tag;
    s->score[s->n++] = score;
}

// The tags that a frequent form was seen with.
static void score_seen(tg_scorer *s, const tg_tags *tags, const float *relation, const tg_word *w,
                       const float *sum, const tg_limit *limit)
{
    const tg_entry *const entry[2] = {&w->entry, &w->listed};
    for (int e = 0; e < 2; e++)
        for (int i = 0; i < entry[e]->n; i++) {
            const uint16_t tag = entry[e]->tag[i];
            bool is_new = tag < tags->n && fits(tags, tag, limit);
            for (size_t k = 0; k < s->n; k++)
                is_new &= s->tag[k] != tag;
            if (is_new)
                add(s, tag, part_score(tags, tag, sum) + relation_score(tags, relation, w, tag));
        }
}

// Is the tag in one of the word's entries?
static bool is_listed(const tg_word *w, uint16_t tag)
{
    for (int i = 0; i < w->entry.n; i++)
        if (w->entry.tag[i] == tag)
            return true;
    for (int i = 0; i < w->listed.n; i++)
        if (w->listed.tag[i] == tag)
            return true;
    return false;
}

// All tags. Those that the form was not seen with differ in their relation only by UPOS.
static void score_all(tg_scorer *s, const tg_tags *tags, const float *relation, const tg_word *w,
                      const float *sum, const tg_limit *limit)
{
    const size_t values = tags->value[TG_UPOS].n;
    s->upos = mem_grow(s->upos, &s->upos_cap, values, sizeof *s->upos);
    for (size_t u = 0; u < values; u++)
        s->upos[u] = FLT_MAX; // not known yet
    for (size_t t = 1; t < tags->n; t++) {
        const uint16_t tag = (uint16_t)t;
        float *upos = &s->upos[tags->of[t][TG_UPOS]];
        if (!fits(tags, tag, limit))
            continue;
        float score = part_score(tags, tag, sum);
        if (is_listed(w, tag)) {
            score += relation_score(tags, relation, w, tag);
        } else {
            if (*upos == FLT_MAX)
                *upos = relation_score(tags, relation, w, tag);
            score += *upos;
        }
        add(s, tag, score);
    }
}

void tgs_score(tg_scorer *s, const tg_tags *tags, const float *relation, const tg_word *w, const float *sum,
               const tg_limit *limit)
{
    s->n = 0;
    s->tag = mem_grow(s->tag, &s->tag_cap, tags->n, sizeof *s->tag);
    s->score = mem_grow(s->score, &s->score_cap, tags->n, sizeof *s->score);
    if (w->entry.total >= TGS_FREQUENT)
        score_seen(s, tags, relation, w, sum, limit);
    if (s->n == 0)
        score_all(s, tags, relation, w, sum, limit);
    if (s->n == 0)
        score_all(s, tags, relation, w, sum, NULL);
}

bool tgs_prune(const tg_scorer *s, float margin, size_t most, uint16_t also, tg_lattice *l)
{
    float best[TGL_MOST];
    size_t n = 0, also_at = s->n;
    bool kept = false;
    tgl_word(l);
    for (size_t i = 0; i < s->n; i++) { // the best scores, falling
        if (s->tag[i] == also)
            also_at = i;
        if (n == most && s->score[i] <= best[n - 1])
            continue;
        size_t at = n < most ? n++ : n - 1;
        for (; at > 0 && best[at - 1] < s->score[i]; at--)
            best[at] = best[at - 1];
        best[at] = s->score[i];
    }
    const float least = best[n - 1] > best[0] - margin ? best[n - 1] : best[0] - margin;
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
