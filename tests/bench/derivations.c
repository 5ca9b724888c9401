// SPDX-License-Identifier: MIT
// derivations FILE...: every tree is made projective, derived by the static oracle of every system, and
// brought back. Prints how many words come out as they went in. Fails if an oracle does not rebuild a tree
// that its system can derive.
#include "copse.h"
#include "common/treebank/sentence.h"
#include "transition/system.h"
#include "common/treebank/tree.h"
#include "common/treebank/treebank.h"

#include <stdio.h>
#include <stdlib.h>

// Derives a tree; true if it is the one that comes out.
static bool derive(const tsystem *system, config *c, const copse_tree *tree, bool single_root)
{
    cfg_reset(c, tree->n, system->root, single_root);
    for (system->start(c); !system->final(c);) {
        const transition type = system->oracle(c, tree->head);
        if (!(system->legal(c) >> type & 1))
            return false;
        system->apply(c, type, 0);
    }
    for (int d = 1; d <= tree->n; d++)
        if ((c->head[d] == CFG_NONE ? 0 : c->head[d]) != tree->head[d])
            return false;
    return true;
}

// Words of a file that have their head and label back, or -1 if an oracle failed.
static long run(const char *path, const tsystem *system, long *words)
{
    treebank t;
    config c;
    copse_error err;
    char text[1600];
    long back = 0;
    if (tb_read(&t, path, true, &err)) {
        fprintf(stderr, "derivations: %s\n", copse_error_text(&err, text, sizeof text));
        return -1;
    }
    cfg_init(&c);
    *words = t.words;
    for (size_t i = 0; i < t.n && back >= 0; i++) {
        copse_tree *tree = t.tree[i], *gold = copse_tree_new();
        if (copse_tree_read(gold, t.sentence[i], &err) ||
            (system->projective && copse_tree_projectivize(tree, COPSE_PPROJ_HEAD_PATH, &err) < 0))
            abort();
        const bool rebuilt = derive(system, &c, tree, t.single_root);
        if (system->projective)
            copse_tree_deprojectivize(tree, COPSE_PPROJ_HEAD_PATH);
        for (int d = 1; d <= gold->n; d++)
            back += tree->head[d] == gold->head[d] && str_equal(tree->label[d], gold->label[d]);
        if (!rebuilt) {
            fprintf(stderr, "derivations: %s: %s does not rebuild sentence %zu\n", path, system->name, i + 1);
            back = -1;
        }
        copse_tree_free(gold);
    }
    cfg_done(&c);
    tb_done(&t);
    return back;
}

int main(int argc, char **argv)
{
    bool failed = argc < 2;
    for (int i = 1; i < argc; i++)
        for (size_t s = 0; sys_all[s]; s++) {
            long words = 0;
            const long back = run(argv[i], sys_all[s], &words);
            failed |= back < 0;
            if (back >= 0)
                printf("%-60s %-24s %7ld words, %8.4f %% back\n", argv[i], sys_all[s]->name, words,
                       100.0 * (double)back / (double)words);
        }
    return failed;
}
