#!/bin/bash
# SPDX-License-Identifier: MIT
# Calibrated scores of stacks, ensembles and models that parse together.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}" "${DATA:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

"$GENERATE" --sentences 210 --seed 7 --nonprojective 0.1 > train.conllu || exit 1
"$GENERATE" --sentences 80 --seed 8 --nonprojective 0.1 > dev.conllu || exit 1
"$COPSE" train graph -q --iterations 2 --runs 1 --hash-bits 14 --threads 1 -o graph.model train.conllu || exit 1
"$COPSE" train transition -q --exploration 0 --threads 1 -o transition.model train.conllu || exit 1
"$COPSE" parse -q -m graph.model --scores dev.conllu -o scored.conllu || exit 1
sections() { "$COPSE" info --format tsv "$1" | awk -F'\t' '$1 == "section" { print $2 }' | tr '\n' ' '; }
value() { awk -F'\t' -v key="$2" '$1 == key { print $2 }' "$1"; }

votes() {
    "$COPSE" train stack -q --threads 1 --base graph2 --guide arc-eager --graph-options '--iterations 2 --runs 1 --hash-bits 14' --transition-options '--exploration 0' -o stack.model train.conllu &&
        "$COPSE" train ensemble -q --threads 1 --members graph1,arc-eager,arc-standard --graph-options '--iterations 2 --runs 1 --hash-bits 14' --transition-options '--exploration 0' -o votes.model train.conllu &&
        for m in stack votes; do
            "$COPSE" parse -q -m $m.model --scores dev.conllu -o $m.conllu && "$COPSE" eval --calibration --format tsv dev.conllu $m.conllu > $m.tsv || return 1
            "$COPSE" calibrate -q --threads 1 -m $m.model -o again.model dev.conllu || return 1
        done
}
check "stacks and ensembles" votes
check "have calibrations" bash -c '[[ "$1" == *CALI* && "$2" == *CALI* ]]' - "$(sections stack.model)" "$(sections votes.model)"
check "that fit new text of the same kind" awk -v a="$(value stack.tsv ece)" -v b="$(value votes.tsv ece)" 'BEGIN { exit !(a < 0.08 && b < 0.08) }'
together() {
    "$COPSE" parse -q -m graph.model -m transition.model --scores dev.conllu -o both.conllu &&
        "$COPSE" eval --calibration --format tsv dev.conllu both.conllu > both.tsv && awk -v a="$(value both.tsv ece)" 'BEGIN { exit !(a < 0.1) }'
}
check "calibrated models together" together
member() { "$COPSE" parse -q -m graph.model -m transition.model --member graph --scores dev.conllu | cmp - scored.conllu; }
check "one of them alone has its own scores" member

finish
