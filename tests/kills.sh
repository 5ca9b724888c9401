#!/bin/bash
# SPDX-License-Identifier: MIT
# kills.sh [N]: starts `train transition`, `train graph` and `parse -o` N times each (100) and kills each with
# SIGKILL at a moment chosen from its whole run time. After every kill the file must be absent or the old one,
# or whole and new, and at most one temporary file may be beside it; after a last run to the end, none.
# Prints a line for each command; the status is 1 if anything was wrong. Wants COPSE and GENERATE; SEED chooses
# other moments.
set -u
: "${COPSE:?}" "${GENERATE:?}"
runs=${1:-100}
RANDOM=${SEED:-1}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
mkfifo clock && exec 9<> clock || exit 1 # nothing ever comes: waiting for it needs no process
wrong=0

# bad WORDS: reports what is wrong and goes on.
bad() {
    echo "wrong: $*"
    wrong=$((wrong + 1))
}

# Microseconds.
now() {
    local t=$EPOCHREALTIME
    time_now=${t//[!0-9]/}
}

# wait_microseconds N
wait_microseconds() {
    local seconds
    printf -v seconds '%d.%06d' $(($1 / 1000000)) $(($1 % 1000000))
    read -r -t "$seconds" -u 9
}

# Sets leftovers.
count_leftovers() {
    local found=()
    shopt -s nullglob
    found=(out/.[!.]*)
    shopt -u nullglob
    leftovers=${#found[@]}
}

# run_time COMMAND...: the longest of five runs, in microseconds. Sets span.
run_time() {
    local start i
    span=0
    for i in 1 2 3 4 5; do
        now
        start=$time_now
        "$@" 2> err || { cat err; exit 1; }
        now
        [ $((time_now - start)) -le $span ] || span=$((time_now - start))
    done
}

# check_target FILE: is it what it may be? Counts states.
check_target() {
    if [ ! -e "out/$1" ]; then
        [ "$before" = none ] || bad "run $i: out/$1 is gone"
    elif cmp -s "out/$1" "new.$1"; then
        whole=$((whole + 1))
    elif [ "$before" = none ] || ! cmp -s "out/$1" old; then
        bad "run $i: out/$1 is half-written"
    fi
}

# kill_often WHAT FILE COMMAND...: the command writes out/FILE.
kill_often() {
    local what=$1 file=$2 i pid status before killed=0 left=0 most=0 whole=0
    shift 2
    run_time "$@"
    mv "out/$file" "new.$file"
    for ((i = 1; i <= runs; i++)); do
        before=none
        rm -f "out/$file"
        [ $((i % 2)) -eq 0 ] || { before=old; cp old "out/$file"; }
        "$@" 2> err &
        pid=$!
        wait_microseconds $(((RANDOM * 32768 + RANDOM) % (span + 1)))
        kill -KILL $pid 2> /dev/null
        wait $pid 2> /dev/null
        status=$?
        [ $status -eq 137 ] && killed=$((killed + 1))
        [ $status -eq 137 ] || [ $status -eq 0 ] || bad "run $i: status $status: $(cat err)"
        check_target "$file"
        count_leftovers
        [ "$leftovers" -eq 0 ] || left=$((left + 1))
        [ "$leftovers" -le "$most" ] || most=$leftovers
        [ "$leftovers" -le 1 ] || bad "run $i: $leftovers temporary files"
    done
    "$@" || bad "the last run failed"
    cmp -s "out/$file" "new.$file" || bad "the last run wrote something else"
    [ "$(ls -A out)" = "$file" ] || bad "left behind: $(ls -A out)"
    rm -f "out/$file"
    echo "$what: $runs runs of up to $((span / 1000)) ms, $killed killed, $left with a leftover (at most $most at once), $whole whole files, $wrong wrong"
}

mkdir out
echo old > old
"$GENERATE" --sentences 12 --seed 1 > train && "$GENERATE" --sentences 300 --seed 2 > text || exit 1
"$COPSE" train transition -q --exploration 0 -o model train || exit 1
kill_often "train transition" m "$COPSE" train transition -q --exploration 0 -o out/m train
kill_often "train graph" g "$COPSE" train graph -q --iterations 1 --runs 1 --hash-bits 12 -o out/g train
kill_often "parse -o" p "$COPSE" parse -q -m model text -o out/p
kill_often "parse -o, compressed" p.gz "$COPSE" parse -q -m model text -o out/p.gz
[ $wrong -eq 0 ]
