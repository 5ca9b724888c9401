// SPDX-License-Identifier: MIT
// Tokenisers whose checksums are right and whose contents are not: they are refused, or make sentences in
// CoNLL-U of any text.
#include "tests/harness.h"

#include "common/base/mem.h"
#include "common/model/container.h"
#include "tests/tokens.h"

// Two models: without and with a recheck of multiword tokens.
enum { MODELS = 2 };
static copse_writer *model_bytes[MODELS];

static box *whole_model(int k)
{
    copse_error err = {0};
    size_t size;
    if (!model_bytes[k]) {
        text bank = k ? tokens_doubts(100, 11, true) : tokens_treebank(60, 11);
        copse_model_free(tokens_model((copse_str){bank.s, bank.n}, &model_bytes[k], &err));
        text_done(&bank);
    }
    const void *bytes = copse_writer_data(model_bytes[k], &size);
    box *b = box_copy(bytes, size, "whole", &err);
    CHECK_STRING(err.message, "");
    if (!b)
        exit(1);
    return b;
}

// A change of one section: cut after some bytes, a byte replaced, or left out.
typedef struct change {
    size_t section, keep;
    size_t at; // SIZE_MAX: none
    unsigned char value;
    bool drop;
} change;

static void *changed(const box *from, const change *c, size_t *size)
{
    copse_error err;
    box_writer *w = box_writer_new();
    for (size_t i = 0; i < box_sections(from); i++) {
        const box_section s = box_section_at(from, i);
        cursor cur;
        if (box_find(from, s.tag, 0, &cur, &err) != 0 || (c->drop && i == c->section))
            continue;
        size_t length = (size_t)(cur.end - cur.at);
        unsigned char *bytes = mem_alloc(length + 1, 1);
        memcpy(bytes, cur.at, length);
        if (i == c->section && c->at < length)
            bytes[c->at] = c->value;
        if (i == c->section && c->keep < length)
            length = c->keep;
        box_begin(w, s.tag);
        box_raw(w, bytes, length);
        mem_free(bytes);
    }
    void *made = box_bytes(w, size, &err);
    box_writer_free(w);
    return made;
}

// Splits a text of words that are known and unknown. All of it must be CoNLL-U.
static void use(const copse_model *m)
{
    static const char input[] =
        "Bado rimu du lansoki, dr. Tepe muriki.\n\nSonu? \xff\xe4\xbd\xa0\xe5\xa5\xbd du du "
        "duki ki 12:30 www.bado.de/ri, ((Lanki))... Bo bado doribala. Ki bado doribala.";
    copse_error err = {0};
    copse_sentence *s = copse_sentence_new();
    copse_reader *r = copse_reader_text_memory(input, strlen(input), NULL, m, NULL, &err);
    REQUIRE(r != NULL);
    int got, words = 0;
    while ((got = copse_reader_next(r, s, &err)) == 1)
        for (int d = 1; d <= copse_sentence_length(s); d++, words++)
            CHECK(copse_sentence_column(s, d, COPSE_FORM).len > 0);
    CHECK_INT(got, 0);
    CHECK(words >= 22);
    copse_reader_close(r);
    copse_sentence_free(s);
}

static bool try_change(const box *b, const change *c)
{
    copse_error err = {0};
    size_t size;
    void *bytes = changed(b, c, &size);
    copse_model *m = copse_model_from_memory(bytes, size, "changed", &err);
    if (m && copse_model_reads_text(m))
        use(m);
    if (!m)
        CHECK(err.code == COPSE_EMODEL && err.message[0] && !strchr(err.message, '\n'));
    copse_model_free(m);
    mem_free(bytes);
    return m != NULL;
}

static void damage(int model)
{
    enum { CHANGES = 1500 };
    box *b = whole_model(model);
    rng random;
    int refused = 0;
    rng_seed(&random, 1);
    CHECK(try_change(b, &(change){.section = SIZE_MAX, .keep = SIZE_MAX, .at = SIZE_MAX}));
    for (int i = 0; i < CHANGES; i++) {
        static const unsigned char values[] = {0, 1, 2, 0x7f, 0x80, 0xfe, 0xff};
        change c = {.section = rng_below(&random, box_sections(b)), .keep = SIZE_MAX, .at = SIZE_MAX};
        const size_t length = (size_t)box_section_at(b, c.section).length;
        const size_t reach = i % 2 && length > 100 ? 100 : length; // near the start are the counts
        if (i % 4 == 0)
            c.keep = rng_below(&random, reach);
        else
            c.at = rng_below(&random, reach);
        c.value = values[rng_below(&random, sizeof values)];
        refused += !try_change(b, &c);
    }
    CHECK(refused > CHANGES / 10);
    box_close(b);
}

static void damaged_sections(void)
{
    for (int k = 0; k < MODELS; k++)
        damage(k);
}

static void leave_out(int model)
{
    box *b = whole_model(model);
    for (size_t i = 0; i < box_sections(b); i++) {
        const char *tag = box_section_at(b, i).tag;
        const bool loads =
            try_change(b, &(change){.section = i, .keep = SIZE_MAX, .at = SIZE_MAX, .drop = true});
        CHECK(loads == (strncmp(tag, "TOK", 3) != 0 || strcmp(tag, "TOKG") == 0));
    }
    box_close(b);
}

static void missing_sections(void)
{
    for (int k = 0; k < MODELS; k++)
        leave_out(k);
}

// The set of features of a later version is refused, never guessed.
static void later_features(void)
{
    box *b = whole_model(0);
    for (size_t i = 0; i < box_sections(b); i++)
        for (unsigned char set = 0; strcmp(box_section_at(b, i).tag, "TOKG") == 0 && set < 4; set++)
            CHECK(try_change(b, &(change){.section = i, .keep = SIZE_MAX, .value = set}) == (set < 2));
    CHECK_INT((int)box_count(b, "TOKG"), 1);
    box_close(b);
}

// All weights at their greatest, with all signs: nothing overflows.
static void enlarge(int model)
{
    box *b = whole_model(model);
    for (int value = 0; value < 256; value += 85) {
        copse_error err = {0};
        box_writer *w = box_writer_new();
        for (size_t i = 0; i < box_sections(b); i++) {
            const box_section s = box_section_at(b, i);
            const bool weights = strcmp(s.tag, "TOKB") == 0 || strcmp(s.tag, "TOKS") == 0 ||
                                 strcmp(s.tag, "TOKM") == 0 || strcmp(s.tag, "TOKD") == 0;
            cursor c;
            REQUIRE(box_find(b, s.tag, 0, &c, &err) == 0);
            const size_t length = (size_t)(c.end - c.at);
            unsigned char *bytes = mem_alloc(length + 1, 1);
            memcpy(bytes, c.at, length);
            for (size_t k = 8; weights && k < length; k++)
                bytes[k] = (unsigned char)(value + (k % 3 == 0 ? 127 : 0));
            box_begin(w, s.tag);
            box_raw(w, bytes, length);
            mem_free(bytes);
        }
        size_t size;
        void *bytes = box_bytes(w, &size, &err);
        copse_model *m = copse_model_from_memory(bytes, size, NULL, &err);
        CHECK_STRING(err.message, "");
        if (m)
            use(m);
        copse_model_free(m);
        mem_free(bytes);
        box_writer_free(w);
    }
    box_close(b);
}

static void great_weights(void)
{
    for (int k = 0; k < MODELS; k++) {
        enlarge(k);
        copse_writer_free(model_bytes[k]);
        model_bytes[k] = NULL;
    }
}

TESTS(TEST(damaged_sections), TEST(missing_sections), TEST(later_features), TEST(great_weights))
