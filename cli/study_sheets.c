// SPDX-License-Identifier: MIT
// The tables of a study.
#include "cli/study_score.h"

#include "cli/analyze_report.h"
#include "common/base/mem.h"
#include "common/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool study_sheet_is_one(const study_table *t)
{
    return t->rows == STUDY_BY_SYSTEM;
}

bool study_table_is_cost(const study_table *t)
{
    return study_is_cost(t->column[0].what);
}

char *study_table_name(const study_table *t)
{
    text name = {0};
    text_cat(&name, study_table_is_cost(t) && strncmp(t->name, "costs", 5) != 0 ? "costs-" : "");
    text_cat(&name, t->name);
    text_add(&name, "", 1);
    return name.s;
}

static const char *title_of(study_measure m, char buf[96])
{
    snprintf(buf, 96, "%s%s%s", study_measure_title(m.what), m.nonprojective ? ", non-projective" : "",
             m.no_punct ? ", no punctuation" : "");
    return buf;
}

// What is counted, below a table.
static void note_counting(sheet *t, const study_results *r, const study_table *of)
{
    if (of->note)
        sheet_note(t, of->note);
    if (!study_table_is_cost(of) && strcmp(r->punct->name, "all") != 0) {
        char note[PUNCT_TEXT + 64];
        snprintf(note, sizeof note, "Tokens that count: --punct %s.", r->punct->name);
        sheet_note(t, note);
    }
}

// ---------------------------------------------------------------------------------------------------
// Systems

static double mean_over_banks(const study_results *r, size_t system, study_measure m)
{
    double sum = 0;
    for (size_t b = 0; b < r->p->banks; b++)
        sum += study_measured(r, b, system, m);
    return sum / (double)r->p->banks; // NaN if one is
}

// The value of a cell; column counts through the treebanks, with the mean as the last if there are several.
static double cell_of(const study_results *r, size_t bank, size_t system, study_measure m)
{
    return bank < r->p->banks ? study_measured(r, bank, system, m) : mean_over_banks(r, system, m);
}

static bool is_crossval(const study_results *r, size_t system)
{
    return r->p->command[system].verb == STUDY_CROSSVAL;
}

// Whether two values are shown as one.
static bool same_shown(double a, double b)
{
    return lround(100 * a) == lround(100 * b);
}

// The best value of a column; NaN for costs, and where all are shown the same. Cross-validation is over other
// sentences.
static double best_of(const study_results *r, const study_table *t, size_t bank, study_measure m)
{
    double best = NAN, worst = NAN;
    const bool low = m.what == STUDY_ECE || m.what == STUDY_LABEL_ECE;
    if (m.what >= STUDY_SIZE || t->systems < 2)
        return NAN;
    for (size_t i = 0; i < t->systems; i++) {
        const double v = is_crossval(r, t->system[i]) ? NAN : cell_of(r, bank, t->system[i], m);
        best = low ? fmin(best, v) : fmax(best, v); // of a number and NaN: the number
        worst = low ? fmax(worst, v) : fmin(worst, v);
    }
    return isnan(best) || same_shown(best, worst) ? NAN : best;
}

static void put_measures(sheet *out, const study_results *r, const study_table *t, size_t bank, size_t system)
{
    for (size_t c = 0; c < t->columns; c++) {
        const study_measure m = t->column[c];
        const double v = cell_of(r, bank, system, m),
                     best = is_crossval(r, system) ? NAN : best_of(r, t, bank, m);
        sheet_real(out, v, study_decimals(m.what));
        if (!isnan(best) && same_shown(v, best))
            sheet_bold(out);
    }
}

static void note_failures(sheet *out, const study_results *r, const study_table *t)
{
    char note[256];
    for (size_t b = 0; b < r->p->banks; b++)
        for (size_t i = 0; i < t->systems; i++)
            if (study_trees(r->p, b, t->system[i])->state != STUDY_DONE) {
                snprintf(note, sizeof note, "%s failed on %s.", r->s->system[t->system[i]].name,
                         r->p->bank[b].name);
                sheet_note(out, note);
            }
}

static sheet *system_sheet(const study_results *r, const study_table *t)
{
    const size_t banks = r->p->banks, groups = banks > 1 ? banks + 1 : 1;
    char title[96];
    sheet *out = sheet_new(t->title);
    if (t->down)
        sheet_column(out, "treebank", false);
    sheet_column(out, "system", false);
    for (size_t b = 0; b < (t->down ? 1 : groups); b++)
        for (size_t c = 0; c < t->columns; c++)
            if (t->down)
                sheet_column(out, title_of(t->column[c], title), true);
            else
                sheet_column_in(out, b < banks ? r->p->bank[b].name : "mean", title_of(t->column[c], title),
                                true);
    for (size_t b = 0; b < (t->down ? groups : 1); b++)
        for (size_t i = 0; i < t->systems; i++) {
            if (t->down)
                sheet_text(out, b < banks ? r->p->bank[b].name : "mean");
            sheet_text(out, r->s->system[t->system[i]].name);
            for (size_t g = t->down ? b : 0; g < (t->down ? b + 1 : groups); g++)
                put_measures(out, r, t, g, t->system[i]);
        }
    note_failures(out, r, t);
    bool crossval = false;
    for (size_t i = 0; i < t->systems; i++)
        crossval |= is_crossval(r, t->system[i]);
    if (crossval)
        sheet_note(out, "Systems of 'copse crossval' are measured on the training data, by their folds.");
    return out;
}

// ---------------------------------------------------------------------------------------------------
// Factors, pairs, majorities: from the error analysis

static double share(analyze_share s)
{
    return s.whole > 0 ? 100 * (double)s.part / (double)s.whole : NAN;
}

static double factor_cell(const copse_analysis_row *row, int k, study_what what)
{
    const double p = share(analyze_precision(row, k, false)), q = share(analyze_recall(row, k, false));
    switch (what) {
    case STUDY_PRECISION:
        return p;
    case STUDY_RECALL:
    case STUDY_LAS:
        return q;
    case STUDY_UAS:
        return share(analyze_recall(row, k, true));
    default:
        return p + q > 0 ? 2 * p * q / (p + q) : NAN;
    }
}

static void put_factor(sheet *out, const study_table *t, const analyze_report *report)
{
    copse_analysis_table view = analyze_view(report, (int)t->factor);
    sheet_column(out, analyze_factors[t->factor].what, false);
    sheet_column(out, "gold", true);
    for (int k = 0; k < report->systems; k++)
        for (size_t c = 0; c < t->columns; c++)
            sheet_column_in(out, report->name[k], study_measure_title(t->column[c].what), true);
    for (size_t i = 0; i < view.rows && (t->most == 0 || i < (size_t)t->most); i++) {
        sheet_text(out, view.row[i].name);
        sheet_count(out, view.row[i].gold);
        for (int k = 0; k < report->systems; k++)
            for (size_t c = 0; c < t->columns; c++)
                sheet_real(out, factor_cell(&view.row[i], k, t->column[c].what), 2);
    }
    if (t->most && view.rows > (size_t)t->most)
        sheet_note(out, "The most frequent in gold.");
    analyze_view_done(&view);
}

static void put_pairs(sheet *out, const study_table *t, const analyze_report *report)
{
    static const char *const name[] = {"same", "both right", "first right", "second right", "neither right"};
    const copse_analysis *a = report->a;
    const bool heads = t->column[0].what == STUDY_UAS;
    sheet_column(out, "first", false);
    sheet_column(out, "second", false);
    for (size_t i = 0; i < 5; i++)
        sheet_column(out, name[i], true);
    for (size_t i = 0; i < a->pairs; i++) {
        const copse_agreement *g = heads ? &a->pair[i].head : &a->pair[i].both;
        const long part[] = {g->same, g->both_right, g->first_right, g->second_right, g->neither_right};
        sheet_text(out, report->name[a->pair[i].first]);
        sheet_text(out, report->name[a->pair[i].second]);
        for (size_t c = 0; c < 5; c++)
            sheet_percent(out, part[c], a->tokens);
    }
    sheet_note(out, heads ? "Per cent of the tokens, by their heads."
                          : "Per cent of the tokens, by head and label.");
}

static void put_majority(sheet *out, const study_table *t, const analyze_report *report)
{
    const copse_analysis *a = report->a;
    char size[48];
    sheet_column(out, "systems that agree", false);
    sheet_column(out, "tokens", true);
    sheet_column(out, "share", true);
    sheet_column(out, "they are right", true);
    sheet_column(out, "some system is right", true);
    for (int k = 1; k <= report->systems; k++) {
        const copse_majority *m =
            t->column[0].what == STUDY_UAS ? &a->majority_head[k] : &a->majority_both[k];
        if (m->words == 0)
            continue;
        snprintf(size, sizeof size, "%d of %d", k, report->systems);
        sheet_text(out, size);
        sheet_count(out, m->words);
        sheet_percent(out, m->words, a->tokens);
        sheet_percent(out, m->right, m->words);
        sheet_percent(out, m->some_right, m->words);
    }
}

static bool put_analysis(sheet *out, const study_results *r, const study_table *t, size_t bank,
                         const size_t *system, const char **file, size_t n)
{
    static void (*const put[])(sheet *, const study_table *, const analyze_report *) = {
        [STUDY_BY_FACTOR] = put_factor, [STUDY_BY_PAIR] = put_pairs, [STUDY_BY_MAJORITY] = put_majority};
    const copse_analysis_options options = {.skip_punctuation = r->punct->skip, .skip_tags = r->punct->tags};
    const char *gold = study_gold(r->p, bank, system[0])->file;
    copse_analysis a;
    copse_error ignored;
    if (copse_analyze(&a, gold, file, n, &options, &ignored) < 0)
        return false;
    char **name = mem_alloc(n, sizeof *name);
    for (size_t i = 0; i < n; i++)
        name[i] = (char *)r->s->system[system[i]].name;
    const analyze_report report = {
        .gold = gold, .file = file, .name = name, .systems = (int)n, .a = &a, .punct = r->punct};
    put[t->rows](out, t, &report);
    mem_free(name);
    copse_analysis_done(&a);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Subsets: oracles, and the combination itself

static void put_subset_name(sheet *out, const study_results *r, const size_t *system, size_t n, uint32_t set)
{
    char name[512] = "";
    size_t len = 0;
    for (size_t k = 0; k < n && len < sizeof name; k++)
        if (set >> k & 1)
            len += (size_t)snprintf(name + len, sizeof name - len, "%s%s", len ? " + " : "",
                                    r->s->system[system[k]].name);
    sheet_text(out, name);
}

// The system that combines a set, all of the table's systems being there, in the order of study_finish.
static size_t combination_of(const study_table *t, uint32_t set)
{
    size_t i = t->first_subset;
    for (size_t size = 2; size <= t->systems; size++)
        for (uint32_t other = 1; other < UINT32_C(1) << t->systems; other++) {
            if (study_bits(other) != size)
                continue;
            if (other == set)
                return i;
            i++;
        }
    return STUDY_NONE;
}

static void put_subset_row(sheet *out, const study_results *r, const study_table *t, size_t bank,
                           const copse_oracle *o, const copse_oracle_row *row, size_t combination)
{
    for (size_t c = 0; c < t->columns; c++) {
        const bool heads = t->column[c].what == STUDY_UAS;
        sheet_percent(out, heads ? row->whole_head : row->whole_both, o->tokens);
        sheet_percent(out, heads ? row->union_head : row->union_both, o->tokens);
        if (t->combines && combination != STUDY_NONE)
            sheet_real(out, study_measured(r, bank, combination, t->column[c]), 2);
        else if (t->combines)
            sheet_none(out);
    }
}

static bool put_subsets(sheet *out, const study_results *r, const study_table *t, size_t bank,
                        const size_t *system, const char **file, size_t n)
{
    const copse_oracle_options options = {
        .skip_punctuation = r->punct->skip, .skip_tags = r->punct->tags, .subsets = true};
    copse_oracle o;
    copse_error ignored;
    if (copse_oracle_read(&o, study_gold(r->p, bank, system[0])->file, file, n, &options, &ignored) < 0)
        return false;
    sheet_column(out, "systems", false);
    for (size_t c = 0; c < t->columns; c++) {
        const char *group = study_measure_title(t->column[c].what);
        sheet_column_in(out, group, "best parse", true);
        sheet_column_in(out, group, "best tree", true);
        if (t->combines)
            sheet_column_in(out, group, "combination", true);
    }
    for (size_t k = 0; k < n; k++) {
        put_subset_name(out, r, system, n, UINT32_C(1) << k);
        put_subset_row(out, r, t, bank, &o, &o.alone[k], STUDY_NONE);
    }
    for (size_t i = 0; i < o.subsets; i++) {
        put_subset_name(out, r, system, n, o.subset[i].systems);
        put_subset_row(out, r, t, bank, &o, &o.subset[i],
                       n == t->systems && t->combines ? combination_of(t, o.subset[i].systems) : STUDY_NONE);
    }
    sheet_note(out,
               "Best parse: the best whole parse of each sentence, by an oracle. Best tree: the best tree "
               "in the union of the arcs.");
    copse_oracle_done(&o);
    return true;
}

sheet *study_sheet(const study_results *r, const study_table *t, size_t bank)
{
    size_t *system;
    const char **file;
    if (t->rows == STUDY_BY_SYSTEM) {
        sheet *all = system_sheet(r, t);
        note_counting(all, r, t);
        return all;
    }
    const size_t n = study_present(r, bank, t->system, t->systems, &system, &file);
    char title[512];
    snprintf(title, sizeof title, "%s%s%s", t->title, r->p->banks > 1 ? ", " : "",
             r->p->banks > 1 ? r->p->bank[bank].name : "");
    sheet *out = sheet_new(title);
    bool ok = n > 0 && (t->rows == STUDY_BY_SUBSET ? put_subsets(out, r, t, bank, system, file, n)
                                                   : put_analysis(out, r, t, bank, system, file, n));
    mem_free(system);
    mem_free(file);
    if (!ok) {
        sheet_free(out);
        return NULL;
    }
    note_failures(out, r, t);
    note_counting(out, r, t);
    return out;
}
