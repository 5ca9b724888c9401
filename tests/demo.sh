#!/bin/bash
# SPDX-License-Identifier: MIT
# Shows what copse does, on the project's own sentences. Called by `make demo`. Every command must succeed
# and the two claims at the end are checked: the status is 0 only if they hold.
set -eu -o pipefail
data=$(dirname "$0")/data/examples.conllu
copse=${COPSE:?}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

say() {
    printf '\n\033[1m%s\033[0m\n' "$1"
}

# Shows a command and runs it.
try() {
    printf '\n$ %s\n' "${*/#$copse/copse}"
    "$@"
}

say "Is the treebank well-formed?"
try "$copse" check "$data"

say "What is in it?"
try "$copse" info "$data"

say "Its non-projective trees, made projective for parsers that can build no others:"
try "$copse" projectivize --mode head+path -o "$dir/projective.conllu" "$data"
diff "$data" "$dir/projective.conllu" | grep '^[<>]' || true

say "... and back again: the lifted arcs are found by the marks on their labels"
try "$copse" deprojectivize --mode head+path -o "$dir/back.conllu" "$dir/projective.conllu"

say "How much of the treebank came back?"
try "$copse" eval "$data" "$dir/back.conllu"

say "And without the way back?"
try "$copse" eval "$data" "$dir/projective.conllu"

say "A copy is the same, byte for byte:"
try "$copse" convert --to same -o "$dir/same.conllu" "$data"
cmp "$data" "$dir/same.conllu"
try "$copse" convert --to conllx -o "$dir/x.conllx" "$data"
head -n 3 "$dir/x.conllx"
say "Done."
