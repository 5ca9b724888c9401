// SPDX-License-Identifier: MIT
// The options of a family as an object, accessed by name.
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/nearest.h"
#include "common/base/text.h"
#include "common/base/parallel.h"
#include "common/model/family.h"

#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(fam_common, member)
static const opt_row common_rows[] = {
    {.long_name = "seed",
     .type = OPT_INT,
     .offset = AT(seed),
     .def = "1",
     .allowed = "0..4294967295",
     .arg = "N",
     .help = "for everything that is left to chance",
     .stored = true},
    {.long_name = "skip-bad",
     .type = OPT_FLAG,
     .offset = AT(skip_bad),
     .help =
         "leave sentences without ten columns or without a tree out and count them, instead of stopping at "
         "the first",
     .stored = true},
    {.long_name = "dev",
     .type = OPT_STRING,
     .offset = AT(dev),
     .arg = "FILE",
     .help = "report the accuracy on FILE"},
    {.long_name = "calibrate",
     .type = OPT_CHOICE,
     .offset = AT(calibrate),
     .def = "yes",
     .allowed = "yes|no",
     .help = "make the scores of 'copse parse --scores' probabilities, by sentences that are held out of "
             "training once more; the parses are the same"},
    {.long_name = NULL},
};

static copse_options *make(const family *f)
{
    copse_options *o = mem_zero(1, sizeof *o);
    o->family = f;
    o->values = mem_zero(1, f->size);
    const size_t n = f->tables(o->values, o->table);
    if (n >= FAM_TABLES)
        abort();
    o->table[n] = (opt_table){common_rows, &o->common};
    opt_defaults(o->table);
    return o;
}

static copse_options *options_new(const char *name, copse_error *err)
{
    char quoted[ERR_QUOTE], hint[NEAR_HINT];
    const family *f = fam_find(name ? name : "");
    if (f)
        return make(f);
    const copse_str word = {name ? name : "", name ? strlen(name) : 0};
    text known = {0};
    nearest n;
    near_begin(&n, word);
    for (size_t i = 0; fam_all[i]; i++) {
        text_cat(&known, i ? ", " : "");
        text_cat(&known, fam_all[i]->name);
        near_try(&n, (copse_str){fam_all[i]->name, strlen(fam_all[i]->name)});
    }
    err_set(err, COPSE_EINPUT, NULL, 0, "unknown family %s; there are %.*s%s", err_quote(quoted, word),
            (int)known.n, known.s, near_hint(&n, "", hint));
    text_done(&known);
    return NULL;
}

copse_options *copse_options_new(const char *name, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, err);
        return NULL;
    }
    copse_options *made = options_new(name, err);
    mem_end(&guard, made ? 0 : err->code);
    return made;
}

void copse_options_free(copse_options *options)
{
    if (!options)
        return;
    opt_done(options->table);
    mem_free(options->values);
    mem_free(options);
}

copse_options *options_copy(const copse_options *options)
{
    copse_options *copy = make(options->family);
    opt_copy(copy->table, options->table);
    return copy;
}

copse_options *copse_options_copy(const copse_options *options)
{
    return options ? options_copy(options) : NULL;
}

static int none_given(copse_error *err)
{
    return err_set(err, COPSE_EINPUT, NULL, 0, "no options are given");
}

static int set(copse_options *options, const char *name, const char *value, copse_error *err)
{
    const opt_table *table;
    if (!options)
        return none_given(err);
    const opt_row *row = name ? opt_find(options->table, name, strlen(name), &table) : NULL;
    if (!row)
        return opt_unknown(options->table, (copse_str){name ? name : "", name ? strlen(name) : 0}, err);
    if (!value)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--%s needs a value", row->long_name);
    return opt_set(row, table->values, value, err);
}

int copse_options_set(copse_options *options, const char *name, const char *value, copse_error *err)
{
    mem_guard guard;
    mem_begin_for(&guard, options);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, set(options, name, value, err));
}

void options_fix(copse_options *options, const char *name, const char *value)
{
    copse_error err;
    if (set(options, name, value, &err) != 0)
        abort();
}

void options_offer(copse_options *options, const char *name, const char *value)
{
    for (const opt_table *table = options->table; table->rows; table++)
        for (const opt_row *row = table->rows; row->long_name; row++) {
            char *place = (char *)table->values + row->offset;
            copse_error err;
            if (row->type == OPT_OBJECT && row->class->offer)
                row->class->offer(((opt_object *)(void *)place)->made, name, value);
            else if (row->type == OPT_STRING && strcmp(row->long_name, name) == 0 &&
                     !*(const char **)(void *)place && opt_set(row, table->values, value, &err) != 0)
                abort(); // texts are never refused
        }
}

char *options_value(const copse_options *options, const char *name)
{
    const opt_table *table;
    const opt_row *row = options && name ? opt_find(options->table, name, strlen(name), &table) : NULL;
    text value = {0};
    if (!row || !opt_get(row, table->values, &value))
        return NULL;
    text_add(&value, "", 1);
    return value.s;
}

char *copse_options_get(const copse_options *options, const char *name)
{
    return mem_give(options_value(options, name));
}

static int check(const copse_options *options, copse_error *err)
{
    return options ? options->family->check(options, err) : none_given(err);
}

int copse_options_check(const copse_options *options, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, check(options, err));
}

int options_check_member(const copse_options *options, copse_error *err)
{
    const int code = copse_options_check(options, err);
    return code || !options->family->check_member ? code : options->family->check_member(options, err);
}

bool options_make_parser(const copse_options *options)
{
    copse_error ignored;
    return !options->family->check_member || options->family->check_member(options, &ignored) == 0;
}

// ---------------------------------------------------------------------------------------------------
// The list of options

static copse_option_type public_type(opt_type type)
{
    switch (type) {
    case OPT_FLAG:
        return COPSE_OPTION_FLAG;
    case OPT_INT:
        return COPSE_OPTION_WHOLE;
    case OPT_REAL:
        return COPSE_OPTION_REAL;
    case OPT_CHOICE:
        return COPSE_OPTION_CHOICE;
    case OPT_STRING:
    case OPT_LIST:
    case OPT_OBJECT:
        return COPSE_OPTION_TEXT;
    }
    abort();
}

// The choices with their help, "auto" first; the caller frees the names and the array.
static copse_choice *choices_of(const opt_row *row, size_t *n)
{
    copse_choice *all = NULL;
    copse_str name;
    const char *help = NULL;
    *n = 0;
    if (row->type != OPT_CHOICE)
        return NULL;
    if (opt_may_be_auto(row)) {
        all = mem_resize(all, ++*n, sizeof *all);
        all[0] = (copse_choice){mem_string("auto", 4), NULL};
    }
    for (size_t i = 0; (name = opt_choice_at(row, i, &help)).s; i++) {
        all = mem_resize(all, ++*n, sizeof *all);
        all[*n - 1] = (copse_choice){mem_string(name.s, name.len), help};
    }
    return all;
}

static void tell(const opt_row *row, copse_option_fn fn, void *context)
{
    char *help = opt_explain(row);
    size_t n;
    copse_choice *choices = choices_of(row, &n);
    const copse_option option = {.name = row->long_name,
                                 .type = public_type(row->type),
                                 .standard = row->type == OPT_FLAG ? "false" : row->def,
                                 .range = row->type == OPT_INT || row->type == OPT_REAL ? row->allowed : NULL,
                                 .argument = row->arg,
                                 .help = help,
                                 .choices = choices,
                                 .choices_n = n};
    fn(context, &option);
    for (size_t i = 0; i < n; i++)
        mem_free((void *)(uintptr_t)choices[i].name);
    mem_free(choices);
    free(help);
}

void copse_options_each(const copse_options *options, copse_option_fn fn, void *context)
{
    if (!options || !fn)
        return;
    for (const opt_table *table = options->table; table->rows; table++)
        for (const opt_row *row = table->rows; row->long_name; row++)
            tell(row, fn, context);
}

const char *copse_family_name(size_t i)
{
    for (size_t k = 0; fam_all[k]; k++)
        if (k == i)
            return fam_all[k]->name;
    return NULL;
}

// ---------------------------------------------------------------------------------------------------
// For other rooms

// Is this an option that every family takes?
static bool is_common(const char *word)
{
    const opt_table tables[] = {{common_rows, NULL}, {NULL, NULL}}, *table;
    return strncmp(word, "--", 2) == 0 && opt_find(tables, word + 2, strcspn(word + 2, "="), &table);
}

static int parse_words(copse_options *o, char *words, copse_error *err)
{
    enum { MOST = 128 };
    char *argv[MOST + 1] = {words}, *rest = NULL, quoted[ERR_QUOTE];
    const char *operand[MOST + 1];
    int argc = 1, operands = 0;
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (argc == MOST)
            return err_set(err, COPSE_EINPUT, NULL, 0, "more than %d words", MOST - 1);
        if (is_common(word))
            return err_set(err, COPSE_EINPUT, NULL, 0, "%.*s is an option for all parsers together",
                           (int)strcspn(word, "="), word);
        argv[argc++] = word;
    }
    int code = opt_parse(o->table, argc, argv, operand, &operands, err);
    if (!code && operands)
        code = err_set(err, COPSE_EINPUT, NULL, 0, "%s is no option",
                       err_quote(quoted, (copse_str){operand[0], strlen(operand[0])}));
    return code ? code : o->family->check(o, err);
}

copse_options *options_parse(const family *f, const char *words, copse_error *err)
{
    copse_options *o = make(f);
    char *copy = mem_string(words, strlen(words));
    const int code = parse_words(o, copy, err);
    mem_free(copy);
    if (!code)
        return o;
    copse_options_free(o);
    return NULL;
}

void options_save(const copse_options *options, box_writer *w)
{
    text lines = {0};
    opt_dump(options->table, &lines);
    box_begin(w, "OPTS");
    box_raw(w, lines.s, lines.n);
    text_done(&lines);
}

int env_threads(const copse_environment *environment)
{
    return environment && environment->threads > 0 ? environment->threads : par_cores();
}
