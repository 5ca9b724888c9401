#!/bin/bash
# SPDX-License-Identifier: MIT
# Pipelines: for each treebank, trains one on train.conllu, parses the raw text of dev.conllu, its tokens and its words, and
# prints F1 as the CoNLL 2018 shared task defines it, and speed on one thread, memory and sizes. Arguments: names of
# treebanks in TREEBANKS (all of them). PARSERS: which parsers (transition graph). TRAINING: further options of training.
# KEEP: a folder for the models and the parses. UNSPACED: treebanks whose words are joined, as if none had a space
# after it.
set -u
: "${COPSE:?}" "${TREEBANKS:?}"
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
keep=${KEEP:-$scratch}
mkdir -p "$keep" || exit 1
read -ra parsers <<< "${PARSERS:-transition graph}"
read -ra training <<< "${TRAINING:-}"
[ $# -gt 0 ] || for file in "$TREEBANKS"/*/train.conllu; do set -- "$@" "$(basename "${file%/train.conllu}")"; done

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

# A treebank with no space after any word.
unspaced() {
    awk -F '\t' -v OFS='\t' '$1 ~ /^[0-9]+$/ { $10 = $10 == "_" ? "SpaceAfter=No" : $10 ~ /SpaceAfter=No/ ? $10 : $10 "|SpaceAfter=No" } 1' "$1"
}

# figures GOLD PARSED: the thirteen, separated by blanks.
figures() {
    "$COPSE" eval --raw --format json "$1" "$2" |
        awk -F '"' '{ for (i = 2; i <= NF; i += 2) { v = $(i + 1); gsub(/[^0-9.]/, "", v); if (!($i in f)) f[$i] = v } }
        END { n = split("Tokens Sentences Words UPOS XPOS UFeats AllTags Lemmas UAS LAS CLAS MLAS BLEX", name, " ")
            for (i = 1; i <= n; i++) printf " %6s", (name[i] in f) ? f[name[i]] : "-"; print "" }'
}

# usage COMMAND...: runs it; its processor time goes to $spent, in seconds, its memory to $memory, in MB ("-": not known).
usage() {
    local TIMEFORMAT='%U %S' run=()
    rm -f "$scratch/memory"
    [ ! -x /usr/bin/time ] || run=(/usr/bin/time -f %M -o "$scratch/memory")
    { time "${run[@]}" "$@" > "$scratch/log" 2>&1; } 2> "$scratch/time" || { cat "$scratch/log" >&2; exit 1; }
    spent=$(awk 'END { printf "%.3f", $1 + $2 }' "$scratch/time")
    memory=-
    [ ! -s "$scratch/memory" ] || memory=$(awk 'END { printf "%.0f", $1 / 1024 }' "$scratch/memory")
}

# fastest INPUT OPTION...: the least processor time of three runs over INPUT as text, on one thread.
fastest() {
    local input=$1 least=
    shift
    for _ in 1 2 3; do
        usage "$COPSE" parse -q --threads 1 --input text "$input" -o "$scratch/out" "$@"
        least=$(awk -v a="$spent" -v b="${least:-$spent}" 'BEGIN { print a < b ? a : b }')
    done
    spent=$least
}

# speed WHAT WORDS SECONDS [LESS]: words a second in all time but LESS.
speed() {
    awk -v what="$1" -v words="$2" -v all="$3" -v less="${4:-0}" \
        'BEGIN { all -= less; printf "%s %.0f words a second", what, words / (all > 0.01 ? all : 0.01) }'
}

# The speed of the tokeniser, and of the tagger with the lemmatiser, of a treebank.
stages() {
    local name=$1 train=$2 words tokens
    "$COPSE" train tokeniser -q -o "$scratch/tokens.model" "$train" || exit 1
    "$COPSE" train pipeline -q --parser none --tags gold -o "$scratch/tags.model" "$train" || exit 1
    for _ in 1 2 3 4 5 6 7 8 9 10; do cat "$scratch/long.txt"; done > "$scratch/longer.txt"
    fastest "$scratch/longer.txt" -m "$scratch/tokens.model"
    words=$(grep -c '^[0-9]*	' "$scratch/out")
    printf '%-12s %s; ' "$name" "$(speed tokeniser "$words" "$spent")"
    fastest "$scratch/long.txt" -m "$scratch/tokens.model"
    tokens=$spent
    fastest "$scratch/long.txt" -m "$scratch/tags.model"
    speed 'tagger and lemmatiser' "$(grep -c '^[0-9]*	' "$scratch/out")" "$spent" "$tokens"
    echo
}

# Trains, parses and scores one pipeline.
pipeline() {
    local name=$1 parser=$2 train=$3 dev=$4 model=$keep/$1-$2.model input trained most load words
    usage "$COPSE" train pipeline --parser "$parser" "${training[@]}" -o "$model" "$train"
    trained="$spent s of processor time and $memory MB"
    for input in text tokens words; do
        "$COPSE" parse -q -m "$model" --input "${form[$input]}" "$scratch/$input" -o "$keep/$name-$parser-$input.conllu" || exit 1
        printf '%-12s %-11s %-8s%s\n' "$name" "$parser" "$input" "$(figures "$dev" "$keep/$name-$parser-$input.conllu")"
    done
    : > "$scratch/empty.txt"
    fastest "$scratch/empty.txt" -m "$model"
    load=$spent
    fastest "$scratch/long.txt" -m "$model"
    most=$memory
    words=$(grep -c '^[0-9]*	' "$scratch/out")
    printf '%-12s %s; loaded in %.0f ms; %s MB; training %s; model %.1f MB\n' "$name" "$(speed "$parser" "$words" "$spent" "$load")" \
        "$(awk -v s="$load" 'BEGIN { print 1000 * s }')" "$most" "$trained" "$(awk -v s="$(wc -c < "$model")" 'BEGIN { print s / 1e6 }')"
}

declare -A form=([text]=text [tokens]=tokens [words]=conllu)
printf '%-12s %-11s %-8s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s\n' treebank parser input Tokens Sents Words UPOS XPOS \
    UFeats AllTag Lemmas UAS LAS CLAS MLAS BLEX
for name in "$@"; do
    for part in train dev; do cp "$TREEBANKS/$name/$part.conllu" "$scratch/$part.conllu" || exit 1; done
    if [[ " ${UNSPACED:-} " == *" $name "* ]]; then
        for part in train dev; do unspaced "$TREEBANKS/$name/$part.conllu" > "$scratch/$part.conllu"; done
    fi
    raw_text "$scratch/dev.conllu" > "$scratch/text"
    bare "$scratch/dev.conllu" > "$scratch/words"
    token_lines "$scratch/dev.conllu" > "$scratch/tokens"
    for _ in 1 2 3 4 5; do cat "$scratch/text"; echo; echo; done > "$scratch/long.txt"
    for parser in "${parsers[@]}"; do pipeline "$name" "$parser" "$scratch/train.conllu" "$scratch/dev.conllu"; done
    stages "$name" "$scratch/train.conllu"
done
