#!/bin/bash
# SPDX-License-Identifier: MIT
# The shipped model: it is the one described in models/README.md, it parses, and it is small enough to ship.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${DATA:?}"
models=$here/../models
model=$models/english.model
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

described() {
    local sum
    sum=$(sha256sum "$model" | cut -d ' ' -f 1)
    grep -q "the model's SHA-256 | $sum |" "$models/README.md" || { echo "SHA-256 is $sum"; return 1; }
    grep -q "its digest by .copse info. | $("$COPSE" info "$model" | awk '$1 == "treebank-digest" { print $2; exit }') |" "$models/README.md"
}

small() { [ "$(cat "$models"/*.model | wc -c)" -le 30000000 ]; }

# parses OPTION...: gives a well-formed tree for each of the dozen sentences, with most words attached
# correctly.
parses() {
    "$COPSE" parse -q -m "$model" "$@" "$DATA/tagged.conllu" -o parsed && "$COPSE" check parsed || return 1
    [ "$(awk -F '\t' '$7 == 0' parsed | wc -l)" -eq 12 ] || { echo "roots"; return 1; }
    # gardener ← watered → trees; fox ← saw; flood is the root.
    awk -F '\t' '$2 == "gardener" { a = $8 } $2 == "trees" { b = $8 } $2 == "fox" { c = $8 } $2 == "flood" { d = $7 "" }
        END { exit !(a == "nsubj" && b == "obj" && c == "obj" && d == "0") }' parsed || { echo "trees"; return 1; }
}

# A text becomes sentences with all columns and a tree.
takes_text() {
    printf "The gardener watered the young trees. Couldn't they wait?\n" > text.txt
    "$COPSE" parse -q -m "$model" text.txt -o text.conllu && "$COPSE" check --ud text.conllu || return 1
    [ "$(grep -c '^# text = ' text.conllu)" = 2 ] && grep -q '^3	watered	water	VERB	VBD	.*	0	root	' text.conllu &&
        grep -q "^[0-9]*	n't	not	PART	RB	" text.conllu || { cat text.conllu; return 1; }
}

# Without XPOS, FEATS and LEMMA, and with them.
fills_columns() {
    awk -F '\t' -v OFS='\t' '$1 ~ /^[0-9]+$/ { $3 = $5 = $6 = "_" } 1' "$DATA/tagged.conllu" > poor.conllu
    "$COPSE" parse -m "$model" poor.conllu -o filled.conllu 2> err && ! grep -q 'training data' err &&
        cmp <(cut -f 1,2,4 poor.conllu) <(cut -f 1,2,4 filled.conllu) && grep -q '	VBD	' filled.conllu
}

same_for_any_threads() {
    "$COPSE" parse -q --threads 1 -m "$model" "$DATA/tagged.conllu" -o one && "$COPSE" parse -q --threads 4 -m "$model" "$DATA/tagged.conllu" -o four &&
        cmp one four
}

check "the model is the one described" described
check "30 MB at most" small
check "it parses tagged sentences" parses
check "it takes text" takes_text
check "it fills in columns" fills_columns
check "same bytes for any number of threads" same_for_any_threads
check "the demo runs" env COPSE="$COPSE" bash "$here/demo.sh"
finish
