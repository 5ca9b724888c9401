// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "common/model/container.h"
#include "copse.h"
#include "tests/files.h"

typedef struct told {
    char text[2048];
    size_t used;
} told;

static void tell(void *context, const char *group, const char *name, const char *value)
{
    told *t = context;
    t->used +=
        (size_t)snprintf(t->text + t->used, sizeof t->text - t->used, "%s|%s|%s\n", group, name, value);
}

static void put(box_writer *w, const char *tag, const char *text)
{
    box_begin(w, tag);
    box_raw(w, text, strlen(text));
}

static void a_model_is_told_in_order(void)
{
    copse_error err;
    const char *path = scratch("model");
    box_writer *w = box_writer_new();
    put(w, "OPTS", "order=2\ndecoder=auto\n");
    put(w, "DATA", "12345");
    put(w, "META", "tool=copse 0.1.0\n\nseed=1=2\nodd\x1b[1m\xff=a\tb\nlast");
    REQUIRE(box_save(w, path, &err) == 0);
    box_writer_free(w);
    CHECK(copse_is_model(path));
    told t = {.used = 0};
    REQUIRE(copse_model_describe(path, tell, &t, &err) == 0);
    CHECK_STRING(t.text,
                 "model|format version|4\nmodel|sections|3\nsection|OPTS|21\nsection|DATA|5\n"
                 "section|META|44\nmeta|tool|copse 0.1.0\nmeta|seed|1=2\nmeta|odd?[1m?|a?b\nmeta|last|\n"
                 "option|order|2\noption|decoder|auto\n");
}

static void features_are_numbered(void)
{
    copse_error err;
    const char *path = scratch("model");
    box_writer *w = box_writer_new();
    put(w, "FEAT", "# words\n\n  form(S0) pos(S0)\t# the top\r\n#\nfeat(B0,Case)\x1b=");
    REQUIRE(box_save(w, path, &err) == 0);
    box_writer_free(w);
    told t = {.used = 0};
    REQUIRE(copse_model_describe(path, tell, &t, &err) == 0);
    CHECK(strstr(t.text, "\nfeature|1|form(S0) pos(S0)\nfeature|2|feat(B0,Case)?=\n") != NULL);
}

static void a_model_without_sections(void)
{
    copse_error err;
    const char *path = scratch("model");
    box_writer *w = box_writer_new();
    REQUIRE(box_save(w, path, &err) == 0);
    box_writer_free(w);
    told t = {.used = 0};
    REQUIRE(copse_model_describe(path, tell, &t, &err) == 0);
    CHECK_STRING(t.text, "model|format version|4\nmodel|sections|0\n");
}

static void what_is_no_model(void)
{
    copse_error err;
    told t = {.used = 0};
    CHECK(!copse_is_model("-"));
    CHECK(!copse_is_model(NULL));
    CHECK(!copse_is_model("/nonexistent/file"));
    CHECK(!copse_is_model("/"));
    CHECK(!copse_is_model(scratch_text("text", "1\ta\n")));
    CHECK(!copse_is_model(scratch_text("empty", "")));
    CHECK_INT(copse_model_describe(scratch_text("text", "1\ta\n"), tell, &t, &err), COPSE_EMODEL);
    CHECK_INT(copse_model_describe("/nonexistent/file", tell, &t, &err), COPSE_EIO);
    CHECK_INT(t.used, 0);
}

TESTS(TEST(a_model_is_told_in_order), TEST(features_are_numbered), TEST(a_model_without_sections),
      TEST(what_is_no_model))
