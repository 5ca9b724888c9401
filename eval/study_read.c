// SPDX-License-Identifier: MIT
// The declarations of a study, a line each. The lines below `table` and `figure` belong to it.
#include "eval/study.h"

#include "eval/study_lines.h"
#include "eval/study_names.h"
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/source.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    study *s;
    study_table *table;   // that lines belong to now; or NULL
    study_figure *figure; // or NULL
} reader;

static int complain(const reader *r, const study_line *line, const char *what, const char *value,
                    copse_error *err)
{
    char quoted[ERR_QUOTE];
    return err_set(err, COPSE_EINPUT, r->s->name, line->at, "%s %s", what,
                   err_quote(quoted, (copse_str){value, strlen(value)}));
}

// The rest of a line after its first n words, as written; "" if there is none.
static const char *rest(const study_line *line, size_t n)
{
    const char *at = line->text;
    for (size_t i = 0; i < n; i++) {
        at += strcspn(at, " \t");
        at += strspn(at, " \t");
    }
    return at;
}

// A name is also the name of a file.
static int check_name(const reader *r, const study_line *line, size_t i, copse_error *err)
{
    if (line->words.n <= i)
        return complain(r, line, "a name must follow", line->words.word[0], err);
    const char *name = line->words.word[i];
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";
    if (!name[0] || name[strspn(name, allowed)] || name[0] == '.' || name[0] == '-' || strlen(name) > 80)
        return complain(r, line, "not a name of up to 80 letters, digits, '.', '_', '+' and '-':", name, err);
    return 0;
}

static int read_system(reader *r, const study_line *line, copse_error *err)
{
    study *s = r->s;
    study_words template;
    const study_words *w = &line->words;
    int code = check_name(r, line, 1, err);
    if (code)
        return code;
    if (w->n < 4 || strcmp(w->word[2], "=") != 0)
        return complain(r, line, "'= COMMAND' must follow", w->word[1], err);
    if (study_find(s, w->word[1]) != SIZE_MAX)
        return complain(r, line, "there already is a", w->word[1], err);
    if (s->systems >= STUDY_MOST_SYSTEMS)
        return err_set(err, COPSE_ELIMIT, s->name, line->at, "more than %d systems", STUDY_MOST_SYSTEMS);
    study_split(&s->memory, line->template, &template);
    s->system = mem_grow(s->system, &s->system_cap, s->systems + 1, sizeof *s->system);
    s->system[s->systems++] = (study_system){
        .name = w->word[1],
        .kind = strcmp(w->word[0], "weights") == 0 ? STUDY_WEIGHTS : STUDY_SYSTEM,
        .line = line->at,
        .command = {w->word + 3, w->n - 3},
        .pattern = template.n > 1 ? template.word[1] : w->word[1],
        .let = line->let,
        .lets = line->lets,
    };
    return 0;
}

static int read_table(reader *r, const study_line *line, copse_error *err)
{
    study *s = r->s;
    const int code = check_name(r, line, 1, err);
    if (code)
        return code;
    for (size_t i = 0; i < s->tables; i++)
        if (strcmp(s->table[i].name, line->words.word[1]) == 0)
            return complain(r, line, "there already is a table", line->words.word[1], err);
    s->table = mem_grow(s->table, &s->table_cap, s->tables + 1, sizeof *s->table);
    r->table = &s->table[s->tables++];
    *r->table = (study_table){.name = line->words.word[1], .title = rest(line, 2), .line = line->at};
    return 0;
}

static int read_figure(reader *r, const study_line *line, copse_error *err)
{
    study *s = r->s;
    const int code = check_name(r, line, 1, err);
    if (code)
        return code;
    for (size_t i = 0; i < s->figures; i++)
        if (strcmp(s->figure[i].name, line->words.word[1]) == 0)
            return complain(r, line, "there already is a figure", line->words.word[1], err);
    s->figure = mem_grow(s->figure, &s->figure_cap, s->figures + 1, sizeof *s->figure);
    r->figure = &s->figure[s->figures++];
    *r->figure = (study_figure){
        .name = line->words.word[1], .title = rest(line, 2), .line = line->at, .factor = COPSE_FACTORS};
    return 0;
}

// Adds the systems that a name or a pattern with * stands for; each once.
static int add_systems(const reader *r, const study_line *line, const char *pattern, size_t **list, size_t *n,
                       copse_error *err)
{
    const study *s = r->s;
    size_t found = 0;
    *list = *list ? *list : arena_alloc(&r->s->memory, STUDY_MOST_SYSTEMS, sizeof **list);
    for (size_t i = 0; i < s->systems; i++) {
        bool there = false;
        if (s->system[i].kind != STUDY_SYSTEM || !study_matches(pattern, s->system[i].name))
            continue;
        found++;
        for (size_t k = 0; k < *n; k++)
            there |= (*list)[k] == i;
        if (!there)
            (*list)[(*n)++] = i;
    }
    return found ? 0 : complain(r, line, "no system above is called", pattern, err);
}

static int read_systems(reader *r, const study_line *line, copse_error *err)
{
    int code = 0;
    size_t **list = r->table ? &r->table->system : &r->figure->system;
    size_t *n = r->table ? &r->table->systems : &r->figure->systems;
    for (size_t i = 1; i < line->words.n && !code; i++)
        code = add_systems(r, line, line->words.word[i], list, n, err);
    return code;
}

static int read_rows(reader *r, const study_line *line, copse_error *err)
{
    study_table *t = r->table;
    const char *what = line->words.n > 1 ? line->words.word[1] : "";
    char *end = "";
    if (line->words.n > 2)
        t->most = strtol(line->words.word[2], &end, 10);
    if (*end || t->most < 0 || t->most > 10000 || line->words.n > 3)
        return complain(r, line, "not a number of rows:", rest(line, 2), err);
    t->factor = study_factor(what);
    if (strcmp(what, "systems") == 0)
        t->rows = STUDY_BY_SYSTEM;
    else if (strcmp(what, "pairs") == 0)
        t->rows = STUDY_BY_PAIR;
    else if (strcmp(what, "majority") == 0)
        t->rows = STUDY_BY_MAJORITY;
    else if (strcmp(what, "subsets") == 0)
        t->rows = STUDY_BY_SUBSET;
    else if (t->factor != COPSE_FACTORS)
        t->rows = STUDY_BY_FACTOR;
    else
        return complain(r, line, "rows are systems, pairs, majority, subsets or a factor of 'analyze', not",
                        what, err);
    return 0;
}

static int read_measure(const reader *r, const study_line *line, const char *word, study_measure *m,
                        copse_error *err)
{
    return study_measure_read(word, m) ? 0 : complain(r, line, "not a measure:", word, err);
}

static int read_columns(reader *r, const study_line *line, copse_error *err)
{
    study_table *t = r->table;
    int code = 0;
    t->column = arena_alloc(&r->s->memory, line->words.n, sizeof *t->column);
    t->columns = 0;
    for (size_t i = 1; i < line->words.n && !code; i++)
        code = read_measure(r, line, line->words.word[i], &t->column[t->columns++], err);
    return code;
}

static int read_down(reader *r, const study_line *line, copse_error *err)
{
    (void)line;
    (void)err;
    r->table->down = true;
    return 0;
}

static int read_note(reader *r, const study_line *line, copse_error *err)
{
    (void)err;
    r->table->note = rest(line, 1);
    return 0;
}

static int read_combine(reader *r, const study_line *line, copse_error *err)
{
    (void)err;
    r->table->combines = true;
    r->table->combine = (study_words){line->words.word + 1, line->words.n - 1};
    return 0;
}

static int read_over(reader *r, const study_line *line, copse_error *err)
{
    if (line->words.n < 2)
        return complain(r, line, "a factor or a variable must follow", "over", err);
    r->figure->axis = rest(line, 2);
    r->figure->factor = study_factor(line->words.word[1]);
    if (r->figure->factor == COPSE_FACTORS)
        r->figure->variable = line->words.word[1];
    return 0;
}

static int read_show(reader *r, const study_line *line, copse_error *err)
{
    if (line->words.n != 2)
        return complain(r, line, "one measure must follow", "show", err);
    return read_measure(r, line, line->words.word[1], &r->figure->show, err);
}

static int read_pooled(reader *r, const study_line *line, copse_error *err)
{
    (void)line;
    (void)err;
    r->figure->pooled = true;
    return 0;
}

// claim LEFT > RIGHT by MEASURE: TEXT
static int read_claim(reader *r, const study_line *line, copse_error *err)
{
    study *s = r->s;
    const study_words *w = &line->words;
    const char *colon = strchr(line->text, ':');
    study_claim c = {.line = line->at, .text = colon ? colon + 1 + strspn(colon + 1, " \t") : ""};
    if (w->n < 6 || (strcmp(w->word[2], ">") != 0 && strcmp(w->word[2], "=") != 0) ||
        strcmp(w->word[4], "by") != 0 || !colon || !c.text[0])
        return err_set(err, COPSE_EINPUT, s->name, line->at,
                       "a claim is written 'claim SYSTEM > SYSTEM by MEASURE: WORDS'");
    c.about_equal = w->word[2][0] == '=';
    c.left_name = w->word[1];
    c.right_name = w->word[3];
    const char *measure = arena_copy(&s->memory, w->word[5], strcspn(w->word[5], ":"));
    int code = read_measure(r, line, measure, &c.by, err);
    if (!code)
        code = add_systems(r, line, c.left_name, &c.left, &c.lefts, err);
    if (!code)
        code = add_systems(r, line, c.right_name, &c.right, &c.rights, err);
    s->claim = mem_grow(s->claim, &s->claim_cap, s->claims + 1, sizeof *s->claim);
    s->claim[s->claims++] = c;
    return code;
}

static int read_title(reader *r, const study_line *line, copse_error *err)
{
    (void)err;
    *(line->words.word[0][0] == 't' ? &r->s->title : &r->s->paper) = rest(line, 1);
    return 0;
}

static int read_about(reader *r, const study_line *line, copse_error *err)
{
    study *s = r->s;
    (void)err;
    s->about = mem_grow(s->about, &s->about_cap, s->abouts + 1, sizeof *s->about);
    s->about[s->abouts++] = rest(line, 1);
    return 0;
}

static int read_treebanks(reader *r, const study_line *line, copse_error *err)
{
    int code = 0;
    for (size_t i = 1; i < line->words.n && !code; i++)
        code = check_name(r, line, i, err);
    r->s->treebank = (const char **)line->words.word + 1;
    r->s->treebanks = line->words.n - 1;
    return code;
}

static int read_limit(reader *r, const study_line *line, copse_error *err)
{
    long *const to[] = {&r->s->limit, &r->s->eval_limit};
    if (line->words.n < 2 || line->words.n > 3)
        return complain(r, line, "one or two numbers of sentences must follow", "limit", err);
    for (size_t i = 1; i < line->words.n; i++) {
        char *end;
        *to[i - 1] = strtol(line->words.word[i], &end, 10);
        if (*end || *to[i - 1] < 1 || *to[i - 1] > 100000000)
            return complain(r, line, "not a number of sentences:", line->words.word[i], err);
    }
    return 0;
}

// evaluate [dev] [--punct WHICH]
static int read_evaluate(reader *r, const study_line *line, copse_error *err)
{
    for (size_t i = 1; i < line->words.n; i++)
        if (strcmp(line->words.word[i], "dev") == 0) {
            r->s->on_dev = true;
        } else if (strcmp(line->words.word[i], "--punct") == 0 && i + 1 < line->words.n) {
            r->s->punct = line->words.word[++i];
            r->s->punct_line = line->at;
        } else {
            return complain(r, line, "after 'evaluate' may stand dev and --punct WHICH, not",
                            line->words.word[i], err);
        }
    return 0;
}

enum { ANYWHERE, IN_TABLE, IN_FIGURE, IN_EITHER };
static const struct declaration {
    const char *word;
    int where;
    int (*read)(reader *r, const study_line *line, copse_error *err);
} declarations[] = {
    {"title", ANYWHERE, read_title},     {"paper", ANYWHERE, read_title},
    {"about", ANYWHERE, read_about},     {"treebanks", ANYWHERE, read_treebanks},
    {"limit", ANYWHERE, read_limit},     {"evaluate", ANYWHERE, read_evaluate},
    {"system", ANYWHERE, read_system},   {"weights", ANYWHERE, read_system},
    {"table", ANYWHERE, read_table},     {"figure", ANYWHERE, read_figure},
    {"claim", ANYWHERE, read_claim},     {"rows", IN_TABLE, read_rows},
    {"columns", IN_TABLE, read_columns}, {"down", IN_TABLE, read_down},
    {"note", IN_TABLE, read_note},       {"combine", IN_TABLE, read_combine},
    {"over", IN_FIGURE, read_over},      {"show", IN_FIGURE, read_show},
    {"pooled", IN_FIGURE, read_pooled},  {"systems", IN_EITHER, read_systems},
};

static int take_line(void *context, const study_line *line, copse_error *err)
{
    reader *r = context;
    const char *word = line->words.word[0];
    for (size_t i = 0; i < sizeof declarations / sizeof declarations[0]; i++) {
        const struct declaration *d = &declarations[i];
        if (strcmp(d->word, word) != 0)
            continue;
        if ((d->where == IN_TABLE && !r->table) || (d->where == IN_FIGURE && !r->figure) ||
            (d->where == IN_EITHER && !r->table && !r->figure))
            return complain(r, line, "no table or figure before it that takes", word, err);
        if (d->where == ANYWHERE) {
            r->table = NULL;
            r->figure = NULL;
        }
        return d->read(r, line, err);
    }
    return complain(r, line, "not a word that begins a line of a study:", word, err);
}

int study_parse(study *s, const char *name, copse_str text, copse_error *err)
{
    *s = (study){.name = name, .title = "A study"};
    reader r = {.s = s};
    s->name = arena_copy(&s->memory, name, strlen(name));
    int code = study_lines(&s->memory, s->name, text, take_line, &r, err);
    if (!code)
        code = study_finish(s, err);
    if (code)
        study_done(s);
    return code;
}

int study_read(study *s, const char *path, copse_error *err)
{
    enum { MOST = 1 << 20 };
    *s = (study){0};
    source *src = src_open(path, err);
    if (!src)
        return err->code;
    char *bytes = mem_alloc(MOST, 1);
    size_t size = 0;
    ptrdiff_t got = 1;
    while (size < MOST && (got = src_read(src, bytes + size, MOST - size, err)) > 0)
        size += (size_t)got;
    int code = got < 0 ? (int)got : 0;
    if (size == MOST)
        code = err_set(err, COPSE_ELIMIT, src_name(src), 0, "a study of 1 MB or more");
    if (!code)
        code = study_parse(s, src_name(src), (copse_str){bytes, size}, err);
    mem_free(bytes);
    src_close(src);
    return code;
}

void study_done(study *s)
{
    mem_free(s->about);
    mem_free(s->system);
    mem_free(s->table);
    mem_free(s->figure);
    mem_free(s->claim);
    arena_done(&s->memory);
    *s = (study){0};
}
