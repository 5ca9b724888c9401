// SPDX-License-Identifier: MIT
// Sentences from a stream. One buffer holds at least the current sentence of the file. Each sentence is
// copied out once, so that batches of sentences can outlive the buffer.
//
// Blank lines and comments before a sentence are part of its stretch, up to a limit: what is more comes out
// before it, as sentences without words. So their number is not limited, and memory is.
//
// A file in a format other than CoNLL-U and CoNLL-X is read through its adaptor (formats.h), a stretch at a
// time.
#include "common/treebank/reader.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/formats.h"
#include "common/treebank/heads.h"
#include "common/treebank/reader_state.h"
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

static long count_lines(const char *s, size_t len)
{
    long lines = 0;
    for (const char *p = s, *end = s + len; (p = memchr(p, '\n', (size_t)(end - p))); p++)
        lines++;
    return lines;
}

int rd_fill(copse_reader *r, copse_error *err)
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

// Goes on behind the next stretch.
static void pass(copse_reader *r, size_t len)
{
    r->line += count_lines(r->buf + r->start, len);
    r->start += len;
    rd_look_again(r);
    r->bytes += (uint64_t)len;
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

// The same for plain text: the sentence is made here, since only that shows where it ends. White space alone
// makes none, and is passed.
static size_t split_off(copse_reader *r)
{
    while (!r->whole && r->end > r->start) {
        const copse_str bytes = {r->buf + r->start, r->end - r->start};
        mem_scope *before = mem_into(mem_scope_of(r));
        r->in.out.n = 0;
        r->whole = r->split.next(r->split.self, bytes, r->eof, &r->in.out);
        mem_into(before);
        if (!r->whole)
            return 0;
        if (!r->in.out.n && !memchr(bytes.s, 0, r->whole))
            pass(r, r->whole);
    }
    return r->whole;
}

// Length of the stretch up to and including the blank line after its tokens, or 0 if the buffer does not yet
// hold all of it.
static size_t stretch(copse_reader *r)
{
    const size_t have = r->end - r->start;
    if (r->text)
        return split_off(r);
    if (!have)
        return 0; // there may be no buffer yet
    const char *base = r->buf + r->start;
    if (r->bytes == 0 && r->scanned == 0 && have >= SEN_BOM && memcmp(base, SEN_BOM_BYTES, SEN_BOM) == 0)
        r->scanned = SEN_BOM;
    if (r->from && r->from->end)
        return r->whole = r->from->end(&r->scan, (copse_str){base, have});
    while (!r->whole && r->scanned < have) {
        const char *begin = base + r->scanned;
        const char *end = memchr(begin, '\n', have - r->scanned);
        if (!end || !take_line(r, begin, end))
            return 0;
    }
    return r->whole;
}

void rd_look_again(copse_reader *r)
{
    r->scanned = r->whole = r->before = 0;
    r->tokens = 0;
    r->comments = false;
    r->scan = (fmt_scan){0};
}

ptrdiff_t rd_ahead(copse_reader *r, copse_error *err)
{
    size_t len;
    while (!(len = stretch(r))) {
        if (r->tokens > SEN_MAX_LINES)
            return err_set(err, COPSE_ELIMIT, src_name(r->src), r->line, "a sentence of more than %d lines",
                           SEN_MAX_LINES);
        if (r->eof)
            break;
        int got = rd_fill(r, err);
        if (got < 0)
            return got;
    }
    return (ptrdiff_t)(len ? len : r->end - r->start);
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

void rd_copy_out(const copse_reader *r, size_t len, copse_sentence *s)
{
    sen_take(s, r->buf + r->start, len);
    s->first_line = r->line;
    keep_name(s, src_name(r->src));
    s->format = s->source = r->format;
    s->one_tag = false;
}

void copse_reader_close(copse_reader *reader)
{
    if (!reader)
        return;
    src_close(reader->src);
    if (reader->split.free)
        reader->split.free(reader->split.self);
    hd_free(reader->in.heads);
    text_done(&reader->in.out);
    mem_free(reader->in.lines);
    mem_free(reader->in.nodes);
    mem_free(reader->buf);
    mem_free(reader);
}

copse_format copse_reader_format(const copse_reader *reader)
{
    return reader->format;
}

bool copse_reader_is_text(const copse_reader *reader)
{
    return reader->text;
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

static int refuse_nul(const char *file, long line, copse_str raw, copse_error *err)
{
    const char *nul = memchr(raw.s, 0, raw.len);
    if (!nul)
        return 0;
    return err_set(err, COPSE_EINPUT, file, line + count_lines(raw.s, (size_t)(nul - raw.s)),
                   "a NUL byte: this is not a text file");
}

// Splits the text of the sentence into words. 1, or the code of the first problem.
static int split_up(const copse_reader *r, copse_sentence *s, copse_error *err)
{
    copse_error first = {.code = COPSE_OK};
    if (r->fn)
        sen_scan(s, r->fn, r->context);
    else if (sen_scan(s, stop_at, &first))
        return err_set(err, first.code, s->file, first.line, "%s%s", first.message,
                       r->looks_text ? "; plain text needs a model with a tokeniser, as 'copse train "
                                       "pipeline' makes them"
                                     : "");
    return 1;
}

// Gives the words of a text that was made the lines of the file.
static void set_lines(copse_sentence *s, const fmt_reading *in)
{
    if (in->lines_n != (size_t)s->n || !s->n)
        return;
    for (int w = 1; w <= s->n; w++)
        s->word[w].line = in->lines[w - 1];
    s->start = in->lines[0];
}

// Turns the next stretch into a sentence by the adaptor.
static int adapt(copse_reader *r, size_t len, copse_sentence *s, copse_error *err)
{
    fmt_reading *in = &r->in;
    const copse_str raw = {r->buf + r->start, len};
    const bool bom = r->bytes == 0 && len >= SEN_BOM && memcmp(raw.s, SEN_BOM_BYTES, SEN_BOM) == 0;
    in->raw = bom ? (copse_str){raw.s + SEN_BOM, len - SEN_BOM} : raw;
    in->file = src_name(r->src);
    in->line = r->line;
    in->out.n = in->lines_n = 0;
    if (refuse_nul(in->file, in->line, raw, err))
        return err->code;
    mem_scope *before = mem_into(mem_scope_of(r));
    const int code = r->from->read(in, err);
    mem_into(before);
    if (code < 0)
        return code;
    sen_take(s, in->out.n ? in->out.s : "", in->out.n);
    sen_take_raw(s, raw);
    s->first_line = r->line;
    keep_name(s, in->file);
    s->format = r->from->base;
    s->source = r->from->id;
    s->one_tag = r->from->one_tag;
    const int read = split_up(r, s, err);
    set_lines(s, in);
    return read;
}

static int take_stretch(copse_reader *r, size_t len, copse_sentence *s, copse_error *err)
{
    rd_copy_out(r, len, s);
    if (!r->recognised) { // more than the first stretch is blank
        sen_scan(s, NULL, NULL);
        rd_recognise(r, s);
        s->format = s->source = r->format;
    }
    if (!r->fn && refuse_nul(s->file, s->first_line, (copse_str){s->text, s->text_len}, err))
        return err->code;
    return split_up(r, s, err);
}

// Takes the sentence that was made of the next stretch of plain text.
static int take_text(copse_reader *r, size_t len, copse_sentence *s, copse_error *err)
{
    const char *name = src_name(r->src);
    if (refuse_nul(name, r->line, (copse_str){r->buf + r->start, len}, err))
        return err->code;
    sen_take(s, r->in.out.s, r->in.out.n);
    s->first_line = r->line;
    keep_name(s, name);
    s->format = s->source = COPSE_CONLLU;
    s->one_tag = false;
    const int read = split_up(r, s, err);
    for (int w = 1; w <= s->n; w++)
        s->word[w].line = 0; // messages give the line where the sentence begins
    s->start = 0;
    return read;
}

static int read_next(copse_reader *reader, copse_sentence *sentence, copse_error *err)
{
    copse_reader *r = reader;
    const ptrdiff_t len = rd_ahead(r, err);
    if (len <= 0)
        return (int)len;
    const int code = (r->text ? take_text : r->from ? adapt : take_stretch)(r, (size_t)len, sentence, err);
    pass(r, (size_t)len);
    return code;
}

int copse_reader_next(copse_reader *reader, copse_sentence *sentence, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, read_next(reader, sentence, err));
}
