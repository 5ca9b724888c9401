// SPDX-License-Identifier: MIT
// Replaces every 4-byte word of small models of all kinds by numbers that hurt, mends the checksums, and uses
// the models: see sweep.h. A child process does the work of one model. When it dies, the case that killed it
// is reported, and another child goes on with the next case.
#include "tests/sweep/sweep.h"

#include "common/base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char usage[] = "usage: sweep [--share N] [MODEL...]\n"
                            "  --share N  replace every Nth word only\n"
                            "  MODEL      sweep these models only\n";

// As whole numbers and as floats: infinities, NaN, 3e38. 1 is also the smallest float, 1e-45.
static const uint32_t VALUES[] = {0,          1,          0x7fffffff, 0xffffffff,
                                  0x7f800000, 0xff800000, 0x7fc00000, 0x7f61b1e6};

enum {
    WORD = 4,
    VALUES_N = sizeof VALUES / sizeof VALUES[0],
    SECONDS = 10,      // for one case
    MEGABYTES = 256,   // by which a case may raise the memory in use
    SHOWN = 5,         // complaints about a model
    MOST_DEATHS = 1000 // of the children of a model
};

typedef struct progress { // shared with the children
    size_t next;          // case
    size_t words, loaded, refused, wrong;
} progress;

typedef struct sweep {
    const char *name;
    sweep_model model;
    bool slow;
    size_t share;
    progress *p;
} sweep;

static size_t cases_of(const sweep *s)
{
    return (s->model.size + WORD - 1) / WORD * VALUES_N;
}

static void complain(const sweep *s, size_t i, const char *why)
{
    char where[64];
    if (s->p->wrong++ >= SHOWN)
        return;
    sweep_where(s->model.bytes, s->model.size, i / VALUES_N * WORD, where, sizeof where);
    printf("%s: %s = %08lx: %s\n", s->name, where, (unsigned long)VALUES[i % VALUES_N], why);
    fflush(stdout);
}

static long megabytes_used(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss / 1024;
}

// How many sentences to parse. The longest takes most of the time: slow models, which are large tables of
// weights, parse it in one case of four, except where the word is at the beginning of a section.
static size_t sentences_of(const sweep *s, size_t i)
{
    enum { HEAD = 64, ONE_OF = 4 };
    char where[64];
    const size_t word = i / VALUES_N;
    if (!s->slow || (word + i) % ONE_OF == 0 ||
        sweep_where(s->model.bytes, s->model.size, word * WORD, where, sizeof where) < HEAD)
        return SWEEP_SENTENCES;
    return SWEEP_SENTENCES - 1;
}

static void try_case(const sweep *s, const sweep_text *t, unsigned char *copy, size_t i)
{
    const size_t size = s->model.size, at = i / VALUES_N * WORD, left = size - at < WORD ? size - at : WORD;
    char why[256];
    memcpy(copy, s->model.bytes, size);
    for (size_t k = 0; k < left; k++)
        copy[at + k] = (unsigned char)(VALUES[i % VALUES_N] >> (8 * k));
    sweep_mend(copy, size);
    const long before = megabytes_used();
    const sweep_result got = sweep_attempt(t, sentences_of(s, i), copy, size, why, sizeof why);
    s->p->loaded += got == SWEEP_LOADED;
    s->p->refused += got == SWEEP_REFUSED;
    if (got == SWEEP_WRONG) {
        complain(s, i, why);
    } else if (megabytes_used() - before > MEGABYTES) {
        snprintf(why, sizeof why, "%ld MB of memory", megabytes_used() - before);
        complain(s, i, why);
    }
}

// Tries cases until all are done, from the next one on. The case at hand is taken off first, so that it is
// not tried again if it kills the process.
static void work(const sweep *s)
{
    sweep_text t;
    const size_t all = cases_of(s);
    unsigned char *copy = mem_alloc(s->model.size, 1);
    sweep_text_init(&t);
    while (s->p->next < all) {
        const size_t i = s->p->next++;
        if (i / VALUES_N % s->share != s->share / 2)
            continue;
        s->p->words += i % VALUES_N == 0;
        alarm(SECONDS);
        try_case(s, &t, copy, i);
    }
    alarm(0);
    sweep_text_done(&t);
    mem_free(copy);
}

// Runs a child; false if it died. Reports of sanitizers go nowhere unless SWEEP_VERBOSE is set.
static bool run_child(const sweep *s)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const int nowhere = getenv("SWEEP_VERBOSE") ? -1 : open("/dev/null", O_WRONLY);
        if (nowhere >= 0)
            dup2(nowhere, STDERR_FILENO);
        work(s);
        mem_free(s->model.bytes);
        fflush(stdout);
        exit(0); // a report of leaks changes the status
    }
    int status = -1;
    while (child < 0 || (waitpid(child, &status, 0) < 0 && errno == EINTR))
        if (child < 0)
            return false;
    if (status == 0)
        return true;
    char why[64];
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        snprintf(why, sizeof why, "takes more than %d s", SECONDS);
    else if (WIFSIGNALED(status))
        snprintf(why, sizeof why, "killed by signal %d", WTERMSIG(status));
    else
        snprintf(why, sizeof why, "ended with status %d", WEXITSTATUS(status));
    complain(s, s->p->next ? s->p->next - 1 : 0, why);
    return false;
}

// The processor time of all children so far, in seconds.
static double seconds_used(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

// Sweeps a model and prints a line of figures. Returns what was wrong.
static size_t sweep_one(size_t which, size_t share, progress *p)
{
    const double before = seconds_used();
    *p = (progress){0, 0, 0, 0, 0};
    sweep s = {sweep_name(which), sweep_train(which), sweep_is_slow(which), share, p};
    sweep_text t;
    char why[256];
    sweep_text_init(&t);
    if (sweep_attempt(&t, SWEEP_SENTENCES, s.model.bytes, s.model.size, why, sizeof why) != SWEEP_LOADED) {
        printf("%s: wrong as it is: %s\n", s.name, why);
        p->wrong++;
    }
    sweep_text_done(&t);
    for (int deaths = 0; deaths < MOST_DEATHS && !run_child(&s) && p->next < cases_of(&s); deaths++)
        ;
    if (p->next < cases_of(&s))
        printf("%s: given up\n", s.name);
    printf("%-20s %8zu bytes %7zu words x %d values: %7zu loaded %7zu refused %5zu wrong %6.1f s\n", s.name,
           s.model.size, p->words, VALUES_N, p->loaded, p->refused, p->wrong, seconds_used() - before);
    mem_free(s.model.bytes);
    return p->wrong;
}

static progress *shared_progress(void)
{
    FILE *f = tmpfile();
    if (!f || ftruncate(fileno(f), sizeof(progress)) != 0)
        return NULL;
    void *p = mmap(NULL, sizeof(progress), PROT_READ | PROT_WRITE, MAP_SHARED, fileno(f), 0);
    fclose(f);
    return p == MAP_FAILED ? NULL : p;
}

static bool is_chosen(int argc, char **argv, int first, const char *name)
{
    for (int i = first; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return first == argc;
}

int main(int argc, char **argv)
{
    size_t share = 1, wrong = 0, swept = 0;
    int first = 1;
    if (argc > 2 && strcmp(argv[1], "--share") == 0) {
        share = strtoul(argv[2], NULL, 10);
        first = 3;
    }
    if (share == 0 || (argc > first && argv[first][0] == '-')) {
        fputs(usage, stderr);
        return 2;
    }
    progress *p = shared_progress();
    if (!p) {
        perror("sweep");
        return 1;
    }
    for (size_t i = 0; sweep_name(i); i++)
        if (is_chosen(argc, argv, first, sweep_name(i))) {
            wrong += sweep_one(i, share, p);
            swept++;
        }
    printf("%zu models, %zu wrong, %.1f s of processor time\n", swept, wrong, seconds_used());
    munmap(p, sizeof *p);
    return wrong || !swept;
}
