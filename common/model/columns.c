// SPDX-License-Identifier: MIT
#include "common/model/columns.h"

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/treebank/sentence.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void columns_count(columns *c, const copse_sentence *s)
{
    c->words += (uint64_t)s->n;
    for (int d = 1; d <= s->n; d++)
        for (copse_column k = COLUMNS_FIRST; k <= COLUMNS_LAST; k++) {
            const copse_str value = sen_column(s, d, k);
            c->with[k] += value.len > 1 || (value.len == 1 && value.s[0] != '_');
        }
}

void columns_add(columns *c, const columns *more)
{
    c->words += more->words;
    for (int k = 0; k < COPSE_COLUMNS; k++)
        c->with[k] += more->with[k];
}

double columns_share(const columns *c, copse_column column)
{
    return c->words ? (double)c->with[column] / (double)c->words : 0;
}

void columns_save(box_writer *w, const treebank *t)
{
    columns c = {0};
    for (size_t i = 0; i < t->n; i++)
        columns_count(&c, t->sentence[i]);
    box_begin(w, "COLS");
    box_u64(w, c.words);
    box_u32(w, COLUMNS_LAST - COLUMNS_FIRST + 1);
    for (uint32_t k = COLUMNS_FIRST; k <= COLUMNS_LAST; k++) {
        box_u32(w, k);
        box_u64(w, c.with[k]);
    }
}

int columns_load(columns *c, const box *b, copse_error *err)
{
    cursor at;
    memset(c, 0, sizeof *c);
    if (!box_count(b, "COLS"))
        return 0;
    int code = box_find(b, "COLS", 0, &at, err);
    if (code)
        return code;
    c->words = cur_u64(&at);
    uint32_t last = COPSE_ID;
    for (uint32_t n = cur_count(&at, 12); n > 0; n--) {
        const uint32_t column = cur_u32(&at);
        const uint64_t with = cur_u64(&at);
        if (column <= last || column > COLUMNS_LAST || with > c->words)
            return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged figures on columns");
        c->with[column] = with;
        last = column;
    }
    return cur_end(&at, err);
}

// ---------------------------------------------------------------------------------------------------

static bool is_lacking(const columns *trained, const columns *input, copse_column column)
{
    const double p = columns_share(trained, column);
    return p >= 0.05 && columns_share(input, column) < p / 2;
}

// A number with commas between thousands.
static const char *grouped(char buf[32], uint64_t v)
{
    char digits[24];
    const int n = snprintf(digits, sizeof digits, "%" PRIu64, v);
    int out = 0;
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            buf[out++] = ',';
        buf[out++] = digits[i];
    }
    buf[out] = '\0';
    return buf;
}

void columns_tell_lack(text *t, const columns *trained, const columns *input, unsigned reads, bool whole,
                       copse_format format)
{
    char part[160], number[32];
    bool any = false;
    for (copse_column k = COLUMNS_FIRST; input->words && k <= COLUMNS_LAST; k++) {
        if (!(reads & 1U << k) || !is_lacking(trained, input, k))
            continue;
        const char *name = sen_column_name(format, k);
        const double here = 100 * columns_share(input, k), there = 100 * columns_share(trained, k);
        if (any)
            snprintf(part, sizeof part, "; %s in %.1f%%, %.1f%%", name, here, there);
        else
            snprintf(part, sizeof part,
                     "%s has a value in %.1f%% of the %s%s words, in %.1f%% of the model's training data",
                     name, here, whole ? "" : "first ", grouped(number, input->words), there);
        text_cat(t, part);
        any = true;
    }
    if (any)
        text_cat(t, ": expect far less accurate trees unless the model was trained with --drop-columns");
}
