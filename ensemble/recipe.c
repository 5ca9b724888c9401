// SPDX-License-Identifier: MIT
#include "ensemble/recipe.h"

#include "ensemble/ensemble.h"
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "transition/system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ORDER = 2, MOST_SEED_DIGITS = 10 };

// Cuts the text up to a separator off rest. False if nothing is left.
static bool cut(copse_str *rest, char separator, copse_str *item)
{
    if (!rest->s)
        return false;
    const char *stop = rest->len ? memchr(rest->s, separator, rest->len) : NULL;
    item->s = rest->s;
    item->len = stop ? (size_t)(stop - rest->s) : rest->len;
    *rest = stop ? (copse_str){stop + 1, rest->len - item->len - 1} : (copse_str){NULL, 0};
    return true;
}

static int unknown(copse_str name, copse_error *err)
{
    char quoted[ERR_QUOTE], known[256] = "";
    size_t n = 0;
    for (size_t i = 0; sys_all[i] && n < sizeof known; i++)
        n += (size_t)snprintf(known + n, sizeof known - n, "%s, ", sys_all[i]->name);
    return err_set(err, COPSE_EINPUT, NULL, 0,
                   "unknown parser %s; there are %sgraph1, graph2, transition, graph",
                   err_quote(quoted, name), known);
}

static int read_name(recipe *r, copse_str name, const copse_ensemble_options *o, copse_error *err)
{
    char *terminated = mem_string(name.s, name.len);
    const tsystem *system = sys_find(str_is(name, "transition") ? o->transition->algorithm : terminated);
    r->algorithm = system ? system->name : NULL;
    r->order = str_is(name, "graph")    ? o->graph->order
               : str_is(name, "graph1") ? 1
               : str_is(name, "graph2") ? 2
                                        : 0;
    free(terminated);
    if (r->order == 2 && strcmp(o->graph->trainer, "crf") == 0)
        return err_set(err, COPSE_EINPUT, NULL, 0, "graph2: the trainer crf has only order 1");
    return r->algorithm || r->order ? 0 : unknown(name, err);
}

static int read_suffix(recipe *r, copse_str suffix, copse_str whole, copse_error *err)
{
    static const char seed[] = "seed=";
    const size_t len = sizeof seed - 1;
    char quoted[ERR_QUOTE];
    if (str_is(suffix, "reverse") && !r->reverse) {
        r->reverse = true;
        return 0;
    }
    bool sound = r->seed < 0 && suffix.len > len && suffix.len <= len + MOST_SEED_DIGITS &&
                 memcmp(suffix.s, seed, len) == 0;
    long value = 0;
    for (size_t i = len; i < suffix.len && sound; i++) {
        sound = suffix.s[i] >= '0' && suffix.s[i] <= '9';
        value = 10 * value + (suffix.s[i] - '0');
    }
    if (!sound || value > 4294967295L)
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "%s: after a parser's name come :reverse and :seed=N, once each",
                       err_quote(quoted, whole));
    r->seed = value;
    return 0;
}

// One parser, without the trees it listens to.
static int read_parser(recipe *r, copse_str written, const copse_ensemble_options *o, copse_error *err)
{
    copse_str rest = written, item;
    char name[96];
    *r = (recipe){.seed = -1};
    cut(&rest, ':', &item);
    int code = read_name(r, item, o, err);
    while (!code && cut(&rest, ':', &item))
        code = read_suffix(r, item, written, err);
    if (code)
        return code;
    int n = r->algorithm ? snprintf(name, sizeof name, "%s", r->algorithm)
                         : snprintf(name, sizeof name, "graph%ld", r->order);
    if (r->reverse)
        n += snprintf(name + n, sizeof name - (size_t)n, ":reverse");
    if (r->seed >= 0)
        n += snprintf(name + n, sizeof name - (size_t)n, ":seed=%ld", r->seed);
    r->name = mem_string(name, (size_t)n);
    return 0;
}

static void recipe_done(recipe *r)
{
    free(r->name);
    free(r->guide);
}

// The place of a recipe in the plan; it becomes the plan's, or is freed if it is there already.
static size_t add(plan *p, recipe *r)
{
    for (size_t i = 0; i < p->n; i++)
        if (strcmp(p->recipe[i].name, r->name) == 0) {
            recipe_done(r);
            return i;
        }
    p->recipe = mem_resize(p->recipe, p->n + 1, sizeof *p->recipe);
    p->recipe[p->n] = *r;
    return p->n++;
}

static int add_guide(plan *p, recipe *base, copse_str written, const copse_ensemble_options *o,
                     copse_error *err)
{
    recipe guide;
    int code = read_parser(&guide, written, o, err);
    if (code)
        return code;
    const size_t own = strlen(base->name), len = strlen(guide.name), at = add(p, &guide);
    base->name = mem_resize(base->name, own + len + 2, 1);
    base->name[own] = '+';
    memcpy(base->name + own + 1, p->recipe[at].name, len + 1);
    for (size_t i = 0; i < base->guides; i++)
        if (base->guide[i] == at)
            return err_set(err, COPSE_EINPUT, NULL, 0, "'%s' has a guide twice", base->name);
    base->guide = mem_resize(base->guide, base->guides + 1, sizeof *base->guide);
    base->guide[base->guides++] = at;
    return 0;
}

static int add_member(plan *p, copse_str written, const copse_ensemble_options *o, copse_error *err)
{
    recipe base;
    copse_str rest = written, item;
    cut(&rest, '+', &item);
    int code = read_parser(&base, item, o, err);
    if (code)
        return code;
    while (!code && cut(&rest, '+', &item))
        code = add_guide(p, &base, item, o, err);
    if (code) {
        recipe_done(&base);
        return code;
    }
    const size_t at = add(p, &base);
    recipe *here = &p->recipe[at];
    if (here->votes)
        return err_set(err, COPSE_EINPUT, NULL, 0, "member '%s' is named twice", here->name);
    here->votes = ++p->members;
    return 0;
}

int plan_make(plan *p, const copse_ensemble_options *o, copse_error *err)
{
    copse_str rest = {o->members, strlen(o->members)}, item;
    int code = 0;
    *p = (plan){0};
    while (!code && cut(&rest, ',', &item))
        code = add_member(p, item, o, err);
    if (!code && p->n > EN_MOST)
        code = err_set(err, COPSE_ELIMIT, NULL, 0, "%zu parsers to train (limit %d)", p->n, EN_MOST);
    if (code)
        plan_done(p);
    return code;
}

void plan_done(plan *p)
{
    for (size_t i = 0; i < p->n; i++)
        recipe_done(&p->recipe[i]);
    free(p->recipe);
    *p = (plan){0};
}
