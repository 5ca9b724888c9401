// SPDX-License-Identifier: MIT
// The family of lemmatisers: how `copse train lemmatiser` trains one and what it says of --dev.
#include "common/base/error.h"
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/report.h"
#include "common/base/table.h"
#include "common/model/columns.h"
#include "common/model/meta.h"
#include "text/lemma_train.h"

typedef struct lem_options {
    char none; // there are no options but those of all families
} lem_options;

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
                       "a lemmatiser has no trees: --calibrate has no meaning for it");
    return 0;
}

static bool headless(const copse_options *options)
{
    (void)options;
    return true;
}

// Words of a treebank that have a lemma, and those that the model gets right: [0] of forms that it was
// trained on, [1] of others.
typedef struct tally {
    lem_counts forms; // of training
    long words[2], right[2];
} tally;

static uint64_t form_of(const copse_sentence *s, int d)
{
    const copse_str form = sen_column(s, d, COPSE_FORM);
    return hash_bytes(form.s, form.len);
}

static void know_forms(tally *all, const treebank *t)
{
    for (size_t i = 0; i < t->n; i++)
        for (int d = 1; d <= t->sentence[i]->n; d++)
            lem_count(&all->forms, form_of(t->sentence[i], d), 1);
}

static void tally_sentence(tally *all, const copse_sentence *s)
{
    for (int d = 1; d <= s->n; d++) {
        const copse_str gold = sen_read(s, d, COPSE_LEMMA);
        const bool unseen = lem_counted(&all->forms, form_of(s, d)) == 0;
        if (gold.len == 0 || str_is(gold, "_"))
            continue;
        all->words[unseen]++;
        all->right[unseen] += str_equal(gold, sen_column(s, d, COPSE_LEMMA));
    }
}

static double share(long part, long all)
{
    return all ? 100 * (double)part / (double)all : 100;
}

static void report_dev(const lem_model *m, const treebank *train, const treebank *dev,
                       const copse_environment *env)
{
    const copse_parse_options options = {.retag = true};
    tally all = {0};
    void *worker = lem_stage.worker_new(m, &options);
    know_forms(&all, train);
    copse_sentence *twin = mem_zero(1, sizeof *twin);
    for (size_t i = 0; i < dev->n; i++) {
        sen_twin(twin, dev->sentence[i]);
        lem_stage.run(worker, twin);
        tally_sentence(&all, twin);
    }
    sen_twin_done(twin);
    mem_free(twin);
    lem_stage.worker_free(worker);
    lem_counts_done(&all.forms);
    report_line(env->report, env->context,
                "dev: %.2f%% of %ld lemmas right; %.2f%% of the %ld whose form is not in the training data",
                share(all.right[0] + all.right[1], all.words[0] + all.words[1]), all.words[0] + all.words[1],
                share(all.right[1], all.words[1]), all.words[1]);
}

static int train_family(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
                        const copse_environment *environment, copse_error *err)
{
    const lem_plan plan = {.t = train, .seed = (uint64_t)options->common.seed, .env = environment};
    lem_model m;
    text meta = {0};
    const int code = lem_learn(&m, &plan, err);
    if (code)
        return code;
    if (dev)
        report_dev(&m, train, dev, environment);
    meta_begin(&meta, options, lem_stage.name, train);
    meta_number(&meta, "edit-scripts", (long)m.scripts);
    meta_save(&meta, w);
    options_save(options, w);
    columns_save(w, train);
    lem_save(&m, w);
    lem_done(&m);
    return 0;
}

extern const family fam_lemmatiser;
const family fam_lemmatiser = {
    .name = "lemmatiser",
    .summary = "train a lemmatiser, which gives words their lemmas by forms and tags",
    .details =
        "TRAIN is a treebank with lemmas; heads and labels are not read. Its tags (UPOS, XPOS, FEATS) are "
        "those that the lemmatiser will find in the text that it is used on.\n"
        "\n"
        "A lemma is made from the form by an edit script, which a log-linear model chooses. Forms that "
        "TRAIN has with the same tags get the lemma that they have there. With --dev the share of right "
        "lemmas is reported.\n"
        "\n"
        "The same treebank and seed give the same bytes.",
    .size = sizeof(lem_options),
    .tables = tables,
    .check = check,
    .train = train_family,
    .headless = headless,
};
