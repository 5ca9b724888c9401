// SPDX-License-Identifier: MIT
#include "common/treebank/heads.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/source.h"
#include "common/treebank/formats.h"
#include "common/treebank/sentence.h"

#include <limits.h>
#include <string.h>

extern const char hd_english[]; // models/heads/english.heads

enum { MOST_BYTES = 1 << 20 }; // of a file

typedef struct level { // children of these categories, or any child if there are none
    bool right;
    size_t first, n; // in heads.word
} level;

typedef struct rule {
    copse_str category;
    size_t first, n; // in heads.level
} rule;

enum { MODIFIER, HEAD, PARENT, FUNCTION, WITHOUT, CONDITIONS };
static const char *const condition_name[CONDITIONS] = {
    "modifier=", "head=", "parent=", "function=", "without="};

typedef struct label_rule {
    copse_str label;
    size_t first[CONDITIONS], n[CONDITIONS]; // in heads.word; n 0: no condition
} label_rule;

struct heads {
    char *text; // the file; all strings are slices of it
    rule *rule;
    level *level;
    copse_str *word; // categories and tags
    label_rule *label;
    size_t rules, rule_cap, levels, level_cap, words, word_cap, labels, label_cap;
    size_t punctuation, punctuations; // in word
    size_t other;                     // the rule of "*"
};

// ---------------------------------------------------------------------------------------------------
// Reading

typedef struct place {
    heads *h;
    const char *file;
    long line;
    copse_error *err;
} place;

static int wrong(const place *at, const char *what, copse_str value)
{
    char quoted[ERR_QUOTE];
    return err_set(at->err, COPSE_EINPUT, at->file, at->line, "%s: %s", what, err_quote(quoted, value));
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

// The next word of a line that ends at a space or one of stops. False if there is none.
static bool next_word(copse_str *rest, const char *stops, copse_str *word)
{
    size_t i = 0, end;
    while (i < rest->len && (is_space(rest->s[i]) || strchr(stops, rest->s[i])))
        i++;
    for (end = i; end < rest->len && !is_space(rest->s[end]) && !strchr(stops, rest->s[end]);)
        end++;
    *word = (copse_str){rest->s + i, end - i};
    *rest = (copse_str){rest->s + end, rest->len - end};
    return word->len > 0;
}

// Adds the words of a list and returns their number.
static size_t add_words(heads *h, copse_str list)
{
    const size_t before = h->words;
    copse_str word;
    while (next_word(&list, "|", &word)) {
        h->word = mem_grow(h->word, &h->word_cap, h->words + 1, sizeof *h->word);
        h->word[h->words++] = word;
    }
    return h->words - before;
}

static int add_level(const place *at, rule *r, copse_str set)
{
    heads *h = at->h;
    const size_t first = h->words;
    copse_str direction;
    if (!next_word(&set, "", &direction) || (!str_is(direction, "l") && !str_is(direction, "r")))
        return wrong(at, "a set of children begins with l or r, not with", direction);
    if (r->n && h->level[h->levels - 1].n == 0)
        return wrong(at, "any child is taken before this set", set);
    h->level = mem_grow(h->level, &h->level_cap, h->levels + 1, sizeof *h->level);
    h->level[h->levels++] = (level){str_is(direction, "r"), first, add_words(h, set)};
    r->n++;
    return 0;
}

static int add_rule(const place *at, copse_str category, copse_str rest)
{
    heads *h = at->h;
    rule r = {category, h->levels, 0};
    int code = 0;
    for (size_t i = 0; i < h->rules; i++)
        if (str_equal(h->rule[i].category, category))
            return wrong(at, "a second rule for", category);
    while (rest.len > 0 && code == 0) {
        const char *end = memchr(rest.s, ';', rest.len);
        const size_t len = end ? (size_t)(end - rest.s) : rest.len, step = len + (end != NULL);
        const copse_str set = {rest.s, len};
        rest = (copse_str){rest.s + step, rest.len - step};
        size_t spaces = 0;
        while (spaces < len && is_space(set.s[spaces]))
            spaces++;
        if (spaces < len)
            code = add_level(at, &r, set);
    }
    if (code == 0 && r.n == 0)
        return wrong(at, "no set of children for", category);
    h->rule = mem_grow(h->rule, &h->rule_cap, h->rules + 1, sizeof *h->rule);
    h->rule[h->rules++] = r;
    return code;
}

static int add_label(const place *at, copse_str rest)
{
    heads *h = at->h;
    label_rule l = {0};
    copse_str word, list;
    if (!next_word(&rest, "", &l.label))
        return wrong(at, "a label is missing after", (copse_str){"label", 5});
    while (next_word(&rest, "", &word)) {
        int k = 0;
        while (k < CONDITIONS && !fmt_item(word, condition_name[k], &list))
            k++;
        if (k == CONDITIONS || l.n[k])
            return wrong(at, k == CONDITIONS ? "no condition of a label" : "a second condition of one kind",
                         word);
        l.first[k] = h->words;
        l.n[k] = add_words(h, list);
        if (!l.n[k])
            return wrong(at, "a condition without a value", word);
    }
    h->label = mem_grow(h->label, &h->label_cap, h->labels + 1, sizeof *h->label);
    h->label[h->labels++] = l;
    return 0;
}

static int parse_line(const place *at, copse_str line)
{
    heads *h = at->h;
    copse_str first;
    if (!next_word(&line, "", &first) || first.s[0] == '#')
        return 0;
    if (str_is(first, "label"))
        return add_label(at, line);
    if (!str_is(first, "punctuation"))
        return add_rule(at, first, line);
    if (h->punctuations)
        return wrong(at, "a second list of", first);
    h->punctuation = h->words;
    h->punctuations = add_words(h, line);
    return 0;
}

// The rule of "*" is the rightmost child, unless the file has one.
static void find_other(heads *h)
{
    for (h->other = 0; h->other < h->rules; h->other++)
        if (str_is(h->rule[h->other].category, "*"))
            return;
    h->level = mem_grow(h->level, &h->level_cap, h->levels + 1, sizeof *h->level);
    h->rule = mem_grow(h->rule, &h->rule_cap, h->rules + 1, sizeof *h->rule);
    h->level[h->levels] = (level){true, 0, 0};
    h->rule[h->rules++] = (rule){{"*", 1}, h->levels++, 1};
}

int hd_parse(heads **made, const char *name, copse_str bytes, copse_error *err)
{
    heads *h = mem_zero(1, sizeof *h);
    place at = {h, name, 0, err};
    h->text = mem_string(bytes.s, bytes.len);
    copse_str rest = {h->text, bytes.len}, line;
    int code = 0;
    *made = NULL;
    while (code == 0 && fmt_next_line(&rest, &line)) {
        at.line++;
        code = memchr(line.s, 0, line.len) ? wrong(&at, "a NUL byte in", line) : parse_line(&at, line);
    }
    if (code == 0 && h->rules == 0)
        code = err_set(err, COPSE_EINPUT, name, 0, "no head rule");
    if (code < 0) {
        hd_free(h);
        return code;
    }
    find_other(h);
    *made = h;
    return 0;
}

int hd_read(heads **made, const char *path, copse_error *err)
{
    *made = NULL;
    if (!path)
        return hd_parse(made, "english.heads", (copse_str){hd_english, strlen(hd_english)}, err);
    size_t size;
    char *bytes = src_whole(path, MOST_BYTES, "a file of head rules", &size, err);
    if (!bytes)
        return err->code;
    const int code = hd_parse(made, strcmp(path, "-") == 0 ? "<stdin>" : path, (copse_str){bytes, size}, err);
    mem_free(bytes);
    return code;
}

void hd_free(heads *h)
{
    if (!h)
        return;
    mem_free(h->text);
    mem_free(h->rule);
    mem_free(h->level);
    mem_free(h->word);
    mem_free(h->label);
    mem_free(h);
}

// ---------------------------------------------------------------------------------------------------
// Use

static bool is_one_of(const heads *h, size_t first, size_t n, copse_str category)
{
    for (size_t i = first; i < first + n; i++)
        if (str_equal(h->word[i], category))
            return true;
    return false;
}

size_t hd_rule(const heads *h, copse_str category)
{
    for (size_t i = 0; i < h->rules; i++)
        if (str_equal(h->rule[i].category, category))
            return i;
    return h->other;
}

int hd_rank(const heads *h, size_t which, copse_str category, bool *right)
{
    const rule *r = &h->rule[which];
    for (size_t i = 0; i < r->n; i++) {
        const level *l = &h->level[r->first + i];
        *right = l->right;
        if (l->n && is_one_of(h, l->first, l->n, category))
            return (int)i;
    }
    return is_one_of(h, h->punctuation, h->punctuations, category) ? INT_MAX : INT_MAX - 1;
}

bool hd_has_labels(const heads *h)
{
    return h->labels > 0;
}

// Is the value among the words of a condition, of which one may end in a star?
static bool holds(const heads *h, const label_rule *l, int condition, copse_str value)
{
    for (size_t i = 0; i < l->n[condition]; i++) {
        const copse_str w = h->word[l->first[condition] + i];
        if (w.s[w.len - 1] != '*' ? str_equal(w, value)
                                  : value.len >= w.len - 1 && memcmp(value.s, w.s, w.len - 1) == 0)
            return true;
    }
    return false;
}

// Has the modifier a function that is among those of a condition? Functions are separated by - and =.
static bool has_function(const heads *h, const label_rule *l, int condition, copse_str functions)
{
    for (size_t i = 0, end; i < functions.len; i = end) {
        i += strchr("-=", functions.s[i]) != NULL;
        for (end = i; end < functions.len && !strchr("-=", functions.s[end]);)
            end++;
        if (end > i && holds(h, l, condition, (copse_str){functions.s + i, end - i}))
            return true;
    }
    return false;
}

copse_str hd_label(const heads *h, const hd_arc *arc)
{
    for (size_t i = 0; i < h->labels; i++) {
        const label_rule *l = &h->label[i];
        if ((!l->n[MODIFIER] || holds(h, l, MODIFIER, arc->modifier)) &&
            (!l->n[HEAD] || holds(h, l, HEAD, arc->head)) &&
            (!l->n[PARENT] || holds(h, l, PARENT, arc->parent)) &&
            (!l->n[FUNCTION] || has_function(h, l, FUNCTION, arc->functions)) &&
            !(l->n[WITHOUT] && has_function(h, l, WITHOUT, arc->functions)))
            return l->label;
    }
    return (copse_str){"DEP", 3};
}
