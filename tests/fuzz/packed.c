// SPDX-License-Identifier: MIT
// Bytes as a compressed treebank. The first byte chooses gzip or zstd. What comes out of it is limited: an
// archive may hold a thousand times its size.
#include "tests/fuzz/fuzz.h"

#include "common/base/source.h"

#include <stdlib.h>

enum { MOST = 1 << 20 };

static void read_all(const char *path)
{
    static char buf[1 << 14];
    copse_error err = {0};
    source *src = src_open(path, &err);
    if (!src) {
        fuzz_error(err.code, &err);
        return;
    }
    ptrdiff_t got = 1;
    for (size_t all = 0; all < MOST && got > 0; all += (size_t)got)
        if ((got = src_read(src, buf, sizeof buf, &err)) < 0) {
            fuzz_error((int)got, &err);
            break;
        }
    src_close(src);
}

// The bytes themselves, packed and unpacked again.
static void round_trip(const uint8_t *bytes, size_t size, const char *name)
{
    copse_error err = {0};
    const char *path = fuzz_path(1, name);
    copse_writer *out = copse_writer_open(path, &err);
    FUZZ_REQUIRE(out && copse_writer_bytes(out, bytes, size, &err) == 0 &&
                     copse_writer_commit(out, &err) == 0,
                 "cannot pack: %s", err.message);
    copse_writer_free(out);
    source *src = src_open(path, &err);
    FUZZ_REQUIRE(src, "cannot open what was packed: %s", err.message);
    ptrdiff_t got;
    size_t at = 0;
    uint8_t buf[4096];
    while ((got = src_read(src, buf, sizeof buf, &err)) > 0)
        for (ptrdiff_t i = 0; i < got; i++, at++)
            FUZZ_REQUIRE(at < size && buf[i] == bytes[at], "byte %zu is another", at);
    FUZZ_REQUIRE(got == 0 && at == size, "cannot read what was packed: %td", got);
    src_close(src);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const unsigned how = fuzz_byte(&bytes, &size);
    read_all(fuzz_file(0, how & 1 ? "input.conllu.gz" : "input.conllu.zst", bytes, size));
    if (how & 128)
        round_trip(bytes, size, how & 1 ? "packed.gz" : "packed.zst");
    return 0;
}
