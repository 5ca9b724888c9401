// SPDX-License-Identifier: MIT
#include "common/model/training.h"

int training_run(const char *train, const char *dev, bool skip_bad, const char *model, training_fn make,
                 const void *options, copse_report_fn report, void *context, copse_error *err)
{
    treebank t, d;
    int code = tb_read(&t, train, skip_bad, err);
    if (code)
        return code;
    if (dev && (code = tb_read(&d, dev, skip_bad, err))) {
        tb_done(&t);
        return code;
    }
    tb_report(&t, report, context);
    box_writer *w = box_writer_new();
    code = make(w, &t, dev ? &d : NULL, options, report, context, err);
    if (!code)
        code = box_save(w, model, err);
    box_writer_free(w);
    if (dev)
        tb_done(&d);
    tb_done(&t);
    return code;
}
