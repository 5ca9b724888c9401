// SPDX-License-Identifier: MIT
#include "tests/sweep/sweep.h"

#include "common/treebank/check.h"
#include "common/treebank/reader.h"
#include "common/treebank/tree.h"

#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 40 };

// Words of the training data and others.
static copse_sentence *sentence_of(int n)
{
    static const copse_token known[] = {
        {.form = "the", .lemma = "the", .upos = "DET", .xpos = "D", .feats = "Def=Yes"},
        {.form = "dog", .lemma = "dog", .upos = "NOUN", .xpos = "N", .feats = "Number=Sing"},
        {.form = "sleeps", .lemma = "sleep", .upos = "VERB", .xpos = "V", .feats = "Number=Sing|Tense=Past"},
        {.form = "what", .lemma = "what", .upos = "PRON", .xpos = "W"},
        {.form = "\xce\xb1\xce\xb2", .lemma = "x", .upos = "X", .xpos = "Y"},
        {.form = "saw", .lemma = "see", .upos = "VERB", .xpos = "V", .feats = "Tense=Past"},
        {.form = "here", .lemma = "here", .upos = "ADV", .xpos = "A"}};
    enum { KNOWN = sizeof known / sizeof known[0] };
    copse_sentence *s = copse_sentence_new();
    copse_token token[MOST_WORDS];
    for (int i = 0; i < n; i++)
        token[i] = known[(i * 5 + n + i / KNOWN) % KNOWN];
    copse_sentence_set(s, n, token);
    return s;
}

void sweep_text_init(sweep_text *t)
{
    static const int words[SWEEP_SENTENCES] = {1, 3, 12, MOST_WORDS};
    for (size_t i = 0; i < SWEEP_SENTENCES; i++)
        t->sentence[i] = sentence_of(words[i]);
    t->tree = copse_tree_new();
}

void sweep_text_done(sweep_text *t)
{
    for (size_t i = 0; i < SWEEP_SENTENCES; i++)
        copse_sentence_free(t->sentence[i]);
    copse_tree_free(t->tree);
}

typedef struct complaint {
    char *why;
    size_t room;
    int problems;
} complaint;

static void complain(void *context, const copse_problem *problem)
{
    complaint *c = context;
    if (c->problems++ == 0)
        snprintf(c->why, c->room, "line %ld: %s", problem->line, problem->message);
}

// Checks the output as `copse check` does.
static void check(const copse_writer *out, size_t n, bool several_roots, complaint *c)
{
    const copse_check_options options = {.several_roots = several_roots};
    copse_error err;
    size_t size;
    const void *bytes = copse_writer_data(out, &size);
    copse_reader *in = copse_reader_memory(bytes, size, NULL, &err);
    copse_sentence *s = copse_sentence_new();
    size_t read = 0;
    int got = -1;
    if (in) {
        rd_on_problem(in, complain, c);
        for (; (got = copse_reader_next(in, s, &err)) > 0; read++)
            chk_sentence(s, &options, complain, c);
    }
    if (got < 0 && c->problems++ == 0)
        snprintf(c->why, c->room, "cannot be read: %s", err.message);
    if (read != n && c->problems++ == 0)
        snprintf(c->why, c->room, "%zu sentences instead of %zu", read, n);
    copse_sentence_free(s);
    copse_reader_close(in);
}

// A chain, for models without a parser.
static void hang(copse_tree *tree, int n)
{
    tree_resize(tree, n);
    for (int w = 1; w <= n; w++) {
        tree->head[w] = w - 1;
        tree->label[w] = w > 1 ? (copse_str){"dep", 3} : (copse_str){"root", 4};
    }
}

// Parses the first n sentences.
static void parse(const sweep_text *t, const copse_model *model, size_t n, copse_root_choice roots,
                  complaint *c)
{
    const copse_parse_options options = {.single_root = roots, .scores = true, .retag = true};
    copse_error err;
    copse_parser *parser = copse_parser_new(model, &options);
    copse_writer *out = copse_writer_memory();
    if (!parser && c->problems++ == 0)
        snprintf(c->why, c->room, "no parser can be made");
    for (size_t i = 0; parser && i < n; i++) {
        if (copse_parse(parser, t->sentence[i], t->tree, &err) != 0 && c->problems++ == 0)
            snprintf(c->why, c->room, "parsing failed: %s", err.message);
        if (copse_tree_length(t->tree) == 0)
            hang(t->tree, copse_sentence_length(t->sentence[i]));
        for (int w = 1; w <= copse_sentence_length(t->sentence[i]); w++) {
            const float score = copse_tree_score(t->tree, w), both = copse_tree_label_score(t->tree, w);
            if (!(score >= 0 && score <= 1 && both >= 0 && both <= 1) && c->problems++ == 0)
                snprintf(c->why, c->room, "confidences of %g, %g", (double)score, (double)both);
        }
        if (copse_writer_put(out, t->sentence[i], t->tree, &err) != 0 && c->problems++ == 0)
            snprintf(c->why, c->room, "no tree: %s", err.message);
    }
    if (c->problems == 0)
        check(out, n, roots == COPSE_ROOT_AS_TRAINED, c);
    copse_writer_free(out);
    copse_parser_free(parser);
}

sweep_result sweep_attempt(const sweep_text *t, size_t n, const unsigned char *bytes, size_t size, char *why,
                           size_t room)
{
    copse_error err = {0};
    copse_model *model = copse_model_from_memory(bytes, size, "swept", &err);
    if (!model) {
        const bool one_line = err.message[0] && !strpbrk(err.message, "\n\r\x1b");
        if (err.code == COPSE_EMODEL && one_line)
            return SWEEP_REFUSED;
        snprintf(why, room, "refused with code %d: %s", err.code, err.message);
        return SWEEP_WRONG;
    }
    complaint c = {why, room, 0};
    parse(t, model, n, COPSE_ROOT_SINGLE, &c);
    if (c.problems == 0)
        parse(t, model, SWEEP_SENTENCES - 1, COPSE_ROOT_AS_TRAINED, &c);
    copse_model_free(model);
    return c.problems ? SWEEP_WRONG : SWEEP_LOADED;
}
