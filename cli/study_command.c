// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // prctl
#include "cli/study_command.h"

#include "common/base/error.h"
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/text.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/stat.h>
#include <unistd.h>

static const char *const verbs[STUDY_VERBS] = {
    [STUDY_TRAIN] = "train",       [STUDY_PARSE] = "parse", [STUDY_COMBINE] = "combine",
    [STUDY_CROSSVAL] = "crossval", [STUDY_WEIGH] = "weigh",
};

int study_file_key(const char *path, uint64_t *key, copse_error *err)
{
    enum { CHUNK = 1 << 16 };
    FILE *in = fopen(path, "rb");
    if (!in)
        return err_system(err, path, "cannot open");
    char *bytes = mem_alloc(CHUNK, 1);
    size_t got;
    *key = 0;
    while ((got = fread(bytes, 1, CHUNK, in)) > 0)
        *key = hash_mix(*key, hash_bytes(bytes, got));
    const int code = ferror(in) ? err_system(err, path, "cannot read") : 0;
    mem_free(bytes);
    fclose(in);
    return code;
}

// Mixes a value into a key; if it is the name of a file, with the bytes of the file.
static int mix_value(uint64_t *key, const char *value, copse_error *err)
{
    struct stat st;
    uint64_t bytes = 0;
    int code = 0;
    if (stat(value, &st) == 0 && S_ISREG(st.st_mode))
        code = study_file_key(value, &bytes, err);
    *key = hash_mix(hash_mix(*key, hash_bytes(value, strlen(value))), bytes);
    return code;
}

static int mix_row(uint64_t *key, const opt_row *row, const void *values, copse_error *err)
{
    text value = {0};
    int code = 0;
    *key = hash_mix(*key, hash_bytes(row->long_name, strlen(row->long_name)));
    if (row->type == OPT_LIST) {
        const opt_list *list = (const void *)((const char *)values + row->offset);
        for (size_t i = 0; i < list->n && !code; i++)
            code = mix_value(key, list->item[i], err);
    } else if (opt_get(row, values, &value)) {
        text_add(&value, "", 1);
        code = mix_value(key, value.s, err);
    }
    text_done(&value);
    return code;
}

// All options but those that every verb has, which change no result.
static int mix_options(uint64_t *key, const cli_call *call, copse_error *err)
{
    int code = 0;
    for (const opt_table *t = call->tables; t->rows && !code; t++)
        for (const opt_row *row = t->rows; row->long_name && t->rows != call->shared && !code; row++)
            if (strcmp(row->long_name, "output") != 0)
                code = mix_row(key, row, t->values, err);
    return code;
}

static int take_operands(study_command *c, const study *s, size_t i, const study_command *before,
                         const char **operand, int n, arena *memory, copse_error *err)
{
    char quoted[ERR_QUOTE];
    size_t *of = arena_alloc(memory, (size_t)n + 1, sizeof *of);
    for (int k = 0; k < n; k++) {
        of[k] = study_find(s, operand[k]);
        const char *quote = err_quote(quoted, (copse_str){operand[k], strlen(operand[k])});
        if (c->verb == STUDY_TRAIN || c->verb == STUDY_CROSSVAL)
            return err_set(err, COPSE_EINPUT, NULL, 0, "'%s' names no file in a study: %s", verbs[c->verb],
                           quote);
        if (of[k] >= i || s->system[of[k]].kind == STUDY_WEIGHTS)
            return err_set(err, COPSE_EINPUT, NULL, 0, "no system above is called %s", quote);
        if (before[of[k]].verb == STUDY_CROSSVAL)
            return err_set(err, COPSE_EINPUT, NULL, 0, "%s is cross-validated: it has no trees of other data",
                           quote);
        if (c->verb == STUDY_PARSE && before[of[k]].verb != STUDY_TRAIN)
            return err_set(err, COPSE_EINPUT, NULL, 0, "%s is not trained: it has no model", quote);
    }
    c->of = of;
    c->ofs = (size_t)n;
    return 0;
}

// The words of the verb and its options: all but the operands.
static void take_words(study_command *c, int argc, char **argv, const char **operand, int operands,
                       arena *memory)
{
    int next = 0;
    c->word = arena_alloc(memory, (size_t)argc + 1, sizeof *c->word);
    for (int i = 0; i < argc; i++)
        if (next < operands && argv[i] == operand[next])
            next++;
        else
            c->word[c->words++] = argv[i];
}

// --weights NAME, where NAME is declared in the study.
static int take_weights(study_command *c, const study *s, size_t i, arena *memory, copse_error *err)
{
    for (size_t k = 0; k + 1 < c->words; k++) {
        if (strcmp(c->word[k], "--weights") != 0)
            continue;
        const size_t found = study_find(s, c->word[k + 1]);
        if (found == SIZE_MAX || s->system[found].kind != STUDY_WEIGHTS)
            continue;
        if (found >= i || c->verb != STUDY_COMBINE)
            return err_set(err, COPSE_EINPUT, NULL, 0,
                           "weights %s can be used only by 'combine', below their own line", c->word[k + 1]);
        size_t *weights = arena_alloc(memory, 1, sizeof *weights);
        *weights = found;
        c->weights = weights;
        c->weights_at = k + 1;
    }
    return 0;
}

static int check_verb(study_command *c, const cli_verb *verb, study_kind kind, copse_error *err)
{
    const size_t len = strcspn(verb->name, " ");
    int v = 0;
    while (v < STUDY_VERBS && !(strlen(verbs[v]) == len && memcmp(verbs[v], verb->name, len) == 0))
        v++;
    c->verb = (study_verb)v;
    if (kind == STUDY_WEIGHTS && v != STUDY_WEIGH)
        return err_set(err, COPSE_EINPUT, NULL, 0, "weights are made by 'weigh', not by '%s'", verb->name);
    if (kind != STUDY_WEIGHTS && (v == STUDY_VERBS || v == STUDY_WEIGH))
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "systems are made by train, parse, combine and crossval, not by '%s'", verb->name);
    return 0;
}

// The options of a call that were read.
static int check_options(const cli_call *call, copse_error *err)
{
    const cli_common *o = call->options;
    if (o->output || o->help || o->quiet || o->threads)
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "--output, --threads, --quiet and --help have no place in a study");
    return o->train ? copse_options_check(o->train, err) : 0;
}

static int read_call(study_command *c, const study *s, size_t i, const study_command *before,
                     const cli_verb *verb, int argc, char **argv, int words, arena *memory, copse_error *err)
{
    const char **operand = arena_alloc(memory, (size_t)argc + 1, sizeof *operand);
    int operands = 0;
    cli_call call;
    cli_open(&call, verb);
    int code = opt_parse(call.tables, argc - words + 1, argv + words - 1, operand, &operands, err);
    if (!code)
        code = take_operands(c, s, i, before, operand, operands, memory, err);
    if (!code)
        code = check_options(&call, err);
    if (!code) {
        take_words(c, argc, argv, operand, operands, memory);
        code = take_weights(c, s, i, memory, err);
    }
    c->key = hash_bytes(verb->name, strlen(verb->name));
    if (!code)
        code = mix_options(&c->key, &call, err);
    cli_close(&call);
    const bool needs = c->verb == STUDY_COMBINE || c->verb == STUDY_WEIGH;
    if (!code && needs && operands == 0)
        code = err_set(err, COPSE_EINPUT, NULL, 0, "'%s' needs systems", verbs[c->verb]);
    return code;
}

int study_command_read(study_command *c, const study *s, size_t i, const study_command *before, arena *memory,
                       copse_error *err)
{
    const study_system *system = &s->system[i];
    const int argc = (int)system->command.n;
    char quoted[ERR_QUOTE], **argv = arena_alloc(memory, (size_t)argc + 1, sizeof *argv);
    int words = 0, code;
    *c = (study_command){.verb = STUDY_VERBS};
    memcpy(argv, system->command.word, (size_t)argc * sizeof *argv);
    const cli_verb *verb = cli_find(argc, argv, &words);
    if (!verb)
        return err_set(err, COPSE_EINPUT, s->name, system->line, "not a verb of copse: %s",
                       err_quote(quoted, (copse_str){argv[0], strlen(argv[0])}));
    code = check_verb(c, verb, system->kind, err);
    if (!code)
        code = read_call(c, s, i, before, verb, argc, argv, words, memory, err);
    if (code && code != COPSE_EMEMORY && !err->file[0]) {
        snprintf(err->file, sizeof err->file, "%s", s->name);
        err->line = system->line;
    }
    return code;
}

// Ctrl-C does not reach it: a trainer would keep what it has learnt so far, and the study would take that
// for the whole.
_Noreturn void study_command_run(int argc, char **argv, const char *log, long parent)
{
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != (pid_t)parent)
        _exit(CLI_BAD);
#else
    (void)parent;
#endif
    const int out = open("/dev/null", O_WRONLY), messages = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (out < 0 || messages < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(messages, STDERR_FILENO) < 0)
        _exit(CLI_BAD);
    const int status = cli_command(argc, argv);
    fflush(stderr);
    _exit(status);
}
