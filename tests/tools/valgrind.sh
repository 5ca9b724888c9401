#!/bin/bash
# SPDX-License-Identifier: MIT
# valgrind.sh BUILD: commands under valgrind, on a tiny treebank. It sees values that were never set, also in
# libraries that no sanitizer was built into. The last line is "N passed, N failed".
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
copse=$(realpath "${1:?usage: valgrind.sh BUILD}/copse") || exit 1
data=$here/data
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
export LC_ALL=C

watched() {
    valgrind --quiet --error-exitcode=99 --track-origins=yes --leak-check=full --errors-for-leak-kinds=definite \
        --child-silent-after-fork=no "$copse" "$@"
}

gold=gold.conllu
awk 'BEGIN { RS = ""; ORS = "\n\n" } NR <= 4' "$data/examples.conllu" > $gold
check "train transition" watched train transition -q -o t.model $gold
check "train with LIBSVM" watched train transition -q --learner libsvm -o s.model $gold
check "train graph" watched train graph -q --iterations 2 --hash-bits 18 -o g.model $gold
check "train a CRF" watched train graph -q --trainer crf --iterations 2 --hash-bits 18 -o c.model $gold
check "train stack" watched train stack -q --base arc-eager --guide graph1 --graph-options "--iterations 1 --hash-bits 18" -o k.model $gold
check "parse, transition" watched parse -q -m t.model -o a.conllu $gold
check "parse, LIBSVM" watched parse -q -m s.model -o s.conllu $gold
check "parse, graph" watched parse -q -m g.model -o b.conllu $gold
check "parse, stack" watched parse -q -m k.model -o k.conllu $gold
check "parse, two models" watched parse -q -m t.model -m c.model --scores -o v.conllu.gz $gold
check "combine" watched combine -q -o x.conllu a.conllu b.conllu s.conllu
check "weigh" watched weigh --by pos -o w $gold a.conllu b.conllu
check "eval" watched eval $gold a.conllu
check "oracle" watched oracle $gold a.conllu b.conllu
check "analyze" watched analyze $gold a.conllu
check "convert" watched convert -q -o x.conllx $gold
check "projectivize" watched projectivize -q -o p.conllu $gold
check "draw" watched draw $gold
check "check" watched check $gold
check "check of what is bad" bash -c "$(declare -f watched); copse=$copse; watched check $data/bad-all.conllu; [ \$? -eq 1 ]"
check "info" watched info g.model
finish
