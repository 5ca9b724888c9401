// SPDX-License-Identifier: MIT
#include "ensemble/parsed.h"

#include "common/base/error.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"
#include "ensemble/weights_internal.h"

#include <string.h>

// The value of the item Score of a word's MISC, or nothing.
static copse_str score_item(const copse_sentence *s, int d)
{
    static const char key[] = "Score=";
    copse_str misc = sen_column(s, d, COPSE_MISC), item;
    while (str_next_item(&misc, &item))
        if (item.len >= sizeof key - 1 && memcmp(item.s, key, sizeof key - 1) == 0)
            return (copse_str){item.s + sizeof key - 1, item.len - (sizeof key - 1)};
    return (copse_str){NULL, 0};
}

int parsed_tree(copse_tree *tree, const copse_sentence *sentence, bool scores, copse_error *err)
{
    const int code = tree_read(tree, sentence, err);
    if (code || !scores || sentence->format != COPSE_CONLLU)
        return code;
    for (int d = 1; d <= sentence->n; d++) {
        const copse_str item = score_item(sentence, d);
        double x = 1;
        char quoted[ERR_QUOTE];
        if (item.s && (!wt_read_number(item, &x) || x < 0 || x > 1))
            return err_set(err, COPSE_EINPUT, sentence->file, sen_line(sentence, d),
                           "Score of word %d is %s, not a number from 0 to 1", d, err_quote(quoted, item));
        tree->score[d] = (float)x;
        tree->scored |= item.s != NULL;
    }
    return 0;
}
