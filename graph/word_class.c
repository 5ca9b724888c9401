// SPDX-License-Identifier: MIT
// Which words are verbs, punctuation and coordinating conjunctions, by the coarse part of speech.
//
// Universal tags say it directly. Other tagsets, as in CoNLL-X treebanks, are recognised by beginnings of
// names that mean the same in many: V, VB, VMI, Verb; C, CC, Conj, CNJ, KON; punc, Punct, PU; and by tags
// that are punctuation. Where one tag serves both kinds of conjunctions, both count. There punctuation is
// recognised by its form too.
#include "graph/features.h"

#include "common/base/utf8.h"
#include "common/treebank/sentence.h"

#include <string.h>

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// Does word, in small letters, stand at this place of a tag?
static bool stands_at(copse_str tag, size_t at, const char *word)
{
    for (; *word; word++, at++)
        if (at >= tag.len || lower(tag.s[at]) != *word)
            return false;
    return true;
}

static bool has(copse_str tag, const char *word)
{
    for (size_t at = 0; at < tag.len; at++)
        if (stands_at(tag, at, word))
            return true;
    return false;
}

static bool begins(copse_str tag, const char *const *words)
{
    for (; *words; words++)
        if (stands_at(tag, 0, *words))
            return true;
    return false;
}

static bool is_one_of(copse_str tag, const char *const *words)
{
    for (; *words; words++)
        if (strlen(*words) == tag.len && stands_at(tag, 0, *words))
            return true;
    return false;
}

static bool tag_joins(copse_str tag)
{
    static const char *const whole[] = {"c", "++", NULL}, *const first[] = {"cc",   "cnj", "cj", "conj",
                                                                            "coor", "kon", NULL},
                             *const subordinate[] = {"conj-s", "conjs", NULL};
    return is_one_of(tag, whole) ||
           (begins(tag, first) && !is_one_of(tag, subordinate) && !has(tag, "sub") && !has(tag, "sb"));
}

// Tags such as "," or "$," too; brackets have names in the Penn Treebank.
static bool tag_is_punctuation(copse_str tag)
{
    static const char *const whole[] = {"pu",    "pun",   "-lrb-", "-rrb-", "-lcb-",
                                        "-rcb-", "-lsb-", "-rsb-", NULL};
    if (str_is(tag, "_"))
        return false;
    const copse_str rest = tag.len && tag.s[0] == '$' ? (copse_str){tag.s + 1, tag.len - 1} : tag;
    return is_one_of(tag, whole) || has(tag, "punc") || has(tag, "ponct") || utf8_all_punctuation(rest);
}

// Nothing but symbols of ASCII, those of currencies and arithmetic among them.
static bool is_symbols(copse_str form)
{
    for (size_t i = 0; i < form.len; i++) {
        unsigned char c = (unsigned char)form.s[i];
        if (c > 0x7e || c <= ' ' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
            (c >= 'a' && c <= 'z'))
            return false;
    }
    return form.len > 0;
}

void gf_classify(gf_word *word, copse_str form, copse_str tag)
{
    word->punct = is_symbols(form);
    if (sen_is_upos(tag) && !str_is(tag, "_")) {
        word->verb = str_is(tag, "VERB");
        word->conj = str_is(tag, "CCONJ") || str_is(tag, "CONJ");
        word->punct |= str_is(tag, "PUNCT");
        return;
    }
    word->verb = stands_at(tag, 0, "v");
    word->conj = tag_joins(tag);
    word->punct |= tag_is_punctuation(tag) || utf8_all_punctuation(form);
}
