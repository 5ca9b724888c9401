// SPDX-License-Identifier: MIT
// The enhancer: it learns a regular secondary arc, makes labels of words it has not seen, and writes graphs
// that can be read again, whatever the sentence.
#include "tests/files.h"
#include "tests/harness.h"

#include "common/base/mem.h"
#include "common/base/random.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"
#include "graph/enhancer_train.h"
#include "tests/sentences.h"

// Who wants to do something does it: "the N wants to V in N". The noun after a preposition has the
// preposition in its label. With a relative clause the graph has a cycle, and the pronoun another head.
static void add_sentence(text *out, int i, bool relative)
{
    static const char *const noun[] = {"cat", "dog", "bird", "child", "king"},
                             *const verb[] = {"sing", "run", "play", "sleep"},
                             *const place[] = {"in", "on", "at", "near"};
    const char *n = noun[i % 5], *v = verb[i % 4], *p = place[i / 3 % 4], *m = noun[(i + 2) % 5];
    char words[1024];
    snprintf(words, sizeof words,
             "1\t%s\t%s\tNOUN\tN\t_\t2\tnsubj\t2:nsubj|4:nsubj:xsubj\t_\n"
             "2\twants\twant\tVERB\tV\t_\t0\troot\t0:root\t_\n3\tto\tto\tPART\tT\t_\t4\tmark\t4:mark\t_\n"
             "4\t%s\t%s\tVERB\tV\t_\t2\txcomp\t2:xcomp\t_\n5\t%s\t%s\tADP\tP\t_\t6\tcase\t6:case\t_\n"
             "6\t%s\t%s\tNOUN\tN\t_\t4\tobl\t4:obl:%s%s\t_\n",
             n, n, v, v, p, p, m, m, p, relative ? "|8:nsubj" : "");
    text_cat(out, words);
    snprintf(words, sizeof words,
             "7\twhich\twhich\tPRON\tW\tPronType=Rel\t8\tnsubj\t6:ref\t_\n"
             "8\t%ss\t%s\tVERB\tV\t_\t6\tacl:relcl\t6:acl:relcl\t_\n",
             v, v);
    text_cat(out, relative ? words : "");
    text_cat(out, "\n");
}

static void make_bank(treebank *t, bool relative)
{
    text bank = {0};
    copse_error err;
    for (int i = 0; i < 40; i++)
        add_sentence(&bank, i, relative && i % 2);
    if (tb_read(t, scratch_bytes("bank.conllu", bank.s, bank.n), false, &err) != 0) {
        printf("%s\n", err.message);
        abort();
    }
    text_done(&bank);
}

static void learn(gemodel *m, bool relative)
{
    treebank t;
    ge_survey survey;
    copse_error err;
    const copse_environment env = {.threads = 1};
    make_bank(&t, relative);
    if (ge_look(&survey, &t, false, &err) != 0)
        abort();
    const ge_plan plan = {.t = &t,
                          .tree = t.tree,
                          .survey = &survey,
                          .pos = COPSE_UPOS,
                          .bits = 14,
                          .iterations = 5,
                          .C = 1e9,
                          .seed = 1,
                          .env = &env};
    CHECK_INT(ge_train(m, &plan), 5);
    mem_free(survey.learnt);
    tb_done(&t);
}

// The DEPS that the enhancer writes for a sentence given as lines, its words separated by blanks.
static void check_graph(const gemodel *m, const char *lines, const char *expected)
{
    copse_error err;
    char got[512] = "";
    const copse_parse_options plain = {0};
    copse_reader *r = copse_reader_memory(lines, strlen(lines), "bank", &err);
    copse_sentence *s = copse_sentence_new();
    void *worker = ge_stage.worker_new(m, &plain);
    REQUIRE(r && copse_reader_next(r, s, &err) == 1);
    ge_stage.run(worker, s);
    for (int d = 1; d <= s->n; d++) {
        const copse_str value = sen_column(s, d, COPSE_DEPS);
        const size_t n = strlen(got);
        snprintf(got + n, sizeof got - n, "%s%.*s", d > 1 ? " " : "", (int)value.len, value.s);
    }
    CHECK_STRING(got, expected);
    ge_stage.worker_free(worker);
    copse_sentence_free(s);
    copse_reader_close(r);
}

// Words that were not in training, and a relative clause.
static const char NEW[] =
    "1\ttiger\ttiger\tNOUN\tN\t_\t2\tnsubj\t_\t_\n2\twants\twant\tVERB\tV\t_\t0\troot\t_\t_\n"
    "3\tto\tto\tPART\tT\t_\t4\tmark\t_\t_\n4\tjump\tjump\tVERB\tV\t_\t2\txcomp\t_\t_\n"
    "5\tUnder\tUnder\tADP\tP\t_\t6\tcase\t_\t_\n6\ttable\ttable\tNOUN\tN\t_\t4\tobl\t_\t_\n"
    "7\twhich\twhich\tPRON\tW\tPronType=Rel\t8\tnsubj\t_\t_\n"
    "8\tstands\tstand\tVERB\tV\t_\t6\tacl:relcl\t_\t_\n\n";

static void finds_regular_arcs(void)
{
    gemodel m;
    learn(&m, true);
    CHECK(m.cycles);
    check_graph(&m, NEW,
                "2:nsubj|4:nsubj:xsubj 0:root 4:mark 2:xcomp 6:case 4:obl:under|8:nsubj 6:ref 6:acl:relcl");
    ge_done(&m);
}

// An empty node stays as it is, and so does a sentence whose heads are no tree.
static void leaves_the_rest(void)
{
    gemodel m;
    learn(&m, false);
    CHECK(!m.cycles);
    check_graph(&m,
                "1\ta\ta\tNOUN\tN\t_\t2\tnsubj\t_\t_\n1.1\te\te\tVERB\tV\t_\t_\t_\t7:x\t_\n"
                "2\twants\twant\tVERB\tV\t_\t0\troot\t_\t_\n\n",
                "2:nsubj 0:root");
    check_graph(&m, "1\ta\ta\tNOUN\tN\t_\t2\tx\t5:y\t_\n2\tb\tb\tNOUN\tN\t_\t1\tx\t_\t_\n\n", "5:y _");
    check_graph(&m, "1\ta|:\t|\tNOUN\tN\t_\t0\tr|t\t_\t_\n2\tb\t|\tADP\tN\t_\t1\tcase\t_\t_\n\n",
                "0:r_t 1:case");
    ge_done(&m);
}

static void in_conllx(void)
{
    gemodel m;
    copse_error err;
    const copse_parse_options plain = {0};
    static const char lines[] =
        "1\ttiger\ttiger\tNOUN\tN\t_\t2\tnsubj\t_\t_\n2\twants\twant\tVERB\tV\t_\t0\troot\t0\tROOT\n"
        "3\tto\tto\tPART\tT\t_\t4\tmark\t_\t_\n4\tjump\tjump\tVERB\tV\t_\t2\txcomp\t_\t_\n\n";
    learn(&m, false);
    copse_reader *r = copse_reader_memory(lines, strlen(lines), "bank", &err);
    copse_sentence *s = copse_sentence_new();
    void *worker = ge_stage.worker_new(&m, &plain);
    REQUIRE(r && copse_reader_next(r, s, &err) == 1);
    REQUIRE(s->format == COPSE_CONLLX);
    ge_stage.run(worker, s);
    CHECK(str_is(sen_column(s, 1, COPSE_DEPS), "4") && str_is(sen_column(s, 1, COPSE_MISC), "nsubj:xsubj"));
    CHECK(str_is(sen_column(s, 2, COPSE_DEPS), "0") && str_is(sen_column(s, 2, COPSE_MISC), "ROOT"));
    CHECK(str_is(sen_column(s, 3, COPSE_DEPS), "_") && str_is(sen_column(s, 3, COPSE_MISC), "_"));
    ge_stage.worker_free(worker);
    copse_sentence_free(s);
    copse_reader_close(r);
    ge_done(&m);
}

static bool is_acyclic(const deps *g)
{
    bool out[64] = {false};
    int left = g->n + 1;
    for (bool more = true; more;) {
        more = false;
        for (int h = 0; h <= g->n; h++) {
            bool needed = out[h];
            for (int d = 1; d <= g->n && !needed; d++)
                for (size_t i = g->first[d]; i < g->first[d + 1]; i++)
                    needed |= !out[d] && g->arc[i].head == h;
            if (!needed) {
                out[h] = more = true;
                left--;
            }
        }
    }
    return left == 0;
}

// On any tree the graph can be read, every word has a head, and there are no cycles if training had none.
static void graphs_are_well_formed(void)
{
    static const char *const label[] = {"nsubj", "xcomp", "mark", "acl:relcl", "case", "conj", "cc", "obl"};
    rng r;
    rng_seed(&r, 4);
    for (int cycles = 0; cycles < 2; cycles++) {
        gemodel m;
        const copse_parse_options plain = {0};
        learn(&m, cycles);
        void *worker = ge_stage.worker_new(&m, &plain);
        for (int round = 0; round < 300; round++) {
            copse_sentence *s = random_sentence(&r, 1 + (int)rng_below(&r, 20), false);
            copse_error err;
            deps g = {0};
            for (int d = 1; d <= s->n; d++) {
                char head[16];
                snprintf(head, sizeof head, "%d", (int)rng_below(&r, (uint64_t)d));
                ov_put(s, d, COPSE_HEAD, str(head));
                ov_put(s, d, COPSE_DEPREL, str(label[rng_below(&r, 8)]));
            }
            ge_stage.run(worker, s);
            REQUIRE(deps_read(&g, s, &err) == 0);
            for (int d = 1; d <= s->n; d++)
                CHECK(deps_count(&g, d) > 0);
            CHECK(cycles || is_acyclic(&g));
            deps_done(&g);
            copse_sentence_free(s);
        }
        ge_stage.worker_free(worker);
        ge_done(&m);
    }
}

// The path of an arc leads from its dependent to its head, and to no other word.
static void paths_lead_to_heads(void)
{
    rng r;
    ge_tree t = {0};
    rng_seed(&r, 5);
    for (int round = 0; round < 200; round++) {
        copse_sentence *s = random_sentence(&r, 9, true);
        copse_tree *tree = copse_tree_new();
        tree_resize(tree, 9);
        for (int d = 1; d <= 9; d++) {
            char name[8];
            snprintf(name, sizeof name, "l%d", d);
            tree->head[d] = (int)rng_below(&r, (uint64_t)d);
            tree->label[d] = tree_keep(tree, str(name)); // labels differ, so that paths do
        }
        REQUIRE(ge_tree_set(&t, s, tree, COPSE_UPOS));
        for (int d = 1; d <= 9; d++)
            for (int h = 0; h <= 9; h++) {
                uint64_t hash[GE_LONGEST], at[GE_LONGEST];
                ge_candidate found[GE_MOST_CANDIDATES];
                const size_t n = h == d || h == tree->head[d] ? 0 : ge_path(&t, h, d, hash);
                size_t paths = n;
                if (n == 0)
                    continue;
                for (size_t i = 0; i < n; i++)
                    at[i] = i + 1 < n ? hash[i] & ~(uint64_t)1 : hash[i] | 1;
                for (size_t i = 1; i < n; i++) // in order
                    for (size_t k = i; k > 0 && (at[k - 1] | 1) > (at[k] | 1); k--) {
                        const uint64_t kept = at[k];
                        at[k] = at[k - 1];
                        at[k - 1] = kept;
                    }
                const ge_paths known = {at, paths};
                REQUIRE(ge_candidates(&t, &known, d, found) == 2);
                CHECK_INT(found[1].head, h);
                CHECK(found[1].path == hash[n - 1]);
                CHECK_INT(found[0].head, tree->head[d]);
            }
        copse_tree_free(tree);
        copse_sentence_free(s);
    }
    ge_tree_done(&t);
}

static void *bytes_of(const gemodel *m, size_t *size)
{
    copse_error err;
    box_writer *w = box_writer_new();
    ge_save(m, w);
    void *bytes = box_bytes(w, size, &err);
    box_writer_free(w);
    return bytes;
}

static void saved_and_loaded(void)
{
    gemodel m, again;
    copse_error err;
    size_t size, size_again;
    learn(&m, true);
    void *bytes = bytes_of(&m, &size);
    box *b = box_memory(bytes, size, "model", &err);
    REQUIRE(b && ge_load(&again, b, &err) == 0);
    check_graph(&again, NEW,
                "2:nsubj|4:nsubj:xsubj 0:root 4:mark 2:xcomp 6:case 4:obl:under|8:nsubj 6:ref 6:acl:relcl");
    void *twice = bytes_of(&again, &size_again);
    CHECK(size == size_again && memcmp(bytes, twice, size) == 0);
    ge_done(&again);
    box_close(b);
    ge_done(&m);
    mem_free(bytes);
    mem_free(twice);
}

// Saves a changed model and loads it.
static void check_refused(const gemodel *m, const char *message)
{
    gemodel again;
    copse_error err = {0};
    size_t size;
    void *bytes = bytes_of(m, &size);
    box *b = box_memory(bytes, size, "model", &err);
    REQUIRE(b != NULL);
    CHECK_INT(ge_load(&again, b, &err), COPSE_EMODEL);
    CHECK_STRING(err.message, message);
    box_close(b);
    mem_free(bytes);
}

static void damaged_models_are_refused(void)
{
    gemodel m;
    learn(&m, true);
    const gemodel good = m;
    const ge_class first = m.class[0];
    m.pos = COPSE_FORM;
    check_refused(&m, "damaged description of the enhancer (column of parts of speech 1)");
    m = good;
    m.classes = 0;
    check_refused(&m, "damaged description of the enhancer (number of classes 0)");
    m = good;
    m.class[0].prefix = GE_PREFIXES;
    check_refused(&m, "damaged description of the enhancer (class 1)");
    m.class[0] = (ge_class){GE_OWN, GE_SOURCES, {NULL, 0}};
    check_refused(&m, "damaged description of the enhancer (class 1)");
    m.class[0] = (ge_class){GE_FIXED, GE_PLAIN, {"a|b", 3}};
    check_refused(&m, "damaged description of the enhancer (class 1)");
    m.class[0] = first;
    REQUIRE(m.paths.n > 1);
    m.own[1] = m.own[0];
    check_refused(&m, "damaged description of the enhancer (order of paths, at 1)");
    ge_done(&m);
}

TESTS(TEST(finds_regular_arcs), TEST(leaves_the_rest), TEST(in_conllx), TEST(graphs_are_well_formed),
      TEST(paths_lead_to_heads), TEST(saved_and_loaded), TEST(damaged_models_are_refused))
