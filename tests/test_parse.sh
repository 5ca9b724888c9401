#!/bin/bash
# SPDX-License-Identifier: MIT
# copse parse: what passes through, what is predicted, what is refused.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}" "${DATA:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

"$GENERATE" --sentences 60 --seed 1 --nonprojective 0.3 > train.conllu || exit 1
"$GENERATE" --sentences 300 --seed 2 --nonprojective 0.1 > test.conllu || exit 1
algorithms="arc-eager arc-standard arc-hybrid swap-lazy covington-projective covington-nonprojective multi-pass planar two-planar"
for algorithm in $algorithms; do
    "$COPSE" train transition -q --exploration 0 --algorithm $algorithm -o "$algorithm" train.conllu || exit 1
done
model=arc-eager

# Replaces heads and labels of words by _, and leaves all else as it is.
blank() {
    sed -E 's/^([0-9]+(\t[^\t]*){5})\t[^\t]*\t[^\t]*/\1\t_\t_/' "$1"
}

all_but_heads_pass() {
    local file
    for file in test.conllu "$DATA"/examples.conll* "$DATA"/hostile-*; do
        "$COPSE" parse -q -m $model "$file" -o parsed && cmp <(blank "$file") <(blank parsed) || { echo "$file"; return 1; }
        case $file in *.conllu) "$COPSE" check parsed > log 2>&1 || { echo "$file"; cat log; return 1; } ;; esac
    done
}

heads_do_not_matter() {
    "$COPSE" parse -q -m $model test.conllu -o parsed && blank test.conllu > blank.conllu &&
        "$COPSE" parse -q -m $model blank.conllu | cmp - parsed &&
        "$COPSE" parse -q -m $model parsed | cmp - parsed
}

any_number_of_threads() {
    local n
    "$COPSE" parse -q -m $model --threads 1 test.conllu -o parsed || return 1
    for n in 2 5 64; do
        "$COPSE" parse -q -m $model --threads $n test.conllu | cmp - parsed || return 1
        "$COPSE" parse -q -m $model --threads $n < test.conllu | cmp - parsed || return 1
    done
}

other_format() {
    "$GENERATE" --sentences 50 --seed 3 --format conllx > test.conllx && "$COPSE" parse -q -m $model test.conllx -o parsed &&
        "$COPSE" check parsed && cmp <(blank test.conllx) <(blank parsed)
}

# Words of which the model knows nothing.
other_language() {
    printf '1\tслово\t_\t_\t_\t_\t_\t_\t_\t_\n2\t言葉\t_\tZZ\tQQ\tUnheard=Of\t_\t_\t_\t_\n\n' > other
    local algorithm
    for algorithm in $algorithms; do
        "$COPSE" parse -q -m $algorithm other | "$COPSE" check || { echo "$algorithm"; return 1; }
    done
}

long_sentence() { # WORDS ALGORITHM...
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) printf "%d\tw%d\t_\t%s\tX%d\t_\t_\t_\t_\t_\n", i, i % 500, i % 3 ? "NOUN" : "VERB", i % 4
        print "" }' > long
    local algorithm
    shift
    for algorithm; do
        "$COPSE" parse -q -m $algorithm long -o parsed && "$COPSE" check parsed || { echo "$algorithm"; return 1; }
    done
}

# Uniform votes change nothing.
twice() {
    "$COPSE" parse -q -m $model test.conllu -o parsed && "$COPSE" parse -q -m $model -m $model test.conllu | cmp - parsed
}

# Every word gets a score between 0 and 1, and nothing else changes.
scores() {
    "$COPSE" parse -q -m $model test.conllu -o parsed && "$COPSE" parse -q --scores -m $model test.conllu -o scored || return 1
    sed -E 's/\|?Score=[01]\.[0-9]+\|LabelScore=[01]\.[0-9]+$//; s/\t$/\t_/' scored | cmp - parsed || return 1
    awk -F '\t' '$1 ~ /^[0-9]+$/ { n++; if (split($10, m, /Score=/) < 3) exit 1; head = m[2] + 0; both = m[3] + 0
        if (head < 0 || head > 1 || both < 0 || both > head) exit 1
        if (head != last) different++; last = head } END { exit !(n > 1000 && different > 100) }' scored
}

# Confidence predicts accuracy: the surer half of the words is more often right.
scores_mean_something() {
    "$COPSE" parse -q --scores -m $model test.conllu -o scored && paste test.conllu scored | awk -F '\t' '
        $1 ~ /^[0-9]+$/ { split($20, m, /Score=/); print m[2], ($7 == $17) }' | sort -n > by_score
    awk -v n="$(wc -l < by_score)" '{ right[NR > n / 2] += $2 } END { exit !(right[1] > right[0]) }' by_score
}

# Writes one sentence, reads its tree, and so on, while the pipe stays open.
interactive() { # THREADS
    local i line fd parser
    coproc PARSER { exec "$COPSE" parse -q --threads "$1" -m $model; }
    parser=$PARSER_PID fd=${PARSER[1]}
    for i in 1 2 3; do
        printf '# %s\n1\tyes\t_\tINTJ\tUH\t_\t_\t_\t_\t_\n\n' "$i" >&"$fd"
        for line in "# $i" "1	yes	_	INTJ	UH	_	0	*" ""; do
            # shellcheck disable=SC2053
            IFS= read -t 20 -r got <&"${PARSER[0]}" && [[ $got == $line ]] || { echo "got '$got'"; kill "$parser"; return 1; }
        done
    done
    exec {fd}>&-
    wait "$parser"
}

# refused STATUS LINE ARGUMENT...: prints one line on standard error, nothing on standard output, and writes
# no file.
refused() {
    local status=$1 line=$2 got
    shift 2
    rm -f parsed
    "$COPSE" parse "$@" -o parsed > stdout 2> err
    got=$?
    # shellcheck disable=SC2053
    [ $got -eq "$status" ] && [[ $(cat err) == $line ]] && [ "$(wc -l < err)" -eq 1 ] && [ ! -s stdout ] && [ ! -e parsed ] ||
        { echo "status $got"; cat err; return 1; }
}

# Heads that are there stay, with their labels; the others are filled in. All of them: the same bytes. None:
# the same as without the option, for any number of threads.
keeps_heads() {
    local algorithm
    awk -F '\t' -v OFS='\t' '$1 ~ /^[0-9]+$/ && (NR * 7919) % 10 < 5 { $7 = $8 = "_" } 1' test.conllu > some.conllu
    blank test.conllu > none.conllu
    for algorithm in $algorithms; do
        "$COPSE" parse -q --keep-heads -m "$algorithm" some.conllu -o parsed && "$COPSE" check parsed > log || { cat log; return 1; }
        paste some.conllu parsed | awk -F '\t' '$1 ~ /^[0-9]+$/ { if ($7 == "_") n++; else { kept++; bad += $7 != $17 || $8 != $18 } }
            END { exit !(n > 1000 && kept > 1000 && !bad) }' || { echo "$algorithm"; return 1; }
        "$COPSE" parse -q --keep-heads --threads 3 -m "$algorithm" some.conllu | cmp - parsed &&
            "$COPSE" parse -q --keep-heads -m "$algorithm" test.conllu | cmp - test.conllu &&
            "$COPSE" parse -q --keep-heads -m "$algorithm" none.conllu -o parsed &&
            "$COPSE" parse -q -m "$algorithm" none.conllu | cmp - parsed || { echo "$algorithm"; return 1; }
    done
}

# given LINE HEAD...: a sentence with these heads is refused in one line.
given() {
    local line=$1 d=0 head
    shift
    { cat none.conllu; for head; do printf '%d\ta\t_\tX\tX\t_\t%s\t_\t_\t_\n' $((++d)) "$head"; done; echo; } > bad
    refused 1 "$line" --keep-heads -m $model bad
}

heads_of_no_tree() {
    local at
    at=$(wc -l < none.conllu)
    given "copse: bad:$((at + 1)): given heads: cycle: 1 -> 2 -> 1" 2 1 _ && given "copse: bad:$((at + 2)): word 2 is its own head" _ 2 _ &&
        given "copse: bad:$((at + 3)): head 4 of word 3 is out of range: the sentence has 3 words" _ _ 4 &&
        given "copse: bad:$((at + 3)): head 0 is given for word 2 and word 3, but trees must have one root word" _ 0 0 &&
        given "copse: bad:$((at + 1)): head 'x' of word 1 is not a number" x _
}

damaged() {
    local size at i
    size=$(wc -c < $model)
    for at in 1 7 8 20 31 32 63 100 500 5000 $((size / 2)) $((size - 1)); do
        head -c "$at" $model > damaged
        refused 1 "copse: damaged: is *" -m damaged test.conllu || { echo "the first $at bytes"; return 1; }
    done
    for ((i = 1; i <= 40; i++)); do
        at=$((i * 7919 * 31 % size))
        [ $i -gt 10 ] || at=$((i * 37))
        { head -c "$at" $model; tail -c +$((at + 1)) $model | head -c 1 | tr '\0-\377' '\1-\377\0'; tail -c +$((at + 2)) $model; } > damaged
        [ "$(wc -c < damaged)" -eq "$size" ] && refused 1 "copse: damaged: *" -m damaged test.conllu || { echo "byte $at"; return 1; }
    done
}

older() {
    { head -c 8 $model; printf '\3\0\0\0'; tail -c +13 $model; } > damaged
    refused 1 "copse: damaged: has a format that is no longer read (format 3; this one reads from 4)" -m damaged test.conllu
}

newer() {
    { head -c 8 $model; printf '\5\0\0\0'; tail -c +13 $model; } > damaged
    refused 1 "copse: damaged: was written by a newer version of Copse (format 5; this one reads up to 4)" -m damaged test.conllu
}

# Sentences before a bad line are not written to a file, and the line is reported once.
bad_input() {
    { cat test.conllu; printf '1\ta\n\n'; } > bad
    refused 1 "copse: bad:$(($(wc -l < test.conllu) + 1)): 2 columns instead of 10" -m $model bad
}

says_how_fast() {
    "$COPSE" parse -m $model test.conllu > parsed 2> err || return 1
    grep -Eqx "parsed: 4,[0-9]{3} words in [0-9.]+ s, [0-9,]+/s" err || { cat err; return 1; }
    "$COPSE" parse -q -m $model test.conllu 2> err | cmp - parsed && [ ! -s err ]
}

empty_input() {
    [ -z "$("$COPSE" parse -q -m $model < /dev/null)" ]
}

full_disk() {
    local line
    line=$("$COPSE" parse -q -m $model test.conllu 2>&1 > /dev/full) && return 1
    [ "$line" = "copse: <stdout>: cannot write: No space left on device" ] || { echo "$line"; return 1; }
}

# A reader that closes the pipe early.
closed_pipe() {
    "$COPSE" parse -q -m $model test.conllu 2> err | head -n 1 > /dev/null
    [ ! -s err ] || { cat err; return 1; }
}

# Without XPOS and FEATS.
poor() {
    awk -F '\t' -v OFS='\t' 'NF == 10 { $5 = $6 = "_" } 1' "$1"
}

# told LINES FILE ARGUMENT...: prints exactly these warnings on standard error, and parses.
told() {
    local lines=$1 file=$2
    shift 2
    "$COPSE" parse "$@" "$file" > parsed 2> err && grep -v "^parsed: " err > warnings
    [ "$(cat warnings)" = "$lines" ] && [ "$(grep -c . parsed)" -eq "$(grep -c . "$file")" ] || { cat err; return 1; }
}

# The model relies on columns that the input lacks: one warning, the same for any number of threads.
warns() {
    local n words trained="in 100.0% of the model's training data; FEATS in 0.0%, 74.8%: expect far less accurate trees unless the model was trained with --drop-columns"
    "$COPSE" train graph -q --order 1 --iterations 1 --runs 1 --hash-bits 16 -o small.model "$DATA/examples.conllu" &&
        poor "$DATA/examples.conllu" > poor.conllu || return 1
    for n in 1 2 3 4 5 6 7 8 9 10 11 12; do cat poor.conllu; done > poor12.conllu
    cat poor.conllu "$DATA/examples.conllu" > half.conllu
    for n in 1 2 5; do
        told "copse: poor.conllu: XPOS has a value in 0.0% of the 107 words, $trained" poor.conllu --threads $n -m small.model &&
            told "copse: poor12.conllu: XPOS has a value in 0.0% of the first 1,006 words, $trained" poor12.conllu --threads $n \
                -m small.model &&
            told "" "$DATA/examples.conllu" --threads $n -m small.model && told "" half.conllu --threads $n -m small.model || return 1
    done
    words=$("$COPSE" parse -m small.model < poor12.conllu 2>&1 > /dev/null | head -n 1)
    [ "$words" = "copse: <stdin>: XPOS has a value in 0.0% of the first 1,006 words, $trained" ] || { echo "$words"; return 1; }
    told "" poor.conllu -q -m small.model && told "" /dev/null -m small.model
}

# The shares of words with values, and the columns that are counted.
columns_are_told() {
    "$COPSE" train graph -q --order 1 --iterations 1 --runs 1 --hash-bits 16 --pos upos -o small.model "$DATA/examples.conllu" || return 1
    [ "$("$COPSE" info --format tsv small.model | grep ^columns)" = "columns	LEMMA	107 of 107 words (100.0%)
columns	UPOS	107 of 107 words (100.0%)
columns	XPOS	107 of 107 words (100.0%)
columns	FEATS	80 of 107 words (74.8%)
columns	read	FORM LEMMA UPOS FEATS" ] || { "$COPSE" info small.model; return 1; }
    "$COPSE" info --format json small.model | grep -q '{"name": "FEATS", "value": "80 of 107 words (74.8%)"}' || return 1
    # A model that does not read XPOS does not miss it.
    awk -F '\t' -v OFS='\t' 'NF == 10 { $5 = "_" } 1' "$DATA/examples.conllu" > poor.conllu && told "" poor.conllu -m small.model
}

check "all but heads and labels passes" all_but_heads_pass
check "heads in the input do not matter" heads_do_not_matter
check "the same bytes for any number of threads" any_number_of_threads
check "CoNLL-X" other_format
check "unknown words, tags and features" other_language
check "a sentence of 20,000 words" long_sentence 20000 arc-eager arc-standard arc-hybrid covington-projective multi-pass planar two-planar
check "a sentence of 4,000 words, quadratic time" long_sentence 4000 covington-nonprojective swap-lazy
check "given heads are kept" keeps_heads
check "given heads that no tree has" heads_of_no_tree
check "a model and itself" twice
check "--scores" scores
check "scores mean something" scores_mean_something
check "an answer to every sentence, one thread" interactive 1
check "an answer to every sentence, four threads" interactive 4
check "a summary at the end" says_how_fast
check "no input" empty_input
check "columns that the input lacks" warns
check "columns of the training data" columns_are_told

check "-m is needed" refused 2 "copse: parse: -m MODEL is needed: COPSE_MODEL names none, and there is no */share/copse/english.model; try 'copse parse --help'" test.conllu
check "no such model" refused 1 "copse: nowhere: cannot open: No such file or directory" -m nowhere test.conllu
check "a folder" refused 1 "copse: .: is a directory*" -m . test.conllu
check "a text" refused 1 "copse: test.conllu: is not a Copse model" -m test.conllu test.conllu
check "a damaged model" damaged
check "a newer model" newer
check "an older model" older
check "no such input" refused 1 "copse: nowhere: cannot open: No such file or directory" -m $model nowhere
check "a model as input" refused 1 "copse: $model:2: a NUL byte: this is not a text file" -m $model $model
check "bad input" bad_input
check "no place for scores in CoNLL-X" refused 1 "copse: $DATA/examples.conllx:1: CoNLL-X has no MISC column for scores" \
    --scores -m $model "$DATA/examples.conllx"
check "a full disk" full_disk
check "a closed pipe" closed_pipe
finish
