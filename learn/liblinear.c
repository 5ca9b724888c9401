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
#include <stdatomic.h>
#include <stdlib.h>
#include <signal.h>
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

static void fill(problem_memory *p, const examples *ex)
{
    size_t at = 0;
    p->node = mem_alloc(ex->start[ex->n] + ex->n, sizeof *p->node);
    p->x = mem_alloc(ex->n, sizeof *p->x);
    p->y = mem_alloc(ex->n, sizeof *p->y);
    for (size_t i = 0; i < ex->n; i++) {
        p->x[i] = p->node + at;
        p->y[i] = ex->y[i];
        for (size_t k = ex->start[i]; k < ex->start[i + 1]; k++)
            p->node[at++] = (struct feature_node){(int)ex->feature[k] + 1, 1.0};
        p->node[at++] = (struct feature_node){-1, 0.0};
    }
}

// In memory shared by the processes.
typedef struct weights {
    float *w; // [features][classes]
    uint32_t classes;
    atomic_long *done; // classes trained so far; lies after the weights
} weights;

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

// The same in child processes that write into shared memory. Threads cannot be used: the library's random
// numbers are global. If a process cannot be started or fails, its classes are trained here.
static void train_shared(const struct problem *problem, const struct parameter *parameter, const examples *ex,
                         unsigned seed, int processes, weights *out, meter *told)
{
    pid_t *child = mem_zero((size_t)processes, sizeof *child);
    for (int i = 1; i < processes; i++) {
        child[i] = fork();
        if (child[i] == 0) {
            die_with_parent();
            train_each(problem, parameter, ex, seed, processes, i, out, NULL);
            _exit(0);
        }
    }
    train_each(problem, parameter, ex, seed, processes, 0, out, told);
    for (int i = 1; i < processes; i++) {
        int status = -1;
        pid_t ended = -1;
        if (child[i] > 0)
            do
                ended = waitpid(child[i], &status, 0);
            while (ended < 0 && errno == EINTR); // or it would still write while its classes are trained here
        if (ended < 0 || status != 0)
            train_each(problem, parameter, ex, seed, processes, i, out, told);
    }
    mem_free(child);
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

static int solver_of(const learn_options *o)
{
    const liblinear_options *own = o->own;
    return (int)opt_int(own->solver, L2R_L2LOSS_SVC_DUAL);
}

// Trains into ws. If it returns 0, the caller unmaps the memory of ws.
static int solve(const examples *ex, const learn_options *o, weights *ws, copse_error *err)
{
    if (too_large(ex, o, err))
        return err->code;
    const int solver = solver_of(o);
    if (solver < L2R_LR || solver > L2R_LR_DUAL) // higher numbers are regression and outlier detection
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "%s: LIBLINEAR has no solver %d for classes; there are %d to %d", o->what, solver,
                       L2R_LR, L2R_LR_DUAL);
    problem_memory p;
    fill(&p, ex);
    struct problem problem = {.l = (int)ex->n, .n = (int)ex->features, .y = p.y, .x = p.x, .bias = -1};
    struct parameter parameter = {.solver_type = solver, .eps = o->eps, .C = o->cost, .p = 0.1};
#if LIBLINEAR_VERSION >= 240
    parameter.regularize_bias = 1; // 0 is refused without a bias
#endif
    const char *wrong = check_parameter(&problem, &parameter);
    int code = 0;
    if (wrong) {
        code = err_set(err, COPSE_EINPUT, NULL, 0, "%s: LIBLINEAR: %s", o->what, wrong);
    } else {
        set_print_string_function(silent);
        const int processes = o->processes > (int)ex->classes ? (int)ex->classes : o->processes;
        void *shared = mmap(NULL, bytes_of(ex), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (shared == MAP_FAILED)
            abort();
        *ws = (weights){shared, ex->classes, (atomic_long *)(void *)((char *)shared + counter_at(ex))};
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
    return code;
}

static scorer *train_linear(const examples *ex, const learn_options *o, copse_error *err)
{
    weights ws;
    if (solve(ex, o, &ws, err))
        return NULL;
    const liblinear_options *own = o->own;
    scorer *made =
        sc_linear_make(ex->classes, ex->features, ex->key, row_of, &ws, opt_real(own->prune, PRUNE));
    munmap(ws.w, bytes_of(ex));
    return made;
}

int learn_linear_weights(const examples *ex, const learn_options *o, uint32_t class, float *w,
                         copse_error *err)
{
    weights ws;
    const int code = solve(ex, o, &ws, err);
    if (code)
        return code;
    for (size_t f = 0; f < ex->features; f++)
        w[f] = ws.w[f * ex->classes + class];
    munmap(ws.w, bytes_of(ex));
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
