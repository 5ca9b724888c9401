// SPDX-License-Identifier: MIT
#include "text/tokeniser_report.h"

int tok_report(box_writer *w, const treebank *dev, const copse_environment *env, copse_error *err)
{
    (void)w;
    (void)dev;
    (void)env;
    (void)err;
    return 0;
}
