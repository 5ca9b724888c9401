// SPDX-License-Identifier: MIT
#include "eval/raw.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/lockstep.h"

#include <stdio.h>

// --- The same text?

static bool is_inside_character(const text *t, size_t at)
{
    return at < t->n && ((unsigned char)t->s[at] & 0xc0) == 0x80;
}

// The line of the token that has a byte of the text, or of the last token; 0 if there is none.
static long line_at(const raw_file *f, size_t at)
{
    size_t low = 0, high = f->tokens;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (f->token[middle].end <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return f->tokens ? f->token[low < f->tokens ? low : low - 1].line : 0;
}

// Quotes the text around a byte: some characters before it and what follows.
static const char *surroundings(char buf[ERR_QUOTE], const text *t, size_t at)
{
    enum { BEFORE = 12 };
    for (int i = 0; i < BEFORE && at > 0; i++)
        do
            at--;
        while (at > 0 && is_inside_character(t, at));
    return err_quote(buf, (copse_str){t->n ? t->s + at : "", t->n - at});
}

enum { PLACE = 512 };

static const char *place(char buf[PLACE], const raw_file *f, size_t at)
{
    const long line = line_at(f, at);
    if (line)
        snprintf(buf, PLACE, "%s:%ld", f->name, line);
    else
        snprintf(buf, PLACE, "%s", f->name);
    return buf;
}

static int other_text(const raw_file *gold, const raw_file *system, size_t at, copse_error *err)
{
    const text *g = &gold->chars, *s = &system->chars;
    char here[ERR_QUOTE], there[ERR_QUOTE], where[PLACE];
    const char *const begin = at == s->n   ? "the text ends with"
                              : at == g->n ? "the text goes on:"
                                           : "the text is",
                      *const end = at == s->n   ? "goes on:"
                                   : at == g->n ? "ends with"
                                                : "is";
    return err_set(err, COPSE_EINPUT, system->name, line_at(system, at),
                   "%s %s, but in %s it %s %s (without spaces)", begin, surroundings(here, s, at),
                   place(where, gold, at), end, surroundings(there, g, at));
}

int raw_same_text(const raw_file *gold, const raw_file *system, copse_error *err)
{
    const text *g = &gold->chars, *s = &system->chars;
    const size_t common = g->n < s->n ? g->n : s->n;
    size_t at = 0;
    while (at < common && g->s[at] == s->s[at])
        at++;
    if (at == g->n && at == s->n)
        return 0;
    while (at > 0 && (is_inside_character(g, at) || is_inside_character(s, at)))
        at--;
    return other_text(gold, system, at, err);
}

// --- Tokens and sentences

static int by_place(const raw_span *a, const raw_span *b)
{
    const int begin = (a->begin > b->begin) - (a->begin < b->begin);
    return begin ? begin : (a->end > b->end) - (a->end < b->end);
}

// How many of gold's spans the system has too. Both are in the order of the text.
static copse_raw_count count_spans(const raw_span *gold, size_t n, const raw_span *system, size_t m)
{
    copse_raw_count c = {.gold = (long)n, .system = (long)m};
    for (size_t i = 0, j = 0; i < n; i++) {
        while (j < m && by_place(&system[j], &gold[i]) < 0)
            j++;
        c.right += j < m && by_place(&system[j], &gold[i]) == 0;
    }
    c.aligned = c.right;
    return c;
}

// --- Words

// Two files whose words are paired.
typedef struct pairing {
    const raw_file *gold, *system;
    uint32_t none;         // the number of "_"
    size_t *gold_of;       // [system->words]
    uint32_t *gold_leaves; // [gold->words] dependents that are function words
    uint32_t *leaves;      // [system->words] the same
    uint32_t *same_leaves; // [system->words] of these, those that are the same in gold
} pairing;

static bool has_head(size_t head)
{
    return head != RAW_ROOT && head != RAW_NO_HEAD;
}

static bool same_head(const pairing *p, size_t s)
{
    const size_t head = p->system->word[s].head, gold = p->gold->word[p->gold_of[s]].head;
    return has_head(head) ? p->gold_of[head] == gold : head == gold;
}

static bool same_morphology(const raw_word *a, const raw_word *b)
{
    return a->upos == b->upos && a->feats == b->feats;
}

// Counts the function words that depend on each word. One is the same in gold if its partner depends on the
// partner of its head, with the same label, UPOS and features.
static void count_leaves(pairing *p)
{
    for (size_t g = 0; g < p->gold->words; g++) {
        const raw_word *w = &p->gold->word[g];
        if (raw_is_function(w->label) && has_head(w->head))
            p->gold_leaves[w->head]++;
    }
    for (size_t s = 0; s < p->system->words; s++) {
        const raw_word *w = &p->system->word[s];
        if (!raw_is_function(w->label) || !has_head(w->head))
            continue;
        p->leaves[w->head]++;
        if (p->gold_of[s] == RAW_UNPAIRED)
            continue;
        const raw_word *gold = &p->gold->word[p->gold_of[s]];
        p->same_leaves[w->head] += same_head(p, s) && gold->label == w->label && same_morphology(gold, w);
    }
}

// Counts what is right in a pair.
static void add_pair(copse_raw_scores *scores, const pairing *p, size_t s)
{
    const size_t g = p->gold_of[s];
    const raw_word *a = &p->gold->word[g], *b = &p->system->word[s];
    const bool upos = a->upos == b->upos, xpos = a->xpos == b->xpos, feats = a->feats == b->feats,
               lemma = a->lemma == b->lemma || a->lemma == p->none, head = same_head(p, s),
               labelled = head && a->label == b->label, content = raw_is_content(a->label),
               leaves = p->gold_leaves[g] == p->leaves[s] && p->leaves[s] == p->same_leaves[s];
    const bool right[COPSE_RAW_FIGURES] = {
        [COPSE_RAW_WORDS] = true,
        [COPSE_RAW_UPOS] = upos,
        [COPSE_RAW_XPOS] = xpos,
        [COPSE_RAW_UFEATS] = feats,
        [COPSE_RAW_ALL_TAGS] = upos && xpos && feats,
        [COPSE_RAW_LEMMAS] = lemma,
        [COPSE_RAW_UAS] = head,
        [COPSE_RAW_LAS] = labelled,
        [COPSE_RAW_CLAS] = labelled && content,
        [COPSE_RAW_MLAS] = labelled && content && upos && feats && leaves,
        [COPSE_RAW_BLEX] = labelled && content && lemma,
    };
    for (int f = COPSE_RAW_WORDS; f < COPSE_RAW_FIGURES; f++) {
        scores->of[f].right += right[f];
        scores->of[f].aligned += content || f < COPSE_RAW_CLAS;
    }
}

// How many words count for the figures: all, or content words.
static void count_words(const raw_file *f, long *all, long *content)
{
    *all = (long)f->words;
    *content = 0;
    for (size_t w = 0; w < f->words; w++)
        *content += raw_is_content(f->word[w].label);
}

static void score_words(copse_raw_scores *scores, const pairing *p)
{
    long gold[2], system[2];
    count_words(p->gold, &gold[0], &gold[1]);
    count_words(p->system, &system[0], &system[1]);
    for (int f = COPSE_RAW_WORDS; f < COPSE_RAW_FIGURES; f++) {
        scores->of[f].gold = gold[f >= COPSE_RAW_CLAS];
        scores->of[f].system = system[f >= COPSE_RAW_CLAS];
    }
    for (size_t s = 0; s < p->system->words; s++)
        if (p->gold_of[s] != RAW_UNPAIRED)
            add_pair(scores, p, s);
}

static int score(copse_raw_scores *scores, const raw_file *gold, const raw_file *system, uint32_t none,
                 copse_error *err)
{
    pairing p = {.gold = gold, .system = system, .none = none};
    if (raw_same_text(gold, system, err))
        return err->code;
    p.gold_of = mem_alloc(system->words, sizeof *p.gold_of);
    const int code = raw_align(gold, system, p.gold_of, err);
    if (code == 0) {
        p.gold_leaves = mem_zero(gold->words, sizeof *p.gold_leaves);
        p.leaves = mem_zero(system->words, sizeof *p.leaves);
        p.same_leaves = mem_zero(system->words, sizeof *p.same_leaves);
        count_leaves(&p);
        scores->of[COPSE_RAW_TOKENS] = count_spans(gold->token, gold->tokens, system->token, system->tokens);
        scores->of[COPSE_RAW_SENTENCES] =
            count_spans(gold->sentence, gold->sentences, system->sentence, system->sentences);
        score_words(scores, &p);
    }
    mem_free(p.gold_of);
    mem_free(p.gold_leaves);
    mem_free(p.leaves);
    mem_free(p.same_leaves);
    return code;
}

int raw_evaluate(copse_raw_scores *scores, lockstep *files, size_t n, copse_error *err)
{
    raw_names names;
    raw_file gold = {0};
    raw_names_init(&names);
    int code = raw_read(&gold, &names, lock_gold_reader(files), false, err);
    for (size_t k = 0; k < n && code == 0; k++) {
        raw_file system = {0};
        scores[k] = (copse_raw_scores){0};
        code = raw_read(&system, &names, lock_system_reader(files, k), true, err);
        if (code == 0)
            code = score(&scores[k], &gold, &system, names.none, err);
        raw_done(&system);
    }
    raw_done(&gold);
    raw_names_done(&names);
    return code;
}
