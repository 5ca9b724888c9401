#!/bin/bash
# SPDX-License-Identifier: MIT
# Both families of parsers on every treebank: trained on train.conllu with default options, scored on dev.conllu over all
# tokens; then the options that the papers compare. QUICK=1: two small treebanks. The last columns are what MaltParser with
# morphology (MSTParser for the graph parser) reaches on the same file, and the target, where they are known.
set -u -o pipefail
: "${COPSE:?}" "${TREEBANKS:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
declare -A peer=([transition/tr_imst]=59.5 [transition/cs_mix]=77.7 [transition/got_proiel]=79.6 [transition/el_gdt]=84.6
    [transition/zh_gsd]=72.9 [transition/en_ewt]=85.5 [graph/tr_imst]=54.4 [graph/cs_mix]=73.0 [graph/got_proiel]=76.5
    [graph/el_gdt]=79.9 [graph/zh_gsd]=75.5 [graph/en_ewt]=83.8)
declare -A target=([transition/tr_imst]=60.5 [transition/cs_mix]=79.0 [transition/got_proiel]=80.5 [transition/el_gdt]=85.5
    [transition/zh_gsd]=79.0 [transition/en_ewt]=86.5 [graph/tr_imst]=61.0 [graph/cs_mix]=79.0 [graph/got_proiel]=81.5
    [graph/el_gdt]=86.0 [graph/zh_gsd]=79.5 [graph/en_ewt]=87.0)
status=0
# Seconds of CPU time of all children so far.
used() { times | awk 'NR == 2 { split($1, a, /[ms]/); split($2, b, /[ms]/); print a[1] * 60 + a[2] + b[1] * 60 + b[2] }'; }
# row KIND TREEBANK [OPTION...]: one line of the table.
row() {
    local kind=$1 name=$2 from to las uas speed
    shift 2
    [ -d "$TREEBANKS/$name" ] || return
    from=$(used)
    "$COPSE" train "$kind" -q "$@" -o "$dir/model" "$TREEBANKS/$name/train.conllu" || { status=1; return; }
    to=$(used)
    speed=$(for _ in 1 2 3; do
        "$COPSE" parse --threads 1 -m "$dir/model" "$TREEBANKS/$name/dev.conllu" -o "$dir/parsed" 2>&1 |
            sed -n 's/.*, \([0-9,]*\)\/s$/\1/p' | tr -d ,
    done | sort -n | tail -n 1)
    "$COPSE" eval --format tsv "$TREEBANKS/$name/dev.conllu" "$dir/parsed" > "$dir/scores" || { status=1; return; }
    las=$(awk '$1 == "las" { print $2 }' "$dir/scores")
    uas=$(awk '$1 == "uas" { print $2 }' "$dir/scores")
    printf '%-11s %-11s %6s %6s %9.0f %9s %9.1f   %6s %6s  %s\n' "$kind" "$name" "$las" "$uas" "$(awk "BEGIN { print $to - $from }")" \
        "$speed" "$(awk "BEGIN { print $(stat -c %s "$dir/model") / 1e6 }")" "${peer[$kind/$name]:--}" "${target[$kind/$name]:--}" "$*"
}
printf '%-11s %-11s %6s %6s %9s %9s %9s   %6s %6s  %s\n' parser treebank LAS UAS "train s" "words/s" "model MB" peer target options
if [ -n "${QUICK:-}" ]; then
    for kind in transition graph; do
        for name in tr_imst got_proiel; do row $kind $name; done
    done
    exit $status
fi
for kind in transition graph; do
    for folder in "$TREEBANKS"/*/; do row $kind "$(basename "$folder")"; done
done
for name in cs_mix got_proiel; do
    row transition $name --pseudo-projective none
    row transition $name --algorithm covington-nonprojective
    row graph $name --decoder projective
    row graph $name --decoder nonprojective
done
for folder in "$TREEBANKS"/*/; do row graph "$(basename "$folder")" --order 1; done
row graph tr_imst --labels joint
row transition tr_imst --features malt-standard --split-by 'pos(B0)' --exploration 0
row transition tr_imst --features malt-standard --split-by 'pos(B0)' --learner libsvm
exit $status
