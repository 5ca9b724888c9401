// SPDX-License-Identifier: MIT
// Models that are named on the command line.
#include "cli/cli.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const char cli_share[]; // the folder of installed data; the Makefile makes it

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

int cli_default_model(const cli_common *common, opt_list *models)
{
    static const char name[] = "/english.model";
    const char *given = getenv("COPSE_MODEL");
    char *installed = mem_alloc(strlen(cli_share) + sizeof name, 1);
    strcpy(installed, cli_share);
    strcat(installed, name);
    const bool named = given && *given, there = named || access(installed, F_OK) == 0;
    if (there) {
        const char *path = named ? given : installed;
        models->item = mem_grow(models->item, &models->cap, 1, sizeof *models->item);
        models->item[models->n++] = mem_string(path, strlen(path));
        if (!common->quiet)
            cli_note("the model is %s%s", path, named ? " (COPSE_MODEL)" : "");
    }
    const int status =
        there ? CLI_DONE
              : cli_usage(common->verb, "-m MODEL is needed: COPSE_MODEL names none, and there is no %s",
                          installed);
    mem_free(installed);
    return status;
}
