// SPDX-License-Identifier: MIT
// Progress on standard error. On a terminal the last line shows the progress. A thread redraws it, so that
// the clock goes on while the work reports nothing. Lines to keep are printed above it: the line is wiped,
// they are printed, and it is drawn again.
#include "cli/cli.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 256, WHAT = 128 };

// Back to the first column, and clear to the end of the line.
static const char rewind_line[] = "\r\033[K";

static struct {
    pthread_mutex_t lock; // guards all below
    pthread_t thread;
    bool terminal;  // a line is shown, by the thread
    bool ends;      // the thread is asked to end
    progress state; // done is 0 before the first report
    char what[WHAT];
    const char *unit;
} screen = {.lock = PTHREAD_MUTEX_INITIALIZER};

static volatile sig_atomic_t line_open; // the terminal shows an unfinished line

static int columns(void)
{
    struct winsize w;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 1 ? w.ws_col - 1 : 79;
}

static void wipe(void)
{
    if (line_open)
        fputs(rewind_line, stderr);
    line_open = 0;
}

static void draw(void)
{
    char line[LINE];
    if (!screen.what[0])
        return;
    line_open = 1;
    fprintf(stderr, "%s%s", rewind_line,
            prog_line(&screen.state, screen.what, screen.unit, prog_now(), columns(), line, sizeof line));
    fflush(stderr);
}

void cli_progress_wipe(void)
{
    pthread_mutex_lock(&screen.lock);
    wipe();
    pthread_mutex_unlock(&screen.lock);
}

void cli_progress_interrupted(void)
{
    if (line_open && write(STDERR_FILENO, rewind_line, sizeof rewind_line - 1) < 0)
        return;
    line_open = 0;
}

// ---------------------------------------------------------------------------------------------------
// Callbacks of the library

static void on_line(void *context, const char *line)
{
    (void)context;
    pthread_mutex_lock(&screen.lock);
    wipe();
    fprintf(stderr, "%s\n", line);
    if (screen.terminal)
        draw();
    pthread_mutex_unlock(&screen.lock);
}

static void on_note(void *context, const char *line)
{
    char text[LINE + 1024];
    snprintf(text, sizeof text, "copse: %s", line);
    on_line(context, text);
}

static void on_progress(void *context, const copse_progress *p)
{
    (void)context;
    pthread_mutex_lock(&screen.lock);
    screen.state.done = p->done;
    screen.state.total = p->total;
    snprintf(screen.what, sizeof screen.what, "%s", p->what);
    pthread_mutex_unlock(&screen.lock);
}

// Draws the line five times a second.
static void *keep_drawing(void *context)
{
    const struct timespec pause = {.tv_nsec = 200 * 1000 * 1000};
    bool ends = false;
    (void)context;
    while (!ends) {
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&screen.lock);
        ends = screen.ends;
        if (!ends)
            draw();
        pthread_mutex_unlock(&screen.lock);
    }
    return NULL;
}

// The thread blocks signals: the main thread handles them.
static bool start_thread(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const bool started = pthread_create(&screen.thread, NULL, keep_drawing, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

// Does the result go to the terminal, or to a program that may write there?
static bool is_mixed(const cli_common *common)
{
    struct stat st;
    return (!common->output || strcmp(common->output, "-") == 0) &&
           !(fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode));
}

copse_environment cli_progress_start(const cli_common *common, const char *unit)
{
    copse_environment e = {.threads = (int)common->threads};
    screen.state = (progress){.started = prog_now()};
    screen.unit = unit;
    screen.what[0] = 0;
    screen.ends = false;
    if (common->quiet)
        return e;
    e.report = unit ? on_note : on_line;
    screen.terminal = isatty(STDERR_FILENO) == 1 && !(unit && is_mixed(common)) && start_thread();
    if (screen.terminal)
        e.progress = on_progress;
    return e;
}

void cli_progress_stop(void)
{
    if (!screen.terminal)
        return;
    pthread_mutex_lock(&screen.lock);
    screen.ends = true;
    wipe();
    pthread_mutex_unlock(&screen.lock);
    pthread_join(screen.thread, NULL);
    screen.terminal = false;
}

// ---------------------------------------------------------------------------------------------------
// The last line

void cli_progress_summary(const cli_common *common, const char *stage, double done)
{
    char line[LINE];
    screen.state.done = done;
    if (!common->quiet)
        fprintf(stderr, "%s\n",
                prog_summary(&screen.state, stage, screen.unit, prog_now(), line, sizeof line));
}

// The peak memory of this process, or of a child if that is more.
static double peak_memory(bool *child)
{
    struct rusage own, children;
    if (getrusage(RUSAGE_SELF, &own) != 0 || getrusage(RUSAGE_CHILDREN, &children) != 0)
        return 0;
    *child = children.ru_maxrss > own.ru_maxrss;
    const double most = (double)(*child ? children.ru_maxrss : own.ru_maxrss);
#ifdef __APPLE__
    return most;
#else
    return most * 1024;
#endif
}

void cli_progress_written(const cli_common *common, const char *name)
{
    char size[32] = "", time[48], memory[32];
    struct stat st;
    bool child = false;
    if (common->quiet)
        return;
    if (common->output && stat(common->output, &st) == 0 && S_ISREG(st.st_mode))
        prog_bytes((double)st.st_size, size, sizeof size);
    const double peak = peak_memory(&child);
    fprintf(stderr, "%s: %s%s%s, %s of memory%s\n", name, size, size[0] ? " in " : "",
            prog_duration(prog_now() - screen.state.started, time, sizeof time),
            prog_bytes(peak, memory, sizeof memory), child ? " in the largest process" : "");
}
