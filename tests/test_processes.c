// SPDX-License-Identifier: MIT
// Work in child processes: the same results in the same order for any number of them, failures told, nobody
// left.
#include "tests/harness.h"

#include "common/base/processes.h"
#include "common/base/error.h"
#include "common/base/mem.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct job {
    size_t size;     // bytes of a result
    int fails, dies; // pieces, or -1
    size_t taken;    // pieces so far
    bool wrong_order, wrong_bytes;
    int lines, told;
    bool wrong_progress;
    double done;
} job;

static int work(void *context, size_t i, text *result, const copse_environment *to, copse_error *err)
{
    job *j = context;
    char line[64];
    j->taken = 1000; // nothing that the caller sees
    if ((int)i == j->dies)
        kill(getpid(), SIGKILL);
    nanosleep(&(struct timespec){.tv_nsec = (long)(i * 7919 % 5) * 1000000}, NULL);
    for (size_t k = 0; k < j->size; k++)
        text_add(result, &(char){(char)(i * 31 + k % 127)}, 1);
    snprintf(line, sizeof line, "piece %zu", i);
    if (to->report)
        to->report(to->context, line);
    for (int k = 1; to->progress && k <= 4; k++)
        to->progress(to->context, &(copse_progress){line, k, 4});
    if ((int)i == j->fails)
        return err_set(err, COPSE_EINPUT, "file", 7, "piece %zu failed", i);
    return 0;
}

static int take(void *context, size_t i, copse_str result, copse_error *err)
{
    job *j = context;
    (void)err;
    j->wrong_order |= i != j->taken;
    j->taken = i + 1;
    j->wrong_bytes |= result.len != j->size;
    for (size_t k = 0; k < result.len; k++)
        j->wrong_bytes |= result.s[k] != (char)(i * 31 + k % 127);
    return 0;
}

static int refuse_fourth(void *context, size_t i, copse_str result, copse_error *err)
{
    return i == 4 ? err_set(err, COPSE_ELIMIT, NULL, 0, "no room") : take(context, i, result, err);
}

static void count_line(void *context, const char *line)
{
    ((job *)context)->lines += strncmp(line, "piece ", 6) == 0;
}

// What all pieces together tell.
static void see(void *context, const copse_progress *p)
{
    job *j = context;
    j->told++;
    j->wrong_progress |=
        p->total < 11 || p->total > 11 || p->done < j->done || strncmp(p->what, "piece ", 6) != 0;
    j->done = p->done;
}

static bool childless(void)
{
    return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

static void any_number_of_processes(void)
{
    copse_error err;
    for (int processes = 2; processes <= 20; processes += 3)
        for (size_t size = 0; size <= 1000000; size = size * 100 + 1) {
            job j = {.size = size, .fails = -1, .dies = -1};
            const proc_work w = {&j, 11, processes, work, take, {count_line, &j, 0, NULL, see}, NULL};
            CHECK_INT(proc_run(&w, &err), 0);
            CHECK_INT(j.taken, 11);
            CHECK_INT(j.lines, 11);
            CHECK(j.told >= 11 && !j.wrong_progress && j.done > 10.9);
            CHECK(!j.wrong_order && !j.wrong_bytes);
            CHECK(childless());
        }
}

static int work_here(void *context, size_t i, text *result, const copse_environment *to, copse_error *err)
{
    const size_t before = ((job *)context)->taken;
    int code = work(context, i, result, to, err);
    ((job *)context)->taken = before;
    return code;
}

static void in_the_caller(void)
{
    copse_error err;
    job j = {.size = 100, .fails = 6, .dies = -1};
    const proc_work w = {&j, 11, 1, work_here, take, {count_line, &j, 0, NULL, see}, NULL};
    CHECK_INT(proc_run(&w, &err), COPSE_EINPUT);
    CHECK_INT(j.taken, 6);
    CHECK_INT(j.lines, 7);
    CHECK(j.told == 4 * 7 && !j.wrong_progress && j.done > 6.9 && j.done < 7.1);
}

static void failures_are_told(void)
{
    for (int at = 0; at < 11; at++) {
        copse_error err = {0};
        char message[64];
        job j = {.size = 100000, .fails = at, .dies = at + 1};
        const proc_work w = {&j, 11, 3, work, take, {0}, NULL};
        CHECK_INT(proc_run(&w, &err), COPSE_EINPUT);
        snprintf(message, sizeof message, "piece %d failed", at);
        CHECK_STRING(err.message, message);
        CHECK_STRING(err.file, "file");
        CHECK_INT(err.line, 7);
        CHECK_INT(j.taken, at);
        CHECK(childless());
    }
}

static void deaths_are_failures(void)
{
    copse_error err = {0};
    job j = {.size = 10, .fails = -1, .dies = 3};
    const proc_work w = {&j, 11, 4, work, take, {0}, NULL};
    CHECK_INT(proc_run(&w, &err), COPSE_EIO);
    CHECK_STRING(err.message, "a process ended before its work was done");
    CHECK_INT(j.taken, 3);
    CHECK(childless());
}

static void what_cannot_be_taken_ends_it(void)
{
    copse_error err = {0};
    job j = {.size = 100000, .fails = -1, .dies = -1};
    const proc_work w = {&j, 11, 4, work, refuse_fourth, {0}, NULL};
    CHECK_INT(proc_run(&w, &err), COPSE_ELIMIT);
    CHECK_INT(j.taken, 4);
    CHECK(childless());
}

static void stop_at_the_first(void *context, const char *line)
{
    (void)line;
    copse_stop_set(context);
}

// A piece that goes on until it is ended, or told to stop.
static int endless(void *context, size_t i, text *result, const copse_environment *to, copse_error *err)
{
    (void)context;
    (void)i;
    (void)result;
    (void)err;
    to->report(to->context, "begun");
    while (!copse_stop_is_set(to->stop))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return 0;
}

static int take_nothing(void *context, size_t i, copse_str result, copse_error *err)
{
    (void)i;
    (void)result;
    (void)err;
    *(int *)context += 1;
    return 0;
}

static void stopping_ends_all(void)
{
    for (int processes = 1; processes <= 3; processes++) {
        copse_error err = {0};
        copse_stop *stop = copse_stop_new();
        int taken = 0;
        const proc_work w = {
            &taken, 5, processes, endless, take_nothing, {stop_at_the_first, stop, 0, stop, NULL}, NULL};
        CHECK_INT(proc_run(&w, &err), COPSE_ESTOPPED);
        CHECK_STRING(err.message, "stopped before the work was done");
        CHECK_INT(taken, processes == 1 ? 1 : 0); // in the caller a piece ends by itself
        CHECK(childless());
        copse_stop_free(stop);
    }
}

TESTS(TEST(any_number_of_processes), TEST(in_the_caller), TEST(failures_are_told), TEST(deaths_are_failures),
      TEST(what_cannot_be_taken_ends_it), TEST(stopping_ends_all))
