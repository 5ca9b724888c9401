// SPDX-License-Identifier: MIT
// Combines parsed files into one, a sentence of each at a time. Weights that are computed from the files
// themselves need a first pass over them.
//
// The order of the systems decides ties. With weights of independence heavier systems come first, so that
// the order of the files matters only between systems of equal weight. Otherwise it is the order of the
// files.
#include "common/base/error.h"
#include "common/treebank/lockstep.h"
#include "common/base/mem.h"
#include "ensemble/independent.h"
#include "ensemble/parsed.h"
#include "common/treebank/render.h"
#include "common/base/save.h"
#include "common/treebank/sentence.h"
#include "common/treebank/system_name.h"
#include "common/treebank/tree.h"
#include "ensemble/vote.h"

#include <stdlib.h>
#include <string.h>

typedef struct combining {
    size_t n;
    copse_combine_options options;
    bool read_scores;
    lockstep *files;
    weights *w;
    voter *voter;
    size_t *place;     // [n] place of each file's tree in the order of the systems
    size_t *rank;      // [n] by place; equal where the order of the files decides
    copse_tree **tree; // [n] by place
    copse_tree *best;
    save *out;
    text lines;
    copse_combine_result result;
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

static int read_trees(combining *c, copse_error *err)
{
    int code = 0;
    for (size_t i = 0; i < c->n && code == 0; i++)
        code = parsed_tree(c->tree[c->place[i]], i ? lock_system(c->files, i - 1) : lock_gold(c->files),
                           c->read_scores, err);
    return code;
}

static int combine_sentence(combining *c, copse_error *err)
{
    const copse_sentence *s = lock_gold(c->files);
    const int code = read_trees(c, err);
    if (code)
        return code;
    if (c->options.scores && s->format == COPSE_CONLLX)
        return err_set(err, COPSE_EINPUT, s->file, sen_line(s, 1), "CoNLL-X has no MISC column for scores");
    vote_combine(c->voter, s, (const copse_tree *const *)c->tree, c->best);
    c->result.words += s->n;
    c->result.tied += vote_tied(c->voter, c->best, c->rank);
    // Unchanged: the text is copied byte by byte.
    if (!c->options.scores && same_tree(c->best, c->tree[c->place[0]]))
        return save_write(c->out, s->text, s->text_len, err);
    c->lines.n = 0;
    render_sentence(&c->lines, s, c->best, c->options.scores);
    return save_write(c->out, c->lines.s, c->lines.n, err);
}

// --- weights

// Puts heavier systems first, and sorts weight into that order.
static void set_precedence(combining *c, double *weight)
{
    double *sorted = mem_alloc(c->n, sizeof *sorted);
    for (size_t i = 0; i < c->n; i++) {
        size_t heavier = 0, as_heavy = 0;
        for (size_t k = 0; k < c->n; k++) {
            heavier += weight[k] > weight[i];
            as_heavy += k < i && !(weight[k] > weight[i]) && !(weight[k] < weight[i]);
        }
        c->place[i] = heavier + as_heavy;
        c->rank[c->place[i]] = heavier;
        sorted[c->place[i]] = weight[i];
    }
    memcpy(weight, sorted, c->n * sizeof *weight);
    mem_free(sorted);
}

// Takes one pass over the files and rewinds them.
static int weigh_independence(combining *c, copse_error *err)
{
    double *weight = mem_alloc(c->n, sizeof *weight);
    agreement a;
    int code = 0;
    agree_init(&a, c->n);
    while (code == 0 && (code = lock_next(c->files, err)) > 0)
        if ((code = read_trees(c, err)) == 0)
            agree_count(&a, (const copse_tree *const *)c->tree);
    if (code == 0)
        code = lock_rewind(c->files, err);
    agree_weigh(&a, weight);
    set_precedence(c, weight);
    c->w = wt_given(weight, c->n);
    agree_done(&a);
    mem_free(weight);
    return code;
}

static int load_weights(combining *c, const char *const *systems, copse_error *err)
{
    char **name = system_names(systems, c->n);
    c->w = wt_load(c->options.weights, (const char *const *)name, c->n, err);
    system_names_free(name, c->n);
    return c->w ? 0 : err->code;
}

// Opens the files too. Two systems are equally independent and need no pass.
static int set_weights(combining *c, const char *const *systems, copse_error *err)
{
    const char *how = c->options.weights ? c->options.weights : "independent";
    const bool independent = strcmp(how, "independent") == 0 && c->n > 2;
    const bool given = strcmp(how, "independent") != 0 && strcmp(how, "uniform") != 0;
    int code = given ? load_weights(c, systems, err) : 0;
    if (code)
        return code;
    c->files =
        (independent ? lock_open_twice : lock_open)(system_file(systems[0]), systems + 1, c->n - 1, err);
    if (!c->files)
        return err->code;
    if (independent)
        code = weigh_independence(c, err);
    else if (!given)
        c->w = wt_uniform(c->n);
    return code;
}

static int combine_all(combining *c, const char *const *systems, const char *output, copse_error *err)
{
    const char *name = c->options.decoder ? c->options.decoder : "nonprojective";
    const vote_options how = {
        .decoder = dec_find(name),
        .single_root = c->options.single_root == COPSE_ROOT_SINGLE,
        .root_as_systems = c->options.single_root == COPSE_ROOT_AS_TRAINED,
        .confidence = c->options.confidence,
    };
    char quoted[ERR_QUOTE];
    if (!how.decoder)
        return err_set(err, COPSE_EINPUT, NULL, 0, "unknown decoder %s",
                       err_quote(quoted, (copse_str){name, strlen(name)}));
    c->read_scores = how.confidence;
    int code = set_weights(c, systems, err);
    if (code)
        return code;
    c->read_scores |= wt_needs_scores(c->w);
    c->voter = vote_new(c->n, c->w, &how);
    if (!(c->out = save_open(output, err)))
        return err->code;
    lock_on_pass(c->files, pass, c);
    while ((code = lock_next(c->files, err)) > 0)
        if ((code = combine_sentence(c, err)) < 0)
            break;
    return code < 0 ? code : save_commit(c->out, err);
}

static int combine(const char *const *systems, size_t n, const copse_combine_options *options,
                   const char *output, copse_combine_result *result, copse_error *err)
{
    combining c = {.n = n};
    if (options)
        c.options = *options;
    if (result)
        *result = (copse_combine_result){0};
    if (n == 0 || !systems)
        return err_set(err, COPSE_EINPUT, NULL, 0, "no files to combine");
    c.place = mem_zero(n, sizeof *c.place);
    c.rank = mem_zero(n, sizeof *c.rank);
    c.tree = mem_zero(n, sizeof *c.tree);
    for (size_t i = 0; i < n; i++) {
        c.place[i] = i;
        c.tree[i] = copse_tree_new();
    }
    c.best = copse_tree_new();
    const int code = combine_all(&c, systems, output, err);
    if (result)
        *result = c.result;
    vote_free(c.voter);
    wt_free(c.w);
    lock_close(c.files);
    save_free(c.out);
    for (size_t i = 0; i < n; i++)
        copse_tree_free(c.tree[i]);
    mem_free(c.tree);
    mem_free(c.place);
    mem_free(c.rank);
    copse_tree_free(c.best);
    text_done(&c.lines);
    return code;
}

int copse_combine(const char *const *systems, size_t n, const copse_combine_options *options,
                  const char *output, copse_combine_result *result, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, combine(systems, n, options, output, result, err));
}
