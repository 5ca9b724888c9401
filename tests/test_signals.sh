#!/bin/bash
# SPDX-License-Identifier: MIT
# An interrupted copse dies of the signal, leaves no unfinished file behind, and says so.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# dies_of SIGNAL NUMBER: starts a conversion that waits for the rest of its input and sends the signal.
dies_of() {
    local pid status n=0
    rm -rf "$dir/out" "$dir/pipe"
    mkdir "$dir/out"
    mkfifo "$dir/pipe"
    exec 3<> "$dir/pipe"
    # A job in the background ignores SIGINT unless job control is on.
    set -m
    "$COPSE" convert -o "$dir/out/new.conllu" < "$dir/pipe" 2> "$dir/err" &
    pid=$!
    set +m
    # More input than it reads before it opens its output, and less than a pipe holds.
    printf '1\tword\t_\t_\t_\t_\t0\troot\t_\t_\n\n%.0s' {1..1500} >&3
    until [ -n "$(ls -A "$dir/out")" ]; do
        n=$((n + 1))
        [ $n -lt 200 ] || { echo "no output was begun"; kill -KILL $pid; exec 3>&-; return 1; }
        sleep 0.05
    done
    kill "-$1" $pid
    wait $pid
    status=$?
    exec 3>&-
    [ -z "$(ls -A "$dir/out")" ] || { echo "left behind: $(ls -A "$dir/out")"; return 1; }
    [ $status -eq $((128 + $2)) ] || { echo "status $status"; cat "$dir/err"; return 1; }
    says "copse: interrupted: nothing was written to $dir/out/new.conllu"
}

# says LINE: the line is on standard error exactly once.
says() {
    [ "$(grep -cxF "$1" "$dir/err")" -eq 1 ] || { cat "$dir/err"; return 1; }
}

# wait_for WORDS: waits until they are on standard error.
wait_for() {
    local n=0
    until grep -q "$1" "$dir/err" 2> /dev/null; do
        n=$((n + 1))
        [ $n -lt 400 ] || { echo "waited for '$1'"; cat "$dir/err"; return 1; }
        sleep 0.05
    done
}

kept="copse: stopping; the last finished iteration is kept (Ctrl-C again: nothing)"

# in_background COMMAND...: runs it in its own process group, with standard error in a file. Sets pid.
in_background() {
    rm -f "$dir/err" "$dir/model"
    set -m
    "$@" 2> "$dir/err" &
    pid=$!
    set +m
}

graph_keeps_an_iteration() {
    "$GENERATE" --sentences 200 --seed 1 > "$dir/train" || return 1
    in_background "$COPSE" train graph --iterations 1000 --runs 1 --hash-bits 16 -o "$dir/model" "$dir/train"
    wait_for '^iteration 2 of'
    kill -INT $pid
    wait $pid || { cat "$dir/err"; return 1; }
    says "$kept" && grep -q '^stopped: the model is that of iteration' "$dir/err" && [ -s "$dir/model" ]
}

# While it waits for its treebank, the first signal is acknowledged and the second one ends it.
graph_ends_at_the_second() {
    local status
    rm -f "$dir/pipe"
    mkfifo "$dir/pipe"
    exec 3<> "$dir/pipe"
    in_background "$COPSE" train graph -o "$dir/model" "$dir/pipe"
    sleep 0.3
    kill -INT $pid
    wait_for stopping
    kill -INT $pid
    wait $pid
    status=$?
    exec 3>&-
    [ $status -eq 130 ] && [ ! -e "$dir/model" ] && says "$kept" &&
        says "copse: interrupted: nothing was written to $dir/model"
}

# A terminal sends the signal to the children too, but only one process prints a message.
one_speaks_for_all() {
    local status
    "$GENERATE" --sentences 2000 --seed 1 > "$dir/train" || return 1
    in_background "$COPSE" train ensemble --members arc-eager,arc-standard --threads 2 -o "$dir/model" "$dir/train"
    wait_for 'training arc-standard'
    kill -INT -- -$pid
    wait $pid
    status=$?
    [ $status -eq 130 ] && [ ! -e "$dir/model" ] && says "copse: interrupted: nothing was written to $dir/model" &&
        [ "$(grep -c ^copse "$dir/err")" -eq 1 ]
}

# A sentence that takes long is left at once, and nothing of it is written.
long_sentence_is_left() {
    local status began
    "$GENERATE" --sentences 50 --seed 1 > "$dir/train" || return 1
    "$COPSE" train graph -q --order 1 --iterations 1 --runs 1 --hash-bits 16 -o "$dir/long.model" "$dir/train" || return 1
    awk 'BEGIN { for (i = 1; i <= 500000; i++) printf "%d\tw\t_\tX\t_\t_\t_\t_\t_\t_\n", i; print "" }' > "$dir/long"
    in_background "$COPSE" parse -m "$dir/long.model" "$dir/long" -o "$dir/parsed"
    sleep 1.5
    began=$SECONDS
    kill -INT $pid
    wait $pid
    status=$?
    [ $((SECONDS - began)) -le 3 ] || { echo "took $((SECONDS - began)) s"; return 1; }
    [ $status -eq 130 ] && [ ! -e "$dir/parsed" ] && says "copse: interrupted: nothing was written to $dir/parsed"
}

check "interrupted" dies_of INT 2
check "terminated" dies_of TERM 15
check "hung up" dies_of HUP 1
check "graph training keeps the last finished iteration" graph_keeps_an_iteration
check "graph training ends at the second Ctrl-C" graph_ends_at_the_second
check "a long sentence is left" long_sentence_is_left
check "of several processes one says what is left" one_speaks_for_all
finish
