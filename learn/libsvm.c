// SPDX-License-Identifier: MIT
// LIBSVM as a learner: C-SVC, one-vs-one, with a linear, polynomial or RBF kernel over binary features.
//
// The library multiplies in int and does not check malloc; this file guards against both. One product grows
// with the square of a problem: the one compared in Solver::reconstruct_gradient, which runs only with
// shrinking. So shrinking is off for pairs of classes with more than SHRINK_MAX examples.
#include "learn/libsvm.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__has_include)
#if __has_include(<libsvm/svm.h>)
#include <libsvm/svm.h>
#else
#include <svm.h>
#endif
#else
#include <svm.h>
#endif

enum {
    SHRINK_MAX = 46340, // the largest number whose square fits an int
    CACHE_MB = 400,     // of kernel values
};

// The learner's own options, with every "auto" resolved.
static libsvm_options settle(const learn_options *o)
{
    libsvm_options own = *(const libsvm_options *)o->own;
    own.kernel = opt_chosen(own.kernel, KERNEL_POLY);
    own.degree = opt_int(own.degree, 2);
    own.gamma = opt_real(own.gamma, own.kernel == KERNEL_RBF ? 0.01 : 0.2);
    own.coef0 = opt_real(own.coef0, 0);
    own.cache_mb = own.cache_mb > 0 ? own.cache_mb : CACHE_MB;
    return own;
}

// The library reports when a pair of classes is done, and no other progress.
static meter *listening; // or NULL

static void hear(const char *line)
{
    if (listening && strstr(line, "optimization finished"))
        meter_step(listening);
}

// Counts the examples of each class. Returns the number of classes that occur.
static uint32_t count_classes(const examples *ex, size_t *count /* [classes], zero */)
{
    uint32_t seen = 0;
    for (size_t i = 0; i < ex->n; i++)
        seen += count[ex->y[i]]++ == 0;
    return seen;
}

// Peak memory of training in bytes, as a double so that nothing overflows. The nodes, with a terminator for
// each example. alpha for each example and pair of its class, kept until all pairs are trained, and again as
// coefficients in the library's layout and ours. The solver's arrays for each example.
static double memory_needed(const examples *ex, uint32_t k, double cache_mb)
{
    const double n = (double)ex->n, nodes = (double)ex->start[ex->n];
    double bytes = (nodes + n) * sizeof(struct svm_node) + nodes * sizeof(uint32_t);
    bytes += n * (k - 1.0) * (2 * sizeof(double) + 2 * sizeof(float));
    bytes += n * 160 + (double)k * k * sizeof(double);
    return bytes + fmax(cache_mb * (1 << 20), 2 * n * sizeof(float));
}

static int check_size(const examples *ex, const learn_options *o, double cache_mb, uint32_t k,
                      copse_error *err)
{
    if (ex->n > INT_MAX || ex->start[ex->n] > INT_MAX - ex->n)
        return err_set(err, COPSE_ELIMIT, NULL, 0,
                       "%s: %zu examples with %zu features are too many for LIBSVM (limit %d together)",
                       o->what, ex->n, ex->start[ex->n], INT_MAX);
    if (ex->features >= INT_MAX)
        return err_set(err, COPSE_ELIMIT, NULL, 0, "%s: %u features are too many for LIBSVM (limit %d)",
                       o->what, (unsigned)ex->features, INT_MAX - 1);
    for (size_t i = 0; i < ex->n; i++)
        if (ex->start[i + 1] - ex->start[i] > SVM_MAX_LENGTH)
            return err_set(err, COPSE_ELIMIT, NULL, 0, "%s: an example with %zu features (limit %d)", o->what,
                           ex->start[i + 1] - ex->start[i], SVM_MAX_LENGTH);
    if (k > SVM_MAX_CLASSES)
        return err_set(err, COPSE_ELIMIT, NULL, 0, "%s: %u classes are too many for LIBSVM (limit %d)",
                       o->what, (unsigned)k, SVM_MAX_CLASSES);
    if ((double)ex->n * k > UINT32_MAX)
        return err_set(err, COPSE_ELIMIT, NULL, 0,
                       "%s: %zu examples of %u classes are too many (limit %u together)", o->what, ex->n,
                       (unsigned)k, UINT32_MAX);
    const double bytes = memory_needed(ex, k, cache_mb);
    if (!mem_is_there(bytes))
        return err_set(err, COPSE_EMEMORY, NULL, 0, "%s: out of memory: training with LIBSVM needs %.0f MB",
                       o->what, bytes / (1 << 20));
    return 0;
}

static int by_index(const void *a, const void *b)
{
    const struct svm_node *x = a, *y = b;
    return (x->index > y->index) - (x->index < y->index);
}

// Converts the examples for LIBSVM: nodes in ascending order, index id + 1, ended by index -1.
static void problem_init(struct svm_problem *p, const examples *ex)
{
    struct svm_node *node = mem_alloc(ex->start[ex->n] + ex->n, sizeof *node);
    p->l = (int)ex->n;
    p->x = mem_alloc(ex->n, sizeof *p->x);
    p->y = mem_alloc(ex->n, sizeof *p->y);
    for (size_t i = 0; i < ex->n; i++) {
        const size_t from = ex->start[i], len = ex->start[i + 1] - from;
        for (size_t j = 0; j < len; j++)
            node[j] = (struct svm_node){(int)ex->feature[from + j] + 1, 1};
        qsort(node, len, sizeof *node, by_index);
        node[len] = (struct svm_node){-1, 0};
        p->x[i] = node;
        p->y[i] = ex->y[i];
        node += len + 1;
    }
}

static void problem_done(struct svm_problem *p)
{
    if (p->l > 0)
        mem_free(p->x[0]);
    mem_free(p->x);
    mem_free(p->y);
}

static int parameter_init(struct svm_parameter *p, const learn_options *o, const libsvm_options *own,
                          const size_t *count, uint32_t classes, copse_error *err)
{
    static const int kernel[] = {[KERNEL_LINEAR] = LINEAR, [KERNEL_POLY] = POLY, [KERNEL_RBF] = RBF};
    if (!isfinite(o->cost) || !isfinite(o->eps) || !isfinite(own->gamma) || !isfinite(own->coef0) ||
        !isfinite(own->cache_mb))
        return err_set(err, COPSE_EINPUT, NULL, 0, "%s: an option of LIBSVM is not a finite number", o->what);
    if (own->degree < 0 || own->degree > SVM_MAX_DEGREE)
        return err_set(err, COPSE_EINPUT, NULL, 0, "%s: degree %ld is not between 0 and %d", o->what,
                       own->degree, SVM_MAX_DEGREE);
    size_t largest = 0, second = 0;
    for (uint32_t c = 0; c < classes; c++)
        if (count[c] > largest) {
            second = largest;
            largest = count[c];
        } else if (count[c] > second) {
            second = count[c];
        }
    *p = (struct svm_parameter){
        .svm_type = C_SVC,
        .kernel_type = kernel[own->kernel],
        .degree = (int)own->degree,
        .gamma = own->gamma,
        .coef0 = own->coef0,
        .cache_size = own->cache_mb,
        .eps = o->eps,
        .C = o->cost,
        .shrinking = largest + second <= SHRINK_MAX,
    };
    return 0;
}

// Makes our scorer from the library's model, whose support vectors are examples of ex.
static scorer *from_model(const struct svm_model *m, const examples *ex, const libsvm_options *own)
{
    const uint32_t k = (uint32_t)m->nr_class, l = (uint32_t)m->l;
    uint32_t *label = mem_alloc(k, sizeof *label), *first = mem_alloc(k + 1, sizeof *first);
    size_t *start = mem_alloc((size_t)l + 1, sizeof *start);
    first[0] = 0;
    for (uint32_t c = 0; c < k; c++) {
        label[c] = (uint32_t)m->label[c];
        first[c + 1] = first[c] + (uint32_t)m->nSV[c];
    }
    start[0] = 0;
    for (uint32_t s = 0; s < l; s++) {
        const size_t i = (size_t)m->sv_indices[s] - 1;
        start[s + 1] = start[s] + ex->start[i + 1] - ex->start[i];
    }
    uint32_t *feature = mem_alloc(start[l], sizeof *feature);
    for (uint32_t s = 0; s < l; s++) {
        const struct svm_node *node = m->SV[s];
        for (size_t j = start[s]; j < start[s + 1]; j++)
            feature[j] = (uint32_t)(node++)->index - 1;
    }
    scorer *made = svm_make(&(svm_parts){
        .classes = ex->classes,
        .k = k,
        .label = label,
        .kernel = (learn_kernel)own->kernel,
        .degree = (uint32_t)own->degree,
        .gamma = own->gamma,
        .coef0 = own->coef0,
        .l = l,
        .first = first,
        .start = start,
        .feature = feature,
        .features = ex->features,
        .key = ex->key,
        .coef = m->sv_coef,
        .rho = m->rho,
    });
    mem_free(label);
    mem_free(first);
    mem_free(start);
    mem_free(feature);
    return made;
}

// A scorer for a single class, which it always chooses: there is nothing to learn.
static scorer *only_class(const examples *ex)
{
    const uint32_t first[2] = {0, 0};
    const size_t start[1] = {0};
    return svm_make(&(svm_parts){.classes = ex->classes,
                                 .k = 1,
                                 .label = ex->y,
                                 .kernel = KERNEL_LINEAR,
                                 .first = first,
                                 .start = start});
}

static void drop_model(void *block)
{
    svm_free_and_destroy_model(block);
}

// Trains on the problem and makes a scorer. The library's model is freed in any case.
static scorer *solve(const struct svm_problem *problem, const struct svm_parameter *parameter,
                     const examples *ex, const libsvm_options *own)
{
    struct svm_model **model = mem_zero(1, sizeof(struct svm_model *));
    mem_on_release(model, drop_model);
    *model = svm_train(problem, parameter);
    listening = NULL;
    scorer *made = from_model(*model, ex, own);
    svm_free_and_destroy_model(model);
    mem_free(model);
    return made;
}

static scorer *train(const examples *ex, const learn_options *options, copse_error *err)
{
    scorer *made = NULL;
    struct svm_parameter parameter;
    const libsvm_options own = settle(options);
    if (ex->n == 0) {
        err_set(err, COPSE_EINPUT, NULL, 0, "%s: no examples to learn from", options->what);
        return NULL;
    }
    size_t *count = mem_zero(ex->classes, sizeof *count);
    const uint32_t k = count_classes(ex, count);
    if (parameter_init(&parameter, options, &own, count, ex->classes, err) < 0 ||
        check_size(ex, options, own.cache_mb, k, err) < 0)
        goto done;

    struct svm_problem problem;
    problem_init(&problem, ex);
    svm_set_print_string_function(hear);
    srand((unsigned)(options->seed ^ options->seed >> 32));
    const char *complaint = svm_check_parameter(&problem, &parameter);
    if (complaint) {
        err_set(err, COPSE_EINPUT, NULL, 0, "%s: LIBSVM: %s", options->what, complaint);
    } else if (k == 1) {
        made = only_class(ex);
    } else {
        if ((listening = options->meter))
            meter_steps(listening, (long)k * (k - 1) / 2);
        made = solve(&problem, &parameter, ex, &own);
    }
    problem_done(&problem);
done:
    mem_free(count);
    return made;
}

#define AT(member) offsetof(libsvm_options, member)
static const opt_row rows[] = {
    {.long_name = "kernel",
     .type = OPT_CHOICE,
     .offset = AT(kernel),
     .def = "auto",
     .allowed = "linear|poly|rbf",
     .help = "LIBSVM's kernel; only with libsvm; auto: poly",
     .stored = true},
    {.long_name = "degree",
     .type = OPT_INT,
     .offset = AT(degree),
     .def = "auto",
     .allowed = "1..100",
     .arg = "D",
     .help = "of the kernel (gamma u'v + coef0)^degree; only with poly; auto: 2",
     .stored = true},
    {.long_name = "gamma",
     .type = OPT_REAL,
     .offset = AT(gamma),
     .def = "auto",
     .allowed = "0..1e9",
     .arg = "G",
     .help = "of poly and rbf, exp(-gamma |u-v|^2); auto: 0.2 for poly, 0.01 for rbf",
     .stored = true},
    {.long_name = "coef0",
     .type = OPT_REAL,
     .offset = AT(coef0),
     .def = "auto",
     .allowed = "0..1e9",
     .arg = "R",
     .help = "of poly; auto: 0",
     .stored = true},
    {.long_name = NULL},
};
_Static_assert(sizeof(libsvm_options) <= sizeof(learn_own), "learn_own is too small");

// Refuses options of another kernel, which would have no effect.
static int check(const void *options, copse_error *err)
{
    static const char *const kernels[] = {"linear", "poly", "rbf"};
    const libsvm_options *own = options;
    const int kernel = opt_chosen(own->kernel, KERNEL_POLY);
    const char *given = kernel != KERNEL_POLY && !opt_auto_int(own->degree)     ? "degree"
                        : kernel != KERNEL_POLY && !opt_auto_real(own->coef0)   ? "coef0"
                        : kernel == KERNEL_LINEAR && !opt_auto_real(own->gamma) ? "gamma"
                                                                                : NULL;
    return given ? err_set(err, COPSE_EINPUT, NULL, 0, "--%s has no meaning for --kernel %s", given,
                           kernels[kernel])
                 : 0;
}

extern const learner learn_libsvm;
const learner learn_libsvm = {
    .name = "libsvm",
    .help = "LIBSVM: one-vs-one with a kernel; slow to train, often the most accurate",
    .cost = 0.5,
    .rows = rows,
    .check = check,
    .scorer = &scorer_svm,
    .train = train,
};
