// SPDX-License-Identifier: MIT
// Features and scores of the graph parser: the same keys each time, within their bounds, and tables that are
// the sums of what the extraction says.
#include "graph/scores.h"
#include "graph/weights.h"
#include "tests/harness.h"
#include "tests/language.h"
#include "common/base/mem.h"

#include <stdlib.h>

static copse_sentence *sentence_of(const lang_sentence *l)
{
    copse_sentence *s = copse_sentence_new();
    copse_sentence_set(s, l->n, l->token + 1);
    return s;
}

static void fill(gweights *w, rng *r)
{
    for (size_t i = 0; i < ((size_t)1 << w->bits) + GW_ROW; i++)
        w->now[i] = (float)(rng_unit(r) - 0.5);
}

static void keys_repeat(void)
{
    rng r;
    lang_sentence l;
    gf_words a = {0}, b = {0};
    uint32_t x[2 * GF_MOST], y[2 * GF_MOST];
    rng_seed(&r, 5);
    for (int i = 0; i < 50; i++) {
        lang_make(&l, &r, true);
        copse_sentence *s = sentence_of(&l);
        gf_words_set(&a, s, COPSE_UPOS);
        gf_words_set(&b, s, COPSE_UPOS);
        for (int d = 1; d <= l.n; d++)
            for (int h = 0; h <= l.n; h++) {
                if (h == d)
                    continue;
                size_t n = gf_arc(&a, h, d, x);
                CHECK_INT(gf_arc(&b, h, d, y), n);
                CHECK(memcmp(x, y, n * sizeof *x) == 0);
                n = gf_sibling(&a, h, h, d, x);
                CHECK(gf_sibling(&b, h, h, d, y) == n && memcmp(x, y, n * sizeof *x) == 0);
            }
        copse_sentence_free(s);
    }
    gf_words_done(&a);
    gf_words_done(&b);
}

// No part may write more keys than there is room for, whatever stands in FEATS and however many kinds of
// words there are.
static void keys_fit(void)
{
    enum { WORDS = 90 };
    copse_token token[WORDS];
    char upos[WORDS][8];
    gf_words w = {0};
    gf_context c = {0};
    int head[WORDS + 1] = {-1};
    uint32_t key[2 * GF_MOST];
    size_t most = 0, most_label = 0;
    for (int i = 0; i < WORDS; i++) {
        snprintf(upos[i], sizeof upos[i], "T%d", i);
        token[i] = (copse_token){"form", NULL, upos[i], NULL,
                                 "A=1|A=2|A=3|A=4|A=5|A=6|A=7|A=8|A=9|A=0|A=a|A=b|A=c|A=d"};
        head[i + 1] = i < 2 ? 0 : 1;
    }
    copse_sentence *s = copse_sentence_new();
    copse_sentence_set(s, WORDS, token);
    gf_words_set(&w, s, COPSE_UPOS);
    gf_context_set(&c, head, WORDS);
    for (int d = 1; d <= WORDS; d++)
        for (int h = 0; h <= WORDS; h++) {
            if (h == d)
                continue;
            size_t n = gf_arc(&w, h, d, key), m = gf_sibling(&w, h, (h + d) / 2, d, key),
                   k = gf_label(&w, h, d, key);
            CHECK(gf_grand(&w, (h + d) / 2, h, d, key) <= GF_MOST);
            most = n > most ? n : most;
            most = m > most ? m : most;
            k += gf_label_context(&w, &c, d, key);
            most_label = k > most_label ? k : most_label;
        }
    CHECK(most <= GF_MOST && most > GF_MOST / 2);
    CHECK(most_label <= 2 * GF_MOST);
    gf_context_done(&c);
    gf_words_done(&w);
    copse_sentence_free(s);
}

static double naive(const gweights *w, const uint32_t *key, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (double)w->now[key[i] & ((1u << w->bits) - 1)];
    return sum;
}

// Siblings and grandparents of a whole tree.
static double pair_scores(const gweights *w, const gf_words *words, const int *head, bool grand)
{
    uint32_t key[GF_MOST];
    double sum = 0;
    for (int d = 1; d <= words->n; d++) {
        sum += naive(w, key, gf_sibling(words, head[d], gs_sibling_of(head, d), d, key));
        if (grand && head[d])
            sum += naive(w, key, gf_grand(words, head[head[d]], head[d], d, key));
    }
    return sum;
}

static void tables_are_sums(void)
{
    rng r;
    lang_sentence l;
    gscores s = {0};
    gweights w, rows;
    uint32_t key[GF_MOST];
    rng_seed(&r, 6);
    gw_init(&w, 16);
    gw_init(&rows, 16);
    fill(&w, &r);
    fill(&rows, &r);
    for (int i = 0; i < 20; i++) {
        lang_make(&l, &r, true);
        copse_sentence *one = sentence_of(&l);
        const size_t N = (size_t)l.n + 1;
        gf_words_set(&s.words, one, COPSE_UPOS);
        gs_candidates(&s, NULL, NULL);
        gs_arcs(&s, &w);
        for (int d = 1; d <= l.n; d++)
            for (int h = 0; h <= l.n; h++)
                if (h != d)
                    CHECK_NEAR(s.arc[(size_t)d * N + (size_t)h], naive(&w, key, gf_arc(&s.words, h, d, key)),
                               1e-4);
        const gs_method method = {.order = 2, .decoder = dec_for(true), .single_root = true, .grand = i % 2};
        const bool labels = i % 4 < 2; // siblings and grandparents are joined with them
        if (labels)
            gs_labels(&s, &rows, LANG_LABELS, NULL, NULL, 0);
        gs_second(&s, &method, &w);
        double sum = 0;
        for (int d = 1; d <= l.n; d++) {
            CHECK(s.arc[(size_t)d * N + (size_t)l.head[d]] > -INFINITY);
            sum += naive(&w, key, gf_arc(&s.words, l.head[d], d, key));
            if (labels)
                sum += (double)gw_sum_at(&rows, key, gf_label(&s.words, l.head[d], d, key),
                                         s.label[(size_t)d * N + (size_t)l.head[d]]);
        }
        const double pairs = pair_scores(&w, &s.words, l.head, method.grand);
        CHECK_NEAR(gs_score(&s, &method, l.head), sum + pairs, 1e-3);
        s.words.label = NULL;
        const double without = pair_scores(&w, &s.words, l.head, method.grand);
        CHECK((fabs(pairs - without) > 1e-3) == labels);
        copse_sentence_free(one);
    }
    gs_done(&s);
    gw_done(&w);
    gw_done(&rows);
}

// What the filter says of an arc.
static double filter_score(const gweights *w, const gf_words *words, int h, int d)
{
    uint32_t key[2 * GF_MOST];
    const int bin = gf_bin(h < d ? d - h : h - d);
    size_t n = gfc_end(words, h, true, h < d, bin, key);
    n += gfc_end(words, d, false, h < d, bin, key + n);
    return naive(w, key, n + gfc_pair_plain(words, h, d, key + n));
}

// Heads that are much less likely than the best one are dropped, no others, and gold ones never.
static void unlikely_heads_are_dropped(void)
{
    rng r;
    lang_sentence l;
    gscores s = {0};
    gweights w;
    int dropped = 0, kept = 0;
    rng_seed(&r, 8);
    gw_init(&w, 16);
    fill(&w, &r);
    for (int i = 0; i < 40; i++) {
        const int *gold = NULL;
        lang_make(&l, &r, true);
        if (i % 2)
            gold = l.head;
        copse_sentence *one = sentence_of(&l);
        gf_words_set(&s.words, one, COPSE_UPOS);
        gs_candidates(&s, NULL, NULL);
        gs_filter(&s, &w, 2, gold);
        for (int d = 1; d <= l.n && l.n <= GS_HEADS; d++) {
            double best = -INFINITY;
            for (int h = 0; h <= l.n; h++)
                best = h == d ? best : fmax(best, filter_score(&w, &s.words, h, d));
            for (int h = 0; h <= l.n; h++) {
                const bool stays = s.arc[(size_t)d * ((size_t)l.n + 1) + (size_t)h] > -INFINITY;
                const double ahead = filter_score(&w, &s.words, h, d) - (best - 2);
                if (h != d && fabs(ahead) > 1e-4)
                    CHECK(stays == (ahead > 0 || h == d - 1 || (gold && gold[d] == h)));
                dropped += h != d && !stays;
                kept += stays;
            }
        }
        copse_sentence_free(one);
    }
    CHECK(dropped > 100 && kept > 100);
    gs_done(&s);
    gw_done(&w);
}

// It learns which heads are likely: those of the language it was taught stay, and few others.
static void filter_learns(void)
{
    enum { SENTENCES = 80, ROUNDS = 6 };
    static lang_sentence data[SENTENCES];
    rng r;
    gscores s = {0};
    gweights w;
    gw_vector change = {0};
    int words = 0, found = 0, left = 0;
    rng_seed(&r, 9);
    gw_init(&w, 16);
    for (int i = 0; i < SENTENCES; i++)
        lang_make(&data[i], &r, true);
    for (int i = 0; i < ROUNDS * SENTENCES; i++) {
        const lang_sentence *l = &data[i % SENTENCES];
        copse_sentence *one = sentence_of(l);
        gf_words_set(&s.words, one, COPSE_UPOS);
        gs_candidates(&s, NULL, NULL);
        if (i < (ROUNDS - 1) * SENTENCES)
            gs_learn_filter(&s, &w, &change, l->head);
        else
            gs_filter(&s, &w, 2, NULL);
        for (int d = 1; i >= (ROUNDS - 1) * SENTENCES && d <= l->n; d++) {
            const float *arc = s.arc + (size_t)d * ((size_t)l->n + 1);
            words++;
            found += arc[l->head[d]] > -INFINITY;
            for (int h = 0; h <= l->n; h++)
                left += arc[h] > -INFINITY;
        }
        copse_sentence_free(one);
    }
    CHECK(found >= words * 98 / 100 && left < 3 * words);
    gw_vector_done(&change);
    gs_done(&s);
    gw_done(&w);
}

// Every word keeps few heads, the best ones among them, and a tree stays possible.
static void few_heads_are_kept(void)
{
    enum { WORDS = 60 };
    rng r;
    gscores s = {.n = WORDS};
    const size_t N = WORDS + 1;
    int head[WORDS + 1];
    const gs_method methods[] = {{.order = 1, .decoder = dec_for(true), .single_root = true},
                                 {.order = 1, .decoder = dec_for(false), .single_root = true}};
    rng_seed(&r, 7);
    s.arc = arena_alloc(&s.memory, N * N, sizeof *s.arc);
    for (size_t i = 0; i < N * N; i++)
        s.arc[i] = i / N == i % N ? -INFINITY : (float)rng_unit(&r);
    float *before = mem_alloc(N * N, sizeof *before);
    memcpy(before, s.arc, N * N * sizeof *before);
    for (size_t d = 1; d < N; d++) {
        int left = 0;
        gs_keep_best(s.arc + d * N, WORDS, (int)d, GS_HEADS, -1);
        for (size_t h = 0; h < N; h++) {
            int better = 0;
            for (size_t g = 0; g < N; g++)
                better += before[d * N + g] > before[d * N + h];
            left += s.arc[d * N + h] > -INFINITY;
            if (better < GS_HEADS && h != d)
                CHECK(s.arc[d * N + h] == before[d * N + h]);
        }
        CHECK(left >= GS_HEADS && left <= GS_HEADS + 1);
    }
    for (int i = 0; i < 2; i++)
        CHECK(gs_search(&s, &methods[i], head) > -INFINITY);
    mem_free(before);
    gs_done(&s);
}

static void vectors_settle(void)
{
    const uint32_t a[] = {0x10, 0x20, 0x10}, b[] = {0x20, 0x30};
    gweights w;
    gw_vector v = {0}, u = {0};
    gw_init(&w, 8);
    gw_gather(&w, &v, a, 3, 0, 1);
    gw_gather(&w, &v, b, 2, 0, -1);
    CHECK_NEAR(gw_settle(&w, &v), 5, 0); // 2, 0, -1
    CHECK_INT(v.n, 2);
    gw_gather(&w, &u, b, 2, 0, 2);
    CHECK_NEAR(gw_settle(&w, &u), 8, 0);
    CHECK_NEAR(gw_dot(&w, &v, &u), -2, 0);
    w.step = 2;
    gw_change(&w, &v, 0.5);
    CHECK_NEAR(gw_sum(&w, a, 1), 1, 0);
    w.step = 4; // the weight is 1 after steps 2, 3 and 4 of four
    gweights packed;
    gw_pack(&w, &packed);
    CHECK_NEAR(gw_sum(&packed, a, 1), 0.75, 1e-4);
    CHECK_NEAR(gw_sum(&packed, b + 1, 1), -0.375, 0.01); // a byte is not more exact
    gw_done(&packed);
    gweights none;
    const gweights *both[] = {&w, &none};
    gw_init(&none, 8);
    gw_pack_mean(both, 2, &packed);
    CHECK_NEAR(gw_sum(&packed, a, 1), 0.375, 1e-4);
    gw_done(&packed);
    gw_done(&none);
    gw_vector_done(&v);
    gw_vector_done(&u);
    gw_done(&w);
}

// The average is that of the weights as they stand after each step, the last one too.
static void every_step_counts_once(void)
{
    enum { STEPS = 7 };
    static const double by[STEPS] = {0.5, 0, -1, 3, 0, 2, -0.25};
    const uint32_t key = 9;
    gweights w, packed;
    gw_vector v = {0};
    double now = 0, sum = 0;
    gw_init(&w, 8);
    for (int i = 0; i < STEPS; i++) {
        w.step++;
        gw_gather(&w, &v, &key, 1, 0, 1);
        gw_settle(&w, &v);
        gw_change(&w, &v, by[i]);
        v.n = 0;
        sum += now += by[i];
        gw_pack(&w, &packed);
        CHECK_NEAR(gw_sum(&packed, &key, 1), sum / (i + 1), 1e-6);
        gw_done(&packed);
        if (i % 2) { // between two steps
            gw_shrink(&w, 0.5);
            now /= 2;
        }
    }
    gw_vector_done(&v);
    gw_done(&w);
}

// What a sentence counts as, a letter for each word: v, p, c, or - for none of them.
static const char *classes(const char *const (*words)[2], int n)
{
    static char found[64];
    copse_token token[64] = {{0}};
    gf_words w = {0};
    copse_sentence *s = copse_sentence_new();
    for (int i = 0; i < n; i++)
        token[i] = (copse_token){.form = words[i][0], .upos = words[i][1]};
    copse_sentence_set(s, n, token);
    gf_words_set(&w, s, COPSE_UPOS);
    for (int d = 1; d <= n; d++) {
        const gf_word *x = &w.word[d + 1];
        CHECK(x->verb + x->punct + x->conj <= 1);
        found[d - 1] = x->verb ? 'v' : x->punct ? 'p' : x->conj ? 'c' : '-';
    }
    found[n] = 0;
    gf_words_done(&w);
    copse_sentence_free(s);
    return found;
}

// The same sentence in several tagsets.
static void tagsets_are_known(void)
{
    static const char *const form[] = {"he", "sees", "and", ",", "hears", "\xc2\xab", "new", "words", "that"};
    static const char *const tags[][9] = {
        {"PRON", "VERB", "CCONJ", "PUNCT", "VERB", "PUNCT", "ADJ", "NOUN", "SCONJ"},
        {"PRP", "VBZ", "CC", ",", "VBZ", "``", "JJ", "NNS", "IN"},
        {"PPER", "VVFIN", "KON", "$,", "VAFIN", "$(", "ADJA", "NN", "KOUS"},
        {"p", "v", "c", "f", "vmi", "f", "a", "n", "cs"},
        {"pron-pers", "v-fin", "conj-c", "punc", "v-fin", "punc", "adj", "n", "conj-s"},
        {"Pron", "Verb", "Conj", "Punct", "Verb", "Punc", "Adj", "Noun", "Postp"},
        {"PnPe", "VbMn", "CjCo", "PUNCT", "VbMn", "PUNCT", "AjBa", "NoCm", "CjSb"},
        {"P", "V", "CNJ", "PU", "V", "PU", "JJ", "N", "CS"}};
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        const char *words[9][2];
        for (int k = 0; k < 9; k++) {
            words[k][0] = form[k];
            words[k][1] = tags[i][k];
        }
        CHECK_STRING(classes((const char *const(*)[2])words, 9), "-vcpvp---");
    }
}

// Universal tags mean what they say, whatever else begins like them; symbols of ASCII are punctuation always.
static void universal_tags_are_exact(void)
{
    static const char *const words[][2] = {
        {"is", "AUX"},     {"that", "SCONJ"}, {"\xc2\xab", "SYM"},     {"$", "SYM"},
        {"v", "X"},        {"oh", "INTJ"},    {"and", "CONJ"},         {"x", "_"},
        {"\xc2\xbb", "_"}, {"5", "CD"},       {"\xe2\x82\xac", "SYM"}, {"-LRB-", "-LRB-"}};
    CHECK_STRING(classes(words, 12), "---p--c-p--p");
}

TESTS(TEST(keys_repeat), TEST(keys_fit), TEST(tables_are_sums), TEST(unlikely_heads_are_dropped),
      TEST(filter_learns), TEST(few_heads_are_kept), TEST(vectors_settle), TEST(every_step_counts_once),
      TEST(tagsets_are_known), TEST(universal_tags_are_exact))
