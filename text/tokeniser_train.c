// SPDX-License-Identifier: MIT
// Trains a tokeniser on the raw text of a treebank.
#include "text/tokeniser_train.h"

#include "common/base/mem.h"
#include "common/base/report.h"
#include "text/recheck_train.h"
#include "text/tokeniser.h"

enum { SEGMENT_ROUNDS = 8, SEGMENT_RUNS = 2, ENDS_ROUNDS = 8, MOST_TEXTS = 2 };

static int bits_for(long words)
{
    return words > 60000 ? 19 : 18;
}

// The texts to learn from: that of the treebank and, if it has spaces where they are not written, the same
// without them.
static size_t build(raw_text *texts, const treebank *t, const ch_table *known, uint64_t seed)
{
    raw_build(&texts[0], t, known, NULL);
    const bool spread = raw_is_spread(&texts[0]);
    raw_break_lines(&texts[0], known, seed);
    if (!spread)
        return 1;
    raw_build(&texts[1], t, known, &(raw_choice){.dense = true});
    raw_break_lines(&texts[1], known, seed + 1);
    return 2;
}

enum { STRETCHES = 20, FOLDS = 5, LEAST = 50, MANY_WORDS = 100000, FEW_FOLDS = 2 };
enum { RECHECK_EFFORT = 20 }; // as a multiple of all else

// Tries bars on one fold, after learning from the others.
static void try_fold(const tok_plan *plan, const ch_table *known, const se_lesson *like, const int *fold,
                     int one, se_trial *trial)
{
    raw_text rest = {0}, held = {0};
    const raw_text *const texts[] = {&rest};
    se_lesson lesson = *like;
    se_model m;
    raw_build(&rest, plan->t, known, &(raw_choice){.fold = fold, .one = one, .others = true});
    raw_build(&held, plan->t, known, &(raw_choice){.fold = fold, .one = one});
    raw_break_lines(&rest, known, plan->seed);
    lesson.texts = texts;
    lesson.n = 1;
    se_train(&m, &lesson);
    se_try(&m, &held, trial);
    se_done(&m);
    raw_text_done(&rest);
    raw_text_done(&held);
}

static int folds_of(const treebank *t)
{
    return t->n < LEAST ? 0 : t->words < MANY_WORDS ? FOLDS : FEW_FOLDS;
}

// The folds of the sentences: each is some stretches of the treebank.
static int *fold_of(const treebank *t)
{
    int *fold = mem_alloc(t->n, sizeof *fold);
    for (size_t i = 0; i < t->n; i++)
        fold[i] = (int)(i * STRETCHES / t->n % FOLDS);
    return fold;
}

// The bar that is best for folds of the treebank if the rest is learnt from.
static float tune(const tok_plan *plan, const ch_table *known, const se_lesson *like, const int *fold)
{
    se_trial trial = {{0}, {0}, 0};
    for (int one = 0; one < folds_of(plan->t); one++)
        try_fold(plan, known, like, fold, one, &trial);
    return se_best(&trial);
}

// Learns what needs no tagger.
static void learn_splits(tok_model *m, const tok_plan *plan, const int *fold, const copse_environment *env)
{
    raw_text own[MOST_TEXTS] = {{0}};
    const raw_text *const texts[MOST_TEXTS] = {&own[0], &own[1]};
    meter progress;
    const size_t n = build(own, plan->t, &m->table, plan->seed);
    const int bits = bits_for(plan->t->words);
    meter_start(&progress, env, 100);
    meter_stage(&progress, "tokens", 60, SEGMENT_RUNS * SEGMENT_ROUNDS);
    sg_train(&m->segment, &(sg_lesson){texts, n, bits, SEGMENT_ROUNDS, SEGMENT_RUNS, plan->seed, &progress});
    const se_lesson lesson = {texts, n, bits, ENDS_ROUNDS, plan->seed, &progress};
    meter_stage(&progress, "ends of sentences", 30, (1 + folds_of(plan->t)) * ENDS_ROUNDS);
    const float bar = tune(plan, &m->table, &lesson, fold);
    se_train(&m->ends, &lesson);
    m->ends.bar = bar / m->ends.w.scale;

    meter_stage(&progress, "multiword tokens", 10, 1);
    mw_train(&m->words, texts[0], &m->table, plan->seed, &progress);
    for (size_t i = 0; i < MOST_TEXTS; i++)
        raw_text_done(&own[i]);
}

int tok_learn(tok_model *m, const tok_plan *plan, copse_error *err)
{
    meter progress;
    int code = 0, *fold = fold_of(plan->t);
    ch_table_init(&m->table);
    rc_plan recheck = {plan->t, &m->table, fold, FOLDS, plan->seed, NULL};
    const bool worth = plan->t->n >= LEAST && rc_is_worth(&recheck);
    meter_start(&progress, plan->env, worth ? 1 + RECHECK_EFFORT : 1);
    const copse_environment first = meter_part(&progress, 1);
    learn_splits(m, plan, fold, &first);
    if (worth) {
        const copse_environment last = meter_part(&progress, RECHECK_EFFORT);
        recheck.env = &last;
        code = rc_train(&m->recheck, &recheck, err);
    }
    mem_free(fold);
    return code;
}

int tok_train(const tok_plan *plan, box_writer *w, copse_error *err)
{
    tok_model m = {.segment = {.w = {0}}};
    int code = tok_learn(&m, plan, err);
    code = code ? code : tok_save(&m, w, err);
    sg_done(&m.segment);
    se_done(&m.ends);
    mw_done(&m.words);
    rc_free(m.recheck);
    return code;
}
