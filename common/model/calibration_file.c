// SPDX-License-Identifier: MIT
// The section CALI (docs/model-format.md).
#include "common/base/error.h"
#include "common/model/calibration.h"

#include <math.h>
#include <string.h>

#define MOST_TEMPERATURE 1e6

static void save_map(const iso_map *map, box_writer *w)
{
    box_u32(w, (uint32_t)map->n);
    for (int i = 0; i < map->n; i++) {
        box_f64(w, map->x[i]);
        box_f64(w, map->y[i]);
    }
}

void cal_save(const calibration *c, box_writer *w)
{
    if (!c->fitted)
        return;
    box_begin(w, "CALI");
    box_u32(w, (uint32_t)c->source);
    box_u32(w, c->isotonic);
    box_u64(w, c->sentences);
    box_u64(w, c->words);
    box_f64(w, c->temperature);
    box_f64(w, c->label_temperature);
    for (int i = 0; i < 2; i++) {
        box_f64(w, c->before[i]);
        box_f64(w, c->after[i]);
    }
    save_map(&c->head, w);
    save_map(&c->both, w);
}

static double load_share(cursor *c)
{
    const double x = cur_bounded(c, 1);
    c->failed |= x < 0;
    return x;
}

static double load_temperature(cursor *c)
{
    const double x = cur_bounded(c, MOST_TEMPERATURE);
    c->failed |= x < 1 / MOST_TEMPERATURE;
    return x;
}

static void load_map(iso_map *map, cursor *c)
{
    const uint32_t n = cur_count(c, 16);
    c->failed |= n == 0 || n > ISO_KNOTS;
    for (map->n = 0; !c->failed && map->n < (int)n; map->n++) {
        const int i = map->n;
        map->x[i] = load_share(c);
        map->y[i] = load_share(c);
        c->failed |= i > 0 && (map->x[i] <= map->x[i - 1] || map->y[i] < map->y[i - 1]);
    }
}

int cal_load(calibration *c, const box *b, copse_error *err)
{
    cursor at;
    memset(c, 0, sizeof *c);
    if (!box_count(b, "CALI"))
        return 0;
    int code = box_find(b, "CALI", 0, &at, err);
    if (code)
        return code;
    const uint32_t source = cur_u32(&at), isotonic = cur_u32(&at);
    c->source = source == CAL_VERB ? CAL_VERB : CAL_TRAINING;
    c->isotonic = isotonic;
    c->sentences = cur_u64(&at);
    c->words = cur_u64(&at);
    c->temperature = load_temperature(&at);
    c->label_temperature = load_temperature(&at);
    for (int i = 0; i < 2; i++) {
        c->before[i] = load_share(&at);
        c->after[i] = load_share(&at);
    }
    load_map(&c->head, &at);
    load_map(&c->both, &at);
    if (at.failed || source > CAL_VERB || isotonic > 1 || box_count(b, "CALI") != 1)
        code = err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged calibration");
    else
        code = cur_end(&at, err);
    c->fitted = !code;
    return code;
}
