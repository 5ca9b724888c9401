// SPDX-License-Identifier: MIT
// Sentences from a stream. One buffer holds at least the current sentence of the file. Each sentence is
// copied out once, so that batches of sentences can outlive the buffer.
//
// Blank lines and comments before a sentence are part of its stretch, up to a limit: what is more comes out
// before it, as sentences without words. So their number is not limited, and memory is.
#include "common/treebank/reader.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "common/base/source.h"

#include <stdlib.h>
#include <string.h>

// What is read at once. Small in the build for fuzzing, so that short inputs reach what happens between two.
#ifdef COPSE_SMALL_CHUNKS
enum { CHUNK = 100 };
#else
enum { CHUNK = 256 << 10 };
#endif
// Bytes before the first token line that stay with it: of blank lines alone, and if there are comments too.
// To recognise the format, blank lines are looked through up to the second limit.
enum { MOST_BLANK = 1 << 20, MOST_BEFORE = SEN_MAX_BYTES / 2 };

struct copse_reader {
    source *src;
    char *buf;              // [cap]
    size_t cap, start, end; // unread bytes are buf[start..end)
    size_t scanned;         // bytes after start already searched for the end of the sentence
    long tokens;            // token lines among them
    size_t before;          // bytes before the first token line
    bool comments;          // there are some in these
    size_t whole;           // length of the next stretch once its end is found, else 0
    bool eof;
    bool begun;      // the first stretch was looked at
    bool recognised; // the format was, by token lines or comments
    long line;       // of buf[start]
    uint64_t bytes;
    copse_format format;
    copse_problem_fn fn;
    void *context;
};

static long count_lines(const char *s, size_t len)
{
    long lines = 0;
    for (const char *p = s, *end = s + len; (p = memchr(p, '\n', (size_t)(end - p))); p++)
        lines++;
    return lines;
}

// Reads more bytes into the buffer: 1, 0 at the end, or negative.
static int fill(copse_reader *r, copse_error *err)
{
    if (r->start > 0 && r->cap - r->end < CHUNK) {
        memmove(r->buf, r->buf + r->start, r->end - r->start);
        r->end -= r->start;
        r->start = 0;
    }
    if (r->end - r->start - r->before > SEN_MAX_BYTES)
        return err_set(err, COPSE_ELIMIT, src_name(r->src),
                       r->line + count_lines(r->buf + r->start, r->before), "a %s of more than %d MB",
                       r->tokens ? "sentence" : "line", SEN_MAX_BYTES >> 20);
    r->buf = mem_grow(r->buf, &r->cap, r->end + CHUNK, 1);
    ptrdiff_t got = src_read(r->src, r->buf + r->end, CHUNK, err);
    if (got < 0)
        return (int)got;
    r->end += (size_t)got;
    r->eof = got == 0;
    return got > 0;
}

// Takes the line at scanned, which ends before end. False: one token line too many.
static bool take_line(copse_reader *r, const char *begin, const char *end)
{
    copse_str line = {begin, (size_t)(end - begin)};
    r->scanned = (size_t)(end - (r->buf + r->start)) + 1;
    if (line.len && line.s[line.len - 1] == '\r')
        line.len--;
    const bool blank = sen_is_blank(line), comment = !blank && line.s[0] == '#';
    if (blank && r->tokens)
        r->whole = r->scanned;
    if (!blank && !comment)
        return r->tokens++ < SEN_MAX_LINES;
    if (r->tokens)
        return true;
    r->before = r->scanned;
    r->comments |= comment;
    if (r->before >= (size_t)(r->comments || !r->begun ? MOST_BEFORE : MOST_BLANK))
        r->whole = r->scanned;
    return true;
}

// Length of the stretch up to and including the blank line after its tokens, or 0 if the buffer does not yet
// hold all of it.
static size_t stretch(copse_reader *r)
{
    const size_t have = r->end - r->start;
    if (!have)
        return 0; // there may be no buffer yet
    const char *base = r->buf + r->start;
    if (r->bytes == 0 && r->scanned == 0 && have >= SEN_BOM && memcmp(base, SEN_BOM_BYTES, SEN_BOM) == 0)
        r->scanned = SEN_BOM;
    while (!r->whole && r->scanned < have) {
        const char *begin = base + r->scanned;
        const char *end = memchr(begin, '\n', have - r->scanned);
        if (!end || !take_line(r, begin, end))
            return 0;
    }
    return r->whole;
}

// Restarts the search for the end of a stretch at the first unread byte.
static void look_again(copse_reader *r)
{
    r->scanned = r->whole = r->before = 0;
    r->tokens = 0;
    r->comments = false;
}

// Reads the next stretch completely into the buffer. Returns its length, 0 at the end of the file, or a
// negative code.
static ptrdiff_t ahead(copse_reader *r, copse_error *err)
{
    size_t len;
    while (!(len = stretch(r))) {
        if (r->tokens > SEN_MAX_LINES)
            return err_set(err, COPSE_ELIMIT, src_name(r->src), r->line, "a sentence of more than %d lines",
                           SEN_MAX_LINES);
        if (r->eof)
            break;
        int got = fill(r, err);
        if (got < 0)
            return got;
    }
    return (ptrdiff_t)(len ? len : r->end - r->start);
}

// Recognises the format by the first sentence. Only CoNLL-U has comments, multiword tokens, empty nodes and
// DEPS. Only CoNLL-X has tags outside the universal ones, features without a value and a number in the ninth
// column.
static copse_format format_of(const copse_sentence *s)
{
    bool x = false;
    if (s->comments || s->multiword || s->empty_nodes)
        return COPSE_CONLLU;
    for (int w = 1; w <= s->n; w++) {
        copse_str deps = sen_column(s, w, COPSE_DEPS), feats = sen_column(s, w, COPSE_FEATS);
        if (deps.len && memchr(deps.s, ':', deps.len))
            return COPSE_CONLLU;
        x |= !sen_is_upos(sen_column(s, w, COPSE_UPOS));
        x |= feats.len && !str_is(feats, "_") && !memchr(feats.s, '=', feats.len);
        x |= deps.len && deps.s[0] >= '0' && deps.s[0] <= '9';
    }
    return x ? COPSE_CONLLX : COPSE_CONLLU;
}

static void recognise(copse_reader *r, const copse_sentence *s)
{
    r->format = format_of(s);
    r->recognised = r->tokens > 0 || r->comments;
}

// Copies the name of the file into the sentence, which may outlive the reader.
static void keep_name(copse_sentence *s, const char *name)
{
    if (!s->own_file || strcmp(s->own_file, name) != 0) {
        mem_scope *before = mem_into(mem_scope_of(s));
        char *copy = mem_string(name, strlen(name));
        mem_into(before);
        mem_free(s->own_file);
        s->own_file = copy;
    }
    s->file = s->own_file;
}

// Copies the next stretch into s, without looking at its lines.
static void copy_out(const copse_reader *r, size_t len, copse_sentence *s)
{
    sen_take(s, r->buf + r->start, len);
    s->first_line = r->line;
    keep_name(s, src_name(r->src));
    s->format = r->format;
}

// Makes a reader and reads ahead to recognise the format. The reader owns the source, which is closed on
// failure.
static copse_reader *begin(source *src, copse_error *err)
{
    copse_reader *r = mem_zero(1, sizeof *r);
    r->src = src;
    r->line = 1;
    ptrdiff_t len = ahead(r, err);
    if (len < 0) {
        copse_reader_close(r);
        return NULL;
    }
    copse_sentence *first = copse_sentence_new();
    copy_out(r, (size_t)len, first);
    sen_scan(first, NULL, NULL);
    recognise(r, first);
    r->begun = true;
    copse_sentence_free(first);
    look_again(r);
    return r;
}

static copse_reader *open_file(const char *path, copse_error *err)
{
    source *src = src_open(path, err);
    return src ? begin(src, err) : NULL;
}

copse_reader *copse_reader_open(const char *path, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, err);
        return NULL;
    }
    copse_reader *made = open_file(path, err);
    mem_end(&guard, made ? 0 : err->code);
    return made;
}

static copse_reader *open_memory(const void *bytes, size_t size, const char *name, copse_error *err)
{
    if (!bytes && size) {
        err_set(err, COPSE_EINPUT, name ? name : "<memory>", 0, "no bytes where %zu were promised", size);
        return NULL;
    }
    return begin(src_memory(bytes, size, name), err);
}

copse_reader *copse_reader_memory(const void *bytes, size_t size, const char *name, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, err);
        return NULL;
    }
    copse_reader *made = open_memory(bytes, size, name, err);
    mem_end(&guard, made ? 0 : err->code);
    return made;
}

void copse_reader_close(copse_reader *reader)
{
    if (!reader)
        return;
    src_close(reader->src);
    mem_free(reader->buf);
    mem_free(reader);
}

copse_format copse_reader_format(const copse_reader *reader)
{
    return reader->format;
}

void rd_on_problem(copse_reader *reader, copse_problem_fn fn, void *context)
{
    reader->fn = fn;
    reader->context = context;
}

bool rd_ready(copse_reader *reader)
{
    return stretch(reader) > 0;
}

uint64_t rd_bytes(const copse_reader *reader)
{
    return reader->bytes;
}

double rd_share(const copse_reader *reader)
{
    return src_share(reader->src);
}

const char *rd_name(const copse_reader *reader)
{
    return src_name(reader->src);
}

// Keeps the first problem as an error; its code is still 0 then.
static void stop_at(void *context, const copse_problem *problem)
{
    copse_error *err = context;
    if (err->code == COPSE_OK)
        err_set(err, COPSE_EINPUT, NULL, problem->line, "%s", problem->message);
}

static int refuse_nul(const copse_sentence *s, copse_error *err)
{
    const char *nul = memchr(s->text, 0, s->text_len);
    if (!nul)
        return 0;
    return err_set(err, COPSE_EINPUT, s->file, s->first_line + count_lines(s->text, (size_t)(nul - s->text)),
                   "a NUL byte: this is not a text file");
}

static int read_next(copse_reader *reader, copse_sentence *sentence, copse_error *err)
{
    copse_reader *r = reader;
    ptrdiff_t len = ahead(r, err);
    if (len <= 0)
        return (int)len;
    copy_out(r, (size_t)len, sentence);
    if (!r->recognised) { // more than the first stretch is blank
        sen_scan(sentence, NULL, NULL);
        recognise(r, sentence);
        sentence->format = r->format;
    }
    r->start += (size_t)len;
    look_again(r);
    r->bytes += (uint64_t)len;
    r->line += count_lines(sentence->text, sentence->text_len);
    if (r->fn) {
        sen_scan(sentence, r->fn, r->context);
        return 1;
    }
    copse_error first = {.code = COPSE_OK};
    if (refuse_nul(sentence, err))
        return err->code;
    if (sen_scan(sentence, stop_at, &first))
        return err_set(err, first.code, sentence->file, first.line, "%s", first.message);
    return 1;
}

int copse_reader_next(copse_reader *reader, copse_sentence *sentence, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, read_next(reader, sentence, err));
}
