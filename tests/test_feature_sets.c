// SPDX-License-Identifier: MIT
// The feature sets: those of McDonald et al. 2007 template by template, by what changes when one value of the
// sentence changes; and of every set that keys fit and scores are sums.
#include "graph/scores.h"
#include "tests/harness.h"
#include "tests/language.h"
#include "common/base/mem.h"
#include "common/treebank/tree.h"

#include <stdlib.h>

// A sentence whose values can be changed one by one. Words 4 (the head) and 10 (the dependent) make the arc.
enum { WORDS = 12, HEAD = 4, DEP = 10, SIBLING = 7 };
typedef struct model_sentence {
    int n;
    char form[WORDS + 2][16], tag[WORDS + 2][8];
    const char *feats[WORDS + 2];
} model_sentence;

static model_sentence sentence_with(const char *head, const char *dep)
{
    model_sentence m = {.n = WORDS};
    for (int d = 1; d <= WORDS; d++) {
        snprintf(m.form[d], sizeof m.form[d], "w%d", d);
        snprintf(m.tag[d], sizeof m.tag[d], "T%d", d);
    }
    snprintf(m.form[HEAD], sizeof m.form[HEAD], "%s", head);
    snprintf(m.form[DEP], sizeof m.form[DEP], "%s", dep);
    return m;
}

typedef struct keys {
    size_t n;
    uint32_t key[2 * GF_MOST];
} keys;

static const gf_set *set_named(const char *name)
{
    return gf_set_find((copse_str){name, strlen(name)});
}

static void set_words(gf_words *w, const model_sentence *m, const char *set)
{
    copse_token token[WORDS + 2] = {{0}};
    copse_sentence *s = copse_sentence_new();
    for (int d = 1; d <= m->n; d++)
        token[d - 1] = (copse_token){m->form[d], "lemma", "X", m->tag[d], m->feats[d]};
    copse_sentence_set(s, m->n, token);
    w->set = set_named(set);
    gf_words_set(w, s, COPSE_XPOS);
    copse_sentence_free(s);
}

static void arc_keys(const model_sentence *m, const char *set, int h, int d, keys *k)
{
    gf_words w = {0};
    set_words(&w, m, set);
    k->n = gf_arc(&w, h, d, k->key);
    gf_words_done(&w);
}

static void sibling_keys(const model_sentence *m, const char *set, int h, int s, int d, keys *k)
{
    gf_words w = {0};
    set_words(&w, m, set);
    k->n = gf_sibling(&w, h, s, d, k->key);
    gf_words_done(&w);
}

// What a template may depend on.
enum { HW = 1, HREST = 2, HP = 4, DW = 8, DREST = 16, DP = 32, H_BEFORE = 64, H_AFTER = 128 };
enum { D_BEFORE = 256, D_AFTER = 512, MIDDLE = 1024, SW = 4096, SP = 8192, VALUES = 11 };

// Changes one value: the first character of a form, its end, or a tag.
static void change(model_sentence *m, int value)
{
    switch (value) {
    case HW:
        m->form[HEAD][0] = '#';
        return;
    case HREST:
        m->form[HEAD][strlen(m->form[HEAD]) - 1] = '#';
        return;
    case DW:
        m->form[DEP][0] = '#';
        return;
    case DREST:
        m->form[DEP][strlen(m->form[DEP]) - 1] = '#';
        return;
    case SW:
        m->form[SIBLING][0] = '#';
        return;
    default:
        m->tag[value == HP         ? HEAD
               : value == DP       ? DEP
               : value == H_BEFORE ? HEAD - 1
               : value == H_AFTER  ? HEAD + 1
               : value == D_BEFORE ? DEP - 1
               : value == D_AFTER  ? DEP + 1
               : value == SP       ? SIBLING
                                   : 6][0] = '#';
    }
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

// The values that each key depends on, sorted; two keys for each template.
static size_t signatures(const model_sentence *m, const char *set, bool sibling, int *found)
{
    static const int values[] = {HW,      HREST,    DW,      DREST,  HP, DP, H_BEFORE,
                                 H_AFTER, D_BEFORE, D_AFTER, MIDDLE, SW, SP};
    keys before, after;
    sibling ? sibling_keys(m, set, HEAD, SIBLING, DEP, &before) : arc_keys(m, set, HEAD, DEP, &before);
    memset(found, 0, 2 * GF_MOST * sizeof *found);
    for (size_t v = 0; v < sizeof values / sizeof values[0]; v++) {
        model_sentence changed = *m;
        if (!sibling && (values[v] == SW || values[v] == SP))
            continue;
        change(&changed, values[v]);
        sibling ? sibling_keys(&changed, set, HEAD, SIBLING, DEP, &after)
                : arc_keys(&changed, set, HEAD, DEP, &after);
        CHECK_INT(after.n, before.n);
        for (size_t i = 0; i < before.n; i++)
            found[i] |= before.key[i] != after.key[i] ? values[v] : 0;
    }
    qsort(found, before.n, sizeof *found, by_number);
    return before.n;
}

static void compare(const model_sentence *m, const char *set, bool sibling, const int *expected, size_t n)
{
    int found[2 * GF_MOST], wanted[GF_MOST];
    CHECK_INT(signatures(m, set, sibling, found), 2 * n);
    memcpy(wanted, expected, n * sizeof *wanted);
    qsort(wanted, n, sizeof *wanted, by_number);
    for (size_t i = 0; i < n; i++)
        CHECK(found[2 * i] == wanted[i] && found[2 * i + 1] == wanted[i]);
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
// The short forms have no end of their own: it is their second character.
enum { H = HW | HREST, D = DW | DREST };
// Table 1a, b and c. Words 5 to 9 stand between; 5 and 9 are neighbours too.
#define TABLE_1                                                                                             \
    H | HP, H, HP, D | DP, D, DP, H | HP | D | DP, HP | D | DP, H | D | DP, H | HP | DP, H | HP | D, H | D, \
        HP | DP, HP | DP | H_AFTER, HP | DP | MIDDLE, HP | DP, HP | DP, HP | DP | D_BEFORE,                 \
        HP | DP | H_AFTER | D_BEFORE, HP | DP | H_BEFORE | D_BEFORE, HP | DP | H_AFTER | D_AFTER,           \
        HP | DP | H_BEFORE | D_AFTER, HP | DP | H_BEFORE, HP | DP | H_AFTER, HP | DP | D_BEFORE,            \
        HP | DP | D_AFTER

static void table_1_is_complete(void)
{
    static const int expected[] = {TABLE_1};
    const model_sentence m = sentence_with("ab", "cd"); // 6 + 7 + 5 between + 4 around + 4 back-offs
    CHECK_INT(COUNT(expected), 26);
    compare(&m, "mst", false, expected, COUNT(expected));
    compare(&m, "mst-morph", false, expected, COUNT(expected));
}

// Five characters are not longer than five, whatever their bytes; six are.
static void prefixes_are_of_long_forms(void)
{
    static const int head[] = {TABLE_1,     HW | HP,      HW,          HW | HP | D | DP,
                               HW | D | DP, HW | HP | DP, HW | HP | D, HW | D};
    static const int both[] = {TABLE_1,      HW | HP,           HW,           DW | DP,
                               DW,           HW | HP | DW | DP, HP | DW | DP, HW | DW | DP,
                               HW | HP | DP, HW | HP | DW,      HW | DW};
    static const int neither[] = {TABLE_1};
    const model_sentence five = sentence_with("abcde", "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4z"),
                         one = sentence_with("abcdef", "abcde"), two = sentence_with("abcdef", "ghijklmn");
    compare(&five, "mst", false, neither, COUNT(neither));
    CHECK_INT(COUNT(head), 26 + 7);
    compare(&one, "mst", false, head, COUNT(head));
    CHECK_INT(COUNT(both), 26 + 10);
    compare(&two, "mst", false, both, COUNT(both));
}

static void siblings_are_those_of_the_table(void)
{
    static const int expected[] = {HP | SP | DP, SP | DP, SW | D, SW | DP, SP | D};
    const model_sentence m = sentence_with("ab", "cd");
    compare(&m, "mst", true, expected, COUNT(expected));
    CHECK(set_named("mst")->grand == NULL && set_named("mst-morph")->grand == NULL);
    keys some, none;
    sibling_keys(&m, "mst", HEAD, SIBLING, DEP, &some);
    sibling_keys(&m, "mst", HEAD, HEAD, DEP, &none);
    CHECK_INT(none.n, some.n);
    for (size_t i = 0; i < none.n; i++)
        CHECK(none.key[i] != some.key[i]);
}

static bool has_key(const keys *k, uint32_t key)
{
    for (size_t i = 0; i < k->n; i++)
        if (k->key[i] == key)
            return true;
    return false;
}

static size_t common(const keys *a, const keys *b)
{
    size_t n = 0;
    for (size_t i = 0; i < a->n; i++)
        n += has_key(b, a->key[i]);
    return n;
}

static void no_key_comes_twice(void)
{
    const model_sentence m = sentence_with("abcdefg", "hijklmn");
    keys k;
    for (const gf_set *const *s = gf_set_all; *s; s++) {
        arc_keys(&m, (*s)->name, HEAD, DEP, &k);
        CHECK_INT(common(&k, &k), k.n);
        for (size_t i = 0; i < k.n; i++)
            for (size_t j = 0; j < i; j++)
                CHECK(k.key[i] != k.key[j]);
    }
}

// Each feature is there without and with direction and distance: one more word between, with a tag that was
// there before, changes just the half of them. So does the other direction, if the neighbours are the same.
static void distance_and_direction_are_joined(void)
{
    model_sentence m = sentence_with("abcdefg", "hijklmn"), longer = m, turned;
    keys a, b;
    longer.n++;
    for (int d = WORDS; d >= 7; d--) {
        memcpy(longer.form[d + 1], m.form[d], sizeof m.form[d]);
        memcpy(longer.tag[d + 1], m.tag[d], sizeof m.tag[d]);
    }
    arc_keys(&m, "mst", HEAD, DEP, &a);
    arc_keys(&longer, "mst", HEAD, DEP + 1, &b); // 6 and 7 words: see gf_bin
    CHECK_INT(b.n, a.n);
    CHECK_INT(common(&a, &b), a.n / 2);
    for (int d = 1; d <= WORDS; d++)
        if (d != HEAD && d != DEP)
            snprintf(m.tag[d], sizeof m.tag[d], "T");
    turned = m;
    memcpy(turned.form[HEAD], m.form[DEP], sizeof m.form[DEP]);
    memcpy(turned.form[DEP], m.form[HEAD], sizeof m.form[HEAD]);
    memcpy(turned.tag[HEAD], m.tag[DEP], sizeof m.tag[DEP]);
    memcpy(turned.tag[DEP], m.tag[HEAD], sizeof m.tag[HEAD]);
    arc_keys(&m, "mst", HEAD, DEP, &a);
    arc_keys(&turned, "mst", DEP, HEAD, &b);
    CHECK_INT(a.n, 2 * (6 + 7 + 10 + 1 + 8)); // one tag between
    CHECK_INT(b.n, a.n);
    CHECK_INT(common(&a, &b), a.n / 2);
}

// Section 8.2: the items of both ends, and each pair of them, twice.
static void morphology_is_that_of_the_paper(void)
{
    model_sentence m = sentence_with("ab", "cd");
    keys plain, with;
    m.feats[HEAD] = "Case=Nom|Number=Sing|Gender=Fem";
    m.feats[DEP] = "Case=Nom|Number=Plur";
    arc_keys(&m, "mst", HEAD, DEP, &plain);
    arc_keys(&m, "mst-morph", HEAD, DEP, &with);
    CHECK_INT(plain.n, 2 * 26);
    CHECK_INT(with.n, plain.n + 2 * (3 + 2 + 3 * 2));
    CHECK_INT(common(&plain, &with), plain.n);
}

// --- labels of the papers: each property of 7.3 and 8.2 is seen

static void label_keys(const model_sentence *m, const int *head, int d, keys *k)
{
    gf_words w = {0};
    gf_context c = {0};
    set_words(&w, m, "mst");
    gf_context_set(&c, head, m->n);
    gf_context_order(&c, m->n);
    k->n = gf_label(&w, head[d], d, k->key);
    k->n += gf_label_context(&w, &c, d, k->key + k->n);
    gf_context_done(&c);
    gf_words_done(&w);
}

// How many keys are new after a change.
static size_t news(const keys *before, const keys *after)
{
    return after->n - common(after, before);
}

static const int bush[WORDS + 1] = {-1, 4, 4, 4, 0, 6, 10, 6, 6, 6, 4, 10, 4}; // 3 and 12 are siblings of 10

static void label_features_of_words(void)
{
    static const int word[] = {HEAD, DEP, 3, 12};
    const model_sentence m = sentence_with("abcdefgh", "ijklmnop");
    model_sentence other;
    keys a, b;
    label_keys(&m, bush, DEP, &a);
    for (int i = 0; i < 4; i++) {
        other = m;
        snprintf(other.tag[word[i]], sizeof other.tag[0], "#");
        label_keys(&other, bush, DEP, &b);
        CHECK(news(&a, &b) >= 2);
        other = m;
        other.feats[word[i]] = "Case=Nom";
        label_keys(&other, bush, DEP, &b);
        CHECK(b.n > a.n);
        // the middle of a form, then the second, third and last but one characters
        for (int at = 0; at < 3; at++) {
            snprintf(other.form[word[i]], sizeof other.form[0], "abcdefgh");
            other.feats[word[i]] = NULL;
            keys x, y;
            label_keys(&other, bush, DEP, &x);
            other.form[word[i]][at == 0 ? 3 : at == 1 ? 2 : 6] = '#';
            label_keys(&other, bush, DEP, &y);
            CHECK(news(&x, &y) >= (at == 0 ? 1 : at == 1 ? 2 : 3)); // whole form; + a prefix; + two suffixes
        }
    }
    other = m;
    snprintf(other.tag[8], sizeof other.tag[8], "#"); // stands between
    label_keys(&other, bush, DEP, &b);
    CHECK_INT(news(&a, &b), 2);
}

static void label_features_of_both_ends(void)
{
    model_sentence m = sentence_with("abcdefgh", "ijklmnop"), other = m;
    int up[WORDS + 1], low[WORDS + 1];
    keys a, b;
    label_keys(&m, bush, DEP, &a);
    snprintf(other.form[DEP], sizeof other.form[DEP], "ijklmngh"); // shares a suffix with the head
    label_keys(&other, bush, DEP, &b);
    CHECK(news(&a, &b) >= 5);
    m.feats[HEAD] = "Case=Nom|Number=Sing";
    m.feats[DEP] = "Case=Acc|Number=Plur";
    other = m;
    other.feats[DEP] = "Case=Acc|Number=Sing"; // agreement: two keys more
    label_keys(&m, bush, DEP, &a);
    label_keys(&other, bush, DEP, &b);
    CHECK_INT(b.n, a.n + 2);
    // 2 is the head of 4, and its morphology counts where it is that of 10
    memcpy(up, bush, sizeof up);
    up[4] = 2;
    up[2] = 0;
    m.feats[2] = "Number=Sing";
    other = m;
    other.feats[2] = "Number=Plur";
    label_keys(&m, up, DEP, &a);
    label_keys(&other, up, DEP, &b);
    CHECK_INT(b.n, a.n + 1);
    // the last word of the sentence
    memcpy(low, bush, sizeof low);
    m = sentence_with("ab", "cd");
    label_keys(&m, low, 12, &a);
    m.n = 11;
    low[11] = 4;
    label_keys(&m, low, 11, &b);
    CHECK(news(&a, &b) > 0);
}

static void label_features_of_trees(void)
{
    const model_sentence m = sentence_with("ab", "cd");
    // what is changed in the tree, and the least number of keys that must be new
    static const struct {
        int word, head, least;
    } changes[] = {
        {11, 12, 3}, // 10 has fewer dependents
        {12, 11, 5}, // 10 has no sibling after it
        {7, 3, 2},   // a word between that is not below 4: it hangs on 3, which does
        {6, 4, 5},   // 10 is no longer the first after 4
    };
    keys a, b;
    label_keys(&m, bush, DEP, &a);
    for (size_t i = 0; i < COUNT(changes); i++) {
        int head[WORDS + 1];
        memcpy(head, bush, sizeof head);
        head[changes[i].word] = changes[i].head;
        label_keys(&m, head, DEP, &b);
        if (i != 2)
            CHECK((int)news(&a, &b) >= changes[i].least);
        else
            CHECK_INT(news(&a, &b), 0); // 3 is below 4, and so is 7
    }
    int head[WORDS + 1];
    memcpy(head, bush, sizeof head);
    head[2] = 0;
    head[4] = 2;
    label_keys(&m, head, DEP, &a);
    head[7] = 2; // now it is not below 4
    label_keys(&m, head, DEP, &b);
    CHECK_INT(news(&a, &b), 2);
    model_sentence same = m;
    snprintf(same.tag[1], sizeof same.tag[1], "T10"); // a sibling with the same tag, not a neighbour
    label_keys(&m, bush, DEP, &a);
    label_keys(&same, bush, DEP, &b);
    CHECK_INT(news(&a, &b), 2);
}

static void order_says_what_is_below(void)
{
    rng r;
    gf_context c = {0};
    rng_seed(&r, 3);
    for (int i = 0; i < 200; i++) {
        int head[31] = {-1}, n = 1 + (int)rng_below(&r, 30);
        for (int d = 1; d <= n; d++)
            head[d] = (int)rng_below(&r, (uint64_t)d);
        for (int d = 1; i % 2 && d <= n; d++)
            head[d] = head[d] ? n + 1 - head[d] : 0; // upside down, not always a tree
        bool tree = true;
        for (int d = 1; d <= n; d++) {
            int steps = 0;
            for (int x = d; x > 0 && steps <= n; x = head[x])
                steps++;
            tree = tree && steps <= n;
        }
        if (!tree)
            continue;
        gf_context_set(&c, head, n);
        gf_context_order(&c, n);
        for (int d = 1; d <= n; d++)
            for (int top = 0; top <= n; top++) {
                bool below = false;
                for (int x = head[d]; x >= 0 && !below; x = head[x])
                    below = x == top;
                CHECK(gf_is_below(&c, d, top) == below);
            }
    }
    gf_context_done(&c);
}

// --- every set

static void sets_are_found(void)
{
    size_t n = 0;
    for (const gf_set *const *s = gf_set_all; *s; s++, n++) {
        CHECK(set_named((*s)->name) == *s && (*s)->help[0] && gf_set_choice(n).help == (*s)->help);
        CHECK((*s)->end && (*s)->pair && (*s)->sibling && (*s)->label_own && (*s)->label_arc &&
              (*s)->label_sibling && (*s)->label_context && (*s)->label_pair);
    }
    CHECK(n >= 3 && gf_set_choice(n).name == NULL);
    CHECK(strcmp(gf_set_all[0]->name, "copse") == 0 && !set_named("") && !set_named("ms"));
}

// What other parsers say of an arc is a feature in every set.
static void guides_are_seen_by_all_sets(void)
{
    const model_sentence m = sentence_with("ab", "cd");
    copse_tree *tree = copse_tree_new();
    const copse_tree *const guide[] = {tree};
    tree_resize(tree, m.n);
    for (int d = 1; d <= m.n; d++) {
        tree->head[d] = bush[d];
        tree->label[d] = (copse_str){"dep", 3};
    }
    tree->scored = false;
    for (const gf_set *const *s = gf_set_all; *s; s++) {
        gf_words w = {0};
        uint32_t key[2 * GF_MOST];
        set_words(&w, &m, (*s)->name);
        const size_t arc = gf_arc(&w, HEAD, DEP, key), pair = gf_sibling(&w, HEAD, 6, DEP, key),
                     label = gf_label(&w, HEAD, DEP, key);
        gf_guides_set(&w, guide, 1, 0);
        CHECK(gf_arc(&w, HEAD, DEP, key) > arc && gf_sibling(&w, HEAD, 6, DEP, key) > pair &&
              gf_label(&w, HEAD, DEP, key) > label);
        gf_words_done(&w);
    }
    copse_tree_free(tree);
}

// Every set, and every set with clusters, of which there are none; NULL after the last.
static const gf_set *any_set(size_t i, gf_words *w)
{
    static gf_set clustered;
    static const clusters none;
    size_t n = 0;
    while (gf_set_all[n])
        n++;
    if (i >= 2 * n)
        return NULL;
    w->clusters = &none;
    gf_set_with_clusters(&clustered, gf_set_all[i % n]);
    return w->set = i < n ? gf_set_all[i] : &clustered;
}

static void keys_of_all_sets_fit(void)
{
    enum { LONG = 140 };
    copse_token token[LONG];
    char tag[LONG][8];
    int head[LONG + 1] = {-1};
    uint32_t key[4 * GF_MOST];
    gf_context c = {0};
    copse_sentence *s = copse_sentence_new();
    for (int i = 0; i < LONG; i++) {
        snprintf(tag[i], sizeof tag[i], "T%d", i);
        token[i] = (copse_token){"long form", NULL, tag[i], NULL,
                                 "A=1|A=1|A=1|A=1|A=1|A=1|A=1|A=1|A=1|A=1|A=1|A=1|A=2"};
        head[i + 1] = i < 2 ? 0 : 1;
    }
    copse_sentence_set(s, LONG, token);
    gf_context_set(&c, head, LONG);
    gf_context_order(&c, LONG);
    for (size_t i = 0;; i++) {
        gf_words w = {0};
        if (!any_set(i, &w))
            break;
        gf_words_set(&w, s, COPSE_UPOS);
        for (int d = 1; d <= LONG; d += 3)
            for (int h = 0; h <= LONG; h++) {
                if (h == d)
                    continue;
                CHECK(gf_arc(&w, h, d, key) <= GF_MOST && gf_label(&w, h, d, key) <= GF_MOST);
                CHECK(gf_sibling(&w, h, (h + d) / 2, d, key) <= GF_MOST);
                CHECK(!w.set->grand || gf_grand(&w, (h + d) / 2, h, d, key) <= GF_MOST);
                CHECK(gf_label_sibling(&w, h, (h + d) / 2, d, key) <= GF_MOST);
                CHECK(gf_label_context(&w, &c, d, key) <= GF_MOST);
                CHECK(gf_label_pair(&w, h, 0, d, -1, key) <= GF_MOST);
            }
        gf_words_done(&w);
    }
    gf_context_done(&c);
    copse_sentence_free(s);
}

// The score of a tree is the sum over its parts, for every set.
static void scores_are_sums(void)
{
    rng r;
    lang_sentence l;
    gweights g;
    uint32_t key[GF_MOST];
    rng_seed(&r, 11);
    gw_init(&g, 16);
    for (size_t i = 0; i < ((size_t)1 << g.bits) + GW_ROW; i++)
        g.now[i] = (float)(rng_unit(&r) - 0.5);
    for (size_t k = 0;; k++) {
        gscores s = {0};
        const gf_set *set = any_set(k, &s.words);
        if (!set)
            break;
        for (int i = 0; i < 10; i++) {
            const gs_method method = {
                .order = 2, .decoder = dec_for(true), .single_root = true, .grand = set->grand && i % 2};
            double sum = 0;
            lang_make(&l, &r, true);
            copse_sentence *one = copse_sentence_new();
            copse_sentence_set(one, l.n, l.token + 1);
            gf_words_set(&s.words, one, COPSE_UPOS);
            gs_candidates(&s, NULL, NULL);
            gs_arcs(&s, &g);
            gs_second(&s, &method, &g);
            for (int d = 1; d <= l.n; d++) {
                sum += (double)gw_sum(&g, key, gf_arc(&s.words, l.head[d], d, key));
                sum += (double)gw_sum(&g, key,
                                      gf_sibling(&s.words, l.head[d], gs_sibling_of(l.head, d), d, key));
                if (method.grand && l.head[d])
                    sum += (double)gw_sum(&g, key, gf_grand(&s.words, l.head[l.head[d]], l.head[d], d, key));
            }
            CHECK_NEAR(gs_score(&s, &method, l.head), sum, 1e-3);
            copse_sentence_free(one);
        }
        gs_done(&s);
    }
    gw_done(&g);
}

TESTS(TEST(table_1_is_complete), TEST(prefixes_are_of_long_forms), TEST(siblings_are_those_of_the_table),
      TEST(no_key_comes_twice), TEST(distance_and_direction_are_joined),
      TEST(morphology_is_that_of_the_paper), TEST(label_features_of_words), TEST(label_features_of_both_ends),
      TEST(label_features_of_trees), TEST(order_says_what_is_below), TEST(sets_are_found),
      TEST(guides_are_seen_by_all_sets), TEST(keys_of_all_sets_fit), TEST(scores_are_sums))
