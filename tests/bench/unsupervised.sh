#!/bin/bash
# SPDX-License-Identifier: MIT
# unsupervised.sh [NAME...]: directed and undirected accuracy of trees that nobody annotated, on the sentences of
# TREEBANKS/NAME/dev.conllu of up to 10 words without punctuation (words whose UPOS is PUNCT). Branching: every word
# depends on the one before it (right) or after it (left). The other rows are `copse train generative --unsupervised`
# on train.conllu, whose heads it does not read. Fails if the default options are not above both in directed
# accuracy. NAME is en_ewt if none is given. Without TREEBANKS there is nothing to do.
set -u -o pipefail
: "${COPSE:?}"
[ -n "${TREEBANKS-}" ] || { echo "unsupervised.sh: TREEBANKS is not set, nothing is measured"; exit 0; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
status=0
[ $# -gt 0 ] || set -- en_ewt

# Leaves punctuation out. What depended on it depends on its nearest ancestor that is left.
short_sentences() {
    awk -F '\t' -v OFS='\t' -v most=10 '
        function flush(  i, h, kept) {
            for (i = 1; i <= n; i++)
                number[i] = upos[i] == "PUNCT" ? 0 : ++kept
            for (i = 1; i <= n && kept <= most; i++)
                if (number[i]) {
                    for (h = head[i]; h > 0 && !number[h];)
                        h = head[h]
                    $0 = line[i]
                    $1 = number[i]; $7 = h > 0 ? number[h] : 0; $9 = $10 = "_"
                    print
                }
            if (kept && kept <= most)
                print ""
            n = 0
        }
        $1 ~ /^[0-9]+$/ { n++; line[n] = $0; upos[n] = $4; head[n] = $7 }
        $0 == "" { flush() }
        END { flush() }' "$1"
}

# branching right|left < FILE
branching() {
    awk -F '\t' -v OFS='\t' -v to="$1" '
        function flush(  i) {
            for (i = 1; i <= n; i++) { $0 = line[i]; $7 = to == "right" ? i - 1 : i < n ? i + 1 : 0; print }
            print ""
            n = 0
        }
        $0 == "" { flush(); next }
        { line[++n] = $0 }'
}

row() { # WHAT FILE: prints a row, and leaves the directed accuracy in $directed
    local undirected
    read -r directed undirected < <("$COPSE" eval --punct none --format tsv "$scratch/gold" "$2" |
        awk -F '\t' '$1 == "uas" { uas = $2 } $1 == "undirected" { print uas, $2 }')
    printf '%-12s %-44s %9s %11s\n' "$name" "$1" "$directed" "$undirected"
}

above() { # A B
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > b) }'
}

printf '%-12s %-44s %9s %11s\n' treebank trees directed undirected
for name; do
    short_sentences "$TREEBANKS/$name/dev.conllu" > "$scratch/gold" || exit 1
    for way in right left; do
        branching $way < "$scratch/gold" > "$scratch/$way"
        row "$way-branching" "$scratch/$way"
        declare "$way=$directed"
    done
    for options in "" "--open-classes no" "--pos upos" "--pos upos --open-classes no" "--pos upos --start random" \
        "--pos upos --model a" "--pos upos --model c" "--pos upos --model d" "--pos upos --decoder nonprojective"; do
        # shellcheck disable=SC2086 # a list of options
        if ! "$COPSE" train generative --quiet --unsupervised $options -o "$scratch/model" "$TREEBANKS/$name/train.conllu" ||
            ! "$COPSE" parse --quiet -m "$scratch/model" -o "$scratch/parsed" "$scratch/gold"; then
            status=1
            continue
        fi
        row "--unsupervised${options:+ $options}" "$scratch/parsed"
        # shellcheck disable=SC2154 # declared above
        if [ -z "$options" ] && { ! above "$directed" "$right" || ! above "$directed" "$left"; }; then
            echo "copse: $name: not above both ways of branching" >&2
            status=1
        fi
    done
done
exit $status
