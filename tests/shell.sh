# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# For tests written as scripts, tests/test_NAME.sh: source this file, call check, and end with finish.
#
#     check "what should hold" COMMAND ARGUMENT...
#     finish

checks_passed=0
checks_failed=0

# Runs a command that should succeed, and shows its output if it does not.
check() {
    local what=$1 output
    shift
    if output=$("$@" 2>&1); then
        checks_passed=$((checks_passed + 1))
        echo "ok   $what"
    else
        checks_failed=$((checks_failed + 1))
        echo "FAIL $what"
        [ -z "$output" ] || printf '%s\n' "$output" | head -n 40 | sed 's/^/    /'
    fi
}

finish() {
    echo "$checks_passed passed, $checks_failed failed"
    [ "$checks_failed" -eq 0 ] && [ "$checks_passed" -gt 0 ]
    exit
}
