// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "common/base/error.h"
#include "common/base/hash.h"
#include "common/base/parallel.h"
#include "common/base/mem.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { NEVER = 1 << 30, MOST = 2000, MOST_JOBS = 32, TIME_LIMIT = 60 };
static const int thread_counts[] = {1, 2, 3, 8};
static const size_t job_counts[] = {1, 2, 8, 24};

typedef struct job {
    int position;
    uint64_t result;
    bool busy; // between produce and consume
} job;

typedef struct stream_test {
    int n;                                                    // positions
    int fail_produce, fail_work, fail_work_too, fail_consume; // positions, or NEVER
    bool delays;
    int produced, consumed;
    uint64_t output[MOST];
    atomic_int in_produce, in_consume;
    atomic_int misuse; // two at once, a job used twice, a wrong order
    bool thread_seen[8];
} stream_test;

static void wait_a_little(const stream_test *t, int salt, int position)
{
    uint64_t h = hash_mix((uint64_t)salt, (uint64_t)position);
    struct timespec pause = {.tv_nsec = (long)(h % 200000)};
    if (t->delays && h % 3 == 0)
        nanosleep(&pause, NULL);
}

static int produce(void *context, void *item, copse_error *err)
{
    stream_test *t = context;
    job *j = item;
    int code = 1, k = t->produced;
    if (atomic_fetch_add(&t->in_produce, 1) != 0 || j->busy)
        atomic_fetch_add(&t->misuse, 1);
    if (k == t->fail_produce) {
        code = err_set(err, COPSE_EIO, "in", k + 1, "produce %d", k);
    } else if (k >= t->n) {
        code = 0;
    } else {
        *j = (job){.position = k, .busy = true};
        t->produced++;
    }
    atomic_fetch_sub(&t->in_produce, 1);
    return code;
}

static int work(void *context, void *item, int thread, copse_error *err)
{
    stream_test *t = context;
    job *j = item;
    t->thread_seen[thread] = true; // an element is written by one thread only
    wait_a_little(t, 1, j->position);
    if (j->position == t->fail_work || j->position == t->fail_work_too)
        return err_set(err, COPSE_EINPUT, "in", j->position + 1, "work %d", j->position);
    j->result = hash_mix(99, (uint64_t)j->position);
    return 0;
}

static int consume(void *context, void *item, copse_error *err)
{
    stream_test *t = context;
    job *j = item;
    int code = 0;
    if (atomic_fetch_add(&t->in_consume, 1) != 0 || !j->busy || j->position != t->consumed)
        atomic_fetch_add(&t->misuse, 1);
    wait_a_little(t, 2, j->position);
    if (j->position == t->fail_consume)
        code = err_set(err, COPSE_ELIMIT, "out", j->position + 1, "consume %d", j->position);
    else
        t->output[t->consumed++] = j->result;
    j->busy = false;
    atomic_fetch_sub(&t->in_consume, 1);
    return code;
}

static int run(stream_test *t, int threads, size_t jobs_n, copse_error *err)
{
    job jobs[MOST_JOBS] = {{0}};
    void *pointers[MOST_JOBS];
    for (size_t i = 0; i < jobs_n; i++)
        pointers[i] = &jobs[i];
    *err = (copse_error){0};
    par_stream s = {t, pointers, jobs_n, threads, produce, work, consume};
    return par_run(&s, err);
}

static stream_test *test_new(int n)
{
    stream_test *t = mem_zero(1, sizeof *t);
    if (!t)
        abort();
    t->n = n;
    t->fail_produce = t->fail_work = t->fail_work_too = t->fail_consume = NEVER;
    return t;
}

// The map over 0..n-1 comes out in order, for every number of threads and jobs.
static void check_all(int n, bool delays)
{
    for (size_t a = 0; a < 4; a++) {
        for (size_t b = 0; b < 4; b++) {
            copse_error err;
            stream_test *t = test_new(n);
            t->delays = delays;
            CHECK_INT(run(t, thread_counts[a], job_counts[b], &err), 0);
            CHECK_INT(t->consumed, n);
            CHECK_INT(t->misuse, 0);
            int wrong = 0;
            for (int k = 0; k < n; k++)
                wrong += t->output[k] != hash_mix(99, (uint64_t)k);
            CHECK_INT(wrong, 0);
            for (int i = 1; i < 8; i++)
                CHECK(i < thread_counts[a] || !t->thread_seen[i]);
            mem_free(t);
        }
    }
}

static void streams_keep_their_order(void)
{
    alarm(TIME_LIMIT);
    check_all(MOST, false);
    check_all(150, true);
}

static void short_streams_end(void)
{
    alarm(TIME_LIMIT);
    for (int n = 0; n <= 9; n++)
        for (int again = 0; again < 6; again++)
            check_all(n, again % 2);
}

// Runs with the given failures; exactly the positions before the earliest are consumed and its error comes
// out.
static void check_failure(int n, int produce_at, int work_at, int work_too_at, int consume_at, bool delays)
{
    // At the same position a job is produced, then worked on, then consumed.
    int first = produce_at, code = COPSE_EIO;
    const char *phase = "produce";
    if (work_at < first || work_too_at < first) {
        first = work_at < work_too_at ? work_at : work_too_at;
        code = COPSE_EINPUT;
        phase = "work";
    }
    if (consume_at < first) {
        first = consume_at;
        code = COPSE_ELIMIT;
        phase = "consume";
    }
    char expected[40];
    snprintf(expected, sizeof expected, "%s %d", phase, first);
    for (size_t a = 0; a < 4; a++) {
        for (size_t b = 0; b < 4; b++) {
            copse_error err;
            stream_test *t = test_new(n);
            t->fail_produce = produce_at;
            t->fail_work = work_at;
            t->fail_work_too = work_too_at;
            t->fail_consume = consume_at;
            t->delays = delays;
            CHECK_INT(run(t, thread_counts[a], job_counts[b], &err), code);
            CHECK_INT(t->consumed, first);
            CHECK_INT(t->misuse, 0);
            CHECK_INT(err.code, code);
            CHECK_INT(err.line, first + 1);
            CHECK_STRING(err.message, expected);
            mem_free(t);
        }
    }
}

static void each_phase_may_fail_anywhere(void)
{
    alarm(TIME_LIMIT);
    for (int k = 0; k < 20; k++) {
        check_failure(20, k, NEVER, NEVER, NEVER, k % 2);
        check_failure(20, NEVER, k, NEVER, NEVER, k % 2);
        check_failure(20, NEVER, NEVER, NEVER, k, k % 2);
    }
    check_failure(20, 20, NEVER, NEVER, NEVER, false); // instead of the end
}

static void the_first_of_several_failures_wins(void)
{
    alarm(TIME_LIMIT);
    for (int k = 0; k < 60; k++) {
        uint64_t h = hash_mix(5, (uint64_t)k);
        check_failure(40, (int)(h % 40), (int)(h / 64 % 40), (int)(h / 4096 % 40), (int)(h / 262144 % 40),
                      k % 4 == 0);
    }
    check_failure(40, NEVER, 10, 12, NEVER, true);
    check_failure(40, NEVER, 12, 10, NEVER, true);
    check_failure(40, 7, 7, NEVER, 7, true); // position 7 was never produced
    check_failure(40, NEVER, 7, NEVER, 7, true);
}

static pthread_t caller;
static atomic_int elsewhere;

static int count_elsewhere(void *context, void *item, int thread, copse_error *err)
{
    if (!pthread_equal(pthread_self(), caller))
        atomic_fetch_add(&elsewhere, 1);
    return work(context, item, thread, err);
}

static void one_thread_is_the_caller(void)
{
    copse_error err;
    stream_test *t = test_new(50);
    job j = {0};
    void *pointers[] = {&j};
    par_stream s = {t, pointers, 1, 1, produce, count_elsewhere, consume};
    caller = pthread_self();
    CHECK_INT(par_run(&s, &err), 0);
    s.threads = 0; // as one
    t->consumed = t->produced = 0;
    CHECK_INT(par_run(&s, &err), 0);
    CHECK_INT(t->consumed, 50);
    CHECK_INT(elsewhere, 0);
    mem_free(t);
}

typedef struct loop_test {
    atomic_int hits[MOST];
    atomic_int bad_thread;
    int threads;
} loop_test;

static void hit(void *context, size_t i, int thread)
{
    loop_test *t = context;
    atomic_fetch_add(&t->hits[i], 1);
    if (thread < 0 || thread >= t->threads)
        atomic_fetch_add(&t->bad_thread, 1);
}

static void every_index_once(void)
{
    static const size_t sizes[] = {0, 1, 2, 7, MOST};
    alarm(TIME_LIMIT);
    for (size_t a = 0; a < 4; a++) {
        for (size_t b = 0; b < 5; b++) {
            loop_test *t = mem_zero(1, sizeof *t);
            REQUIRE(t);
            t->threads = thread_counts[a];
            par_for(sizes[b], thread_counts[a], hit, t);
            int wrong = 0;
            for (size_t i = 0; i < MOST; i++)
                wrong += t->hits[i] != (i < sizes[b]);
            CHECK_INT(wrong, 0);
            CHECK_INT(t->bad_thread, 0);
            mem_free(t);
        }
    }
}

static void there_is_a_core(void)
{
    CHECK(par_cores() >= 1);
}

TESTS(TEST(streams_keep_their_order), TEST(short_streams_end), TEST(each_phase_may_fail_anywhere),
      TEST(the_first_of_several_failures_wins), TEST(one_thread_is_the_caller), TEST(every_index_once),
      TEST(there_is_a_core))
