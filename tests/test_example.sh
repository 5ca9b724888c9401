#!/bin/bash
# SPDX-License-Identifier: MIT
# docs/example.c does what it says, with the static and with the shared library.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${BUILD:?}" "${COPSE:?}" "${DATA:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
flags=(-std=c11 -Wall -Wextra -Wpedantic -Werror -I"$here/../include")
case $BUILD in */sanitized) flags+=("-fsanitize=address,undefined") ;; esac

build_static() {
    "${CC:-cc}" "${flags[@]}" "$here/../docs/example.c" "$BUILD/libcopse.a" -llinear -lsvm -lz -lzstd -lpthread -lm \
        -o "$dir/static"
}

build_shared() {
    "${CC:-cc}" "${flags[@]}" "$here/../docs/example.c" -L"$BUILD" -lcopse -o "$dir/shared"
}

train() {
    "$COPSE" train transition -q --exploration 0 -o "$dir/model" "$DATA/examples.conllu"
}

# Five words, each with a head and a label, one of them the root.
is_parsed() {
    "$@" "$dir/model" > "$dir/out" || return 1
    [ "$(wc -l < "$dir/out")" -eq 5 ] && grep -Eqx '2 hit    root       0        [01]\.[0-9]{2}' "$dir/out" &&
        grep -Eqx '3 the    det        4 ball   [01]\.[0-9]{2}' "$dir/out" || { cat "$dir/out"; return 1; }
}

# no_model COMMAND: one clear line for something else.
no_model() {
    local line
    ! line=$("$1" "$DATA/examples.conllu" 2>&1) && [ "$line" = "example: $DATA/examples.conllu: is not a Copse model" ] ||
        { echo "$line"; return 1; }
}

check "the example builds with the static library" build_static
check "the example builds with the shared library" build_shared
check "a model for it is trained" train
check "the static one parses" is_parsed "$dir/static"
check "the shared one parses" is_parsed env LD_LIBRARY_PATH="$BUILD" "$dir/shared"
check "what is no model is refused" no_model "$dir/static"
finish
