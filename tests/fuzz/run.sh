#!/bin/bash
# SPDX-License-Identifier: MIT
# run.sh FOLDER SECONDS TARGET...: runs each target with libFuzzer for so long, from its seeds, its corpus so far
# and every input that ever failed. The corpus grows in FOLDER/corpus/TARGET; inputs that fail go to
# FOLDER/failed/TARGET-*. Prints a table; the status is 1 if any target failed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?usage: run.sh FOLDER SECONDS TARGET...}
seconds=${2:?}
shift 2

# The longest input of a target, in bytes.
longest() {
    case $1 in
    conll) echo 4096 ;;
    pairs) echo 8192 ;;
    model) echo 65536 ;;
    *) echo 4096 ;;
    esac
}

# The scratch files of the targets, in memory if that can be.
TMPDIR=$(mktemp -d -p /dev/shm 2> /dev/null || mktemp -d) || exit 1
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
trap 'exit 130' INT TERM HUP
# Blocks that were freed are kept back from 16 MB instead of 256, which is twice as fast on small inputs.
export ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=1:quarantine_size_mb=16:malloc_context_size=16
export UBSAN_OPTIONS=print_stacktrace=1

status=0
table=$(printf '%-10s %12s %8s %8s %9s %9s' target executions a-second corpus coverage failures)
for target in "$@"; do
    if [ ! -x "$folder/fuzz/$target" ]; then
        echo "copse: there is no fuzz target '$target'" >&2
        exit 2
    fi
    mkdir -p "$folder/corpus/$target" "$folder/failed" "$folder/log"
    log=$folder/log/$target
    : > "$TMPDIR/before"
    echo "$target: $seconds s, log in $log"
    "$folder/fuzz/$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len="$(longest "$target")" \
        -artifact_prefix="$folder/failed/$target-" -print_final_stats=1 \
        "$folder/corpus/$target" "$folder/seeds/$target" "$here/corpus/$target" > "$log" 2>&1
    code=$?
    failures=$(find "$folder/failed" -name "$target-*" -newer "$TMPDIR/before" | wc -l)
    [ "$code" -eq 0 ] || status=1
    [ "$code" -eq 0 ] || [ "$failures" -gt 0 ] || failures=1
    [ "$code" -eq 0 ] || grep -m 3 -e '^SUMMARY' -e '^==.*ERROR' -e '^tests/fuzz/' -e 'runtime error' "$log"
    stat() { sed -n "s/^stat::$1: *//p" "$log" | tail -n 1; }
    cov=$(grep -o ' cov: [0-9]*' "$log" | tail -n 1 | grep -o '[0-9]*')
    table+=$(printf '\n%-10s %12s %8s %8s %9s %9s' "$target" "$(stat number_of_executed_units)" \
        "$(stat average_exec_per_sec)" "$(find "$folder/corpus/$target" -type f | wc -l)" "${cov:-0}" "$failures")
done
printf '\n%s\n' "$table"
[ $status -eq 0 ] || echo "inputs that failed are in $folder/failed"
exit $status
