// SPDX-License-Identifier: MIT
#include "eval/study_names.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/text.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *key, *title;
} measures[STUDY_WHATS] = {
    [STUDY_LAS] = {"las", "LAS"},
    [STUDY_UAS] = {"uas", "UAS"},
    [STUDY_LA] = {"la", "LA"},
    [STUDY_EXACT] = {"exact", "Complete"},
    [STUDY_EXACT_UNLABELLED] = {"exact-unlabelled", "Complete heads"},
    [STUDY_ROOT] = {"root", "Root"},
    [STUDY_PRECISION] = {"precision", "P"},
    [STUDY_RECALL] = {"recall", "R"},
    [STUDY_F] = {"f", "F"},
    [STUDY_ECE] = {"ece", "ECE"},
    [STUDY_LABEL_ECE] = {"label-ece", "ECE of labels"},
    [STUDY_GRAPH_F] = {"graph-f", "F of graphs"},
    [STUDY_SECONDARY_F] = {"secondary-f", "F of secondary arcs"},
    [STUDY_COPIED_F] = {"copied-f", "F of the tree as a graph"},
    [STUDY_SIZE] = {"size", "MB of the model"},
    [STUDY_SECONDS] = {"seconds", "s of training"},
    [STUDY_MEMORY] = {"memory", "MB of memory"},
    [STUDY_SPEED] = {"speed", "words/s"},
};

static const char *const factors[COPSE_FACTORS] = {
    [COPSE_BY_SENTENCE_LENGTH] = "sentence-length",
    [COPSE_BY_ARC_LENGTH] = "arc-length",
    [COPSE_BY_ROOT_DISTANCE] = "root-distance",
    [COPSE_BY_SIBLINGS] = "siblings",
    [COPSE_BY_NONPROJECTIVITY] = "nonprojectivity",
    [COPSE_BY_POS] = "pos",
    [COPSE_BY_LABEL] = "labels",
    [COPSE_BY_GROUP] = "groups",
    [COPSE_BY_POS_GROUP] = "pos-groups",
};

const char *study_measure_key(study_what what)
{
    return measures[what].key;
}

const char *study_measure_title(study_what what)
{
    return measures[what].title;
}

bool study_is_cost(study_what what)
{
    return what >= STUDY_SECONDS;
}

copse_factor study_factor(const char *name)
{
    int i = 0;
    while (i < COPSE_FACTORS && !(factors[i] && strcmp(factors[i], name) == 0))
        i++;
    return (copse_factor)i;
}

// Only what evaluation counts can be counted over a part of the sentences.
static bool has_filters(study_what what)
{
    return what <= STUDY_ROOT;
}

bool study_measure_read(const char *word, study_measure *m)
{
    const size_t len = strcspn(word, "/");
    int i = 0;
    while (i < STUDY_WHATS && !(strlen(measures[i].key) == len && memcmp(measures[i].key, word, len) == 0))
        i++;
    *m = (study_measure){.what = (study_what)i};
    for (const char *at = word + len; i < STUDY_WHATS && *at;) {
        const size_t n = strcspn(++at, "/");
        if (n == 13 && memcmp(at, "nonprojective", n) == 0)
            m->nonprojective = true;
        else if (n == 8 && memcmp(at, "no-punct", n) == 0)
            m->no_punct = true;
        else
            return false;
        at += n;
    }
    return i < STUDY_WHATS && (has_filters(m->what) || (!m->nonprojective && !m->no_punct));
}

// After a failure only the last star can take more.
bool study_matches(const char *pattern, const char *name)
{
    const char *star = NULL, *taken = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = ++pattern;
            taken = name;
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star;
            name = ++taken;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

size_t study_find(const study *s, const char *name)
{
    for (size_t i = 0; i < s->systems; i++)
        if (strcmp(s->system[i].name, name) == 0)
            return i;
    return SIZE_MAX;
}

const char *study_value(const study_system *system, const char *variable)
{
    for (size_t i = system->lets; i > 0; i--)
        if (strcmp(system->let[i - 1].variable, variable) == 0)
            return system->let[i - 1].value;
    return NULL;
}

size_t study_bits(uint32_t set)
{
    size_t n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

bool study_uses_weights(const study *s)
{
    for (size_t i = 0; i < s->systems; i++)
        if (s->system[i].kind == STUDY_WEIGHTS)
            return true;
    return false;
}

// ---------------------------------------------------------------------------------------------------
// The end of a study

static void take_all_systems(study *s, size_t **list, size_t *n)
{
    if (*n)
        return;
    *list = arena_alloc(&s->memory, s->systems + 1, sizeof **list);
    for (size_t i = 0; i < s->systems; i++)
        if (s->system[i].kind == STUDY_SYSTEM)
            (*list)[(*n)++] = i;
}

// The combination of a subset of the table's systems: bit k for the k-th.
static void add_subset(study *s, const study_table *t, uint32_t set)
{
    text name = {0};
    study_words w = {arena_alloc(&s->memory, t->combine.n + t->systems + 1, sizeof *w.word), 0};
    w.word[w.n++] = arena_copy(&s->memory, "combine", 7);
    text_cat(&name, t->name);
    for (size_t k = 0; k < t->systems; k++)
        if (set >> k & 1) {
            const char *member = s->system[t->system[k]].name;
            w.word[w.n++] = arena_copy(&s->memory, member, strlen(member));
            text_cat(&name, "|");
            text_cat(&name, member);
        }
    for (size_t i = 0; i < t->combine.n; i++)
        w.word[w.n++] = t->combine.word[i];
    const char *copy = arena_copy(&s->memory, name.s, name.n);
    text_done(&name);
    s->system = mem_grow(s->system, &s->system_cap, s->systems + 1, sizeof *s->system);
    s->system[s->systems++] =
        (study_system){.name = copy, .kind = STUDY_SUBSET, .line = t->line, .command = w, .pattern = copy};
}

static int finish_table(study *s, study_table *t, copse_error *err)
{
    static const study_measure usual[] = {{STUDY_LAS, false, false}, {STUDY_UAS, false, false}};
    static const study_measure by_arc[] = {{STUDY_PRECISION, false, false}, {STUDY_RECALL, false, false}};
    const bool by_arcs =
        t->rows == STUDY_BY_FACTOR && t->factor != COPSE_BY_SENTENCE_LENGTH && t->factor != COPSE_BY_POS;
    take_all_systems(s, &t->system, &t->systems);
    if (t->columns == 0) {
        t->column = arena_alloc(&s->memory, 2, sizeof *t->column);
        memcpy(t->column, by_arcs ? by_arc : usual, sizeof usual);
        t->columns = 2;
    }
    bool costs = false, others = false;
    for (size_t i = 0; i < t->columns; i++) {
        const study_what what = t->column[i].what;
        const bool share = what >= STUDY_PRECISION && what <= STUDY_F;
        const bool fits = t->rows == STUDY_BY_SYSTEM   ? !share
                          : t->rows == STUDY_BY_FACTOR ? share || what <= STUDY_UAS
                                                       : what <= STUDY_UAS;
        costs |= study_is_cost(what);
        others |= !study_is_cost(what);
        if (!fits || (t->rows != STUDY_BY_SYSTEM && (t->column[i].nonprojective || t->column[i].no_punct)))
            return err_set(err, COPSE_EINPUT, s->name, t->line, "the rows of table %s have no column %s",
                           t->name, measures[what].key);
    }
    if (costs && others)
        return err_set(err, COPSE_EINPUT, s->name, t->line,
                       "table %s has costs, which change from run to run, beside other columns: write two "
                       "tables",
                       t->name);
    if (t->combines && t->rows != STUDY_BY_SUBSET)
        return err_set(err, COPSE_EINPUT, s->name, t->line, "combine is for tables with 'rows subsets'");
    if (t->rows == STUDY_BY_SUBSET && t->systems > STUDY_MOST_SUBSET)
        return err_set(err, COPSE_ELIMIT, s->name, t->line, "table %s: subsets of more than %d systems",
                       t->name, STUDY_MOST_SUBSET);
    t->first_subset = s->systems;
    for (size_t size = 2; t->combines && size <= t->systems; size++)
        for (uint32_t set = 1; set < UINT32_C(1) << t->systems; set++)
            if (study_bits(set) == size)
                add_subset(s, t, set);
    return 0;
}

static bool can_show(const study_figure *f)
{
    const study_what what = f->show.what;
    if (f->variable)
        return what == STUDY_LAS || what == STUDY_UAS || what == STUDY_EXACT ||
               what == STUDY_EXACT_UNLABELLED;
    if (f->factor == COPSE_BY_POS_GROUP)
        return false; // these groups are chosen at the end, and so are not known by sentence
    return (what <= STUDY_UAS || what == STUDY_PRECISION || what == STUDY_RECALL) && !f->show.nonprojective &&
           !f->show.no_punct;
}

// The value of a figure's variable must be a number.
static int check_values(const study *s, const study_figure *f, copse_error *err)
{
    for (size_t i = 0; i < f->systems; i++) {
        const study_system *system = &s->system[f->system[i]];
        const char *value = study_value(system, f->variable);
        char *end;
        if (!value)
            return err_set(err, COPSE_EINPUT, s->name, f->line,
                           "figure %s: system %s was not made by a loop over %s", f->name, system->name,
                           f->variable);
        const double number = strtod(value, &end);
        if (end == value || *end || !(number >= -1e9 && number <= 1e9))
            return err_set(err, COPSE_EINPUT, s->name, f->line, "figure %s: %s is '%s' in %s, not a number",
                           f->name, f->variable, value, system->name);
    }
    return 0;
}

static int finish_figure(study *s, study_figure *f, copse_error *err)
{
    take_all_systems(s, &f->system, &f->systems);
    if (!f->variable && f->factor == COPSE_FACTORS)
        return err_set(err, COPSE_EINPUT, s->name, f->line, "figure %s has no line 'over'", f->name);
    if (!can_show(f))
        return err_set(err, COPSE_EINPUT, s->name, f->line, "figure %s cannot show %s over this", f->name,
                       measures[f->show.what].key);
    if (f->pooled && f->variable)
        return err_set(err, COPSE_EINPUT, s->name, f->line,
                       "figure %s: only figures over a factor can be pooled", f->name);
    return f->variable ? check_values(s, f, err) : 0;
}

int study_finish(study *s, copse_error *err)
{
    int code = 0;
    size_t systems = 0;
    for (size_t i = 0; i < s->systems; i++)
        systems += s->system[i].kind == STUDY_SYSTEM;
    if (systems == 0)
        return err_set(err, COPSE_EINPUT, s->name, 0, "a study without systems");
    for (size_t i = 0; i < s->tables && !code; i++)
        code = finish_table(s, &s->table[i], err);
    for (size_t i = 0; i < s->figures && !code; i++)
        code = finish_figure(s, &s->figure[i], err);
    for (size_t i = 0; i < s->claims && !code; i++)
        if (s->claim[i].by.what > STUDY_ROOT)
            code = err_set(err, COPSE_EINPUT, s->name, s->claim[i].line, "no claim can be made by %s",
                           measures[s->claim[i].by.what].key);
    return code;
}
