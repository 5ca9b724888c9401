// SPDX-License-Identifier: MIT
// Learned weights: two logistic regressions (LIBLINEAR), one for the probability that a head somebody
// proposes for a word is right, one for a label of an arc. They see all the factors, in conjunction with who
// proposes it.
//
// Features are binary and have readable names, because they are kept as text; one function makes those of a
// candidate, for training and for use. It makes strings where parsers would make hashes: there are few
// candidates, about one and a half for a word.
#include "weights_in.h"

#include "error.h"
#include "hash.h"
#include "learner.h"
#include "mem.h"
#include "sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef void (*feature_fn)(void *context, copse_str name);

typedef struct candidate { // a head, or a label if that is not empty
    const weights *w;
    const proposals *p;
    int d, h;
    copse_str label;
    bool is_label;
    text *name; // scratch
    feature_fn fn;
    void *context;
} candidate;

static void begin(const candidate *c, const char *what)
{
    c->name->n = 0;
    text_cat(c->name, c->is_label ? "label" : "head");
    text_cat(c->name, what);
}

static void end(const candidate *c)
{
    c->fn(c->context, (copse_str){c->name->s, c->name->n});
}

static void add(const candidate *c, const char *what, copse_str value)
{
    text_cat(c->name, what);
    text_str(c->name, value);
}

static copse_str pos_of(const candidate *c, int w)
{
    return w > 0 && w <= c->p->s->n ? sen_column(c->p->s, w, COPSE_UPOS) : (copse_str){"root", 4};
}

static void add_pos(const candidate *c, const char *what, int w)
{
    add(c, what, pos_of(c, w));
}

// Who is for the candidate. Of a label also who gives it to another arc.
static void add_pattern(const candidate *c)
{
    text_cat(c->name, " by=");
    for (size_t i = 0; i < c->p->n; i++) {
        const copse_tree *t = c->p->tree[i];
        const bool head = t->head[c->d] == c->h, label = !c->is_label || str_equal(t->label[c->d], c->label);
        text_cat(c->name, head && label ? "1" : label && c->is_label ? "l" : head && c->is_label ? "h" : "0");
    }
}

// How the systems fall into groups: a letter for each head in the order of systems.
static void add_groups(const candidate *c)
{
    text_cat(c->name, " groups=");
    for (size_t i = 0, groups = 0; i < c->p->n; i++) {
        size_t same = 0;
        char letter;
        while (c->p->tree[same]->head[c->d] != c->p->tree[i]->head[c->d])
            same++;
        letter = same < i ? c->name->s[c->name->n - i + same] : (char)('a' + groups++ % 26);
        text_add(c->name, &letter, 1);
    }
}

static void add_length(const candidate *c)
{
    text_cat(c->name, " length=");
    fac_length(c->name, c->h, c->d);
    if (c->h)
        text_cat(c->name, c->h < c->d ? " right" : " left");
}

// The pattern and one more thing.
static void with_pattern(const candidate *c)
{
    begin(c, "");
    add_pattern(c);
    end(c);
    begin(c, "");
    add_pattern(c);
    add_groups(c);
    end(c);
    begin(c, "");
    add_pattern(c);
    add_pos(c, " pos=", c->d);
    end(c);
    begin(c, "");
    add_pattern(c);
    add_pos(c, " head-pos=", c->h);
    end(c);
    begin(c, "");
    add_pattern(c);
    add_length(c);
    end(c);
}

static void without_pattern(const candidate *c)
{
    begin(c, "");
    end(c);
    begin(c, "");
    add_pos(c, " pos=", c->d);
    add_pos(c, " head-pos=", c->h);
    add_length(c);
    end(c);
    begin(c, "");
    add_pos(c, " pos=", c->d);
    add_pos(c, " head-pos=", c->h);
    add_pos(c, " next=", c->d + 1);
    end(c);
    begin(c, "");
    add_pos(c, " pos=", c->d);
    add_pos(c, " head-pos=", c->h);
    add_pos(c, " before=", c->d - 1);
    end(c);
}

// What a single system that is for the candidate says.
static void of_system(const candidate *c, size_t i)
{
    const copse_tree *t = c->p->tree[i];
    static const char *const names[] = {"label", "root-distance", "length", "score"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        const factor *f = fac_find(names[k], strlen(names[k]));
        if (strcmp(names[k], "score") == 0 && !t->scored)
            continue;
        begin(c, " system=");
        text_cat(c->name, c->w->name[i]);
        text_cat(c->name, " ");
        text_cat(c->name, names[k]);
        text_cat(c->name, "=");
        f->value(c->name, c->p, i, c->d);
        end(c);
    }
    begin(c, " system=");
    text_cat(c->name, c->w->name[i]);
    add_pos(c, " pos=", c->d);
    add_pos(c, " head-pos=", c->h);
    end(c);
}

static void of_label(const candidate *c)
{
    begin(c, "");
    add_pattern(c);
    add(c, " label=", c->label);
    end(c);
    begin(c, "");
    add(c, " label=", c->label);
    add_pos(c, " pos=", c->d);
    add_pos(c, " head-pos=", c->h);
    end(c);
    for (size_t i = 0; i < c->p->n; i++) {
        begin(c, " system=");
        text_cat(c->name, c->w->name[i]);
        add(c, " label=", c->label);
        add(c, " given=", c->p->tree[i]->label[c->d]);
        text_cat(c->name, c->p->tree[i]->head[c->d] == c->h ? " here" : " elsewhere");
        end(c);
    }
}

static void extract(const candidate *c)
{
    with_pattern(c);
    if (c->is_label) {
        of_label(c);
        return;
    }
    without_pattern(c);
    for (size_t i = 0; i < c->p->n; i++)
        if (c->p->tree[i]->head[c->d] == c->h)
            of_system(c, i);
}

// --- use

typedef struct adding {
    const weights *w;
    double sum;
} adding;

static void add_coefficient(void *context, copse_str name)
{
    adding *a = context;
    const size_t i = tab_find(&a->w->value, name);
    a->sum += i == TAB_NONE ? 0 : a->w->cell[i].weight;
}

static double value(candidate *c)
{
    adding a = {c->w, 0};
    c->fn = add_coefficient;
    c->context = &a;
    extract(c);
    double p = 1 / (1 + exp(-a.sum));
    const char *e = getenv("XT");
    if (e && *e == 'l') {
        double x = a.sum + atof(e + 1);
        return x < 0 ? 0 : x;
    }
    return e ? pow(p, atof(e)) : p;
}

double wt_head_value(const weights *w, text *scratch, const proposals *p, int d, int h)
{
    return value(&(candidate){.w = w, .p = p, .d = d, .h = h, .name = scratch});
}

double wt_label_value(const weights *w, text *scratch, const proposals *p, int d, int h, copse_str label)
{
    return value(
        &(candidate){.w = w, .p = p, .d = d, .h = h, .label = label, .is_label = true, .name = scratch});
}

// --- training

typedef struct learning {
    weights *w;
    table names;
    examples ex;
    size_t feature_cap, start_cap, y_cap;
    text name;
} learning;

static void collect(void *context, copse_str name)
{
    learning *l = context;
    const size_t at = l->ex.start[l->ex.n + 1]++;
    const uint32_t id = (uint32_t)tab_count(&l->names, name, 1);
    for (size_t k = l->ex.start[l->ex.n]; k < at; k++)
        if (l->ex.feature[k] == id) { // two systems of one label give one feature of it
            l->ex.start[l->ex.n + 1]--;
            return;
        }
    l->ex.feature = mem_grow(l->ex.feature, &l->feature_cap, at + 1, sizeof *l->ex.feature);
    l->ex.feature[at] = id;
}

static void learn_from(learning *l, candidate *c, bool right)
{
    examples *ex = &l->ex;
    ex->y = mem_grow(ex->y, &l->y_cap, ex->n + 1, sizeof *ex->y);
    ex->start = mem_grow(ex->start, &l->start_cap, ex->n + 2, sizeof *ex->start);
    ex->start[0] = 0;
    ex->start[ex->n + 1] = ex->start[ex->n];
    c->fn = collect;
    c->context = l;
    extract(c);
    ex->y[ex->n++] = right;
}

static void learn_word(learning *l, const proposals *p, int d, const copse_tree *gold, bool labels)
{
    const int g = gold->head[d];
    bool found = false;
    for (size_t i = 0; i < p->n; i++) {
        size_t first = 0;
        while (p->tree[first]->head[d] != p->tree[i]->head[d])
            first++;
        found |= p->tree[i]->head[d] == g;
        if (first == i && !labels)
            learn_from(l, &(candidate){.w = l->w, .p = p, .d = d, .h = p->tree[i]->head[d], .name = &l->name},
                       p->tree[i]->head[d] == g);
    }
    for (size_t i = 0; i < p->n && found && labels; i++) {
        size_t first = 0;
        while (!str_equal(p->tree[first]->label[d], p->tree[i]->label[d]))
            first++;
        if (first == i)
            learn_from(l,
                       &(candidate){.w = l->w,
                                    .p = p,
                                    .d = d,
                                    .h = g,
                                    .label = p->tree[i]->label[d],
                                    .is_label = true,
                                    .name = &l->name},
                       str_equal(p->tree[i]->label[d], gold->label[d]));
    }
}

// Features that were seen less often are left out.
enum { CUTOFF = 2 };

static void cut(learning *l)
{
    size_t to = 0;
    for (size_t i = 0, k = 0; i < l->ex.n; i++) {
        for (; k < l->ex.start[i + 1]; k++)
            if (l->names.entry[l->ex.feature[k]].count >= CUTOFF)
                l->ex.feature[to++] = l->ex.feature[k];
        l->ex.start[i + 1] = to;
    }
}

static int train_one(learning *l, const char *what, copse_error *err)
{
    const char *xc = getenv("XC");
    const learn_options how = {
        .solver = 0, .cost = xc ? atof(xc) : 0.1, .eps = 0.01, .processes = 1, .seed = 1, .what = what};
    examples *ex = &l->ex;
    ex->classes = 2;
    ex->features = (uint32_t)l->names.n;
    ex->key = mem_alloc(l->names.n, sizeof *ex->key);
    for (size_t i = 0; i < l->names.n; i++)
        ex->key[i] = l->names.entry[i].hash;
    cut(l);
    scorer *made = learn_liblinear.train(ex, &how, err);
    if (!made)
        return err->code;
    void *scratch = mem_zero(made->kind->scratch(made) + 1, 1);
    for (size_t i = 0; i < l->names.n; i++) {
        float score[2];
        bool is_new;
        sc_score(made, &ex->key[i], 1, score, scratch);
        const double x = wt_rounded((double)score[1]);
        if (x != 0) {
            wt_cell *c = wt_cell_of(l->w, tab_name(&l->names, i), &is_new);
            c->weight = x;
            c->seen = -1;
        }
    }
    free(scratch);
    sc_free(made);
    return 0;
}

int wt_learn(weights *w, const treebank *gold, copse_tree *const *system, copse_error *err)
{
    int code = 0;
    for (int labels = 0; labels < 2 && code == 0; labels++) {
        learning l = {.w = w};
        for (size_t i = 0; i < gold->n; i++) {
            const proposals p = {gold->sentence[i], (const copse_tree *const *)(system + i * w->n), w->n};
            for (int d = 1; d <= p.s->n; d++)
                learn_word(&l, &p, d, gold->tree[i], labels);
        }
        code = train_one(&l, labels ? "weights of labels" : "weights of heads", err);
        tab_done(&l.names);
        free(l.ex.key);
        free(l.ex.y);
        free(l.ex.start);
        free(l.ex.feature);
        text_done(&l.name);
    }
    return code;
}
