// SPDX-License-Identifier: MIT
// Plain text through a tokeniser that is trained at the start. The first byte chooses the form of the text.
// In this build the reader gets the text in small pieces; the splitter gets it whole, and must say the same.
#include "tests/fuzz/fuzz.h"

#include "common/model/model.h"
#include "common/treebank/sentence.h"
#include "tests/tokens.h"

static const copse_model *trained(void)
{
    static copse_model *model;
    copse_error err = {0};
    if (model)
        return model;
    text bank = tokens_doubts(60, 1, true), more = tokens_treebank(60, 1); // the first for the recheck
    text_add(&bank, more.s, more.n);
    model = tokens_model((copse_str){bank.s, bank.n}, NULL, &err);
    FUZZ_REQUIRE(model, "no tokeniser: %s", err.message);
    text_done(&bank);
    text_done(&more);
    return model;
}

// All sentences at once.
static text split(copse_str bytes, const copse_text_options *options)
{
    const model_stage *stage = &trained()->stage[0];
    splitter s = stage->kind->split(stage->model, options);
    text out = {0};
    for (size_t taken; bytes.len; bytes = (copse_str){bytes.s + taken, bytes.len - taken}) {
        taken = s.next(s.self, bytes, true, &out);
        FUZZ_REQUIRE(taken > 0 && taken <= bytes.len, "%zu bytes of %zu are taken", taken, bytes.len);
    }
    s.free(s.self);
    return out;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const unsigned how = fuzz_byte(&bytes, &size);
    const copse_text_options options = {.form = (copse_text_form)(how % 3), .ranges = how & 4};
    copse_error err = {0};
    uint8_t *exact = fuzz_copy(bytes, size);
    const size_t bom = size >= 3 && memcmp(exact, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    copse_reader *r = copse_reader_text_memory(exact, size, "input", trained(), &options, &err);
    copse_sentence *s = copse_sentence_new();
    text read = {0};
    int code;
    FUZZ_REQUIRE(r, "no reader: %s", err.message);
    while ((code = copse_reader_next(r, s, &err)) == 1) {
        FUZZ_REQUIRE(copse_sentence_length(s) > 0, "a sentence without words");
        text_add(&read, s->text, s->text_len);
    }
    if (code < 0) {
        fuzz_error(code, &err);
        FUZZ_REQUIRE(memchr(exact, 0, size) != NULL, "text is refused: %s", err.message);
    } else {
        text whole = split((copse_str){(const char *)exact + bom, size - bom}, &options);
        FUZZ_REQUIRE(whole.n == read.n && (!whole.n || memcmp(whole.s, read.s, whole.n) == 0),
                     "other sentences from the whole text");
        text_done(&whole);
    }
    text_done(&read);
    copse_sentence_free(s);
    copse_reader_close(r);
    free(exact);
    return 0;
}
