// SPDX-License-Identifier: MIT
// Scores of raw text on cases counted by hand, and on files that are hostile.
#include "tests/files.h"
#include "tests/harness.h"

#include "eval/raw.h"

// Files in a short notation: a sentence a line, words as FORM/UPOS/HEAD/LABEL/LEMMA/FEATS, of which the last
// ones may be left out. "du( de le )" is a multiword token with its words; ~ in a form is a space.
static char *write_file(const char *name, const char *notation)
{
    text out = {0};
    char *copy = mem_string(notation, strlen(notation)), *line_end, *word_end;
    for (char *line = strtok_r(copy, "\n", &line_end); line; line = strtok_r(NULL, "\n", &line_end)) {
        char number[64];
        int id = 0;
        text_cat(&out, "# a comment\n");
        for (char *word = strtok_r(line, " ", &word_end); word; word = strtok_r(NULL, " ", &word_end)) {
            const size_t n = strlen(word);
            char *field[6] = {0}, *next = word;
            for (size_t i = 0; i < n; i++)
                word[i] = word[i] == '~' ? ' ' : word[i];
            if (strcmp(word, ")") == 0)
                continue;
            if (word[n - 1] == '(') {
                int words = 0;
                for (const char *w = word_end; *w && *w != ')'; w++)
                    words += *w == ' ';
                snprintf(number, sizeof number, "%d-%d\t", id + 1, id + words);
                text_cat(&out, number);
                text_add(&out, word, n - 1);
                text_cat(&out, "\t_\t_\t_\t_\t_\t_\t_\t_\n");
                continue;
            }
            for (int k = 0; k < 6 && next && *next; k++) {
                field[k] = next;
                next = strchr(next, '/');
                if (next)
                    *next++ = 0;
            }
            const char *const column[] = {field[0], field[4], field[1], NULL, field[5], field[2], field[3]};
            static const char *const missing[] = {"_", "_", "X", "_", "_", "0", "root"};
            snprintf(number, sizeof number, "%d", ++id);
            text_cat(&out, number);
            for (int k = 0; k < 7; k++) {
                text_cat(&out, "\t");
                text_cat(&out, column[k] ? column[k] : missing[k]);
            }
            text_cat(&out, "\t_\t_\n");
        }
        text_cat(&out, "\n");
    }
    char *path = mem_string(scratch_bytes(name, out.n ? out.s : "", out.n), strlen(scratch(name)));
    text_done(&out);
    mem_free(copy);
    return path;
}

static copse_raw_scores scores;
static copse_error err;

static int score_files(const char *gold, const char *system)
{
    err = (copse_error){0};
    return copse_evaluate_raw(&scores, gold, &system, 1, &err);
}

static int score(const char *gold, const char *system)
{
    char *g = write_file("gold", gold), *s = write_file("system", system);
    const int code = score_files(g, s);
    mem_free(g);
    mem_free(s);
    return code;
}

// right, gold and system of a figure
#define COUNTS(figure, r, g, s)                             \
    do {                                                    \
        CHECK_INT(scores.of[COPSE_RAW_##figure].right, r);  \
        CHECK_INT(scores.of[COPSE_RAW_##figure].gold, g);   \
        CHECK_INT(scores.of[COPSE_RAW_##figure].system, s); \
    } while (0)

static void the_same(void)
{
    static const char both[] = "the/DET/2/det dog/NOUN/3/nsubj sleeps/VERB/0/root ./PUNCT/3/punct\n"
                               "au( a/ADP/3/case le/DET/3/det ) lit/NOUN/0/root\n";
    CHECK_INT(score(both, both), 0);
    COUNTS(TOKENS, 6, 6, 6);
    COUNTS(SENTENCES, 2, 2, 2);
    COUNTS(WORDS, 7, 7, 7);
    COUNTS(LAS, 7, 7, 7);
    COUNTS(CLAS, 3, 3, 3);
    COUNTS(MLAS, 3, 3, 3);
    for (int f = 0; f < COPSE_RAW_FIGURES; f++)
        CHECK_NEAR(copse_raw_f1(&scores.of[f]), 100, 0);
}

static void shifted_sentence_ends(void)
{
    // The full stop goes to the next sentence. Of the heads, those of a, b, c, d stay; both full stops lose
    // theirs: the first hangs on d, the second still on d.
    CHECK_INT(score("a/X/2/nsubj b/X/0/root ./X/2/punct\nc/X/2/nsubj d/X/0/root ./X/2/punct\n",
                    "a/X/2/nsubj b/X/0/root\n./X/3/punct c/X/3/nsubj d/X/0/root ./X/3/punct\n"),
              0);
    COUNTS(TOKENS, 6, 6, 6);
    COUNTS(SENTENCES, 0, 2, 2);
    COUNTS(WORDS, 6, 6, 6);
    COUNTS(UAS, 5, 6, 6);
    COUNTS(LAS, 5, 6, 6);
    COUNTS(CLAS, 4, 4, 4);
    // Both sentences as one: the second has no root word.
    CHECK_INT(score("a b\nc/X/2/nsubj d\n", "a/X/0/root b/X/0/root c/X/4/nsubj d/X/2/conj\n"), 0);
    COUNTS(SENTENCES, 0, 2, 1);
    COUNTS(UAS, 3, 4, 4);
    CHECK_INT(score("a\nb c\n", "a\nb\nc\n"), 0);
    COUNTS(SENTENCES, 1, 2, 3);
}

static void other_tokens(void)
{
    CHECK_INT(score("can not/PART/1/advmod go", "cannot go/X/1/obj"), 0);
    COUNTS(TOKENS, 1, 3, 2);
    COUNTS(WORDS, 1, 3, 2);
    COUNTS(UAS, 0, 3, 2); // the head is no partner of root
    CHECK_NEAR(copse_raw_precision(&scores.of[COPSE_RAW_WORDS]), 50, 1e-12);
    CHECK_NEAR(copse_raw_recall(&scores.of[COPSE_RAW_WORDS]), 100.0 / 3, 1e-12);
    CHECK_NEAR(copse_raw_f1(&scores.of[COPSE_RAW_WORDS]), 40, 1e-12);
    CHECK_INT(score("ab c", "a bc"), 0);
    COUNTS(TOKENS, 0, 2, 2);
    COUNTS(WORDS, 0, 2, 2);
    COUNTS(SENTENCES, 1, 1, 1);
    // A word whose head was not found has the wrong head.
    CHECK_INT(score("ab/X/0/root c/X/1/obj", "a/X/0/root b/X/1/obj c/X/2/obj"), 0);
    COUNTS(UAS, 0, 2, 3);
}

static void multiword_tokens(void)
{
    // Not split: no word of the token is found.
    CHECK_INT(score("vit du( de/ADP le/DET ) pain", "vit du pain"), 0);
    COUNTS(TOKENS, 3, 3, 3);
    COUNTS(WORDS, 2, 4, 3);
    // Split into other words: the one with the same form is found.
    CHECK_INT(score("vit du( de/ADP le/DET ) pain", "vit du( d/X le/DET ) pain"), 0);
    COUNTS(WORDS, 3, 4, 4);
    COUNTS(UPOS, 3, 4, 4);
    // Split though it is one word; and into three.
    CHECK_INT(score("du pain", "du( de le ) pain"), 0);
    COUNTS(WORDS, 1, 2, 3);
    CHECK_INT(score("du( de le ) pain", "du( d e le ) pain"), 0);
    COUNTS(WORDS, 2, 3, 4);
    // Two tokens joined to a multiword token: both words are found, the tokens are not.
    CHECK_INT(score("x d' un y", "x d'un( d' un ) y"), 0);
    COUNTS(TOKENS, 2, 4, 3);
    COUNTS(WORDS, 4, 4, 4);
    // The other way round, with other forms in gold.
    CHECK_INT(score("x d'un( de un ) y", "x d' un y"), 0);
    COUNTS(WORDS, 3, 4, 4);
    // Tokens that overlap are one stretch: ab( a b ) cd( c d ) beside a bc( b c ) d.
    CHECK_INT(score("ab( a b ) cd( c d )", "a bc( b c ) d"), 0);
    COUNTS(TOKENS, 0, 2, 3);
    COUNTS(WORDS, 4, 4, 4);
    CHECK_INT(score("a bc( b c ) d", "ab( a x ) c d"), 0);
    COUNTS(WORDS, 3, 4, 4);
    // A word that begins before the multiword token has no partner.
    CHECK_INT(score("x bc( b c ) d", "xb c d"), 0);
    COUNTS(WORDS, 2, 4, 3);
}

// Which of two equally long subsequences is taken shows in the tags: gold's first word is skipped.
static void ties(void)
{
    CHECK_INT(score("ab( a/A b/B )", "ab( b/B a/X )"), 0);
    COUNTS(WORDS, 1, 2, 2);
    COUNTS(UPOS, 1, 2, 2);
    CHECK_INT(score("ab( a/A b/B )", "ab( b/X a/A )"), 0);
    COUNTS(WORDS, 1, 2, 2);
    COUNTS(UPOS, 0, 2, 2);
    CHECK_INT(score("ab( a b c a b )", "ab( b a x b a )"), 0);
    COUNTS(WORDS, 3, 5, 5);
}

static void letter_case(void)
{
    CHECK_INT(score("DU( DE LE )", "DU( de Le )"), 0);
    COUNTS(WORDS, 2, 2, 2);
    CHECK_INT(score("x( \xc3\x89T\xc3\x89 \xd0\xaf )", "x( \xc3\xa9t\xc3\xa9 \xd1\x8f )"), 0);
    COUNTS(WORDS, 2, 2, 2);
    // Final sigma; it is another letter inside a word.
    CHECK_INT(score("x( \xce\xa4\xce\x9f\xce\xa5\xce\xa3 )", "x( \xcf\x84\xce\xbf\xcf\x85\xcf\x82 )"), 0);
    COUNTS(WORDS, 1, 1, 1);
    CHECK_INT(score("x( \xce\xa4\xce\x9f\xce\xa5\xce\xa3 )", "x( \xcf\x84\xce\xbf\xcf\x85\xcf\x83 )"), 0);
    COUNTS(WORDS, 0, 1, 1);
    // Dotted capital I is i with a dot, not i.
    CHECK_INT(score("x( \xc4\xb0N )", "x( in )"), 0);
    COUNTS(WORDS, 0, 1, 1);
    CHECK_INT(score("x( \xc4\xb0N )", "x( i\xcc\x87n )"), 0);
    COUNTS(WORDS, 1, 1, 1);
    // Tokens are compared as they are.
    CHECK_INT(score("Du", "du"), COPSE_EINPUT);
}

static void check_lower(const char *form, const char *lower)
{
    text out = {0};
    raw_lower(&out, (copse_str){form, strlen(form)});
    text_add(&out, "", 1);
    CHECK_STRING(out.s, lower);
    text_done(&out);
}

static void lower_case(void)
{
    check_lower("", "");
    check_lower("A-Z 1", "a-z 1");
    check_lower("\xce\xa3", "\xcf\x83");                                   // a sigma alone
    check_lower("\xce\xa3\xce\x91", "\xcf\x83\xce\xb1");                   // first
    check_lower("\xce\x91\xce\xa3", "\xce\xb1\xcf\x82");                   // last
    check_lower("\xce\x91\xce\xa3.", "\xce\xb1\xcf\x82.");                 // before a dot
    check_lower("\xce\x91\xce\xa3'\xce\x91", "\xce\xb1\xcf\x83'\xce\xb1"); // a letter after the apostrophe
    check_lower("\xce\x91\xcc\x81\xce\xa3", "\xce\xb1\xcc\x81\xcf\x82");   // after a mark
    check_lower("1\xce\xa3", "1\xcf\x83");                                 // after a digit
    check_lower("\xff"
                "A\xc3",
                "\xff"
                "a\xc3");                                                        // no UTF-8
    check_lower("\xf0\x90\x90\x80\xe1\xbc\x88", "\xf0\x90\x90\xa8\xe1\xbc\x80"); // of four and three bytes
}

static void spaces(void)
{
    CHECK_INT(score("10~000 x", "10\xc2\xa0"
                                "000 x"),
              0);
    COUNTS(TOKENS, 2, 2, 2);
    CHECK_INT(score("10~000 x", "10 000 x"), 0);
    COUNTS(TOKENS, 1, 2, 3);
    CHECK_INT(score("10~000", "\xe3\x80\x80"
                              "10\xe2\x80\xaf"
                              "000~"),
              0);
    COUNTS(WORDS, 1, 1, 1);
    CHECK_INT(score("a\xe2\x80\x8b"
                    "b",
                    "ab"),
              COPSE_EINPUT); // a zero-width space is no space
    // Tokens without characters.
    CHECK_INT(score("a \xc2\xa0 b", "a b"), 0);
    COUNTS(TOKENS, 2, 3, 2);
    COUNTS(WORDS, 2, 3, 2);
    CHECK_INT(score("\xc2\xa0( a b ) c", "c"), 0);
    COUNTS(WORDS, 1, 3, 1);
    CHECK_INT(score("\xc2\xa0( a b ) c", "\xc2\xa0( a b ) \xc2\xa0( x ) c"), 0);
    CHECK_INT(scores.of[COPSE_RAW_WORDS].system, 4);
}

static void tags_and_lemmas(void)
{
    CHECK_INT(score("a/N/0/root/la/Case=Nom|Number=Sing b/V/1/obj/_/Foo=1|Tense=Past c/V/1/obj/lc/Mood=Ind",
                    "a/N/0/root/la/Number=Sing|Case=Nom|Bar=2 b/V/1/obj/x/Tense=Past "
                    "c/V/1/obj/Lc/Mood=Ind|Tense=Past"),
              0);
    COUNTS(UPOS, 3, 3, 3);
    COUNTS(XPOS, 3, 3, 3);
    COUNTS(UFEATS, 2, 3, 3); // in any order; only universal ones
    COUNTS(ALL_TAGS, 2, 3, 3);
    COUNTS(LEMMAS, 2, 3, 3); // any will do where gold has none; case counts
    COUNTS(BLEX, 2, 3, 3);
    COUNTS(MLAS, 2, 3, 3);
    CHECK_INT(score("a/N/0/root/_", "a/N/0/root/_"), 0);
    COUNTS(LEMMAS, 1, 1, 1);
    CHECK_INT(score("a/N/0/root/x", "a/N/0/root/_"), 0);
    COUNTS(LEMMAS, 0, 1, 1);
    CHECK_INT(score("a/N/0/root/x/Case=Nom", "a/N/0/root/x/Case"), 0);
    COUNTS(UFEATS, 0, 1, 1);
    CHECK_INT(score("a/N/0/root/x/Number[psor]=Sing", "a/N/0/root/x/_"), 0);
    COUNTS(UFEATS, 1, 1, 1);
}

static void content_words(void)
{
    static const char gold[] =
        "the/DET/3/det old/ADJ/3/amod dog/NOUN/4/nsubj sleeps/VERB/0/root ./PUNCT/4/punct";
    CHECK_INT(
        score(gold, "the/DET/3/det old/ADJ/3/amod:x dog/NOUN/4/nsubj:pass sleeps/VERB/0/root ./X/1/dep"), 0);
    COUNTS(LAS, 4, 5, 5);  // subtypes do not count
    COUNTS(CLAS, 3, 3, 4); // dep is a content word's
    COUNTS(MLAS, 3, 3, 4);
    CHECK_INT(scores.of[COPSE_RAW_CLAS].aligned, 3);
    CHECK_INT(scores.of[COPSE_RAW_LAS].aligned, 5);
    // The tag of the function word counts for its head.
    CHECK_INT(
        score(gold, "the/PRON/3/det old/ADJ/3/amod dog/NOUN/4/nsubj sleeps/VERB/0/root ./PUNCT/4/punct"), 0);
    COUNTS(CLAS, 3, 3, 3);
    COUNTS(MLAS, 2, 3, 3);
    // So does its head, for both heads.
    CHECK_INT(score(gold, "the/DET/4/det old/ADJ/3/amod dog/NOUN/4/nsubj sleeps/VERB/0/root ./PUNCT/4/punct"),
              0);
    COUNTS(CLAS, 3, 3, 3);
    COUNTS(MLAS, 1, 3, 3);
    // And its label: another function, or none; that of a content word only for itself.
    CHECK_INT(
        score(gold, "the/DET/3/case old/ADJ/3/amod dog/NOUN/4/nsubj sleeps/VERB/0/root ./PUNCT/4/punct"), 0);
    COUNTS(MLAS, 2, 3, 3);
    CHECK_INT(
        score(gold, "the/DET/3/det:x old/ADJ/3/nmod dog/NOUN/4/nsubj sleeps/VERB/0/root ./PUNCT/4/punct"), 0);
    COUNTS(CLAS, 2, 3, 3);
    COUNTS(MLAS, 2, 3, 3);
    // A function word that is not paired is another one.
    CHECK_INT(
        score(gold,
              "the/DET/4/det old/ADJ/4/amod do/X/4/det g/NOUN/5/nsubj sleeps/VERB/0/root ./PUNCT/5/punct"),
        0);
    COUNTS(WORDS, 4, 5, 6);
    COUNTS(CLAS, 1, 3, 3);
    COUNTS(MLAS, 1, 3, 3);
}

static void heads(void)
{
    static const char gold[] = "a/X/2/nsubj b/X/0/root c/X/2/obj";
    CHECK_INT(score(gold, "a/X/2/nsubj b/X/3/root c/X/2/obj"), 0); // a cycle
    COUNTS(UAS, 2, 3, 3);
    CHECK_INT(score(gold, "a/X/0/nsubj b/X/0/root c/X/0/obj"), 0); // several roots
    COUNTS(UAS, 1, 3, 3);
    CHECK_INT(score(gold, "a/X/1/nsubj b/X/2/root c/X/3/obj"), 0); // words that are their own heads
    COUNTS(UAS, 0, 3, 3);
    CHECK_INT(score("a/X/1/nsubj b/X/3/det c/X/2/det", "a/X/1/nsubj b/X/3/det c/X/2/det"), 0);
    COUNTS(MLAS, 1, 1, 1);
    CHECK_INT(score(gold, "a/X/_/nsubj b/X/_/root c/X/2/obj"), 0); // missing in the system
    COUNTS(UAS, 1, 3, 3);
    CHECK_INT(score("a/X/2/nsubj b/X/_/root c/X/2/obj", gold), COPSE_EINPUT);
    CHECK_INT(err.line, 3);
    CHECK(strstr(err.file, "gold") != NULL);
    CHECK_STRING(err.message, "word 2 has no head");
    CHECK_INT(score(gold, "a/X/2/nsubj b/X/0/root c/X/4/obj"), COPSE_EINPUT);
    CHECK(strstr(err.file, "system") != NULL);
    CHECK_STRING(err.message, "head 4 of word 3 is out of range: the sentence has 3 words");
    CHECK_INT(score(gold, "a/X/2/nsubj b/X/zero/root c/X/1/obj"), COPSE_EINPUT);
    CHECK_STRING(err.message, "head 'zero' of word 2 is not a number");
    CHECK_INT(scores.of[COPSE_RAW_WORDS].gold, 0); // empty after a failure
}

static void refuse(const char *gold, const char *system, long line, const char *message)
{
    CHECK_INT(score(gold, system), COPSE_EINPUT);
    CHECK_INT(err.line, line);
    CHECK(strstr(err.message, "gold") != NULL);
    CHECK(strstr(err.message, message) != NULL);
}

static void other_text(void)
{
    refuse("a b c\nd e", "a b\nc x e", 7, "the text is 'abcxe', but in ");
    refuse("a b c\nd e", "a b\nc x e", 7, "gold:7 it is 'abcde' (without spaces)");
    refuse("a b c\nd e", "a b", 3, "the text ends with 'ab', but in ");
    refuse("a b c\nd e", "a b", 3, "gold:4 it goes on: 'abcde'");
    refuse("a b", "a b\nc", 6, "the text goes on: 'abc', but in ");
    refuse("a", "a( b c ) d", 5, "the text goes on: 'ad', but in ");
    refuse("", "a", 2, "gold it ends with ''");
    refuse("a", "", 0, "the text ends with '', but in ");
    // Whole characters are shown: these differ in their second bytes.
    refuse("0123456789abcdef\xc3\xa9", "0123456789abcdef\xc3\xa8", 2,
           "the text is '456789abcdef\xc3\xa8', but in ");
    refuse("\xff\xfe", "\xff\xfd", 2, "\\xff");
}

static void ugly_files(void)
{
    static const char plain[] = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t1\tobj\t_\t_\n\n";
    // Empty nodes, comments, CR LF, no blank line at the end, blank lines before.
    static const char ugly[] =
        "\n# c\r\n0.1\tz\t_\t_\t_\t_\t_\t_\t_\t_\r\n1\ta\t_\tX\t_\t_\t0\troot\t_\t_\r\n"
        "1.1\tzz\t_\t_\t_\t_\t_\t_\t_\t_\r\n2\tb\t_\tX\t_\t_\t1\tobj\t_\t_";
    char *g = mem_string(scratch_text("plain", plain), strlen(scratch("plain")));
    CHECK_INT(score_files(g, scratch_text("ugly", ugly)), 0);
    COUNTS(LAS, 2, 2, 2);
    COUNTS(SENTENCES, 1, 1, 1);
    // Ranges that overlap, that come twice, too late, or end after the last word.
    static const char *const bad[] = {
        "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n",
        "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n2-3\tab\t_\t_\t_\t_\t_\t_\t_\t_\n",
        "2-1\tab\t_\t_\t_\t_\t_\t_\t_\t_\n",
        "2-2\tb\t_\t_\t_\t_\t_\t_\t_\t_\n",
        "1-3\tab\t_\t_\t_\t_\t_\t_\t_\t_\n",
        "1-\tab\t_\t_\t_\t_\t_\t_\t_\t_\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char file[512];
        snprintf(file, sizeof file, "%s%s", bad[i], plain);
        CHECK_INT(score_files(g, scratch_text("bad", file)), COPSE_EINPUT);
        CHECK_INT(err.line, i < 2 ? 2 : 1);
    }
    // A range of one word; bytes that are no UTF-8; nothing at all.
    CHECK_INT(score("ab( ab ) c", "ab c"), 0);
    COUNTS(WORDS, 2, 2, 2);
    CHECK_INT(score("\xff\xc3( \xe9 x ) \xf0\x9f", "\xff\xc3( \xe9 x ) \xf0\x9f"), 0);
    COUNTS(WORDS, 3, 3, 3);
    CHECK_INT(score("", ""), 0);
    COUNTS(TOKENS, 0, 0, 0);
    CHECK_NEAR(copse_raw_f1(&scores.of[COPSE_RAW_TOKENS]), 0, 0);
    mem_free(g);
}

// A token of n words; those of the system are other ones from a place on.
static char *long_token(int n, int other)
{
    text out = {0};
    char word[32];
    text_cat(&out, "x(");
    for (int i = 0; i < n; i++) {
        snprintf(word, sizeof word, " %c%d", i < other ? 'w' : 'v', i);
        text_cat(&out, word);
    }
    text_cat(&out, " )");
    text_add(&out, "", 1);
    return out.s;
}

static void long_stretches(void)
{
    enum { WORDS = 3000 };
    char *gold = long_token(WORDS, WORDS), *end = long_token(WORDS, WORDS - 100), *all = long_token(WORDS, 0);
    CHECK_INT(score(gold, gold), 0);
    COUNTS(WORDS, WORDS, WORDS, WORDS);
    CHECK_INT(score(gold, end), 0);
    COUNTS(WORDS, WORDS - 100, WORDS, WORDS);
    CHECK_INT(score(gold, all), COPSE_ELIMIT);
    CHECK_INT(err.line, 2);
    CHECK(strstr(err.message, "3000 words here and 3000 in ") != NULL);
    mem_free(gold);
    mem_free(end);
    mem_free(all);
}

static void either(void)
{
    static const copse_eval_options options;
    copse_scores words[2];
    copse_raw_scores raw[2];
    copse_error why = {0};
    char *gold = write_file("gold", "a b/X/1/obj"), *same = write_file("same", "a b");
    char *joined = write_file("joined", "ab"), *other = write_file("other", "a c");
    const char *const systems[] = {same, joined, other};
    CHECK_INT(copse_evaluate_either(words, raw, gold, systems, 1, &options, &why, &err), 0);
    CHECK_INT(words[0].head, 1);
    CHECK_INT(raw[0].of[COPSE_RAW_WORDS].gold, 0);
    copse_scores_done(&words[0]);
    CHECK_INT(copse_evaluate_either(words, raw, gold, systems, 2, NULL, &why, &err), 1);
    CHECK_INT(words[0].tokens + words[1].tokens, 0);
    CHECK_INT(raw[0].of[COPSE_RAW_UAS].right, 1);
    CHECK_INT(raw[1].of[COPSE_RAW_SENTENCES].right, 1);
    CHECK(strstr(why.file, "joined") != NULL);
    CHECK_INT(why.line, 2);
    CHECK_INT(copse_evaluate_either(words, raw, gold, systems + 1, 2, NULL, NULL, &err), COPSE_EINPUT);
    CHECK(strstr(err.message, "the text is 'ac'") != NULL);
    CHECK_INT(raw[0].of[COPSE_RAW_WORDS].gold, 0);
    CHECK_INT(copse_evaluate_either(words, raw, gold, NULL, 0, NULL, NULL, &err), COPSE_EINPUT);
    CHECK_INT(copse_evaluate_raw(raw, gold, NULL, 0, &err), COPSE_EINPUT);
    CHECK_STRING(copse_raw_figure_name(COPSE_RAW_ALL_TAGS), "AllTags");
    CHECK_STRING(copse_raw_figure_name(COPSE_RAW_FIGURES), "");
    mem_free(gold);
    mem_free(same);
    mem_free(joined);
    mem_free(other);
}

TESTS(TEST(the_same), TEST(shifted_sentence_ends), TEST(other_tokens), TEST(multiword_tokens), TEST(ties),
      TEST(letter_case), TEST(lower_case), TEST(spaces), TEST(tags_and_lemmas), TEST(content_words),
      TEST(heads), TEST(other_text), TEST(ugly_files), TEST(long_stretches), TEST(either))
