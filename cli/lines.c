// SPDX-License-Identifier: MIT
// The loop of verbs that print something about each sentence.
#include "cli/cli.h"

#include <string.h>

static int print_all(const cli_lines *l, copse_reader *in, copse_writer *out, copse_sentence *s,
                     copse_error *err)
{
    cli_text text;
    int code = l->head ? copse_writer_bytes(out, l->head, strlen(l->head), err) : 0, got = 1;
    cli_text_open(&text);
    while (code == 0 && (got = copse_reader_next(in, s, err)) > 0) {
        if (copse_sentence_length(s) == 0)
            continue;
        code = l->sentence(l->context, text.stream, s, err);
        if (code == 0)
            code = cli_text_flush(&text, out, err);
    }
    code = code ? code : got;
    if (code == 0 && l->end) {
        l->end(l->context, text.stream);
        code = cli_text_flush(&text, out, err);
    }
    cli_text_drop(&text);
    return code;
}

int cli_print_lines(const cli_lines *l, const char *input, const char *output, copse_error *err)
{
    copse_sentence *s = copse_sentence_new();
    copse_reader *in = copse_reader_open(input, err);
    copse_writer *out = in ? copse_writer_open(output, err) : NULL;
    int code = out ? print_all(l, in, out, s, err) : err->code;
    if (code == 0)
        code = copse_writer_commit(out, err);
    copse_writer_free(out);
    copse_reader_close(in);
    copse_sentence_free(s);
    return code;
}
