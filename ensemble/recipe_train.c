// SPDX-License-Identifier: MIT
// Training one parser of a plan.
#include "ensemble/recipe.h"

#include "common/base/error.h"
#include "graph/train.h"
#include "common/base/mem.h"
#include "common/base/text.h"
#include "transition/train.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The lines "name=value" of text, with another value for one of them. Terminated; the caller frees it.
static char *with_value(const char *lines, const char *name, const char *value)
{
    const size_t len = strlen(name);
    text out = {0};
    for (const char *p = lines, *end; *p; p = end) {
        end = strchr(p, '\n');
        end = end ? end + 1 : p + strlen(p);
        if (strncmp(p, name, len) == 0 && p[len] == '=') {
            text_add(&out, p, len + 1);
            text_cat(&out, value);
            text_cat(&out, "\n");
        } else {
            text_add(&out, p, (size_t)(end - p));
        }
    }
    text_add(&out, "", 1);
    return out.s;
}

// The options that are kept in the model, with what the recipe has changed.
static char *stored_of(const char *lines, const char *what, const char *value, long seed)
{
    char number[24];
    char *first = with_value(lines ? lines : "", what, value);
    snprintf(number, sizeof number, "%ld", seed);
    char *both = with_value(first, "seed", number);
    free(first);
    return both;
}

static int train_transition(box_writer *w, const recipe *r, treebank *t, const copse_ensemble_options *o,
                            copse_report_fn report, void *context, copse_error *err)
{
    copse_transition_options mine = *o->transition;
    mine.algorithm = r->algorithm;
    mine.seed = r->seed >= 0 ? r->seed : o->seed;
    mine.processes = o->threads;
    char *stored = stored_of(mine.stored, "algorithm", r->algorithm, mine.seed);
    mine.stored = stored;
    int code = tt_make(w, t, NULL, &mine, report, context, err);
    free(stored);
    return code;
}

static int train_graph(box_writer *w, const recipe *r, treebank *t, const copse_ensemble_options *o,
                       copse_report_fn report, void *context, copse_error *err)
{
    copse_graph_options mine = *o->graph;
    char order[24];
    mine.order = r->order;
    mine.seed = r->seed >= 0 ? r->seed : o->seed;
    mine.threads = o->threads;
    mine.stop = NULL; // half a model is no member
    snprintf(order, sizeof order, "%ld", r->order);
    char *stored = stored_of(mine.stored, "order", order, mine.seed);
    mine.stored = stored;
    int code = gt_make(w, t, NULL, &mine, report, context, err);
    free(stored);
    return code;
}

int rc_train(box_writer *w, const recipe *r, treebank *t, const copse_ensemble_options *o,
             copse_report_fn report, void *context, copse_error *err)
{
    treebank mirror;
    if (r->reverse)
        tb_mirror(&mirror, t);
    int code = (r->algorithm ? train_transition : train_graph)(w, r, r->reverse ? &mirror : t, o, report,
                                                               context, err);
    if (r->reverse)
        tb_done(&mirror);
    if (code) {
        char message[sizeof err->message];
        snprintf(message, sizeof message, "%s: %.900s", r->name, err->message);
        memcpy(err->message, message, sizeof message);
    }
    return code;
}
