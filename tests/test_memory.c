// SPDX-License-Identifier: MIT
// Bytes in memory at both ends: what is read, written and loaded there is what it would be with files.
#include "tests/harness.h"

#include "common/model/container.h"
#include "common/treebank/reader.h"
#include "common/treebank/sentence.h"
#include "copse.h"
#include "tests/files.h"
#include "tests/trained.h"
#include "common/base/mem.h"

#include <dirent.h>

static bool ends_in(const char *s, const char *end)
{
    const size_t n = strlen(s), k = strlen(end);
    return n >= k && strcmp(s + n - k, end) == 0;
}

// Calls fn for every treebank of tests/data, with its path; returns how many there are.
static int each_treebank(void (*fn)(const char *path))
{
    const char *folder = getenv("DATA") ? getenv("DATA") : "tests/data";
    char path[1024];
    int files = 0;
    DIR *dir = opendir(folder);
    if (!dir)
        abort();
    for (const struct dirent *d; (d = readdir(dir));)
        if (ends_in(d->d_name, ".conllu") || ends_in(d->d_name, ".conllx")) {
            snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
            fn(path);
            files++;
        }
    closedir(dir);
    return files;
}

// A file in memory of exactly its size, so that AddressSanitizer sees a read past the end. Freed by the
// caller.
static void *exact(const char *path, size_t *size)
{
    char *text = slurp(path, size), *bytes = mem_alloc(1, *size ? *size : 1);
    if (!bytes)
        abort();
    memcpy(bytes, text, *size);
    mem_free(text);
    return bytes;
}

static void same_error(const copse_error *a, const copse_error *b)
{
    CHECK_INT(a->code, b->code);
    CHECK_INT(a->line, b->line);
    CHECK_STRING(a->file, b->file);
    CHECK_STRING(a->message, b->message);
}

static void same_sentence(const copse_sentence *a, const copse_sentence *b)
{
    CHECK_INT(a->text_len, b->text_len);
    CHECK(a->text_len == b->text_len && memcmp(a->text, b->text, a->text_len) == 0);
    CHECK_INT(a->n, b->n);
    CHECK_INT(a->first_line, b->first_line);
    CHECK_INT(a->format, b->format);
    CHECK_STRING(a->file, b->file);
    for (int w = 1; w <= a->n && w <= b->n; w++)
        CHECK(str_equal(sen_column(a, w, COPSE_FORM), sen_column(b, w, COPSE_FORM)) &&
              a->word[w].head == b->word[w].head && a->word[w].line == b->word[w].line);
}

// --- Readers

static void count(void *context, const copse_problem *problem)
{
    ++*(long *)context;
    CHECK(problem->message[0]);
}

// Reads a file both ways and compares everything; on_problems: over its problems.
static void read_both(const char *path, bool on_problems)
{
    copse_error e[2] = {{0}, {0}};
    long problems[2] = {0, 0};
    size_t size;
    char *bytes = exact(path, &size);
    copse_reader *r[2] = {copse_reader_open(path, &e[0]), copse_reader_memory(bytes, size, path, &e[1])};
    copse_sentence *s[2] = {copse_sentence_new(), copse_sentence_new()};
    int code = 1;
    CHECK(r[0] && r[1]);
    for (int i = 0; i < 2 && on_problems; i++)
        rd_on_problem(r[i], count, &problems[i]);
    CHECK_INT(copse_reader_format(r[0]), copse_reader_format(r[1]));
    CHECK_STRING(rd_name(r[1]), path);
    while (code > 0) {
        CHECK_INT(rd_ready(r[0]), rd_ready(r[1]));
        code = copse_reader_next(r[0], s[0], &e[0]);
        CHECK_INT(copse_reader_next(r[1], s[1], &e[1]), code);
        if (code > 0)
            same_sentence(s[0], s[1]);
        else
            same_error(&e[0], &e[1]);
        CHECK_INT(rd_bytes(r[0]), rd_bytes(r[1]));
    }
    CHECK_INT(problems[0], problems[1]);
    for (int i = 0; i < 2; i++) {
        copse_sentence_free(s[i]);
        copse_reader_close(r[i]);
    }
    mem_free(bytes);
}

static void read_both_ways(const char *path)
{
    read_both(path, false);
    read_both(path, true);
}

static void readers_agree_on_every_treebank(void)
{
    CHECK(each_treebank(read_both_ways) > 30);
}

// More than the reader's buffer, and texts whose ends fall around its borders.
static void readers_agree_on_large_texts(void)
{
    static const char word[] = "1\tword\tword\tNOUN\tNN\t_\t0\troot\t_\t_\n\n";
    const size_t unit = sizeof word - 1, chunk = 256 << 10, most = 3 * chunk;
    char *text = mem_alloc(1, most + unit);
    if (!text)
        abort();
    for (size_t at = 0; at < most; at += unit)
        memcpy(text + at, word, unit);
    const size_t sizes[] = {chunk - 1, chunk, chunk + 1, 2 * chunk, most};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        read_both(scratch_bytes("large", text, sizes[i]), true);
    mem_free(text);
}

static void nothing_is_read_from_nothing(void)
{
    copse_error err = {0};
    copse_sentence *s = copse_sentence_new();
    copse_reader *r = copse_reader_memory(NULL, 0, NULL, &err);
    REQUIRE(r);
    CHECK(!rd_ready(r));
    CHECK_INT(copse_reader_next(r, s, &err), 0);
    CHECK_INT(copse_reader_next(r, s, &err), 0);
    copse_reader_close(r);
    r = copse_reader_memory("x\n", 2, NULL, &err);
    REQUIRE(r);
    CHECK_INT(copse_reader_next(r, s, &err), COPSE_EINPUT);
    CHECK_STRING(err.file, "<memory>");
    copse_reader_close(r);
    // A name says nothing about the bytes.
    static const char text[] = "# c\n";
    r = copse_reader_memory(text, sizeof text - 1, "packed.gz", &err);
    REQUIRE(r);
    CHECK_INT(copse_reader_next(r, s, &err), 1);
    CHECK_INT(s->comments, 1);
    copse_reader_close(r);
    copse_sentence_free(s);
}

// --- Writers

// Writes what can be read of a file to w: as it is, and in the other format.
static void write_all_of(const char *path, copse_writer *w)
{
    copse_error err = {0};
    copse_lost lost = {0};
    copse_reader *r = copse_reader_open(path, &err);
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    REQUIRE(r);
    const copse_format other = copse_reader_format(r) == COPSE_CONLLU ? COPSE_CONLLX : COPSE_CONLLU;
    while (copse_reader_next(r, s, &err) > 0) {
        CHECK_INT(copse_writer_put(w, s, NULL, &err), 0);
        if (copse_tree_read(tree, s, &err) == 0)
            CHECK_INT(copse_writer_put(w, s, tree, &err), 0);
        CHECK_INT(copse_writer_convert(w, s, other, &lost, &err), 0);
    }
    CHECK_INT(copse_writer_bytes(w, "", 0, &err), 0);
    copse_tree_free(tree);
    copse_sentence_free(s);
    copse_reader_close(r);
}

static void data_is(const copse_writer *w, const void *bytes, size_t size)
{
    size_t got = 1;
    const void *data = copse_writer_data(w, &got);
    CHECK(data);
    CHECK_INT(got, size);
    CHECK(got == size && memcmp(data, bytes, size) == 0);
}

static void write_both(const char *path)
{
    copse_error err = {0};
    size_t size = 1;
    copse_writer *file = copse_writer_open(scratch("written"), &err), *memory = copse_writer_memory();
    REQUIRE(file);
    data_is(memory, "", 0);
    write_all_of(path, file);
    write_all_of(path, memory);
    CHECK(copse_writer_data(file, &size) == NULL);
    CHECK_INT(size, 0);
    CHECK_INT(copse_writer_commit(file, &err), 0);
    char *bytes = slurp(scratch("written"), &size);
    data_is(memory, bytes, size);
    CHECK_INT(copse_writer_commit(memory, &err), 0);
    data_is(memory, bytes, size);
    mem_free(bytes);
    copse_writer_free(file);
    copse_writer_free(memory);
}

static void writers_agree_on_every_treebank(void)
{
    CHECK(each_treebank(write_both) > 30);
}

static void a_writer_in_memory_grows(void)
{
    enum { SIZE = 300000 };
    copse_error err = {0};
    char *bytes = mem_alloc(1, 2 * SIZE);
    if (!bytes)
        abort();
    for (int i = 0; i < 2 * SIZE; i++)
        bytes[i] = (char)(i % 251);
    copse_writer *w = copse_writer_memory();
    for (size_t at = 0, step = 1; at < SIZE; at += step, step = step * 3 % 1009) {
        if (step > SIZE - at)
            step = SIZE - at;
        CHECK_INT(copse_writer_bytes(w, bytes + at, step, &err), 0);
    }
    data_is(w, bytes, SIZE);
    CHECK_INT(copse_writer_commit(w, &err), 0);
    CHECK_INT(copse_writer_bytes(w, bytes + SIZE, SIZE, &err), 0); // at once, and after commit
    data_is(w, bytes, 2 * (size_t)SIZE);
    copse_writer_free(w);
    mem_free(bytes);
}

// --- Models

static const char bank[] = "1\tthe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n"
                           "2\tdog\tdog\tNOUN\tNN\tNumber=Sing\t3\tnsubj\t_\t_\n"
                           "3\tbarks\tbark\tVERB\tVB\t_\t0\troot\t_\t_\n\n"
                           "1\ta\ta\tDET\tDT\t_\t3\tdet\t_\t_\n"
                           "2\tcat\tcat\tNOUN\tNN\t_\t0\troot\t_\t_\n"
                           "3\tsees\tsee\tVERB\tVB\t_\t2\tdep\t_\t_\n"
                           "4\tit\tit\tPRON\tPR\t_\t3\tobj\t_\t_\n\n";

// Trains a small model at scratch("model") and gives its bytes, freed by the caller.
static unsigned char *train(size_t *size)
{
    copse_error err = {0};
    const char *data = scratch_text("treebank", bank);
    CHECK_INT(train_file("transition", "--exploration 0", data, scratch("model"), 1, &err), 0);
    CHECK_STRING(err.message, "");
    return exact(scratch("model"), size);
}

// The treebank parsed, into memory.
static copse_writer *parse_all(const copse_model *model)
{
    copse_error err = {0};
    copse_writer *w = copse_writer_memory();
    copse_reader *r = copse_reader_memory(bank, sizeof bank - 1, NULL, &err);
    copse_parser *parser = copse_parser_new(model, NULL);
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    while (copse_reader_next(r, s, &err) > 0) {
        CHECK_INT(copse_parse(parser, s, tree, &(copse_error){0}), 0);
        CHECK_INT(copse_writer_put(w, s, tree, &err), 0);
    }
    copse_tree_free(tree);
    copse_sentence_free(s);
    copse_parser_free(parser);
    copse_reader_close(r);
    return w;
}

// Training between memory and memory gives the bytes of the file.
static void training_needs_no_files(void)
{
    copse_error err = {0};
    size_t size = 0, same = 0;
    unsigned char *bytes = train(&size);
    copse_options *o = options_of("transition", "--exploration 0");
    copse_reader *r = copse_reader_memory(bank, sizeof bank - 1, NULL, &err);
    copse_writer *w = copse_writer_memory();
    CHECK_INT(copse_train_stream(o, r, w, NULL, &err), 0);
    const void *made = copse_writer_data(w, &same);
    CHECK(same == size && memcmp(made, bytes, size) == 0);
    CHECK_INT(copse_train_stream(o, r, w, NULL, &err), COPSE_EINPUT); // nothing is left
    CHECK_STRING(err.message, "no sentence to train on");
    copse_options_free(o);
    copse_reader_close(r);
    copse_writer_free(w);
    mem_free(bytes);
}

// Two readers of the same treebank agree with themselves; of others the place is named.
static void streams_are_evaluated(void)
{
    copse_error err = {0};
    copse_scores scores;
    copse_reader *gold = copse_reader_memory(bank, sizeof bank - 1, "gold", &err),
                 *system = copse_reader_memory(bank, sizeof bank - 1, "system", &err);
    CHECK_INT(copse_evaluate_stream(&scores, gold, system, NULL, &err), 0);
    CHECK(scores.tokens > 0 && scores.both == scores.tokens);
    copse_scores_done(&scores);
    copse_reader_close(gold);
    copse_reader_close(system);
    gold = copse_reader_memory(bank, sizeof bank - 1, "gold", &err);
    system = copse_reader_memory("", 0, "system", &err);
    CHECK_INT(copse_evaluate_stream(&scores, gold, system, NULL, &err), COPSE_EINPUT);
    CHECK_STRING(err.file, "gold");
    CHECK(scores.tokens == 0);
    copse_scores_done(&scores);
    copse_reader_close(gold);
    copse_reader_close(system);
}

static void a_model_from_memory_parses_like_its_file(void)
{
    copse_error err = {0};
    size_t size, parsed;
    unsigned char *bytes = train(&size), *shifted = mem_alloc(1, size + 1);
    if (!shifted)
        abort();
    memcpy(shifted + 1, bytes, size);
    copse_model *file = copse_model_load(scratch("model"), &err);
    copse_model *memory = copse_model_from_memory(shifted + 1, size, NULL, &err);
    REQUIRE(file && memory);
    memset(shifted, 0xff, size + 1); // the model has its own
    mem_free(shifted);
    copse_writer *expected = parse_all(file), *w = parse_all(memory);
    const void *data = copse_writer_data(expected, &parsed);
    CHECK(parsed > 100);
    data_is(w, data, parsed);
    copse_writer_free(w);
    copse_writer_free(expected);
    copse_model_free(file);
    copse_model_free(memory);
    mem_free(bytes);
}

// bytes are refused from memory in the words for a file.
static void refused(const void *bytes, size_t size)
{
    copse_error in_file = {0}, in_memory = {0};
    const char *path = scratch_bytes("damaged", bytes, size);
    CHECK(!copse_model_load(path, &in_file));
    CHECK(!copse_model_from_memory(bytes, size, path, &in_memory));
    CHECK_INT(in_memory.code, COPSE_EMODEL);
    same_error(&in_memory, &in_file);
}

static void damaged_models_are_refused(void)
{
    copse_error err = {0};
    size_t size;
    unsigned char *bytes = train(&size);
    CHECK(!copse_model_from_memory(NULL, 0, NULL, &err));
    CHECK_INT(err.code, COPSE_EMODEL);
    CHECK_STRING(err.file, "<memory>");
    refused("", 0);
    refused("no model", 8);
    for (size_t n = 0; n < size; n += 1 + n / 16)
        refused(bytes, n);
    refused(bytes, size - 1);
    for (size_t i = 0; i < size; i += 1 + i / 16) {
        const unsigned char was = bytes[i];
        bytes[i] = (unsigned char)(was ^ 1U << i % 8);
        refused(bytes, size);
        bytes[i] = was;
    }
    copse_model *model = copse_model_from_memory(bytes, size, "whole", &err);
    CHECK(model); // it is as it was
    copse_model_free(model);
    mem_free(bytes);
}

static void joined_models_are_called_by_their_names(void)
{
    copse_error err = {0};
    size_t size;
    unsigned char *bytes = train(&size);
    copse_model *one[] = {copse_model_from_memory(bytes, size, "folder/a.model", &err),
                          copse_model_from_memory(bytes, size, NULL, &err)};
    mem_free(bytes);
    REQUIRE(one[0] && one[1]);
    copse_model *both = copse_model_together(one, 2, &err);
    REQUIRE(both);
    CHECK_INT(copse_model_member(both, "b", &err), COPSE_EINPUT);
    CHECK_INT(copse_model_member(both, "a", &err), 0);
    copse_writer *w = parse_all(both);
    CHECK(copse_writer_data(w, &size) && size > 100);
    copse_writer_free(w);
    copse_model_free(both);
}

static void a_box_is_put_anywhere(void)
{
    copse_error err = {0};
    box_writer *w = box_writer_new();
    const char *path = scratch("box");
    size_t size[3];
    box_begin(w, "ABCD");
    box_str(w, (copse_str){"text", 4});
    box_begin(w, "EFGH");
    box_array(w, (const uint64_t[]){1, 2, 3}, 3, 8);
    save *out = save_memory();
    CHECK_STRING(save_name(out), "<memory>");
    CHECK_INT(box_put(w, out, &err), 0);
    CHECK_INT(save_commit(out, &err), 0);
    CHECK_INT(box_save(w, path, &err), 0);
    void *made = box_bytes(w, &size[0], &err);
    char *saved = slurp(path, &size[1]);
    const void *put = save_data(out, &size[2]);
    CHECK(size[0] == size[1] && size[1] == size[2]);
    CHECK(memcmp(made, saved, size[0]) == 0 && memcmp(made, put, size[0]) == 0);
    box *b = box_copy(put, size[2], "copied", &err);
    REQUIRE(b);
    CHECK_STRING(box_path(b), "copied");
    CHECK_INT(box_sections(b), 2);
    box_close(b);
    for (int i = 0; i <= BOX_MAX_SECTIONS; i++)
        box_begin(w, "MANY");
    CHECK_INT(box_put(w, out, &err), COPSE_ELIMIT);
    CHECK_STRING(err.file, "<memory>");
    mem_free(made);
    mem_free(saved);
    save_free(out);
    box_writer_free(w);
}

TESTS(TEST(readers_agree_on_every_treebank), TEST(readers_agree_on_large_texts),
      TEST(nothing_is_read_from_nothing), TEST(writers_agree_on_every_treebank),
      TEST(a_writer_in_memory_grows), TEST(training_needs_no_files), TEST(streams_are_evaluated),
      TEST(a_model_from_memory_parses_like_its_file), TEST(damaged_models_are_refused),
      TEST(joined_models_are_called_by_their_names), TEST(a_box_is_put_anywhere))
