#!/bin/bash
# SPDX-License-Identifier: MIT
# The checks of lint on includes and on the public header: this project passes them, and in small projects
# made here they find every offence.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
root=$(mktemp -d) || exit 1
trap 'rm -rf "$root"' EXIT

# file PATH [LINE...]: writes a file of the small project.
file() {
    mkdir -p "$root/$(dirname "$1")"
    printf '%s\n' "${@:2}" > "$root/$1"
}

# A small project without any offence.
world() {
    rm -rf "${root:?}"/*
    for header in common/base/mem common/treebank/tree common/model/model learn/classifier learn/liblinear \
        eval/eval graph/decode graph/decoders graph/model transition/config ensemble/vote cli/cli \
        tests/harness; do
        file "$header.h"
    done
    file include/copse.h 'COPSE_API'
    file common/model/a.c '#include "common/model/model.h"' '#include "common/treebank/tree.h"' \
        '  #  include "common/base/mem.h" // why' '#include "copse.h"' '#include <stdio.h>'
    file learn/liblinear.c '#include "learn/liblinear.h"' '#include <linear.h>'
    file learn/libsvm.c '#include <libsvm/svm.h>' '#include <svm.h>'
    file eval/a.c '#include "eval/eval.h"' '#include "graph/decode.h"' '#include "common/model/model.h"'
    file graph/a.c '#include "learn/classifier.h"' '#include "eval/eval.h"' '#include "graph/model.h"'
    file ensemble/a.c '#include "graph/decoders.h"' '#include "ensemble/vote.h"' '#include "learn/liblinear.h"'
    file cli/a.c '#include "graph/model.h"' '#include "transition/config.h"' '#include "cli/cli.h"'
    file tests/bench/a.c '#include <svm.h>' '#include "tests/harness.h"' '#include "transition/config.h"'
    file build/a.c '#include "nowhere.h"'
}

rooms() {
    sh "$here/rooms.sh" "$root"
}

# refuses FILE LINE REASON: with this line in this file as the only offence, exactly that offence is
# reported.
refuses() {
    local told expected
    world
    file "$1" '' "$2"
    if told=$(rooms); then
        echo "status 0"
        return 1
    fi
    expected="$1:2: includes ${2#\#include }: $3"
    [ "$told" = "$expected" ] || { echo "expected '$expected', got '$told'"; return 1; }
}

check "the rooms of this project" sh "$here/rooms.sh" "$here/.."
world
check "a clean project" rooms
check "common/base includes no other room" refuses common/base/x.c '#include "common/treebank/tree.h"' \
    'common/base may not'
check "... nor a learner" refuses common/base/x.h '#include "learn/classifier.h"' 'common/base may not'
check "common/treebank includes no model" refuses common/treebank/x.c '#include "common/model/model.h"' \
    'common/treebank may not'
check "common/model includes no parser" refuses common/model/x.c '#include "graph/decode.h"' \
    'common/model may not'
check "learn includes no parser" refuses learn/x.c '#include "transition/config.h"' 'learn may not'
check "learn includes no evaluation" refuses learn/x.c '#include "eval/eval.h"' 'learn may not'
check "eval includes only the decoders of graph" refuses eval/x.c '#include "graph/model.h"' 'eval may not'
check "eval includes no learner" refuses eval/x.c '#include "learn/classifier.h"' 'eval may not'
check "transition does not include graph" refuses transition/x.c '#include "graph/decode.h"' \
    'transition may not'
check "graph does not include transition" refuses graph/x.h '#include "transition/config.h"' 'graph may not'
check "ensemble does not include transition" refuses ensemble/x.c '#include "transition/config.h"' \
    'ensemble may not'
check "ensemble includes only the decoders of graph" refuses ensemble/x.c '#include "graph/model.h"' \
    'ensemble may not'
check "nobody includes the command line" refuses ensemble/x.c '#include "cli/cli.h"' 'ensemble may not'
check "nobody includes the tests" refuses graph/x.c '#include "tests/harness.h"' 'graph may not'
check "the public header includes nothing of ours" refuses include/copse.h '#include "common/base/mem.h"' \
    'include may not'
check "LIBLINEAR has one file" refuses learn/x.c '#include <linear.h>' 'only learn/liblinear.c may'
check "LIBSVM has one file" refuses learn/liblinear.c '#include <libsvm/svm.h>' 'only learn/libsvm.c may'
check "a bare name is no path" refuses common/base/x.c '#include "mem.h"' 'not a path from the root'
check "a way up is no path" refuses cli/x.c '#include "../common/base/mem.h"' 'not a path from the root'
check "... nor in its middle" refuses cli/x.c '#include "cli/../common/base/mem.h"' 'not a path from the root'
check "a header that is not there" refuses cli/x.c '#include "common/base/gone.h"' 'there is no such file'
check "ours in angle brackets" refuses graph/x.c '#include <transition/config.h>' \
    'a header of ours stands in quotes'
check "a macro" refuses graph/x.c '#include HEADER' 'not the name of a header'

unknown_room() {
    world
    file attic/x.c
    ! rooms && rooms | grep -q '^attic/x.c: attic is no room'
}
check "a room that nobody knows" unknown_room

nothing() {
    rm -rf "${root:?}"/*
    ! rooms
}
check "no sources at all" nothing

# --- the public header

# public DECLARATION [CALL]: prints what is reported for a header with one declaration and a test with one
# line.
public() {
    rm -rf "${root:?}"/*
    file include/copse.h '#define COPSE_API' "$1"
    file tests/test_public.c "${2:-}"
    sh "$here/header.sh" "$root" 2>&1
}

tells() {
    local told
    if told=$(public "$1" "$2"); then
        echo "status 0"
        return 1
    fi
    grep -q -e "$3" <<< "$told" || { echo "no '$3' in '$told'"; return 1; }
}

check "the public header of this project" sh "$here/header.sh" "$here/.."
check "a function that is called" public 'COPSE_API int copse_a(void);' '    copse_a();'
check "a function that is not called" tells 'COPSE_API int copse_a(void);' 'copse_b(); xcopse_a(); // copse_a' \
    'does not call copse_a'
check "a declaration without a name" tells 'COPSE_API int' '' 'no name'
check "a header that declares nothing" tells 'int x;' '' 'declares nothing'
check "what is not C11" tells 'COPSE_API long copse_a(size_t);' ' copse_a();' 'alone as C11'
if command -v "${CXX:-g++}" > /dev/null; then
    check "what is not C++" tells 'COPSE_API int copse_a(int class);' ' copse_a();' 'alone as C++'
fi

finish
