// SPDX-License-Identifier: MIT
// Classes of labels: how a label of the graph is made from the tree.
#include "graph/enhancer.h"

#include "common/treebank/sentence.h"

#include <string.h>

bool ge_class_parts(const ge_class *c, const ge_tree *t, int h, int d, copse_str part[2])
{
    const bool relative = c->source == GE_RELATIVE || c->source == GE_RELATIVE_FEATURE;
    const int above = t->head[d];
    if (c->prefix == GE_ABOVE && above == 0)
        return false;
    part[0] = c->prefix == GE_FIXED ? c->fixed : t->label[c->prefix == GE_ABOVE ? above : d];
    part[1] = c->source == GE_PLAIN ? (copse_str){"", 0} : t->suffix[relative ? h : d][c->source];
    return part[1].s != NULL;
}

bool ge_class_makes(const ge_class *c, const ge_tree *t, int h, int d, copse_str label)
{
    copse_str part[2];
    if (!ge_class_parts(c, t, h, d, part))
        return false;
    if (c->source == GE_PLAIN)
        return str_equal(part[0], label);
    const size_t len = part[0].len;
    return len + 1 + part[1].len == label.len && label.s[len] == ':' &&
           memcmp(part[0].s, label.s, len) == 0 && memcmp(part[1].s, label.s + len + 1, part[1].len) == 0;
}

void ge_class_write(text *out, const ge_class *c, const ge_tree *t, int h, int d)
{
    copse_str part[2];
    const size_t from = out->n;
    if (!ge_class_parts(c, t, h, d, part)) {
        part[0] = t->label[d];
        part[1].len = 0;
    }
    text_str(out, part[0].len ? part[0] : (copse_str){"_", 1});
    for (size_t i = from; i < out->n; i++)
        if (out->s[i] == '|') // a bar would end the arc
            out->s[i] = '_';
    if (part[1].len == 0)
        return;
    text_cat(out, ":");
    text_str(out, part[1]);
}
