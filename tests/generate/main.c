// SPDX-License-Identifier: MIT
// Writes a treebank of any size in an invented language: see --help.
//
// For tests that need more data than can be written by hand, and that a parser can learn: what a word hangs
// from is decided by its case, its agreement or its class, and only a few choices are left to chance. The
// same arguments give the same bytes everywhere; all random choices are of integers.
#include "tests/generate/grammar.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    long sentences, words, least;
    uint64_t seed;
    long millionths; // the share of non-projective trees
    bool conllx, plain;
} settings;

static const char usage[] =
    "usage: generate [options] > TREEBANK\n"
    "  --sentences N          sentences to write (default 1000; no limit if --words is given)\n"
    "  --words N              stop after the sentence in which the N-th word is written\n"
    "  --seed N               another seed, another treebank of the same language (default 1)\n"
    "  --nonprojective SHARE  of trees with a non-projective arc, 0..1 (default 0)\n"
    "  --format FORMAT        conllu (default) or conllx\n"
    "  --plain                no multiword tokens and no empty nodes\n"
    "  --least N              sentences have at least N words (default 3)\n";

static int fail(const char *what, const char *value)
{
    fprintf(stderr, "generate: %s: '%s'\n%s", what, value, usage);
    return 2;
}

static bool whole_number(const char *text, long most, long *value)
{
    char *end;
    errno = 0;
    *value = strtol(text, &end, 10);
    return end != text && !*end && !errno && *value >= 0 && *value <= most;
}

// A share as written, in millionths, so that no rounding of floating-point numbers decides anything.
static bool share(const char *text, long *millionths)
{
    if (text[0] != '0' && text[0] != '1')
        return false;
    long value = (text[0] - '0') * 1000000L, unit = 100000;
    if (text[1] && text[1] != '.')
        return false;
    for (const char *p = text + (text[1] ? 2 : 1); *p; p++, unit /= 10) {
        if (*p < '0' || *p > '9')
            return false;
        value += (*p - '0') * unit;
    }
    *millionths = value;
    return value <= 1000000;
}

static int read_settings(settings *s, int argc, char **argv)
{
    *s = (settings){.sentences = -1, .words = -1, .seed = 1, .least = SHORTEST};
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        long seed;
        bool fine;
        if (!strcmp(name, "--plain")) {
            s->plain = true;
            continue;
        }
        if (!strcmp(name, "--sentences"))
            fine = whole_number(value, LONG_MAX, &s->sentences);
        else if (!strcmp(name, "--words"))
            fine = whole_number(value, LONG_MAX, &s->words);
        else if (!strcmp(name, "--least"))
            fine = whole_number(value, 1000000, &s->least);
        else if (!strcmp(name, "--seed")) {
            fine = whole_number(value, LONG_MAX, &seed);
            s->seed = (uint64_t)seed;
        } else if (!strcmp(name, "--nonprojective"))
            fine = share(value, &s->millionths);
        else if (!strcmp(name, "--format")) {
            s->conllx = !strcmp(value, "conllx");
            fine = s->conllx || !strcmp(value, "conllu");
        } else
            return fail("no such option", name);
        if (!fine)
            return fail(name, value);
        i++;
    }
    if (s->sentences < 0)
        s->sentences = s->words < 0 ? 1000 : LONG_MAX;
    if (s->words < 0)
        s->words = LONG_MAX;
    return 0;
}

// A preposition and the definite article after it that are written as one: "in" + "lam" = "inam".
static bool fused(const words *s, int i)
{
    return i + 1 < s->order_n && s->at[s->order[i]].fuses && s->at[s->order[i + 1]].definite;
}

// Is the next thing written without a space before it?
static bool space_after(const words *s, int i)
{
    while (++i < s->order_n)
        if (!s->at[s->order[i]].empty)
            return !s->at[s->order[i]].glued;
    return false;
}

static void print_text(const words *s, bool plain)
{
    fputs("# text = ", stdout);
    for (int i = 0; i < s->order_n; i++) {
        const word *w = &s->at[s->order[i]];
        if (w->empty)
            continue;
        fputs(w->form, stdout);
        if (!plain && fused(s, i))
            fputs(s->at[s->order[++i]].form + 1, stdout);
        if (space_after(s, i))
            putchar(' ');
    }
    putchar('\n');
}

// CoNLL-X has coarse tags of its own; the reader knows the format by them.
static const char *coarse(const char *upos)
{
    static const char *const tags[][2] = {{"NOUN", "N"}, {"PROPN", "N"}, {"PRON", "P"},  {"VERB", "V"},
                                          {"AUX", "V"},  {"ADJ", "A"},   {"ADV", "R"},   {"DET", "D"},
                                          {"ADP", "S"},  {"CCONJ", "C"}, {"SCONJ", "C"}, {"PART", "T"},
                                          {"NUM", "M"},  {"PUNCT", "F"}};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (!strcmp(tags[i][0], upos))
            return tags[i][1];
    return "X";
}

static void print_word(const words *s, const word *w, bool conllx, const char *misc)
{
    const char *feats = w->feats[0] ? w->feats : "_";
    if (w->empty)
        printf("%d.%d\t%s\t%s\t%s\t%s\t%s\t_\t_\t%d:%s\t_\n", w->id, w->sub, w->form, w->lemma, w->upos,
               w->xpos, feats, s->at[w->head].id, w->label);
    else
        printf("%d\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t_\t%s\n", w->id, w->form, w->lemma,
               conllx ? coarse(w->upos) : w->upos, w->xpos, feats, w->head == NOWHERE ? 0 : s->at[w->head].id,
               w->label, misc);
}

static void print_sentence(const words *s, const settings *o)
{
    bool in_token = false;
    for (int i = 0; i < s->order_n; i++) {
        const word *w = &s->at[s->order[i]];
        bool last = i + 1 == s->order_n, spaced = last || space_after(s, i);
        if (o->conllx || o->plain) {
            if (!w->empty)
                print_word(s, w, o->conllx, o->conllx || spaced ? "_" : "SpaceAfter=No");
            continue;
        }
        if (fused(s, i)) {
            printf("%d-%d\t%s%s\t_\t_\t_\t_\t_\t_\t_\t%s\n", w->id, w->id + 1, w->form,
                   s->at[s->order[i + 1]].form + 1, space_after(s, i + 1) ? "_" : "SpaceAfter=No");
            in_token = true;
            print_word(s, w, o->conllx, "_");
            continue;
        }
        print_word(s, w, o->conllx, in_token || spaced ? "_" : "SpaceAfter=No");
        in_token = false;
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    settings o;
    int status = read_settings(&o, argc, argv);
    if (status)
        return status;
    grammar g = {0};
    lex_init(&g.lexicon);
    rng_seed(&g.rng, o.seed);
    long words_written = 0;
    for (long i = 1; i <= o.sentences && words_written < o.words; i++) {
        bool nonprojective = rng_below(&g.rng, 1000000) < (uint64_t)o.millionths;
        words_written += gr_sentence(&g, nonprojective, (int)o.least);
        word *first = &g.words.at[g.words.order[g.words.at[g.words.order[0]].empty]];
        if (first->form[0] >= 'a' && first->form[0] <= 'z')
            first->form[0] = (char)(first->form[0] - 'a' + 'A');
        if (!o.conllx) {
            if (i % 100 == 1)
                printf("# newdoc id = %llu-%ld\n", (unsigned long long)o.seed, i / 100 + 1);
            printf("# sent_id = %llu-%ld\n", (unsigned long long)o.seed, i);
            print_text(&g.words, o.plain);
        }
        print_sentence(&g.words, &o);
    }
    w_done(&g.words);
    lex_done(&g.lexicon);
    if (fflush(stdout) || ferror(stdout)) {
        perror("generate: standard output");
        return 1;
    }
    return 0;
}
