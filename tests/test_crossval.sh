#!/bin/bash
# SPDX-License-Identifier: MIT
# copse crossval: folds in three ways, every family, means and standard deviations held against 'copse eval' on
# each fold, formats, interruption.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

"$GENERATE" --sentences 62 --seed 1 --nonprojective 0.1 > train.conllu || exit 1
printf 'pos(S0) pos(B0)\nform(S0) pos(B0)\npos(B0) pos(B1)\npos(S1) pos(S0)\nlabel(S0)\npos(S0) pos(B0) pos(B1)\n' > small.feat
graph=(--hash-bits 14 --iterations 1 --runs 1)
transition=(--exploration 0 --features small.feat)

crossval() { # FAMILY OPTION...
    local family=$1
    shift
    "$COPSE" crossval "$family" -q "$@" train.conllu
}

# nth K I FILE: the sentences of FILE whose number, from 0, is I modulo K.
nth() {
    awk -v k="$1" -v i="$2" '(n % k) == i { print } NF == 0 { n++ }' "$3"
}

# The order of the file, other columns byte for byte, and the figures that eval gives for each fold.
modulo_folds() {
    local i row
    crossval generative --folds 5 --split modulo --format tsv -o predicted.conllu > figures || return 1
    [ "$(cut -f 1-6,9- train.conllu | cksum)" = "$(cut -f 1-6,9- predicted.conllu | cksum)" ] || { echo "other words"; return 1; }
    for i in 0 1 2 3 4; do
        nth 5 $i train.conllu > gold && nth 5 $i predicted.conllu > system || return 1
        row=$("$COPSE" eval --format tsv gold system | awk -v fold=$((i + 1)) '{ v[$1] = $2 }
            END { OFS = "\t"; print fold, v["sentences"], v["tokens"], v["las"], v["uas"], v["la"], v["exact"] }')
        grep -qxF "$row" figures || { echo "$row"; cat figures; return 1; }
    done
    "$COPSE" eval --format tsv train.conllu predicted.conllu | awk '{ v[$1] = $2 }
        END { OFS = "\t"; print "all", v["sentences"], v["tokens"], v["las"], v["uas"], v["la"], v["exact"] }' > row
    grep -qxFf row figures || { cat row figures; return 1; }
}

# Within the rounding of the folds' own figures.
means() {
    awk '$1 ~ /^[0-9]+$/ { n++; for (c = 4; c <= 7; c++) { sum[c] += $c; squares[c] += $c * $c } }
        $1 == "mean" { for (c = 4; c <= 7; c++) mean[c] = $c }
        $1 == "sd" { for (c = 4; c <= 7; c++) sd[c] = $c }
        function far(a, b) { return a - b > 0.02 || b - a > 0.02 }
        END { for (c = 4; c <= 7; c++) {
                  m = sum[c] / n; s = sqrt((squares[c] - n * m * m) / (n - 1))
                  if (far(m, mean[c]) || far(s, sd[c])) { print c, m, mean[c], s, sd[c]; bad = 1 } }
              exit bad || n != 5 }' figures
}

# Precision of each label: the mean of what eval gives, over the folds where it gives some.
means_by_label() {
    local i
    crossval generative --folds 5 --split modulo --by label --format tsv | sed '1,/^$/d' > table
    for i in 0 1 2 3 4; do
        nth 5 $i train.conllu > gold && nth 5 $i predicted.conllu > system || return 1
        "$COPSE" eval --by label --format tsv gold system | sed '1,/^$/d; /^name/d'
    done > parts
    awk -F '\t' 'FNR == 1 && NR > 1 { for (c = 1; c <= NF; c++) if ($c == "precision_mean") p = c; else if ($c == "precision_sd") d = c; next }
        FILENAME == "parts" { gold[$1] += $2; folds[$1] += $2 > 0
            if ($8 != "-") { n[$1]++; sum[$1] += $8; squares[$1] += $8 * $8 }; next }
        function far(a, b) { return b == "-" ? 1 : a - b > 0.02 || b - a > 0.02 }
        { rows++; m = n[$1] ? sum[$1] / n[$1] : 0; s = n[$1] > 1 ? sqrt((squares[$1] - n[$1] * m * m) / (n[$1] - 1) + 1e-9) : 0
          if ($2 != gold[$1] || $3 != folds[$1] || (n[$1] ? far(m, $p) : $p != "-") || (n[$1] > 1 ? far(s, $d) : $d != "-")) { print; print m, s; bad = 1 } }
        END { for (l in gold) labels++; exit bad || rows != labels || labels < 10 }' parts table
}

# Without punctuation, as eval without it.
punctuation() { # WHICH
    crossval generative --folds 5 --split modulo --punct "$1" --format tsv > figures2 &&
        "$COPSE" eval --punct "$1" --format tsv train.conllu predicted.conllu | awk '{ v[$1] = $2 }
            END { OFS = "\t"; print "all", v["sentences"], v["tokens"], v["las"], v["uas"], v["la"], v["exact"] }' > row &&
        grep -qxFf row figures2 || { cat row figures2; return 1; }
}

# The same for any number of threads; each seed has its own random folds.
random_folds() {
    crossval transition "${transition[@]}" --split random --folds 3 --seed 4 --threads 1 -o one.conllu > one &&
        crossval transition "${transition[@]}" --split random --folds 3 --seed 4 --threads 3 -o three.conllu > three &&
        cmp one.conllu three.conllu && cmp one three || return 1
    crossval transition "${transition[@]}" --split random --folds 3 --seed 5 > other && ! cmp -s one other &&
        crossval transition "${transition[@]}" --folds 3 > other && ! cmp -s one other
}

# As text it is the table of before, with more at the right and a line more.
text_for_scripts() {
    crossval graph "${graph[@]}" --folds 2 > text || return 1
    head -n 1 text | grep -Eq '^fold +sentences +words +LAS +UAS +LA +exact$' && [ "$(wc -l < text)" -eq 6 ] &&
        awk '$1 == "mean" && NF == 5 && $2 > 20 { n++ } $1 == "sd" && NF == 5 { n++ } $1 == "all" && $2 == 62 && NF == 7 { n++ }
            $1 ~ /^[12]$/ && $2 == 31 && NF == 7 { n++ } END { exit n != 5 }' text || { cat text; return 1; }
}

nested() { # FAMILY OPTION...
    local family=$1
    shift
    crossval "$family" --graph-options="${graph[*]}" --transition-options="${transition[*]}" --folds 2 "$@" --threads 1 -o one.conllu > one &&
        crossval "$family" --graph-options="${graph[*]}" --transition-options="${transition[*]}" --folds 2 "$@" --threads 5 -o five.conllu > five &&
        cmp one five && cmp one.conllu five.conllu && "$COPSE" check -q one.conllu &&
        awk '$1 == "all" && $4 > 60 { n++ } END { exit n != 1 }' one || { cat one; return 1; }
}

# A fold is parsed by the ensemble that 'train' makes of the others.
folds_are_trained_as_by_train() {
    local options=(--members "arc-eager,graph1+arc-eager" --graph-options="${graph[*]}" --transition-options="${transition[*]}")
    crossval ensemble "${options[@]}" --train-folds 3 --train-by pos --folds 2 -o both.conllu > /dev/null || return 1
    awk 'NF == 0 { n++ } n < 31 || (n == 31 && NF == 0) { print }' train.conllu > first
    awk 'n >= 31 { print } NF == 0 { n++ }' train.conllu > second
    "$COPSE" train ensemble -q --calibrate no "${options[@]}" --folds 3 --by pos -o second.model second &&
        "$COPSE" parse -q -m second.model first -o parsed && awk 'NF == 0 { n++ } n < 31 || (n == 31 && NF == 0) { print }' both.conllu | cmp - parsed
}

# Without supervision the heads are only for the figures.
heads_are_not_read() {
    awk -F '\t' -v OFS='\t' '$1 ~ /^[0-9]+$/ { $7 = $1 - 1; $8 = "x" } { print }' train.conllu > chain.conllu
    "$COPSE" crossval generative -q --unsupervised --iterations 3 --folds 2 -o a train.conllu > /dev/null &&
        "$COPSE" crossval generative -q --unsupervised --iterations 3 --folds 2 -o b chain.conllu > /dev/null && cmp a b
}

formats() {
    local f
    for f in json markdown latex; do
        crossval generative --folds 2 --by pos --format $f > "out.$f" || return 1
    done
    grep -q '^| mean |' out.markdown && grep -q '^\\toprule' out.latex || return 1
    command -v python3 > /dev/null || return 0
    python3 -c 'import json; r = json.load(open("out.json"))
assert r["split"] == "consecutive" and r["punctuation"] == "all" and len(r["folds"]) == 2 and r["folds"][1]["fold"] == 2
assert abs(r["mean"]["las"] - sum(f["las"] for f in r["folds"]) / 2) < 0.011
assert set(r["sd"]) == {"las", "uas", "la", "exact"} and r["all"]["uas"] > 0
assert r["words"] == sum(p["gold"] for p in r["pos"])'
}

# Ctrl-C ends all processes, those of the folds' own ensembles too.
interrupted() {
    local status left n=0
    mkdir -p out
    for _ in {1..15}; do cat train.conllu; done > large.conllu
    set -m
    "$COPSE" crossval ensemble --members arc-eager,graph2+arc-eager,arc-standard --folds 2 --threads 4 -o out/x large.conllu > stdout 2> err &
    local pid=$!
    set +m
    sleep 1
    kill -INT -- -$pid
    wait $pid
    status=$?
    while left=$(ps -o pid= -g $pid 2> /dev/null) && [ -n "$left" ] && [ $n -lt 40 ]; do
        n=$((n + 1))
        sleep 0.05
    done
    [ $status -eq 130 ] && [ -z "$(ls -A out)" ] && [ ! -s stdout ] && [ -z "$left" ] &&
        [ "$(grep -c '^copse: interrupted: nothing was written to out/x$' err)" -eq 1 ] || { echo "status $status, left $left"; cat err; return 1; }
}

refused() { # WORDS OPTION...
    local words=$1
    shift
    "$COPSE" crossval "$@" train.conllu > stdout 2> err
    [ $? -eq 2 ] && [ "$(wc -l < err)" -eq 1 ] && grep -qF -- "$words" err && [ ! -s stdout ] || { cat err; return 1; }
}

check "folds by i mod k, in the order of the file" modulo_folds
check "means and standard deviations" means
check "means by label" means_by_label
check "without punctuation" punctuation none
check "without some tags" punctuation 'tags=NN VERB'
check "folds at random" random_folds
check "text for scripts" text_for_scripts
check "stacks" nested stack --base graph1 --guide transition
check "ensembles" nested ensemble --members arc-eager,graph1+arc-eager,graph1 --train-by pos
check "folds are trained as by train" folds_are_trained_as_by_train
check "unsupervised" heads_are_not_read
check "formats" formats
check "interrupted" interrupted
check "an unknown split" refused "'alphabetical' is none of consecutive|modulo|random" --split alphabetical graph
check "a stack without a base" refused "crossval stack: --base NAME is needed" stack --guide graph
check "the trainer's own option" refused "'uniform' is none of none|label|pos" ensemble --by uniform
finish
