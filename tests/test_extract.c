// SPDX-License-Identifier: MIT
// The keys that configurations get.
#include "tests/harness.h"
#include "tests/sentences.h"

#include "transition/features.h"
#include "common/base/table.h"
#include "common/base/mem.h"

typedef struct world {
    feature_model m;
    fm_words words;
    config c;
    copse_sentence *s;
    uint64_t key[256];
    size_t n;
} world;

static void world_init(world *w, const char *features, const char *sentence, cfg_root root)
{
    copse_error err;
    memset(w, 0, sizeof *w);
    CHECK_INT(fm_parse(&w->m, "f", str(features), &err), 0);
    CHECK(fm_most(&w->m) <= 256);
    w->s = sentence_of(sentence);
    cfg_init(&w->c);
    cfg_reset(&w->c, w->s->n, root, false);
    fm_words_set(&w->words, &w->m, w->s, COPSE_UPOS);
}

// The features of the short and long lines of no group and of the groups are all features.
static void check_parts(const world *w, void *memory)
{
    uint64_t key[256], all = 0, sum = 0;
    size_t n = 0;
    fm_look(&w->m, &w->words, &w->c, memory);
    for (int i = 0; i < w->m.short_rests; i += FM_SOME)
        n += fm_short_keys(&w->m, i, key + n, memory);
    n += fm_long_keys(&w->m, &w->words, &w->c, key + n, memory);
    for (int i = 0; i < w->m.groups; i++)
        n += fm_group_keys(&w->m, i, &w->words, key + n, memory);
    CHECK_INT(n, w->n);
    for (size_t i = 0; i < n; i++) {
        all += w->key[i] * w->key[i];
        sum += key[i] * key[i];
    }
    CHECK(all == sum);
}

static void look(world *w)
{
    void *memory = mem_alloc(fm_scratch(&w->m), 1);
    w->n = fm_extract(&w->m, &w->words, &w->c, w->key, memory);
    check_parts(w, memory);
    mem_free(memory);
}

static void world_done(world *w)
{
    fm_words_done(&w->words);
    fm_done(&w->m);
    cfg_done(&w->c);
    copse_sentence_free(w->s);
}

// The one key of one term in a sentence where word 2 is S0 and word 3 is B0 and 1 is lc(2).
static uint64_t key_of(const char *feature, const char *sentence)
{
    world w;
    world_init(&w, feature, sentence, CFG_ROOT_FIRST);
    cfg_push(&w.c, 2);
    cfg_arc(&w.c, 2, 1, 5);
    w.c.next = 3;
    look(&w);
    CHECK(w.n == 1);
    uint64_t key = w.key[0];
    world_done(&w);
    return key;
}

static const char LINES[] =
    "form(S0)\npos(S0)\nform(B0)\npos(S0) pos(B0)\nlabel(lc(S0))\nform(lc(S0)) pos(B0)\n"
    "suffix(S0,1)\nlemma(B0) feats(B0)\n";

static void look_at(world *w, const char *sentence, int label)
{
    world_init(w, LINES, sentence, CFG_ROOT_FIRST);
    cfg_push(&w->c, 2);
    cfg_arc(&w->c, 2, 1, label);
    w->c.next = 3;
    look(w);
}

// Bit i is set if line i of LINES has another key.
static unsigned differences(const char *sentence, int label)
{
    world a, b;
    unsigned set = 0;
    look_at(&a, "x/x/A b/b/B c/c/C/C/F=1", 5);
    look_at(&b, sentence, label);
    CHECK_INT(a.n, 8);
    CHECK_INT(b.n, 8);
    for (size_t i = 0; i < 8; i++)
        set |= (a.key[i] != b.key[i] ? 1u : 0) << i;
    world_done(&a);
    world_done(&b);
    return set;
}

static void only_lines_that_use_a_value_change(void)
{
    CHECK_INT(differences("x/x/A b/b/B c/c/C/C/F=1", 5), 0);
    CHECK_INT(differences("x/x/A bb/b/B c/c/C/C/F=1", 5), 1 << 0); // the suffix stays
    CHECK_INT(differences("x/x/A d/b/B c/c/C/C/F=1", 5), 1 << 0 | 1 << 6);
    CHECK_INT(differences("x/x/A b/other/B/X/Y c/c/C/C/F=1", 5), 0); // lemma of S0: nobody asks
    CHECK_INT(differences("x/x/A b/b/D c/c/C/C/F=1", 5), 1 << 1 | 1 << 3);
    CHECK_INT(differences("x/x/A b/b/B d/c/C/C/F=1", 5), 1 << 2);
    CHECK_INT(differences("x/x/A b/b/B c/c/D/C/F=1", 5), 1 << 3 | 1 << 5);
    CHECK_INT(differences("y/x/A b/b/B c/c/C/C/F=1", 5), 1 << 5);
    CHECK_INT(differences("x/x/A b/b/B c/c/C/C/F=2", 5), 1 << 7);
    CHECK_INT(differences("x/x/A b/b/B c/d/C/C/F=1", 5), 1 << 7);
    CHECK_INT(differences("x/x/A b/b/B c/c/C/C/F=1", 6), 1 << 4);
}

// The node an address names, told by its form.
static void addresses_name_nodes(void)
{
    // 3 has children 1, 2 and 5, 6, 7; 2 has the head 3; S: 3 8, B: 9 10, C: passed 8 when the focus is 3.
    static const struct {
        const char *address;
        int node;
    } all[] = {{"S0", 8},
               {"S1", 3},
               {"S2", 0},
               {"S3", -1},
               {"B0", 9},
               {"B1", 10},
               {"B2", -1},
               {"C0", -1},
               {"lc(S1)", 1},
               {"lc2(S1)", 2},
               {"rc(S1)", 7},
               {"rc2(S1)", 6},
               {"head(lc(S1))", 3},
               {"head(S1)", 0},
               {"head(S0)", -1},
               {"head(S2)", -1},
               {"rs(lc(S1))", 2},
               {"ls(lc(S1))", -1},
               {"rs(lc2(S1))", 5},
               {"ls(rc(S1))", 6},
               {"rsib(lc(S1))", 2},
               {"rsib(lc2(S1))", -1}, // 5 is on the other side of 3
               {"lsib(rc(S1))", 6},
               {"lsib(lsib(rc(S1)))", 5},
               {"lsib(lsib(lsib(rc(S1))))", -1},
               {"rsib(S1)", -1},
               {"lsib(S2)", -1},
               {"lsib(S0)", -1}, // no head, no siblings
               {"first(S1)", 1},
               {"last(S1)", 7},
               {"first(rc(S1))", 4},
               {"last(rc(S1))", 4}, // its only child, on the left
               {"first(S2)", 3},
               {"first(S0)", -1},
               {"last(S3)", -1},
               {"prev(S1)", 2},
               {"next(S1)", 4},
               {"next(B1)", -1},
               {"prev(lc(S1))", -1},
               {"next(S2)", -1},
               {"prev(S2)", -1},
               {"lc(S2)", -1},
               {"rc(S2)", 3},
               {"lc(S0)", -1},
               {"lc(S3)", -1},
               {"lc(rc(S1))", 4},
               {"rc(lc(S1))", -1},
               {"lc2(rc(S1))", -1},
               {"rc2(S0)", -1},
               {"next(next(S1))", 5}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char feature[64];
        snprintf(feature, sizeof feature, "form(%s)\nform(%s)", all[i].address, all[i].address);
        world w, other;
        world_init(&w, feature, "a b c d e f g h i j", CFG_ROOT_FIRST);
        static const int heads[] = {-1, 3, 3, 0, 7, 3, 3, 3};
        static const int order[] = {2, 1, 5, 6, 4, 7, 3};
        for (size_t k = 0; k < 7; k++)
            cfg_arc(&w.c, heads[order[k]], order[k], 1);
        cfg_push(&w.c, 3);
        cfg_push(&w.c, 8);
        w.c.next = 9;
        look(&w);
        CHECK_INT(w.n, 2);
        CHECK(w.key[0] != w.key[1]); // the same value in another line
        // The same line where the node is found as S0.
        snprintf(feature, sizeof feature, "form(S0)");
        world_init(&other, feature, "a b c d e f g h i j", all[i].node == 0 ? CFG_ROOT_FIRST : CFG_ROOT_NONE);
        if (all[i].node > 0)
            cfg_push(&other.c, all[i].node);
        look(&other);
        if (w.key[0] != other.key[0])
            printf("  %s is not %d\n", all[i].address, all[i].node);
        CHECK(w.key[0] == other.key[0]);
        world_done(&w);
        world_done(&other);
    }
}

static void passed_words_have_addresses(void)
{
    world w, other;
    world_init(&w, "form(C1)", "a b c d", CFG_ROOT_FIRST);
    for (int k = 1; k <= 3; k++)
        cfg_push(&w.c, k);
    w.c.stack_n = 2; // the focus is 1; 2 and 3 have been passed
    look(&w);
    world_init(&other, "form(S0)", "a b c d", CFG_ROOT_NONE);
    cfg_push(&other.c, 3);
    look(&other);
    CHECK(w.key[0] == other.key[0]);
    world_done(&w);
    world_done(&other);
}

// The word of six, from word 2 (S0) to word 7 (B0), that has no head among them, as w->key[0].
static void check_free(const char *address, int node)
{
    world w, other;
    char feature[64];
    snprintf(feature, sizeof feature, "form(%s)", address);
    world_init(&w, feature, "a b c d e f g h", CFG_ROOT_FIRST);
    cfg_push(&w.c, 2);
    w.c.next = 7;
    cfg_arc(&w.c, 2, 3, 0);
    cfg_arc(&w.c, 1, 5, 0);
    cfg_arc(&w.c, 0, 6, 0); // 4 has no head, 5 and 6 have one outside
    look(&w);
    world_init(&other, "form(S0)", "a b c d e f g h", CFG_ROOT_NONE);
    if (node > 0)
        cfg_push(&other.c, node);
    look(&other);
    if (w.key[0] != other.key[0])
        printf("  %s is not %d\n", address, node);
    CHECK(w.key[0] == other.key[0]);
    world_done(&w);
    world_done(&other);
}

static void free_words_have_addresses(void)
{
    check_free("L0", 4);
    check_free("L1", 5);
    check_free("L2", 6);
    check_free("L3", -1);
    check_free("R0", 6);
    check_free("R2", 4);
    check_free("R3", -1);
    check_free("next(L0)", 5);
}

static void what_exists_is_told(void)
{
    uint64_t key[3];
    for (int which = 0; which < 3; which++) { // nothing, the root, a word
        world w;
        world_init(&w, "exists(S0)", "a b", which == 1 ? CFG_ROOT_FIRST : CFG_ROOT_NONE);
        if (which == 2)
            cfg_push(&w.c, 1);
        look(&w);
        key[which] = w.key[0];
        world_done(&w);
    }
    CHECK(key[0] != key[1] && key[1] == key[2]);
}

// Nothing, the root, a word with no value, and words with the values of all labels are told apart.
static void nil_is_not_root_is_not_a_word(void)
{
    static const char *const terms[] = {"form(S0)",         "lemma(S0)",       "pos(S0)",
                                        "feats(S0)",        "feat(S0,Case)",   "prefix(S0,2)",
                                        "suffix(S0,2)",     "label(S0)",       "valency(S0,left)",
                                        "labels(S0,right)", "distance(S0,B0)", "between(S0,B0)"};
    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++) {
        uint64_t key[3];
        for (int which = 0; which < 3; which++) {
            world w;
            world_init(&w, terms[i], "a b", which == 1 ? CFG_ROOT_FIRST : CFG_ROOT_NONE);
            if (which == 2)
                cfg_push(&w.c, 1);
            w.c.next = 2;
            look(&w);
            key[which] = w.key[0];
            world_done(&w);
        }
        CHECK(key[0] != key[1] || i >= 8); // valency and sets of labels are nought for the root
        CHECK(key[0] != key[2]);
        CHECK(key[1] != key[2] || i == 8 || i == 9);
    }
}

static void labels_are_told_apart(void)
{
    world w;
    key_set seen = {0};
    world_init(&w, "label(S0)", "a b", CFG_ROOT_FIRST);
    look(&w); // the root
    CHECK(key_add(&seen, w.key[0]));
    cfg_pop(&w.c);
    look(&w); // nothing
    CHECK(key_add(&seen, w.key[0]));
    cfg_push(&w.c, 1);
    for (int label = -1; label < 2000; label++) { // -1: a word without a head
        w.c.label[1] = label;
        look(&w);
        CHECK(key_add(&seen, w.key[0]));
    }
    key_done(&seen);
    world_done(&w);
}

static void sets_of_labels_are_sets(void)
{
    world w;
    uint64_t key[5];
    world_init(&w, "labels(S0,right)", "a b c d", CFG_ROOT_NONE);
    cfg_pop(&w.c);
    w.c.stack_n = 0;
    look(&w);
    key[4] = w.key[0]; // nil
    cfg_push(&w.c, 1);
    look(&w);
    key[0] = w.key[0];
    cfg_arc(&w.c, 1, 2, 0);
    look(&w);
    key[1] = w.key[0];
    cfg_arc(&w.c, 1, 3, 3);
    look(&w);
    key[2] = w.key[0];
    cfg_arc(&w.c, 1, 4, 0);
    look(&w);
    key[3] = w.key[0];
    CHECK(key[0] != key[1] && key[1] != key[2] && key[0] != key[4]);
    CHECK(key[2] == key[3]);
    w.c.right_labels[1] = 0x1d;
    look(&w);
    CHECK(w.key[0] != key[4]);
    world_done(&w);
}

static void valencies_stop_at_six(void)
{
    world w;
    uint64_t key[10];
    world_init(&w, "valency(S0,right)", "a b c d e f g h i j", CFG_ROOT_NONE);
    cfg_push(&w.c, 1);
    for (int k = 0; k < 9; k++) {
        look(&w);
        key[k] = w.key[0];
        cfg_arc(&w.c, 1, k + 2, 1);
    }
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < i; k++)
            CHECK((key[i] == key[k]) == (k >= 6));
    world_done(&w);
}

static void distances_have_bins(void)
{
    static const int bin[] = {0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8};
    uint64_t key[25] = {0};
    for (int d = 1; d < 25; d++) {
        world w;
        world_init(&w, "distance(S0,B0)", "a b c d e f g h i j k l m n o p q r s t u v w x y z",
                   CFG_ROOT_NONE);
        cfg_push(&w.c, 1);
        w.c.next = 1 + d;
        look(&w);
        key[d] = w.key[0];
        world_done(&w);
        for (int e = 1; e < d; e++)
            CHECK((key[d] == key[e]) == (bin[d] == bin[e]));
    }
}

// S0 is word 2 of seven and B0 word 6, with some arcs: "3<4" makes 4 the head of 3, "1>3" 1.
static uint64_t between(const char *arcs)
{
    world w;
    world_init(&w, "between(S0,B0)", "a b c d e f g", CFG_ROOT_FIRST);
    cfg_push(&w.c, 2);
    w.c.next = 6;
    for (const char *p = arcs; *p; p += 3 + (p[3] == ' ')) {
        const bool left = p[1] == '<';
        cfg_arc(&w.c, p[left ? 2 : 0] - '0', p[left ? 0 : 2] - '0', 0);
    }
    look(&w);
    const uint64_t key = w.key[0];
    world_done(&w);
    return key;
}

static void what_lies_between_is_told(void)
{
    const uint64_t none = between("2>3 4<6 4>5");
    CHECK(between("2>3 3>4 3>5") == none); // nothing to cross, no word without a head
    CHECK(between("1>2 6>7 3<6 4<6 5<6") == none);
    CHECK(between("2>3 4>5") != none); // 4 has no head
    CHECK(between("3<5 4<5") == between("2>3 4>5"));
    CHECK(between("2>3") != between("2>3 4>5")); // 4 and 5 have none
    CHECK(between("") != between("2>3"));
    CHECK(between("1<3") != between("")); // of the three, 3 has a child to the left of 2
    const uint64_t crossed = between("1>3 4<6 4>5");
    CHECK(crossed != none);
    CHECK(between("0>3 4<6 4>5") == crossed);
    CHECK(between("2>3 4<7 4>5") == crossed);
    CHECK(between("2>3 4<6 4>5 4>7") == crossed);
    CHECK(between("2>3 4<6 4>5 1<3") == crossed);
}

static bool same(const char *feature, const char *one, const char *other)
{
    return key_of(feature, one) == key_of(feature, other);
}

static void affixes_are_of_characters(void)
{
    CHECK(same("prefix(S0,2)", "x anna c", "x anton c"));
    CHECK(!same("prefix(S0,3)", "x anna c", "x anton c"));
    CHECK(same("prefix(S0,5)", "x an c", "x an c"));
    CHECK(!same("prefix(S0,5)", "x an c", "x ana c")); // a shorter word is its own prefix
    CHECK(same("prefix(S0,1)", "x \xc3\xa9t\xc3\xa9 c", "x \xc3\xa9ph c"));
    CHECK(!same("prefix(S0,1)", "x \xc3\xa9t\xc3\xa9 c", "x \xc3\xa8t c")); // not of bytes
    CHECK(same("suffix(S0,2)", "x lost c", "x mast c"));
    CHECK(!same("suffix(S0,3)", "x lost c", "x mast c"));
    CHECK(same("suffix(S0,1)", "x \xc3\xa9t\xc3\xa9 c", "x caf\xc3\xa9 c"));
    CHECK(!same("suffix(S0,1)", "x caf\xc3\xa9 c", "x caf\xc4\xa9 c")); // the last byte is the same
    CHECK(same("suffix(S0,9)", "x st c", "x st c"));
    CHECK(!same("suffix(S0,9)", "x st c", "x ost c"));
    CHECK(!same("suffix(S0,2)", "x a c", "x aa c"));
    // Bytes that are not UTF-8 are characters of their own in prefixes; in suffixes a run of continuation
    // bytes is one with what stands before it. Nothing is read outside the word.
    CHECK(same("prefix(S0,1)",
               "x \xff"
               "a c",
               "x \xff"
               "b c"));
    CHECK(same("prefix(S0,1)",
               "x \xc3"
               "a c",
               "x \xc3"
               "b c"));
    CHECK(same("suffix(S0,1)", "x \x80\x80\x80 c", "x \x80\x80\x80 c"));
    CHECK(!same("suffix(S0,1)", "x \x80\x80\x80 c", "x \x80\x80 c"));
    CHECK(same("prefix(S0,20) suffix(S0,20)", "x \xe2\x82 c", "x \xe2\x82 c"));
}

static void morphological_features_are_found(void)
{
    CHECK(same("feat(S0,Case)", "x b/////Case=Nom c", "x b/////A=1|Case=Nom|Z c"));
    CHECK(same("feat(S0,Case)", "x b////Case=Nom c", "x b////A=1|Case=Nom|Z c"));
    CHECK(!same("feat(S0,Case)", "x b////Case=Nom c", "x b////Case=Acc c"));
    CHECK(same("feat(S0,Case)", "x b////_ c", "x b////Cases=Nom c"));
    CHECK(!same("feat(S0,Case)", "x b////_ c", "x b////Case c"));
}

static size_t keys(const char *feature, const char *sentence, uint64_t *key)
{
    world w;
    world_init(&w, feature, sentence, CFG_ROOT_FIRST);
    cfg_push(&w.c, 1);
    w.c.next = 2;
    look(&w);
    CHECK(w.n <= fm_most(&w.m));
    memcpy(key, w.key, (w.n < 64 ? w.n : 64) * sizeof *key);
    world_done(&w);
    return w.n;
}

static void a_star_takes_each_feature(void)
{
    uint64_t a[64], b[64];
    CHECK_INT(keys("feat(S0,*)", "a////_ b", a), 0);
    CHECK_INT(keys("feat(S1,*)", "a////A=1 b", a), 0); // the root
    CHECK_INT(keys("feat(S9,*)", "a////A=1 b", a), 0); // nothing
    CHECK_INT(keys("feat(S0,*)", "a////A=1|B=2|C=3 b", a), 3);
    CHECK(a[0] != a[1] && a[1] != a[2] && a[0] != a[2]);
    CHECK_INT(keys("feat(S0,*)", "a////A=1|C=3 b", b), 2);
    CHECK(a[0] == b[0] && a[2] == b[1]);
    // With plain terms: every key changes with them.
    CHECK_INT(keys("feat(S0,*) pos(B0)", "a////A=1|C=3 b//X", a), 2);
    CHECK_INT(keys("feat(S0,*) pos(B0)", "a////A=1|C=3 b//Y", b), 2);
    CHECK(a[0] != b[0] && a[1] != b[1]);
    // Two of them: pairs by common name.
    CHECK_INT(keys("feat(S0,*) feat(B0,*)", "a////A=1|B=2|D=4 b////B=3|C=1|D=4", a), 2);
    CHECK_INT(keys("feat(S0,*) feat(B0,*)", "a////B=2 b////B=3", b), 1);
    CHECK(a[0] == b[0] && a[0] != a[1]);
    CHECK_INT(keys("feat(S0,*) feat(B0,*)", "a////B=3 b////B=2", b), 1); // the order matters
    CHECK(a[0] != b[0]);
    CHECK_INT(keys("feat(S0,*) feat(B0,*)", "a////B=3 b////C=3", b), 0);
}

// More features than are looked at, and names that repeat: never more keys than there is room for.
static void a_star_stays_within_its_room(void)
{
    uint64_t key[64];
    char many[600] = "a////", feats[256] = "";
    for (int i = 0; i < 40; i++)
        strcat(feats, "F=1|");
    strcat(many, feats);
    CHECK_INT(keys("feat(S0,*)", strcat(many, " b"), key), FM_MOST_EACH);
    strcat(many, "////");
    CHECK_INT(keys("feat(S0,*) feat(B0,*)", strcat(many, feats), key), FM_MOST_EACH);
}

// --- Keys

static void keys_do_not_collide(void)
{
    enum { VALUES = 20000, LINE_COUNT = 50 };
    char text[LINE_COUNT * 40] = "", form[32];
    key_set seen = {0};
    for (int i = 0; i < LINE_COUNT; i++)
        strcat(text, i % 2 ? "form(S0) label(B0)\n" : "label(B0) form(S0) valency(S0,left)\n");
    world w;
    world_init(&w, text, "a b", CFG_ROOT_NONE);
    cfg_push(&w.c, 1);
    w.c.next = 2;
    size_t wrong = 0;
    for (int v = 0; v < VALUES; v++) {
        snprintf(form, sizeof form, "form%d", v / 40);
        copse_sentence_set(w.s, 2, (copse_token[]){{.form = form}, {.form = "b"}});
        fm_words_set(&w.words, &w.m, w.s, COPSE_UPOS);
        w.c.label[2] = v % 40;
        look(&w);
        for (size_t i = 0; i < w.n; i++)
            wrong += !key_add(&seen, w.key[i]);
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(seen.n, VALUES * LINE_COUNT);
    key_done(&seen);
    world_done(&w);
}

// These numbers are in every model file: a change here makes old models useless without a word.
static void keys_are_the_same_everywhere(void)
{
    CHECK(key_of("form(S0)", "x word c") == 0x70d792af02c3dce9u);
    CHECK(key_of("pos(S0) label(lc(S0)) distance(S0,B0)", "x word//NOUN c") == 0xc1c34cb357f13ab7u);
    CHECK(key_of("form(S5)", "x word c") == 0x68d8b0da6e151a6u);
    CHECK(key_of("feat(S0,*) suffix(B0,2)", "x word////A=1 c") == 0x3bce984ef995894u);
}

TESTS(TEST(only_lines_that_use_a_value_change), TEST(addresses_name_nodes), TEST(passed_words_have_addresses),
      TEST(free_words_have_addresses), TEST(what_exists_is_told), TEST(nil_is_not_root_is_not_a_word),
      TEST(labels_are_told_apart), TEST(sets_of_labels_are_sets), TEST(valencies_stop_at_six),
      TEST(distances_have_bins), TEST(what_lies_between_is_told), TEST(affixes_are_of_characters),
      TEST(morphological_features_are_found), TEST(a_star_takes_each_feature),
      TEST(a_star_stays_within_its_room), TEST(keys_do_not_collide), TEST(keys_are_the_same_everywhere))
