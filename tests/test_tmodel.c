// SPDX-License-Identifier: MIT
// Transition models: what was trained is parsed, survives a file, and damage is refused.
#include "tests/harness.h"
#include "tests/sentences.h"
#include "tests/tinybank.h"
#include "tests/trees.h"

#include "common/treebank/reader.h"
#include "common/base/mem.h"

// Parses TINY and counts words with a wrong head or label; keeps heads and labels as text in out if not NULL.
static int parse_tiny(const tmodel *m, char *out, size_t size)
{
    treebank t;
    tparser p;
    copse_error err = {0};
    int wrong = 0;
    size_t used = 0;
    CHECK_INT(tb_read(&t, scratch_text("gold.conllu", TINY), false, &err), 0);
    copse_tree *tree = copse_tree_new();
    tp_init(&p, m);
    for (size_t i = 0; i < t.n; i++) {
        tp_parse(&p, &(stage_input){.sentence = t.sentence[i]}, tree);
        int word;
        CHECK_INT(tree_check(tree->head, tree->n, false, &word), TREE_FINE);
        for (int d = 1; d <= tree->n; d++) {
            wrong += tree->head[d] != t.tree[i]->head[d] || !str_equal(tree->label[d], t.tree[i]->label[d]);
            if (out)
                used += (size_t)snprintf(out + used, size - used, "%d %.*s %.6f|", tree->head[d],
                                         (int)tree->label[d].len, tree->label[d].s, (double)tree->score[d]);
        }
    }
    tp_done(&p);
    copse_tree_free(tree);
    tb_done(&t);
    return wrong;
}

static void trained_sentences_are_known(void)
{
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int root = CFG_ROOT_FIRST; root <= CFG_ROOT_NONE; root++)
            for (int joint = 0; joint <= 100; joint += 50) {
                tmodel m;
                copse_error err = {0};
                static const char *const where[] = {"first", "last", "none"};
                char line[128];
                snprintf(line, sizeof line,
                         "--exploration 1 --exploration-heat 1 --root %s --joint-labels %d", where[root],
                         joint);
                REQUIRE(tiny_train(&m, *system, line, &err) == 0);
                CHECK(m.single_root);
                CHECK_INT(m.pos, COPSE_XPOS);
                const int crossing[] = {-1, 4, 0, 4, 2, 2}; // as in the second sentence
                CHECK_INT(m.pproj, sys_derives(*system, crossing, 5) ? -1 : COPSE_PPROJ_HEAD);
                CHECK_INT(parse_tiny(&m, NULL, 0), 0);
                tm_done(&m);
            }
}

// A treebank of 9,600 words and more: a mark that is there once is dropped, one that is there 600 times is
// not.
static void rare_marks_are_dropped(void)
{
    enum { TIMES = 600 };
    static const char odd[] = "1\twhat\t_\tPRON\tW\t_\t4\tobl\t_\t_\n"
                              "2\tsay\t_\tVERB\tV\t_\t0\troot\t_\t_\n"
                              "3\tyou\t_\tPRON\tR\t_\t4\tnsubj\t_\t_\n"
                              "4\tsaw\t_\tVERB\tV\t_\t2\tccomp\t_\t_\n\n";
    char *text = mem_alloc(TIMES * sizeof TINY + sizeof odd, 1), *end = text;
    for (int i = 0; i < TIMES; i++, end += sizeof TINY - 1)
        memcpy(end, TINY, sizeof TINY - 1);
    memcpy(end, odd, sizeof odd);
    treebank t;
    tmodel m = {.system = sys_find("arc-eager")};
    copse_error err = {0};
    REQUIRE(tb_read(&t, scratch_text("marks.conllu", text), false, &err) == 0);
    REQUIRE(tt_project(&m, &t, TOPT_HEAD, &err) == 0);
    CHECK_INT(m.pproj, COPSE_PPROJ_HEAD);
    for (size_t i = 1; i + 1 < t.n; i += 4)
        CHECK(str_is(t.tree[i]->label[1], "obj\xe2\x86\x91"
                                          "ccomp"));
    const copse_tree *last = t.tree[t.n - 1];
    CHECK_INT(last->head[1], 2); // lifted all the same
    CHECK(str_is(last->label[1], "obl"));
    tb_done(&t);
    mem_free(text);
}

static void models_survive_files(void)
{
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int split = 0; split < 2; split++) {
            tmodel m, again;
            copse_error err = {0};
            char before[4096], after[4096];
            REQUIRE(tiny_train(&m, *system,
                               split ? TINY_OPTIONS " --split-by pos(B0) --split-threshold 3" : TINY_OPTIONS,
                               &err) == 0);
            CHECK(split ? m.sets > 1 : m.sets == 1);
            parse_tiny(&m, before, sizeof before);
            const char *path = scratch("model");
            REQUIRE(tiny_save(&m, path, &err) == 0);
            box *b = box_open(path, &err);
            REQUIRE(b && tm_load(&again, b, &err) == 0);
            CHECK(again.system == m.system && again.root == m.root && again.pos == m.pos);
            CHECK_INT(again.sets, m.sets);
            parse_tiny(&again, after, sizeof after);
            CHECK_STRING(after, before);
            tm_done(&again);
            box_close(b);
            tm_done(&m);
        }
}

static void the_same_seed_gives_the_same_bytes(void)
{
    char *bytes[2];
    size_t size[2];
    for (int i = 0; i < 2; i++) {
        tmodel m;
        copse_error err = {0};
        srand((unsigned)i + 7);
        REQUIRE(tiny_train(&m, sys_find("arc-eager"), "--joint-labels 2 --exploration 2", &err) == 0);
        REQUIRE(tiny_save(&m, scratch("same"), &err) == 0);
        bytes[i] = slurp(scratch("same"), &size[i]);
        tm_done(&m);
    }
    CHECK_INT(size[0], size[1]);
    CHECK(memcmp(bytes[0], bytes[1], size[0]) == 0);
    mem_free(bytes[0]);
    mem_free(bytes[1]);
}

// The length of the section changes with that of a label: it must not matter where it ends.
static void labels_of_any_length_load(void)
{
    for (int extra = 0; extra < 16; extra++) {
        tmodel m, again;
        copse_error err = {0};
        char label[20] = "";
        REQUIRE(tiny_train(&m, sys_find("arc-eager"), TINY_OPTIONS, &err) == 0);
        memset(label, 'x', (size_t)extra + 1);
        tab_add(&m.labels, str(label));
        m.seen = mem_resize(m.seen, m.labels.n, 1);
        m.seen[m.labels.n - 1] = LP_ELSEWHERE;
        const char *path = scratch("long");
        REQUIRE(tiny_save(&m, path, &err) == 0);
        box *b = box_open(path, &err);
        REQUIRE(b);
        REQUIRE(tm_load(&again, b, &err) == 0);
        CHECK(str_is(tab_name(&again.labels, again.labels.n - 1), label));
        CHECK_INT(again.allowed[again.labels.n - 1], LP_ELSEWHERE);
        tm_done(&again);
        box_close(b);
        tm_done(&m);
    }
}

static void damaged_files_are_refused(void)
{
    tmodel m;
    copse_error err = {0};
    size_t size;
    REQUIRE(tiny_train(&m, sys_find("arc-eager"), TINY_OPTIONS, &err) == 0);
    REQUIRE(tiny_save(&m, scratch("whole"), &err) == 0);
    tm_done(&m);
    char *bytes = slurp(scratch("whole"), &size);
    for (size_t cut = 0; cut < size; cut += 1 + size / 100) {
        copse_model *loaded = copse_model_load(scratch_bytes("cut", bytes, cut), &err);
        CHECK(!loaded && err.code == COPSE_EMODEL);
        copse_model_free(loaded);
    }
    for (size_t at = 0; at < size; at += 1 + size / 100) {
        bytes[at] ^= 4;
        copse_model *loaded = copse_model_load(scratch_bytes("flip", bytes, size), &err);
        CHECK(!loaded && err.code == COPSE_EMODEL);
        copse_model_free(loaded);
        bytes[at] ^= 4;
    }
    copse_model *loaded = copse_model_load(scratch_bytes("flip", bytes, size), &err);
    CHECK(loaded);
    copse_model_free(loaded);
    mem_free(bytes);
}

// --- Sections that are whole and say something impossible

typedef struct head_fields {
    const char *system, *split_by, *features, *label;
    uint32_t root, single_root, pproj, pos, guides, root_label, any_label, labels, label_count, sets,
        split_values;
    uint32_t set_sections, outcome, scorers, tail;
    uint64_t second_split;
    bool same_labels;
} head_fields;

static const head_fields SOUND = {.system = "arc-eager",
                                  .split_by = "",
                                  .features = "pos(S0)\n",
                                  .label = "b",
                                  .pos = COPSE_UPOS,
                                  .labels = 2,
                                  .label_count = 2,
                                  .sets = 1,
                                  .set_sections = 1,
                                  .outcome = (uint32_t)T_LEFT << 16 | 1};

static int load_fields(head_fields f)
{
    const uint64_t split[3] = {1, f.second_split ? f.second_split : 2, 3};
    copse_error err = {0};
    box_writer *w = box_writer_new();
    box_begin(w, "TMOD");
    box_str(w, str(f.system));
    box_u32(w, f.root);
    box_u32(w, f.single_root);
    box_u32(w, f.pproj);
    box_u32(w, f.pos);
    box_u32(w, f.guides);
    box_str(w, str(f.split_by));
    box_u32(w, f.root_label);
    box_u32(w, f.any_label);
    box_u32(w, f.labels);
    for (uint32_t i = 0; i < f.label_count; i++)
        box_str(w, str(f.same_labels || i == 0 ? "a" : f.label));
    box_u32(w, f.sets);
    box_array(w, split, f.split_values, sizeof *split);
    for (uint32_t i = 0; i < f.tail; i++)
        box_u8(w, 0);
    if (f.features) {
        box_begin(w, "FEAT");
        box_raw(w, f.features, strlen(f.features));
    }
    for (uint32_t i = 0; i < f.set_sections; i++) {
        box_begin(w, "GUID");
        for (int d = 0; d < CLS_COUNT; d++) {
            box_u32(w, 1);
            box_u32(w, f.outcome);
            box_u32(w, f.scorers);
        }
    }
    const char *path = scratch("fields");
    CHECK_INT(box_save(w, path, &err), 0);
    box_writer_free(w);
    tmodel m;
    box *b = box_open(path, &err);
    CHECK(b);
    int code = tm_load(&m, b, &err);
    if (code == 0)
        tm_done(&m);
    else
        CHECK(err.message[0] && err.code == code);
    box_close(b);
    return code;
}

#define WITH(field, value)                             \
    do {                                               \
        head_fields changed = SOUND;                   \
        changed.field = value;                         \
        CHECK_INT(load_fields(changed), COPSE_EMODEL); \
    } while (0)

static void impossible_sections_are_refused(void)
{
    CHECK_INT(load_fields(SOUND), 0);
    WITH(system, "arc-eagle");
    WITH(system, "");
    WITH(root, 3);
    WITH(root, UINT32_MAX);
    WITH(single_root, 2);
    WITH(pproj, 4);
    WITH(pproj, UINT32_MAX);
    WITH(pos, COPSE_FORM);
    WITH(pos, UINT32_MAX);
    WITH(guides, FM_MOST_GUIDES + 1);
    WITH(root_label, 2);
    WITH(any_label, 2);
    WITH(any_label, UINT32_MAX);
    WITH(labels, 0);
    WITH(labels, 1);
    WITH(labels, 3);
    WITH(labels, UINT32_MAX);
    WITH(same_labels, true);
    WITH(label, "");
    WITH(label, "a\tb");
    WITH(label, "b\n");
    WITH(label, "\x1b[2J");
    WITH(label, "\xc2\x9b");
    WITH(label, "\xff");
    WITH(sets, 0);
    WITH(sets, 2);
    WITH(sets, UINT32_MAX);
    WITH(split_values, 1);
    WITH(tail, 1);
    WITH(set_sections, 0);
    WITH(set_sections, 2);
    WITH(outcome, (uint32_t)T_LEFT << 16 | 2);
    WITH(outcome, (uint32_t)T_TYPES << 16);
    WITH(outcome, UINT32_MAX);
    WITH(scorers, 2);
    WITH(scorers, 1); // and then there is none
    WITH(features, NULL);
    WITH(features, "");
    WITH(features, "poz(S0)\n");
    head_fields split = SOUND;
    split.split_by = "pos(B0)";
    split.sets = 3;
    split.split_values = 2;
    split.set_sections = 3;
    CHECK_INT(load_fields(split), 0);
    split.set_sections = 2;
    CHECK_INT(load_fields(split), COPSE_EMODEL);
    split.set_sections = 3;
    split.second_split = 1; // not ascending
    CHECK_INT(load_fields(split), COPSE_EMODEL);
    split.second_split = 0;
    split.split_by = "poz(B0)";
    CHECK_INT(load_fields(split), COPSE_EMODEL);
    split.split_by = "";
    CHECK_INT(load_fields(split), COPSE_EMODEL);
}

TESTS(TEST(trained_sentences_are_known), TEST(rare_marks_are_dropped), TEST(models_survive_files),
      TEST(the_same_seed_gives_the_same_bytes), TEST(labels_of_any_length_load),
      TEST(damaged_files_are_refused), TEST(impossible_sections_are_refused))
