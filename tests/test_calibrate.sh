#!/bin/bash
# SPDX-License-Identifier: MIT
# Calibrated scores from training to evaluation: copse train, calibrate, parse --scores, eval --calibration.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}" "${DATA:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

"$GENERATE" --sentences 210 --seed 7 --nonprojective 0.1 > train.conllu || exit 1
"$GENERATE" --sentences 120 --seed 8 --nonprojective 0.1 > dev.conllu || exit 1
"$GENERATE" --sentences 30 --seed 9 > few.conllu || exit 1
GRAPH="--iterations 2 --runs 1 --hash-bits 14 --threads 1"
sections() { "$COPSE" info --format tsv "$1" | awk -F'\t' '$1 == "section" { print $2 }' | tr '\n' ' '; }
value() { awk -F'\t' -v key="$2" '$1 == key { print $2 }' "$1"; }

# --- training

# shellcheck disable=SC2086
trains() {
    "$COPSE" train graph -q $GRAPH -o graph.model train.conllu && "$COPSE" train graph -q $GRAPH --calibrate no -o plain.model train.conllu &&
        "$COPSE" train transition -q --threads 1 -o transition.model train.conllu &&
        "$COPSE" train graph $GRAPH -o small.model few.conllu 2> small.log
}
check "models are trained" trains
check "a model has a calibration" bash -c '[[ "$1" == *CALI* && "$2" == *CALI* ]]' - "$(sections graph.model)" "$(sections transition.model)"
check "--calibrate no leaves it out" bash -c '[[ "$1" != *CALI* ]]' - "$(sections plain.model)"
check "a small treebank gives none, and that is said" bash -c '[[ "$1" != *CALI* ]] && grep -q "30 sentences are too few to calibrate" small.log' - "$(sections small.model)"
check "nothing else differs" bash -c '[ "$1" == "$2 CALI" ] || [ "$1" == "$2CALI " ]' - "$(sections graph.model)" "$(sections plain.model)"
check "info says so" bash -c '"$1" info graph.model | grep -q "calibrated  *on sentences held out" && "$1" info plain.model | grep -q "calibrated  *no"' - "$COPSE"

threads() {
    "$COPSE" train graph -q --iterations 2 --runs 1 --hash-bits 14 --threads 2 -o two.model train.conllu && cmp graph.model two.model &&
        "$COPSE" calibrate -q --threads 2 -m plain.model -o two.model dev.conllu &&
        "$COPSE" calibrate -q --threads 1 -m plain.model -o one.model dev.conllu && cmp one.model two.model
}
check "the number of threads changes nothing" threads

# --- parsing

same_trees() { # scores are all that differs
    "$COPSE" parse -q -m plain.model dev.conllu -o plain.conllu && "$COPSE" parse -q -m graph.model --scores dev.conllu -o scored.conllu &&
        sed -E 's/\t(Score=[0-9.]*\|LabelScore=[0-9.]*)$/\t_/; s/\|Score=[0-9.]*\|LabelScore=[0-9.]*$//' scored.conllu | cmp - plain.conllu
}
check "the parses are the same" same_trees
check "LabelScore is at most Score" awk -F'\t' '$1 ~ /^[0-9]+$/ { match($10, /Score=[0-9.]+/); s = substr($10, RSTART + 6, RLENGTH - 6)
    match($10, /LabelScore=[0-9.]+/); l = substr($10, RSTART + 11, RLENGTH - 11); n++; if (l > s || s > 1 || s == "") exit 1 } END { exit n < 500 }' scored.conllu

# --- calibrating anew

calibrates() {
    "$COPSE" calibrate --threads 1 -m plain.model -o anew.model dev.conllu 2> log && grep -q 'expected calibration error: heads' log &&
        "$COPSE" parse -q -m anew.model --scores dev.conllu -o anew.conllu && "$COPSE" parse -q -m plain.model --scores dev.conllu -o raw.conllu &&
        "$COPSE" eval --calibration --format tsv dev.conllu anew.conllu > anew.tsv && "$COPSE" eval --calibration --format tsv dev.conllu raw.conllu > raw.tsv
}
check "a model can be calibrated" calibrates
better() { awk -v new="$(value anew.tsv "$1")" -v old="$(value raw.tsv "$1")" 'BEGIN { exit !(new < 0.03 && (new < old || old < 0.03)) }'; }
check "its errors are small on the same file" bash -c "$(declare -f better value); better ece && better label_ece"
check "in place" bash -c 'cp graph.model x.model && "$1" calibrate -q --threads 1 -m x.model -o x.model dev.conllu && "$1" info x.model | grep -q "by copse calibrate"' - "$COPSE"
again() { "$COPSE" calibrate -q --threads 1 -m anew.model -o twice.model dev.conllu && cmp anew.model twice.model; }
check "an older calibration is replaced" again
refuses() { # STATUS PATTERN ARGUMENTS...
    local status=$1 pattern=$2
    shift 2
    "$COPSE" calibrate "$@" > out 2> log
    [ $? -eq "$status" ] && grep -q "$pattern" log
}
"$GENERATE" --sentences 3 --seed 9 > tiny.conllu
check "too few words are refused" refuses 1 'too few for a calibration' -m plain.model -o no.model tiny.conllu
check "-m must be given" refuses 2 'm MODEL is needed' -o no.model dev.conllu
check "-o must be given" refuses 2 'o MODEL is needed' -m plain.model dev.conllu
check "a treebank is no model" refuses 1 'not a Copse model' -m dev.conllu -o no.model dev.conllu
check "nothing was written" test ! -e no.model

# --- evaluation

printf '1\ta\t_\tX\t_\t_\t0\tr\t_\t_\n2\tb\t_\tX\t_\t_\t1\tx\t_\t_\n3\tc\t_\tX\t_\t_\t2\tx\t_\t_\n\n' > gold
printf '1\ta\t_\tX\t_\t_\t0\tr\t_\tScore=0.95|LabelScore=0.9\n2\tb\t_\tX\t_\t_\t3\tx\t_\tScore=0.25\n3\tc\t_\tX\t_\t_\t1\tx\t_\t_\n\n' > system
by_hand() { # (|0.95 - 1| + |0.25 - 0|) / 2, (0.05² + 0.25²) / 2
    "$COPSE" eval --calibration --format tsv gold system > tsv && [ "$(value tsv ece)" == 0.150000 ] && [ "$(value tsv brier)" == 0.032500 ] &&
        [ "$(value tsv without_score)" == 1 ] && [ "$(value tsv label_ece)" == 0.100000 ] && [ "$(value tsv without_label_score)" == 2 ]
}
check "errors by hand" by_hand
check "text names words without Score" bash -c '"$1" eval --calibration gold system | grep -q "Score: 2 words, 1 without it"' - "$COPSE"
check "a file without scores gets one line" bash -c '"$1" eval --calibration gold gold | grep -c "no word has this item in MISC" | grep -q 2' - "$COPSE"
check "json has them" bash -c '"$1" eval --calibration --format json gold system | grep -q "\"label_brier\": 0.010000"' - "$COPSE"
sed 's/0.25/x/' system > bad
check "a score that is no number is an error with its line" bash -c '"$1" eval --calibration gold bad 2>&1 | grep -q "bad:2: Score of word 2 is .x., not a number"' - "$COPSE"
check "plots show reliability" bash -c '"$1" analyze --plots plots dev.conllu scored.conllu raw.conllu > /dev/null && grep -q "Reliability of heads" plots/index.html && grep -q "<path" plots/reliability-labels.svg' - "$COPSE"
check "and not where there are no scores" bash -c '"$1" analyze --plots none dev.conllu plain.conllu > /dev/null && [ ! -e none/reliability-heads.svg ]' - "$COPSE"

finish
