// SPDX-License-Identifier: MIT
// The claims of a study's paper, held against what came out.
#include "cli/study_score.h"

#include <math.h>

static double mean_of(const study_results *r, size_t bank, const size_t *system, size_t n, study_measure m)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += study_measured(r, bank, system[i], m);
    return sum / (double)n;
}

// By approximate randomisation, of two single systems by LAS or UAS; NaN for others.
static double p_of(const study_results *r, size_t bank, const study_claim *c)
{
    copse_significance result;
    copse_error ignored;
    if (c->lefts != 1 || c->rights != 1 || (c->by.what != STUDY_LAS && c->by.what != STUDY_UAS) ||
        study_gold(r->p, bank, c->left[0]) != study_gold(r->p, bank, c->right[0]))
        return NAN;
    const copse_scores *left = study_scores_of(r, bank, c->left[0], c->by),
                       *right = study_scores_of(r, bank, c->right[0], c->by);
    if (!left || !right || copse_compare(&result, right, left, STUDY_CLAIM_SAMPLES, STUDY_SEED, &ignored) < 0)
        return NAN;
    return c->by.what == STUDY_LAS ? result.las_p : result.uas_p;
}

static const char *verdict(const study_claim *c, double difference, double p)
{
    const bool sure = !(p >= 0.05); // where there is no test, the numbers decide
    if (fabs(difference) < 0.005)   // equal as shown
        difference = 0;
    if (isnan(difference))
        return "not measured";
    if (c->about_equal)
        return isnan(p) ? "no test" : sure ? "does not hold" : "holds";
    if (difference > 0)
        return sure ? "holds" : "holds, may be chance";
    return difference < 0 && sure && !isnan(p) ? "the opposite holds" : "does not hold";
}

static void put_row(sheet *out, const study_results *r, const study_claim *c, size_t bank)
{
    const double left = mean_of(r, bank, c->left, c->lefts, c->by),
                 right = mean_of(r, bank, c->right, c->rights, c->by), p = p_of(r, bank, c);
    sheet_text(out, c->text);
    sheet_text(out, r->p->bank[bank].name);
    char what[256];
    snprintf(what, sizeof what, "%s%s of %s %s %s", study_measure_title(c->by.what),
             c->by.nonprojective ? " (non-projective)" : "", c->left_name, c->about_equal ? "=" : ">",
             c->right_name);
    sheet_text(out, what);
    sheet_real(out, left, 2);
    sheet_real(out, right, 2);
    if (isnan(p))
        sheet_none(out);
    else
        sheet_p(out, p);
    sheet_text(out, verdict(c, left - right, p));
}

sheet *study_claims(const study_results *r)
{
    if (r->s->claims == 0)
        return NULL;
    sheet *out = sheet_new("Claims");
    sheet_column(out, "claim", false);
    sheet_column(out, "treebank", false);
    sheet_column(out, "measured as", false);
    sheet_column(out, "left", true);
    sheet_column(out, "right", true);
    sheet_column(out, "p", true);
    sheet_column(out, "verdict", false);
    for (size_t i = 0; i < r->s->claims; i++)
        for (size_t b = 0; b < r->p->banks; b++)
            put_row(out, r, &r->s->claim[i], b);
    sheet_note(out,
               "A name with * stands for the mean of all systems that it fits. p: approximate "
               "randomisation over sentences, of two systems by LAS or UAS; from 0.05 on a difference may "
               "be chance.");
    return out;
}
