// SPDX-License-Identifier: MIT
#include "ensemble/recipe.h"

#include "ensemble/ensemble.h"
#include "ensemble/options.h"
#include "common/model/stage.h"
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/nearest.h"
#include "common/treebank/sentence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SEED_DIGITS = 10 };

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
    char quoted[ERR_QUOTE], hint[NEAR_HINT];
    text known = {0};
    nearest n;
    near_begin(&n, name);
    for (const family *const *f = fam_all; *f; f++) {
        const char *variant, *option, *value;
        if (!(*f)->alone)
            continue;
        for (size_t i = 0; (*f)->variant(i, &variant, &option, &value), variant; i++) {
            near_try(&n, (copse_str){variant, strlen(variant)});
            text_cat(&known, variant);
            text_cat(&known, ", ");
        }
        near_try(&n, (copse_str){(*f)->name, strlen((*f)->name)});
        text_cat(&known, (*f)->name);
        text_cat(&known, ", ");
    }
    err_set(err, COPSE_EINPUT, NULL, 0, "unknown parser %s; there are %.*s%s", err_quote(quoted, name),
            (int)known.n - 2, known.s, near_hint(&n, "", hint));
    text_done(&known);
    return err->code;
}

// The options of a variant of a family: those that the ensemble has for the family, with the variant set.
// NULL if there is no such variant.
static copse_options *find_variant(const family *f, copse_str name, const copse_options *own)
{
    const char *variant, *option, *value;
    for (size_t i = 0; f->variant(i, &variant, &option, &value), variant; i++)
        if (str_is(name, variant)) {
            copse_options *made = options_copy(own);
            options_fix(made, option, value);
            return made;
        }
    return NULL;
}

// The options of a parser by the name of its family or of a variant of it: NULL if there is none.
static copse_options *find(copse_str name, const ensemble_options *o)
{
    copse_options *made = NULL;
    for (const family *const *f = fam_all; *f && !made; f++) {
        const copse_options *own = (*f)->alone ? eopt_of_members(o, *f) : NULL;
        char variant[FAM_NAME];
        if (own && str_is(name, (*f)->name)) {
            (*f)->variant_of(own, variant);
            name = (copse_str){variant, strlen(variant)};
        }
        made = own ? find_variant(*f, name, own) : NULL;
    }
    return made;
}

static int read_name(recipe *r, copse_str name, const copse_options *options, copse_error *err)
{
    char message[sizeof err->message], seed[32];
    r->options = find(name, eopt_of(options));
    if (!r->options)
        return unknown(name, err);
    snprintf(seed, sizeof seed, "%ld", options->common.seed);
    options_fix(r->options, "seed", seed);
    const int code = options_check_member(r->options, err);
    if (code == 0)
        return 0;
    snprintf(message, sizeof message, "%.*s: %.900s", (int)name.len, name.s, err->message);
    return err_set(err, code == COPSE_EMEMORY ? code : COPSE_EINPUT, NULL, 0, "%s", message);
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
    bool sound = !r->seeded && suffix.len > len && suffix.len <= len + MOST_SEED_DIGITS &&
                 memcmp(suffix.s, seed, len) == 0;
    long value = 0;
    char number[32];
    for (size_t i = len; i < suffix.len && sound; i++) {
        sound = suffix.s[i] >= '0' && suffix.s[i] <= '9';
        value = 10 * value + (suffix.s[i] - '0');
    }
    if (!sound || value > 4294967295L)
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "%s: after a parser's name come :reverse and :seed=N, once each",
                       err_quote(quoted, whole));
    snprintf(number, sizeof number, "%ld", value);
    options_fix(r->options, "seed", number);
    r->seeded = true;
    return 0;
}

static void recipe_done(recipe *r)
{
    mem_free(r->name);
    copse_options_free(r->options);
    mem_free(r->guide);
}

// One parser, without its guides.
static int read_parser(recipe *r, copse_str written, const copse_options *options, copse_error *err)
{
    copse_str rest = written, item;
    char name[FAM_NAME], seed[32];
    *r = (recipe){0};
    cut(&rest, ':', &item);
    int code = read_name(r, item, options, err);
    while (!code && cut(&rest, ':', &item))
        code = read_suffix(r, item, written, err);
    if (code) {
        recipe_done(r);
        return code;
    }
    text full = {0};
    r->options->family->variant_of(r->options, name);
    text_cat(&full, name);
    text_cat(&full, r->reverse ? ":reverse" : "");
    snprintf(seed, sizeof seed, ":seed=%ld", r->options->common.seed);
    text_cat(&full, r->seeded ? seed : "");
    text_add(&full, "", 1);
    r->name = full.s;
    return 0;
}

// Adds a recipe to the plan and returns its place. The plan takes it, or frees it if it has it already.
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

static int add_guide(plan *p, recipe *base, copse_str written, const copse_options *o, copse_error *err)
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
    if (base->guides == STAGE_MOST_GUIDES)
        return err_set(err, COPSE_EINPUT, NULL, 0, "'%s' has more than %d guides", base->name,
                       STAGE_MOST_GUIDES);
    base->guide = mem_resize(base->guide, base->guides + 1, sizeof *base->guide);
    base->guide[base->guides++] = at;
    return 0;
}

static int add_member(plan *p, copse_str written, const copse_options *o, copse_error *err)
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

int plan_make(plan *p, const copse_options *options, copse_error *err)
{
    char *members = eopt_members(eopt_of(options));
    copse_str rest = {members, strlen(members)}, item;
    int code = 0;
    *p = (plan){0};
    while (!code && cut(&rest, ',', &item))
        code = add_member(p, item, options, err);
    if (!code && p->n > EN_MOST)
        code = err_set(err, COPSE_ELIMIT, NULL, 0, "%zu parsers to train (limit %d)", p->n, EN_MOST);
    mem_free(members);
    return code;
}

void plan_done(plan *p)
{
    for (size_t i = 0; i < p->n; i++)
        recipe_done(&p->recipe[i]);
    mem_free(p->recipe);
    *p = (plan){0};
}

int recipe_train(const recipe *r, box_writer *w, treebank *t, const copse_environment *environment,
                 copse_error *err)
{
    treebank mirror;
    if (r->reverse)
        tb_mirror(&mirror, t);
    int code = r->options->family->train(r->options, w, r->reverse ? &mirror : t, NULL, environment, err);
    if (r->reverse)
        tb_done(&mirror);
    if (code) {
        char message[sizeof err->message];
        snprintf(message, sizeof message, "%s: %.900s", r->name, err->message);
        memcpy(err->message, message, sizeof message);
    }
    return code;
}
