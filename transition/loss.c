// SPDX-License-Identifier: MIT
#include "transition/loss.h"

void loss_cost(const tsystem *system, loss_fn *loss, const config *c, const int *gold, int cost[T_TYPES])
{
    const unsigned set = system->legal(c);
    int least = SYS_ILLEGAL;
    config after;
    cfg_init(&after);
    for (int t = 0; t < T_TYPES; t++)
        cost[t] = set == 1u << t ? 0 : SYS_ILLEGAL;
    if ((set & (set - 1)) == 0)
        return;
    for (int t = 0; t < T_TYPES; t++) {
        if (!(set >> t & 1))
            continue;
        cfg_copy(&after, c);
        system->apply(&after, (transition)t, CFG_NONE);
        cost[t] = loss(&after, gold);
        least = cost[t] < least ? cost[t] : least;
    }
    for (int t = 0; t < T_TYPES; t++)
        if (cost[t] != SYS_ILLEGAL)
            cost[t] -= least;
    cfg_done(&after);
}
