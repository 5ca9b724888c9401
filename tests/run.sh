#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the tests: run.sh [--unit] BUILD [TESTS]. README.md in this folder describes what counts as a test.
# The last line is "N passed, N failed", and the status is 0 only if none failed and some passed.
set -u

cases=yes
if [ "${1-}" = --unit ]; then
    cases=no
    shift
fi
build=$(cd "${1:?usage: run.sh [--unit] BUILD [TESTS]}" && pwd) || exit 1
tests=$(cd "${2:-$(dirname "$0")}" && pwd) || exit 1
limit=${TEST_TIMEOUT:-60}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM HUP

passed=0
failed=0

# Gives all programs the same environment. A sanitizer's report has its own status, so that no test that
# expects a failure mistakes it for one.
export COPSE="$build/copse" BUILD="$build" GENERATE="$build/tests/generate" DATA="$tests/data" LC_ALL=C
unset COPSE_MODEL
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99:print_stacktrace=1 LSAN_OPTIONS=exitcode=99
export TSAN_OPTIONS=exitcode=99:halt_on_error=1

# limited OUT ERR COMMAND...: runs a command with the time limit and without input.
limited() {
    local out=$1 err=$2
    shift 2
    timeout -k 5 "$limit" "$@" < /dev/null > "$out" 2> "$err"
}

show() {
    [ -s "$1" ] && head -c 20000 "$1" | head -n "${2:-60}" | sed 's/^/    /'
}

how_it_ended() {
    case $1 in
    124 | 137) echo "timed out after $limit s" ;;
    99) echo "stopped by a sanitizer" ;;
    *) if [ "$1" -gt 128 ]; then echo "killed by signal $(($1 - 128))"; else echo "status $1"; fi ;;
    esac
}

# Runs a program of many tests, whose last line says how many passed and failed. If that line is missing, the
# lines "ok NAME" count as passed and the early end as one failure.
run_program() {
    local name=$1 status p f last
    shift
    limited "$scratch/out" "$scratch/err" "$@"
    status=$?
    last=$(tail -n 1 "$scratch/out")
    if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        p=$((10#${BASH_REMATCH[1]})) f=$((10#${BASH_REMATCH[2]}))
    else
        p=$(grep -c '^ok ' "$scratch/out") f=0
    fi
    if { [ "$status" -ne 0 ] || [ "$p" -eq 0 ] || [ "$last" != "$p passed, $f failed" ]; } && [ "$f" -eq 0 ]; then
        f=1
    fi
    passed=$((passed + p)) failed=$((failed + f))
    if [ "$f" -eq 0 ]; then
        printf 'ok   %s: %d passed\n' "$name" "$p"
    else
        printf 'FAIL %s: %d passed, %d failed, %s\n' "$name" "$p" "$f" "$(how_it_ended "$status")"
        show "$scratch/out"
        show "$scratch/err"
    fi
}

# compare WHAT EXPECTED ACTUAL: prints the difference, if any.
compare() {
    cmp -s "$2" "$3" && return
    printf '  %s differs (- expected, + actual):\n' "$1"
    diff -u "$2" "$3" | tail -n +3 > "$scratch/diff"
    show "$scratch/diff"
}

# Runs a case: a folder with a command and its expected output.
run_case() {
    local dir=${1%/} name wanted=0 status
    name=cases/${dir##*/}
    rm -rf "$scratch/case"
    cp -R "$dir" "$scratch/case"
    [ -f "$dir/status" ] && wanted=$(cat "$dir/status")
    if [ -f "$dir/cmd" ]; then
        (cd "$scratch/case" && limited "$scratch/out" "$scratch/err" bash -o pipefail ./cmd)
        status=$?
    else
        : > "$scratch/out"
        echo "there is no file cmd" > "$scratch/err"
        status=-1
    fi
    {
        [ "$status" = "$wanted" ] || printf '  %s, expected status %s\n' "$(how_it_ended "$status")" "$wanted"
        [ -f "$dir/expected" ] && compare "standard output" "$dir/expected" "$scratch/out"
        [ -f "$dir/expected.err" ] && compare "standard error" "$dir/expected.err" "$scratch/err"
        grep -q -e 'runtime error:' -e 'Sanitizer:' "$scratch/err" && echo "  a sanitizer complains"
    } > "$scratch/why"
    if [ -s "$scratch/why" ]; then
        failed=$((failed + 1))
        echo "FAIL $name"
        cat "$scratch/why"
        [ -f "$dir/expected.err" ] || show "$scratch/err" 20
    else
        passed=$((passed + 1))
        echo "ok   $name"
    fi
}

for source in "$tests"/test_*.c; do
    [ -f "$source" ] || continue
    name=$(basename "$source" .c)
    run_program "$name" "$build/tests/$name"
done
if [ $cases = yes ]; then
    for script in "$tests"/test_*.sh; do
        [ -f "$script" ] && run_program "$(basename "$script")" bash "$script"
    done
    for dir in "$tests"/cases/*/; do
        [ -d "$dir" ] && run_case "$dir"
    done
fi

if [ $((passed + failed)) -eq 0 ]; then
    echo "FAIL no test ran"
    failed=1
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
