// SPDX-License-Identifier: MIT
#include "cli/study_plan.h"

#include "common/base/error.h"
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const char study_program[]; // made by the Makefile: a digest of the library's sources

static char *copy(study_plan *p, const char *s)
{
    return arena_copy(&p->memory, s, strlen(s));
}

static char *in_cache(study_plan *p, uint64_t key, const char *end)
{
    char name[32];
    text path = {0};
    snprintf(name, sizeof name, "/%016" PRIx64, key);
    text_cat(&path, p->cache);
    text_cat(&path, name);
    text_cat(&path, end);
    char *result = arena_copy(&p->memory, path.s, path.n);
    text_done(&path);
    return result;
}

// ---------------------------------------------------------------------------------------------------
// Treebanks

static int make_part(study_plan *p, study_part *part, const char *path, int half, long limit,
                     copse_error *err)
{
    *part = (study_part){.path = path, .half = half, .limit = limit, .file = path};
    const int code = study_file_key(path, &part->key, err);
    if (code || (!half && !limit))
        return code;
    part->key = hash_mix(hash_mix(part->key, (uint64_t)half), (uint64_t)limit);
    part->file = in_cache(p, part->key, ".conllu");
    return 0;
}

static int make_bank(study_plan *p, study_bank *b, char *given, copse_error *err)
{
    const study *s = p->s;
    char *file[4] = {0}, *equals = strchr(given, '=');
    size_t files = 0;
    if (!equals || equals == given)
        return err_set(err, COPSE_EINPUT, NULL, 0, "a treebank is NAME=TRAIN,DEV[,TEST], not '%s'", given);
    *equals = 0;
    b->name = given;
    if (given[strspn(given, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")])
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "the name of a treebank has letters, digits, '_' and '-', not '%s'", given);
    for (char *at = equals + 1; at && files < 4; at = at ? at + 1 : NULL) {
        file[files++] = at;
        at = strchr(at, ',');
        if (at)
            *at = 0;
    }
    if (files < 2 || files > 3)
        return err_set(err, COPSE_EINPUT, NULL, 0, "treebank %s needs TRAIN,DEV or TRAIN,DEV,TEST", given);
    const bool weighs = study_uses_weights(s), test = files == 3 && !s->on_dev;
    b->halved = weighs && !test;
    int code = make_part(p, &b->train, file[0], 0, s->limit, err);
    if (!code && weighs)
        code = make_part(p, &b->tune, file[1], b->halved ? 1 : 0, s->eval_limit, err);
    if (!code)
        code = make_part(p, &b->gold, file[test ? 2 : 1], b->halved ? 2 : 0, s->eval_limit, err);
    return code;
}

static bool is_asked(const study *s, const char *name)
{
    for (size_t i = 0; i < s->treebanks; i++)
        if (strcmp(s->treebank[i], name) == 0)
            return true;
    return s->treebanks == 0;
}

static int make_banks(study_plan *p, const char *const *given, size_t n, copse_error *err)
{
    int code = 0;
    p->bank = mem_zero(n, sizeof *p->bank);
    for (size_t i = 0; i < n && !code; i++) {
        code = make_bank(p, &p->bank[p->banks], copy(p, given[i]), err);
        for (size_t k = 0; k < p->banks && !code; k++)
            if (strcmp(p->bank[k].name, p->bank[p->banks].name) == 0)
                code = err_set(err, COPSE_EINPUT, NULL, 0, "treebank %s is given twice", p->bank[k].name);
        if (!code && is_asked(p->s, p->bank[p->banks].name))
            p->banks++;
    }
    for (size_t i = 0; i < p->s->treebanks && !code; i++) {
        bool there = false;
        for (size_t k = 0; k < p->banks; k++)
            there |= strcmp(p->bank[k].name, p->s->treebank[i]) == 0;
        if (!there)
            code = err_set(err, COPSE_EINPUT, NULL, 0, "the study needs --treebank %s=TRAIN,DEV[,TEST]",
                           p->s->treebank[i]);
    }
    if (!code && p->banks == 0)
        code = err_set(err, COPSE_EINPUT, NULL, 0, "--treebank NAME=TRAIN,DEV[,TEST] is needed");
    return code;
}

// ---------------------------------------------------------------------------------------------------
// Jobs

// A job being put together.
typedef struct draft {
    study_plan *p;
    study_job job;
    size_t system, bank;
} draft;

static draft draft_begin(study_plan *p, const study_command *c, study_verb verb, size_t bank, size_t system,
                         size_t inputs)
{
    draft d = {.p = p, .system = system, .bank = bank};
    d.job = (study_job){.verb = verb, .system = p->s->system[system].name, .bank = p->bank[bank].name};
    d.job.arg = arena_alloc(&p->memory, c->words + 2 * inputs + 2, sizeof *d.job.arg);
    memcpy(d.job.arg, c->word, c->words * sizeof *d.job.arg);
    d.job.args = c->words;
    d.job.need = arena_alloc(&p->memory, inputs + 2, sizeof *d.job.need);
    d.job.key = hash_mix(hash_bytes(study_program, strlen(study_program)), c->key);
    return d;
}

static void add_part(draft *d, const study_part *part)
{
    d->job.arg[d->job.args++] = part->file;
    d->job.key = hash_mix(d->job.key, part->key);
}

// The output of another job as an input: under a name, if weights depend on it.
static void add_job(draft *d, size_t need, const char *before, const char *name)
{
    study_plan *p = d->p;
    const study_job *of = &p->job[need];
    const char *arg = of->output;
    if (before)
        d->job.arg[d->job.args++] = before;
    if (name) {
        text named = {0};
        text_cat(&named, name);
        text_cat(&named, "=");
        text_cat(&named, of->output);
        arg = arena_copy(&p->memory, named.s, named.n);
        text_done(&named);
        d->job.key = hash_mix(d->job.key, hash_bytes(name, strlen(name)));
    }
    d->job.arg[d->job.args++] = arg;
    d->job.need[d->job.needs++] = need;
    d->job.key = hash_mix(d->job.key, of->key);
}

// The index of the job, which may be there already.
static size_t draft_end(draft *d, const char *end)
{
    study_plan *p = d->p;
    for (size_t i = 0; i < p->jobs; i++)
        if (p->job[i].key == d->job.key)
            return i;
    d->job.output = in_cache(p, d->job.key, end);
    p->job = mem_grow(p->job, &p->job_cap, p->jobs + 1, sizeof *p->job);
    p->job[p->jobs] = d->job;
    return p->jobs++;
}

static size_t model_of(study_plan *p, size_t bank, size_t system)
{
    size_t *known = &p->model[bank * p->s->systems + system];
    if (*known == STUDY_NONE) {
        draft d = draft_begin(p, &p->command[system], STUDY_TRAIN, bank, system, 1);
        add_part(&d, &p->bank[bank].train);
        *known = draft_end(&d, ".model");
    }
    return *known;
}

static size_t trees_of(study_plan *p, size_t bank, size_t system, bool tune);

static size_t weights_of(study_plan *p, size_t bank, size_t system)
{
    const study_command *c = &p->command[system];
    size_t *known = &p->trees[bank * p->s->systems + system];
    if (*known != STUDY_NONE)
        return *known;
    for (size_t i = 0; i < c->ofs; i++)
        trees_of(p, bank, c->of[i], true);
    draft d = draft_begin(p, c, STUDY_WEIGH, bank, system, c->ofs + 1);
    add_part(&d, &p->bank[bank].tune);
    for (size_t i = 0; i < c->ofs; i++)
        add_job(&d, trees_of(p, bank, c->of[i], true), NULL, p->s->system[c->of[i]].name);
    return *known = draft_end(&d, ".weights");
}

static size_t parsed_by(study_plan *p, size_t bank, size_t system, const study_part *part)
{
    const study_command *c = &p->command[system];
    const bool trained = c->verb == STUDY_TRAIN;
    const size_t n = trained ? 1 : c->ofs;
    for (size_t i = 0; i < n; i++)
        model_of(p, bank, trained ? system : c->of[i]);
    draft d = draft_begin(p, trained ? &p->plain : c, STUDY_PARSE, bank, system, n + 1);
    for (size_t i = 0; i < n; i++)
        add_job(&d, model_of(p, bank, trained ? system : c->of[i]), "-m", NULL);
    add_part(&d, part);
    return draft_end(&d, ".conllu");
}

static size_t combined_by(study_plan *p, size_t bank, size_t system, bool tune)
{
    const study_command *c = &p->command[system];
    for (size_t i = 0; i < c->ofs; i++)
        trees_of(p, bank, c->of[i], tune);
    const size_t weights = c->weights ? weights_of(p, bank, *c->weights) : STUDY_NONE;
    draft d = draft_begin(p, c, STUDY_COMBINE, bank, system, c->ofs + 1);
    if (weights != STUDY_NONE) {
        d.job.arg[c->weights_at] = p->job[weights].output;
        d.job.need[d.job.needs++] = weights;
        d.job.key = hash_mix(d.job.key, p->job[weights].key);
    }
    for (size_t i = 0; i < c->ofs; i++)
        add_job(&d, trees_of(p, bank, c->of[i], tune), NULL,
                weights != STUDY_NONE ? p->s->system[c->of[i]].name : NULL);
    return draft_end(&d, ".conllu");
}

static size_t trees_of(study_plan *p, size_t bank, size_t system, bool tune)
{
    const study_bank *b = &p->bank[bank];
    size_t *known = &(tune ? p->tuned : p->trees)[bank * p->s->systems + system];
    if (*known != STUDY_NONE)
        return *known;
    size_t job;
    if (p->command[system].verb == STUDY_COMBINE) {
        job = combined_by(p, bank, system, tune);
    } else if (p->command[system].verb == STUDY_CROSSVAL) {
        draft d = draft_begin(p, &p->command[system], STUDY_CROSSVAL, bank, system, 1);
        add_part(&d, &b->train);
        job = draft_end(&d, ".conllu");
    } else {
        job = parsed_by(p, bank, system, tune ? &b->tune : &b->gold);
    }
    return *known = job;
}

static int make_commands(study_plan *p, copse_error *err)
{
    static char *const parse[] = {"parse"};
    study_system plain = {.name = "parse", .command = {(char **)parse, 1}};
    const study one = {.name = "parse", .system = &plain, .systems = 1};
    int code = study_command_read(&p->plain, &one, 0, NULL, &p->memory, err);
    p->command = mem_zero(p->s->systems, sizeof *p->command);
    for (size_t i = 0; i < p->s->systems && !code; i++)
        code = study_command_read(&p->command[i], p->s, i, p->command, &p->memory, err);
    return code;
}

int study_plan_make(study_plan *p, const study *s, const char *const *given, size_t n, const char *cache,
                    copse_error *err)
{
    *p = (study_plan){.s = s};
    p->cache = copy(p, cache);
    int code = make_commands(p, err);
    if (!code)
        code = make_banks(p, given, n, err);
    if (code) {
        study_plan_done(p);
        return code;
    }
    const size_t cells = p->banks * s->systems;
    p->trees = mem_alloc(cells, sizeof *p->trees);
    p->tuned = mem_alloc(cells, sizeof *p->tuned);
    p->model = mem_alloc(cells, sizeof *p->model);
    for (size_t i = 0; i < cells; i++)
        p->trees[i] = p->tuned[i] = p->model[i] = STUDY_NONE;
    for (size_t b = 0; b < p->banks; b++)
        for (size_t i = 0; i < s->systems; i++)
            if (s->system[i].kind != STUDY_WEIGHTS) {
                const size_t job = trees_of(p, b, i, false); // the array may move
                p->job[job].final = true;
            }
    return 0;
}

void study_plan_done(study_plan *p)
{
    mem_free(p->bank);
    mem_free(p->command);
    mem_free(p->job);
    mem_free(p->trees);
    mem_free(p->tuned);
    mem_free(p->model);
    arena_done(&p->memory);
    *p = (study_plan){0};
}

size_t study_plan_look(study_plan *p)
{
    size_t wanted = 0;
    for (size_t i = 0; i < p->jobs; i++)
        p->job[i].wanted = false;
    for (size_t i = p->jobs; i-- > 0;) { // a job comes after those that it needs
        study_job *j = &p->job[i];
        const bool there = access(j->output, F_OK) == 0;
        j->wanted = (j->wanted || j->final) && !there;
        j->state = there ? STUDY_DONE : STUDY_WAITS;
        wanted += j->wanted;
        for (size_t k = 0; j->wanted && k < j->needs; k++)
            p->job[j->need[k]].wanted = true;
    }
    return wanted;
}

const study_job *study_trees(const study_plan *p, size_t bank, size_t system)
{
    return &p->job[p->trees[bank * p->s->systems + system]];
}

const study_part *study_gold(const study_plan *p, size_t bank, size_t system)
{
    const study_bank *b = &p->bank[bank];
    return p->command[system].verb == STUDY_CROSSVAL ? &b->train : &b->gold;
}
