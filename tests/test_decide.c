// SPDX-License-Identifier: MIT
// The choices of parsing, which uses sums it knows already, are those of all features together.
#include "tests/harness.h"
#include "tests/sentences.h"

#include "transition/model.h"
#include "common/base/mem.h"

enum { LABELS = 5, KEYS = 60000 };

static const char *pick(rng *r, const char *const *names, size_t n)
{
    return names[rng_below(r, n)];
}

// A line of random terms. Half of them are about one word alone.
static void random_line(rng *r, char *text)
{
    static const char *const addresses[] = {"S0",     "S1",      "B0",       "B1",       "C0",
                                            "lc(S0)", "rc2(S0)", "head(S0)", "prev(B0)", "ls(lc(B0))"},
                             *const words[] = {"form(%s)",     "lemma(%s)",     "pos(%s)",   "feats(%s)",
                                               "suffix(%s,1)", "feat(%s,Case)", "feat(%s,*)"},
                             *const others[] = {"label(%s)", "valency(%s,left)", "labels(%s,right)",
                                                "distance(%s,B0)", "between(%s,B0)"};
    const bool alone = rng_below(r, 2);
    const char *address = pick(r, addresses, 10);
    int each = 0;
    for (int i = 0, n = 1 + (int)rng_below(r, 6); i < n; i++) {
        const char *term = alone || rng_below(r, 2) ? pick(r, words, 7) : pick(r, others, 5);
        if (strchr(term, '*') && ++each > 2)
            continue;
        if (!alone)
            address = pick(r, addresses, 10);
        char one[64];
        snprintf(one, sizeof one, term, address); // NOLINT: formats of the tables above
        strcat(strcat(text, one), " ");
    }
    strcat(text, "\n");
}

static void random_features(rng *r, feature_model *m, int lines)
{
    char *text = mem_zero((size_t)lines + 1, 400);
    copse_error err = {0};
    strcpy(text, "form(S0) form(B0)\n");
    for (int i = 0; i < lines; i++)
        random_line(r, text);
    CHECK_INT(fm_parse(m, "test", str(text), &err), 0);
    mem_free(text);
}

typedef struct keys {
    uint64_t *key;
    size_t n;
} keys;

// Random weights of keys, most of them few.
static void random_row(void *context, uint32_t feature, double *w)
{
    rng r;
    rng_seed(&r, feature);
    for (uint32_t k = 0; k < *(const uint32_t *)context; k++)
        w[k] = rng_below(&r, 1 + feature % 9) ? 0 : rng_unit(&r) - 0.5;
}

static void set_decider(classifier *d, const outcome *outcomes, uint32_t n, const keys *known)
{
    d->own = mem_alloc(n, sizeof *d->own);
    memcpy(d->own, outcomes, n * sizeof *d->own);
    d->outcome = d->own;
    d->classes = n;
    d->scorer = sc_linear_make(n, (uint32_t)known->n, known->key, random_row, &n, 0);
}

static void make_sets(tmodel *m, const keys *known)
{
    static const outcome first[] = {{T_SHIFT, CLS_NO_LABEL},  {T_RIGHT, 1},
                                    {T_LEFT, CLS_NO_LABEL},   {T_LEFT, 0},
                                    {T_REDUCE, CLS_NO_LABEL}, {T_RIGHT, CLS_NO_LABEL},
                                    {T_SWAP, CLS_NO_LABEL}},
                         left[] = {{T_LEFT, 1}, {T_LEFT, 2}}, right[] = {{T_RIGHT, 3}, {T_RIGHT, 4}};
    for (uint32_t i = 0; i < m->sets; i++) {
        const keys some = {known->key + i * known->n / 4, known->n - i * known->n / 4};
        set_decider(&m->set[i].classifier[CLS_FIRST], first, 7, &some);
        set_decider(&m->set[i].classifier[CLS_LEFT], left, 2, &some);
        set_decider(&m->set[i].classifier[CLS_RIGHT], right, 2, &some);
    }
}

static void make_model(rng *r, tmodel *m, const tsystem *system, bool split, int lines)
{
    copse_error err = {0};
    memset(m, 0, sizeof *m);
    m->system = system;
    m->root = system->root;
    m->pproj = -1;
    m->pos = COPSE_UPOS;
    random_features(r, &m->features, lines);
    for (int i = 0; i < LABELS; i++)
        tab_add(&m->labels, str(&"a\0b\0c\0d\0e"[2 * i]));
    m->split_term = -1;
    m->sets = split ? 3 : 1;
    m->set = mem_zero(m->sets, sizeof *m->set);
    m->split = mem_zero(m->sets, sizeof *m->split);
    if (split)
        m->split_term = fm_add_term(&m->features, "test", str("pos(B0)"), &err);
}

// Walks at random; the features met go to known, or each choice is compared.
static void walk(rng *r, tparser *p, const copse_sentence *s, keys *known)
{
    const tsystem *system = p->model->system;
    for (tp_start(p, &(stage_input){.sentence = s}, 0); !system->final(&p->config);) {
        const unsigned legal = system->legal(&p->config);
        transition type = (transition)rng_below(r, T_TYPES);
        while (!(legal >> type & 1))
            type = (type + 1) % T_TYPES;
        const size_t n = tp_features(p);
        if (known) {
            const size_t take = n < KEYS - known->n ? n : KEYS - known->n;
            memcpy(known->key + known->n, p->key, take * sizeof *p->key);
            known->n += take;
            if (tp_split_value(p) && rng_below(r, 5) == 0) // some values have classifiers of their own
                p->model->split[1] = tp_split_value(p);
        } else {
            choice one, other;
            tp_choose(p, n, &one);
            tp_decide(p, &other);
            CHECK(one.type == other.type && one.label == other.label);
            CHECK(one.score == other.score && one.margin == other.margin);
            CHECK(memcmp(one.by_type, other.by_type, sizeof one.by_type) == 0);
        }
        system->apply(&p->config, type, type == T_LEFT || type == T_RIGHT ? (int)rng_below(r, LABELS) : -1);
    }
}

static void compare(rng *r, const tsystem *system, bool split, int lines)
{
    tmodel m;
    keys known = {mem_alloc(KEYS, sizeof *known.key), 0};
    make_model(r, &m, system, split, lines);
    for (int pass = 0; pass < 2; pass++) {
        tparser p;
        tp_init(&p, &m);
        for (int i = 0; i < 30; i++) {
            copse_sentence *s = random_sentence(r, i < 4 ? i : (int)rng_below(r, 25), i % 3 == 0);
            walk(r, &p, s, pass == 0 ? &known : NULL);
            copse_sentence_free(s);
        }
        tp_done(&p);
        if (pass == 0)
            make_sets(&m, &known);
    }
    tm_done(&m);
    mem_free(known.key);
}

static void known_sums_change_no_choice(void)
{
    rng r;
    rng_seed(&r, 3);
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int lines = 1; lines < 100; lines = lines * 3 + 1)
            for (int split = 0; split < 2; split++)
                compare(&r, *system, split, lines);
}

// More than 256 features, known ones included, do not fit into sums.
static void many_features_change_no_choice(void)
{
    rng r;
    rng_seed(&r, 4);
    for (int lines = 120; lines < 400; lines += 40)
        compare(&r, sys_find("arc-eager"), false, lines);
}

TESTS(TEST(known_sums_change_no_choice), TEST(many_features_change_no_choice))
