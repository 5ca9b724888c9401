#!/bin/bash
# SPDX-License-Identifier: MIT
# copse train pipeline, and copse parse with its models: plain text in, trees out.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}" "${DATA:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
unset COPSE_MODEL

"$GENERATE" --sentences 100 --seed 1 > train.conllu || exit 1
"$GENERATE" --sentences 40 --seed 2 > test.conllu || exit 1
small=(--parser transition --parser-options '--exploration 0' --folds 2 --calibrate no)
# The text of a treebank, two sentences in a paragraph, and a sentence a line.
sed -n 's/^# text = //p' test.conllu > lines.txt
awk '{ printf "%s%s", $0, NR % 2 ? " " : "\n\n" }' lines.txt > test.txt
"$COPSE" train pipeline "${small[@]}" --threads 2 --dev test.conllu -o text.model train.conllu 2> train.log || { cat train.log; exit 1; }
"$COPSE" train pipeline --parser none --folds 2 -q -o none.model train.conllu || exit 1
"$COPSE" train transition -q --exploration 0 -o parser.model train.conllu || exit 1

reports() {
    local line
    for line in '^training the tokeniser$' '^tagger, fold 2 of 2: UPOS .*, XPOS .*, FEATS ' '^training the tagger$' \
        '^lemmatiser, fold 2 of 2: LEMMA ' '^training the parser$' \
        '^dev, gold tokens: LEMMA [0-9.]*, UPOS [0-9.]*, XPOS [0-9.]*, FEATS [0-9.]*, LAS [0-9.]*, UAS [0-9.]*$' \
        '^dev, raw text, F1: Tokens [0-9.]*, Sentences .*, Words .*, LAS .*, BLEX [0-9.]*$'; do
        grep -q "$line" train.log || { echo "$line"; cat train.log; return 1; }
    done
}

shows_stages() {
    "$COPSE" info --format tsv text.model > info || return 1
    [ "$(grep -E '^stage [0-9]	kind' info | cut -f 3 | tr '\n' ' ')" = "tokeniser tagger lemmatiser transition " ] &&
        grep -qx 'option	folds	2' info || { cat info; return 1; }
}

# Gold, predicted and mixed tags make three parsers; with gold ones nothing is predicted.
learns_from_tags() {
    local tags
    for tags in gold predicted mixed; do
        "$COPSE" train pipeline "${small[@]}" --tags $tags -o $tags.model train.conllu 2> $tags.log || { cat $tags.log; return 1; }
    done
    cmp mixed.model text.model && ! cmp -s gold.model mixed.model && ! cmp -s predicted.model mixed.model &&
        ! cmp -s gold.model predicted.model && ! grep -q fold gold.log && grep -q 'tagger, fold 2 of 2' predicted.log
}

same_models() {
    local n
    for n in 1 5; do
        "$COPSE" train pipeline "${small[@]}" --threads $n -q -o again.model train.conllu && cmp again.model text.model || return 1
    done
}

text_in_trees_out() {
    "$COPSE" parse -q -m text.model test.txt -o parsed.conllu && "$COPSE" check --ud parsed.conllu > log || { cat log; return 1; }
    # the same characters, apart from white space
    cmp <(tr -d ' \n' < test.txt) <(sed -n 's/^# text = //p' parsed.conllu | tr -d ' \n') &&
        [ "$(grep -c '^[0-9]*	[^	]*	[^	_][^	]*	[A-Z]*	[^	_]' parsed.conllu)" -gt 300 ]
}

any_number_of_threads() {
    local n
    for _ in {1..30}; do cat test.txt; done > long.txt
    "$COPSE" parse -q -m text.model --threads 1 long.txt -o long.conllu || return 1
    for n in 2 5; do
        "$COPSE" parse -q -m text.model --threads $n long.txt | cmp - long.conllu || return 1
    done
}

# pieces N FILE: writes a file N bytes at a time.
pieces() {
    local LC_ALL=C part=
    while IFS= read -r -N "$1" part; do printf '%s' "$part"; done < "$2"
    printf '%s' "$part"
}

cut_anywhere() {
    local n form
    for form in text lines tokens auto; do
        "$COPSE" parse -q -m text.model --input $form test.txt -o whole || return 1
        for n in 7 1000; do
            pieces $n test.txt | "$COPSE" parse -q -m text.model --input $form | cmp - whole || { echo "$form $n"; return 1; }
        done
    done
}

# A sentence comes out as soon as its line is in.
answers_lines() {
    local line form n got
    for form in lines tokens; do
        coproc "$COPSE" parse -q -m text.model --input $form
        # shellcheck disable=SC2153
        local in=${COPROC[1]} out=${COPROC[0]} pid=$COPROC_PID
        for n in 1 2 3; do
            sed -n "${n}p" lines.txt >&"$in"
            got=
            while IFS= read -r -t 20 line <&"$out" && [ -n "$line" ]; do
                [[ $line != '# text = '* ]] || got=${line#\# text = }
            done
            [ -z "$line" ] && [ "$got" = "$(sed -n "${n}p" lines.txt)" ] || { echo "$form, line $n: $got"; return 1; }
        done
        exec {in}>&-
        wait "$pid" || return 1
    done
}

# Blank lines end paragraphs, and a very long line is cut.
odd_lines() {
    printf 'Ni tin.\n\n\nSa lai.\r\nNi tin.\n \n' > odd.txt
    "$COPSE" parse -q -m text.model --input lines odd.txt -o odd.conllu && "$COPSE" check odd.conllu &&
        [ "$(grep -c '^# newpar' odd.conllu)" = 2 ] && [ "$(grep -c '^# text = ' odd.conllu)" = 3 ] || { cat odd.conllu; return 1; }
    { for _ in {1..60000}; do printf 'stalalom '; done; echo; } > wide.txt
    "$COPSE" parse -q -m none.model --input tokens wide.txt -o wide.conllu &&
        [ "$(grep -c '^[0-9]*	stalalom	' wide.conllu)" -ge 59999 ] ||
        { head -n 3 wide.conllu; return 1; }
}

# Multiword tokens count once.
count_tokens() {
    awk -F '\t' '/^$/ { covered = 0 }
        $1 ~ /^[0-9]+-[0-9]+$/ { split($1, id, "-"); covered = id[2]; n++ }
        $1 ~ /^[0-9]+$/ && $1 > covered { n++ }
        END { print n }' "$1"
}

hints() {
    "$COPSE" parse -q -m text.model --presegmented lines.txt -o one &&
        [ "$(grep -c '^# text' one)" = "$(wc -l < lines.txt)" ] &&
        "$COPSE" parse -q -m text.model --input lines lines.txt | cmp - one || return 1
    sed 's/[.,?!]/ &/g; s/  */ /g' lines.txt > tokens.txt
    "$COPSE" parse -q -m text.model --pretokenized tokens.txt -o two &&
        "$COPSE" parse -q -m text.model --input tokens tokens.txt | cmp - two &&
        [ "$(count_tokens two)" = "$(wc -w < tokens.txt)" ] && grep -q '^[0-9]*-[0-9]*	' two &&
        "$COPSE" parse -q -m text.model --input tokens --output text tokens.txt | cmp - tokens.txt &&
        "$COPSE" parse -q -m text.model --ranges test.txt | grep -q 'TokenRange=0:'
}

# recognised WHAT: the line about what the input was taken for, or nothing.
recognised() {
    "$COPSE" parse -m text.model "$2" > out 2> err && [ "$(grep -v '^parsed: ' err)" = "$1" ] || { cat err; return 1; }
}

auto() {
    recognised 'copse: test.txt: read as plain text (--input text)' test.txt && recognised '' test.conllu &&
        recognised '' "$DATA/examples.conllu" || return 1
    : > empty && recognised '' empty && [ ! -s out ] || return 1
    printf '#hashtag\n' > tag && recognised 'copse: tag: read as plain text (--input text)' tag || return 1
    printf '# a comment\n' > comment && recognised '' comment && cmp comment out || return 1
    "$COPSE" convert -q --to conllx test.conllu -o test.conllx && recognised '' test.conllx &&
        [ "$(grep -c '^[0-9]' out)" = "$(grep -c '^[0-9]' test.conllx)" ] || return 1
    # a treebank as text, and text as a treebank, if someone wants that
    "$COPSE" parse -q -m text.model --input text test.conllu | grep -q '^# text = # ' || return 1
    refused 1 'test.txt:1: 1 column instead of 10' -q -m text.model --input conllu test.txt
}

columns_stay() {
    "$COPSE" parse -m text.model test.conllu -o full.conllu 2> err && cmp <(cut -f 1-6,9,10 test.conllu) <(cut -f 1-6,9,10 full.conllu) &&
        ! grep -q 'training data' err
}

# Columns that are missing are filled, and no line complains about them.
columns_are_filled() {
    awk -F '\t' -v OFS='\t' '$1 ~ /^[0-9]+$/ { $3 = $5 = $6 = "_" } 1' test.conllu > poor.conllu
    "$COPSE" parse -m text.model poor.conllu -o filled.conllu 2> err && ! grep -q 'training data' err || { cat err; return 1; }
    cmp <(cut -f 1,2,4 test.conllu) <(cut -f 1,2,4 filled.conllu) || return 1
    [ "$(cut -f 5 filled.conllu | grep -cx _)" = "$(cut -f 5 test.conllu | grep -cx _)" ] || return 1
    [ "$("$COPSE" eval --format json test.conllu filled.conllu | sed -n 's/.*"las": \([0-9]*\).*/\1/p')" -gt 60 ]
}

retags() {
    awk -F '\t' -v OFS='\t' '$1 ~ /^[0-9]+$/ { $4 = "X"; $3 = "wrong" } 1' test.conllu > wrong.conllu
    "$COPSE" parse -q -m text.model wrong.conllu -o kept && ! grep '^[0-9]*	' kept | cut -f 4 | grep -qvx X &&
        "$COPSE" parse -q -m text.model --retag wrong.conllu -o new && ! cut -f 3 new | grep -qx wrong &&
        cut -f 4 new | grep -qx VERB || return 1
    "$COPSE" parse -m parser.model --retag test.conllu 2> err > /dev/null &&
        grep -qx 'copse: --retag has no effect: the model has no tagger and no lemmatiser' err
}

no_parser() {
    "$COPSE" parse -q -m none.model test.conllu | cmp - test.conllu &&
        "$COPSE" parse -q -m none.model test.txt > out && grep -q '	NOUN	' out && ! grep -q '	root	' out
}

writes_json() {
    "$COPSE" parse -q -m text.model --output json --scores --ranges test.txt -o out.json || return 1
    [ "$(wc -l < out.json)" = "$(grep -c '^# text' parsed.conllu)" ] &&
        grep -q '^{"sent_id": "1", .*"text": ".*", .*"tokens": \[{"id": 1, "form": ".*"head": [0-9]*, .*"start": 0, "end": [0-9]*, "score": 0\.[0-9]*' out.json ||
        { head -n 1 out.json; return 1; }
    ! command -v python3 > /dev/null || python3 -c 'import json, sys
for line in sys.stdin: assert json.loads(line)["tokens"]' < out.json || return 1
    "$COPSE" parse -q -m text.model --output json --kbest 3 test.txt | grep -q '"rank": 2, "score": [-0-9.e]*, "probability": [0-9.e-]*,'
}

output_is_a_format_or_a_file() {
    rm -f json
    "$COPSE" parse -q -m text.model --output conllu test.txt | cmp - parsed.conllu &&
        "$COPSE" parse -q -m text.model --output file.conllu test.txt && cmp file.conllu parsed.conllu &&
        "$COPSE" parse -q -m text.model --output=file.conllu test.txt && cmp file.conllu parsed.conllu &&
        "$COPSE" parse -q -m text.model -o json test.txt && cmp json parsed.conllu &&
        "$COPSE" parse -q -m text.model --output json -o b.json test.txt && head -c 1 b.json | grep -q '{' || return 1
    "$COPSE" parse -m text.model --output jsn test.txt 2> err && cmp jsn parsed.conllu &&
        grep -qx 'copse: --output jsn is a file; the formats are conllu, json and text' err || { cat err; return 1; }
    "$COPSE" parse -q -m text.model --output text test.txt | tr -d ' _\n' | cmp - <(tr -d ' _\n' < test.txt)
}

with_scores_and_lists() {
    "$COPSE" parse -q -m text.model --scores test.txt | grep -q '|\{0,1\}Score=[01]\.' &&
        "$COPSE" parse -q -m text.model --kbest 2 test.txt | grep -qx '# rank = 2'
}

default_model() {
    COPSE_MODEL=text.model "$COPSE" parse test.txt 2> err | cmp - parsed.conllu &&
        grep -qx 'copse: the model is text.model (COPSE_MODEL)' err &&
        [ -z "$(COPSE_MODEL=text.model "$COPSE" parse -q test.txt 2>&1 > /dev/null)" ] || { cat err; return 1; }
    COPSE_MODEL=nowhere "$COPSE" parse -q test.txt 2> err
    [ $? = 1 ] && grep -q '^copse: nowhere: cannot open' err
}

missing_columns() {
    awk -F '\t' -v OFS='\t' 'NF == 10 { $3 = $5 = "_" } 1' train.conllu > few.conllu
    "$COPSE" train pipeline "${small[@]}" -o few.model few.conllu 2> err &&
        grep -qx 'few.conllu: no word has a value in LEMMA, XPOS: the model leaves that out' err || { cat err; return 1; }
    [ "$("$COPSE" info --format tsv few.model | grep -cE '^stage [0-9]	kind')" = 3 ] &&
        "$COPSE" parse -q -m few.model test.txt -o out && [ "$(grep '^[0-9]' out | cut -f 3,5 | sort -u)" = '_	_' ] &&
        "$COPSE" check out
}

other_parsers() {
    "$COPSE" train pipeline --parser arc-eager,arc-standard:reverse --parser-options '--transition-options --exploration=0' --tags gold \
        -q -o two.model train.conllu 2> err || { cat err; return 1; }
    "$COPSE" parse -q -m two.model --member arc-eager test.txt 2> err
    "$COPSE" parse -q -m two.model test.txt | "$COPSE" check || return 1
    # a parser that is a sequence itself
    awk -F '\t' -v OFS='\t' 'NF == 10 { $9 = $7 ":" $8; if ($7 > 1 && $1 > 1) $9 = "1:extra|" $9 } 1' train.conllu > deps.conllu
    "$COPSE" train pipeline --parser graph --parser-options '--heads several --hash-bits 14 --iterations 2 --runs 1 --order 1' --folds 2 \
        -q -o deps.model deps.conllu || return 1
    [ "$("$COPSE" info --format tsv deps.model | grep -E '^stage [0-9]	kind' | tail -n 1 | cut -f 3)" = enhancer ] &&
        "$COPSE" parse -q -m deps.model test.txt | grep -q '	1:extra|'
}

# refused STATUS PART ARGUMENT...: parse fails with one line that has a part.
refused() {
    local status=$1 part=$2 got
    shift 2
    "$COPSE" parse "$@" > stdout 2> err
    got=$?
    [ $got -eq "$status" ] && grep -qF -- "$part" err && [ "$(wc -l < err)" = 1 ] || { echo "status $got"; cat err; return 1; }
}

# untrained PART ARGUMENT...: the same of training, which leaves no model.
untrained() {
    local part=$1 got
    shift
    rm -f no.model
    "$COPSE" train pipeline "$@" -o no.model train.conllu > stdout 2> err
    got=$?
    [ $got -eq 2 ] && grep -qF -- "$part" err && [ "$(wc -l < err)" = 1 ] && [ ! -e no.model ] || { echo "status $got"; cat err; return 1; }
}

errors() {
    refused 1 "test.txt:1: 1 column instead of 10 (they are separated by tabs); plain text needs a model with a tokeniser" -m parser.model test.txt &&
        refused 1 'test.txt: plain text needs a model with a tokeniser' -m parser.model --input text test.txt &&
        refused 2 '--pretokenized has no meaning for --input conllu' -m text.model --input conllu --pretokenized test.conllu &&
        refused 2 '--ranges has no meaning for --input conllx' -m text.model --input conllx --ranges test.conllu &&
        refused 2 '--scores has no meaning with --output text' -m text.model --scores --output text test.txt &&
        refused 2 'two files to write' -m text.model -o a --output b.conllu test.txt || return 1
    printf 'one\0two\n' > binary && refused 1 'binary:1: a NUL byte' -q -m text.model binary &&
        refused 1 'a NUL byte' -q -m text.model text.model || return 1
    untrained "--parser: unknown parser 'grph'" --parser grph &&
        untrained "--parser-options: unknown option '--wrong'" --parser transition --parser-options '--wrong 1' &&
        untrained '--parser-options has no meaning for --parser none' --parser none --parser-options '--order 1' &&
        untrained '--members' --parser arc-eager --parser-options '--members graph1' || return 1
    "$COPSE" crossval pipeline train.conllu 2> err
    [ $? = 2 ] && grep -q "'crossval' is one of" err
}

check "training reports what it does" reports
check "copse info shows the stages" shows_stages
check "--tags" learns_from_tags
check "the same model for any number of threads" same_models
check "text in, trees out" text_in_trees_out
check "the same trees for any number of threads" any_number_of_threads
check "the same trees wherever the stream is cut" cut_anywhere
check "an answer to every line" answers_lines
check "blank and long lines" odd_lines
check "lines and tokens that are known" hints
check "text and treebanks are told apart" auto
check "columns that are there stay" columns_stay
check "columns that are missing are filled in" columns_are_filled
check "--retag" retags
check "a model without a parser" no_parser
check "JSON" writes_json
check "--output is a format or a file" output_is_a_format_or_a_file
check "--scores and --kbest" with_scores_and_lists
check "the default model" default_model
check "columns that the treebank never fills" missing_columns
check "other parsers" other_parsers
check "errors" errors
finish
