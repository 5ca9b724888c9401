#!/bin/bash
# SPDX-License-Identifier: MIT
# Lists of trees, trees of least risk, probabilities of arcs: parse --kbest, parse --decode, oracle --kbest, marginals.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}" "${DATA:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

"$GENERATE" --sentences 60 --seed 1 --nonprojective 0.1 > train.conllu || exit 1
"$GENERATE" --sentences 40 --seed 2 --nonprojective 0.1 > test.conllu || exit 1
small="--iterations 2 --hash-bits 14 --runs 1"
"$COPSE" train transition -q --exploration 0 -o eager train.conllu || exit 1
# shellcheck disable=SC2086
{
    "$COPSE" train graph -q $small --decoder projective -o graph2 train.conllu &&
        "$COPSE" train graph -q $small --decoder nonprojective -o climbing train.conllu &&
        "$COPSE" train graph -q $small --trainer crf -o crf train.conllu &&
        "$COPSE" train graph -q $small --trainer crf --labels joint --decoder projective -o joint train.conllu
} || exit 1
models="eager graph2 climbing crf joint"

# The first tree of a list is the tree of the parser, and the comments count.
first_is_best() {
    local model
    for model in $models; do
        "$COPSE" parse -q -m $model --kbest 7 test.conllu -o lists && "$COPSE" check lists > log || { cat log; return 1; }
        "$COPSE" parse -q -m $model test.conllu -o best || return 1
        awk -v RS= -v ORS='\n\n' '/# rank = 1\n/' lists | sed '/^# \(rank\|score\|probability\|probability-over\|exact\) = /d' |
            cmp - best || { echo "$model"; return 1; }
    done
}

# Ranks run from 1, scores fall, probabilities are shares.
comments_are_right() {
    local model
    for model in $models; do
        "$COPSE" parse -q -m $model --kbest 5 test.conllu | awk -v model=$model '
            /^# rank = 1$/ { sum = 0 }
            /^# rank/ { if ($4 != 1 && $4 != rank + 1) bad = "rank"; rank = $4; lists += rank == 1; trees++ }
            /^# score/ { if (rank > 1 && $4 > score) bad = "score"; score = $4 }
            /^# probability / { sum += $4; if (sum > 1.00001 || $4 < 0) bad = "probability" }
            END { if (bad || lists != 40 || trees < 100) { print model, bad, lists, trees; exit 1 } }' || return 1
    done
}

# What is exact and what is not is said.
exactness_is_said() {
    "$COPSE" parse -q -m eager --kbest 3 test.conllu | grep -q '^# exact = no' &&
        "$COPSE" parse -q -m climbing --kbest 3 test.conllu | grep -q '^# exact = no' &&
        ! "$COPSE" parse -q -m graph2 --kbest 3 test.conllu | grep -q '^# exact' &&
        ! "$COPSE" parse -q -m crf --kbest 3 test.conllu | grep -e '^# exact' -e '^# probability-over' &&
        "$COPSE" parse -q -m graph2 --kbest 3 test.conllu | grep -q '^# probability-over = list'
}

any_number_of_threads() {
    "$COPSE" parse -q -m graph2 --kbest 4 --threads 1 test.conllu -o one &&
        "$COPSE" parse -q -m graph2 --kbest 4 --threads 3 test.conllu | cmp - one
}

# No blank line is lost or doubled, whatever the ends of the file are like.
ends_of_files() {
    printf '\xef\xbb\xbf\n# a\n1\ta\ta\tX\tX\t_\t_\t_\t_\t_\n2\tb\tb\tX\tX\t_\t_\t_\t_\t_' > ugly
    "$COPSE" parse -q -m crf --kbest 3 ugly -o lists && "$COPSE" check lists || return 1
    [ "$(grep -c '^# rank' lists)" -eq "$(grep -c $'^2\tb' lists)" ] && [ "$(grep -c $'\xef\xbb\xbf' lists)" -eq 1 ] &&
        [ "$(grep -c '^# a' lists)" -eq "$(grep -c '^# rank' lists)" ]
}

oracle_rises() {
    local model
    for model in $models; do
        "$COPSE" parse -q -m $model --kbest 20 test.conllu -o lists &&
            "$COPSE" oracle --kbest --format tsv test.conllu lists | awk -v model=$model '
                NR > 1 { if ($2 < las || $3 < uas || $4 < exact) bad = 1; las = $2; uas = $3; exact = $4; rows++ }
                END { if (bad || rows != 5) { print model, rows; exit 1 } }' || return 1
        "$COPSE" parse -q -m $model test.conllu -o best
        [ "$("$COPSE" oracle --kbest --format tsv test.conllu lists | awk 'NR == 2 { print $2, $3 }')" = \
            "$("$COPSE" eval --format tsv test.conllu best | awk '$1 == "las" { l = $2 } $1 == "uas" { u = $2 } END { print l, u }')" ] || {
            "$COPSE" eval --format tsv test.conllu best
            return 1
        }
    done
}

# refused STATUS TEXT COMMAND...: it fails with this status and one line that has the text.
refused() {
    local status=$1 text=$2 got
    shift 2
    "$@" > out 2> log
    got=$?
    [ $got -eq "$status" ] && [ "$(wc -l < log)" -eq 1 ] && grep -qF -- "$text" log || { echo "status $got"; cat log; return 1; }
}

wrong_lists_are_refused() {
    "$COPSE" parse -q -m crf --kbest 3 test.conllu -o lists || return 1
    awk -v RS= -v ORS='\n\n' 'NR > 1' lists > headless
    refused 1 'headless:1: the rank is 2' "$COPSE" oracle --kbest test.conllu headless &&
        refused 1 'more lists than sentences' "$COPSE" oracle --kbest <(head -n 40 test.conllu | awk -v RS= -v ORS='\n\n' 'NR < 2') lists &&
        refused 1 'word' "$COPSE" oracle --kbest train.conllu lists &&
        refused 2 '--kbest takes GOLD and one file' "$COPSE" oracle --kbest test.conllu lists lists &&
        refused 2 'min-risk' "$COPSE" parse -m crf --kbest 2 --decode min-risk test.conllu &&
        refused 2 'kbest' "$COPSE" parse -m crf --kbest 0 test.conllu &&
        refused 1 'CoNLL-X has no comments' "$COPSE" parse -q -m crf --kbest 2 "$DATA/examples.conllx"
}

least_risk_is_a_tree() {
    local model
    for model in $models; do
        "$COPSE" parse -q -m $model --decode min-risk test.conllu -o risk && "$COPSE" check risk > log || { cat log; return 1; }
    done
    "$COPSE" parse -q -m crf -m graph2 -m eager --decode min-risk test.conllu -o risk && "$COPSE" check risk
}

# The probabilities of the heads of a word sum to 1; the sum over all trees is given where it is known.
marginals_sum_to_one() {
    local model
    for model in $models; do
        "$COPSE" marginals -m $model --least 0 test.conllu | awk -F '\t' -v model=$model '
            NF == 6 && NR > 1 { sum[$1 " " $2] += $6; words += !seen[$1 " " $2]++ }
            END { for (w in sum) if (sum[w] < 0.999 || sum[w] > 1.001) bad = w
                  if (bad || words < 200) { print model, bad, sum[bad], words; exit 1 } }' || return 1
    done
    [ "$("$COPSE" marginals -m crf test.conllu | grep -c '^# log_sum')" -eq 40 ] &&
        [ "$("$COPSE" marginals -m graph2 test.conllu | grep -c '^# log_sum')" -eq 0 ]
}

# Every line of JSON is one; what is probable enough is there in both formats.
formats_agree() {
    "$COPSE" marginals -m crf --least 0.2 --format json test.conllu -o json && "$COPSE" marginals -m crf --least 0.2 test.conllu -o tsv &&
        [ "$(grep -o '"probability"' json | wc -l)" -eq "$(grep -vc -e '^#' -e '^sentence' tsv)" ] &&
        [ "$(wc -l < json)" -eq 40 ] || return 1
    command -v python3 > /dev/null || return 0
    python3 -c 'import json, sys
for line in open("json"): json.loads(line)'
}

# With the heads that are there, every arc of the tree is certain.
given_heads_are_certain() {
    "$COPSE" marginals -m crf --keep-heads --least 0 best.conllu | awk -F '\t' 'NF == 6 && NR > 1 { n++; if ($6 < 0.999999) bad = 1 }
        END { exit bad || n < 200 }' && ! "$COPSE" marginals -m crf --least 0 best.conllu | awk -F '\t' 'NF == 6 && NR > 1 && $6 < 0.9 { bad = 1 } END { exit bad }'
}

# The dense graph has more arcs, and pruning takes only unlikely ones.
unpruned_is_denser() {
    local dense thin
    dense=$("$COPSE" marginals -m crf --least 0 --unpruned test.conllu | wc -l)
    thin=$("$COPSE" marginals -m crf --least 0 test.conllu | wc -l)
    [ "$dense" -gt "$thin" ] && "$COPSE" parse -q -m graph2 --unpruned test.conllu | "$COPSE" check
}

# A note where the option can have no effect: without a graph-based parser, with one that never prunes.
unpruned_is_said_to_be_vain() {
    local note='copse: --unpruned has no effect: the model has no graph-based parser that leaves arcs out' model
    # shellcheck disable=SC2086
    "$COPSE" train graph -q $small --unpruned -o dense train.conllu || return 1
    for model in eager dense; do
        "$COPSE" marginals -m $model --unpruned test.conllu > /dev/null 2> err && [ "$(cat err)" = "$note" ] || { cat err; return 1; }
        "$COPSE" parse -m $model --unpruned test.conllu > /dev/null 2> err && [ "$(grep -cxF "$note" err)" -eq 1 ] || { cat err; return 1; }
        "$COPSE" parse -q -m $model --unpruned test.conllu > /dev/null 2> err && [ ! -s err ] || { cat err; return 1; }
    done
    "$COPSE" parse -m eager -m graph2 --unpruned test.conllu > /dev/null 2> err && ! grep -q 'no effect' err || { cat err; return 1; }
    "$COPSE" parse -m eager -m graph2 --member eager --unpruned test.conllu > /dev/null 2> err && grep -qxF "$note" err || { cat err; return 1; }
}

check "the first tree of a list is the parser's" first_is_best
check "ranks, scores and probabilities are right" comments_are_right
check "inexact lists say so" exactness_is_said
check "lists do not depend on the threads" any_number_of_threads
check "the ends of a file do not matter" ends_of_files
check "the oracle rises with the length of lists" oracle_rises
check "wrong lists and options are refused" wrong_lists_are_refused
check "every way of parsing has a tree of least risk" least_risk_is_a_tree
check "probabilities of heads sum to one" marginals_sum_to_one
check "TSV and JSON agree" formats_agree
"$COPSE" parse -q -m crf test.conllu -o best.conllu
check "given heads are certain" given_heads_are_certain
check "without pruning there are more arcs" unpruned_is_denser
check "a note where --unpruned has no effect" unpruned_is_said_to_be_vain
finish
