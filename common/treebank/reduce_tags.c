// SPDX-License-Identifier: MIT
// Collins, Hajič, Ramshaw and Tillmann 1999, A statistical parser for Czech: tags of two characters for a
// tagset of thousands. McDonald et al. 2005 use them too.
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/formats.h"
#include "common/treebank/sentence.h"

#include <string.h>

enum { POSITIONS = 15, SUBPOS = 1, CASE = 4 }; // of a positional tag: all, and two of them from 0

// The value of an item of FEATS if it is one character, else 0.
static char feature(copse_str feats, const char *key)
{
    copse_str item, value;
    while (str_next_item(&feats, &item))
        if (fmt_item(item, key, &value))
            return value.len == 1 ? value.s[0] : 0;
    return 0;
}

static bool is_letter(copse_str tag)
{
    return tag.len == 1 && tag.s[0] > ' ' && tag.s[0] < 127 && tag.s[0] != '_';
}

// Makes the tag of a word. False: its tags are of another kind.
static bool reduce(const copse_sentence *s, int d, char made[2])
{
    const copse_str tag = sen_column(s, d, COPSE_XPOS), coarse = sen_column(s, d, COPSE_UPOS);
    const copse_str feats = sen_column(s, d, COPSE_FEATS);
    if (tag.len == POSITIONS && tag.s[0] >= 'A' && tag.s[0] <= 'Z') {
        made[0] = tag.s[0];
        made[1] = tag.s[CASE] != '-' ? tag.s[CASE] : tag.s[SUBPOS];
        return true;
    }
    if (!is_letter(tag))
        return false;
    const char detail = feature(feats, "SubPOS="), of_case = feature(feats, "Cas=");
    made[0] = is_letter(coarse) ? coarse.s[0] : tag.s[0];
    made[1] = of_case ? of_case : detail ? detail : tag.s[0];
    return of_case || detail || is_letter(coarse);
}

static int reduce_tags(copse_sentence *s, copse_error *err)
{
    char quoted[ERR_QUOTE], made[2];
    for (int d = 1; d <= s->n; d++)
        if (!reduce(s, d, made))
            return err_set(
                err, COPSE_EINPUT, s->file, sen_line(s, d),
                "tag %s of word %d is no positional tag of 15 characters, nor a letter with SubPOS or Cas in "
                "FEATS: it cannot be reduced",
                err_quote(quoted, sen_column(s, d, COPSE_XPOS)), d);
    for (int d = 1; d <= s->n; d++)
        if (reduce(s, d, made))
            ov_put(s, d, COPSE_XPOS, (copse_str){made, sizeof made});
    return 0;
}

int copse_sentence_reduce_tags(copse_sentence *sentence, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, reduce_tags(sentence, err));
}
