#!/bin/bash
# SPDX-License-Identifier: MIT
# The memory-based learner beside TiMBL: both classify the same instances, and every class and distance is
# compared. Instances are those of TREEBANKS/NAME/{train,dev}.conllu (NAME: TREEBANK, tr_imst by default) with
# the features of malt-standard: the first TRAIN of one, the first TEST of the other.
#
# GRID=full tries every k from 1 to 9 with every metric, weighting and vote. Otherwise each combination of these
# three is tried once, with k going from 1 to 9 and round again. Needs timbl.
#
# TiMBL 6.5 has a defect: with -d IL all instances after the first tie get votes without weights; alone they
# get the right ones. So with IL a new TiMBL is started after each tie, RESTARTS times; `lines` says how many
# instances were compared in the end.
set -u -o pipefail
: "${COPSE:?}" "${TREEBANKS:?}"
GRID=${GRID:-small} TRAIN=${TRAIN:-20000} TEST=${TEST:-2000} RESTARTS=${RESTARTS:-10}
bank=$TREEBANKS/${TREEBANK:-tr_imst}
command -v timbl >/dev/null || { echo "timbl is not installed; nothing was compared"; exit 0; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
"$COPSE" instances --quiet --features malt-standard "$bank/train.conllu" "$bank/dev.conllu" \
    -o "$scratch/train.all" -o "$scratch/dev.all" || exit 1
head -n "$TRAIN" "$scratch/train.all" >"$scratch/train"
head -n "$TEST" "$scratch/dev.all" >"$scratch/dev"
columns=$(head -n 1 "$scratch/train" | wc -w)
status=0 runs=0 total=0

# timbl_on FILE OPTION...: class and distance of each line; "tie" in a third column where there was one.
timbl_on() {
    local file=$1 k=${*: -1}
    shift
    timbl -F Columns -f "$scratch/train" -t "$file" "$@" +v di+k -o "$scratch/out" >"$scratch/log" 2>&1 ||
        { cat "$scratch/log" >&2; exit 1; }
    awk -v c="$columns" -v k="$k" '
        /^# k=/ { seen++; next }
        { if (NR > 1) print line (seen > k ? " tie" : ""); line = $(c + 1) " " $NF; seen = 0 }
        END { print line (seen > k ? " tie" : "") }' "$scratch/out"
}

# The answers of TiMBL with votes that a tie spoils.
timbl_in_parts() {
    local from=1 parts=0
    while [ "$from" -le "$TEST" ] && [ $parts -le "$RESTARTS" ]; do
        tail -n "+$from" "$scratch/dev" >"$scratch/part"
        timbl_on "$scratch/part" "$@" | awk '{ print } $3 == "tie" { exit }' >"$scratch/answers"
        cat "$scratch/answers"
        from=$((from + $(wc -l <"$scratch/answers"))) parts=$((parts + 1))
    done
}

# compare METRIC WEIGHTS VOTE K: TiMBL's names and ours are parts of these, separated by /.
compare() {
    local metric=$1 weights=$2 vote=$3 k=$4
    # shellcheck disable=SC2086
    set -- -m ${metric%%/*} -w "${weights%%/*}" -d "${vote%%/*}" -k "$k"
    case $vote in
    IL*) timbl_in_parts "$@" ;;
    *) timbl_on "$scratch/dev" "$@" ;;
    esac >"$scratch/theirs"
    # shellcheck disable=SC2086
    "$COPSE" classify --learner memory --metric ${metric#*/} --feature-weights ${weights#*/} --vote ${vote#*/} \
        --neighbours "$k" --distances "$scratch/train" "$scratch/dev" >"$scratch/ours" 2>"$scratch/note" || exit 1
    ties=$(grep -o '[0-9]* ties' "$scratch/note")
    read -r lines classes distances largest < <(paste <(cut -d ' ' -f 1,2 "$scratch/theirs") \
        <(head -n "$(wc -l <"$scratch/theirs")" "$scratch/ours") | awk '
            { off = $2 - $4; off = off < 0 ? -off : off; classes += $1 != $3
              distances += off > 1e-9 * (1 + $2); largest = off > largest ? off : largest }
            END { printf "%d %d %d %.1e\n", NR, classes, distances, largest }')
    printf '%-8s %-16s %-5s %2d %6d %8d %9d %9s %5d\n' "${metric%%/*}" "${weights#*/}" "${vote%%/*}" "$k" \
        "$lines" "$classes" "$distances" "$largest" "${ties%% *}"
    runs=$((runs + 1)) total=$((total + classes + distances))
    [ "$((classes + distances))" = 0 ] || status=1
}

printf '%-8s %-16s %-5s %2s %6s %8s %9s %9s %5s\n' metric weights vote k lines classes distances largest ties
last=0
for metric in O/overlap 'M -L 3/mvdm --mvdm-least 3'; do
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
echo "$runs runs: $total classes and distances differ"
exit $status
