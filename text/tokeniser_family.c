// SPDX-License-Identifier: MIT
// The family of tokenisers: `copse train tokeniser`.
#include "common/base/error.h"
#include "common/base/text.h"
#include "common/model/columns.h"
#include "common/model/meta.h"
#include "text/tokeniser.h"
#include "text/tokeniser_report.h"
#include "text/tokeniser_train.h"

// It has no options of its own.
typedef struct tok_options {
    char none;
} tok_options;

static size_t tables(void *values, opt_table *list)
{
    (void)values;
    (void)list;
    return 0;
}

static int check(const copse_options *options, copse_error *err)
{
    if (options->common.calibrate != 0)
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "a tokeniser has no scores to calibrate: --calibrate has no meaning for it");
    return 0;
}

static int check_member(const copse_options *options, copse_error *err)
{
    (void)options;
    return err_set(err, COPSE_EINPUT, NULL, 0, "a tokeniser makes no trees");
}

static bool headless(const copse_options *options)
{
    (void)options;
    return true;
}

static int train(const copse_options *options, box_writer *w, treebank *t, const treebank *dev,
                 const copse_environment *environment, copse_error *err)
{
    const tok_plan plan = {t, (uint64_t)options->common.seed, environment};
    text meta = {0};
    meta_begin(&meta, options, "tokeniser", t);
    meta_save(&meta, w);
    options_save(options, w);
    columns_save(w, t);
    const int code = tok_train(&plan, w, err);
    return code == 0 && dev && environment->report ? tok_report(w, dev, environment, err) : code;
}

extern const family fam_tokeniser;
const family fam_tokeniser = {
    .name = "tokeniser",
    .summary = "train a tokeniser and sentence splitter, which makes sentences of plain text",
    .details =
        "TRAIN is a treebank in CoNLL-U, whose text is rebuilt from the forms, SpaceAfter=No, "
        "multiword tokens and the comments newpar and newdoc. Tags and lemmas, where there are some, "
        "help to find the words of multiword tokens. Heads and labels are not read. The model finds "
        "tokens, the words of multiword tokens and the ends of sentences in plain text.\n"
        "\n"
        "With --dev the F1 of tokens, words and sentences on the raw text of that treebank is reported.\n"
        "\n"
        "The same treebank, options and seed give the same bytes.",
    .size = sizeof(tok_options),
    .tables = tables,
    .check = check,
    .check_member = check_member,
    .train = train,
    .headless = headless,
};
