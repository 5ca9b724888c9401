#!/bin/bash
# SPDX-License-Identifier: MIT
# copse train transition: what is refused, and with which messages.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}" "${DATA:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

"$GENERATE" --sentences 40 --seed 1 --nonprojective 0.3 > tiny.conllu || exit 1

# refused STATUS LINE OPTION...: prints one line and writes no model.
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
    usage "$line" "$@" tiny.conllu
}

# Training reports the first problem that stops it in the words of copse check. test_train_ugly.sh is about
# the others.
bad_files() {
    local file ugly=': column [A-Z]* is empty\|: invalid UTF-8\|: control character\|: [0-9]* words have head 0'
    for file in "$DATA"/bad-*.conllu; do
        case $file in */bad-control.* | */bad-empty.* | */bad-nul.* | */bad-roots.* | */bad-utf8.*) continue ;; esac
        "$COPSE" check "$file" 2> all > /dev/null
        refused 1 "$(grep -v -m 1 "$ugly" all)" "$file" || { echo "$file"; return 1; }
    done
}

skips_bad() {
    local sentence
    for sentence in bad-cycle bad-head-range bad-columns bad-id bad-self-loop bad-no-root; do
        cat "$DATA/$sentence.conllu"
    done > six.conllu
    "$COPSE" train transition --skip-bad -o model six.conllu 2> err && grep -q ' 6 malformed sentences left out$' err &&
        "$COPSE" info --format tsv model | grep -qx 'meta	skipped	6' || { cat err; return 1; }
    printf '1\ta\t_\tX\t_\t_\t1\tx\t_\t_\n\n' > none.conllu
    refused 1 "copse: none.conllu: no sentence to train on" -q --skip-bad none.conllu
}

marked_labels() {
    sed 's/\tpunct\t/\tpunct↑\t/' tiny.conllu > marked.conllu
    refused 1 "copse: marked.conllu:$(grep -n -m 1 ↑ marked.conllu | cut -d : -f 1): $(
        "$COPSE" projectivize marked.conllu 2>&1 > /dev/null | sed 's/^copse: [^ ]* //')" -q marked.conllu &&
        "$COPSE" train transition -q --exploration 0 --pseudo-projective none -o model marked.conllu
}

check "-o is needed" test "$("$COPSE" train transition tiny.conllu 2>&1)" = \
    "copse: train transition: -o MODEL is needed; try 'copse train transition --help'"
check "one treebank is needed" usage "-o MODEL TRAIN expected, 0 given" --cost 1
check "a number or auto" usage "--cost: 'cheap' is not a number in 1e-9..1e9, nor auto" --cost cheap tiny.conllu
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
check "a wrong feature model" refused 1 "copse: wrong.feat:3: column 14: expected an address (S0, B0, C0, L0, R0, or head, lc, rc, lc2, rc2, first, last, ls, rs, lsib, rsib, prev, next, advised of one), found 'T0'" \
    -q --features wrong.feat tiny.conllu
check "a bad file for --dev" refused 1 "copse: $DATA/bad-cycle.conllu:5: cycle: 1 -> 2 -> 3 -> 1 (The, bells, were)" \
    -q --dev "$DATA/bad-cycle.conllu" tiny.conllu
check "a model that cannot be created" test "$("$COPSE" train transition -o nowhere/model tiny.conllu 2>&1)" = \
    "copse: nowhere/model: cannot create: No such file or directory"
check "a full disk" test "$("$COPSE" train transition -q -o /dev/full "$DATA/examples.conllu" 2>&1)" = \
    "copse: /dev/full: cannot write: No space left on device"
check "too many values to split by" refused 1 "copse: 5000 values of form(B0) have 1 examples or more (limit 4080)" -q \
    --split-by 'form(B0)' --split-threshold 1 --root none <(awk 'BEGIN { for (i = 0; i < 5000; i++)
        printf "1\tw%d\t_\tX\t_\t_\t0\tr\t_\t_\n\n", i }')

check "labels that look like marked ones" marked_labels
finish
