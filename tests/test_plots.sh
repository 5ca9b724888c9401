#!/bin/bash
# SPDX-License-Identifier: MIT
# The plots and the page of `copse analyze --plots`: complete, well-formed for any names and labels, written
# whole, and without touching other files.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# treebank SEED SHARE: 300 sentences of 3 to 25 words; SHARE of 10 words have another head than with SHARE 0.
treebank() {
    awk -v seed=1 -v share="$2" -v errors="$1" 'BEGIN {
        srand(seed)
        split("NOUN VERB <&\"> PUNCT", pos, " "); split("nsubj obj conj a<b&c>\"d\"", label, " ")
        for (s = 0; s < 300; s++) {
            n = 3 + int(rand() * 23)
            for (w = 1; w <= n; w++) {
                h = w == 1 ? 0 : 1 + int(rand() * (w - 1)); p = pos[1 + int(rand() * 4)]; l = label[1 + int(rand() * 4)]
                x = (w * 7 + s * 13 + errors) % 10
                if (w > 1 && x < share) h = w - 1
                printf "%d\tw%d\t_\t%s\t_\t_\t%d\t%s\t_\t_\n", w, w, p, h, w == 1 ? "root" : l
            }
            print ""
        }
    }'
}
treebank 0 0 > gold
treebank 0 3 > plain.conllu
treebank 5 5 > '<b>&"name'"'"'.conllu'
treebank 3 2 > $'tab\tand\x01\xff.conllu'
mkdir other
cp plain.conllu other/

# Checks that every opened tag is closed, in order, and that there is no bare < or & and no attribute without
# quotes.
balanced() {
    LC_ALL=C awk '
    { text = text $0 "\n" }
    END {
        sub(/^<!DOCTYPE html>\n/, "", text)
        sub(/<style>[^<]*<\/style>/, "", text)
        while (match(text, /<[^<>]*>/)) {
            between = substr(text, 1, RSTART - 1)
            check(between)
            tag = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            name = tag; sub(/^<\/?/, "", name); sub(/[ \/>].*/, "", name)
            inside = tag; gsub(/"[^"<>&]*"/, "", inside)
            if (inside ~ /["&]/ || inside ~ /=[^ \/>]/) bad("attribute in " tag)
            if (tag ~ /^<\//) { if (stack[depth--] != name) bad("unexpected " tag) }
            else if (tag !~ /\/>$/) stack[++depth] = name
        }
        check(text)
        if (depth != 0) bad("not closed: " stack[depth])
        exit status
    }
    function check(s) {
        gsub(/&(amp|lt|gt|quot);/, "", s)
        if (s ~ /[<>&]/) bad("bare character in " s)
        if (s ~ /[\001-\010\013-\037]/) bad("control character in " s)
    }
    function bad(why) { print why; status = 1 }' "$1"
}
export -f balanced

names="sentence-length arc-length-precision arc-length-recall root-distance-precision root-distance-recall
    siblings-precision siblings-recall nonprojectivity-precision nonprojectivity-recall pos pos-groups groups-precision groups-recall"

check "the balance check finds a tag left open" bash -c 'echo "<a><b></a>" > bad; ! balanced bad'
check "the balance check finds a bare ampersand" bash -c 'echo "<a>x & y</a>" > bad; ! balanced bad'

mkdir made && echo mine > made/notes && echo old > made/pos.svg && chmod 600 made/pos.svg
check "figures are made" bash -c '"$COPSE" analyze --plots new gold plain.conllu "<b>&\"name'"'"'.conllu" > text'
check "also in a folder that is there" bash -c '"$COPSE" analyze --plots made gold plain.conllu "<b>&\"name'"'"'.conllu" > /dev/null'
check "a file that is not ours stays" grep -qx mine made/notes
check "an older figure is replaced" cmp new/pos.svg made/pos.svg
check "nothing else is in the folder" bash -c '[ "$(ls -A new | wc -l)" -eq 14 ]'
for name in $names; do
    check "$name.svg is well-formed" balanced "new/$name.svg"
    check "$name.svg names the systems" grep -q '>&lt;b&gt;&amp;&quot;name.</text>' "new/$name.svg"
    check "$name.svg has a title and a size" bash -c "grep -q '<title>' new/$name.svg && grep -q 'viewBox=\"0 0 480 ' new/$name.svg"
    check "$name.svg has what it shows" bash -c "grep -q -e '<circle' new/$name.svg && ! grep -q -e nan -e inf new/$name.svg"
done
check "lines are drawn with different dashes" bash -c \
    'grep -q "stroke=\"#0072b2\"" new/arc-length-recall.svg && grep -q "stroke=\"#d55e00\".*stroke-dasharray" new/arc-length-recall.svg'
check "the page is well-formed" balanced new/index.html
check "the page has all figures in it" bash -c '[ "$(grep -c "^<svg" new/index.html)" -eq 13 ] && ! grep -q -e "src=" -e "href=" new/index.html'
check "the page has the tables" bash -c '[ "$(grep -c "^<h3>" new/index.html)" -eq 11 ] && grep -q "a&lt;b&amp;c&gt;&quot;d&quot;" new/index.html'
check "the text is printed too" grep -q '^accuracy by sentence length' text
check "the same bytes again" bash -c '"$COPSE" analyze --plots again gold plain.conllu "<b>&\"name'"'"'.conllu" > /dev/null && diff -r new again'
check "labelled figures say so, unlabelled ones too" bash -c \
    '"$COPSE" analyze --unlabelled --plots heads gold plain.conllu > /dev/null && grep -q "labelled recall" new/siblings-recall.svg && grep -q "unlabelled recall" heads/siblings-recall.svg && grep -q "UAS (%)" heads/pos.svg'

# Names with control characters and invalid UTF-8, and equal names.
check "names that are hard to write" bash -c '"$COPSE" analyze --plots hard gold plain.conllu other/plain.conllu $'"'"'tab\tand\x01\xff.conllu'"'"' > /dev/null'
check "they are well-formed" bash -c 'for f in hard/*; do balanced "$f" || exit 1; done'
check "equal names get a number" grep -q '>plain#2</text>' hard/pos.svg

# Little data: plausible numbers, and axes in every plot.
head -n 4 gold > one
: > none
check "figures of one sentence" bash -c '"$COPSE" analyze --plots little one one > /dev/null && for f in little/*; do balanced "$f" || exit 1; done'
check "they have no points" bash -c '! grep -q -e nan -e inf little/arc-length-recall.svg'
check "figures of nothing" bash -c '"$COPSE" analyze --plots nothing none none > /dev/null && for f in nothing/*; do balanced "$f" || exit 1; done'
many=()
for i in $(seq 1 40); do
    cp plain.conllu "system-number-$i.conllu"
    many+=("system-number-$i.conllu")
done
check "forty systems" "$COPSE" analyze --plots many -o many.txt gold "${many[@]}"
check "are well-formed" bash -c 'balanced many/pos.svg && balanced many/index.html'
long=$(printf '%0200d' 0)
cp plain.conllu "$long.conllu"
check "a long name is cut" bash -c "\"\$COPSE\" analyze --plots long gold $long.conllu > /dev/null && ! grep -q $long long/pos.svg && grep -q 000 long/pos.svg"
check "no table is wider than 100 columns" bash -c \
    '"$COPSE" analyze gold system-number-{1,2,3,4,5,6}.conllu | awk "length(\$0) > 100 { print; bad = 1 } END { exit bad }"'

# A failure leaves nothing behind.
if [ "$(id -u)" -ne 0 ]; then
    mkdir closed && chmod 500 closed
    check "a folder that is closed" bash -c '! "$COPSE" analyze --plots closed gold plain.conllu > out 2> err && [ ! -s out ] && [ "$(wc -l < err)" -eq 1 ]'
fi
finish
