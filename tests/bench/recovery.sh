#!/bin/bash
# SPDX-License-Identifier: MIT
# What comes back of `copse projectivize | copse deprojectivize`: for every treebank TREEBANKS/NAME/FILE.conllu
# and every mode the words whose head and label are again what they were, in per cent; in brackets how many
# are not. Fails if a tree in between is not projective, or if head+path gives back less than 99.5 % of a
# file's words.
set -u -o pipefail
: "${COPSE:?}" "${TREEBANKS:?}"
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
status=0

complain() {
    echo "copse: $*" >&2
    status=1
}

# Words, lifted words, words not given back (head or label).
count() {
    paste <(cut -f 1,7,8 "$1") <(cut -f 1,7 "$2") <(cut -f 1,7,8 "$3") | awk -F '\t' '
        $1 ~ /^[0-9]+$/ && NF == 8 { words++; lifted += $2 != $5; lost += $2 != $7 || $3 != $8 }
        END { print words + 0, lifted + 0, lost + 0 }'
}

printf '%-20s %8s %7s %17s %17s %17s\n' treebank words lifted head path head+path
for file in "$TREEBANKS"/*/*.conllu; do
    [ -f "$file" ] || { complain "$TREEBANKS: no files NAME/FILE.conllu here"; break; }
    name=$(basename "$(dirname "$file")")/$(basename "$file" .conllu)
    row=
    for mode in head path head+path; do
        if ! "$COPSE" projectivize --mode $mode -o "$scratch/there" "$file" ||
            ! "$COPSE" deprojectivize --mode $mode -o "$scratch/back" "$scratch/there"; then
            complain "$name: $mode failed"
            continue 2
        fi
        crossing=$("$COPSE" info --format tsv "$scratch/there" | awk -F '\t' '$2 == "nonprojective_arcs" { print $3 }')
        [ "$crossing" = 0 ] || complain "$name: $mode leaves '$crossing' non-projective arcs"
        read -r words lifted lost < <(count "$file" "$scratch/there" "$scratch/back")
        row+=$(awk -v w="$words" -v l="$lost" 'BEGIN { printf " %9.3f (%5d)", w ? 100 * (w - l) / w : 100, l }')
        if [ $mode = head+path ] && [ $((lost * 200)) -gt "$words" ]; then
            complain "$name: $mode loses $lost of $words words, more than 0.5 %"
        fi
    done
    printf '%-20s %8d %7d%s\n' "$name" "$words" "$lifted" "$row"
done
exit $status
