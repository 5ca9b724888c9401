#!/bin/bash
# SPDX-License-Identifier: MIT
# run.sh PROGRAM [SAME [COMMAND...]]: fails each call of the system in turn, in a set of commands on a tiny
# treebank (drive.c judges each run). SAME: of the calls with the same stack only so many fail; 0, the
# default: all. COMMAND: only these commands of the set. The last line is "N passed, N failed": a pass is a
# command and a kind without a wrong run.
set -u
program=$(realpath "${1:?usage: run.sh PROGRAM [SAME [COMMAND...]]}") || exit 1
same=${2:-0}
shift "$(($# < 2 ? $# : 2))"
wanted=" $* "
here=$(cd "$(dirname "$0")" && pwd)
data=$here/../data
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM HUP
cd "$dir" || exit 1
mkdir out
export LC_ALL=C ASAN_OPTIONS=exitcode=99:allocator_may_return_null=1 UBSAN_OPTIONS=exitcode=99 LSAN_OPTIONS=exitcode=99
passed=0 failed=0 points=0 wrong=0

kinds=(alloc alloc+ open read write write+ fsync rename mmap stat close process thread other short eintr)

# Kinds of which a failure may do no harm, since the work is done with fewer threads, in one process, without
# mapping the file, without knowing the size of the input, or was done already (open: the output's folder, for
# fsync). Then the output must be as if nothing had failed.
may_be_harmless=" open mmap stat close process thread other "

# faults NAME OUTPUT COMMAND...: all kinds on one command. OUTPUT: its output file, or -.
faults() {
    local name=$1 out=$2 kind line
    shift 2
    [ "$wanted" = "  " ] || case $wanted in *" $name "*) ;; *) return ;; esac
    [ "$out" = - ] && unset COPSE_FAULTS_OUT || export COPSE_FAULTS_OUT=$out
    rm -f out/*
    for kind in "${kinds[@]}"; do
        COPSE_FAULTS=$kind COPSE_FAULTS_SAME=$same "$program" "$@" > log 2>&1
        line=$(tail -n 1 log)
        if [[ ! $line =~ :\ ([0-9]+)\ points,\ ([0-9]+)\ harmless,\ ([0-9]+)\ wrong ]]; then
            failed=$((failed + 1))
            echo "FAIL $name, $kind"
            sed 's/^/    /' log
            continue
        fi
        local n=${BASH_REMATCH[1]} harmless=${BASH_REMATCH[2]} bad=${BASH_REMATCH[3]}
        case $kind in short | eintr) harmless=0 ;; esac
        case $may_be_harmless in *" ${kind%+} "*) harmless=0 ;; esac
        # A file whose first bytes cannot be read is no model; as a treebank it is read again.
        [ "$name,$kind" = info-treebank,read ] && harmless=0
        # The result of a child process is there; only the end of its pipe cannot be read.
        case $name,$kind in train-ensemble,read | crossval,read) harmless=0 ;; esac
        bad=$((bad + harmless)) points=$((points + n)) wrong=$((wrong + bad))
        [ "$n" -gt 0 ] || continue
        printf '%-20s %s\n' "$name" "$line"
        if [ "$bad" -eq 0 ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            head -n -1 log
            [ "$harmless" -eq 0 ] || echo "    WRONG $kind: $harmless runs end with status 0"
        fi
    done
}

unset COPSE_FAULTS
graph=(--iterations 1 --hash-bits 10) # small, since each run trains anew
# A treebank of a few short sentences, and two parses of it.
awk 'BEGIN { RS = ""; ORS = "\n\n" } NR <= 3' "$data/examples.conllu" > gold.conllu
"$program" train transition -q --threads 1 -o t.model gold.conllu
"$program" train graph -q --threads 1 "${graph[@]}" -o g.model gold.conllu
"$program" parse -q --threads 1 -m t.model -o a.conllu gold.conllu
"$program" parse -q --threads 1 -m g.model -o b.conllu gold.conllu

faults check - check gold.conllu
faults info-treebank - info gold.conllu
faults info-model - info t.model
faults convert out/x convert -q -o out/x gold.conllu
faults convert-gz out/x.gz convert -q -o out/x.gz gold.conllu
faults eval - eval gold.conllu a.conllu
faults draw - draw gold.conllu
faults projectivize out/x projectivize -q -o out/x gold.conllu
faults combine out/x combine -q -o out/x a.conllu b.conllu
faults weigh - weigh gold.conllu a.conllu b.conllu
faults oracle - oracle gold.conllu a.conllu b.conllu
faults analyze - analyze gold.conllu a.conllu
faults parse out/x parse -q --threads 1 -m t.model -o out/x gold.conllu
faults parse-graph out/x parse -q --threads 2 -m g.model -o out/x gold.conllu
faults parse-two out/x parse -q --threads 1 -m t.model -m g.model -o out/x gold.conllu
faults train out/x train transition -q --threads 1 -o out/x gold.conllu
faults train-stack out/x train stack -q --threads 1 --base graph1 --guide arc-eager --graph-options "${graph[*]}" -o out/x gold.conllu
faults train-graph out/x train graph -q --threads 1 "${graph[@]}" -o out/x gold.conllu
faults train-ensemble out/x train ensemble -q --threads 2 --members arc-eager,graph1 --graph-options "${graph[*]}" -o out/x gold.conllu
faults crossval out/x crossval graph -q --threads 2 --folds 2 "${graph[@]}" -o out/x gold.conllu

echo "$points points, $wrong wrong"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
