#!/bin/bash
# SPDX-License-Identifier: MIT
# coverage.sh FOLDER TARGET...: the lines of readers and loaders that the inputs in FOLDER/corpus, FOLDER/seeds and
# tests/fuzz/corpus reach, by file. The programs are those of FOLDER/coverage, built to count lines.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=${1:?usage: coverage.sh FOLDER TARGET...}
shift
# Files whose subject is reading or loading, or what is done with a treebank that was read.
what=(common/treebank/{reader,sentence,fault,tree,check,stats,writer,render,lockstep,draw,draw_row,draw_column,draw_beside}.c
    common/treebank/{projectivize,deprojectivize,label_places}.c
    common/model/{container_read,container_cursor,model,columns,stage,describe,parser,options}.c
    learn/{learner,linear,lookup,svm_file,svm_make,svm_scorer}.c transition/{model,classifier,features_text,features_plan,features_words,features_malt{,_call,_lines,_par,_write,_xml}}.c
    graph/{model,weights,parser}.c ensemble/{ensemble,parser,vote,weights,weights_read,weights_text,recipe}.c
    eval/{groups,eval,oracle,analyze}.c common/base/{source,pack,utf8,table}.c)
for i in "${!what[@]}"; do
    [ -f "$root/${what[i]}" ] && what[i]=$root/${what[i]} || unset "what[i]"
done

# tool NAME: llvm's programs carry the version of clang on some systems.
tool() {
    local found
    for found in "$1" "$1"-{14,15,16,17,18,19,20}; do
        command -v "$found" > /dev/null && { echo "$found"; return; }
    done
    echo "copse: coverage needs $1. Install with: sudo apt-get install llvm" >&2
    exit 1
}
profdata=$(tool llvm-profdata) || exit 1
cov=$(tool llvm-cov) || exit 1

TMPDIR=$(mktemp -d -p /dev/shm 2> /dev/null || mktemp -d) || exit 1
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
programs=()
for target in "$@"; do
    inputs=("$here/corpus/$target" "$folder/seeds/$target")
    [ -d "$folder/corpus/$target" ] && inputs+=("$folder/corpus/$target")
    if ! LLVM_PROFILE_FILE="$TMPDIR/$target.profraw" "$folder/coverage/tests/fuzz/$target" "${inputs[@]}" \
        > "$TMPDIR/out" 2> "$TMPDIR/err"; then
        echo "copse: $target fails on $(tail -n 1 "$TMPDIR/err")" >&2
        exit 1
    fi
    echo "$target: $(sed -n '$s/ passed.*//p' "$TMPDIR/out") inputs"
    programs+=(-object "$folder/coverage/tests/fuzz/$target")
done
"$profdata" merge -o "$TMPDIR/all" "$TMPDIR"/*.profraw || exit 1
echo
"$cov" report "${programs[@]:1}" -instr-profile="$TMPDIR/all" "${what[@]}" 2> /dev/null |
    awk -v root="$root/" '
        /^TOTAL/ || /\.c / { sub(root, "", $1); printf "%-42s %6d lines  %6d not reached  %7s\n", $1, $8, $9, $10 }' | sort
