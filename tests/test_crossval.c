// SPDX-License-Identifier: MIT
// Cross-validation: every sentence is parsed once, by a model that has not seen it.
#include "tests/harness.h"
#include "tests/scratch.h"

#include "tests/assembled.h"
#include "ensemble/jackknife.h"
#include "tests/language.h"
#include "tests/stages.h"
#include "common/base/mem.h"

static copse_error err;

// A treebank in which the labels of a sentence are its own: T4 and R4 (the root) in the fifth.
static void told_apart(const char *path, int n)
{
    rng r;
    lang_sentence s;
    FILE *f = fopen(path, "w");
    rng_seed(&r, 5);
    for (int i = 0; i < n && f; i++) {
        lang_make(&s, &r, i % 3 == 0);
        for (int d = 1; d <= s.n; d++)
            fprintf(f, "%d\t%s\t%s\t%s\t%s\t_\t%d\t%c%d\t_\t_\n", d, s.form[d], s.form[d], s.token[d].upos,
                    s.token[d].upos, s.head[d], s.head[d] ? 'T' : 'R', i);
        fputc('\n', f);
    }
    if (!f || fclose(f) != 0)
        perror(path);
}

static int train_recipe(void *context, box_writer *w, treebank *t, const copse_environment *environment,
                        copse_error *e)
{
    return recipe_train(context, w, t, environment, e);
}

// Does the tree have only labels of sentences that are in other folds than the i-th?
static void check_labels(const copse_tree *tree, const int *fold, size_t i, long n)
{
    for (int d = 1; d <= tree->n; d++) {
        char label[24];
        const copse_str l = tree->label[d];
        snprintf(label, sizeof label, "%.*s", (int)l.len, l.s);
        const long from = strtol(label + 1, NULL, 10);
        CHECK(label[0] == 'T' || label[0] == 'R');
        REQUIRE(from >= 0 && from < n);
        CHECK(fold[from] != fold[i]);
    }
}

static void check_unseen(const char *name, long folds, cv_split split)
{
    enum { N = 23 };
    copse_options *o = name[0] == 'a' ? options_of("transition", QUICK_TRANSITION)
                                      : options_of("graph", QUICK_GRAPH " --order 1");
    const recipe r = {.name = (char *)name, .options = o, .reverse = strstr(name, "reverse") != NULL};
    const cv_job job = {.name = name,
                        .train = train_recipe,
                        .context = (void *)(uintptr_t)&r,
                        .reverse = r.reverse,
                        .split = split,
                        .seed = 7,
                        .folds = folds,
                        .env = {.threads = 1}};
    copse_tree *tree[N];
    copse_crossval_result result;
    label_pool pool = {0};
    treebank t;
    told_apart(scratch("train.conllu"), N);
    REQUIRE(tb_read(&t, scratch("train.conllu"), false, &err) == 0);
    REQUIRE(t.n == N);
    REQUIRE(cv_predict(&job, &t, tree, NULL, &pool, &result, &err) == 0);
    copse_options_free(o);
    long sentences = 0, words = 0, size[N] = {0};
    int *fold = cv_folds(N, folds, split, 7);
    for (size_t i = 0; i < N; i++) {
        REQUIRE(tree[i] != NULL);
        CHECK_INT(tree[i]->n, t.sentence[i]->n);
        CHECK(tree[i]->scored);
        check_labels(tree[i], fold, i, N);
        size[fold[i]]++;
    }
    for (long f = 0; f < folds; f++) {
        sentences += result.fold[f].sentences;
        words += result.fold[f].words;
        CHECK_INT(result.fold[f].both, 0); // nobody can know these labels
        CHECK_INT(result.fold[f].sentences, size[f]);
    }
    CHECK_INT(sentences, N);
    CHECK_INT(words, t.words);
    for (size_t i = 0; i < N; i++)
        copse_tree_free(tree[i]);
    mem_free(fold);
    pool_done(&pool);
    tb_done(&t);
}

static void no_model_has_seen_what_it_parses(void)
{
    check_unseen("arc-eager", 2, CV_CONSECUTIVE);
    check_unseen("arc-eager", 4, CV_RANDOM);
    check_unseen("arc-eager:reverse", 5, CV_DEALT);
    check_unseen("graph1", 3, CV_MODULO);
    check_unseen("graph1:reverse", 23, CV_CONSECUTIVE);
}

// A file with the predicted trees of the family, in the order of the treebank, for any number of threads.
static void check_family(copse_options *o, copse_split split)
{
    enum { N = 24, FOLDS = 3 };
    const copse_crossval_options how = {.folds = FOLDS, .split = split};
    copse_scores scores[FOLDS];
    treebank t, found;
    char *first = NULL;
    size_t size = 0, again = 0;
    options_fix(o, "seed", "7");
    told_apart(scratch("train.conllu"), N);
    for (int threads = 1; threads <= 7; threads += 6) { // 7: each fold has processes of its own
        const copse_environment env = {.threads = threads};
        copse_writer *out = copse_writer_open(scratch("found"), &err);
        REQUIRE(out && copse_crossval_scores(o, &how, scratch("train.conllu"), out, scores, &env, &err) == 0);
        CHECK_INT(copse_writer_commit(out, &err), 0);
        copse_writer_free(out);
        char *bytes = scratch_read(scratch("found"), first ? &again : &size);
        CHECK(!first || (again == size && memcmp(bytes, first, size) == 0));
        if (first)
            mem_free(first);
        first = bytes;
        for (int f = 0; f < FOLDS; f++) {
            CHECK_INT(scores[f].sentences, N / FOLDS);
            CHECK_INT(scores[f].both, 0);
            CHECK(scores[f].head > scores[f].tokens / 3);
            copse_scores_done(&scores[f]);
        }
    }
    mem_free(first);
    int *fold = cv_folds(N, FOLDS, (cv_split)split, 7);
    REQUIRE(tb_read(&t, scratch("train.conllu"), false, &err) == 0);
    REQUIRE(tb_read(&found, scratch("found"), false, &err) == 0);
    REQUIRE(found.n == N);
    for (size_t i = 0; i < N; i++) {
        CHECK(found.sentence[i]->n == t.sentence[i]->n &&
              str_equal(sen_column(found.sentence[i], 1, COPSE_FORM),
                        sen_column(t.sentence[i], 1, COPSE_FORM)));
        check_labels(found.tree[i], fold, i, N);
    }
    tb_done(&t);
    tb_done(&found);
    mem_free(fold);
    copse_options_free(o);
}

static copse_options *stack(void)
{
    copse_options *o = options_of("stack", "--base graph1 --guide arc-eager");
    options_fix(o, "transition-options", QUICK_TRANSITION);
    options_fix(o, "graph-options", QUICK_GRAPH);
    return o;
}

static void nor_has_one_of_any_family(void)
{
    check_family(options_of("transition", QUICK_TRANSITION), COPSE_SPLIT_RANDOM);
    check_family(options_of("graph", QUICK_GRAPH), COPSE_SPLIT_MODULO);
    check_family(options_of("generative", ""), COPSE_SPLIT_RANDOM);
    check_family(stack(), COPSE_SPLIT_MODULO);
    check_family(quick_ensemble("arc-eager,graph1+arc-eager,graph1", "--by pos"), COPSE_SPLIT_RANDOM);
}

static void stop_at_once(void *context, const copse_progress *p)
{
    (void)p;
    copse_stop_set(context);
}

static void a_stopped_one_has_no_result(void)
{
    copse_options *o = quick_ensemble("arc-eager,graph1+arc-eager", "");
    lang_file(scratch("train.conllu"), 60, 3, false);
    for (int threads = 1; threads <= 4; threads++) {
        copse_stop *stop = copse_stop_new();
        copse_scores scores[3];
        const copse_environment env = {
            .threads = threads, .stop = stop, .progress = stop_at_once, .context = stop};
        const copse_crossval_options how = {.folds = 3};
        copse_writer *out = copse_writer_memory();
        size_t written;
        CHECK_INT(copse_crossval_scores(o, &how, scratch("train.conllu"), out, scores, &env, &err),
                  COPSE_ESTOPPED);
        copse_writer_data(out, &written);
        CHECK(scores[0].sentences == 0 && scores[0].labels == NULL && written == 0);
        copse_writer_free(out);
        copse_stop_free(stop);
    }
    copse_options_free(o);
}

// Every sentence is in a fold, and folds differ by a sentence at most.
static void check_sizes(const int *fold, size_t n, int folds)
{
    size_t size[40] = {0};
    for (size_t i = 0; i < n; i++) {
        REQUIRE(fold[i] >= 0 && fold[i] < folds);
        size[fold[i]]++;
    }
    for (int f = 0; f < folds; f++)
        CHECK(size[f] == n / (size_t)folds || size[f] == n / (size_t)folds + 1);
}

static void every_split_is_a_partition(void)
{
    for (size_t n = 2; n < 40; n++)
        for (int folds = 2; folds <= (int)n; folds++)
            for (cv_split split = CV_CONSECUTIVE; split <= CV_DEALT; split++) {
                int *fold = cv_folds(n, folds, split, n);
                check_sizes(fold, n, folds);
                for (size_t i = 0; i < n; i++) {
                    if (split == CV_CONSECUTIVE)
                        CHECK(i == 0 ? fold[i] == 0 : fold[i] == fold[i - 1] || fold[i] == fold[i - 1] + 1);
                    if (split == CV_MODULO || split == CV_DEALT) // so few are dealt one by one
                        CHECK_INT(fold[i], (int)i % folds);
                }
                mem_free(fold);
            }
    int *many = cv_folds(10000, 2, CV_DEALT, 0), *turns = cv_folds(10000, 2, CV_MODULO, 0);
    CHECK(many[0] == 0 && many[9] == 0 && many[10] == 1 && many[19] == 1 && many[20] == 0);
    CHECK(turns[0] == 0 && turns[1] == 1 && turns[9] == 1 && turns[9998] == 0);
    mem_free(many);
    mem_free(turns);
}

static void random_folds_follow_the_seed(void)
{
    enum { N = 200 };
    int *one = cv_folds(N, 5, CV_RANDOM, 1), *again = cv_folds(N, 5, CV_RANDOM, 1);
    int *two = cv_folds(N, 5, CV_RANDOM, 2), stays = 0, neighbours = 0;
    CHECK(memcmp(one, again, N * sizeof *one) == 0);
    for (int i = 0; i < N; i++) {
        stays += one[i] == two[i];
        neighbours += i > 0 && one[i] == one[i - 1];
    }
    CHECK(stays > N / 10 && stays < N * 3 / 10); // a fifth is expected
    CHECK(neighbours > N / 10 && neighbours < N * 3 / 10);
    mem_free(one);
    mem_free(again);
    mem_free(two);
}

static void the_guides_trees_are_added(void)
{
    treebank t, guided;
    lang_file(scratch("train.conllu"), 4, 3, false);
    REQUIRE(tb_read(&t, scratch("train.conllu"), false, &err) == 0);
    copse_tree **all[] = {t.tree, NULL, t.tree + 0};
    size_t guide[] = {2, 0};
    const recipe r = {.guides = 2, .guide = guide};
    add_guides(&guided, &t, &r, all);
    CHECK_INT(guided.guides, 2);
    CHECK_INT(guided.n, t.n);
    CHECK(guided.digest == t.digest);
    for (size_t i = 0; i < t.n; i++) {
        CHECK(tb_guide_trees(&guided, i)[0] == t.tree[i] && tb_guide_trees(&guided, i)[1] == t.tree[i]);
        CHECK(guided.tree[i] != t.tree[i] && same_tree(guided.tree[i], t.tree[i]));
    }
    tb_done(&guided);
    tb_done(&t);
}

// A tagger whose model is the number of sentences it was trained on.
static int train_tagger(void *context, box_writer *w, treebank *t, const copse_environment *environment,
                        copse_error *e)
{
    (void)e;
    CHECK(environment->threads >= 1);
    for (size_t i = 0; i < t->n; i++)
        CHECK(str_is(sen_column(t->sentence[i], 1, COPSE_UPOS), "T")); // what others predicted is not here
    *(int *)context += 1;
    toy_save(w, &toy_tagger, (uint32_t)t->n);
    return 0;
}

static void keep_line(void *context, const char *line)
{
    snprintf(context, 128, "%s", line);
}

static void check_tags(int threads, bool wanted)
{
    enum { N = 5 };
    static const char conll[] = "1\ta\t_\tT\t_\t_\t0\tr\t_\t_\n2\tab\t_\t4b\t_\t_\t1\tr\t_\t_\n\n";
    char all[N * sizeof conll] = "", line[128] = "";
    int trained = 0;
    copse_tree *tree[N];
    overlay *over[N];
    copse_crossval_result result;
    label_pool pool = {0};
    treebank t;
    for (int i = 0; i < N; i++)
        strcat(all, conll);
    scratch_write(scratch("tags.conllu"), all, strlen(all));
    REQUIRE(tb_read(&t, scratch("tags.conllu"), false, &err) == 0);
    CHECK_INT(copse_sentence_put(t.sentence[0], 1, COPSE_FORM, "xyz", &err), 0); // by an earlier stage
    const cv_job job = {.name = "tags",
                        .train = train_tagger,
                        .context = &trained,
                        .folds = N,
                        .kinds = toy_kinds,
                        .env = {.report = keep_line, .context = line, .threads = threads}};
    REQUIRE(cv_predict(&job, &t, tree, wanted ? over : NULL, &pool, &result, &err) == 0);
    CHECK_INT(trained, threads == 1 ? N : 0); // in processes of their own
    CHECK_INT(result.fold[N - 1].words, 2);
    CHECK(strncmp(line, "tags, fold 5 of 5: UPOS 50.00; ", 31) == 0);
    for (int i = 0; i < N; i++) {
        CHECK(tree[i] == NULL);
        CHECK(str_is(sen_column(t.sentence[i], 2, COPSE_UPOS), "4b"));
        CHECK_INT(t.sentence[i]->overlaid, i ? 0 : 1U << COPSE_FORM);
        if (!wanted)
            continue;
        ov_put_all(t.sentence[i], over[i]);
        CHECK(str_is(sen_column(t.sentence[i], 1, COPSE_UPOS), i ? "4a" : "4z"));
        CHECK(over[i] && !over[i]->column[COPSE_FORM]);
        ov_free(over[i]);
    }
    pool_done(&pool);
    tb_done(&t);
}

// Several threads in each process.
static void more_threads_than_folds(void)
{
    enum { N = 60 };
    static const char conll[] = "1\ta\t_\tT\t_\t_\t0\tr\t_\t_\n2\tab\t_\t4b\t_\t_\t1\tr\t_\t_\n\n";
    char all[N * sizeof conll] = "";
    int trained = 0;
    copse_tree *tree[N];
    overlay *over[N];
    copse_crossval_result result;
    label_pool pool = {0};
    treebank t;
    for (int i = 0; i < N; i++)
        strcat(all, conll);
    scratch_write(scratch("tags.conllu"), all, strlen(all));
    REQUIRE(tb_read(&t, scratch("tags.conllu"), false, &err) == 0);
    const cv_job job = {.name = "tags",
                        .train = train_tagger,
                        .context = &trained,
                        .folds = 2,
                        .kinds = toy_kinds,
                        .env = {.threads = 8}};
    REQUIRE(cv_predict(&job, &t, tree, over, &pool, &result, &err) == 0);
    for (int i = 0; i < N; i++) {
        ov_put_all(t.sentence[i], over[i]);
        CHECK_INT(sen_column(t.sentence[i], 1, COPSE_UPOS).len, 3); // "30a": trained on 30 sentences
        ov_free(over[i]);
    }
    pool_done(&pool);
    tb_done(&t);
}

static void other_stages_too(void)
{
    check_tags(1, true);
    check_tags(3, true);
    check_tags(2, false);
}

static int run(const char *conll, long folds, const char *predictions, bool skip_bad,
               copse_crossval_result *result)
{
    const copse_environment two = {.threads = 2};
    copse_options *o = options_of("graph", skip_bad ? QUICK_GRAPH " --skip-bad" : QUICK_GRAPH);
    scratch_write(scratch("file.conllu"), conll, strlen(conll));
    const int code = copse_crossval(o, folds, scratch("file.conllu"), predictions, result, &two, &err);
    copse_options_free(o);
    return code;
}

#define WORD(id, form, head) id "\t" form "\t_\tX\tX\t_\t" head "\tdep\t_\t_\n"

static void predictions_keep_what_was_left_out(void)
{
    copse_crossval_result result;
    const char *conll = "# one\n" WORD(
        "1", "a", "0") "\n"
                       "# bad\n" WORD("1", "b", "7") "\n"
                                                     "# two\n" WORD("1", "c", "0")
                                                         WORD("2", "d", "1") "\n"
                                                                             "# three\n" WORD("1", "e", "0")
                                                                                 WORD("2", "f",
                                                                                      "1") "\n# the end\n";
    size_t n = 0;
    REQUIRE(run(conll, 3, scratch("predictions"), true, &result) == 0);
    CHECK_INT(result.folds, 3);
    char *bytes = scratch_read(scratch("predictions"), &n);
    REQUIRE(bytes != NULL);
    CHECK(n == strlen(conll) && memcmp(bytes, conll, n) == 0); // the trees are easy
    mem_free(bytes);
}

static void what_cannot_be_done_is_said(void)
{
    copse_crossval_result result;
    const char *conll = WORD("1", "a", "0") "\n" WORD("1", "b", "0") "\n";
    CHECK_INT(run(conll, 3, scratch("none"), false, &result), COPSE_EINPUT);
    CHECK_STRING(err.message, "2 sentences cannot be cut into 3 folds");
    CHECK_STRING(err.file, scratch("file.conllu"));
    CHECK_INT(run(conll, 1, NULL, false, &result), COPSE_EINPUT);
    CHECK_INT(run(conll, COPSE_MOST_FOLDS + 1, NULL, false, &result), COPSE_EINPUT);
    CHECK_INT(run(WORD("1", "b", "7") "\n", 2, NULL, false, &result), COPSE_EINPUT);
    CHECK_INT(err.line, 1);
    CHECK(access(scratch("none"), F_OK) != 0);
    CHECK_INT(run(conll, 2, scratch("no/where"), false, &result), COPSE_EIO);
    copse_options *o = options_of("graph", QUICK_GRAPH);
    copse_scores scores[2];
    copse_crossval_options how = {.folds = 2, .evaluation = {.graph = true}};
    CHECK_INT(copse_crossval_scores(o, &how, scratch("file.conllu"), NULL, scores, NULL, &err), COPSE_EINPUT);
    CHECK_STRING(err.message,
                 "cross-validation compares neither confidences nor graphs, and counts no confusions");
    how = (copse_crossval_options){.folds = 2, .split = (copse_split)3};
    CHECK_INT(copse_crossval_scores(o, &how, scratch("file.conllu"), NULL, scores, NULL, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "there is no split 3");
    copse_options_free(o);
}

static void clean(void)
{
    scratch_remove(scratch_folder);
}

static void begin(void)
{
    scratch_make();
    atexit(clean);
    CHECK(scratch_entries(scratch_folder) == 0);
}

TESTS(TEST(begin), TEST(every_split_is_a_partition), TEST(random_folds_follow_the_seed),
      TEST(no_model_has_seen_what_it_parses), TEST(nor_has_one_of_any_family),
      TEST(a_stopped_one_has_no_result), TEST(the_guides_trees_are_added),
      TEST(predictions_keep_what_was_left_out), TEST(what_cannot_be_done_is_said), TEST(other_stages_too),
      TEST(more_threads_than_folds))
