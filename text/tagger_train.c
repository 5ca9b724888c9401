// SPDX-License-Identifier: MIT
// The family of taggers: options, training, and the accuracy on development data.
#include "text/tagger_train.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/report.h"
#include "common/model/columns.h"
#include "common/model/meta.h"

#include <string.h>

#define AT(member) offsetof(tag_options, member)
const opt_row tag_rows[] = {
    {.long_name = "lexicon",
     .type = OPT_STRING,
     .offset = AT(lexicon),
     .arg = "FILE",
     .help = "a list of words with their tags, lines FORM<TAB>UPOS[<TAB>XPOS[<TAB>FEATS]]"},
    CLUSTERS_ROW(AT(clusters)),
    {.long_name = NULL},
};

static size_t tables(void *values, opt_table *list)
{
    list[0] = (opt_table){tag_rows, values};
    return 1;
}

static int check(const copse_options *options, copse_error *err)
{
    if (options->common.calibrate != 0)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--calibrate has no meaning for a tagger");
    return 0;
}

static bool headless(const copse_options *options)
{
    (void)options;
    return true;
}

int tgm_train(tgmodel *m, const tag_plan *p, copse_error *err)
{
    enum { READING = 1 };
    tg_data d;
    meter gauge;
    meter_start(&gauge, p->env, READING + TGL_ALONE + TGL_ROUNDS);
    m->second = !p->first_features;
    const int code = tgd_survey(m, p->t, p->options, err);
    if (code)
        return code;
    meter_stage(&gauge, "features of words", READING, 2 * (long)p->t->n);
    tgd_read(&d, m, p->t, &gauge);
    report_line(p->env->report, p->env->context,
                "%zu tags of %zu parts, %zu forms, %zu stems, %zu features, %.1f a word", m->tags.n - 1,
                m->tags.parts, m->book.n, m->stems.n, d.ids.n, (double)d.first[d.words] / (double)d.words);
    tgl_learn(m, &d, p->seed, &gauge);
    tgd_done(&d);
    return 0;
}

int tag_train(const tag_plan *plan, box_writer *w, copse_error *err)
{
    tgmodel m = {0};
    const int code = tgm_train(&m, plan, err);
    if (!code)
        tgm_save(&m, w);
    tgm_done(&m);
    return code;
}

// ---------------------------------------------------------------------------------------------------
// Development data

typedef struct counts {
    long words, right[TG_COLUMNS], all, unseen, unseen_right;
} counts;

static void count_sentence(counts *c, tg_worker *w, const copse_sentence *s)
{
    const tg_tags *tags = &w->model->tags;
    tg_word word;
    tgw_tag(w, s);
    for (int d = 1; d <= s->n; d++) {
        copse_str value[TG_COLUMNS];
        bool all = true;
        tg_tags_read(s, d, false, value);
        for (int k = 0; k < TG_COLUMNS; k++) {
            const bool right = str_equal(value[k], tg_tags_value(tags, w->tag[d], k));
            c->right[k] += right;
            all &= right;
        }
        tg_word_set(&word, &w->sources, sen_column(s, d, COPSE_FORM), (tg_own){TG_EDGE, 0});
        c->words++;
        c->all += all;
        c->unseen += word.entry.n == 0;
        c->unseen_right += word.entry.n == 0 && all;
    }
}

static double share(long part, long of)
{
    return of ? 100 * (double)part / (double)of : 0;
}

static void report_dev(const tgmodel *m, const treebank *dev, const copse_environment *env)
{
    counts c = {0};
    tg_worker *w = tgw_new(m, true);
    for (size_t i = 0; i < dev->n; i++)
        count_sentence(&c, w, dev->sentence[i]);
    tgw_free(w);
    report_line(
        env->report, env->context,
        "development data: UPOS %.2f, XPOS %.2f, FEATS %.2f, all tags %.2f; of the %.1f%% of words not "
        "seen in training, all tags %.2f",
        share(c.right[TG_UPOS], c.words), share(c.right[TG_XPOS], c.words), share(c.right[TG_FEATS], c.words),
        share(c.all, c.words), share(c.unseen, c.words), share(c.unseen_right, c.unseen));
}

// ---------------------------------------------------------------------------------------------------
// The family

static void write_model(box_writer *w, const tgmodel *m, const treebank *t, const copse_options *options)
{
    text meta = {0};
    meta_begin(&meta, options, tag_stage.name, t);
    meta_number(&meta, "tags", (long)m->tags.n - 1);
    meta_number(&meta, "features", (long)m->table.features);
    meta_save(&meta, w);
    options_save(options, w);
    columns_save(w, t);
    tgm_save(m, w);
}

static int train(const copse_options *options, box_writer *w, treebank *t, const treebank *dev,
                 const copse_environment *env, copse_error *err)
{
    tgmodel m = {0};
    const tag_plan plan = {
        .t = t, .options = options->values, .seed = (uint64_t)options->common.seed, .env = env};
    const int code = tgm_train(&m, &plan, err);
    if (!code && dev && env->report)
        report_dev(&m, dev, env);
    if (!code)
        write_model(w, &m, t, options);
    tgm_done(&m);
    return code;
}

extern const family fam_tagger;
const family fam_tagger = {
    .name = "tagger",
    .summary = "train a tagger: UPOS, XPOS and FEATS",
    .details = "TRAIN is a treebank with UPOS, XPOS or FEATS; heads and labels are not read.",
    .size = sizeof(tag_options),
    .tables = tables,
    .check = check,
    .train = train,
    .headless = headless,
};
