// SPDX-License-Identifier: MIT
// Sentences as JSON and as text: what is in them, and that JSON is valid whatever the sentence holds.
#include "tests/harness.h"
#include "tests/files.h"

#include "common/base/mem.h"
#include "common/base/random.h"
#include "common/base/utf8.h"
#include "common/treebank/render.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdlib.h>

// ---------------------------------------------------------------------------------------------------
// A reader of JSON that accepts nothing else

static const char *value(const char *p);

static const char *blanks(const char *p)
{
    while (*p == ' ')
        p++;
    return p;
}

static const char *string(const char *p)
{
    uint32_t point;
    if (*p++ != '"')
        return NULL;
    while (*p != '"') {
        const size_t len = utf8_decode(p, strlen(p), &point);
        if (!len || point < 0x20)
            return NULL;
        if (*p == '\\') {
            const bool hex = p[1] == 'u' && strspn(p + 2, "0123456789abcdef") >= 4;
            if (!hex && (!p[1] || !strchr("\"\\", p[1])))
                return NULL;
            p += hex ? 6 : 2;
        } else {
            p += len;
        }
    }
    return p + 1;
}

static const char *number(const char *p)
{
    char *end;
    p += *p == '-';
    if (*p < '0' || *p > '9' || (*p == '0' && p[1] >= '0' && p[1] <= '9'))
        return NULL;
    strtod(p, &end);
    return end;
}

// A list of items, or of members of an object.
static const char *list(const char *p, char end, bool named)
{
    if (*blanks(p) == end)
        return blanks(p) + 1;
    do {
        p = blanks(p + (*p == ','));
        if (named) {
            p = string(p);
            if (!p || *p++ != ':')
                return NULL;
        }
        p = value(blanks(p));
    } while (p && *p == ',');
    return p && *p == end ? p + 1 : NULL;
}

static const char *value(const char *p)
{
    if (*p == '{')
        return list(p + 1, '}', true);
    if (*p == '[')
        return list(p + 1, ']', false);
    if (strncmp(p, "null", 4) == 0)
        return p + 4;
    return *p == '"' ? string(p) : number(p);
}

// Is this one object on a line?
static bool is_json(const char *line)
{
    const char *end = *line == '{' ? value(line) : NULL;
    return end && strcmp(end, "\n") == 0;
}

static void the_test_can_fail(void)
{
    static const char *const bad[] = {"",
                                      "{}",
                                      "{\"a\": }\n",
                                      "{\"a\": 01}\n",
                                      "{\"a\": \"\x01\"}\n",
                                      "{\"a\": 1,}\n",
                                      "[1]\n",
                                      "{a: 1}\n",
                                      "{\"a\": \"\\x\"}\n",
                                      "{\"a\": \"\xff\"}\n",
                                      "{\"a\": 1}\n\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(!is_json(bad[i]));
    CHECK(is_json("{\"a\": [1, -2.5, null, {}], \"b\": \"\\u0007\\\"\"}\n"));
}

// ---------------------------------------------------------------------------------------------------

// Renders the first sentence of a text with a tree in which each word hangs on the one before, if labelled.
static void check(const char *in, bool labelled, copse_rendering as, const char *expected)
{
    copse_error err = {0};
    copse_reader *r = copse_reader_memory(in, strlen(in), NULL, &err);
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    size_t length = 0;
    CHECK(r && copse_reader_next(r, s, &err) == 1);
    tree_resize(tree, s->n);
    for (int d = 1; d <= s->n; d++) {
        tree->head[d] = d - 1;
        tree->label[d] = (copse_str){"new", 3};
        tree->score[d] = tree->label_score[d] = d == 1 ? 1 : 0.25F;
    }
    tree->scored = tree->label_scored = true;
    char *got = copse_render(s, labelled ? tree : NULL, as, labelled, &length);
    REQUIRE(got);
    CHECK_STRING(got, expected);
    CHECK_INT(length, strlen(got));
    if (as == COPSE_RENDER_JSON)
        CHECK(!*got || is_json(got));
    free(got);
    copse_tree_free(tree);
    copse_sentence_free(s);
    copse_reader_close(r);
}

#define SENTENCE                                                                           \
    "# newdoc id = d\n# newpar\n# sent_id = 7\n# text = Du \"\\ vin\n# author=me\n"        \
    "1-2\tDu\t_\t_\t_\t_\t_\t_\t_\tTokenRange=0:2\n1\tde\tde\tADP\t_\tA=b\t_\t_\t0:x\t_\n" \
    "2\tle\t_\tDET\tD\t_\t3\tdet\t_\t_\n2.1\te\t_\t_\t_\t_\t_\t_\t1:x\t_\n"                \
    "3\t\"\\\t_\tX\t_\t_\t0\troot\t_\tSpaceAfter=No|TokenRange=3:5\n4\tvin\t_\tX\t_\t_\t_\t_\t_\t_\n\n"

static void all_columns_are_there(void)
{
    check(
        SENTENCE, false, COPSE_RENDER_JSON,
        "{\"sent_id\": \"7\", \"text\": \"Du \\\"\\\\ vin\", \"newdoc\": \"d\", \"comments\": [\"newpar\", "
        "\"author=me\"], \"tokens\": ["
        "{\"id\": [1, 2], \"form\": \"Du\", \"misc\": \"TokenRange=0:2\", \"start\": 0, \"end\": 2}, "
        "{\"id\": 1, \"form\": \"de\", \"lemma\": \"de\", \"upos\": \"ADP\", \"xpos\": null, \"feats\": "
        "\"A=b\", "
        "\"head\": null, \"deprel\": null, \"deps\": \"0:x\", \"misc\": null}, "
        "{\"id\": 2, \"form\": \"le\", \"lemma\": null, \"upos\": \"DET\", \"xpos\": \"D\", \"feats\": null, "
        "\"head\": 3, \"deprel\": \"det\", \"deps\": null, \"misc\": null}, "
        "{\"id\": \"2.1\", \"form\": \"e\", \"lemma\": null, \"upos\": null, \"xpos\": null, \"feats\": "
        "null, "
        "\"head\": null, \"deprel\": null, \"deps\": \"1:x\", \"misc\": null}, "
        "{\"id\": 3, \"form\": \"\\\"\\\\\", \"lemma\": null, \"upos\": \"X\", \"xpos\": null, \"feats\": "
        "null, "
        "\"head\": 0, \"deprel\": \"root\", \"deps\": null, \"misc\": \"SpaceAfter=No|TokenRange=3:5\", "
        "\"start\": 3, \"end\": 5}, "
        "{\"id\": 4, \"form\": \"vin\", \"lemma\": null, \"upos\": \"X\", \"xpos\": null, \"feats\": null, "
        "\"head\": null, \"deprel\": null, \"deps\": null, \"misc\": null}]}\n");
}

static void trees_and_scores(void)
{
    check(
        "1\ta\t_\tX\t_\t_\t_\t_\t_\tSpaceAfter=No\n2\t_\t_\tX\t_\t_\t_\t_\t_\tTokenRange=1:x\n\n", true,
        COPSE_RENDER_JSON,
        "{\"text\": \"a_\", \"tokens\": [{\"id\": 1, \"form\": \"a\", \"lemma\": null, \"upos\": \"X\", "
        "\"xpos\": "
        "null, \"feats\": null, \"head\": 0, \"deprel\": \"new\", \"deps\": null, \"misc\": "
        "\"SpaceAfter=No\", "
        "\"score\": 1.0000, \"label_score\": 1.0000}, {\"id\": 2, \"form\": \"_\", \"lemma\": \"_\", "
        "\"upos\": "
        "\"X\", \"xpos\": null, \"feats\": null, \"head\": 1, \"deprel\": \"new\", \"deps\": null, \"misc\": "
        "\"TokenRange=1:x\", \"score\": 0.2500, \"label_score\": 0.2500}]}\n");
    check(
        "1\ta\tb\tNN\tNN\tm\t0\tR\t_\t_\n\n", false, COPSE_RENDER_JSON,
        "{\"text\": \"a\", \"tokens\": [{\"id\": 1, \"form\": \"a\", \"lemma\": \"b\", \"cpostag\": \"NN\", "
        "\"postag\": \"NN\", \"feats\": \"m\", \"head\": 0, \"deprel\": \"R\", \"phead\": null, \"pdeprel\": "
        "null}]}\n");
    check("# only a comment\n\n", true, COPSE_RENDER_JSON, "");
}

static void text_is_tokens_in_a_line(void)
{
    check(SENTENCE, false, COPSE_RENDER_TEXT, "Du \"\\ vin\n");
    check("1\t10 000\t_\tX\t_\t_\t_\t_\t_\t_\n2\tb\t_\tX\t_\t_\t_\t_\t_\t_\n\n", true, COPSE_RENDER_TEXT,
          "10_000 b\n");
    check("# nothing\n\n", false, COPSE_RENDER_TEXT, "");
    check("1\ta\t_\tX\t_\t_\t_\t_\t_\t_\n\n", true, COPSE_RENDER_CONLL,
          "1\ta\t_\tX\t_\t_\t0\tnew\t_\tScore=1.0000|LabelScore=1.0000\n\n");
}

// Any bytes but those that end columns and lines.
static void any_bytes_are_valid_json(void)
{
    rng r;
    rng_seed(&r, 1);
    for (int i = 0; i < 2000; i++) {
        char in[256];
        size_t n = (size_t)sprintf(in, i % 2 ? "# sent_id = " : "# ");
        for (int part = 0; part < 10; part++) {
            for (uint64_t k = rng_below(&r, 8) + 1; k > 0; k--) {
                const char c = (char)(rng_below(&r, 3) ? rng_below(&r, 256)
                                                       : (uint64_t) "\"\\\xc3\xa9/"[rng_below(&r, 5)]);
                in[n++] = strchr("\n\t\r", c) ? 'x' : c; // NUL is among them
            }
            n += (size_t)sprintf(in + n, part == 0 ? "\n1\t" : part == 9 ? "\n\n" : "\t");
        }
        copse_error err = {0};
        copse_reader *reader = copse_reader_memory(in, n, NULL, &err);
        copse_sentence *s = copse_sentence_new();
        if (reader && copse_reader_next(reader, s, &err) == 1 && s->n) {
            char *got = copse_render(s, NULL, COPSE_RENDER_JSON, false, NULL);
            if (!is_json(got)) {
                printf("  %s", got);
                CHECK(false);
            }
            free(got);
        }
        copse_sentence_free(s);
        copse_reader_close(reader);
    }
}

TESTS(TEST(the_test_can_fail), TEST(all_columns_are_there), TEST(trees_and_scores),
      TEST(text_is_tokens_in_a_line), TEST(any_bytes_are_valid_json))
