// SPDX-License-Identifier: MIT
// Opening a file: its format is the one that is asked for, or recognised by its first bytes and its first
// sentence.
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/source.h"
#include "common/treebank/formats.h"
#include "common/treebank/heads.h"
#include "common/treebank/reader.h"
#include "common/treebank/reader_state.h"
#include "common/treebank/sentence.h"

#include <string.h>

// Bytes that are looked at to recognise a format other than CoNLL-U and CoNLL-X.
enum { MOST_SNIFFED = 1 << 20 };

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

void rd_recognise(copse_reader *r, const copse_sentence *s)
{
    r->format = format_of(s);
    r->recognised = r->tokens > 0 || r->comments;
}

// The bytes in the buffer from the first line on that is not blank.
static copse_str first_bytes(const copse_reader *r)
{
    copse_str b = {r->buf + r->start, r->end - r->start};
    size_t i = b.len >= SEN_BOM && memcmp(b.s, SEN_BOM_BYTES, SEN_BOM) == 0 ? SEN_BOM : 0;
    while (i < b.len && strchr(" \r\n", b.s[i]) && b.s[i])
        i++;
    return (copse_str){b.s + i, b.len - i};
}

// Asks the formats in turn whether the file is theirs. False: one of them needs more bytes to say; if these
// are the last, its answer is no.
static bool ask(copse_reader *r, copse_str begin, bool last)
{
    for (size_t i = 0; begin.len && fmt_at(i); i++) {
        const fmt *f = fmt_at(i);
        const fmt_verdict v = f->recognise ? f->recognise(begin, r->eof) : FMT_NO;
        if (v == FMT_YES)
            r->from = f;
        if (v == FMT_YES || (v == FMT_MORE && !last))
            return v == FMT_YES;
    }
    return last || begin.len;
}

// Looks for a format other than CoNLL-U and CoNLL-X, reading as much of the file as that needs. 0 or
// negative.
static int sniff(copse_reader *r, copse_error *err)
{
    for (;;) {
        const copse_str begin = r->end ? first_bytes(r) : (copse_str){"", 0};
        if (ask(r, begin, r->eof || r->end >= MOST_SNIFFED))
            return 0;
        const int got = rd_fill(r, err);
        if (got < 0)
            return got;
    }
}

// --- Plain text

typedef enum look { LOOK_MORE, LOOK_TEXT, LOOK_TREEBANK } look;

static look look_of(fmt_verdict v)
{
    return v == FMT_YES ? LOOK_TREEBANK : v == FMT_MORE ? LOOK_MORE : LOOK_TEXT;
}

// Phrase structure has a category in capitals after the second bracket; a text may have any word.
static look look_at_brackets(copse_str begin, bool whole)
{
    const look seen = look_of(fmt_of(COPSE_BRACKETS)->recognise(begin, whole));
    const char *second = seen == LOOK_TREEBANK ? memchr(begin.s + 1, '(', begin.len - 1) : NULL;
    const char *end = begin.s + begin.len;
    while (second && ++second < end && (*second == ' ' || *second == '\r' || *second == '\n'))
        ;
    if (!second || (second == end && whole))
        return seen;
    return second == end ? LOOK_MORE : *second >= 'a' && *second <= 'z' ? LOOK_TEXT : LOOK_TREEBANK;
}

// The first line that is no blank line and no comment; begin goes on behind it. A line of CoNLL has an id
// before a tab, or several tabs.
static look look_at_line(copse_str begin, copse_str line, bool ended, bool whole)
{
    enum { FEW = 5 }; // fields, of what may not be CoNLL
    const char *tab = memchr(line.s, '\t', line.len);
    size_t id = 0;
    if (line.s[0] == '(')
        return look_at_brackets(begin, whole);
    while (id < line.len && line.s[id] && strchr("0123456789.-", line.s[id]))
        id++;
    if (id > 0 && id < line.len && line.s[id] == '\t')
        return LOOK_TREEBANK;
    if (!ended)
        return tab || id == line.len ? LOOK_MORE : LOOK_TEXT;
    if (!tab || fmt_fields(line) > FEW)
        return tab ? LOOK_TREEBANK : LOOK_TEXT;
    return look_of(fmt_of(COPSE_MST)->recognise(begin, whole));
}

// Is this a comment where no token is near to say so? "#word" is none.
static bool is_lone_comment(copse_str line)
{
    return line.s[0] == '#' && (line.len == 1 || line.s[1] == ' ' || line.s[1] == '\t');
}

// Does a file look like plain text or a treebank? A file without lines, or with comments alone, is a
// treebank.
static look look_at(copse_str begin, bool whole)
{
    copse_str rest = begin, line;
    bool lone = true;
    for (copse_str from = rest; fmt_next_line(&rest, &line); from = rest) {
        const bool ended = rest.len || whole || rest.s[-1] == '\n';
        if (sen_is_blank(line))
            continue;
        if (line.s[0] != '#')
            return look_at_line(from, line, ended, whole);
        lone &= is_lone_comment(line);
        if (!ended)
            return LOOK_MORE;
    }
    return !whole ? LOOK_MORE : lone ? LOOK_TREEBANK : LOOK_TEXT;
}

// Reads as much of the file as it takes to say whether it is plain text. 0 or negative.
static int tell_text(copse_reader *r, copse_error *err)
{
    for (;;) {
        const copse_str begin = r->end ? first_bytes(r) : (copse_str){"", 0};
        const look seen = look_at(begin, r->eof || r->end >= MOST_SNIFFED);
        r->looks_text = seen == LOOK_TEXT;
        if (seen != LOOK_MORE)
            return 0;
        const int got = rd_fill(r, err);
        if (got < 0)
            return got;
    }
}

// Reads ahead to recognise CoNLL-U or CoNLL-X by the first sentence. 0 or negative.
static int look_at_first(copse_reader *r, copse_error *err)
{
    const ptrdiff_t len = rd_ahead(r, err);
    if (len < 0)
        return (int)len;
    copse_sentence *first = copse_sentence_new();
    rd_copy_out(r, (size_t)len, first);
    sen_scan(first, NULL, NULL);
    rd_recognise(r, first);
    copse_sentence_free(first);
    rd_look_again(r);
    return 0;
}

static int find_format(copse_reader *r, copse_error *err)
{
    const copse_read_options *o = &r->in.options;
    int code = 0;
    if (o->forced && !fmt_of(o->format))
        return err_set(err, COPSE_EINPUT, src_name(r->src), 0, "format %d is none", (int)o->format);
    if (o->forced)
        r->from = fmt_of(o->format)->read ? fmt_of(o->format) : NULL;
    else
        code = sniff(r, err);
    if (code == 0 && !o->forced && !r->from)
        code = look_at_first(r, err);
    if (code == 0 && r->from && r->from->needs_heads)
        code = hd_read(&r->in.heads, o->head_rules, err);
    if (o->forced || r->from) {
        r->format = r->from ? r->from->id : o->format;
        r->recognised = true;
    }
    r->begun = true;
    return code;
}

// A byte order mark is no part of a text.
static int begin_text(copse_reader *r, copse_error *err)
{
    while (r->end - r->start < SEN_BOM && !r->eof)
        if (rd_fill(r, err) < 0)
            return err->code;
    if (r->end - r->start >= SEN_BOM && memcmp(r->buf + r->start, SEN_BOM_BYTES, SEN_BOM) == 0)
        r->start += SEN_BOM;
    r->text = r->begun = r->recognised = true;
    r->looks_text = false;
    r->format = COPSE_CONLLU;
    return 0;
}

// Finds out what an open file is. may_be_text: with the reader's splitter, or to say that there is none.
// may_be_treebank: it is recognised, or the format is the one that is asked for.
static int begin(copse_reader *r, bool may_be_text, bool may_be_treebank, copse_error *err)
{
    int code = may_be_text && may_be_treebank ? tell_text(r, err) : 0;
    const bool is_text = may_be_text && (r->looks_text || !may_be_treebank);
    if (code == 0)
        code = is_text && r->split.next ? begin_text(r, err) : find_format(r, err);
    return code;
}

// Makes a reader, which owns the source and the splitter; they are freed on failure.
static copse_reader *make(source *src, const copse_read_options *options, const splitter *split, bool any,
                          copse_error *err)
{
    copse_reader *r = mem_zero(1, sizeof *r);
    r->src = src;
    r->line = 1;
    if (options)
        r->in.options = *options;
    if (split)
        r->split = *split;
    if (begin(r, split, !split || any, err) < 0) {
        copse_reader_close(r);
        return NULL;
    }
    return r;
}

copse_reader *rd_open_text(source *src, splitter split, bool any, copse_error *err)
{
    if (src)
        return make(src, NULL, &split, any, err);
    if (split.free)
        split.free(split.self);
    return NULL;
}

static copse_reader *open_file(const char *path, const copse_read_options *options, copse_error *err)
{
    source *src = src_open(path, err);
    return src ? make(src, options, NULL, false, err) : NULL;
}

copse_reader *copse_reader_open_with(const char *path, const copse_read_options *options, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, err);
        return NULL;
    }
    copse_reader *made = open_file(path, options, err);
    mem_end(&guard, made ? 0 : err->code);
    return made;
}

copse_reader *copse_reader_open(const char *path, copse_error *err)
{
    return copse_reader_open_with(path, NULL, err);
}

static copse_reader *open_memory(const void *bytes, size_t size, const char *name,
                                 const copse_read_options *options, copse_error *err)
{
    if (!bytes && size) {
        err_set(err, COPSE_EINPUT, name ? name : "<memory>", 0, "no bytes where %zu were promised", size);
        return NULL;
    }
    return make(src_memory(bytes, size, name), options, NULL, false, err);
}

copse_reader *copse_reader_memory_with(const void *bytes, size_t size, const char *name,
                                       const copse_read_options *options, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, err);
        return NULL;
    }
    copse_reader *made = open_memory(bytes, size, name, options, err);
    mem_end(&guard, made ? 0 : err->code);
    return made;
}

copse_reader *copse_reader_memory(const void *bytes, size_t size, const char *name, copse_error *err)
{
    return copse_reader_memory_with(bytes, size, name, NULL, err);
}
