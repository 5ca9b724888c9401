// SPDX-License-Identifier: MIT
// The features of the configurations in a sentence's derivation, as text.
#include "transition/features_public.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/table.h"
#include "common/treebank/tree.h"
#include "transition/features_words.h"
#include "transition/system.h"

#include <stdio.h>
#include <string.h>

typedef struct derivation {
    const copse_features *f;
    const tsystem *system;
    const copse_sentence *s;
    copse_tree *tree;
    copse_column pos;
    config c, next; // next: after the transition
    fm_words words;
    void *scratch;
    table labels;
    int *label; // [n+1] gold labels as indices
} derivation;

static void put_label(text *out, const derivation *d, int label)
{
    text_str(out, tab_name(&d->labels, (size_t)label));
}

// The labels of the children on one side, in the order of the words.
static void put_labels(text *out, const derivation *d, int node, bool left)
{
    const size_t begin = out->n;
    for (int k = d->c.first[node]; k != CFG_NONE; k = d->c.after[k])
        if ((k < node) == left) {
            text_cat(out, out->n > begin ? "," : "");
            put_label(out, d, d->c.label[k]);
        }
    if (out->n == begin)
        text_cat(out, "none");
}

static void put_word_value(text *out, const derivation *d, const fm_term *t, int node)
{
    const copse_str value = fm_word_text(&d->f->m.table[t->table], d->s, node, d->pos);
    text_str(out, value.s ? value : (copse_str){"none", 4});
}

// Values of two words: the distance, and what an arc between them would pass over.
static void put_pair(text *out, const derivation *d, const fm_term *t, int a, int b)
{
    const int far = a < b ? b - a : a - b;
    const uint64_t value = fm_value(d->scratch, (int)(t - d->f->m.term));
    if (t->attribute == FM_DISTANCE) {
        if (far < 6)
            fw_number(out, far);
        else
            text_cat(out, far < 10 ? "6-9" : far < 20 ? "10-19" : "20+");
        return;
    }
    fw_number(out, (long)(value / 2));
    text_cat(out, value / 2 < 3 ? " loose" : "+ loose");
    text_cat(out, value % 2 ? ", crossing" : "");
}

static void put_term(text *out, const derivation *d, const fm_term *t)
{
    const int node = fm_node(&d->f->m, d->scratch, t->address);
    const int other = t->other >= 0 ? fm_node(&d->f->m, d->scratch, t->other) : 0;
    const config *c = &d->c;
    if (t->attribute == FM_EXISTS)
        text_cat(out, node == CFG_NONE ? "no" : "yes");
    else if (node == CFG_NONE || other == CFG_NONE)
        text_cat(out, "-");
    else if (t->attribute == FM_VALENCY_LEFT || t->attribute == FM_VALENCY_RIGHT) {
        const int n = t->attribute == FM_VALENCY_LEFT ? c->left_valency[node] : c->right_valency[node];
        fw_number(out, n < 6 ? n : 6);
        text_cat(out, n < 6 ? "" : "+");
    } else if (t->attribute == FM_LABELS_LEFT || t->attribute == FM_LABELS_RIGHT)
        put_labels(out, d, node, t->attribute == FM_LABELS_LEFT);
    else if (t->attribute == FM_BETWEEN || (t->attribute == FM_DISTANCE && node && other))
        put_pair(out, d, t, node, other);
    else if (node == 0 || t->attribute == FM_DISTANCE)
        text_cat(out, "ROOT");
    else if (t->attribute != FM_LABEL)
        put_word_value(out, d, t, node);
    else if (c->label[node] == CFG_NONE)
        text_cat(out, "none");
    else
        put_label(out, d, c->label[node]);
}

// The features of feat(A,*), in the order of A's: those that both words have if there are two. The first
// ones, as when keys are made.
static void put_each(text *out, const derivation *d, const fm_line *l)
{
    const bool two = l->each[1] >= 0;
    const int a = fm_node(&d->f->m, d->scratch, l->each[0]);
    const int b = two ? fm_node(&d->f->m, d->scratch, l->each[1]) : CFG_NONE;
    const copse_str none = {"", 0}, other = b > 0 ? sen_column(d->s, b, COPSE_FEATS) : none;
    copse_str feats = a > 0 ? sen_column(d->s, a, COPSE_FEATS) : none, item, found = none;
    const size_t begin = out->n;
    if (str_is(feats, "_"))
        return;
    for (int k = 0; k < FM_MOST_EACH && str_next_item(&feats, &item); k++) {
        const char *equals = memchr(item.s, '=', item.len);
        const copse_str name = {item.s, equals ? (size_t)(equals - item.s) : item.len};
        if (two && !fm_find_feat(other, name, &found))
            continue;
        text_cat(out, out->n > begin ? " " : "");
        text_str(out, item);
        text_str(out, two ? (copse_str){found.s + name.len, found.len - name.len} : none);
    }
}

// The values of a line; false if it gives no feature here.
static bool put_line(text *out, const derivation *d, const fm_line *l)
{
    for (int k = 0; k < l->n; k++) {
        text_cat(out, k ? " " : "");
        put_term(out, d, &d->f->m.term[l->term[k]]);
    }
    if (l->each[0] < 0)
        return true;
    const size_t begin = out->n;
    text_cat(out, l->n ? " " : "");
    const size_t before = out->n;
    put_each(out, d, l);
    const bool any = out->n > before;
    out->n = any ? out->n : begin;
    return any;
}

// The word that a transition gives a head: it has one in next and none in c. 0: none.
static int attached(const derivation *d)
{
    for (int w = 1; w <= d->c.n; w++)
        if (d->c.head[w] == CFG_NONE && d->next.head[w] != CFG_NONE)
            return w;
    return 0;
}

static void put_arc(text *out, const derivation *d, int word)
{
    const int head = d->next.head[word];
    if (word == 0)
        return;
    text_str(out, head ? sen_column(d->s, head, COPSE_FORM) : (copse_str){"ROOT", 4});
    text_cat(out, " -");
    put_label(out, d, d->label[word]);
    text_cat(out, "-> ");
    text_str(out, sen_column(d->s, word, COPSE_FORM));
}

static const char *transition_name(transition type)
{
    switch (type) {
    case T_SHIFT:
        return "SHIFT";
    case T_REDUCE:
        return "REDUCE";
    case T_LEFT:
        return "LEFT";
    case T_RIGHT:
        return "RIGHT";
    default:
        return "SWAP";
    }
}

static void fire_step(derivation *d, int step, copse_fired_fn fn, void *context)
{
    text arc = {0};
    const transition type = d->system->oracle(&d->c, d->tree->head);
    cfg_copy(&d->next, &d->c);
    d->system->apply(&d->next, type, 0);
    const int word = attached(d);
    put_arc(&arc, d, word);
    text_add(&arc, "", 1);
    fm_look(&d->f->m, &d->words, &d->c, d->scratch);
    for (size_t i = 0; i < d->f->n; i++) {
        text value = {0};
        if (!d->f->line[i]->advised && put_line(&value, d, d->f->line[i])) {
            text_add(&value, "", 1);
            fn(context, &(copse_fired){step, transition_name(type), arc.s, i, value.s});
        }
        text_done(&value);
    }
    d->system->apply(&d->c, type, word ? d->label[word] : CFG_NONE);
    text_done(&arc);
}

// XPOS where the sentence has it, else UPOS.
static copse_column pos_of(const copse_sentence *s)
{
    for (int w = 1; w <= s->n; w++)
        if (!str_is(sen_column(s, w, COPSE_XPOS), "_"))
            return COPSE_XPOS;
    return COPSE_UPOS;
}

static void fire(derivation *d, copse_fired_fn fn, void *context)
{
    const feature_model *m = &d->f->m;
    d->label = mem_zero((size_t)d->tree->n + 1, sizeof *d->label);
    for (int w = 1; w <= d->tree->n; w++)
        d->label[w] = (int)tab_add(&d->labels, d->tree->label[w]);
    cfg_init(&d->c);
    cfg_init(&d->next);
    fm_words_set(&d->words, m, d->s, d->pos);
    d->scratch = mem_alloc(fm_scratch(m), 1);
    cfg_reset(&d->c, d->tree->n, d->system->root, false);
    d->system->start(&d->c);
    for (int step = 1; !d->system->final(&d->c); step++)
        fire_step(d, step, fn, context);
    mem_free(d->scratch);
    fm_words_done(&d->words);
    cfg_done(&d->c);
    cfg_done(&d->next);
    mem_free(d->label);
    tab_done(&d->labels);
}

static int fire_sentence(const copse_features *f, const char *algorithm, const copse_sentence *s,
                         copse_fired_fn fn, void *context, copse_error *err)
{
    const tsystem *system = sys_find(algorithm ? algorithm : "arc-eager");
    if (!f || !s)
        return err_set(err, COPSE_EINPUT, NULL, 0, f ? "no sentence" : "no feature model");
    if (!system)
        return err_set(err, COPSE_EINPUT, NULL, 0, "no such algorithm: %s", algorithm);
    derivation d = {.f = f, .system = system, .s = s, .tree = copse_tree_new(), .pos = pos_of(s)};
    int code = copse_tree_read(d.tree, s, err);
    if (!code && system->projective && !copse_tree_is_projective(d.tree)) {
        copse_str *label = mem_alloc((size_t)s->n + 1, sizeof *label); // lifted arcs keep their labels
        memcpy(label, d.tree->label, ((size_t)s->n + 1) * sizeof *label);
        code = copse_tree_projectivize(d.tree, COPSE_PPROJ_PATH, err);
        memcpy(d.tree->label, label, ((size_t)s->n + 1) * sizeof *label);
        mem_free(label);
        code = code < 0 ? code : 0;
    }
    if (!code)
        fire(&d, fn, context);
    copse_tree_free(d.tree);
    return code;
}

int copse_features_fire(const copse_features *features, const char *algorithm, const copse_sentence *sentence,
                        copse_fired_fn fn, void *context, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, fire_sentence(features, algorithm, sentence, fn, context, err));
}
