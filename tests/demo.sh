#!/bin/bash
# SPDX-License-Identifier: MIT
# Shows what copse does, on the project's own sentences. Called by `make demo`. Every command must succeed,
# and what is said about the way there and back and about the copy is checked.
set -eu -o pipefail
copse=$(realpath "${COPSE:?}")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$(dirname "$0")/data/examples.conllu" "$dir"
cd "$dir"

say() {
    if [ -t 1 ]; then printf '\n\033[1m# %s\033[0m\n' "$1"; else printf '\n# %s\n' "$1"; fi
}

# Shows a command and runs it.
try() {
    printf '$ copse %s\n' "$*"
    "$copse" "$@"
}

say "Is the treebank well-formed?"
try check examples.conllu

say "What do its trees look like?"
try draw examples.conllu

say "What is in it?"
try info examples.conllu

say "Some trees are not projective. Made projective, the arcs that were lifted leave marks on labels:"
try projectivize --mode head+path examples.conllu -o projective.conllu
echo '$ diff examples.conllu projective.conllu'
diff examples.conllu projective.conllu && exit 1

say "By these marks the arcs find back, and the treebank is what it was:"
try deprojectivize --mode head+path projective.conllu -o back.conllu
echo '$ cmp examples.conllu back.conllu'
cmp examples.conllu back.conllu

say "Without the way back, this much of it is still right:"
try eval examples.conllu projective.conllu

say "A copy keeps every byte; the older format has no place for some things, and copse says which:"
try convert examples.conllu -o copy.conllu
cmp examples.conllu copy.conllu
try convert --to conllx examples.conllu -o examples.conllx
head -n 3 examples.conllx

say "copse VERB --help shows more of each."
