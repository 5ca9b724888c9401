// SPDX-License-Identifier: MIT
#include "common/treebank/fault.h"

#include "common/base/error.h"
#include "common/treebank/sentence.h"

#include <stdio.h>
#include <string.h>

// Is s a number too large for an int? It is then out of range. 007 is no number.
static bool is_large(copse_str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.s[i] < '0' || s.s[i] > '9')
            return false;
    return s.len > 0 && s.s[0] != '0';
}

static void say_range(char buf[FAULT_SIZE], copse_str head, int word, int n)
{
    enum { SHOWN = 40 };
    snprintf(buf, FAULT_SIZE, "head %.*s%s of word %d is out of range: the sentence has %d word%s",
             (int)(head.len < SHOWN ? head.len : SHOWN), head.s, head.len > SHOWN ? "..." : "", word, n,
             n == 1 ? "" : "s");
}

static void say_self_loop(char buf[FAULT_SIZE], int word)
{
    snprintf(buf, FAULT_SIZE, "word %d is its own head", word);
}

int fault_head(char buf[FAULT_SIZE], const copse_sentence *sentence, int word)
{
    return fault_column(buf, sen_column(sentence, word, COPSE_HEAD), sentence->word[word].id, sentence->n);
}

int fault_column(char buf[FAULT_SIZE], copse_str text, int id, int n)
{
    const int head = sen_head_of(text);
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
        say_range(buf, text, id, n);
        return COPSE_P_HEAD_RANGE;
    }
    if (head == id && head != 0) { // an id of 0 is no word
        say_self_loop(buf, id);
        return COPSE_P_SELF_LOOP;
    }
    return FAULT_FINE;
}

enum { CYCLE_SHOWN = 8 }; // words

// The heads of a sentence or of an array.
typedef struct arcs {
    const copse_sentence *sentence; // or NULL
    const int *head;
} arcs;

static int head_of(const arcs *a, int word)
{
    return a->sentence ? a->sentence->word[word].head : a->head[word];
}

static int id_of(const arcs *a, int word)
{
    return a->sentence ? a->sentence->word[word].id : word;
}

// "cycle: 2 -> 5 -> 2"; returns the bytes written, and *length is that of the cycle.
static size_t say_cycle(char buf[FAULT_SIZE], const arcs *a, int word, int *length)
{
    size_t used = (size_t)snprintf(buf, FAULT_SIZE, "cycle: %d", id_of(a, word));
    int w = word;
    *length = 0;
    do {
        ++*length;
        w = head_of(a, w);
        if (*length < CYCLE_SHOWN || w == word)
            used += (size_t)snprintf(buf + used, FAULT_SIZE - used, " -> %d", id_of(a, w));
        else if (*length == CYCLE_SHOWN)
            used += (size_t)snprintf(buf + used, FAULT_SIZE - used, " -> ...");
    } while (w != word);
    return used;
}

const char *fault_cycle(char buf[FAULT_SIZE], const copse_sentence *sentence, int word)
{
    enum { FORMS = 700 };
    char form[ERR_QUOTE], forms[FORMS] = "";
    int length, w = word;
    const size_t used = say_cycle(buf, &(arcs){.sentence = sentence}, word, &length);
    size_t forms_used = 0;
    for (int i = 0; i < length && i < CYCLE_SHOWN; i++, w = sentence->word[w].head) {
        // A lone value is quoted; in a list the commas separate values.
        const char *quoted = err_quote(form, sen_column(sentence, w, COPSE_FORM));
        const int len = (int)strlen(quoted) - 2;
        if (forms_used + (size_t)len + 3 < FORMS)
            forms_used += (size_t)snprintf(forms + forms_used, FORMS - forms_used, "%s%.*s",
                                           forms_used ? ", " : "", len, quoted + 1);
    }
    if (length > CYCLE_SHOWN)
        snprintf(buf + used, FAULT_SIZE - used, " (%d words: %s, ...)", length, forms);
    else
        snprintf(buf + used, FAULT_SIZE - used, " (%s)", forms);
    return buf;
}

const char *fault_array(char buf[FAULT_SIZE], const int *head, int n, int word)
{
    char number[16];
    if (head[word] < 0 || head[word] > n) {
        const int len = snprintf(number, sizeof number, "%d", head[word]);
        say_range(buf, (copse_str){number, (size_t)len}, word, n);
    } else if (head[word] == word) {
        say_self_loop(buf, word);
    } else {
        int length;
        const size_t used = say_cycle(buf, &(arcs){.head = head}, word, &length);
        if (length > CYCLE_SHOWN)
            snprintf(buf + used, FAULT_SIZE - used, " (%d words)", length);
    }
    return buf;
}
