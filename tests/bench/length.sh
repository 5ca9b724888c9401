#!/bin/bash
# SPDX-License-Identifier: MIT
# How the time of parsing grows with the length of sentences: microseconds a word for generated sentences of at least so many
# words. A stack system should show a constant, Covington's at most a line.
set -u -o pipefail
: "${COPSE:?}"
generate=$(dirname "$COPSE")/tests/generate
cd "$(dirname "$0")/../.." || exit 1
make -s build/tests/generate || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
"$generate" --sentences 400 --seed 1 > "$dir/train.conllu" || exit 1
lengths="10 30 100 300 1000"
for length in $lengths; do
    "$generate" --words 60000 --seed 2 --least "$length" --sentences 100000 > "$dir/$length.conllu" || exit 1
done
printf '%-26s' "microseconds a word"
for length in $lengths; do printf '%9s' "$length"; done
echo
for algorithm in arc-eager arc-standard multi-pass covington-projective covington-nonprojective planar two-planar; do
    "$COPSE" train transition -q --exploration 0 --algorithm $algorithm -o "$dir/model" "$dir/train.conllu" || exit 1
    printf '%-26s' $algorithm
    for length in $lengths; do
        for _ in 1 2 3; do
            "$COPSE" parse --threads 1 -m "$dir/model" "$dir/$length.conllu" -o "$dir/out" 2>&1 |
                sed -n 's/.*, \([0-9,]*\)\/s$/\1/p' | tr -d ,
        done | sort -n | tail -n 1 | awk '{ printf "%9.2f", 1e6 / $1 }'
    done
    echo
done
