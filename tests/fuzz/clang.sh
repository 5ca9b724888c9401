#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that clang and its libraries for fuzzing are there. If they are not, says how to install them, with
# status 1. make runs it once and records success in build/fuzz/clang.
set -u
clang=${CLANG:-clang}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

missing() {
    {
        echo "copse: fuzzing needs $1. Install with the line for your system, then run make again:"
        echo "  Debian, Ubuntu:  sudo apt-get install clang llvm libclang-rt-14-dev   (14: the version of clang)"
        echo "  Fedora:          sudo dnf install clang llvm compiler-rt"
        echo "  macOS:           brew install llvm, then make CLANG=$(brew --prefix 2> /dev/null || echo /usr/local)/opt/llvm/bin/clang"
    } >&2
    exit 1
}

command -v "$clang" > /dev/null || missing "clang, and there is no '$clang'"
printf '%s\n' '#include <stddef.h>' '#include <stdint.h>' \
    'int LLVMFuzzerTestOneInput(const uint8_t *b, size_t n) { return b && n > 100000; }' > "$dir/probe.c"
"$clang" -fsanitize=fuzzer,address,undefined "$dir/probe.c" -o "$dir/probe" 2> "$dir/log" ||
    missing "clang's libFuzzer and AddressSanitizer, which '$clang' lacks"
