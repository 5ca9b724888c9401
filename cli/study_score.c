// SPDX-License-Identifier: MIT
#include "cli/study_score.h"

#include "common/base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void study_results_open(study_results *r, study_plan *p, const punct *skipped)
{
    *r = (study_results){.s = p->s, .p = p, .punct = skipped};
    r->scores = mem_zero(p->banks * p->s->systems * STUDY_SIDES, sizeof *r->scores);
}

void study_results_close(study_results *r)
{
    const size_t n = r->p->banks * r->s->systems * STUDY_SIDES;
    for (size_t i = 0; i < n; i++)
        if (r->scores[i]) {
            copse_scores_done(r->scores[i]);
            mem_free(r->scores[i]);
        }
    mem_free(r->scores);
}

// What must be asked for in evaluation: each combination is kept by itself.
static size_t side_of(const study_results *r, study_measure m, copse_eval_options *o)
{
    *o = (copse_eval_options){.skip_punctuation = m.no_punct || r->punct->skip,
                              .skip_tags = r->punct->tags,
                              .nonprojective_only = m.nonprojective,
                              .calibration = m.what == STUDY_ECE || m.what == STUDY_LABEL_ECE,
                              .graph = m.what >= STUDY_GRAPH_F && m.what <= STUDY_COPIED_F};
    return o->calibration ? 4 : o->graph ? 5 : 2u * o->nonprojective_only + m.no_punct;
}

const copse_scores *study_scores_of(const study_results *r, size_t bank, size_t system, study_measure m)
{
    copse_eval_options options;
    copse_error ignored;
    const study_job *job = study_trees(r->p, bank, system);
    copse_scores **known =
        &r->scores[(bank * r->s->systems + system) * STUDY_SIDES + side_of(r, m, &options)];
    if (!*known && job->state == STUDY_DONE) {
        *known = mem_zero(1, sizeof **known);
        if (copse_evaluate(*known, study_gold(r->p, bank, system)->file, job->output, &options, &ignored) < 0)
            **known = (copse_scores){0}; // no sentences
    }
    return *known && (*known)->sentences > 0 ? *known : NULL;
}

static double per_cent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : NAN;
}

static double f_of(const copse_graph_arcs *a)
{
    return per_cent(2 * (double)a->both, (double)a->gold + (double)a->system);
}

static double cost_of(const study_results *r, size_t bank, size_t system, study_what what)
{
    const study_plan *p = r->p;
    const size_t trees = p->trees[bank * r->s->systems + system];
    const size_t model = p->model[bank * r->s->systems + system];
    const bool trained = p->command[system].verb == STUDY_TRAIN;
    const size_t job = what == STUDY_SPEED || !trained ? trees : model;
    study_cost cost;
    study_cost_read(p, job, &cost);
    if (what == STUDY_SIZE)
        return trained ? cost.size / 1e6 : NAN;
    if (what == STUDY_SECONDS)
        return cost.seconds;
    if (what == STUDY_MEMORY)
        return cost.memory / 1e6;
    const study_measure all = {.what = STUDY_LAS};
    const copse_scores *s = study_scores_of(r, bank, system, all);
    return s && cost.seconds > 0 && p->job[job].verb == STUDY_PARSE
               ? (double)(s->tokens + s->skipped_tokens) / cost.seconds
               : NAN;
}

copse_figure study_figure_of(study_what what)
{
    static const copse_figure figure[] = {
        [STUDY_LAS] = COPSE_LAS,   [STUDY_UAS] = COPSE_UAS,
        [STUDY_LA] = COPSE_LA,     [STUDY_EXACT] = COPSE_EXACT,
        [STUDY_ROOT] = COPSE_ROOT, [STUDY_EXACT_UNLABELLED] = COPSE_EXACT_UNLABELLED,
    };
    return figure[what];
}

static double ece_of(const copse_reliability *r)
{
    long words = 0;
    for (int i = 0; i < COPSE_RELIABILITY_BINS; i++)
        words += r->words[i];
    return words ? 100 * copse_reliability_ece(r) : NAN;
}

double study_measured(const study_results *r, size_t bank, size_t system, study_measure m)
{
    if (m.what >= STUDY_SIZE)
        return cost_of(r, bank, system, m.what);
    const copse_scores *s = study_scores_of(r, bank, system, m);
    if (!s)
        return NAN;
    switch (m.what) {
    case STUDY_ECE:
        return ece_of(&s->reliability);
    case STUDY_LABEL_ECE:
        return ece_of(&s->label_reliability);
    case STUDY_GRAPH_F:
        return f_of(&s->graph.labelled);
    case STUDY_SECONDARY_F:
        return f_of(&s->graph.secondary);
    case STUDY_COPIED_F:
        return f_of(&s->graph.copied);
    default:
        return m.what <= STUDY_ROOT ? copse_figure_value(s, study_figure_of(m.what), NULL, NULL) : NAN;
    }
}

int study_decimals(study_what what)
{
    return what == STUDY_SPEED || what == STUDY_MEMORY   ? 0
           : what == STUDY_SECONDS || what == STUDY_SIZE ? 1
                                                         : 2;
}

size_t study_present(const study_results *r, size_t bank, const size_t *system, size_t n, size_t **present,
                     const char ***file)
{
    size_t there = 0;
    *present = mem_alloc(n, sizeof **present);
    *file = mem_alloc(n, sizeof **file);
    for (size_t i = 0; i < n; i++) {
        const study_job *job = study_trees(r->p, bank, system[i]);
        // Trees of other data cannot stand beside them.
        const bool same =
            there == 0 || study_gold(r->p, bank, system[i]) == study_gold(r->p, bank, (*present)[0]);
        if (job->state != STUDY_DONE || !same)
            continue;
        (*file)[there] = job->output;
        (*present)[there++] = system[i];
    }
    return there;
}
