#!/bin/bash
# SPDX-License-Identifier: MIT
# seeds.sh FOLDER: makes the inputs from which fuzzing starts, FOLDER/TARGET/NAME, from tests/data, the shipped
# feature models, and small models of every kind, trained on a few generated sentences. Needs $COPSE, $GENERATE
# and $SHRINK. Does nothing if FOLDER is newer than all of them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=${1:?usage: seeds.sh FOLDER}
: "${COPSE:?}" "${GENERATE:?}" "${SHRINK:?}"
if [ -f "$out/made" ] && [ "$out/made" -nt "$0" ] && [ "$out/made" -nt "$COPSE" ] && [ "$out/made" -nt "$SHRINK" ]; then
    exit 0
fi
rm -rf "$out"
mkdir -p "$out"/{conll,model,features,weights,pairs,packed,plain}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
data=$root/tests/data

# --- treebanks
cp "$data"/*.conllu "$data"/*.conllx "$data"/*.mrg "$out/conll"
for format in conllx8 conllx6 conll2009 mst mst-unlabelled; do
    "$COPSE" convert -q --to $format "$data/examples.mrg" -o "$out/conll/examples-$format"
done
"$GENERATE" --sentences 4 --seed 1 --nonprojective 0.5 > "$work/train.conllu"
cp "$work/train.conllu" "$out/conll/generated"
"$COPSE" projectivize --quiet "$data/examples.conllx" -o "$out/conll/projectivized" 2> /dev/null || true

# --- models: train NAME FAMILY OPTION...
train() {
    local name=$1
    shift
    if "$COPSE" train "$@" --quiet "$work/train.conllu" -o "$work/$name.model" 2> "$work/log"; then
        "$SHRINK" "$work/$name.model" "$out/model/$name"
    else
        echo "seeds.sh: $name: $(head -n 1 "$work/log")" >&2
        exit 1
    fi
}
feat="--features $here/small.feat"
graph="--hash-bits 8 --runs 1 --iterations 2"
# shellcheck disable=SC2086 # lists of options
{
    for system in arc-eager arc-standard arc-hybrid swap-lazy multi-pass covington-projective covington-nonprojective planar two-planar; do
        train "$system" transition --algorithm $system $feat
    done
    train pproj transition --algorithm arc-eager $feat --pseudo-projective head+path
    train libsvm transition --algorithm arc-eager $feat --learner libsvm --cutoff 4
    train libsvm-linear transition --algorithm arc-standard $feat --learner libsvm --kernel linear --cutoff 5
    train memory transition --algorithm arc-eager $feat --learner memory --mvdm-least 2
    train memory-overlap transition --algorithm arc-standard $feat --learner memory --metric overlap --joint-labels 0
    train split transition --algorithm arc-eager $feat --split-by 'pos(B0)' --split-threshold 10
    train graph1 graph --order 1 $graph
    train graph2 graph --order 2 --decoder nonprojective $graph
    train graph2-projective graph --order 2 --decoder projective $graph
    train graph-siblings graph --order 2 --grandparents no --decoder projective $graph
    train graph-joint graph --order 1 --labels joint $graph
    train graph2-joint graph --order 2 --labels joint $graph
    train graph-none graph --order 1 --labels none --decoder projective $graph
    train graph-crf graph --trainer crf $graph
    train graph-crf-nonprojective graph --trainer crf --decoder nonprojective $graph
    train generative generative
    train generative-nonprojective generative --decoder nonprojective --punct none
    train generative-unsupervised generative --unsupervised --most-words 40 --iterations 3
}
printf '%s\n' 'pos(S0) pos(B0)' 'advised-label(S0) pos(B0)' 'advised-arc(S0, B0)' 'advised-side(S0, B0)' \
    'advised-sure(B0)' 'pos(advised(B0))' > "$work/guided.feat"
train stack stack --base arc-eager --guide graph1 --transition-options "--features $work/guided.feat" --graph-options "$graph"
train stack-graph stack --base graph1 --guide arc-eager,arc-standard:reverse --transition-options "$feat" \
    --graph-options "$graph"
train ensemble ensemble --members arc-eager,graph1,arc-standard:reverse --transition-options "$feat" \
    --graph-options "$graph"
train ensemble-weighed ensemble --members arc-eager,graph1 --by pos --confidence --transition-options "$feat" \
    --graph-options "$graph"
train ensemble-learned ensemble --members arc-eager,arc-standard --by learned --transition-options "$feat"
"$SHRINK" "$work/arc-eager.model" "$work/graph1.model" "$out/model/sequence"
"$SHRINK" "$work/ensemble.model" "$work/arc-standard.model" "$out/model/sequence-ensemble"

# --- small languages
for file in "$root"/models/features/*.feat "$here/small.feat"; do
    { printf f; head -c 2000 "$file"; } > "$out/features/$(basename "$file")"
done
{ printf g; cat "$root/models/groups/ud.groups"; } > "$out/features/groups"
say() { printf '%s' "$2" > "$out/features/$1"; }
say recipes 'rgraph2+arc-eager:reverse,arc-standard:seed=7,graph1+graph2+transition'
say factors 'wpos,label,length'
say factors-learned 'wlearned'
for file in "$root"/models/features/malt-*.feat "$here/small.feat"; do
    for to in xml par paper; do
        name=$(basename "$file" .feat)-$to
        { printf m; "$COPSE" features -q --leave-out --to-malt "$to" "$file"; } > "$out/features/$name" ||
            rm -f "$out/features/$name"
    done
done
say transition '0--algorithm covington-projective --learner libsvm --kernel rbf --gamma 0.1 --cost 2'
say split '0--split-by pos(B0) --split-threshold 100 --features x.feat --joint-labels 3 --root first'
say graph '1--order 2 --decoder nonprojective --trainer mira --k 5 --iterations 3 --cost 0.5'
say crf '1--trainer crf --labels joint --hash-bits 20'
say stack '2--base graph2 --guide arc-eager --folds 5'
say ensemble '3--members graph1,graph2 --by pos,label --confidence --decoder projective'

# --- two and three files: the same sentences with other trees
"$GENERATE" --sentences 2 --seed 4 --plain | grep -v '^#' > "$work/gold.conllu"
"$COPSE" parse -q -m "$work/arc-eager.model" --scores "$work/gold.conllu" -o "$work/a.conllu"
"$COPSE" parse -q -m "$work/graph1.model" --scores "$work/gold.conllu" -o "$work/b.conllu"
join_files() { # NAME OPTIONS FILE...: options is a byte in octal
    local name=$1 options=$2 file separator=
    shift 2
    { printf "\\$options"; for file in "$@"; do printf '%b' "$separator"; cat "$file"; separator='\036'; done; } > "$out/pairs/$name"
}
for byte in 0 1 2 3 4 6 7 10 11 15 17 18 19 23 34 66 130; do
    join_files "three-$byte" "$(printf '%03o' "$byte")" "$work/gold.conllu" "$work/a.conllu" "$work/b.conllu"
done
join_files alone 000 "$work/gold.conllu"
join_files conllx 001 "$data/examples.conllx" "$data/examples.conllx"
for file in hostile-unicode hostile-multiword bad-cycle; do
    join_files $file 002 "$data/$file.conllu" "$data/$file.conllu" "$data/$file.conllu" "$data/$file.conllu"
done
awk 'BEGIN { FS = OFS = "\t" } NF == 10 && $7 == 0 && $1 > 1 { $7 = 1 } { print }' "$work/gold.conllu" > "$work/c.conllu"
join_files wrong 000 "$work/gold.conllu" "$work/c.conllu"

# --- weights
cp "$work/a.conllu" "$work/ae.conllu"
cp "$work/b.conllu" "$work/g2.conllu"
cp "$work/gold.conllu" "$work/cn.conllu"
for by in none pos label,length agreement score learned pos,label; do
    "$COPSE" weigh -q --by $by "$work/gold.conllu" "$work/ae.conllu" "$work/g2.conllu" "$work/cn.conllu" \
        -o "$out/weights/$by"
done

{ head -n 12 "$out/weights/learned" && printf 'end\t7\n'; } > "$work/few" && mv "$work/few" "$out/weights/learned"

# --- compressed files
{ printf g; head -c 600 "$data/examples.conllu" | gzip -9n; } > "$out/packed/gzip"
{ printf g; printf a | gzip -n; printf b | gzip -n; } > "$out/packed/gzip-members"
"$COPSE" convert -q "$data/examples.conllx" -o "$work/x.conllx.zst"
{ printf z; cat "$work/x.conllx.zst"; } > "$out/packed/zstd"
{ printf '\372'; head -c 300 "$data/examples.conllu"; } > "$out/packed/round-trip"
# --- plain text
for form in 0 1 2; do
    { printf "\\$form"; sed -n 's/^# text = //p' "$data/examples.conllu"; } > "$out/plain/examples-$form"
done
touch "$out/made"
