#!/bin/bash
# SPDX-License-Identifier: MIT
# Pipelines: for each treebank, trains one on train.conllu, parses the raw text of dev.conllu, its tokens and its words, and
# prints F1 as the CoNLL 2018 shared task defines it, and speed, memory and sizes. Arguments: names of treebanks in
# TREEBANKS (tr_imst el_gdt). PARSERS: which parsers (transition graph). TRAINING: further options of training.
set -u
: "${COPSE:?}" "${TREEBANKS:?}"
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
read -ra parsers <<< "${PARSERS:-transition graph}"
read -ra training <<< "${TRAINING:-}"
[ $# -gt 0 ] || set -- tr_imst el_gdt

# The text of a treebank: tokens with the spaces between them, an empty line between paragraphs.
raw_text() {
    awk -F '\t' '
    /^# new(doc|par)/ && begun { printf "\n\n"; gap = ""; begun = 0 }
    $1 ~ /^[0-9]+-[0-9]+$/ { split($1, id, "-"); covered = id[2]; put() }
    $1 ~ /^[0-9]+$/ && $1 > covered { put() }
    /^$/ { covered = 0 }
    function put() {
        printf "%s%s", gap, $2
        gap = $10 ~ /(^|\|)SpaceAfter=No($|\|)/ ? "" : " "
        begun = 1
    }
    END { print "" }' "$1"
}

# Tokens as they are given with --pretokenized: a sentence a line.
token_lines() {
    awk -F '\t' '
    $1 ~ /^[0-9]+-[0-9]+$/ { split($1, id, "-"); covered = id[2]; put() }
    $1 ~ /^[0-9]+$/ && $1 > covered { put() }
    /^$/ && n { print ""; n = covered = 0 }
    function put() { gsub(/ /, "_", $2); printf "%s%s", n++ ? " " : "", $2 }' "$1"
}

# The sentences of a treebank with nothing but FORM.
bare() {
    awk -F '\t' -v OFS='\t' '$1 ~ /^[0-9]+$/ { $3 = $4 = $5 = $6 = $7 = $8 = $9 = "_" } 1' "$1"
}

# figures GOLD PARSED: the thirteen, separated by blanks.
figures() {
    "$COPSE" eval --raw --format json "$1" "$2" |
        awk -F '"' '{ for (i = 2; i <= NF; i += 2) { v = $(i + 1); gsub(/[^0-9.]/, "", v); if (!($i in f)) f[$i] = v } }
        END { n = split("Tokens Sentences Words UPOS XPOS UFeats AllTags Lemmas UAS LAS CLAS MLAS BLEX", name, " ")
            for (i = 1; i <= n; i++) printf " %6s", (name[i] in f) ? f[name[i]] : "-"; print "" }'
}

# seconds COMMAND...: runs it, prints its seconds of processor time.
seconds() {
    { TIMEFORMAT='%U %S'; time "$@" > "$scratch/log" 2>&1; } 2>&1 | awk '{ printf "%.1f", $1 + $2 }'
}

printf '%-12s %-11s %-8s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s\n' treebank parser input Tokens Sents Words UPOS XPOS \
    UFeats AllTag Lemmas UAS LAS CLAS MLAS BLEX
for name in "$@"; do
    train=$TREEBANKS/$name/train.conllu dev=$TREEBANKS/$name/dev.conllu
    raw_text "$dev" > "$scratch/raw.txt"
    bare "$dev" > "$scratch/bare.conllu"
    token_lines "$dev" > "$scratch/tokens.txt"
    for parser in "${parsers[@]}"; do
        model=$scratch/$name-$parser.model
        spent=$(seconds "$COPSE" train pipeline --parser "$parser" "${training[@]}" -o "$model" "$train")
        [ -s "$model" ] || { cat "$scratch/log" >&2; exit 1; }
        memory=$(sed -n 's/.* \([0-9.]* [MG]B\) of memory$/\1/p' "$scratch/log")
        "$COPSE" parse -q -m "$model" --input text "$scratch/raw.txt" -o "$scratch/raw.conllu" || exit 1
        "$COPSE" parse -q -m "$model" "$scratch/bare.conllu" -o "$scratch/gold.conllu" || exit 1
        "$COPSE" parse -q -m "$model" --pretokenized "$scratch/tokens.txt" -o "$scratch/tokens.conllu" || exit 1
        printf '%-12s %-11s %-8s%s\n' "$name" "$parser" text "$(figures "$dev" "$scratch/raw.conllu")"
        printf '%-12s %-11s %-8s%s\n' "$name" "$parser" tokens "$(figures "$dev" "$scratch/tokens.conllu")"
        printf '%-12s %-11s %-8s%s\n' "$name" "$parser" words "$(figures "$dev" "$scratch/gold.conllu")"
        # Speed: the text several times over, without the time to load.
        for _ in 1 2 3 4 5; do cat "$scratch/raw.txt"; echo; echo; done > "$scratch/long.txt"
        : > "$scratch/empty.txt"
        words=$("$COPSE" parse -q -m "$model" --threads 1 --input text "$scratch/long.txt" | grep -c '^[0-9]*	')
        load=$(seconds "$COPSE" parse -q -m "$model" --threads 1 --input text "$scratch/empty.txt")
        all=$(seconds "$COPSE" parse -q -m "$model" --threads 1 --input text "$scratch/long.txt")
        awk -v n="$name" -v p="$parser" -v w="$words" -v a="$all" -v l="$load" -v t="$spent" -v m="$memory" -v s="$(wc -c < "$model")" '
        BEGIN { printf "%-12s %-11s %.0f words a second; training %s s of processor time, %s; model %.1f MB\n", n, p, w / (a > l ? a - l : 0.1), t, m, s / 1e6 }'
    done
done
