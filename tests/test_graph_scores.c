// SPDX-License-Identifier: MIT
// The figures of graphs on cases counted by hand.
#include "tests/harness.h"

#include "copse.h"

static int evaluate(copse_scores *sc, const char *gold, const char *system, copse_eval_options o,
                    copse_error *err)
{
    copse_reader *g = copse_reader_memory(gold, strlen(gold), "GOLD", err);
    copse_reader *s = copse_reader_memory(system, strlen(system), "SYSTEM", err);
    o.graph = true;
    const int code = copse_evaluate_stream(sc, g, s, &o, err);
    copse_reader_close(g);
    copse_reader_close(s);
    return code;
}

static void check_arcs(const copse_graph_arcs *a, long gold, long system, long both)
{
    CHECK_INT(a->gold, gold);
    CHECK_INT(a->system, system);
    CHECK_INT(a->both, both);
}

#define WORD(id, form, tag, head, label, deps) \
    id "\t" form "\t_\t" tag "\t_\t_\t" head "\t" label "\t" deps "\t_\n"

// Gold: 8 arcs, 2 of them secondary, and 2 from the empty node.
static const char GOLD[] = WORD("1", "she", "PRON", "2", "nsubj", "2:nsubj|4:nsubj:xsubj") //
    WORD("2", "wants", "VERB", "0", "root", "0:root")                                      //
    WORD("3", "to", "PART", "4", "mark", "4:mark")                                         //
    WORD("4", "go", "VERB", "2", "xcomp", "2:xcomp")                                       //
    "4.1\tgo\t_\tVERB\t_\t_\t_\t_\t2:conj\t_\n"                                            //
    WORD("5", "home", "NOUN", "4", "obl", "2:obl|4:obl:to|4.1:obl")                        //
    WORD("6", ".", "PUNCT", "2", "punct", "4.1:punct|2:punct") "\n";

// The system has the subject right, but not the label; adds a wrong arc; has the tree wrong in one place.
static const char SYSTEM[] = WORD("1", "she", "PRON", "2", "nsubj", "2:nsubj|4:nsubj") //
    WORD("2", "wants", "VERB", "0", "root", "0:root")                                  //
    WORD("3", "to", "PART", "2", "mark", "2:mark|4:mark")                              //
    WORD("4", "go", "VERB", "2", "xcomp", "2:xcomp")                                   //
    "4.1\tgo\t_\tVERB\t_\t_\t_\t_\t_\t_\n"                                             //
    WORD("5", "home", "NOUN", "4", "obl", "4:obl:to")                                  //
    WORD("6", ".", "PUNCT", "2", "punct", "2:punct") "\n";

static void counted_by_hand(void)
{
    copse_scores sc;
    copse_error err;
    REQUIRE(evaluate(&sc, GOLD, SYSTEM, (copse_eval_options){0}, &err) == 0);
    // gold: she 2, wants 1, to 1, go 1, home 2, "." 1; system: 2, 1, 2, 1, 1, 1
    check_arcs(&sc.graph.labelled, 8, 8, 6);
    check_arcs(&sc.graph.unlabelled, 8, 8, 7);
    // gold: 4→she, 2→home; system: 4→she, 4→to (its HEAD is 2)
    check_arcs(&sc.graph.secondary, 2, 2, 0);
    check_arcs(&sc.graph.secondary_unlabelled, 2, 2, 1);
    // the system's tree: she, wants, go and "." are arcs of the gold graph, home without the label
    check_arcs(&sc.graph.copied, 8, 6, 4);
    check_arcs(&sc.graph.copied_unlabelled, 8, 6, 5);
    CHECK_INT(sc.graph.empty_gold, 2);
    CHECK_INT(sc.graph.empty_system, 0);
    CHECK_INT(sc.graph.bad, 0);
    CHECK_INT(sc.both, 5);
    copse_scores_done(&sc);
}

static void punctuation_left_out(void)
{
    copse_scores sc;
    copse_error err;
    REQUIRE(evaluate(&sc, GOLD, SYSTEM, (copse_eval_options){.skip_punctuation = true}, &err) == 0);
    check_arcs(&sc.graph.labelled, 7, 7, 5);
    copse_scores_done(&sc);
    REQUIRE(evaluate(&sc, GOLD, SYSTEM, (copse_eval_options){.nonprojective_only = true}, &err) == 0);
    check_arcs(&sc.graph.labelled, 0, 0, 0);
    copse_scores_done(&sc);
}

static void gold_against_itself(void)
{
    copse_scores sc;
    copse_error err;
    REQUIRE(evaluate(&sc, GOLD, GOLD, (copse_eval_options){0}, &err) == 0);
    check_arcs(&sc.graph.labelled, 8, 8, 8);
    check_arcs(&sc.graph.secondary, 2, 2, 2);
    check_arcs(&sc.graph.copied, 8, 6, 5);
    copse_scores_done(&sc);
}

// A pair of words with two labels is one arc without labels.
static void two_labels_of_a_pair(void)
{
    static const char gold[] =
        WORD("1", "a", "X", "0", "root", "0:root") WORD("2", "b", "X", "1", "x", "1:x|1:y") "\n";
    static const char system[] =
        WORD("1", "a", "X", "0", "root", "_") WORD("2", "b", "X", "1", "x", "1:y|1:y") "\n";
    copse_scores sc;
    copse_error err;
    REQUIRE(evaluate(&sc, gold, system, (copse_eval_options){0}, &err) == 0);
    check_arcs(&sc.graph.labelled, 3, 1, 1);
    check_arcs(&sc.graph.unlabelled, 2, 1, 1);
    copse_scores_done(&sc);
}

static void faults(void)
{
    static const char bad[] =
        WORD("1", "a", "X", "0", "root", "0:root") WORD("2", "b", "X", "1", "x", "9:x|:|1:x") "\n";
    static const char good[] =
        WORD("1", "a", "X", "0", "root", "0:root") WORD("2", "b", "X", "1", "x", "1:x") "\n";
    static const char none[] = WORD("1", "a", "X", "0", "root", "_") WORD("2", "b", "X", "1", "x", "_") "\n";
    copse_scores sc;
    copse_error err;
    CHECK_INT(evaluate(&sc, bad, good, (copse_eval_options){0}, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "'9:x' in DEPS of word 2 has a head out of range");
    CHECK_INT(err.line, 2);
    CHECK_INT(evaluate(&sc, none, good, (copse_eval_options){0}, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "no word has a graph in DEPS");
    REQUIRE(evaluate(&sc, good, bad, (copse_eval_options){0}, &err) == 0);
    check_arcs(&sc.graph.labelled, 2, 4, 2); // items that are no arcs are wrong arcs
    CHECK_INT(sc.graph.bad, 2);
    copse_scores_done(&sc);
}

TESTS(TEST(counted_by_hand), TEST(punctuation_left_out), TEST(gold_against_itself),
      TEST(two_labels_of_a_pair), TEST(faults))
