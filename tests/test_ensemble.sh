#!/bin/bash
# SPDX-License-Identifier: MIT
# copse train ensemble, train stack, crossval, and parse with several models: accuracy, repeatability,
# refusals, no leftover files.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}" "${DATA:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

"$GENERATE" --sentences 80 --seed 1 --nonprojective 0.2 > train.conllu || exit 1
"$GENERATE" --sentences 60 --seed 2 --nonprojective 0.2 > dev.conllu || exit 1
printf 'pos(S0) pos(B0)\nform(S0) pos(B0)\npos(S0) form(B0)\npos(B0) pos(B1)\npos(S1) pos(S0)\nlabel(S0)\npos(S0) pos(B0) pos(B1)\nfeat(S0,*)\nfeat(B0,*)\n' > small.feat
graph="--hash-bits 14 --iterations 2 --runs 1"
transition="--exploration 0 --features small.feat"

assemble() { # VERB OPTION...
    local verb=$1
    shift
    "$COPSE" train "$verb" --graph-options="$graph" --transition-options="$transition" --folds 2 "$@" train.conllu
}

las() { # PARSED
    "$COPSE" eval --format json dev.conllu "$1" | sed -n 's/.*"las": *\([0-9.]*\).*/\1/p'
}

least() { # LAS OPTION...: of a parse of dev.conllu
    local wanted=$1 got
    shift
    "$COPSE" parse -q "$@" dev.conllu -o parsed.conllu && "$COPSE" check parsed.conllu || return 1
    got=$(las parsed.conllu)
    awk -v got="$got" -v wanted="$wanted" 'BEGIN { exit !(got >= wanted) }' || { echo "LAS $got"; return 1; }
}

# The last lines of progress give the accuracy of the model and of each member alone.
reports() {
    local name
    assemble ensemble --members arc-eager,arc-standard:reverse,graph1+arc-eager --by pos --dev dev.conllu -o ensemble.model 2> log || return 1
    for name in arc-eager arc-standard:reverse graph1+arc-eager; do
        "$COPSE" parse -q -m ensemble.model --member $name dev.conllu -o alone.conllu || return 1
        grep -q "^dev: $name: LAS $(printf %.2f "$(las alone.conllu)"), UAS " log || { tail -n 4 log; las alone.conllu; return 1; }
    done
    "$COPSE" parse -q -m ensemble.model dev.conllu -o whole.conllu || return 1
    grep -q "^dev: vote: LAS $(printf %.2f "$(las whole.conllu)"), UAS " log || { tail -n 4 log; las whole.conllu; return 1; }
}

any_number_of_threads() {
    assemble ensemble -q --threads 1 --members arc-eager,graph1+arc-eager -o one.model &&
        assemble ensemble -q --threads 3 --members arc-eager,graph1+arc-eager -o three.model && cmp one.model three.model &&
        "$COPSE" parse -q --threads 1 -m one.model dev.conllu -o one.conllu &&
        "$COPSE" parse -q --threads 4 -m one.model dev.conllu -o four.conllu && cmp one.conllu four.conllu
}

# The base uses its guides: with so little training it is better than alone.
stack_listens() {
    local alone
    assemble stack -q --base graph1 --guide transition --dev dev.conllu -o stack.model || return 1
    # shellcheck disable=SC2086
    "$COPSE" train graph -q $graph --order 1 -o graph.model train.conllu && "$COPSE" parse -q -m graph.model dev.conllu -o parsed.conllu || return 1
    alone=$(las parsed.conllu)
    least "$(awk -v alone="$alone" 'BEGIN { print alone + 1 }')" -m stack.model
}

the_other_way_round() {
    assemble stack -q --base arc-eager --guide graph2,arc-standard:reverse -o stack2.model && least 75 -m stack2.model &&
        "$COPSE" info --format tsv stack2.model | grep -qx 'meta	member-3	arc-eager+graph2+arc-standard:reverse'
}

# Models that vote in one pass give the same trees as combine does with their outputs.
joined_is_combined() {
    local name models=() files=()
    for name in arc-eager arc-standard covington-projective; do
        # shellcheck disable=SC2086
        "$COPSE" train transition -q $transition --algorithm $name -o $name.model train.conllu &&
            "$COPSE" parse -q -m $name.model dev.conllu -o $name.conllu || return 1
        models+=(-m "$name.model") files+=("$name.conllu")
    done
    "$COPSE" combine -q --weights uniform "${files[@]}" -o combined.conllu && "$COPSE" parse -q "${models[@]}" dev.conllu | cmp - combined.conllu || return 1
    "$COPSE" weigh --by pos dev.conllu "${files[@]}" -o weights && "$COPSE" combine -q --weights weights "${files[@]}" -o combined.conllu &&
        "$COPSE" parse -q --weights weights "${models[@]}" dev.conllu | cmp - combined.conllu || return 1
    "$COPSE" combine -q --weights uniform --scores "${files[@]}" -o combined.conllu &&
        "$COPSE" parse -q --scores "${models[@]}" dev.conllu | cmp - combined.conllu
}

info_tells() {
    "$COPSE" info --format tsv ensemble.model > facts || return 1
    local line
    for line in 'meta	kind	ensemble' 'meta	weights-from	dev' 'meta	member-1	arc-eager' 'member 1	kind	transition' \
        'member 2 option	algorithm	arc-standard' 'member 3	kind	graph' 'member 3 option	order	1' 'weights	by	pos'; do
        grep -qx "$line" facts || { echo "$line"; return 1; }
    done
    grep -q '^weights	system	arc-standard:reverse 0' facts && "$COPSE" info ensemble.model > /dev/null &&
        "$COPSE" info --format json ensemble.model | python3 -c 'import json, sys; json.load(sys.stdin)' 2> /dev/null ||
        ! command -v python3 > /dev/null
}

crossval_pools() {
    # shellcheck disable=SC2086
    "$COPSE" crossval --folds 4 graph $graph --order 1 -o pooled.conllu train.conllu > figures 2> log || return 1
    local all
    all=$("$COPSE" eval train.conllu pooled.conllu | sed -n 's/^LAS (head and label) *\([0-9.]*\) .*/\1/p')
    grep -Eq "^all +80 +[0-9]+ +$all +" figures && [ "$(grep -c '^[1-4] ' figures)" -eq 4 ] && grep -q '^mean  ' figures &&
        [ "$(grep -c '^graph, fold' log)" -eq 4 ] || { cat figures log; return 1; }
    # shellcheck disable=SC2086
    "$COPSE" crossval graph -q --threads 3 --folds 4 $graph --order 1 -o again.conllu train.conllu > /dev/null && cmp pooled.conllu again.conllu
}

crossval_of_the_other() {
    # shellcheck disable=SC2086
    "$COPSE" crossval -q --folds=2 transition $transition --algorithm arc-standard train.conllu > figures && grep -q '^all  *80 ' figures
}

refused() { # STATUS WORDS COMMAND...: one line that has the words, and no file
    local status=$1 words=$2
    shift 2
    rm -f no-file
    "$COPSE" "$@" > stdout 2> log
    [ $? -eq "$status" ] && [ "$(wc -l < log)" -eq 1 ] && grep -qF -- "$words" log && [ ! -s stdout ] && [ ! -e no-file ] ||
        { cat log; return 1; }
}

damaged() {
    local size at i
    size=$(wc -c < one.model)
    for i in 1 4 8; do
        at=$((size * i / 9))
        head -c "$at" one.model > damaged
        refused 1 "copse: damaged: is truncated" parse -m damaged dev.conllu || return 1
        { head -c "$at" one.model; tail -c +$((at + 1)) one.model | head -c 1 | tr '\0-\377' '\1-\377\0'; tail -c +$((at + 2)) one.model; } > damaged
        refused 1 "copse: damaged: is damaged" parse -m damaged dev.conllu || return 1
    done
}

interrupted() {
    mkdir -p out
    "$COPSE" train ensemble -q -o out/model train.conllu &
    sleep 0.5
    kill -TERM $!
    wait $!
    [ -z "$(ls -A out)" ]
}

check "progress ends with the figures of all" reports
check "an ensemble learns" least 75 -m ensemble.model
check "uniform weights instead" least 75 -m ensemble.model --weights uniform
check "the same bytes for any number of threads" any_number_of_threads
check "a stacked graph parser listens" stack_listens
check "a stacked transition parser" the_other_way_round
check "several models do as combine does" joined_is_combined
check "info tells of members and weights" info_tells
check "crossval pools predictions" crossval_pools
check "crossval of transition parsers" crossval_of_the_other
check "damaged ensembles" damaged
check "interrupted, nothing is left" interrupted

check "-o is needed" refused 2 "-o MODEL is needed" train ensemble train.conllu
check "an unknown member" refused 2 "unknown parser 'graph9'" train ensemble --members graph9 -o no-file train.conllu
check "an unknown factor" refused 2 "unknown factor 'weather'" train ensemble --by weather -o no-file train.conllu
check "a base is needed" refused 2 "--base NAME is needed" train stack --guide graph -o no-file train.conllu
check "a guide is needed" refused 2 "--guide NAME is needed" train stack --base graph -o no-file train.conllu
check "two bases" refused 2 "is not one parser" train stack --base graph1,graph2 --guide transition -o no-file train.conllu
check "wrong options of a trainer" refused 2 "--graph-options: unknown option '--fast'" train ensemble --graph-options=--fast -o no-file train.conllu
check "options without effect" refused 2 "--kernel has no meaning" train ensemble --transition-options='--kernel rbf' -o no-file train.conllu
check "the seed is the verb's" refused 2 "--seed is an option for all parsers together" train ensemble --graph-options='--seed 2' -o no-file train.conllu
check "a bad treebank" refused 1 "bad-cycle.conllu:5: cycle" train stack --base graph --guide transition -q -o no-file "$DATA/bad-cycle.conllu"
check "a bad file for --dev" refused 1 "bad-cycle.conllu:5: cycle" train ensemble -q --dev "$DATA/bad-cycle.conllu" -o no-file train.conllu
check "too many folds" refused 1 "80 sentences cannot be cut into 81 folds" train stack -q --base graph1 --guide graph1 --folds 81 -o no-file train.conllu
check "no place for the model" refused 1 "nowhere/model: cannot create" train ensemble -o nowhere/model train.conllu
check "crossval of what" refused 2 "'crossval' is one of: crossval transition, crossval graph" crossval --folds 2 train.conllu
check "crossval without a treebank" refused 2 "crossval graph: [-o PREDICTIONS] TRAIN expected" crossval --folds 2 graph
check "crossval with another's option" refused 2 "unknown option '--order'" crossval transition --order 1 train.conllu
check "crossval with one fold" refused 2 "'1' is not a whole number in 2..100" crossval --folds 1 graph train.conllu
check "crossval to standard output" refused 2 "-o needs a file" crossval graph -o - train.conllu
check "no such member" refused 1 "ensemble.model: has no member 'graph1', only arc-eager, arc-standard:reverse, graph1+arc-eager" \
    parse -q --member graph1 -m ensemble.model dev.conllu -o no-file
check "a member of one parser" refused 1 "arc-eager.model: is one parser" parse -q --member arc-eager -m arc-eager.model dev.conllu -o no-file
check "weights of one parser" refused 1 "arc-eager.model: is one parser" parse -q --weights weights -m arc-eager.model dev.conllu -o no-file
check "weights for other systems" refused 1 "weights:" parse -q --weights weights -m arc-eager.model -m arc-standard.model dev.conllu -o no-file
named() {
    "$COPSE" parse -q -m arc-eager.model dev.conllu -o a.conllu && "$COPSE" parse -q -m arc-standard.model dev.conllu -o b.conllu &&
        "$COPSE" weigh -q dev.conllu one=a.conllu two=b.conllu -o of-names || return 1
    "$COPSE" parse -q -m one=arc-eager.model -m two=arc-standard.model --weights of-names dev.conllu -o by-name &&
        "$COPSE" combine -q --weights of-names one=a.conllu two=b.conllu | cmp - by-name
}
check "models have names" named
check "and not the names of their files then" refused 1 "of-names:" parse -q --weights of-names -m arc-eager.model -m two=arc-standard.model dev.conllu -o no-file
check "one of two models is missing" refused 1 "copse: nowhere: cannot open" parse -q -m arc-eager.model -m nowhere dev.conllu -o no-file
finish
