#!/bin/bash
# SPDX-License-Identifier: MIT
# Training on data that are only ugly: control characters, bytes that are not UTF-8, empty columns, several
# roots. They are counted, reported once and learnt from. What has no columns or no tree stops training.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# Damages some words of a treebank, each in one way.
damage() {
    awk 'BEGIN { FS = OFS = "\t" }
        NF == 10 && $1 ~ /^[0-9]+$/ {
            k = ++word % 60
            if (k == 7) $2 = $2 "\302\222"
            if (k == 13) $2 = "\377" $2
            if (k == 17) $4 = $4 "\200"
            if (k == 19) $5 = ""
            if (k == 23) $8 = ""
            if (k == 29) $8 = $8 "\033[1m"
            if (k == 31) $8 = $8 "\351"
            if (k == 37) $8 = $8 "\001[1m"
            if (k == 41) $2 = $2 "\302\240x"
            if (k == 47) $2 = ""
            if (k == 53) $6 = ""
        }
        { print }' "$1"
}

{
    "$GENERATE" --sentences 40 --seed 3 --nonprojective 0.3 > clean.conllu || exit 1
    printf '# a comment \a\n'
    damage clean.conllu
    printf '# two roots, a multiword token without columns\n1-2\tab\t\t\t\t\t\t\t\t\n'
    printf '1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n\n'
} > ugly.conllu
printf '1\ta\0b\t_\t\0\t_\t_\t0\tro\0ot\t_\t_\n\n' | cat ugly.conllu - > nul.conllu
"$GENERATE" --sentences 5 --seed 4 | damage - > few.conllu
"$COPSE" convert -q --to conllx clean.conllu | damage - > ugly.conllx

# count FILE KIND: how many problems of a kind copse check finds.
count() {
    "$COPSE" check "$1" 2> /dev/null | sed -n "s/^ *\\([0-9]*\\)  $2\$/\\1/p"
}

# told FILE ERR: standard error has one line about the problems of FILE, with the counts of copse check.
told() {
    local file=$1 line
    line=$(grep -a -F "$file: problems that do not stop training: " "$2")
    [ "$(printf '%s\n' "$line" | wc -l)" -eq 1 ] &&
        [[ $line == *" $(count "$file" 'empty column') empty columns ("* ]] &&
        [[ $line == *" $(count "$file" 'invalid UTF-8') lines that are not UTF-8 ("* ]] &&
        [[ $line == *" $(count "$file" 'control characters') lines with control characters ("* ]] ||
        { cat "$2"; return 1; }
}

plain() { # FILE: no control characters but tabs and line feeds
    ! LC_ALL=C tr -d '\t\n' < "$1" | LC_ALL=C grep -a -q '[[:cntrl:]]'
}

# trains FILE NAME OPTION...: with one report, and a model that loads, parses and gives sound labels.
trains() {
    local file=$1 name=$2
    shift 2
    timeout 50 "$COPSE" train "$@" -o "$name.model" "$file" 2> "$name.err" && told "$file" "$name.err" || return 1
    [ "$(grep -a -c 'do not stop training' "$name.err")" -eq 1 ] || { cat "$name.err"; return 1; }
    "$COPSE" info "$name.model" > info && plain info && parses "$name.model" ugly.conllu &&
        parses "$name.model" ugly.conllx
}

# All columns but two pass through; those are a tree with labels that can be shown.
parses() { # MODEL FILE
    "$COPSE" parse -q -m "$1" "$2" -o parsed && cut -f 1-6,9- "$2" > before && cut -f 1-6,9- parsed > after &&
        cmp before after && grep -a '^[0-9]*	' parsed | cut -f 8 > labels && plain labels &&
        iconv -f UTF-8 -t UTF-8 labels > /dev/null && ! grep -q '^$' labels &&
        "$COPSE" eval "$2" parsed > /dev/null
}

one_line() {
    timeout 50 "$COPSE" train transition --exploration 0 -o one.model ugly.conllu 2> err && told ugly.conllu err &&
        grep -a -q ', 1 sentence with several roots (line [0-9]*), ' err &&
        grep -a -q "; $(awk -F '\t' '$8 ~ /^$|[\033\001\351]/ && $1 ~ /^[0-9]+$/ && NF == 10' ugly.conllu | wc -l) labels are cleaned (line " err &&
        "$COPSE" info --format tsv one.model | grep -qx 'meta	skipped	0' || return 1
    timeout 50 "$COPSE" train transition -q --exploration 0 -o two.model ugly.conllu 2> err && [ ! -s err ] && cmp one.model two.model
}

with_dev() { # two files, a line each
    timeout 50 "$COPSE" train transition --exploration 0 --dev ugly.conllx -o dev.model ugly.conllu 2> err &&
        told ugly.conllu err && told ugly.conllx err && grep -a -q '^dev: LAS' err &&
        [ "$(grep -a -c 'do not stop training' err)" -eq 2 ]
}

in_folds() {
    timeout 50 "$COPSE" crossval --folds 2 transition --exploration 0 -o folds.conllu ugly.conllu 2> err > table &&
        told ugly.conllu err && [ "$(grep -a -c 'do not stop training' err)" -eq 1 ] &&
        cut -f 1-6,9- ugly.conllu > before && cut -f 1-6,9- folds.conllu > after && cmp before after
}

# Labels that become equal are one; what was learnt is given back as text.
labels_come_back() {
    local options
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        printf '1\ta\t_\tA\t_\t_\t4\tx\033y\t_\t_\n2\tb\t_\tB\t_\t_\t4\tx\377y\t_\t_\n3\tc\t_\tC\t_\t_\t4\t\t_\t_\n4\td\t_\tD\t_\t_\t0\tr\302\205\t_\t_\n\n'
    done > labels.conllu
    for options in "transition --exploration 0" "graph --hash-bits 14"; do
        # shellcheck disable=SC2086
        "$COPSE" train $options -q -o labels.model labels.conllu && "$COPSE" parse -q -m labels.model labels.conllu |
            cut -f 8 | head -n 4 > got || return 1
        printf 'x\357\277\275y\nx\357\277\275y\n_\nr\357\277\275\n' | cmp - got || return 1
    done
}

# stops MESSAGE SENTENCE: it stops training with its line, among problems that do not; or is left out.
stops() {
    local message=$1 lines
    { cat few.conllu; printf '%b\n' "$2"; cat few.conllu; } > stops.conllu
    lines=$(wc -l < few.conllu)
    "$COPSE" train transition -q --exploration 0 -o stops.model stops.conllu 2> err
    [ $? -eq 1 ] && [ "$(cat err)" = "copse: stops.conllu:$((lines + 1)): $message" ] && [ ! -e stops.model ] &&
        "$COPSE" check stops.conllu 2>&1 | grep -a -qxF "$(cat err)" || { cat err; return 1; }
    timeout 50 "$COPSE" train transition --exploration 0 --skip-bad -o skips.model stops.conllu 2> err &&
        grep -q 'words, 1 malformed sentence left out$' err && grep -a -q 'stops.conllu: problems that do not' err &&
        rm -f skips.model || { cat err; return 1; }
}

parse_refuses_nul() {
    "$COPSE" parse -q -m one.model nul.conllu -o never 2> err
    [ $? -eq 1 ] && [ "$(cat err)" = "copse: nul.conllu:$(($(wc -l < ugly.conllu) + 1)): a NUL byte: this is not a text file" ] &&
        [ ! -e never ]
}

scores_pass() {
    "$COPSE" parse -q --scores -m one.model ugly.conllu | cut -f 1-6 > after && cut -f 1-6 ugly.conllu | cmp - after
}

tables_are_plain() {
    local format
    "$COPSE" parse -q -m one.model ugly.conllu -o parsed || return 1
    for format in text json tsv; do
        "$COPSE" eval --by label --format $format ugly.conllu parsed > table && plain table &&
            iconv -f UTF-8 -t UTF-8 table > /dev/null && "$COPSE" info --format $format ugly.conllu > table &&
            plain table && iconv -f UTF-8 -t UTF-8 table > /dev/null || { echo $format; return 1; }
    done
}

draws_plainly() {
    cp ugly.conllu $'b\033[1m.conllu'
    "$COPSE" draw ugly.conllu > drawn && plain drawn && "$COPSE" draw --vertical ugly.conllu > drawn && plain drawn &&
        "$COPSE" draw --beside ugly.conllu $'b\033[1m.conllu' > drawn && plain drawn
}

check "blemishes are reported in one line, and not with --quiet" one_line
check "those of --dev too" with_dev
check "transition-based" trains ugly.conllu transition transition --exploration 1
check "graph-based" trains ugly.conllu graph graph --iterations 2 --hash-bits 14
check "graph-based with joint labels" trains ugly.conllu joint graph --iterations 1 --hash-bits 14 --order 1 --labels joint
check "split by an ugly column" trains ugly.conllu split transition --exploration 0 --split-by 'upos(B0)' --split-threshold 2
check "stacked" trains ugly.conllu stack stack --base graph --guide transition --folds 2 \
    --transition-options '--exploration 0' --graph-options '--iterations 1 --hash-bits 14'
check "an ensemble" trains ugly.conllu ensemble ensemble --members arc-eager,arc-standard \
    --by pos,label --transition-options '--exploration 0'
check "NUL bytes too" trains nul.conllu nul ensemble --members arc-eager,arc-standard --by pos \
    --transition-options '--exploration 0'
check "CoNLL-X" trains ugly.conllx conllx transition --exploration 0
check "cross-validation" in_folds
check "labels come back as text" labels_come_back

check "no columns" stops "2 columns instead of 10" '1\ta\n'
check "no id" stops "'x' is not an id" 'x\ta\t_\tX\t_\t_\t0\troot\t_\t_\n'
check "ids out of order" stops "id 2 where 1 was expected" '2\ta\t_\tX\t_\t_\t0\troot\t_\t_\n'
check "an empty head" stops "column HEAD is empty" '1\ta\t_\tX\t_\t_\t\troot\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n'
check "no head" stops "word 1 has no head" '1\ta\t_\tX\t_\t_\t_\troot\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n'
check "no number" stops "head 'x' of word 1 is not a number" '1\ta\t_\tX\t_\t_\tx\troot\t_\t_\n'
check "a head out of range" stops "head 2 of word 1 is out of range: the sentence has 1 word" '1\ta\t_\tX\t_\t_\t2\troot\t_\t_\n'
check "a self-loop" stops "word 1 is its own head" '1\ta\t_\tX\t_\t_\t1\tx\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n'
check "a cycle" stops "cycle: 1 -> 2 -> 1 (a, b)" '1\ta\t_\tX\t_\t_\t2\tx\t_\t_\n2\tb\t_\tX\t_\t_\t1\tx\t_\t_\n3\tc\t_\tX\t_\t_\t0\troot\t_\t_\n'
check "no root" stops "no word has head 0" '1\ta\t_\tX\t_\t_\t2\tx\t_\t_\n2\tb\t_\tX\t_\t_\t3\tx\t_\t_\n3\tc\t_\tX\t_\t_\t2\tx\t_\t_\n'

check "parsing passes all bytes with --scores" scores_pass
check "parsing refuses NUL" parse_refuses_nul
check "drawings have no control characters" draws_plainly
check "nor have tables" tables_are_plain
finish
