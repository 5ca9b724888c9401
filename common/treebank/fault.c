// SPDX-License-Identifier: MIT
#include "common/treebank/fault.h"

#include "common/base/error.h"
#include "common/treebank/sentence.h"

#include <stdio.h>
#include <string.h>

// A number too large for an int is out of range rather than no number; 007 is no number here.
static bool is_large(copse_str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.s[i] < '0' || s.s[i] > '9')
            return false;
    return s.len > 0 && s.s[0] != '0';
}

int fault_head(char buf[FAULT_SIZE], const copse_sentence *sentence, int word)
{
    int head = sentence->word[word].head, n = sentence->n, id = sentence->word[word].id;
    copse_str text = sen_column(sentence, word, COPSE_HEAD);
    char quoted[ERR_QUOTE];
    if (head == SEN_NO_HEAD) {
        snprintf(buf, FAULT_SIZE, "word %d has no head", id);
        return COPSE_P_HEAD_NUMBER;
    }
    if (head == SEN_BAD_HEAD && !is_large(text)) {
        snprintf(buf, FAULT_SIZE, "head %s of word %d is not a number", err_quote(quoted, text), id);
        return COPSE_P_HEAD_NUMBER;
    }
    if (head < 0 || head > n) {
        enum { SHOWN = 40 };
        snprintf(buf, FAULT_SIZE, "head %.*s%s of word %d is out of range: the sentence has %d word%s",
                 (int)(text.len < SHOWN ? text.len : SHOWN), text.s, text.len > SHOWN ? "..." : "", id, n,
                 n == 1 ? "" : "s");
        return COPSE_P_HEAD_RANGE;
    }
    if (head == id && head != 0) { // an id of 0 is no word
        snprintf(buf, FAULT_SIZE, "word %d is its own head", id);
        return COPSE_P_SELF_LOOP;
    }
    return FAULT_FINE;
}

const char *fault_cycle(char buf[FAULT_SIZE], const copse_sentence *sentence, int word)
{
    enum { SHOWN = 8, FORMS = 700 };
    char form[ERR_QUOTE], forms[FORMS];
    size_t used = (size_t)snprintf(buf, FAULT_SIZE, "cycle: %d", sentence->word[word].id), forms_used = 0;
    int length = 0, w = word;
    do {
        length++;
        if (length <= SHOWN) {
            // Quotes serve a lone value; in a list the commas do.
            const char *quoted = err_quote(form, sen_column(sentence, w, COPSE_FORM));
            int len = (int)strlen(quoted) - 2;
            if (forms_used + (size_t)len + 3 < FORMS)
                forms_used += (size_t)snprintf(forms + forms_used, FORMS - forms_used, "%s%.*s",
                                               forms_used ? ", " : "", len, quoted + 1);
        }
        w = sentence->word[w].head;
        if (length < SHOWN || w == word)
            used += (size_t)snprintf(buf + used, FAULT_SIZE - used, " -> %d", sentence->word[w].id);
        else if (length == SHOWN)
            used += (size_t)snprintf(buf + used, FAULT_SIZE - used, " -> ...");
    } while (w != word);
    if (length > SHOWN)
        snprintf(buf + used, FAULT_SIZE - used, " (%d words: %.*s, ...)", length, (int)forms_used, forms);
    else
        snprintf(buf + used, FAULT_SIZE - used, " (%.*s)", (int)forms_used, forms);
    return buf;
}
