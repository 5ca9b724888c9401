#!/bin/bash
# SPDX-License-Identifier: MIT
# threads.sh BUILD UNIT...: the unit tests test_UNIT and commands with four threads, in a build with
# ThreadSanitizer. The last line is "N passed, N failed".
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
build=$(realpath "${1:?usage: threads.sh BUILD UNIT...}") || exit 1
shift
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
export LC_ALL=C TSAN_OPTIONS=exitcode=99:halt_on_error=1
copse=$build/copse

# same OPTION...: the command writes the same bytes with four threads as with one.
same() {
    "$copse" "$@" -q --threads 1 -o one || return 1
    "$copse" "$@" -q --threads 4 -o four || return 1
    cmp one four
}

for unit in "$@"; do
    check "test_$unit" timeout 300 "$build/tests/test_$unit"
done
"$build/tests/generate" --sentences 60 > bank.conllu
"$copse" train transition -q --threads 4 -o t.model bank.conllu
"$copse" train graph -q --threads 4 --iterations 2 -o g.model bank.conllu
check "train transition" same train transition --exploration 1 bank.conllu
check "train graph" same train graph --iterations 2 bank.conllu
check "train a CRF" same train graph --trainer crf --iterations 2 bank.conllu
check "train ensemble" same train ensemble --members arc-eager,graph1 --graph-options "--iterations 1" bank.conllu
check "crossval" same crossval graph --folds 2 --iterations 1 bank.conllu
check "parse, transition" same parse -m t.model bank.conllu
check "parse, graph" same parse -m g.model bank.conllu
check "parse, both" same parse -m t.model -m g.model bank.conllu
finish
