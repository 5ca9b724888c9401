// SPDX-License-Identifier: MIT
#include "graph/presets.h"

#include "common/base/mem.h"

#include <string.h>

static const graph_setting none[] = {{"runs", "3"}, {"features", "copse"}, {"unpruned", "no"}, {NULL, NULL}};

// McDonald, Crammer & Pereira 2005; McDonald, Pereira, Ribarov & Hajič 2005.
static const graph_setting mst2005[] = {
    {"order", "1"},           {"features", "mst"}, {"unpruned", "yes"}, {"search-labels", "no"},
    {"loss-in-search", "no"}, {"runs", "1"},       {NULL, NULL},
};

// McDonald & Pereira 2006; McDonald, Lerman & Pereira 2006.
static const graph_setting mst2006[] = {
    {"order", "2"},
    {"grandparents", "no"},
    {"features", "mst-morph"},
    {"unpruned", "yes"},
    {"search-labels", "no"},
    {"loss-in-search", "no"},
    {"runs", "1"},
    {NULL, NULL},
};

const graph_preset preset_all[] = {
    {"none", "the default parser", none},
    {"mst2005", "McDonald et al. 2005: first order", mst2005},
    {"mst2006", "McDonald & Pereira 2006: siblings, morphology", mst2006},
    {NULL, NULL, NULL},
};

opt_choice preset_choice(size_t i)
{
    for (size_t k = 0; preset_all[k].name; k++)
        if (k == i)
            return (opt_choice){preset_all[k].name, preset_all[k].help};
    return (opt_choice){NULL, NULL};
}

void preset_explain(FILE *out)
{
    for (const graph_preset *p = preset_all; p->name; p++) {
        fprintf(out, "; %s:", p->name);
        for (const graph_setting *s = p->setting; s->option; s++)
            fprintf(out, " --%s=%s", s->option, s->value);
    }
}

void preset_apply(copse_options *options)
{
    for (const graph_setting *s = preset_all[gopt_of(options)->preset].setting; s->option; s++) {
        char *value = options_value(options, s->option);
        if (value && strcmp(value, "auto") == 0)
            options_fix(options, s->option, s->value);
        mem_free(value);
    }
}
