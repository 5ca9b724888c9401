// SPDX-License-Identifier: MIT
#include "model.h"

#include <stdlib.h>
#include <string.h>

void tm_done(tmodel *m)
{
    fm_done(&m->features);
    tab_done(&m->labels);
    for (uint32_t i = 0; i < m->guides; i++)
        guide_done(&m->guide[i]);
    free(m->guide);
    free(m->split);
    memset(m, 0, sizeof *m);
}
