#!/bin/bash
# SPDX-License-Identifier: MIT
# Every verb that writes text compresses it if the name after -o asks for it, and other programs can read the
# result.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
"$GENERATE" --sentences 60 --seed 1 > gold.conllu || exit 1
"$COPSE" train transition -q --exploration 0 -o model gold.conllu || exit 1
"$COPSE" parse -q -m model gold.conllu -o one.conllu && cp one.conllu two.conllu || exit 1
"$COPSE" weigh gold.conllu one.conllu two.conllu -o weights || exit 1

# packs VERB OPTION... FILE...: writes the same text compressed and uncompressed.
packs() {
    "$COPSE" "$@" -q -o plain > /dev/null || return 1
    "$COPSE" "$@" -q -o packed.gz > /dev/null && gzip -dc packed.gz | cmp - plain || return 1
    "$COPSE" "$@" -q -o packed.zst > /dev/null || return 1
    [ "$(head -c 4 packed.zst | od -An -tx1)" = " 28 b5 2f fd" ] || { echo "no zstd"; return 1; }
    ! command -v zstd > /dev/null || zstd -dcq packed.zst | cmp - plain
}

# Reads compressed output again, also two files joined together.
again() { # ENDING
    "$COPSE" convert gold.conllu -o "g.$1" && "$COPSE" convert "g.$1" | cmp - gold.conllu || return 1
    cat "g.$1" "g.$1" > "both.$1" && "$COPSE" convert "both.$1" | cmp - <(cat gold.conllu gold.conllu)
}

weights_again() {
    "$COPSE" weigh gold.conllu one.conllu two.conllu -o weights.gz &&
        "$COPSE" combine -q --weights weights.gz one.conllu two.conllu > a &&
        "$COPSE" combine -q --weights weights one.conllu two.conllu | cmp - a
}

# Refused before any work: the treebank does not even exist.
no_model() { # FAMILY NAME
    "$COPSE" train "$1" -o "$2" not-there 2> log
    [ $? -eq 2 ] && grep -q "$2: a model is not compressed: choose a name without .${2##*.}" log && [ ! -e "$2" ] || { cat log; return 1; }
}

check "convert" packs convert gold.conllu
check "parse" packs parse -m model gold.conllu
check "combine" packs combine one.conllu two.conllu
check "weigh" packs weigh gold.conllu one.conllu two.conllu
check "eval" packs eval gold.conllu one.conllu
check "oracle" packs oracle gold.conllu one.conllu two.conllu
check "analyze" packs analyze gold.conllu one.conllu
check "info" packs info gold.conllu
check "check" packs check gold.conllu
check "draw" packs draw gold.conllu
check "projectivize" packs projectivize gold.conllu
check "crossval" packs crossval transition --folds 2 --exploration 0 gold.conllu
check "gzip is read again" again gz
check "zstd is read again" again zst
check "weights are read again" weights_again
check "no model as gzip" no_model graph m.model.gz
check "no model as zstd" no_model ensemble m.zst
finish
