// SPDX-License-Identifier: MIT
#include "text/ends.h"

#include "text/segment_features.h"

#include <math.h>
#include <string.h>

// What stands between the last token and the next word.
typedef enum gap { GAP_NONE, GAP_SPACE, GAP_SPACES, GAP_LINE, GAP_PARAGRAPH } gap;

enum { SEEN = 64 }; // characters of a token that its key sees

static uint64_t shape_of(const ch_char *c, size_t n)
{
    uint64_t key = 0;
    int last = -1, parts = 0;
    for (size_t i = 0; i < n && parts < 10; i++) {
        if (c[i].cls != last) {
            key = key * 32 + c[i].cls + 1;
            parts++;
        }
        last = c[i].cls;
    }
    return key;
}

static se_view view_of(const ch_char *c, size_t n)
{
    se_view v = {.length = (unsigned)n};
    const size_t seen = n < SEEN ? n : SEEN;
    v.form = sg_form_key(c, seen);
    v.shape = shape_of(c, seen);
    v.head = sg_form_key(c, n < 3 ? n : 3);
    v.tail = sg_form_key(c + (n < 3 ? 0 : n - 3), n < 3 ? n : 3);
    v.first = c[0].point;
    v.last = c[n - 1].point;
    v.first_cls = c[0].cls;
    v.last_cls = c[n - 1].cls;
    return v;
}

void se_push(se_state *s, const ch_char *c, size_t n, bool space)
{
    memmove(s->past + 1, s->past, (SE_PAST - 1) * sizeof *s->past);
    s->past[0] = view_of(c, n);
    if (!s->tokens++)
        s->first = s->past[0];
    s->apart = space;
    if (n == 1 && c[0].cls == CH_OPEN)
        s->brackets += s->brackets < 3;
    if (n == 1 && c[0].cls == CH_CLOSE)
        s->brackets -= s->brackets > 0;
    if (c[0].cls == CH_QUOTE && n <= 2)
        s->quotes = !s->quotes;
}

// The white space from *after on, which moves past it.
static gap look_at_gap(const ch_char **after)
{
    const ch_char *c = *after;
    int lines = 0, n = 0;
    for (; n < SE_GAP && ch_is_space(c); n++, c++)
        lines += ch_is_newline(c) + (c->point == 0x2029);
    *after = c;
    return lines > 1 ? GAP_PARAGRAPH : lines ? GAP_LINE : n > 1 ? GAP_SPACES : n ? GAP_SPACE : GAP_NONE;
}

// The next word: letters and digits, or equal other characters.
static se_view look_at_word(const ch_char **after)
{
    const ch_char *c = *after;
    size_t n = 1;
    if (ch_is_space(c))
        return (se_view){0};
    while (n < SE_WORD && (ch_is_dense(c)  ? false
                           : ch_is_word(c) ? ch_is_word(c + n) && !ch_is_dense(c + n)
                                           : c[n].point == c->point))
        n++;
    *after = c + n;
    return view_of(c, n);
}

static unsigned bucket(long n)
{
    unsigned b = 0;
    if (n < 5)
        return (unsigned)n;
    for (long most = 7; n > most && b < 10; most += most / 3)
        b++;
    return 5 + b;
}

// What the features of one place are made of.
typedef struct place {
    const se_view *t, *u, *v; // the last tokens, the last one first
    se_view next, second, third;
    gap gap, then, later;
    unsigned length;
    unsigned inside; // brackets and quotes
} place;

static place look(const se_state *s, const ch_char *after)
{
    place p = {.t = &s->past[0], .u = &s->past[1], .v = &s->past[2]};
    p.gap = look_at_gap(&after);
    p.next = look_at_word(&after);
    p.then = look_at_gap(&after);
    if (p.then != GAP_PARAGRAPH)
        p.second = look_at_word(&after);
    p.later = p.then == GAP_PARAGRAPH ? GAP_PARAGRAPH : look_at_gap(&after);
    if (p.later != GAP_PARAGRAPH)
        p.third = look_at_word(&after);
    p.length = bucket(s->tokens);
    p.inside = (unsigned)s->brackets * 2 + s->quotes;
    return p;
}

static void add_forms(const linear *w, const place *p, li_keys *k)
{
    const se_view *t = p->t, *u = p->u, *n = &p->next;
    li_add(w, k, 1, t->form, t->shape);
    li_add(w, k, 2, t->form, p->gap);
    li_add(w, k, 3, t->form, n->shape);
    li_add(w, k, 4, t->form, n->form);
    li_add(w, k, 5, t->form, u->form);
    li_add(w, k, 6, t->form ^ u->form * 3, n->shape);
    li_add(w, k, 7, u->form, t->shape);
    li_add(w, k, 8, n->form, n->shape);
    li_add(w, k, 9, n->form, p->second.form);
    li_add(w, k, 10, n->form, t->shape);
    li_add(w, k, 11, t->form ^ n->shape * 3, p->second.shape);
    li_add(w, k, 12, t->form ^ u->form * 3, p->v->form);
    li_add(w, k, 13, t->form ^ u->shape * 3, n->shape);
    li_add(w, k, 14, u->form, n->form);
    li_add(w, k, 15, t->form ^ u->form * 3, n->form);
    li_add(w, k, 16, t->form ^ n->form * 3, p->second.form);
    li_add(w, k, 17, p->second.form, t->shape);
    li_add(w, k, 18, n->form ^ t->last_cls, p->second.form ^ p->third.form * 3);
}

static void add_shapes(const linear *w, const place *p, li_keys *k)
{
    const se_view *t = p->t, *u = p->u, *n = &p->next, *s = &p->second;
    li_add(w, k, 20, t->shape ^ u->shape * 3, n->shape ^ (uint64_t)p->gap * 7);
    li_add(w, k, 21, t->shape ^ (uint64_t)p->gap * 7, n->shape ^ s->shape * 3);
    li_add(w, k, 22, t->shape ^ u->shape * 3 ^ p->v->shape * 5, n->shape ^ s->shape * 3);
    li_add(w, k, 23, t->last ^ (uint64_t)n->first << 32, p->gap);
    li_add(w, k, 24, t->tail, n->shape);
    li_add(w, k, 25, t->tail, n->head);
    li_add(w, k, 26, n->head, t->last_cls);
    li_add(w, k, 27, t->last_cls * 64U + u->last_cls, n->first_cls * 64U + s->first_cls);
    li_add(w, k, 28, n->tail, t->last_cls);
    li_add(w, k, 29, n->first ^ (uint64_t)n->length << 32, t->last_cls);
    li_add(w, k, 30, t->last ^ (uint64_t)p->then << 32, n->shape ^ s->shape * 3);
}

static void add_lengths(const linear *w, const se_state *at, const place *p, li_keys *k)
{
    const se_view *t = p->t, *u = p->u, *n = &p->next;
    const uint64_t stop = t->last_cls > CH_DIGIT ? t->form : 0;
    li_add(w, k, 40, stop, p->length);
    li_add(w, k, 41, stop ^ n->shape * 3, p->length);
    li_add(w, k, 42, p->gap, p->length);
    li_add(w, k, 43, n->form, p->length);
    li_add(w, k, 44, stop ^ n->shape * 3, p->inside);
    li_add(w, k, 45, stop, p->inside ^ (uint64_t)p->gap << 8 ^ (uint64_t)n->first_cls << 16);
    li_add(w, k, 46, stop, u->length < 6 ? u->length : 6);
    li_add(w, k, 47, stop ^ n->shape * 3, (u->length < 6 ? u->length : 6) * 32U + u->first_cls);
    li_add(w, k, 48, stop, at->first.form);
    li_add(w, k, 49, stop ^ (uint64_t)n->first_cls << 7, at->first.shape ^ (uint64_t)p->gap << 60);
    li_add(w, k, 50, stop ^ n->shape * 3, at->apart * 8U + p->gap);
    li_add(w, k, 51, at->first.shape, p->length);
}

void se_keys(const se_model *m, const se_state *s, const ch_char *after, li_keys *k)
{
    const place p = look(s, after);
    k->n = 0;
    li_add(&m->w, k, 0, 0, 0);
    add_forms(&m->w, &p, k);
    add_shapes(&m->w, &p, k);
    add_lengths(&m->w, s, &p, k);
}

bool se_ends(const se_model *m, const se_state *s, const ch_char *after)
{
    li_keys k;
    se_keys(m, s, after, &k);
    return li_sum(&m->w, &k) > m->bar;
}

void se_done(se_model *m)
{
    li_done(&m->w);
}

void se_save(const se_model *m, box_writer *w)
{
    li_save(&m->w, "TOKS", w);
    box_begin(w, "TOKT");
    box_array(w, &m->bar, 1, sizeof m->bar);
}

int se_load(se_model *m, const box *b, copse_error *err)
{
    cursor c;
    int code = li_load(&m->w, "TOKS", b, err);
    code = code ? code : box_find(b, "TOKT", 0, &c, err);
    if (code)
        return code;
    const float *bar = cur_floats(&c, 1, 1e9F);
    m->bar = bar ? *bar : 0;
    return cur_end(&c, err);
}
