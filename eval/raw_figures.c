// SPDX-License-Identifier: MIT
// Names of the figures of raw text, and their values.
#include "copse.h"

const char *copse_raw_figure_name(copse_raw_figure figure)
{
    static const char *const names[COPSE_RAW_FIGURES] = {
        [COPSE_RAW_TOKENS] = "Tokens",    [COPSE_RAW_SENTENCES] = "Sentences", [COPSE_RAW_WORDS] = "Words",
        [COPSE_RAW_UPOS] = "UPOS",        [COPSE_RAW_XPOS] = "XPOS",           [COPSE_RAW_UFEATS] = "UFeats",
        [COPSE_RAW_ALL_TAGS] = "AllTags", [COPSE_RAW_LEMMAS] = "Lemmas",       [COPSE_RAW_UAS] = "UAS",
        [COPSE_RAW_LAS] = "LAS",          [COPSE_RAW_CLAS] = "CLAS",           [COPSE_RAW_MLAS] = "MLAS",
        [COPSE_RAW_BLEX] = "BLEX",
    };
    return (unsigned)figure < COPSE_RAW_FIGURES ? names[figure] : "";
}

static double share(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

double copse_raw_precision(const copse_raw_count *count)
{
    return share((double)count->right, (double)count->system);
}

double copse_raw_recall(const copse_raw_count *count)
{
    return share((double)count->right, (double)count->gold);
}

double copse_raw_f1(const copse_raw_count *count)
{
    return share(2 * (double)count->right, (double)count->gold + (double)count->system);
}
