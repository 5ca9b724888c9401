// SPDX-License-Identifier: MIT
// Running out of memory: guards, scopes, what is released with a block, threads and child processes.
#include "tests/harness.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/outside.h"
#include "common/base/parallel.h"
#include "common/base/processes.h"
#include "common/base/text.h"
#include "common/treebank/overlay.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdint.h>

enum { TOO_MUCH = 12345 };

static int released;

static void count_release(void *block)
{
    released += *(const int *)block;
}

// A block whose release adds by to the count.
static int *counted(int by)
{
    int *block = mem_alloc(1, sizeof *block);
    *block = by;
    mem_on_release(block, count_release);
    return block;
}

typedef int (*work)(void *context, copse_error *err);

static int as_task(work w, void *context, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, w(context, err));
}

static int runs_out(void *context, copse_error *err)
{
    (void)err;
    (void)context;
    counted(1);
    int *freed = counted(10);
    mem_free(freed); // no longer released
    mem_free(mem_resize(counted(100), 50, sizeof(int)));
    mem_table(3, 100);
    mem_string("kept until the end", 18);
    mem_fail(TOO_MUCH);
}

static void a_task_frees_all_it_took(void) // leaks are found by AddressSanitizer
{
    copse_error err;
    released = 0;
    CHECK_INT(as_task(runs_out, NULL, &err), COPSE_EMEMORY);
    CHECK_INT(err.code, COPSE_EMEMORY);
    CHECK(strstr(err.message, "12345 bytes"));
    CHECK_INT(released, 1);
    CHECK(mem_here() == NULL);
}

static int asks_for_all(void *context, copse_error *err)
{
    (void)err;
    mem_free(mem_alloc(*(const size_t *)context, 8));
    return 0;
}

static void sizes_do_not_overflow(void)
{
    copse_error err;
    size_t n[] = {SIZE_MAX, SIZE_MAX / 8, SIZE_MAX / 8 - 8, SIZE_MAX / 16};
    for (size_t i = 0; i < 4; i++)
        CHECK_INT(as_task(asks_for_all, &n[i], &err), COPSE_EMEMORY);
}

static int keeps(void *context, copse_error *err)
{
    (void)err;
    *(int **)context = counted(1);
    return 0;
}

static int keeps_then_fails(void *context, copse_error *err)
{
    int *kept = NULL;
    CHECK_INT(as_task(keeps, &kept, err), 0);
    CHECK(mem_scope_of(kept) == mem_here());
    *(int **)context = kept;
    mem_fail(TOO_MUCH);
}

static void what_is_left_belongs_to_the_task_around(void)
{
    copse_error err;
    int *kept = NULL;
    released = 0;
    CHECK_INT(as_task(keeps, &kept, &err), 0);
    CHECK_INT(released, 0);
    CHECK(mem_scope_of(kept) == NULL);
    mem_free(kept);
    CHECK_INT(as_task(keeps_then_fails, &kept, &err), COPSE_EMEMORY);
    CHECK_INT(released, 1);
}

static int returns_the_code(void *context, copse_error *err)
{
    counted(1);
    return err_set(err, *(const int *)context, NULL, 0, "by hand");
}

static void a_code_counts_like_a_jump(void)
{
    copse_error err;
    int codes[] = {COPSE_EMEMORY, COPSE_ESTOPPED};
    for (size_t i = 0; i < 2; i++) {
        released = 0;
        CHECK_INT(as_task(returns_the_code, &codes[i], &err), codes[i]);
        CHECK_INT(released, 1);
    }
}

static int stops(void *context, copse_error *err)
{
    (void)context;
    (void)err;
    counted(1);
    mem_leave(COPSE_ESTOPPED);
}

static void work_can_be_left_to_stop(void)
{
    copse_error err;
    released = 0;
    CHECK_INT(as_task(stops, NULL, &err), COPSE_ESTOPPED);
    CHECK_STRING(err.message, "stopped");
    CHECK_INT(released, 1);
}

typedef struct objects {
    copse_tree *tree;
    copse_sentence *sentence;
} objects;

// Objects from outside grow inside a task that fails.
static int grows_objects(void *context, copse_error *err)
{
    objects *o = context;
    const int heads[] = {0, 1, 1};
    const char *labels[] = {"root", "a", "b"};
    tree_resize(o->tree, 1000);
    CHECK_INT(copse_tree_set(o->tree, 3, heads, labels, err), 0);
    copse_sentence_set(o->sentence, 3, (const copse_token[]){{.form = "x"}, {.form = "y"}, {.form = "z"}});
    ov_put_tree(o->sentence, o->tree);
    mem_fail(TOO_MUCH);
}

static void objects_outlive_a_task_that_fails(void)
{
    copse_error err;
    objects o = {copse_tree_new(), copse_sentence_new()};
    CHECK_INT(as_task(grows_objects, &o, &err), COPSE_EMEMORY);
    CHECK_INT(copse_tree_length(o.tree), 3);
    CHECK(str_is(copse_tree_label(o.tree, 3), "b"));
    CHECK(str_is(copse_sentence_column(o.sentence, 3, COPSE_FORM), "z"));
    CHECK(str_is(copse_sentence_column(o.sentence, 2, COPSE_DEPREL), "a"));
    CHECK_INT(as_task(grows_objects, &o, &err), COPSE_EMEMORY);
    copse_tree_free(o.tree);
    copse_sentence_free(o.sentence);
}

static int fails_in_scope(mem_scope *scope, copse_error *err)
{
    mem_guard guard;
    mem_begin_in(&guard, scope);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    counted(5);
    mem_fail(TOO_MUCH);
}

static void a_scope_is_freed_as_a_whole(void)
{
    copse_error err;
    mem_scope *scope = mem_scope_new(), *before = mem_into(scope);
    counted(2);
    mem_into(before);
    released = 0;
    CHECK_INT(fails_in_scope(scope, &err), COPSE_EMEMORY);
    CHECK_INT(released, 7);
    CHECK_INT(fails_in_scope(scope, &err), COPSE_EMEMORY);
    CHECK_INT(released, 12);
    mem_scope_free(scope);
}

static void keeps_a_tree(void *context, const char *line)
{
    (void)line;
    *(copse_tree **)context = copse_tree_new();
}

static int reports_and_fails(void *context, copse_error *err)
{
    out_environment outer;
    const copse_environment user = {.report = keeps_a_tree, .context = context};
    const copse_environment *e = out_wrap(&outer, &user);
    (void)err;
    CHECK(e->progress == NULL);
    mem_scope *here = mem_here();
    e->report(e->context, "a line");
    CHECK(mem_here() == here);
    mem_fail(TOO_MUCH);
}

static void what_callbacks_make_is_the_users(void)
{
    copse_error err;
    copse_tree *tree = NULL;
    CHECK_INT(as_task(reports_and_fails, &tree, &err), COPSE_EMEMORY);
    REQUIRE(tree);
    CHECK_INT(copse_tree_length(tree), 0);
    copse_tree_free(tree);
    CHECK(out_wrap(&(out_environment){.user = NULL}, NULL) == NULL);
}

// ---------------------------------------------------------------------------------------------------
// Threads and processes

static void fails_at_seven(void *context, size_t i, int thread)
{
    (void)context;
    (void)thread;
    mem_alloc(100, 1); // left behind
    if (i == 7)
        mem_fail(TOO_MUCH);
}

static int loops(void *context, copse_error *err)
{
    (void)err;
    par_for(100, *(const int *)context, fails_at_seven, NULL);
    CHECK(false); // par_for fails in the caller
    return 0;
}

static int produce_ten(void *context, void *job, copse_error *err)
{
    (void)err;
    *(int *)job = (*(int *)context)++;
    return *(int *)job < 10;
}

static int work_until_seven(void *context, void *job, int thread, copse_error *err)
{
    (void)context;
    (void)thread;
    (void)err;
    mem_alloc(100, 1);
    if (*(int *)job == 7)
        mem_fail(TOO_MUCH);
    return 0;
}

static int count_up(void *context, void *job, copse_error *err)
{
    (void)context;
    (void)err;
    released += *(int *)job;
    return 0;
}

static int streams(void *context, copse_error *err)
{
    int number[8], next = 0;
    void *jobs[8];
    for (int i = 0; i < 8; i++)
        jobs[i] = &number[i];
    const par_stream s = {&next, jobs, 8, *(const int *)context, produce_ten, work_until_seven, count_up};
    return par_run(&s, err);
}

static void threads_pass_it_on(void)
{
    copse_error err;
    for (int threads = 1; threads <= 4; threads++) {
        CHECK_INT(as_task(loops, &threads, &err), COPSE_EMEMORY);
        CHECK(strstr(err.message, "12345 bytes"));
        released = 0;
        CHECK_INT(as_task(streams, &threads, &err), COPSE_EMEMORY);
        CHECK_INT(released, 0 + 1 + 2 + 3 + 4 + 5 + 6); // all before it were consumed
    }
}

static int piece(void *context, size_t i, text *result, const copse_environment *listener, copse_error *err)
{
    (void)context;
    (void)listener;
    (void)err;
    text_cat(result, "done");
    if (i == 2)
        mem_fail(TOO_MUCH);
    return 0;
}

static int take_or_fail(void *context, size_t i, copse_str result, copse_error *err)
{
    (void)result;
    (void)err;
    if (context && i == 1)
        mem_fail(TOO_MUCH); // children still run
    return 0;
}

static int runs_children(void *context, copse_error *err)
{
    const int *how = context;
    const proc_work w = {
        .context = how[1] ? context : NULL, .n = 6, .processes = how[0], .work = piece, .take = take_or_fail};
    return proc_run(&w, err);
}

static void processes_pass_it_on(void)
{
    copse_error err;
    for (int processes = 1; processes <= 3; processes++)
        for (int take = 0; take < 2; take++) {
            CHECK_INT(as_task(runs_children, (int[]){processes, take}, &err), COPSE_EMEMORY);
            CHECK(strstr(err.message, "12345 bytes"));
        }
}

TESTS(TEST(a_task_frees_all_it_took), TEST(sizes_do_not_overflow),
      TEST(what_is_left_belongs_to_the_task_around), TEST(a_code_counts_like_a_jump),
      TEST(work_can_be_left_to_stop), TEST(objects_outlive_a_task_that_fails),
      TEST(a_scope_is_freed_as_a_whole), TEST(what_callbacks_make_is_the_users), TEST(threads_pass_it_on),
      TEST(processes_pass_it_on))
