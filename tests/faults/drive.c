// SPDX-License-Identifier: MIT
// Runs one command again and again, each time with another call failing, and judges each run:
//
//     COPSE_FAULTS=KIND [COPSE_FAULTS_OUT=FILE] [COPSE_FAULTS_SAME=N] copse VERB ...
//
// KIND is one of inject.h; KIND+ lets all later calls fail too; short and eintr disturb every call and must
// do no harm. FILE is the command's output file, alone in its folder. N: of the calls with the same stack
// only the first N fail (0: all). The working folder is for the driver's files.
//
// A process is made for each run by fork, which is much quicker than starting the program.
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "tests/faults/inject.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TIME = 60, SHOWN = 12, LINE = 400 };
static const char older[] = "an older file\n";

typedef struct job {
    int argc;
    char **argv;
    const char *out; // or NULL
    const char *name;
    bool onward;
    size_t points, harmless, wrong, stacks; // stacks: of wrong points
    uint64_t shown[SHOWN];
} job;

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

static void give_up(const char *what)
{
    perror(what);
    exit(2);
}

// ---------------------------------------------------------------------------------------------------
// One run

static void redirect(int fd, const char *path, int flags)
{
    const int file = open(path, flags, 0600);
    if (file < 0 || dup2(file, fd) < 0)
        give_up(path);
    close(file);
}

// The status of waitpid.
static int run(const job *j, inject_mode mode, size_t at, bool trace)
{
    inject.shared->calls = 0;
    const pid_t pid = fork();
    if (pid < 0)
        give_up("fork");
    if (pid == 0) {
        redirect(0, "/dev/null", O_RDONLY);
        redirect(1, "stdout", O_WRONLY | O_CREAT | O_TRUNC);
        redirect(2, "stderr", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND);
        alarm(TIME);
        inject.at = at;
        inject.trace = trace;
        inject.mode = mode;
        exit(__real_main(j->argc, j->argv));
    }
    int status;
    if (waitpid(pid, &status, 0) != pid)
        give_up("waitpid");
    return status;
}

// Empties the folder of the output file, and puts an older file there if wanted.
static void prepare(const job *j, bool with_older)
{
    if (!j->out)
        return;
    unlink(j->out);
    if (!with_older)
        return;
    FILE *f = fopen(j->out, "w");
    if (!f || fputs(older, f) < 0 || fclose(f) != 0)
        give_up(j->out);
}

// ---------------------------------------------------------------------------------------------------
// Judging

static bool same_files(const char *a, const char *b)
{
    FILE *f = fopen(a, "r"), *g = fopen(b, "r");
    bool same = f && g;
    for (int c = 0; same && c != EOF;) {
        c = getc(f);
        same = c == getc(g);
    }
    if (f)
        fclose(f);
    if (g)
        fclose(g);
    return same;
}

static bool holds(const char *path, const char *text)
{
    char bytes[LINE] = "";
    FILE *f = fopen(path, "r");
    if (!f)
        return false;
    const size_t n = fread(bytes, 1, sizeof bytes - 1, f);
    fclose(f);
    return n == strlen(text) && strcmp(bytes, text) == 0;
}

// Removes every file in the folder of the output but the output itself. Was there any?
static bool leftovers(const job *j)
{
    char folder[LINE], path[2 * LINE];
    snprintf(folder, sizeof folder, "%s", j->out);
    char *slash = strrchr(folder, '/');
    *slash = 0;
    bool any = false;
    DIR *d = opendir(folder);
    if (!d)
        give_up(folder);
    for (struct dirent *e; (e = readdir(d));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") || !strcmp(e->d_name, slash + 1))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        unlink(path);
        any = true;
    }
    closedir(d);
    return any;
}

// Exactly one line, which begins with the name of the program.
static bool one_line(const char *path)
{
    char bytes[4096] = "";
    FILE *f = fopen(path, "r");
    if (!f)
        give_up(path);
    const size_t n = fread(bytes, 1, sizeof bytes - 1, f);
    fclose(f);
    const char *end = strchr(bytes, '\n');
    return strncmp(bytes, "copse: ", 7) == 0 && end == bytes + n - 1;
}

static bool as_undisturbed(const job *j)
{
    return same_files("stdout", "stdout.right") && holds("stderr", "") &&
           (!j->out || same_files(j->out, "out.right"));
}

// The file is whole and in its place, and the message is about something else: it might not survive a crash
// of the machine, or what goes to standard output besides could not be written.
static bool written_but(const job *j)
{
    char line[LINE] = "";
    FILE *f = fopen("stderr", "r");
    if (f && !fgets(line, sizeof line, f))
        line[0] = 0;
    if (f)
        fclose(f);
    return (strstr(line, ": written, but ") || strstr(line, "copse: <stdout>: ")) &&
           same_files(j->out, "out.right");
}

// NULL if the run was right, else what is wrong. with_older: there was an output file before.
static const char *judge(job *j, int status, bool with_older, bool must_succeed)
{
    static char what[LINE];
    if (j->out && leftovers(j))
        return "a file is left beside the output";
    if (WIFSIGNALED(status)) {
        snprintf(what, sizeof what, "killed by signal %d", WTERMSIG(status));
        return what;
    }
    if (WEXITSTATUS(status) == 0) {
        j->harmless++;
        return as_undisturbed(j) ? NULL : "exit status 0 with other output";
    }
    if (WEXITSTATUS(status) != 1 || must_succeed) {
        snprintf(what, sizeof what, "exit status %d", WEXITSTATUS(status));
        return what;
    }
    if (!one_line("stderr"))
        return "standard error is not one line of copse";
    if (j->out && written_but(j))
        return NULL;
    if (j->out && with_older && !holds(j->out, older))
        return "the older output file has changed";
    if (j->out && !with_older && access(j->out, F_OK) == 0)
        return "an output file in spite of the failure";
    return NULL;
}

static void show(const char *path)
{
    char line[LINE];
    FILE *f = fopen(path, "r");
    for (int i = 0; f && i < 40 && fgets(line, sizeof line, f); i++)
        printf("        %s", line);
    if (f)
        fclose(f);
}

// Prints the frames of a sanitizer's trace, "#N ADDRESS in FUNCTION FILE:LINE", from the failing call to
// main.
static void show_trace(const char *path)
{
    enum { OWN = 3 }; // frames of the injection
    char line[LINE], function[LINE], place[LINE];
    int frame;
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, " #%d %*s in %399s %399s", &frame, function, place) == 3 && frame >= OWN) {
            if (!strcmp(function, "main"))
                break;
            printf("        %s %s\n", function, place);
        }
    if (f)
        fclose(f);
}

// The first wrong point of each stack is shown, with the stack.
static void tell(job *j, size_t at, uint64_t stack, const char *what)
{
    j->wrong++;
    for (size_t i = 0; i < j->stacks && i < SHOWN; i++)
        if (j->shown[i] == stack)
            return;
    if (j->stacks < SHOWN)
        j->shown[j->stacks] = stack;
    if (j->stacks++ >= SHOWN)
        return;
    printf("    WRONG %s at %zu: %s\n", j->name, at, what);
    show("stderr");
    if (inject.kind != INJECT_NONE) {
        prepare(j, false);
        run(j, j->onward ? INJECT_ONWARD : INJECT_ONCE, at, true);
        show_trace("stderr");
        if (j->out)
            leftovers(j);
    }
    fflush(stdout);
}

// ---------------------------------------------------------------------------------------------------

// How many of the calls before have the same stack? Hashes are counted in an open table.
static size_t seen_before(uint64_t *table, uint32_t *count, size_t size, uint64_t stack)
{
    size_t i = stack % size;
    while (count[i] && table[i] != stack)
        i = (i + 1) % size;
    table[i] = stack;
    return count[i]++;
}

static void fail_each(job *j, size_t most_same)
{
    const size_t calls = inject.shared->calls < INJECT_MOST ? inject.shared->calls : INJECT_MOST;
    const size_t size = 2 * calls + 1;
    uint64_t *stack = malloc(size * sizeof *stack), *table = malloc(size * sizeof *table);
    uint32_t *count = calloc(size, sizeof *count);
    if (!stack || !table || !count)
        give_up("memory");
    memcpy(stack, inject.shared->stack, calls * sizeof *stack);
    for (size_t at = 1; at <= calls; at++) {
        if (seen_before(table, count, size, stack[at - 1]) >= most_same && most_same)
            continue;
        const bool with_older = at % 2;
        prepare(j, with_older);
        const int status = run(j, j->onward ? INJECT_ONWARD : INJECT_ONCE, at, false);
        // With several processes the number of calls varies a little: this run may have ended before.
        const bool reached = inject.shared->calls >= at;
        if (!reached && status == 0 && as_undisturbed(j) && !(j->out && leftovers(j)))
            continue;
        const char *what = judge(j, status, with_older, false);
        j->points++;
        if (what)
            tell(j, at, stack[at - 1], what);
    }
    free(stack);
    free(table);
    free(count);
}

static void disturb(job *j, inject_mode mode)
{
    prepare(j, false);
    const char *what = judge(j, run(j, mode, 0, false), false, true);
    j->points = 1;
    if (what)
        tell(j, 0, 0, what);
}

// The undisturbed run: what is right, and how many calls there are.
static void learn(job *j)
{
    prepare(j, false);
    const int status = run(j, INJECT_COUNT, 0, false);
    if (status != 0 || !holds("stderr", "")) {
        printf("    WRONG the undisturbed run ends with status %d\n", status);
        show("stderr");
        exit(2);
    }
    if (rename("stdout", "stdout.right") != 0 || (j->out && rename(j->out, "out.right") != 0))
        give_up("rename");
}

static inject_kind kind_of(const char *name, size_t len)
{
    static const char *const names[] = {
#define NAME(name) #name,
        INJECT_KINDS(NAME)};
    for (size_t i = 0; i < INJECT_NONE; i++)
        if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
            return (inject_kind)i;
    return INJECT_NONE;
}

int __wrap_main(int argc, char **argv)
{
    const char *name = getenv("COPSE_FAULTS"), *same = getenv("COPSE_FAULTS_SAME");
    if (!name)
        return __real_main(argc, argv);
    job j = {.argc = argc, .argv = argv, .name = name, .out = getenv("COPSE_FAULTS_OUT")};
    const size_t len = strcspn(name, "+");
    j.onward = name[len] == '+';
    inject.bottom = __builtin_frame_address(0);
    inject.kind = kind_of(name, len);
    inject.shared = mmap(NULL, sizeof *inject.shared + INJECT_MOST * sizeof inject.shared->stack[0],
                         PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (inject.shared == MAP_FAILED)
        give_up("mmap");
    const bool is_short = !strcmp(name, "short");
    if (inject.kind == INJECT_NONE && !is_short && strcmp(name, "eintr") != 0) {
        fprintf(stderr, "COPSE_FAULTS is '%s'; known are the kinds in inject.h, short and eintr\n", name);
        return 2;
    }
    learn(&j);
    if (inject.kind == INJECT_NONE)
        disturb(&j, is_short ? INJECT_SHORT : INJECT_EINTR);
    else
        fail_each(&j, same ? (size_t)strtoul(same, NULL, 10) : 0);
    printf("%s: %zu points, %zu harmless, %zu wrong, %zu stacks\n", name, j.points, j.harmless, j.wrong,
           j.stacks);
    return j.wrong ? 1 : 0;
}
