// SPDX-License-Identifier: MIT
// Parsed files in, one out: a sentence of each at a time.
#include "common/base/error.h"
#include "common/treebank/lockstep.h"
#include "common/base/mem.h"
#include "ensemble/parsed.h"
#include "common/treebank/render.h"
#include "common/base/save.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"
#include "ensemble/vote.h"

#include <stdlib.h>

typedef struct combining {
    size_t n;
    copse_combine_options options;
    const graph_decoder *decoder;
    bool read_scores;
    lockstep *files;
    weights *w;
    voter *voter;
    copse_tree **tree; // [n]
    copse_tree *best;
    save *out;
    text lines;
    long words;
} combining;

static int pass(void *context, const copse_sentence *stretch, copse_error *err)
{
    const combining *c = context;
    return save_write(c->out, stretch->text, stretch->text_len, err);
}

static bool same_tree(const copse_tree *a, const copse_tree *b)
{
    for (int d = 1; d <= a->n; d++)
        if (a->head[d] != b->head[d] || !str_equal(a->label[d], b->label[d]))
            return false;
    return true;
}

static int combine_sentence(combining *c, copse_error *err)
{
    const copse_sentence *s = lock_gold(c->files);
    int code = 0;
    for (size_t i = 0; i < c->n && code == 0; i++)
        code = parsed_tree(c->tree[i], i ? lock_system(c->files, i - 1) : s, c->read_scores, err);
    if (code)
        return code;
    if (c->options.scores && s->format == COPSE_CONLLX)
        return err_set(err, COPSE_EINPUT, s->file, sen_line(s, 1), "CoNLL-X has no MISC column for scores");
    vote_combine(c->voter, s, (const copse_tree *const *)c->tree, c->best);
    c->words += s->n;
    if (!c->options.scores && same_tree(c->best, c->tree[0])) // as it is written, not only as it is meant
        return save_write(c->out, s->text, s->text_len, err);
    c->lines.n = 0;
    render_sentence(&c->lines, s, c->best, c->options.scores);
    return save_write(c->out, c->lines.s, c->lines.n, err);
}

static int set_weights(combining *c, const char *const *systems, copse_error *err)
{
    if (!c->options.weights) {
        c->w = wt_uniform(c->n);
        return 0;
    }
    char **name = mem_zero(c->n, sizeof *name);
    for (size_t i = 0; i < c->n; i++)
        name[i] = wt_system_name(systems[i]);
    c->w = wt_load(c->options.weights, (const char *const *)name, c->n, err);
    for (size_t i = 0; i < c->n; i++)
        free(name[i]);
    free(name);
    return c->w ? 0 : err->code;
}

static int combine_all(combining *c, const char *const *systems, const char *output, copse_error *err)
{
    const char *name = c->options.decoder ? c->options.decoder : "nonprojective";
    int code = set_weights(c, systems, err);
    if (code)
        return code;
    c->decoder = dec_find(name);
    if (!c->decoder)
        return err_set(err, COPSE_EINPUT, NULL, 0, "unknown decoder '%s'", name);
    const vote_options how = {
        .decoder = c->decoder,
        .single_root = c->options.single_root == COPSE_ROOT_SINGLE,
        .root_as_systems = c->options.single_root == COPSE_ROOT_AS_TRAINED,
        .confidence = c->options.confidence,
    };
    c->read_scores = how.confidence || wt_needs_scores(c->w);
    c->voter = vote_new(c->n, c->w, &how);
    if (!(c->files = lock_open(systems[0], systems + 1, c->n - 1, err)) || !(c->out = save_open(output, err)))
        return err->code;
    lock_on_pass(c->files, pass, c);
    while ((code = lock_next(c->files, err)) > 0)
        if ((code = combine_sentence(c, err)) < 0)
            break;
    return code < 0 ? code : save_commit(c->out, err);
}

int copse_combine(const char *const *systems, size_t n, const copse_combine_options *options,
                  const char *output, long *words, copse_error *err)
{
    combining c = {.n = n};
    if (options)
        c.options = *options;
    if (words)
        *words = 0;
    if (n == 0 || !systems)
        return err_set(err, COPSE_EINPUT, NULL, 0, "no files to combine");
    c.tree = mem_zero(n, sizeof *c.tree);
    for (size_t i = 0; i < n; i++)
        c.tree[i] = copse_tree_new();
    c.best = copse_tree_new();
    const int code = combine_all(&c, systems, output, err);
    if (words)
        *words = c.words;
    vote_free(c.voter);
    wt_free(c.w);
    lock_close(c.files);
    save_free(c.out);
    for (size_t i = 0; i < n; i++)
        copse_tree_free(c.tree[i]);
    free(c.tree);
    copse_tree_free(c.best);
    text_done(&c.lines);
    return code;
}
