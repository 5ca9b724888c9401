// SPDX-License-Identifier: MIT
#include "text/raw_score.h"

#include "common/base/mem.h"
#include "common/base/text.h"
#include "common/treebank/lockstep.h"
#include "common/treebank/render.h"
#include "eval/raw.h"
#include "text/raw.h"

// The sentences as bytes of CoNLL-U.
static void write_gold(text *out, const treebank *t)
{
    for (size_t i = 0; i < t->n; i++)
        render_version(out, t->sentence[i], NULL, false, (copse_str){"", 0}, i > 0);
}

// The text that they stand for.
static void write_raw(text *out, const treebank *t)
{
    raw_text raw = {0};
    ch_table *classes = mem_zero(1, sizeof *classes);
    ch_table_init(classes);
    raw_build(&raw, t, classes, NULL);
    raw_write(&raw, out);
    raw_text_done(&raw);
    mem_free(classes);
}

// Parses the text into a writer in memory.
static int parse_raw(const copse_model *m, copse_str raw, copse_writer *out, int threads, copse_error *err)
{
    const copse_environment env = {.threads = threads};
    copse_reader *in = copse_reader_text_memory(raw.s, raw.len, "dev", m, NULL, err);
    const int code = in ? copse_parse_stream(m, NULL, in, out, &env, NULL, err) : err->code;
    copse_reader_close(in);
    return code;
}

static int score_raw(copse_raw_scores *scores, copse_str gold, copse_str system, copse_error *err)
{
    copse_reader *files[2] = {copse_reader_memory(gold.s, gold.len, "dev", err),
                              copse_reader_memory(system.s, system.len, "the parsed text", err)};
    int code = files[0] && files[1] ? 0 : err->code;
    if (!code) {
        lockstep *both = lock_take(files[0], &files[1], 1);
        code = raw_evaluate(scores, both, 1, err);
        lock_close(both);
    }
    copse_reader_close(files[0]);
    copse_reader_close(files[1]);
    return code;
}

int raw_score(const copse_model *m, const treebank *t, int threads, copse_raw_scores *scores,
              copse_error *err)
{
    text gold = {0}, raw = {0};
    copse_writer *out = copse_writer_memory();
    size_t size;
    write_gold(&gold, t);
    write_raw(&raw, t);
    int code = parse_raw(m, (copse_str){raw.s, raw.n}, out, threads, err);
    const char *parsed = copse_writer_data(out, &size);
    if (!code)
        code = score_raw(scores, (copse_str){gold.s, gold.n}, (copse_str){parsed, size}, err);
    copse_writer_free(out);
    text_done(&gold);
    text_done(&raw);
    return code;
}
