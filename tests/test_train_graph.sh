#!/bin/bash
# SPDX-License-Identifier: MIT
# copse train graph: accuracy, repeatability, refusals, no leftover files.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}" "${DATA:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

"$GENERATE" --sentences 150 --seed 1 --nonprojective 0.2 > train.conllu || exit 1
"$GENERATE" --sentences 100 --seed 2 --nonprojective 0.2 > test.conllu || exit 1

runs=1
train() { # MODEL OPTION...
    local model=$1
    shift
    "$COPSE" train graph --quiet --iterations 3 --runs $runs --hash-bits 16 "$@" -o "$model" train.conllu
}

# learns FIGURE LEAST OPTION...: its trees pass the check, and a figure of the evaluation on test.conllu is
# at least LEAST.
learns() {
    local figure=$1 least=$2 value
    shift 2
    train model "$@" && "$COPSE" parse --quiet -m model test.conllu -o parsed.conllu && "$COPSE" check parsed.conllu ||
        return 1
    value=$("$COPSE" eval --format json test.conllu parsed.conllu | sed -n "s/.*\"$figure\": *\([0-9.]*\).*/\1/p")
    awk -v value="$value" -v least="$least" 'BEGIN { exit !(value >= least) }' || { echo "$figure $value"; return 1; }
}

same_twice() { # OPTION...
    train once "$@" && train twice "$@" --threads 3 && cmp once twice
}

# The trees of a model do not depend on the number of threads.
same_trees() {
    train model && "$COPSE" parse -q --threads 1 -m model test.conllu -o one && "$COPSE" parse -q --threads 4 -m model test.conllu -o four &&
        cmp one four
}

# The last line of progress gives the accuracy of the model.
reports() {
    "$COPSE" train graph --iterations 2 --runs 1 --hash-bits 18 --keep last --dev test.conllu -o model train.conllu 2> log || return 1
    "$COPSE" parse -q -m model test.conllu -o parsed.conllu || return 1
    local las
    las=$("$COPSE" eval test.conllu parsed.conllu | sed -n 's/^LAS (head and label) *\([0-9.]*\) .*/\1/p')
    grep -q "^iteration 2 of 2: .*, 0 s left; LAS $las, UAS " log || { cat log; return 1; }
}

# META and the line about the kept iteration name the iteration with the best accuracy.
keeps() {
    "$COPSE" train graph --iterations 4 --runs 1 --hash-bits 12 --dev test.conllu -o model train.conllu 2> log || return 1
    local best
    best=$(sed -n 's/^iteration \([0-9]*\) of .*; LAS \([0-9.]*\),.*/\2 \1/p' log | sort -k1,1nr -k2,2n | sed -n '1s/.* //p')
    [ "$(grep -c '^kept: ' log)" -eq 1 ] && grep -qx "kept: the model is that of iteration $best" log &&
        "$COPSE" info model | grep -q "kept-iteration  *$best\$" || { cat log; return 1; }
}

# The scores are calibrated: about as many heads are right as the probabilities say.
probable() {
    train model --trainer crf && "$COPSE" parse -q --scores -m model test.conllu -o parsed.conllu || return 1
    paste test.conllu parsed.conllu | awk -F '\t' '
        $1 ~ /^[0-9]+$/ { sub(/^(.*[|])?Score=/, "", $20); $20 += 0; sum += $20; right += $7 == $17; n++; bad += $20 < 0 || $20 > 1 }
        END { by = (sum - right) / n; if (bad || by > 0.1 || by < -0.1) { print n, bad, sum, right; exit 1 } }'
}

refuses() { # STATUS WORDS OPTION...: one line that has the words, and no model
    local status=$1 words=$2
    shift 2
    rm -f no-model
    "$COPSE" train graph "$@" -o no-model train.conllu 2> log
    [ $? -eq "$status" ] && [ "$(wc -l < log)" -eq 1 ] && grep -qF -- "$words" log && [ ! -e no-model ] || { cat log; return 1; }
}

# The options of a preset are in the model; a value that is given is there instead.
preset_is_shown() {
    train model --preset mst2006 --features mst && "$COPSE" info --format tsv model > shown || return 1
    local row
    for row in preset:mst2006 order:2 grandparents:no features:mst unpruned:yes search-labels:no loss-in-search:no runs:1; do
        grep -qx "option	${row%:*}	${row#*:}" shown || { echo "$row"; cat shown; return 1; }
    done
}

check "second order learns" learns las 85
check "siblings alone are learnt" learns las 85 --grandparents no
check "first order learns" learns las 80 --order 1
check "non-projective search learns" learns las 85 --decoder nonprojective
check "non-projective first order learns" learns las 80 --decoder nonprojective --order 1
check "projective search learns" learns las 80 --decoder projective
check "k-best MIRA learns" learns las 85 --k 4
check "k-best MIRA of first order learns" learns las 80 --k 4 --order 1
check "factored MIRA learns" learns uas 75 --trainer factored-mira
check "the perceptron learns" learns las 80 --trainer perceptron
check "the CRF learns" learns las 80 --trainer crf
check "the CRF learns over all trees" learns las 80 --trainer crf --decoder nonprojective
check "the CRF learns joint labels" learns las 75 --trainer crf --labels joint
check "joint labels are learnt" learns las 80 --labels joint
check "without labels heads are learnt" learns uas 85 --labels none
check "the parser of 2005 learns" learns las 75 --preset mst2005
check "the parser of 2006 learns" learns las 80 --preset mst2006
check "every arc can be scored" learns las 85 --unpruned
check "pruning can be had with a preset" learns las 80 --preset mst2006 --unpruned=no
check "labels by sibling are learnt" learns las 80 --labels joint --joint-siblings yes
check "hill climbing can begin elsewhere" learns las 85 --decoder nonprojective --climb-from both --climb-most 5
check "a model shows what its preset has set" preset_is_shown
check "the same bytes twice, preset" same_twice --preset mst2006
check "unknown features are refused with the list" refuses 2 "'mts' is none of auto|copse|mst|mst-morph" --features mts
check "unknown presets are refused with the list" refuses 2 "'mst' is none of none|mst2005|mst2006" --preset mst
check "features without grandparents have none" refuses 2 "--features mst has no features of grandparents" --features mst --grandparents yes
check "climbing is of second order" refuses 2 "--climb-from has no meaning for --order 1" --climb-from both --order 1
check "labels by sibling are labels" refuses 2 "--joint-siblings has no meaning without labels" --joint-siblings yes --labels none
runs=2
check "the same bytes twice, two runs" same_twice
runs=1
check "the same bytes twice, joint and first order" same_twice --labels joint --order 1 --decoder nonprojective
check "the same trees from several threads" same_trees
check "progress ends with the model's figures" reports
check "the best iteration is kept and named" keeps
check "the best iteration needs development data" refuses 2 "--keep best has no meaning without --dev" --keep best
check "the same bytes twice, crf" same_twice --trainer crf --labels joint
check "the scores of a CRF are probabilities" probable
check "crf has no second order" refuses 2 "--trainer crf is of first order" --trainer crf --order 2
check "crf has no k" refuses 2 "--k has no meaning" --k 2 --trainer crf
check "crf has no cost" refuses 2 "--cost has no meaning" --cost 1 --trainer crf
check "crf has no loss" refuses 2 "--loss-punct has no meaning" --loss-punct none --trainer crf
check "crf has no loss of labels" refuses 2 "--label-loss has no meaning" --label-loss 1 --labels joint --trainer crf
check "a loss of labels without labels is refused" refuses 2 "--label-loss has no meaning" --label-loss 2 --labels none
check "bits of labels without labels are refused" refuses 2 "--label-bits has no meaning" --label-bits 12 --labels none
check "grandparents are of second order" refuses 2 "--grandparents has no meaning" --grandparents yes --order 1
check "k without mira is refused" refuses 2 "--k has no meaning" --k 2 --trainer perceptron
check "an unknown order is refused" refuses 2 "order" --order 3
check "no runs are refused" refuses 2 "runs" --runs 0
finish
