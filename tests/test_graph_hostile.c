// SPDX-License-Identifier: MIT
// Crafted graph models: every word of 4 bytes of their sections replaced by odd numbers, checksums mended. A
// model is refused with one line, or parses into trees, labels and scores that can be printed.
#include "tests/harness.h"

#include "common/base/mem.h"
#include "common/base/utf8.h"
#include "common/model/container.h"
#include "common/treebank/tree.h"
#include "graph/weights.h"
#include "tests/scratch.h"
#include "tests/language.h"
#include "tests/trained.h"

#if defined(COPSE_ARENA_MALLOC)
enum { SLOWER = 5 };
#else
enum { SLOWER = 1 };
#endif

static const char *const kinds[] = {
    "--order 1 --decoder projective",
    "--order 1 --decoder nonprojective --labels joint --single-root no",
    "--order 2 --grandparents no --decoder projective",
    "--order 2 --grandparents no --decoder nonprojective --labels none",
    "--order 2 --decoder projective",
    "--order 2 --decoder nonprojective --labels joint",
    "--trainer crf --decoder projective",
    "--trainer crf --decoder nonprojective --labels joint",
    "--preset mst2005",
    "--preset mst2006 --climb-from both --climb-most 3 --decoder nonprojective",
    "--labels joint --joint-siblings yes --features mst-morph",
};
enum { KINDS = sizeof kinds / sizeof kinds[0], MOST_SECTIONS = 16 };

typedef struct part {
    char tag[5];
    unsigned char *bytes;
    size_t size;
} part;

typedef struct whole {
    part part[MOST_SECTIONS];
    size_t parts;
} whole;

static void whole_train(whole *m, const char *kind)
{
    copse_error err = {0};
    char line[256], data[1024];
    snprintf(data, sizeof data, "%s", scratch("train.conllu"));
    lang_file(data, 20, 5, true);
    snprintf(line, sizeof line, "--iterations 2 --runs 1 --hash-bits %d %s", GW_LEAST_BITS, kind);
    CHECK_INT(train_file("graph", line, data, scratch("model"), 1, &err), 0);
    box *b = box_open(scratch("model"), &err);
    *m = (whole){.parts = b ? box_sections(b) : 0};
    for (size_t i = 0; i < m->parts; i++) {
        part *p = &m->part[i];
        cursor c;
        memcpy(p->tag, box_section_at(b, i).tag, sizeof p->tag);
        CHECK_INT(box_find(b, p->tag, 0, &c, &err), 0);
        p->size = (size_t)(c.end - c.at);
        p->bytes = mem_alloc(p->size, 1);
        memcpy(p->bytes, c.at, p->size);
    }
    box_close(b);
}

static void whole_done(whole *m)
{
    for (size_t i = 0; i < m->parts; i++)
        mem_free(m->part[i].bytes);
}

// A model of the same sections. NULL: refused.
static copse_model *whole_load(const whole *m, copse_error *err)
{
    box_writer *w = box_writer_new();
    for (size_t i = 0; i < m->parts; i++) {
        box_begin(w, m->part[i].tag);
        box_raw(w, m->part[i].bytes, m->part[i].size);
    }
    size_t size = 0;
    void *bytes = box_bytes(w, &size, err);
    box_writer_free(w);
    copse_model *model = copse_model_from_memory(bytes, size, "crafted", err);
    mem_free(bytes);
    return model;
}

static void check_output(const copse_tree *t, copse_root_choice root)
{
    int word;
    bool fine = tree_check(t->head, t->n, root != COPSE_ROOT_SINGLE, &word) == TREE_FINE;
    for (int d = 1; d <= t->n; d++)
        fine = fine && utf8_is_shown(t->label[d]) && t->score[d] >= 0 && t->score[d] <= 1;
    CHECK(fine);
}

// Parses a short sentence, and one for which the pruner is used.
static void check_model(const copse_model *model)
{
    rng r;
    rng_seed(&r, 3);
    for (int i = 0; i < 2; i++) {
        copse_token token[30] = {0};
        const int n = i ? 28 : 5;
        for (int d = 0; d < n; d++)
            token[d] = (copse_token){.form = d % 3 ? "NO1" : "DE2", .upos = d % 4 ? "NOUN" : "VERB"};
        const copse_parse_options o = {.scores = true, .single_root = i ? COPSE_ROOT_SINGLE : COPSE_ROOT_ANY};
        copse_parser *p = copse_parser_new(model, &o);
        copse_sentence *s = copse_sentence_new();
        copse_tree *t = copse_tree_new();
        copse_sentence_set(s, n, token);
        CHECK_INT(copse_parse(p, s, t, &(copse_error){0}), 0);
        check_output(t, o.single_root);
        copse_tree_free(t);
        copse_sentence_free(s);
        copse_parser_free(p);
    }
}

// Returns whether the model was loaded.
static bool survives(const whole *m)
{
    copse_error err = {0};
    copse_model *model = whole_load(m, &err);
    if (model)
        check_model(model);
    else
        CHECK(err.code == COPSE_EMODEL && err.message[0] && !strchr(err.message, '\n'));
    copse_model_free(model);
    return model;
}

static void put_word(unsigned char *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

// 0, 1, 2^31-1, 2^32-1, infinities, NaN, 3e38, 1e-45.
static const uint32_t odd[] = {0,          1,          0x7fffffff, 0xffffffff, 0x7f800000, 0xff800000,
                               0x7fc00000, 0x7f61b1e6, 0x00000001, 0xff61b1e6, 0x5d5e0b6b, 0x7f7f7f7f};
enum { ODD = sizeof odd / sizeof odd[0] };

// All words of descriptions and of the beginnings of weights, which are numbers; some of the weights.
static void numbers(void)
{
    int loaded = 0, refused = 0, turn = 0;
    for (int k = 0; k < KINDS; k++) {
        whole m;
        whole_train(&m, kinds[k]);
        REQUIRE(m.parts > 4 && survives(&m));
        for (size_t i = 0; i < m.parts; i++) {
            part *p = &m.part[i];
            if (p->tag[0] != 'G')
                continue;
            for (size_t at = 0; at + 4 <= p->size; at += at < 64 || p->size < 1024 ? 4 : 512)
                for (int x = 0; x < ODD; x++) {
                    unsigned char kept[4];
                    if (at >= 12 && turn++ % (3 * SLOWER))
                        continue;
                    memcpy(kept, p->bytes + at, 4);
                    put_word(p->bytes + at, odd[x]);
                    survives(&m) ? loaded++ : refused++;
                    memcpy(p->bytes + at, kept, 4);
                }
        }
        whole_done(&m);
    }
    CHECK(loaded > 100 && refused > 100);
}

// All weights of all sections at their bounds.
static void extreme_weights(void)
{
    static const float scale[] = {GW_MOST_SCALE, 1e-45F, 1e10F};
    for (int k = 0; k < KINDS; k++)
        for (int x = 0; x < 9; x++) {
            whole m;
            rng r;
            rng_seed(&r, 9);
            whole_train(&m, kinds[k]);
            for (size_t i = 0; i < m.parts; i++) {
                part *p = &m.part[i];
                if (p->tag[0] != 'G' || strcmp(p->tag, "GMOD") == 0 || strcmp(p->tag, "GSET") == 0)
                    continue;
                uint32_t bits;
                memcpy(&bits, &scale[x % 3], sizeof bits);
                put_word(p->bytes + 4, bits);
                for (size_t at = 64; at < p->size; at++)
                    p->bytes[at] = x < 3 ? 0x7f : x < 6 ? 0x80 : (unsigned char)rng_below(&r, 256);
            }
            CHECK(survives(&m));
            whole_done(&m);
        }
}

static void scales_are_bounded(void)
{
    static const float scale[] = {0, -1, NAN, INFINITY, 3e38F, 1e19F};
    whole m;
    whole_train(&m, kinds[0]);
    for (size_t i = 0; i < m.parts; i++)
        for (size_t x = 0; x < sizeof scale / sizeof scale[0] && m.part[i].tag[0] == 'G'; x++) {
            part *p = &m.part[i];
            unsigned char kept[4];
            char start[64];
            copse_error err = {0};
            uint32_t bits;
            if (strcmp(p->tag, "GMOD") == 0)
                continue;
            memcpy(kept, p->bytes + 4, 4);
            memcpy(&bits, &scale[x], sizeof bits);
            put_word(p->bytes + 4, bits);
            copse_model *model = whole_load(&m, &err);
            CHECK(model == NULL && err.code == COPSE_EMODEL);
            snprintf(start, sizeof start, "damaged weights (section %s): scale ", p->tag);
            CHECK(strncmp(err.message, start, strlen(start)) == 0);
            copse_model_free(model);
            memcpy(p->bytes + 4, kept, 4);
        }
    whole_done(&m);
}

// Whatever training makes of the weights, the model can be loaded.
static void any_weights_are_packed(void)
{
    static const float odd_weight[] = {NAN, INFINITY, -INFINITY, 3e38F, -3e38F, 1e-45F, -1e-45F, 0, 1};
    enum { WEIGHTS = sizeof odd_weight / sizeof odd_weight[0] };
    for (int x = 0; x <= WEIGHTS; x++) {
        gweights trained, packed, loaded;
        copse_error err = {0};
        size_t size = 0;
        gw_init(&trained, GW_LEAST_BITS);
        for (int i = 0; i < 1 << GW_LEAST_BITS; i++)
            trained.now[i] = odd_weight[x < WEIGHTS ? x : i % WEIGHTS];
        gw_pack(&trained, &packed);
        box_writer *w = box_writer_new();
        gw_save(&packed, "GARC", w);
        void *bytes = box_bytes(w, &size, &err);
        box *b = box_memory(bytes, size, "packed", &err);
        CHECK_INT(gw_load(&loaded, "GARC", b, &err), 0);
        CHECK(loaded.packed[0] == 0 || !isnan(trained.now[0]));
        gw_done(&loaded);
        box_close(b);
        mem_free(bytes);
        box_writer_free(w);
        gw_done(&packed);
        gw_done(&trained);
    }
}

// A label that would break the columns of the output, or reach a terminal as a command.
static void labels_are_text(void)
{
    static const char *const wrong[] = {"ro\nt", "ro\tt", "\033[1m", "roo\xff", "r\xc2\x85t", "roo\x7f"};
    whole m;
    whole_train(&m, kinds[0]);
    for (size_t i = 0; i < m.parts; i++)
        for (size_t at = 0; strcmp(m.part[i].tag, "GMOD") == 0 && at + 4 <= m.part[i].size; at++) {
            unsigned char *label = m.part[i].bytes + at;
            if (memcmp(label, "root", 4) != 0)
                continue;
            for (size_t x = 0; x < sizeof wrong / sizeof wrong[0]; x++) {
                copse_error err = {0};
                memcpy(label, wrong[x], 4);
                copse_model *model = whole_load(&m, &err);
                CHECK(model == NULL && err.code == COPSE_EMODEL);
                CHECK(strstr(err.message, "section GMOD"));
                copse_model_free(model);
            }
            memcpy(label, "r\xc3\xa9t", 4);
            CHECK(survives(&m));
        }
    whole_done(&m);
}

static void clean(void)
{
    scratch_remove(scratch_folder);
}

static void begin(void)
{
    scratch_make();
    atexit(clean);
    CHECK(scratch_entries(scratch_folder) == 0);
}

TESTS(TEST(begin), TEST(numbers), TEST(extreme_weights), TEST(scales_are_bounded),
      TEST(any_weights_are_packed), TEST(labels_are_text))
