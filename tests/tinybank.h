// SPDX-License-Identifier: MIT
// A small treebank for tests of training and parsing, and a model trained on it.
#ifndef COPSE_TESTS_TINYBANK_H
#define COPSE_TESTS_TINYBANK_H

#include "tests/files.h"
#include "tests/trained.h"
#include "transition/train.h"

// The second sentence has a non-projective arc (4→1 over 2, whose head is 0).
static const char TINY[] = "# sent_id = 1\n"
                           "1\tthe\tthe\tDET\tD\tDef=Yes\t2\tdet\t_\t_\n"
                           "2\tdog\tdog\tNOUN\tN\tNumber=Sing\t3\tnsubj\t_\t_\n"
                           "3\tsleeps\tsleep\tVERB\tV\tNumber=Sing\t0\troot\t_\t_\n"
                           "4\there\there\tADV\tA\t_\t3\tadvmod\t_\t_\n"
                           "5\t.\t.\tPUNCT\tP\t_\t3\tpunct\t_\t_\n"
                           "\n"
                           "1\twhat\twhat\tPRON\tW\t_\t4\tobj\t_\t_\n"
                           "2\tsay\tsay\tVERB\tV\t_\t0\troot\t_\t_\n"
                           "3\tyou\tyou\tPRON\tR\t_\t4\tnsubj\t_\t_\n"
                           "4\tsaw\tsee\tVERB\tV\tTense=Past\t2\tccomp\t_\t_\n"
                           "5\t?\t?\tPUNCT\tP\t_\t2\tpunct\t_\t_\n"
                           "\n"
                           "1\tshe\tshe\tPRON\tR\t_\t2\tnsubj\t_\t_\n"
                           "2\tsaw\tsee\tVERB\tV\tTense=Past\t0\troot\t_\t_\n"
                           "3\ta\ta\tDET\tD\tDef=No\t5\tdet\t_\t_\n"
                           "4\tbig\tbig\tADJ\tJ\t_\t5\tamod\t_\t_\n"
                           "5\thouse\thouse\tNOUN\tN\tNumber=Sing\t2\tobj\t_\t_\n"
                           "\n"
                           "1\tyes\tyes\tINTJ\tI\t_\t0\troot\t_\t_\n"
                           "\n";

static const char TINY_FEATURES[] = "form(S0) form(B0)\npos(S0) pos(B0)\npos(B1) pos(S1)\nlabel(S0)\n"
                                    "form(S0)\nform(B0)\nlabel(lc(S0)) distance(S0,B0)\nfeat(S0,*)\n"
                                    "valency(S0,left) valency(B0,left) pos(S0)\npos(S0) label(B0)\n";

// Trains a system on TINY with options changed by a line; 0 or a negative code.
static inline int tiny_train(tmodel *m, const tsystem *system, const char *line, copse_error *err)
{
    treebank t;
    const copse_environment one = {.threads = 1};
    copse_options *o = options_of("transition", line);
    options_fix(o, "algorithm", system->name);
    options_fix(o, "features", scratch_text("tiny.feat", TINY_FEATURES));
    static const char *const fixed[][2] = {{"solver", "4"}, {"cost", "10"}, {"eps", "0.01"}, {"prune", "0"}};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        options_fix(o, fixed[i][0], fixed[i][1]);
    topt_settle(o->values);
    int code = tb_read(&t, scratch_text("tiny.conllu", TINY), false, err);
    if (!code) {
        code = tt_train(m, &t, NULL, o, &one, err);
        tb_done(&t);
    }
    copse_options_free(o);
    return code;
}

// The options of most tests.
#define TINY_OPTIONS "--joint-labels 2 --exploration 1 --exploration-heat 1"

static inline int tiny_save(const tmodel *m, const char *path, copse_error *err)
{
    box_writer *w = box_writer_new();
    tm_save(m, w);
    int code = box_save(w, path, err);
    box_writer_free(w);
    return code;
}

#endif
