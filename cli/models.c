// SPDX-License-Identifier: MIT
// Models that are named on the command line.
#include "cli/cli.h"

#include "common/base/mem.h"
#include "common/base/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *cli_program = "copse";

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

// Looks the program up in PATH, as the shell did.
static char *find_program(void)
{
    const char *folders = getenv("PATH");
    while (folders && *folders) {
        const size_t len = strcspn(folders, ":");
        text path = {0};
        text_add(&path, folders, len);
        text_cat(&path, len ? "/" : "./");
        text_cat(&path, cli_program);
        text_add(&path, "", 1);
        if (access(path.s, X_OK) == 0)
            return path.s;
        text_done(&path);
        folders += len + (folders[len] == ':');
    }
    return NULL;
}

// The program's file: as the system knows it, or where it does not say, as it was called. The caller frees
// it; NULL: not known.
static char *program_file(void)
{
    enum { MOST = 4096 };
    char *path = mem_alloc(MOST, 1);
    const ssize_t n = readlink("/proc/self/exe", path, MOST);
    if (n > 0 && n < MOST) {
        path[n] = '\0';
        return path;
    }
    mem_free(path);
    return strchr(cli_program, '/') ? mem_string(cli_program, strlen(cli_program)) : find_program();
}

// The model that was installed with the program: ../share/copse/english.model, seen from its folder. The
// caller frees it.
static char *installed_model(void)
{
    static const char place[] = "/share/copse/english.model";
    char *path = program_file(), *slash = NULL;
    for (int up = 0; path && up < 2; up++)
        if ((slash = strrchr(path, '/')))
            *slash = '\0';
    const size_t len = path ? strlen(path) : 0;
    path = mem_resize(path, len + sizeof place, 1);
    memcpy(path + len, place, sizeof place);
    return path;
}

int cli_default_model(const cli_common *common, opt_list *models)
{
    const char *given = getenv("COPSE_MODEL");
    char *installed = installed_model();
    const bool named = given && *given, there = named || access(installed, F_OK) == 0;
    int status = CLI_DONE;
    if (there) {
        const char *path = named ? given : installed;
        models->item = mem_grow(models->item, &models->cap, 1, sizeof *models->item);
        models->item[models->n++] = mem_string(path, strlen(path));
        if (!common->quiet)
            cli_note("the model is %s%s", path, named ? " (COPSE_MODEL)" : "");
    } else {
        status = cli_usage(common->verb, "-m MODEL is needed: COPSE_MODEL names none, and there is no %s",
                           installed);
    }
    mem_free(installed);
    return status;
}
