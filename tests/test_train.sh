#!/bin/bash
# SPDX-License-Identifier: MIT
# copse train transition: accuracy, repeatability, and what a model says about itself.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}" "${DATA:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

"$GENERATE" --sentences 1500 --seed 1 --nonprojective 0.1 > large.conllu || exit 1
"$GENERATE" --sentences 100 --seed 1 --nonprojective 0.3 > small.conllu || exit 1
"$GENERATE" --sentences 40 --seed 1 --nonprojective 0.3 > tiny.conllu || exit 1
"$GENERATE" --sentences 150 --seed 2 --nonprojective 0.1 > test.conllu || exit 1

train() { # MODEL TREEBANK OPTION...: one round, so that tests are fast
    local model=$1 treebank=$2
    shift 2
    "$COPSE" train transition --quiet --exploration 0 "$@" -o "$model" "$treebank"
}

# reaches LAS MODEL: its trees pass the check and reach this accuracy on test.conllu.
reaches() {
    local las
    "$COPSE" parse --quiet -m "$2" test.conllu -o parsed.conllu && "$COPSE" check parsed.conllu || return 1
    ! grep -q '[↑↓]' parsed.conllu || { echo "marks on labels"; return 1; }
    las=$("$COPSE" eval --format json test.conllu parsed.conllu | sed -n 's/.*"las": *\([0-9.]*\).*/\1/p')
    awk -v las="$las" -v least="$1" 'BEGIN { exit !(las >= least) }' || { echo "LAS $las"; return 1; }
}

learns() { # LAS TREEBANK OPTION...
    local least=$1
    shift
    train model "$@" && reaches "$least" model
}

explores() {
    "$COPSE" train transition --exploration 2 --exploration-heat 0.5 --dev test.conllu -o model small.conllu 2> log || return 1
    reaches 80 model && grep -q '^exploration 2 of 2: ' log && grep -q '^dev: LAS [0-9.]*, UAS ' log || { cat log; return 1; }
    # The last accuracy reported is that of the model.
    [ "$(sed -n 's/^dev: LAS \([0-9.]*\),.*/\1/p' log | tail -n 1)" = \
        "$("$COPSE" eval test.conllu parsed.conllu | sed -n 's/^LAS (head and label) *\([0-9.]*\) .*/\1/p')" ]
}

same_twice() { # OPTION...
    "$COPSE" train transition -q "$@" -o once tiny.conllu && "$COPSE" train transition -q "$@" --threads 3 -o twice tiny.conllu &&
        cmp once twice
}

standard_input() {
    train once tiny.conllu && train twice - < tiny.conllu && cmp once twice &&
        "$COPSE" train transition -q --exploration 0 -o - tiny.conllu > twice && cmp once twice
}

# A model records the treebank that it was trained on.
describes_itself() {
    train model small.conllu --cost 0.25 --seed 7 --features arc-eager && "$COPSE" info --format tsv model > facts || return 1
    local fact
    for fact in "meta	kind	transition" "meta	sentences	100" "meta	skipped	0" "meta	seed	7" "meta	pseudo-projective	head" \
        "meta	single-root	yes" "meta	cost	0.25" "option	cost	0.25" "option	eps	auto" "option	algorithm	arc-eager" \
        "option	features	arc-eager" "meta	parts-of-speech	XPOS"; do
        grep -qxF "$fact" facts || { echo "no '$fact'"; cat facts; return 1; }
    done
    grep -q "^meta	treebank-digest	$("$COPSE" info small.conllu | sed -n 's/^digest *//p')" facts || return 1
    # Its features are those of the file.
    sed -n 's/^feature	[0-9]*	//p' facts > listed
    sed 's/ *#.*//' "$here/../models/features/arc-eager.feat" | grep . | diff - listed
}

# auto means what --help says.
help_is_true() {
    local learner name value
    "$COPSE" train transition --help | tr -s ' \n' ' ' > help
    for learner in liblinear libsvm; do
        "$COPSE" train transition -q --learner $learner -o model "$DATA/examples.conllu" && "$COPSE" info --format tsv model > facts || return 1
        for name in cost eps exploration; do
            value=$(sed -n "s/^meta	$name	//p" facts)
            # "auto: 1", or "auto: 1 with one learner, 2 with the other"
            sed -E "s/.*--$name [A-Z]+ [^(]*auto: ([^(]*) \(.*/ \1,/" help |
                grep -Eq -e "^ $value,$" -e " $value with $learner," || { echo "--$name is $value with $learner"; return 1; }
        done
    done
}

features_from_file() {
    printf '# two\nform(S0) pos(S0)\npos(S0) pos(B0)\nform(B0)\n' > own.feat
    train model small.conllu --features own.feat && [ "$("$COPSE" info --format tsv model | grep -c '^feature')" -eq 3 ] &&
        reaches 40 model
}

# small_treebank TEXT: trains every algorithm and learner on it, and parses.
small_treebank() {
    local learner
    printf '%b' "$1" > one.conllu
    for learner in liblinear libsvm; do
        "$COPSE" train transition -q --learner $learner -o model one.conllu && "$COPSE" parse -q -m model one.conllu -o parsed &&
            cmp one.conllu parsed && reaches 0 model || { echo "$learner"; return 1; }
    done
}

several_roots() {
    awk -F '\t' -v OFS='\t' 'NF == 10 && $1 ~ /^[0-9]+$/ && $1 % 4 == 0 { $7 = 0 } { print }' tiny.conllu > roots.conllu
    # Several root words are allowed unless an option says otherwise.
    local algorithm
    for algorithm in arc-eager arc-standard arc-hybrid swap-eager multi-pass covington-projective covington-nonprojective planar two-planar; do
        train model roots.conllu --algorithm $algorithm --skip-bad || return 1
        "$COPSE" parse -q -m model test.conllu | "$COPSE" check > out 2> /dev/null && { echo "$algorithm: one root"; return 1; }
        "$COPSE" parse -q --single-root yes -m model test.conllu | "$COPSE" check || { echo "$algorithm: asked for one"; return 1; }
        train model roots.conllu --algorithm $algorithm --skip-bad --single-root yes && reaches 0 model ||
            { echo "$algorithm: trained for one"; return 1; }
    done
}

# Interrupts training after the first report, while LIBLINEAR works.
leaves_nothing() {
    local pid status n=0
    rm -rf out && mkdir out
    set -m
    "$COPSE" train transition --eps 1e-6 -o out/model large.conllu 2> err &
    pid=$!
    set +m
    until grep -q '^  transitions:' err; do
        n=$((n + 1))
        [ $n -lt 400 ] || { echo "nothing reported"; kill -KILL $pid; return 1; }
        sleep 0.05
    done
    kill -INT $pid
    wait $pid
    status=$?
    [ $status -eq 130 ] && [ -z "$(ls -A out)" ] || { echo "status $status"; ls -A out; return 1; }
}

check "arc-eager learns" learns 90 large.conllu --eps 1
check "arc-standard learns" learns 80 small.conllu --algorithm arc-standard
check "arc-hybrid learns" learns 80 small.conllu --algorithm arc-hybrid
check "swapping eagerly learns" learns 80 small.conllu --algorithm swap-eager
check "swapping lazily learns" learns 80 small.conllu --algorithm swap-lazy
check "Covington, projective, learns" learns 80 small.conllu --algorithm covington-projective
check "Covington, non-projective, learns" learns 80 small.conllu --algorithm covington-nonprojective
check "multi-pass learns" learns 80 small.conllu --algorithm multi-pass
check "planar learns" learns 80 small.conllu --algorithm planar
check "two-planar learns" learns 80 small.conllu --algorithm two-planar
check "LIBSVM learns" learns 70 tiny.conllu --learner libsvm --kernel linear
check "with a polynomial kernel" learns 65 tiny.conllu --learner libsvm
check "with classifiers for every part of speech" learns 70 small.conllu --split-by 'pos(B0)' --split-threshold 50
for mode in none head path head+path skip; do
    check "pseudo-projective: $mode" learns 80 small.conllu --pseudo-projective $mode
done
check "exploring" explores
check "the same model twice" same_twice --exploration 1
check "the same model twice, LIBSVM" same_twice --learner libsvm --kernel linear
check "from standard input, to standard output" standard_input
check "a model describes itself" describes_itself
check "--help says what auto means" help_is_true
check "a feature model from a file" features_from_file

check "one sentence of one word" small_treebank '1\tyes\t_\tINTJ\t_\t_\t0\troot\t_\t_\n\n'
check "one sentence, one label" small_treebank '1\ta\t_\tX\t_\t_\t2\tx\t_\t_\n2\tb\t_\tX\t_\t_\t0\tx\t_\t_\n\n'
check "several roots" several_roots
check "interrupted, it leaves nothing" leaves_nothing
finish
