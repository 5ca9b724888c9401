#!/bin/bash
# SPDX-License-Identifier: MIT
# Every parser on every treebank: trained on train.conllu with default options, scored on dev.conllu over all tokens;
# then the options that the papers compare. QUICK=1: two small treebanks, and fewer rows. ONLY="transition graph": these
# kinds alone. Training time is CPU time, speed the best of three runs on one thread, memory the largest resident set
# (with /usr/bin/time). The column peer is what MaltParser with morphology (MSTParser for graph parsers, the vote of three
# published parsers on the test part for ensembles) reaches, where it is known.
set -u -o pipefail
: "${COPSE:?}" "${TREEBANKS:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
declare -A peer=([transition/tr_imst]=59.5 [transition/cs_mix]=77.7 [transition/got_proiel]=79.6 [transition/el_gdt]=84.6
    [transition/zh_gsd]=72.9 [transition/en_ewt]=85.5 [graph/tr_imst]=54.4 [graph/cs_mix]=73.0 [graph/got_proiel]=76.5
    [graph/el_gdt]=79.9 [graph/zh_gsd]=75.5 [graph/en_ewt]=83.8 [ensemble/tr_imst]=62.4 [ensemble/cs_mix]=79.4
    [ensemble/got_proiel]=78.9)
status=0
# Leaves in $used the seconds of CPU time of all children so far: of this shell, so that it must not be asked in another.
used() {
    times > "$dir/times"
    used=$(awk 'NR == 2 { split($1, a, /[ms]/); split($2, b, /[ms]/); print a[1] * 60 + a[2] + b[1] * 60 + b[2] }' "$dir/times")
}
# Runs a command and leaves its largest resident set, in MB, in $dir/memory.
measured() {
    echo - > "$dir/memory"
    if [ -x /usr/bin/time ]; then
        /usr/bin/time -f %M -o "$dir/kilobytes" "$@" || return 1
        awk '{ printf "%.0f\n", $1 / 1024 }' "$dir/kilobytes" > "$dir/memory"
    else
        "$@"
    fi
}
# How fast model $1 parses $2 into $dir/parsed: the best of three runs.
speed() {
    for _ in 1 2 3; do
        measured "$COPSE" parse --threads 1 -m "$1" ${3:+--member "$3"} "$2" -o "$dir/parsed" 2>&1 |
            sed -n 's/.*, \([0-9,]*\)\/s$/\1/p' | tr -d ,
    done | sort -n | tail -n 1
}
# scores GOLD: LAS and UAS of $dir/parsed.
scores() { "$COPSE" eval --format tsv "$1" "$dir/parsed" | awk '$1 == "las" { l = $2 } $1 == "uas" { u = $2 } END { print l, u }'; }
# row KIND TREEBANK [OPTION...]: one line of the table.
row() {
    local kind=$1 name=$2 from to train_memory words figures
    shift 2
    [ -d "$TREEBANKS/$name" ] || return
    case " ${ONLY:-$kind} " in *" $kind "*) ;; *) return ;; esac
    used
    from=$used
    measured "$COPSE" train "$kind" -q "$@" -o "$dir/model" "$TREEBANKS/$name/train.conllu" || { status=1; return; }
    used
    to=$used
    train_memory=$(cat "$dir/memory")
    words=$(speed "$dir/model" "$TREEBANKS/$name/dev.conllu")
    figures=$(scores "$TREEBANKS/$name/dev.conllu") || { status=1; return; }
    printf '%-10s %-10s %6s %6s %8.0f %8s %8s %8s %6.1f   %6s  %s\n' "$kind" "$name" "${figures% *}" "${figures#* }" \
        "$(awk "BEGIN { print $to - $from }")" "$train_memory" "$words" "$(cat "$dir/memory")" \
        "$(awk "BEGIN { print $(stat -c %s "$dir/model") / 1e6 }")" "${peer[$kind/$name]:--}" "$*"
    case $* in *--decoder*)
        printf '%-10s %-10s %6s   of the sentences whose tree is not projective\n' "" "" \
            "$("$COPSE" eval --nonprojective --format tsv "$TREEBANKS/$name/dev.conllu" "$dir/parsed" | awk '$1 == "las" { print $2 }')" ;;
    esac
    [ "$kind" = ensemble ] || return
    "$COPSE" info "$dir/model" | awk '$1 ~ /^member-/ { print $2 }' | while read -r member; do
        words=$(speed "$dir/model" "$TREEBANKS/$name/dev.conllu" "$member")
        figures=$(scores "$TREEBANKS/$name/dev.conllu")
        printf '%-10s %-10s %6s %6s %8s %8s %8s %8s %6s   %6s  --member %s\n' "  of it" "$name" "${figures% *}" \
            "${figures#* }" "" "" "$words" "$(cat "$dir/memory")" "" "" "$member"
    done
}
printf '%-10s %-10s %6s %6s %8s %8s %8s %8s %6s   %6s  %s\n' parser treebank LAS UAS "train s" "MB" "words/s" "MB" \
    "model" peer options
if [ -n "${QUICK:-}" ]; then
    for name in tr_imst got_proiel; do
        row transition $name
        row graph $name
    done
    row stack tr_imst --base graph --guide transition --transition-options='--exploration 0'
    exit $status
fi
for kind in transition graph ensemble; do
    for folder in "$TREEBANKS"/*/; do row $kind "$(basename "$folder")"; done
done
for options in '--order 1' '--labels joint'; do
    # One option and its value.
    # shellcheck disable=SC2086
    for folder in "$TREEBANKS"/*/; do row graph "$(basename "$folder")" $options; done
done
for name in cs_mix got_proiel; do
    row transition $name --pseudo-projective none
    row transition $name --algorithm covington-nonprojective
    for decoder in projective nonprojective; do
        row graph $name --decoder $decoder
        row graph $name --decoder $decoder --grandparents no
    done
done
row graph tr_imst --trainer crf
row stack tr_imst --base transition --guide graph
row transition tr_imst --features malt-standard --split-by 'pos(B0)' --exploration 0
row transition tr_imst --features malt-standard --split-by 'pos(B0)' --learner libsvm
exit $status
