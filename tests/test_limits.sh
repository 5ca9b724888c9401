#!/bin/bash
# SPDX-License-Identifier: MIT
# Commands under a limit on their memory, from too little to enough: each ends with status 0, or with status
# 1, one line and nothing left behind.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
mkdir out
"$GENERATE" --sentences 60 --seed 1 > gold.conllu || exit 1
"$COPSE" train transition -q --exploration 0 -o t.model gold.conllu || exit 1
"$COPSE" train graph -q --runs 1 --iterations 2 -o g.model gold.conllu || exit 1

# The sanitizers reserve terabytes of addresses, so that no limit can be set.
if ! (ulimit -v 400000 && "$COPSE" --version) > /dev/null 2>&1; then
    check "no limit can be set for this build" true
    finish
fi

# Raises the limit from 8 MB on until the command succeeds; each failure must be orderly.
until_enough() {
    local limit status
    for ((limit = 8000; limit < 20000000; limit = limit * 7 / 4)); do
        # Below some limit the system cannot even load the program and its libraries.
        (ulimit -v "$limit" && "$COPSE" --version) > /dev/null 2>&1 || continue
        (ulimit -v "$limit" && exec timeout 60 "$COPSE" "$@" -q -o out/result) > stdout 2> stderr
        status=$?
        if [ $status -eq 0 ]; then
            [ ! -s stderr ] && rm -f out/result
            return
        fi
        if [ $status -ne 1 ] || [ "$(wc -l < stderr)" -ne 1 ] || ! grep -q '^copse: ' stderr || [ -n "$(ls -A out)" ]; then
            echo "limit $limit KB: status $status, left behind: $(ls -A out)"
            head -n 3 stderr
            return 1
        fi
    done
    echo "no limit was enough"
    return 1
}

for algorithm in arc-eager covington-nonprojective; do
    check "train transition --algorithm $algorithm" until_enough train transition --algorithm $algorithm --exploration 0 gold.conllu
done
check "train transition with exploration" until_enough train transition --exploration 1 --threads 2 gold.conllu
check "train transition --learner libsvm" until_enough train transition --learner libsvm gold.conllu
check "train graph" until_enough train graph --runs 2 --threads 2 --iterations 1 gold.conllu
check "train stack" until_enough train stack --base graph --guide transition --folds 2 gold.conllu
# Lists may be large, but a small one asks for little memory.
printf '0101\tdog\t3\n' > clusters.txt
small_list() { (ulimit -v 400000 && exec "$COPSE" train tagger --clusters clusters.txt -q -o tagger.model gold.conllu); }
check "a small list of clusters" small_list
check "parse" until_enough parse -m t.model gold.conllu
check "parse, graph" until_enough parse -m g.model --threads 2 gold.conllu
check "parse, votes" until_enough parse -m g.model -m t.model gold.conllu
check "convert" until_enough convert gold.conllu
check "combine" until_enough combine gold.conllu gold.conllu gold.conllu
check "weigh" until_enough weigh gold.conllu gold.conllu gold.conllu
finish
