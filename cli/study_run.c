// SPDX-License-Identifier: MIT
// Runs the jobs of a study, each in a process of its own: LIBLINEAR and LIBSVM have global state, and the
// processor time and the memory of a process are those of its job.
#define _DEFAULT_SOURCE // wait4
#include "cli/study_plan.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/progress.h"
#include "common/base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct running {
    study_plan *p;
    size_t wanted, ended, failed, live;
    int threads;
    bool quiet;
} running;

// The path of another file of the same job. The caller frees it.
static char *beside(const study_job *j, const char *end)
{
    const size_t stem = (size_t)(strrchr(j->output, '.') - j->output), len = strlen(end);
    char *path = mem_alloc(stem + len + 1, 1);
    memcpy(path, j->output, stem);
    memcpy(path + stem, end, len + 1);
    return path;
}

// ---------------------------------------------------------------------------------------------------
// Parts of treebanks

static long count_sentences(const char *path, copse_error *err)
{
    copse_reader *in = copse_reader_open(path, err);
    copse_sentence *s = copse_sentence_new();
    long n = 0;
    int code = in ? 1 : err->code;
    while (code > 0 && (code = copse_reader_next(in, s, err)) > 0)
        n += copse_sentence_length(s) > 0;
    copse_sentence_free(s);
    copse_reader_close(in);
    return code < 0 ? code : n;
}

static int copy_part(const study_part *part, long from, long to, copse_error *err)
{
    copse_reader *in = copse_reader_open(part->path, err);
    copse_writer *out = in ? copse_writer_open(part->file, err) : NULL;
    copse_sentence *s = copse_sentence_new();
    int code = out ? 1 : err->code;
    for (long n = 0; code > 0 && n < to;) {
        if ((code = copse_reader_next(in, s, err)) <= 0)
            break;
        n += copse_sentence_length(s) > 0;
        if (n > from && copse_writer_put(out, s, NULL, err) < 0)
            code = err->code;
    }
    if (code >= 0)
        code = copse_writer_commit(out, err);
    copse_sentence_free(s);
    copse_writer_free(out);
    copse_reader_close(in);
    return code;
}

static int make_part(const study_part *part, copse_error *err)
{
    long from = 0, to = LONG_MAX;
    if (!part->path || part->file == part->path || access(part->file, F_OK) == 0)
        return 0;
    if (part->half) {
        const long n = count_sentences(part->path, err), middle = n / 2;
        if (n < 0)
            return (int)n;
        from = part->half == 1 ? 0 : middle;
        to = part->half == 1 ? middle : n;
    }
    if (part->limit && part->limit < to - from)
        to = from + part->limit;
    return copy_part(part, from, to, err);
}

// ---------------------------------------------------------------------------------------------------
// Costs

int study_cost_write(const study_plan *p, size_t job, const study_cost *cost, copse_error *err)
{
    char line[128], *path = beside(&p->job[job], ".cost");
    const int n = snprintf(line, sizeof line, "seconds %.3f\nmemory %.0f\nsize %.0f\n", cost->seconds,
                           cost->memory, cost->size);
    copse_writer *out = copse_writer_open(path, err);
    int code = out ? copse_writer_bytes(out, line, (size_t)n, err) : err->code;
    if (!code)
        code = copse_writer_commit(out, err);
    copse_writer_free(out);
    mem_free(path);
    return code;
}

// The size is that of the file, if it is still there.
bool study_cost_read(const study_plan *p, size_t job, study_cost *cost)
{
    struct stat st;
    char *path = beside(&p->job[job], ".cost");
    FILE *in = fopen(path, "r");
    char line[128];
    double *const to[] = {&cost->seconds, &cost->memory, &cost->size};
    static const char *const name[] = {"seconds ", "memory ", "size "};
    *cost = (study_cost){NAN, NAN, NAN};
    for (size_t i = 0; in && i < 3 && fgets(line, sizeof line, in); i++)
        if (strncmp(line, name[i], strlen(name[i])) == 0)
            *to[i] = strtod(line + strlen(name[i]), NULL);
    if (in)
        fclose(in);
    mem_free(path);
    if (stat(p->job[job].output, &st) == 0)
        cost->size = (double)st.st_size;
    return !isnan(cost->seconds);
}

// ---------------------------------------------------------------------------------------------------
// Jobs

static void say(const running *r, const study_job *j, const char *how)
{
    static const char *const done[STUDY_VERBS] = {
        [STUDY_TRAIN] = "train",       [STUDY_PARSE] = "parse with", [STUDY_COMBINE] = "combine",
        [STUDY_CROSSVAL] = "crossval", [STUDY_WEIGH] = "weigh",
    };
    if (!r->quiet)
        fprintf(stderr, "[%zu/%zu] %s: %s %s: %s\n", r->ended, r->wanted, j->bank, done[j->verb], j->system,
                how);
}

// Does everything that the job needs exist? A failure of one is its own failure.
static bool is_ready(study_plan *p, study_job *j)
{
    for (size_t k = 0; k < j->needs; k++) {
        const study_job *need = &p->job[j->need[k]];
        if (need->state == STUDY_FAILED) {
            snprintf(j->failure, sizeof j->failure, "%s", need->failure);
            j->state = STUDY_FAILED;
        }
        if (need->state != STUDY_DONE)
            return false;
    }
    return true;
}

// The other cores are for the job if there are fewer jobs than cores.
static int threads_of(const running *r)
{
    const size_t left = r->wanted - r->ended;
    const int share = left ? r->threads / (int)(left < 1000 ? left : 1000) : 1;
    return share > 1 ? share : 1;
}

static int start(running *r, study_job *j, copse_error *err)
{
    char threads[16], *log = beside(j, ".log");
    const pid_t parent = getpid();
    snprintf(threads, sizeof threads, "%d", threads_of(r));
    const char *const more[] = {"--threads", threads, "--quiet", "-o", j->output};
    const size_t extra = sizeof more / sizeof more[0];
    char **argv = mem_alloc(j->args + extra + 2, sizeof *argv);
    argv[0] = "copse";
    memcpy(argv + 1, j->arg, j->args * sizeof *argv);
    memcpy(argv + 1 + j->args, more, sizeof more);
    argv[1 + j->args + extra] = NULL;
    fflush(stdout);
    fflush(stderr);
    const pid_t pid = fork();
    if (pid == 0)
        study_command_run((int)(1 + j->args + extra), argv, log, (long)parent);
    mem_free(argv);
    mem_free(log);
    if (pid < 0)
        return err_system(err, NULL, "cannot start a process");
    j->state = STUDY_RUNS;
    j->pid = (long)pid;
    r->live++;
    return 0;
}

// The last line of a job's messages, without the program's name.
static void take_failure(study_job *j, int status)
{
    char line[sizeof j->failure] = "", *log = beside(j, ".log");
    FILE *in = fopen(log, "r");
    while (in && fgets(line, sizeof line, in))
        ;
    if (in)
        fclose(in);
    line[strcspn(line, "\n")] = 0;
    if (WIFSIGNALED(status))
        snprintf(j->failure, sizeof j->failure, "ended by signal %d", WTERMSIG(status));
    else
        snprintf(j->failure, sizeof j->failure, "%s",
                 strncmp(line, "copse: ", 7) == 0 ? line + 7
                 : line[0]                        ? line
                                                  : "failed");
    unlink(log);
    mem_free(log);
}

static double seconds_of(const struct rusage *u)
{
    return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) +
           (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) / 1e6;
}

static int end_job(running *r, size_t i, int status, const struct rusage *used, copse_error *err)
{
    study_job *j = &r->p->job[i];
    struct stat st;
    char time[48], how[sizeof j->failure + 16];
    int code = 0;
    r->live--;
    r->ended++;
    j->pid = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && stat(j->output, &st) == 0) {
        char *log = beside(j, ".log");
        const study_cost cost = {seconds_of(used), (double)used->ru_maxrss * 1024, (double)st.st_size};
        unlink(log);
        mem_free(log);
        j->state = STUDY_DONE;
        code = study_cost_write(r->p, i, &cost, err);
        snprintf(how, sizeof how, "%s", prog_duration(cost.seconds, time, sizeof time));
    } else {
        j->state = STUDY_FAILED;
        r->failed++;
        take_failure(j, status);
        snprintf(how, sizeof how, "failed: %s", j->failure);
    }
    say(r, j, how);
    return code;
}

static int wait_for_one(running *r, copse_error *err)
{
    struct rusage used;
    int status;
    const pid_t pid = wait4(-1, &status, 0, &used);
    if (pid < 0)
        return errno == EINTR ? 0 : err_system(err, NULL, "cannot wait for a process");
    for (size_t i = 0; i < r->p->jobs; i++)
        if (r->p->job[i].pid == (long)pid && r->p->job[i].state == STUDY_RUNS)
            return end_job(r, i, status, &used, err);
    return 0;
}

static int start_ready(running *r, copse_error *err)
{
    int code = 0;
    for (size_t i = 0; i < r->p->jobs && !code; i++) {
        study_job *j = &r->p->job[i];
        if (!j->wanted || j->state != STUDY_WAITS)
            continue;
        const bool ready = is_ready(r->p, j);
        if (j->state == STUDY_FAILED) {
            r->ended++;
            r->failed++;
        } else if (ready && r->live < (size_t)r->threads) {
            code = start(r, j, err);
        }
    }
    return code;
}

int study_plan_run(study_plan *p, int threads, bool quiet, copse_error *err)
{
    running r = {.p = p, .wanted = study_plan_look(p), .threads = threads, .quiet = quiet};
    int code = 0;
    for (size_t b = 0; b < p->banks && !code; b++) {
        code = make_part(&p->bank[b].train, err);
        code = code ? code : make_part(&p->bank[b].tune, err);
        code = code ? code : make_part(&p->bank[b].gold, err);
    }
    while (!code && (code = start_ready(&r, err)) == 0 && r.live > 0)
        code = wait_for_one(&r, err);
    return code ? code : (int)r.failed;
}

// Opening a file for writing removes what others left of it.
static void sweep_file(const char *path)
{
    copse_error ignored;
    copse_writer_free(copse_writer_open(path, &ignored));
}

void study_plan_sweep(const study_plan *p)
{
    for (size_t i = 0; i < p->jobs; i++) {
        char *cost = beside(&p->job[i], ".cost"), *log = beside(&p->job[i], ".log");
        sweep_file(p->job[i].output);
        sweep_file(cost);
        unlink(log);
        mem_free(cost);
        mem_free(log);
    }
}
