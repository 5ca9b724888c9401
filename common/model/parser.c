// SPDX-License-Identifier: MIT
// Passes a sentence through the stages of a model, on one thread.
#include "common/model/model.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/given.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <stdlib.h>

struct copse_parser {
    const copse_model *model;
    copse_parse_options options;
    mem_scope *memory;               // of the workers, which are given up when memory runs out
    bool ready;                      // the workers are there
    void *worker[MODEL_MOST_STAGES]; // [stages] NULL for tokenisers
    given given;                     // in the memory of the workers
    bool keeps;                      // heads are given in the sentence at hand
};

// All memory of the workers.
static void drop_workers(void *block)
{
    copse_parser *p = block;
    mem_scope_free(p->memory);
}

copse_parser *copse_parser_new(const copse_model *model, const copse_parse_options *options)
{
    if (!model)
        return NULL;
    copse_parser *p = mem_zero(1, sizeof *p);
    p->model = model;
    if (options)
        p->options = *options;
    p->memory = mem_scope_new();
    mem_on_release(p, drop_workers);
    return p;
}

void copse_parser_free(copse_parser *parser)
{
    if (!parser)
        return;
    for (size_t i = 0; parser->ready && i < parser->model->n; i++)
        if (parser->worker[i])
            parser->model->stage[i].kind->worker_free(parser->worker[i]);
    drop_workers(parser);
    mem_free(parser);
}

// Tokenisers have made the sentences, and have no workers.
static void make_workers(copse_parser *p)
{
    for (size_t i = 0; i < p->model->n; i++) {
        const model_stage *s = &p->model->stage[i];
        p->worker[i] = s->kind->split ? NULL : s->kind->worker_new(s->model, &p->options);
    }
    p->ready = true;
}

static bool is_parser(const copse_parser *p, size_t stage)
{
    return p->model->stage[stage].kind->parse != NULL;
}

// The last stage that is a parser, or the number of stages.
static size_t last_parser(const copse_parser *p)
{
    for (size_t i = p->model->n; i-- > 0;)
        if (is_parser(p, i))
            return i;
    return p->model->n;
}

// Reads the heads that are to be kept, before any stage changes the sentence, and checks them.
static int read_given(copse_parser *p, const copse_sentence *sentence, copse_error *err)
{
    p->keeps = false;
    if (!p->options.keep_heads)
        return 0;
    int code = given_read(&p->given, sentence, err);
    for (size_t i = 0; i < p->model->n && code == 0; i++) {
        const stage_kind *kind = p->model->stage[i].kind;
        const stage_limits none = {0}, limits = kind->limits ? kind->limits(p->worker[i], sentence->n) : none;
        if (kind->parse)
            code = given_check(&p->given, sentence, limits.single_root, limits.projective, err);
    }
    p->keeps = code == 0 && given_any(&p->given);
    return code;
}

// What a stage works on: with the given heads, and with evidence for calibrated scores if they are wanted.
static stage_input input_of(const copse_parser *p, size_t stage, const copse_sentence *sentence)
{
    stage_input in = {.sentence = sentence, .given = p->keeps ? &p->given : NULL};
    if (p->options.scores)
        in.temperature = cal_temperature(&p->model->stage[stage].calibration);
    return in;
}

// The scores that are shown: calibrated, and 1 for given arcs. The score of an arc with its label is then
// that of the label alone.
static void show_scores(const copse_parser *p, size_t stage, copse_tree *tree)
{
    if (!p->options.scores)
        return;
    cal_apply(&p->model->stage[stage].calibration, tree);
    for (int d = 1; d <= tree->n && p->keeps; d++) {
        if (p->given.head[d] == GIVEN_NONE)
            continue;
        const float share = tree->score[d] > 0 ? tree->label_score[d] / tree->score[d] : 1;
        tree->label_score[d] = p->given.label[d].s || share > 1 ? 1 : share;
        tree->score[d] = 1;
    }
}

static double temperature_of(const model_stage *s)
{
    return stage_temperature(s->kind, s->model, cal_temperature(&s->calibration));
}

// Parses with one stage, as the options say.
static void parse_stage(copse_parser *p, size_t stage, const copse_sentence *sentence, copse_tree *tree)
{
    const model_stage *s = &p->model->stage[stage];
    const stage_input in = input_of(p, stage, sentence);
    if (p->options.decode == COPSE_DECODE_MIN_RISK && s->kind->min_risk && sentence->n <= STAGE_MOST_ARCS)
        s->kind->min_risk(p->worker[stage], &in, temperature_of(s), tree);
    else
        s->kind->parse(p->worker[stage], &in, tree);
    show_scores(p, stage, tree);
}

// Runs the stages from `from` up to `to`. Stages after a parser see its tree.
static void run_some(copse_parser *p, size_t from, size_t to, copse_sentence *sentence, copse_tree *tree)
{
    for (size_t i = from; i < to; i++) {
        if (is_parser(p, i))
            parse_stage(p, i, sentence, tree);
        else if (p->worker[i])
            p->model->stage[i].kind->run(p->worker[i], sentence);
        if (is_parser(p, i) && i + 1 < p->model->n)
            ov_put_tree(sentence, tree);
    }
}

static int run_stages(copse_parser *p, copse_sentence *sentence, copse_tree *tree, copse_error *err)
{
    copse_error none;
    if (!p->ready)
        make_workers(p);
    const int code = read_given(p, sentence, err);
    if (code == 0)
        run_some(p, 0, p->model->n, sentence, tree);
    if (code != 0 || (last_parser(p) == p->model->n && tree_read(tree, sentence, &none) != 0))
        tree_resize(tree, 0);
    return code;
}

// What a parser has after it ran out of memory: no workers, and an empty tree.
static int give_up(copse_parser *p, mem_guard *guard, copse_tree *tree, copse_error *err)
{
    const int code = mem_failed(guard, err);
    p->ready = false;
    p->given = (given){0};
    if (tree)
        tree_resize(tree, 0);
    return code;
}

int copse_parse(copse_parser *parser, copse_sentence *sentence, copse_tree *tree, copse_error *err)
{
    mem_guard guard;
    mem_begin_in(&guard, parser->memory);
    if (setjmp(guard.at))
        return give_up(parser, &guard, tree, err);
    return mem_end(&guard, run_stages(parser, sentence, tree, err));
}

// ---------------------------------------------------------------------------------------------------
// Lists of trees

// Fills the list, and the overlay of the stages before the parser.
static int fill_list(copse_parser *p, copse_sentence *sentence, stage_list *list, copse_error *err)
{
    const size_t at = last_parser(p);
    const model_stage *s = &p->model->stage[at];
    if (!p->ready)
        make_workers(p);
    const int code = read_given(p, sentence, err);
    if (code != 0)
        return code;
    run_some(p, 0, at, sentence, list->tree[0]);
    const stage_input in = input_of(p, at, sentence);
    if (s->kind->kbest) {
        s->kind->kbest(p->worker[at], &in, list);
    } else {
        s->kind->parse(p->worker[at], &in, list->tree[0]);
        stage_list_one(list);
    }
    for (int i = 0; i < list->n; i++)
        show_scores(p, at, list->tree[i]);
    return 0;
}

// Probabilities of all trees, if their sum is known; otherwise of those in the list.
static void rank_list(const stage_list *list, copse_ranked *ranks, copse_kbest *result)
{
    const bool known = !isnan(list->log_sum);
    double sum = 0;
    for (int i = 0; i < list->n; i++)
        sum += exp(list->score[i] - list->score[0]);
    for (int i = 0; i < list->n; i++) {
        const double share =
            known ? exp(list->score[i] - list->log_sum) : exp(list->score[i] - list->score[0]) / sum;
        ranks[i] = (copse_ranked){list->score[i], share > 0 ? share < 1 ? share : 1 : 0};
    }
    *result = (copse_kbest){list->n, list->exact, known};
}

static int make_list(copse_parser *p, copse_sentence *sentence, int k, copse_tree *const *trees,
                     copse_ranked *ranks, copse_kbest *result, copse_error *err)
{
    stage_list list = {.tree = trees, .k = k, .score = mem_alloc((size_t)k, sizeof *list.score)};
    const int code = fill_list(p, sentence, &list, err);
    if (code == 0)
        rank_list(&list, ranks, result);
    mem_free(list.score);
    for (int i = list.n; i < k; i++)
        tree_resize(trees[i], 0);
    return code;
}

int copse_parse_kbest(copse_parser *parser, copse_sentence *sentence, int k, copse_tree *const *trees,
                      copse_ranked *ranks, copse_kbest *result, copse_error *err)
{
    mem_guard guard;
    *result = (copse_kbest){0};
    if (k < 1 || k > COPSE_MOST_KBEST)
        return err_set(err, COPSE_EINPUT, NULL, 0, "%d best trees: the number is from 1 to %d", k,
                       COPSE_MOST_KBEST);
    if (last_parser(parser) == parser->model->n)
        return err_set(err, COPSE_EINPUT, NULL, 0, "the model has no parser");
    mem_begin_in(&guard, parser->memory);
    if (setjmp(guard.at)) {
        for (int i = 1; i < k; i++)
            tree_resize(trees[i], 0);
        return give_up(parser, &guard, trees[0], err);
    }
    return mem_end(&guard, make_list(parser, sentence, k, trees, ranks, result, err));
}

static int run_after(copse_parser *p, copse_sentence *sentence, copse_tree *tree)
{
    const size_t next = last_parser(p) + 1;
    if (next >= p->model->n)
        return 0;
    ov_put_tree(sentence, tree);
    run_some(p, next, p->model->n, sentence, tree);
    return 0;
}

int parser_after(copse_parser *parser, copse_sentence *sentence, copse_tree *tree, copse_error *err)
{
    mem_guard guard;
    mem_begin_in(&guard, parser->memory);
    if (setjmp(guard.at))
        return give_up(parser, &guard, tree, err);
    return mem_end(&guard, run_after(parser, sentence, tree));
}

// ---------------------------------------------------------------------------------------------------
// Probabilities of arcs

// Takes the arcs that are likely enough. The result belongs to the scope around the call, not to the parser.
static void take_arcs(const stage_arcs *all, double least, mem_scope *around, copse_arcs *arcs)
{
    const size_t N = (size_t)all->n + 1;
    size_t n = 0;
    for (size_t i = N; i < N * N; i++)
        n += all->p[i] > 0 && all->p[i] >= least;
    mem_scope *before = mem_into(around);
    arcs->arc = mem_alloc(n + 1, sizeof *arcs->arc);
    mem_into(before);
    for (size_t i = N; i < N * N; i++)
        if (all->p[i] > 0 && all->p[i] >= least)
            arcs->arc[arcs->n++] = (copse_arc){(int)(i % N), (int)(i / N), all->p[i]};
    arcs->log_sum = all->log_sum;
}

// A given arc is certain, also where a parser could not search with it and grafted it into its tree.
static void settle_arcs(const copse_parser *p, stage_arcs *all)
{
    const size_t N = (size_t)all->n + 1;
    for (size_t d = 1; p->keeps && d < N; d++)
        for (size_t h = 0; p->given.head[d] != GIVEN_NONE && h < N; h++)
            all->p[d * N + h] = (int)h == p->given.head[d];
}

static int find_arcs(copse_parser *p, copse_sentence *sentence, double least, mem_scope *around,
                     copse_arcs *arcs, copse_error *err)
{
    const size_t at = last_parser(p);
    stage_arcs all = {0};
    copse_tree *tree = copse_tree_new();
    if (!p->ready)
        make_workers(p);
    const int code = read_given(p, sentence, err);
    if (code == 0) {
        const model_stage *s = &p->model->stage[at];
        run_some(p, 0, at, sentence, tree);
        const stage_input in = input_of(p, at, sentence);
        s->kind->arcs(p->worker[at], &in, temperature_of(s), &all);
        settle_arcs(p, &all);
        take_arcs(&all, least, around, arcs);
    }
    mem_free(all.p);
    copse_tree_free(tree);
    return code;
}

int copse_parse_arcs(copse_parser *parser, copse_sentence *sentence, double least, copse_arcs *arcs,
                     copse_error *err)
{
    const size_t at = last_parser(parser);
    mem_scope *around = mem_here();
    mem_guard guard;
    *arcs = (copse_arcs){.log_sum = NAN};
    if (at == parser->model->n || !parser->model->stage[at].kind->arcs)
        return err_set(err, COPSE_EINPUT, NULL, 0, "the model has no parser with probabilities of arcs");
    if (sentence->n > STAGE_MOST_ARCS)
        return err_set(err, COPSE_ELIMIT, sentence->file, sen_line(sentence, 0),
                       "probabilities of all arcs of %d words (limit %d)", sentence->n, STAGE_MOST_ARCS);
    mem_begin_in(&guard, parser->memory);
    if (setjmp(guard.at))
        return give_up(parser, &guard, NULL, err);
    return mem_end(&guard, find_arcs(parser, sentence, least, around, arcs, err));
}

void copse_arcs_done(copse_arcs *arcs)
{
    if (!arcs)
        return;
    mem_free(arcs->arc);
    *arcs = (copse_arcs){0};
}

// ---------------------------------------------------------------------------------------------------
// Language models

static int weigh_sentence(copse_parser *p, size_t at, copse_sentence *sentence, copse_lm *result)
{
    copse_tree *tree = copse_tree_new();
    if (!p->ready)
        make_workers(p);
    run_some(p, 0, at, sentence, tree);
    result->log_probability = p->model->stage[at].kind->log_probability(
        p->worker[at], &(stage_input){.sentence = sentence}, &result->words);
    copse_tree_free(tree);
    return 0;
}

int copse_log_probability(copse_parser *parser, copse_sentence *sentence, copse_lm *result, copse_error *err)
{
    const copse_model *m = parser->model;
    const size_t at = last_parser(parser);
    mem_guard guard;
    *result = (copse_lm){0};
    if (at == m->n || !m->stage[at].kind->log_probability)
        return err_set(err, COPSE_EINPUT, m->file ? box_path(m->file) : NULL, 0,
                       "a model of the kind %s is no language model; 'copse train generative' makes one",
                       m->stage[at < m->n ? at : 0].kind->name);
    mem_begin_in(&guard, parser->memory);
    if (setjmp(guard.at))
        return give_up(parser, &guard, NULL, err);
    return mem_end(&guard, weigh_sentence(parser, at, sentence, result));
}
