// SPDX-License-Identifier: MIT
// Progress on standard error.
#include "cli/cli.h"

#include <unistd.h>

enum { LINE = 160 };

static bool line_open; // an unfinished line stands on the terminal

// Back to the first column, and clear to the end of the line.
static const char rewind_line[] = "\r\033[K";

void cli_progress_start(cli_progress *p, const cli_common *common, const char *stage, const char *unit,
                        double total)
{
    *p = (cli_progress){.unit = unit, .quiet = common->quiet, .terminal = isatty(STDERR_FILENO) == 1};
    prog_start(&p->state, stage, total, prog_now());
}

void cli_progress_tick(cli_progress *p, double done)
{
    char line[LINE];
    if (p->quiet || !p->terminal)
        return;
    double now = prog_now();
    if (!prog_due(&p->state, done, now))
        return;
    fprintf(stderr, "%s%s", rewind_line, prog_line(&p->state, p->unit, now, line, sizeof line));
    fflush(stderr);
    line_open = true;
}

void cli_progress_end(cli_progress *p, double done)
{
    char line[LINE];
    if (p->quiet)
        return;
    p->state.done = done;
    cli_progress_wipe();
    fprintf(stderr, "%s\n", prog_summary(&p->state, p->unit, prog_now(), line, sizeof line));
}

void cli_progress_wipe(void)
{
    if (line_open)
        fputs(rewind_line, stderr);
    line_open = false;
}
