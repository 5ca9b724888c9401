#!/bin/bash
# SPDX-License-Identifier: MIT
# Broken files in the formats that are converted: the end in time, with status 0 or 1; with status 1 one line that says
# why, and no output. Large files, a tree or a sentence at a time.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
in=$dir/in
mkdir "$in" "$dir/out"
trees=$here/data/examples.mrg

LC_ALL=C awk 'BEGIN { srand(5); for (i = 0; i < 20000; i++) printf "%c", int(rand() * 256) }' > "$in/random"
LC_ALL=C awk 'BEGIN { srand(6); split("( ) ( ) S NP a \t \n", c, " "); for (i = 0; i < 20000; i++) printf "%s ", c[1 + int(rand() * 9)] }' > "$in/random-brackets"
awk 'BEGIN { for (i = 0; i < 200000; i++) printf "(S "; print "" }' > "$in/deep-brackets"
awk 'BEGIN { printf "( (S"; for (i = 0; i < 100000; i++) printf " (NN a)"; print "))" }' > "$in/wide-brackets"
head -c 300 "$trees" > "$in/cut-brackets"
printf '( (S (NN a)))\n))\n' > "$in/closed-twice"
printf '( (S (NN a\0b)))\n' > "$in/nul"
"$COPSE" convert -q --to mst "$trees" | head -c 250 > "$in/cut-mst"
"$COPSE" convert -q --to conll2009 "$trees" | head -c 500 > "$in/cut-conll2009"
awk 'BEGIN { printf "1\ta"; for (i = 0; i < 200000; i++) printf "\tx"; print "\n" }' > "$in/wide-conll2009"
awk 'BEGIN { for (i = 0; i < 300000; i++) printf "a\t"; print ""; for (i = 0; i < 300000; i++) printf "X\t"; print ""; print "0" }' > "$in/wide-mst"

# survives NAME OPTION...: converts a file.
survives() {
    local file=$in/$1 status
    shift
    timeout 50 "$COPSE" convert "$@" "$file" -o "$dir/out/result" > "$dir/stdout" 2> "$dir/stderr" < /dev/null
    status=$?
    if [ $status -gt 1 ]; then echo "status $status"; tail -n 5 "$dir/stderr"; return 1; fi
    if [ $status -eq 1 ] && [ -n "$(ls -A "$dir/out")" ]; then echo "left behind: $(ls -A "$dir/out")"; return 1; fi
    if [ "$(wc -l < "$dir/stderr")" -gt 1 ] || grep -qv '^copse: ' "$dir/stderr"; then head -n 3 "$dir/stderr"; return 1; fi
    if [ $status -eq 1 ] && ! [ -s "$dir/stderr" ]; then echo "status 1 without a word"; return 1; fi
    rm -f "$dir/out/result"
}
for file in "$in"/*; do
    name=$(basename "$file")
    for options in "--to same" "--to conll2009" "--from brackets --to conllu" "--from mst --to conllx8" "--from conll2009 --to conllx6"; do
        # shellcheck disable=SC2086
        check "convert $options $name" survives "$name" $options
    done
done

# The line of a message is that of the file.
says() { # MESSAGE COMMAND...
    local message=$1
    shift
    "$COPSE" "$@" > /dev/null 2> "$dir/stderr"
    [ "$(cat "$dir/stderr")" = "copse: $message" ] || { cat "$dir/stderr"; return 1; }
}
{ cat "$trees" && printf '(S (NN a)\n (NN b)\n'; } > "$dir/open"
lines=$(wc -l < "$trees")
check "a bracket that is not closed" says "$dir/open:$((lines + 1)): the bracket that is opened here is not closed" info "$dir/open"

# 2,000 times the trees, without a blank line: memory does not grow with the file.
for _ in $(seq 2000); do tail -n +2 "$trees"; done > "$dir/large"
small_memory() { # in kB of address space, beyond what the program takes
    (ulimit -v 200000 && "$COPSE" convert --to mst "$dir/large") > "$dir/converted" && [ "$(grep -c '^$' "$dir/converted")" -eq 12000 ]
}
# A sanitizer takes more address space than that.
if ! "$COPSE" --version > /dev/null 2>&1 || ! (ulimit -v 200000 && "$COPSE" --version > /dev/null 2>&1); then
    small_memory() { "$COPSE" convert --to mst "$dir/large" > "$dir/converted" && [ "$(grep -c '^$' "$dir/converted")" -eq 12000 ]; }
fi
check "12,000 trees in little memory" small_memory
same() { "$COPSE" convert "$dir/large" | cmp - "$dir/large"; }
check "12,000 trees byte for byte" same
finish
