// SPDX-License-Identifier: MIT
// The ordered map keeps jobs in a ring: position k of the stream uses jobs[k % jobs_n], which is free again
// once position k was consumed. No thread is reserved for reading or writing: an idle thread consumes the
// next finished job unless another thread is consuming, else produces a job and works on it, else sleeps
// until something changes.
//
// Failures: fail_at is the earliest failed position known so far. After a failure nothing more is produced.
// Earlier positions are still worked on and consumed; if one of them fails, it becomes fail_at. So what is
// consumed and reported depends on the stream alone, not on timing.
//
// Memory: the threads of a team allocate in the caller's scope, and a guard around each piece of work keeps
// a failure within its thread, so that no thread is left running. The caller then fails in its own.
#if defined(__linux__)
#define _GNU_SOURCE // sched_getaffinity
#endif
#include "common/base/parallel.h"

#include "common/base/mem.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

int par_cores(void)
{
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
#endif
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 && n < 1 << 16 ? (int)n : 1;
}

// --- Teams: the caller and threads - 1 others run the same function.

typedef struct par_member {
    void (*run)(void *context, int thread);
    void *context;
    int thread;
    mem_scope *scope; // of the caller
} par_member;

static void *member_main(void *argument)
{
    const par_member *m = argument;
    mem_into(m->scope);
    m->run(m->context, m->thread);
    return NULL;
}

// If the system provides fewer threads, fewer do the work.
static void team_run(int threads, void (*run)(void *context, int thread), void *context)
{
    if (threads <= 1) {
        run(context, 0);
        return;
    }
    pthread_t *id = mem_alloc((size_t)threads, sizeof *id);
    par_member *member = mem_alloc((size_t)threads, sizeof *member);
    int started = 1;
    for (; started < threads; started++) {
        member[started] = (par_member){run, context, started, mem_here()};
        if (pthread_create(&id[started], NULL, member_main, &member[started]) != 0)
            break;
    }
    run(context, 0);
    for (int i = 1; i < started; i++)
        pthread_join(id[i], NULL);
    mem_free(member);
    mem_free(id);
}

// --- All indices, in any order

typedef struct par_loop {
    size_t n;
    atomic_size_t next;
    void (*work)(void *context, size_t i, int thread);
    void *context;
    atomic_int failed;   // the code of a thread that was left, or 0
    atomic_size_t asked; // bytes that it wanted
} par_loop;

static void loop_run(void *context, int thread)
{
    par_loop *loop = context;
    mem_guard guard;
    mem_begin_for(&guard, NULL);
    if (setjmp(guard.at)) {
        copse_error err;
        atomic_store(&loop->asked, guard.asked);
        atomic_store(&loop->failed, mem_failed(&guard, &err));
        return;
    }
    for (size_t i; !atomic_load(&loop->failed) && (i = atomic_fetch_add(&loop->next, 1)) < loop->n;)
        loop->work(loop->context, i, thread);
    mem_end(&guard, 0);
}

void par_for(size_t n, int threads, void (*work)(void *context, size_t i, int thread), void *context)
{
    par_loop loop = {.n = n, .work = work, .context = context};
    team_run(threads > 0 && (size_t)threads > n ? (int)n : threads, loop_run, &loop);
    const int failed = atomic_load(&loop.failed);
    if (failed == COPSE_EMEMORY)
        mem_fail(atomic_load(&loop.asked));
    if (failed)
        mem_leave(failed);
}

// --- A stream, in order

typedef struct par_state {
    const par_stream *stream;
    pthread_mutex_t lock; // guards everything below
    pthread_cond_t changed;
    bool *finished;            // [jobs_n] the job is done and waits to be consumed
    size_t produced, consumed; // positions
    bool producing, consuming; // some thread is
    bool ended;                // nothing more will be produced
    size_t fail_at;            // SIZE_MAX: none
    int fail_code;
    copse_error *err; // of fail_at
} par_state;

static void fail(par_state *s, size_t position, int code, const copse_error *err)
{
    s->ended = true;
    if (position >= s->fail_at)
        return;
    s->fail_at = position;
    s->fail_code = code;
    *s->err = *err;
}

static void *job_at(const par_state *s, size_t position)
{
    return s->stream->jobs[position % s->stream->jobs_n];
}

static size_t last_position(const par_state *s) // the end of the positions to consume, as far as known
{
    return s->produced < s->fail_at ? s->produced : s->fail_at;
}

// The functions of the stream behind a guard.

static int produce(const par_stream *s, void *job, copse_error *err)
{
    mem_guard guard;
    mem_begin_for(&guard, NULL);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, s->produce(s->context, job, err));
}

static int work(const par_stream *s, void *job, int thread, copse_error *err)
{
    mem_guard guard;
    mem_begin_for(&guard, NULL);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, s->work(s->context, job, thread, err));
}

static int consume(const par_stream *s, void *job, copse_error *err)
{
    mem_guard guard;
    mem_begin_for(&guard, NULL);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, s->consume(s->context, job, err));
}

static void consume_one(par_state *s)
{
    size_t k = s->consumed;
    copse_error err;
    s->consuming = true;
    pthread_mutex_unlock(&s->lock);
    int code = consume(s->stream, job_at(s, k), &err);
    pthread_mutex_lock(&s->lock);
    s->consuming = false;
    if (code < 0) {
        fail(s, k, code, &err);
    } else {
        s->finished[k % s->stream->jobs_n] = false;
        s->consumed++;
    }
    pthread_cond_broadcast(&s->changed);
}

static void produce_and_work(par_state *s, int thread)
{
    size_t k = s->produced;
    copse_error err;
    s->producing = true;
    pthread_mutex_unlock(&s->lock);
    int code = produce(s->stream, job_at(s, k), &err);
    pthread_mutex_lock(&s->lock);
    s->producing = false;
    if (code > 0)
        s->produced++;
    else
        s->ended = true;
    if (code < 0)
        fail(s, k, code, &err);
    pthread_cond_broadcast(&s->changed);
    if (code <= 0)
        return;
    pthread_mutex_unlock(&s->lock);
    code = work(s->stream, job_at(s, k), thread, &err);
    pthread_mutex_lock(&s->lock);
    s->finished[k % s->stream->jobs_n] = true;
    if (code < 0)
        fail(s, k, code, &err);
    pthread_cond_broadcast(&s->changed);
}

static void stream_run(void *context, int thread)
{
    par_state *s = context;
    const size_t jobs_n = s->stream->jobs_n;
    pthread_mutex_lock(&s->lock);
    while (!s->ended || s->consumed < last_position(s)) {
        if (!s->consuming && s->consumed < last_position(s) && s->finished[s->consumed % jobs_n])
            consume_one(s);
        else if (!s->ended && !s->producing && s->produced - s->consumed < jobs_n)
            produce_and_work(s, thread);
        else
            pthread_cond_wait(&s->changed, &s->lock);
    }
    pthread_mutex_unlock(&s->lock);
}

int par_run(const par_stream *stream, copse_error *err)
{
    assert(stream->jobs_n > 0);
    par_state s = {.stream = stream, .fail_at = SIZE_MAX, .err = err};
    s.finished = mem_zero(stream->jobs_n, sizeof *s.finished);
    pthread_mutex_init(&s.lock, NULL);
    pthread_cond_init(&s.changed, NULL);
    team_run(stream->threads, stream_run, &s);
    pthread_cond_destroy(&s.changed);
    pthread_mutex_destroy(&s.lock);
    mem_free(s.finished);
    return s.fail_code;
}
