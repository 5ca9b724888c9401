// SPDX-License-Identifier: MIT
// Scorers in model files: sections written by hand, sound ones and ones that say something impossible.
#include "tests/harness.h"

#include "common/base/mem.h"
#include "learn/memory.h"
#include "learn/record.h"
#include "learn/svm_scorer.h"

static copse_error err;

// Loads a scorer from a section, and scores a few keys with it. The writer is freed. Returns 0 or a code.
static int load(box_writer *w)
{
    size_t size = 0;
    cursor c;
    void *bytes = box_bytes(w, &size, &err);
    box *b = box_copy(bytes, size, "made here", &err);
    mem_free(bytes);
    box_writer_free(w);
    CHECK(b && box_find(b, "GUID", 0, &c, &err) == 0);
    err.code = 0;
    scorer *s = sc_load(&c, &err);
    int code = s ? cur_end(&c, &err) : err.code;
    if (s) {
        const uint64_t key[] = {0, 1, 7, (uint64_t)1 << 63, UINT64_MAX};
        float *score = mem_alloc(s->classes, sizeof *score);
        void *scratch = mem_zero(s->kind->scratch(s) + 1, 1);
        sc_score(s, key, sizeof key / sizeof key[0], score, scratch);
        for (uint32_t k = 0; k < s->classes; k++)
            CHECK(isfinite(score[k]));
        mem_free(score);
        mem_free(scratch);
    } else {
        CHECK(err.message[0] && !strchr(err.message, '\n'));
    }
    sc_free(s);
    box_close(b);
    return code;
}

// --- Linear tables

typedef struct table_fields {
    uint32_t classes, features, buckets, start[3], records;
    float scale;
    uint8_t record[16]; // written `records` times, or once if that is 0
    size_t length;      // of the record
} table_fields;

// One bucket with two records: a pair and all weights of two classes.
static const table_fields TABLE = {.classes = 2,
                                   .features = 2,
                                   .buckets = 1,
                                   .start = {0, 16},
                                   .scale = 0.5F,
                                   .record = {1, 0, 1, 1, 9, 7, 0, REC_DENSE, 3, 4, 0, 0, 0, 0, 0, 0},
                                   .length = 16};

static int load_table(const table_fields *t)
{
    box_writer *w = box_writer_new();
    box_begin(w, "GUID");
    box_u32(w, 1);
    box_u32(w, t->classes);
    box_u32(w, t->features);
    box_u32(w, t->buckets);
    float *scale = mem_alloc(t->classes, sizeof *scale);
    for (uint32_t k = 0; k < t->classes; k++)
        scale[k] = t->scale;
    box_array(w, scale, t->classes, sizeof *scale);
    mem_free(scale);
    box_array(w, t->start, t->buckets < 2 ? (size_t)t->buckets + 1 : 3, sizeof *t->start);
    for (uint32_t i = 0; i < (t->records ? t->records : 1); i++) {
        uint8_t r[16];
        memcpy(r, t->record, sizeof r);
        r[0] = (uint8_t)(r[0] + i); // another check
        box_array(w, r, t->length, 1);
    }
    return load(w);
}

#define TABLE_WITH(field, ...)                         \
    do {                                               \
        table_fields changed = TABLE;                  \
        changed.field = __VA_ARGS__;                   \
        CHECK_INT(load_table(&changed), COPSE_EMODEL); \
    } while (0)

static void linear_tables_are_checked(void)
{
    CHECK_INT(load_table(&TABLE), 0);
    TABLE_WITH(scale, INFINITY);
    TABLE_WITH(scale, -INFINITY);
    TABLE_WITH(scale, NAN);
    TABLE_WITH(scale, 1e21F);
    TABLE_WITH(features, 1);
    TABLE_WITH(features, 3);
    TABLE_WITH(features, UINT32_MAX);
    TABLE_WITH(classes, 1); // the pair is for class 1
    TABLE_WITH(buckets, 0);
    TABLE_WITH(buckets, UINT32_MAX);
    TABLE_WITH(start[0], 1);
    TABLE_WITH(start[1], 15);
    TABLE_WITH(start[1], 17);
    TABLE_WITH(length, 15);
    TABLE_WITH(record[2], 0); // no weight
    TABLE_WITH(record[3], 2); // no class
    TABLE_WITH(record[4], 0); // a weight of zero
    table_fields two = TABLE;
    two.buckets = 2;
    two.start[1] = 5;
    two.start[2] = 16;
    CHECK_INT(load_table(&two), 0);
    two.start[1] = 17; // descending
    CHECK_INT(load_table(&two), COPSE_EMODEL);
}

// With many classes the records of a bucket are walked, so there must be few.
static void buckets_are_not_crowded(void)
{
    table_fields t = {.classes = 300,
                      .features = REC_FULL,
                      .records = REC_FULL,
                      .buckets = 1,
                      .start = {0, REC_FULL * 6},
                      .scale = 1,
                      .record = {0, 0, 1, 255, 0, 5},
                      .length = 6};
    CHECK_INT(load_table(&t), 0);
    t.features = ++t.records;
    t.start[1] += 6;
    CHECK_INT(load_table(&t), COPSE_EMODEL);
}

// --- Support vectors

typedef struct svm_fields {
    uint32_t classes, kernel, degree;
    double gamma, coef0;
    uint32_t k, l, features, slots, collapsed, nodes, coefs;
    uint32_t label[2];
    float bias;
    uint32_t slot[4], list_start[2], list[2], pair_start[2], pair_sv[2];
    float coef[2];
} svm_fields;

// Two classes, two support vectors that share the one feature.
static const svm_fields SVM = {.classes = 3,
                               .kernel = KERNEL_POLY,
                               .degree = 2,
                               .gamma = 0.5,
                               .coef0 = 1,
                               .k = 2,
                               .l = 2,
                               .features = 1,
                               .slots = 4,
                               .nodes = 2,
                               .coefs = 2,
                               .label = {2, 0},
                               .bias = 0.25F,
                               .slot = {UINT32_MAX, 0, UINT32_MAX, UINT32_MAX},
                               .list_start = {0, 2},
                               .list = {0, 1},
                               .pair_start = {0, 2},
                               .pair_sv = {0, 1},
                               .coef = {1, -1}};

static int load_svm(const svm_fields *f)
{
    static const uint64_t key[4] = {0, 7, 0, 0};
    box_writer *w = box_writer_new();
    box_begin(w, "GUID");
    const uint32_t before[] = {2, f->classes, f->kernel, f->degree},
                   after[] = {f->k, f->l, f->features, f->slots, f->collapsed, f->nodes, f->coefs};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        box_u32(w, before[i]);
    box_f64(w, f->gamma);
    box_f64(w, f->coef0);
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        box_u32(w, after[i]);
    box_array(w, f->label, 2, 4);
    box_array(w, &f->bias, 1, 4);
    box_array(w, key, 4, 8);
    box_array(w, f->slot, 4, 4);
    box_array(w, f->list_start, 2, 4);
    box_array(w, f->list, 2, 4);
    box_array(w, f->pair_start, 2, 4);
    box_array(w, f->pair_sv, 2, 4);
    box_array(w, f->coef, 2, 4);
    return load(w);
}

#define SVM_WITH(field, ...)                         \
    do {                                             \
        svm_fields changed = SVM;                    \
        changed.field = __VA_ARGS__;                 \
        CHECK_INT(load_svm(&changed), COPSE_EMODEL); \
    } while (0)

static void support_vectors_are_checked(void)
{
    CHECK_INT(load_svm(&SVM), 0);
    SVM_WITH(classes, 1);
    SVM_WITH(kernel, 3);
    SVM_WITH(degree, SVM_MAX_DEGREE + 1);
    SVM_WITH(gamma, NAN);
    SVM_WITH(gamma, INFINITY);
    SVM_WITH(gamma, 1e10);
    SVM_WITH(gamma, -0.1);
    SVM_WITH(coef0, -INFINITY);
    SVM_WITH(coef0, 1e10);
    SVM_WITH(k, 0);
    SVM_WITH(k, 3);
    SVM_WITH(l, 3);
    SVM_WITH(l, UINT32_MAX);
    SVM_WITH(features, 0);
    SVM_WITH(features, 2);
    SVM_WITH(slots, 3);
    SVM_WITH(slots, 1u << 31);
    SVM_WITH(collapsed, 1); // not with this kernel
    SVM_WITH(nodes, 1);
    SVM_WITH(coefs, 1);
    SVM_WITH(label[0], 3);
    SVM_WITH(bias, NAN);
    SVM_WITH(bias, 1e31F);
    SVM_WITH(slot[1], 1);
    SVM_WITH(slot[1], UINT32_MAX); // the feature has none
    SVM_WITH(slot[0], 0);          // and here two
    SVM_WITH(list_start[0], 1);
    SVM_WITH(list_start[1], 1);
    SVM_WITH(list[1], 0);
    SVM_WITH(list[1], 2);
    SVM_WITH(pair_start[1], 1);
    SVM_WITH(pair_sv[1], 2);
    SVM_WITH(coef[0], INFINITY);
    SVM_WITH(coef[1], -1e13F);
}

// --- Instance bases

typedef struct memory_fields {
    uint32_t classes, metric, weighting, k, vote;
    double decay, power;
    uint32_t columns, slots, profiles, listed, rows, votes;
    uint32_t class_count[2];
    double weight[2];
    uint32_t symbols[2], column_profiles[2], slot_column[4], slot_symbol[4], profile_at[2], profile_class[2],
        profile_count[2], row[4], row_at[3], row_class[3], row_count[3];
} memory_fields;

// Two columns, the first with a profile, and two rows, of which the second has both classes.
static const memory_fields MEMORY = {.classes = 2,
                                     .metric = MBL_MVDM,
                                     .weighting = MBL_GAIN,
                                     .k = 3,
                                     .vote = MBL_EXPONENTIAL,
                                     .decay = 1,
                                     .power = 1,
                                     .columns = 2,
                                     .slots = 4,
                                     .profiles = 1,
                                     .listed = 2,
                                     .rows = 2,
                                     .votes = 3,
                                     .class_count = {3, 1},
                                     .weight = {1, 0.5},
                                     .symbols = {2, 1},
                                     .column_profiles = {1, 0},
                                     .slot_column = {0, UINT32_MAX, 1, UINT32_MAX},
                                     .slot_symbol = {1, UINT32_MAX, UINT32_MAX, UINT32_MAX},
                                     .profile_at = {0, 2},
                                     .profile_class = {0, 1},
                                     .profile_count = {2, 1},
                                     .row = {0, 0, 1, 0},
                                     .row_at = {0, 1, 3},
                                     .row_class = {0, 0, 1},
                                     .row_count = {2, 1, 1}};

static int load_memory(const memory_fields *f)
{
    static const uint64_t key[4] = {7, 0, 1, 0}, empty[2] = {100, 200};
    box_writer *w = box_writer_new();
    box_begin(w, "GUID");
    const uint32_t before[] = {3, f->classes, f->metric, f->weighting, f->k, f->vote},
                   after[] = {f->columns, f->slots, f->profiles, f->listed, f->rows, f->votes};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        box_u32(w, before[i]);
    box_f64(w, f->decay);
    box_f64(w, f->power);
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        box_u32(w, after[i]);
    box_array(w, f->class_count, 2, 4);
    box_array(w, empty, 2, 8);
    box_array(w, f->weight, 2, 8);
    box_array(w, f->symbols, 2, 4);
    box_array(w, f->column_profiles, 2, 4);
    box_array(w, key, 4, 8);
    box_array(w, f->slot_column, 4, 4);
    box_array(w, f->slot_symbol, 4, 4);
    box_array(w, f->profile_at, 2, 4);
    box_array(w, f->profile_class, 2, 4);
    box_array(w, f->profile_count, 2, 4);
    box_array(w, f->row, 4, 4);
    box_array(w, f->row_at, 3, 4);
    box_array(w, f->row_class, 3, 4);
    box_array(w, f->row_count, 3, 4);
    return load(w);
}

#define MEMORY_WITH(field, ...)                         \
    do {                                                \
        memory_fields changed = MEMORY;                 \
        changed.field = __VA_ARGS__;                    \
        CHECK_INT(load_memory(&changed), COPSE_EMODEL); \
    } while (0)

static void instance_bases_are_checked(void)
{
    CHECK_INT(load_memory(&MEMORY), 0);
    MEMORY_WITH(classes, 0);
    MEMORY_WITH(classes, 1);
    MEMORY_WITH(classes, UINT32_MAX);
    MEMORY_WITH(metric, 2);
    MEMORY_WITH(weighting, 5);
    MEMORY_WITH(k, 0);
    MEMORY_WITH(k, MBL_MOST_K + 1);
    MEMORY_WITH(vote, 4);
    MEMORY_WITH(decay, NAN);
    MEMORY_WITH(decay, -1);
    MEMORY_WITH(power, 1e10);
    MEMORY_WITH(columns, 1);
    MEMORY_WITH(columns, UINT32_MAX);
    MEMORY_WITH(slots, 3);
    MEMORY_WITH(slots, 1u << 31);
    MEMORY_WITH(profiles, 0);
    MEMORY_WITH(profiles, UINT32_MAX);
    MEMORY_WITH(listed, 1);
    MEMORY_WITH(rows, 0);
    MEMORY_WITH(rows, 1);
    MEMORY_WITH(rows, UINT32_MAX);
    MEMORY_WITH(votes, 2);
    MEMORY_WITH(class_count[0], 2); // not those of the rows
    MEMORY_WITH(weight[0], NAN);
    MEMORY_WITH(weight[1], -1);
    MEMORY_WITH(weight[1], 1e10);
    MEMORY_WITH(symbols[0], 1);         // a row has the second
    MEMORY_WITH(column_profiles[0], 3); // more than symbols
    MEMORY_WITH(column_profiles[1], 1); // more than there are
    MEMORY_WITH(slot_column[0], 2);
    MEMORY_WITH(slot_symbol[0], 2);
    MEMORY_WITH(profile_at[0], 1);
    MEMORY_WITH(profile_at[1], 1);
    MEMORY_WITH(profile_class[0], 2);
    MEMORY_WITH(profile_class[1], 0); // not ascending
    MEMORY_WITH(profile_count[1], 0);
    MEMORY_WITH(row[1], 1); // no symbol
    MEMORY_WITH(row[2], 0); // two equal rows
    MEMORY_WITH(row_at[1], 0);
    MEMORY_WITH(row_at[2], 4);
    MEMORY_WITH(row_class[2], 2);
    MEMORY_WITH(row_class[2], 0);
    MEMORY_WITH(row_count[0], 0);
    MEMORY_WITH(row_count[0], UINT32_MAX);
    memory_fields full = MEMORY; // searches would not end
    for (size_t i = 0; i < 4; i++)
        full.slot_column[i] = 0, full.slot_symbol[i] = 0;
    CHECK_INT(load_memory(&full), COPSE_EMODEL);
}

// The largest numbers that load make finite scores.
static void sums_do_not_overflow(void)
{
    memory_fields g = MEMORY;
    g.decay = g.power = g.weight[0] = g.weight[1] = 1e9;
    CHECK_INT(load_memory(&g), 0);
    g.decay = g.power = 0;
    CHECK_INT(load_memory(&g), 0);
    g.vote = MBL_INVERSE;
    CHECK_INT(load_memory(&g), 0);
    svm_fields f = SVM;
    f.gamma = f.coef0 = 1e9;
    f.degree = SVM_MAX_DEGREE;
    f.bias = 1e30F;
    f.coef[0] = 1e12F;
    f.coef[1] = 1e12F;
    CHECK_INT(load_svm(&f), 0);
    f.kernel = KERNEL_RBF;
    CHECK_INT(load_svm(&f), 0);
    table_fields t = TABLE;
    t.scale = 1e20F;
    CHECK_INT(load_table(&t), 0);
}

TESTS(TEST(linear_tables_are_checked), TEST(buckets_are_not_crowded), TEST(support_vectors_are_checked),
      TEST(instance_bases_are_checked), TEST(sums_do_not_overflow))
