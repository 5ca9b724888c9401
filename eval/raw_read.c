// SPDX-License-Identifier: MIT
//
// A file as the scores of raw text see it. Spaces inside forms do not count: whoever makes tokens of raw text
// may put a space, a no-break space or nothing there.
#include "eval/raw.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/utf8.h"
#include "common/treebank/fault.h"
#include "common/treebank/reader.h"
#include "common/treebank/sentence.h"

#include <stdlib.h>
#include <string.h>

// Universal relations of content words and of function words; the others, punct among them, are neither.
static const char *const content[] = {
    "acl",       "advcl",      "advmod",    "amod",       "appos",  "ccomp", "compound", "conj",
    "csubj",     "dep",        "discourse", "dislocated", "expl",   "fixed", "flat",     "goeswith",
    "iobj",      "list",       "nmod",      "nsubj",      "nummod", "obj",   "obl",      "orphan",
    "parataxis", "reparandum", "root",      "vocative",   "xcomp"};
static const char *const function[] = {"aux", "case", "cc", "clf", "cop", "det", "mark"};
static const char *const features[] = {"Abbr",    "Animacy",  "Aspect", "Case", "Definite", "Degree",
                                       "Evident", "Foreign",  "Gender", "Mood", "Number",   "NumType",
                                       "Person",  "Polarity", "Polite", "Poss", "PronType", "Reflex",
                                       "Tense",   "VerbForm", "Voice"};

enum {
    CONTENT = sizeof content / sizeof content[0],
    FUNCTION = sizeof function / sizeof function[0],
    FEATURES = sizeof features / sizeof features[0],
};

static void add_all(table *t, const char *const *name, size_t n)
{
    for (size_t i = 0; i < n; i++)
        tab_add(t, (copse_str){name[i], strlen(name[i])});
}

void raw_names_init(raw_names *names)
{
    *names = (raw_names){0};
    add_all(&names->names, content, CONTENT);
    add_all(&names->names, function, FUNCTION);
    add_all(&names->features, features, FEATURES);
    names->none = (uint32_t)tab_add(&names->names, (copse_str){"_", 1});
}

void raw_names_done(raw_names *names)
{
    tab_done(&names->names);
    tab_done(&names->features);
    tab_done(&names->feats);
    mem_free(names->counted);
    mem_free(names->item);
    text_done(&names->scratch);
}

bool raw_is_content(uint32_t label)
{
    return label < CONTENT;
}

bool raw_is_function(uint32_t label)
{
    return label >= CONTENT && label < CONTENT + FUNCTION;
}

// What stands before the first of a character, or all.
static copse_str before(copse_str s, char c)
{
    const char *end = s.len ? memchr(s.s, c, s.len) : NULL;
    return (copse_str){s.s, end ? (size_t)(end - s.s) : s.len};
}

static int by_bytes(const void *a, const void *b)
{
    const copse_str *x = a, *y = b;
    const size_t common = x->len < y->len ? x->len : y->len;
    const int order = common ? memcmp(x->s, y->s, common) : 0;
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

static uint32_t number_of(raw_names *names, copse_str s)
{
    return (uint32_t)tab_add(&names->names, s);
}

static uint32_t scratch_number(raw_names *names)
{
    const text *t = &names->scratch;
    return number_of(names, (copse_str){t->n ? t->s : "", t->n});
}

// The universal features of a word, in a fixed order. Each value of FEATS is looked at once.
static uint32_t feats_number(raw_names *names, copse_str feats)
{
    const size_t known = names->feats.n, at = tab_add(&names->feats, feats);
    size_t n = 0;
    copse_str item;
    if (at < known)
        return names->counted[at];
    while (str_next_item(&feats, &item))
        if (tab_find(&names->features, before(item, '=')) != TAB_NONE) {
            names->item = mem_grow(names->item, &names->item_cap, n + 1, sizeof *names->item);
            names->item[n++] = item;
        }
    if (n > 1)
        qsort(names->item, n, sizeof *names->item, by_bytes);
    names->scratch.n = 0;
    for (size_t i = 0; i < n; i++) {
        text_str(&names->scratch, names->item[i]);
        text_cat(&names->scratch, "|");
    }
    names->counted = mem_grow(names->counted, &names->counted_cap, at + 1, sizeof *names->counted);
    return names->counted[at] = scratch_number(names);
}

static uint32_t form_number(raw_names *names, copse_str form)
{
    names->scratch.n = 0;
    raw_lower(&names->scratch, form);
    return scratch_number(names);
}

// --- Characters

// General category Zs.
static bool is_space(uint32_t c)
{
    return c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f ||
           c == 0x205f || c == 0x3000;
}

static void add_chars(text *chars, copse_str form)
{
    uint32_t c;
    for (size_t i = 0, step; i < form.len; i += step) {
        step = utf8_decode(form.s + i, form.len - i, &c);
        if (step == 0 || !is_space(c))
            text_add(chars, form.s + i, step ? step : 1);
        step += step == 0;
    }
}

static void add_token(raw_file *f, copse_str form, long line)
{
    const size_t begin = f->chars.n;
    add_chars(&f->chars, form);
    f->token = mem_grow(f->token, &f->tokens_cap, f->tokens + 1, sizeof *f->token);
    f->token[f->tokens++] = (raw_span){begin, f->chars.n, line};
}

// --- Sentences

static int add_word(raw_file *f, raw_names *names, const copse_sentence *s, int w, bool may_lack_heads,
                    copse_error *err)
{
    char fault[FAULT_SIZE];
    const int kind = fault_head(fault, s, w), head = s->word[w].head;
    const bool missing = may_lack_heads && head == SEN_NO_HEAD;
    if (kind != FAULT_FINE && kind != COPSE_P_SELF_LOOP && !missing)
        return err_set(err, COPSE_EINPUT, s->file, sen_line(s, w), "%s", fault);
    const size_t first = f->words - (size_t)(w - 1); // of the sentence
    f->word = mem_grow(f->word, &f->words_cap, f->words + 1, sizeof *f->word);
    f->word[f->words++] = (raw_word){
        .token = f->tokens - 1,
        .head = missing     ? RAW_NO_HEAD
                : head == 0 ? RAW_ROOT
                            : first + (size_t)head - 1,
        .form = form_number(names, sen_column(s, w, COPSE_FORM)),
        .lemma = number_of(names, sen_column(s, w, COPSE_LEMMA)),
        .upos = number_of(names, sen_column(s, w, COPSE_UPOS)),
        .xpos = number_of(names, sen_column(s, w, COPSE_XPOS)),
        .feats = feats_number(names, sen_column(s, w, COPSE_FEATS)),
        .label = number_of(names, before(sen_column(s, w, COPSE_DEPREL), ':')),
    };
    return 0;
}

// A column of a line that is no word, from 0; empty if it is not there.
static copse_str column_of(copse_str line, int column)
{
    copse_str part = before(line, '\t');
    for (; column > 0 && part.len < line.len; column--) {
        line = (copse_str){line.s + part.len + 1, line.len - part.len - 1};
        part = before(line, '\t');
    }
    return column == 0 ? part : (copse_str){line.s, 0};
}

// The last word of the multiword token in a line, or 0 if there is none. The reader checked its order.
static int range_end(copse_str line)
{
    if (sen_is_blank(line) || line.s[0] == '#')
        return 0;
    const copse_str id = column_of(line, COPSE_ID), first = before(id, '-');
    if (first.len == id.len)
        return 0;
    const int last = sen_head_of((copse_str){id.s + first.len + 1, id.len - first.len - 1});
    return last > 0 ? last : 0;
}

static int add_sentence(raw_file *f, raw_names *names, const copse_sentence *s, bool may_lack_heads,
                        copse_error *err)
{
    const size_t begin = f->chars.n;
    size_t pos = sen_begin(s);
    uint32_t at = 0;
    copse_str line;
    int joined = 0, w = 1; // joined: the last word of the multiword token so far
    for (; w <= s->n && sen_next_line(s, &pos, &line); at++) {
        if (at == s->word[w].line) {
            if (w > joined)
                add_token(f, sen_column(s, w, COPSE_FORM), sen_line(s, w));
            if (add_word(f, names, s, w, may_lack_heads, err))
                return err->code;
            f->word[f->words - 1].multiword = w <= joined;
            w++;
        } else if (s->multiword && range_end(line) >= w) {
            joined = range_end(line);
            add_token(f, column_of(line, COPSE_FORM), s->first_line + (long)at);
        }
    }
    f->sentence = mem_grow(f->sentence, &f->sentences_cap, f->sentences + 1, sizeof *f->sentence);
    f->sentence[f->sentences++] = (raw_span){begin, f->chars.n, sen_line(s, 0)};
    return 0;
}

int raw_read(raw_file *f, raw_names *names, copse_reader *reader, bool may_lack_heads, copse_error *err)
{
    copse_sentence *s = copse_sentence_new();
    int code;
    f->name = rd_name(reader);
    while ((code = copse_reader_next(reader, s, err)) > 0) {
        if (f->words + (size_t)s->n > RAW_MOST_WORDS) // before names could run out of numbers
            code = err_set(err, COPSE_ELIMIT, f->name, sen_line(s, 0), "more than %d words", RAW_MOST_WORDS);
        else if (s->n > 0)
            code = add_sentence(f, names, s, may_lack_heads, err);
        if (code < 0)
            break;
    }
    copse_sentence_free(s);
    return code;
}

void raw_done(raw_file *f)
{
    text_done(&f->chars);
    mem_free(f->token);
    mem_free(f->sentence);
    mem_free(f->word);
}
