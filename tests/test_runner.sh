#!/bin/bash
# SPDX-License-Identifier: MIT
# The runner itself: a runner that cannot fail proves nothing.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
root=$(mktemp -d) || exit 1
trap 'rm -rf "$root"' EXIT

# A separate folder of tests and folder of built programs.
world() {
    rm -rf "${root:?}"/*
    mkdir -p "$root/tests/cases" "$root/build/tests"
}

# a_case NAME CMD EXPECTED [STATUS]
a_case() {
    mkdir "$root/tests/cases/$1"
    printf '%s\n' "$2" > "$root/tests/cases/$1/cmd"
    printf '%s\n' "$3" > "$root/tests/cases/$1/expected"
    [ $# -lt 4 ] || printf '%s\n' "$4" > "$root/tests/cases/$1/status"
}

# a_program NAME SCRIPT: a unit program.
a_program() {
    : > "$root/tests/test_$1.c"
    printf '#!/bin/bash\n%s\n' "$2" > "$root/build/tests/test_$1"
    chmod +x "$root/build/tests/test_$1"
}

# gives "LAST LINE" STATUS: runs the runner on these folders.
gives() {
    local status
    TEST_TIMEOUT=${limit:-20} bash "$here/run.sh" "$root/build" "$root/tests" > "$root/log" 2>&1
    status=$?
    if [ "$(tail -n 1 "$root/log")" = "$1" ] && [ $status -eq "$2" ]; then
        return 0
    fi
    echo "expected '$1' and status $2, got status $status and:"
    cat "$root/log"
    return 1
}

log_has() {
    grep -q -e "$1" "$root/log" || { echo "no '$1' in:"; cat "$root/log"; return 1; }
}

world
check "no test at all is a failure" gives "0 passed, 1 failed" 1

a_case right 'echo hello' hello
a_program good 'echo "ok   a"; echo "ok   b"; echo "2 passed, 0 failed"'
check "good tests pass" gives "3 passed, 0 failed" 0

a_case wrong 'echo hello' goodbye
check "a wrong expectation fails" gives "3 passed, 1 failed" 1
check "... and shows the difference" log_has '^ *-goodbye'

world
a_case status 'echo hello; exit 3' hello
check "a wrong status fails" gives "0 passed, 1 failed" 1
a_case known 'echo hello; exit 3' hello 3
check "a status that is expected passes" gives "1 passed, 1 failed" 1

world
a_case success 'echo hello' hello 1
check "success where a failure is expected fails" gives "0 passed, 1 failed" 1

world
a_case pipe '(echo hello; exit 1) | cat' hello
check "a failure inside a pipe fails" gives "0 passed, 1 failed" 1

world
a_case errors 'echo hello; echo trouble >&2' hello
echo other > "$root/tests/cases/errors/expected.err"
check "wrong standard error fails" gives "0 passed, 1 failed" 1
echo trouble > "$root/tests/cases/errors/expected.err"
check "right standard error passes" gives "1 passed, 0 failed" 0

world
a_case crash 'kill -SEGV $$' ''
check "a crash fails" gives "0 passed, 1 failed" 1
check "... and names the signal" log_has 'signal 11'

world
a_case sanitizer 'echo "==1==ERROR: AddressSanitizer: heap-use-after-free" >&2; exit 1' '' 1
: > "$root/tests/cases/sanitizer/expected"
check "a sanitizer's complaint fails whatever the status" gives "0 passed, 1 failed" 1

world
a_case hang 'sleep 30' ''
limit=1 check "a hang fails" gives "0 passed, 1 failed" 1
check "... and is called one" log_has 'timed out'

world
mkdir "$root/tests/cases/empty"
check "a case without a command fails" gives "0 passed, 1 failed" 1

world
a_program bad 'echo "ok   a"; echo "FAIL b"; echo "1 passed, 1 failed"; exit 1'
check "a program's failures are summed" gives "1 passed, 1 failed" 1
a_program liar 'echo "1 passed, 1 failed"; exit 0'
check "... also if its status is 0" gives "2 passed, 2 failed" 1

world
a_program dies 'echo "ok   a"; kill -ABRT $$'
check "a program that dies half way fails" gives "1 passed, 1 failed" 1
a_program late 'echo "ok   a"; echo "1 passed, 0 failed"; exit 7'
check "a program that fails after its last line fails" gives "2 passed, 2 failed" 1

world
a_program idle 'echo "0 passed, 0 failed"'
check "a program without tests fails" gives "0 passed, 1 failed" 1

world
: > "$root/tests/test_unbuilt.c"
check "a program that was not built fails" gives "0 passed, 1 failed" 1

world
a_program slow 'sleep 30; echo "1 passed, 0 failed"'
limit=1 check "a program that hangs fails" gives "0 passed, 1 failed" 1

world
cat > "$root/tests/test_script.sh" <<END
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
check "true" true
check "false" false
finish
END
check "a script's failures are summed" gives "1 passed, 1 failed" 1

finish
