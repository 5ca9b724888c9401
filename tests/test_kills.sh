#!/bin/bash
# SPDX-License-Identifier: MIT
# What killed commands leave: a few of the kills of `make kills`, and the removal of a leftover by every verb
# that writes a file.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
"$GENERATE" --sentences 20 --seed 1 > gold.conllu || exit 1
cp gold.conllu same.conllu
mkdir out

# removes FILE VERB ARGUMENT...: the verb writes out/FILE. It removes what a killed process left there and
# touches no other file.
removes() {
    local file=$1
    shift
    rm -rf out/* out/.[!.]*
    echo half > "out/.$file.copse-0"
    echo half > "out/.$file.copse-3"
    echo kept > "out/.$file.copse-"
    "$COPSE" "$@" > /dev/null || return 1
    [ -s "out/$file" ] && [ ! -e "out/.$file.copse-0" ] && [ ! -e "out/.$file.copse-3" ] &&
        grep -qx kept "out/.$file.copse-" || { ls -A out; return 1; }
}

check "killed commands leave whole files and one leftover at most" bash "$here/kills.sh" 10
check "train removes a leftover" removes m train transition -q --exploration 0 -o out/m gold.conllu
cp out/m model
check "parse" removes p parse -q -m model gold.conllu -o out/p
check "convert" removes c convert gold.conllu -o out/c
check "combine" removes c combine -q gold.conllu same.conllu -o out/c
check "weigh" removes w weigh gold.conllu same.conllu same.conllu -o out/w
check "crossval" removes x crossval transition -q --folds 2 --exploration 0 -o out/x gold.conllu
check "eval" removes e eval gold.conllu same.conllu -o out/e
check "analyze --plots" removes pos.svg analyze --plots out gold.conllu same.conllu
finish
