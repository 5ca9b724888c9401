// SPDX-License-Identifier: MIT
// A model in the place of one of another kind is refused, and the message says what it is.
#include "common/model/container.h"
#include "tests/harness.h"
#include "common/model/stage.h"
#include "tests/language.h"
#include "tests/scratch.h"
#include "tests/trained.h"

#include "graph/model.h"
#include "transition/model.h"

static box *box_of(const char *meta, const char *tag)
{
    copse_error err;
    box_writer *w = box_writer_new();
    if (meta) {
        box_begin(w, "META");
        box_raw(w, meta, strlen(meta));
    }
    box_begin(w, tag);
    box_u32(w, 1);
    CHECK_INT(box_save(w, scratch("model"), &err), 0);
    box_writer_free(w);
    return box_open(scratch("model"), &err);
}

static void refused(const stage_kind *kind, const char *meta, const char *tag, const char *message)
{
    copse_error err = {0};
    box *b = box_of(meta, tag);
    REQUIRE(b != NULL);
    CHECK(kind->load(b, &err) == NULL);
    CHECK_INT(err.code, COPSE_EMODEL);
    CHECK_STRING(err.message, message);
    CHECK(strstr(err.file, "model") != NULL);
    box_close(b);
}

static void other_kinds_are_named(void)
{
    refused(&tm_stage, "kind=graph\nversion=1\n", "GMOD",
            "is a graph model; a transition model is wanted here");
    refused(&gm_stage, "kind=transition\n", "TMOD", "is a transition model; a graph model is wanted here");
    refused(&tm_stage, "kind=vote", "VOTE", "is a vote model; a transition model is wanted here");
}

static void nameless_ones_too(void)
{
    static const char none[] = "is not a transition model: it has no section TMOD";
    refused(&tm_stage, NULL, "GMOD", none);
    refused(&tm_stage, "kind=", "GMOD", none);
    refused(&tm_stage, "kin", "GMOD", none);
    refused(&tm_stage, "kind=\033[2J", "GMOD", none);
    refused(&tm_stage, "kind=transition\n", "GMOD", none);
    refused(&gm_stage, "version=1\nkind=transition\n", "TMOD",
            "is not a graph model: it has no section GMOD");
}

// Of the right kind, a model is refused for what is wrong in it.
static void own_kind_is_read(void)
{
    copse_error err = {0};
    box *b = box_of("kind=graph\n", "GMOD");
    REQUIRE(b != NULL);
    CHECK_INT(stage_check(&gm_stage, b, &err), 0);
    CHECK(gm_stage.load(b, &err) == NULL);
    CHECK_INT(err.code, COPSE_EMODEL);
    CHECK(strstr(err.message, "model is wanted") == NULL);
    box_close(b);
}

// What the trainer writes, not only what this test makes up.
static void trained_models_too(void)
{
    copse_error err = {0};
    lang_file(scratch("train.conllu"), 10, 3, false);
    REQUIRE(train_file("graph", "--order 1 --iterations 1 --runs 1 --labels joint --hash-bits 10",
                       scratch("train.conllu"), scratch("graph"), 1, &err) == 0);
    box *b = box_open(scratch("graph"), &err);
    REQUIRE(b != NULL);
    CHECK(tm_stage.load(b, &err) == NULL);
    CHECK_INT(err.code, COPSE_EMODEL);
    CHECK_STRING(err.message, "is a graph model; a transition model is wanted here");
    void *model = gm_stage.load(b, &err);
    CHECK(model != NULL);
    if (model)
        gm_stage.free(model);
    box_close(b);
}

static void clean(void)
{
    scratch_remove(scratch_folder);
}

static void begin(void)
{
    scratch_make();
    atexit(clean);
}

TESTS(TEST(begin), TEST(other_kinds_are_named), TEST(nameless_ones_too), TEST(own_kind_is_read),
      TEST(trained_models_too))
