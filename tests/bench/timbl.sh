#!/bin/bash
# SPDX-License-Identifier: MIT
# The memory-based learner beside TiMBL: both classify the same instances, and every class and distance is
# compared. Instances are those of TREEBANKS/NAME/{train,dev}.conllu (NAME: TREEBANK, tr_imst by default) with
# the features of malt-standard: the first TRAIN of one, the first TEST of the other.
#
# GRID=full tries every k from 1 to 9 with every metric, weighting and vote. Otherwise each combination of these
# three is tried once, with k going from 1 to 9 and round again. Needs timbl.
set -u -o pipefail
: "${COPSE:?}" "${TREEBANKS:?}"
GRID=${GRID:-small} TRAIN=${TRAIN:-20000} TEST=${TEST:-2000} bank=$TREEBANKS/${TREEBANK:-tr_imst}
command -v timbl >/dev/null || { echo "timbl is not installed; nothing was compared"; exit 0; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
"$COPSE" instances --quiet --features malt-standard "$bank/train.conllu" "$bank/dev.conllu" \
    -o "$scratch/train.all" -o "$scratch/dev.all" || exit 1
head -n "$TRAIN" "$scratch/train.all" >"$scratch/train"
head -n "$TEST" "$scratch/dev.all" >"$scratch/dev"
columns=$(head -n 1 "$scratch/train" | wc -w)
status=0 runs=0 total=0

# compare METRIC WEIGHTS VOTE K: TiMBL's names and ours are parts of these, separated by /.
compare() {
    local metric=$1 weights=$2 vote=$3 k=$4
    # shellcheck disable=SC2086
    timbl -F Columns -f "$scratch/train" -t "$scratch/dev" -m ${metric%%/*} -w "${weights%%/*}" \
        -d "${vote%%/*}" -k "$k" +v di -o "$scratch/theirs" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
    # shellcheck disable=SC2086
    "$COPSE" classify --learner memory --metric ${metric#*/} --feature-weights ${weights#*/} --vote ${vote#*/} \
        --neighbours "$k" --distances "$scratch/train" "$scratch/dev" >"$scratch/ours" 2>"$scratch/note" || exit 1
    ties=$(grep -o '[0-9]* ties' "$scratch/note")
    read -r classes distances largest < <(paste <(awk -v c="$columns" '{ print $(c + 1), $NF }' "$scratch/theirs") \
        "$scratch/ours" | awk '{ off = $2 - $4; off = off < 0 ? -off : off; classes += $1 != $3
            distances += off > 1e-9 * (1 + $2); largest = off > largest ? off : largest }
            END { printf "%d %d %.1e\n", classes, distances, largest }')
    printf '%-12s %-18s %-18s %2d %10d %10d %10s %6d\n' "${metric%%/*}" "${weights#*/}" "${vote%%/*}" "$k" \
        "$classes" "$distances" "$largest" "${ties%% *}"
    runs=$((runs + 1)) total=$((total + classes + distances))
    [ "$((classes + distances))" = 0 ] || status=1
}

printf '%-12s %-18s %-18s %2s %10s %10s %10s %6s\n' metric weights vote k classes distances largest ties
last=0
for metric in O/overlap 'M -L 1/mvdm --mvdm-least 1' 'M -L 3/mvdm --mvdm-least 3'; do
    for weights in nw/none gr/gain-ratio ig/information-gain x2/chi-square sv/shared-variance; do
        for vote in Z/majority ID/inverse-distance IL/inverse-linear 'ED:2/exponential --decay 2'; do
            last=$((last % 9 + 1))
            [ "$GRID" = full ] && ks='1 2 3 4 5 6 7 8 9' || ks=$last
            for k in $ks; do
                compare "$metric" "$weights" "$vote" "$k"
            done
        done
    done
done
echo "$runs runs of $TEST instances: $total classes and distances that differ"
exit $status
