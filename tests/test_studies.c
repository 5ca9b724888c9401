// SPDX-License-Identifier: MIT
// The text of studies: loops, patterns, measures, every complaint with its line. Intervals by the bootstrap
// against what they must be. The error analysis by sentence against the one of the whole file.
#include "eval/study.h"

#include "eval/analyze_each.h"
#include "eval/resample.h"
#include "eval/study_names.h"
#include "tests/files.h"
#include "tests/harness.h"

static int parse(study *s, const char *text, copse_error *err)
{
    return study_parse(s, "s", (copse_str){text, strlen(text)}, err);
}

static void loops_make_systems(void)
{
    study s;
    copse_error err;
    REQUIRE(
        parse(&s,
              "title T # comment\n"
              "for D in a b\n for K in 1 2\n  system {D}-{K} = train graph --k {K} --x \"two words\"\n end\n"
              "end\nsystem c = combine a-1 b-2\n",
              &err) == 0);
    CHECK_STRING(s.title, "T");
    CHECK_INT(s.systems, 5);
    CHECK_STRING(s.system[1].name, "a-2");
    CHECK_STRING(s.system[1].pattern, "{D}-{K}");
    CHECK_STRING(study_value(&s.system[1], "K"), "2");
    CHECK_STRING(study_value(&s.system[2], "D"), "b");
    CHECK(study_value(&s.system[2], "X") == NULL && study_value(&s.system[4], "D") == NULL);
    CHECK_INT(s.system[3].command.n, 6);
    CHECK_STRING(s.system[3].command.word[3], "2");
    CHECK_STRING(s.system[3].command.word[5], "two words");
    CHECK_INT(s.system[3].line, 4);
    CHECK_INT(study_find(&s, "c"), 4);
    CHECK(study_find(&s, "d") == SIZE_MAX);
    study_done(&s);
}

static void tables_find_their_systems(void)
{
    study s;
    copse_error err;
    REQUIRE(parse(&s,
                  "system a1 = train graph\nsystem a2 = train graph\nsystem b = train graph\n"
                  "table one The title\nsystems b a*\ncolumns uas/nonprojective exact size\ndown\n"
                  "table two\nrows labels 7\n"
                  "table three\nrows subsets\nsystems a1 a2 b\ncombine --weights uniform\n"
                  "figure f Title\nover arc-length\nshow precision\n"
                  "claim a* > b by las/no-punct: words: more words\n",
                  &err) == 0);
    REQUIRE(s.tables == 3 && s.figures == 1 && s.claims == 1);
    const study_table *t = &s.table[0];
    CHECK_STRING(t->title, "The title");
    CHECK(t->systems == 3 && t->system[0] == 2 && t->system[1] == 0 && t->system[2] == 1);
    CHECK(t->columns == 3 && t->column[0].what == STUDY_UAS && t->column[0].nonprojective && t->down);
    CHECK(t->column[1].what == STUDY_EXACT && !t->column[1].nonprojective);
    CHECK(s.table[1].rows == STUDY_BY_FACTOR && s.table[1].factor == COPSE_BY_LABEL && s.table[1].most == 7);
    CHECK(s.table[1].systems == 3 && s.table[1].column[0].what == STUDY_PRECISION);
    CHECK_INT(s.systems, 3 + 4); // three pairs and all
    CHECK_INT(s.table[2].first_subset, 3);
    CHECK(s.system[3].kind == STUDY_SUBSET && s.system[6].command.n == 6);
    CHECK_STRING(s.system[4].command.word[1], "a1");
    CHECK_STRING(s.system[4].command.word[2], "b");
    CHECK(s.figure[0].factor == COPSE_BY_ARC_LENGTH && s.figure[0].systems == 3);
    CHECK(s.claim[0].lefts == 2 && s.claim[0].rights == 1 && s.claim[0].by.no_punct);
    CHECK_STRING(s.claim[0].text, "words: more words");
    study_done(&s);
}

static void patterns_match(void)
{
    CHECK(study_matches("a", "a") && !study_matches("a", "ab") && !study_matches("ab", "a"));
    CHECK(study_matches("*", "") && study_matches("*", "xyz") && study_matches("a*c", "abcbc"));
    CHECK(study_matches("*b*", "abc") && !study_matches("*b*", "ac") && !study_matches("a*c", "abcb"));
    char many[81], none[41];
    for (int i = 0; i < 80; i++)
        many[i] = i % 2 ? '*' : 'a';
    many[80] = 0;
    memset(none, 'a', 39);
    none[39] = 'b';
    none[40] = 0;
    CHECK(!study_matches(many, none)); // and takes no time
}

// Each text is wrong in the given line, for the given reason.
static void complaints_have_lines(void)
{
    static const struct {
        const char *text;
        long line;
        const char *why;
    } wrong[] = {
        {"", 0, "without systems"},
        {"sistem a = train graph\n", 1, "not a word that begins a line of a study: 'sistem'"},
        {"\nsystem a\n", 2, "'= COMMAND' must follow 'a'"},
        {"system a/b = train graph\n", 1, "not a name"},
        {"system a = train graph\nsystem a = train graph\n", 2, "there already is a 'a'"},
        {"for D in a\nsystem {D} = train graph\n", 1, "the loop has no 'end'"},
        {"end\n", 1, "'end' without a loop"},
        {"for D of a\nend\n", 1, "for NAME in VALUE"},
        {"system {D} = train graph\n", 1, "'{D}' is not the variable of a loop"},
        {"system a{ = train graph\n", 1, "is not the variable of a loop"},
        {"title \"a\nsystem a = train graph\n", 1, "a quote is not closed"},
        {"columns las\n", 1, "no table or figure before it"},
        {"table t\nover I\n", 2, "no table or figure before it"},
        {"system a = train graph\ntable t\nsystems b*\n", 3, "no system above is called 'b*'"},
        {"system a = train graph\ntable t\ncolumns las/x\n", 3, "not a measure: 'las/x'"},
        {"system a = train graph\ntable t\ncolumns size/no-punct\n", 3, "not a measure"},
        {"system a = train graph\ntable t\ncolumns las seconds\n", 2, "costs"},
        {"system a = train graph\ntable t\ncolumns precision\n", 2, "no column precision"},
        {"system a = train graph\ntable t\nrows pairs\ncolumns exact\n", 2, "no column exact"},
        {"system a = train graph\ntable t\nrows nothing\n", 3, "rows are systems"},
        {"system a = train graph\ntable t\nrows labels -1\n", 3, "not a number of rows"},
        {"system a = train graph\ntable t\ntable t\n", 3, "there already is a table 't'"},
        {"system a = train graph\ntable t\ncombine\n", 2, "'rows subsets'"},
        {"system a = train graph\nfigure f\n", 2, "no line 'over'"},
        {"system a = train graph\nfigure f\nover K\n", 2, "not made by a loop over K"},
        {"for K in x\nsystem a = train graph\nend\nfigure f\nover K\n", 4, "K is 'x' in a, not a number"},
        {"system a = train graph\nfigure f\nover pos\nshow exact\n", 2, "cannot show exact"},
        {"system a = train graph\nfigure f\nover pos-groups\n", 2, "cannot show las over this"},
        {"system a = train graph\nclaim a > b by las: x\n", 2, "no system above is called 'b'"},
        {"system a = train graph\nclaim a > a by las\n", 2, "a claim is written"},
        {"system a = train graph\nclaim a > a by size: x\n", 2, "no claim can be made by size"},
        {"limit x\n", 1, "not a number of sentences: 'x'"},
        {"evaluate nothing\n", 1, "may stand dev"},
        {"for A in 1 1 1 1 1 1 1 1 1 1\nfor B in 1 1 1 1 1 1 1 1 1 1\nfor C in 1 1 1 1 1 1 1 1 1 1\n"
         "for D in 1 1 1 1 1 1 1 1 1 1\nfor E in 1 1 1 1 1 1 1 1 1 1\nabout x\nend\nend\nend\nend\nend\n",
         6, "more than 20000 lines"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        study s;
        copse_error err = {0};
        CHECK(parse(&s, wrong[i].text, &err) < 0);
        CHECK_STRING(err.file, "s");
        CHECK_INT(err.line, wrong[i].line);
        CHECK(strstr(err.message, wrong[i].why) != NULL);
        if (!strstr(err.message, wrong[i].why))
            printf("    %s: %s\n", wrong[i].why, err.message);
        CHECK(s.systems == 0);
    }
}

static void every_shipped_study_is_read(void)
{
    size_t n = 0;
    for (const study_file *f = study_files; f->name; f++, n++) {
        study s;
        copse_error err = {0};
        const int code = study_parse(&s, f->name, (copse_str){f->text, strlen(f->text)}, &err);
        CHECK_INT(code, 0);
        if (code) {
            printf("    %s:%ld: %s\n", f->name, err.line, err.message);
            continue;
        }
        CHECK(s.tables > 0 && s.abouts > 0);
        study_done(&s);
    }
    CHECK(n > 0);
}

// n sentences of 10 words, `right` of which are right in each second one, and none in the others.
static void interval(size_t n, uint32_t right, uint32_t other, double *low, double *high)
{
    resample_count *c = mem_alloc(n, sizeof *c);
    for (size_t i = 0; i < n; i++)
        c[i] = (resample_count){(uint32_t)i, 0, i % 2 ? right : other, 10};
    resample_shares(c, n, n, 1, 2000, 1, low, high);
    mem_free(c);
}

static void intervals_are_as_wide_as_they_must_be(void)
{
    double low, high, again_low, again_high;
    interval(400, 7, 7, &low, &high); // all sentences alike: no spread
    CHECK_NEAR(low, 0.7, 1e-12);
    CHECK_NEAR(high, 0.7, 1e-12);
    // Shares of 0 and 1: the mean of n coins, whose standard error is 0.5 / sqrt(n) = 0.025.
    interval(400, 10, 0, &low, &high);
    CHECK_NEAR(low, 0.5 - 1.96 * 0.025, 0.006);
    CHECK_NEAR(high, 0.5 + 1.96 * 0.025, 0.006);
    interval(400, 10, 0, &again_low, &again_high);
    CHECK(!(low < again_low) && !(low > again_low) && !(high < again_high) && !(high > again_high));
    // A share that only one of 100 sentences has words for is missing in a third of the samples.
    const resample_count one = {3, 0, 1, 2};
    resample_shares(&one, 1, 100, 1, 500, 1, &low, &high);
    CHECK(isnan(low) && isnan(high));
    resample_shares(&one, 1, 0, 1, 500, 1, &low, &high);
    CHECK(isnan(low));
}

typedef struct summed {
    long gold, rows, names, sentences, last_gold;
    bool grows;
} summed;

static void take(void *context, const long *gold, const copse_arc_counts *of, size_t rows)
{
    summed *s = context;
    long sum = 0;
    (void)of;
    for (size_t i = 0; i < rows; i++)
        sum += gold[i];
    s->grows = s->grows && sum > s->last_gold;
    s->last_gold = sum;
    s->rows = (long)rows;
    s->sentences++;
}

static void take_name(void *context, size_t row, copse_str name, int low, bool open)
{
    summed *s = context;
    (void)low;
    (void)open;
    CHECK_INT(row, s->names);
    CHECK(name.len > 0);
    s->names++;
}

static void analysis_by_sentence_adds_up(void)
{
    const char *path =
        scratch_text("t.conllu", "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tY\t_\t_\t1\tobj\t_\t_\n\n"
                                 "1\tc\t_\tZ\t_\t_\t2\tdet\t_\t_\n2\td\t_\tX\t_\t_\t0\troot\t_\t_\n"
                                 "3\te\t_\tX\t_\t_\t1\tdet\t_\t_\n\n");
    for (int factor = 0; factor < COPSE_FACTORS; factor++) {
        summed s = {.grows = true};
        const analyze_each each = {(copse_factor)factor, take, take_name, &s};
        copse_analysis a;
        copse_error err;
        REQUIRE(analyze_with(&a, path, &path, 1, NULL, &each, &err) == 0);
        long gold = 0;
        for (size_t i = 0; i < a.table[factor].rows; i++)
            gold += a.table[factor].row[i].gold;
        CHECK_INT(s.sentences, 2);
        if (factor == COPSE_BY_POS_GROUP) { // known at the end only
            copse_analysis_done(&a);
            continue;
        }
        CHECK_INT(s.last_gold, gold);
        CHECK(s.grows && s.names >= (long)a.table[factor].rows && s.names >= s.rows);
        copse_analysis_done(&a);
    }
}

TESTS(TEST(loops_make_systems), TEST(tables_find_their_systems), TEST(patterns_match),
      TEST(complaints_have_lines), TEST(every_shipped_study_is_read),
      TEST(intervals_are_as_wide_as_they_must_be), TEST(analysis_by_sentence_adds_up))
