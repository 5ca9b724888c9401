// SPDX-License-Identifier: MIT
// Models that are named on the command line.
#include "cli/cli.h"

#include "common/base/mem.h"

copse_model *cli_load_models(const opt_list *paths, copse_error *err)
{
    copse_model **model = mem_zero(paths->n, sizeof *model), *joined = NULL;
    size_t n = 0;
    while (n < paths->n && (model[n] = copse_model_load(paths->item[n], err)))
        n++;
    if (n == paths->n)
        joined = n == 1 ? model[0] : copse_model_together(model, n, err);
    while (!joined && n > 0)
        copse_model_free(model[--n]);
    mem_free(model);
    return joined;
}

void cli_note_unpruned(const cli_common *common, bool unpruned, const copse_model *model)
{
    if (unpruned && !common->quiet && !copse_model_prunes(model))
        cli_note("--unpruned has no effect: the model has no graph-based parser that leaves arcs out");
}
