#!/bin/bash
# SPDX-License-Identifier: MIT
# copse train transition: what is learnt, what is the same twice, what is refused, what is left behind.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}" "${DATA:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

"$GENERATE" --sentences 1500 --seed 1 --nonprojective 0.1 > large.conllu || exit 1
"$GENERATE" --sentences 150 --seed 1 --nonprojective 0.3 > small.conllu || exit 1
"$GENERATE" --sentences 200 --seed 2 --nonprojective 0.1 > test.conllu || exit 1

train() { # MODEL TREEBANK OPTION...: one round, so that tests are fast
    local model=$1 treebank=$2
    shift 2
    "$COPSE" train transition --quiet --exploration 0 "$@" -o "$model" "$treebank"
}

# reaches LAS MODEL: trees that pass the check, and are right for so many per cent of the words of test.conllu.
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
    reaches 85 model && grep -q '^round 2 of 2: ' log && [ "$(grep -c '^dev: LAS [0-9.]*, UAS ' log)" -eq 3 ] ||
        { cat log; return 1; }
    # The last figure is that of the model.
    [ "$(sed -n 's/^dev: LAS \([0-9.]*\),.*/\1/p' log | tail -n 1)" = \
        "$("$COPSE" eval test.conllu parsed.conllu | sed -n 's/^LAS (head and label) *\([0-9.]*\) .*/\1/p')" ]
}

same_twice() { # OPTION...
    "$COPSE" train transition -q "$@" -o once small.conllu && "$COPSE" train transition -q "$@" --threads 3 -o twice small.conllu &&
        cmp once twice
}

standard_input() {
    train once small.conllu && train twice - < small.conllu && cmp once twice &&
        "$COPSE" train transition -q --exploration 0 -o - small.conllu > twice && cmp once twice
}

# A model is made of its treebank, and says so.
describes_itself() {
    train model small.conllu --cost 0.25 --seed 7 --features arc-eager && "$COPSE" info --format tsv model > facts || return 1
    local fact
    for fact in "meta	kind	transition" "meta	sentences	150" "meta	skipped	0" "meta	seed	7" "meta	pseudo-projective	head" \
        "meta	single-root	yes" "meta	cost	0.25" "option	cost	0.25" "option	eps	auto" "option	algorithm	arc-eager" \
        "option	features	arc-eager" "meta	parts-of-speech	XPOS"; do
        grep -qxF "$fact" facts || { echo "no '$fact'"; cat facts; return 1; }
    done
    grep -q "^meta	treebank-digest	$("$COPSE" info small.conllu | sed -n 's/^digest *//p')" facts || return 1
    # Its features are the file's.
    sed -n 's/^feature	[0-9]*	//p' facts > listed
    sed 's/ *#.*//' "$here/../models/features/arc-eager.feat" | grep . | diff - listed
}

# What --help says that auto means is what it means.
help_is_true() {
    local learner name value
    "$COPSE" train transition --help | tr -s ' \n' ' ' > help
    for learner in liblinear libsvm; do
        "$COPSE" train transition -q --learner $learner -o model "$DATA/examples.conllu" && "$COPSE" info --format tsv model > facts || return 1
        for name in cost eps exploration; do
            value=$(sed -n "s/^meta	$name	//p" facts)
            grep -oE -e "--$name [A-Z]+ [^(]*" help | grep -Eq "auto: .*$value with $learner" ||
                { echo "--$name is $value with $learner"; return 1; }
        done
    done
}

features_from_file() {
    printf '# two\nform(S0) pos(S0)\npos(S0) pos(B0)\nform(B0)\n' > own.feat
    train model small.conllu --features own.feat && [ "$("$COPSE" info --format tsv model | grep -c '^feature')" -eq 3 ] &&
        reaches 40 model
}

# refused STATUS LINE OPTION...: one line, and no model.
refused() {
    local status=$1 line=$2 got
    shift 2
    rm -rf out && mkdir out
    "$COPSE" train transition "$@" -o out/model > stdout 2> err
    got=$?
    [ $got -eq "$status" ] && [ "$(cat err)" = "$line" ] && [ ! -s stdout ] && [ -z "$(ls -A out)" ] ||
        { echo "status $got"; cat err; ls -A out; return 1; }
}

usage() { # LINE OPTION...
    local line=$1
    shift
    refused 2 "copse: train transition: $line; try 'copse train transition --help'" "$@"
}

has_no_meaning() { # WHAT WHERE OPTION...
    local line="$1 has no meaning $2"
    shift 2
    usage "$line" "$@" small.conllu
}

# In the words of copse check, of which it says the first that is not about several roots.
bad_files() {
    local file
    for file in "$DATA"/bad-*.conllu; do
        case $file in */bad-roots.conllu | */bad-together.conllu) continue ;; esac
        "$COPSE" check "$file" 2> all > /dev/null
        refused 1 "$(head -n 1 all)" "$file" || { echo "$file"; return 1; }
    done
}

skips_bad() {
    local sentence
    for sentence in bad-cycle bad-head-range bad-columns bad-utf8 bad-self-loop bad-no-root; do
        cat "$DATA/$sentence.conllu"
    done > six.conllu
    "$COPSE" train transition --skip-bad -o model six.conllu 2> err && grep -q ' 6 malformed sentences left out$' err &&
        "$COPSE" info --format tsv model | grep -qx 'meta	skipped	6' || { cat err; return 1; }
    printf '1\ta\t_\tX\t_\t_\t1\tx\t_\t_\n\n' > none.conllu
    refused 1 "copse: none.conllu: no sentence to train on" -q --skip-bad none.conllu
}

# small_treebank TEXT: trains with every algorithm and learner on it, and parses.
small_treebank() {
    local learner
    printf '%b' "$1" > one.conllu
    for learner in liblinear libsvm; do
        "$COPSE" train transition -q --learner $learner -o model one.conllu && "$COPSE" parse -q -m model one.conllu -o parsed &&
            cmp one.conllu parsed && reaches 0 model || { echo "$learner"; return 1; }
    done
}

several_roots() {
    awk -F '\t' -v OFS='\t' 'NF == 10 && $1 ~ /^[0-9]+$/ && $1 % 4 == 0 { $7 = 0 } { print }' small.conllu > roots.conllu
    # Roots there may be several, unless it is said.
    local algorithm
    for algorithm in arc-eager arc-standard covington-projective covington-nonprojective; do
        train model roots.conllu --features arc-eager --algorithm $algorithm --skip-bad || return 1
        "$COPSE" parse -q -m model test.conllu | "$COPSE" check > out 2> /dev/null && { echo "$algorithm: one root"; return 1; }
        "$COPSE" parse -q --single-root yes -m model test.conllu | "$COPSE" check || { echo "$algorithm: asked for one"; return 1; }
        train model roots.conllu --features arc-eager --algorithm $algorithm --skip-bad --single-root yes && reaches 0 model ||
            { echo "$algorithm: trained for one"; return 1; }
    done
}

marked_labels() {
    sed 's/\tpunct\t/\tpunct↑\t/' small.conllu > marked.conllu
    refused 1 "copse: marked.conllu:$(grep -n -m 1 ↑ marked.conllu | cut -d : -f 1): $(
        "$COPSE" projectivize marked.conllu 2>&1 > /dev/null | sed 's/^copse: [^ ]* //')" -q marked.conllu &&
        train model marked.conllu --pseudo-projective none
}

# Interrupted after the first report, in the middle of LIBLINEAR's work.
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

check "arc-eager learns" learns 90 large.conllu
check "arc-standard learns" learns 85 small.conllu --algorithm arc-standard --features arc-eager
check "Covington, projective, learns" learns 85 small.conllu --algorithm covington-projective --features arc-eager
check "Covington, non-projective, learns" learns 85 small.conllu --algorithm covington-nonprojective --features arc-eager
check "LIBSVM learns" learns 80 small.conllu --learner libsvm --kernel linear
check "with a polynomial kernel" learns 75 small.conllu --learner libsvm
check "with classifiers for every part of speech" learns 80 small.conllu --split-by 'pos(B0)' --split-threshold 50
for mode in none head path head+path; do
    check "pseudo-projective: $mode" learns 85 small.conllu --pseudo-projective $mode
done
check "exploring" explores
check "the same model twice" same_twice --exploration 1
check "the same model twice, LIBSVM" same_twice --learner libsvm --kernel linear
check "from standard input, to standard output" standard_input
check "a model describes itself" describes_itself
check "--help says what auto means" help_is_true
check "a feature model from a file" features_from_file

check "-o is needed" test "$("$COPSE" train transition small.conllu 2>&1)" = \
    "copse: train transition: -o MODEL is needed; try 'copse train transition --help'"
check "one treebank is needed" usage "-o MODEL TRAIN expected, 0 given" --cost 1
check "a number or auto" usage "--cost: 'cheap' is not a number in 1e-9..1e9, nor auto" --cost cheap small.conllu
for option in "--kernel rbf" "--degree 2" "--gamma 1" "--coef0 0"; do
    # shellcheck disable=SC2086
    check "$option without LIBSVM" has_no_meaning "${option% *}" "for --learner liblinear" $option
done
check "--solver with LIBSVM" has_no_meaning --solver "for --learner libsvm" --learner libsvm --solver 4
check "--prune with LIBSVM" has_no_meaning --prune "for --learner libsvm" --learner libsvm --prune 0.1
check "--degree with another kernel" has_no_meaning --degree "for --kernel rbf" --learner libsvm --kernel rbf --degree 2
check "--gamma with a linear kernel" has_no_meaning --gamma "for --kernel linear" --learner libsvm --kernel linear --gamma 2
check "--split-threshold alone" has_no_meaning --split-threshold "without --split-by" --split-threshold 10
check "--exploration-heat alone" has_no_meaning --exploration-heat "without --exploration" --exploration 0 --exploration-heat 1
check "--pseudo-projective where nothing needs it" has_no_meaning --pseudo-projective "for --algorithm covington-nonprojective" \
    --algorithm covington-nonprojective --pseudo-projective head

check "bad sentences are refused in the words of check" bad_files
check "bad sentences are left out and counted" skips_bad
: > empty.conllu
check "an empty treebank" refused 1 "copse: empty.conllu: no sentence to train on" empty.conllu
check "no treebank" refused 1 "copse: nowhere: cannot open: No such file or directory" nowhere
check "no heads" refused 1 "copse: $DATA/hostile-no-heads.conllu:$(
    "$COPSE" check "$DATA/hostile-no-heads.conllu" 2>&1 | sed -n '1s/^[^:]*: [^:]*:\(.*\)/\1/p')" "$DATA/hostile-no-heads.conllu"
printf 'form(S0)\n\nform(S0) pos(T0)\n' > wrong.feat
check "a wrong feature model" refused 1 "copse: wrong.feat:3: column 14: expected an address (S0, B0, C0, or head, lc, rc, lc2, rc2, ls, rs, prev, next of one), found 'T0'" \
    -q --features wrong.feat small.conllu
check "a bad file for --dev" refused 1 "copse: $DATA/bad-cycle.conllu:5: cycle: 1 -> 2 -> 3 -> 1 (The, bells, were)" \
    -q --dev "$DATA/bad-cycle.conllu" small.conllu
check "a model that cannot be created" test "$("$COPSE" train transition -o nowhere/model large.conllu 2>&1)" = \
    "copse: nowhere/model: cannot create: No such file or directory"
check "a full disk" test "$("$COPSE" train transition -q -o /dev/full "$DATA/examples.conllu" 2>&1)" = \
    "copse: /dev/full: cannot write: No space left on device"
check "too many values to split by" refused 1 "copse: 5000 values of form(B0) have 1 examples or more (limit 4080)" -q \
    --split-by 'form(B0)' --split-threshold 1 --root none <(awk 'BEGIN { for (i = 0; i < 5000; i++)
        printf "1\tw%d\t_\tX\t_\t_\t0\tr\t_\t_\n\n", i }')

check "one sentence of one word" small_treebank '1\tyes\t_\tINTJ\t_\t_\t0\troot\t_\t_\n\n'
check "one sentence, one label" small_treebank '1\ta\t_\tX\t_\t_\t2\tx\t_\t_\n2\tb\t_\tX\t_\t_\t0\tx\t_\t_\n\n'
check "several roots" several_roots
check "labels that look like marked ones" marked_labels
check "interrupted, it leaves nothing" leaves_nothing
finish
