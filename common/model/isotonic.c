// SPDX-License-Identifier: MIT
#include "common/model/isotonic.h"

#include "common/base/mem.h"

#include <math.h>
#include <stdlib.h>

double iso_at(const iso_map *map, double x)
{
    int low = 0, high = map->n - 1;
    if (!(x > map->x[low]))
        return map->y[low];
    if (x >= map->x[high])
        return map->y[high];
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (map->x[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    const double share = (x - map->x[low]) / (map->x[high] - map->x[low]);
    return map->y[low] + share * (map->y[high] - map->y[low]);
}

static int by_x(const void *a, const void *b)
{
    const iso_point *p = a, *q = b;
    return p->x < q->x ? -1 : p->x > q->x;
}

static void join(iso_block *to, const iso_block *from)
{
    to->x += from->x;
    to->right += from->right;
    to->n += from->n;
}

size_t iso_pool(iso_point *point, size_t n, iso_block *block)
{
    size_t blocks = 0;
    qsort(point, n, sizeof *point, by_x);
    for (size_t i = 0; i < n;) {
        iso_block next = {0};
        const double x = point[i].x;
        for (; i < n && point[i].x == x; i++)
            join(&next, &(iso_block){x, point[i].right, 1});
        // The share of right points must rise.
        while (blocks && block[blocks - 1].right * next.n >= next.right * block[blocks - 1].n)
            join(&next, &block[--blocks]);
        block[blocks++] = next;
    }
    return blocks;
}

// Joins small blocks with the next ones, the last with the one before. Returns how many are left.
static size_t thicken(iso_block *block, size_t n, double least)
{
    size_t left = 0;
    iso_block open = {0};
    for (size_t i = 0; i < n; i++) {
        join(&open, &block[i]);
        if (open.n < least)
            continue;
        block[left++] = open;
        open = (iso_block){0};
    }
    if (open.n > 0 && left)
        join(&block[left - 1], &open);
    else if (open.n > 0)
        block[left++] = open;
    return left;
}

void iso_fit(iso_map *map, iso_point *point, size_t n)
{
    enum { LEAST = 50, MOST = 100 };
    iso_block *block = mem_alloc(n, sizeof *block);
    const double share = ceil((double)n / MOST);
    const size_t blocks = thicken(block, iso_pool(point, n, block), share > LEAST ? share : LEAST);
    map->n = 0;
    for (size_t i = 0; i < blocks; i++) {
        const double x = block[i].x / block[i].n;
        if (map->n && !(x > map->x[map->n - 1])) // rounding
            continue;
        map->x[map->n] = x;
        map->y[map->n++] = (block[i].right + 0.5) / (block[i].n + 1);
        if (map->n > 1 && map->y[map->n - 1] < map->y[map->n - 2])
            map->y[map->n - 1] = map->y[map->n - 2];
    }
    mem_free(block);
}

// ---------------------------------------------------------------------------------------------------
// Logistic regression

#define FARTHEST 12.0 // log odds that count

static double log_odds(double x)
{
    const double z = x > 0 ? x < 1 ? log(x / (1 - x)) : FARTHEST : -FARTHEST;
    return z > FARTHEST ? FARTHEST : z < -FARTHEST ? -FARTHEST : z;
}

static double logistic(double z)
{
    return 1 / (1 + exp(-z));
}

typedef struct slope {
    double a, b; // log odds become a z + b
} slope;

// A step of Newton's method; a prior of one point pulls to the map that changes nothing.
static double improve(slope *s, const iso_point *point, size_t n)
{
    double ga = 1 - s->a, gb = -s->b, haa = 1, hab = 0, hbb = 1;
    for (size_t i = 0; i < n; i++) {
        const double z = log_odds(point[i].x), p = logistic(s->a * z + s->b), v = p * (1 - p);
        const double off = (point[i].right ? 1 : 0) - p;
        ga += off * z;
        gb += off;
        haa += v * z * z;
        hab += v * z;
        hbb += v;
    }
    const double det = haa * hbb - hab * hab; // positive: the prior makes both diagonals at least 1
    const double da = (ga * hbb - gb * hab) / det, db = (gb * haa - ga * hab) / det;
    const double most = fmax(fabs(da), fabs(db)), by = most > 1 ? 1 / most : 1;
    s->a += by * da;
    s->b += by * db;
    return most;
}

void iso_fit_logistic(iso_map *map, const iso_point *point, size_t n)
{
    enum { ROUNDS = 100, SIDE = 16 };
    slope s = {1, 0};
    for (int i = 0; i < ROUNDS && improve(&s, point, n) > 1e-9; i++)
        ;
    const double a = s.a > 0 ? s.a : 0; // never falls
    map->n = 2 * SIDE + 1;
    for (int i = 0; i < map->n; i++) {
        const double z = FARTHEST * (i - SIDE) / SIDE;
        map->x[i] = i == 0 ? 0 : i == map->n - 1 ? 1 : logistic(z);
        map->y[i] = logistic(a * z + s.b);
    }
}
