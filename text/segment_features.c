// SPDX-License-Identifier: MIT
#include "text/segment_features.h"

#include <string.h>

enum {
    RUN_MOST = 16, // characters of a run of letters that its key sees
    SPREAD = 64    // of what a run is: there are spaces where they are not written
};

static uint32_t seen_as(const ch_char *c)
{
    return c->cls == CH_DIGIT ? '0' : c->cls == CH_SPACE ? ' ' : c->low;
}

uint64_t sg_form_key(const ch_char *c, size_t n)
{
    uint64_t form = 0;
    for (size_t i = n; i-- > 0;)
        form = sg_extend(form, seen_as(&c[i]));
    return sg_extend(form, (uint32_t)n);
}

// Keys of the runs of letters, or of other characters, that end and begin at each border.
static void find_runs(sg_work *w, size_t n)
{
    const uint32_t *k = w->k + SG_AROUND;
    const uint8_t *cls = w->cls + SG_AROUND;
    uint64_t key = 0;
    w->left[0] = w->right[n] = 0;
    w->left_from[0] = 0;
    w->right_to[n] = (uint16_t)n;
    for (size_t i = 1; i <= n; i++) {
        const bool same = i > 1 && sg_is_word(cls[i - 1]) == sg_is_word(cls[i - 2]);
        w->left_from[i] = same ? w->left_from[i - 1] : (uint16_t)(i - 1);
        if (!same)
            key = 0;
        if (i - w->left_from[i] <= RUN_MOST)
            key = sg_extend(key, k[i - 1]);
        w->left[i] = key;
    }
    for (size_t i = n; i-- > 0;) {
        const bool same = i + 1 < n && sg_is_word(cls[i]) == sg_is_word(cls[i + 1]);
        w->right_to[i] = same ? w->right_to[i + 1] : (uint16_t)(i + 1);
        if (!same)
            key = 1;
        if (w->right_to[i] - i <= RUN_MOST)
            key = sg_extend(key, k[i]);
        w->right[i] = key;
    }
}

// What kind of run is this: an address, a number, a word with a sign in front?
static int about(const uint32_t *k, const uint8_t *cls, size_t n)
{
    int letters = 0, digits = 0, others = 0, at = 0, slashes = 0, www = 0;
    for (size_t i = 0; i < n && i < 256; i++) {
        letters += cls[i] >= CH_UPPER && cls[i] < CH_DIGIT;
        digits += cls[i] == CH_DIGIT;
        others += cls[i] > CH_DIGIT;
        at |= k[i] == '@' && i > 0;
        slashes |= i + 2 < n && k[i] == ':' && k[i + 1] == '/' && k[i + 2] == '/';
        www |= k[i] == 'w' && i + 3 < n && k[i + 1] == 'w' && k[i + 2] == 'w' && k[i + 3] == '.';
    }
    const int kind = slashes | www ? 1 : at ? 2 : k[0] == '#' || k[0] == '@' ? 3 : 0;
    return kind * 16 + (letters > 0) * 4 + (digits > 0) * 2 + (others > 1);
}

uint64_t sg_shape(const uint8_t *cls, size_t n)
{
    uint64_t key = 0;
    int last = -1;
    for (size_t i = 0; i < n; i++) {
        if (cls[i] != last)
            key = key * 32 + cls[i] + 1;
        last = cls[i];
    }
    return key;
}

// Does the text have spaces where they are not written, next to characters of Chinese and the like?
static bool is_spread(const ch_char *c, size_t n)
{
    return (c[-1].point == ' ' && ch_is_dense(&c[0])) || (c[n].point == ' ' && ch_is_dense(&c[n - 1]));
}

// The class of what stands next to a run: the first character that is no white space, at c[0], c[step] and so
// on. CH_CLASSES: a paragraph ends in between.
static unsigned beyond(const ch_char *c, int step)
{
    int lines = 0;
    for (int q = 0; q + 1 < SG_AROUND && ch_is_space(c); q++, c += step)
        lines += ch_is_newline(c);
    return lines > 1 ? CH_CLASSES : c->cls;
}

void sg_look(sg_work *w, const ch_char *c, size_t n)
{
    for (size_t i = 0; i < n + 2 * SG_AROUND; i++) {
        const ch_char *at = c - SG_AROUND + i;
        w->k[i] = seen_as(at);
        w->cls[i] = at->cls;
    }
    find_runs(w, n);
    w->about = about(w->k + SG_AROUND, w->cls + SG_AROUND, n) + SPREAD * is_spread(c, n);
    w->shape = sg_shape(w->cls + SG_AROUND, n < 24 ? n : 24);
    w->before = beyond(c - 1, -1);
    w->next = beyond(c + n, 1);
}

static uint64_t two(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

// Three characters in 63 bits.
static uint64_t three(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint64_t)a << 42 | (uint64_t)b << 21 | c;
}

// How often a character comes again before or after a border, up to 3.
static unsigned repeats(const uint32_t *k, int step)
{
    unsigned n = 0;
    while (n < 3 && k[(int)(n + 1) * step] == k[0])
        n++;
    return n;
}

static unsigned up_to(size_t n, unsigned most)
{
    return n < most ? (unsigned)n : most;
}

void sg_border_keys(const sg_model *m, const sg_work *work, size_t i, size_t n, const bool *gold, li_keys *k)
{
    const linear *w = &m->w;
    const uint32_t *x = work->k + SG_AROUND + i;
    const uint8_t *s = work->cls + SG_AROUND + i;
    const uint32_t a = x[-3], b = x[-2], c = x[-1], d = x[0], e = x[1], f = x[2];
    const uint64_t ab_c = three(a, b, c), de_f = three(d, e, f);
    const uint64_t near = s[-2] | (uint64_t)s[-1] << 8 | (uint64_t)s[0] << 16 | (uint64_t)s[1] << 24;
    const uint64_t far = near | (uint64_t)s[-3] << 32 | (uint64_t)s[2] << 40;
    k->n = 0;
    li_add(w, k, 24, two(c, d), (uint64_t)work->about);
    li_add(w, k, 25, near, (uint64_t)work->about);
    if (work->about & SPREAD)
        return; // the spaces say it
    li_add(w, k, 1, c, d);
    li_add(w, k, 2, b, c);
    li_add(w, k, 3, d, e);
    li_add(w, k, 4, two(b, c), d);
    li_add(w, k, 5, c, two(d, e));
    li_add(w, k, 6, ab_c, 0);
    li_add(w, k, 7, de_f, 0);
    li_add(w, k, 8, two(b, c), two(d, e));
    li_add(w, k, 9, ab_c, d);
    li_add(w, k, 10, c, de_f);
    li_add(w, k, 11, ab_c, two(d, e));
    li_add(w, k, 12, two(b, c), de_f);
    li_add(w, k, 13, c, 0);
    li_add(w, k, 14, d, 0);
    li_add(w, k, 15, b, 0);
    li_add(w, k, 16, e, 0);
    li_add(w, k, 17, near, 0);
    li_add(w, k, 18, far, 0);
    li_add(w, k, 19, far, (uint64_t)s[-4] << 8 | s[3]);
    li_add(w, k, 20, c, far >> 16 & 0xff00ffff);
    li_add(w, k, 21, d, far & 0xff0000ffff);
    li_add(w, k, 22, b, d);
    li_add(w, k, 23, c, e);
    li_add(w, k, 26, two(c, d), repeats(x - 1, -1) * 4 + repeats(x, 1));
    li_add(w, k, 27, two(c, d), up_to(i, 3) * 4 + up_to(n - i, 3));
    if (ch_is_dense(&(ch_char){.cls = s[-1]}) && ch_is_dense(&(ch_char){.cls = s[0]}))
        return;
    const size_t l = work->left_from[i], r = work->right_to[i];
    li_add(w, k, 30, work->left[i], d);
    li_add(w, k, 31, c, work->right[i]);
    li_add(w, k, 32, work->left[i], s[0]);
    li_add(w, k, 33, s[-1], work->right[i]);
    li_add(w, k, 34, work->left[i], work->right[i]);
    li_add(w, k, 35, work->left[l] ^ 7 * work->left[i], d);
    li_add(w, k, 36, c, work->right[r] ^ 7 * work->right[i]);
    li_add(w, k, 38, work->left[i] ^ d, two(s[1], s[2]));
    li_add(w, k, 39, ab_c, (uint64_t)d << 16 | (uint64_t)s[1] << 8 | s[2]);
    li_add(w, k, 40, work->shape, up_to(i, 7) * 8 + up_to(n - i, 7));
    li_add(w, k, 41, work->shape,
           (uint64_t)work->cls[SG_AROUND + n + 1] << 8 | (up_to(i, 3) * 4 + up_to(n - i, 3)));
    li_add(w, k, 42, up_to(i - l, 7), (uint64_t)d << 16 | (uint64_t)s[1] << 8 | s[2]);
    li_add(w, k, 37, work->left[l] ^ 5 * work->right[r], two(c, d));
    if (m->set >= SG_SET_ABBREVIATIONS && sg_is_word(s[-1]) != sg_is_word(s[0]))
        sg_word_keys(m, work, i, n, gold, k);
}

void sg_piece_keys(const sg_model *m, const sg_work *work, size_t i, size_t j, uint64_t form, int seen,
                   li_keys *k)
{
    const linear *w = &m->w;
    const uint32_t *x = work->k + SG_AROUND;
    const uint8_t *cls = work->cls + SG_AROUND;
    const uint64_t length = j - i, frequent = sg_often(seen) * 16 + length;
    k->n = 0;
    if (work->about & SPREAD)
        return;
    li_add(w, k, 101, form, 0);
    li_add(w, k, 102, frequent, 0);
    li_add(w, k, 103, two(x[i], x[j - 1]), length);
    li_add(w, k, 104, sg_shape(cls + i, j - i), length);
    li_add(w, k, 105, form, x[(int)i - 1]);
    li_add(w, k, 106, form, two(x[j], 1));
    li_add(w, k, 107, frequent, (uint64_t)cls[i] << 8 | cls[j - 1]);
    li_add(w, k, 108, x[i], length);
    li_add(w, k, 109, x[j - 1], length);
    li_add(w, k, 110, form, (uint64_t)cls[(int)i - 1] << 8 | cls[j]);
}

void sg_long_keys(const sg_model *m, const sg_work *work, size_t j, li_keys *k)
{
    k->n = 0;
    li_add(&m->w, k, 120, work->cls[SG_AROUND + j - 1], 0);
    li_add(&m->w, k, 121, (uint64_t)work->about, 0);
}
