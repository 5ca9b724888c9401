// SPDX-License-Identifier: MIT
#include "transition/swap_plan.h"

#include "common/base/mem.h"

typedef struct plan {
    int n;
    cfg_root root;
    bool single_root;
    bool closed; // a root that stands last is on the stack: it is the head of all words there
    int open;    // wanted arcs between words that are still to be made
    int lost;    // words that do not get the wanted head
    int *want;   // [n+1] the wanted head of a word that is not attached, CFG_NONE: any head will do
    int *due;    // [n+1] words that want this one and are not attached
    int *rank;   // [n+1]
    int *stack;  // [n+2] a root that stands last is left out
    int *buffer; // [n+2] the first word comes last; words only
    int stack_n, buffer_n;
    int *memory;
} plan;

enum { GONE = -2 };

// The lists of wanted dependents, for ranking.
typedef struct lists {
    int *place; // [n+1] in the present order, -1 for the root; GONE: the word has left
    int *first; // [n+1] dependent, CFG_NONE: none
    int *next;  // [n+1] dependent of the same head
} lists;

static void begin(plan *p, lists *l, const config *c)
{
    const size_t room = (size_t)c->n + 2;
    *p = (plan){.n = c->n, .root = c->root, .single_root = c->single_root};
    p->memory = mem_alloc(room, 8 * sizeof *p->memory);
    int **const array[] = {&p->want,   &p->due,   &p->rank,  &p->stack,
                           &p->buffer, &l->place, &l->first, &l->next};
    for (size_t i = 0; i < 8; i++)
        *array[i] = p->memory + i * room;
    for (int w = 0; w <= c->n; w++) {
        p->want[w] = l->first[w] = l->next[w] = p->rank[w] = CFG_NONE;
        l->place[w] = GONE;
        p->due[w] = 0;
    }
    for (int i = 0; i < c->stack_n; i++) {
        const int s = c->stack[i];
        if (s == 0 && c->root == CFG_ROOT_LAST)
            p->closed = true;
        else
            p->stack[p->stack_n++] = s;
    }
    int words = 0;
    while (cfg_buffer(c, words) > 0)
        words++;
    for (int k = words; k-- > 0;)
        p->buffer[p->buffer_n++] = cfg_buffer(c, k);
}

// The i-th node of stack and buffer.
static int node_at(const plan *p, int i)
{
    return i < p->stack_n ? p->stack[i] : p->buffer[p->buffer_n - 1 - (i - p->stack_n)];
}

// Chooses the wanted arcs that may still be had.
static void choose_arcs(plan *p, lists *l, const config *c, const int *wanted)
{
    const int nodes = p->stack_n + p->buffer_n;
    for (int i = 0; i < nodes; i++)
        l->place[node_at(p, i)] = i;
    l->place[0] = -1;
    for (int d = 1; d <= p->n; d++) {
        const int h = wanted[d];
        if (h == CFG_NONE)
            continue;
        if (l->place[d] == GONE) {
            p->lost += h != (c->head[d] == CFG_NONE ? 0 : c->head[d]);
        } else if (l->place[h] == GONE) {
            p->lost++;
        } else {
            p->want[d] = h;
            p->due[h] += h > 0;
            p->open += h > 0;
        }
    }
    for (int i = nodes; i-- > 0;) {
        const int d = node_at(p, i), h = p->want[d] > 0 ? p->want[d] : 0;
        if (d == 0)
            continue;
        l->next[d] = l->first[h];
        l->first[h] = d;
    }
}

static void rank_nodes(plan *p, lists *l)
{
    for (int v = 0, ranks = 0;;) {
        const int k = l->first[v];
        if (k != CFG_NONE && (p->rank[v] != CFG_NONE || l->place[k] < l->place[v])) {
            l->first[v] = l->next[k];
            v = k;
        } else if (p->rank[v] == CFG_NONE) {
            p->rank[v] = ranks++;
        } else if (v == 0) {
            return;
        } else {
            v = p->want[v] > 0 ? p->want[v] : 0;
        }
    }
}

static void put_back(plan *p)
{
    int *const top = p->stack + p->stack_n - 1;
    p->buffer[p->buffer_n++] = top[-1];
    top[-1] = top[0];
    p->stack_n--;
}

static bool may_swap(const plan *p)
{
    const int *const top = p->stack + p->stack_n - 1;
    return !p->closed && p->stack_n > 1 && top[-1] > 0 && top[-1] < top[0];
}

// The way on after some SWAPs. False if there cannot be so many.
static bool plan_init(plan *p, const config *c, int swaps, const int *wanted)
{
    lists l;
    begin(p, &l, c);
    for (int i = 0; i < swaps; i++) {
        if (!may_swap(p))
            return false;
        put_back(p);
    }
    choose_arcs(p, &l, c, wanted);
    rank_nodes(p, &l);
    return true;
}

// Is the way at its end, but for words that get the root as their head?
static bool at_end(const plan *p)
{
    if (p->closed)
        return true;
    if (p->buffer_n > 0)
        return false;
    if (p->root == CFG_ROOT_FIRST || p->single_root)
        return p->stack_n <= 1 + (p->root == CFG_ROOT_FIRST);
    return p->open == 0;
}

// How many wanted arcs are lost if the dependent leaves.
static int loses(const plan *p, int head, int dependent)
{
    return p->due[dependent] + (p->want[dependent] != CFG_NONE && p->want[dependent] != head);
}

// Not at the end.
static transition choose(const plan *p)
{
    const int s = p->stack_n > 0 ? p->stack[p->stack_n - 1] : CFG_NONE,
              below = p->stack_n > 1 ? p->stack[p->stack_n - 2] : CFG_NONE;
    if (below != CFG_NONE) {
        if (below > 0 && p->want[below] == s && p->due[below] == 0)
            return T_LEFT;
        const bool right = below > 0 ? p->want[s] == below : p->want[s] <= 0 && !p->single_root;
        if (right && p->due[s] == 0)
            return T_RIGHT;
        if (below > 0 && below < s && p->rank[s] < p->rank[below])
            return T_SWAP;
    }
    if (p->buffer_n > 0)
        return T_SHIFT;
    return below > 0 && loses(p, s, below) < loses(p, below, s) ? T_LEFT : T_RIGHT;
}

static void leave(plan *p, int head, int dependent)
{
    const int wanted = p->want[dependent];
    p->lost += wanted != CFG_NONE && wanted != head;
    if (wanted > 0) {
        p->due[wanted]--;
        p->open--;
    }
    if (p->due[dependent] == 0)
        return;
    for (int i = 0; i < p->stack_n + p->buffer_n; i++) {
        const int d = node_at(p, i);
        if (d > 0 && p->want[d] == dependent) {
            p->want[d] = CFG_NONE;
            p->lost++;
            p->open--;
        }
    }
}

static void take(plan *p, transition type)
{
    int *const top = p->stack + p->stack_n - 1;
    switch (type) {
    case T_SHIFT:
        p->stack[p->stack_n++] = p->buffer[--p->buffer_n];
        break;
    case T_SWAP:
        put_back(p);
        break;
    case T_LEFT:
        leave(p, top[0], top[-1]);
        top[-1] = top[0];
        p->stack_n--;
        break;
    default:
        leave(p, top[-1], top[0]);
        p->stack_n--;
    }
}

// The words that do not get the wanted head; *never: those of them that cannot have it anyhow. CFG_NONE if
// there cannot be so many SWAPs.
static int lost_after(const config *c, int swaps, const int *wanted, int *never)
{
    plan p;
    int lost = CFG_NONE;
    if (plan_init(&p, c, swaps, wanted)) {
        *never = p.lost;
        while (!at_end(&p))
            take(&p, choose(&p));
        for (int i = 0; i < p.stack_n; i++)
            p.lost += p.stack[i] > 0 && p.want[p.stack[i]] > 0;
        lost = p.lost;
    }
    mem_free(p.memory);
    return lost;
}

int plan_lost(const config *c, const int *wanted)
{
    int never;
    return lost_after(c, 0, wanted, &never);
}

int plan_least_lost(const config *c, const int *wanted)
{
    enum { MOST = 8 };
    int never, least = lost_after(c, 0, wanted, &never);
    for (int swaps = 1; swaps <= MOST && least > never; swaps++) {
        const int lost = lost_after(c, swaps, wanted, &never);
        if (lost == CFG_NONE)
            break;
        least = lost < least ? lost : least;
    }
    return least;
}

transition plan_next(const config *c, const int *wanted)
{
    plan p;
    plan_init(&p, c, 0, wanted);
    const transition type = !at_end(&p)                 ? choose(&p)
                            : p.closed                  ? T_LEFT
                            : c->root == CFG_ROOT_LAST  ? T_SHIFT
                            : c->root == CFG_ROOT_FIRST ? T_RIGHT
                                                        : T_REDUCE;
    mem_free(p.memory);
    return type;
}
