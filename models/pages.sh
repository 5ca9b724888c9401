#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes docs/studies of what `make studies` wrote; called by `make pages`. Wants FROM, the folder with a folder for
# each study, and DIGEST, that of the program's sources: all pages are of this program, or nothing is made.
# COMMIT: its commit (HEAD). MACHINE: where it ran (this one).
#
# A page is the study's own, with its paragraph, TO/NAME/note.md, below the title. Nothing else in TO is written
# by hand: TO/NAME/README.md, costs*.md, the figures and the index TO/README.md are made here.
set -u -o pipefail
: "${FROM:?}" "${DIGEST:?}"
TO=${TO:-docs/studies}
COMMIT=${COMMIT:-$(git rev-parse --short HEAD)} || exit 1
MACHINE=${MACHINE:-$(uname -m), $(getconf _NPROCESSORS_ONLN) cores, $(cc --version | head -n 1)}

fail() { echo "$0: $*" >&2; exit 1; }

# page NAME: with the note after the heading of claims, and what ran where at the end.
page() {
    awk -v note="$TO/$1/note.md" -v where="Measured at commit $COMMIT on $MACHINE." '
        function put_note(  line) {
            while ((getline line < note) > 0)
                print line
            close(note)
            print ""
        }
        /^## / && !done { done = 1; print "## In short\n"; put_note() }
        { print }
        END { print ""; print where }' "$FROM/$1/index.md" | cat -s
}

# verdicts NAME: how many claims got which verdict, over all treebanks.
verdicts() {
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "verdict") c = i; next }
        { n[$c]++ }
        END { printf "%d | %d | %d | %d\n", n["holds"], n["holds, may be chance"], n["does not hold"],
                     n["the opposite holds"] }' "$FROM/$1/claims.tsv"
}

treebanks() {
    sed -n '/^\*\*Treebanks\*\*$/,/^\*\*Systems\*\*$/p' "$FROM/$1/index.md" | sed 's/\\//g' |
        awk -F ' *[|] *' '/^[|] [a-z]/ && $2 != "treebank" { printf "%s%s", n++ ? ", " : "", $2 }'
}

names=()
for folder in "$FROM"/*/; do
    name=$(basename "$folder")
    [ -f "$folder/index.md" ] || continue
    grep -q "^Copse .*, sources $DIGEST\.\$" "$folder/index.md" ||
        fail "$name was run by another program than $DIGEST; run it again"
    [ -f "$TO/$name/note.md" ] || fail "$TO/$name/note.md is missing: say what came out"
    names+=("$name")
done
[ ${#names[@]} -gt 0 ] || fail "no study in $FROM"
for note in "$TO"/*/note.md; do
    name=$(basename "$(dirname "$note")")
    [ -f "$FROM/$name/index.md" ] || fail "$name was not run"
done

for name in "${names[@]}"; do
    rm -f "$TO/$name"/*.svg "$TO/$name"/costs*.md
    for file in "$FROM/$name"/*.svg "$FROM/$name"/costs*.md; do
        [ ! -f "$file" ] || cp "$file" "$TO/$name/" || exit 1
    done
    page "$name" >"$TO/$name/README.md.new" && mv "$TO/$name/README.md.new" "$TO/$name/README.md" || exit 1
done

{
    cat <<'END'
# The studies as measured

Each page is the output of one command, [`copse study`](../study.md), with a paragraph on what came out. A claim counts once for each
treebank. "May be chance" is p of 0.05 or more.

| study | treebanks | claims that hold | hold, may be chance | do not hold | the opposite holds |
|---|---|---:|---:|---:|---:|
END
    for name in "${names[@]}"; do
        echo "| [$name]($name/README.md): $(sed -n '1s/^# //p' "$FROM/$name/index.md") | $(treebanks "$name") | $(verdicts "$name") |"
    done
    cat <<END

All at commit $COMMIT on $MACHINE.

\`make studies\` runs them, \`make pages\` makes this folder of their output: all but \`NAME/note.md\`, the paragraphs.
END
} >"$TO/README.md.new" && mv "$TO/README.md.new" "$TO/README.md"
