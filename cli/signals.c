// SPDX-License-Identifier: MIT
// Signals that end the process: unfinished files are removed, and a line says what that means for the output
// file. Handlers do only what is safe in a handler; their messages are prepared before.
#include "cli/cli.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SAID = 1200 };

static pid_t own; // children have the same handlers, but only this process prints
static char farewell[SAID], waiting[SAID];
static volatile sig_atomic_t farewell_n, waiting_n; // 0: nothing to say
static copse_stop *stop;

static void say(const char *line, size_t n)
{
    if (getpid() != own || n == 0)
        return;
    cli_progress_interrupted();
    if (write(STDERR_FILENO, line, n) < 0)
        return;
}

// Removes unfinished files and ends the process by the signal, so that the parent sees it.
static void on_signal(int signal_number)
{
    copse_remove_unfinished();
    if (signal_number != SIGPIPE)
        say(farewell, (size_t)farewell_n);
    signal(signal_number, SIG_DFL);
    raise(signal_number); // delivered when the handler returns
}

// Signals that the parent ignores (nohup, a job in the background) stay ignored.
static bool is_ignored(int signal_number)
{
    struct sigaction before;
    return sigaction(signal_number, NULL, &before) != 0 || before.sa_handler == SIG_IGN;
}

static void handle(int signal_number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    if (!is_ignored(signal_number))
        sigaction(signal_number, &action, NULL);
}

static void on_interrupt(int signal_number)
{
    copse_stop_set(stop);
    say(waiting, (size_t)waiting_n);
    handle(signal_number, on_signal);
}

void cli_signals_install(void)
{
    static const int fatal[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    own = getpid();
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++)
        handle(fatal[i], on_signal);
    signal(SIGXFSZ, SIG_IGN); // beyond a file size limit the write fails and is reported
}

static void set(char *line, volatile sig_atomic_t *n, const char *format, const char *path)
{
    *n = 0;
    const int length = snprintf(line, SAID, format, path);
    *n = length < SAID ? length : SAID - 1;
}

void cli_signals_begin(const cli_common *common)
{
    struct stat st;
    const char *path = common->output;
    if (common->quiet || !path || strcmp(path, "-") == 0 || (stat(path, &st) == 0 && !S_ISREG(st.st_mode)))
        return;
    set(farewell, &farewell_n, "copse: interrupted: nothing was written to %.1000s\n", path);
}

void cli_signals_end(void)
{
    farewell_n = 0;
}

const copse_stop *cli_signals_stop(const cli_common *common)
{
    if (!stop)
        stop = copse_stop_new();
    if (!common->quiet)
        set(waiting, &waiting_n, "%s",
            "copse: stopping; the last finished iteration is kept (Ctrl-C again: nothing)\n");
    handle(SIGINT, on_interrupt);
    return stop;
}

void cli_signals_unstop(void)
{
    handle(SIGINT, on_signal);
    copse_stop_free(stop);
    stop = NULL;
}
