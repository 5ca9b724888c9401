// SPDX-License-Identifier: MIT
// Trees as vectors of heads. Nothing here recurses: a sentence may be a chain of 20,000 words.
#include "common/treebank/tree.h"

#include "common/treebank/fault.h"
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"

#include <stdlib.h>
#include <string.h>

copse_tree *copse_tree_new(void)
{
    copse_tree *t = mem_zero(1, sizeof *t);
    tree_resize(t, 0);
    return t;
}

void copse_tree_free(copse_tree *tree)
{
    if (!tree)
        return;
    mem_free(tree->head);
    mem_free(tree->label);
    mem_free(tree->score);
    mem_free(tree->label_score);
    mem_free(tree->evidence);
    arena_done(&tree->own);
    mem_free(tree);
}

void tree_resize(copse_tree *t, int n)
{
    size_t need = (size_t)n;
    if (!t->head || need > t->cap) {
        const size_t cap = need < 2 * t->cap ? 2 * t->cap : need;
        mem_scope *before = mem_into(mem_scope_of(t));
        t->head = mem_resize(t->head, cap + 1, sizeof *t->head);
        t->label = mem_resize(t->label, cap + 1, sizeof *t->label);
        t->score = mem_resize(t->score, cap + 1, sizeof *t->score);
        t->label_score = mem_resize(t->label_score, cap + 1, sizeof *t->label_score);
        t->evidence = mem_resize(t->evidence, cap + 1, sizeof *t->evidence);
        t->cap = cap;
        mem_into(before);
    }
    t->n = n;
    t->scored = t->label_scored = t->weighed = false;
    for (int w = 0; w <= n; w++) {
        t->head[w] = w ? 0 : -1;
        t->label[w] = (copse_str){"", 0};
        t->score[w] = t->label_score[w] = 0;
        t->evidence[w] = (tree_evidence){0, 0};
    }
    arena_reset(&t->own);
}

int tree_fits(const copse_tree *t, const copse_sentence *s, const char *name, copse_error *err)
{
    if (t->n == s->n)
        return 0;
    return err_set(err, COPSE_EINPUT, NULL, 0, "the sentence has %d word%s, but the %s has %d", s->n,
                   s->n == 1 ? "" : "s", name, t->n);
}

void tree_copy(copse_tree *t, const copse_tree *from)
{
    const size_t nodes = (size_t)from->n + 1;
    tree_resize(t, from->n);
    memcpy(t->head, from->head, nodes * sizeof *t->head);
    memcpy(t->label, from->label, nodes * sizeof *t->label);
    memcpy(t->score, from->score, nodes * sizeof *t->score);
    memcpy(t->label_score, from->label_score, nodes * sizeof *t->label_score);
    memcpy(t->evidence, from->evidence, nodes * sizeof *t->evidence);
    t->scored = from->scored;
    t->label_scored = from->label_scored;
    t->weighed = from->weighed;
}

// Exchanges all that is known of two words.
static void exchange(copse_tree *t, int a, int b)
{
    const int head = t->head[a];
    const copse_str label = t->label[a];
    const float score = t->score[a], label_score = t->label_score[a];
    const tree_evidence evidence = t->evidence[a];
    t->head[a] = t->head[b];
    t->label[a] = t->label[b];
    t->score[a] = t->score[b];
    t->label_score[a] = t->label_score[b];
    t->evidence[a] = t->evidence[b];
    t->head[b] = head;
    t->label[b] = label;
    t->score[b] = score;
    t->label_score[b] = label_score;
    t->evidence[b] = evidence;
}

void tree_mirror(copse_tree *t)
{
    const int n = t->n;
    for (int a = 1, b = n; a < b; a++, b--)
        exchange(t, a, b);
    for (int d = 1; d <= n; d++)
        t->head[d] = t->head[d] ? n + 1 - t->head[d] : 0;
}

static int read_columns(copse_tree *tree, const copse_sentence *sentence, copse_error *err)
{
    const int n = sentence->n;
    char buf[FAULT_SIZE];
    tree_resize(tree, n);
    for (int w = 1; w <= n; w++) {
        if (fault_head(buf, sentence, w) != FAULT_FINE)
            return err_set(err, COPSE_EINPUT, sentence->file, sen_line(sentence, w), "%s", buf);
        tree->head[w] = sentence->word[w].head;
        tree->label[w] = sen_column(sentence, w, COPSE_DEPREL);
    }
    int word;
    if (tree_check(tree->head, n, true, &word) == TREE_CYCLE)
        return err_set(err, COPSE_EINPUT, sentence->file, sen_line(sentence, word), "%s",
                       fault_cycle(buf, sentence, word));
    return 0;
}

// After a failed allocation the tree is empty.
static int tree_failed(copse_tree *tree, mem_guard *guard, copse_error *err)
{
    const int code = mem_failed(guard, err);
    tree_resize(tree, 0);
    return code;
}

int tree_read(copse_tree *tree, const copse_sentence *sentence, copse_error *err)
{
    const int code = read_columns(tree, sentence, err);
    if (code < 0)
        tree_resize(tree, 0);
    return code;
}

int copse_tree_read(copse_tree *tree, const copse_sentence *sentence, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return tree_failed(tree, &guard, err);
    return mem_end(&guard, tree_read(tree, sentence, err));
}

char *tree_own(copse_tree *t, size_t len)
{
    mem_scope *before = mem_into(mem_scope_of(t));
    char *bytes = arena_alloc(&t->own, len, 1);
    mem_into(before);
    return bytes;
}

copse_str tree_keep(copse_tree *t, copse_str label)
{
    char *copy = tree_own(t, label.len + 1);
    if (label.len)
        memcpy(copy, label.s, label.len);
    copy[label.len] = 0;
    return (copse_str){copy, label.len};
}

static copse_str own_label(copse_tree *t, const char *label)
{
    const size_t len = label ? strlen(label) : 0;
    if (len == 0)
        return (copse_str){"_", 1};
    char *copy = memcpy(tree_own(t, len), label, len);
    str_clean(copy, len);
    return (copse_str){copy, len};
}

static int set_tree(copse_tree *tree, int n, const int *heads, const char *const *labels, copse_error *err)
{
    char buf[FAULT_SIZE];
    int word;
    tree_resize(tree, 0);
    if (n < 0)
        return err_set(err, COPSE_EINPUT, NULL, 0, "a tree of %d words", n);
    if (n > SEN_MAX_LINES)
        return err_set(err, COPSE_ELIMIT, NULL, 0, "a tree of %d words (limit %d)", n, SEN_MAX_LINES);
    if (n > 0 && !heads)
        return err_set(err, COPSE_EINPUT, NULL, 0, "a tree of %d words without heads", n);
    tree_resize(tree, n);
    for (int w = 1; w <= n; w++)
        tree->head[w] = heads[w - 1];
    const tree_fault fault = tree_check(tree->head, n, true, &word);
    if (fault != TREE_FINE) {
        err_set(err, COPSE_EINPUT, NULL, 0, "%s", fault_array(buf, tree->head, n, word));
        tree_resize(tree, 0);
        return err->code;
    }
    for (int w = 1; w <= n; w++)
        tree->label[w] = own_label(tree, labels ? labels[w - 1] : NULL);
    return 0;
}

int copse_tree_set(copse_tree *tree, int n, const int *heads, const char *const *labels, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return tree_failed(tree, &guard, err);
    return mem_end(&guard, set_tree(tree, n, heads, labels, err));
}

int copse_tree_length(const copse_tree *tree)
{
    return tree->n;
}

static bool has_word(const copse_tree *t, int word)
{
    return word >= 1 && word <= t->n;
}

int copse_tree_head(const copse_tree *tree, int word)
{
    return has_word(tree, word) ? tree->head[word] : -1;
}

float copse_tree_score(const copse_tree *tree, int word)
{
    return tree->scored && has_word(tree, word) ? tree->score[word] : 0;
}

float copse_tree_label_score(const copse_tree *tree, int word)
{
    return tree->label_scored && has_word(tree, word) ? tree->label_score[word] : 0;
}

int tree_score_bin(const copse_tree *t, int word)
{
    const float score = copse_tree_score(t, word);
    return score < 0.6F ? 1 : score < 0.75F ? 2 : score < 0.9F ? 3 : 4;
}

copse_str copse_tree_label(const copse_tree *tree, int word)
{
    return has_word(tree, word) ? tree->label[word] : (copse_str){"", 0};
}

bool copse_tree_is_projective(const copse_tree *tree)
{
    copse_error err;
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, &err);
        return false;
    }
    const bool projective = tree_is_projective(tree->head, tree->n);
    mem_end(&guard, 0);
    return projective;
}

int tree_cycles(const int *head, int n, int *cycle)
{
    int cycles = 0;
    for (int w = 0; w <= n; w++)
        cycle[w] = 0;
    // During a walk from s, -s marks the words first met on it.
    for (int s = 1; s <= n; s++) {
        int w = s;
        while (w >= 1 && w <= n && cycle[w] == 0) {
            cycle[w] = -s;
            w = head[w];
        }
        if (w < 1 || w > n || cycle[w] != -s)
            continue;
        cycles++;
        while (cycle[w] == -s) {
            cycle[w] = cycles;
            w = head[w];
        }
    }
    for (int w = 1; w <= n; w++)
        if (cycle[w] < 0)
            cycle[w] = 0;
    return cycles;
}

tree_fault tree_check(const int *head, int n, bool several_roots, int *word)
{
    int roots = 0, second = 0;
    for (int w = 1; w <= n; w++) {
        *word = w;
        if (head[w] < 0 || head[w] > n)
            return TREE_RANGE;
        if (head[w] == w)
            return TREE_SELF_LOOP;
        if (head[w] == 0 && ++roots == 2)
            second = w;
    }
    int *cycle = mem_alloc((size_t)n + 1, sizeof *cycle);
    int cycles = tree_cycles(head, n, cycle), first = 1;
    while (cycles && !cycle[first])
        first++;
    mem_free(cycle);
    *word = cycles ? first : second;
    if (cycles)
        return TREE_CYCLE;
    return second && !several_roots ? TREE_SEVERAL_ROOTS : TREE_FINE;
}

bool tree_descends(const int *head, int word, int ancestor)
{
    while (word > 0 && word != ancestor)
        word = head[word];
    return word == ancestor;
}

// A word between h and d whose head is also inside the arc's span need not be checked: a climb from it
// either reaches an end of the arc, and so h, or leaves the span from another word, which is checked itself.
bool tree_arc_is_projective(const int *head, int n, int word)
{
    const int h = head[word], low = h < word ? h : word, high = h < word ? word : h;
    (void)n;
    if (h == 0)
        return true;
    for (int k = low + 1; k < high; k++)
        if ((head[k] < low || head[k] > high) && !tree_descends(head, k, h))
            return false;
    return true;
}

int tree_arc_degree(const int *head, int n, int word)
{
    const int h = head[word], low = h < word ? h : word, high = h < word ? word : h;
    if (h == 0)
        return 0;
    // The result for each word, so that no arc is climbed twice.
    enum { UNKNOWN, BELOW, ELSEWHERE };
    unsigned char *place = mem_zero((size_t)n + 1, 1);
    int degree = 0;
    place[0] = ELSEWHERE;
    place[h] = BELOW;
    for (int k = low + 1; k < high; k++) {
        if (head[k] >= low && head[k] <= high)
            continue;
        int top = k;
        while (place[top] == UNKNOWN)
            top = head[top];
        for (int w = k; place[w] == UNKNOWN; w = head[w])
            place[w] = place[top];
        degree += place[k] == ELSEWHERE;
    }
    mem_free(place);
    return degree;
}

// Finds right[h] in steps over whole stretches: if p descends from h, so does everything from p up to
// right[p], which is known, since dependents come before heads. No word is stepped on from two ancestors:
// the upper one steps over the whole stretch of the lower one. So all steps together are O(n).
void tree_reach(const int *head, int n, int *left, int *right)
{
    const size_t size = (size_t)n + 1;
    int *order = mem_alloc(4 * size, sizeof *order); // words, dependents before heads
    int *pending = order + size;                     // dependents not yet in order; then the next free number
    int *first = order + 2 * size;                   // number of the word in a walk that takes heads first
    int *below = order + 3 * size;                   // words in its subtree
    int done = 0;
    for (int w = 0; w <= n; w++) {
        pending[w] = 0;
        below[w] = 1;
    }
    for (int w = 1; w <= n; w++)
        pending[head[w]]++;
    for (int leaf = 0; leaf <= n; leaf++)
        for (int w = leaf; w >= 0 && pending[w] == 0;) {
            order[done++] = w;
            pending[w] = -1;
            int h = w > 0 ? head[w] : -1;
            if (h >= 0) {
                below[h] += below[w];
                pending[h]--;
            }
            w = h <= leaf ? h : -1; // a head to the right is visited when the loop reaches it
        }
    first[0] = 0;
    pending[0] = 1;
    for (int i = done - 2; i >= 0; i--) {
        int w = order[i], h = head[w];
        first[w] = pending[h];
        pending[h] += below[w];
        pending[w] = first[w] + 1;
    }
    for (int i = 0; i < done; i++) {
        int h = order[i], p, begin = first[h], end = begin + below[h];
        for (p = h - 1; p > 0 && first[p] > begin && first[p] < end;)
            p = left[p];
        left[h] = p;
        for (p = h + 1; p <= n && first[p] > begin && first[p] < end;)
            p = right[p];
        right[h] = p;
    }
    mem_free(order);
}

int tree_nonprojective(const int *head, int n, bool *arc)
{
    const size_t size = (size_t)n + 1;
    int *left = mem_alloc(2 * size, sizeof *left), *right = left + size, count = 0;
    tree_reach(head, n, left, right);
    if (arc)
        arc[0] = false;
    for (int d = 1; d <= n; d++) {
        bool crossing = d < left[head[d]] || d > right[head[d]];
        count += crossing;
        if (arc)
            arc[d] = crossing;
    }
    mem_free(left);
    return count;
}

bool tree_is_projective(const int *head, int n)
{
    return tree_nonprojective(head, n, NULL) == 0;
}
