// SPDX-License-Identifier: MIT
#include "transition/instance_text.h"

#include "common/treebank/sentence.h"

#include <stdio.h>
#include <string.h>

void it_escape(text *out, copse_str s)
{
    if (s.len == 0)
        text_cat(out, "%");
    for (size_t i = 0; i < s.len; i++) {
        const unsigned char byte = (unsigned char)s.s[i];
        char code[4];
        if (byte > 0x20 && byte != 0x7f && !strchr("%,\\&|", byte)) {
            text_add(out, s.s + i, 1);
            continue;
        }
        snprintf(code, sizeof code, "%%%02X", byte);
        text_cat(out, code);
    }
}

static void number(text *out, const char *format, uint64_t value)
{
    char digits[32];
    snprintf(digits, sizeof digits, format, (unsigned long long)value);
    text_cat(out, digits);
}

// The value of a term that depends on the configuration. Sets of labels are shown in hexadecimal digits: bit
// i is for the labels whose number leaves i when it is divided by 64.
static void configured(const tparser *p, const fm_term *t, uint64_t value, text *out)
{
    if (fm_is_nil(value))
        text_cat(out, "%nil");
    else if (fm_is_root(value))
        text_cat(out, "%root");
    else if (t->attribute == FM_LABEL && value < 2)
        text_cat(out, "%none");
    else if (t->attribute == FM_LABEL)
        it_escape(out, tab_name(&p->model->labels, (size_t)value - 2));
    else if (t->attribute == FM_LABELS_LEFT || t->attribute == FM_LABELS_RIGHT)
        number(out, "%llx", value);
    else
        number(out, "%llu", value);
}

void it_term(const tparser *p, const copse_sentence *s, int term, text *out)
{
    const tmodel *m = p->model;
    const fm_term *t = &m->features.term[term];
    const int node = fm_nodes(&m->features, p->scratch)[t->address];
    if (t->attribute >= FM_LABEL) {
        configured(p, t, fm_value(p->scratch, term), out);
    } else if (node <= 0) {
        text_cat(out, node == 0 ? "%root" : "%nil");
    } else if (t->attribute == FM_CLUSTER) {
        const uint32_t own = fm_word_cluster(&m->features, &m->features.table[t->table], s, node);
        if (own)
            number(out, "%llx", own);
        else
            text_cat(out, "%none");
    } else {
        const copse_str own = fm_word_text(&m->features.table[t->table], s, node, m->pos);
        if (own.s)
            it_escape(out, own);
        else
            text_cat(out, "%none");
    }
}

// --- feat(A, *)

typedef struct feats { // the morphological features of a word that are looked at
    copse_str item[FM_MOST_EACH];
    int n;
} feats;

static void list_feats(feats *f, const copse_sentence *s, int node)
{
    f->n = 0;
    if (node <= 0)
        return;
    copse_str rest = sen_column(s, node, COPSE_FEATS), item;
    while (f->n < FM_MOST_EACH && !str_is(rest, "_") && str_next_item(&rest, &item))
        f->item[f->n++] = item;
}

static size_t name_length(copse_str item)
{
    const char *equals = memchr(item.s, '=', item.len);
    return equals ? (size_t)(equals - item.s) : item.len;
}

static bool same_name(copse_str a, copse_str b)
{
    return str_equal((copse_str){a.s, name_length(a)}, (copse_str){b.s, name_length(b)});
}

// One symbol for each feature of a line with feat(A, *), as each_keys of features.c makes them, after those
// of its plain terms.
static size_t each_item(const fm_line *l, const int *node, const copse_sentence *s, copse_str plain,
                        text *out, size_t *end)
{
    feats a, b;
    size_t n = 0;
    list_feats(&a, s, node[l->each[0]]);
    list_feats(&b, s, l->each[1] >= 0 ? node[l->each[1]] : CFG_NONE);
    for (int i = 0; i < a.n; i++) {
        int j = 0;
        while (j < b.n && !same_name(a.item[i], b.item[j]))
            j++;
        if (l->each[1] >= 0 && j == b.n)
            continue;
        text_str(out, plain);
        it_escape(out, a.item[i]);
        if (l->each[1] >= 0) {
            text_cat(out, "&");
            it_escape(out, b.item[j]);
        }
        end[n++] = out->n;
    }
    return n;
}

static size_t line_symbols(const tparser *p, const fm_line *l, const copse_sentence *s, text *out,
                           size_t *end)
{
    const int *node = fm_nodes(&p->model->features, p->scratch);
    text plain = {0};
    size_t n = 1;
    for (int k = 0; k < l->n; k++) {
        it_term(p, s, l->term[k], &plain);
        if (k + 1 < l->n || l->each[0] >= 0)
            text_cat(&plain, "&");
    }
    if (l->each[0] >= 0) {
        n = each_item(l, node, s, (copse_str){plain.s, plain.n}, out, end);
    } else {
        text_add(out, plain.s, plain.n);
        end[0] = out->n;
    }
    text_done(&plain);
    return n;
}

size_t it_features(const tparser *p, const copse_sentence *s, text *out, size_t *end)
{
    const feature_model *m = &p->model->features;
    size_t n = 1;
    end[0] = out->n;
    for (int i = 0; i < m->plain_lines; i++)
        n += line_symbols(p, &m->line[i], s, out, end + n);
    return n;
}
