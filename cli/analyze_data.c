// SPDX-License-Identifier: MIT
// The report of `copse analyze` for programs: JSON and tab-separated values, with every row and all counts,
// labelled and unlabelled.
#include "cli/analyze_report.h"
#include "cli/study_report.h"
#include "cli/values.h"

static void tsv_counts(FILE *out, long gold, const copse_arc_counts *c)
{
    fprintf(out, "\t%ld\t%ld", gold, c->arcs);
    study_tsv_percent(out, c->precise_both, c->arcs);
    study_tsv_percent(out, c->recalled_both, gold);
    study_tsv_percent(out, c->precise_head, c->arcs);
    study_tsv_percent(out, c->recalled_head, gold);
    fprintf(out, "\t%ld\t%ld\t%ld\t%ld\n", c->precise_both, c->recalled_both, c->precise_head,
            c->recalled_head);
}

static void tsv_tables(FILE *out, const analyze_report *r)
{
    fprintf(out,
            "\ntable\trow\tsystem\tgold\tgiven\tprecision\trecall\tunlabelled_precision\tunlabelled_recall\t"
            "precise_both\trecalled_both\tprecise_head\trecalled_head\n");
    for (int k = 0; k < r->systems; k++) {
        fprintf(out, "all\tall\t");
        val_tsv(out, r->name[k]);
        tsv_counts(out, r->a->tokens, &r->a->total[k]);
    }
    for (int factor = 0; factor < COPSE_FACTORS; factor++) {
        const copse_analysis_table *t = &r->a->table[factor];
        for (size_t i = 0; i < t->rows; i++)
            for (int k = 0; k < r->systems; k++) {
                fprintf(out, "%s\t", analyze_factors[factor].key);
                val_tsv(out, t->row[i].name);
                fputc('\t', out);
                val_tsv(out, r->name[k]);
                tsv_counts(out, t->row[i].gold, &t->row[i].of[k]);
            }
    }
}

static void tsv_agreement(FILE *out, const analyze_report *r)
{
    const copse_analysis *a = r->a;
    static const char *const on[] = {"both", "head"};
    fprintf(out, "\nfirst\tsecond\ton\tsame\tboth_right\tfirst_right\tsecond_right\tneither_right\n");
    for (size_t i = 0; i < a->pairs; i++)
        for (int which = 0; which < 2; which++) {
            const copse_agreement *g = which ? &a->pair[i].head : &a->pair[i].both;
            val_tsv(out, r->name[a->pair[i].first]);
            fputc('\t', out);
            val_tsv(out, r->name[a->pair[i].second]);
            fprintf(out, "\t%s\t%ld\t%ld\t%ld\t%ld\t%ld\n", on[which], g->same, g->both_right, g->first_right,
                    g->second_right, g->neither_right);
        }
    fprintf(out, "\nagreed\ton\ttokens\tright\tsome_right\n");
    for (int size = 1; size <= r->systems; size++)
        for (int which = 0; which < 2; which++) {
            const copse_majority *m = which ? &a->majority_head[size] : &a->majority_both[size];
            fprintf(out, "%d\t%s\t%ld\t%ld\t%ld\n", size, on[which], m->words, m->right, m->some_right);
        }
}

void analyze_print_tsv(FILE *out, const analyze_report *r)
{
    fprintf(out, "gold\t");
    val_tsv(out, r->gold);
    fputs("\npunctuation\t", out);
    val_tsv(out, r->punct->name);
    fprintf(out, "\nsentences\t%ld\ntokens\t%ld\nskipped_tokens\t%ld\nunmeasured_sentences\t%ld\n",
            r->a->sentences, r->a->tokens, r->a->skipped_tokens, r->a->unmeasured);
    tsv_tables(out, r);
    tsv_agreement(out, r);
}

// --- JSON

static void json_counts(FILE *out, long gold, const copse_arc_counts *c)
{
    fprintf(out, "{\"given\": %ld, ", c->arcs);
    study_json_percent(out, "precision", c->precise_both, c->arcs);
    fputs(", ", out);
    study_json_percent(out, "recall", c->recalled_both, gold);
    fputs(", ", out);
    study_json_percent(out, "unlabelled_precision", c->precise_head, c->arcs);
    fputs(", ", out);
    study_json_percent(out, "unlabelled_recall", c->recalled_head, gold);
    fprintf(out,
            ", \"precise_both\": %ld, \"recalled_both\": %ld, \"precise_head\": %ld, \"recalled_head\": %ld}",
            c->precise_both, c->recalled_both, c->precise_head, c->recalled_head);
}

static void json_table(FILE *out, const analyze_report *r, int factor)
{
    const copse_analysis_table *t = &r->a->table[factor];
    fprintf(out, "%s\n    \"%s\": [", factor ? "," : "", analyze_factors[factor].key);
    for (size_t i = 0; i < t->rows; i++) {
        fprintf(out, "%s\n      {\"name\": ", i ? "," : "");
        val_json(out, t->row[i].name);
        fprintf(out, ", \"gold\": %ld, \"systems\": [", t->row[i].gold);
        for (int k = 0; k < r->systems; k++) {
            fprintf(out, "%s\n        ", k ? "," : "");
            json_counts(out, t->row[i].gold, &t->row[i].of[k]);
        }
        fputs("]}", out);
    }
    fputc(']', out);
}

static void json_pair(FILE *out, const char *key, const copse_agreement *g)
{
    fprintf(out,
            "\"%s\": {\"same\": %ld, \"both_right\": %ld, \"first_right\": %ld, \"second_right\": %ld, "
            "\"neither_right\": %ld}",
            key, g->same, g->both_right, g->first_right, g->second_right, g->neither_right);
}

static void json_agreement(FILE *out, const analyze_report *r)
{
    const copse_analysis *a = r->a;
    fprintf(out, "  \"pairs\": [");
    for (size_t i = 0; i < a->pairs; i++) {
        fprintf(out, "%s\n    {\"first\": ", i ? "," : "");
        val_json(out, r->name[a->pair[i].first]);
        fprintf(out, ", \"second\": ");
        val_json(out, r->name[a->pair[i].second]);
        fputs(", ", out);
        json_pair(out, "both", &a->pair[i].both);
        fputs(", ", out);
        json_pair(out, "head", &a->pair[i].head);
        fputc('}', out);
    }
    fprintf(out, "],\n  \"agreed\": [");
    for (int size = 1; size <= r->systems; size++) {
        const copse_majority *b = &a->majority_both[size], *h = &a->majority_head[size];
        fprintf(out,
                "%s\n    {\"systems\": %d, \"both\": {\"tokens\": %ld, \"right\": %ld, \"some_right\": %ld}, "
                "\"head\": {\"tokens\": %ld, \"right\": %ld, \"some_right\": %ld}}",
                size > 1 ? "," : "", size, b->words, b->right, b->some_right, h->words, h->right,
                h->some_right);
    }
    fprintf(out, "]\n");
}

void analyze_print_json(FILE *out, const analyze_report *r)
{
    const copse_analysis *a = r->a;
    fprintf(out, "{\n  \"gold\": ");
    val_json(out, r->gold);
    fputs(",\n  \"punctuation\": ", out);
    val_json(out, r->punct->name);
    fprintf(out,
            ",\n  \"sentences\": %ld,\n  \"tokens\": %ld,\n  \"skipped_tokens\": %ld,\n"
            "  \"unmeasured_sentences\": %ld,\n  \"systems\": [",
            a->sentences, a->tokens, a->skipped_tokens, a->unmeasured);
    for (int k = 0; k < r->systems; k++) {
        fprintf(out, "%s\n    {\"name\": ", k ? "," : "");
        val_json(out, r->name[k]);
        fprintf(out, ", \"file\": ");
        val_json(out, r->file[k]);
        fputs(", ", out);
        study_json_percent(out, "las", a->total[k].precise_both, a->total[k].arcs);
        fputs(", ", out);
        study_json_percent(out, "uas", a->total[k].precise_head, a->total[k].arcs);
        fputc('}', out);
    }
    fprintf(out, "],\n  \"tables\": {");
    for (int factor = 0; factor < COPSE_FACTORS; factor++)
        json_table(out, r, factor);
    fprintf(out, "},\n");
    json_agreement(out, r);
    fprintf(out, "}\n");
}
