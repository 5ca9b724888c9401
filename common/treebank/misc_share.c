// SPDX-License-Identifier: MIT
#include "common/treebank/misc_share.h"

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/treebank/sentence.h"

#include <string.h>

// The value of the first item with the key; s is NULL if there is none.
static copse_str find(const copse_sentence *s, int word, const char *key)
{
    const size_t len = strlen(key);
    copse_str misc = sen_column(s, word, COPSE_MISC), item;
    while (str_next_item(&misc, &item))
        if (item.len > len && item.s[len] == '=' && memcmp(item.s, key, len) == 0)
            return (copse_str){item.s + len + 1, item.len - len - 1};
    return (copse_str){NULL, 0};
}

// Digits with at most one point. No locale changes what this reads.
static bool read_decimal(copse_str s, double *x)
{
    double unit = 1;
    bool point = false, digits = false;
    *x = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (s.s[i] == '.' && !point) {
            point = true;
            continue;
        }
        if (s.s[i] < '0' || s.s[i] > '9')
            return false;
        digits = true;
        if (point)
            *x += (s.s[i] - '0') * (unit /= 10);
        else
            *x = 10 * *x + (s.s[i] - '0');
    }
    return digits;
}

int misc_share(const copse_sentence *s, int word, const char *key, double *x, copse_error *err)
{
    char quoted[ERR_QUOTE];
    if (s->format != COPSE_CONLLU)
        return 0;
    const copse_str item = find(s, word, key);
    if (!item.s)
        return 0;
    if (read_decimal(item, x) && *x <= 1 + 1e-9) {
        *x = *x < 1 ? *x : 1;
        return 1;
    }
    return err_set(err, COPSE_EINPUT, s->file, sen_line(s, word),
                   "%s of word %d is %s, not a number from 0 to 1", key, word, err_quote(quoted, item));
}
