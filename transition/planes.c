// SPDX-License-Identifier: MIT
// Which arcs can be made together. Two arcs that cross must be in different planes. An obstacle is a set of
// arcs of which one has to be left out: a cycle, or arcs that cross one another in a row such that no choice
// of planes is left for them. The loss is the least number of arcs that hits all obstacles. It is found by
// trying: to hit an obstacle, leave out each of its arcs in turn. In trees of natural languages there are
// few.
#include "transition/planes.h"

#include "transition/links.h"
#include "common/base/mem.h"
#include "common/treebank/given.h"

#include <stdlib.h>

enum {
    MOST_OUT = 6,      // arcs left out by search; beyond that the first arc of every obstacle
    MOST_TRIES = 4000, // obstacles looked for in one search
    INT_ARRAYS = 13
};

typedef struct layout {
    int words;
    const int *made; // [words+1] heads; NULL: none
    const int *head; // [words+1] of the arcs
    // What a configuration leaves open.
    int b;        // the first word of the buffer, or n + 1
    int at_b;     // the planes that are left for arcs to B0, as bits
    int *on;      // [words+1] the planes whose stacks a node is on; all for words of the buffer
    int *may_get; // [words+1] the planes of the arc into a word; 0: it has none
    // Arcs, by their left ends.
    int n;
    int *word;         // [n] the dependent
    int *left, *right; // [n]
    int *may;          // [n] planes
    int *plane, *from; // [n] where find_clash puts an arc, and the arc that made it do so
    int *row;          // [n] arcs in the order find_clash met them
    int *number;       // [words+1] of the arc into a word, CFG_NONE: it has none, or the arc is left out
    bool crossing;     // some arcs cross
    int *obstacle;     // [MOST_OUT+1][words+1]
    int tries;
    int *first, *next, *open; // [words+1] of add_arcs
} layout;

static void layout_init(layout *t, const int *head, int words)
{
    const size_t size = (size_t)words + 1;
    *t = (layout){.words = words, .head = head};
    int *memory = mem_alloc(size, (INT_ARRAYS + MOST_OUT + 1) * sizeof *memory);
    int **const array[INT_ARRAYS] = {&t->on,    &t->may_get, &t->number, &t->word, &t->left,
                                     &t->right, &t->may,     &t->plane,  &t->from, &t->row,
                                     &t->first, &t->next,    &t->open};
    for (size_t i = 0; i < INT_ARRAYS; i++)
        *array[i] = memory + i * size;
    t->obstacle = memory + INT_ARRAYS * size;
    for (int w = 0; w <= words; w++) {
        t->on[w] = t->may_get[w] = 0;
        t->number[w] = CFG_NONE;
    }
}

static void layout_done(layout *t)
{
    mem_free(t->on);
}

// Adds the arcs that have a plane, and finds out if some cross.
static void add_arcs(layout *t)
{
    int depth = 0;
    given_by_left(t->head, t->words, t->first, t->next);
    for (int l = 1; l <= t->words; l++)
        for (int d = t->first[l]; d; d = t->next[d]) {
            const int r = given_right(t->head, d);
            if (t->may_get[d] == 0)
                continue;
            while (depth > 0 && t->open[depth - 1] <= l)
                depth--;
            t->crossing |= depth > 0 && r > t->open[depth - 1];
            t->open[depth++] = r;
            t->word[t->n] = d;
            t->left[t->n] = l;
            t->right[t->n] = r;
            t->may[t->n] = t->may_get[d];
            t->number[d] = t->n++;
        }
}

static bool is_out(const layout *t, int arc)
{
    return t->number[t->word[arc]] == CFG_NONE;
}

static bool cross(const layout *t, int i, int j)
{
    return t->left[i] < t->left[j]
               ? t->left[j] < t->right[i] && t->right[i] < t->right[j]
               : t->left[j] < t->left[i] && t->left[i] < t->right[j] && t->right[j] < t->right[i];
}

// The arcs of a cycle, if one is closed with the arcs made. Returns their number. Uses t->row, [words+1].
static int find_cycle(const layout *t, int *obstacle)
{
    int n = 0;
    for (int w = 0; w <= t->words; w++)
        t->row[w] = 0; // the walk that came here
    for (int d = 1; d <= t->words && n == 0; d++) {
        int k = d;
        while (k > 0 && t->row[k] == 0) {
            t->row[k] = d;
            k = t->number[k] != CFG_NONE ? t->head[k] : t->made[k];
        }
        if (k <= 0 || t->row[k] != d)
            continue;
        const int begin = k;
        do {
            if (t->number[k] != CFG_NONE)
                obstacle[n++] = t->number[k];
            k = t->number[k] != CFG_NONE ? t->head[k] : t->made[k];
        } while (k != begin);
    }
    return n;
}

// Adds an arc to the obstacle, and those that it has its plane from.
static int add_row(const layout *t, int arc, int *obstacle, int n)
{
    for (; arc != CFG_NONE; arc = t->from[arc]) {
        for (int i = 0; i < n; i++)
            if (obstacle[i] == arc)
                return n;
        obstacle[n++] = arc;
    }
    return n;
}

// Puts the arcs that cross arc i, which has a plane, into the other plane. Returns the size of an obstacle,
// or 0; more arcs in t->row are counted in *seen.
static int push_away(const layout *t, int i, int *seen, int *obstacle)
{
    const int other = !t->plane[i];
    for (int j = 0; j < t->n; j++) {
        if (is_out(t, j) || t->plane[j] == other || !cross(t, i, j))
            continue;
        const bool placed = t->plane[j] != CFG_NONE;
        if (placed || !(t->may[j] >> other & 1)) {
            if (!placed)
                t->from[j] = CFG_NONE;
            return add_row(t, j, obstacle, add_row(t, i, obstacle, 0));
        }
        t->plane[j] = other;
        t->from[j] = i;
        t->row[(*seen)++] = j;
    }
    return 0;
}

// Puts all arcs into planes, first those that have no choice. Returns the size of an obstacle, or 0.
static int find_clash(const layout *t, int *obstacle)
{
    int seen = 0, done = 0, n = 0;
    for (int i = 0; i < t->n; i++) {
        const bool free = t->may[i] == 3;
        t->plane[i] = free ? CFG_NONE : t->may[i] >> 1;
        t->from[i] = CFG_NONE;
        if (!free && !is_out(t, i))
            t->row[seen++] = i;
    }
    for (int i = 0; i < t->n && n == 0; i++) {
        while (done < seen && n == 0)
            n = push_away(t, t->row[done++], &seen, obstacle);
        if (n == 0 && t->plane[i] == CFG_NONE && !is_out(t, i)) {
            t->plane[i] = 0;
            t->row[seen++] = i;
        }
    }
    while (done < seen && n == 0)
        n = push_away(t, t->row[done++], &seen, obstacle);
    return n;
}

static int find_obstacle(layout *t, int *obstacle)
{
    const int n = t->made ? find_cycle(t, obstacle) : 0;
    t->tries++;
    return n == 0 && t->crossing ? find_clash(t, obstacle) : n;
}

// Is it enough to leave out this many arcs?
static bool enough(layout *t, int out)
{
    int *obstacle = t->obstacle + (size_t)out * (size_t)(t->words + 1);
    const int n = find_obstacle(t, obstacle);
    bool found = n == 0;
    for (int i = 0; i < n && out > 0 && !found && t->tries < MOST_TRIES; i++) {
        const int word = t->word[obstacle[i]];
        t->number[word] = CFG_NONE;
        found = enough(t, out - 1);
        t->number[word] = obstacle[i];
    }
    return found;
}

// The least number of arcs to leave out.
static int least_out(layout *t)
{
    for (int out = 0; out <= MOST_OUT && t->tries < MOST_TRIES; out++)
        if (enough(t, out))
            return out;
    int out = 0;
    for (; find_obstacle(t, t->obstacle) > 0; out++)
        t->number[t->word[t->obstacle[0]]] = CFG_NONE;
    return out;
}

bool planes_fit(const int *head, int n, int planes)
{
    layout t;
    layout_init(&t, head, n);
    for (int d = 1; d <= n; d++)
        t.may_get[d] = head[d] > 0 ? planes == 2 ? 3 : 1 : 0;
    add_arcs(&t);
    const bool fit = !t.crossing || (planes == 2 && find_clash(&t, t.obstacle) == 0);
    layout_done(&t);
    return fit;
}

// Finds the planes of the nodes.
static void look(layout *t, const config *c, int planes, planes_after after)
{
    const int all = planes == 2 ? 3 : 1, active = 1 << (c->own & PLANES_ACTIVE), b = cfg_buffer(c, 0);
    t->b = b > 0 ? b : c->n + 1;
    t->at_b = after == PLANES_SWAPPED ? all & ~active : c->own & PLANES_CHANGED ? active : all;
    for (int i = 0; i < c->stack_n - (after == PLANES_TAKEN); i++)
        t->on[c->stack[i]] |= active;
    for (int i = 0; i < c->other_n; i++)
        t->on[c->other[i]] |= all & ~active;
    for (int w = t->b; w <= c->n; w++)
        t->on[w] = all;
}

// The planes in which the arc between two words can be made.
static int planes_of(const layout *t, int v, int w)
{
    const int left = v < w ? v : w, right = v < w ? w : v;
    return right < t->b ? 0 : right == t->b ? t->on[left] & t->at_b : t->on[left];
}

int planes_loss(const config *c, const int *gold, int planes)
{
    layout t;
    int lost = 0;
    layout_init(&t, gold, c->n);
    look(&t, c, planes, PLANES_NOW);
    for (int d = 1; d <= c->n; d++) {
        const int h = c->head[d];
        if (h == CFG_NONE && gold[d] > 0)
            t.may_get[d] = planes_of(&t, d, gold[d]);
        lost += h == CFG_NONE ? gold[d] > 0 && t.may_get[d] == 0 : h != gold[d];
    }
    t.made = c->head;
    add_arcs(&t);
    lost += least_out(&t);
    layout_done(&t);
    return lost;
}

bool planes_keep(const config *c, const int *head, int planes, planes_after after)
{
    layout t;
    bool kept = true;
    layout_init(&t, head, c->n);
    look(&t, c, planes, after);
    for (int d = 1; d <= c->n; d++)
        if (c->head[d] == CFG_NONE && head[d] > 0) {
            t.may_get[d] = planes_of(&t, d, head[d]);
            kept &= t.may_get[d] != 0;
        }
    if (kept)
        add_arcs(&t);
    kept = kept && !(t.crossing && find_clash(&t, t.obstacle) > 0);
    layout_done(&t);
    return kept;
}

bool planes_final(const config *c)
{
    const int b = cfg_buffer(c, 0);
    return b == CFG_NONE || (b == 0 && c->stack_n == 0);
}

unsigned planes_legal(const config *c)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (planes_final(c))
        return 0;
    unsigned set = b != 0 ? 1u << T_SHIFT : 0;
    if (s > 0)
        set |= 1u << T_REDUCE;
    if (s != CFG_NONE)
        set |= link_arcs(c, s, b);
    return set;
}

void planes_apply(config *c, transition type, int label)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (type == T_REDUCE)
        cfg_pop(c);
    else
        cfg_arc(c, type == T_LEFT ? b : s, type == T_LEFT ? s : b, label);
}

transition planes_oracle(const config *c, const int *gold)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (s > 0 && gold[s] == b && c->head[s] == CFG_NONE)
        return T_LEFT;
    if (b == 0)
        return T_REDUCE;
    if (s != CFG_NONE && gold[b] == s && c->head[b] == CFG_NONE)
        return T_RIGHT;
    return s > 0 && c->head[s] > s && !planes_pending(c, gold, s) ? T_REDUCE : T_TYPES;
}

bool planes_wanted(const config *c, const int *gold, const int *stack, int n)
{
    const int b = cfg_buffer(c, 0);
    for (int i = 0; i < n; i++) {
        const int k = stack[i];
        if (k > 0 && ((gold[b] == k && c->head[b] == CFG_NONE) || (gold[k] == b && c->head[k] == CFG_NONE)))
            return true;
    }
    return false;
}

bool planes_pending(const config *c, const int *gold, int word)
{
    const int b = cfg_buffer(c, 0);
    if (c->head[word] == CFG_NONE && gold[word] >= b)
        return true;
    for (int d = b; d <= c->n; d++)
        if (gold[d] == word && c->head[d] == CFG_NONE)
            return true;
    return false;
}
