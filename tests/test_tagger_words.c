// SPDX-License-Identifier: MIT
// What the tagger sees of words: the first set of features stays as it is, for models that have it; the
// second one knows forms that are alike, and single letters.
#include "tests/files.h"
#include "tests/harness.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/model/container.h"
#include "tests/trained.h"
#include "text/tagger_model.h"
#include "text/tagger_train.h"

static const tg_own nothing = {TG_EDGE, 0};

// A treebank of one column, UPOS.
typedef struct small_world {
    tg_tags tags;
    uint16_t noun, verb;
    tg_book book, stems, affixes;
    tg_sources first, second;
} small_world;

static void start(small_world *w)
{
    const copse_str noun[TG_COLUMNS] = {{"NOUN", 4}, {"_", 1}, {"_", 1}},
                    verb[TG_COLUMNS] = {{"VERB", 4}, {"_", 1}, {"_", 1}};
    memset(w, 0, sizeof *w);
    tg_tags_start(&w->tags);
    w->noun = tg_tags_add(&w->tags, noun);
    w->verb = tg_tags_add(&w->tags, verb);
    tg_tags_settle(&w->tags);
    w->first = (tg_sources){.tags = &w->tags, .book = &w->book, .stems = &w->stems};
    w->second = w->first;
    w->second.affixes = &w->affixes;
}

// Fills the books with words that occur `times` times each.
static void learn(small_world *w, size_t n, const char *const *form, const uint16_t *tag, int times)
{
    tg_sighting *seen = mem_alloc(2 * n * (size_t)times + 1, sizeof *seen);
    size_t all = 0;
    tg_affix_list list = {0};
    tg_word word;
    for (size_t i = 0; i < n * (size_t)times; i++) {
        tg_word_set(&word, &w->first, (copse_str){form[i % n], strlen(form[i % n])}, nothing);
        seen[all++] = (tg_sighting){(uint32_t)(word.face.form >> 32), tag[i % n]};
        seen[all++] = (tg_sighting){(uint32_t)(word.face.lower >> 32), tag[i % n]};
        tga_see(&list, &word, tag[i % n]);
    }
    tg_book_make(&w->book, seen, all, 1);
    tg_book_make(&w->stems, seen, 0, 1);
    tga_make(&list, &w->affixes);
    mem_free(seen);
}

static void done(small_world *w)
{
    tg_tags_done(&w->tags);
    tg_book_done(&w->book);
    tg_book_done(&w->stems);
    tg_book_done(&w->affixes);
}

static tg_word word_of(const tg_sources *from, const char *form)
{
    tg_word w;
    tg_word_set(&w, from, (copse_str){form, strlen(form)}, nothing);
    return w;
}

// All keys of a word, mixed; *n: how many. Its neighbours are words of the same form.
static uint64_t keys_of(const tg_sources *from, const char *form, size_t *n)
{
    const tg_word w = word_of(from, form);
    const tg_face *const around[2 * TGW_AROUND + 1] = {&tg_edge_face, &w.face, &w.face, &w.face, &w.face};
    uint64_t key[TGW_KEYS], all = 0;
    *n = tg_context_keys(around, true, &w.face, key);
    *n += tg_static_keys(&w, key + *n);
    for (size_t i = 0; i < *n; i++)
        all = hash_mix(all, key[i]);
    return all;
}

static const char *const forms[] = {"walking", "talking", "Stone", "\xe9\x9b\xbb\xe8\xa6\x96"};

// Models of version 1.0 have these keys: if this fails, they tag otherwise.
static void first_set_stays(void)
{
    static const struct {
        const char *form;
        size_t n;
        uint64_t keys;
    } expected[] = {
        {"walking", 68, 0xae54fa2996a99927},
        {"Stones", 64, 0xbfa4277e678556e9},
        {"un-Baking", 74, 0x19456b91f1ec02eb},
        {"\xe9\x9b\xbb\xe5\x8f\xb0", 47, 0x6634e76871732e86},
    };
    small_world w;
    start(&w);
    learn(&w, 4, forms, (const uint16_t[]){w.verb, w.noun, w.noun, w.noun}, 2);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        size_t n, more;
        const uint64_t keys = keys_of(&w.first, expected[i].form, &n);
        CHECK_INT(n, expected[i].n);
        CHECK(keys == expected[i].keys);
        CHECK((keys_of(&w.second, expected[i].form, &more) != keys) == (i > 0)); // "walking" is known
        CHECK((more > n) == (i == 3));                                           // letters without case
    }
    done(&w);
}

// In the book of affixes a form counts once, however often it occurs, and not for itself.
static void others_speak(void)
{
    small_world w;
    start(&w);
    learn(&w, 4, forms, (const uint16_t[]){w.verb, w.noun, w.noun, w.noun}, 3);
    tg_word word = word_of(&w.second, "baking"); // -ing, -ng; no beginning
    CHECK_INT(word.more[TGW_FIRST_ALIKE].n, 2);
    CHECK_INT(word.more[TGW_FIRST_ALIKE].total, 2);
    CHECK_INT(word.more[TGW_FIRST_ALIKE + 1].total, 2);
    CHECK_INT(word.more[TGW_FIRST_ALIKE + 2].n, 0);
    word = word_of(&w.second, "walking"); // one form alone has this end too
    CHECK_INT(word.more[TGW_FIRST_ALIKE].n, 0);
    word = word_of(&w.second, "Walking"); // the same in other letters
    CHECK_INT(word.more[TGW_FIRST_ALIKE].n, 0);
    CHECK_INT(word.more[0].total, 3);
    word = word_of(&w.first, "Walking");
    CHECK_INT(word.more[0].total, 0);
    done(&w);
}

// Entries come back from the pool, and what they say of tags is the same whether all are scored or one.
static void pool_gives_back(void)
{
    const copse_str upos[3] = {{"A", 1}, {"B", 1}, {"A", 1}}, xpos[3] = {{"a", 1}, {"b", 1}, {"c", 1}};
    tg_tags tags;
    tg_pool pool = {0};
    tg_entry got, put = {.n = 3, .total = 9, .count = {4, 3, 2}}, none = {.n = 0};
    tg_tags_start(&tags);
    for (size_t i = 0; i < 3; i++)
        put.tag[i] = tg_tags_add(&tags, (const copse_str[TG_COLUMNS]){upos[i], xpos[i], {"_", 1}});
    tg_entry_settle(&put, &tags);
    CHECK(put.near[0] == 6 && put.near[1] == 3 && put.near[2] == 6);
    CHECK(put.leads[0] && put.leads[1] && !put.leads[2]);
    tgp_put(&pool, &none);
    tgp_put(&pool, &put);
    tgp_put(&pool, &none);
    tgp_get(&pool, 1, &got);
    CHECK(got.n == 3 && got.total == 9 && got.tag[2] == put.tag[2] && got.count[1] == 3);
    CHECK(got.near[2] == 6 && got.leads[1] && got.upos[1] == put.upos[1]);
    tgp_get(&pool, 2, &got);
    CHECK(got.n == 0 && got.total == 0);
    tgp_done(&pool);
    tg_tags_done(&tags);
}

// The differences between scores of all tags are those between their relations one by one.
static void spreads_relations(void)
{
    small_world w;
    tg_scorer s = {0};
    float relation[TGR_ROWS], sum[16] = {0};
    start(&w);
    learn(&w, 4, forms, (const uint16_t[]){w.verb, w.noun, w.noun, w.noun}, 2);
    for (int i = 0; i < TGR_ROWS; i++)
        relation[i] = (float)(hash_mix(3, (uint64_t)i) % 1000) / 500 - 1;
    static const char *const some[] = {"baking", "walking", "Walking", "Stoking", "x"};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        const tg_word word = word_of(&w.second, some[i]);
        tgs_score(&s, &w.tags, relation, &word, sum, 1, NULL);
        REQUIRE(s.n == 2 && s.tag[0] == w.noun && s.tag[1] == w.verb);
        const float by =
            tgs_relation(&w.tags, relation, &word, w.noun) - tgs_relation(&w.tags, relation, &word, w.verb);
        CHECK(s.score[0] - s.score[1] > by - 1e-4F && s.score[0] - s.score[1] < by + 1e-4F);
    }
    tgs_done(&s);
    done(&w);
}

static void finds_letters_without_case(void)
{
    static const char *const caseless[] = {"\xe9\x9b\xbb", "\xe9\x9b\xbb"
                                                           "2"},
                             *const others[] = {"tv", "TV", "T\xe9\x9b\xbb", "12", "-", ""};
    tg_letters l;
    for (size_t i = 0; i < sizeof caseless / sizeof caseless[0]; i++) {
        tg_letters_read(&l, (copse_str){caseless[i], strlen(caseless[i])});
        CHECK(tg_letters_caseless(&l));
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        tg_letters_read(&l, (copse_str){others[i], strlen(others[i])});
        CHECK(!tg_letters_caseless(&l));
    }
}

// Writes a model without its book of affixes, and with so many relations.
static void forge(const box *b, const char *path, uint32_t rows)
{
    copse_error err;
    box_writer *w = box_writer_new();
    for (size_t i = 0; i < box_sections(b); i++) {
        cursor c;
        const box_section section = box_section_at(b, i);
        if (memcmp(section.tag, "TAGA", 4) == 0)
            continue;
        CHECK_INT(box_find(b, section.tag, 0, &c, &err), 0);
        box_begin(w, section.tag);
        const unsigned char *bytes = c.at;
        size_t size = (size_t)(c.end - c.at);
        if (memcmp(section.tag, "TAGR", 4) == 0) {
            const size_t old = 4 + 4 * (size_t)TGR_ROWS;
            box_u32(w, rows);
            for (uint32_t k = 0; k < rows; k++)
                box_f32(w, 0);
            bytes += old;
            size -= old;
        }
        box_raw(w, bytes, size);
    }
    CHECK_INT(box_save(w, path, &err), 0);
    box_writer_free(w);
}

// A model without a book of affixes has the first set of features and its relations, or is refused.
static void tells_sets_apart(void)
{
    copse_error err = {0};
    char bank[256], model[256];
    snprintf(bank, sizeof bank, "%s",
             scratch_text("bank", "1\tla\t_\tDET\t_\t_\t_\t_\t_\t_\n2\tdomo\t_\tNOUN\t_\t_\t_\t_\t_\t_\n\n"));
    snprintf(model, sizeof model, "%s", scratch("model"));
    REQUIRE(train_file("tagger", "", bank, model, 1, &err) == 0);
    static const uint32_t rows[] = {TGR_FIRST_ROWS, TGR_ROWS, TGR_FIRST_ROWS - 1};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tgmodel m;
        box *b = box_open(model, &err);
        REQUIRE(b);
        forge(b, scratch("forged"), rows[i]);
        box_close(b);
        b = box_open(scratch("forged"), &err);
        REQUIRE(b);
        CHECK_INT(tgm_load(&m, b, &err), i ? COPSE_EMODEL : 0);
        if (i == 0) {
            CHECK(!m.second && tgm_sources(&m).affixes == NULL);
            tgm_done(&m);
        }
        box_close(b);
    }
}

TESTS(TEST(first_set_stays), TEST(others_speak), TEST(pool_gives_back), TEST(spreads_relations),
      TEST(finds_letters_without_case), TEST(tells_sets_apart))
