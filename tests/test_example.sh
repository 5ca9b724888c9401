#!/bin/bash
# SPDX-License-Identifier: MIT
# docs/example.c, docs/train.c and the program in README.md do what they say, with the static and with the shared
# library.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${BUILD:?}" "${COPSE:?}" "${DATA:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
flags=(-std=c11 -Wall -Wextra -Wpedantic -Werror -I"$here/../include")
# The sanitizer of the build, if any.
mapfile -t -O "${#flags[@]}" flags < <(grep -o -e '-fsanitize=[a-z,]*' "$BUILD/flags" | head -n 1)

# build_static NAME PROGRAM
build_static() {
    "${CC:-cc}" "${flags[@]}" "$here/../docs/$1.c" "$BUILD/libcopse.a" -llinear -lsvm -lz -lzstd -lm \
        -pthread -o "$dir/$2"
}

build_shared() {
    "${CC:-cc}" "${flags[@]}" "$here/../docs/example.c" -L"$BUILD" -lcopse -pthread -o "$dir/shared"
}

train() {
    "$COPSE" train transition -q --exploration 0 -o "$dir/model" "$DATA/examples.conllu"
}

# Parses two texts in order: one line for each word, with a head and a label, and a blank line after each
# text.
is_parsed() {
    "$@" "$dir/model" > "$dir/out" || return 1
    [ "$(wc -l < "$dir/out")" -eq 8 ] && "$COPSE" check "$dir/out" > /dev/null &&
        [ "$(cut -f 2 "$dir/out" | paste -sd ' ')" = 'John hit the ball  It bounced ' ] &&
        [ "$(sed -n 2,3p "$dir/out" | cut -f 2,7,8 | paste -sd ' ')" = $'hit\t0\troot the\t4\tdet' ] ||
        { cat "$dir/out"; return 1; }
}

# no_model COMMAND: prints one clear line for a file that is not a model.
no_model() {
    local line
    ! line=$("$1" "$DATA/examples.conllu" 2>&1) && [ "$line" = "example: $DATA/examples.conllu: is not a Copse model" ] ||
        { echo "$line"; return 1; }
}

# The README's program trains on train.conllu in its working directory, and prints the tree of two words.
readme_program() {
    awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' "$here/../README.md" > "$dir/readme.c"
    "${CC:-cc}" "${flags[@]}" "$dir/readme.c" "$BUILD/libcopse.a" -llinear -lsvm -lz -lzstd -lm -pthread -o "$dir/readme" &&
        cp "$DATA/examples.conllu" "$dir/train.conllu" &&
        (cd "$dir" && ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" ./readme > out && "$COPSE" check out)
}

check "the example builds with the static library" build_static example static
check "the example builds with the shared library" build_shared
check "a model for it is trained" train
check "the static one parses" is_parsed "$dir/static"
check "the shared one parses" is_parsed env LD_LIBRARY_PATH="$BUILD" "$dir/shared"
check "what is no model is refused" no_model "$dir/static"

# trains TREEBANK: reaches an accuracy above 80 on its own training data.
trains() {
    "$dir/train" "$1" 1 > "$dir/figure" && grep -Eq '^LAS ([89][0-9]|100)\.' "$dir/figure" || { cat "$dir/figure"; return 1; }
}

# same_words: a wrong option gives the same message as on the command line.
same_words() {
    local mine theirs
    ! mine=$("$dir/train" "$DATA/examples.conllu" 3 2>&1) && ! theirs=$("$COPSE" train graph --order 3 -o "$dir/none" x 2>&1) || return 1
    mine=${mine#train: } theirs=${theirs#copse: train graph: }
    [ "$mine" = "${theirs%%; try*}" ] && [ "${mine#--order: \'3\' is none of}" != "$mine" ] || { echo "$mine / $theirs"; return 1; }
}

check "the training example builds" build_static train train
check "it trains, parses on four threads and evaluates" trains "$DATA/examples.conllu"
check "it names a wrong option as the command line does" same_words
check "the README's program builds, trains and parses" readme_program
finish
