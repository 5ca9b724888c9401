#!/bin/bash
# SPDX-License-Identifier: MIT
# The transition parser with default options on every treebank: trained on train.conllu, scored on dev.conllu over all
# tokens. QUICK=1: two small ones. The last columns are what MaltParser with morphology reaches, and the target, where known.
set -u -o pipefail
: "${COPSE:?}" "${TREEBANKS:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
declare -A malt=([tr_imst]=59.5 [cs_mix]=77.7 [got_proiel]=79.6 [el_gdt]=84.6 [zh_gsd]=72.9 [en_ewt]=85.5)
declare -A target=([tr_imst]=60.5 [cs_mix]=79.0 [got_proiel]=80.5 [el_gdt]=85.5 [zh_gsd]=79.0 [en_ewt]=86.5)
status=0
# Seconds of CPU time of all children so far.
used() { times | awk 'NR == 2 { split($1, a, /[ms]/); split($2, b, /[ms]/); print a[1] * 60 + a[2] + b[1] * 60 + b[2] }'; }
# One line of the table. The arguments after the first are options of the training.
row() {
    local name=$1 from to las uas speed
    shift
    from=$(used)
    "$COPSE" train transition -q "$@" -o "$dir/model" "$TREEBANKS/$name/train.conllu" || { status=1; return; }
    to=$(used)
    speed=$(for _ in 1 2 3; do
        "$COPSE" parse --threads 1 -m "$dir/model" "$TREEBANKS/$name/dev.conllu" -o "$dir/parsed" 2>&1 |
            sed -n 's/.*, \([0-9,]*\)\/s$/\1/p' | tr -d ,
    done | sort -n | tail -n 1)
    "$COPSE" eval --format tsv "$TREEBANKS/$name/dev.conllu" "$dir/parsed" > "$dir/scores" || { status=1; return; }
    las=$(awk '$1 == "las" { print $2 }' "$dir/scores")
    uas=$(awk '$1 == "uas" { print $2 }' "$dir/scores")
    printf '%-11s %6s %6s %9.0f %9s %9.1f   %6s %6s  %s\n' "$name" "$las" "$uas" "$(awk "BEGIN { print $to - $from }")" \
        "$speed" "$(awk "BEGIN { print $(stat -c %s "$dir/model") / 1e6 }")" "${malt[$name]:--}" "${target[$name]:--}" "$*"
}
printf '%-11s %6s %6s %9s %9s %9s   %6s %6s  %s\n' treebank LAS UAS "train s" "words/s" "model MB" Malt target options
if [ -n "${QUICK:-}" ]; then
    for name in tr_imst got_proiel; do [ -d "$TREEBANKS/$name" ] && row $name; done
    exit $status
fi
for folder in "$TREEBANKS"/*/; do row "$(basename "$folder")"; done
for name in cs_mix got_proiel; do
    [ -d "$TREEBANKS/$name" ] || continue
    row $name --pseudo-projective none
    row $name --algorithm covington-nonprojective
done
if [ -d "$TREEBANKS/tr_imst" ]; then
    row tr_imst --features malt-standard --split-by 'pos(B0)' --exploration 0
    row tr_imst --features malt-standard --split-by 'pos(B0)' --learner libsvm
fi
exit $status
