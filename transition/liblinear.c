// SPDX-License-Identifier: MIT
// LIBLINEAR as a learner. The only file that knows linear.h.
//
// The library multiplies sizes in int (features times classes, examples times classes): problems past INT_MAX
// are refused here, before anything is allocated.
#include "learner.h"

#include "error.h"
#include "mem.h"

#include <limits.h>
#include <linear.h>
#include <stdlib.h>
#include <string.h>

static void silent(const char *text)
{
    (void)text;
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

typedef struct weights {
    const struct model *model;
    uint32_t classes;
} weights;

// The library numbers classes in the order it met them, and keeps one column of weights when there are two.
static void row_of(void *context, uint32_t feature, double *w)
{
    const weights *ws = context;
    const struct model *m = ws->model;
    bool binary = m->nr_class == 2 && m->param.solver_type != MCSVM_CS;
    int columns = binary ? 1 : m->nr_class;
    for (uint32_t k = 0; k < ws->classes; k++)
        w[k] = 0;
    if (m->nr_class == 1)
        return;
    for (int k = 0; k < columns; k++)
        w[m->label[k]] = m->w[(size_t)feature * (size_t)columns + (size_t)k];
    if (binary)
        w[m->label[1]] = -w[m->label[0]];
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

static scorer *train_linear(const examples *ex, const learn_options *o, copse_error *err)
{
    if (too_large(ex, o, err))
        return NULL;
    if (o->solver < L2R_LR || o->solver > L2R_LR_DUAL) { // the library has regression and outliers beyond
        err_set(err, COPSE_EINPUT, NULL, 0, "%s: LIBLINEAR has no solver %d for classes; there are %d to %d",
                o->what, o->solver, L2R_LR, L2R_LR_DUAL);
        return NULL;
    }
    problem_memory p;
    fill(&p, ex);
    struct problem problem = {.l = (int)ex->n, .n = (int)ex->features, .y = p.y, .x = p.x, .bias = -1};
    struct parameter parameter = {.solver_type = o->solver, .eps = o->eps, .C = o->cost, .p = 0.1};
#if LIBLINEAR_VERSION >= 240
    parameter.regularize_bias = 1; // 0 is refused without a bias
#endif
    const char *wrong = check_parameter(&problem, &parameter);
    scorer *made = NULL;
    if (wrong) {
        err_set(err, COPSE_EINPUT, NULL, 0, "%s: LIBLINEAR: %s", o->what, wrong);
    } else {
        set_print_string_function(silent);
        srand((unsigned)o->seed);
        struct model *model = train(&problem, &parameter);
        weights ws = {model, ex->classes};
        made = sc_linear_make(ex->classes, ex->features, ex->key, row_of, &ws, o->drop);
        free_and_destroy_model(&model);
    }
    free(p.node);
    free(p.x);
    free(p.y);
    return made;
}

const learner learn_liblinear = {"liblinear", "linear support vector machines", train_linear};
