#!/bin/bash
# SPDX-License-Identifier: MIT
# Learners seen from outside: copse instances and copse classify.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}" "${DATA:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

"$GENERATE" --sentences 60 --seed 1 --nonprojective 0.3 >train.conllu || exit 1
"$GENERATE" --sentences 20 --seed 2 --nonprojective 0.3 >dev.conllu || exit 1
cat >odd.conllu <<'END'
1	a b	_	X	X	_	2	d,e	_	_
2	50%\	_	Y|Z	Y&Z	A=1|B=2	0	root	_	_

END
printf 'form(S0)\npos(S0) pos(B0)\nfeat(B0,*)\nfeat(S0,B)\nlabel(S0)\n' >odd.feat

# --- instances
writes() {
    "$COPSE" instances -q --features malt-standard train.conllu dev.conllu -o train.txt -o dev.txt --map map.txt &&
        "$COPSE" instances -q --features malt-standard --format libsvm train.conllu dev.conllu -o train.svm -o dev.svm --map map.svm
}
check "instances of two treebanks in both formats" writes
check "every line has 14 columns and a class" bash -c '! awk "NF != 15" train.txt dev.txt | grep -q .'
check "both formats have the same lines" bash -c '[ "$(wc -l <train.txt)" = "$(wc -l <train.svm)" ] && [ "$(wc -l <dev.txt)" = "$(wc -l <dev.svm)" ]'
# What the map says about the numbers of a line are its symbols.
same() {
    awk -F'\t' -v column=13 '
        FNR == 1 { file++ }
        file == 1 && $1 == "class" { class[$2] = $3 }
        file == 1 && $1 == "feature" && $3 == column { symbol[$2] = $4 }
        file == 2 { n = split($0, item, " "); found = ""
            for (i = 2; i <= n; i++) { split(item[i], pair, ":"); if (pair[1] in symbol) found = symbol[pair[1]] }
            print found, class[item[1]] }' map.svm "$1.svm" >one
    awk '{ print $13, $15 }' "$1.txt" >two
    cmp one two
}
check "the numbers are those of the symbols" same train
check "ids ascend" awk '{ last = 0; for (i = 2; i <= NF; i++) { split($i, p, ":"); if (p[1] <= last || p[2] != 1) exit 1; last = p[1] } }' train.svm dev.svm
check "the dev set has no ids of its own" bash -c 'most() { tr " " "\n" <"$1" | grep : | cut -d: -f1 | sort -n | tail -n 1; }; [ "$(most dev.svm)" -le "$(most train.svm)" ]'
check "the map names the columns" grep -q "^column	7	label(lc(S0))$" map.txt
"$COPSE" instances -q --features odd.feat odd.conllu >odd.txt
check "symbols are escaped" diff odd.txt - <<'END'
%nil %nil&X %none %nil %nil SHIFT
a%20b X&Y%26Z A=1|B=2 %none %none LEFT:d%2Ce
%nil %nil&Y%26Z A=1|B=2 %nil %nil SHIFT
50%25%5C Y%26Z&%root %none B=2 %none LEFT
END
check "--joint-labels 0 leaves labels to others" bash -c '[ "$("$1" instances -q --joint-labels 0 train.conllu | awk "{ print \$NF }" | sort -u | tr "\n" " ")" = "LEFT REDUCE RIGHT SHIFT " ]' - "$COPSE"
check "their examples are there too" bash -c '"$1" instances -q --joint-labels 0 --classifier left-labels train.conllu | awk "{ print \$NF }" | grep -qx nsubj' - "$COPSE"
check "--where chooses examples" bash -c '[ "$("$1" instances -q --features odd.feat --where "pos(B0)=Y&Z" odd.conllu | wc -l)" = 0 ] && [ "$("$1" instances -q --features odd.feat --where "pos(B0)=Y%26Z" odd.conllu | wc -l)" = 2 ]' - "$COPSE"

status() { "$@" >out 2>err; echo $?; }
check "one -o for each treebank" bash -c '"$1" instances train.conllu dev.conllu -o one 2>err; [ $? = 2 ] && grep -q "2 treebanks need as many" err' - "$COPSE"
check "options of learners are none of it" test "$(status "$COPSE" instances --cost 1 train.conllu)" = 2
check "a bad term is named" bash -c '"$1" instances --where "pos(X)=a" train.conllu 2>err >out; [ $? = 1 ] && grep -q -- "--where" err' - "$COPSE"

# --- classify
for learner in memory liblinear libsvm; do
    "$COPSE" classify -q --learner $learner train.txt dev.txt >$learner.out || exit 1
    check "$learner classifies every line" test "$(wc -l <$learner.out)" = "$(wc -l <dev.txt)"
    right=$(paste -d ' ' $learner.out <(awk '{ print $NF }' dev.txt) | awk '$1 == $2' | wc -l)
    check "$learner is right about four of five" test $((right * 5)) -gt $(($(wc -l <dev.txt) * 4))
done
"$COPSE" classify --learner libsvm train.svm dev.svm >numbers.out 2>err
check "LIBSVM's format is recognised" bash -c 'grep -q "^copse: accuracy [89]" err && grep -qx 1 numbers.out'
"$COPSE" classify -q --learner memory --distances --votes train.txt train.txt >self.out
check "what was seen is at distance 0" bash -c '! awk -F"\t" "\$2 != 0 || \$3 == \"\"" self.out | grep -q .'
check "memory needs symbols" bash -c '"$1" classify --learner memory train.svm dev.svm 2>err; [ $? = 1 ] && grep -q "needs symbolic features" err' - "$COPSE"
check "distances are memory's" test "$(status "$COPSE" classify --learner libsvm --distances train.txt dev.txt)" = 2
printf '1 3:1\n2 4:0.5\n' >half.svm
check "values between 0 and 1 are refused" bash -c '"$1" classify half.svm half.svm 2>err; [ $? = 1 ] && grep -q "^copse: half.svm:2: .4:0.5." err' - "$COPSE"
: >empty
check "an empty file is refused" bash -c '"$1" classify empty dev.txt 2>err; [ $? = 1 ] && grep -q "^copse: empty: no instances" err' - "$COPSE"

# --- a parser
trains() {
    "$COPSE" train transition -q --learner memory --features malt-standard --split-by 'pos(B0)' --split-threshold 50 --threads "$1" -o "$2" train.conllu &&
        "$COPSE" parse -q -m "$2" dev.conllu -o "$2.out"
}
check "a parser with a memory" trains 1 one.model
check "the number of threads changes nothing" bash -c '"$1" train transition -q --learner memory --features malt-standard --split-by "pos(B0)" --split-threshold 50 --threads 2 -o two.model train.conllu && cmp one.model two.model' - "$COPSE"
las=$("$COPSE" eval --format json dev.conllu one.model.out | tr ',{' '\n\n' | sed -n 's/ *"las": *\([0-9]*\).*/\1/p')
check "it parses a made-up language" test "${las:-0}" -gt 60
check "--cost has no meaning for it" bash -c '"$1" train transition --learner memory --cost 1 -o x train.conllu 2>err; [ $? = 2 ] && grep -q "no meaning for --learner memory" err' - "$COPSE"
finish
