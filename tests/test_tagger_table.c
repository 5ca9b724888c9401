// SPDX-License-Identifier: MIT
// The table of weights of a tagger, the book of words, and clusters.
#include "tests/files.h"
#include "tests/harness.h"

#include "common/base/hash.h"
#include "common/base/random.h"
#include "common/model/clusters.h"
#include "text/tagger_book.h"
#include "text/tagger_mean.h"
#include "text/tagger_rows.h"

enum { ROWS = 300, PARTS = 2000 };

// Rows of few and of many weights, with small and large steps between parts.
static void table_adds_up(void)
{
    tg_row row[ROWS];
    tg_table t;
    rng r;
    uint16_t *part = mem_alloc(ROWS * PARTS, sizeof *part);
    float *weight = mem_alloc(ROWS * PARTS, sizeof *weight);
    int16_t *sum = mem_zero(PARTS, sizeof *sum), *right = mem_zero(PARTS, sizeof *right);
    uint64_t key[TGT_KEYS];
    rng_seed(&r, 1);
    for (size_t i = 0; i < ROWS; i++) {
        row[i] = (tg_row){hash_mix(5, i), 0, part + i * PARTS, weight + i * PARTS};
        const uint64_t step = i % 3 == 0 ? 700 : i % 3 == 1 ? 3 : 1 + i;
        for (size_t p = rng_below(&r, step); p < PARTS; p += 1 + rng_below(&r, step)) {
            part[i * PARTS + row[i].n] = (uint16_t)p;
            weight[i * PARTS + row[i].n++] = (float)rng_below(&r, 11) - 5;
        }
    }
    for (size_t i = 0; i < TGT_KEYS; i++) {
        key[i] = row[i].key;
        for (size_t k = 0; k < row[i].n; k++)
            right[row[i].part[k]] = (int16_t)(right[row[i].part[k]] + (int16_t)row[i].weight[k]);
    }
    tgt_make(&t, row, ROWS, PARTS, 1);
    tgt_add(&t, key, TGT_KEYS, sum);
    CHECK(memcmp(sum, right, PARTS * sizeof *sum) == 0);
    tgt_done(&t);
    mem_free(part);
    mem_free(weight);
    mem_free(sum);
    mem_free(right);
}

static void book_leaves_one_out(void)
{
    tg_sighting seen[] = {{7, 3}, {9, 1}, {7, 2}, {7, 3}, {7, 3}};
    tg_book b;
    tg_entry e;
    tg_book_make(&b, seen, sizeof seen / sizeof seen[0], 1);
    CHECK_INT(b.n, 2);
    tg_book_find(&b, (uint64_t)7 << 32, TG_EDGE, &e);
    CHECK(e.n == 2 && e.total == 4 && e.tag[0] == 2 && e.count[0] == 1 && e.tag[1] == 3 && e.count[1] == 3);
    tg_book_find(&b, (uint64_t)7 << 32, 2, &e);
    CHECK(e.n == 1 && e.total == 3 && e.tag[0] == 3);
    tg_book_find(&b, (uint64_t)9 << 32, 1, &e);
    CHECK_INT(e.n, 0);
    tg_book_find(&b, (uint64_t)8 << 32, TG_EDGE, &e);
    CHECK_INT(e.n, 0);
    tg_book_done(&b);
}

static void rows_learn_and_forget(void)
{
    tg_cells c;
    float sum[4] = {0}, by[4] = {0, 1, -0.5F, 0.05F};
    uint16_t part[4] = {1, 2, 3};
    bool listed[4] = {false, true, true, true};
    const uint32_t row[] = {0, 2};
    const tg_slope g = {3, part, by, listed};
    tgc_start(&c, 3, 4);
    tgc_learn(&c, row, 2, &g, 0.1F, 0.1F);
    tgc_add(&c, row, 2, sum);
    CHECK(sum[0] == 0 && sum[1] > 0 && sum[2] < 0 && sum[3] == 0);
    const float before = sum[1];
    tgc_prune(&c, 0.05F);
    memset(sum, 0, sizeof sum);
    tgc_add(&c, row, 2, sum);
    CHECK(sum[1] == before && sum[2] == 0);
    CHECK_INT((int)c.used, 2);
    tgc_prune(&c, 1);
    memset(sum, 0, sizeof sum);
    tgc_add(&c, row, 2, sum);
    CHECK(sum[1] == 0 && sum[2] == 0);
    tgc_done(&c);
}

static void averages_rounds(void)
{
    tg_mean m = {0};
    float weight[2] = {1, -2};
    tg_mean_take(&m, weight);
    CHECK(weight[0] == 1 && weight[1] == -2);
    tg_mean_add(&m, weight, 2);
    weight[0] = 2;
    weight[1] = 4;
    tg_mean_add(&m, weight, 2);
    tg_mean_take(&m, weight);
    CHECK(weight[0] == 1.5F && weight[1] == 1);
    CHECK(m.sum == NULL && m.rounds == 0);
}

static void reads_clusters(void)
{
    clusters c;
    copse_error err;
    uint32_t a[CLUSTERS_LEVELS], b[CLUSTERS_LEVELS];
    const char *brown = "0011010\tdog\t5\n0011011\tcat\t4\n1\tthe\t9\n";
    CHECK_INT(clusters_read(&c, scratch_text("brown", brown), &err), 0);
    clusters_find(&c, (copse_str){"dog", 3}, a);
    clusters_find(&c, (copse_str){"Cat", 3}, b);
    CHECK(a[0] && a[0] == b[0] && a[1] == b[1] && a[3] != b[3]);
    clusters_find(&c, (copse_str){"bird", 4}, b);
    CHECK(!b[0] && !b[3]);
    clusters_done(&c);
    CHECK_INT(clusters_read(&c, scratch_text("classes", "dog\tA\ncat\tA\nthe\tB\n"), &err), 0);
    clusters_find(&c, (copse_str){"dog", 3}, a);
    clusters_find(&c, (copse_str){"cat", 3}, b);
    CHECK(!a[0] && a[3] && a[3] == b[3]);
    clusters_done(&c);
    CHECK_INT(clusters_read(&c, scratch_text("empty", ""), &err), COPSE_EINPUT);
}

TESTS(TEST(table_adds_up), TEST(book_leaves_one_out), TEST(rows_learn_and_forget), TEST(averages_rounds),
      TEST(reads_clusters))
