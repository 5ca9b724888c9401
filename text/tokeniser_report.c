// SPDX-License-Identifier: MIT
#include "text/tokeniser_report.h"

#include "common/base/mem.h"
#include "common/base/report.h"
#include "common/model/model.h"
#include "text/raw_score.h"

// A text that cannot be scored is no reason to lose the model.
static int report(const copse_model *m, const treebank *dev, const copse_environment *env, copse_error *err)
{
    copse_raw_scores s;
    const int code = raw_score(m, dev, env->threads, &s, err);
    if (code == COPSE_EINPUT || code == COPSE_ELIMIT) {
        report_line(env->report, env->context, "dev, raw text: not scored: %s", err->message);
        return 0;
    }
    if (code == 0)
        report_line(env->report, env->context, "dev, raw text, F1: Tokens %.2f, Sentences %.2f, Words %.2f",
                    copse_raw_f1(&s.of[COPSE_RAW_TOKENS]), copse_raw_f1(&s.of[COPSE_RAW_SENTENCES]),
                    copse_raw_f1(&s.of[COPSE_RAW_WORDS]));
    return code;
}

int tok_report(box_writer *w, const treebank *dev, const copse_environment *env, copse_error *err)
{
    size_t size;
    void *bytes = box_bytes(w, &size, err);
    box *b = bytes ? box_memory(bytes, size, "the new model", err) : NULL;
    copse_model *m = b ? model_load_from(b, stage_kinds, err) : NULL;
    const int code = m ? report(m, dev, env, err) : err->code;
    copse_model_free(m);
    mem_free(bytes);
    return code;
}
