#!/bin/bash
# SPDX-License-Identifier: MIT
# A copse that is interrupted dies of the signal and leaves nothing half-written behind.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}"
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
    # More than it wants to see at once before it opens its output, and less than a pipe holds.
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
}

check "interrupted" dies_of INT 2
check "terminated" dies_of TERM 15
check "hung up" dies_of HUP 1
finish
