// SPDX-License-Identifier: MIT
// Expectation maximisation: expected counts against all trees, a likelihood that never falls, training
// without heads.
#include "common/base/mem.h"
#include "graph/generative_em.h"
#include "graph/marginals.h"
#include "tests/harness.h"
#include "tests/language.h"
#include "tests/scratch.h"
#include "tests/trained.h"
#include "tests/trees.h"

enum { T = 3, MOST = 5, NODES = MOST + 1, SENTENCES = 4 };

// A model of T tags without counts.
static void make_model(generative *m, const gen_variant *v, bool projective, bool single_root)
{
    static const char *const name[T] = {"A", "B", "C"};
    memset(m, 0, sizeof *m);
    for (int t = 0; t < T; t++)
        tab_add(&m->tags, (copse_str){name[t], 1});
    m->variant = v;
    m->projective = projective;
    m->single_root = single_root;
    m->smoothing = 1e-9;
    m->longer = 0.8;
    for (int i = 0; i < 2 * GEN_REACH; i++)
        m->reach[i / GEN_REACH][i % GEN_REACH] = -0.1 * i;
    m->top = -1.5;
}

static void add_sentences(em *e, rng *r, int sentences)
{
    for (int i = 0; i < sentences; i++) {
        int tag[MOST], n = 1 + (int)rng_below(r, MOST);
        for (int d = 0; d < n; d++)
            tag[d] = (int)rng_below(r, T);
        em_add(e, tag, n);
    }
}

static int reduced(int contexts, int k)
{
    return contexts == 1 ? 0 : contexts == 2 ? k > 0 : k;
}

// The log probability of a tree by the tables, and its decisions counted.
static double walk(const em *e, const int *tag, int n, const int *head, const em_tables *to, double by)
{
    double sum = 0;
    for (int h = 0; h <= n; h++)
        for (int side = h == 0; side < 2; side++) {
            int k = 0;
            const int of = h ? tag[h - 1] : T;
            for (int d = side ? h + 1 : h - 1;; d += side ? 1 : -1) {
                const bool end = d < 1 || d > n;
                if (!end && head[d] != h)
                    continue;
                const int stop_at = ((of * 2 + side) * e->Ks + reduced(e->Ks, k)) * 2 + end;
                const bool decides = e->m->projective && (h != 0 || (k > 0 && !e->m->single_root));
                sum += decides ? e->log_p.stop[stop_at] : 0;
                if (to && decides)
                    to->stop[stop_at] += by;
                if (end)
                    break;
                const int tag_at = ((of * 2 + side) * e->Kd + reduced(e->Kd, k)) * T + tag[d - 1];
                sum += e->log_p.tag[tag_at] + (e->m->projective ? 0 : gen_log_reach(e->m, h, d));
                if (to)
                    to->tag[tag_at] += by;
                k = 1 + tag[d - 1];
            }
        }
    return sum;
}

static bool is_allowed(const generative *m, const int *head, int n)
{
    int roots = 0;
    if (!slow_is_tree(head, n))
        return false;
    for (int d = 1; d <= n; d++) {
        roots += head[d] == 0;
        if (m->projective && !slow_arc_is_projective(head, d))
            return false;
    }
    return !m->single_root || roots == 1;
}

// Counts all trees of all sentences. Returns the log likelihood, without P(n) and P(tree | n).
static double brute(const em *e, const em_tables *to)
{
    double likelihood = 0;
    for (size_t i = 0; i < e->n; i++) {
        const int *tag = e->tag + e->start[i], n = (int)(e->start[i + 1] - e->start[i]);
        double sum = -INFINITY;
        int head[NODES] = {-1};
        do {
            if (is_allowed(e->m, head, n))
                sum = mar_add(sum, walk(e, tag, n, head, NULL, 0));
        } while (next_heads(head, n));
        memset(head, 0, sizeof head);
        do {
            if (is_allowed(e->m, head, n))
                walk(e, tag, n, head, to, exp(walk(e, tag, n, head, NULL, 0) - sum));
        } while (next_heads(head, n));
        likelihood += sum + (e->m->projective ? 0 : e->length[n]);
    }
    return likelihood;
}

static void compare(const gen_variant *v, bool projective, bool single_root, rng *r)
{
    generative m;
    em e;
    make_model(&m, v, projective, single_root);
    em_init(&e, &m);
    add_sentences(&e, r, SENTENCES);
    em_start_random(&e, r);
    const size_t tags = (size_t)(T + 1) * 2 * (size_t)e.Kd * T,
                 stops = (size_t)(T + 1) * 2 * (size_t)e.Ks * 2;
    const em_tables expected = {mem_zero(tags, sizeof(double)), mem_zero(stops, sizeof(double))};
    const double likelihood = em_expect(&e);
    CHECK_NEAR(likelihood, brute(&e, &expected), 1e-9);
    for (size_t i = 0; i < tags; i++)
        CHECK_NEAR(e.next.tag[i], expected.tag[i], 1e-9);
    for (size_t i = 0; i < stops; i++)
        CHECK_NEAR(e.next.stop[i], expected.stop[i], 1e-9);
    mem_free(expected.tag);
    mem_free(expected.stop);
    em_done(&e);
    gen_done(&m);
}

static void expected_counts(void)
{
    rng r;
    rng_seed(&r, 2);
    for (int single = 0; single < 2; single++) {
        for (const gen_variant *const *v = gen_variants; *v; v++)
            compare(*v, true, single, &r);
        compare(gen_variants[0], false, single, &r);
    }
}

// All variants, both decoders, both starts, with weights and without.
static void likelihood_never_falls(void)
{
    static const double weight[T] = {0.9, 0.01, 0.2};
    rng r;
    rng_seed(&r, 3);
    for (int i = 0; i < 5 * 2 * 3; i++) {
        generative m;
        em e;
        const int which = i % 5, start = i / 10;
        make_model(&m, gen_variants[which % 4], which < 4, i / 5 % 2);
        em_init(&e, &m);
        add_sentences(&e, &r, 60);
        if (start == 2)
            em_start_random(&e, &r);
        else
            em_start_harmonic(&e, start ? weight : NULL);
        double before = em_expect(&e);
        CHECK(before > -INFINITY);
        const double first = before;
        for (int step = 0; step < 20; step++) {
            em_maximise(&e);
            const double now = em_expect(&e);
            CHECK(now >= before - 1e-9 * fabs(before));
            before = now;
        }
        CHECK(before > first + 0.1);
        em_done(&e);
        gen_done(&m);
    }
}

// What em_fill puts into a model, without smoothing worth mention, has the likelihood of EM.
static void model_has_the_probabilities(void)
{
    rng r;
    rng_seed(&r, 5);
    for (int which = 0; which < 5; which++) {
        generative m;
        em e;
        double sum = 0;
        make_model(&m, gen_variants[which % 4], which < 4, true);
        m.pos = COPSE_UPOS;
        m.punctuation = true;
        em_init(&e, &m);
        add_sentences(&e, &r, 30);
        em_start_random(&e, &r);
        em_expect(&e);
        em_maximise(&e);
        const double likelihood = em_expect(&e);
        em_fill(&e, &m);
        gen_scores s = {.m = &m, .scale = 1};
        copse_sentence *sentence = copse_sentence_new();
        for (size_t i = 0; i < e.n; i++) {
            copse_token token[MOST] = {{0}};
            const int n = (int)(e.start[i + 1] - e.start[i]);
            for (int d = 0; d < n; d++)
                token[d] = (copse_token){.form = "w",
                                         .upos = tab_name(&m.tags, (size_t)e.tag[e.start[i] + (size_t)d]).s};
            copse_sentence_set(sentence, n, token);
            gen_scores_set(&s, sentence, NULL);
            sum += gen_sum(&s);
        }
        CHECK_NEAR(sum, likelihood, 1e-4);
        copse_sentence_free(sentence);
        gen_scores_done(&s);
        em_done(&e);
        gen_done(&m);
    }
}

// --- Training

typedef struct log_lines {
    int iterations;
    double last;
    bool falls, accuracy;
} log_lines;

static void look(void *context, const char *line)
{
    log_lines *l = context;
    int i;
    double value;
    if (sscanf(line, "iteration %d: log likelihood %lf", &i, &value) != 2)
        return;
    l->falls |= i > 0 && value < l->last;
    l->last = value;
    l->iterations = i;
    l->accuracy |= strstr(line, "directed") && strstr(line, "undirected");
}

static int train(const char *line, const char *file, log_lines *l, copse_error *err)
{
    const copse_environment env = {.report = look, .context = l, .threads = 1};
    copse_options *o = options_of("generative", line);
    *l = (log_lines){0};
    const int code = copse_train(o, file, scratch("em.model"), &env, err);
    copse_options_free(o);
    return code;
}

static void no_head_is_read(void)
{
    static const char bare[] = "1\tthe\t_\tDET\t_\t_\t_\t_\t_\t_\n2\tdog\t_\tNOUN\t_\t_\t_\t_\t_\t_\n\n"
                               "1\ta\t_\tDET\t_\t_\t7\t_\t_\t_\n2\tcat\t_\tNOUN\t_\t_\tx\t_\t_\t_\n"
                               "3\tsleeps\t_\tVERB\t_\t_\t3\t_\t_\t_\n4\t.\t_\tPUNCT\t_\t_\t3\t_\t_\t_\n\n";
    copse_error err = {0};
    log_lines l;
    scratch_write(scratch("bare.conllu"), bare, strlen(bare));
    REQUIRE(train("--unsupervised --pos upos", scratch("bare.conllu"), &l, &err) == 0);
    copse_model *m = copse_model_load(scratch("em.model"), &err);
    REQUIRE(m &&
            copse_parse_file(m, NULL, scratch("bare.conllu"), scratch("out.conllu"), NULL, NULL, &err) == 0);
    char *out = scratch_read(scratch("out.conllu"), NULL);
    CHECK(strstr(out, "4\t.\t_\tPUNCT\t_\t_\t3\tpunct"));
    CHECK(strstr(out, "\t0\troot\t") && strstr(out, "\tdep\t"));
    mem_free(out);
    copse_model_free(m);
    CHECK_INT(train("", scratch("bare.conllu"), &l, &err), COPSE_EINPUT);
    CHECK_INT(train("--unsupervised --most-words 1", scratch("bare.conllu"), &l, &err), COPSE_EINPUT);
}

static void training_reports(void)
{
    static const char *const line[] = {"", "--start random --seed 4", "--decoder nonprojective",
                                       "--decoder nonprojective --start random --tree-prior uniform",
                                       "--open-classes no"};
    copse_error err = {0};
    log_lines l;
    lang_file(scratch("train.conllu"), 80, 5, false);
    for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
        char all[512];
        snprintf(all, sizeof all, "--unsupervised --iterations 12 --eps 0 --dev %s %s",
                 scratch("train.conllu"), line[i]);
        REQUIRE(train(all, scratch("train.conllu"), &l, &err) == 0);
        CHECK_INT(l.iterations, 12);
        CHECK(!l.falls && l.accuracy);
    }
    REQUIRE(train("--unsupervised --eps 0.01", scratch("train.conllu"), &l, &err) == 0);
    CHECK(l.iterations > 0 && l.iterations < 100);
}

TESTS(TEST(expected_counts), TEST(likelihood_never_falls), TEST(model_has_the_probabilities),
      TEST(no_head_is_read), TEST(training_reports))
