// SPDX-License-Identifier: MIT
// Dependencies from brackets, worked out by hand from the head rules; head rules of other files; broken
// brackets.
#include "tests/files.h"
#include "tests/harness.h"
#include "common/base/mem.h"
#include "common/base/text.h"
#include "common/treebank/brackets.h"
#include "common/treebank/heads.h"

#include <stdlib.h>

// The trees as "word/head/label word/head/label; " and so on, or "LINE: message". The caller frees it.
static char *dependencies(const char *trees, const char *rules, bool phrase_labels)
{
    copse_read_options how = {.forced = true, .format = COPSE_BRACKETS, .phrase_labels = phrase_labels};
    copse_error err = {0};
    text out = {0};
    if (rules)
        how.head_rules = scratch_text("rules", rules);
    copse_sentence *s = copse_sentence_new();
    copse_reader *r = copse_reader_memory_with(trees, strlen(trees), "in", &how, &err);
    int code = r ? 0 : -1;
    while (r && (code = copse_reader_next(r, s, &err)) > 0) {
        for (int d = 1; d <= copse_sentence_length(s); d++) {
            text_cat(&out, d > 1 ? " " : out.n ? "; " : "");
            text_str(&out, copse_sentence_column(s, d, COPSE_FORM));
            text_cat(&out, "/");
            text_str(&out, copse_sentence_column(s, d, COPSE_HEAD));
            text_cat(&out, "/");
            text_str(&out, copse_sentence_column(s, d, COPSE_DEPREL));
        }
    }
    if (code < 0) {
        char line[32];
        snprintf(line, sizeof line, "%ld: ", err.line);
        out.n = 0;
        text_cat(&out, line);
        text_cat(&out, err.message);
    }
    copse_reader_close(r);
    copse_sentence_free(s);
    text_add(&out, "", 1);
    return out.s;
}

static void expect_with(const char *trees, const char *rules, bool phrase_labels, const char *expected)
{
    char *found = dependencies(trees, rules, phrase_labels);
    CHECK_STRING(found, expected);
    mem_free(found);
}

static void expect(const char *trees, const char *expected)
{
    expect_with(trees, NULL, false, expected);
}

// ---------------------------------------------------------------------------------------------------
// Yamada and Matsumoto's rules

static void a_simple_sentence(void)
{
    expect("( (S (NP-SBJ (DT The) (NN girl)) (VP (VBD fed) (NP (DT a) (NN bird)) (PP-LOC (IN in) (NP (DT "
           "the) (NN park)))) "
           "(. .)))",
           "The/2/NMOD girl/3/SBJ fed/0/ROOT a/5/NMOD bird/3/OBJ in/3/VMOD the/8/NMOD park/6/PMOD ./3/P");
}

static void coordination(void)
{
    // The rightmost noun phrase and clause, the leftmost verb phrase.
    expect("(NP (NP (NNS cats)) (CC and) (NP (NNS dogs)))", "cats/3/NMOD and/3/NMOD dogs/0/ROOT");
    expect("(NP (NN bread) (, ,) (NN milk) (CC and) (NN salt))",
           "bread/5/NMOD ,/5/P milk/5/NMOD and/5/NMOD salt/0/ROOT");
    expect("(S (NP-SBJ (PRP She)) (VP (VP (VBD sang)) (CC and) (VP (VBD danced))))",
           "She/2/SBJ sang/0/ROOT and/2/VMOD danced/2/VMOD");
    expect("(S (S (NP-SBJ (PRP He)) (VP (VBD came))) (CC but) (S (NP-SBJ (PRP she)) (VP (VBD left))))",
           "He/2/SBJ came/5/VMOD but/5/VMOD she/5/SBJ left/0/ROOT");
    expect("(UCP (ADJP (JJ quick)) (CC and) (PP (IN without) (NP (NN fear))))",
           "quick/0/ROOT and/1/DEP without/1/DEP fear/3/PMOD");
}

static void conjunctions_of_several_words(void)
{
    expect("(NP (NP (DT a) (NN dog)) (CONJP (RB as) (RB well) (IN as)) (NP (DT a) (NN cat)))",
           "a/2/NMOD dog/7/NMOD as/7/NMOD well/3/DEP as/3/DEP a/7/NMOD cat/0/ROOT");
    expect("(VP (CONJP (RB not) (RB only)) (VP (VB eat)) (CONJP (CC but) (RB also)) (VP (VB sleep)))",
           "not/3/VMOD only/1/DEP eat/0/ROOT but/3/VMOD also/4/DEP sleep/3/VMOD");
}

static void traces(void)
{
    // A passive: the object is a trace, and so is a whole clause below a zero complementizer.
    expect("( (S (NP-SBJ-1 (DT The) (NN letter)) (VP (VBD was) (VP (VBN written) (NP (-NONE- *-1)) (PP (IN "
           "by) (NP-LGS (PRP "
           "her))))) (. .)))",
           "The/2/NMOD letter/3/SBJ was/0/ROOT written/3/VC by/4/VMOD her/5/PMOD ./3/P");
    expect("(S (NP-SBJ-1 (PRP They)) (VP (VBP want) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB leave))))))",
           "They/2/SBJ want/0/ROOT to/4/VMOD leave/2/VMOD");
    expect("(S (NP-SBJ (PRP He)) (VP (VBD said) (SBAR (-NONE- 0) (S (NP-SBJ (PRP it)) (VP (VBD rained))))))",
           "He/2/SBJ said/0/ROOT it/4/SBJ rained/2/VMOD");
    expect("( (S (NP (-NONE- *)) (VP (-NONE- *?*))))\n(S (NN x))", "x/0/ROOT");
}

static void clauses(void)
{
    expect("(S (NP-SBJ (PRP He)) (VP (VBD said) (SBAR (IN that) (S (NP-SBJ (PRP it)) (VP (VBD rained))))))",
           "He/2/SBJ said/0/ROOT that/2/VMOD it/5/SBJ rained/3/SBAR");
    expect("(NP (NP (DT the) (NN man)) (SBAR (WHNP-1 (WP who)) (S (NP-SBJ (-NONE- *T*-1)) (VP (VBD came)))))",
           "the/2/NMOD man/0/ROOT who/2/NMOD came/3/SBAR");
    expect("(SBARQ (WHNP-1 (WP What)) (SQ (VBD did) (NP-SBJ (PRP you)) (VP (VB see) (NP (-NONE- *T*-1)))) (. "
           "?))",
           "What/2/VMOD did/0/ROOT you/2/SBJ see/2/VC ?/2/P");
}

static void verbs_and_their_auxiliaries(void)
{
    expect("(S (NP-SBJ (PRP I)) (VP (MD will) (VP (VB have) (VP (VBN gone) (NP-TMP (NN today))))))",
           "I/2/SBJ will/0/ROOT have/2/VC gone/3/VC today/4/VMOD");
    expect("(S (NP-SBJ (PRP It)) (VP (VBZ is) (RB not) (ADJP-PRD (RB very) (JJ cold))))",
           "It/2/SBJ is/0/ROOT not/2/VMOD very/5/AMOD cold/2/PRD");
    expect("(S (NP-SBJ (PRP It)) (VP (VBZ is) (PP-LOC-PRD-3 (IN in) (NP=2 (NN town)))))",
           "It/2/SBJ is/0/ROOT in/2/PRD town/3/PMOD");
}

static void possessives(void)
{
    expect("(NP (NP (DT the) (NN king) (POS 's)) (JJ old) (NN horse))",
           "the/3/NMOD king/3/NMOD 's/5/NMOD old/5/NMOD horse/0/ROOT");
}

static void punctuation(void)
{
    // It is the head of a phrase only where nothing else is.
    expect("(FRAG (`` ``) (NP (NN rain)) ('' ''))", "``/2/P rain/0/ROOT ''/2/P");
    expect("(X (: --) (: ..))", "--/2/P ../0/ROOT");
    expect("(NP (NN year) (PRN (-LRB- -LRB-) (NP (CD 1999)) (-RRB- -RRB-)))",
           "year/0/ROOT -LRB-/3/P 1999/1/NMOD -RRB-/3/P");
    // Beside the sentence, in the bracket around the tree.
    expect("( (S (NP-SBJ (PRP He)) (VP (VBD ran))) (. .) )", "He/2/SBJ ran/0/ROOT ./2/P");
    expect("( (. .) (S (VP (VB Run))))", "./2/P Run/0/ROOT");
}

static void labels_by_phrases(void)
{
    expect_with("(S (NP-SBJ (DT The) (NN girl)) (VP (VBD fed) (NP (DT a) (NN bird)) (PP-LOC (IN in) (NP (NN "
                "town)))))",
                NULL, true, "The/2/DEP girl/3/NP fed/0/ROOT a/5/DEP bird/3/NP in/3/PP town/6/NP");
}

static void ambiguous_categories(void)
{
    expect("(VP (VB sit) (ADVP|PRT (RB down)) (NP-ADV (DT a) (NN while)))",
           "sit/0/ROOT down/1/VMOD a/4/NMOD while/1/VMOD");
}

static void how_brackets_are_laid_out(void)
{
    static const char expected[] = "a/2/NMOD b/0/ROOT; c/0/ROOT; d/0/ROOT";
    expect("(NP (DT a) (NN b)) (NP (NN c)) (NP (NN d))", expected);
    expect("((NP\r\n(DT\ta)(NN   b)\r\n))\r\n\r\n\r\n( (NP (NN c)) )(ROOT(NP(NN d)))\r\n", expected);
    expect("\xef\xbb\xbf( NP ( DT a ) ( NN b ) )\n(NP (NN c))\n\n\n\n(NP (NN d))", expected);
}

// ---------------------------------------------------------------------------------------------------
// Other rules

static void rules_from_a_file(void)
{
    // As in files for Penn2Malt, and without labels.
    expect_with("(IP (NP (NN a)) (VP (VV b) (NP (NN c))) (PU d))", "IP\tr VP|VV;l\nVP\tl VV;r\n", false,
                "a/2/NP b/0/ROOT c/2/NP d/2/DEP");
    expect_with("(A (X a) (Y b) (Z c))", "# none for A\nB r X\n", false, "a/3/DEP b/3/DEP c/0/ROOT");
    expect_with("(A (X a) (Y b) (Z c))", "* l X\n", false, "a/0/ROOT b/1/DEP c/1/DEP");
    expect_with("(A (X a) (Y b) (Z c))", "A l Q; l Z Y; r\n", false, "a/2/DEP b/0/ROOT c/2/DEP");
    expect_with("(A (X a) (Y b) (Z c))", "A l\npunctuation X\n", false, "a/2/DEP b/0/ROOT c/2/DEP");
    expect_with("(A (X-F a) (Y=1-G b) (YY c) (Z d))",
                "A r Z\nlabel f function=E|F\nlabel y modifier=Y* without=G\nlabel z head=Z parent=A|B\n",
                false, "a/4/f b/4/z c/4/y d/0/ROOT");
}

static void wrong_rules_are_refused(void)
{
    expect_with("", "", false, "0: no head rule");
    expect_with("", "# nothing\nlabel X parent=A\n", false, "0: no head rule");
    expect_with("", "A r X\nA l Y\n", false, "2: a second rule for: 'A'");
    expect_with("", "\nA x Y\n", false, "2: a set of children begins with l or r, not with: 'x'");
    expect_with("", "A\n", false, "1: no set of children for: 'A'");
    expect_with("", "A ; ;\n", false, "1: no set of children for: 'A'");
    expect_with("", "A r; l X\n", false, "1: any child is taken before this set: ' X'");
    expect_with("", "A r\nlabel\n", false, "2: a label is missing after: 'label'");
    expect_with("", "A r\nlabel X y=1\n", false, "2: no condition of a label: 'y=1'");
    expect_with("", "A r\nlabel X head=1 head=2\n", false, "2: a second condition of one kind: 'head=2'");
    expect_with("", "A r\nlabel X head=|\n", false, "2: a condition without a value: 'head=|'");
    expect_with("", "punctuation .\nA r\npunctuation ,\n", false, "3: a second list of: 'punctuation'");
}

// ---------------------------------------------------------------------------------------------------
// Broken brackets

static void wrong_brackets_are_refused(void)
{
    expect("(S (NN a))\n\n(S (NN b)\n", "3: the bracket that is opened here is not closed");
    expect("(S (NN a))\n)\n", "2: a closing bracket that none was opened for");
    expect("(S (NN a))\n (NP the\n dog)\n", "3: the word 'dog' has no bracket with a tag of its own");
    expect("(S (NN a) b)", "1: the word 'b' has no bracket with a tag of its own");
    expect("(NN a (NN b))", "1: a bracket beside the word 'a'");
    expect("(S (NN))", "1: nothing between the brackets");
    expect("(S (NN a)\n())", "2: nothing between the brackets");
    expect("(S (NN a))\nb (NN c)", "2: 'b' stands outside the brackets");
    expect("b", "1: 'b' stands outside the brackets");
    expect("(S ((NN) a))", "1: nothing between the brackets");
}

// depth brackets around one word, as one string.
static char *nested(int depth)
{
    char *s = mem_alloc((size_t)depth * 4 + 32, 1), *p = s;
    for (int i = 0; i < depth - 1; i++)
        memcpy(p, "(S ", 3), p += 3;
    p += sprintf(p, "(NN a)");
    for (int i = 0; i < depth - 1; i++)
        *p++ = ')';
    *p = 0;
    return s;
}

static void depth_is_limited(void)
{
    char *most = nested(BRA_MAX_DEPTH), *more = nested(BRA_MAX_DEPTH + 1);
    expect(most, "a/0/ROOT");
    expect(more, "1: more than 10000 brackets within each other");
    mem_free(most);
    mem_free(more);
}

// Trees beyond what is read at once, some of them larger than that.
static void trees_cross_the_buffer(void)
{
    enum { TREES = 400, WORDS = 1500 };
    text in = {0};
    copse_error err;
    for (int t = 0; t < TREES; t++) {
        text_cat(&in, "( (S");
        for (int w = 0; w < (t == 7 ? 100 * WORDS : WORDS / (1 + t % 5)); w++)
            text_cat(&in, " (NN word)");
        text_cat(&in, "))");
        text_cat(&in, t % 3 ? "\n" : " ");
    }
    copse_sentence *s = copse_sentence_new();
    copse_reader *r = copse_reader_memory(in.s, in.n, "in", &err);
    REQUIRE(r);
    CHECK_INT(copse_reader_format(r), COPSE_BRACKETS);
    int code, n = 0;
    while ((code = copse_reader_next(r, s, &err)) > 0) {
        if (copse_sentence_length(s))
            CHECK_INT(copse_sentence_length(s), n == 7 ? 100 * WORDS : WORDS / (1 + n % 5));
        n += copse_sentence_length(s) > 0;
    }
    CHECK_INT(code, 0);
    CHECK_INT(n, TREES);
    copse_reader_close(r);
    copse_sentence_free(s);
    text_done(&in);
}

TESTS(TEST(a_simple_sentence), TEST(coordination), TEST(conjunctions_of_several_words), TEST(traces),
      TEST(clauses), TEST(verbs_and_their_auxiliaries), TEST(possessives), TEST(punctuation),
      TEST(labels_by_phrases), TEST(ambiguous_categories), TEST(how_brackets_are_laid_out),
      TEST(rules_from_a_file), TEST(wrong_rules_are_refused), TEST(wrong_brackets_are_refused),
      TEST(depth_is_limited), TEST(trees_cross_the_buffer))
