#!/bin/bash
# SPDX-License-Identifier: MIT
# copse study on small treebanks: what it writes, that it does nothing twice, that kills do not change a byte,
# that a failing system stops no other.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
RANDOM=${SEED:-1}

for name in a b; do
    seed=$([ $name = a ] && echo 1 || echo 2)
    "$GENERATE" --sentences 15 --seed "$seed" --nonprojective 0.3 > $name-train || exit 1
    "$GENERATE" --sentences 12 --seed "$((seed + 10))" --nonprojective 0.3 > $name-dev || exit 1
done
cat > small.study << 'END'
title Everything & <small>
paper Nobody 2000
about A study of all that studies can do.
for I in 1 2
system graph-i{I} = train graph --order 1 --iterations {I} --runs 1 --hash-bits 12
end
system eager = train transition --exploration 0
system risk = parse graph-i2 --decode min-risk --scores
system both = parse eager graph-i2
weights pos = weigh eager graph-i1 graph-i2 --by pos
system votes = combine eager graph-i1 graph-i2 --weights pos
system folds = crossval --folds 2 transition --exploration 0

table accuracy Accuracy
columns las uas exact/nonprojective la/no-punct size
table calibration Calibration
systems risk
columns ece label-ece
table took What it took
columns seconds memory speed
table labels Labels
rows labels 5
systems eager graph-i2
columns precision recall f
table pairs Agreement
rows pairs
systems eager graph*
table subsets Oracles
rows subsets
systems eager graph*
combine --weights uniform
figure iterations LAS by iterations
over I
systems graph*
figure arcs Precision by arc length
over arc-length
show precision
systems eager graph-i2
figure tags Accuracy by tag
over pos
systems eager graph-i2
pooled
claim graph-i2 > graph-i1 by las: more is better
claim graph* > eager by uas/nonprojective: on the mean
END
treebanks=(--treebank "a=a-train,a-dev" --treebank "b=b-train,b-dev")

# study DIR ARGUMENT...
study() {
    local out=$1
    shift
    "$COPSE" study small.study "${treebanks[@]}" -o "$out" "$@"
}

# What must be the same in every run.
same() {
    diff -r -x cache -x 'costs-*' "$1" "$2"
}

check "a study runs" study whole --threads 2
written() {
    for file in accuracy.md accuracy.tex accuracy.tsv labels-a.tsv labels-b.tex pairs-a.md subsets-b.md claims.md \
        iterations-a.svg arcs-b.svg tags.svg costs-took.tsv index.md index.html; do
        [ -s "whole/$file" ] || { echo "no $file"; return 1; }
    done
    [ "$(wc -l < whole/accuracy.tsv)" -eq 8 ] && [ "$(wc -l < whole/claims.tsv)" -eq 5 ] &&
        grep -q '&amp; &lt;small&gt;' whole/index.html && ! grep -q 'costs' whole/accuracy.md
}
check "tables, figures and pages are written" written

bold() {
    printf '%s\n' 'system eager = train transition --exploration 0' 'system same = parse eager' 'table t T' 'columns las' \
        > twins.study
    "$COPSE" study twins.study "${treebanks[@]}" -q -o twins --cache whole/cache &&
        grep -q '[*][*][0-9]' whole/accuracy.md && grep -q '^| same' twins/t.md && ! grep '[*][*][0-9]' twins/t.md
}
check "the best figure of a column is bold, but not if all are the same" bold

gold() { # the part of a-dev that is evaluated: its second half
    awk 'BEGIN { RS = ""; ORS = "\n\n" } NR > 6' a-dev
}
figures() {
    local trees wanted got
    trees=whole/cache/$(basename "$("$COPSE" study small.study "${treebanks[@]}" --cache nowhere --dry-run |
        awk -F '\t' '$1 == "a" && $2 == "votes" { print $3 }' | sed 's/.* //')")
    gold > half
    wanted=$("$COPSE" eval --format json half "$trees" | sed -n 's/.*"las": \([0-9.]*\).*/\1/p')
    got=$(awk -F '\t' '$1 == "votes" { print $2 }' whole/accuracy.tsv)
    [ -n "$wanted" ] && [ "$wanted" = "$got" ] || { echo "eval says $wanted, the table $got"; return 1; }
}
check "the table has the figures of eval" figures

again() {
    study whole > out 2> err && [ ! -s err ] && [ ! -s out ] || { cat err; return 1; }
    [ -z "$(study whole --dry-run)" ]
}
cp -r whole before
check "a second run does nothing" again
check "and writes the same" same before whole

check "one thread gives the same" study single -q --threads 1
check "byte for byte" same whole single

# Runs are killed, with their jobs, at moments that come later and later; the last one goes to its end.
killed() {
    local kills=0 pid i
    for i in 1 2 3 4 5; do
        "$COPSE" study small.study "${treebanks[@]}" -o "$1" -q --threads 2 > out 2>&1 & # itself, no shell
        pid=$!
        sleep "0.$((i - 1))$((RANDOM % 10))"
        kill -KILL $pid 2> /dev/null && kills=$((kills + 1))
        wait $pid 2> /dev/null
    done
    [ $kills -gt 0 ] || { echo "never killed"; return 1; }
    study "$1" -q --threads 2 && same whole "$1"
}
check "kills change nothing" killed kills1
check "nor others" killed kills2
check "no temporary file is left" test -z "$(sleep 0.3; find kills1 kills2 -name '.*.copse-*')"

check "an option with its default is the same job" test -z "$(sed 's/--runs 1/--runs 1 --labels two-stage/' small.study > same.study
    "$COPSE" study same.study "${treebanks[@]}" -o whole --dry-run)"
changed() {
    sed 's/--iterations {I}/--iterations {I} --k 2/' small.study > other.study
    "$COPSE" study other.study "${treebanks[@]}" -o whole --dry-run > list
    [ "$(grep -c 'copse train' list)" -eq 4 ] && ! grep -q 'train transition' list
}
check "other options are another job" changed
grown() {
    cp -r whole data
    (cat a-train; "$GENERATE" --sentences 1 --seed 77) > longer
    "$COPSE" study small.study --treebank "a=longer,a-dev" --treebank "b=b-train,b-dev" -o data --dry-run > list
    [ "$(grep -c 'copse train' list)" -eq 3 ] && ! grep -q '^b' list
}
check "other data is another job" grown

fails() {
    sed 's/^system risk = .*/system risk = parse eager --member nobody/' small.study > failing.study
    "$COPSE" study failing.study "${treebanks[@]}" -o failing --cache whole/cache > out 2> err
    [ $? -eq 1 ] && grep -q '^copse: risk on a: .*members' err && grep -q 'risk failed on b' failing/accuracy.md &&
        grep -q '^risk	-' failing/accuracy.tsv && grep -q '^eager	[0-9]' failing/accuracy.tsv ||
        { cat err failing/accuracy.tsv; return 1; }
}
check "a failing system stops no other" fails
lean() {
    study lean -q --cache lean-cache --keep-models no && same whole lean && [ -z "$(find lean-cache -name '*.model')" ] &&
        [ -z "$(study lean --cache lean-cache --dry-run)" ]
}
check "models may be dropped" lean

# The pages of docs/studies are made of what a study wrote.
pages() {
    FROM=from TO=to DIGEST=$1 COMMIT=abc1234 MACHINE='a machine' bash "$here/../models/pages.sh" > out 2>&1
}
published() {
    local digest
    digest=$(sed -n 's/^Copse .*, sources \(.*\)\.$/\1/p' whole/index.md)
    mkdir -p from to/small
    cp -r whole from/small
    [ -n "$digest" ] && ! pages "$digest" && grep -q 'to/small/note.md is missing' out || { cat out; return 1; }
    echo 'Little came out.' > to/small/note.md
    ! pages 1-1 && grep -q 'small was run by another program' out && pages "$digest" || { cat out; return 1; }
    [ "$(grep -n -A 2 -m 1 '^## ' to/small/README.md | tr '\n' ' ')" = '7:## In short 8- 9-Little came out. ' ] &&
        grep -q '^Measured at commit abc1234 on a machine\.$' to/small/README.md &&
        cmp whole/tags.svg to/small/tags.svg && cmp whole/costs-took.md to/small/costs-took.md &&
        grep -q '(small/README.md).* | a, b | [0-9] | [0-9] | [0-9] | [0-9] |$' to/README.md ||
        { cat to/README.md; head -20 to/small/README.md; return 1; }
    [ "$(awk -F ' [|] ' '/small/ { print $3 + $4 + $5 + $6 }' to/README.md)" -eq 4 ] && cp -r to before-pages &&
        pages "$digest" && diff -r to before-pages || return 1
    mkdir to/other
    touch to/other/note.md
    ! pages "$digest" && grep -q 'other was not run' out
}
check "pages are made of studies" published

# complains WORDS STUDY-LINE...: a study of these lines is refused in its last line, before anything is run.
complains() {
    local words=$1 line
    shift
    printf '%s\n' "$@" > bad.study
    line=$#
    "$COPSE" study bad.study "${treebanks[@]}" -o bad > out 2> err
    [ $? -eq 1 ] && [ ! -e bad ] && grep -q "^copse: bad.study:$line: .*$words" err && [ "$(wc -l < err)" -eq 1 ] ||
        { cat err; return 1; }
}
check "an unknown option" complains "ordre" 'system a = train graph --ordre 1'
check "a bad value" complains "3" 'system a = train graph --order 3'
check "options that do not fit" complains "" 'system a = train graph --trainer crf --k 5'
check "an unknown verb" complains "trian" 'system a = trian graph'
check "a verb that makes no trees" complains "eval" 'system a = eval x y'
check "an unknown system" complains "b" 'system a = train graph' 'system c = combine a b'
check "a system below" complains "c" 'system a = combine c'
check "a file to train on" complains "my-file" 'system a = train graph my-file'
check "unknown punctuation" complains "some" 'system a = train graph' 'evaluate --punct some'
check "output" complains "output" 'system a = train graph -o x'
check "no model to parse with" complains "no model" 'system a = train graph' 'system b = combine a' 'system c = parse b'
check "weights that are trees" complains "weigh" 'system b = train graph' 'weights a = train graph'
usage() {
    "$COPSE" study "$@" > out 2> err
    [ $? -eq 2 ] && [ "$(wc -l < err)" -eq 1 ] || { cat err; return 1; }
}
check "no folder" usage small.study "${treebanks[@]}"
check "no treebank" usage small.study -o bad
check "half a treebank" usage small.study --treebank a=a-train -o bad
check "a treebank twice" usage small.study --treebank a=a-train,a-dev --treebank a=a-train,a-dev -o bad
check "studies that ship are listed" grep -q mcdonald <("$COPSE" study)
shipped() {
    local name
    for name in $("$COPSE" study | awk '{ print $1 }'); do
        [ -n "$("$COPSE" study "$name" "${treebanks[@]}" --dry-run)" ] || { echo "$name"; return 1; }
    done
}
check "and have commands that fit" shipped
finish
