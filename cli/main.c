// SPDX-License-Identifier: MIT
// The copse command: finds the verb, parses its options and runs it. At the end it checks that the output
// was written and removes unfinished files.
#include "cli/cli.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/nearest.h"
#include "common/base/parallel.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// If a standard stream is closed, the next file opened would take its place, and messages would go into that
// file. So it is opened on something where every read or write fails.
static void guard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            _exit(CLI_BAD);
}

// The number of arguments that the verb's name takes if word[0..n-1] begins with it, else 0.
static int matches(const cli_verb *verb, int n, char **word)
{
    const char *at = verb->name;
    for (int i = 0; i < n; i++) {
        size_t len = strcspn(at, " ");
        if (strlen(word[i]) != len || memcmp(word[i], at, len) != 0)
            return 0;
        if (!at[len])
            return i + 1;
        at += len + 1;
    }
    return 0;
}

// Are word[1..n-1] whole options of the verb and nothing else?
static bool only_options(const cli_verb *verb, int n, char **word)
{
    const char **operand = mem_alloc((size_t)n, sizeof *operand);
    cli_call call;
    copse_error err;
    int operands = 0;
    cli_open(&call, verb);
    bool fine = opt_parse(call.tables, n, word, operand, &operands, &err) == 0 && operands == 0;
    cli_close(&call);
    mem_free(operand);
    return fine;
}

static const cli_verb *find_verb(int n, char **word, int *words)
{
    const cli_verb *verb;
    for (size_t i = 0; (verb = cli_verb_at(i)); i++)
        if ((*words = matches(verb, n, word)) > 0)
            return verb;
    return NULL;
}

// Options may stand between the words of a verb: `crossval --folds 5 graph`. Looks for the verb's last word
// after options of that verb, and moves it to the front. If not strict, it may come after anything, so that
// the error before it gets its own message.
static const cli_verb *find_apart(int n, char **word, int *words, bool strict)
{
    const cli_verb *verb;
    for (size_t at = 0; (verb = cli_verb_at(at)); at++) {
        const char *space = strchr(verb->name, ' ');
        const size_t len = space ? (size_t)(space - verb->name) : 0;
        if (!space || strlen(word[0]) != len || memcmp(word[0], verb->name, len) != 0)
            continue;
        for (int i = 1; i < n; i++) {
            if (strcmp(word[i], space + 1) != 0 || (strict && !only_options(verb, i, word)))
                continue;
            char *last = word[i];
            memmove(word + 2, word + 1, (size_t)(i - 1) * sizeof *word);
            word[1] = last;
            *words = 2;
            return verb;
        }
    }
    return NULL;
}

// A guess at the intended verb from one or two words; not from the first alone if it is known.
static const char *guess(int words, char **word, bool known, char hint[NEAR_HINT])
{
    static const char *const others[] = {"--version", "--help", "--man"};
    const cli_verb *verb;
    char two[64] = "";
    nearest n, pair;
    if (words > 1)
        snprintf(two, sizeof two, "%s %s", word[0], word[1]);
    near_begin(&n, (copse_str){word[0], known ? 0 : strlen(word[0])});
    near_begin(&pair, (copse_str){two, strlen(two)});
    for (size_t i = 0; (verb = cli_verb_at(i)); i++) {
        near_try(&n, (copse_str){verb->name, strcspn(verb->name, " ")});
        if (strchr(verb->name, ' '))
            near_try(&pair, (copse_str){verb->name, strlen(verb->name)});
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        near_try(&n, (copse_str){others[i], strlen(others[i])});
    return near_hint(pair.best.s ? &pair : &n, "", hint);
}

static int unknown_verb(int words, char **word)
{
    char quoted[ERR_QUOTE], known[512] = "", hint[NEAR_HINT];
    size_t len = strlen(word[0]), n = 0;
    const cli_verb *verb;
    for (size_t i = 0; (verb = cli_verb_at(i)); i++)
        if (len && strncmp(verb->name, word[0], len) == 0 && verb->name[len] == ' ' && n < sizeof known)
            n += (size_t)snprintf(known + n, sizeof known - n, "%s%s", n ? ", " : "", verb->name);
    guess(words, word, n > 0, hint);
    if (n)
        return cli_usage(NULL, "'%s' is one of: %s%s", word[0], known, hint);
    return cli_usage(NULL, "unknown %s %s%s", word[0][0] == '-' ? "option" : "verb",
                     err_quote(quoted, (copse_str){word[0], len}), hint);
}

static int check_operands(const cli_verb *verb, const char **operand, int n)
{
    char quoted[ERR_QUOTE];
    if (n < verb->least)
        return cli_usage(verb, "%s expected, %d given", verb->operands, n);
    if (verb->most >= 0 && n > verb->most)
        return cli_usage(verb, "one operand too many: %s",
                         err_quote(quoted, (copse_str){operand[verb->most], strlen(operand[verb->most])}));
    return CLI_DONE;
}

// argv[0] is the verb's last word.
static int run_verb(const cli_verb *verb, int argc, char **argv)
{
    const char **operand = mem_alloc((size_t)argc, sizeof *operand);
    cli_call call;
    copse_error err;
    int operand_n, status;
    cli_open(&call, verb);
    if (opt_parse(call.tables, argc, argv, operand, &operand_n, &err) != 0) {
        status = cli_usage(verb, "%s", err.message);
    } else if (call.options->help) {
        cli_print_help(stdout, verb);
        status = CLI_DONE;
    } else if ((status = check_operands(verb, operand, operand_n)) == CLI_DONE) {
        if (call.options->threads == 0)
            call.options->threads = par_cores();
        cli_signals_begin(call.options);
        status = verb->run(call.options, operand, operand_n);
        cli_signals_end();
    }
    cli_close(&call);
    mem_free(operand);
    return status;
}

static int help(int argc, char **argv)
{
    int words;
    if (argc == 0) {
        cli_print_overview(stdout);
        return CLI_DONE;
    }
    const cli_verb *verb = find_verb(argc, argv, &words);
    if (!verb)
        return unknown_verb(argc, argv);
    if (words < argc)
        return cli_usage(verb, "help takes one verb");
    cli_print_help(stdout, verb);
    return CLI_DONE;
}

const cli_verb *cli_find(int n, char **word, int *words)
{
    const cli_verb *verb = find_verb(n, word, words);
    for (int strict = 1; strict >= 0 && !verb; strict--)
        verb = find_apart(n, word, words, strict);
    return verb;
}

static int dispatch(int argc, char **argv)
{
    int words;
    if (argc < 2) {
        cli_print_overview(stderr);
        return CLI_USAGE;
    }
    const char *first = argv[1];
    bool is_help = strcmp(first, "help") == 0 || strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0;
    if (is_help)
        return help(argc - 2, argv + 2);
    bool version = strcmp(first, "--version") == 0;
    if (version || strcmp(first, "--man") == 0) {
        if (argc > 2)
            return cli_usage(NULL, "nothing may follow %s", first);
        if (version)
            printf("copse %s\n", copse_version());
        else
            cli_print_manual(stdout);
        return CLI_DONE;
    }
    const cli_verb *verb = cli_find(argc - 1, argv + 1, &words);
    if (!verb)
        return unknown_verb(argc - 1, argv + 1);
    return run_verb(verb, argc - words, argv + words);
}

// Running out of memory anywhere outside of the library's own guards ends here.
static int guarded(int argc, char **argv)
{
    copse_error err;
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, &err);
        return cli_fail(&err);
    }
    return mem_end(&guard, dispatch(argc, argv));
}

int cli_command(int argc, char **argv)
{
    int status = guarded(argc, argv);
    int flushed = cli_flush();
    return status == CLI_DONE ? flushed : status;
}

int main(int argc, char **argv)
{
    guard_streams();
    if (argc > 0)
        cli_program = argv[0];
    cli_signals_install();
    return cli_command(argc, argv);
}
