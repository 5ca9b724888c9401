// SPDX-License-Identifier: MIT
// How far training is: shares add up, it never goes back, and every trainer tells it.
#include "tests/harness.h"
#include "tests/scratch.h"

#include "tests/assembled.h"
#include "common/base/meter.h"
#include "common/base/parallel.h"
#include "common/base/progress.h"

#include <time.h>

typedef struct seen {
    int calls, whats;
    double done, total;
    bool back; // it went back, or past the end, or had no name
    char what[128];
} seen;

static void see(void *context, const copse_progress *p)
{
    seen *s = context;
    s->calls++;
    s->back |= p->done < s->done || p->done > p->total * 1.0001 || !p->what || !p->what[0];
    s->whats += strcmp(s->what, p->what) != 0;
    s->done = p->done;
    s->total = p->total;
    snprintf(s->what, sizeof s->what, "%s", p->what);
}

static void wait_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 110 * 1000 * 1000}, NULL);
}

static bool near(double a, double b)
{
    return a - b < 1e-9 && b - a < 1e-9;
}

static void stages_add_up(void)
{
    seen s = {0};
    const copse_environment env = {.progress = see, .context = &s};
    meter m;
    meter_start(&m, &env, 10);
    meter_stage(&m, "first", 4, 2);
    CHECK(s.calls == 1 && near(s.done, 0) && near(s.total, 10));
    CHECK_STRING(s.what, "first");
    wait_a_little();
    meter_step(&m);
    CHECK(near(s.done, 2));
    meter_stage(&m, "second", 6, 0);
    CHECK(near(s.done, 4));
    meter_steps(&m, 3);
    wait_a_little();
    meter_at(&m, 2);
    CHECK(near(s.done, 8));
    wait_a_little();
    meter_at(&m, 5); // more than there are
    CHECK(near(s.done, 10));
    CHECK(!s.back && s.whats == 2);
}

static void parts_count_as_stages(void)
{
    seen s = {0};
    const copse_environment env = {.progress = see, .context = &s, .threads = 3};
    meter m, inner;
    meter_start(&m, &env, 10);
    meter_stage(&m, "first", 4, 2);
    const copse_environment part = meter_part(&m, 6);
    CHECK(part.threads == 3 && !part.report);
    meter_start(&inner, &part, 100);
    meter_stage(&inner, "inner", 50, 1);
    CHECK(near(s.done, 4) && near(s.total, 10));
    wait_a_little();
    meter_stage(&inner, "more", 50, 1);
    CHECK(near(s.done, 7));
    CHECK_STRING(s.what, "more");
    CHECK(!s.back);
}

static void step(void *context, size_t i, int thread)
{
    (void)i;
    (void)thread;
    meter_step(context);
}

// Ten times a second, whoever steps.
static void seldom_enough(void)
{
    seen s = {0};
    const copse_environment env = {.progress = see, .context = &s};
    const double started = prog_now();
    meter m;
    meter_start(&m, &env, 1);
    meter_stage(&m, "steps", 1, 1000000);
    par_for(1000000, 4, step, &m);
    CHECK(s.calls <= 2 + (int)((prog_now() - started) * 10));
    CHECK(m.done == 1000000);
    meter_start(&m, NULL, 1); // nobody listens
    meter_stage(&m, "steps", 1, 10);
    meter_step(&m);
}

static void check_training(const copse_options *o, int threads)
{
    copse_error err;
    seen s = {0};
    const copse_environment env = {.progress = see, .context = &s, .threads = threads};
    CHECK_INT(copse_train(o, scratch("train.conllu"), scratch("model"), &env, &err), 0);
    CHECK(s.calls >= 3 && s.whats >= 3);
    CHECK(!s.back);
    CHECK(s.done >= 0.5 * s.total);
}

static void every_trainer_tells(void)
{
    noisy_file(scratch("train.conllu"), 60, 21);
    for (int threads = 1; threads <= 3; threads++) {
        copse_options *t = options_of("transition", QUICK_TRANSITION), *g = options_of("graph", QUICK_GRAPH);
        copse_options *e = quick_ensemble("arc-eager,graph1+arc-eager", "--folds 2");
        check_training(t, threads);
        check_training(g, threads);
        check_training(e, threads);
        copse_options_free(e);
        copse_options_free(t);
        copse_options_free(g);
    }
}

static void libsvm_tells(void)
{
    copse_options *o = options_of("transition", "--learner libsvm");
    noisy_file(scratch("train.conllu"), 30, 21);
    check_training(o, 1);
    copse_options_free(o);
}

static void cross_validation_tells(void)
{
    copse_error err;
    copse_crossval_result result;
    copse_options *o = options_of("transition", QUICK_TRANSITION);
    noisy_file(scratch("train.conllu"), 60, 21);
    for (int threads = 1; threads <= 2; threads++) {
        seen s = {0};
        const copse_environment env = {.progress = see, .context = &s, .threads = threads};
        CHECK_INT(copse_crossval(o, 3, scratch("train.conllu"), NULL, &result, &env, &err), 0);
        CHECK(s.calls >= 3 && !s.back && s.done >= 0.5 * s.total);
        CHECK(strncmp(s.what, "transition, fold ", 17) == 0);
    }
    copse_options_free(o);
}

static void clean(void)
{
    scratch_remove(scratch_folder);
    CHECK(true);
}

TESTS(TEST(stages_add_up), TEST(parts_count_as_stages), TEST(seldom_enough), TEST(every_trainer_tells),
      TEST(libsvm_tells), TEST(cross_validation_tells), TEST(clean))
