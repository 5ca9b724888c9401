// SPDX-License-Identifier: MIT
#include "common/treebank/lockstep.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/source.h"
#include "common/base/text.h"
#include "common/treebank/reader.h"
#include "common/treebank/sentence.h"
#include "common/treebank/system_name.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct side { // a file
    char *path;
    char *name; // of the file held in memory; NULL: it is not
    text held;
    copse_reader *reader;
    copse_sentence *sentence;
    long sentences; // with words, so far
    lock_pass_fn pass;
    void *context;
} side;

struct lockstep {
    side gold;
    side *system; // [n]
    size_t n;
    bool lent;    // the caller owns the readers
    bool differs; // the files were found to be different
};

static bool is_stdin(const char *path)
{
    return !path || strcmp(path, "-") == 0;
}

// Can the bytes be read only once? False if the file cannot be opened: reading it will report that.
static bool gives_bytes_once(const char *path)
{
    struct stat st;
    return is_stdin(path) || (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode));
}

static int hold(side *f, const char *path, copse_error *err)
{
    enum { CHUNK = 1 << 16 };
    char *chunk = mem_alloc(CHUNK, 1);
    source *src = src_open(path, err);
    ptrdiff_t got = src ? 0 : err->code;
    while (src && (got = src_read(src, chunk, CHUNK, err)) > 0)
        text_add(&f->held, chunk, (size_t)got);
    if (src)
        f->name = mem_string(src_name(src), strlen(src_name(src)));
    src_close(src);
    mem_free(chunk);
    return (int)got;
}

// Opens the file, or its copy in memory.
static int side_begin(side *f, copse_error *err)
{
    f->sentences = 0;
    f->reader =
        f->name ? copse_reader_memory(f->held.s, f->held.n, f->name, err) : copse_reader_open(f->path, err);
    return f->reader ? 0 : err->code;
}

static int side_open(side *f, const char *path, bool twice, copse_error *err)
{
    f->sentence = copse_sentence_new();
    f->path = mem_string(path ? path : "-", path ? strlen(path) : 1);
    if (twice && gives_bytes_once(path) && hold(f, path, err))
        return err->code;
    return side_begin(f, err);
}

static void side_close(side *f, bool lent)
{
    if (!lent)
        copse_reader_close(f->reader);
    copse_sentence_free(f->sentence);
    text_done(&f->held);
    mem_free(f->name);
    mem_free(f->path);
}

// 1 with a sentence that has words, 0 at the end, or a negative code.
static int side_next(side *f, copse_error *err)
{
    int got, code;
    while ((got = copse_reader_next(f->reader, f->sentence, err)) > 0 && f->sentence->n == 0)
        if (f->pass && (code = f->pass(f->context, f->sentence, err)))
            return code;
    f->sentences += got > 0;
    return got;
}

static int more_sentences(const side *longer, const side *shorter, copse_error *err)
{
    return err_set(err, COPSE_EINPUT, rd_name(longer->reader), sen_line(longer->sentence, 1),
                   "more sentences than in %s, which has %ld", rd_name(shorter->reader), shorter->sentences);
}

// Checks that the system's sentence has the words of the gold one.
static int same_words(const side *gold, const side *system, copse_error *err)
{
    const copse_sentence *g = gold->sentence, *s = system->sentence;
    const int common = g->n < s->n ? g->n : s->n;
    char here[ERR_QUOTE], there[ERR_QUOTE];
    int w = 1;
    while (w <= common && str_equal(sen_column(g, w, COPSE_FORM), sen_column(s, w, COPSE_FORM)))
        w++;
    if (w <= common) {
        err_quote(here, sen_column(s, w, COPSE_FORM));
        err_quote(there, sen_column(g, w, COPSE_FORM));
    }
    const char *gold_name = rd_name(gold->reader), *name = rd_name(system->reader);
    if (g->n != s->n && w > common)
        return err_set(err, COPSE_EINPUT, name, sen_line(s, 1),
                       "the sentence has %d word%s, but in %s:%ld it has %d", s->n, s->n == 1 ? "" : "s",
                       gold_name, sen_line(g, 1), g->n);
    if (g->n != s->n)
        return err_set(err, COPSE_EINPUT, name, sen_line(s, w),
                       "word %d is %s, but in %s:%ld it is %s (the sentences have %d and %d words)", w, here,
                       gold_name, sen_line(g, w), there, s->n, g->n);
    if (w <= common)
        return err_set(err, COPSE_EINPUT, name, sen_line(s, w), "word %d is %s, but in %s:%ld it is %s", w,
                       here, gold_name, sen_line(g, w), there);
    return 0;
}

static lockstep *open_all(const char *gold, const char *const *systems, size_t n, bool twice,
                          copse_error *err)
{
    int stdins = is_stdin(gold);
    for (size_t k = 0; k < n; k++)
        stdins += is_stdin(system_file(systems[k]));
    if (stdins > 1) {
        err_set(err, COPSE_EINPUT, NULL, 0, "standard input can be only one of the files");
        return NULL;
    }
    lockstep *l = mem_zero(1, sizeof *l);
    l->system = mem_zero(n, sizeof *l->system);
    l->n = n;
    int code = side_open(&l->gold, gold, twice, err);
    for (size_t k = 0; k < n && code == 0; k++)
        code = side_open(&l->system[k], system_file(systems[k]), twice, err);
    if (code == 0)
        return l;
    lock_close(l);
    return NULL;
}

lockstep *lock_open(const char *gold, const char *const *systems, size_t n, copse_error *err)
{
    return open_all(gold, systems, n, false, err);
}

lockstep *lock_open_twice(const char *gold, const char *const *systems, size_t n, copse_error *err)
{
    return open_all(gold, systems, n, true, err);
}

static int side_rewind(side *f, copse_error *err)
{
    copse_reader_close(f->reader);
    f->reader = NULL;
    return side_begin(f, err);
}

int lock_rewind(lockstep *l, copse_error *err)
{
    int code = side_rewind(&l->gold, err);
    for (size_t k = 0; k < l->n && code == 0; k++)
        code = side_rewind(&l->system[k], err);
    return code;
}

lockstep *lock_take(copse_reader *gold, copse_reader *const *systems, size_t n)
{
    lockstep *l = mem_zero(1, sizeof *l);
    l->system = mem_zero(n, sizeof *l->system);
    l->n = n;
    l->lent = true;
    l->gold = (side){.reader = gold, .sentence = copse_sentence_new()};
    for (size_t k = 0; k < n; k++)
        l->system[k] = (side){.reader = systems[k], .sentence = copse_sentence_new()};
    return l;
}

void lock_close(lockstep *l)
{
    if (!l)
        return;
    for (size_t k = 0; k < l->n; k++)
        side_close(&l->system[k], l->lent);
    side_close(&l->gold, l->lent);
    mem_free(l->system);
    mem_free(l);
}

void lock_on_pass(lockstep *l, lock_pass_fn fn, void *context)
{
    l->gold.pass = fn;
    l->gold.context = context;
}

int lock_next(lockstep *l, copse_error *err)
{
    const int got = side_next(&l->gold, err);
    int code = got < 0 ? got : 0;
    l->differs = false;
    for (size_t k = 0; k < l->n && code == 0; k++) {
        side *system = &l->system[k];
        const int also = side_next(system, err);
        if (also < 0) {
            code = also;
            continue;
        }
        if (got && !also)
            code = more_sentences(&l->gold, system, err);
        else if (also && !got)
            code = more_sentences(system, &l->gold, err);
        else if (got)
            code = same_words(&l->gold, system, err);
        l->differs = code < 0;
    }
    return code < 0 ? code : got;
}

bool lock_differs(const lockstep *l)
{
    return l->differs;
}

const copse_sentence *lock_gold(const lockstep *l)
{
    return l->gold.sentence;
}

const copse_sentence *lock_system(const lockstep *l, size_t k)
{
    return l->system[k].sentence;
}

copse_reader *lock_gold_reader(const lockstep *l)
{
    return l->gold.reader;
}

copse_reader *lock_system_reader(const lockstep *l, size_t k)
{
    return l->system[k].reader;
}
