// SPDX-License-Identifier: MIT
// The tokeniser: what it learns of a made-up language, what it writes, and that whatever the bytes are, the
// sentences are CoNLL-U with the text of the input, the same for any cut of the stream.
#include "tests/harness.h"

#include "common/base/mem.h"
#include "common/base/utf8.h"
#include "common/model/model.h"
#include "common/treebank/sentence.h"
#include "tests/files.h"
#include "tests/tokens.h"
#include "text/model.h"
#include "text/tokeniser.h"

// The model is trained once; it has a recheck.
static copse_model *model;
static copse_writer *model_bytes;

static const copse_model *trained(void)
{
    copse_error err = {0};
    if (!model) {
        text bank = tokens_doubts(120, 7, true), more = tokens_treebank(400, 7);
        text_add(&bank, more.s, more.n);
        model = tokens_model((copse_str){bank.s, bank.n}, &model_bytes, &err);
        text_done(&bank);
        text_done(&more);
        CHECK_STRING(err.message, "");
        if (!model)
            exit(1);
        CHECK(((const tok_model *)model->stage[0].model)->recheck != NULL);
    }
    return model;
}

static splitter begin(const copse_text_options *options)
{
    const model_stage *s = &trained()->stage[0];
    return s->kind->split(s->model, options);
}

// All sentences of a text, fed in chunks of random sizes up to most, or at once for 0.
static text split(copse_str bytes, const copse_text_options *options, size_t most, uint64_t seed)
{
    splitter s = begin(options);
    text out = {0};
    rng r;
    size_t from = 0, to = most ? 0 : bytes.len;
    rng_seed(&r, seed);
    while (from < bytes.len) {
        const size_t taken = s.next(s.self, (copse_str){bytes.s + from, to - from}, to == bytes.len, &out);
        from += taken;
        if (taken)
            continue;
        if (to == bytes.len) {
            CHECK(!"the last bytes are taken");
            break;
        }
        to += 1 + rng_below(&r, most);
        to = to < bytes.len ? to : bytes.len;
    }
    s.free(s.self);
    return out;
}

static const copse_text_options plain = {0};

static void check_output(const char *input, const copse_text_options *options, const char *expected)
{
    text out = split((copse_str){input, strlen(input)}, options, 0, 1);
    text_add(&out, "", 1);
    CHECK_STRING(out.s, expected);
    text_done(&out);
}

#define EMPTY "\t_\t_\t_\t_\t_\t_\t_\t"

static void conllu_of_a_text(void)
{
    trained();
    check_output("Bado rimu du lansoki. Tepe  muri,\nsonu.\n", &plain,
                 "# newpar\n# sent_id = 1\n# text = Bado rimu du lansoki.\n"
                 "1\tBado" EMPTY "_\n2\trimu" EMPTY "_\n"
                 "3-4\tdu" EMPTY "_\n3\tde" EMPTY "_\n4\tle" EMPTY "_\n"
                 "5-6\tlansoki" EMPTY "SpaceAfter=No\n5\tlanso" EMPTY "_\n6\tki" EMPTY "_\n"
                 "7\t." EMPTY "_\n\n"
                 "# sent_id = 2\n# text = Tepe muri, sonu.\n"
                 "1\tTepe" EMPTY "SpacesAfter=\\s\\s\n2\tmuri" EMPTY "SpaceAfter=No\n3\t," EMPTY
                 "SpacesAfter=\\n\n4\tsonu" EMPTY "SpaceAfter=No\n5\t." EMPTY "SpacesAfter=\\n\n\n");
}

static void hints(void)
{
    const copse_text_options lines = {.form = COPSE_TEXT_LINES},
                             words = {.form = COPSE_TEXT_TOKENS, .ranges = true};
    check_output("Bado rimu\n\ntepe", &plain,
                 "# newpar\n# sent_id = 1\n# text = Bado rimu\n1\tBado" EMPTY "_\n2\trimu" EMPTY
                 "SpacesAfter=\\n\\n\n\n"
                 "# newpar\n# sent_id = 2\n# text = tepe\n1\ttepe" EMPTY "SpaceAfter=No\n\n");
    check_output("Bado. Rimu\r\ntepe.", &lines,
                 "# newpar\n# sent_id = 1\n# text = Bado. Rimu\n1\tBado" EMPTY "SpaceAfter=No\n2\t." EMPTY
                 "_\n3\tRimu" EMPTY "SpacesAfter=\\r\\n\n\n"
                 "# sent_id = 2\n# text = tepe.\n1\ttepe" EMPTY "SpaceAfter=No\n2\t." EMPTY
                 "SpaceAfter=No\n\n");
    check_output(" Bado. _ d\xc3\xbc\n du, du", &words,
                 "# newpar\n# sent_id = 1\n# text = Bado. _ d\xc3\xbc\n"
                 "1\tBado." EMPTY "SpacesBefore=\\s|TokenRange=1:6\n2\t_" EMPTY "TokenRange=7:8\n"
                 "3\td\xc3\xbc" EMPTY "SpacesAfter=\\n|TokenRange=9:11\n\n"
                 "# sent_id = 2\n# text = du, du\n1\tdu," EMPTY "SpacesBefore=\\s|TokenRange=13:16\n"
                 "2-3\tdu" EMPTY "SpaceAfter=No|TokenRange=17:19\n2\tde" EMPTY "_\n3\tle" EMPTY "_\n\n");
    check_output("", &plain, "");
    check_output(" \n\t\n ", &plain, "");
}

// ---------------------------------------------------------------------------------------------------
// Any bytes

// The length of bytes that are not UTF-8 and become one U+FFFD: those that could begin a character, by the
// table of well-formed bytes in the standard.
static size_t broken(const unsigned char *s, size_t len)
{
    const unsigned lead = s[0],
                   low = lead == 0xe0   ? 0xa0
                         : lead == 0xf0 ? 0x90
                                        : 0x80,
                   high = lead == 0xed   ? 0x9f
                          : lead == 0xf4 ? 0x8f
                                         : 0xbf;
    const size_t most = lead < 0xc2 || lead > 0xf4 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    size_t n = 1;
    while (n < most - (most > 1) && n < len && s[n] >= (n == 1 ? low : 0x80) &&
           s[n] <= (n == 1 ? high : 0xbf))
        n++;
    return n;
}

// What the text must be without white space: U+FFFD for what is not UTF-8 and for NUL.
static void add_expected(text *t, const char *s, size_t len)
{
    for (size_t i = 0, step; i < len; i += step) {
        uint32_t c;
        step = utf8_decode(s + i, len - i, &c);
        if (step &&
            (c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 ||
             c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000 || c == ' ' || (c >= 9 && c <= 13)))
            continue;
        if (!step || !c)
            text_cat(t, "\xef\xbf\xbd");
        else
            text_add(t, s + i, step);
        step = step ? step : broken((const unsigned char *)s + i, len - i);
    }
}

// The tokens of sentences in CoNLL-U, joined.
static void add_tokens(text *t, copse_str out)
{
    copse_error err = {0};
    copse_reader *r = copse_reader_memory_with(
        out.s, out.len, NULL, &(copse_read_options){.forced = true, .format = COPSE_CONLLU}, &err);
    copse_sentence *s = copse_sentence_new();
    REQUIRE(r != NULL);
    int got;
    while ((got = copse_reader_next(r, s, &err)) == 1) {
        size_t pos = 0;
        long covered = 0;
        for (copse_str line; sen_next_line(s, &pos, &line);) {
            if (!line.len || line.s[0] == '#')
                continue;
            char *rest;
            const long id = strtol(line.s, &rest, 10);
            if (*rest == '-')
                covered = strtol(rest + 1, &rest, 10);
            else if (id <= covered)
                continue;
            const char *end = memchr(rest + 1, '\t', (size_t)(line.s + line.len - rest - 1));
            text_add(t, rest + 1, (size_t)(end - rest - 1));
        }
    }
    CHECK_INT(got, 0);
    CHECK_STRING(err.message, "");
    copse_sentence_free(s);
    copse_reader_close(r);
}

static void count_problem(void *context, const copse_problem *p)
{
    const bool expected =
        p->kind == COPSE_P_HEAD_NUMBER || p->kind == COPSE_P_NO_ROOT || p->kind == COPSE_P_CONTROL;
    if (!expected && ++*(long *)context == 1)
        printf("  line %ld: %s\n", p->line, p->message);
}

// The checks of `copse check`, but for heads and the control characters of the text.
static void check_file(copse_str out)
{
    char path[256];
    copse_error err = {0};
    long problems = 0;
    snprintf(path, sizeof path, "%s", scratch("split.conllu"));
    FILE *f = fopen(path, "wb");
    REQUIRE(f != NULL);
    fwrite(out.s, 1, out.len, f);
    fclose(f);
    CHECK_INT(copse_check(path, NULL, count_problem, &problems, NULL, &err), 0);
    CHECK_INT(problems, 0);
}

static void check_any(copse_str in, const copse_text_options *options, uint64_t seed, bool whole)
{
    text out = split(in, options, 0, 0), expected = {0}, tokens = {0};
    add_expected(&expected, in.s, in.len);
    if (out.n)
        add_tokens(&tokens, (copse_str){out.s, out.n});
    CHECK_INT(tokens.n, expected.n);
    CHECK(tokens.n == expected.n && (!tokens.n || memcmp(tokens.s, expected.s, tokens.n) == 0));
    if (whole && out.n)
        check_file((copse_str){out.s, out.n});
    for (int i = 0; i < 3; i++) {
        static const size_t most[] = {3, 90, 5000};
        text cut = split(in, options, most[i], seed + (uint64_t)i);
        CHECK(cut.n == out.n && (!cut.n || memcmp(cut.s, out.s, cut.n) == 0));
        text_done(&cut);
    }
    text_done(&out);
    text_done(&expected);
    text_done(&tokens);
}

// Adds something of every kind that text is made of, and some that it is not.
static void add_random(text *t, rng *r)
{
    static const char *const odd[] = {"\xed\xa0\x80",
                                      "\xed\xb0\x80",
                                      "\xef\xbb\xbf",
                                      "\xe2\x80\x8d",
                                      "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb",
                                      "\xe2\x80\x8f",
                                      "\xe2\x80\xae",
                                      "\xe2\x80\xa8",
                                      "\xe2\x80\xa9",
                                      "\xc2\xa0",
                                      "\xc2\x85",
                                      "\x1b",
                                      "\x7f",
                                      "\xc0\x80",
                                      "\xf4\x90\x80\x80",
                                      "\xff",
                                      "\xe4\xbd\xa0\xe5\xa5\xbd\xe3\x80\x82",
                                      "\xf0\x9f",
                                      "\xe4\xbd",
                                      "\xe3\x80\x80",
                                      "\t",
                                      "\r\n",
                                      "\n\n",
                                      "\r",
                                      "\v\f",
                                      "_",
                                      "#",
                                      "-",
                                      "|",
                                      "=",
                                      "1-2",
                                      "\xcc\x81",
                                      "...",
                                      ". ",
                                      "? ",
                                      "du ",
                                      "bado ",
                                      "Rimu ",
                                      "dr. ",
                                      "teki",
                                      "Bo ",
                                      "badola "};
    const uint64_t kind = rng_below(r, 12);
    char c[4];
    if (kind < 8) {
        text_cat(t, odd[rng_below(r, sizeof odd / sizeof odd[0])]);
    } else if (kind == 8) {
        c[0] = (char)rng_below(r, 256);
        text_add(t, c, 1);
    } else if (kind == 9) {
        text_add(t, " ", 1);
    } else {
        const uint32_t point = 0x800 + (uint32_t)rng_below(r, 0xc000);
        c[0] = (char)(0xe0 | point >> 12);
        c[1] = (char)(0x80 | (point >> 6 & 0x3f));
        c[2] = (char)(0x80 | (point & 0x3f));
        text_add(t, c, 3);
    }
}

static void any_bytes(void)
{
    enum { ROUNDS = 150 };
    rng r;
    rng_seed(&r, 5);
    for (int i = 0; i < ROUNDS; i++) {
        text t = {0};
        const int n = i % 10 == 0 ? 1500 : 80;
        for (int k = 0; k < n; k++)
            add_random(&t, &r);
        const copse_text_options options = {.form = (copse_text_form)(i % 3), .ranges = i & 1};
        check_any((copse_str){t.s, t.n}, &options, (uint64_t)i, i % 4 == 0);
        text_done(&t);
    }
}

// ---------------------------------------------------------------------------------------------------
// Round trip

static size_t unescape(const char *s, const char *end, text *t)
{
    static const char from[] = "strnvf", to[] = " \t\r\n\v\f";
    const char *p = s;
    for (; p < end && *p != '|'; p++) {
        const char *k = *p == '\\' && p + 1 < end ? strchr(from, p[1]) : NULL;
        if (k) {
            text_add(t, &to[k - from], 1);
            p++;
        } else if (*p == '\\' && end - p >= 6 && memcmp(p, "\\u0085", 6) == 0) {
            text_cat(t, "\xc2\x85");
            p += 5;
        } else {
            text_add(t, p, 1);
        }
    }
    return (size_t)(p - s);
}

static const char *item_of(copse_str line, const char *key)
{
    const char *tab = line.s;
    for (const char *p = line.s; p < line.s + line.len; p++)
        if (*p == '\t')
            tab = p;
    for (const char *p = tab; p + strlen(key) <= line.s + line.len; p++)
        if ((*p == '\t' || *p == '|') && strncmp(p + 1, key, strlen(key)) == 0)
            return p + 1 + strlen(key);
    return NULL;
}

// The input again, from forms and spaces.
static text rebuild(copse_str out)
{
    text t = {0};
    long covered = 0;
    for (const char *p = out.s, *end = out.s + out.len; p < end;) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        const copse_str line = {p, (size_t)(stop - p)};
        p = stop + 1;
        if (!line.len || line.s[0] == '#') {
            covered = line.len ? covered : 0;
            continue;
        }
        char *rest;
        const long id = strtol(line.s, &rest, 10);
        if (*rest == '-')
            covered = strtol(rest + 1, &rest, 10);
        else if (id <= covered)
            continue;
        const char *form = rest + 1, *after = strchr(form, '\t'), *spaces;
        if ((spaces = item_of(line, "SpacesBefore=")))
            unescape(spaces, stop, &t);
        text_add(&t, form, (size_t)(after - form));
        if ((spaces = item_of(line, "SpacesAfter=")))
            unescape(spaces, stop, &t);
        else if (!item_of(line, "SpaceAfter=No"))
            text_add(&t, " ", 1);
    }
    return t;
}

static void round_trip(void)
{
    static const char *const piece[] = {
        " ",        "  ",   "\n",           "\n\n",         "\t",  "\r\n", "\xc2\xa0", "\v",
        "\xc2\x85", "bado", "Rimu",         "teki",         "du",  "\\s",  ".",        "?",
        ",",        "dr.",  "\xe3\x80\x80", "\xe4\xbd\xa0", "Ki ", "tela "};
    rng r;
    rng_seed(&r, 9);
    for (int i = 0; i < 100; i++) {
        text t = {0};
        for (int k = 0; k < 60; k++)
            text_cat(&t, piece[rng_below(&r, sizeof piece / sizeof piece[0])]);
        text_cat(&t, "bado");
        const copse_text_options options = {.form = (copse_text_form)(i % 3)};
        text out = split((copse_str){t.s, t.n}, &options, 0, 0);
        text again = rebuild((copse_str){out.s, out.n});
        text_add(&t, "", 1);
        text_add(&again, "", 1);
        CHECK_STRING(again.s, t.s);
        text_done(&t);
        text_done(&out);
        text_done(&again);
    }
}

// ---------------------------------------------------------------------------------------------------
// Long runs

// With sanitizers the time of a million bytes shows nothing more.
#ifdef COPSE_ARENA_MALLOC
enum { LONG = 1 << 17 };
#else
enum { LONG = 1 << 20 };
#endif

static void long_run(const char *unit, size_t bytes)
{
    text t = {0};
    while (t.n < bytes)
        text_cat(&t, unit);
    for (int form = 0; form < 3; form++) {
        const copse_text_options options = {.form = (copse_text_form)form};
        text out = split((copse_str){t.s, t.n}, &options, 0, 0),
             cut = split((copse_str){t.s, t.n}, &options, 300000, 3);
        text expected = {0}, tokens = {0};
        add_expected(&expected, t.s, t.n);
        if (out.n)
            add_tokens(&tokens, (copse_str){out.s, out.n});
        CHECK(tokens.n == expected.n && (!tokens.n || memcmp(tokens.s, expected.s, tokens.n) == 0));
        CHECK(cut.n == out.n && (!cut.n || memcmp(cut.s, out.s, cut.n) == 0));
        text_done(&out);
        text_done(&cut);
        text_done(&expected);
        text_done(&tokens);
    }
    text_done(&t);
}

static void without_an_end(void)
{
    static const char *const unit[] = {
        "x", ".", "\n", " ", "a ", "\xe4\xbd\xa0", "(", "\xff", "Bado.", "a\n\n", "\xf0\x9f\x91\xa9"};
    trained();
    for (size_t i = 0; i < sizeof unit / sizeof unit[0]; i++) {
        long_run(unit[i], LONG);
    }
}

// ---------------------------------------------------------------------------------------------------

static void reads_through_a_reader(void)
{
    static const char input[] = "\xef\xbb\xbf"
                                "Bado rimu.\n\nTepe du\nsonu. ";
    copse_error err = {0};
    copse_reader *r = copse_reader_text_memory(input, strlen(input), "x", trained(), NULL, &err);
    copse_sentence *s = copse_sentence_new();
    CHECK(copse_model_reads_text(trained()));
    CHECK(!copse_model_reads_text(NULL));
    REQUIRE(r != NULL);
    CHECK_INT(copse_reader_format(r), COPSE_CONLLU);
    CHECK_INT(copse_reader_next(r, s, &err), 1);
    CHECK_INT(copse_sentence_length(s), 3);
    CHECK_INT(copse_sentence_line(s, 1), 1);
    CHECK_INT(copse_reader_next(r, s, &err), 1);
    CHECK_INT(copse_sentence_length(s), 5);
    CHECK_INT(copse_sentence_line(s, 3), 3);
    CHECK_INT(copse_reader_next(r, s, &err), 0);
    copse_parser *p = copse_parser_new(trained(), NULL);
    copse_tree *tree = copse_tree_new();
    CHECK_INT(copse_parse(p, s, tree, &err), 0);
    copse_tree_free(tree);
    copse_parser_free(p);
    copse_sentence_free(s);
    copse_reader_close(r);
}

// New words of the language: the F1 is nearly 1.
static void learns_a_language(void)
{
    static const char input[] = "Sotegar du mulan perinuki, tesoba dr. Ganugar nuriki. Pebamu sodo ritebaki? "
                                "Lanmu dr. Rigar te, muteso du bapegar.";
    text out = split((copse_str){input, strlen(input)}, &plain, 0, 0);
    text_add(&out, "", 1);
    CHECK(strstr(out.s, "# sent_id = 3\n") != NULL && !strstr(out.s, "# sent_id = 4\n"));
    CHECK(strstr(out.s, "\tperinuki\t") && strstr(out.s, "\tperinu\t"));
    CHECK(strstr(out.s, "\tritebaki\t") && strstr(out.s, "\triteba\t"));
    CHECK(strstr(out.s, "\tdr.\t") != NULL);
    text_done(&out);
}

static void same_bytes_again(void)
{
    text bank = tokens_treebank(60, 3);
    copse_error err = {0};
    copse_writer *one, *two;
    size_t a, b;
    copse_model_free(tokens_model((copse_str){bank.s, bank.n}, &one, &err));
    copse_model_free(tokens_model((copse_str){bank.s, bank.n}, &two, &err));
    const void *x = copse_writer_data(one, &a), *y = copse_writer_data(two, &b);
    CHECK(a == b && memcmp(x, y, a) == 0);
    copse_writer_free(one);
    copse_writer_free(two);
    text_done(&bank);
}

TESTS(TEST(conllu_of_a_text), TEST(hints), TEST(learns_a_language), TEST(any_bytes), TEST(round_trip),
      TEST(without_an_end), TEST(reads_through_a_reader), TEST(same_bytes_again))
