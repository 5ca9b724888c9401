// SPDX-License-Identifier: MIT
#include "common/model/stage.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <math.h>
#include <string.h>

// The kind that META names, or "" if it names none or no valid one.
static void named_kind(const box *b, char *name, size_t size)
{
    static const char key[] = "kind=";
    copse_error ignored;
    cursor c;
    size_t n = 0;
    if (box_find(b, "META", 0, &c, &ignored) == 0 && (size_t)(c.end - c.at) > sizeof key - 1 &&
        memcmp(c.at, key, sizeof key - 1) == 0)
        for (const unsigned char *p = c.at + sizeof key - 1; p < c.end && n < size - 1; p++) {
            if (!(*p >= 'a' && *p <= 'z') && *p != '-')
                break;
            name[n++] = (char)*p;
        }
    name[n] = '\0';
}

const stage_kind *stage_among(const stage_kind *const *kinds, const box *b)
{
    for (size_t s = 0; s < box_sections(b); s++)
        for (size_t k = 0; kinds[k]; k++)
            if (strcmp(box_section_at(b, s).tag, kinds[k]->tag) == 0)
                return kinds[k];
    return NULL;
}

int stage_check(const stage_kind *kind, const box *b, copse_error *err)
{
    char other[32];
    if (box_count(b, kind->tag))
        return 0;
    named_kind(b, other, sizeof other);
    if (*other && strcmp(other, kind->name) != 0)
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "is a %s model; a %s model is wanted here", other,
                       kind->name);
    return err_set(err, COPSE_EMODEL, box_path(b), 0, "is not a %s model: it has no section %s", kind->name,
                   kind->tag);
}

void stage_list_one(stage_list *list)
{
    list->n = 1;
    list->score[0] = 0;
    list->exact = false;
    list->log_sum = NAN;
}

void stage_arcs_fit(stage_arcs *a, int n)
{
    const size_t N = (size_t)n + 1;
    a->p = mem_grow(a->p, &a->cap, N * N, sizeof *a->p);
    memset(a->p, 0, N * N * sizeof *a->p);
    a->n = n;
    a->log_sum = NAN;
}
