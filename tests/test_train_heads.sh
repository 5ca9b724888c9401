#!/bin/bash
# SPDX-License-Identifier: MIT
# copse train graph --heads several, parsing with such a model, and copse eval --graph.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# Who wants to do something does it. Every sentence has an empty node, which has no part in that.
for noun in cat dog bird child king; do
    for verb in sing run play sleep; do
        for place in in on at; do
            printf '1\t%s\t%s\tNOUN\tN\tCase=Nom\t2\tnsubj\t2:nsubj|4:nsubj:xsubj\t_\n' $noun $noun
            printf '2\twants\twant\tVERB\tV\tTense=Pres\t0\troot\t0:root\t_\n'
            printf '2.1\twants\twant\tVERB\tV\t_\t_\t_\t2:conj\tCopyOf=2\n'
            printf '3\tto\tto\tPART\tT\t_\t4\tmark\t4:mark\t_\n'
            printf '4\t%s\t%s\tVERB\tV\tVerbForm=Inf\t2\txcomp\t2:xcomp\t_\n' $verb $verb
            printf '5\t%s\t%s\tADP\tP\t_\t6\tcase\t6:case\t_\n' $place $place
            printf '6\thouse\thouse\tNOUN\tN\tCase=Nom\t4\tobl\t2.1:obl|4:obl:%s\t_\n\n' $place
        done
    done
done > train.conllu
small=(--hash-bits 14 --iterations 3 --runs 1 --threads 1)
sed -E 's/^([0-9]+\t.*\t)[0-9:a-z.|]+\t_$/\1_\t_/' train.conllu > plain.conllu

learns() {
    "$COPSE" train graph "${small[@]}" --heads several -o several.model train.conllu 2> err &&
        grep -qx 'graphs: 420 arcs, 60 of them secondary, 60 from empty nodes passed by; .* no cycles' err &&
        grep -q '^graphs, iteration 3 of 3: loss of arcs ' err || { cat err; return 1; }
}

parses() {
    "$COPSE" parse -q -m several.model plain.conllu -o parsed.conllu || return 1
    [ "$(grep -c '4:nsubj:xsubj' parsed.conllu)" = 60 ] || { head -8 parsed.conllu; return 1; }
    [ "$(grep -c '	4:obl:at	' parsed.conllu)" = 20 ] || { head -8 parsed.conllu; return 1; }
    # empty nodes pass through byte for byte
    cmp <(grep '^2\.1' train.conllu) <(grep '^2\.1' parsed.conllu)
}

same_trees() {
    "$COPSE" train graph "${small[@]}" -q -o one.model train.conllu &&
        "$COPSE" parse -q -m one.model plain.conllu -o one.conllu &&
        cmp <(cut -f 1-8 one.conllu) <(cut -f 1-8 parsed.conllu) &&
        cmp <(cut -f 9 one.conllu) <(cut -f 9 plain.conllu)
}

# Scores are calibrated as without graphs: the parser inside has the same bytes.
calibrates() {
    cat train.conllu train.conllu train.conllu train.conllu > large.conllu
    "$COPSE" train graph "${small[@]}" --heads several -o large.model large.conllu 2> err &&
        grep -q '^calibrated on ' err || { cat err; return 1; }
    "$COPSE" train graph "${small[@]}" -q -o alone.model large.conllu &&
        cmp <("$COPSE" parse -q --scores -m large.model plain.conllu | cut -f 1-8,10) \
            <("$COPSE" parse -q --scores -m alone.model plain.conllu | cut -f 1-8,10) &&
        "$COPSE" info --format tsv large.model | grep -q '^stage 1 calibration'
}

repeats() {
    "$COPSE" train graph "${small[@]}" --heads several -q -o again.model train.conllu &&
        cmp several.model again.model &&
        cmp parsed.conllu <("$COPSE" parse -q --threads 3 -m again.model plain.conllu)
}

shows_stages() {
    "$COPSE" info --format tsv several.model > info || return 1
    grep -qx 'stage 1	kind	graph' info && grep -qx 'stage 2	kind	enhancer' info &&
        grep -qx 'stage 2	secondary-arcs	60' info && grep -qx 'stage 2	arcs-from-empty-nodes	60' info ||
        { cat info; return 1; }
}

scores() {
    "$COPSE" eval --graph --format tsv train.conllu parsed.conllu > tsv || return 1
    grep -qx 'graph_f	100.00' tsv && grep -qx 'secondary_recall	100.00' tsv && grep -qx 'empty_gold	60' tsv ||
        { cat tsv; return 1; }
    # 420 arcs; of the 360 of the trees, 60 have another label
    grep -qx 'copied_precision	83.33' tsv && grep -qx 'copied_recall	71.43' tsv || { cat tsv; return 1; }
    "$COPSE" eval --graph --format json train.conllu parsed.conllu | grep -q '"graph_precision": 100.00,' &&
        "$COPSE" eval --graph train.conllu parsed.conllu | grep -q '^tree copied, labelled  *83.33' &&
        "$COPSE" eval --graph train.conllu parsed.conllu one.conllu | grep -q '^graph, second' &&
        ! "$COPSE" eval train.conllu parsed.conllu | grep -q graph
}

# refused STATUS LINE OPERAND...: one line, and no model.
refused() {
    local status=$1 line=$2 got
    shift 2
    rm -f none.model
    "$COPSE" train graph -q "${small[@]}" --heads several -o none.model "$@" 2> err
    got=$?
    [ $got -eq "$status" ] && [ "$(cat err)" = "$line" ] && [ ! -e none.model ] || { echo "status $got"; cat err; return 1; }
}

bad_graphs() {
    local text fault
    while IFS='	' read -r text fault; do
        { cat train.conllu; head -8 train.conllu | sed "s/0:root/$text/"; } > bad.conllu
        refused 1 "copse: bad.conllu:482: $fault" bad.conllu || return 1
        "$COPSE" train graph "${small[@]}" --heads several --skip-bad -o skip.model bad.conllu 2> err &&
            grep -qx 'bad.conllu: 1 sentence with malformed graphs: trees are learnt from them, graphs are not' err ||
            { cat err; return 1; }
    done << 'END'
5:a|x	'x' in DEPS of word 2 is not a head, a colon and a label
:	':' in DEPS of word 2 has no label
99:foo	'99:foo' in DEPS of word 2 has a head out of range
0:root|0:root	'root' in DEPS of word 2 is the label of the same arc twice
2:x	'2:x' in DEPS of word 2 makes the word its own head
END
}

nothing_to_learn() {
    "$GENERATE" --sentences 5 --seed 1 > trees.conllu &&
        refused 1 'copse: trees.conllu: no word has a graph in DEPS: --heads several has nothing to learn from' \
            trees.conllu || return 1
    sed 's/|4:nsubj:xsubj//' train.conllu > single.conllu
    refused 1 'copse: single.conllu: no word has a second head: --heads several has nothing to learn from' single.conllu
}

not_everywhere() {
    local line='--heads several adds a graph to the tree, which cross-validation and ensembles cannot use'
    refused 2 "copse: train graph: --heads several has no meaning for --labels none; try 'copse train graph --help'" \
        --labels none train.conllu || return 1
    "$COPSE" crossval --folds 2 graph --heads several train.conllu 2> err
    [ $? = 2 ] && grep -qF -- "$line" err || { cat err; return 1; }
    "$COPSE" train ensemble --members graph1,arc-eager --graph-options '--heads several' -o none.model train.conllu 2> err
    [ $? = 2 ] && grep -qF "graph1: $line" err && [ ! -e none.model ] || { cat err; return 1; }
    "$COPSE" parse -m several.model -m one.model plain.conllu 2> err
    [ $? = 1 ] && grep -q 'is not a parser alone' err || { cat err; return 1; }
}

# CoNLL-X: PHEAD and PDEPREL have one secondary head.
conllx() {
    awk -F '\t' -v OFS='\t' '$1 ~ /\./ { next } NF { $6 = "Nom"; $9 = "_"; $10 = "_" }
        $1 == 1 { $9 = 4; $10 = "XS" } { print }' train.conllu > train.conllx
    sed 's/	4	XS$/	_	_/' train.conllx > plain.conllx
    "$COPSE" train graph "${small[@]}" --heads several -q -o x.model train.conllx &&
        "$COPSE" parse -q -m x.model plain.conllx -o parsed.conllx && cmp train.conllx parsed.conllx &&
        "$COPSE" eval --graph --format tsv train.conllx parsed.conllx | grep -qx 'secondary_f	100.00'
}

check "graphs are learnt beside trees" learns
check "parsing writes DEPS, and leaves empty nodes" parses
check "trees are those of a parser without graphs" same_trees
check "scores are those of a parser without graphs" calibrates
check "the same bytes every time" repeats
check "copse info shows both stages" shows_stages
check "copse eval --graph" scores
check "malformed graphs are refused or left out" bad_graphs
check "a treebank without secondary arcs is refused" nothing_to_learn
check "refused where one parser is wanted" not_everywhere
check "CoNLL-X" conllx
finish
