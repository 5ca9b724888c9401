#!/bin/bash
# SPDX-License-Identifier: MIT
# copse combine and copse weigh: what passes through unchanged, what votes decide, what is refused.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}" "${DATA:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# Three systems of different quality: each attaches other words wrongly, always to the word before or after.
"$GENERATE" --sentences 120 --seed 5 --nonprojective 0.2 > gold.conllu || exit 1
spoil() { # SEED SHARE: some words exchange their heads for a neighbour where that makes no cycle of two
    awk -F'\t' -v OFS='\t' -v seed="$1" -v share="$2" '
        function flush(   i, w, steps, new) {
            for (i = 1; i <= n; i++) {
                if (rand() >= share || head[i] == 0) continue
                new = rand() < 0.5 && i > 1 ? i - 1 : i < n ? i + 1 : i - 1
                for (w = new; w > 0 && w != i; w = head[w]);
                if (w != i) { head[i] = new; if (rand() < 0.3) label[i] = "dep" }
            }
            for (i = 1; i <= lines; i++) {
                if (i in word) { split(line[i], c, "\t"); c[7] = head[word[i]]; c[8] = label[word[i]]
                    line[i] = c[1]; for (w = 2; w <= 10; w++) line[i] = line[i] "\t" c[w] }
                print line[i]
            }
            delete word; n = lines = 0
        }
        BEGIN { srand(seed) }
        { line[++lines] = $0 }
        $1 ~ /^[0-9]+$/ { n++; word[lines] = n; head[n] = $7; label[n] = $8 }
        /^$/ { flush() }
        END { flush() }' gold.conllu
}
spoil 1 0.3 > one.conllu
spoil 2 0.3 > two.conllu
spoil 3 0.5 > three.conllu
las() { "$COPSE" eval --format tsv gold.conllu "$1" | awk '$1 == "las" { print $2 }'; }

# --- unchanged

one_alone() {
    local file
    for file in one.conllu "$DATA"/examples.conll? "$DATA"/hostile-*; do
        case $file in *hostile-no-heads* | *hostile-phead*) continue ;; esac
        "$COPSE" combine -q "$file" | cmp - "$file" || { echo "$file"; return 1; }
        "$COPSE" combine -q "$file" "$file" "$file" | cmp - "$file" || { echo "$file, three times"; return 1; }
    done
}

empty_labels() { # what is not changed is not rewritten
    printf '1\ta\t_\tX\t_\t_\t0\t\t_\t_\n2\tb\t_\tX\t_\t_\t1\t\t_\t_\n\n' > empty-labels
    "$COPSE" combine -q empty-labels empty-labels | cmp - empty-labels
}

all_but_heads_pass() {
    blank() { sed -E 's/^([0-9]+(\t[^\t]*){5})\t[^\t]*\t[^\t]*/\1\t_\t_/' "$1"; }
    "$COPSE" combine -q one.conllu two.conllu three.conllu -o out && cmp <(blank one.conllu) <(blank out) &&
        "$COPSE" check -q out
}

# --- votes

better_than_each() {
    local all system
    "$COPSE" combine -q one.conllu two.conllu three.conllu -o out && all=$(las out) || return 1
    for system in one two three; do
        awk -v a="$all" -v b="$(las $system.conllu)" 'BEGIN { exit !(a > b) }' || { echo "$all $system"; return 1; }
    done
}

same_bytes() {
    local by
    for by in none pos label,length agreement siblings,degree learned; do
        "$COPSE" weigh --by $by gold.conllu one.conllu two.conllu three.conllu -o w1 &&
            "$COPSE" weigh --by $by gold.conllu one.conllu two.conllu three.conllu > w2 && cmp w1 w2 &&
            "$COPSE" combine -q --weights w1 one.conllu two.conllu three.conllu > a &&
            "$COPSE" combine -q --threads 4 --weights w1 one.conllu two.conllu three.conllu -o b && cmp a b &&
            "$COPSE" check -q a || { echo "$by"; return 1; }
    done
}

# With weights by system the good systems outvote the bad one in any order; the weights file names the
# systems.
any_order() {
    "$COPSE" weigh --by pos gold.conllu one.conllu two.conllu three.conllu -o w &&
        "$COPSE" combine -q --weights w one.conllu two.conllu three.conllu | cut -f 7 > a &&
        "$COPSE" combine -q --weights w three.conllu one.conllu two.conllu | cut -f 7 > b && cmp a b || return 1
    mkdir -p test && for f in one two three; do cp $f.conllu test/test.$f.conllu; done
    "$COPSE" combine -q --weights w test/test.*.conllu > c && # by position, in the wrong order
        "$COPSE" combine -q --weights w test/test.one.conllu test/test.two.conllu test/test.three.conllu |
        cut -f 7 | cmp - a
}

# Heads and labels do not depend on the order of more than two files, nor on how they are read.
independent() {
    local order x y z
    "$COPSE" combine -q one.conllu two.conllu three.conllu | cut -f 7,8 > a || return 1
    for order in "one three two" "two one three" "two three one" "three one two" "three two one"; do
        read -r x y z <<< "$order"
        "$COPSE" combine -q --weights independent "$x.conllu" "$y.conllu" "$z.conllu" | cut -f 7,8 | cmp - a || { echo "$order"; return 1; }
    done
    "$COPSE" combine -q --weights uniform one.conllu two.conllu three.conllu | cut -f 7,8 > b
    "$COPSE" combine -q --weights uniform three.conllu two.conllu one.conllu | cut -f 7,8 > c
    ! cmp -s b c
}

read_once() {
    "$COPSE" combine -q one.conllu two.conllu three.conllu -o a && gzip -k two.conllu &&
        "$COPSE" combine -q - two.conllu three.conllu < one.conllu | cmp - a &&
        cat one.conllu | "$COPSE" combine -q - two.conllu.gz <(cat three.conllu) | cmp - a &&
        "$COPSE" combine -q one.conllu two.conllu - < three.conllu | cmp - a &&
        mkfifo pipe.gz && { gzip -c two.conllu > pipe.gz & } && "$COPSE" combine -q one.conllu pipe.gz three.conllu | cmp - a
}

# Giving a system twice does not help it. With uniform weights it gets as many votes as the two others, which
# agree.
twins() {
    { word 1 0 r _; word 2 1 x _; word 3 2 x _; word 4 3 x _; echo; } > chain
    { word 1 0 r _; word 2 4 y _; word 3 1 y _; word 4 1 y _; echo; } > middle
    { word 1 0 r _; word 2 4 y _; word 3 1 y _; word 4 3 y _; echo; } > near-middle
    [ "$("$COPSE" combine -q --weights uniform chain chain middle near-middle | heads)" = "0:r 1:x 2:x 3:x " ] &&
        [ "$("$COPSE" combine -q chain chain middle near-middle | heads)" = "0:r 4:y 1:y 3:x " ] &&
        [ "$("$COPSE" combine -q near-middle chain middle chain | heads)" = "0:r 4:y 1:y 3:x " ]
}

# Prints one line if the order of the files decides more than one arc in a hundred, else none.
ties() {
    notes() { "$COPSE" combine "$@" -o out 2>&1 | grep -v '^combined'; }
    notes one.conllu two.conllu > note && [ "$(wc -l < note)" = 1 ] &&
        grep -qE "^copse: [0-9]+\.[0-9]% of the arcs were decided by a tie, .* 'copse weigh'" note || return 1
    local differ all
    all=$(grep -c '^[0-9]*[[:blank:]]' one.conllu)
    differ=$(paste <(cut -f 1,7,8 one.conllu) <(cut -f 1,7,8 two.conllu) | awk -F'\t' 'NF == 6 && ($2 != $5 || $3 != $6)' | wc -l)
    grep -qF "$(awk -v d="$differ" -v a="$all" 'BEGIN { printf " %.1f%% ", 100 * d / a }')" note || { cat note; echo "$differ $all"; return 1; }
    [ -z "$(notes one.conllu)$(notes one.conllu one.conllu)$(notes one.conllu two.conllu three.conllu)" ] &&
        [ -z "$("$COPSE" combine -q one.conllu two.conllu -o out 2>&1)" ] &&
        notes --weights uniform one.conllu two.conllu three.conllu | grep -q 'decided by a tie'
}

uniform_file() { # words before files of that name
    "$COPSE" weigh gold.conllu one.conllu two.conllu three.conllu -o uniform && cp uniform independent &&
        "$COPSE" combine -q --weights uniform three.conllu two.conllu one.conllu -o a &&
        "$COPSE" combine -q --weights ./uniform three.conllu two.conllu one.conllu | cut -f 7,8 > b &&
        "$COPSE" combine -q --weights ./independent one.conllu two.conllu three.conllu | cut -f 7,8 | cmp - b &&
        ! cut -f 7,8 a | cmp -s - b
}

projective() {
    "$COPSE" combine -q --decoder projective one.conllu two.conllu three.conllu -o out &&
        "$COPSE" info --format json out | grep -q '"nonprojective_arcs": *0'
}

word() { printf '%s\tw\t_\tX\t_\t_\t%s\t%s\t_\t%s\n' "$@"; }
heads() { awk -F'\t' '$1 ~ /^[0-9]+$/ { printf "%s:%s ", $7, $8 } END { print "" }'; }

roots() {
    { word 1 0 r _; word 2 0 r _; echo; } > two-roots
    { word 1 0 r _; word 2 1 x _; echo; } > one-root
    [ "$("$COPSE" combine -q two-roots two-roots one-root | heads)" = "0:r 0:r " ] &&
        [ "$("$COPSE" combine -q --single-root yes two-roots two-roots one-root | heads)" = "0:r 1:x " ] &&
        [ "$("$COPSE" combine -q --single-root yes two-roots | heads)" = "0:r 1:r " ] &&
        [ "$("$COPSE" combine -q --single-root no one-root one-root two-roots | heads)" = "0:r 1:x " ] || return 1
    # Two of three have head 0 for word 1, two of three for word 2; each has one root word.
    { word 1 0 r _; word 2 3 x _; word 3 1 y _; echo; } > a
    { word 1 3 x _; word 2 0 r _; word 3 2 y _; echo; } > b
    { word 1 2 x _; word 2 0 r _; word 3 1 y _; echo; } > c
    { word 1 0 r _; word 2 1 x _; word 3 1 y _; echo; } > d
    [ "$("$COPSE" combine -q a b c d | heads | grep -o 0: | wc -l)" = 1 ] &&
        [ "$("$COPSE" combine -q --single-root no a b c d | heads | grep -o 0: | wc -l)" = 2 ]
}

confidence() {
    { word 1 0 r Score=0.2; word 2 1 x Score=0.2; echo; } > unsure
    { word 1 2 x Score=0.9; word 2 0 r 'A=b|Score=0.9'; echo; } > sure
    [ "$("$COPSE" combine -q --weights uniform unsure unsure sure | heads)" = "0:r 1:x " ] &&
        [ "$("$COPSE" combine -q --weights uniform --confidence unsure unsure sure | heads)" = "2:x 0:r " ] &&
        [ "$("$COPSE" combine -q --weights uniform --confidence unsure unsure one-root | heads)" = "0:r 1:x " ] &&
        "$COPSE" combine -q --weights uniform --scores unsure unsure sure | cut -f 10 | tr '\n' ' ' | grep -q '^Score=0.6667|LabelScore=0.6667 Score=0.6667|LabelScore=0.6667 *$'
}

other_format() {
    "$COPSE" convert -q --to conllx one.conllu > one.conllx 2> /dev/null &&
        "$COPSE" combine -q one.conllx two.conllu three.conllu | heads > a &&
        "$COPSE" combine -q one.conllu two.conllu three.conllu | heads > b && cmp a b
}

check "one system, or three equal ones, come back" one_alone
check "what is not changed is not rewritten" empty_labels
check "everything but heads and labels passes" all_but_heads_pass
check "the vote is better than each voter" better_than_each
check "the same bytes each time" same_bytes
check "weights follow their systems" any_order
check "any order of files" independent
check "files that can be read only once" read_once
check "twins" twins
check "a line about ties" ties
check "files called uniform and independent" uniform_file
check "projective trees" projective
check "root words" roots
check "confidence" confidence
check "CoNLL-X and CoNLL-U together" other_format

# --- refusals

# refused STATUS MESSAGE VERB...: fails with that status and one line with the message, without output.
refused() {
    local want=$1 message=$2 status
    shift 2
    rm -f out
    "$COPSE" "$@" -o out > stdout 2> stderr < /dev/null
    status=$?
    if [ $status -ne "$want" ] || [ -e out ] || [ -s stdout ] || [ "$(wc -l < stderr)" -ne 1 ] ||
        ! grep -qF -e "$message" stderr; then
        echo "status $status, $(cat stderr)"
        return 1
    fi
}

{ word 1 0 r _; word 2 1 x _; echo; } > good
{ cat good good; } > longer
sed 's/^2\tw/2\tv/' good > other-word
{ word 1 0 r _; word 2 1 x _; word 3 1 x _; echo; } > other-length
{ word 1 2 r _; word 2 1 x _; echo; } > cycle
{ word 1 0 r _; word 2 9 x _; echo; } > range
{ word 1 0 r Score=2; word 2 1 x Score=x; echo; } > bad-score
for verb in "combine good" "weigh good good"; do
    # shellcheck disable=SC2086
    {
        check "$verb: longer" refused 1 'longer:4: more sentences than in good, which has 1' $verb longer
        check "$verb: another word" refused 1 "other-word:2: word 2 is 'v', but in good:2 it is 'w'" $verb other-word
        check "$verb: another length" refused 1 'other-length:1: the sentence has 3 words, but in good:1 it has 2' $verb other-length
        check "$verb: a cycle" refused 1 'cycle:1: cycle: 1 -> 2 -> 1' $verb cycle
        check "$verb: a head out of range" refused 1 'range:2: head 9 of word 2 is out of range' $verb range
        check "$verb: no file" refused 1 'nowhere: cannot open' $verb nowhere
        check "$verb: standard input twice" refused 2 'standard input can be only one' $verb - -
    }
done
check "combine: missing sentence" refused 1 'longer:4: more sentences than in good, which has 1' combine longer good
check "combine: a cycle in the first" refused 1 'cycle:1: cycle' combine cycle good
check "combine: a bad score" refused 1 "bad-score:1: Score of word 1 is '2', not a number" combine --confidence good bad-score
check "combine: nothing" refused 2 'expected' combine
check "combine: scores in CoNLL-X" refused 1 'no MISC column' combine --scores "$DATA/examples.conllx"
check "combine: no such decoder" refused 2 "none of projective|nonprojective" combine --decoder tree good
check "weigh: no system" refused 2 'expected' weigh good
check "weigh: unknown factor" refused 2 "unknown factor 'colour'" weigh --by colour good good
check "weigh: a factor twice" refused 2 "'pos' is named twice" weigh --by pos,pos good good
check "weigh: nothing in the files" refused 1 'no sentences' weigh /dev/null /dev/null
check "weigh: no gold heads" refused 1 'has no head' weigh "$DATA/hostile-no-heads.conllu" "$DATA/hostile-no-heads.conllu"

"$COPSE" weigh --by pos good good one-root -o w
weights() { sed "$1" w > bent; }
weights 's/1\.0*/-0.5/'
check "weights: negative" refused 1 "bent:3: a negative weight: '-0.5'" combine --weights bent good one-root
weights 's/\tone-root\t/\ttwo-root\t/'
check "weights: an unknown system" refused 1 "bent:3: no weights for system 'one-root'" combine --weights bent good one-root
weights '$d'
check "weights: cut short" refused 1 'the text is cut short' combine --weights bent good one-root
check "weights: another number of systems" refused 1 "w:4: system 'one-root' is not among those that vote" combine --weights w good
check "weights: a treebank" refused 1 "good:1: the first line is not" combine --weights good good
check "weights: no file" refused 1 'nowhere: cannot open' combine --weights nowhere good good
check "weights: binary" refused 1 'copse:1: ' combine --weights "$COPSE" good good

# --- hostile input: ends in time, with status 0 or 1 and one line

mkdir in directory.conllu
awk 'BEGIN { srand(1); for (i = 0; i < 20000; i++) printf "%c", int(rand() * 256) }' > in/random
awk 'BEGIN { for (i = 1; i <= 6000; i++) printf "%d\tw\t_\tX\t_\t_\t%d\tdep\t_\t_\n", i, i - 1; print "" }' > in/chain
awk 'BEGIN { for (i = 1; i <= 6000; i++) printf "%d\tw\t_\tX\t_\t_\t%d\tdep\t_\t_\n", i, i == 6000 ? 0 : i + 1; print "" }' > in/back
awk 'BEGIN { for (i = 1; i <= 6000; i++) printf "%d\tw\t_\tX\t_\t_\t%d\tdep\t_\t_\n", i, i == 1 ? 0 : 1; print "" }' > in/star
awk 'BEGIN { for (i = 1; i <= 6000; i++) printf "%d\tw\t_\tX\t_\t_\t0\tdep\t_\t_\n", i; print "" }' > in/roots
printf '1\ta\t_\tX\t_\t_\t99999999999999999999\tdep\t_\t_\n\n' > in/huge-head
printf '\0' > in/nul
head -c 700 "$DATA/examples.conllu" > in/truncated
: > in/empty
survives() {
    local status
    rm -f out
    timeout 50 "$COPSE" "$@" -q -o out > stdout 2> stderr < /dev/null
    status=$?
    [ $status -le 1 ] && [ "$(wc -l < stderr)" -eq $status ] && { [ $status -eq 0 ] || [ ! -e out ]; } && return
    echo "status $status"
    head -n 5 stderr
    return 1
}
for file in in/* directory.conllu; do
    check "combine $file" survives combine "$file" "$file"
    check "combine $file with another" survives combine in/chain "$file"
    check "weigh $file" survives weigh --by label,agreement "$file" "$file"
    check "weights $file" survives combine --weights "$file" good good
done
long_trees() { # opposite chains: the best arcs are a cycle
    "$COPSE" combine -q --single-root yes "$@" in/chain in/back in/roots -o out && "$COPSE" check -q out
}
check "long trees that differ" long_trees
check "long trees that differ, projective" long_trees --decoder projective
full() {
    "$COPSE" "$@" > /dev/full 2> stderr
    [ $? -eq 1 ] && [ "$(wc -l < stderr)" -eq 1 ] && grep -q '^copse: .*space' stderr
}
check "combine to a full disk" full combine -q good good
check "weigh to a full disk" full weigh good good
finish
