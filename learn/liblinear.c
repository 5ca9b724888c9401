// SPDX-License-Identifier: MIT
// LIBLINEAR as a learner. The only file that includes linear.h.
//
// The library multiplies sizes in int (features times classes, examples times classes). Problems beyond
// INT_MAX are refused here, before anything is allocated.
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "learn/liblinear.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <errno.h>
#include <limits.h>
#include <linear.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#define PRUNE 0.025 // by default

static void silent(const char *line)
{
    (void)line;
}

typedef struct problem_memory {
    struct feature_node *node;
    struct feature_node **x;
    double *y;
} problem_memory;

static void fill(problem_memory *p, const examples *ex, const float *value)
{
    size_t at = 0;
    p->node = mem_alloc(ex->start[ex->n] + ex->n, sizeof *p->node);
    p->x = mem_alloc(ex->n, sizeof *p->x);
    p->y = mem_alloc(ex->n, sizeof *p->y);
    for (size_t i = 0; i < ex->n; i++) {
        p->x[i] = p->node + at;
        p->y[i] = ex->y[i];
        for (size_t k = ex->start[i]; k < ex->start[i + 1]; k++)
            p->node[at++] = (struct feature_node){(int)ex->feature[k] + 1, value ? (double)value[k] : 1};
        p->node[at++] = (struct feature_node){-1, 0.0};
    }
}

// In memory shared by the processes.
typedef struct weights {
    float *w; // [features][classes]
    uint32_t classes;
    atomic_long *done; // classes trained so far; lies after the weights
    size_t size;       // of the memory
} weights;

static void weights_unmap(void *block)
{
    const weights *ws = block;
    if (ws->w)
        munmap(ws->w, ws->size);
}

static void row_of(void *context, uint32_t feature, double *w)
{
    const weights *ws = context;
    for (uint32_t k = 0; k < ws->classes; k++)
        w[k] = (double)ws->w[(size_t)feature * ws->classes + k];
}

// Trains all classes at once (Crammer & Singer). The library numbers classes in order of appearance.
static void train_together(const struct problem *problem, const struct parameter *parameter, unsigned seed,
                           weights *out)
{
    srand(seed);
    struct model *m = train(problem, parameter);
    for (size_t f = 0; f < (size_t)problem->n; f++)
        for (int k = 0; k < m->nr_class; k++)
            out->w[f * out->classes + (size_t)m->label[k]] = (float)m->w[f * (size_t)m->nr_class + (size_t)k];
    free_and_destroy_model(&m);
}

// Trains one class against the others, for every class with class % processes == mine. Each problem has its
// own seed, so the result does not depend on which process solves it. told is NULL in processes that do not
// report.
static void train_each(const struct problem *problem, const struct parameter *parameter, const examples *ex,
                       unsigned seed, int processes, int mine, weights *out, meter *told)
{
    struct problem one = *problem;
    one.y = mem_alloc(ex->n, sizeof *one.y);
    for (uint32_t k = (uint32_t)mine; k < ex->classes; k += (uint32_t)processes) {
        bool any = false, all = true;
        const long done = atomic_fetch_add(out->done, 1);
        if (told)
            meter_at(told, done);
        for (size_t i = 0; i < ex->n; i++) {
            one.y[i] = ex->y[i] == k ? 1 : -1;
            any |= ex->y[i] == k;
            all &= ex->y[i] == k;
        }
        if (!any || all)
            continue;
        srand(seed + k);
        struct model *m = train(&one, parameter);
        const float sign = m->label[0] == 1 ? 1 : -1;
        for (size_t f = 0; f < ex->features; f++)
            out->w[f * out->classes + k] = sign * (float)m->w[f];
        free_and_destroy_model(&m);
    }
    mem_free(one.y);
}

static void die_with_parent(void)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

// train_each in a child process, which ends here. If memory runs out, the caller trains its classes.
static void be_child(const struct problem *problem, const struct parameter *parameter, const examples *ex,
                     unsigned seed, int processes, int mine, weights *out)
{
    mem_guard guard;
    die_with_parent();
    mem_begin_for(&guard, NULL);
    if (setjmp(guard.at))
        _exit(1);
    train_each(problem, parameter, ex, seed, processes, mine, out, NULL);
    _exit(0);
}

typedef struct children {
    int n;
    pid_t pid[]; // [n] 0: none
} children;

static void end_children(void *block)
{
    const children *c = block;
    for (int i = 1; i < c->n; i++)
        if (c->pid[i] > 0) {
            kill(c->pid[i], SIGKILL);
            while (waitpid(c->pid[i], NULL, 0) < 0 && errno == EINTR)
                ;
        }
}

// Waits for a child. Did it do its work?
static bool wait_for(children *c, int i)
{
    int status = -1;
    pid_t ended = -1;
    if (c->pid[i] > 0)
        do
            ended = waitpid(c->pid[i], &status, 0);
        while (ended < 0 && errno == EINTR); // or it would still write while its classes are trained here
    c->pid[i] = 0;
    return ended > 0 && status == 0;
}

// The same in child processes that write into shared memory. Threads cannot be used: the library's random
// numbers are global. If a process cannot be started or fails, its classes are trained here.
static void train_shared(const struct problem *problem, const struct parameter *parameter, const examples *ex,
                         unsigned seed, int processes, weights *out, meter *told)
{
    children *c = mem_zero(1, sizeof *c + (size_t)processes * sizeof c->pid[0]);
    c->n = processes;
    mem_on_release(c, end_children);
    for (int i = 1; i < processes; i++) {
        c->pid[i] = fork();
        if (c->pid[i] == 0)
            be_child(problem, parameter, ex, seed, processes, i, out);
    }
    train_each(problem, parameter, ex, seed, processes, 0, out, told);
    for (int i = 1; i < processes; i++)
        if (!wait_for(c, i))
            train_each(problem, parameter, ex, seed, processes, i, out, told);
    mem_free(c);
}

static int solver_of(const learn_options *o)
{
    const liblinear_options *own = o->own;
    return (int)opt_int(own->solver, L2R_L2LOSS_SVC_DUAL);
}

// An upper bound on what LIBLINEAR allocates, in bytes, with all classes at once or one against the others:
// some ten numbers for each example and each feature, and with all classes two for each class.
static double memory_needed(const examples *ex, bool together)
{
    enum { EACH = 128, EACH_CLASS = 16, FIXED = 1 << 20 };
    const double items = (double)ex->n + (double)ex->features;
    return FIXED + items * (EACH + (together ? EACH_CLASS * (double)ex->classes : 0));
}

static int too_large(const examples *ex, const learn_options *o, copse_error *err)
{
    if (ex->n == 0)
        return err_set(err, COPSE_EINPUT, NULL, 0, "%s: no examples to learn from", o->what);
    size_t most = INT_MAX;
    if (ex->features >= most / ex->classes || ex->n >= most / ex->classes)
        return err_set(
            err, COPSE_ELIMIT, NULL, 0,
            "%s: too large for LIBLINEAR: %u features and %zu examples times %u classes are more than %d",
            o->what, ex->features, ex->n, ex->classes, INT_MAX);
    return 0;
}

// The library does not survive a failed allocation, so this asks before.
static int check_memory(const examples *ex, const learn_options *o, bool together, copse_error *err)
{
    const double bytes = memory_needed(ex, together);
    return mem_is_there(bytes)
               ? 0
               : err_set(err, COPSE_EMEMORY, NULL, 0, "%s: out of memory: LIBLINEAR needs %.0f MB more",
                         o->what, ceil(bytes / (1 << 20)));
}

// The offset of the counter: the size of the weights, rounded up for alignment.
static size_t counter_at(const examples *ex)
{
    const size_t bytes = (size_t)ex->features * ex->classes * sizeof(float);
    return (bytes + sizeof(atomic_long) - 1) / sizeof(atomic_long) * sizeof(atomic_long);
}

static size_t bytes_of(const examples *ex)
{
    return counter_at(ex) + sizeof(atomic_long);
}

// Shared memory for the weights and a counter, cleared.
static weights *weights_new(const examples *ex)
{
    weights *ws = mem_zero(1, sizeof *ws);
    mem_on_release(ws, weights_unmap);
    ws->size = bytes_of(ex);
    void *shared = mmap(NULL, ws->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        mem_fail(ws->size);
    ws->w = shared;
    ws->classes = ex->classes;
    ws->done = (atomic_long *)(void *)((char *)shared + counter_at(ex));
    return ws;
}

static void weights_free(weights *ws)
{
    weights_unmap(ws);
    mem_free(ws);
}

// The trained weights, which the caller frees, or NULL.
static weights *solve(const examples *ex, const float *value, const learn_options *o, copse_error *err)
{
    weights *ws = NULL;
    if (too_large(ex, o, err))
        return NULL;
    const int solver = solver_of(o);
    if (solver < L2R_LR || solver > L2R_LR_DUAL) { // higher numbers are regression and outlier detection
        err_set(err, COPSE_EINPUT, NULL, 0, "%s: LIBLINEAR has no solver %d for classes; there are %d to %d",
                o->what, solver, L2R_LR, L2R_LR_DUAL);
        return NULL;
    }
    problem_memory p;
    fill(&p, ex, value);
    struct problem problem = {.l = (int)ex->n, .n = (int)ex->features, .y = p.y, .x = p.x, .bias = -1};
    struct parameter parameter = {.solver_type = solver, .eps = o->eps, .C = o->cost, .p = 0.1};
#if LIBLINEAR_VERSION >= 240
    parameter.regularize_bias = 1; // 0 is refused without a bias
#endif
    const char *wrong = check_parameter(&problem, &parameter);
    if (wrong) {
        err_set(err, COPSE_EINPUT, NULL, 0, "%s: LIBLINEAR: %s", o->what, wrong);
    } else if (check_memory(ex, o, solver == MCSVM_CS, err) == 0) {
        set_print_string_function(silent);
        const int processes = o->processes > (int)ex->classes ? (int)ex->classes : o->processes;
        ws = weights_new(ex);
        if (o->meter)
            meter_steps(o->meter, (long)ex->classes);
        if (solver == MCSVM_CS)
            train_together(&problem, &parameter, (unsigned)o->seed, ws);
        else
            train_shared(&problem, &parameter, ex, (unsigned)o->seed, processes < 1 ? 1 : processes, ws,
                         o->meter);
    }
    mem_free(p.node);
    mem_free(p.x);
    mem_free(p.y);
    return ws;
}

static scorer *train_linear(const examples *ex, const learn_options *o, copse_error *err)
{
    weights *ws = solve(ex, NULL, o, err);
    if (!ws)
        return NULL;
    const liblinear_options *own = o->own;
    scorer *made =
        sc_linear_make(ex->classes, ex->features, ex->key, row_of, ws, opt_real(own->prune, PRUNE));
    weights_free(ws);
    return made;
}

int learn_linear_weights(const examples *ex, const float *value, const learn_options *o, uint32_t class,
                         float *w, copse_error *err)
{
    weights *ws = solve(ex, value, o, err);
    if (!ws)
        return err->code;
    for (size_t f = 0; f < ex->features; f++)
        w[f] = ws->w[f * ex->classes + class];
    weights_free(ws);
    return 0;
}

#define AT(member) offsetof(liblinear_options, member)
static const opt_row rows[] = {
    {.long_name = "solver",
     .type = OPT_INT,
     .offset = AT(solver),
     .def = "auto",
     .allowed = "0..7",
     .arg = "N",
     .help = "LIBLINEAR's solver by its number; only with liblinear; auto: 1",
     .stored = true},
    {.long_name = "prune",
     .type = OPT_REAL,
     .offset = AT(prune),
     .def = "auto",
     .allowed = "0..1",
     .arg = "X",
     .help = "features whose weights are below this share of the largest of their class are dropped; only "
             "with liblinear; auto: 0.025",
     .stored = true},
    {.long_name = NULL},
};
_Static_assert(sizeof(liblinear_options) <= sizeof(learn_own), "learn_own is too small");

extern const learner learn_liblinear;
const learner learn_liblinear = {
    .name = "liblinear",
    .help = "LIBLINEAR: a linear classifier; fast",
    .cost = 0.1,
    .exploration = 1,
    .joint_labels = 10,
    .rows = rows,
    .scorer = &scorer_linear,
    .train = train_linear,
};
