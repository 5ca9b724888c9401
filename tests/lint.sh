#!/bin/sh
# SPDX-License-Identifier: MIT
# lint.sh BUILD CFLAGS C_FILES SCRIPTS: runs the static analysers that are installed, and checks the names
# that the libraries export. Called by `make lint`; the status is 1 if anything was found.
set -u
build=$1 cflags=$2 c_files=$3 scripts=$4
status=0

found() {
    echo "lint: $1" >&2
    status=1
}

have() {
    command -v "$1" > /dev/null || { echo "lint: $1 is not installed: left out" >&2; return 1; }
}

# The shared library exports the public names and nothing else; the static one defines no public name that
# the header does not declare.
if have nm; then
    foreign=$(nm -D --defined-only "$build/libcopse.so" | awk '{ print $3 }' | grep -v '^copse_')
    [ -z "$foreign" ] || found "libcopse.so exports names that are not copse_*: $foreign"
    for name in $(nm -g --defined-only "$build/libcopse.a" | awk '$3 ~ /^copse_/ { print $3 }'); do
        grep -q "[ *]$name(" include/copse.h || found "libcopse.a defines $name, which copse.h does not declare"
    done
    sed -n 's/^COPSE_API.*[ *]\(copse_[a-z0-9_]*\)(.*/\1/p' include/copse.h > "$build/lint.names"
    while read -r name; do
        nm -D --defined-only "$build/libcopse.so" | grep -q " $name\$" || found "copse.h declares $name, which libcopse.so lacks"
    done < "$build/lint.names"
fi

# The library leaves printing, exiting and the locale to its caller, and checks the numbers it reads.
# Exceptions: mem.c prints that memory ran out before it aborts; child processes of liblinear.c and
# processes.c leave by _exit.
if have nm; then
    nm -A -u "$build/libcopse.a" | sed 's/__\([a-z]*\)_chk/\1/' |
        grep -E ' (printf|vprintf|puts|putchar|perror|exit|_exit|atoi|atol|atof|setlocale|rand|stdout|stderr)$' |
        grep -v -e 'mem\.o:.* stderr$' -e 'liblinear\.o:.* _exit$' -e 'processes\.o:.* _exit$' > "$build/lint.log" &&
        found "libcopse.a uses what only the command line may: $(cat "$build/lint.log")"
fi

# Includes between rooms, and the public header.
sh tests/rooms.sh . || found "the rooms"
sh tests/header.sh . || found "the public header"

# cppcheck and clang-tidy are slow: they leave out the tests.
ours=$(echo "$c_files" | tr " " "\n" | grep -v "^tests/")
# These lists are meant to be split into words.
# shellcheck disable=SC2086
if have cppcheck; then
    cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
        --suppress=missingIncludeSystem --suppress=normalCheckLevelMaxBranches --suppress=invalidPointerCast \
        --suppress=preprocessorErrorDirective -Iinclude -I. \
        $ours || found "cppcheck"
fi
# In several processes.
if have clang-tidy; then
    echo "$ours" | xargs -n 4 -P "$(nproc)" sh -c '
        flags=$1
        shift
        clang-tidy --quiet "$@" -- $flags 2> /dev/null
    ' lint "$cflags" || found "clang-tidy"
fi
# shellcheck disable=SC2086
if have shellcheck; then
    shellcheck -x -S warning $scripts || found "shellcheck"
fi
[ $status -eq 0 ] && echo "lint: nothing found"
exit $status
