// SPDX-License-Identifier: MIT
#include "weights_in.h"
double wt_head_value(const weights *w, text *scratch, const proposals *p, int d, int h)
{
    (void)w;
    (void)scratch;
    (void)p;
    (void)d;
    (void)h;
    return 1;
}
