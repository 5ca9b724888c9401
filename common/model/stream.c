// SPDX-License-Identifier: MIT
// Parsing a stream: several threads parse batches of sentences, and the results come out in order.
//
// A batch ends when it is full, or when the reader would have to wait for more bytes. So a program that
// writes one sentence and waits gets its answer, and a file is parsed in batches large enough to keep
// threads busy.
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/outside.h"
#include "common/base/parallel.h"
#include "common/base/progress.h"
#include "common/base/watch.h"
#include "common/model/model.h"
#include "common/treebank/reader.h"
#include "common/treebank/render.h"
#include "common/treebank/sentence.h"
#include "common/treebank/writer.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCH = 64, BATCH_WORDS = 2000, JOBS_PER_THREAD = 4 };
enum { JUDGED_WORDS = 1000 }; // words to read before deciding what the input lacks

typedef struct batch {
    copse_sentence *sentence[BATCH];
    copse_tree **tree; // [kbest]
    int n;
    long words;
    long number;        // of the batch, from 0
    bool judged;        // it has the last of the JUDGED_WORDS
    double begin, read; // share of the input up to the begin and the end of the batch, or 0
    text out;
} batch;

typedef struct stream {
    copse_reader *reader;
    copse_writer *out;
    copse_parser **parser; // [threads]
    bool trees;            // some stage is a parser
    bool scores;
    copse_rendering output;
    int kbest; // trees of a sentence, at least 1
    long words;
    const copse_model *model;
    const copse_environment *environment;
    columns seen;     // in the first JUDGED_WORDS, or a few more: whole sentences
    bool told;        // the report on missing columns was made, if one was due
    long batches;     // produced so far
    double share;     // of the input, up to the end of the last of them
    atomic_long next; // the number of the batch that will be consumed next
    double progress;  // time of the last progress report
    copse_error late; // a read failure, kept until everything before it has been parsed
} stream;

// Counts the columns of a sentence as it was read. Returns true for the sentence after which the input is
// judged.
static bool look(stream *s, const copse_sentence *one)
{
    if (!s->environment->report || s->seen.words >= JUDGED_WORDS)
        return false;
    columns_count(&s->seen, one);
    return s->seen.words >= JUDGED_WORDS;
}

// Reports once which columns the model relies on and the input lacks.
static void judge(stream *s)
{
    text line = {0};
    if (!s->environment->report || s->told)
        return;
    s->told = true;
    text_cat(&line, rd_name(s->reader));
    text_cat(&line, ": ");
    const size_t before = line.n;
    columns_tell_lack(&line, &s->model->columns, &s->seen, model_reads(s->model),
                      s->seen.words < JUDGED_WORDS, copse_reader_format(s->reader));
    const bool lacks = line.n > before;
    text_add(&line, "", 1);
    if (lacks)
        s->environment->report(s->environment->context, line.s);
    text_done(&line);
}

static int produce(void *context, void *job, copse_error *err)
{
    stream *s = context;
    batch *b = job;
    b->n = 0;
    b->words = 0;
    b->number = s->batches++;
    b->begin = s->share;
    b->judged = false;
    b->out.n = 0;
    if (copse_stop_is_set(s->environment->stop))
        return err_set(err, COPSE_ESTOPPED, NULL, 0, "stopped");
    if (s->late.code) {
        *err = s->late;
        return err->code;
    }
    do {
        int got = copse_reader_next(s->reader, b->sentence[b->n], &s->late);
        if (got < 0 && b->n == 0) {
            *err = s->late;
            return err->code;
        }
        if (got <= 0)
            break;
        s->late.code = COPSE_OK;
        b->judged |= look(s, b->sentence[b->n]);
        b->words += b->sentence[b->n++]->n;
    } while (b->n < BATCH && b->words < BATCH_WORDS && rd_ready(s->reader));
    b->read = s->share = rd_share(s->reader);
    return b->n > 0;
}

// Reports the share of the input that is done, or the number of words if its size is unknown.
static void tell_progress(stream *s, double share, double words)
{
    static const double PAUSE = 0.1; // seconds
    const double now = prog_now();
    if (!s->environment->progress || now - s->progress < PAUSE)
        return;
    s->progress = now;
    const copse_progress p = {"parsing", share > 0 ? share : words, share > 0};
    s->environment->progress(s->environment->context, &p);
}

// A sentence that a thread is parsing.
typedef struct place {
    stream *s;
    const batch *b;
    long before; // words of the batch before the sentence
    int n;
} place;

// The thread that works on the batch to be consumed next reports within sentences: no other thread can report
// meanwhile.
static void tell_place(void *context, double done)
{
    const place *at = context;
    const batch *b = at->b;
    const double words = (double)at->before + done * at->n;
    if (b->number == atomic_load(&at->s->next))
        tell_progress(at->s, b->begin + (b->read - b->begin) * words / (double)b->words,
                      (double)at->s->words + words);
}

// What the input must be for what is to be written.
static int check_input(const stream *s, const copse_sentence *one, copse_error *err)
{
    if (s->output != COPSE_RENDER_CONLL || one->format == COPSE_CONLLU || one->n == 0)
        return 0;
    if (s->scores)
        return err_set(err, COPSE_EINPUT, one->file, sen_line(one, 1),
                       "CoNLL-X has no MISC column for scores");
    if (s->kbest > 1)
        return err_set(err, COPSE_EINPUT, one->file, sen_line(one, 1),
                       "CoNLL-X has no comments to tell several trees of a sentence apart");
    return 0;
}

// The comments of a tree in a list.
static void add_comments(text *t, int rank, const copse_ranked *r, const copse_kbest *list)
{
    char line[160];
    const int n =
        snprintf(line, sizeof line, "# rank = %d\n# score = %.9g\n# probability = %.6g\n%s%s", rank + 1,
                 r->score, r->probability, list->normalised ? "" : "# probability-over = list\n",
                 list->exact ? "" : "# exact = no\n");
    text_add(t, line, (size_t)n);
}

// Writes the tree of one rank.
static void write_version(const stream *s, batch *b, const copse_sentence *one, int rank, copse_str comments)
{
    if (s->output == COPSE_RENDER_CONLL)
        render_version(&b->out, one, b->tree[rank], s->scores, comments, rank > 0);
    else if (s->output == COPSE_RENDER_JSON)
        render_json(&b->out, one, b->tree[rank], s->scores, comments);
    else
        render_tokens(&b->out, one);
}

// Parses one sentence and writes its trees.
static int parse_list(const stream *s, batch *b, copse_sentence *one, int thread, copse_error *err)
{
    copse_parser *p = s->parser[thread];
    copse_ranked *rank = mem_alloc((size_t)s->kbest, sizeof *rank);
    copse_kbest found;
    text comments = {0};
    int code = copse_parse_kbest(p, one, s->kbest, b->tree, rank, &found, err);
    for (int i = 0; i < found.n && code == 0; i++) {
        comments.n = 0;
        add_comments(&comments, i, &rank[i], &found);
        code = parser_after(p, one, b->tree[i], err);
        if (code == 0)
            write_version(s, b, one, i, (copse_str){comments.s, comments.n});
    }
    text_done(&comments);
    mem_free(rank);
    return code;
}

static int parse_one(const stream *s, batch *b, copse_sentence *one, int thread, copse_error *err)
{
    if (s->kbest > 1 && one->n)
        return parse_list(s, b, one, thread, err);
    const int code = copse_parse(s->parser[thread], one, b->tree[0], err);
    if (code == 0)
        render_as(&b->out, one, s->trees ? b->tree[0] : NULL, s->output, s->scores);
    return code;
}

static int work(void *context, void *job, int thread, copse_error *err)
{
    stream *s = context;
    batch *b = job;
    place at = {.s = s, .b = b};
    int code = 0;
    for (int i = 0; i < b->n && code == 0; i++) {
        copse_sentence *one = b->sentence[i];
        watcher over = {.stop = s->environment->stop,
                        .tell = s->environment->progress ? tell_place : NULL,
                        .context = &at,
                        .share = 1};
        if ((code = check_input(s, one, err)) != 0)
            return code;
        at.n = one->n;
        watch_set(&over);
        code = parse_one(s, b, one, thread, err);
        watch_set(NULL);
        at.before += one->n;
    }
    return code;
}

static int consume(void *context, void *job, copse_error *err)
{
    stream *s = context;
    batch *b = job;
    s->words += b->words;
    tell_progress(s, b->read, (double)s->words);
    if (b->judged)
        judge(s); // the counts no longer change
    int code = copse_writer_bytes(s->out, b->out.s, b->out.n, err);
    code = code ? code : wr_flush(s->out, err);
    atomic_fetch_add(&s->next, 1);
    return code;
}

static batch *batch_new(int trees)
{
    batch *b = mem_zero(1, sizeof *b);
    b->tree = mem_zero((size_t)trees, sizeof *b->tree);
    for (int i = 0; i < trees; i++)
        b->tree[i] = copse_tree_new();
    for (int i = 0; i < BATCH; i++)
        b->sentence[i] = copse_sentence_new();
    return b;
}

static void batch_free(batch *b, int trees)
{
    for (int i = 0; i < BATCH; i++)
        copse_sentence_free(b->sentence[i]);
    for (int i = 0; i < trees; i++)
        copse_tree_free(b->tree[i]);
    mem_free(b->tree);
    text_done(&b->out);
    mem_free(b);
}

static int parse_stream(const copse_model *model, const copse_parse_options *options, copse_reader *in,
                        copse_writer *out, const copse_environment *environment, long *words,
                        copse_error *err)
{
    static const copse_environment plain;
    if (words)
        *words = 0;
    if (!model || !in || !out)
        return err_set(err, COPSE_EINPUT, NULL, 0, "parsing needs a model, a reader and a writer");
    const copse_environment *e = environment ? environment : &plain;
    const int threads = e->threads > 0 ? e->threads : par_cores();
    const size_t jobs = threads > 1 ? (size_t)threads * JOBS_PER_THREAD : 1;
    stream s = {.reader = in, .out = out, .model = model, .environment = e};
    s.scores = options && options->scores;
    s.output = options ? options->output : COPSE_RENDER_CONLL;
    s.kbest = options && options->kbest > 1 ? options->kbest : 1;
    if (s.kbest > COPSE_MOST_KBEST)
        return err_set(err, COPSE_EINPUT, NULL, 0, "%d best trees (limit %d)", s.kbest, COPSE_MOST_KBEST);
    void **job = mem_zero(jobs, sizeof *job);
    for (size_t i = 0; i < model->n; i++)
        s.trees |= model->stage[i].kind->parse != NULL;
    s.parser = mem_zero((size_t)threads, sizeof *s.parser);
    for (int i = 0; i < threads; i++)
        s.parser[i] = copse_parser_new(model, options);
    for (size_t i = 0; i < jobs; i++)
        job[i] = batch_new(s.kbest);
    const par_stream run = {&s, job, jobs, threads, produce, work, consume};
    const int code = par_run(&run, err);
    if (code == 0)
        judge(&s);
    if (words)
        *words = s.words;
    for (size_t i = 0; i < jobs; i++)
        batch_free(job[i], s.kbest);
    for (int i = 0; i < threads; i++)
        copse_parser_free(s.parser[i]);
    mem_free(s.parser);
    mem_free(job);
    return code;
}

int copse_parse_stream(const copse_model *model, const copse_parse_options *options, copse_reader *in,
                       copse_writer *out, const copse_environment *environment, long *words, copse_error *err)
{
    out_environment outer;
    const copse_environment *e = out_wrap(&outer, environment);
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, parse_stream(model, options, in, out, e, words, err));
}

static int parse_file(const copse_model *model, const copse_parse_options *options, const char *input,
                      const char *output, const copse_environment *environment, long *words, copse_error *err)
{
    if (words)
        *words = 0;
    if (!model)
        return err_set(err, COPSE_EINPUT, NULL, 0, "parsing needs a model");
    copse_reader *in = copse_reader_any(input, model, NULL, err);
    copse_writer *out = in ? copse_writer_open(output, err) : NULL;
    int code = out ? copse_parse_stream(model, options, in, out, environment, words, err) : err->code;
    if (code == 0)
        code = copse_writer_commit(out, err);
    copse_writer_free(out);
    copse_reader_close(in);
    return code;
}

int copse_parse_file(const copse_model *model, const copse_parse_options *options, const char *input,
                     const char *output, const copse_environment *environment, long *words, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, parse_file(model, options, input, output, environment, words, err));
}
