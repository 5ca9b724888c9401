// SPDX-License-Identifier: MIT
// Learning the weights: a log-linear model over the candidates of each type, by stochastic gradients with a
// step size for each weight (Duchi, Hazan & Singer 2011). Several candidates may make the right lemma; then
// their probabilities are summed.
//
// Types count once, however often they occur: the words that the model is for are new ones, which are like
// rare ones. What is known of a lemma is known without the type itself.
#include "text/lemma_train.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/meter.h"
#include "common/base/progress.h"
#include "common/base/random.h"
#include "common/base/report.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 4, MOST_BITS = 19, KEYS_EACH = 40 };
static const float RATE = 0.15F, DELTA = 0.1F;

typedef struct trainer {
    const lem_survey *s;
    lem_model *m;
    float *weight, *square; // [2^bits]
    uint32_t mask;
    lem_word word;
    lem_candidate candidate[LEM_CANDIDATES];
    double score[LEM_CANDIDATES], gold[LEM_CANDIDATES];
    size_t n;
    const lem_type *type;
} trainer;

// What other types say about a candidate's lemma.
static unsigned known_from_others(const void *context, const lem_word *w, const lem_candidate *c)
{
    const trainer *t = context;
    uint64_t key[LEM_KNOWN];
    uint32_t count[LEM_KNOWN];
    const uint64_t lemma = c->lemma;
    lem_known_keys(w, lemma, key);
    for (int i = 0; i < LEM_KNOWN; i++)
        count[i] = lem_counted(&t->s->known, key[i]);
    const uint32_t own = lemma == t->type->lemma_hash;
    if (own && c->recipe.script >= t->m->proven && c->recipe.script < t->m->general)
        return 1U << LEM_KNOWN; // only this lemma has the script
    const bool pair = count[LEM_KNOWN_PAIR] > own, pair_pos = count[LEM_KNOWN_PAIR_POS] > own;
    const bool lemma_pos = pair_pos || count[LEM_KNOWN_LEMMA_POS] > (count[LEM_KNOWN_PAIR_POS] > 0);
    const bool any = pair || lemma_pos || count[LEM_KNOWN_LEMMA] > (count[LEM_KNOWN_PAIR] > 0);
    return (unsigned)any << LEM_KNOWN_LEMMA | (unsigned)lemma_pos << LEM_KNOWN_LEMMA_POS |
           (unsigned)pair << LEM_KNOWN_PAIR | (unsigned)pair_pos << LEM_KNOWN_PAIR_POS;
}

static double sum(const trainer *t, const uint32_t *key, size_t n, uint32_t plus)
{
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += (double)t->weight[(key[i] + plus) & t->mask];
    return s;
}

// Scores become probabilities; gold: those given that the lemma is right. False if no candidate makes it.
static bool expect(trainer *t)
{
    double most = -HUGE_VAL, all = 0, right = 0;
    for (size_t i = 0; i < t->n; i++) {
        const lem_candidate *c = &t->candidate[i];
        t->score[i] = sum(t, c->key, c->keys, 0);
        for (int p = 0; p < LEM_PARTS; p++)
            t->score[i] +=
                sum(t, t->word.key[p], t->word.keys[p], lem_number(t->m, c->recipe, (enum lem_part)p));
        most = fmax(most, t->score[i]);
    }
    for (size_t i = 0; i < t->n; i++) {
        t->score[i] = exp(t->score[i] - most);
        t->gold[i] = t->candidate[i].lemma == t->type->lemma_hash ? t->score[i] : 0;
        all += t->score[i];
        right += t->gold[i];
    }
    if (!(right > 0))
        return false;
    for (size_t i = 0; i < t->n; i++) {
        t->score[i] /= all;
        t->gold[i] /= right;
    }
    return true;
}

static void move(trainer *t, const uint32_t *key, size_t n, uint32_t plus, float by)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t at = (key[i] + plus) & t->mask;
        t->square[at] += by * by;
        t->weight[at] += RATE * by / sqrtf(DELTA + t->square[at]);
    }
}

static void learn(trainer *t)
{
    static const float LEAST = 1e-3F;
    if (!lem_take(t->m, &t->word, &t->type->token))
        return;
    t->n = lem_candidates(t->m, &t->word, known_from_others, t, t->candidate);
    if (!expect(t))
        return;
    for (size_t i = 0; i < t->n; i++) {
        const lem_candidate *c = &t->candidate[i];
        const float by = (float)(t->gold[i] - t->score[i]);
        if (fabsf(by) < LEAST)
            continue;
        for (int p = 0; p < LEM_PARTS; p++)
            move(t, t->word.key[p], t->word.keys[p], lem_number(t->m, c->recipe, (enum lem_part)p), by);
        move(t, c->key, c->keys, 0, by);
    }
}

static void pack(const trainer *t)
{
    lem_model *m = t->m;
    const size_t n = (size_t)1 << m->bits;
    float most = 0;
    m->own_weight = mem_alloc(n, sizeof *m->own_weight);
    for (size_t i = 0; i < n; i++)
        most = fmaxf(most, fabsf(t->weight[i]));
    m->scale = most > 0 ? most / (INT8_MAX * INT8_MAX) : 1;
    for (size_t i = 0; i < n; i++) {
        const float root = fminf(sqrtf(fabsf(t->weight[i]) / m->scale), INT8_MAX);
        m->own_weight[i] = (int8_t)lrintf(t->weight[i] < 0 ? -root : root);
    }
    m->weight = m->own_weight;
}

// As many weights as the treebank fills.
static int bits_for(const lem_survey *s)
{
    int bits = LEM_LEAST_BITS;
    while (bits < MOST_BITS && (size_t)1 << bits < s->n * KEYS_EACH)
        bits++;
    return bits;
}

void lem_fit(const lem_survey *s, lem_model *m, uint64_t seed, const copse_environment *env)
{
    trainer t = {.s = s, .m = m};
    uint32_t *order = mem_alloc(s->n + 1, sizeof *order);
    rng random;
    meter gauge;
    m->bits = bits_for(s);
    t.mask = ((uint32_t)1 << m->bits) - 1;
    t.weight = mem_table((size_t)1 << m->bits, sizeof *t.weight);
    t.square = mem_table((size_t)1 << m->bits, sizeof *t.square);
    rng_seed(&random, seed);
    for (size_t i = 0; i < s->n; i++)
        order[i] = (uint32_t)i;
    meter_start(&gauge, env, 1);
    meter_stage(&gauge, "lemmas", 1, (long)s->n * ROUNDS);
    for (int round = 0; round < ROUNDS; round++) {
        rng_shuffle(&random, order, s->n);
        for (size_t i = 0; i < s->n && !copse_stop_is_set(gauge.env.stop); i++) {
            t.type = &s->type[order[i]];
            learn(&t);
            meter_step(&gauge);
        }
    }
    pack(&t);
    mem_free(order);
    mem_free(t.weight);
    mem_free(t.square);
}

int lem_learn(lem_model *m, const lem_plan *plan, copse_error *err)
{
    lem_survey s = {0};
    const double started = prog_now();
    memset(m, 0, sizeof *m);
    lem_look(&s, m, plan->t);
    lem_choose(&s, m);
    report_line(plan->env->report, plan->env->context,
                "lemmas: %ld words, %zu types; %u edit scripts, %u of them for several lemmas; %u beginnings",
                s.words, s.n, m->scripts, m->proven, m->openings - 1);
    lem_fit(&s, m, plan->seed, plan->env);
    report_line(plan->env->report, plan->env->context, "lemmas: %d rounds; %.1f s", ROUNDS,
                prog_now() - started);
    lem_survey_done(&s);
    if (!copse_stop_is_set(plan->env->stop))
        return 0;
    lem_done(m);
    return err_set(err, COPSE_ESTOPPED, NULL, 0, "stopped");
}

int lem_train(const lem_plan *plan, box_writer *w, copse_error *err)
{
    lem_model m;
    const int code = lem_learn(&m, plan, err);
    if (code == 0)
        lem_save(&m, w);
    lem_done(&m);
    return code;
}
