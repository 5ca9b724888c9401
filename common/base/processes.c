// SPDX-License-Identifier: MIT
// A child writes messages into a pipe: a letter, a length, bytes. The caller passes lines on at once and
// keeps the result or failure until it is the piece's turn.
#define _DEFAULT_SOURCE // prctl
#include "common/base/processes.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

enum { LINE = 'L', PROGRESS = 'P', RESULT = 'R', FAILURE = 'F', HEAD = 1 + sizeof(size_t) };
enum { WHAT = 128, LOOK = 100 }; // milliseconds between two looks at the stop flag

// Progress of a piece: the part of it that is done.
typedef struct state {
    double part;
    char what[WHAT];
} state;

typedef struct piece {
    pid_t pid; // 0: not started, or ended
    int fd;    // -1: closed
    bool ended;
    state state;
    text in;      // bytes received but not yet interpreted
    char outcome; // RESULT, FAILURE; 0: neither received yet
    text result;  // or the copse_error
} piece;

typedef struct run {
    const proc_work *w;
    piece *piece; // [n]
    size_t started, taken, live;
    bool failed; // start nothing more
} run;

// ---------------------------------------------------------------------------------------------------
// In the child

static void put(int fd, char kind, const char *bytes, size_t size)
{
    char head[HEAD];
    head[0] = kind;
    memcpy(head + 1, &size, sizeof size);
    const copse_str parts[] = {{head, HEAD}, {bytes, size}};
    for (int i = 0; i < 2; i++)
        for (size_t at = 0; at < parts[i].len;) {
            const ssize_t n = write(fd, parts[i].s + at, parts[i].len - at);
            if (n < 0 && errno != EINTR)
                _exit(1);
            at += n > 0 ? (size_t)n : 0;
        }
}

static void say(void *context, const char *line)
{
    put(*(const int *)context, LINE, line, strlen(line) + 1);
}

static state state_of(const copse_progress *p)
{
    state s = {.part = p->total > 0 ? p->done / p->total : 0};
    snprintf(s.what, sizeof s.what, "%s", p->what);
    return s;
}

static void say_state(void *context, const copse_progress *p)
{
    const state s = state_of(p);
    put(*(const int *)context, PROGRESS, (const char *)&s, sizeof s);
}

static int do_piece(const proc_work *w, size_t i, text *result, const copse_environment *listener,
                    copse_error *err)
{
    mem_guard guard;
    mem_begin_for(&guard, NULL);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, w->work(w->context, i, result, listener, err));
}

static void be_child(const proc_work *w, size_t i, int fd)
{
    text result = {0};
    copse_error err = {0};
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    const copse_environment listener = {.report = w->listener.report ? say : NULL,
                                        .progress = w->listener.progress ? say_state : NULL,
                                        .context = &fd};
    if (do_piece(w, i, &result, &listener, &err) == 0)
        put(fd, RESULT, result.s, result.n);
    else
        put(fd, FAILURE, (const char *)&err, sizeof err);
    _exit(0);
}

// ---------------------------------------------------------------------------------------------------
// In the caller

static bool start(run *r)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    const pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        be_child(r->w, r->started, ends[1]);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    piece *p = &r->piece[r->started++];
    p->pid = pid;
    p->fd = ends[0];
    r->live++;
    return true;
}

// Reports the progress of all pieces together.
static void tell_all(const run *r)
{
    const proc_work *w = r->w;
    copse_progress all = {.what = ""};
    for (size_t i = 0; i < w->n; i++) {
        const double weight = w->weight ? w->weight[i] : 1;
        const piece *p = &r->piece[i];
        all.total += weight;
        all.done += weight * (p->ended ? 1 : p->state.part);
        if (!p->ended && p->state.what[0] && !all.what[0])
            all.what = p->state.what;
    }
    if (w->listener.progress && all.what[0])
        w->listener.progress(w->listener.context, &all);
}

// Handles all complete messages.
static void understand(const run *r, piece *p)
{
    size_t at = 0, size;
    while (p->in.n - at >= HEAD) {
        const char *head = p->in.s + at;
        memcpy(&size, head + 1, sizeof size);
        if (p->in.n - at - HEAD < size)
            break;
        if (head[0] == LINE) {
            r->w->listener.report(r->w->listener.context, head + HEAD);
        } else if (head[0] == PROGRESS) {
            memcpy(&p->state, head + HEAD, sizeof p->state);
            tell_all(r);
        } else {
            p->outcome = head[0];
            text_add(&p->result, head + HEAD, size);
        }
        at += HEAD + size;
    }
    memmove(p->in.s, p->in.s + at, p->in.n - at);
    p->in.n -= at;
}

static void reap(run *r, piece *p)
{
    int status;
    while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
        ;
    close(p->fd);
    p->pid = 0;
    p->fd = -1;
    p->ended = true;
    r->live--;
    r->failed |= p->outcome != RESULT;
}

// Waits until a child has written something, and reads it.
static void listen_to_children(run *r, struct pollfd *watch, size_t *of)
{
    enum { CHUNK = 1 << 16 };
    size_t n = 0;
    for (size_t i = r->taken; i < r->started; i++)
        if (r->piece[i].pid) {
            watch[n] = (struct pollfd){.fd = r->piece[i].fd, .events = POLLIN};
            of[n++] = i;
        }
    if (poll(watch, (nfds_t)n, r->w->listener.stop ? LOOK : -1) <= 0)
        return; // interrupted, or time to look at the stop flag
    for (size_t k = 0; k < n; k++) {
        piece *p = &r->piece[of[k]];
        if (!watch[k].revents)
            continue;
        p->in.s = mem_grow(p->in.s, &p->in.cap, p->in.n + CHUNK, 1);
        const ssize_t got = read(p->fd, p->in.s + p->in.n, CHUNK);
        if (got > 0) {
            p->in.n += (size_t)got;
            understand(r, p);
        } else if (got == 0 || errno != EINTR) {
            reap(r, p);
        }
    }
}

static int take_in_turn(run *r, copse_error *err)
{
    int code = 0;
    for (; r->taken < r->started && r->piece[r->taken].ended && !code; r->taken++) {
        piece *p = &r->piece[r->taken];
        if (p->outcome == RESULT)
            code = r->w->take(r->w->context, r->taken, (copse_str){p->result.s, p->result.n}, err);
        else if (p->outcome == FAILURE && p->result.n == sizeof *err)
            memcpy(err, p->result.s, sizeof *err);
        else
            err_set(err, COPSE_EIO, NULL, 0, "a process ended before its work was done");
        code = p->outcome == RESULT ? code : err->code;
        text_done(&p->result);
    }
    return code;
}

// ---------------------------------------------------------------------------------------------------
// Without child processes

typedef struct here {
    run *r;
    size_t i;
} here;

static void pass_line(void *context, const char *line)
{
    const copse_environment *to = &((here *)context)->r->w->listener;
    to->report(to->context, line);
}

static void pass_state(void *context, const copse_progress *p)
{
    const here *h = context;
    h->r->piece[h->i].state = state_of(p);
    tell_all(h->r);
}

static int run_here(run *r, copse_error *err)
{
    const proc_work *w = r->w;
    here h = {r, r->started};
    const copse_environment listener = {.report = w->listener.report ? pass_line : NULL,
                                        .progress = w->listener.progress ? pass_state : NULL,
                                        .context = &h,
                                        .stop = w->listener.stop};
    text result = {0};
    int code = w->work(w->context, h.i, &result, &listener, err);
    if (!code)
        code = w->take(w->context, h.i, (copse_str){result.s, result.n}, err);
    text_done(&result);
    r->piece[r->started++].ended = true;
    r->taken++;
    return code;
}

// ---------------------------------------------------------------------------------------------------

// Ends the children that are left.
static void end_children(void *block)
{
    run *r = block;
    for (size_t i = 0; i < r->started; i++)
        if (r->piece[i].pid) {
            kill(r->piece[i].pid, SIGKILL);
            reap(r, &r->piece[i]);
        }
}

static int run_all(run *r, copse_error *err)
{
    const proc_work *w = r->w;
    struct pollfd *watch = mem_alloc(w->n, sizeof *watch);
    size_t *of = mem_alloc(w->n, sizeof *of);
    int code = 0;
    while (r->taken < w->n && !code) {
        if (copse_stop_is_set(w->listener.stop)) {
            code = err_set(err, COPSE_ESTOPPED, NULL, 0, "stopped before the work was done");
            continue;
        }
        while (w->processes > 1 && r->started < w->n && r->live < (size_t)w->processes && !r->failed &&
               start(r))
            ;
        if (r->live == 0 && r->taken == r->started) { // one process was asked for, or none could be started
            code = run_here(r, err);
            continue;
        }
        if (r->live)
            listen_to_children(r, watch, of);
        code = take_in_turn(r, err);
    }
    mem_free(watch);
    mem_free(of);
    return code;
}

int proc_run(const proc_work *w, copse_error *err)
{
    run *r = mem_zero(1, sizeof *r);
    r->w = w;
    r->piece = mem_zero(w->n, sizeof *r->piece);
    mem_on_release(r, end_children);
    const int code = run_all(r, err);
    end_children(r);
    for (size_t i = 0; i < r->started; i++) {
        text_done(&r->piece[i].in);
        text_done(&r->piece[i].result);
    }
    mem_free(r->piece);
    mem_free(r);
    return code;
}
