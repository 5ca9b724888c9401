// SPDX-License-Identifier: MIT
// copse_classify: any learner on files of instances.
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/outside.h"
#include "common/base/report.h"
#include "learn/memory.h"
#include "transition/instances_read.h"
#include "transition/train.h"

#include <math.h>
#include <string.h>

typedef struct classifying {
    instance_set train;
    scorer *scorer; // NULL if there is one class
    copse_class_fn fn;
    void *context;
    float *score; // [classes]
    double *vote; // [classes] what is shown
    const char **name;
    void *scratch;
} classifying;

static int train(classifying *c, const copse_options *options, const copse_environment *environment,
                 copse_error *err)
{
    const transition_options *o = topt_of(options);
    const learner *l = topt_learner(o);
    const examples *ex = &c->train.ex;
    meter m;
    meter_start(&m, environment, 1);
    meter_stage(&m, "training", 1, 0);
    const learn_options learn = {.cost = o->cost,
                                 .eps = o->eps,
                                 .processes = env_threads(environment),
                                 .seed = (uint64_t)options->common.seed,
                                 .what = "instances",
                                 .meter = &m,
                                 .own = &o->own[o->learner]};
    report_line(m.env.report, m.env.context, "training on %zu instances, %u features, %u classes", ex->n,
                (unsigned)ex->features, (unsigned)ex->classes);
    if (ex->classes < 2 && l->scorer != &scorer_memory)
        return 0;
    c->scorer = l->train(ex, &learn, err);
    return c->scorer ? 0 : err->code;
}

// Scores an instance: the answer's class and what is shown with it.
static uint32_t ask(classifying *c, const instance *i, copse_answer *answer)
{
    const uint32_t classes = c->train.ex.classes;
    uint32_t best = 0;
    answer->distance = NAN;
    answer->tie = false;
    c->score[0] = 0;
    c->vote[0] = 0;
    if (c->scorer && c->scorer->kind == &scorer_memory) {
        const mbl_answer found = mbl_ask(c->scorer, i->key, i->n, c->scratch);
        memcpy(c->vote, found.vote, classes * sizeof *c->vote);
        answer->distance = found.distance;
        answer->tie = found.tie;
        return found.best;
    }
    if (c->scorer)
        sc_score(c->scorer, i->key, i->n, c->score, c->scratch);
    for (uint32_t k = 0; k < classes; k++) {
        c->vote[k] = (double)c->score[k];
        best = c->score[k] > c->score[best] ? k : best;
    }
    return best;
}

// Classifies all lines of a file.
static int test(classifying *c, instance_file *f, copse_classify_result *result, copse_error *err)
{
    const table *classes = &c->train.classes;
    instance i = {0};
    int code;
    while ((code = inf_next(f, &i, err)) > 0) {
        copse_answer answer = {.n = classes->n, .classes = c->name, .vote = c->vote};
        const uint32_t best = ask(c, &i, &answer);
        answer.chosen = tab_name(classes, best).s;
        answer.gold = i.class;
        answer.right = tab_find(classes, i.class) == best;
        result->instances++;
        result->right += answer.right;
        result->ties += answer.tie;
        if (c->fn)
            c->fn(c->context, &answer);
    }
    instance_done(&i);
    return code;
}

static int run(classifying *c, const copse_options *settled, instance_file *learnt, instance_file *asked,
               copse_classify_result *result, const copse_environment *environment, copse_error *err)
{
    int code = ins_read(&c->train, learnt, err);
    if (!code)
        code = train(c, settled, environment, err);
    if (code)
        return code;
    const size_t classes = c->train.classes.n;
    c->score = mem_alloc(classes, sizeof *c->score);
    c->vote = mem_alloc(classes, sizeof *c->vote);
    c->name = mem_alloc(classes, sizeof *c->name);
    for (size_t k = 0; k < classes; k++)
        c->name[k] = tab_name(&c->train.classes, k).s;
    c->scratch = mem_alloc(c->scorer ? c->scorer->kind->scratch(c->scorer) + 1 : 1, 1);
    asked->columns = learnt->columns;
    code = test(c, asked, result, err);
    mem_free(c->score);
    mem_free(c->vote);
    mem_free(c->name);
    mem_free(c->scratch);
    return code;
}

static int classify(const copse_options *options, const copse_classify_request *q,
                    copse_classify_result *result, const copse_environment *environment, copse_error *err)
{
    copse_classify_result none = {0};
    result = result ? result : &none;
    memset(result, 0, sizeof *result);
    if (!options || !q || strcmp(options->family->name, "transition") != 0)
        return err_set(err, COPSE_EINPUT, NULL, 0, "classification needs options of the family transition");
    int code = copse_options_check(options, err);
    instance_file learnt = {0}, asked = {0};
    if (code || (code = inf_open(&learnt, q->train, err)) || (code = inf_open(&asked, q->test, err)))
        goto done;
    learnt.format = asked.format = q->known_format ? q->format : inf_recognise(&learnt);
    copse_options *settled = options_copy(options);
    topt_settle(settled->values);
    classifying c = {.fn = q->fn, .context = q->context};
    code = run(&c, settled, &learnt, &asked, result, environment, err);
    sc_free(c.scorer);
    ins_done(&c.train);
    copse_options_free(settled);
done:
    inf_close(&learnt);
    inf_close(&asked);
    return code;
}

int copse_classify(const copse_options *options, const copse_classify_request *request,
                   copse_classify_result *result, const copse_environment *environment, copse_error *err)
{
    out_environment outer;
    const copse_environment *e = out_wrap(&outer, environment);
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, classify(options, request, result, e, err));
}
