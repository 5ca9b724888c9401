#!/bin/bash
# SPDX-License-Identifier: MIT
# copse train generative and copse lm: probabilities of sentences, perplexity, other models, wrong options.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

"$GENERATE" --sentences 60 --seed 1 > train.conllu && "$GENERATE" --sentences 12 --seed 2 > new.conllu || exit 1
"$COPSE" train generative -q -o model train.conllu || exit 1
"$COPSE" lm -m model new.conllu > out.tsv || exit 1

# The columns are there, and each perplexity and the last line follow from them.
adds_up() {
    awk -F '\t' '
        function near(a, b) { return a - b < 1e-6 * (a + b) && b - a < 1e-6 * (a + b) }
        NR == 1 { if ($0 != "sentence\twords\tlog_probability\tperplexity") bad = 1; next }
        /^# / { split($0, part, /[ ,]+/); last = part[3] " " part[5]; p = part[10]; sum = -part[8]; next }
        { n++; words += $2; all -= $3; if ($1 != n || $3 >= 0 || !near($4, exp(-$3 / $2))) bad = 1 }
        END { exit bad || n != 12 || last != n " " words || !near(sum, all) || !near(p, exp(all / words)) }' out.tsv
}

# The same from a pipe and to a file.
from_standard_input() {
    "$COPSE" lm -m model < new.conllu | cmp - out.tsv && "$COPSE" lm -m model -o file.tsv new.conllu && cmp file.tsv out.tsv
}

json_has_the_same() {
    "$COPSE" lm -m model --format json new.conllu > out.json || return 1
    [ "$(wc -l < out.json)" -eq 13 ] &&
        [ "$(sed -n 's/.*"sentence": 3,.*"log_probability": \([^,]*\),.*/\1/p' out.json)" = "$(awk -F '\t' '$1 == 3 { print $3 }' out.tsv)" ] &&
        tail -n 1 out.json | grep -q '^{"sentences": 12, "words": [0-9]*, "log_probability": -[0-9.]*, "perplexity": [0-9.]*}$'
}

nothing_to_weigh() {
    "$COPSE" lm -m model < /dev/null > empty.tsv && tail -n 1 empty.tsv | grep -q '^# sentences 0, words 0, .*perplexity -$'
}

# The training data is more probable than other words.
knows_its_data() {
    sed 's/\t[a-z]*\t/\tqqqq\t/' new.conllu > other.conllu
    awk -v a="$(tail -n 1 out.tsv | sed 's/.* //')" -v b="$("$COPSE" lm -m model other.conllu | tail -n 1 | sed 's/.* //')" \
        'BEGIN { exit !(a < b) }'
}

other_models_are_refused() {
    "$COPSE" train transition -q --exploration 0 -o other train.conllu || return 1
    "$COPSE" lm -m other new.conllu 2> err
    [ $? -eq 1 ] && [ "$(wc -l < err)" -eq 1 ] && grep -q '^copse: other: .*transition is no language model' err &&
        { "$COPSE" lm new.conllu 2> err; [ $? -eq 2 ]; } && grep -q -e '-m MODEL is needed' err
}

# Every option that would have no effect is refused.
refuses() { # OPTION...
    "$COPSE" train generative -o no "$@" train.conllu 2> err
    [ $? -eq 2 ] && [ ! -e no ] && [ "$(wc -l < err)" -eq 1 ]
}
useless_options_are_refused() {
    refuses --start random && refuses --iterations 3 && refuses --most-words 5 && refuses --eps 0.1 &&
        refuses --open-classes no && refuses --unsupervised --start random --open-classes no &&
        refuses --unsupervised --forms yes && refuses --decoder nonprojective --model c && refuses --tree-prior uniform &&
        refuses --decoder projective --tree-prior uniform
}

same_bytes() {
    "$COPSE" train generative -q -o again train.conllu && cmp model again &&
        "$COPSE" train generative -q --unsupervised --start random --seed 5 -o one train.conllu &&
        "$COPSE" train generative -q --unsupervised --start random --seed 5 --threads 3 -o two train.conllu && cmp one two &&
        "$COPSE" train generative -q --unsupervised --start random --seed 6 -o two train.conllu && ! cmp -s one two
}

# The likelihood of each iteration, and the accuracy on the file.
likelihood_is_told() {
    "$COPSE" train generative --unsupervised --most-words 20 --iterations 8 --dev new.conllu -o em train.conllu 2> log || return 1
    grep -c '^iteration [0-8]: log likelihood -[0-9.]*; directed [0-9.]*, undirected [0-9.]* of' log | grep -qx 9 &&
        sed -n 's/^iteration.*likelihood \(-[0-9.]*\);.*/\1/p' log | sort -g -c
}

# Every sentence gets a tree, whatever the model.
parses() {
    local options
    for options in "" "--model a" "--decoder nonprojective" "--unsupervised" "--punct none --model d"; do
        # shellcheck disable=SC2086
        "$COPSE" train generative -q $options -o some train.conllu && "$COPSE" parse -q --scores -m some new.conllu > parsed.conllu &&
            "$COPSE" check parsed.conllu && "$COPSE" info some | grep -q generative || { echo "$options"; return 1; }
    done
}

check "perplexities follow from the probabilities" adds_up
check "lm reads standard input and writes to a file" from_standard_input
check "JSON has the same figures" json_has_the_same
check "an empty file has no perplexity" nothing_to_weigh
check "known words are more probable" knows_its_data
check "models of other kinds are refused in one line" other_models_are_refused
check "options without effect are refused" useless_options_are_refused
check "the same options and seed give the same bytes" same_bytes
check "the likelihood of each iteration is told and rises" likelihood_is_told
check "every sentence gets a tree" parses
finish
