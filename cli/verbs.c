// SPDX-License-Identifier: MIT
// The table of verbs: those of each family of trainers, then the others.
#include "cli/cli.h"

#define ADDRESS(name) &verb_##name,
static const cli_verb *const others[] = {CLI_VERBS(ADDRESS) NULL};

enum { MOST = 32, NAME = 64 };

typedef struct verb_list {
    cli_verb made[MOST];
    char name[MOST][NAME];
    size_t n;
} verb_list;

static void add(verb_list *list, const char *first, const family *f,
                cli_verb (*make)(const family *f, const char *name))
{
    if (list->n == MOST)
        return;
    snprintf(list->name[list->n], NAME, "%s %s", first, f->name);
    list->made[list->n] = make(f, list->name[list->n]);
    list->n++;
}

const cli_verb *cli_verb_at(size_t i)
{
    static verb_list list;
    if (list.n == 0) {
        for (size_t k = 0; fam_all[k]; k++)
            add(&list, "train", fam_all[k], cli_train_verb);
        for (size_t k = 0; fam_all[k]; k++)
            if (fam_all[k]->crossval)
                add(&list, "crossval", fam_all[k], cli_crossval_verb);
    }
    return i < list.n ? &list.made[i] : others[i - list.n];
}
