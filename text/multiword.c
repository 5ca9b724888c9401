// SPDX-License-Identifier: MIT
#include "text/multiword.h"
#include "common/base/text.h"
int mw_split(const mw_model *m, const mw_place *place, struct text *words) { (void)m; (void)place; (void)words; return 0; }
void mw_train(mw_model *m, const raw_text *r, uint64_t seed, meter *progress) { (void)m; (void)r; (void)seed; (void)progress;}
void mw_done(mw_model *m) {(void)m;}
void mw_save(const mw_model *m, box_writer *w) {(void)m;box_begin(w, "TOKN"); box_u32(w, 0);}
int mw_load(mw_model *m, const box *b, copse_error *err) {(void)m;(void)b;(void)err; return 0;}
