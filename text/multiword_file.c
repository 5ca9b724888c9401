// SPDX-License-Identifier: MIT
// The sections of the rules for multiword tokens: TOKN (rules), TOKF (forms
// that were seen) and TOKM (weights); the last two only if there are rules.
#include "text/multiword.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <string.h>

void mw_save(const mw_model *m, box_writer *w)
{
    box_begin(w, "TOKN");
    box_u32(w, (uint32_t)m->rules);
    for (size_t i = 0; i < m->rules; i++) {
        const mw_rule *r = &m->rule[i];
        box_u8(w, r->front);
        box_u8(w, r->kept);
        box_u8(w, r->words);
        box_str(w, r->cut);
        for (size_t k = 0; k < r->words; k++)
            box_str(w, r->word[k]);
    }
    if (!m->rules)
        return;
    lx_save(&m->seen, "TOKF", w);
    li_save(&m->w, "TOKM", w);
}

// A string of a rule; an empty one only if it may be.
static copse_str load_text(cursor *c, bool may_be_empty)
{
    cursor ahead = *c;
    if (may_be_empty && cur_u32(&ahead) == 0 && !ahead.failed) {
        *c = ahead;
        return (copse_str){"", 0};
    }
    return cur_name(c);
}

static int load_rules(mw_model *m, const box *b, const ch_table *known, copse_error *err)
{
    cursor c;
    const int code = box_find(b, "TOKN", 0, &c, err);
    if (code)
        return code;
    const uint32_t n = cur_count(&c, 11);
    if (!c.failed && n > MW_MOST_RULES)
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "%u rules for multiword tokens (limit %d)", n,
                       MW_MOST_RULES);
    m->rule = mem_zero((size_t)n + 1, sizeof *m->rule);
    for (; m->rules < n && !c.failed; m->rules++) {
        mw_rule *r = &m->rule[m->rules];
        r->front = cur_u8(&c) != 0;
        r->kept = cur_u8(&c);
        r->words = cur_u8(&c);
        r->cut = cur_name(&c);
        for (size_t k = 0; k < r->words && k < MW_MOST_WORDS; k++)
            r->word[k] = load_text(&c, k == r->kept);
        if (!c.failed && !mw_finish(r, known))
            return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged rule %zu for multiword tokens",
                           m->rules + 1);
    }
    return cur_end(&c, err);
}

int mw_load(mw_model *m, const ch_table *known, const box *b, copse_error *err)
{
    int code = load_rules(m, b, known, err);
    if (code || !m->rules)
        return code;
    mw_sort(m, known);
    code = lx_load(&m->seen, "TOKF", b, err);
    return code ? code : li_load(&m->w, "TOKM", b, err);
}
